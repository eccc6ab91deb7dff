"""A first bot: it drives at the nearest enemy, stops short of him, and takes the best shot on offer.

Run by itself it plays twenty games; `hulldown tournament france1944 --bots examples/first_bot.py:Charge,greedy,random`
takes it by its file.
"""

from typing import Any

from hulldown.bots import make
from hulldown.bots.bot import Bot
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import RED
from hulldown.lab.simulate import play_one
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike.france1944.orders import Fire, Move


class Charge(Bot):
    def choose(self, view: Any) -> Any:
        """The order worth most; anything but a good move or a shot is left to chance."""
        if view.phase not in ("movement", "shooting"):
            return self.rulebook.sample(view, self.dice)
        return max(self.rulebook.orders(view), key=lambda order: self.worth(view, order))

    def worth(self, view: Any, order: Any) -> float:
        if isinstance(order, Fire):
            odds = self.rulebook.preview(view, order).odds or {}
            return float(odds.get("destroyed", 0))
        if isinstance(order, Move):
            here = view.tanks.units[order.unit].square
            return self.distance(view, here) - self.distance(view, order.square)
        return 0.0  # ending the phase

    def distance(self, view: Any, square: int) -> float:
        """How far the nearest enemy is; next to him nothing can be hit, so that counts as far."""
        offsets = [
            view.ground.grid.offset(square, tank.square)
            for tank in view.tanks.units
            if tank.side != view.side and tank.active
        ]
        nearest = min((dx * dx + dy * dy) ** 0.5 for dx, dy in offsets)
        return nearest if nearest >= 2 else 9.0


if __name__ == "__main__":
    book = load("france1944")
    setup = book.library.build("first-steps")
    wins = 0
    for seed in range(20):
        outcome = play_one(book, setup, (Charge(book, SeededDice(seed)), make("random", book, seed)), seed)
        wins += outcome.result is not None and outcome.result.winner == RED
    print(f"The charge won {wins} of 20 games against random.")
