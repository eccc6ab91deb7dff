"""What a bare table says to whoever draws it: zones (PK-84, PK-90, PK-98), room (PK-07), sight (PK-38), PK-R52."""

from collections.abc import Callable, Iterator
from math import ceil
from typing import get_args

from hulldown.geometry.plane import clear
from hulldown.kernel.files import Fault
from hulldown.kernel.picture import Place
from hulldown.kernel.prospect import GroundCells, GroundOverlap, GroundQuery, GroundReply, GroundZone
from hulldown.rulebooks.panzerkampf import setup as setups
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.files import figures_of, house_chart, types
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Army, Box, Campaign, Edge, Setup
from hulldown.rulebooks.panzerkampf.tables import BRIDGE, Feature, Table, overlaps

PK_07, PK_38, PK_84 = RULES["PK-07"], RULES["PK-38"], RULES["PK-84"]
PK_90, PK_98, PK_R52 = RULES["PK-90"], RULES["PK-98"], RULES["PK-R52"]
MOST_PLACES = 4096  # that one answer is about
Spot = tuple[int, int]


def prospect(table: Table, query: GroundQuery) -> GroundReply:
    """The answer to a question about a bare table."""
    answers: dict[str, Callable[[Table, GroundQuery], GroundReply]] = {
        "zones": _zones,
        "room": _room,
        "sight": _sight,
        "overlaps": _overlaps,
    }
    if query.ask not in answers:
        raise Fault("question", f"{query.ask} is asked of squares and hexes; this is a free table")
    return answers[query.ask](table, query)


# Zones


def _zones(table: Table, query: GroundQuery) -> GroundReply:
    """PK-84, PK-90, PK-98, PK-99: the zones of each campaign, as long as its distances fit on the table."""
    return GroundReply(zones=tuple(zone for name in get_args(Campaign) for zone in _campaign(_setup(table, name))))


def _setup(table: Table, campaign: Campaign) -> Setup:
    chart = house_chart()
    return Setup("", campaign, 0, table, types(chart), figures_of(chart, {}, "chart"), Army({}), Army({}))


def _campaign(setup: Setup) -> Iterator[GroundZone]:
    name = setup.campaign
    try:
        setups.check_size(setup, "table")
    except Fault as fault:
        told = f"{fault.message[:1].upper()}{fault.message[1:]}."
        yield GroundZone(name, "", (), told, fault.rule, fits=False)
        return
    if name == "standard":
        first, second = setups.long_edges(setup.table)
        told = "Each side deploys along a long edge."
        yield GroundZone(name, "red", (_area(setups.battle_zone(setup, first)),), told, PK_84.id)
        yield GroundZone(name, "blue", (_area(setups.battle_zone(setup, second)),), told, PK_84.id)
    elif name == "escort":
        edge: Edge = "west" if setup.table.width >= setup.table.height else "north"
        x, y = setups.destination(setup, edge)
        told = f"From the {edge} edge the convoy goes to {x / CM:g}, {y / CM:g}; from the others it is alike."
        yield GroundZone(name, "red", (_area(setups.escort_zone(setup, edge)),), told, PK_90.id)
    else:
        told = "Who is encircled deploys in the middle, the others far enough around it."
        yield GroundZone(name, "red", (_area(setups.pocket(setup)),), told, PK_98.id)
        around = tuple(_area(box) for box in setups.around_pocket(setup))
        yield GroundZone(name, "blue", around, told, PK_98.id)


def _area(box: Box) -> tuple[Place, ...]:
    left, top, right, bottom = box
    return Place(left, top), Place(right, top), Place(right, bottom), Place(left, bottom)


# Places


