"""What it is worth for a unit to be somewhere: its shots, its dangers, the way that is left."""

from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.bots.panzerkampf import points, routes
from hulldown.bots.panzerkampf.eye import Errand, Eye, Foe, damaged, errand_of
from hulldown.bots.panzerkampf.points import importance, promised, worth
from hulldown.bots.panzerkampf.routes import swing
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.geometry.plane import bearing, in_range
from hulldown.outcome.panzerkampf.tolls import END_SHARE
from hulldown.rulebooks.panzerkampf import damage, indirect, orders, sight
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit
from hulldown.rulebooks.panzerkampf.units import UnitType, Weapon

Seen = dict[tuple[int, int], bool]  # whether one unit sees another


class Situation(NamedTuple):
    """What it is worth for a unit to be somewhere, and what its shots from there take."""

    worth: float
    shots: float


def situation_of(eye: Eye, unit: int, state: State) -> Situation:
    """What it is worth for a unit to be where it is in a state: its shots, its dangers, the way, the front."""
    piece, row = state.units[unit], state.type(unit)
    shots, dangers = offence(eye, unit, state), danger(eye, unit, state)
    survives = max(0.0, 1 - TUNING.danger_share * dangers.first / worth(row, piece.hp))
    perils = eye.caution * TUNING.danger_share * dangers.all
    total = shots * (1 + TUNING.next_shot) * survives - perils - to_go(eye, unit, state)
    if eye.foes:
        off = abs(swing(piece.heading, look_from(eye, errand_of(eye, unit), piece.x, piece.y)))
        total -= (TUNING.plane_front if row.type == "plane" else TUNING.front) * row.points * off / 180
    if eye.holds and piece.dug_in:
        total += TUNING.dug * row.points
    return Situation(total, shots)


def offence(eye: Eye, unit: int, state: State) -> float:
    """What the weapons of a unit take from enemies in the next shooting phase, each from the best target; what its
    tools give to friends."""
    piece, row = state.units[unit], state.type(unit)
    if piece.dived:
        return 0.0
    moved = piece.moved == state.turn and state.phase is Phase.MOVEMENT
    total, seen = 0.0, Seen()
    for number, weapon in enumerate(row.weapon):
        if weapon.use == "repair":
            total += repairs(eye, unit, state, weapon)
        if (weapon.reload and moved) or weapon.use != "fire" or weapon.kind == "bomb" or number in piece.silent:
            continue
        best = 0.0
        for foe in eye.foes:
            dx, dy = foe.piece.x - piece.x, foe.piece.y - piece.y
            if not points.bears(weapon, dx, dy, piece.heading):
                continue
            took = taken(state, unit, number, foe, dx, dy)
            if took > best and (weapon.kind == "artillery" or _sees(state, unit, foe.unit, seen)):
                best = took
        total += best
    return total


def repairs(eye: Eye, unit: int, state: State, tool: Weapon) -> float:
    """What a tool of a unit gives to the friend it helps most, from where it is in a state."""
    piece = state.units[unit]
    ways = [(at, state.units[at].x - piece.x, state.units[at].y - piece.y) for at in damaged(state, eye.side)]
    able = [at for at, dx, dy in ways if at != unit and points.bears(tool, dx, dy, piece.heading)]
    return max([mended(state, tool, at) for at in able], default=0.0)


def mended(state: State, tool: Weapon, unit: int) -> float:
    """What a repair gives back on the average, about."""
    row, hp = state.type(unit), state.units[unit].hp
    die = state.setup.figures.die
    back = min(row.hp - hp, tool.attacks * (die + 1 - tool.accuracy) / die)
    return back * (1 - END_SHARE) * row.points / row.hp


def _sees(state: State, unit: int, target: int, seen: Seen) -> bool:
    """Whether a unit sees a target; looked up once for all weapons."""
    if (unit, target) not in seen:
        piece = state.units[target]
        seen[unit, target] = sight.sees(state, unit, (piece.x, piece.y), target)
    return seen[unit, target]


def taken(state: State, unit: int, number: int, foe: Foe, dx: int, dy: int) -> float:
    """What a weapon takes from an enemy who is that far away, times how much he counts."""
    piece = foe.piece
    if state.weapon(unit, number).kind == "artillery":
        if foe.row.flying or piece.dived:
            return 0.0
        return shell_toll(state, orders.Shell(unit, number, piece.x, piece.y), foe.unit) * foe.counts
    part = damage.shown(state.setup.figures, -dx, -dy, piece.heading)
    return foe.counts * promised(
        state.ground, state.units[unit].kind, number, piece.kind, part, piece.hp, piece.dug_in, piece.dived
    )


