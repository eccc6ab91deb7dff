"""`random`: any legal order. Each stage of the choice (kind, unit, die, pose) is even, so each order has a chance."""

from typing import Any

from hulldown.bots.bot import Bot


class Random(Bot):
    def choose(self, view: Any) -> Any:
        return self.rulebook.sample(view, self.dice)
