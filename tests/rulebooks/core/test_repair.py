"""Tracks and wheels made good again, by crews and recovery vehicles (CORE-140 … CORE-156)."""

from collections.abc import Callable
from typing import Any

import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import (
    Area,
    Destroyed,
    Event,
    Fired,
    Immobilised,
    Outcome,
    Repaired,
    RepairStarted,
    RepairStopped,
    TimerSet,
    WaitSet,
)
from hulldown.rulebooks.panzerstrike.core.orders import Resolve, StartRepair, StopRepair
from hulldown.rulebooks.panzerstrike.core.repair import arranged, deeds, recoveries
from hulldown.rulebooks.panzerstrike.core.state import Phase, Tracks
from tests.marks import rule
from tests.rulebooks.core.cast import Table, field, table, types

# Red's tank in the middle under repair, Blue's gun in range.
BROKEN = field(3, 10, B2="M1!↓", B9="m1↑")


def hit(t: Table, shooter: str, target: str, wanted: Callable[[Fired], bool]) -> tuple[Event, ...]:
    """Fires with the first dice by which it comes to what is wanted."""
    t.play(t.announce(shooter, target))
    t.open_fire()
    before = t.state
    for seed in range(2_000):
        t.state = before
        events = t.play_with(Resolve(t.unit(shooter)), SeededDice(seed))
        if isinstance(events[0], Fired) and wanted(events[0]):
            return events
    raise AssertionError("no dice come to that")


def tracks_hit(fired: Fired) -> bool:
    return fired.outcome in (Outcome.IMMOBILISED, Outcome.SEMI)


def bounced(fired: Fired) -> bool:
    return fired.outcome is Outcome.BOUNCED


def turn(t: Table, *orders: Any) -> tuple[Event, ...]:
    """A whole turn with these orders in the announcing; what happened at its end."""
    t.end_movement()
    for order in orders:
        t.play(order)
    return t.end_turn()


def repaired(events: tuple[Event, ...]) -> list[Repaired]:
    return [event for event in events if isinstance(event, Repaired)]


# The crew


@rule("CORE-05", "CORE-99", "CORE-140", "CORE-141", "CORE-142", "CORE-143", "CORE-145", "CORE-Q04", "CORE-Q28")
def test_t_11_example_16_round_by_round() -> None:
    """Red is A, with a gun that the front often stops; Blue's Jumbo is B's tank (CORE-Q04, CORE-Q28)."""
    t = types(field(3, 12, B2="SH1↓", B10="J1↑".lower()), round=5)
    t.end_movement()
    hit(t, "SH1", "j1", tracks_hit)
    t.end_turn()
    assert (t.piece("j1").tracks, t.piece("j1").hurt, t.state.round) == (Tracks.IMMOBILE, 5, 5)
    shown: dict[int, int] = {}
    for this_round in range(5, 15):
        assert t.state.side is BLUE
        assert t.state.round == this_round
        t.end_movement()
        silent = this_round >= 9
        assert (t.targets("j1") == set()) is silent
        if this_round == 8:
            t.play(t.start_repair("j1"))
            t.refused(t.announce("j1", "SH1"), "CORE-141", "is under repair")
        events = t.end_turn()
        shown[this_round] = t.piece("j1").timer
        if this_round == 14:
            assert repaired(events) == [Repaired(t.unit("j1"), t.unit("j1"), Tracks.WHOLE)]
        t.end_movement()
        if this_round == 10:  # Red's turn of round 11
            assert TimerSet(t.unit("j1"), 4) in hit(t, "SH1", "j1", bounced)
        t.end_turn()
    assert shown == {5: 0, 6: 0, 7: 0, 8: 5, 9: 4, 10: 3, 11: 3, 12: 2, 13: 1, 14: 0}
    assert (t.state.round, t.piece("j1").tracks) == (15, Tracks.WHOLE)
    assert t.allows(t.move("j1", "B9↑"))
    t.end_movement()
    assert t.allows(t.announce("j1", "SH1"))


@rule("CORE-145")
@pytest.mark.parametrize(("timer", "after"), [(5, 5), (4, 5), (1, 2)])
def test_t_11b_a_hit_without_effect_adds_one_up_to_five(timer: int, after: int) -> None:
    t = table(field(3, 10, B2="H1!(5)↓", B9="l1↑"), phase=Phase.ANNOUNCING, side=BLUE)
    t.change("H1", timer=timer)
    events = hit(t, "l1", "H1", bounced)
    assert t.piece("H1").timer == after
    assert [event for event in events if isinstance(event, TimerSet)] == [TimerSet(t.unit("H1"), after)] * (timer < 5)


