"""Sight: the line between two squares, what it crosses, and what closes it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from typing import Literal

import msgspec

from hulldown.geometry.squares.grid import MOST, Grid, Table, mask_of


class Corner(msgspec.Struct, frozen=True, gc=False):
    """A corner of the grid that a line passes through exactly, and the squares to its left and right.

    x2 and y2 count half squares: the centre of the square in column x and row y is at (2x, 2y).
    """

    x2: int
    y2: int
    left: int
    right: int


class Blocker(msgspec.Struct, frozen=True, gc=False):
    """A square that closes a line, and why. A closed corner gives two."""

    square: int
    why: Literal["terrain", "unit", "corner"]


class Trace(msgspec.Struct, frozen=True, gc=False):
    """A line of sight from centre to centre: what it crosses and touches, and what closes it, each in order.

    Terrain in a crossed square closes it, terrain on both sides of a corner too, and so does a unit in `discs`.
    """

    start: int
    end: int
    crossed: tuple[int, ...]
    discs: tuple[int, ...]
    corners: tuple[Corner, ...]
    blockers: tuple[Blocker, ...]

    @property
    def clear(self) -> bool:
        return not self.blockers


# A line as masks, drawn from its upper end (the left one on a level line) and anchored at the top left of its box:
# - back: how far that corner of the box lies to the left of the upper end, as a number that is 0 or less
# - crossed: the squares whose inside the line crosses, without its ends
# - flanks: the upper square beside each grid corner that the line passes through exactly
# - discs: the squares in which the line passes nearer than half a square to the centre
Line = tuple[int, int, int, int]


@lru_cache(maxsize=16)
def _lines(columns: int) -> Table[int, Line]:
    """The lines on boards with so many columns, by `dy * 2 * columns + dx`: no two offsets share a key."""
    return Table(partial(_draw_line, columns), 2 * MOST * columns)


def _draw_line(columns: int, key: int) -> Line:
    crossed, discs, corners = _draw_way(columns, key)
    back = min((key + columns) % (2 * columns) - columns, 0)

    def mask(places: Iterable[int]) -> int:
        return mask_of(at - back for at in places)

    return back, mask(crossed), mask(min(left, right) for _, _, left, right in corners), mask(discs)


# The same line as it is told, from its start on; places are counted from there: the squares that it crosses and those
# in whose discs a unit closes it, each in order, and its corners as `Corner` has them.
Way = tuple[list[int], list[int], list[tuple[int, int, int, int]]]


@lru_cache(maxsize=16)
def _ways(columns: int, rows: int) -> Table[int, Way]:
    """The ways on boards of this shape, with keys as for `_lines`, but in all directions."""
    return Table(partial(_draw_way, columns), 1_000 * max(columns, rows))


def _draw_way(columns: int, key: int) -> Way:
    dx, dy = (key + columns) % (2 * columns) - columns, (key + columns) // (2 * columns)
    right, down = (-1 if dx < 0 else 1), (-1 if dy < 0 else 1)
    wide, tall, length = abs(dx), abs(dy), dx * dx + dy * dy
    if wide <= 1 and tall <= 1:
        return [], [], []

    def place(x: int, y: int) -> int:
        return down * y * columns + right * x

    crossed = [(x, y) for x, y in _crossed(wide, tall) if 0 < x + y < wide + tall]
    discs = [place(x, y) for x, y in crossed if 4 * (wide * y - tall * x) ** 2 < length]
    corners = []
    for x, y in _flanks(wide, tall):
        beside = place(x, y), place(x - 1, y + 1)
        corners.append((right * (2 * x - 1), down * (2 * y + 1), *(beside if right == down else beside[::-1])))
    return [place(x, y) for x, y in crossed], discs, corners


def _crossed(dx: int, dy: int) -> Iterator[tuple[int, int]]:
    """The squares whose inside is crossed by the line from (0, 0) to (dx, dy), both at least 0, column by column.

    Heights are counted in parts of 1 / (2·dx), so that where the line enters and leaves a column is a whole number.
    """
    if dx == 0:
        yield from ((0, y) for y in range(dy + 1))
        return
    for x in range(dx + 1):
        enters, leaves = dy * max(2 * x - 1, 0), dy * min(2 * x + 1, 2 * dx)
        for y in range((enters // dx + 1) // 2, -(-leaves // dx) // 2 + 1):
            yield x, y


def _flanks(dx: int, dy: int) -> Iterator[tuple[int, int]]:
    """The upper right square at each grid corner on the line from (0, 0) to (dx, dy), both at least 0."""
    for x in range(dx):
        halves, rest = divmod(dy * (2 * x + 1), dx)
        if rest == 0 and halves % 2:
            yield x + 1, halves // 2


class Sight:
    """Sight over this ground. Lines run from centre to centre; the squares at their ends never close them.

    A terrain square closes a line that crosses its inside, and two of them one that passes exactly between them at a
    grid corner; a unit closes one that passes nearer than half a square to its centre. Neighbours see each other.
    """

    def __init__(self, grid: Grid, terrain: int) -> None:
        self.grid, self.terrain = grid, terrain
        self._columns, self._lines = grid.columns, _lines(grid.columns)
        self._ways = _ways(grid.columns, grid.rows)
        # upper squares of the pairs of terrain that touch at a corner, for lines that lean right (0) and left (1)
        self._pairs = terrain & terrain >> grid.columns - 1, terrain & terrain >> grid.columns + 1
        self._seen = Table(self._look, grid.size)

    def seen(self, square: int) -> int:
        """The squares that are visible over terrain alone, itself included."""
        return self._seen[square]

    def _look(self, square: int) -> int:
        above = ["1" if self._over(end, square) else "0" for end in range(square)]
        below = ["1" if self._over(square, end) else "0" for end in range(square, self.grid.size)]
        return int("".join(reversed(above + below)), 2)

    def _over(self, a: int, b: int) -> bool:
        """Whether terrain leaves the line from a to b open; a comes first on the board."""
        back, crossed, flanks, _ = self._lines[2 * (b - a) - b % self._columns + a % self._columns]
        box = a + back
        if self.terrain >> box & crossed:
            return False
        return not (flanks and self._pairs[back < 0] >> box & flanks)

    def clear(self, a: int, b: int, units: int) -> bool:
        """Whether neither terrain nor units close the line. Quickest once `seen(a)` is there, but does without it."""
        seen = self._seen.get(a)
        if seen is not None and not seen >> b & 1:
            return False
        if a > b:
            a, b = b, a
        back, _, _, discs = self._lines[2 * (b - a) - b % self._columns + a % self._columns]
        if units >> a + back & discs:
            return False
        return seen is not None or self._over(a, b)

    def visible(self, a: int, squares: int, units: int) -> list[int]:
        """Those of a set of squares to which the line is clear, ascending; `clear`, written out for many at once."""
        seen, lines, columns = self._seen.get(a), self._lines, self._columns
        if seen is not None:
            squares &= seen
        terrain, across, found = self.terrain, a % columns, []
        while squares:
            b = squares.bit_length() - 1
            squares ^= 1 << b
            dx = b % columns - across
            back, crossed, flanks, discs = lines[2 * (b - a) - dx if a < b else 2 * (a - b) + dx]
            box = back + (a if a < b else b)
            if units >> box & discs:
                continue
            if seen is None and (terrain >> box & crossed or (flanks and self._pairs[back < 0] >> box & flanks)):
                continue
            found.append(b)
        found.reverse()
        return found

    def trace(self, a: int, b: int, units: int) -> Trace:
        """The whole story of a line, from the same drawing that `clear` uses."""
        columns, terrain = self._columns, self.terrain
        way = self._ways[2 * (b - a) - b % columns + a % columns]
        crossed, discs = tuple([a + at for at in way[0]]), tuple([a + at for at in way[1]])
        x2, y2 = 2 * (a % columns), 2 * (a // columns)
        corners = tuple([Corner(x2 + dx2, y2 + dy2, a + left, a + right) for dx2, dy2, left, right in way[2]])
        blockers = [Blocker(square, "terrain") for square in crossed if terrain >> square & 1]
        blockers += [Blocker(square, "unit") for square in discs if units >> square & 1]
        for corner in corners:
            if terrain >> corner.left & terrain >> corner.right & 1:
                blockers += Blocker(corner.left, "corner"), Blocker(corner.right, "corner")
        # both squares beside a corner are as far along as the corner itself, so they sort with it
        blockers.sort(key=lambda blocker: sum(map(abs, self.grid.offset(a, blocker.square))))
        return Trace(a, b, crossed, discs, corners, tuple(blockers))
