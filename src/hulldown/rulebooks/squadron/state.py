"""The state of a game: the mat with its tiles, the tanks, whose choice it is, the tank under way, the open window."""

from enum import StrEnum
from functools import lru_cache
from typing import Any, Self

import msgspec

from hulldown.geometry.hexes import mask_of
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import RED, Side
from hulldown.rulebooks.squadron.setup import CRATER, HEDGE, LARGE, OPEN, RUIN, SMALL, Card, Setup


class Phase(StrEnum):
    """What the side to act is to do. In a reaction window the other side acts, and the phase stays."""

    BEGIN = "begin"
    TILES = "tiles"
    DEPLOYMENT = "deployment"
    INITIATIVE = "initiative"
    TURRETS = "turrets"
    ACTIVATION = "activation"
    MOVEMENT = "movement"
    OVER = "over"


class Gear(StrEnum):
    NEUTRAL = "neutral"
    FORWARD = "forward"
    REVERSE = "reverse"


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A tank. What it did in a turn is kept as the number of that turn, so that no turn has to clear it.

    `turret` is turned against the hull by so many corners clockwise. `moving` is the marker of a tank in movement, and
    `began` the same as it was when the turn began. `activated`, `ambush`, `reacted` and `broken` are the turns in which
    it was activated, lay down in ambush, made an attack of opportunity, which uses an ambush up, and broke down.
    """

    side: Side
    card: str
    number: int
    hex: int = -1
    facing: int = 0
    turret: int = 0
    destroyed: bool = False
    moving: bool = False
    began: bool = False
    activated: int = 0
    ambush: int = 0
    reacted: int = 0
    broken: int = 0

    @property
    def intact(self) -> bool:
        return not self.destroyed

    @property
    def gun(self) -> int:
        """The corner that the gun points at."""
        return (self.facing + self.turret) % 6


class Units:
    """The tanks in a list, a tank's id its place in it for ever, and the hexes with any tank and with wrecks.

    The masks follow from the tanks: they are not sent or stored, and are rebuilt on loading.
    """

    __slots__ = ("occupied", "units", "wrecks")
    wire_type: Any = list[Unit]

    def __init__(self, units: list[Unit]) -> None:
        self.units = units
        self.occupied = self.wrecks = 0
        for unit in units:
            self._toggle(unit)

    def _toggle(self, unit: Unit) -> None:
        if unit.hex >= 0:
            self.occupied ^= 1 << unit.hex
            if unit.destroyed:
                self.wrecks ^= 1 << unit.hex

    def put(self, place: int, unit: Unit) -> None:
        """The tank with this id is now so."""
        self._toggle(self.units[place])
        self.units[place] = unit
        self._toggle(unit)

    def standing_on(self, place: int) -> int:
        """The id of the tank on a hex; −1 if there is none."""
        return next((unit for unit, piece in enumerate(self.units) if piece.hex == place), -1)

    def copy(self) -> Self:
        twin: Self = object.__new__(type(self))
        twin.units, twin.occupied, twin.wrecks = self.units.copy(), self.occupied, self.wrecks
        return twin

    def to_wire(self) -> list[Unit]:
        return self.units

    @classmethod
    def from_wire(cls, units: list[Unit]) -> Self:
        return cls(units)


class Activation(msgspec.Struct, frozen=True, gc=False):
    """The tank that is activated now, and what it has done.

    Before the movement roll, after a breakdown die, `rolled` is −1. `left` are its points, `entered` the hexes it has
    entered, in one `gear`. In its present hex it has turned by so many `corners`, whichever way. `excused` is a tank
    that could not have entered any hex with what it rolled.
    """

    unit: int
    rolled: int = -1
    left: int = 0
    entered: int = 0
    gear: Gear = Gear.NEUTRAL
    corners: int = 0
    excused: bool = False


class Window(msgspec.Struct, frozen=True, gc=False):
    """The side that may react to the movement now, and its tanks that have a shot."""

    side: Side
    units: tuple[int, ...]


class _GroundWire(msgspec.Struct, frozen=True):
    setup: Setup
    cells: str


class Ground:
    """The mat as it lies, and what follows from the set-up: made once and shared. `cells` has a sign for each hex."""

    __slots__ = ("cards", "cells", "craters", "grid", "hedges", "large", "open", "ruins", "setup", "small")
    wire_type: Any = _GroundWire

    def __init__(self, setup: Setup, cells: str) -> None:
        self.setup, self.cells, self.grid = setup, cells, setup.mat.grid
        self.cards: dict[str, Card] = {card.id: card for card in setup.cards}
        self.open, self.craters, self.large, self.small, self.ruins, self.hedges = (
            mask_of(at for at, sign in enumerate(cells) if sign == tile)
            for tile in (OPEN, CRATER, LARGE, SMALL, RUIN, HEDGE)
        )

    @staticmethod
    @lru_cache(maxsize=256)
    def of(setup: Setup, cells: str) -> "Ground":
        return Ground(setup, cells)

    def with_tile(self, place: int, sign: str) -> "Ground":
        return Ground.of(self.setup, f"{self.cells[:place]}{sign}{self.cells[place + 1 :]}")

    def under(self, place: int) -> "Ground":
        """SQ-100, SQ-Q32: the mat once a tank stands on a hex: a small house has fallen."""
        return self.with_tile(place, RUIN) if self.small >> place & 1 else self

    def to_wire(self) -> _GroundWire:
        return _GroundWire(self.setup, self.cells)

    @staticmethod
    def from_wire(wire: _GroundWire) -> "Ground":
        return Ground.of(wire.setup, wire.cells)


class State(msgspec.Struct, gc=False):
    ground: Ground
    units: Units
    phase: Phase = Phase.BEGIN
    side: Side = RED
    first: Side = RED  # who places tiles and tanks first, then who has the initiative
    turn: int = 0
    placed: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # the kinds of tiles that each side has placed
    active: Activation | None = None
    window: Window | None = None
    result: Result | None = None

    def copy(self) -> Self:
        return msgspec.structs.replace(self, units=self.units.copy())

    @property
    def acting(self) -> Side:
        """Who is to act: in a window whoever may react."""
        return self.window.side if self.window else self.side

    @property
    def round(self) -> int:
        """The turn, by the name that it has in other books."""
        return self.turn

    def card(self, unit: int) -> Card:
        return self.ground.cards[self.units.units[unit].card]

    def name(self, unit: int, of: Side | None = None) -> str:
        """A tank's name, with its side in front unless it is one of `of`."""
        piece = self.units.units[unit]
        own = f"{self.ground.cards[piece.card].name} {piece.number}"
        return own if piece.side == of else f"{piece.side.label} {own}"

    def place(self, place: int) -> str:
        return self.ground.grid.names[place]
