"""Tunes the weights of a book by self-play: `python -m hulldown.lab.tune BOOK SCENARIO [GAMES]`.

First it plays, and fits who won to the parts of the values that positions had: so much do they say of the result, each
beside the units that stand. That shows which weight to doubt; but a part that tells the winner is not yet one to
strive for. So then each weight in turn is tried a third smaller and a half larger against what it was, over the same
seeds with sides swapped, until the interval of its score lies on one side of a half: one that may be looked at after
every other game, of the score without luck as soon as there are enough games for it. What is better is kept, and the
next one is tried from there. What to write beside the player's figures is printed at the end, with every match that led
to it.
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
from hulldown.kernel.interval import Z_95
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side
from hulldown.lab.fit import logistic
from hulldown.lab.scores import Scored, Scores, scores_of, version_of
from hulldown.lab.watch import Watch
from hulldown.outcome import model_of
from hulldown.rulebooks import load

FACTORS = (1 / 1.5, 1.5)
BUDGET = 0.1  # of a veteran's evaluations
LEAST = 10  # games of a match, however clear it is
MOST_ORDERS = 20_000
PARTS = ("goal", "risk", "hope")  # what a turn that is over is judged by, beside units: no way is made any more
Heard = Callable[[Any, Side], None]


def played(
    book: Rulebook[Any, Any, Any],
    setup: Any,
    weights: tuple[Weights, Weights],
    seed: str,
    watch: Heard | None = None,
    lucky: Watch | None = None,
) -> Side | None:
    """Who wins between planners with these weights.

    `watch` is given each position in which a side's turn is over, and `lucky` adds up the luck of the rolls.
    """
    dice, state = SeededDice(seed), book.start(setup)
    bots = [Planner(book, SeededDice(f"{seed} {side.label}"), BUDGET) for side in Side]
    for side in Side:
        bots[side].weights = weights[side]
    for _ in range(MOST_ORDERS):
        acts = book.to_act(state)
        if acts is None:
            break
        before, order = state.copy() if lucky else None, bots[acts].choose(book.view(state, acts))
        dice.rolls.clear()
        for event in book.decide(state, order, dice):
            book.evolve(state, event)
        if lucky:
            lucky.step(before, order, bool(dice.rolls), state)
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
    """What new weights scored against old ones, with luck and without, as it may be looked at after every game."""

    score: Scores

    @property
    def games(self) -> int:
        return self.score.games


def duel(book: Rulebook[Any, Any, Any], setup: Any, new: Weights, old: Weights, most: int, seed: str) -> Contest:
    """New weights against old ones, draws as halves; they swap sides every game, until it is clear who is better."""
    model, scored = model_of(book.id), list[Scored]()
    found = Contest(scores_of((), always=True))
    for number in range(most):
        own, name = Side(number % 2), f"{seed}/{number // 2}"
        weights = (old, new) if own else (new, old)
        lucky = Watch(book, model, f"{name} {own.label} luck") if model else None
        points = score_of(played(book, setup, weights, name, lucky=lucky), own)
        scored.append(Scored(points, (-lucky.luck if own else lucky.luck) if lucky else None))
        found = Contest(scores_of(scored, always=True))
        if own and found.games >= LEAST and found.score.best.outside(0.5, 0.5):
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
            kept = changed if match.score.best.low > 0.5 else kept
            yield kept, name, factor, match
            if kept is changed:
                break


def told_score(match: Contest) -> str:
    """Both scores with their intervals."""
    both = (match.score.raw, match.score.adjusted)
    raw, without = (
        f"{100 * one.mid:5.1f} % ({100 * one.low:.0f} – {100 * one.high:.0f} %)" if one else "" for one in both
    )
    return f"{raw} of {match.games} games" + (f"; without luck {without}" if without else "")


def main(words: list[str]) -> None:
    name, scenario, *more = words
    book = load(name)
    (setup, limit), games = book.library.bounded(book.library.build(scenario)), int(more[0]) if more else 40
    if limit:
        print(limit)
    if model := version_of(book.id):
        print(f"Luck is taken off by the outcome model {model}.")
    found = tactics_of(book).WEIGHTS
    for part, says, error in told(book, setup, games, "told"):
        print(f"{part:>6} says {says:5.2f} ± {Z_95 * error:.2f} of the result, by {games} games", flush=True)
    for kept, part, factor, match in tuned(book, setup, games, "tune"):
        print(f"{part:>6} × {factor:.2f}: {told_score(match)}", flush=True)
        found = kept
    print(f"WEIGHTS = {found}")


if __name__ == "__main__":
    main(sys.argv[1:])
