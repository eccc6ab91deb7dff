"""Sight: the line between two squares, what it crosses, and what closes it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from typing import Literal

import msgspec

from hulldown.geometry.squares.grid import MOST, Grid, Table, mask_of, squares_of


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
    dx, dy = (key + columns) % (2 * columns) - columns, (key + columns) // (2 * columns)
    wide, length = abs(dx), dx * dx + dy * dy
    if wide <= 1 and dy <= 1:
        return min(dx, 0), 0, 0, 0  # neighbours have nothing between them
    crossed = [(x, y) for x, y in _crossed(wide, dy) if 0 < x + y < wide + dy]
    discs = [(x, y) for x, y in crossed if 4 * (wide * y - dy * x) ** 2 < length]

    def mask(places: Iterable[tuple[int, int]]) -> int:
        return mask_of(y * columns + (wide - x if dx < 0 else x) for x, y in places)

    return min(dx, 0), mask(crossed), mask(_flanks(wide, dy)), mask(discs)


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

    def trace(self, a: int, b: int, units: int) -> Trace:
        """The whole story of a line, from the same masks that `clear` uses."""
        upper, lower = min(a, b), max(a, b)
        back, crossed, flanks, discs = self._lines[2 * (lower - upper) - lower % self._columns + upper % self._columns]
        box, lean, way = upper + back, -1 if back < 0 else 1, 1 if a < b else -1
        crossed, flanks, discs = crossed << box, flanks << box, discs << box

        def along(square: int) -> int:
            # both squares beside a corner are as far along as the corner itself, so they sort with it
            x, y = self.grid.xy(square)
            return way * (y + lean * x)

        corners = tuple(self._corner(flank, lean, lean == way) for flank in sorted(squares_of(flanks), key=along))
        shut = [corner for corner in corners if self.terrain >> corner.left & self.terrain >> corner.right & 1]
        blockers = [Blocker(square, "terrain") for square in squares_of(crossed & self.terrain)]
        blockers += [Blocker(square, "unit") for square in squares_of(discs & units)]
        blockers += [Blocker(square, "corner") for corner in shut for square in (corner.left, corner.right)]
        blockers.sort(key=lambda blocker: along(blocker.square))
        crossed_in_order, discs_in_order = (tuple(sorted(squares_of(mask), key=along)) for mask in (crossed, discs))
        return Trace(a, b, crossed_in_order, discs_in_order, corners, tuple(blockers))

    def _corner(self, flank: int, lean: int, on_the_left: bool) -> Corner:
        """The corner below this square, on the side from which the line comes."""
        x, y = self.grid.xy(flank)
        other = flank + self.grid.columns - lean
        left, right = (flank, other) if on_the_left else (other, flank)
        return Corner(2 * x - lean, 2 * y + 1, left, right)
