"""What a bot may know of the Core rules: which orders promise most, in points won and lost.

A shot is worth the exact chance of each outcome times what that costs the target, over what the shots announced before
it leave of him. A move is worth what it wins over standing still: the best shot from there, less the shots that the
enemy would have at it, the way made, and what else a unit is for: to spot, to repair, to tow, to clear a street. Slots
go where they win most over the free step. SPAA of the basic scenario are valued by the goal. Whoever is ahead, or sees
nobody fire for some rounds, cares less for danger and more for the way.
"""

from collections.abc import Iterator
from functools import lru_cache, partial, reduce
from operator import or_
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.bots.panzerstrike.core.battle import (
    Battle,
    Health,
    Plan,
    Threats,
    battle_of,
    harm,
    health_of,
    lays,
    lost_by,
    points_of,
    threats_of,
    value_of,
    view_of,
    view_to,
)
from hulldown.bots.panzerstrike.exchange import Shots, trade, turn_of
from hulldown.bots.panzerstrike.front import (
    ANYWHERE,
    CROWD,
    FACE,
    FEW,
    NEXT,
    SHUT,
    Way,
    faces,
    mood_of,
    shuts_in,
    toll_of,
)
from hulldown.bots.tactics import Horizon, Weights
from hulldown.geometry.squares import ALL_LINES, FACINGS, Arc, Zone, angled, squares_of
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike import tray
from hulldown.rulebooks.panzerstrike.core import (
    deployment,
    driving,
    gunnery,
    movement,
    orders,
    pushing,
    repair,
    speed,
    tow,
    turn,
    turrets,
    volley,
)
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.orders import Order
from hulldown.rulebooks.panzerstrike.core.setup import SPAA
from hulldown.rulebooks.panzerstrike.core.shot import TRACKS, Facts, chances, facts_of
from hulldown.rulebooks.panzerstrike.core.state import Gear, Ground, Phase, Shot, State, Tracks, Unit
from hulldown.rulebooks.panzerstrike.setup import depth_of

OPENING = 4  # rounds in which nobody expects a shot
PATIENCE = 8  # rounds in which nobody fires, until nobody waits for spotters any more
PROSPECT = 0.3  # what a target in the range of a howitzer is worth while nobody sees it
MEND = 0.3  # what a repair is worth of the value of the vehicle
ERRAND = 0.08  # what a square towards those whom it serves is worth to a vehicle that does not fight
HITCHED = 0.3  # what standing ready to pull a gun out of a useless place is worth
AIM = 0.1  # what having the nearest enemy ahead of a gun without a turret is worth, where no shot decides
CLEAR = 0.7  # what standing ready to push a wreck is worth against pushing it
HOLD = 0.6  # with fewer mobile points than so much of the enemy's, a side lets him come
LEAST = 0.001  # what a slot must win over the free step to be taken, and a shot be worth to be fired
SAFE, UNSAFE = 0.02, 0.2  # dangers below which a crew begins repairs, and above which it is called back
TRACTOR = 4  # Effectiveness: dearer vehicles do not tow
BEST_RANGE = 5  # sections that a howitzer likes to keep
MOVED, TURNED = 2, 4  # spoils of a gun, beside the injured crew
WEIGHTS = Weights(risk=1.0, hope=0.5, way=1.0, goal=1.0)
EVALUATIONS = 600  # of a veteran's turn
WON = 100.0  # what a game is worth


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Orders worth thinking about, each with what it is worth; every phase has at least one."""
    return _PHASES[state.phase](state)


# Setting up


def _begin(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.Begin()


def _deployment(state: State) -> Iterator[tuple[float, Order]]:
    """Each type where it is of use: fighters well forward and unseen, howitzers and the unarmed behind, fixed guns
    forward with a field of fire, SPAA where nobody sees them; not crowded, all with their front to the enemy."""
    ground, side = state.ground, state.side
    kind = next(kind for kind in ground.chart.values() if deployment.next_of(state, kind.id) >= 0)
    ahead, grid = deployment.towards_enemy(side), ground.grid
    spotter = kind.vehicle and kind.weapon is not None and kind.effectiveness <= TRACTOR + 1
    for square in squares_of(deployment.room(state, kind.id)):
        crowd = (grid.neighbours(square) & state.units.occupied).bit_count()
        deep, seen = depth_of(grid, "long sides", side, square), _exposure(ground, side, square)
        if not kind.vehicle and kind.parabolic is None:
            for facing in (ahead, (ahead + 1) % 8, (ahead - 1) % 8):
                arc = grid.arc(Arc.A45, facing, square)
                field = (view_of(ground, square) & arc & ~ground.zones[side]).bit_count()
                before = (arc & grid.around(square, 3) & state.units.occupied).bit_count()
                yield deep + 0.1 * field - 3 * crowd - 2 * before, orders.Deploy(kind.id, square, facing)
        elif kind.parabolic or kind.weapon is None:
            walled = ground.buildings >> grid.ahead(square, ahead) & 1
            yield -deep - 0.3 * seen - 1.5 * crowd - 5 * walled, orders.Deploy(kind.id, square, ahead)
        elif kind.id == SPAA and ground.setup.spaa:
            yield -2 * seen - 1.5 * crowd - deep, orders.Deploy(kind.id, square, ahead)
        else:
            yield (1.5 if spotter else 1) * deep - 0.3 * seen - 1.5 * crowd, orders.Deploy(kind.id, square, ahead)


@lru_cache(maxsize=8192)
def _exposure(ground: Ground, side: Side, square: int) -> int:
    """From how many squares of the enemy's zone a square is seen."""
    return (view_to(ground, square) & ground.zones[side.other]).bit_count()


