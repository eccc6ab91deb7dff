"""The end of turns, rounds and games: repairs, dust, victory and draws (DYN-16, DYN-17, DYN-143 … DYN-148 …)."""

from typing import Any

import pytest

from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.events import GameEnded, PhaseBegan, Repaired
from hulldown.rulebooks.panzerstrike.dynamic.orders import EndMovement, EndTurn
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase
from hulldown.rulebooks.panzerstrike.dynamic.turn import arranged, repairs
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks.dynamic.cast import Table, field, table

SPAA: dict[str, Any] = {"spaa": 3, "lost_spaa": 2, "turn_limit": 30}


def repaired(t: Table) -> list[str]:
    """Ends the turn; the names of those repaired."""
    return [t.name(event.unit) for event in t.end_turn() if isinstance(event, Repaired)]


def result_of(t: Table) -> Result:
    assert t.state.result is not None
    return t.state.result


# Turns and rounds


@rule("DYN-23", "DYN-24", "DYN-36", "DYN-179")
@pytest.mark.parametrize("first", Side)
def test_a_round_is_a_turn_of_each_and_a_turn_all_movement_then_all_firing(first: Side) -> None:
    t = table(field(8, 1, A1="M1→", H1="m1←"), phase=Phase.ROLL, side=first, first=first)
    for side, this_round in ((first, 2), (first.other, 2), (first, 3)):
        assert (t.state.phase, t.state.side, t.state.round) == (Phase.ROLL, side, this_round)
        t.roll(3, 4)
        t.refused(EndTurn(), "DYN-36", f"{side.label} has not ended its movement")
        t.end_movement()
        t.refused(EndMovement(), "DYN-36", f"{side.label}'s firing has begun")
        own, ahead = ("m1", "G1←") if side else ("M1", "B1→")
        t.refused(t.move(own, ahead), "DYN-36", "nothing moves any more in this turn")
        t.end_turn()


@rule("DYN-33", "DYN-94")
def test_having_moved_and_fired_is_forgotten_when_the_own_next_turn_begins() -> None:
    t = table(field(12, 3, A1="M1→", L1="m1←"), rolled=(3, 4))
    t.play(t.move("M1", "B1→"))
    t.end_movement()
    t.shoot("M1", "m1", 1, 1, 1)
    t.refused(t.fire("M1", "m1"), "DYN-37")
    t.end_turn()
    t.pass_turn()
    t.roll(3, 4)
    assert t.allows(t.move("M1", "C1→"))
    t.end_movement()
    assert t.allows(t.fire("M1", "m1"))


@rule("DYN-160")
def test_dust_settles_at_the_end_of_the_turn() -> None:
    t = table(field(8, 1, A1="M1→", D1="~", H1="m1←"), phase=Phase.FIRING)
    t.refused(t.fire("M1", "m1"), "DYN-160")
    t.end_turn()
    assert t.dust() == set()
    t.roll(3, 4)
    t.end_movement()
    assert t.targets("m1") == {"M1"}


# Repair


@rule("DYN-143", "DYN-144", "DYN-145", "DYN-146")
def test_dt_37_a_recovery_vehicle_repairs_what_it_faces_in_the_turn_after_it_came() -> None:
    t = table(field(8, 2, A1="RV1→", D1="M1!→", H2="m1←"), rolled=(3, 4))
    t.play(t.move("RV1", "C1→"))
    assert list(arranged(t.state)) == [(t.unit("M1"), t.unit("RV1"))]
    assert repairs(t.state) == []
    t.end_movement()
    assert repaired(t) == []
    t.pass_turn()
    t.roll(3, 4)
    assert repairs(t.state) == [(t.unit("M1"), t.unit("RV1"))]
    t.refused(t.move("M1", "E1→"), "DYN-115")
    t.end_movement()
    assert repaired(t) == ["M1"]
    assert t.piece("M1").condition is Condition.SOUND
    assert t.state.last_change == t.state.round - (t.state.side is RED)
    t.pass_turn()
    t.roll(3, 4)
    assert t.allows(t.move("M1", "E1→"))
    assert t.allows(t.move("RV1", "B1→"))


