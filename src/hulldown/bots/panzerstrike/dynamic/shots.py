"""What shots are worth, at units and at walls."""

from collections.abc import Iterator

from hulldown.bots.panzerstrike.dynamic.battle import Battle, battle_of, value_of
from hulldown.bots.panzerstrike.dynamic.needs import mood_of
from hulldown.bots.panzerstrike.dynamic.tuning import TUNING
from hulldown.bots.panzerstrike.front import chance_of
from hulldown.bots.panzerstrike.wrecks import ShutIn
from hulldown.rulebooks.panzerstrike.dynamic import orders, parabolic, shooting, turn
from hulldown.rulebooks.panzerstrike.dynamic.orders import Order
from hulldown.rulebooks.panzerstrike.dynamic.state import State, Unit
from hulldown.rulebooks.panzerstrike.firing import Verdict


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Each possible shot by its exact chance and the worth of its target; a shot that cannot hit is not fired.

    A vehicle that is being repaired fires only if that is worth more. A howitzer takes the better choice of dice. Late
    in a game, a wreck that would shut another enemy in, out of reach for good, is worth little.
    """
    yield 0, orders.EndTurn()
    battle, caution = battle_of(state), mood_of(state).caution
    units, ground, side = state.units.units, state.ground, state.side
    guns = tuple([piece for piece in units if piece.side is side and piece.active and ground.chart[piece.kind].armed])
    mending = {patient: TUNING.mend * value_of(ground, units[patient], 0) for patient, _ in turn.repairs(state)}
    free = (ground.open | ground.standing) & ~state.units.wrecks
    shut = ShutIn(ground.drive, free, state.units, side, not ground.setup.spaa)
    for unit, found in shooting.shooters(state):
        for order in found:
            if isinstance(order, orders.FireAtWall):
                worth = _worth_of_wall(state, order, battle.opened(order.square, guns, caution))
            else:
                worth = _worth_of_order(state, battle, order)
                if worth > 0:
                    worth *= shut.left(units[order.target].square)
            if worth > 0:
                yield worth - mending.get(unit, 0.0), order


def _worth_of_order(state: State, battle: Battle, order: orders.Fire | orders.Lob) -> float:
    if isinstance(order, orders.Lob):
        return _worth_of_lob(state, battle, order)
    return worth_of_shot(state, battle, state.units.units[order.unit], order.target)


def worth_of_shot(state: State, battle: Battle, shooter: Unit, target: int) -> float:
    """A shot's exact chance times what the target is worth."""
    aim = state.units.units[target]
    odds = shooting.odds_of(shooting.shot_at(state.ground, shooter, aim))
    return chance_of(odds) * battle.worth_at[aim.square]


def _worth_of_lob(state: State, battle: Battle, order: orders.Lob) -> float:
    """The same in a high arc; the worse choice of dice is worth nothing."""
    here, aim = state.units.units[order.unit].square, state.units.units[order.target]
    entry = state.kind(order.unit).parabolic
    assert entry is not None
    half, odds = parabolic.chance_of_lob(battle.figures, entry, parabolic.distance(state.ground, here, aim.square))
    return float(odds.get(Verdict.DESTROYED, 0)) * battle.worth_at[aim.square] if half is order.half else 0.0


def _worth_of_wall(state: State, order: orders.FireAtWall, hidden: float) -> float:
    """The chance that a wall falls times the shots that it hides."""
    if hidden <= 0:
        return 0.0
    odds = shooting.odds_of(shooting.wall_shot_at(state.ground, state.units.units[order.unit], order.square))
    return float(odds.get(Verdict.DESTROYED, 0)) * hidden
