"""What lies beside the rules: units, dice, tables, scenarios, armies, in files that a player can copy and edit."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.geometry.squares import Zone
from hulldown.kernel.files import Fault, convert, line_of, read_toml
from hulldown.kernel.odds import Odds
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import plain
from hulldown.rulebooks import sheets
from hulldown.rulebooks.panzerkampf import indirect, odds, shooting
from hulldown.rulebooks.panzerkampf.figures import CM, MOST_CM, Centimetres, Figures, Name, Rounds
from hulldown.rulebooks.panzerkampf.orders import Bomb, Fire, Shell
from hulldown.rulebooks.panzerkampf.rules import HERE, RULES
from hulldown.rulebooks.panzerkampf.setup import (
    Army,
    Campaign,
    Count,
    Points,
    Setup,
    allowance,
    check_army,
    check_setup,
    command_dice,
    house_of,
    type_of,
    uneven,
    value_of,
)
from hulldown.rulebooks.panzerkampf.sight import MOUNTS
from hulldown.rulebooks.panzerkampf.state import Crate, Ground, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.tables import LEGEND, Table, centimetres, parse_table, sketch
from hulldown.rulebooks.panzerkampf.units import UnitType, check_chart

PK_10, PK_19, PK_26, PK_43 = RULES["PK-10"], RULES["PK-19"], RULES["PK-26"], RULES["PK-43"]
PK_82, PK_113 = RULES["PK-82"], RULES["PK-113"]
Source = Literal["book", "house"]
# What each unit must give the source of, and what only if it has it.
FIGURES = ("points", "length", "width", "move", "turn", "front", "side", "back", "top", "bottom", "hp")
OWN_FIGURES = ("fast", "weapon")
SWITCHES = ("command", "reverse", "infantry_wrecks", "last_support", "dug_in", "silent_start", "third_flying")
LISTED = ("reverse", "last_support", "dug_in", "silent_start", "third_flying")  # off unless a scenario says so
LAB_ROUNDS = 15  # of games that nobody watches, where no limit is set (PK-R46)


class UnitRow(UnitType, frozen=True, kw_only=True):
    """A unit with the source of each figure."""

    source: dict[str, Source]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: Annotated[list[UnitRow], msgspec.Meta(min_length=1, max_length=80)]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's file. `defender` escorts or is encircled, and `relief` is the large army of whoever is.

    From `pace` on the fields are options of the house: without them the printed game is played.
    """

    name: Name
    summary: Annotated[str, msgspec.Meta(max_length=400)]
    minutes: Annotated[int, msgspec.Meta(ge=1, le=600)]
    table: Name
    campaign: Campaign
    limit: Points
    red: dict[str, Count]
    blue: dict[str, Count]
    defender: Literal["red", "blue"] = "red"
    relief: dict[str, Count] | None = None
    command: bool = False
    reverse: bool = False
    infantry_wrecks: bool = True
    pace: Centimetres | None = None
    clear: Centimetres | None = None
    last_support: bool = False
    dug_in: bool = False
    silent_start: bool = False
    third_flying: bool = False
    rounds: Rounds | None = None
    figures: dict[str, Any] = msgspec.field(default_factory=dict)


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    limit: Points
    units: dict[str, Count]


OPTIONS = {
    "limit": "the points agreed for an army (PK-82)",
    "command": "play with command dice (PK-104)",
    "reverse": "units may drive backwards, two centimetres for one (PK-R2)",
    "infantry_wrecks": "infantry leaves wrecks too (PK-R33)",
    "pace": "house: convoy pace: how many centimetres support units of an escort go in a turn; 0 is off (PK-R43)",
    "clear": "house: clear destination: within how many centimetres of it no attacker is placed; 0 is off (PK-R43)",
    "last_support": "house: last support: an escort that has lost its last support unit has lost (PK-R43)",
    "dug_in": "house: dug-in start: the small army of the encircled starts dug in (PK-R44)",
    "silent_start": "house: silent start: the first turn of whoever encircles is movement only (PK-R44)",
    "third_flying": "house: a third flying: flying units cost at most a third of the points (PK-R53)",
    "rounds": "house: round limit: after how many rounds the game ends; 0 is off (PK-R46)",
}


