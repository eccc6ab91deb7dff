"""The hex mat: the ledger's positions, and every quick answer against a slow one written here."""

import math
import random
import runpy
from collections import Counter
from fractions import Fraction
from functools import cache, reduce
from itertools import pairwise, product
from operator import and_

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hulldown.geometry.hexes import (
    BEARINGS_DEG,
    DIRECTION_NAMES,
    DIRECTIONS,
    FACING_NAMES,
    MOST,
    Edge,
    HexGrid,
    Line,
    LinesTrace,
    LineTrace,
    Zone,
    centre,
    corner_of,
    cut,
    drawn,
    forward,
    gun_corners,
    hexes_along,
    hexes_of,
    labels,
    lines,
    lit,
    mask_of,
    reverse,
    trace,
    zone,
)
from hulldown.geometry.hexes.sight import _lines
from hulldown.geometry.squares import grid as tables

Offset = tuple[int, int]
Passed = tuple[frozenset[Offset], frozenset[frozenset[Offset]]]
FIELD, ORIGIN = HexGrid.of(24, 24), (6, 11)  # room for everything within eleven hexes of the origin

# ---- plain geometry, as slow and as clear as can be


def plain_corner(place: Offset, corner: int) -> Offset:
    """In axial coordinates three times as large: the sum of three centres is three times the corner between them."""
    (q, r), (lq, lr), (rq, rr) = place, DIRECTIONS[corner - 1], DIRECTIONS[corner]
    return 3 * q + lq + rq, 3 * r + lr + rr


def plain_cross(at: Offset, to: Offset, point: Offset) -> int:
    return (to[0] - at[0]) * (point[1] - at[1]) - (to[1] - at[1]) * (point[0] - at[0])


def plain_enters(start: Offset, end: Offset, place: Offset) -> bool:
    """Whether the open segment has a point on the inner side of all six sides."""
    low, high = Fraction(0), Fraction(1)
    corners = [plain_corner(place, corner) for corner in range(6)]
    for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
        at_start, at_end = plain_cross(one, other, start), plain_cross(one, other, end)
        if at_start <= 0 and at_end <= 0:
            return False
        if at_start < 0 or at_end < 0:
            crossing = Fraction(at_start, at_start - at_end)
            low, high = (max(low, crossing), high) if at_start < 0 else (low, min(high, crossing))
    return low < high


def plain_between(start: Offset, end: Offset, point: Offset) -> bool:
    inside = all(min(one, other) <= at <= max(one, other) for one, other, at in zip(start, end, point, strict=True))
    return inside and plain_cross(start, end, point) == 0


