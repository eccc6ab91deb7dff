"""The task of the flags (FR-47 … FR-58)."""

import pytest

from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike.france1944.events import FlagCaptured, GameEnded
from hulldown.rulebooks.panzerstrike.france1944.flags import threads
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from tests.marks import rule
from tests.rulebooks.france1944.cast import Table, field, table


def captured(events: tuple[object, ...]) -> list[FlagCaptured]:
    return [event for event in events if isinstance(event, FlagCaptured)]


def ended(events: tuple[object, ...]) -> GameEnded:
    assert isinstance(events[-1], GameEnded)
    return events[-1]


def goes(t: Table, mover: str = "", die: int = 3, pose: str = "") -> tuple[object, ...]:
    """A whole turn of the side to act, with one move or none."""
    t.roll(3, 4)
    if mover:
        t.play(t.move(mover, die, pose))
    t.end_movement()
    return t.end_turn()


BOTH = field(10, 4, A1="M1→", C1="b¶", A4="R¶", J4="m1←", J1="m2←")


@rule("FR-47", "FR-48", "FR-57")
def test_the_first_to_capture_all_enemy_flags_wins_though_tanks_are_left() -> None:
    t = table(BOTH, phase=Phase.ROLL)
    goes(t, "M1", 3, "B1→")
    goes(t)
    result = ended(goes(t)).result
    assert (result.winner, result.rule) == (RED, "FR-57")
    assert "captured all of Blue's flags" in result.sentence
    assert t.state.phase is Phase.OVER


@rule("FR-48", "FR-57")
def test_with_two_flags_both_must_be_taken() -> None:
    t = table(field(10, 4, A1="M1→", C1="b¶", F4="b¶", D4="L1→", A3="R¶", C4="R¶", J4="m1←"), phase=Phase.ROLL)
    goes(t, "M1", 3, "B1→")
    goes(t)
    events = goes(t, "L1", 3, "E4→")
    assert len(captured(events)) == 1
    assert t.state.phase is Phase.ROLL
    goes(t)
    assert ended(goes(t)).result.winner is RED


@rule("FR-49", "FR-57")
def test_an_attacker_without_flags_cannot_lose_any() -> None:
    """Blue, who alone has flags, does not win by there being no red ones."""
    t = table(field(10, 4, A1="M1→", J1="b¶", J4="m1←"), phase=Phase.ROLL)
    goes(t)
    goes(t)
    assert t.state.phase is Phase.ROLL
    assert t.state.round == 3


@rule("FR-52")
@pytest.mark.parametrize("flag", ["R¶", "b¶"], ids=["own", "enemy"])
def test_no_tank_enters_a_flag_s_square_be_it_friend_s_or_enemy_s(flag: str) -> None:
    t = table(field(6, 1, A1="M1→", C1=flag, F1="m1←"), rolled=(3, 4))
    refusal = t.refused(t.move("M1", 4, "C1→"), "FR-52", "Medium 1 cannot enter C1: a flag stands there")
    assert refusal.nearest == t.move("M1", 4, "B1→")
    assert t.moves("M1", 4) == {pose for pose in t.moves("M1", 4) if pose[0] in "AB"}


