"""Dice that people roll: what an order still wants, in words, and what waits for it.

An order waits with the faces given so far, and is played when the last is there. Nothing of that is stored: after a
restart a player gives the order again, and a bot thinks again.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from hulldown.kernel.dice import DiceError, TypedDice, Undecided, Wanted, rolled_here
from hulldown.kernel.game import Declined
from hulldown.kernel.rule import Refusal, Refused
from hulldown.kernel.side import Side
from hulldown.kernel.wire import encode, plain
from hulldown.server.log import Log
from hulldown.server.protocol import MOST_FACES, DiceWanted, OrderWaits
from hulldown.server.wanted import wanted_told

Given = Sequence[int | None]


class Waiting(msgspec.Struct, frozen=True):
    """An order of a bot, or one by standing orders, whose dice nobody has rolled yet, before line `head`."""

    side: Side
    order: Any
    told: DiceWanted
    head: int
    why: tuple[str, ...] = ()

    @property
    def view(self) -> OrderWaits:
        return OrderWaits(self.side, plain(self.order), self.told)


class Typing:
    """The dice of a live match that people roll. `waits` is an order that the table itself has given."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.waits: Waiting | None = None

    def dice(self, order: Any, given: Given, head: int) -> TypedDice:
        """The dice of an order that was made at a position, as far as they are there."""
        seed, made = self.log.row.seed, f"{self.log.row.id} {head} ".encode() + encode(order)
        return TypedDice(given, rolled_here(seed, made) if seed else None)

    def lacks(self, orders: Sequence[Any], side: Side, given: Given, head: int) -> DiceWanted | Refusal | None:
        """The roll that orders want next; or why these faces cannot be theirs; or nothing, if they can be played."""
        ahead = self.log.game.copy(self.dice(None, (), head))
        for order in orders:
            before = ahead.state
            dice = self.dice(order, given, head)
            ahead.dice = dice
            try:
                ahead.play(order)
            except Undecided as undecided:
                return self._told(before, order, side, undecided.wanted)
            except DiceError as error:
                return Refusal("", str(error))
            except (Refused, Declined):
                return None  # whoever plays it says why
            if dice.rolls or ahead.to_act() is not side:
                break
        if given and dice.left:
            return Refusal("", f"there are {len(given)} faces, and the order rolls {len(given) - dice.left} dice")
        return None

    def rolled(self, orders: Sequence[Any], side: Side, given: Given, head: int) -> Given:
        """The faces with all that are missing rolled here."""
        faces = list(given)
        while len(faces) < MOST_FACES:
            found = self.lacks(orders, side, faces, head)
            if not isinstance(found, DiceWanted):
                break
            faces += [None] * (sum(due.count for due in found.dice) - found.laid)
        return faces

    # In words

    def _told(self, state: Any, order: Any, side: Side, wanted: Wanted) -> DiceWanted:
        book = self.log.book
        view = book.view(state, side)
        forecast = book.preview(view, order).forecast
        throws = forecast.throws if forecast is not None else ()
        return wanted_told(wanted, self._title(state, order, side), throws, book.rules)

    def _title(self, state: Any, order: Any, side: Side) -> str:
        """For whom the dice are rolled."""
        book, units = self.log.book, self.log.book.units(state)
        named = (book.unit_of(order), book.target_of(order))
        names = [units[one].name for one in named if one is not None and one in units]
        return " → ".join(names) or side.label