@cache
def plain_passed(start: Offset, end: Offset) -> Passed:
    """The hexes that the segment enters, and the pairs along whose common side it runs."""
    (q, r), (to_q, to_r) = start, end
    box = product(
        range(min(q, to_q) // 3 - 1, max(q, to_q) // 3 + 3), range(min(r, to_r) // 3 - 1, max(r, to_r) // 3 + 3)
    )
    entered, sides = set(), set()
    for place in box:
        if plain_enters(start, end, place):
            entered.add(place)
        for direction, (dq, dr) in enumerate(DIRECTIONS[:3]):
            ends = plain_corner(place, direction), plain_corner(place, direction + 1)
            if all(plain_between(start, end, point) for point in ends):
                sides.add(frozenset([place, (place[0] + dq, place[1] + dr)]))
    return frozenset(entered), frozenset(sides)


@cache
def plain_lines(gun_corner: int, target: Offset) -> dict[int, Passed]:
    start, ends = plain_corner((0, 0), gun_corner), [plain_corner(target, corner) for corner in range(6)]
    ways = {corner: plain_passed(start, end) for corner, end in enumerate(ends)}
    return {
        corner: (
            frozenset(place for place in entered if place != (0, 0)),
            frozenset(pair for pair in sides if (0, 0) not in pair and target not in pair),
        )
        for corner, (entered, sides) in ways.items()
        if target not in entered
    }


def plain_angle(q: int, r: int) -> float:
    """Degrees clockwise from the right, in a true drawing."""
    return math.degrees(math.atan2(1.5 * r, math.sqrt(3) * (q + r / 2)))


def plain_turn(facing: int, q: int, r: int) -> float:
    """How many degrees off a facing, to either side, an offset lies; rounded, so that limits are met."""
    return round(abs((plain_angle(q, r) - (60 * facing - 30) + 180) % 360 - 180), 6)


def plain_reach(grid: HexGrid, start: int, directions: tuple[int, ...]) -> dict[int, int]:
    """The fewest steps to each hex, in these directions only."""
    found, wave = {start: 0}, [start]
    for place in wave:
        for direction in directions:
            there = grid.step(place, direction)
            if there >= 0 and there not in found:
                found[there] = found[place] + 1
                wave.append(there)
    return found


# ---- mats to try


@st.composite
def grids(draw: st.DrawFn, most: int = 11) -> HexGrid:
    return HexGrid.of(draw(st.integers(1, most)), draw(st.integers(1, most)))


def sets(grid: HexGrid, rarity: int) -> st.SearchStrategy[int]:
    """Sets of hexes in which about one hex in `2 ** rarity` is taken."""
    masks = st.lists(st.integers(0, grid.all), min_size=rarity, max_size=rarity)
    return masks.map(lambda some: reduce(and_, some))


def places(grid: HexGrid) -> st.SearchStrategy[int]:
    return st.integers(0, grid.size - 1)


class Turned:
    """The plane after one of the twelve symmetries of a hex: so many sixths of a turn, mirrored first or not."""

    def __init__(self, symmetry: int) -> None:
        self.turns, self.mirrored = symmetry % 6, symmetry >= 6

    def offset(self, q: int, r: int) -> Offset:
        q = -q - r if self.mirrored else q
        for _ in range(self.turns):
            q, r = -r, q + r
        return q, r

    def corner(self, corner: int) -> int:
        return ((4 - corner if self.mirrored else corner) + self.turns) % 6

    def place(self, place: int) -> int:
        """On the field, about the origin."""
        q, r = FIELD.axial(place)
        dq, dr = self.offset(q - ORIGIN[0], r - ORIGIN[1])
        return FIELD.at(ORIGIN[0] + dq, ORIGIN[1] + dr)

    def mask(self, mask: int) -> int:
        return mask_of(map(self.place, hexes_of(mask)))


def at(q: int, r: int) -> int:
    """A hex of the field, counted from the origin."""
    return FIELD.at(ORIGIN[0] + q, ORIGIN[1] + r)


facings = st.integers(0, 5)
symmetries = st.integers(0, 11)
offsets = st.tuples(st.integers(-40, 40), st.integers(-40, 40)).filter(any)
near = st.sampled_from(hexes_of(FIELD.around(at(0, 0), 10)))
corners = st.tuples(st.integers(-12, 12), st.integers(-12, 12), facings)
thorough = settings(max_examples=400)


# ---- the mat


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (201, 5), (5, 201), (-1, 3)])
def test_a_mat_of_an_impossible_size_is_refused_in_one_sentence(shape: Offset) -> None:
    with pytest.raises(ValueError, match=f"1 to 200 columns and rows; this one has {shape[0]} and {shape[1]}$"):
        HexGrid.of(*shape)


def test_equal_mats_are_one_mat() -> None:
    assert HexGrid.of(20, 14) is HexGrid.of(20, 14)
    assert HexGrid.of(20, 14) is not HexGrid.of(14, 20)


def test_hexes_are_named_by_column_letter_and_row_number() -> None:
    grid = HexGrid.of(20, 14)
    assert (grid.names[0], grid.names[19], grid.names[20], grid.names[-1]) == ("A1", "T1", "A2", "T14")
    assert grid.number("O14") == 13 * 20 + 14
    assert HexGrid.of(30, 1).names[26] == "AA1"


@pytest.mark.parametrize("name", ["U1", "A15", "A0", "", "14", "O", "o14", "A01"])
def test_a_name_off_the_mat_is_refused_with_the_name_and_the_mat(name: str) -> None:
    with pytest.raises(ValueError, match=rf"^there is no hex '{name}' on a mat that goes from A1 to T14$"):
        HexGrid.of(20, 14).number(name)


