"""What lies beside the rules: the chart, dice, maps, scenarios, armies, in files that a player can copy and edit."""

from collections.abc import Iterable, Mapping
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
from hulldown.rulebooks.panzerstrike.board import LEGEND, PIECES, Map, draw_map, parse_map
from hulldown.rulebooks.panzerstrike.dynamic.parabolic import odds_of_lob
from hulldown.rulebooks.panzerstrike.dynamic.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import (
    Army,
    Figures,
    Points,
    Setup,
    UnitClass,
    check_army,
    check_chart,
    check_setup,
    uneven,
    value_of,
)
from hulldown.rulebooks.panzerstrike.dynamic.shooting import Shot, odds_of
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Verdict, armour_of
from hulldown.rulebooks.panzerstrike.setup import Count, Edges, Name
from hulldown.rulebooks.panzerstrike.shelf import FARTHEST, MAPS, WALL, Areas

DYN_74 = RULES["DYN-74"]
DYN_75 = RULES["DYN-75"]
DYN_104 = RULES["DYN-104"]
DYN_121 = RULES["DYN-121"]
DYN_Q21 = RULES["DYN-Q21"]
DYN_Q31 = RULES["DYN-Q31"]
DYN_Q37 = RULES["DYN-Q37"]
Source = Literal["book", "france", "house"]
FIGURES = ("points", "drive", "speed", "front", "side", "rear", "mount", "dice")
Pair = shelf.Pair[Points]


class ChartRow(UnitClass, frozen=True, kw_only=True):
    """A class with the source of each of its figures; `range` is that of a parabolic entry's limits."""

    source: dict[str, Source]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: Annotated[list[ChartRow], msgspec.Meta(min_length=1, max_length=50)]


class Scenario(shelf.Sheet, frozen=True):
    """A scenario's file. Walls and barricades are those of the map where the file names none."""

    total: Points | Pair
    red: dict[str, Count]
    blue: dict[str, Count]
    walls: Areas | None = None
    low: Areas | None = None
    high: Areas | None = None
    spaa: int = 0
    lost_spaa: int = 0
    turn_limit: int = 0
    zone_b: Areas = msgspec.field(default_factory=list)
    command: bool = False
    extra: bool = False
    turrets: bool = False
    solid: bool = False
    quick: bool = False
    hidden: bool = False
    edges: Edges = "ends"
    figures: dict[str, Any] = msgspec.field(default_factory=dict)
    chart: str = ""


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    total: Points
    units: dict[str, Count]

    def army(self) -> Army:
        return Army(self.units, self.total)


SWITCHES = ("command", "extra", "turrets", "solid", "quick", "hidden")
NUMBERS = ("spaa", "lost_spaa", "turn_limit")
SQUARES = ("walls", "low", "high")
OPTIONS = {
    "command": "a command tank rolls one Blue die more (DYN-29)",
    "extra": "equal Blue dice move one vehicle more (DYN-35)",
    "turrets": "realistic miniatures: turrets turn (DYN-95)",
    "solid": "3D buildings: their height stops shells (DYN-130)",
    "quick": "the Quick Start: the basic rules alone (DYN-176)",
    "hidden": "house: both sides deploy unseen (DYN-H8)",
    "walls": "standing walls: any number of squares as K7,K8 or none (DYN-152)",
    "low": "low barricades: any number of squares as K7,K8 or none (DYN-162)",
    "high": "high barricades: any number of squares as K7,K8 or none (DYN-162)",
    "spaa": "how many SPAA each side has to lose: the basic scenario (DYN-169)",
    "lost_spaa": "how many of them are lost for the game to be lost (DYN-173)",
    "turn_limit": "rounds after which the basic scenario is drawn (DYN-172)",
    "edges": "'ends' or 'long sides': which edges the sides start from (DYN-18)",
    "total": "the agreed total, as RED:BLUE or one number for both (DYN-20)",
}
# The basic scenario unless a file says otherwise: SPAA to destroy, rounds, and the parts of Red's zone B.
LOST_SPAA, TURN_LIMIT, ZONE_B = 2, 30, ("A3:B4", "A9:B10", "A15:B16")


