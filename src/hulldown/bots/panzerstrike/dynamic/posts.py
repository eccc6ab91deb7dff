"""Where units stand before the battle, and who commands."""

from collections.abc import Iterator
from functools import lru_cache

from hulldown.bots.panzerstrike.dynamic.tuning import TUNING
from hulldown.bots.panzerstrike.posts import depth, exposure, gun_posts, scattered
from hulldown.geometry.squares import Arc, squares_of
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike.dynamic import deployment, orders
from hulldown.rulebooks.panzerstrike.dynamic.orders import Order
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, State


def first(state: State) -> Iterator[tuple[float, Order]]:
    """The first turn is an advantage: the first shots are fired in it."""
    yield 0, orders.ChooseFirst(state.side)


def units(state: State) -> Iterator[tuple[float, Order]]:
    """Each class where it is of use: fighters well forward and unseen, howitzers and the unarmed behind, fixed guns
    forward with a field of fire, SPAA where nobody sees them; not crowded, all with their front to the enemy."""
    ground, side, tuned = state.ground, state.side, TUNING.posts
    kind = next(kind for kind in ground.chart.values() if deployment.next_of(state, kind.id) >= 0)
    ahead, occupied = deployment.towards_enemy(ground.setup, side), state.units.occupied
    for square in squares_of(deployment.room(state, kind.id)):
        if not kind.vehicle and kind.parabolic is None:
            field, deep = ground.in_view(square) & ~ground.zones[side], depth(ground, side, square)
            for worth, facing in gun_posts(ground.grid, square, ahead, Arc.A27, field, occupied, deep, tuned):
                yield worth, orders.Deploy(kind.id, square, facing)
        else:
            yield _post(state, kind, square, ahead), orders.Deploy(kind.id, square, ahead)


def _post(state: State, kind: UnitClass, square: int, ahead: int) -> float:
    """What a square is worth to a unit other than a fixed gun."""
    ground, side, tuned = state.ground, state.side, TUNING.posts
    crowd = (ground.grid.neighbours(square) & state.units.occupied).bit_count()
    worth = -tuned.seen * exposure(ground, side, square) - tuned.crowd * crowd
    if kind.parabolic or not kind.armed:
        walled = ground.buildings >> ground.grid.ahead(square, ahead) & 1
        return worth - depth(ground, side, square) - tuned.walled * walled
    if kind.id == SPAA and ground.setup.spaa:
        return worth - _watched(ground, side, square)
    worth += depth(ground, side, square)
    if ground.setup.spaa:  # they need the squares that nobody sees
        return worth
    own = [at.square for at in state.units.units if at.side is side and at.square >= 0 and ground.chart[at.kind].armed]
    return worth - scattered(ground.grid, square, own, tuned)


def commander(state: State) -> Iterator[tuple[float, Order]]:
    """The dearest tank commands; of equals the one that fewest squares of the enemy's zone see."""
    units, tuned = state.units.units, TUNING.posts
    for unit in deployment.candidates(state):
        kind = state.kind(unit)
        seen = exposure(state.ground, state.side, units[unit].square)
        yield kind.points + tuned.front * kind.front - tuned.watched * seen, orders.NameCommand(unit)


@lru_cache(maxsize=8192)
def _watched(ground: Ground, side: Side, square: int) -> int:
    """From how many squares of the enemy's zone a howitzer's spotter sees a square."""
    return (family.in_view(ground.contact, square) & ground.zones[side.other]).bit_count()
