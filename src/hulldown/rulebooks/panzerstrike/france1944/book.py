"""Panzer Strike: France 1944 as a rulebook: each order to its chapter, each event to the state."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar

from msgspec import UNSET

from hulldown.kernel.forecast import BestShot, Sentence
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview, Told
from hulldown.kernel.side import Side
from hulldown.kernel.turn import Due
from hulldown.rulebooks.panzerstrike.book import (
    PanzerStrike,
    faults_of_armies,
    faults_of_places,
    nothing,
)
from hulldown.rulebooks.panzerstrike.france1944 import (
    deployment,
    events,
    library,
    movement,
    orders,
    position,
    shooting,
    timing,
)
from hulldown.rulebooks.panzerstrike.france1944.events import Event
from hulldown.rulebooks.panzerstrike.france1944.orders import Order
from hulldown.rulebooks.panzerstrike.france1944.phases import CHAPTERS, PHASES
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.setup import Setup, check_setup, strength
from hulldown.rulebooks.panzerstrike.france1944.state import Flag, Ground, Phase, State, Tank
from hulldown.rulebooks.panzerstrike.france1944.table import showing
from hulldown.rulebooks.panzerstrike.france1944.table.telling import tell
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.table.drawing import draw_board


class France1944(PanzerStrike[State, Order, Event]):
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
    sight_rule = RULES["FR-34"].id

    def start(self, setup: Setup) -> State:
        check_setup(setup)
        if setup.position is not UNSET:
            return position.POSITIONS.start(self, setup)
        state = deployment.empty_table(setup)
        deployment.check_flags(state)
        return state

    def untimely(self, state: State, order: Order) -> Refusal:
        return timing.untimely(state, order, Phase(CHAPTERS[type(order)][0][0]))

    def preview(self, state: State, order: Order) -> Preview:
        if isinstance(order, orders.Fire) and state.phase is Phase.SHOOTING:
            return shooting.preview_fire(state, order)
        return self.foresee(state, order)

    def taken(self, state: State, order: orders.Move) -> Sentence:
        return movement.taken(state, order)

    def best_shot(self, state: State, unit: int) -> tuple[str, BestShot | None] | None:
        return shooting.best_shot(state, unit)

    def bears_on(self, state: State, unit: int) -> int:
        return shooting.bears_on(state, unit)

    def to_place(self, state: State) -> tuple[Due, ...]:
        """FR-50, FR-63: flags and barricades come before the tanks."""
        if state.phase is Phase.FLAGS:
            set_up = sum(flag.side is state.side for flag in state.flags)
            return (Due("flag", state.ground.setup.flags[state.side] - set_up),)
        if state.phase is Phase.BARRICADES:
            return (Due("barricade", state.barricades_left[state.side]),)
        return super().to_place(state)

    def tell(self, state: State, event: Event) -> Told:
        return tell(state, event)

    def draw(self, state: State) -> str:
        marks = dict.fromkeys(state.ground.barricades, "+")
        marks |= {flag.square: "b¶" if flag.side else "R¶" for flag in state.flags}
        return draw_board(state.ground.setup.board, state.tanks.units, state.ground.chart, marks)

    def faults(self, state: State) -> Iterator[str]:
        """What must hold in every state: occupancy, counts, dice, places."""
        tanks, ground = state.tanks, state.ground
        yield from faults_of_places(state, square=RULES["FR-08"], ground=RULES["FR-27"], facing=RULES["FR-07"])
        yield from faults_of_armies(state, partial(strength, ground.setup), RULES["FR-04"])
        if tanks.occupied & state.flag_squares():
            yield "a tank stands on a flag's square (FR-52)"
        if len(state.dice) > len(movement.dice_to_give(state.rolled)):
            yield "more dice are left than were rolled (FR-18)"
        if state.phase in (Phase.MOVEMENT, Phase.SHOOTING, Phase.ROLL) and any(tank.square < 0 for tank in tanks.units):
            yield "play began before all tanks stood (FR-Q06)"
        moved = sum(tank.side == state.side and tank.moved == state.round > 0 for tank in tanks.units)
        if state.phase is Phase.MOVEMENT and moved + len(state.dice) != len(movement.dice_to_give(state.rolled)):
            yield "tanks moved and dice left do not make the dice rolled (FR-18)"
        if not ground.setup.damage and any(tank.condition is Condition.DAMAGED for tank in tanks.units):
            yield "a tank is damaged without the option (FR-59)"


# evolve, event by event


def _rolled_off(state: State, event: events.RolledOff) -> None:
    state.phase = Phase.CHOICE
    state.side = Side(event.blue[-1] > event.red[-1])


def _first_chosen(state: State, event: events.FirstChosen) -> None:
    state.first = event.first


def _flag_placed(state: State, event: events.FlagPlaced) -> None:
    state.flags = (*state.flags, Flag(event.side, event.square))


def _barricade_placed(state: State, event: events.BarricadePlaced) -> None:
    ground = state.ground
    state.ground = Ground.of(ground.setup, tuple(sorted((*ground.barricades, event.square))))
    red, blue = state.barricades_left
    state.barricades_left = (red, blue - 1) if event.side else (red - 1, blue)


def _barricades_ended(state: State, event: events.BarricadesEnded) -> None:
    red, blue = state.barricades_left
    state.barricades_left = (red, 0) if event.side else (0, blue)


def _deployed(state: State, event: events.Deployed) -> None:
    tank = state.tanks.units[event.unit]
    state.tanks.put(event.unit, Tank(tank.side, tank.kind, tank.number, event.square, event.facing))


def _phase_began(state: State, event: events.PhaseBegan) -> None:
    state.phase, state.side, state.round = event.phase, event.side, event.round
    if event.phase is not Phase.MOVEMENT:
        state.dice = state.rolled = state.given = ()


def _movement_rolled(state: State, event: events.MovementRolled) -> None:
    state.phase = Phase.MOVEMENT
    state.rolled = event.dice
    state.dice = movement.dice_to_give(event.dice)


def _moved(state: State, event: events.Moved) -> None:
    at = state.dice.index(event.die)
    state.dice = state.dice[:at] + state.dice[at + 1 :]
    state.given = (*state.given, (event.die, event.unit))
    tank = state.tanks.units[event.unit]
    driven = Tank(
        tank.side, tank.kind, tank.number, event.square, event.facing, tank.condition, state.round, tank.fired
    )
    state.tanks.put(event.unit, driven)


def _fired(state: State, event: events.Fired) -> None:
    units = state.tanks.units
    tank = units[event.unit]
    units[event.unit] = Tank(
        tank.side, tank.kind, tank.number, tank.square, tank.facing, tank.condition, tank.moved, state.round
    )


def _into(state: State, unit: int, condition: Condition) -> None:
    tank = state.tanks.units[unit]
    state.tanks.put(
        unit, Tank(tank.side, tank.kind, tank.number, tank.square, tank.facing, condition, tank.moved, tank.fired)
    )


def _destroyed(state: State, event: events.Destroyed) -> None:
    _into(state, event.unit, Condition.DESTROYED)
    state.last_loss = state.round


def _damaged(state: State, event: events.Damaged) -> None:
    _into(state, event.unit, Condition.DAMAGED)


def _flag_captured(state: State, event: events.FlagCaptured) -> None:
    state.flags = tuple(flag for flag in state.flags if flag.square != event.square)
    state.last_loss = state.round


def _game_ended(state: State, event: events.GameEnded) -> None:
    state.phase = Phase.OVER
    state.result = event.result
    state.dice = ()


_CHANGES: dict[type, Callable[[State, Any], None]] = {
    events.RolledOff: _rolled_off,
    events.FirstChosen: _first_chosen,
    events.FlagPlaced: _flag_placed,
    events.BarricadePlaced: _barricade_placed,
    events.BarricadesEnded: _barricades_ended,
    events.Deployed: _deployed,
    events.Hidden: nothing,
    events.Revealed: nothing,
    events.PhaseBegan: _phase_began,
    events.MovementRolled: _movement_rolled,
    events.Moved: _moved,
    events.Fired: _fired,
    events.Destroyed: _destroyed,
    events.Damaged: _damaged,
    events.FlagCaptured: _flag_captured,
    events.GameEnded: _game_ended,
}

book = France1944(CHAPTERS, PHASES, _CHANGES)
