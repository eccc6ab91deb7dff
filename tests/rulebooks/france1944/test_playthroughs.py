"""Golden playthroughs: random games written out order by order, so that any change in the game is seen in a diff."""

import pytest

from hulldown.rulebooks.panzerstrike.france1944.book import book
from tests.conftest import Golden
from tests.rulebooks.played import playthrough

# Seeds whose random games hit something early.
GAMES = {"first-steps": 2551, "barricades": 1768, "two-flags": 3589}


@pytest.mark.parametrize("scenario", GAMES)
def test_a_random_game_goes_as_it_went(scenario: str, golden: Golden) -> None:
    text = playthrough(book, scenario, GAMES[scenario], most_orders=90, board_every=30)
    assert len(text.splitlines()) < 300
    golden(f"{scenario}.txt", text)
