"""Movement: the dice as a tray, and the steps of a tank (FR-15 … FR-27)."""

import re
from itertools import product

import pytest

from hulldown.geometry.squares import FACING_NAMES, Grid
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.events import Fired, MovementRolled
from hulldown.rulebooks.panzerstrike.france1944.movement import allowance, dice_for, dice_to_give
from hulldown.rulebooks.panzerstrike.france1944.orders import EndMovement, Fire, Move, RollMovement
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS
from tests.marks import rule
from tests.rulebooks.drawn import cells_of
from tests.rulebooks.france1944 import reference
from tests.rulebooks.france1944.cast import CHART, field, figures, table

HEAVY, MEDIUM, LIGHT = CHART
DUEL = field(8, 5, D3="M1→", H1="m1←")


# The dice


@rule("FR-15", "FR-Q01")
def test_a_face_has_a_large_number_for_driving_and_a_small_one_for_shooting() -> None:
    """FR-Q01: large 3 4 4 5 5 6, small 1 to 6; both are house figures in a file, and can be changed."""
    assert figures().large == (3, 4, 4, 5, 5, 6)
    assert figures().small == (1, 2, 3, 4, 5, 6)
    t = table(DUEL, phase=Phase.ROLL, changed={"large": (9, 9), "small": (2, 2)})
    (rolled,) = t.play_with(RollMovement(), SeededDice(1))
    assert isinstance(rolled, MovementRolled)
    assert rolled.dice == (9, 9)
    t.end_movement()
    (fired,) = t.play_with(t.fire("M1", "m1"), SeededDice(1))
    assert isinstance(fired, Fired)
    assert fired.rolled == (2, 2, 2)


@rule("FR-16")
def test_a_turn_opens_with_the_movement_roll() -> None:
    t = table(DUEL, phase=Phase.ROLL)
    assert t.orders() == [RollMovement()]
    t.refused(t.move("M1", 4, "E3→"), "FR-16", "Red has not rolled for movement yet")
    t.refused(EndMovement(), "FR-16", "Red has not rolled for movement yet")
    t.roll(6, 3)
    assert (t.state.rolled, t.state.dice) == ((3, 6), (3, 6))
    t.refused(RollMovement(), "FR-16", "Red has rolled for movement already in this turn")


@rule("FR-16", "FR-17", "FR-45")
def test_wrecks_and_the_enemy_earn_no_dice() -> None:
    lights = {f"A{at}": f"L{at}→" for at in range(1, 5)}
    foes = {f"L{at}": f"l{at}←" for at in range(1, 9)}
    t = table(field(12, 8, A5="×L5", A6="×L6", **lights, **foes), phase=Phase.ROLL)
    t.roll(3, 4)
    assert len(t.state.dice) == 2
    t = table(field(12, 8, A5="L5→", A6="×L6", **lights, **foes), phase=Phase.ROLL)
    t.roll(3, 4, 5)
    assert len(t.state.dice) == 3


@rule("FR-17", "FR-Q34", "FR-Q02")
def test_the_dice_table_is_open_at_its_end() -> None:
    """FR-Q34: with two sets and more tanks the last row still gives 5. FR-Q02: 2, 3, 4, 5 by row."""
    counts = [dice_for(figures(), active) for active in range(1, 101)]
    assert counts == [2] * 4 + [3] * 4 + [4] * 4 + [5] * 88


@rule("FR-18")
def test_a_die_moves_one_tank_and_is_used_up() -> None:
    t = table(field(8, 3, A1="M1→", A2="M2→", A3="M3→", H1="m1←"), rolled=(3, 5))
    t.play(t.move("M1", 5, "C1→"))
    assert t.state.dice == (3,)
    refusal = t.refused(t.move("M2", 5, "C2→"), "FR-18", "there is no 5 in the tray; it has 3")
    assert refusal.nearest == t.move("M2", 3, "C2→")
    assert t.refused(t.move("M2", 5, "F2→"), "FR-18", "no 5").nearest is None
    t.refused(t.move("M1", 3, "D1→"), "FR-18", "Medium 1 has moved already in this turn")


