"""Points, hexes, turns, gears, the duty to enter a hex: the ledger's cases W13 … W20, and our own."""

import pytest

from hulldown.rulebooks.squadron import driving
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.events import HouseFlattened, MovementRolled
from hulldown.rulebooks.squadron.orders import EndActivation, Fire, Step, Turn
from hulldown.rulebooks.squadron.state import Gear
from tests.marks import rule
from tests.rulebooks.squadron.cast import Table, altered, case, field, table


def driver(word: str = "TE1↗", *dice: int, **more: str) -> Table:
    """A tank in the middle of an empty mat after its movement roll; the enemy is far off and was activated."""
    words = {"E6": word, "A1": "SH9↓", "N11": "ch1↑"} | more
    at = table(field(14, 11, **words), activated=["ch1"])
    at.play(at.roll(word.rstrip("↗↘↓↙↖↑~")), dice)
    return at


# Points


@rule("SQ-12", "SQ-32", "SQ-Q27")
def test_w13_a_restriction_may_leave_no_point() -> None:
    at = driver("TI1↗", 1)
    assert at.left == 0
    assert at.orders() == [EndActivation(False)]
    at.stop()
    assert not at.piece("TI1").moving


@rule("SQ-34", "SQ-36", "SQ-Q5")
def test_w14_three_points_are_one_shot_and_a_fourth_is_a_hex() -> None:
    """SQ-Q5: nothing is announced."""
    words = {(0, 0): "TE1↗", (5, -2): "ch1↙", (-3, 0): "SH1↗"}
    at = case(words, activated=["ch1"])
    at.play(at.roll("TE1"), (3,))
    assert at.allows(at.fire("TE1", "ch1"))
    at = case(words, activated=["ch1"])
    at.play(at.roll("TE1"), (4,))
    at.play(at.step((1, -1)))
    assert at.allows(at.fire("TE1", "ch1"))
    at.play(at.step((2, -2)))
    at.refused(at.fire("TE1", "ch1"), "SQ-34", "2 are left")
    at = case(words, activated=["ch1"])
    at.play(at.roll("TE1"), (4,))
    at.play(at.turn("↘"))
    assert at.allows(at.fire("TE1", "ch1"))
    at = case(words, activated=["ch1"])
    at.play(at.roll("TE1"), (2,))
    at.refused(at.fire("TE1", "ch1"), "SQ-34", "2 are left")


@rule("SQ-35", "SQ-36", "SQ-39")
def test_w15_two_points_in_movement_are_no_shot_but_a_hex() -> None:
    at = driver("TE1~↗", 1, 1)
    assert at.left == 2
    assert not any(isinstance(order, Fire) for order in at.orders())
    at.refused(EndActivation(False), "SQ-39", "must enter a hex first")
    at.play(at.step("F6"))
    assert at.allows(EndActivation(False))


@rule("SQ-12", "SQ-35", "SQ-36", "SQ-39")
def test_w16_a_turn_or_the_shot() -> None:
    words = {(0, 0): "TI1~↗", (5, -2): "ch1↙", (-3, 0): "SH1↗"}
    at = case(words, activated=["ch1"])
    at.play(at.roll("TI1"), (2, 3))
    assert at.left == 4
    at.refused(at.fire("TI1", "ch1"), "SQ-39", "must enter a hex first")
    at.play(at.step((1, -1)))
    assert at.allows(at.fire("TI1", "ch1"))
    at = case(words, activated=["ch1"])
    at.play(at.roll("TI1"), (2, 3))
    at.play(at.turn("↘"))
    at.play(at.step((1, 0)))
    at.refused(at.fire("TI1", "ch1", "↗"), "SQ-36", "2 are left")


@rule("SQ-12", "SQ-Q37")
def test_a_restriction_is_taken_off_the_total_of_two_dice_once() -> None:
    """SQ-Q37: "minus 1" is one less."""
    at = driver("TI1~↗", 4, 4)
    assert at.left == 7


