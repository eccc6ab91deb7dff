"""The D10 and the D100: the ledger's cases W1, W6 … W12 and W29, its sanity figures, and our own."""

from fractions import Fraction

import pytest

from hulldown.geometry.hexes import Zone
from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.odds import every
from hulldown.kernel.question import odds_between
from hulldown.rulebooks.squadron import library
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.events import Destroyed, Outcome
from hulldown.rulebooks.squadron.shooting import (
    SHOT,
    Facts,
    armour_of,
    bonus_of,
    facts_for,
    facts_of,
    odds_of,
)
from hulldown.rulebooks.squadron.sight import look
from tests.marks import rule
from tests.rulebooks.squadron.cast import BY_ID, Table, case, field, figures, table


def facts(gun: str, target: str, part: Zone, modifier: int) -> Facts:
    return facts_for(figures(), modifier, BY_ID[gun].penetration, armour_of(BY_ID[target], part))


def resolved(these: Facts, *dice: int) -> Outcome:
    script = ScriptedDice([(die,) for die in dice])
    outcome = SHOT.resolve(these, script)
    script.done()
    return outcome


def front(at: Table, *dice: int) -> Outcome:
    """A shot of TE1 at pa1 with these dice."""
    return at.shoot(at.fire("TE1", "pa1"), *dice).outcome


# The ledger's cases


@rule("SQ-05", "SQ-81", "SQ-82")
def test_w1_the_printed_example() -> None:
    assert resolved(facts("t-34-85", "panther-g", Zone.FRONT, 0), 8, 57) is Outcome.DESTROYED


@rule("SQ-68", "SQ-83")
def test_w6_an_equal_total_is_a_ricochet() -> None:
    these = facts("t-34-85", "panther-g", Zone.FRONT, 0)
    assert resolved(these, 6, 59) is Outcome.RICOCHET
    assert resolved(these, 6, 60) is Outcome.DESTROYED


@rule("SQ-72", "SQ-83", "SQ-87", "SQ-89", "SQ-Q34")
def test_w7_96_is_critical_and_95_is_not() -> None:
    """SQ-Q34: 96 to 100, the last written 00."""
    these = facts("sherman-75", "tiger-ii", Zone.FRONT, 1)
    assert resolved(these, 10, 96) is Outcome.DESTROYED
    assert resolved(these, 10, 95) is Outcome.RICOCHET


@rule("SQ-88", "SQ-89")
def test_w8_5_is_a_dud_whatever_the_values_are() -> None:
    these = facts("tiger-ii", "m10", Zone.REAR, 0)
    assert resolved(these, 10, 5) is Outcome.DUD
    assert resolved(these, 10, 6) is Outcome.DESTROYED


@rule("SQ-67", "SQ-68", "SQ-73", "SQ-79")
def test_w9_and_w10_a_4_hits_at_4_hexes_and_misses_at_6() -> None:
    near = case({(0, 0): "TE1↗", (4, -2): "pa1↙"})
    assert near.modifiers(near.fire("TE1", "pa1")) == {"SQ-73": 1, "SQ-79": 1}
    assert front(near, 4, 60) is Outcome.DESTROYED
    far = case({(0, 0): "TE1↗", (6, -3): "pa1↙"})
    assert far.modifiers(far.fire("TE1", "pa1")) == {"SQ-73": 1}
    assert front(far, 4) is Outcome.MISSED


@rule("SQ-79", "SQ-Q26")
def test_five_hexes_are_near_and_six_are_not() -> None:
    for hexes, near in ((5, True), (6, False)):
        at = case({(0, 0): "TE1↗", (hexes, -2): "pa1↙"})
        assert ("SQ-79" in at.modifiers(at.fire("TE1", "pa1"))) is near


@rule("SQ-15", "SQ-74", "SQ-75", "SQ-77", "SQ-79", "SQ-80", "SQ-103")
def test_w11_everything_against_the_firer() -> None:
    at = case({(1, 0): "FF1~↖", (5, -2): "r:pa1~↙"}, activated=["pa1"])
    at.play(at.roll("FF1"), (4, 4))
    at.play(at.step((0, 0)))
    shot = at.fire("FF1", "pa1")
    assert at.modifiers(shot) == {
        "SQ-74": -1,
        "SQ-75": -2,
        "SQ-77": -1,
        "SQ-79": 1,
        "SQ-103": -2,
        "SQ-15": -1,
    }
    fired = at.shoot(shot, 10)
    assert sum(one.amount for one in fired.modifiers) == -6
    assert fired.outcome is Outcome.MISSED


@rule("SQ-72")
def test_w12_the_best_case_has_50() -> None:
    assert [bonus_of(figures().hit, die + 2) for die in (9, 10)] == [50, 50]


