"""The log: what happened, with its figures and its rule."""

from collections.abc import Callable

import pytest

from hulldown.kernel.picture import Drive, Place, Pose, Shot, Throw
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.events import (
    CommandNamed,
    Damaged,
    Destroyed,
    Event,
    FirstChosen,
    Hidden,
    MovementRolled,
    PhaseBegan,
    Repaired,
    Revealed,
    RolledOff,
)
from hulldown.rulebooks.panzerstrike.dynamic.orders import Begin, ChooseFirst, EndMovement, EndTurn, Order, RollMovement
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase
from tests.marks import rule
from tests.rulebooks.dynamic.cast import Table, field, setup_of, table

Told = tuple[str, tuple[str, ...]]


def told(t: Table, order: Order, *rolls: tuple[int, ...]) -> list[Told]:
    """Each sentence of an order with its rules; the order is played."""
    before = t.state
    state = before.copy()
    found: list[Told] = []
    for event in t.play(order, *rolls):
        sentence = book.tell(state, event)
        found.append((sentence.sentence, sentence.rules))
        book.evolve(state, event)
    return found


def strokes(t: Table, order: Order, *rolls: tuple[int, ...]) -> tuple[object, ...]:
    """What is drawn of the first event of an order."""
    before = t.state
    return book.tell(before, t.play(order, *rolls)[0]).strokes


# Firing


@rule("DYN-107", "DYN-108")
def test_a_shot_is_told_with_its_whole_sum() -> None:
    drawing = field(12, 2, A1="H1→", J1="m1←", J2="m2←")
    t = table(drawing, phase=Phase.FIRING)
    assert told(t, t.fire("H1", "m1"), (4, 4, 4, 3)) == [
        (
            "Heavy Tank 1 fired at Blue Medium Tank 1: range 9 + front 7 = 16, rolled 4 4 4 3 = 15. No effect.",
            ("DYN-108",),
        )
    ]
    t = table(drawing, phase=Phase.FIRING)
    assert told(t, t.fire("H1", "m1"), (4, 4, 4, 5)) == [
        (
            "Heavy Tank 1 fired at Blue Medium Tank 1: range 9 + front 7 = 16, rolled 4 4 4 5 = 17. Destroyed.",
            ("DYN-107",),
        ),
        ("Blue Medium Tank 1 is a wreck and stays on J1.", ("DYN-112",)),
    ]


@rule("DYN-109", "DYN-115")
def test_an_equal_sum_is_told_as_exact_and_as_what_it_means() -> None:
    t = table(field(12, 2, A1="M1→", D1="h1↑"), phase=Phase.FIRING)
    assert told(t, t.fire("M1", "h1"), (5, 4, 1)) == [
        (
            "Medium Tank 1 fired at Blue Heavy Tank 1: range 3 + side 7 = 10, rolled 5 4 1 = 10, exactly. Damaged.",
            ("DYN-109",),
        ),
        ("Blue Heavy Tank 1 fires but no longer moves.", ("DYN-115",)),
    ]


@rule("DYN-116")
def test_a_second_damage_is_told_as_the_end_of_it() -> None:
    t = table(field(12, 2, A1="M1→", D1="h1!↑", D2="m1←"), phase=Phase.FIRING)
    first, wreck = told(t, t.fire("M1", "h1"), (5, 4, 1))
    assert first[0].endswith("rolled 5 4 1 = 10, exactly, and it was damaged already. Destroyed.")
    assert first[1] == ("DYN-116",)
    assert wreck[0] == "Blue Heavy Tank 1 is a wreck and stays on D1."


@pytest.mark.parametrize(
    ("word", "sentence"),
    [("g1←", "Blue Fixed Gun 1 fires but no longer turns."), ("rv1←", "Blue Recovery Vehicle 1 no longer moves.")],
)
def test_damage_is_told_by_what_the_unit_can_do(word: str, sentence: str) -> None:
    """A Fixed Gun and a Recovery Vehicle have armour 3 in front."""
    t = table(field(12, 2, A1="M1→", E1=word), phase=Phase.FIRING)
    target = word[:-1]
    assert t.sentences(t.fire("M1", target), (3, 3, 1))[1] == sentence


