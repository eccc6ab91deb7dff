"""The state of a game by the Dynamic rules: the ground, the units, whose choice it is, the dice in the tray."""

from enum import StrEnum
from functools import lru_cache
from typing import Any, Self

import msgspec

from hulldown.geometry.squares import mask_of
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike.dynamic.setup import Setup, UnitClass, blocks_of, ranks_of
from hulldown.rulebooks.panzerstrike.pieces import Condition, Pieces
from hulldown.rulebooks.panzerstrike.states import Spoken


class Phase(StrEnum):
    """What the side to act is to do."""

    BEGIN = "begin"
    CHOICE = "choice of first player"
    DEPLOYMENT = "deployment"
    COMMAND = "command tank"
    ROLL = "roll"
    MOVEMENT = "movement"
    FIRING = "firing"
    OVER = "over"


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A piece. `moved`, `fired` and `broke` are the rounds in which it last moved, fired and drove into a wall, so that
    no turn has to clear them. `turret` is turned against the hull by so many eighths; `rested` where it was when the
    owner's turn began.
    """

    side: Side
    kind: str
    number: int
    square: int = -1
    facing: int = 0
    condition: Condition = Condition.SOUND
    moved: int = 0
    fired: int = 0
    broke: int = 0
    turret: int = 0
    rested: int = 0
    command: bool = False

    @property
    def active(self) -> bool:
        return self.condition is not Condition.DESTROYED


class Units(Pieces[Unit]):
    __slots__ = ()
    wire_type = list[Unit]


class UnderWay(msgspec.Struct, frozen=True, gc=False):
    """A dozer that may go on: its die (0 before it has taken one), the steps used, and whether it pushed last."""

    unit: int
    die: int
    steps: int
    pushed: bool


class _GroundWire(msgspec.Struct, frozen=True):
    setup: Setup
    walls: tuple[int, ...] = ()
    dust: tuple[int, ...] = ()


@lru_cache(maxsize=64)
def _zones(setup: Setup) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """For each side the parts of its zone B, and the rest of its ranks: walls change nothing in them."""
    blocks = blocks_of(setup, RED), blocks_of(setup, BLUE)
    return blocks, tuple(ranks_of(setup, side) & ~sum(blocks[side]) for side in (RED, BLUE))


class Ground:
    """The board as it lies, and what follows from the set-up: made once and shared.

    `walls` stand; `dust` are the squares whose wall fell in this turn: they can be driven over but not seen through.
    `sight` is what direct fire needs, `contact` what a spotter needs: only buildings close it. `lasting` is sight but
    for walls. `fixed` and `recovery`: whether there are fixed weapons and recovery vehicles to care for.
    """

    __slots__ = (
        "blocks", "buildings", "chart", "contact", "drive", "dust", "fixed", "grid", "heights", "high", "lasting",
        "low", "open", "recovery", "ruler", "setup", "sight", "standing", "walls", "zones",
    )  # fmt: skip
    wire_type: Any = _GroundWire

    def __init__(self, setup: Setup, walls: tuple[int, ...], dust: tuple[int, ...]) -> None:
        self.setup = setup
        self.walls, self.dust = walls, dust
        self.grid = setup.board.grid
        self.buildings = setup.board.buildings
        self.low, self.high = mask_of(setup.low), mask_of(setup.high)
        self.standing = mask_of(walls)
        closed = self.buildings | self.low | self.high | self.standing
        self.open = self.grid.all & ~closed
        self.drive = family.drive_over(self.grid, closed)
        self.lasting = family.sight_over(self.grid, self.buildings | self.high)
        self.sight = family.sight_over(self.grid, self.buildings | self.high | self.standing | mask_of(dust))
        self.contact = family.sight_over(self.grid, self.buildings)
        self.heights = dict(setup.heights)
        self.chart: dict[str, UnitClass] = {kind.id: kind for kind in setup.chart}
        self.blocks, self.zones = _zones(setup)
        bought = [kind for kind in setup.chart if kind.id in setup.red.units or kind.id in setup.blue.units]
        self.fixed = any(not kind.vehicle for kind in bought)
        self.recovery = any(kind.recovery for kind in bought)
        self.ruler = family.RULERS[setup.figures.ruler]

    @staticmethod
    @lru_cache(maxsize=256)
    def of(setup: Setup, walls: tuple[int, ...], dust: tuple[int, ...] = ()) -> "Ground":
        return Ground(setup, walls, dust)

    def in_view(self, square: int) -> int:
        """The squares that could be seen if no wall stood: a table that no falling wall makes anew."""
        return family.in_view(self.lasting, square)

    def to_wire(self) -> _GroundWire:
        return _GroundWire(self.setup, self.walls, self.dust)

    @staticmethod
    def from_wire(wire: _GroundWire) -> "Ground":
        return Ground.of(wire.setup, wire.walls, wire.dust)


class State(msgspec.Struct, Spoken, gc=False):
    ground: Ground
    units: Units
    phase: Phase = Phase.BEGIN
    side: Side = RED
    first: Side = RED
    round: int = 0
    rolled: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    given: tuple[tuple[int, int], ...] = ()  # dice used up, each with the unit that took it
    driving: UnderWay | None = None
    last_change: int = 0  # the round in which something was last destroyed, damaged, repaired or pulled down
    result: Result | None = None

    def copy(self) -> Self:
        return msgspec.structs.replace(self, units=self.units.copy())

    def kind(self, unit: int) -> UnitClass:
        return self.ground.chart[self.units.units[unit].kind]
