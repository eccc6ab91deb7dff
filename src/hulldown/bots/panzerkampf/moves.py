"""Where a unit on the ground or at sea may go, and what it gains by that."""

from collections.abc import Iterator
from math import hypot

from msgspec.structs import replace

from hulldown.bots.panzerkampf import routes
from hulldown.bots.panzerkampf.eye import Errand, Eye, errand_of
from hulldown.bots.panzerkampf.flights import depths_of
from hulldown.bots.panzerkampf.routes import Spot, swing
from hulldown.bots.panzerkampf.situation import Situation, look_from, situation_of, taken, to_go
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.geometry.plane import Base, in_range
from hulldown.rulebooks.panzerkampf import driving, orders, paths
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Order, Path
from hulldown.rulebooks.panzerkampf.state import State, Unit


def moves_of(eye: Eye, unit: int) -> Iterator[tuple[float, Order]]:
    """What a unit gains by moving, digging or diving, over staying as it is, if it gains anything."""
    state = eye.state
    row = state.type(unit)
    if row.type == "plane":
        return
    if row.type == "submarine" and (deep := depths_of(eye, unit)):
        yield deep
        return
    here, dig = situation_of(eye, unit, state), orders.DigIn(unit)
    if not here.shots and row.type == "infantry" and driving.may_dig_in(state, dig) is None:
        after = state.copy()
        after.units[unit] = replace(state.units[unit], dug_in=True)
        yield situation_of(eye, unit, after).worth - here.worth, dig
    for order, one in _reached(eye, unit):
        if (gain := one.worth - here.worth) > TUNING.least_gain:
            yield gain, order


def _reached(eye: Eye, unit: int) -> Iterator[tuple[orders.Move, Situation]]:
    """The best of some paths of a unit, and what it is worth to end there, with the front to the enemy."""
    state = eye.state
    course, base = paths.Course(state, unit), state.base(unit)
    errand = errand_of(eye, unit)
    found: dict[Path, paths.Walk] = {}
    for path in paths_of(eye, unit, errand):
        walk = course.walk(base, path)
        if walk.pieces:
            found[walk.path] = walk
    for walk in sorted(found.values(), key=lambda walk: -_glance(eye, unit, walk.end))[: TUNING.full_looks]:
        end = fronted(course, walk, look_from(eye, errand, walk.end.x, walk.end.y))
        after = state.copy()
        order, after.units[unit] = driven(state, unit, walk, end)
        if driving.arrives(after, unit, walk.legs):
            yield order, Situation(TUNING.won, 0)
            return
        yield order, situation_of(eye, unit, after)


def driven(state: State, unit: int, walk: paths.Walk, end: Base) -> tuple[orders.Move, Unit]:
    """The order for a way that ends so, and the unit after it."""
    turn, piece = swing(walk.end.heading, end.heading), state.units[unit]
    order = orders.Move(unit, (*walk.path, (turn, 0)) if turn else walk.path)
    place = {"x": end.x, "y": end.y, "heading": end.heading}
    return order, replace(piece, **place, moved=state.turn, dug_in=False, camouflaged=False, dummy=False)


def fronted(course: paths.Course, walk: paths.Walk, look: int) -> Base:
    """The end of a way, turned that way as far as TRN lasts, if there is room for that."""
    end, left = walk.end, course.row.turn - walk.turned
    turned = end.turned(max(-left, min(left, swing(end.heading, look))))
    blocked = course.field.blocked(turned) or (course.passes and course.ends.blocked(turned))
    return end if blocked else turned


def _glance(eye: Eye, unit: int, end: Base) -> float:
    """What a place promises at first sight: the targets in range from it, and the way that is left."""
    state, piece = eye.state, replace(eye.state.units[unit], x=end.x, y=end.y, heading=end.heading)
    after, total = state.copy(), 0.0
    after.units[unit] = piece
    for number, weapon in enumerate(state.type(unit).weapon):
        if weapon.use == "fire" and weapon.kind in ("normal", "heavy") and not weapon.reload:
            ways = [(foe.piece.x - end.x, foe.piece.y - end.y, foe) for foe in eye.foes]
            near = [one for one in ways if in_range(one[0], one[1], weapon.range * CM)]
            total += max([taken(after, unit, number, foe, dx, dy) for dx, dy, foe in near], default=0.0)
    return total - to_go(eye, unit, after)


def paths_of(eye: Eye, unit: int, errand: Errand | None) -> Iterator[Path]:
    """Along the way to the goal, a fan of others, and turns on the spot."""
    state = eye.state
    piece, row, far = state.units[unit], state.type(unit), paths.allowance(state, unit)
    here = piece.x, piece.y
    yield from routes.tried(row, piece.heading, far, here, _waypoints(eye, unit, errand, far))
    turn = swing(piece.heading, look_from(eye, errand, *here))
    yield ((max(-row.turn, min(row.turn, turn)), 0),)


def _waypoints(eye: Eye, unit: int, errand: Errand | None, far: int) -> list[Spot]:
    """Places on the way to where a unit wants to be; at last an errand's own place when it is near."""
    state = eye.state
    piece, row, goals = state.units[unit], state.type(unit), errand.goals if errand else eye.goals
    if not goals:
        return []
    x, y = min(goals, key=lambda goal: (goal[0] - piece.x) ** 2 + (goal[1] - piece.y) ** 2)
    if row.flying or piece.dived:
        return [(piece.x + (x - piece.x) * part // 3, piece.y + (y - piece.y) * part // 3) for part in (1, 2, 3)]
    path = routes.downhill(eye.ground, row, goals, piece.x, piece.y, far // CM, eye.roomy)
    return [*path, (x, y)] if errand and hypot(x - piece.x, y - piece.y) <= far else path
