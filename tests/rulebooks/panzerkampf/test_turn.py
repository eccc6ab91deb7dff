"""The turn: its phases and their order, what ends with it, and who may act (PK-02, PK-23, PK-25, PK-57, PK-67)."""

from typing import Any

import pytest

from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import timing, turn
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.events import DugIn, FieldsRemoved, GameEnded, PhaseBegan, WindowOpened
from hulldown.rulebooks.panzerkampf.judging import CHAPTERS
from hulldown.rulebooks.panzerkampf.orders import (
    AssignEdges,
    Barrage,
    Begin,
    Bomb,
    Command,
    Deploy,
    DigIn,
    EndMovement,
    EndStart,
    EndTurn,
    Fire,
    LayBridge,
    Order,
    Pass,
    RollCommand,
    SetUpFirst,
    Shell,
    Supply,
    Surface,
    TakeEdge,
    TakeTurn,
)
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where, Window
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import allows, battle, blue, change, cm, move, play, red, refused


def far(**options: Any) -> State:
    """Two medium tanks that cannot reach each other."""
    return battle([red("medium-tank", 10, 40, 90), blue("medium-tank", 110, 40, 270)], **options)


@rule("PK-02", "PK-25")
def test_all_units_move_and_then_all_shoot_and_then_the_other_side_is_on() -> None:
    state = far()
    refused(state, EndTurn(), "PK-25", "Red has not ended its movement yet")
    assert play(state, EndMovement()) == (PhaseBegan(Phase.SHOOTING, RED, 3),)
    refused(state, move(0, (0, 1)), "PK-02", "the movement of this turn is over; Red shoots")
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
def test_at_another_time_an_order_is_told_the_fact_and_no_name_of_a_phase(phase: Phase, order: Order) -> None:
    state = far(phase=phase, window=Window(BLUE, ()) if phase is Phase.COUNTER else None)
    found = book.refuse(state, order)
    if phase not in CHAPTERS[type(order)][0]:
        assert found is not None
        assert found == timing.amiss(state, order)
    if found is not None:
        assert "phase" not in found.sentence
        assert type(order).__name__ not in found.sentence


@rule("PK-02", "PK-57", "PK-83", "PK-86", "PK-93", "PK-100", "PK-104", "PK-105", "PK-R61", "PK-R74")
@pytest.mark.parametrize(
    ("order", "fields", "cited", "told"),
    [
        (EndTurn(), {"phase": Phase.BEGIN}, "PK-83", "nobody has rolled for the choices yet"),
        (EndTurn(), {"phase": Phase.FIRST}, "PK-86", "Red has not said yet who has the first turn"),
        (EndTurn(), {"phase": Phase.FIRST, "campaign": "escort"}, "PK-93", "Red has not said yet"),
        (EndTurn(), {"phase": Phase.FIRST, "campaign": "encircled"}, "PK-100", "Red has not said yet"),
        (Begin(), {}, "PK-83", "both have rolled for the choices"),
        (TakeTurn(True), {}, "PK-86", "it is decided already: Red has the first turn"),
        (TakeEdge("north"), {}, "PK-83", "Red has the south edge already, and Blue the north one"),
        (TakeEdge("north"), {"campaign": "encircled"}, "PK-101", "at the start of Red's turn in round 6"),
        (AssignEdges("north", "west"), {}, "PK-89", "in an escort only"),
        (SetUpFirst(True), {"campaign": "escort"}, "PK-92", "the attacker, Blue, deploys first"),
        (Deploy("infantry", 0, 0, 0), {}, "PK-85", "all units stand already"),
        (Deploy("infantry", 0, 0, 0), {"campaign": "escort"}, "PK-R43", "at the start of Blue's turn"),
        (Deploy("infantry", 0, 0, 0), {"campaign": "encircled"}, "PK-R44", "at the start of Red's turn"),
        (RollCommand(), {}, "PK-104", "this battle is played without command dice"),
        (RollCommand(), {"command": True, "limit": 900}, "PK-104", "900 points bring no command die"),
        (RollCommand(), {"command": True}, "PK-105", "are rolled already"),
        (EndMovement(), {"command": True, "phase": Phase.COMMAND}, "PK-105", "Red has not rolled its command dice yet"),
        (Command("aim", 0), {"command": True, "window": Window(BLUE, ())}, "PK-R74", "Blue may counter-attack first"),
        (Supply(0, 0), {"command": True}, "PK-120", "at the beginning of a turn, which is over"),
        (EndStart(), {}, "PK-02", "the movement of this turn has begun already"),
        (Fire(0, 0, 1), {"phase": Phase.START}, "PK-02", "Red's turn has only begun"),
        (Barrage(0, 0), {}, "PK-125", "a barrage falls when Red shoots; Red has not ended its movement yet"),
        (move(0, (0, 1)), {"window": Window(BLUE, ())}, "PK-02", "is over; Blue may counter-attack first"),
        (Bomb(0, 0, 0), {"window": Window(BLUE, ())}, "PK-R61", "bombs are no counter-attack"),
        (LayBridge(0), {"window": Window(BLUE, ())}, "PK-R61", "a bridge is no counter-attack"),
        (EndTurn(), {"window": Window(BLUE, ())}, "PK-57", "Blue may counter-attack first"),
        (Pass(), {}, "PK-57", "nobody has a counter-attack to make now"),
    ],
)
def test_what_comes_first_or_is_over_is_told(order: Order, fields: dict[str, Any], cited: str, told: str) -> None:
    if "window" in fields:
        fields = fields | {"phase": Phase.COUNTER}
    refused(far(**fields), order, cited, told)


