"""How a game ends if it goes on as it does, and what that asks of a side: as the last rounds come, only the end counts.

Points are a way to a win. Where the rounds run out for one side, the other must come; where they run out in a draw,
whoever is ahead loses half a win by it, and whoever is behind gains one.
"""

from typing import NamedTuple

from msgspec.structs import replace

from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.tactics import Weights
from hulldown.kernel.side import Side


class Ending(NamedTuple):
    """How many rounds are left and turns of the two sides in them, who wins then, and whether a loss puts it off."""

    rounds: int
    turns: int
    winner: Side | None
    quiet: bool

    @property
    def near(self) -> float:
        """From 0 to 1, as the last round comes."""
        return max(0.0, 1 - self.rounds / SHARED.last_rounds)


def by_limit(limit: int, now: int, moves_last: bool, winner: Side | None = None) -> Ending:
    """The end by a limit of rounds."""
    return Ending(limit - now, 2 * (limit - now) + (not moves_last), winner, quiet=False)


def by_quiet(limit: int, quiet: int) -> Ending:
    """The end by rounds in which nothing happens."""
    left = max(0, limit - quiet)
    return Ending(left, 2 * left + 2, None, quiet=True)


def pressure(ending: Ending, side: Side, lead: float) -> float:
    """How much a side must come (above 0) or may wait (below 0): whom the end favours waits for it."""
    if ending.winner is not None:
        return -ending.near if ending.winner is side else ending.near
    if abs(lead) < SHARED.level:
        return 0.0
    return ending.near if lead > 0 else -ending.near


def pressed(weights: Weights, ending: Ending, press: float) -> Weights:
    """What counts under pressure: the way more and danger less, or the other way round; no turn that never comes."""
    if not ending.quiet and ending.turns < 2:
        weights = replace(weights, hope=0.0, risk=weights.risk * ending.turns)
    if not press:
        return weights
    way = 1 + (SHARED.storms * press if press > 0 else press)
    risk, goal = 1 - SHARED.dares * press, 1 + abs(press)
    return replace(weights, risk=weights.risk * risk, way=weights.way * way, goal=weights.goal * goal)


def told(ending: Ending, side: Side, lead: float) -> str:
    """Why a side attacks or waits as the end comes; nothing before."""
    press = pressure(ending, side, lead)
    if not press:
        return ""
    left = f"{ending.rounds + 1} rounds are left" if ending.rounds else "This is the last round"
    if ending.winner is not None:
        who = f"then {ending.winner.label} wins" if ending.rounds else f"after it {ending.winner.label} wins"
        return f"{left}, {who}: {side.label} {'attacks' if press > 0 else 'holds out'}."
    where = "ahead and needs more than a draw, so it attacks" if press > 0 else "behind and is content with a draw"
    return f"{left} before a draw: {side.label} is {where}."
