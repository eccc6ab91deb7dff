"""Panzer Strike: Western Front, Core rules, as a rulebook: each order to its chapter, each event to the state."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar

from msgspec import UNSET

from hulldown.kernel.forecast import BestShot, Sentence
from hulldown.kernel.rule import Refusal, Rule
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
from hulldown.rulebooks.panzerstrike.core import (
    deployment,
    events,
    gunnery,
    library,
    movement,
    orders,
    position,
    repair,
    speed,
    timing,
    tow,
    turn,
    volley,
)
from hulldown.rulebooks.panzerstrike.core.events import Event, Outcome
from hulldown.rulebooks.panzerstrike.core.orders import Order
from hulldown.rulebooks.panzerstrike.core.phases import CHAPTERS, PHASES, TURN_ENDS
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import Setup, UnitType, check_setup
from hulldown.rulebooks.panzerstrike.core.state import Ground, Phase, State, Tracks
from hulldown.rulebooks.panzerstrike.core.table import showing
from hulldown.rulebooks.panzerstrike.core.table.telling import tell
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.setup import strength
from hulldown.rulebooks.panzerstrike.table.drawing import draw_board, signs_of

_IN_PLAY = (Phase.MOVEMENT, *TURN_ENDS, Phase.OVER)


class Core(PanzerStrike[State, Order, Event]):
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
    sight_rule = RULES["CORE-51"].id

    def start(self, setup: Setup) -> State:
        check_setup(setup)
        if setup.position is not UNSET:
            return position.POSITIONS.start(self, setup)
        return deployment.empty_table(setup)

    def untimely(self, state: State, order: Order) -> Refusal:
        return timing.untimely(state, order, Phase(CHAPTERS[type(order)][0][0]))

    def preview(self, state: State, order: Order) -> Preview:
        if isinstance(order, orders.Announce | orders.AnnounceWall) and state.phase is Phase.ANNOUNCING:
            return volley.preview(state, order)
        if isinstance(order, orders.Resolve) and state.phase is Phase.FIRING:
            return volley.preview_resolve(state, order)
        return self.foresee(state, order)

    def taken(self, state: State, order: orders.Move) -> Sentence:
        return movement.taken(state, order)

    def best_shot(self, state: State, unit: int) -> tuple[str, BestShot | None] | None:
        return volley.best_shot(state, unit)

    def silenced(self, state: State, unit: int) -> Rule | None:
        """CORE-96, CORE-167: an injured crew that has moved, whoever broke a wall; what has no weapon is no news."""
        return gunnery.barred(state, unit) if state.kind(unit).weapon is not None else None

    def bears_on(self, state: State, unit: int) -> int:
        return gunnery.bears_on(state, unit)

    def price(self, kind: UnitType) -> float:
        """CORE-13: its effectiveness."""
        return kind.effectiveness

    def tell(self, state: State, event: Event) -> Told:
        return tell(state, event)

    def draw(self, state: State) -> str:
        ground = state.ground
        return draw_board(ground.setup.board, state.units.units, ground.chart, signs_of(ground))

    def faults(self, state: State) -> Iterator[str]:
        """What must hold in every state: occupancy, counts, damage, who did what in this turn."""
        yield from _faults_of_units(state)
        yield from _faults_of_damage(state)
        yield from _faults_of_turn(state)


def _faults_of_units(state: State) -> Iterator[str]:
    """CORE-07, CORE-08, CORE-13, CORE-19, CORE-39, CORE-164, CORE-174: the pieces, where they stand, how many."""
    units, setup = state.units.units, state.ground.setup
    yield from faults_of_places(state, square=RULES["CORE-08"], ground=RULES["CORE-39"], facing=RULES["CORE-07"])
    yield from faults_of_armies(state, partial(strength, setup), RULES["CORE-13"])
    for side in Side:
        if (commanding := sum(piece.command for piece in units if piece.side == side)) > setup.command:
            yield f"{side.label} has {commanding} command tanks (CORE-19)"
    if any(not (0 <= piece.turret < 8 and 0 <= piece.rested < 8) for piece in units):
        yield "a turret points in none of the eight directions (CORE-07)"
    yield from faults_of_walls(state, _IN_PLAY, wall=RULES["CORE-164"], dust=RULES["CORE-169"])


def _faults_of_damage(state: State) -> Iterator[str]:
    """CORE-05, CORE-102, CORE-140, CORE-145, CORE-150, CORE-154, CORE-Q50: which markers can be on a unit."""
    setup = state.ground.setup
    for piece in state.units.units:
        kind = state.ground.chart[piece.kind]
        hurt = piece.tracks is not Tracks.WHOLE
        if not piece.active and (piece.injured or hurt or piece.timer or piece.waiting):
            yield "a wreck has other markers (CORE-05)"
        if piece.condition is Condition.DAMAGED:
            yield "a unit is damaged as no rule of this book has it (CORE-05)"
        if hurt and kind.tracks is None:
            yield "something immobilised has neither tracks nor wheels (CORE-69)"
        if piece.tracks is Tracks.SEMI and not setup.semi:
            yield "something is semi-immobilised without option 7 (CORE-102)"
        if not 0 <= piece.timer <= setup.figures.timer:
            yield "a timer is beyond its figures (CORE-145)"
        if (piece.timer or piece.waiting) and not hurt:
            yield "something is repaired that is whole (CORE-140)"
        if piece.timer and piece.injured:
            yield "an injured crew repairs (CORE-150)"


def _faults_of_turn(state: State) -> Iterator[str]:
    """CORE-11, CORE-16, CORE-22, CORE-23, CORE-49, CORE-100, CORE-133, CORE-141: what was done in this turn."""
    units, setup, this_round = state.units.units, state.ground.setup, state.round
    fighting = state.phase in (Phase.MOVEMENT, Phase.ANNOUNCING, Phase.FIRING)
    if fighting and any(piece.square < 0 for piece in units):
        yield "play began before all units stood (CORE-12)"
    for piece in units:
        kind = state.ground.chart[piece.kind]
        if (
            max(piece.moved, piece.turned, piece.fired, piece.broke, piece.hurt, piece.stopped, piece.again)
            > this_round
        ):
            yield "a unit acted in a round to come (CORE-15)"
        if piece.fired and kind.weapon is None:
            yield "an unarmed unit fired (CORE-22)"
        if piece.turned > piece.moved:
            yield "a unit turned without moving (CORE-75)"
        if piece.broke > piece.moved or (piece.broke and kind.mass < setup.figures.wall_mass):
            yield "a wall was broken by what is too light (CORE-166)"
        swung = (piece.turret - piece.rested) % 8
        if min(swung, 8 - swung) > setup.figures.traverse:
            yield "a turret turned too far (CORE-49)"
        if piece.turret and kind.mount not in ("turret", "crane"):
            yield "a turret turned where there is none (CORE-46)"
        if fighting and piece.side == state.side and piece.showed and piece.timer and piece.moved == this_round:
            yield "a vehicle under repair moved (CORE-141)"
    if state.phase is Phase.MOVEMENT and len(state.coordinated) > speed.slots(state):
        yield "more vehicles moved far than may (CORE-16)"
    if len(set(state.coordinated)) != len(state.coordinated):
        yield "a vehicle took two slots (CORE-16)"
    if any(units[unit].side != state.side or not state.kind(unit).vehicle for unit in state.coordinated):
        yield "a slot was taken by what is no vehicle of the side (CORE-16)"
    if state.driving is not None and (
        state.phase is not Phase.MOVEMENT or not 0 <= state.driving.steps <= state.driving.most
    ):
        yield "something drove further than it may, or drives on outside movement (CORE-25)"
    if state.announced and state.phase not in (*TURN_ENDS, Phase.OVER):
        yield "shots are announced outside the firing phase (CORE-23)"
    shooters = [shot.unit for shot in state.announced]
    if len(set(shooters)) != len(shooters) or any(units[unit].side != state.side for unit in shooters):
        yield "a unit is to fire twice, or an enemy (CORE-22)"
    if fighting and turn.victory_of(state):
        yield "a side has won, yet play goes on (CORE-11)"


# evolve, event by event


def _first_drawn(state: State, event: events.FirstDrawn) -> None:
    state.first = event.first


def _deployed(state: State, event: events.Deployed) -> None:
    put(state, event.unit, square=event.square, facing=event.facing)


def _command_named(state: State, event: events.CommandNamed) -> None:
    put(state, event.unit, command=True)


def _phase_began(state: State, event: events.PhaseBegan) -> None:
    """CORE-49, CORE-122, CORE-133, CORE-143, CORE-169, CORE-Q24: with a turn dust settles, and it is noted where the
    side's units stand, where their turrets point, what their timers show and what they may pull."""
    state.phase, state.side, state.round = event.phase, event.side, event.round
    state.driving = None
    if event.phase is not Phase.MOVEMENT:
        return
    ground = state.ground
    if ground.dust:
        state.ground = Ground.of(ground.setup, ground.walls)
    for unit, piece in enumerate(state.units.units):
        if piece.side != event.side:
            continue
        if (piece.began, piece.rested, piece.showed) != (piece.square, piece.turret, piece.timer):
            put(state, unit, began=piece.square, rested=piece.turret, showed=piece.timer)
    state.coordinated = ()
    state.hitched = tow.hitched(state)