@rule("FR-18", "FR-Q35", "FR-Q09")
@pytest.mark.parametrize("pose", ["E3→", "D3↗", "C3→"], ids=["ahead", "turn", "back"])
def test_every_move_takes_a_die_also_a_single_step_a_turn_or_a_step_back(pose: str) -> None:
    """FR-Q35, FR-Q09: unlike in the later book, nothing is free."""
    t = table(DUEL, rolled=(3, 5))
    t.play(t.move("M1", 5, pose))
    assert t.state.dice == (3,)
    t = table(DUEL, rolled=(3, 5))
    t.refused(t.move("M1", 4, pose), "FR-18", "there is no 4 in the tray; it has 3, 5")


@rule("FR-18")
def test_only_own_tanks_are_moved() -> None:
    t = table(DUEL, rolled=(3, 5))
    t.refused(t.move("m1", 3, "G1←"), "FR-18", "Blue Medium 1 is not Red's to move")
    for unit in (-1, 2):
        t.refused(Move(unit, 3, 0, 0), "FR-18", f"there is no tank {unit}; they are numbered 0 to 1")
    t.state.side = BLUE
    assert t.allows(t.move("m1", 3, "G1←"))


@rule("FR-19", "FR-Q08")
def test_there_is_no_free_step_when_the_dice_are_used() -> None:
    """FR-Q08: the free step belongs to the later book."""
    t = table(field(8, 3, A1="M1→", A2="M2→", A3="M3→", H1="m1←"), rolled=(3, 5))
    t.play(t.move("M1", 5, "C1→"))
    t.play(t.move("M2", 3, "C2→"))
    assert t.orders() == [EndMovement()]
    for pose in ("B3→", "A3↗", "A3→"):
        t.refused(t.move("M3", 3, pose), "FR-19", "Medium 3 has no die", "Red had 2")


@rule("FR-20")
@pytest.mark.parametrize("movers", [(), ("M1",), ("M1", "M2")])
def test_fewer_tanks_than_dice_may_move_or_none(movers: tuple[str, ...]) -> None:
    t = table(field(8, 3, A1="M1→", A2="M2→", A3="M3→", H1="m1←"), rolled=(3, 4, 5))
    for name in movers:
        t.play(t.move(name, t.state.dice[0], f"B{name[1]}→"))
    t.end_movement()
    assert t.state.phase is Phase.SHOOTING
    assert t.state.dice == ()


@rule("FR-21", "FR-Q11")
def test_equal_dice_bring_one_more_of_the_same_number() -> None:
    """FR-Q11: the extra tank drives the common large number."""
    assert dice_to_give((4, 4)) == (4, 4, 4)
    assert dice_to_give((5, 5, 5, 5, 5)) == (5,) * 6
    assert dice_to_give((4, 5)) == (4, 5)
    assert dice_to_give((4, 4, 5)) == (4, 4, 5)


@rule("FR-18", "FR-21", "FR-Q12")
def test_the_extra_die_does_not_move_the_same_tank_twice() -> None:
    """FR-Q12: with one tank that can move, equal dice change nothing."""
    t = table(field(8, 1, A1="M1→", C1="×M2", H1="m1←"), phase=Phase.ROLL)
    t.roll(3, 3)
    t.play(t.move("M1", 3, "B1→"))
    assert t.state.dice == (3, 3)
    t.refused(t.move("M1", 3, "A1→"), "FR-18", "has moved already")
    assert t.orders() == [EndMovement()]


# The allowance


@rule("FR-22", "FR-Q03", "FR-Q04", "FR-Q01", "FR-H5")
def test_the_class_changes_the_large_number() -> None:
    """FR-Q03, FR-Q04: Medium none, Heavy −2; FR-Q01: at least one step, whatever the dice show."""
    for die in (3, 4, 5, 6):
        assert [allowance(kind, die) for kind in CHART] == [die - 2, die, die + 1]
    assert [allowance(HEAVY, die) for die in (0, 1, 2, 3)] == [1, 1, 1, 1]


@rule("FR-22")
def test_a_pose_too_far_for_one_die_is_offered_with_another() -> None:
    t = table(DUEL, rolled=(3, 5))
    refusal = t.refused(t.move("M1", 3, "H3→"), "FR-22", "H3 facing east is 4 steps away", "the 3 gives Medium 1 3")
    assert refusal.nearest == t.move("M1", 5, "H3→")


