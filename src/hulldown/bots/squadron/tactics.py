"""What a bot may know of the book: which orders promise most, in points won and lost.

A shot is worth its exact chance times what the target costs. A pose is worth the shot that it promises for the next
turn and the way made, less what the enemies who see it may destroy there and, by reactions, on the way to it. A
movement is worth what its dice bring on average. The whole way is planned anew with every step; as nothing that counts
is changed by a step, the plan is followed until the enemy reacts.
"""

from collections.abc import Callable, Hashable, Iterator
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from hulldown.bots.squadron.battle import REACTS, Field, Place, around, best, chances, gun_of, mark_of, reach
from hulldown.bots.squadron.exchange import spread
from hulldown.bots.squadron.exchange import value as value
from hulldown.bots.squadron.skirmish import Skirmish
from hulldown.bots.tactics import Horizon, Weights
from hulldown.geometry.hexes import HexGrid, hexes_of
from hulldown.kernel.side import Side
from hulldown.rulebooks.squadron import driving, orders, tiles, turn
from hulldown.rulebooks.squadron.orders import Deploy, Fire, Order
from hulldown.rulebooks.squadron.setup import HEDGE, LARGE, SMALL, TILES, deployable
from hulldown.rulebooks.squadron.state import Gear, Phase, State

WANTED = {"hedge": 2, "ruin": 4, "small_house": 3, "large_house": 5, "crater": 10}  # rows from one's own border
STAYS = 0.6  # what a shot in one's own activation at the tank that moves now is worth against the same shot now
LESS = 0.7  # the same for any other shot: the enemy may move before
MUST = 0.6  # and once more if the firer is in movement and has to move first
WAITS = 0.05  # how much the tanks hurry that only want to lie in ambush
TIDY = 0.01  # what it is worth to swing a turret back for nothing
WEIGHTS = Weights(risk=1.0, hope=1.0, way=1.0, goal=1.0)
EVALUATIONS = 7000  # of a veteran's activation
SHARE = 12  # of these for each end of a way that is looked at: for as many tanks and dice
LURKS = 0.5  # how far what an ambush may bring counts
SERIES = 32  # of battles, so that tanks are not always deployed alike
LOOKS = 2  # turns that the battles are fought by which tanks are deployed
AHEAD = 1  # turns after this one that those are fought by which rows of orders are judged
CLOSE = 20  # rows that are judged by battles
BATTLES = 0.4  # of the evaluations are for these
TELLS = 9  # how much what battles bring counts against the value
ENOUGH = 640  # evaluations, or there are no battles to judge these, and no answers to a deployment
ANSWERED, ANSWERS = 4, 5  # hexes that are answered before a tank is deployed, and by how many of the next tanks

Row = tuple[Any, ...]  # of orders
Choice = TypeVar("Choice", bound=Hashable)


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


def _deployment(state: State) -> Iterator[tuple[float, Deploy]]:
    """Where the enemies who stand already can harm a tank least and it has cover before it; not crowded."""
    ground, grid = state.ground, state.ground.grid
    unit = tiles.beside(state, state.side)[0]
    ahead, card = tiles.ahead(state.side), state.units.units[unit].card
    field = Field(state, unit)
    cover = ground.hedges | ground.small | ground.large | ground.ruins
    for place in hexes_of(tiles.room_for_tanks(state)):
        crowd = sum((around(grid, place, near) & state.units.occupied).bit_count() for near in (1, 1, 2))
        front = (grid.wedge(place, ahead) & around(grid, place, 3) & cover).bit_count()
        worth = field.stop(Place(place, ahead, field.safe)) + 2 * front - 3 * crowd + _inside(grid, place) / 2
        yield worth, Deploy(card, place, ahead)


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


def _expected(state: State, field: Field) -> float:
    """What a movement is worth before its dice fall."""
    figures, unit = state.ground.setup.figures, field.unit
    bought = spread(figures.movement_die, driving.dice_of(state, unit), field.card.movement)
    trial = replace(state, phase=Phase.MOVEMENT, active=driving.rolled(unit, bought[-1][0]))
    ends = [(end.cost, end.worth) for end in _ends(trial, field)]
    idle = field.stop(field.here())
    total = 0.0
    for points, chance in bought:
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
    exposed: tuple[float, ...]  # for each enemy the best chance of a reaction on the way


