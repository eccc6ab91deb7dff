"""The door to what lies beside the rules: lists of classes, maps and scenarios, and set-ups made from them."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hulldown.kernel.camera import Extent
from hulldown.kernel.library import Arm, Check, Follow, Force, MapRow, ScenarioForce, ScenarioRow, UnitRow
from hulldown.kernel.side import Side
from hulldown.kernel.work import Kind
from hulldown.rulebooks import library as base
from hulldown.rulebooks.files import chart_file, read_scenario, read_sheet, scenario_files, scenario_path, shipped
from hulldown.rulebooks.panzerstrike import library as family
from hulldown.rulebooks.panzerstrike.board import Map
from hulldown.rulebooks.panzerstrike.dynamic.files import (
    LOST_SPAA,
    TURN_LIMIT,
    ZONE_B,
    ArmyFile,
    Chart,
    Scenario,
    boards,
    chart_named,
    classes,
    dice_file,
    figures_of,
    generic,
    house_chart,
    read_army,
    read_chart,
)
from hulldown.rulebooks.panzerstrike.dynamic.labels import LABELS
from hulldown.rulebooks.panzerstrike.dynamic.options import OPTIONS, SWITCHES
from hulldown.rulebooks.panzerstrike.dynamic.question import Question, chances, shot
from hulldown.rulebooks.panzerstrike.dynamic.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import (
    Army,
    Setup,
    check_setup,
    setup_checks,
    uneven,
    value_of,
)
from hulldown.rulebooks.panzerstrike.files import MAPS, for_both, pieces_of, read_map, squares
from hulldown.rulebooks.panzerstrike.library import SQUARES
from hulldown.rulebooks.panzerstrike.setup import strength
from hulldown.rulebooks.panzerstrike.table.drawing import SIGNS as GROUND_SIGNS
from hulldown.rulebooks.panzerstrike.table.drawing import SIGNS_OF_WALLS

__all__ = ["CHART", "LABELS", "OPTIONS", "PARTS", "QUESTION", "SIGNS", "SOURCES"]
__all__ += ["agreed", "arms", "board_name", "bounded", "build", "chances"]
__all__ += ["check", "checks", "draft", "force", "maps", "remark", "scenarios", "shot", "units", "with_army", "works"]

DYN_20, DYN_27, DYN_29, DYN_Q37 = RULES["DYN-20"], RULES["DYN-27"], RULES["DYN-29"], RULES["DYN-Q37"]
QUESTION = Question
CHART = Chart
SOURCES: Mapping[str, Any] = dice_file()["source"]
SIGNS: Mapping[str, str] = GROUND_SIGNS | SIGNS_OF_WALLS
# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    "scenario": "scenario",
    "works": "scenario",
    "blocks": "scenario",
    **dict.fromkeys(("board", "walls", "low", "high"), "board"),
    "chart": "figures",
    "figures": "figures",
    **dict.fromkeys(("figures.blue", "figures.red", "figures.half"), "dice"),
    "red": "armies",
    "blue": "armies",
}


# Set-ups


def build(
    scenario: str,
    red: str = "",
    blue: str = "",
    board: str = "",
    options: Mapping[str, str] | None = None,
    chart: str = "",
) -> Setup:
    """DYN-16, DYN-20: the set-up of a scenario, with other armies, board, options or figures if given."""
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
    sheet = family.with_options(read_scenario(path, Scenario, red, blue), options or {}, OPTIONS)
    total = for_both(sheet.total)
    file = chart_file(chart, sheet.chart, path)
    own = read_chart(file) if file else house_chart()
    kinds = classes(own.unit)
    ground = read_map(HERE, board or sheet.map, None if board else path, DYN_Q37)
    spaa = sheet.spaa
    setup = Setup(
        scenario=path.stem[:80],
        board=ground.board,
        chart=kinds,
        figures=figures_of(own, sheet.figures, path.name),
        red=read_army(red, total.red, kinds, "red army") if red else Army(sheet.red, total.red),
        blue=read_army(blue, total.blue, kinds, "blue army") if blue else Army(sheet.blue, total.blue),
        **_pieces(sheet, ground, path.name, {*SQUARES} if not board else {*SQUARES} & {*(options or {})}),
        heights=ground.heights if sheet.solid else (),
        spaa=spaa,
        blocks=tuple(squares([area], ground.board, f"{path.name}, zone_b") for area in _zone_b(sheet)),
        lost_spaa=sheet.lost_spaa or min(spaa, LOST_SPAA),
        turn_limit=sheet.turn_limit or (TURN_LIMIT if spaa else 0),
        edges=sheet.edges,
        **{name: getattr(sheet, name) for name in SWITCHES},
    )
    return base.within_bounds(setup, path.name)


def checks(setup: Setup) -> Iterator[Check]:
    return setup_checks(setup, base.file_of(setup))


def _pieces(sheet: Scenario, ground: Map, where: str, said: set[str]) -> dict[str, Any]:
    """DYN-152, DYN-162, DYN-188, DYN-H5: walls and barricades as the scenario says them, else as on the map; the Quick
    Start leaves those of the map away."""
    drawn = msgspec.structs.replace(ground, walls=(), low=(), high=()) if sheet.quick else ground
    return pieces_of({what: getattr(sheet, what) if what in said else None for what in SQUARES}, drawn, where)


def _zone_b(sheet: Scenario) -> Iterable[str]:
    """DYN-170, DYN-Q36: Red's parts of zone B, one to an SPAA; where the house has them, or the scenario."""
    return sheet.zone_b or ZONE_B[: sheet.spaa]


