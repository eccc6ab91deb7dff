"""What lies beside the rules: charts, dice, maps, scenarios, armies, in files that a player can copy and edit."""

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
from hulldown.rulebooks import sheets
from hulldown.rulebooks.panzerstrike import shelf
from hulldown.rulebooks.panzerstrike.board import LEGEND, PIECES, Map, draw_map, parse_map
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.core.setup import (
    SPAA,
    Army,
    Figures,
    Setup,
    UnitType,
    Weapon,
    check_army,
    check_chart,
    check_setup,
    uneven,
    value_of,
)
from hulldown.rulebooks.panzerstrike.core.shot import BLUE as BLUE_DIE
from hulldown.rulebooks.panzerstrike.core.shot import (
    INJURED,
    MOVED,
    ORDER,
    TURNED,
    Facts,
    Victim,
    chances,
    meeting,
)
from hulldown.rulebooks.panzerstrike.core.state import Colour, Mode
from hulldown.rulebooks.panzerstrike.setup import Count, Name
from hulldown.rulebooks.panzerstrike.shelf import MAPS, WALL, Areas

CORE_09 = RULES["CORE-09"]
CORE_42 = RULES["CORE-42"]
CORE_73 = RULES["CORE-73"]
CORE_81 = RULES["CORE-81"]
CORE_106 = RULES["CORE-106"]
CORE_107 = RULES["CORE-107"]
CORE_173 = RULES["CORE-173"]
CORE_Q33 = RULES["CORE-Q33"]
CORE_Q43 = RULES["CORE-Q43"]
Source = Literal["book", "house"]
CHARTS = ("generic", "types")
# What each row of a chart must give the source of; vehicles, armed units and howitzers of more.
FIGURES = ("effectiveness", "drive", "front", "side", "rear", "top", "mount", "mass", "radio")
SPEEDS = ("max", "reverse", "tracks")
ARC = ("parabolic", "limits")


class ChartRow(UnitType, frozen=True, kw_only=True):
    """A type with the source of each of its figures; `limits` is that of a parabolic entry's ranges."""

    source: dict[str, Source]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: Annotated[list[ChartRow], msgspec.Meta(min_length=1, max_length=80)]


Points = Annotated[int, msgspec.Meta(ge=0, le=5000)]


Pair = shelf.Pair[Points]


class Scenario(shelf.Sheet, frozen=True):
    """A scenario's file. Walls and barricades are those of the map where the file names none."""

    total: Points | Pair
    red: dict[str, Count]
    blue: dict[str, Count]
    chart: Name = "generic"
    walls: Areas | None = None
    low: Areas | None = None
    high: Areas | None = None
    spaa: int = 0
    lost_spaa: int = 0
    turn_limit: int = 0
    zone_b: Areas = msgspec.field(default_factory=list)
    command: bool = False
    speed_die: bool = False
    free_turrets: bool = False
    aimed: bool = False
    on_the_move: bool = False
    angled: bool = False
    semi: bool = False
    radios: bool = False
    scatter: bool = False
    moulded: bool = False
    solid: bool = False
    hidden: bool = False
    figures: dict[str, Any] = msgspec.field(default_factory=dict)


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    total: Points
    units: dict[str, Count]
    chart: Name = "generic"

    def army(self) -> Army:
        return Army(self.units, self.total)


