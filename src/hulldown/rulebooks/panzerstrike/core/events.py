"""What happened in a game by the Core rules."""

from enum import StrEnum

import msgspec

from hulldown.geometry.squares import Zone
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.core.state import AnnouncedShot, Gear, Phase, Tracks


class Area(StrEnum):
    BODY = "body"
    TRACK = "track"
    TOP = "top"


class Outcome(StrEnum):
    """What a shot did, to its target or to what it struck instead."""

    LOST = "lost"  # its target or its gun was gone before: no dice
    SILENT = "not fired"  # the radio failed
    MISSED = "missed"
    BOUNCED = "no effect"  # hit, not penetrated
    INJURED = "crew injured"
    SEMI = "semi-immobilised"
    IMMOBILISED = "immobilised"
    DESTROYED = "destroyed"
    WALL_FELL = "wall removed"


class FirstDrawn(msgspec.Struct, frozen=True, gc=False, tag=True):
    first: Side


class Deployed(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    square: int
    facing: int


class Hidden(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What the other side hears of a hidden deployment: that a unit was placed, not where."""

    side: Side


class Revealed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Both sides stand: all hidden units are shown."""

    poses: tuple[tuple[int, int, int], ...]


class CommandNamed(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class PhaseBegan(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The table goes to this side, in this phase of this round."""

    phase: Phase
    side: Side
    round: int


class SpeedRolled(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    change: int


class Moved(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A unit went to a pose in so many steps; whether it turned on the way, and where what it tows ended."""

    unit: int
    square: int
    facing: int
    gear: Gear
    steps: int
    turned: bool
    tow: int = -1
    trail: int = -1
    trail_facing: int = 0


class Pushed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A vehicle went one square ahead and the wreck before it one square on."""

    unit: int
    wreck: int
    steps: int


class TurretTurned(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    turret: int


class Announced(msgspec.Struct, frozen=True, gc=False, tag=True):
    shot: AnnouncedShot


class RepairStarted(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class RepairStopped(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class FireOpened(msgspec.Struct, frozen=True, gc=False, tag=True):
    shots: tuple[AnnouncedShot, ...]


class Fired(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An announced shot, stage by stage; a stage that was not come to has its empty value.

    `struck` is the unit that the shell met: the target, or what covered it, or where a miss fell; −1 for none.
    `scattered` is what the miss dice showed. `faces` are the hit dice: one by which the target was missed comes before
    that for whoever was hit instead.
    """

    shot: AnnouncedShot
    outcome: Outcome
    range: int = 0
    covered: bool = False
    radio: str = ""
    accuracy: tuple[int, ...] = ()
    struck: int = -1
    scattered: tuple[str, ...] = ()
    colour: str = ""
    faces: tuple[str, ...] = ()
    area: Area | None = None
    zone: Zone | None = None
    angled: bool = False
    armour: int = 0
    die: int = 0
    penetration: int = 0


class Destroyed(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class Injured(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class Immobilised(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Tracks or wheels are now so; a hit that changes nothing is told too, as repairs begin anew."""

    unit: int
    tracks: Tracks


class TimerSet(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A crew's repair timer shows so much; 0: it is taken away."""

    unit: int
    timer: int


class WaitSet(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The hollow timer of a heavy recovery is set or taken away."""

    unit: int
    waiting: bool


class Repaired(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Tracks or wheels are better again, by the crew itself (`by` is the unit) or a recovery vehicle."""

    unit: int
    by: int
    tracks: Tracks


class WallFell(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A wall was shot down, or a vehicle drove into it."""

    square: int
    by: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    result: Result


Event = (
    FirstDrawn
    | Deployed
    | Hidden
    | Revealed
    | CommandNamed
    | PhaseBegan
    | SpeedRolled
    | Moved
    | Pushed
    | TurretTurned
    | Announced
    | RepairStarted
    | RepairStopped
    | FireOpened
    | Fired
    | Destroyed
    | Injured
    | Immobilised
    | TimerSet
    | WaitSet
    | Repaired
    | WallFell
    | GameEnded
)