@rule("CORE-145", "CORE-146")
def test_a_hit_that_would_injure_a_crew_that_is_outside_only_delays_it() -> None:
    t = table(field(3, 10, B2="M1!(2)↓", B9="m1↑"), phase=Phase.ANNOUNCING, side=BLUE)
    hit(t, "m1", "M1", lambda fired: fired.area is Area.BODY and fired.penetration == fired.armour)
    assert (t.piece("M1").timer, t.piece("M1").injured, t.piece("M1").active) == (3, False, True)


@rule("CORE-101", "CORE-147")
def test_t_11c_tracks_hit_again_set_the_timer_to_five() -> None:
    t = table(field(3, 10, B2="M1!(2)↓", B9="m1↑"), phase=Phase.ANNOUNCING, side=BLUE)
    hit(t, "m1", "M1", tracks_hit)
    assert (t.piece("M1").timer, t.piece("M1").tracks) == (5, Tracks.IMMOBILE)
    t.end_turn()
    turn(t)
    assert t.piece("M1").timer == 4, "as it went to 5 in the enemy's turn, it goes down in the own"


@rule("CORE-148")
def test_a_vehicle_under_repair_is_destroyed_as_any_other() -> None:
    t = table(field(3, 10, A2="M2↓", B2="M1!(2)↓", B9="m1↑"), phase=Phase.ANNOUNCING, side=BLUE)
    hit(t, "m1", "M1", lambda fired: fired.outcome is Outcome.DESTROYED)
    wreck = t.piece("M1")
    assert (wreck.active, wreck.timer, wreck.tracks) == (False, 0, Tracks.WHOLE)


@rule("CORE-143", "CORE-145", "CORE-Q28")
def test_t_11d_a_hit_while_the_timer_shows_one_delays_the_end_by_a_round() -> None:
    """CORE-Q28: 1 to 2 in the enemy's turn, 2 to 1 in the own, done one round later."""
    t = table(field(3, 10, B2="H1!(1)↓", B9="l1↑"), side=BLUE, first=BLUE)
    t.end_movement()
    hit(t, "l1", "H1", bounced)
    assert t.piece("H1").timer == 2
    t.end_turn()
    assert repaired(turn(t)) == []
    assert t.piece("H1").timer == 1
    turn(t)
    assert [event.tracks for event in repaired(turn(t))] == [Tracks.WHOLE]


@rule("CORE-140")
def test_repairs_begin_in_a_round_after_the_hit_and_instead_of_firing() -> None:
    t = table(BROKEN, phase=Phase.ANNOUNCING)
    t.change("M1", hurt=2)
    t.refused(t.start_repair("M1"), "CORE-140", "Medium Tank 1 was hit in this round; repairs may begin in round 3")
    t.change("M1", hurt=1)
    t.play(t.announce("M1", "m1"))
    t.refused(t.start_repair("M1"), "CORE-140", "is to fire in this round")
    t = table(BROKEN, phase=Phase.ANNOUNCING)
    assert [deed.label for deed in deeds(t.state, t.unit("M1"))] == ["Start repairs"]
    assert t.play(t.start_repair("M1")) == (RepairStarted(t.unit("M1")),)
    assert t.piece("M1").timer == 5
    t.refused(t.start_repair("M1"), "CORE-140", "is under repair already, its timer at 5")
    assert t.end_turn()[0] != TimerSet(t.unit("M1"), 4), "it was set in this turn"


@rule("CORE-93", "CORE-99", "CORE-140", "CORE-Q28")
def test_only_an_own_vehicle_that_is_hurt_is_repaired() -> None:
    t = table(field(4, 10, A2="M1!↓", B2="M2↓", C2="×M3", D9="m1!↑"), phase=Phase.ANNOUNCING)
    t.refused(t.start_repair("M2"), "CORE-140", "Medium Tank 2 is not immobilised")
    t.refused(t.start_repair("M3"), "CORE-93", "Medium Tank 3 is a wreck")
    t.refused(t.start_repair("m1"), "CORE-15", "Blue Medium Tank 1 is not repaired in Red's turn")
    for order in (StartRepair(9), StopRepair(-1)):
        t.refused(order, "CORE-07", "there is no unit")
    assert [order for order in t.orders() if isinstance(order, StartRepair)] == [t.start_repair("M1")]
    t.end_turn()
    t.refused(t.start_repair("m1"), "CORE-Q28", "Blue has not ended its movement; crews go out and come back with the")


