"""Cover on the square board: published cases, and every quick answer against a slow one written here."""

import math
import random
import runpy
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hulldown.geometry.squares import (
    ALL_LINES,
    FACINGS,
    MOST,
    POINTS,
    Arc,
    Cover,
    CoverTrace,
    Grid,
    Obstacle,
    Seen,
    Sight,
    Zone,
    angled,
    clears,
    in_arc,
    mask_of,
    section_range,
    section_reach,
    seen,
    squares_of,
    turned,
    within_135,
    zone,
)
from tests.geometry.test_squares import Turned, grids, sets

N, NE, E, SE, S, SW, W, NW = range(8)
Offset = tuple[int, int]

untimed = settings(deadline=None)
offsets = st.integers(-40, 40)
vectors = st.tuples(offsets, offsets).filter(any)
symmetries = st.integers(0, 7)

# ---- plain geometry: fractions of the way along a line, and no tables


def plain_way(d: Offset, point: Offset, centre: Offset, half: int) -> tuple[Fraction, Fraction] | None:
    """Where the line to a point of the square at d enters and leaves the open square around a centre, in tenths."""
    ends = [10 * n + at for n, at in zip(d, point, strict=True)]
    parts = abs((ends[0] or 1) * (ends[1] or 1))  # quicker than fractions all the way
    enters, leaves = 0, parts
    for end, at in zip(ends, centre, strict=True):
        if end:
            one, other = parts // end * (at - half), parts // end * (at + half)
            enters, leaves = max(enters, min(one, other)), min(leaves, max(one, other))
        elif abs(at) >= half:
            return None
    return (Fraction(enters, parts), Fraction(leaves, parts)) if enters < leaves else None


Ways = dict[int, Fraction]  # of some of the lines, how much of each is behind


@cache
def plain_entries(d: Offset, u: Offset, half: int) -> Ways:
    """Where lines to the square at d enter a square at u; the two ends never stop a line."""
    if u in ((0, 0), d):
        return {}
    ways = [plain_way(d, point, (10 * u[0], 10 * u[1]), half) for point in POINTS]
    return {line: way[0] for line, way in enumerate(ways) if way}


@cache
def plain_passes(d: Offset, corner: Offset) -> Ways:
    """Where lines to the square at d pass exactly through a point."""
    ends = [(10 * d[0] + x, 10 * d[1] + y) for x, y in POINTS]
    ways = [Fraction(corner[0], x) if x else Fraction(0) for x, _ in ends]
    return {line: way for line, way in enumerate(ways) if 0 < way < 1 and way * ends[line][1] == corner[1]}


def plain_pairs(full: set[Offset]) -> Iterator[tuple[Offset, Offset, Offset]]:
    """The corners, in tenths, at which two full squares touch, and these squares, the upper one first."""
    for x, y in sorted(full):
        for side in (-1, 1):
            if (x + side, y + 1) in full:
                yield (10 * x + 5 * side, 10 * y + 5), (x, y), (x + side, y + 1)


Stopped = tuple[str, tuple[Offset, ...]]


def plain_lines(d: Offset, full: set[Offset], units: set[Offset]) -> list[Stopped | None]:
    """What each of the 25 lines meets first. A closed corner comes before the square that begins there."""
    full = full - {(0, 0), d}
    met: list[list[tuple[Fraction, Stopped]]] = [[] for _ in POINTS]

    def note(ways: Ways, stopped: Stopped) -> None:
        for line, way in ways.items():
            met[line].append((way, stopped))

    for u in full:
        note(plain_entries(d, u, 5), ("unit" if u in units else "terrain", (u,)))
    for u in units - full:
        note(plain_entries(d, u, 4), ("unit", (u,)))
    for corner, upper, lower in plain_pairs(full):
        note(plain_passes(d, corner), ("corner", (upper, lower)))
    return [min(line)[1] if line else None for line in met]


def plain_masked(stopped: list[Stopped | None]) -> int:
    return sum(1 << number for number, stop in enumerate(stopped) if stop)


