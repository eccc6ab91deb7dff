"""What a bot may know of Panzerkampf: which orders promise most, in points of units won and lost.

A shot is worth what it takes from its target on the average. A place is worth the shots from it, less what the enemies
who reach it may take, and the way made to where the game is decided. Units are moved one after another, in the order of
the army; who would not gain by moving stays.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.geometry.plane import DIRECTIONS, ONE, Base, bearing, in_range
from hulldown.kernel.rulebook import Horizon, Weights
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf import (
    battle,
    choices,
    command,
    deployment,
    driving,
    engineers,
    indirect,
    orders,
    paths,
    phases,
    sampling,
    shooting,
    sight,
)
from hulldown.rulebooks.panzerkampf.battle import importance, promised, shown, worth
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Order, Path
from hulldown.rulebooks.panzerkampf.setup import EDGES, destination
from hulldown.rulebooks.panzerkampf.state import LaidBridge, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.units import UnitType

WEIGHTS = Weights(risk=0.6, hope=0.5, way=1.0, goal=1.0)
EVALUATIONS = 150  # of a veteran's turn
WON = 5000.0  # what a game is worth
NEXT = 0.35  # what a shot of the next turn is worth
COMES = 0.5  # how likely an enemy who has to come first shoots at a unit
SHARE = 0.45  # how much of all enemies' shots falls on one unit
WAY = 0.012  # what a centimetre towards the enemy is worth, of a unit's points
GOAL = 3.0  # what a centimetre towards the destination is worth to a support unit
FACE = 0.02  # of a unit's points, what it is worth to look at the nearest enemy
LEAST = 2.0  # a counter-attack for less is kept for later
GONE = 0.25  # of its points, what it costs a plane to leave the table
FULLY = 8  # so many ends of ways are looked at fully
FEW = 4  # so many units are looked at for the next shot
DOWN = 0.12  # of its points, what it is worth to a threatened submarine to be dived
LONG = 3  # shots of a salvo that are counted exactly
FRIEND = 1.5  # how much more it counts to hit a friend
DUG = 0.06  # of its points, what a trench is worth to infantry without a target


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Orders worth thinking about, each with what it is worth; every phase has at least one."""
    return _PHASES[state.phase](state)


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
    yield from [(1, order) for order in list(command.drops(state))[:1]]
    if kinds := deployment.kinds(state):
        kind = max(kinds, key=lambda kind: _bought(state.ground.types[kind]))
        goal = _deployment_goal(state)
        own = [state.units[unit] for unit in state.standing(state.side)]
        row = state.ground.types[kind]
        yield from [(1000 + _place(row, order, goal, own), order) for order in deployment.places(state, kind)]


