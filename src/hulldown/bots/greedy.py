"""`greedy`: the order that its book's tactics find most promising; equals are drawn by lot."""

from typing import Any

from hulldown.bots.bot import Bot


class Greedy(Bot):
    def choose(self, view: Any) -> Any:
        best: list[Any] = []
        most = float("-inf")
        for worth, order in self.rulebook.tactics.promising(view):
            if worth > most:
                best, most = [order], worth
            elif worth == most:
                best.append(order)
        return best[self.dice.pick(len(best))]