def test_every_other_row_stands_half_a_hex_further_right() -> None:
    grid = HexGrid.of(20, 14)
    rows = [grid.axial(grid.number(name)) for name in ("A1", "A2", "A3", "T14")]
    assert rows == [(0, 0), (0, 1), (-1, 2), (13, 13)]
    assert [drawn(centre(*place)) for place in rows] == [(0, 0), (1, 3), (0, 6), (39, 39)]
    assert (grid.at(0, -1), grid.at(-1, 0), grid.at(20, 0), grid.at(-7, 14), grid.at(-1, 1)) == (-1,) * 5


@given(grids(60), st.data())
def test_names_numbers_and_coordinates_round_trip(grid: HexGrid, data: st.DataObject) -> None:
    place = data.draw(places(grid))
    q, r = grid.axial(place)
    assert grid.number(grid.names[place]) == grid.at(q, r) == place
    assert len(set(grid.names)) == grid.size == grid.all.bit_length()
    assert r == place // grid.columns
    assert drawn(centre(q, r)) == (2 * (place % grid.columns) + r % 2, 3 * r)


@given(grids(), st.data(), st.integers(0, 5))
def test_a_step_leads_to_the_neighbour_in_that_direction_or_nowhere(
    grid: HexGrid, data: st.DataObject, direction: int
) -> None:
    place = data.draw(places(grid))
    (q, r), (dq, dr) = grid.axial(place), DIRECTIONS[direction]
    there = grid.step(place, direction)
    assert there == grid.at(q + dq, r + dr)
    assert there == -1 or (grid.step(there, (direction + 3) % 6), grid.distance(place, there)) == (place, 1)
    assert grid.neighbours(place) == mask_of(s for d in range(6) if (s := grid.step(place, d)) >= 0)


@given(grids(), st.data())
def test_a_set_shifts_as_each_of_its_hexes_steps(grid: HexGrid, data: st.DataObject) -> None:
    mask = data.draw(sets(grid, 1))
    for direction in range(6):
        steps = [grid.step(place, direction) for place in hexes_of(mask)]
        assert hexes_of(grid.shift(mask, direction)) == [place for place in steps if place >= 0]


@given(grids(), st.data(), st.integers(0, 12))
def test_around_are_the_hexes_within_that_distance(grid: HexGrid, data: st.DataObject, radius: int) -> None:
    place = data.draw(places(grid))
    assert hexes_of(grid.around(place, radius)) == [b for b in range(grid.size) if grid.distance(place, b) <= radius]


@given(grids(), st.data())
def test_distance_is_the_fewest_steps(grid: HexGrid, data: st.DataObject) -> None:
    a, b, c = (data.draw(places(grid)) for _ in range(3))
    assert plain_reach(grid, a, tuple(range(6)))[b] == grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    assert (grid.distance(a, b) == 0) == (a == b)


@pytest.mark.parametrize(
    ("edge", "names"),
    [
        ("top", ["A1", "B1", "C1"]),
        ("bottom", ["A4", "B4", "C4"]),
        ("left", ["A1", "A2", "A3", "A4"]),
        ("right", ["C1", "C2", "C3", "C4"]),
    ],
)
def test_a_border_is_the_hexes_along_an_edge(edge: Edge, names: list[str]) -> None:
    grid = HexGrid.of(3, 4)
    assert [grid.names[place] for place in hexes_of(grid.border(edge))] == names


# ---- corners, facings, wedges and zones


def test_corners_lie_in_a_true_drawing_where_their_angles_say() -> None:
    for q, r, corner in product((-3, 0, 2), (-2, 0, 5), range(6)):
        (x, y), (cx, cy) = drawn(corner_of(q, r, corner)), drawn(centre(q, r))
        angle = math.radians(60 * corner - 30)
        assert ((x - cx) * math.sqrt(3) / 2, (y - cy) / 2) == pytest.approx((math.cos(angle), math.sin(angle)))
        assert BEARINGS_DEG[corner] == (60 * corner - 30 + 90) % 360


