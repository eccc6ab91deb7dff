"""Where flags, barricades and tanks stand before the battle."""

from collections.abc import Iterator

from hulldown.bots.panzerstrike.france1944.tuning import TUNING
from hulldown.bots.panzerstrike.posts import depth, exposure, scattered
from hulldown.geometry.squares import squares_of
from hulldown.rulebooks.panzerstrike.france1944 import deployment, orders
from hulldown.rulebooks.panzerstrike.france1944.orders import Order
from hulldown.rulebooks.panzerstrike.france1944.state import State
from hulldown.rulebooks.panzerstrike.setup import towards_enemy


def first(state: State) -> Iterator[tuple[float, Order]]:
    """The first turn is an advantage: the first shots are fired in it."""
    yield 0, orders.ChooseFirst(state.side)


def flags(state: State) -> Iterator[tuple[float, Order]]:
    """Flags stand best where few squares of the enemy's zone see them and the way to them is long."""
    ground, side = state.ground, state.side
    squares = squares_of(ground.zones[side] & ground.open)
    squares.sort(key=lambda square: (depth(ground, side, square), exposure(ground, side, square)))
    found = 0
    for place, square in enumerate(squares):
        order = orders.PlaceFlag(square)
        if deployment.may_place_flag(state, order) is None:
            yield -place, order
            found += 1
            if found == TUNING.flag_squares:
                return


def barricades(state: State) -> Iterator[tuple[float, Order]]:
    """Barricades stand best on open streets just before one's own zone, where they break long lines of fire."""
    yield 0, orders.EndBarricades()
    ground = state.ground
    far = ground.setup.figures.ranks + TUNING.barricade_ranks
    streets = ground.setup.board.streets & ground.open & ~ground.zones[0] & ~ground.zones[1]
    near = [square for square in squares_of(streets) if depth(ground, state.side, square) < far]
    near.sort(key=lambda square: -ground.in_view(square).bit_count())
    for square in near[: TUNING.barricade_squares]:
        order = orders.PlaceBarricade(square)
        if deployment.may_place_barricade(state, order) is None:
            yield ground.in_view(square).bit_count(), order
            return


def tanks(state: State) -> Iterator[tuple[float, Order]]:
    """Tanks start well forward, out of sight of the enemy's zone, not crowded, their front to the enemy."""
    ground, side, costs = state.ground, state.side, TUNING.posts
    kind = next(kind for kind in ground.chart if deployment.next_of(state, kind) >= 0)
    facing = towards_enemy(ground.setup.edges, side)
    own = [tank.square for tank in state.tanks.units if tank.side is side and tank.square >= 0]
    for square in squares_of(deployment.room(state)):
        crowd = (ground.grid.neighbours(square) & state.tanks.occupied).bit_count()
        worth = depth(ground, side, square) - costs.seen * exposure(ground, side, square) - costs.crowd * crowd
        worth -= scattered(ground.grid, square, own, costs)
        yield worth, orders.Deploy(kind, square, facing)
