"""The logistic fit and its intervals: against what can be worked out, and against truths that are known."""

from math import inf, log

import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.interval import Interval, mean, student
from hulldown.lab.fit import PRIOR, Fit, chance, inverse, logistic, profile, ratio, solve, spread


def drawn(seed: str, odds: list[float]) -> list[float]:
    """Scores of games with these log-odds, always the same."""
    dice = SeededDice(seed)
    return [float(dice.pick(10**6) < 10**6 * chance(one)) for one in odds]


def test_equations_are_solved_also_where_a_pivot_is_zero() -> None:
    assert solve([[0.0, 2.0], [4.0, 1.0]], [6.0, 11.0]) == [2.0, 3.0]
    assert inverse([[2.0, 1.0], [1.0, 1.0]]) == [[1.0, -1.0], [-1.0, 2.0]]


def test_one_unknown_is_the_log_odds_that_were_seen() -> None:
    """Of 1,000 games 750 won: 3 to 1; the prior hardly pulls."""
    fit = logistic([[1.0]] * 1000, [1.0] * 750 + [0.0] * 250)
    assert fit.unknowns[0] == pytest.approx(log(3), abs=0.002)
    assert fit.covariance[0][0] == pytest.approx(1 / (1000 * 0.75 * 0.25), rel=0.01)
    counted = logistic([[1.0]], [0.75], counts=[1000])
    assert counted.unknowns == pytest.approx(fit.unknowns)
    assert counted.likelihood == pytest.approx(fit.likelihood)


def test_draws_count_as_half_a_win() -> None:
    draws = logistic([[1.0]] * 10, [0.5] * 10)
    assert draws.unknowns[0] == pytest.approx(0, abs=1e-9)


def test_who_won_every_game_gets_a_finite_answer() -> None:
    fit = logistic([[1.0]] * 20, [1.0] * 20)
    assert 2 < fit.unknowns[0] < 3 * PRIOR


def test_offsets_are_taken_as_known() -> None:
    fit = logistic([[1.0]] * 400, [1.0] * 300 + [0.0] * 100, offsets=[log(3)] * 400)
    assert fit.unknowns[0] == pytest.approx(0, abs=1e-3)


def test_games_that_are_copies_of_each_other_tell_no_more_than_one() -> None:
    """Each game four times: the model thinks it knows twice as well, the groups know better."""
    rows = [[1.0, float(at % 7 - 3)] for at in range(100)]
    scores = drawn("copies", [0.3 * row[1] for row in rows])
    once = logistic(rows, scores, groups=[*range(100)])
    four = logistic(rows * 4, scores * 4, groups=[*range(100)] * 4)
    naive = logistic(rows * 4, scores * 4)
    assert four.covariance[1][1] == pytest.approx(once.covariance[1][1], rel=0.05)
    assert naive.covariance[1][1] == pytest.approx(once.covariance[1][1] / 4, rel=0.3)


def test_nineteen_intervals_of_twenty_hold_the_truth() -> None:
    """A ratio of two unknowns, in 100 experiments of 200 games; fewer than 88 hits would be one in five hundred."""
    held = 0
    for number in range(100):
        dice = SeededDice(f"rows {number}")
        rows = [[float(dice.pick(7) - 3), float(dice.pick(7) - 3)] for _ in range(200)]
        scores = drawn(f"scores {number}", [0.6 * one + 0.3 * other for one, other in rows])
        found = ratio(logistic(rows, scores, groups=[*range(200)]), [1.0, 0.0], [0.0, 1.0], 198)
        held += found.low <= 2.0 <= found.high
    assert held >= 88


def test_a_ratio_to_what_may_be_nothing_has_no_bounds() -> None:
    fit = Fit([1.0, 0.1], [[0.01, 0.0], [0.0, 0.04]], 0.0)
    assert ratio(fit, [1.0, 0.0], [0.0, 1.0], 100) == Interval(-inf, inf, inf)


def test_fieller_is_near_the_plain_rule_where_all_is_sure() -> None:
    fit = Fit([2.0, 1.0], [[1e-4, 0.0], [0.0, 1e-8]], 0.0)
    found = ratio(fit, [1.0, 0.0], [0.0, 1.0], 10_000)
    assert (found.low, found.high) == pytest.approx((2 - 0.0196, 2 + 0.0196), abs=1e-4)
    assert spread(fit, [1.0, 0.0], 10_000).high == pytest.approx(2.0196, abs=1e-4)


def test_a_likelihood_interval_is_lopsided_where_somebody_nearly_always_wins() -> None:
    found = profile([[1.0]], [0.98], [50], 0)
    assert found.low < found.mid < found.high
    assert found.high - found.mid > 1.3 * (found.mid - found.low)
    even = profile([[1.0]], [0.5], [400], 0)
    assert even.high == pytest.approx(0.196, abs=0.003)
    assert even.low == pytest.approx(-even.high, abs=1e-6)


@pytest.mark.parametrize(("freedom", "point"), [(3, 3.182), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_students_points_are_those_of_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, rel=0.01)


def test_a_mean_has_students_interval_and_one_value_tells_nothing() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.mid == 2.5
    assert found.reach == pytest.approx(3.182 * (5 / 3) ** 0.5 / 2, rel=0.01)
    assert mean([7.0]) == Interval(-inf, 7.0, inf)
