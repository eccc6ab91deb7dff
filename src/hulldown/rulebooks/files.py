"""The files that every book reads alike: charts with the source of each figure, scenarios, armies.

What is wrong with one is said with its line and field.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, TypeVar

import msgspec
from msgspec import UNSET

from hulldown.kernel.camera import Camera
from hulldown.kernel.files import (
    Fault,
    Pointed,
    TextRepair,
    change_of,
    convert,
    line_of,
    place_in,
    raise_all,
    read_text,
    read_toml,
)
from hulldown.kernel.spans import spans_of
from hulldown.kernel.work import Kind

T = TypeVar("T")
A = TypeVar("A", covariant=True)
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The head of a scenario's file: its camera is what a picture of it shows; `fixed` prescribes its armies."""

    name: Name
    summary: Annotated[str, msgspec.Meta(max_length=400)]
    minutes: Annotated[int, msgspec.Meta(ge=1, le=600)]
    camera: Camera = ""
    fixed: bool = False


H = TypeVar("H", bound=Head)


class Row(Protocol):
    """A unit of a chart's file, with the source of each of its figures."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def letter(self) -> str: ...
    @property
    def source(self) -> Mapping[str, Any]: ...


R = TypeVar("R", bound=Row)


class Roster(Protocol[A]):
    """An army's file."""

    def army(self) -> A: ...


def read_sheet(path: Path, kind: type[T]) -> T:
    text, data = read_toml(path)
    return convert(data, kind, str(path), text)


# Charts


class ChartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a chart may have beside its rows: dice and other figures in place of the book's, and whose they are."""

    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    figures: dict[str, Any] = {}
    source: dict[str, Literal["book", "house", "derived", "print"]] = {}


def converted_figures(values: Mapping[str, Any], kind: type[T], where: str, text: str = "") -> T:
    """Dice and figures within their bounds; with the text of the chart that they stand in, at their lines."""
    try:
        return convert(values, kind, f"{where}, figures")
    except Fault as found:
        if not text:
            raise
        spots = ((fault, f"figures.{fault.field}") for fault in found.all)
        raise_all(fault.at(place_in(where, text, f"$.{spot}"), spot) for fault, spot in spots)
        raise


def chart_file(given: str, named: str, beside: Path) -> Path | None:
    """The file of a chart: the one that players brought, else the one that a scenario names relative to itself.

    Nothing if the scenario names none, or a chart of the book.
    """
    if given:
        return Path(given)
    return beside.parent / named if named.endswith(".toml") else None


C = TypeVar("C")


def kept(read: Callable[[Path], C]) -> Callable[[str], C]:
    """Reads a file once while it stays as it is: a table of odds asks hundreds of times."""
    found = lru_cache(maxsize=8)(lambda path, stamp: read(path))

    def read_again(name: str) -> C:
        path = Path(name)
        stamp = path.stat().st_mtime_ns if path.is_file() else 0
        return found(path, stamp)

    return read_again


def check_sources(
    rows: Iterable[R], wanted: Callable[[R], Iterable[str]], sources: str, path: Path, text: str, table: str = "unit"
) -> None:
    """Each figure of a chart says whose it is."""
    raise_all(
        Fault(
            f"{path}:{line_of(text, f'$.{table}[{at}].source')}",
            f"the {row.name} does not say whether its {figure} is {sources}",
            field=f"{table}[{at}].source",
            place=Pointed(unit=row.id, figure=figure),
            repairs=_source_repair(text, f"$.{table}[{at}].source", figure),
        )
        for at, row in enumerate(rows)
        for figure in wanted(row)
        if figure not in row.source
    )


def _source_repair(text: str, path: str, figure: str) -> tuple[TextRepair, ...]:
    """A figure that nobody vouches for is the house's, until somebody says otherwise."""
    span = spans_of(text).get(path)
    if span is None or not text.startswith("{", span.start):
        return ()
    more = "" if text[span.start + 1 : span.end - 1].strip() == "" else ","
    said = f' {figure} = "house"{more}'
    return (TextRepair("Say that it is the house's", (change_of(text, span.start + 1, span.start + 1, said),)),)


