"""What a bot may know of any book: the protocol alone. Orders are sampled, and a position is played on at random.

A book without tactics is played by this; the first tactics of a new book inherit from it, and say what is promising.
"""

from collections.abc import Callable, Iterator
from typing import Any

from hulldown.bots.tactics import Horizon, ReturnFire, Weights
from hulldown.kernel.dice import DiceError, SeededDice
from hulldown.kernel.game import outcomes
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side

SAMPLED = 12  # orders that are thought of at random,
RANKED = 6  # and so many of the most promising
BRANCHES = 60  # the most ways for dice to fall that are all looked at
PLAYED_ON = 3  # times that a position is played on to value it
ORDERS = 60  # given at most when a position is played on
WON = 10.0  # a game that is won, in units


class Playouts:
    """Tactics by losses: what an order costs each side at once, and what a position comes to when it is played on.

    Dice of its own fall alike for all positions, so that they are compared by what differs. It keeps nothing.
    """

    WEIGHTS = Weights()
    EVALUATIONS = 400
    ALIKE = WORTHWHILE = 0.0
    SLIP = 0.5

    def __init__(self, book: Rulebook[Any, Any, Any]) -> None:
        self.book = book

    def promising(self, state: Any) -> Iterator[tuple[float, Any]]:
        """Some orders, with what each costs the enemy at once; while armies are set up, nothing does."""
        setting_up, side = self.book.turn(state).setting_up, self.book.to_act(state)
        assert side is not None
        for order in self._sampled(state):
            yield 0.0 if setting_up else self._won(state, order, side), order

    def horizon(self, state: Any) -> Horizon:
        """What is hidden while armies are set up cannot be played on."""
        return Horizon.NONE if self.book.turn(state).setting_up else Horizon.WAYS

    def closing(self, state: Any) -> Iterator[Any]:
        return iter(())

    def value(self, state: Any, side: Side, weights: Weights) -> float:
        """What a position comes to when both sides play on at random."""
        return sum(self._played_on(state, (), side, number) for number in range(PLAYED_ON)) / PLAYED_ON

    def stance(self, state: Any, side: Side) -> str:
        return ""

    def return_fire(self, state: Any, unit: int) -> ReturnFire | None:
        """The protocol does not tell what the enemy can do in his own turn."""
        return None

    def ways(
        self, state: Any, weights: Weights, evaluations: int, late: Callable[[], bool], pick: Callable[[int], int]
    ) -> Iterator[tuple[float, tuple[Any, ...]]]:
        """Single orders by what they come to, the best at the end; the worse half is left again and again."""
        side = self.book.to_act(state)
        assert side is not None
        ways, salt, played = [(order,) for order in self._thought_of(state)], pick(1 << 30), 0
        totals = dict.fromkeys(ways, 0.0)
        halvings = (len(ways) - 1).bit_length()
        if not halvings:
            yield 0.0, ways[0]
            return
        for _ in range(halvings):
            rounds = max(1, evaluations // (halvings * len(ways)))
            for number in range(played, played + rounds):
                for way in ways:
                    totals[way] += self._played_on(state, way, side, f"{salt} {number}")
                if late():
                    break
            played = number + 1
            ways.sort(key=lambda way: -totals[way])
            if late() or len(ways) == 1:
                break
            yield from [(totals[way] / played, way) for way in ways[(len(ways) + 1) // 2 :]]
            ways = ways[: (len(ways) + 1) // 2]
        yield from [(totals[way] / played, way) for way in ways]

    def _thought_of(self, state: Any) -> list[Any]:
        """Promising orders and any others."""
        ranked = sorted(self.promising(state), key=lambda one: -one[0])[:RANKED]
        return list(dict.fromkeys([order for _, order in ranked] + self._sampled(state)))

    def _sampled(self, state: Any) -> list[Any]:
        """Orders that differ."""
        dice = SeededDice("orders")
        return list(dict.fromkeys(self.book.sample(state, dice) for _ in range(SAMPLED)))

    def _won(self, state: Any, order: Any, side: Side) -> float:
        """What an order wins at once, by every roll, or by one where they are too many."""
        before, won = self._balance(state, side), 0.0
        try:
            for number, (ways, of, after, _) in enumerate(outcomes(self.book, state, order)):
                if number == BRANCHES:
                    raise DiceError("there are too many ways for the dice to fall")
                won += ways / of * (self._balance(after, side) - before)
        except DiceError:
            return self._balance(self._after(state, order), side) - before
        return won

    def _after(self, state: Any, order: Any) -> Any:
        after = state.copy()
        for event in self.book.decide(after, order, SeededDice("thrown")):
            self.book.evolve(after, event)
        return after

    def _played_on(self, state: Any, way: tuple[Any, ...], side: Side, number: int | str) -> float:
        """What a position comes to after these orders and then random ones, to the end of the game or for a while."""
        state, book, dice = state.copy(), self.book, SeededDice(f"playout {number}")
        for given in range(ORDERS):
            if book.to_act(state) is None:
                break
            order = way[given] if given < len(way) else book.sample(state, dice)
            for event in book.decide(state, order, dice):
                book.evolve(state, event)
        return self._balance(state, side)

    def _balance(self, state: Any, side: Side) -> float:
        """The units that the other side has lost more, and the game if it is over."""
        losses, result = self.book.losses(state), self.book.result(state)
        won = 0.0 if result is None or result.winner is None else WON if result.winner is side else -WON
        return losses[side.other] - losses[side] + won