@rule("SQ-32", "SQ-35")
@pytest.mark.parametrize(("word", "dice"), [("TE1↗", (4,)), ("TE1~↗", (4, 3))])
def test_one_die_from_a_halt_and_two_in_movement(word: str, dice: tuple[int, ...]) -> None:
    at = driver(word, *dice)
    assert at.left == sum(dice)
    for hexes, place in enumerate(("F6", "G6", "H6", "I6", "J6", "K6", "L6")[: sum(dice)], 1):
        at.play(at.step(place))
        assert at.left == sum(dice) - hexes


@rule("SQ-38", "SQ-29")
def test_points_may_be_left() -> None:
    at = driver("TE1~↗", 4, 4)
    at.play(at.step("F6"))
    at.stop()
    assert at.where("TE1") == "F6↗"


# Hexes


@rule("SQ-41", "SQ-44", "SQ-Q1", "SQ-Q2")
def test_w19_two_hexes_ahead_and_two_behind() -> None:
    """SQ-Q1, SQ-Q2: facing a corner, two hexes lie ahead."""
    at = case({(0, 0): "TE1↗", (7, 3): "ch1↑", (-4, 2): "SH1↑"}, activated=["ch1"])
    at.play(at.roll("TE1"), (4,))
    steps = {order.hex for order in at.orders() if isinstance(order, Step)}
    assert steps == {at.hex(place) for place in ((1, -1), (1, 0), (-1, 1), (-1, 0))}
    for place in ((0, 1), (0, -1)):
        at.refused(at.step(place), "SQ-Q2", "neither ahead", "north-east")
    at.refused(at.step((2, 0)), "SQ-Q2", "is 2 hexes from T-34/85 1")
    at.refused(at.step((0, 0)), "SQ-Q2", "T-34/85 1 stands on E6 already")


@rule("SQ-41", "SQ-Q2", "SQ-Q4")
def test_a_tank_keeps_its_facing_in_the_next_hex() -> None:
    at = driver("TE1↗", 4)
    at.play(at.step("F6"))
    assert at.where("TE1") == "F6↗"
    at.refused(Step(999), "SQ-Q4", "numbered 0 to 153")


@rule("SQ-45")
def test_who_drove_ahead_does_not_reverse() -> None:
    at = driver("TE1↗", 4)
    at.play(at.step("F6"))
    at.refused(at.step("E6"), "SQ-45", "has moved forward in this turn", "E6")


@rule("SQ-46", "SQ-47")
def test_who_reversed_does_not_drive_ahead_and_ends_stationary() -> None:
    at = driver("TE1~↗", 4, 4)
    at.play(at.step("D6"))
    at.refused(at.step("E6"), "SQ-46", "has reversed in this turn")
    at.refused(EndActivation(True), "SQ-47", "has reversed")
    at.stop()
    assert not at.piece("TE1").moving


@rule("SQ-44")
def test_reversing_costs_what_driving_ahead_costs() -> None:
    at = driver("TE1↗", 4, D6="%")
    at.play(at.step("D6"))
    assert at.left == 1


@rule("SQ-36", "SQ-47", "SQ-Q36")
def test_who_reversed_may_fire() -> None:
    at = case({(0, 0): "TE1↗", (5, -2): "ch1↙", (-3, 2): "SH1↗"}, activated=["ch1"])
    at.play(at.roll("TE1"), (4,))
    at.play(at.step((-1, 1)))
    assert at.allows(at.fire("TE1", "ch1"))


@rule("SQ-85", "SQ-92", "SQ-95", "SQ-Q4")
@pytest.mark.parametrize(
    ("word", "broken", "told"),
    [
        ("O", "SQ-92", "bomb crater"),
        ("H", "SQ-95", "large house"),
        ("×te1", "SQ-85", "wreck"),
        ("SH1↗", "SQ-Q4", "Sherman 75 1 stands there"),
        ("ch2↗", "SQ-Q4", "Blue Churchill VII 2 stands there"),
    ],
)
def test_what_closes_the_way(word: str, broken: str, told: str) -> None:
    at = driver("TE1↗", 4, F6=word)
    at.refused(at.step("F6"), broken, "cannot enter F6", told)


