"""Golden playthroughs: random games written out order by order, so that any change in the game is seen in a diff."""

import pytest

from hulldown.rulebooks.panzerstrike.dynamic.book import book
from tests.conftest import Golden
from tests.rulebooks.played import playthrough

# Seeds whose random games see much early.
GAMES = {"duel": 92, "workshop": 126, "long-arm": 491}


@pytest.mark.parametrize("scenario", GAMES)
def test_a_random_game_goes_as_it_went(scenario: str, golden: Golden) -> None:
    text = playthrough(book, scenario, GAMES[scenario], most_orders=110, board_every=40)
    assert len(text.splitlines()) < 350
    golden(f"{scenario}.txt", text)
