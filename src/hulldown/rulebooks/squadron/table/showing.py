"""The table as a picture: tanks, tiles on the mat, and the tray with all that there is to choose."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from hashlib import blake2b

import msgspec

from hulldown.geometry.hexes import hexes_of
from hulldown.kernel.picture import Badge, Button, Mark, Part, Picture, Piece, Slots, Spots, Terrain, Todo, Tray
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import Side
from hulldown.kernel.template import template
from hulldown.kernel.turn import Reaction, Window
from hulldown.rulebooks.scenes import (
    ALL_STAND,
    DICE_DECIDE,
    Asked,
    Scene,
    Todos,
    best,
    saying,
    tray_of,
    urgent,
)
from hulldown.rulebooks.squadron import driving, orders, shooting, tiles, turn
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import CRATER, HEDGE, LARGE, LEGEND, OPEN, RUIN, SMALL, TILES, Mat, border_of
from hulldown.rulebooks.squadron.sight import corners_seen
from hulldown.rulebooks.squadron.state import Phase, State, Unit
from hulldown.rulebooks.squadron.table.telling import place_of, pose_of

SQ_09, SQ_16, SQ_17 = RULES["SQ-09"], RULES["SQ-16"], RULES["SQ-17"]
SQ_19, SQ_20, SQ_21, SQ_23 = RULES["SQ-19"], RULES["SQ-20"], RULES["SQ-21"], RULES["SQ-23"]
SQ_26, SQ_29, SQ_30, SQ_32 = RULES["SQ-26"], RULES["SQ-29"], RULES["SQ-30"], RULES["SQ-32"]
SQ_35, SQ_39, SQ_56, SQ_57 = RULES["SQ-35"], RULES["SQ-39"], RULES["SQ-56"], RULES["SQ-57"]
SQ_59, SQ_60, SQ_74, SQ_76 = RULES["SQ-59"], RULES["SQ-60"], RULES["SQ-74"], RULES["SQ-76"]
SQ_Q15, SQ_Q29 = RULES["SQ-Q15"], RULES["SQ-Q29"]
TRACK = (Phase.INITIATIVE, Phase.TURRETS, Phase.ACTIVATION, Phase.MOVEMENT)
SET_UP = (Phase.BEGIN, Phase.TILES, Phase.DEPLOYMENT)
REACTION = "reaction"
# SQ-90: how each tile is drawn, what it does, and the rule for that.
DRAWN = {
    CRATER: ("crater", "it closes the way, not the view", "SQ-92"),
    LARGE: ("house-large", "it closes the way and the view", "SQ-95"),
    SMALL: ("house-small", "it closes the view; entering costs {house} and leaves a ruin", "SQ-98"),
    RUIN: ("house-ruined", "entering costs {ruin}; it protects who is in it or behind it", "SQ-102"),
    HEDGE: ("hedge", "crossing costs {hedge}; it closes the view but for tanks beside it", "SQ-107"),
}


@lru_cache(maxsize=64)
def terrain_of(mat: Mat) -> Terrain:
    """SQ-17: the bare mat, named by a hash of all that is in it. Tiles come and go, so they are marks on it."""
    rows = tuple([OPEN * mat.grid.columns] * mat.grid.rows)
    bare = Terrain("", mat.name, "hexes", mat.grid.columns, mat.grid.rows, 0, {OPEN: LEGEND[OPEN]}, rows)
    return msgspec.structs.replace(bare, id=blake2b(msgspec.json.encode(bare), digest_size=12).hexdigest())


def picture_of(state: State, scene: Scene) -> Picture:
    pieces = tuple([_piece(state, unit, piece) for unit, piece in enumerate(state.units.units)])
    return Picture(terrain_of(state.ground.setup.mat).id, pieces, tuple(_marks(state)), _tray(state, scene))


# Tanks


def _piece(state: State, unit: int, piece: Unit) -> Piece:
    card = state.ground.cards[piece.card]
    pose = pose_of(state, piece.hex, piece.facing) if piece.hex >= 0 else None
    parts = (Part("turret", 60 * piece.turret),) if piece.intact and not card.fixed else ()
    badges = tuple(_badges(state, unit, piece)) if piece.intact and state.turn else ()
    label = f"{card.letter}{piece.number}"
    return Piece(unit, card.silhouette, piece.side, label, state.name(unit), pose, piece.destroyed, parts, badges)


def _badges(state: State, unit: int, piece: Unit) -> Iterator[Badge]:
    """What is to be seen on a tank, the weightiest first: on a small board only that has room."""
    active = state.active
    if active is not None and active.unit == unit and active.rolled >= 0:
        told = f"Under way: {active.left} of {active.rolled} movement points are left."
        yield Badge("driving", told, (SQ_35 if piece.began else SQ_32).id, str(active.left))
    if piece.broken == state.turn:
        yield Badge("broken", "Broken down: it does not move in this turn, but fires.", SQ_09.id)
    if piece.moving:
        yield Badge("moving", "In movement: it rolls two dice next, and is harder to hit.", SQ_30.id)
    elif piece.began and piece.activated != state.turn:
        yield Badge("began", "Began the turn in movement.", SQ_74.id)
    if piece.ambush == state.turn:
        yield Badge("ambush", "In ambush: it may fire at an enemy that moves.", SQ_56.id)
    elif piece.activated == state.turn and not (active is not None and active.unit == unit):
        how, rule = (": it fired at a tank that moved", SQ_59) if piece.reacted == state.turn else ("", SQ_23)
        yield Badge("activated", f"Has been activated in this turn{how}.", rule.id)
    if piece.turret:
        yield Badge("turret", "Its turret is turned; a shot through that corner has no −2.", SQ_Q15.id)


# Tiles


def _marks(state: State) -> Iterator[Mark]:
    """SQ-19, SQ-90: each tile with what it does, and in set-up the borders."""
    figures, ground = state.ground.setup.figures, state.ground
    costs = {"house": figures.house_cost, "ruin": figures.ruin_cost, "hedge": figures.hedge_cost}
    for at, sign in enumerate(ground.cells):
        if sign != OPEN:
            kind, told, rule = DRAWN[sign]
            sentence = f"{LEGEND[sign].capitalize()} at {state.place(at)}: {told.format(**costs)}."
            yield Mark(kind, (place_of(state, at),), sentence, rule)
    if state.phase in SET_UP:
        for side in Side:
            cells = tuple(place_of(state, at) for at in hexes_of(border_of(ground.grid, side)))
            yield Mark("zone", cells, f"{side.label} deploys here.", SQ_19.id, side)


# The tray


def _tray(state: State, scene: Scene) -> Tray:
    return tray_of(
        scene,
        state,
        tuple(map(str, TRACK)),
        None if state.phase is Phase.OVER else state.acting,
        state.turn,
        (_goal(state, Side.RED), _goal(state, Side.BLUE)),
        spots=tuple(_spots(state)),
        slots=_slots(state),
        window=REACTION if state.window is not None else "",
    )


def _goal(state: State, side: Side) -> str:
    """SQ-Q33: what a side has destroyed, and how long the game lasts."""
    enemies = [piece for piece in state.units.units if piece.side is side.other]
    lost = sum(piece.destroyed for piece in enemies)
    told = f"destroyed {lost} of {side.other.label}'s {len(enemies)}, {turn.destroyed_points(state, side)} points"
    turns = state.ground.setup.figures.turns
    return f"{told}; turn {state.turn} of {turns}" if state.turn * 4 >= turns * 3 else told


def _spots(state: State) -> Iterator[Spots]:
    """SQ-16, SQ-17: where a tile of each kind in hand can be placed."""
    if state.phase is not Phase.TILES:
        return
    cells = tuple(hexes_of(tiles.room_for_tiles(state)))
    for kind, left in tiles.hand_left(state, state.side).items():
        order = template(orders.PlaceTile(kind, 0), square="cell")
        yield Spots(f"{LEGEND[TILES[kind]]} · {left} left", order, SQ_16.id, cells)


def _slots(state: State) -> Slots | None:
    """SQ-32, SQ-34 … SQ-36, SQ-39: the points, those spent, what a shot takes, and a hex that is owed."""
    active = state.active
    if active is None or active.rolled < 0:
        return None
    rule = SQ_35 if state.units.units[active.unit].began else SQ_32
    spent = (active.unit,) * (active.rolled - active.left)
    duty = "enter a hex" if driving.owes_a_hex(state) else ""
    return Slots("movement points", rule.id, active.rolled, spent, state.ground.setup.figures.shot_cost, "a shot", duty)


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


# Phase by phase


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


# What a tank has done, and why it stays


def done(state: State, unit: int) -> str:
    """SQ-23, SQ-59: what a tank of the side to act has done of what the phase is for."""
    piece, name = state.units.units[unit], state.name(unit, state.acting)
    under_way = state.active is not None and state.active.unit == unit
    if state.phase is Phase.DEPLOYMENT and piece.hex >= 0:
        return f"{name} stands on {state.place(piece.hex)}"
    if not piece.intact or not state.turn or under_way or state.window is not None or piece.activated != state.turn:
        return ""
    return f"{name} has fired at a tank that moved" if piece.reacted == state.turn else f"{name} has acted in this turn"


def unmoved(state: State, unit: int) -> Refusal:
    """SQ-32: a tank that may move rolls for it first."""
    told = f"{state.name(unit, state.side)} rolls for its movement before it goes anywhere"
    return SQ_32.refuse(told, orders.RollMovement(unit))