@given(corners)
def test_a_corner_is_shared_by_the_three_hexes_around_it(corner: tuple[int, int, int]) -> None:
    q, r, number = corner
    (lq, lr), (rq, rr) = (DIRECTIONS[direction] for direction in forward(number))
    a, b = corner_of(q, r, number)
    assert (2 * a - b, 2 * b - a) == plain_corner((q, r), number)
    assert corner_of(q + lq, r + lr, (number + 2) % 6) == corner_of(q + rq, r + rr, (number - 2) % 6) == (a, b)
    assert (a + b) % 3
    assert sum(centre(q, r)) % 3 == 0


def test_names_follow_the_compass() -> None:
    ways = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
    for direction, name in enumerate(DIRECTION_NAMES):
        assert abs(ways[name] - (60 * direction + 90) % 360) <= 15
    for facing, name in enumerate(FACING_NAMES):
        assert abs(ways[name] - BEARINGS_DEG[facing]) <= 15


def test_forward_and_reverse_hexes_of_a_facing() -> None:
    ahead, behind = ([DIRECTIONS[direction] for direction in way(0)] for way in (forward, reverse))
    assert ahead == [(1, -1), (1, 0)]
    assert behind == [(-1, 1), (-1, 0)]
    for facing in range(6):
        assert sorted((*forward(facing), *reverse(facing))) == sorted(
            {*range(6)} - {(facing + 1) % 6, (facing - 2) % 6}
        )
        assert [(direction + 3) % 6 for direction in forward(facing)] == list(reverse(facing))


@given(offsets)
def test_a_hex_lies_in_the_wedge_of_the_corners_within_thirty_degrees(offset: Offset) -> None:
    assert gun_corners(*offset) == tuple(corner for corner in range(6) if plain_turn(corner, *offset) <= 30)
    assert len(gun_corners(*offset)) == (2 if 0 in (*offset, sum(offset)) else 1)


def test_along_a_row_two_corners_bear() -> None:
    assert gun_corners(4, 0) == (0, 1)
    assert gun_corners(4, -1) == (0,)
    assert gun_corners(-2, 2) == (2, 3)
    assert gun_corners(3, -3) == (0, 5)


@given(grids(), st.data(), facings)
def test_a_wedge_is_where_forward_steps_lead(grid: HexGrid, data: st.DataObject, corner: int) -> None:
    place = data.draw(places(grid))
    wedge = hexes_of(grid.wedge(place, corner))
    assert wedge == sorted(plain_reach(grid, place, forward(corner)).keys() - {place})
    others = [other for other in range(grid.size) if other != place]
    assert wedge == [other for other in others if corner in gun_corners(*grid.offset(place, other))]


@given(facings, offsets)
def test_zones_are_told_by_the_angle_and_limits_go_to_the_front(facing: int, offset: Offset) -> None:
    turn = plain_turn(facing, *offset)
    assert zone(facing, *offset) is (Zone.FRONT if turn <= 60 else Zone.SIDE if turn <= 120 else Zone.REAR)
    assert zone(facing, *offset, narrow=True) is (Zone.FRONT if turn <= 30 else Zone.SIDE if turn <= 150 else Zone.REAR)


def test_the_hexsides_of_a_body_belong_to_its_zones() -> None:
    for facing, turned in product(range(6), range(6)):
        part = zone(facing, *DIRECTIONS[(facing + turned) % 6])
        assert part == ["front", "side", "rear", "rear", "side", "front"][turned]


def test_corners_carry_the_labels_of_the_zones_that_meet_there() -> None:
    front, side, rear = Zone
    wide = [(front,), (front, side), (side, rear), (rear,), (side, rear), (front, side)]
    narrow = [(front,), (side,), (side,), (rear,), (side,), (side,)]
    for facing, turned in product(range(6), range(6)):
        corner = (facing + turned) % 6
        assert labels(facing, corner) == wide[turned]
        assert labels(facing, corner, narrow=True) == narrow[turned]


# ---- lines


