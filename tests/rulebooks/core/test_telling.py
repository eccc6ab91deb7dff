"""The log: what happened, stage by stage, with its figures and its rules."""

import pytest

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.picture import Drive, Place, Pose, Shot, Throw
from hulldown.kernel.rulebook import Gist, Told
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import (
    CommandNamed,
    Destroyed,
    Event,
    FirstDrawn,
    Hidden,
    Immobilised,
    PhaseBegan,
    Repaired,
    RepairStopped,
    Revealed,
    TimerSet,
    WaitSet,
)
from hulldown.rulebooks.panzerstrike.core.orders import (
    Announce,
    AnnounceWall,
    Begin,
    EndMovement,
    EndTurn,
    OpenFire,
    Order,
    Resolve,
    RollSpeed,
)
from hulldown.rulebooks.panzerstrike.core.state import Colour, Gear, Phase, Tracks
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks.core.cast import Table, field, setup_of, table, types

ANNOUNCING = Phase.ANNOUNCING


def told(t: Table, order: Order, *rolls: tuple[int, ...]) -> list[Told]:
    """What is told of an order, which is played."""
    dice, state = ScriptedDice(rolls), t.state.copy()
    found: list[Told] = []
    for event in book.decide(state, order, dice):
        found.append(book.tell(state, event))
        book.evolve(state, event)
    t.play(order, *rolls)
    return found


def shot(t: Table, order: Announce | AnnounceWall, *rolls: tuple[int, ...]) -> list[Told]:
    """What is told of a shot that is announced alone."""
    t.play(order)
    t.play(OpenFire())
    return told(t, Resolve(order.unit), *rolls)


def lines(found: list[Told]) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.sentence, one.rules) for one in found]


# A shot, stage by stage


@rule("CORE-45", "CORE-94")
def test_a_shot_is_told_stage_by_stage() -> None:
    """T-06: 15 + 1 − 2 is exactly the Jumbo's 14."""
    t = types(field(12, 2, A1="P1→", G1="j1←"), phase=ANNOUNCING)
    order = t.announce("P1", "j1")
    odds = book.preview(t.state, order).odds
    first, injured = shot(t, order, (3,), (4,), (1,), (1,))
    assert first.sentence == (
        "Panther 1 fired at Blue Jumbo 1: accuracy 3 + 4 against range 3, hit; "
        "body, front 14; 15 + 1 − 2 = 14, exactly. Crew injured."
    )
    assert first.rules == ("CORE-55", "CORE-94")
    assert first.strokes == (
        Throw((3, 4), 3, name="aims"),
        Throw((), name="hit area", words=("body side",)),
        Throw((1,), 1, name="gun"),
        Shot(t.unit("P1"), t.unit("j1"), "crew injured", odds, line=(Place(0, 0), Place(60, 0)), end="harmed"),
    )
    assert lines([injured]) == [
        (
            "Blue Jumbo 1 has an injured crew: it moves or fires in a round, not both, and misses more often.",
            ("CORE-96", "CORE-97"),
        )
    ]


@rule("CORE-55")
def test_a_miss_ends_with_the_accuracy_dice() -> None:
    """T-03."""
    t = types(field(12, 2, A1="P1→", G1="j1←"), phase=ANNOUNCING)
    [first] = shot(t, t.announce("P1", "j1"), (1,), (1,))
    assert (first.sentence, first.rules) == (
        "Panther 1 fired at Blue Jumbo 1: accuracy 1 + 1 against range 3. Missed.",
        ("CORE-55",),
    )
    throw, tracer = first.strokes
    assert throw == Throw((1, 1), 3, name="aims")
    assert isinstance(tracer, Shot)
    assert tracer.outcome == "missed"


@rule("CORE-86", "CORE-92", "CORE-99")
def test_what_penetrates_and_what_does_not() -> None:
    """T-04, T-05, T-07: the book's own sums."""
    t = types(field(12, 2, A1="HC1→", D1="t1←"), phase=ANNOUNCING)
    [first] = shot(t, t.announce("HC1", "t1"), (5,), (5,), (1,), (-2,))
    assert first.sentence.endswith("hit; body, front 10; 12 − 2 − 1 = 9. No effect.")
    assert first.rules == ("CORE-55", "CORE-86")

    t = types(field(12, 2, A1="SH1→", I1="n1←", I2="t1←"), phase=ANNOUNCING)
    first, wreck = shot(t, t.announce("SH1", "n1"), (4,), (5,), (1,), (-1,))
    assert first.sentence.endswith("accuracy 4 + 5 against range 4, hit; body, front 2; 9 − 1 − 3 = 5. Destroyed.")
    assert first.rules == ("CORE-55", "CORE-92")
    assert (wreck.sentence, wreck.rules) == ("Blue Nashorn 1 is a wreck and stays on I1.", ("CORE-93",))

    t = types(field(12, 2, A1="ch1→", I1="PZ1←"), phase=ANNOUNCING)
    first, stuck = shot(t, t.announce("PZ1", "ch1"), (4,), (5,), (5,), (2,))
    assert first.sentence.endswith("hit; tracks 4; 11 + 2 − 3 = 10. Immobilised.")
    assert first.rules == ("CORE-55", "CORE-99")
    assert (stuck.sentence, stuck.rules) == (
        "Blue Churchill VII 1 neither drives nor turns, but turns its turret and fires.",
        ("CORE-100",),
    )


