"""What happened in a game."""

from enum import StrEnum
from typing import Literal

import msgspec

from hulldown.kernel.rule import Modifier
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf.setup import Edge
from hulldown.rulebooks.panzerkampf.state import Phase

Spot = tuple[int, int]


class Part(StrEnum):
    """PK-71 … PK-74: the armour that is tested."""

    FRONT = "front"
    SIDE = "side"
    BACK = "back"
    TOP = "top"
    BOTTOM = "bottom"


# Set-up


class RolledOff(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Red's and Blue's dice, as often as they were rolled, and who chooses first."""

    rolls: tuple[tuple[int, int], ...]
    winner: Side


class EdgeTaken(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A side of the table was chosen; the other side has the opposite one."""

    side: Side
    edge: Edge


class FirstChosen(msgspec.Struct, frozen=True, gc=False, tag=True):
    """It was chosen who deploys first."""

    side: Side
    first: Side


class EdgesAssigned(msgspec.Struct, frozen=True, gc=False, tag=True):
    escorter: Edge
    attacker: Edge


class Deployed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A unit was put on the table; a bought one is new, and cost so many points."""

    unit: int
    side: Side
    kind: str
    x: int
    y: int
    heading: int
    cost: int = 0


class TurnTaken(msgspec.Struct, frozen=True, gc=False, tag=True):
    """It was chosen who has the first turn."""

    side: Side
    first: Side


class PhaseBegan(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The table goes to this side, in this phase of this turn."""

    phase: Phase
    side: Side
    turn: int


# The start of a turn


class BankGrew(msgspec.Struct, frozen=True, gc=False, tag=True):
    points: int
    bank: int


class ReliefCame(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The large army comes in at an edge."""

    side: Side
    edge: Edge


class CommandRolled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The command dice, and what each of them means; a barrage has become a counter already."""

    side: Side
    dice: tuple[int, ...]
    commands: tuple[str, ...]
    counters: int


class Commanded(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A command die was used on a unit."""

    command: str
    unit: int


class CrateDropped(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A crate was aimed at a place and fell at another; it lies with a heading, or was destroyed: then that is −1."""

    side: Side
    aim: Spot
    die: int
    direction: int
    at: Spot
    heading: int


# Movement


class Dived(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class Surfaced(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class Digging(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int


class DugIn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A trench is ready."""

    unit: int


class Moved(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A unit went along the pieces of a path (x, y, heading, length, absolute; below 0 backwards) to a pose.

    `cost` is what it took of MOV in 1/100 mm, rounded up, `turned` what it took of TRN. `edge` is the one over which a
    plane left the table, or `entered` the one over which it came back.
    """

    unit: int
    legs: tuple[tuple[int, int, int, int], ...]
    x: int
    y: int
    heading: int
    cost: int
    turned: int
    edge: Edge | Literal[""] = ""
    entered: Edge | Literal[""] = ""


class MineStruck(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A unit touched a mine field."""

    field: int
    unit: int


class FieldsRemoved(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The mine fields that struck somebody in this movement phase are gone."""

    fields: tuple[int, ...]


# Counter-attacks


class WindowOpened(msgspec.Struct, frozen=True, gc=False, tag=True):
    """These units of a side may counter-attack."""

    side: Side
    units: tuple[int, ...]


class WindowClosed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A side passed, or has no counter-attack left."""

    side: Side
    passed: bool


# Shooting


class Fired(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A normal or heavy weapon was fired at a unit, or at a crate: then `target` is −1.

    `dice` are all that fell, those for twelves and for ones rolled again included; a shot hits with `needed` or more on
    the bare die, after all modifiers.
    """

    unit: int
    weapon: int
    target: int
    modifiers: tuple[Modifier, ...]
    needed: int
    dice: tuple[int, ...]
    hits: int
    counter: bool
    crate: int = -1


class Shelled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An artillery weapon was fired at a place, or a barrage: then `unit` and `weapon` are −1.

    `dice` are the deviation dice as they fell, `directions` those of the artillery die, one for each impact.
    """

    unit: int
    weapon: int
    side: Side
    aim: Spot
    dice: tuple[int, ...]
    directions: tuple[int, ...]
    impacts: tuple[Spot, ...]
    counter: bool = False


class Bombed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Bombs were dropped at a place of the path, flying that way."""

    unit: int
    weapon: int
    drop: Spot
    heading: int
    dice: tuple[int, ...]
    direction: int
    impacts: tuple[Spot, ...]


class Repaired(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A repair tool was used on a friend, and gave it back so many hit points."""

    unit: int
    weapon: int
    target: int
    needed: int
    dice: tuple[int, ...]
    hp: int
    counter: bool = False


class Planted(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A mine field was to be planted at a place; `planted` says whether it was."""

    unit: int
    weapon: int
    x: int
    y: int
    needed: int
    dice: tuple[int, ...]
    planted: bool


class Defused(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A mine field was to be defused; `defused` says whether it was."""

    unit: int
    weapon: int
    field: int
    needed: int
    dice: tuple[int, ...]
    defused: bool


class BridgeLaid(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    x: int
    y: int
    heading: int


# Damage


class Damaged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The armour tests of all hits of one weapon, or of a mine field, on one unit.

    `dice` are all that fell, those for twelves included; a die of `needed` or more, or a twelve, is a wound. A dummy
    rolled `tests`, and took the last of them if it failed; `lost` are the hit points lost, and `hp` what is left, which
    may be below 0.
    """

    unit: int
    part: Part
    armour: int
    penetration: int
    needed: int
    dice: tuple[int, ...]
    wounds: int
    tests: tuple[int, ...]
    lost: int
    hp: int


class Wrecked(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A unit at exactly 0 hit points stays as a wreck."""

    unit: int


class Destroyed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A unit or a wreck is gone from the table; `exploded` if it fell below 0 hit points, or was a wreck."""

    unit: int
    exploded: bool


class CrateHit(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The armour tests of hits on a crate; below 1 hit point it is gone."""

    crate: int
    needed: int
    dice: tuple[int, ...]
    hp: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    result: Result


Event = (
    RolledOff
    | EdgeTaken
    | FirstChosen
    | EdgesAssigned
    | Deployed
    | TurnTaken
    | PhaseBegan
    | BankGrew
    | ReliefCame
    | CommandRolled
    | Commanded
    | CrateDropped
    | Dived
    | Surfaced
    | Digging
    | DugIn
    | Moved
    | MineStruck
    | FieldsRemoved
    | WindowOpened
    | WindowClosed
    | Fired
    | Shelled
    | Bombed
    | Repaired
    | Planted
    | Defused
    | BridgeLaid
    | Damaged
    | Wrecked
    | Destroyed
    | CrateHit
    | GameEnded
)