@rule("CORE-150", "CORE-Q31")
def test_an_injured_crew_does_not_repair_but_a_recovery_vehicle_helps_it() -> None:
    """CORE-Q31: and it stays injured."""
    t = table(field(4, 10, A2="RV1→", B2="M1!^↓", D9="m1↑"), phase=Phase.ANNOUNCING)
    t.refused(t.start_repair("M1"), "CORE-150", "Medium Tank 1 has an injured crew; only a recovery vehicle")
    assert [event.by for event in repaired(t.end_turn())] == [t.unit("RV1")]
    assert (t.piece("M1").tracks, t.piece("M1").injured) == (Tracks.WHOLE, True)


@rule("CORE-141", "CORE-Q29")
def test_neither_hull_nor_turret_moves_under_repair() -> None:
    t = table(field(3, 10, B2="M1!(3)↓", B9="m1↑"))
    t.refused(t.lay("M1", "↘"), "CORE-Q29", "neither hull nor turret moves")
    assert list(book.orders(t.state, t.unit("M1"))) == []


@rule("CORE-144")
def test_repairs_may_be_stopped_and_the_vehicle_fires_from_the_next_round_on() -> None:
    t = table(field(3, 10, B2="M1!(3)↓", B9="m1↑"), phase=Phase.ANNOUNCING)
    assert [deed.label for deed in deeds(t.state, t.unit("M1"))] == ["Stop repairs"]
    assert t.play(t.stop_repair("M1")) == (RepairStopped(t.unit("M1")),)
    assert t.piece("M1").timer == 0
    t.refused(t.stop_repair("M1"), "CORE-144", "Medium Tank 1 is not under repair")
    t.refused(t.start_repair("M1"), "CORE-144", "gave up repairs in this round", "in round 3")
    t.refused(t.announce("M1", "m1"), "CORE-144")
    t.end_turn()
    turn(t)
    t.end_movement()
    assert t.allows(t.announce("M1", "m1"))
    t.play(t.start_repair("M1"))
    assert t.piece("M1").timer == 5


@rule("CORE-143")
def test_a_timer_of_one_is_not_done_in_the_turn_that_sets_it() -> None:
    t = table(BROKEN, phase=Phase.ANNOUNCING, changed={"timer": 1})
    t.play(t.start_repair("M1"))
    assert repaired(t.end_turn()) == []
    turn(t)
    assert len(repaired(turn(t))) == 1


# Option 7


@rule("CORE-149")
def test_with_option_7_a_cycle_makes_an_immobilised_vehicle_semi_immobilised() -> None:
    t = table(field(3, 10, B2="M1!(1)↓", B9="m1↑"), semi=True)
    assert [event.tracks for event in repaired(turn(t))] == [Tracks.SEMI]
    assert t.piece("M1").timer == 0
    turn(t)
    t.play(t.move("M1", "B2↙"))
    t.end_movement()
    t.refused(t.start_repair("M1"), "CORE-Q29", "Medium Tank 1 moved in this round")
    t.end_turn()
    turn(t)
    turn(t, t.start_repair("M1"))
    assert t.piece("M1").timer == 5
    for timer in (4, 3, 2, 1):
        turn(t)
        turn(t)
        assert t.piece("M1").timer == timer
    turn(t)
    assert [event.tracks for event in repaired(turn(t))] == [Tracks.WHOLE]


@rule("CORE-149")
def test_the_crew_may_go_on_with_the_second_cycle_at_once() -> None:
    """Said in the announcing of the turn in which the first one ends."""
    t = table(field(3, 10, B2="M1!(2)↓", B9="m1↑"), semi=True)
    t.end_movement()
    t.refused(t.start_repair("M1"), "CORE-140", "its timer at 2")
    t.end_turn()
    turn(t)
    t.end_movement()
    assert [deed.label for deed in deeds(t.state, t.unit("M1"))] == ["Go on with a second cycle", "Stop repairs"]
    t.play(t.start_repair("M1"))
    t.refused(t.start_repair("M1"), "CORE-149", "goes on with a second cycle already")
    t.end_turn()
    assert (t.piece("M1").tracks, t.piece("M1").timer) == (Tracks.SEMI, 5)
    turn(t)
    turn(t)
    assert t.piece("M1").timer == 4


