"""Before play: the armies of a campaign, where they may deploy, and whether all of that can be played."""

from collections.abc import Iterator
from functools import partial
from math import isqrt
from typing import Annotated, Literal

import msgspec

from hulldown.kernel.files import Fault, Offer, Pointed, raise_all
from hulldown.kernel.library import Check, check_all
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.work import Origins
from hulldown.rulebooks.panzerkampf.figures import CM, Figures, Name, Part, check_figures
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.tables import Table, centimetres, check_table
from hulldown.rulebooks.panzerkampf.units import UnitType, check_chart

PK_82, PK_84, PK_88 = RULES["PK-82"], RULES["PK-84"], RULES["PK-88"]
PK_90, PK_91, PK_92, PK_97 = RULES["PK-90"], RULES["PK-91"], RULES["PK-92"], RULES["PK-97"]
PK_98, PK_99, PK_101 = RULES["PK-98"], RULES["PK-99"], RULES["PK-101"]
PK_R42, PK_R43, PK_R48, PK_R53 = RULES["PK-R42"], RULES["PK-R43"], RULES["PK-R48"], RULES["PK-R53"]
MOST_UNITS = 200  # of a side
UNLIMITED = 10**9  # points
STEP = CM  # in which room is looked for

Box = tuple[int, int, int, int]  # left, top, right, bottom, in 1/100 mm
Zone = tuple[str, tuple[Box, ...]]  # what it is called, and its parts, which do not overlap
Campaign = Literal["standard", "escort", "encircled"]
Edge = Literal["north", "east", "south", "west"]
EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
OPPOSITE: dict[Edge, Edge] = {"north": "south", "south": "north", "east": "west", "west": "east"}
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)]
Points = Annotated[int, msgspec.Meta(ge=0, le=50_000)]


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many units of each type."""

    units: dict[str, Count]

    def __hash__(self) -> int:
        return hash(frozenset(self.units.items()))


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game starts from. It holds figures, not names of files, so a record stands alone."""

    scenario: Name
    campaign: Campaign
    limit: Points
    table: Table
    chart: tuple[UnitType, ...]
    figures: Figures
    red: Army
    blue: Army
    defender: Literal["red", "blue"] = "red"  # who escorts, or is encircled
    relief: Army | None = None  # the large army of whoever is encircled
    command: bool = False  # the command dice (PK-105)
    reverse: bool = False  # units may drive backwards (PK-R2)
    infantry_wrecks: bool = True  # infantry leaves wrecks (PK-R33)
    last_support: bool = False  # house: an escort without support units has lost (PK-R43)
    dug_in: bool = False  # house: the encircled start dug in (PK-R44)
    # Set-ups made under version 1 do not say these, and are written without them again.
    silent_start: bool | msgspec.UnsetType = msgspec.UNSET  # house: the attacker's first turn is movement only (PK-R44)
    third_flying: bool | msgspec.UnsetType = msgspec.UNSET  # house: a third of the points may fly (PK-R53)
    position: str | msgspec.UnsetType = msgspec.UNSET  # how the table stands at first, if not empty
    works: Origins | msgspec.UnsetType = msgspec.UNSET  # what it was made of, if of works

    def army(self, side: Side) -> Army:
        return self.blue if side else self.red

    @property
    def defending(self) -> Side:
        return BLUE if self.defender == "blue" else RED


def type_of(chart: tuple[UnitType, ...], kind: str) -> UnitType:
    return next(row for row in chart if row.id == kind)


def value_of(chart: tuple[UnitType, ...], army: Army) -> int:
    """PK-82: what an army costs."""
    prices = {row.id: row.points for row in chart}
    return sum(prices.get(kind, 0) * count for kind, count in army.units.items())


def allowance(setup: Setup, side: Side) -> int:
    """PK-82, PK-88, PK-97: the points that a side may deploy at first."""
    figures, defends = setup.figures, side is setup.defending
    if setup.campaign == "escort" and not defends:
        over, under = figures.escort.share
        return value_of(setup.chart, setup.army(side.other)) * over // under
    if setup.campaign == "encircled" and defends:
        over, under = figures.encircled.share
        return setup.limit * over // under
    return setup.limit