@cache
def generic() -> tuple[ChartRow, ...]:
    return read_chart(HERE / "units" / "generic.toml")


def read_chart(path: Path) -> tuple[ChartRow, ...]:
    """DYN-15, DYN-Q39: a chart of classes or types; each figure is the book's, France 1944's or the house's."""
    text, data = read_toml(path)
    rows = tuple(convert(data, Chart, str(path), text).unit)
    sheets.check_sources(rows, _figures_of, "from the book, from france or from the house", path, text)
    check_chart(rows, str(path), text)
    return rows


def _figures_of(row: ChartRow) -> tuple[str, ...]:
    return (*FIGURES, "parabolic", "range") if row.parabolic else FIGURES


def classes(rows: Iterable[ChartRow]) -> tuple[UnitClass, ...]:
    return sheets.without_sources(rows, UnitClass)


@cache
def figures() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


@cache
def usual() -> Figures:
    return convert(figures(), Figures, "dice.toml")


def boards() -> dict[str, Map]:
    """DYN-175, DYN-Q37, DYN-H1: the maps of the book, by id."""
    return shelf.maps_of(HERE)


def read_army(text: str, total: float, chart: tuple[UnitClass, ...], where: str) -> Army:
    """DYN-20: an army as `heavy=2,medium=5`, or from a file."""
    army = shelf.army_of(text, ArmyFile, lambda units: Army(units, total), "class", where)
    check_army(chart, army, text if text.endswith(".toml") else where)
    return army


def pair_of(value: str, what: str) -> Any:
    return shelf.pair_of(value, what, float, Pair, "a number of points, in halves at most")


READERS = shelf.readers_of(SWITCHES, NUMBERS, SQUARES, pair_of)


def build(
    scenario: str, red: str = "", blue: str = "", board: str = "", options: Mapping[str, str] | None = None
) -> Setup:
    """DYN-16, DYN-20: the set-up of a scenario, with other armies, another board or other options if given."""
    path = sheets.scenario_path(HERE, scenario)
    sheet = shelf.with_options(sheets.read_sheet(path, Scenario), options or {}, OPTIONS, READERS)
    total = shelf.for_both(sheet.total)
    chart = classes(read_chart(path.parent / sheet.chart) if sheet.chart else generic())
    ground = shelf.read_map(HERE, board or sheet.map, None if board else path, DYN_Q37)
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
        blocks=tuple(shelf.squares([area], ground.board, f"{path.name}, zone_b") for area in _zone_b(sheet)),
        lost_spaa=sheet.lost_spaa or min(spaa, LOST_SPAA),
        turn_limit=sheet.turn_limit or (TURN_LIMIT if spaa else 0),
        command=sheet.command,
        extra=sheet.extra,
        turrets=sheet.turrets,
        solid=sheet.solid,
        quick=sheet.quick,
        hidden=sheet.hidden,
        edges=sheet.edges,
    )
    setup = convert(plain(setup), Setup, path.name)  # the bounds of every figure, wherever it came from
    check_setup(setup, path.name)
    return setup


def _pieces(sheet: Scenario, ground: Map, where: str, said: set[str]) -> dict[str, Any]:
    """DYN-152, DYN-162, DYN-188, DYN-H5: walls and barricades as the scenario says them, else as on the map; the Quick
    Start leaves those of the map away."""
    drawn = msgspec.structs.replace(ground, walls=(), low=(), high=()) if sheet.quick else ground
    return shelf.pieces_of({what: getattr(sheet, what) if what in said else None for what in SQUARES}, drawn, where)


def _zone_b(sheet: Scenario) -> Iterable[str]:
    """DYN-170, DYN-Q36: Red's parts of zone B, one to an SPAA; where the house has them, or the scenario."""
    return sheet.zone_b or ZONE_B[: sheet.spaa]


def units() -> list[dict[str, Any]]:
    return [plain(row) for row in generic()]


bounded = sheets.ends_by_itself


def remark(setup: Setup) -> str:
    return uneven(setup)


def force(setup: Setup, side: Side) -> dict[str, Any]:
    """DYN-22: the units of a side that were bought, what they cost, and what was agreed."""
    army = setup.army(side)
    return {"units": army.units, "points": value_of(setup.chart, army), "total": army.total}


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
        options=shelf.played_with(setup, SWITCHES),
    )


