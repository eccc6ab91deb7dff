"""What lies beside the rules: Table A, dice, boards, scenarios, armies, in files that a player can copy and edit."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import Fault, convert, read_text, read_toml
from hulldown.kernel.odds import Odds
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import plain
from hulldown.rulebooks import sheets
from hulldown.rulebooks.panzerstrike import shelf
from hulldown.rulebooks.panzerstrike.board import LEGEND, Board, parse_board
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Verdict, armour_of
from hulldown.rulebooks.panzerstrike.france1944.assembly import BOARDS, board_of
from hulldown.rulebooks.panzerstrike.france1944.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.france1944.setup import (
    Army,
    Figures,
    Setup,
    TankClass,
    check_army,
    check_setup,
    value_of,
)
from hulldown.rulebooks.panzerstrike.france1944.shooting import Shot, odds_of
from hulldown.rulebooks.panzerstrike.setup import Count, Edges, Name
from hulldown.rulebooks.panzerstrike.shelf import FARTHEST, MAPS

FR_42 = RULES["FR-42"]
Source = Literal["book", "house"]
FIGURES = ("points", "speed", "front", "side", "rear", "gun")
Pair = shelf.Pair[int]


class ChartRow(TankClass, frozen=True):
    """A class with the source of each of its figures."""

    source: dict[str, Source]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: Annotated[list[ChartRow], msgspec.Meta(min_length=1, max_length=50)]


class Scenario(shelf.Sheet, frozen=True):
    """A scenario's file."""

    total: Annotated[int, msgspec.Meta(ge=1, le=1500)] | Pair
    red: dict[str, Count]
    blue: dict[str, Count]
    flags: Pair = Pair(0, 0)
    barricades: int = 0
    turn_limit: int = 0
    damage: bool = False
    hidden: bool = False
    edges: Edges = "ends"
    figures: dict[str, Any] = msgspec.field(default_factory=dict)
    chart: str = ""


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    total: Annotated[int, msgspec.Meta(ge=1, le=1500)]
    tanks: dict[str, Count]

    def army(self) -> Army:
        return Army(self.tanks, self.total)


OPTIONS = {
    "flags": "flags of each side, as RED:BLUE or one number for both (FR-48, FR-49)",
    "barricades": "how many barricades each side may place (FR-63)",
    "turn_limit": "rounds after which the defender wins (FR-58)",
    "damage": "equal firepower only damages (FR-59)",
    "hidden": "house: both sides deploy unseen (FR-H10)",
    "edges": "'ends' or 'long sides': which edges the sides start from (FR-Q30)",
    "total": "the agreed total, as RED:BLUE or one number for both (FR-03)",
}


@cache
def table_a() -> tuple[ChartRow, ...]:
    return read_chart(HERE / "units" / "table-a.toml")


def read_chart(path: Path) -> tuple[ChartRow, ...]:
    """FR-Q32: a table of classes; each figure says whether it is the book's or the house's."""
    text, data = read_toml(path)
    rows = tuple(convert(data, Chart, str(path), text).unit)
    sheets.check_sources(rows, lambda row: FIGURES, "from the book or from the house", path, text)
    return rows


def classes(rows: tuple[ChartRow, ...]) -> tuple[TankClass, ...]:
    return sheets.without_sources(rows, TankClass)


@cache
def figures() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


def read_board(map_id: str, beside: Path | None = None) -> Board:
    """A board by id, or from a file, which a scenario names relative to itself."""
    path = shelf.map_file(map_id, beside)
    return parse_board(read_text(path), str(path)) if path else board_of(map_id)


def read_army(text: str, total: int, chart: tuple[TankClass, ...], where: str) -> Army:
    """FR-04: an army as `heavy=2,medium=5`, or from a file."""
    army = shelf.army_of(text, ArmyFile, lambda tanks: Army(tanks, total), "class", where)
    check_army(chart, army, text if text.endswith(".toml") else where)
    return army


def pair_of(value: str, what: str) -> dict[str, int]:
    red, colon, blue = value.partition(":")
    if not red.isdecimal() or (colon and not blue.isdecimal()) or len(value) > 9:
        raise Fault(f"option {what}", f"{value[:40]!r} is not a number, or two as RED:BLUE")
    return {"red": int(red), "blue": int(blue) if colon else int(red)}