def _ends(state: State, field: Field) -> Iterator[End]:
    """All poses that the points buy, each with the best that can be done there: fire, stop, or stay in movement."""
    active, piece = state.active, field.piece
    assert active is not None
    start, shot_cost = (piece.hex, piece.facing), state.ground.setup.figures.shot_cost
    owes = driving.owes_a_hex(state)
    for gear in driving.gears(active):
        found = reach(state, gear)
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
            yield End(cost, field.stop(at), pose, gear, orders.EndActivation(False), at.exposed)
            if entered and gear is Gear.FORWARD:
                yield End(cost, field.stop(at, moving=True), pose, gear, orders.EndActivation(True), at.exposed)
            if cost + shot_cost <= active.left:
                for worth, shot in field.shots(at):
                    yield End(cost + shot_cost, worth, pose, gear, shot, at.exposed)


def _movement(state: State) -> Iterator[tuple[float, Order]]:
    """The next order on the way to the best end."""
    active = state.active
    assert active is not None
    field = Field(state, active.unit)
    end = max(_ends(state, field), key=lambda end: (end.worth, -end.cost))
    start = field.piece.hex, field.piece.facing
    pose, stride = end.pose, end.order
    found = reach(state, end.gear)
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


# Plans


def horizon(state: State) -> Horizon:
    """How far values tell orders apart from here."""
    ours = state.window is not None or state.phase in (Phase.DEPLOYMENT, Phase.ACTIVATION, Phase.MOVEMENT)
    return Horizon.WAYS if ours else Horizon.NONE


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed, whatever was planned: nothing here."""
    return iter(())


class Judge:
    """What the ways to go on from a position are worth to who is to act."""

    def __init__(self, state: State, weights: Weights, evaluations: int, late: Callable[[], bool]) -> None:
        self.state, self.weights, self.side, self.late = state, weights, state.acting, late
        self.ends = max(1, evaluations // SHARE)

    def value(self, state: State) -> float:
        return value(state, self.side, self.weights)

    def of(self, unit: int, struck: int = -1, chance: float = 0.0, **changes: Any) -> float:
        """The value once a tank has done its part and is so, and another was struck with a chance."""
        done = self.state.copy()
        piece = done.units.units[unit]
        if piece.side is done.side:
            done.side, done.active, done.phase = done.side.other, None, Phase.ACTIVATION
            changes["activated"] = done.turn
        done.units.put(unit, replace(piece, **changes))
        missed = self.value(done) if chance < 1 else 0.0
        if not chance:
            return missed
        done.units.put(struck, replace(done.units.units[struck], destroyed=True, moving=False))
        if done.active is not None and done.active.unit == struck:
            done.side, done.active, done.phase = done.side.other, None, Phase.ACTIVATION
        return missed + chance * (self.value(done) - missed)

    def field(self, unit: int) -> Field:
        """What a tank has before it, by these weights."""
        found = Field(self.state, unit)
        danger, eager = found.boldness
        found.boldness = danger * self.weights.risk, eager * self.weights.way
        return found


def ways(
    state: State, weights: Weights, evaluations: int, late: Callable[[], bool], pick: Callable[[int], int]
) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Rows of orders with what each is worth; the evaluations say how many ends of a way are looked at.

    With enough of them some are for battles, by which the best rows are judged as well.
    """
    if state.phase is Phase.DEPLOYMENT:
        return _placings(state, evaluations, late, pick(SERIES))
    if state.window is not None:
        return _reactions(state, Judge(state, weights, evaluations, late))
    battles = int(BATTLES * evaluations) if evaluations >= ENOUGH else 0
    judge = Judge(state, weights, evaluations - battles, late)
    rows = _activations(state, judge) if state.phase is Phase.ACTIVATION else _drives(state, judge)
    return _rehearsed(judge, rows, battles, pick(SERIES)) if battles else rows


