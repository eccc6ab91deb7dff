"""What is noted of a game while it is played: the luck of its rolls, and which units fell, where and to whom.

A watch is told of each order with the tables before and after it. It changes nothing: the game is the same without.
"""

import re
from typing import Any

import msgspec

from hulldown.kernel.fates import fates
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side
from hulldown.outcome.model import Model

_NAMED = re.compile(r"^(?:Red|Blue)?\s*(.*?)\s*\d*$")


class Fallen(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit that was lost: whose, of which kind, in which round and where; and whose order it was, of which unit."""

    side: Side
    kind: str
    round: int
    x: int | None
    y: int | None
    by: Side
    killer: str = ""


class Notes(msgspec.Struct, frozen=True):
    """What a watch noted: Red's luck, if the book has a model, the units of each side by kind, and those that fell."""

    luck: float | None
    fielded: tuple[dict[str, int], dict[str, int]]
    fallen: tuple[Fallen, ...]


class Watch:
    """Adds up as a game goes. The luck needs a model; `salt` names the dice of what must be sampled."""

    def __init__(self, book: Rulebook[Any, Any, Any], model: Model | None, salt: str) -> None:
        self.book, self.model, self.salt = book, model, salt
        self.luck, self.orders = 0.0, 0
        self._lost: tuple[int, int] | None = None
        self._fallen: list[Fallen] = []

    def step(self, before: Any, order: Any, rolled: bool, after: Any) -> None:
        self.orders += 1
        if rolled and self.model is not None:
            self.luck += self._luck(self.model, before, order, after)
        lost = self.book.losses(after)
        if self._lost is not None and lost != self._lost:
            self._fallen += self._fell(before, order, after)
        self._lost = lost

    def _luck(self, model: Model, before: Any, order: Any, after: Any) -> float:
        found = fates(self.book, before, order, f"{self.salt} {self.orders}")
        return model.value(after) - sum(fate.chance * model.value(fate.state) for fate in found.rows)

    def _fell(self, before: Any, order: Any, after: Any) -> list[Fallen]:
        there, now = self.book.units(before), self.book.units(after)
        turn, actor = self.book.turn(before), there.get(_number(self.book.unit_of(order)))
        by = actor.side if actor else turn.side
        found = []
        for number, unit in now.items():
            earlier = there.get(number)
            if unit.lost and earlier is not None and not earlier.lost:
                pose, kind = earlier.pose or unit.pose, kind_of(unit.name)
                x, y = (pose.x, pose.y) if pose else (None, None)
                found.append(Fallen(unit.side, kind, turn.round, x, y, by, _kind(actor)))
        return found

    def notes(self, state: Any) -> Notes:
        fielded: tuple[dict[str, int], dict[str, int]] = ({}, {})
        for unit in self.book.units(state).values():
            own = fielded[unit.side]
            own[kind_of(unit.name)] = own.get(kind_of(unit.name), 0) + 1
        return Notes(self.luck if self.model else None, fielded, tuple(self._fallen))


def _number(unit: int | None) -> int:
    return -1 if unit is None else unit


def _kind(unit: Any) -> str:
    return "" if unit is None else kind_of(unit.name)


def kind_of(name: str) -> str:
    """What a unit is, without its side and its number: "Heavy tank" of "Red Heavy tank 2"."""
    found = _NAMED.match(name)
    return found.group(1) or name if found else name
