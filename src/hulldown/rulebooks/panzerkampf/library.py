"""The door to what lies beside the rules: lists of units, tables and scenarios, and set-ups made from them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from hulldown.kernel.camera import Extent
from hulldown.kernel.files import convert
from hulldown.kernel.library import Force, MapRow, ScenarioForce, ScenarioRow, UnitRow
from hulldown.kernel.option import write_options
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import plain
from hulldown.rulebooks import library as base
from hulldown.rulebooks.files import read_sheet, scenario_files, scenario_path
from hulldown.rulebooks.panzerkampf.figures import Figures
from hulldown.rulebooks.panzerkampf.files import (
    ArmyFile,
    Scenario,
    chart,
    find_table,
    read_army,
    read_army_file,
    read_chart,
    read_table,
    tables,
    types,
    usual,
)
from hulldown.rulebooks.panzerkampf.labels import LABELS
from hulldown.rulebooks.panzerkampf.options import OPTIONS, SWITCHES
from hulldown.rulebooks.panzerkampf.question import Question, chances
from hulldown.rulebooks.panzerkampf.rules import HERE
from hulldown.rulebooks.panzerkampf.setup import (
    Army,
    Setup,
    allowance,
    check_setup,
    command_dice,
    house_of,
    uneven,
    value_of,
)
from hulldown.rulebooks.panzerkampf.tables import LEGEND, Table, centimetres, sketch

__all__ = ["LABELS", "OPTIONS", "PARTS", "QUESTION", "agreed", "bounded", "build", "chances", "check", "force"]
__all__ += ["maps", "remark", "scenarios", "units"]

QUESTION = Question
# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    **dict.fromkeys(("scenario", "campaign", "defender"), "scenario"),
    "table": "board",
    "chart": "figures",
    "figures": "figures",
    **dict.fromkeys(("figures.die", "figures.directions", "figures.command"), "dice"),
    **dict.fromkeys(("red", "blue", "relief"), "armies"),
}
TOLD = ("reverse", "last_support", "dug_in", "silent_start", "third_flying")  # what a scenario says it is played with
LAB_ROUNDS = 15  # of games that nobody watches, where no limit is set (PK-R46)


# Set-ups


def build(
    scenario: str, red: str = "", blue: str = "", board: str = "", options: Mapping[str, str] | None = None
) -> Setup:
    """PK-82: the set-up of a scenario, with other armies, another table or other options if given."""
    path = scenario_path(HERE, scenario)
    sheet = base.with_options(read_sheet(path, Scenario), options or {}, OPTIONS)
    setup = Setup(
        scenario=path.stem[:80],
        campaign=sheet.campaign,
        limit=sheet.limit,
        table=find_table(board or sheet.table, None if board else path),
        chart=types(),
        figures=convert(_figures(sheet), Figures, f"{path.name}, figures"),
        red=read_army(red, "red army") if red else Army(sheet.red),
        blue=read_army(blue, "blue army") if blue else Army(sheet.blue),
        defender=sheet.defender,
        relief=None if sheet.relief is None else Army(sheet.relief),
        **{name: getattr(sheet, name) for name in SWITCHES},
    )
    return base.sound(setup, check_setup, path.name)


def _figures(sheet: Scenario) -> dict[str, Any]:
    """PK-R43, PK-R46: the usual figures with a scenario's own, and with the house options that are numbers."""
    escort = {name: value for name in ("pace", "clear") if (value := getattr(sheet, name)) is not None}
    rounds = {} if sheet.rounds is None else {"rounds": sheet.rounds}
    return _changed(_changed(plain(usual()), sheet.figures), {"escort": escort, **rounds})


