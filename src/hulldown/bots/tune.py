"""Tunes the weights of a book by self-play: `python -m hulldown.bots.tune BOOK SCENARIO [GAMES]`.

Each weight in turn is tried a third smaller and a half larger against what it was, over the same seeds with sides
swapped; what scores enough is kept, and the next one is tried from there. What to write into the book's `tactics.py` is
printed at the end, with every match that led to it.
"""

import sys
from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict, replace

from hulldown.bots.planner import Planner
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.rulebook import Rulebook, Weights
from hulldown.kernel.side import Side
from hulldown.rulebooks import load

FACTORS = (1 / 1.5, 1.5)
BUDGET = 0.1  # of a veteran's evaluations
ENOUGH = 0.56  # the score from which on a change is kept
MOST_ORDERS = 20_000


def duel(book: Rulebook[Any, Any, Any], setup: Any, new: Weights, old: Weights, games: int, seed: str) -> float:
    """The score of new weights against old ones, draws as halves; they swap sides every game."""
    score = 0.0
    for number in range(games):
        dice, own = SeededDice(f"{seed}/{number // 2}"), Side(number % 2)
        bots = [Planner(book, SeededDice(f"{seed}/{number // 2} {side.label}"), BUDGET) for side in Side]
        for side in Side:
            bots[side].weights = new if side is own else old
        state = book.start(setup)
        for _ in range(MOST_ORDERS):
            if (acts := book.to_act(state)) is None:
                break
            order = bots[acts].choose(book.view(state, acts))
            for event in book.decide(state, order, dice):
                book.evolve(state, event)
        result = book.result(state)
        score += 0.5 if result is None or result.winner is None else float(result.winner is own)
    return score / games


def tuned(
    book: Rulebook[Any, Any, Any], setup: Any, games: int, seed: str
) -> Iterator[tuple[Weights, str, float, float]]:
    """Each match: the weights kept after it, what was changed, by which factor, and what that scored."""
    kept = book.tactics.WEIGHTS
    for name, weight in asdict(kept).items():
        for factor in FACTORS:
            changed = replace(kept, **{name: round(weight * factor, 3)})
            score = duel(book, setup, changed, kept, games, f"{seed} {name} {factor:.2f}")
            kept = changed if score >= ENOUGH else kept
            yield kept, name, factor, score
            if kept is changed:
                break


def main(words: list[str]) -> None:
    name, scenario, *more = words
    book = load(name)
    games = int(more[0]) if more else 40
    found = book.tactics.WEIGHTS
    for kept, part, factor, score in tuned(book, book.library.build(scenario), games, "tune"):
        print(f"{part:>6} × {factor:.2f}: {100 * score:5.1f} % of {games} games", flush=True)
        found = kept
    print(f"WEIGHTS = {found}")


if __name__ == "__main__":
    main(sys.argv[1:])
