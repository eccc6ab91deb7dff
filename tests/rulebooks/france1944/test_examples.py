"""The book's tables as worked cases: FT-01 … FT-20 of the ledger."""

import pytest

from hulldown.geometry.squares import Zone
from hulldown.kernel.side import RED
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944.events import FlagCaptured, GameEnded, MovementRolled
from hulldown.rulebooks.panzerstrike.france1944.movement import allowance, dice_for
from hulldown.rulebooks.panzerstrike.france1944.orders import RollMovement
from hulldown.rulebooks.panzerstrike.france1944.setup import Army, value_of
from hulldown.rulebooks.panzerstrike.france1944.shooting import odds_of, shot_at, zone_hit
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks.france1944.cast import CHART, Table, field, figures, table

HEAVY, MEDIUM, LIGHT = CHART
NOTHING, DAMAGED, DESTROYED = Verdict.NOTHING, Verdict.DAMAGED, Verdict.DESTROYED


@rule("FR-22", "FR-23")
def test_a_light_tank_with_a_four_drives_five_squares_and_no_further() -> None:
    """FT-01: large number 4 and +1 make 5 steps at most."""
    assert allowance(LIGHT, 4) == 5
    t = table(field(8, 1, A1="L1→", H1="m1←"), rolled=(3, 4))
    assert t.allows(t.move("L1", 4, "F1→"))
    refusal = t.refused(t.move("L1", 4, "G1→"), "FR-22", "G1", "6 steps away", "the 4", "Light 1 5")
    assert refusal.nearest == t.move("L1", 4, "F1→")


@rule("FR-22")
def test_a_medium_tank_with_a_four_has_four_steps() -> None:
    """FT-02: the large number as it is."""
    assert allowance(MEDIUM, 4) == 4
    t = table(field(8, 1, A1="M1→", H1="m1←"), rolled=(3, 4))
    assert t.allows(t.move("M1", 4, "E1→"))
    t.refused(t.move("M1", 4, "F1→"), "FR-22", "5 steps", "the 4", "Medium 1 4")


@rule("FR-22")
@pytest.mark.parametrize(
    ("die", "last", "beyond", "steps"), [(3, "B1→", "C1→", 1), (6, "E1→", "F1→", 4)], ids=["three", "six"]
)
def test_a_heavy_tank_loses_two_steps(die: int, last: str, beyond: str, steps: int) -> None:
    """FT-03: a 3 gives one step, a 6 gives four."""
    assert allowance(HEAVY, die) == steps
    t = table(field(8, 1, A1="H1→", H1="m1←"), rolled=(3, 6))
    assert t.allows(t.move("H1", die, last))
    t.refused(t.move("H1", die, beyond), "FR-22", f"{steps + 1} steps away", f"the {die}", f"Heavy 1 {steps}")


@rule("FR-16", "FR-17")
@pytest.mark.parametrize(
    ("active", "dice"), [(1, 2), (4, 2), (5, 3), (8, 3), (9, 4), (12, 4), (13, 5), (30, 5)], ids=str
)
def test_the_dice_table_gives_dice_for_active_tanks(active: int, dice: int) -> None:
    """FT-04: the ends of each row of the dice table, in the table and at the table."""
    assert dice_for(figures(), active) == dice
    places = {f"{'ABCDEFGHIJ'[at % 10]}{at // 10 + 1}": f"L{at + 1}→" for at in range(active)}
    t = table(field(12, 3, L1="m1←", **places), phase=Phase.ROLL)
    (event,) = t.play(RollMovement(), (3, 4, 5, 6, 3)[:dice])
    assert isinstance(event, MovementRolled)
    assert len(event.dice) == dice


FIVE_ABREAST = field(6, 5, A1="M1→", A2="M2→", A3="M3→", A4="M4→", A5="M5→", F1="m1←")


@rule("FR-18", "FR-21")
def test_three_equal_dice_move_four_tanks() -> None:
    """FT-05: 5 5 5 moves four tanks, each on a 5."""
    t = table(FIVE_ABREAST, phase=Phase.ROLL)
    t.roll(5, 5, 5)
    for name in ("M1", "M2", "M3", "M4"):
        assert t.allows(t.move(name, 5, f"B{name[1]}→"))
        t.play(t.move(name, 5, f"B{name[1]}→"))
    t.refused(t.move("M5", 5, "B5→"), "FR-19", "Medium 5", "Red had 4", "all are used")


