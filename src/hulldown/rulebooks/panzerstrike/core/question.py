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
CORE_96 = RULES["CORE-96"]
CORE_106 = RULES["CORE-106"]
CORE_107 = RULES["CORE-107"]
CORE_108 = RULES["CORE-108"]
CORE_110 = RULES["CORE-110"]
CORE_131 = RULES["CORE-131"]
CORE_Q33 = RULES["CORE-Q33"]
CORE_Q43 = RULES["CORE-Q43"]


class Question(question.Question, frozen=True, kw_only=True):
    """A shot at a type, or at a wall.

    The firer has `moved`, `turned`, which is a move too, or has `injured` crew; the target is in `cover` of a building,
    `angled`, loses its tracks in two stages (`semi`), or is `weakened` by an injured crew. `colour` is the hit die;
    `report` says since when a target of parabolic fire is seen by another.
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
    """CORE-74, CORE-75, CORE-89, CORE-97, CORE-Q41: a shot that is possible, as the resolver wants it.

    Whoever turned has moved; without a turret it misses more by it.
    """
    weapon, dice, high = gun.weapon, _figures(question), question.mode is Mode.PARABOLIC
    if weapon is None:
        raise Fault("unit", f"the {gun.name} is unarmed; it never fires", CORE_Q43.id)
    colour = shots.BLUE if high else question.colour
    _check_reach(question, gun, weapon)
    _check_moved(question, gun)
    turned = question.turned and gun.mount != "turret"
    symbols = ((INJURED, question.injured), (MOVED, _moved(question)), (TURNED, turned))
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
    """CORE-42, CORE-73, CORE-106, CORE-107, CORE-110, CORE-Q33: whether the gun fires so far, in such an arc, with that
    die."""
    far, arc, high = question.range_sections, gun.parabolic, question.mode is Mode.PARABOLIC
    if high and arc is None:
        raise Fault("unit", f"the {gun.name} is no howitzer; only howitzers fire in a high arc", CORE_106.id)
    if high and question.target == WALL:
        raise Fault("unit", "walls are fired at directly only", CORE_Q33.id)
    least, most = (arc.least, arc.most) if high and arc else (1, weapon.range)
    if not least <= far <= most:
        rule = CORE_107 if high else CORE_42
        raise Fault("range", f"{far} sections; the {gun.name} reaches from {least} to {most}", rule.id)
    if question.colour is Colour.WHITE:
        return
    if high:
        raise Fault("option colour", "the blue hit die is rolled for a high arc; no other is chosen", CORE_110.id)
    if far > (up_to := _figures(question).aimed[weapon.accuracy - 1]):
        told = f"{far} sections; the {gun.name} uses the {question.colour} die up to {up_to}"
        raise Fault("range", told, CORE_73.id)


def _moved(question: Question) -> bool:
    """CORE-Q41: a turn is a move."""
    return question.moved or question.turned


def _check_moved(question: Question, gun: UnitType) -> None:
    """CORE-96, CORE-108, CORE-131: whether a gun fires like that in the round in which it moved."""
    if not _moved(question):
        return
    if not gun.vehicle:
        told = f"the {gun.name} is a fixed weapon and does not fire in the round in which it turns"
        raise Fault("unit", told, CORE_131.id)
    if question.mode is Mode.PARABOLIC:
        raise Fault("option mode", f"the {gun.name} must stand still to fire in a high arc", CORE_108.id)
    if question.injured:
        raise Fault("option injured", f"the crew of the {gun.name} is injured; it may move or fire", CORE_96.id)


def _victim(question: Question, weapon: Weapon, kind: UnitType) -> Victim:
    """CORE-82, CORE-89, CORE-90: what arrives, and what it meets."""
    if question.angled and question.zone is Zone.SIDE:
        raise Fault("zone", "an angled target is hit from its front or its rear, and the side with either", CORE_81.id)
    met = meeting(_figures(question), weapon, question.range_sections, kind, question.zone, question.angled)
    return msgspec.structs.replace(met, semi=question.semi, injured=question.weakened)
