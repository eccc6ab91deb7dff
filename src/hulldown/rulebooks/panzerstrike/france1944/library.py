"""What lies beside the rules: Table A, dice, boards, scenarios, armies, in files that a player can copy and edit."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.geometry.squares import Zone
from hulldown.kernel.files import Fault, convert, read_text, read_toml
from hulldown.kernel.odds import Odds
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import plain
from hulldown.rulebooks.panzerstrike.board import LEGEND, Board, parse_board
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Verdict
from hulldown.rulebooks.panzerstrike.france1944.assembly import BOARDS, board_of
from hulldown.rulebooks.panzerstrike.france1944.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.france1944.setup import (
    Army,
    Count,
    Figures,
    Name,
    Setup,
    TankClass,
    check_army,
    check_setup,
    value_of,
)
from hulldown.rulebooks.panzerstrike.france1944.shooting import Shot, odds_of

FR_42 = RULES["FR-42"]
Source = Literal["book", "house"]
FARTHEST = 300  # squares: farther than any two of the largest board


class ChartRow(TankClass, frozen=True):
    """A class with the source of each of its figures."""

    source: dict[str, Source]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: Annotated[list[ChartRow], msgspec.Meta(min_length=1, max_length=50)]


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    red: int
    blue: int


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's file."""

    name: Name
    summary: Annotated[str, msgspec.Meta(max_length=400)]
    minutes: Annotated[int, msgspec.Meta(ge=1, le=600)]
    map: Name
    total: Annotated[int, msgspec.Meta(ge=1, le=1500)] | Pair
    red: dict[str, Count]
    blue: dict[str, Count]
    flags: Pair = Pair(0, 0)
    barricades: int = 0
    turn_limit: int = 0
    damage: bool = False
    hidden: bool = False
    edges: Literal["ends", "long sides"] = "ends"
    figures: dict[str, Any] = {}
    chart: str = ""


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    total: Annotated[int, msgspec.Meta(ge=1, le=1500)]
    tanks: dict[str, Count]


OPTIONS = {
    "flags": "flags of each side, as RED:BLUE or one number for both (FR-48, FR-49)",
    "barricades": "how many barricades each side may place (FR-63)",
    "turn_limit": "rounds after which the defender wins (FR-58)",
    "damage": "equal firepower only damages (FR-59)",
    "hidden": "both sides deploy unseen (FR-06)",
    "edges": "'ends' or 'long sides': which edges the sides start from (FR-05)",
    "total": "the agreed total, as RED:BLUE or one number for both (FR-03)",
}


@cache
def table_a() -> tuple[ChartRow, ...]:
    return read_chart(HERE / "units" / "table-a.toml")


def read_chart(path: Path) -> tuple[ChartRow, ...]:
    """A table of classes; each figure says whether it is the book's or the house's."""
    text, data = read_toml(path)
    rows = convert(data, Chart, str(path), text).unit
    for row in rows:
        for figure in ("points", "speed", "front", "side", "rear", "gun"):
            if figure not in row.source:
                raise Fault(
                    str(path), f"the {row.name} does not say whether its {figure} is from the book or the house"
                )
    return tuple(rows)


def classes(rows: Iterable[ChartRow]) -> tuple[TankClass, ...]:
    return tuple(TankClass(*(getattr(row, name) for name in TankClass.__struct_fields__)) for row in rows)


@cache
def figures() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


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


def read_board(map_id: str, beside: Path | None = None) -> Board:
    """A board by id, or from a file, which a scenario names relative to itself."""
    if not map_id.endswith((".txt", ".map")):
        return board_of(map_id)
    path = beside.parent / map_id if beside else Path(map_id)
    return parse_board(read_text(path), str(path))


def read_army(text: str, total: int, chart: tuple[TankClass, ...], where: str) -> Army:
    """FR-04: an army as `heavy=2,medium=5`, or from a file."""
    if text.endswith(".toml"):
        source, data = read_toml(Path(text))
        sheet = convert(data, ArmyFile, text, source)
        army, where = Army(sheet.tanks, sheet.total), text
    else:
        tanks: dict[str, int] = {}
        for part in text.split(","):
            kind, _, count = part.strip().partition("=")
            if not count.isdecimal() or len(count) > 3:
                raise Fault(where, f"{part.strip()[:40]!r} is not a class and a count; write heavy=2,medium=5,light=4")
            tanks[kind] = tanks.get(kind, 0) + int(count)
        army = Army(tanks, total)
    check_army(chart, army, where)
    return army


def pair_of(value: str, what: str) -> Pair:
    red, colon, blue = value.partition(":")
    if not red.isdecimal() or (colon and not blue.isdecimal()) or len(value) > 9:
        raise Fault(f"option {what}", f"{value[:40]!r} is not a number, or two as RED:BLUE")
    return Pair(int(red), int(blue) if colon else int(red))


