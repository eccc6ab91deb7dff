"""Each unit's best move; turrets are laid when nobody wants to move."""

from collections.abc import Iterator

from hulldown.bots.panzerstrike.dynamic.battle import Battle, battle_of
from hulldown.bots.panzerstrike.dynamic.chances import hit_chances
from hulldown.bots.panzerstrike.dynamic.driver import Driver
from hulldown.bots.panzerstrike.dynamic.needs import Needs, mood_of, needs_of
from hulldown.bots.panzerstrike.dynamic.tuning import TUNING
from hulldown.bots.panzerstrike.mood import Mood
from hulldown.bots.panzerstrike.pointing import aside, direction, turns
from hulldown.geometry.squares import Arc
from hulldown.rulebooks.panzerstrike.dynamic import driving, movement, orders, pushing, turrets
from hulldown.rulebooks.panzerstrike.dynamic.orders import Order
from hulldown.rulebooks.panzerstrike.dynamic.state import State


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Each unit's best move, by what it wins over standing still; ending movement wins nothing."""
    yield 0, orders.EndMovement()
    units = [*movement.movable(state)]
    if not units:
        return
    battle, mood = battle_of(state), mood_of(state)
    needs = needs_of(state, battle)
    moves = [move for unit in units for move in _moves(state, unit, battle, mood, needs) if move[0] > 0]
    yield from moves
    if state.ground.setup.turrets and not moves:
        for unit in units:
            yield from _lays(state, unit, battle)


def _moves(state: State, unit: int, battle: Battle, mood: Mood, needs: Needs) -> Iterator[tuple[float, Order]]:
    kind = state.kind(unit)
    if not kind.vehicle:
        yield from _turns(state, unit, battle, needs)
        return
    driver = Driver(state, unit, battle, mood, needs)
    if kind.dozer and pushing.may_push(state, push := orders.Push(unit)) is None:
        yield driver.push(driver.piece.square, driver.piece.facing), push
    if movement.can_move(state, unit):
        yield from driver.moves(state)


def _turns(state: State, unit: int, battle: Battle, needs: Needs) -> Iterator[tuple[float, Order]]:
    """A fixed weapon turns towards what it will hit in its next turn; if something bears now, that must be worth it."""
    piece, kind = state.units.units[unit], state.kind(unit)
    chances, square, arc = hit_chances(state.ground, kind.id), piece.square, state.ground.grid.arc

    def bears(facing: int) -> float:
        direct = battle.gain(chances, square, arc(Arc.A27, facing, square))
        return max(direct, battle.lob(kind, square, facing, needs.eyes, TUNING.prospect))

    facings = [pose & 7 for pose in driving.turns(state, unit)]
    for worth, facing in turns(bears, direction(*battle.nearest(square)), piece.facing, facings):
        yield worth, orders.Move(unit, square, facing)


def _lays(state: State, unit: int, battle: Battle) -> Iterator[tuple[float, Order]]:
    """A turret is laid on the best shot, or else towards the nearest enemy."""
    piece = state.units.units[unit]
    chances, square, arc = hit_chances(state.ground, piece.kind), piece.square, state.ground.grid.arc
    wanted = direction(*battle.nearest(square))

    def worth(turret: int) -> float:
        facing = (piece.facing + turret) % 8
        return battle.gain(chances, square, arc(Arc.A27, facing, square)) - aside(facing, wanted)

    here = worth(piece.turret)
    for order in turrets.list_turrets(state, unit):
        assert isinstance(order, orders.TurnTurret)
        yield worth(order.turret) - here, order
