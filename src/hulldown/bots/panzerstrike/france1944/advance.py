"""Where tanks drive: each to the best of a few poses."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hulldown.bots.panzerstrike.france1944.shots import hit_chances, worth_of
from hulldown.bots.panzerstrike.france1944.tuning import TUNING
from hulldown.bots.panzerstrike.front import Front, enemy_of
from hulldown.bots.panzerstrike.mood import boldness
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.panzerstrike.ways import Way
from hulldown.geometry.squares import Arc
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.france1944 import movement, orders, shooting
from hulldown.rulebooks.panzerstrike.france1944.orders import Order
from hulldown.rulebooks.panzerstrike.france1944.setup import TankClass
from hulldown.rulebooks.panzerstrike.france1944.state import Ground, State, Tank


@lru_cache(maxsize=16)
def front_of(ground: Ground, tanks: tuple[Tank, ...], wrecks: int, own_flags: tuple[int, ...]) -> Front:
    beside = [ground.grid.neighbours(flag) for flag in own_flags]
    enemies = []
    for tank in tanks:
        kind = ground.chart[tank.kind]
        worth = kind.points + TUNING.guard * any(squares >> tank.square & 1 for squares in beside)
        enemies.append(enemy_of(ground.grid, tank.square, tank.facing, kind, worth, hit_chances(ground, kind.gun)))
    return Front(ground, enemies, wrecks)


def moves(state: State) -> Iterator[tuple[float, Order]]:
    """Each tank's best move, by what it wins over standing still; ending movement wins nothing."""
    yield 0, orders.EndMovement()
    units = movement.movable(state)
    if not units:
        return
    side = state.side
    enemies = tuple([tank for tank in state.tanks.units if tank.side != side and tank.active])
    wrecks = state.tanks.wrecks
    own_flags = tuple([flag.square for flag in state.flags if flag.side == side])
    front = front_of(state.ground, enemies, wrecks, own_flags)
    mood = mood_of(state, side)
    for unit in units:
        yield from _moves(state, unit, front, mood)


class Mood(NamedTuple):
    """How boldly to play, and where to go."""

    caution: float
    way: float
    goal: int
    beside_flags: int
    stalled: bool


def mood_of(state: State, side: Side) -> Mood:
    """How boldly to play, and where to go: enemy flags if there are any, else the enemy."""
    chart = state.ground.chart
    points = [0, 0]
    for tank in state.tanks.units:
        if tank.active:
            points[tank.side] += chart[tank.kind].points
    quiet = state.round - state.last_loss
    goal = beside = 0
    for flag in state.flags:
        if flag.side != side:
            goal |= 1 << flag.square
            beside |= state.ground.grid.neighbours(flag.square)
    stalled = not goal and quiet > SHARED.lull
    goal = goal or state.tanks.active(side.other)
    return Mood(*boldness(points[side] > points[side.other], quiet), goal, beside, stalled)


def _moves(state: State, unit: int, front: Front, mood: Mood) -> Iterator[tuple[float, Order]]:
    """The best move of one tank for each of a few promising squares, with the smallest die that covers it."""
    tank = state.tanks.units[unit]
    kind = state.ground.chart[tank.kind]
    values = sorted(set(state.dice))
    around = movement.reach(state, tank, movement.allowance(kind, values[-1]))
    now = max([worth_of(state, tank, target) for target in shooting.targets(state, unit)], default=0.0)
    behind = movement.square_behind(state, tank)
    here, best, best_pose = _best(front, mood, tank.kind, tank.square, tank.facing, around.lanes, behind, now)
    if best_pose >= 0:
        steps = around.steps_to(best_pose) or 1
        die = next(die for die in values if movement.allowance(kind, die) >= steps)
        yield best - here - TUNING.thrift * die, orders.Move(unit, die, best_pose >> 3, best_pose & 7)


@lru_cache(maxsize=512)
def _best(
    front: Front, mood: Mood, name: str, start: int, ahead: int, lanes: tuple[int, ...], behind: int, now: float
) -> tuple[float, float, int]:
    """What standing still is worth to a tank whose best shot now is worth so much, and the best pose; −1 if none is
    better. Until something within its reach changes, it is the same after each move of another tank."""
    ground = front.ground
    assert isinstance(ground, Ground)
    kind = ground.chart[name]
    chances, arc, way = hit_chances(ground, kind.gun), ground.grid.arc, way_of(front, mood, kind)
    here = now + (SHARED.next * now + _standing(front, way, mood, kind, start, ahead))
    here += TUNING.flag * TUNING.left * (mood.beside_flags >> start & 1)
    best, best_pose = here, -1
    looked = list(front.worth_a_look(way, lanes, chances, mood.way, ahead, mood.beside_flags))
    if behind >= 0:
        looked.append((behind, [ahead]))
    for square, facings in looked:
        later = SHARED.next * front.gain(chances, square)
        for facing in facings:
            worth = later
            if front.targets(square):
                worth = front.gain(chances, square, arc(Arc.A90, facing, square)) + later
            worth += _standing(front, way, mood, kind, square, facing)
            if worth > best:
                best, best_pose = worth, square * 8 + facing
    return here, best, best_pose


def way_of(front: Front, mood: Mood, kind: TankClass) -> Way:
    """The way to the goal; once nothing happens, to a fair shot."""
    if not mood.stalled:
        return front.way(mood.goal)
    assert isinstance(front.ground, Ground)
    return front.way_to_a_shot(kind.gun, hit_chances(front.ground, kind.gun))


def _standing(front: Front, way: Way, mood: Mood, kind: TankClass, square: int, facing: int) -> float:
    """What it is worth to stand in a pose, beside its shots: danger, the way, room to fire, the front, the flag."""
    worth = -mood.caution * (front.danger(kind, square, facing) * kind.points)
    worth -= mood.way * kind.points / 2 * way.steps(square, facing)
    worth -= SHARED.crowd * (front.too_near >> square & 1)
    worth += SHARED.face * (front.facing(square) >> facing & 1) + TUNING.flag * (mood.beside_flags >> square & 1)
    return worth
