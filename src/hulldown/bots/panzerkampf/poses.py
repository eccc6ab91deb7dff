"""How a unit may stand after some orders, and what that is worth besides its shots."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.bots.panzerkampf.eye import Eye, errand_of
from hulldown.bots.panzerkampf.moves import driven, fronted, paths_of
from hulldown.bots.panzerkampf.points import worth
from hulldown.bots.panzerkampf.situation import look_from
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.panzerkampf.value import bonus_of
from hulldown.geometry.plane import Base, Field, Shape
from hulldown.rulebooks.panzerkampf import command, driving, orders, paths
from hulldown.rulebooks.panzerkampf.changes import CHANGES
from hulldown.rulebooks.panzerkampf.events import Commanded
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import going
from hulldown.rulebooks.panzerkampf.orders import Order, Path
from hulldown.rulebooks.panzerkampf.state import Unit
from hulldown.rulebooks.panzerkampf.units import UnitType


class Stance(NamedTuple):
    """How a unit may stand after some orders, what that is worth besides shots, and the command die that it takes."""

    orders: tuple[Order, ...]
    piece: Unit
    bonus: float
    shape: Shape
    die: str = ""


def poses_of(eye: Eye, unit: int, many: int) -> Iterator[Stance]:
    """Some of the poses that a unit can take: as it is, with command dice, and at the ends of so many ways."""
    state = eye.state
    piece, row, base, after = state.units[unit], state.type(unit), state.base(unit), state.copy()
    way = going(state.ground, row)
    wrecks = [shape for other, shape in paths.bodies(state, row.flying, unit) if state.units[other].wreck]
    field = Field(wrecks, way.off, way.on)
    stuck = 0.0 if state.setup.reverse else TUNING.stuck * row.points

    def pose(given: tuple[Order, ...], then: Unit, end: Base, die: str = "") -> Stance:
        after.units[unit] = then
        bonus = bonus_of(eye, unit, after) - stuck * (1 - room_ahead(row, field, end))
        return Stance(given, then, bonus + worth(row, then.hp) - worth(row, piece.hp), end.shape, die)

    yield pose((), piece, base)
    dig = orders.DigIn(unit)
    if driving.may_dig_in(state, dig) is None:
        yield pose((dig,), replace(piece, dug_in=True, digging=state.turn), base)
    for die in dict.fromkeys(state.pool):
        order = orders.Command(die, unit)
        if die in command.BEFORE_SHOOTING or command.may_command(state, order) is not None:
            continue
        given = state.copy()
        CHANGES[Commanded](given, Commanded(die, unit))
        if die == "advance":
            for walk, end in _ends(eye._replace(state=given), unit, many):
                move, moved = driven(given, unit, walk, end)
                yield pose((order, move), moved, end, die)
        else:
            yield pose((order,), given.units[unit], base, die)
    for walk, end in _ends(eye, unit, many):
        move, moved = driven(state, unit, walk, end)
        yield pose((move,), moved, end)


def _ends(eye: Eye, unit: int, many: int) -> Iterator[tuple[paths.Walk, Base]]:
    """Where a unit gets to by so many ways, the turn on the spot first, with the front to the enemy and as it came."""
    course, base, errand = paths.Course(eye.state, unit), eye.state.base(unit), errand_of(eye, unit)
    known = set[tuple[int, int, int]]()
    *ways_on, spot = paths_of(eye, unit, errand)
    for path in islice(chain([spot], ways_on, _fan(course)), many):
        walk = course.walk(base, path)
        if not walk.pieces:
            continue
        turned = fronted(course, walk, look_from(eye, errand, walk.end.x, walk.end.y))
        for end in (turned, walk.end):
            if (end.x, end.y, end.heading) not in known:
                known.add((end.x, end.y, end.heading))
                yield walk, end


def _fan(course: paths.Course) -> Iterator[Path]:
    """Ways straight ahead after a turn, ever more of them."""
    for step, parts in TUNING.fans:
        for part in range(parts, 0, -1):
            for turn in range(-(course.row.turn // step) * step, course.row.turn + 1, step):
                yield ((turn, course.move * part // parts),)


def room_ahead(row: UnitType, field: Field, base: Base) -> float:
    """How much of its next move a unit would have before it, whichever way it turns first; nobody reverses."""
    if row.flying or row.naval or row.type == "infantry":
        return 1.0
    far, best = min(row.move, TUNING.room_cm) * CM, 0
    for turn in (0, 30, -30, 60, -60, 90, -90):
        if abs(turn) <= row.turn and (not turn or field.pivot(base, turn).blocker is None):
            best = max(best, field.drive(base.turned(turn), far).free)
            if best >= far:
                break
    return best / far
