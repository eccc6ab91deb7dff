"""Games as text: random ones written out order by order, and counts of all sequences of orders from a position."""

from collections import Counter
from typing import Any

from hulldown.kernel.conformance import Book
from hulldown.kernel.dice import Dice, SeededDice
from hulldown.kernel.game import Game

DEPTHS = 3
COUNTS = "; sequences of legal orders, by the kind of the last one"


def playthrough(book: Book, scenario: str, seed: int, most_orders: int, board_every: int) -> str:
    """A random game of a scenario: every order with what came of it, and the board now and then."""
    game = Game(book, book.library.build(scenario), SeededDice(f"{scenario} {seed}"))
    chooser = SeededDice(f"{scenario} {seed} choices")
    lines = [f"{scenario}, {most_orders} random orders of the seed {seed}", ""]
    while (side := game.to_act()) is not None and len(game.log) < most_orders:
        listed = sum(1 for _ in game.orders())
        order = book.sample(game.state, chooser)
        fields = " ".join(f"{name}={getattr(order, name)}" for name in order.__struct_fields__)
        words = f"{type(order).__name__} {fields}".rstrip()
        lines.append(f"{len(game.log) + 1:>3}. {side.label}, 1 of {listed}: {words}")
        state = game.state.copy()
        for event in game.play(order):
            told = book.tell(state, event)
            lines.append(f"     {told.sentence} {' '.join(told.rules)}")
            book.evolve(state, event)
        if len(game.log) % board_every == 0:
            lines += ["", book.draw(game.state), ""]
    return "\n".join(lines).rstrip() + "\n"


def perft(book: Book, state: Any, dice: Dice, depth: int) -> Counter[str]:
    """Sequences of so many orders, by the kind of the last; a game that ends earlier counts no further."""
    if depth == 1:
        return Counter(type(order).__name__ for order in book.orders(state))
    found: Counter[str] = Counter()
    for order in book.orders(state):
        after = state.copy()
        dice.rolls.clear()
        for event in book.decide(after, order, dice):
            book.evolve(after, event)
        found += perft(book, after, dice, depth - 1)
    return found


def counted(book: Book, text: str, state: Any, dice: Dice) -> str:
    """A position's file: what was written by hand, and the counts below it."""
    lines = [text, COUNTS]
    for depth in range(1, DEPTHS + 1):
        found = perft(book, state, dice, depth)
        parts = ", ".join(f"{kind} {found[kind]:,}" for kind in sorted(found))
        lines.append(f"depth {depth}: {found.total():,} = {parts}")
    return "\n".join(lines) + "\n"


def written_by_hand(text: str) -> tuple[str, dict[str, str], str]:
    """A position's file without its counts: the text, its lines `key: value`, and the drawing."""
    text = text.partition(COUNTS)[0].rstrip() + "\n"
    lines = [line for line in text.splitlines() if not line.startswith(";")]
    head = dict(line.split(": ", 1) for line in lines if ": " in line)
    return text, head, "\n".join(line for line in lines if ": " not in line)


def numbers(head: dict[str, str], key: str) -> tuple[int, ...]:
    return tuple(int(word) for word in head.get(key, "").split())