@rule("FR-23")
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 6])
def test_fewer_steps_than_the_allowance_may_be_taken(steps: int) -> None:
    t = table(field(8, 1, A1="M1→", H1="×m1"), rolled=(5, 6))
    assert t.allows(t.move("M1", 6, f"{'ABCDEFG'[steps]}1→"))


# Steps


@rule("FR-24", "FR-26")
@pytest.mark.parametrize(
    ("facing", "ahead", "behind"),
    [
        ("↑", "C2", "C4"),
        ("↗", "D2", "B4"),
        ("→", "D3", "B3"),
        ("↘", "D4", "B2"),
        ("↓", "C4", "C2"),
        ("↙", "B4", "D2"),
        ("←", "B3", "D3"),
        ("↖", "B2", "D4"),
    ],
    ids=FACING_NAMES,
)
def test_one_step_is_a_square_ahead_or_a_turn_of_45_degrees_or_one_square_back(
    facing: str, ahead: str, behind: str
) -> None:
    """A Heavy with a 3 has exactly one step."""
    t = table(field(5, 5, C3=f"H1{facing}", A1="m1→"), rolled=(3, 4))
    at = ARROWS.index(facing)
    left, right = ARROWS[at - 1], ARROWS[(at + 1) % 8]
    assert t.moves("H1", 3) == {f"{ahead}{facing}", f"{behind}{facing}", f"C3{left}", f"C3{right}"}


@rule("FR-24")
def test_each_step_costs_one_on_the_diagonal_too() -> None:
    t = table(field(8, 8, A8="M1↗", H8="m1←"), rolled=(3, 4))
    assert t.allows(t.move("M1", 4, "E4↗"))
    t.refused(t.move("M1", 3, "E4↗"), "FR-22", "4 steps away")
    assert t.allows(t.move("M1", 3, "A8↓"))
    t.refused(t.move("M1", 3, "A8↙"), "FR-22", "4 steps away")
    assert t.allows(t.move("M1", 4, "A8↙"))


@rule("FR-25")
def test_steps_ahead_and_turns_combine_in_any_order() -> None:
    t = table(field(8, 8, C4="M1→", H8="m1←"), rolled=(3, 4))
    for pose in ("E4↘", "E5↘", "D4↓", "D5↘", "C2↑"):
        assert t.allows(t.move("M1", 4, pose)), pose


@rule("FR-24", "FR-25", "FR-26", "FR-27")
@pytest.mark.parametrize("die", [3, 4, 5, 6])
@pytest.mark.parametrize("mover", ["H1", "M1", "L1"])
def test_the_moves_are_those_of_a_plain_search_step_by_step(mover: str, die: int) -> None:
    t = table(
        """
        .   .   .   #   .   .   .   .
        .   .   #   .   .   R¶  .   .
        .   H1↗ .   .   +   .   .   .
        .   .   .   ×m2 .   .   .   .
        .   M1← .   #   .   L1↓ .   .
        .   .   +   .   .   .   +   .
        .   .   .   .   .   #   .   .
        .   .   .   b¶  .   .   .   m1←
        """,
        rolled=(3, 4, 5, 6),
    )
    assert t.moves(mover, die) == reference.moves(t.state, t.unit(mover), die)


@rule("FR-24", "FR-H7")
def test_driving_round_to_the_first_pose_is_a_move() -> None:
    """Two steps, a turn there and back, bring a tank where it was; one step does not."""
    t = table(field(6, 3, C2="M1→", B3="H1→", F1="m1←"), rolled=(3, 4))
    assert t.allows(t.move("M1", 3, "C2→"))
    t.refused(t.move("H1", 3, "B3→"), "FR-22", "2 steps away", "Heavy 1 1")
    assert t.refused(t.move("H1", 3, "B3→"), "FR-22").nearest == t.move("H1", 4, "B3→")


@rule("FR-26", "FR-Q10")
@pytest.mark.parametrize("die", [3, 6])
def test_backing_is_one_square_for_every_die(die: int) -> None:
    """FR-Q10: it is not mixed with anything else."""
    t = table(field(8, 3, D2="H1→", H1="m1←"), rolled=(3, 6))
    back = {pose for pose in t.moves("H1", die) if pose[0] < "D"}
    expected = {"C2→"} | {pose for pose in reference.forward(t.state, t.unit("H1"), die) if pose[0] < "D"}
    assert back == expected