def shell_toll(state: State, order: orders.Shell | orders.Barrage, target: int) -> float:
    return toll_above(state, indirect.salvo_of(state, order), target)


def toll_above(state: State, salvo: indirect.Salvo, unit: int) -> float:
    """What an attack from above takes from a unit; of a long salvo about, as its places are too many to count anew."""
    base, row, hp = state.base(unit), state.type(unit), state.units[unit].hp
    here = replace(base, x=base.x - salvo.aim[0], y=base.y - salvo.aim[1])
    fall = indirect.fallout(state, salvo)
    if hypot(here.x, here.y) > fall.reach + base.length + base.width:
        return 0.0
    if salvo.heading >= 0 or salvo.attacks <= TUNING.long_salvo:
        return points.loss(row, hp, indirect.outcomes(state, salvo, unit, indirect.hits_on(fall, here)))
    shape = here.shape
    many = salvo.attacks * sum([float(chance) for spot, chance in indirect.cloud(fall) if shape.holds(*spot)])
    return min(worth(row, hp), many * points.from_above(state.ground, row.id, hp, salvo.power, not row.naval))


class Danger(NamedTuple):
    """What enemies may take from a unit until its next turn, and how much of it before the unit's own shots."""

    all: float
    first: float


def danger(eye: Eye, unit: int, state: State) -> Danger:
    """What enemies may take from a unit; who has to come first takes less, and who counter-attacks is first (PK-57)."""
    piece, row = state.units[unit], state.type(unit)
    total, first, seen = 0.0, 0.0, Seen()
    for foe in eye.foes:
        dx, dy = piece.x - foe.piece.x, piece.y - foe.piece.y
        part = damage.shown(state.setup.figures, -dx, -dy, piece.heading)
        for number, weapon in enumerate(foe.row.weapon):
            comes = 0 if weapon.reload else foe.row.move * 3 // 4
            if weapon.use != "fire" or not in_range(dx, dy, (weapon.range + comes) * CM):
                continue
            if weapon.kind in ("artillery", "bomb"):
                total += bombarded(state, weapon, piece, row) * TUNING.comes
                continue
            took = promised(state.ground, foe.piece.kind, number, piece.kind, part, piece.hp, piece.dug_in, piece.dived)
            if took and points.bears(weapon, dx, dy, foe.piece.heading) and _sees(state, foe.unit, unit, seen):
                total += took
                first += took * (weapon.counter_attack and number not in foe.piece.silent)
            else:
                total += took * TUNING.comes
    return Danger(importance(state.setup, row, piece) * total, first)


def bombarded(state: State, weapon: Weapon, piece: Unit, row: UnitType) -> float:
    """What artillery or bombs take from a unit at which they are aimed, about."""
    if row.flying or piece.dived:
        return 0.0
    power = weapon.damage, weapon.penetration
    one = points.from_above(state.ground, piece.kind, piece.hp, power, not row.naval)
    hits = weapon.attacks * max(1, min(11, weapon.accuracy)) / 11 / (1 + 0.15 * weapon.attacks)
    return min(worth(row, piece.hp), one * hits)


def look_from(eye: Eye, errand: Errand | None, x: int, y: int) -> int:
    """Where to look from a place: where the errand says, or at the nearest enemy."""
    if errand and errand.heading is not None:
        return errand.heading
    if not eye.foes:
        return 0
    near = min(eye.foes, key=lambda foe: (foe.piece.x - x) ** 2 + (foe.piece.y - y) ** 2).piece
    return bearing(near.x - x, near.y - y)


def to_go(eye: Eye, unit: int, state: State) -> float:
    """What the way that is left is worth; once weapons reach the enemy it counts less."""
    piece, row, errand = state.units[unit], state.type(unit), errand_of(eye, unit)
    goals = errand.goals if errand else eye.goals
    if not goals or (row.support and not errand):
        return 0.0
    if row.flying or piece.dived:
        far = min(hypot(x - piece.x, y - piece.y) / CM for x, y in goals)
    else:
        far = routes.ways(eye.ground, row, goals, eye.roomy)[routes.lattice(eye.ground, row).at(piece.x, piece.y)]
    if errand:
        x, y = min(errand.goals, key=lambda goal: hypot(goal[0] - piece.x, goal[1] - piece.y))
        near = hypot(x - piece.x, y - piece.y) / CM
        return errand.pull * (near if near < 2 * routes.CELL / CM else far + near / 10)
    reaches = [TUNING.mined_cm if weapon.use == "mines" else weapon.range for weapon in row.weapon]
    near = TUNING.near_share * max(reaches, default=0) + row.move * (row.type == "plane")
    return eye.eager * row.points * (max(0.0, far - near) + TUNING.closer * min(far, near))
