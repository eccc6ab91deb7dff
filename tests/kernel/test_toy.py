"""What the kernel must carry beyond France 1944, shown on the toy rulebook."""

import pytest

from hulldown.bots.greedy import Greedy
from hulldown.bots.random import Random
from hulldown.kernel.conformance import check_told, play_through
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.kernel.replay import replay
from hulldown.kernel.rule import Refused
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import enter
from tests import toy as t
from tests.kernel.table import ambushed, driving, new_game, scripted
from tests.marks import soak, soak_times
from tests.toy import UNNAMED, UNSEEN, Setup, State, Window, toy


@pytest.mark.parametrize("seed", range(40))
def test_the_toy_holds_what_every_rulebook_must(seed: int) -> None:
    game = play_through(toy, Setup(tanks=2 + seed % 3), seed, dear_every=1 + seed % 5, exact=False)
    check_told(toy, game)
    assert prove(game.record(), toy).problems == ()


@soak
@pytest.mark.parametrize("seed", range(1_000, 1_000 + soak_times(100)))
def test_the_toy_holds_it_in_many_games(seed: int) -> None:
    test_the_toy_holds_what_every_rulebook_must(seed)


def test_random_games_come_to_every_order_and_every_end() -> None:
    seen: set[type] = set()
    ends: set[object] = set()
    for seed in range(25):
        game = new_game(SeededDice(seed))
        bot = Random(toy, SeededDice(f"bot {seed}"))
        while (side := game.to_act()) is not None:
            order = bot.choose(game.view(side))
            seen.add(type(order))
            game.play(order)
        result = game.result()
        assert result is not None
        ends.add((result.winner, "commander" in result.sentence))
    assert seen == set(t.CHAPTERS)
    assert ends >= {(None, False), (RED, False), (BLUE, False), (RED, True), (BLUE, True)}


def test_a_greedy_bot_plays_the_toy() -> None:
    assert enter("tests.toy") == toy.id
    game = new_game(SeededDice(3))
    bot = Greedy(toy, SeededDice(3))
    while (side := game.to_act()) is not None:
        game.play(bot.choose(game.view(side)))
    assert game.result() is not None


# A reaction in mid-move


def test_a_step_into_the_enemys_range_opens_a_window_that_says_all() -> None:
    game = ambushed(2)
    assert game.state.window == Window(BLUE, "ambush", (3, 4), 0, 2)
    assert game.to_act() is BLUE
    assert list(game.orders()) == [t.Pass(), t.Answer(3), t.Answer(4)]


def test_nobody_moves_on_while_an_answer_is_due() -> None:
    game = ambushed(2)
    with pytest.raises(Refused, match="Step belongs to 'drive'; this is 'answer' — TOY-4"):
        game.play(t.Step(0, 26_000, 0))


def test_after_a_pass_the_mover_has_what_it_had_left() -> None:
    game = ambushed(2)
    game.play(t.Pass())
    assert game.to_act() is RED
    assert (game.state.mover, game.state.left) == (0, 2)


def test_a_window_opens_for_nobody_who_has_nothing_to_do() -> None:
    game = driving(3)
    game.play(t.Step(0, 15_000, 3_000))
    assert game.state.window is None
    assert game.to_act() is RED


def test_a_tank_that_has_answered_opens_no_window_again() -> None:
    game = ambushed(3, (1, 1), (2,))
    game.play(t.Answer(3))
    game.play(t.Step(0, 25_000, 100))
    assert game.state.window == Window(BLUE, "ambush", (4,), 0, 2)
    game.play(t.Answer(4))
    game.play(t.Step(0, 25_000, 200))
    assert game.state.window is None


def test_a_mover_that_is_lost_leaves_the_turn_to_the_enemy() -> None:
    game = driving(3, (6, 5), (4, 4))
    game.play(t.Step(1, 25_000, 10_000))
    fired, began = game.play(t.Answer(3))
    assert isinstance(fired, t.Fired)
    assert fired.lost == 2
    assert began == t.TurnBegan(BLUE, 2)


def test_the_last_step_ends_the_turn_once_it_is_answered() -> None:
    game = ambushed(0)
    assert game.play(t.Pass()) == (t.Passed(BLUE), t.TurnBegan(BLUE, 2))


# An announced list


def test_a_volley_is_announced_shot_by_shot_and_fired_when_it_is_closed() -> None:
    game = scripted((2,), (1,), (5,), (4,))
    game.play(t.Roll())
    game.play(t.Choose(False))
    assert game.play(t.Announce(1, 3)) == (t.Announced(1, 3),)
    game.play(t.Announce(0, 4))
    assert game.state.volley == ((1, 3), (0, 4))
    with pytest.raises(Refused, match="the die allows 2 shots, one a tank — TOY-6"):
        game.play(t.Announce(2, 5))
    first, second, began = game.play(t.Loose())
    assert first == t.Fired(1, 3, ((1,),), 0)
    assert second == t.Fired(0, 4, ((5,), (4,)), 1)
    assert began == t.TurnBegan(BLUE, 2)


