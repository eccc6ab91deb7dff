"""How one game went, and what many came to: wins, scores with and without luck, lengths, losses."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from hulldown.kernel.interval import Interval, share_always, wilson
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import RED, Side
from hulldown.lab.scores import Scored, Scores, scores_of
from hulldown.lab.watch import Notes


class Outcome(msgspec.Struct, frozen=True):
    """How one game went. One that raised says so in `error`, and counts for nobody."""

    seed: str
    result: Result | None
    orders: int
    rounds: int
    losses: tuple[int, int]
    error: str = ""
    first: Side | None = None  # who moved first
    notes: Notes | None = None  # where it was watched

    @property
    def score(self) -> float | None:
        """Red's: 1 for a win, a half for a draw; nothing for a game that raised."""
        if self.error or self.result is None:
            return None
        return 0.5 if self.result.winner is None else float(self.result.winner is RED)

    @property
    def scored(self) -> Scored | None:
        """Red's score with its luck; nothing for a game that raised."""
        return None if self.score is None else Scored(self.score, self.notes.luck if self.notes else None)


NOTHING = scores_of(())


class Failure(msgspec.Struct, frozen=True):
    """A game that raised: its number and seed, so that it can be played again, and what was raised."""

    game: int
    seed: str
    message: str


class Report(msgspec.Struct, frozen=True):
    """What many games came to. `won[player][side]` counts wins; lengths and losses are means of a game."""

    bots: tuple[str, str]
    games: int
    won: tuple[tuple[int, int], tuple[int, int]]
    draws: int
    orders: float
    rounds: float
    losses: tuple[float, float]
    decisions: int
    seconds: float
    failures: tuple[Failure, ...] = ()
    remark: str = ""  # on an end that was set, since the set-up has none
    score: Scores = NOTHING  # of the first player, with and without luck
    side: Scores = NOTHING  # of Red
    first: Scores = NOTHING  # of whoever moved first
    kept: int = 0  # decisions of games that had been played before, in no time

    @property
    def finished(self) -> int:
        return self.games - len(self.failures)

    @property
    def wins(self) -> tuple[int, int]:
        """Wins of each player, whichever side it had."""
        return sum(self.won[0]), sum(self.won[1])

    @property
    def sides(self) -> tuple[int, int]:
        """Wins of Red and of Blue, whoever played them."""
        return self.won[0][0] + self.won[1][0], self.won[0][1] + self.won[1][1]

    @property
    def rates(self) -> tuple[Interval, Interval]:
        share = share_always if self.score.always else wilson
        return share(self.wins[0], self.finished), share(self.wins[1], self.finished)

    def plain(self) -> dict[str, Any]:
        """The shape that `hulldown simulate --json` prints."""
        red, blue = self.sides
        return {
            "games": self.games,
            "players": [{"bot": bot, "wins": wins} for bot, wins in zip(self.bots, self.wins, strict=True)],
            "sides": {"red": red, "blue": blue},
            "draws": self.draws,
            "win_rate": [
                {"bot": bot, "low": round(rate.low, 4), "mid": round(rate.mid, 4), "high": round(rate.high, 4)}
                for bot, rate in zip(self.bots, self.rates, strict=True)
            ],
            "score": {"bot": self.bots[0], **self.score.plain()},
            "red": self.side.plain(),
            "first_move": self.first.plain(),
            "length": {"orders": round(self.orders, 1), "rounds": round(self.rounds, 1)},
            "losses": {"red": round(self.losses[0], 2), "blue": round(self.losses[1], 2)},
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "errors": len(self.failures),
            "failures": [msgspec.structs.asdict(failure) for failure in self.failures],
            **({"remark": self.remark} if self.remark else {}),
        }


def summarise(
    bots: tuple[str, str], played: Sequence[Outcome], seconds: float, remark: str = "", always: bool = False
) -> Report:
    """The report of the games of a match, in their order; `always` if they were looked at as they were played."""
    won = [[0, 0], [0, 0]]
    draws = 0
    failures: list[Failure] = []
    finished: list[Outcome] = []
    for number, outcome in enumerate(played, 1):
        if outcome.error or outcome.result is None:
            failures.append(Failure(number, outcome.seed, outcome.error or "the game ended without a result"))
            continue
        finished.append(outcome)
        if (winner := outcome.result.winner) is None:
            draws += 1
        else:
            red_player = 0 if number % 2 else 1
            won[red_player if winner is RED else 1 - red_player][winner] += 1
    many = len(finished) or 1
    return Report(
        bots=bots,
        games=len(played),
        won=((won[0][0], won[0][1]), (won[1][0], won[1][1])),
        draws=draws,
        orders=sum(outcome.orders for outcome in finished) / many,
        rounds=sum(outcome.rounds for outcome in finished) / many,
        losses=(sum(outcome.losses[0] for outcome in finished) / many, sum(o.losses[1] for o in finished) / many),
        decisions=sum(outcome.orders for outcome in played),
        seconds=seconds,
        failures=tuple(failures),
        remark=remark,
        score=scores_of(of_player(played), always),
        side=scores_of(of_red(played), always),
        first=scores_of(of_first(played), always),
    )


def of_player(played: Sequence[Outcome], player: int = 0) -> Iterator[Scored]:
    """The games of a match for one of the two players, who swap sides every game."""
    for number, outcome in enumerate(played, 1):
        if (red := outcome.scored) is not None:
            yield red if (number + player) % 2 else red.of_other()


def of_red(played: Iterable[Outcome]) -> Iterator[Scored]:
    return (one.scored for one in played if one.scored is not None)


def of_first(played: Iterable[Outcome]) -> Iterator[Scored]:
    """For whoever moved first."""
    for outcome in played:
        if (red := outcome.scored) is not None and outcome.first is not None:
            yield red if outcome.first is RED else red.of_other()


def so_far(played: Sequence[Outcome]) -> Interval:
    """The first player's score, as it may be looked at again and again."""
    return scores_of(of_player(played), always=True).best
