"""Artillery, bombs and the barrage: the ledger's cases Y6 … Y9, and our own."""

from fractions import Fraction
from typing import Any

import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import indirect, sampling
from hulldown.rulebooks.panzerkampf.events import Bombed, CrateHit, Damaged, Destroyed, Event, Part, Shelled
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Barrage, Bomb, Shell
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit, Where, Window
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    allows,
    armed,
    battle,
    blue,
    change,
    cm,
    field,
    house,
    lake,
    play,
    play_with,
    red,
    refusal,
    refused,
)

FAR = blue("heavy-tank", 110, 70)  # so that the game goes on whoever falls


def phase(*units: Unit, **more: Any) -> State:
    return battle([*units, FAR], **({"phase": Phase.SHOOTING} | more))


def guns(gun: dict[str, Any] | None = None, *units: Unit, **more: Any) -> State:
    """Red's howitzer at 20, 40 with one weapon."""
    usual = {"kind": "artillery", "range": 90, "angle": 180}
    return phase(red("howitzer", 20, 40, 90), *units, chart=armed("howitzer", usual | (gun or {})), **more)


def shell(x: float, y: float) -> Shell:
    return Shell(0, 0, *cm(x, y))


def impacts(events: tuple[Event, ...]) -> list[tuple[float, float]]:
    found = events[0]
    assert isinstance(found, Shelled | Bombed)
    return [(x / CM, y / CM) for x, y in found.impacts]


def hits(events: tuple[Event, ...]) -> dict[int, int]:
    """How many armour dice each unit had: its hits, with DMG 1 and no twelves."""
    return {event.unit: len(event.dice) for event in events if isinstance(event, Damaged)}


# Where shells fall


@rule("PK-41", "PK-42", "PK-44", "PK-R21", "PK-R22")
def test_y6_deviation_and_the_walk() -> None:
    """Y6, PK-R21, PK-R22: 9 − 6 = 3 cm towards 3 o'clock; then 1 cm up the table."""
    events = play(guns({"attacks": 2, "accuracy": 6}), shell(40, 40), (9,), (3,), (12,))
    assert impacts(events) == [(43, 40), (43, 39)]
    found = events[0]
    assert isinstance(found, Shelled)
    assert (found.aim, found.dice, found.directions) == (cm(40, 40), (9,), (3, 12))


@rule("PK-51", "PK-R20", "PK-R49")
def test_y7_a_12_is_rolled_again() -> None:
    """Y7, PK-R20: the last die counts; the artillery die never brings another one (PK-R49)."""
    events = play(guns({"accuracy": 6}), shell(40, 40), (12,), (4,), (12,))
    assert impacts(events) == [(40, 40)]
    events = play(guns({"accuracy": 6}), shell(40, 40), (12,), (12,), (8,), (6,))
    assert impacts(events) == [(40, 42)]


@rule("PK-42")
@pytest.mark.parametrize(("die", "off"), [(1, 0), (6, 0), (7, 1), (11, 5)])
def test_a_deviation_is_never_below_0(die: int, off: int) -> None:
    assert impacts(play(guns({"accuracy": 6}), shell(40, 40), (die,), (9,))) == [(40 - off, 40)]


@rule("PK-42", "PK-R22")
def test_eight_winds_are_a_matter_of_agreement() -> None:
    """PK-R22: with `directions = 8` the die has eight faces, 45° apart."""
    state = guns({"accuracy": 1}, changed={"directions": 8})
    assert impacts(play(state, shell(40, 40), (11,), (2,))) == [(50, 40)]


@rule("PK-42")
def test_hours_between_are_rounded_to_a_hundredth_of_a_millimetre() -> None:
    assert impacts(play(guns({"accuracy": 1}), shell(40, 40), (3,), (1,))) == [(41, 38.268)]


@rule("PK-44", "PK-R23")
def test_a_walk_goes_on_off_the_table_and_comes_back() -> None:
    """PK-R23: what lands off the table hits nothing."""
    state = guns({"attacks": 3, "accuracy": 11}, blue("infantry", 60, 1, 0))
    events = play(state, shell(60, 0), (3,), (5,), (12, 6), (1, 1))
    assert impacts(events) == [(60, 0), (60, -1), (60, 0)]
    assert hits(events) == {1: 2}