def limit_rule(setup: Setup, side: Side) -> Rule:
    """PK-82, PK-88, PK-97: the rule that limits what a side may deploy."""
    if setup.campaign == "encircled":
        return PK_97
    return PK_82 if setup.campaign == "standard" or side is setup.defending else PK_88


def reinforcement(setup: Setup) -> int:
    """PK-94: the points that an escort's attacker gains in each of his turns."""
    return setup.limit * setup.figures.escort.reinforcement // 100


def command_dice(setup: Setup) -> int:
    """PK-105, PK-R35: how many command dice a side rolls in its turn."""
    return setup.limit // setup.figures.command_points if setup.command else 0


def uneven(setup: Setup) -> str:
    """PK-82: a word on armies of a standard battle that differ in points, which is allowed; nothing if they do not."""
    red, blue = (value_of(setup.chart, setup.army(side)) for side in Side)
    return f"Red has {red} points and Blue {blue}" if setup.campaign == "standard" and red != blue else ""


def house_of(setup: Setup) -> tuple[str, ...]:
    """PK-R43, PK-R44, PK-R46, PK-R53: the house options that are on, in words."""
    escort, encircled = setup.campaign == "escort", setup.campaign == "encircled"
    options = (
        ("convoy pace", escort and setup.figures.escort.pace),
        ("clear destination", escort and setup.figures.escort.clear),
        ("last support", escort and setup.last_support),
        ("dug in", encircled and setup.dug_in),
        ("silent start", encircled and setup.silent_start),
        ("a third flying", setup.third_flying),
        ("round limit", setup.figures.rounds),
    )
    return tuple(words for words, on in options if on)


# Zones


def strip(table: Table, edge: Edge, depth: int) -> Box:
    """The part of the table along an edge, so deep in 1/100 mm."""
    width, height = table.width, table.height
    return {
        "north": (0, 0, width, min(depth, height)),
        "east": (max(0, width - depth), 0, width, height),
        "south": (0, max(0, height - depth), width, height),
        "west": (0, 0, min(depth, width), height),
    }[edge]


def long_edges(table: Table) -> tuple[Edge, Edge]:
    """PK-83, PK-R42: the edges between which a standard battle is fought; top and bottom if all are as long."""
    return ("north", "south") if table.width >= table.height else ("west", "east")


