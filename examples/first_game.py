"""A first game: look at the orders, ask for the odds, play, take back, write the record and read it again."""

import tempfile
from pathlib import Path

import hulldown
from hulldown.bots import make
from hulldown.kernel.rule import Refused
from hulldown.rulebooks.panzerstrike.france1944.orders import Fire, Move

game = hulldown.new_game("france1944", scenario="first-steps", seed=7)
book = game.rulebook
red, blue = make("greedy", book, seed=1), make("greedy", book, seed=2)

# Let two bots set up and play until Red has a shot.
while not any(isinstance(order, Fire) for order in game.orders()):
    side = game.to_act()
    game.play((blue if side else red).choose(game.view(side)))
print(book.draw(game.state))

# What every shot would do, exactly, before any die falls.
for order in game.orders():
    if isinstance(order, Fire):
        preview = game.preview(order)
        total = " + ".join(f"{part.reason} {part.amount}" for part in preview.modifiers)
        chances = ", ".join(f"{outcome} {chance}" for outcome, chance in (preview.odds or {}).items())
        print(f"{game.state.name(order.unit)} at {game.state.name(order.target)}: {total}; {chances}")

# A refused order changes nothing and says why, and which rule says so.
try:
    game.play(Move(unit=0, die=3, square=0, facing=0))
except Refused as refused:
    print("Refused:", refused.refusal)

# Orders without dice can be taken back.
order = next(order for order in game.orders() if not isinstance(order, Fire))
game.play(order)
game.undo()

# Play on to the end, and keep the record: it proves itself.
while (side := game.to_act()) is not None:
    game.play((blue if side else red).choose(game.view(side)))
print(game.result().sentence)
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "battle.jsonl"
    game.record().write(path)
    again = hulldown.replay(path)
    print("The record replays to the same result:", again.result() == game.result())
