"""Fits the outcome model of a book on games between equals, and says how well it is calibrated on others.

    python -m hulldown.lab.equals france1944 1200 games.jsonl
    python -m hulldown.lab.outcomes france1944 games.jsonl plot.svg
    python -m hulldown.lab.outcomes judge france1944 games.jsonl plot.svg

The last one fits nothing: it says how good the model is that is kept.

One game in five is held out. Each game has the same weight, however long it is, and intervals are by games: the
positions of a game share one result. The weights are written to `outcome/fits`; what is told goes into
`docs/analysis.md`.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import msgspec

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.interval import Interval, mean
from hulldown.lab.equals import PlayedGame, read
from hulldown.lab.fit import logistic
from hulldown.lab.plots import Lines, Series
from hulldown.outcome.model import FITS, Features, Fitted, chance, features_of, model_of, weighed
from hulldown.rulebooks import load

A_GAME = 14  # positions of it that are looked at
SETTING_UP = 2  # of them, at most, are from the time when armies are set up
MATERIAL = ("material",)
TENTHS = 10


class Seen(NamedTuple):
    """The features of some positions of a game, and how it ended for Red."""

    game: PlayedGame
    rows: list[Features]
    seconds: float = 0.0


class Tenth(NamedTuple):
    """The positions whose value lay in one tenth: how many, in how many games, what was said and what came."""

    positions: int
    games: int
    said: float
    came: Interval


class Judged(NamedTuple):
    """How good a set of values is on some games."""

    games: int
    brier: Interval
    tenths: tuple[Tenth | None, ...]


def seen(game: PlayedGame) -> Seen:
    """Positions drawn from a game by its own seed."""
    book, read_features = load(game.book), features_of(game.book).features
    positions = [state for state, _ in game.positions()][:-1]
    setting_up = [state for state in positions if book.turn(state).setting_up]
    dice = SeededDice(f"{game.seed} positions")
    drawn = _drawn(setting_up, SETTING_UP, dice)
    drawn += _drawn(positions[len(setting_up) :], A_GAME - len(drawn), dice)
    began = process_time()
    rows = [read_features(state) for state in drawn]
    return Seen(game, rows, (process_time() - began) / max(1, len(rows)))


def _drawn(states: Sequence[Any], many: int, dice: SeededDice) -> list[Any]:
    """So many of them, one from each of as many equal stretches."""
    if len(states) <= many:
        return list(states)
    edges = [at * len(states) // many for at in range(many + 1)]
    return [states[low + dice.pick(high - low)] for low, high in pairwise(edges)]


def fitted(book_id: str, games: Sequence[Seen], command: str, names: Sequence[str] = ()) -> Fitted:
    """The weights under which the results of these games are likeliest; of some features alone, if they are named."""
    source = features_of(book_id)
    odd_names = tuple(names) or source.ODD
    places = [source.ODD.index(name) for name in odd_names]
    decided = [one for one in games if one.game.score != 0.5]
    odd = _weights(decided, [[[row.odd[at] for at in places] for row in one.rows] for one in decided], _won)
    drawable = [one for one in games if one.rows and one.rows[0].even]
    even = _weights(drawable, [[row.even for row in one.rows] for one in drawable], _drew)
    positions = sum(len(one.rows) for one in games)
    even_names = dict(zip(source.EVEN, even or [0.0] * len(source.EVEN), strict=True))
    all_odd = dict.fromkeys(source.ODD, 0.0) | dict(zip(odd_names, odd, strict=True))
    return Fitted(book_id, len(games), positions, command, _brief(all_odd), _brief(even_names))


def _won(one: Seen) -> float:
    return one.game.score


def _drew(one: Seen) -> float:
    return float(one.game.score == 0.5)


def _weights(games: Sequence[Seen], rows: Sequence[Sequence[Sequence[float]]], score: Any) -> list[float]:
    flat = [row for some in rows for row in some]
    scores = [score(one) for one, some in zip(games, rows, strict=True) for _ in some]
    counts = [1 / len(some) for some in rows for _ in some]
    return logistic(flat, scores, counts=counts).unknowns if flat else []


def _brief(weights: dict[str, float]) -> dict[str, float]:
    return {name: round(weight, 4) for name, weight in weights.items()}


def valued(fit: Fitted, row: Features) -> float:
    """What a fit makes of the features of a position."""
    draw = chance(weighed(list(fit.even.values()), row.even)) if row.even else 0.0
    return (1 - draw) * chance(weighed(list(fit.odd.values()), row.odd)) + draw / 2


def judged(fit: Fitted, games: Iterable[Seen]) -> Judged:
    """Brier's score, each game alike, and the tenths, with intervals by games."""
    briers: list[float] = []
    cells: list[list[tuple[float, float, int]]] = [[] for _ in range(TENTHS)]
    for one in games:
        values = [valued(fit, row) for row in one.rows]
        briers.append(sum((value - one.game.score) ** 2 for value in values) / max(1, len(values)))
        for tenth in range(TENTHS):
            there = [value for value in values if min(TENTHS - 1, int(value * TENTHS)) == tenth]
            if there:
                cells[tenth].append((sum(there), one.game.score, len(there)))
    return Judged(len(briers), mean(briers), tuple([_tenth(cell) for cell in cells]))


def _tenth(cell: Sequence[tuple[float, float, int]]) -> Tenth | None:
    """What came in a tenth: the mean result, games weighed by their positions there, with an interval by games."""
    if not cell:
        return None
    positions = sum(many for _, _, many in cell)
    came = sum(score * many for _, score, many in cell) / positions
    apart = [many * (score - came) / positions * len(cell) for _, score, many in cell]
    reach = mean(apart).reach
    said = sum(said for said, _, _ in cell) / positions
    return Tenth(positions, len(cell), said, Interval(came - reach, came, came + reach))


