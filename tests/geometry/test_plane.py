"""The free table: the ledger's positions, and every quick answer against a slow one in fractions written here."""

import hashlib
import random
import runpy
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from itertools import combinations, pairwise
from typing import cast

import msgspec
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from hulldown.geometry.plane import (
    DIRECTIONS,
    FINE,
    MOST_CORNERS,
    ONE,
    SINES,
    Base,
    Blocker,
    Closed,
    Field,
    Ground,
    Leg,
    Point,
    Shape,
    Stop,
    Swept,
    TableTrace,
    Zone,
    along,
    bearing,
    clear,
    farthest,
    gap,
    in_arc,
    in_gap,
    in_range,
    length_of,
    overlap,
    point,
    polygon,
    stride,
    sweep,
    swept_path,
    trace,
    zone,
)
from hulldown.geometry.plane.bearings import rounded
from hulldown.geometry.plane.shapes import contact, spans, swept, where

CM = 1000

# ---- plain geometry, as slow and as clear as can be

Place = tuple[Fraction, Fraction]


def plain_corners(base: Base, part: Fraction = Fraction(0), way: Point = (0, 0)) -> list[Place]:
    """The corners of a base in 1/100 mm, clockwise, after that part of a way in 1/100 mm."""
    sine, cosine = Fraction(DIRECTIONS[base.heading % 360][0], ONE), Fraction(-DIRECTIONS[base.heading % 360][1], ONE)
    corners = []
    for ahead, right in ((1, -1), (1, 1), (-1, 1), (-1, -1)):
        far, wide = Fraction(ahead * base.length, 2), Fraction(right * base.width, 2)
        x = base.x + far * sine + wide * cosine + part * way[0]
        corners.append((x, base.y - far * cosine + wide * sine + part * way[1]))
    return corners


def plain_points(shape: Shape) -> list[Place]:
    return [(Fraction(x, FINE), Fraction(y, FINE)) for x, y in shape.points]


def plain_side(a: Place, b: Place, at: Place) -> Fraction:
    return (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])


def plain_clip(subject: Sequence[Place], window: Sequence[Place]) -> list[Place]:
    """What of a polygon lies in a convex one, with edges there and back where it falls into parts."""
    left = list(subject)
    for a, b in pairwise([*window, window[0]]):
        before, left = left, []
        for one, other in pairwise([*before, *before[:1]]):
            at_one, at_other = plain_side(a, b, one), plain_side(a, b, other)
            if at_one >= 0:
                left.append(one)
            if at_one * at_other < 0:
                part = Fraction(at_one, at_one - at_other)
                left.append((one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])))
    return left


def plain_area(corners: Sequence[Place]) -> Fraction:
    return sum((a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*corners, *corners[:1]])), Fraction(0)) / 2


def plain_overlap(subject: Sequence[Place], window: Sequence[Place]) -> bool:
    return plain_area(plain_clip(subject, window)) > 0


def plain_union(window: Sequence[Place], shapes: Sequence[Sequence[Place]]) -> Fraction:
    """How much of a convex polygon convex ones cover together: what they cover each, less what two do, and so on."""
    covered = Fraction(0)
    for many in range(1, len(shapes) + 1):
        for some in combinations(shapes, many):
            left = list(window)
            for shape in some:
                left = plain_clip(left, shape)
            covered += plain_area(left) * (-1) ** (many + 1)
    return covered


