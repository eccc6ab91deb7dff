"""What a player can order. On the wire a hex is called `square`, as a cell is on every table."""

import msgspec


class Begin(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll who places first."""


class PlaceTile(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Put one of one's tiles on a hex."""

    kind: str
    hex: int = msgspec.field(name="square")


class Deploy(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Put the next tank with a card on a hex of one's border."""

    card: str
    hex: int = msgspec.field(name="square")
    facing: int


class RollInitiative(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Begin the turn: a D10 for each side."""


class SwingBack(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Swing a turned turret back to straight ahead."""

    unit: int


class SwingAllBack(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Swing all turned turrets of one's own back."""


class KeepTurrets(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Leave all turrets that are still turned as they are."""


class Activate(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Activate a tank that may break down, and roll its breakdown die; its action is chosen afterwards."""

    unit: int


class RollMovement(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Take a movement action: roll a tank's movement dice."""

    unit: int


class Step(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Drive the tank under way into a hex next to it, ahead or in reverse."""

    hex: int = msgspec.field(name="square")


class Turn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Turn the hull of the tank under way to a corner."""

    facing: int


class Fire(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Fire at a tank, with the gun at a corner of the firer's hex."""

    unit: int
    target: int
    corner: int


class Ambush(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Leave a tank in ambush."""

    unit: int


class EndActivation(msgspec.Struct, frozen=True, gc=False, tag=True):
    """End the activation of the tank under way, stationary or in movement."""

    moving: bool


class Pass(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Do not react, or not any more, to this step."""


Order = (
    Begin
    | PlaceTile
    | Deploy
    | RollInitiative
    | SwingBack
    | SwingAllBack
    | KeepTurrets
    | Activate
    | RollMovement
    | Step
    | Turn
    | Fire
    | Ambush
    | EndActivation
    | Pass
)
