"""Movement: the dice as a tray, and the steps of a tank (FR-15 … FR-27)."""

import pytest

from hulldown.geometry.squares import FACING_NAMES
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.drawing import ARROWS
from hulldown.rulebooks.panzerstrike.france1944.events import Fired, MovementRolled
from hulldown.rulebooks.panzerstrike.france1944.movement import allowance, dice_for, dice_to_give
from hulldown.rulebooks.panzerstrike.france1944.orders import EndMovement, Fire, Move, RollMovement
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from tests.marks import rule
from tests.rulebooks.france1944 import reference
from tests.rulebooks.france1944.cast import CHART, field, figures, table

HEAVY, MEDIUM, LIGHT = CHART
DUEL = field(8, 5, D3="M1→", H1="m1←")


# The dice


@rule("FR-15")
def test_a_face_has_a_large_number_for_driving_and_a_small_one_for_shooting() -> None:
    """FQ-01: large 3 4 4 5 5 6, small 1 to 6; both are house figures in a file, and can be changed."""
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
    t.refused(t.move("M1", 4, "E3→"), "FR-31", "Move belongs to the phase 'movement'", "'roll'")
    t.refused(EndMovement(), "FR-31", "'roll'")
    t.roll(6, 3)
    assert (t.state.rolled, t.state.dice) == ((3, 6), (3, 6))
    t.refused(RollMovement(), "FR-16", "'movement'")


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


@rule("FR-17")
def test_the_dice_table_is_open_at_its_end() -> None:
    """FQ-34: with two sets and more tanks the last row still gives 5. FQ-02: 2, 3, 4, 5 by row."""
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


@rule("FR-18")
@pytest.mark.parametrize("pose", ["E3→", "D3↗", "C3→"], ids=["ahead", "turn", "back"])
def test_every_move_takes_a_die_also_a_single_step_a_turn_or_a_step_back(pose: str) -> None:
    """FQ-35, FQ-09: unlike in the later book, nothing is free."""
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


@rule("FR-19")
def test_there_is_no_free_step_when_the_dice_are_used() -> None:
    """FQ-08: the free step belongs to the later book."""
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


@rule("FR-21")
def test_equal_dice_bring_one_more_of_the_same_number() -> None:
    """FQ-11: the extra tank drives the common large number."""
    assert dice_to_give((4, 4)) == (4, 4, 4)
    assert dice_to_give((5, 5, 5, 5, 5)) == (5,) * 6
    assert dice_to_give((4, 5)) == (4, 5)
    assert dice_to_give((4, 4, 5)) == (4, 4, 5)


@rule("FR-18", "FR-21")
def test_the_extra_die_does_not_move_the_same_tank_twice() -> None:
    """FQ-12: with one tank that can move, equal dice change nothing."""
    t = table(field(8, 1, A1="M1→", C1="×M2", H1="m1←"), phase=Phase.ROLL)
    t.roll(3, 3)
    t.play(t.move("M1", 3, "B1→"))
    assert t.state.dice == (3, 3)
    t.refused(t.move("M1", 3, "A1→"), "FR-18", "has moved already")
    assert t.orders() == [EndMovement()]


# The allowance


@rule("FR-22")
def test_the_class_changes_the_large_number() -> None:
    """FQ-03, FQ-04: Medium none, Heavy −2; FQ-01: at least one step, whatever the dice show."""
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


@rule("FR-24")
def test_driving_round_to_the_first_pose_is_a_move() -> None:
    """Two steps, a turn there and back, bring a tank where it was; one step does not."""
    t = table(field(6, 3, C2="M1→", B3="H1→", F1="m1←"), rolled=(3, 4))
    assert t.allows(t.move("M1", 3, "C2→"))
    t.refused(t.move("H1", 3, "B3→"), "FR-22", "2 steps away", "Heavy 1 1")
    assert t.refused(t.move("H1", 3, "B3→"), "FR-22").nearest == t.move("H1", 4, "B3→")


