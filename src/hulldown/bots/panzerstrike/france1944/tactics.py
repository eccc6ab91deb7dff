"""What a bot may know of France 1944: which orders promise most, in points of tanks won and lost.

A shot is worth its exact chance times the target's value. A move is worth what it wins over standing still: the best
shot from there, less the shots that the enemy would have at it, and the way made towards enemies or flags. Whoever is
ahead, or sees nothing happen for some rounds, cares less for danger and more for the way.
"""

from collections.abc import Iterator

from hulldown.bots.panzerstrike.france1944 import advance, posts, shots
from hulldown.bots.panzerstrike.france1944.tuning import EVALUATIONS, TUNING, WEIGHTS
from hulldown.bots.panzerstrike.france1944.worth import return_fire, stance, value
from hulldown.bots.panzerstrike.phases import Promising, only
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.tactics import Horizon
from hulldown.rulebooks.panzerstrike.france1944 import orders
from hulldown.rulebooks.panzerstrike.france1944.orders import Order
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State

__all__ = [
    "ALIKE",
    "EVALUATIONS",
    "SLIP",
    "WEIGHTS",
    "WORTHWHILE",
    "closing",
    "horizon",
    "promising",
    "return_fire",
    "stance",
    "value",
]

ALIKE, SLIP, WORTHWHILE = TUNING.posts.alike, SHARED.slip, SHARED.worthwhile

_PHASES: dict[Phase, Promising] = {
    Phase.BEGIN: only(orders.Begin()),
    Phase.CHOICE: posts.first,
    Phase.FLAGS: posts.flags,
    Phase.BARRICADES: posts.barricades,
    Phase.DEPLOYMENT: posts.tanks,
    Phase.ROLL: only(orders.RollMovement()),
    Phase.MOVEMENT: advance.moves,
    Phase.SHOOTING: shots.promising,
}


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Orders worth thinking about, each with what it is worth; every phase has at least one."""
    return _PHASES[state.phase](state)


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed, whatever was planned: nothing here."""
    return iter(())


def horizon(state: State) -> Horizon:
    """How far values tell orders apart from here."""
    return {Phase.MOVEMENT: Horizon.ROW, Phase.SHOOTING: Horizon.ORDER}.get(state.phase, Horizon.NONE)