def number_of(value: str, what: str) -> int:
    return pair_of(value, what)["red"]


READERS = {
    "flags": pair_of,
    "total": pair_of,
    "damage": sheets.switch,
    "hidden": sheets.switch,
    "barricades": number_of,
    "turn_limit": number_of,
}


def build(
    scenario: str, red: str = "", blue: str = "", board: str = "", options: Mapping[str, str] | None = None
) -> Setup:
    """FR-03 … FR-05: the set-up of a scenario, with other armies, another board or other options if given."""
    path = sheets.scenario_path(HERE, scenario)
    sheet = shelf.with_options(sheets.read_sheet(path, Scenario), options or {}, OPTIONS, READERS)
    total = shelf.for_both(sheet.total)
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
    setup = convert(plain(setup), Setup, path.name)  # the bounds of every figure, wherever it came from
    check_setup(setup, path.name)
    return setup


def units() -> list[dict[str, Any]]:
    return [plain(row) for row in table_a()]


bounded = sheets.ends_by_itself


def remark(setup: Setup) -> str:
    """FR-03: each team has the total that was agreed for it, so there is nothing to remark."""
    return ""


def force(setup: Setup, side: Side) -> dict[str, Any]:
    """FR-02, FR-03: the tanks of a side, what they cost, and what was agreed."""
    army = setup.army(side)
    return {"units": army.tanks, "points": value_of(setup.chart, army), "total": army.total}


def scenarios() -> list[dict[str, Any]]:
    return [_scenario_row(path) for path in sheets.scenario_files(HERE)]


def _scenario_row(path: Path) -> dict[str, Any]:
    setup = build(path.stem)
    return shelf.scenario_row(
        path,
        sheets.read_sheet(path, Scenario),
        red=_force_row(setup, RED),
        blue=_force_row(setup, BLUE),
        turn_limit=setup.turn_limit,
        options=[name for name in ("damage", "barricades", "hidden") if getattr(setup, name)],
    )


def _force_row(setup: Setup, side: Side) -> dict[str, Any]:
    army = setup.army(side)
    return {"units": army.tanks, "points": value_of(setup.chart, army), "flags": setup.flags[side]}


def maps() -> list[dict[str, Any]]:
    boards = {map_id: board_of(map_id) for map_id in BOARDS}
    return [shelf.map_row(map_id, board, LEGEND, board.rows) for map_id, board in boards.items()]


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    if path.suffix in MAPS:
        return shelf.board_told(parse_board(read_text(path), str(path)))
    data = shelf.read_sheet_of_any_kind(path)
    if "unit" in data:
        return f"a chart of {len(read_chart(path))} classes"
    if "tanks" in data:
        chart = classes(table_a())
        return f"an army of {value_of(chart, read_army(str(path), 0, chart, str(path)))} points, {data['name']}"
    return shelf.scenario_told(sheets.read_sheet(path, Scenario), remark(build(str(path))))


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
RULER = "squares"
ODDS_OPTIONS = {"damage": sheets.ON_OFF, "damaged": sheets.ON_OFF}


def odds_between(
    attacker: str, target: str, range_squares: int, zone: str, options: Mapping[str, str]
) -> Odds[Verdict]:
    """FR-38 … FR-42, FR-59: the exact chances of a shot between two classes, straight from the rule."""
    part = sheets.zone_of(zone)
    sheets.check_odds_options(options, ODDS_OPTIONS)
    if range_squares < LEAST_RANGE:
        raise Fault("range", f"{range_squares} squares; the least distance is {LEAST_RANGE}", FR_42.id)
    if range_squares > FARTHEST:
        raise Fault("range", f"{range_squares} squares; boards end at {FARTHEST}")
    gun, hull = (sheets.unit_of(table_a(), unit, "class") for unit in (attacker, target))
    damaged = options.get("damaged") == "on"
    only_damages = damaged or options.get("damage") == "on"
    small = tuple(figures()["small"])
    found = odds_of(Shot(small, gun.gun, range_squares, armour_of(hull, part), only_damages, damaged))
    return {verdict: found.get(verdict, Fraction(0)) for verdict in Verdict}
