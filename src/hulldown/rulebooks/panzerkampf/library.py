"""The door to what lies beside the rules: lists of units, tables and scenarios, and set-ups made from them."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from hulldown.kernel.camera import Extent
from hulldown.kernel.files import merged
from hulldown.kernel.library import Arm, Check, Follow, Force, MapRow, ScenarioForce, ScenarioRow, UnitRow
from hulldown.kernel.option import write_options
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.work import Kind
from hulldown.rulebooks import library as base
from hulldown.rulebooks.files import chart_file, read_scenario, read_sheet, scenario_files, scenario_path, shipped
from hulldown.rulebooks.panzerkampf.files import (
    ArmyFile,
    Chart,
    Scenario,
    chart_named,
    dice_file,
    figures_of,
    find_table,
    house_chart,
    read_army,
    read_army_file,
    read_chart,
    read_table,
    tables,
    types,
)
from hulldown.rulebooks.panzerkampf.labels import LABELS
from hulldown.rulebooks.panzerkampf.options import OPTIONS, SWITCHES
from hulldown.rulebooks.panzerkampf.question import Question, chances, shot
from hulldown.rulebooks.panzerkampf.rules import HERE, RULES
from hulldown.rulebooks.panzerkampf.setup import (
    Army,
    Setup,
    allowance,
    check_setup,
    command_dice,
    flying_part,
    house_of,
    limit_rule,
    reinforcement,
    setup_checks,
    uneven,
    value_of,
)
from hulldown.rulebooks.panzerkampf.table.drawing import BRIDGE, CRATE, MINES
from hulldown.rulebooks.panzerkampf.tables import LEGEND, Table, centimetres, sketch
from hulldown.rulebooks.panzerkampf.units import role_of

__all__ = ["CHART", "LABELS", "OPTIONS", "PARTS", "QUESTION", "SIGNS", "SOURCES"]
__all__ += ["agreed", "arms", "board_name", "bounded", "build", "chances"]
__all__ += ["check", "checks", "draft", "force", "maps", "remark", "scenarios", "shot", "units", "with_army", "works"]

PK_94, PK_101, PK_105, PK_R53 = RULES["PK-94"], RULES["PK-101"], RULES["PK-105"], RULES["PK-R53"]
QUESTION = Question
CHART = Chart
SOURCES: Mapping[str, Any] = dice_file()["source"]
SIGNS: Mapping[str, str] = LEGEND | {BRIDGE: "bridge", MINES: "mines", CRATE: "crate"}
# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    **dict.fromkeys(("scenario", "works", "campaign", "defender"), "scenario"),
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
    scenario: str,
    red: str = "",
    blue: str = "",
    board: str = "",
    options: Mapping[str, str] | None = None,
    chart: str = "",
) -> Setup:
    """PK-82: the set-up of a scenario, with other armies, table, options or figures if given."""
    setup = draft(scenario, red, blue, board, options, chart)
    check_setup(setup, base.file_of(setup))
    return setup


def draft(
    scenario: str,
    red: str = "",
    blue: str = "",
    board: str = "",
    options: Mapping[str, str] | None = None,
    chart: str = "",
) -> Setup:
    """As `build`, but nothing is judged beyond the bounds of the figures."""
    path = scenario_path(HERE, scenario)
    sheet = base.with_options(read_scenario(path, Scenario, red, blue), options or {}, OPTIONS)
    file = chart_file(chart, sheet.chart, path)
    own = read_chart(file) if file else house_chart()
    setup = Setup(
        scenario=path.stem[:80],
        campaign=sheet.campaign,
        limit=sheet.limit,
        table=find_table(board or sheet.table, None if board else path),
        chart=types(own),
        figures=figures_of(own, _figures(sheet), path.name),
        red=read_army(red, "red army") if red else Army(sheet.red),
        blue=read_army(blue, "blue army") if blue else Army(sheet.blue),
        defender=sheet.defender,
        relief=None if sheet.relief is None else Army(sheet.relief),
        **{name: getattr(sheet, name) for name in SWITCHES},
    )
    draft = base.within_bounds(setup, path.name)
    return msgspec.structs.replace(draft, table=setup.table)  # itself, since it keeps what is known of its ground


def checks(setup: Setup) -> Iterator[Check]:
    return setup_checks(setup, base.file_of(setup))


def _figures(sheet: Scenario) -> dict[str, Any]:
    """PK-R43, PK-R46: a scenario's own figures, and the house options that are numbers."""
    escort = {name: value for name in ("pace", "clear") if (value := getattr(sheet, name)) is not None}
    rounds = {} if sheet.rounds is None else {"rounds": sheet.rounds}
    return merged(sheet.figures, {"escort": escort, **rounds})


