"""The task of the flags (FR-47 … FR-58), the end of a turn, and the end of a game that is not won by destruction."""

from collections.abc import Iterator

from hulldown.geometry.squares import squares_of
from hulldown.kernel.dice import Dice
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.france1944.events import Event, FlagCaptured, GameEnded, PhaseBegan
from hulldown.rulebooks.panzerstrike.france1944.orders import EndTurn
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.setup import defender
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State

FR_57 = RULES["FR-57"]
FR_58 = RULES["FR-58"]
FR_Q33 = RULES["FR-Q33"]


def stood(state: State, unit: int) -> int:
    """FR-53, FR-55, FR-Q24: how many own turns have ended since a tank came to where it stands, this one included.

    A tank that never moved counts from the first turn, like one that arrived in it.
    """
    return state.round - max(1, state.tanks.units[unit].moved) + 1


def captures(state: State) -> Iterator[tuple[int, int]]:
    """FR-53 … FR-55, FR-Q21, FR-Q22, FR-Q25, FR-Q26: which tank takes which enemy flag's square at its turn's end.

    It came next to the flag in an earlier turn, has lived since, and has not taken a step in this turn.
    """
    side = state.side
    for flag in state.flags:
        if flag.side == side:
            continue
        beside = state.ground.grid.neighbours(flag.square) & state.tanks.active(side)
        for unit, tank in enumerate(state.tanks.units) if beside else ():
            if tank.side == side and tank.active and beside >> tank.square & 1 and stood(state, unit) >= 2:
                yield unit, flag.square
                break


def resolve_end_of_turn(state: State, order: EndTurn, dice: Dice) -> Iterator[Event]:
    """FR-47, FR-55 … FR-58, FR-Q23: flags are taken, then limits looked at, then the table goes to the other side."""
    side = state.side
    for unit, square in list(captures(state)):
        yield FlagCaptured(unit, square)
    enemy_had_flags = state.ground.setup.flags[side.other]
    if enemy_had_flags and not any(flag.side == side.other for flag in state.flags):
        yield GameEnded(
            Result(side, FR_57.id, f"{side.label} has captured all of {side.other.label}'s flags and wins.")
        )
        return
    last_of_round = side != state.first
    if last_of_round and (ended := end_of_round(state)):
        yield GameEnded(ended)
        return
    yield PhaseBegan(Phase.ROLL, side.other, state.round + last_of_round)


def end_of_round(state: State) -> Result | None:
    """FR-58, FR-Q33, FR-H8: the defender wins when the turns run out; without a limit, many quiet rounds are a draw."""
    setup = state.ground.setup
    if setup.turn_limit:
        holder = defender(setup)
        if state.round < setup.turn_limit or holder is None:
            return None
        return Result(holder, FR_58.id, f"{state.round} rounds are over and a flag still stands: {holder.label} wins.")
    quiet = state.round - state.last_loss
    if quiet < setup.figures.quiet_rounds:
        return None
    return Result(None, FR_Q33.id, f"{quiet} rounds went by without a loss: the game is a draw.")


def threads(state: State, side: Side) -> Iterator[tuple[int, int, int]]:
    """(tank, enemy flag's square, turns stood beside it): what the table shows of captures under way."""
    for flag in state.flags:
        if flag.side != side:
            beside = state.ground.grid.neighbours(flag.square) & state.tanks.active(side)
            for square in squares_of(beside):
                unit = state.tanks.standing_on(square)
                yield unit, flag.square, stood(state, unit)
