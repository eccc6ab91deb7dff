"""Initiative, turrets, activation, breakdowns, ambush, and how a game ends: the ledger's case W23, and our own."""

import pytest

from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.squadron import turn
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.events import Activated, GameEnded, InitiativeRolled, PhaseBegan
from hulldown.rulebooks.squadron.orders import (
    Activate,
    Ambush,
    Begin,
    EndActivation,
    KeepTurrets,
    Order,
    Pass,
    RollInitiative,
    RollMovement,
    SwingAllBack,
    SwingBack,
)
from hulldown.rulebooks.squadron.state import Phase
from tests.marks import rule
from tests.rulebooks.squadron.cast import Table, altered, case, field, table

FAR = field(10, 12, A1="TE1↓", C1="TE2↓", E1="TE3↓", A12="ch1↑", C12="ch2↑")


def walls(drawing: str = FAR) -> str:
    """The same with a wall of large houses across, so that nobody sees anybody."""
    rows = drawing.split("\n")
    rows[5] = rows[6] = " ".join("H" * 10)
    return "\n".join(rows)


# Initiative


@rule("SQ-20", "SQ-21")
@pytest.mark.parametrize(("rolls", "first"), [((7, 3), RED), ((2, 9), BLUE)])
def test_the_higher_die_has_the_initiative_and_begins(rolls: tuple[int, int], first: Side) -> None:
    at = table(walls(), phase=Phase.INITIATIVE)
    events = at.play(RollInitiative(), rolls)
    assert events == (InitiativeRolled((rolls,), first), PhaseBegan(Phase.ACTIVATION, first, 2))
    assert book.to_act(at.state) is first


@rule("SQ-20", "SQ-Q29")
def test_equal_dice_are_rolled_again() -> None:
    at = table(walls(), phase=Phase.INITIATIVE)
    rolled = at.play(RollInitiative(), (4, 4), (9, 9), (1, 2))[0]
    assert rolled == InitiativeRolled(((4, 4), (9, 9), (1, 2)), BLUE)


@rule("SQ-22", "SQ-23", "SQ-24", "SQ-25")
def test_sides_alternate_and_the_longer_list_goes_on_alone() -> None:
    at = table(walls())
    sides = []
    for name in ("TE1", "ch1", "TE2", "ch2", "TE3"):
        sides.append(book.to_act(at.state))
        at.play(at.ambush(name))
    assert sides == [RED, BLUE, RED, BLUE, RED]
    assert (at.state.phase, at.state.turn) == (Phase.INITIATIVE, 3)
    at.play(RollInitiative(), (1, 2))
    sides = []
    for name in ("ch1", "TE1", "ch2", "TE2", "TE3"):
        sides.append(book.to_act(at.state))
        at.play(at.ambush(name))
    assert sides == [BLUE, RED, BLUE, RED, RED]


@rule("SQ-23")
def test_a_tank_is_activated_once_a_turn_and_wrecks_never() -> None:
    at = table(walls().replace("TE3↓", "×TE3"), activated=["TE1"])
    assert {order.unit for order in at.orders() if isinstance(order, Ambush)} == {at.unit("TE2")}
    at.refused(at.ambush("TE1"), "SQ-23", "has been activated in this turn")
    at.refused(at.ambush("TE3"), "SQ-23", "is a wreck")
    at.refused(at.ambush("ch1"), "SQ-21", "not one of Red's tanks")
    at.refused(Ambush(50), "SQ-21", "numbered 0 to 4")


@rule("SQ-22", "SQ-26", "SQ-Q6")
def test_one_activation_ends_before_the_next_begins() -> None:
    """SQ-Q6: after the roll there is no ambush."""
    at = table(walls())
    at.play(at.roll("TE1"), (4,))
    at.refused(at.roll("TE2"), "SQ-22", "T-34/85 1 is activated now")
    at.refused(at.roll("ch1"), "SQ-21", "not one of Red's tanks")
    at.refused(at.ambush("TE1"), "SQ-Q6", "has rolled its movement dice; it cannot lie in ambush any more")
    at.refused(at.roll("TE1"), "SQ-26", "is under way already")


# What is amiss at another time


