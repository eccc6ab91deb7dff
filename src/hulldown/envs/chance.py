"""An order roll by roll: what each can come to, with its exact chances, and where the order leads.

Each roll that a rule asks for is a node of its own, in the rule's own terms: a sum, a word, a hand, successes. Dice
that bring others and roll-offs have no end, and are one node by their closed forms. Many dice that a rule tells apart
are a node each.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

from hulldown.kernel.dice import Die
from hulldown.kernel.odds import EveryRoll, Weights, weights_of_faces
from hulldown.kernel.rule import Rule
from hulldown.kernel.rulebook import Rulebook

MOST_OUTCOMES = 1_296  # of a roll; more are rolled die by die


class Due(Exception):
    """A roll is next, whose outcome nobody has chosen yet."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.weights = weights


class ChosenDice(EveryRoll):
    """Dice whose outcomes are chosen, by their numbers, as far as they go."""

    def __init__(self, chosen: Sequence[int]) -> None:
        super().__init__()
        self._chosen = chosen

    def _branch(self, weights: Weights) -> Any:
        if len(self.figures) == len(self._chosen):
            raise Due(weights)
        value, _ = weights[self._chosen[len(self.figures)]]
        self.figures.append(value)
        return value

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        if len(die) ** count > MOST_OUTCOMES:
            return tuple([self._branch(weights_of_faces(die, 1))[0] for _ in range(count)])
        return super().throw(rule, die, count)

    def hand(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        if comb(len(die) + count - 1, count) > MOST_OUTCOMES:
            return tuple(sorted(self.throw(rule, die, count)))
        return super().hand(rule, die, count)


def rolled(book: Rulebook[Any, Any, Any], state: Any, order: Any, chosen: Sequence[int]) -> Any:
    """The state that an order leads to with these outcomes; or raises `Due`."""
    then, dice = state.copy(), ChosenDice(chosen)
    for event in book.decide(then, order, dice):
        book.evolve(then, event)
    return then


def chances(weights: Weights) -> list[Fraction]:
    of = sum(many for _, many in weights)
    return [Fraction(many, of) for _, many in weights]
