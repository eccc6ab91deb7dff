"""What a bot may know of Panzerkampf: which orders promise most, in points of units won and lost.

A shot is worth what it takes from its target on the average. A place is worth the shots from it, less what the enemies
who reach it may take, and the way made to where the game is decided. Units are moved one after another, in the order of
the army; who would not gain by moving stays.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, takewhile
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.bots.panzerkampf import battle, exchange
from hulldown.bots.panzerkampf.battle import (
    CLOSER,
    COMES,
    ENOUGH,
    FACE,
    FULLY,
    GREEDY,
    NEAR,
    NEXT,
    SHARE,
    WAY,
    Goals,
    Spot,
    importance,
    promised,
    swing,
    worth,
)
from hulldown.bots.panzerkampf.exchange import Outlook
from hulldown.bots.panzerkampf.skirmish import Skirmish
from hulldown.bots.tactics import Horizon, Weights
from hulldown.geometry.plane import DIRECTIONS, ONE, Base, Field, Shape, bearing, in_range, overlap
from hulldown.geometry.plane.shapes import apart
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf import (
    choices,
    command,
    damage,
    deployment,
    driving,
    engineers,
    indirect,
    mines,
    odds,
    orders,
    paths,
    phases,
    sampling,
    shooting,
    sight,
)
from hulldown.rulebooks.panzerkampf.changes import CHANGES
from hulldown.rulebooks.panzerkampf.events import Commanded, Part
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import going
from hulldown.rulebooks.panzerkampf.orders import Order, Path
from hulldown.rulebooks.panzerkampf.setup import EDGES, Edge, destination, strip
from hulldown.rulebooks.panzerkampf.state import Ground, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.units import UnitType, Weapon

WEIGHTS = Weights(risk=1.0, hope=1.0, way=0.1, goal=1.0)  # of a plan
EVALUATIONS = 4000  # of a veteran's turn
WON = 5000.0  # what a game is worth
HURRY = 2.5  # how much more the way is worth to who has to be there before relief comes
GOAL = 0.15  # of a unit's points, a centimetre towards the destination, or to where a bridge is to be laid
MINED = 40  # centimetres that an enemy may come to a mine field
AHEAD = 0.06  # of its points, what it is worth to a plane to look at the nearest enemy: it cannot turn far
LEAST = 2.0  # a counter-attack for less is kept for later
SUPPLIED = 0.08  # what supplies add to a shot
AROUND = 5  # centimetres around a crate, about
GONE = 0.25  # of its points, what it costs a plane to leave the table
STUCK = 0.3  # of its points, what it costs a unit to have no way left,
ROOM = 10  # and centimetres that are enough of one
FEW = 4  # so many units are looked at for the next shot
AGAIN = 0.9  # of what a shot takes, what another one takes after it
FRIEND = 1.5  # how much more it counts to hit a friend
EACH = 2  # evaluations of a plan for each way that a unit is looked at on
FANS = (30, 3), (15, 4)  # degrees between more ways, and how many ends are on each
LOOKS = 2  # turns for which battles are fought from places to deploy, or fought on,
TURN = 20  # and evaluations that take as long as one of them,
PLACES = 20  # if there are enough for so many places: with fewer, greedy's judgement of all places is the better one
DUG = 0.06  # of its points, what a trench is worth to who has to hold out

Seen = dict[tuple[int, int], bool]  # whether one unit sees another


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Orders worth thinking about, each with what it is worth; every phase has at least one."""
    return _PHASES[state.phase](state)


# What a side has before it


class Foe(NamedTuple):
    """An enemy on the table, what he is worth, and how many times as much as his points that is."""

    unit: int
    piece: Unit
    row: UnitType
    worth: float
    counts: float


class Eye(NamedTuple):
    """What one side has before it."""

    state: State
    side: Side
    foes: tuple[Foe, ...]
    goals: Goals
    ground: Ground  # with the bridges that it is going to lay
    holds: bool  # whether it only has to hold out
    eager: float  # how much the way counts,
    goal: float  # and an errand,
    caution: float  # and danger
    roomy: bool  # whether ways are looked for on which there is room for a base


def eye_of(state: State, side: Side, weights: Weights = GREEDY, roomy: bool = False) -> Eye:
    setup, found = state.setup, list[Foe]()
    for unit in state.standing(side.other):
        piece, row = state.units[unit], state.type(unit)
        counts = importance(setup, row, piece)
        found.append(Foe(unit, piece, row, worth(row, piece.hp) * counts, counts))
    eager, caution, defends = weights.way * WAY, weights.risk, side is setup.defending
    relieved = any(piece.relief and piece.where is Where.TABLE for piece in state.units)
    holds = setup.campaign == "encircled" and defends and not relieved
    if state.round > 4:  # who waits for the other waits for ever
        eager, caution = eager * min(3.0, state.round / 4), caution * max(0.4, 1 - state.round / 20)
    wanted = found
    if setup.campaign == "escort" and not defends:
        wanted = [foe for foe in found if foe.row.support] or found
    if setup.campaign == "encircled" and not defends:
        eager *= HURRY
        wanted = [foe for foe in found if not foe.piece.relief] or found
    goals = frozenset([(foe.piece.x, foe.piece.y) for foe in wanted])
    ground = _to_be_bridged(state, side, goals)
    way = 0.0 if holds else eager
    return Eye(state, side, tuple(found), goals, ground, holds, way, weights.goal, caution, roomy)


def _to_be_bridged(state: State, side: Side, goals: Goals) -> Ground:
    """The ground with the bridges that a side is going to lay: its units count on them."""
    ground = state.ground
    for unit in state.standing(side):
        piece, row = state.units[unit], state.type(unit)
        if _uses(row, "bridge") and (bank := battle.bank(ground, row, goals, piece.x, piece.y)):
            ground = battle.bridged(ground, bank.base)
    return ground


def _uses(row: UnitType, use: str) -> bool:
    return any(weapon.use == use for weapon in row.weapon)


class Errand(NamedTuple):
    """What a unit has to do somewhere else than at the enemy: where, how much a centimetre counts, where to look."""

    goals: Goals
    pull: float
    heading: int | None = None


