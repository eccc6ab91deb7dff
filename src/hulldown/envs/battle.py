"""The native face: what the side to act sees, the orders it may give, and refusals as values."""

from functools import cached_property
from pathlib import Path
from typing import Any

from hulldown.envs.factored import Factored
from hulldown.envs.features import Features
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks import load, setup_for


class Seen:
    """A decision: whose it is, the view of that side, and its legal orders. What costs time is made when asked for."""

    def __init__(self, features: Features, view: Any, side: Side) -> None:
        self.features, self.view, self.side = features, view, side
        self.orders: list[Any] = list(features.book.orders(view))

    @cached_property
    def observation(self) -> Any:
        """Table and units in one row of numbers; `features.table_names` and `UNIT` say what they are."""
        return self.features.observation(self.view, self.side, self.orders)

    @cached_property
    def rows(self) -> Any:
        """A row of numbers for each order; `features.names` says what its columns are."""
        return self.features.orders(self.view, self.side, self.orders)

    @cached_property
    def factored(self) -> Factored:
        """The same orders as unit, verb and target."""
        return Factored(self.features.book, self.orders)


class Battle:
    """A game to learn in. Without a scenario it is the book's first ready opening; every game has an end.

    `odds` says whether the exact chances of a shot are among the features of an order, which costs about a millisecond
    a shot. `choices` are those of `hulldown.new_game`: other armies, another board, options.
    """

    def __init__(
        self,
        book: str,
        scenario: str = "",
        *,
        position: str | Path = "",
        opening: str = "",
        odds: bool = True,
        seed: int | str | None = None,
        **choices: Any,
    ) -> None:
        self.book = load(book)
        if not scenario and not position:
            opening = opening or "first"
        setup = setup_for(book, scenario, position=position, opening=opening, **choices)
        self.setup, self.limit = self.book.library.bounded(setup)
        self.features = Features(self.book, self.book.start(self.setup), odds)
        self.reset(seed)

    def reset(self, seed: int | str | None = None) -> None:
        """A new game. The same seed rolls the same dice; they are never part of the state."""
        self.game = Game(self.book, self.setup, SeededDice(seed))
        self.given = 0
        self._seen: tuple[int, Seen] | None = None

    @property
    def side(self) -> Side | None:
        """Whose choice it is; nobody's at the end."""
        return self.game.to_act()

    @property
    def result(self) -> Result | None:
        return self.game.result()

    def see(self) -> Seen:
        """What the side to act sees, and may order."""
        side = self.side
        if side is None:
            raise ValueError("the game is over; reset begins a new one")
        if self._seen is None or self._seen[0] != self.given:
            self._seen = self.given, Seen(self.features, self.game.view(side), side)
        return self._seen[1]

    def seen_by(self, side: Side) -> Any:
        """What a side sees while it is the other one's choice, or nobody's any more, in numbers."""
        if self.side is side:
            return self.see().observation.copy()
        return self.features.observation(self.game.view(side), side)

    def give(self, order: Any) -> Refusal | None:
        """Plays an order of the side to act; a refusal, with nothing changed, if the rules do not allow it."""
        side = self.side
        if side is None:
            return Refusal("", "the game is over")
        if (refusal := self.book.refuse(self.game.view(side), order)) is not None:
            return refusal
        self.game.play(order)
        self.given += 1
        return None

    def choose(self, triple: tuple[int, int, int]) -> Refusal | None:
        """The same by unit, verb and target."""
        seen = self.see()
        at = seen.factored.by.get(triple)
        if at is not None:
            return self.give(seen.orders[at])
        meant = seen.factored.meant(triple)
        refusal = self.book.refuse(seen.view, meant) if meant is not None else None
        return refusal or Refusal("", f"there is no order {triple} now; `see().factored` has those that there are")

    def pick(self, number: int) -> Refusal | None:
        """The same by the number of an order in `see().orders`."""
        orders = self.see().orders
        if not 0 <= number < len(orders):
            return Refusal("", f"there are {len(orders)} orders, numbered from 0; there is no {number}")
        return self.give(orders[number])

    def balance(self, side: Side) -> float:
        """What the other side has lost more, as a share of all prices: to shape rewards with."""
        table = self.features.table(self.game.view(side), side)
        return float(table[6] - table[5])

    def score(self, side: Side) -> float:
        """1 for the game won, −1 for the game lost, 0 for a draw or no end yet."""
        result = self.result
        return 0.0 if result is None or result.winner is None else 1.0 if result.winner is side else -1.0

    def drawn(self) -> str:
        """The table as everybody sees it, as text."""
        return self.book.draw(self.game.view(None))