def _relief_way(state: State, edge: str) -> float:
    """How far relief would be from its own, and how near to enemies."""
    width, height = state.table.width, state.table.height
    x, y = {"north": (width // 2, 0), "south": (width // 2, height), "west": (0, height // 2)}.get(
        edge, (width, height // 2)
    )
    enemies = [state.units[unit] for unit in state.standing(state.side.other)]
    return sum(hypot(piece.x - x, piece.y - y) / CM for piece in enemies)


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


class Foe(NamedTuple):
    """An enemy on the table."""

    unit: int
    piece: Unit
    row: UnitType
    worth: float


class Eye(NamedTuple):
    """What one side has before it."""

    state: State
    side: Side
    foes: tuple[Foe, ...]
    goals: frozenset[tuple[int, int]]
    eager: float  # how much the way counts
    caution: float


def eye_of(state: State, side: Side, weights: Weights = WEIGHTS) -> Eye:
    setup, found = state.setup, list[Foe]()
    for unit in state.standing(side.other):
        piece, row = state.units[unit], state.type(unit)
        found.append(Foe(unit, piece, row, worth(row, piece.hp) * importance(setup, row, piece)))
    eager, caution = weights.way * WAY, weights.risk
    if setup.campaign == "encircled" and side is setup.defending:
        relieved = any(piece.relief and piece.where is Where.TABLE for piece in state.units)
        eager *= 1.0 if relieved else 0.0
    elif state.round > 4:  # who waits for the other waits for ever
        eager, caution = eager * min(3.0, state.round / 4), caution * max(0.4, 1 - state.round / 20)
    wanted = found
    if setup.campaign == "escort" and side is not setup.defending:
        wanted = [foe for foe in found if foe.row.support] or found
    if setup.campaign == "encircled" and side is not setup.defending:
        wanted = [foe for foe in found if not foe.piece.relief] or found
    goals = frozenset([(foe.piece.x, foe.piece.y) for foe in wanted])
    return Eye(state, side, tuple(found), goals, eager, caution)


def _movement(state: State) -> Iterator[tuple[float, Order]]:
    """Commands first; then the next unit that gains by moving; at last the planes that must still fly."""
    if found := [one for one in _commands(state) if one[0] > 0]:
        yield max(found, key=lambda one: one[0])
        return
    eye = eye_of(state, state.side)
    last = max((unit for unit, piece in enumerate(state.units) if _handled(state, piece)), default=-1)
    for unit in range(last + 1, len(state.units)):
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
    yield 0, orders.EndMovement()


def _handled(state: State, piece: Unit) -> bool:
    return piece.side is state.side and state.turn in (piece.moved, piece.digging)


def _ways(eye: Eye, unit: int) -> Iterator[tuple[float, Order]]:
    """What a unit gains by moving, digging or diving, over staying as it is."""
    state = eye.state
    piece, row = state.units[unit], state.type(unit)
    if row.type == "plane":
        return
    if row.type == "submarine" and piece.decided != state.turn:
        yield from _depths(eye, unit)
        return
    here = standing(eye, unit, state)
    if row.type == "infantry" and not piece.dug_in and not here.shots:
        order = orders.DigIn(unit)
        if driving.may_dig_in(state, order) is None and eye.eager == 0:
            yield DUG * row.points, order
    found = [(one.worth - here.worth, order) for order, one in _reached(eye, unit)]
    if found:
        best = max(found, key=lambda one: one[0])
        if best[0] > 0.5:
            yield best


class Standing(NamedTuple):
    worth: float
    shots: float


def _reached(eye: Eye, unit: int) -> Iterator[tuple[orders.Move, Standing]]:
    """The best of some paths of a unit, and what it is worth to end there, with the front to the enemy."""
    state = eye.state
    course, base, piece = paths.Course(state, unit), state.base(unit), state.units[unit]
    found: dict[Path, paths.Walk] = {}
    for path in _paths(eye, unit):
        walk = course.walk(base, path)
        if walk.pieces:
            found[walk.path] = walk
    for walk in sorted(found.values(), key=lambda walk: -_glance(eye, unit, walk.end))[:FULLY]:
        end = _fronted(eye, course, walk)
        after = state.copy()
        after.units[unit] = replace(
            piece, x=end.x, y=end.y, heading=end.heading, moved=state.turn, dug_in=False, camouflaged=False, dummy=False
        )
        turn = (end.heading - walk.end.heading + 180) % 360 - 180
        order = orders.Move(unit, (*walk.path, (turn, 0)) if turn else walk.path)
        if driving.arrives(after, unit, walk.legs):
            yield order, Standing(WON, 0)
            return
        yield order, standing(eye, unit, after)


def _fronted(eye: Eye, course: paths.Course, walk: paths.Walk) -> Base:
    """The end of a way, turned towards the nearest enemy as far as TRN lasts, if there is room for that."""
    end, left = walk.end, course.row.turn - walk.turned
    turn = (_look(eye, end.x, end.y) - end.heading + 180) % 360 - 180
    turned = end.turned(max(-left, min(left, turn)))
    return turned if turned != end and course.field.blocked(turned) is None else end


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


def _look(eye: Eye, x: int, y: int) -> int:
    """The bearing of the nearest enemy."""
    if not eye.foes:
        return 0
    near = min(eye.foes, key=lambda foe: (foe.piece.x - x) ** 2 + (foe.piece.y - y) ** 2).piece
    return bearing(near.x - x, near.y - y)


def _paths(eye: Eye, unit: int) -> Iterator[Path]:
    """Along the way to the goal, a fan of others, and turns on the spot."""
    state = eye.state
    piece, row, far = state.units[unit], state.type(unit), paths.allowance(state, unit)
    for x, y in _waypoints(eye, unit, far):
        dx, dy = x - piece.x, y - piece.y
        turn = (bearing(dx, dy) - piece.heading + 180) % 360 - 180
        yield ((turn, min(far, round(hypot(dx, dy)))),)
    steps = _waypoints(eye, unit, far)
    if len(steps) > 2:
        middle, end = steps[len(steps) // 2], steps[-1]
        first = bearing(middle[0] - piece.x, middle[1] - piece.y)
        second = bearing(end[0] - middle[0], end[1] - middle[1])
        turn, more = (first - piece.heading + 180) % 360 - 180, (second - first + 180) % 360 - 180
        length = round(hypot(middle[0] - piece.x, middle[1] - piece.y))
        yield (turn, length), (more, round(hypot(end[0] - middle[0], end[1] - middle[1])))
    for turn in (0, 45, -45, 90, -90, 135, -135, 180):
        if abs(turn) <= row.turn:
            yield ((turn, far),)
            yield ((turn, far // 3),)
    yield ((max(-row.turn, min(row.turn, (_look(eye, piece.x, piece.y) - piece.heading + 180) % 360 - 180)), 0),)


def _waypoints(eye: Eye, unit: int, far: int) -> list[tuple[int, int]]:
    """Three places on the way to where a unit wants to be."""
    state = eye.state
    piece, row = state.units[unit], state.type(unit)
    goals = _goals_of(eye, unit)
    if not goals:
        return []
    if row.flying or piece.dived:
        x, y = min(goals, key=lambda goal: (goal[0] - piece.x) ** 2 + (goal[1] - piece.y) ** 2)
        return [(piece.x + (x - piece.x) * part // 3, piece.y + (y - piece.y) * part // 3) for part in (1, 2, 3)]
    path = battle.downhill(state.ground, row, goals, piece.x, piece.y, far // CM)
    return [path[at] for at in sorted({len(path) // 3, 2 * len(path) // 3, len(path) - 1})] if path else []


def _goals_of(eye: Eye, unit: int) -> frozenset[tuple[int, int]]:
    """Where a unit wants to be: a support unit of an escort at the destination, all others at the enemy."""
    state = eye.state
    edge = state.edges[eye.side]
    if state.setup.campaign == "escort" and eye.side is state.setup.defending and state.type(unit).support and edge:
        return frozenset([destination(state.setup, edge)])
    return eye.goals


def standing(eye: Eye, unit: int, state: State) -> Standing:
    """What it is worth for a unit to be where it is in a state: its shots, its dangers, the way, the front."""
    piece, row = state.units[unit], state.type(unit)
    shots = offence(eye, unit, state)
    total = shots * (1 + NEXT) - eye.caution * SHARE * danger(eye, unit, state) - _to_go(eye, unit, state)
    if eye.foes:
        off = abs((_look(eye, piece.x, piece.y) - piece.heading + 180) % 360 - 180)
        total -= FACE * row.points * off / 180
    return Standing(total, shots)


def offence(eye: Eye, unit: int, state: State) -> float:
    """What the weapons of a unit take from enemies in the next shooting phase, each from the best target."""
    piece, row = state.units[unit], state.type(unit)
    if piece.dived:
        return 0.0
    moved = piece.moved == state.turn and state.phase is Phase.MOVEMENT
    total, seen = 0.0, dict[int, bool]()
    for number, weapon in enumerate(row.weapon):
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


def _sees(state: State, unit: int, target: int, seen: dict[int, bool]) -> bool:
    if target not in seen:
        piece = state.units[target]
        seen[target] = sight.sees(state, unit, (piece.x, piece.y), target)
    return seen[target]


def _taken(state: State, unit: int, number: int, foe: Foe, dx: int, dy: int) -> float:
    """What a weapon takes from an enemy who is that far away, times how much he counts."""
    weapon, piece = state.weapon(unit, number), foe.piece
    counts = foe.worth / max(1.0, worth(foe.row, piece.hp))
    if weapon.kind == "artillery":
        return _shelled(state, unit, number, foe) * counts
    side = shown(-dx, -dy, piece.heading)
    return counts * promised(
        state.ground, state.units[unit].kind, number, piece.kind, side, piece.hp, piece.dug_in, piece.dived
    )


def _shelled(state: State, unit: int, number: int, foe: Foe) -> float:
    """What artillery takes from an enemy at whose middle it is aimed; nobody shells who flies or is dived."""
    if foe.row.flying or foe.piece.dived:
        return 0.0
    return _shell_toll(state, orders.Shell(unit, number, foe.piece.x, foe.piece.y), foe.unit)


def _shell_toll(state: State, order: orders.Shell | orders.Bomb | orders.Barrage, target: int) -> float:
    return _toll_above(state, indirect.salvo_of(state, order), target)


def _toll_above(state: State, salvo: indirect.Salvo, unit: int) -> float:
    """What an attack from above takes from a unit; of a long salvo about, as its places are too many to count anew."""
    base, row, hp = state.base(unit), state.type(unit), state.units[unit].hp
    here = replace(base, x=base.x - salvo.aim[0], y=base.y - salvo.aim[1])
    fall = indirect.fallout(state, salvo)
    if hypot(here.x, here.y) > fall.reach + base.length + base.width:
        return 0.0
    if salvo.heading >= 0 or salvo.attacks <= LONG:
        return battle.loss(row, hp, indirect.outcomes(state, salvo, unit, indirect.hits_on(fall, here)))
    shape = here.shape
    many = salvo.attacks * sum([float(chance) for spot, chance in indirect.cloud(fall) if shape.holds(*spot)])
    return min(worth(row, hp), many * battle.from_above(state.ground, row.id, hp, salvo.power, not row.naval))


def danger(eye: Eye, unit: int, state: State) -> float:
    """What enemies may take from a unit in their next turn, those who have to come first less."""
    piece, row = state.units[unit], state.type(unit)
    counts = importance(state.setup, row, piece)
    total, seen = 0.0, dict[int, bool]()
    for foe in eye.foes:
        dx, dy = piece.x - foe.piece.x, piece.y - foe.piece.y
        side, best = shown(-dx, -dy, piece.heading), 0.0
        for number, weapon in enumerate(foe.row.weapon):
            comes = 0 if weapon.reload else foe.row.move * 3 // 4
            if weapon.use != "fire" or not in_range(dx, dy, (weapon.range + comes) * CM):
                continue
            if weapon.kind in ("artillery", "bomb"):
                took = _from_above(state, foe, number, unit) * COMES
            else:
                took = promised(
                    state.ground, foe.piece.kind, number, piece.kind, side, piece.hp, piece.dug_in, piece.dived
                )
                near = battle.bears(weapon, dx, dy, foe.piece.heading)
                took *= 1.0 if near and took and _sees_back(state, foe.unit, unit, seen) else COMES
            best += took
        total += best
    return counts * total


def _sees_back(state: State, foe: int, unit: int, seen: dict[int, bool]) -> bool:
    if foe not in seen:
        piece = state.units[unit]
        seen[foe] = sight.sees(state, foe, (piece.x, piece.y), unit)
    return seen[foe]


@lru_cache(maxsize=1 << 14)
def _pounded(attacks: int, accuracy: int, reach: int) -> float:
    """How many of a salvo's shots hit a base on the average, about."""
    return attacks * max(1, min(11, accuracy)) / 11 / (1 + 0.15 * attacks)


def _from_above(state: State, foe: Foe, number: int, unit: int) -> float:
    piece, row, weapon = state.units[unit], state.type(unit), foe.row.weapon[number]
    if row.flying or piece.dived:
        return 0.0
    power = weapon.damage, weapon.penetration
    one = battle.from_above(state.ground, piece.kind, piece.hp, power, not row.naval)
    return min(worth(row, piece.hp), one * _pounded(weapon.attacks, weapon.accuracy, 0))


def _to_go(eye: Eye, unit: int, state: State) -> float:
    """What the way that is left is worth, beyond what a unit's weapons reach."""
    piece, row, goals = state.units[unit], state.type(unit), _goals_of(eye, unit)
    if not goals:
        return 0.0
    if row.flying or piece.dived:
        far = min(hypot(x - piece.x, y - piece.y) / CM for x, y in goals)
    else:
        far = battle.ways(state.ground, row, goals)[battle.lattice(state.ground, row).at(piece.x, piece.y)]
    if goals is not eye.goals:
        return GOAL * far * row.points / 40
    if row.support or not row.weapon:
        return 0.0
    reach = max([weapon.range for weapon in row.weapon if weapon.use == "fire"], default=0)
    return eye.eager * row.points * max(0.0, far - 0.6 * reach)


# Under water and in the air


def _depths(eye: Eye, unit: int) -> Iterator[tuple[float, Order]]:
    """A submarine dives from danger, and surfaces for a shot."""
    state = eye.state
    piece = state.units[unit]
    surface, dive = orders.Surface(unit), orders.Dive(unit)
    judge = driving.may_surface(state, surface) if piece.dived else driving.may_dive(state, dive)
    up, down = state.copy(), state.copy()
    up.units[unit], down.units[unit] = replace(piece, dived=False), replace(piece, dived=True)
    gain = standing(eye, unit, up).worth - standing(eye, unit, down).worth
    if judge is None and (gain if piece.dived else -gain) > 0:
        yield abs(gain), surface if piece.dived else dive
        return
    before = standing(eye, unit, state)
    found = [(one.worth - before.worth, move) for move, one in _reached(eye, unit)]
    if found and (best := max(found, key=lambda one: one[0]))[0] > 0.5:
        yield best


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
        turn = (bearing(dx, dy) - piece.heading + 180) % 360 - 180
        far = round(hypot(dx, dy))
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
            if foe.row.flying or foe.piece.dived:
                continue
            off = min((_beside(leg, foe.piece) for leg in legs), default=10 * CM)
            if off < 3 * CM:
                power = weapon.damage, weapon.penetration
                one = battle.from_above(state.ground, foe.piece.kind, foe.piece.hp, power, not foe.row.naval)
                took = one * _pounded(weapon.attacks, weapon.accuracy, 0) * (1 - off / (3 * CM))
                best = max(best, min(foe.worth, took))
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
    perils = danger(eye, unit, state) * SHARE
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
        if isinstance(order, orders.Fire) and (took := _shot(state, order)) > 0:
            yield took, order
    above: list[orders.Shell | orders.Bomb] = [*_shells(state, unit), *_bomb_runs(state, unit)]
    yield from [(took, order) for order in above if (took := _fallen(state, order)) > 0]


def _shot(state: State, order: orders.Fire) -> float:
    """What a shot takes on the average, or a repair gives back; a wreck is not worth a shell."""
    piece, row, gun = state.units[order.target], state.type(order.target), state.weapon(order.unit, order.weapon)
    if piece.wreck:
        return 0.0
    if gun.use == "repair":
        return (worth(row, piece.hp + 1) - worth(row, piece.hp)) * gun.attacks / 2
    volley, strike, _, _ = shooting.facts_of(state, order)
    return battle.toll(row, piece.hp, volley, strike) * importance(state.setup, row, piece)


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
            owner = state.units[state.mines[order.field].owner]
            if owner.side is not state.side:
                yield 6.0, order
        else:
            yield _mined(state, order), order


def _mined(state: State, order: orders.Plant) -> float:
    """A field lies well where enemies may come, and no friend is next to it."""
    size = state.setup.figures.mine.size
    friends = sum(
        hypot(state.units[unit].x - order.x, state.units[unit].y - order.y) < 2 * size
        for unit in state.standing(state.side)
    )
    near = [
        hypot(state.units[unit].x - order.x, state.units[unit].y - order.y) / CM
        for unit in state.standing(state.side.other)
        if not state.type(unit).flying
    ]
    return 10.0 - 3 * friends - min(near, default=100.0) / 10


def _leads_over(state: State, unit: int) -> bool:
    """Whether the bridge that a unit becomes would shorten the way of its friends."""
    laid = engineers.span_of(state, unit)
    eye = eye_of(state, state.side)
    others = [other for other in state.standing(state.side) if other != unit and not state.type(other).flying]
    if not eye.goals or not others:
        return False
    after = state.ground.with_bridge(LaidBridge(laid.x, laid.y, laid.heading))
    row = state.ground.types[state.units[unit].kind]
    before, then = battle.ways(state.ground, row, eye.goals), battle.ways(after, row, eye.goals)
    grid = battle.lattice(state.ground, row)
    cells = [grid.at(state.units[other].x, state.units[other].y) for other in others]
    return sum(before[cell] - then[cell] for cell in cells) > 10 * len(cells)


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


# The value of a position


def value(state: State, side: Side, weights: Weights = WEIGHTS) -> float:
    """What a position is worth: the units that stand, the shots that both have, the way that is left."""
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner is None else WON if winner is side else -WON
    total = 0.0
    for unit, piece in enumerate(state.units):
        if piece.alive:
            row = state.type(unit)
            has = worth(row, piece.hp) * importance(state.setup, row, piece)
            total += has if piece.side is side else -has
    for who, sign, weight in ((side, 1, weights.hope), (side.other, -1, weights.risk)):
        eye = eye_of(state, who, weights)
        for unit in state.standing(who):
            total += sign * weight * offence(eye, unit, state)
            if who is side:
                total -= _to_go(eye, unit, state)
    return total


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed: flights that planes owe."""
    if state.phase is Phase.MOVEMENT:
        eye = eye_of(state, state.side)
        for unit in driving.owed(state):
            if flights := list(_flights(eye, unit)):
                yield max(flights, key=lambda one: one[0])[1]


def horizon(state: State) -> Horizon:
    """How far values tell orders apart from here."""
    return {Phase.MOVEMENT: Horizon.ROW, Phase.SHOOTING: Horizon.ORDER}.get(state.phase, Horizon.NONE)
