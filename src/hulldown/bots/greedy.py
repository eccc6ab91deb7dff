"""`greedy`: the order that its book's tactics find most promising; equals are drawn by lot."""

from typing import Any

from hulldown.bots.bot import Bot, Why
from hulldown.bots.players import tactics_of
from hulldown.bots.reasons import why


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
        ends = [one for _, one in found if self.rulebook.unit_of(one) is None and one != order]
        return why(self.rulebook, view, order, found, ends)
