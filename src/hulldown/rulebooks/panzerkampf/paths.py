"""The way of a unit: as much of a path as MOV, TRN, the ground and other bases allow (PK-03 … PK-08, PK-11 … PK-18)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Literal

import msgspec
from msgspec.structs import replace

from hulldown.geometry.plane import DIRECTIONS, ONE, Base, Blocker, Field, Leg, Shape, Stop
from hulldown.kernel.picture import Place
from hulldown.kernel.rule import Rule
from hulldown.kernel.rulebook import Slow
from hulldown.rulebooks.panzerkampf import ground
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import Reason
from hulldown.rulebooks.panzerkampf.orders import Path
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Edge
from hulldown.rulebooks.panzerkampf.state import State, Where
from hulldown.rulebooks.panzerkampf.tables import Table

PK_03, PK_04, PK_79, PK_R2 = RULES["PK-03"], RULES["PK-04"], RULES["PK-79"], RULES["PK-R2"]
PK_R3, PK_R43, PK_R47, PK_R54 = RULES["PK-R3"], RULES["PK-R43"], RULES["PK-R47"], RULES["PK-R54"]
PK_R58 = RULES["PK-R58"]
Legs = tuple[tuple[int, int, int, int], ...]  # straight pieces, absolute: x, y, heading, length
# PK-08, PK-17: from where to where a straight piece costs more, how many times as much, and by which rule.
Dear = tuple[Fraction, Fraction, int, Rule]


def cm(length: int) -> str:
    """A length in centimetres, as exact as it is."""
    return f"{length / CM:.3f}".rstrip("0").rstrip(".")


# What it has


def allowance(state: State, unit: int) -> int:
    """PK-03, PK-109, PK-R37, PK-R43, PK-R58: MOV in 1/100 mm, more with Advance, less at a convoy's pace."""
    row, figures = state.type(unit), state.setup.figures
    times = figures.advance if state.commanded(unit, "advance") else 1
    return (min(row.move, figures.escort.pace) if _paced(state, unit) else row.move) * CM * times


def _paced(state: State, unit: int) -> bool:
    """PK-R43: whether a unit travels at a convoy's pace."""
    row = state.type(unit)
    return state.setup.campaign == "escort" and row.support and 0 < state.setup.figures.escort.pace < row.move


