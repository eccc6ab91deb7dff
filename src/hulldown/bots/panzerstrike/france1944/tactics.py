"""What a bot may know of France 1944: which orders promise most, in points of tanks won and lost.

A shot is worth its exact chance times the target's value. A move is worth what it wins over standing still: the best
shot from there, less the shots that the enemy would have at it, and the way made towards enemies or flags. Whoever is
ahead, or sees nothing happen for some rounds, cares less for danger and more for the way.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from hulldown.bots.panzerstrike.exchange import COMES, Gun, Shots, Threats, aims_of, driven, trade, turn_of
from hulldown.bots.panzerstrike.front import (
    CROWD,
    FACE,
    FEW,
    HALF,
    NEXT,
    SHUT,
    Front,
    Way,
    enemy_of,
    mood_of,
    shuts_in,
)
from hulldown.bots.tactics import Horizon, Weights
from hulldown.geometry.squares import Arc, Lanes, squares_of
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944 import deployment, movement, orders, shooting
from hulldown.rulebooks.panzerstrike.france1944.orders import Order
from hulldown.rulebooks.panzerstrike.france1944.setup import TankClass
from hulldown.rulebooks.panzerstrike.france1944.shooting import Shot, odds_of
from hulldown.rulebooks.panzerstrike.france1944.state import Ground, Phase, State, Tank
from hulldown.rulebooks.panzerstrike.setup import depth_of, towards_enemy

FLAG = 2.0  # what standing beside an enemy flag is worth
LEFT = 0.25  # how much of that is lost by moving away and coming back
GUARD = 3.0  # what an enemy beside an own flag is worth more as a target


WEIGHTS = Weights(risk=1.0, hope=0.5, way=1.0, goal=1.0)
EVALUATIONS = 1500  # of a veteran's turn
WON = 100.0  # what a game is worth
COLOURS = 12.0  # what a flag is worth,
CAME, STAYED = 0.5, 0.8  # and what a tank has of that which has come beside it, and which stays there


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Orders worth thinking about, each with what it is worth; every phase has at least one."""
    return _PHASES[state.phase](state)


# Setting up