@rule("FR-18", "FR-21")
def test_unequal_dice_move_one_tank_each() -> None:
    """FT-05: 5 5 4 moves three tanks."""
    t = table(FIVE_ABREAST, phase=Phase.ROLL)
    t.roll(5, 5, 4)
    for name, die in (("M1", 5), ("M2", 5), ("M3", 4)):
        t.play(t.move(name, die, f"B{name[1]}→"))
    t.refused(t.move("M4", 5, "B4→"), "FR-19", "Medium 4", "Red had 3", "all are used")


@rule("FR-19")
def test_a_fourth_tank_without_a_die_may_not_even_turn() -> None:
    """FT-06: three dice are given to three of six tanks; the fourth takes no free step."""
    t = table(field(6, 6, A1="M1→", A2="M2→", A3="M3→", A4="M4→", A5="M5→", A6="M6→", F1="m1←"), phase=Phase.ROLL)
    t.roll(3, 4, 5)
    for name, die in (("M1", 3), ("M2", 4), ("M3", 5)):
        t.play(t.move(name, die, f"B{name[1]}→"))
    t.refused(t.move("M4", 3, "A4↘"), "FR-19", "Medium 4 has no die", "Red had 3")
    assert t.moves("M4", 3) == set()


@rule("FR-18", "FR-26")
def test_a_tank_backs_one_square_and_that_is_its_whole_move() -> None:
    """FT-07: back 1 is legal; turning after it, in the same move or another, is not, and neither is back 2."""
    t = table(field(8, 3, D2="M1→", H1="m1←"), rolled=(3, 4))
    t.refused(t.move("M1", 3, "B2→"), "FR-26", "Medium 1 backs one square")
    t.refused(t.move("M1", 3, "C2↘"), "FR-26", "its facing kept")
    back = t.move("M1", 3, "C2→")
    assert t.allows(back)
    t.play(back)
    assert t.where("M1") == "C2→"
    t.refused(t.move("M1", 4, "C2↘"), "FR-18", "Medium 1 has moved already")


HEAVY_AT_NINE = field(12, 1, A1="H1→", J1="m1←")


@rule("FR-40", "FR-41")
def test_an_equal_sum_destroys_and_one_less_does_nothing() -> None:
    """FT-08: distance 9 and front 7 need 16."""
    t = table(HEAVY_AT_NINE, phase=Phase.SHOOTING)
    assert t.shoot("H1", "m1", 4, 4, 4, 4) is DESTROYED
    t = table(HEAVY_AT_NINE, phase=Phase.SHOOTING)
    assert t.shoot("H1", "m1", 3, 4, 4, 4) is NOTHING
    assert t.tank("m1").condition is Condition.SOUND


@rule("FR-59")
def test_with_the_damage_option_an_equal_sum_damages_and_one_more_destroys() -> None:
    """FT-09: the same shot, 16 and 17."""
    t = table(HEAVY_AT_NINE, phase=Phase.SHOOTING, damage=True)
    assert t.shoot("H1", "m1", 4, 4, 4, 4) is DAMAGED
    assert t.tank("m1").condition is Condition.DAMAGED
    t = table(HEAVY_AT_NINE, phase=Phase.SHOOTING, damage=True)
    assert t.shoot("H1", "m1", 5, 4, 4, 4) is DESTROYED
    t = table(HEAVY_AT_NINE, phase=Phase.SHOOTING, damage=True)
    assert t.shoot("H1", "m1", 3, 4, 4, 4) is NOTHING