def errand_of(eye: Eye, unit: int) -> Errand | None:
    """The convoy drives to its destination, bridges are laid where they save way, repairs are made where they lack."""
    state, side = eye.state, eye.side
    piece, row, edge = state.units[unit], state.type(unit), state.edges[side]
    if row.support and state.setup.campaign == "escort" and side is state.setup.defending and edge:
        return Errand(frozenset([destination(state.setup, edge)]), eye.goal * GOAL * row.points)
    if _uses(row, "bridge") and (bank := battle.bank(state.ground, row, eye.goals, piece.x, piece.y)):
        return Errand(frozenset([(bank.base.x, bank.base.y)]), GOAL * row.points, bank.base.heading)
    if _uses(row, "repair") and (hurt := [at for at in _hurt(state, side) if at != unit]):
        return Errand(frozenset([(state.units[at].x, state.units[at].y) for at in hurt]), WAY * row.points)
    return None


def _hurt(state: State, side: Side) -> list[int]:
    """Units of a side on the table that lack hit points, and can be reached by who repairs."""
    units = [(unit, state.units[unit], state.type(unit)) for unit in state.standing(side)]
    return [unit for unit, piece, row in units if piece.hp < row.hp and not piece.dived and not row.flying]


# Setting up


def _begin(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.Begin()


def _choice(state: State) -> Iterator[tuple[float, Order]]:
    """Whoever deploys first may take the first turn, and that is the better choice."""
    if state.setup.campaign == "escort":
        for escorter in EDGES:
            for at in (1, 3):
                yield 0, orders.AssignEdges(escorter, EDGES[(EDGES.index(escorter) + at) % 4])
        return
    if not state.chosen:
        yield 1, orders.SetUpFirst(own=True)
    for edge in choices.edges_to_take(state):
        yield 0, orders.TakeEdge(edge)


def _first(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.TakeTurn(first=True)


def _deployment(state: State) -> Iterator[tuple[float, Order]]:
    """The next kind in the army: fighters forward, guns that need quiet behind, nobody shoulder to shoulder."""
    kind = deployment.kinds(state)[0]
    row = state.ground.types[kind]
    goal = _deployment_goal(state)
    own = [state.units[unit] for unit in state.standing(state.side)]
    for order in deployment.places(state, kind):
        yield _place(row, order, goal, own), order


def _deployment_goal(state: State) -> tuple[int, int]:
    setup, edge = state.setup, state.edges[state.setup.defending]
    if setup.campaign == "escort" and edge:
        return destination(setup, edge)
    return state.table.width // 2, state.table.height // 2


def _place(row: UnitType, order: orders.Deploy, goal: tuple[int, int], own: list[Unit]) -> float:
    far = hypot(order.x - goal[0], order.y - goal[1]) / CM
    crowd = sum(hypot(order.x - piece.x, order.y - piece.y) < 5 * CM for piece in own)
    back = row.support or any(weapon.kind == "artillery" for weapon in row.weapon) or row.flying
    return (0.4 if back and not row.support else -1) * far - 8 * crowd


def _command(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.RollCommand()


def _start(state: State) -> Iterator[tuple[float, Order]]:
    """Marks for artillery, supplies near shooters; reinforcements and relief come at once."""
    if edges := choices.edges_to_take(state):
        yield from [(-_relief_way(state, edge), orders.TakeEdge(edge)) for edge in edges]
        return
    if phases.may_end_start(state, orders.EndStart()) is None:
        yield 0, orders.EndStart()
    yield from [(worth_of, order) for order in command.uses(state) if (worth_of := _marking(state, order)) > 0]
    eye = eye_of(state, state.side)
    yield from [(helped, order) for order in command.drops(state) if (helped := _helped(eye, order.x, order.y)) > 0]
    kind = max(deployment.kinds(state), key=lambda kind: _bought(state.ground.types[kind]), default=None)
    if kind and (not deployment.buys(state) or _bought(state.ground.types[kind])):
        goal = _deployment_goal(state)
        own = [state.units[unit] for unit in state.standing(state.side)]
        row = state.ground.types[kind]
        yield from [(1000 + _place(row, order, goal, own), order) for order in deployment.places(state, kind)]


def _helped(eye: Eye, x: int, y: int) -> float:
    """What a crate there adds to the shots of the units around it."""
    near = [(unit, eye.state.units[unit]) for unit in eye.state.standing(eye.side)]
    units = [unit for unit, piece in near if hypot(piece.x - x, piece.y - y) < AROUND * CM]
    return SUPPLIED * sum([offence(eye, unit, eye.state) for unit in units])


def _relief_way(state: State, edge: Edge) -> float:
    """How far the large army would be from the enemies, all together."""
    left, top, right, bottom = strip(state.table, edge, 0)
    enemies = [state.units[unit] for unit in state.standing(state.side.other)]
    return sum(hypot(piece.x - (left + right) // 2, piece.y - (top + bottom) // 2) / CM for piece in enemies)


def _bought(row: UnitType) -> float:
    """Guns that fight at once are bought first, the dearest of them."""
    fights = any(weapon.use == "fire" and weapon.kind != "artillery" for weapon in row.weapon)
    return row.points * (fights and not row.flying and not row.naval and row.move >= 12)


def _marking(state: State, order: orders.Command) -> float:
    """A mark is worth something if artillery or bombs can reach the target."""
    guns = [
        (state.units[unit], weapon)
        for unit in state.standing(state.side)
        for weapon in state.type(unit).weapon
        if weapon.kind in ("artillery", "bomb")
    ]
    piece = state.units[order.unit]
    able = any(
        weapon.kind == "bomb" or in_range(piece.x - gun.x, piece.y - gun.y, weapon.range * CM) for gun, weapon in guns
    )
    return state.type(order.unit).points / 100 if able else 0


# Movement


def _movement(state: State) -> Iterator[tuple[float, Order]]:
    """Commands first; then the next unit that gains by moving, the convoy last; then the planes that must still fly."""
    if found := [one for one in _commands(state) if one[0] > 0]:
        yield max(found, key=lambda one: one[0])
        return
    eye = eye_of(state, state.side)
    units = [unit for unit, piece in enumerate(state.units) if piece.side is state.side]
    units.sort(key=lambda unit: state.type(unit).support)
    last = max((at for at, unit in enumerate(units) if _handled(state, state.units[unit])), default=-1)
    for unit in units[last + 1 :]:
        if driving.may_act(state, unit) is None and (ways := list(_ways(eye, unit))):
            yield from ways
            return
    if driving.may_end_movement(state, orders.EndMovement()) is None:
        yield 0, orders.EndMovement()
        return
    for unit in driving.owed(state):
        if flights := list(_flights(eye, unit)):
            yield from flights
            return


def _handled(state: State, piece: Unit) -> bool:
    return state.turn in (piece.moved, piece.digging)


def _ways(eye: Eye, unit: int) -> Iterator[tuple[float, Order]]:
    """What a unit gains by moving, digging or diving, over staying as it is, if it gains anything."""
    state = eye.state
    row = state.type(unit)
    if row.type == "plane":
        return
    if row.type == "submarine" and (deep := _depths(eye, unit)):
        yield deep
        return
    here, dig = standing(eye, unit, state), orders.DigIn(unit)
    if not here.shots and row.type == "infantry" and driving.may_dig_in(state, dig) is None:
        after = state.copy()
        after.units[unit] = replace(state.units[unit], dug_in=True)
        yield standing(eye, unit, after).worth - here.worth, dig
    for order, one in _reached(eye, unit):
        if (gain := one.worth - here.worth) > ENOUGH:
            yield gain, order


class Standing(NamedTuple):
    worth: float
    shots: float


def _reached(eye: Eye, unit: int) -> Iterator[tuple[orders.Move, Standing]]:
    """The best of some paths of a unit, and what it is worth to end there, with the front to the enemy."""
    state = eye.state
    course, base, piece = paths.Course(state, unit), state.base(unit), state.units[unit]
    errand = errand_of(eye, unit)
    found: dict[Path, paths.Walk] = {}
    for path in _paths(eye, unit, errand):
        walk = course.walk(base, path)
        if walk.pieces:
            found[walk.path] = walk
    for walk in sorted(found.values(), key=lambda walk: -_glance(eye, unit, walk.end))[:FULLY]:
        end = _fronted(course, walk, _look(eye, errand, walk.end.x, walk.end.y))
        after = state.copy()
        after.units[unit] = replace(
            piece, x=end.x, y=end.y, heading=end.heading, moved=state.turn, dug_in=False, camouflaged=False, dummy=False
        )
        turn = swing(walk.end.heading, end.heading)
        order = orders.Move(unit, (*walk.path, (turn, 0)) if turn else walk.path)
        if driving.arrives(after, unit, walk.legs):
            yield order, Standing(WON, 0)
            return
        yield order, standing(eye, unit, after)


def _fronted(course: paths.Course, walk: paths.Walk, look: int) -> Base:
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
            total += max([_taken(after, unit, number, foe, dx, dy) for dx, dy, foe in near], default=0.0)
    return total - _to_go(eye, unit, after)


def _look(eye: Eye, errand: Errand | None, x: int, y: int) -> int:
    """Where to look from a place: where the errand says, or at the nearest enemy."""
    if errand and errand.heading is not None:
        return errand.heading
    if not eye.foes:
        return 0
    near = min(eye.foes, key=lambda foe: (foe.piece.x - x) ** 2 + (foe.piece.y - y) ** 2).piece
    return bearing(near.x - x, near.y - y)


def _paths(eye: Eye, unit: int, errand: Errand | None) -> Iterator[Path]:
    """Along the way to the goal, a fan of others, and turns on the spot."""
    state = eye.state
    piece, row, far = state.units[unit], state.type(unit), paths.allowance(state, unit)
    here = piece.x, piece.y
    yield from battle.tried(row, piece.heading, far, here, _waypoints(eye, unit, errand, far))
    turn = swing(piece.heading, _look(eye, errand, *here))
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
    path = battle.downhill(eye.ground, row, goals, piece.x, piece.y, far // CM, eye.roomy)
    return [*path, (x, y)] if errand and hypot(x - piece.x, y - piece.y) <= far else path


def standing(eye: Eye, unit: int, state: State) -> Standing:
    """What it is worth for a unit to be where it is in a state: its shots, its dangers, the way, the front."""
    piece, row = state.units[unit], state.type(unit)
    shots, dangers = offence(eye, unit, state), danger(eye, unit, state)
    survives = max(0.0, 1 - SHARE * dangers.first / worth(row, piece.hp))
    total = shots * (1 + NEXT) * survives - eye.caution * SHARE * dangers.all - _to_go(eye, unit, state)
    if eye.foes:
        off = abs(swing(piece.heading, _look(eye, errand_of(eye, unit), piece.x, piece.y)))
        total -= (AHEAD if row.type == "plane" else FACE) * row.points * off / 180
    if eye.holds and piece.dug_in:
        total += DUG * row.points
    return Standing(total, shots)


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
            total += max([_mended(state, weapon, at) for at in _in_reach(eye, unit, state, weapon)], default=0.0)
        if (weapon.reload and moved) or weapon.use != "fire" or weapon.kind == "bomb" or number in piece.silent:
            continue
        best = 0.0
        for foe in eye.foes:
            dx, dy = foe.piece.x - piece.x, foe.piece.y - piece.y
            if not battle.bears(weapon, dx, dy, piece.heading):
                continue
            took = _taken(state, unit, number, foe, dx, dy)
            if took > best and (weapon.kind == "artillery" or _sees(state, unit, foe.unit, seen)):
                best = took
        total += best
    return total


def _in_reach(eye: Eye, unit: int, state: State, tool: Weapon) -> list[int]:
    """The friends that a unit can repair from where it is in a state."""
    piece = state.units[unit]
    ways = [(at, state.units[at].x - piece.x, state.units[at].y - piece.y) for at in _hurt(state, eye.side)]
    return [at for at, dx, dy in ways if at != unit and battle.bears(tool, dx, dy, piece.heading)]


def _mended(state: State, tool: Weapon, unit: int) -> float:
    """What a repair gives back on the average, about."""
    row, hp = state.type(unit), state.units[unit].hp
    die = state.setup.figures.die
    back = min(row.hp - hp, tool.attacks * (die + 1 - tool.accuracy) / die)
    return back * (1 - battle.STANDS) * row.points / row.hp


def _sees(state: State, unit: int, target: int, seen: Seen) -> bool:
    """Whether a unit sees a target; looked up once for all weapons."""
    if (unit, target) not in seen:
        piece = state.units[target]
        seen[unit, target] = sight.sees(state, unit, (piece.x, piece.y), target)
    return seen[unit, target]


def _taken(state: State, unit: int, number: int, foe: Foe, dx: int, dy: int) -> float:
    """What a weapon takes from an enemy who is that far away, times how much he counts."""
    piece = foe.piece
    if state.weapon(unit, number).kind == "artillery":
        if foe.row.flying or piece.dived:
            return 0.0
        return _shell_toll(state, orders.Shell(unit, number, piece.x, piece.y), foe.unit) * foe.counts
    part = damage.shown(state.setup.figures, -dx, -dy, piece.heading)
    return foe.counts * promised(
        state.ground, state.units[unit].kind, number, piece.kind, part, piece.hp, piece.dug_in, piece.dived
    )


def _shell_toll(state: State, order: orders.Shell | orders.Barrage, target: int) -> float:
    return _toll_above(state, indirect.salvo_of(state, order), target)


def _toll_above(state: State, salvo: indirect.Salvo, unit: int) -> float:
    """What an attack from above takes from a unit; of a long salvo about, as its places are too many to count anew."""
    base, row, hp = state.base(unit), state.type(unit), state.units[unit].hp
    here = replace(base, x=base.x - salvo.aim[0], y=base.y - salvo.aim[1])
    fall = indirect.fallout(state, salvo)
    if hypot(here.x, here.y) > fall.reach + base.length + base.width:
        return 0.0
    if salvo.heading >= 0 or salvo.attacks <= exchange.LONG:
        return battle.loss(row, hp, indirect.outcomes(state, salvo, unit, indirect.hits_on(fall, here)))
    shape = here.shape
    many = salvo.attacks * sum([float(chance) for spot, chance in indirect.cloud(fall) if shape.holds(*spot)])
    return min(worth(row, hp), many * battle.from_above(state.ground, row.id, hp, salvo.power, not row.naval))


class Danger(NamedTuple):
    """What enemies may take from a unit until its next turn, and how much of it before the unit's own shots."""

    all: float
    first: float


def danger(eye: Eye, unit: int, state: State) -> Danger:
    """PK-57: what enemies may take from a unit; who has to come first takes less, and who counter-attacks is first."""
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
                total += _from_above(state, weapon, piece, row) * COMES
                continue
            took = promised(state.ground, foe.piece.kind, number, piece.kind, part, piece.hp, piece.dug_in, piece.dived)
            if took and battle.bears(weapon, dx, dy, foe.piece.heading) and _sees(state, foe.unit, unit, seen):
                total += took
                first += took * (weapon.counter_attack and number not in foe.piece.silent)
            else:
                total += took * COMES
    return Danger(importance(state.setup, row, piece) * total, first)


def _from_above(state: State, weapon: Weapon, piece: Unit, row: UnitType) -> float:
    """What artillery or bombs take from a unit at which they are aimed, about."""
    if row.flying or piece.dived:
        return 0.0
    power = weapon.damage, weapon.penetration
    one = battle.from_above(state.ground, piece.kind, piece.hp, power, not row.naval)
    hits = weapon.attacks * max(1, min(11, weapon.accuracy)) / 11 / (1 + 0.15 * weapon.attacks)
    return min(worth(row, piece.hp), one * hits)


def _to_go(eye: Eye, unit: int, state: State) -> float:
    """What the way that is left is worth; once weapons reach the enemy it counts less."""
    piece, row, errand = state.units[unit], state.type(unit), errand_of(eye, unit)
    goals = errand.goals if errand else eye.goals
    if not goals or (row.support and not errand):
        return 0.0
    if row.flying or piece.dived:
        far = min(hypot(x - piece.x, y - piece.y) / CM for x, y in goals)
    else:
        far = battle.ways(eye.ground, row, goals, eye.roomy)[battle.lattice(eye.ground, row).at(piece.x, piece.y)]
    if errand:
        x, y = min(errand.goals, key=lambda goal: hypot(goal[0] - piece.x, goal[1] - piece.y))
        near = hypot(x - piece.x, y - piece.y) / CM
        return errand.pull * (near if near < 2 * battle.CELL / CM else far + near / 10)
    near = NEAR * max([MINED if weapon.use == "mines" else weapon.range for weapon in row.weapon], default=0)
    near += row.move * (row.type == "plane")
    return eye.eager * row.points * (max(0.0, far - near) + CLOSER * min(far, near))


# Under water and in the air


def _depths(eye: Eye, unit: int) -> tuple[float, Order] | None:
    """A submarine dives from danger, and surfaces for a shot, if it has not decided yet and gains by it."""
    state = eye.state
    piece = state.units[unit]
    surface, dive = orders.Surface(unit), orders.Dive(unit)
    if (driving.may_surface(state, surface) if piece.dived else driving.may_dive(state, dive)) is not None:
        return None
    other = state.copy()
    other.units[unit] = replace(piece, dived=not piece.dived)
    gain = standing(eye, unit, other).worth - standing(eye, unit, state).worth
    return (gain, surface if piece.dived else dive) if gain > 0 else None


def _flights(eye: Eye, unit: int) -> Iterator[tuple[float, Order]]:
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
            yield -GONE * course.row.points, order
        else:
            yield standing(eye, unit, after).worth + _bombs(eye, unit, after), order


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
            off = min((_beside(leg, foe.piece) for leg in legs), default=10 * CM)
            if off < 3 * CM:
                took = _from_above(state, weapon, foe.piece, foe.row) * foe.counts
                best = max(best, took * (1 - off / (3 * CM)))
        total += best
    return total


def _beside(leg: tuple[int, int, int, int], piece: Unit) -> float:
    """How far a place lies beside a piece of a path."""
    x, y, heading, length = leg
    ax, ay = DIRECTIONS[heading % 360][0] / ONE, DIRECTIONS[heading % 360][1] / ONE
    dx, dy = piece.x - x, piece.y - y
    along = min(max(ax * dx + ay * dy, 0.0), float(length))
    return hypot(dx - along * ax, dy - along * ay)


# Command dice


def _commands(state: State) -> Iterator[tuple[float, Order]]:
    """The dice of the pool, for whom they do most; what replaces moving only for who would stay."""
    if not state.pool:
        return
    eye = eye_of(state, state.side)
    for order in command.uses(state):
        yield _command_worth(eye, order), order


def _command_worth(eye: Eye, order: orders.Command) -> float:
    state, unit = eye.state, order.unit
    piece, row = state.units[unit], state.type(unit)
    if order.command in command.BEFORE_SHOOTING:
        if state.phase is not Phase.SHOOTING:
            return 0.0
        shots = _best_shots(state, unit)
        return {"aim": 0.35, "penetration": 0.4, "ammunition": 0.9}[order.command] * sum(shots)
    if order.command == "advance":
        return 0.5 * eye.eager * row.points * row.move if not offence(eye, unit, state) and row.weapon else 0.0
    perils = danger(eye, unit, state).all * SHARE
    if order.command == "repair":
        return 0.0 if offence(eye, unit, state) else worth(row, piece.hp + 1) - worth(row, piece.hp)
    stays = offence(eye, unit, state) > 0 or row.support
    share = {"camouflage": 0.3, "smoke": 0.15, "entrench": 0.15, "dummy": 0.25}[order.command]
    return perils * share - (0 if stays else row.points)


def _best_shots(state: State, unit: int) -> list[float]:
    """What each weapon of a unit takes at best."""
    best: dict[int, float] = {}
    for order in shooting.shots(state, unit):
        if isinstance(order, orders.Fire):
            best[order.weapon] = max(best.get(order.weapon, 0.0), _shot(state, order))
    return list(best.values())


# Shooting


def _counter(state: State) -> Iterator[tuple[float, Order]]:
    """A counter-attack that takes something is made at once; the weapon is silent afterwards."""
    yield LEAST, orders.Pass()
    assert state.window is not None
    for unit in state.window.units:
        yield from _shots(state, unit)


def _shooting(state: State) -> Iterator[tuple[float, Order]]:
    """Commands that help, then the best of the next few units' shots and works; a barrage when it is paid for."""
    yield 0, orders.EndTurn()
    if found := [one for one in _commands(state) if one[0] > LEAST]:
        yield max(found, key=lambda one: one[0])
        return
    looked = 0
    for unit in state.standing(state.side):
        if shooting.may_shoot(state, unit) is not None:
            continue
        if deeds := [*_shots(state, unit), *_works(state, unit)]:
            yield from deeds
            looked += 1
            if looked == FEW:
                break
    enemies = [foe for foe in eye_of(state, state.side).foes if not foe.row.flying and not foe.piece.dived]
    for barrage in sampling.barrages(state):
        on = [foe for foe in enemies if (foe.piece.x, foe.piece.y) == (barrage.x, barrage.y)]
        if on and indirect.may_barrage(state, barrage) is None:
            yield _shell_toll(state, barrage, on[0].unit), barrage


def _shots(state: State, unit: int) -> Iterator[tuple[float, Order]]:
    """Every shot of a unit that takes something: direct, at places, and on its path."""
    for order in shooting.shots(state, unit):
        took = _shot(state, order) if isinstance(order, orders.Fire) else _denied(state, order)
        if took > 0:
            yield took, order
    above: list[orders.Shell | orders.Bomb] = [*_shells(state, unit), *_bomb_runs(state, unit)]
    yield from [(took, order) for order in above if (took := _fallen(state, order)) > 0]


def _shot(state: State, order: orders.Fire) -> float:
    """What a shot takes on the average, or a repair gives back; a wreck is not worth a shell."""
    piece, row, gun = state.units[order.target], state.type(order.target), state.weapon(order.unit, order.weapon)
    if piece.wreck:
        return 0.0
    if gun.use == "repair":
        return _mended(state, gun, order.target)
    volley, strike, _, _ = shooting.facts_of(state, order)
    return battle.toll(row, piece.hp, volley, strike) * importance(state.setup, row, piece)


def _denied(state: State, order: orders.FireAtCrate) -> float:
    """What a crate adds to the shots of enemies around it, less what it adds to one's own."""
    crate, side, gun = state.crates[order.crate], state.acting, state.weapon(order.unit, order.weapon)
    theirs, ours = (_helped(eye_of(state, who), crate.x, crate.y) for who in (side.other, side))
    volley = shooting.volley_of(state, order.unit, gun, ())
    strike = damage.strike_on_crate(state, order.crate, gun.damage, gun.penetration)
    return (theirs - ours) * float(odds.destroyed(odds.shot(volley, strike)))


def _shells(state: State, unit: int) -> Iterator[orders.Shell]:
    for number, weapon in enumerate(state.type(unit).weapon):
        if weapon.kind == "artillery":
            for foe in state.standing(state.acting.other):
                piece = state.units[foe]
                order = orders.Shell(unit, number, piece.x, piece.y)
                if not state.type(foe).flying and not piece.dived and indirect.may_shell(state, order) is None:
                    yield order


def _bomb_runs(state: State, unit: int) -> Iterator[orders.Bomb]:
    if any(weapon.kind == "bomb" for weapon in state.type(unit).weapon):
        yield from indirect.bombs(state, unit)


def _fallen(state: State, order: orders.Shell | orders.Bomb) -> float:
    """What an attack from above takes from enemies, less what it takes from friends."""
    salvo, total = indirect.salvo_of(state, order), 0.0
    for unit in state.standing():
        piece, row = state.units[unit], state.type(unit)
        if not row.flying and not piece.dived and (took := _toll_above(state, salvo, unit)):
            took *= importance(state.setup, row, piece)
            total += -FRIEND * took if piece.side is state.acting else took
    return total


def _works(state: State, unit: int) -> Iterator[tuple[float, Order]]:
    """Mines before the enemy, a bridge where it leads over water; fields of the enemy in the way are defused."""
    for order in engineers.deeds(state, unit):
        if isinstance(order, orders.LayBridge):
            if _leads_over(state, unit):
                yield 5.0, order
        elif isinstance(order, orders.Defuse):
            field = state.mines[order.field]
            if (side := state.units[field.owner].side) is not state.side:
                yield _mined(state, field.x, field.y, side), order
        else:
            yield _mined(state, order.x, order.y, state.side), order


def _mined(state: State, x: int, y: int, side: Side) -> float:
    """What a field there may take from the enemies of a side, who may come far, less what it takes from its friends."""
    total, mine = 0.0, state.setup.figures.mine
    for unit in state.standing():
        piece, row = state.units[unit], state.type(unit)
        far, reach = hypot(piece.x - x, piece.y - y), MINED * CM if piece.side is not side else 2 * mine.size
        if far < reach and mines.touches(state, unit):
            strike = damage.strike_on(state, unit, Part.BOTTOM, mine.damage, mine.penetration)
            took = battle.loss(row, piece.hp, odds.struck({mine.hits: odds.ONE}, strike)) * (1 - far / reach)
            total += -took if piece.side is side else took
    return total * COMES


def _leads_over(state: State, unit: int) -> bool:
    """Whether the bridge that a unit becomes can be crossed, and saves its friends way from here."""
    eye, row, base = eye_of(state, state.side), state.type(unit), state.base(unit)
    friends = any(unit != other and state.type(other).type == row.type for other in state.standing(state.side))
    if not eye.goals or not friends or not battle.spans(state.ground, row, base):
        return False
    after = battle.bridged(state.ground, base)
    here = battle.lattice(state.ground, row).at(base.x, base.y)
    before, then = (battle.ways(ground, row, eye.goals)[here] for ground in (state.ground, after))
    return before - then > battle.LEAST_SAVED


_PHASES = {
    Phase.BEGIN: _begin,
    Phase.CHOICE: _choice,
    Phase.DEPLOYMENT: _deployment,
    Phase.FIRST: _first,
    Phase.COMMAND: _command,
    Phase.START: _start,
    Phase.MOVEMENT: _movement,
    Phase.COUNTER: _counter,
    Phase.SHOOTING: _shooting,
}


# The value of a position, and plans by it


def outlook_of(state: State, weights: Weights) -> tuple[Outlook, Eye]:
    """What the side to move has before it in the next turns, from where all stand."""
    eye = eye_of(state, state.side, weights, roomy=True)
    outlook = Outlook(state, weights)
    outlook.bonus = {unit: _bonus(eye, unit, state) for unit in outlook.own}
    other = eye_of(state, state.side.other, weights, roomy=True)
    outlook.material -= sum([_bonus(other, unit, state) for unit in outlook.foes])
    return outlook, eye


def value(state: State, side: Side, weights: Weights = WEIGHTS) -> float:
    """What a position is worth: the units that stand, the shots of the next turns, the way that is left."""
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner is None else WON if winner is side else -WON
    found = outlook_of(state, weights)[0].value()
    return found if side is state.side else -found


def _bonus(eye: Eye, unit: int, state: State) -> float:
    """What a place is worth besides shots: the way, the front, friends to repair."""
    piece, row = state.units[unit], state.type(unit)
    total = -_to_go(eye, unit, state)
    if eye.foes:
        off = abs(swing(piece.heading, _look(eye, errand_of(eye, unit), piece.x, piece.y)))
        total -= FACE * row.points * off / 180
    for weapon in row.weapon:
        if weapon.use == "repair":
            total += max([_mended(state, weapon, at) for at in _in_reach(eye, unit, state, weapon)], default=0.0)
    return total + DUG * row.points * (eye.holds and piece.dug_in)


class Pose(NamedTuple):
    """How a unit may stand after some orders, what that is worth besides shots, and the command die that it takes."""

    orders: tuple[Order, ...]
    piece: Unit
    bonus: float
    shape: Shape
    die: str = ""


def _poses(eye: Eye, unit: int, many: int) -> Iterator[Pose]:
    """Some of the poses that a unit can take: as it is, with command dice, and at the ends of so many ways."""
    state = eye.state
    piece, row, base, after = state.units[unit], state.type(unit), state.base(unit), state.copy()
    way = going(state.ground, row)
    wrecks = [shape for other, shape in paths.bodies(state, row.flying, unit) if state.units[other].wreck]
    field = Field(wrecks, way.off, way.on)
    stuck = 0.0 if state.setup.reverse else STUCK * row.points

    def pose(given: tuple[Order, ...], then: Unit, end: Base, die: str = "") -> Pose:
        after.units[unit] = then
        bonus = _bonus(eye, unit, after) - stuck * (1 - _room(row, field, end))
        return Pose(given, then, bonus + worth(row, then.hp) - worth(row, piece.hp), end.shape, die)

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
                driven, moved = _driven(given, unit, walk, end)
                yield pose((order, *driven), moved, end, die)
        else:
            yield pose((order,), given.units[unit], base, die)
    for walk, end in _ends(eye, unit, many):
        yield pose(*_driven(state, unit, walk, end), end)


def _ends(eye: Eye, unit: int, many: int) -> Iterator[tuple[paths.Walk, Base]]:
    """Where a unit gets to by so many ways, the turn on the spot first, with the front to the enemy and as it came."""
    course, base, errand = paths.Course(eye.state, unit), eye.state.base(unit), errand_of(eye, unit)
    known = set[tuple[int, int, int]]()
    *ways_on, spot = _paths(eye, unit, errand)
    for path in islice(chain([spot], ways_on, _fan(course)), many):
        walk = course.walk(base, path)
        if not walk.pieces:
            continue
        turned = _fronted(course, walk, _look(eye, errand, walk.end.x, walk.end.y))
        for end in (turned, walk.end):
            if (end.x, end.y, end.heading) not in known:
                known.add((end.x, end.y, end.heading))
                yield walk, end


def _fan(course: paths.Course) -> Iterator[Path]:
    """Ways straight ahead after a turn, ever more of them."""
    for step, parts in FANS:
        for part in range(parts, 0, -1):
            for turn in range(-(course.row.turn // step) * step, course.row.turn + 1, step):
                yield ((turn, course.move * part // parts),)


def _driven(state: State, unit: int, walk: paths.Walk, end: Base) -> tuple[tuple[Order, ...], Unit]:
    """The order for a way that ends so, and the unit after it."""
    turn, piece = swing(walk.end.heading, end.heading), state.units[unit]
    order = orders.Move(unit, (*walk.path, (turn, 0)) if turn else walk.path)
    place = {"x": end.x, "y": end.y, "heading": end.heading}
    return (order,), replace(piece, **place, moved=state.turn, dug_in=False, camouflaged=False, dummy=False)


def _room(row: UnitType, field: Field, base: Base) -> float:
    """How much of its next move a unit would have before it, whichever way it turns first; nobody reverses."""
    if row.flying or row.naval or row.type == "infantry":
        return 1.0
    far, best = min(row.move, ROOM) * CM, 0
    for turn in (0, 30, -30, 60, -60, 90, -90):
        if abs(turn) <= row.turn and (not turn or field.pivot(base, turn).blocker is None):
            best = max(best, field.drive(base.turned(turn), far).free)
            if best >= far:
                break
    return best / far


def ways(
    state: State, weights: Weights, evaluations: int, late: Callable[[], bool], pick: Callable[[int], int]
) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Rows of orders with what each is worth; each costs a value, so there may be any number of them."""
    if state.phase is Phase.DEPLOYMENT:
        return _placings(state, evaluations, late, pick)
    if state.phase is Phase.SHOOTING:
        return _shots_judged(state, weights)
    return Plan(state, weights, evaluations, late).rows()


def _placings(
    state: State, evaluations: int, late: Callable[[], bool], pick: Callable[[int], int]
) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Where to deploy a unit, by battles fought from there, of which again and again the better half is fought on.

    Half of the places are greedy's best, the others are drawn from the next ones, so that no army stands as the last.
    Who flies or swims does not move in these battles, and is deployed as greedy would; so is all with few evaluations.
    """
    ranked = [order for _, order in sorted(_deployment(state), key=lambda one: -one[0])]
    row, places = state.ground.types[deployment.kinds(state)[0]], evaluations // (LOOKS * TURN)
    many = 1 if row.flying or row.naval or places < PLACES else min(len(ranked), places)
    best = (many + 1) // 2
    kept, rest = ranked[:best], ranked[best : 2 * many]
    kept += [rest.pop(pick(len(rest))) for _ in range(min(len(rest), many - best))]
    worth_of, battles, dropped = dict.fromkeys(kept, 0.0), dict[Order, Skirmish](), list[Order]()
    while len(kept) > 1 and evaluations >= len(kept) * LOOKS * TURN and not late():
        evaluations -= len(kept) * LOOKS * TURN
        won = dict[Order, float]()
        for order in takewhile(lambda _: not late(), kept):
            if order not in battles:
                battles[order] = Skirmish(_deployed(state, order))
            won[order] = worth_of[order] + battles[order].fought(LOOKS, late) * (-1 if state.side else 1)
        if late():  # not all were fought to their end
            break
        worth_of |= won
        kept.sort(key=lambda order: -worth_of[order])
        half = (len(kept) + 1) // 2
        kept, dropped = kept[:half], kept[half:] + dropped
    least = worth_of[kept[0]]
    for order in (*kept, *dropped):  # what was dropped is not better for having been fought for less long
        least = min(least, worth_of[order])
        yield least, (order,)


def _deployed(state: State, order: Order) -> State:
    """The first turn, if a unit is deployed so and all after it as greedy would."""
    done = state.copy()
    while True:
        assert isinstance(order, orders.Deploy)
        unit, ends = deployment.next_of(done, order.kind), deployment.left_in_batch(done) == 1
        place = {"x": order.x, "y": order.y, "heading": order.heading}
        done.units[unit] = replace(done.units[unit], where=Where.TABLE, **place)
        if ends and deployment.waiting(done, done.side.other):
            done.side = done.side.other
        if not deployment.waiting(done):
            return replace(done, side=done.first, phase=Phase.MOVEMENT, turn=1)
        order = _expected(done)


def _expected(state: State) -> Order:
    """Where greedy deploys the next unit."""
    row, goal = state.ground.types[deployment.kinds(state)[0]], _deployment_goal(state)
    own = [state.units[unit] for unit in state.standing(state.side)]
    for order in sorted(deployment.spread(state, row), key=lambda order: -_place(row, order, goal, own)):
        if deployment.may_deploy(state, order) is None:
            return order
    return next(_deployment(state))[1]


class Plan:
    """Where all units of a side go in a turn: from some first thoughts on, one unit after another is put where it is
    worth most while the others stay, at first among its best few poses, then among more."""

    def __init__(self, state: State, weights: Weights, evaluations: int, late: Callable[[], bool]) -> None:
        self.state, self.late = state, late
        self.outlook, self.eye = outlook_of(state, weights)
        self.ends = (*closing(state), orders.EndMovement())
        able = [unit for unit in self.outlook.own if driving.may_act(state, unit) is None]
        self.units = [unit for unit in able if state.type(unit).type != "plane"]
        many = evaluations // (EACH * max(1, len(self.units)))
        self.poses = {unit: self._ranked(unit, many) for unit in self.units}
        self.now = {unit: poses[0] for unit, poses in self.poses.items()}

    def _ranked(self, unit: int, many: int) -> list[Pose]:
        """The poses of a unit: as it is, and then the best at first sight."""
        found = _poses(self.eye, unit, many)
        stay, others = next(found), list(takewhile(lambda _: not self.late(), found))
        rough = {id(pose): self._rough(unit, pose) for pose in others}
        return [stay, *sorted(others, key=lambda pose: -rough[id(pose)])]

    def _rough(self, unit: int, pose: Pose) -> float:
        outlook = self.outlook
        shots = dict.fromkeys(range(len(outlook.types[unit].weapon)), 0.0)
        then, danger = dict(shots), 0.0
        for foe in outlook.foes:
            other, count = outlook.pieces[foe], outlook.counts[foe]
            for number, blow in outlook.threats.stands(pose.piece, other):
                shots[number] = max(shots[number], count * blow.gains[other.hp])
            for number, blow in outlook.threats.comes(pose.piece, other):
                then[number] = max(then[number], count * blow.gains[other.hp])
            danger += sum([blow.gains[pose.piece.hp] for _, blow in outlook.threats.comes(other, pose.piece)])
        danger *= SHARE * outlook.counts[unit] * outlook.weights.risk
        return pose.bonus + sum(shots.values()) + outlook.weights.hope * sum(then.values()) - danger

    def row(self) -> tuple[Order, ...]:
        """The orders, of those first who are nearest to the enemy."""
        foes = [self.outlook.pieces[foe] for foe in self.outlook.foes]
        far = {
            unit: min([hypot(foe.x - piece.x, foe.y - piece.y) for foe in foes], default=0.0)
            for unit in self.units
            for piece in [self.state.units[unit]]
        }
        poses = [self.now[unit] for unit in sorted(self.units, key=lambda unit: far[unit])]
        return (*[order for pose in poses for order in pose.orders], *self.ends)

    def put(self, unit: int, pose: Pose) -> None:
        self.now[unit] = pose
        self.outlook.bonus[unit] = pose.bonus
        self.outlook.put(unit, pose.piece)

    def free(self, unit: int, pose: Pose) -> bool:
        """Whether nobody of the own side would stand there too, or take the same die."""
        if pose.die:
            taken = sum([other.die == pose.die for at, other in self.now.items() if at != unit])
            if taken >= self.state.pool.count(pose.die):
                return False
        return not any(
            overlap(pose.shape, other.shape)
            for at, other in self.now.items()
            if at != unit and not apart(pose.shape.box, other.shape.box)
        )

    def rows(self) -> Iterator[tuple[float, tuple[Order, ...]]]:
        starts: list[tuple[float, dict[int, Pose]]] = []
        for which in (self._stay, self._best, self._onward):
            for unit in self.units:
                self.put(unit, self.poses[unit][0])
            for unit in self.units:
                pose = which(unit)
                if self.free(unit, pose):
                    self.put(unit, pose)
            starts.append((self.outlook.value(), dict(self.now)))
            yield starts[-1][0], self.row()
        starts.sort(key=lambda one: -one[0])
        for worth_of, poses in starts:
            for unit, pose in poses.items():
                self.put(unit, pose)
            yield from self._climb(worth_of)

    def _stay(self, unit: int) -> Pose:
        return self.poses[unit][0]

    def _best(self, unit: int) -> Pose:
        return max(self.poses[unit], key=lambda pose: self._rough(unit, pose))

    def _onward(self, unit: int) -> Pose:
        return max(self.poses[unit], key=lambda pose: pose.bonus)

    def _climb(self, best: float) -> Iterator[tuple[float, tuple[Order, ...]]]:
        """Betters the poses until none is left that is better alone."""
        many = 3
        while True:
            before = best
            for unit in self.units:
                chosen = self.now[unit]
                for pose in self.poses[unit][:many]:
                    if pose is chosen or not self.free(unit, pose):
                        continue
                    self.put(unit, pose)
                    found = self.outlook.value()
                    yield found, self.row()
                    if found > best:
                        best, chosen = found, pose
                self.put(unit, chosen)
            if many >= max([len(poses) for poses in self.poses.values()], default=0) and best <= before:
                return
            many *= 2


def _shots_judged(state: State, weights: Weights) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Single orders of the shooting phase: shots by what is left after them, others by what they take."""
    outlook, _ = outlook_of(state, weights)
    if found := [one for one in _helping(state) if one[0] > 0]:
        yield from [(outlook.value() + gain, (order,)) for gain, order in found]
        return
    for took, order in sorted(promising(state), key=lambda one: -one[0]):
        spent = getattr(order, "unit", -1), getattr(order, "weapon", -1)
        if isinstance(order, orders.Fire) and state.weapon(*spent).use == "fire":
            volley, strike, _, _ = shooting.facts_of(state, order)
            blow = exchange.shot(state.type(order.target), volley, strike)
            yield outlook.value(spent, order.target, blow), (order,)
        elif isinstance(order, orders.Shell) and state.weapon(*spent).attacks <= exchange.LONG:
            at = next(foe for foe in outlook.foes if (state.units[foe].x, state.units[foe].y) == (order.x, order.y))
            blow = exchange.salvo(state, order, at)
            beside = took - importance(state.setup, state.type(at), state.units[at]) * blow.gains[state.units[at].hp]
            yield outlook.value(spent, at, blow) + beside, (order,)
        elif isinstance(order, orders.EndTurn):  # whoever has a shot left takes it
            yield -WON, (order,)
        else:
            yield took + outlook.value(spent), (order,)


def _helping(state: State) -> Iterator[tuple[float, Order]]:
    """What the command dice add to the shots of each unit."""
    for order in command.uses(state):
        given = state.copy()
        CHANGES[Commanded](given, Commanded(order.command, order.unit))
        before, then = (sum(_each_best(one, order.unit)) for one in (state, given))
        yield AGAIN * before if order.command == "ammunition" else then - before, order


def _each_best(state: State, unit: int) -> Iterable[float]:
    """What each weapon of a unit takes at best."""
    best: dict[int, float] = {}
    for took, order in _shots(state, unit):
        if isinstance(order, orders.Fire | orders.Shell):
            best[order.weapon] = max(best.get(order.weapon, 0.0), took)
    return best.values()


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed: flights that planes owe."""
    if state.phase is Phase.MOVEMENT:
        eye = eye_of(state, state.side)
        for unit in driving.owed(state):
            if flights := list(_flights(eye, unit)):
                yield max(flights, key=lambda one: one[0])[1]


def horizon(state: State) -> Horizon:
    """In a standard battle deployment is planned, and movement and shots with the command dice for them. The start of a
    turn, submarines and counter-attacks follow `promising`, and so does a campaign that is won by driving or by holding
    out: the value knows little of that."""
    planned = Phase.DEPLOYMENT, Phase.MOVEMENT, Phase.SHOOTING
    if state.setup.campaign != "standard" or state.phase not in planned or _dives(state):
        return Horizon.NONE
    return Horizon.WAYS


def _dives(state: State) -> bool:
    """Whether a submarine gains by diving or surfacing."""
    eye = eye_of(state, state.side)
    ships = [unit for unit in state.standing(state.side) if state.type(unit).type == "submarine"]
    return state.phase is Phase.MOVEMENT and any(_depths(eye, unit) for unit in ships)
