"""Golden playthroughs: random games written out order by order, so that any change in the game is seen in a diff."""

import pytest

from hulldown.rulebooks.panzerstrike.core.book import book
from tests.conftest import Golden
from tests.rulebooks.played import playthrough

# Seeds whose random games see much early.
GAMES = {"duel": 234, "workshop": 42, "long-arm": 236}


@pytest.mark.parametrize("scenario", GAMES)
def test_a_random_game_goes_as_it_went(scenario: str, golden: Golden) -> None:
    text = playthrough(book, scenario, GAMES[scenario], most_orders=150, board_every=60)
    assert len(text.splitlines()) < 400
    golden(f"{scenario}.txt", text)