@rule("DYN-144")
def test_where_a_recovery_vehicle_would_face_a_damaged_one_is_outlined_while_it_can_go_there() -> None:
    t = table(field(8, 3, A1="RV1→", D1="M1!→", B3="L1!→", A3="G1!→", H2="m1←"), rolled=(5, 6))
    outlines = {outline.name: outline for outline in book.survey(t.state, t.unit("RV1")).outlines}
    assert set(outlines) == {
        f"repair: from here it faces {name} and repairs it" for name in ("Medium Tank 1", "Light Tank 1")
    }
    first = outlines["repair: from here it faces Medium Tank 1 and repairs it"]
    assert (first.rule, first.mode) == ("DYN-144", "")
    reached = [pose for band in book.survey(t.state, t.unit("RV1")).bands for pose in band.poses]
    facing = {pose >> 3 for pose in reached if t.state.ground.grid.ahead(pose >> 3, pose & 7) == t.square("D1")}
    assert first.cells == tuple(sorted(facing))
    assert {t.state.place(cell) for cell in first.cells} >= {"C1", "C2"}
    t.play(t.move("RV1", "C1→"))
    assert book.survey(t.state, t.unit("RV1")).outlines == ()


@rule("DYN-144", "DYN-148")
@pytest.mark.parametrize(
    "words",
    [
        {"C1": "RV1→", "D1": "M1!→"},  # it faces it already
        {"A1": "RV1→", "D1": "M1→"},
        {"A1": "RV1→", "D1": "m2!→"},
        {"A1": "RV1!→", "D1": "M1!→"},
        {"A1": "L1→", "D1": "M1!→"},
    ],
    ids=["there", "sound", "enemy", "damaged itself", "no recovery vehicle"],
)
def test_nothing_is_outlined_where_there_is_nothing_to_come_for(words: dict[str, str]) -> None:
    t = table(field(8, 3, H3="m1←", **words), rolled=(3, 4))
    unit = t.unit("L1" if "L1→" in words.values() else "RV1")
    assert book.survey(t.state, unit).outlines == ()


@rule("DYN-147")
def test_dt_37_a_shot_or_a_step_disturbs_the_repair_which_a_later_turn_may_complete() -> None:
    drawing = field(12, 2, C1="RV1→", D1="M1!→", L1="h1←")
    t = table(drawing, phase=Phase.FIRING)
    t.shoot("M1", "h1", 1, 1, 1)
    assert repairs(t.state) == []
    assert repaired(t) == []
    t.pass_turn()
    t.roll(3, 4)
    t.end_movement()
    assert repaired(t) == ["M1"]
    t = table(drawing, rolled=(3, 4))
    t.play(t.move("RV1", "C1→"))
    t.end_movement()
    assert repaired(t) == []


@rule("DYN-144")
@pytest.mark.parametrize(
    ("recovery", "works"), [("C2→", True), ("C2↗", False), ("B2→", False), ("D1↓", True), ("C1↘", True), ("E3↑", False)]
)
def test_the_damaged_vehicle_must_be_in_the_square_straight_ahead(recovery: str, works: bool) -> None:
    square, facing = recovery[:-1], recovery[-1]
    t = table(field(8, 3, D2="M1!→", H3="m1←", **{square: f"RV1{facing}"}), phase=Phase.FIRING)
    assert bool(repaired(t)) is works


@rule("DYN-143", "DYN-148", "DYN-Q18", "DYN-Q28")
@pytest.mark.parametrize(
    ("words", "fixed"),
    [
        ({"A1": "RV1→", "B1": "M1!→"}, {"M1"}),
        ({"A1": "RV1!→", "B1": "M1!→"}, {"M1"}),
        ({"A1": "RV1!→", "B1": "RV2!←"}, {"RV1", "RV2"}),
        ({"A1": "RV1!→"}, set()),
        ({"A1": "RV1→", "B1": "T1!→"}, {"T1"}),
        ({"A1": "RV1→", "B1": "G1!→"}, set()),
        ({"A1": "RV1→", "B1": "×M1"}, set()),
        ({"A1": "×RV1→", "B1": "M1!→"}, set()),
        ({"A1": "RV1→", "B1": "m9!→"}, set()),
        ({"A1": "M2→", "B1": "M1!→"}, set()),
        ({"A1": "rv1→", "B1": "m9!→"}, set()),
    ],
    ids=[
        "sound",
        "damaged repairs",
        "each other",
        "not itself",
        "auxiliary",
        "fixed weapon",
        "wreck",
        "wrecked recovery",
        "enemy",
        "no recovery vehicle",
        "enemy's turn",
    ],
)
def test_only_recovery_vehicles_repair_and_only_own_damaged_vehicles(words: dict[str, str], fixed: set[str]) -> None:
    t = table(field(8, 2, H2="m1←", G2="L9←", **words), phase=Phase.FIRING)
    assert set(repaired(t)) == fixed