def battle_zone(setup: Setup, edge: Edge) -> Box:
    """PK-84, PK-R42: the deployment zone of a standard battle at an edge."""
    figures = setup.figures.standard
    short = min(setup.table.width, setup.table.height)
    return strip(setup.table, edge, max(figures.depth * CM, (short - figures.apart * CM) // 2))


def escort_zone(setup: Setup, edge: Edge) -> Box:
    """PK-90: the escorter's zone at the edge that he was given."""
    return strip(setup.table, edge, setup.figures.escort.depth * CM)


def destination(setup: Setup, edge: Edge) -> tuple[int, int]:
    """PK-91: the point that an escort from this edge has to reach. Either neighbouring edge gives the same."""
    table, figures = setup.table, setup.figures.escort
    far = (figures.depth + figures.beyond) * CM
    x = {"west": far, "east": table.width - far}.get(edge, table.width // 2)
    y = {"north": far, "south": table.height - far}.get(edge, table.height // 2)
    return x, y


def pocket(setup: Setup) -> Box:
    """PK-98: the square in the middle of the table."""
    half, x, y = setup.figures.encircled.square * CM // 2, setup.table.width // 2, setup.table.height // 2
    return x - half, y - half, x + half, y + half


def around_pocket(setup: Setup) -> tuple[Box, ...]:
    """PK-99, PK-R42: where everyone is far enough from the middle, wherever the defender stands; the corners where no
    base stands beside it."""
    left, top, right, bottom = pocket(setup)
    table, apart = setup.table, setup.figures.encircled.apart * CM
    beside = _ring(table, (left - apart, top - apart, right + apart, bottom + apart))
    army = setup.army(setup.defending.other).units
    longest = max([row.length for row in setup.chart if row.id in army], default=0)
    if beside and max(map(_depth, beside)) >= longest:
        return beside
    return max(beside, _corners(table, left, top, apart), key=lambda boxes: max(map(_depth, boxes), default=0))


def _depth(box: Box) -> int:
    return min(box[2] - box[0], box[3] - box[1])


def _corners(table: Table, across: int, down: int, apart: int) -> tuple[Box, ...]:
    """PK-99: squares in a table's corners, so far from a hole as the crow flies.

    `across` and `down` is how far the hole lies from the table's edges.
    """
    side = (across + down - isqrt(max(0, 2 * apart**2 - (across - down) ** 2)) - 1) // 2
    if not 0 < side <= min(across, down):
        return ()
    columns, rows = ((0, side), (table.width - side, table.width)), ((0, side), (table.height - side, table.height))
    return tuple((west, north, east, south) for north, south in rows for west, east in columns)


# Checks


def check_army(
    chart: tuple[UnitType, ...], army: Army, allowed: int, where: str, rule: Rule = PK_82, flying: Part | None = None
) -> None:
    """PK-82, PK-88, PK-97: the units are those of the chart and cost no more than allowed, the flying ones too."""
    known = [row.id for row in chart]
    told = f"; there is {', '.join(known)}"
    raise_all(
        Fault(where, f"there is no unit {kind[:40]!r}{told}", PK_82.id, place=Pointed(unit=kind[:80]))
        for kind in army.units
        if kind not in known
    )
    many = sum(army.units.values())
    if not 1 <= many <= MOST_UNITS:
        raise Fault(where, f"the army has {many or 'no'} units; it needs 1 to {MOST_UNITS}", PK_82.id)
    if (value := value_of(chart, army)) > allowed:
        told = f"the army costs {value} points; {allowed} are allowed"
        raise Fault(where, told, rule.id, offers=(Offer(f"Agree on {value}", "limit", str(value)),))
    if flying is not None:
        _check_flying(chart, army, allowed, flying, where)


def _check_flying(chart: tuple[UnitType, ...], army: Army, allowed: int, flying: Part, where: str) -> None:
    """PK-R53: flying units cost no more than a part of what was agreed for an army."""
    over, under = flying
    if (aloft := _flying_value(chart, army)) > (most := allowed * over // under):
        told = f"flying units cost {aloft} points; with the option third_flying {most} of {allowed} are allowed"
        raise Fault(where, told, PK_R53.id)


def _flying_value(chart: tuple[UnitType, ...], army: Army) -> int:
    aloft = {row.id for row in chart if row.flying}
    return value_of(chart, Army({kind: count for kind, count in army.units.items() if kind in aloft}))


def flying_part(setup: Setup, side: Side) -> tuple[int, int]:
    """PK-R53: what a side's flying units cost, and what they may cost with the option."""
    over, under = setup.figures.flying
    return _flying_value(setup.chart, setup.army(side)), allowance(setup, side) * over // under


def check_setup(setup: Setup, where: str = "set-up") -> None:
    """A set-up that can be played; the first thing wrong with it is said, with its rule."""
    check_all(setup_checks(setup, where))


def setup_checks(setup: Setup, where: str) -> Iterator[Check]:
    """PK-82, PK-84, PK-88, PK-97: all that must be right about a set-up."""
    yield Check("board", partial(check_table, setup.table, f"{where}, table"))
    yield Check("battle", partial(check_chart, setup.chart, f"{where}, chart"))
    yield Check("battle", partial(check_figures, setup.figures, f"{where}, figures"))
    placed = setup.position is not msgspec.UNSET  # who stands already needs no room, and has been paid for
    if not placed:
        yield Check("board", partial(check_size, setup, where))
    for side in Side:
        allowed = UNLIMITED if placed else allowance(setup, side)
        told = f"{where}, {side.label.lower()} army"
        yield Check("armies", partial(_check_army, setup, setup.army(side), allowed, told, side), side)
        if not placed:
            yield Check("armies", partial(_check_afloat, setup, setup.army(side), where), side)
    yield Check("battle", partial(_check_relief, setup, placed, where))
    yield Check("armies", partial(_check_convoy, setup, where), setup.defending)
    if not placed:
        yield from _room_checks(setup, where)


def _check_relief(setup: Setup, placed: bool, where: str) -> None:
    """PK-97: who is encircled, and nobody else, has a large army too."""
    if setup.campaign == "encircled" and setup.relief is None:
        raise Fault(where, "the encircled need a large army too; name it as relief", PK_97.id)
    if setup.campaign != "encircled" and setup.relief is not None:
        raise Fault(where, "only the encircled are relieved; leave the relief out", PK_97.id)
    if setup.relief is not None:
        allowed = UNLIMITED if placed else setup.limit
        _check_army(setup, setup.relief, allowed, f"{where}, relief", setup.defending)


def _check_afloat(setup: Setup, army: Army, where: str) -> None:
    """PK-18, PK-R48: ships need a table with water."""
    for row in setup.chart:
        if row.naval and army.units.get(row.id) and not setup.table.wet:
            raise Fault(where, f"there is no water on this table for a {row.name}", PK_R48.id)


def _check_convoy(setup: Setup, where: str) -> None:
    """PK-R43: an escort has something to escort."""
    convoy, support = setup.army(setup.defending).units, [row.id for row in setup.chart if row.support]
    if setup.campaign == "escort" and not any(convoy.get(kind) for kind in support):
        raise Fault(where, f"{setup.defending.label} escorts no support unit; it needs one at least", PK_R43.id)


def check_size(setup: Setup, where: str) -> None:
    """PK-84, PK-90, PK-91, PK-98, PK-99, PK-R42: the campaign's zones and the printed distances fit on the table."""
    long, short = sorted((setup.table.width, setup.table.height), reverse=True)
    needed, told, rule = _least_side(setup)
    if short < needed * CM:
        lacks = f"a table of {centimetres(long, short)} lacks {(needed * CM - short) / CM:g} cm"
        raise Fault(where, f"{told} need {needed} cm each way; {lacks}", rule.id)
    if setup.campaign == "encircled" and not around_pocket(setup):
        apart, (across, down, _, _) = setup.figures.encircled.apart, pocket(setup)
        short_of = round(apart - isqrt(across**2 + down**2) / CM, 1)
        told = f"the attacker deploys {apart} cm away; the corners of a table of {centimetres(long, short)} lack"
        raise Fault(where, f"{told} {short_of:g} cm", PK_99.id)


def _least_side(setup: Setup) -> tuple[int, str, Rule]:
    """PK-84, PK-91, PK-98, PK-R42: how many centimetres a side of the table has at least, and for what."""
    figures = setup.figures
    if setup.campaign == "standard":
        depth, apart = figures.standard.depth, figures.standard.apart
        return apart + 2 * depth, f"two zones of {depth} cm and the {apart} cm between them", PK_R42
    if setup.campaign == "escort":
        depth, beyond = figures.escort.depth, figures.escort.beyond
        return depth + beyond, f"a zone of {depth} cm and the {beyond} cm to the destination", PK_91
    return figures.encircled.square, "the sides of the square in the middle", PK_98


def _check_army(setup: Setup, army: Army, allowed: int, where: str, side: Side) -> None:
    flying = setup.figures.flying if setup.third_flying else None
    check_army(setup.chart, army, allowed, where, limit_rule(setup, side), flying)


# Room


def _room_checks(setup: Setup, where: str) -> Iterator[Check]:
    for army, side, whose, zones, rule in _places(setup):
        yield Check("board", partial(_check_room, setup, army, whose, zones, rule, where), side)


def _places(setup: Setup) -> Iterator[tuple[Army, Side | None, str, tuple[Zone, ...], Rule]]:
    """PK-84, PK-90, PK-92, PK-98, PK-99, PK-101: whose army may have to deploy where.

    Of several zones, which the relief has, one is enough.
    """
    table, side = setup.table, setup.defending
    defender, attacker = ((setup.army(one), one, f"{one.label}'s") for one in (side, side.other))
    if setup.campaign == "standard":
        for edge in long_edges(table):
            zone = f"the {edge} zone", (battle_zone(setup, edge),)
            yield *defender, (zone,), PK_84
            yield *attacker, (zone,), PK_84
    elif setup.campaign == "escort":
        for edge in EDGES:
            yield *defender, ((f"the {edge} zone", (escort_zone(setup, edge),)),), PK_90
            yield *attacker, ((f"the table beyond the {edge} zone", beyond(setup, edge)),), PK_92
    elif setup.relief is not None:
        yield *defender, (("the middle", (pocket(setup),)),), PK_98
        yield *attacker, (("the ring around the middle", around_pocket(setup)),), PK_99
        strips = [strip(table, edge, setup.figures.encircled.depth * CM) for edge in EDGES]
        yield setup.relief, None, "the relief's", tuple(("every edge", (box,)) for box in strips), PK_101


def beyond(setup: Setup, edge: Edge) -> tuple[Box, ...]:
    """PK-92, PK-R43: the table outside the escorter's zone; with `clear` without a square around the destination."""
    table = setup.table
    x, y = destination(setup, edge)
    clear = setup.figures.escort.clear * CM
    boxes = (
        _ring(table, (x - clear, y - clear, x + clear, y + clear)) if clear else ((0, 0, table.width, table.height),)
    )
    left, top, right, bottom = escort_zone(setup, edge)
    inner = {
        "north": (0, bottom, table.width, table.height),
        "east": (0, 0, left, table.height),
        "south": (0, 0, table.width, top),
        "west": (right, 0, table.width, table.height),
    }[edge]
    found = [_common(box, inner) for box in boxes]
    return tuple(box for box in found if box[0] < box[2] and box[1] < box[3])


def _ring(table: Table, hole: Box) -> tuple[Box, ...]:
    """The table without a hole, in up to four boxes."""
    left, top, right, bottom = _common(hole, (0, 0, table.width, table.height))
    boxes = (
        (0, 0, table.width, top),
        (0, bottom, table.width, table.height),
        (0, top, left, bottom),
        (right, top, table.width, bottom),
    )
    return tuple(box for box in boxes if box[0] < box[2] and box[1] < box[3])


def _common(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _check_room(setup: Setup, army: Army, whose: str, zones: tuple[Zone, ...], rule: Rule, where: str) -> None:
    """PK-18, PK-43, PK-R48: in one of the zones all bases can stand; ships need water in it."""
    left = [unplaced(setup, army, boxes) for _, boxes in zones]
    if None not in left and left[0] is not None:
        what, broken = ("water", PK_R48) if left[0].naval else ("open ground", rule)
        raise Fault(where, f"{zones[0][0]} lacks {what} for {whose} {left[0].name}", broken.id)


def unplaced(setup: Setup, army: Army, boxes: tuple[Box, ...]) -> UnitType | None:
    """PK-43: the first unit that finds no place when bases fill the boxes in rows, the longest first; none if all do.

    Units that swim or hover are placed on land here, and flying ones on anything.
    """
    rows = [row for row in setup.chart for _ in range(army.units.get(row.id, 0))]
    rows.sort(key=lambda row: (-row.length, -row.width, row.id))
    for layer in (
        [row for row in rows if row.naval],
        [row for row in rows if row.flying],
        [row for row in rows if not row.naval and not row.flying],
    ):
        if left := _placed(setup.table, layer, boxes):
            return left[0]
    return None


def _placed(table: Table, waiting: list[UnitType], boxes: tuple[Box, ...]) -> list[UnitType]:
    """Fills the boxes row by row, and gives back who is left over."""
    waiting = list(waiting)
    if waiting and waiting[0].naval and not table.wet:
        return waiting
    for left, top, right, bottom in boxes:
        y = top
        while waiting and y + waiting[0].length <= bottom:
            x, deep = left, 0
            while waiting and x + waiting[0].width <= right:
                row = waiting[0]
                if _stands(table, row, x, y):
                    waiting.pop(0)
                    x, deep = x + row.width, max(deep, row.length)
                else:
                    x += STEP
            y += deep or STEP
    return waiting


def _stands(table: Table, row: UnitType, x: int, y: int) -> bool:
    """Whether a unit that looks up or down the table can stand with its base's corner there."""
    return row.flying or table.holds(row.naval, x, y, row.width, row.length)
