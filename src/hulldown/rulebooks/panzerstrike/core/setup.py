"""Before play: the chart, the armies chosen by Effectiveness, the board with its walls, and the nine optional rules."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from hulldown.geometry.squares import mask_of
from hulldown.kernel.files import Fault, line_of
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import RED, Side
from hulldown.rulebooks.panzerstrike.board import Board, check_board
from hulldown.rulebooks.panzerstrike.core.rules import RULES

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
MOST_UNITS = 500
SPAA = "spaa"  # the class that the basic scenario is fought for

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)]
Figure = Annotated[int, msgspec.Meta(ge=0, le=99)]
Few = Annotated[int, msgspec.Meta(ge=0, le=20)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Number = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Die = Annotated[tuple[Number, ...], msgspec.Meta(min_length=2, max_length=20)]
Words = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(min_length=2, max_length=20)]
Squares = Annotated[tuple[Annotated[int, msgspec.Meta(ge=0)], ...], msgspec.Meta(max_length=2000)]
Table = Annotated[tuple[tuple[Count, Few], ...], msgspec.Meta(max_length=50)]


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
    total: Annotated[int, msgspec.Meta(ge=0, le=5000)]

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
    heights: tuple[tuple[int, int], ...] = ()  # (square, height) of building squares that are not of height 1; for 3D
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

    def army(self, side: Side) -> Army:
        return self.blue if side else self.red


def opposite(setup: Setup, square: int) -> int:
    """The square across the middle of the board."""
    return setup.board.grid.size - 1 - square


def ranks_of(setup: Setup, side: Side) -> int:
    """CORE-12: the rows at a side's edge, Red's at the top, Blue's at the bottom."""
    grid, ranks = setup.board.grid, setup.figures.ranks
    rows = range(grid.rows - ranks, grid.rows) if side else range(ranks)
    return mask_of(grid.square(x, y) for y in rows for x in range(grid.columns))


def zone_b_of(setup: Setup, side: Side) -> int:
    """CORE-174: a side's zone B."""
    return mask_of(opposite(setup, square) if side else square for square in setup.zone_b)


def value_of(chart: tuple[UnitType, ...], army: Army) -> int:
    """CORE-13: what an army costs, by the Effectiveness of each type."""
    prices = {kind.id: kind.effectiveness for kind in chart}
    return sum(prices[kind] * count for kind, count in army.units.items())


def uneven(setup: Setup) -> str:
    """CORE-13: a word on armies that differ, which is allowed (Q-01); nothing if they do not."""
    red, blue = (value_of(setup.chart, setup.army(side)) for side in Side)
    return f"Red has {red} points and Blue {blue}; the book wants them equal" if red != blue else ""


def check_army(chart: tuple[UnitType, ...], army: Army, where: str) -> None:
    """CORE-09, CORE-13: the types are those of the chart, and their cost stays within the agreed total."""
    known = [kind.id for kind in chart]
    for kind in army.units:
        if kind not in known:
            raise Fault(where, f"there is no type {kind[:40]!r}; the chart has {', '.join(known)}", CORE_09.id)
    many = sum(army.units.values())
    if not 1 <= many <= MOST_UNITS:
        raise Fault(where, f"the army has {many} units; it needs at least 1 and at most {MOST_UNITS}", CORE_13.id)
    if (value := value_of(chart, army)) > army.total:
        raise Fault(where, f"the army costs {value} points; {army.total} were agreed", CORE_13.id)


def check_chart(chart: tuple[UnitType, ...], where: str, text: str = "") -> None:
    """CORE-09: a chart whose types can be told apart, and whose rows agree with themselves.

    With the text of its file the line is named too.
    """

    def place(at: int, field: str) -> str:
        return f"{where}:{line_of(text, f'$.unit[{at}].{field}')}" if text else where

    if not 1 <= len(chart) <= 80:
        raise Fault(where, f"the chart has {len(chart)} types; it needs 1 to 80", CORE_09.id)
    for field in ("id", "letter"):
        values = [getattr(kind, field) for kind in chart]
        for at, value in enumerate(values):
            if value in values[:at]:
                raise Fault(place(at, field), f"two types have the {field} {value!r}; each needs its own", CORE_09.id)
    for at, kind in enumerate(chart):
        for field, rule, told in _amiss(kind):
            raise Fault(place(at, field), f"the {kind.name} {told}", rule.id)


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
    """CORE-01, CORE-02, CORE-11: a set-up that can be played; the first thing wrong with it is said, with its rule."""
    check_board(setup.board, f"{where}, board")
    check_chart(setup.chart, f"{where}, chart")
    _check_figures(setup.figures, f"{where}, figures")
    for side in Side:
        check_army(setup.chart, setup.army(side), f"{where}, {side.label.lower()} army")
    _check_pieces(setup, where)
    _check_scenario(setup, where)
    rows = setup.board.grid.rows
    if 2 * setup.figures.ranks > rows:
        told = f"the board has {rows} rows; two zones of {setup.figures.ranks} do not fit"
        raise Fault(where, told, CORE_12.id)
    _check_room(setup, where)


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
    for figure, rule in (("section", CORE_04), ("timer", CORE_140), ("angled", CORE_82)):
        value = getattr(figures, figure)
        if 0 in (value if isinstance(value, tuple) else (value,)):
            raise Fault(where, f"{figure} must be 1 or more", rule.id)
    if any(steps == 0 for _, steps in (*figures.push, *figures.blade_push)):
        raise Fault(where, "a push costs at least 1 step", CORE_162.id)