def test_a_shot_at_what_an_earlier_one_destroyed_is_not_fired() -> None:
    game = scripted((2,), (6, 5), (4, 4))
    game.play(t.Roll())
    game.play(t.Choose(False))
    game.play(t.Announce(0, 4))
    game.play(t.Announce(1, 4))
    assert game.play(t.Loose()) == (t.Fired(0, 4, ((6, 5), (4, 4)), 2), t.TurnBegan(BLUE, 2))


def test_an_announced_shot_is_taken_back_until_the_volley_is_fired() -> None:
    game = scripted((2,), (1,))
    game.play(t.Roll())
    game.play(t.Choose(False))
    game.play(t.Announce(0, 3))
    game.undo(RED)
    game.play(t.Announce(0, 4))
    game.play(t.Loose())
    assert game.may_undo(RED) == "dice have fallen; ask for a takeback"


# A secret


def test_a_commander_is_known_to_its_own_side_alone() -> None:
    game = scripted()
    assert game.view(RED).commanders == (0, UNSEEN)
    assert game.view(BLUE).commanders == (UNSEEN, 3)
    assert game.view(None).commanders == (UNSEEN, UNSEEN)
    assert game.state.commanders == (0, 3)


def test_naming_the_commander_is_heard_without_its_name() -> None:
    game = new_game()
    (event,) = game.play(t.Name(2))
    assert toy.hear(game.state, event, RED) == t.Named(RED, 2)
    assert toy.hear(game.state, event, BLUE) == toy.hear(game.state, event, None) == t.Named(RED, UNSEEN)
    assert game.view(BLUE).commanders == (UNSEEN, UNNAMED)


def test_a_lost_commander_is_shown_and_loses_the_game() -> None:
    game = ambushed(2, (5, 5), (4, 4))
    _, *shown, ended = game.play(t.Answer(3))
    assert shown == [t.Shown(RED, 0), t.Shown(BLUE, 3)]
    assert isinstance(ended, t.Ended)
    assert ended.result.winner is BLUE
    assert game.view(None).commanders == (0, 3)


def test_a_bot_that_looks_ahead_in_its_view_does_not_learn_the_secret() -> None:
    game = driving(3)
    twin: Game[State, t.Order, t.Event] = game.copy(SeededDice(1))
    twin.state = game.view(RED)
    tank = twin.state.tanks[3]
    twin.state.tanks[3] = t.Tank(tank.side, tank.x, tank.y, 0)
    assert twin.to_act() is RED


# A die before the choice


def test_the_die_falls_before_the_choice_and_the_state_keeps_it() -> None:
    game = scripted((5,))
    game.play(t.Roll())
    assert list(game.orders()) == [t.Choose(True), t.Choose(False)]
    again = decode(encode(game.state), State)
    assert again.die == 5
    assert game.may_undo(RED) == "dice have fallen; ask for a takeback"


# Stored and killed between any two choices


@pytest.mark.parametrize("seed", range(5))
def test_a_game_can_be_killed_and_resumed_between_any_two_choices(seed: int) -> None:
    whole, chooser = new_game(SeededDice(seed)), SeededDice(f"chooser {seed}")
    killed = new_game(SeededDice(seed))
    while whole.to_act() is not None:
        order = toy.sample(whole.state, chooser)
        whole.play(order)
        number = killed.dice.number if isinstance(killed.dice, SeededDice) else 0
        resumed = new_game(SeededDice(seed))
        resumed.state = decode(encode(killed.state), State)
        assert isinstance(resumed.dice, SeededDice)
        resumed.dice.number = number
        resumed.play(decode(encode(order), toy.order_type))
        killed = resumed
        assert encode(killed.state) == encode(whole.state)


def test_a_game_with_an_open_window_is_replayed_to_it() -> None:
    game = ambushed(2)
    twin = replay(Record.parse(game.record().text()), toy)
    assert twin.state.window == game.state.window
    assert twin.to_act() is Side.BLUE


# Free positions


def test_a_tank_may_drive_to_places_that_no_listing_has() -> None:
    game = driving(3)
    step = t.Step(0, 15_123, 4_567)
    assert step not in list(game.orders())
    game.play(step)
    assert (game.state.tanks[0].x, game.state.tanks[0].y) == (15_123, 4_567)


def test_distances_are_exact_to_a_hundredth_of_a_millimetre() -> None:
    game = driving(3)
    assert toy.refuse(game.state, t.Step(2, 15_000 + 6_000, 20_000 + 8_000)) is None
    assert str(toy.refuse(game.state, t.Step(2, 15_000 + 6_000, 20_000 + 8_001))) == (
        "a step is up to 100 mm, and not none — TOY-4"
    )