def _command(state: State) -> Iterator[tuple[float, Order]]:
    """A tank that fewest squares of the enemy's zone see commands; of equals the one with the thickest front."""
    units = state.units.units
    for unit in deployment.candidates(state, state.side):
        seen = _exposure(state.ground, state.side, units[unit].square)
        yield 0.1 * state.kind(unit).front - seen, orders.NameCommand(unit)


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
    """What the side's units can do for each other: where fighters and fixed weapons stand, what those who may report
    see together, and
    - spots: enemies whom a howitzer could hit if only somebody saw them: square, worth, and the only unit that does;
    - patients: vehicles without tracks: square, worth, and the recovery vehicle at work on it. Nobody is −1;
    - guns: fixed weapons in useless places, each with the pose from which it would be pulled on.
    """

    fighters: int
    fixed: int
    eyes: int
    spots: tuple[tuple[int, float, int], ...]
    patients: tuple[tuple[int, float, int], ...]
    guns: tuple[tuple[int, int], ...]


def _mood(state: State) -> Mood:
    ground, side, setup = state.ground, state.side, state.ground.setup
    points, mobile = [0.0, 0.0], [0.0, 0.0]
    goal = last = 0
    for piece in state.units.units:
        last = max(last, piece.fired)
        if piece.active:
            points[piece.side] += value_of(ground, piece, 0)
            kind = ground.chart[piece.kind]
            fights = kind.vehicle and kind.weapon is not None and piece.tracks is Tracks.WHOLE
            mobile[piece.side] += kind.effectiveness * fights
            if piece.side is not side and (not setup.spaa or piece.kind == SPAA):
                goal |= 1 << piece.square
    quiet = max(0, state.round - max(last, OPENING))
    stalled = quiet > 2
    caution, way = mood_of(points[side] > points[side.other], quiet)
    if mobile[side] < HOLD * mobile[side.other] and not stalled:
        way = 0.0
    return Mood(caution, way, goal, stalled, quiet <= PATIENCE, turn.lost_spaa(state, side) if setup.spaa else 0)


def _needs(state: State, battle: Battle, mood: Mood) -> Needs:
    ground = state.ground
    fighters = fixed = eyes = 0
    tractors = howitzers = recovers = False
    for unit, piece in enumerate(state.units.units):
        if piece.side is state.side and piece.active:
            kind = ground.chart[piece.kind]
            fighters |= (kind.vehicle and kind.weapon is not None) << piece.square
            recovers |= kind.recovery
            howitzers |= kind.parabolic is not None
            fixed |= (not kind.vehicle) << piece.square
            tractors |= _tows(state, unit)
            if gunnery.reports(state, unit):
                eyes |= view_of(ground, piece.square)
    return Needs(
        fighters,
        fixed,
        eyes,
        tuple(_spots(state, battle)) if howitzers else (),
        tuple(_patients(state)) if recovers else (),
        tuple(_stranded(state, battle, mood)) if fixed and tractors else (),
    )


def _spots(state: State, battle: Battle) -> Iterator[tuple[int, float, int]]:
    """What the side's howitzers that stand still could hit, and nobody or only one other vehicle sees."""
    ground, units = state.ground, state.units.units
    best: dict[int, tuple[float, int]] = {}
    for unit, piece in enumerate(units):
        kind = ground.chart[piece.kind]
        if piece.side is state.side and piece.active and kind.parabolic and piece.moved != state.round:
            arc = ground.grid.arc(Arc.A45, piece.facing, piece.square)
            for at, value in battle.lobs(kind, piece.injured, piece.square):
                if arc >> at & 1 and value > best.get(at, (0.0, 0))[0]:
                    best[at] = value, unit
    for at, (value, unit) in best.items():
        seers = [other for _, other in gunnery.spotters(state, unit, at)]
        if unit not in seers and len(seers) <= 1:
            yield at, value, seers[0] if seers else -1


def _patients(state: State) -> Iterator[tuple[int, float, int]]:
    """The side's vehicles with broken tracks, and who is at work on each."""
    served = dict(repair.arranged(state))
    for unit, piece in enumerate(state.units.units):
        if piece.side is state.side and piece.active and piece.tracks is not Tracks.WHOLE:
            yield piece.square, MEND * value_of(state.ground, piece, 0), served.get(unit, -1)


def _tows(state: State, unit: int) -> bool:
    """Whether a vehicle is cheap enough to pull guns, and can."""
    piece, kind = state.units.units[unit], state.kind(unit)
    return (
        kind.vehicle
        and kind.effectiveness <= TRACTOR
        and not kind.recovery
        and not (state.ground.setup.spaa and kind.id == SPAA)
        and piece.tracks is Tracks.WHOLE
    )


