"""Before play: the chart, the armies chosen by Effectiveness, the board with its walls, and the nine optional rules."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

import msgspec

from hulldown.geometry.squares import mask_of
from hulldown.kernel.files import Fault
from hulldown.kernel.library import Check, check_all
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import RED, Side
from hulldown.kernel.work import Origins
from hulldown.rulebooks.panzerstrike import setup as family
from hulldown.rulebooks.panzerstrike.board import Board, check_board
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.setup import Count, Heights, Name, Squares

CORE_04 = RULES["CORE-04"]
CORE_09 = RULES["CORE-09"]
CORE_12 = RULES["CORE-12"]
CORE_13 = RULES["CORE-13"]
CORE_29 = RULES["CORE-29"]
CORE_46 = RULES["CORE-46"]
CORE_67 = RULES["CORE-67"]
CORE_82 = RULES["CORE-82"]
CORE_87 = RULES["CORE-87"]
CORE_107 = RULES["CORE-107"]
CORE_115 = RULES["CORE-115"]
CORE_140 = RULES["CORE-140"]
CORE_151 = RULES["CORE-151"]
CORE_162 = RULES["CORE-162"]
CORE_163 = RULES["CORE-163"]
CORE_164 = RULES["CORE-164"]
CORE_170 = RULES["CORE-170"]
CORE_173 = RULES["CORE-173"]
CORE_174 = RULES["CORE-174"]
CORE_176 = RULES["CORE-176"]
CORE_177 = RULES["CORE-177"]
CORE_Q09 = RULES["CORE-Q09"]
CORE_Q45A = RULES["CORE-Q45a"]
SPAA = family.SPAA

Figure = Annotated[int, msgspec.Meta(ge=0, le=99)]
Few = Annotated[int, msgspec.Meta(ge=0, le=20)]
Number = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Die = Annotated[tuple[Number, ...], msgspec.Meta(min_length=2, max_length=20)]
Words = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(min_length=2, max_length=20)]
Table = Annotated[tuple[tuple[Count, Few], ...], msgspec.Meta(max_length=50)]
Points = Annotated[int, msgspec.Meta(ge=0, le=5000)]


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    range: Annotated[int, msgspec.Meta(ge=1, le=8)]
    accuracy: Annotated[int, msgspec.Meta(ge=1, le=4)]
    penetration: Figure
    die: Literal["I", "II"]
    ammunition: Literal["AP", "HE"]
    point_blank: bool


class Parabolic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ranges of a high arc, in sections."""

    least: Annotated[int, msgspec.Meta(ge=1, le=8)]
    most: Annotated[int, msgspec.Meta(ge=1, le=8)]


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a unit chart. What has no weapon never fires; a crane turns as a turret does."""

    id: Name
    name: Name
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=3)]
    silhouette: Name
    category: Literal["combat", "auxiliary", "fixed"]
    effectiveness: Annotated[int, msgspec.Meta(ge=0, le=99)]
    drive: Literal["tracked", "wheeled", "none"]
    front: Figure
    side: Figure
    rear: Figure
    top: Figure
    mount: Literal["turret", "hull", "fixed", "crane", "none"]
    mass: Annotated[int, msgspec.Meta(ge=1, le=200)]
    radio: bool
    max: Few = 0
    reverse: Few = 0
    tracks: Figure | None = None
    weapon: Weapon | None = None
    parabolic: Parabolic | None = None
    nation: str = ""
    tank: bool = False
    dozer: bool = False
    recovery: bool = False

    @property
    def vehicle(self) -> bool:
        return self.category != "fixed"


class Penetration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    I: Die  # noqa: E741  the numerals of the chart
    II: Die


class HitDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    white: Words
    orange: Words
    green: Words
    blue: Words


class MissDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    north_south: Words
    east_west: Words


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice and the house constants: `dice.toml` explains each."""

    accuracy: tuple[tuple[Die, Die], tuple[Die, Die], tuple[Die, Die], tuple[Die, Die]]
    hit: HitDice
    penetration: Penetration
    miss: MissDice
    speed: Die
    radio: Words
    section: Few
    cover: Few
    aimed: tuple[Few, Few, Few, Few]
    traverse: Few
    free_traverse: Few
    ap_loss: Few
    angled: tuple[Few, Few]
    coordinated: Table
    most_coordinated: Few
    command: Few
    ranks: Annotated[int, msgspec.Meta(ge=1, le=100)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=500)]
    timer: Few
    fixed_turn: Few
    light_turn: Few
    light_mass: Figure
    tow_ratio: Few
    push: Table
    blade_push: Table
    wall_mass: Figure


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many units of each type, and the total Effectiveness agreed for it."""

    units: dict[str, Count]
    total: Points

    def __hash__(self) -> int:
        return hash((frozenset(self.units.items()), self.total))


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game starts from. It holds figures, not names of files, so a record stands alone."""

    scenario: Name
    board: Board
    chart: tuple[UnitType, ...]
    figures: Figures
    red: Army
    blue: Army
    walls: Squares = ()
    low: Squares = ()
    high: Squares = ()
    heights: Heights = ()  # for 3D
    spaa: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0  # free SPAA of each side: with them the basic scenario is played
    zone_b: Squares = ()  # Red's zone B; Blue's lies opposite
    lost_spaa: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    turn_limit: Annotated[int, msgspec.Meta(ge=0, le=500)] = 0
    command: bool = False  # optional rule 1
    speed_die: bool = False  # 2
    free_turrets: bool = False  # 3
    aimed: bool = False  # 4
    on_the_move: bool = False  # 5
    angled: bool = False  # 6
    semi: bool = False  # 7
    radios: bool = False  # 8
    scatter: bool = False  # 9
    moulded: bool = False  # pieces in one part: turrets fire all round (CORE-50)
    solid: bool = False  # 3D buildings (CORE-115)
    hidden: bool = False
    position: str | msgspec.UnsetType = msgspec.UNSET  # how the table stands at first, if not empty
    works: Origins | msgspec.UnsetType = msgspec.UNSET  # what it was made of, if of works

    def army(self, side: Side) -> Army:
        return self.blue if side else self.red


