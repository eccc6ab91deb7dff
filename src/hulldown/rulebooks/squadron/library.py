"""What lies beside the rules: cards, dice, mats, scenarios, armies, in files that a player can copy and edit."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import Fault, convert, read_text, read_toml
from hulldown.kernel.odds import Odds
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import plain
from hulldown.rulebooks import sheets
from hulldown.rulebooks.squadron.events import Outcome
from hulldown.rulebooks.squadron.mats import parse_mat
from hulldown.rulebooks.squadron.rules import HERE, RULES
from hulldown.rulebooks.squadron.setup import (
    LEGEND,
    OPEN,
    Army,
    Card,
    Count,
    Figures,
    Hand,
    Mat,
    Name,
    Points,
    Setup,
    check_army,
    check_cards,
    check_setup,
    uneven,
    value_of,
)
from hulldown.rulebooks.squadron.shooting import armour_of, facts_for, odds_of

SQ_03, SQ_17 = RULES["SQ-03"], RULES["SQ-17"]
Source = Literal["book", "house"]
Metres = Annotated[float, msgspec.Meta(gt=0, le=100)]
MATS = (".txt", ".map")
FARTHEST = 400  # hexes: farther than any two of the largest mat
# What each card must give the source of.
FIGURES = ("points", "penetration", "front", "side", "rear", "breakdown", "movement", "shot", "fixed")
SWITCHES = ("free_stop", "narrow")


class History(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """SQ-04: the other side of a card, for the reader; what is not known for certain is left out.

    The mass is in tonnes, the calibre in millimetres. The length, with the gun forward, and the width are in metres.
    """

    nation: Name
    year: int
    crew: int
    mass: int
    length: Metres | None = None
    width: Metres | None = None
    calibre: int
    camouflage: Annotated[str, msgspec.Meta(max_length=400)] = ""
    story: Annotated[str, msgspec.Meta(max_length=400)]


class CardRow(Card, frozen=True, kw_only=True):
    """SQ-03: a card with both sides, and the source of each figure."""

    source: dict[str, Source]
    history: History


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: Annotated[list[CardRow], msgspec.Meta(min_length=1, max_length=80)]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's file. `tiles` are what each side places; nothing means the house's fifteen."""

    name: Name
    summary: Annotated[str, msgspec.Meta(max_length=400)]
    minutes: Annotated[int, msgspec.Meta(ge=1, le=600)]
    map: Name
    total: Points
    red: dict[str, Count]
    blue: dict[str, Count]
    tiles: Hand | None = None
    free_stop: bool = False
    narrow: bool = False
    figures: dict[str, Any] = msgspec.field(default_factory=dict)


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    total: Points
    units: dict[str, Count]


OPTIONS = {
    "tiles": "'hand', the house's fifteen tiles for each side to place, or 'none' (SQ-Q31)",
    "turns": "after how many turns the game ends (SQ-Q33)",
    "total": "the points agreed for each side (SQ-Q33)",
    "free_stop": "tanks in movement may fire or lie in ambush as well (SQ-Q40)",
    "narrow": "front and rear armour are 60° wide instead of 120° (SQ-Q19)",
}


# Cards and figures


@cache
def cards() -> tuple[CardRow, ...]:
    """SQ-03: the cards of the house."""
    return read_cards(HERE / "cards.toml")


def read_cards(path: Path) -> tuple[CardRow, ...]:
    """SQ-03: a pack of cards; each figure says whether it is the book's or the house's."""
    text, data = read_toml(path)
    rows = tuple(convert(data, Pack, str(path), text).card)
    sheets.check_sources(rows, lambda row: FIGURES, "from the book or from the house", path, text, "card")
    check_cards(rows, str(path))
    return rows


def card_of(name: str) -> CardRow:
    """A card by id, name or letters."""
    return sheets.unit_of(cards(), name, "card")


def game_sides() -> tuple[Card, ...]:
    """SQ-03: the cards as a set-up holds them: the game sides alone."""
    return sheets.without_sources(cards(), Card)


@cache
def dice_file() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


@cache
def usual() -> Figures:
    return convert({name: dice_file()[name] for name in Figures.__struct_fields__}, Figures, "dice.toml")


