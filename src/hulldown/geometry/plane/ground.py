"""Ground: areas made of shapes with others cut out, such as water with bridges over it, and where their limits run."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

from hulldown.geometry.plane.bearings import Point
from hulldown.geometry.plane.shapes import FINE, Box, Shape, Span, apart, box_of, convex, cut, overlap, united, where


class Ground:
    """The area of some shapes together, without that of others.

    `limits` are the pieces of sides where it ends: each as a line, with the number of the shape whose side it is.
    Those cut out are counted on from the others.
    """

    def __init__(self, shapes: Sequence[Shape], cut_out: Sequence[Shape] = ()) -> None:
        self.shapes, self.cut_out = tuple(shapes), tuple(cut_out)
        parts = [*self.shapes, *self.cut_out]
        self.limits = [(line, number) for number in range(len(parts)) for line in self._limits(parts, number)]
        self._boxes = [(*line.box, line, number) for line, number in self.limits]

    def at(self, x: int, y: int) -> int | None:
        """The first of its shapes to which a place in fine parts belongs; what is cut out keeps its edge."""
        if any(where(shape, x, y) >= 0 for shape in self.cut_out):
            return None
        return next((number for number, shape in enumerate(self.shapes) if where(shape, x, y) >= 0), None)

    def holds(self, x: int, y: int) -> bool:
        """Whether a place in 1/100 mm belongs to it."""
        return self.at(x * FINE, y * FINE) is not None

    def limits_in(self, box: Box) -> list[tuple[Shape, int]]:
        """The limits that come near a box."""
        left, top, right, bottom = box
        return [
            (line, number)
            for west, north, east, south, line, number in self._boxes
            if west <= right and left <= east and north <= bottom and top <= south
        ]

    def carries(self, shape: Shape) -> bool:
        """Whether a convex shape lies wholly on this area: its middle does, and no limit goes through it."""
        return self.at(*shape.middle) is not None and not any(
            overlap(shape, line) for line, _ in self.limits_in(shape.box)
        )

    def _limits(self, parts: list[Shape], number: int) -> list[Shape]:
        """The pieces of a shape's sides that have the area on one of their sides only."""
        found = []
        for a, b in parts[number].sides:
            near = [(at, part) for at, part in enumerate(parts) if at != number and not apart(part.box, box_of((a, b)))]
            cuts = {Fraction(0), Fraction(1)}.union(*[_cuts(a, b, part) for _, part in near])
            pieces = [piece for piece in pairwise(sorted(cuts)) if self._ends(a, b, piece, number, near)]
            found += [_piece(a, b, piece) for piece in united(pieces)]
        return found

    def _ends(self, a: Point, b: Point, piece: Span, number: int, near: list[tuple[int, Shape]]) -> bool:
        """Whether the area ends at that piece of a side, which no side of another shape crosses."""
        place = (piece[0] + piece[1]) / 2
        scale = place.denominator
        x, y = [scale * one + place.numerator * (other - one) for one, other in zip(a, b, strict=True)]
        # inside on the right and on the left: shapes are clockwise
        beside = {number: (True, False)}
        for at, part in near:
            if side := where(part, x, y, scale):
                beside[at] = side > 0, side > 0
            else:
                same = any(_same_way((a, b), side, x, y, scale) for side in part.sides)
                beside[at] = same, not same
        right, left = [
            any(sides[hand] for at, sides in beside.items() if at < len(self.shapes))
            and not any(sides[hand] for at, sides in beside.items() if at >= len(self.shapes))
            for hand in (0, 1)
        ]
        return right != left


def _cuts(a: Point, b: Point, shape: Shape) -> set[Fraction]:
    """Where the sides of a shape meet a line from a to b, as parts of it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length, found = dx * dx + dy * dy, set[Fraction]()
    beside = [dx * (y - a[1]) - dy * (x - a[0]) for x, y in shape.points]
    along = [dx * (x - a[0]) + dy * (y - a[1]) for x, y in shape.points]
    for i in range(len(beside)):
        if beside[i] == 0:
            found.add(Fraction(along[i], length))
        elif beside[i - 1] * beside[i] < 0:
            found.add(cut(beside[i - 1], beside[i], along[i - 1], along[i], length))
    return {place for place in found if 0 < place < 1}


def _same_way(one: tuple[Point, Point], other: tuple[Point, Point], x: int, y: int, scale: int) -> bool:
    """Whether a place lies on the line of another side, and both lead the same way along it."""
    ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) = one, other
    if (dx - cx) * (by - ay) != (dy - cy) * (bx - ax) or (dx - cx) * (bx - ax) + (dy - cy) * (by - ay) <= 0:
        return False
    return where(Shape(other, box_of(other)), x, y, scale) == 0


def _piece(a: Point, b: Point, piece: Span) -> Shape:
    scale = lcm(*[part.denominator for part in piece])
    times = [int(part * scale) for part in piece]
    ends = [(a[0] * scale + (b[0] - a[0]) * time, a[1] * scale + (b[1] - a[1]) * time) for time in times]
    return convex(tuple(ends), scale)
