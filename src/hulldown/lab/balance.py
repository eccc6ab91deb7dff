"""Is it fair? What a unit and the first move are worth, whether a scenario favours a side, what an option changes.

One bot plays both sides, so that what is left is the game's. Draws count as half a win.
"""

from collections.abc import Callable, Iterator, Sequence
from math import inf, isfinite
from typing import Any

import msgspec

from hulldown.kernel.fairness import Fair
from hulldown.kernel.interval import Interval, mean, mean_always, wilson
from hulldown.kernel.side import RED
from hulldown.lab.findings import Cell, Sheet, figures, plain
from hulldown.lab.plots import Estimate, Estimates, Plot
from hulldown.lab.report import Outcome, of_first, of_red
from hulldown.lab.scores import Scores, scores_of, sheet, version_of
from hulldown.lab.simulate import Fixture

FAIR = (0.4, 0.6)  # Red's share in a scenario that may be called fair: the whole interval lies within
EVEN = (0.45, 0.55)  # and in one that favours nobody; else all of it lies outside
NEAR, MOST_TIMES = 0.005, 50  # so near to what decides, or so many times the games, no number of games is promised


class Section(msgspec.Struct, frozen=True):
    """One answer of the report: its sentences, tables, plots and data."""

    answers: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    plots: tuple[Plot, ...]
    data: dict[str, Any]


def percent(value: Interval) -> str:
    return f"{100 * value.mid:.0f} % ({100 * value.low:.0f} – {100 * value.high:.0f} %)"


# Scenarios


class Fairness(msgspec.Struct, frozen=True):
    """How the sides of a scenario did: Red's score, with luck and without, and that of whoever moved first.

    A verdict is of the score without luck, if there are enough games for it, and of an interval that may be looked at
    at any time: once it is settled, more games hardly ever overturn it.
    """

    scenario: str
    games: int
    red: int
    blue: int
    draws: int
    scores: Scores
    first: Scores

    @property
    def score(self) -> Interval:
        return self.scores.best

    @property
    def verdict(self) -> Fair:
        if self.score.within(*FAIR):
            return "fair"
        if self.score.low > EVEN[1]:
            return "favours Red"
        return "favours Blue" if self.score.high < EVEN[0] else "not settled"

    @property
    def sentence(self) -> str:
        asked, score = f"Is {self.scenario} fair?", self.score
        games = f"{self.games:,} games{'' if score is self.scores.raw else ', luck taken off'}"
        if self.verdict == "fair":
            return f"{asked} Yes: Red scores {percent(score)} of {games}."
        if self.verdict == "favours Red":
            return f"{asked} No, it favours Red, who scores {percent(score)} of {games}."
        if self.verdict == "favours Blue":
            blue = Interval(1 - score.high, 1 - score.mid, 1 - score.low)
            return f"{asked} No, it favours Blue, who scores {percent(blue)} of {games}."
        return f"{asked} That is not settled: Red scores {percent(score)} of {games}; {self._advice}."

    @property
    def _advice(self) -> str:
        """How many games would settle it, if the score stays where it is."""
        mid = self.score.mid
        off = max(min(mid - FAIR[0], FAIR[1] - mid), mid - EVEN[1], EVEN[0] - mid)
        many = self.games * (self.score.reach / off) ** 2 if off > NEAR and isfinite(self.score.reach) else inf
        if many > MOST_TIMES * self.games:
            return "play four times as many"
        return f"about {round(many, 1 - len(str(int(many)))):,.0f} would settle it if it stays so"


def red_score(played: Sequence[Outcome]) -> Interval:
    """As it may be looked at again and again."""
    return scores_of(of_red(played), always=True).best


def first_score(played: Sequence[Outcome]) -> Interval:
    """That of whoever moved first."""
    return scores_of(of_first(played), always=True).best


def fairness(scenario: str, played: Sequence[Outcome]) -> Fairness:
    scores = [outcome.score for outcome in played if outcome.score is not None]
    red, blue, draws = (scores.count(score) for score in (1.0, 0.0, 0.5))
    with_luck, first = (scores_of(of(played), always=True) for of in (of_red, of_first))
    return Fairness(scenario, len(scores), red, blue, draws, with_luck, first)