@rule("SQ-09", "SQ-26", "SQ-Q28")
def test_a_broken_down_tank_neither_drives_nor_turns() -> None:
    at = case({(0, 0): "PA1~↗", (4, -2): "ch1↙"})
    at.play(at.activate("PA1"), (1,))
    at.refused(at.turn("↘"), "SQ-09", "Panther G 1 has broken down and cannot turn this turn")
    at.refused(at.step((1, 0)), "SQ-09", "Panther G 1 has broken down and cannot drive this turn")
    at.refused(EndActivation(False), "SQ-26", "Panther G 1 is activated and has not taken its action yet")


@rule("SQ-26", "SQ-32", "SQ-35")
def test_nobody_drives_before_the_movement_dice() -> None:
    for word, printed in (("PA1↗", "SQ-32"), ("PA1~↗", "SQ-35")):
        at = case({(0, 0): word, (4, -2): "ch1↙"})
        for order in (at.turn("↘"), at.step((1, 0)), EndActivation(False)):
            at.refused(order, "SQ-26", "none of Red's tanks is under way")
        at.play(at.activate("PA1"), (3,))
        for order in (at.turn("↘"), at.step((1, 0))):
            told = at.refused(order, printed, "Panther G 1 has not rolled its movement dice")
            assert told.nearest == at.roll("PA1")


@rule("SQ-20", "SQ-25", "SQ-76")
def test_a_turn_has_its_order_and_the_referee_says_where_it_is() -> None:
    at = table(walls(field(10, 12, A1="TE1↓↘", C1="TE2↓", A12="ch1↑")), phase=Phase.INITIATIVE)
    shot = at.fire("TE1", "ch1")
    early: list[Order] = [at.ambush("TE1"), at.roll("TE1"), at.swing_back("TE1"), KeepTurrets(), Pass(), shot]
    for order in early:
        told = at.refused(order, "SQ-20", "the initiative of turn 2 has not been rolled yet")
        assert told.nearest == RollInitiative()
    at.play(RollInitiative(), (2, 1))
    at.refused(RollInitiative(), "SQ-25", "turn 2 has not ended; Red has its initiative")
    for order in (at.ambush("TE1"), at.turn("↘"), Pass(), shot):
        at.refused(order, "SQ-76", "Red has turned turrets")
    at.play(KeepTurrets())
    for order in (KeepTurrets(), SwingAllBack(), at.swing_back("TE1")):
        at.refused(order, "SQ-76", "turrets swing back when a turn begins; turn 2 has begun")
    at.refused(Begin(), "SQ-Q29", "already who places first")
    at.refused(at.tile("hedge", "B2"), "SQ-16", "nobody has tiles to place in this battle")
    at.refused(at.deploy("t-34-85", "B1"), "SQ-19", "all tanks have been deployed already")


@rule("SQ-Q33")
def test_after_the_end_every_order_hears_that_the_game_is_over() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "ch1↙"})
    shot = at.fire("TE1", "ch1")
    at.play(shot, (10,), (98,))
    for order in (shot, at.roll("TE1"), at.turn("↘"), RollInitiative(), Begin(), Pass()):
        assert at.refused(order, "SQ-Q33").sentence == "the game is over"


# Actions


@rule("SQ-26", "SQ-31", "SQ-32", "SQ-33")
def test_from_a_halt_a_tank_moves_fires_or_waits() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "ch1↙"})
    assert at.kinds("TE1") == {"RollMovement", "Ambush", "Fire"}


@rule("SQ-35", "SQ-37")
def test_in_movement_a_tank_has_to_move() -> None:
    at = case({(0, 0): "TE1~↗", (4, -2): "ch1↙"})
    assert at.kinds("TE1") == {"RollMovement"}
    at.refused(at.ambush("TE1"), "SQ-37", "cannot lie in ambush")
    at.refused(at.fire("TE1", "ch1"), "SQ-37", "cannot fire without moving")


@rule("SQ-37", "SQ-Q40")
def test_with_the_free_stop_it_may_fire_or_wait_as_well() -> None:
    at = case({(0, 0): "TE1~↗", (4, -2): "ch1↙"}, free_stop=True)
    assert at.kinds("TE1") == {"RollMovement", "Ambush", "Fire"}