@rule("DYN-185", "DYN-187")
def test_in_the_quick_start_an_equal_sum_is_told_as_destroyed() -> None:
    t = table(field(12, 2, A1="M1→", D1="h1↑", D2="m1←"), phase=Phase.FIRING, quick=True)
    first, wreck = told(t, t.fire("M1", "h1"), (5, 4, 1))
    assert first == (
        "Medium Tank 1 fired at Blue Heavy Tank 1: range 3 + side 7 = 10, rolled 5 4 1 = 10, exactly. Destroyed.",
        ("DYN-185",),
    )
    assert wreck[1] == ("DYN-187",)


@rule("DYN-105")
def test_the_half_die_is_named() -> None:
    """DT-29, with the tank on the ground of this test."""
    t = table(field(12, 2, A1="LSP1→", D1="h1↑"), phase=Phase.FIRING, moved=["LSP1"])
    before = t.state
    order = t.fire("LSP1", "h1")
    shown = book.preview(before, order).odds
    fired = t.play(order, (5, 4), (1,))[0]
    sentence = book.tell(before, fired)
    assert sentence.sentence == (
        "Light Self-Propelled Howitzer 1 fired at Blue Heavy Tank 1: "
        "range 3 + side 7 = 10, rolled 5 4 and 1 on the half-die = 10, exactly. Damaged."
    )
    assert sentence.strokes == (
        Throw((5, 4, 1), 10, half=(2,)),
        Shot(t.unit("LSP1"), t.unit("h1"), "damaged", shown, line=(Place(0, 0), Place(30, 0)), end="harmed"),
    )


@rule("DYN-31")
def test_the_loss_of_a_command_tank_says_what_it_costs() -> None:
    t = table(field(12, 2, A1="H1→", D1="l1*←", D2="m1←"), phase=Phase.FIRING)
    assert told(t, t.fire("H1", "l1"), (6, 6, 6, 6))[1] == (
        "Blue Light Tank 1, the command tank, is a wreck and stays on D1: Blue rolls one die less.",
        ("DYN-112", "DYN-31"),
    )


# Walls


@rule("DYN-154", "DYN-160")
def test_a_shot_at_a_wall_is_told_and_its_dust() -> None:
    """DT-39."""
    drawing = field(12, 2, A1="M1→", F1="=", L1="m1←")
    t = table(drawing, phase=Phase.FIRING)
    assert told(t, t.fire_at_wall("M1", "F1"), (3, 3, 1)) == [
        ("Medium Tank 1 fired at the wall at F1: range 5 + wall 3 = 8, rolled 3 3 1 = 7. It stands.", ("DYN-154",))
    ]
    t = table(drawing, phase=Phase.FIRING)
    assert told(t, t.fire_at_wall("M1", "F1"), (3, 3, 2)) == [
        ("Medium Tank 1 fired at the wall at F1: range 5 + wall 3 = 8, rolled 3 3 2 = 8. Destroyed.", ("DYN-154",)),
        ("The wall at F1 fell; its dust closes the view until the turn ends.", ("DYN-160",)),
    ]


def test_a_shot_at_a_wall_is_drawn_to_its_square() -> None:
    t = table(field(12, 2, A1="M1→", F1="=", L1="m1←"), phase=Phase.FIRING)
    order = t.fire_at_wall("M1", "F1")
    shown = book.preview(t.state, order).odds
    throw, shot = strokes(t, order, (3, 3, 2))
    assert throw == Throw((3, 3, 2), 8)
    line = Place(0, 0), Place(50, 0)
    assert shot == Shot(t.unit("M1"), None, "destroyed", shown, cell=t.square("F1"), line=line, end="destroyed")