def clear_corners(target: Offset, blocking: list[Offset], gun_corner: int = 0) -> tuple[list[int], list[int]]:
    """The corners of all lines from the origin, and those of the clear ones."""
    mask = mask_of(at(*place) for place in blocking)
    told = lines(FIELD, at(0, 0), gun_corner, at(*target))
    story = trace(FIELD, at(0, 0), gun_corner, at(*target), mask)
    assert [line.corner for line in told if not cut(line, mask)] == [line.corner for line in story.lines if line.clear]
    return [line.corner for line in told], [line.corner for line in told if not cut(line, mask)]


def test_only_one_line_passes_the_wreck() -> None:
    """W2."""
    assert clear_corners((4, -1), [(2, -1)]) == ([2, 3, 4, 5], [2])
    assert zone(3, -4, 1) is Zone.FRONT


def test_a_house_before_the_target_cuts_one_of_three_lines() -> None:
    """W3."""
    assert clear_corners((4, -2), [(3, -1)]) == ([2, 3, 4], [3, 4])
    assert zone(3, -4, 2) is Zone.FRONT
    assert Zone.FRONT in labels(3, 2)


def test_the_cut_line_belongs_to_another_part() -> None:
    """W4."""
    assert clear_corners((4, -1), [(3, 0)]) == ([2, 3, 4, 5], [3, 4, 5])
    assert zone(2, -4, 1) is Zone.SIDE
    assert labels(2, 2) == (Zone.FRONT,)
    assert [corner for corner in (3, 4, 5) if Zone.SIDE in labels(2, corner)] == [3, 4]


@pytest.mark.parametrize(("facing", "part"), [(5, Zone.FRONT), (2, Zone.REAR)])
def test_the_side_is_protected_and_another_part_is_seen(facing: int, part: Zone) -> None:
    """W5."""
    every, clear = clear_corners((4, -1), [(2, 0)])
    assert (every, clear) == ([2, 3, 4, 5], [4, 5])
    assert zone(facing, -4, 1) is Zone.SIDE
    counted = Counter(label for corner in clear for label in labels(facing, corner))
    assert counted[Zone.SIDE] < 2
    assert (counted[part], counted[Zone.FRONT] + counted[Zone.REAR]) == (2, 2)


def test_a_hex_beside_the_target_is_entered_by_one_line() -> None:
    """W24."""
    entered = {line.corner: line.entered for line in lines(FIELD, at(0, 0), 0, at(4, -2))}
    assert [corner for corner, mask in entered.items() if mask >> at(3, -1) & 1] == [2]
    assert FIELD.neighbours(at(4, -2)) >> at(3, -1) & 1


def test_a_hex_in_the_middle_cuts_all_three_lines() -> None:
    """W25."""
    assert clear_corners((4, -2), [(2, -1)]) == ([2, 3, 4], [])
    assert FIELD.distance(at(2, -1), at(4, -2)) == FIELD.distance(at(2, -1), at(0, 0)) == 2


def test_along_the_row_both_corners_have_the_same_lines_mirrored() -> None:
    """W26."""
    assert gun_corners(4, 0) == (0, 1)
    assert [corner for corner in range(6) if FIELD.wedge(at(0, 0), corner) >> at(4, 0) & 1] == [0, 1]
    # the line to corner 4 touches the hex above the row in its lowest point only
    assert clear_corners((4, 0), [(2, -1)], 0) == ([2, 3, 4, 5], [2, 3, 4])
    assert clear_corners((4, 0), [(1, 1)], 1) == ([2, 3, 4, 5], [3, 4, 5])


def test_a_line_between_two_wrecks_is_cut_and_beside_one_of_them_is_not() -> None:
    """W27."""
    assert clear_corners((4, -2), [(1, 0), (1, -1)]) == ([2, 3, 4], [])
    assert clear_corners((4, -2), [(1, 0)]) == ([2, 3, 4], [3, 4])
    assert clear_corners((4, -2), [(1, -1)]) == ([2, 3, 4], [2, 3])
    assert clear_corners((4, -2), [(3, -1), (3, -2)]) == ([2, 3, 4], [])


