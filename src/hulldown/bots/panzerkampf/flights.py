"""Planes and submarines: flights over enemies and past them, and when to dive."""

from collections.abc import Iterator
from math import hypot

from msgspec.structs import replace

from hulldown.bots.panzerkampf.eye import Eye, eye_of
from hulldown.bots.panzerkampf.routes import swing
from hulldown.bots.panzerkampf.situation import bombarded, situation_of
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.geometry.plane import DIRECTIONS, ONE, bearing
from hulldown.rulebooks.panzerkampf import driving, orders, paths
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit, Where


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed: flights that planes owe."""
    if state.phase is Phase.MOVEMENT:
        eye = eye_of(state, state.side)
        for unit in driving.owed(state):
            if flights := list(flights_of(eye, unit)):
                yield max(flights, key=lambda one: one[0])[1]


def flights_of(eye: Eye, unit: int) -> Iterator[tuple[float, Order]]:
    """Flights over enemies and past them: bombs on the way, guns at the end, and not off the table."""
    state = eye.state
    piece = state.units[unit]
    course = paths.Course(state, unit)
    wanted: list[orders.Move | orders.Enter] = list(driving.moves(state, unit))
    if piece.where is Where.TABLE:
        wanted += [order for order in _runs(eye, unit, course) if driving.may_move(state, order) is None]
    for order in wanted:
        start = state.base(unit)
        if isinstance(order, orders.Enter):
            start = replace(start, x=order.x, y=order.y, heading=order.heading)
        walk = course.walk(start, order.path)
        end, after = walk.end, state.copy()
        away = paths.left_over(walk.legs, state.table)
        after.units[unit] = replace(
            piece,
            where=Where.AWAY if away else Where.TABLE,
            x=end.x,
            y=end.y,
            heading=end.heading,
            moved=state.turn,
            flown=walk.legs,
        )
        if away:
            yield -TUNING.leaving * course.row.points, order
        else:
            yield situation_of(eye, unit, after).worth + _bombs(eye, unit, after), order


def _runs(eye: Eye, unit: int, course: paths.Course) -> Iterator[orders.Move]:
    """Straight over an enemy, or to just before him."""
    piece, row = eye.state.units[unit], course.row
    for foe in eye.foes:
        dx, dy = foe.piece.x - piece.x, foe.piece.y - piece.y
        turn, far = swing(piece.heading, bearing(dx, dy)), round(hypot(dx, dy))
        if abs(turn) > row.turn:
            continue
        for length in {course.least, min(course.move, max(course.least, far - 15 * CM)), course.move}:
            yield orders.Move(unit, ((turn, length),))


def _bombs(eye: Eye, unit: int, state: State) -> float:
    """What bombs take on a path that was flown, about: from each enemy under it."""
    row, total = state.type(unit), 0.0
    legs = state.units[unit].flown
    for weapon in row.weapon:
        if weapon.kind != "bomb":
            continue
        best = 0.0
        for foe in eye.foes:
            off = min((beside(leg, foe.piece) for leg in legs), default=10 * CM)
            if off < 3 * CM:
                took = bombarded(state, weapon, foe.piece, foe.row) * foe.counts
                best = max(best, took * (1 - off / (3 * CM)))
        total += best
    return total


def beside(leg: tuple[int, int, int, int], piece: Unit) -> float:
    """How far a place lies beside a piece of a path."""
    x, y, heading, length = leg
    ax, ay = DIRECTIONS[heading % 360][0] / ONE, DIRECTIONS[heading % 360][1] / ONE
    dx, dy = piece.x - x, piece.y - y
    along = min(max(ax * dx + ay * dy, 0.0), float(length))
    return hypot(dx - along * ax, dy - along * ay)


def dives(state: State) -> bool:
    """Whether a submarine gains by diving or surfacing."""
    eye = eye_of(state, state.side)
    ships = [unit for unit in state.standing(state.side) if state.type(unit).type == "submarine"]
    return state.phase is Phase.MOVEMENT and any(depths_of(eye, unit) for unit in ships)


def depths_of(eye: Eye, unit: int) -> tuple[float, Order] | None:
    """A submarine dives from danger, and surfaces for a shot, if it has not decided yet and gains by it."""
    state = eye.state
    piece = state.units[unit]
    surface, dive = orders.Surface(unit), orders.Dive(unit)
    if (driving.may_surface(state, surface) if piece.dived else driving.may_dive(state, dive)) is not None:
        return None
    other = state.copy()
    other.units[unit] = replace(piece, dived=not piece.dived)
    gain = situation_of(eye, unit, other).worth - situation_of(eye, unit, state).worth
    return (gain, surface if piece.dived else dive) if gain > 0 else None
