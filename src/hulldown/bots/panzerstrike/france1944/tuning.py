"""The figures that the player of France 1944 goes by, beside those of the family.

Points are those of the chart. A figure that names no games was set by hand; those that do are told of in docs/bots.md.
"""

import msgspec

from hulldown.bots.panzerstrike.tuning import Posts
from hulldown.bots.tactics import Weights


class Tuning(msgspec.Struct, frozen=True):
    """What flags, targets and posts are worth."""

    # What orders are judged by
    flag: float = 2.0  # points for standing beside an enemy flag
    left: float = 0.25  # of that, lost by moving away and coming back
    guard: float = 3.0  # points more of an enemy beside one's own flag, as a target
    thrift: float = 0.001  # points that each pip of a larger die costs
    posts: Posts = Posts()
    flag_squares: int = 3  # that are thought of for a flag
    barricade_ranks: int = 4  # before one's own zone, in which barricades stand,
    barricade_squares: int = 12  # and that are thought of for one

    # What positions are judged by
    colours: float = 12.0  # points of a flag
    came: float = 0.5  # of that, for a tank that has come beside it,
    stayed: float = 0.8  # and for one that stays there


TUNING = Tuning()
WEIGHTS = Weights(risk=1.0, hope=0.5, way=1.0, goal=1.0)
EVALUATIONS = 1500  # of a veteran's turn: 83 % of 100 games; with 1000 it was 60 % of 40, with 2000 82 % of 60
