"""The rows of orders that the planner chooses among, each with what it is worth."""

from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from hulldown.bots.squadron.ends import End, ends_of, orders_to
from hulldown.bots.squadron.judge import Judge
from hulldown.bots.squadron.placings import placings
from hulldown.bots.squadron.promising import promising
from hulldown.bots.squadron.prospects import Prospects
from hulldown.bots.squadron.rehearsal import rehearsed
from hulldown.bots.squadron.routes import spread
from hulldown.bots.squadron.tuning import TUNING
from hulldown.bots.tactics import Horizon, Weights
from hulldown.outcome.squadron.aims import chances, gun_of, target_of
from hulldown.rulebooks.squadron import driving, orders, turn
from hulldown.rulebooks.squadron.orders import Fire, Order, SwingBack
from hulldown.rulebooks.squadron.state import Phase, State

_JUDGED = (Phase.DEPLOYMENT, Phase.TURRETS, Phase.ACTIVATION, Phase.MOVEMENT)


def horizon(state: State) -> Horizon:
    """How far values tell orders apart from here."""
    return Horizon.WAYS if state.window is not None or state.phase in _JUDGED else Horizon.NONE


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed, whatever was planned: nothing here."""
    return iter(())


def ways(
    state: State, weights: Weights, evaluations: int, late: Callable[[], bool], pick: Callable[[int], int]
) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Rows of orders with what each is worth; the evaluations say how many ends of a way are looked at.

    With enough of them some are for battles, by which the best rows are judged as well.
    """
    if state.phase is Phase.DEPLOYMENT:
        return placings(state, evaluations, late, pick(TUNING.series))
    if state.phase is Phase.TURRETS and state.window is None:
        return _turrets(state, Judge(state, weights, evaluations, late))
    battles = int(TUNING.rehearsed_share * evaluations) if evaluations >= TUNING.least_for_battles else 0
    judge = Judge(state, weights, evaluations - battles, late)
    if state.window is not None:
        battles, rows = battles // TUNING.windows_a_turn, _reactions(state, judge)
    else:
        rows = _activations(state, judge) if state.phase is Phase.ACTIVATION else _drives(state, judge)
    return rehearsed(judge, rows, battles, pick(TUNING.series)) if battles else rows


def _turrets(state: State, judge: Judge) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Each turret alone is kept or swung back by what is worth more; where both are alike, as greedy would have it."""
    alike = {order.unit: worth for worth, order in promising(state) if isinstance(order, SwingBack)}
    laid = replace(state.copy(), phase=Phase.ACTIVATION)
    kept, swung, row = judge.value(laid), 0.0, list[Order]()
    for unit, worth in alike.items():
        back = laid.copy()
        back.units.put(unit, replace(back.units.units[unit], turret=0))
        won = judge.value(back) - kept
        if (won, worth) > (0.0, 0.0):
            row.append(SwingBack(unit))
            swung += won or worth
    yield kept, (orders.KeepTurrets(),)
    yield kept + swung, (*row, *[orders.KeepTurrets()] * (len(row) < len(alike)))


def _reactions(state: State, judge: Judge) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """A reaction spends the tank's activation of this turn, or its ambush."""
    active = state.active
    assert active is not None
    assert state.window is not None
    closed = replace(state.copy(), window=None)
    yield judge.value(closed), (orders.Pass(),)
    mark = target_of(state, active.unit)
    for unit in state.window.units:
        piece = state.units.units[unit]
        for corner, chance in chances(state.ground, state.units.wrecks, gun_of(piece), mark):
            turret = (corner - piece.facing) % 6
            spent = judge.of(unit, active.unit, chance, activated=state.turn, ambush=0, turret=turret, moving=False)
            yield spent, (Fire(unit, active.unit, corner),)


def _activations(state: State, judge: Judge) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """The best that each tank can do: a shot, its ambush, or a movement, whose dice are still to fall."""
    for unit in turn.waiting(state, state.side) if state.active is None else [state.active.unit]:
        field = judge.field(unit)
        piece, able = field.piece, list[tuple[float, Order]]()
        if turn.may_stop(state, unit, "stop") is None:
            for foe in field.foes:
                for corner, chance in chances(field.ground, field.wrecks, gun_of(piece), foe.mark):
                    turret = (corner - piece.facing) % 6
                    worth = judge.of(unit, foe.unit, chance, moving=False, turret=turret)
                    able.append((worth, Fire(unit, foe.unit, corner)))
            able.append((judge.of(unit, moving=False) + TUNING.lurks * field.ambush(), orders.Ambush(unit)))
        if piece.broken != state.turn and not (able and judge.late()):
            able.append((_rolled(state, judge, field), orders.RollMovement(unit)))
        if state.active is None and field.card.breakdown:
            yield max(able, key=lambda one: one[0])[0], (orders.Activate(unit),)
        else:
            for worth, order in able:
                yield worth, (order,)


def _rolled(state: State, judge: Judge, field: Prospects) -> float:
    """What a movement is worth before its dice fall."""
    figures, unit = state.ground.setup.figures, field.unit
    bought = spread(figures.movement_die, driving.dice_of(state, unit), field.card.movement)
    trial = replace(state, phase=Phase.MOVEMENT, active=driving.rolled(unit, bought[-1][0]))
    ends = sorted(takewhile(lambda _: not judge.late(), ends_of(trial, field)), key=lambda end: -end.worth)
    lost, idle, total = judge.of(unit, unit, 1.0), judge.of(unit, moving=False), 0.0
    found: dict[End, float] = {}
    for points, chance in bought:
        able = [end for end in ends if end.cost <= points][: judge.ends]
        for end in able:
            if end not in found and not judge.late():
                found[end] = _ended(trial, judge, field, end, lost)
        total += chance * max([found[end] for end in able if end in found], default=idle)
    return total


def _ended(state: State, judge: Judge, field: Prospects, end: End, lost: float) -> float:
    """What an end of a way is worth, and what is lost if a reaction on the way hits."""
    unit, (place, facing) = field.unit, end.pose
    arrives = field.alive([TUNING.reacts * part for part in end.exposed])
    moving = isinstance(end.order, orders.EndActivation) and end.order.moving
    changes: dict[str, Any] = {"hex": place, "facing": facing, "moving": moving}
    if isinstance(end.order, Fire):
        gun = gun_of(field.piece)._replace(hex=place, facing=facing)
        fired = chances(field.ground.under(place), field.wrecks, gun, target_of(state, end.order.target))
        changes["turret"] = (end.order.corner - facing) % 6
        there = judge.of(unit, end.order.target, dict(fired)[end.order.corner], **changes)
    else:
        there = judge.of(unit, **changes)
    return arrives * there + (1 - arrives) * lost


def _drives(state: State, judge: Judge) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """The ends of the way of the tank under way, each with the orders that lead there."""
    active = state.active
    assert active is not None
    field, unit = judge.field(active.unit), active.unit
    lost = judge.of(unit, unit, 1.0)
    for end in sorted(ends_of(state, field), key=lambda end: (-end.worth, end.cost))[: 3 * judge.ends]:
        yield _ended(state, judge, field, end, lost), orders_to(state, end)
