"""What lies beside the rules of the family's books: maps of squares, walls and areas on them, totals for two sides."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Generic, Protocol, TypeVar

import msgspec

from hulldown.kernel.files import Fault, convert, read_text, read_toml
from hulldown.kernel.rule import Rule
from hulldown.kernel.wire import plain
from hulldown.rulebooks.panzerstrike.board import Board, Map, parse_map
from hulldown.rulebooks.panzerstrike.setup import Name
from hulldown.rulebooks.sheets import Reader, Readers, counts_of, read_options, read_sheet, switch, whole

T = TypeVar("T")
N = TypeVar("N", bound=float)
A = TypeVar("A", covariant=True)
Areas = Annotated[list[str], msgspec.Meta(max_length=500)]
MAPS = (".txt", ".map")
FARTHEST = 300  # squares: farther than any two of the largest board
HOUSE = {"hidden": "hidden deployment"}  # what the house adds to all three books, by an option
WALL = "wall"  # a target of a shot beside the units of the chart
_AREA = re.compile(r"([A-Z]{1,2}[1-9][0-9]{0,2})(?::([A-Z]{1,2}[1-9][0-9]{0,2}))?")


class Pair(msgspec.Struct, Generic[N], frozen=True, forbid_unknown_fields=True):
    """A number for each side."""

    red: N
    blue: N


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a scenario's file."""

    name: Name
    summary: Annotated[str, msgspec.Meta(max_length=400)]
    minutes: Annotated[int, msgspec.Meta(ge=1, le=600)]
    map: Name


class Roster(Protocol[A]):
    """An army's file."""

    def army(self) -> A: ...


# Maps


@cache
def maps_of(home: Path) -> dict[str, Map]:
    """The maps of a book, by id."""
    return {path.stem: parse_map(read_text(path), path.name) for path in sorted((home / "maps").glob("*.txt"))}


def map_file(map_id: str, beside: Path | None) -> Path | None:
    """The file of a map that is given as one, which a scenario names relative to itself; nothing if it is an id."""
    if not map_id.endswith(MAPS):
        return None
    return beside.parent / map_id if beside else Path(map_id)


def read_map(home: Path, map_id: str, beside: Path | None, rule: Rule) -> Map:
    """A map by id, or from a file."""
    if path := map_file(map_id, beside):
        return parse_map(read_text(path), str(path))
    known = maps_of(home)
    if map_id not in known:
        raise Fault("map", f"there is no map {map_id[:40]!r}; there is {', '.join(known)}", rule.id)
    return known[map_id]


def map_row(map_id: str, board: Board, legend: Mapping[str, str], text: tuple[str, ...]) -> dict[str, Any]:
    """What is told of a map."""
    return {
        "id": map_id,
        "name": board.name,
        "columns": board.grid.columns,
        "rows": board.grid.rows,
        "buildings": round(board.buildings.bit_count() / board.grid.size, 3),
        "north": board.north,
        "legend": legend,
        "text": text,
    }


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


# Scenarios and armies


def scenario_row(path: Path, sheet: Sheet, options: list[str], **more: Any) -> dict[str, Any]:
    """What is told of a scenario: the head of its file, what the book has more, and what of it is the house's."""
    head = {name: getattr(sheet, name) for name in Sheet.__struct_fields__}
    house = [words for option, words in HOUSE.items() if option in options]
    return {"id": path.stem} | head | more | {"options": options, "house": house}


def played_with(setup: Any, switches: Iterable[str]) -> list[str]:
    """What is switched on in a set-up, the basic scenario first."""
    return [*[f"{setup.spaa} SPAA"] * bool(setup.spaa), *[name for name in switches if getattr(setup, name)]]


def for_both(total: N | Pair[N]) -> Pair[N]:
    """The totals of the two sides, where one number is for both."""
    return total if isinstance(total, Pair) else Pair(total, total)


def army_of(text: str, kind: type[Roster[A]], made: Callable[[dict[str, int]], A], what: str, where: str) -> A:
    """An army as `heavy=2,medium=5`, or from a file."""
    if text.endswith(".toml"):
        return read_sheet(Path(text), kind).army()
    return made(counts_of(text, what, where))


# Options


def pair_of(value: str, what: str, number: Callable[[str], float], kind: Any, told: str) -> Any:
    """A number for both sides, or one for each as RED:BLUE."""
    red, colon, blue = value.partition(":")
    try:
        return plain(msgspec.convert({"red": number(red), "blue": number(blue if colon else red)}, kind))
    except (ValueError, msgspec.ValidationError):
        raise Fault(f"option {what}", f"{value[:40]!r} is not {told}, or two as RED:BLUE") from None


def areas(value: str, what: str) -> list[str]:
    return [] if value == "none" else value.split(",")


def readers_of(switches: Iterable[str], numbers: Iterable[str], pieces: Iterable[str], total: Reader) -> Readers:
    """How each option is read, by what it is."""
    return {
        **dict.fromkeys(switches, switch),
        **dict.fromkeys(numbers, whole),
        **dict.fromkeys(pieces, areas),
        "total": total,
    }


def with_options(sheet: T, options: Mapping[str, str], known: Iterable[str], readers: Readers) -> T:
    """A scenario with what the players agreed otherwise; an option without a reader is taken as it is written.

    Where they take the SPAA away, the basic scenario is off, and so is what belongs to it.
    """
    changed = read_options(options, known, readers)
    if changed.get("spaa") == 0:
        changed = {"lost_spaa": 0, "turn_limit": 0, "zone_b": []} | changed
    return convert(plain(sheet) | changed, type(sheet), "options")


# What is asked of a file, or of a shot


def board_told(board: Board, walls: int = 0) -> str:
    told = f", with {walls} {'wall' if walls == 1 else 'walls'}" if walls else ""
    return f"a board of {board.grid.columns} x {board.grid.rows} squares, {board.name}{told}"


def scenario_told(sheet: Sheet, remark: str = "") -> str:
    return f"a scenario, {sheet.name}" + (f" ({remark})" if remark else "")


def read_sheet_of_any_kind(path: Path) -> dict[str, Any]:
    """What is in a chart's, an army's or a scenario's file."""
    if path.suffix != ".toml":
        raise Fault(
            str(path), "a board is a .txt file; charts, armies and scenarios are .toml files; records are .jsonl files"
        )
    return read_toml(path)[1]
