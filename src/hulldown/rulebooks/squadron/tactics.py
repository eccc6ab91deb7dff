"""What a bot may know of the book: which orders promise most, in points won and lost.

A shot is worth its exact chance times what the target costs. A pose is worth the shot that it promises for the next
turn and the way made, less what the enemies who see it may destroy there and, by reactions, on the way to it. A
movement is worth what its dice bring on average. The whole way is planned anew with every step; as nothing that counts
is changed by a step, the plan is followed until the enemy reacts.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from msgspec.structs import replace

from hulldown.geometry.hexes import HexGrid, hexes_of
from hulldown.kernel.rulebook import Horizon, Weights
from hulldown.kernel.side import Side
from hulldown.rulebooks.squadron import driving, orders, tiles, turn
from hulldown.rulebooks.squadron.battle import NEXT, REACTS, Field, Place, best, chances, gun_of, mark_of
from hulldown.rulebooks.squadron.orders import Fire, Order
from hulldown.rulebooks.squadron.setup import HEDGE, LARGE, SMALL, TILES
from hulldown.rulebooks.squadron.state import Gear, Phase, State

WANTED = {"hedge": 2, "ruin": 4, "small_house": 3, "large_house": 5, "crater": 10}  # rows from one's own border
STAYS = 0.6  # what a shot in one's own activation at the tank that moves now is worth against the same shot now
LESS = 0.7  # the same for any other shot: the enemy may move before
MUST = 0.6  # and once more if the firer is in movement and has to move first
WAITS = 0.05  # how much the tanks hurry that only want to lie in ambush
TIDY = 0.01  # what it is worth to swing a turret back for nothing
WEIGHTS = Weights(risk=1.0, hope=1.0, way=1.0, goal=1.0)
EVALUATIONS = 1200  # of a veteran's activation
WON = 1000.0  # what a game is worth


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Orders worth thinking about, each with what it is worth; every phase has at least one."""
    return _reaction(state) if state.window is not None else _PHASES[state.phase](state)


# Setting up


