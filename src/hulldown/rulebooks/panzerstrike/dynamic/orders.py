"""What a player can order by the Dynamic rules."""

import msgspec

from hulldown.kernel.side import Side


class Begin(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll off for the choice of who plays first."""


class ChooseFirst(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The winner of the roll-off says who plays first."""

    first: Side


class Deploy(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Put the next unit of a class on a square."""

    kind: str
    square: int
    facing: int


class NameCommand(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Say which tank commands."""

    unit: int


class RollMovement(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Open the turn with the Blue dice."""


class Move(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Drive a vehicle to a pose, or turn a fixed weapon; the way is the shortest.

    Without a die (0) the smallest one that covers the way is taken. One step never takes one.
    """

    unit: int
    square: int
    facing: int
    die: int = 0


class Push(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Push the wreck ahead of a dozer one square on. A die (0: the smallest that covers it) is taken if it has none."""

    unit: int
    die: int = 0


class TurnTurret(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Lay a turret so many eighths clockwise off the bow: realistic miniatures."""

    unit: int
    turret: int


class EndMovement(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Go over to firing."""


class Fire(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Fire directly at an enemy unit."""

    unit: int
    target: int


class FireAtWall(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Fire directly at a wall."""

    unit: int
    square: int


class Lob(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Fire in a high arc at an enemy unit; `half`: with the half-die in place of one of the dice."""

    unit: int
    target: int
    half: bool = False


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Leave the table to the other side."""


Order = (
    Begin
    | ChooseFirst
    | Deploy
    | NameCommand
    | RollMovement
    | Move
    | Push
    | TurnTurret
    | EndMovement
    | Fire
    | FireAtWall
    | Lob
    | EndTurn
)