@rule("CORE-98", "CORE-95")
def test_exactly_the_armour_is_told_by_what_it_means() -> None:
    """T-30 with the armour of a truck; and a crew that was injured already."""
    t = table(field(12, 2, A1="HT1→", D1="t1↓", D2="m1←"), phase=ANNOUNCING)
    first = shot(t, t.announce("HT1", "t1"), (4,), (4,), (1,), (-1,))[0]
    assert first.sentence.endswith("body, side 0; 1 − 1 − 1 = −1, which counts as 0, exactly. Crew injured.")
    assert first.rules == ("CORE-55", "CORE-95")
    t = types(field(12, 2, A1="P1→", G1="j1^←", G2="t1←"), phase=ANNOUNCING)
    first = shot(t, t.announce("P1", "j1"), (3,), (4,), (1,), (1,))[0]
    assert first.sentence.endswith("= 14, exactly, and its crew was injured already. Destroyed.")
    assert first.rules == ("CORE-55", "CORE-98")


@rule("CORE-101", "CORE-102", "CORE-103")
def test_tracks_are_told_by_what_was_left_of_them() -> None:
    drawing = "PZ1→ . . . . {} . . . . . .\n. . . . . . . . . . . t1←"
    t = types(drawing.format("sh1←"), phase=ANNOUNCING, semi=True)
    first, half = shot(t, t.announce("PZ1", "sh1"), (5,), (5,), (5,), (0,))
    assert first.sentence.endswith("Semi-immobilised.")
    assert first.rules == ("CORE-55", "CORE-102")
    assert (half.sentence, half.rules) == ("Blue Sherman 1 only turns on the spot, by up to 3 steps.", ("CORE-103",))
    t = types(drawing.format("sh1!←"), phase=ANNOUNCING)
    first, again = shot(t, t.announce("PZ1", "sh1"), (5,), (5,), (5,), (0,))
    assert first.rules == ("CORE-55", "CORE-101")
    assert again.sentence == "Blue Sherman 1 was immobilised already and stays so."


@rule("CORE-82")
def test_angled_armour_is_told_as_it_counts() -> None:
    """The Sherman's 8 in front count 11 at an angle, the 4 of its side 5."""
    drawing = field(12, 8, A1="P1→", E3="sh1←", L8="t1←")
    t = types(drawing, phase=ANNOUNCING, angled=True)
    first = shot(t, t.announce("P1", "sh1"), (5,), (5,), (4,), (0,))[0]
    assert "body, angled front 11;" in first.sentence
    t = types(drawing, phase=ANNOUNCING, angled=True)
    first = shot(t, t.announce("P1", "sh1"), (5,), (5,), (1,), (0,))[0]
    assert "body, angled side 5;" in first.sentence


# What comes between


@rule("CORE-60", "CORE-61", "CORE-62")
def test_a_covered_target_and_the_house_before_it() -> None:
    """T-21."""
    drawing = field(8, 3, A1="M1→", C1="#", E2="m1←", H3="m2←")
    t = table(drawing, phase=ANNOUNCING)
    [first] = shot(t, t.announce("M1", "m1"), (2,), (0,))
    assert (first.sentence, first.rules) == (
        (
            "Medium Tank 1 fired at Blue Medium Tank 1: accuracy 2 + 0 against range 2 and 1 for cover; "
            "exactly the range, so it struck the house at C1. Missed."
        ),
        ("CORE-60", "CORE-62"),
    )
    throw, tracer = first.strokes
    assert throw == Throw((2, 0), 3, name="aims")
    assert isinstance(tracer, Shot)
    assert (tracer.target, tracer.cell, tracer.outcome) == (None, t.square("C1"), "missed")
    assert first.act == Gist(t.unit("M1"), "missed", "missed", t.unit("m1"))
    t = table(drawing, phase=ANNOUNCING)
    [first] = shot(t, t.announce("M1", "m1"), (1,), (0,))
    assert first.sentence.endswith("accuracy 1 + 0 against range 2 and 1 for cover. Missed.")


