"""Panzer Strike, Dynamic rules, as a rulebook: each order to its chapter, each event to the state."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from hulldown.kernel.forecast import BestShot, Sentence
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview, Told
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.book import (
    PanzerStrike,
    faults_of_armies,
    faults_of_places,
    faults_of_walls,
    nothing,
    put,
)
from hulldown.rulebooks.panzerstrike.dynamic import (
    deployment,
    driving,
    events,
    library,
    movement,
    orders,
    parabolic,
    position,
    pushing,
    shooting,
    timing,
    turn,
    turrets,
)
from hulldown.rulebooks.panzerstrike.dynamic.events import Event
from hulldown.rulebooks.panzerstrike.dynamic.orders import Order
from hulldown.rulebooks.panzerstrike.dynamic.phases import CHAPTERS, PHASES
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import Setup, check_setup
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, Phase, State, UnderWay
from hulldown.rulebooks.panzerstrike.dynamic.table import showing
from hulldown.rulebooks.panzerstrike.dynamic.table.telling import tell
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.setup import strength
from hulldown.rulebooks.panzerstrike.table.drawing import draw_board, signs_of

_IN_PLAY = (Phase.MOVEMENT, Phase.FIRING, Phase.OVER)


class Dynamic(PanzerStrike[State, Order, Event]):
    """The book."""

    rules = RULES
    setup_type = Setup
    state_type = State
    order_type = Order
    event_type = Event
    library = library
    deployed, hidden = events.Deployed, events.Hidden
    showing: ClassVar[Any] = showing
    end_of_movement: ClassVar[Any] = orders.EndMovement()
    moves = orders.Move
    sight_rule = RULES["DYN-84"].id

    def start(self, setup: Setup) -> State:
        check_setup(setup)
        if setup.position is not UNSET:
            return position.POSITIONS.start(self, setup)
        return deployment.empty_table(setup)

    def untimely(self, state: State, order: Order) -> Refusal:
        return timing.untimely(state, order, Phase(CHAPTERS[type(order)][0][0]))

    def preview(self, state: State, order: Order) -> Preview:
        if state.phase is Phase.FIRING:
            if isinstance(order, orders.Fire):
                return shooting.preview_fire(state, order)
            if isinstance(order, orders.FireAtWall):
                return shooting.preview_wall(state, order)
            if isinstance(order, orders.Lob):
                return parabolic.preview_lob(state, order)
        return self.foresee(state, order)

    def taken(self, state: State, order: orders.Move) -> Sentence:
        return movement.taken(state, order)

    def best_shot(self, state: State, unit: int) -> tuple[str, BestShot | None] | None:
        return shooting.best_shot(state, unit)

    def bears_on(self, state: State, unit: int) -> int:
        return shooting.bears_on(state, unit)

    def tell(self, state: State, event: Event) -> Told:
        return tell(state, event)

    def draw(self, state: State) -> str:
        ground = state.ground
        return draw_board(ground.setup.board, state.units.units, ground.chart, signs_of(ground))

    def faults(self, state: State) -> Iterator[str]:
        """What must hold in every state: occupancy, counts, dice, places."""
        yield from _faults_of_units(state)
        yield from faults_of_walls(state, _IN_PLAY, wall=RULES["DYN-152"], dust=RULES["DYN-160"])
        yield from _faults_of_turn(state)


def _faults_of_units(state: State) -> Iterator[str]:
    """DYN-11, DYN-12, DYN-22, DYN-169: the pieces, where they stand, and how many there are."""
    units, setup = state.units.units, state.ground.setup
    yield from faults_of_places(state, square=RULES["DYN-12"], ground=RULES["DYN-61"], facing=RULES["DYN-11"])
    yield from faults_of_armies(state, partial(strength, setup), RULES["DYN-22"])
    for side in Side:
        if (commanding := sum(piece.command for piece in units if piece.side == side)) > setup.command:
            yield f"{side.label} has {commanding} command tanks (DYN-29)"
    if any(piece.command and not state.ground.chart[piece.kind].tank for piece in units):
        yield "something commands that is no tank (DYN-29)"
    if setup.quick and any(piece.condition is Condition.DAMAGED for piece in units):
        yield "a unit is damaged in the Quick Start (DYN-186)"
    if any(not (0 <= piece.turret < 8 and 0 <= piece.rested < 8) for piece in units):
        yield "a turret points in none of the eight directions (DYN-11)"


def _faults_of_turn(state: State) -> Iterator[str]:
    """DYN-25, DYN-26, DYN-35, DYN-98, DYN-115, DYN-173: dice, who moved, turrets, and who has won."""
    units, this_round, setup = state.units.units, state.round, state.ground.setup
    fighting = state.phase in (Phase.ROLL, Phase.MOVEMENT, Phase.FIRING)
    if fighting and any(piece.square < 0 for piece in units):
        yield "play began before all units stood (DYN-18)"
    spent = sorted([*state.dice, *(die for die, _ in state.given)])
    if spent != list(driving.dice_to_give(setup, state.rolled)):
        yield "dice given and dice left do not make the dice rolled (DYN-26)"
    takers = [unit for _, unit in state.given]
    if len(set(takers)) != len(takers):
        yield "a vehicle took two dice (DYN-26)"
    for unit in takers:
        if units[unit].side != state.side or units[unit].moved != this_round or not state.kind(unit).vehicle:
            yield "a die was taken by something that did not drive (DYN-26)"
    for piece in units:
        kind = state.ground.chart[piece.kind]
        if max(piece.moved, piece.fired, piece.broke) > this_round:
            yield "a unit acted in a round to come (DYN-33)"
        if piece.moved == this_round > 0 and piece.side == state.side and piece.condition is Condition.DAMAGED:
            yield "a damaged unit moved (DYN-115)"
        if piece.fired and not kind.armed:
            yield "an unarmed unit fired (DYN-75)"
        if piece.broke > piece.moved or (piece.broke and kind.drive != "tracked"):
            yield "a wall was broken without tracks (DYN-155)"
        turned = (piece.turret - piece.rested) % 8
        if min(turned, 8 - turned) > turrets.TURRET:
            yield "a turret turned too far (DYN-98)"
        if piece.turret and not (setup.turrets and kind.mount == "turret"):
            yield "a turret turned that cannot (DYN-95)"
        if turned and (piece.side != state.side or state.phase is Phase.ROLL):
            yield "a turret is still turning in another's turn (DYN-98)"
    if (dozer := state.driving) is not None:
        if state.phase is not Phase.MOVEMENT or not state.kind(dozer.unit).dozer:
            yield "something drives on that is no dozer in movement (DYN-149)"
        if dozer.die != {unit: die for die, unit in state.given}.get(dozer.unit, 0):
            yield "a dozer drives on with a die that it was not given (DYN-26)"
        most = driving.allowance(state.kind(dozer.unit), dozer.die) if dozer.die else 1
        if not 1 <= dozer.steps <= most or units[dozer.unit].moved != this_round:
            yield "a dozer drove further than its die goes (DYN-40)"
    if fighting and any(turn.victory_of(replace(state, side=side)) for side in Side):
        yield "a side has won, yet play goes on (DYN-16)"


# evolve, event by event


def _rolled_off(state: State, event: events.RolledOff) -> None:
    state.phase = Phase.CHOICE
    state.side = Side(event.blue[-1] > event.red[-1])


def _first_chosen(state: State, event: events.FirstChosen) -> None:
    state.first = event.first


def _deployed(state: State, event: events.Deployed) -> None:
    put(state, event.unit, square=event.square, facing=event.facing)


def _command_named(state: State, event: events.CommandNamed) -> None:
    put(state, event.unit, command=True)


def _phase_began(state: State, event: events.PhaseBegan) -> None:
    """DYN-33, DYN-98, DYN-160: with a turn the dice go, dust settles, and turrets rest where they point."""
    state.phase, state.side, state.round = event.phase, event.side, event.round
    state.dice = state.rolled = state.given = ()
    state.driving = None
    if event.phase is not Phase.ROLL:
        return
    ground = state.ground
    if ground.dust:
        state.ground = Ground.of(ground.setup, ground.walls)
    for unit, piece in enumerate(state.units.units) if ground.setup.turrets else ():
        if piece.turret != piece.rested:
            put(state, unit, rested=piece.turret)


def _movement_rolled(state: State, event: events.MovementRolled) -> None:
    state.phase = Phase.MOVEMENT
    state.rolled = event.dice
    state.dice = driving.dice_to_give(state.ground.setup, event.dice)


def _take_die(state: State, unit: int, die: int) -> None:
    """DYN-26, DYN-39: a die leaves the tray for good."""
    if die:
        at = state.dice.index(die)
        state.dice = state.dice[:at] + state.dice[at + 1 :]
        state.given = (*state.given, (die, unit))


def _moved(state: State, event: events.Moved) -> None:
    """DYN-63, DYN-Q11, DYN-Q14, DYN-H7: whoever takes a step has moved. A dozer may go on, unless it backed; anybody
    else's move ends that."""
    unit, done = event.unit, driving.going_on(state, event.unit)
    _take_die(state, unit, event.die)
    if not state.kind(unit).dozer or event.square * 8 + event.facing in driving.backward(state, unit):
        state.driving = None
    else:
        die, steps = (done.die, done.steps) if done else (event.die, 0)
        state.driving = UnderWay(unit, die, steps + event.steps, False)
    put(state, unit, square=event.square, facing=event.facing, moved=state.round)


