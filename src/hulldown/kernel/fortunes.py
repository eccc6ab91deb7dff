"""The fortunes of a game as they are told: how a chance to win went, what luck gave and what play."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

import msgspec
from msgspec.structs import replace

from hulldown.kernel.side import BLUE, RED, Side

LUCKIEST = 3
WORTH = 0.03  # what a roll moves on average at a glance, from which on it is looked at
DOUBTED = 0.05  # what a decision cost at a glance, from which on it is looked at
LOOK = 100  # pairs of battles for each of those, where nobody says how many
JUDGE = "greedy"  # the bot that fights them, likewise


class Other(msgspec.Struct, frozen=True):
    """Something else that could have been ordered, in words and as it is sent, and Red's chance after it."""

    words: str
    orders: tuple[msgspec.Raw, ...]
    value: float


class Sure(msgspec.Struct, frozen=True):
    """A chance, or a change of one, that is sure within `doubt`."""

    value: float
    doubt: float


class Fought(msgspec.Struct, frozen=True):
    """What battles say of a decision: Red's chance after it, and after the best of the others, with the same dice.

    `error` is what the best won more for the side that decided, below 0 where it won less.
    """

    battles: int
    judge: str
    played: Sure
    best: Sure
    error: Sure


class Decision(msgspec.Struct, frozen=True):
    """The orders from the first to the last, Red's chance where they led, and the best of the others, best first.

    `error` is what the best was worth more to the side that decided, never below 0; where battles were fought it is
    sure within `doubt`.
    """

    first: int
    last: int
    side: Side
    round: int
    phase: str
    played: float
    error: float
    others: tuple[Other, ...]
    doubt: float = 0.0
    fought: Fought | None = None

    @property
    def asked(self) -> float:
        """What it cost at a glance, whatever battles said since."""
        gap = self.others[0].value - self.played
        return max(0.0, gap if self.side is RED else -gap)

    def as_fought(self, fought: Fought) -> "Decision":
        """The same, with the error that battles tell."""
        return replace(self, error=max(0.0, fought.error.value), doubt=fought.error.doubt, fought=fought)


class Moment(msgspec.Struct, frozen=True):
    """An order that stands, by its number among all orders of the record, from 1 on. Chances are Red's, from 0 to 1.

    `luck` is that of the side that rolled; `chance` is how likely it was that the dice led to this very table, and
    `sampled` over how many rolls the mean was taken, where they were too many to look at. Where `battles` were fought,
    luck is what they say, sure within `doubt`.
    """

    number: int
    side: Side
    round: int
    phase: str
    sentence: str
    unit: int | None
    before: float
    expected: float
    after: float
    rolled: bool
    luck: float
    size: float
    chance: float | None = None
    sampled: int = 0
    battles: int = 0
    doubt: float = 0.0

    @property
    def play(self) -> float:
        """What the order itself was worth to Red, whatever fell."""
        return self.expected - self.before


class Sum(msgspec.Struct, frozen=True):
    """Red's account of a game: what it began with, what luck and play brought, and how it ended.

    `size` is how great the luck of this game's own rolls was on average (a standard deviation); `adjusted` is the
    result without luck, an estimate that may lie beyond 0 and 1; where battles were fought it is sure within `reach`.
    """

    start: float
    red_luck: float
    blue_luck: float
    play: float
    result: float
    size: float
    reach: float = 0.0

    @property
    def luck(self) -> float:
        return self.red_luck - self.blue_luck

    @property
    def adjusted(self) -> float:
        return self.result - self.luck


def accounted(moments: Sequence[Moment], result: float) -> Sum:
    """The account of a game: play is all that is not luck."""
    lucks = [sum(one.luck for one in moments if one.side is side) for side in (RED, BLUE)]
    size, reach = sqrt(sum(one.size**2 for one in moments)), sqrt(sum(one.doubt**2 for one in moments))
    start = moments[0].before
    return Sum(start, lucks[0], lucks[1], result - start - lucks[0] + lucks[1], result, size, reach)


