"""What weighs more, the danger or the way."""

from collections.abc import Sequence
from typing import NamedTuple

from hulldown.bots.panzerstrike.tuning import SHARED, Support
from hulldown.kernel.side import Side


class Mood(NamedTuple):
    """How boldly to play, and where to go."""

    caution: float
    way: float
    goal: int
    stalled: bool
    patient: bool
    lost: int  # SPAA
    march: float  # the way, to who plans: it comes a little also where it lets the enemy come


def boldness(ahead: bool, quiet: int) -> tuple[float, float]:
    """What danger and the way weigh: whoever is ahead, or sees nothing happen for some rounds, plays more boldly."""
    bold = ahead or quiet > SHARED.lull
    caution = SHARED.caution - (SHARED.bolder if bold else 0) - SHARED.calm * max(0, quiet - SHARED.lull)
    return max(SHARED.boldest, caution), SHARED.way * (2 if bold else 1) * (
        1 + max(0, min(quiet, SHARED.longest_lull) - 1)
    )


def mood_for(
    side: Side, points: Sequence[float], mobile: Sequence[float], goal: int, quiet: int, lost: int, tuning: Support
) -> Mood:
    """The mood of a side with so many points of each, those that can drive and fire among them, and a goal; with few
    of these it rather lets the enemy come."""
    stalled = quiet > SHARED.lull
    caution, way = boldness(points[side] > points[side.other], quiet)
    march = way
    if mobile[side] < tuning.hold * mobile[side.other] and not stalled:
        march, way = way * SHARED.held, 0.0
    return Mood(caution, way, goal, stalled, quiet <= tuning.patience, lost, march)