def plain_building(square: Offset, buildings: set[Offset]) -> frozenset[Offset]:
    whole, edge = {square}, [square]
    while edge:
        x, y = edge.pop()
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if beside in buildings and beside not in whole:
                whole.add(beside)
                edge.append(beside)
    return frozenset(whole)


def plain_nearness(u: Offset) -> tuple[int, int, int]:
    return u[0] ** 2 + u[1] ** 2, u[1], u[0]


def plain_struck(stopped: list[Stopped | None], buildings: set[Offset], active: set[Offset]) -> frozenset[Offset]:
    """The obstacle with the most lines; of equals an active unit, then the nearest, the topmost, the leftmost."""
    squares = [stop[1][0] for stop in stopped if stop]
    things = Counter(plain_building(u, buildings) if u in buildings else frozenset([u]) for u in squares)

    def order(thing: frozenset[Offset]) -> tuple[int, bool, tuple[int, int, int]]:
        return -things[thing], not thing & active, min(map(plain_nearness, thing))

    return min(things, key=order)


class Field:
    """A board with buildings, walls and units, some of them active and some on a wall, seen from one square."""

    def __init__(self, grid: Grid, start: int, buildings: int, walls: int, units: int, active: int) -> None:
        self.grid, self.start, self.buildings, self.walls = grid, start, buildings, walls & ~buildings
        self.units, self.active = units & ~buildings, active & units & ~buildings
        self.cover = Cover(grid, buildings, self.walls)

    def __repr__(self) -> str:
        signs = [(self.active, "a"), (self.units, "u"), (self.buildings, "#"), (self.walls, "="), (self.grid.all, ".")]
        cells = [next(sign for mask, sign in signs if mask >> square & 1) for square in range(self.grid.size)]
        rows = ["".join(cells[i : i + self.grid.columns]) for i in range(0, self.grid.size, self.grid.columns)]
        return "\n".join(["", *rows, f"from {self.grid.names[self.start]}, walls {self.walls}"])

    def around(self, mask: int) -> set[Offset]:
        return {self.grid.offset(self.start, square) for square in squares_of(mask)}

    def check(self, end: int) -> None:
        """Every answer about one pair of squares against plain geometry."""
        grid, a, d = self.grid, self.start, self.grid.offset(self.start, end)
        full, units, buildings = map(self.around, (self.buildings | self.walls, self.units, self.buildings))
        stopped = plain_lines(d, full, units)
        masked = self.cover.masked(a, end, self.units)
        assert masked == plain_masked(stopped)
        over_buildings = plain_masked(plain_lines(d, buildings, set()))
        assert self.cover.contact(a, end) == (over_buildings != ALL_LINES)
        trace = self.cover.trace(a, end, self.units)
        assert (trace.start, trace.end, trace.masked, trace.seen) == (a, end, masked, seen(masked))
        told: list[Stopped | None] = [None] * 25
        for stop in trace.stops:
            for line in squares_of(stop.lines):
                told[line] = stop.why, tuple([grid.offset(a, square) for square in stop.squares])
        assert told == stopped
        struck = self.cover.struck(a, end, self.units, self.active)
        assert (struck is None) == (masked == 0)
        if struck:
            whole = plain_struck(stopped, buildings, self.around(self.active))
            assert grid.offset(a, struck.square) in whole
            assert grid.offset(a, struck.nearest) == min(whole, key=plain_nearness)
            assert struck.lines == plain_masked([s if s and s[1][0] in whole else None for s in stopped])


@st.composite
def fields(draw: st.DrawFn, most: int = 9) -> Field:
    grid = draw(grids(most))
    buildings, walls, units = (draw(sets(grid, draw(st.integers(2, 4)))) for _ in range(3))
    return Field(grid, draw(st.integers(0, grid.size - 1)), buildings, walls, units, draw(st.integers(0, grid.all)))


def up(*places: Offset) -> int:
    """A set of squares on the board of the published cases, which count rows upwards from its lower left."""
    return mask_of([BOARD.square(x, BOARD.rows - 1 - y) for x, y in places])


def at(x: int, y: int) -> int:
    return up((x, y)).bit_length() - 1


def place(square: int) -> Offset:
    x, y = BOARD.xy(square)
    return x, BOARD.rows - 1 - y