@rule("DYN-145", "DYN-Q29")
def test_two_recovery_vehicles_before_one_tank_repair_it_once_and_one_repairs_one() -> None:
    """DYN-Q29: the one that it faces."""
    t = table(field(8, 3, C2="RV1→", D1="RV2↓", D2="M1!→", C1="M2!→", H3="m1←"), phase=Phase.FIRING)
    assert repaired(t) == ["M1"]


@rule("DYN-145", "DYN-Q26")
def test_damage_before_the_repair_is_done_destroys() -> None:
    """DYN-Q26: until the marker is off, the tank is damaged."""
    t = table(field(8, 2, C1="RV1→", D1="M1!←", H1="l1←"), phase=Phase.FIRING, side=BLUE, first=BLUE)
    t.shoot("l1", "M1", 4, 2)
    assert t.piece("M1").condition is Condition.DESTROYED


@rule("DYN-145", "DYN-Q46")
def test_a_repaired_tank_forgets_its_damage() -> None:
    """DYN-Q46: the next equal sum damages it afresh."""
    t = table(field(8, 2, C1="RV1→", D1="M1!←", H1="l1←"), phase=Phase.FIRING)
    t.end_turn()
    t.roll(3, 4)
    t.end_movement()
    t.shoot("l1", "M1", 4, 2)
    assert t.piece("M1").condition is Condition.DAMAGED


# Victory


@rule("DYN-16", "DYN-17", "DYN-188")
@pytest.mark.parametrize("quick", [False, True])
def test_destroying_every_enemy_unit_wins_at_once_without_a_scenario(quick: bool) -> None:
    words = {} if quick else {"L3": "g1←", "L4": "t1←"}
    t = table(field(12, 4, A1="M1→", A2="M2→", A3="M3→", A4="M4→", L1="l1→", **words), phase=Phase.FIRING, quick=quick)
    for number, foe in enumerate(["l1", *([] if quick else ["g1", "t1"])], 1):
        assert t.state.result is None
        t.shoot(f"M{number if foe == 'l1' else number + 1}", foe, 6, 6, 6)
    assert result_of(t) == Result(RED, "DYN-17", "Red has destroyed all of Blue's units and wins.")
    assert t.state.phase is Phase.OVER
    assert t.orders() == []


@rule("DYN-173", "DYN-16", "DYN-166")
@pytest.mark.parametrize("side", Side)
def test_the_second_spaa_destroyed_wins_the_basic_scenario_at_once(side: Side) -> None:
    words = {"A1": "AA1→", "A2": "AA2→", "A3": "AA3→", "B4": "H1→", "B5": "H2→"}
    words |= {"L1": "aa1←", "L2": "aa2←", "L3": "aa3←", "K4": "h1←", "K5": "h2←"}
    t = table(field(12, 5, **words), phase=Phase.FIRING, side=side, first=side, **SPAA)
    guns, spaa = (("h1", "h2"), ("AA1", "AA2")) if side else (("H1", "H2"), ("aa1", "aa2"))
    t.shoot(guns[0], spaa[0], 6, 6, 6, 6)
    assert t.state.result is None
    t.shoot(guns[1], spaa[1], 6, 6, 6, 6)
    assert (result_of(t).winner, result_of(t).rule) == (side, "DYN-173")
    assert "destroyed 2 of" in result_of(t).sentence


