"""Hulldown plays, referees and studies tabletop tank battles.

game = hulldown.new_game("france1944", scenario="crossroads", seed=7)
order = next(game.orders())
game.play(order)
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from typing import Unpack

    from hulldown.games import Choices, Core, Dynamic, France1944, Panzerkampf, Seed, Squadron
    from hulldown.kernel.game import Game
    from hulldown.rulebooks.asking import Ask, PositionReply

__all__ = ["ask", "new_game", "replay"]
__version__ = "0.1.0"


@overload
def new_game(
    rulebook: Literal["france1944"], scenario: str = "", seed: "Seed" = None, **choices: "Unpack[Choices]"
) -> "France1944": ...
@overload
def new_game(
    rulebook: Literal["dynamic"], scenario: str = "", seed: "Seed" = None, **choices: "Unpack[Choices]"
) -> "Dynamic": ...
@overload
def new_game(
    rulebook: Literal["core"], scenario: str = "", seed: "Seed" = None, **choices: "Unpack[Choices]"
) -> "Core": ...
@overload
def new_game(
    rulebook: Literal["squadron"], scenario: str = "", seed: "Seed" = None, **choices: "Unpack[Choices]"
) -> "Squadron": ...
@overload
def new_game(
    rulebook: Literal["panzerkampf"], scenario: str = "", seed: "Seed" = None, **choices: "Unpack[Choices]"
) -> "Panzerkampf": ...
@overload
def new_game(
    rulebook: str, scenario: str = "", seed: "Seed" = None, **choices: "Unpack[Choices]"
) -> "Game[Any, Any, Any]": ...
def new_game(
    rulebook: str,
    scenario: str = "",
    seed: "Seed" = None,
    *,
    position: str | Path = "",
    opening: str = "",
    **choices: Any,
) -> "Game[Any, Any, Any]":
    """A game of a scenario, before its first order, or one that begins with a position: its text, or its file.

    An `opening` is a position that the book has ready, as `opening="first"`. `choices` go to the book's library: other
    armies (`red=`, `blue=`), another `board=`, other `options=`. A position says all of that itself; an opening takes a
    `chart=`, a file.
    """
    from hulldown.kernel.dice import SeededDice
    from hulldown.kernel.game import Game
    from hulldown.rulebooks import load, setup_for

    setup = setup_for(rulebook, scenario, position=position, opening=opening, **choices)
    return Game(load(rulebook), setup, SeededDice(seed))


def ask(position: str | Path, question: "Ask", one: str = "", other: str = "", **more: Any) -> "PositionReply":
    """A question about a position, its text or its file, which need not be whole: `ask(text, "line", "I9", "O12")`.

    It is `fire`, `move`, `sees`, `line`, `sight`, or `order` with `order=`; the ends are units or places.
    """
    from hulldown.kernel.files import read_text
    from hulldown.rulebooks import asking

    query = asking.Query(question, one, other, **more)
    if isinstance(position, str) and "\n" in position:
        return asking.ask(position, query)
    path = Path(position)
    return asking.ask(read_text(path), query, str(path), path.parent)


def replay(path: str | Path) -> "Game[Any, Any, Any]":
    """The game that a record tells, at its last line."""
    from hulldown.kernel.record import Record
    from hulldown.kernel.replay import replay as follow
    from hulldown.rulebooks import load

    record = Record.read(path)
    return follow(record, load(record.head.rulebook))
