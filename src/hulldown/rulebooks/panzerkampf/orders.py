"""What a player can order. Places are in 1/100 mm, headings and turns in whole degrees, turns to the right positive."""

from typing import Annotated

import msgspec

from hulldown.rulebooks.panzerkampf.figures import CM, MOST_CM
from hulldown.rulebooks.panzerkampf.setup import Edge

MOST_LEGS = 60
FAR = 2 * MOST_CM * CM  # no place and no way that a rule could allow is farther

Id = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Coordinate = Annotated[int, msgspec.Meta(ge=-FAR, le=FAR)]
Heading = Annotated[int, msgspec.Meta(ge=0, le=359)]
Kind = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
# PK-05, PK-R2: a turn, and then a straight piece; a piece backwards is below 0.
Stretch = tuple[Annotated[int, msgspec.Meta(ge=-3600, le=3600)], Coordinate]
Path = Annotated[tuple[Stretch, ...], msgspec.Meta(max_length=MOST_LEGS)]


# Set-up


class Begin(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Begin: in a standard battle both roll for the choices."""


class TakeEdge(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Standard battle: take the choice of the table side, and this one. Relief: come in at this edge."""

    edge: Edge


class SetUpFirst(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Standard battle: take the other choice: whether one's own side deploys first."""

    own: bool


class AssignEdges(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Escort: the attacker gives the escorter an edge and takes a neighbouring one."""

    escorter: Edge
    attacker: Edge


class Deploy(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Put the next unit of a kind on the table: at set-up, as a bought reinforcement, or as relief."""

    kind: Kind
    x: Coordinate
    y: Coordinate
    heading: Heading


class TakeTurn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Have the first turn, or leave it to the other side."""

    first: bool


# The turn


class RollCommand(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll the command dice that open a turn."""


class Command(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Use a command die of the pool on a unit: of one's own, or for Mark of the enemy's."""

    command: Kind
    unit: Id


class Supply(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Use the die Supplies: drop a crate aimed at a place."""

    x: Coordinate
    y: Coordinate


class EndStart(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Go on to the movement phase."""


class Dive(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A submarine dives, before it moves."""

    unit: Id


class Surface(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A submarine surfaces, before it moves."""

    unit: Id


class DigIn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An infantry unit stays where it is, does nothing in this turn, and digs a trench."""

    unit: Id


class Move(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Drive, sail or fly along a path."""

    unit: Id
    path: Path


class Enter(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A plane comes back over the edge at a place of it, with a heading, and flies on along a path."""

    unit: Id
    x: Coordinate
    y: Coordinate
    heading: Heading
    path: Path


class EndMovement(msgspec.Struct, frozen=True, gc=False, tag=True):
    """End the movement phase; counter-attacks and shooting follow."""


class Fire(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Fire a normal or heavy weapon at a unit or wreck, or use a repair tool on a friend."""

    unit: Id
    weapon: Id
    target: Id


class FireAtCrate(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Fire a normal or heavy weapon at a crate."""

    unit: Id
    weapon: Id
    crate: Id


class Shell(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Fire an artillery weapon at a place."""

    unit: Id
    weapon: Id
    x: Coordinate
    y: Coordinate


class Bomb(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Drop bombs after so much of the path flown in this turn, in 1/100 mm."""

    unit: Id
    weapon: Id
    along: Coordinate


class Barrage(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Pay counters for an artillery attack at a place."""

    x: Coordinate
    y: Coordinate


class Plant(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Plant a mine field with its middle at a place."""

    unit: Id
    weapon: Id
    x: Coordinate
    y: Coordinate


class Defuse(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Defuse a mine field."""

    unit: Id
    weapon: Id
    field: Id


class LayBridge(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A bridge layer becomes a bridge, for ever."""

    unit: Id


class Pass(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Make no counter-attack, or no more of them, after this movement."""


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """End the shooting phase, and the turn."""


Order = (
    Begin
    | TakeEdge
    | SetUpFirst
    | AssignEdges
    | Deploy
    | TakeTurn
    | RollCommand
    | Command
    | Supply
    | EndStart
    | Dive
    | Surface
    | DigIn
    | Move
    | Enter
    | EndMovement
    | Fire
    | FireAtCrate
    | Shell
    | Bomb
    | Barrage
    | Plant
    | Defuse
    | LayBridge
    | Pass
    | EndTurn
)