def ranks_of(setup: Setup, side: Side) -> int:
    """CORE-12: the rows at a side's edge, Red's at the top, Blue's at the bottom."""
    return family.ranks_of(setup.board.grid, setup.figures.ranks, "long sides", side)


def zone_b_of(setup: Setup, side: Side) -> int:
    """CORE-174: a side's zone B."""
    grid = setup.board.grid
    return mask_of(family.opposite(grid, square) if side else square for square in setup.zone_b)


def value_of(chart: tuple[UnitType, ...], army: Army) -> int:
    """CORE-13: what an army costs, by the Effectiveness of each type."""
    prices = {kind.id: kind.effectiveness for kind in chart}
    return sum(prices.get(kind, 0) * count for kind, count in army.units.items())


def uneven(setup: Setup) -> str:
    """CORE-13, CORE-Q01: a word on armies that differ, which is allowed; nothing if they do not."""
    red, blue = (value_of(setup.chart, setup.army(side)) for side in Side)
    return f"Red has {red} points and Blue {blue}; the book wants them equal" if red != blue else ""


def check_army(chart: tuple[UnitType, ...], army: Army, where: str) -> None:
    """CORE-09, CORE-13: the types are those of the chart, and their cost stays within the agreed total."""
    family.check_kinds(army.units, chart, where, "type", CORE_09)
    family.check_points(army.units, value_of(chart, army), army.total, where, "units", CORE_13)


def check_chart(chart: tuple[UnitType, ...], where: str, text: str = "") -> None:
    """CORE-09: a chart whose types can be told apart, and whose rows agree with themselves."""
    family.check_chart(chart, where, text, "types", 80, CORE_09, _amiss)


def _amiss(kind: UnitType) -> Iterator[tuple[str, Rule, str]]:
    """What is wrong with a row of a chart: the field, the rule and the words."""
    fixed = kind.category == "fixed"
    if fixed != (kind.drive == "none") or (kind.mount == "fixed") != fixed:
        yield "category", CORE_46, "must be a fixed weapon in all of category, drive and mount, or in none"
    if fixed != (kind.tracks is None):
        yield "tracks", CORE_67, "needs an armour of tracks or wheels if it is a vehicle, and none if it is fixed"
    if fixed != (kind.max == 0):
        yield "max", CORE_29, "needs a speed if it is a vehicle, and none if it is fixed"
    if (kind.weapon is None) != (kind.mount in ("crane", "none")):
        yield "mount", CORE_46, "has a weapon and no mount for it, or a mount and no weapon"
    if kind.recovery != (kind.mount == "crane"):
        yield "recovery", CORE_151, "must be a recovery vehicle and have a crane, or neither"
    if kind.tank and fixed:
        yield "tank", CORE_29, "is fixed; it cannot be a tank"
    if kind.dozer and kind.drive != "tracked":
        yield "dozer", CORE_163, "has a dozer blade; it must be tracked"
    if arc := kind.parabolic:
        if kind.weapon is None or kind.weapon.ammunition != "HE":
            yield "parabolic", CORE_87, "fires in a high arc; only a howitzer with HE does"
        if arc.least > arc.most:
            yield (
                "parabolic",
                CORE_107,
                f"has a least range of {arc.least} and a greatest of {arc.most}; turn them round",
            )


def check_setup(setup: Setup, where: str = "set-up") -> None:
    """A set-up that can be played; the first thing wrong with it is said, with its rule."""
    check_all(setup_checks(setup, where))


