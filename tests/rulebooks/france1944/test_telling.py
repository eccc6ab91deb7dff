"""The log: what happened, with its figures and its rule."""

import pytest

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.events import Destroyed, Moved, RolledOff
from hulldown.rulebooks.panzerstrike.france1944.movement import way
from hulldown.rulebooks.panzerstrike.france1944.orders import (
    Begin,
    ChooseFirst,
    EndBarricades,
    EndMovement,
    EndTurn,
    RollMovement,
)
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from tests.marks import rule
from tests.rulebooks.france1944.cast import Table, field, setup_of, table


@rule("FR-40", "FR-41")
def test_a_shot_is_told_with_its_whole_sum() -> None:
    t = table(field(12, 2, A1="H1→", J1="m1←", J2="m2←"), phase=Phase.SHOOTING)
    assert t.sentences(t.fire("H1", "m1"), (4, 4, 4, 3)) == [
        "Heavy 1 fired at Blue Medium 1: range 9 + front 7 = 16, rolled 4 4 4 3 = 15. No effect.",
    ]
    t = table(field(12, 2, A1="H1→", J1="m1←", J2="m2←"), phase=Phase.SHOOTING)
    assert t.sentences(t.fire("H1", "m1"), (4, 4, 4, 4)) == [
        "Heavy 1 fired at Blue Medium 1: range 9 + front 7 = 16, rolled 4 4 4 4 = 16. Destroyed.",
        "Blue Medium 1 is a wreck and stays on J1.",
    ]


@rule("FR-59", "FR-61")
def test_damage_is_told_as_what_it_means() -> None:
    t = table(field(12, 2, A1="H1→", J1="m1←"), phase=Phase.SHOOTING, damage=True)
    assert t.sentences(t.fire("H1", "m1"), (4, 4, 4, 4)) == [
        "Heavy 1 fired at Blue Medium 1: range 9 + front 7 = 16, rolled 4 4 4 4 = 16. Exactly: damaged.",
        "Blue Medium 1 is damaged: it fires but no longer moves.",
    ]


@rule("FR-40", "FR-Q19")
@pytest.mark.parametrize(("faces", "cited"), [((4, 4, 4, 4), "FR-Q19"), ((5, 4, 4, 4), "FR-40")], ids=["exact", "more"])
def test_a_second_exact_result_destroys_by_its_ruling(faces: tuple[int, ...], cited: str) -> None:
    t = table(field(12, 2, A1="H1→", J1="m1!←"), phase=Phase.SHOOTING)
    fired = t.book.decide(t.state, t.fire("H1", "m1"), ScriptedDice([faces]))
    assert t.book.tell(t.state, next(fired)).rules == (cited,)


@rule("FR-22", "FR-26")
def test_a_move_is_told_with_its_steps() -> None:
    drawing = field(8, 3, C2="L1→", H1="m1←")
    t = table(drawing, rolled=(3, 6))
    assert t.sentences(t.move("L1", 6, "E2↘")) == ["Light 1 took the 6: 3 of 7 steps to E2, facing south-east."]
    t = table(drawing, rolled=(3, 6))
    assert t.sentences(t.move("L1", 3, "B2→")) == ["Light 1 took the 3: one square back to B2."]


@rule("FR-26", "FR-H6")
def test_a_tank_that_could_drive_ahead_to_the_square_behind_it_did() -> None:
    """An order names the end, not the gear: four turns, a square, four turns are nine steps of a Light's ten."""
    t = table(field(8, 3, C2="L1→", H1="m1←"), rolled=(3, 9), changed={"large": (3, 9)})
    assert t.sentences(t.move("L1", 9, "B2→")) == ["Light 1 took the 9: 9 of 10 steps to B2, facing east."]


@rule("FR-24")
def test_the_way_of_a_move_goes_step_by_step_from_pose_to_pose() -> None:
    t = table(field(8, 3, C2="L1→", H1="m1←"), rolled=(3, 6))
    poses = [t.square(square) * 8 + facing for square, facing in (("C2", 2), ("D2", 2), ("E2", 2), ("E2", 3))]
    assert list(way(t.state, Moved(t.unit("L1"), 6, t.square("E2"), 3))) == poses
    back = [t.square("C2") * 8 + 2, t.square("B2") * 8 + 2]
    assert list(way(t.state, Moved(t.unit("L1"), 3, t.square("B2"), 2))) == back


@rule("FR-17", "FR-21")
def test_the_roll_is_told_with_the_tanks_it_was_for() -> None:
    drawing = field(8, 1, A1="M1→", B1="M2→", H1="m1←")
    assert table(drawing, phase=Phase.ROLL).sentences(RollMovement(), (3, 5)) == ["Red rolled 3 and 5 for 2 tanks."]
    told = "Red rolled 4 and 4 for 2 tanks: all equal, so one tank more may move."
    assert table(drawing, phase=Phase.ROLL).sentences(RollMovement(), (4, 4)) == [told]


def test_turns_and_phases_are_announced() -> None:
    t = table(field(8, 1, A1="M1→", H1="m1←"), rolled=(3, 4), round=6, side=BLUE)
    assert t.sentences(EndMovement()) == ["Blue ended movement; shooting begins."]
    assert t.sentences(EndTurn()) == ["Round 7: Red's turn."]


@rule("FR-55", "FR-57")
def test_a_capture_is_told_and_then_the_victory() -> None:
    t = table(field(8, 2, A1="M1→", B1="b¶", H1="m1←"), phase=Phase.SHOOTING, round=5)
    assert t.sentences(EndTurn()) == [
        "Red Medium 1 stood still beside the flag at B1 for a whole turn: captured.",
        "Red has captured all of Blue's flags and wins.",
    ]


def test_setting_up_is_told_from_the_roll_off_on() -> None:
    rows = ["." * 12] * 4
    t = Table(book.start(setup_of(rows, {"medium": 1}, {"medium": 1}, flags=(1, 0), barricades=1)))
    assert t.sentences(Begin(), (2, 5)) == ["Red rolled 2, Blue 5: Blue chooses who plays first."]
    assert t.sentences(ChooseFirst(BLUE)) == ["Blue chose: Blue plays first.", "Red places its flags."]
    assert t.sentences(t.flag("B2")) == ["Red set a flag on B2.", "Blue builds its barricades."]
    assert t.sentences(t.barricade("F2")) == ["Blue built a barricade on F2.", "Red builds its barricades."]
    assert t.sentences(EndBarricades()) == ["Red builds no more barricades.", "Blue deploys its tanks."]
    assert t.sentences(t.deploy("medium", "L1←")) == [
        "Blue Medium 1 deployed on L1, facing west.",
        "Red deploys its tanks.",
    ]


@rule("FR-H9")
def test_compass_words_follow_the_north_of_the_board() -> None:
    """The boards of the tiles have north at the left, so a tank that looks up looks east."""
    board = setup_of(["." * 12], {"light": 1}, {"light": 1}).board
    assert board.compass(0) == "north"
    turned = type(board)(board.name, "left", board.rows)
    assert [turned.compass(facing) for facing in range(0, 8, 2)] == ["east", "south", "west", "north"]


def test_every_sentence_cites_rules_of_the_book() -> None:
    t = table(field(8, 1, A1="M1→", H1="m1←"), phase=Phase.SHOOTING)
    assert book.tell(t.state, Destroyed(t.unit("m1"))).rules == ("FR-44",)
    assert book.tell(t.state, RolledOff((3, 1), (3, 2))).rules == ("FR-Q06",)