@rule("SQ-99", "SQ-102", "SQ-106", "SQ-107", "SQ-Q4")
@pytest.mark.parametrize(("tile", "cost", "broken"), [("r", 2, "SQ-102"), ("h", 3, "SQ-99"), ("%", 3, "SQ-107")])
def test_what_a_tile_costs(tile: str, cost: int, broken: str) -> None:
    """SQ-Q4: totals, not extras."""
    at = driver("TE1↗", 4, F6=tile)
    at.play(at.step("F6"))
    assert at.left == 4 - cost
    at = driver("TE1↗", cost - 1, F6=tile)
    left = "1 is left" if cost == 2 else "2 are left"
    at.refused(at.step("F6"), broken, f"F6 costs {cost} points; {left}")


@rule("SQ-99", "SQ-100", "SQ-101", "SQ-102", "SQ-103")
def test_w20_a_small_house_falls_and_covers_at_once() -> None:
    at = case({(0, 0): "TE1↗", (1, 0): "h", (5, 0): "ch1↙", (2, -1): "SH1↙"})
    at.play(at.roll("TE1"), (3,))
    assert HouseFlattened(at.hex((1, 0)), at.unit("TE1")) in at.play(at.step((1, 0)))
    assert at.state.ground.cells[at.hex((1, 0))] == "r"
    assert at.where("TE1")[-1] == "↗"
    assert at.modifiers(at.fire("ch1", "TE1"))["SQ-103"] == -2
    assert driving.entry_cost(at.state, at.hex((1, 0))) == 2


@rule("SQ-106", "SQ-110", "SQ-111")
def test_a_hedge_that_was_crossed_is_there_as_before() -> None:
    at = driver("TE1↗", 4, F6="%")
    at.play(at.step("F6"))
    at.play(at.step("G6"))
    assert at.state.ground.cells[at.hex("F6")] == "%"


@rule("SQ-94", "SQ-97", "SQ-111")
def test_shots_destroy_no_tile() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "%:pa1↙", (3, -1): "H", (1, 0): "O"})
    before = at.state.ground.cells
    at.shoot(at.fire("TE1", "pa1"), 10, 100)
    assert at.state.ground.cells == before


# Turns


@rule("SQ-42", "SQ-43")
@pytest.mark.parametrize(("arrow", "cost"), [("↘", 1), ("↑", 1), ("↓", 2), ("↖", 2), ("↙", 2)])
def test_turning_costs_one_point_or_two(arrow: str, cost: int) -> None:
    at = driver("TE1↗", 4)
    at.play(at.turn(arrow))
    assert at.left == 4 - cost
    assert at.where("TE1") == f"E6{arrow}"


@rule("SQ-43")
def test_w17_three_corners_and_a_hex_are_three_points() -> None:
    at = driver("TE1↗", 3)
    at.play(at.turn("↙"))
    at.play(at.step("D6"))
    assert at.left == 0


@rule("SQ-42")
def test_w18_a_turn_is_paid_for_in_each_hex() -> None:
    at = driver("TE1↗", 3)
    at.play(at.turn("↘"))
    at.play(at.step("F6"))
    at.play(at.turn("↓"))
    assert at.left == 0


@rule("SQ-42", "SQ-43", "SQ-Q3")
def test_w18a_corners_of_one_stay_are_added_up_whichever_way_they_go() -> None:
    at = driver("TE1↗", 4)
    for arrow, left in (("↘", 3), ("↗", 2), ("↑", 2)):
        at.play(at.turn(arrow))
        assert at.left == left
    told = at.refused(at.turn("↗"), "SQ-Q3", "has turned by 3 corners on E6", "north-east is 1 more")
    assert told.sentence.endswith("and 3 in all are the most")
    assert not any(isinstance(order, Turn) for order in at.orders())


