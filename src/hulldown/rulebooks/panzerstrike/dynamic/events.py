"""What happened in a game by the Dynamic rules."""

import msgspec

from hulldown.geometry.squares import Zone
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase
from hulldown.rulebooks.panzerstrike.firing import Verdict


class RolledOff(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Each side's throws, one for every try."""

    red: tuple[int, ...]
    blue: tuple[int, ...]


class FirstChosen(msgspec.Struct, frozen=True, gc=False, tag=True):
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


class MovementRolled(msgspec.Struct, frozen=True, gc=False, tag=True):
    dice: tuple[int, ...]


class Moved(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A unit went to a pose in so many steps; the die is 0 where it took none, or goes on with the one it has."""

    unit: int
    square: int
    facing: int
    die: int
    steps: int


class Pushed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A dozer went one square ahead and the wreck before it one square on."""

    unit: int
    wreck: int
    die: int


class TurretTurned(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    turret: int


class Fired(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A direct shot. The half-die, if there was one, is the last of the dice."""

    unit: int
    target: int
    range: int
    zone: Zone
    armour: int
    rolled: tuple[int, ...]
    verdict: Verdict


class FiredAtWall(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    square: int
    range: int
    rolled: tuple[int, ...]
    verdict: Verdict


class Lobbed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A parabolic shot, who saw the target, and the places of the dice that were left out for the hit."""

    unit: int
    target: int
    spotter: int
    range: int
    half: bool
    rolled: tuple[int, ...]
    left_out: tuple[int, ...]
    verdict: Verdict


class Destroyed(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class Damaged(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class Repaired(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    by: int


class WallFell(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A wall was shot down, or a vehicle drove into it."""

    square: int
    by: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    result: Result


Event = (
    RolledOff
    | FirstChosen
    | Deployed
    | Hidden
    | Revealed
    | CommandNamed
    | PhaseBegan
    | MovementRolled
    | Moved
    | Pushed
    | TurretTurned
    | Fired
    | FiredAtWall
    | Lobbed
    | Destroyed
    | Damaged
    | Repaired
    | WallFell
    | GameEnded
)
