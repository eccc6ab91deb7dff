"""The door to what lies beside the rules: lists of types, maps and scenarios, and set-ups made from them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hulldown.kernel.camera import Extent
from hulldown.kernel.library import Arm, Check, Follow, Force, MapRow, ScenarioForce, ScenarioRow, UnitRow
from hulldown.kernel.side import Side
from hulldown.kernel.wire import plain
from hulldown.kernel.work import Kind
from hulldown.rulebooks import library as base
from hulldown.rulebooks.files import read_scenario, read_sheet, scenario_files, scenario_path, shipped
from hulldown.rulebooks.panzerstrike import library as family
from hulldown.rulebooks.panzerstrike.board import Map
from hulldown.rulebooks.panzerstrike.core.files import (
    CHARTS,
    ArmyFile,
    Chart,
    ChartRow,
    Scenario,
    basic,
    boards,
    chart_for,
    chart_of,
    charts_named,
    dice_file,
    figures_of,
    read_army,
    read_chart,
    types_of,
    with_spaa,
)
from hulldown.rulebooks.panzerstrike.core.labels import LABELS
from hulldown.rulebooks.panzerstrike.core.options import OPTIONS, SWITCHES
from hulldown.rulebooks.panzerstrike.core.question import Question, chances, shot
from hulldown.rulebooks.panzerstrike.core.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.core.setup import (
    Army,
    Setup,
    Weapon,
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

CORE_13, CORE_16, CORE_19, CORE_173 = RULES["CORE-13"], RULES["CORE-16"], RULES["CORE-19"], RULES["CORE-173"]
QUESTION = Question
CHART = Chart
SOURCES: Mapping[str, Any] = dice_file()["source"]
SIGNS: Mapping[str, str] = GROUND_SIGNS | SIGNS_OF_WALLS
# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    "scenario": "scenario",
    "works": "scenario",
    "zone_b": "scenario",
    **dict.fromkeys(("board", "walls", "low", "high"), "board"),
    "chart": "figures",
    "figures": "figures",
    **{f"figures.{die}": "dice" for die in ("accuracy", "hit", "penetration", "miss", "speed", "radio")},
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
    """CORE-11, CORE-13: the set-up of a scenario, with other armies, board, options or figures if given."""
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
    spaa = sheet.spaa
    own = chart_for(chart, sheet.chart, path)
    kinds = with_spaa(own.unit, bool(spaa))
    ground = read_map(HERE, board or sheet.map, None if board else path, CORE_173)
    zone_b = sheet.zone_b or (dice_file()["zone_b"] if spaa else [])
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
        zone_b=squares(zone_b, ground.board, f"{path.name}, zone_b"),
        lost_spaa=sheet.lost_spaa or min(spaa, basic().lost_spaa),
        turn_limit=sheet.turn_limit or (basic().rounds if spaa else 0),
        **{name: getattr(sheet, name) for name in SWITCHES},
    )
    return base.within_bounds(setup, path.name)


def checks(setup: Setup) -> Iterator[Check]:
    return setup_checks(setup, base.file_of(setup))


def _pieces(sheet: Scenario, ground: Map, where: str, said: set[str]) -> dict[str, Any]:
    """CORE-164, CORE-170: walls and barricades as the scenario says them, else as on the map."""
    return pieces_of({what: getattr(sheet, what) if what in said else None for what in SQUARES}, ground, where)


def force(setup: Setup, side: Side) -> Force:
    """CORE-13, CORE-16: the units that a side bought, what they cost, what was agreed, and how many may move."""
    army = setup.army(side)
    return base.force(army.units, value_of(setup.chart, army), army.total, CORE_13, *_movements(setup, side))


def _movements(setup: Setup, side: Side) -> Iterator[Follow]:
    """CORE-16, CORE-19: the Coordinated movements of the first turn; the free SPAA are vehicles too."""
    figures, moves = setup.figures, {kind.id for kind in setup.chart if kind.vehicle}
    many = sum(count for kind, count in strength(setup, side).items() if kind in moves)
    told = "Coordinated movements"
    yield from family.dice_follow(figures.coordinated, figures.most_coordinated, many, told, "vehicle", CORE_16)
    if setup.command and figures.command:
        yield Follow(f"{figures.command} more while the command tank is not destroyed", CORE_19.id)


def with_army(setup: Setup, side: Side, units: Mapping[str, int]) -> Setup:
    army = Army(dict(units), setup.army(side).total)
    return msgspec.structs.replace(setup, **{side.label.lower(): army})


def arms(setup: Setup, side: Side) -> list[Arm]:
    """CORE-09: what each type of the chart is in an army."""
    return [Arm(kind.id, kind.effectiveness, family.role_of(kind), kind.nation) for kind in setup.chart]


def board_name(setup: Setup) -> str:
    return setup.board.name


def agreed(setup: Setup) -> dict[str, str]:
    """CORE-09: of the two charts the one that the set-up has; nothing is said of a chart from a file."""
    charts = (name for name in CHARTS if setup.chart == with_spaa(chart_of(name), bool(setup.spaa)))
    return family.agreed_in(setup, OPTIONS, chart=next(charts, None))


bounded, remark = base.ends_by_itself, uneven


# Lists


def units(chart: str = "") -> list[UnitRow]:
    """CORE-09: the rows of both charts, or of a chart's file."""
    if chart:
        return [_unit_row("own", row) for row in charts_named(chart)[0].unit]
    return [_unit_row(name, row) for name in CHARTS for row in chart_of(name)]


