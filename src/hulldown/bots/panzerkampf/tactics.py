"""Panzerkampf's player, as the bots ask for it."""

from collections.abc import Callable, Iterator

from hulldown.bots.panzerkampf.flights import closing, dives
from hulldown.bots.panzerkampf.manoeuvre import Manoeuvre
from hulldown.bots.panzerkampf.places import placings
from hulldown.bots.panzerkampf.pressure import stance
from hulldown.bots.panzerkampf.promising import promising
from hulldown.bots.panzerkampf.salvos import shots_judged
from hulldown.bots.panzerkampf.threats import return_fire
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.panzerkampf.value import value
from hulldown.bots.tactics import Horizon, Weights
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.state import Phase, State

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
    "ways",
]

WEIGHTS, EVALUATIONS = TUNING.weights, TUNING.evaluations
ALIKE, SLIP, WORTHWHILE = TUNING.alike, TUNING.slip, 0.0


def horizon(state: State) -> Horizon:
    """In a standard battle deployment is planned, and movement and shots with the command dice for them. The start of a
    turn, submarines and counter-attacks follow `promising`, and so does a campaign that is won by driving or by holding
    out: the value knows little of that."""
    planned = Phase.DEPLOYMENT, Phase.MOVEMENT, Phase.SHOOTING
    if state.setup.campaign != "standard" or state.phase not in planned or dives(state):
        return Horizon.NONE
    return Horizon.WAYS


def ways(
    state: State, weights: Weights, evaluations: int, late: Callable[[], bool], pick: Callable[[int], int]
) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Rows of orders with what each is worth; each costs a value, so there may be any number of them."""
    if state.phase is Phase.DEPLOYMENT:
        return placings(state, evaluations, late, pick)
    if state.phase is Phase.SHOOTING:
        return shots_judged(state, weights)
    return Manoeuvre(state, weights, evaluations, late).rows()
