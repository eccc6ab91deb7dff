"""Firing: who may (SQ-26 … SQ-40, SQ-48 … SQ-61), the D10 (SQ-66 … SQ-80) and the D100 (SQ-81 … SQ-89).

The same two stages roll the dice and give the exact chances.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial

import msgspec

from hulldown.geometry.hexes import Zone
from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.forecast import BestShot, Forecast, Reason, sentence, shot_from_there, strong
from hulldown.kernel.odds import Odds, Procedure, every, per_cent
from hulldown.kernel.rule import Modifier, Refusal, Rule
from hulldown.kernel.rulebook import Aim, Preview, Stage
from hulldown.rulebooks.squadron import driving, forecasting, reaction, turn
from hulldown.rulebooks.squadron.events import Destroyed, Event, Fired, Outcome
from hulldown.rulebooks.squadron.orders import EndActivation, Fire
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import Card, Figures
from hulldown.rulebooks.squadron.sight import (
    Look,
    corner_name,
    corners_seen,
    corners_to,
    lines_of,
    look,
    may_point,
    may_see,
)
from hulldown.rulebooks.squadron.state import Phase, State

SQ_15, SQ_34, SQ_36 = RULES["SQ-15"], RULES["SQ-34"], RULES["SQ-36"]
SQ_39, SQ_48, SQ_49, SQ_50 = RULES["SQ-39"], RULES["SQ-48"], RULES["SQ-49"], RULES["SQ-50"]
SQ_65, SQ_66 = RULES["SQ-65"], RULES["SQ-66"]
SQ_73, SQ_74, SQ_75, SQ_77 = RULES["SQ-73"], RULES["SQ-74"], RULES["SQ-75"], RULES["SQ-77"]
SQ_78, SQ_79, SQ_81 = RULES["SQ-78"], RULES["SQ-79"], RULES["SQ-81"]
SQ_103, SQ_104, SQ_109 = RULES["SQ-103"], RULES["SQ-104"], RULES["SQ-109"]


class Facts(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """All that the odds of a shot depend on."""

    modifier: int
    penetration: int
    armour: int
    hit: tuple[tuple[int, int], ...]
    shot_die: int
    pierce_die: int
    dud: int
    critical: int


class Hit(msgspec.Struct, frozen=True, gc=False):
    """A shell on its target, with its bonus."""

    facts: Facts
    bonus: int


# The stages


def die_of(faces: int) -> Die:
    return tuple(range(1, faces + 1))


def bonus_of(hit: tuple[tuple[int, int], ...], total: int) -> int:
    """SQ-67 … SQ-72: the bonus of a result of the hit test; −1 for a miss."""
    return next((bonus for least, bonus in reversed(hit) if total >= least), -1)


def _aim(facts: Facts, dice: Dice) -> Hit | Outcome:
    """SQ-66, SQ-80: the D10 and all modifiers."""
    bonus = bonus_of(facts.hit, dice.sum(SQ_66, die_of(facts.shot_die), 1) + facts.modifier)
    return Outcome.MISSED if bonus < 0 else Hit(facts, bonus)


def _pierce(hit: Hit | Outcome, dice: Dice) -> Outcome:
    """SQ-81 … SQ-83, SQ-87 … SQ-89: the bare D100 may be a dud or critical; else all must exceed the armour."""
    if isinstance(hit, Outcome):
        return hit
    facts = hit.facts
    die = dice.sum(SQ_81, die_of(facts.pierce_die), 1)
    if die <= facts.dud:
        return Outcome.DUD
    pierced = die >= facts.critical or facts.penetration + hit.bonus + die > facts.armour
    return Outcome.DESTROYED if pierced else Outcome.RICOCHET


SHOT: Procedure[Facts, Outcome] = Procedure(_aim, _pierce)


# The facts


def armour_of(card: Card, part: Zone) -> int:
    """SQ-06: the armour of a part."""
    return card.front if part is Zone.FRONT else card.side if part is Zone.SIDE else card.rear


def facts_for(figures: Figures, modifier: int, penetration: int, armour: int) -> Facts:
    return Facts(
        modifier,
        penetration,
        armour,
        figures.hit,
        figures.shot_die,
        figures.pierce_die,
        figures.dud,
        figures.critical,
    )


def facts_of(state: State, order: Fire, seen: Look) -> tuple[Facts, tuple[Modifier, ...]]:
    """SQ-05, SQ-06, SQ-66, SQ-81: a shot's facts, and the modifiers of its D10."""
    modifiers = modifiers_of(state, order, seen)
    armour = armour_of(state.card(order.target), seen.zone)
    total = sum(modifier.amount for modifier in modifiers)
    return facts_for(state.ground.setup.figures, total, state.card(order.unit).penetration, armour), modifiers