def _unit_row(chart: str, unit: ChartRow) -> UnitRow:
    """A type with the figures of its weapon among the others, and its price as points."""
    row = plain(unit)
    weapon, arc, source = row.pop("weapon"), row.pop("parabolic"), row.pop("source")
    points = {"points": row.pop("effectiveness")}
    row |= dict.fromkeys(Weapon.__struct_fields__) | (weapon or {})
    row["parabolic"] = arc and f"{arc['least']}–{arc['most']}"
    source["points"] = source.pop("effectiveness")
    return UnitRow.of(points | row | {"chart": chart, "source": source})


def maps(board: str = "") -> list[MapRow]:
    return family.map_rows({Path(board).stem: read_map(HERE, board, None, CORE_173)} if board else boards())


def scenarios() -> list[ScenarioRow]:
    return [_scenario_row(path) for path in scenario_files(HERE)]


def _scenario_row(path: Path) -> ScenarioRow:
    setup, sheet = build(path.stem), read_sheet(path, Scenario)

    def side_of(side: Side) -> ScenarioForce:
        return base.force_row(force(setup, side), flags=0, spaa=setup.spaa)

    return family.scenario_row(path, sheet, setup, side_of, family.played_with(setup, SWITCHES), chart=sheet.chart)


def works(kind: Kind) -> dict[str, str]:
    """What is shipped as files."""
    return shipped(HERE, kind)


# Files


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    kinds = {**dict.fromkeys(MAPS, family.map_told), "unit": _chart_told, "units": _army_told}
    return base.judge(path, kinds, _scenario_told, family.NO_FILE)


def _chart_told(path: Path) -> str:
    return f"a chart of {len(read_chart(path).unit)} types"


def _army_told(path: Path) -> str:
    sheet = read_sheet(path, ArmyFile)
    chart = types_of(chart_for("", sheet.chart, path).unit)
    return f"an army of {value_of(chart, read_army(str(path), 0, chart, str(path)))} points, {sheet.name}"


def _scenario_told(path: Path) -> str:
    setup = build(str(path))
    table = Extent("squares", setup.board.grid.columns, setup.board.grid.rows)
    return base.scenario_told(path, read_sheet(path, Scenario), table, remark(setup))