BOARD = Grid.of(18, 18)
HERE = at(0, 0)

# ---- the rulers, angles and turns; the published cases count rows upwards


@pytest.mark.parametrize(
    ("place", "direct"),
    [((1, 0), 1), ((2, 0), 1), ((2, 1), 1), ((2, 2), 2), ((3, 0), 2), ((4, 2), 2), ((6, 6), 4), ((16, 0), 8),
     ((17, 0), 9)],
)  # fmt: skip
def test_direct_ranges_in_sections_of_two_are_the_published_ones(place: Offset, direct: int) -> None:
    assert section_range(2, *place) == direct


@pytest.mark.parametrize(("place", "parabolic"), [((2, 1), 2), ((4, 2), 3), ((6, 6), 5)])
def test_parabolic_ranges_in_sections_of_two_are_the_published_ones(place: Offset, parabolic: int) -> None:
    assert section_range(2, *place, parabolic=True) == parabolic


def test_a_section_reaches_as_far_as_published() -> None:
    assert [section_reach(2, n) for n in range(1, 9)] == [6, 20, 42, 72, 110, 156, 210, 272]
    assert [section_reach(2, n, parabolic=True) for n in range(1, 9)] == [4, 16, 36, 64, 100, 144, 196, 256]


@untimed
@given(st.integers(1, 4), vectors, st.booleans())
def test_a_range_is_the_fewest_sections_that_reach(section: int, d: Offset, parabolic: bool) -> None:
    sections, square = section_range(section, *d, parabolic), d[0] ** 2 + d[1] ** 2
    assert section_reach(section, sections, parabolic) >= square
    assert sections == 1 or section_reach(section, sections - 1, parabolic) < square


@pytest.mark.parametrize(
    ("facing", "inside", "outside"),
    [(N, [(0, 5), (2, 3), (-1, 2)], [(3, 3), (3, 2)]), (NE, [(3, 3), (1, 6)], [(0, 4), (4, 0)])],
)
def test_the_arc_of_45_degrees_holds_the_published_squares(
    facing: int, inside: list[Offset], outside: list[Offset]
) -> None:
    assert all(in_arc(Arc.A45, facing, x, -y) for x, y in inside)
    assert not any(in_arc(Arc.A45, facing, x, -y) for x, y in outside)


def test_the_zones_are_the_published_ones() -> None:
    zones = [zone(N, x, -y) for x, y in ((2, 5), (4, 4), (5, 2), (-3, -3), (1, -4))]
    assert zones == [Zone.FRONT, Zone.SIDE, Zone.SIDE, Zone.SIDE, Zone.REAR]


@pytest.mark.parametrize(
    ("facing", "place", "expected"),
    [
        (N, (1, 2), Zone.FRONT),
        (N, (2, 3), Zone.FRONT),
        (N, (1, 3), None),
        (NE, (1, 2), None),
        (NE, (2, 3), None),
        (NE, (1, 3), Zone.FRONT),
        (N, (4, 4), Zone.FRONT),
        (N, (4, -3), Zone.REAR),
        (NE, (0, 4), Zone.FRONT),
        (NE, (-5, 1), Zone.REAR),
    ],
)
def test_a_body_is_angled_where_it_is_published(facing: int, place: Offset, expected: Zone | None) -> None:
    assert angled(facing, place[0], -place[1]) is expected


def test_the_limit_of_angles_is_the_path_of_diagonal_and_straight_steps_by_turns() -> None:
    x = y = 0
    for step in range(1, 30):
        x, y = x + step % 2, y + 1
        assert angled(S, x, y), "a body along the board is angled on the path"
        assert not angled(S, x - 1, y), "and not outside of it"
        assert not angled(SE, x, y), "one along a diagonal is not"
        assert angled(SE, x - 1, y), "but outside of it"