@rule("CORE-149")
def test_without_option_7_there_is_no_second_cycle() -> None:
    t = table(field(3, 10, B2="M1!(1)↓", B9="m1↑"), phase=Phase.ANNOUNCING)
    t.refused(t.start_repair("M1"), "CORE-140", "its timer at 1")
    t = table(field(3, 10, B2="M1½(1)↓", B9="m1↑"), phase=Phase.ANNOUNCING, semi=True)
    t.refused(t.start_repair("M1"), "CORE-140", "its timer at 1")


@rule("CORE-102", "CORE-147")
def test_tracks_hit_again_under_repair_are_lost_altogether() -> None:
    t = table(field(3, 10, B2="M1½(2)↓", B9="m1↑"), phase=Phase.ANNOUNCING, side=BLUE, semi=True)
    hit(t, "m1", "M1", tracks_hit)
    assert (t.piece("M1").timer, t.piece("M1").tracks) == (5, Tracks.IMMOBILE)


@rule("CORE-156")
def test_a_recovery_vehicle_repairs_itself_with_the_timer_at_five() -> None:
    t = table(field(3, 10, B2="RV1!↓", A2="M1↓", B9="m1↑"), phase=Phase.ANNOUNCING)
    t.play(t.start_repair("RV1"))
    assert t.piece("RV1").timer == 5


# The recovery vehicle


@rule("CORE-151", "CORE-152", "CORE-153")
def test_t_33_a_recovery_vehicle_mends_in_the_round_after_it_came() -> None:
    t = types(field(6, 10, A2="RV1→", D2="SH1!↓", B9="pz1↑"), round=1)
    t.change("SH1", hurt=0)
    t.play(t.move("RV1", "C2→"))
    assert list(arranged(t.state)) == [(t.unit("SH1"), t.unit("RV1"))]
    assert recoveries(t.state) == {}
    assert repaired(turn(t)) == []
    turn(t)
    assert recoveries(t.state) == {t.unit("SH1"): t.unit("RV1")}
    t.refused(t.move("SH1", "D3↓"), "CORE-100")
    assert repaired(turn(t)) == [Repaired(t.unit("SH1"), t.unit("RV1"), Tracks.WHOLE)]
    turn(t)
    assert t.state.round == 3
    assert t.allows(t.move("SH1", "D3↓"))
    assert t.allows(t.move("RV1", "C2↗"))


@rule("CORE-153", "CORE-154", "CORE-Q30")
def test_t_33_a_heavier_vehicle_takes_one_round_more() -> None:
    t = types(field(6, 10, A2="RV1→", D2="J1!↓", B9="pz1↑"), round=1)
    t.change("J1", hurt=0)
    t.play(t.move("RV1", "C2→"))
    assert WaitSet(t.unit("J1"), True) not in turn(t)
    turn(t)
    assert turn(t)[0] == WaitSet(t.unit("J1"), True)
    assert (t.piece("J1").waiting, t.piece("J1").tracks) == (True, Tracks.IMMOBILE)
    turn(t)
    assert [event.by for event in repaired(turn(t))] == [t.unit("RV1")]
    assert (t.piece("J1").waiting, t.state.round) == (False, 3)
    turn(t)
    assert t.allows(t.move("J1", "D3↓"))


PAIR = field(6, 10, C2="RV1→", D2="H1!↓", B9="m1↑")  # the Heavy Tank is the heavier one


@rule("CORE-151")
@pytest.mark.parametrize(
    ("recovery", "works"),
    [("C2→", True), ("C2↑→", True), ("C2→↑", False), ("B2→", False), ("D1↓", True), ("C1↘", True), ("E3↑↖", True)],
)
def test_the_crane_must_point_exactly_at_a_neighbour(recovery: str, works: bool) -> None:
    t = table(field(6, 10, D2="M1!→", B9="m1↑", **{recovery[:2]: f"RV1{recovery[2:]}"}))
    assert bool(repaired(turn(t))) is works


