"""What a bot may know of the Core rules: which orders promise most, in points won and lost.

A shot is worth the exact chance of each outcome times what that costs the target, over what the shots announced before
it leave of him. A move is worth what it wins over standing still: the best shot from there, less the shots that the
enemy would have at it, the way made, and what else a unit is for: to spot, to repair, to tow, to clear a street. Slots
go where they win most over the free step. SPAA of the basic scenario are valued by the goal. Whoever is ahead, or sees
nobody fire for some rounds, cares less for danger and more for the way.
"""

from collections.abc import Iterator

from hulldown.bots.panzerstrike.core import moves, posts, salvo
from hulldown.bots.panzerstrike.core.moves import closing
from hulldown.bots.panzerstrike.core.tuning import EVALUATIONS, TUNING, WEIGHTS
from hulldown.bots.panzerstrike.core.worth import return_fire, stance, value
from hulldown.bots.panzerstrike.phases import Promising, only
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.tactics import Horizon
from hulldown.rulebooks.panzerstrike.core import orders
from hulldown.rulebooks.panzerstrike.core.orders import Order
from hulldown.rulebooks.panzerstrike.core.state import Phase, State

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
    Phase.DEPLOYMENT: posts.units,
    Phase.COMMAND: posts.commander,
    Phase.MOVEMENT: moves.promising,
    Phase.ANNOUNCING: salvo.promising,
    Phase.FIRING: salvo.in_turn,
}


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Orders worth thinking about, each with what it is worth; every phase has at least one."""
    return _PHASES[state.phase](state)


def horizon(state: State) -> Horizon:
    """How far values tell orders apart from here."""
    return Horizon.ROW if state.phase is Phase.MOVEMENT else Horizon.NONE
