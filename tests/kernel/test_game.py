"""The game: one state, one writer, a log, and the acts of the table."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulldown.kernel.dice import Dice, Roll, ScriptedDice, SeededDice
from hulldown.kernel.game import Act, Declined, Played, outcomes
from hulldown.kernel.rule import Refusal, Refused
from hulldown.kernel.rulebook import Result, Rulebook
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import encode
from tests import toy as t
from tests.kernel.table import ToyGame, ambushed, driving, new_game, play_on, scripted, trace_of
from tests.toy import RULES, SHOT, Event, Order, Setup, State, Toy, toy

# Playing


def test_an_order_gives_its_events_and_is_logged_with_its_dice() -> None:
    game = scripted((4,))
    assert game.play(t.Roll()) == (t.Rolled(4),)
    assert game.log[-1] == Played(RED, t.Roll(), (Roll("TOY-3", (4,)),), (t.Rolled(4),))
    assert game.state.die == 4


def test_later_parts_of_an_order_see_what_its_earlier_parts_did() -> None:
    game = ambushed(2)
    tank = game.state.tanks[0]
    assert game.play(t.Pass()) == (t.Passed(BLUE),)
    stepped, opened = game.play(t.Step(0, tank.x + 100, tank.y))
    assert stepped == t.Stepped(0, tank.x + 100, tank.y)
    assert isinstance(opened, t.Opened)
    assert opened.window.left == 1


def test_a_refused_order_leaves_no_trace() -> None:
    game = driving(3)
    before = trace_of(game)
    with pytest.raises(Refused) as caught:
        game.play(t.Step(0, 0, 0))
    assert caught.value.refusal == toy.refuse(game.state, t.Step(0, 0, 0))
    assert trace_of(game) == before
    assert game.state is before[0]


def test_a_refused_order_takes_no_roll() -> None:
    game = new_game(SeededDice(1))
    with pytest.raises(Refused):
        game.play(t.Roll())
    assert isinstance(game.dice, SeededDice)
    assert game.dice.number == 0


def test_an_order_after_the_end_is_declined() -> None:
    game = new_game()
    play_on(game, 1)
    before = trace_of(game)
    with pytest.raises(Declined, match="the game is over; a record of it can be written, or a new one begun"):
        game.play(t.Roll())
    assert trace_of(game) == before


class Breaking(Toy):
    """A book with a bug: after the dice fell and the table changed, a rule breaks down."""

    broken = True

    def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
        yield from super().decide(state, order, dice)
        if self.broken and isinstance(order, t.Roll):
            raise ZeroDivisionError


@pytest.mark.parametrize("dice", [SeededDice(5), ScriptedDice([(3,)])], ids=["seeded", "scripted"])
def test_an_exception_in_a_rule_leaves_state_log_and_dice_as_they_were(dice: Dice) -> None:
    book = Breaking()
    game = new_game(dice, book=book)
    game.play(t.Name(0))
    game.play(t.Name(3))
    before, text = trace_of(game), encode(game.state)
    with pytest.raises(ZeroDivisionError):
        game.play(t.Roll())
    assert trace_of(game) == before
    assert encode(game.state) == text
    book.broken = False
    (rolled,) = game.play(t.Roll())
    assert rolled == t.Rolled(3 if isinstance(dice, ScriptedDice) else SeededDice(5).sum(toy.rules["TOY-3"], t.D6, 1))


def test_dice_that_are_not_as_scripted_leave_the_game_as_it_was() -> None:
    game = scripted((9,))
    before = trace_of(game)
    with pytest.raises(Exception, match="the script says"):
        game.play(t.Roll())
    assert trace_of(game) == before


@given(st.integers(0, 1_000_000))
def test_play_never_changes_a_state_that_was_handed_out(seed: int) -> None:
    game, chooser = new_game(SeededDice(seed)), SeededDice(seed)
    handed: list[tuple[State, bytes]] = []
    while game.to_act() is not None and len(handed) < 40:
        handed.append((game.state, encode(game.state)))
        game.play(toy.sample(game.state, chooser))
    assert all(encode(state) == text for state, text in handed)


def test_a_half_read_listing_stays_true() -> None:
    game = driving(3)
    whole = list(game.orders())
    listing = game.orders()
    read = [next(listing), next(listing)]
    game.play(whole[-1])
    assert read + list(listing) == whole
    assert list(game.orders()) != whole


def test_the_orders_of_one_unit_are_listed_alone() -> None:
    game = driving(3)
    assert {order.unit for order in game.orders(1) if isinstance(order, t.Step)} == {1}
    assert len(list(game.orders(1))) == len(t.WAYS) - 2  # two ways lead into the next tanks


def test_a_preview_has_the_odds_of_the_order_and_changes_nothing() -> None:
    game = ambushed(2)
    before = trace_of(game)
    preview = game.preview(t.Answer(3))
    assert preview.odds == SHOT.odds(2)
    assert preview.refusal is None
    assert trace_of(game) == before


def test_a_preview_of_a_refused_order_says_why() -> None:
    game = ambushed(2)
    refusal = game.preview(t.Answer(0)).refusal
    assert refusal is not None
    assert str(refusal) == "tank 0 has nothing to answer — TOY-5"


def test_a_survey_has_every_target_with_its_preview() -> None:
    game = scripted((3,))
    game.play(t.Roll())
    game.play(t.Choose(False))
    survey = game.survey(0)
    assert [aim.unit for aim in survey.aims] == [3, 4]
    assert all(aim.preview == game.preview(aim.order) for aim in survey.aims)
    assert survey.aims[0].preview.modifiers[0].amount == -1


# Undo


def test_an_order_without_dice_is_taken_back_by_its_player() -> None:
    game = driving(3)
    before, text = game.state, encode(game.state)
    game.play(t.Step(0, 15_000, 5_000))
    assert game.may_undo(RED) == ""
    game.undo(RED)
    assert game.state is before
    assert encode(game.state) == text
    assert game.log[-1] == Act("undo", RED, 4)


def test_undo_goes_back_order_by_order() -> None:
    game = driving(3)
    states = [game.state]
    for y in (5_000, 6_000, 7_000):
        game.play(t.Step(2, 15_000, 20_000 + y))
        states.append(game.state)
    # The third step was the last of the die: the turn has passed to Blue, who has decided nothing yet.
    assert game.to_act() is BLUE
    for state in reversed(states[:-1]):
        game.undo(RED)
        assert game.state is state


def test_undo_stops_at_a_die() -> None:
    game = driving(3)
    game.undo(RED)
    assert game.may_undo(RED) == "dice have fallen; ask for a takeback"
    with pytest.raises(Declined, match="the order cannot be taken back: dice have fallen; ask for a takeback"):
        game.undo(RED)


def test_an_order_is_not_taken_back_by_the_other_side() -> None:
    game = driving(3)
    assert game.may_undo(BLUE) == "Red has decided something since; ask for a takeback"


def test_a_step_is_taken_back_while_the_enemy_has_not_answered() -> None:
    game = ambushed(2)
    assert game.to_act() is BLUE
    game.undo(RED)
    assert game.to_act() is RED
    assert game.state.window is None


def test_a_pass_is_a_decision_that_bars_undo() -> None:
    game = ambushed(2)
    game.play(t.Pass())
    assert game.may_undo(RED) == "Blue has decided something since; ask for a takeback"
    game.play(t.Step(0, 25_000, 100))
    game.undo(RED)
    assert game.may_undo(RED) == "Blue has decided something since; ask for a takeback"


def test_a_pass_that_was_taken_back_has_been_seen_and_bars_undo() -> None:
    game = ambushed(2)
    game.play(t.Pass())
    game.undo(BLUE)
    assert game.to_act() is BLUE
    assert game.may_undo(RED) == "Blue has decided something since; ask for a takeback"


def test_a_roll_that_was_taken_back_has_been_seen_and_bars_undo() -> None:
    game = ambushed(2, (1, 1), (1, 1))
    game.play(t.Answer(3))
    game.take_back(BLUE)
    assert game.may_undo(BLUE) == "Red has decided something since; ask for a takeback"
    assert game.may_undo(RED) == "Blue has decided something since; ask for a takeback"


def test_what_showed_something_hidden_is_not_taken_back_alone() -> None:
    """Naming the second commander shows the first in this book: who has seen it must not choose anew."""

    class Frank(Toy):
        def view(self, state: State, side: Side | None) -> State:
            return state if state.turn else super().view(state, side)

    game = new_game(book=Frank())
    game.play(t.Name(0))
    assert game.may_undo(RED) == ""
    game.play(t.Name(3))
    assert game.may_undo(BLUE) == "what was hidden has been shown; ask for a takeback"
    game.take_back(BLUE)
    game.play(t.Name(4))
    game.take_back(BLUE)
    assert game.may_undo(RED) == "Blue has decided something since; ask for a takeback"


def test_what_was_shown_stays_known_after_a_takeback() -> None:
    class Frank(Toy):
        def view(self, state: State, side: Side | None) -> State:
            return state if state.turn else super().view(state, side)

        def to_act(self, state: State) -> Side | None:
            return BLUE if state.phase == "name" else super().to_act(state)

    game = new_game(book=Frank())
    game.play(t.Name(0))
    game.play(t.Name(3))
    game.take_back(BLUE)
    assert game.may_undo(BLUE) == "what was hidden has been shown; ask for a takeback"


def test_an_order_is_judged_previewed_and_surveyed_on_what_its_side_may_know() -> None:
    class Prying(Toy):
        """It refuses what the side to act could not know to be wrong."""

        def refuse(self, state: State, order: Order) -> Refusal | None:
            known = state.commanders[state.side.other] >= 0
            return RULES["TOY-2"].refuse("somebody peeks") if known else super().refuse(state, order)

    game = new_game(book=Prying())
    game.play(t.Name(0))
    assert game.preview(t.Name(3)).refusal is None
    assert t.Name(3) in game.orders()
    assert game.survey(3).refusal is None
    game.play(t.Name(3))
    assert game.state.commanders == (0, 3)


def test_undo_without_a_side_is_that_of_the_last_order() -> None:
    game = ambushed(2)
    game.play(t.Pass())
    game.undo()
    assert game.log[-1] == Act("undo", BLUE, 5)


def test_at_the_start_there_is_nothing_to_take_back() -> None:
    game = new_game()
    assert game.may_undo(RED) == "there is nothing to take back"
    with pytest.raises(Declined, match="there is nothing to take back"):
        game.take_back(RED)


def ended_without_dice() -> ToyGame:
    """The last turn of a game of one turn was left without a step."""
    game = scripted((2,), setup=Setup(turns=1))
    for order in (t.Roll(), t.Choose(True), t.Halt()):
        game.play(order)
    assert game.result() is not None
    return game


def test_after_the_end_nothing_is_taken_back_since_the_seed_may_be_told() -> None:
    game = ended_without_dice()
    before = trace_of(game)
    assert game.may_undo(RED) == "the game is over"
    with pytest.raises(Declined, match="the game is over"):
        game.undo(RED)
    with pytest.raises(Declined, match="the game is over"):
        game.take_back(RED)
    assert trace_of(game) == before


# Acts by agreement


def test_a_takeback_brings_the_state_back_but_never_the_dice() -> None:
    game = new_game(SeededDice(7))
    game.play(t.Name(0))
    game.play(t.Name(3))
    before, dice = game.state, game.dice
    assert isinstance(dice, SeededDice)
    game.play(t.Roll())
    first, number = game.state.die, dice.number
    game.take_back(RED)
    assert game.state is before
    assert dice.number == number
    assert game.log[-1] == Act("takeback", RED, 2)
    rolls = SeededDice(7)
    assert first == rolls.sum(toy.rules["TOY-3"], t.D6, 1)
    game.play(t.Roll())
    assert game.state.die == rolls.sum(toy.rules["TOY-3"], t.D6, 1)


def test_who_resigns_loses() -> None:
    game = driving(3)
    game.resign(BLUE)
    assert game.result() == Result(RED, "", "Blue resigned: Red wins.")
    assert game.log[-1] == Act("resign", BLUE)
    assert game.to_act() is None
    assert list(game.orders()) == []


def test_a_draw_is_agreed() -> None:
    game = driving(3)
    game.agree_draw()
    assert game.result() == Result(None, "", "Both sides agreed on a draw.")
    assert game.log[-1] == Act("draw", None)


def test_after_an_agreed_end_nothing_more_is_done() -> None:
    game = driving(3)
    game.play(t.Step(0, 15_000, 5_000))
    game.agree_draw()
    before = trace_of(game)
    acts = (lambda: game.resign(RED), game.agree_draw, game.undo, lambda: game.take_back(RED))
    for act in (*acts, lambda: game.play(t.Halt())):
        with pytest.raises(Declined, match="the game is over"):
            act()
    assert trace_of(game) == before


def test_after_an_end_by_the_rules_nobody_resigns() -> None:
    game = ended_without_dice()
    with pytest.raises(Declined, match="the game is over already"):
        game.resign(RED)


# Looking ahead


def test_a_copy_does_not_disturb_its_original() -> None:
    game = driving(3)
    before, text = trace_of(game), encode(game.state)
    twin = game.copy(SeededDice("ahead"))
    assert encode(twin.state) == text
    play_on(twin, 1)
    assert twin.result() is not None
    assert trace_of(game) == before
    assert encode(game.state) == text


def test_a_copy_has_no_way_back() -> None:
    game = driving(3)
    assert game.copy(SeededDice(1)).may_undo() == "there is nothing to take back"


def test_a_copy_has_no_record() -> None:
    with pytest.raises(Declined, match="a copy that looks ahead has no record"):
        driving(3).copy(SeededDice(1)).record()


def test_a_copy_of_an_ended_game_is_over() -> None:
    game = driving(3)
    game.resign(RED)
    assert game.copy(SeededDice(1)).to_act() is None


def test_the_outcomes_of_an_order_have_its_odds_and_are_states_of_their_own() -> None:
    game = ambushed(2)
    text = encode(game.state)
    book: Rulebook[State, Order, Event] = toy
    lost = {0: Fraction(0), 1: Fraction(0), 2: Fraction(0)}
    for ways, of, state, events in outcomes(book, game.state, t.Answer(3)):
        points = game.state.tanks[0].points - state.tanks[0].points
        lost[points] += Fraction(ways, of)
        assert isinstance(events[0], t.Fired)
        assert events[0].lost == points
    odds = SHOT.odds(2)
    assert lost == {0: odds[0], 1: odds[1], 2: odds[2] + odds[3]}
    assert encode(game.state) == text


def test_a_lesson_goes_back_to_a_step_and_its_dice_fall_again() -> None:
    game = new_game(ScriptedDice([(4,)]))
    game.play(t.Name(0))
    game.play(t.Name(3))
    before = game.state
    game.play(t.Roll())
    thrown = game.state.die
    game.go_back(RED, 2)
    assert game.state is before
    assert game.log[-1] == Act("step", RED, 2)
    game.dice = ScriptedDice([(4,)])
    game.play(t.Roll())
    assert game.state.die == thrown
    game.go_back(RED, 0)
    assert [entry.kind for entry in game.log if isinstance(entry, Act)] == ["step", "step"]
    with pytest.raises(Declined, match="no order at position 2"):
        game.go_back(RED, 2)
