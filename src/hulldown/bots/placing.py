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
    side, phase = book.to_act(state), book.turn(state).phase
    found: list[Any] = []
    while len(found) < most and book.to_place(state):
        order = bot.choose(state)
        for event in book.decide(state, order, ScriptedDice(())):
            book.evolve(state, event)
        found.append(order)
        if book.to_act(state) != side or book.turn(state).phase != phase:
            break
    return found
