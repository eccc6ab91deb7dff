"""Placing for somebody: what `greedy` would set up in his place."""

from typing import Any

from hulldown.bots.greedy import Greedy
from hulldown.kernel.dice import ScriptedDice, SeededDice
from hulldown.kernel.rulebook import Rulebook


def placing(book: Rulebook[Any, Any, Any], view: Any, most: int) -> list[Any]:
    """The orders by which `greedy` would finish the phase of setting up that the side to act is in, at most so many."""
    state, bot = view.copy(), Greedy(book, SeededDice("placing"))
    side, tray = book.to_act(state), book.picture(state).tray
    found: list[Any] = []
    while tray.round == 0 and len(found) < most:
        order = bot.choose(state)
        for event in book.decide(state, order, ScriptedDice(())):
            book.evolve(state, event)
        found.append(order)
        now = book.picture(state).tray
        if book.to_act(state) != side or now.phase != tray.phase:
            break
    return found
