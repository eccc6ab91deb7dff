"""What happened in a game."""

from enum import StrEnum

import msgspec

from hulldown.geometry.hexes import Zone
from hulldown.kernel.rule import Modifier
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.squadron.state import Gear, Phase


class Outcome(StrEnum):
    """What a shot did."""

    DESTROYED = "destroyed"
    RICOCHET = "ricochet"
    DUD = "dud"
    MISSED = "missed"


class FirstDrawn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Red's and Blue's dice, as often as they were rolled, and who places first."""

    rolls: tuple[tuple[int, int], ...]
    first: Side


class TilePlaced(msgspec.Struct, frozen=True, gc=False, tag=True):
    side: Side
    kind: str
    hex: int


class Deployed(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    hex: int
    facing: int


class PhaseBegan(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The table goes to this side, in this phase of this turn."""

    phase: Phase
    side: Side
    turn: int


class InitiativeRolled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Red's and Blue's dice, as often as they were rolled, and who has the initiative."""

    rolls: tuple[tuple[int, int], ...]
    side: Side


class SwungBack(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class TurretsKept(msgspec.Struct, frozen=True, gc=False, tag=True):
    side: Side
    units: tuple[int, ...]


class Activated(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A tank was activated, its breakdown die rolled, and it broke down or not."""

    unit: int
    die: int
    broken: bool


class MovementRolled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A tank's movement dice, the points they give it, and whether it is excused from entering a hex."""

    unit: int
    dice: tuple[int, ...]
    points: int
    excused: bool


class Stepped(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    hex: int
    cost: int
    gear: Gear


class HouseFlattened(msgspec.Struct, frozen=True, gc=False, tag=True):
    hex: int
    unit: int


class Turned(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    facing: int
    cost: int


class WindowOpened(msgspec.Struct, frozen=True, gc=False, tag=True):
    """These tanks of a side may react to the last step."""

    side: Side
    units: tuple[int, ...]


class WindowClosed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A side passed, or nobody of it has a shot any more; the mover goes on."""

    side: Side
    passed: bool


class Fired(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A shot: what the D10 met, and if it hit the D100; a die that did not fall is 0.

    `bonus` is the hit bonus, −1 for a miss.
    """

    unit: int
    target: int
    corner: int
    zone: Zone
    modifiers: tuple[Modifier, ...]
    die: int
    bonus: int
    pierced: int
    penetration: int
    armour: int
    outcome: Outcome
    reaction: bool


class Destroyed(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class Ambushed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A tank lay down in ambush."""

    unit: int


class ActivationEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A tank's activation is over; it stays in movement or stands."""

    unit: int
    moving: bool


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    result: Result


Event = (
    FirstDrawn
    | TilePlaced
    | Deployed
    | PhaseBegan
    | InitiativeRolled
    | SwungBack
    | TurretsKept
    | Activated
    | MovementRolled
    | Stepped
    | HouseFlattened
    | Turned
    | WindowOpened
    | WindowClosed
    | Fired
    | Destroyed
    | Ambushed
    | ActivationEnded
    | GameEnded
)
