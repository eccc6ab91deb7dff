"""The door to what lies beside the rules: lists of cards, mats and scenarios, and set-ups made from them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hulldown.kernel.camera import Extent
from hulldown.kernel.files import read_text
from hulldown.kernel.library import Arm, Check, Force, MapRow, ScenarioRow, UnitRow
from hulldown.kernel.option import read_options, write_options
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import plain
from hulldown.kernel.work import Kind
from hulldown.rulebooks import library as base
from hulldown.rulebooks.files import chart_file, read_scenario, read_sheet, scenario_files, scenario_path, shipped
from hulldown.rulebooks.squadron.files import (
    MATS,
    ArmyFile,
    Pack,
    Scenario,
    dice_file,
    figures_of,
    game_sides,
    house_pack,
    mats,
    pack_named,
    read_army,
    read_mat,
    read_pack,
    usual_hand,
)
from hulldown.rulebooks.squadron.labels import LABELS
from hulldown.rulebooks.squadron.mats import parse_mat
from hulldown.rulebooks.squadron.options import HAND, NONE, OPTIONS, SWITCHES
from hulldown.rulebooks.squadron.question import Question, chances, shot
from hulldown.rulebooks.squadron.rules import HERE
from hulldown.rulebooks.squadron.setup import (
    LEGEND,
    OPEN,
    SQ_Q33,
    Army,
    Hand,
    Mat,
    Setup,
    check_setup,
    setup_checks,
    uneven,
    value_of,
)

__all__ = ["CHART", "LABELS", "OPTIONS", "PARTS", "QUESTION", "SIGNS", "SOURCES"]
__all__ += ["agreed", "arms", "board_name", "bounded", "build", "chances"]
__all__ += ["check", "checks", "draft", "force", "maps", "remark", "scenarios", "shot", "units", "with_army", "works"]

QUESTION = Question
CHART = Pack
SOURCES: Mapping[str, Any] = dice_file()["source"]
SIGNS: Mapping[str, str] = {"·" if sign == OPEN else sign: told for sign, told in LEGEND.items()}
# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    "scenario": "scenario",
    "works": "scenario",
    "mat": "board",
    "cards": "figures",
    "figures": "figures",
    **{f"figures.{name}_die": "dice" for name in ("initiative", "movement", "breakdown", "shot", "pierce")},
    **dict.fromkeys(("figures.standing_dice", "figures.moving_dice"), "dice"),
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
    """SQ-16, SQ-19: the set-up of a scenario, with other armies, mat, options or cards if given."""
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
    sheet = _with_options(read_scenario(path, Scenario, red, blue), options or {})
    hand = usual_hand() if sheet.tiles is None else sheet.tiles
    file = chart_file(chart, sheet.chart, path)
    pack = read_pack(file) if file else house_pack()
    sides = game_sides(pack)
    setup = Setup(
        scenario=path.stem[:80],
        mat=read_mat(board or sheet.map, None if board else path),
        cards=sides,
        figures=figures_of(pack, sheet.figures, path.name),
        red=read_army(red, sheet.total, "red army", sides) if red else Army(sheet.red, sheet.total),
        blue=read_army(blue, sheet.total, "blue army", sides) if blue else Army(sheet.blue, sheet.total),
        red_tiles=hand,
        blue_tiles=hand,
        free_stop=sheet.free_stop,
        narrow=sheet.narrow,
    )
    return base.within_bounds(setup, path.name)


def checks(setup: Setup) -> Iterator[Check]:
    return setup_checks(setup, base.file_of(setup))


def _with_options(sheet: Scenario, options: Mapping[str, str]) -> Scenario:
    """The scenario with what the players agreed otherwise: tiles are a hand of them, turns a figure."""
    values: dict[str, Any] = read_options(options, OPTIONS)
    if "tiles" in values:
        values["tiles"] = plain(usual_hand() if values["tiles"] == HAND else Hand())
    if "turns" in values:
        values["figures"] = sheet.figures | {"turns": values.pop("turns")}
    return base.changed(sheet, values)


def force(setup: Setup, side: Side) -> Force:
    """The tanks of a side, what they cost, and what was agreed."""
    army = setup.army(side)
    return base.force(army.units, value_of(setup.cards, army), army.total, SQ_Q33)


def with_army(setup: Setup, side: Side, units: Mapping[str, int]) -> Setup:
    army = Army(dict(units), setup.army(side).total)
    return msgspec.structs.replace(setup, **{side.label.lower(): army})


def arms(setup: Setup, side: Side) -> list[Arm]:
    """SQ-13: tanks of the line have a turret; a fixed cannon aims with the hull."""
    nations = {card.id: card.history.nation for card in house_pack().card}
    return [
        Arm(card.id, card.points, "gun" if card.fixed else "line", nations.get(card.id, "")) for card in setup.cards
    ]


def board_name(setup: Setup) -> str:
    return setup.mat.name


def agreed(setup: Setup) -> dict[str, str]:
    """SQ-Q31: nothing is said of tiles that are a scenario's own."""
    hands = {usual_hand(): HAND, Hand(): NONE}
    values = {name: getattr(setup, name) for name in SWITCHES}
    values |= {"tiles": hands.get(setup.red_tiles), "turns": setup.figures.turns, "total": setup.red.total}
    return write_options(values, OPTIONS)


