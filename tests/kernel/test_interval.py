"""Wilson's interval, against published values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulldown.kernel.interval import wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (10, 20, 0.2993, 0.7007),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_known_intervals(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert (round(found.low, 4), found.mid, round(found.high, 4)) == (low, wins / games, high)


def test_without_games_anything_is_possible() -> None:
    found = wilson(0, 0)
    assert (found.low, found.high) == (0, 1)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_an_interval_holds_what_was_seen_and_mirrors_for_the_other_side(wins: int, lost: int) -> None:
    found, other = wilson(wins, wins + lost), wilson(lost, wins + lost)
    assert 0 <= found.low <= found.mid <= found.high <= 1
    assert found.low == pytest.approx(1 - other.high, abs=1e-9)


def test_more_games_make_it_narrower() -> None:
    widths = [wilson(games // 2, games).high - wilson(games // 2, games).low for games in (10, 100, 1000)]
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize(("wins", "games"), [(-1, 3), (4, 3)])
def test_impossible_counts_are_refused(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="between 0 and the games"):
        wilson(wins, games)