def force(setup: Setup, side: Side) -> Force:
    """DYN-22, DYN-27: the units of a side that were bought, what they cost, what was agreed, and the dice they earn."""
    army = setup.army(side)
    return base.force(army.units, value_of(setup.chart, army), army.total, DYN_20, *_dice(setup, side))


def _dice(setup: Setup, side: Side) -> Iterator[Follow]:
    """DYN-27, DYN-29: the Blue dice of the first turn; the free SPAA are vehicles too."""
    figures, moves = setup.figures, {kind.id for kind in setup.chart if kind.vehicle}
    many = sum(count for kind, count in strength(setup, side).items() if kind in moves)
    yield from family.dice_follow(figures.dice_table, figures.most_dice, many, "Blue dice", "vehicle", DYN_27)
    if setup.command:
        yield Follow("one more while the command tank is active", DYN_29.id)


def with_army(setup: Setup, side: Side, units: Mapping[str, int]) -> Setup:
    army = Army(dict(units), setup.army(side).total)
    return msgspec.structs.replace(setup, **{side.label.lower(): army})


def arms(setup: Setup, side: Side) -> list[Arm]:
    """DYN-13: what each class of the chart is in an army."""
    return [Arm(kind.id, kind.points, family.role_of(kind)) for kind in setup.chart]


def board_name(setup: Setup) -> str:
    return setup.board.name


def agreed(setup: Setup) -> dict[str, str]:
    return family.agreed_in(setup, OPTIONS)


bounded, remark = base.ends_by_itself, uneven


# Lists


def units(chart: str = "") -> list[UnitRow]:
    return [UnitRow.of(row) for row in chart_named(chart).unit]


def maps(board: str = "") -> list[MapRow]:
    return family.map_rows({Path(board).stem: read_map(HERE, board, None, DYN_Q37)} if board else boards())


def scenarios() -> list[ScenarioRow]:
    return [_scenario_row(path) for path in scenario_files(HERE)]


def _scenario_row(path: Path) -> ScenarioRow:
    setup = build(path.stem)

    def side_of(side: Side) -> ScenarioForce:
        return base.force_row(force(setup, side), flags=0, spaa=setup.spaa)

    return family.scenario_row(path, read_sheet(path, Scenario), setup, side_of, family.played_with(setup, SWITCHES))


def works(kind: Kind) -> dict[str, str]:
    """What is shipped as files."""
    return shipped(HERE, kind)


# Files


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    kinds = {**dict.fromkeys(MAPS, family.map_told), "unit": _chart_told, "units": _army_told}
    return base.judge(path, kinds, _scenario_told, family.NO_FILE)


def _chart_told(path: Path) -> str:
    return f"a chart of {len(read_chart(path).unit)} classes"


def _army_told(path: Path) -> str:
    chart = classes(generic())
    army = read_army(str(path), 0, chart, str(path))
    return f"an army of {value_of(chart, army):g} points, {read_sheet(path, ArmyFile).name}"


def _scenario_told(path: Path) -> str:
    setup = build(str(path))
    table = Extent("squares", setup.board.grid.columns, setup.board.grid.rows)
    return base.scenario_told(path, read_sheet(path, Scenario), table, remark(setup))
