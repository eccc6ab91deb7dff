"""Shapes: bases and polygons in a scale so fine that their corners are whole numbers, and what they do to each other.

A point belongs to a shape if it lies in it or on its edge. Areas and lines overlap a shape only inside: touching it is
no overlap.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import msgspec

from hulldown.geometry.plane.bearings import DIRECTIONS, ONE, Point, rounded, stride

# Parts of 1/100 mm: corners are half a length and half a width, each times a sine, away from the middle.
FINE = 2 * ONE
MOST_CORNERS = 200

Box = tuple[int, int, int, int]  # left, top, right, bottom
Axis = tuple[int, int, int, int]  # a way across a side, and from where to where the shape goes along it
Span = tuple[Fraction, Fraction]


class Shape(msgspec.Struct, frozen=True, gc=False):
    """A polygon in fine parts, clockwise on the drawing. A convex one has axes, at least one for each way of its sides.

    A line is one with two corners. Its corners may be in yet smaller parts, `scale` to a fine one; boxes never are.
    """

    points: tuple[Point, ...]
    box: Box
    axes: tuple[Axis, ...] = ()
    scale: int = 1

    def holds(self, x: int, y: int) -> bool:
        """Whether a place in 1/100 mm lies in it or on its edge."""
        return where(self, x * FINE, y * FINE) >= 0

    @property
    def sides(self) -> list[tuple[Point, Point]]:
        return list(pairwise([*self.points, self.points[0]]))

    @property
    def middle(self) -> Point:
        """Of a base its middle, and of anything else that is convex a place inside."""
        xs, ys = zip(*self.points, strict=True)
        return sum(xs) // len(xs), sum(ys) // len(ys)

    @property
    def drawn(self) -> tuple[Point, ...]:
        """Its corners to the nearest 1/100 mm."""
        return tuple([(rounded(x, FINE), rounded(y, FINE)) for x, y in self.points])


class Base(msgspec.Struct, frozen=True, gc=False):
    """A rectangle on the table: where its middle is, which way it looks, and how long and wide it is."""

    x: int
    y: int
    heading: int
    length: int
    width: int

    @property
    def shape(self) -> Shape:
        return _rectangle(self.x, self.y, self.heading, self.length, self.width)

    def moved(self, length: int) -> "Base":
        """After a straight piece ahead."""
        dx, dy = stride(length, self.heading)
        return Base(self.x + dx, self.y + dy, self.heading, self.length, self.width)

    def turned(self, degrees: int) -> "Base":
        """After a pivot to the right, or to the left if less than 0."""
        return Base(self.x, self.y, (self.heading + degrees) % 360, self.length, self.width)


@lru_cache(maxsize=1 << 12)
def _rectangle(x: int, y: int, heading: int, length: int, width: int) -> Shape:
    ahead_x, ahead_y = DIRECTIONS[heading % 360]
    front_x, front_y, right_x, right_y = length * ahead_x, length * ahead_y, -width * ahead_y, width * ahead_x
    x, y = x * FINE, y * FINE
    points = (
        (x + front_x - right_x, y + front_y - right_y),
        (x + front_x + right_x, y + front_y + right_y),
        (x - front_x + right_x, y - front_y + right_y),
        (x - front_x - right_x, y - front_y - right_y),
    )
    # the way across comes first: most that is near a drive is beside it
    return Shape(points, box_of(points), _axes(points, ((-ahead_y, ahead_x), (ahead_x, ahead_y))))


def polygon(corners: Sequence[Point]) -> Shape:
    """The polygon with these corners in 1/100 mm, in either order."""
    if not 3 <= len(corners) <= MOST_CORNERS:
        raise ValueError(f"a polygon has 3 to {MOST_CORNERS} corners; this one has {len(corners)}")
    sides = list(pairwise([*corners, corners[0]]))
    for number, side in enumerate(sides):
        for other in range(number + 1, len(sides)):
            if _tangled(side, sides[other], other - number in (1, len(sides) - 1)):
                both = f"{number + 1} and {other + 1}"
                raise ValueError(
                    f"the sides of a polygon meet only at its corners; sides {both} of this one cross or touch"
                )
    points = tuple([(x * FINE, y * FINE) for x, y in corners])
    if sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides) < 0:
        points = points[::-1]
    if any(cross(points[i - 2], points[i - 1], points[i]) < 0 for i in range(len(points))):
        return Shape(points, box_of(points))
    return convex(points)


def point(x: int, y: int) -> Shape:
    """A place in 1/100 mm as the smallest of shapes, to measure gaps from."""
    x, y = x * FINE, y * FINE
    return Shape(((x, y),), (x, y, x, y), ((1, 0, x, x), (0, 1, y, y)))


def convex(points: tuple[Point, ...], scale: int = 1) -> Shape:
    """The convex shape, or the line, with these corners, clockwise in parts of a fine one."""
    (left, top, right, bottom), last = box_of(points), points[0] if len(points) > 2 else points[-1]
    ways = [(ay - by, bx - ax) for (ax, ay), (bx, by) in pairwise([*points, last]) if (ax, ay) != (bx, by)]
    box = left // scale, top // scale, -(-right // scale), -(-bottom // scale)
    return Shape(points, box, _axes(points, ways), scale)


def _tangled(side: tuple[Point, Point], other: tuple[Point, Point], neighbours: bool) -> bool:
    """Whether two sides meet where they may not: neighbours may share one end, and others nothing."""
    (a, b), (c, d) = side, other
    if neighbours:
        tip, left, right = (b, a, d) if b == c else (a, b, c)
        across = cross(tip, left, right)
        return across == 0 and (left[0] - tip[0]) * (right[0] - tip[0]) + (left[1] - tip[1]) * (right[1] - tip[1]) >= 0
    if cross(a, b, c) * cross(a, b, d) > 0 or cross(c, d, a) * cross(c, d, b) > 0:
        return False
    return not apart(box_of((a, b)), box_of((c, d)))


def box_of(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def apart(a: Box, b: Box) -> bool:
    """Whether two boxes do not even touch."""
    return a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]


def _axes(points: tuple[Point, ...], ways: Sequence[Point]) -> tuple[Axis, ...]:
    axes = []
    for x, y in ways:
        along = [x * px + y * py for px, py in points]
        axes.append((x, y, min(along), max(along)))
    return tuple(axes)


def cross(at: Point, to: Point, place: Point) -> int:
    """More than 0 if a place is to the right of the way from one to another, less if it is to the left."""
    return (to[0] - at[0]) * (place[1] - at[1]) - (to[1] - at[1]) * (place[0] - at[0])


def where(shape: Shape, x: int, y: int, scale: int = 1) -> int:
    """1 for a place inside, 0 for one on the edge, -1 for one outside; the place is in so many parts of a fine one."""
    left, top, right, bottom = shape.box
    if not (left * scale <= x <= right * scale and top * scale <= y <= bottom * scale):
        return -1
    inside = False
    ax, ay = shape.points[-1]
    for bx, by in shape.points:
        across = (bx - ax) * (y - ay * scale) - (by - ay) * (x - ax * scale)
        if across == 0 and min(ax, bx) * scale <= x <= max(ax, bx) * scale:
            if min(ay, by) * scale <= y <= max(ay, by) * scale:
                return 0
        elif (ay * scale <= y) != (by * scale <= y) and (across > 0) == (by > ay):
            inside = not inside
        ax, ay = bx, by
    return 1 if inside else -1


# ---- convex shapes


def _spaces(a: Shape, b: Shape) -> Iterator[tuple[int, int, int, int]]:
    """Along each axis how far a must go to reach b, and how far to have passed it: they overlap if 0 is between all."""
    scale = b.scale
    for x, y, low, high in a.axes:
        along = [x * px + y * py for px, py in b.points]
        yield x, y, min(along) - high * scale, max(along) - low * scale
    for x, y, low, high in b.axes:
        along = [(x * px + y * py) * scale for px, py in a.points]
        yield x, y, low - max(along), high - min(along)


def overlap(a: Shape, b: Shape) -> bool:
    """Whether two convex shapes have more than their edges in common; b may be a line, which has to go inside a."""
    return all(low < 0 < high for _, _, low, high in _spaces(a, b))


def contact(a: Shape, way: Point, b: Shape) -> Fraction | None:
    """After which part of a way, counted in fine parts, a begins to overlap b; none if it does not before its end.

    Along each axis that is a stretch of the way, and they overlap where all stretches do.
    """
    start, start_of, end, end_of = 0, 1, 1, 1
    for x, y, low, high in _spaces(a, b):
        speed = (x * way[0] + y * way[1]) * b.scale
        if speed == 0:
            if not low < 0 < high:
                return None
            continue
        if speed < 0:
            speed, low, high = -speed, -high, -low
        if low * start_of > start * speed:
            start, start_of = low, speed
        if high * end_of < end * speed:
            end, end_of = high, speed
        if start * end_of >= end * start_of:
            return None
    return Fraction(start, start_of)


def gap(a: Shape, b: Shape) -> Fraction:
    """The square of the distance between two convex shapes, in 1/100 mm times 1/100 mm; 0 if they touch."""
    if overlap(a, b):
        return Fraction(0)
    return min(*_distances(a.points, b.points), *_distances(b.points, a.points)) / FINE**2


def _distances(points: tuple[Point, ...], corners: tuple[Point, ...]) -> Iterator[Fraction]:
    """The squares of the distances from some points to the sides between some corners."""
    for ax, ay in points:
        for (bx, by), (cx, cy) in pairwise([*corners, corners[0]]):
            dx, dy, px, py = cx - bx, cy - by, ax - bx, ay - by
            length, along = dx * dx + dy * dy, dx * px + dy * py
            # the far end of a side is the near one of the next
            yield Fraction((dx * py - dy * px) ** 2, length) if 0 < along < length else Fraction(px * px + py * py)


def in_gap(a: Shape, b: Shape, reach: int) -> bool:
    """Whether no more than that, in 1/100 mm, lies between two convex shapes."""
    (left, top, right, bottom), far = a.box, reach * FINE
    return not apart((left - far, top - far, right + far, bottom + far), b.box) and gap(a, b) <= reach * reach


def swept(shape: Shape, way: Point) -> Shape:
    """All that a convex shape covers on a straight way, both in fine parts."""
    places = sorted({*shape.points, *[(x + way[0], y + way[1]) for x, y in shape.points]})
    return convex((*_chain(places)[:-1], *_chain(places[::-1])[:-1]))


def _chain(places: list[Point]) -> list[Point]:
    """The places on the left of which no other lies, on the way from the first to the last."""
    chain: list[Point] = []
    for place in places:
        while len(chain) > 1 and cross(chain[-2], chain[-1], place) <= 0:
            chain.pop()
        chain.append(place)
    return chain


# ---- lines through shapes of any kind


def spans(a: Point, b: Point, shape: Shape) -> list[Span]:
    """Where a line from a to b is inside a shape, as parts of it, all in fine parts.

    It is inside where lines just to its right and just to its left both are: one along a side only touches.
    """
    dx, dy, points = b[0] - a[0], b[1] - a[1], shape.points
    sides = [dx * (y - a[1]) - dy * (x - a[0]) for x, y in points]
    if min(sides) >= 0 or max(sides) <= 0:
        return []
    along = [dx * (x - a[0]) + dy * (y - a[1]) for x, y in points]
    right = _crossings([side > 0 for side in sides], sides, along, dx * dx + dy * dy)
    left = _crossings([side >= 0 for side in sides], sides, along, dx * dx + dy * dy)
    return united(_common(_clipped(right), _clipped(left)))


def met(a: Point, b: Point, shapes: Iterable[Shape]) -> Iterator[tuple[int, Shape, list[Span]]]:
    """The shapes inside which a line goes, by their number, and where; in fine parts."""
    west, north, east, south = box_of((a, b))
    for number, shape in enumerate(shapes):
        left, top, right, bottom = shape.box
        near = left <= east and west <= right and top <= south and north <= bottom
        if near and (pieces := spans(a, b, shape)):
            yield number, shape, pieces


def _crossings(beyond: list[bool], sides: list[int], along: list[int], length: int) -> list[Fraction]:
    """Where the sides of a polygon go from one side of the line to the other, in order."""
    ends = [(i - 1, i) for i in range(len(sides)) if beyond[i - 1] != beyond[i]]
    return sorted([cut(sides[i], sides[j], along[i], along[j], length) for i, j in ends])


def cut(side: int, other_side: int, along: int, other_along: int, length: int) -> Fraction:
    """Where a side cuts a line, from how far its ends are beside and along it, both times the line's length."""
    return Fraction(other_along * side - along * other_side, (side - other_side) * length)


def _clipped(crossings: list[Fraction]) -> list[Span]:
    ends = [min(max(place, Fraction(0)), Fraction(1)) for place in crossings]
    return [(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True) if start < end]


def _common(one: list[Span], other: list[Span]) -> list[Span]:
    both = [(max(a, c), min(b, d)) for a, b in one for c, d in other]
    return [(start, end) for start, end in both if start < end]


def united(pieces: list[Span]) -> list[Span]:
    """Pieces of a line without those that lie in others."""
    found: list[Span] = []
    for start, end in sorted(pieces):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def without(pieces: list[Span], others: list[Span]) -> list[Span]:
    """What is left of pieces of a line if others are taken away; both are united."""
    ends = [Fraction(0), *[end for other in others for end in other], Fraction(1)]
    return _common(pieces, [(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True) if start < end])
