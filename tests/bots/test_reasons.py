"""Why a bot gave an order, in the words of a player; the figures behind it are for the laboratory."""

from fractions import Fraction

import pytest

from hulldown.bots import make
from hulldown.bots.players import tactics_of
from hulldown.bots.reasons import compared, described, harm, in_100, reason
from hulldown.kernel.dice import SeededDice
from hulldown.rulebooks import enter, load
from hulldown.rulebooks.panzerstrike.core.state import Phase as CorePhase
from hulldown.rulebooks.panzerstrike.france1944.orders import EndMovement, EndTurn, RollMovement
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from tests.rulebooks.core import cast as core
from tests.rulebooks.france1944.cast import field, table


def test_a_shot_is_told_by_its_exact_chances() -> None:
    t = table(field(9, 3, A2="H1→", G2="m1↑"), phase=Phase.SHOOTING)
    order = t.fire("H1", "m1")
    odds = t.book.preview(t.state, order).odds
    assert odds is not None
    destroyed = round(100 * next(chance for word, chance in odds.items() if str(word) == "destroyed"))
    assert reason(t.book, t.state, order) == f"Destroys Blue Medium 1 in {destroyed} of 100."
    bot = make("greedy", t.book, 1)
    assert bot.choose(t.state) == order
    why = bot.explain()
    assert why is not None
    assert why.sentences[1] == "Next best, clearly worse: to end turn."
    assert why.chosen.worth > why.others[0].worth, "the figures are there for whoever wants them"


def test_a_move_is_told_by_the_shot_it_leads_to_and_the_answer_to_it() -> None:
    t = table(field(16, 7, B4="M1→", L4="m1←", M6="h1←"), rolled=(5, 5))
    told = reason(t.book, t.state, t.move("M1", 5, "G4→"), [EndMovement()])
    assert told.startswith("Red Medium 1 then has a shot that destroys Blue Medium 1 in ")
    assert "; the best answer, by Blue " in told
    assert told.endswith(" of 100.")
    away = table(field(16, 7, B4="M1→", O4="m1←", H1="#", H2="#", H3="#", H4="#", H5="#", H6="#", H7="#"), rolled=(5,))
    told = reason(away.book, away.state, away.move("M1", 5, "C4→"), [EndMovement()])
    assert told == "Red Medium 1 then has no shot; nobody can fire at it."


def test_of_what_is_no_unit_it_is_told_whether_it_works() -> None:
    t = core.table(core.field(12, 2, A1="M1→", E1="=", L1="m1←"), phase=CorePhase.ANNOUNCING)
    assert reason(t.book, t.state, t.announce_wall("M1", "E1")).startswith("Works in ")


def test_a_shot_that_can_do_nothing_is_told_as_such() -> None:
    t = table(field(9, 3, A2="H1→", G2="m1↑"), phase=Phase.SHOOTING)
    nothing = {"nothing": Fraction(1)}
    assert harm(t.book, t.state, t.unit("m1"), nothing) == "cannot harm Blue Medium 1"
    assert harm(t.book, t.state, None, nothing) == "cannot work"


def test_before_the_battle_and_where_dice_fall_at_once_nothing_is_promised() -> None:
    t = table(field(9, 3, A2="H1→", G2="m1↑"), phase=Phase.ROLL)
    assert reason(t.book, t.state, RollMovement()) == ""
    toy = load(enter("tests.toy"))
    state = toy.start(toy.library.build("ambush"))
    assert reason(toy, state, make("greedy", toy, 1).choose(state)) == ""


def test_an_order_that_ends_something_has_a_name_and_others_are_told_as_in_the_log() -> None:
    t = table(field(9, 3, A2="H1→", G2="m1↑"), rolled=(3,))
    assert described(t.book, t.state, EndMovement()) == "to end movement"
    told = described(t.book, t.state, t.move("H1", 3, "B2→"))
    assert told.startswith("“Heavy 1 took the 3")
    assert told.endswith("”")
    fires = table(field(9, 3, A2="H1→", G2="m1↑"), phase=Phase.SHOOTING)
    assert described(fires.book, fires.state, fires.fire("H1", "m1")) == "fire by Red Heavy 1 at Blue Medium 1"
    assert described(fires.book, fires.state, EndTurn()) == "to end turn"


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (Fraction(1, 1000), "in fewer than 1 of 100"),
        (Fraction(42, 100), "in about 42 of 100"),
        (Fraction(999, 1000), "in more than 99 of 100"),
        (Fraction(1), "for certain"),
    ],
)
def test_chances_in_words(chance: Fraction, told: str) -> None:
    assert in_100(chance, "about ") == told


def test_orders_are_compared_by_the_greatest_worth_that_was_thought_of() -> None:
    assert compared(0.0, 0.0) == "About as good"
    assert compared(2.0, 100.0) == "About as good"
    assert compared(25.0, 100.0) == "Next best, a little worse"
    assert compared(26.0, 100.0) == "Next best, clearly worse"


def test_a_book_that_cannot_foresee_an_answer_tells_of_the_shot_alone() -> None:
    toy, dice = load(enter("tests.toy")), SeededDice(1)
    state, bots = toy.start(toy.library.build("ambush")), [make("planner:veteran/40", toy, side) for side in range(2)]
    told = list[str]()
    while (side := toy.to_act(state)) is not None:
        order = bots[side].choose(toy.view(state, side))
        why = bots[side].explain()
        told += why.sentences if why else ()
        for event in toy.decide(state, order, dice):
            toy.evolve(state, event)
    assert tactics_of(toy).return_fire(state, 0) is None
    assert any(sentence.startswith("Harms ") and " in " in sentence for sentence in told)
    assert not any("answer" in sentence for sentence in told)