@rule("CORE-63")
def test_a_friend_in_the_way_is_named_and_drawn_as_what_was_met() -> None:
    """T-23: the friend is struck at its own range, 1, so AP loses nothing."""
    t = table(field(8, 3, A1="M1→", C2="L1→", D2="m1←", H3="m2←"), phase=ANNOUNCING)
    order = t.announce("M1", "m1")
    odds = book.preview(t.state, order).odds
    first, wreck = shot(t, order, (1,), (1,), (1,), (0,))
    assert first.sentence == (
        "Medium Tank 1 fired at Blue Medium Tank 1: accuracy 1 + 1 against range 2 and 1 for cover; exactly the range, "
        "so it struck Light Tank 1 at C2; body, rear 2; 10 + 0 = 10. Destroyed."
    )
    assert first.rules == ("CORE-60", "CORE-63", "CORE-92")
    word = "Light Tank 1: destroyed"
    line = Place(0, 0), Place(20, 10)
    assert first.strokes[-1] == Shot(t.unit("M1"), t.unit("L1"), word, odds, line=line, end="destroyed")
    assert odds is not None
    assert odds[word] > 0
    assert wreck.sentence == "Red Light Tank 1 is a wreck and stays on C2."


@rule("CORE-63", "CORE-97")
def test_a_symbol_can_spare_a_friend_in_the_way() -> None:
    t = table(field(8, 3, A1="M1^→", C2="L1→", D2="m1←", H3="m2←"), phase=ANNOUNCING)
    [first] = shot(t, t.announce("M1", "m1"), (1,), (1,), (3,))
    assert first.sentence.endswith("so it struck Light Tank 1 at C2; the hit die showed the injured crew. Missed.")
    assert first.rules == ("CORE-60", "CORE-63", "CORE-97")


@rule("CORE-61", "CORE-165", "CORE-Q11")
def test_a_wall_that_covers_is_struck_and_gone() -> None:
    t = table(field(8, 3, A1="M1→", C1="=", E2="m1←", H3="m2←"), phase=ANNOUNCING)
    first, fell = shot(t, t.announce("M1", "m1"), (1,), (1,))
    assert first.sentence.endswith("exactly the range, so it struck the wall at C1. The wall is gone.")
    assert first.rules == ("CORE-60", "CORE-Q11")
    assert fell.sentence.startswith("The wall at C1 fell; ")
    tracer = first.strokes[-1]
    assert isinstance(tracer, Shot)
    assert (tracer.target, tracer.cell, tracer.outcome) == (None, t.square("C1"), "the wall at C1: wall removed")
    assert tracer.odds is not None
    assert tracer.odds[tracer.outcome] > 0


@rule("CORE-165", "CORE-169")
def test_a_wall_needs_no_more_than_the_accuracy_dice() -> None:
    t = table(field(8, 2, A1="M1→", E1="=", H2="m1←"), phase=ANNOUNCING)
    order = t.announce_wall("M1", "E1")
    odds = book.preview(t.state, order).odds
    first, dust = shot(t, order, (2,), (1,))
    assert (first.sentence, first.rules) == (
        "Medium Tank 1 fired at the wall at E1: accuracy 2 + 1 against range 2, hit. The wall is gone.",
        ("CORE-55", "CORE-165"),
    )
    line = Place(0, 0), Place(40, 0)
    assert first.strokes == (
        Throw((2, 1), 2, name="aims"),
        Shot(t.unit("M1"), None, "wall removed", odds, cell=t.square("E1"), line=line, end="destroyed"),
    )
    assert (dust.sentence, dust.rules) == (
        "The wall at E1 fell; nobody fires through its dust until the turn ends.",
        ("CORE-169",),
    )


@rule("CORE-74", "CORE-75", "CORE-97")
@pytest.mark.parametrize(
    ("word", "face", "why", "cited"),
    [
        ("HTD1→", 2, "it had moved", "CORE-74"),
        ("HTD1→", 4, "it had turned", "CORE-75"),
        ("HTD1^→", 3, "the injured crew", "CORE-97"),
    ],
)
def test_a_symbol_that_makes_a_miss_is_named(word: str, face: int, why: str, cited: str) -> None:
    moved = [] if "^" in word else ["HTD1"]
    t = table(field(8, 2, A1=word, E1="m1←"), phase=ANNOUNCING, on_the_move=True, moved=moved, turned=moved)
    [first] = shot(t, t.announce("HTD1", "m1"), (3,), (3,), (face,))
    assert first.sentence.endswith("Missed.")
    assert why in first.sentence
    assert first.rules == ("CORE-55", cited)


