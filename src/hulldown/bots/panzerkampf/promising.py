"""What `greedy` goes by: which orders promise most, in points of units won and lost.

A shot is worth what it takes from its target on the average. A place is worth the shots from it, less what the enemies
who reach it may take, and the way made to where the game is decided. Units are moved one after another, in the order of
the army; who would not gain by moving stays.
"""

from collections.abc import Iterator
from math import hypot

from hulldown.bots.panzerkampf.command_dice import commands
from hulldown.bots.panzerkampf.eye import eye_of
from hulldown.bots.panzerkampf.flights import flights_of
from hulldown.bots.panzerkampf.moves import moves_of
from hulldown.bots.panzerkampf.places import deployments, goal_of, place_worth
from hulldown.bots.panzerkampf.shots import crate_worth, shots_of
from hulldown.bots.panzerkampf.situation import shell_toll
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.panzerkampf.works import works_of
from hulldown.geometry.plane import in_range
from hulldown.rulebooks.panzerkampf import (
    choices,
    command,
    deployment,
    driving,
    indirect,
    orders,
    sampling,
    shooting,
    transitions,
)
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.setup import EDGES, Edge, strip
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit
from hulldown.rulebooks.panzerkampf.units import UnitType


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Orders worth thinking about, each with what it is worth; every phase has at least one."""
    return _PHASES[state.phase](state)


# Setting up


def _begin(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.Begin()


def _choice(state: State) -> Iterator[tuple[float, Order]]:
    """Whoever deploys first may take the first turn, and that is the better choice."""
    if state.setup.campaign == "escort":
        for escorter in EDGES:
            for at in (1, 3):
                yield 0, orders.AssignEdges(escorter, EDGES[(EDGES.index(escorter) + at) % 4])
        return
    if not state.chosen:
        yield 1, orders.SetUpFirst(own=True)
    for edge in choices.edges_to_take(state):
        yield 0, orders.TakeEdge(edge)


def _first(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.TakeTurn(first=True)


def _command(state: State) -> Iterator[tuple[float, Order]]:
    yield 0, orders.RollCommand()


def _start(state: State) -> Iterator[tuple[float, Order]]:
    """Marks for artillery, supplies near shooters; reinforcements and relief come at once."""
    if edges := choices.edges_to_take(state):
        yield from [(-_relief_way(state, edge), orders.TakeEdge(edge)) for edge in edges]
        return
    if transitions.may_end_start(state, orders.EndStart()) is None:
        yield 0, orders.EndStart()
    yield from [(worth_of, order) for order in command.uses(state) if (worth_of := _marking(state, order)) > 0]
    eye = eye_of(state, state.side)
    yield from [(helped, order) for order in command.drops(state) if (helped := crate_worth(eye, order.x, order.y)) > 0]
    kind = max(deployment.kinds(state), key=lambda kind: _bought(state.ground.types[kind]), default=None)
    if kind and (not deployment.buys(state) or _bought(state.ground.types[kind])):
        goal = goal_of(state)
        own = [state.units[unit] for unit in state.standing(state.side)]
        row = state.ground.types[kind]
        yield from [(1000 + place_worth(row, order, goal, own), order) for order in deployment.places(state, kind)]


def _relief_way(state: State, edge: Edge) -> float:
    """How far the large army would be from the enemies, all together."""
    left, top, right, bottom = strip(state.table, edge, 0)
    enemies = [state.units[unit] for unit in state.standing(state.side.other)]
    return sum(hypot(piece.x - (left + right) // 2, piece.y - (top + bottom) // 2) / CM for piece in enemies)


def _bought(row: UnitType) -> float:
    """Guns that fight at once are bought first, the dearest of them."""
    fights = any(weapon.use == "fire" and weapon.kind != "artillery" for weapon in row.weapon)
    return row.points * (fights and not row.flying and not row.naval and row.move >= 12)


def _marking(state: State, order: orders.Command) -> float:
    """A mark is worth something if artillery or bombs can reach the target."""
    guns = [
        (state.units[unit], weapon)
        for unit in state.standing(state.side)
        for weapon in state.type(unit).weapon
        if weapon.kind in ("artillery", "bomb")
    ]
    piece = state.units[order.unit]
    able = any(
        weapon.kind == "bomb" or in_range(piece.x - gun.x, piece.y - gun.y, weapon.range * CM) for gun, weapon in guns
    )
    return state.type(order.unit).points / 100 if able else 0


# Movement


def _movement(state: State) -> Iterator[tuple[float, Order]]:
    """Commands first; then the next unit that gains by moving, the convoy last; then the planes that must still fly."""
    if found := [one for one in commands(state) if one[0] > 0]:
        yield max(found, key=lambda one: one[0])
        return
    eye = eye_of(state, state.side)
    units = [unit for unit, piece in enumerate(state.units) if piece.side is state.side]
    units.sort(key=lambda unit: state.type(unit).support)
    last = max((at for at, unit in enumerate(units) if _handled(state, state.units[unit])), default=-1)
    for unit in units[last + 1 :]:
        if driving.may_act(state, unit) is None and (ways := list(moves_of(eye, unit))):
            yield from ways
            return
    if driving.may_end_movement(state, orders.EndMovement()) is None:
        yield 0, orders.EndMovement()
        return
    for unit in driving.owed(state):
        if flights := list(flights_of(eye, unit)):
            yield from flights
            return


def _handled(state: State, piece: Unit) -> bool:
    return state.turn in (piece.moved, piece.digging)


# Shooting


def _counter(state: State) -> Iterator[tuple[float, Order]]:
    """A counter-attack that takes something is made at once; the weapon is silent afterwards."""
    yield TUNING.least_counter, orders.Pass()
    assert state.window is not None
    for unit in state.window.units:
        yield from shots_of(state, unit)


def _shooting(state: State) -> Iterator[tuple[float, Order]]:
    """Commands that help, then the best of the next few units' shots and works; a barrage when it is paid for."""
    yield 0, orders.EndTurn()
    if found := [one for one in commands(state) if one[0] > TUNING.least_counter]:
        yield max(found, key=lambda one: one[0])
        return
    looked = 0
    for unit in state.standing(state.side):
        if shooting.may_shoot(state, unit) is not None:
            continue
        if deeds := [*shots_of(state, unit), *works_of(state, unit)]:
            yield from deeds
            looked += 1
            if looked == TUNING.shooters:
                break
    enemies = [foe for foe in eye_of(state, state.side).foes if not foe.row.flying and not foe.piece.dived]
    for barrage in sampling.barrages(state):
        on = [foe for foe in enemies if (foe.piece.x, foe.piece.y) == (barrage.x, barrage.y)]
        if on and indirect.may_barrage(state, barrage) is None:
            yield shell_toll(state, barrage, on[0].unit), barrage


_PHASES = {
    Phase.BEGIN: _begin,
    Phase.CHOICE: _choice,
    Phase.DEPLOYMENT: deployments,
    Phase.FIRST: _first,
    Phase.COMMAND: _command,
    Phase.START: _start,
    Phase.MOVEMENT: _movement,
    Phase.COUNTER: _counter,
    Phase.SHOOTING: _shooting,
}