def setup_checks(setup: Setup, where: str) -> Iterator[Check]:
    """CORE-01, CORE-02, CORE-11, CORE-174 … CORE-177, CORE-Q45a: all that must be right about a set-up."""
    yield Check("board", partial(check_board, setup.board, f"{where}, board"))
    yield Check("battle", partial(check_chart, setup.chart, f"{where}, chart"))
    yield Check("battle", partial(_check_figures, setup.figures, f"{where}, figures"))
    for side in Side:
        told = f"{where}, {side.label.lower()} army"
        yield Check("armies", partial(check_army, setup.chart, setup.army(side), told), side)
    yield Check("options", partial(_check_pieces, setup, where), options=("walls", "low", "high"))
    yield from family.basic_checks(setup, setup.zone_b, where, "type", BASIC)
    yield Check("board", partial(_check_depth, setup, where))
    yield Check("board", partial(_check_zone_b, setup, where), options=("spaa",))
    for side in Side if setup.position is msgspec.UNSET else ():  # who stands already needs no room
        yield Check("board", partial(_check_room, setup, side, where), side)


# The basic scenario has its SPAA, which are not for sale, a zone B, a goal and a limit.
BASIC = family.BasicRules(spaa=CORE_174, zone=CORE_174, lost=CORE_176, limit=CORE_177, sale=CORE_Q45A)


AREAS = ("body", "track", "top")
SYMBOLS = ("side", "moved", "turned", "injured")


def _check_figures(figures: Figures, where: str) -> None:
    """CORE-04: dice whose faces mean something, and figures that can be reckoned with."""
    for colour in HitDice.__struct_fields__:
        for face in getattr(figures.hit, colour):
            area, *symbols = face.split() or [""]
            if area not in AREAS or not set(symbols) <= set(SYMBOLS):
                told = f"the {colour} hit die has a face {face!r}; it needs one of {', '.join(AREAS)}, and then any of"
                raise Fault(where, f"{told} {', '.join(SYMBOLS)}", CORE_04.id)
    for die, faces, known in (
        ("radio die", figures.radio, ("failed", "late", "")),
        ("north-south miss die", figures.miss.north_south, ("N", "S", "")),
        ("east-west miss die", figures.miss.east_west, ("E", "W", "")),
    ):
        for face in faces:
            if face not in known:
                told = f"the {die} has a face {face!r}; the faces are {', '.join(map(repr, known))}"
                raise Fault(where, told, CORE_04.id)
    for figure, rule in (("section", CORE_Q09), ("timer", CORE_140), ("angled", CORE_82)):
        value = getattr(figures, figure)
        if 0 in (value if isinstance(value, tuple) else (value,)):
            raise Fault(where, f"{figure} must be 1 or more", rule.id)
    if any(steps == 0 for _, steps in (*figures.push, *figures.blade_push)):
        raise Fault(where, "a push costs at least 1 step", CORE_162.id)


def _check_pieces(setup: Setup, where: str) -> None:
    """CORE-164, CORE-170: walls and barricades stand on squares that are not built over, one to a square."""
    pieces = (
        ("wall", setup.walls, CORE_164),
        ("low barricade", setup.low, CORE_170),
        ("high barricade", setup.high, CORE_170),
    )
    family.check_pieces(setup.board, pieces, where)
    family.check_heights(setup.board, setup.heights, where, CORE_115)


def _check_depth(setup: Setup, where: str) -> None:
    """CORE-12: the ranks of both sides fit on the board."""
    rows = setup.board.grid.rows
    if 2 * setup.figures.ranks > rows:
        told = f"the board has {rows} rows; two zones of {setup.figures.ranks} do not fit"
        raise Fault(where, told, CORE_12.id)


def _check_zone_b(setup: Setup, where: str) -> None:
    """CORE-174: zone B lies in the ranks."""
    size, names, own = setup.board.grid.size, setup.board.grid.names, ranks_of(setup, RED)
    for square in setup.zone_b:
        if square >= size or not own >> square & 1:
            place = names[square] if square < size else f"square {square}"
            raise Fault(where, f"{place} of zone B must lie in Red's first {setup.figures.ranks} rows", CORE_174.id)


def _check_room(setup: Setup, side: Side, where: str) -> None:
    """CORE-08, CORE-173, CORE-174: an open square for each unit, and for each SPAA in zone B."""
    closed = setup.board.buildings | mask_of((*setup.walls, *setup.low, *setup.high))
    zone_b = zone_b_of(setup, side)
    if (free := (zone_b & ~closed).bit_count()) < setup.spaa:
        told = f"{side.label} has {setup.spaa} SPAA and {free} open squares in its zone B"
        raise Fault(where, told, CORE_174.id)
    free = (ranks_of(setup, side) & ~closed & ~zone_b).bit_count()
    if free < (many := sum(setup.army(side).units.values())):
        rule = CORE_173 if setup.spaa else CORE_12
        raise Fault(where, f"{side.label} has {many} units and {free} open squares to deploy on", rule.id)
