"""The figures that the player of the Core rules goes by, beside those of the family.

Points are those of the family, in which a medium tank has 2. A figure that names no games was set by hand; those that
do are told of in docs/bots.md.
"""

from hulldown.bots.panzerstrike.tuning import GunPosts, Support
from hulldown.bots.tactics import Weights


class CorePosts(GunPosts, frozen=True):
    """Posts of SPAA and of those who spot, in ranks."""

    spaa_seen: float = 2.0  # that a square of the enemy's zone sees an SPAA costs
    scout: float = 1.5  # a rank, to whoever may spot


class Tuning(Support, frozen=True, kw_only=True):
    """What only the Core rules ask for, beside what they share with the Dynamic ones."""

    # What units are worth
    price: float = 0.3  # points for one of Effectiveness

    # What vehicles are for
    opening: int = 4  # rounds in which nobody expects a shot
    hitched: float = 0.3  # points for standing ready to pull a gun out of a useless place
    tractor: int = 4  # Effectiveness: dearer vehicles do not tow,
    scout: int = 5  # and dearer ones are not posted ahead to spot
    best_range: int = 5  # sections that a howitzer likes to keep
    useful: int = 2  # steps beyond its range within which a gun waits for somebody to come
    angled: float = 2.0  # times what the front to the enemy is worth, for an angled one (option 6)
    safe: float = 0.02  # of a vehicle, the danger in which its crew begins repairs,
    unsafe: float = 0.2  # and the one in which it is called back
    posts: CorePosts


TUNING = Tuning(
    mend=0.3,
    errand=0.08,
    patience=8,
    aim=0.1,
    clear=0.7,
    hold=0.6,
    least=0.001,
    guard=4.0,
    command=1.0,
    prospect=0.3,
    good=0.5,
    posts=CorePosts(field=0.1),
)
# Hope at 1 had 63 % of 50 games against greedy; at 0.7 it had 48 % of 120 against the player as it was
WEIGHTS = Weights(risk=1.0, hope=0.5, way=1.0, goal=1.0)
EVALUATIONS = 600  # of a veteran's turn, about a second's
