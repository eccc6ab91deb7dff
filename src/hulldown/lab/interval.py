"""How sure a share is, after so many games."""

from math import sqrt

import msgspec

Z_95 = 1.959963984540054


class Interval(msgspec.Struct, frozen=True):
    """What was seen (`mid`), and between which shares the truth lies nineteen times in twenty."""

    low: float
    mid: float
    high: float


def wilson(wins: int, games: int, z: float = Z_95) -> Interval:
    """Wilson's score interval: honest for few games, and for shares near 0 and 1."""
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
