"""What a position is worth to a side."""

import msgspec

from hulldown.bots.panzerstrike.dynamic.battle import Battle, battle_of, points_of
from hulldown.bots.panzerstrike.dynamic.chances import hit_chances
from hulldown.bots.panzerstrike.dynamic.foresight import next_turn, shots_now
from hulldown.bots.panzerstrike.dynamic.needs import mood_of
from hulldown.bots.panzerstrike.dynamic.tuning import TUNING, WEIGHTS
from hulldown.bots.panzerstrike.mood import Mood
from hulldown.bots.panzerstrike.pointing import faces
from hulldown.bots.panzerstrike.spaa import prize_of
from hulldown.bots.panzerstrike.stakes import Ending, by_limit, by_quiet
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.panzerstrike.ways import Way
from hulldown.bots.panzerstrike.worth import Parts, Tally, fired_back, judged, shut_in, tallied, way_left
from hulldown.bots.panzerstrike.worth import stance as stance_of
from hulldown.bots.tactics import ReturnFire, Weights
from hulldown.geometry.squares import Arc, in_arc
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.dynamic import parabolic, turn
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State, Unit


def value(state: State, side: Side, weights: Weights = WEIGHTS) -> float:
    """What a position is worth: the units that stand, the shots of this turn and the next ones, SPAA, and the way."""
    return judged(_PARTS, state, side, weights)


def return_fire(state: State, unit: int) -> ReturnFire:
    """The enemy's best shot at a piece before its next turn."""
    return fired_back(_PARTS, state, unit, WEIGHTS)


def _tally(state: State, side: Side, weights: Weights) -> Tally:
    """The units and SPAA that stand, a damaged one for half."""
    ground, setup = state.ground, state.ground.setup

    def count(piece: Unit, lost: int) -> tuple[float, float]:
        points = points_of(ground, piece) * (SHARED.half if piece.condition else 1.0)
        if setup.spaa and piece.kind == SPAA:
            return points, points + weights.goal * prize_of(setup.lost_spaa, lost)
        return points, points

    lost = [turn.lost_spaa(state, who) if setup.spaa else 0 for who in Side]
    return tallied(state.units.units, count, side, weights, setup, lost)


def _places(state: State, side: Side, own: list[int], weights: Weights) -> float:
    """What it is worth to be where one is, beside all shots: the way, room to fire, the front to the enemy."""
    units, chart, setup = state.units.units, state.ground.chart, state.ground.setup
    if not state.units.active(side.other):
        return 0.0
    if state.side is not side:
        state = msgspec.structs.replace(state, side=side)
    battle, mood, total, ways = battle_of(state), mood_of(state), 0.0, list[tuple[float, int]]()
    free, near = state.ground.open & ~state.units.wrecks, state.ground.grid.neighbours
    for unit in own:
        piece = units[unit]
        kind, square = chart[piece.kind], piece.square
        if not piece.condition and kind.armed and kind.vehicle and mood.march and not (setup.spaa and kind.id == SPAA):
            ways.append((mood.march * kind.points / 2, _way(battle, mood, kind).steps(square, piece.facing)))
            total -= shut_in(near(square), free, state.units.wrecks) * kind.points
        dx, dy = battle.nearest(square)
        total += SHARED.face * faces(piece.facing, dx, dy)
        if kind.armed:
            total -= SHARED.crowd * (battle.too_near >> square & 1)
            total += TUNING.aim * (kind.mount == "hull" and in_arc(Arc.A27, piece.facing, dx, dy))
    return total - weights.way * way_left(ways)


def _way(battle: Battle, mood: Mood, kind: UnitClass) -> Way:
    """The way of a fighter, as far as it is asked for in each evaluation."""
    if kind.parabolic is not None and not battle.board.setup.quick:
        return battle.way(mood.goal, parabolic.best_range(battle.figures, kind.parabolic))
    if mood.stalled:
        return battle.way_to_a_shot((kind.id, 0), hit_chances(battle.board, kind.id))
    return battle.way(mood.goal)


def _ending(state: State) -> Ending:
    """DYN-174, DYN-Q38: a draw when the rounds run out, or after quiet ones."""
    setup = state.ground.setup
    if setup.turn_limit:
        return by_limit(setup.turn_limit, state.round, state.side is not state.first)
    return by_quiet(setup.figures.quiet_rounds, state.round - state.last_change)


def stance(state: State, side: Side) -> str:
    """Why a side attacks or waits as the end comes."""
    return stance_of(_PARTS, state, side, WEIGHTS)


_PARTS = Parts(_tally, shots_now, (Phase.MOVEMENT, Phase.FIRING), next_turn, _places, Phase.MOVEMENT, _ending)
