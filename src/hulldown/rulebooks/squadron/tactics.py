"""What a bot may know of the book: which orders promise most, in points won and lost.

A shot is worth its exact chance times what the target costs. A pose is worth the shot that it promises for the next
turn and the way made, less what the enemies who see it may destroy there and, by reactions, on the way to it. A movement
is worth what its dice bring on average. The whole way is planned with every step, and no step changes what the plan
counts with, so a plan is followed until the enemy reacts.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from msgspec.structs import replace

from hulldown.geometry.hexes import hexes_of
from hulldown.rulebooks.squadron import driving, orders, shooting, tiles, turn
from hulldown.rulebooks.squadron.battle import Field, Gun, Place, best, chances, gun_of, mark_of
from hulldown.rulebooks.squadron.orders import Fire, Order
from hulldown.rulebooks.squadron.setup import HEDGE, LARGE, SMALL, TILES
from hulldown.rulebooks.squadron.state import Gear, Phase, State

WANTED = {"hedge": 2, "ruin": 4, "small_house": 3, "large_house": 5, "crater": 10}  # rows from one's own border
STAYS = 0.6  # what a shot in one's own activation at the tank that moves now is worth against the same shot now
LESS = 0.7  # the same for any other shot: the enemy may move before
MUST = 0.6  # and once more if the firer is in movement and has to move first
TIDY = 0.01  # what it is worth to swing a turret back for nothing


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
            yield across - 2 * abs(deep - wanted) - crowd, orders.PlaceTile(kind, place)


def _deployment(state: State) -> Iterator[tuple[float, Order]]:
    """Where the enemies who stand already can harm a tank least and it has cover before it; not crowded."""
    ground, grid = state.ground, state.ground.grid
    unit = tiles.beside(state, state.side)[0]
    ahead, card = tiles.ahead(state.side), state.units.units[unit].card
    field = Field(state, unit)
    cover = ground.hedges | ground.small | ground.large | ground.ruins
    for place in hexes_of(tiles.room_for_tanks(state)):
        crowd = (grid.around(place, 2) & state.units.occupied).bit_count()
        front = (grid.wedge(place, ahead) & grid.around(place, 3) & cover).bit_count()
        edge = min(place % grid.columns, grid.columns - 1 - place % grid.columns)
        worth = field.stop(Place(place, ahead, field.safe)) + 2 * front - 3 * crowd + 0.5 * min(edge, 4)
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
    """What each tank can do, by what it wins over standing idle: who is in danger or has a good shot goes first."""
    for unit in turn.waiting(state, state.side) if state.active is None else [state.active.unit]:
        field = Field(state, unit)
        here = field.here()
        idle = field.stop(here)
        stays = list(_without_moving(state, field, here))
        drives = driving.may_roll(trial, orders.RollMovement(unit)) is None if (trial := _rolled_die(state, unit)) else False
        moves = _expected(state, field) if drives else float("-inf")
        if turn.may_activate(state, orders.Activate(unit)) is None:
            die = state.ground.setup.figures.breakdown_die
            still = max([worth for worth, _ in stays], default=idle)
            yield (max(still, moves) * (die - 1) + still) / die - idle, orders.Activate(unit)
            continue
        yield from [(worth - idle, order) for worth, order in stays]
        if drives:
            yield moves - idle, orders.RollMovement(unit)