# Obstacles


@rule("FR-27", "FR-44", "FR-52", "FR-64", "FR-Q07")
@pytest.mark.parametrize(
    ("thing", "cited", "told"),
    [
        ("#", "FR-27", "a house stands"),
        ("L1↑", "FR-27", "Light 1 stands"),
        ("l1↑", "FR-27", "Blue Light 1 stands"),
        ("×L1", "FR-27", "the wreck of Light 1 lies"),
        ("×l1", "FR-27", "the wreck of Blue Light 1 lies"),
        ("R¶", "FR-52", "a flag stands"),
        ("b¶", "FR-52", "a flag stands"),
        ("+", "FR-64", "a barricade stands"),
    ],
    ids=["house", "friend", "foe", "own wreck", "enemy wreck", "own flag", "enemy flag", "barricade"],
)
def test_nothing_is_entered_backed_into_or_driven_through(thing: str, cited: str, told: str) -> None:
    """FR-Q07: one tank a square, and never through anything."""
    t = table(field(6, 1, A1="M1→", C1=thing, F1="m1←"), rolled=(3, 4))
    refusal = t.refused(t.move("M1", 4, "C1→"), cited, "Medium 1 cannot enter C1", f"{told} there")
    assert refusal.nearest == t.move("M1", 4, "B1→")
    t.refused(t.move("M1", 4, "D1→"), cited, "Medium 1 cannot reach D1 facing east", f"{told} in the way at C1")
    t = table(field(6, 1, C1="M1→", B1=thing, F1="m1←"), rolled=(3, 4))
    t.refused(t.move("M1", 4, "B1→"), cited, "cannot enter B1", told)


@rule("FR-27")
@pytest.mark.parametrize("facing", ARROWS, ids=FACING_NAMES)
def test_no_tank_leaves_the_board(facing: str) -> None:
    t = table(field(1, 1, A1=f"M1{facing}"), rolled=(3, 4))
    assert {pose[:-1] for pose in t.moves("M1", 4)} == {"A1"}
    t.refused(Move(t.unit("M1"), 4, 1, 0), "FR-27", "square 1 is not on the board")
    t.refused(Move(t.unit("M1"), 4, -1, 0), "FR-27", "square -1 is not on the board")
    t.refused(Move(t.unit("M1"), 4, 0, 8), "FR-07", "facing 8 is none of the eight")


@rule("FR-27", "FR-Q07")
@pytest.mark.parametrize(
    ("one", "other", "passes"),
    [
        ("#", "#", False),
        ("#", "+", False),
        ("+", "+", False),
        ("#", ".", True),
        ("#", "R¶", True),
        ("#", "×l1", True),
        ("L1↑", "l1↑", True),
    ],
    ids=["houses", "house-barricade", "barricades", "house", "house-flag", "house-wreck", "tanks"],
)
def test_a_diagonal_step_does_not_squeeze_between_two_closed_squares(one: str, other: str, passes: bool) -> None:
    """FR-Q07: buildings and barricades close the gap; flags, tanks and wrecks do not."""
    t = table(field(3, 3, B2="M1↘", C2=one, B3=other, A1="m1→"), rolled=(3, 4))
    assert ("C3↘" in t.moves("M1", 3)) is passes
    t = table(field(3, 3, B2="M1↖", C2=one, B3=other, A1="m1→"), rolled=(3, 4))
    assert ("C3↖" in t.moves("M1", 3)) is passes, "backing out is no different"


@rule("FR-27", "FR-Q07")
def test_backing_through_a_closed_gap_is_told_as_what_it_is() -> None:
    """FR-Q07: the order is one square straight back; the gap is what refuses it."""
    t = table(field(3, 3, B2="M1↖", C2="#", B3="#", A1="m1→"), rolled=(3, 4))
    t.refused(t.move("M1", 3, "C3↖"), "FR-Q07", "Medium 1 cannot reach C3", "between C2 and B3 there is no gap")


@rule("FR-22")
def test_turning_round_to_the_square_behind_is_a_matter_of_steps() -> None:
    """Four turns and a step ahead bring a tank to the square behind it: five steps."""
    t = table(DUEL, rolled=(3, 5))
    assert t.allows(t.move("M1", 5, "C3←"))
    t.refused(t.move("M1", 3, "C3←"), "FR-22", "C3 facing west is 5 steps away", "the 3 gives Medium 1 3")