@rule("FR-38", "FR-40")
def test_a_light_tank_can_just_destroy_a_heavy_front_at_two_squares() -> None:
    """FT-10: two sixes are 12; at three squares no roll does it."""
    near = field(6, 1, A1="L1→", C1="h1←")
    assert table(near, phase=Phase.SHOOTING).shoot("L1", "h1", 6, 6) is DESTROYED
    assert table(near, phase=Phase.SHOOTING, damage=True).shoot("L1", "h1", 6, 6) is DAMAGED
    t = table(field(6, 1, A1="L1→", D1="h1←"), phase=Phase.SHOOTING)
    assert t.allows(t.fire("L1", "h1"))
    assert set(odds_of(shot_at(t.state.ground, t.tank("L1"), t.tank("h1")))) == {NOTHING}
    assert t.shoot("L1", "h1", 6, 6) is NOTHING


@rule("FR-38", "FR-39", "FR-40")
def test_a_medium_tank_destroys_a_light_one_from_behind_with_a_six_in_all() -> None:
    """FT-11: 1, 2 and 3 are 6: distance 5 and rear 1."""
    behind = field(8, 1, A1="M1→", F1="l1→")
    assert table(behind, phase=Phase.SHOOTING).shoot("M1", "l1", 1, 2, 3) is DESTROYED
    assert table(behind, phase=Phase.SHOOTING, damage=True).shoot("M1", "l1", 1, 2, 3) is DAMAGED


@rule("FR-42")
@pytest.mark.parametrize("place", ["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"])
def test_a_neighbour_is_too_near_to_be_fired_at(place: str) -> None:
    """FT-12: any of the eight squares around is at distance 1."""
    t = table(field(6, 6, B2="M1→", **{place: "m1←"}), phase=Phase.SHOOTING)
    t.refused(t.fire("M1", "m1"), "FR-42", "Medium 1 is 1 square away", "least distance is 2")


BEAM = field(5, 6, A3="M1↑", E3="m1←", E4="m2←")


@rule("FR-33", "FR-34", "FR-35")
def test_a_moved_tank_fires_along_its_beam_but_not_behind_it() -> None:
    """FT-13: facing north, targets at (4, 0) and (4, −1); unmoved, both are allowed."""
    t = table(BEAM, phase=Phase.SHOOTING, moved=["M1"])
    assert t.targets("M1") == {"m1"}
    t.refused(t.fire("M1", "m2"), "FR-34", "Medium 1 has moved", "90°", "Blue Medium 2")
    assert table(BEAM, phase=Phase.SHOOTING).targets("M1") == {"m1", "m2"}


@rule("FR-37", "FR-44")
@pytest.mark.parametrize(
    ("between", "told"),
    [("L1↑", "Light 1 at D1"), ("×m2", "Medium 2, a wreck, at D1"), ("#", "the house at D1")],
    ids=["friend", "wreck", "building"],
)
def test_a_tank_a_wreck_or_a_building_stops_the_shell(between: str, told: str) -> None:
    """FT-14: shooter (0, 0), target (5, 0), something at (3, 0)."""
    t = table(field(6, 1, A1="M1→", F1="m1←", D1=between), phase=Phase.SHOOTING)
    t.refused(t.fire("M1", "m1"), "FR-37", "Medium 1 cannot hit Blue Medium 1", told, "in the way")


@rule("FR-51")
@pytest.mark.parametrize("flag", ["R¶", "b¶"], ids=["own", "enemy"])
def test_a_flag_does_not_stop_the_shell(flag: str) -> None:
    """FT-14: with a flag at (3, 0) the shot is allowed."""
    t = table(field(6, 1, A1="M1→", F1="m1←", D1=flag), phase=Phase.SHOOTING)
    assert t.allows(t.fire("M1", "m1"))


@rule("FR-64")
def test_a_barricade_stops_the_shell_and_the_tank() -> None:
    """FT-15: a barricade at (3, 0)."""
    drawing = field(6, 1, A1="M1→", F1="m1←", D1="+")
    t = table(drawing, phase=Phase.SHOOTING)
    t.refused(t.fire("M1", "m1"), "FR-64", "the barricade at D1 is in the way")
    t = table(drawing, rolled=(3, 4))
    refusal = t.refused(t.move("M1", 4, "D1→"), "FR-64", "Medium 1 cannot enter D1", "barricade")
    assert refusal.nearest == t.move("M1", 4, "C1→")
    t.refused(
        t.move("M1", 4, "E1→"), "FR-64", "Medium 1 cannot reach E1 facing east", "a barricade stands in the way at D1"
    )


