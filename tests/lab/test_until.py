"""Sequential stopping: the same end whatever the jobs, and intervals that are still honest."""

from collections.abc import Callable, Generator, Iterable
from math import factorial, sqrt
from random import Random

import pytest

from hulldown.kernel.interval import Interval, mean, mean_always, share_always, wilson
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import encode
from hulldown.lab.balance import red_score
from hulldown.lab.report import Outcome
from hulldown.lab.scores import ENDS
from hulldown.lab.simulate import FEWEST, LOOK, Match, outcomes, simulate, until_narrow
from hulldown.lab.workers import Processes
from hulldown.rulebooks import load

SETUP = load("france1944").library.build("first-steps")


def games(won: Iterable[bool]) -> Generator[Outcome, None, None]:
    for red in won:
        yield Outcome("s", Result(RED if red else BLUE, "", ""), 1, 1, (0, 0))


def test_games_end_at_the_first_look_at_which_the_interval_is_narrow() -> None:
    played = [*until_narrow(games(at % 2 == 0 for at in range(1000)), 0.1, red_score)]
    assert len(played) == 240
    assert red_score(played).reach <= 0.1 < red_score(played[:-LOOK]).reach


def test_without_a_reach_all_games_are_played() -> None:
    assert len([*until_narrow(games([True] * 50), 0.0, red_score)]) == 50


def test_a_few_games_that_all_went_one_way_are_not_enough() -> None:
    assert len([*until_narrow(games([True] * 500), 0.4, red_score)]) == FEWEST


def test_the_end_is_the_same_however_many_play() -> None:
    match = Match("france1944", encode(SETUP), ("random", "random"), "until")
    one = [*until_narrow(outcomes(match.fixture, 400), 0.18, red_score)]
    two = [*until_narrow(outcomes(match.fixture, 400, Processes(2)), 0.18, red_score)]
    assert FEWEST < len(one) < 400
    assert one == two


def test_simulate_stops_when_the_score_is_sure_enough_and_sooner_without_luck() -> None:
    reports = [
        simulate("france1944", SETUP, ("greedy", "greedy"), 300, "u", until=0.16, watched=watched)
        for watched in (False, True)
    ]
    assert all(report.score.best.reach <= 0.16 for report in reports)
    assert reports[1].games < reports[0].games < 300


# Looked at again and again

SERIES = 1_000
LOOKS = [round(20 * 1.3**step) for step in range(15)]  # up to 787 games


def series(share: float, luck: float, seed: str) -> list[float]:
    """Scores of games that are won by a share; `luck` of what a result differs from it is known and taken off."""
    lots = Random(seed)
    results = [float(lots.random() < share) for _ in range(LOOKS[-1])]
    return [one - luck * (one - share) - lots.gauss(0, luck / 5) for one in results]


def misses(share: float, luck: float, interval: Callable[[list[float]], Interval]) -> int:
    """In how many series the interval does not hold the truth at all looks."""
    found = 0
    for number in range(SERIES):
        scores = series(share, luck, f"{share} {luck} {number}")
        held = (interval(scores[:look]) for look in LOOKS)
        found += any(not one.low <= share <= one.high for one in held)
    return found


@pytest.mark.parametrize(("share", "luck"), [(0.5, 0.0), (0.9, 0.0), (0.5, 0.7), (0.9, 0.7), (0.97, 0.1)])
def test_an_interval_for_any_time_holds_the_truth_at_all_looks(share: float, luck: float) -> None:
    """Of a thousand series fifty may miss, and what chance adds; the usual interval misses in a third of them."""

    def always(scores: list[float]) -> Interval:
        return mean_always(scores, ENDS) if luck else share_always(sum(scores), len(scores))

    assert misses(share, luck, always) < 0.05 * SERIES + 3 * sqrt(0.05 * 0.95 * SERIES)


def test_the_usual_interval_does_not_hold_at_all_looks() -> None:
    assert misses(0.5, 0.0, lambda scores: wilson(sum(scores), len(scores))) > 0.2 * SERIES


@pytest.mark.parametrize(("share", "luck"), [(0.5, 0.7), (0.9, 0.7), (0.97, 0.1)])
def test_the_interval_without_luck_holds_after_a_number_of_games_that_was_fixed(share: float, luck: float) -> None:
    every = [series(share, luck, f"fixed {share} {number}") for number in range(SERIES)]
    for many in (20, 60, 200):
        found = [mean(scores[:many], ENDS) for scores in every]
        assert sum(one.low <= share <= one.high for one in found) > 0.925 * SERIES


def test_an_interval_for_any_time_is_that_of_all_shares_that_nobody_grew_rich_by_doubting() -> None:
    found = share_always(30, 40)
    for share, left_out in ((found.low - 1e-6, True), (found.low + 1e-6, False), (found.high + 1e-6, True)):
        grown = beta(33, 13) / beta(3, 3) / (share**30 * (1 - share) ** 10)
        assert (grown > 20) is left_out
    assert (share_always(0, 9).low, share_always(9, 9).high) == (0, 1)
    assert share_always(0, 0) == Interval(0, 0, 1)


def beta(one: int, other: int) -> float:
    return factorial(one - 1) * factorial(other - 1) / factorial(one + other - 1)
