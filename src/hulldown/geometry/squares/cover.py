"""Cover: 25 lines from a centre to points spread over a square, and what stops them; and the way over a building."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property, lru_cache, partial
from itertools import accumulate
from math import gcd, lcm
from operator import or_
from typing import Literal

import msgspec

from hulldown.geometry.squares.grid import Grid, Table, mask_of, squares_of

# A square is ten wide here: a full one stops lines over all of that, a unit four to each side of its centre.
FULL, BODY = 5, 4
# Where the lines end, counted from the centre. A set of lines is an int with a bit for each, in this order.
POINTS = tuple([(x, y) for y in (-4, -2, 0, 2, 4) for x in (-4, -2, 0, 2, 4)])
ALL_LINES = (1 << len(POINTS)) - 1


class Seen(StrEnum):
    """How much of a square is seen. 25 is odd, so it is never just half."""

    CLEAR = "clear"
    COVERED = "covered"
    HIDDEN = "hidden"


def seen(masked: int) -> Seen:
    """What it means that these lines are stopped."""
    if masked == ALL_LINES:
        return Seen.HIDDEN
    return Seen.COVERED if 2 * masked.bit_count() > len(POINTS) else Seen.CLEAR


class Stop(msgspec.Struct, frozen=True, gc=False):
    """A square, or two that close a corner, and the lines that nothing before has stopped.

    A corner's lines count for the first of its squares, the one with the lower number.
    """

    squares: tuple[int, ...]
    why: Literal["terrain", "unit", "corner"]
    lines: int


class Obstacle(msgspec.Struct, frozen=True, gc=False):
    """One thing that stops lines: a unit, a wall, or the whole of a building.

    `square` is where it stops the first of them, `nearest` its square nearest to where they start.
    """

    square: int
    nearest: int
    lines: int


class CoverTrace(msgspec.Struct, frozen=True, gc=False):
    """The 25 lines from one square to another: where they are stopped and by what, each in the order of the way.

    A set of lines is a number with a bit for each of the 5 × 5 points at which they end, row by row from the top left.
    """

    start: int
    end: int
    stops: tuple[Stop, ...]
    obstacles: tuple[Obstacle, ...]

    @property
    def masked(self) -> int:
        """The lines that are stopped: the part of the target that is not seen."""
        return sum(stop.lines for stop in self.stops)

    @property
    def seen(self) -> Seen:
        return seen(self.masked)


# The lines to one offset, with sets of squares anchored at the top left of the box around both ends:
# - back: how far that corner of the box lies before the start, as a number that is 0 or less
# - lean: whether the lines go down to the left or up to the right
# - squares, bodies: what stops lines if it is full, and if a unit stands there; never one of the ends
# - flanks: the upper square beside each grid corner that lines pass through exactly
# - by_square, by_body, by_flank: the lines that each of these stops
Fan = tuple[int, bool, int, int, int, dict[int, int], dict[int, int], dict[int, int]]


@lru_cache(maxsize=16)
def _fans(columns: int, rows: int) -> Table[int, Fan]:
    """The fans on boards of this shape, by `dy * 2 * columns + dx`: no two offsets share a key.

    A fan holds two to three squares for each one of its way, with about a hundred bytes for each.
    """
    return Table(partial(_draw_fan, columns), 2_400 * max(columns, rows))


def _draw_fan(columns: int, key: int) -> Fan:
    """Draws the fan on axes along which it goes right, and down by no more than that, and puts the squares in place."""
    dx, dy = (key + columns) % (2 * columns) - columns, (key + columns) // (2 * columns)
    wide, tall = abs(dx), abs(dy)

    def place(u: int, v: int) -> int:
        x, y = (v, u) if tall > wide else (u, v)
        return (tall - y if dy < 0 else y) * columns + (wide - x if dx < 0 else x)

    by_square: dict[int, int] = {}
    by_body: dict[int, int] = {}
    by_flank: dict[int, int] = {}
    if key:
        ends = [(10 * wide + (-x if dx < 0 else x), 10 * tall + (-y if dy < 0 else y)) for x, y in POINTS]
        if tall > wide:
            ends = [(v, u) for u, v in ends]
        for u, v, full, body in _cuts(max(wide, tall), min(wide, tall), ends):
            by_square[place(u, v)] = full
            if body:
                by_body[place(u, v)] = body
        for number, end in enumerate(ends):
            for u, v in _corners(*end):
                upper = min(place(u + 1, v), place(u, v + 1))
                by_flank[upper] = by_flank.get(upper, 0) | 1 << number
    back, lean = min(dy, 0) * columns + min(dx, 0), (dx < 0) != (dy < 0)
    return back, lean, mask_of(by_square), mask_of(by_body), mask_of(by_flank), by_square, by_body, by_flank


def _cuts(far: int, side: int, ends: list[tuple[int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Each square between (0, 0) and (far, side), far ≥ side, with the lines that it stops if full and if a unit's.

    A square stops the lines that are steeper than the one to its upper right corner and flatter than the one to its
    lower left, so it cuts a piece out of the row of lines in the order of their slopes. Slopes are counted in parts of
    1 / parts, in which those of the lines are whole numbers.
    """
    parts = lcm(*(u for u, _ in ends))
    row = sorted((parts // u * v, 1 << number) for number, (u, v) in enumerate(ends))
    slopes = [slope for slope, _ in row]
    flattest = [0, *accumulate((line for _, line in row), or_)]  # so many of them, from none to all
    for u in range(far + 1):
        top, bottom = slopes[0] * (10 * u - FULL) // parts, slopes[-1] * (10 * u + FULL) // parts
        for v in range(max(0, (top + FULL) // 10), min(side, (bottom + FULL) // 10) + 1):
            full, body = [
                flattest[bisect_left(slopes, -(-parts * (10 * v + half) // (10 * u - half))) if u else len(row)]
                & ~flattest[bisect_right(slopes, parts * (10 * v - half) // (10 * u + half))]
                for half in (FULL, BODY)
            ]
            if full and 0 < u + v < far + side:
                yield u, v, full, body


def _corners(u: int, v: int) -> Iterator[tuple[int, int]]:
    """The grid corners on the way from (0, 0) to a point in tenths: of each the square at its upper left."""
    parts = gcd(u, v)
    if u // parts % 2 and v // parts % 2:
        for odd in range(1, -(-parts // FULL), 2):
            yield (u // parts * odd - 1) // 2, (v // parts * odd - 1) // 2


def _stopped(met: int, by: dict[int, int]) -> int:
    """The lines that any of these squares stops."""
    lines = 0
    while met and lines != ALL_LINES:
        square = met.bit_length() - 1
        lines |= by[square]
        met ^= 1 << square
    return lines


class Cover:
    """Cover over this ground. The two squares at the ends of the lines never stop any; from both ends it may differ.

    Full squares (buildings and walls) stop the lines that cross their inside, and two of them one that passes exactly
    between them at a grid corner; units stop those that cross the inside of their smaller square.
    """

    def __init__(self, grid: Grid, buildings: int, walls: int) -> None:
        self.grid, self.buildings, self.full = grid, buildings, buildings | walls
        self._columns, self._fans = grid.columns, _fans(grid.columns, grid.rows)
        self._pairs, self._building_pairs = self._touching(self.full), self._touching(buildings)

    def _touching(self, full: int) -> tuple[int, int]:
        """The upper squares of the pairs that touch at a corner, for lines that lean right (0) and left (1)."""
        return full & full >> self._columns - 1, full & full >> self._columns + 1

    def forget(self) -> None:
        """Forgets the fans that are drawn already, on all boards of this shape."""
        self._fans.clear()

    def masked(self, a: int, b: int, units: int) -> int:
        """The lines from a to b that are stopped."""
        fan = self._fans[2 * (b - a) - b % self._columns + a % self._columns]
        back, lean, squares, bodies, flanks, by_square, by_body, by_flank = fan
        box = a + back
        lines = _stopped(self.full >> box & squares, by_square)
        if lines != ALL_LINES:
            lines |= _stopped(units >> box & bodies, by_body)
            if flanks:
                lines |= _stopped(self._pairs[lean] >> box & flanks, by_flank)
        return lines

    def contact(self, a: int, b: int) -> bool:
        """Whether some line from a to b passes the buildings, which are all that counts here."""
        fan = self._fans[2 * (b - a) - b % self._columns + a % self._columns]
        back, lean, squares, _, flanks, by_square, _, by_flank = fan
        lines = _stopped(self.buildings >> a + back & squares, by_square)
        return lines | _stopped(self._building_pairs[lean] >> a + back & flanks, by_flank) != ALL_LINES

    def trace(self, a: int, b: int, units: int) -> CoverTrace:
        """The whole story of the lines, from the same tables that `masked` uses."""
        fan = self._fans[2 * (b - a) - b % self._columns + a % self._columns]
        back, lean, squares, bodies, flanks, by_square, by_body, by_flank = fan
        box, aside = a + back, self._columns + (1 if lean else -1)
        met = [
            Stop((box + at,), "unit" if units >> box + at & 1 else "terrain", by_square[at])
            for at in squares_of(self.full >> box & squares)
        ]
        met += [Stop((box + at,), "unit", by_body[at]) for at in squares_of(units >> box & bodies)]
        met += [
            Stop((box + at, box + at + aside), "corner", by_flank[at])
            for at in squares_of(self._pairs[lean] >> box & flanks)
        ]
        # All lines go the same two ways, so what comes first on one of them is fewer steps away, for corners too.
        met.sort(key=lambda stop: (sum(map(abs, self.grid.offset(a, stop.squares[0]))), stop.squares))
        stops, masked = [], 0
        for stop in met:
            if lines := stop.lines & ~masked:
                stops.append(Stop(stop.squares, stop.why, lines))
                masked |= lines
        return CoverTrace(a, b, tuple(stops), self._obstacles(a, stops))

    def _obstacles(self, start: int, stops: list[Stop]) -> tuple[Obstacle, ...]:
        found: dict[int, Obstacle] = {}
        for stop in stops:
            square = stop.squares[0]
            whole = self._building_of.get(square, 1 << square)
            before = found.get(whole)
            if before:
                found[whole] = Obstacle(before.square, before.nearest, before.lines | stop.lines)
            else:
                nearest = min(squares_of(whole), key=lambda part: self._nearness(start, part))
                found[whole] = Obstacle(square, nearest, stop.lines)
        return tuple(found.values())

    def struck(self, a: int, b: int, units: int, active: int) -> Obstacle | None:
        """What a shot at b strikes that is just good enough for the range: the obstacle that stops most lines.

        Of equals a unit that is active, then the nearest to a, then the one with the lower number.
        """

        def order(thing: Obstacle) -> tuple[int, bool, tuple[int, int]]:
            return -thing.lines.bit_count(), not active >> thing.square & 1, self._nearness(a, thing.nearest)

        return min(self.trace(a, b, units).obstacles, key=order, default=None)

    def _nearness(self, start: int, square: int) -> tuple[int, int]:
        dx, dy = self.grid.offset(start, square)
        return dx * dx + dy * dy, square

    @cached_property
    def _building_of(self) -> dict[int, int]:
        """Each square of a building with all of that building's squares: those that hang together by their sides."""
        found: dict[int, int] = {}
        for square in squares_of(self.buildings):
            if square not in found:
                whole, more = 0, 1 << square
                while whole != more:
                    whole = more
                    for facing in (0, 2, 4, 6):
                        more |= self.grid.moved(whole, facing) & self.buildings
                found |= dict.fromkeys(squares_of(whole), whole)
        return found


def clears(dx: int, dy: int, x: int, y: int, height: int) -> tuple[bool, bool]:
    """Whether a shell from (0, 0) to (dx, dy) clears the square at (x, y), so many squares high, from either end.

    It must lie under the lines that rise at 45° from half a square before each end; both are true of a square that is
    not on the way. Ways along the line are counted in parts of its length, so many that they are whole numbers.
    """
    parts, length = 2 * (abs(dx) or 1) * (abs(dy) or 1), dx * dx + dy * dy
    edges = [sorted(parts * (2 * at + side) // (2 * d) for side in (-1, 1)) for d, at in ((dx, x), (dy, y)) if d]
    enters, leaves = max((edge[0] for edge in edges), default=0), min((edge[1] for edge in edges), default=0)
    if not 0 < enters < leaves < parts or (x and not dx) or (y and not dy):
        return True, True
    rise = ((2 * height + 1) * parts) ** 2
    return rise <= 4 * length * enters**2, rise <= 4 * length * (parts - leaves) ** 2
