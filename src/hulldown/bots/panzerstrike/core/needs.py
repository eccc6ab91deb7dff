"""What the side's units can do for each other, and how boldly it plays."""

from collections.abc import Iterator
from typing import NamedTuple

from hulldown.bots.panzerstrike.core.battle import Battle, value_of
from hulldown.bots.panzerstrike.core.tuning import TUNING
from hulldown.bots.panzerstrike.core.views import view_of
from hulldown.bots.panzerstrike.howitzers import Worths, unseen
from hulldown.bots.panzerstrike.mood import Mood, mood_for
from hulldown.bots.panzerstrike.ways import Way
from hulldown.geometry.squares import Arc
from hulldown.rulebooks.panzerstrike.core import gunnery, repair, turn
from hulldown.rulebooks.panzerstrike.core.setup import SPAA
from hulldown.rulebooks.panzerstrike.core.state import Ground, State, Tracks, Unit


def mood_of(state: State) -> Mood:
    ground, side, setup = state.ground, state.side, state.ground.setup
    points, mobile = [0.0, 0.0], [0.0, 0.0]
    goal = last = 0
    for piece in state.units.units:
        last = max(last, piece.fired)
        if piece.active:
            points[piece.side] += value_of(ground, piece, 0)
            kind = ground.chart[piece.kind]
            fights = kind.vehicle and kind.weapon is not None and piece.tracks is Tracks.WHOLE
            mobile[piece.side] += kind.effectiveness * fights
            if piece.side is not side and (not setup.spaa or piece.kind == SPAA):
                goal |= 1 << piece.square
    quiet = max(0, state.round - max(last, TUNING.opening))
    lost = turn.lost_spaa(state, side) if setup.spaa else 0
    return mood_for(side, points, mobile, goal, quiet, lost, TUNING)


class Needs(NamedTuple):
    """What the side's units can do for each other: where fighters and fixed weapons stand, what those who may report
    see together, and
    - spots: enemies whom a howitzer could hit if only somebody saw them: square, worth, and the only unit that does;
    - patients: vehicles without tracks: square, worth, and the recovery vehicle at work on it. Nobody is −1;
    - guns: fixed weapons in useless places, each with the pose from which it would be pulled on.
    """

    fighters: int
    fixed: int
    eyes: int
    spots: tuple[tuple[int, float, int], ...]
    patients: tuple[tuple[int, float, int], ...]
    guns: tuple[tuple[int, int], ...]


def needs_of(state: State, battle: Battle, mood: Mood) -> Needs:
    ground = state.ground
    fighters = fixed = eyes = 0
    tractors = howitzers = recovers = False
    for unit, piece in enumerate(state.units.units):
        if piece.side is state.side and piece.active:
            kind = ground.chart[piece.kind]
            fighters |= (kind.vehicle and kind.weapon is not None) << piece.square
            recovers |= kind.recovery
            howitzers |= kind.parabolic is not None
            fixed |= (not kind.vehicle) << piece.square
            tractors |= tows(state, unit)
            if gunnery.reports(state, unit):
                eyes |= view_of(ground, piece.square)
    return Needs(
        fighters,
        fixed,
        eyes,
        tuple(_spots(state, battle)) if howitzers else (),
        tuple(_patients(state)) if recovers else (),
        tuple(_stranded(state, battle, mood)) if fixed and tractors else (),
    )


def _spots(state: State, battle: Battle) -> Iterator[tuple[int, float, int]]:
    """What the side's howitzers that stand still could hit, and nobody or only one other vehicle sees."""

    def seers(unit: int, at: int) -> list[int]:
        return [other for _, other in gunnery.spotters(state, unit, at)]

    return unseen(_howitzers(state, battle), seers)


def _howitzers(state: State, battle: Battle) -> Iterator[tuple[int, int, Worths]]:
    """Those that stand still, with the squares ahead and all that each could hit."""
    chart, arc = state.ground.chart, state.ground.grid.arc
    for unit, piece in enumerate(state.units.units):
        kind = chart[piece.kind]
        if piece.side is state.side and piece.active and kind.parabolic and piece.moved != state.round:
            lobs = battle.lobs(kind, piece.injured, piece.square)
            yield unit, arc(Arc.A45, piece.facing, piece.square), lobs


def _patients(state: State) -> Iterator[tuple[int, float, int]]:
    """The side's vehicles with broken tracks, and who is at work on each."""
    served = dict(repair.arranged(state))
    for unit, piece in enumerate(state.units.units):
        if piece.side is state.side and piece.active and piece.tracks is not Tracks.WHOLE:
            yield piece.square, TUNING.mend * value_of(state.ground, piece, 0), served.get(unit, -1)


def tows(state: State, unit: int) -> bool:
    """Whether a vehicle is cheap enough to pull guns, and can."""
    piece, kind = state.units.units[unit], state.kind(unit)
    return (
        kind.vehicle
        and kind.effectiveness <= TUNING.tractor
        and not kind.recovery
        and not (state.ground.setup.spaa and kind.id == SPAA)
        and piece.tracks is Tracks.WHOLE
    )


def _stranded(state: State, battle: Battle, mood: Mood) -> Iterator[tuple[int, int]]:
    """Fixed weapons that have nothing to fire at and nothing coming, each with the pose of whoever would pull it on."""
    if not mood.way:
        return
    ground, way = state.ground, battle.way(mood.goal)
    for unit, piece in enumerate(state.units.units):
        kind = ground.chart[piece.kind]
        if piece.side is not state.side or not piece.active or kind.vehicle or kind.weapon is None:
            continue
        reach = ground.setup.figures.section * (kind.parabolic.most if kind.parabolic else kind.weapon.range)
        if way.steps(piece.square, 0) <= reach + TUNING.useful or use_of(battle, kind.id, piece.square):
            continue
        around = _hitches(ground, way, piece)
        if around:
            yield unit, min(around)[2]


def _hitches(ground: Ground, way: Way, gun: Unit) -> list[tuple[int, int, int]]:
    """The poses of whoever would pull a gun on, each with the steps left from there and how far the gun has to turn."""
    back = gun.facing + 4
    return [
        (way.steps(at, 0), min((back - onward) % 8, (onward - back) % 8), at * 8 + onward)
        for onward in range(8)
        if (at := ground.grid.ahead(gun.square, onward)) >= 0 and ground.open >> at & 1
    ]


def use_of(battle: Battle, kind: str, square: int) -> float:
    """What a weapon could do from a square, whichever way it points."""
    gun = battle.board.chart[kind]
    lobs = battle.lobs(gun, False, square)
    return max(battle.gain(gun, 0, square), lobs[0][1] if lobs else 0.0)