# Units and figures


@cache
def chart() -> tuple[UnitRow, ...]:
    """PK-27: the units of the house."""
    return read_chart(HERE / "units.toml")


def read_chart(path: Path) -> tuple[UnitRow, ...]:
    """PK-27: a chart of units; each figure says whether it is the book's or the house's."""
    text, data = read_toml(path)
    rows = tuple(convert(data, Chart, str(path), text).unit)
    sheets.check_sources(rows, _figures_of, "from the book or from the house", path, text)
    check_chart(rows, str(path), text)
    return rows


def _figures_of(row: UnitRow) -> tuple[str, ...]:
    return *FIGURES, *(own for own in OWN_FIGURES if getattr(row, own))


def types() -> tuple[UnitType, ...]:
    """The units as a set-up holds them."""
    return sheets.without_sources(chart(), UnitType)


@cache
def dice_file() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


@cache
def usual() -> Figures:
    return convert({name: dice_file()[name] for name in Figures.__struct_fields__}, Figures, "dice.toml")


# Tables


@cache
def tables() -> dict[str, Table]:
    """PK-10: the tables of the house, by id, with their classes as agreed."""
    return {path.stem: read_table(path) for path in sorted((HERE / "tables").glob("*.toml"))}


def read_table(path: Path) -> Table:
    text, data = read_toml(path)
    return parse_table(text, data, str(path))


def find_table(name: str, beside: Path | None) -> Table:
    """A table by id, or from a file, which a scenario names relative to itself."""
    if name.endswith(".toml"):
        return read_table(beside.parent / name if beside else Path(name))
    if name not in tables():
        raise Fault("table", f"there is no table {name[:40]!r}; there is {', '.join(tables())}", PK_10.id)
    return tables()[name]


# Set-ups


def read_scenario(path: Path) -> Scenario:
    return sheets.read_sheet(path, Scenario)


COUNTED = partial(sheets.whole, digits=5)
READERS: dict[str, Callable[[str, str], Any]] = {
    **dict.fromkeys(("limit", "pace", "clear", "rounds"), COUNTED),
    **dict.fromkeys(SWITCHES, sheets.switch),
}


def with_options(sheet: Scenario, options: Mapping[str, str]) -> Scenario:
    """The scenario with what the players agreed otherwise."""
    return convert(plain(sheet) | sheets.read_options(options, OPTIONS, READERS), Scenario, "options")


def read_army(text: str, where: str) -> Army:
    """PK-82: an army as `medium-tank=2,infantry=3`, or from a file."""
    if text.endswith(".toml"):
        return read_army_file(Path(text))
    return Army(sheets.counts_of(text, "unit", where, "medium-tank=2,infantry=3", PK_82.id))


def read_army_file(path: Path) -> Army:
    """PK-82: an army that keeps to the limit it names."""
    text, data = read_toml(path)
    sheet = convert(data, ArmyFile, str(path), text)
    army = Army(sheet.units)
    check_army(types(), army, sheet.limit, f"{path}:{line_of(text, '$.units')}")
    return army


