"""What there is to do in each phase: who judges and resolves its orders, lists them, draws one by lot, and says what a
tank can do in it."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from hulldown.geometry.hexes import hexes_of
from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Survey
from hulldown.rulebooks.chapters import OVER, Chapter, Course, anything, only, out_of_phase
from hulldown.rulebooks.squadron import driving, orders, reaction, shooting, tiles, timing, turn
from hulldown.rulebooks.squadron.orders import Order
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.state import Phase, State
from hulldown.rulebooks.squadron.table import scenes, surveying

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


def refuse(state: State, order: Order) -> Refusal | None:
    """SQ-60: while somebody may react, nothing else is done; else each order has its phase and its judge."""
    if state.window is not None and not isinstance(order, orders.Fire | orders.Pass):
        return SQ_60.refuse(f"{state.window.side.label} may react first: it fires, or passes", orders.Pass())
    if refusal := out_of_phase(CHAPTERS, state, order, timing.amiss):
        return refusal
    return CHAPTERS[type(order)][2](state, order)


def _one(things: Sequence[T], dice: Dice) -> T:
    return things[dice.pick(len(things))]


# Set-up


def _tiles(state: State, unit: int | None) -> Iterator[Order]:
    if unit is None:
        room = hexes_of(tiles.room_for_tiles(state))
        for kind in tiles.hand_left(state, state.side):
            yield from [orders.PlaceTile(kind, place) for place in room]


def _tile(state: State, dice: Dice) -> Order:
    kind = _one(list(tiles.hand_left(state, state.side)), dice)
    return orders.PlaceTile(kind, _one(hexes_of(tiles.room_for_tiles(state)), dice))


def _deployments(state: State, unit: int | None) -> Iterator[Order]:
    for card in state.ground.cards:
        if (next_unit := tiles.next_of(state, card)) >= 0 and unit in (None, next_unit):
            for place in hexes_of(tiles.room_for_tanks(state)):
                yield from [orders.Deploy(card, place, facing) for facing in range(6)]


def _deployment(state: State, dice: Dice) -> Order:
    card = _one([card for card in state.ground.cards if tiles.next_of(state, card) >= 0], dice)
    return orders.Deploy(card, _one(hexes_of(tiles.room_for_tanks(state)), dice), dice.pick(6))


# A turn


def _turrets(state: State, unit: int | None) -> Iterator[Order]:
    yield from [orders.SwingBack(tank) for tank in turn.turned(state, state.side) if unit in (None, tank)]
    if unit is None:
        yield from (orders.SwingAllBack(), orders.KeepTurrets())


def _turret(state: State, dice: Dice) -> Order:
    plain: tuple[Order, ...] = (orders.KeepTurrets(), orders.SwingAllBack())
    chosen = dice.pick(3)
    return plain[chosen] if chosen < 2 else orders.SwingBack(_one(turn.turned(state, state.side), dice))


def _actions(state: State, unit: int | None) -> Iterator[Order]:
    """SQ-26: what each tank that may be activated can do."""
    for tank in _ready(state):
        if unit in (None, tank):
            yield from _actions_of(state, tank)


def _ready(state: State) -> list[int]:
    return turn.waiting(state, state.side) if state.active is None else [state.active.unit]


def _actions_of(state: State, tank: int) -> Iterator[Order]:
    simple = (orders.Activate(tank), orders.RollMovement(tank), orders.Ambush(tank))
    yield from [order for order in simple if refuse(state, order) is None]
    yield from shooting.shots(state, tank)


def _action(state: State, dice: Dice) -> Order:
    tank = _one(_ready(state), dice)
    able = list(_actions_of(state, tank))
    shots = [order for order in able if isinstance(order, orders.Fire)]
    return _one(shots, dice) if shots and dice.pick(2) else _one(able, dice)


def _moves(state: State, unit: int | None) -> Iterator[Order]:
    """SQ-32 … SQ-47: hexes and turns, then the shot, then the end."""
    assert state.active is not None
    if unit in (None, state.active.unit):
        yield from driving.list_steps(state)
        yield from driving.list_turns(state)
        yield from shooting.shots(state, state.active.unit)
        yield from driving.list_ends(state)


def _move(state: State, dice: Dice) -> Order:
    assert state.active is not None
    kinds: tuple[Sequence[Order], ...] = (
        driving.list_steps(state),
        driving.list_turns(state),
        shooting.shots(state, state.active.unit),
        driving.list_ends(state),
    )
    return _one(_one([kind for kind in kinds if kind], dice), dice)


def _to_act(state: State, unit: int) -> Survey:
    return surveying.to_act(state, unit, refuse)


# A window


def _reactions(state: State, unit: int | None) -> Iterator[Order]:
    assert state.window is not None
    for reactor in state.window.units:
        if unit in (None, reactor):
            yield from shooting.shots(state, reactor)
    if unit is None:
        yield orders.Pass()


def _reaction(state: State, dice: Dice) -> Order:
    assert state.window is not None
    if not dice.pick(2):
        return orders.Pass()
    return _one(shooting.shots(state, _one(state.window.units, dice)), dice)


PHASES: dict[Phase, Course] = {
    Phase.BEGIN: only(scenes.BEGIN, orders.Begin()),
    Phase.TILES: Course(scenes.PLACING, _tiles, _tile),
    Phase.DEPLOYMENT: Course(scenes.DEPLOYMENT, _deployments, _deployment, surveying.to_deploy),
    Phase.INITIATIVE: only(scenes.INITIATIVE, orders.RollInitiative()),
    Phase.TURRETS: Course(scenes.TURRETS, _turrets, _turret, surveying.to_swing_back),
    Phase.ACTIVATION: Course(scenes.ACTIVATION, _actions, _action, _to_act),
    Phase.MOVEMENT: Course(scenes.MOVEMENT, _moves, _move, _to_act),
    Phase.OVER: OVER,
}
WINDOW = Course(scenes.WINDOW, _reactions, _reaction, _to_act)


def course_of(state: State) -> Course:
    """SQ-57, SQ-60: an open window goes before the phase in which it opened."""
    return PHASES[state.phase] if state.window is None else WINDOW