def _stranded(state: State, battle: Battle, mood: Mood) -> Iterator[tuple[int, int]]:
    """Fixed weapons that have nothing to fire at and nothing coming, each with the pose of who would pull it on."""
    ground, grid = state.ground, state.ground.grid
    if not mood.way:
        return
    way = battle.way(mood.goal)
    for unit, piece in enumerate(state.units.units):
        kind = ground.chart[piece.kind]
        if piece.side is not state.side or not piece.active or kind.vehicle or kind.weapon is None:
            continue
        reach = ground.setup.figures.section * (kind.parabolic.most if kind.parabolic else kind.weapon.range)
        if way.steps(piece.square, 0) <= reach + 2 or _use(battle, kind.id, piece.square):
            continue
        back = piece.facing + 4
        around = [
            (way.steps(at, 0), min((back - onward) % 8, (onward - back) % 8), at * 8 + onward)
            for onward in range(8)
            if (at := grid.ahead(piece.square, onward)) >= 0 and ground.open >> at & 1
        ]
        if around:
            yield unit, min(around)[2]


def _use(battle: Battle, kind: str, square: int) -> float:
    """What a weapon could do from a square, whichever way it points."""
    gun = battle.board.chart[kind]
    lobs = battle.lobs(gun, False, square)
    return max(battle.gain(gun, 0, square), lobs[0][1] if lobs else 0.0)


