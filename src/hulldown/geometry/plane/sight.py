"""Sight: the line from one middle to another, and the shapes through which it goes."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from hulldown.geometry.plane.bearings import Point, rounded
from hulldown.geometry.plane.shapes import FINE, Shape, apart, box_of, convex, met, overlap, spans


class Closed(msgspec.Struct, frozen=True, gc=False):
    """A body or a piece of terrain, by its number, that closes a line, and where the line enters and leaves it."""

    kind: Literal["body", "terrain"]
    number: int
    enters: Point
    leaves: Point


class TableTrace(msgspec.Struct, frozen=True, gc=False):
    """A line of sight in 1/100 mm, and what closes it, in the order of the way."""

    start: Point
    end: Point
    closed: tuple[Closed, ...]

    @property
    def clear(self) -> bool:
        return not self.closed


def clear(start: Point, end: Point, bodies: Sequence[Shape], terrain: Sequence[Shape]) -> bool:
    """Whether nothing closes a line. It is closed by what it goes through inside, never by what it touches.

    Terrain on which one of its ends lies does not close it; bodies at its ends are not to be among those given.
    """
    a, b = (start[0] * FINE, start[1] * FINE), (end[0] * FINE, end[1] * FINE)
    if a == b:
        return True
    line, box = convex((a, b)), box_of((a, b))
    for shapes in (bodies, terrain):
        for shape in shapes:
            if apart(shape.box, box) or not (overlap(shape, line) if shape.axes else spans(a, b, shape)):
                continue
            if shapes is bodies or not (shape.holds(*start) or shape.holds(*end)):
                return False
    return True


def trace(start: Point, end: Point, bodies: Sequence[Shape], terrain: Sequence[Shape]) -> TableTrace:
    """The whole story of a line; it has something to tell exactly where it is not `clear`."""
    pieces = sorted(_pieces(start, end, bodies, terrain), key=lambda piece: piece[2:])
    closed = [Closed(kind, number, _at(start, end, a), _at(start, end, b)) for kind, number, a, b in pieces]
    return TableTrace(start, end, tuple(closed))


Piece = tuple[Literal["body", "terrain"], int, Fraction, Fraction]


def _pieces(start: Point, end: Point, bodies: Sequence[Shape], terrain: Sequence[Shape]) -> Iterator[Piece]:
    """The pieces of a line that are inside shapes, as parts of it."""
    a, b = (start[0] * FINE, start[1] * FINE), (end[0] * FINE, end[1] * FINE)
    for number, _, pieces in met(a, b, bodies):
        yield from [("body", number, *piece) for piece in pieces]
    for number, shape, pieces in met(a, b, terrain):
        if not shape.holds(*start) and not shape.holds(*end):
            yield from [("terrain", number, *piece) for piece in pieces]


def _at(start: Point, end: Point, part: Fraction) -> Point:
    """A place on a line, to the nearest 1/100 mm."""
    over, under = part.numerator, part.denominator
    dx, dy = end[0] - start[0], end[1] - start[1]
    return start[0] + rounded(dx * over, under), start[1] + rounded(dy * over, under)
