"""What `greedy` goes by: which orders promise most, in points won and lost.

A shot is worth its exact chance times what the target costs. A pose is worth the shot that it promises for the next
turn and the way made, less what the enemies who see it may destroy there and, by reactions, on the way to it. A
movement is worth what its dice bring on average. The whole way is planned anew with every step; as nothing that counts
is changed by a step, the plan is followed until the enemy reacts.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from hulldown.bots.squadron.ends import ends_of, orders_to
from hulldown.bots.squadron.prospects import Arrival, Prospects
from hulldown.bots.squadron.routes import around, spread
from hulldown.bots.squadron.tuning import TUNING
from hulldown.geometry.hexes import HexGrid, hexes_of
from hulldown.outcome.squadron.aims import best, chances, gun_of, target_of
from hulldown.rulebooks.squadron import driving, orders, tiles, turn
from hulldown.rulebooks.squadron.orders import Deploy, Fire, Order
from hulldown.rulebooks.squadron.setup import HEDGE, LARGE, SMALL, TILES
from hulldown.rulebooks.squadron.state import Phase, State


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
            wanted = min(TUNING.tile_rows[kind], grid.rows - 3)
            crowd = (grid.around(place, 2) & laid).bit_count()
            open_line = min([abs(column - other) for other in closing], default=grid.columns)
            across = min(open_line, 3) if TILES[kind] in (HEDGE, LARGE, SMALL) else 0
            worth = across + _inside(grid, place) - TUNING.off_row * abs(deep - wanted) - crowd
            yield worth, orders.PlaceTile(kind, place)


def _inside(grid: HexGrid, place: int) -> int:
    """How far a hex lies from the ends of its row, where few come by; four are enough."""
    column = place % grid.columns
    return min(column, grid.columns - 1 - column, 4)


def deployments(state: State) -> Iterator[tuple[float, Deploy]]:
    """Where the enemies who stand already can harm a tank least and it has cover before it; not crowded."""
    unit = tiles.beside(state, state.side)[0]
    yield from _deployments(state, unit, Prospects(state, unit))


def _deployments(state: State, unit: int, field: Prospects) -> Iterator[tuple[float, Deploy]]:
    ground, grid = state.ground, state.ground.grid
    ahead, card = tiles.ahead(state.side), state.units.units[unit].card
    cover = ground.hedges | ground.small | ground.large | ground.ruins
    for place in hexes_of(tiles.room_for_tanks(state)):
        crowd = sum((around(grid, place, near) & state.units.occupied).bit_count() for near in (1, 1, 2))
        front = (grid.wedge(place, ahead) & around(grid, place, 3) & cover).bit_count()
        worth = field.stop(Arrival(place, ahead, field.safe)) + TUNING.cover * front - TUNING.crowded * crowd
        worth -= TUNING.one_way * field.card.points * field.one_way(place, ahead)
        yield worth + TUNING.inside * _inside(grid, place), Deploy(card, place, ahead)


def placements(state: State) -> Iterator[tuple[float, Deploy]]:
    """The same for all cards that are still to be deployed, with three facings each."""
    first = dict[str, int]()
    for unit in tiles.beside(state, state.side):
        first.setdefault(state.units.units[unit].card, unit)
    ahead = tiles.ahead(state.side)
    for unit in first.values():
        field = Prospects(state, unit)
        for worth, order in _deployments(state, unit, field):
            straight = field.stop(Arrival(order.hex, ahead, field.safe))
            for facing in (ahead, (ahead + 1) % 6, (ahead - 1) % 6):
                turned = field.stop(Arrival(order.hex, facing, field.safe)) - straight
                yield worth + turned, Deploy(order.card, order.hex, facing)


# The turn


def _initiative(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.RollInitiative()


def _turrets(state: State) -> Iterator[tuple[float, Order]]:
    """A turret swings back unless it points at a better target than the front does, or nearer to the enemy."""
    yield 0, orders.KeepTurrets()
    for unit in turn.turned(state, state.side):
        field = Prospects(state, unit)
        piece = field.piece
        kept, back = (
            max([best(field.ground, field.wrecks, gun, foe.mark) * foe.worth for foe in field.foes], default=0.0)
            for gun in (gun_of(piece), gun_of(piece)._replace(turret=0))
        )
        off = field.off(piece.facing + piece.turret) - field.off(piece.facing)
        yield TUNING.tidy * (off or 0.5) + back - kept, orders.SwingBack(unit)


# Activation


def _activation(state: State) -> Iterator[tuple[float, Order]]:
    """The best that each tank can do, by what it wins over standing idle: danger and good shots make haste.

    Who would lie in ambush can wait: it may react without being activated.
    """
    for unit in turn.waiting(state, state.side) if state.active is None else [state.active.unit]:
        field = Prospects(state, unit)
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
        yield (worth - idle) * (TUNING.waits if isinstance(order, orders.Ambush) else 1), order


def _expected(state: State, field: Prospects) -> float:
    """What a movement is worth before its dice fall."""
    figures, unit = state.ground.setup.figures, field.unit
    bought = spread(figures.movement_die, driving.dice_of(state, unit), field.card.movement)
    trial = replace(state, phase=Phase.MOVEMENT, active=driving.rolled(unit, bought[-1][0]))
    ends = [(end.cost, end.worth) for end in ends_of(trial, field)]
    idle = field.stop(field.here())
    total = 0.0
    for points, chance in bought:
        total += chance * max([worth for cost, worth in ends if cost <= points], default=idle)
    return total


# Movement


def _movement(state: State) -> Iterator[tuple[float, Order]]:
    """The next order on the way to the best end."""
    active = state.active
    assert active is not None
    field = Prospects(state, active.unit)
    end = max(ends_of(state, field), key=lambda end: (end.worth, -end.cost))
    yield end.worth, orders_to(state, end)[0]


# Reactions


def _reaction(state: State) -> Iterator[tuple[float, Order]]:
    """A shot now, where it is worth more than what the same tank can do later in this turn."""
    active = state.active
    assert active is not None
    assert state.window is not None
    yield 0, orders.Pass()
    mark = target_of(state, active.unit)
    worth = state.card(active.unit).points
    for unit in state.window.units:
        field = Prospects(state, unit)
        instead = _instead(state, field, active.unit)
        for corner, chance in chances(field.ground, field.wrecks, gun_of(field.piece), mark):
            yield chance * worth - instead, Fire(unit, active.unit, corner)


def _instead(state: State, field: Prospects, mover: int) -> float:
    """What a tank can hope for later: in ambush another enemy who moves, else the best shot of its activation."""
    piece = field.piece
    if piece.ambush == state.turn:
        return field.ambush(but=mover)
    most = 0.0
    for foe in field.foes:
        mark, part = foe.mark, TUNING.may_move
        if foe.unit == mover:
            mark, part = foe.mark._replace(moving=False), TUNING.stays
        most = max(most, part * best(field.ground, field.wrecks, gun_of(piece), mark) * foe.worth)
    return most * (TUNING.must_move if piece.began else 1)


_PHASES = {
    Phase.BEGIN: _begin,
    Phase.TILES: _tiles,
    Phase.DEPLOYMENT: deployments,
    Phase.INITIATIVE: _initiative,
    Phase.TURRETS: _turrets,
    Phase.ACTIVATION: _activation,
    Phase.MOVEMENT: _movement,
}
