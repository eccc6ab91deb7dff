"""Panzer Squadron's player, as the bots ask for it."""

from hulldown.bots.squadron.plans import closing, horizon, ways
from hulldown.bots.squadron.promising import promising
from hulldown.bots.squadron.prospects import return_fire
from hulldown.bots.squadron.tuning import TUNING
from hulldown.bots.squadron.value import stance, value

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