# Whom they hit


@rule("PK-43", "PK-72", "PK-R23")
def test_every_base_under_the_impact_is_hit_its_edge_included() -> None:
    """PK-R23: two that touch are both hit where they touch, a friend among them; on their tops."""
    state = guns({"accuracy": 12, "penetration": 0}, blue("medium-tank", 50, 40, 90), red("infantry", 52.5, 40))
    events = play(state, shell(51.5, 40), (2,), (6,), (2,), (3,))
    struck = [event for event in events if isinstance(event, Damaged)]
    assert [event.unit for event in struck] == [1, 2]
    assert [event.part for event in struck] == [Part.TOP, Part.TOP]
    state = guns({"accuracy": 12}, blue("medium-tank", 50, 40, 90))
    assert hits(play(state, shell(51.501, 40), (2,), (6,))) == {}


@rule("PK-43", "PK-21", "PK-R9", "PK-R23")
def test_what_flies_or_is_dived_is_never_hit() -> None:
    units = blue("fighter", 50, 40), blue("helicopter", 50, 43), blue("submarine", 50, 46, dived=True)
    state = guns({"accuracy": 12}, *units, table=field(lake(40, 0, 60, 80)))
    for spot, piece in zip(((50, 40), (50, 43), (50, 46)), units, strict=True):
        assert indirect.struck_by(state, (piece.x, piece.y)) == [], spot
    change(state, 3, dived=False)
    assert indirect.struck_by(state, cm(50, 46)) == [3]


@rule("PK-43", "PK-81")
def test_wrecks_are_hit_too() -> None:
    state = guns({"accuracy": 12, "penetration": 9}, blue("medium-tank", 50, 40, wreck=True, hp=0))
    assert play(state, shell(50, 40), (2,), (6,), (2,))[-1] == Destroyed(1, exploded=True)


@rule("PK-43", "PK-80", "PK-R25")
def test_all_hits_of_a_salvo_on_a_unit_are_rolled_together() -> None:
    state = guns({"attacks": 3, "accuracy": 12, "penetration": 7}, blue("medium-tank", 50, 40, 0, hp=2))
    events = play(state, shell(50, 40), (5,), (6,), (12, 6), (2, 3, 4))
    assert hits(events) == {1: 3}
    assert events[-1] == Destroyed(1, exploded=True)


@rule("PK-123", "PK-R51")
def test_a_crate_is_hit_where_the_impact_lies_on_it() -> None:
    """PK-R51: several crates under one salvo, the last of the list first, as their numbers shift."""
    state = guns({"attacks": 2, "accuracy": 12}, crates=[(50, 40, 0), (50, 41, 0), (70, 40, 0)])
    events = play(state, shell(50, 40), (5,), (6,), (6,), (2, 2), (2, 2))
    assert [event.crate for event in events if isinstance(event, CrateHit)] == [1, 0]
    assert [crate.x for crate in state.crates] == [70 * CM]


@rule("PK-118", "PK-72")
def test_penetrating_ammo_is_for_artillery_too() -> None:
    state = guns({"accuracy": 12, "penetration": 1}, blue("medium-tank", 50, 40))
    change(state, 0, command="penetration", commanded=3)
    events = play(state, shell(50, 40), (5,), (6,), (5,))
    assert isinstance(events[1], Damaged)
    assert (events[1].armour, events[1].penetration, events[1].needed) == (8, 3, 5)


# Where artillery may aim


@rule("PK-29", "PK-30", "PK-41", "PK-R12", "PK-R23")
def test_an_aim_point_lies_on_the_table_in_range_and_in_the_angle() -> None:
    """PK-R12, PK-R23: nobody needs to see it."""
    state = phase(red("howitzer", 20, 40, 90), blue("medium-tank", 90, 40), table=field(house(40, 30, 5, 20)))
    assert allows(state, shell(90, 40))
    far = refused(state, shell(111, 40), "PK-29", "91 cm", "90 cm")
    assert far.nearest == shell(110, 40)
    refused(state, shell(20, 60), "PK-30", "90° off", "30°")
    refused(state, shell(50, -1), "PK-R23", "not on the table")
    refused(state, Shell(0, 0, 10**5 * 2, 0), "PK-R23")


