"""What happened in a game of France 1944."""

import msgspec

from hulldown.geometry.squares import Zone
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944.state import Phase


class RolledOff(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Each side's throws, one for every try."""

    red: tuple[int, ...]
    blue: tuple[int, ...]


class FirstChosen(msgspec.Struct, frozen=True, gc=False, tag=True):
    first: Side


class FlagPlaced(msgspec.Struct, frozen=True, gc=False, tag=True):
    side: Side
    square: int


class BarricadePlaced(msgspec.Struct, frozen=True, gc=False, tag=True):
    side: Side
    square: int


class BarricadesEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    side: Side


class Deployed(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    square: int
    facing: int


class Hidden(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What the other side hears of a hidden deployment: that a tank was placed, not where."""

    side: Side


class Revealed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Both sides stand: all hidden tanks are shown."""

    poses: tuple[tuple[int, int, int], ...]


class PhaseBegan(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The table goes to this side, in this phase of this round."""

    phase: Phase
    side: Side
    round: int


class MovementRolled(msgspec.Struct, frozen=True, gc=False, tag=True):
    dice: tuple[int, ...]


class Moved(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    die: int
    square: int
    facing: int


class Fired(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    target: int
    range: int
    zone: Zone
    armour: int
    rolled: tuple[int, ...]
    verdict: Verdict


class Destroyed(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class Damaged(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class FlagCaptured(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    square: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    result: Result


Event = (
    RolledOff
    | FirstChosen
    | FlagPlaced
    | BarricadePlaced
    | BarricadesEnded
    | Deployed
    | Hidden
    | Revealed
    | PhaseBegan
    | MovementRolled
    | Moved
    | Fired
    | Destroyed
    | Damaged
    | FlagCaptured
    | GameEnded
)
