"""Attacks of opportunity (SQ-55 … SQ-60): a window opens after a step when, and only when, somebody has a shot."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.rulebooks.squadron.events import Event, WindowClosed, WindowOpened
from hulldown.rulebooks.squadron.orders import Pass
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.sight import corners_seen
from hulldown.rulebooks.squadron.state import State

SQ_55, SQ_57, SQ_59, SQ_60 = RULES["SQ-55"], RULES["SQ-57"], RULES["SQ-59"], RULES["SQ-60"]


def may_still_react(state: State, unit: int) -> bool:
    """SQ-55, SQ-56, SQ-59: a tank that was not activated, or that lies in ambush (Q11, Q38)."""
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
    """SQ-57, SQ-58, SQ-60: after a hex or a turn, once a hex was entered (Q12)."""
    if units := reactors(state):
        yield WindowOpened(state.side.other, units)


def may_react(state: State, unit: int) -> Refusal | None:
    """SQ-55, SQ-56, SQ-59: whether a tank may make an attack of opportunity now, whatever it sees."""
    units, side = state.units.units, state.acting
    if not 0 <= unit < len(units):
        return SQ_55.refuse(f"there is no tank {unit}; they are numbered 0 to {len(units) - 1}")
    name = state.name(unit, side)
    if units[unit].side is not side:
        return SQ_57.refuse(f"{name} is not one of {side.label}'s tanks; {side.label} may react now")
    if units[unit].destroyed:
        return SQ_55.refuse(f"{name} is a wreck")
    if not may_still_react(state, unit):
        return SQ_59.refuse(f"{name} has been activated in this turn and is not in ambush")
    return None


def may_be_target(state: State, target: int) -> Refusal | None:
    """SQ-57: in a window only the tank that moves."""
    active = state.active
    if state.window is None or active is None or target == active.unit:
        return None
    mover, side = state.name(active.unit, state.acting), state.acting
    return SQ_57.refuse(f"{mover} is the tank that moves; {state.name(target, side)} cannot be fired at now")


def after_shot(state: State) -> Iterator[Event]:
    """SQ-60: others may react to the same step, one after another, else the mover goes on (Q12)."""
    enemy = state.side.other
    if units := reactors(state):
        yield WindowOpened(enemy, units)
    else:
        yield WindowClosed(enemy, passed=False)


def may_pass(state: State, order: Pass) -> Refusal | None:
    """SQ-60: where there is something to react to."""
    return None if state.window is not None else SQ_60.refuse("nobody may react now")


def resolve_pass(state: State, order: Pass, dice: Dice) -> Iterator[Event]:
    """SQ-60: the mover goes on, and may change his mind."""
    yield WindowClosed(state.acting, passed=True)
