"""The door to what lies beside the rules: lists of classes, boards and scenarios, and set-ups made from them."""

from collections.abc import Mapping
from pathlib import Path

from hulldown.kernel.camera import Extent
from hulldown.kernel.files import convert, read_text
from hulldown.kernel.library import Force, MapRow, ScenarioForce, ScenarioRow, UnitRow
from hulldown.kernel.side import Side
from hulldown.rulebooks import library as base
from hulldown.rulebooks.files import read_sheet, scenario_files, scenario_path
from hulldown.rulebooks.panzerstrike import library as family
from hulldown.rulebooks.panzerstrike.board import LEGEND, parse_board
from hulldown.rulebooks.panzerstrike.files import MAPS, for_both
from hulldown.rulebooks.panzerstrike.france1944.assembly import BOARDS, board_of
from hulldown.rulebooks.panzerstrike.france1944.files import (
    ArmyFile,
    Scenario,
    classes,
    figures,
    read_army,
    read_board,
    read_chart,
    table_a,
)
from hulldown.rulebooks.panzerstrike.france1944.labels import LABELS
from hulldown.rulebooks.panzerstrike.france1944.options import OPTIONS
from hulldown.rulebooks.panzerstrike.france1944.question import Question, chances
from hulldown.rulebooks.panzerstrike.france1944.rules import HERE
from hulldown.rulebooks.panzerstrike.france1944.setup import Army, Figures, Setup, check_setup, value_of

__all__ = ["LABELS", "OPTIONS", "PARTS", "QUESTION", "agreed", "bounded", "build", "chances", "check", "force"]
__all__ += ["maps", "remark", "scenarios", "units"]

QUESTION = Question
# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    "scenario": "scenario",
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
    scenario: str, red: str = "", blue: str = "", board: str = "", options: Mapping[str, str] | None = None
) -> Setup:
    """FR-03 … FR-05: the set-up of a scenario, with other armies, another board or other options if given."""
    path = scenario_path(HERE, scenario)
    sheet = base.with_options(read_sheet(path, Scenario), options or {}, OPTIONS)
    total = for_both(sheet.total)
    chart = classes(read_chart(path.parent / sheet.chart) if sheet.chart else table_a())
    setup = Setup(
        scenario=path.stem[:80],
        board=read_board(board) if board else read_board(sheet.map, path),
        chart=chart,
        figures=convert(figures() | sheet.figures, Figures, f"{path.name}, figures"),
        red=read_army(red, total.red, chart, "red army") if red else Army(sheet.red, total.red),
        blue=read_army(blue, total.blue, chart, "blue army") if blue else Army(sheet.blue, total.blue),
        flags=(sheet.flags.red, sheet.flags.blue),
        barricades=sheet.barricades,
        turn_limit=sheet.turn_limit,
        damage=sheet.damage,
        hidden=sheet.hidden,
        edges=sheet.edges,
    )
    return base.sound(setup, check_setup, path.name)


def force(setup: Setup, side: Side) -> Force:
    """FR-02, FR-03: the tanks of a side, what they cost, and what was agreed."""
    army = setup.army(side)
    return Force(army.tanks, value_of(setup.chart, army), army.total)


def agreed(setup: Setup) -> dict[str, str]:
    return family.agreed_in(setup, OPTIONS)


def remark(setup: Setup) -> str:
    """FR-03: each team has the total that was agreed for it, so there is nothing to remark."""
    return ""


bounded = base.ends_by_itself


# Lists


def units() -> list[UnitRow]:
    return [UnitRow.of(row) for row in table_a()]


def maps() -> list[MapRow]:
    boards = {map_id: board_of(map_id) for map_id in BOARDS}
    return [family.map_row(map_id, board, LEGEND, board.rows) for map_id, board in boards.items()]


def scenarios() -> list[ScenarioRow]:
    return [_scenario_row(path) for path in scenario_files(HERE)]


def _scenario_row(path: Path) -> ScenarioRow:
    setup = build(path.stem)

    def side_of(side: Side) -> ScenarioForce:
        return base.force_row(force(setup, side), flags=setup.flags[side])

    options = [name for name in TOLD if getattr(setup, name)]
    return family.scenario_row(path, read_sheet(path, Scenario), setup, side_of, options)


# Files


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    kinds = {**dict.fromkeys(MAPS, _board_told), "unit": _chart_told, "tanks": _army_told}
    return base.judge(path, kinds, _scenario_told, family.NO_FILE)


def _board_told(path: Path) -> str:
    return family.board_told(parse_board(read_text(path), str(path)))


def _chart_told(path: Path) -> str:
    return f"a chart of {len(read_chart(path))} classes"


def _army_told(path: Path) -> str:
    chart = classes(table_a())
    army = read_army(str(path), 0, chart, str(path))
    return f"an army of {value_of(chart, army)} points, {read_sheet(path, ArmyFile).name}"


def _scenario_told(path: Path) -> str:
    setup = build(str(path))
    table = Extent("squares", setup.board.grid.columns, setup.board.grid.rows)
    return base.scenario_told(path, read_sheet(path, Scenario), table, remark(setup))
