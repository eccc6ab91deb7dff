"""What a bot may know of the Dynamic rules: which orders promise most, in points of Effectiveness won and lost.

A shot is worth its exact chance times the target's value. A move is worth what it wins over standing still: the best
shot from there, less the shots that the enemy would have at it, the way made, and what else a vehicle is for: to spot,
to repair, to clear a street. Dice go where they win most over the free step. SPAA of the basic scenario are valued by
the goal. Whoever is ahead, or sees nothing happen for some rounds, cares less for danger and more for the way.
"""

from collections.abc import Iterator
from functools import lru_cache, partial, reduce
from operator import or_
from typing import NamedTuple

import msgspec

from hulldown.bots.panzerstrike.dynamic.battle import (
    PROSPECT,
    Battle,
    Plan,
    battle_of,
    bearing,
    hit_chances,
    lob_chances,
    lofts,
    points_of,
    value_of,
)
from hulldown.bots.panzerstrike.exchange import COMES, Gun, Shots, Threats, aims_of, driven, trade, turn_of
from hulldown.bots.panzerstrike.front import (
    ANYWHERE,
    CROWD,
    FACE,
    FEW,
    HALF,
    LOOKED_AT,
    NEXT,
    SHUT,
    WAY,
    Way,
    faces,
    mood_of,
    prize_of,
    shuts_in,
    toll_of,
)
from hulldown.bots.tactics import Horizon, Weights
from hulldown.geometry.squares import FACINGS, Arc, Lanes, in_arc, mask_of, parabolic_range, squares_of
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike import tray
from hulldown.rulebooks.panzerstrike.dynamic import (
    deployment,
    driving,
    movement,
    orders,
    parabolic,
    pushing,
    shooting,
    turn,
    turrets,
)
from hulldown.rulebooks.panzerstrike.dynamic.orders import Order
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, Phase, State, Unit
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Verdict
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.setup import depth_of

MEND = 0.4  # what a repair is worth of the value of the vehicle
ERRAND = 0.08  # what a square towards a damaged vehicle, or to where it can spot, is worth to an unarmed vehicle
PATIENCE = 8  # rounds in which nothing happens, until nobody waits for spotters any more
AIM = 0.1  # what having the nearest enemy in the arc of a gun that bears ahead is worth, where no shot decides
CLEAR = 0.7  # what standing ready to push a wreck is worth against pushing it
HOLD = 0.6  # with fewer mobile points than so much of the enemy's, a side lets him come
LEAST = 0.001  # what a die must win over the free step to be taken
WEIGHTS = Weights(risk=1.0, hope=1.0, way=1.0, goal=1.0)  # who hopes for less than he fears draws back
EVALUATIONS = 1800  # of a veteran's turn
WON = 100.0  # what a game is worth


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Orders worth thinking about, each with what it is worth; every phase has at least one."""
    return _PHASES[state.phase](state)


# Setting up


def _begin(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.Begin()


def _choice(state: State) -> Iterator[tuple[float, Order]]:
    """The first turn is an advantage: the first shots are fired in it."""
    yield 0, orders.ChooseFirst(state.side)


def _deployment(state: State) -> Iterator[tuple[float, Order]]:
    """Each class where it is of use: fighters well forward and unseen, howitzers and the unarmed behind, fixed guns
    forward with a field of fire, SPAA where nobody sees them; not crowded, all with their front to the enemy."""
    ground, side = state.ground, state.side
    kind = next(kind for kind in ground.chart.values() if deployment.next_of(state, kind.id) >= 0)
    ahead = deployment.towards_enemy(ground.setup, side)
    for square in squares_of(deployment.room(state, kind.id)):
        crowd = (ground.grid.neighbours(square) & state.units.occupied).bit_count()
        worth = -0.3 * _exposure(ground, side, square) - 1.5 * crowd
        if not kind.vehicle and kind.parabolic is None:
            for facing in (ahead, (ahead + 1) % 8, (ahead - 1) % 8):
                arc = ground.grid.arc(Arc.A27, facing, square)
                field = (ground.in_view(square) & arc & ~ground.zones[side]).bit_count()
                before = (arc & ground.grid.around(square, 3) & state.units.occupied).bit_count()
                worth = _depth(state, square) + 0.2 * field - 3 * crowd - 2 * before
                yield worth, orders.Deploy(kind.id, square, facing)
        elif kind.parabolic or not kind.armed:
            walled = ground.buildings >> ground.grid.ahead(square, ahead) & 1
            yield worth - _depth(state, square) - 5 * walled, orders.Deploy(kind.id, square, ahead)
        elif kind.id == SPAA and ground.setup.spaa:
            yield worth - _watched(ground, side, square), orders.Deploy(kind.id, square, ahead)
        else:
            yield worth + _depth(state, square), orders.Deploy(kind.id, square, ahead)


def _command(state: State) -> Iterator[tuple[float, Order]]:
    """The dearest tank commands; of equals the one that fewest squares of the enemy's zone see."""
    units = state.units.units
    for unit in deployment.candidates(state):
        kind = state.kind(unit)
        seen = _exposure(state.ground, state.side, units[unit].square)
        yield kind.points + 0.1 * kind.front - 0.01 * seen, orders.NameCommand(unit)