def plain_inside(corners: Sequence[Place], at: Place) -> bool:
    """Whether a place is inside a polygon and on none of its sides, by a ray to the right."""
    inside = False
    for a, b in pairwise([*corners, corners[0]]):
        within = min(a[0], b[0]) <= at[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= at[1] <= max(a[1], b[1])
        if within and plain_side(a, b, at) == 0:
            return False
        if (a[1] > at[1]) != (b[1] > at[1]):
            inside ^= a[0] + (at[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) > at[0]
    return inside


def plain_spans(a: Place, b: Place, corners: Sequence[Place]) -> list[tuple[Fraction, Fraction]]:
    """Cuts the line wherever it meets a side, and looks at the middle of each piece."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    cuts = {Fraction(0), Fraction(1)}
    for one, other in pairwise([*corners, corners[0]]):
        at_one, at_other = plain_side(a, b, one), plain_side(a, b, other)
        for at, place in ((at_one, one), (at_other, other)):
            if at == 0:
                cuts.add(((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / (dx * dx + dy * dy))
        if at_one * at_other < 0:
            part = at_one / (at_one - at_other)
            place = one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])
            cuts.add(((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / (dx * dx + dy * dy))
    found: list[tuple[Fraction, Fraction]] = []
    for start, end in pairwise(sorted(part for part in cuts if 0 <= part <= 1)):
        middle = (start + end) / 2
        if plain_inside(corners, (a[0] + middle * dx, a[1] + middle * dy)):
            found.append((start, end))
    return joined(found)


def joined(pieces: Iterable[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    found: list[tuple[Fraction, Fraction]] = []
    for start, end in sorted(pieces):
        if found and found[-1][1] >= start:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def plain_gap(one: Sequence[Place], other: Sequence[Place]) -> Fraction:
    """The least square of the distance between two convex polygons: 0, or from a corner to the nearest of a side."""
    if any(plain_in(one, at) for at in other) or any(plain_in(other, at) for at in one) or plain_overlap(one, other):
        return Fraction(0)
    least = []
    for corners, places in ((one, other), (other, one)):
        for a, b in pairwise([*corners, corners[0]]):
            dx, dy = b[0] - a[0], b[1] - a[1]
            for x, y in places:
                part = min(max(((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy), Fraction(0)), Fraction(1))
                least.append((a[0] + part * dx - x) ** 2 + (a[1] + part * dy - y) ** 2)
    return min(least)


def plain_in(corners: Sequence[Place], at: Place) -> bool:
    return all(plain_side(a, b, at) >= 0 for a, b in pairwise([*corners, corners[0]]))


# ---- what tests are made of

headings = st.one_of(st.sampled_from(range(0, 360, 45)), st.integers(0, 359))
# Round numbers meet and touch, others do not.
places = st.one_of(st.integers(-12, 12).map(lambda number: number * 500), st.integers(-6_000, 6_000))
sizes = st.one_of(st.sampled_from([1_000, 1_500, 2_000, 3_000]), st.integers(1, 4_000))
bases = st.builds(Base, places, places, headings, sizes, sizes)
lengths = st.one_of(st.integers(0, 24).map(lambda number: number * 500), st.integers(0, 12_000))


@st.composite
def stars(draw: st.DrawFn) -> Shape:
    """A polygon around a place, of which every corner is seen from there."""
    x, y, many = draw(places), draw(places), draw(st.integers(3, 9))
    turns = sorted(draw(st.sets(st.integers(0, 35), min_size=many, max_size=many)))
    assume(all(0 < (b - a) % 36 < 18 for a, b in pairwise([*turns, turns[0]])))
    reaches = [draw(st.sampled_from([500, 1_000, 2_000, 4_000])) for _ in turns]
    ends = [stride(reach, 10 * turn) for reach, turn in zip(reaches, turns, strict=True)]
    return polygon([(x + dx, y + dy) for dx, dy in ends])


def box(left: int, top: int, right: int, bottom: int) -> Shape:
    """A rectangle in cm."""
    return polygon([(x * CM, y * CM) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))])


TABLE = Ground([box(0, 0, 120, 80)])
ELL = polygon([(x * CM, y * CM) for x, y in ((0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6))])


def tank(x: float, y: float, heading: int = 0, length: int = 3_000, width: int = 2_000) -> Base:
    return Base(round(x * CM), round(y * CM), heading, length, width)


def quarter(at: Point) -> Point:
    return -at[1], at[0]


def mirrored(at: Point) -> Point:
    return -at[0], at[1]


def turned_base(base: Base) -> Base:
    return Base(*quarter((base.x, base.y)), (base.heading + 90) % 360, base.length, base.width)


def mirrored_base(base: Base) -> Base:
    return Base(-base.x, base.y, -base.heading % 360, base.length, base.width)


# ---- directions


def test_the_table_of_sines_is_that_of_the_series() -> None:
    with localcontext() as context:
        context.prec = 60
        tiny = Decimal(10) ** -58

        def arc_tangent_of_one_over(number: int) -> Decimal:
            term = total = Decimal(1) / number
            odd = 1
            while abs(term) > tiny:
                term, odd = -term / number**2, odd + 2
                total += term / odd
            return total

        pi = 4 * (4 * arc_tangent_of_one_over(5) - arc_tangent_of_one_over(239))
        for angle in range(91):
            x = pi * angle / 180
            term = total = x
            odd = 1
            while abs(term) > tiny:
                term, odd = -term * x * x / ((odd + 1) * (odd + 2)), odd + 2
                total += term
            assert (total * ONE).to_integral_value(ROUND_HALF_EVEN) == SINES[angle]
    assert len(SINES) == 91


def test_directions_go_clockwise_from_the_top() -> None:
    assert [DIRECTIONS[heading] for heading in (0, 90, 180, 270)] == [(0, -ONE), (ONE, 0), (0, ONE), (-ONE, 0)]
    assert DIRECTIONS[30] == (500_000, -866_025)
    assert len(DIRECTIONS) == 360
    for heading, way in enumerate(DIRECTIONS):
        assert DIRECTIONS[(heading + 90) % 360] == quarter(way)
        assert DIRECTIONS[-heading % 360] == mirrored(way)


@pytest.mark.parametrize(
    ("over", "under", "whole"), [(5, 2, 3), (-5, 2, -3), (4, 3, 1), (5, 3, 2), (-4, 3, -1), (0, 7, 0), (-1, 2, -1)]
)
def test_halves_are_rounded_away_from_zero(over: int, under: int, whole: int) -> None:
    assert rounded(over, under) == whole


def test_a_stride_ends_on_the_nearest_hundredth_of_a_millimetre() -> None:
    assert stride(18 * CM, 0) == (0, -18 * CM)
    assert stride(3 * CM, 90) == (3 * CM, 0)  # deviation towards 3 o'clock
    assert stride(CM, 45) == (707, -707)
    assert stride(CM, 45 - 360) == (707, -707)
    assert stride(1, 30) == (1, -1)  # a half counts as one
    assert stride(70 * CM, 237) == (-58_707, 38_125)


def test_strides_are_the_same_everywhere() -> None:
    told = repr([stride(length, heading) for heading in range(360) for length in range(0, 120_001, 997)])
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "f12428df9658907e"


@given(st.integers(0, 200_000), headings)
def test_a_stride_is_as_long_as_it_says(length: int, heading: int) -> None:
    dx, dy = stride(length, heading)
    exact_x, exact_y = (Fraction(part * length, ONE) for part in DIRECTIONS[heading])
    assert abs(dx - exact_x) <= Fraction(1, 2)
    assert abs(dy - exact_y) <= Fraction(1, 2)
    assert (-dx, -dy) == stride(-length, heading) == stride(length, heading + 180)


def test_a_range_holds_what_is_exactly_that_far() -> None:
    assert in_range(3 * CM, 4 * CM, 5 * CM)
    assert not in_range(3 * CM, 4 * CM + 1, 5 * CM)


@given(st.integers(-9_000, 9_000), st.integers(-9_000, 9_000), headings, st.integers(0, 180))
def test_an_arc_is_a_run_of_degrees(dx: int, dy: int, heading: int, spread: int) -> None:
    """A way lies between two neighbouring degrees or on one, and is in the arc if both are."""
    before = [
        angle
        for angle in range(360)
        if (low := DIRECTIONS[angle])[0] * dy - low[1] * dx >= 0
        and dx * (high := DIRECTIONS[(angle + 1) % 360])[1] - dy * high[0] > 0
    ]
    if dx == dy == 0:
        assert in_arc(dx, dy, heading, spread)
        return
    (angle,) = before
    low_x, low_y = DIRECTIONS[angle]
    on_it = low_x * dy == low_y * dx
    offs = [abs((one - heading + 180) % 360 - 180) for one in ((angle,) if on_it else (angle, angle + 1))]
    assert in_arc(dx, dy, heading, spread) == (max(offs) <= spread)


@pytest.mark.parametrize(
    ("spread", "limit", "beyond"),
    [
        (0, (0, -7), (1, -120_000)),
        (45, (7, -7), (120_000, -119_999)),
        (90, (7, 0), (120_000, 1)),
        (135, (7, 7), (119_999, 120_000)),
    ],
)
def test_the_limit_belongs_to_the_arc(spread: int, limit: Point, beyond: Point) -> None:
    for change in (tuple[int, int], mirrored):
        assert in_arc(*change(limit), 0, spread)
        assert not in_arc(*change(beyond), 0, spread)
    assert not in_arc(*stride(50_000, spread + 1), 0, spread)
    assert not in_arc(*stride(50_000, -spread - 1), 0, spread)


def test_an_arc_of_180_is_all_round_and_one_of_nothing_is_a_ray() -> None:
    assert all(in_arc(*stride(CM, angle), 77, 180) for angle in range(360))
    assert in_arc(0, -1, 0, 0)
    assert not in_arc(0, 1, 0, 0)
    assert not in_arc(1, -100_000, 0, 0)


def test_side_mounts_look_to_their_side() -> None:
    right, left = 40 + 90, 40 - 90
    assert in_arc(*stride(CM, 150), right, 60)
    assert not in_arc(*stride(CM, 150), left, 60)
    assert in_arc(*stride(CM, 300), left, 60)


@pytest.mark.parametrize(
    ("angle", "part"), [(0, Zone.FRONT), (45, Zone.FRONT), (46, Zone.SIDE), (90, Zone.SIDE), (135, Zone.SIDE),
                        (136, Zone.REAR), (180, Zone.REAR), (225, Zone.SIDE), (224, Zone.REAR), (315, Zone.FRONT)],
)  # fmt: skip
@pytest.mark.parametrize("heading", range(0, 360, 45))
def test_ties_between_the_quarters_go_to_the_defender(angle: int, part: Zone, heading: int) -> None:
    way = stride(99 * CM, angle + heading) if angle % 45 else (
        (0, -9), (9, -9), (9, 0), (9, 9), (0, 9), (-9, 9), (-9, 0), (-9, -9)
    )[(angle + heading) // 45 % 8]  # fmt: skip
    assert zone(*way, heading) == part


@given(st.integers(0, 359), st.integers(CM, 100 * CM))
def test_a_bearing_is_the_nearest_degree(heading: int, length: int) -> None:
    assert bearing(*stride(length, heading)) == heading
    dx, dy = stride(100 * CM, heading)
    sideways_x, sideways_y = stride(500, heading + 90)  # 0.3° more
    assert bearing(dx + sideways_x, dy + sideways_y) == heading
    assert bearing(dx + 2 * sideways_x, dy + 2 * sideways_y) == (heading + 1) % 360


# ---- shapes


def test_the_corners_of_a_base_are_exact() -> None:
    assert tank(10, 20).shape.drawn == ((9_000, 18_500), (11_000, 18_500), (11_000, 21_500), (9_000, 21_500))
    assert tank(10, 20, 90).shape.drawn == ((11_500, 19_000), (11_500, 21_000), (8_500, 21_000), (8_500, 19_000))
    assert Base(0, 0, 30, 1, 1).shape.points == (
        (-366_025, -1_366_025), (1_366_025, -366_025), (366_025, 1_366_025), (-1_366_025, 366_025),
    )  # fmt: skip


@given(bases)
def test_a_base_is_a_rectangle(base: Base) -> None:
    assert plain_points(base.shape) == plain_corners(base)
    a, b, c, d = base.shape.points
    assert (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) == 0
    assert (a[0] + c[0], a[1] + c[1]) == (b[0] + d[0], b[1] + d[1]) == (base.x * 2 * FINE, base.y * 2 * FINE)
    assert base.shape.middle == (base.x * FINE, base.y * FINE)


@given(bases, st.integers(-720, 720))
def test_a_pivot_keeps_the_middle(base: Base, degrees: int) -> None:
    turned = base.turned(degrees)
    assert (turned.x, turned.y, turned.heading) == (base.x, base.y, (base.heading + degrees) % 360)


def test_the_edge_of_a_base_is_on_it() -> None:
    shape = tank(10, 20).shape  # 2 cm wide and 3 cm long
    assert shape.holds(11_000, 20_000)
    assert shape.holds(11_000, 21_500)
    assert not shape.holds(11_001, 20_000)
    assert not shape.holds(10_000, 18_499)


@given(bases, places, places)
def test_a_base_holds_what_is_within_its_four_sides(base: Base, x: int, y: int) -> None:
    assert base.shape.holds(x, y) == plain_in(plain_corners(base), (Fraction(x), Fraction(y)))


@given(stars(), places, places)
def test_a_polygon_holds_what_a_ray_says(shape: Shape, x: int, y: int) -> None:
    corners, at = plain_points(shape), (Fraction(x), Fraction(y))
    inside = plain_inside(corners, at)
    on_edge = any(
        plain_side(a, b, at) == 0 and min(a, b) <= at <= max(a, b) for a, b in pairwise([*corners, corners[0]])
    )
    assert where(shape, x * FINE, y * FINE) == (0 if on_edge else 1 if inside else -1)


def test_polygons_may_go_round_either_way() -> None:
    corners = [(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)]
    assert set(polygon(corners).points) == set(polygon(corners[::-1]).points)
    for shape in (polygon(corners), polygon(corners[::-1])):
        assert plain_area(plain_points(shape)) == 20
        assert not shape.axes
    assert polygon([(0, 0), (4, 0), (8, 0), (8, 8)]).axes


@pytest.mark.parametrize(
    ("corners", "sentence"),
    [
        ([(0, 0), (5, 5)], "a polygon has 3 to 200 corners; this one has 2"),
        ([(x, x * x) for x in range(MOST_CORNERS + 1)], "a polygon has 3 to 200 corners; this one has 201"),
        ([(0, 0), (9, 9), (9, 0), (0, 9)], "sides 1 and 3 of this one cross or touch"),
        ([(0, 0), (9, 0), (9, 9), (4, 0), (0, 9)], "sides 1 and 3 of this one cross or touch"),
        ([(0, 0), (9, 0), (4, 0)], "sides 1 and 2 of this one cross or touch"),
        ([(0, 0), (0, 0), (9, 0), (4, 5)], "sides 1 and 2 of this one cross or touch"),
        ([(0, 0), (9, 0), (9, 9), (9, 4), (20, 4), (20, 20)], "sides 2 and 3 of this one cross or touch"),
        ([(0, 0), (4, 0), (2, 4), (6, 4), (4, 0), (9, 0), (9, 9)], "sides 1 and 4 of this one cross or touch"),
    ],
)
def test_a_polygon_that_is_none_is_refused(corners: list[Point], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"{sentence}$"):
        polygon(corners)


def test_the_largest_polygon_is_taken() -> None:
    many = [stride(30 * CM, 360 * corner // MOST_CORNERS) for corner in range(MOST_CORNERS)]
    assert len(set(many)) == len(polygon(many).points) == MOST_CORNERS


# ---- overlap, contact, gap


def test_bases_that_touch_do_not_overlap() -> None:
    one = tank(10, 20).shape
    assert not overlap(one, tank(12, 20).shape)  # side by side
    assert not overlap(one, tank(10, 23).shape)  # bow to stern
    assert not overlap(one, tank(12, 23).shape)  # corner to corner
    assert overlap(one, Base(11_999, 20_000, 0, 3_000, 2_000).shape)
    assert overlap(one, Base(11_999, 22_999, 0, 3_000, 2_000).shape)
    assert overlap(one, one)


@given(bases, bases)
def test_overlap_is_a_common_area_and_the_same_both_ways(a: Base, b: Base) -> None:
    expected = plain_overlap(plain_corners(a), plain_corners(b))
    assert overlap(a.shape, b.shape) == overlap(b.shape, a.shape) == expected
    assert (gap(a.shape, b.shape) == 0) >= expected


@given(bases, bases, lengths, headings)
def test_contact_is_where_overlap_begins(a: Base, b: Base, length: int, heading: int) -> None:
    leg = Leg(a.x, a.y, heading, length)
    x, y = (Fraction(part, FINE) for part in leg.way)
    part = contact(a.shape, leg.way, b.shape)

    def overlaps_at(moved: Fraction) -> bool:
        corners = [(px + moved * x, py + moved * y) for px, py in plain_corners(a)]
        return plain_overlap(corners, plain_corners(b))

    steps = [Fraction(step, 12) for step in range(13)]
    if part is None:
        assert not any(overlaps_at(step) for step in steps)
    else:
        assert 0 <= part < 1
        assert not any(overlaps_at(step) for step in steps if step < part)
        assert overlaps_at(part + Fraction(1, 10**15))
        assert part == 0 or not overlaps_at(part)
    covered = swept(a.shape, leg.way)
    assert plain_overlap(plain_points(covered), plain_corners(b)) == (part is not None)
    assert overlap(covered, b.shape) == (part is not None)


def test_a_way_that_only_touches_makes_no_contact() -> None:
    one, other = Base(0, 0, 0, 1_000, 1_000).shape, Base(2_000, 0, 0, 1_000, 1_000).shape
    assert contact(one, (3_000 * FINE, 3_000 * FINE), other) is None  # corner past corner
    assert contact(one, (3_000 * FINE, 2_999 * FINE), other) is not None
    assert contact(one, (1_000 * FINE, 0), other) is None  # it ends side by side
    assert contact(one, (1_001 * FINE, 0), other) == Fraction(1_000, 1_001)
    assert contact(one, (-1, 0), one) == contact(one, (0, 0), one) == 0


@given(bases, lengths)
def test_what_is_swept_is_all_that_small_steps_cover(base: Base, length: int) -> None:
    leg = Leg(base.x, base.y, base.heading, length)
    corners = plain_points(sweep(base, leg))
    way = tuple(Fraction(part, FINE) for part in leg.way)
    for step in range(9):
        moved = [(x + way[0] * step / 8, y + way[1] * step / 8) for x, y in plain_corners(base)]
        assert all(plain_in(corners, at) for at in moved)
    # along its own heading it is one long rectangle
    squared = sum(part * part for part in DIRECTIONS[base.heading])
    assert plain_area(corners) == Fraction(squared, ONE**2) * base.width * (base.length + length)


@given(bases, bases)
def test_a_gap_is_the_least_distance(a: Base, b: Base) -> None:
    square = gap(a.shape, b.shape)
    assert square == gap(b.shape, a.shape) == plain_gap(plain_corners(a), plain_corners(b))


@given(bases, places, places)
def test_a_gap_to_a_point_is_0_on_the_base(base: Base, x: int, y: int) -> None:
    square = gap(base.shape, point(x, y))
    assert square == gap(point(x, y), base.shape)
    assert (square == 0) == base.shape.holds(x, y)
    assert gap(point(base.x, base.y), point(x, y)) == (base.x - x) ** 2 + (base.y - y) ** 2
    half = (base.x - x) ** 2 + (base.y - y) ** 2
    assert square <= half


@given(bases, bases, bases, st.integers(0, 8_000), st.integers(0, 8_000))
def test_gaps_go_round_by_a_third_base(a: Base, b: Base, c: Base, one: int, other: int) -> None:
    if in_gap(a.shape, b.shape, one) and in_gap(b.shape, c.shape, other):
        across = b.length + b.width + 2
        assert in_gap(a.shape, c.shape, one + across + other)


def test_a_gap_as_wide_as_the_range_is_in_it() -> None:
    one = tank(10, 20).shape
    assert in_gap(one, tank(14, 20).shape, 2 * CM)  # smoke: no more than 2 cm between the bases
    assert not in_gap(one, Base(14_001, 20_000, 0, 3_000, 2_000).shape, 2 * CM)
    assert gap(one, Base(15_000, 27_000, 0, 3_000, 2_000).shape) == 3_000**2 + 4_000**2
    assert in_gap(one, Base(15_000, 27_000, 0, 3_000, 2_000).shape, 5 * CM)
    assert not in_gap(one, Base(15_000, 27_001, 0, 3_000, 2_000).shape, 5 * CM)
    assert in_gap(one, point(14_000, 20_000), 3 * CM)  # the destination of an escort
    assert not in_gap(one, point(14_001, 20_000), 3 * CM)


def test_ten_thousand_pairs_agree_with_fractions() -> None:
    rng = random.Random(1944)
    overlaps, sides = 0, range(500, 4_000, 250)
    for _ in range(10_000):
        a, b = (
            Base(
                rng.randrange(0, 5_000, 250),
                rng.randrange(0, 5_000, 250),
                heading,
                rng.choice(sides),
                rng.choice(sides),
            )
            for heading in (rng.choice((0, 45, 90, rng.randrange(360))), rng.randrange(360))
        )
        # whole numbers do as well, and are quicker
        expected = plain_overlap(*[cast("tuple[Place, ...]", base.shape.points) for base in (a, b)])
        assert overlap(a.shape, b.shape) == expected
        overlaps += expected
    assert 3_000 < overlaps < 7_000


# ---- lines through shapes


@given(st.tuples(places, places), st.tuples(places, places), st.one_of(stars(), bases.map(lambda base: base.shape)))
def test_a_line_is_inside_where_the_middles_of_its_pieces_are(a: Point, b: Point, shape: Shape) -> None:
    assume(a != b)
    ends = [(x * FINE, y * FINE) for x, y in (a, b)]
    found = spans(ends[0], ends[1], shape)
    start, end = ((Fraction(x), Fraction(y)) for x, y in (a, b))
    assert found == plain_spans(start, end, plain_points(shape))
    assert [(1 - stop, 1 - begin) for begin, stop in reversed(spans(ends[1], ends[0], shape))] == found


@pytest.mark.parametrize(
    ("a", "b", "pieces"),
    [
        ((-1, 1), (7, 1), [(1, 7)]),  # through an arm
        ((-1, 4), (7, 4), [(1, 3)]),
        ((-1, 2), (7, 2), [(1, 3)]),  # then along the side of the other arm
        ((-1, 0), (7, 0), []),  # along a side
        ((-1, 1), (1, -1), []),  # past a corner
        ((5, -1), (-1, 5), [(1, 5)]),  # past the inner corner
        ((7, -1), (-1, 7), [(1, 3), (5, 7)]),
        ((1, 5), (5, 1), [(0, 1), (3, 4)]),  # out of one arm and into the other
        ((1, 1), (1, 1), []),
    ],
)
def test_lines_through_an_ell(a: Point, b: Point, pieces: list[Point]) -> None:
    ends = [(x * CM * FINE, y * CM * FINE) for x, y in (a, b)]
    length = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    assert spans(ends[0], ends[1], ELL) == [(Fraction(s, length), Fraction(e, length)) for s, e in pieces]


def piece(start: int, end: int) -> tuple[Fraction, Fraction]:
    """A piece of a leg in cm."""
    return Fraction(start * CM), Fraction(end * CM)


def test_slow_ground_costs_double_and_once() -> None:
    leg = Leg(0, 5 * CM, 90, 30 * CM)
    assert leg.end == (30 * CM, 5 * CM)
    wood = box(10, 0, 40, 9)
    assert leg.inside([wood]) == [piece(10, 30)]
    assert farthest(leg.length, leg.inside([wood]), 18 * CM) == 14 * CM  # 10 clear and 4 slow
    assert leg.inside([wood, box(20, 0, 25, 9)]) == [piece(10, 30)]
    assert leg.inside([box(2, 0, 4, 9), box(4, 0, 6, 9)]) == [piece(2, 6)]
    bridge = tank(20, 5, 90, 6_000, 3_000).shape
    assert leg.inside([wood], [bridge]) == [piece(10, 17), piece(23, 30)]
    assert length_of(leg.inside([wood], [bridge])) == 14 * CM
    assert leg.inside([box(0, 5, 40, 9)]) == []  # along its side
    assert length_of([]) == 0


def test_a_part_of_a_leg_is_an_exact_fraction() -> None:
    leg = Leg(0, 0, 60, 10 * CM)
    (slow,) = leg.inside([box(1, -20, 2, 20)])
    assert slow == (Fraction(CM * ONE, 866_025), Fraction(2 * CM * ONE, 866_025))
    assert leg.inside([]) == Leg(0, 0, 60, 0).inside([box(-1, -1, 2, 20)]) == []


@given(st.builds(Leg, places, places, headings, lengths), st.lists(stars(), max_size=3), st.integers(0, 20_000))
def test_what_is_driven_costs_no_more_than_there_is(leg: Leg, shapes: list[Shape], budget: int) -> None:
    slow = leg.inside(shapes)
    driven = farthest(leg.length, slow, budget)

    def cost(length: int) -> Fraction:
        return length + length_of(Leg(leg.x, leg.y, leg.heading, length).inside(shapes))

    assert 0 <= driven <= leg.length
    assert cost(driven) <= budget
    assert driven == leg.length or cost(driven + 1) > budget


# ---- ground


def test_a_bridge_makes_water_land_and_land_of_water() -> None:
    river, bridge = box(40, 0, 50, 80), tank(45, 40, 90, 14_000, 3_000).shape
    water, dry = Ground([river], [bridge]), Ground([river])
    assert water.holds(45_000, 20_000)
    assert not water.holds(45_000, 40_000)
    driver = tank(30, 40, 90)
    assert Field([], [dry]).drive(driver, 30 * CM) == Stop(8_500, Blocker("off", 0, 0))
    assert Field([], [water]).drive(driver, 30 * CM) == Stop(30 * CM, None)
    assert Field([], [water]).drive(driver.turned(4), 30 * CM).blocker == Blocker("off", 0, 0)  # the bank beside it
    assert Field([], [water]).drive(driver.turned(2), 30 * CM).blocker == Blocker("off", 0, 1)  # over its side
    ship = Base(45_000, 60_000, 0, 7_000, 2_000)
    assert Field([], on=[dry]).drive(ship, 50 * CM) == Stop(50 * CM, None)
    assert Field([], on=[water]).drive(ship, 50 * CM) == Stop(60_000 - 41_500 - 3_500, Blocker("on", 0, 1))
    assert water.carries(ship.shape)
    assert not water.carries(tank(45, 40).shape)
    assert not water.carries(tank(39.5, 20).shape)


def test_shapes_that_meet_are_one_ground() -> None:
    lake = Ground([box(0, 0, 10, 10), box(10, 2, 20, 8), box(15, 0, 18, 20)])
    ship = tank(3, 5, 90)
    assert Field([], on=[lake]).drive(ship, 30 * CM) == Stop(15_500, Blocker("on", 0, 1))
    assert Field([], on=[lake]).drive(tank(16, 3, 180), 30 * CM) == Stop(15_500, Blocker("on", 0, 2))
    assert Field([], on=[lake]).drive(tank(3, 1, 90), 30 * CM) == Stop(5_500, Blocker("on", 0, 0))  # beside the outlet
    assert lake.carries(tank(10, 5).shape)
    assert not lake.carries(tank(10, 2).shape)
    # a lake with an island is another thing than the island
    assert Ground([box(0, 0, 30, 30)], [box(10, 10, 20, 20)]).carries(tank(9, 15).shape)
    assert not Ground([box(0, 0, 30, 30)], [box(10, 10, 20, 20)]).carries(tank(15, 15).shape)


def test_limits_end_exactly_where_sides_cross() -> None:
    ground = Ground([box(0, 0, 10, 10)], [polygon([(5_000, -1_000), (8_000, -1_000), (5_001, 6_000)])])
    ends = {
        (Fraction(x, line.scale * FINE), Fraction(y, line.scale * FINE))
        for line, _ in ground.limits
        for x, y in line.points
    }
    crossings = {x for x, y in ends if y == 0 and 0 < x < 10_000}
    assert crossings == {5_000 + Fraction(1, 7), 8_000 - Fraction(2_999, 7)}


@given(bases, st.lists(bases, max_size=3), st.lists(bases, max_size=2))
@example(Base(0, 0, 0, 1_000, 1_000), [Base(0, 0, 0, 4_000, 4_000)], [Base(0, 2_500, 0, 1_000, 4_000)])
@example(Base(0, 0, 0, 3_000, 1_000), [Base(0, 0, 0, 4_000, 4_000)] * 2, [])
def test_ground_is_the_area_of_its_shapes_without_others(base: Base, shapes: list[Base], out: list[Base]) -> None:
    ground = Ground([one.shape for one in shapes], [one.shape for one in out])
    window = plain_corners(base)
    both = plain_union(window, [plain_corners(one) for one in [*shapes, *out]])
    wet = both - plain_union(window, [plain_corners(one) for one in out])
    assert (Field([], [ground]).blocked(base) is not None) == (wet > 0)
    assert ground.carries(base.shape) == (wet == plain_area(window))
    assert (Field([], on=[ground]).blocked(base) is None) == ground.carries(base.shape)


@given(bases, stars())
def test_a_base_overlaps_a_polygon_where_they_have_area_in_common(base: Base, shape: Shape) -> None:
    common = plain_area(plain_clip(plain_points(shape), plain_corners(base)))
    assert (Field([], [Ground([shape])]).blocked(base) is not None) == (common > 0)
    assert Ground([shape]).carries(base.shape) == (common == plain_area(plain_corners(base)))


# ---- driving


def test_a_tank_drives_up_to_what_is_in_its_way() -> None:
    other, wall = tank(60, 40).shape, Ground([box(80, 0, 82, 80)])
    field = Field([other], [wall], [TABLE])
    assert field.drive(tank(40, 40, 90), 10 * CM) == Stop(10 * CM, None)
    assert field.drive(tank(40, 40, 90), 50 * CM) == Stop(17_500, Blocker("body", 0))
    assert field.drive(tank(40, 44, 90), 50 * CM) == Stop(38_500, Blocker("off", 0, 0))
    assert field.drive(tank(40, 37.5, 90), 50 * CM) == Stop(38_500, Blocker("off", 0, 0))  # passes, and touches
    assert field.drive(tank(40, 37.501, 90), 50 * CM) == Stop(17_500, Blocker("body", 0))
    assert field.drive(tank(40, 40, 0), 50 * CM) == Stop(38_500, Blocker("on", 0, 0))
    assert field.drive(tank(57.5, 40, 90), 50 * CM) == Stop(0, Blocker("body", 0))  # it touches, and may turn away
    assert field.blocked(tank(57.5, 40, 90)) is None
    assert field.drive(tank(40, 40, 270), 50 * CM, backwards=True) == Stop(17_500, Blocker("body", 0))


def test_whoever_stands_wrong_does_not_drive() -> None:
    field = Field([tank(60, 40).shape], [Ground([box(10, 10, 30, 30)])], [TABLE])
    assert field.drive(tank(20, 20), 5) == field.pivot(tank(20, 20), 5) == Stop(0, Blocker("off", 0, 0))
    assert field.drive(tank(-20, 20), 5) == field.pivot(tank(-20, 20), 5) == Stop(0, Blocker("on", 0))
    assert field.drive(tank(61, 41), 5) == Stop(0, Blocker("body", 0))
    assert field.blocked(tank(20, 20)) == Blocker("off", 0, 0)
    assert field.blocked(tank(-20, 20)) == Blocker("on", 0)
    assert field.blocked(tank(61, 41)) == Blocker("body", 0)
    assert field.blocked(tank(10, 20)) == Blocker("off", 0, 0)
    assert field.blocked(tank(1, 40)) is None
    assert field.blocked(tank(0.999, 40)) == Blocker("on", 0, 0)


def plainly_free(base: Base, length: int, bodies: list[Base], grounds: list[Shape]) -> bool:
    """Whether the base overlaps nothing on an exact way, nor at its end to the nearest 1/100 mm."""
    x, y = DIRECTIONS[base.heading]
    way = Fraction(length * x, ONE), Fraction(length * y, ONE)
    start = plain_corners(base)
    end = [(px + way[0], py + way[1]) for px, py in start]
    hull = [end[0], end[1], start[2], start[3]]
    obstacles = [plain_corners(body) for body in bodies] + [plain_points(shape) for shape in grounds]
    return not any(
        plain_overlap(obstacle, hull) or plain_overlap(obstacle, plain_corners(base.moved(length)))
        for obstacle in obstacles
    )


@given(bases, lengths, st.lists(bases, max_size=3), st.lists(stars(), max_size=2))
def test_what_is_free_is_legal_and_a_hundredth_of_a_millimetre_more_is_not(
    base: Base, length: int, bodies: list[Base], shapes: list[Shape]
) -> None:
    stop = Field([body.shape for body in bodies], [Ground([shape]) for shape in shapes]).drive(base, length)
    if stop.free:
        assert plainly_free(base, stop.free, bodies, shapes)
    if stop.blocker:
        assert not plainly_free(base, stop.free + 1, bodies, shapes)
    assert (stop.free == length) >= (stop.blocker is None)
    assert (stop.blocker is None) == plainly_free(base, length, bodies, shapes)


@given(bases, lengths, st.lists(bases, max_size=3))
def test_a_drive_is_blocked_by_what_it_says(base: Base, length: int, bodies: list[Base]) -> None:
    stop = Field([body.shape for body in bodies]).drive(base, length)
    if stop.blocker:
        assert not plainly_free(base, stop.free + 1, [bodies[stop.blocker.number]], [])


def test_an_end_that_is_rounded_into_a_wall_is_taken_back() -> None:
    """The way past this corner is free by less than 1/100 mm, but not every end along it."""
    base, field = (
        Base(0, 0, 89, 3_000, 2_000),
        Field([], [Ground([polygon([(15_707, 726), (18_707, 726), (18_707, 3_726)])])]),
    )
    way = Leg(0, 0, 89, 15_000).way
    assert all(contact(base.shape, way, line) is None for line, _ in field.off[0].limits)
    assert field.drive(base, 15_000) == Stop(15_000, None)
    assert field.drive(base, 14_240) == Stop(14_240, None)
    for length in range(14_211, 14_240):
        assert field.blocked(base.moved(length)) is not None
        assert field.drive(base, length) == Stop(14_210, Blocker("off", 0, 0))
        assert field.drive(base.turned(180), length, backwards=True) == Stop(14_210, Blocker("off", 0, 0))


@given(bases, lengths, st.lists(bases, max_size=3), st.lists(stars(), max_size=2), st.booleans())
def test_a_quarter_turn_and_a_mirror_change_nothing(
    base: Base, length: int, bodies: list[Base], shapes: list[Shape], backwards: bool
) -> None:
    for change_base, change in ((turned_base, quarter), (mirrored_base, mirrored)):
        changed = [polygon([change(corner) for corner in shape.drawn]) for shape in shapes]
        field = Field([body.shape for body in bodies], [Ground([shape]) for shape in shapes])
        other = Field([change_base(body).shape for body in bodies], [Ground([shape]) for shape in changed])
        assert field.drive(base, length, backwards) == other.drive(change_base(base), length, backwards)
        assert change_base(base.moved(length)) == change_base(base).moved(length)
        mirror = change is mirrored
        assert field.pivot(base, 40) == other.pivot(change_base(base), -40 if mirror else 40)
        leg = Leg(base.x, base.y, base.heading, length)
        moved = change_base(base)
        assert leg.inside(shapes) == Leg(moved.x, moved.y, moved.heading, length).inside(changed)
        for body in bodies:
            assert gap(base.shape, body.shape) == gap(moved.shape, change_base(body).shape)
            dx, dy = body.x - base.x, body.y - base.y
            assert zone(dx, dy, base.heading) == zone(*change((dx, dy)), moved.heading)
            assert in_arc(dx, dy, base.heading, 30) == in_arc(*change((dx, dy)), moved.heading, 30)
            line = (base.x, base.y), (body.x, body.y)
            assert clear(*line, [], shapes) == trace(*line, [], shapes).clear
            assert clear(*line, [], shapes) == clear(change(line[0]), change(line[1]), [], changed)


def test_a_pivot_counts_by_its_last_pose_alone() -> None:
    wall = Ground([box(12, 0, 14, 40)])
    base = tank(10.8, 20)  # its side is 2 mm from the wall, and across it reaches 3 mm into it
    stop = Field([], [wall], [TABLE]).pivot(base, 90)
    assert stop.blocker == Blocker("off", 0, 0)
    assert Field([], [wall]).blocked(base.turned(stop.free)) is None
    assert Field([], [wall]).blocked(base.turned(stop.free + 1)) == stop.blocker
    assert Field([], [wall]).pivot(base, -90) == stop  # on the other side its stern swings out as far
    assert Field([], [wall]).pivot(base, 180) == Stop(180, None)  # whatever is in the way of the poses between
    assert Field([]).pivot(base, -360) == Stop(360, None)


@given(bases, st.integers(-200, 200), st.lists(bases, max_size=3))
def test_a_pivot_leads_to_the_last_free_pose(base: Base, degrees: int, bodies: list[Base]) -> None:
    field, sign = Field([body.shape for body in bodies]), 1 if degrees > 0 else -1
    stop = field.pivot(base, degrees)
    assert not stop.free or field.blocked(base.turned(sign * stop.free)) is None
    for turned in range(stop.free + 1, abs(degrees) + 1):
        assert field.blocked(base.turned(sign * turned)) is not None
    last = field.blocked(base.turned(degrees)) if degrees else None
    assert (stop.blocker, stop.free == abs(degrees)) == (last, last is None)


def test_a_plane_leaves_the_table_over_an_edge() -> None:
    wide, tall = 120 * CM, 80 * CM
    assert Leg(100 * CM, 40 * CM, 90, 20 * CM).leaves(wide, tall) is None  # it ends on the edge
    assert Leg(100 * CM, 40 * CM, 90, 20 * CM + 1).leaves(wide, tall) == ("right", Fraction(20 * CM))
    assert Leg(100 * CM, 40 * CM, 0, 70 * CM).leaves(wide, tall) == ("top", Fraction(40 * CM))
    assert Leg(100 * CM, 40 * CM, 270, 170 * CM).leaves(wide, tall) == ("left", Fraction(100 * CM))
    assert Leg(100 * CM, 40 * CM, 150, 170 * CM).leaves(wide, tall) == ("right", Fraction(40 * CM))
    assert Leg(10 * CM, 40 * CM, 150, 170 * CM).leaves(wide, tall) == ("bottom", Fraction(40 * CM * ONE, 866_025))


@given(st.integers(0, 5_000), st.integers(0, 5_000), headings, lengths)
def test_whoever_ends_off_the_table_has_left_it(x: int, y: int, heading: int, length: int) -> None:
    leg = Leg(x, y, heading, length)
    end_x, end_y = leg.end
    if not (0 <= end_x <= 5_000 and 0 <= end_y <= 5_000):
        left = leg.leaves(5_000, 5_000)
        assert left is not None
        at_x, at_y = leg.at(int(left[1]))
        assert min(at_x, at_y, 5_000 - at_x, 5_000 - at_y) >= 0


def test_bombs_fall_along_the_path_that_was_flown() -> None:
    legs = [Leg(10 * CM, 40 * CM, 90, 30 * CM), Leg(40 * CM, 40 * CM, 180, 20 * CM)]
    assert along(legs, 0) == (10 * CM, 40 * CM, 90)
    assert along(legs, 29 * CM) == (39 * CM, 40 * CM, 90)
    assert along(legs, 30 * CM) == (40 * CM, 40 * CM, 180)  # at the corner it flies on
    assert along(legs, 50 * CM) == (40 * CM, 60 * CM, 180)
    assert along(legs, 50 * CM + 1) is None
    base = tank(52.5, 30, 90)
    run = [(50 * CM + dx, 30 * CM + dy) for dx, dy in (stride(step * CM, 90) for step in range(4))]
    assert [base.shape.holds(*at) for at in run] == [False, True, True, True]


def test_artillery_hits_what_lies_on_the_edge_of_a_base() -> None:
    """With ACC 5 six of the eleven distances hit a base of 3 × 2 cm from its middle sideways: 1 cm is just on it."""
    base = tank(40, 40)
    hits = [
        base.shape.holds(base.x + dx, base.y + dy)
        for die in range(1, 12)
        for dx, dy in [stride(max(0, die - 5) * CM, 90)]
    ]
    assert sum(hits) == 6


def test_a_path_is_drawn_leg_by_leg() -> None:
    base = tank(10, 40, 90)
    legs = [Leg(10 * CM, 40 * CM, 90, 10 * CM), Leg(20 * CM, 40 * CM, 180, 5 * CM)]
    drawn = swept_path(base, legs)
    assert [set(corners) for corners in drawn.legs] == [
        {(8_500, 39_000), (21_500, 39_000), (21_500, 41_000), (8_500, 41_000)},
        {(19_000, 38_500), (21_000, 38_500), (21_000, 46_500), (19_000, 46_500)},
    ]
    assert msgspec.json.decode(msgspec.json.encode(drawn), type=Swept) == drawn


# ---- sight


def test_a_line_is_closed_by_what_it_goes_through() -> None:
    house, truck = box(20, 10, 30, 20), tank(40, 15).shape
    start, end = (0, 15 * CM), (60 * CM, 15 * CM)
    story = trace(start, end, [truck], [house])
    assert story.closed == (
        Closed("terrain", 0, (20 * CM, 15 * CM), (30 * CM, 15 * CM)),
        Closed("body", 0, (39 * CM, 15 * CM), (41 * CM, 15 * CM)),
    )
    assert not story.clear
    assert msgspec.json.decode(msgspec.json.encode(story), type=TableTrace) == story
    assert trace((0, 10 * CM), (60 * CM, 10 * CM), [truck], [house]).clear  # along the wall
    assert clear((0, 9_999), (60 * CM, 9_999), [truck], [house])
    assert not clear((0, 10_001), (60 * CM, 10_001), [], [house])
    assert not clear((0, 13_501), (60 * CM, 13_501), [truck], [])
    assert clear((0, 13_500), (60 * CM, 13_500), [truck], [])
    assert clear((10 * CM, 20 * CM), (20 * CM, 10 * CM), [], [house])
    assert clear((10 * CM, 20 * CM), (30 * CM, 0), [], [house])  # past its corner
    assert not clear((0, 30 * CM), (50 * CM, 5 * CM), [], [house])


def test_terrain_on_which_an_end_lies_does_not_close_the_line() -> None:
    wood, house = box(20, 10, 30, 20), box(35, 10, 40, 20)
    assert clear((25 * CM, 15 * CM), (60 * CM, 15 * CM), [], [wood])
    assert clear((60 * CM, 15 * CM), (25 * CM, 15 * CM), [], [wood])
    assert clear((20 * CM, 15 * CM), (60 * CM, 15 * CM), [], [wood])  # on its edge
    assert not clear((25 * CM, 15 * CM), (60 * CM, 15 * CM), [], [wood, house])
    assert not clear((25 * CM, 15 * CM), (60 * CM, 15 * CM), [wood], [])  # but a body does


@given(st.tuples(places, places), st.tuples(places, places), st.lists(bases, max_size=3), st.lists(stars(), max_size=3))
def test_sight_is_the_same_from_both_ends(a: Point, b: Point, bodies: list[Base], terrain: list[Shape]) -> None:
    shapes = [body.shape for body in bodies]
    there, back = trace(a, b, shapes, terrain), trace(b, a, shapes, terrain)
    assert there.clear == back.clear == clear(a, b, shapes, terrain) == clear(b, a, shapes, terrain)
    assert sorted((one.kind, one.number) for one in there.closed) == sorted(
        (one.kind, one.number) for one in back.closed
    )
    for closed in there.closed:
        (ex, ey), (lx, ly) = closed.enters, closed.leaves
        assert (ex - a[0]) ** 2 + (ey - a[1]) ** 2 <= (lx - a[0]) ** 2 + (ly - a[1]) ** 2 + 100_000
        shape = (shapes if closed.kind == "body" else terrain)[closed.number]
        left, top, right, bottom = (edge / FINE for edge in shape.box)
        assert left - 1 <= (ex + lx) / 2 <= right + 1
        assert top - 1 <= (ey + ly) / 2 <= bottom + 1


# ---- the whole


def full_table() -> tuple[Field, list[Base], list[Shape]]:
    """Sixty bases on 120 × 120 cm, with a dozen woods and a river of many corners."""
    rng = random.Random(7)
    woods = []
    for number in range(12):
        x, y = 15 * CM + number % 4 * 30 * CM, 15 * CM + number // 4 * 40 * CM
        ends = [stride(rng.randint(4 * CM, 8 * CM), 15 * corner) for corner in range(24)]
        woods.append(polygon([(x + dx, y + dy) for dx, dy in ends]))
    banks = [(x * CM, (38 + x // 5 % 3) * CM) for x in range(0, 121, 5)]
    river = polygon([*banks, *[(x, y + 8 * CM) for x, y in reversed(banks)]])
    grounds = [Ground(woods), Ground([river], [tank(60, 43, 0, 16_000, 3_000).shape])]
    edge = Ground([box(0, 0, 120, 120)])
    placed: list[Base] = []
    while len(placed) < 60:
        base = Base(rng.randint(2 * CM, 118 * CM), rng.randint(2 * CM, 118 * CM), rng.randrange(360), 3_000, 2_000)
        if Field([one.shape for one in placed], grounds, [edge]).blocked(base) is None:
            placed.append(base)
    return Field([base.shape for base in placed[1:]], grounds, [edge]), placed, woods


def test_a_full_table_is_the_same_everywhere() -> None:
    field, placed, woods = full_table()
    told = [
        (field.drive(base.turned(turn), 70 * CM), trace((base.x, base.y), (60 * CM, 60 * CM), [], woods).closed)
        for base in placed
        for turn in range(0, 360, 40)
    ]
    assert hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:16] == "9f2cad2ba48cbb89"


def test_the_module_shows_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_module("hulldown.geometry.plane", run_name="__main__")
    shown = capsys.readouterr().out
    assert "free for 70.764 cm, of which 18.639 cm are slow; 70 cm of movement are enough for 51.360 cm" in shown