def _placings(
    state: State, evaluations: int, late: Callable[[], bool], series: int
) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Where to deploy a tank, by battles of a series fought from there; the sides have the first move in turns.

    All others are expected where greedy would then deploy them; with enough evaluations, if a hex is one of the best,
    the next ones where they answer it best.
    """
    begun: dict[Deploy, State] = {}
    later: list[int] = []
    for _, order in sorted(_deployment(state), key=lambda one: -one[0]):
        if not begun or not late():
            begun[order], later = _deployed(state, order)

    def fought(order: Deploy, battle: int) -> float:
        return _lead(begun[order], state.side, series, battle, late)

    answers = later[:ANSWERS] if evaluations >= ENOUGH else []
    battles, enough = (evaluations // 3, ANSWERED) if answers else (evaluations, 1)
    ranked = list(winnowed(dict.fromkeys(begun, 0.0), battles, fought, late, enough))
    if answers and not late():
        close, rest = [order for _, order in ranked[:ANSWERED]], ranked[ANSWERED:]
        for order in close:
            for unit in answers:
                begun[order] = _answered(begun[order], unit, battles // (ANSWERED * ANSWERS), late, series + SERIES)
        ranked = list(winnowed(dict.fromkeys(close, 0.0), battles, fought, late))
        ranked += [(min(ranked[-1][0], worth), order) for worth, order in rest]
    for worth, order in ranked:
        yield worth, (order,)


def _lead(state: State, side: Side, series: int, battle: int, late: Callable[[], bool]) -> float:
    """What a side wins in a battle from where all tanks are deployed; the sides have the first move in turns."""
    lead = Skirmish(state, series, battle // 2).fought(battle % 2, LOOKS, late)
    return -lead if side else lead


def _answered(state: State, unit: int, battles: int, late: Callable[[], bool], series: int) -> State:
    """The first turn, if a tank stands where its side wins most by battles, and all others as they are."""
    piece, placed = state.units.units[unit], dict[int, State]()
    bare = state.ground.with_tile(piece.hex, state.ground.setup.mat.cells[piece.hex])
    free = deployable(state.ground.setup, piece.side) & ~state.units.occupied
    for place in (piece.hex, *hexes_of(free)):
        placed[place] = state.copy()
        placed[place].units.put(unit, replace(piece, hex=place))
        placed[place].ground = bare.under(place)

    def fought(place: int, battle: int) -> float:
        return _lead(placed[place], piece.side, series, battle, late)

    _, best = next(winnowed(dict.fromkeys(placed, 0.0), battles, fought, late))
    return placed[best]


def _rehearsed(
    judge: Judge, rows: Iterator[tuple[float, Row]], battles: int, series: int
) -> Iterator[tuple[float, Row]]:
    """The best rows by what their value says and by what battles bring whose drivers are not hasty."""
    state, late = judge.state, judge.late
    now, side = judge.value(state), int(state.side)
    found: dict[Row, float] = {}  # a turn on the spot is listed in both gears
    for worth, row in rows:
        found[row] = worth
        if late():
            break
    ranked = sorted(found.items(), key=lambda one: -one[1])

    def fought(row: Row, battle: int) -> float:
        unit = state.active.unit if state.active is not None else row[0].unit
        fight = Skirmish(state, series, battle, hasty=False).ordered(unit, row)
        lead = TELLS * fight.fought(1 - side, state.turn + AHEAD, late)
        return -lead if side else lead

    close = {row: worth - now for row, worth in ranked[:CLOSE]}
    least = now
    for worth, row in winnowed(close, battles, fought, late):
        least = now + worth / (1 + TELLS)
        yield least, row
    for row, worth in ranked[CLOSE:]:
        yield min(least, worth), row


def winnowed(
    choices: dict[Choice, float],
    battles: int,
    fought: Callable[[Choice, int], float],
    late: Callable[[], bool],
    enough: int = 1,
) -> Iterator[tuple[float, Choice]]:
    """Choices with what each is worth before any battle and what it wins in one, the best first.

    Again and again the better half is fought for on, in battles with the same numbers, until so few are left; each time
    in one battle at the least, so that with many choices there are more than were asked for.
    """
    kept, dropped, many = list(choices), list[Choice](), 0
    won, worth = dict.fromkeys(kept, 0.0), dict(choices)
    part = battles // max(1, ((len(kept) - 1) // enough).bit_length())
    while len(kept) > enough and not late():
        for battle in range(many, many + max(1, part // len(kept))):
            leads = [fought(choice, battle) for choice in kept]
            if late():  # not all were fought to their end
                break
            many += 1
            for choice, lead in zip(kept, leads, strict=True):
                won[choice] += lead
                worth[choice] = choices[choice] + won[choice] / many
        kept.sort(key=lambda choice: -worth[choice])
        half = (len(kept) + 1) // 2
        kept, dropped = kept[:half], kept[half:] + dropped
    least = worth[kept[0]]
    for choice in (*kept, *dropped):  # what was dropped is not better for having been lucky in few battles
        least = min(least, worth[choice])
        yield least, choice


def _deployed(state: State, order: Deploy) -> tuple[State, list[int]]:
    """The first turn, if a tank is deployed so and all after it as greedy would; and which these are, in turn."""
    done, later = state.copy(), list[int]()
    while True:
        unit = tiles.next_of(done, order.card)
        done.units.put(unit, replace(done.units.units[unit], hex=order.hex, facing=order.facing))
        done.ground = done.ground.under(order.hex)
        later.append(unit)
        done.side = tiles.next_to_place(done)
        if not tiles.beside(done, done.side):
            return replace(done, turn=1), later[1:]
        _, order = max(_deployment(done), key=lambda one: one[0])


def _reactions(state: State, judge: Judge) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """A reaction spends the tank's activation of this turn, or its ambush."""
    active = state.active
    assert active is not None
    assert state.window is not None
    closed = replace(state.copy(), window=None)
    yield judge.value(closed), (orders.Pass(),)
    mark = mark_of(state, active.unit)
    for unit in state.window.units:
        piece = state.units.units[unit]
        for corner, chance in chances(state.ground, state.units.wrecks, gun_of(piece), mark):
            turret = (corner - piece.facing) % 6
            spent = judge.of(unit, active.unit, chance, activated=state.turn, ambush=0, turret=turret, moving=False)
            yield spent, (Fire(unit, active.unit, corner),)


