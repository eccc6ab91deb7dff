"""Driving: straight pieces and pivots of a base, what it overlaps on its way, and how much of that is on slow ground.

A straight piece goes exactly along its heading and ends on the nearest 1/100 mm. It is free if the base overlaps
nothing on the way, nor where it ends.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal

import msgspec

from hulldown.geometry.plane.bearings import DIRECTIONS, ONE, Point, stride
from hulldown.geometry.plane.ground import Ground
from hulldown.geometry.plane.shapes import (
    FINE,
    Base,
    Box,
    Shape,
    Span,
    apart,
    contact,
    met,
    overlap,
    swept,
    united,
    without,
)

Edge = Literal["top", "bottom", "left", "right"]


class Leg(msgspec.Struct, frozen=True, gc=False):
    """A straight piece of the way of a middle, in 1/100 mm."""

    x: int
    y: int
    heading: int
    length: int

    @property
    def end(self) -> Point:
        return self.at(self.length)

    def at(self, length: int) -> Point:
        """The place after so much of it."""
        dx, dy = stride(length, self.heading)
        return self.x + dx, self.y + dy

    @property
    def way(self) -> Point:
        """Its exact way in fine parts."""
        x, y = DIRECTIONS[self.heading % 360]
        return 2 * x * self.length, 2 * y * self.length

    def inside(self, shapes: Iterable[Shape], cut_out: Iterable[Shape] = ()) -> list[Span]:
        """From where to where it is inside any of these shapes and none of those cut out, in 1/100 mm.

        What lies in several counts once, and along a side it is not inside.
        """
        start, (dx, dy) = (self.x * FINE, self.y * FINE), self.way
        end = start[0] + dx, start[1] + dy
        within, out = [
            united([piece for _, _, pieces in met(start, end, some) for piece in pieces]) for some in (shapes, cut_out)
        ]
        return [(self.length * one, self.length * other) for one, other in without(within, out)]

    def leaves(self, wide: int, tall: int) -> tuple[Edge, Fraction] | None:
        """Where it goes off a table of this size, if it starts on it: over which edge, and after how much of it."""
        dx, dy = DIRECTIONS[self.heading % 360]
        ways: list[tuple[Edge, int, int]] = [
            ("left", self.x, -dx),
            ("right", wide - self.x, dx),
            ("top", self.y, -dy),
            ("bottom", tall - self.y, dy),
        ]
        exits = [(Fraction(room * ONE, speed), edge) for edge, room, speed in ways if speed > 0]
        after, edge = min(exits)
        return (edge, after) if after < self.length else None


def length_of(pieces: Iterable[Span]) -> Fraction:
    """How long pieces of a leg are together."""
    return sum((end - start for start, end in pieces), Fraction(0))


def farthest(length: int, slow: Iterable[Span], budget: Fraction | int) -> int:
    """How much of a leg can be driven for that, if these pieces of it cost double."""
    left = Fraction(budget)
    ends = [Fraction(0), *[end for piece in slow for end in piece], Fraction(length)]
    for number, (start, end) in enumerate(pairwise(ends)):
        cost = 1 + number % 2
        if (end - start) * cost > left:
            return int(start + left / cost)
        left -= (end - start) * cost
    return length


def along(legs: Sequence[Leg], length: int) -> tuple[int, int, int] | None:
    """The place after so much of a path, and the heading there; at a corner that of the later leg."""
    for number, leg in enumerate(legs, 1):
        if length < leg.length or (length == leg.length and number == len(legs)):
            return *leg.at(length), leg.heading
        length -= leg.length
    return None


class Swept(msgspec.Struct, frozen=True, gc=False):
    """A path as it is drawn: for each leg the corners of all that the base covered, in 1/100 mm."""

    legs: tuple[tuple[Point, ...], ...]


def sweep(base: Base, leg: Leg) -> Shape:
    """All that a base covers on a leg that starts where it stands."""
    return swept(base.shape, leg.way)


def swept_path(base: Base, legs: Sequence[Leg]) -> Swept:
    """What a base of this size covers on a path, for drawing."""
    bases = [Base(leg.x, leg.y, leg.heading, base.length, base.width) for leg in legs]
    return Swept(tuple([sweep(base, leg).drawn for base, leg in zip(bases, legs, strict=True)]))


class Blocker(msgspec.Struct, frozen=True, gc=False):
    """What is in the way: a body by its number, or the ground to keep off or on by its number and that of its shape."""

    kind: Literal["body", "off", "on"]
    number: int
    part: int = 0


class Stop(msgspec.Struct, frozen=True, gc=False):
    """How much is free, in whole 1/100 mm or whole degrees, and what is in the way of more if not all is."""

    free: int
    blocker: Blocker | None


Thing = tuple[Shape, Blocker]


class Field:
    """What a base may not overlap: convex bodies, ground to keep off, and the limits of ground to keep on."""

    def __init__(self, bodies: Sequence[Shape], off: Sequence[Ground] = (), on: Sequence[Ground] = ()) -> None:
        self.off, self.on = tuple(off), tuple(on)
        self._bodies = [(*body.box, body, number) for number, body in enumerate(bodies)]

    def blocked(self, base: Base) -> Blocker | None:
        """What a base overlaps where it stands."""
        return _overlapped(base.shape, self._near(base.shape.box)) or self._misplaced(base)

    def drive(self, base: Base, length: int, backwards: bool = False) -> Stop:
        """How much of a straight piece is free; 1/100 mm more is not."""
        if misplaced := self._misplaced(base):
            return Stop(0, misplaced)
        way, sign = Leg(base.x, base.y, base.heading + 180 * backwards, length).way, -1 if backwards else 1
        shape = base.shape
        near = _in_lane(shape, self._near(_grown(shape.box, way)))
        most, blocker = Fraction(1), None
        for thing, name in near:
            part = contact(shape, way, thing)
            if part is not None and part < most:
                most, blocker = part, name
        free = int(most * length)
        # where the way is free, its end on the nearest 1/100 mm may not be
        while free and (overlapped := _overlapped(base.moved(sign * free).shape, near)):
            free, blocker = free - 1, overlapped
        return Stop(free, blocker)

    def pivot(self, base: Base, degrees: int) -> Stop:
        """How many degrees of a pivot lead at most to a free pose, whatever lies before it, and what is in the way."""
        if misplaced := self._misplaced(base):
            return Stop(0, misplaced)
        far = (base.length + base.width) * ONE
        x, y = base.x * FINE, base.y * FINE
        near, first = self._near((x - far, y - far, x + far, y + far)), None
        for turned in range(abs(degrees), 0, -1):
            pose = base.turned(turned if degrees > 0 else -turned)
            blocker = _overlapped(pose.shape, near)
            if blocker is None:
                return Stop(turned, first)
            first = first or blocker
        return Stop(0, first)

    def _near(self, box: Box) -> list[Thing]:
        """The bodies and limits that come near a box."""
        left, top, right, bottom = box
        near = [
            (body, Blocker("body", number))
            for west, north, east, south, body, number in self._bodies
            if west < right and left < east and north < bottom and top < south
        ]
        for number, ground in enumerate(self.off):
            near += [(line, Blocker("off", number, part)) for line, part in ground.limits_in(box)]
        for number, ground in enumerate(self.on):
            near += [(line, Blocker("on", number, part)) for line, part in ground.limits_in(box)]
        return near

    def _misplaced(self, base: Base) -> Blocker | None:
        """The ground to keep off on which the middle of a base is, or that to keep on on which it is not."""
        place = base.x * FINE, base.y * FINE
        for number, ground in enumerate(self.off):
            if (part := ground.at(*place)) is not None:
                return Blocker("off", number, part)
        return next((Blocker("on", number) for number, ground in enumerate(self.on) if ground.at(*place) is None), None)


def _overlapped(shape: Shape, things: list[Thing]) -> Blocker | None:
    box = shape.box
    return next((name for thing, name in things if not apart(box, thing.box) and overlap(shape, thing)), None)


def _in_lane(shape: Shape, things: list[Thing]) -> list[Thing]:
    """Those things of which the box reaches into the lane along which a base drives, if it ends 1/100 mm beside it."""
    x, y, low, high = shape.axes[0]
    low, high = low - ONE * FINE, high + ONE * FINE
    east, south = (2 if x > 0 else 0), (3 if y > 0 else 1)  # the corner of a box that is farthest along the axis
    return [
        (thing, name)
        for thing, name in things
        if x * (box := thing.box)[east] + y * box[south] > low and x * box[2 - east] + y * box[4 - south] < high
    ]


def _grown(box: Box, way: Point) -> Box:
    """A box that holds this one all along a way, and at its end to the nearest 1/100 mm."""
    (left, top, right, bottom), (dx, dy) = box, way
    return left + min(dx, 0) - FINE, top + min(dy, 0) - FINE, right + max(dx, 0) + FINE, bottom + max(dy, 0) + FINE
