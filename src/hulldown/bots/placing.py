"""Placing for somebody: what `greedy` would set up in his place."""

from typing import Any

from hulldown.bots.greedy import Greedy
from hulldown.kernel.dice import ScriptedDice, SeededDice
from hulldown.kernel.rulebook import Rulebook


def placing(book: Rulebook[Any, Any, Any], view: Any, most: int) -> list[Any]:
    """The orders by which `greedy` would finish the phase of setting up that the side to act is in, at most so many.

    Units that come later are set up too, where the rules put them.
    """
    state, bot = view.copy(), Greedy(book, SeededDice("placing"))
    side, tray = book.to_act(state), book.picture(state).tray
    found: list[Any] = []
    while (tray.round == 0 or _comes(book, state)) and len(found) < most:
        order = bot.choose(state)
        for event in book.decide(state, order, ScriptedDice(())):
            book.evolve(state, event)
        found.append(order)
        now = book.picture(state).tray
        if book.to_act(state) != side or now.phase != tray.phase:
            break
    return found


def _comes(book: Rulebook[Any, Any, Any], state: Any) -> bool:
    """Whether a unit is to be put on a table on which the game is under way."""
    return any(book.survey(state, todo.unit).puts for todo in book.picture(state).tray.todo)
