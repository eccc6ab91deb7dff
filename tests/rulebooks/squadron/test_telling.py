"""The log in the house voice, with its rules and strokes."""

from fractions import Fraction

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.picture import Drive, Pose, Shot, Throw
from hulldown.kernel.rule import Modifier
from hulldown.kernel.rulebook import Told
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.orders import Begin, EndActivation, KeepTurrets, Order, Pass, RollInitiative
from hulldown.rulebooks.squadron.setup import Army, Hand, Mat, Setup
from hulldown.rulebooks.squadron.state import Phase
from tests.marks import rule
from tests.rulebooks.squadron.cast import CARDS, Table, altered, case, field, figures, table


def told(at: Table, order: Order, *rolls: tuple[int, ...]) -> list[Told]:
    """What is told of an order, which is played."""
    dice, state = ScriptedDice(rolls), at.state.copy()
    found = []
    for event in book.decide(state, order, dice):
        found.append(book.tell(state, event))
        book.evolve(state, event)
    at.play(order, *rolls)
    return found


def test_a_reaction_is_told_as_the_house_has_it() -> None:
    """The sentence that the design gives as its example, but for the numbers of this case."""
    at = case({(0, 0): "PA1↗", (5, -2): "te1↙", (5, 0): "te2↙", (-4, 2): "SH1↗"}, activated=["te1"])
    at.play(at.activate("PA1"), (2,))
    at.play(at.roll("PA1"), (4,))
    (step, window) = told(at, at.step((1, -1)))
    assert step.sentence == "Panther G 1 drove into F5: 1 point, 3 left."
    assert step.rules == ("SQ-32",)
    assert step.strokes == (Drive(at.unit("PA1"), (Pose(4, 5, 60), Pose(5, 4, 60))),)
    assert window.sentence == "Red Panther G 1 is on F5: Blue may fire with T-34/85 2."
    assert window.rules == ("SQ-57", "SQ-60")
    fired, wreck, goes_on = told(at, at.fire("te2", "PA1"), (10,), (57,))
    assert fired.sentence == (
        "T-34/85 2 fired on the moving Red Panther G 1: 10 + 1 − 2 − 1 + 1 = 9, hit; "
        "118 + 20 + 57 = 195 against front 177. Destroyed."
    )
    assert fired.rules == ("SQ-57", "SQ-82")
    assert wreck.sentence == "Red Panther G 1 is a wreck on F5; it closes the way and the view."
    assert goes_on == Told("Red activates a tank.", ("SQ-24",)), "both of Blue's tanks have been activated"
    to_hit, to_pierce, shot = fired.strokes
    added = (
        Modifier("SQ-73", 1, "began the turn stationary"),
        Modifier("SQ-75", -2, "moves its turret"),
        Modifier("SQ-77", -1, "target in movement"),
        Modifier("SQ-79", 1, "5 hexes away"),
    )
    assert to_hit == Throw((10,), 7, name="to hit", modifiers=added)
    force = Modifier("SQ-81", 118, "penetration"), Modifier("SQ-81", 20, "hit bonus")
    assert to_pierce == Throw((57,), 40, name="to pierce front 177", modifiers=force)
    assert isinstance(shot, Shot)
    assert shot.odds is not None
    assert sum(shot.odds.values()) == 1
    assert shot.odds["destroyed"] == Fraction(97, 500)


def shot_told(*dice: int, gun: str = "TE1", target: str = "pa1") -> Told:
    at = case({(0, 0): f"{gun}↗", (4, -2): f"{target}↙", (-3, 2): "SH9↗", (8, 2): "ch9↗"})
    return told(at, at.fire(gun, target), *[(die,) for die in dice])[0]


def test_every_outcome_of_a_shot_is_told_with_the_rule_that_decided_it() -> None:
    missed = shot_told(3)
    assert missed.sentence == "T-34/85 1 fired at Blue Panther G 1: 3 + 1 + 1 = 5, missed."
    assert missed.rules == ("SQ-66", "SQ-67")
    ricochet = shot_told(4, 59)
    assert ricochet.sentence.endswith("4 + 1 + 1 = 6, hit; 118 + 59 = 177 against front 177. Ricochet.")
    assert ricochet.rules == ("SQ-66", "SQ-83")
    dud = shot_told(9, 5)
    assert dud.sentence.endswith("9 + 1 + 1 = 11, hit; rolled 5. A dud.")
    assert dud.rules == ("SQ-66", "SQ-88")
    critical = shot_told(4, 96, gun="SH1", target="kt1")
    assert critical.sentence.endswith("84 + 96 = 180 against front 282, but the 96 is critical. Destroyed.")
    assert critical.rules == ("SQ-66", "SQ-87")


