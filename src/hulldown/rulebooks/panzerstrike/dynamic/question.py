"""What may be asked about a shot, and the exact chances of it (DYN-105 … DYN-109, DYN-133 … DYN-136, DYN-154)."""

from fractions import Fraction
from functools import partial
from typing import Literal, Self

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.odds import Odds
from hulldown.kernel.question import ReadyShot
from hulldown.rulebooks.panzerstrike.dynamic.files import chart_named, figures_of, kind_of
from hulldown.rulebooks.panzerstrike.dynamic.parabolic import LOB, Lofted, forecast_of_lob, lofted
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import Figures, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.shooting import SHOT, Facts, forecast_of_shot
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Verdict, armour_of
from hulldown.rulebooks.panzerstrike.question import WALL, SquareQuestion

DYN_69, DYN_103, DYN_123, DYN_154 = RULES["DYN-69"], RULES["DYN-103"], RULES["DYN-123"], RULES["DYN-154"]
DYN_74 = RULES["DYN-74"]
DYN_75 = RULES["DYN-75"]
DYN_104 = RULES["DYN-104"]
DYN_121 = RULES["DYN-121"]
DYN_177, DYN_186, DYN_188 = RULES["DYN-177"], RULES["DYN-186"], RULES["DYN-188"]
DYN_Q21 = RULES["DYN-Q21"]
DYN_Q31 = RULES["DYN-Q31"]


class Question(SquareQuestion, frozen=True, kw_only=True):
    """A shot at a class, or at a wall.

    In a high arc it knows no zones, and may be fired with the half-die (`half`); the ranges of the chart hold unless
    `limits` is off.
    """

    THINGS = (WALL,)

    mode: Literal["direct", "parabolic"] = "direct"
    quick: bool = False
    damaged: bool = False
    half: bool = False
    limits: bool = True

    def beside(self) -> tuple[str, dict[str, Self]]:
        if self.mode == "direct":
            return super().beside()
        dice = {"standard dice": False, "with half-die": True}
        return "dice", {name: msgspec.structs.replace(self, half=half) for name, half in dice.items()}


def chances(question: Question) -> Odds[Verdict]:
    """DYN-105 … DYN-109, DYN-133 … DYN-136, DYN-154: the exact chances of a shot, straight from the rule."""
    facts = _facts(question)
    found = SHOT.odds(facts) if isinstance(facts, Facts) else LOB.odds(facts)
    return {verdict: found.get(verdict, Fraction(0)) for verdict in Verdict}


def shot(question: Question) -> ReadyShot:
    """DYN-103 … DYN-109, DYN-123, DYN-133 … DYN-136, DYN-154: the same, to be fired with dice."""
    facts = _facts(question)
    if not isinstance(facts, Facts):
        return ReadyShot(partial(LOB.resolve, facts), forecast_of_lob(facts, DYN_123.modify(facts.range, "range")))
    wall = question.target == WALL
    armour = DYN_154.modify(facts.armour, "wall") if wall else DYN_69.modify(facts.armour, f"{question.zone} armour")
    sums = DYN_103.modify(facts.range, "range"), armour
    return ReadyShot(partial(SHOT.resolve, facts), forecast_of_shot(facts, sums, "" if wall else question.zone))


def _facts(question: Question) -> Facts | Lofted:
    gun = kind_of(question.attacker, question.chart)
    question.check_far()
    if question.quick:
        _check_quick(question)
    return _direct(question, gun) if question.mode == "direct" else _lobbed(question, gun)


def _check_quick(question: Question) -> None:
    """DYN-177, DYN-186, DYN-188: what the Quick Start leaves out."""
    if question.mode == "parabolic":
        raise Fault("option mode", "there is no parabolic fire in the Quick Start; howitzers fire directly", DYN_188.id)
    if question.target == WALL:
        raise Fault("unit", "there are no walls in the Quick Start", DYN_188.id)
    if question.damaged:
        raise Fault("option damaged", "nothing is damaged in the Quick Start", DYN_186.id)
    for kind in (kind_of(unit, question.chart) for unit in (question.attacker, question.target)):
        if kind.category != "combat":
            raise Fault("unit", f"the {kind.name} is not in the Quick Start, which is for combat vehicles", DYN_177.id)


def _figures(question: Question) -> Figures:
    return figures_of(chart_named(question.chart), {}, "chart")


def _direct(question: Question, gun: UnitClass) -> Facts:
    far = question.range_squares
    if not gun.armed:
        raise Fault("unit", f"the {gun.name} is unarmed; it never fires", DYN_75.id)
    if far < LEAST_RANGE:
        raise Fault("range", f"{far} squares; the least range is {LEAST_RANGE}", DYN_104.id)
    dice = _figures(question)
    half = dice.half if gun.half else ()
    if question.target == WALL:
        return Facts(dice.red, gun.dice, half, far, dice.wall, False)
    armour = armour_of(kind_of(question.target, question.chart), question.zone)
    return Facts(dice.red, gun.dice, half, far, armour, not question.quick, question.damaged)


def _lobbed(question: Question, gun: UnitClass) -> Lofted:
    """DYN-74, DYN-121, DYN-Q21, DYN-Q31: what a howitzer does in a high arc, never to a wall."""
    far, entry = question.range_squares, gun.parabolic
    if question.target != WALL:
        kind_of(question.target, question.chart)
    if entry is None:
        raise Fault("unit", f"the {gun.name} is no howitzer; only howitzers fire in a high arc", DYN_74.id)
    if question.target == WALL:
        raise Fault("unit", "walls are fired at directly only", DYN_Q21.id)
    if question.limits and not entry.least <= far <= entry.most:
        told = f"{far} squares; the {gun.name} reaches from {entry.least} to {entry.most}, or give limits=off"
        raise Fault("range", told, DYN_121.id)
    if question.limits and question.half and far > entry.half_up_to:
        raise Fault("range", f"{far} squares; the half-die is for up to {entry.half_up_to}", DYN_Q31.id)
    return lofted(_figures(question), entry, far, question.half)
