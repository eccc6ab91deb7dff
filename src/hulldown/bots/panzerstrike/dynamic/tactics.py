"""What a bot may know of the Dynamic rules: which orders promise most, in points of Effectiveness won and lost.

A shot is worth its exact chance times the target's value. A move is worth what it wins over standing still: the best
shot from there, less the shots that the enemy would have at it, the way made, and what else a vehicle is for: to spot,
to repair, to clear a street. Dice go where they win most over the free step. SPAA of the basic scenario are valued by
the goal. Whoever is ahead, or sees nothing happen for some rounds, cares less for danger and more for the way.
"""

from collections.abc import Iterator

from hulldown.bots.panzerstrike.dynamic import moves, posts, shots
from hulldown.bots.panzerstrike.dynamic.tuning import EVALUATIONS, TUNING, WEIGHTS
from hulldown.bots.panzerstrike.dynamic.worth import return_fire, stance, value
from hulldown.bots.panzerstrike.phases import Promising, only
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.tactics import Horizon
from hulldown.rulebooks.panzerstrike.dynamic import orders
from hulldown.rulebooks.panzerstrike.dynamic.orders import Order
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State

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
    Phase.DEPLOYMENT: posts.units,
    Phase.COMMAND: posts.commander,
    Phase.ROLL: only(orders.RollMovement()),
    Phase.MOVEMENT: moves.promising,
    Phase.FIRING: shots.promising,
}


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Orders worth thinking about, each with what it is worth; every phase has at least one."""
    return _PHASES[state.phase](state)


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed, whatever was planned: nothing here."""
    return iter(())


def horizon(state: State) -> Horizon:
    """How far values tell orders apart from here."""
    return {Phase.MOVEMENT: Horizon.ROW, Phase.FIRING: Horizon.ORDER}.get(state.phase, Horizon.NONE)
