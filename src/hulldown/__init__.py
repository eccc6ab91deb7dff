"""Hulldown plays, referees and studies tabletop tank battles.

game = hulldown.new_game("france1944", scenario="crossroads", seed=7)
for order in game.orders(): ...
game.play(order)
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hulldown.kernel.game import Game

__all__ = ["new_game", "replay"]
__version__ = "0.1.0"


def new_game(rulebook: str, scenario: str, seed: int | str | None = None, **choices: Any) -> "Game[Any, Any, Any]":
    """A game of a scenario, before its first order.

    `choices` go to the book's library: other armies (`red=`, `blue=`), another `board=`, other `options=`.
    """
    from hulldown.kernel.dice import SeededDice
    from hulldown.kernel.game import Game
    from hulldown.rulebooks import load

    book = load(rulebook)
    return Game(book, book.library.build(scenario, **choices), SeededDice(seed))


def replay(path: str | Path) -> "Game[Any, Any, Any]":
    """The game that a record tells, at its last line."""
    from hulldown.kernel.record import Record
    from hulldown.kernel.replay import replay as follow
    from hulldown.rulebooks import load

    record = Record.read(path)
    return follow(record, load(record.head.rulebook))
