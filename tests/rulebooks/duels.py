"""Games between bots, each state on the way looked at."""

from typing import Any

from hulldown import bots
from hulldown.kernel.conformance import Book, check_record, check_state
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game


def duel(book: Book, scenario: str, seed: int, names: tuple[str, str]) -> Game[Any, Any, Any]:
    """Two bots play a game of a scenario to its end."""
    return fight(book, book.library.build(scenario), f"{scenario} {seed}", names)


def fight(book: Book, setup: Any, seed: str, names: tuple[str, str]) -> Game[Any, Any, Any]:
    """Two bots play a game to its end; each state on the way is sound."""
    game = Game(book, setup, SeededDice(f"duel {seed}"))
    players = [bots.make(name, book, f"{seed} {side}") for side, name in enumerate(names)]
    while (side := game.to_act()) is not None:
        assert len(game.log) < 5_000, "the game does not end"
        game.play(players[side].choose(game.view(side)))
        check_state(book, game.state)
    check_record(game)
    return game
