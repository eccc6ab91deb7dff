"""A logistic fit for a few dozen unknowns, by Newton's method, and honest intervals from it.

A score of a half counts as half a win. A weak prior (each unknown about 0, give or take `PRIOR`) keeps an answer finite
where somebody won every game.
"""

from collections.abc import Sequence
from math import exp, inf, log1p, sqrt

import msgspec

from hulldown.kernel.interval import Z_95, Interval, student

PRIOR = 3.0  # log-odds; e³ = 20 to 1
STEPS = 60
Vector = list[float]
Matrix = list[Vector]
Game = tuple[Sequence[float], float, float, float]  # row, score, offset, count


class Fit(msgspec.Struct, frozen=True):
    """The unknowns, how they vary together, and the logarithm of how likely the scores are."""

    unknowns: Vector
    covariance: Matrix
    likelihood: float


def solve(matrix: Matrix, right: Vector) -> Vector:
    """Gauss, with pivots."""
    size = len(right)
    rows = [[*row, end] for row, end in zip(matrix, right, strict=True)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for below in range(at + 1, size):
            if times := rows[below][at] / rows[at][at]:
                rows[below] = [one - times * other for one, other in zip(rows[below], rows[at], strict=True)]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][after] * found[after] for after in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found


def inverse(matrix: Matrix) -> Matrix:
    size = len(matrix)
    return [solve(matrix, [float(row == column) for row in range(size)]) for column in range(size)]


def chance(odds: float) -> float:
    """The probability that belongs to log-odds."""
    return 1 / (1 + exp(-odds)) if odds >= 0 else exp(odds) / (1 + exp(odds))


def logistic(
    rows: Sequence[Sequence[float]],
    scores: Sequence[float],
    offsets: Sequence[float] | None = None,
    counts: Sequence[float] | None = None,
    groups: Sequence[int] | None = None,
) -> Fit:
    """The unknowns that make the scores most likely. A row may stand for a count of games with their mean score.

    Games of one group are of one kind and vary together (the same armies with sides swapped): then the covariance is
    taken from how much the groups differ, and not from the model alone.
    """
    size = len(rows[0]) if rows else 0
    games = [*zip(rows, scores, offsets or [0.0] * len(rows), counts or [1] * len(rows), strict=True)]
    unknowns = [0.0] * size
    best = _likelihood(games, unknowns)
    bend: Matrix = []
    for _ in range(STEPS):
        slope, bend = _slope(games, unknowns)
        step = solve(bend, slope)
        times = 1.0
        while times > 1e-6:
            tried = [one + times * by for one, by in zip(unknowns, step, strict=True)]
            if (found := _likelihood(games, tried)) >= best:
                break
            times /= 2
        else:
            break
        unknowns, gained, best = tried, found - best, found
        if gained < 1e-10:
            break
    if not size:
        return Fit([], [], best)
    _, bend = _slope(games, unknowns)
    covariance = inverse(bend)
    if groups is not None:
        covariance = _sandwich(covariance, games, unknowns, groups)
    return Fit(unknowns, covariance, best)


def _odds(row: Sequence[float], unknowns: Sequence[float], offset: float) -> float:
    return offset + sum(one * by for one, by in zip(row, unknowns, strict=True))


def _likelihood(games: Sequence[Game], unknowns: Vector) -> float:
    total = -sum(one * one for one in unknowns) / (2 * PRIOR**2)
    for row, score, offset, count in games:
        odds = _odds(row, unknowns, offset)
        total += count * (score * odds - (max(odds, 0.0) + log1p(exp(-abs(odds)))))
    return total


