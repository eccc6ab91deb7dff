"""Tunes the weights of a book by self-play: `python -m hulldown.lab.tune BOOK SCENARIO [GAMES]`.

First it plays, and fits who won to the parts of the values that positions had: so much do they say of the result, each
beside the units that stand. That shows which weight to doubt; but a part that tells the winner is not yet one to
strive for. So then each weight in turn is tried a third smaller and a half larger against what it was, over the same
seeds with sides swapped, until the interval of its score lies on one side of a half; a wide one, as it is looked at
after every other game. What is better is kept, and the next one is tried from there. What to write beside the
player's figures is printed at the end, with every match that led to it.
"""

import sys
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, NamedTuple

from msgspec.structs import asdict, replace

from hulldown.bots.planner import Planner
from hulldown.bots.players import tactics_of
from hulldown.bots.tactics import Weights
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.interval import Z_95, Interval, wilson
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side
from hulldown.lab.fit import logistic
from hulldown.rulebooks import load

FACTORS = (1 / 1.5, 1.5)
BUDGET = 0.1  # of a veteran's evaluations
LEAST = 10  # games of a match, however clear it is
CLEAR = 2.6  # errors from a half: then one match in twenty between equals seems clear, and one in five by 1.96
MOST_ORDERS = 20_000
PARTS = ("goal", "risk", "hope")  # what a turn that is over is judged by, beside units: no way is made any more
Watch = Callable[[Any, Side], None]


def played(
    book: Rulebook[Any, Any, Any], setup: Any, weights: tuple[Weights, Weights], seed: str, watch: Watch | None = None
) -> Side | None:
    """Who wins between planners with these weights; `watch` is given each position in which a side's turn is over."""
    dice, state = SeededDice(seed), book.start(setup)
    bots = [Planner(book, SeededDice(f"{seed} {side.label}"), BUDGET) for side in Side]
    for side in Side:
        bots[side].weights = weights[side]
    for _ in range(MOST_ORDERS):
        acts = book.to_act(state)
        if acts is None:
            break
        for event in book.decide(state, bots[acts].choose(book.view(state, acts)), dice):
            book.evolve(state, event)
        if watch and not book.turn(state).setting_up and book.to_act(state) is acts.other:
            watch(state, acts)
    result = book.result(state)
    return None if result is None else result.winner


def score_of(winner: Side | None, side: Side) -> float:
    return 0.5 if winner is None else float(winner is side)


def told(book: Rulebook[Any, Any, Any], setup: Any, games: int, seed: str) -> Iterator[tuple[str, float, float]]:
    """How much each part that is in play says of the result, to the units that stand as 1, and its error."""
    value, usual = tactics_of(book).value, tactics_of(book).WEIGHTS
    units = Weights(risk=0.0, hope=0.0, way=0.0, goal=0.0)
    goal = replace(units, goal=usual.goal)  # which shots are feared and hoped for depends on it
    rows, scores, groups = list[list[float]](), list[float](), list[int]()
    for game in range(games):
        seen: list[Side] = []

        def watch(state: Any, side: Side, seen: list[Side] = seen) -> None:
            stands, reached = value(state, side, units), value(state, side, goal)
            shots = [value(state, side, replace(goal, **{part: 1.0})) - reached for part in PARTS[1:]]
            rows.append([1.0, stands, (reached - stands) / usual.goal, *shots])
            seen.append(side)

        winner = played(book, setup, (usual, usual), f"{seed}/{game}", watch)
        scores += [score_of(winner, side) for side in seen]
        groups += [game] * len(seen)
    parts = [(at, part) for at, part in enumerate(PARTS, 2) if any(row[at] for row in rows)]
    fit = logistic([[*row[:2], *[row[at] for at, _ in parts]] for row in rows], scores, groups=groups)
    for at, (_, part) in enumerate(parts, 2):
        yield part, fit.unknowns[at] / fit.unknowns[1], sqrt(fit.covariance[at][at]) / abs(fit.unknowns[1])


class Contest(NamedTuple):
    """What new weights scored against old ones, and in how many games."""

    score: Interval
    games: int


def duel(book: Rulebook[Any, Any, Any], setup: Any, new: Weights, old: Weights, most: int, seed: str) -> Contest:
    """New weights against old ones, draws as halves; they swap sides every game, until it is clear who is better."""
    points, found = 0.0, Contest(wilson(0, 0), 0)
    for number in range(most):
        own = Side(number % 2)
        weights = (old, new) if own else (new, old)
        points += score_of(played(book, setup, weights, f"{seed}/{number // 2}"), own)
        found = Contest(wilson(points, number + 1, CLEAR), number + 1)
        if own and found.games >= LEAST and found.score.outside(0.5, 0.5):
            break
    return found


def tuned(
    book: Rulebook[Any, Any, Any], setup: Any, games: int, seed: str
) -> Iterator[tuple[Weights, str, float, Contest]]:
    """Each match: the weights kept after it, what was changed, by which factor, and what that scored."""
    kept = tactics_of(book).WEIGHTS
    for name, weight in asdict(kept).items():
        for factor in FACTORS:
            changed = replace(kept, **{name: round(weight * factor, 3)})
            match = duel(book, setup, changed, kept, games, f"{seed} {name} {factor:.2f}")
            kept = changed if match.score.low > 0.5 else kept
            yield kept, name, factor, match
            if kept is changed:
                break


def main(words: list[str]) -> None:
    name, scenario, *more = words
    book = load(name)
    (setup, limit), games = book.library.bounded(book.library.build(scenario)), int(more[0]) if more else 40
    if limit:
        print(limit)
    found = tactics_of(book).WEIGHTS
    for part, says, error in told(book, setup, games, "told"):
        print(f"{part:>6} says {says:5.2f} ± {Z_95 * error:.2f} of the result, by {games} games", flush=True)
    for kept, part, factor, match in tuned(book, setup, games, "tune"):
        low, mid, high = (100 * share for share in (match.score.low, match.score.mid, match.score.high))
        print(f"{part:>6} × {factor:.2f}: {mid:5.1f} % ({low:.0f} – {high:.0f} %) of {match.games} games", flush=True)
        found = kept
    print(f"WEIGHTS = {found}")


if __name__ == "__main__":
    main(sys.argv[1:])
