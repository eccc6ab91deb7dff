"""What the ways to go on from a position are worth, by the value of where they lead."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from hulldown.bots.squadron.prospects import Prospects
from hulldown.bots.squadron.tuning import TUNING
from hulldown.bots.squadron.value import value
from hulldown.bots.tactics import Weights
from hulldown.rulebooks.squadron.state import Phase, State


class Judge:
    """What the ways to go on from a position are worth to whoever is to act."""

    def __init__(self, state: State, weights: Weights, evaluations: int, late: Callable[[], bool]) -> None:
        self.state, self.weights, self.side, self.late = state, weights, state.acting, late
        self.ends = max(1, evaluations // TUNING.evaluations_an_end)

    def value(self, state: State) -> float:
        return value(state, self.side, self.weights)

    def of(self, unit: int, struck: int = -1, chance: float = 0.0, **changes: Any) -> float:
        """The value once a tank has done its part and is so, and another was struck with a chance."""
        done = self.state.copy()
        piece = done.units.units[unit]
        if piece.side is done.side:
            done.side, done.active, done.phase = done.side.other, None, Phase.ACTIVATION
            changes["activated"] = done.turn
        done.units.put(unit, replace(piece, **changes))
        missed = self.value(done) if chance < 1 else 0.0
        if not chance:
            return missed
        done.units.put(struck, replace(done.units.units[struck], destroyed=True, moving=False))
        if done.active is not None and done.active.unit == struck:
            done.side, done.active, done.phase = done.side.other, None, Phase.ACTIVATION
        return missed + chance * (self.value(done) - missed)

    def field(self, unit: int) -> Prospects:
        """What a tank has before it, by these weights."""
        found = Prospects(self.state, unit)
        danger, eager = found.boldness
        found.boldness = danger * self.weights.risk, eager * self.weights.way
        return found