def build(
    scenario: str, red: str = "", blue: str = "", board: str = "", options: Mapping[str, str] | None = None
) -> Setup:
    """PK-82: the set-up of a scenario, with other armies, another table or other options if given."""
    path = sheets.scenario_path(HERE, scenario)
    sheet = with_options(read_scenario(path), options or {})
    setup = Setup(
        scenario=path.stem[:80],
        campaign=sheet.campaign,
        limit=sheet.limit,
        table=find_table(board or sheet.table, None if board else path),
        chart=types(),
        figures=convert(_figures(sheet), Figures, f"{path.name}, figures"),
        red=read_army(red, "red army") if red else Army(sheet.red),
        blue=read_army(blue, "blue army") if blue else Army(sheet.blue),
        defender=sheet.defender,
        relief=None if sheet.relief is None else Army(sheet.relief),
        command=sheet.command,
        reverse=sheet.reverse,
        infantry_wrecks=sheet.infantry_wrecks,
        last_support=sheet.last_support,
        dug_in=sheet.dug_in,
        silent_start=sheet.silent_start,
        third_flying=sheet.third_flying,
    )
    setup = convert(plain(setup), Setup, path.name)  # the bounds of every figure, wherever it came from
    check_setup(setup, path.name)
    return setup


def _figures(sheet: Scenario) -> dict[str, Any]:
    """PK-R43, PK-R46: the usual figures with a scenario's own, and with the house options that are numbers."""
    escort = {name: value for name in ("pace", "clear") if (value := getattr(sheet, name)) is not None}
    rounds = {} if sheet.rounds is None else {"rounds": sheet.rounds}
    return _changed(_changed(plain(usual()), sheet.figures), {"escort": escort, **rounds})


def _changed(figures: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The figures with a scenario's own; of a group, such as `mine`, only those that it names."""
    return figures | {
        name: figures[name] | value if isinstance(value, dict) and isinstance(figures.get(name), dict) else value
        for name, value in changes.items()
    }


def bounded(setup: Setup) -> tuple[Setup, str]:
    """PK-R46: the set-up with a limit of rounds, for games that nobody watches, and a word on it if it had none."""
    if setup.figures.rounds:
        return setup, ""
    figures = msgspec.structs.replace(setup.figures, rounds=LAB_ROUNDS)
    told = f"No limit is set, and games that nobody watches end after {LAB_ROUNDS} rounds (PK-R46)."
    return msgspec.structs.replace(setup, figures=figures), told


def force(setup: Setup, side: Side) -> dict[str, Any]:
    """The units that a side deploys at first, what they cost, and what is allowed."""
    army = setup.army(side)
    return {"units": army.units, "points": value_of(setup.chart, army), "total": allowance(setup, side)}


def remark(setup: Setup) -> str:
    """A word on armies of unequal points, which are allowed."""
    return uneven(setup)


# Listings


def units() -> list[dict[str, Any]]:
    """PK-27: the units with the source of each figure."""
    return [plain(row) for row in chart()]


def scenarios() -> list[dict[str, Any]]:
    return [_scenario_row(path) for path in sheets.scenario_files(HERE)]


def _scenario_row(path: Path) -> dict[str, Any]:
    setup, sheet = build(path.stem), read_scenario(path)
    head = {name: getattr(sheet, name) for name in ("name", "summary", "minutes")}
    many = command_dice(setup)
    dice = [f"{many} command {'dice' if many > 1 else 'die'} a turn"] * bool(many)
    return {
        "id": path.stem,
        **head,
        "map": sheet.table,
        "campaign": setup.campaign,
        "limit": setup.limit,
        "red": _force_row(setup, RED),
        "blue": _force_row(setup, BLUE),
        "turn_limit": setup.figures.rounds,
        "options": [setup.campaign, *dice, *[name for name in LISTED if getattr(setup, name)]],
        "on": [name for name in SWITCHES if getattr(setup, name)],
        "house": list(house_of(setup)),
    }


def _force_row(setup: Setup, side: Side) -> dict[str, Any]:
    found = force(setup, side)
    row = {"units": found["units"], "points": found["points"]}
    if setup.relief is not None and side is setup.defending:
        row["relief"] = {"units": setup.relief.units, "points": value_of(setup.chart, setup.relief)}
    return row


def maps() -> list[dict[str, Any]]:
    """PK-10: the tables, their sides in centimetres, each with a sketch and its features in 1/100 mm."""
    return [_map_row(name, table) for name, table in tables().items()]


@cache
def _map_row(name: str, table: Table) -> dict[str, Any]:
    text = sketch(table)
    built = sum(row.count(sign) for row in text for sign, kind in LEGEND.items() if kind in ("house", "ruin"))
    return {
        "id": name,
        "name": table.name,
        "columns": len(text[0]),
        "rows": len(text),
        "buildings": round(built / (len(text) * len(text[0])), 3),
        "north": "up",
        "legend": LEGEND,
        "text": text,
        "size": centimetres(table.width, table.height),
        "features": plain(table.features),
    }


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    if path.suffix != ".toml":
        raise Fault(str(path), "tables, units, armies and scenarios are .toml files")
    _, data = read_toml(path)
    if "unit" in data:
        return f"a chart of {len(read_chart(path))} units"
    if "units" in data:
        return f"an army of {value_of(types(), read_army_file(path))} points, {data['name']}"
    if "feature" in data or "width" in data:
        table = read_table(path)
        size = centimetres(table.width, table.height)
        return f"a table of {size} with {len(table.features)} features, {table.name}"
    told = remark(build(str(path)))
    return f"a scenario, {read_scenario(path).name}" + (f" ({told})" if told else "")


# Odds


# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    **dict.fromkeys(("scenario", "campaign", "defender"), "scenario"),
    "table": "board",
    "chart": "figures",
    "figures": "figures",
    **dict.fromkeys(("figures.die", "figures.directions", "figures.command"), "dice"),
    **dict.fromkeys(("red", "blue", "relief"), "armies"),
}
RULER = "centimetres"
ODDS_OPTIONS = {
    "weapon": tuple(str(number) for number in range(1, 13)),
    "command": ("none", "aim", "penetration"),
    **dict.fromkeys(("camouflage", "smoke", "dug_in", "dummy", "crate", "mark", "dived"), sheets.ON_OFF),
}
ASIDE = {Zone.FRONT: 180, Zone.SIDE: 90, Zone.REAR: 0}


