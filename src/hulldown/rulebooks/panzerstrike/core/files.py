"""The files of the book: two charts, dice, maps, scenarios and armies, which a player can copy and edit."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import Fault, convert, read_toml
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
Source = Literal["book", "house"]
CHARTS = ("generic", "types")
# What each row of a chart must give the source of; vehicles, armed units and howitzers of more.
FIGURES = ("effectiveness", "drive", "front", "side", "rear", "top", "mount", "mass", "radio")
SPEEDS = ("max", "reverse", "tracks")
ARC = ("parabolic", "limits")
Pair = family.Pair[Points]


class ChartRow(UnitType, frozen=True, kw_only=True):
    """A type with the source of each of its figures; `limits` is that of a parabolic entry's ranges."""

    source: dict[str, Source]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
def chart_of(name: str) -> tuple[ChartRow, ...]:
    """CORE-09: one of the two charts of the book."""
    if name not in CHARTS:
        told = f"there is no chart {name[:40]!r}; there is {', '.join(CHARTS)}, or give a .toml file"
        raise Fault("chart", told, CORE_09.id)
    return read_chart(HERE / "units" / f"{name}.toml")


def read_chart(path: Path) -> tuple[ChartRow, ...]:
    """CORE-09: a chart of classes or types; each figure says whether it is the book's or the house's."""
    text, data = read_toml(path)
    rows = tuple(convert(data, Chart, str(path), text).unit)
    files.check_sources(rows, _figures_of, "from the book or from the house", path, text)
    check_chart(rows, str(path), text)
    return rows


def _figures_of(row: ChartRow) -> tuple[str, ...]:
    wanted = (*FIGURES, *SPEEDS * row.vehicle, *ARC * (row.parabolic is not None))
    return (*wanted, *Weapon.__struct_fields__ * (row.weapon is not None))


def types_of(rows: Iterable[ChartRow]) -> tuple[UnitType, ...]:
    return files.without_sources(rows, UnitType)


def chart_for(name: str, beside: Path, spaa: bool) -> tuple[UnitType, ...]:
    """CORE-H3: the chart by name or from a file; the free SPAA are of the generic class in every chart."""
    rows = read_chart(beside.parent / name) if name.endswith(".toml") else chart_of(name)
    lacking = spaa and all(row.id != SPAA for row in rows)
    return types_of((*rows, *[row for row in chart_of("generic") if lacking and row.id == SPAA]))


def kind_of(unit: str) -> UnitType:
    """A type of either chart, by id, name or letter; the generic ones come first."""
    return files.unit_of((row for name in CHARTS for row in chart_of(name)), unit, "type")


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
