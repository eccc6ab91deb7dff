"""A board of squares with eight facings: ranges, arcs, zones, driving and sight, all in whole numbers.

x grows to the right and y down, so A1 is the top left. A square is one number, `y * columns + x`; a set of squares is
one `int` with bit `square` set; a pose is `square * 8 + facing`, with facings counted clockwise from up.

`python -m hulldown.geometry.squares` draws a field with a reach, an arc and a line of sight.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum, StrEnum
from functools import cached_property, lru_cache, partial
from math import isqrt
from typing import Any, Generic, Literal, TypeVar

import msgspec

FACINGS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
FACING_NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
MOST = 200

ROOM_BITS = 1 << 28  # what a table of masks may hold (32 MB) before it is emptied: big boards must not fill the memory

K = TypeVar("K")
V = TypeVar("V")
Lanes = tuple[int, ...]  # a set of squares for each of the eight facings


class _Table(dict[K, V], Generic[K, V]):
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


def mask_of(squares: Iterable[int]) -> int:
    """The set of these squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def _letters(column: int) -> str:
    """A … Z, AA, AB …: column names as in a spreadsheet."""
    return (_letters(column // 26 - 1) if column >= 26 else "") + chr(ord("A") + column % 26)


def direct_range(dx: int, dy: int, section: int = 1) -> int:
    """Sections of the ruler from a centre to the nearest point of a disc as wide as a square.

    The smallest R with (2·section·R + 1)² ≥ 4(dx² + dy²): an odd number against an even one, so there are no ties.
    """
    return (isqrt(4 * (dx * dx + dy * dy)) + 2 * section - 1) // (2 * section)


def parabolic_range(dx: int, dy: int, section: int = 1) -> int:
    """Sections of the ruler from centre to centre: the smallest R with (section·R)² ≥ dx² + dy²."""
    square = dx * dx + dy * dy
    return (isqrt(square - 1) + section) // section if square else 0


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
        self._neighbours = _Table(self._ring, self.size)
        self._arcs = _Table(self._cut_arc, self.size)
        self._wide_arcs = _Table(self._draw_arc, 4 * self.size)

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
        letters = [_letters(column) for column in range(self.columns)]
        return tuple(f"{column}{row}" for row in range(1, self.rows + 1) for column in letters)

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
        return self._neighbours[square]

    def _ring(self, square: int) -> int:
        return self.around(square, 1) ^ 1 << square

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


class Drive:
    """How things drive over this ground; `closed` are the squares that nothing can squeeze between.

    Ask once for the most steps and take fewer of them from the `Reach`. Answers are remembered by the free squares that
    could matter, so the same question on a board that changed elsewhere costs next to nothing.
    """

    def __init__(self, grid: Grid, closed: int) -> None:
        self.grid, self.closed = grid, closed
        self._shut = [self._gaps(facing) if facing % 2 else 0 for facing in range(8)]
        self._open = [grid.moved(grid.all & ~shut, facing) for facing, shut in enumerate(self._shut)]
        self._near = _Table(self._nearby, grid.size)
        self._memo = _Table(self._explore, 1024 * grid.size)  # masks and poses of the ways of a few turns: some 5 MB

    def _gaps(self, facing: int) -> int:
        """The squares from which a diagonal step would pass between two closed squares."""
        return self.grid.moved(self.closed, (facing + 3) % 8) & self.grid.moved(self.closed, (facing + 5) % 8)

    def _nearby(self, key: tuple[int, int]) -> int:
        """The squares that can matter. Not the first one: whoever starts there may always come back."""
        square, steps = key
        return self.grid.around(square, steps) & ~(1 << square)

    def may_step(self, square: int, facing: int) -> bool:
        """Whether the way ahead has any width: a diagonal step needs an open square on one side at least."""
        return not self._shut[facing] >> square & 1

    def tracked(self, free: int, square: int, facing: int, steps: int) -> "Reach":
        """Where tracks lead: a step is one square ahead, or a turn of 45° on the spot."""
        return self._memo[True, square, facing, steps, self._near[square, steps] & free]

    def wheeled(self, free: int, square: int, facing: int, steps: int) -> "Reach":
        """Where wheels lead: a step is one square ahead, straight on or after a turn of 45°."""
        return self._memo[False, square, facing, steps, self._near[square, steps] & free]

    def forget(self) -> None:
        """Forgets the answers that it remembers."""
        self._memo.clear()

    def retreat(self, free: int, goal: int, most: int) -> list[Lanes]:
        """Tracks driven backwards from a set of squares: `[k][facing]` are the poses from which k steps lead into it.

        A way back is a way forwards with the facing turned about.
        """
        enter = tuple([free & lane for lane in self._open])
        layers = _tracked((goal,) * 8, free & ~goal, enter, self.grid.columns, most)
        return [layer[4:] + layer[:4] for layer in layers]

    def flood(self, free: int, start: int) -> int:
        """All free squares that can be driven to from a set of squares, by steps in any of the eight directions."""
        reached, wave = start, start
        while wave:
            spread = 0
            for facing, lane in enumerate(self._open):
                spread |= self.grid.moved(wave, facing) & lane
            wave = spread & free & ~reached
            reached |= wave
        return reached

    def _explore(self, key: tuple[bool, int, int, int, int]) -> "Reach":
        pivots, square, facing, steps, near = key
        near |= 1 << square
        enter = tuple([near & lane for lane in self._open])
        first = (0,) * facing + (1 << square,) + (0,) * (7 - facing)
        wave = _tracked if pivots else _wheeled
        layers = wave(first, near, enter, self.grid.columns, steps)
        return Reach(self.grid, pivots, square * 8 + facing, enter, layers)


# The two waves are written out facing by facing: as loops over lists they take twice as long, and testing for empty
# lanes costs more than moving them. `enter` holds the squares that may be entered with a facing: the board's edges and
# the gaps are cut out of it, so that a shift needs no further care. `more` holds what is not yet reached with a facing;
# the start is still in it, so that coming back counts as reaching it.


def _tracked(first: Lanes, near: int, enter: Lanes, columns: int, steps: int) -> list[Lanes]:
    n, ne, e, se, s, sw, w, nw = first
    enter_n, enter_ne, enter_e, enter_se, enter_s, enter_sw, enter_w, enter_nw = enter
    more_n = more_ne = more_e = more_se = more_s = more_sw = more_w = more_nw = near
    less, plus = columns - 1, columns + 1
    layers = [first]
    for _ in range(steps):
        n, ne, e, se, s, sw, w, nw = layer = (
            (n >> columns & enter_n | nw | ne) & more_n,
            (ne >> less & enter_ne | n | e) & more_ne,
            (e << 1 & enter_e | ne | se) & more_e,
            (se << plus & enter_se | e | s) & more_se,
            (s << columns & enter_s | se | sw) & more_s,
            (sw << less & enter_sw | s | w) & more_sw,
            (w >> 1 & enter_w | sw | nw) & more_w,
            (nw >> plus & enter_nw | w | n) & more_nw,
        )
        more_n, more_ne, more_e, more_se = more_n ^ n, more_ne ^ ne, more_e ^ e, more_se ^ se
        more_s, more_sw, more_w, more_nw = more_s ^ s, more_sw ^ sw, more_w ^ w, more_nw ^ nw
        layers.append(layer)
    return layers


def _wheeled(first: Lanes, near: int, enter: Lanes, columns: int, steps: int) -> list[Lanes]:
    n, ne, e, se, s, sw, w, nw = first
    more_n, more_ne, more_e, more_se, more_s, more_sw, more_w, more_nw = enter
    less, plus = columns - 1, columns + 1
    layers = [first]
    for _ in range(steps):
        n, ne, e, se, s, sw, w, nw = layer = (
            (n | nw | ne) >> columns & more_n,
            (ne | n | e) >> less & more_ne,
            (e | ne | se) << 1 & more_e,
            (se | e | s) << plus & more_se,
            (s | se | sw) << columns & more_s,
            (sw | s | w) << less & more_sw,
            (w | sw | nw) >> 1 & more_w,
            (nw | w | n) >> plus & more_nw,
        )
        more_n, more_ne, more_e, more_se = more_n ^ n, more_ne ^ ne, more_e ^ e, more_se ^ se
        more_s, more_sw, more_w, more_nw = more_s ^ s, more_sw ^ sw, more_w ^ w, more_nw ^ nw
        layers.append(layer)
    return layers


class Reach:
    """The poses that can be driven to, and the way to each. `layers[k][facing]`: squares first reached in k steps."""

    __slots__ = ("_ends", "_enter", "_facings", "_grid", "_pivots", "_squares", "layers", "start")

    def __init__(self, grid: Grid, pivots: bool, start: int, enter: Lanes, layers: list[Lanes]) -> None:
        self._grid, self._pivots, self._enter = grid, pivots, enter
        self.start, self.layers = start, layers
        self._squares: list[int] = []  # of all poses taken from the layers so far, nearest first,
        self._facings: list[int] = []  # with their facings,
        self._ends = [0]  # and how many of them lie within so many steps

    def count(self, steps: int) -> int:
        """How many poses lie within 1 … `steps` steps."""
        if steps >= len(self.layers):
            raise ValueError(f"this reach was asked for {len(self.layers) - 1} steps, so it cannot tell about {steps}")
        while len(self._ends) <= steps:
            self._take(self.layers[len(self._ends)])
        return self._ends[max(steps, 0)]

    def _take(self, layer: Lanes) -> None:
        """Adds a layer's poses, by facing, then square. Written out like `squares_of`, as it runs for every move."""
        squares: list[int] = []
        facings: list[int] = []
        bits = self._grid.bits
        facing = 8
        for wave in reversed(layer):
            facing -= 1
            while wave:
                square = wave.bit_length() - 1
                squares.append(square)
                facings.append(facing)
                wave ^= bits[square]
        squares.reverse()
        facings.reverse()
        self._squares += squares
        self._facings += facings
        self._ends.append(len(self._squares))

    def places(self, steps: int) -> tuple[list[int], list[int]]:
        """The squares and the facings of all poses within `steps` steps: nearest first, then by facing, then square."""
        many = self.count(steps)
        return self._squares[:many], self._facings[:many]

    def poses(self, steps: int) -> tuple[int, ...]:
        """The same as poses."""
        return tuple([square * 8 + facing for square, facing in zip(*self.places(steps), strict=True)])

    def pose(self, place: int) -> int:
        """One of the poses that `count` counted, by its place among them."""
        return self._squares[place] * 8 + self._facings[place]

    def steps_to(self, pose: int) -> int | None:
        """The fewest steps to a pose, at least one; None out of reach."""
        square, facing = pose >> 3, pose & 7
        return next((k for k, layer in enumerate(self.layers) if k and layer[facing] >> square & 1), None)

    def path(self, pose: int) -> tuple[int, ...]:
        """The poses from the start to this one: fewest steps, and the same choice among equals for everybody."""
        way = [pose]
        for steps in range(self._known_steps(pose), 0, -1):
            way.append(self._back(way[-1], steps))
        return tuple(reversed(way))

    def before(self, pose: int) -> int:
        """The pose before this one on its path."""
        return self._back(pose, self._known_steps(pose))

    def _known_steps(self, pose: int) -> int:
        steps = self.steps_to(pose)
        if steps is None:
            square, facing = self._grid.names[pose >> 3], FACING_NAMES[pose & 7]
            raise ValueError(f"{square} facing {facing} is out of reach in {len(self.layers) - 1} steps")
        return steps

    def _back(self, pose: int, steps: int) -> int:
        layer = self.layers[steps - 1]
        return next(source for source in self._sources(pose) if layer[source & 7] >> (source >> 3) & 1)

    def _sources(self, pose: int) -> Iterator[int]:
        """Where a pose can have come from: straight ahead, by a left turn, by a right turn."""
        square, facing = pose >> 3, pose & 7
        left, right = (facing + 1) % 8, (facing - 1) % 8
        behind = self._grid.ahead(square, (facing + 4) % 8)
        if self._enter[facing] >> square & 1:
            yield behind * 8 + facing
        turned_on = square if self._pivots else behind
        yield turned_on * 8 + left
        yield turned_on * 8 + right


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
    """A line of sight from centre to centre: what it crosses and touches, and what closes it, each in order."""

    start: int
    end: int
    crossed: tuple[int, ...]
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
def _lines(columns: int) -> _Table[int, Line]:
    """The lines on boards with so many columns, by `dy * 2 * columns + dx`: no two offsets share a key."""
    return _Table(partial(_draw_line, columns), 2 * MOST * columns)


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
        self._seen = _Table(self._look, grid.size)

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
        return Trace(a, b, tuple(sorted(squares_of(crossed), key=along)), corners, tuple(blockers))

    def _corner(self, flank: int, lean: int, on_the_left: bool) -> Corner:
        """The corner below this square, on the side from which the line comes."""
        x, y = self.grid.xy(flank)
        other = flank + self.grid.columns - lean
        left, right = (flank, other) if on_the_left else (other, flank)
        return Corner(2 * x - lean, 2 * y + 1, left, right)


def _picture(grid: Grid, signs: dict[str, int]) -> str:
    """The board as text; of two signs for one square the later wins."""
    cells = ["."] * grid.size
    for sign, mask in signs.items():
        for square in squares_of(mask):
            cells[square] = sign
    rows = [" ".join(cells[start : start + grid.columns]) for start in range(0, grid.size, grid.columns)]
    head = " ".join(_letters(x) for x in range(grid.columns))
    return "\n".join([f"    {head}", *(f"{y:3} {row}" for y, row in enumerate(rows, 1)), ""])


def _show() -> None:
    grid = Grid.of(20, 11)
    walls = mask_of(map(grid.number, ("E4", "F3", "H8", "J4", "M6", "N5", "P2", "P3")))
    start, target = grid.number("C6"), grid.number("R4")
    ground = {"#": walls, ">": 1 << start}
    reach = Drive(grid, walls).tracked(grid.all & ~walls, start, 2, 5)
    places = {str(steps): mask_of(pose >> 3 for pose in reach.poses(steps)) for steps in range(5, 0, -1)}
    print("C6 faces E: the fewest tracked steps to each square\n", _picture(grid, places | ground), sep="\n")
    print("Its arc of 27° to either side\n", _picture(grid, {"o": grid.arc(Arc.A27, 2, start)} | ground), sep="\n")
    trace = Sight(grid, walls).trace(start, target, 0)
    closed = ", ".join(f"{grid.names[blocker.square]} ({blocker.why})" for blocker in trace.blockers) or "nothing"
    print(f"Its line of sight to R4, {direct_range(*grid.offset(start, target))} squares away, closed by {closed}\n")
    print(_picture(grid, {"*": mask_of(trace.crossed)} | ground | {"T": 1 << target}))


if __name__ == "__main__":
    _show()
