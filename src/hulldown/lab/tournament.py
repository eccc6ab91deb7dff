"""Everybody against everybody, sides swapped: how strong each bot is, in Elo points.

The model is Bradley's and Terry's: the chance to win follows from the difference of two ratings, 400 points being 10
to 1. Draws count as half a win. Ratings are told from the average of the field, with likelihood intervals.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log

import msgspec

from hulldown.kernel.interval import Interval, wilson
from hulldown.lab.findings import Cell, Findings, Origin, Sheet, figures, plain
from hulldown.lab.fit import profile
from hulldown.lab.plots import Estimate, Estimates
from hulldown.lab.report import Outcome
from hulldown.lab.scores import Scored, Scores, scores_of, sheet, version_of
from hulldown.lab.simulate import Fixture, Match

ELO = 400 / log(10)  # points for each unit of log-odds


class Tournament(msgspec.Struct, frozen=True):
    """Who plays, and how many games each two of them play."""

    book: str
    setup: bytes
    bots: tuple[str, ...]
    games: int
    seed: str
    watched: bool = False

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return [*combinations(range(len(self.bots)), 2)]

    @property
    def total(self) -> int:
        return self.games * len(self.pairs)

    def seats(self, number: int) -> tuple[int, int]:
        """Red's bot and Blue's: two games of each pair in turn, sides swapped, so that all pairs advance together."""
        turn, game = divmod(number - 1, 2)
        one, other = self.pairs[turn % len(self.pairs)]
        return (other, one) if game else (one, other)

    def fixture(self, number: int) -> Fixture:
        red, blue = self.seats(number)
        match = Match(self.book, self.setup, (self.bots[red], self.bots[blue]), self.seed)
        return Fixture(self.book, self.setup, match.bots, match.seed_of(number), watched=self.watched)


class Ranked(msgspec.Struct, frozen=True):
    """How a bot did: its rating, and its games."""

    bot: str
    elo: Interval
    score: Scores
    wins: int
    draws: int
    losses: int


def ratings(scores: Sequence[tuple[int, int, float]], many: int) -> list[Interval]:
    """Elo points of so many players from the average, by games as (one, other, the one's score)."""
    met: dict[tuple[int, int], list[float]] = {}
    for one, other, score in scores:
        met.setdefault((one, other), []).append(score)
    means, counts = [sum(each) / len(each) for each in met.values()], [*map(len, met.values())]
    found = []
    for player in range(many):
        weights = [_weights(player, other, many) for other in range(many)]
        rows = [[a - b for a, b in zip(weights[one], weights[other], strict=True)] for one, other in met]
        value = profile(rows, means, counts, 0)
        found.append(Interval(ELO * value.low, ELO * value.mid, ELO * value.high))
    return found


def _weights(player: int, other: int, many: int) -> list[float]:
    """A rating by `many - 1` unknowns: the player's own comes first, and all ratings add up to 0."""
    if other == player:
        return [1.0, *[0.0] * (many - 2)]
    place = (other - player) % many - 1  # 0 … many - 2
    share = [-1.0 / (many - 1)]
    if place == many - 2:
        return [*share, *[-1.0] * (many - 2)]
    return [*share, *[float(place == at) for at in range(many - 2)]]


def ranking(tournament: Tournament, played: Sequence[Outcome]) -> list[Ranked]:
    """All bots, the strongest first. Games that raised count for nobody."""
    many = len(tournament.bots)
    scores = [
        (*tournament.seats(number), outcome.score)
        for number, outcome in enumerate(played, 1)
        if outcome.score is not None
    ]
    elos = ratings(scores, many)
    found = []
    for at, bot in enumerate(tournament.bots):
        own = [*_of(tournament, played, at)]
        counts = [[one.raw for one in own].count(score) for score in (1.0, 0.5, 0.0)]
        found.append(Ranked(bot, elos[at], scores_of(own), *counts))
    return sorted(found, key=lambda one: -one.elo.mid)


def _of(tournament: Tournament, played: Sequence[Outcome], bot: int) -> Iterator[Scored]:
    """A bot's games, from its side."""
    for number, outcome in enumerate(played, 1):
        seats = tournament.seats(number)
        if (red := outcome.scored) is not None and bot in seats:
            yield red if seats[0] == bot else red.of_other()


def findings(tournament: Tournament, played: Sequence[Outcome], title: str, facts: Origin) -> Findings:
    table = ranking(tournament, played)
    best, second = table[0], table[1]
    sure = best.elo.low > second.elo.high
    answer = (
        f"{best.bot} is the strongest, {best.elo.mid - second.elo.mid:.0f} Elo points ahead of {second.bot}"
        f"{'' if sure else '; their intervals overlap, so more games may change that'}."
    )
    columns = ("bot", "Elo", "low", "high", "wins", "draws", "losses")
    rows = [(one.bot, *figures(one.elo, 0, 1), one.wins, one.draws, one.losses) for one in table]
    scores = [(one.bot, one.score) for one in table]
    note = "Elo points from the average of the field; low and high bound the 95 % interval. Draws count as half a win."
    order = [tournament.bots.index(one.bot) for one in table]
    errors = sum(outcome.score is None for outcome in played)
    return Findings(
        title,
        facts,
        (answer, *[f"{errors:,} of {len(played):,} games raised an error and count for nobody."] * bool(errors)),
        (
            Sheet("Ratings", columns, tuple(rows), note),
            sheet("Scores", "bot", scores, tournament.book),
            _cross(tournament, played, order),
        ),
        (
            Estimates(
                "Ratings with 95 % intervals", "Elo points", tuple(Estimate(one.bot, one.elo) for one in table), 0.0
            ),
        ),
        {
            "games": len(played),
            "errors": errors,
            "model": version_of(tournament.book) if tournament.watched else "",
            "ratings": [
                {"bot": one.bot, "elo": plain(one.elo, 1), "score": plain(one.score.raw), "scores": one.score.plain()}
                | {"wins": one.wins, "draws": one.draws, "losses": one.losses}
                for one in table
            ],
            "pairs": _pairs(tournament, played),
        },
    )


def _against(tournament: Tournament, played: Sequence[Outcome], one: int, other: int) -> list[float]:
    """The one's scores against the other."""
    found = []
    for number, outcome in enumerate(played, 1):
        seats = tournament.seats(number)
        if outcome.score is not None and {*seats} == {one, other}:
            found.append(outcome.score if seats[0] == one else 1 - outcome.score)
    return found


def _cross(tournament: Tournament, played: Sequence[Outcome], order: Sequence[int]) -> Sheet:
    """Each against each."""
    rows = []
    for one in order:
        cells: list[Cell] = [tournament.bots[one]]
        for other in order:
            own = _against(tournament, played, one, other) if one != other else []
            cells.append(round(100 * sum(own) / len(own), 1) if own else None)
        rows.append(tuple(cells))
    columns = ("score % of", *(f"– {tournament.bots[one]}" for one in order))
    return Sheet("Each against each", columns, tuple(rows), "The bot of the row against that of the column.")


def _pairs(tournament: Tournament, played: Sequence[Outcome]) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for one, other in tournament.pairs:
        own = _against(tournament, played, one, other)
        score = plain(wilson(sum(own), len(own)))
        draws = own.count(0.5)
        found.append(
            {"bots": [tournament.bots[one], tournament.bots[other]], "games": len(own), "draws": draws, "score": score}
        )
    return found
