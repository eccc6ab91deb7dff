"""The door to what lies beside the rules: lists of classes, maps and scenarios, and set-ups made from them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hulldown.kernel.camera import Extent
from hulldown.kernel.files import convert
from hulldown.kernel.library import Force, MapRow, ScenarioForce, ScenarioRow, UnitRow
from hulldown.kernel.side import Side
from hulldown.rulebooks import library as base
from hulldown.rulebooks.files import read_sheet, scenario_files, scenario_path
from hulldown.rulebooks.panzerstrike import library as family
from hulldown.rulebooks.panzerstrike.board import Map
from hulldown.rulebooks.panzerstrike.dynamic.files import (
    LOST_SPAA,
    TURN_LIMIT,
    ZONE_B,
    ArmyFile,
    Scenario,
    boards,
    classes,
    figures,
    generic,
    read_army,
    read_chart,
)
from hulldown.rulebooks.panzerstrike.dynamic.labels import LABELS
from hulldown.rulebooks.panzerstrike.dynamic.options import OPTIONS, SWITCHES
from hulldown.rulebooks.panzerstrike.dynamic.question import Question, chances
from hulldown.rulebooks.panzerstrike.dynamic.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import Army, Figures, Setup, check_setup, uneven, value_of
from hulldown.rulebooks.panzerstrike.files import MAPS, for_both, pieces_of, read_map, squares
from hulldown.rulebooks.panzerstrike.library import SQUARES

__all__ = ["LABELS", "OPTIONS", "PARTS", "QUESTION", "agreed", "bounded", "build", "chances", "check", "force"]
__all__ += ["maps", "remark", "scenarios", "units"]

DYN_Q37 = RULES["DYN-Q37"]
QUESTION = Question
# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    "scenario": "scenario",
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
    scenario: str, red: str = "", blue: str = "", board: str = "", options: Mapping[str, str] | None = None
) -> Setup:
    """DYN-16, DYN-20: the set-up of a scenario, with other armies, another board or other options if given."""
    path = scenario_path(HERE, scenario)
    sheet = family.with_options(read_sheet(path, Scenario), options or {}, OPTIONS)
    total = for_both(sheet.total)
    chart = classes(read_chart(path.parent / sheet.chart) if sheet.chart else generic())
    ground = read_map(HERE, board or sheet.map, None if board else path, DYN_Q37)
    spaa = sheet.spaa
    setup = Setup(
        scenario=path.stem[:80],
        board=ground.board,
        chart=chart,
        figures=convert(figures() | sheet.figures, Figures, f"{path.name}, figures"),
        red=read_army(red, total.red, chart, "red army") if red else Army(sheet.red, total.red),
        blue=read_army(blue, total.blue, chart, "blue army") if blue else Army(sheet.blue, total.blue),
        **_pieces(sheet, ground, path.name, {*SQUARES} if not board else {*SQUARES} & {*(options or {})}),
        heights=ground.heights if sheet.solid else (),
        spaa=spaa,
        blocks=tuple(squares([area], ground.board, f"{path.name}, zone_b") for area in _zone_b(sheet)),
        lost_spaa=sheet.lost_spaa or min(spaa, LOST_SPAA),
        turn_limit=sheet.turn_limit or (TURN_LIMIT if spaa else 0),
        edges=sheet.edges,
        **{name: getattr(sheet, name) for name in SWITCHES},
    )
    return base.sound(setup, check_setup, path.name)


def _pieces(sheet: Scenario, ground: Map, where: str, said: set[str]) -> dict[str, Any]:
    """DYN-152, DYN-162, DYN-188, DYN-H5: walls and barricades as the scenario says them, else as on the map; the Quick
    Start leaves those of the map away."""
    drawn = msgspec.structs.replace(ground, walls=(), low=(), high=()) if sheet.quick else ground
    return pieces_of({what: getattr(sheet, what) if what in said else None for what in SQUARES}, drawn, where)


def _zone_b(sheet: Scenario) -> Iterable[str]:
    """DYN-170, DYN-Q36: Red's parts of zone B, one to an SPAA; where the house has them, or the scenario."""
    return sheet.zone_b or ZONE_B[: sheet.spaa]


def force(setup: Setup, side: Side) -> Force:
    """DYN-22: the units of a side that were bought, what they cost, and what was agreed."""
    army = setup.army(side)
    return Force(army.units, value_of(setup.chart, army), army.total)


def agreed(setup: Setup) -> dict[str, str]:
    return family.agreed_in(setup, OPTIONS)


bounded, remark = base.ends_by_itself, uneven


# Lists


def units() -> list[UnitRow]:
    return [UnitRow.of(row) for row in generic()]


def maps() -> list[MapRow]:
    return family.map_rows(boards())


def scenarios() -> list[ScenarioRow]:
    return [_scenario_row(path) for path in scenario_files(HERE)]


def _scenario_row(path: Path) -> ScenarioRow:
    setup = build(path.stem)

    def side_of(side: Side) -> ScenarioForce:
        return base.force_row(force(setup, side), flags=0, spaa=setup.spaa)

    return family.scenario_row(path, read_sheet(path, Scenario), setup, side_of, family.played_with(setup, SWITCHES))


# Files


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    kinds = {**dict.fromkeys(MAPS, family.map_told), "unit": _chart_told, "units": _army_told}
    return base.judge(path, kinds, _scenario_told, family.NO_FILE)


def _chart_told(path: Path) -> str:
    return f"a chart of {len(read_chart(path))} classes"


def _army_told(path: Path) -> str:
    chart = classes(generic())
    army = read_army(str(path), 0, chart, str(path))
    return f"an army of {value_of(chart, army):g} points, {read_sheet(path, ArmyFile).name}"


def _scenario_told(path: Path) -> str:
    setup = build(str(path))
    table = Extent("squares", setup.board.grid.columns, setup.board.grid.rows)
    return base.scenario_told(path, read_sheet(path, Scenario), table, remark(setup))
