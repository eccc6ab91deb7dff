"""The files of the book: units, dice, tables, scenarios and armies, which a player can copy and edit."""

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import Fault, convert, faults_of, line_of, merged, raise_all, read_toml
from hulldown.kernel.wire import plain
from hulldown.rulebooks import files
from hulldown.rulebooks.panzerkampf.figures import Centimetres, Figures, Name, Rounds
from hulldown.rulebooks.panzerkampf.rules import HERE, RULES
from hulldown.rulebooks.panzerkampf.setup import Army, Campaign, Count, Points, check_army
from hulldown.rulebooks.panzerkampf.tables import Table, parse_table
from hulldown.rulebooks.panzerkampf.units import UnitType, check_chart

PK_10, PK_82 = RULES["PK-10"], RULES["PK-82"]
Source = Literal["book", "house", "print"]
ARMY = "medium-tank=2,infantry=3"  # how an army is written in one line
# What each unit must give the source of, and what only if it has it.
FIGURES = ("points", "length", "width", "move", "turn", "front", "side", "back", "top", "bottom", "hp")
OWN_FIGURES = ("fast", "weapon")


class UnitSheet(UnitType, frozen=True, kw_only=True):
    """A unit with the source of each figure."""

    source: dict[str, Source]


class Chart(files.ChartFile, frozen=True, kw_only=True):
    unit: Annotated[list[UnitSheet], msgspec.Meta(min_length=1, max_length=80)]


class Scenario(files.Head, frozen=True):
    """A scenario's file. `defender` escorts or is encircled, and `relief` is the large army of whoever is.

    From `pace` on the fields are options of the house: without them the printed game is played.
    """

    table: Name
    campaign: Campaign
    limit: Points
    red: dict[str, Count]
    blue: dict[str, Count]
    defender: Literal["red", "blue"] = "red"
    relief: dict[str, Count] | None = None
    command: bool = False
    reverse: bool = False
    infantry_wrecks: bool = True
    pace: Centimetres | None = None
    clear: Centimetres | None = None
    last_support: bool = False
    dug_in: bool = False
    silent_start: bool = False
    third_flying: bool = False
    rounds: Rounds | None = None
    figures: dict[str, Any] = msgspec.field(default_factory=dict)
    chart: str = ""


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    limit: Points
    units: dict[str, Count]


@cache
def house_chart() -> Chart:
    return read_chart(HERE / "units.toml")


def chart() -> tuple[UnitSheet, ...]:
    """PK-27: the units of the house."""
    return tuple(house_chart().unit)


def read_chart(path: Path) -> Chart:
    """PK-27: a chart of units; each figure is the book's, the house's, or typed from print."""
    text, data = read_toml(path)
    found = convert(data, Chart, str(path), text)
    faults = faults_of(
        partial(files.check_sources, found.unit, _wanted_of, "from the book, the house or print", path, text),
        partial(check_chart, tuple(found.unit), str(path), text),
        partial(figures_of, found, {}, str(path), text),
    )
    raise_all(faults)
    return found


_own = files.kept(read_chart)


def chart_named(name: str) -> Chart:
    """A chart's file, or the chart of the house."""
    return _own(name) if name else house_chart()


def figures_of(chart: Chart, changes: Mapping[str, Any], where: str, text: str = "") -> Figures:
    """The dice and figures: the book's, those of a chart before them, and a scenario's before both."""
    return files.converted_figures(merged(merged(plain(usual()), chart.figures), changes), Figures, where, text)


def _wanted_of(row: UnitSheet) -> tuple[str, ...]:
    return *FIGURES, *(own for own in OWN_FIGURES if getattr(row, own))


def types(own: Chart | None = None) -> tuple[UnitType, ...]:
    """The units as a set-up holds them."""
    return files.without_sources((own or house_chart()).unit, UnitType)


@cache
def dice_file() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


@cache
def usual() -> Figures:
    return convert({name: dice_file()[name] for name in Figures.__struct_fields__}, Figures, "dice.toml")


@cache
def tables() -> dict[str, Table]:
    """PK-10: the tables of the house, by id, with their classes as agreed."""
    return {path.stem: read_table(path) for path in sorted((HERE / "tables").glob("*.toml"))}


def read_table(path: Path) -> Table:
    text, data = read_toml(path)
    return parse_table(text, data, str(path))


def find_table(name: str, beside: Path | None) -> Table:
    """A table by id, or from a file, which a scenario names relative to itself."""
    if path := files.board_file(name, beside, (".toml",)):
        return read_table(path)
    if name not in tables():
        raise Fault("table", f"there is no table {name[:40]!r}; there is {', '.join(tables())}", PK_10.id)
    return tables()[name]


def read_army(text: str, where: str) -> Army:
    """PK-82: an army as `medium-tank=2,infantry=3`, or from a file."""
    if text.endswith(".toml"):
        return read_army_file(Path(text))
    return Army(files.counts_of(text, "unit", where, ARMY, PK_82.id))


def read_army_file(path: Path) -> Army:
    """PK-82: an army that keeps to the limit it names."""
    text, data = read_toml(path)
    sheet = convert(data, ArmyFile, str(path), text)
    army = Army(sheet.units)
    check_army(types(), army, sheet.limit, f"{path}:{line_of(text, '$.units')}")
    return army
