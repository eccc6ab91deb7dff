"""What mines and bridges are worth."""

from collections.abc import Iterator
from fractions import Fraction
from math import hypot

from hulldown.bots.panzerkampf import crossings, points, routes
from hulldown.bots.panzerkampf.eye import eye_of
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf import damage, engineers, mines, odds, orders
from hulldown.rulebooks.panzerkampf.events import Part
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.state import State


def works_of(state: State, unit: int) -> Iterator[tuple[float, Order]]:
    """Mines before the enemy, a bridge where it leads over water; fields of the enemy in the way are defused."""
    for order in engineers.deeds(state, unit):
        if isinstance(order, orders.LayBridge):
            if _leads_over(state, unit):
                yield TUNING.bridge, order
        elif isinstance(order, orders.Defuse):
            field = state.mines[order.field]
            if (side := state.units[field.owner].side) is not state.side:
                yield _mined(state, field.x, field.y, side), order
        else:
            yield _mined(state, order.x, order.y, state.side), order


def _mined(state: State, x: int, y: int, side: Side) -> float:
    """What a field there may take from the enemies of a side, who may come far, less what it takes from its friends."""
    total, mine = 0.0, state.setup.figures.mine
    for unit in state.standing():
        piece, row = state.units[unit], state.type(unit)
        far, reach = hypot(piece.x - x, piece.y - y), TUNING.mined_cm * CM if piece.side is not side else 2 * mine.size
        if far < reach and mines.touches(state, unit):
            strike = damage.strike_on(state, unit, Part.BOTTOM, mine.damage, mine.penetration)
            took = points.loss(row, piece.hp, odds.struck({mine.hits: Fraction(1)}, strike)) * (1 - far / reach)
            total += -took if piece.side is side else took
    return total * TUNING.comes


def _leads_over(state: State, unit: int) -> bool:
    """Whether the bridge that a unit becomes can be crossed, and saves its friends way from here."""
    eye, row, base = eye_of(state, state.side), state.type(unit), state.base(unit)
    friends = any(unit != other and state.type(other).type == row.type for other in state.standing(state.side))
    if not eye.goals or not friends or not crossings.spans(state.ground, row, base):
        return False
    after = crossings.bridged(state.ground, base)
    here = routes.lattice(state.ground, row).at(base.x, base.y)
    before, then = (routes.ways(ground, row, eye.goals)[here] for ground in (state.ground, after))
    return before - then > TUNING.least_saved_cm