@untimed
@given(st.integers(0, 7), vectors, symmetries)
def test_angles_turn_with_the_board_and_a_body_is_angled_by_the_border_of_its_zones(
    facing: int, d: Offset, symmetry: int
) -> None:
    turn, here = Turned(BOARD, symmetry), angled(facing, *d)
    assert angled(turn.facing(facing), *turn.offset(*d)) is here
    if here:
        assert zone(facing, *d) in (here, Zone.SIDE)
    elif zone(facing, *d) is not Zone.SIDE:
        assert in_arc(Arc.A27, facing, *d) or in_arc(Arc.A27, facing, -d[0], -d[1])


def test_an_eighth_of_a_turn_takes_each_facing_to_the_next() -> None:
    for facing, eighths in product(range(8), range(-8, 17)):
        assert turned(*FACINGS[facing], eighths) == FACINGS[(facing + eighths) % 8]


@untimed
@given(vectors, st.integers(0, 7))
def test_a_turned_vector_is_turned_by_45_degrees_and_as_short_as_can_be(d: Offset, eighths: int) -> None:
    x, y = turned(*d, eighths)
    assert math.gcd(x, y) == 1
    degrees = math.degrees(math.atan2(y, x) - math.atan2(d[1], d[0])) - 45 * eighths
    assert math.isclose(math.remainder(degrees, 360), 0, abs_tol=1e-9)
    assert turned(x, y, -eighths) == turned(*d, 0)


def test_135_degrees_to_either_side_are_within_and_the_next_square_is_not() -> None:
    assert all(within_135(0, -1, *FACINGS[facing]) == (facing != S) for facing in range(8))
    assert within_135(0, -1, 30, 30)
    assert not within_135(0, -1, 30, 31)
    assert not within_135(0, -1, -30, 31)
    assert within_135(3, 4, -7, -1)
    assert not within_135(3, 4, -7, -2)


@untimed
@given(vectors, vectors)
def test_the_angle_between_two_vectors_decides(one: Offset, other: Offset) -> None:
    between = math.degrees(abs(math.remainder(math.atan2(*one) - math.atan2(*other), 2 * math.pi)))
    if not math.isclose(between, 135):
        assert within_135(*one, *other) == (between < 135)


# ---- cover


@pytest.mark.parametrize(
    ("target", "buildings", "units", "stopped", "expected"),
    [
        ((4, 0), up(), up((2, 0)), 25, Seen.HIDDEN),
        ((4, 1), up((2, 0)), up(), 20, Seen.COVERED),
        ((4, 1), up(), up((2, 0)), 12, Seen.CLEAR),
        ((3, 1), up(), up((2, 1)), 18, Seen.COVERED),
        ((1, 1), up((1, 0)), up(), 10, Seen.CLEAR),
        ((1, 1), up((1, 0), (0, 1)), up(), 25, Seen.HIDDEN),
        ((1, 1), up(), up((1, 0), (0, 1)), 8, Seen.CLEAR),
        ((1, 0), up(), BOARD.all, 0, Seen.CLEAR),
        ((1, 0), BOARD.all, up(), 0, Seen.CLEAR),
        ((0, 0), BOARD.all, BOARD.all, 0, Seen.CLEAR),
    ],
)
def test_so_many_lines_are_stopped_as_published(
    target: Offset, buildings: int, units: int, stopped: int, expected: Seen
) -> None:
    masked = Cover(BOARD, buildings, 0).masked(HERE, at(*target), units)
    assert masked.bit_count() == stopped
    assert seen(masked) is expected


def test_the_view_is_clear_up_to_twelve_lines_covered_up_to_24_and_hidden_at_25() -> None:
    views = [seen((1 << lines) - 1) for lines in range(26)]
    assert views == [Seen.CLEAR] * 13 + [Seen.COVERED] * 12 + [Seen.HIDDEN]


def test_one_unit_covers_in_103_of_369_published_cases_and_hides_in_123() -> None:
    cover, views = Cover(BOARD, 0, 0), Counter[Seen]()
    for end in [BOARD.square(dx, dy) for dx in range(2, 9) for dy in range(dx + 1)]:
        alone = [cover.masked(0, end, 1 << square) for square in range(BOARD.size)]
        views.update(seen(masked) for masked in alone if masked)
    assert views == {Seen.CLEAR: 143, Seen.COVERED: 103, Seen.HIDDEN: 123}


