"""The grid: hexes and sets of them, names, distances, facings, wedges and zones."""

from functools import cached_property, lru_cache
from typing import Literal

from hulldown.geometry.squares.grid import MOST, Table, Zone, letters, mask_of

Offset = tuple[int, int]  # q and r, from hex to hex
Point = tuple[int, int]  # of the lattice of all centres and corners
Edge = Literal["top", "bottom", "left", "right"]

DIRECTIONS: tuple[Offset, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
DIRECTION_NAMES = ("E", "SE", "SW", "W", "NW", "NE")
# Facing f is the corner between the directions f - 1 and f.
FACING_NAMES = ("NE", "SE", "S", "SW", "NW", "N")
BEARINGS_DEG = (60, 120, 180, 240, 300, 0)  # of the facings, clockwise from the top

# Centres and corners together are the points of a triangular lattice. It has one axis through corner 0 and one through
# corner 2; a third, the sum of both, goes through corner 1. A point is a centre if its sum can be divided by three.
CORNERS: tuple[Point, ...] = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def centre(q: int, r: int) -> Point:
    """The centre of a hex."""
    return 2 * q + r, q + 2 * r


def corner_of(q: int, r: int, corner: int) -> Point:
    """A corner of a hex."""
    (a, b), (da, db) = centre(q, r), CORNERS[corner]
    return a + da, b + db


def drawn(point: Point) -> tuple[int, int]:
    """A point as it is drawn: x to the right in halves of a hex's width, y down in halves of its side.

    The centre of A1 is at (0, 0), that of B1 at (2, 0), and that of A2 at (1, 3).
    """
    a, b = point
    return a, 2 * b - a


def forward(facing: int) -> tuple[int, int]:
    """The directions of the two hexes ahead: they share the corner that is faced."""
    return (facing - 1) % 6, facing


def reverse(facing: int) -> tuple[int, int]:
    """The directions of the two hexes behind."""
    return (facing + 2) % 6, (facing + 3) % 6


def gun_corners(dq: int, dr: int) -> tuple[int, ...]:
    """The corners in whose closed wedge of 60° another hex lies: two if it lies along a row, else one."""
    sides = -dr, dq, dq + dr, dr, -dq, -dq - dr
    return tuple([corner for corner in range(6) if sides[corner] >= 0 and sides[corner - 4] >= 0])


def zone(facing: int, dq: int, dr: int, narrow: bool = False) -> Zone:
    """Which part of a body with this facing looks towards the hex at (dq, dr) from it.

    Front and rear are 120° wide, or 60° if narrow; a limit belongs to the front, or else to the side.
    """
    if not narrow:
        return sector(facing, centre(dq, dr))
    corners = gun_corners(dq, dr)
    if facing in corners:
        return Zone.FRONT
    return Zone.REAR if corners == ((facing + 3) % 6,) else Zone.SIDE


def sector(facing: int, way: Point) -> Zone:
    """The zone, of those 120° wide, to which a way over the lattice leads."""
    a, b = way
    sides = a, b, b - a, -a, -b, a - b
    left, right = sides[facing - 1], sides[facing]
    if left >= 0 and right >= 0:
        return Zone.FRONT
    return Zone.REAR if left < 0 and right < 0 else Zone.SIDE


def labels(facing: int, corner: int, narrow: bool = False) -> tuple[Zone, ...]:
    """The parts of a body with this facing to which a corner of its hex belongs, with zones as for `zone`."""
    turned = abs((corner - facing + 3) % 6 - 3)
    if narrow:
        return ((Zone.FRONT,), (Zone.SIDE,), (Zone.SIDE,), (Zone.REAR,))[turned]
    return ((Zone.FRONT,), (Zone.FRONT, Zone.SIDE), (Zone.SIDE, Zone.REAR), (Zone.REAR,))[turned]


class HexGrid:
    """A mat's shape: names, neighbours and wedges. Ask `HexGrid.of` for one, so that equal mats share their tables.

    Rows run straight across, the second and every other one half a hex further right.
    """

    def __init__(self, columns: int, rows: int) -> None:
        if not (1 <= columns <= MOST and 1 <= rows <= MOST):
            raise ValueError(f"a mat has 1 to {MOST} columns and rows; this one has {columns} and {rows}")
        self.columns, self.rows, self.size = columns, rows, columns * rows
        self.all = (1 << self.size) - 1
        self._row = (1 << columns) - 1
        self._neighbours = Table(self._ring, self.size)
        self._wedges = Table(self._spread, self.size)

    @staticmethod
    @lru_cache(maxsize=16)
    def of(columns: int, rows: int) -> "HexGrid":
        """The shared mat of this shape."""
        return HexGrid(columns, rows)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each hex is called, A1 first."""
        columns = [letters(column) for column in range(self.columns)]
        return tuple(f"{column}{row}" for row in range(1, self.rows + 1) for column in columns)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def number(self, name: str) -> int:
        """The hex of this name."""
        if name not in self._numbers:
            raise ValueError(f"there is no hex {name!r} on a mat that goes from A1 to {self.names[-1]}")
        return self._numbers[name]

    def axial(self, place: int) -> tuple[int, int]:
        """The coordinates q and r of a hex: r is its row from 0, and q is the same along the direction SE."""
        r, column = divmod(place, self.columns)
        return column - (r >> 1), r

    def at(self, q: int, r: int) -> int:
        """The hex with these coordinates, or -1 off the mat."""
        column = q + (r >> 1)
        return r * self.columns + column if 0 <= column < self.columns and 0 <= r < self.rows else -1

    def offset(self, a: int, b: int) -> Offset:
        """The way from a to b in q and r."""
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        return bq - aq, br - ar

    def distance(self, a: int, b: int) -> int:
        """The fewest steps from a to b over an empty mat without edges."""
        dq, dr = self.offset(a, b)
        return max(abs(dq), abs(dr), abs(dq + dr))

    @cached_property
    def steps(self) -> list[list[int]]:
        """For each direction the next hex from each one, or -1 off the mat."""
        places = [self.axial(place) for place in range(self.size)]
        return [[self.at(q + dq, r + dr) for q, r in places] for dq, dr in DIRECTIONS]

    def step(self, place: int, direction: int) -> int:
        """The next hex in that direction, or -1 off the mat."""
        return self.steps[direction][place]

    def neighbours(self, place: int) -> int:
        """The up to six hexes around one."""
        return self._neighbours[place]

    def _ring(self, place: int) -> int:
        return mask_of([step[place] for step in self.steps if step[place] >= 0])

    def around(self, place: int, radius: int) -> int:
        """The hexes no more than that many steps away."""
        (q, r), mask = self.axial(place), 0
        for row in range(max(0, r - radius), min(self.rows, r + radius + 1)):
            column, down = q + (row >> 1), row - r
            west = max(0, column - radius - min(0, down))
            east = min(self.columns - 1, column + radius - max(0, down))
            mask |= (2 << east) - (1 << west) << row * self.columns
        return mask

    @cached_property
    def _moves(self) -> list[tuple[int, int, int, int]]:
        """For each direction the hexes of the even rows that stay on the mat and how far they move, then the odd."""
        left, right = self.border("left"), self.border("right")
        even = mask_of(row * self.columns for row in range(0, self.rows, 2)) * self._row
        odd, down = self.all ^ even, self.columns
        return [
            (even & ~right, 1, odd & ~right, 1),
            (even, down, odd & ~right, down + 1),
            (even & ~left, down - 1, odd, down),
            (even & ~left, -1, odd & ~left, -1),
            (even & ~left, -down - 1, odd, -down),
            (even, -down, odd & ~right, 1 - down),
        ]

    def shift(self, mask: int, direction: int) -> int:
        """All hexes of a set moved one hex that way; those moved off the mat are gone."""
        even, by, odd, odd_by = self._moves[direction]
        even, odd = mask & even, mask & odd
        if direction <= 2:  # to higher numbers
            return (even << by | odd << odd_by) & self.all
        return even >> -by | odd >> -odd_by

    def wedge(self, place: int, corner: int) -> int:
        """The hexes in the closed wedge of 60° at that corner, without its tip.

        They are those to which forward steps lead, facing the corner all the way.
        """
        return self._wedges[place * 6 + corner]

    def _spread(self, pose: int) -> int:
        left, right = forward(pose % 6)
        wedge, wave = 0, 1 << pose // 6
        while wave := self.shift(wave, left) | self.shift(wave, right):
            wedge |= wave
        return wedge

    def border(self, edge: Edge) -> int:
        """The hexes along an edge of the mat."""
        if edge in ("top", "bottom"):
            return self._row << (0 if edge == "top" else self.size - self.columns)
        return mask_of(range(0 if edge == "left" else self.columns - 1, self.size, self.columns))