# What was met on the way


@rule("FR-27", "FR-44", "FR-52", "FR-64")
@pytest.mark.parametrize(
    ("thing", "cited", "told"),
    [
        ("M2↑", "FR-27", "Medium 2 stands in the way at E2"),
        ("×m2", "FR-27", "the wreck of Blue Medium 2 lies in the way at E2"),
        ("C", "FR-27", "a church stands in the way at E2"),
        ("b¶", "FR-52", "a flag stands in the way at E2"),
        ("+", "FR-64", "a barricade stands in the way at E2"),
    ],
    ids=["friend", "wreck", "church", "flag", "barricade"],
)
def test_a_pose_that_one_thing_keeps_out_of_reach_is_refused_by_that_thing(thing: str, cited: str, told: str) -> None:
    """Three steps straight on would do; round the thing it is seven."""
    t = table(field(9, 3, C2="M1→", E2=thing, I1="m1←"), rolled=(4, 7), changed={"large": (4, 7)})
    t.refused(t.move("M1", 4, "F2→"), cited, "Medium 1 cannot reach F2 facing east", told)
    assert t.allows(t.move("M1", 7, "F2→")), "with a 7 there is a way round"


@rule("FR-22")
def test_where_the_steps_would_not_last_without_it_either_they_are_counted() -> None:
    t = table(field(9, 3, C2="M1→", E2="M2↑", I1="m1←"), rolled=(3, 6))
    t.refused(t.move("M1", 3, "G2→"), "FR-22", "G2 facing east is 8 steps away; the 3 gives Medium 1 3")


@rule("FR-22", "FR-27")
def test_a_pose_very_far_away_is_told_from_one_without_a_way() -> None:
    t = table(field(80, 1, A1="M1→", CB1="m1←"), rolled=(3, 6))
    t.refused(t.move("M1", 3, "BI1→"), "FR-22", "BI1 facing east is 60 steps away")
    t.refused(t.move("M1", 3, "BZ1→"), "FR-22", "BZ1 facing east is more than 60 steps away")
    t = table(field(80, 1, A1="M1→", BA1="#", CB1="m1←"), rolled=(3, 6))
    t.refused(t.move("M1", 3, "BZ1→"), "FR-27", "there is no way for Medium 1 to BZ1 facing east")


@rule("FR-27")
def test_a_building_is_one_thing_however_many_squares_it_has() -> None:
    """The place named is where the way would first enter it. Two houses apart from each other are two things."""
    t = table(field(9, 1, A1="M1→", C1="#", D1="#", I1="m1←"), rolled=(5, 6))
    t.refused(t.move("M1", 5, "E1→"), "FR-27", "a house stands in the way at C1")
    t = table(field(9, 1, A1="M1→", C1="#", D1="C", I1="m1←"), rolled=(5, 6))
    t.refused(t.move("M1", 5, "E1→"), "FR-27", "there is no way for Medium 1 to E1 facing east")


@rule("FR-Q07")
@pytest.mark.parametrize("thing", ["#", "+"])
def test_a_closed_gap_on_the_way_is_named_by_the_squares_beside_it(thing: str) -> None:
    t = table(field(6, 4, A1="M1↘", C2="#", B3=thing, F1="m1←"), rolled=(3, 4))
    t.refused(t.move("M1", 3, "D4↘"), "FR-Q07", "cannot reach D4 facing south-east: between C2 and B3 there is no gap")


@rule("FR-26", "FR-Q10")
@pytest.mark.parametrize(
    ("pose", "steps"), [("C2↗", 2), ("B2→", 2), ("A2→", 3), ("C1→", 3)], ids=["turned", "two", "three", "aslant"]
)
def test_more_backing_than_one_square_is_what_a_pose_behind_is_refused_by(pose: str, steps: int) -> None:
    """Backing further, or backing and turning, would do with so many steps; with fewer it is a matter of steps."""
    t = table(field(8, 3, D2="M1→", H1="m1←"), rolled=(steps, steps + 1), changed={"large": (1, 2, 3, 4, 5)})
    t.refused(t.move("M1", steps, pose), "FR-26", "Medium 1 backs one square, its facing kept, and does nothing else")
    t = table(field(8, 3, D2="M1→", H1="m1←"), rolled=(steps - 1, steps), changed={"large": (1, 2, 3, 4, 5)})
    t.refused(t.move("M1", steps - 1, pose), "FR-22", f"the {steps - 1} gives Medium 1 {steps - 1}")