def _begin(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.Begin()


def _tiles(state: State) -> Iterator[tuple[float, Order]]:
    """Hedges and ruins as cover before one's border, houses across the long lines, craters in the enemy's way."""
    ground, grid = state.ground, state.ground.grid
    laid = grid.all & ~ground.open
    closing = [at % grid.columns for at, sign in enumerate(ground.cells) if sign in (HEDGE, LARGE, SMALL)]
    for kind in tiles.hand_left(state, state.side):
        for place in hexes_of(tiles.room_for_tiles(state)):
            row, column = divmod(place, grid.columns)
            deep = grid.rows - 1 - row if state.side else row
            wanted = min(WANTED[kind], grid.rows - 3)
            crowd = (grid.around(place, 2) & laid).bit_count()
            open_line = min([abs(column - other) for other in closing], default=grid.columns)
            across = min(open_line, 3) if TILES[kind] in (HEDGE, LARGE, SMALL) else 0
            yield across + _inside(grid, place) - 2 * abs(deep - wanted) - crowd, orders.PlaceTile(kind, place)


def _inside(grid: HexGrid, place: int) -> int:
    """How far a hex lies from the ends of its row, where few come by; four are enough."""
    column = place % grid.columns
    return min(column, grid.columns - 1 - column, 4)


def _deployment(state: State) -> Iterator[tuple[float, Order]]:
    """Where the enemies who stand already can harm a tank least and it has cover before it; not crowded."""
    ground, grid = state.ground, state.ground.grid
    unit = tiles.beside(state, state.side)[0]
    ahead, card = tiles.ahead(state.side), state.units.units[unit].card
    field = Field(state, unit)
    cover = ground.hedges | ground.small | ground.large | ground.ruins
    for place in hexes_of(tiles.room_for_tanks(state)):
        crowd = sum((grid.around(place, near) & state.units.occupied).bit_count() for near in (1, 1, 2))
        front = (grid.wedge(place, ahead) & grid.around(place, 3) & cover).bit_count()
        worth = field.stop(Place(place, ahead, field.safe)) + 2 * front - 3 * crowd + _inside(grid, place) / 2
        yield worth, orders.Deploy(card, place, ahead)


# The turn


def _initiative(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.RollInitiative()


def _turrets(state: State) -> Iterator[tuple[float, Order]]:
    """A turret swings back unless it points at a better target than the front does."""
    yield 0, orders.KeepTurrets()
    for unit in turn.turned(state, state.side):
        field = Field(state, unit)
        kept, back = (
            max([best(field.ground, field.wrecks, gun, foe.mark) * foe.worth for foe in field.foes], default=0.0)
            for gun in (gun_of(field.piece), gun_of(field.piece)._replace(turret=0))
        )
        yield TIDY + back - kept, orders.SwingBack(unit)


# Activation


def _activation(state: State) -> Iterator[tuple[float, Order]]:
    """The best that each tank can do, by what it wins over standing idle: danger and good shots make haste.

    Who would lie in ambush can wait: it may react without being activated.
    """
    for unit in turn.waiting(state, state.side) if state.active is None else [state.active.unit]:
        field = Field(state, unit)
        here = field.here()
        idle = field.stop(here)
        stays: list[tuple[float, Order]] = [*field.shots(here), (idle + field.ambush(), orders.Ambush(unit))]
        stops = turn.may_stop(state, unit, "stop") is None
        moves = [_expected(state, field)] if field.piece.broken != state.turn else []
        if state.active is None and field.card.breakdown:
            die, still = state.ground.setup.figures.breakdown_die, max(worth for worth, _ in stays)
            yield (max([still] * stops + moves) * (die - 1) + still) / die - idle, orders.Activate(unit)
            continue
        able = stays * stops + [(worth, orders.RollMovement(unit)) for worth in moves]
        worth, order = max(able, key=lambda one: one[0])
        yield (worth - idle) * (WAITS if isinstance(order, orders.Ambush) else 1), order


@lru_cache(maxsize=64)
def _spread(faces: int, dice: int, less: int) -> tuple[tuple[int, float], ...]:
    """The points that movement dice bring, each with its chance."""
    found: dict[int, float] = {}
    for roll in product(range(1, faces + 1), repeat=dice):
        points = max(0, sum(roll) - less)
        found[points] = found.get(points, 0.0) + faces**-dice
    return tuple(found.items())


def _expected(state: State, field: Field) -> float:
    """What a movement is worth before its dice fall."""
    figures, unit = state.ground.setup.figures, field.unit
    spread = _spread(figures.movement_die, driving.dice_of(state, unit), field.card.movement)
    trial = replace(
        state, phase=Phase.MOVEMENT, active=driving.rolled(state, unit, max(points for points, _ in spread))
    )
    ends = [(end.cost, end.worth) for end in _ends(trial, field)]
    idle = field.stop(field.here())
    total = 0.0
    for points, chance in spread:
        total += chance * max([worth for cost, worth in ends if cost <= points], default=idle)
    return total


# Movement


class End(NamedTuple):
    """A way that the tank under way can end: what it costs with the shot, what it is worth, and its orders in turn."""

    cost: int
    worth: float
    pose: driving.Pose
    gear: Gear
    order: Order


def _ends(state: State, field: Field) -> Iterator[End]:
    """All poses that the points buy, each with the best that can be done there: fire, stop, or stay in movement."""
    active, piece = state.active, field.piece
    assert active is not None
    start, shot_cost = (piece.hex, piece.facing), state.ground.setup.figures.shot_cost
    owes = driving.owes_a_hex(state)
    for gear in driving.gears(active):
        found = driving.reach(state, gear)
        exposed: dict[driving.Pose, tuple[float, ...]] = {start: field.safe}

        def way_to(
            pose: driving.Pose,
            found: dict[driving.Pose, tuple[int, driving.Pose]] = found,
            exposed: dict[driving.Pose, tuple[float, ...]] = exposed,
        ) -> tuple[float, ...]:
            """For each enemy the best chance of a reaction on the way to a pose."""
            if pose not in exposed:
                before = way_to(found[pose][1])
                entered = active.entered or pose[0] != start[0]
                step = field.on_the_way(*pose) if entered else field.safe
                exposed[pose] = tuple([max(one, other) for one, other in zip(before, step, strict=True)])
            return exposed[pose]

        for pose, (cost, _) in {start: (0, start), **found}.items():
            entered = active.entered or pose[0] != start[0]
            if owes and not entered:
                continue
            at = Place(*pose, way_to(pose))
            yield End(cost, field.stop(at), pose, gear, orders.EndActivation(False))
            if entered and gear is Gear.FORWARD:
                yield End(cost, field.stop(at, moving=True), pose, gear, orders.EndActivation(True))
            if cost + shot_cost <= active.left:
                for worth, shot in field.shots(at):
                    yield End(cost + shot_cost, worth, pose, gear, shot)


def _movement(state: State) -> Iterator[tuple[float, Order]]:
    """The next order on the way to the best end."""
    active = state.active
    assert active is not None
    field = Field(state, active.unit)
    end = max(_ends(state, field), key=lambda end: (end.worth, -end.cost))
    start = field.piece.hex, field.piece.facing
    pose, stride = end.pose, end.order
    found = driving.reach(state, end.gear)
    while pose != start:
        place, facing = pose
        pose = found[pose][1]
        stride = orders.Turn(facing) if pose[0] == place else orders.Step(place)
    yield end.worth, stride


# Reactions


def _reaction(state: State) -> Iterator[tuple[float, Order]]:
    """A shot now, where it is worth more than what the same tank can do later in this turn."""
    active = state.active
    assert active is not None
    assert state.window is not None
    yield 0, orders.Pass()
    mark = mark_of(state, active.unit)
    worth = state.card(active.unit).points
    for unit in state.window.units:
        field = Field(state, unit)
        instead = _instead(state, field, active.unit)
        for corner, chance in chances(field.ground, field.wrecks, gun_of(field.piece), mark):
            yield chance * worth - instead, Fire(unit, active.unit, corner)


def _instead(state: State, field: Field, mover: int) -> float:
    """What a tank can hope for later: in ambush another enemy who moves, else the best shot of its activation."""
    piece = field.piece
    if piece.ambush == state.turn:
        return field.ambush(but=mover)
    most = 0.0
    for foe in field.foes:
        mark, part = (foe.mark._replace(moving=False), STAYS) if foe.unit == mover else (foe.mark, LESS)
        most = max(most, part * best(field.ground, field.wrecks, gun_of(piece), mark) * foe.worth)
    return most * (MUST if piece.began else 1)


_PHASES = {
    Phase.BEGIN: _begin,
    Phase.TILES: _tiles,
    Phase.DEPLOYMENT: _deployment,
    Phase.INITIATIVE: _initiative,
    Phase.TURRETS: _turrets,
    Phase.ACTIVATION: _activation,
    Phase.MOVEMENT: _movement,
}


# The value of a position


def value(state: State, side: Side, weights: Weights = WEIGHTS) -> float:
    """What a position is worth: the tanks that stand, who fires first at whom in the rest of this turn, and the next.

    The sides take turns, so a tank that is gone before it is activated does not fire any more.
    """
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner is None else WON if winner is side else -WON
    cards, units = state.ground.cards, state.units.units
    worth = [cards[piece.card].points * piece.intact for piece in units]
    total = float(sum([points if units[unit].side is side else -points for unit, points in enumerate(worth)]))
    shots = {unit: _aims(state, unit) for unit, piece in enumerate(units) if piece.intact and piece.hex >= 0}
    alive = [1.0] * len(units)
    due = [[unit for unit in shots if units[unit].side is who and units[unit].activated != state.turn] for who in Side]
    if state.active is not None and state.active.unit in shots and state.active.unit not in due[state.side]:
        due[state.side].append(state.active.unit)
    who = state.side
    while due[0] or due[1]:
        who = who if due[who] else who.other
        gain, unit, target, chance = max([_shot(shots[unit], unit, worth, alive) for unit in due[who]])
        due[who].remove(unit)
        if target >= 0:
            total += LESS * (gain if who is side else -weights.risk * gain)
            alive[target] *= 1 - LESS * chance * alive[unit]
        who = who.other
    now = alive.copy()
    for unit, found in shots.items():
        gain, _, target, chance = _shot(found, unit, worth, now)
        if target >= 0:
            total += NEXT * (weights.hope * gain if units[unit].side is side else -weights.risk * gain)
    return total


def _aims(state: State, unit: int) -> list[tuple[int, float]]:
    """Whom a tank can fire at from where it stands, each with its chance."""
    ground, wrecks, piece = state.ground, state.units.wrecks, state.units.units[unit]
    gun, found = gun_of(piece), list[tuple[int, float]]()
    for target, aim in enumerate(state.units.units):
        if aim.side is not piece.side and aim.intact and aim.hex >= 0:
            chance = best(ground, wrecks, gun, mark_of(state, target))
            if chance:
                found.append((target, chance))
    return found


def _shot(
    aims: list[tuple[int, float]], unit: int, worth: list[int], alive: list[float]
) -> tuple[float, int, int, float]:
    """The best of a tank's shots: what it wins, the tank, its target and the chance; no target is −1."""
    most, best_target, hit = 0.0, -1, 0.0
    for target, chance in aims:
        if (gain := alive[unit] * chance * worth[target] * alive[target]) > most:
            most, best_target, hit = gain, target, chance
    return most, unit, best_target, hit


def horizon(state: State) -> Horizon:
    """How far values tell orders apart from here."""
    ours = state.window is not None or state.phase in (Phase.ACTIVATION, Phase.MOVEMENT)
    return Horizon.WAYS if ours else Horizon.NONE


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed, whatever was planned: nothing here."""
    return iter(())


class Judge:
    """What the ways to go on from a position are worth to who is to act."""

    def __init__(self, state: State, weights: Weights) -> None:
        self.state, self.weights, self.side = state, weights, state.acting

    def of(self, unit: int, struck: int = -1, chance: float = 0.0, **changes: Any) -> float:
        """The value once a tank has done its part and is so, and another was struck with a chance."""
        state = self.state
        done = self._with(state, unit, **changes)
        missed = value(done, self.side, self.weights)
        if not chance:
            return missed
        return missed + chance * (self.gone(done, struck) - missed)

    def field(self, unit: int) -> Field:
        """What a tank has before it, by these weights."""
        found = Field(self.state, unit)
        danger, eager = found.boldness
        found.boldness = danger * self.weights.risk, eager * self.weights.way
        return found

    def gone(self, state: State, unit: int) -> float:
        """The value without a tank."""
        without = state.copy()
        without.units.put(unit, replace(state.units.units[unit], destroyed=True))
        return value(without, self.side, self.weights)

    def _with(self, state: State, unit: int, **changes: Any) -> State:
        done = state.copy()
        piece = state.units.units[unit]
        if piece.side is state.side:
            done.side, done.active, done.phase = state.side.other, None, Phase.ACTIVATION
            changes["activated"] = state.turn
        done.units.put(unit, replace(piece, **changes))
        return done


def ways(state: State, weights: Weights) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Rows of orders with what each is worth, those first that promise most: each costs a value or two.

    A row counts by what `promising` expects of it, with the steps of the enemy that it allows for, and by the value of
    where it leads; two judges err less than one.
    """
    judge = Judge(state, weights)
    if state.window is not None:
        return _reactions(state, judge)
    return _activations(state, judge) if state.phase is Phase.ACTIVATION else _drives(state, judge)


def _reactions(state: State, judge: Judge) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """A reaction spends the tank's activation of this turn, or its ambush."""
    active = state.active
    assert active is not None
    assert state.window is not None
    yield value(state, judge.side, judge.weights), (orders.Pass(),)
    mark = mark_of(state, active.unit)
    for unit in state.window.units:
        gun = gun_of(state.units.units[unit])
        for corner, chance in chances(state.ground, state.units.wrecks, gun, mark):
            spent = judge.of(unit, active.unit, chance, activated=state.turn, ambush=0)
            yield spent, (Fire(unit, active.unit, corner),)


def _activations(state: State, judge: Judge) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """The best that each tank can do: a shot, its ambush, or a movement, whose dice are still to fall.

    Who would lie in ambush can wait, and so counts for little beside the others.
    """
    found: list[tuple[float, int, list[tuple[float, Order]]]] = []
    for unit in turn.waiting(state, state.side) if state.active is None else [state.active.unit]:
        field = judge.field(unit)
        here = field.here()
        idle = field.stop(here)
        stays: list[tuple[float, Order]] = [*field.shots(here), (idle + field.ambush(), orders.Ambush(unit))]
        stops = turn.may_stop(state, unit, "stop") is None
        moves = [_expected(state, field)] if field.piece.broken != state.turn else []
        if state.active is None and field.card.breakdown:
            able: list[tuple[float, Order]] = [
                (max([worth for worth, _ in stays] * stops + moves), orders.Activate(unit))
            ]
        else:
            able = stays * stops + [(worth, orders.RollMovement(unit)) for worth in moves]
        gains = [(worth - idle, order) for worth, order in able]
        found.append((max(gains, key=lambda one: one[0])[0], unit, gains))
    for _, unit, gains in sorted(found, key=lambda one: -one[0]):
        waits = judge.of(unit, moving=False)
        worth, order = max([(_judged(judge, waits, *one), one[1]) for one in gains], key=lambda one: one[0])
        yield waits + (worth - waits) * (WAITS if isinstance(order, orders.Ambush) else 1), (order,)


def _judged(judge: Judge, waits: float, gain: float, order: Order) -> float:
    """What an order is worth to a tank that could also wait: what it should win, and for a shot its value too."""
    if not isinstance(order, Fire):
        return waits + 2 * gain
    state, piece = judge.state, judge.state.units.units[order.unit]
    fired = dict(chances(state.ground, state.units.wrecks, gun_of(piece), mark_of(state, order.target)))
    turret = (order.corner - piece.facing) % 6
    return gain + judge.of(order.unit, order.target, fired[order.corner], moving=False, turret=turret)


def _drives(state: State, judge: Judge) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """The ends of the way of the tank under way, each with the orders that lead there."""
    active = state.active
    assert active is not None
    field, unit = judge.field(active.unit), active.unit
    start = field.piece.hex, field.piece.facing
    lost = judge.of(unit, unit, 1.0)
    for end in sorted(_ends(state, field), key=lambda end: (-end.worth, end.cost)):
        place, facing = end.pose
        row: list[Order] = [end.order]
        found, pose = driving.reach(state, end.gear), end.pose
        exposed = field.safe
        while pose != start:
            at, towards = pose
            if active.entered or at != start[0]:
                step = field.on_the_way(at, towards)
                exposed = tuple([max(one, other) for one, other in zip(exposed, step, strict=True)])
            pose = found[pose][1]
            row.insert(0, orders.Turn(towards) if pose[0] == at else orders.Step(at))
        arrives = field.alive(tuple([REACTS * part for part in exposed]))
        moving = isinstance(end.order, orders.EndActivation) and end.order.moving
        changes: dict[str, Any] = {"hex": place, "facing": facing, "moving": moving, "began": field.piece.began}
        if isinstance(end.order, Fire):
            gun = gun_of(field.piece)._replace(hex=place, facing=facing)
            fired = chances(field.under(place), field.wrecks, gun, mark_of(state, end.order.target))
            changes["turret"] = (end.order.corner - facing) % 6
            there = judge.of(unit, end.order.target, dict(fired)[end.order.corner], **changes)
        else:
            there = judge.of(unit, **changes)
        headway = field.headway(place, facing, moving)
        yield end.worth + arrives * (there + headway) + (1 - arrives) * lost, tuple(row)