@rule("PK-83", "PK-85", "PK-89")
def test_before_the_battle_whoever_has_to_choose_or_deploy_is_told() -> None:
    state = far(phase=Phase.CHOICE, edges=("", ""), chosen=False)
    refused(state, EndTurn(), "PK-83", "Red has still to choose")
    refused(far(phase=Phase.CHOICE), EndTurn(), "PK-83", "Red has still to choose a side")
    refused(far(phase=Phase.CHOICE, chosen=False), EndTurn(), "PK-83", "Red has still to say who deploys first")
    refused(far(phase=Phase.CHOICE, campaign="escort"), EndTurn(), "PK-89", "Red has not assigned the edges yet")
    waits = battle([red("infantry", 0, 0, where=Where.WAITING), blue("infantry", 9, 9)], phase=Phase.DEPLOYMENT)
    refused(waits, EndTurn(), "PK-85", "Red has 1 unit still to deploy")


@rule("PK-87", "PK-R46")
def test_when_the_game_is_over_the_rule_of_its_end_is_told() -> None:
    state = far(phase=Phase.OVER, result=Result(None, "PK-R46", "A draw."))
    for order in (EndTurn(), Begin(), move(0, (0, 1)), RollCommand()):
        refused(state, order, "PK-R46", "the game is over")


@rule("PK-23", "PK-R10")
def test_a_trench_is_ready_at_the_end_of_the_turn() -> None:
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


@rule("PK-67", "PK-R31")
def test_fields_that_struck_are_gone_after_the_movement() -> None:
    units = [red("minelayer", 10, 10), red("minelayer", 10, 20), blue("medium-tank", 110, 40, 270)]
    state = battle(units, mines=[(0, 50, 50), (1, 60, 60)])
    state.mines = (state.mines[0], type(state.mines[1])(1, *cm(60, 60), (2,)))
    assert play(state, EndMovement())[0] == FieldsRemoved((1,))
    assert [field.owner for field in state.mines] == [0]


@rule("PK-57", "PK-60", "PK-R29")
def test_y14_a_counter_attack_silences_until_the_owners_next_shooting_phase_ends() -> None:
    """Blue's AA fires in Red's turn: not in Blue's own window, not in Blue's shooting, again in Red's next turn."""
    state = battle([red("medium-tank", 40, 40, 90), blue("aa-half-track", 60, 40, 270), blue("aa-half-track", 60, 60)])
    assert play(state, EndMovement()) == (WindowOpened(BLUE, (1, 2)),)
    assert (state.phase, book.to_act(state), state.side) == (Phase.COUNTER, BLUE, RED)
    refused(state, EndTurn(), "PK-57")
    play(state, Fire(1, 0, 0), (1, 1, 1, 1))
    play(state, Pass())
    assert (state.phase, book.to_act(state)) == (Phase.SHOOTING, RED)
    play(state, EndTurn())
    change(state, 2, x=cm(119), y=cm(79))
    assert play(state, EndMovement()) == (PhaseBegan(Phase.SHOOTING, BLUE, 4),)  # no window for the silent one
    refused(state, Fire(1, 0, 0), "PK-60")
    play(state, EndTurn())
    assert play(state, EndMovement()) == (WindowOpened(BLUE, (1,)),)


@rule("PK-25", "PK-R44")
def test_after_a_silent_start_an_encircler_does_not_shoot_in_his_first_turn() -> None:
    units = [red("infantry", 60, 60), blue("aa-half-track", 60, 80)]
    state = battle(units, campaign="encircled", relief={}, side=BLUE, turn=2, first=RED, silent_start=True)
    assert play(state, EndMovement()) == (PhaseBegan(Phase.SHOOTING, BLUE, 2),)  # no window for him either
    refused(state, Fire(1, 0, 0), "PK-R44", "Blue", "movement only")
    assert list(book.orders(state)) == [EndTurn()]
    assert turn.shoots(battle(units, campaign="encircled", relief={}, side=BLUE, turn=4, silent_start=True), BLUE)
    assert turn.shoots(battle(units, campaign="encircled", relief={}, side=BLUE, turn=2, dug_in=True), BLUE)


@rule("PK-77", "PK-87")
def test_the_game_ends_with_the_last_unit_in_the_middle_of_a_phase() -> None:
    state = battle([red("medium-tank", 40, 40, 90), blue("infantry", 60, 40, hp=1)], phase=Phase.SHOOTING)
    events = play(state, Fire(0, 0, 1), (11,), (11, 1))
    assert isinstance(events[-1], GameEnded)
    assert events[-1].result.winner is RED
    assert (state.phase, book.to_act(state), list(book.orders(state))) == (Phase.OVER, None, [])
    refused(state, EndTurn(), "PK-87")


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
