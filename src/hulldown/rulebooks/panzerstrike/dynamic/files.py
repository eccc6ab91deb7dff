"""The files of the book: charts, dice, maps, scenarios and armies, which a player can copy and edit."""

from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import convert, faults_of, merged, raise_all, read_toml
from hulldown.rulebooks import files
from hulldown.rulebooks.panzerstrike import files as family
from hulldown.rulebooks.panzerstrike.board import Map
from hulldown.rulebooks.panzerstrike.dynamic.rules import HERE
from hulldown.rulebooks.panzerstrike.dynamic.setup import Army, Figures, Points, UnitClass, check_army, check_chart
from hulldown.rulebooks.panzerstrike.setup import Count, Edges, Name

Source = Literal["book", "france", "house", "print"]
SOURCES = "from the book, from france, the house or print"
FIGURES = ("points", "drive", "speed", "front", "side", "rear", "mount", "dice")
Pair = family.Pair[Points]
# The basic scenario unless a file says otherwise: SPAA to destroy, rounds, and the parts of Red's zone B.
LOST_SPAA, TURN_LIMIT, ZONE_B = 2, 30, ("A3:B4", "A9:B10", "A15:B16")


class ChartRow(UnitClass, frozen=True, kw_only=True):
    """A class with the source of each of its figures; `range` is that of a parabolic entry's limits."""

    source: dict[str, Source]


class Chart(files.ChartFile, frozen=True, kw_only=True):
    unit: Annotated[list[ChartRow], msgspec.Meta(min_length=1, max_length=50)]


class Scenario(family.WalledSheet, frozen=True, kw_only=True):
    """A scenario's file."""

    total: Points | Pair
    red: dict[str, Count]
    blue: dict[str, Count]
    command: bool = False
    extra: bool = False
    turrets: bool = False
    solid: bool = False
    quick: bool = False
    edges: Edges = "ends"
    chart: str = ""


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    total: Points
    units: dict[str, Count]

    def army(self) -> Army:
        return Army(self.units, self.total)


@cache
def house_chart() -> Chart:
    return read_chart(HERE / "units" / "generic.toml")


def generic() -> tuple[ChartRow, ...]:
    return tuple(house_chart().unit)


def read_chart(path: Path) -> Chart:
    """DYN-15, DYN-Q39: a chart of classes or types; each figure is the book's, France 1944's, the house's, or typed
    from print."""
    text, data = read_toml(path)
    chart = convert(data, Chart, str(path), text)
    found = faults_of(
        partial(files.check_sources, chart.unit, _wanted_of, SOURCES, path, text),
        partial(check_chart, tuple(chart.unit), str(path), text),
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


def _wanted_of(row: ChartRow) -> tuple[str, ...]:
    return (*FIGURES, "parabolic", "range") if row.parabolic else FIGURES


def classes(rows: Iterable[ChartRow]) -> tuple[UnitClass, ...]:
    return files.without_sources(rows, UnitClass)


def kind_of(unit: str, chart: str = "") -> UnitClass:
    return files.unit_of(chart_named(chart).unit, unit, "class")


@cache
def dice_file() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


def figures() -> dict[str, Any]:
    """The figures that a set-up has."""
    return {name: dice_file()[name] for name in Figures.__struct_fields__}


@cache
def usual() -> Figures:
    return convert(figures(), Figures, "dice.toml")


def boards() -> dict[str, Map]:
    """DYN-175, DYN-Q37, DYN-H1: the maps of the book, by id."""
    return family.maps_of(HERE)


def read_army(text: str, total: float, chart: tuple[UnitClass, ...], where: str) -> Army:
    """DYN-20: an army as `heavy=2,medium=5`, or from a file, which is judged at once."""
    army = files.read_army(text, ArmyFile, lambda units: Army(units, total), "class", where, family.ARMY)
    if text.endswith(".toml"):
        check_army(chart, army, text)
    return army
