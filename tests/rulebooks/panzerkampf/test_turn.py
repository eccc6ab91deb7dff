"""The turn: its phases and their order, what ends with it, and who may act (PK-02, PK-23, PK-25, PK-57, PK-67)."""

from typing import Any

import pytest

from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import turn
from hulldown.rulebooks.panzerkampf.book import CHAPTERS, book
from hulldown.rulebooks.panzerkampf.events import DugIn, FieldsRemoved, GameEnded, PhaseBegan, WindowOpened
from hulldown.rulebooks.panzerkampf.orders import (
    Barrage,
    Begin,
    DigIn,
    EndMovement,
    EndStart,
    EndTurn,
    Fire,
    LayBridge,
    Order,
    Pass,
    RollCommand,
    Shell,
    Surface,
    TakeTurn,
)
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import allows, battle, blue, change, cm, move, play, red, refused


def far(**options: Any) -> State:
    """Two medium tanks that cannot reach each other."""
    return battle([red("medium-tank", 10, 40, 90), blue("medium-tank", 110, 40, 270)], **options)


@rule("PK-02", "PK-25")
def test_all_units_move_and_then_all_shoot_and_then_the_other_side_is_on() -> None:
    state = far()
    refused(state, EndTurn(), "PK-25", "movement", "shooting")
    assert play(state, EndMovement()) == (PhaseBegan(Phase.SHOOTING, RED, 3),)
    refused(state, move(0, (0, 1)), "PK-02", "movement", "shooting")
    assert play(state, EndTurn()) == (PhaseBegan(Phase.MOVEMENT, BLUE, 4),)
    assert (state.round, book.to_act(state)) == (2, BLUE)
    refused(state, move(0, (0, 1)), "PK-02", "Red Medium tank 1")
    assert allows(state, move(1, (0, 1)))
    play(state, EndMovement())
    assert play(state, EndTurn()) == (PhaseBegan(Phase.MOVEMENT, RED, 5),)
    assert state.round == 3


@rule("PK-02")
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
@pytest.mark.parametrize(
    "order",
    [
        *(Begin(), TakeTurn(True), RollCommand(), EndStart(), EndMovement(), Pass(), EndTurn()),
        *(Barrage(0, 0), Fire(0, 0, 1), Shell(0, 0, 0, 0), move(0, (0, 1)), DigIn(0), Surface(0), LayBridge(0)),
    ],
)
def test_each_order_has_its_phase(phase: Phase, order: Order) -> None:
    state = far(phase=phase)
    phases, cited, _, _ = CHAPTERS[type(order)]
    if phase not in phases:
        refused(state, order, cited.id, type(order).__name__, f"'{phase}'")
    elif (found := book.refuse(state, order)) is not None:
        assert "belongs to the phase" not in found.sentence


@rule("PK-23")
def test_a_trench_is_ready_at_the_end_of_the_turn_r10() -> None:
    state = battle([red("infantry", 10, 40), red("infantry", 20, 40), blue("medium-tank", 110, 40, 270)])
    play(state, DigIn(0))
    assert not state.units[0].dug_in
    play(state, EndMovement())
    assert play(state, EndTurn())[0] == DugIn(0)
    assert [piece.dug_in for piece in state.units] == [True, False, False]


@rule("PK-23")
def test_a_unit_that_falls_digs_no_trench() -> None:
    state = battle([red("infantry", 10, 40), red("infantry", 20, 40), blue("medium-tank", 110, 40, 270)])
    play(state, DigIn(0))
    play(state, EndMovement())
    change(state, 0, hp=0, wreck=True)
    assert play(state, EndTurn()) == (PhaseBegan(Phase.MOVEMENT, BLUE, 4),)


@rule("PK-67")
def test_fields_that_struck_are_gone_after_the_movement_r31() -> None:
    units = [red("minelayer", 10, 10), red("minelayer", 10, 20), blue("medium-tank", 110, 40, 270)]
    state = battle(units, mines=[(0, 50, 50), (1, 60, 60)])
    state.mines = (state.mines[0], type(state.mines[1])(1, *cm(60, 60), (2,)))
    assert play(state, EndMovement())[0] == FieldsRemoved((1,))
    assert [field.owner for field in state.mines] == [0]


@rule("PK-57", "PK-60")
def test_y14_a_counter_attack_silences_until_the_owners_next_shooting_phase_ends_r29() -> None:
    """Blue's AA fires in Red's turn: not in Blue's own window, not in Blue's shooting, again in Red's next turn."""
    state = battle([red("medium-tank", 40, 40, 90), blue("aa-half-track", 60, 40, 270), blue("aa-half-track", 60, 60)])
    assert play(state, EndMovement()) == (WindowOpened(BLUE, (1, 2)),)
    assert (state.phase, book.to_act(state), state.side) == (Phase.COUNTER, BLUE, RED)
    refused(state, EndTurn(), "PK-25")
    play(state, Fire(1, 0, 0), (1, 1, 1, 1))
    play(state, Pass())
    assert (state.phase, book.to_act(state)) == (Phase.SHOOTING, RED)
    play(state, EndTurn())
    change(state, 2, x=cm(119), y=cm(79))
    assert play(state, EndMovement()) == (PhaseBegan(Phase.SHOOTING, BLUE, 4),)  # no window for the silent one
    refused(state, Fire(1, 0, 0), "PK-60")
    play(state, EndTurn())
    assert play(state, EndMovement()) == (WindowOpened(BLUE, (1,)),)


@rule("PK-25", "PK-99")
def test_an_encircler_does_not_shoot_in_his_first_turn_r44() -> None:
    units = [red("infantry", 60, 60), blue("aa-half-track", 60, 80)]
    state = battle(units, campaign="encircled", relief={}, side=BLUE, turn=2, first=RED)
    assert play(state, EndMovement()) == (PhaseBegan(Phase.SHOOTING, BLUE, 2),)  # no window for him either
    refused(state, Fire(1, 0, 0), "PK-99", "Blue", "movement only")
    assert list(book.orders(state)) == [EndTurn()]
    assert turn.shoots(battle(units, campaign="encircled", relief={}, side=BLUE, turn=4), BLUE)


@rule("PK-77", "PK-87")
def test_the_game_ends_with_the_last_unit_in_the_middle_of_a_phase() -> None:
    state = battle([red("medium-tank", 40, 40, 90), blue("infantry", 60, 40, hp=1)], phase=Phase.SHOOTING)
    events = play(state, Fire(0, 0, 1), (11,), (11, 1))
    assert isinstance(events[-1], GameEnded)
    assert events[-1].result.winner is RED
    assert (state.phase, book.to_act(state), list(book.orders(state))) == (Phase.OVER, None, [])
    refused(state, EndTurn(), "PK-25")


@rule("PK-77", "PK-87")
def test_whoever_falls_to_a_counter_attack_may_end_the_game() -> None:
    state = battle([red("infantry", 40, 40, hp=1), blue("aa-half-track", 60, 40)])
    play(state, EndMovement())
    events = play(state, Fire(1, 0, 0), (11, 1, 1, 1), (11,))
    assert isinstance(events[-1], GameEnded)
    assert state.window is None


@rule("PK-69", "PK-87")
def test_a_side_whose_last_unit_becomes_a_bridge_has_no_unit_left() -> None:
    state = battle([red("bridge-layer", 40, 40), blue("infantry", 60, 60)], phase=Phase.SHOOTING)
    events = play(state, LayBridge(0))
    assert state.units[0].where is Where.GONE
    assert isinstance(events[-1], GameEnded)
    assert events[-1].result.winner is BLUE