@cache
def usual_hand() -> Hand:
    """SQ-16, SQ-Q31: the fifteen tiles of each player."""
    return convert(dice_file()["tiles"], Hand, "dice.toml, tiles")


# Mats


@cache
def mats() -> dict[str, Mat]:
    """SQ-17: the mats of the house, by id."""
    return {path.stem: parse_mat(read_text(path), path.name) for path in sorted((HERE / "maps").glob("*.txt"))}


def read_mat(name: str, beside: Path | None) -> Mat:
    """A mat by id, or from a file, which a scenario names relative to itself."""
    if name.endswith(MATS):
        path = beside.parent / name if beside else Path(name)
        return parse_mat(read_text(path), str(path))
    if name not in mats():
        raise Fault("map", f"there is no map {name[:40]!r}; there is {', '.join(mats())}", SQ_17.id)
    return mats()[name]


# Set-ups


def read_scenario(path: Path) -> Scenario:
    return sheets.read_sheet(path, Scenario)


def _hand(value: str, what: str) -> Any:
    if value not in ("hand", "none"):
        raise Fault(f"option {what}", f"{value[:40]!r} must be hand or none")
    return plain(usual_hand() if value == "hand" else Hand())


COUNTED = partial(sheets.whole, digits=5)
READERS: dict[str, Callable[[str, str], Any]] = {
    "tiles": _hand,
    "turns": COUNTED,
    "total": COUNTED,
    "free_stop": sheets.switch,
    "narrow": sheets.switch,
}


def with_options(sheet: Scenario, options: Mapping[str, str]) -> Scenario:
    """The scenario with what the players agreed otherwise."""
    changed = sheets.read_options(options, OPTIONS, READERS)
    if "turns" in changed:
        changed["figures"] = sheet.figures | {"turns": changed.pop("turns")}
    return convert(plain(sheet) | changed, Scenario, "options")


def read_army(text: str, total: int, where: str) -> Army:
    """SQ-03: an army as `panther-g=2,stug-iii-g=1`, or from a file."""
    if text.endswith(".toml"):
        sheet = sheets.read_sheet(Path(text), ArmyFile)
        army, where = Army(sheet.units, sheet.total), text
    else:
        army = Army(sheets.counts_of(text, "card", where, "panther-g=2,stug-iii-g=1", SQ_03.id), total)
    check_army(game_sides(), army, where)
    return army


def build(
    scenario: str, red: str = "", blue: str = "", board: str = "", options: Mapping[str, str] | None = None
) -> Setup:
    """SQ-16, SQ-19: the set-up of a scenario, with other armies, another mat or other options if given."""
    path = sheets.scenario_path(HERE, scenario)
    sheet = with_options(read_scenario(path), options or {})
    hand = usual_hand() if sheet.tiles is None else sheet.tiles
    setup = Setup(
        scenario=path.stem[:80],
        mat=read_mat(board or sheet.map, None if board else path),
        cards=game_sides(),
        figures=convert(plain(usual()) | sheet.figures, Figures, f"{path.name}, figures"),
        red=read_army(red, sheet.total, "red army") if red else Army(sheet.red, sheet.total),
        blue=read_army(blue, sheet.total, "blue army") if blue else Army(sheet.blue, sheet.total),
        red_tiles=hand,
        blue_tiles=hand,
        free_stop=sheet.free_stop,
        narrow=sheet.narrow,
    )
    setup = convert(plain(setup), Setup, path.name)  # the bounds of every figure, wherever it came from
    check_setup(setup, path.name)
    return setup


def force(setup: Setup, side: Side) -> dict[str, Any]:
    """The tanks of a side, what they cost, and what was agreed."""
    army = setup.army(side)
    return {"units": army.units, "points": value_of(setup.cards, army), "total": army.total}


bounded = sheets.ends_by_itself


def remark(setup: Setup) -> str:
    """A word on armies of unequal points, which are allowed."""
    return uneven(setup)


# Listings


def units() -> list[dict[str, Any]]:
    """SQ-03, SQ-04: the cards with both sides."""
    return [{"points": row.points} | plain(row) for row in cards()]


def scenarios() -> list[dict[str, Any]]:
    return [_scenario_row(path) for path in sheets.scenario_files(HERE)]


