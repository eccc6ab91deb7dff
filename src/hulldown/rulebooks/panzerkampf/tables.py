"""Tables: lists of features, each a rectangle or a polygon in centimetres, read into 1/100 mm and checked."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal

import msgspec

from hulldown.geometry.plane import MOST_CORNERS, Base, Ground, Shape, overlap, polygon
from hulldown.geometry.plane.shapes import apart, spans
from hulldown.kernel.files import Fault, Offer, Pointed, convert, line_of, raise_all
from hulldown.kernel.rule import Rule
from hulldown.rulebooks.panzerkampf.figures import CM, MOST_CM, Name
from hulldown.rulebooks.panzerkampf.rules import RULES

PK_07, PK_16, PK_R52 = RULES["PK-07"], RULES["PK-16"], RULES["PK-R52"]
MOST_FEATURES, MOST_CORNERS_IN_ALL = 200, 2000
MOST_HELD = 20_000  # places of bases that are kept
BRIDGE, WATER = "bridge", "water"
OPEN = "."
# PK-07, PK-09: what a feature may be, for the eye, and its sign in a sketch; its two classes say what it does.
KINDS = {
    "field": ",",
    "road": ":",
    "yard": ";",
    "runway": "=",
    "quay": "_",
    "beach": "'",
    BRIDGE: "I",
    "wood": "T",
    "orchard": "t",
    "hedge": "%",
    "marsh": '"',
    "ford": "-",
    "hill": "^",
    "rocks": "A",
    "ditch": "v",
    WATER: "~",
    "house": "#",
    "ruin": "r",
    "wall": "+",
}
LEGEND = {OPEN: "open ground"} | {sign: kind for kind, sign in KINDS.items()}
CELL = 2 * CM  # of a sketch
PROBES = ((0, 0), *((dx, dy) for dx in (-CM // 2, CM // 2) for dy in (-CM // 2, CM // 2)))

Movement = Literal["free", "slow", "impassable", "water"]
Sight = Literal["open", "blocks"]
Place = Annotated[int, msgspec.Meta(ge=0, le=MOST_CM * CM)]  # 1/100 mm
Written = Annotated[float, msgspec.Meta(ge=0, le=MOST_CM)]  # centimetres


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """PK-07, PK-09: a piece of terrain, its two classes, and its corners in 1/100 mm."""

    kind: Name
    movement: Movement
    sight: Sight
    corners: Annotated[tuple[tuple[Place, Place], ...], msgspec.Meta(min_length=3, max_length=MOST_CORNERS)]
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""

    @property
    def called(self) -> str:
        return self.name or self.kind

    @property
    def idle(self) -> bool:
        """Whether it is drawn and does nothing."""
        return self.movement == "free" and self.sight == "open"

    @cached_property
    def area(self) -> Shape:
        return polygon(self.corners)


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The table, its sides in 1/100 mm, and its terrain. What no feature covers is free and open ground."""

    name: Name
    width: Place
    height: Place
    features: Annotated[tuple[Feature, ...], msgspec.Meta(max_length=MOST_FEATURES)] = ()

    @cached_property
    def whole(self) -> Shape:
        return box(0, 0, self.width, self.height)

    @cached_property
    def water(self) -> Ground:
        """PK-18, PK-R5, PK-R52: where ships can be: no bridge makes land of it, and nothing impassable lies on it."""
        closed = [row.area for row in self.features if row.kind == BRIDGE or row.movement == "impassable"]
        return Ground([feature.area for feature in self.features if feature.movement == WATER], closed)

    @property
    def wet(self) -> bool:
        return any(feature.movement == WATER for feature in self.features)

    @cached_property
    def firm(self) -> Ground:
        """PK-07, PK-16: where anything can stand: no impassable terrain, no water, and no bridge over it."""
        closed = [feature.area for feature in self.features if feature.movement in ("impassable", WATER)]
        return Ground([self.whole], closed)

    @cached_property
    def holds(self) -> Callable[[bool, int, int, int, int], bool]:
        """Whether a base finds ground, or water, that it can stand on: kept, since set-ups ask it again and again.

        It is asked for by its corner, its width and its length, and looks up or down the table.
        """

        def held(afloat: bool, x: int, y: int, width: int, length: int) -> bool:
            base = Base(x + width // 2, y + length // 2, 0, length, width).shape
            return (self.water if afloat else self.firm).carries(base)

        return lru_cache(MOST_HELD)(held)


def box(left: int, top: int, right: int, bottom: int) -> Shape:
    return polygon(((left, top), (right, top), (right, bottom), (left, bottom)))


def centimetres(width: int, height: int) -> str:
    return f"{width / CM:g} × {height / CM:g} cm"


# Files


class FeatureRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A feature in a file: `polygon` is a list of corners, `rectangle` is left, top, width and height."""

    kind: Name
    movement: Movement
    sight: Sight
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    polygon: Annotated[list[tuple[Written, Written]], msgspec.Meta(max_length=MOST_CORNERS)] | None = None
    rectangle: tuple[Written, Written, Written, Written] | None = None


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    width: Annotated[int, msgspec.Meta(ge=1, le=MOST_CM)]
    height: Annotated[int, msgspec.Meta(ge=1, le=MOST_CM)]
    feature: Annotated[list[FeatureRow], msgspec.Meta(max_length=MOST_FEATURES)] = []


def parse_table(text: str, data: dict[str, Any], where: str) -> Table:
    """PK-07, PK-09, PK-R52: a table from its file; faults name the line of the feature."""
    sheet = convert(data, TableFile, where, text)
    lines = tuple(line_of(text, f"$.feature[{at}]") for at in range(len(sheet.feature)))
    faults: list[Fault] = []
    features: list[Feature] = []
    for at, (row, line) in enumerate(zip(sheet.feature, lines, strict=True)):
        try:
            corners = _corners(row, f"{where}:{line}")
        except Fault as fault:
            told = Fault(fault.where, fault.message, fault.rule, field=f"feature[{at}]", place=Pointed(feature=at))
            faults.append(told)
        else:
            features.append(Feature(row.kind, row.movement, row.sight, corners, row.name))
    raise_all(faults)
    table = Table(sheet.name, sheet.width * CM, sheet.height * CM, tuple(features))
    check_table(table, where, lines)
    return table


def _corners(row: FeatureRow, where: str) -> tuple[tuple[int, int], ...]:
    called = row.name or row.kind
    if (row.polygon is None) == (row.rectangle is None):
        raise Fault(where, f"the {called} needs a polygon or a rectangle, and not both", PK_07.id)
    if row.rectangle is None:
        assert row.polygon is not None
        return tuple((_whole(x, called, where), _whole(y, called, where)) for x, y in row.polygon)
    left, top, width, height = (_whole(value, called, where) for value in row.rectangle)
    return (left, top), (left + width, top), (left + width, top + height), (left, top + height)


def _whole(value: float, called: str, where: str) -> int:
    """Centimetres as 1/100 mm."""
    written = Decimal(str(value))
    if written != round(written, 2):
        raise Fault(where, f"the {called} has a measure of {value} cm; at most two decimals are allowed")
    return int(written * CM)


# Checks


def check_table(table: Table, where: str, lines: tuple[int, ...] = ()) -> None:
    """PK-07, PK-09, PK-R52: a table whose features lie on it and are what they seem; they may lie on each other.

    `lines` are those of the features in a file.
    """

    def place(at: int) -> str:
        return f"{where}:{lines[at]}" if lines else where

    if min(table.width, table.height) < CM:
        raise Fault(where, f"the table is {centimetres(table.width, table.height)}; its sides need 1 cm at least")
    if (many := sum(len(feature.corners) for feature in table.features)) > MOST_CORNERS_IN_ALL:
        raise Fault(where, f"the features have {many} corners; at most {MOST_CORNERS_IN_ALL} are allowed")
    found = [fault for at, feature in enumerate(table.features) for fault in _feature_faults(table, feature, at, place)]
    raise_all(found or _bridge_faults(table, place))


def _bridge_faults(table: Table, place: Callable[[int], str]) -> Iterator[Fault]:
    for at, feature in enumerate(table.features):
        for other in table.features[:at]:
            if _no_bridge_over(feature, other) and overlaps(feature.area, other.area):
                told = f"the {feature.called} and the {other.called} overlap"
                told = f"{told}; a bridge goes over nothing that blocks sight"
                yield Fault(place(at), told, PK_R52.id, field=f"feature[{at}]", place=Pointed(feature=at))


def _feature_faults(table: Table, feature: Feature, at: int, place: Callable[[int], str]) -> Iterator[Fault]:
    """All that is wrong with a feature, at its corner where one is meant."""
    for corner, rule, told in _feature_amiss(table, feature):
        spot = Pointed(feature=at) if corner is None else Pointed(feature=at, corner=corner)
        offers = tuple(_offers(table, feature, f"feature[{at}]", corner))
        yield Fault(place(at), told, rule.id, field=f"feature[{at}]", place=spot, offers=offers)


def _offers(table: Table, feature: Feature, field: str, corner: int | None) -> Iterator[Offer]:
    """What puts a corner beyond the edge, or two classes that do not go together, right."""
    if corner is not None:
        x, y = (min(at, most) for at, most in zip(feature.corners[corner], (table.width, table.height), strict=True))
        yield Offer("Move it to the edge", f"{field}.polygon[{corner}]", f"[{x / CM:g}, {y / CM:g}]")
        for key, far, now in zip(
            ("width", "height"), feature.corners[corner], (table.width, table.height), strict=True
        ):
            if now < far and (wide := -(-far // CM)) <= MOST_CM:
                yield Offer(f"Make the table {wide} cm {'wide' if key == 'width' else 'high'}", key, f"{wide}")
    elif feature.kind == WATER != feature.movement:
        yield Offer("Let it be water for movement too", f"{field}.movement", '"water"')
    elif feature.movement == WATER != feature.kind:
        yield Offer("Make it slow", f"{field}.movement", '"slow"')
        yield Offer("Call it water", f"{field}.kind", '"water"')
    elif feature.kind == BRIDGE and feature.movement != "free" and feature.sight == "open":
        yield Offer("Make it free", f"{field}.movement", '"free"')
    elif feature.kind == BRIDGE and feature.movement == "free" and feature.sight != "open":
        yield Offer("Make it open", f"{field}.sight", '"open"')


def _feature_amiss(table: Table, feature: Feature) -> Iterator[tuple[int | None, Rule, str]]:
    called = feature.called
    if feature.kind not in KINDS:
        yield None, PK_07, f"there is no kind {feature.kind[:40]!r}; there is {', '.join(KINDS)}"
    if (feature.kind == WATER) != (feature.movement == WATER):
        told = f"the {called} has the kind {feature.kind} and the movement {feature.movement}"
        yield None, PK_16, f"{told}; water is both or neither"
    if feature.kind == BRIDGE and not feature.idle:
        yield None, PK_R52, f"the {called} must be free and open, as bridges are"
    for corner, (x, y) in enumerate(feature.corners):
        if x > table.width or y > table.height:
            told = f"the {called} has a corner {centimetres(x, y)} from the top left"
            yield corner, PK_07, f"{told}; the table is {centimetres(table.width, table.height)}"
    try:
        feature.area  # noqa: B018  corners that make no polygon have none
    except ValueError as error:
        yield None, PK_07, f"the {called} cannot be drawn: {error}"


def _no_bridge_over(one: Feature, other: Feature) -> bool:
    """PK-R52: whether one of two is a bridge, and the other blocks the view, so that they may not overlap."""
    return BRIDGE in (one.kind, other.kind) and "blocks" in (one.sight, other.sight)


def overlaps(one: Shape, other: Shape) -> bool:
    """Whether two areas have more than their edges in common."""
    if apart(one.box, other.box):
        return False
    if one.axes and other.axes:
        return overlap(one, other)
    pairs = ((one, other), (other, one))
    if any(spans(a, b, there) for here, there in pairs for a, b in here.sides):
        return True
    return set(one.sides) == set(other.sides)


# Sketches


def sketch(table: Table) -> list[str]:
    """The table as text, a sign for each 2 × 2 cm, bridges on top.

    Ground that does nothing marks the cells whose middle it covers; all else is drawn a little wider, lest a hedge
    should slip through.
    """
    rows = [[OPEN] * -(-table.width // CELL) for _ in range(-(-table.height // CELL))]
    for feature in sorted(table.features, key=lambda feature: (feature.kind == BRIDGE, not feature.idle)):
        xs, ys = zip(*feature.corners, strict=True)
        for row in range(min(ys) // CELL, min(len(rows), max(ys) // CELL + 1)):
            for column in range(min(xs) // CELL, min(len(rows[0]), max(xs) // CELL + 1)):
                x, y = column * CELL + CELL // 2, row * CELL + CELL // 2
                probes = ((0, 0),) if feature.idle else PROBES
                if any(feature.area.holds(x + dx, y + dy) for dx, dy in probes):
                    rows[row][column] = KINDS[feature.kind]
    return ["".join(row) for row in rows]
