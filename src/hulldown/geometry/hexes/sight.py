"""Sight: lines from the corner before a gun to the corners of another hex, what they pass, and what cuts them."""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise
from math import gcd, lcm

import msgspec

from hulldown.geometry.hexes.grid import HexGrid, Offset, Point, corner_of, drawn, sector
from hulldown.geometry.squares.grid import Table, Zone, mask_of
from hulldown.geometry.squares.grid import squares_of as hexes_of


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line to a corner of its target: the hexes whose inside it enters, and the pairs along whose side it runs.

    Only hexes of the mat are told, and neither the firer's nor the target's: no other can cut it.
    """

    corner: int
    entered: int
    sides: tuple[tuple[int, int], ...]


class LineTrace(msgspec.Struct, frozen=True, gc=False):
    """A line as it is shown: its corner of the target, where that is drawn, and what it passes, in order.

    Along a side there are two hexes, which cut the line only together; those that cut it are told again.
    """

    corner: int
    x: int
    y: int
    passed: tuple[tuple[int, ...], ...]
    cut_by: tuple[int, ...]

    @property
    def clear(self) -> bool:
        return not self.cut_by


class LinesTrace(msgspec.Struct, frozen=True, gc=False):
    """All lines from one hex to another, and the corner from which they come.

    Points are as `drawn`: x in halves of a hex's width and y in halves of its side, from the centre of A1.
    """

    start: int
    end: int
    gun_corner: int
    x: int
    y: int
    lines: tuple[LineTrace, ...]

    @property
    def clear(self) -> int:
        """How many lines are clear."""
        return sum(line.clear for line in self.lines)


def cut(line: Line, blocking: int) -> bool:
    """Whether these hexes cut a line: one that it enters, or both along whose side it runs."""
    if line.entered & blocking:
        return True
    return any(blocking >> one & blocking >> other & 1 for one, other in line.sides)


def lines(grid: HexGrid, a: int, gun_corner: int, b: int) -> tuple[Line, ...]:
    """The three or four lines from a corner of a to those corners of b that are not behind b itself."""
    return _lines(grid)[(a * 6 + gun_corner) * grid.size + b]


def trace(grid: HexGrid, a: int, gun_corner: int, b: int, blocking: int) -> LinesTrace:
    """The whole story of the lines between two hexes, from the same drawing that `lines` uses."""
    told = []
    for corner, passed in _placed(grid, a, gun_corner, b):
        cut_by = [place for places in passed if all(blocking >> one & 1 for one in places) for place in places]
        told.append(LineTrace(corner, *drawn(corner_of(*grid.axial(b), corner)), tuple(passed), tuple(cut_by)))
    return LinesTrace(a, b, gun_corner, *drawn(corner_of(*grid.axial(a), gun_corner)), tuple(told))


@lru_cache(maxsize=16)
def _lines(grid: HexGrid) -> Table[int, tuple[Line, ...]]:
    return Table(partial(_place_lines, grid), 4 * (grid.size + 800))


def _place_lines(grid: HexGrid, key: int) -> tuple[Line, ...]:
    pose, b = divmod(key, grid.size)
    placed = []
    for corner, passed in _placed(grid, *divmod(pose, 6), b):
        entered, sides = 0, []
        for places in passed:
            if len(places) == 1:
                entered |= 1 << places[0]
            else:
                sides.append((places[0], places[1]))
        placed.append(Line(corner, entered, tuple(sides)))
    return tuple(placed)


def _placed(grid: HexGrid, a: int, gun_corner: int, b: int) -> Iterator[tuple[int, list[tuple[int, ...]]]]:
    """The lines to each corner with the hexes of this mat that they pass."""
    (q, r), columns, rows = grid.axial(a), grid.columns, grid.rows
    for corner, way in _ways(max(columns, rows))[gun_corner, *grid.offset(a, b)]:
        passed: list[tuple[int, ...]] = []
        for hexes in way:
            places = []
            for dq, dr in hexes:
                row = r + dr
                column = q + dq + (row >> 1)
                if not (0 <= column < columns and 0 <= row < rows):
                    break
                places.append(row * columns + column)
            else:
                passed.append(tuple(places))
        yield corner, passed


@lru_cache(maxsize=256)
def lit(grid: HexGrid, a: int, gun_corner: int, walls: int, low: int, needed: int) -> int:
    """The hexes of a wedge to which so many lines are clear: what `lines` and `cut` say of each, for all at once.

    Walls cut all lines, and what is low those to hexes that are neither it nor beside it.
    """
    targets = [(place, _ends(gun_corner, *grid.offset(a, place))) for place in hexes_of(grid.wedge(a, gun_corner))]
    points = {point for _, ends in targets for _, point in ends}
    things = (walls | low) & ~(1 << a)
    entered = _entered(grid, a, gun_corner, points, things)
    sides = _sides(grid, a, gun_corner, points, things)
    found = 0
    for place, ends in targets:
        closed = (walls | low & ~grid.neighbours(place)) & ~(1 << place)
        cuts = [
            entered[point] & closed or any(pair & closed == pair for pair in sides.get(point, ())) for _, point in ends
        ]
        if cuts.count(False) >= needed:
            found |= 1 << place
    return found


def _entered(grid: HexGrid, a: int, gun_corner: int, points: set[Point], things: int) -> dict[Point, int]:
    """Which of these hexes each line from the gun's corner enters.

    Seen from there a hex fills an angle. A line that leads into it, and ends behind the chord across it, enters it.
    """
    found = dict.fromkeys(points, 0)
    start_a, start_b = corner_of(*grid.axial(a), gun_corner)
    for place in hexes_of(things):
        if not _near_wedge(gun_corner, *grid.offset(a, place)):
            continue
        q, r = grid.axial(place)
        corners = [(x - start_a, y - start_b) for x, y in [corner_of(q, r, corner) for corner in range(6)]]
        corners = [corner for corner in corners if corner != (0, 0)]
        (la, lb), (ra, rb) = corners[0], corners[0]
        for x, y in corners:
            if la * y < lb * x:
                la, lb = x, y
            if ra * y > rb * x:
                ra, rb = x, y
        chord, bit = la * rb - lb * ra, 1 << place
        for point in points:
            x, y = point
            if (left := la * y - lb * x) > 0 and (right := x * rb - y * ra) > 0 and left + right > chord:
                found[point] |= bit
    return found


def _near_wedge(gun_corner: int, dq: int, dr: int) -> bool:
    """Whether a hex lies in a wedge or beside it; nothing else can cut lines there."""
    sides = -dr, dq, dq + dr, dr, -dq, -dq - dr
    return sides[gun_corner] >= -1 and sides[gun_corner - 4] >= -1


def _sides(grid: HexGrid, a: int, gun_corner: int, points: set[Point], things: int) -> dict[Point, list[int]]:
    """The pairs of these hexes along whose common side a line from the gun's corner runs."""
    found = dict[Point, list[int]]()
    start = corner_of(*grid.axial(a), gun_corner)
    for point in points:
        if 0 in (point[0], point[1], point[0] - point[1]):
            pairs = [hexes for hexes in _straight_along(start, *point) if len(hexes) == 2]
            masks = [mask_of([at for place in pair if (at := grid.at(*place)) >= 0]) for pair in pairs]
            found[point] = [mask for mask in masks if mask & things == mask and mask.bit_count() == 2]
    return found


