"""The table as the books of the family share it: what each of their states offers."""

from collections.abc import Mapping
from typing import Any, Protocol, Self

from hulldown.geometry.squares import Grid, Pathfinder
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.board import Board
from hulldown.rulebooks.panzerstrike.pieces import Pieces


class Setup(Protocol):
    @property
    def board(self) -> Board: ...
    @property
    def hidden(self) -> bool: ...


class Kind(Protocol):
    @property
    def name(self) -> str: ...


class Ground(Protocol):
    """The board as it lies, and the chart."""

    @property
    def setup(self) -> Setup: ...
    @property
    def grid(self) -> Grid: ...
    @property
    def open(self) -> int: ...
    @property
    def drive(self) -> Pathfinder: ...
    @property
    def chart(self) -> Mapping[str, Kind]: ...


class Table(Protocol):
    """The ground, the units, and whose choice it is."""

    @property
    def ground(self) -> Ground: ...
    @property
    def units(self) -> Pieces[Any]: ...
    @property
    def phase(self) -> str: ...
    @property
    def side(self) -> Side: ...
    @property
    def round(self) -> int: ...
    @property
    def result(self) -> Result | None: ...
    def copy(self) -> Self: ...
    def name(self, unit: int, of: Side | None = None) -> str: ...
    def place(self, square: int) -> str: ...


class Spoken:
    """Units and squares by their names."""

    __slots__ = ()

    def name(self: Table, unit: int, of: Side | None = None) -> str:
        """A unit's name, with its side in front unless it is one of `of`."""
        piece = self.units.units[unit]
        own = f"{self.ground.chart[piece.kind].name} {piece.number}"
        return own if piece.side == of else f"{piece.side.label} {own}"

    def place(self: Table, square: int) -> str:
        return self.ground.grid.names[square]


class WalledSetup(Setup, Protocol):
    @property
    def walls(self) -> tuple[int, ...]: ...
    @property
    def low(self) -> tuple[int, ...]: ...
    @property
    def high(self) -> tuple[int, ...]: ...
    @property
    def solid(self) -> bool: ...


class WalledGround(Ground, Protocol):
    """A ground with walls that stand or lie in dust, low and high barricades, and buildings of some height."""

    @property
    def setup(self) -> WalledSetup: ...
    @property
    def walls(self) -> tuple[int, ...]: ...
    @property
    def dust(self) -> tuple[int, ...]: ...
    @property
    def buildings(self) -> int: ...
    @property
    def standing(self) -> int: ...
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def heights(self) -> Mapping[int, int]: ...


class WalledTable(Table, Protocol):
    @property
    def ground(self) -> WalledGround: ...
