"""Panzer Squadron as a rulebook: each order to its chapter, each event to the state."""

from collections.abc import Hashable, Iterator

from msgspec import UNSET
from msgspec.structs import replace

from hulldown.kernel.dice import Dice
from hulldown.kernel.foresight import foreseen
from hulldown.kernel.game import ahead
from hulldown.kernel.picture import Picture, Terrain
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview, Result, Survey, Told
from hulldown.kernel.side import Side
from hulldown.kernel.turn import Due, Turn, Unit, Window
from hulldown.rulebooks.chapters import settled
from hulldown.rulebooks.squadron import (
    library,
    orders,
    position,
    shooting,
    tiles,
)
from hulldown.rulebooks.squadron.changes import CHANGES
from hulldown.rulebooks.squadron.events import Event
from hulldown.rulebooks.squadron.faults import faults_of
from hulldown.rulebooks.squadron.orders import Order, Step
from hulldown.rulebooks.squadron.orders import Turn as Turned
from hulldown.rulebooks.squadron.phases import CHAPTERS, course_of, refuse
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import Setup, check_setup
from hulldown.rulebooks.squadron.sight import watched
from hulldown.rulebooks.squadron.state import Phase, State
from hulldown.rulebooks.squadron.state import Unit as Piece
from hulldown.rulebooks.squadron.table import drawing, scenes, showing
from hulldown.rulebooks.squadron.table.telling import pose_of, tell


class Squadron:
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
        return tiles.empty_table(setup)

    def to_act(self, state: State) -> Side | None:
        """SQ-57, SQ-60: while a window is open, whoever may react."""
        return None if state.phase is Phase.OVER else state.acting

    def result(self, state: State) -> Result | None:
        return state.result

    def refuse(self, state: State, order: Order) -> Refusal | None:
        return refuse(state, order)

    def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
        return CHAPTERS[type(order)][3](state, order, dice)

    def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
        """Every legal order, or those of one tank, listed as they are asked for."""
        return course_of(state).listed(state, unit)

    def sample(self, state: State, dice: Dice) -> Order:
        """One legal order, without listing them all: its kind, then its tank, then the rest, each stage evenly."""
        order: Order = course_of(state).sampled(state, dice)
        return order

    def evolve(self, state: State, event: Event) -> None:
        CHANGES[type(event)](state, event)

    def preview(self, state: State, order: Order) -> Preview:
        if isinstance(order, orders.Fire) and state.phase in (Phase.ACTIVATION, Phase.MOVEMENT):
            return shooting.preview(state, order)
        if isinstance(order, Step | Turned):
            return self._foresee(state, order)
        return Preview(self.refuse(state, order))

    def _foresee(self, state: State, order: Step | Turned) -> Preview:
        """SQ-34, SQ-36, SQ-55: what a stride leaves, and the best shot from there, if nobody reacts."""
        if refusal := self.refuse(state, order):
            return Preview(refusal)
        then = ahead(self, state, (order,))
        return Preview(forecast=shooting.foreseen(then)) if then is not None else Preview()

    def survey(self, state: State, unit: int) -> Survey:
        """Where a tank can be put, where it can go, what it can hit, what else it can do, or why not."""
        if not 0 <= unit < len(state.units.units):
            return Survey(unit)
        found = course_of(state).surveyed(state, unit)
        if state.units.units[unit].side is not self.to_act(state):
            return replace(found, outlines=watched(state, unit))
        if found.bands:
            return found
        stays = refuse(state, orders.RollMovement(unit)) or showing.unmoved(state, unit)
        return settled(found, showing.done(state, unit), stays)

    def view(self, state: State, side: Side | None) -> State:
        """SQ-60: nothing is hidden."""
        return state

    def hear(self, state: State, event: Event, side: Side | None) -> Event | None:
        return event

    def terrain(self, state: State) -> Terrain:
        return showing.terrain_of(state.ground.setup.mat)

    def picture(self, state: State) -> Picture:
        bare = showing.picture_of(state, course_of(state).scene)
        return foreseen(self, state, bare, lambda after: course_of(after).scene.does)

    def tell(self, state: State, event: Event) -> Told:
        return tell(state, event)

    def losses(self, state: State) -> tuple[int, int]:
        """SQ-84: the wrecks of each side."""
        red, blue = (sum(unit.side is side and unit.destroyed for unit in state.units.units) for side in Side)
        return red, blue

    def prices(self, state: State) -> dict[int, float]:
        """SQ-Q33: the points on their cards."""
        return {unit: state.card(unit).points for unit in range(len(state.units.units))}

    # What everybody may ask

    def turn(self, state: State) -> Turn:
        """SQ-23: an activation is a turn; what comes before a side's first one in a round belongs to that."""
        units = state.units.units
        if not state.turn:
            return Turn(state.side, 0, sum(piece.hex >= 0 for piece in units), str(state.phase))
        begun = sum(piece.side is state.side and piece.activated == state.turn for piece in units)
        return Turn(state.side, state.turn, begun - (state.active is not None), str(state.phase), alternates=True)

    def units(self, state: State) -> dict[int, Unit]:
        return {unit: self._unit(state, unit, piece) for unit, piece in enumerate(state.units.units)}

    def _unit(self, state: State, unit: int, piece: Piece) -> Unit:
        pose = pose_of(state, piece.hex, piece.facing) if piece.hex >= 0 else None
        return Unit(piece.side, state.name(unit), pose, piece.destroyed)

    def to_place(self, state: State) -> tuple[Due, ...]:
        """SQ-16, SQ-19: tiles, then tanks."""
        if state.phase is Phase.TILES:
            return tuple([Due(kind, left) for kind, left in tiles.hand_left(state, state.side).items()])
        return tiles.to_deploy(state) if state.phase is Phase.DEPLOYMENT else ()

    def window(self, state: State) -> Window | None:
        """SQ-57, SQ-60: whoever has a shot at the tank that moved."""
        return scenes.window_of(state)

    def mark(self, state: State) -> Hashable:
        return (*state.units.units, state.phase, state.side, state.turn)

    def unit_of(self, order: Order) -> int | None:
        return getattr(order, "unit", None)

    def target_of(self, order: Order) -> int | None:
        return getattr(order, "target", None)

    def draw(self, state: State) -> str:
        return drawing.draw_mat(state)

    def faults(self, state: State) -> Iterator[str]:
        return faults_of(state)


book = Squadron()