def in_movement(state: State, unit: int) -> bool:
    """SQ-30, SQ-77, SQ-Q10: a tank with a marker, and the one that is being moved now."""
    return state.units.units[unit].moving or (state.active is not None and state.active.unit == unit)


def modifiers_of(state: State, order: Fire, seen: Look) -> tuple[Modifier, ...]:
    """SQ-15, SQ-52, SQ-65, SQ-73 … SQ-80, SQ-101, SQ-103, SQ-104, SQ-109, SQ-Q25, SQ-Q26: all that a D10 gets added."""
    figures, units = state.ground.setup.figures, state.units.units
    gun, target = units[order.unit], units[order.target]
    far = state.ground.grid.distance(gun.hex, target.hex)
    found: list[tuple[bool, Rule, int, str]] = [
        (not gun.began, SQ_73, figures.stood, "began the turn stationary"),
        (gun.began, SQ_74, figures.was_moving, "began the turn in movement"),
        (order.corner != gun.gun, SQ_75, figures.turret, "moves its turret"),
        (in_movement(state, order.target), SQ_77, figures.moving_target, "target in movement"),
        (seen.protected, SQ_78, figures.obstacle, f"an obstacle protects the {seen.zone}"),
        (seen.exceptional, SQ_65, figures.obstacle, f"the side is covered: {seen.zone} instead"),
        (far <= figures.near_hexes, SQ_79, figures.near, f"{far} hex{'es' * (far != 1)} away"),
        (seen.in_ruin, SQ_103, figures.in_ruin, "target in a ruined house"),
        (seen.behind_ruin, SQ_104, figures.behind_ruin, "target behind a ruined house"),
        (seen.hedge, SQ_109, figures.hedge, "a hedge protects the target"),
    ]
    less = state.card(order.unit).shot
    found.append((bool(less), SQ_15, -less, f"Shot −{less}"))
    return tuple([rule.modify(amount, reason) for applies, rule, amount, reason in found if applies and amount])


# Who may fire at whom


def may_fire(state: State, order: Fire) -> Refusal | None:
    """SQ-31, SQ-36, SQ-37, SQ-39, SQ-48 … SQ-50, SQ-55 … SQ-60: a legal shot, as an action or as a reaction."""
    if reacts(state, order.unit):
        return reaction.may_attack(state, order)
    return may_shoot(state, order.unit) or may_target(state, order) or may_hit(state, order)


def reacts(state: State, unit: int) -> bool:
    """SQ-55, SQ-57: whether a shot is meant as a reaction: in a window, or by a tank whose side does not act."""
    if state.window is not None:
        return True
    return 0 <= unit < len(state.units.units) and state.units.units[unit].side is not state.side


def may_shoot(state: State, unit: int) -> Refusal | None:
    """SQ-31, SQ-36, SQ-37, SQ-54, SQ-55: whether a tank may fire now, whatever it sees."""
    if reacts(state, unit):
        return reaction.may_react(state, unit)
    if state.phase is Phase.MOVEMENT:
        return _may_shoot_after_moving(state, unit)
    if refusal := turn.may_act(state, unit) or turn.may_leave_out_die(state, unit):
        return refusal
    return turn.may_stop(state, unit, "fire without moving")


def _may_shoot_after_moving(state: State, unit: int) -> Refusal | None:
    """SQ-34, SQ-36, SQ-39, SQ-40, SQ-Q5: the shot takes its points, after the hex that the tank owes."""
    active, cost = state.active, state.ground.setup.figures.shot_cost
    assert active is not None
    if refusal := turn.may_act(state, unit):
        return refusal
    if driving.owes_a_hex(state):
        return SQ_39.refuse(f"{state.name(unit, state.side)} must enter a hex first: it began the turn in movement")
    if active.left < cost:
        rule = SQ_36 if state.units.units[unit].began else SQ_34
        left = f"{active.left} {'is' if active.left == 1 else 'are'} left"
        return rule.refuse(f"a shot costs {cost} points; {left}", EndActivation(False))
    return None


