"""Panzer Squadron as a rulebook: each order to its chapter, each event to the state."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import UNSET

from hulldown.geometry.hexes import hexes_of
from hulldown.kernel.dice import Dice
from hulldown.kernel.picture import Picture, Terrain
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview, Result, Survey, Told
from hulldown.kernel.side import Side
from hulldown.rulebooks.chapters import Chapter, anything, out_of_phase
from hulldown.rulebooks.squadron import (
    drawing,
    driving,
    library,
    orders,
    position,
    reaction,
    shooting,
    showing,
    surveying,
    tiles,
    timing,
    turn,
)
from hulldown.rulebooks.squadron.changes import CHANGES
from hulldown.rulebooks.squadron.events import Event
from hulldown.rulebooks.squadron.faults import faults_of
from hulldown.rulebooks.squadron.orders import Order
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import Setup, check_setup
from hulldown.rulebooks.squadron.state import Phase, State
from hulldown.rulebooks.squadron.telling import tell

T = TypeVar("T")
SQ_18, SQ_19, SQ_20, SQ_26 = RULES["SQ-18"], RULES["SQ-19"], RULES["SQ-20"], RULES["SQ-26"]
SQ_32, SQ_42, SQ_60, SQ_76, SQ_Q29 = RULES["SQ-32"], RULES["SQ-42"], RULES["SQ-60"], RULES["SQ-76"], RULES["SQ-Q29"]
ACTION = (Phase.ACTIVATION,)
# SQ-18, SQ-20, SQ-26, SQ-40, SQ-54, SQ-76: each order has its phase; `timing` says what is amiss at another time.
CHAPTERS: dict[type, Chapter] = {
    orders.Begin: ((Phase.BEGIN,), SQ_Q29, anything, tiles.resolve_begin),
    orders.PlaceTile: ((Phase.TILES,), SQ_18, tiles.may_place, tiles.resolve_tile),
    orders.Deploy: ((Phase.DEPLOYMENT,), SQ_19, tiles.may_deploy, tiles.resolve_deployment),
    orders.RollInitiative: ((Phase.INITIATIVE,), SQ_20, anything, turn.resolve_initiative),
    orders.SwingBack: ((Phase.TURRETS,), SQ_76, turn.may_swing_back, turn.resolve_swing_back),
    orders.SwingAllBack: ((Phase.TURRETS,), SQ_76, anything, turn.resolve_swing_all_back),
    orders.KeepTurrets: ((Phase.TURRETS,), SQ_76, anything, turn.resolve_keep_turrets),
    orders.Activate: (ACTION, SQ_26, turn.may_activate, turn.resolve_activation),
    orders.RollMovement: (ACTION, SQ_26, driving.may_roll, driving.resolve_roll),
    orders.Ambush: (ACTION, SQ_26, turn.may_ambush, turn.resolve_ambush),
    orders.Fire: ((Phase.ACTIVATION, Phase.MOVEMENT), SQ_26, shooting.may_fire, shooting.resolve_fire),
    orders.Step: ((Phase.MOVEMENT,), SQ_32, driving.may_step, driving.resolve_step),
    orders.Turn: ((Phase.MOVEMENT,), SQ_42, driving.may_turn, driving.resolve_turn),
    orders.EndActivation: ((Phase.MOVEMENT,), SQ_26, driving.may_end, driving.resolve_end),
    orders.Pass: ((Phase.MOVEMENT,), SQ_60, reaction.may_pass, reaction.resolve_pass),
}


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
        if state.window is not None and not isinstance(order, orders.Fire | orders.Pass):
            return SQ_60.refuse(f"{state.window.side.label} may react first: it fires, or passes", orders.Pass())
        if refusal := out_of_phase(CHAPTERS, state, order, timing.amiss):
            return refusal
        return CHAPTERS[type(order)][2](state, order)

    def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
        return CHAPTERS[type(order)][3](state, order, dice)

    def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
        """Every legal order, or those of one tank, listed as they are asked for."""
        if state.window is not None:
            return self._reactions(state, unit)
        if state.phase is Phase.ACTIVATION:
            return self._actions(state, unit)
        if state.phase is Phase.MOVEMENT:
            return self._moves(state, unit)
        return self._set_up_orders(state, unit)

    def _reactions(self, state: State, unit: int | None) -> Iterator[Order]:
        assert state.window is not None
        for reactor in state.window.units:
            if unit in (None, reactor):
                yield from shooting.shots(state, reactor)
        if unit is None:
            yield orders.Pass()

    def _actions(self, state: State, unit: int | None) -> Iterator[Order]:
        """SQ-26: what each tank that may be activated can do."""
        for tank in self._ready(state):
            if unit in (None, tank):
                yield from self._actions_of(state, tank)

    def _ready(self, state: State) -> list[int]:
        return turn.waiting(state, state.side) if state.active is None else [state.active.unit]

    def _actions_of(self, state: State, tank: int) -> Iterator[Order]:
        simple = (orders.Activate(tank), orders.RollMovement(tank), orders.Ambush(tank))
        yield from [order for order in simple if self.refuse(state, order) is None]
        yield from shooting.shots(state, tank)

    def _moves(self, state: State, unit: int | None) -> Iterator[Order]:
        """SQ-32 … SQ-47: hexes and turns, then the shot, then the end."""
        assert state.active is not None
        if unit in (None, state.active.unit):
            yield from driving.list_steps(state)
            yield from driving.list_turns(state)
            yield from shooting.shots(state, state.active.unit)
            yield from driving.list_ends(state)

    def _set_up_orders(self, state: State, unit: int | None) -> Iterator[Order]:
        phase = state.phase
        if phase is Phase.DEPLOYMENT:
            for card in state.ground.cards:
                if (next_unit := tiles.next_of(state, card)) >= 0 and unit in (None, next_unit):
                    for place in hexes_of(tiles.room_for_tanks(state)):
                        yield from [orders.Deploy(card, place, facing) for facing in range(6)]
        elif phase is Phase.TURRETS:
            yield from [orders.SwingBack(tank) for tank in turn.turned(state, state.side) if unit in (None, tank)]
            if unit is None:
                yield from (orders.SwingAllBack(), orders.KeepTurrets())
        elif unit is None and phase is Phase.TILES:
            room = hexes_of(tiles.room_for_tiles(state))
            for kind in tiles.hand_left(state, state.side):
                yield from [orders.PlaceTile(kind, place) for place in room]
        elif unit is None and phase in (Phase.BEGIN, Phase.INITIATIVE):
            yield orders.Begin() if phase is Phase.BEGIN else orders.RollInitiative()

    def sample(self, state: State, dice: Dice) -> Order:
        """One legal order, without listing them all: its kind, then its tank, then the rest, each stage evenly."""
        phase = state.phase
        if state.window is not None:
            if not dice.pick(2):
                return orders.Pass()
            reactor = _one(state.window.units, dice)
            return _one(shooting.shots(state, reactor), dice)
        if phase is Phase.ACTIVATION:
            return self._sample_action(state, dice)
        if phase is Phase.MOVEMENT:
            return self._sample_move(state, dice)
        if phase is Phase.TILES:
            kind = _one(list(tiles.hand_left(state, state.side)), dice)
            return orders.PlaceTile(kind, _one(hexes_of(tiles.room_for_tiles(state)), dice))
        if phase is Phase.DEPLOYMENT:
            card = _one([card for card in state.ground.cards if tiles.next_of(state, card) >= 0], dice)
            return orders.Deploy(card, _one(hexes_of(tiles.room_for_tanks(state)), dice), dice.pick(6))
        if phase is Phase.TURRETS:
            plain: tuple[Order, ...] = (orders.KeepTurrets(), orders.SwingAllBack())
            chosen = dice.pick(3)
            return plain[chosen] if chosen < 2 else orders.SwingBack(_one(turn.turned(state, state.side), dice))
        return orders.Begin() if phase is Phase.BEGIN else orders.RollInitiative()

    def _sample_action(self, state: State, dice: Dice) -> Order:
        tank = _one(self._ready(state), dice)
        able = list(self._actions_of(state, tank))
        shots = [order for order in able if isinstance(order, orders.Fire)]
        return _one(shots, dice) if shots and dice.pick(2) else _one(able, dice)

    def _sample_move(self, state: State, dice: Dice) -> Order:
        assert state.active is not None
        kinds: tuple[Sequence[Order], ...] = (
            driving.list_steps(state),
            driving.list_turns(state),
            shooting.shots(state, state.active.unit),
            driving.list_ends(state),
        )
        return _one(_one([kind for kind in kinds if kind], dice), dice)

    def evolve(self, state: State, event: Event) -> None:
        CHANGES[type(event)](state, event)

    def preview(self, state: State, order: Order) -> Preview:
        if isinstance(order, orders.Fire) and state.phase in (Phase.ACTIVATION, Phase.MOVEMENT):
            return shooting.preview(state, order)
        return Preview(self.refuse(state, order))

    def survey(self, state: State, unit: int) -> Survey:
        """Where a tank can be put, where it can go, what it can hit, what else it can do, or why not."""
        return surveying.survey(state, unit, self.refuse)

    def view(self, state: State, side: Side | None) -> State:
        """SQ-60: nothing is hidden."""
        return state

    def hear(self, state: State, event: Event, side: Side | None) -> Event | None:
        return event

    def terrain(self, state: State) -> Terrain:
        return showing.terrain_of(state.ground.setup.mat)

    def picture(self, state: State) -> Picture:
        return showing.picture_of(state)

    def tell(self, state: State, event: Event) -> Told:
        return tell(state, event)

    def losses(self, state: State) -> tuple[int, int]:
        """SQ-84: the wrecks of each side."""
        red, blue = (sum(unit.side is side and unit.destroyed for unit in state.units.units) for side in Side)
        return red, blue

    def draw(self, state: State) -> str:
        return drawing.draw_mat(state)

    def faults(self, state: State) -> Iterator[str]:
        return faults_of(state)


def _one(things: Sequence[T], dice: Dice) -> T:
    return things[dice.pick(len(things))]


book = Squadron()
