"""Where units are deployed: as greedy judges places, or by quick battles fought from there."""

from collections.abc import Callable, Iterator
from itertools import takewhile
from math import hypot

from msgspec.structs import replace

from hulldown.bots.panzerkampf.playout import Playout
from hulldown.bots.panzerkampf.routes import lattice
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.rulebooks.panzerkampf import deployment, orders
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.setup import destination
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.units import UnitType


def deployments(state: State) -> Iterator[tuple[float, Order]]:
    """The next kind in the army: fighters forward, guns that need quiet behind, nobody shoulder to shoulder."""
    kind = deployment.kinds(state)[0]
    row = state.ground.types[kind]
    goal = goal_of(state)
    own = [state.units[unit] for unit in state.standing(state.side)]
    for order in _around(state, row, [*deployment.places(state, kind)]):
        yield place_worth(row, order, goal, own) - bogged(state, row, order), order


def _around(state: State, row: UnitType, orders_: list[orders.Deploy]) -> Iterator[orders.Deploy]:
    """Some places; where the ground is slow, also those beside it where it is not."""
    for order in orders_:
        yield order
        if bogged(state, row, order):
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                far = TUNING.aside_cm * CM
                beside = replace(order, x=order.x + dx * far, y=order.y + dy * far)
                if not bogged(state, row, beside) and deployment.may_deploy(state, beside) is None:
                    yield beside


def bogged(state: State, row: UnitType, order: orders.Deploy) -> float:
    """What it costs to start on slow ground; of whoever flies, swims or is to stay there, nothing."""
    if row.flying or row.naval or row.move == 0 or any(weapon.kind == "artillery" for weapon in row.weapon):
        return 0.0
    grid = lattice(state.ground, row)
    return TUNING.slow_ground * (grid.costs[grid.at(order.x, order.y)] - 1)


def goal_of(state: State) -> tuple[int, int]:
    setup, edge = state.setup, state.edges[state.setup.defending]
    if setup.campaign == "escort" and edge:
        return destination(setup, edge)
    return state.table.width // 2, state.table.height // 2


def place_worth(row: UnitType, order: orders.Deploy, goal: tuple[int, int], own: list[Unit]) -> float:
    """Near to the middle or behind, by what a unit is for, and not beside others."""
    far = hypot(order.x - goal[0], order.y - goal[1]) / CM
    crowd = sum(hypot(order.x - piece.x, order.y - piece.y) < TUNING.crowd_cm * CM for piece in own)
    back = row.support or any(weapon.kind == "artillery" for weapon in row.weapon) or row.flying
    return (TUNING.behind_cm if back and not row.support else -1) * far - TUNING.crowded * crowd


def placings(
    state: State, evaluations: int, late: Callable[[], bool], pick: Callable[[int], int]
) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Where to deploy a unit, by battles fought from there, of which again and again the better half is fought on.

    Half of the places are greedy's best, the others are drawn from the next ones, so that no army stands as the last.
    Who flies or swims does not move in these battles, and is deployed as greedy would; so is all with few evaluations.
    """
    ranked = [order for _, order in sorted(deployments(state), key=lambda one: -one[0])]
    row, turns = state.ground.types[deployment.kinds(state)[0]], TUNING.deployment_turns
    each, sign = turns * TUNING.evaluations_a_turn, -1 if state.side else 1
    places = evaluations // each
    many = 1 if row.flying or row.naval or places < TUNING.least_places else min(len(ranked), places)
    best = (many + 1) // 2
    kept, rest = ranked[:best], ranked[best : 2 * many]
    kept += [rest.pop(pick(len(rest))) for _ in range(min(len(rest), many - best))]
    worth_of, battles, dropped = dict.fromkeys(kept, 0.0), dict[Order, Playout](), list[Order]()
    while len(kept) > 1 and evaluations >= len(kept) * each and not late():
        evaluations -= len(kept) * each
        won = dict[Order, float]()
        for order in takewhile(lambda _: not late(), kept):
            if order not in battles:
                battles[order] = Playout(_deployed(state, order))
            won[order] = worth_of[order] + battles[order].fought(turns, late) * sign
        if late():  # not all were fought to their end
            break
        worth_of |= won
        kept.sort(key=lambda order: -worth_of[order])
        half = (len(kept) + 1) // 2
        kept, dropped = kept[:half], kept[half:] + dropped
    least = worth_of[kept[0]]
    for order in (*kept, *dropped):  # what was dropped is not better for having been fought for less long
        least = min(least, worth_of[order])
        yield least, (order,)


def _deployed(state: State, order: Order) -> State:
    """The first turn, if a unit is deployed so and all after it as greedy would."""
    done = state.copy()
    while True:
        assert isinstance(order, orders.Deploy)
        unit, ends = deployment.next_of(done, order.kind), deployment.left_in_batch(done) == 1
        place = {"x": order.x, "y": order.y, "heading": order.heading}
        done.units[unit] = replace(done.units[unit], where=Where.TABLE, **place)
        if ends and deployment.waiting(done, done.side.other):
            done.side = done.side.other
        if not deployment.waiting(done):
            return replace(done, side=done.first, phase=Phase.MOVEMENT, turn=1)
        order = _expected(done)


def _expected(state: State) -> Order:
    """Where greedy deploys the next unit."""
    row, goal = state.ground.types[deployment.kinds(state)[0]], goal_of(state)
    own = [state.units[unit] for unit in state.standing(state.side)]
    for order in sorted(deployment.spread(state, row), key=lambda order: -place_worth(row, order, goal, own)):
        if deployment.may_deploy(state, order) is None:
            return order
    return next(deployments(state))[1]