@rule("CORE-24", "CORE-96", "CORE-Q08", "CORE-Q52")
def test_a_lost_shot_says_why_and_rolls_nothing() -> None:
    t = table(field(8, 3, A1="M1→", A2="M2→", F1="l1←", H3="m2←"), phase=ANNOUNCING)
    t.play(t.announce("M1", "l1"))
    t.play(t.announce("M2", "l1"))
    t.play(OpenFire())
    t.play(Resolve(t.unit("M1")), (4,), (5,), (1,), (0,))
    [lost] = told(t, Resolve(t.unit("M2")))
    assert (lost.sentence, lost.rules, lost.strokes) == (
        "The shot of Medium Tank 2 at Blue Light Tank 1 was lost, no dice: the target was destroyed already.",
        ("CORE-Q08",),
        (),
    )
    t = table(field(8, 3, A1="M1→", F1="l1←", H3="m2←"), phase=ANNOUNCING, moved=["M1"])
    t.play(t.announce("M1", "l1"))
    t.play(OpenFire())
    t.change("M1", injured=True)
    [lost] = told(t, Resolve(t.unit("M1")))
    assert lost.sentence.endswith("no dice: its crew was injured, and it had moved.")
    assert lost.rules == ("CORE-Q52",)
    t = table(field(8, 3, A1="M1→", F1="l1←", A2="M2→", H3="m2←"), phase=ANNOUNCING)
    t.play(t.announce("M1", "l1"))
    t.play(OpenFire())
    t.change("M1", condition=Condition.DESTROYED)
    assert told(t, Resolve(t.unit("M1")))[0].sentence.endswith("no dice: its firer was destroyed before.")


# In a high arc


def howitzers() -> Table:
    """T-10: a howitzer behind a house, and a light tank that sees the target."""
    words = {"A3": "HSP1→", "C3": "#", "J3": "m1←", "I1": "L1→", "T5": "m2←"}
    return table(field(20, 5, **words), phase=ANNOUNCING)


@rule("CORE-121", "CORE-122")
def test_a_radio_that_fails_is_told_by_its_face() -> None:
    t = howitzers()
    [first] = shot(t, t.lob("HSP1", "m1"), (1,))
    assert (first.sentence, first.rules, first.strokes) == (
        "Heavy Self-Propelled Howitzer 1 did not fire at Blue Medium Tank 1: the radio die came up red.",
        ("CORE-121",),
        (Throw((), name="radio", words=("red",)),),
    )
    t = howitzers()
    t.change("L1", began=t.square("B3"))  # behind the house
    [first] = shot(t, t.lob("HSP1", "m1"), (2,))
    assert first.sentence.endswith("the radio die came up the purple X, and the report was late.")
    assert first.rules == ("CORE-122",)
    assert first.strokes == (Throw((), name="radio", words=("purple X",)),)


@rule("CORE-111", "CORE-118")
def test_a_lobbed_shell_names_who_reported_and_the_top() -> None:
    t = howitzers()
    first, wreck = shot(t, t.lob("HSP1", "m1"), (4,), (3,), (2,), (1,), (0,))
    assert first.sentence == (
        "Heavy Self-Propelled Howitzer 1 lobbed at Blue Medium Tank 1, reported by Light Tank 1: "
        "accuracy 3 + 2 against range 5, hit; top 2; 6 + 0 = 6. Destroyed."
    )
    assert first.rules == ("CORE-55", "CORE-92")
    *throws, tracer = first.strokes
    assert throws == [
        Throw((), name="radio", words=("blank",)),
        Throw((3, 2), 5, name="aims"),
        Throw((), name="hit area", words=("top",)),
        Throw((0,), None, name="gun"),
    ]
    assert isinstance(tracer, Shot)
    assert (tracer.high, tracer.target, tracer.outcome) == (True, t.unit("m1"), "destroyed")
    assert tracer.odds is not None
    assert "not fired" not in tracer.odds, "the report had come"
    assert wreck.sentence == "Blue Medium Tank 1 is a wreck and stays on J3."


