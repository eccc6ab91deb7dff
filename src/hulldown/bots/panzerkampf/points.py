"""What weapons take and threaten, in points.

A target is worth its points; half of them go with its hit points, the rest with its end. Chances are exact, but for
what a weapon would do from somewhere else: there smoke, camouflage and supplies are left out of account.
"""

from fractions import Fraction
from functools import lru_cache

from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.outcome.panzerkampf.tolls import bears, loss, promised, toll, worth
from hulldown.rulebooks.panzerkampf import odds
from hulldown.rulebooks.panzerkampf.odds import Strike
from hulldown.rulebooks.panzerkampf.setup import Setup
from hulldown.rulebooks.panzerkampf.state import Ground, Unit
from hulldown.rulebooks.panzerkampf.units import UnitType

__all__ = ["bears", "from_above", "importance", "loss", "promised", "toll", "worth"]


def importance(setup: Setup, row: UnitType, piece: Unit) -> float:
    """How much more than its points a unit counts: support units decide an escort, the small army an encirclement."""
    if piece.side is not setup.defending:
        return 1.0
    if setup.campaign == "escort" and row.support:
        return TUNING.convoy
    return TUNING.pocket if setup.campaign == "encircled" and not piece.relief else 1.0


@lru_cache(maxsize=1 << 12)
def from_above(ground: Ground, target: str, hp: int, power: tuple[int, int], wrecks: bool) -> float:
    """What one hit from above takes from a unit on the average."""
    row, (many, penetration) = ground.types[target], power
    needed = max(1, min(row.top - penetration, ground.setup.figures.die))
    strike = Strike(many, needed, hp, "wreck" if wrecks else "gone", 0, ground.setup.figures.die)
    return loss(row, hp, odds.struck({1: Fraction(1)}, strike))