@rule("DYN-156", "DYN-158")
def test_driving_into_a_wall_is_told_with_what_it_costs() -> None:
    t = table(field(12, 2, A1="M1→", C1="=", L1="m1←"), rolled=(5, 4))
    assert told(t, t.move("M1", "C1→")) == [
        ("Medium Tank 1 took the 4: 2 of 4 steps to C1, facing east.", ("DYN-40",)),
        (
            "Medium Tank 1 broke through the wall at C1, stopped there and cannot fire this turn.",
            ("DYN-156", "DYN-158"),
        ),
    ]
    t = table(field(12, 2, A1="RV1→", B1="=", L1="m1←"), rolled=(5, 4))
    assert t.sentences(t.move("RV1", "B1→"))[1] == "Recovery Vehicle 1 broke through the wall at B1 and stopped there."


# In a high arc


@rule("DYN-134", "DYN-139")
def test_a_lobbed_hit_is_told_with_its_spotter_and_the_dice_kept() -> None:
    """DT-35, DT-36: the howitzer stands behind a house, and an armoured car sees the target past a wreck."""
    words = {"A3": "HSP1→", "G3": "#", "M3": "m1←", "I1": "AC1→", "K2": "×l1", "M5": "h1←"}
    t = table(field(20, 5, **words), phase=Phase.FIRING)
    order = t.lob("HSP1", "m1", half=True)
    before = t.state
    shown = book.preview(before, order).odds
    lobbed, *_ = t.play(order, (2, 2, 3, 4, 5), (1,))
    sentence = book.tell(before, lobbed)
    assert sentence.sentence == (
        "Heavy Self-Propelled Howitzer 1 lobbed at Blue Medium Tank 1, 12 squares, seen by Armoured Car 1: "
        "rolled 2 2 3 4 5 and 1 on the half-die, kept 1 2 2 3 4 = 12. Destroyed."
    )
    assert sentence.rules == ("DYN-134", "DYN-139")
    line = Place(0, 20), Place(120, 20)
    assert sentence.strokes == (
        Throw((2, 2, 3, 4, 5, 1), 12, half=(5,), left_out=(4,)),
        Shot(t.unit("HSP1"), t.unit("m1"), "destroyed", shown, high=True, line=line, end="destroyed"),
    )


@rule("DYN-134", "DYN-138", "DYN-142")
def test_a_lobbed_miss_says_which_die_was_missing() -> None:
    """DT-34: 2 3 3 5 6 makes no 15, for want of a 4 to leave out."""
    t = table(field(20, 1, A1="LSP1→", P1="m1←"), phase=Phase.FIRING)
    assert told(t, t.lob("LSP1", "m1"), (2, 3, 3, 5, 6)) == [
        (
            (
                "Light Self-Propelled Howitzer 1 lobbed at Blue Medium Tank 1, 15 squares, in its own sight: "
                "rolled 2 3 3 5 6; to make 15 it needed a 4 to leave out. No effect."
            ),
            ("DYN-142", "DYN-138"),
        )
    ]
    t = table(field(20, 1, A1="LSP1→", P1="m1←"), phase=Phase.FIRING)
    assert t.sentences(t.lob("LSP1", "m1"), (1, 1, 1, 2, 2))[0].endswith(
        "rolled 1 1 1 2 2; no 4 of them make 15. No effect."
    )


# Movement


@rule("DYN-25", "DYN-40")
def test_a_move_is_told_with_its_die_or_without() -> None:
    drawing = field(8, 3, C2="L1→", H1="m1←")
    for pose, die, sentence, rules in (
        ("E2↘", 6, "Light Tank 1 took the 6: 3 of 7 steps to E2, facing south-east.", ("DYN-40",)),
        ("C2↓", 3, "Light Tank 1 took the 3: 2 of 4 steps on C2, facing south.", ("DYN-40",)),
        ("D2→", 0, "Light Tank 1 drove one square to D2, facing east: no die.", ("DYN-25",)),
        ("C2↗", 0, "Light Tank 1 turned on C2 to face north-east: no die.", ("DYN-25",)),
        ("B2→", 0, "Light Tank 1 backed one square to B2: no die.", ("DYN-49",)),
    ):
        t = table(drawing, rolled=(3, 6))
        assert told(t, t.move("L1", pose, die)) == [(sentence, rules)]