@rule("CORE-125", "CORE-126", "CORE-127")
def test_a_shell_that_missed_is_told_by_where_it_fell() -> None:
    """T-34, on a board whose north is up."""
    drawing = field(20, 5, A3="HSP1→", J3="m1←", K2="M1→", T5="m2←")
    for rolls, ending, cited, words in (
        (((5,), (5,)), "the miss dice came up blank. Missed.", "CORE-127", ("blank", "blank")),
        (((3,), (3,)), "the shell fell to the south-west and hit nobody. Missed.", "CORE-127", ("S", "W")),
        (((1,), (5,)), "the shell fell to the north and hit nobody. Missed.", "CORE-127", ("N", "blank")),
    ):
        t = table(drawing, phase=ANNOUNCING, scatter=True)
        [first] = shot(t, t.lob("HSP1", "m1"), (0,), (0,), *rolls)
        assert first.sentence.endswith(f"accuracy 0 + 0 against range 5; {ending}")
        assert first.rules == ("CORE-55", cited)
        scatter = first.strokes[1]
        assert isinstance(scatter, Throw)
        assert (scatter.name, scatter.words) == ("scatter", words)
    t = table(drawing, phase=ANNOUNCING, scatter=True)
    order = t.lob("HSP1", "m1")
    odds = book.preview(t.state, order).odds
    first, _ = shot(t, order, (0,), (0,), (1,), (1,), (1,), (0,))
    assert first.sentence.endswith("; the shell fell to the north-east on Medium Tank 1; top 2; 6 + 0 = 6. Destroyed.")
    assert first.rules == ("CORE-55", "CORE-126", "CORE-92")
    end, line = "Medium Tank 1: destroyed", (Place(0, 20), Place(100, 10))
    fell = Shot(t.unit("HSP1"), t.unit("M1"), end, odds, high=True, line=line, end="destroyed")
    assert first.strokes[-1] == fell


@rule("CORE-97", "CORE-126")
def test_a_shell_that_an_injured_crew_sent_astray_is_told_so() -> None:
    t = table(field(20, 5, A3="HSP1^→", J3="m1←", K2="M1→", T5="m2←"), phase=ANNOUNCING, scatter=True)
    first, _ = shot(t, t.lob("HSP1", "m1"), (4,), (5,), (3,), (1,), (1,), (1,), (0,))
    assert "range 5, hit; the hit die showed the injured crew; the shell fell to the north-east on" in first.sentence
    assert first.rules == ("CORE-55", "CORE-97", "CORE-126", "CORE-92")
    assert first.strokes[:-1] == (
        Throw((4, 5), 5, name="aims"),
        Throw((), name="hit area", words=("top injured",)),
        Throw((), name="scatter", words=("N", "E")),
        Throw((), name="hit area", words=("top",)),
        Throw((0,), None, name="gun"),
    )


# The fire plan


@rule("CORE-23", "CORE-71", "CORE-72")
def test_the_list_is_told_as_it_grows_and_when_it_is_fixed() -> None:
    t = table(field(8, 3, A1="M1→", A2="M2→", A3="M3→", E1="m1←", E3="="), phase=ANNOUNCING, aimed=True)
    assert lines(told(t, t.announce("M1", "m1", colour=Colour.ORANGE))) == [
        ("Medium Tank 1 is to fire at Blue Medium Tank 1, with the orange die.", ("CORE-23", "CORE-71"))
    ]
    assert lines(told(t, t.announce("M2", "m1", colour=Colour.GREEN)))[0][1] == ("CORE-23", "CORE-72")
    assert lines(told(t, t.announce_wall("M3", "E3"))) == [
        ("Medium Tank 3 is to fire at the wall at E3.", ("CORE-23",))
    ]
    assert lines(told(t, OpenFire())) == [("Red opened fire: 3 shots, now fixed.", ("CORE-23",))]
    t = howitzers()
    assert told(t, t.lob("HSP1", "m1"))[0].sentence.endswith("is to fire at Blue Medium Tank 1 in a high arc.")


# Repairs


@rule("CORE-140", "CORE-144")
def test_repairs_are_told_when_they_begin_and_stop() -> None:
    t = table(field(8, 2, A1="M1!→", H1="m1←"), phase=ANNOUNCING)
    assert lines(told(t, t.start_repair("M1"))) == [
        ("The crew of Medium Tank 1 began repairs and does not fire: the timer shows 5.", ("CORE-140",))
    ]
    assert lines(told(t, t.stop_repair("M1"))) == [
        ("The crew of Medium Tank 1 stopped repairs; it may fire from the next round on.", ("CORE-144",))
    ]