def test_a_turn_is_told() -> None:
    at = table(field(8, 8, A1="TI1~↓↘", C1="TE1↓", A8="ch1↑↗", D4="h"), phase=Phase.INITIATIVE)
    assert at.sentences(RollInitiative(), (3, 3), (9, 4)) == [
        "Red rolled 9, Blue 4 after 1 tie: Red has the initiative.",
        "Red may swing its turned turrets back.",
    ]
    assert at.sentences(at.swing_back("TI1")) == [
        "Red Tiger I 1 swung its turret back to straight ahead.",
        "Blue may swing its turned turrets back.",
    ]
    assert at.sentences(KeepTurrets()) == ["Blue left 1 turret turned.", "Red activates a tank."]
    assert at.sentences(at.roll("TI1"), (1, 2)) == ["Tiger I 1 rolled 1 + 2 − 1 = 2 points."]
    assert at.sentences(at.turn("↘")) == ["Tiger I 1 turned on A1 to face south-east: 1 point, 1 left."]
    assert at.sentences(at.step("A2"))[0] == "Tiger I 1 drove into A2: 1 point, 0 left."
    if at.state.window:
        assert at.sentences(Pass()) == ["Blue held its fire."]
    assert at.sentences(EndActivation(True)) == ["Tiger I 1 stays in movement.", "Blue activates a tank."]
    assert at.sentences(at.ambush("ch1")) == ["Churchill VII 1 lies in ambush.", "Red activates a tank."]
    at.play(at.roll("TE1"), (1,))
    assert at.sentences(EndActivation(False)) == ["T-34/85 1 stopped.", "Turn 3 began."]


def test_breakdowns_and_fallen_houses_are_told() -> None:
    at = table(field(8, 8, A1="PA1↓", C1="KT1↓", E3="SH1↓", A8="ch1↑", E4="h"), activated=["ch1"])
    assert at.sentences(at.activate("PA1"), (1,)) == [
        "Panther G 1 broke down: it rolled 1 and does not move in this turn."
    ]
    at.play(at.ambush("PA1"))
    assert at.sentences(at.activate("KT1"), (4,)) == ["Tiger II 1 runs: it rolled 4 and breaks down on a 1."]
    at.play(at.ambush("KT1"))
    assert at.sentences(at.roll("SH1"), (3,)) == ["Sherman 75 1 rolled 3 points."]
    assert at.sentences(at.step("E4"))[:2] == [
        "Sherman 75 1 drove into E4: 3 points, 0 left.",
        "The small house on E4 fell in: it is a ruined house now.",
    ]


@rule("SQ-42", "SQ-43", "SQ-Q3")
def test_a_first_turn_is_told_by_the_print_and_turning_on_by_the_ruling() -> None:
    at = case({(0, 0): "TE1↗", (8, 2): "ch1↗", (-3, 2): "SH1↗"}, activated=["ch1"])
    at.play(at.roll("TE1"), (4,))
    assert [told(at, at.turn(arrow))[0].rules for arrow in "↘↗↑"] == [("SQ-42",), ("SQ-Q3",), ("SQ-Q3",)]
    at = case({(0, 0): "TE1↗", (8, 2): "ch1↗", (-3, 2): "SH1↗"}, activated=["ch1"])
    at.play(at.roll("TE1"), (4,))
    assert told(at, at.turn("↓"))[0].rules == ("SQ-43",)


@rule("SQ-Q7", "SQ-Q8", "SQ-Q12", "SQ-Q27", "SQ-Q29")
def test_what_a_ruling_decided_is_told_with_it() -> None:
    at = table(field(8, 6, B2="TI1~↘", G6="ch1↑", A1="SH1↓"), cards=altered("tiger-i", movement=3))
    (rolled,) = told(at, at.roll("TI1"), (1, 1))
    assert rolled.rules == ("SQ-35", "SQ-12", "SQ-Q27", "SQ-Q7")
    assert told(at, EndActivation(False))[0].rules == ("SQ-Q8",)
    at = case({(0, 0): "TE1↗", (5, -2): "ch1↙", (-4, 2): "SH1↗"})
    at.play(at.roll("TE1"), (4,))
    at.play(at.step((1, 0)))
    assert told(at, at.fire("ch1", "TE1"), (1,))[1].rules == ("SQ-Q12",)
    at = table(field(6, 6, A1="TE1↓", F6="ch1↑"), phase=Phase.INITIATIVE)
    assert told(at, RollInitiative(), (3, 3), (9, 4))[0].rules == ("SQ-20", "SQ-Q29")


@rule("SQ-20", "SQ-Q29")
def test_a_roll_cites_what_asks_for_it() -> None:
    """The initiative is printed; who places first, and a roll again after a tie, are not."""

    def cited(at: Table, order: Order, *rolls: tuple[int, ...]) -> list[str]:
        dice = ScriptedDice(rolls)
        at.play_with(order, dice)
        return [roll.rule for roll in dice.rolls]

    at = table(field(6, 6, A1="TE1↓", F6="ch1↑"), phase=Phase.INITIATIVE)
    assert cited(at, RollInitiative(), (3, 3), (9, 4)) == ["SQ-20", "SQ-Q29"]
    army = Army({"m10": 1}, 100)
    begun = Table(book.start(Setup("s", Mat("m", ("....",) * 4), CARDS, figures(), army, army)))
    assert cited(begun, Begin(), (3, 4)) == ["SQ-Q29"]


def test_set_up_is_told() -> None:
    mat, hand = Mat("m", ("....",) * 4), Hand(hedge=1)
    army = Army({"m10": 1}, 100)
    at = Table(book.start(Setup("s", mat, CARDS, figures(), army, army, hand, hand)))
    assert at.sentences(Begin(), (8, 3)) == [
        "Red rolled 8, Blue 3: Blue places first.",
        "The tiles are placed in turns; Blue begins.",
    ]
    assert at.sentences(at.tile("hedge", "B2")) == ["Blue placed a hedge on B2."]
    assert at.sentences(at.tile("hedge", "B3")) == [
        "Red placed a hedge on B3.",
        "The tanks are placed in turns; Blue begins.",
    ]
    assert at.sentences(at.deploy("m10", "C4", "↑")) == ["Blue M10 Wolverine 1 deployed on C4, facing north."]
