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


def new_game(
    rulebook: str,
    scenario: str = "",
    seed: int | str | None = None,
    *,
    position: str | Path = "",
    opening: str = "",
    **choices: Any,
) -> "Game[Any, Any, Any]":
    """A game of a scenario, before its first order, or one that begins with a position: its text, or its file.

    An `opening` is a position that the book has ready, as `opening="first"`. `choices` go to the book's library: other
    armies (`red=`, `blue=`), another `board=`, other `options=`. A position says all of that itself.
    """
    from hulldown.kernel.dice import SeededDice
    from hulldown.kernel.game import Game
    from hulldown.rulebooks import load, opened

    book = load(rulebook)
    if opening:
        setup = opened(rulebook, opening)
    else:
        setup = _positioned(rulebook, position) if position else book.library.build(scenario, **choices)
    return Game(book, setup, SeededDice(seed))


def _positioned(rulebook: str, position: str | Path) -> Any:
    from hulldown.kernel.files import read_text
    from hulldown.rulebooks import begun_with

    if isinstance(position, str) and "\n" in position:
        return begun_with(rulebook, position, "position")
    path = Path(position)
    return begun_with(rulebook, read_text(path), str(path), path.parent)


def replay(path: str | Path) -> "Game[Any, Any, Any]":
    """The game that a record tells, at its last line."""
    from hulldown.kernel.record import Record
    from hulldown.kernel.replay import replay as follow
    from hulldown.rulebooks import load

    record = Record.read(path)
    return follow(record, load(record.head.rulebook))