# What a segment passes, in order: one hex whose inside it enters, or the two along whose common side it runs.
Way = list[tuple[Offset, ...]]


@lru_cache(maxsize=16)
def _ways(longest: int) -> Table[tuple[int, int, int], list[tuple[int, Way]]]:
    """The lines by gun corner and offset, for all mats with that longest side. A hex on the way has a hundred bytes."""
    return Table(_draw_ways, 3_000 * longest)


def _draw_ways(key: tuple[int, int, int]) -> list[tuple[int, Way]]:
    gun_corner, dq, dr = key
    a, b = start = corner_of(0, 0, gun_corner)
    ways = [(corner, hexes_along(start, (a + da, b + db))) for corner, (da, db) in _ends(gun_corner, dq, dr)]
    return [(corner, [hexes for hexes in way if (0, 0) not in hexes and (dq, dr) not in hexes]) for corner, way in ways]


@lru_cache(maxsize=1 << 16)
def _ends(gun_corner: int, dq: int, dr: int) -> tuple[tuple[int, Point], ...]:
    """The corners of a hex to which lines go, and how they lie from the corner of the gun."""
    a, b = corner_of(0, 0, gun_corner)
    ends = [(x - a, y - b) for x, y in [corner_of(dq, dr, corner) for corner in range(6)]]
    # the target lies in the 120° behind each of its corners, so a line that comes from there would cross it
    seen = [corner for corner, (x, y) in enumerate(ends) if sector(corner, (-x, -y)) is not Zone.REAR]
    return tuple([(corner, ends[corner]) for corner in seen])


def hexes_along(start: Point, end: Point) -> Way:
    """What the segment between two corners passes. Lattice lines cut a hex into six triangles, and this walks them."""
    (a, b), (da, db) = start, (end[0] - start[0], end[1] - start[1])
    if 0 in (da, db, da - db):
        return _straight_along(start, da, db)
    # Time runs from 0 to `whole`, in which the segment crosses each family of lattice lines at even intervals.
    whole = lcm(da, db, da - db)
    times = sorted({time for many in (da, db, da - db) for time in range(0, whole + 1, whole // abs(many))})
    way: Way = []
    for before, after in pairwise(times):
        i, right = divmod(2 * whole * a + da * (before + after), 2 * whole)
        j, down = divmod(2 * whole * b + db * (before + after), 2 * whole)
        triangle = (i, j), (i + 1, j + 1), (i + 1, j) if right > down else (i, j + 1)
        (entered,) = [_hex_at(point) for point in triangle if sum(point) % 3 == 0]
        if (entered,) not in way[-1:]:
            way.append((entered,))
    return way


def _straight_along(start: Point, da: int, db: int) -> Way:
    """The same on a lattice line: two of three steps lead to or from the centre of a hex, the third along a side."""
    steps = gcd(da, db)
    way: Way = []
    for step in range(steps):
        one_a, one_b = da // steps, db // steps
        a, b = start[0] + step * one_a, start[1] + step * one_b
        if (a + b) % 3 == 0:
            way.append((_hex_at((a, b)),))
        elif (a + b + one_a + one_b) % 3:  # from corner to corner: 60° to the left and to the right are the centres
            way.append((_hex_at((a + one_b, b + one_b - one_a)), _hex_at((a + one_a - one_b, b + one_a))))
    return way


def _hex_at(point: Point) -> Offset:
    """The hex with this centre."""
    a, b = point
    return (2 * a - b) // 3, (2 * b - a) // 3