def odds_between(attacker: str, target: str, range_squares: int, zone: str, options: Mapping[str, str]) -> Odds[str]:
    """PK-40 … PK-81: the exact chances of an attack on open ground, by the rules themselves.

    `weapon` is its number in the list of the unit, the first that will do unless given; `command` a command die used on
    the attacker. The target has camouflage, smoke, a trench (`dug_in`), a dummy or a mark, or is dived; a `crate` lies
    beside the attacker. Artillery is aimed at the middle of the target, and bombs are dropped to fall around it.
    """
    sheets.check_odds_options(options, ODDS_OPTIONS)
    part = sheets.zone_of(zone)
    if not 1 <= range_squares <= MOST_CM // 2:
        raise Fault("range", f"{range_squares} cm; it must be 1 to {MOST_CM // 2}")
    rows = [type_of(types(), sheets.unit_of(chart(), name, "unit").id) for name in (attacker, target)]
    for option, able, told, rule in (
        ("dived", rows[1].type == "submarine", "is no submarine", PK_19),
        ("dummy", rows[1].battle_tank, "is no standard battle tank", PK_113),
    ):
        if options.get(option) == "on" and not able:
            raise Fault(f"option {option}", f"the {rows[1].name} {told}", rule.id)
    weapon = _weapon_for(rows, options)
    state = _duel(rows, weapon, range_squares * CM, part, options)
    gun = state.weapon(0, weapon)
    refusal = None if gun.kind in ("artillery", "bomb") else shooting.may_target(state, 0, gun, 1)
    if refusal := refusal or (None if gun.kind == "bomb" else shooting.may_hit(state, Fire(0, weapon, 1))):
        raise Fault("odds", refusal.sentence, refusal.rule)
    found = _chances(state, weapon)
    rest = {name: chance for name, chance in found.items() if name.endswith("lost") or name == "nothing"}
    return {"destroyed": odds.destroyed(found)} | rest


