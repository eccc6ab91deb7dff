"""The state of a game: the table, what lies on it, the units, whose choice it is, the command dice."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, Literal, Self

import msgspec

from hulldown.geometry.plane import Base, Shape
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import RED, Side
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Edge, Setup
from hulldown.rulebooks.panzerkampf.tables import Table
from hulldown.rulebooks.panzerkampf.units import UnitType, Weapon


class Phase(StrEnum):
    """What the side to act is to do. In the counter phase it is the side of the window."""

    BEGIN = "begin"
    CHOICE = "choice"  # of edges, and in a standard battle of who deploys first
    DEPLOYMENT = "deployment"
    FIRST = "first"  # who has the first turn
    COMMAND = "command"  # the command dice are to be rolled
    START = "start"  # of the turn: marks, supplies, reinforcements, relief
    MOVEMENT = "movement"
    COUNTER = "counter"
    SHOOTING = "shooting"
    OVER = "over"


class Where(StrEnum):
    """Where a unit is: still to be deployed, on the table, a plane off it, or gone for ever."""

    WAITING = "waiting"
    TABLE = "table"
    AWAY = "away"
    GONE = "gone"


# PK-69, PK-77, PK-78, PK-85, PK-101, PK-R7: what has become of a unit that does not stand on the table.
BRIDGED, DESTROYED, WRECKED = RULES["PK-69"], RULES["PK-77"], RULES["PK-78"]
WAITS, RELIEF, AWAY = RULES["PK-85"], RULES["PK-101"], RULES["PK-R7"]


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A unit. What it did in a turn is kept as the number of that turn, so that no turn has to clear it.

    `moved` is the turn in which it last drove, turned or flew, and `flown` the pieces of that path, absolute: x, y,
    heading, length. `done` is the turn in which it may not move any more, for whatever reason, `digging` that in which
    it digs, `decided` that in which a submarine dived or surfaced. `command` is the last command die that was used on
    it, in the turn `commanded`. `fired` is the turn in which it last used a weapon, and `rounds` says how often each
    fired in that turn's shooting phase; `silent` are the weapons that made a counter-attack, and are silent until its
    owner's next shooting phase ends. `edge` is where a plane left the table. `relief` are units of the large army.
    """

    side: Side
    kind: str
    number: int
    hp: int
    where: Where = Where.WAITING
    x: int = 0
    y: int = 0
    heading: int = 0
    wreck: bool = False
    dived: bool = False
    dug_in: bool = False
    camouflaged: bool = False
    dummy: bool = False
    moved: int = 0
    flown: tuple[tuple[int, int, int, int], ...] = ()
    done: int = 0
    digging: int = 0
    decided: int = 0
    command: str = ""
    commanded: int = 0
    fired: int = 0
    rounds: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()
    edge: Edge | Literal[""] = ""
    relief: bool = False

    @property
    def standing(self) -> bool:
        """On the table and no wreck."""
        return self.where is Where.TABLE and not self.wreck

    @property
    def alive(self) -> bool:
        """PK-87, PK-R7: not destroyed; who waits or is off the table is alive too."""
        return self.where is not Where.GONE and not self.wreck

    @property
    def lot(self) -> tuple[Rule, str]:
        """PK-69, PK-77, PK-78, PK-85, PK-101, PK-R7: what has become of a unit that does not stand on the table.

        The rule, and how a sentence goes on after the unit's name.
        """
        if self.where is Where.WAITING:
            return RELIEF if self.relief else WAITS, "is not on the table yet"
        if self.where is Where.AWAY:
            return AWAY, "is off the table"
        if self.where is Where.TABLE:
            return WRECKED, "is a wreck"
        return (BRIDGED, "is a bridge now") if self.hp > 0 else (DESTROYED, "is destroyed and gone from the table")


class MineField(msgspec.Struct, frozen=True, gc=False):
    """PK-65: a mine field, the unit whose it is, and the units that it struck in this movement phase."""

    owner: int
    x: int
    y: int
    struck: tuple[int, ...] = ()


class LaidBridge(msgspec.Struct, frozen=True, gc=False):
    """PK-68: a vehicle that became a bridge: its middle and heading."""

    x: int
    y: int
    heading: int


class Crate(msgspec.Struct, frozen=True, gc=False):
    """PK-120: a crate of supplies."""

    x: int
    y: int
    heading: int
    hp: int


def numbered(many: int) -> str:
    """The numbers of so many things, told to whoever asked for another one."""
    return f"the last is {many - 1}" if many else "there are none"


class Window(msgspec.Struct, frozen=True, gc=False):
    """PK-57: the side that may counter-attack now, and its units that have a shot."""

    side: Side
    units: tuple[int, ...]


class _GroundWire(msgspec.Struct, frozen=True):
    setup: Setup
    bridges: tuple[LaidBridge, ...]