class Driver:
    """One vehicle and what it is for: how good each pose would be for it."""

    def __init__(self, state: State, unit: int, battle: Battle, mood: Mood, needs: Needs) -> None:
        self.unit, self.battle, self.mood, self.needs, self.ground = unit, battle, mood, needs, state.ground
        self.piece, self.kind = state.units.units[unit], state.kind(unit)
        self.health = health_of(self.piece)
        self.armed, self.injured = self.kind.weapon is not None, int(self.piece.injured)
        self.value = value_of(self.ground, self.piece, mood.lost) * (1 - lost_by(self.health.injured, Tracks.WHOLE))
        self.spots: list[tuple[int, float]] = []
        if needs.spots and gunnery.reports(state, unit):
            self.spots = [(at, value) for at, value, seer in needs.spots if seer in (-1, unit)]
        self.patients: dict[int, float] = {}
        if self.kind.recovery:
            self.patients = {at: value for at, value, by in needs.patients if by in (-1, unit)}
            self.patients.pop(self.piece.square, None)
        self.hitches: tuple[int, ...] = ()
        if needs.guns and _tows(state, unit):
            self.hitches = tuple([pose for _, pose in needs.guns])
        self.through = self.ground.standing if driving.breaks_walls(state, unit) else 0
        self.way, self.weight = self._goal()
        self.angled = self.ground.setup.angled
        self.keeps_off = self.kind.weapon is not None and not self.kind.weapon.point_blank
        self._spotting: dict[int, float] = {}

    def _goal(self) -> tuple[Way, float]:
        """Where it wants to go, and how much a step of the way weighs."""
        kind, mood, battle = self.kind, self.mood, self.battle
        free = battle.open | self.through
        if self.patients:
            beside = reduce(or_, [self.ground.grid.neighbours(at) for at in self.patients]) & battle.open
            return battle.way(beside, 0, free), ERRAND
        if self.hitches:
            return battle.way_to_poses(self.hitches, kind.drive == "wheeled", free & ~self.needs.fixed), ERRAND
        if self.spots and not self.armed:
            return battle.way(self._lookouts() & battle.open, 0, free), ERRAND
        if not self.armed or (self.ground.setup.spaa and kind.id == SPAA):
            return battle.way(mood.goal, 2, free), 0.0
        weight = mood.way * value_of(self.ground, self.piece, 0) / 2
        if kind.parabolic is not None:
            if not mood.stalled:
                return battle.way(mood.goal, BEST_RANGE * self.ground.setup.figures.section, free), weight
            targets = ANYWHERE if mood.patient else self.needs.eyes
            if places := battle.lobbing_places(kind, targets):
                return battle.way(places, 0, free), weight
        if kind.dozer and (places := battle.plugs(mood.goal, self.needs.fighters, self.ground.standing)):
            return battle.way(places, 0, free), weight
        if mood.stalled:
            key = kind.id, self.injured, self.through
            return battle.way_to_gain(key, lambda at: battle.gain(kind, self.injured, at), self.through), weight
        return battle.way(mood.goal, 2, free), weight

    def lob(self, square: int, facing: int) -> float:
        if self.kind.parabolic is None:
            return 0.0
        prospect = PROSPECT if self.mood.patient else 0.0
        return self.battle.lob(self.kind, self.piece.injured, square, facing, self.needs.eyes, prospect)

    def there(self, square: int, facing: int) -> float:
        """What going to a pose is worth: a wall that is driven into, or an injured crew, costs the shot of this turn.

        In the next turn a turret will bear anywhere.
        """
        now = later = 0.0
        if self.armed:
            battle, kind = self.battle, self.kind
            if battle.seen >> square & 1:
                if not self.injured and not self.ground.standing >> square & 1:
                    now = battle.laid(self.piece, self._spoiled(facing), square, facing)
                ahead = ANYWHERE if kind.mount == "turret" else self.ground.grid.arc(Arc.A45, facing, square)
                later = battle.gain(kind, self.injured, square, ahead)
            if kind.parabolic is not None:
                later = max(later, self.lob(square, facing))
        return now + NEXT * later + self.standing(square, facing)

    def _spoiled(self, facing: int) -> int:
        if not self.ground.setup.on_the_move:
            return self.injured
        return self.injured | MOVED | TURNED * (self.kind.mount != "turret" and facing != self.piece.facing)

    def here(self, state: State) -> float:
        """What standing still is worth, with the lines as they really are."""
        piece, kind, now = self.piece, self.kind, 0.0
        if self.armed and gunnery.barred(state, self.unit) is None:
            for at, value in self.battle.shots(kind, self.injured, piece.square):
                if (
                    lays(self.ground, piece, kind, piece.square, piece.facing, at)
                    and self.ground.cover.masked(piece.square, at, state.units.occupied) != ALL_LINES
                ):
                    now = value
                    break
            now = max(now, self.lob(piece.square, piece.facing))
        for at, value, by in self.needs.patients:
            now += value * (at == piece.square and by >= 0)
        return now + NEXT * now + self.standing(piece.square, piece.facing)

    def standing(self, square: int, facing: int) -> float:
        """What it is worth to be in a pose beside its shots: danger, the way, the front, and the use for others."""
        kind, battle, grid = self.kind, self.battle, self.ground.grid
        worth = -self._risk(square, facing)
        if self.weight:
            worth -= self.weight * self.way.steps(square, facing)
        ahead = battle.facing(square) >> facing & 1
        if self.armed:
            if self.keeps_off and battle.too_near >> square & 1:
                worth -= CROWD
            if ahead and kind.mount == "hull":
                worth += AIM
        worth += FACE * ((self.angled and self._angled(facing, *battle.nearest(square))) or ahead)
        if self.spots:
            worth += self._spotted(square)
        if self.patients:
            most = self.ground.setup.figures.traverse
            crane = facing + self.piece.rested
            around = [grid.ahead(square, (crane + way) % 8) for way in range(-most, most + 1)]
            worth += max([self.patients.get(at, 0.0) for at in around])
        if self.hitches:
            worth += HITCHED * (square * 8 + facing in self.hitches)
        if battle.beside_wrecks >> square & 1:
            worth += CLEAR * self.push(square, facing)
        return worth

    def _risk(self, square: int, facing: int) -> float:
        """What the enemy's shots at it there weigh."""
        return self.mood.caution * self.battle.danger(self.kind, self.health, square, facing) * self.value

    def _angled(self, facing: int, dx: int, dy: int) -> float:
        """With option 6 the front is best shown at an angle."""
        return 2.0 * (angled(facing, dx, dy) is Zone.FRONT)

    def _spotted(self, square: int) -> float:
        """The best that a howitzer could hit if this unit saw it from a square."""
        found = self._spotting.get(square)
        if found is None:
            eyes = view_of(self.ground, square)
            seen = [value for at, value in self.spots if eyes >> at & 1]
            found = self._spotting[square] = max(seen, default=0.0)
        return found

    def push(self, square: int, facing: int) -> float:
        """What pushing the wreck ahead of a pose is worth."""
        wreck = self.ground.grid.ahead(square, facing)
        if wreck < 0 or not self.battle.wrecks >> wreck & 1:
            return 0.0
        return self.mood.way * self.battle.saved(
            wreck, facing, self.mood.goal, self.needs.fighters, self.ground.standing
        )

    def _lookouts(self) -> int:
        """The squares from which it would see what a howitzer could hit."""
        return reduce(or_, [view_to(self.ground, at) for at, _ in self.spots])

    def plan(self, state: State) -> Plan:
        """The best pose in one step and in more, in either gear."""
        courses = self._courses(state)
        key = (
            self.unit,
            self.piece,
            tuple([(course.reach, course.steps, len(course.apart)) for course in courses]),
            self.mood,
            tuple(self.spots),
            tuple(self.patients.items()),
            self.hitches,
            self.kind.parabolic and self.needs.eyes,
            self.battle.wrecks and self.needs.fighters,
        )
        found = self.battle.plans.get(key)
        if found is None:
            found = self.battle.plans[key] = self._plan(courses)
        return found

    def _courses(self, state: State) -> list[driving.Course]:
        """Where it can go ahead and back; with the speed die that is not rolled yet, what it would go on average."""
        unit = self.unit
        if not speed.list_speed_rolls(state, unit):
            return [driving.course_now(state, unit, gear) for gear in Gear]
        ahead, back = (max(1, speed.speed(state, unit, gear)) for gear in Gear)
        turns = max(ahead, back)
        return [
            driving.course(state, unit, gear, steps, turns if gear is Gear.FORWARD else 0)
            for gear, steps in ((Gear.FORWARD, ahead), (Gear.REVERSE, back))
        ]

    def _plan(self, courses: list[driving.Course]) -> Plan:
        best: list[tuple[float, orders.Move | None]] = [(float("-inf"), None)] * 2
        done: dict[int, float] = {}
        for gear, course in zip(Gear, courses, strict=True):
            near = set(course.reach.poses(1)) if course.steps else set()
            for pose in course.poses():
                apart = course.apart.get(pose)
                far = apart.steps > 1 if apart else pose not in near
                worth = done.get(pose)
                if worth is None:
                    worth = done[pose] = self.there(pose >> 3, pose & 7)
                if worth > best[far][0]:
                    best[far] = worth, orders.Move(self.unit, pose >> 3, pose & 7, gear)
        return Plan(*best[0], *best[1])

    def orders(self, state: State) -> Iterator[tuple[float, Order]]:
        """A slot where it wins over the free step; the free step where it wins over standing still."""
        plan, here = self.plan(state), self.here(state)
        step, drive = plan.step - here, plan.drive - here
        if plan.drive_order is not None and (margin := drive - max(0.0, step)) > LEAST:
            yield margin, orders.RollSpeed(self.unit) if self._must_roll(state) else plan.drive_order
        elif plan.step_order is not None and step > 0:
            yield step, plan.step_order
        if state.hitched:
            yield from self._pulls(state)

    def _must_roll(self, state: State) -> bool:
        return state.ground.setup.speed_die and not speed.may_go_far(state, self.unit)

    def _pulls(self, state: State) -> Iterator[tuple[float, Order]]:
        """A stranded gun is pulled on to where it is of use, or at least nearer to it."""
        stranded = [gun for gun, _ in self.needs.guns]
        for weapon, found in tow.tows(state, self.unit):
            if weapon not in stranded:
                continue
            gun = state.units.units[weapon]
            here = self._pulled(gun, gun.square, gun.facing) - self._risk(self.piece.square, self.piece.facing)
            for end, link in tow.ends(found).items():
                if found[link][0] > 1 and self._must_roll(state):
                    continue
                square, facing = end.pose >> 3, end.pose & 7
                there = self._pulled(gun, end.trail, tow.facing_of(state, end)) - self._risk(square, facing)
                yield there - here, orders.Move(self.unit, square, facing, Gear.FORWARD, weapon, end.trail)

    def _pulled(self, gun: Unit, square: int, facing: int) -> float:
        """What a place is worth to a gun in tow."""
        battle, value = self.battle, value_of(self.ground, gun, 0)
        risk = battle.danger(self.ground.chart[gun.kind], health_of(gun), square, facing) * value
        far = battle.way(self.mood.goal).steps(square, 0)
        return NEXT * _use(battle, gun.kind, square) - self.mood.caution * risk - self.mood.way * value / 2 * far


