"""What a player of France 1944 can order."""

import msgspec

from hulldown.kernel.side import Side


class Begin(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll off for the choice of who plays first."""


class ChooseFirst(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The winner of the roll-off says who plays first."""

    first: Side


class PlaceFlag(msgspec.Struct, frozen=True, gc=False, tag=True):
    square: int


class PlaceBarricade(msgspec.Struct, frozen=True, gc=False, tag=True):
    square: int


class EndBarricades(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Leave the barricades that are left in the box."""


class Deploy(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Put the next tank of a class on a square."""

    kind: str
    square: int
    facing: int


class RollMovement(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Open the turn with the movement dice."""


class Move(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Give a die to a tank and drive it to a pose; the way there is the shortest."""

    unit: int
    die: int
    square: int
    facing: int


class EndMovement(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Go over to shooting."""


class Fire(msgspec.Struct, frozen=True, gc=False, tag=True):
    unit: int
    target: int


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Leave the table to the other side."""


Order = (
    Begin
    | ChooseFirst
    | PlaceFlag
    | PlaceBarricade
    | EndBarricades
    | Deploy
    | RollMovement
    | Move
    | EndMovement
    | Fire
    | EndTurn
)
