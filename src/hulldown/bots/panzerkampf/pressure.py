"""How a side plays as the last round nears: behind in points it must come, ahead it can wait."""

from msgspec.structs import replace

from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.tactics import Weights
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf import campaign
from hulldown.rulebooks.panzerkampf.state import State


def pressure(state: State, side: Side) -> float:
    """From 0 to 1 as the end nears, for whoever is behind; half of it where a draw looms; below 0 for who is ahead."""
    rounds = state.setup.figures.rounds
    if not rounds or state.setup.campaign != "standard":
        return 0.0
    near = max(0.0, 1 - (rounds - state.round) / TUNING.last_rounds)
    lead = campaign.destroyed_points(state, side) - campaign.destroyed_points(state, side.other)
    return -near if lead > 0 else near if lead < 0 else near / 2


def stance(state: State, side: Side) -> str:
    """Why a side attacks or waits as the last round comes."""
    if not (press := pressure(state, side)):
        return ""
    left = state.setup.figures.rounds - state.round
    told = f"{left + 1} rounds are left" if left else "This is the last round"
    lead = campaign.destroyed_points(state, side) - campaign.destroyed_points(state, side.other)
    how = "ahead in points" if lead > 0 else "behind in points" if lead < 0 else "no better than level"
    return f"{told} and {side.label} is {how}, so it {'attacks' if press > 0 else 'keeps its lead'}."


def pressed(weights: Weights, state: State, side: Side) -> Weights:
    """What counts to the side to move: under pressure the way more and danger less, and no turn that never comes."""
    press, left = pressure(state, side), 2 * state.setup.figures.rounds - state.turn
    if state.setup.figures.rounds and left < 2:
        weights = replace(weights, hope=0.0, risk=weights.risk * left)
    way = 1 + (TUNING.storms * press if press > 0 else press)
    return replace(weights, risk=weights.risk * (1 - TUNING.dares * press), way=weights.way * way) if press else weights