@rule("FR-26")
@pytest.mark.parametrize("die", [3, 6])
def test_backing_is_one_square_for_every_die(die: int) -> None:
    """FQ-10: it is not mixed with anything else."""
    t = table(field(8, 3, D2="H1→", H1="m1←"), rolled=(3, 6))
    back = {pose for pose in t.moves("H1", die) if pose[0] < "D"}
    expected = {"C2→"} | {pose for pose in reference.forward(t.state, t.unit("H1"), die) if pose[0] < "D"}
    assert back == expected
    t.refused(t.move("H1", die, "C2↗"), "FR-26", "Heavy 1 backs one square, its facing kept")
    t.refused(t.move("H1", die, "B2→"), "FR-26", "Heavy 1 backs one square")


# Obstacles


@rule("FR-27", "FR-44", "FR-52", "FR-64")
@pytest.mark.parametrize(
    ("thing", "cited", "told"),
    [
        ("#", "FR-27", "it is built over"),
        ("L1↑", "FR-27", "Light 1 stands there"),
        ("l1↑", "FR-27", "Blue Light 1 stands there"),
        ("×L1", "FR-27", "Light 1 stands there"),
        ("×l1", "FR-27", "Blue Light 1 stands there"),
        ("R¶", "FR-52", "a flag stands there"),
        ("b¶", "FR-52", "a flag stands there"),
        ("+", "FR-64", "a barricade stands there"),
    ],
    ids=["house", "friend", "foe", "own wreck", "enemy wreck", "own flag", "enemy flag", "barricade"],
)
def test_nothing_is_entered_backed_into_or_driven_through(thing: str, cited: str, told: str) -> None:
    """FQ-07: one tank a square, and never through anything."""
    t = table(field(6, 1, A1="M1→", C1=thing, F1="m1←"), rolled=(3, 4))
    refusal = t.refused(t.move("M1", 4, "C1→"), cited, "Medium 1 cannot enter C1", told)
    assert refusal.nearest == t.move("M1", 4, "B1→")
    t.refused(t.move("M1", 4, "D1→"), "FR-27", "no way for Medium 1 to D1 facing east")
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


@rule("FR-27")
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
    """FQ-07: buildings and barricades close the gap; flags, tanks and wrecks do not."""
    t = table(field(3, 3, B2="M1↘", C2=one, B3=other, A1="m1→"), rolled=(3, 4))
    assert ("C3↘" in t.moves("M1", 3)) is passes
    t = table(field(3, 3, B2="M1↖", C2=one, B3=other, A1="m1→"), rolled=(3, 4))
    assert ("C3↖" in t.moves("M1", 3)) is passes, "backing out is no different"


@rule("FR-27")
def test_backing_through_a_closed_gap_is_told_as_what_it_is() -> None:
    """FQ-07: the order is one square straight back; the gap is what refuses it."""
    t = table(field(3, 3, B2="M1↖", C2="#", B3="#", A1="m1→"), rolled=(3, 4))
    t.refused(t.move("M1", 3, "C3↖"), "FR-27", "Medium 1 cannot back into C3", "gap")


@rule("FR-22")
def test_turning_round_to_the_square_behind_is_a_matter_of_steps() -> None:
    """Four turns and a step ahead bring a tank to the square behind it: five steps."""
    t = table(DUEL, rolled=(3, 5))
    assert t.allows(t.move("M1", 5, "C3←"))
    t.refused(t.move("M1", 3, "C3←"), "FR-22", "C3 facing west is 5 steps away", "the 3 gives Medium 1 3")


# After moving


@rule("FR-34")
def test_a_turn_on_the_spot_counts_as_having_moved() -> None:
    """FQ-13: a rotation is a step, so the gun no longer bears all round."""
    t = table(field(8, 3, D2="M1→", A2="m1→", H2="m2←"), rolled=(3, 4))
    t.play(t.move("M1", 3, "D2→"))
    t.end_movement()
    assert t.targets("M1") == {"m2"}


@rule("FR-31")
def test_movement_is_over_when_shooting_begins() -> None:
    t = table(DUEL, rolled=(3, 4))
    t.refused(t.fire("M1", "m1"), "FR-31", "Fire belongs to the phase 'shooting'", "'movement'")
    t.end_movement()
    t.refused(t.move("M1", 3, "E3→"), "FR-31", "Move belongs to the phase 'movement'", "'shooting'")
    assert any(isinstance(order, Fire) for order in t.orders())
    assert t.state.side is RED
