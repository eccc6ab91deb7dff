"""Panzer Squadron's player, as the bots ask for it."""

from hulldown.bots.squadron.plans import closing, horizon, ways
from hulldown.bots.squadron.promising import promising
from hulldown.bots.squadron.prospects import return_fire
from hulldown.bots.squadron.tuning import TUNING
from hulldown.bots.squadron.value import value

__all__ = ["EVALUATIONS", "WEIGHTS", "closing", "horizon", "promising", "return_fire", "value", "ways"]

WEIGHTS, EVALUATIONS = TUNING.weights, TUNING.evaluations
