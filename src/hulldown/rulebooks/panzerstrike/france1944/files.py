"""The files of the book: Table A, dice, boards, scenarios and armies, which a player can copy and edit."""

from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import convert, faults_of, merged, raise_all, read_text, read_toml
from hulldown.rulebooks import files
from hulldown.rulebooks.panzerstrike import files as family
from hulldown.rulebooks.panzerstrike.board import Board, parse_board
from hulldown.rulebooks.panzerstrike.france1944.assembly import board_of
from hulldown.rulebooks.panzerstrike.france1944.rules import HERE
from hulldown.rulebooks.panzerstrike.france1944.setup import Army, Figures, Points, TankClass, check_army
from hulldown.rulebooks.panzerstrike.setup import Count, Edges, Name

Source = Literal["book", "house", "print"]
FIGURES = ("points", "speed", "front", "side", "rear", "gun")
Pair = family.Pair[int]


class ChartRow(TankClass, frozen=True):
    """A class with the source of each of its figures."""

    source: dict[str, Source]


class Chart(files.ChartFile, frozen=True, kw_only=True):
    unit: Annotated[list[ChartRow], msgspec.Meta(min_length=1, max_length=50)]


class Scenario(family.Sheet, frozen=True):
    """A scenario's file."""

    total: Points | Pair
    red: dict[str, Count]
    blue: dict[str, Count]
    flags: Pair = Pair(0, 0)
    barricades: int = 0
    turn_limit: int = 0
    damage: bool = False
    hidden: bool = False
    edges: Edges = "ends"
    figures: dict[str, Any] = msgspec.field(default_factory=dict)
    chart: str = ""


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    total: Points
    tanks: dict[str, Count]

    def army(self) -> Army:
        return Army(self.tanks, self.total)


@cache
def house_chart() -> Chart:
    return read_chart(HERE / "units" / "table-a.toml")


def table_a() -> tuple[ChartRow, ...]:
    return tuple(house_chart().unit)


def read_chart(path: Path) -> Chart:
    """FR-Q32: a table of classes; each figure says whether it is the book's, the house's or typed from print."""
    text, data = read_toml(path)
    chart = convert(data, Chart, str(path), text)
    found = faults_of(
        partial(files.check_sources, chart.unit, lambda row: FIGURES, "from the book, the house or print", path, text),
        partial(figures_of, chart, {}, str(path), text),
    )
    raise_all(found)
    return chart


_own = files.kept(read_chart)


def chart_named(name: str) -> Chart:
    """A chart's file, or the chart of the house."""
    return _own(name) if name else house_chart()


def figures_of(chart: Chart, changes: Mapping[str, Any], where: str, text: str = "") -> Figures:
    """The dice and constants: the book's, those of a chart before them, and a scenario's before both."""
    return files.converted_figures(merged(merged(figures(), chart.figures), changes), Figures, where, text)


def classes(rows: Iterable[ChartRow]) -> tuple[TankClass, ...]:
    return files.without_sources(rows, TankClass)


@cache
def dice_file() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


def figures() -> dict[str, Any]:
    """The figures that a set-up has."""
    return {name: dice_file()[name] for name in Figures.__struct_fields__}


@cache
def usual() -> Figures:
    return convert(figures(), Figures, "dice.toml")


def read_board(map_id: str, beside: Path | None = None) -> Board:
    """A board by id, or from a file, which a scenario names relative to itself."""
    path = files.board_file(map_id, beside, family.MAPS)
    return parse_board(read_text(path), str(path)) if path else board_of(map_id)


def read_army(text: str, total: int, chart: tuple[TankClass, ...], where: str) -> Army:
    """FR-04: an army as `heavy=2,medium=5`, or from a file, which is judged at once."""
    army = files.read_army(text, ArmyFile, lambda tanks: Army(tanks, total), "class", where, family.ARMY)
    if text.endswith(".toml"):
        check_army(chart, army, text)
    return army