def _pushed(state: State, event: events.Pushed) -> None:
    """DYN-151: the wreck goes first, as it lies; the dozer takes its place."""
    units, unit = state.units.units, event.unit
    done = driving.going_on(state, unit)
    _take_die(state, unit, event.die)
    die, steps = (done.die or event.die, done.steps) if done else (event.die, 0)
    state.driving = UnderWay(unit, die, steps + pushing.PUSH, True)
    at = units[event.wreck].square
    put(state, event.wreck, square=state.ground.grid.ahead(at, units[unit].facing))
    put(state, unit, square=at, moved=state.round)


def _turret_turned(state: State, event: events.TurretTurned) -> None:
    put(state, event.unit, turret=event.turret)


def _fired(state: State, event: events.Fired | events.FiredAtWall | events.Lobbed) -> None:
    units = state.units.units
    units[event.unit] = replace(units[event.unit], fired=state.round)  # no mask changes by it


def _into(state: State, unit: int, condition: Condition) -> None:
    put(state, unit, condition=condition)
    state.last_change = state.round


def _destroyed(state: State, event: events.Destroyed) -> None:
    _into(state, event.unit, Condition.DESTROYED)


def _damaged(state: State, event: events.Damaged) -> None:
    _into(state, event.unit, Condition.DAMAGED)