def _movement(state: State) -> Iterator[tuple[float, Order]]:
    """Each unit's best move, by what it wins over standing still; turrets are laid when nobody wants to move.

    Whoever has rolled the speed die goes first.
    """
    yield 0, orders.EndMovement()
    units = movement.movable(state)
    if not units:
        return
    battle, mood = battle_of(state), _mood(state)
    needs = _needs(state, battle, mood)
    if (rolled := state.driving) is not None and not rolled.steps:
        first = [move for move in _moves(state, rolled.unit, battle, mood, needs) if move[0] > 0]
        if first:
            yield from first
            return
    moves = [move for unit in units for move in _moves(state, unit, battle, mood, needs) if move[0] > 0]
    yield from moves
    if not moves:
        yield from [lay for unit in units for lay in _lays(state, unit, battle, needs) if lay[0] > 0]


def _moves(state: State, unit: int, battle: Battle, mood: Mood, needs: Needs) -> Iterator[tuple[float, Order]]:
    if not state.kind(unit).vehicle:
        if speed.may_be_moved(state, unit) is None:
            yield from _turns(state, unit, battle, needs)
        return
    driver = Driver(state, unit, battle, mood, needs)
    if battle.wrecks:
        for push in pushing.list_pushes(state, unit):
            yield driver.push(driver.piece.square, driver.piece.facing), push
    if speed.may_be_moved(state, unit) is None:
        yield from driver.orders(state)


def _turns(state: State, unit: int, battle: Battle, needs: Needs) -> Iterator[tuple[float, Order]]:
    """A fixed weapon turns towards what it will hit in its next turn; if something bears now, that must be worth it.

    One that is to be pulled on turns its back to where it goes.
    """
    piece, kind = state.units.units[unit], state.kind(unit)
    square, injured, arc = piece.square, int(piece.injured), state.ground.grid.arc
    wanted = _direction(*battle.nearest(square))
    for gun, pose in needs.guns:
        if gun == unit:
            wanted = (pose + 4) % 8

    def bears(facing: int) -> float:
        direct = battle.gain(kind, injured, square, arc(Arc.A45, facing, square))
        return max(direct, battle.lob(kind, piece.injured, square, facing, needs.eyes, PROSPECT))

    def aims(facing: int) -> float:
        off = (facing - wanted) % 8
        return -FACE * min(off, 8 - off)

    here = (1 + NEXT) * bears(piece.facing) + aims(piece.facing)
    for pose in driving.gun_turns(state, unit):
        yield NEXT * bears(pose & 7) + aims(pose & 7) - here, orders.Move(unit, square, pose & 7)


