"""Bulk games: the same as recorded ones, and counted right."""

from typing import Any

import pytest

from hulldown.bots import make
from hulldown.bots.bot import Bot
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game, Played
from hulldown.kernel.replay import replay
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.lab.report import Outcome, summarise
from hulldown.lab.simulate import Match, play_one, play_recorded, simulate
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike.france1944.orders import EndTurn

BOOK = load("france1944")
SETUP = BOOK.library.build(BOOK.library.scenarios()[0].id)


def bots(seed: str = "x") -> list[Bot]:
    return [make("random", BOOK, f"{seed} {side.label}") for side in Side]


def won(winner: Side | None, orders: int = 10) -> Outcome:
    return Outcome("s", Result(winner, "FR-46", "told"), orders, 2, (1, 3))


def test_a_bulk_game_is_the_recorded_game() -> None:
    outcome, record = play_recorded(BOOK, SETUP, bots(), "seed")
    assert play_one(BOOK, SETUP, bots(), "seed") == outcome
    assert record is not None
    assert len(record.lines) == outcome.orders + 2
    assert outcome.result is not None
    assert outcome.rounds > 0


def test_another_seed_is_another_game() -> None:
    assert play_one(BOOK, SETUP, bots("a"), "a") != play_one(BOOK, SETUP, bots("b"), "b")


def test_a_game_that_does_not_end_in_time_is_an_error() -> None:
    outcome = play_one(BOOK, SETUP, bots(), "seed", most_orders=5)
    assert outcome.result is None
    assert outcome.orders == 5
    assert outcome.error == "Endless: the game has not ended after 5 orders"
    recorded, record = play_recorded(BOOK, SETUP, bots(), "seed", most_orders=5)
    assert recorded == outcome
    assert record is not None
    assert len(record.lines) == 6


class Confused(Bot):
    """Plays until it is asked for its fourth order."""

    asked = 0

    def choose(self, view: Any) -> Any:
        self.asked += 1
        if self.asked == 4:
            raise LookupError("lost\nmy way")
        return BOOK.sample(view, self.dice)


def test_what_a_bot_raises_is_told_in_one_line_with_the_orders_before_it() -> None:
    confused = Confused(BOOK, bots()[0].dice)
    outcome = play_one(BOOK, SETUP, (confused, confused), "seed")
    assert (outcome.error, outcome.orders) == ("LookupError: lost my way", 3)


def test_a_set_up_that_cannot_start_is_an_error_of_its_games() -> None:
    outcome, record = play_recorded(BOOK, None, bots(), "seed")
    assert outcome.error
    assert record is None
    assert play_one(BOOK, None, bots(), "seed").error == outcome.error


class Cheat(Bot):
    """Orders what is not its turn to order."""

    def choose(self, view: Any) -> Any:
        return EndTurn()


def test_an_illegal_order_of_a_bot_ends_its_game_with_the_rule() -> None:
    cheat = Cheat(BOOK, bots()[0].dice)
    outcome = play_one(BOOK, SETUP, (cheat, cheat), "seed")
    assert outcome.result is None
    assert outcome.orders == 0
    assert outcome.error.startswith("Refused:")
    assert outcome.error.endswith("FR-Q06")


def test_losses_are_the_wrecks_of_each_side() -> None:
    greedy = [make("greedy", BOOK, side.label) for side in Side]
    outcome, record = play_recorded(BOOK, SETUP, greedy, "seed")
    assert record is not None
    wrecks = [unit.side for unit in replay(record, BOOK).state.tanks.units if not unit.active]
    assert outcome.losses == (wrecks.count(RED), wrecks.count(BLUE))
    assert sum(outcome.losses) > 0


@pytest.mark.parametrize(
    ("book", "scenario", "opening", "after"),
    [("france1944", "first-steps", "RollMovement", 0), ("squadron", "duel", "RollInitiative", 1)],
)
def test_who_moved_first_is_known_also_where_it_is_rolled_for(
    book: str, scenario: str, opening: str, after: int
) -> None:
    rules = load(book)
    setup = rules.library.build(scenario)
    firsts = set()
    for seed in "abcdef":
        players = [make("random", rules, f"{seed} {side.label}") for side in Side]
        game = Game(rules, setup, SeededDice(seed))
        while (side := game.to_act()) is not None:
            game.play(players[side].choose(game.view(side)))
        played = [entry for entry in game.log if isinstance(entry, Played)]
        start = next(at for at, entry in enumerate(played) if type(entry.order).__name__ == opening)
        again = [make("random", rules, f"{seed} {side.label}") for side in Side]
        outcome = play_one(rules, setup, again, seed)
        assert outcome.first is played[start + after].side
        firsts.add(outcome.first)
    assert firsts == {RED, BLUE}


def test_the_first_bot_is_red_in_the_first_game_and_then_every_other_time() -> None:
    match = Match("france1944", b"", ("a", "b"), "1")
    assert [match.seats(number) for number in (1, 2, 3)] == [("a", "b"), ("b", "a"), ("a", "b")]


def test_wins_are_counted_for_the_bot_whatever_its_side() -> None:
    report = summarise(("a", "b"), [won(RED), won(BLUE), won(BLUE), won(None)], 1.0)
    assert report.won == ((1, 1), (0, 1))
    assert report.wins == (2, 1)
    assert report.sides == (1, 2)
    assert report.draws == 1
    assert (report.orders, report.rounds, report.losses) == (10, 2, (1, 3))


def test_games_that_raised_count_for_nobody() -> None:
    broken = Outcome("1/2", None, 7, 0, (0, 0), "KeyError: 'x'")
    report = summarise(("a", "b"), [won(RED), broken], 1.0)
    assert (report.games, report.finished, report.decisions) == (2, 1, 17)
    assert report.rates[0].mid == 1
    assert [(failure.game, failure.seed) for failure in report.failures] == [(2, "1/2")]


def test_a_report_of_nothing_but_errors_can_be_made() -> None:
    report = summarise(("a", "b"), [Outcome("1/1", None, 0, 0, (0, 0), "KeyError: 'x'")], 0.0)
    assert report.plain()["errors"] == 1
    assert report.plain()["win_rate"][0] == {"bot": "a", "low": 0.0, "mid": 0.0, "high": 1.0}


@pytest.mark.parametrize("games", [1, 5])
def test_jobs_change_nothing_but_the_time(games: int) -> None:
    one, two = (simulate("france1944", SETUP, ("random", "random"), games, "s", jobs).plain() for jobs in (1, 2))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}
