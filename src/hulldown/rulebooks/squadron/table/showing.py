"""The table as a picture: tanks, tiles on the mat, and the tray with all that there is to choose."""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b

import msgspec

from hulldown.geometry.hexes import hexes_of
from hulldown.kernel.picture import Badge, Mark, Part, Picture, Piece, Slots, Spots, Terrain, Tray
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import Side
from hulldown.kernel.template import template
from hulldown.rulebooks.scenes import (
    Scene,
    tray_of,
)
from hulldown.rulebooks.squadron import driving, orders, tiles, turn
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import CRATER, HEDGE, LARGE, LEGEND, OPEN, RUIN, SMALL, TILES, Mat, border_of
from hulldown.rulebooks.squadron.state import Phase, State, Unit
from hulldown.rulebooks.squadron.table.telling import place_of, pose_of

SQ_09, SQ_16, SQ_19, SQ_23 = RULES["SQ-09"], RULES["SQ-16"], RULES["SQ-19"], RULES["SQ-23"]
SQ_30, SQ_32, SQ_35, SQ_56 = RULES["SQ-30"], RULES["SQ-32"], RULES["SQ-35"], RULES["SQ-56"]
SQ_59, SQ_74, SQ_Q15 = RULES["SQ-59"], RULES["SQ-74"], RULES["SQ-Q15"]
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