BY_THE_FLAG = field(10, 4, A1="M1→", A4="M2→", D1="b¶", J4="m1←")


def beside_the_flag(drawing: str = BY_THE_FLAG) -> Table:
    """Red's M1 has stopped beside Blue's flag, and it is Blue's turn."""
    t = table(drawing, phase=Phase.ROLL, round=3, last_loss=3)
    t.roll(3, 4)
    t.play(t.move("M1", 3, "C1→"))
    t.end_movement()
    assert not any(isinstance(event, FlagCaptured) for event in t.end_turn())
    return t


@rule("FR-53", "FR-54", "FR-55", "FR-57")
def test_a_tank_that_arrives_survives_and_stands_still_captures_the_last_flag_and_wins() -> None:
    """FT-16: arrival in T, the opponent's turn, no step in T+1."""
    t = beside_the_flag()
    t.pass_turn()
    t.roll(3, 4)
    t.end_movement()
    assert t.state.flags
    captured, ended = t.end_turn()
    assert captured == FlagCaptured(t.unit("M1"), t.square("D1"))
    assert isinstance(ended, GameEnded)
    assert (ended.result.winner, ended.result.rule) == (RED, "FR-57")
    assert not t.state.flags


@rule("FR-54")
def test_a_tank_destroyed_beside_the_flag_captures_nothing() -> None:
    """FT-17: it does not survive the opponent's turn."""
    t = beside_the_flag(field(10, 4, A1="M1→", A4="M2→", D1="b¶", J4="m1←", C4="l1↑"))
    t.roll(3, 4)
    t.end_movement()
    assert t.shoot("l1", "M1", 6, 1) is DESTROYED
    t.end_turn()
    assert not any(isinstance(event, FlagCaptured) for event in t.pass_turn())
    assert len(t.state.flags) == 1


@rule("FR-55")
def test_a_tank_that_turns_beside_the_flag_counts_from_that_turn() -> None:
    """FT-17: rotating in T+1 restarts the count, so the flag falls in T+2."""
    t = beside_the_flag()
    t.pass_turn()
    t.roll(3, 4)
    t.play(t.move("M1", 3, "C1↗"))
    t.end_movement()
    assert not any(isinstance(event, FlagCaptured) for event in t.end_turn())
    t.pass_turn()
    assert FlagCaptured(t.unit("M1"), t.square("D1")) in t.pass_turn()


@rule("FR-61")
def test_a_damaged_tank_gets_no_die_but_fires_backwards() -> None:
    """FT-18: any move is refused; a shot straight behind is allowed."""
    drawing = field(8, 1, D1="M1!→", A1="m1→")
    t = table(drawing, rolled=(3, 4))
    for pose in ("E1→", "C1→", "D1↗"):
        t.refused(t.move("M1", 4, pose), "FR-61", "Medium 1 is damaged and no longer moves")
    t.end_movement()
    assert t.allows(t.fire("M1", "m1"))
    assert t.shoot("M1", "m1", 6, 6, 6) is DESTROYED


@rule("FR-02")
def test_three_heavy_two_medium_and_two_light_tanks_cost_fifteen_points() -> None:
    """FT-19: 9 + 4 + 2."""
    assert value_of(CHART, Army({"heavy": 3, "medium": 2, "light": 2}, 99)) == 15


@rule("FR-28", "FR-29", "FR-30")
@pytest.mark.parametrize(
    ("shooter", "zone", "armour"),
    [("G7", Zone.FRONT, 7), ("M7", Zone.SIDE, 4), ("M13", Zone.SIDE, 4), ("J19", Zone.REAR, 2)],
)
def test_the_direction_of_the_shot_decides_the_armour(shooter: str, zone: Zone, armour: int) -> None:
    """FT-20: a Medium facing north on G13, shooters at (0, 6), (6, 6), (6, 0) and (3, −6) from it."""
    t = table(field(13, 20, G13="m1↑", **{shooter: "H1↑"}), phase=Phase.SHOOTING)
    assert zone_hit(t.state.ground, t.square(shooter), t.square("G13"), 0) is zone
    assert shot_at(t.state.ground, t.tank("H1"), t.tank("m1")).armour == armour
