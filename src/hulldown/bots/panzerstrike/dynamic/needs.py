"""What the side's vehicles can do for each other, and how boldly it plays."""

from collections.abc import Iterator
from typing import NamedTuple

from hulldown.bots.panzerstrike.dynamic.battle import Battle, value_of
from hulldown.bots.panzerstrike.dynamic.chances import bearing, hit_chances
from hulldown.bots.panzerstrike.dynamic.tuning import TUNING
from hulldown.bots.panzerstrike.howitzers import Worths, unseen
from hulldown.bots.panzerstrike.mood import Mood, mood_for
from hulldown.geometry.squares import Arc
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike.dynamic import parabolic, turn
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA
from hulldown.rulebooks.panzerstrike.dynamic.state import State
from hulldown.rulebooks.panzerstrike.pieces import Condition


def mood_of(state: State) -> Mood:
    ground, side, setup = state.ground, state.side, state.ground.setup
    points, mobile = [0.0, 0.0], [0.0, 0.0]
    goal = 0
    for piece in state.units.units:
        if piece.active:
            points[piece.side] += value_of(ground, piece, 0)
            kind = ground.chart[piece.kind]
            mobile[piece.side] += kind.points * (kind.vehicle and kind.armed and piece.condition is Condition.SOUND)
            if piece.side is not side and (not setup.spaa or piece.kind == SPAA):
                goal |= 1 << piece.square
    lost = turn.lost_spaa(state, side) if setup.spaa else 0
    return mood_for(side, points, mobile, goal, state.round - state.last_change, lost, TUNING)


class Needs(NamedTuple):
    """What the side's vehicles can do for each other: where fighters stand, what all see together, and
    - spots: enemies whom a howitzer could hit if only somebody saw them: square, worth, and the only unit that does;
    - patients: damaged vehicles: square, worth, and the recovery vehicle that faces it. Nobody is −1;
    - lines: where they stand in the way of each other's shots, and what those are worth.
    """

    fighters: int
    eyes: int
    spots: tuple[tuple[int, float, int], ...]
    patients: tuple[tuple[int, float, int], ...]
    lines: dict[int, float]


def needs_of(state: State, battle: Battle) -> Needs:
    ground, chart = state.ground, state.ground.chart
    fighters = eyes = 0
    for piece in state.units.units:
        if piece.side is state.side and piece.active and (kind := chart[piece.kind]).vehicle:
            fighters |= kind.armed << piece.square
            eyes |= family.in_view(ground.contact, piece.square)
    return Needs(fighters, eyes, tuple(_spots(state, battle)), tuple(_patients(state)), _lines(state, battle))


def _lines(state: State, battle: Battle) -> dict[int, float]:
    """The squares of own vehicles that close a friend's only shots, each with the best of these."""
    ground, own = state.ground, state.units.active(state.side)
    found: dict[int, float] = {}
    for piece in state.units.units:
        kind = ground.chart[piece.kind]
        if piece.side is not state.side or not piece.active or not kind.armed:
            continue
        moved = piece.moved == state.round
        bears = bearing(ground, kind.mount, piece.square, piece.facing, piece.rested, moved)
        targets = [target for target in battle.targets(piece.square) if bears >> target[2] & 1]
        if any(ground.sight.clear(piece.square, at, own) for _, _, at in targets):
            continue
        chances = hit_chances(ground, kind.id)
        for needed, worth, at in targets:
            for square in ground.sight.trace(piece.square, at, own).discs:
                if own >> square & 1:
                    found[square] = max(found.get(square, 0.0), chances[needed] * worth)
    return found


def _spots(state: State, battle: Battle) -> Iterator[tuple[int, float, int]]:
    """What the side's howitzers that stand still could hit, and nobody or only one other vehicle sees."""

    def seers(unit: int, at: int) -> list[int]:
        return [*parabolic.spotters(state, unit, state.units.standing_on(at))]

    return unseen(_howitzers(state, battle), seers)


def _howitzers(state: State, battle: Battle) -> Iterator[tuple[int, int, Worths]]:
    """Those that stand still, with the squares ahead and all that each could hit."""
    chart, arc = state.ground.chart, state.ground.grid.arc
    for unit, piece in enumerate(state.units.units):
        kind = chart[piece.kind]
        if piece.side is state.side and piece.active and kind.parabolic and piece.moved != state.round:
            yield unit, arc(Arc.A27, piece.facing, piece.square), battle.lobs(kind, piece.square)


def _patients(state: State) -> Iterator[tuple[int, float, int]]:
    """The side's damaged vehicles, and who faces each to repair it; nobody looks for them who cannot repair."""
    units = state.units.units
    if not any(piece.side is state.side and piece.active and state.kind(u).recovery for u, piece in enumerate(units)):
        return
    served = dict(turn.arranged(state))
    for unit, piece in enumerate(units):
        if piece.side is state.side and piece.condition is Condition.DAMAGED and state.kind(unit).vehicle:
            yield piece.square, TUNING.mend * value_of(state.ground, piece, 0), served.get(unit, -1)
