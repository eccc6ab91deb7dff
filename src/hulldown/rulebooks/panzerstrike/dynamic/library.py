"""What lies beside the rules: the chart, dice, maps, scenarios, armies, in files that a player can copy and edit."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.geometry.squares import Zone
from hulldown.kernel.files import Fault, convert, line_of, read_text, read_toml
from hulldown.kernel.odds import Odds
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import plain
from hulldown.rulebooks.panzerstrike.board import LEGEND, PIECES, Board, Map, draw_map, parse_map
from hulldown.rulebooks.panzerstrike.dynamic.parabolic import odds_of_lob
from hulldown.rulebooks.panzerstrike.dynamic.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import (
    Army,
    Count,
    Figures,
    Name,
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

DYN_74 = RULES["DYN-74"]
DYN_75 = RULES["DYN-75"]
DYN_104 = RULES["DYN-104"]
DYN_121 = RULES["DYN-121"]
DYN_135 = RULES["DYN-135"]
DYN_170 = RULES["DYN-170"]
DYN_175 = RULES["DYN-175"]
Source = Literal["book", "france", "house"]
FIGURES = ("points", "drive", "speed", "front", "side", "rear", "mount", "dice")
FARTHEST = 300  # squares: farther than any two of the largest board
WALL = "wall"
_AREA = re.compile(r"([A-Z]{1,2}[1-9][0-9]{0,2})(?::([A-Z]{1,2}[1-9][0-9]{0,2}))?")


class ChartRow(UnitClass, frozen=True, kw_only=True):
    """A class with the source of each of its figures; `range` is that of a parabolic entry's limits."""

    source: dict[str, Source]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: Annotated[list[ChartRow], msgspec.Meta(min_length=1, max_length=50)]


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    red: Points
    blue: Points


Areas = Annotated[list[str], msgspec.Meta(max_length=500)]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's file. Walls and barricades are those of the map where the file names none."""

    name: Name
    summary: Annotated[str, msgspec.Meta(max_length=400)]
    minutes: Annotated[int, msgspec.Meta(ge=1, le=600)]
    map: Name
    total: Points | Pair
    red: dict[str, Count]
    blue: dict[str, Count]
    walls: Areas | None = None
    low: Areas | None = None
    high: Areas | None = None
    spaa: int = 0
    lost_spaa: int = 0
    turn_limit: int = 0
    zone_b: Areas = []
    command: bool = False
    extra: bool = False
    turrets: bool = False
    solid: bool = False
    quick: bool = False
    hidden: bool = False
    edges: Literal["ends", "long sides"] = "ends"
    figures: dict[str, Any] = {}
    chart: str = ""


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    total: Points
    units: dict[str, Count]


SWITCHES = ("command", "extra", "turrets", "solid", "quick", "hidden")
NUMBERS = ("spaa", "lost_spaa", "turn_limit")
SQUARES = ("walls", "low", "high")
OPTIONS = {
    "command": "a command tank rolls one Blue die more (DYN-29)",
    "extra": "equal Blue dice move one vehicle more (DYN-35)",
    "turrets": "realistic miniatures: turrets turn (DYN-95)",
    "solid": "3D buildings: their height stops shells (DYN-130)",
    "quick": "the Quick Start: the basic rules alone (DYN-176)",
    "hidden": "both sides deploy unseen (DYN-18)",
    "walls": "standing walls: any number of squares as K7,K8 or none (DYN-152)",
    "low": "low barricades: any number of squares as K7,K8 or none (DYN-162)",
    "high": "high barricades: any number of squares as K7,K8 or none (DYN-162)",
    "spaa": "how many SPAA each side has to lose: the basic scenario (DYN-169)",
    "lost_spaa": "how many of them are lost for the game to be lost (DYN-173)",
    "turn_limit": "rounds after which the basic scenario is drawn (DYN-172)",
    "edges": "'ends' or 'long sides': which edges the sides start from (DYN-18)",
    "total": "the agreed total, as RED:BLUE or one number for both (DYN-20)",
}
# The basic scenario unless a file says otherwise: SPAA to destroy, rounds, and the parts of Red's zone B (DQ-36).
LOST_SPAA, TURN_LIMIT, ZONE_B = 2, 30, ("A3:B4", "A9:B10", "A15:B16")