def _depth(state: State, square: int) -> int:
    """How many ranks a square lies from the side's own edge."""
    return depth_of(state.ground.grid, state.ground.setup.edges, state.side, square)


@lru_cache(maxsize=8192)
def _exposure(ground: Ground, side: Side, square: int) -> int:
    """How many squares of the enemy's zone can fire at a square."""
    return (ground.in_view(square) & ground.zones[side.other]).bit_count()


@lru_cache(maxsize=8192)
def _watched(ground: Ground, side: Side, square: int) -> int:
    """From how many squares of the enemy's zone a howitzer's spotter sees a square."""
    return (family.in_view(ground.contact, square) & ground.zones[side.other]).bit_count()


# Movement


class Mood(NamedTuple):
    """How boldly to play, and where to go."""

    caution: float
    way: float
    goal: int
    stalled: bool
    patient: bool
    lost: int  # SPAA


class Needs(NamedTuple):
    """What the side's vehicles can do for each other: where fighters stand, what all see together, and
    - spots: enemies whom a howitzer could hit if only somebody saw them: square, worth, and the only unit that does;
    - patients: damaged vehicles: square, worth, and the recovery vehicle that faces it. Nobody is −1;
    - lines: where they stand in the way of each other's shots, and what those are worth.
    """

    fighters: int
    eyes: int
    spots: tuple[tuple[int, float, int], ...]
    patients: tuple[tuple[int, float, int], ...]
    lines: dict[int, float]


def _mood(state: State) -> Mood:
    ground, side, setup = state.ground, state.side, state.ground.setup
    points, mobile = [0.0, 0.0], [0.0, 0.0]
    goal = 0
    for piece in state.units.units:
        if piece.active:
            points[piece.side] += value_of(ground, piece, 0)
            kind = ground.chart[piece.kind]
            mobile[piece.side] += kind.points * (kind.vehicle and kind.armed and piece.condition is Condition.SOUND)
            if piece.side is not side and (not setup.spaa or piece.kind == SPAA):
                goal |= 1 << piece.square
    quiet = state.round - state.last_change
    stalled = quiet > 2
    caution, way = mood_of(points[side] > points[side.other], quiet)
    if mobile[side] < HOLD * mobile[side.other] and not stalled:
        way = 0.0
    return Mood(caution, way, goal, stalled, quiet <= PATIENCE, turn.lost_spaa(state, side) if setup.spaa else 0)


def _needs(state: State, battle: Battle) -> Needs:
    ground, chart = state.ground, state.ground.chart
    fighters = eyes = 0
    for piece in state.units.units:
        if piece.side is state.side and piece.active and (kind := chart[piece.kind]).vehicle:
            fighters |= kind.armed << piece.square
            eyes |= family.in_view(ground.contact, piece.square)
    return Needs(fighters, eyes, tuple(_spots(state, battle)), tuple(_patients(state)), _lines(state, battle))


