"""What a bot may know of France 1944: which orders promise most, in points of tanks won and lost.

A shot is worth its exact chance times the target's value. A move is worth what it wins over standing still: the best
shot from there, less the shots that the enemy would have at it, and the way made towards enemies or flags. Whoever is
ahead, or sees nothing happen for some rounds, cares less for danger and more for the way.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from hulldown.geometry.squares import FACINGS, mask_of, squares_of
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.france1944 import deployment, movement, orders, shooting
from hulldown.rulebooks.panzerstrike.france1944.orders import Order
from hulldown.rulebooks.panzerstrike.france1944.setup import TankClass
from hulldown.rulebooks.panzerstrike.france1944.shooting import LEAST_RANGE, Shot, odds_of
from hulldown.rulebooks.panzerstrike.france1944.state import Ground, Phase, State, Tank, Verdict

CAUTION = 0.55  # how much a point at risk weighs against a point that can be won
BOLDEST = 0.2  # the same, however long nothing has happened
HALF = 0.5  # what damaging a tank is worth against destroying it
WAY = 0.04  # what a square towards the goal is worth
FACE = 0.02  # what showing the front to the nearest enemy is worth, where no shot decides
NEXT = 0.4  # what a shot in the next turn is worth against one in this
CROWD = 0.3  # what standing too near to an enemy for a shot costs
FLAG = 2.0  # what standing beside an enemy flag is worth
LEFT = 0.25  # how much of that is lost by moving away and coming back
GUARD = 3.0  # what an enemy beside an own flag is worth more as a target
LOOKED_AT = 6  # squares whose facings are looked at, of those a tank can reach
FEW = 6  # enemies left, from which on none may be shut in by wrecks
SHUT = 0.1  # what a shot is worth that would do so
FAIR = 0.15  # what a shot must be worth to be looked for when nothing happens
FAR = 99


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
    facing = towards_enemy(ground, state.side)
    for square in squares_of(deployment.room(state)):
        crowd = (ground.grid.neighbours(square) & state.tanks.occupied).bit_count()
        worth = _depth(state, square) - 0.3 * _exposure(ground, state.side, square) - 1.5 * crowd
        yield worth, orders.Deploy(kind, square, facing)


def _depth(state: State, square: int) -> int:
    """How many ranks a square lies from the side's own edge."""
    grid = state.ground.grid
    x, y = grid.xy(square)
    along, length = (x, grid.columns) if state.ground.setup.edges == "ends" else (y, grid.rows)
    return length - 1 - along if state.side else along


@lru_cache(maxsize=8192)
def _exposure(ground: Ground, side: Side, square: int) -> int:
    """How many squares of the enemy's zone see a square."""
    return (ground.in_view(square) & ground.zones[side.other]).bit_count()


def towards_enemy(ground: Ground, side: Side) -> int:
    facing = 2 if ground.setup.edges == "ends" else 4
    return (facing + 4) % 8 if side else facing


# Movement


class Enemy(NamedTuple):
    """An enemy tank as a gunner looks at it."""

    square: int
    x: int
    y: int
    fx: int
    fy: int
    front: int
    side: int
    rear: int
    worth: float
    chances: list[float]


class Way:
    """The way to a goal over open ground: squares in rings around it, and each square's steps in any direction."""

    def __init__(self, ground: Ground, free: int, goal: int, least: int) -> None:
        self.rings = [goal]
        self._steps = [FAR] * ground.grid.size
        reached, wave, moved = goal, goal, ground.grid.moved
        while wave:
            far = max(least, len(self.rings) - 1)  # nearer than the least is not better
            for square in squares_of(wave):
                self._steps[square] = far
            spread = 0
            for facing in range(8):
                spread |= moved(wave, facing)
            wave = spread & free & ~reached
            reached |= wave
            self.rings.append(wave)

    def steps(self, square: int, facing: int) -> int:
        return self._steps[square]


class DrivenWay(Way):
    """The same with turns counted, as tracks have to make it: for tanks that are stuck in narrow places."""

    def __init__(self, ground: Ground, free: int, goal: int) -> None:
        layers = ground.drive.retreat(free, goal, FAR)
        self.rings = [reduce(or_, layer) for layer in layers]
        self._steps = [FAR] * (8 * ground.grid.size)
        for far, layer in enumerate(layers):
            for facing, squares in enumerate(layer):
                for square in squares_of(squares):
                    self._steps[square * 8 + facing] = far

    def steps(self, square: int, facing: int) -> int:
        return self._steps[square * 8 + facing]