def may_target(state: State, order: Fire) -> Refusal | None:
    """SQ-48: an intact enemy."""
    units, side = state.units.units, state.side
    if not 0 <= order.target < len(units):
        return SQ_48.refuse(f"there is no tank {order.target}; they are numbered 0 to {len(units) - 1}")
    if units[order.target].side is side:
        return SQ_48.refuse(f"{state.name(order.target, side)} is one of {side.label}'s own tanks")
    if units[order.target].destroyed:
        return SQ_48.refuse(f"{state.name(order.target, side)} is a wreck already")
    return None


def may_hit(state: State, order: Fire) -> Refusal | None:
    """SQ-13, SQ-49, SQ-50: the gun points there, and sees enough of the target."""
    where = order.unit, order.target, order.corner
    return may_point(state, *where) or may_see(state, *where)


def shots(state: State, unit: int) -> list[Fire]:
    """SQ-48 … SQ-50: all legal shots of a tank."""
    if may_shoot(state, unit) is not None:
        return []
    seen = [(target, corners_seen(state, unit, target)) for target in targets(state)]
    return [Fire(unit, target, corner) for target, corners in seen for corner in corners]


def targets(state: State) -> list[int]:
    """SQ-48, SQ-57: the intact enemies, and in a window the tank that moves."""
    if state.window is not None and state.active is not None:
        return [state.active.unit]
    units = enumerate(state.units.units)
    return [unit for unit, piece in units if piece.side is not state.side and piece.intact]


# Firing


def resolve_fire(state: State, order: Fire, dice: Dice) -> Iterator[Event]:
    """SQ-54, SQ-59, SQ-66 … SQ-89: the two dice, what they do, and who goes on."""
    seen = look(state, order.unit, order.target, order.corner)
    facts, modifiers = facts_of(state, order, seen)
    reacts = state.window is not None
    before = len(dice.rolls)
    hit = _aim(facts, dice)
    die, before = sum(dice.shown(before)), len(dice.rolls)
    outcome = hit if isinstance(hit, Outcome) else _pierce(hit, dice)
    pierced = sum(dice.shown(before))
    yield Fired(
        order.unit,
        order.target,
        order.corner,
        seen.zone,
        modifiers,
        die,
        hit.bonus if isinstance(hit, Hit) else -1,
        pierced,
        facts.penetration,
        facts.armour,
        outcome,
        reacts,
    )
    if outcome is Outcome.DESTROYED:
        yield Destroyed(order.target)
    if reacts and state.active is not None:
        yield from reaction.after_shot(state)
    else:
        yield from turn.next_activation(state)


# Beforehand


def odds_of(facts: Facts) -> Odds[Outcome]:
    """The exact chance of each outcome, the worst first; to destroy is always among them."""
    found = {Outcome.DESTROYED: Fraction(0)} | dict(SHOT.odds(facts))
    return {outcome: found[outcome] for outcome in Outcome if outcome in found}


def preview(state: State, order: Fire) -> Preview:
    """What a shot would meet, whether or not it is allowed: lines, modifiers, stages, and every outcome's chance."""
    refusal = may_fire(state, order)
    if refusal is not None and refusal.rule != SQ_50.id:
        return Preview(refusal)
    drawn = lines_of(state, order.unit, order.target, order.corner)
    if refusal is not None:
        return Preview(refusal, drawn)
    seen = look(state, order.unit, order.target, order.corner)
    facts, modifiers = facts_of(state, order, seen)
    stages = tuple(_stages(facts, modifiers, seen.zone))
    told = forecast_of(facts, modifiers, str(seen.zone), drawn.clear, len(drawn.lines))
    return Preview(None, drawn, modifiers, odds_of(facts), stages=stages, forecast=told)


def forecast_of(facts: Facts, modifiers: tuple[Modifier, ...], part: str, clear: int, lines: int) -> Forecast:
    """SQ-49, SQ-66, SQ-81: what the two dice must show, and why."""
    told = forecast_of_dice(facts, modifiers, part)
    seen = Reason(f"{clear} of {lines} lines to its corners are clear", "enough", SQ_49.id)
    return msgspec.structs.replace(told, reasons=(*told.reasons, seen))


@lru_cache(maxsize=4096)
def forecast_of_dice(facts: Facts, modifiers: tuple[Modifier, ...], part: str) -> Forecast:
    """SQ-66, SQ-81: the same of a shot that is seen well enough."""

    def bonus(dice: Dice) -> int:
        hit = _aim(facts, dice)
        return hit.bonus if isinstance(hit, Hit) else -1

    hits = sorted({value.bonus for value in every(partial(_aim, facts)) if isinstance(value, Hit)})
    pierced = {least: forecasting.pierce_strip(partial(_pierce, Hit(facts, least))) for least in hits}
    figures = facts.shot_die, facts.pierce_die, facts.penetration, facts.armour
    return forecasting.forecast(forecasting.hit_strip(bonus), pierced, figures, modifiers, part)


