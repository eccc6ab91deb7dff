"""What may be asked about a shot, and the exact chances of it (SQ-66 … SQ-89)."""

from typing import Literal

from hulldown.geometry.squares import Zone
from hulldown.kernel import question
from hulldown.kernel.files import Fault
from hulldown.kernel.odds import Odds
from hulldown.rulebooks.squadron.events import Outcome
from hulldown.rulebooks.squadron.files import card_of, figures_of, pack_named
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.shooting import armour_of, facts_for, odds_of

SQ_13 = RULES["SQ-13"]
FARTHEST = 400  # hexes: farther than any two of the largest mat


class Question(question.Question, frozen=True, kw_only=True):
    """A shot between two tanks.

    `start` is how the firer began the turn; `turret` says that it turns it. The target is moving (`target_moving`),
    partly behind an `obstacle`, protected by a `hedge`, or in or behind a `ruin`.
    """

    range_hexes: int
    zone: Zone = Zone.FRONT
    start: Literal["stationary", "moving"] = "stationary"
    ruin: Literal["none", "in", "behind"] = "none"
    turret: bool = False
    target_moving: bool = False
    obstacle: bool = False
    hedge: bool = False


def chances(question: Question) -> Odds[Outcome]:
    """SQ-66 … SQ-89: the exact chances of a shot, straight from the rule."""
    far = question.range_hexes
    if not 1 <= far <= FARTHEST:
        raise Fault("range", f"{far} hexes; it must be 1 to {FARTHEST}")
    gun = card_of(question.attacker, question.chart)
    figures = figures_of(pack_named(question.chart), {}, "chart")
    if gun.fixed and question.turret:
        raise Fault("option turret", f"the {gun.name} has a fixed cannon and no turret", SQ_13.id)
    bonus = (
        figures.was_moving if question.start == "moving" else figures.stood,
        figures.near if far <= figures.near_hexes else 0,
        figures.turret if question.turret else 0,
        figures.moving_target if question.target_moving else 0,
        figures.obstacle if question.obstacle else 0,
        figures.hedge if question.hedge else 0,
        {"none": 0, "in": figures.in_ruin, "behind": figures.behind_ruin}[question.ruin],
        -gun.shot,
    )
    armour = armour_of(card_of(question.target, question.chart), question.zone)
    return odds_of(facts_for(figures, sum(bonus), gun.penetration, armour))