def _check_pieces(setup: Setup, where: str) -> None:
    """CORE-164, CORE-170: walls and barricades stand on squares that are not built over, one to a square."""
    size, names = setup.board.grid.size, setup.board.grid.names
    taken: dict[int, str] = {}
    pieces = (
        ("wall", setup.walls, CORE_164),
        ("low barricade", setup.low, CORE_170),
        ("high barricade", setup.high, CORE_170),
    )
    for what, squares, rule in pieces:
        for square in squares:
            if square >= size:
                told = f"a {what} is on square {square}; the board has {size} squares, counted from 0"
                raise Fault(where, told, rule.id)
            if setup.board.buildings >> square & 1:
                told = f"the {what} on {names[square]} is in a {setup.board.terrain(square)}; it needs open ground"
                raise Fault(where, told, rule.id)
            if square in taken:
                raise Fault(where, f"{names[square]} has a {what} and a {taken[square]}; one is enough", rule.id)
            taken[square] = what
    for square, height in setup.heights:
        if not (0 <= square < size and setup.board.buildings >> square & 1 and 1 <= height <= 9):
            told = f"square {square} is {height} high; building squares are 1 to 9 high, and others have no height"
            raise Fault(where, told, CORE_115.id)


def _check_scenario(setup: Setup, where: str) -> None:
    """CORE-174 … CORE-177: the basic scenario has its SPAA, a zone B, a goal and a limit; without SPAA there is none
    of it."""
    if not setup.spaa:
        for rule, what, given in (
            (CORE_174, "zone B", setup.zone_b),
            (CORE_176, "a number of lost SPAA", setup.lost_spaa),
            (CORE_177, "a turn limit", setup.turn_limit),
        ):
            if given:
                raise Fault(where, f"{what} belongs to the basic scenario; give each side SPAA too, as spaa=3", rule.id)
        return
    if SPAA not in {kind.id for kind in setup.chart}:
        raise Fault(where, f"the chart has no type {SPAA!r}; the basic scenario needs it", CORE_174.id)
    for side in Side:
        if setup.army(side).units.get(SPAA):
            told = f"{side.label} has bought SPAA; each side has {setup.spaa} free of cost, and they are not for sale"
            raise Fault(where, told, CORE_174.id)
    if not 1 <= setup.lost_spaa <= setup.spaa:
        told = f"{setup.lost_spaa} of {setup.spaa} SPAA would win; it must be 1 to {setup.spaa}"
        raise Fault(where, told, CORE_176.id)
    if not setup.turn_limit:
        raise Fault(where, "the basic scenario needs a turn limit; the book's is 30 rounds", CORE_177.id)


def _check_room(setup: Setup, where: str) -> None:
    """CORE-08, CORE-173, CORE-174: zone B lies in the ranks, and there is an open square for each unit."""
    size, names = setup.board.grid.size, setup.board.grid.names
    own, closed = ranks_of(setup, RED), setup.board.buildings | mask_of((*setup.walls, *setup.low, *setup.high))
    for square in setup.zone_b:
        if square >= size or not own >> square & 1:
            place = names[square] if square < size else f"square {square}"
            raise Fault(where, f"{place} of zone B must lie in Red's first {setup.figures.ranks} rows", CORE_174.id)
    for side in Side:
        zone_b = zone_b_of(setup, side)
        if (free := (zone_b & ~closed).bit_count()) < setup.spaa:
            told = f"{side.label} has {setup.spaa} SPAA and {free} open squares in its zone B"
            raise Fault(where, told, CORE_174.id)
        free = (ranks_of(setup, side) & ~closed & ~zone_b).bit_count()
        if free < (many := sum(setup.army(side).units.values())):
            rule = CORE_173 if setup.spaa else CORE_12
            raise Fault(where, f"{side.label} has {many} units and {free} open squares to deploy on", rule.id)