@rule("CORE-151", "CORE-152")
@pytest.mark.parametrize(
    ("words", "mended"),
    [
        ({"A1": "RV1→", "B1": "M1!↓"}, {"M1"}),
        ({"A1": "RV1!→", "B1": "RV2!←"}, {"RV1", "RV2"}),
        ({"A1": "RV1!→"}, set()),
        ({"A1": "RV1→", "B1": "T1!↓"}, {"T1"}),
        ({"A1": "×RV1→", "B1": "M1!↓"}, set()),
        ({"A1": "RV1→", "B1": "m2!↓"}, set()),
        ({"A1": "M2→", "B1": "M1!↓"}, set()),
        ({"A1": "rv1→", "B1": "m2!↓"}, set()),
    ],
    ids=["sound", "each other", "not itself", "truck", "wreck", "enemy", "no crane", "not in the enemy's turn"],
)
def test_who_mends_whom(words: dict[str, str], mended: set[str]) -> None:
    t = table(field(6, 10, F3="M9↓", B9="m1↑", **words))
    assert {t.name(event.unit) for event in repaired(turn(t))} == mended


@rule("CORE-152", "CORE-Q31")
def test_a_step_a_shot_or_a_crane_laid_late_puts_it_off() -> None:
    """CORE-Q31: since the beginning of that turn."""
    drawing = field(6, 10, C2="RV1→", D2="M1!↓", B9="m1↑")
    t = table(drawing)
    t.end_movement()
    t.play(t.announce("M1", "m1"))
    t.open_fire()
    t.play_with(Resolve(t.unit("M1")), SeededDice(1))
    assert repaired(t.end_turn()) == []
    t = table(drawing)
    t.play(t.move("RV1", "C2↘"))
    t.play(t.lay("RV1", "→"))
    assert list(arranged(t.state)) == [(t.unit("M1"), t.unit("RV1"))]
    assert repaired(turn(t)) == []
    t = table(field(6, 10, C2="RV1↑→", D2="M1!↓", B9="m1↑"))
    t.change("RV1", rested=1)
    assert repaired(turn(t)) == []
    turn(t)
    assert len(repaired(turn(t))) == 1


@rule("CORE-154", "CORE-Q31")
def test_whatever_fails_ends_the_wait() -> None:
    """CORE-Q31: a step, the loss of the recovery vehicle, or a new hit on the tracks."""
    t = table(PAIR)
    t.change("H1", waiting=True)
    t.play(t.move("RV1", "C2↘"))
    assert WaitSet(t.unit("H1"), False) in turn(t)
    for event in (Destroyed, Immobilised):
        t = table(PAIR, side=BLUE)
        t.change("H1", waiting=True)
        told = Destroyed(t.unit("RV1")) if event is Destroyed else Immobilised(t.unit("H1"), Tracks.IMMOBILE)
        book.evolve(t.state, told)
        assert not t.piece("H1").waiting


@rule("CORE-154")
def test_of_two_recovery_vehicles_the_heavier_does_the_work() -> None:
    t = types(field(6, 10, C2="BP1→", D2="P1!↓", E2="RV1←", B9="sh1↑"))
    assert recoveries(t.state) == {t.unit("P1"): t.unit("BP1")}
    assert [event.by for event in repaired(turn(t))] == [t.unit("BP1")]


@rule("CORE-155")
@pytest.mark.parametrize(("patient", "turns"), [("M1", 1), ("H1", 2)])
def test_with_option_7_each_stage_takes_such_a_turn_or_two(patient: str, turns: int) -> None:
    t = table(field(6, 10, C2="RV1→", D2=f"{patient}!↓", B9="m1↑"), semi=True)
    for wanted in (Tracks.SEMI, Tracks.WHOLE):
        for left in range(turns, 0, -1):
            found = repaired(turn(t))
            assert [event.tracks for event in found] == [wanted] * (left == 1)
            turn(t)


@rule("CORE-154", "CORE-Q31")
def test_crew_and_recovery_may_work_together_and_who_is_first_ends_both() -> None:
    t = table(field(6, 10, C2="RV1→", D2="M1!(3)↓", B9="m1↑"))
    assert [event.by for event in repaired(turn(t))] == [t.unit("RV1")]
    assert t.piece("M1").timer == 0
    t = table(PAIR.replace("H1!↓", "H1!(1)↓"))
    t.change("H1", waiting=True)
    assert [event.by for event in repaired(turn(t))] == [t.unit("H1")]
    assert not t.piece("H1").waiting
    t = table(PAIR.replace("H1!↓", "H1!(3)↓"))
    assert turn(t)[:2] == (WaitSet(t.unit("H1"), True), TimerSet(t.unit("H1"), 2))
    assert t.state.side is not RED
