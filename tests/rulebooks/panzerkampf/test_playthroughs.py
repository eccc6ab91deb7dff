"""Golden playthroughs: random games written out order by order, so that any change in the game is seen in a diff."""

import pytest

from hulldown.rulebooks.panzerkampf.book import book
from tests.conftest import Golden
from tests.rulebooks.played import playthrough

GAMES = {"first-shots": 1, "convoy": 3, "ridge": 2}


@pytest.mark.parametrize("scenario", GAMES)
def test_a_random_game_goes_as_it_went(scenario: str, golden: Golden) -> None:
    text = playthrough(book, scenario, GAMES[scenario], most_orders=80, board_every=40)
    assert len(text.splitlines()) < 400
    golden(f"{scenario}.txt", text)
