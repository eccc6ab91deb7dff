"""The square board: published tables, and every quick answer against a slow one written here."""

import math
import runpy
from collections import deque
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import pairwise, product
from operator import and_, or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hulldown.geometry.squares import (
    FACING_NAMES,
    FACINGS,
    MOST,
    Arc,
    Blocker,
    Corner,
    Grid,
    Pathfinder,
    Reach,
    Sight,
    Trace,
    Zone,
    direct_range,
    in_arc,
    mask_of,
    nearest_point_range,
    parabolic_range,
    squares_of,
    zone,
)
from hulldown.geometry.squares import grid as grid_module

N, NE, E, SE, S, SW, W, NW = range(8)
Offset = tuple[int, int]

# rows: 0 to 10 squares one way; columns: 0 to 12 squares the other way
DIRECT = """
 0  1  2  3  4  5  6  7  8  9 10 11 12
 1  1  2  3  4  5  6  7  8  9 10 11 12
 2  2  3  4  4  5  6  7  8  9 10 11 12
 3  3  4  4  5  6  7  8  9  9 10 11 12
 4  4  4  5  6  6  7  8  9 10 11 12 13
 5  5  5  6  6  7  8  9  9 10 11 12 13
 6  6  6  7  7  8  8  9 10 11 12 13 13
 7  7  7  8  8  9  9 10 11 11 12 13 14
 8  8  8  9  9  9 10 11 11 12 13 14 14
 9  9  9  9 10 10 11 11 12 13 13 14 15
10 10 10 10 11 11 12 12 13 13 14 15 16
"""
PARABOLIC = """
 0  1  2  3  4  5  6  7  8  9 10 11 12
 1  2  3  4  5  6  7  8  9 10 11 12 13
 2  3  3  4  5  6  7  8  9 10 11 12 13
 3  4  4  5  5  6  7  8  9 10 11 12 13
 4  5  5  5  6  7  8  9  9 10 11 12 13
 5  6  6  6  7  8  8  9 10 11 12 13 13
 6  7  7  7  8  8  9 10 10 11 12 13 14
 7  8  8  8  9  9 10 10 11 12 13 14 14
 8  9  9  9  9 10 10 11 12 13 13 14 15
 9 10 10 10 10 11 11 12 13 13 14 15 15
10 11 11 11 11 12 12 13 13 14 15 15 16
"""
# target; terrain squares that close the line; grid corners in half squares with their flanking pair; unit squares
LINES = """
2,0 | 1,0 | | 1,0
2,1 | 1,0 1,1 | | 1,0 1,1
2,2 | 1,1 | 1,1:0,1/1,0 3,3:1,2/2,1 | 1,1
3,1 | 1,0 2,1 | 3,1:1,1/2,0 | 1,0 2,1
3,2 | 1,0 1,1 2,1 2,2 | | 1,1 2,1
4,1 | 1,0 2,0 2,1 3,1 | | 1,0 2,0 2,1 3,1
4,2 | 1,0 1,1 2,1 3,1 3,2 | | 1,0 1,1 2,1 3,1 3,2
4,3 | 1,0 1,1 2,1 2,2 3,2 3,3 | | 1,1 2,1 2,2 3,2
5,1 | 1,0 2,0 3,1 4,1 | 5,1:2,1/3,0 | 1,0 2,0 3,1 4,1
5,2 | 1,0 1,1 2,1 3,1 4,1 4,2 | | 1,0 2,1 3,1 4,2
5,3 | 1,0 1,1 2,1 3,2 4,2 4,3 | 5,3:2,2/3,1 | 1,1 2,1 3,2 4,2
9,2 | 1,0 2,0 2,1 3,1 4,1 5,1 6,1 7,1 7,2 8,2 | | 1,0 2,0 3,1 4,1 5,1 6,1 7,2 8,2
9,3 | 1,0 2,1 3,1 4,1 5,2 6,2 7,2 8,3 | 3,1:1,1/2,0 9,3:4,2/5,1 15,5:7,3/8,2 | 1,0 2,1 3,1 4,1 5,2 6,2 7,2 8,3
"""

# ---- plain geometry, as slow and as clear as can be


def plain_range(reaches: Callable[[int], bool]) -> int:
    r = 0
    while not reaches(r):
        r += 1
    return r


def plain_turn(facing: int, dx: int, dy: int) -> tuple[int, int]:
    fx, fy = FACINGS[facing]
    return fx * dx + fy * dy, abs(fx * dy - fy * dx)


def plain_unit_blocks(d: Offset, u: Offset) -> bool:
    length, t = d[0] ** 2 + d[1] ** 2, d[0] * u[0] + d[1] * u[1]
    return 0 < t < length and 4 * (d[0] * u[1] - d[1] * u[0]) ** 2 < length


def plain_crossed(d: Offset, u: Offset) -> bool:
    sides = [d[0] * (2 * u[1] + j) - d[1] * (2 * u[0] + i) for i in (-1, 1) for j in (-1, 1)]
    return min(sides) < 0 < max(sides)


def between(n: int) -> range:
    return range(min(0, n), max(0, n) + 1)


def plain_box(d: Offset) -> Iterator[Offset]:
    return ((x, y) for x in between(d[0]) for y in between(d[1]) if (x, y) not in ((0, 0), d))