@rule("SQ-27", "SQ-34", "SQ-73")
def test_w29_move_and_fire_from_a_halt() -> None:
    at = case({(0, 0): "TE1↗", (7, -3): "pa1↙"})
    at.play(at.roll("TE1"), (4,))
    at.play(at.step((1, -1)))
    at.state.window = None
    shot = at.fire("TE1", "pa1")
    assert at.modifiers(shot) == {"SQ-73": 1}
    at.shoot(shot, 1)
    assert not at.piece("TE1").moving


# The table


@rule("SQ-66", "SQ-67", "SQ-68", "SQ-69", "SQ-70", "SQ-71", "SQ-72", "SQ-113")
def test_the_hit_table() -> None:
    found = [bonus_of(figures().hit, total) for total in range(-6, 14)]
    assert found == [-1] * 12 + [0, 0, 10, 20, 30, 50, 50, 50]


@rule("SQ-77", "SQ-113")
def test_a_moving_target_costs_1_though_the_back_cover_lost_it() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1~↙"})
    assert at.modifiers(at.fire("TE1", "pa1"))["SQ-77"] == -1


@rule("SQ-74")
def test_a_firer_that_began_in_movement_has_1_less_instead_of_1_more() -> None:
    at = case({(0, 0): "TE1~↗", (4, -2): "pa1↙"}, free_stop=True)
    assert at.modifiers(at.fire("TE1", "pa1")) == {"SQ-74": -1, "SQ-79": 1}


@rule("SQ-75", "SQ-76", "SQ-Q15")
def test_a_turret_that_is_turned_already_fires_there_without_2_less() -> None:
    at = case({(0, 0): "TE1↗↘", (1, 2): "pa1↙", (4, -2): "pa2↙"})
    assert "SQ-75" not in at.modifiers(at.fire("TE1", "pa1"))
    assert at.modifiers(at.fire("TE1", "pa2"))["SQ-75"] == -2


@rule("SQ-75")
def test_the_turret_stays_where_it_fired() -> None:
    at = case({(0, 0): "TE1↗", (1, 2): "pa1↙", (1, -3): "pa2↙"})
    at.shoot(at.fire("TE1", "pa1"), 1)
    assert (at.piece("TE1").facing, at.piece("TE1").turret, at.piece("TE1").gun) == (0, 1, 1)


@rule("SQ-06")
@pytest.mark.parametrize(("part", "armour"), [(Zone.FRONT, 177), (Zone.SIDE, 61), (Zone.REAR, 49)])
def test_each_part_has_its_armour(part: Zone, armour: int) -> None:
    assert armour_of(BY_ID["panther-g"], part) == armour


@rule("SQ-15")
def test_a_firing_restriction_is_taken_off_every_shot() -> None:
    at = case({(0, 0): "HZ1↗", (4, -2): "te1↙"})
    assert at.modifiers(at.fire("HZ1", "te1"))["SQ-15"] == -1


# The exact odds


@rule("SQ-66", "SQ-81", "SQ-82", "SQ-87", "SQ-88")
@pytest.mark.parametrize(
    ("gun", "target", "part", "modifier", "percent"),
    [
        ("t-34-85", "panther-g", Zone.FRONT, 0, "26.5"),
        ("t-34-85", "panther-g", Zone.FRONT, 1, "35.6"),
        ("t-34-85", "panther-g", Zone.FRONT, 2, "44.7"),
        ("panther-g", "t-34-85", Zone.FRONT, 1, "57"),
        ("panther-g", "t-34-85", Zone.FRONT, 2, "66.5"),
        ("sherman-75", "tiger-ii", Zone.FRONT, 1, "3"),
        ("sherman-75", "tiger-ii", Zone.SIDE, 1, "56.4"),  # the ledger rounds it to 56
    ],
)
def test_the_ledger_s_sanity_figures(gun: str, target: str, part: Zone, modifier: int, percent: str) -> None:
    assert odds_of(facts(gun, target, part, modifier))[Outcome.DESTROYED] == Fraction(percent) / 100


def test_merged_stages_give_what_every_pair_of_dice_gives() -> None:
    for modifier in range(-6, 4):
        these = facts("t-34-85", "panther-g", Zone.SIDE, modifier)
        assert dict(SHOT.odds(these)) == every(lambda dice, these=these: SHOT.resolve(these, dice))  # type: ignore[misc]