@rule("PK-53")
def test_y17_artillery_reloads() -> None:
    state = phase(red("howitzer", 20, 40, 90, moved=3), blue("medium-tank", 90, 40))
    refused(state, shell(90, 40), "PK-53", "150 mm")


@rule("PK-41")
def test_shells_that_are_listed_are_legal_and_lie_on_enemies() -> None:
    units = blue("medium-tank", 60, 40), blue("infantry", 60, 44), blue("fighter", 50, 40), blue("light-tank", 20, 70)
    state = phase(red("rocket-artillery", 20, 40, 90), *units)
    found = indirect.shells(state, 0)
    assert found[0] == shell(60, 40)
    assert shell(60, 42) in found
    assert len(found) <= indirect.MOST_AIMS
    assert all(allows(state, order) for order in found)
    assert all(order.y < 50 * CM for order in found)
    change(state, 0, moved=3)
    assert indirect.shells(state, 0) == []


# Mark


@rule("PK-119", "PK-R39")
def test_a_mark_brings_another_die_and_the_lower_counts() -> None:
    """PK-R39: for aims on the marked base; each 12 is rolled again."""
    state = guns({"accuracy": 5}, blue("medium-tank", 50, 40, 90), marked=1)
    events = play(state, shell(51.5, 40), (12, 9), (7,), (3,))
    found = events[0]
    assert isinstance(found, Shelled)
    assert (found.dice, impacts(events)) == ((12, 9, 7), [(53.5, 40)])
    assert impacts(
        play(guns({"accuracy": 5}, blue("medium-tank", 50, 40, 90), marked=1), shell(51.501, 40), (9,), (3,))
    )


@rule("PK-119", "PK-R65")
def test_a_mark_helps_the_side_that_marked_alone() -> None:
    chart = armed("howitzer", {"kind": "artillery", "counter_attack": True})
    units = [red("medium-tank", 40, 40), blue("medium-tank", 50, 40), blue("howitzer", 60, 40, 270)]
    state = battle(units, chart=chart, phase=Phase.COUNTER, marked=1, window=Window(BLUE, (2,)))
    assert not indirect.salvo_of(state, Shell(2, 0, *cm(50, 40))).marked
    state = battle(units, phase=Phase.SHOOTING, marked=1, counters=(3, 0))
    assert indirect.salvo_of(state, Barrage(*cm(50, 40))).marked


@rule("PK-119", "PK-R39")
def test_bombs_near_the_marked_unit_are_meant_for_it() -> None:
    """PK-R39: a drop point within 1 cm of its base."""
    for y, marked in ((42, True), (42.001, False)):
        state = run(blue("medium-tank", 50, y, 90), marked=1)
        assert indirect.salvo_of(state, Bomb(0, 0, cm(20))).marked is marked


# Bombs


def run(*units: Unit, gun: dict[str, Any] | None = None, **more: Any) -> State:
    """Red's bomber, which flew from 30, 40 eastwards to 70, 40 and then north to 70, 20."""
    bombs = {"kind": "bomb", "range": 0, "angle": 0, "attacks": 4, "accuracy": 12} | (gun or {})
    flown = ((*cm(30, 40), 90, cm(40)), (*cm(70, 40), 0, cm(20)))
    plane = red("bomber", 70, 20, 0, moved=3, flown=flown)
    return phase(plane, *units, chart=armed("bomber", bombs), **more)


@rule("PK-45", "PK-46", "PK-47", "PK-48")
def test_y9_the_stick_of_bombs() -> None:
    """Y9: first impact at 50, 30, flying east: 50, 51, 52, 53; a base from 51 to 54 takes three."""
    state = run(blue("medium-tank", 52.5, 30, 90), gun={"accuracy": 1, "penetration": 0})
    events = play(state, Bomb(0, 0, cm(20)), (11,), (12,), (1, 1, 1))
    assert impacts(events) == [(50, 30), (51, 30), (52, 30), (53, 30)]
    assert hits(events) == {1: 3}
    found = events[0]
    assert isinstance(found, Bombed)
    assert (found.drop, found.heading, found.direction) == (cm(50, 40), 90, 12)


