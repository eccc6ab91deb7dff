"""Pushing (CORE-158 … CORE-163): wrecks that a vehicle drives before it."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Deed
from hulldown.rulebooks.panzerstrike.core.driving import obstacle
from hulldown.rulebooks.panzerstrike.core.events import Event, Pushed
from hulldown.rulebooks.panzerstrike.core.orders import Order, Push, RollSpeed
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import UnitType
from hulldown.rulebooks.panzerstrike.core.speed import (
    allowance,
    going_on,
    may_be_ordered,
    may_go_far,
    may_roll_speed,
    only_turns,
    slots,
    speed,
)
from hulldown.rulebooks.panzerstrike.core.state import Gear, State, Tracks
from hulldown.rulebooks.panzerstrike.hindrance import FAR
from hulldown.rulebooks.panzerstrike.pushing import ghosts, may_give_way, wreck_ahead

CORE_16 = RULES["CORE-16"]
CORE_27 = RULES["CORE-27"]
CORE_100 = RULES["CORE-100"]
CORE_103 = RULES["CORE-103"]
CORE_141 = RULES["CORE-141"]
CORE_158 = RULES["CORE-158"]
CORE_159 = RULES["CORE-159"]
CORE_161 = RULES["CORE-161"]
CORE_162 = RULES["CORE-162"]
CORE_163 = RULES["CORE-163"]
CORE_166 = RULES["CORE-166"]
CORE_H7 = RULES["CORE-H7"]
CORE_Q32 = RULES["CORE-Q32"]
CORE_Q35 = RULES["CORE-Q35"]


def may_push(state: State, order: Push) -> Refusal | None:
    """CORE-158 … CORE-163: a vehicle with steps left ahead, a wreck straight before it that is no heavier, and an empty
    square beyond."""
    if refusal := may_be_ordered(state, order.unit):
        return refusal
    return _may_shove(state, order.unit) or _may_pay(state, order.unit)


def _may_drive_at_wrecks(state: State, unit: int) -> Refusal | None:
    """CORE-100, CORE-103, CORE-141, CORE-158, CORE-166, CORE-H7: a vehicle that drives and has not ended its move."""
    piece, name, kind = state.units.units[unit], state.name(unit, state.side), state.kind(unit)
    if not kind.vehicle:
        return CORE_158.refuse(f"{name} is fixed and pushes nothing")
    if piece.timer:
        return CORE_141.refuse(f"{name} is under repair and does not move before that is done")
    if piece.tracks is Tracks.IMMOBILE:
        return CORE_100.refuse(f"{name} is immobilised: it neither drives nor turns")
    if only_turns(state, unit):
        return CORE_103.refuse(f"{name} is semi-immobilised and only turns on the spot")
    done = going_on(state, unit)
    if piece.broke == state.round:
        return CORE_166.refuse(f"{name} drove into a wall in this turn, which ended its move")
    if piece.moved == state.round and (done is None or done.steps >= done.most):
        return CORE_H7.refuse(f"{name} has ended its move in this turn")
    return None


def _may_shove(state: State, unit: int) -> Refusal | None:
    """CORE-158, CORE-159, CORE-161: what lies ahead, and what beyond."""
    if refusal := _may_drive_at_wrecks(state, unit):
        return refusal
    name, wreck = state.name(unit, state.side), wreck_ahead(state, unit)
    if wreck < 0:
        return CORE_158.refuse(_no_wreck(state, unit))
    if state.kind(unit).mass < state.kind(wreck).mass:
        masses = f"{state.kind(unit).mass} t against {state.kind(wreck).mass} t"
        return CORE_161.refuse(f"{name} cannot push {state.name(wreck, state.side)}: {masses}")
    return may_give_way(state, unit, wreck, _beyond, CORE_159, CORE_Q35)


def _no_wreck(state: State, unit: int) -> str:
    """CORE-158: what is straight ahead instead of a wreck."""
    piece, name = state.units.units[unit], state.name(unit, state.side)
    ahead = state.ground.grid.ahead(piece.square, piece.facing)
    if ahead >= 0 and (other := state.units.standing_on(ahead)) >= 0:
        return f"{name} cannot push {state.name(other, state.side)}, which is no wreck"
    return f"{name} has no wreck straight ahead to push"


def _beyond(state: State, square: int) -> tuple[Rule, str] | None:
    found = obstacle(state, square)
    return found and (found[0], f"{found[1]} there")


def push_cost(state: State, pusher: UnitType, wreck: UnitType) -> int | None:
    """CORE-161 … CORE-163, CORE-Q32: the steps that a square costs by the ratio of the masses; None if the wreck is
    heavier."""
    figures = state.ground.setup.figures
    rows = figures.blade_push if pusher.dozer else figures.push
    return next((steps for ratio, steps in rows if pusher.mass >= ratio * wreck.mass), None)


def _cost_ahead(state: State, unit: int) -> int:
    """The steps of a push that nothing else bars."""
    return push_cost(state, state.kind(unit), state.kind(wreck_ahead(state, unit))) or FAR


def _may_pay(state: State, unit: int) -> Refusal | None:
    """CORE-16, CORE-27, CORE-162, CORE-163, CORE-Q32: the steps that a push costs; the one step that there always is
    does not buy it."""
    kind, name, cost = state.kind(unit), state.name(unit, state.side), _cost_ahead(state, unit)
    done = going_on(state, unit)
    used = done.steps if done else 0
    allowed = allowance(state, unit, Gear.FORWARD)
    left = min(allowed, speed(state, unit, Gear.FORWARD)) - used
    if cost <= left:
        return None
    masses = f"{kind.mass} t against {state.kind(wreck_ahead(state, unit)).mass} t"
    needs = f"{masses}: the push takes {cost} step{'s' * (cost != 1)}"
    if not may_go_far(state, unit) and used + cost > 1:
        if state.ground.setup.speed_die:
            if may_roll_speed(state, RollSpeed(unit)) is None:
                return CORE_27.refuse(f"{needs}; {name} rolls the speed die before more than one", RollSpeed(unit))
            return CORE_27.refuse(f"{needs}; {name} has not rolled the speed die for more than one")
        return CORE_16.refuse(f"{needs}; all {slots(state)} long moves of {state.side.label}'s are used")
    if cost <= allowed - used:
        return CORE_Q32.refuse(f"{needs}; {name} has only the one step that there always is, which buys no push")
    return (CORE_163 if kind.dozer else CORE_162).refuse(f"{needs}; {name} has {left} left")


def list_pushes(state: State, unit: int) -> list[Order]:
    """CORE-158: the push of a vehicle, if there is one."""
    return [] if wreck_ahead(state, unit) < 0 or may_push(state, Push(unit)) is not None else [Push(unit)]


def resolve_push(state: State, order: Push, dice: Dice) -> Iterator[Event]:
    """CORE-160: vehicle and wreck go on by one square, the wreck as it lies."""
    yield Pushed(order.unit, wreck_ahead(state, order.unit), _cost_ahead(state, order.unit))


def deeds(state: State, unit: int) -> Iterator[Deed]:
    for order in list_pushes(state, unit):
        wreck, cost, kind = wreck_ahead(state, unit), _cost_ahead(state, unit), state.kind(unit)
        masses = f"{kind.mass} t against {state.kind(wreck).mass} t"
        told = f"Push {state.name(wreck, state.side)}, {masses}: {cost} step{'s' * (cost != 1)}"
        yield Deed(told, order, (CORE_163 if kind.dozer else CORE_162).id, ghosts(state, unit, wreck))