@rule("SQ-43", "SQ-Q3")
def test_turning_on_pays_the_difference_and_three_corners_are_the_most() -> None:
    at = driver("TE1↗", 4)
    at.play(at.turn("↓"))
    assert at.left == 2
    assert {order.facing for order in at.orders() if isinstance(order, Turn)} == {1, 3}
    at.refused(at.turn("↗"), "SQ-Q3", "has turned by 2 corners on E6", "2 more")
    at.play(at.turn("↙"))
    assert at.left == 2


@rule("SQ-Q3")
def test_entering_a_hex_begins_a_new_stay() -> None:
    at = driver("TE1↗", 4)
    at.play(at.turn("↙"))
    at.play(at.step("D6"))
    assert at.left == 1
    at.refused(at.turn("↗"), "SQ-43", "costs 2 points; 1 is left")
    at.play(at.turn("↖"))
    assert at.left == 0


@rule("SQ-Q3")
def test_nobody_turns_for_ever_even_where_turning_is_free() -> None:
    at = table(field(14, 11, E6="TE1↗", N11="ch1↑"), activated=["ch1"], changed={"turn_cost": (0, 0, 0, 0)})
    at.play(at.roll("TE1"), (4,))
    for arrow in "↘↗↘":
        at.play(at.turn(arrow))
    assert not any(isinstance(order, Turn) for order in at.orders())


@rule("SQ-42", "SQ-43", "SQ-Q3")
def test_turns_that_cannot_be_paid_for() -> None:
    at = driver("TE1↗", 1)
    at.refused(at.turn("↓"), "SQ-43", "costs 2 points; 1 is left")
    at.play(at.turn("↘"))
    at.refused(at.turn("↓"), "SQ-Q3", "costs 1 point; 0 are left")
    at = driver("TI1↗", 1)
    at.refused(at.turn("↘"), "SQ-42", "costs 1 point; 0 are left")
    at.refused(at.turn("↗"), "SQ-41", "faces north-east already")
    at.refused(Turn(6), "SQ-41", "no facing 6")


@rule("SQ-75")
def test_the_hull_carries_its_turret_along() -> None:
    at = driver("TE1↗", 4)
    at.change("TE1", turret=1)
    at.play(at.turn("↓"))
    assert (at.piece("TE1").turret, at.piece("TE1").gun) == (1, 3)


@rule("SQ-13", "SQ-14")
def test_a_fixed_cannon_pays_to_aim() -> None:
    at = case({(0, 0): "ST1↗", (2, 2): "ch1↙", (-3, 2): "SH1↗"}, activated=["ch1"])
    at.refused(at.fire("ST1", "ch1"), "SQ-13", "fixed cannon")
    at.play(at.roll("ST1"), (4,))
    at.play(at.turn("↘"))
    assert at.left == 3
    assert at.modifiers(at.fire("ST1", "ch1")) == {"SQ-73": 1, "SQ-79": 1}


# The duty


@rule("SQ-39", "SQ-Q7")
def test_a_turn_that_would_leave_nothing_for_the_hex_that_is_owed_is_refused() -> None:
    """SQ-Q7: the referee looks ahead."""
    at = driver("TE1~↗", 1, 1)
    at.refused(at.turn("↓"), "SQ-39", "must enter a hex", "0 points would be left, and the next hex takes 1")
    at.play(at.turn("↘"))
    at.play(at.step("F6"))


@rule("SQ-39", "SQ-Q3", "SQ-Q7")
def test_a_last_turn_away_from_the_only_open_hex_is_refused_for_what_it_is() -> None:
    """With points enough: it is not these that are missing, but corners."""
    ring = dict.fromkeys(("E5", "F5", "D6", "E7", "F7"), "H")
    at = driver("TE1~↗", 4, 4, **ring)
    for arrow in "↘↗":
        at.play(at.turn(arrow))
    assert at.left == 6
    at.refused(at.turn("↑"), "SQ-39", "could turn no further", "no hex ahead of it or behind it is open")
    at.play(at.turn("↘"))
    at.play(at.step("F6"))


@rule("SQ-39")
def test_a_reverse_hex_is_a_hex() -> None:
    at = driver("TE1~↗", 1, 1)
    at.play(at.step("D6"))
    assert at.allows(EndActivation(False))