@rule("DYN-57", "DYN-58")
def test_backing_on_wheels_is_told_with_its_turn() -> None:
    drawing = field(8, 3, C2="AC1→", H1="m1←")
    t = table(drawing, rolled=(3, 6))
    assert told(t, t.move("AC1", "B2→")) == [("Armoured Car 1 backed one square to B2: no die.", ("DYN-57",))]
    t = table(drawing, rolled=(3, 6))
    sentence = "Armoured Car 1 backed one square to B2, turning to face north-east: no die."
    assert told(t, t.move("AC1", "B2↗")) == [(sentence, ("DYN-58",))]


@rule("DYN-66", "DYN-68")
def test_a_turned_gun_says_that_it_does_not_fire() -> None:
    t = table(field(8, 3, C2="G1→", A1="M1→", H1="m1←"), rolled=(3, 6))
    sentence = "Fixed Gun 1 turned on C2 to face south-east and cannot fire this turn."
    assert told(t, t.move("G1", "C2↘")) == [(sentence, ("DYN-66", "DYN-68"))]


@rule("DYN-149", "DYN-151")
def test_a_push_is_told_and_drawn_with_its_wreck() -> None:
    """DT-38."""
    t = table(field(8, 3, A2="MD1→", B2="×l1↓", H1="m1←"), rolled=(5, 5))
    before = t.state
    [pushed] = t.play(t.push("MD1"))
    sentence = book.tell(before, pushed)
    name = "Medium Tank with Dozer 1"
    assert sentence.sentence == f"{name} took the 5 and pushed the wreck of Blue Light Tank 1 to C2: 2 of 4 steps."
    assert sentence.strokes == (
        Drive(t.unit("MD1"), (Pose(0, 1, 90), Pose(1, 1, 90))),
        Drive(t.unit("l1"), (Pose(1, 1, 180), Pose(2, 1, 180)), together=True),
    )
    assert told(t, t.push("MD1")) == [
        (f"{name} pushed the wreck of Blue Light Tank 1 to D2: 4 of 4 steps.", ("DYN-149", "DYN-151"))
    ]


@rule("DYN-149")
def test_a_dozer_that_goes_on_is_told_with_all_its_steps() -> None:
    t = table(field(8, 3, A2="MD1→", B2="×l1", H1="m1←"), rolled=(5, 6))
    t.play(t.push("MD1", 6))
    sentence = "Medium Tank with Dozer 1 went on with the 6: 4 of 5 steps, to C1, facing north-east."
    assert told(t, t.move("MD1", "C1↗")) == [(sentence, ("DYN-40",))]


@rule("DYN-97")
def test_a_turret_is_told_by_where_it_points() -> None:
    t = table(field(8, 3, C2="M1→", H1="m1←"), rolled=(3, 6), turrets=True)
    assert told(t, t.lay("M1", "↘")) == [("Medium Tank 1 laid its turret to the south-east.", ("DYN-97", "DYN-98"))]


@rule("DYN-27", "DYN-30", "DYN-35")
def test_the_roll_is_told_with_what_it_was_for() -> None:
    t = table(field(8, 1, A1="M1→", B1="T1→", C1="G1→", H1="m1←"), phase=Phase.ROLL)
    assert told(t, RollMovement(), (3, 5)) == [("Red rolled 3 and 5 for 2 vehicles.", ("DYN-27",))]
    t = table(field(8, 1, A1="M1*→", B1="T1→", H1="m1←"), phase=Phase.ROLL, extra=True)
    sentence = (
        "Red rolled 4, 4 and 4 for 2 vehicles and its command tank: all equal, so one vehicle more may take a die."
    )
    assert told(t, RollMovement(), (4, 4, 4)) == [(sentence, ("DYN-30", "DYN-35"))]
    t = table(field(8, 1, A1="M1→", B1="T1→", H1="m1←"), phase=Phase.ROLL)
    assert told(t, RollMovement(), (4, 4)) == [("Red rolled 4 and 4 for 2 vehicles.", ("DYN-27",))]
    t = table(field(8, 1, A1="G1→", H1="m1←"), phase=Phase.ROLL)
    assert told(t, RollMovement()) == [("Red has no vehicles left and rolled no dice.", ("DYN-Q05",))]