@rule("SQ-80")
def test_a_preview_has_the_very_odds_of_its_facts_and_two_stages() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙"})
    shot = at.fire("TE1", "pa1")
    seen = at.preview(shot)
    these, modifiers = facts_of(at.state, shot, look(at.state, shot.unit, shot.target, shot.corner))
    assert seen.modifiers == modifiers
    assert seen.odds == odds_of(these)
    assert seen.odds[Outcome.DESTROYED] == Fraction("0.447")
    to_hit, *to_pierce = seen.stages
    assert (to_hit.dice, to_hit.rule) == ("D10", "SQ-66")
    assert to_hit.odds == {"missed": Fraction(3, 10)} | {
        f"hit +{bonus}": Fraction(ways, 10) for bonus, ways in ((0, 2), (10, 1), (20, 1), (30, 1), (50, 2))
    }
    assert [stage.name for stage in to_pierce][:2] == ["to pierce front 177", "to pierce front 177, hit +10"]
    assert all(stage.odds is not None and sum(stage.odds.values()) == 1 for stage in seen.stages)


@rule("SQ-66", "SQ-81")
def test_what_is_shown_before_a_shot_is_what_falls() -> None:
    """Every pair of dice, played out, makes the chances of the preview."""
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (3, -1): "%"})
    shot, found = at.fire("TE1", "pa1"), dict.fromkeys(Outcome, Fraction(0))
    for die in range(1, 11):
        if die - 2 + 2 <= 5:
            found[Outcome.MISSED] += Fraction(1, 10)
            assert Table(at.state).shoot(shot, die).outcome is Outcome.MISSED
            continue
        for pierce in range(1, 101):
            found[Table(at.state).shoot(shot, die, pierce).outcome] += Fraction(1, 1000)
    assert at.preview(shot).odds == {outcome: chance for outcome, chance in found.items() if chance}


@rule("SQ-82", "SQ-84")
def test_a_destroyed_tank_stays_as_a_wreck() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (6, 0): "pa2↙"})
    events = at.play(at.fire("TE1", "pa1"), (9,), (90,))
    assert Destroyed(at.unit("pa1")) in events
    assert at.piece("pa1").destroyed
    assert at.state.units.wrecks == 1 << at.hex((4, -2))


@rule("SQ-83", "SQ-88")
def test_a_ricochet_and_a_dud_do_nothing() -> None:
    for die in (7, 3):
        at = case({(0, 0): "TE1↗", (4, -2): "pa1↙"})
        before = at.piece("pa1")
        assert front(at, 4, die) in (Outcome.RICOCHET, Outcome.DUD)
        assert at.piece("pa1") == before


# Who may fire


@rule("SQ-31", "SQ-54")
def test_a_shot_ends_the_activation() -> None:
    at = table(field(6, 6, A1="TE1↘", C1="TE2↘", D4="pa1↖"))
    at.shoot(at.fire("TE1", "pa1"), 1)
    assert at.state.active is None
    assert at.piece("TE1").activated == at.state.turn
    assert book.to_act(at.state) is at.piece("pa1").side


@rule("SQ-54")
def test_the_points_that_are_left_after_a_shot_are_lost() -> None:
    at = table(field(8, 6, A1="TE1~↘", C1="TE2↘", F4="pa1↖"))
    at.play(at.roll("TE1"), (4, 4))
    at.play(at.step("A2"))
    at.state.window = None
    at.shoot(at.fire("TE1", "pa1"), 1)
    assert at.state.active is None
    at.refused(at.step("B2"), "SQ-26", "none of Blue's tanks is under way")


@rule("SQ-36", "SQ-34")
@pytest.mark.parametrize(("mark", "dice", "broken"), [("~", (1, 2), "SQ-36"), ("", (2,), "SQ-34")])
def test_a_shot_costs_three_points(mark: str, dice: tuple[int, ...], broken: str) -> None:
    at = table(field(8, 6, B1=f"TE1{mark}↘", C1="TE2↘", F4="pa1↖"), activated=["pa1"])
    at.play(at.roll("TE1"), dice)
    if mark:
        at.play(at.step("B2"))
    told = at.refused(at.fire("TE1", "pa1"), broken, "a shot costs 3 points; 2 are left")
    assert told.nearest is not None


@rule("SQ-40", "SQ-26")
def test_nobody_moves_after_firing() -> None:
    at = table(field(8, 6, A1="TE1↘", C1="TE2↘", F4="ch1↖"))
    at.shoot(at.fire("TE1", "ch1"), 1)
    at.play(at.ambush("ch1"))
    at.refused(at.roll("TE1"), "SQ-23", "has been activated in this turn")


def test_odds_from_the_library_are_those_of_the_rule() -> None:
    assert odds_between(library, "T-34/85", "PA", 4, "front", {})[Outcome.DESTROYED] == Fraction("0.447")
    assert odds_between(library, "t-34-85", "panther-g", 9, "front", {})[Outcome.DESTROYED] == Fraction("0.356")
    worst = {"start": "moving", "turret": "on", "target_moving": "on", "obstacle": "on", "hedge": "on", "ruin": "in"}
    assert odds_between(library, "t-34-85", "panther-g", 4, "front", worst) == {
        Outcome.DESTROYED: 0,
        Outcome.MISSED: 1,
    }
