"""Before play: the chart, the armies chosen by Effectiveness, the board with its walls, and who may stand where."""

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
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.setup import Count, Edges, Heights, Name, Squares

DYN_13 = RULES["DYN-13"]
DYN_18 = RULES["DYN-18"]
DYN_121 = RULES["DYN-121"]
DYN_133 = RULES["DYN-133"]
DYN_152 = RULES["DYN-152"]
DYN_162 = RULES["DYN-162"]
DYN_168 = RULES["DYN-168"]
DYN_169 = RULES["DYN-169"]
DYN_170 = RULES["DYN-170"]
DYN_177 = RULES["DYN-177"]
DYN_178 = RULES["DYN-178"]
DYN_183 = RULES["DYN-183"]
DYN_188 = RULES["DYN-188"]
DYN_G10 = RULES["DYN-G10"]
DYN_H3, DYN_H4 = RULES["DYN-H3"], RULES["DYN-H4"]
DYN_Q10, DYN_Q36, DYN_Q55 = RULES["DYN-Q10"], RULES["DYN-Q36"], RULES["DYN-Q55"]
SPAA = family.SPAA

Face = Annotated[int, msgspec.Meta(ge=0, le=99)]
Die = Annotated[tuple[Face, ...], msgspec.Meta(min_length=2, max_length=20)]
BlueDie = Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=99)], ...], msgspec.Meta(min_length=2, max_length=20)]
Figure = Annotated[int, msgspec.Meta(ge=-20, le=99)]
Points = Annotated[float, msgspec.Meta(ge=0, le=1500, multiple_of=0.5)]  # halves are exact


class Parabolic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chart's entry such as 4/5: roll five dice and choose four; the ranges it may be used at.

    Up to `half_up_to` one of the dice may be the half-die.
    """

    choose: Annotated[int, msgspec.Meta(ge=1, le=8)]
    roll: Annotated[int, msgspec.Meta(ge=1, le=8)]
    least: Annotated[int, msgspec.Meta(ge=1, le=99)]
    most: Annotated[int, msgspec.Meta(ge=1, le=99)]
    half_up_to: Annotated[int, msgspec.Meta(ge=0, le=99)]


class UnitClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a unit chart. Firepower is Red dice, `half` of them a half-die more."""

    id: Name
    name: Name
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=3)]
    silhouette: Name
    category: Literal["combat", "auxiliary", "fixed"]
    points: Points
    drive: Literal["tracked", "wheeled", "none"]
    speed: Figure
    front: Figure
    side: Figure
    rear: Figure
    mount: Literal["turret", "hull", "fixed", "none"]
    dice: Annotated[int, msgspec.Meta(ge=0, le=12)]
    half: bool = False
    parabolic: Parabolic | None = None
    tank: bool = False  # may be the command tank
    dozer: bool = False
    recovery: bool = False

    @property
    def vehicle(self) -> bool:
        return self.category != "fixed"

    @property
    def armed(self) -> bool:
        return self.mount != "none"


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice and the house constants: `dice.toml` explains each."""

    blue: BlueDie
    red: Die
    half: Die
    dice_table: Annotated[
        tuple[tuple[Count, Annotated[int, msgspec.Meta(ge=0, le=20)]], ...], msgspec.Meta(max_length=50)
    ]
    most_dice: Annotated[int, msgspec.Meta(ge=1, le=20)]
    dice_in_the_box: Annotated[int, msgspec.Meta(ge=0, le=20)]  # the most that are ever rolled; 0 for no limit
    ruler: Literal["centre", "nearest point"]
    ranks: Annotated[int, msgspec.Meta(ge=1, le=100)]
    wall: Annotated[int, msgspec.Meta(ge=0, le=50)]  # what a wall adds to the range when it is fired at
    quiet_rounds: Annotated[int, msgspec.Meta(ge=1, le=200)]


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many units of each class, and the total Effectiveness agreed for it."""

    units: dict[str, Count]
    total: Points

    def __hash__(self) -> int:
        return hash((frozenset(self.units.items()), self.total))


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """All that a game starts from. It holds figures, not names of files, so a record stands alone."""

    scenario: Name
    board: Board
    chart: tuple[UnitClass, ...]
    figures: Figures
    red: Army
    blue: Army
    walls: Squares = ()
    low: Squares = ()  # barricades that can be fired over
    high: Squares = ()  # and those that cannot
    heights: Heights = ()  # for 3D
    spaa: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0  # free SPAA of each side: with them the basic scenario is played
    blocks: tuple[Squares, ...] = ()  # Red's parts of zone B, one SPAA each; Blue's are opposite
    lost_spaa: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0  # so many enemy SPAA destroyed win the basic scenario
    turn_limit: Annotated[int, msgspec.Meta(ge=0, le=500)] = 0
    command: bool = False  # optional rule 1
    extra: bool = False  # optional rule 2
    turrets: bool = False  # realistic miniatures
    solid: bool = False  # 3D buildings
    quick: bool = False  # the Quick Start
    hidden: bool = False
    edges: Edges = "ends"
    position: str | msgspec.UnsetType = msgspec.UNSET  # how the table stands at first, if not empty
    works: Origins | msgspec.UnsetType = msgspec.UNSET  # what it was made of, if of works

    def army(self, side: Side) -> Army:
        return self.blue if side else self.red