@rule("CORE-142", "CORE-143", "CORE-145", "CORE-146", "CORE-147")
def test_the_timer_is_told_by_what_moved_it() -> None:
    t = table(field(8, 2, A1="M1!(3)→", H1="m1←"), phase=ANNOUNCING)
    assert lines(told(t, EndTurn()))[0] == (
        "The crew of Red Medium Tank 1 works on: the timer goes down to 2.",
        ("CORE-142",),
    )
    t = table(field(8, 2, A1="M1!(1)→", H1="m1←"), phase=ANNOUNCING)
    assert lines(told(t, EndTurn()))[0] == (
        "The crew of Medium Tank 1 finished: it is free from the next round on.",
        ("CORE-143",),
    )
    t = table(field(12, 2, A1="M1→", G1="h1!(3)←"), phase=ANNOUNCING)
    first, disturbed = shot(t, t.announce("M1", "h1"), (4,), (5,), (1,), (0,))
    assert first.rules == ("CORE-55", "CORE-86")
    assert (disturbed.sentence, disturbed.rules) == (
        "The hit disturbed the crew of Blue Heavy Tank 1: the timer goes up to 4.",
        ("CORE-145",),
    )
    t = table(field(12, 2, A1="M1→", G1="m1!(3)↓"), phase=ANNOUNCING, changed={"ap_loss": 3})
    first, _ = shot(t, t.announce("M1", "m1"), (4,), (5,), (1,), (0,))
    assert first.sentence.endswith("10 + 0 − 6 = 4, exactly, but its crew is outside. No effect.")
    assert first.rules == ("CORE-55", "CORE-146")
    t = table(field(12, 2, A1="M1→", G1="h1!(3)←"), phase=ANNOUNCING)
    *_, anew = shot(t, t.announce("M1", "h1"), (4,), (5,), (5,), (0,))
    assert (anew.sentence, anew.rules) == (
        "The crew of Blue Heavy Tank 1 begins anew: the timer shows 5.",
        ("CORE-147",),
    )


@rule("CORE-149")
def test_a_second_cycle_is_told_beforehand_and_when_it_begins() -> None:
    t = table(field(8, 2, A1="M1!(1)→", H1="m1←"), phase=ANNOUNCING, semi=True)
    assert lines(told(t, t.start_repair("M1"))) == [
        ("The crew of Medium Tank 1 is to go on with a second cycle.", ("CORE-149",))
    ]
    assert lines(told(t, EndTurn()))[:2] == [
        ("The crew of Medium Tank 1 finished: it is only semi-immobilised now.", ("CORE-149",)),
        ("The crew of Red Medium Tank 1 goes on: the timer shows 5 again.", ("CORE-149",)),
    ]


@rule("CORE-152", "CORE-153", "CORE-154", "CORE-155")
def test_recovery_is_told_by_its_weight_and_its_stages() -> None:
    """T-33."""
    t = table(field(8, 2, A1="RV1→", B1="M1!→", H1="m1←"), phase=ANNOUNCING)
    mended = "Recovery Vehicle 1 mended Medium Tank 1: it is free from the next round on."
    assert lines(told(t, EndTurn()))[0] == (mended, ("CORE-152", "CORE-153"))
    t = table(field(8, 2, A1="RV1→", B1="M1!→", H1="m1←"), phase=ANNOUNCING, semi=True)
    half = "Recovery Vehicle 1 mended Medium Tank 1: it is only semi-immobilised now."
    assert lines(told(t, EndTurn()))[0] == (half, ("CORE-152", "CORE-155"))
    t = table(field(8, 2, A1="RV1→", B1="H1!→", H1="m1←"), phase=ANNOUNCING)
    waits = "Heavy Tank 1 is heavier than the recovery vehicle: it takes another turn, both still and silent."
    assert lines(told(t, EndTurn()))[0] == (waits, ("CORE-154",))
    t = table(field(8, 2, A1="RV1→", B1="H1!→", H1="m1←"), phase=ANNOUNCING, moved=["RV1"])
    t.change("H1", waiting=True)
    assert lines(told(t, EndTurn()))[0] == ("The recovery of Heavy Tank 1 was interrupted.", ("CORE-Q31",))


# Movement


@rule("CORE-17", "CORE-18", "CORE-32", "CORE-33")
def test_a_move_is_told_with_its_steps_and_its_place_among_the_coordinated() -> None:
    drawing = field(8, 4, C2="M1→", A4="M2→", H1="m1←")
    slot = "long move 1 of 2"
    for pose, gear, sentence, rules in (
        ("F2→", Gear.FORWARD, f"drove to F2, facing east: 3 of 5 steps, {slot}", ("CORE-17",)),
        ("C2↓", Gear.FORWARD, f"turned on C2 to face south: 2 of 5 steps, {slot}", ("CORE-17",)),
        ("D2→", Gear.FORWARD, "drove to D2, facing east: one step", ("CORE-18",)),
        ("C2↗", Gear.FORWARD, "turned on C2 to face north-east: one step", ("CORE-18",)),
        ("A2→", Gear.REVERSE, f"backed to A2, facing east: 2 of 2 steps, {slot}", ("CORE-17", "CORE-32")),
    ):
        t = table(drawing)
        assert lines(told(t, t.move("M1", pose, gear))) == [(f"Medium Tank 1 {sentence}.", rules)]
    t = table(drawing)
    t.play(t.move("M2", "C4→"))
    assert told(t, t.move("M1", "E2→"))[0].sentence.endswith("long move 2 of 2.")