def _repaired(state: State, event: events.Repaired) -> None:
    """DYN-145, DYN-Q46: as if nothing had been."""
    _into(state, event.unit, Condition.SOUND)


def _wall_fell(state: State, event: events.WallFell) -> None:
    """DYN-157, DYN-158, DYN-160, DYN-Q22, DYN-Q25: the wall lies in dust, also where a vehicle broke it; that drives no
    further, and the square is open ground."""
    ground, square = state.ground, event.square
    walls = tuple(wall for wall in ground.walls if wall != square)
    state.ground = Ground.of(ground.setup, walls, tuple(sorted((*ground.dust, square))))
    state.last_change = state.round
    if state.units.units[event.by].square == square:
        put(state, event.by, broke=state.round)
        state.driving = None


def _game_ended(state: State, event: events.GameEnded) -> None:
    state.phase = Phase.OVER
    state.result = event.result
    state.dice = state.rolled = state.given = ()


_CHANGES: dict[type, Callable[[State, Any], None]] = {
    events.RolledOff: _rolled_off,
    events.FirstChosen: _first_chosen,
    events.Deployed: _deployed,
    events.Hidden: nothing,
    events.Revealed: nothing,
    events.CommandNamed: _command_named,
    events.PhaseBegan: _phase_began,
    events.MovementRolled: _movement_rolled,
    events.Moved: _moved,
    events.Pushed: _pushed,
    events.TurretTurned: _turret_turned,
    events.Fired: _fired,
    events.FiredAtWall: _fired,
    events.Lobbed: _fired,
    events.Destroyed: _destroyed,
    events.Damaged: _damaged,
    events.Repaired: _repaired,
    events.WallFell: _wall_fell,
    events.GameEnded: _game_ended,
}

book = Dynamic(CHAPTERS, PHASES, _CHANGES)
