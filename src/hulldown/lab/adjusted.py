"""Luck-adjusted scores: the result of a game less the luck of its rolls, which is nothing on average.

    python -m hulldown.lab.adjusted BOOK FILE …

The mean of adjusted scores is that of the scores, with less spread, so fewer games say as much. The model is named and
fixed before the games are played. Adjusted scores may lie beyond 0 and 1; they are summed as they are. By how much the
variance falls is measured on games that the model was not fitted on.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

from hulldown.bots.bot import played
from hulldown.kernel.interval import Interval, mean, student
from hulldown.lab.equals import PlayedGame, read
from hulldown.lab.scores import Scored
from hulldown.lab.watch import Watch
from hulldown.outcome.model import model_of

PARTS = 20  # that games are split into, to see how much a ratio varies


def scored(game: PlayedGame) -> Scored:
    """A game that was played, watched again."""
    model = model_of(game.book)
    assert model is not None
    watch = Watch(model.book, model, f"{game.seed} luck")
    before: Any = None
    given: Any = None
    for state, order in game.positions():
        if before is not None:
            watch.step(before, given, played(model.book, before, given) is None, state)
        before, given = state, order
    return Scored(game.score, watch.luck)


def ratio(found: Sequence[Scored]) -> Interval:
    """By how much the variance falls: raw over adjusted, with an interval by leaving out a part of the games each."""
    whole = log(_ratio(found))
    without = [log(_ratio([one for at, one in enumerate(found) if at % PARTS != part])) for part in range(PARTS)]
    middle = sum(without) / PARTS
    error = sqrt((PARTS - 1) / PARTS * sum((one - middle) ** 2 for one in without))
    reach = student(PARTS - 1) * error
    return Interval(exp(whole - reach), exp(whole), exp(whole + reach))


def _ratio(found: Sequence[Scored]) -> float:
    return _variance([one.raw for one in found]) / max(1e-12, _variance(_adjusted(found)))


def _adjusted(found: Sequence[Scored]) -> list[float]:
    return [one.raw - (one.luck or 0.0) for one in found]


def _variance(values: Sequence[float]) -> float:
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)


def told(book_id: str, games: Iterable[PlayedGame]) -> Iterator[str]:
    """The ratio of each scenario and of all, on games that were held out of the fit."""
    by_scenario: dict[str, list[Scored]] = {}
    for game in games:
        if game.held_out:
            by_scenario.setdefault(game.scenario, []).append(scored(game))
    every = [one for some in by_scenario.values() for one in some]
    rows = [*by_scenario.items(), ("all", every)]
    for name, found in rows:
        if len(found) < PARTS:
            continue
        raw, adjusted = mean([one.raw for one in found]), mean(_adjusted(found))
        beyond = sum(not 0 <= one <= 1 for one in _adjusted(found))
        yield (
            f"{book_id} {name}: {len(found)} games, variance divided by {_interval(ratio(found))}; "
            f"Red's score {_interval(raw)}, adjusted {_interval(adjusted)}; {beyond} beyond 0 and 1"
        )


def _interval(one: Interval) -> str:
    return f"{one.mid:.2f} ({one.low:.2f} to {one.high:.2f})"


def main(words: list[str]) -> int:
    if len(words) < 2:
        sys.stderr.write("adjusted takes a book and files of games between equals\n")
        return 2
    for line in told(words[0], (game for path in words[1:] for game in read(Path(path)))):
        sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