class Analysis(msgspec.Struct, frozen=True):
    """All that is known of a game's fortunes: by which model, of which record; and what its units are called."""

    book: str
    model: str
    record: str
    ended: str
    sum: Sum
    moments: tuple[Moment, ...]
    decisions: tuple[Decision, ...]
    battles: int = 0
    units: dict[int, str] = {}
    judge: str = ""  # who fought the battles

    @property
    def luckiest(self) -> tuple[Moment, ...]:
        """The rolls that were luckiest for whoever rolled them."""
        return tuple(sorted([one for one in self.moments if one.luck > 0], key=lambda one: -one.luck)[:LUCKIEST])

    def errors(self, side: Side) -> tuple[Decision, ...]:
        """A side's errors, the largest first."""
        return tuple(sorted([one for one in self.decisions if one.side is side and one.error > 0], key=_error_of))

    def looked_at(self) -> tuple[Moment | Decision, ...]:
        """The rolls and decisions that a look at the whole game measures by battles, the most doubtful first."""
        rolls = [one for one in self.moments if one.size >= WORTH]
        choices = [one for one in self.decisions if one.asked >= DOUBTED]
        return tuple(sorted((*rolls, *choices), key=_doubt_of))

    def told_by_battles(self, found: Moment | Decision) -> "Analysis":
        """The same, with what battles say of a roll or of a decision."""
        if isinstance(found, Decision):
            rows = tuple([found if one.first == found.first else one for one in self.decisions])
            return replace(self, decisions=rows)
        moments = tuple([found if one.number == found.number else one for one in self.moments])
        return replace(self, moments=moments, sum=accounted(moments, self.sum.result))

    def luck_by(self, key: Callable[[Moment], Any], side: Side) -> dict[Any, float]:
        """A side's luck by phase or by unit."""
        found: dict[Any, float] = {}
        for moment in self.moments:
            if moment.side is side and moment.rolled:
                found[key(moment)] = found.get(key(moment), 0.0) + moment.luck
        return found

    def plain(self) -> dict[str, Any]:
        """The shape that `hulldown analyse --json` prints and that the server tells."""
        told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        told["sum"] |= {"luck": self.sum.luck, "adjusted": self.sum.adjusted}
        return told | {"luckiest": [one.number for one in self.luckiest]}


def _doubt_of(one: Moment | Decision) -> float:
    return -(one.size if isinstance(one, Moment) else one.asked)


def _error_of(decision: Decision) -> float:
    return -decision.error


class Scores(msgspec.Struct, frozen=True):
    """What battles came to for Red, in pairs with the same dice: as it was, and as it could have been."""

    ours: tuple[float, ...] = ()
    theirs: tuple[float, ...] = ()

    def __len__(self) -> int:
        return len(self.ours)


class Asked(msgspec.Struct, frozen=True):
    """What is asked of an analysis: all of a record at a glance, or battles for a roll or a decision of it.

    A decision may be held against orders of somebody's own; else it is against the best of the others.
    Battles go on from those that have been fought, up to so many. None is begun after so many seconds, but one is
    fought in any case.
    """

    record: str
    moment: Moment | None = None
    decision: Decision | None = None
    battles: int = 0
    seconds: float = 0.0
    scores: Scores = Scores()
    orders: tuple[msgspec.Raw, ...] = ()


class Progressed(msgspec.Struct, frozen=True):
    """How far an analysis is: so many steps of so many, and when it is done what came of it, or why nothing did.

    Of battles it is the scores of all that have been fought, and the roll or the decision as they tell it.
    """

    steps: int = 0
    of: int = 0
    done: bool = False
    wrong: str = ""
    analysis: Analysis | None = None
    scores: Scores | None = None
    moment: Moment | None = None
    decision: Decision | None = None
