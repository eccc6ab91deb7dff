"""The shots that are foreseen: those of this turn, and of a whole next one."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from hulldown.bots.panzerstrike.core.battle import Battle, battle_of
from hulldown.bots.panzerstrike.core.threats import Threats, threats_of
from hulldown.bots.panzerstrike.core.views import lays, view_of
from hulldown.bots.panzerstrike.exchange import Shots, Sides, Volley, turn_of
from hulldown.geometry.squares import ALL_LINES, Arc
from hulldown.kernel.side import Side
from hulldown.outcome.core.harm import SPOILED_BY_MOVE, Health, health_of
from hulldown.rulebooks.panzerstrike import movement_dice
from hulldown.rulebooks.panzerstrike.core import gunnery
from hulldown.rulebooks.panzerstrike.core.setup import UnitType
from hulldown.rulebooks.panzerstrike.core.state import Phase, State, Tracks, Unit

Target = tuple[int, Unit, Health]


def shots_now(state: State, own: Sides) -> Volley:
    """The shots that the side to act has left, as all stand; while it moves, turrets are still laid."""
    units, battle, found, eyes = state.units.units, battle_of(state), list[tuple[int, Shots]](), -1
    at_square = {units[unit].square: unit for unit in own[state.side.other]}
    announced = {shot.unit: shot.target for shot in state.announced}
    for unit in own[state.side]:
        piece, kind = units[unit], state.kind(unit)
        if kind.weapon is None or gunnery.barred(state, unit) is not None or piece.fired == state.round:
            continue
        if state.phase is Phase.FIRING and unit not in announced:
            continue
        gains = [*_laid(state, battle, piece, kind)]
        if kind.parabolic and piece.moved != state.round:
            eyes = _eyes(state, own[state.side]) if eyes < 0 else eyes
            gains += _lofted(state, battle, piece, kind, eyes)
        shots = [(at_square[at], gain / battle.by_square[at].worth) for at, gain in gains]
        if unit in announced:
            shots = [shot for shot in shots if shot[0] == announced[unit]]
        if shots:
            found.append((unit, shots))
    return found


def _laid(state: State, battle: Battle, piece: Unit, kind: UnitType) -> Iterator[tuple[int, float]]:
    """The direct shots that a unit has, by the square of the target: those on which it is laid, or can still be."""
    ground, square, setup = state.ground, piece.square, state.ground.setup
    if not battle.seen >> square & 1:
        return
    spoils = int(piece.injured) | SPOILED_BY_MOVE * (setup.on_the_move and piece.moved == state.round)
    free = state.phase is Phase.MOVEMENT or setup.free_turrets or setup.moulded
    laid = ground.grid.arc(Arc.A45, (piece.facing + piece.turret) % 8, square)
    for at, gain in battle.shots(kind, spoils, square):
        bears = lays(ground, piece, kind, square, piece.facing, at) if free else laid >> at & 1
        if bears and ground.cover.masked(square, at, state.units.occupied) != ALL_LINES:
            yield at, gain


def _lofted(state: State, battle: Battle, piece: Unit, kind: UnitType, eyes: int) -> Iterator[tuple[int, float]]:
    """The same in a high arc, at what somebody sees."""
    ground, square = state.ground, piece.square
    ahead = ground.grid.arc(Arc.A45, piece.facing, square) & (eyes | view_of(ground, square))
    for at, gain in battle.lobs(kind, piece.injured, square):
        if ahead >> at & 1:
            yield at, gain


def _eyes(state: State, own: list[int]) -> int:
    """What those who may report see together."""
    units = state.units.units
    return reduce(or_, [view_of(state.ground, units[unit].square) for unit in own if gunnery.reports(state, unit)], 0)


def next_turn(state: State, own: Sides, side: Side, worth: list[float]) -> list[Volley]:
    """The shots of a whole turn of a side: a step before them for all, and a drive for as many as have slots."""
    units, chart, figures = state.units.units, state.ground.chart, state.ground.setup.figures
    threats = threats_of(state)
    targets = [(unit, units[unit], health_of(units[unit])) for unit in own[side.other]]
    standing, coming = list[tuple[int, Shots]](), list[tuple[int, list[Shots]]]()
    eyes, vehicles, commands = -1, 0, False
    turns = figures.traverse
    if side is state.side and state.phase is Phase.MOVEMENT:  # turrets are laid now already
        turns *= 2
    for unit in own[side]:
        piece = units[unit]
        kind = chart[piece.kind]
        vehicles += kind.vehicle
        commands = commands or piece.command
        if kind.weapon is None or piece.timer:
            continue
        mobile = kind.vehicle and piece.tracks is not Tracks.IMMOBILE and not piece.injured
        still = _driven(threats, piece, kind, 1 if mobile else 0, turns, targets)
        if kind.parabolic:
            eyes = _eyes(state, own[side]) if eyes < 0 else eyes
            still += threats.lobs(piece, kind, targets, eyes)
        standing.append((unit, still))
        if mobile:
            coming.append((unit, [_driven(threats, piece, kind, max(1, kind.max), turns, targets)]))
    slots = movement_dice.dice_for(figures.coordinated, figures.most_coordinated, vehicles) + figures.command * commands
    return [turn_of(standing, coming, (0,) * slots, worth)]


def _driven(threats: Threats, piece: Unit, kind: UnitType, steps: int, turns: int, targets: list[Target]) -> Shots:
    """The best shots of a unit after a drive of so many steps."""
    key, zone = threats.reach(piece, kind, steps, turns)
    shots: Shots = []
    for target, aim, health in targets:
        if zone >> aim.square & 1 and (harmed := threats.comes(key, piece, kind, aim, health)):
            shots.append((target, harmed))
    return shots
