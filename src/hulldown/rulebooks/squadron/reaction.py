"""Attacks of opportunity (SQ-55 … SQ-60): a window opens after a step when, and only when, somebody has a shot."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.rulebooks.squadron.events import Event, WindowClosed, WindowOpened
from hulldown.rulebooks.squadron.orders import Fire, Pass
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.sight import corners_seen, may_point, may_see
from hulldown.rulebooks.squadron.state import State

SQ_55, SQ_57, SQ_58 = RULES["SQ-55"], RULES["SQ-57"], RULES["SQ-58"]
SQ_59, SQ_60, SQ_Q12 = RULES["SQ-59"], RULES["SQ-60"], RULES["SQ-Q12"]


def may_still_react(state: State, unit: int) -> bool:
    """SQ-55, SQ-56, SQ-59, SQ-Q11, SQ-Q38, SQ-Q41: a tank that was not activated, or that lies in ambush."""
    piece = state.units.units[unit]
    return piece.intact and (piece.activated != state.turn or piece.ambush == state.turn)


def reactors(state: State) -> tuple[int, ...]:
    """SQ-55 … SQ-58: the enemy tanks that have a shot at the tank that moves."""
    active = state.active
    if active is None or not active.entered:
        return ()
    enemy = state.side.other
    return tuple(
        unit
        for unit, piece in enumerate(state.units.units)
        if piece.side is enemy and may_still_react(state, unit) and corners_seen(state, unit, active.unit)
    )


def open_window(state: State) -> Iterator[Event]:
    """SQ-57, SQ-58, SQ-60, SQ-Q12: after a hex or a turn, once a hex was entered."""
    if units := reactors(state):
        yield WindowOpened(state.side.other, units)


def may_attack(state: State, order: Fire) -> Refusal | None:
    """SQ-55 … SQ-60: whether a tank may make this attack of opportunity now; if not, what is amiss."""
    unit, target, corner = order.unit, order.target, order.corner
    if refusal := may_react(state, unit) or may_be_target(state, target):
        return refusal
    if refusal := may_point(state, unit, target, corner) or may_see(state, unit, target, corner):
        return refusal
    if state.window is None:
        side = state.units.units[unit].side
        return SQ_60.refuse(f"{side.label} has held its fire at this step; it may fire at the next one")
    return None


def may_react(state: State, unit: int) -> Refusal | None:
    """SQ-55 … SQ-60: whether a tank may make an attack of opportunity now, whatever it sees."""
    units = state.units.units
    if not 0 <= unit < len(units):
        return SQ_55.refuse(f"there is no tank {unit}; they are numbered 0 to {len(units) - 1}")
    piece, name = units[unit], state.name(unit, units[unit].side)
    if piece.side is state.side:
        return SQ_60.refuse(f"{state.side.other.label} may react first: it fires, or passes", Pass())
    if piece.destroyed:
        return SQ_55.refuse(f"{name} is a wreck")
    if refusal := _may_be_answered(state):
        return refusal
    if piece.reacted == state.turn:
        return SQ_59.refuse(f"{name} has made an attack of opportunity in this turn")
    if not may_still_react(state, unit):
        return SQ_55.refuse(f"{name} has been activated in this turn and does not lie in ambush")
    return None


def _may_be_answered(state: State) -> Refusal | None:
    """SQ-57, SQ-58: somebody moves, and has entered a hex."""
    active = state.active
    if active is None or active.rolled < 0:
        return SQ_57.refuse(f"none of {state.side.label}'s tanks is moving")
    if not active.entered:
        return SQ_58.refuse(f"{state.name(active.unit)} has not entered a hex yet")
    return None


def may_be_target(state: State, target: int) -> Refusal | None:
    """SQ-57: only the tank that moves."""
    active = state.active
    assert active is not None
    if target == active.unit:
        return None
    units, side = state.units.units, state.side.other
    if not 0 <= target < len(units):
        return SQ_57.refuse(f"there is no tank {target}; they are numbered 0 to {len(units) - 1}")
    mover = state.name(active.unit, side)
    return SQ_57.refuse(f"{mover} is the tank that moves; {state.name(target, side)} cannot be fired at now")


def after_shot(state: State) -> Iterator[Event]:
    """SQ-60, SQ-Q12: others may react to the same step, one after another, else the mover goes on."""
    enemy = state.side.other
    if units := reactors(state):
        yield WindowOpened(enemy, units)
    else:
        yield WindowClosed(enemy, passed=False)


def may_pass(state: State, order: Pass) -> Refusal | None:
    """SQ-57, SQ-58, SQ-60, SQ-Q12: where there is something to react to."""
    if state.window is not None:
        return None
    if refusal := _may_be_answered(state):
        return refusal
    enemy = state.side.other.label
    if reactors(state):
        return SQ_60.refuse(f"{enemy} has held its fire at this step already")
    return SQ_Q12.refuse(f"{enemy} has no tank that may fire now; there is nothing to pass on")


def resolve_pass(state: State, order: Pass, dice: Dice) -> Iterator[Event]:
    """SQ-60: the mover goes on, and may change his mind."""
    yield WindowClosed(state.acting, passed=True)