@rule("FR-27")
def test_of_two_things_the_one_but_for_which_the_way_is_shortest_is_told() -> None:
    """Through Medium 2 it would be three steps, through the church seven, and the 8 would do for both."""
    t = table(field(9, 2, C2="M1→", E2="M2↑", E1="C", I1="m1←"), rolled=(7, 8), changed={"large": (7, 8)})
    t.refused(t.move("M1", 8, "F2→"), "FR-27", "Medium 2 stands in the way at E2")


@rule("FR-26")
def test_a_tank_behind_does_not_hide_that_backing_is_one_square() -> None:
    t = table(field(8, 3, D2="M1→", C3="M2↑", H1="m1←"), rolled=(4, 5))
    t.refused(t.move("M1", 4, "B2→"), "FR-26", "so it does not come to B2 facing east")


CROWD = """
    .   .   .   #   .   .   .   .
    .   .   #   .   .   R¶  .   .
    .   H1↗ .   .   +   .   .   .
    .   .   .   ×m2 .   .   M2↓ .
    .   M1← .   #   #   L1↓ .   .
    .   .   +   .   .   .   +   .
    .   .   .   .   .   C   .   .
    .   .   .   b¶  .   .   .   m1←
"""
THINGS = ["D1", "C2", "F2", "B3", "E3", "D4", "G4", "B5", "D5+E5", "F5", "C6", "G6", "F7", "D8", "H8"]


@rule("FR-22", "FR-26", "FR-27", "FR-Q07")
@pytest.mark.parametrize("mover", ["H1", "M1", "L1", "M2"])
def test_what_a_refusal_says_of_the_way_is_true(mover: str) -> None:
    """Without the thing that it names a plain search finds the way; where it counts steps, no one thing is to blame."""
    t = table(CROWD, rolled=(4, 5))
    without = {thing: _reachable_without(thing, mover) for thing in THINGS if t.where(mover)[:2] != thing}
    for square, facing in product(t.state.ground.grid.names, ARROWS):
        pose = square + facing
        refusal = book.refuse(t.state, t.move(mover, 5, pose))
        if refusal is None or "cannot enter" in refusal.sentence:
            continue
        blamed = {thing for thing, reached in without.items() if pose in reached}
        if "in the way at" in refusal.sentence:
            named = refusal.sentence.split()[-1]
            assert named in {part for thing in blamed for part in thing.split("+")}, refusal
        elif refusal.rule == "FR-Q07":
            assert blamed & set(re.findall(r"between (..) and (..)", refusal.sentence)[0]), refusal
        elif refusal.rule != "FR-26":
            assert not blamed, refusal


def _reachable_without(thing: str, mover: str) -> set[str]:
    cells, columns = cells_of(CROWD)
    for square in thing.split("+"):
        cells[Grid.of(columns, columns).number(square)] = "."
    rows = [" ".join(cells[at : at + columns]) for at in range(0, len(cells), columns)]
    t = table("\n".join(rows), rolled=(4, 5))
    return reference.moves(t.state, t.unit(mover), 5)


# After moving


@rule("FR-34", "FR-Q13")
def test_a_turn_on_the_spot_counts_as_having_moved() -> None:
    """FR-Q13: a rotation is a step, so the gun no longer bears all round."""
    t = table(field(8, 3, D2="M1→", A2="m1→", H2="m2←"), rolled=(3, 4))
    t.play(t.move("M1", 3, "D2→"))
    t.end_movement()
    assert t.targets("M1") == {"m2"}


@rule("FR-31")
def test_movement_is_over_when_shooting_begins() -> None:
    t = table(DUEL, rolled=(3, 4))
    t.refused(t.fire("M1", "m1"), "FR-31", "Red has not ended its movement, and shooting comes after all of it")
    t.end_movement()
    t.refused(t.move("M1", 3, "E3→"), "FR-31", "Red's shooting has begun; nobody drives any more in this turn")
    assert any(isinstance(order, Fire) for order in t.orders())
    assert t.state.side is RED