@rule("PK-45", "PK-47", "PK-R24")
def test_at_a_corner_the_later_piece_gives_the_direction() -> None:
    events = play(run(), Bomb(0, 0, cm(40)), (5,), (3,))
    assert impacts(events) == [(70, 40), (70, 39), (70, 38), (70, 37)]
    events = play(run(), Bomb(0, 0, cm(39.99)), (5,), (3,))
    assert impacts(events)[1] == (70.99, 40)


@rule("PK-45", "PK-R24")
def test_the_drop_point_lies_on_the_path_of_this_turn_and_above_the_table() -> None:
    state = run()
    assert allows(state, Bomb(0, 0, 0))
    assert refused(state, Bomb(0, 0, cm(60.01)), "PK-45", "60 cm").nearest == Bomb(0, 0, cm(60))
    assert refused(state, Bomb(0, 0, -5), "PK-45").nearest == Bomb(0, 0, 0)
    change(state, 0, flown=((*cm(100, 40), 90, cm(40)),), x=cm(140), where=Where.TABLE)
    refused(state, Bomb(0, 0, cm(30)), "PK-R24", "not above the table")
    change(state, 0, where=Where.AWAY)
    refused(state, Bomb(0, 0, cm(10)), "PK-R7", "off the table")
    change(state, 0, where=Where.TABLE, moved=1)
    refused(state, Bomb(0, 0, cm(10)), "PK-45", "flown no path")


@rule("PK-46", "PK-51")
def test_the_first_bomb_deviates_as_artillery_does() -> None:
    events = play(run(gun={"accuracy": 4}), Bomb(0, 0, cm(20)), (12,), (6,), (6,))
    assert impacts(events)[0] == (50, 42)


@rule("PK-117", "PK-45", "PK-R38")
def test_extra_ammo_is_a_second_run_on_the_same_path() -> None:
    state = run()
    play(state, Bomb(0, 0, cm(20)), (5,), (3,))
    refused(state, Bomb(0, 0, cm(30)), "PK-26")
    change(state, 0, command="ammunition", commanded=3)
    play(state, Bomb(0, 0, cm(30)), (5,), (3,))
    refused(state, Bomb(0, 0, cm(30)), "PK-117")


@rule("PK-45")
def test_bombs_that_are_listed_are_legal_and_near_enemies() -> None:
    state = run(blue("medium-tank", 50, 41, 90), blue("infantry", 71, 25))
    found = indirect.bombs(state, 0)
    assert Bomb(0, 0, cm(18.5)) in found
    assert Bomb(0, 0, cm(55)) in found
    assert all(allows(state, order) for order in found)
    assert indirect.bombs(run(blue("medium-tank", 50, 70)), 0) == []


# The barrage


@rule("PK-124", "PK-125")
def test_three_counters_buy_a_barrage_anywhere() -> None:
    state = phase(red("medium-tank", 20, 40), blue("medium-tank", 100, 10, 0), counters=(4, 0))
    events = play(state, Barrage(*cm(100, 10)), (1,), (4,), (12, 6), (6, 7, 8))
    found = events[0]
    assert isinstance(found, Shelled)
    assert (found.unit, found.weapon, found.side, len(found.impacts)) == (-1, -1, RED, 3)
    struck = events[1]
    assert isinstance(struck, Damaged)
    assert (struck.armour, struck.penetration, struck.needed, struck.lost) == (8, 1, 7, 2)
    assert state.counters == (1, 0)
    refused(state, Barrage(*cm(100, 10)), "PK-125", "3 counters", "has 1")


@rule("PK-125")
def test_a_barrage_falls_in_the_shooting_phase_on_the_table() -> None:
    state = phase(red("medium-tank", 20, 40), counters=(3, 3))
    refused(state, Barrage(-1, 0), "PK-R23")
    assert sampling.barrages(state)
    assert all(allows(state, order) for order in sampling.barrages(state))
    state.phase = Phase.MOVEMENT
    refused(state, Barrage(0, 0), "PK-125", "Red has not ended its movement yet")