def scenarios_part(book_id: str, found: Sequence[Fairness], played: Sequence[Outcome]) -> Section:
    """All scenarios; of all games together, what it is worth to move first."""
    first = first_score(played)
    columns = ("scenario", "games", "Red", "Blue", "draws", "first %", "verdict")
    rows = tuple(
        (one.scenario, one.games, one.red, one.blue, one.draws, figures(one.first.best)[0], one.verdict)
        for one in found
    )
    note = (
        f"Fair: the whole 95 % interval of Red's score lies within {100 * FAIR[0]:.0f} – {100 * FAIR[1]:.0f} %; a side "
        f"is favoured: all of it lies beyond {100 * EVEN[0]:.0f} – {100 * EVEN[1]:.0f} %. "
        "first %: the score of whoever moved first."
    )
    marks = tuple(Estimate(one.scenario, one.score, one.verdict) for one in found)
    firsts = tuple(Estimate(one.scenario, one.first.best) for one in found if one.first.games)
    clear = first.outside(0.5, 0.5)
    told = "" if clear else ", which is no clear advantage"
    return Section(
        (*(one.sentence for one in found), f"Whoever moves first scores {percent(first)}{told}."),
        (
            Sheet("Scenarios by side", columns, rows, note),
            sheet("Red's score", "scenario", [(one.scenario, one.scores) for one in found], book_id),
        ),
        (
            Estimates("Red's score by scenario, with 95 % interval", "Red's score", marks, 0.5, FAIR),
            Estimates("Score of whoever moved first", "score, 0.5 is no effect", firsts, 0.5),
        ),
        {
            "model": version_of(book_id),
            "scenarios": [
                {"id": one.scenario, "games": one.games, "red": one.red, "blue": one.blue, "draws": one.draws}
                | {"score": plain(one.score), "first": plain(one.first.best), "verdict": one.verdict}
                | {"scores": one.scores.plain()}
                for one in found
            ],
            "first_move": plain(first),
        },
    )


# Options

LUCKLESS = "Red's without luck, %"
MEASURES: dict[str, Callable[[Outcome], float]] = {
    "Red's score, %": lambda outcome: 100 * (outcome.score or 0.0),
    LUCKLESS: lambda outcome: 100 * _without_luck(outcome),
    "draws, %": lambda outcome: 100.0 * (outcome.score == 0.5),
    "first mover's score, %": lambda outcome: 100 * _of_first(outcome),
    "rounds": lambda outcome: outcome.rounds,
    "orders": lambda outcome: outcome.orders,
    "units lost": lambda outcome: sum(outcome.losses),
}


def _without_luck(outcome: Outcome) -> float:
    scored = outcome.scored
    return 0.0 if scored is None or scored.adjusted is None else scored.adjusted


def _of_first(outcome: Outcome) -> float:
    score = outcome.score or 0.0
    return 0.5 if outcome.first is None else score if outcome.first is RED else 1 - score


PAIRED = (
    "The same games with the same seeds, paired; low, high: the 95 % interval. Clear: zero lies outside a wider one, "
    "which may be looked at at any time."
)


def _measures(watched: bool) -> Iterator[tuple[str, Callable[[Outcome], float]]]:
    return ((name, one) for name, one in MEASURES.items() if watched or one is not MEASURES[LUCKLESS])


class Options(msgspec.Struct, frozen=True):
    """The same games under several set-ups: as the scenario is, and with each option by itself."""

    book: str
    setups: tuple[bytes, ...]
    options: tuple[str, ...]
    bot: str
    seed: str
    scenario: str
    watched: bool = False

    def fixture(self, number: int) -> Fixture:
        game, which = divmod(number - 1, len(self.setups))
        bots, seed = (self.bot, self.bot), f"{self.seed}/{game + 1}"
        return Fixture(self.book, self.setups[which], bots, seed, watched=self.watched)


def options_part(asked: Options, played: Sequence[Outcome]) -> Section:
    answers: list[str] = []
    sheets: list[Sheet] = []
    marks: list[Estimate] = []
    data: list[dict[str, Any]] = []
    every = len(asked.setups)
    for which, option in enumerate(asked.options, 1):
        pairs = [
            (played[at], played[at + which])
            for at in range(0, len(played) - every + 1, every)
            if played[at].score is not None and played[at + which].score is not None
        ]
        turned = wilson(sum(one.score != other.score for one, other in pairs), len(pairs))
        rows: list[tuple[Cell, ...]] = []
        clear: list[str] = []
        changes: dict[str, Any] = {}
        for name, measure in _measures(asked.watched):
            before, after = ([measure(pair[at]) for pair in pairs] for at in (0, 1))
            apart = [late - early for early, late in zip(before, after, strict=True)]
            change, sure = mean(apart), mean_always(apart).outside(0, 0)
            averages = [round(sum(values) / (len(values) or 1), 2) for values in (before, after)]
            rows.append((name, *averages, *figures(change, 2, 1), "yes" if sure else "no"))
            changes[name] = {"without": averages[0], "with": averages[1], "change": plain(change), "clear": sure}
            if sure:
                clear.append(
                    f"{name.replace(', %', ' (%)')} by {change.mid:+.3g} ({change.low:+.3g} … {change.high:+.3g})"
                )
        told = f"it changes {'; '.join(clear)}" if clear else "of what is measured nothing changes clearly"
        ended = f"{percent(turned)} of {len(pairs):,} games end otherwise"
        answers.append(f"What does {option} change in {asked.scenario}? {ended}, and {told}.")
        columns = ("measured", "without", "with", "change", "low", "high", "clear")
        sheets.append(Sheet(f"With {option}", columns, tuple(rows), PAIRED))
        marks.append(Estimate(option, turned, f"{len(pairs):,} games"))
        data.append({"option": option, "games": len(pairs), "turned": plain(turned), "measures": changes})
    return Section(
        tuple(answers),
        tuple(sheets),
        (Estimates("Share of the games that end otherwise", "share", tuple(marks), 0.0),),
        {"scenario": asked.scenario, "options": data},
    )
