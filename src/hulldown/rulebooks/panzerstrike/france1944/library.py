"""The door to what lies beside the rules: lists of classes, boards and scenarios, and set-ups made from them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from hulldown.kernel.camera import Extent
from hulldown.kernel.files import read_text
from hulldown.kernel.library import Arm, Check, Force, MapRow, ScenarioForce, ScenarioRow, UnitRow
from hulldown.kernel.side import Side
from hulldown.kernel.work import Kind
from hulldown.rulebooks import library as base
from hulldown.rulebooks.files import chart_file, read_scenario, read_sheet, scenario_files, scenario_path, shipped
from hulldown.rulebooks.panzerstrike import library as family
from hulldown.rulebooks.panzerstrike.board import LEGEND, board_text, parse_board
from hulldown.rulebooks.panzerstrike.files import MAPS, for_both
from hulldown.rulebooks.panzerstrike.france1944.assembly import BOARDS, board_of, excerpt_of
from hulldown.rulebooks.panzerstrike.france1944.files import (
    ArmyFile,
    Chart,
    Scenario,
    chart_named,
    classes,
    dice_file,
    figures_of,
    house_chart,
    read_army,
    read_board,
    read_chart,
    table_a,
)
from hulldown.rulebooks.panzerstrike.france1944.labels import LABELS
from hulldown.rulebooks.panzerstrike.france1944.options import OPTIONS
from hulldown.rulebooks.panzerstrike.france1944.question import Question, chances, shot
from hulldown.rulebooks.panzerstrike.france1944.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.france1944.setup import (
    Army,
    Setup,
    check_setup,
    setup_checks,
    value_of,
)
from hulldown.rulebooks.panzerstrike.table.drawing import SIGNS as GROUND_SIGNS

__all__ = ["CHART", "LABELS", "OPTIONS", "PARTS", "QUESTION", "SIGNS", "SOURCES"]
__all__ += ["agreed", "arms", "board_name", "bounded", "build", "chances"]
__all__ += ["check", "checks", "draft", "force", "maps", "remark", "scenarios", "shot", "units", "with_army", "works"]

FR_03, FR_17 = RULES["FR-03"], RULES["FR-17"]
QUESTION = Question
CHART = Chart
SOURCES: Mapping[str, Any] = dice_file()["source"]
SIGNS: Mapping[str, str] = GROUND_SIGNS | {"+": "barricade", "R¶": "Red's flag", "b¶": "Blue's flag"}
# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    "scenario": "scenario",
    "works": "scenario",
    "board": "board",
    "chart": "figures",
    "figures": "figures",
    **dict.fromkeys(("figures.large", "figures.small"), "dice"),
    "red": "armies",
    "blue": "armies",
}
TOLD = ("damage", "barricades", "hidden")  # what a scenario says that it is played with


# Set-ups


def build(
    scenario: str,
    red: str = "",
    blue: str = "",
    board: str = "",
    options: Mapping[str, str] | None = None,
    chart: str = "",
) -> Setup:
    """FR-03 … FR-05: the set-up of a scenario, with other armies, board, options or figures if given."""
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
    total = for_both(sheet.total)
    file = chart_file(chart, sheet.chart, path)
    own = read_chart(file) if file else house_chart()
    kinds = classes(own.unit)
    setup = Setup(
        scenario=path.stem[:80],
        board=read_board(board) if board else read_board(sheet.map, path),
        chart=kinds,
        figures=figures_of(own, sheet.figures, path.name),
        red=read_army(red, total.red, kinds, "red army") if red else Army(sheet.red, total.red),
        blue=read_army(blue, total.blue, kinds, "blue army") if blue else Army(sheet.blue, total.blue),
        flags=(sheet.flags.red, sheet.flags.blue),
        barricades=sheet.barricades,
        turn_limit=sheet.turn_limit,
        damage=sheet.damage,
        hidden=sheet.hidden,
        edges=sheet.edges,
    )
    return base.within_bounds(setup, path.name)


def checks(setup: Setup) -> Iterator[Check]:
    return setup_checks(setup, base.file_of(setup))


def force(setup: Setup, side: Side) -> Force:
    """FR-02, FR-03, FR-17: the tanks of a side, what they cost, what was agreed, and the dice that they earn."""
    army = setup.army(side)
    figures, many = setup.figures, sum(army.tanks.values())
    dice = family.dice_follow(figures.dice_table, figures.most_dice, many, "movement dice", "tank", FR_17)
    return base.force(army.tanks, value_of(setup.chart, army), army.total, FR_03, *dice)


def with_army(setup: Setup, side: Side, units: Mapping[str, int]) -> Setup:
    army = Army(dict(units), setup.army(side).total)
    return msgspec.structs.replace(setup, **{side.label.lower(): army})


def arms(setup: Setup, side: Side) -> list[Arm]:
    """FR-09: all three classes are tanks of the line."""
    return [Arm(kind.id, kind.points, "line") for kind in setup.chart]


def board_name(setup: Setup) -> str:
    return setup.board.name


def agreed(setup: Setup) -> dict[str, str]:
    return family.agreed_in(setup, OPTIONS)


def remark(setup: Setup) -> str:
    """FR-03: each team has the total that was agreed for it, so there is nothing to remark."""
    return ""


bounded = base.ends_by_itself


# Lists


def units(chart: str = "") -> list[UnitRow]:
    return [UnitRow.of(row) for row in chart_named(chart).unit]


def maps(board: str = "") -> list[MapRow]:
    """FR-11: the boards; those of one set say where on the whole map they lie."""
    boards = {Path(map_id).stem: read_board(map_id) for map_id in ([board] if board else BOARDS)}
    rows = [family.map_row(map_id, one, LEGEND, one.rows) for map_id, one in boards.items()]
    return [msgspec.structs.replace(row, excerpt=UNSET if board else excerpt_of(row.id)) for row in rows]


def scenarios() -> list[ScenarioRow]:
    return [_scenario_row(path) for path in scenario_files(HERE)]


def _scenario_row(path: Path) -> ScenarioRow:
    setup = build(path.stem)

    def side_of(side: Side) -> ScenarioForce:
        return base.force_row(force(setup, side), flags=setup.flags[side])

    options = [name for name in TOLD if getattr(setup, name)]
    return family.scenario_row(path, read_sheet(path, Scenario), setup, side_of, options)


def works(kind: Kind) -> dict[str, str]:
    """What is shipped as files. FR-11: boards are laid of tiles, and written as one who drew them would."""
    if kind == "board":
        return {map_id: board_text(board_of(map_id)) for map_id in BOARDS}
    return shipped(HERE, kind)


# Files


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    kinds = {**dict.fromkeys(MAPS, _board_told), "unit": _chart_told, "tanks": _army_told}
    return base.judge(path, kinds, _scenario_told, family.NO_FILE)


def _board_told(path: Path) -> str:
    return family.board_told(parse_board(read_text(path), str(path)))


def _chart_told(path: Path) -> str:
    return f"a chart of {len(read_chart(path).unit)} classes"


def _army_told(path: Path) -> str:
    chart = classes(table_a())
    army = read_army(str(path), 0, chart, str(path))
    return f"an army of {value_of(chart, army)} points, {read_sheet(path, ArmyFile).name}"


def _scenario_told(path: Path) -> str:
    setup = build(str(path))
    table = Extent("squares", setup.board.grid.columns, setup.board.grid.rows)
    return base.scenario_told(path, read_sheet(path, Scenario), table, remark(setup))