def _lines(state: State, battle: Battle) -> dict[int, float]:
    """The squares of own vehicles that close a friend's only shots, each with the best of these."""
    ground, own = state.ground, state.units.active(state.side)
    found: dict[int, float] = {}
    for piece in state.units.units:
        kind = ground.chart[piece.kind]
        if piece.side is not state.side or not piece.active or not kind.armed:
            continue
        moved = piece.moved == state.round
        bears = bearing(ground, kind.mount, piece.square, piece.facing, piece.rested, moved)
        targets = [target for target in battle.targets(piece.square) if bears >> target[2] & 1]
        if any(ground.sight.clear(piece.square, at, own) for _, _, at in targets):
            continue
        chances = hit_chances(ground, kind.id)
        for needed, worth, at in targets:
            for square in ground.sight.trace(piece.square, at, own).discs:
                if own >> square & 1:
                    found[square] = max(found.get(square, 0.0), chances[needed] * worth)
    return found


def _spots(state: State, battle: Battle) -> Iterator[tuple[int, float, int]]:
    """What the side's howitzers that stand still could hit, and nobody or only one other vehicle sees."""
    units, chart = state.units.units, state.ground.chart
    best: dict[int, tuple[float, int]] = {}
    for unit, piece in enumerate(units):
        kind = chart[piece.kind]
        if piece.side is state.side and piece.active and kind.parabolic and piece.moved != state.round:
            arc = state.ground.grid.arc(Arc.A27, piece.facing, piece.square)
            for at, value in battle.lobs(kind, piece.square):
                if arc >> at & 1 and value > best.get(at, (0.0, 0))[0]:
                    best[at] = value, unit
    for at, (value, unit) in best.items():
        seers = parabolic.spotters(state, unit, state.units.standing_on(at))
        if unit not in seers and len(seers) <= 1:
            yield at, value, seers[0] if seers else -1


def _patients(state: State) -> Iterator[tuple[int, float, int]]:
    """The side's damaged vehicles, and who faces each to repair it; nobody looks for them who cannot repair."""
    units = state.units.units
    if not any(piece.side is state.side and piece.active and state.kind(u).recovery for u, piece in enumerate(units)):
        return
    served = dict(turn.arranged(state))
    for unit, piece in enumerate(units):
        if piece.side is state.side and piece.condition is Condition.DAMAGED and state.kind(unit).vehicle:
            yield piece.square, MEND * value_of(state.ground, piece, 0), served.get(unit, -1)