def _begin(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.Begin()


def _choice(state: State) -> Iterator[tuple[float, Order]]:
    """The first turn is an advantage: the first shots are fired in it."""
    yield 0, orders.ChooseFirst(state.side)


def _flags(state: State) -> Iterator[tuple[float, Order]]:
    """Flags stand best where few squares of the enemy's zone see them and the way to them is long."""
    squares = squares_of(state.ground.zones[state.side] & state.ground.open)
    squares.sort(key=lambda square: (_depth(state, square), _exposure(state.ground, state.side, square)))
    found = 0
    for place, square in enumerate(squares):
        order = orders.PlaceFlag(square)
        if deployment.may_place_flag(state, order) is None:
            yield -place, order
            found += 1
            if found == 3:
                return


def _barricades(state: State) -> Iterator[tuple[float, Order]]:
    """Barricades stand best on open streets just before the own zone, where they break long lines of fire."""
    yield 0, orders.EndBarricades()
    ground = state.ground
    ranks = ground.setup.figures.ranks
    streets = ground.setup.board.streets & ground.open & ~ground.zones[0] & ~ground.zones[1]
    near = [square for square in squares_of(streets) if _depth(state, square) < ranks + 4]
    near.sort(key=lambda square: -ground.in_view(square).bit_count())
    for square in near[:12]:
        order = orders.PlaceBarricade(square)
        if deployment.may_place_barricade(state, order) is None:
            yield ground.in_view(square).bit_count(), order
            return


def _deployment(state: State) -> Iterator[tuple[float, Order]]:
    """Tanks start well forward, out of sight of the enemy's zone, not crowded, their front to the enemy."""
    ground = state.ground
    kind = next(kind for kind in ground.chart if deployment.next_of(state, kind) >= 0)
    facing = towards_enemy(ground.setup.edges, state.side)
    for square in squares_of(deployment.room(state)):
        crowd = (ground.grid.neighbours(square) & state.tanks.occupied).bit_count()
        worth = _depth(state, square) - 0.3 * _exposure(ground, state.side, square) - 1.5 * crowd
        yield worth, orders.Deploy(kind, square, facing)


def _depth(state: State, square: int) -> int:
    """How many ranks a square lies from the side's own edge."""
    return depth_of(state.ground.grid, state.ground.setup.edges, state.side, square)


@lru_cache(maxsize=8192)
def _exposure(ground: Ground, side: Side, square: int) -> int:
    """How many squares of the enemy's zone see a square."""
    return (ground.in_view(square) & ground.zones[side.other]).bit_count()


# Movement


@lru_cache(maxsize=64)
def hit_chances(ground: Ground, gun: int) -> list[float]:
    """The exact chance of a gun to destroy, by the firepower needed; a chance to damage counts half."""
    setup = ground.setup
    found = []
    for needed in range(gun * max(setup.figures.small) + 400):
        odds = odds_of(Shot(setup.figures.small, gun, needed, 0, setup.damage))
        found.append(float(odds.get(Verdict.DESTROYED, 0)) + HALF * float(odds.get(Verdict.DAMAGED, 0)))
    return found


@lru_cache(maxsize=16)
def _front(ground: Ground, tanks: tuple[Tank, ...], wrecks: int, own_flags: tuple[int, ...]) -> Front:
    beside = [ground.grid.neighbours(flag) for flag in own_flags]
    enemies = []
    for tank in tanks:
        kind = ground.chart[tank.kind]
        worth = kind.points + GUARD * any(squares >> tank.square & 1 for squares in beside)
        enemies.append(enemy_of(ground.grid, tank.square, tank.facing, kind, worth, hit_chances(ground, kind.gun)))
    return Front(ground, enemies, wrecks)


def _movement(state: State) -> Iterator[tuple[float, Order]]:
    """Each tank's best move, by what it wins over standing still; ending movement wins nothing."""
    yield 0, orders.EndMovement()
    units = movement.movable(state)
    if not units:
        return
    side = state.side
    enemies = tuple([tank for tank in state.tanks.units if tank.side != side and tank.active])
    wrecks = state.tanks.wrecks
    own_flags = tuple([flag.square for flag in state.flags if flag.side == side])
    front = _front(state.ground, enemies, wrecks, own_flags)
    mood = _mood(state, side)
    for unit in units:
        yield from _moves(state, unit, front, mood)


class Mood(NamedTuple):
    caution: float
    way: float
    goal: int
    beside_flags: int
    stalled: bool


def _mood(state: State, side: Side) -> Mood:
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
    stalled = not goal and quiet > 2
    goal = goal or state.tanks.active(side.other)
    return Mood(*mood_of(points[side] > points[side.other], quiet), goal, beside, stalled)


def _moves(state: State, unit: int, front: Front, mood: Mood) -> Iterator[tuple[float, Order]]:
    """The best move of one tank for each of a few promising squares, with the smallest die that covers it."""
    tank = state.tanks.units[unit]
    kind = state.ground.chart[tank.kind]
    values = sorted(set(state.dice))
    around = movement.reach(state, tank, movement.allowance(kind, values[-1]))
    now = max([_worth_of_shot(state, tank, target) for target in shooting.targets(state, unit)], default=0.0)
    behind = movement.square_behind(state, tank)
    here, best, best_pose = _best(front, mood, tank.kind, tank.square, tank.facing, around.lanes, behind, now)
    if best_pose >= 0:
        steps = around.steps_to(best_pose) or 1
        die = next(die for die in values if movement.allowance(kind, die) >= steps)
        yield best - here - 0.001 * die, orders.Move(unit, die, best_pose >> 3, best_pose & 7)


@lru_cache(maxsize=512)
def _best(
    front: Front, mood: Mood, name: str, start: int, ahead: int, lanes: tuple[int, ...], behind: int, now: float
) -> tuple[float, float, int]:
    """What standing still is worth to a tank whose best shot now is worth so much, and the best pose; −1 if none is
    better. Until something within its reach changes, it is the same after each move of another tank."""
    ground = front.ground
    assert isinstance(ground, Ground)
    kind = ground.chart[name]
    chances, arc = hit_chances(ground, kind.gun), ground.grid.arc
    way = front.way_to_a_shot(kind.gun, chances) if mood.stalled else front.way(mood.goal)
    here = now + (NEXT * now + _standing(front, way, mood, kind, start, ahead))
    here += FLAG * LEFT * (mood.beside_flags >> start & 1)
    best, best_pose = here, -1
    looked = list(front.worth_a_look(way, lanes, chances, mood.way, ahead, mood.beside_flags))
    if behind >= 0:
        looked.append((behind, [ahead]))
    for square, facings in looked:
        later = NEXT * front.gain(chances, square)
        for facing in facings:
            worth = later
            if front.targets(square):
                worth = front.gain(chances, square, arc(Arc.A90, facing, square)) + later
            worth += _standing(front, way, mood, kind, square, facing)
            if worth > best:
                best, best_pose = worth, square * 8 + facing
    return here, best, best_pose


def _standing(front: Front, way: Way, mood: Mood, kind: TankClass, square: int, facing: int) -> float:
    """What it is worth to stand in a pose, beside its shots: danger, the way, room to fire, the front, the flag."""
    worth = -mood.caution * (front.danger(kind, square, facing) * kind.points)
    worth -= mood.way * kind.points / 2 * way.steps(square, facing)
    worth -= CROWD * (front.too_near >> square & 1)
    worth += FACE * (front.facing(square) >> facing & 1) + FLAG * (mood.beside_flags >> square & 1)
    return worth


# Shooting


def _roll(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.RollMovement()


def _shooting(state: State) -> Iterator[tuple[float, Order]]:
    """Each possible shot by its exact chance and the worth of its target; a shot that cannot hit is not fired.

    Late in a game, a wreck that would shut another enemy in, out of reach for good, is worth little.
    """
    yield 0, orders.EndTurn()
    units = state.tanks.units
    few = state.tanks.active(state.side.other).bit_count() <= FEW and not state.flags
    shut: dict[int, bool] = {}
    for unit, found in shooting.shooters(state):
        for target in found:
            if worth := _worth_of_shot(state, units[unit], target):
                if few and target not in shut:
                    shut[target] = _shuts_in(state, units[target].square)
                yield worth * (SHUT if shut.get(target) else 1), orders.Fire(unit, target)


def _shuts_in(state: State, square: int) -> bool:
    """Whether a wreck on a square would cut the side's tanks off from an enemy whom they can reach now."""
    tanks, side = state.tanks, state.side
    free = state.ground.open & ~tanks.wrecks
    return shuts_in(state.ground.drive, free, tanks.active(side), tanks.active(side.other), square)


def _worth_of_shot(state: State, shooter: Tank, target: int) -> float:
    """A shot's exact chance times what the target is worth; more, if it threatens a flag."""
    ground, aim = state.ground, state.tanks.units[target]
    odds = odds_of(shooting.shot_at(ground, shooter, aim))
    chance = float(odds.get(Verdict.DESTROYED, 0)) + HALF * float(odds.get(Verdict.DAMAGED, 0))
    worth: float = ground.chart[aim.kind].points
    for flag in state.flags:
        if flag.side != aim.side and ground.grid.neighbours(flag.square) >> aim.square & 1:
            worth += GUARD
    return chance * worth


_PHASES = {
    Phase.BEGIN: _begin,
    Phase.CHOICE: _choice,
    Phase.FLAGS: _flags,
    Phase.BARRICADES: _barricades,
    Phase.DEPLOYMENT: _deployment,
    Phase.ROLL: _roll,
    Phase.MOVEMENT: _movement,
    Phase.SHOOTING: _shooting,
}


# The value of a position


Sides = tuple[list[int], list[int]]  # the active tanks of each side


@lru_cache(maxsize=8)
def _threats(ground: Ground, wrecks: int) -> Threats:
    free = ground.open & ~wrecks

    def reach(gun: Gun, die: int) -> Lanes:
        steps = movement.allowance(ground.chart[gun.kind], die)
        return driven(ground.drive.tracked(free, gun.pose >> 3, gun.pose & 7, steps), Arc.A90)

    return Threats(ground, ground.chart, wrecks, [partial(reach, die=die) for die in COMES], lambda kind: Arc.A90)


def value(state: State, side: Side, weights: Weights = WEIGHTS) -> float:
    """What a position is worth: the tanks that stand, the shots of this turn and the next ones, flags, the way."""
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner is None else WON if winner is side else -WON
    ground, units, now = state.ground, state.tanks.units, state.side
    chart, here = ground.chart, state.tanks
    worth, alive = [0.0] * len(units), [1.0] * len(units)
    own: Sides = ([], [])
    for unit, tank in enumerate(units):
        if tank.active and tank.square >= 0:
            own[tank.side].append(unit)
            worth[unit] = chart[tank.kind].points * (HALF if tank.condition else 1.0)
    for flag in state.flags:
        beside = ground.grid.neighbours(flag.square)
        for unit in own[flag.side.other]:
            if beside >> units[unit].square & 1:
                worth[unit] += weights.goal * COLOURS * (STAYED if units[unit].moved < state.round else CAME)
    standards = sum([1 if flag.side is side else -1 for flag in state.flags])
    total = (
        weights.goal * COLOURS * standards
        + sum([worth[unit] for unit in own[side]])
        - sum([worth[unit] for unit in own[side.other]])
    )
    wrecks = here.wrecks
    threats = _threats(ground, wrecks)
    if state.phase is Phase.MOVEMENT or state.phase is Phase.SHOOTING:
        gain = trade(_shots_now(state, threats, own), worth, alive)
        total += gain if now is side else -gain
        turns = (now.other, now)
    else:
        turns = (now, now.other)
    coming = [_next_turn(state, threats, own, who, worth) for who in turns]
    for at in range(len(COMES)):
        left = alive.copy()
        for who, shots in zip(turns, coming, strict=True):
            gain = trade(shots[at], worth, left) / len(COMES)
            total += weights.hope * gain if who is side else -weights.risk * gain
    if state.phase is Phase.MOVEMENT and now is side:  # later no way is made
        total += _places(state, side, own[side], weights)
    return total


def _shots_now(state: State, threats: Threats, own: Sides) -> list[tuple[int, Shots]]:
    """The shots that the side to act has left, as all stand."""
    ground, units, occupied = state.ground, state.tanks.units, state.tanks.occupied
    aims = aims_of(units, own[state.side.other])
    found = []
    for unit in own[state.side]:
        tank = units[unit]
        if tank.fired == state.round:
            continue
        view = ground.in_view(tank.square)
        if tank.moved == state.round:
            view &= ground.grid.arc(Arc.A90, tank.facing, tank.square)
        chances = hit_chances(ground, ground.chart[tank.kind].gun)
        shots = threats.standing(chances, tank.square, view, aims, occupied)
        if shots:
            found.append((unit, shots))
    return found


def _next_turn(
    state: State, threats: Threats, own: Sides, side: Side, worth: list[float]
) -> list[list[tuple[int, Shots]]]:
    """The shots of a whole turn of a side, with a drive by each die before them for as many as have one."""
    ground, units, occupied = state.ground, state.tanks.units, state.tanks.occupied
    aims, chart = aims_of(units, own[side.other]), ground.chart
    hits = {unit: hit_chances(ground, chart[units[unit].kind].gun) for unit in own[side]}
    standing = list[tuple[int, Shots]]()
    for unit, chances in hits.items():
        here = units[unit].square
        standing.append((unit, threats.standing(chances, here, ground.in_view(here), aims, occupied)))
    movers = [unit for unit in own[side] if not units[unit].condition]
    guns = tuple([Gun((tank := units[unit]).kind, tank.square * 8 + tank.facing) for unit in movers])
    coming = list(zip(movers, threats.coming(guns, aims, [hits[unit] for unit in movers]), strict=True))
    dice = movement.dice_for(ground.setup.figures, len(own[side]))
    drives = [[(unit, shots[at]) for unit, shots in coming] for at in range(len(COMES))]
    return [turn_of(standing, driven, dice, worth) for driven in drives]


def _places(state: State, side: Side, own: list[int], weights: Weights) -> float:
    """What it is worth to be where one is, beside all shots: the way, room to fire, the front to the enemy, flags."""
    units, chart = state.tanks.units, state.ground.chart
    enemies = tuple([tank for tank in units if tank.side != side and tank.active])
    wrecks = state.tanks.wrecks
    if not enemies:
        return 0.0
    front = _front(state.ground, enemies, wrecks, ())
    mood, total = _mood(state, side), 0.0
    for unit in own:
        tank = units[unit]
        kind, square = chart[tank.kind], tank.square
        if not tank.condition:
            chances = hit_chances(state.ground, kind.gun)
            way = front.way_to_a_shot(kind.gun, chances) if mood.stalled else front.way(mood.goal)
            total -= weights.way * mood.way * kind.points / 2 * way.steps(square, tank.facing)
        total -= CROWD * (front.too_near >> square & 1)
        total += FACE * (front.facing(square) >> tank.facing & 1)
    return total


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed, whatever was planned: nothing here."""
    return iter(())


def horizon(state: State) -> Horizon:
    """How far values tell orders apart from here."""
    return {Phase.MOVEMENT: Horizon.ROW, Phase.SHOOTING: Horizon.ORDER}.get(state.phase, Horizon.NONE)
