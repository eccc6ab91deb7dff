"""What may be asked about a shot, and the exact chances of it (FR-38 … FR-42, FR-59)."""

from fractions import Fraction

from hulldown.kernel.files import Fault
from hulldown.kernel.odds import Odds
from hulldown.rulebooks.files import unit_of
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Verdict, armour_of
from hulldown.rulebooks.panzerstrike.france1944.files import chart_named, figures_of
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.shooting import Facts, odds_of
from hulldown.rulebooks.panzerstrike.question import SquareQuestion

FR_42 = RULES["FR-42"]


class Question(SquareQuestion, frozen=True, kw_only=True):
    """A shot between two classes: by the option `damage`, or at a target that is damaged already."""

    damage: bool = False
    damaged: bool = False


def chances(question: Question) -> Odds[Verdict]:
    """FR-38 … FR-42, FR-59: the exact chances of a shot between two classes, straight from the rule."""
    far = question.range_squares
    if far < LEAST_RANGE:
        raise Fault("range", f"{far} squares; the least distance is {LEAST_RANGE}", FR_42.id)
    question.check_far()
    chart = chart_named(question.chart)
    gun, hull = (unit_of(chart.unit, unit, "class") for unit in (question.attacker, question.target))
    only_damages = question.damaged or question.damage
    armour, small = armour_of(hull, question.zone), figures_of(chart, {}, "chart").small
    found = odds_of(Facts(small, gun.gun, far, armour, only_damages, question.damaged))
    return {verdict: found.get(verdict, Fraction(0)) for verdict in Verdict}
