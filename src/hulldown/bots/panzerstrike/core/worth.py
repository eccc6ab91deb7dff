"""What a position is worth to a side."""

from functools import partial

from msgspec.structs import replace

from hulldown.bots.panzerstrike.core.battle import Battle, battle_of, points_of, value_of
from hulldown.bots.panzerstrike.core.foresight import next_turn, shots_now
from hulldown.bots.panzerstrike.core.needs import mood_of
from hulldown.bots.panzerstrike.core.tuning import TUNING, WEIGHTS
from hulldown.bots.panzerstrike.mood import Mood
from hulldown.bots.panzerstrike.pointing import faces
from hulldown.bots.panzerstrike.stakes import Ending, by_limit
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.panzerstrike.ways import Way
from hulldown.bots.panzerstrike.worth import Parts, Tally, fired_back, judged, shut_in, tallied, way_left
from hulldown.bots.panzerstrike.worth import stance as stance_of
from hulldown.bots.tactics import ReturnFire, Weights
from hulldown.kernel.side import Side
from hulldown.outcome.core.harm import lost_by
from hulldown.rulebooks.panzerstrike.core import turn
from hulldown.rulebooks.panzerstrike.core.setup import SPAA, UnitType
from hulldown.rulebooks.panzerstrike.core.state import Phase, State, Tracks, Unit


def value(state: State, side: Side, weights: Weights = WEIGHTS) -> float:
    """What a position is worth: the units that stand, the shots of this turn and the next ones, SPAA, and the way."""
    return judged(_PARTS, state, side, weights)


def return_fire(state: State, unit: int) -> ReturnFire:
    """The enemy's best shot at a piece before its next turn."""
    return fired_back(_PARTS, state, unit, WEIGHTS)


def _tally(state: State, side: Side, weights: Weights) -> Tally:
    """The units and SPAA that stand, for less with markers."""
    ground, setup = state.ground, state.ground.setup

    def count(piece: Unit, lost: int) -> tuple[float, float]:
        prize = weights.goal if setup.spaa and piece.kind == SPAA else 1.0
        left = points_of(ground, piece) * (1 - lost_by(piece.injured, piece.tracks))
        return left, prize * value_of(ground, piece, lost)

    lost = [turn.lost_spaa(state, who) if setup.spaa else 0 for who in Side]
    return tallied(state.units.units, count, side, weights, setup, lost)


def _places(state: State, side: Side, own: list[int], weights: Weights) -> float:
    """What it is worth to be where one is, beside all shots: the way, room to fire, the front to the enemy."""
    if not state.units.active(side.other):
        return 0.0
    if state.side is not side:
        state = replace(state, side=side)
    units, ground = state.units.units, state.ground
    battle, mood, total, ways = battle_of(state), mood_of(state), 0.0, list[tuple[float, int]]()
    free, near = ground.open & ~state.units.wrecks, ground.grid.neighbours
    for unit in own:
        piece = units[unit]
        kind, square = ground.chart[piece.kind], piece.square
        weapon = kind.weapon
        fights = weapon is not None and kind.vehicle and not (ground.setup.spaa and kind.id == SPAA)
        if fights and mood.march and piece.tracks is not Tracks.IMMOBILE:
            worth = value_of(ground, piece, 0)
            ways.append((mood.march * worth / 2, _way(battle, mood, piece, kind).steps(square, piece.facing)))
            total -= shut_in(near(square), free, state.units.wrecks) * worth
        ahead = faces(piece.facing, *battle.nearest(square))
        total += SHARED.face * ahead
        if weapon is not None and battle.too_near >> square & 1 and not weapon.point_blank:
            total -= SHARED.crowd
        if kind.mount == "hull" and ahead:
            total += TUNING.aim
    return total - weights.way * way_left(ways)


def _way(battle: Battle, mood: Mood, piece: Unit, kind: UnitType) -> Way:
    """The way of a fighter, as far as it is asked for in each evaluation."""
    if kind.parabolic is not None:
        return battle.way(mood.goal, TUNING.best_range * battle.board.setup.figures.section)
    if mood.stalled:
        hurt = int(piece.injured)
        return battle.way_to_gain((kind.id, hurt, 0), partial(battle.gain, kind, hurt))
    return battle.way(mood.goal)


def _ending(state: State) -> Ending:
    """CORE-177, CORE-Q44: a draw when the rounds run out."""
    setup = state.ground.setup
    limit = setup.turn_limit if setup.spaa else setup.figures.rounds
    return by_limit(limit, state.round, state.side is not state.first)


def stance(state: State, side: Side) -> str:
    """Why a side attacks or waits as the end comes."""
    return stance_of(_PARTS, state, side, WEIGHTS)


_FIRING = (Phase.MOVEMENT, Phase.ANNOUNCING, Phase.FIRING)
_PARTS = Parts(_tally, shots_now, _FIRING, next_turn, _places, Phase.MOVEMENT, _ending)
