"""Panzerkampf as a rulebook: each order to its chapter, each event to the state.

What is listed is a sample, for a free table has more places than can be counted; whatever is ordered is judged.
"""

from collections.abc import Hashable, Iterator

from msgspec import UNSET

from hulldown.kernel.dice import Dice
from hulldown.kernel.picture import Picture, Pose, Terrain
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview, Result, Survey, Told
from hulldown.kernel.side import Side
from hulldown.kernel.turn import Due, Turn, Unit, Window
from hulldown.rulebooks.chapters import Chapter, anything, out_of_phase
from hulldown.rulebooks.panzerkampf import (
    campaign,
    choices,
    command,
    counter,
    deployment,
    driving,
    engineers,
    indirect,
    library,
    orders,
    phases,
    position,
    sampling,
    shooting,
    turn,
)
from hulldown.rulebooks.panzerkampf.changes import CHANGES
from hulldown.rulebooks.panzerkampf.events import Event
from hulldown.rulebooks.panzerkampf.faults import faults_of
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Setup, check_setup
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from hulldown.rulebooks.panzerkampf.state import Unit as Piece
from hulldown.rulebooks.panzerkampf.table import drawing, showing, surveying
from hulldown.rulebooks.panzerkampf.table.telling import tell
from hulldown.rulebooks.panzerkampf.timing import amiss

PK_02, PK_19, PK_23, PK_25 = RULES["PK-02"], RULES["PK-19"], RULES["PK-23"], RULES["PK-25"]
PK_57, PK_64, PK_68, PK_83 = RULES["PK-57"], RULES["PK-64"], RULES["PK-68"], RULES["PK-83"]
PK_85, PK_86, PK_89, PK_105 = RULES["PK-85"], RULES["PK-86"], RULES["PK-89"], RULES["PK-105"]
PK_120, PK_125 = RULES["PK-120"], RULES["PK-125"]
MOVEMENT, SHOOTING, FIRE = (Phase.MOVEMENT,), (Phase.SHOOTING,), (Phase.COUNTER, Phase.SHOOTING)
# PK-02, PK-25, PK-57, PK-83, PK-85, PK-105: each order has its phase.
CHAPTERS: dict[type, Chapter] = {
    orders.Begin: ((Phase.BEGIN,), PK_83, anything, choices.resolve_begin),
    orders.TakeEdge: ((Phase.CHOICE, Phase.START), PK_83, choices.may_take_edge, choices.resolve_take_edge),
    orders.SetUpFirst: ((Phase.CHOICE,), PK_83, choices.may_set_up_first, choices.resolve_set_up_first),
    orders.AssignEdges: ((Phase.CHOICE,), PK_89, choices.may_assign_edges, choices.resolve_assign_edges),
    orders.Deploy: ((Phase.DEPLOYMENT, Phase.START), PK_85, deployment.may_deploy, deployment.resolve_deploy),
    orders.TakeTurn: ((Phase.FIRST,), PK_86, anything, choices.resolve_take_turn),
    orders.RollCommand: ((Phase.COMMAND,), PK_105, anything, command.resolve_roll),
    orders.Command: (command.PHASES, PK_105, command.may_command, command.resolve_command),
    orders.Supply: ((Phase.START,), PK_120, command.may_supply, command.resolve_supply),
    orders.EndStart: ((Phase.START,), PK_02, phases.may_end_start, phases.resolve_end_start),
    orders.Dive: (MOVEMENT, PK_19, driving.may_dive, driving.resolve_dive),
    orders.Surface: (MOVEMENT, PK_19, driving.may_surface, driving.resolve_surface),
    orders.DigIn: (MOVEMENT, PK_23, driving.may_dig_in, driving.resolve_dig_in),
    orders.Move: (MOVEMENT, PK_02, driving.may_move, driving.resolve_move),
    orders.Enter: (MOVEMENT, PK_02, driving.may_enter, driving.resolve_enter),
    orders.EndMovement: (MOVEMENT, PK_02, driving.may_end_movement, phases.resolve_end_movement),
    orders.Fire: (FIRE, PK_25, shooting.may_fire, shooting.resolve_fire),
    orders.FireAtCrate: (FIRE, PK_25, shooting.may_fire_at_crate, shooting.resolve_fire_at_crate),
    orders.Shell: (FIRE, PK_25, indirect.may_shell, indirect.resolve_shell),
    orders.Bomb: (SHOOTING, PK_25, indirect.may_bomb, indirect.resolve_bomb),
    orders.Barrage: (SHOOTING, PK_125, indirect.may_barrage, indirect.resolve_barrage),
    orders.Plant: (SHOOTING, PK_64, engineers.may_plant, engineers.resolve_plant),
    orders.Defuse: (SHOOTING, PK_64, engineers.may_defuse, engineers.resolve_defuse),
    orders.LayBridge: (SHOOTING, PK_68, engineers.may_lay_bridge, engineers.resolve_lay_bridge),
    orders.Pass: ((Phase.COUNTER,), PK_57, anything, counter.resolve_pass),
    orders.EndTurn: (SHOOTING, PK_25, anything, turn.resolve_end_turn),
}


