"""How sure a share or a mean is, after so many games."""

from collections.abc import Callable, Sequence
from math import inf, lgamma, log, log1p, sqrt

import msgspec

Z_95 = 1.959963984540054
MISSES = 0.05  # how often the truth may lie outside
BETS = 3.0  # how near a half the shares are that are betted on: narrow about there, and not too wide elsewhere
SPREAD = 0.1  # how far a mean may be off, in squared deviations, where it is betted on: narrowest after some 80 values
LEAST_ALWAYS = 20  # values of which a mean is told at any time: the fewer, the less is known of their tails


class Interval(msgspec.Struct, frozen=True):
    """What was seen (`mid`), and between which values the truth lies nineteen times in twenty."""

    low: float
    mid: float
    high: float

    @property
    def reach(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2

    def within(self, low: float, high: float) -> bool:
        return low <= self.low and self.high <= high

    def outside(self, low: float, high: float) -> bool:
        return self.high < low or high < self.low


def wilson(wins: float, games: int, z: float = Z_95) -> Interval:
    """Wilson's score interval: honest for few games, and for shares near 0 and 1.

    Draws may count as half wins: they spread less than wins and defeats do, so the interval is rather too wide then.
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games; wins lie between 0 and the games")
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    share = wins / games
    spread = z * z / games
    centre = (share + spread / 2) / (1 + spread)
    reach = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    # At the ends the formula is exactly 0 or 1; rounding must not take the seen share out of its own interval.
    return Interval(min(share, max(0.0, centre - reach)), share, max(share, min(1.0, centre + reach)))


def student(freedom: int, z: float = Z_95) -> float:
    """The point of Student's t that is as likely to be passed as z is; mostly 97.5 %, and exact to 1 % from 3 on."""
    n = max(1, freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def mean(values: Sequence[float], ends: Sequence[float] = ()) -> Interval:
    """The mean of some values, with Student's interval; of fewer than two nothing is known.

    What lies at the ends is taken to spread, as if each had been seen once more: else a rare loss that has not come yet
    would make a mean look sure.
    """
    many = len(values)
    middle = sum(values) / many if many else 0.0
    if many < 2:
        return Interval(-inf, middle, inf)
    reach = student(many - 1) * sqrt(_variance(values, middle, ends) / many)
    return Interval(middle - reach, middle, middle + reach)


def _variance(values: Sequence[float], middle: float, ends: Sequence[float]) -> float:
    return sum((value - middle) ** 2 for value in (*values, *ends)) / (len(values) - 1)


# Looked at as often as one likes
#
# Whoever looks again and again, and stops when it suits, sees 95 % intervals fail far more often than once in twenty.
# These hold the truth at all looks together, 95 times in 100: somebody bets against each possible truth, fairly, and
# those are left out at which the bet has grown twentyfold, which it does once in twenty at most (Ville). The bets are
# mixtures: by a beta distribution on shares, exact for all that lies between 0 and 1; by a normal one on means.


def share_always(wins: float, games: int) -> Interval:
    """A share of games, draws as half wins, that may be looked at at any time."""
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    share, lost = wins / games, games - wins
    won_by = _log_beta(BETS + wins, BETS + lost) - _log_beta(BETS, BETS) + log(MISSES)

    def left_out(at: float) -> bool:
        return won_by > (wins * log(at) if wins else 0.0) + (lost * log1p(-at) if lost else 0.0)

    low = _edge(left_out, share, 0.0) if wins else 0.0
    return Interval(low, share, _edge(left_out, share, 1.0) if lost else 1.0)


def _log_beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)


def _edge(left_out: Callable[[float], bool], inside: float, outside: float) -> float:
    for _ in range(50):
        middle = (inside + outside) / 2
        inside, outside = (inside, middle) if left_out(middle) else (middle, outside)
    return inside


def mean_always(values: Sequence[float], ends: Sequence[float] = ()) -> Interval:
    """The mean of values without bounds that may be looked at at any time; of too few nothing is known."""
    many = len(values)
    middle = sum(values) / many if many else 0.0
    if many < LEAST_ALWAYS:
        return Interval(-inf, middle, inf)
    grown = 1 + many * SPREAD
    z = sqrt(grown / (many * SPREAD) * (log(grown) - 2 * log(MISSES)))
    reach = student(many - 1, z) * sqrt(_variance(values, middle, ends) / many)
    return Interval(middle - reach, middle, middle + reach)
