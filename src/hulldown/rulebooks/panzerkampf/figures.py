"""The dice and figures of the game, and the bounds of every number that a file may hold."""

from typing import Annotated, Literal

import msgspec

from hulldown.kernel.files import Fault
from hulldown.rulebooks.panzerkampf.rules import RULES

PK_22, PK_71, PK_88, PK_97 = RULES["PK-22"], RULES["PK-71"], RULES["PK-88"], RULES["PK-97"]
PK_108, PK_R53 = RULES["PK-108"], RULES["PK-R53"]
CM = 1000  # 1/100 mm
MOST_CM = 240  # the longest side of a table
INSTEAD = ("camouflage", "smoke", "entrench", "dummy", "repair")  # PK-110 … PK-115: of moving; repair of all actions
COMMANDS = ("advance", *INSTEAD, "aim", "ammunition", "penetration", "mark", "supplies", "barrage")

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Few = Annotated[int, msgspec.Meta(ge=0, le=20)]
Some = Annotated[int, msgspec.Meta(ge=1, le=20)]
Armour = Annotated[int, msgspec.Meta(ge=0, le=40)]
Centimetres = Annotated[int, msgspec.Meta(ge=0, le=MOST_CM)]
Degrees = Annotated[int, msgspec.Meta(ge=0, le=180)]
Size = Annotated[int, msgspec.Meta(ge=500, le=15 * CM)]  # of what lies on the table, in 1/100 mm
Rounds = Annotated[int, msgspec.Meta(ge=0, le=100)]  # 0 for no end
Part = tuple[Some, Some]  # a fraction
# What set-ups made under version 1 said of the least table, its long side first: they are read and written as they are,
# and nothing asks for it any more (PK-R42).
LeastTable = tuple[Centimetres, Centimetres] | msgspec.UnsetType


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    size: Size
    hits: Some
    penetration: Few
    damage: Some


class Bridge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    length: Size
    width: Size
    lap: Annotated[int, msgspec.Meta(ge=0, le=5 * CM)]


class Crate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    size: Size
    accuracy: Few
    reach: Centimetres
    step: Annotated[int, msgspec.Meta(ge=1, le=90)]
    armour: Armour
    hp: Some


class Barrage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    counters: Some
    attacks: Some
    accuracy: Few
    penetration: Few
    damage: Some


class Standard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    apart: Centimetres
    depth: Centimetres
    batches: Some
    table: LeastTable = msgspec.UNSET


class Escort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    share: Part
    depth: Centimetres
    beyond: Centimetres
    reinforcement: Annotated[int, msgspec.Meta(ge=0, le=100)]
    pace: Centimetres
    clear: Centimetres
    arrival: Centimetres
    table: LeastTable = msgspec.UNSET


class Encircled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    share: Part
    square: Centimetres
    apart: Centimetres
    relief: Annotated[int, msgspec.Meta(ge=1, le=100)]
    depth: Centimetres
    clear: Centimetres
    table: LeastTable = msgspec.UNSET


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice and figures: `dice.toml` explains each."""

    die: Annotated[int, msgspec.Meta(ge=2, le=20)]
    directions: Literal[8, 12]
    slow: Some
    swimming: Some
    reversing: Some
    least_flight: Part
    trench: Few
    wander: Centimetres
    bomb_step: Centimetres
    front_angle: Degrees
    side_angle: Degrees
    mine: Mine
    bridge: Bridge
    command_points: Annotated[int, msgspec.Meta(ge=100, le=50_000)]
    command: Annotated[tuple[str, ...], msgspec.Meta(max_length=20)]
    advance: Some
    camouflage: Few
    smoke: Few
    smoke_reach: Centimetres
    entrench: Few
    dummy: Some
    mended: Few
    aim: Few
    extra_rounds: Few
    extra_penetration: Few
    mark: Few
    mark_reach: Centimetres
    crate: Crate
    barrage: Barrage
    flying: Part
    standard: Standard
    escort: Escort
    encircled: Encircled
    rounds: Rounds


def check_figures(figures: Figures, where: str) -> None:
    """PK-22, PK-71, PK-108: figures that agree with each other."""
    if len(figures.command) != figures.die or not set(figures.command) <= set(COMMANDS):
        told = f"the command table needs {figures.die} entries, each of them one of {', '.join(COMMANDS)}"
        raise Fault(where, told, PK_108.id)
    if figures.front_angle > figures.side_angle:
        told = f"the front ends at {figures.front_angle}° and the side at {figures.side_angle}°; turn them round"
        raise Fault(where, told, PK_71.id)
    for field, (over, under), rule in (
        ("least_flight", figures.least_flight, PK_22),
        ("flying", figures.flying, PK_R53),
        ("escort.share", figures.escort.share, PK_88),
        ("encircled.share", figures.encircled.share, PK_97),
    ):
        if over > under:
            raise Fault(where, f"{field} is {over}/{under}; it must be a part of 1", rule.id)