@rule("FR-53", "FR-Q21")
@pytest.mark.parametrize("beside", ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"])
def test_next_to_a_flag_means_any_of_the_eight_squares_around_it(beside: str) -> None:
    """FR-Q21: diagonals count."""
    t = table(field(10, 5, C3="b¶", J5="m1←", **{beside: "M1→"}), phase=Phase.ROLL, round=5)
    assert len(captured(goes(t))) == 1


@rule("FR-53")
@pytest.mark.parametrize("apart", ["A1", "E3", "C5", "C1", "E1"])
def test_two_squares_away_is_not_next_to_it(apart: str) -> None:
    t = table(field(10, 5, C3="b¶", J5="m1←", **{apart: "M1→"}), phase=Phase.ROLL, round=5)
    assert captured(goes(t)) == []


@rule("FR-53", "FR-55", "FR-Q23")
def test_arriving_is_not_yet_capturing_nor_is_the_opponent_s_turn() -> None:
    """FR-Q23: the flag falls at the end of the own turn after the arrival, and not before."""
    t = table(BOTH, phase=Phase.ROLL)
    assert captured(goes(t, "M1", 3, "B1→")) == []
    assert list(threads(t.state, RED)) == [(t.unit("M1"), t.square("C1"), 1)]
    assert captured(goes(t)) == []
    t.roll(3, 4)
    t.end_movement()
    assert len(t.state.flags) == 2, "still there while the turn lasts"
    assert captured(t.end_turn()) == [FlagCaptured(t.unit("M1"), t.square("C1"))]


@rule("FR-54")
def test_a_tank_must_live_through_the_opponent_s_turn() -> None:
    t = table(field(10, 4, A1="M1→", C1="b¶", A4="M2→", J4="m1←", J1="h1←"), phase=Phase.ROLL)
    goes(t, "M1", 3, "B1→")
    t.roll(3, 4)
    t.end_movement()
    t.play(t.fire("h1", "M1"), (6, 6, 6, 6))
    t.end_turn()
    assert captured(goes(t)) == []
    assert captured(goes(t)) == []
    assert len(t.state.flags) == 1


@rule("FR-55", "FR-Q22", "FR-H7")
@pytest.mark.parametrize("pose", ["B2↓", "B1↗", "A1→", "B1→"], ids=["on", "turn", "back", "round"])
def test_a_step_in_the_second_turn_starts_the_count_again(pose: str) -> None:
    """FR-Q22: turning is a step, and so is driving round to the same pose; still beside, it counts from then."""
    t = table(field(10, 4, A1="M1→", C2="b¶", J4="m1←"), phase=Phase.ROLL)
    goes(t, "M1", 3, "B1→")
    goes(t)
    assert captured(goes(t, "M1", 4, pose)) == []
    goes(t)
    assert len(captured(goes(t))) == (pose != "A1→")


@rule("FR-55", "FR-Q22")
def test_a_tank_may_shoot_while_it_captures() -> None:
    """FR-Q22: in the turn of its arrival and in the next."""
    t = table(field(10, 4, A1="M1→", C1="b¶", J1="m1←"), phase=Phase.ROLL)
    t.roll(3, 4)
    t.play(t.move("M1", 3, "B1→"))
    t.end_movement()
    t.shoot("M1", "m1", 1, 1, 1)
    t.end_turn()
    goes(t)
    t.roll(3, 4)
    t.end_movement()
    t.shoot("M1", "m1", 1, 1, 1)
    assert len(captured(t.end_turn())) == 1


@rule("FR-53", "FR-55", "FR-Q24")
def test_a_tank_that_starts_beside_a_flag_arrives_in_its_first_turn() -> None:
    """FR-Q24: so it captures at the end of its second."""
    t = table(field(10, 4, B1="M1→", C1="b¶", J4="m1←"), phase=Phase.ROLL, round=1)
    assert captured(goes(t)) == []
    goes(t)
    assert len(captured(goes(t))) == 1


@rule("FR-53", "FR-55", "FR-Q25")
def test_a_tank_in_the_middle_takes_two_flags_at_once() -> None:
    """FR-Q25: each pair of tank and flag counts by itself."""
    t = table(field(10, 4, A2="M1→", C1="b¶", C3="b¶", J4="m1←"), phase=Phase.ROLL)
    goes(t, "M1", 3, "B2→")
    goes(t)
    assert {event.square for event in captured(goes(t))} == {t.square("C1"), t.square("C3")}


@rule("FR-53", "FR-55", "FR-Q25")
def test_one_tank_cannot_finish_what_another_began() -> None:
    """FR-Q25: the tank that came and left, and the one that came after it, count apart."""
    t = table(field(10, 4, A1="M1→", A3="L1→", C2="b¶", J4="m1←"), phase=Phase.ROLL)
    goes(t, "M1", 3, "B1→")
    goes(t)
    t.roll(3, 4)
    t.play(t.move("M1", 3, "A1→"))
    t.play(t.move("L1", 4, "B3→"))
    t.end_movement()
    assert captured(t.end_turn()) == []
    goes(t)
    assert captured(goes(t)) == [FlagCaptured(t.unit("L1"), t.square("C2"))]


@rule("FR-54", "FR-61", "FR-Q26")
def test_a_damaged_tank_still_captures() -> None:
    """FR-Q26: it lives, and it stands still."""
    t = table(field(10, 4, A1="M1→", C1="b¶", J1="m1←"), phase=Phase.ROLL, damage=True)
    goes(t, "M1", 3, "B1→")
    t.roll(3, 4)
    t.end_movement()
    t.shoot("m1", "M1", 6, 6, 3)
    t.end_turn()
    assert len(captured(goes(t))) == 1


@rule("FR-53")
def test_nobody_captures_his_own_flag() -> None:
    t = table(field(10, 4, A1="M1→", B1="R¶", J1="b¶", J4="m1←"), phase=Phase.ROLL, round=6, flags=(1, 1))
    assert captured(goes(t)) == []


@rule("FR-56")
def test_a_captured_flag_is_gone_and_its_square_can_be_entered() -> None:
    t = table(field(10, 4, B1="M1→", C1="b¶", G1="b¶", J4="m1←"), phase=Phase.ROLL, round=4)
    assert len(captured(goes(t))) == 1
    assert [flag.square for flag in t.state.flags] == [t.square("G1")]
    goes(t)
    t.roll(3, 4)
    assert t.allows(t.move("M1", 3, "C1→"))


@rule("FR-46", "FR-47", "FR-Q27")
def test_destroying_all_tanks_wins_a_game_of_flags_too() -> None:
    """FR-Q27: nobody is left to stop the other side."""
    t = table(BOTH.replace("m2←", "."), phase=Phase.SHOOTING)
    result = ended(t.play(t.fire("M1", "m1"), (6, 6, 6))).result
    assert (result.winner, result.rule) == (RED, "FR-Q27")


ATTACK = field(10, 4, A1="M1→", J1="b¶", D4="b¶", J4="m1←")


@rule("FR-58", "FR-Q28")
@pytest.mark.parametrize("first", Side)
def test_the_defender_wins_when_the_last_round_is_over(first: Side) -> None:
    """FR-Q28: at the end of the round, when both sides have had their turn."""
    t = table(ATTACK, phase=Phase.ROLL, side=first, first=first, round=24, turn_limit=25, last_loss=24)
    goes(t)
    goes(t)
    assert (t.state.phase, t.state.round) == (Phase.ROLL, 25)
    goes(t)
    assert t.state.phase is Phase.ROLL
    result = ended(goes(t)).result
    assert (result.winner, result.rule) == (BLUE, "FR-58")
    assert "25 rounds" in result.sentence


@rule("FR-58")
def test_the_attacker_may_still_win_in_the_last_round() -> None:
    t = table(field(10, 4, A1="M1→", B1="b¶", J4="m1←"), phase=Phase.ROLL, round=25, turn_limit=25)
    assert ended(goes(t)).result.winner is RED
    late = table(
        field(10, 4, A1="M1→", B1="b¶", J4="m1←"),
        phase=Phase.ROLL,
        round=25,
        first=BLUE,
        turn_limit=25,
    )
    assert ended(goes(late)).result.winner is RED, "also as the very last to move"


@rule("FR-58")
def test_one_flag_left_of_two_is_enough_for_the_defender() -> None:
    t = table(
        field(10, 4, A1="M1→", B1="b¶", J1="b¶", J4="m1←"),
        phase=Phase.ROLL,
        side=RED,
        first=BLUE,
        round=9,
        turn_limit=9,
    )
    events = goes(t)
    assert len(captured(events)) == 1
    assert ended(events).result.winner is BLUE


@rule("FR-58", "FR-H8", "FR-Q33")
def test_with_a_turn_limit_quiet_rounds_are_no_draw() -> None:
    """The limit ends such a game, and the defender may sit still."""
    t = table(ATTACK, phase=Phase.SHOOTING, side=BLUE, round=22, turn_limit=25)
    t.end_turn()
    assert (t.state.phase, t.state.round) == (Phase.ROLL, 23)
    without = table(ATTACK, phase=Phase.SHOOTING, side=BLUE, round=22)
    assert ended(without.end_turn()).result.winner is None


@rule("FR-58", "FR-65")
def test_without_a_turn_limit_no_round_is_the_last() -> None:
    t = table(ATTACK, phase=Phase.SHOOTING, side=BLUE, round=400, last_loss=399)
    t.end_turn()
    assert t.state.round == 401


@rule("FR-Q33")
def test_a_captured_flag_begins_the_count_of_quiet_rounds_anew() -> None:
    t = table(field(10, 4, B1="M1→", C1="b¶", G1="b¶", J4="m1←"), phase=Phase.ROLL, round=20)
    goes(t)
    assert t.state.last_loss == 20
    goes(t)
    assert t.state.round == 21
