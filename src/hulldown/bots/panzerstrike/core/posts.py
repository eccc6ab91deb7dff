"""Where units stand before the battle, and who commands."""

from collections.abc import Iterator
from functools import lru_cache

from hulldown.bots.panzerstrike.core.tuning import TUNING
from hulldown.bots.panzerstrike.core.views import view_of, view_to
from hulldown.bots.panzerstrike.posts import gun_posts, scattered
from hulldown.geometry.squares import Arc, squares_of
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.core import deployment, orders
from hulldown.rulebooks.panzerstrike.core.orders import Order
from hulldown.rulebooks.panzerstrike.core.setup import SPAA, UnitType
from hulldown.rulebooks.panzerstrike.core.state import Ground, State
from hulldown.rulebooks.panzerstrike.setup import depth_of


def units(state: State) -> Iterator[tuple[float, Order]]:
    """Each type where it is of use: fighters well forward and unseen, howitzers and the unarmed behind, fixed guns
    forward with a field of fire, SPAA where nobody sees them; not crowded, all with their front to the enemy."""
    ground, side, tuned = state.ground, state.side, TUNING.posts
    kind = next(kind for kind in ground.chart.values() if deployment.next_of(state, kind.id) >= 0)
    ahead, occupied = deployment.towards_enemy(side), state.units.occupied
    for square in squares_of(deployment.room(state, kind.id)):
        deep = depth_of(ground.grid, "long sides", side, square)
        if not kind.vehicle and kind.parabolic is None:
            field = view_of(ground, square) & ~ground.zones[side]
            for worth, facing in gun_posts(ground.grid, square, ahead, Arc.A45, field, occupied, deep, tuned):
                yield worth, orders.Deploy(kind.id, square, facing)
        else:
            yield _post(state, kind, square, deep, ahead), orders.Deploy(kind.id, square, ahead)


def _post(state: State, kind: UnitType, square: int, deep: int, ahead: int) -> float:
    """What a square is worth to a unit other than a fixed gun."""
    ground, grid, tuned = state.ground, state.ground.grid, TUNING.posts
    seen = _exposure(ground, state.side, square)
    crowd = (grid.neighbours(square) & state.units.occupied).bit_count()
    if kind.parabolic or kind.weapon is None:
        walled = ground.buildings >> grid.ahead(square, ahead) & 1
        return -deep - tuned.seen * seen - tuned.crowd * crowd - tuned.walled * walled
    if kind.id == SPAA and ground.setup.spaa:
        return -tuned.spaa_seen * seen - tuned.crowd * crowd - deep
    spots = kind.vehicle and kind.effectiveness <= TUNING.scout
    own = [at.square for at in state.units.units if at.side is state.side and at.square >= 0]
    apart = 0.0 if ground.setup.spaa else scattered(grid, square, own, tuned)  # else they need what nobody sees
    return (tuned.scout if spots else 1) * deep - tuned.seen * seen - tuned.crowd * crowd - apart


@lru_cache(maxsize=8192)
def _exposure(ground: Ground, side: Side, square: int) -> int:
    """From how many squares of the enemy's zone a square is seen."""
    return (view_to(ground, square) & ground.zones[side.other]).bit_count()


def commander(state: State) -> Iterator[tuple[float, Order]]:
    """A tank that fewest squares of the enemy's zone see commands; of equals the one with the thickest front."""
    units, tuned = state.units.units, TUNING.posts
    for unit in deployment.candidates(state, state.side):
        seen = _exposure(state.ground, state.side, units[unit].square)
        yield tuned.front * state.kind(unit).front - tuned.watched * seen, orders.NameCommand(unit)
