"""What a bot is."""

from abc import ABC, abstractmethod
from typing import Any

import msgspec

from hulldown.kernel.dice import Dice, HeldDice, Undecided
from hulldown.kernel.rulebook import Rulebook


class Candidate(msgspec.Struct, frozen=True):
    """An order in words, and what a bot expected of it, in points."""

    order: str
    worth: float


class Why(msgspec.Struct, frozen=True):
    """Why a bot chose an order: what it expected of it and of the best others that it thought of, and in sentences."""

    chosen: Candidate
    others: tuple[Candidate, ...] = ()
    sentences: tuple[str, ...] = ()


class Bot(ABC):
    """A player that is asked for one order at a time."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], dice: Dice) -> None:
        self.rulebook = rulebook
        self.dice = dice

    @abstractmethod
    def choose(self, view: Any) -> Any:
        """A legal order of the side that is to act in this view."""

    def explain(self) -> Why | None:
        """Why it chose its last order; nothing where it had no choice, or no reason."""
        return None


HELD = HeldDice()


def played(book: Rulebook[Any, Any, Any], state: Any, order: Any) -> Any:
    """The state after an order, on a copy; nothing if dice would have to fall."""
    after = state.copy()
    try:
        for event in book.decide(after, order, HELD):
            book.evolve(after, event)
    except Undecided:
        return None
    return after
