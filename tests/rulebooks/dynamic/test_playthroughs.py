"""Golden playthroughs: random games written out order by order, so that any change in the game is seen in a diff."""

import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.rulebooks.panzerstrike.dynamic import library
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from tests.conftest import Golden

# Seeds whose random games see much early.
GAMES = {"duel": 92, "workshop": 126, "long-arm": 491}
MOST_ORDERS = 110
BOARD_EVERY = 40


def playthrough(scenario: str, seed: int) -> str:
    game = Game(book, library.build(scenario), SeededDice(f"{scenario} {seed}"))
    chooser = SeededDice(f"{scenario} {seed} choices")
    lines = [f"{scenario}, {MOST_ORDERS} random orders of the seed {seed}", ""]
    while (side := game.to_act()) is not None and len(game.log) < MOST_ORDERS:
        listed = sum(1 for _ in game.orders())
        order = book.sample(game.state, chooser)
        fields = " ".join(f"{name}={getattr(order, name)}" for name in order.__struct_fields__)
        words = f"{type(order).__name__} {fields}".rstrip()
        lines.append(f"{len(game.log) + 1:>3}. {side.label}, 1 of {listed}: {words}")
        state = game.state.copy()
        for event in game.play(order):
            told = book.tell(state, event)
            lines.append(f"     {told.sentence} {' '.join(told.rules)}")
            book.evolve(state, event)
        if len(game.log) % BOARD_EVERY == 0:
            lines += ["", book.draw(game.state), ""]
    return "\n".join(lines).rstrip() + "\n"


@pytest.mark.parametrize("scenario", GAMES)
def test_a_random_game_goes_as_it_went(scenario: str, golden: Golden) -> None:
    text = playthrough(scenario, GAMES[scenario])
    assert len(text.splitlines()) < 350
    golden(f"{scenario}.txt", text)
