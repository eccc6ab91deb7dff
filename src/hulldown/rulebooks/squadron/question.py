"""What may be asked about a shot, and the exact chances of it (SQ-66 … SQ-89)."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from hulldown.geometry.squares import Zone
from hulldown.kernel import question
from hulldown.kernel.files import Fault
from hulldown.kernel.odds import Odds
from hulldown.kernel.question import ReadyShot
from hulldown.kernel.rule import Modifier
from hulldown.rulebooks.squadron.events import Outcome
from hulldown.rulebooks.squadron.files import card_of, figures_of, pack_named
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import Card, Figures
from hulldown.rulebooks.squadron.shooting import SHOT, Facts, armour_of, facts_for, forecast_of_dice, odds_of

SQ_13, SQ_15, SQ_73, SQ_74 = RULES["SQ-13"], RULES["SQ-15"], RULES["SQ-73"], RULES["SQ-74"]
SQ_75, SQ_77, SQ_78, SQ_79 = RULES["SQ-75"], RULES["SQ-77"], RULES["SQ-78"], RULES["SQ-79"]
SQ_103, SQ_104, SQ_109 = RULES["SQ-103"], RULES["SQ-104"], RULES["SQ-109"]
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
    return odds_of(_facts(question)[0])


def shot(question: Question) -> ReadyShot:
    """SQ-66 … SQ-89: the same, to be fired with dice."""
    facts, modifiers = _facts(question)
    return ReadyShot(partial(SHOT.resolve, facts), forecast_of_dice(facts, modifiers, question.zone))


def _facts(question: Question) -> tuple[Facts, tuple[Modifier, ...]]:
    far = question.range_hexes
    if not 1 <= far <= FARTHEST:
        raise Fault("range", f"{far} hexes; it must be 1 to {FARTHEST}")
    gun = card_of(question.attacker, question.chart)
    figures = figures_of(pack_named(question.chart), {}, "chart")
    if gun.fixed and question.turret:
        raise Fault("option turret", f"the {gun.name} has a fixed cannon and no turret", SQ_13.id)
    modifiers = tuple(_modifiers(question, figures, gun))
    armour = armour_of(card_of(question.target, question.chart), question.zone)
    total = sum(one.amount for one in modifiers)
    return facts_for(figures, total, gun.penetration, armour), modifiers


def _modifiers(question: Question, figures: Figures, gun: Card) -> Iterator[Modifier]:
    """SQ-15, SQ-73 … SQ-79, SQ-103, SQ-104, SQ-109: all that the D10 gets added."""
    far, moved = question.range_hexes, question.start == "moving"
    found = (
        (True, SQ_74 if moved else SQ_73, figures.was_moving if moved else figures.stood, "how the turn began"),
        (far <= figures.near_hexes, SQ_79, figures.near, f"{far} hex{'es' * (far != 1)} away"),
        (question.turret, SQ_75, figures.turret, "moves its turret"),
        (question.target_moving, SQ_77, figures.moving_target, "target in movement"),
        (question.obstacle, SQ_78, figures.obstacle, f"an obstacle protects the {question.zone}"),
        (question.hedge, SQ_109, figures.hedge, "a hedge protects the target"),
        (question.ruin == "in", SQ_103, figures.in_ruin, "target in a ruined house"),
        (question.ruin == "behind", SQ_104, figures.behind_ruin, "target behind a ruined house"),
        (True, SQ_15, -gun.shot, f"Shot −{gun.shot}"),
    )
    yield from [rule.modify(amount, reason) for applies, rule, amount, reason in found if applies and amount]
