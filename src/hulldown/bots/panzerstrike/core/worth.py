"""What a position is worth to a side."""

from functools import partial

from msgspec.structs import replace

from hulldown.bots.panzerstrike.core.battle import Battle, battle_of, points_of, value_of
from hulldown.bots.panzerstrike.core.figures import FIGURES, WEIGHTS
from hulldown.bots.panzerstrike.core.foresight import next_turn, shots_now
from hulldown.bots.panzerstrike.core.harm import lost_by
from hulldown.bots.panzerstrike.core.needs import mood_of
from hulldown.bots.panzerstrike.core.threats import threats_of
from hulldown.bots.panzerstrike.exchange import Sides, foreseen, settled, trade
from hulldown.bots.panzerstrike.figures import SHARED
from hulldown.bots.panzerstrike.mood import Mood
from hulldown.bots.panzerstrike.pointing import faces
from hulldown.bots.panzerstrike.spaa import toll_of
from hulldown.bots.panzerstrike.ways import Way
from hulldown.bots.tactics import Weights
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.core import turn
from hulldown.rulebooks.panzerstrike.core.setup import SPAA, UnitType
from hulldown.rulebooks.panzerstrike.core.state import Phase, State, Tracks, Unit


def value(state: State, side: Side, weights: Weights = WEIGHTS) -> float:
    """What a position is worth: the units that stand, the shots of this turn and the next ones, SPAA, and the way."""
    if state.result is not None:
        return settled(state.result, side)
    now, alive = state.side, [1.0] * len(state.units.units)
    total, own, worth = _standing(state, side, weights)
    threats = threats_of(state)
    turns = (now, now.other)
    if state.phase in (Phase.MOVEMENT, Phase.ANNOUNCING, Phase.FIRING):
        gain = trade(shots_now(state, own), worth, alive)
        total += gain if now is side else -gain
        turns = (now.other, now)
    coming = [(who, [next_turn(state, threats, own, who, worth)]) for who in turns]
    total = foreseen(total, side, weights, coming, worth, alive)
    if state.phase is Phase.MOVEMENT and now is side:  # later no way is made
        total += _places(state, side, own[side], weights)
    return total


def _standing(state: State, side: Side, weights: Weights) -> tuple[float, Sides, list[float]]:
    """What stands and what is lost of it, the active units of each side, and what each unit is worth as a target."""
    ground, setup = state.ground, state.ground.setup
    own: Sides = ([], [])
    worth = [0.0] * len(state.units.units)
    lost = tuple(turn.lost_spaa(state, who) if setup.spaa else 0 for who in Side)
    tolls = [toll_of(setup.lost_spaa, many) for many in lost]
    total = weights.goal * (tolls[side.other] - tolls[side])
    for unit, piece in enumerate(state.units.units):
        if piece.active and piece.square >= 0:
            own[piece.side].append(unit)
            prize = weights.goal if setup.spaa and piece.kind == SPAA else 1.0
            worth[unit] = prize * value_of(ground, piece, lost[piece.side])
            left = points_of(ground, piece) * (1 - lost_by(piece.injured, piece.tracks))
            total += left if piece.side is side else -left
    return total, own, worth


def _places(state: State, side: Side, own: list[int], weights: Weights) -> float:
    """What it is worth to be where one is, beside all shots: the way, room to fire, the front to the enemy."""
    if not state.units.active(side.other):
        return 0.0
    if state.side is not side:
        state = replace(state, side=side)
    units, ground = state.units.units, state.ground
    battle, mood, total = battle_of(state), mood_of(state), 0.0
    for unit in own:
        piece = units[unit]
        kind, square = ground.chart[piece.kind], piece.square
        weapon = kind.weapon
        fights = weapon is not None and kind.vehicle and not (ground.setup.spaa and kind.id == SPAA)
        if fights and mood.way and piece.tracks is not Tracks.IMMOBILE:
            step = weights.way * mood.way * value_of(ground, piece, 0) / 2
            total -= step * _way(battle, mood, piece, kind).steps(square, piece.facing)
        ahead = faces(piece.facing, *battle.nearest(square))
        total += SHARED.face * ahead
        if weapon is not None and battle.too_near >> square & 1 and not weapon.point_blank:
            total -= SHARED.crowd
        if kind.mount == "hull" and ahead:
            total += FIGURES.aim
    return total


def _way(battle: Battle, mood: Mood, piece: Unit, kind: UnitType) -> Way:
    """The way of a fighter, as far as it is asked for in each evaluation."""
    if kind.parabolic is not None:
        return battle.way(mood.goal, FIGURES.best_range * battle.board.setup.figures.section)
    if mood.stalled:
        hurt = int(piece.injured)
        return battle.way_to_gain((kind.id, hurt, 0), partial(battle.gain, kind, hurt))
    return battle.way(mood.goal)