@cache
def generic() -> tuple[ChartRow, ...]:
    return read_chart(HERE / "units" / "generic.toml")


def read_chart(path: Path) -> tuple[ChartRow, ...]:
    """DYN-15: a chart of classes or types; each figure says whether it is the book's, France 1944's or the house's."""
    text, data = read_toml(path)
    rows = tuple(convert(data, Chart, str(path), text).unit)
    for at, row in enumerate(rows):
        for figure in (*FIGURES, *(["parabolic", "range"] if row.parabolic else [])):
            if figure not in row.source:
                told = (
                    f"the {row.name} does not say whether its {figure} is from the book, from france or from the house"
                )
                raise Fault(f"{path}:{line_of(text, f'$.unit[{at}].source')}", told)
    check_chart(rows, str(path), text)
    return rows


def classes(rows: Iterable[ChartRow]) -> tuple[UnitClass, ...]:
    return tuple(UnitClass(*(getattr(row, name) for name in UnitClass.__struct_fields__)) for row in rows)


@cache
def figures() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


@cache
def usual() -> Figures:
    return convert(figures(), Figures, "dice.toml")


def scenario_path(scenario: str) -> Path:
    """A scenario by id, or by the path of a file."""
    if scenario.endswith(".toml"):
        return Path(scenario)
    known = sorted(path.stem for path in (HERE / "scenarios").glob("*.toml"))
    if scenario not in known:
        raise Fault(
            "scenario", f"there is no scenario {scenario[:60]!r}; there is {', '.join(known)}, or give a .toml file"
        )
    return HERE / "scenarios" / f"{scenario}.toml"


def read_scenario(path: Path) -> Scenario:
    text, data = read_toml(path)
    return convert(data, Scenario, str(path), text)


@cache
def boards() -> dict[str, Map]:
    """DYN-175: the maps of the book, by id."""
    return {path.stem: parse_map(read_text(path), path.name) for path in sorted((HERE / "maps").glob("*.txt"))}


def read_map(map_id: str, beside: Path | None = None) -> Map:
    """A map by id, or from a file, which a scenario names relative to itself."""
    if map_id.endswith((".txt", ".map")):
        path = beside.parent / map_id if beside else Path(map_id)
        return parse_map(read_text(path), str(path))
    if map_id not in boards():
        raise Fault("map", f"there is no map {map_id[:40]!r}; there is {', '.join(boards())}", DYN_175.id)
    return boards()[map_id]


def read_army(text: str, total: float, chart: tuple[UnitClass, ...], where: str) -> Army:
    """DYN-20: an army as `heavy=2,medium=5`, or from a file."""
    if text.endswith(".toml"):
        source, data = read_toml(Path(text))
        sheet = convert(data, ArmyFile, text, source)
        army, where = Army(sheet.units, sheet.total), text
    else:
        units: dict[str, int] = {}
        for part in text.split(","):
            kind, _, count = part.strip().partition("=")
            if not count.isdecimal() or len(count) > 3:
                raise Fault(where, f"{part.strip()[:40]!r} is not a class and a count; write heavy=2,medium=5,light=4")
            units[kind] = units.get(kind, 0) + int(count)
        army = Army(units, total)
    check_army(chart, army, where)
    return army


