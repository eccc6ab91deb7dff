"""How sure a share or a mean is, after so many games."""

from collections.abc import Sequence
from math import sqrt

import msgspec

Z_95 = 1.959963984540054


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


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, by the expansion of Cornish and Fisher; exact to 1 % from 3 on."""
    z, n = Z_95, max(1, freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def mean(values: Sequence[float]) -> Interval:
    """The mean of some values, with Student's interval; of fewer than two nothing is known."""
    many = len(values)
    middle = sum(values) / many if many else 0.0
    if many < 2:
        return Interval(float("-inf"), middle, float("inf"))
    variance = sum((value - middle) ** 2 for value in values) / (many - 1)
    reach = student(many - 1) * sqrt(variance / many)
    return Interval(middle - reach, middle, middle + reach)