def test_walls_stop_lines_as_buildings_do_but_make_no_contact_impossible() -> None:
    walls = Cover(BOARD, 0, up((2, 0)))
    assert walls.masked(HERE, at(4, 0), 0) == ALL_LINES
    assert walls.contact(HERE, at(4, 0))
    assert not Cover(BOARD, up((2, 0)), 0).contact(HERE, at(4, 0))
    assert Cover(BOARD, up((2, 0)), 0).contact(HERE, at(4, 1)), "a part of it is enough"


def test_a_corner_is_closed_by_a_building_and_a_wall_and_for_contact_by_buildings_alone() -> None:
    mixed, end = Cover(BOARD, up((1, 0)), up((0, 1))), at(1, 1)
    assert mixed.masked(HERE, end, 0) == ALL_LINES
    assert mixed.contact(HERE, end)
    assert not Cover(BOARD, up((1, 0), (0, 1)), 0).contact(HERE, end)
    one_side = [Cover(BOARD, up(side), 0).masked(HERE, end, 0) for side in ((1, 0), (0, 1))]
    diagonal = mask_of(number for number, (x, y) in enumerate(POINTS) if x == -y)
    assert one_side[0] | one_side[1] == ALL_LINES ^ diagonal


def test_cover_differs_from_end_to_end() -> None:
    cover = Cover(BOARD, up((1, 0)), 0)
    there, back = cover.masked(HERE, at(3, 2), 0), cover.masked(at(3, 2), HERE, 0)
    assert (there.bit_count(), back.bit_count()) == (25, 17)


def test_ten_thousand_random_pairs_are_as_plain_geometry_has_them() -> None:
    chance, closed = random.Random(1944), 0
    for _ in range(500):
        grid = Grid.of(chance.randint(2, 8), chance.randint(2, 8))
        rarity = chance.choice((0.1, 0.25, 0.45))
        masks = [mask_of(square for square in range(grid.size) if chance.random() < rarity) for _ in range(4)]
        for _ in range(20):
            start, end = chance.randrange(grid.size), chance.randrange(grid.size)
            field = Field(grid, start, *masks)
            field.check(end)
            closed += any(stop.why == "corner" for stop in field.cover.trace(start, end, field.units).stops)
    assert closed > 500, "corners must be among them"


def test_long_lines_on_a_whole_board_are_as_plain_geometry_has_them() -> None:
    chance, grid = random.Random(1945), Grid.of(24, 32)
    for _ in range(40):
        masks = [mask_of(chance.sample(range(grid.size), 12)) for _ in range(4)]
        Field(grid, chance.randrange(grid.size), *masks).check(chance.randrange(grid.size))


@untimed
@given(fields(), st.data())
def test_fields_are_as_plain_geometry_has_them(field: Field, data: st.DataObject) -> None:
    field.check(data.draw(st.integers(0, field.grid.size - 1)))


@untimed
@given(fields(), symmetries)
def test_cover_turns_with_the_board(field: Field, symmetry: int) -> None:
    turn, cover = Turned(field.grid, symmetry), field.cover
    other = Cover(turn.grid, turn.mask(field.buildings), turn.mask(field.walls))
    lines = [POINTS.index(turn.offset(*point)) for point in POINTS]
    for end in range(field.grid.size):
        masked = cover.masked(field.start, end, field.units)
        a, b, units = turn.square(field.start), turn.square(end), turn.mask(field.units)
        assert other.masked(a, b, units) == mask_of(lines[line] for line in squares_of(masked))
        assert other.contact(a, b) == cover.contact(field.start, end)
        here, there = cover.trace(field.start, end, field.units), other.trace(a, b, units)
        assert {(turn.mask(mask_of(stop.squares)), stop.why, stop.lines.bit_count()) for stop in here.stops} == {
            (mask_of(stop.squares), stop.why, stop.lines.bit_count()) for stop in there.stops
        }