@pytest.mark.parametrize("corner", range(6))
def test_neighbours_are_always_in_sight(corner: int) -> None:
    """W28."""
    for direction in forward(corner):
        place = FIELD.step(at(0, 0), direction)
        told = lines(FIELD, at(0, 0), corner, place)
        assert len(told) == 3
        assert told == tuple(Line(line.corner, 0, ()) for line in told)
        assert not any(cut(line, FIELD.all) for line in told)
        assert trace(FIELD, at(0, 0), corner, place, FIELD.all).clear == 3


def test_there_are_three_or_four_lines_to_each_hex() -> None:
    counted: Counter[int] = Counter()
    for gun_corner, place in product(range(6), hexes_of(FIELD.around(at(0, 0), 10) ^ 1 << at(0, 0))):
        told = [line.corner for line in lines(FIELD, at(0, 0), gun_corner, place)]
        assert told == sorted(set(told))
        counted[len(told)] += 1
    assert set(counted) == {3, 4}


def told_lines(grid: HexGrid, a: int, gun_corner: int, b: int) -> dict[int, Passed]:
    q, r = grid.axial(a)

    def offset(place: int) -> Offset:
        there = grid.axial(place)
        return there[0] - q, there[1] - r

    return {
        line.corner: (
            frozenset(map(offset, hexes_of(line.entered))),
            frozenset(frozenset(map(offset, pair)) for pair in line.sides),
        )
        for line in lines(grid, a, gun_corner, b)
    }


def on_mat(grid: HexGrid, a: int, ways: dict[int, Passed]) -> dict[int, Passed]:
    q, r = grid.axial(a)

    def on(place: Offset) -> bool:
        return grid.at(q + place[0], r + place[1]) >= 0

    return {
        corner: (frozenset(filter(on, entered)), frozenset(pair for pair in sides if all(map(on, pair))))
        for corner, (entered, sides) in ways.items()
    }


def test_ten_thousand_lines_are_those_of_plain_geometry() -> None:
    chance, seen = random.Random(6), Counter[str]()
    for _ in range(10_000):
        grid = HexGrid.of(*chance.choice([(9, 8), (4, 9), (13, 3), (1, 9), (9, 1), (2, 7)]))
        a, b = chance.sample(range(grid.size), 2)
        gun_corner = chance.randrange(6)
        plain = plain_lines(gun_corner, grid.offset(a, b))
        on = on_mat(grid, a, plain)
        assert told_lines(grid, a, gun_corner, b) == on
        seen["ties"] += any(sides for _, sides in on.values())
        seen["over the edge"] += plain != on
    assert min(seen["ties"], seen["over the edge"]) > 1_000


@settings(max_examples=25)
@given(st.integers(-26, 26), st.integers(-26, 26), facings)
def test_long_lines_are_those_of_plain_geometry(dq: int, dr: int, gun_corner: int) -> None:
    grid = HexGrid.of(80, 54)
    a = grid.at(26, 27)
    if (dq, dr) != (0, 0):
        there = grid.at(26 + dq, 27 + dr)
        assert told_lines(grid, a, gun_corner, there) == on_mat(grid, a, plain_lines(gun_corner, (dq, dr)))


