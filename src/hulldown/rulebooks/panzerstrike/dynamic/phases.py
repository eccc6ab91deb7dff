"""What there is to do in each phase: who judges and resolves its orders, lists them, draws one by lot, and says what a
unit can do in it."""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from hulldown.kernel.dice import Dice
from hulldown.kernel.rulebook import Survey
from hulldown.kernel.side import Side
from hulldown.rulebooks.chapters import OVER, Chapter, Course, anything, only
from hulldown.rulebooks.panzerstrike.deployment import list_deployments, sample_deployment
from hulldown.rulebooks.panzerstrike.dynamic import (
    deployment,
    guns,
    movement,
    orders,
    parabolic,
    pushing,
    shooting,
    turn,
    turrets,
)
from hulldown.rulebooks.panzerstrike.dynamic.orders import Order
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State
from hulldown.rulebooks.panzerstrike.dynamic.table import scenes, showing

DYN_18 = RULES["DYN-18"]
DYN_29 = RULES["DYN-29"]
DYN_36 = RULES["DYN-36"]
DYN_38 = RULES["DYN-38"]
DYN_97 = RULES["DYN-97"]
DYN_Q08 = RULES["DYN-Q08"]
# DYN-24, DYN-36: each order has its phase.
CHAPTERS: dict[type, Chapter] = {
    orders.Begin: ((Phase.BEGIN,), DYN_Q08, anything, deployment.resolve_roll_off),
    orders.ChooseFirst: ((Phase.CHOICE,), DYN_Q08, anything, deployment.resolve_first),
    orders.Deploy: ((Phase.DEPLOYMENT,), DYN_18, deployment.may_deploy, deployment.resolve_deployment),
    orders.NameCommand: ((Phase.COMMAND,), DYN_29, deployment.may_name_command, deployment.resolve_command),
    orders.RollMovement: ((Phase.ROLL,), DYN_38, anything, movement.resolve_roll),
    orders.Move: ((Phase.MOVEMENT,), DYN_36, movement.may_move, movement.resolve_move),
    orders.Push: ((Phase.MOVEMENT,), DYN_36, pushing.may_push, pushing.resolve_push),
    orders.TurnTurret: ((Phase.MOVEMENT,), DYN_97, turrets.may_turn_turret, turrets.resolve_turret),
    orders.EndMovement: ((Phase.MOVEMENT,), DYN_36, anything, turn.resolve_end_of_movement),
    orders.Fire: ((Phase.FIRING,), DYN_36, shooting.may_fire, shooting.resolve_fire),
    orders.FireAtWall: ((Phase.FIRING,), DYN_36, shooting.may_fire_at_wall, shooting.resolve_fire_at_wall),
    orders.Lob: ((Phase.FIRING,), DYN_36, parabolic.may_lob, parabolic.resolve_lob),
    orders.EndTurn: ((Phase.FIRING,), DYN_36, anything, turn.resolve_end_of_turn),
}


# Before the first turn


def _choices(state: State, unit: int | None) -> Iterator[Order]:
    return map(orders.ChooseFirst, Side) if unit is None else iter(())


def _choice(state: State, dice: Dice) -> Order:
    return orders.ChooseFirst(Side(dice.pick(2)))


def _deployments(state: State, unit: int | None) -> Iterator[Order]:
    return list_deployments(state, partial(deployment.room, state), orders.Deploy, unit)


def _deployment(state: State, dice: Dice) -> Order:
    return sample_deployment(state, partial(deployment.room, state), orders.Deploy, dice)


def _to_deploy(state: State, unit: int) -> Survey:
    return Survey(unit, showing.deployment_band(state, unit))


def _commands(state: State, unit: int | None) -> Iterator[Order]:
    return iter([orders.NameCommand(tank) for tank in deployment.candidates(state) if unit in (None, tank)])


def _command(state: State, dice: Dice) -> Order:
    tanks = deployment.candidates(state)
    return orders.NameCommand(tanks[dice.pick(len(tanks))])


def _to_command(state: State, unit: int) -> Survey:
    return Survey(unit, deeds=showing.command_deeds(state, unit))


# A turn


def _moves(state: State, unit: int | None) -> Iterator[Order]:
    movers = (mover for mover in movement.movable(state) if unit is None or mover == unit)
    last: tuple[Order, ...] = (orders.EndMovement(),) if unit is None else ()
    return chain(chain.from_iterable(chain.from_iterable(movement.listed(state, mover) for mover in movers)), last)


def _move(state: State, dice: Dice) -> Order:
    movers = movement.movable(state)
    first_mover = next(movers, None)
    if first_mover is None or not dice.pick(2):
        return orders.EndMovement()
    return movement.sample(state, [first_mover, *movers], dice)


def _to_move(state: State, unit: int) -> Survey:
    bands, deeds = movement.bands(state, unit), movement.deeds(state, unit)
    return Survey(unit, bands, deeds=deeds, outlines=turn.outlines(state, unit))


def _shots(state: State, unit: int | None) -> Iterator[Order]:
    shots = (found for shooter, found in shooting.shooters(state) if unit is None or shooter == unit)
    last: tuple[Order, ...] = (orders.EndTurn(),) if unit is None else ()
    return chain(chain.from_iterable(shots), last)


def _shot(state: State, dice: Dice) -> Order:
    ready = shooting.shooters(state)
    first = next(ready, None)
    if first is None or not dice.pick(2):
        return orders.EndTurn()
    shooters = [first, *ready]
    shots = [*shooters[dice.pick(len(shooters))][1]]
    return shots[dice.pick(len(shots))]


def _to_fire(state: State, unit: int) -> Survey:
    if guns.may_shoot(state, unit) is not None:
        return Survey(unit)
    return Survey(
        unit,
        aims=shooting.aims(state, unit),
        veil=shooting.veil(state, unit),
        modes=shooting.modes(state, unit),
        outlines=shooting.outlines(state, unit),
    )


PHASES: dict[Phase, Course] = {
    Phase.BEGIN: only(scenes.BEGIN, orders.Begin()),
    Phase.CHOICE: Course(scenes.CHOICE, _choices, _choice),
    Phase.DEPLOYMENT: Course(scenes.DEPLOYMENT, _deployments, _deployment, _to_deploy),
    Phase.COMMAND: Course(scenes.COMMAND, _commands, _command, _to_command),
    Phase.ROLL: only(scenes.ROLL, orders.RollMovement()),
    Phase.MOVEMENT: Course(scenes.MOVEMENT, _moves, _move, _to_move),
    Phase.FIRING: Course(scenes.FIRING, _shots, _shot, _to_fire),
    Phase.OVER: OVER,
}
