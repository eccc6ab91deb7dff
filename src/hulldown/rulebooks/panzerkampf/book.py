"""Panzerkampf as a rulebook: each order to its chapter, each event to the state.

What is listed is a sample, for a free table has more places than can be counted; whatever is ordered is judged.
"""

from collections.abc import Hashable, Iterator

from msgspec import UNSET

from hulldown.kernel.dice import Dice
from hulldown.kernel.foresight import foreseen
from hulldown.kernel.picture import Picture, Pose, Terrain
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview, Result, Survey, Told
from hulldown.kernel.side import Side
from hulldown.kernel.turn import Due, Turn, Unit, Window
from hulldown.rulebooks.chapters import settled
from hulldown.rulebooks.panzerkampf import (
    campaign,
    deployment,
    driving,
    engineers,
    indirect,
    library,
    orders,
    position,
    shooting,
)
from hulldown.rulebooks.panzerkampf.changes import CHANGES
from hulldown.rulebooks.panzerkampf.events import Event
from hulldown.rulebooks.panzerkampf.faults import faults_of
from hulldown.rulebooks.panzerkampf.judging import CHAPTERS, refuse, untimely
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.phases import PHASES
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Setup, check_setup
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from hulldown.rulebooks.panzerkampf.state import Unit as Piece
from hulldown.rulebooks.panzerkampf.table import drawing, scenes, showing
from hulldown.rulebooks.panzerkampf.table.telling import tell


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
        return refuse(state, order)

    def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
        return CHAPTERS[type(order)][3](state, order, dice)

    def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
        """A good sample of legal orders, or of those of one unit."""
        return PHASES[state.phase].listed(state, unit)

    def sample(self, state: State, dice: Dice) -> Order:
        """One legal order, not always one of those that are listed."""
        order: Order = PHASES[state.phase].sampled(state, dice)
        return order

    def evolve(self, state: State, event: Event) -> None:
        CHANGES[type(event)](state, event)

    def preview(self, state: State, order: Order) -> Preview:
        if refusal := untimely(state, order):
            return Preview(refusal)
        if isinstance(order, orders.Move | orders.Enter):
            return driving.preview(state, order)
        if isinstance(order, orders.Fire | orders.FireAtCrate):
            return shooting.preview(state, order)
        if isinstance(order, orders.Shell | orders.Bomb | orders.Barrage):
            return indirect.preview(state, order)
        if isinstance(order, orders.Plant | orders.Defuse):
            return engineers.preview(state, order)
        return Preview(refuse(state, order))

    def survey(self, state: State, unit: int) -> Survey:
        """Where a unit can be put, how it moves, what it can hit, what else it can do, or why not."""
        if not 0 <= unit < len(state.units):
            return Survey(unit)
        found = PHASES[state.phase].surveyed(state, unit)
        if found.move is not None or found.puts or state.units[unit].side is not self.to_act(state):
            return found
        stays = refuse(state, orders.Move(unit, ((1, 0),)))
        return settled(found, showing.done(state, unit, found), stays)

    def view(self, state: State, side: Side | None) -> State:
        """Nothing is hidden: a dived submarine has its marker on the table (PK-19)."""
        return state

    def hear(self, state: State, event: Event, side: Side | None) -> Event | None:
        return event

    def terrain(self, state: State) -> Terrain:
        return showing.terrain_of(state.table)

    def picture(self, state: State) -> Picture:
        bare = showing.picture_of(state, PHASES[state.phase].scene)
        return foreseen(self, state, bare, lambda after: PHASES[after.phase].scene.does)

    def tell(self, state: State, event: Event) -> Told:
        return tell(state, event)

    def losses(self, state: State) -> tuple[int, int]:
        """PK-77: the destroyed units of each side."""
        red, blue = (
            sum(piece.side is side and not piece.alive and piece.hp <= 0 for piece in state.units) for side in Side
        )
        return red, blue

    def prices(self, state: State) -> dict[int, float]:
        """PK-87: what units cost."""
        return {unit: state.ground.types[state.units[unit].kind].points for unit in self.units(state)}

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
        return scenes.window_of(state)

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
