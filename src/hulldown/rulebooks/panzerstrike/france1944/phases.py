"""What there is to do in each phase: who judges and resolves its orders, lists them, draws one by lot, and says what a
tank can do in it."""

from collections.abc import Callable, Iterator
from itertools import chain, repeat

from hulldown.geometry.squares import squares_of
from hulldown.kernel.dice import Dice
from hulldown.kernel.rulebook import Survey
from hulldown.kernel.side import Side
from hulldown.rulebooks.chapters import OVER, Chapter, Course, anything, only
from hulldown.rulebooks.panzerstrike.deployment import list_deployments, sample_deployment
from hulldown.rulebooks.panzerstrike.france1944 import (
    deployment,
    flags,
    movement,
    orders,
    shooting,
)
from hulldown.rulebooks.panzerstrike.france1944.orders import Order
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State
from hulldown.rulebooks.panzerstrike.france1944.table import scenes, showing

CHAPTERS: dict[type, Chapter] = {
    orders.Begin: ((Phase.BEGIN,), RULES["FR-Q06"], anything, deployment.resolve_roll_off),
    orders.ChooseFirst: ((Phase.CHOICE,), RULES["FR-Q06"], anything, deployment.resolve_first),
    orders.PlaceFlag: ((Phase.FLAGS,), RULES["FR-50"], deployment.may_place_flag, deployment.resolve_flag),
    orders.PlaceBarricade: (
        (Phase.BARRICADES,),
        RULES["FR-63"],
        deployment.may_place_barricade,
        deployment.resolve_barricade,
    ),
    orders.EndBarricades: ((Phase.BARRICADES,), RULES["FR-63"], anything, deployment.resolve_end_of_barricades),
    orders.Deploy: ((Phase.DEPLOYMENT,), RULES["FR-06"], deployment.may_deploy, deployment.resolve_deployment),
    orders.RollMovement: ((Phase.ROLL,), RULES["FR-16"], anything, movement.resolve_roll),
    orders.Move: ((Phase.MOVEMENT,), RULES["FR-31"], movement.may_move, movement.resolve_move),
    orders.EndMovement: ((Phase.MOVEMENT,), RULES["FR-31"], anything, movement.resolve_end_of_movement),
    orders.Fire: ((Phase.SHOOTING,), RULES["FR-31"], shooting.may_fire, shooting.resolve_fire),
    orders.EndTurn: ((Phase.SHOOTING,), RULES["FR-31"], anything, flags.resolve_end_of_turn),
}


# Before the first turn


def _choices(state: State, unit: int | None) -> Iterator[Order]:
    return map(orders.ChooseFirst, Side) if unit is None else iter(())


def _choice(state: State, dice: Dice) -> Order:
    return orders.ChooseFirst(Side(dice.pick(2)))


def _flags(state: State, unit: int | None) -> Iterator[Order]:
    """FR-50: the squares on which a flag may stand."""
    for square in squares_of(_flag_room(state)) if unit is None else ():
        if deployment.may_place_flag(state, flag := orders.PlaceFlag(square)) is None:
            yield flag


def _flag(state: State, dice: Dice) -> Order:
    return _sample_square(
        lambda square: deployment.may_place_flag(state, orders.PlaceFlag(square)) is None,
        orders.PlaceFlag,
        _flag_room(state),
        dice,
    )


def _flag_room(state: State) -> int:
    return state.ground.zones[state.side] & state.ground.open


def _barricades(state: State, unit: int | None) -> Iterator[Order]:
    """FR-63: the streets on which a barricade may stand, or no more of them."""
    if unit is not None:
        return
    for square in squares_of(state.ground.setup.board.streets):
        if deployment.may_place_barricade(state, barricade := orders.PlaceBarricade(square)) is None:
            yield barricade
    yield orders.EndBarricades()


def _barricade(state: State, dice: Dice) -> Order:
    if not dice.pick(2):
        return orders.EndBarricades()
    return _sample_square(
        lambda square: deployment.may_place_barricade(state, orders.PlaceBarricade(square)) is None,
        orders.PlaceBarricade,
        state.ground.setup.board.streets,
        dice,
    )


def _sample_square(may: Callable[[int], bool], kind: Callable[[int], Order], mask: int, dice: Dice) -> Order:
    """Tries squares in a random order until one is legal."""
    squares = squares_of(mask)
    while squares:
        square = squares.pop(dice.pick(len(squares)))
        if may(square):
            return kind(square)
    return orders.EndBarricades()


def _deployments(state: State, unit: int | None) -> Iterator[Order]:
    return list_deployments(state, lambda kind: deployment.room(state), orders.Deploy, unit)


def _deployment(state: State, dice: Dice) -> Order:
    return sample_deployment(state, lambda kind: deployment.room(state), orders.Deploy, dice)


def _to_deploy(state: State, unit: int) -> Survey:
    return Survey(unit, showing.deployment_band(state, unit))


# A turn


def _moves(state: State, unit: int | None) -> Iterator[Order]:
    movers = movement.movable(state) if unit is None else [unit] if unit in movement.movable(state) else []
    last: tuple[Order, ...] = (orders.EndMovement(),) if unit is None else ()
    return chain(chain.from_iterable(map(movement.list_moves, repeat(state), movers)), last)


def _move(state: State, dice: Dice) -> Order:
    units = movement.movable(state)
    return movement.sample_move(state, units, dice) if units and dice.pick(2) else orders.EndMovement()


def _to_move(state: State, unit: int) -> Survey:
    able = state.dice and movement.may_be_moved(state, unit) is None
    return Survey(unit, movement.bands(state, unit)) if able else Survey(unit)


def _shots(state: State, unit: int | None) -> Iterator[Order]:
    for shooter, found in shooting.shooters(state):
        if unit is None or shooter == unit:
            yield from [orders.Fire(shooter, target) for target in found]
    if unit is None:
        yield orders.EndTurn()


def _shot(state: State, dice: Dice) -> Order:
    ready = list(shooting.shooters(state))
    if not ready or not dice.pick(2):
        return orders.EndTurn()
    unit, found = ready[dice.pick(len(ready))]
    return orders.Fire(unit, found[dice.pick(len(found))])


def _to_shoot(state: State, unit: int) -> Survey:
    if shooting.may_shoot(state, unit) is not None:
        return Survey(unit)
    return Survey(unit, (), shooting.aims(state, unit), shooting.veil(state, unit))


PHASES: dict[Phase, Course] = {
    Phase.BEGIN: only(scenes.BEGIN, orders.Begin()),
    Phase.CHOICE: Course(scenes.CHOICE, _choices, _choice),
    Phase.FLAGS: Course(scenes.FLAGS, _flags, _flag),
    Phase.BARRICADES: Course(scenes.BARRICADES, _barricades, _barricade),
    Phase.DEPLOYMENT: Course(scenes.DEPLOYMENT, _deployments, _deployment, _to_deploy),
    Phase.ROLL: only(scenes.ROLL, orders.RollMovement()),
    Phase.MOVEMENT: Course(scenes.MOVEMENT, _moves, _move, _to_move),
    Phase.SHOOTING: Course(scenes.SHOOTING, _shots, _shot, _to_shoot),
    Phase.OVER: OVER,
}
