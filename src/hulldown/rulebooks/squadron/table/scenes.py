"""The phases at the table: what a side is asked in each, who can still do something, and the buttons."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from hulldown.kernel.picture import Button, Todo
from hulldown.kernel.turn import Reaction, Window
from hulldown.rulebooks.scenes import (
    ALL_STAND,
    DICE_DECIDE,
    Asked,
    Scene,
    Todos,
    best,
    saying,
    urgent,
)
from hulldown.rulebooks.squadron import driving, orders, shooting, tiles, turn
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.sight import corners_seen
from hulldown.rulebooks.squadron.state import State
from hulldown.rulebooks.squadron.table.showing import REACTION

SQ_17, SQ_19, SQ_20, SQ_21 = RULES["SQ-17"], RULES["SQ-19"], RULES["SQ-20"], RULES["SQ-21"]
SQ_26, SQ_29, SQ_32, SQ_35 = RULES["SQ-26"], RULES["SQ-29"], RULES["SQ-32"], RULES["SQ-35"]
SQ_39, SQ_57, SQ_60, SQ_76 = RULES["SQ-39"], RULES["SQ-57"], RULES["SQ-60"], RULES["SQ-76"]
SQ_Q29 = RULES["SQ-Q29"]


def window_of(state: State) -> Window | None:
    """SQ-57, SQ-60: the tanks that may fire at the one that moves, each with its best chance to destroy it."""
    if state.window is None:
        return None
    reactions = [Reaction(unit, _best(state, unit) or Fraction(0)) for unit in state.window.units]
    return Window(REACTION, tuple(reactions), orders.Pass())


def _best(state: State, unit: int) -> Fraction | None:
    """The best chance of a tank to destroy something as it stands."""
    return best([shooting.chance_of(shooting.preview(state, order)) for order in shooting.shots(state, unit)])


def _in_sight(state: State, unit: int) -> bool:
    """Whether a tank stands in sight of an enemy's gun."""
    enemies = [other for other, piece in enumerate(state.units.units) if piece.side is not state.units.units[unit].side]
    return any(state.units.units[other].intact and corners_seen(state, other, unit) for other in enemies)


def _begin(state: State, todo: Todos) -> Iterator[Button]:
    yield Button("Roll who places first", orders.Begin(), SQ_Q29.id, then=DICE_DECIDE)


def _to_deploy(state: State) -> Iterator[Todo]:
    for due in tiles.to_deploy(state):
        if due.unit is not None:
            yield Todo(due.unit, f"{due.name}: {due.left} to deploy")


def _initiative(state: State, todo: Todos) -> Iterator[Button]:
    yield Button("Roll initiative", orders.RollInitiative(), SQ_20.id, then=DICE_DECIDE)


def _turned(state: State) -> Todos:
    tanks = turn.turned(state, state.side)
    todo = [Todo(unit, f"{state.name(unit, state.side)} can swing its turret back") for unit in tanks]
    return urgent(todo, partial(_in_sight, state))


def _turrets(state: State, todo: Todos) -> Iterator[Button]:
    if (many := len(todo)) > 1:
        yield Button(f"Swing all {many} back", orders.SwingAllBack(), SQ_76.id)
    yield Button("Leave them turned", orders.KeepTurrets(), SQ_76.id)


def _asked_to_activate(state: State, todo: Todos) -> Asked:
    who = state.side.label
    if state.active is not None:
        return f"{who}: choose an action for {state.name(state.active.unit, state.side)}.", SQ_26.id
    return f"{who}: activate a tank.", SQ_21.id


def _ready(state: State) -> Todos:
    ready = turn.waiting(state, state.side) if state.active is None else [state.active.unit]
    todo = [Todo(unit, f"{state.name(unit, state.side)} can be activated", _best(state, unit)) for unit in ready]
    return urgent(todo, partial(_in_sight, state))


def _asked_to_move(state: State, todo: Todos) -> Asked:
    active = state.active
    assert active is not None
    name, cost = state.name(active.unit, state.side), state.ground.setup.figures.shot_cost
    told = f"{state.side.label}: {name} has {active.left} of {active.rolled} points"
    if driving.owes_a_hex(state):
        return f"{told} and must enter a hex.", SQ_39.id
    rule = SQ_35 if state.units.units[active.unit].began else SQ_32
    return f"{told}; a shot takes {cost}." if active.left >= cost else f"{told}.", rule.id


def _under_way(state: State) -> Iterator[Todo]:
    assert state.active is not None
    unit = state.active.unit
    yield Todo(unit, f"{state.name(unit, state.side)} is under way", _best(state, unit))


def _ends(state: State, todo: Todos) -> Iterator[Button]:
    figures = state.ground.setup.figures
    rolling = f"Keep rolling · {figures.moving_dice}D{figures.movement_die} next turn"
    for end in driving.list_ends(state):
        yield Button(rolling if end.moving else "Stop here", end, SQ_29.id)


def _asked_to_react(state: State, todo: Todos) -> Asked:
    assert state.active is not None
    mover = state.name(state.active.unit, state.acting)
    where = state.place(state.units.units[state.active.unit].hex)
    return f"{state.acting.label}: {mover} has moved to {where}. Fire now?", SQ_57.id


def _reactors(state: State) -> Todos:
    window = window_of(state)
    assert window is not None
    reactions = window.reactions
    todo = [Todo(one.unit, f"{state.name(one.unit, state.acting)} can fire", one.chance) for one in reactions]
    return urgent(todo, partial(_in_sight, state))


def _pass(state: State, todo: Todos) -> Iterator[Button]:
    yield Button("Pass", orders.Pass(), SQ_60.id)


BEGIN = Scene(saying("{who}: roll who places first.", SQ_Q29), "roll", buttons=_begin)
PLACING = Scene(saying("{who}: place a tile between the borders.", SQ_17), "place", ends="ends by itself when all lie")
DEPLOYMENT = Scene(saying("{who}: place a tank on your border.", SQ_19), "place", _to_deploy, ends=ALL_STAND)
INITIATIVE = Scene(saying("{who}: roll for the initiative.", SQ_20), "roll", buttons=_initiative)
TURRETS = Scene(saying("{who}: swing turned turrets back, or leave them.", SQ_76), "swing", _turned, _turrets)
ACTIVATION = Scene(_asked_to_activate, "activate", _ready, ends="ends by itself when all have acted")
MOVEMENT = Scene(_asked_to_move, "move", _under_way, _ends, "a hex must be entered first")
WINDOW = Scene(_asked_to_react, "react", _reactors, _pass)