def _slope(games: Sequence[Game], unknowns: Vector) -> tuple[Vector, Matrix]:
    """Where the likelihood rises, and how its slope bends."""
    size, weak = len(unknowns), 1 / PRIOR**2
    slope = [-weak * one for one in unknowns]
    bend = [[weak * (row == column) for column in range(size)] for row in range(size)]
    for row, score, offset, count in games:
        share = chance(_odds(row, unknowns, offset))
        there = [(at, value) for at, value in enumerate(row) if value]
        for at, value in there:
            slope[at] += count * (score - share) * value
            weight = count * share * (1 - share) * value
            for other, by in there:
                bend[at][other] += weight * by
    return slope, bend


def _sandwich(bread: Matrix, games: Sequence[Game], unknowns: Vector, groups: Sequence[int]) -> Matrix:
    size = len(unknowns)
    pulls: dict[int, Vector] = {}
    for (row, score, offset, count), group in zip(games, groups, strict=True):
        away = count * (score - chance(_odds(row, unknowns, offset)))
        pull = pulls.setdefault(group, [0.0] * size)
        for at, value in enumerate(row):
            pull[at] += away * value
    many = len(pulls)
    times = many / max(1, many - size)
    filling = [[0.0] * size for _ in range(size)]
    for pull in pulls.values():
        for at, value in enumerate(pull):
            if value:
                filling[at] = [one + times * value * by for one, by in zip(filling[at], pull, strict=True)]
    return _product(_product(bread, filling), bread)


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = [*zip(*right, strict=True)]
    return [[sum(one * by for one, by in zip(row, column, strict=True)) for column in columns] for row in left]


def between(fit: Fit, one: Sequence[float], other: Sequence[float]) -> float:
    """How two sums of the unknowns vary together."""
    return sum(
        left * right * fit.covariance[at][to]
        for at, left in enumerate(one)
        if left
        for to, right in enumerate(other)
        if right
    )


def combination(fit: Fit, weights: Sequence[float]) -> float:
    return sum(weight * one for weight, one in zip(weights, fit.unknowns, strict=True))


def spread(fit: Fit, weights: Sequence[float], freedom: int) -> Interval:
    """A weighted sum of the unknowns, with its interval."""
    mid = combination(fit, weights)
    reach = student(freedom) * sqrt(max(0.0, between(fit, weights, weights)))
    return Interval(mid - reach, mid, mid + reach)


def ratio(fit: Fit, above: Sequence[float], below: Sequence[float], freedom: int) -> Interval:
    """A ratio of two sums of the unknowns, with Fieller's interval; all of it infinite where `below` may well be 0."""
    z = student(freedom) ** 2
    top, bottom = combination(fit, above), combination(fit, below)
    a = bottom**2 - z * between(fit, below, below)
    b = top * bottom - z * between(fit, above, below)
    c = top**2 - z * between(fit, above, above)
    if a <= 0:
        return Interval(-inf, inf, inf)
    reach = sqrt(max(0.0, b * b - a * c))
    return Interval((b - reach) / a, top / bottom, (b + reach) / a)


def profile(rows: Sequence[Sequence[float]], scores: Sequence[float], counts: Sequence[int], at: int) -> Interval:
    """One unknown with its likelihood interval: all values under which the scores are not much less likely.

    The other unknowns are fitted anew for each value. It follows the bend of the likelihood to both sides, so it
    is honest where somebody won nearly all games.
    """
    best = logistic(rows, scores, counts=counts)
    mid, drop = best.unknowns[at], Z_95**2 / 2
    others = [[value for place, value in enumerate(row) if place != at] for row in rows]

    def lost(value: float) -> float:
        held = logistic(others, scores, [row[at] * value for row in rows], counts).likelihood
        return best.likelihood - (held - value**2 / (2 * PRIOR**2))

    def end(way: int) -> float:
        near, far = 0.0, 0.25
        while lost(mid + way * far) < drop:
            near, far = far, 2 * far
        for _ in range(30):
            middle = (near + far) / 2
            near, far = (middle, far) if lost(mid + way * middle) < drop else (near, middle)
        return mid + way * far

    return Interval(end(-1), mid, end(1))