def _weapon_for(rows: list[UnitType], options: Mapping[str, str]) -> int:
    """PK-26: the weapon that was asked for, or the first that may be fired at such a target."""
    gun, weapons = rows[0], rows[0].weapon
    if "weapon" in options:
        number = int(options["weapon"]) - 1
        if number >= len(weapons) or weapons[number].use != "fire":
            raise Fault("option weapon", f"the {gun.name} has no weapon {number + 1} to fire", PK_26.id)
        return number
    fits = [at for at, one in enumerate(weapons) if one.use == "fire" and _fits(rows, at, options)]
    if not fits:
        raise Fault("odds", f"the {gun.name} has no weapon for the {rows[1].name}", PK_26.id)
    return fits[0]


def _fits(rows: list[UnitType], weapon: int, options: Mapping[str, str]) -> bool:
    state = _duel(rows, weapon, 0, Zone.FRONT, options)
    if rows[0].weapon[weapon].kind in ("artillery", "bomb"):
        return not rows[1].flying and not state.units[1].dived
    return shooting.may_target(state, 0, rows[0].weapon[weapon], 1) is None


def _duel(rows: list[UnitType], weapon: int, apart: int, part: Zone, options: Mapping[str, str]) -> State:
    """PK-30, PK-71: two units on an open table, the mount pointing at the target, which shows that part."""
    on, turn = {key for key, value in options.items() if value == "on"}, 3
    command = options.get("command", "none")
    gun, middle = rows[0].weapon[weapon], MOST_CM * CM // 2
    heading = (90 - MOUNTS[gun.mount]) % 360
    shooter = Unit(RED, rows[0].id, 1, rows[0].hp, Where.TABLE, middle - apart, middle, heading)
    aimed = Unit(BLUE, rows[1].id, 1, rows[1].hp, Where.TABLE, middle, middle, (90 + ASIDE[part]) % 360)
    flown = ((middle - 20 * CM, middle, 90, 40 * CM),)
    shooter = msgspec.structs.replace(shooter, command=command, commanded=turn, moved=turn, flown=flown)
    flags = {
        "camouflaged": "camouflage" in on,
        "dug_in": "dug_in" in on,
        "dummy": "dummy" in on,
        "dived": "dived" in on,
    }
    smoke = {"command": "smoke", "commanded": turn} if "smoke" in on else {}
    aimed = msgspec.structs.replace(aimed, **flags, **smoke)
    table = Table("open ground", MOST_CM * CM, MOST_CM * CM)
    setup = Setup("duel", "standard", 0, table, tuple(dict.fromkeys(rows)), usual(), Army({}), Army({}))
    state = State(Ground.of(setup), [shooter, aimed], Phase.SHOOTING, RED, turn, marked=1 if "mark" in on else -1)
    state.crates = (Crate(shooter.x, shooter.y, 0, setup.figures.crate.hp),) if "crate" in on else ()
    return state


def _chances(state: State, weapon: int) -> Odds[str]:
    gun, target = state.weapon(0, weapon), state.units[1]
    if gun.kind in ("normal", "heavy"):
        return odds.shot(*shooting.facts_of(state, Fire(0, weapon, 1))[:2])
    order: Shell | Bomb = Shell(0, weapon, target.x, target.y)
    if gun.kind == "bomb":
        order = Bomb(0, weapon, 20 * CM - (gun.attacks - 1) * state.setup.figures.bomb_step * CM // 2)
    salvo = indirect.salvo_of(state, order)
    found = indirect.chances(state, salvo)
    if 1 not in found:
        raise Fault("odds", f"{state.name(1)} flies or is dived; the {gun.name} falls on what stands below", PK_43.id)
    return indirect.outcomes(state, salvo, 1, found[1])
