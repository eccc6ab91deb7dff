"""Ratings: known truths are found again, draws are halves, sides are swapped."""

from itertools import combinations

import pytest

from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import encode
from hulldown.lab.findings import Origin
from hulldown.lab.report import Outcome
from hulldown.lab.simulate import outcomes
from hulldown.lab.tournament import Tournament, findings, ranking, ratings
from hulldown.lab.workers import Processes
from hulldown.rulebooks import load

FACTS = Origin("hulldown tournament", "1", "0", {})


def ended(winner: Side | None) -> Outcome:
    return Outcome("s", Result(winner, "", ""), 1, 1, (0, 0))


def expected(one: float, other: float) -> float:
    return float(1 / (1 + 10 ** ((other - one) / 400)))


def test_ratings_that_made_the_scores_are_found_again() -> None:
    """Means are given exactly, so that nothing is left to chance."""
    truth = [150.0, 30.0, -60.0, -120.0]
    scores = [
        (one, other, expected(truth[one], truth[other])) for one, other in combinations(range(4), 2) for _ in range(900)
    ]
    found = ratings(scores, 4)
    assert [value.mid for value in found] == pytest.approx(truth, abs=0.5)
    for value in found:
        assert value.low < value.mid < value.high
        assert 10 < value.reach < 20


def test_two_bots_are_as_far_apart_as_their_score_says() -> None:
    scores = [(0, 1, 1.0)] * 75 + [(0, 1, 0.0)] * 25
    one, other = ratings(scores, 2)
    assert one.mid - other.mid == pytest.approx(190.8, abs=3)  # 3 to 1
    assert one.mid == pytest.approx(-other.mid)
    halves = ratings([(0, 1, 0.5)] * 50 + [(1, 0, 0.5)] * 50, 2)
    assert halves[0].mid == pytest.approx(0, abs=1e-6)


def test_a_bot_that_lost_every_game_has_a_rating_and_a_wide_interval() -> None:
    scores = [(0, 1, 1.0)] * 20
    one, other = ratings(scores, 2)
    assert one.low > 100
    assert one.high > 600
    assert other.high < -100


def test_every_two_play_as_often_with_sides_swapped() -> None:
    played_by = Tournament("france1944", b"", ("a", "b", "c"), 4, "1")
    seats = [played_by.seats(number) for number in range(1, played_by.total + 1)]
    assert played_by.total == 12
    for one, other in combinations(range(3), 2):
        assert seats.count((one, other)) == seats.count((other, one)) == 2
    assert seats[:4] == [(0, 1), (1, 0), (0, 2), (2, 0)]
    assert len({played_by.fixture(number).seed for number in range(1, 13)}) == 12


def test_wins_are_the_bots_whatever_its_side() -> None:
    """a beats b as Red and as Blue; c draws with both."""
    played_by = Tournament("france1944", b"", ("a", "b", "c"), 2, "1")
    played = [ended(RED), ended(BLUE), *[ended(None)] * 4]
    table = ranking(played_by, played)
    assert [(one.bot, one.wins, one.draws, one.losses) for one in table] == [
        ("a", 2, 2, 0),
        ("c", 0, 4, 0),
        ("b", 0, 2, 2),
    ]
    found = findings(played_by, played, "t", FACTS)
    assert found.sheets[2].rows == (("a", None, 50.0, 100.0), ("c", 50.0, None, 50.0), ("b", 0.0, 50.0, None))
    assert found.answers[0].startswith("a is the strongest")
    assert "overlap" in found.answers[0]


def test_games_that_raised_count_for_nobody_and_are_told() -> None:
    played_by = Tournament("france1944", b"", ("a", "b"), 4, "1")
    broken = Outcome("s", None, 1, 1, (0, 0), "KeyError: 'x'")
    found = findings(played_by, [ended(RED), broken, ended(RED), ended(RED)], "t", FACTS)
    assert found.data["errors"] == 1
    assert found.data["pairs"][0]["games"] == 3
    assert found.answers[1] == "1 of 4 games raised an error and count for nobody."


def test_a_tournament_is_the_same_with_two_processes() -> None:
    setup = encode(load("france1944").library.build("first-steps"))
    played_by = Tournament("france1944", setup, ("greedy", "random"), 4, "t")
    assert [*outcomes(played_by.fixture, 4)] == [*outcomes(played_by.fixture, 4, Processes(2))]