class Front:
    """The enemy as he stands in this turn, and what follows for each square: remembered while he does not change."""

    def __init__(self, ground: Ground, tanks: tuple[Tank, ...], wrecks: int, own_flags: tuple[int, ...]) -> None:
        self.ground = ground
        grid = ground.grid
        self.open = ground.open & ~wrecks
        self.blockers = wrecks | mask_of(tank.square for tank in tanks)
        self.enemies: list[Enemy] = []
        self.seen = self.too_near = 0
        for tank in tanks:
            kind = ground.chart[tank.kind]
            guarded = any(grid.neighbours(flag) >> tank.square & 1 for flag in own_flags)
            worth = kind.points + GUARD * guarded
            chances = hit_chances(ground, kind.gun)
            place = (tank.square, *grid.xy(tank.square), *FACINGS[tank.facing])
            self.enemies.append(Enemy(*place, kind.front, kind.side, kind.rear, worth, chances))
            self.seen |= ground.in_view(tank.square)
            self.too_near |= grid.neighbours(tank.square)
        self._ways: dict[int, Way] = {}
        self._shots: dict[int, Way] = {}
        self._sights: dict[int, list[tuple[Enemy, int, int, int]]] = {}
        self._targets: dict[int, list[tuple[int, float, int, int]]] = {}
        self._threats: dict[tuple[str, int, int], float] = {}
        self._nearest: dict[int, tuple[int, int]] = {}

    def way(self, goal: int) -> Way:
        """How far each open square is from a goal."""
        found = self._ways.get(goal)
        if found is None:
            found = self._ways[goal] = Way(self.ground, self.open, goal, LEAST_RANGE)
        return found

    def way_to_a_shot(self, gun: int) -> Way:
        """How far each pose is from a fair shot: round the corner, out of a crowd, to a weak side."""
        found = self._shots.get(gun)
        if found is None:
            chances = hit_chances(self.ground, gun)
            looked = squares_of(self.seen & self.open)
            good = mask_of(square for square in looked if self.gain(chances, square, None) >= FAIR)
            goal = good or mask_of(enemy.square for enemy in self.enemies)
            found = self._shots[gun] = DrivenWay(self.ground, self.open, goal)
        return found

    def in_sight(self, square: int) -> list[tuple[Enemy, int, int, int]]:
        """(enemy, dx, dy, range) for each enemy with a clear line to a square and not too near for a shot."""
        found = self._sights.get(square)
        if found is None:
            found = self._sights[square] = []
            x, y = self.ground.grid.xy(square)
            clear, blockers, ruler = self.ground.sight.clear, self.blockers, self.ground.ruler
            for enemy in self.enemies:
                if clear(square, enemy.square, blockers):
                    dx, dy = enemy.x - x, enemy.y - y
                    if (far := ruler(dx, dy)) >= LEAST_RANGE:
                        found.append((enemy, dx, dy, far))
        return found

    def targets(self, square: int) -> list[tuple[int, float, int, int]]:
        """(firepower needed, the target's worth, dx, dy) for each enemy that could be fired at from a square."""
        found = self._targets.get(square)
        if found is None:
            found = self._targets[square] = []
            for enemy, dx, dy, far in self.in_sight(square):
                dot, cross = -enemy.fx * dx - enemy.fy * dy, abs(enemy.fx * dy - enemy.fy * dx)
                armour = enemy.front if dot > cross else enemy.rear if -dot > cross else enemy.side
                found.append((far + armour, enemy.worth, dx, dy))
        return found

    def gain(self, chances: list[float], square: int, facing: int | None) -> float:
        """The best shot from a square; after a move (with a facing) only where the gun bears."""
        best = 0.0
        if facing is None:
            for needed, worth, _, _ in self.targets(square):
                best = max(best, chances[needed] * worth)
            return best
        fx, fy = FACINGS[facing]
        for needed, worth, dx, dy in self.targets(square):
            if fx * dx + fy * dy >= 0 and (value := chances[needed] * worth) > best:
                best = value
        return best

    def threat(self, kind: TankClass, square: int, facing: int) -> float:
        """What the enemy's shots at a tank there would be worth, as he stands now."""
        key = (kind.id, square, facing)
        total = self._threats.get(key)
        if total is None:
            total = 0.0
            fx, fy = FACINGS[facing]
            for enemy, dx, dy, far in self.in_sight(square):
                dot, cross = fx * dx + fy * dy, abs(fx * dy - fy * dx)
                armour = kind.front if dot > cross else kind.rear if -dot > cross else kind.side
                total += enemy.chances[far + armour]
            total = self._threats[key] = min(1.0, total) * kind.points
        return total

    def nearest(self, square: int) -> tuple[int, int]:
        """The offset to the nearest enemy."""
        found = self._nearest.get(square)
        if found is None:
            x, y = self.ground.grid.xy(square)
            offsets = [(enemy.x - x, enemy.y - y) for enemy in self.enemies]
            found = self._nearest[square] = min(offsets, key=lambda offset: offset[0] ** 2 + offset[1] ** 2)
        return found


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
    return Front(ground, tanks, wrecks, own_flags)


