"""The pieces on a board: units in a list, a unit's id its place in it for ever, and masks of where they stand."""

from enum import IntEnum
from typing import Any, Generic, Protocol, Self, TypeVar

from hulldown.kernel.side import Side


class Condition(IntEnum):
    SOUND = 0
    DAMAGED = 1
    DESTROYED = 2


class Piece(Protocol):
    """What the masks need to know of a unit. Off the board its square is −1."""

    @property
    def side(self) -> Side: ...
    @property
    def square(self) -> int: ...
    @property
    def condition(self) -> Condition: ...


P = TypeVar("P", bound=Piece)


class Pieces(Generic[P]):
    """Units, and the squares that any of them (`occupied`), a side's active ones (`active`) or `wrecks` stand on.

    The masks follow from the units: they are not sent or stored, and are rebuilt on loading.
    """

    __slots__ = ("active_blue", "active_red", "occupied", "units")
    wire_type: Any = list

    def __init__(self, units: list[P]) -> None:
        self.units = units
        self.occupied = self.active_red = self.active_blue = 0
        for unit in units:
            self._toggle(unit)

    def _toggle(self, unit: P) -> None:
        if unit.square < 0:
            return
        bit = 1 << unit.square
        self.occupied ^= bit
        if unit.condition is not Condition.DESTROYED:
            if unit.side:
                self.active_blue ^= bit
            else:
                self.active_red ^= bit

    @property
    def wrecks(self) -> int:
        return self.occupied & ~self.active_red & ~self.active_blue

    def active(self, side: Side) -> int:
        return self.active_blue if side else self.active_red

    def masks(self) -> tuple[int, int, int]:
        return self.occupied, self.active_red, self.active_blue

    def put(self, place: int, unit: P) -> None:
        """The unit with this id is now so."""
        self._toggle(self.units[place])
        self.units[place] = unit
        self._toggle(unit)

    def standing_on(self, square: int) -> int:
        """The id of the unit on a square; −1 if there is none."""
        for place, unit in enumerate(self.units):
            if unit.square == square:
                return place
        return -1

    def copy(self) -> Self:
        twin: Self = _new(type(self))
        twin.units = self.units.copy()
        twin.occupied, twin.active_red, twin.active_blue = self.occupied, self.active_red, self.active_blue
        return twin

    def to_wire(self) -> list[P]:
        return self.units

    @classmethod
    def from_wire(cls, units: list[P]) -> Self:
        return cls(units)


_new = object.__new__