def _activations(state: State, judge: Judge) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """The best that each tank can do: a shot, its ambush, or a movement, whose dice are still to fall."""
    for unit in turn.waiting(state, state.side) if state.active is None else [state.active.unit]:
        field = judge.field(unit)
        piece, able = field.piece, list[tuple[float, Order]]()
        if turn.may_stop(state, unit, "stop") is None:
            for foe in field.foes:
                for corner, chance in chances(field.ground, field.wrecks, gun_of(piece), foe.mark):
                    turret = (corner - piece.facing) % 6
                    worth = judge.of(unit, foe.unit, chance, moving=False, turret=turret)
                    able.append((worth, Fire(unit, foe.unit, corner)))
            able.append((judge.of(unit, moving=False) + LURKS * field.ambush(), orders.Ambush(unit)))
        if piece.broken != state.turn and not (able and judge.late()):
            able.append((_rolled(state, judge, field), orders.RollMovement(unit)))
        if state.active is None and field.card.breakdown:
            yield max(able, key=lambda one: one[0])[0], (orders.Activate(unit),)
        else:
            for worth, order in able:
                yield worth, (order,)


def _rolled(state: State, judge: Judge, field: Field) -> float:
    """What a movement is worth before its dice fall."""
    figures, unit = state.ground.setup.figures, field.unit
    bought = spread(figures.movement_die, driving.dice_of(state, unit), field.card.movement)
    trial = replace(state, phase=Phase.MOVEMENT, active=driving.rolled(unit, bought[-1][0]))
    ends = sorted(takewhile(lambda _: not judge.late(), _ends(trial, field)), key=lambda end: -end.worth)
    lost, idle, total = judge.of(unit, unit, 1.0), judge.of(unit, moving=False), 0.0
    found: dict[End, float] = {}
    for points, chance in bought:
        able = [end for end in ends if end.cost <= points][: judge.ends]
        for end in able:
            if end not in found and not judge.late():
                found[end] = _ended(trial, judge, field, end, lost)
        total += chance * max([found[end] for end in able if end in found], default=idle)
    return total


def _ended(state: State, judge: Judge, field: Field, end: End, lost: float) -> float:
    """What an end of a way is worth, and what is lost if a reaction on the way hits."""
    unit, (place, facing) = field.unit, end.pose
    arrives = field.alive([REACTS * part for part in end.exposed])
    moving = isinstance(end.order, orders.EndActivation) and end.order.moving
    changes: dict[str, Any] = {"hex": place, "facing": facing, "moving": moving}
    if isinstance(end.order, Fire):
        gun = gun_of(field.piece)._replace(hex=place, facing=facing)
        fired = chances(field.ground.under(place), field.wrecks, gun, mark_of(state, end.order.target))
        changes["turret"] = (end.order.corner - facing) % 6
        there = judge.of(unit, end.order.target, dict(fired)[end.order.corner], **changes)
    else:
        there = judge.of(unit, **changes)
    return arrives * there + (1 - arrives) * lost


def _drives(state: State, judge: Judge) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """The ends of the way of the tank under way, each with the orders that lead there."""
    active = state.active
    assert active is not None
    field, unit = judge.field(active.unit), active.unit
    start = field.piece.hex, field.piece.facing
    lost = judge.of(unit, unit, 1.0)
    for end in sorted(_ends(state, field), key=lambda end: (-end.worth, end.cost))[: 3 * judge.ends]:
        row: list[Order] = [end.order]
        found, pose = reach(state, end.gear), end.pose
        while pose != start:
            at, towards = pose
            pose = found[pose][1]
            row.insert(0, orders.Turn(towards) if pose[0] == at else orders.Step(at))
        yield _ended(state, judge, field, end, lost), tuple(row)