def _force_row(setup: Setup, side: Side) -> dict[str, Any]:
    found = force(setup, side)
    return {"units": found["units"], "points": found["points"], "flags": 0, "spaa": setup.spaa}


def maps() -> list[dict[str, Any]]:
    return [shelf.map_row(name, ground.board, LEGEND | PIECES, draw_map(ground)) for name, ground in boards().items()]


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    if path.suffix in MAPS:
        ground = parse_map(read_text(path), str(path))
        return shelf.board_told(ground.board, len(ground.walls))
    data = shelf.read_sheet_of_any_kind(path)
    if "unit" in data:
        return f"a chart of {len(read_chart(path))} classes"
    if "units" in data:
        chart = classes(generic())
        return f"an army of {value_of(chart, read_army(str(path), 0, chart, str(path))):g} points, {data['name']}"
    return shelf.scenario_told(sheets.read_sheet(path, Scenario), remark(build(str(path))))


def kind_of(unit: str) -> UnitClass:
    return sheets.unit_of(generic(), unit, "class")


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
RULER = "squares"
ODDS_OPTIONS = {
    "mode": ("direct", "parabolic"),
    **dict.fromkeys(("quick", "damaged", "half", "limits"), sheets.ON_OFF),
}


def odds_between(
    attacker: str, target: str, range_squares: int, zone: str, options: Mapping[str, str]
) -> Odds[Verdict]:
    """DYN-105 … DYN-109, DYN-133 … DYN-136, DYN-154: the exact chances of a shot, straight from the rule.

    The target is a class, or a wall. `mode=parabolic` fires in a high arc, with `half=on` with the half-die; the ranges
    of the chart hold unless `limits=off`.
    """
    sheets.check_odds_options(options, ODDS_OPTIONS)
    on = {key for key, value in options.items() if value == "on"}
    gun = kind_of(attacker)
    if range_squares > FARTHEST:
        raise Fault("range", f"{range_squares} squares; boards end at {FARTHEST}")
    if options.get("mode") == "parabolic":
        if target != WALL:
            kind_of(target)
        found = _lobbed(gun, target, range_squares, "half" in on, options.get("limits") == "off")
    else:
        found = _direct(gun, target, range_squares, zone, "quick" in on, "damaged" in on)
    return {verdict: found.get(verdict, Fraction(0)) for verdict in Verdict}


def _direct(gun: UnitClass, target: str, far: int, zone: str, quick: bool, damaged: bool) -> Odds[Verdict]:
    part = sheets.zone_of(zone)
    if not gun.armed:
        raise Fault("unit", f"the {gun.name} is unarmed; it never fires", DYN_75.id)
    if far < LEAST_RANGE:
        raise Fault("range", f"{far} squares; the least range is {LEAST_RANGE}", DYN_104.id)
    dice = usual()
    half = dice.half if gun.half else ()
    if target == WALL:
        return odds_of(Shot(dice.red, gun.dice, half, far, dice.wall, False))
    armour = armour_of(kind_of(target), part)
    return odds_of(Shot(dice.red, gun.dice, half, far, armour, not quick, damaged))


def _lobbed(gun: UnitClass, target: str, far: int, half: bool, unlimited: bool) -> Odds[Verdict]:
    """DYN-74, DYN-121, DYN-Q21, DYN-Q31: what a howitzer does in a high arc, never to a wall."""
    entry = gun.parabolic
    if entry is None:
        raise Fault("unit", f"the {gun.name} is no howitzer; only howitzers fire in a high arc", DYN_74.id)
    if target == WALL:
        raise Fault("unit", "walls are fired at directly only", DYN_Q21.id)
    if not unlimited and not entry.least <= far <= entry.most:
        told = f"{far} squares; the {gun.name} reaches from {entry.least} to {entry.most}, or give limits=off"
        raise Fault("range", told, DYN_121.id)
    if half and not unlimited and far > entry.half_up_to:
        raise Fault("range", f"{far} squares; the half-die is for up to {entry.half_up_to}", DYN_Q31.id)
    return odds_of_lob(usual(), entry, far, half)
