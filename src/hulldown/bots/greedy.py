"""`greedy`: the order that its book's tactics find most promising; equals are drawn by lot."""

from typing import Any

from hulldown.bots.bot import Bot, Option, Why, described
from hulldown.bots.players import tactics_of

OTHERS = 2  # alternatives that are told of


class Greedy(Bot):
    _last: tuple[Any, Any, list[tuple[float, Any]]] | None = None

    def choose(self, view: Any) -> Any:
        best: list[Any] = []
        most = float("-inf")
        found = list(tactics_of(self.rulebook).promising(view))
        for worth, order in found:
            if worth > most:
                best, most = [order], worth
            elif worth == most:
                best.append(order)
        order = best[self.dice.pick(len(best))]
        self._last = view, order, found
        return order

    def explain(self) -> Why | None:
        if self._last is None or len(self._last[2]) < 2:
            return None
        view, order, found = self._last
        return why(self.rulebook, view, order, found)


def why(book: Any, view: Any, order: Any, found: list[tuple[float, Any]]) -> Why:
    """The reasons for an order among those that were thought of, each with its worth."""
    ranked = sorted(found, key=lambda one: -one[0])
    worth = next(worth for worth, other in ranked if other == order)
    others = [(worth, other) for worth, other in ranked if other != order][:OTHERS]
    chosen, *rest = [Option(described(book, view, one), round(worth, 3)) for worth, one in [(worth, order), *others]]
    return Why(chosen, tuple(rest))