def with_options(scenario: Scenario, options: Mapping[str, str]) -> Scenario:
    """The scenario with what the players agreed otherwise."""
    changed: dict[str, Any] = {}
    for key, value in options.items():
        if key not in OPTIONS:
            raise Fault(f"option {key[:40]}", f"there is no such option; there is {', '.join(OPTIONS)}")
        if key in ("flags", "total"):
            changed[key] = plain(pair_of(value, key))
        elif key in ("damage", "hidden"):
            if value not in ("on", "off"):
                raise Fault(f"option {key}", f"{value[:40]!r} must be on or off")
            changed[key] = value == "on"
        elif key == "edges":
            changed[key] = value
        else:
            changed[key] = pair_of(value, key).red
    return convert(plain(scenario) | changed, Scenario, "options")


def build(
    scenario: str, red: str = "", blue: str = "", board: str = "", options: Mapping[str, str] | None = None
) -> Setup:
    """FR-03 … FR-05: the set-up of a scenario, with other armies, another board or other options if given."""
    path = scenario_path(scenario)
    sheet = with_options(read_scenario(path), options or {})
    total = sheet.total if isinstance(sheet.total, Pair) else Pair(sheet.total, sheet.total)
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


def remark(setup: Setup) -> str:
    """FR-03: each team has the total that was agreed for it, so there is nothing to remark."""
    return ""


def force(setup: Setup, side: Side) -> dict[str, Any]:
    """FR-02, FR-03: the tanks of a side, what they cost, and what was agreed."""
    army = setup.army(side)
    return {"units": army.tanks, "points": value_of(setup.chart, army), "total": army.total}


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
                "red": {
                    "units": setup.red.tanks,
                    "points": value_of(setup.chart, setup.red),
                    "flags": setup.flags[RED],
                },
                "blue": {
                    "units": setup.blue.tanks,
                    "points": value_of(setup.chart, setup.blue),
                    "flags": setup.flags[BLUE],
                },
                "turn_limit": setup.turn_limit,
                "options": [
                    name
                    for name, on in (
                        ("damage", setup.damage),
                        ("barricades", setup.barricades),
                        ("hidden", setup.hidden),
                    )
                    if on
                ],
            }
        )
    return rows


def maps() -> list[dict[str, Any]]:
    rows = []
    for map_id, (_, name) in BOARDS.items():
        board = board_of(map_id)
        built = board.buildings.bit_count()
        rows.append(
            {
                "id": map_id,
                "name": name,
                "columns": board.grid.columns,
                "rows": board.grid.rows,
                "buildings": round(built / board.grid.size, 3),
                "north": board.north,
                "legend": LEGEND,
                "text": board.rows,
            }
        )
    return rows


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    if path.suffix in (".txt", ".map"):
        board = parse_board(read_text(path), str(path))
        return f"a board of {board.grid.columns} x {board.grid.rows} squares, {board.name}"
    if path.suffix != ".toml":
        raise Fault(
            str(path), "a board is a .txt file; charts, armies and scenarios are .toml files; records are .jsonl files"
        )
    data = read_toml(path)[1]
    if "unit" in data:
        return f"a chart of {len(read_chart(path))} classes"
    if "tanks" in data:
        chart = classes(table_a())
        return f"an army of {value_of(chart, read_army(str(path), 0, chart, str(path)))} points, {data['name']}"
    sheet = read_scenario(path)
    build(str(path))
    return f"a scenario, {sheet.name}"


def kind_of(unit: str) -> TankClass:
    for kind in table_a():
        if unit.lower() in (kind.id, kind.name.lower(), kind.letter.lower()):
            return kind
    raise Fault("unit", f"there is no class {unit[:40]!r}; there is {', '.join(kind.id for kind in table_a())}")


def odds_between(
    attacker: str, target: str, range_squares: int, zone: str, options: Mapping[str, str]
) -> Odds[Verdict]:
    """FR-38 … FR-42, FR-59: the exact chances of a shot between two classes, straight from the rule."""
    if zone not in list(Zone):
        raise Fault("zone", f"{zone[:40]!r} is none of {', '.join(Zone)}")
    for key, value in options.items():
        if key not in ("damage", "damaged") or value not in ("on", "off"):
            raise Fault(f"option {key[:40]}", "the options are damage=on|off and damaged=on|off")
    if range_squares < LEAST_RANGE:
        raise Fault("range", f"{range_squares} squares; the least distance is {LEAST_RANGE}", FR_42.id)
    if range_squares > FARTHEST:
        raise Fault("range", f"{range_squares} squares; boards end at {FARTHEST}")
    gun, hull = kind_of(attacker), kind_of(target)
    armour = {"front": hull.front, "side": hull.side, "rear": hull.rear}[zone]
    damaged = options.get("damaged") == "on"
    shot = Shot(
        tuple(figures()["small"]), gun.gun, range_squares, armour, options.get("damage") == "on" or damaged, damaged
    )
    found = odds_of(shot)
    return {verdict: found.get(verdict, Fraction(0)) for verdict in Verdict}