def told(book_id: str, games: Sequence[Seen], command: str) -> Iterator[str]:
    """The fit on all but the held-out games, and how it does on those, beside material alone."""
    fit = fitted(book_id, [one for one in games if not one.game.held_out], command)
    alone = fitted(book_id, [one for one in games if not one.game.held_out], command, MATERIAL)
    held = [one for one in games if one.game.held_out]
    ours, theirs = judged(fit, held), judged(alone, held)
    yield f"{book_id}: fitted on {fit.games} games, {fit.positions} positions; held out {ours.games} games"
    yield f"  Brier {_interval(ours.brier)}; material alone {_interval(theirs.brier)}"
    yield f"  better by {_interval(_difference(fit, alone, held))} a game"
    yield f"  features of a position in {1000 * sum(one.seconds for one in held) / len(held):.2f} ms"
    for at, tenth in enumerate(ours.tenths):
        if tenth is not None:
            yield f"  {_tenth_told(at, tenth)}"
    for name, weight in (*fit.odd.items(), *fit.even.items()):
        yield f"  {name} = {weight}"


def plot(book_id: str, found: Judged) -> Lines:
    """What was said beside what came, by tenths."""
    there = [tenth for tenth in found.tenths if tenth is not None]
    came = tuple([(100 * tenth.said, 100 * tenth.came.mid) for tenth in there])
    reach = tuple(
        [Interval(100 * max(0.0, one.came.low), 100 * one.came.mid, 100 * min(1.0, one.came.high)) for one in there]
    )
    title = f"{load(book_id).title}: {found.games} games that the model was not fitted on"
    said = Series("as said", ((0.0, 0.0), (100.0, 100.0)))
    return Lines(title, "Red's chance, as the model says", "Red's score", (said, Series("as it came", came, reach)))


def _difference(fit: Fitted, alone: Fitted, held: Sequence[Seen]) -> Interval:
    """By how much Brier's score is less, game by game."""

    def brier(one: Seen, by: Fitted) -> float:
        return sum((valued(by, row) - one.game.score) ** 2 for row in one.rows) / max(1, len(one.rows))

    return mean([brier(one, alone) - brier(one, fit) for one in held])


def _tenth_told(at: int, tenth: Tenth) -> str:
    said = f"said {tenth.said:.3f}, came {_interval(tenth.came)}"
    return f"from {at / TENTHS:.1f}: {said} ({tenth.positions} positions of {tenth.games} games)"


def _interval(one: Interval) -> str:
    return f"{one.mid:.3f} ({one.low:.3f} to {one.high:.3f})"


def write(fit: Fitted) -> None:
    """The weights of a book, where they are read from."""
    head = [f"{name} = {value!r}" for name, value in msgspec.to_builtins(fit).items() if not isinstance(value, dict)]
    tables = [
        "\n".join([f"[{name}]", *[f'"{feature}" = {weight}' for feature, weight in weights.items()]])
        for name, weights in (("odd", fit.odd), ("even", fit.even))
    ]
    text = "\n".join(head).replace("'", '"')
    told = "# What the outcome model weighs by. Written by `python -m hulldown.lab.outcomes`.\n"
    (FITS / f"{fit.book}.toml").write_text("\n\n".join([told + text, *tables]) + "\n", encoding="utf-8")


def judging(book_id: str, held: Sequence[Seen]) -> Iterator[str]:
    """The model as it is kept, on games that it was not fitted on, by scenario, by whose armies, and in all."""
    model = model_of(book_id)
    assert model is not None
    yield f"{book_id}: model {model.version}, fitted on {model.fitted.games} games"
    by_scenario: dict[str, list[Seen]] = {}
    for one in held:
        by_scenario.setdefault(one.game.scenario, []).append(one)
    armies = {
        "armies of the scenario": [one for one in held if not one.game.by_lot],
        "armies by lot": [one for one in held if one.game.by_lot],
    }
    for name, games in (*by_scenario.items(), *armies.items(), ("all", held)):
        if games:
            found = judged(model.fitted, games)
            yield f"  {name}: {found.games} games, Brier {_interval(found.brier)}"
    for at, tenth in enumerate(judged(model.fitted, held).tenths):
        if tenth is not None:
            yield f"  {_tenth_told(at, tenth)}"


def main(words: list[str]) -> int:
    fitting = words[:1] != ["judge"]
    words = words if fitting else words[1:]
    if len(words) < 2:
        sys.stderr.write("outcomes takes a book and files of games between equals; `judge` before it fits nothing\n")
        return 2
    book_id, *files = words
    plots = [file for file in files if file.endswith(".svg")]
    games = [seen(game) for file in files if file not in plots for game in read(Path(file))]
    held = [one for one in games if one.game.held_out]
    fit, lines = _fitted(book_id, games) if fitting else _kept(book_id, held)
    for line in lines:
        sys.stdout.write(f"{line}\n")
    for file in plots:
        Path(file).write_text(f"{plot(book_id, judged(fit, held)).svg()}\n")
    return 0


def _fitted(book_id: str, games: Sequence[Seen]) -> tuple[Fitted, Iterator[str]]:
    """A fit on all but the held-out games, which is written where it is read from."""
    command = f"python -m hulldown.lab.outcomes {book_id}"
    fit = fitted(book_id, [one for one in games if not one.game.held_out], command)
    write(fit)
    return fit, told(book_id, games, command)


def _kept(book_id: str, held: Sequence[Seen]) -> tuple[Fitted, Iterator[str]]:
    model = model_of(book_id)
    assert model is not None
    return model.fitted, judging(book_id, held)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