# Chances


@rule("PK-42", "PK-43", "PK-119")
def test_y8_the_howitzer_on_a_3_by_2_base() -> None:
    """Y8: 6/11, since 1 cm sideways lies on the edge; with Mark 96/121."""
    for marked, chance in ((-1, Fraction(6, 11)), (1, Fraction(96, 121))):
        state = guns({"accuracy": 5}, blue("medium-tank", 50, 40, 0), marked=marked)
        seen = indirect.preview(state, shell(50, 40))
        assert seen.fall is not None
        assert [(one.unit, one.chance, one.friend) for one in seen.fall.struck] == [(1, chance, False)]
        assert sum(dot.chance for dot in seen.fall.dots) == 1
        assert "exact" in seen.fall.sentence
        assert seen.odds is not None
        assert sum(seen.odds.values()) == 1


@rule("PK-43", "PK-44")
@pytest.mark.parametrize(
    ("attacks", "accuracy", "marked", "some", "mean"),
    [(8, 3, -1, 0.438, 1.694), (3, 1, -1, 0.217, 0.4705), (3, 1, 1, 0.384, 0.846)],
)
def test_the_ledgers_sanity_figures(attacks: int, accuracy: int, marked: int, some: float, mean: float) -> None:
    """The ledger's were simulated with fractions that miss some edges; these are exact, and a little higher."""
    state = guns({"attacks": attacks, "accuracy": accuracy}, blue("medium-tank", 50, 40, 0), marked=marked)
    found = indirect.chances(state, indirect.salvo_of(state, shell(50, 40)))[1]
    assert sum(found.values()) == 1
    assert float(1 - found[0]) == pytest.approx(some, abs=0.001)
    assert float(sum(many * chance for many, chance in found.items())) == pytest.approx(mean, abs=0.001)


@rule("PK-43", "PK-44", "PK-48")
@pytest.mark.parametrize("bombs", [False, True])
def test_the_chances_are_those_of_the_dice(bombs: bool) -> None:
    """The same salvo played many times hits as often as the chances say."""
    times, counts = 1500, dict[int, int]()
    tank = blue("medium-tank", 51, 41, 30)
    gun = {"attacks": 3, "accuracy": 7}
    order: Bomb | Shell = Bomb(0, 0, cm(20)) if bombs else shell(50, 40)
    state = run(tank, gun=gun) if bombs else guns(gun, tank)
    for seed in range(times):
        twin = state.copy()
        events = play_with(twin, order, SeededDice(seed))
        found = events[0]
        assert isinstance(found, Shelled | Bombed)
        many = sum(indirect.struck_by(state, spot).count(1) for spot in found.impacts)
        counts[many] = counts.get(many, 0) + 1
    chances = indirect.chances(state, indirect.salvo_of(state, order))[1]
    assert set(counts) <= set(chances)
    for many, chance in chances.items():
        assert counts.get(many, 0) / times == pytest.approx(float(chance), abs=0.04)


@rule("PK-43")
def test_friends_in_danger_are_named_as_such() -> None:
    state = guns({"attacks": 3, "accuracy": 3}, blue("medium-tank", 50, 40), red("infantry", 53, 40))
    seen = indirect.preview(state, shell(50, 40))
    assert seen.fall is not None
    assert {one.unit: one.friend for one in seen.fall.struck} == {1: False, 2: True}
    assert sum(dot.chance for dot in seen.fall.dots) <= 1
    assert refusal(state, shell(50, 40)) is None


@rule("PK-44")
def test_very_long_salvos_are_merged_and_say_so() -> None:
    state = guns({"attacks": 13, "accuracy": 9}, blue("medium-tank", 50, 40))
    seen = indirect.preview(state, shell(50, 40))
    assert seen.fall is not None
    assert "merged into squares of 2 mm" in seen.fall.sentence
    assert 0 < seen.fall.struck[0].chance < 1