bounded, remark = base.ends_by_itself, uneven


# Lists


def units(chart: str = "") -> list[UnitRow]:
    """SQ-03, SQ-04: the cards with both sides."""
    return [UnitRow.of({"points": row.points} | plain(row)) for row in pack_named(chart).card]


def maps(board: str = "") -> list[MapRow]:
    found = {Path(board).stem: read_mat(board, None)} if board else mats()
    return [_map_row(name, mat) for name, mat in found.items()]


def _map_row(name: str, mat: Mat) -> MapRow:
    built = round(sum(sign in "Hhr" for sign in mat.cells) / mat.grid.size, 3)
    return MapRow(name, mat.name, mat.grid.columns, mat.grid.rows, built, "up", LEGEND, mat.rows)


def scenarios() -> list[ScenarioRow]:
    return [_scenario_row(path) for path in scenario_files(HERE)]


def _scenario_row(path: Path) -> ScenarioRow:
    setup, sheet = build(path.stem), read_sheet(path, Scenario)
    placed = [f"{setup.red_tiles.total} tiles each to place"] * bool(setup.red_tiles.total)
    return ScenarioRow(
        **base.head_of(path, sheet),
        map=sheet.map,
        red=base.force_row(force(setup, RED)),
        blue=base.force_row(force(setup, BLUE)),
        turn_limit=setup.figures.turns,
        options=(*placed, *[name for name in SWITCHES if getattr(setup, name)]),
    )


def works(kind: Kind) -> dict[str, str]:
    """What is shipped as files."""
    return shipped(HERE, kind, chart="cards.toml")


# Files


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    kinds = {**dict.fromkeys(MATS, _mat_told), "card": _cards_told, "units": _army_told}
    told = "a mat is a .txt file; cards, armies and scenarios are .toml files"
    return base.judge(path, kinds, _scenario_told, told)


def _mat_told(path: Path) -> str:
    mat = parse_mat(read_text(path), str(path))
    many = sum(sign != OPEN for sign in mat.cells)
    return f"a mat of {mat.grid.columns} x {mat.grid.rows} hexes with {many} tiles, {mat.name}"


def _cards_told(path: Path) -> str:
    return f"a pack of {len(read_pack(path).card)} cards"


def _army_told(path: Path) -> str:
    army = read_army(str(path), 0, str(path))
    return f"an army of {value_of(game_sides(), army)} points, {read_sheet(path, ArmyFile).name}"


def _scenario_told(path: Path) -> str:
    setup = build(str(path))
    table = Extent("hexes", setup.mat.grid.columns, setup.mat.grid.rows)
    return base.scenario_told(path, read_sheet(path, Scenario), table, remark(setup))