@thorough
@given(corners, corners)
def test_a_segment_passes_the_same_from_both_ends(one: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    start, end = corner_of(*one), corner_of(*other)
    there, back = hexes_along(start, end), hexes_along(end, start)
    assert back == [hexes[::-1] for hexes in reversed(there)]
    assert len(set(there)) == len(there)
    for hexes in there:
        if len(hexes) == 2:
            left, right = (plain_cross(start, end, centre(*place)) for place in hexes)
            assert left == -right < 0


@thorough
@given(corners, corners, symmetries)
def test_a_segment_turns_with_the_plane(one: tuple[int, int, int], other: tuple[int, int, int], symmetry: int) -> None:
    turned = Turned(symmetry)
    here = hexes_along(corner_of(*one), corner_of(*other))
    ends = (corner_of(*turned.offset(q, r), turned.corner(corner)) for q, r, corner in (one, other))
    there = hexes_along(*ends)
    assert [{turned.offset(*place) for place in hexes} for hexes in here] == [set(hexes) for hexes in there]


@thorough
@given(near, near, facings, sets(FIELD, 2), symmetries)
def test_lines_wedges_and_zones_turn_with_the_plane(a: int, b: int, corner: int, walls: int, symmetry: int) -> None:
    turned = Turned(symmetry)
    walls &= FIELD.around(at(0, 0), 11)
    ends = turned.place(a), turned.corner(corner), turned.place(b)
    assert {turned.corner(line.corner): cut(line, walls) for line in lines(FIELD, a, corner, b)} == {
        line.corner: cut(line, turned.mask(walls)) for line in lines(FIELD, *ends)
    }
    assert FIELD.distance(a, b) == FIELD.distance(ends[0], ends[2])
    assert FIELD.wedge(a, corner) >> b & 1 == FIELD.wedge(ends[0], ends[1]) >> ends[2] & 1
    if a != b:
        assert zone(corner, *FIELD.offset(a, b)) is zone(ends[1], *FIELD.offset(ends[0], ends[2]))


def plainly_lit(grid: HexGrid, a: int, corner: int, walls: int, low: int, needed: int) -> int:
    found = 0
    for b in hexes_of(grid.wedge(a, corner)):
        closed = walls | low & ~grid.around(b, 1)
        found |= (sum(not cut(line, closed) for line in lines(grid, a, corner, b)) >= needed) << b
    return found


@given(grids(), st.data(), facings, st.integers(1, 4))
def test_what_is_lit_is_what_the_lines_to_each_hex_say(
    grid: HexGrid, data: st.DataObject, corner: int, needed: int
) -> None:
    a, rarity = data.draw(places(grid)), data.draw(st.integers(1, 4))
    walls, low = data.draw(sets(grid, rarity)), data.draw(sets(grid, rarity))
    assert lit(grid, a, corner, walls, low, needed) == plainly_lit(grid, a, corner, walls, low, needed)


@pytest.mark.parametrize("a", [0, 24, 27, 48])
@pytest.mark.parametrize("corner", range(6))
def test_each_hex_and_each_two_neighbours_cut_what_the_lines_say(a: int, corner: int) -> None:
    grid = HexGrid.of(7, 7)
    for one in set(range(grid.size)) - {a}:
        for walls in {1 << one | 1 << other for other in (one, *hexes_of(grid.neighbours(one)))}:
            for needed in (1, 2, 3, 4):
                slow = plainly_lit(grid, a, corner, walls, 0, needed)
                assert lit(grid, a, corner, walls, 0, needed) == slow


@given(grids(), st.data(), facings)
def test_a_trace_is_the_story_of_the_lines(grid: HexGrid, data: st.DataObject, gun_corner: int) -> None:
    a, b, walls = data.draw(places(grid)), data.draw(places(grid)), data.draw(sets(grid, 2))
    story, told = trace(grid, a, gun_corner, b, walls), lines(grid, a, gun_corner, b)
    assert (story.start, story.end, story.gun_corner) == (a, b, gun_corner)
    assert (story.x, story.y) == drawn(corner_of(*grid.axial(a), gun_corner))
    assert story.clear == sum(not cut(line, walls) for line in told)
    for line, shown in zip(told, story.lines, strict=True):
        assert shown.corner == line.corner
        assert (shown.x, shown.y) == drawn(corner_of(*grid.axial(b), line.corner))
        assert mask_of(places[0] for places in shown.passed if len(places) == 1) == line.entered
        assert tuple(places for places in shown.passed if len(places) == 2) == line.sides
        assert shown.clear == (not cut(line, walls))
        assert list(shown.cut_by) == [
            place for places in shown.passed if all(walls >> one & 1 for one in places) for place in places
        ]
        along = [sum(met(grid, shown, story, place) for place in places) / len(places) for places in shown.passed]
        assert along == sorted(along)


def met(grid: HexGrid, line: LineTrace, story: LinesTrace, place: int) -> float:
    """How far along its line the middle of what it enters of a hex lies; for a hex at its side, the hex's centre."""
    (sx, sy), (ex, ey) = ((x * math.sqrt(3), y) for x, y in ((story.x, story.y), (line.x, line.y)))
    times = []
    points = [corner_of(*grid.axial(place), corner) for corner in range(6)]
    ends = [(x * math.sqrt(3), y) for x, y in map(drawn, points)]
    for (px, py), (qx, qy) in pairwise([*ends, ends[0]]):
        one, other = ((ex - sx) * (y - sy) - (ey - sy) * (x - sx) for x, y in ((px, py), (qx, qy)))
        if abs(one - other) > 1e-9 and min(one, other) <= 1e-9 and max(one, other) >= -1e-9:
            share = one / (one - other)
            x, y = px + share * (qx - px), py + share * (qy - py)
            times.append(((x - sx) * (ex - sx) + (y - sy) * (ey - sy)) / ((ex - sx) ** 2 + (ey - sy) ** 2))
    return round((min(times) + max(times)) / 2, 9)


def test_a_trace_tells_ties_and_what_cuts_in_order() -> None:
    walls = mask_of([at(1, 0), at(1, -1), at(3, -1)])
    story = trace(FIELD, at(0, 0), 0, at(4, -2), walls)
    low, middle, high = story.lines
    assert [line.corner for line in story.lines] == [2, 3, 4]
    assert low.cut_by == (at(1, 0), at(3, -1))
    assert middle.passed == ((at(1, -1), at(1, 0)), (at(2, -1),), (at(3, -2), at(3, -1)))
    assert middle.cut_by == (at(1, -1), at(1, 0))
    assert high.cut_by == (at(1, -1),)
    assert msgspec.json.decode(msgspec.json.encode(story), type=LinesTrace) == story


def test_along_the_edge_of_the_mat_nothing_cuts_from_outside() -> None:
    grid = HexGrid.of(3, 5)
    top, bottom = grid.number("A1"), grid.number("A5")
    assert {line.corner: hexes_of(line.entered) for line in lines(grid, top, 3, bottom)}[4] == []
    assert not any(line.sides for line in lines(grid, grid.number("A1"), 0, grid.number("C1")))
    # the line over the tips of the first row runs through hexes that are not there
    (over,) = [line for line in lines(grid, grid.number("A1"), 5, grid.number("C1")) if line.corner == 5]
    assert over == Line(5, 0, ())


# ---- big mats and small memories


@settings(max_examples=20)
@given(st.integers(0, 199), st.integers(0, 199), facings)
def test_the_biggest_mat_works_like_a_small_one(column: int, row: int, corner: int) -> None:
    grid = HexGrid.of(MOST, MOST)
    place, other = row * MOST + column, 77 * MOST + 77
    q, r = grid.axial(place)
    assert grid.at(q, r) == place
    offset = grid.offset(place, other)
    if any(offset):
        assert bool(grid.wedge(place, corner) >> other & 1) == (corner in gun_corners(*offset))
    for line in lines(grid, place, corner, other):
        assert line.entered.bit_count() <= 2 * grid.distance(place, other)
        assert cut(line, grid.all) == bool(line.entered or line.sides)


def test_a_full_table_is_emptied_and_answers_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    roomy = HexGrid(6, 5)
    questions = [(a, corner, b) for a, corner, b in product(range(0, 30, 4), range(6), range(30)) if a != b]
    expected = [lines(roomy, *question) for question in questions]
    monkeypatch.setattr(tables, "ROOM_BITS", 30_000)
    small = HexGrid(6, 5)
    assert [lines(small, *question) for question in questions * 2] == expected * 2
    assert len(_lines(small)) <= 9


def test_the_module_shows_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_module("hulldown.geometry.hexes", run_name="__main__")
    shown = capsys.readouterr().out
    assert "  corner 3: E5|E6 F5 F4|G5\n" in shown
    assert "  corner 2: E6 F5 G5, cut by G5\n" in shown
    assert "  6   .   b   a   >   1   2   3   4" in shown
