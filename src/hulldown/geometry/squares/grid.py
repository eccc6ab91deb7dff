"""The grid: squares and sets of them, names, distances, zones and arcs."""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum, StrEnum
from functools import cached_property, lru_cache
from math import gcd, isqrt
from typing import Any, Generic, TypeVar

FACINGS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
FACING_NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
MOST = 200

ROOM_BITS = 1 << 28  # what a table of masks may hold (32 MB) before it is emptied: big boards must not fill the memory

K = TypeVar("K")
V = TypeVar("V")


class Table(dict[K, V], Generic[K, V]):
    """Values made when first asked for, and forgotten when there are too many of them."""

    def __init__(self, make: Callable[[K], V], bits: int) -> None:
        self._make, self._most = make, max(1, ROOM_BITS // bits)

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value


def squares_of(mask: int) -> list[int]:
    """The squares of a set, ascending."""
    squares = []
    while mask:  # from the top: the highest bit is the one that Python finds at once
        square = mask.bit_length() - 1
        squares.append(square)
        mask ^= 1 << square
    squares.reverse()
    return squares


def square_at(mask: int, place: int) -> int:
    """The square at a place, counted from 0, in a set that has so many."""
    for _ in range(place):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def mask_of(squares: Iterable[int]) -> int:
    """The set of these squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def letters(column: int) -> str:
    """A … Z, AA, AB …: column names as in a spreadsheet."""
    return (letters(column // 26 - 1) if column >= 26 else "") + chr(ord("A") + column % 26)


def direct_range(dx: int, dy: int, section: int = 1) -> int:
    """Sections of the ruler from a centre to the nearest point of a disc as wide as a square.

    The smallest R with (2·section·R + 1)² ≥ 4(dx² + dy²): an odd number against an even one, so there are no ties.
    """
    return (isqrt(4 * (dx * dx + dy * dy)) + 2 * section - 1) // (2 * section)


def parabolic_range(dx: int, dy: int, section: int = 1) -> int:
    """Sections of the ruler from centre to centre: the smallest R with (section·R)² ≥ dx² + dy²."""
    square = dx * dx + dy * dy
    return (isqrt(square - 1) + section) // section if square else 0


@lru_cache(maxsize=1 << 16)
def section_range(section: int, dx: int, dy: int, parabolic: bool = False) -> int:
    """Sections of so many squares by the one ruler or the other, remembered."""
    return (parabolic_range if parabolic else direct_range)(dx, dy, section)


def section_reach(section: int, sections: int, parabolic: bool = False) -> int:
    """The greatest dx² + dy² that is no more than so many sections away."""
    return (section * sections) ** 2 if parabolic else (2 * section * sections + 1) ** 2 // 4


def nearest_point_range(dx: int, dy: int) -> int:
    """Squares from a centre to the nearest point of the whole square: never more than `direct_range`."""
    square = max(0, 2 * abs(dx) - 1) ** 2 + max(0, 2 * abs(dy) - 1) ** 2
    return (isqrt(square - 1) + 2) // 2 if square else 0


class Zone(StrEnum):
    """The part of a body that looks towards a point; the 45° lines belong to the side."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


class Arc(IntEnum):
    """How far to either side of its facing something points, in degrees. 27 and 90 include the limit, 45 does not."""

    A27 = 27
    A45 = 45
    A90 = 90
    A360 = 360


def zone(facing: int, dx: int, dy: int) -> Zone:
    """Which zone of a body with this facing looks towards the point at (dx, dy) from it."""
    fx, fy = FACINGS[facing]
    dot, cross = fx * dx + fy * dy, abs(fx * dy - fy * dx)
    if dot > cross:
        return Zone.FRONT
    return Zone.REAR if -dot > cross else Zone.SIDE


def angled(facing: int, dx: int, dy: int) -> Zone | None:
    """The zone, front or rear, that can be hit as well as the side from (dx, dy), or None where the body is not angled.

    The limit is the path of a diagonal step, a straight one and so on: on it or nearer to the diagonal, short·2 ≥ long.
    A body that faces along a diagonal is angled on the other side of it.
    """
    short, long = sorted((abs(dx), abs(dy)))
    if (2 * short >= long) == bool(facing % 2):
        return None
    fx, fy = FACINGS[facing]
    return Zone.FRONT if fx * dx + fy * dy > 0 else Zone.REAR


def turned(dx: int, dy: int, eighths: int) -> tuple[int, int]:
    """The shortest vector that points so many times 45° further clockwise than this one."""
    for _ in range(eighths % 8):
        dx, dy = dx - dy, dx + dy
    shared = gcd(dx, dy)
    return dx // shared, dy // shared


def within_135(dx: int, dy: int, to_dx: int, to_dy: int) -> bool:
    """Whether the second vector lies no more than 135° from the first, to either side."""
    return dx * to_dx + dy * to_dy + abs(dx * to_dy - dy * to_dx) >= 0


def in_arc(arc: Arc, facing: int, dx: int, dy: int) -> bool:
    """Whether the point at (dx, dy) lies in the arc.

    27° is compared with its tangent, 0.509525, rounded down by less than a millionth. No offset on a board of 200 × 200
    falls between that and the true tangent, so the test is exact there, and out to a distance of 42 it is the same as
    the rule of thumb "at most one square aside for two ahead", 2·|cross| ≤ dot.
    """
    fx, fy = FACINGS[facing]
    dot, cross = fx * dx + fy * dy, abs(fx * dy - fy * dx)
    if arc == 27:
        return dot > 0 and 1_000_000 * cross <= 509_525 * dot
    if arc == 45:
        return dot > cross
    return arc == 360 or dot >= 0


class _Bits(Sequence[int]):
    def __getitem__(self, square: Any) -> Any:
        return 1 << square

    def __len__(self) -> int:
        return MOST * MOST


class Grid:
    """A board's shape: names, neighbours and arcs. Ask `Grid.of` for one, so that equal boards share their tables."""

    def __init__(self, columns: int, rows: int) -> None:
        if not (1 <= columns <= MOST and 1 <= rows <= MOST):
            raise ValueError(f"a board has 1 to {MOST} columns and rows; this one has {columns} and {rows}")
        self.columns, self.rows, self.size = columns, rows, columns * rows
        self.all = (1 << self.size) - 1
        self._first_column = mask_of(range(0, self.size, columns))
        # by a square and steps: the other squares that are no more than so many steps away
        self.near: Table[tuple[int, int], int] = Table(self._others, self.size)
        self._arcs = Table(self._cut_arc, self.size)
        self._wide_arcs = Table(self._draw_arc, 4 * self.size)

    @staticmethod
    @lru_cache(maxsize=16)
    def of(columns: int, rows: int) -> "Grid":
        """The shared board of this shape."""
        return Grid(columns, rows)

    def square(self, x: int, y: int) -> int:
        """The square in column x and row y, both counted from 0."""
        if not (0 <= x < self.columns and 0 <= y < self.rows):
            raise ValueError(f"column {x}, row {y} is off a board of {self.columns} columns and {self.rows} rows")
        return y * self.columns + x

    def xy(self, square: int) -> tuple[int, int]:
        """Column and row of a square, counted from 0."""
        return square % self.columns, square // self.columns

    def offset(self, a: int, b: int) -> tuple[int, int]:
        """The way from a to b: columns to the right and rows down."""
        return b % self.columns - a % self.columns, b // self.columns - a // self.columns

    @cached_property
    def bits(self) -> Sequence[int]:
        """Each square as a set of its own; on very large boards made each time, as they would fill the memory."""
        return [1 << square for square in range(self.size)] if self.size <= 4_000 else _Bits()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each square is called, A1 first."""
        columns = [letters(column) for column in range(self.columns)]
        return tuple(f"{column}{row}" for row in range(1, self.rows + 1) for column in columns)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: square for square, name in enumerate(self.names)}

    def number(self, name: str) -> int:
        """The square of this name."""
        if name not in self._numbers:
            raise ValueError(f"there is no square {name!r} on a board that goes from A1 to {self.names[-1]}")
        return self._numbers[name]

    @cached_property
    def _ahead(self) -> list[list[int]]:
        tables = [[-1] * self.size for _ in FACINGS]
        for facing, (fx, fy) in enumerate(FACINGS):
            for square in squares_of(self.moved(self.all, (facing + 4) % 8)):
                tables[facing][square] = square + fy * self.columns + fx
        return tables

    def ahead(self, square: int, facing: int) -> int:
        """The next square in that direction, or -1 off the board."""
        return self._ahead[facing][square]

    def neighbours(self, square: int) -> int:
        """The up to eight squares around one."""
        return self.near[square, 1]

    def _others(self, key: tuple[int, int]) -> int:
        return self.around(*key) ^ 1 << key[0]

    def around(self, square: int, steps: int) -> int:
        """The box of squares no more than that many steps away, diagonals counting as one."""
        x, y = self.xy(square)
        row = (1 << min(self.columns, x + steps + 1)) - (1 << max(0, x - steps))
        rows = range(max(0, y - steps), min(self.rows, y + steps + 1))
        return sum(row << other * self.columns for other in rows)

    def moved(self, mask: int, facing: int) -> int:
        """All squares of a set moved one square that way; those moved off the board are gone."""
        fx, fy = FACINGS[facing]
        if fx:
            mask &= ~(self._first_column << (self.columns - 1 if fx > 0 else 0))
        step = fy * self.columns + fx
        return (mask << step if step > 0 else mask >> -step) & self.all

    def spread(self, mask: int) -> int:
        """A set together with the neighbours of all its squares."""
        first = self._first_column
        mask |= (mask & ~(first << self.columns - 1)) << 1 | (mask & ~first) >> 1
        return (mask | mask << self.columns | mask >> self.columns) & self.all

    def arc(self, arc: Arc, facing: int, square: int) -> int:
        """All squares that lie in this arc from there."""
        return self._arcs[arc, facing, square]

    def _cut_arc(self, key: tuple[Arc, int, int]) -> int:
        """Cuts the board out of an arc drawn once on a table of twice its size, with the tip in the middle."""
        arc, facing, square = key
        x, y = self.xy(square)
        right, row = self.columns - 1 - x, (1 << self.columns) - 1
        mask = 0
        for wide in reversed(self._wide_arcs[arc, facing][self.rows - 1 - y : 2 * self.rows - 1 - y]):
            mask = mask << self.columns | wide >> right & row
        return mask

    def _draw_arc(self, key: tuple[Arc, int]) -> list[int]:
        across, down = range(1 - self.columns, self.columns), range(1 - self.rows, self.rows)
        return [mask_of(i for i, dx in enumerate(across) if in_arc(*key, dx, dy)) for dy in down]
