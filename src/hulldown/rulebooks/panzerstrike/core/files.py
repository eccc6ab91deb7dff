"""The files of the book: two charts, dice, maps, scenarios and armies, which a player can copy and edit."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import Fault, convert, faults_of, merged, raise_all, read_toml
from hulldown.rulebooks import files
from hulldown.rulebooks.panzerstrike import files as family
from hulldown.rulebooks.panzerstrike.board import Map
from hulldown.rulebooks.panzerstrike.core.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.core.setup import (
    SPAA,
    Army,
    Figures,
    Points,
    UnitType,
    Weapon,
    check_army,
    check_chart,
)
from hulldown.rulebooks.panzerstrike.setup import Count, Name

CORE_09 = RULES["CORE-09"]
Source = Literal["book", "house", "print"]
CHARTS = ("generic", "types")
# What each row of a chart must give the source of; vehicles, armed units and howitzers of more.
FIGURES = ("effectiveness", "drive", "front", "side", "rear", "top", "mount", "mass", "radio")
SPEEDS = ("max", "reverse", "tracks")
ARC = ("parabolic", "limits")
Pair = family.Pair[Points]


class ChartRow(UnitType, frozen=True, kw_only=True):
    """A type with the source of each of its figures; `limits` is that of a parabolic entry's ranges."""

    source: dict[str, Source]


class Chart(files.ChartFile, frozen=True, kw_only=True):
    unit: Annotated[list[ChartRow], msgspec.Meta(min_length=1, max_length=80)]


class Scenario(family.WalledSheet, frozen=True, kw_only=True):
    """A scenario's file."""

    total: Points | Pair
    red: dict[str, Count]
    blue: dict[str, Count]
    chart: Name = "generic"
    command: bool = False
    speed_die: bool = False
    free_turrets: bool = False
    aimed: bool = False
    on_the_move: bool = False
    angled: bool = False
    semi: bool = False
    radios: bool = False
    scatter: bool = False
    moulded: bool = False
    solid: bool = False


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    total: Points
    units: dict[str, Count]
    chart: Name = "generic"

    def army(self) -> Army:
        return Army(self.units, self.total)


class Basic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CORE-172 … CORE-177: the basic scenario, unless a file says otherwise."""

    total: Points
    spaa: int
    lost_spaa: int
    rounds: int


@cache
def house_chart(name: str) -> Chart:
    """CORE-09: one of the two charts of the book."""
    if name not in CHARTS:
        told = f"there is no chart {name[:40]!r}; there is {', '.join(CHARTS)}, or give a .toml file"
        raise Fault("chart", told, CORE_09.id)
    return read_chart(HERE / "units" / f"{name}.toml")


def chart_of(name: str) -> tuple[ChartRow, ...]:
    return tuple(house_chart(name).unit)


def read_chart(path: Path) -> Chart:
    """CORE-09: a chart of classes or types; each figure is the book's, the house's, or typed from print."""
    text, data = read_toml(path)
    chart = convert(data, Chart, str(path), text)
    found = faults_of(
        partial(files.check_sources, chart.unit, _wanted_of, "from the book, the house or print", path, text),
        partial(check_chart, tuple(chart.unit), str(path), text),
        partial(figures_of, chart, {}, str(path), text),
    )
    raise_all(found)
    return chart


_own = files.kept(read_chart)


def charts_named(name: str) -> tuple[Chart, ...]:
    """A chart's file, or both charts of the house."""
    return (_own(name),) if name else tuple(map(house_chart, CHARTS))


def figures_of(chart: Chart, changes: Mapping[str, Any], where: str, text: str = "") -> Figures:
    """The dice and constants: the book's, those of a chart before them, and a scenario's before both."""
    return files.converted_figures(merged(merged(figures(), chart.figures), changes), Figures, where, text)


def _wanted_of(row: ChartRow) -> tuple[str, ...]:
    wanted = (*FIGURES, *SPEEDS * row.vehicle, *ARC * (row.parabolic is not None))
    return (*wanted, *Weapon.__struct_fields__ * (row.weapon is not None))


def types_of(rows: Iterable[ChartRow]) -> tuple[UnitType, ...]:
    return files.without_sources(rows, UnitType)


def chart_for(given: str, named: str, beside: Path) -> Chart:
    """CORE-09: the chart that players brought, or that a scenario names, by name or from a file."""
    file = files.chart_file(given, named, beside)
    return read_chart(file) if file else house_chart(named)


def with_spaa(rows: Sequence[ChartRow], spaa: bool) -> tuple[UnitType, ...]:
    """CORE-H3: a chart as a set-up holds it; the free SPAA are of the generic class in every chart."""
    lacking = spaa and all(row.id != SPAA for row in rows)
    return types_of((*rows, *[row for row in chart_of("generic") if lacking and row.id == SPAA]))


def kind_of(unit: str, chart: str = "") -> UnitType:
    """A type of either chart, by id, name or letter, the generic ones first; or of a chart's file."""
    return files.unit_of((row for one in charts_named(chart) for row in one.unit), unit, "type")


@cache
def dice_file() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


def figures() -> dict[str, Any]:
    """The figures that a set-up has; the others of the file are told with their reasons, but not to be changed."""
    return {name: dice_file()[name] for name in Figures.__struct_fields__}


@cache
def usual() -> Figures:
    return convert(figures(), Figures, "dice.toml")


@cache
def basic() -> Basic:
    return convert(dice_file()["basic"], Basic, "dice.toml, basic")


def boards() -> dict[str, Map]:
    """CORE-173: the maps of the book, by id."""
    return family.maps_of(HERE)


def read_army(text: str, total: int, chart: tuple[UnitType, ...], where: str) -> Army:
    """CORE-13: an army as `heavy=2,medium=5`, or from a file, which is judged at once."""
    army = files.read_army(text, ArmyFile, lambda units: Army(units, total), "type", where, family.ARMY)
    if text.endswith(".toml"):
        check_army(chart, army, text)
    return army
