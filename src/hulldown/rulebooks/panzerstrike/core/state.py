"""The state of a game by the Core rules: the ground, the units, whose choice it is, the volley that is announced."""

from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any, Self

import msgspec

from hulldown.geometry.squares import Grid, mask_of
from hulldown.geometry.squares.cover import Cover
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike.core.setup import Setup, UnitType, ranks_of, zone_b_of
from hulldown.rulebooks.panzerstrike.pieces import Condition, Pieces
from hulldown.rulebooks.panzerstrike.states import Spoken


class Phase(StrEnum):
    """What the side to act is to do."""

    BEGIN = "begin"
    DEPLOYMENT = "deployment"
    COMMAND = "command tank"
    MOVEMENT = "movement"
    ANNOUNCING = "announcing"
    FIRING = "firing"
    OVER = "over"


class Gear(StrEnum):
    FORWARD = "forward"
    REVERSE = "reverse"


class Mode(StrEnum):
    DIRECT = "direct"
    PARABOLIC = "parabolic"


class Colour(StrEnum):
    """The hit die that is chosen with the announcement (option 4)."""

    WHITE = "white"
    ORANGE = "orange"
    GREEN = "green"


class Tracks(IntEnum):
    """What became of tracks or wheels."""

    WHOLE = 0
    SEMI = 1  # option 7
    IMMOBILE = 2


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A piece. What it did in a round is kept as the number of that round, so that no turn has to clear it.

    `hurt` is the round in which its tracks were last penetrated, `timer` its crew's repair and `showed` what it showed
    when the owner's turn began, by which its crew reports in that turn or not, `waiting` the hollow timer of a heavy
    recovery, `stopped` the round in which repairs were given up and `again` the one in which the crew was told to go
    on with a second cycle. `turret` is turned against the hull by so many eighths and `rested` where it was when the
    owner's turn began; with option 3 `aim` is its direction off the bow as a vector. `began` is the square on which the
    owner's turn found the unit.
    """

    side: Side
    kind: str
    number: int
    square: int = -1
    facing: int = 0
    condition: Condition = Condition.SOUND
    injured: bool = False
    tracks: Tracks = Tracks.WHOLE
    hurt: int = 0
    timer: int = 0
    showed: int = 0
    waiting: bool = False
    stopped: int = 0
    again: int = 0
    moved: int = 0
    turned: int = 0
    fired: int = 0
    broke: int = 0
    turret: int = 0
    rested: int = 0
    aim: tuple[int, int] = (0, 1)
    began: int = -1
    command: bool = False

    @property
    def active(self) -> bool:
        return self.condition is not Condition.DESTROYED


class Units(Pieces[Unit]):
    __slots__ = ()
    wire_type = list[Unit]


class AnnouncedShot(msgspec.Struct, frozen=True, gc=False):
    """A shot that is announced and not fired yet, at a unit or (target −1) at the wall on a square.

    A parabolic one needs a report if the howitzer does not see its target: `spotter` is who makes it, −1 for none, and
    it is `late` if nobody who may report saw the target when the turn began as well.
    """

    unit: int
    target: int
    square: int
    mode: Mode = Mode.DIRECT
    colour: Colour = Colour.WHITE
    spotter: int = -1
    late: bool = False


class UnderWay(msgspec.Struct, frozen=True, gc=False):
    """A vehicle that may go on in this turn: the steps it has used, its speed ahead in this round, and whether it
    pushed last. Whoever cannot go on has used them all.

    With the speed die (option 2) it is there from the roll on, with no step used.
    """

    unit: int
    steps: int
    most: int
    pushed: bool


class _GroundWire(msgspec.Struct, frozen=True):
    setup: Setup
    walls: tuple[int, ...] = ()
    dust: tuple[int, ...] = ()


class Ground:
    """The board as it lies, and what follows from the set-up: made once and shared.

    `walls` stand; `dust` are the squares whose wall fell in this turn: they can be driven over but not fired through.
    """

    __slots__ = (
        "buildings", "chart", "cover", "drive", "dust", "flight", "grid", "heights", "high", "low", "open", "setup",
        "standing", "walls", "zones", "zones_b",
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
        self.cover = _cover(self.grid, self.buildings, self.high | self.standing | mask_of(dust))
        self.flight = family.sight_over(self.grid, self.buildings)  # the lines of shells in a high arc
        self.heights = dict(setup.heights)
        self.chart: dict[str, UnitType] = {kind.id: kind for kind in setup.chart}
        self.zones_b = (zone_b_of(setup, RED), zone_b_of(setup, BLUE))
        self.zones = tuple(ranks_of(setup, side) & ~self.zones_b[side] for side in (RED, BLUE))

    @staticmethod
    @lru_cache(maxsize=256)
    def of(setup: Setup, walls: tuple[int, ...], dust: tuple[int, ...] = ()) -> "Ground":
        return Ground(setup, walls, dust)

    def to_wire(self) -> _GroundWire:
        return _GroundWire(self.setup, self.walls, self.dust)

    @staticmethod
    def from_wire(wire: _GroundWire) -> "Ground":
        return Ground.of(wire.setup, wire.walls, wire.dust)


@lru_cache(maxsize=256)
def _cover(grid: Grid, buildings: int, walls: int) -> Cover:
    return Cover(grid, buildings, walls)


class State(msgspec.Struct, Spoken, gc=False):
    ground: Ground
    units: Units
    phase: Phase = Phase.BEGIN
    side: Side = RED
    first: Side = RED
    round: int = 0
    coordinated: tuple[int, ...] = ()  # the units that have taken a slot in this turn
    driving: UnderWay | None = None
    hitched: tuple[tuple[int, int], ...] = ()  # (vehicle, fixed weapon) in position when the turn began
    announced: tuple[AnnouncedShot, ...] = ()
    result: Result | None = None

    def copy(self) -> Self:
        return msgspec.structs.replace(self, units=self.units.copy())

    def kind(self, unit: int) -> UnitType:
        return self.ground.chart[self.units.units[unit].kind]
