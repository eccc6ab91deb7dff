"""Samples of legal orders: those that are listed, and single ones for players who roll dice to choose."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import TypeVar

from hulldown.kernel.dice import Dice
from hulldown.rulebooks.panzerkampf import choices, command, deployment, driving, engineers, indirect, paths, shooting
from hulldown.rulebooks.panzerkampf.judging import refuse
from hulldown.rulebooks.panzerkampf.orders import (
    AssignEdges,
    Barrage,
    Deploy,
    DigIn,
    Dive,
    EndMovement,
    EndStart,
    EndTurn,
    Move,
    Order,
    Pass,
    SetUpFirst,
    Surface,
    TakeEdge,
)
from hulldown.rulebooks.panzerkampf.setup import EDGES
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where

T = TypeVar("T")
Listing = Callable[[State, int | None], Iterator[Order]]
Plain = Callable[[State], Iterable[Order]]  # the orders of a phase that are about no unit; some may be refused
Lot = Callable[[State, Dice], Order]
TRIES = 6  # random poses that are tried before one of the listed ones is taken


# Listings


def listing(of_units: Listing, plain: Plain) -> Listing:
    """What a phase lists: the orders of units, or of one; then those that are about no unit, as far as legal."""

    def listed(state: State, unit: int | None) -> Iterator[Order]:
        yield from of_units(state, unit)
        if unit is None:
            yield from _legal(state, plain)

    return listed


def _legal(state: State, plain: Plain) -> list[Order]:
    return [order for order in plain(state) if refuse(state, order) is None]


def of_no_unit(state: State, unit: int | None) -> Iterator[Order]:
    return iter(())


def acts(state: State, unit: int | None) -> Iterator[Order]:
    """What units can do, and commands that are used on them."""
    for own in _units(state):
        if unit in (None, own):
            yield from deeds(state, own)
    yield from command.uses(state, unit)


def arrivals(state: State, unit: int | None) -> Iterator[Order]:
    """PK-85, PK-94, PK-101: places for each kind of unit that is to come, and commands."""
    for kind in deployment.kinds(state):
        if unit in (None, deployment.next_of(state, kind)):
            yield from deployment.places(state, kind)
    yield from command.uses(state, unit)


def _units(state: State) -> list[int]:
    """The units that may do something now."""
    if state.window is not None:
        return list(state.window.units)
    units = enumerate(state.units)
    here = (Where.TABLE, Where.AWAY) if state.phase is Phase.MOVEMENT else (Where.TABLE,)
    return [unit for unit, piece in units if piece.side is state.side and piece.where in here and not piece.wreck]


def deeds(state: State, unit: int) -> list[Order]:
    """PK-02, PK-25, PK-57: a sample of what a unit can do in this phase."""
    if state.phase is Phase.MOVEMENT:
        declared = (Dive(unit), Surface(unit), DigIn(unit))
        return [*[order for order in declared if refuse(state, order) is None], *driving.moves(state, unit)]
    if state.window is not None:
        return [*shooting.shots(state, unit), *indirect.shells(state, unit)]
    return [
        *shooting.shots(state, unit),
        *indirect.shells(state, unit),
        *indirect.bombs(state, unit),
        *engineers.deeds(state, unit),
    ]


def always(*some: Order) -> Plain:
    return lambda state: some


def choosing(state: State) -> Iterator[Order]:
    """PK-83, PK-89: edges, and who deploys first."""
    yield from [TakeEdge(edge) for edge in choices.edges_to_take(state)]
    yield from (SetUpFirst(True), SetUpFirst(False))
    yield from [AssignEdges(escorter, attacker) for escorter, attacker in product(EDGES, EDGES)]


def starting(state: State) -> Iterator[Order]:
    """PK-101, PK-120: the edge of a relief, crates, or on to the movement."""
    yield from [TakeEdge(edge) for edge in choices.edges_to_take(state)]
    yield from command.drops(state)
    yield EndStart()


def shelling(state: State) -> Iterator[Order]:
    """PK-125: barrages, or the end of the turn."""
    yield from barrages(state)
    yield EndTurn()


def barrages(state: State) -> list[Barrage]:
    """PK-125: barrages on the middles of enemies, if there are counters for one."""
    if state.counters[state.side] < state.setup.figures.barrage.counters:
        return []
    return [Barrage(base.x, base.y) for base in indirect.enemy_bases(state)]


# Single orders


def sample_of(plain: Plain) -> Lot:
    """One of the orders of a phase that are about no unit."""
    return lambda state, dice: one(_legal(state, plain), dice)


def one(things: Sequence[T], dice: Dice) -> T:
    return things[dice.pick(len(things))]


def _shuffled(things: Sequence[T], dice: Dice) -> Iterator[T]:
    left = list(things)
    while left:
        yield left.pop(dice.pick(len(left)))


def sample_movement(state: State, dice: Dice) -> Order:
    """A command, a way, or the end of the phase."""
    if state.pool and not dice.pick(4) and (able := list(command.uses(state))):
        return one(able, dice)
    units = [unit for unit in _units(state) if driving.may_act(state, unit) is None]
    if not units or (not dice.pick(12) and refuse(state, EndMovement()) is None):
        return EndMovement()
    for unit in _shuffled(units, dice):
        if (order := _sample_way(state, unit, dice)) is not None:
            return order
    return EndMovement()


def _sample_way(state: State, unit: int, dice: Dice) -> Order | None:
    """PK-03, PK-04: something declared, or a way of one or two bends, cut where it is no longer legal."""
    declared = [order for order in (Dive(unit), Surface(unit), DigIn(unit)) if refuse(state, order) is None]
    if declared and not dice.pick(3):
        return one(declared, dice)
    row, far = state.type(unit), paths.allowance(state, unit)
    if state.units[unit].where is Where.TABLE:
        for _ in range(TRIES):
            bends = [dice.pick(row.turn + 1) - row.turn // 2 for _ in range(1 + dice.pick(2))]
            path = tuple((bend, dice.pick(far // len(bends) + 1)) for bend in bends)
            order = Move(unit, path)
            refusal = refuse(state, order)
            if refusal is None:
                return order
            if isinstance(refusal.nearest, Move):
                return refusal.nearest
    able = driving.moves(state, unit)
    return one(able, dice) if able else None


def sample_shooting(state: State, dice: Dice) -> Order:
    """A command, a barrage, whatever a unit can do, or the end of the phase."""
    last: Order = EndTurn() if state.window is None else Pass()
    if not dice.pick(16):
        return last
    if state.window is None:
        if (able := list(command.uses(state))) and not dice.pick(2):
            return one(able, dice)
        if fire := [order for order in barrages(state) if refuse(state, order) is None]:
            return one(fire, dice)
    for unit in _shuffled(_units(state), dice):
        if found := deeds(state, unit):
            return one(found, dice)
    return last


def sample_arrival(plain: Plain) -> Lot:
    """A unit somewhere in its zone, or something else that is done in this phase."""

    def sampled(state: State, dice: Dice) -> Order:
        kinds = deployment.kinds(state)
        others = [*_legal(state, plain), *command.uses(state)]
        if others and (not kinds or not dice.pick(3)):
            return one(others, dice)
        for kind in _shuffled(kinds, dice):
            if (order := _sample_place(state, kind, dice)) is not None:
                return order
        return one(others, dice)

    return sampled


def _sample_place(state: State, kind: str, dice: Dice) -> Deploy | None:
    row = state.ground.types[kind]
    for _ in range(TRIES):
        zone = one(deployment.zones(state), dice)
        x, y = zone[0] + dice.pick(zone[2] - zone[0]), zone[1] + dice.pick(zone[3] - zone[1])
        heading = dice.pick(360) if not dice.pick(4) else deployment.facing(state, x, y)
        order = deployment.placed(state, row, x, y, heading, zone)
        if deployment.may_deploy(state, order) is None:
            return order
    return next(deployment.places(state, kind), None)