def _movement(state: State) -> Iterator[tuple[float, Order]]:
    """Each tank's best move, by what it wins over standing still; ending movement wins nothing."""
    yield 0, orders.EndMovement()
    units = movement.movable(state)
    if not units:
        return
    side = state.side
    enemies = tuple([tank for tank in state.tanks.units if tank.side != side and tank.active])
    wrecks = state.tanks.occupied & ~state.tanks.active_red & ~state.tanks.active_blue
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
    bold = points[side] > points[side.other] or quiet > 2
    goal = beside = 0
    for flag in state.flags:
        if flag.side != side:
            goal |= 1 << flag.square
            beside |= state.ground.grid.neighbours(flag.square)
    stalled = not goal and quiet > 2
    goal = goal or state.tanks.active(side.other)
    caution = max(BOLDEST, CAUTION - (0.25 if bold else 0) - 0.05 * max(0, quiet - 2))
    return Mood(caution, WAY * (2 if bold else 1) * (1 + max(0, quiet - 1)), goal, beside, stalled)


def _moves(state: State, unit: int, front: Front, mood: Mood) -> Iterator[tuple[float, Order]]:
    """The best move of one tank for each of a few promising squares, with the smallest die that covers it."""
    tank = state.tanks.units[unit]
    kind = state.ground.chart[tank.kind]
    values = sorted(set(state.dice))
    around = movement.reach(state, tank, movement.allowance(kind, values[-1]))
    lanes = [reduce(or_, lane) for lane in zip(*around.layers[1:], strict=True)]
    chances = hit_chances(state.ground, kind.gun)
    way = front.way_to_a_shot(kind.gun) if mood.stalled else front.way(mood.goal)
    here = max([_worth_of_shot(state, tank, target) for target in shooting.targets(state, unit)], default=0.0)
    here += NEXT * here + _standing(front, way, mood, kind, tank.square, tank.facing)
    here += FLAG * LEFT * (mood.beside_flags >> tank.square & 1)
    best, best_pose = here, -1
    for square, facings in _worth_a_look(front, way, lanes, chances, mood, tank, movement.square_behind(state, tank)):
        for facing in facings:
            worth = front.gain(chances, square, facing) + NEXT * front.gain(chances, square, None)
            worth += _standing(front, way, mood, kind, square, facing)
            if worth > best:
                best, best_pose = worth, square * 8 + facing
    if best_pose >= 0:
        steps = around.steps_to(best_pose) or 1
        die = next(die for die in values if movement.allowance(kind, die) >= steps)
        yield best - here - 0.001 * die, orders.Move(unit, die, best_pose >> 3, best_pose & 7)


def _standing(front: Front, way: Way, mood: Mood, kind: TankClass, square: int, facing: int) -> float:
    """What it is worth to stand in a pose, beside its shots: danger, the way, room to fire, the front, the flag."""
    worth = -mood.caution * front.threat(kind, square, facing) - mood.way * kind.points / 2 * way.steps(square, facing)
    worth -= CROWD * (front.too_near >> square & 1)
    worth += FACE * _faces(facing, *front.nearest(square)) + FLAG * (mood.beside_flags >> square & 1)
    return worth


def _worth_a_look(
    front: Front, way: Way, lanes: list[int], chances: list[float], mood: Mood, tank: Tank, behind: int
) -> Iterator[tuple[int, list[int]]]:
    """A few squares of those in reach, with the facings possible there: the best for a shot, the nearest to the goal,
    the nearest of those unseen, those beside a flag, and the one straight behind."""
    squares = reduce(or_, lanes)
    looked = sorted(
        squares_of(squares & front.seen),
        key=lambda square: front.gain(chances, square, None) - mood.way * way.steps(square, tank.facing),
        reverse=True,
    )[:LOOKED_AT]
    for region in (squares, squares & ~front.seen):
        for ring in way.rings:
            if near := ring & region:
                looked += [near.bit_length() - 1, (near & -near).bit_length() - 1]
                break
    looked += squares_of(squares & mood.beside_flags)
    for square in dict.fromkeys(looked):
        yield square, [facing for facing in range(8) if lanes[facing] >> square & 1]
    if behind >= 0:
        yield behind, [tank.facing]


def _faces(facing: int, dx: int, dy: int) -> bool:
    """Whether the front armour looks that way."""
    fx, fy = FACINGS[facing]
    return fx * dx + fy * dy > abs(fx * dy - fy * dx)


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
    others = tanks.active(side.other) & ~(1 << square)
    free = state.ground.open & ~(tanks.occupied & ~tanks.active_red & ~tanks.active_blue)
    if not others:
        return False
    lost = others & ~state.ground.drive.flood(free & ~(1 << square), tanks.active(side))
    return bool(lost & state.ground.drive.flood(free, tanks.active(side)))


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