def _direction(dx: int, dy: int) -> int:
    """The facing that points best along an offset."""
    along = [fx * dx + fy * dy for fx, fy in FACINGS]
    return max(range(8), key=lambda facing: along[facing] / (2**0.5 if facing % 2 else 1))


def _lays(state: State, unit: int, battle: Battle, needs: Needs) -> Iterator[tuple[float, Order]]:
    """A turret is laid on the best shot, or else towards the nearest enemy; a crane on who is to be repaired."""
    piece, kind, grid = state.units.units[unit], state.kind(unit), state.ground.grid
    square = piece.square
    wanted = _direction(*battle.nearest(square))
    patients = {at: value for at, value, by in needs.patients if by in (-1, unit)}
    spoils = int(piece.injured) | MOVED * (state.ground.setup.on_the_move and piece.moved == state.round)
    silent = kind.weapon is not None and gunnery.barred(state, unit) is not None

    def worth(turret: int) -> float:
        facing = (piece.facing + turret) % 8
        if kind.recovery:
            return patients.get(grid.ahead(square, facing), 0.0)
        off = (facing - wanted) % 8
        shot = 0.0 if silent else battle.gain(kind, spoils, square, grid.arc(Arc.A45, facing, square))
        return shot - FACE * min(off, 8 - off)

    here = worth(piece.turret)
    for order in turrets.list_turrets(state, unit):
        assert isinstance(order, orders.TurnTurret)
        yield worth(order.turret) - here, order


# Announcing

Fates = dict[tuple[bool, Tracks, bool], float]  # what a target may be after the shots so far: injured, tracks, lost


def _announcing(state: State) -> Iterator[tuple[float, Order]]:
    """Each possible shot by what it adds to those on the list; crews repair where nobody bears on them.

    A shot that cannot harm is not fired. A vehicle that a recovery vehicle works on fires only if that is worth more.
    Late in a game, a wreck that would shut another enemy in, out of reach for good, is worth little.
    """
    yield 0, orders.OpenFire() if state.announced else orders.EndTurn()
    battle, mood = battle_of(state), _mood(state)
    yield from _repairs(state, battle)
    units, ground, side = state.units.units, state.ground, state.side
    found = list(gunnery.shooters(state))
    if not found:
        return
    mending = {patient: MEND * value_of(ground, units[patient], 0) for patient in repair.recoveries(state)}
    fates = {shot.target: _fates(state, shot.target) for shot in state.announced if shot.target >= 0}
    guns = tuple([units[unit] for unit, _ in found])
    few = state.units.active(side.other).bit_count() <= FEW and not ground.setup.spaa
    shut: dict[int, bool] = {}
    for unit, shots in found:
        for order in shots:
            shot = gunnery.shot_of(state, order)
            facts, squares = facts_of(state, shot)
            if isinstance(order, orders.AnnounceWall):
                worth = _worth_of_wall(facts, battle.opened(order.square, guns, mood.caution))
            else:
                target = units[order.target]
                worth = _added(facts, fates.get(order.target, _sound(target))) * battle.by_square[shot.square].worth
                worth += _beside(state, battle, facts, squares)
                if few and worth > 0:
                    if order.target not in shut:
                        shut[order.target] = _shuts_in(state, shot.square)
                    worth *= SHUT if shut[order.target] else 1
            if worth > LEAST:
                yield worth - mending.get(unit, 0.0), order


def _sound(target: Unit) -> Fates:
    return {(target.injured, target.tracks, False): 1.0}


def _fates(state: State, target: int) -> Fates:
    """What the shots on the list may make of a target."""
    fates = _sound(state.units.units[target])
    for shot in state.announced:
        if shot.target == target:
            facts = facts_of(state, shot)[0]
            after: Fates = {}
            for fate, chance in fates.items():
                for outcome, part in _outcomes(facts, fate):
                    hit = _after(fate, outcome)
                    after[hit] = after.get(hit, 0.0) + chance * part
            fates = after
    return fates


def _outcomes(facts: Facts, fate: tuple[bool, Tracks, bool]) -> Iterator[tuple[Outcome, float]]:
    """The chances of a shot at a target that is in such a state by then."""
    injured, tracks, lost = fate
    victim = facts.victims[0]
    assert victim is not None
    if lost:
        yield Outcome.LOST, 1.0
        return
    semi = victim.semi and tracks is Tracks.WHOLE
    if (victim.injured, victim.semi) != (injured, semi):
        facts = replace(facts, victims=(replace(victim, injured=injured, semi=semi), *facts.victims[1:]))
    for (at, outcome), part in chances(facts).items():
        yield (outcome if at == 0 else Outcome.MISSED), float(part)


def _after(fate: tuple[bool, Tracks, bool], outcome: Outcome) -> tuple[bool, Tracks, bool]:
    injured, tracks, lost = fate
    if outcome is Outcome.DESTROYED:
        return False, Tracks.WHOLE, True
    return injured or outcome is Outcome.INJURED, max(tracks, TRACKS.get(outcome, tracks)), lost


