"""What a player can order by the Core rules."""

import msgspec

from hulldown.rulebooks.panzerstrike.core.state import Colour, Gear, Mode


class Begin(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Draw by lot who plays first."""


class Deploy(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Put the next unit of a type on a square."""

    kind: str
    square: int
    facing: int


class NameCommand(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Say which tank commands (option 1)."""

    unit: int


class RollSpeed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Take a slot for a vehicle and roll the speed die (option 2)."""

    unit: int


class Move(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Drive a vehicle to a pose in a gear, or turn a fixed weapon; the way is the shortest.

    `tow` is the fixed weapon that it pulls, `trail` the square on which that ends; −1 for none.
    """

    unit: int
    square: int
    facing: int
    gear: Gear = Gear.FORWARD
    tow: int = -1
    trail: int = -1


class Push(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Push the wreck straight ahead one square on."""

    unit: int


class TurnTurret(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Lay a turret, or a crane, so many eighths clockwise off the bow."""

    unit: int
    turret: int


class EndMovement(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Go over to announcing."""


class Announce(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Put a shot at an enemy unit on the list."""

    unit: int
    target: int
    mode: Mode = Mode.DIRECT
    colour: Colour = Colour.WHITE


class AnnounceWall(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Put a shot at a wall on the list."""

    unit: int
    square: int


class StartRepair(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Send the crew out to repair instead of firing."""

    unit: int


class StopRepair(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Call the crew back."""

    unit: int


class OpenFire(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The list is fixed; now the dice fall."""


class Resolve(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Roll for the announced shot of a unit; the order of the shots is the player's."""

    unit: int


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Leave the table to the other side."""


Order = (
    Begin
    | Deploy
    | NameCommand
    | RollSpeed
    | Move
    | Push
    | TurnTurret
    | EndMovement
    | Announce
    | AnnounceWall
    | StartRepair
    | StopRepair
    | OpenFire
    | Resolve
    | EndTurn
)
