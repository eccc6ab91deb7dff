"""What there is to do in each phase: who judges and resolves its orders, lists them, draws one by lot, and says what a
unit can do in it."""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any

from hulldown.kernel.dice import Dice
from hulldown.kernel.rulebook import Survey
from hulldown.rulebooks.chapters import OVER, Chapter, Course, anything, only
from hulldown.rulebooks.panzerstrike.core import (
    deployment,
    gunnery,
    movement,
    orders,
    pushing,
    repair,
    speed,
    turn,
    turrets,
    volley,
)
from hulldown.rulebooks.panzerstrike.core.orders import Order
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.state import Phase, State
from hulldown.rulebooks.panzerstrike.core.table import scenes, showing
from hulldown.rulebooks.panzerstrike.deployment import list_deployments, sample_deployment

CORE_12 = RULES["CORE-12"]
CORE_15 = RULES["CORE-15"]
CORE_19 = RULES["CORE-19"]
CORE_21 = RULES["CORE-21"]
CORE_23 = RULES["CORE-23"]
CORE_27 = RULES["CORE-27"]
CORE_49 = RULES["CORE-49"]
CORE_140 = RULES["CORE-140"]
CORE_144 = RULES["CORE-144"]
TURN_ENDS = (Phase.ANNOUNCING, Phase.FIRING)
# CORE-15, CORE-21, CORE-23: each order has its phase; a turn in which nothing is announced ends without firing.
CHAPTERS: dict[type, Chapter] = {
    orders.Begin: ((Phase.BEGIN,), CORE_15, anything, deployment.resolve_begin),
    orders.Deploy: ((Phase.DEPLOYMENT,), CORE_12, deployment.may_deploy, deployment.resolve_deployment),
    orders.NameCommand: ((Phase.COMMAND,), CORE_19, deployment.may_name_command, deployment.resolve_command),
    orders.RollSpeed: ((Phase.MOVEMENT,), CORE_27, speed.may_roll_speed, speed.resolve_speed),
    orders.Move: ((Phase.MOVEMENT,), CORE_21, movement.may_move, movement.resolve_move),
    orders.Push: ((Phase.MOVEMENT,), CORE_21, pushing.may_push, pushing.resolve_push),
    orders.TurnTurret: ((Phase.MOVEMENT,), CORE_49, turrets.may_turn_turret, turrets.resolve_turret),
    orders.EndMovement: ((Phase.MOVEMENT,), CORE_15, anything, turn.resolve_end_of_movement),
    orders.Announce: ((Phase.ANNOUNCING,), CORE_23, gunnery.may_announce, gunnery.resolve_announce),
    orders.AnnounceWall: ((Phase.ANNOUNCING,), CORE_23, gunnery.may_announce_wall, gunnery.resolve_announce),
    orders.StartRepair: ((Phase.ANNOUNCING,), CORE_140, repair.may_start, repair.resolve_start),
    orders.StopRepair: ((Phase.ANNOUNCING,), CORE_144, repair.may_stop, repair.resolve_stop),
    orders.OpenFire: ((Phase.ANNOUNCING,), CORE_23, volley.may_open_fire, volley.resolve_open_fire),
    orders.Resolve: ((Phase.FIRING,), CORE_23, volley.may_resolve, volley.resolve_shot),
    orders.EndTurn: (TURN_ENDS, CORE_15, turn.may_end_turn, turn.resolve_end_of_turn),
}


# Before the first turn


def _deployments(state: State, unit: int | None) -> Iterator[Order]:
    return list_deployments(state, partial(deployment.room, state), orders.Deploy, unit)


def _deployment(state: State, dice: Dice) -> Order:
    return sample_deployment(state, partial(deployment.room, state), orders.Deploy, dice)


def _to_deploy(state: State, unit: int) -> Survey:
    return Survey(unit, showing.deployment_band(state, unit))


def _commands(state: State, unit: int | None) -> Iterator[Order]:
    able = deployment.candidates(state, state.side)
    return iter([orders.NameCommand(tank) for tank in able if unit in (None, tank)])


def _command(state: State, dice: Dice) -> Order:
    tanks = deployment.candidates(state, state.side)
    return orders.NameCommand(tanks[dice.pick(len(tanks))])


def _to_command(state: State, unit: int) -> Survey:
    return Survey(unit, deeds=showing.command_deeds(state, unit))


# A turn


def _moves(state: State, unit: int | None) -> Iterator[Order]:
    for mover in movement.movable(state):
        if unit is None or mover == unit:
            yield from chain.from_iterable(movement.listed(state, mover))
    if unit is None:
        yield orders.EndMovement()


def _move(state: State, dice: Dice) -> Order:
    units = movement.movable(state)
    return movement.sample(state, units, dice) if units and dice.pick(2) else orders.EndMovement()


def _to_move(state: State, unit: int) -> Survey:
    bands, deeds = movement.bands(state, unit), movement.deeds(state, unit)
    return Survey(unit, bands, deeds=deeds, outlines=showing.hitching(state, unit))


def _announcements(state: State, unit: int | None) -> Iterator[Order]:
    """CORE-23, CORE-140, CORE-144: shots and repairs, then fire, or no fire at all."""
    yield from chain.from_iterable(
        found for shooter, found in gunnery.shooters(state) if unit is None or shooter == unit
    )
    for patient in repair.patients(state):
        if unit is None or patient == unit:
            yield from repair.list_repairs(state, patient)
    if unit is None:
        yield _closing(state)


def _announcement(state: State, dice: Dice) -> Order:
    ready: list[list[Any]] = [found for _, found in gunnery.shooters(state)]
    ready += [repair.list_repairs(state, patient) for patient in repair.patients(state)]
    if not ready or not dice.pick(2):
        return _closing(state)
    found = ready[dice.pick(len(ready))]
    return found[dice.pick(len(found))]  # type: ignore[no-any-return]


def _closing(state: State) -> Order:
    return orders.OpenFire() if state.announced else orders.EndTurn()


def _to_announce(state: State, unit: int) -> Survey:
    if gunnery.may_shoot(state, unit) is not None:
        return Survey(unit, deeds=repair.deeds(state, unit))
    return Survey(
        unit,
        aims=volley.aims(state, unit),
        veil=gunnery.veil(state, unit),
        modes=gunnery.modes(state, unit),
        deeds=repair.deeds(state, unit),
        outlines=gunnery.outlines(state, unit),
    )


def _shots(state: State, unit: int | None) -> Iterator[Order]:
    yield from [orders.Resolve(shot.unit) for shot in state.announced if unit in (None, shot.unit)]
    if unit is None and not state.announced:
        yield orders.EndTurn()


def _shot(state: State, dice: Dice) -> Order:
    shots = state.announced
    return orders.Resolve(shots[dice.pick(len(shots))].unit) if shots else orders.EndTurn()


def _to_fire(state: State, unit: int) -> Survey:
    return Survey(unit, deeds=showing.firing_deeds(state, unit))


PHASES: dict[Phase, Course] = {
    Phase.BEGIN: only(scenes.BEGIN, orders.Begin()),
    Phase.DEPLOYMENT: Course(scenes.DEPLOYMENT, _deployments, _deployment, _to_deploy),
    Phase.COMMAND: Course(scenes.COMMAND, _commands, _command, _to_command),
    Phase.MOVEMENT: Course(scenes.MOVEMENT, _moves, _move, _to_move),
    Phase.ANNOUNCING: Course(scenes.ANNOUNCING, _announcements, _announcement, _to_announce),
    Phase.FIRING: Course(scenes.FIRING, _shots, _shot, _to_fire),
    Phase.OVER: OVER,
}