def squares(areas: Iterable[str], board: Board, where: str) -> tuple[int, ...]:
    """The squares of names such as K7, and of areas from corner to corner such as A3:B4."""
    grid, found = board.grid, []
    for area in areas:
        corners = _AREA.fullmatch(area.strip().upper())
        if not corners:
            raise Fault(where, f"{area.strip()[:40]!r} is no square; write K7, or A3:B4 for all from corner to corner")
        try:
            (left, top), (right, bottom) = (
                grid.xy(grid.number(name)) for name in (corners[1], corners[2] or corners[1])
            )
        except ValueError as error:
            raise Fault(where, str(error)) from None
        (left, right), (top, bottom) = sorted((left, right)), sorted((top, bottom))
        found += [grid.square(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]
    return tuple(found)


def pair_of(value: str, what: str) -> Pair:
    red, colon, blue = value.partition(":")
    try:
        return msgspec.convert({"red": float(red), "blue": float(blue if colon else red)}, Pair)
    except (ValueError, msgspec.ValidationError):
        told = f"{value[:40]!r} is not a number of points, in halves at most, or two as RED:BLUE"
        raise Fault(f"option {what}", told) from None


def with_options(scenario: Scenario, options: Mapping[str, str]) -> Scenario:
    """The scenario with what the players agreed otherwise."""
    changed: dict[str, Any] = {}
    for key, value in options.items():
        if key not in OPTIONS:
            raise Fault(f"option {key[:40]}", f"there is no such option; there is {', '.join(OPTIONS)}")
        if key in SWITCHES:
            if value not in ("on", "off"):
                raise Fault(f"option {key}", f"{value[:40]!r} must be on or off")
            changed[key] = value == "on"
        elif key in NUMBERS:
            if not value.isdecimal() or len(value) > 4:
                raise Fault(f"option {key}", f"{value[:40]!r} is not a whole number")
            changed[key] = int(value)
        elif key in SQUARES:
            changed[key] = [] if value == "none" else value.split(",")
        elif key == "total":
            changed[key] = plain(pair_of(value, key))
        else:
            changed[key] = value
    if options.get("spaa") == "0":  # the basic scenario is off, and so is what belongs to it
        changed = {"lost_spaa": 0, "turn_limit": 0, "zone_b": []} | changed
    return convert(plain(scenario) | changed, Scenario, "options")


def build(
    scenario: str, red: str = "", blue: str = "", board: str = "", options: Mapping[str, str] | None = None
) -> Setup:
    """DYN-16, DYN-20: the set-up of a scenario, with other armies, another board or other options if given."""
    path = scenario_path(scenario)
    sheet = with_options(read_scenario(path), options or {})
    total = sheet.total if isinstance(sheet.total, Pair) else Pair(sheet.total, sheet.total)
    chart = classes(read_chart(path.parent / sheet.chart) if sheet.chart else generic())
    ground = read_map(board) if board else read_map(sheet.map, path)
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
    """DYN-152, DYN-162, DYN-188: walls and barricades as the scenario says them, else as on the map; the Quick Start
    leaves those of the map away."""
    found = {}
    for what in SQUARES:
        areas = getattr(sheet, what) if what in said else None
        drawn = () if sheet.quick else getattr(ground, what)
        found[what] = drawn if areas is None else squares(areas, ground.board, f"{where}, {what}")
    return found


def _zone_b(sheet: Scenario) -> Iterable[str]:
    """DYN-170: Red's parts of zone B, one to an SPAA; in the house's places unless the scenario has its own."""
    return sheet.zone_b or ZONE_B[: sheet.spaa]


def units() -> list[dict[str, Any]]:
    return [plain(row) for row in generic()]


def remark(setup: Setup) -> str:
    return uneven(setup)


def force(setup: Setup, side: Side) -> dict[str, Any]:
    """DYN-22: the units of a side that were bought, what they cost, and what was agreed."""
    army = setup.army(side)
    return {"units": army.units, "points": value_of(setup.chart, army), "total": army.total}


def scenarios() -> list[dict[str, Any]]:
    rows = []
    for path in sorted((HERE / "scenarios").glob("*.toml")):
        setup, sheet = build(path.stem), read_scenario(path)
        rows.append(
            {
                "id": path.stem,
                "name": sheet.name,
                "summary": sheet.summary,
                "minutes": sheet.minutes,
                "map": sheet.map,
                "red": _force_row(setup, RED),
                "blue": _force_row(setup, BLUE),
                "turn_limit": setup.turn_limit,
                "options": [
                    *[f"{setup.spaa} SPAA"] * bool(setup.spaa),
                    *[name for name in SWITCHES if getattr(setup, name)],
                ],
            }
        )
    return rows


def _force_row(setup: Setup, side: Side) -> dict[str, Any]:
    found = force(setup, side)
    return {"units": found["units"], "points": found["points"], "flags": 0, "spaa": setup.spaa}


def maps() -> list[dict[str, Any]]:
    rows = []
    for map_id, ground in boards().items():
        board = ground.board
        rows.append(
            {
                "id": map_id,
                "name": board.name,
                "columns": board.grid.columns,
                "rows": board.grid.rows,
                "buildings": round(board.buildings.bit_count() / board.grid.size, 3),
                "north": board.north,
                "legend": LEGEND | PIECES,
                "text": draw_map(ground),
            }
        )
    return rows


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    if path.suffix in (".txt", ".map"):
        ground = parse_map(read_text(path), str(path))
        grid, walls = ground.board.grid, len(ground.walls)
        told = f", with {walls} {'wall' if walls == 1 else 'walls'}" if walls else ""
        return f"a board of {grid.columns} x {grid.rows} squares, {ground.board.name}{told}"
    if path.suffix != ".toml":
        raise Fault(
            str(path), "a board is a .txt file; charts, armies and scenarios are .toml files; records are .jsonl files"
        )
    data = read_toml(path)[1]
    if "unit" in data:
        return f"a chart of {len(read_chart(path))} classes"
    if "units" in data:
        chart = classes(generic())
        return f"an army of {value_of(chart, read_army(str(path), 0, chart, str(path))):g} points, {data['name']}"
    sheet = read_scenario(path)
    told = remark(build(str(path)))
    return f"a scenario, {sheet.name}" + (f" ({told})" if told else "")


def kind_of(unit: str) -> UnitClass:
    for kind in generic():
        if unit.lower() in (kind.id, kind.name.lower(), kind.letter.lower()):
            return kind
    raise Fault("unit", f"there is no class {unit[:40]!r}; there is {', '.join(kind.id for kind in generic())}")


ODDS_OPTIONS = {
    "mode": ("direct", "parabolic"),
    "quick": ("on", "off"),
    "damaged": ("on", "off"),
    "half": ("on", "off"),
    "limits": ("on", "off"),
}


def odds_between(
    attacker: str, target: str, range_squares: int, zone: str, options: Mapping[str, str]
) -> Odds[Verdict]:
    """DYN-105 … DYN-109, DYN-133 … DYN-136, DYN-154: the exact chances of a shot, straight from the rule.

    The target is a class, or a wall. `mode=parabolic` fires in a high arc, with `half=on` with the half-die; the ranges
    of the chart hold unless `limits=off`.
    """
    for key, value in options.items():
        if value not in ODDS_OPTIONS.get(key, ()):
            told = ", ".join(f"{name}={'|'.join(values)}" for name, values in ODDS_OPTIONS.items())
            raise Fault(f"option {key[:40]}", f"the options are {told}")
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
    if zone not in list(Zone):
        raise Fault("zone", f"{zone[:40]!r} is none of {', '.join(Zone)}")
    if not gun.armed:
        raise Fault("unit", f"the {gun.name} is unarmed; it never fires", DYN_75.id)
    if far < LEAST_RANGE:
        raise Fault("range", f"{far} squares; the least range is {LEAST_RANGE}", DYN_104.id)
    dice = usual()
    half = dice.half if gun.half else ()
    if target == WALL:
        return odds_of(Shot(dice.red, gun.dice, half, far, dice.wall, False))
    armour = armour_of(kind_of(target), Zone(zone))
    return odds_of(Shot(dice.red, gun.dice, half, far, armour, not quick, damaged))


def _lobbed(gun: UnitClass, target: str, far: int, half: bool, unlimited: bool) -> Odds[Verdict]:
    entry = gun.parabolic
    if entry is None:
        raise Fault("unit", f"the {gun.name} is no howitzer; only howitzers fire in a high arc", DYN_74.id)
    if target == WALL:
        raise Fault("unit", "walls are fired at directly only", DYN_74.id)
    if not unlimited and not entry.least <= far <= entry.most:
        told = f"{far} squares; the {gun.name} reaches from {entry.least} to {entry.most}, or give limits=off"
        raise Fault("range", told, DYN_121.id)
    if half and not unlimited and far > entry.half_up_to:
        raise Fault("range", f"{far} squares; the half-die is for up to {entry.half_up_to}", DYN_135.id)
    return odds_of_lob(usual(), entry, far, half)