class Basic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CORE-172 … CORE-177: the basic scenario, unless a file says otherwise."""

    total: Points
    spaa: int
    lost_spaa: int
    rounds: int


# The nine optional rules in the order of their numbers (CORE-02), then what the table agrees on.
OPTIONAL = (
    "command",
    "speed_die",
    "free_turrets",
    "aimed",
    "on_the_move",
    "angled",
    "semi",
    "radios",
    "scatter",
)
SWITCHES = (*OPTIONAL, "moulded", "solid", "hidden")
NUMBERS = ("spaa", "lost_spaa", "turn_limit")
SQUARES = ("walls", "low", "high")
OPTIONS = {
    "command": "option 1: a command tank coordinates one movement more (CORE-19)",
    "speed_die": "option 2: a die changes the speed of who drives far (CORE-27)",
    "free_turrets": "option 3: turrets point at their targets, at any angle (CORE-53)",
    "aimed": "option 4: aim at tracks or above them, by the hit die (CORE-71)",
    "on_the_move": "option 5: who moved or turned misses more often (CORE-74)",
    "angled": "option 6: armour at an angle is stronger (CORE-79)",
    "semi": "option 7: tracks are lost, and repaired, in two stages (CORE-102)",
    "radios": "option 8: only vehicles with a radio report targets (CORE-124)",
    "scatter": "option 9: parabolic shots that miss land nearby (CORE-125)",
    "moulded": "pieces in one part: turrets fire all round (CORE-50)",
    "solid": "3D buildings: their height stops shells (CORE-115)",
    "hidden": "house: both sides deploy unseen (CORE-H6)",
    "walls": "standing walls: any number of squares as K7,K8 or none (CORE-164)",
    "low": "low barricades: any number of squares as K7,K8 or none (CORE-170)",
    "high": "high barricades: any number of squares as K7,K8 or none (CORE-170)",
    "spaa": "how many SPAA each side has to lose: the basic scenario (CORE-174)",
    "lost_spaa": "how many of them are lost for the game to be lost (CORE-176)",
    "turn_limit": "rounds after which the basic scenario is drawn (CORE-177)",
    "chart": "'generic', the same classes for both, or 'types', historical ones (CORE-09)",
    "total": "the agreed total, as RED:BLUE or one number for both (CORE-13)",
}


@cache
def chart_of(name: str) -> tuple[ChartRow, ...]:
    """CORE-09: one of the two charts of the book."""
    if name not in CHARTS:
        told = f"there is no chart {name[:40]!r}; there is {', '.join(CHARTS)}, or give a .toml file"
        raise Fault("chart", told, CORE_09.id)
    return read_chart(HERE / "units" / f"{name}.toml")


def read_chart(path: Path) -> tuple[ChartRow, ...]:
    """CORE-09: a chart of classes or types; each figure says whether it is the book's or the house's."""
    text, data = read_toml(path)
    rows = tuple(convert(data, Chart, str(path), text).unit)
    sheets.check_sources(rows, _figures_of, "from the book or from the house", path, text)
    check_chart(rows, str(path), text)
    return rows


def _figures_of(row: ChartRow) -> tuple[str, ...]:
    wanted = (*FIGURES, *SPEEDS * row.vehicle, *ARC * (row.parabolic is not None))
    return (*wanted, *Weapon.__struct_fields__ * (row.weapon is not None))


def types_of(rows: Iterable[ChartRow]) -> tuple[UnitType, ...]:
    return sheets.without_sources(rows, UnitType)


def _chart(name: str, beside: Path, spaa: bool) -> tuple[UnitType, ...]:
    """CORE-H3: the chart by name or from a file; the free SPAA are of the generic class in every chart."""
    rows = read_chart(beside.parent / name) if name.endswith(".toml") else chart_of(name)
    lacking = spaa and all(row.id != SPAA for row in rows)
    return types_of((*rows, *[row for row in chart_of("generic") if lacking and row.id == SPAA]))


@cache
def dice_file() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


def figures() -> dict[str, Any]:
    """The figures that a set-up has; the others of the file are told with their reasons, but not to be changed."""
    return {name: dice_file()[name] for name in Figures.__struct_fields__}


@cache
def usual() -> Figures:
    return convert(figures(), Figures, "dice.toml")


@cache
def basic() -> Basic:
    return convert(dice_file()["basic"], Basic, "dice.toml, basic")


def boards() -> dict[str, Map]:
    """CORE-173: the maps of the book, by id."""
    return shelf.maps_of(HERE)


def read_army(text: str, total: int, chart: tuple[UnitType, ...], where: str) -> Army:
    """CORE-13: an army as `heavy=2,medium=5`, or from a file."""
    army = shelf.army_of(text, ArmyFile, lambda units: Army(units, total), "type", where)
    check_army(chart, army, text if text.endswith(".toml") else where)
    return army


def pair_of(value: str, what: str) -> Any:
    return shelf.pair_of(value, what, int, Pair, "a whole number of points up to 5000")


READERS = shelf.readers_of(SWITCHES, NUMBERS, SQUARES, pair_of)


def build(
    scenario: str, red: str = "", blue: str = "", board: str = "", options: Mapping[str, str] | None = None
) -> Setup:
    """CORE-11, CORE-13: the set-up of a scenario, with other armies, another board or other options if given."""
    path = sheets.scenario_path(HERE, scenario)
    sheet = shelf.with_options(sheets.read_sheet(path, Scenario), options or {}, OPTIONS, READERS)
    total = shelf.for_both(sheet.total)
    spaa = sheet.spaa
    chart = _chart(sheet.chart, path, bool(spaa))
    ground = shelf.read_map(HERE, board or sheet.map, None if board else path, CORE_173)
    zone_b = sheet.zone_b or (dice_file()["zone_b"] if spaa else [])
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
        zone_b=shelf.squares(zone_b, ground.board, f"{path.name}, zone_b"),
        lost_spaa=sheet.lost_spaa or min(spaa, basic().lost_spaa),
        turn_limit=sheet.turn_limit or (basic().rounds if spaa else 0),
        **{name: getattr(sheet, name) for name in SWITCHES},
    )
    setup = convert(plain(setup), Setup, path.name)  # the bounds of every figure, wherever it came from
    check_setup(setup, path.name)
    return setup


def _pieces(sheet: Scenario, ground: Map, where: str, said: set[str]) -> dict[str, Any]:
    """CORE-164, CORE-170: walls and barricades as the scenario says them, else as on the map."""
    return shelf.pieces_of({what: getattr(sheet, what) if what in said else None for what in SQUARES}, ground, where)


def units() -> list[dict[str, Any]]:
    """CORE-09: the rows of both charts, with the figures of a weapon among the others and the price as points."""
    rows = []
    for name in CHARTS:
        for unit in chart_of(name):
            row = plain(unit)
            weapon, arc, source = row.pop("weapon"), row.pop("parabolic"), row.pop("source")
            points = {"points": row.pop("effectiveness")}
            row |= dict.fromkeys(Weapon.__struct_fields__) | (weapon or {})
            row["parabolic"] = arc and f"{arc['least']}–{arc['most']}"
            source["points"] = source.pop("effectiveness")
            rows.append(points | row | {"chart": name, "source": source})
    return rows


def force(setup: Setup, side: Side) -> dict[str, Any]:
    """CORE-13: the units of a side that were bought, what they cost, and what was agreed."""
    army = setup.army(side)
    return {"units": army.units, "points": value_of(setup.chart, army), "total": army.total}


bounded = sheets.ends_by_itself


def remark(setup: Setup) -> str:
    """CORE-13, CORE-Q01: a word on armies of unequal cost, which are allowed."""
    return uneven(setup)


def scenarios() -> list[dict[str, Any]]:
    return [_scenario_row(path) for path in sheets.scenario_files(HERE)]


def _scenario_row(path: Path) -> dict[str, Any]:
    setup, sheet = build(path.stem), sheets.read_sheet(path, Scenario)
    return shelf.scenario_row(
        path,
        sheet,
        chart=sheet.chart,
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
        return f"a chart of {len(read_chart(path))} types"
    if "units" in data:
        sheet = sheets.read_sheet(path, ArmyFile)
        chart = _chart(sheet.chart, path, spaa=False)
        return f"an army of {value_of(chart, read_army(str(path), 0, chart, str(path)))} points, {sheet.name}"
    return shelf.scenario_told(sheets.read_sheet(path, Scenario), remark(build(str(path))))


def kind_of(unit: str) -> UnitType:
    """A type of either chart, by id, name or letter; the generic ones come first."""
    return sheets.unit_of((row for name in CHARTS for row in chart_of(name)), unit, "type")


# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    "scenario": "scenario",
    "zone_b": "scenario",
    **dict.fromkeys(("board", "walls", "low", "high"), "board"),
    "chart": "figures",
    "figures": "figures",
    **{f"figures.{die}": "dice" for die in ("accuracy", "hit", "penetration", "miss", "speed", "radio")},
    "red": "armies",
    "blue": "armies",
}
RULER = "sections"
ODDS_OPTIONS = {
    "mode": tuple(Mode),
    "colour": tuple(Colour),
    "report": ("none", "old", "late"),
    **dict.fromkeys(("cover", "angled", "moved", "turned", "injured", "semi", "weakened"), sheets.ON_OFF),
}


def odds_between(
    attacker: str, target: str, range_squares: int, zone: str, options: Mapping[str, str]
) -> Odds[Outcome]:
    """CORE-54 … CORE-102, CORE-110 … CORE-122: the exact chances of a shot, straight from the rule.

    The range is in sections, the target a type, or a wall. The firer has `moved`, `turned` or has `injured` crew; the
    target is in `cover` of a building, `angled`, loses its tracks in two stages (`semi`), or is `weakened` by an
    injured crew. `colour` is the hit die; `report` says since when a target of parabolic fire is seen by another.
    """
    sheets.check_odds_options(options, ODDS_OPTIONS)
    gun = kind_of(attacker)
    facts = _facts(gun, target, range_squares, sheets.zone_of(zone), options)
    found: dict[Outcome, Fraction] = {} if target == WALL else {Outcome.DESTROYED: Fraction(0)}
    for (_, outcome), chance in chances(facts).items():
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return {outcome: found[outcome] for outcome in ORDER if outcome in found}


def _facts(gun: UnitType, target: str, far: int, zone: Zone, options: Mapping[str, str]) -> Facts:
    """CORE-42, CORE-73, CORE-89, CORE-106, CORE-107, CORE-Q33: a shot that is possible, as the resolver wants it."""
    weapon, dice, on = gun.weapon, usual(), {key for key, value in options.items() if value == "on"}
    if weapon is None:
        raise Fault("unit", f"the {gun.name} is unarmed; it never fires", CORE_Q43.id)
    high = options.get("mode") == Mode.PARABOLIC
    colour = BLUE_DIE if high else options.get("colour", Colour.WHITE)
    if high and gun.parabolic is None:
        raise Fault("unit", f"the {gun.name} is no howitzer; only howitzers fire in a high arc", CORE_106.id)
    if high and target == WALL:
        raise Fault("unit", "walls are fired at directly only", CORE_Q33.id)
    least, most = (gun.parabolic.least, gun.parabolic.most) if high and gun.parabolic else (1, weapon.range)
    if not least <= far <= most:
        rule = CORE_107 if high else CORE_42
        raise Fault("range", f"{far} sections; the {gun.name} reaches from {least} to {most}", rule.id)
    if colour in (Colour.ORANGE, Colour.GREEN) and far > (up_to := dice.aimed[weapon.accuracy - 1]):
        raise Fault("range", f"{far} sections; the {gun.name} uses the {colour} die up to {up_to}", CORE_73.id)
    spoils = [word for word, key in ((INJURED, "injured"), (MOVED, "moved"), (TURNED, "turned")) if key in on]
    report = options.get("report", "none")
    return Facts(
        far,
        dice.accuracy[weapon.accuracy - 1],
        colour,
        getattr(dice.hit, colour),
        dice.penetration.I if weapon.die == "I" else dice.penetration.II,
        (None if target == WALL else _victim(weapon, kind_of(target), far, zone, on),),
        dice.cover if "cover" in on and not high else 0,
        tuple(spoils),
        dice.radio if high and report != "none" else (),
        report == "late",
    )


def _victim(weapon: Weapon, kind: UnitType, far: int, zone: Zone, on: set[str]) -> Victim:
    """CORE-82, CORE-89, CORE-90: what arrives, and what it meets."""
    angled = "angled" in on
    if angled and zone is Zone.SIDE:
        raise Fault("zone", "an angled target is hit from its front or its rear, and the side with either", CORE_81.id)
    met = meeting(usual(), weapon, far, kind, zone, angled)
    return msgspec.structs.replace(met, semi="semi" in on, injured="weakened" in on)