@untimed
@given(fields())
def test_more_in_the_way_never_shows_more_and_the_ends_do_not_matter(field: Field) -> None:
    grid, a = field.grid, field.start
    open_ground = Cover(grid, 0, 0)
    for b in range(grid.size):
        masked = field.cover.masked(a, b, field.units)
        ground, units = field.cover.masked(a, b, 0), open_ground.masked(a, b, field.units)
        assert masked == ground | units
        ends = 1 << a | 1 << b
        assert field.cover.masked(a, b, field.units ^ ends) == masked
        without = Cover(grid, field.buildings & ~ends, field.walls & ~ends)
        assert without.masked(a, b, field.units) == masked


@untimed
@given(fields())
def test_a_line_of_sight_that_ground_closes_is_the_middle_one_of_the_lines(field: Field) -> None:
    sight = Sight(field.grid, field.buildings)
    cover = Cover(field.grid, field.buildings, 0)
    for end in range(field.grid.size):
        if not field.grid.around(field.start, 1) >> end & 1:
            assert bool(cover.masked(field.start, end, 0) >> 12 & 1) != sight.clear(field.start, end, 0)


# ---- what is struck


def told(trace: CoverTrace) -> list[tuple[Offset, str, int]]:
    return [(place(stop.squares[0]), stop.why, stop.lines.bit_count()) for stop in trace.stops]


def struck(cover: Cover, target: Offset, units: int, active: int) -> Offset | None:
    thing = cover.struck(HERE, at(*target), units, active)
    return place(thing.square) if thing else None


def test_the_trace_tells_what_stops_the_lines_in_order() -> None:
    trace = Cover(BOARD, up((5, 1)), up((4, 1))).trace(HERE, at(11, 1), up((9, 1)))
    assert told(trace) == [((4, 1), "terrain", 6), ((5, 1), "terrain", 6), ((9, 1), "unit", 8)]
    assert trace.masked == sum(stop.lines for stop in trace.stops)
    assert (trace.masked.bit_count(), trace.seen) == (20, Seen.COVERED)
    assert [(place(thing.square), thing.lines) for thing in trace.obstacles] == [
        (place(stop.squares[0]), stop.lines) for stop in trace.stops
    ]
    assert Cover(BOARD, 0, 0).trace(HERE, at(11, 1), 0) == CoverTrace(HERE, at(11, 1), (), ())


def test_a_building_is_one_obstacle_and_walls_are_several() -> None:
    squares, unit, end = up((4, 1), (5, 1)), up((9, 1)), at(11, 1)
    building, walls = Cover(BOARD, squares, 0), Cover(BOARD, 0, squares)
    lines = building.trace(HERE, end, 0).masked
    assert building.struck(HERE, end, unit, unit) == Obstacle(at(4, 1), at(4, 1), lines)
    assert struck(walls, (11, 1), unit, unit) == (9, 1)


def test_of_equals_a_building_is_as_near_as_its_nearest_square_wherever_the_lines_end() -> None:
    end, wreck, stump = (7, 2), up((5, 2)), up((6, 2), (6, 3))
    building = stump | up(*[(x, 3) for x in range(6)], (0, 2), (0, 1))
    assert [lines for _, _, lines in told(Cover(BOARD, building, 0).trace(HERE, at(*end), wreck))] == [11, 11]
    assert struck(Cover(BOARD, building, 0), end, wreck, 0) == (6, 2)
    assert struck(Cover(BOARD, stump, 0), end, wreck, 0) == (5, 2)


def test_the_building_or_the_friend_that_covers_a_target_is_struck() -> None:
    assert struck(Cover(BOARD, up((2, 0)), 0), (4, 1), 0, 0) == (2, 0)
    assert struck(Cover(BOARD, 0, 0), (3, 1), up((2, 1)), up((2, 1))) == (2, 1)
    assert struck(Cover(BOARD, 0, 0), (3, 1), 0, 0) is None


def test_of_equal_obstacles_the_active_one_is_struck_then_the_nearer_then_the_upper() -> None:
    bare, both = Cover(BOARD, 0, 0), up((2, 0), (2, 1))
    assert [stop[2] for stop in told(bare.trace(HERE, at(4, 1), both))] == [12, 12]
    assert struck(bare, (4, 1), both, both) == (2, 0)
    assert struck(bare, (4, 1), both, 0) == (2, 0)
    assert struck(bare, (4, 1), both, up((2, 1))) == (2, 1)
    as_near = up((1, 0), (0, 1))
    assert struck(bare, (1, 1), as_near, 0) == (0, 1)
    assert struck(bare, (1, 1), as_near, up((1, 0))) == (1, 0)