@rule("DYN-172", "DYN-173", "DYN-174")
@pytest.mark.parametrize("lost", [1, 2])
def test_dt_44_the_second_spaa_in_the_last_turn_of_round_30_still_wins_else_it_is_a_draw(lost: int) -> None:
    words = {"A1": "×AA1", "A2": "AA2→", "A3": "AA3→", "L1": "aa1←", "L2": "aa2←", "L3": "aa3←", "K4": "h1←"}
    t = table(field(12, 5, **words), phase=Phase.FIRING, side=BLUE, round=30, **SPAA)
    if lost == 2:
        t.shoot("h1", "AA2", 6, 6, 6, 6)
        assert (result_of(t).winner, result_of(t).rule) == (BLUE, "DYN-173")
    else:
        (ended,) = t.end_turn()
        assert isinstance(ended, GameEnded)
        assert (result_of(t).winner, result_of(t).rule) == (None, "DYN-174")


@rule("DYN-172", "DYN-174")
def test_the_limit_is_looked_at_when_the_round_ends() -> None:
    words = {"A1": "AA1→", "A2": "AA2→", "A3": "AA3→", "L1": "aa1←", "L2": "aa2←", "L3": "aa3←"}
    t = table(field(12, 3, **words), phase=Phase.FIRING, round=30, **SPAA)
    assert t.end_turn() == (PhaseBegan(Phase.ROLL, BLUE, 30),)
    t = table(field(12, 3, **words), phase=Phase.FIRING, side=BLUE, round=29, **SPAA)
    assert t.end_turn() == (PhaseBegan(Phase.ROLL, RED, 30),)


@rule("DYN-16", "DYN-Q38")
def test_the_basic_scenario_is_not_won_by_destroying_other_units_nor_drawn_for_quiet() -> None:
    """DYN-Q38 is for games without a scenario."""
    words = {
        "A1": "AA1→",
        "A2": "AA2→",
        "A3": "AA3→",
        "L1": "aa1←",
        "L2": "aa2←",
        "L3": "aa3←",
        "B1": "×M1",
        "K1": "m1←",
    }
    t = table(field(12, 3, **words), phase=Phase.FIRING, side=BLUE, round=25, last_change=1, **SPAA)
    assert t.end_turn() == (PhaseBegan(Phase.ROLL, RED, 26),)


@rule("DYN-17", "DYN-Q38")
@pytest.mark.parametrize(("this_round", "over"), [(19, False), (20, True)])
def test_twenty_quiet_rounds_are_a_draw_without_a_scenario(this_round: int, over: bool) -> None:
    """DYN-Q38: nothing destroyed, damaged, repaired or pulled down."""
    t = table(field(8, 1, A1="M1→", H1="m1←"), phase=Phase.FIRING, side=BLUE, round=this_round)
    t.end_turn()
    assert (t.state.result is not None) is over
    if over:
        assert result_of(t) == Result(
            None, "DYN-Q38", "20 rounds went by in which nothing changed: the game is a draw."
        )


@rule("DYN-17")
def test_whatever_changes_the_table_begins_the_count_anew() -> None:
    t = table(field(12, 1, A1="M1→", F1="=", L1="m1←"), phase=Phase.FIRING, round=9)
    t.shoot_wall("M1", "F1", 6, 6, 6)
    assert t.state.last_change == 9
    t = table(field(12, 1, A1="L1→", F1="m1←"), phase=Phase.FIRING, round=9)
    t.shoot("L1", "m1", 6, 6)
    assert (t.state.last_change, t.piece("m1").condition) == (9, Condition.DAMAGED)
    t = table(field(12, 1, A1="RV1→", B1="M1!→", L1="m1←"), phase=Phase.FIRING, round=9)
    t.end_turn()
    assert t.state.last_change == 9


@rule("DYN-17", "DYN-Q38")
def test_without_an_armed_unit_on_either_side_the_game_is_a_draw() -> None:
    t = table(field(8, 1, A1="T1→", B1="×M1", H1="rv1←"), phase=Phase.FIRING)
    t.end_turn()
    assert (result_of(t).winner, result_of(t).rule) == (None, "DYN-Q38")
    assert "armed" in result_of(t).sentence