@rule("CORE-37")
def test_wheels_that_back_are_told_by_their_rule() -> None:
    """T-25."""
    t = table(field(8, 4, C2="AC1→", H1="m1←"))
    sentence = "Armoured Car 1 backed to B2, facing north-east: one step."
    assert lines(told(t, t.back("AC1", "B2↗"))) == [(sentence, ("CORE-18", "CORE-37"))]


def test_a_way_is_drawn_from_where_the_unit_stands() -> None:
    t = table(field(8, 4, C2="M1→", H1="m1←"))
    [moved] = told(t, t.move("M1", "D2↘"))
    assert moved.strokes == (Drive(t.unit("M1"), (Pose(2, 1, 90), Pose(3, 1, 90), Pose(3, 1, 135))),)


@rule("CORE-130", "CORE-131")
def test_a_turned_gun_says_that_it_does_not_fire() -> None:
    t = table(field(8, 3, C2="G1→", A1="M1→", H1="m1←"))
    sentence = "Fixed Gun 1 turned on C2 to face south-east and cannot fire this turn."
    assert lines(told(t, t.move("G1", "C2↘"))) == [(sentence, ("CORE-130", "CORE-131"))]


@rule("CORE-138")
def test_a_tow_is_told_and_drawn_with_the_gun_behind() -> None:
    """T-29: two squares ahead and a turn to the right; the gun ends on the square that was left last."""
    t = table(field(5, 6, C6="G1↓", C5="H1↑", A1="m1↓"), hitched=[("H1", "G1")])
    [moved] = told(t, t.move("H1", "C3↗", tow="G1", trail="C4"))
    assert moved.sentence == (
        "Heavy Tank 1 drove to C3, facing north-east, towing Fixed Gun 1 to C4: 3 of 4 steps, long move 1 of 1."
    )
    assert moved.rules == ("CORE-17", "CORE-138")
    ahead, behind = moved.strokes
    assert isinstance(ahead, Drive)
    assert ahead.poses[-1] == Pose(2, 2, 45)
    assert behind == Drive(t.unit("G1"), (Pose(2, 5, 180), Pose(2, 3, 180)), together=True)


@rule("CORE-160", "CORE-162", "CORE-163")
def test_a_push_is_told_with_the_masses() -> None:
    """T-27: 30 t against 15 t."""
    t = table(field(8, 3, A2="M1→", B2="×l1↓", H1="m1←"))
    [pushed] = told(t, t.push("M1"))
    assert pushed.sentence == "Medium Tank 1 pushed the wreck of Blue Light Tank 1 to C2: 30 t against 15 t, 2 steps."
    assert pushed.rules == ("CORE-160", "CORE-162")
    assert pushed.strokes == (
        Drive(t.unit("M1"), (Pose(0, 1, 90), Pose(1, 1, 90))),
        Drive(t.unit("l1"), (Pose(1, 1, 180), Pose(2, 1, 180)), together=True),
    )
    [on] = told(t, t.move("M1", "B2↗"))
    assert on.sentence.startswith("Medium Tank 1 went on and turned on B2 to face north-east: 3 of 5 steps,")
    t = table(field(8, 3, A2="MD1→", B2="×l1↓", H1="m1←"))
    [pushed] = told(t, t.push("MD1"))
    assert pushed.sentence.endswith("30 t against 15 t with its blade, 1 step.")
    assert pushed.rules == ("CORE-160", "CORE-163")


@rule("CORE-49")
def test_a_turret_or_crane_is_told_by_where_it_points() -> None:
    t = table(field(8, 3, C2="M1→", A1="RV1→", H1="m1←"))
    assert lines(told(t, t.lay("M1", "↘"))) == [("Medium Tank 1 turned its turret to the south-east.", ("CORE-49",))]
    assert lines(told(t, t.lay("RV1", "↓"))) == [("Recovery Vehicle 1 turned its crane to the south.", ("CORE-49",))]


@rule("CORE-27")
@pytest.mark.parametrize(("face", "told_as"), [(-1, "−1"), (0, "0"), (1, "+1")])
def test_the_speed_die_is_told_with_its_slot(face: int, told_as: str) -> None:
    t = table(field(8, 3, C2="M1→", A1="L1→", H1="m1←"), speed_die=True)
    [rolled] = told(t, RollSpeed(t.unit("M1")), (face,))
    assert rolled.sentence == f"Medium Tank 1 took long move 1 of 2 and rolled {told_as} for its speed."
    assert rolled.rules == ("CORE-16", "CORE-27")
    assert rolled.strokes == (Throw((face,), name="speed"),)
    assert told(t, t.move("M1", "E2→"))[0].sentence.startswith("Medium Tank 1 drove to E2, facing east: 2 of ")