def test_more_lines_weigh_more_than_an_active_unit() -> None:
    assert struck(Cover(BOARD, up((2, 0)), 0), (4, 1), up((2, 1)), up((2, 1))) == (2, 0)


def test_a_closed_corner_counts_for_its_upper_square_alone() -> None:
    trace = Cover(BOARD, 0, up((1, 0), (0, 1), (2, 2))).trace(HERE, at(3, 3), 0)
    assert told(trace) == [((0, 1), "terrain", 10), ((0, 1), "corner", 5), ((1, 0), "terrain", 10)]
    assert trace.stops[1].squares == (at(0, 1), at(1, 0))
    assert {place(thing.square): thing.lines.bit_count() for thing in trace.obstacles} == {(0, 1): 15, (1, 0): 10}


def test_a_unit_on_a_wall_hides_the_wall() -> None:
    wall = up((2, 0))
    alone, on_it = (Cover(BOARD, 0, wall).trace(HERE, at(4, 1), units) for units in (0, wall))
    assert told(alone) == [((2, 0), "terrain", 20)]
    assert told(on_it) == [((2, 0), "unit", 20)]
    assert struck(Cover(BOARD, 0, wall | up((2, 1))), (4, 1), wall, wall) == (2, 0)


# ---- the way over a building


def plain_clears(d: Offset, u: Offset, height: int) -> tuple[bool, bool]:
    way = plain_way(d, (0, 0), (10 * u[0], 10 * u[1]), 5) if u not in ((0, 0), d) else None
    if way is None:
        return True, True
    length, need = d[0] ** 2 + d[1] ** 2, (height + Fraction(1, 2)) ** 2
    return need <= way[0] ** 2 * length, need <= (1 - way[1]) ** 2 * length


def test_a_shell_clears_a_building_as_published() -> None:
    assert clears(7, 0, 5, 0, 2) == (True, False)
    assert clears(10, 0, 6, 0, 2) == (True, True)
    assert clears(9, 0, 2, 0, 2) == (False, True)
    assert clears(7, 0, 5, 1, 20) == (True, True), "it is not on the way"
    assert clears(0, 0, 0, 0, 1) == (True, True)


def test_a_shell_clears_what_plain_geometry_lets_it_from_either_end() -> None:
    for dx, dy, height in product(range(-5, 6), range(-5, 6), range(5)):
        for x, y in product(*(range(min(0, n) - 1, max(0, n) + 2) for n in (dx, dy))):
            expected = plain_clears((dx, dy), (x, y), height)
            assert clears(dx, dy, x, y, height) == expected
            assert clears(-dx, -dy, x - dx, y - dy, height) == expected[::-1]


def test_on_a_straight_line_a_building_one_square_high_must_not_be_next_to_an_end() -> None:
    for far, facing in product(range(2, 12), (N, E, S, W)):
        fx, fy = FACINGS[facing]
        for way in range(1, far):
            assert clears(far * fx, far * fy, way * fx, way * fy, 1) == (way > 1, way < far - 1)


# ---- tables and the picture


def test_the_biggest_board_draws_only_the_lines_it_is_asked_for() -> None:
    grid = Grid.of(MOST, 199)
    cover = Cover(grid, 0, 0)
    assert cover.masked(0, grid.size - 1, 0) == cover.masked(grid.size - 1, 0, 0) == 0
    assert cover.masked(0, grid.size - 1, grid.all) == ALL_LINES
    assert cover.masked(3, 203, grid.all) == 0
    assert len(cover._fans) == 3
    assert Cover(Grid.of(MOST, 199), 1, 0)._fans is cover._fans


def test_the_module_shows_a_target_in_cover(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_module("hulldown.geometry.squares", run_name="__main__")
    assert "of 25 lines 19 are stopped, 3 by E4 (terrain), 16 by F5 (unit)" in capsys.readouterr().out