def _stages(facts: Facts, modifiers: tuple[Modifier, ...], part: Zone) -> Iterator[Stage]:
    """SQ-66, SQ-81: the two throws, the second for each bonus that the first may bring."""
    aimed, pierced = _throws(facts)
    yield Stage("to hit", SQ_66.id, f"D{facts.shot_die}", modifiers, aimed)
    for bonus, odds in pierced.items():
        name = f"to pierce {part} {facts.armour}{f', hit +{bonus}' if bonus else ''}"
        yield Stage(name, SQ_81.id, f"D{facts.pierce_die}", force_of(facts.penetration, bonus), odds)


def force_of(penetration: int, bonus: int) -> tuple[Modifier, ...]:
    """SQ-81: what is added to the D100."""
    found = SQ_81.modify(penetration, "penetration"), SQ_81.modify(bonus, "hit bonus")
    return tuple([modifier for modifier in found if modifier.amount])


@lru_cache(maxsize=4096)
def _throws(facts: Facts) -> tuple[dict[str, Fraction], dict[int, dict[str, Fraction]]]:
    """The chances of the first throw, and for each bonus that it may bring those of the second."""
    first = every(partial(_aim, facts))
    aimed = {value if isinstance(value, Outcome) else f"hit +{value.bonus}": chance for value, chance in first.items()}
    pierced = {}
    for hit in sorted((value for value in first if isinstance(value, Hit)), key=lambda hit: hit.bonus):
        second = every(partial(_pierce, hit))
        pierced[hit.bonus] = {str(outcome): chance for outcome, chance in second.items()}
    return aimed, pierced


def foreseen(state: State) -> Forecast | None:
    """SQ-34, SQ-36: what a tank under way has left, and whom it can destroy most often from where it stands."""
    if (active := state.active) is None:
        return None
    left = active.left
    points = "no point" if not left else "1 point" if left == 1 else f"{left} points"
    few = ", too few to fire" * (left < state.ground.setup.figures.shot_cost)
    said = [sentence(f"It has {strong(points)} left{few}.")]
    if may_shoot(state, active.unit) is not None:
        return Forecast(said=tuple(said))
    target, best = _best(state, active.unit)
    return Forecast(said=(*said, shot_from_there(target, best)), then=best)


def _best(state: State, unit: int) -> tuple[str, BestShot | None]:
    found = [(chance_of(preview(state, shot)), shot.target) for shot in shots(state, unit)]
    if not found:
        return "", None
    chance, target = max(found, key=lambda one: (one[0], -one[1]))
    return state.name(target, state.units.units[target].side), BestShot(target, chance)


def aims(state: State, unit: int) -> tuple[Aim, ...]:
    """SQ-48: every intact enemy, with what a shot would meet; where two corners will do, the better comes first."""
    return tuple([aim for target in targets(state) for aim in _aims_at(state, unit, target)])


def _aims_at(state: State, unit: int, target: int) -> list[Aim]:
    corners = corners_to(state, unit, target) or (state.units.units[unit].facing,)
    seen = [(Fire(unit, target, corner), preview(state, Fire(unit, target, corner))) for corner in corners]
    open_ones = [pair for pair in seen if pair[1].refusal is None] or seen[:1]
    ranked = sorted(open_ones, key=lambda pair: -chance_of(pair[1]))
    choices = [f"gun {corner_name(order.corner)}" if len(ranked) > 1 else "" for order, _ in ranked]
    return [
        Aim(target, order, found, badge(found), choice=choice)
        for (order, found), choice in zip(ranked, choices, strict=True)
    ]


def chance_of(seen: Preview) -> Fraction:
    return (seen.odds or {}).get(Outcome.DESTROYED, Fraction(0))


BADGES = {"SQ-13": "out of arc", "SQ-Q14": "out of arc", "SQ-50": "no sight"}


def badge(seen: Preview) -> str:
    """What is written on a target: the chance to destroy it, or why it cannot be hit."""
    if seen.refusal is not None:
        return BADGES.get(seen.refusal.rule, "cannot fire")
    told = per_cent(chance_of(seen))
    turned = next((modifier for modifier in seen.modifiers if modifier.rule == SQ_75.id), None)
    return f"{told} · turret −{-turned.amount}" if turned else told
