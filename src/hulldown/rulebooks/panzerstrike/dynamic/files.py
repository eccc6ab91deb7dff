"""The files of the book: charts, dice, maps, scenarios and armies, which a player can copy and edit."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import convert, read_toml
from hulldown.rulebooks import files
from hulldown.rulebooks.panzerstrike import files as family
from hulldown.rulebooks.panzerstrike.board import Map
from hulldown.rulebooks.panzerstrike.dynamic.rules import HERE
from hulldown.rulebooks.panzerstrike.dynamic.setup import Army, Figures, Points, UnitClass, check_army, check_chart
from hulldown.rulebooks.panzerstrike.setup import Count, Edges, Name

Source = Literal["book", "france", "house"]
FIGURES = ("points", "drive", "speed", "front", "side", "rear", "mount", "dice")
Pair = family.Pair[Points]
# The basic scenario unless a file says otherwise: SPAA to destroy, rounds, and the parts of Red's zone B.
LOST_SPAA, TURN_LIMIT, ZONE_B = 2, 30, ("A3:B4", "A9:B10", "A15:B16")


class ChartRow(UnitClass, frozen=True, kw_only=True):
    """A class with the source of each of its figures; `range` is that of a parabolic entry's limits."""

    source: dict[str, Source]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
def generic() -> tuple[ChartRow, ...]:
    return read_chart(HERE / "units" / "generic.toml")


def read_chart(path: Path) -> tuple[ChartRow, ...]:
    """DYN-15, DYN-Q39: a chart of classes or types; each figure is the book's, France 1944's or the house's."""
    text, data = read_toml(path)
    rows = tuple(convert(data, Chart, str(path), text).unit)
    files.check_sources(rows, _figures_of, "from the book, from france or from the house", path, text)
    check_chart(rows, str(path), text)
    return rows


def _figures_of(row: ChartRow) -> tuple[str, ...]:
    return (*FIGURES, "parabolic", "range") if row.parabolic else FIGURES


def classes(rows: Iterable[ChartRow]) -> tuple[UnitClass, ...]:
    return files.without_sources(rows, UnitClass)


def kind_of(unit: str) -> UnitClass:
    return files.unit_of(generic(), unit, "class")


@cache
def figures() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


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