class Driver:
    """One vehicle and what it is for: how good each pose would be for it."""

    def __init__(self, state: State, unit: int, battle: Battle, mood: Mood, needs: Needs) -> None:
        self.unit, self.battle, self.mood, self.needs, self.ground = unit, battle, mood, needs, state.ground
        self.piece, self.kind = state.units.units[unit], state.kind(unit)
        self.chances = hit_chances(self.ground, self.kind.id)
        self.value = value_of(self.ground, self.piece, mood.lost)
        self.spots = [(at, value) for at, value, seer in needs.spots if seer in (-1, unit)]
        self.patients: dict[int, float] = {}
        if self.kind.recovery:
            self.patients = {
                at: value for at, value, by in needs.patients if by in (-1, unit) and at != self.piece.square
            }
        self.way, self.weight = self._goal()

    def _goal(self) -> tuple[Way, float]:
        """Where it wants to go, and how much a step of the way weighs."""
        kind, mood, battle = self.kind, self.mood, self.battle
        through = self.ground.standing if kind.drive == "tracked" else 0
        free = battle.open | through
        if self.patients:
            beside = reduce(or_, [self.ground.grid.neighbours(at) for at in self.patients]) & battle.open
            return battle.way(beside, 0, free), ERRAND
        if self.spots and not kind.armed:
            return battle.way(self._lookouts() & battle.open, 0, free), ERRAND
        if not kind.armed or (self.ground.setup.spaa and kind.id == SPAA):
            return battle.way(mood.goal, LEAST_RANGE, free), 0.0
        weight = mood.way * kind.points / 2
        if kind.parabolic is not None and not self.ground.setup.quick:
            if not mood.stalled:
                return battle.way(mood.goal, parabolic.best_range(battle.figures, kind.parabolic), free), weight
            if places := battle.lobbing_places(kind, ANYWHERE if mood.patient else self.needs.eyes):
                return battle.way(places, 0, free), weight
        if kind.dozer and (places := battle.plugs(mood.goal, self.needs.fighters, self.ground.standing)):
            return battle.way(places, 0, free), weight
        if mood.stalled:
            return battle.way_to_a_shot((kind.id, through), self.chances, through), weight
        return battle.way(mood.goal, LEAST_RANGE, free), weight

    def shots(self, square: int, facing: int, moved: bool) -> float:
        """The best direct shot from a pose."""
        if not self.kind.armed:
            return 0.0
        bears = bearing(self.ground, self.kind.mount, square, facing, self.piece.rested, moved)
        return self.battle.gain(self.chances, square, bears)

    def lob(self, square: int, facing: int) -> float:
        if self.kind.parabolic is None:
            return 0.0
        prospect = PROSPECT if self.mood.patient else 0.0
        return self.battle.lob(self.kind, square, facing, self.needs.eyes, prospect)

    def there(self, square: int, facing: int) -> float:
        """What going to a pose is worth: a wall that is driven into costs the shot of this turn."""
        now = 0.0 if self.ground.standing >> square & 1 else self.shots(square, facing, True)
        later = max(self.shots(square, facing, False), self.lob(square, facing))
        return now + NEXT * later + self.standing(square, facing)

    def here(self, state: State) -> float:
        """What standing still is worth, with the shots as they really are."""
        piece = self.piece
        if self.ground.setup.turrets and self.kind.mount == "turret":
            now = self.shots(piece.square, piece.facing, False)
        else:
            found = shooting.targets(state, self.unit) if self.kind.armed else []
            now = max([_worth_of_shot(state, self.battle, piece, target) for target in found], default=0.0)
        now = max(now, self.lob(piece.square, piece.facing))
        if line := self.needs.lines.get(piece.square):
            now -= line * max(1.0, self.mood.way / WAY)  # where the way weighs more, so does making way
        return now + NEXT * now + self.standing(piece.square, piece.facing)

    def standing(self, square: int, facing: int) -> float:
        """What it is worth to be in a pose beside its shots: danger, the way, the front, and the use for others."""
        kind, battle = self.kind, self.battle
        worth = -self.mood.caution * (battle.danger(kind, square, facing) * self.value)
        if self.weight:
            worth -= self.weight * self.way.steps(square, facing)
        dx, dy = battle.nearest(square)
        if kind.armed:
            worth -= CROWD * (battle.too_near >> square & 1)
        if kind.mount == "hull" and in_arc(Arc.A27, facing, dx, dy):
            worth += AIM
        worth += FACE * faces(facing, dx, dy)
        if self.spots:
            eyes = family.in_view(self.ground.contact, square)
            worth += max([value for at, value in self.spots if eyes >> at & 1], default=0.0)
        if self.patients:
            worth += self.patients.get(self.ground.grid.ahead(square, facing), 0.0)
        if kind.dozer and battle.wrecks:
            worth += CLEAR * self.push(square, facing)
        return worth

    def push(self, square: int, facing: int) -> float:
        """What pushing the wreck ahead of a pose is worth."""
        wreck = self.ground.grid.ahead(square, facing)
        if wreck < 0 or not self.battle.wrecks >> wreck & 1:
            return 0.0
        steps = self.battle.saved(wreck, facing, self.mood.goal, self.needs.fighters, self.ground.standing)
        return self.mood.way * steps

    def _lookouts(self) -> int:
        """The squares from which it would see what a howitzer could hit."""
        return reduce(or_, [family.in_view(self.ground.contact, at) for at, _ in self.spots])

    def also(self, squares: int) -> int:
        """Squares in reach to look at whatever the shots: those of use to others, the least endangered of them."""
        ground, found = self.ground, 1 << self.piece.square
        if self.spots:
            facing = self.piece.facing
            watch = squares_of(squares & self._lookouts())
            watch.sort(key=lambda square: (self.battle.danger(self.kind, square, facing), square))
            found |= mask_of(watch[:LOOKED_AT])
        for at in self.patients:
            found |= ground.grid.neighbours(at)
        if self.kind.dozer:
            for wreck in squares_of(self.battle.wrecks):
                found |= ground.grid.neighbours(wreck)
        return found

    def plan(self, state: State) -> Plan:
        """The best pose in one step and in more, of the few that are worth a look."""
        course = driving.course(state, self.unit, driving.steps_left(state, self.unit))
        key = (
            self.unit,
            course.ahead,
            self.mood,
            tuple(self.spots),
            tuple(self.patients.items()),
            self.kind.parabolic and self.needs.eyes,
            self.kind.dozer and (self.needs.fighters, state.driving),
        )
        found = self.battle.plans.get(key)
        if found is None:
            found = self.battle.plans[key] = self._plan(course)
        return found

    def _plan(self, course: driving.Course) -> Plan:
        layers = course.ahead.layers
        lanes = [reduce(or_, lane, 0) for lane in zip(*layers[1:], strict=True)] or [0] * 8
        near = set(course.ahead.poses(1)) if len(layers) > 1 else set()
        for pose, steps in course.apart.items():
            lanes[pose & 7] |= 1 << (pose >> 3)
            if steps == 1:
                near.add(pose)
        step = drive = float("-inf")
        step_pose = drive_pose = -1
        for pose in sorted(near):
            if (worth := self.there(pose >> 3, pose & 7)) > step:
                step, step_pose = worth, pose
        squares = reduce(or_, lanes)
        looked = self.battle.worth_a_look(
            self.way, lanes, self.chances, self.weight, self.piece.facing, self.also(squares)
        )
        for square, facings in looked:
            for facing in facings:
                pose = square * 8 + facing
                if pose not in near and (worth := self.there(square, facing)) > drive:
                    drive, drive_pose = worth, pose
        return Plan(step, step_pose, drive, drive_pose)

    def orders(self, state: State) -> Iterator[tuple[float, Order]]:
        """A die where it wins over the free step; the free step where it wins over standing still."""
        plan, here = self.plan(state), self.here(state)
        step, drive = plan.step - here, plan.drive - here
        if plan.drive_pose >= 0 and (margin := drive - max(0.0, step)) > LEAST:
            square, facing = plan.drive_pose >> 3, plan.drive_pose & 7
            yield margin, orders.Move(self.unit, square, facing)
        elif plan.step_pose >= 0 and step > 0:
            yield step, orders.Move(self.unit, plan.step_pose >> 3, plan.step_pose & 7)


