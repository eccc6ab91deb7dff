"""MyBot, to begin with: it takes the shot that does most, and otherwise drives up to the enemy.

It plays any rulebook. A bot is asked for one order at a time, and is given its side's view of the table.
"""

from typing import Any

from hulldown.bots.bot import Bot, played

TRIES = 12  # orders that are drawn by lot and compared


class MyBot(Bot):
    """Takes the shot that does most, and otherwise drives up to the enemy."""

    def choose(self, view: Any) -> Any:
        """The best of all shots and some other orders that are allowed."""
        book = self.rulebook
        shots = [order for order in book.orders(view) if book.target_of(order) is not None]
        others = [book.sample(view, self.dice) for _ in range(TRIES)]
        return max([*shots, *others], key=lambda order: self.worth(view, order))

    def worth(self, view: Any, order: Any) -> float:
        """How good an order looks. This is the place for your own ideas."""
        target = self.rulebook.target_of(order)
        if target is not None:
            odds = self.rulebook.preview(view, order).odds or {}
            return float(odds.get("destroyed", 0) or odds.get("wreck", 0)) * self.rulebook.prices(view)[target]
        after = played(self.rulebook, view, order)  # nothing, where dice have to fall first
        return 0.0 if after is None else self.gap(view, view) - self.gap(view, after)

    def gap(self, view: Any, then: Any) -> float:
        """How far all my units are from their nearest enemies, together, as a share of the table."""
        side, ground = self.rulebook.to_act(view), self.rulebook.terrain(view)
        units = [unit for unit in self.rulebook.units(then).values() if unit.pose is not None and not unit.lost]
        own = [unit.pose for unit in units if unit.side is side and unit.pose is not None]
        enemies = [unit.pose for unit in units if unit.side is not side and unit.pose is not None]
        if not enemies:
            return 0.0
        nearest = [min((one.x - he.x) ** 2 + (one.y - he.y) ** 2 for he in enemies) ** 0.5 for one in own]
        return float(sum(nearest)) / (ground.columns + ground.rows)