def _changed(figures: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The figures with a scenario's own; of a group, such as `mine`, only those that it names."""
    return figures | {
        name: figures[name] | value if isinstance(value, dict) and isinstance(figures.get(name), dict) else value
        for name, value in changes.items()
    }


def bounded(setup: Setup) -> tuple[Setup, str]:
    """PK-R46: the set-up with a limit of rounds, for games that nobody watches, and a word on it if it had none."""
    if setup.figures.rounds:
        return setup, ""
    figures = msgspec.structs.replace(setup.figures, rounds=LAB_ROUNDS)
    told = f"No limit is set, and games that nobody watches end after {LAB_ROUNDS} rounds (PK-R46)."
    return msgspec.structs.replace(setup, figures=figures), told


def force(setup: Setup, side: Side) -> Force:
    """The units that a side deploys at first, what they cost, and what is allowed."""
    army = setup.army(side)
    return Force(army.units, value_of(setup.chart, army), allowance(setup, side))


def agreed(setup: Setup) -> dict[str, str]:
    """Each option as it would be written."""
    figures, switches = setup.figures, {name: bool(getattr(setup, name)) for name in SWITCHES}
    numbers = {
        "limit": setup.limit,
        "rounds": figures.rounds,
        "pace": figures.escort.pace,
        "clear": figures.escort.clear,
    }
    return write_options(switches | numbers, OPTIONS)


remark = uneven


# Lists


def units() -> list[UnitRow]:
    """PK-27: the units with the source of each figure."""
    return [UnitRow.of(row) for row in chart()]


def maps() -> list[MapRow]:
    """PK-10: the tables, their sides in centimetres, each with a sketch and its features in 1/100 mm."""
    return [_map_row(name, table) for name, table in tables().items()]


@cache
def _map_row(name: str, table: Table) -> MapRow:
    text = sketch(table)
    built = sum(row.count(sign) for row in text for sign, kind in LEGEND.items() if kind in ("house", "ruin"))
    return MapRow(
        name,
        table.name,
        len(text[0]),
        len(text),
        round(built / (len(text) * len(text[0])), 3),
        "up",
        LEGEND,
        tuple(text),
        centimetres(table.width, table.height),
        table.features,
    )


def scenarios() -> list[ScenarioRow]:
    return [_scenario_row(path) for path in scenario_files(HERE)]


def _scenario_row(path: Path) -> ScenarioRow:
    setup, sheet = build(path.stem), read_sheet(path, Scenario)
    many = command_dice(setup)
    dice = [f"{many} command {'dice' if many > 1 else 'die'} a turn"] * bool(many)
    return ScenarioRow(
        **base.head_of(path, sheet),
        map=sheet.table,
        campaign=setup.campaign,
        limit=setup.limit,
        red=_force_row(setup, RED),
        blue=_force_row(setup, BLUE),
        turn_limit=setup.figures.rounds,
        options=(setup.campaign, *dice, *[name for name in TOLD if getattr(setup, name)]),
        house=house_of(setup),
    )


def _force_row(setup: Setup, side: Side) -> ScenarioForce:
    found = force(setup, side)
    if setup.relief is None or side is not setup.defending:
        return base.force_row(found)
    relief = ScenarioForce(setup.relief.units, value_of(setup.chart, setup.relief))
    return base.force_row(found, relief=relief)


# Files


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    kinds = {"unit": _chart_told, "units": _army_told, **dict.fromkeys(("feature", "width"), _table_told)}
    return base.judge(path, kinds, _scenario_told, "tables, units, armies and scenarios are .toml files")


def _chart_told(path: Path) -> str:
    return f"a chart of {len(read_chart(path))} units"


def _army_told(path: Path) -> str:
    return f"an army of {value_of(types(), read_army_file(path))} points, {read_sheet(path, ArmyFile).name}"


def _table_told(path: Path) -> str:
    table = read_table(path)
    return f"a table of {centimetres(table.width, table.height)} with {len(table.features)} features, {table.name}"


def _scenario_told(path: Path) -> str:
    setup = build(str(path))
    table = Extent("free", setup.table.width, setup.table.height)
    return base.scenario_told(path, read_sheet(path, Scenario), table, remark(setup))