def _movement(state: State) -> Iterator[tuple[float, Order]]:
    """Each unit's best move, by what it wins over standing still; turrets are laid when nobody wants to move."""
    yield 0, orders.EndMovement()
    units = [*movement.movable(state)]
    if not units:
        return
    battle = battle_of(state)
    mood, needs = _mood(state), _needs(state, battle)
    moves: list[tuple[float, Order]] = []
    for unit in units:
        kind = state.kind(unit)
        if not kind.vehicle:
            moves += _turns(state, unit, battle, needs)
            continue
        driver = Driver(state, unit, battle, mood, needs)
        if kind.dozer and pushing.may_push(state, push := orders.Push(unit)) is None:
            moves.append((driver.push(driver.piece.square, driver.piece.facing), push))
        if movement.can_move(state, unit):
            moves += driver.orders(state)
    moves = [move for move in moves if move[0] > 0]
    yield from moves
    if state.ground.setup.turrets and not moves:
        for unit in units:
            yield from _lays(state, unit, battle)


def _turns(state: State, unit: int, battle: Battle, needs: Needs) -> Iterator[tuple[float, Order]]:
    """A fixed weapon turns towards what it will hit in its next turn; if something bears now, that must be worth it."""
    piece, kind = state.units.units[unit], state.kind(unit)
    chances, square, arc = hit_chances(state.ground, kind.id), piece.square, state.ground.grid.arc
    wanted = _direction(*battle.nearest(square))

    def bears(facing: int) -> float:
        direct = battle.gain(chances, square, arc(Arc.A27, facing, square))
        return max(direct, battle.lob(kind, square, facing, needs.eyes))

    def aims(facing: int) -> float:
        off = (facing - wanted) % 8
        return -FACE * min(off, 8 - off)

    here = (1 + NEXT) * bears(piece.facing) + aims(piece.facing)
    for pose in driving.turns(state, unit):
        yield NEXT * bears(pose & 7) + aims(pose & 7) - here, orders.Move(unit, square, pose & 7)