@rule("SQ-28", "SQ-33", "SQ-56")
def test_a_tank_in_ambush_is_stationary() -> None:
    at = table(walls())
    at.play(at.ambush("TE1"))
    piece = at.piece("TE1")
    assert (piece.ambush, piece.activated, piece.moving) == (2, 2, False)


@rule("SQ-27")
def test_a_tank_that_fired_is_stationary() -> None:
    at = case({(0, 0): "TE1~↗", (4, -2): "ch1↙"}, free_stop=True)
    at.shoot(at.fire("TE1", "ch1"), 1)
    assert not at.piece("TE1").moving


@rule("SQ-29", "SQ-35", "SQ-73", "SQ-74")
def test_momentum_is_carried_into_the_next_turn() -> None:
    at = table(walls(field(10, 12, C3="TE1↓", A12="ch1↑")))
    at.play(at.roll("TE1"), (2,))
    at.play(at.step("C4"))
    at.play(EndActivation(True))
    assert not at.piece("TE1").began
    at.play(at.ambush("ch1"))
    assert at.piece("TE1").began
    at.play(RollInitiative(), (2, 1))
    at.play(at.roll("TE1"), (1, 1))


# Breakdowns


@rule("SQ-08", "SQ-11")
def test_the_breakdown_die_comes_first() -> None:
    at = case({(0, 0): "PA1↗", (4, -2): "ch1↙"})
    assert at.kinds("PA1") == {"Activate"}
    for order in (at.roll("PA1"), at.ambush("PA1"), at.fire("PA1", "ch1")):
        told = at.refused(order, "SQ-08", "roll its D6 first")
        assert told.nearest == Activate(at.unit("PA1"))
    (activated,) = at.play(at.activate("PA1"), (2,))
    assert activated == Activated(at.unit("PA1"), 2, broken=False)
    assert at.kinds("PA1") == {"RollMovement", "Ambush", "Fire"}
    at.refused(at.activate("PA1"), "SQ-08", "has been rolled in this turn")


@rule("SQ-08")
def test_a_tank_that_does_not_break_down_has_no_such_die() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "ch1↙"})
    at.refused(at.activate("TE1"), "SQ-08", "does not break down")


@rule("SQ-09", "SQ-10", "SQ-Q28")
def test_w23_a_broken_down_tank_fires_but_does_not_move() -> None:
    at = case({(0, 0): "PA1~↗", (4, -2): "ch1↙", (-4, 1): "ch2↗"})
    at.play(at.activate("PA1"), (1,))
    at.refused(at.roll("PA1"), "SQ-09", "has broken down")
    assert at.kinds("PA1") == {"Ambush", "Fire"}
    assert at.modifiers(at.fire("PA1", "ch1")) == {"SQ-74": -1, "SQ-79": 1}
    assert at.modifiers(at.fire("PA1", "ch2"))["SQ-75"] == -2
    at.shoot(at.fire("PA1", "ch2"), 1)
    assert not at.piece("PA1").moving


@rule("SQ-09", "SQ-11")
@pytest.mark.parametrize("die", range(1, 7))
def test_only_the_printed_face_stops_it(die: int) -> None:
    at = case({(0, 0): "KV1↗", (4, -2): "ch1↙"})
    at.play(at.activate("KV1"), (die,))
    assert at.allows(at.roll("KV1")) is (die != 6)


@rule("SQ-11")
def test_a_breakdown_lasts_one_turn() -> None:
    at = table(walls(field(10, 12, A1="PA1↓", A12="ch1↑")))
    at.play(at.activate("PA1"), (1,))
    at.play(at.ambush("PA1"))
    at.play(at.ambush("ch1"))
    at.play(RollInitiative(), (2, 1))
    at.play(at.activate("PA1"), (3,))
    assert at.allows(at.roll("PA1"))


# Turrets


