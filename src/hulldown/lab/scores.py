"""Scores of games as they ended and without luck, side by side, each with its interval.

Luck is nothing on average, so both have the same mean; without luck there is less spread, and half of the games say as
much. Scores without luck may lie beyond 0 and 1, and are summed as they are. The model is that of the version at hand:
it is fixed before the games are played, as the code is.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from hulldown.kernel.interval import LEAST_ALWAYS, Interval, mean, mean_always, share_always, wilson
from hulldown.lab.findings import Cell, Sheet, figures, plain
from hulldown.outcome import model_of

ENDS = (0.0, 1.0)  # what a game can come to


class Scored(NamedTuple):
    """A game, from one side: its result, and that side's luck in it, if it was watched."""

    raw: float
    luck: float | None = None

    @property
    def adjusted(self) -> float | None:
        return None if self.luck is None else self.raw - self.luck

    def of_other(self) -> "Scored":
        return Scored(1 - self.raw, None if self.luck is None else -self.luck)


class Scores(msgspec.Struct, frozen=True):
    """The mean score of some games, and without luck; whether it may be looked at at any time; what luck was worth.

    `spared` is the variance of the scores by that without luck: so many times as many games would say as much.
    """

    games: int
    raw: Interval
    adjusted: Interval | None = None
    always: bool = False
    spared: float | None = None

    @property
    def best(self) -> Interval:
        """The one that says more: that without luck, once there are enough games for it."""
        return self.raw if self.adjusted is None or self.games < LEAST_ALWAYS else self.adjusted

    def plain(self) -> dict[str, Any]:
        without = {"without_luck": plain(self.adjusted), "spared": _brief(self.spared)} if self.adjusted else {}
        return {"games": self.games, "raw": plain(self.raw), **without}


def _brief(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def scores_of(games: Iterable[Scored], always: bool = False) -> Scores:
    """What some games came to; `always` if they are looked at again and again, or a verdict hangs on it."""
    found = [*games]
    points, share = sum(one.raw for one in found), share_always if always else wilson
    raw = share(points, len(found))
    without = [one.adjusted for one in found if one.adjusted is not None]
    if not found or len(without) < len(found):
        return Scores(len(found), raw, always=always)
    adjusted = (mean_always if always else mean)(without, ENDS)
    return Scores(len(found), raw, adjusted, always, _spared([one.raw for one in found], without))


def _spared(raw: Sequence[float], adjusted: Sequence[float]) -> float | None:
    spread = _squares(adjusted)
    return _squares(raw) / spread if spread else None


def _squares(values: Sequence[float]) -> float:
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values)


COLUMNS = ("score %", "low", "high", "without luck %", "its low", "its high")


def cells(found: Scores) -> tuple[Cell, ...]:
    """A row under these columns: both scores with their intervals."""
    return (*figures(found.raw), *(figures(found.adjusted) if found.adjusted else (None, None, None)))


def sheet(title: str, of: str, rows: Sequence[tuple[str, Scores]], book_id: str) -> Sheet:
    """Scores side by side; the note says how to read them, and by which model."""
    every = tuple([(name, found.games, *cells(found)) for name, found in rows])
    return Sheet(title, (of, "games", *COLUMNS), every, note([found for _, found in rows], book_id))


def note(found: Sequence[Scores], book_id: str) -> str:
    """How the intervals are meant, and what luck was taken off by."""
    always = any(one.always for one in found)
    held = "which may be looked at at any time" if always else "for a number of games that was fixed before"
    told = f"A draw is half a win. The intervals are those of 95 %, {held}."
    if not any(one.adjusted for one in found):
        return told
    return f"{told} Without luck: less the luck of the rolls, by the outcome model {version_of(book_id)}."


def version_of(book_id: str) -> str:
    """The version of the model that takes luck off; nothing where there is none."""
    model = model_of(book_id)
    return model.version if model else ""