def least(state: State, unit: int) -> int:
    """PK-22, PK-R37: what a plane flies at least, in 1/100 mm; Advance does not change it."""
    row, (over, under) = state.type(unit), state.setup.figures.least_flight
    return -(-row.move * CM * over // under) if row.type == "plane" else 0


# What is in the way


def bodies(state: State, flying: bool, but: int = -1, dived: bool = False) -> list[tuple[int, Shape]]:
    """PK-15, PK-79, PK-R3: the bases in the way of a unit: of those that fly, or of all others, dived ones if asked."""
    types, found = state.ground.types, []
    for unit, piece in enumerate(state.units):
        if piece.where is Where.TABLE and unit != but and (dived or not piece.dived):
            row = types[piece.kind]
            if row.flying == flying:
                found.append((unit, Base(piece.x, piece.y, piece.heading, row.length, row.width).shape))
    return found


def in_the_way(state: State, unit: int) -> Reason:
    """PK-79, PK-R3: a wreck is an obstacle, and so is the base of any other unit."""
    return PK_79 if state.units[unit].wreck else PK_R3, f"{state.body(unit, state.side)} is there"


# Paths


def leg_of(x: int, y: int, heading: int, length: int) -> Leg:
    """The way of a straight piece; one with a length below 0 is driven or flown backwards."""
    return Leg(x, y, (heading + 180 * (length < 0)) % 360, abs(length))


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A turn, the pose after it, and the straight piece that follows; its length is below 0 backwards."""

    turn: int
    base: Base
    length: int

    @property
    def end(self) -> Base:
        return self.base.moved(self.length)

    @property
    def leg(self) -> Leg:
        return leg_of(self.base.x, self.base.y, self.base.heading, self.length)


class Walk(msgspec.Struct, frozen=True, gc=False):
    """As much of a path as is allowed, what it takes, where it is slow, and what stops it if it was not all."""

    start: Base
    pieces: tuple[Piece, ...]
    cost: Fraction
    turned: int
    slow: tuple[Slow, ...]
    stopped: Reason | None = None

    @property
    def path(self) -> Path:
        return tuple([(piece.turn, piece.length) for piece in self.pieces])

    @property
    def end(self) -> Base:
        return self.pieces[-1].end if self.pieces else self.start

    @property
    def length(self) -> int:
        return sum(abs(piece.length) for piece in self.pieces)

    @property
    def legs(self) -> Legs:
        """The straight pieces, absolute."""
        return tuple([leg for leg in self.stations if leg[3]])

    @property
    def stations(self) -> Legs:
        """All pieces, absolute; those that only turn have no length."""
        return tuple([(at.base.x, at.base.y, at.base.heading, at.length) for at in self.pieces])


class Course:
    """All that a unit's path is judged by; the same for every path that is tried from one state."""

    def __init__(self, state: State, unit: int) -> None:
        self.state, self.unit = state, unit
        self.row, self.name = state.type(unit), state.name(unit, state.side)
        self.move, self.least = allowance(state, unit), least(state, unit)
        self.going = ground.going(state.ground, self.row)
        self.others = bodies(state, self.row.flying, unit)
        # PK-15, PK-21: who flies or is dived passes all bases, and does not end at one
        self.passes = self.row.flying or state.units[unit].dived
        shapes = [shape for _, shape in self.others]
        self.field = Field([] if self.passes else shapes, self.going.off, self.going.on)
        self.ends = Field(shapes)

    def walk(self, start: Base, path: Path) -> Walk:
        """PK-03 … PK-08, PK-15, PK-17: the path as far as MOV, TRN and what is in the way allow."""
        pieces: list[Piece] = []
        cost, turned, slow, stopped = Fraction(0), 0, list[Slow](), None
        base = start
        for turn, length in path:
            at, stopped = self._turn(base, turn, self.row.turn - turned)
            turned += abs(at.turn)
            if length and not stopped:
                at, price, slowed, stopped = self._drive(at, length, self.move - cost)
                cost, slow = cost + price, slow + slowed
            pieces.append(at)
            base = at.end
            if stopped:
                break
        while pieces and not pieces[-1].turn and not pieces[-1].length:
            pieces.pop()
        walk = Walk(start, tuple(pieces), cost, turned, tuple(slow), stopped)
        return self._settled(walk) if self.passes and pieces else walk

    def _turn(self, base: Base, turn: int, left: int) -> tuple[Piece, Reason | None]:
        """PK-04 … PK-06, PK-R3: a turn, as far as TRN lasts and its last pose is free; TRN is what is said first."""
        if not turn:
            return Piece(0, base, 0), None
        sign = 1 if turn > 0 else -1
        stop = self.field.pivot(base, sign * min(abs(turn), left))
        at = Piece(sign * stop.free, base.turned(sign * stop.free), 0)
        if abs(turn) > left:
            return at, (PK_04, f"{self.name} cannot turn by {abs(turn)}°: {left} of {self.row.turn}° are left")
        if stop.blocker:
            return at, self._swings_out(stop, turn)
        return at, None

    def _swings_out(self, stop: Stop, turn: int) -> Reason:
        """PK-R3: what a turn would bring the base on."""
        assert stop.blocker is not None
        (rule, told), hand = self._reason(stop.blocker), "right" if turn > 0 else "left"
        able = f"can turn by only {stop.free} of" if stop.free else "cannot turn by"
        return rule, f"{self.name} {able} {abs(turn)}° to the {hand}: a corner of its base would stick out; {told}"

    def _drive(self, at: Piece, length: int, left: Fraction) -> tuple[Piece, Fraction, list[Slow], Reason | None]:
        """PK-03, PK-07, PK-08, PK-17, PK-R2, PK-R4: a straight piece, as far as the way is free and MOV lasts."""
        whole = replace(at, length=length)
        if length < 0 and (self.row.type == "plane" or not self.state.setup.reverse):
            why = "is a plane" if self.row.type == "plane" else "plays without the option reverse"
            return at, Fraction(0), [], (PK_R2, f"{self.name} {why} and does not move backwards")
        rate = 1 if length > 0 else self.state.setup.figures.reversing
        slow = self._slow(whole.leg)
        free, reason = self._free(at.base, length)
        afford = _afford(abs(length), slow, left / rate)
        if afford < free:
            free, reason = afford, self._too_far(length, slow, rate, left)
        driven = replace(at, length=free if length > 0 else -free)
        leg = driven.leg
        within = [(int(start), min(ceil(end), free), factor) for start, end, factor, _ in slow if start < free]
        marks = [Slow(Place(*leg.at(start)), Place(*leg.at(end)), factor) for start, end, factor in within]
        return driven, _price(free, slow) * rate, marks, reason

    def _free(self, base: Base, length: int) -> tuple[int, Reason | None]:
        """PK-07, PK-14 … PK-16, PK-18, PK-79: how far the way is free, and what is in it."""
        if self.row.flying:
            table = self.state.table
            leg = leg_of(base.x, base.y, base.heading, length)
            off = None if self.row.type == "plane" else leg.leaves(table.width, table.height)
            if off is None:
                return abs(length), None
            told = f"the table ends after {cm(int(off[1]))} of {cm(abs(length))} cm, and a helicopter stays over it"
            return int(off[1]), (PK_R47, told)
        stop = self.field.drive(base, abs(length), length < 0)
        if stop.blocker is None:
            return stop.free, None
        rule, told = self._reason(stop.blocker)
        return stop.free, (rule, f"{self.name} gets only {cm(stop.free)} of {cm(abs(length))} cm far: {told}")

    def _reason(self, blocker: Blocker) -> Reason:
        if blocker.kind == "body":
            return in_the_way(self.state, self.others[blocker.number][0])
        return self.going.reason(blocker)

    def _slow(self, leg: Leg) -> list[Dear]:
        """PK-08, PK-17, PK-R4, PK-R52: the pieces of a straight piece that cost more, in order; the dearest counts."""
        found = [
            (start, end, slow.factor, slow.rule)
            for slow in self.going.slow
            for start, end in leg.inside(slow.areas, self.going.bridges)
        ]
        return _dearest(found) if len(self.going.slow) > 1 else found

    def _too_far(self, length: int, slow: Sequence[Dear], rate: int, left: Fraction) -> Reason:
        """PK-03, PK-08, PK-17, PK-R2, PK-R43, PK-R54, PK-R58: which rule makes a straight piece too long."""
        price, rule = _price(abs(length), slow) * rate, PK_03
        if _paced(self.state, self.unit):
            rule = PK_R58 if price > abs(length) else PK_R43
        elif slow and abs(length) * rate <= left:
            rule = slow[0][3] if rate == 1 else PK_R54
        elif rate > 1 and abs(length) <= left:
            rule = PK_R2
        dear = f", which take {cm(ceil(price))} cm of MOV here" if price > abs(length) else ""
        have = f"{cm(int(left))} of {cm(self.move)} cm are left"
        return rule, f"{self.name} cannot go {cm(abs(length))} cm{dear}: {have}"

    def _settled(self, walk: Walk) -> Walk:
        """PK-15, PK-R3: back to the last pose at which no other base is, for a unit that passes all on the way."""
        blocker = self.ends.blocked(walk.end)
        if blocker is None or not self.state.table.whole.holds(walk.end.x, walk.end.y):
            return walk
        other = self.state.name(self.others[blocker.number][0], self.state.side)
        end = f"{self.name} cannot end {'over' if self.row.flying else 'under'} {other}"
        cut = self._last_clear(walk)
        legal = self.walk(walk.start, cut) if cut else Walk(walk.start, (), Fraction(0), 0, ())
        return replace(legal, stopped=walk.stopped or (PK_R3, end))

    def _last_clear(self, walk: Walk) -> Path:
        before = [walk.start, *[piece.end for piece in walk.pieces]]
        for number in range(len(walk.pieces) - 1, -1, -1):
            piece, sign = walk.pieces[number], 1 if walk.pieces[number].length > 0 else -1
            length = abs(piece.length)
            while length and (blocker := self.ends.blocked(piece.base.moved(sign * length))):
                only = Field([self.others[blocker.number][1]])
                length = min(length - 1, only.drive(piece.base, length, sign < 0).free)
            if length:
                return *walk.path[:number], (piece.turn, sign * length)
            stop = self.ends.pivot(before[number], piece.turn)
            if stop.free:
                return *walk.path[:number], (stop.free if piece.turn > 0 else -stop.free, 0)
        return ()


def _dearest(pieces: Sequence[Dear]) -> list[Dear]:
    """PK-R4, PK-R52: pieces that overlap, cut so that at each place only the dearest counts."""
    ends = sorted({end for piece in pieces for end in piece[:2]})
    found = []
    for start, end in pairwise(ends):
        over = [piece for piece in pieces if piece[0] <= start and end <= piece[1]]
        if over:
            _, _, factor, rule = max(over, key=lambda piece: piece[2])
            found.append((start, end, factor, rule))
    return found


def _afford(length: int, slow: Sequence[Dear], budget: Fraction) -> int:
    """PK-03, PK-08: how much of a straight piece can be paid for."""
    at, left = Fraction(0), budget
    for start, end, factor, _ in slow:
        if start - at > left:
            break
        left, at = left - (start - at), start
        if (end - start) * factor > left:
            return int(start + left / factor)
        left, at = left - (end - start) * factor, end
    return min(length, int(at + left))


def _price(length: int, slow: Sequence[Dear]) -> Fraction:
    """PK-08, PK-17: what so much of a straight piece takes of MOV."""
    dear = [(min(end, Fraction(length)) - start) * (times - 1) for start, end, times, _ in slow if start < length]
    return length + sum(dear, Fraction(0))


# Over the edge


def left_over(legs: Legs, table: Table) -> Edge | Literal[""]:
    """PK-22, PK-R7, PK-R56: the edge over which a path leaves the table for good; none if it ends on it."""
    if not legs or table.whole.holds(*Leg(*legs[-1]).end):
        return ""
    return next(edge for leg in reversed(legs) if (edge := _crossed(Leg(*leg), table)))


def _crossed(leg: Leg, table: Table) -> Edge | Literal[""]:
    """The edge over which a straight piece leaves the table, wherever it starts."""
    dx, dy = DIRECTIONS[leg.heading % 360]
    ways: tuple[tuple[Edge, int, int], ...] = (
        ("north", leg.y, -dy),
        ("east", table.width - leg.x, dx),
        ("south", table.height - leg.y, dy),
        ("west", leg.x, -dx),
    )
    if any(room < 0 and speed >= 0 for _, room, speed in ways):
        return ""
    comes = max([Fraction(room * ONE, speed) for _, room, speed in ways if speed < 0])
    goes, edge = min([(Fraction(room * ONE, speed), edge) for edge, room, speed in ways if speed > 0])
    return edge if comes <= goes < leg.length else ""
