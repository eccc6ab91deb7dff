"""Which shots are announced, and in which turn they are fired."""

from collections.abc import Iterator

from hulldown.bots.panzerstrike.core.battle import Battle, battle_of, value_of
from hulldown.bots.panzerstrike.core.fates import added, fates_of, sound
from hulldown.bots.panzerstrike.core.needs import mood_of
from hulldown.bots.panzerstrike.core.tuning import TUNING
from hulldown.bots.panzerstrike.wrecks import ShutIn
from hulldown.outcome.core.harm import harm, health_of
from hulldown.rulebooks.panzerstrike.core import gunnery, orders, repair, volley
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.orders import Order
from hulldown.rulebooks.panzerstrike.core.shot import Facts, chances, facts_of
from hulldown.rulebooks.panzerstrike.core.state import AnnouncedShot, State


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Each possible shot by what it adds to those on the list; crews repair where nobody bears on them.

    A shot that cannot harm is not fired. A vehicle that a recovery vehicle works on fires only if that is worth more.
    """
    yield 0, orders.OpenFire() if state.announced else orders.EndTurn()
    battle = battle_of(state)
    yield from _repairs(state, battle)
    found = list(gunnery.shooters(state))
    if not found:
        return
    units, ground = state.units.units, state.ground
    mending = {patient: TUNING.mend * value_of(ground, units[patient], 0) for patient in repair.recoveries(state)}
    salvo = Salvo(state, battle, [unit for unit, _ in found])
    for unit, shots in found:
        for order in shots:
            worth = salvo.worth(order)
            if worth > TUNING.least:
                yield worth - mending.get(unit, 0.0), order


class Salvo:
    """The shots that are announced so far, and what another one is worth beside them.

    Late in a game, a wreck that would shut another enemy in, out of reach for good, is worth little.
    """

    def __init__(self, state: State, battle: Battle, shooters: list[int]) -> None:
        ground, units = state.ground, state.units
        self._state, self._battle, self._caution = state, battle, mood_of(state).caution
        self._fates = {shot.target: fates_of(state, shot.target) for shot in state.announced if shot.target >= 0}
        self._guns = tuple([units.units[unit] for unit in shooters])
        free = (ground.open | ground.standing) & ~units.wrecks
        self._shut = ShutIn(ground.drive, free, units, state.side, not ground.setup.spaa)

    def worth(self, order: orders.Announce | orders.AnnounceWall) -> float:
        state, battle = self._state, self._battle
        shot = gunnery.shot_of(state, order)
        facts, squares = facts_of(state, shot)
        if isinstance(order, orders.AnnounceWall):
            return _worth_of_wall(facts, battle.opened(order.square, self._guns, self._caution))
        fates = self._fates.get(order.target) or sound(state.units.units[order.target])
        worth = added(facts, fates) * battle.by_square[shot.square].worth + _beside(state, battle, facts, squares)
        return worth * self._shut.left(shot.square) if worth > 0 else worth


def _beside(state: State, battle: Battle, facts: Facts, squares: tuple[int, ...]) -> float:
    """What a shot does to those whom it may strike instead: enemies for it, friends against it."""
    worth = 0.0
    if len(squares) > 1:
        for (at, outcome), chance in chances(facts).items():
            if at > 0 and facts.victims[at] is not None:
                unit = state.units.units[state.units.standing_on(squares[at])]
                foe = battle.by_square.get(unit.square)
                value = foe.worth if foe else -value_of(state.ground, unit, 0)
                worth += float(chance) * harm(health_of(unit), outcome) * value
    return worth


def _worth_of_wall(facts: Facts, hidden: float) -> float:
    """The chance that a wall falls times the shots that it hides."""
    return float(chances(facts).get((0, Outcome.WALL_FELL), 0)) * hidden if hidden > 0 else 0.0


def _repairs(state: State, battle: Battle) -> Iterator[tuple[float, Order]]:
    """A crew begins repairs where nobody bears on it, and is called back when it is in danger."""
    for unit in repair.patients(state):
        piece, kind = state.units.units[unit], state.kind(unit)
        danger = battle.danger(kind, health_of(piece), piece.square, piece.facing)
        value = value_of(state.ground, piece, 0)
        for order in repair.list_repairs(state, unit):
            if isinstance(order, orders.StopRepair):
                yield (danger - TUNING.unsafe) * value * (kind.weapon is not None), order
            elif danger <= TUNING.safe:
                yield TUNING.mend * value, order


def in_turn(state: State) -> Iterator[tuple[float, Order]]:
    """The surest shots first, and those that may strike a friend last: they are lost if the target is gone by then."""
    if not state.announced:
        yield 0, orders.EndTurn()
    for shot in state.announced:
        yield _haste(state, shot), orders.Resolve(shot.unit)


def _haste(state: State, shot: AnnouncedShot) -> float:
    """Its chance to destroy, less that to strike a friend; what is lost already is read off first."""
    if volley.lost(state, shot):
        return 2.0  # more than any chance
    facts, squares = facts_of(state, shot)
    own = state.units.active(state.side)
    found = 0.0
    for (at, outcome), chance in chances(facts).items():
        if at > 0 and own >> squares[at] & 1:
            found -= float(chance)
        elif at == 0 and outcome is Outcome.DESTROYED:
            found += float(chance)
    return found
