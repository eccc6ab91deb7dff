"""Driving: where steps lead, by wavefronts over squares and facings."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import islice
from operator import or_

from hulldown.geometry.squares.grid import FACING_NAMES, Grid, Table, square_at

Lanes = tuple[int, ...]  # a set of squares for each of the eight facings


class Pathfinder:
    """Where vehicles can drive on this ground; `closed` are the squares that nothing can squeeze between.

    Ask once for the most steps and take fewer of them from the `Reach`. Answers are remembered by the free squares that
    could matter, so the same question on a board that changed elsewhere costs next to nothing.
    """

    def __init__(self, grid: Grid, closed: int) -> None:
        self.grid, self.closed = grid, closed
        self._shut = [self._gaps(facing) if facing % 2 else 0 for facing in range(8)]
        self._open = [grid.moved(grid.all & ~shut, facing) for facing, shut in enumerate(self._shut)]
        # The squares that can matter. Not the first one: whoever starts there may always come back.
        self._near = grid.near
        self._memo = Table(self._explore, 1024 * grid.size)  # masks and poses of the ways of a few turns: some 5 MB

    def _gaps(self, facing: int) -> int:
        """The squares from which a diagonal step would pass between two closed squares."""
        return self.grid.moved(self.closed, (facing + 3) % 8) & self.grid.moved(self.closed, (facing + 5) % 8)

    def may_step(self, square: int, facing: int) -> bool:
        """Whether the way ahead has any width: a diagonal step needs an open square on one side at least."""
        return not self._shut[facing] >> square & 1

    def into(self, squares: int) -> list[int]:
        """For each facing the squares from which a step ahead leads into one of these."""
        return [self.grid.moved(squares & lane, facing ^ 4) for facing, lane in enumerate(self._open)]

    def tracked(self, free: int, square: int, facing: int, steps: int) -> "Reach":
        """Where tracks lead: a step is one square ahead, or a turn of 45° on the spot."""
        return self._memo[True, False, square, facing, steps, self._near[square, steps] & free]

    def wheeled(self, free: int, square: int, facing: int, steps: int) -> "Reach":
        """Where wheels lead: a step is one square ahead, straight on or after a turn of 45°."""
        return self._memo[False, False, square, facing, steps, self._near[square, steps] & free]

    def rolls(self, free: int, square: int, facing: int) -> bool:
        """Whether wheels lead anywhere."""
        for way in (facing, (facing - 1) % 8, (facing + 1) % 8):
            there = self.grid.ahead(square, way)
            if there >= 0 and (free & self._open[way]) >> there & 1:
                return True
        return False

    def tracked_back(self, free: int, square: int, facing: int, steps: int) -> "Reach":
        """Where tracks lead in reverse: a step is one square straight back, or a turn of 45° on the spot."""
        return self._memo[True, True, square, facing, steps, self._near[square, steps] & free]

    def wheeled_back(self, free: int, square: int, facing: int, steps: int) -> "Reach":
        """Where wheels lead in reverse: a step is one square straight back, then a turn of 45° or none."""
        return self._memo[False, True, square, facing, steps, self._near[square, steps] & free]

    def forget(self) -> None:
        """Forgets the answers that it remembers."""
        self._memo.clear()

    def retreat(self, free: int, goal: int, most: int) -> list[Lanes]:
        """Tracks driven backwards from a set of squares: `[k][facing]` are the poses from which k steps lead into it.

        A way back is a way forwards with the facing turned about.
        """
        enter = self._entered(free)
        layers = _tracked((goal,) * 8, free & ~goal, enter, self.grid.columns, most)
        return [layer[4:] + layer[:4] for layer in layers]

    def flood(self, free: int, start: int) -> int:
        """All free squares that can be driven to from a set of squares, by steps in any of the eight directions."""
        n, ne, e, se, s, sw, w, nw = [free & lane for lane in self._open]
        columns, less, plus = self.grid.columns, self.grid.columns - 1, self.grid.columns + 1
        reached, wave = start, start
        while wave:
            ahead = wave >> columns & n | wave >> less & ne | wave << 1 & e | wave << plus & se
            ahead |= wave << columns & s | wave << less & sw | wave >> 1 & w | wave >> plus & nw
            wave = ahead & ~reached
            reached |= wave
        return reached

    def leads(self, pivots: bool, back: bool, free: int, start: int, end: int) -> bool:
        """Whether any number of steps leads from a pose to another one, the last of them onto whatever square it is.

        Tracks pivot, wheels do not; `back` is reverse gear. Nothing is remembered but what was reached, so that the
        longest way of the largest board takes no more memory than a short one.
        """
        wave, free = _wave(pivots, back), free | 1 << (start >> 3)
        layer, reached, enter = _first(start, back), (0,) * 8, self._entered(free)
        while any(layer):
            layer = wave(layer, free, enter, self.grid.columns, 1)[1]
            layer = tuple([new & ~known for new, known in zip(layer, reached, strict=True)])
            reached = tuple(map(or_, reached, layer))
        square, facing = end >> 3, end & 7 ^ (4 if back else 0)
        onto = free | 1 << square
        last = wave(reached, onto, self._entered(onto), self.grid.columns, 1)[1]
        return bool((reached[facing] | last[facing]) >> square & 1)

    def _entered(self, free: int) -> Lanes:
        """The free squares that can be entered with each facing."""
        return tuple([free & lane for lane in self._open])

    def _explore(self, key: tuple[bool, bool, int, int, int, int]) -> "Reach":
        pivots, back, square, facing, steps, near = key
        near |= 1 << square
        enter = self._entered(near)
        first = _first(square * 8 + facing, back)
        layers = _wave(pivots, back)(first, near, enter, self.grid.columns, steps)
        if back:
            layers = [layer[4:] + layer[:4] for layer in layers]
        return (Backing if back else Reach)(self.grid, pivots, square * 8 + facing, enter, layers)


def _first(pose: int, back: bool) -> Lanes:
    """A pose as the lanes of a wave; in reverse the tail goes first."""
    ahead = pose & 7 ^ (4 if back else 0)
    return (0,) * ahead + (1 << (pose >> 3),) + (0,) * (7 - ahead)


def _wave(pivots: bool, back: bool) -> Callable[[Lanes, int, Lanes, int, int], list[Lanes]]:
    return _tracked if pivots else _wheeled_back if back else _wheeled


# The three waves are written out facing by facing: as loops over lists they take twice as long, and testing for empty
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


def _wheeled_back(first: Lanes, near: int, enter: Lanes, columns: int, steps: int) -> list[Lanes]:
    n, ne, e, se, s, sw, w, nw = first
    enter_n, enter_ne, enter_e, enter_se, enter_s, enter_sw, enter_w, enter_nw = enter
    more_n = more_ne = more_e = more_se = more_s = more_sw = more_w = more_nw = near
    less, plus = columns - 1, columns + 1
    layers = [first]
    for _ in range(steps):
        n, ne, e, se = n >> columns & enter_n, ne >> less & enter_ne, e << 1 & enter_e, se << plus & enter_se
        s, sw, w, nw = s << columns & enter_s, sw << less & enter_sw, w >> 1 & enter_w, nw >> plus & enter_nw
        n, ne, e, se, s, sw, w, nw = layer = (
            (n | nw | ne) & more_n,
            (ne | n | e) & more_ne,
            (e | ne | se) & more_e,
            (se | e | s) & more_se,
            (s | se | sw) & more_s,
            (sw | s | w) & more_sw,
            (w | sw | nw) & more_w,
            (nw | w | n) & more_nw,
        )
        more_n, more_ne, more_e, more_se = more_n ^ n, more_ne ^ ne, more_e ^ e, more_se ^ se
        more_s, more_sw, more_w, more_nw = more_s ^ s, more_sw ^ sw, more_w ^ w, more_nw ^ nw
        layers.append(layer)
    return layers


_NONE: list[int] = []  # for all that have not listed anything yet


class Reach:
    """The poses that can be driven to, and the way to each. `layers[k][facing]`: squares first reached in k steps."""

    __slots__ = ("_ends", "_enter", "_facings", "_grid", "_lanes", "_pivots", "_squares", "_taken", "layers", "start")

    def __init__(self, grid: Grid, pivots: bool, start: int, enter: Lanes, layers: list[Lanes]) -> None:
        self._grid, self._pivots, self._enter = grid, pivots, enter
        self.start, self.layers = start, layers
        self._ends = [0]  # how many poses lie within so many steps
        self._squares = self._facings = _NONE  # of the poses of all layers taken so far, nearest first
        self._taken = 1
        self._lanes: Lanes | None = None

    @property
    def lanes(self) -> Lanes:
        """The squares that can be reached with each facing, in any number of steps."""
        if self._lanes is None:
            self._lanes = tuple([reduce(or_, lane) for lane in zip(*self.layers[1:], strict=True)])
        return self._lanes

    def count(self, steps: int) -> int:
        """How many poses lie within 1 … `steps` steps."""
        if steps >= len(self.layers):
            raise ValueError(f"this reach was asked for {len(self.layers) - 1} steps, so it cannot tell about {steps}")
        ends = self._ends
        while len(ends) <= steps:
            ends.append(ends[-1] + sum(map(int.bit_count, self.layers[len(ends)])))
        return ends[max(steps, 0)]

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
        if self._taken == 1:
            self._squares, self._facings = squares, facings
        else:
            self._squares += squares
            self._facings += facings
        if len(self._ends) == self._taken:
            self._ends.append(len(self._squares))
        self._taken += 1

    def places(self, steps: int) -> tuple[list[int], list[int]]:
        """The squares and the facings of all poses within `steps` steps: nearest first, then by facing, then square."""
        while self._taken <= min(steps, len(self.layers) - 1):
            self._take(self.layers[self._taken])
        many = self.count(steps)
        return self._squares[:many], self._facings[:many]

    def poses(self, steps: int) -> tuple[int, ...]:
        """The same as poses."""
        return tuple([square * 8 + facing for square, facing in zip(*self.places(steps), strict=True)])

    def pose(self, place: int) -> int:
        """One of the poses that `count` counted, by its place among them; the others need not be known for it."""
        steps = bisect_right(self._ends, place)
        layer, place, facing = self.layers[steps], place - self._ends[steps - 1], 0
        while place >= (many := layer[facing].bit_count()):
            place -= many
            facing += 1
        return square_at(layer[facing], place) * 8 + facing

    def ways(self, steps: int) -> list[tuple[int, int, int]]:
        """All poses within `steps` steps, each with the fewest steps to it before it and the pose before it behind."""
        poses = iter(self.poses(steps))
        ends = self._ends
        return [
            (far, pose, self._back(pose, far))
            for far in range(1, steps + 1)
            for pose in islice(poses, ends[far] - ends[far - 1])
        ]

    def steps_to(self, pose: int) -> int | None:
        """The fewest steps to a pose, at least one; None out of reach."""
        facing, bit, layers = pose & 7, 1 << (pose >> 3), self.layers
        for steps in range(1, len(layers)):
            if layers[steps][facing] & bit:
                return steps
        return None

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


class Backing(Reach):
    """The same in reverse gear; `_enter` is by the way that the tail goes."""

    __slots__ = ()

    def _sources(self, pose: int) -> Iterator[int]:
        """Where a pose can have come from: straight back, by a left turn, by a right turn."""
        square, facing = pose >> 3, pose & 7
        left, right = (facing + 1) % 8, (facing - 1) % 8
        for before in (facing,) if self._pivots else (facing, left, right):
            if self._enter[before ^ 4] >> square & 1:
                yield self._grid.ahead(square, before) * 8 + before
        if self._pivots:
            yield square * 8 + left
            yield square * 8 + right