def plain_corners(d: Offset) -> Iterator[tuple[Offset, frozenset[Offset]]]:
    if max(abs(d[0]), abs(d[1])) <= 1:
        return
    sx, sy = (1 if n > 0 else -1 for n in d)
    for i, j in product(between(2 * d[0]), between(2 * d[1])):
        if i % 2 and j % 2 and d[0] * j == d[1] * i:
            yield (i, j), frozenset([((i + sx) // 2, (j - sy) // 2), ((i - sx) // 2, (j + sy) // 2)])


def plain_blockers(d: Offset, terrain: set[Offset], units: set[Offset]) -> set[tuple[Offset, str]]:
    found = {(u, "terrain") for u in plain_box(d) if u in terrain and plain_crossed(d, u)}
    found |= {(u, "unit") for u in plain_box(d) if u in units and plain_unit_blocks(d, u)}
    return found | {(u, "corner") for _, pair in plain_corners(d) if pair <= terrain for u in pair}


Pose = tuple[int, int, int]


def plain_gap(grid: Grid, closed: int, x: int, y: int, facing: int) -> bool:
    fx, fy = FACINGS[facing]
    beside = [(x + fx, y), (x, y + fy)]
    return fx * fy == 0 or not all(on(grid, a, b) and closed >> grid.square(a, b) & 1 for a, b in beside)


def on(grid: Grid, x: int, y: int) -> bool:
    return 0 <= x < grid.columns and 0 <= y < grid.rows


def plain_steps(grid: Grid, closed: int, free: int, pose: Pose, wheels: bool) -> Iterator[Pose]:
    x, y, facing = pose
    if not wheels:
        yield x, y, (facing - 1) % 8
        yield x, y, (facing + 1) % 8
    for way in (facing - 1, facing, facing + 1) if wheels else (facing,):
        fx, fy = FACINGS[way % 8]
        if (
            on(grid, x + fx, y + fy)
            and free >> grid.square(x + fx, y + fy) & 1
            and plain_gap(grid, closed, x, y, way % 8)
        ):
            yield x + fx, y + fy, way % 8


def plain_reach(grid: Grid, closed: int, free: int, start: Pose, steps: int, wheels: bool) -> dict[Pose, int]:
    free |= 1 << grid.square(start[0], start[1])
    found: dict[Pose, int] = {}
    queue = deque([(start, 0)])
    while queue:
        pose, gone = queue.popleft()
        for after in plain_steps(grid, closed, free, pose, wheels) if gone < steps else ():
            if after not in found:
                found[after] = gone + 1
                queue.append((after, gone + 1))
    return found


# ---- boards to try


@st.composite
def grids(draw: st.DrawFn, most: int = 11) -> Grid:
    return Grid.of(draw(st.integers(1, most)), draw(st.integers(1, most)))


def sets(grid: Grid, rarity: int) -> st.SearchStrategy[int]:
    """Sets of squares in which about one square in `2 ** rarity` is taken."""
    masks = st.lists(st.integers(0, grid.all), min_size=rarity, max_size=rarity)
    return masks.map(lambda some: reduce(and_, some))


class Ground:
    """A board with closed ground, other things in the way, and a pose to start from."""

    def __init__(self, grid: Grid, closed: int, others: int, square: int, facing: int, steps: int) -> None:
        self.grid, self.closed, self.square, self.facing, self.steps = grid, closed, square, facing, steps
        self.others = others
        self.free = grid.all & ~closed & ~others

    def __repr__(self) -> str:
        marks = ["#" if self.closed >> s & 1 else "o" if self.others >> s & 1 else "." for s in range(self.grid.size)]
        rows = ["".join(marks[i : i + self.grid.columns]) for i in range(0, self.grid.size, self.grid.columns)]
        return "\n".join(["", *rows, f"{self.square} {FACING_NAMES[self.facing]} {self.steps} steps"])

    @property
    def start(self) -> Pose:
        return (*self.grid.xy(self.square), self.facing)

    def reach(self, wheels: bool) -> Reach:
        drive = Pathfinder(self.grid, self.closed)
        return (drive.wheeled if wheels else drive.tracked)(self.free, self.square, self.facing, self.steps)

    def plain(self, wheels: bool) -> dict[Pose, int]:
        return plain_reach(self.grid, self.closed, self.free, self.start, self.steps, wheels)


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    grid = draw(grids())
    closed, others = draw(sets(grid, draw(st.integers(1, 3)))), draw(sets(grid, 3))
    return Ground(grid, closed, others, *draw(poses_on(grid)), draw(st.integers(0, 9)))


def poses_on(grid: Grid) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(0, grid.size - 1), st.integers(0, 7))


class Turned:
    """A board after one of the eight symmetries of a square: k quarter turns, mirrored first or not."""

    def __init__(self, grid: Grid, symmetry: int) -> None:
        self.old, self.turns, self.mirrored = grid, symmetry % 4, symmetry >= 4
        self.grid = Grid.of(grid.rows, grid.columns) if self.turns % 2 else grid

    def offset(self, dx: int, dy: int) -> Offset:
        dx = -dx if self.mirrored else dx
        for _ in range(self.turns):
            dx, dy = -dy, dx
        return dx, dy

    def square(self, square: int) -> int:
        (x, y), (right, down) = self.old.xy(square), (self.old.columns - 1, self.old.rows - 1)
        x2, y2 = self.offset(2 * x - right, 2 * y - down)
        return self.grid.square((x2 + self.grid.columns - 1) // 2, (y2 + self.grid.rows - 1) // 2)

    def mask(self, mask: int) -> int:
        return mask_of(map(self.square, squares_of(mask)))

    def facing(self, facing: int) -> int:
        return FACINGS.index(self.offset(*FACINGS[facing]))

    def pose(self, pose: int) -> int:
        return self.square(pose >> 3) * 8 + self.facing(pose & 7)


def table(text: str) -> Iterator[tuple[int, int, int]]:
    for dy, row in enumerate(text.split("\n")[1:-1]):
        for dx, r in enumerate(row.split()):
            yield dx, dy, int(r)


def places(text: str) -> list[Offset]:
    return [(int(x), int(y)) for x, y in (place.split(",") for place in text.split())]


untimed = settings(deadline=None)
thorough = settings(deadline=None, max_examples=400)
offsets = st.integers(-199, 199)
symmetries = st.integers(0, 7)


# ---- the board


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (201, 5), (5, 201), (-1, 3)])
def test_a_board_of_an_impossible_size_is_refused_in_one_sentence(shape: Offset) -> None:
    with pytest.raises(ValueError, match=f"1 to 200 columns and rows; this one has {shape[0]} and {shape[1]}$"):
        Grid.of(*shape)


def test_equal_boards_are_one_board() -> None:
    assert Grid.of(24, 18) is Grid.of(24, 18)
    assert Grid.of(24, 18) is not Grid.of(18, 24)


def test_squares_are_named_by_column_letter_and_row_number() -> None:
    grid = Grid.of(24, 18)
    assert (grid.names[0], grid.names[23], grid.names[24], grid.names[-1]) == ("A1", "X1", "A2", "X18")
    assert grid.xy(grid.number("O14")) == (14, 13)
    wide = Grid.of(200, 2)
    assert [wide.names[x] for x in (25, 26, 27, 51, 52, 199)] == ["Z1", "AA1", "AB1", "AZ1", "BA1", "GR1"]


@pytest.mark.parametrize("name", ["Y1", "A19", "A0", "", "14", "O", "o14", "A01", "AA1", " A1", "A1\n", "A-1", "Ä1"])
def test_a_name_off_the_board_is_refused_with_the_name_and_the_board(name: str) -> None:
    with pytest.raises(ValueError, match=r"there is no square .* on a board that goes from A1 to X18") as refused:
        Grid.of(24, 18).number(name)
    assert repr(name) in str(refused.value)


@untimed
@given(grids(60), st.data())
def test_names_numbers_and_places_round_trip(grid: Grid, data: st.DataObject) -> None:
    square = data.draw(st.integers(0, grid.size - 1))
    assert grid.number(grid.names[square]) == square
    assert grid.square(*grid.xy(square)) == square
    assert len(set(grid.names)) == grid.size == grid.all.bit_length()


@pytest.mark.parametrize("place", [(-1, 0), (24, 0), (0, 18), (0, -1)])
def test_a_place_off_the_board_is_no_square(place: Offset) -> None:
    with pytest.raises(ValueError, match=f"column {place[0]}, row {place[1]} is off a board of 24 columns and 18 rows"):
        Grid.of(24, 18).square(*place)


@untimed
@given(grids(), st.data())
def test_ahead_is_the_neighbour_in_that_direction_or_nothing(grid: Grid, data: st.DataObject) -> None:
    square, facing = data.draw(poses_on(grid))
    (x, y), (fx, fy) = grid.xy(square), FACINGS[facing]
    there = grid.square(x + fx, y + fy) if on(grid, x + fx, y + fy) else -1
    assert grid.ahead(square, facing) == there
    assert there == -1 or grid.offset(square, there) == (fx, fy)
    assert grid.moved(1 << square, facing) == (0 if there == -1 else 1 << there)
    assert grid.neighbours(square) == mask_of(s for f in range(8) if (s := grid.ahead(square, f)) >= 0)


@untimed
@given(grids(), st.data(), st.integers(0, 10))
def test_around_is_the_box_of_that_many_steps(grid: Grid, data: st.DataObject, steps: int) -> None:
    square = data.draw(st.integers(0, grid.size - 1))
    box = [s for s in range(grid.size) if max(map(abs, grid.offset(square, s))) <= steps]
    assert squares_of(grid.around(square, steps)) == box


@untimed
@given(st.sets(st.integers(0, 500)))
def test_a_set_of_squares_is_a_number_and_back(some: set[int]) -> None:
    assert squares_of(mask_of(some)) == sorted(some)


# ---- ranges


@pytest.mark.parametrize(("text", "ruler"), [(DIRECT, direct_range), (PARABOLIC, parabolic_range)])
def test_ranges_are_those_of_the_published_table(text: str, ruler: Callable[[int, int], int]) -> None:
    rows = list(table(text))
    assert len(rows) == 13 * 11
    assert [(dx, dy, ruler(dx, dy)) for dx, dy, _ in rows] == rows


@pytest.mark.parametrize(
    ("ruler", "greatest"),
    [
        (direct_range, [6, 20, 42, 72, 110, 156, 210, 272]),
        (parabolic_range, [4, 16, 36, 64, 100, 144, 196, 256]),
    ],
)
def test_sections_of_two_squares_reach_as_far_as_published(
    ruler: Callable[[int, int, int], int], greatest: list[int]
) -> None:
    for dx, dy in product(range(18), repeat=2):
        square = dx * dx + dy * dy
        if 0 < square <= greatest[-1]:
            assert ruler(dx, dy, 2) == 1 + sum(square > limit for limit in greatest)
        elif square:
            assert ruler(dx, dy, 2) > 8


@pytest.mark.parametrize(("place", "r"), [((3, 2), 3), ((4, 4), 5), ((0, 0), 0), ((1, 1), 1), ((7, 0), 7)])
def test_the_nearest_point_of_a_square_is_sometimes_one_nearer(place: Offset, r: int) -> None:
    assert nearest_point_range(*place) == r


def test_the_nearest_point_differs_in_115_of_819_offsets_and_always_by_one() -> None:
    offsets_to_39 = [(dx, dy) for dx in range(1, 40) for dy in range(dx + 1)]
    differences = [direct_range(dx, dy) - nearest_point_range(dx, dy) for dx, dy in offsets_to_39]
    assert (len(differences), sum(differences), max(differences), min(differences)) == (819, 115, 1, 0)


def test_range_one_is_exactly_the_eight_neighbours() -> None:
    near = {(dx, dy) for dx, dy in product(range(-39, 40), repeat=2) if direct_range(dx, dy) == 1}
    assert near == set(FACINGS)


@untimed
@given(offsets, offsets, st.integers(1, 5))
def test_ranges_are_the_smallest_that_reach_and_the_same_from_both_ends(dx: int, dy: int, k: int) -> None:
    square = dx * dx + dy * dy
    least = 1 if square else 0
    assert direct_range(dx, dy, k) == max(least, plain_range(lambda r: (2 * k * r + 1) ** 2 >= 4 * square))
    assert parabolic_range(dx, dy, k) == plain_range(lambda r: (k * r) ** 2 >= square)
    nearest = max(0, 2 * abs(dx) - 1) ** 2 + max(0, 2 * abs(dy) - 1) ** 2
    assert nearest_point_range(dx, dy) == plain_range(lambda r: 4 * r * r >= nearest)
    for x, y in ((-dx, -dy), (dy, dx), (-dx, dy)):
        assert direct_range(x, y, k) == direct_range(dx, dy, k)
        assert parabolic_range(x, y, k) == parabolic_range(dx, dy, k)
        assert nearest_point_range(x, y) == nearest_point_range(dx, dy)


# ---- zones and arcs; the published vectors count rows upwards


@pytest.mark.parametrize(
    ("facing", "right", "up", "expected"),
    [
        (N, 4, 5, "front"),
        (N, 5, 5, "side"),
        (N, 5, -5, "side"),
        (N, 4, -5, "rear"),
        (NE, 0, 5, "side"),
        (NE, 1, 5, "front"),
        (NE, -5, 0, "side"),
        (NE, -5, -1, "rear"),
        (N, 0, 0, "side"),
    ],
)
def test_the_zone_is_the_published_one(facing: int, right: int, up: int, expected: str) -> None:
    assert zone(facing, right, -up) == expected
    assert zone(facing, right, -up) is Zone(expected)


@pytest.mark.parametrize(
    ("arc", "facing", "right", "up", "inside"),
    [
        (Arc.A27, N, 1, 2, True),
        (Arc.A27, N, -2, 4, True),
        (Arc.A27, N, 2, 3, False),
        (Arc.A27, N, 0, -3, False),
        (Arc.A27, N, 0, 0, False),
        (Arc.A27, NE, 1, 3, True),
        (Arc.A27, NE, 3, 1, True),
        (Arc.A27, NE, 1, 4, False),
        (Arc.A27, NE, 40, 13, True),  # 26.996°, beyond the rule of thumb
        (Arc.A27, N, 27, 53, True),  # 26.995°
        (Arc.A27, N, 26, 51, False),  # 27.01°
        (Arc.A45, N, 4, 5, True),
        (Arc.A45, N, 5, 5, False),
        (Arc.A45, NE, 0, 5, False),
        (Arc.A45, NE, 1, 5, True),
        (Arc.A45, N, 0, 0, False),
        (Arc.A90, N, 7, 0, True),
        (Arc.A90, N, 7, -1, False),
        (Arc.A90, NE, -4, 4, True),
        (Arc.A90, NE, -4, 3, False),
        (Arc.A360, S, 0, 9, True),
        (Arc.A360, S, 0, 0, True),
    ],
)
def test_the_arc_holds_what_it_should(arc: Arc, facing: int, right: int, up: int, inside: bool) -> None:
    assert in_arc(arc, facing, right, -up) is inside


def test_the_narrow_arc_is_27_degrees_wherever_two_squares_can_lie() -> None:
    differing = {0: math.inf, 1: math.inf}
    for dx, dy in product(range(MOST), repeat=2):
        for facing in (E, SE):  # the others are mirror images
            dot, cross = plain_turn(facing, dx, dy)
            inside = in_arc(Arc.A27, facing, dx, dy)
            assert inside == (dot > 0 and math.degrees(math.atan2(cross, dot)) <= 27)
            if inside != (dot > 0 and 2 * cross <= dot):
                differing[facing % 2] = min(differing[facing % 2], dx * dx + dy * dy)
    assert differing == {0: 27**2 + 53**2, 1: 40**2 + 13**2}  # the rule of thumb holds to 59.4 and 42.0 squares


@untimed
@given(symmetries, st.sampled_from(Arc), st.integers(0, 7), offsets, offsets)
def test_zones_and_arcs_turn_with_the_board(symmetry: int, arc: Arc, facing: int, dx: int, dy: int) -> None:
    turned = Turned(Grid.of(1, 1), symmetry)
    assert in_arc(arc, facing, dx, dy) == in_arc(arc, turned.facing(facing), *turned.offset(dx, dy))
    assert zone(facing, dx, dy) == zone(turned.facing(facing), *turned.offset(dx, dy))


@untimed
@given(st.integers(0, 7), offsets, offsets)
def test_front_and_rear_are_the_exclusive_45_degrees_ahead_and_behind(facing: int, dx: int, dy: int) -> None:
    dot, cross = plain_turn(facing, dx, dy)
    assert zone(facing, dx, dy) == ("front" if dot > cross else "rear" if -dot > cross else "side")
    assert in_arc(Arc.A45, facing, dx, dy) == (zone(facing, dx, dy) is Zone.FRONT)
    assert in_arc(Arc.A90, facing, dx, dy) == (dot >= 0)


@untimed
@given(grids(14), st.sampled_from(Arc), st.data())
def test_the_squares_of_an_arc_are_those_that_lie_in_it(grid: Grid, arc: Arc, data: st.DataObject) -> None:
    square, facing = data.draw(poses_on(grid))
    inside = [s for s in range(grid.size) if in_arc(arc, facing, *grid.offset(square, s))]
    assert squares_of(grid.arc(arc, facing, square)) == inside
    assert grid.arc(arc, facing, square) == mask_of(inside)


# ---- driving


def names(grid: Grid, reach: Reach, steps: int) -> list[str]:
    return [f"{grid.names[pose >> 3]} {FACING_NAMES[pose & 7]}" for pose in reach.poses(steps)]


def test_one_tracked_step_is_a_square_ahead_or_a_turn() -> None:
    grid = Grid.of(5, 5)
    reach = Pathfinder(grid, 0).tracked(grid.all, grid.number("C3"), N, 1)
    assert names(grid, reach, 1) == ["C2 N", "C3 NE", "C3 NW"]


def test_one_wheeled_step_is_a_square_ahead_after_a_turn_or_none() -> None:
    grid = Grid.of(5, 5)
    reach = Pathfinder(grid, 0).wheeled(grid.all, grid.number("C3"), N, 1)
    assert names(grid, reach, 1) == ["C2 N", "D2 NE", "B2 NW"]


def test_turning_and_turning_back_reaches_the_start_in_two_steps() -> None:
    grid = Grid.of(5, 5)
    start = grid.number("C3") * 8 + E
    reach = Pathfinder(grid, 0).tracked(0, start >> 3, E, 3)
    assert reach.steps_to(start) == 2
    assert reach.path(start) == (start, start + 1, start)
    assert reach.layers[0] == (0, 0, 1 << grid.number("C3"), 0, 0, 0, 0, 0)


def test_wheels_come_back_to_their_start_by_a_loop_though_it_is_not_free() -> None:
    grid = Grid.of(7, 7)
    start = grid.number("C3")
    reach = Pathfinder(grid, 0).wheeled(grid.all ^ 1 << start, start, N, 8)
    assert reach.steps_to(start * 8 + N) == 8


def test_a_diagonal_step_between_two_closed_squares_is_closed_and_beside_one_it_is_open() -> None:
    grid = Grid.of(3, 3)
    one, both = mask_of([grid.number("B1")]), mask_of([grid.number("B1"), grid.number("A2")])
    for closed, steps in ((0, 1), (one, 1), (both, None)):
        drive = Pathfinder(grid, closed)
        there = grid.number("B2") * 8 + SE
        assert drive.tracked(grid.all & ~closed, 0, SE, 1).steps_to(there) == steps
        assert drive.wheeled(grid.all & ~closed, 0, SE, 1).steps_to(there) == steps
        assert drive.may_step(0, SE) is (steps == 1)
        assert drive.may_step(grid.number("B2"), NW) is (steps == 1)
        assert drive.may_step(0, E)


def test_other_things_in_the_way_do_not_close_a_gap() -> None:
    grid = Grid.of(3, 3)
    free = grid.all & ~mask_of([grid.number("B1"), grid.number("A2")])
    assert Pathfinder(grid, 0).tracked(free, 0, SE, 1).steps_to(grid.number("B2") * 8 + SE) == 1


def test_nothing_drives_off_the_board_and_in_again_on_the_other_side() -> None:
    grid = Grid.of(4, 4)
    for square, facing in product(range(grid.size), range(8)):
        straight = Pathfinder(grid, 0).tracked(grid.all, square, facing, 1).layers[1][facing]
        assert squares_of(straight) == [s for s in (grid.ahead(square, facing),) if s >= 0]


@thorough
@given(grounds(), st.booleans())
def test_the_wavefront_finds_what_a_plain_search_finds(ground: Ground, wheels: bool) -> None:
    grid, reach, plain = ground.grid, ground.reach(wheels), ground.plain(wheels)
    steps_to = {grid.square(x, y) * 8 + facing: steps for (x, y, facing), steps in plain.items()}
    assert {pose: reach.steps_to(pose) for pose in reach.poses(ground.steps)} == steps_to
    assert all(reach.steps_to(pose) == steps_to.get(pose) for pose in range(grid.size * 8))
    assert len(reach.layers) == ground.steps + 1
    assert reach.start == ground.square * 8 + ground.facing
    for steps in range(ground.steps + 1):
        within = [pose for pose, needed in steps_to.items() if needed <= steps]
        assert list(reach.poses(steps)) == sorted(within, key=lambda p: (steps_to[p], p & 7, p >> 3))


@untimed
@given(grounds())
def test_the_gap_test_knows_both_squares_beside_a_diagonal(ground: Ground) -> None:
    drive = Pathfinder(ground.grid, ground.closed)
    for square, facing in product(range(ground.grid.size), range(8)):
        assert drive.may_step(square, facing) == plain_gap(ground.grid, ground.closed, *ground.grid.xy(square), facing)


@thorough
@given(grounds(), st.booleans())
def test_a_path_is_legal_and_takes_the_fewest_steps_and_the_first_of_equal_ways(ground: Ground, wheels: bool) -> None:
    grid, reach, plain = ground.grid, ground.reach(wheels), ground.plain(wheels)
    free = ground.free | 1 << ground.square
    layers = {(*grid.xy(p >> 3), p & 7): s for p, s in ((p, reach.steps_to(p)) for p in reach.poses(ground.steps))}
    assert layers == plain
    for pose in reach.poses(ground.steps):
        path = reach.path(pose)
        assert len(path) == plain[(*grid.xy(pose >> 3), pose & 7)] + 1
        assert (path[0], path[-1], path[-2]) == (reach.start, pose, reach.before(pose))
        way: list[Pose] = [(*grid.xy(p >> 3), p & 7) for p in path]
        for left, (before, after) in enumerate(pairwise(way)):
            assert after in plain_steps(grid, ground.closed, free, before, wheels)
            for better in _sources_before(before, after, wheels):
                legal = on(grid, *better[:2]) and after in plain_steps(grid, ground.closed, free, better, wheels)
                reached = better == ground.start if left == 0 else plain.get(better) == left
                assert not (legal and reached)


def test_a_path_does_not_take_a_closed_gap_though_the_pose_before_it_was_reached_in_time() -> None:
    grid = Grid.of(4, 3)
    closed = mask_of([grid.number("D1"), grid.number("C2")])
    reach = Pathfinder(grid, closed).tracked(grid.all & ~closed, grid.number("A3"), E, 6)
    tempting, end = grid.number("C1") * 8 + SE, grid.number("D2") * 8 + SE
    assert (reach.steps_to(tempting), reach.steps_to(end)) == (5, 6)
    assert reach.before(end) == grid.number("D2") * 8 + E


def _sources_before(chosen: Pose, after: Pose, wheels: bool) -> list[Pose]:
    """What is preferred to `chosen` as the pose before `after`: straight ahead, then a left turn, then a right turn."""
    x, y, facing = after
    fx, fy = FACINGS[facing]
    bx, by = (x - fx, y - fy) if wheels else (x, y)
    order = [(x - fx, y - fy, facing), (bx, by, (facing + 1) % 8), (bx, by, (facing - 1) % 8)]
    return order[: order.index(chosen)]


@untimed
@given(grounds())
def test_a_set_spreads_to_all_neighbours_of_its_squares(ground: Ground) -> None:
    grid = ground.grid
    neighbours = [grid.neighbours(square) for square in squares_of(ground.free)]
    assert grid.spread(ground.free) == reduce(or_, neighbours, ground.free)


@untimed
@given(grounds())
def test_the_lanes_of_a_reach_hold_all_its_poses(ground: Ground) -> None:
    steps = max(1, ground.steps)
    reach = Pathfinder(ground.grid, ground.closed).tracked(ground.free, ground.square, ground.facing, steps)
    poses = {square * 8 + facing for facing, lane in enumerate(reach.lanes) for square in squares_of(lane)}
    assert poses == {*reach.poses(steps)}


@untimed
@given(grounds())
def test_a_flood_covers_what_can_be_driven_to_in_any_number_of_steps(ground: Ground) -> None:
    grid = ground.grid
    covered, queue = {ground.square}, [ground.square]
    while queue:
        x, y = grid.xy(queue.pop())
        for facing in range(8):
            for a, b, _ in plain_steps(grid, ground.closed, ground.free, (x, y, facing), wheels=True):
                if grid.square(a, b) not in covered:
                    covered.add(grid.square(a, b))
                    queue.append(grid.square(a, b))
    assert squares_of(Pathfinder(grid, ground.closed).flood(ground.free, 1 << ground.square)) == sorted(covered)


@untimed
@given(grounds())
def test_a_retreat_tells_from_where_so_many_steps_lead_to_a_goal(ground: Ground) -> None:
    grid, goal = ground.grid, ground.square
    free = ground.free | 1 << goal
    layers = Pathfinder(grid, ground.closed).retreat(ground.free, 1 << goal, 5)
    told = {
        (square, facing): k
        for k, lanes in enumerate(layers)
        for facing in range(8)
        for square in squares_of(lanes[facing])
    }
    for square in squares_of(ground.free & ~(1 << goal))[::5]:
        for facing in range(0, 8, 3):
            start = (*grid.xy(square), facing)
            found = plain_reach(grid, ground.closed, free, start, 5, wheels=False)
            steps = [k for (x, y, _), k in found.items() if grid.square(x, y) == goal]
            assert told.get((square, facing)) == min(steps, default=None)


@untimed
@given(grounds())
def test_places_and_single_poses_are_those_of_the_list(ground: Ground) -> None:
    reach = Pathfinder(ground.grid, ground.closed).tracked(ground.free, ground.square, ground.facing, ground.steps)
    for steps in range(ground.steps + 1):
        poses = reach.poses(steps)
        assert [square * 8 + facing for square, facing in zip(*reach.places(steps), strict=True)] == list(poses)
        assert [reach.pose(place) for place in range(reach.count(steps))] == list(poses)
        assert reach.ways(steps) == [(reach.steps_to(pose), pose, reach.before(pose)) for pose in poses]


@untimed
@given(grounds(), st.booleans())
def test_a_single_pose_needs_no_list(ground: Ground, wheels: bool) -> None:
    reach, listed = ground.reach(wheels), ground.reach(wheels).poses(ground.steps)
    many = reach.count(ground.steps)
    assert [reach.pose(place) for place in reversed(range(many))] == list(reversed(listed))


@untimed
@given(grounds())
def test_wheels_roll_where_one_step_leads_anywhere(ground: Ground) -> None:
    drive = Pathfinder(ground.grid, ground.closed)
    for facing in range(8):
        one_step = drive.wheeled(ground.free, ground.square, facing, 1)
        assert drive.rolls(ground.free, ground.square, facing) == (one_step.count(1) > 0)


@untimed
@given(grounds())
def test_a_step_ahead_leads_into_a_set_from_beside_it_unless_the_gap_is_closed(ground: Ground) -> None:
    grid, drive = ground.grid, Pathfinder(ground.grid, ground.closed)
    for facing, before in enumerate(drive.into(ground.closed)):
        assert squares_of(before) == [
            square
            for square in range(grid.size)
            if (there := grid.ahead(square, facing)) >= 0
            and ground.closed >> there & 1
            and drive.may_step(square, facing)
        ]


@untimed
@given(grounds(), st.booleans(), symmetries)
def test_reach_turns_with_the_board(ground: Ground, wheels: bool, symmetry: int) -> None:
    turned = Turned(ground.grid, symmetry)
    there = Ground(
        turned.grid,
        turned.mask(ground.closed),
        turned.mask(ground.others),
        turned.square(ground.square),
        turned.facing(ground.facing),
        ground.steps,
    ).reach(wheels)
    here = ground.reach(wheels)
    for steps in range(ground.steps + 1):
        assert sorted(map(turned.pose, here.poses(steps))) == sorted(there.poses(steps))


@untimed
@given(grounds(), st.data())
def test_a_remembered_reach_is_the_one_that_would_be_found_again(ground: Ground, data: st.DataObject) -> None:
    drive = Pathfinder(ground.grid, ground.closed)
    for _ in range(4):
        free, wheels = data.draw(sets(ground.grid, 1)) | ground.free, data.draw(st.booleans())
        question = free, *data.draw(poses_on(ground.grid)), data.draw(st.integers(0, 4))
        fresh = Pathfinder(ground.grid, ground.closed)
        again, new = (drive.wheeled, fresh.wheeled) if wheels else (drive.tracked, fresh.tracked)
        assert again(*question).layers == again(*question).layers == new(*question).layers


def test_a_change_out_of_reach_costs_nothing_and_one_within_reach_counts() -> None:
    grid = Grid.of(12, 12)
    drive = Pathfinder(grid, 0)
    near, far, start = grid.number("B3"), grid.number("L12"), grid.number("B2")
    first = drive.tracked(grid.all, start, S, 3)
    assert drive.tracked(grid.all ^ 1 << far, start, S, 3) is first
    assert drive.tracked(grid.all ^ 1 << start, start, S, 3) is first
    assert drive.tracked(grid.all ^ 1 << near, start, S, 3).steps_to(near * 8 + S) is None
    assert first.steps_to(near * 8 + S) == 1


def test_what_is_out_of_reach_has_no_path_and_says_so() -> None:
    grid = Grid.of(5, 5)
    reach = Pathfinder(grid, 0).tracked(grid.all, 0, E, 2)
    for ask in (reach.path, reach.before):
        with pytest.raises(ValueError, match="E5 facing NW is out of reach in 2 steps"):
            ask(grid.number("E5") * 8 + NW)
    with pytest.raises(ValueError, match="asked for 2 steps, so it cannot tell about 3"):
        reach.poses(3)


# ---- sight


def test_lines_cross_and_touch_what_the_published_table_says() -> None:
    grid = Grid.of(10, 4)
    for row in LINES.strip().split("\n"):
        target, terrain, corners, units = (part.strip() for part in row.split("|"))
        (end,) = places(target)
        line = Sight(grid, grid.all).trace(0, grid.square(*end), grid.all)
        assert [grid.xy(s) for s in sorted(line.crossed)] == sorted(places(terrain), key=lambda p: (p[1], p[0]))
        assert {grid.xy(b.square) for b in line.blockers if b.why == "terrain"} == set(places(terrain))
        assert {grid.xy(b.square) for b in line.blockers if b.why == "unit"} == set(places(units))
        assert {grid.xy(square) for square in line.discs} == set(places(units))
        published = [corner.replace(":", "/").split("/") for corner in corners.split()]
        assert [
            ((c.x2, c.y2), {grid.xy(c.left), grid.xy(c.right)}) for c in line.corners
        ] == [(*places(at), {*places(one), *places(other)}) for at, one, other in published]  # fmt: skip


def test_a_trace_tells_what_it_met_in_order() -> None:
    grid = Grid.of(6, 4)
    terrain, units = mask_of(map(grid.number, ("C3", "D2", "E3"))), mask_of([grid.number("B2")])
    a, b = grid.number("A1"), grid.number("F4")
    there, back = (Sight(grid, terrain).trace(*ends, units) for ends in ((a, b), (b, a)))
    blocked = ["B2 unit", "D2 corner", "C3 corner", "E3 terrain"]
    assert [f"{grid.names[x.square]} {x.why}" for x in there.blockers] == blocked
    assert [grid.names[s] for s in there.crossed] == ["B1", "B2", "C2", "D3", "E3", "E4"]
    assert there.corners == (Corner(5, 3, grid.number("D2"), grid.number("C3")),)
    assert not there.clear
    assert back.crossed == there.crossed[::-1]
    assert back.corners == (Corner(5, 3, grid.number("C3"), grid.number("D2")),)
    assert [f"{grid.names[x.square]} {x.why}" for x in back.blockers] == [blocked[i] for i in (3, 2, 1, 0)]


def test_one_closed_square_beside_a_corner_leaves_the_line_open_and_two_close_it() -> None:
    grid = Grid.of(3, 3)
    b1, a2, c3 = map(grid.number, ("B1", "A2", "C3"))
    assert Sight(grid, 1 << b1).clear(0, c3, 1 << a2)
    assert Sight(grid, 0).clear(0, c3, 1 << a2 | 1 << b1)
    assert not Sight(grid, 1 << a2 | 1 << b1).clear(0, c3, 0)


def test_neighbours_and_a_square_itself_are_always_in_sight() -> None:
    grid = Grid.of(5, 5)
    centre, sight = grid.number("C3"), Sight(grid, grid.all)
    assert sight.seen(centre) == grid.neighbours(centre) | 1 << centre
    for square in squares_of(sight.seen(centre)):
        assert sight.clear(centre, square, grid.all)
        assert sight.trace(centre, square, grid.all) == Trace(centre, square, (), (), (), ())


def test_a_unit_that_the_line_only_touches_does_not_close_it() -> None:
    grid = Grid.of(4, 3)
    corner_of_its_square, near_its_centre = mask_of([grid.number("B1")]), mask_of([grid.number("B2")])
    assert Sight(grid, 0).clear(0, grid.number("D3"), corner_of_its_square)
    assert not Sight(grid, 0).clear(0, grid.number("D3"), near_its_centre)
    assert not Sight(grid, corner_of_its_square).clear(0, grid.number("D3"), 0)


@thorough
@given(grounds(), st.data())
def test_sight_is_what_plain_geometry_says(ground: Ground, data: st.DataObject) -> None:
    grid, sight = ground.grid, Sight(ground.grid, ground.closed)
    a, units = ground.square, ground.others
    asked_first = data.draw(st.booleans())
    seen = sight.seen(a) if asked_first else 0
    for b in range(grid.size):
        d = grid.offset(a, b)
        relative = [{grid.offset(a, s) for s in squares_of(mask)} for mask in (ground.closed, units)]
        blockers = plain_blockers(d, relative[0], relative[1])
        line = sight.trace(a, b, units)
        assert {(grid.offset(a, x.square), x.why) for x in line.blockers} == blockers
        assert sight.clear(a, b, units) == line.clear == (not blockers)
        assert (line.start, line.end) == (a, b)
        assert {grid.offset(a, s) for s in line.crossed} == {
            u for u in plain_box(d) if max(map(abs, d)) > 1 and plain_crossed(d, u)
        }
        if asked_first:
            assert bool(seen >> b & 1) == (not plain_blockers(d, relative[0], set()))
    open_to = [b for b in range(grid.size) if sight.clear(a, b, units)]
    assert Sight(grid, ground.closed).visible(a, grid.all, units) == sight.visible(a, grid.all, units) == open_to
    some = data.draw(st.integers(0, grid.all))
    assert sight.visible(a, some, units) == [b for b in open_to if some >> b & 1]
    assert sight.seen(a) >> grid.size == 0


@untimed
@given(grounds())
def test_sight_is_the_same_from_both_ends(ground: Ground) -> None:
    sight, a, units = Sight(ground.grid, ground.closed), ground.square, ground.others
    for b in range(ground.grid.size):
        there, back = sight.trace(a, b, units), sight.trace(b, a, units)
        assert sight.clear(a, b, units) == sight.clear(b, a, units)
        assert sight.seen(a) >> b & 1 == sight.seen(b) >> a & 1
        assert back.crossed == there.crossed[::-1]
        assert [Corner(c.x2, c.y2, c.right, c.left) for c in back.corners] == list(there.corners[::-1])
        assert set(back.blockers) == set(there.blockers)


@untimed
@given(grids(14), st.data())
def test_a_trace_runs_along_its_line(grid: Grid, data: st.DataObject) -> None:
    a, b = (data.draw(st.integers(0, grid.size - 1)) for _ in range(2))
    line, (dx, dy), (ax, ay) = Sight(grid, grid.all).trace(a, b, grid.all), grid.offset(a, b), grid.xy(a)

    def along(x2: int, y2: int) -> int:
        return (x2 - 2 * ax) * dx + (y2 - 2 * ay) * dy

    def centre(square: int) -> int:
        x, y = grid.xy(square)
        return along(2 * x, 2 * y)

    met = [centre(square) for square in line.crossed]
    assert met == sorted(set(met))
    turning = [along(corner.x2, corner.y2) for corner in line.corners]
    assert turning == sorted(set(turning))
    for corner in line.corners:
        assert (corner.x2 - 2 * ax) * dy == (corner.y2 - 2 * ay) * dx
        for square, side in ((corner.left, -1), (corner.right, 1)):
            (ux, uy), (x, y) = grid.offset(a, square), grid.xy(square)
            assert (abs(2 * x - corner.x2), abs(2 * y - corner.y2)) == (1, 1)
            assert (dx * uy - dy * ux) * side > 0
    corner_at = {square: along(c.x2, c.y2) for c in line.corners for square in (c.left, c.right)}
    order = [corner_at[x.square] if x.why == "corner" else centre(x.square) for x in line.blockers]
    assert order == sorted(order)


@untimed
@given(grounds(), symmetries)
def test_sight_turns_with_the_board(ground: Ground, symmetry: int) -> None:
    turned = Turned(ground.grid, symmetry)
    here, there = Sight(ground.grid, ground.closed), Sight(turned.grid, turned.mask(ground.closed))
    a, units = ground.square, ground.others
    assert turned.mask(here.seen(a)) == there.seen(turned.square(a))
    for b in range(ground.grid.size):
        one = here.trace(a, b, units)
        other = there.trace(turned.square(a), turned.square(b), turned.mask(units))
        assert tuple(map(turned.square, one.crossed)) == other.crossed
        assert {Blocker(turned.square(x.square), x.why) for x in one.blockers} == set(other.blockers)
        assert [{turned.square(c.left), turned.square(c.right)} for c in one.corners] == [
            {c.left, c.right} for c in other.corners
        ]


# ---- big boards


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_biggest_board_works_like_a_small_one(data: st.DataObject) -> None:
    grid = Grid.of(MOST, MOST)
    a, b = (grid.square(data.draw(st.integers(0, 199)), data.draw(st.integers(0, 199))) for _ in range(2))
    d = grid.offset(a, b)
    line = Sight(grid, 0).trace(a, b, 0)
    if max(map(abs, d)) > 1:
        assert {grid.offset(a, s) for s in line.crossed} == {u for u in plain_box(d) if plain_crossed(d, u)}
        some = mask_of(data.draw(st.lists(st.sampled_from(line.crossed), max_size=1)) if line.crossed else [])
        assert Sight(grid, some).clear(a, b, 0) == (not some)
        blocks = all(plain_unit_blocks(d, grid.offset(a, s)) for s in squares_of(some))
        assert Sight(grid, 0).clear(a, b, some) == (not some or not blocks)
    facing = data.draw(st.integers(0, 7))
    reach = Pathfinder(grid, 0).tracked(grid.all, a, facing, 4)
    plain = plain_reach(grid, 0, grid.all, (*grid.xy(a), facing), 4, wheels=False)
    assert {(*grid.xy(pose >> 3), pose & 7) for pose in reach.poses(4)} == set(plain)
    assert bool(grid.arc(Arc.A27, facing, a) >> b & 1) == in_arc(Arc.A27, facing, *d)


def test_the_biggest_board_draws_only_the_lines_it_is_asked_for() -> None:
    grid = Grid.of(199, MOST)
    sight = Sight(grid, 0)
    assert sight.clear(0, grid.size - 1, 0)
    assert sight.clear(grid.size - 1, 0, 0)
    assert sight.clear(0, 70, 0)
    assert len(sight._lines) == 2
    assert Sight(Grid.of(199, 3), 0)._lines is sight._lines


def test_a_full_table_is_emptied_and_answers_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    walls = mask_of([5, 17, 30, 31])
    roomy = Sight(Grid(7, 6), walls)
    expected = [roomy.seen(square) for square in range(42)]
    monkeypatch.setattr(grid_module, "ROOM_BITS", 3 * 42)
    small = Sight(Grid(7, 6), walls)
    assert [small.seen(square) for square in (*range(42), *range(42))] == expected * 2
    assert len(small._seen) <= 3


def test_the_module_shows_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_module("hulldown.geometry.squares", run_name="__main__")
    shown = capsys.readouterr().out
    assert "closed by N5 (terrain)" in shown
    assert "  6 . 5 > 1 2 3 4 5" in shown
