"""The end of a phase, a turn, a round and a game: repairs (DYN-143 … DYN-148), dust that settles (DYN-160), victory."""

from collections.abc import Iterator

from hulldown.geometry.squares import mask_of
from hulldown.kernel.dice import Dice
from hulldown.kernel.rulebook import Outline, Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.dynamic import driving, movement
from hulldown.rulebooks.panzerstrike.dynamic.events import Event, GameEnded, PhaseBegan, Repaired
from hulldown.rulebooks.panzerstrike.dynamic.orders import EndMovement, EndTurn
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State
from hulldown.rulebooks.panzerstrike.pieces import Condition

DYN_17 = RULES["DYN-17"]
DYN_144 = RULES["DYN-144"]
DYN_173 = RULES["DYN-173"]
DYN_174 = RULES["DYN-174"]
DYN_Q38 = RULES["DYN-Q38"]


def resolve_end_of_movement(state: State, order: EndMovement, dice: Dice) -> Iterator[Event]:
    """DYN-24, DYN-34, DYN-36: whatever did not move stays; then all firing."""
    yield PhaseBegan(Phase.FIRING, state.side, state.round)


def arranged(state: State) -> Iterator[tuple[int, int]]:
    """DYN-143, DYN-144, DYN-148, DYN-Q28, DYN-Q29: (patient, recovery vehicle) of both sides, in position: the damaged
    vehicle is in the square straight ahead. A recovery vehicle may be damaged itself."""
    units, grid, chart = state.units, state.ground.grid, state.ground.chart
    if not state.ground.recovery:
        return
    hurt = mask_of([piece.square for piece in units.units if piece.condition is Condition.DAMAGED])
    for by, piece in enumerate(units.units) if hurt else ():
        if chart[piece.kind].recovery and piece.active and piece.square >= 0:
            ahead = grid.ahead(piece.square, piece.facing)
            if ahead >= 0 and (hurt & units.active(piece.side)) >> ahead & 1:
                patient = units.standing_on(ahead)
                if state.kind(patient).vehicle:
                    yield patient, by


def repairs(state: State) -> list[tuple[int, int]]:
    """DYN-145, DYN-147, DYN-Q27: (patient, recovery vehicle) that come true at the end of this turn if both keep still.

    Whoever has not moved in this turn was in position when it began.
    """
    units, this_round = state.units.units, state.round
    found: dict[int, int] = {}
    for patient, by in arranged(state):
        still = all(this_round not in (units[unit].moved, units[unit].fired) for unit in (patient, by))
        if still and units[by].side == state.side:
            found.setdefault(patient, by)
    return list(found.items())


def outlines(state: State, unit: int) -> tuple[Outline, ...]:
    """DYN-144: where a recovery vehicle can go to face a damaged vehicle, for each that it does not face already."""
    units, grid = state.units, state.ground.grid
    if not state.kind(unit).recovery or not movement.can_move(state, unit):
        return ()
    found, faced = [], {patient for patient, by in arranged(state) if by == unit}
    poses = driving.course(state, unit, driving.steps_left(state, unit)).poses()
    for patient, piece in enumerate(units.units):
        if piece.side is state.side and piece.condition is Condition.DAMAGED and state.kind(patient).vehicle:
            cells = {pose >> 3 for pose in poses if grid.ahead(pose >> 3, pose & 7) == piece.square}
            if cells and patient != unit and patient not in faced:
                told = f"repair: from here it faces {state.name(patient, state.side)} and repairs it"
                found.append(Outline(told, DYN_144.id, tuple(sorted(cells))))
    return tuple(found)


def resolve_end_of_turn(state: State, order: EndTurn, dice: Dice) -> Iterator[Event]:
    """DYN-23, DYN-24, DYN-145, DYN-Q26: repairs are done, limits looked at, then the table goes to the other side."""
    for patient, by in repairs(state):
        yield Repaired(patient, by)
    last_of_round = state.side != state.first
    if ended := stalled(state) or (end_of_round(state) if last_of_round else None):
        yield GameEnded(ended)
        return
    yield PhaseBegan(Phase.ROLL, state.side.other, state.round + last_of_round)


def lost_spaa(state: State, side: Side) -> int:
    """DYN-173: how many of a side's SPAA are destroyed."""
    return sum(piece.side == side and piece.kind == SPAA and not piece.active for piece in state.units.units)


def victory_of(state: State) -> Result | None:
    """DYN-16, DYN-17, DYN-173: who acts has won once enough enemy SPAA are destroyed; without a scenario, all units."""
    setup, side, enemy = state.ground.setup, state.side, state.side.other
    if setup.spaa:
        if (lost := lost_spaa(state, enemy)) < setup.lost_spaa:
            return None
        return Result(side, DYN_173.id, f"{side.label} has destroyed {lost} of {enemy.label}'s SPAA and wins.")
    if state.units.active(enemy):
        return None
    return Result(side, DYN_17.id, f"{side.label} has destroyed all of {enemy.label}'s units and wins.")


def stalled(state: State) -> Result | None:
    """DYN-Q38: without a scenario the game is a draw when nobody is left who could fire."""
    chart = state.ground.chart
    if state.ground.setup.spaa or any(piece.active and chart[piece.kind].armed for piece in state.units.units):
        return None
    return Result(None, DYN_Q38.id, "Neither side has an armed unit left: the game is a draw.")


def end_of_round(state: State) -> Result | None:
    """DYN-172, DYN-174, DYN-Q38: a draw when the rounds run out. Without a limit, too many quiet rounds are one."""
    setup = state.ground.setup
    if setup.turn_limit:
        if state.round < setup.turn_limit:
            return None
        return Result(None, DYN_174.id, f"{state.round} rounds are over and nobody has won: the game is a draw.")
    quiet = state.round - state.last_change
    if quiet < setup.figures.quiet_rounds:
        return None
    return Result(None, DYN_Q38.id, f"{quiet} rounds went by in which nothing changed: the game is a draw.")