@rule("CORE-166", "CORE-167")
def test_driving_into_a_wall_is_told_with_what_it_costs() -> None:
    """T-35."""
    t = table(field(8, 2, A1="L1→", C1="=", H1="m1←"))
    assert lines(told(t, t.move("L1", "C1→")))[1] == (
        "Light Tank 1 broke through the wall at C1, stopped there and cannot fire this turn.",
        ("CORE-166", "CORE-167"),
    )
    t = table(field(8, 2, A1="RV1→", B1="=", H1="m1←"))
    assert lines(told(t, t.move("RV1", "B1→")))[1] == (
        "Recovery Vehicle 1 broke through the wall at B1 and stopped there.",
        ("CORE-166",),
    )


# Turns, and before them


@rule("CORE-15", "CORE-21")
def test_turns_and_phases_are_announced() -> None:
    t = table(field(8, 2, A1="M1→", H1="m1←"), round=6, side=BLUE)
    assert lines(told(t, EndMovement())) == [("Blue ended movement and announces its fire.", ("CORE-21", "CORE-23"))]
    assert lines(told(t, EndTurn())) == [("Round 7: Red's turn.", ("CORE-15",))]


@rule("CORE-19")
def test_setting_up_is_told_from_the_lot_on() -> None:
    t = Table(book.start(setup_of(["." * 4] * 12, {"medium": 1}, {"medium": 1}, command=True)))
    assert t.sentences(Begin(), (BLUE,)) == [
        "The lot fell on Blue to play first; Red deploys first.",
        "Red deploys its units.",
    ]
    assert t.sentences(t.deploy("medium", "A1↓")) == [
        "Red Medium Tank 1 deployed on A1, facing south.",
        "Blue deploys its units.",
    ]
    t.play(t.deploy("medium", "D12↑"))
    side = t.state.side
    assert t.sentences(t.command("m1" if side else "M1"))[0] == f"{side.label} named Medium Tank 1 its command tank."
    assert t.sentences(t.command("M1" if side else "m1"))[-1] == "Round 1: Blue's turn."


@rule("CORE-19", "CORE-93")
def test_the_loss_of_a_command_tank_says_what_it_costs() -> None:
    t = table(field(12, 2, A1="H1→", D1="l1*←", D2="m1←"), phase=ANNOUNCING)
    assert lines([book.tell(t.state, Destroyed(t.unit("l1")))]) == [
        (
            "Blue Light Tank 1, the command tank, is a wreck and stays on D1: Blue has one coordinated movement less.",
            ("CORE-93", "CORE-19"),
        )
    ]


@rule("CORE-12", "CORE-173", "CORE-174")
def test_the_place_of_deployment_is_told_by_its_rule() -> None:
    began = PhaseBegan(Phase.DEPLOYMENT, RED, 0)
    assert book.tell(table(field(4, 4, A1="M1↓", A4="m1↑")).state, began).rules == ("CORE-12",)
    army = {"medium": 1}
    setup = setup_of(["." * 4] * 12, army, army, spaa=1, lost_spaa=1, turn_limit=30, zone_b=(0,))
    basic = Table(book.start(setup))
    assert book.tell(basic.state, began).rules == ("CORE-173",)
    basic.play(Begin(), (BLUE,))
    assert told(basic, basic.deploy("spaa", "A1↓"))[0].rules == ("CORE-174",)
    assert told(basic, basic.deploy("medium", "B1↓"))[0].rules == ("CORE-173",)
    assert book.tell(basic.state, Hidden(BLUE)).sentence == "Blue placed 1 unit in secret."
    assert book.tell(basic.state, Revealed(())).sentence == "Both sides stand; all units are shown."


@pytest.mark.parametrize(
    "event",
    [
        FirstDrawn(RED),
        CommandNamed(0),
        Immobilised(0, Tracks.IMMOBILE),
        Repaired(0, 0, Tracks.WHOLE),
        RepairStopped(0),
        TimerSet(0, 5),
        WaitSet(0, True),
    ],
)
def test_every_sentence_is_one_and_cites_rules_of_the_book(event: Event) -> None:
    t = table(field(4, 4, A1="M1↓", A4="m1↑"))
    sentence = book.tell(t.state, event)
    assert sentence.sentence.endswith(".")
    assert sentence.sentence.count(". ") == 0
    assert sentence.rules
    assert set(sentence.rules) <= set(book.rules)