def without_sources(rows: Iterable[Row], kind: Callable[..., T]) -> tuple[T, ...]:
    """The rows of a chart as a set-up holds them."""
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    return tuple(kind(*(getattr(row, name) for name in fields)) for row in rows)


def unit_of(rows: Iterable[R], unit: str, what: str) -> R:
    """A unit of a chart by id, name or letter; the first that is called so."""
    rows = list(rows)
    for row in rows:
        if unit.lower() in (row.id, row.name.lower(), row.letter.lower()):
            return row
    raise Fault("unit", f"there is no {what} {unit[:40]!r}; there is {', '.join(row.id for row in rows)}")


# Scenarios and boards


def scenario_path(home: Path, scenario: str) -> Path:
    """A scenario by id, or by the path of a file."""
    if scenario.endswith(".toml"):
        return Path(scenario)
    known = [path.stem for path in scenario_files(home)]
    if scenario not in known:
        raise Fault(
            "scenario", f"there is no scenario {scenario[:60]!r}; there is {', '.join(known)}, or give a .toml file"
        )
    return home / "scenarios" / f"{scenario}.toml"


def read_scenario(path: Path, kind: type[H], red: str, blue: str) -> H:
    """A scenario's file, for a set-up with other armies if given, which it may not allow."""
    sheet = read_sheet(path, kind)
    for where, given in (("red army", red), ("blue army", blue)):
        if sheet.fixed and given:
            raise Fault(where, f"{sheet.name} prescribes its armies; leave it as it is, or choose another battle")
    return sheet


def scenario_files(home: Path) -> list[Path]:
    """The scenarios of a book, by id."""
    return sorted((home / "scenarios").glob("*.toml"), key=lambda path: path.stem)


def board_file(name: str, beside: Path | None, suffixes: tuple[str, ...]) -> Path | None:
    """The file of a board that is given as one, which a scenario names relative to itself; nothing if it is an id."""
    if not name.endswith(suffixes):
        return None
    return beside.parent / name if beside else Path(name)


def row_repair(
    fault: Fault, rows: Sequence[str], text: str, street: str, what: str = "street", apart: str = ""
) -> Fault:
    """A row that is too short or too long gets a button: it is filled with open ground, or cut."""
    place, row = fault.place, fault.place.row if fault.place else UNSET
    if place is None or row is UNSET or place.column is not UNSET or not fault.line:
        return fault
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: fault.line - 1])
    end = start + len(lines[fault.line - 1].rstrip())
    missing = len(rows[0]) - len(rows[row])
    if missing > 0:
        many = f"{missing} signs of {what}" if missing > 1 else f"a {what}"
        repair = TextRepair(f"Add {many} at its end", (change_of(text, end, end, (apart + street) * missing),))
    else:
        cut = end + missing * len(apart + street)
        label = f"Cut its last {-missing} signs" if missing < -1 else "Cut its last sign"
        repair = TextRepair(label, (change_of(text, cut, end, ""),))
    return Fault(fault.where, fault.message, fault.rule, place=place, repairs=(repair,))


def shipped(home: Path, kind: Kind, board: str = "maps/*.txt", chart: str = "units/*.toml") -> dict[str, str]:
    """What a book ships of a kind as files, by id."""
    places = {"scenario": "scenarios/*.toml", "position": "openings/*.toml", "board": board, "chart": chart}
    return {path.stem: read_text(path) for path in sorted(home.glob(places[kind]))} if kind in places else {}


# Armies


def read_army(
    text: str,
    kind: type[Roster[A]],
    made: Callable[[dict[str, int]], A],
    what: str,
    where: str,
    like: str,
    rule: str = "",
) -> A:
    """An army that is written in one line, or from a file."""
    if text.endswith(".toml"):
        return read_sheet(Path(text), kind).army()
    return made(counts_of(text, what, where, like, rule))


def counts_of(text: str, what: str, where: str, like: str, rule: str = "") -> dict[str, int]:
    """The units of an army that is written in one line, `like` this."""
    units: dict[str, int] = {}
    for part in text.split(","):
        kind, _, count = part.strip().partition("=")
        if not count.isdecimal() or len(count) > 3:
            raise Fault(where, f"{part.strip()[:40]!r} is not a {what} and a count; write {like}", rule)
        units[kind] = units.get(kind, 0) + int(count)
    return units