def _added(facts: Facts, fates: Fates) -> float:
    """What a shot adds to the harm that a target has to expect anyhow, as a part of its worth."""
    total = 0.0
    for fate, chance in fates.items():
        if not fate[2]:
            health = Health(fate[0], fate[1], False)
            total += chance * sum(part * harm(health, outcome) for outcome, part in _outcomes(facts, fate))
    return total


def _beside(state: State, battle: Battle, facts: Facts, squares: tuple[int, ...]) -> float:
    """What a shot does to those whom it may strike instead: enemies for it, friends against it."""
    worth = 0.0
    if len(squares) > 1:
        for (at, outcome), chance in chances(facts).items():
            if at > 0 and facts.victims[at] is not None:
                unit = state.units.units[state.units.standing_on(squares[at])]
                foe = battle.by_square.get(unit.square)
                value = foe.worth if foe else -value_of(state.ground, unit, 0)
                worth += float(chance) * harm(health_of(unit), outcome) * value
    return worth


def _worth_of_wall(facts: Facts, hidden: float) -> float:
    """The chance that a wall falls times the shots that it hides."""
    return float(chances(facts).get((0, Outcome.WALL_FELL), 0)) * hidden if hidden > 0 else 0.0


def _shuts_in(state: State, square: int) -> bool:
    """Whether a wreck on a square would cut the side's units off from an enemy whom they can reach now."""
    ground, units, side = state.ground, state.units, state.side
    free = (ground.open | ground.standing) & ~units.wrecks
    return shuts_in(ground.drive, free, units.active(side), units.active(side.other), square)


def _repairs(state: State, battle: Battle) -> Iterator[tuple[float, Order]]:
    """A crew begins repairs where nobody bears on it, and is called back when it is in danger."""
    for unit in repair.patients(state):
        piece, kind = state.units.units[unit], state.kind(unit)
        danger = battle.danger(kind, health_of(piece), piece.square, piece.facing)
        value = value_of(state.ground, piece, 0)
        for order in repair.list_repairs(state, unit):
            if isinstance(order, orders.StopRepair):
                yield (danger - UNSAFE) * value * (kind.weapon is not None), order
            elif danger <= SAFE:
                yield MEND * value, order


# Firing


def _firing(state: State) -> Iterator[tuple[float, Order]]:
    """The surest shots first, and those that may strike a friend last: they are lost if the target is gone by then."""
    if not state.announced:
        yield 0, orders.EndTurn()
    for shot in state.announced:
        yield _haste(state, shot), orders.Resolve(shot.unit)


def _haste(state: State, shot: Shot) -> float:
    if volley.lost(state, shot):
        return 2.0
    facts, squares = facts_of(state, shot)
    own = state.units.active(state.side)
    found = 0.0
    for (at, outcome), chance in chances(facts).items():
        if at > 0 and own >> squares[at] & 1:
            found -= float(chance)
        elif at == 0 and outcome is Outcome.DESTROYED:
            found += float(chance)
    return found


_PHASES = {
    Phase.BEGIN: _begin,
    Phase.DEPLOYMENT: _deployment,
    Phase.COMMAND: _command,
    Phase.MOVEMENT: _movement,
    Phase.ANNOUNCING: _announcing,
    Phase.FIRING: _firing,
}


# The value of a position

Sides = tuple[list[int], list[int]]  # the active units of each side


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
            prize = weights.goal if setup.spaa and piece.kind == SPAA else 1.0
            worth[unit] = prize * value_of(ground, piece, lost[piece.side])
            left = points_of(ground, piece) * (1 - lost_by(piece.injured, piece.tracks))
            total += left if piece.side is side else -left
    threats = threats_of(state)
    if state.phase in (Phase.MOVEMENT, Phase.ANNOUNCING, Phase.FIRING):
        gain = trade(_shots_now(state, own), worth, alive)
        total += gain if now is side else -gain
        turns = (now.other, now)
    else:
        turns = (now, now.other)
    for who in turns:
        gain = trade(_turn(state, threats, own, who, worth), worth, alive)
        total += weights.hope * gain if who is side else -weights.risk * gain
    if state.phase is Phase.MOVEMENT and now is side:  # later no way is made
        total += _places(state, side, own[side], weights)
    return total


