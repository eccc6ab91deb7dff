"""Sequential stopping: the same end whatever the jobs, and intervals that are still honest."""

from collections.abc import Generator, Iterable
from math import comb

import pytest

from hulldown.kernel.interval import wilson
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import encode
from hulldown.lab.balance import red_score
from hulldown.lab.simulate import FEWEST, LOOK, Match, Outcome, outcomes, simulate, until_narrow
from hulldown.lab.workers import Processes
from hulldown.rulebooks import load

SETUP = load("france1944").library.build("first-steps")


def games(won: Iterable[bool]) -> Generator[Outcome, None, None]:
    for red in won:
        yield Outcome("s", Result(RED if red else BLUE, "", ""), 1, 1, (0, 0))


def test_games_end_at_the_first_look_at_which_the_interval_is_narrow() -> None:
    played = [*until_narrow(games(at % 2 == 0 for at in range(1000)), 0.1, red_score)]
    assert len(played) == 100
    assert red_score(played).reach <= 0.1 < red_score(played[:-LOOK]).reach


def test_without_a_reach_all_games_are_played() -> None:
    assert len([*until_narrow(games([True] * 50), 0.0, red_score)]) == 50


def test_a_few_games_that_all_went_one_way_are_not_enough() -> None:
    assert len([*until_narrow(games([True] * 500), 0.4, red_score)]) == FEWEST


def test_the_end_is_the_same_however_many_play() -> None:
    match = Match("france1944", encode(SETUP), ("random", "random"), "until")
    one = [*until_narrow(outcomes(match.fixture, 400), 0.12, red_score)]
    two = [*until_narrow(outcomes(match.fixture, 400, Processes(2)), 0.12, red_score)]
    assert FEWEST < len(one) < 400
    assert one == two


def test_simulate_stops_when_both_rates_are_sure_enough() -> None:
    report = simulate("france1944", SETUP, ("random", "random"), 400, "u", until=0.1)
    assert report.games < 400
    assert max(rate.reach for rate in report.rates) <= 0.1


@pytest.mark.parametrize("share", [0.5, 0.6, 0.75, 0.9])
def test_stopping_when_it_is_narrow_keeps_the_interval_honest(share: float) -> None:
    """Exactly: the chance that the interval holds the truth, over all ways in which games stopped at ± 10 % can go."""
    looks = [FEWEST + LOOK * at for at in range(12)]
    alive, seen, held = {0: 1.0}, 0, 0.0
    for look in looks:
        more = look - seen
        steps = [comb(more, won) * share**won * (1 - share) ** (more - won) for won in range(more + 1)]
        there: dict[int, float] = {}
        for wins, weight in alive.items():
            for won, step in enumerate(steps):
                there[wins + won] = there.get(wins + won, 0.0) + weight * step
        alive, seen = {}, look
        for wins, weight in there.items():
            found = wilson(wins, look)
            if found.reach > 0.1:
                alive[wins] = weight
            elif found.low <= share <= found.high:
                held += weight
    assert not alive
    assert held > 0.92
