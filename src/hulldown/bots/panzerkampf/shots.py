"""What each shot takes, and what a crate adds to shots."""

from collections.abc import Iterator
from math import hypot

from hulldown.bots.panzerkampf import points
from hulldown.bots.panzerkampf.eye import Eye, eye_of
from hulldown.bots.panzerkampf.points import importance
from hulldown.bots.panzerkampf.situation import mended, offence, toll_above
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.rulebooks.panzerkampf import damage, indirect, odds, orders, shooting
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.state import State


def shots_of(state: State, unit: int) -> Iterator[tuple[float, Order]]:
    """Every shot of a unit that takes something: direct, at places, and on its path."""
    for order in shooting.shots(state, unit):
        took = shot_toll(state, order) if isinstance(order, orders.Fire) else _denied(state, order)
        if took > 0:
            yield took, order
    above: list[orders.Shell | orders.Bomb] = [*_shells(state, unit), *_bomb_runs(state, unit)]
    yield from [(took, order) for order in above if (took := _fallen(state, order)) > 0]


def shot_toll(state: State, order: orders.Fire) -> float:
    """What a shot takes on the average, or a repair gives back; a wreck is not worth a shell."""
    piece, row, gun = state.units[order.target], state.type(order.target), state.weapon(order.unit, order.weapon)
    if piece.wreck:
        return 0.0
    if gun.use == "repair":
        return mended(state, gun, order.target)
    volley, strike, _, _ = shooting.facts_of(state, order)
    return points.toll(row, piece.hp, volley, strike) * importance(state.setup, row, piece)


def best_shots(state: State, unit: int) -> list[float]:
    """What each weapon of a unit takes at best."""
    best: dict[int, float] = {}
    for order in shooting.shots(state, unit):
        if isinstance(order, orders.Fire):
            best[order.weapon] = max(best.get(order.weapon, 0.0), shot_toll(state, order))
    return list(best.values())


def _denied(state: State, order: orders.FireAtCrate) -> float:
    """What a crate adds to the shots of enemies around it, less what it adds to one's own."""
    crate, side, gun = state.crates[order.crate], state.acting, state.weapon(order.unit, order.weapon)
    theirs, ours = (crate_worth(eye_of(state, who), crate.x, crate.y) for who in (side.other, side))
    volley = shooting.volley_of(state, order.unit, gun, ())
    strike = damage.strike_on_crate(state, order.crate, gun.damage, gun.penetration)
    return (theirs - ours) * float(odds.destroyed(odds.shot(volley, strike)))


def crate_worth(eye: Eye, x: int, y: int) -> float:
    """What a crate there adds to the shots of the units around it."""
    near = [(unit, eye.state.units[unit]) for unit in eye.state.standing(eye.side)]
    units = [unit for unit, piece in near if hypot(piece.x - x, piece.y - y) < TUNING.crate_cm * CM]
    return TUNING.supplied * sum([offence(eye, unit, eye.state) for unit in units])


def _shells(state: State, unit: int) -> Iterator[orders.Shell]:
    for number, weapon in enumerate(state.type(unit).weapon):
        if weapon.kind == "artillery":
            for foe in state.standing(state.acting.other):
                piece = state.units[foe]
                order = orders.Shell(unit, number, piece.x, piece.y)
                if not state.type(foe).flying and not piece.dived and indirect.may_shell(state, order) is None:
                    yield order


def _bomb_runs(state: State, unit: int) -> Iterator[orders.Bomb]:
    if any(weapon.kind == "bomb" for weapon in state.type(unit).weapon):
        yield from indirect.bombs(state, unit)


def _fallen(state: State, order: orders.Shell | orders.Bomb) -> float:
    """What an attack from above takes from enemies, less what it takes from friends."""
    salvo, total = indirect.salvo_of(state, order), 0.0
    for unit in state.standing():
        piece, row = state.units[unit], state.type(unit)
        if not row.flying and not piece.dived and (took := toll_above(state, salvo, unit)):
            took *= importance(state.setup, row, piece)
            total += -TUNING.friend * took if piece.side is state.acting else took
    return total