def _shots_now(state: State, own: Sides) -> list[tuple[int, Shots]]:
    """The shots that the side to act has left, as all stand; while it moves, turrets are still laid."""
    ground, units, occupied = state.ground, state.units.units, state.units.occupied
    battle, masked, found = battle_of(state), ground.cover.masked, list[tuple[int, Shots]]()
    at_square = {units[unit].square: unit for unit in own[state.side.other]}
    announced = {shot.unit: shot.target for shot in state.announced}
    eyes = -1
    for unit in own[state.side]:
        piece = units[unit]
        kind, square = state.kind(unit), piece.square
        if kind.weapon is None or gunnery.barred(state, unit) is not None or piece.fired == state.round:
            continue
        if state.phase is Phase.FIRING and unit not in announced:
            continue
        moved = piece.moved == state.round
        spoils = int(piece.injured) | MOVED * (ground.setup.on_the_move and moved)
        shots: Shots = []
        if battle.seen >> square & 1:
            laid = ground.grid.arc(Arc.A45, (piece.facing + piece.turret) % 8, square)
            for at, gain in battle.shots(kind, spoils, square):
                if (
                    lays(ground, piece, kind, square, piece.facing, at)
                    if state.phase is Phase.MOVEMENT or ground.setup.free_turrets or ground.setup.moulded
                    else laid >> at & 1
                ) and masked(square, at, occupied) != ALL_LINES:
                    shots.append((at_square[at], gain / battle.by_square[at].worth))
        if kind.parabolic and not moved:
            eyes = _eyes(state, own[state.side]) if eyes < 0 else eyes
            arc = ground.grid.arc(Arc.A45, piece.facing, square) & (eyes | view_of(ground, square))
            for at, gain in battle.lobs(kind, piece.injured, square):
                if arc >> at & 1:
                    shots.append((at_square[at], gain / battle.by_square[at].worth))
        if unit in announced:
            shots = [shot for shot in shots if shot[0] == announced[unit]]
        if shots:
            found.append((unit, shots))
    return found


def _eyes(state: State, own: list[int]) -> int:
    """What those who may report see together."""
    units = state.units.units
    return reduce(or_, [view_of(state.ground, units[unit].square) for unit in own if gunnery.reports(state, unit)], 0)


def _turn(state: State, threats: Threats, own: Sides, side: Side, worth: list[float]) -> list[tuple[int, Shots]]:
    """The shots of a whole turn of a side: a step before them for all, and a drive for as many as have slots."""
    ground, units, figures = state.ground, state.units.units, state.ground.setup.figures
    targets = [(unit, units[unit], health_of(units[unit])) for unit in own[side.other]]
    standing, coming = list[tuple[int, Shots]](), list[tuple[int, Shots]]()
    eyes, vehicles, commands = -1, 0, False
    turns = figures.traverse
    if side is state.side and state.phase is Phase.MOVEMENT:  # turrets are laid now already
        turns *= 2
    for unit in own[side]:
        piece = units[unit]
        kind = ground.chart[piece.kind]
        vehicles += kind.vehicle
        commands = commands or piece.command
        if kind.weapon is None or piece.timer:
            continue
        mobile = kind.vehicle and piece.tracks is not Tracks.IMMOBILE and not piece.injured
        still, moved = list[tuple[int, float]](), list[tuple[int, float]]()
        for steps, shots in ((1, still), (max(1, kind.max), moved)) if mobile else ((0, still),):
            key, zone = threats.reach(piece, kind, steps, turns)
            for target, aim, health in targets:
                if zone >> aim.square & 1:
                    harmed = threats.comes(key, piece, kind, aim, health)
                    if harmed:
                        shots.append((target, harmed))
        if kind.parabolic:
            eyes = _eyes(state, own[side]) if eyes < 0 else eyes
            still += threats.lobs(piece, kind, targets, eyes)
        standing.append((unit, still))
        coming.append((unit, moved))
    slots = tray.dice_for(figures.coordinated, figures.most_coordinated, vehicles) + figures.command * commands
    return turn_of(standing, coming, slots, worth)


def _places(state: State, side: Side, own: list[int], weights: Weights) -> float:
    """What it is worth to be where one is, beside all shots: the way, room to fire, the front to the enemy."""
    units, ground = state.units.units, state.ground
    if not state.units.active(side.other):
        return 0.0
    if state.side is not side:
        state = replace(state, side=side)
    battle, mood, total = battle_of(state), _mood(state), 0.0
    section = ground.setup.figures.section
    for unit in own:
        piece = units[unit]
        kind, square = ground.chart[piece.kind], piece.square
        weapon = kind.weapon
        fights = weapon is not None and kind.vehicle and not (ground.setup.spaa and kind.id == SPAA)
        if fights and mood.way and piece.tracks is not Tracks.IMMOBILE:
            if kind.parabolic is not None:
                way = battle.way(mood.goal, BEST_RANGE * section)
            elif mood.stalled:
                hurt = int(piece.injured)
                way = battle.way_to_gain((kind.id, hurt, 0), partial(battle.gain, kind, hurt))
            else:
                way = battle.way(mood.goal, 2)
            step = weights.way * mood.way * value_of(ground, piece, 0) / 2
            total -= step * way.steps(square, piece.facing)
        dx, dy = battle.nearest(square)
        total += FACE * faces(piece.facing, dx, dy)
        if weapon is not None and battle.too_near >> square & 1 and not weapon.point_blank:
            total -= CROWD
        if kind.mount == "hull" and faces(piece.facing, dx, dy):
            total += AIM
    return total


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed, whatever was planned: turrets are laid on the best shot."""
    if state.phase is Phase.MOVEMENT:
        battle = battle_of(state)
        needs = _needs(state, battle, _mood(state))
        for unit in movement.movable(state):
            worth, order = max(_lays(state, unit, battle, needs), key=lambda one: one[0], default=(0.0, None))
            if order is not None and worth > 0:
                yield order


def horizon(state: State) -> Horizon:
    """How far values tell orders apart from here."""
    return Horizon.ROW if state.phase is Phase.MOVEMENT else Horizon.NONE
