"""How fair a scenario is, as it is found out by playing it: what is asked, told after each game, and kept."""

from typing import Literal

import msgspec

from hulldown.kernel.interval import Interval
from hulldown.kernel.side import Side

Fair = Literal["fair", "favours Red", "favours Blue", "not settled"]


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A game that is over: Red's score, or what was raised; how long it was, what was lost, who began, Red's luck."""

    score: float | None
    rounds: int
    losses: tuple[int, int]
    first: Side | None = None
    luck: float | None = None
    error: str = ""


class FairFound(msgspec.Struct, frozen=True, kw_only=True):
    """What so many games came to: who won them, Red's score, what that says, and what a game was like on average.

    The interval holds the truth 95 times in 100, however often one looks; `without_luck` says that the luck of the
    dice is taken off. `broken` are the numbers of games that raised an error of ours, which count for nobody.
    """

    bot: str
    games: int
    red: int
    blue: int
    draws: int
    score: Interval
    verdict: Fair
    without_luck: bool
    first: float | None
    rounds: float
    lost: float
    broken: tuple[int, ...] = ()
    remark: str = ""


class FairRun(msgspec.Struct, frozen=True):
    """The games of a set-up that come after those that were played, up to the `last`, and the seconds for them."""

    book: str
    setup: bytes
    bot: str
    played: tuple[Played, ...]
    last: int
    seconds: float


class FairTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line about a run: a game more and what all come to; or its end, which may have come for want of time."""

    game: Played | None = None
    found: FairFound | None = None
    late: bool = False
    wrong: str = ""


class FairKept(msgspec.Struct, frozen=True):
    """What is kept of a scenario: its games, what they come to, and why there are not as many as were wished for."""

    played: tuple[Played, ...]
    found: FairFound
    why: Literal["", "stopped", "late"] = ""