def _room(table: Table, query: GroundQuery) -> GroundReply:
    """PK-07, PK-16: where a base finds firm ground, up the table or across it."""
    long, wide = query.length, query.width
    if not (0 < long <= table.height + table.width and 0 < wide <= table.height + table.width):
        raise Fault("base", f"a base of {long / CM:g} × {wide / CM:g} cm does not stand on this table", PK_07.id)

    def firm(x: int, y: int) -> bool:
        ways = {(wide, long), (long, wide)}
        return any(_stands(table, x - across // 2, y - down // 2, across, down) for across, down in ways)

    cells = _places(table, firm)
    many = 100 * len(cells.cells) // max(1, cells.columns * cells.rows)
    told = f"A base of {long / CM:g} × {wide / CM:g} cm finds firm ground at {many} % of the places."
    return GroundReply(told, PK_07.id, cells=cells)


def _stands(table: Table, left: int, top: int, width: int, length: int) -> bool:
    on = left >= 0 and top >= 0 and left + width <= table.width and top + length <= table.height
    return on and table.holds(False, left, top, width, length)


def _sight(table: Table, query: GroundQuery) -> GroundReply:
    """PK-38, PK-39, PK-R13: the places to which a line is clear."""
    eye = query.x, query.y
    if query.x > table.width or query.y > table.height:
        raise Fault("place", f"{query.x / CM:g}, {query.y / CM:g} does not lie on this table", PK_07.id)
    blinds = [feature.area for feature in table.features if feature.sight == "blocks"]
    cells = _places(table, lambda x, y: clear(eye, (x, y), (), blinds))
    many = 100 * len(cells.cells) // max(1, cells.columns * cells.rows)
    told = f"{many} % of the table is in sight from {query.x / CM:g}, {query.y / CM:g}."
    return GroundReply(told, PK_38.id, cells=cells)


def _places(table: Table, meant: Callable[[int, int], bool]) -> GroundCells:
    """The places of a grid that are meant; its step is a whole centimetre, and as small as it may be."""
    wide, high = table.width // CM, table.height // CM
    step = next(step for step in range(1, 100) if ceil(wide / step) * ceil(high / step) <= MOST_PLACES)
    columns, rows = ceil(wide / step), ceil(high / step)

    def middle(at: int, most: int) -> int:
        return min(at * step * CM + step * CM // 2, most)

    found = [
        row * columns + column
        for row in range(rows)
        for column in range(columns)
        if meant(middle(column, table.width), middle(row, table.height))
    ]
    return GroundCells(step * CM, columns, rows, tuple(found))


# What lies on what


def _overlaps(table: Table, query: GroundQuery) -> GroundReply:
    """PK-R52: the pieces that lie on the one asked about and do something else, and what holds where both are."""
    if query.feature >= len(table.features):
        raise Fault("feature", f"there is no piece {query.feature + 1}; the table has {len(table.features)}", PK_07.id)
    own = table.features[query.feature]
    found = [
        GroundOverlap(at, other.called, _both(own, other), PK_R52.id)
        for at, other in enumerate(table.features)
        if at != query.feature and _differ(own, other) and overlaps(own.area, other.area)
    ]
    return GroundReply(overlaps=tuple(found))


def _differ(one: Feature, other: Feature) -> bool:
    """Whether something follows from it that neither of the two says alone, or that one does not say."""
    alike = (one.movement, one.sight) == (other.movement, other.sight)
    return not alike and not (one.kind != BRIDGE != other.kind and (one.idle or other.idle))


def _both(one: Feature, other: Feature) -> str:
    """PK-R52: all that lies at a place counts; a bridge overrules what lies under it."""
    if BRIDGE in (one.kind, other.kind):
        return "crossed like open ground"
    moves, sees = {one.movement, other.movement}, {one.sight, other.sight}
    ways = (("impassable", "no way"), ("water", "water"), ("slow", "slow"))
    words = [next((word for movement, word in ways if movement in moves), "free")]
    if words == ["water"] and "slow" in moves:
        words = ["slow water"]
    return ", ".join([*words, *(["no view"] if "blocks" in sees else [])])
