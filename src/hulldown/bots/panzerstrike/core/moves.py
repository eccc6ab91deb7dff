"""Each unit's best move; turrets are laid when nobody wants to move."""

from collections.abc import Iterator

from hulldown.bots.panzerstrike.core.battle import Battle, battle_of
from hulldown.bots.panzerstrike.core.driver import Driver
from hulldown.bots.panzerstrike.core.needs import Needs, mood_of, needs_of
from hulldown.bots.panzerstrike.core.towing import pulls
from hulldown.bots.panzerstrike.core.tuning import TUNING
from hulldown.bots.panzerstrike.mood import Mood
from hulldown.bots.panzerstrike.pointing import aside, direction, turns
from hulldown.geometry.squares import Arc
from hulldown.outcome.core.harm import SPOILED_BY_MOVE
from hulldown.rulebooks.panzerstrike.core import driving, gunnery, movement, orders, pushing, speed, turrets
from hulldown.rulebooks.panzerstrike.core.orders import Order
from hulldown.rulebooks.panzerstrike.core.state import Phase, State


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Each unit's best move, by what it wins over standing still; turrets are laid when nobody wants to move.

    Whoever has rolled the speed die goes first.
    """
    yield 0, orders.EndMovement()
    units = movement.movable(state)
    if not units:
        return
    battle, mood = battle_of(state), mood_of(state)
    needs = needs_of(state, battle, mood)
    if (rolled := state.driving) is not None and not rolled.steps:
        first = [move for move in _moves(state, rolled.unit, battle, mood, needs) if move[0] > 0]
        if first:
            yield from first
            return
    moves = [move for unit in units for move in _moves(state, unit, battle, mood, needs) if move[0] > 0]
    yield from moves
    if not moves:
        yield from [lay for unit in units for lay in _lays(state, unit, battle, needs) if lay[0] > 0]


def _moves(state: State, unit: int, battle: Battle, mood: Mood, needs: Needs) -> Iterator[tuple[float, Order]]:
    if not state.kind(unit).vehicle:
        if speed.may_be_moved(state, unit) is None:
            yield from _turns(state, unit, battle, needs)
        return
    driver = Driver(state, unit, battle, mood, needs)
    if battle.wrecks:
        for push in pushing.list_pushes(state, unit):
            yield driver.push(driver.piece.square, driver.piece.facing), push
    if speed.may_be_moved(state, unit) is None:
        yield from driver.moves(state)
        if state.hitched:
            yield from pulls(state, driver)


def _turns(state: State, unit: int, battle: Battle, needs: Needs) -> Iterator[tuple[float, Order]]:
    """A fixed weapon turns towards what it will hit in its next turn; one that is to be pulled on turns its back to
    where it goes."""
    piece, kind = state.units.units[unit], state.kind(unit)
    square, injured, arc = piece.square, int(piece.injured), state.ground.grid.arc
    wanted = direction(*battle.nearest(square))
    for gun, pose in needs.guns:
        if gun == unit:
            wanted = (pose + 4) % 8

    def bears(facing: int) -> float:
        direct = battle.gain(kind, injured, square, arc(Arc.A45, facing, square))
        return max(direct, battle.lob(kind, piece.injured, square, facing, needs.eyes, TUNING.prospect))

    facings = [pose & 7 for pose in driving.gun_turns(state, unit)]
    for worth, facing in turns(bears, wanted, piece.facing, facings):
        yield worth, orders.Move(unit, square, facing)


def _lays(state: State, unit: int, battle: Battle, needs: Needs) -> Iterator[tuple[float, Order]]:
    """A turret is laid on the best shot, or else towards the nearest enemy; a crane on who is to be repaired."""
    piece, kind, grid = state.units.units[unit], state.kind(unit), state.ground.grid
    square = piece.square
    wanted = direction(*battle.nearest(square))
    patients = {at: value for at, value, by in needs.patients if by in (-1, unit)}
    spoils = int(piece.injured) | SPOILED_BY_MOVE * (state.ground.setup.on_the_move and piece.moved == state.round)
    silent = kind.weapon is not None and gunnery.barred(state, unit) is not None

    def worth(turret: int) -> float:
        facing = (piece.facing + turret) % 8
        if kind.recovery:
            return patients.get(grid.ahead(square, facing), 0.0)
        shot = 0.0 if silent else battle.gain(kind, spoils, square, grid.arc(Arc.A45, facing, square))
        return shot - aside(facing, wanted)

    here = worth(piece.turret)
    for order in turrets.list_turrets(state, unit):
        assert isinstance(order, orders.TurnTurret)
        yield worth(order.turret) - here, order


def closing(state: State) -> Iterator[Order]:
    """What is left to be ordered before a phase is closed, whatever was planned: turrets are laid on the best shot."""
    if state.phase is Phase.MOVEMENT:
        battle = battle_of(state)
        needs = needs_of(state, battle, mood_of(state))
        for unit in movement.movable(state):
            worth, order = max(_lays(state, unit, battle, needs), key=lambda one: one[0], default=(0.0, None))
            if order is not None and worth > 0:
                yield order