def _direction(dx: int, dy: int) -> int:
    """The facing that points best along an offset."""
    along = [fx * dx + fy * dy for fx, fy in FACINGS]
    return max(range(8), key=lambda facing: along[facing] / (2**0.5 if facing % 2 else 1))


def _lays(state: State, unit: int, battle: Battle) -> Iterator[tuple[float, Order]]:
    """A turret is laid on the best shot, or else towards the nearest enemy."""
    piece = state.units.units[unit]
    chances, square, arc = hit_chances(state.ground, piece.kind), piece.square, state.ground.grid.arc
    wanted = _direction(*battle.nearest(square))

    def worth(turret: int) -> float:
        facing = (piece.facing + turret) % 8
        off = (facing - wanted) % 8
        return battle.gain(chances, square, arc(Arc.A27, facing, square)) - FACE * min(off, 8 - off)

    here = worth(piece.turret)
    for order in turrets.list_turrets(state, unit):
        assert isinstance(order, orders.TurnTurret)
        yield worth(order.turret) - here, order


# Firing


def _roll(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.RollMovement()


def _firing(state: State) -> Iterator[tuple[float, Order]]:
    """Each possible shot by its exact chance and the worth of its target; a shot that cannot hit is not fired.

    A vehicle that is being repaired fires only if that is worth more. A howitzer takes the better choice of dice. Late
    in a game, a wreck that would shut another enemy in, out of reach for good, is worth little.
    """
    yield 0, orders.EndTurn()
    battle, caution = battle_of(state), _mood(state).caution
    units, ground, side = state.units.units, state.ground, state.side
    guns = tuple([piece for piece in units if piece.side is side and piece.active and ground.chart[piece.kind].armed])
    mending = {patient: MEND * value_of(ground, units[patient], 0) for patient, _ in turn.repairs(state)}
    few = state.units.active(side.other).bit_count() <= FEW and not ground.setup.spaa
    shut: dict[int, bool] = {}
    for unit, found in shooting.shooters(state):
        for order in found:
            if isinstance(order, orders.FireAtWall):
                worth = _worth_of_wall(state, order, battle.opened(order.square, guns, caution))
            elif isinstance(order, orders.Lob):
                worth = _worth_of_lob(state, battle, order)
            else:
                worth = _worth_of_shot(state, battle, units[unit], order.target)
            if worth > 0:
                if few and not isinstance(order, orders.FireAtWall):
                    if order.target not in shut:
                        shut[order.target] = _shuts_in(state, units[order.target].square)
                    worth *= SHUT if shut[order.target] else 1
                yield worth - mending.get(unit, 0.0), order


def _worth_of_shot(state: State, battle: Battle, shooter: Unit, target: int) -> float:
    """A shot's exact chance times what the target is worth."""
    aim = state.units.units[target]
    odds = shooting.odds_of(shooting.shot_at(state.ground, shooter, aim))
    chance = float(odds.get(Verdict.DESTROYED, 0)) + HALF * float(odds.get(Verdict.DAMAGED, 0))
    return chance * battle.worth_at[aim.square]


def _worth_of_lob(state: State, battle: Battle, order: orders.Lob) -> float:
    """The same in a high arc; the worse choice of dice is worth nothing."""
    here, aim = state.units.units[order.unit].square, state.units.units[order.target]
    entry = state.kind(order.unit).parabolic
    assert entry is not None
    half, odds = parabolic.chance_of_lob(battle.figures, entry, parabolic.distance(state.ground, here, aim.square))
    return float(odds.get(Verdict.DESTROYED, 0)) * battle.worth_at[aim.square] if half is order.half else 0.0


def _worth_of_wall(state: State, order: orders.FireAtWall, hidden: float) -> float:
    """The chance that a wall falls times the shots that it hides."""
    if hidden <= 0:
        return 0.0
    odds = shooting.odds_of(shooting.wall_shot_at(state.ground, state.units.units[order.unit], order.square))
    return float(odds.get(Verdict.DESTROYED, 0)) * hidden


def _shuts_in(state: State, square: int) -> bool:
    """Whether a wreck on a square would cut the side's units off from an enemy whom they can reach now."""
    ground, units, side = state.ground, state.units, state.side
    free = (ground.open | ground.standing) & ~units.wrecks
    return shuts_in(ground.drive, free, units.active(side), units.active(side.other), square)


_PHASES = {
    Phase.BEGIN: _begin,
    Phase.CHOICE: _choice,
    Phase.DEPLOYMENT: _deployment,
    Phase.COMMAND: _command,
    Phase.ROLL: _roll,
    Phase.MOVEMENT: _movement,
    Phase.FIRING: _firing,
}


# The value of a position


Sides = tuple[list[int], list[int]]  # the active units of each side


@lru_cache(maxsize=8)
def _threats(ground: Ground, wrecks: int) -> Threats:
    free = ground.open & ~wrecks

    def reach(gun: Gun, die: int) -> Lanes:
        kind = ground.chart[gun.kind]
        go = ground.drive.tracked if kind.drive == "tracked" else ground.drive.wheeled
        steps = driving.allowance(kind, die) if die else 1
        return driven(go(free, gun.pose >> 3, gun.pose & 7, steps), arc_of(gun.kind))

    def arc_of(kind: str) -> Arc:
        if ground.chart[kind].mount != "turret":
            return Arc.A27
        return Arc.A360 if ground.setup.turrets else Arc.A90

    return Threats(ground, ground.chart, wrecks, [partial(reach, die=die) for die in (0, *COMES)], arc_of)


def value(state: State, side: Side, weights: Weights = WEIGHTS) -> float:
    """What a position is worth: the units that stand, the shots of this turn and the next ones, SPAA, and the way."""
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner is None else WON if winner is side else -WON
    ground, units, now, setup = state.ground, state.units.units, state.side, state.ground.setup
    worth, alive = [0.0] * len(units), [1.0] * len(units)
    own: Sides = ([], [])
    lost = tuple(turn.lost_spaa(state, who) if setup.spaa else 0 for who in Side)
    tolls = [toll_of(setup.lost_spaa, many) for many in lost]
    total = weights.goal * (tolls[side.other] - tolls[side])
    for unit, piece in enumerate(units):
        if piece.active and piece.square >= 0:
            own[piece.side].append(unit)
            points = points_of(ground, piece) * (HALF if piece.condition else 1.0)
            total += points if piece.side is side else -points
            prize = setup.spaa and piece.kind == SPAA
            worth[unit] = points + (weights.goal * prize_of(setup.lost_spaa, lost[piece.side]) if prize else 0.0)
    wrecks = state.units.wrecks
    threats = _threats(ground, wrecks)
    if state.phase is Phase.MOVEMENT or state.phase is Phase.FIRING:
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


def _eyes(state: State, own: list[int]) -> int:
    """What a side's vehicles see together."""
    units, ground = state.units.units, state.ground
    pieces = [units[unit] for unit in own]
    return reduce(or_, [family.in_view(ground.contact, p.square) for p in pieces if ground.chart[p.kind].vehicle], 0)


def _lofted(state: State, piece: Unit, targets: list[tuple[int, Unit]], eyes: int) -> Shots:
    """The shots of a howitzer in a high arc, as it stands, at what somebody sees."""
    ground, entry = state.ground, state.ground.chart[piece.kind].parabolic
    if entry is None or ground.setup.quick:
        return []
    seen = (eyes | family.in_view(ground.contact, piece.square)) & ground.grid.arc(Arc.A27, piece.facing, piece.square)
    chances, found = lob_chances(ground.setup.figures, entry), list[tuple[int, float]]()
    for target, aim in targets:
        if seen >> aim.square & 1:
            far = parabolic_range(*ground.grid.offset(piece.square, aim.square))
            if entry.least <= far <= entry.most and lofts(ground, piece.square, aim.square):
                found.append((target, chances[far]))
    return found


def _shots_now(state: State, threats: Threats, own: Sides) -> list[tuple[int, Shots]]:
    """The shots that the side to act has left, as all stand."""
    ground, units, occupied = state.ground, state.units.units, state.units.occupied
    chart, this_round = ground.chart, state.round
    aims = aims_of(units, own[state.side.other])
    eyes, found = -1, []
    for unit in own[state.side]:
        piece = units[unit]
        kind, moved = chart[piece.kind], piece.moved == this_round
        if not kind.armed or this_round in (piece.fired, piece.broke) or (moved and not kind.vehicle):
            continue
        view = ground.in_view(piece.square)
        view &= bearing(ground, kind.mount, piece.square, piece.facing, piece.rested, moved)
        chances = hit_chances(ground, kind.id)
        shots = threats.standing(chances, piece.square, view, aims, occupied)
        if kind.parabolic and not moved:
            eyes = _eyes(state, own[state.side]) if eyes < 0 else eyes
            shots += _lofted(state, piece, [(aim.unit, units[aim.unit]) for aim in aims], eyes)
        if shots:
            found.append((unit, shots))
    return found


def _next_turn(
    state: State, threats: Threats, own: Sides, side: Side, worth: list[float]
) -> list[list[tuple[int, Shots]]]:
    """The shots of a whole turn of a side: a step before them for all, and a drive by each die for who has one."""
    ground, units, figures = state.ground, state.units.units, state.ground.setup.figures
    chart, aims = ground.chart, aims_of(units, own[side.other])
    movers, guns, hits, vehicles = list[int](), list[Gun](), list[list[float]](), 0
    standing = list[tuple[int, Shots]]()
    for unit in own[side]:
        piece = units[unit]
        kind = chart[piece.kind]
        vehicles += kind.vehicle
        if kind.armed:
            chances = hit_chances(ground, kind.id)
            if kind.vehicle and not piece.condition:
                movers.append(unit)
                guns.append(Gun(piece.kind, piece.square * 8 + piece.facing))
                hits.append(chances)
            else:
                here = piece.square
                view = ground.in_view(here) & bearing(ground, kind.mount, here, piece.facing, piece.turret, False)
                standing.append((unit, threats.standing(chances, here, view, aims, state.units.occupied)))
    coming = list(zip(movers, threats.coming(tuple(guns), aims, hits), strict=True))
    standing += [(unit, shots[0]) for unit, shots in coming]
    eyes = -1
    for at, (unit, shots) in enumerate(standing):
        if chart[units[unit].kind].parabolic:
            eyes = _eyes(state, own[side]) if eyes < 0 else eyes
            lobs = _lofted(state, units[unit], [(aim.unit, units[aim.unit]) for aim in aims], eyes)
            standing[at] = unit, shots + lobs
    dice = tray.dice_for(figures.dice_table, figures.most_dice, vehicles) if vehicles else 0
    drives = [[(unit, shots[at]) for unit, shots in coming] for at in range(1, 1 + len(COMES))]
    return [turn_of(standing, driven, dice, worth) for driven in drives]


def _places(state: State, side: Side, own: list[int], weights: Weights) -> float:
    """What it is worth to be where one is, beside all shots: the way, room to fire, the front to the enemy."""
    units, chart, setup = state.units.units, state.ground.chart, state.ground.setup
    if not state.units.active(side.other):
        return 0.0
    if state.side is not side:
        state = msgspec.structs.replace(state, side=side)
    battle, mood, total = battle_of(state), _mood(state), 0.0
    figures = battle.figures
    for unit in own:
        piece = units[unit]
        kind, square = chart[piece.kind], piece.square
        if not piece.condition and kind.armed and kind.vehicle and mood.way and not (setup.spaa and kind.id == SPAA):
            if kind.parabolic is not None and not setup.quick:
                way = battle.way(mood.goal, parabolic.best_range(figures, kind.parabolic))
            elif mood.stalled:
                way = battle.way_to_a_shot((kind.id, 0), hit_chances(state.ground, kind.id))
            else:
                way = battle.way(mood.goal)
            total -= weights.way * mood.way * kind.points / 2 * way.steps(square, piece.facing)
        dx, dy = battle.nearest(square)
        total += FACE * faces(piece.facing, dx, dy)
        if kind.armed:
            total -= CROWD * (battle.too_near >> square & 1)
            total += AIM * (kind.mount == "hull" and in_arc(Arc.A27, piece.facing, dx, dy))
    return total


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed, whatever was planned: nothing here."""
    return iter(())


def horizon(state: State) -> Horizon:
    """How far values tell orders apart from here."""
    return {Phase.MOVEMENT: Horizon.ROW, Phase.FIRING: Horizon.ORDER}.get(state.phase, Horizon.NONE)
