"""The end of a phase, a turn, a round and a game (CORE-11, CORE-12, CORE-15, CORE-21, CORE-176, CORE-177)."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.core.events import Event, GameEnded, PhaseBegan
from hulldown.rulebooks.panzerstrike.core.orders import EndMovement, EndTurn
from hulldown.rulebooks.panzerstrike.core.repair import end_of_turn
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import SPAA
from hulldown.rulebooks.panzerstrike.core.state import Phase, State

CORE_12 = RULES["CORE-12"]
CORE_23 = RULES["CORE-23"]
CORE_176 = RULES["CORE-176"]
CORE_177 = RULES["CORE-177"]
CORE_Q37 = RULES["CORE-Q37"]
CORE_Q44 = RULES["CORE-Q44"]


def resolve_end_of_movement(state: State, order: EndMovement, dice: Dice) -> Iterator[Event]:
    """CORE-18, CORE-21: whatever did not move stays; then all fire is announced."""
    yield PhaseBegan(Phase.ANNOUNCING, state.side, state.round)


def may_end_turn(state: State, order: EndTurn) -> Refusal | None:
    """CORE-23: what is announced is fired."""
    if not state.announced:
        return None
    left = ", ".join(state.name(shot.unit, state.side) for shot in state.announced)
    if state.phase is Phase.FIRING:
        return CORE_23.refuse(f"still to be rolled for: {left}")
    return CORE_23.refuse(f"fire is announced for {left}; open fire first")


def resolve_end_of_turn(state: State, order: EndTurn, dice: Dice) -> Iterator[Event]:
    """CORE-15, CORE-142, CORE-152: repairs go on, then limits are looked at, then the table goes to the other side."""
    yield from end_of_turn(state)
    last_of_round = state.side != state.first
    if last_of_round and (ended := end_of_round(state)):
        yield GameEnded(ended)
        return
    yield PhaseBegan(Phase.MOVEMENT, state.side.other, state.round + last_of_round)


def lost_spaa(state: State, side: Side) -> int:
    """CORE-176, CORE-Q37: how many of a side's SPAA are destroyed, by whomever."""
    return sum(piece.side == side and piece.kind == SPAA and not piece.active for piece in state.units.units)


def victory_by(state: State, unit: int) -> Result | None:
    """CORE-176, CORE-Q37: who has won by the loss of a unit. An SPAA that fell to its own side's shot counts too."""
    result, piece = victory_of(state), state.units.units[unit]
    if result is None or piece.kind != SPAA or piece.side is not state.side or not state.ground.setup.spaa:
        return result
    return Result(result.winner, CORE_Q37.id, f"{result.sentence[:-1]}: its own shot counts.")


def victory_of(state: State) -> Result | None:
    """CORE-11, CORE-12, CORE-176, CORE-Q44: who has won once enough enemy SPAA are destroyed; without a scenario, all
    units, fixed and unarmed ones too."""
    setup = state.ground.setup
    for side in Side:
        enemy = side.other
        if setup.spaa:
            if (lost := lost_spaa(state, enemy)) >= setup.lost_spaa:
                told = f"{enemy.label} has lost {lost} of its SPAA, so {side.label} wins."
                return Result(side, CORE_176.id, told)
        elif not state.units.active(enemy):
            return Result(side, CORE_12.id, f"All of {enemy.label}'s units are destroyed, so {side.label} wins.")
    return None


def end_of_round(state: State) -> Result | None:
    """CORE-177, CORE-Q44: a draw when the rounds run out; without a scenario too, though later."""
    setup = state.ground.setup
    rule, limit = (CORE_177, setup.turn_limit) if setup.spaa else (CORE_Q44, setup.figures.rounds)
    if state.round < limit:
        return None
    return Result(None, rule.id, f"{state.round} rounds are over and nobody has won: the game is a draw.")