def _speed_rolled(state: State, event: events.SpeedRolled) -> None:
    """CORE-16, CORE-27, CORE-Q07: the roll takes a slot."""
    state.coordinated = (*state.coordinated, event.unit)
    state.driving = speed.rolled(state, event)


def _take_slot(state: State, unit: int) -> None:
    """CORE-17, CORE-Q06: from the second step on a movement is coordinated; turning a fixed weapon never is."""
    driving = state.driving
    if driving is not None and driving.unit == unit and driving.steps > 1 and unit not in state.coordinated:
        state.coordinated = (*state.coordinated, unit)


def _moved(state: State, event: events.Moved) -> None:
    """CORE-137, CORE-138, CORE-Q41: whoever takes a step has moved, and so has what it pulls."""
    unit, this_round = event.unit, state.round
    state.driving = speed.drove(state, event)
    _take_slot(state, unit)
    turned = this_round if event.turned else state.units.units[unit].turned
    put(state, unit, square=event.square, facing=event.facing, moved=this_round, turned=turned)
    if event.tow >= 0:
        put(state, event.tow, square=event.trail, facing=event.trail_facing, moved=this_round)


def _pushed(state: State, event: events.Pushed) -> None:
    """CORE-160: the wreck goes first, as it lies; the vehicle takes its place."""
    units, unit = state.units.units, event.unit
    state.driving = speed.drove(state, event)
    _take_slot(state, unit)
    at = units[event.wreck].square
    put(state, event.wreck, square=state.ground.grid.ahead(at, units[unit].facing))
    put(state, unit, square=at, moved=state.round)


