"""Questions about bare ground, before anybody stands on it: zones, room, sight, lines, and what lies on what."""

from typing import Annotated, Literal

import msgspec

from hulldown.kernel.files import TextRepair
from hulldown.kernel.picture import Place
from hulldown.kernel.rule import Refusal

Hundredths = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]  # 1/100 mm


class GroundQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked. Of every board: the deployment `zones`, and the `sight` from a place.

    Of a free table: the `room` for a base so long and wide, or what follows where the piece `feature` of the terrain
    `overlaps` others; lengths and places are in 1/100 mm. Of squares and hexes, by their numbers: the `line` from
    `square` to `to`, and the `longest` line that there is; `ranks` are how deep zones are that a scenario makes deeper
    or shallower.
    """

    ask: Literal["zones", "room", "sight", "overlaps", "line", "longest"]
    x: Hundredths = 0
    y: Hundredths = 0
    length: Hundredths = 0
    width: Hundredths = 0
    feature: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    square: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    to: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    ranks: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0  # 0: as the book has them


class GroundZone(msgspec.Struct, frozen=True):
    """The zones of one way to play and whose they are; where they do not fit, what is told says so.

    On a free table they are areas, on squares and hexes the cells in which a unit can stand.
    """

    campaign: str
    side: Literal["red", "blue", ""]
    areas: tuple[tuple[Place, ...], ...]
    told: str
    rule: str
    fits: bool = True
    cells: tuple[int, ...] = ()


class GroundCells(msgspec.Struct, frozen=True):
    """Places on a grid, each the middle of a cell `step` wide: the numbers of those that are meant, row by row."""

    step: int
    columns: int
    rows: int
    cells: tuple[int, ...]


class GroundOverlap(msgspec.Struct, frozen=True):
    """Another piece of terrain on which the one that was asked about lies, and what holds where both are."""

    feature: int
    name: str
    told: str
    rule: str


class GroundRemark(msgspec.Struct, frozen=True):
    told: str
    rule: str = ""
    cells: tuple[int, ...] = ()


class GroundCount(msgspec.Struct, frozen=True):
    """How many of a thing lie on the board, beside how many the players have between them."""

    sign: str
    now: int
    hands: int


class GroundReply(msgspec.Struct, frozen=True):
    """The answer: in a sentence with its rule, and what a screen draws over the ground; or why there is none.

    `remarks` are worth a look and no faults, each with the cells that it is about; `repairs` would take the refusal
    away.
    """

    told: str = ""
    rule: str = ""
    zones: tuple[GroundZone, ...] = ()
    cells: GroundCells | None = None
    overlaps: tuple[GroundOverlap, ...] = ()
    counts: tuple[GroundCount, ...] = ()
    remarks: tuple[GroundRemark, ...] = ()
    repairs: tuple[TextRepair, ...] = ()
    refusal: Refusal | None = None