@rule("SQ-32", "SQ-39", "SQ-Q6")
def test_a_tank_from_a_halt_owes_nothing() -> None:
    at = driver("TE1↗", 4)
    at.play(at.turn("↘"))
    at.stop()
    assert at.where("TE1") == "E6↘"


@rule("SQ-39", "SQ-Q7")
def test_who_cannot_enter_any_hex_is_excused() -> None:
    ring = dict.fromkeys(("F6", "E5", "F5", "D6", "E7", "F7"), "H")
    at = driver("TE1~↗", 2, 2, **ring)
    assert at.state.active is not None
    assert at.state.active.excused
    at.play(at.turn("↓"))
    at.refused(EndActivation(True), "SQ-Q8", "has not entered a hex")
    at.stop()


@rule("SQ-39")
def test_no_points_at_all_are_excused_too() -> None:
    at = table(field(8, 6, B2="TI1~↘", G6="ch1↑", A1="SH1↓"), cards=altered("tiger-i", movement=2))
    (rolled,) = at.play(at.roll("TI1"), (1, 1))
    assert rolled == MovementRolled(at.unit("TI1"), (1, 1), 0, True)
    at.stop()


@rule("SQ-39")
def test_a_hedge_ahead_is_too_dear_but_a_turn_leads_past_it() -> None:
    at = driver("TE1~↗", 1, 1, F6="%", F5="%", D6="%", E7="H", E5="H")
    assert at.state.active is not None
    assert not at.state.active.excused
    at.play(at.turn("↘"))
    at.play(at.step("F7"))


# Staying in movement


@rule("SQ-29", "SQ-30")
def test_a_tank_that_moved_may_stop_or_keep_rolling() -> None:
    for moving in (True, False):
        at = driver("TE1↗", 4)
        at.play(at.step("F6"))
        at.play(EndActivation(moving))
        assert at.piece("TE1").moving is moving


@rule("SQ-29", "SQ-Q8")
def test_who_only_turned_ends_stationary() -> None:
    at = driver("TE1↗", 4)
    at.play(at.turn("↘"))
    told = at.refused(EndActivation(True), "SQ-Q8", "has not entered a hex")
    assert told.nearest == EndActivation(False)


@rule("SQ-30", "SQ-Q9")
def test_the_marker_goes_when_the_activation_begins() -> None:
    at = driver("TE1~↗", 4, 4)
    assert not at.piece("TE1").moving
    assert at.piece("TE1").began


# Reach


@rule("SQ-32", "SQ-42", "SQ-43", "SQ-99", "SQ-102", "SQ-107", "SQ-Q3")
@pytest.mark.parametrize("turned", ["", "↘", "↘↗", "↙", "↑↗↘"])
@pytest.mark.parametrize("gear", [Gear.FORWARD, Gear.REVERSE])
def test_the_reach_has_every_pose_that_orders_lead_to_at_its_least_price(gear: Gear, turned: str) -> None:
    """Also from a stay in which corners have been turned already."""
    at = driver("TE1~↗", 4, 3, F6="h", F5="r", D6="%", E7="O", D7="ch2↑", G6="r", E5="×te2")
    at.change("TE1", began=False)
    for arrow in turned:
        at.play(at.turn(arrow))
    start = at.state
    assert start.active is not None
    found: dict[driving.Pose, int] = {}
    queue = [start]
    while queue:
        state = queue.pop()
        assert state.active is not None
        piece, spent = state.units.units[state.active.unit], start.active.left - state.active.left
        pose = piece.hex, piece.facing
        if state.active.gear in (gear, Gear.NEUTRAL):
            found[pose] = min(spent, found.get(pose, 99))
            for order in book.orders(state):
                if isinstance(order, Step | Turn):
                    after = Table(state)
                    after.play(order)
                    after.state.window = None
                    queue.append(after.state)
    del found[at.piece("TE1").hex, at.piece("TE1").facing]
    assert {pose: cost for pose, (cost, _) in driving.reach(start, gear).items()} == found
