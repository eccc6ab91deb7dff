"""What may be asked about a shot, and the exact chances of it (CORE-54 … CORE-102, CORE-110 … CORE-122)."""

from fractions import Fraction
from typing import Literal

import msgspec

from hulldown.geometry.squares import Zone
from hulldown.kernel import question
from hulldown.kernel.files import Fault
from hulldown.kernel.odds import Odds
from hulldown.kernel.question import ReadyShot
from hulldown.rulebooks.panzerstrike.core import shot as shots
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.files import charts_named, figures_of, kind_of
from hulldown.rulebooks.panzerstrike.core.forecasting import forecast
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import Figures, UnitType, Weapon
from hulldown.rulebooks.panzerstrike.core.shot import INJURED, MOVED, ORDER, TURNED, Facts, Victim, meeting
from hulldown.rulebooks.panzerstrike.core.state import Colour, Mode
from hulldown.rulebooks.panzerstrike.question import WALL

CORE_42 = RULES["CORE-42"]
CORE_56, CORE_60, CORE_109 = RULES["CORE-56"], RULES["CORE-60"], RULES["CORE-109"]
CORE_73 = RULES["CORE-73"]
CORE_81 = RULES["CORE-81"]
CORE_106 = RULES["CORE-106"]
CORE_107 = RULES["CORE-107"]
CORE_Q33 = RULES["CORE-Q33"]
CORE_Q43 = RULES["CORE-Q43"]


class Question(question.Question, frozen=True, kw_only=True):
    """A shot at a type, or at a wall.

    The firer has `moved`, `turned` or has `injured` crew; the target is in `cover` of a building, `angled`, loses its
    tracks in two stages (`semi`), or is `weakened` by an injured crew. `colour` is the hit die; `report` says since
    when a target of parabolic fire is seen by another.
    """

    THINGS = (WALL,)

    range_sections: int
    zone: Zone = Zone.FRONT
    mode: Mode = Mode.DIRECT
    colour: Colour = Colour.WHITE
    report: Literal["none", "old", "late"] = "none"
    cover: bool = False
    angled: bool = False
    moved: bool = False
    turned: bool = False
    injured: bool = False
    semi: bool = False
    weakened: bool = False


def chances(question: Question) -> Odds[Outcome]:
    """CORE-54 … CORE-102, CORE-110 … CORE-122: the exact chances of a shot, straight from the rule."""
    facts = _facts(question, kind_of(question.attacker, question.chart))
    found: dict[Outcome, Fraction] = {} if question.target == WALL else {Outcome.DESTROYED: Fraction(0)}
    for (_, outcome), chance in shots.chances(facts).items():
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return {outcome: found[outcome] for outcome in ORDER if outcome in found}


def shot(question: Question) -> ReadyShot:
    """CORE-54 … CORE-122: the same, to be fired with dice."""
    gun = kind_of(question.attacker, question.chart)
    facts, procedure = _facts(question, gun), shots.procedure_of(_facts(question, gun))
    far = (CORE_109 if question.mode is Mode.PARABOLIC else CORE_56).modify(facts.range, "range")
    sums = (far, CORE_60.modify(facts.cover, "cover")) if facts.cover else (far,)
    assert gun.weapon is not None
    told = forecast(facts, gun.weapon.penetration, sums, "an obstacle")
    return ReadyShot(lambda dice: str(procedure.resolve(facts, dice)[1]), told)


def _figures(question: Question) -> Figures:
    return figures_of(charts_named(question.chart)[0], {}, "chart")


def _facts(question: Question, gun: UnitType) -> Facts:
    """CORE-89: a shot that is possible, as the resolver wants it."""
    weapon, dice, high = gun.weapon, _figures(question), question.mode is Mode.PARABOLIC
    if weapon is None:
        raise Fault("unit", f"the {gun.name} is unarmed; it never fires", CORE_Q43.id)
    colour = shots.BLUE if high else question.colour
    _check_reach(question, gun, weapon)
    symbols = ((INJURED, question.injured), (MOVED, question.moved), (TURNED, question.turned))
    return Facts(
        question.range_sections,
        dice.accuracy[weapon.accuracy - 1],
        colour,
        getattr(dice.hit, colour),
        dice.penetration.I if weapon.die == "I" else dice.penetration.II,
        (None if question.target == WALL else _victim(question, weapon, kind_of(question.target, question.chart)),),
        dice.cover if question.cover and not high else 0,
        tuple(word for word, shown in symbols if shown),
        dice.radio if high and question.report != "none" else (),
        question.report == "late",
    )


def _check_reach(question: Question, gun: UnitType, weapon: Weapon) -> None:
    """CORE-42, CORE-73, CORE-106, CORE-107, CORE-Q33: whether the gun fires so far, in such an arc, with that die."""
    far, arc, high = question.range_sections, gun.parabolic, question.mode is Mode.PARABOLIC
    if high and arc is None:
        raise Fault("unit", f"the {gun.name} is no howitzer; only howitzers fire in a high arc", CORE_106.id)
    if high and question.target == WALL:
        raise Fault("unit", "walls are fired at directly only", CORE_Q33.id)
    least, most = (arc.least, arc.most) if high and arc else (1, weapon.range)
    if not least <= far <= most:
        rule = CORE_107 if high else CORE_42
        raise Fault("range", f"{far} sections; the {gun.name} reaches from {least} to {most}", rule.id)
    if high or question.colour not in (Colour.ORANGE, Colour.GREEN):
        return
    if far > (up_to := _figures(question).aimed[weapon.accuracy - 1]):
        told = f"{far} sections; the {gun.name} uses the {question.colour} die up to {up_to}"
        raise Fault("range", told, CORE_73.id)


def _victim(question: Question, weapon: Weapon, kind: UnitType) -> Victim:
    """CORE-82, CORE-89, CORE-90: what arrives, and what it meets."""
    if question.angled and question.zone is Zone.SIDE:
        raise Fault("zone", "an angled target is hit from its front or its rear, and the side with either", CORE_81.id)
    met = meeting(_figures(question), weapon, question.range_sections, kind, question.zone, question.angled)
    return msgspec.structs.replace(met, semi=question.semi, injured=question.weakened)
