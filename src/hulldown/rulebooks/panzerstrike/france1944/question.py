"""What may be asked about a shot, and the exact chances of it (FR-38 … FR-42, FR-59)."""

from fractions import Fraction
from functools import partial

from hulldown.kernel.files import Fault
from hulldown.kernel.odds import Odds
from hulldown.kernel.question import ReadyShot
from hulldown.rulebooks.files import unit_of
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Verdict, armour_of
from hulldown.rulebooks.panzerstrike.france1944.files import chart_named, figures_of
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.shooting import SHOT, Facts, forecast_of_shot, odds_of
from hulldown.rulebooks.panzerstrike.question import SquareQuestion

FR_28, FR_36, FR_42 = RULES["FR-28"], RULES["FR-36"], RULES["FR-42"]


class Question(SquareQuestion, frozen=True, kw_only=True):
    """A shot between two classes: by the option `damage`, or at a target that is damaged already."""

    damage: bool = False
    damaged: bool = False


def chances(question: Question) -> Odds[Verdict]:
    """FR-38 … FR-42, FR-59: the exact chances of a shot between two classes, straight from the rule."""
    found = odds_of(_facts(question))
    return {verdict: found.get(verdict, Fraction(0)) for verdict in Verdict}


def shot(question: Question) -> ReadyShot:
    """FR-36 … FR-42, FR-59: the same, to be fired with dice."""
    facts = _facts(question)
    sums = FR_36.modify(facts.range, "range"), FR_28.modify(facts.armour, f"{question.zone} armour")
    return ReadyShot(partial(SHOT.resolve, facts), forecast_of_shot(facts, sums, question.zone))


def _facts(question: Question) -> Facts:
    far = question.range_squares
    if far < LEAST_RANGE:
        raise Fault("range", f"{far} squares; the least distance is {LEAST_RANGE}", FR_42.id)
    question.check_far()
    chart = chart_named(question.chart)
    gun, hull = (unit_of(chart.unit, unit, "class") for unit in (question.attacker, question.target))
    only_damages = question.damaged or question.damage
    armour, small = armour_of(hull, question.zone), figures_of(chart, {}, "chart").small
    return Facts(small, gun.gun, far, armour, only_damages, question.damaged)
