"""The files of the family's books: maps of squares with walls and barricades, scenarios, totals for two sides."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from hulldown.kernel.files import Fault, read_text
from hulldown.kernel.rule import Rule
from hulldown.rulebooks.files import Head, board_file
from hulldown.rulebooks.panzerstrike.board import Board, Map, parse_map
from hulldown.rulebooks.panzerstrike.setup import Name

N = TypeVar("N", bound=float)
Areas = Annotated[list[str], msgspec.Meta(max_length=500)]
MAPS = (".txt", ".map")
ARMY = "heavy=2,medium=5,light=4"  # how an army is written in one line
_AREA = re.compile(r"([A-Z]{1,2}[1-9][0-9]{0,2})(?::([A-Z]{1,2}[1-9][0-9]{0,2}))?")


class Pair(msgspec.Struct, Generic[N], frozen=True, forbid_unknown_fields=True):
    """A number for each side."""

    red: N
    blue: N


def for_both(total: N | Pair[N]) -> Pair[N]:
    """The totals of the two sides, where one number is for both."""
    return total if isinstance(total, Pair) else Pair(total, total)


class Sheet(Head, frozen=True):
    """The head of a scenario's file, with its map."""

    map: Name


class WalledSheet(Sheet, frozen=True, kw_only=True):
    """What scenarios with walls and SPAA have alike. Walls and barricades are the map's where the file names none."""

    walls: Areas | None = None
    low: Areas | None = None
    high: Areas | None = None
    spaa: int = 0
    lost_spaa: int = 0
    turn_limit: int = 0
    zone_b: Areas = msgspec.field(default_factory=list)
    hidden: bool = False
    figures: dict[str, Any] = msgspec.field(default_factory=dict)


@cache
def maps_of(home: Path) -> dict[str, Map]:
    """The maps of a book, by id."""
    return {path.stem: parse_map(read_text(path), path.name) for path in sorted((home / "maps").glob("*.txt"))}


def read_map(home: Path, map_id: str, beside: Path | None, rule: Rule) -> Map:
    """A map by id, or from a file."""
    if path := board_file(map_id, beside, MAPS):
        return parse_map(read_text(path), str(path))
    known = maps_of(home)
    if map_id not in known:
        raise Fault("map", f"there is no map {map_id[:40]!r}; there is {', '.join(known)}", rule.id)
    return known[map_id]


def squares(areas: Iterable[str], board: Board, where: str) -> tuple[int, ...]:
    """The squares of names such as K7, and of areas from corner to corner such as A3:B4."""
    grid, found = board.grid, []
    for area in areas:
        corners = _AREA.fullmatch(area.strip().upper())
        if not corners:
            raise Fault(where, f"{area.strip()[:40]!r} is no square; write K7, or A3:B4 for all from corner to corner")
        try:
            (left, top), (right, bottom) = (
                grid.xy(grid.number(name)) for name in (corners[1], corners[2] or corners[1])
            )
        except ValueError as error:
            raise Fault(where, str(error)) from None
        (left, right), (top, bottom) = sorted((left, right)), sorted((top, bottom))
        found += [grid.square(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]
    return tuple(found)


def pieces_of(said: Mapping[str, Iterable[str] | None], ground: Map, where: str) -> dict[str, Any]:
    """Walls and barricades in the areas that are said, and as on the map where nothing is said of them."""
    return {
        what: getattr(ground, what) if areas is None else squares(areas, ground.board, f"{where}, {what}")
        for what, areas in said.items()
    }