@rule("SQ-76")
def test_turned_turrets_may_swing_back_when_a_turn_begins() -> None:
    drawing = walls(field(10, 12, A1="TE1↓↘", C1="TE2↓↙", A12="ch1↑↗"))
    at = table(drawing, phase=Phase.INITIATIVE)
    at.play(RollInitiative(), (2, 1))
    assert (at.state.phase, book.to_act(at.state)) == (Phase.TURRETS, RED)
    at.play(at.swing_back("TE1"))
    assert at.piece("TE1").turret == 0
    at.refused(at.swing_back("TE1"), "SQ-76", "the gun of T-34/85 1 points straight ahead already")
    at.refused(at.swing_back("ch1"), "SQ-76", "not one of Red's tanks")
    at.refused(SwingBack(99), "SQ-76", "numbered 0 to 2")
    at.play(KeepTurrets())
    assert at.piece("TE2").turret == 1
    assert (at.state.phase, book.to_act(at.state)) == (Phase.TURRETS, BLUE)
    at.play(at.swing_back("ch1"))
    assert (at.state.phase, book.to_act(at.state)) == (Phase.ACTIVATION, RED)


@rule("SQ-76")
def test_all_turned_turrets_may_swing_back_at_once() -> None:
    at = table(walls(field(10, 12, A1="TE1↓↘", C1="TE2↓↙", A12="ch1↑↗")), phase=Phase.TURRETS)
    assert "Swing all 2 back" in [button.label for button in book.picture(at.state).tray.buttons]
    at.play(SwingAllBack())
    assert (at.piece("TE1").turret, at.piece("TE2").turret, at.piece("ch1").turret) == (0, 0, 1)
    assert (at.state.phase, book.to_act(at.state)) == (Phase.TURRETS, BLUE)
    assert [button.label for button in book.picture(at.state).tray.buttons] == ["Leave them turned"]


@rule("SQ-76")
def test_without_a_turned_turret_nobody_is_asked() -> None:
    at = table(walls(), phase=Phase.INITIATIVE)
    at.play(RollInitiative(), (2, 1))
    assert at.state.phase is Phase.ACTIVATION


# The end


def last_turn(drawing: str) -> Table:
    at = table(drawing, turn=12, activated=["TE1"], side=BLUE)
    at.play(at.ambush("ch1"))
    return at


@rule("SQ-Q33")
def test_a_side_without_an_intact_tank_has_lost() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "ch1↙"})
    events = at.play(at.fire("TE1", "ch1"), (10,), (98,))
    assert isinstance(events[-1], GameEnded)
    assert book.result(at.state) == events[-1].result
    assert (events[-1].result.winner, events[-1].result.rule) == (RED, "SQ-Q33")
    assert book.to_act(at.state) is None
    assert at.orders() == []


@rule("SQ-Q33")
def test_after_the_last_turn_most_points_win() -> None:
    at = last_turn(field(6, 6, A1="TE1↓", C1="×SH1", A6="ch1↑", C6="×ch2"))
    assert at.state.result is not None
    assert (at.state.result.winner, at.state.result.rule) == (RED, "SQ-Q33")
    assert at.state.result.sentence == "After 12 turns Red has destroyed 95 points and Blue 80: Red wins."


@rule("SQ-Q33")
def test_with_equal_points_the_foremost_tank_wins_and_else_nobody() -> None:
    at = last_turn(field(6, 6, A1="TE1↓", A4="ch1↑"))
    assert at.state.result is not None
    assert (at.state.result.winner, at.state.result.rule) == (BLUE, "SQ-Q33")
    assert "3 against 5 rows" in at.state.result.sentence
    at = last_turn(field(6, 6, A1="TE1↓", A6="ch1↑"))
    assert at.state.result is not None
    assert (at.state.result.winner, at.state.result.rule) == (None, "SQ-Q33")
    assert at.state.result.sentence.endswith("a draw.")


def test_the_last_turn_is_a_figure() -> None:
    at = table(field(6, 6, A1="TE1↓", A4="ch1↑"), turn=3, activated=["TE1"], side=BLUE, changed={"turns": 3})
    at.play(at.ambush("ch1"))
    assert at.state.phase is Phase.OVER


@rule("SQ-08")
def test_the_breakdown_figure_is_the_card_s() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "ch1↙"}, cards=altered("t-34-85", breakdown=4))
    at.play(at.activate("TE1"), (4,))
    at.refused(RollMovement(at.unit("TE1")), "SQ-09", "has broken down")


def test_waiting_are_the_intact_ones_that_were_not_activated() -> None:
    at = table(walls().replace("TE3↓", "×TE3"), activated=["TE1"])
    assert turn.waiting(at.state, RED) == [at.unit("TE2")]