# Turns and repairs


def test_turns_and_phases_are_announced() -> None:
    t = table(field(8, 1, A1="M1→", H1="m1←"), rolled=(3, 4), round=6, side=BLUE)
    assert told(t, EndMovement()) == [("Blue ended movement; firing begins.", ("DYN-36",))]
    assert told(t, EndTurn()) == [("Round 7: Red's turn.", ("DYN-24",))]


@rule("DYN-145")
def test_a_repair_is_told_at_the_end_of_the_turn() -> None:
    """DT-37."""
    t = table(field(8, 2, A1="RV1→", B1="M1!→", H1="m1←"), phase=Phase.FIRING)
    sentence = "Recovery Vehicle 1 repaired Medium Tank 1: both had stayed still and silent."
    assert told(t, EndTurn())[0] == (sentence, ("DYN-145", "DYN-146"))


# Setting up


def test_setting_up_is_told_from_the_roll_off_on() -> None:
    rows = ["." * 12] * 4
    t = Table(book.start(setup_of(rows, {"medium": 1}, {"medium": 1}, command=True)))
    assert t.sentences(Begin(), (2, 5)) == ["Red rolled 2, Blue 5: Blue chooses who plays first."]
    assert t.sentences(ChooseFirst(BLUE)) == ["Blue chose: Blue plays first.", "Blue deploys its units."]
    assert t.sentences(t.deploy("medium", "L1←")) == [
        "Blue Medium Tank 1 deployed on L1, facing west.",
        "Red deploys its units.",
    ]
    assert t.sentences(t.deploy("medium", "A1→"))[-1] == "Blue names its command tank."
    assert t.sentences(t.command("m1")) == ["Blue named Medium Tank 1 its command tank.", "Red names its command tank."]
    assert t.sentences(t.command("M1"))[-1] == "Round 1: Blue's turn."


@rule("DYN-18", "DYN-168", "DYN-178")
def test_the_place_of_deployment_is_told_by_its_rule() -> None:
    began = PhaseBegan(Phase.DEPLOYMENT, RED, 0)
    drawing = field(12, 2, A1="M1→", L1="m1←")
    assert book.tell(table(drawing).state, began).rules == ("DYN-18",)
    assert book.tell(table(drawing, quick=True).state, began).rules == ("DYN-178",)
    basic = table(field(12, 2, A1="M1→", A2="AA1→", L1="m1←", L2="aa1←"), spaa=1, blocks=((12,),))
    assert book.tell(basic.state, began).rules == ("DYN-168",)
    assert book.tell(basic.state, Hidden(BLUE)).sentence == "Blue placed 3 units in secret."
    assert book.tell(basic.state, Revealed(())).sentence == "Both sides stand; all units are shown."


@rule("DYN-H8", "DYN-Q05", "DYN-Q08", "DYN-Q18")
@pytest.mark.parametrize(
    ("event", "cited"),
    [
        (lambda t: RolledOff((3, 1), (3, 2)), ("DYN-Q08",)),
        (lambda t: FirstChosen(BLUE), ("DYN-Q08",)),
        (lambda t: Hidden(BLUE), ("DYN-H8",)),
        (lambda t: Revealed(()), ("DYN-H8",)),
        (lambda t: CommandNamed(t.unit("M1")), ("DYN-29",)),
        (lambda t: Destroyed(t.unit("m1")), ("DYN-112",)),
        (lambda t: Repaired(t.unit("M1"), t.unit("M1")), ("DYN-145", "DYN-146")),
        (lambda t: MovementRolled((4, 5)), ("DYN-Q05",)),
        (lambda t: Damaged(t.unit("m1")), ("DYN-115",)),
        (lambda t: Damaged(t.unit("g1")), ("DYN-Q18",)),
    ],
)
def test_every_sentence_cites_rules_of_the_book(event: Callable[[Table], Event], cited: tuple[str, ...]) -> None:
    t = table(field(8, 1, A1="M1→", G1="g1←", H1="m1←"), side=Side.RED)
    assert book.tell(t.state, event(t)).rules == cited