def ranks_of(setup: Setup, side: Side) -> int:
    """The ranks at a side's edge, Red's at the left or top, Blue's at the other."""
    return family.ranks_of(setup.board.grid, setup.figures.ranks, setup.edges, side)


def blocks_of(setup: Setup, side: Side) -> tuple[int, ...]:
    """The parts of a side's zone B, as sets of squares."""
    if side:
        grid = setup.board.grid
        return tuple(mask_of(family.opposite(grid, square) for square in block) for block in setup.blocks)
    return tuple(mask_of(block) for block in setup.blocks)


def value_of(chart: tuple[UnitClass, ...], army: Army) -> float:
    """DYN-19, DYN-22: what an army costs, by the Effectiveness of each class."""
    points = {kind.id: kind.points for kind in chart}
    return sum(points.get(kind, 0) * count for kind, count in army.units.items())


def uneven(setup: Setup) -> str:
    """DYN-20, DYN-Q10: a word on armies that differ by more than a point, which is allowed; nothing if they do not."""
    red, blue = (value_of(setup.chart, setup.army(side)) for side in Side)
    return f"Red has {red:g} points and Blue {blue:g}; the book wants them equal" if abs(red - blue) > 1 else ""


def check_army(chart: tuple[UnitClass, ...], army: Army, where: str) -> None:
    """DYN-13, DYN-20, DYN-Q10, DYN-Q40: the classes are those of the chart, and cost the agreed total or less."""
    family.check_kinds(army.units, chart, where, "class", DYN_13)
    family.check_points(army.units, value_of(chart, army), army.total, where, "units", DYN_Q10)


def check_chart(chart: tuple[UnitClass, ...], where: str, text: str = "") -> None:
    """DYN-13: a chart whose classes can be told apart, and whose rows agree with themselves."""
    family.check_chart(chart, where, text, "classes", 50, DYN_13, _amiss)


def _amiss(kind: UnitClass) -> Iterator[tuple[str, Rule, str]]:
    """What is wrong with a row of a chart: the field, the rule and the words."""
    fixed = kind.category == "fixed"
    if fixed != (kind.drive == "none") or (kind.mount == "fixed") != fixed:
        yield "category", DYN_13, "must be a fixed weapon in all of category, drive and mount, or in none"
    if kind.armed != bool(kind.dice + kind.half):
        yield "dice", DYN_13, "has dice and no mount, or a mount and no dice; an armed unit has both"
    if kind.dozer and kind.drive != "tracked":
        yield "dozer", DYN_13, "has a dozer blade; it must be tracked"
    if entry := kind.parabolic:
        if not kind.armed:
            yield "parabolic", DYN_133, "has a parabolic entry and no mount; only armed units fire"
        if entry.choose > entry.roll:
            told = f"chooses {entry.choose} of {entry.roll} dice; it cannot choose more than it rolls"
            yield "parabolic", DYN_133, told
        if entry.least > entry.most:
            told = f"has a least range of {entry.least} and a greatest of {entry.most}; turn them round"
            yield "parabolic", DYN_121, told


def check_setup(setup: Setup, where: str = "set-up") -> None:
    """A set-up that can be played; the first thing wrong is said, with its rule."""
    check_all(setup_checks(setup, where))


def setup_checks(setup: Setup, where: str) -> Iterator[Check]:
    """DYN-07, DYN-08, DYN-16, DYN-167 … DYN-173, DYN-H3, DYN-H4, DYN-Q55: all that must be right about a set-up."""
    yield Check("board", partial(check_board, setup.board, f"{where}, board"))
    yield Check("battle", partial(check_chart, setup.chart, f"{where}, chart"))
    yield Check("battle", partial(_check_dice, setup.figures, where))
    for side in Side:
        told = f"{where}, {side.label.lower()} army"
        yield Check("armies", partial(check_army, setup.chart, setup.army(side), told), side)
    yield Check("options", partial(_check_pieces, setup, where), options=("walls", "low", "high"))
    yield from family.basic_checks(setup, setup.blocks, where, "class", BASIC)
    yield Check("options", partial(_check_blocks, setup, where), options=("spaa",))
    if setup.quick:
        yield from _quick_checks(setup, where)
    rule = DYN_178 if setup.quick else DYN_18
    depth = partial(family.check_depth, setup.board.grid, setup.figures.ranks, setup.edges, where, rule)
    yield Check("board", depth, options=("edges",))
    yield Check("board", partial(_check_zone_b, setup, where), options=("spaa",))
    for side in Side if setup.position is msgspec.UNSET else ():  # who stands already needs no room
        yield Check("board", partial(_check_room, setup, side, where), side)


