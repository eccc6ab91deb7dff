"""The turn: its phases (PK-02, PK-25), what comes at its start and its end, and the end of the game (PK-R46)."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf import campaign
from hulldown.rulebooks.panzerkampf.events import BankGrew, DugIn, Event, GameEnded, PhaseBegan
from hulldown.rulebooks.panzerkampf.orders import EndTurn
from hulldown.rulebooks.panzerkampf.setup import command_dice
from hulldown.rulebooks.panzerkampf.state import Phase, State

AT_THE_START = ("mark", "supplies")  # PK-119, PK-120: the command dice of the beginning of a turn


def begin_turn(state: State, side: Side, turn: int) -> Iterator[Event]:
    """PK-02, PK-94, PK-101, PK-105: the command dice first, then what comes at the start, then movement."""
    growth = campaign.growth(state, side)
    if command_dice(state.setup):
        phase = Phase.COMMAND
    elif campaign.relief_due(state, side, turn) or (growth and campaign.affordable(state, state.bank + growth)):
        phase = Phase.START
    else:
        phase = Phase.MOVEMENT
    yield PhaseBegan(phase, side, turn)
    if growth:
        yield BankGrew(growth, state.bank + growth)


def go_on(state: State) -> Iterator[Event]:
    """PK-02, PK-94, PK-101, PK-119, PK-120: before movement whatever there is to do at the start of the turn."""
    if not busy_start(state):
        yield PhaseBegan(Phase.MOVEMENT, state.side, state.turn)
    elif state.phase is not Phase.START:
        yield PhaseBegan(Phase.START, state.side, state.turn)


def busy_start(state: State) -> bool:
    """PK-94, PK-101, PK-119, PK-120: whether there is anything left to do before movement."""
    if any(command in AT_THE_START for command in state.pool) or campaign.relief_due(state, state.side, state.turn):
        return True
    return bool(campaign.growth(state, state.side)) and campaign.affordable(state, state.bank)


def shoots(state: State, side: Side) -> bool:
    """PK-25, PK-R44: whether a side may shoot in this turn; after a silent start the attacker not in his first one."""
    setup = state.setup
    if setup.campaign != "encircled" or not setup.silent_start or side is setup.defending:
        return True
    return state.side is not side or state.turn > 2


def resolve_end_turn(state: State, order: EndTurn, dice: Dice) -> Iterator[Event]:
    """PK-02, PK-23, PK-R10, PK-R46: trenches are ready, and the other side has the next turn, until a limit ends it."""
    for unit, piece in enumerate(state.units):
        if piece.digging == state.turn and piece.standing and not piece.dug_in:
            yield DugIn(unit)
    if 0 < 2 * state.setup.figures.rounds <= state.turn:
        yield GameEnded(campaign.result_by_rounds(state))
    else:
        yield from begin_turn(state, state.side.other, state.turn + 1)


def after_losses(state: State) -> Iterator[Event]:
    """PK-77, PK-87: the game is over as soon as a side has won."""
    if result := campaign.victory_of(state):
        yield GameEnded(result)