def _scenario_row(path: Path) -> dict[str, Any]:
    setup, sheet = build(path.stem), read_scenario(path)
    head = {name: getattr(sheet, name) for name in ("name", "summary", "minutes", "map")}
    placed = [f"{setup.red_tiles.total} tiles each to place"] * bool(setup.red_tiles.total)
    return {
        "id": path.stem,
        **head,
        "red": _force_row(setup, RED),
        "blue": _force_row(setup, BLUE),
        "turn_limit": setup.figures.turns,
        "options": [*placed, *[name for name in SWITCHES if getattr(setup, name)]],
    }


def _force_row(setup: Setup, side: Side) -> dict[str, Any]:
    found = force(setup, side)
    return {"units": found["units"], "points": found["points"]}


def maps() -> list[dict[str, Any]]:
    return [
        {
            "id": name,
            "name": mat.name,
            "columns": mat.grid.columns,
            "rows": mat.grid.rows,
            "buildings": round(sum(sign in "Hhr" for sign in mat.cells) / mat.grid.size, 3),
            "north": "up",
            "legend": LEGEND,
            "text": mat.rows,
        }
        for name, mat in mats().items()
    ]


def check(path: Path) -> str:
    """What kind of file it is; raises `Fault` with line and field where it is wrong."""
    if path.suffix in MATS:
        mat = parse_mat(read_text(path), str(path))
        many = sum(sign != OPEN for sign in mat.cells)
        return f"a mat of {mat.grid.columns} x {mat.grid.rows} hexes with {many} tiles, {mat.name}"
    if path.suffix != ".toml":
        raise Fault(str(path), "a mat is a .txt file; cards, armies and scenarios are .toml files")
    _, data = read_toml(path)
    if "card" in data:
        return f"a pack of {len(read_cards(path))} cards"
    if "units" in data:
        army = read_army(str(path), 0, str(path))
        return f"an army of {value_of(game_sides(), army)} points, {data['name']}"
    told = remark(build(str(path)))
    return f"a scenario, {read_scenario(path).name}" + (f" ({told})" if told else "")


# Odds


# Where each field of a set-up is told in a proof; all others are options.
PARTS = {
    "scenario": "scenario",
    "mat": "board",
    "cards": "figures",
    "figures": "figures",
    **{f"figures.{name}_die": "dice" for name in ("initiative", "movement", "breakdown", "shot", "pierce")},
    **dict.fromkeys(("figures.standing_dice", "figures.moving_dice"), "dice"),
    "red": "armies",
    "blue": "armies",
}
RULER = "hexes"
ODDS_OPTIONS = {
    "start": ("stationary", "moving"),
    "ruin": ("none", "in", "behind"),
    **dict.fromkeys(("turret", "target_moving", "obstacle", "hedge"), sheets.ON_OFF),
}


def odds_between(
    attacker: str, target: str, range_squares: int, zone: str, options: Mapping[str, str]
) -> Odds[Outcome]:
    """SQ-66 … SQ-89: the exact chances of a shot, straight from the rule.

    `start` is how the firer began the turn; `turret` says that it turns it. The target is moving (`target_moving`),
    partly behind an `obstacle`, protected by a `hedge`, or in or behind a `ruin`.
    """
    sheets.check_odds_options(options, ODDS_OPTIONS)
    part = sheets.zone_of(zone)
    if not 1 <= range_squares <= FARTHEST:
        raise Fault("range", f"{range_squares} hexes; it must be 1 to {FARTHEST}")
    gun, figures = card_of(attacker), usual()
    if gun.fixed and options.get("turret") == "on":
        raise Fault("option turret", f"the {gun.name} has a fixed cannon and no turret", "SQ-13")
    on = {key for key, value in options.items() if value == "on"}
    ruin = {"in": figures.in_ruin, "behind": figures.behind_ruin}.get(options.get("ruin", "none"), 0)
    summands = [
        figures.was_moving if options.get("start") == "moving" else figures.stood,
        figures.near if range_squares <= figures.near_hexes else 0,
        figures.turret if "turret" in on else 0,
        figures.moving_target if "target_moving" in on else 0,
        figures.obstacle if "obstacle" in on else 0,
        figures.hedge if "hedge" in on else 0,
        ruin,
        -gun.shot,
    ]
    return odds_of(facts_for(figures, sum(summands), gun.penetration, armour_of(card_of(target), part)))