def _check_dice(figures: Figures, where: str) -> None:
    if len(set(figures.red)) < 2:
        raise Fault(where, "the Red die shows one number only; it needs two, or the roll-off never ends", DYN_H4.id)


def _check_pieces(setup: Setup, where: str) -> None:
    """DYN-152, DYN-162, DYN-G10: walls and barricades stand on squares that are not built over, one to a square."""
    pieces = (
        ("wall", setup.walls, DYN_152),
        ("low barricade", setup.low, DYN_162),
        ("high barricade", setup.high, DYN_162),
    )
    family.check_pieces(setup.board, pieces, where)
    family.check_heights(setup.board, setup.heights, where, DYN_G10)


# The basic scenario has its SPAA, which are not for sale, a goal and a limit.
BASIC = family.BasicRules(spaa=DYN_169, zone=DYN_H3, lost=DYN_H3, limit=DYN_H3, sale=DYN_Q55)


def _check_blocks(setup: Setup, where: str) -> None:
    """DYN-H3: a part of zone B for each SPAA."""
    if len(setup.blocks) != setup.spaa:
        told = f"zone B has {len(setup.blocks)} parts for {setup.spaa} SPAA; each SPAA needs one"
        raise Fault(where, told, DYN_H3.id)


def _quick_checks(setup: Setup, where: str) -> Iterator[Check]:
    """DYN-177, DYN-183, DYN-188: the Quick Start has combat vehicles only, and none of what it leaves out."""
    for side in Side:
        yield Check("armies", partial(_check_combat, setup, side, where), side)
    for what in LEFT_OUT:
        yield Check("options", partial(_check_left_out, setup, what, where), options=(what, "quick"))


def _check_combat(setup: Setup, side: Side, where: str) -> None:
    """DYN-177: no auxiliaries and no fixed weapons in the Quick Start."""
    bought = setup.army(side).units
    for kind in setup.chart:
        if bought.get(kind.id) and kind.category != "combat":
            told = f"{side.label} has a {kind.name}; the Quick Start is for combat vehicles"
            raise Fault(where, told, DYN_177.id)


def _check_left_out(setup: Setup, what: str, where: str) -> None:
    told, rule = LEFT_OUT[what]
    if getattr(setup, what):
        raise Fault(where, f"the Quick Start leaves out {told}; switch one of the two off", rule.id)


LEFT_OUT = {
    "walls": ("walls", DYN_188),
    "low": ("barricades", DYN_188),
    "high": ("barricades", DYN_188),
    "spaa": ("the basic scenario", DYN_188),
    "command": ("the command tank", DYN_188),
    "extra": ("the extra vehicle of equal dice", DYN_188),
    "turrets": ("turrets that turn", DYN_183),
    "solid": ("3D buildings", DYN_188),
}


def _check_zone_b(setup: Setup, where: str) -> None:
    """DYN-Q36: zone B lies in the ranks, and its parts apart."""
    size, names = setup.board.grid.size, setup.board.grid.names
    free = ranks_of(setup, RED)
    for square in (square for block in setup.blocks for square in block):
        if square >= size or not free >> square & 1:
            place = names[square] if square < size else f"square {square}"
            raise Fault(where, f"{place} of zone B must lie in Red's ranks, and in one part only", DYN_Q36.id)
        free ^= 1 << square


def _check_room(setup: Setup, side: Side, where: str) -> None:
    """DYN-12, DYN-168, DYN-170: an open square for each unit in zone A, and one in each part of zone B."""
    closed = setup.board.buildings | mask_of((*setup.walls, *setup.low, *setup.high))
    parts = blocks_of(setup, side)
    if any(not part & ~closed for part in parts):
        raise Fault(where, f"a part of {side.label}'s zone B has no open square", DYN_170.id)
    room = (ranks_of(setup, side) & ~closed & ~sum(parts)).bit_count()
    if room < (many := sum(setup.army(side).units.values())):
        rule = DYN_168 if setup.spaa else DYN_18
        raise Fault(where, f"{side.label} has {many} units and {room} open squares in its ranks", rule.id)
