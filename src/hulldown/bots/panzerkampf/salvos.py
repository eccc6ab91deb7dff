"""Which shot the planner fires next: by what is left after it."""

from collections.abc import Iterable, Iterator

from hulldown.bots.panzerkampf import blows
from hulldown.bots.panzerkampf.points import importance
from hulldown.bots.panzerkampf.promising import promising
from hulldown.bots.panzerkampf.shots import shots_of
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.panzerkampf.value import outlook_of
from hulldown.bots.tactics import Weights
from hulldown.rulebooks.panzerkampf import command, orders, shooting
from hulldown.rulebooks.panzerkampf.changes import CHANGES
from hulldown.rulebooks.panzerkampf.events import Commanded
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.state import State

AIMED = orders.Fire | orders.FireAtCrate | orders.Shell | orders.Bomb | orders.Plant | orders.Defuse


def shots_judged(state: State, weights: Weights) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Single orders of the shooting phase: shots by what is left after them, others by what they take."""
    outlook, _ = outlook_of(state, weights)
    if found := [one for one in _helping(state) if one[0] > 0]:
        yield from [(outlook.value() + gain, (order,)) for gain, order in found]
        return
    for took, order in sorted(promising(state), key=lambda one: -one[0]):
        spent = (order.unit, order.weapon) if isinstance(order, AIMED) else (-1, -1)
        if isinstance(order, orders.Fire) and state.weapon(*spent).use == "fire":
            volley, strike, _, _ = shooting.facts_of(state, order)
            blow = blows.shot(state.type(order.target), volley, strike)
            yield outlook.value(spent, order.target, blow), (order,)
        elif isinstance(order, orders.Shell) and state.weapon(*spent).attacks <= TUNING.long_salvo:
            at = next(foe for foe in outlook.foes if (state.units[foe].x, state.units[foe].y) == (order.x, order.y))
            blow = blows.salvo(state, order, at)
            beside = took - importance(state.setup, state.type(at), state.units[at]) * blow.gains[state.units[at].hp]
            yield outlook.value(spent, at, blow) + beside, (order,)
        elif isinstance(order, orders.EndTurn):  # whoever has a shot left takes it
            yield -TUNING.won, (order,)
        else:
            yield took + outlook.value(spent), (order,)


def _helping(state: State) -> Iterator[tuple[float, Order]]:
    """What the command dice add to the shots of each unit."""
    for order in command.uses(state):
        given = state.copy()
        CHANGES[Commanded](given, Commanded(order.command, order.unit))
        before, then = (sum(_each_best(one, order.unit)) for one in (state, given))
        yield TUNING.again * before if order.command == "ammunition" else then - before, order


def _each_best(state: State, unit: int) -> Iterable[float]:
    """What each weapon of a unit takes at best."""
    best: dict[int, float] = {}
    for took, order in shots_of(state, unit):
        if isinstance(order, orders.Fire | orders.Shell):
            best[order.weapon] = max(best.get(order.weapon, 0.0), took)
    return best.values()
