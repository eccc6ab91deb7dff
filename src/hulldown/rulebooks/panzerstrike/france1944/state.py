"""The state of a game of France 1944: the ground, the tanks, whose choice it is, the dice in the tray."""

from enum import StrEnum
from functools import lru_cache
from typing import Any, Self

import msgspec

from hulldown.geometry.squares import mask_of
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike.france1944.setup import Setup, TankClass, zone_of
from hulldown.rulebooks.panzerstrike.pieces import Condition, Pieces
from hulldown.rulebooks.panzerstrike.states import Spoken


class Phase(StrEnum):
    """What the side to act is to do."""

    BEGIN = "begin"
    CHOICE = "choice of first player"
    FLAGS = "flags"
    BARRICADES = "barricades"
    DEPLOYMENT = "deployment"
    ROLL = "roll"
    MOVEMENT = "movement"
    SHOOTING = "shooting"
    OVER = "over"


class Tank(msgspec.Struct, frozen=True, gc=False):
    """A piece. `moved` and `fired` are the rounds in which it last did so, so that no turn has to clear them."""

    side: Side
    kind: str
    number: int
    square: int = -1
    facing: int = 0
    condition: Condition = Condition.SOUND
    moved: int = 0
    fired: int = 0

    @property
    def active(self) -> bool:
        return self.condition is not Condition.DESTROYED


class Tanks(Pieces[Tank]):
    __slots__ = ()
    wire_type = list[Tank]


class Flag(msgspec.Struct, frozen=True, gc=False):
    side: Side
    square: int


class _GroundWire(msgspec.Struct, frozen=True):
    setup: Setup
    barricades: tuple[int, ...] = ()


class Ground:
    """The board as it lies, barricades included, and what follows from the set-up: made once and shared."""

    __slots__ = ("barricades", "chart", "closed", "drive", "grid", "open", "ruler", "setup", "sight", "zones")
    wire_type: Any = _GroundWire

    def __init__(self, setup: Setup, barricades: tuple[int, ...]) -> None:
        self.setup = setup
        self.barricades = barricades
        self.grid = setup.board.grid
        self.closed = setup.board.buildings | mask_of(barricades)
        self.open = self.grid.all & ~self.closed
        self.sight = family.sight_over(self.grid, self.closed)
        self.drive = family.drive_over(self.grid, self.closed)
        self.chart: dict[str, TankClass] = {tank.id: tank for tank in setup.chart}
        self.zones = (zone_of(setup, RED), zone_of(setup, BLUE))
        self.ruler = family.RULERS[setup.figures.ruler]

    @staticmethod
    @lru_cache(maxsize=128)
    def of(setup: Setup, barricades: tuple[int, ...] = ()) -> "Ground":
        return Ground(setup, barricades)

    def in_view(self, square: int) -> int:
        return family.in_view(self.sight, square)

    def to_wire(self) -> _GroundWire:
        return _GroundWire(self.setup, self.barricades)

    @staticmethod
    def from_wire(wire: _GroundWire) -> "Ground":
        return Ground.of(wire.setup, wire.barricades)


class State(msgspec.Struct, Spoken, gc=False):
    ground: Ground
    tanks: Tanks
    phase: Phase = Phase.BEGIN
    side: Side = RED
    first: Side = RED
    round: int = 0
    rolled: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    given: tuple[tuple[int, int], ...] = ()  # dice used up, each with the tank that took it
    flags: tuple[Flag, ...] = ()
    barricades_left: tuple[int, int] = (0, 0)
    last_loss: int = 0
    result: Result | None = None

    def copy(self) -> Self:
        return msgspec.structs.replace(self, tanks=self.tanks.copy())

    @property
    def units(self) -> Tanks:
        """The tanks, under the family's word."""
        return self.tanks

    def flag_squares(self) -> int:
        squares = 0
        for flag in self.flags:
            squares |= 1 << flag.square
        return squares