class Ground:
    """The table with the bridges that lie on it, and what follows from the set-up: made once and shared."""

    wire_type: Any = _GroundWire

    def __init__(self, setup: Setup, bridges: tuple[LaidBridge, ...] = ()) -> None:
        self.setup, self.bridges, self.table = setup, bridges, setup.table
        self.types: dict[str, UnitType] = {row.id: row for row in setup.chart}

    @staticmethod
    @lru_cache(maxsize=256)
    def of(setup: Setup, bridges: tuple[LaidBridge, ...] = ()) -> "Ground":
        return Ground(setup, bridges)

    @cached_property
    def spans(self) -> tuple[Shape, ...]:
        """PK-68: the laid bridges as they lie."""
        size = self.setup.figures.bridge
        return tuple([Base(at.x, at.y, at.heading, size.length, size.width).shape for at in self.bridges])

    def with_bridge(self, bridge: LaidBridge) -> "Ground":
        return Ground.of(self.setup, (*self.bridges, bridge))

    def to_wire(self) -> _GroundWire:
        return _GroundWire(self.setup, self.bridges)

    @staticmethod
    def from_wire(wire: _GroundWire) -> "Ground":
        return Ground.of(wire.setup, wire.bridges)


class State(msgspec.Struct, gc=False):
    """A game. `turn` counts the turns of both sides from 1; a round is two of them."""

    ground: Ground
    units: list[Unit]
    phase: Phase = Phase.BEGIN
    side: Side = RED
    turn: int = 0
    chooser: Side = RED  # who won the roll for the choices
    first: Side = RED  # who deploys first, then who has the first turn
    chosen: bool = False  # whether it is decided who deploys first
    edges: tuple[Edge | Literal[""], Edge | Literal[""]] = ("", "")  # Red's and Blue's
    relief: Edge | Literal[""] = ""  # where the large army comes in
    bank: int = 0  # PK-94: the points that an escort's attacker has to spend
    pool: tuple[str, ...] = ()  # PK-105: the command dice that are still to be used in this turn
    counters: tuple[int, int] = (0, 0)  # PK-124: Red's and Blue's
    marked: int = -1  # PK-119: the unit that is marked in this turn
    mines: tuple[MineField, ...] = ()
    crates: tuple[Crate, ...] = ()
    window: Window | None = None
    result: Result | None = None

    def copy(self) -> Self:
        return msgspec.structs.replace(self, units=self.units.copy())

    @property
    def acting(self) -> Side:
        """Who is to act: in a window whoever may counter-attack."""
        return self.window.side if self.window else self.side

    @property
    def round(self) -> int:
        """A round is one turn of each side."""
        return (self.turn + 1) // 2

    @property
    def setup(self) -> Setup:
        return self.ground.setup

    @property
    def table(self) -> Table:
        return self.ground.table

    def type(self, unit: int) -> UnitType:
        return self.ground.types[self.units[unit].kind]

    def weapon(self, unit: int, weapon: int) -> Weapon:
        return self.type(unit).weapon[weapon]

    def base(self, unit: int) -> Base:
        """PK-43: what a unit covers where it stands."""
        piece, row = self.units[unit], self.type(unit)
        return Base(piece.x, piece.y, piece.heading, row.length, row.width)

    def latest(self, side: Side) -> int:
        """The turn of a side's latest movement phase (PK-R29); 0 before its first one."""
        own = self.turn if side is self.side else self.turn - 1
        early = side is self.side and self.phase in (Phase.COMMAND, Phase.START)
        return max(0, own - 2 if early else own)

    def commanded(self, unit: int, command: str) -> bool:
        """PK-107, PK-R34: whether a command die for a single turn still holds on a unit."""
        piece = self.units[unit]
        if piece.command != command or not piece.commanded:
            return False
        lasts = 1 if command in ("smoke", "repair") else 0  # until its owner's next turn begins
        return self.turn - piece.commanded <= lasts

    def missing(self, unit: int) -> str:
        """What to say if there is no unit with this number; nothing if there is one."""
        many = len(self.units)
        return "" if 0 <= unit < many else f"there is no unit {unit}; {numbered(many)}"

    def name(self, unit: int, of: Side | None = None) -> str:
        """A unit's name, with its side in front unless it is one of `of`."""
        piece = self.units[unit]
        own = f"{self.ground.types[piece.kind].name} {piece.number}"
        return own if piece.side == of else f"{piece.side.label} {own}"

    def absent(self, unit: int, of: Side | None = None) -> Refusal:
        """Why nothing can be done with a unit that does not stand on the table."""
        rule, told = self.units[unit].lot
        return rule.refuse(f"{self.name(unit, of)} {told}")

    def body(self, unit: int, of: Side | None = None) -> str:
        """What to call a unit that is in the way, or its wreck."""
        return f"the wreck of {self.name(unit, of)}" if self.units[unit].wreck else self.name(unit, of)

    def standing(self, side: Side | None = None) -> Iterator[int]:
        """The units on the table, wrecks not among them: of one side, or all."""
        for unit, piece in enumerate(self.units):
            if piece.standing and side in (None, piece.side):
                yield unit