def bounded(setup: Setup) -> tuple[Setup, str]:
    """PK-R46: the set-up with a limit of rounds, for games that nobody watches, and a word on it if it had none."""
    if setup.figures.rounds:
        return setup, ""
    figures = msgspec.structs.replace(setup.figures, rounds=LAB_ROUNDS)
    told = f"No limit is set, and games that nobody watches end after {LAB_ROUNDS} rounds (PK-R46)."
    return msgspec.structs.replace(setup, figures=figures), told


def force(setup: Setup, side: Side) -> Force:
    """The units that a side deploys at first, what they cost, what is allowed, and what follows from it."""
    army = setup.army(side)
    rule, follows = limit_rule(setup, side), _follows(setup, side)
    return base.force(army.units, value_of(setup.chart, army), allowance(setup, side), rule, *follows)


def _follows(setup: Setup, side: Side) -> Iterator[Follow]:
    """PK-94, PK-101, PK-105, PK-R53: what may fly, command dice, and what comes later."""
    if setup.third_flying:
        aloft, most = flying_part(setup, side)
        yield Follow(f"flying units {aloft} of {most} points", PK_R53.id)
    if setup.command:
        many, step = command_dice(setup), setup.figures.command_points
        dice = f"{many} command {'die' if many == 1 else 'dice'}" if many else "no command dice"
        yield Follow(f"{dice} for {setup.limit} points; {many + 1} from {(many + 1) * step}", PK_105.id)
    if setup.campaign == "escort" and side is not setup.defending:
        yield Follow(f"{reinforcement(setup)} points more in each of its turns", PK_94.id)
    if setup.relief is not None and side is setup.defending:
        points, first = value_of(setup.chart, setup.relief), setup.figures.encircled.relief
        yield Follow(f"a relief of {points} points from round {first} on", PK_101.id)


def with_army(setup: Setup, side: Side, units: Mapping[str, int]) -> Setup:
    return msgspec.structs.replace(setup, **{side.label.lower(): Army(dict(units))})


def arms(setup: Setup, side: Side) -> list[Arm]:
    """PK-27, PK-R43: what each unit is in an army; an escort brings a support unit."""
    escorts = setup.campaign == "escort" and side is setup.defending
    convoy = next((row.id for row in setup.chart if row.support), "") if escorts else ""
    return [Arm(row.id, row.points, role_of(row), least=int(row.id == convoy)) for row in setup.chart]


def board_name(setup: Setup) -> str:
    return setup.table.name


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


def units(chart: str = "") -> list[UnitRow]:
    """PK-27: the units with the source of each figure."""
    return [UnitRow.of(row) for row in chart_named(chart).unit]


def maps(board: str = "") -> list[MapRow]:
    """PK-10: the tables, their sides in centimetres, each with a sketch and its features in 1/100 mm."""
    found = {Path(board).stem: find_table(board, None)} if board else tables()
    return [_map_row(name, table) for name, table in found.items()]


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
        (table.width, table.height),
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


def works(kind: Kind) -> dict[str, str]:
    """What is shipped as files."""
    return shipped(HERE, kind, board="tables/*.toml", chart="units.toml")


# Files


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    kinds = {"unit": _chart_told, "units": _army_told, **dict.fromkeys(("feature", "width"), _table_told)}
    return base.judge(path, kinds, _scenario_told, "tables, units, armies and scenarios are .toml files")


def _chart_told(path: Path) -> str:
    return f"a chart of {len(read_chart(path).unit)} units"


def _army_told(path: Path) -> str:
    return f"an army of {value_of(types(), read_army_file(path))} points, {read_sheet(path, ArmyFile).name}"


def _table_told(path: Path) -> str:
    table = read_table(path)
    return f"a table of {centimetres(table.width, table.height)} with {len(table.features)} features, {table.name}"


def _scenario_told(path: Path) -> str:
    setup = build(str(path))
    table = Extent("free", setup.table.width, setup.table.height)
    return base.scenario_told(path, read_sheet(path, Scenario), table, remark(setup))
