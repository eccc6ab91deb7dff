"""Pushing (DYN-149 … DYN-151): wrecks that a dozer drives before it."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Deed
from hulldown.rulebooks.panzerstrike.dynamic.driving import (
    dice_to_name,
    die_for,
    going_on,
    may_be_ordered,
    may_drive,
    may_leave_wall,
    may_name,
    obstacle,
    steps_left,
)
from hulldown.rulebooks.panzerstrike.dynamic.events import Event, Pushed
from hulldown.rulebooks.panzerstrike.dynamic.orders import Order, Push
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.state import State
from hulldown.rulebooks.panzerstrike.pushing import ghosts, may_give_way, wreck_ahead

DYN_26 = RULES["DYN-26"]
DYN_149 = RULES["DYN-149"]
DYN_150 = RULES["DYN-150"]
DYN_151 = RULES["DYN-151"]
DYN_188 = RULES["DYN-188"]
DYN_G13 = RULES["DYN-G13"]
DYN_H7 = RULES["DYN-H7"]
PUSH = 2  # steps for each square that a wreck is pushed (DYN-151)


def may_push(state: State, order: Push) -> Refusal | None:
    """DYN-149 … DYN-151: a dozer, a wreck straight ahead, an empty square beyond it, and two steps of a die."""
    unit = order.unit
    if state.ground.setup.quick:
        return DYN_188.refuse("there is no pushing in the Quick Start")
    if refusal := may_be_ordered(state, unit) or _may_drive_dozer(state, unit) or may_name(state, order, may_push):
        return refusal
    return _may_shove(state, unit) or _may_pay(state, order)


def _may_drive_dozer(state: State, unit: int) -> Refusal | None:
    """DYN-115, DYN-149, DYN-H7: an undamaged tank with a blade that has not ended its move."""
    name = state.name(unit, state.side)
    if not state.kind(unit).dozer:
        return DYN_149.refuse(f"{name} has no dozer blade")
    if refusal := may_drive(state, unit):
        return refusal
    if state.units.units[unit].moved == state.round and going_on(state, unit) is None:
        return may_leave_wall(state, unit) or DYN_H7.refuse(f"{name} has ended its move in this turn")
    return None


def _may_shove(state: State, unit: int) -> Refusal | None:
    """DYN-149, DYN-150, DYN-Q30, DYN-G13: a wreck in the square ahead, and nothing in the one beyond."""
    wreck = wreck_ahead(state, unit)
    if wreck < 0:
        return _nothing_to_push(state, unit)
    return may_give_way(state, unit, wreck, obstacle, DYN_150, DYN_G13)


def _nothing_to_push(state: State, unit: int) -> Refusal:
    """DYN-149, DYN-151: only what is destroyed is pushed, and straight ahead."""
    piece, name = state.units.units[unit], state.name(unit, state.side)
    ahead = state.ground.grid.ahead(piece.square, piece.facing)
    if ahead >= 0 and (other := state.units.standing_on(ahead)) >= 0:
        return DYN_149.refuse(f"{name} pushes wrecks only; {state.name(other, state.side)} ahead of it is none")
    return DYN_151.refuse(f"{name} has no wreck straight ahead to push")


def _may_pay(state: State, order: Push) -> Refusal | None:
    """DYN-26, DYN-151, DYN-Q30: two steps, which take a die if the dozer has none yet."""
    done, name = going_on(state, order.unit), state.name(order.unit, state.side)
    if not state.dice and not (done and done.die):
        return DYN_26.refuse(f"a push takes {PUSH} steps and so a die; {name} has none, and the tray is empty")
    if (left := steps_left(state, order.unit, order.die)) >= PUSH:
        return None
    nearest = Push(order.unit) if order.die and steps_left(state, order.unit) >= PUSH else None
    return DYN_151.refuse(f"a push takes {PUSH} steps; {name} has {left} left", nearest)


def list_pushes(state: State, unit: int) -> list[Order]:
    """DYN-151: the push of a dozer, without naming a die and with each die that covers it."""
    if not state.kind(unit).dozer or may_push(state, Push(unit)) is not None:
        return []
    return [Push(unit, die) for die in dice_to_name(state, unit) if steps_left(state, unit, die) >= PUSH]


def resolve_push(state: State, order: Push, dice: Dice) -> Iterator[Event]:
    """DYN-151: dozer and wreck go on by one square, the wreck as it lies."""
    done = going_on(state, order.unit)
    die = 0 if done and done.die else order.die or die_for(state, order.unit, PUSH)
    yield Pushed(order.unit, wreck_ahead(state, order.unit), die)


def deeds(state: State, unit: int) -> Iterator[Deed]:
    pushes, wreck = list_pushes(state, unit), wreck_ahead(state, unit)
    for order in pushes if len(pushes) == 1 else pushes[1:]:
        assert isinstance(order, Push)
        paid = f" with the {order.die}" if order.die else ""
        told = f"Push {state.name(wreck, state.side)}{paid}, {PUSH} steps"
        yield Deed(told, order, DYN_151.id, ghosts(state, unit, wreck))
