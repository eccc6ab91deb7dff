"""A first bot: it fires when the chance is good, else it does what the random bot would do."""

from fractions import Fraction
from typing import Any

from hulldown.bots import make
from hulldown.bots.bot import Bot
from hulldown.kernel.dice import SeededDice
from hulldown.lab.simulate import play_one
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike.france1944.orders import Fire


class Sniper(Bot):
    """Takes the best shot on offer if it is better than one in three."""

    def choose(self, view: Any) -> Any:
        best, chance = None, Fraction(1, 3)
        for order in self.rulebook.orders(view) if view.phase == "shooting" else ():
            if isinstance(order, Fire):
                odds = self.rulebook.preview(view, order).odds or {}
                if odds.get("destroyed", 0) > chance:
                    best, chance = order, odds["destroyed"]
        return best or self.rulebook.sample(view, self.dice)


book = load("france1944")
setup = book.library.build("first-steps")
wins = 0
for seed in range(20):
    outcome = play_one(book, setup, (Sniper(book, SeededDice(seed)), make("random", book, seed)), seed)
    wins += outcome.winner == 0
print(f"The sniper won {wins} of 20 games against random.")