def _turret_turned(state: State, event: events.TurretTurned) -> None:
    put(state, event.unit, turret=event.turret)


def _announced(state: State, event: events.Announced) -> None:
    """CORE-53: with option 3 a turret is laid on what it is to fire at."""
    shot = event.shot
    state.announced = (*state.announced, shot)
    if gunnery.lays_freely(state, shot.unit):
        put(state, shot.unit, aim=gunnery.bearing(state, shot.unit, shot.square))


def _repair_started(state: State, event: events.RepairStarted) -> None:
    """CORE-140, CORE-149: the timer is set; a crew that is at work is told to go on with a second cycle."""
    if state.units.units[event.unit].timer:
        put(state, event.unit, again=state.round)
    else:
        put(state, event.unit, timer=state.ground.setup.figures.timer)


def _repair_stopped(state: State, event: events.RepairStopped) -> None:
    put(state, event.unit, timer=0, stopped=state.round)


def _fire_opened(state: State, event: events.FireOpened) -> None:
    state.phase = Phase.FIRING


def _fired(state: State, event: events.Fired) -> None:
    """CORE-23: the shot leaves the list. One that was lost or held back for want of a report was not fired."""
    state.announced = tuple(shot for shot in state.announced if shot != event.shot)
    if event.outcome not in (Outcome.LOST, Outcome.SILENT):
        put(state, event.shot.unit, fired=state.round)


def _destroyed(state: State, event: events.Destroyed) -> None:
    """CORE-92, CORE-154, CORE-Q31, CORE-Q50: a wreck bears no other marker, and its recovery work is lost."""
    if (patient := repair.hooked(state, event.unit)) >= 0:
        put(state, patient, waiting=False)
    sound = {"injured": False, "tracks": Tracks.WHOLE, "timer": 0, "waiting": False}
    put(state, event.unit, condition=Condition.DESTROYED, **sound)


def _injured(state: State, event: events.Injured) -> None:
    put(state, event.unit, injured=True)


def _immobilised(state: State, event: events.Immobilised) -> None:
    """CORE-99, CORE-102, CORE-154, CORE-Q31: a new hit on the tracks ends the wait for a recovery."""
    put(state, event.unit, tracks=event.tracks, hurt=state.round, waiting=False)


def _timer_set(state: State, event: events.TimerSet) -> None:
    put(state, event.unit, timer=event.timer)


def _wait_set(state: State, event: events.WaitSet) -> None:
    put(state, event.unit, waiting=event.waiting)


def _repaired(state: State, event: events.Repaired) -> None:
    """CORE-143, CORE-154, CORE-Q31: the marker goes, and with it both timers."""
    put(state, event.unit, tracks=event.tracks, timer=0, waiting=False)


def _wall_fell(state: State, event: events.WallFell) -> None:
    """CORE-165 … CORE-169: the wall lies in dust; whoever drove into it has broken it and drives no further."""
    ground, square = state.ground, event.square
    walls = tuple(wall for wall in ground.walls if wall != square)
    state.ground = Ground.of(ground.setup, walls, tuple(sorted((*ground.dust, square))))
    if state.units.units[event.by].square == square:
        put(state, event.by, broke=state.round)
        state.driving = None


def _game_ended(state: State, event: events.GameEnded) -> None:
    state.phase = Phase.OVER
    state.result = event.result
    state.announced = ()


_CHANGES: dict[type, Callable[[State, Any], None]] = {
    events.FirstDrawn: _first_drawn,
    events.Deployed: _deployed,
    events.Hidden: nothing,
    events.Revealed: nothing,
    events.CommandNamed: _command_named,
    events.PhaseBegan: _phase_began,
    events.SpeedRolled: _speed_rolled,
    events.Moved: _moved,
    events.Pushed: _pushed,
    events.TurretTurned: _turret_turned,
    events.Announced: _announced,
    events.RepairStarted: _repair_started,
    events.RepairStopped: _repair_stopped,
    events.FireOpened: _fire_opened,
    events.Fired: _fired,
    events.Destroyed: _destroyed,
    events.Injured: _injured,
    events.Immobilised: _immobilised,
    events.TimerSet: _timer_set,
    events.WaitSet: _wait_set,
    events.Repaired: _repaired,
    events.WallFell: _wall_fell,
    events.GameEnded: _game_ended,
}

book = Core(CHAPTERS, PHASES, _CHANGES)