class Panzerkampf:
    """The book. It keeps nothing between calls: everything is in the state."""

    id = RULES.book.id
    title = RULES.book.title
    rules = RULES
    setup_type = Setup
    state_type = State
    order_type = Order
    event_type = Event
    library = library

    def start(self, setup: Setup) -> State:
        check_setup(setup)
        if setup.position is not UNSET:
            return position.POSITIONS.start(self, setup)
        return campaign.start(setup)

    def to_act(self, state: State) -> Side | None:
        """PK-57: in a window whoever may counter-attack."""
        return None if state.phase is Phase.OVER else state.acting

    def result(self, state: State) -> Result | None:
        return state.result

    def refuse(self, state: State, order: Order) -> Refusal | None:
        return out_of_phase(CHAPTERS, state, order, amiss) or CHAPTERS[type(order)][2](state, order)

    def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
        return CHAPTERS[type(order)][3](state, order, dice)

    def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
        """A good sample of legal orders, or of those of one unit."""
        return sampling.orders(state, unit, self.refuse)

    def sample(self, state: State, dice: Dice) -> Order:
        """One legal order, not always one of those that are listed."""
        return sampling.sample(state, dice, self.refuse)

    def evolve(self, state: State, event: Event) -> None:
        CHANGES[type(event)](state, event)

    def preview(self, state: State, order: Order) -> Preview:
        if refusal := out_of_phase(CHAPTERS, state, order, amiss):
            return Preview(refusal)
        if isinstance(order, orders.Move | orders.Enter):
            return driving.preview(state, order)
        if isinstance(order, orders.Fire | orders.FireAtCrate):
            return shooting.preview(state, order)
        if isinstance(order, orders.Shell | orders.Bomb | orders.Barrage):
            return indirect.preview(state, order)
        if isinstance(order, orders.Plant | orders.Defuse):
            return engineers.preview(state, order)
        return Preview(self.refuse(state, order))

    def survey(self, state: State, unit: int) -> Survey:
        """Where a unit can be put, how it moves, what it can hit, what else it can do, or why not."""
        return surveying.survey(state, unit, self.refuse)

    def view(self, state: State, side: Side | None) -> State:
        """Nothing is hidden: a dived submarine has its marker on the table (PK-19)."""
        return state

    def hear(self, state: State, event: Event, side: Side | None) -> Event | None:
        return event

    def terrain(self, state: State) -> Terrain:
        return showing.terrain_of(state.table)

    def picture(self, state: State) -> Picture:
        return showing.picture_of(state, self.refuse)

    def tell(self, state: State, event: Event) -> Told:
        return tell(state, event)

    def losses(self, state: State) -> tuple[int, int]:
        """PK-77: the destroyed units of each side."""
        red, blue = (
            sum(piece.side is side and not piece.alive and piece.hp <= 0 for piece in state.units) for side in Side
        )
        return red, blue

    # What everybody may ask

    def turn(self, state: State) -> Turn:
        """PK-02: a side has one turn in a round."""
        deployed = 0 if state.turn else sum(piece.where is not Where.WAITING for piece in state.units)
        return Turn(state.side, state.round, deployed, str(state.phase))

    def units(self, state: State) -> dict[int, Unit]:
        """PK-R32: who became a bridge is no unit any more."""
        there = [(unit, piece) for unit, piece in enumerate(state.units) if not showing.bridged(piece)]
        return {unit: self._unit(state, unit, piece) for unit, piece in there}

    def _unit(self, state: State, unit: int, piece: Piece) -> Unit:
        pose = Pose(piece.x, piece.y, piece.heading) if piece.where is Where.TABLE else None
        return Unit(piece.side, state.name(unit), pose, not piece.alive)

    def to_place(self, state: State) -> tuple[Due, ...]:
        return deployment.to_deploy(state)

    def window(self, state: State) -> Window | None:
        """PK-57: whoever may counter-attack."""
        return showing.window_of(state)

    def mark(self, state: State) -> Hashable:
        return (*state.units, state.phase, state.side, state.round)

    def unit_of(self, order: Order) -> int | None:
        return getattr(order, "unit", None)

    def target_of(self, order: Order) -> int | None:
        return getattr(order, "target", None)

    def draw(self, state: State) -> str:
        return drawing.draw_table(state)

    def faults(self, state: State) -> Iterator[str]:
        return faults_of(state)


book = Panzerkampf()
