"""Many games between bots, on one machine: who wins, from which side, how long it takes, what is lost.

    if __name__ == "__main__":  # jobs are other processes, which read this file again
        setup = load("france1944").library.build("crossroads")
        report = simulate("france1944", setup, ("greedy", "random"), games=200, seed=1, jobs=2)

The bots swap sides every game. A game depends on the seed and its number alone, so the same seed gives the same report
whatever the jobs. Bulk games keep no log and no hashes; with `records` each is written down and can be verified.
"""

import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from hulldown.bots import make
from hulldown.bots.bot import Bot
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Game
from hulldown.kernel.record import Record
from hulldown.kernel.rule import Refused
from hulldown.kernel.rulebook import Result, Rulebook
from hulldown.kernel.side import RED, Side
from hulldown.kernel.wire import decode, encode
from hulldown.lab.interval import Interval, wilson
from hulldown.rulebooks import load

MOST_ORDERS = 20_000
MOST_IN_A_BATCH = 10
_BROKEN = (
    "a worker process did not start or was killed; use one job, or fewer, "
    'and in a script call this under `if __name__ == "__main__":`'
)


class Endless(Exception):
    """A game went on for longer than it was given."""


class Outcome(msgspec.Struct, frozen=True):
    """How one game went. One that raised says so in `error`, and counts for nobody."""

    seed: str
    result: Result | None
    orders: int
    rounds: int
    losses: tuple[int, int]
    error: str = ""


class Match(msgspec.Struct, frozen=True):
    """What is played again and again. `setup` is on the wire already, since it goes to other processes."""

    book: str
    setup: bytes
    bots: tuple[str, str]
    seed: str
    most_orders: int = MOST_ORDERS
    records: str = ""

    def seed_of(self, number: int) -> str:
        """The seed of one game, numbered from 1."""
        return f"{self.seed}/{number}"

    def seats(self, number: int) -> tuple[str, str]:
        """Red's bot and Blue's: the first one is Red in the first game, and then every other time."""
        first, second = self.bots
        return (first, second) if number % 2 else (second, first)

    def record_path(self, number: int) -> Path:
        return Path(self.records) / f"{self.book}-{number:04}.jsonl"


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
        return wilson(self.wins[0], self.finished), wilson(self.wins[1], self.finished)

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
            "length": {"orders": round(self.orders, 1), "rounds": round(self.rounds, 1)},
            "losses": {"red": round(self.losses[0], 2), "blue": round(self.losses[1], 2)},
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "errors": len(self.failures),
            "failures": [msgspec.structs.asdict(failure) for failure in self.failures],
        }


def play_one(
    book: Rulebook[Any, Any, Any], setup: Any, bots: Sequence[Bot], seed: int | str, most_orders: int = MOST_ORDERS
) -> Outcome:
    """One game of Red's bot against Blue's, to its end, on one state and without a log."""
    dice = SeededDice(seed)
    decide, evolve, to_act, view = book.decide, book.evolve, book.to_act, book.view
    state: Any = None
    orders = 0
    try:
        state = book.start(setup)
        while (side := to_act(state)) is not None:
            if orders == most_orders:
                raise Endless(f"the game has not ended after {most_orders:,} orders")
            order = bots[side].choose(view(state, side))
            if (refusal := book.refuse(state, order)) is not None:
                raise Refused(refusal)
            dice.rolls.clear()
            for event in decide(state, order, dice):
                evolve(state, event)
            orders += 1
        return _outcome(book, dice.seed, book.result(state), orders, state)
    except Exception as error:  # a broken rule or bot is a finding; the games after it still count
        return _outcome(book, dice.seed, None, orders, state, error)


def play_recorded(
    book: Rulebook[Any, Any, Any], setup: Any, bots: Sequence[Bot], seed: int | str, most_orders: int = MOST_ORDERS
) -> tuple[Outcome, Record | None]:
    """The same game with its record, which ends where the game did, or where it raised."""
    dice = SeededDice(seed)
    game: Game[Any, Any, Any] | None = None
    try:
        game = Game(book, setup, dice)
        while (side := game.to_act()) is not None:
            if len(game.log) == most_orders:
                raise Endless(f"the game has not ended after {most_orders:,} orders")
            game.play(bots[side].choose(game.view(side)))
        return _outcome(book, dice.seed, game.result(), len(game.log), game.state), game.record()
    except Exception as error:
        if game is None:
            return _outcome(book, dice.seed, None, 0, None, error), None
        return _outcome(book, dice.seed, None, len(game.log), game.state, error), game.record()


def _outcome(
    book: Rulebook[Any, Any, Any],
    seed: str,
    result: Result | None,
    orders: int,
    state: Any,
    error: Exception | None = None,
) -> Outcome:
    told = "" if error is None else f"{type(error).__name__}: {' '.join(str(error).split())}"
    return Outcome(
        seed, result, orders, getattr(state, "round", 0), (0, 0) if state is None else book.losses(state), told
    )


def play_numbered(match: Match, number: int) -> Outcome:
    """One game of a match, by its number; the match's seed and the number settle everything."""
    book, setup, seed = load(match.book), _setup(match.book, match.setup), match.seed_of(number)
    bots = [make(name, book, f"{seed} {side.label}") for side, name in zip(Side, match.seats(number), strict=True)]
    if not match.records:
        return play_one(book, setup, bots, seed, match.most_orders)
    outcome, record = play_recorded(book, setup, bots, seed, match.most_orders)
    if record is not None:
        record.write(match.record_path(number))
    return outcome


@lru_cache(maxsize=4)
def _setup(book: str, setup: bytes) -> Any:
    return decode(setup, load(book).setup_type, "set-up")


def outcomes(match: Match, games: int, jobs: int = 1) -> Iterator[Outcome]:
    """Each game of a match in turn, played in this process or in several."""
    if jobs <= 1 or games <= 1:
        for number in range(1, games + 1):
            yield play_numbered(match, number)
        return
    jobs = min(jobs, games)
    size = max(1, min(MOST_IN_A_BATCH, games // (8 * jobs)))
    batches = (range(start, min(start + size, games + 1)) for start in range(1, games + 1, size))
    yield from _in_processes(match, batches, jobs)


def _in_processes(match: Match, batches: Iterator[range], jobs: int) -> Iterator[Outcome]:
    """Batches in order, a few ahead of the one that is waited for, so that a million games take no more memory."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context(_start_method()), _leave_interrupts_to_the_parent)
    due: deque[Future[list[Outcome]]] = deque()
    try:
        for batch in batches:
            due.append(pool.submit(_play_batch, match, batch))
            if len(due) > 3 * jobs:
                yield from due.popleft().result()
        while due:
            yield from due.popleft().result()
        pool.shutdown()
    except BrokenProcessPool:
        raise Fault("jobs", _BROKEN) from None
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise


def _start_method() -> str:
    """A fork has everything loaded already, but copies the locks that other threads hold: then a fresh process."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_batch(match: Match, batch: Iterable[int]) -> list[Outcome]:
    return [play_numbered(match, number) for number in batch]


def summarise(bots: tuple[str, str], played: Sequence[Outcome], seconds: float) -> Report:
    """The report of the games of a match, in their order."""
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
    )


def simulate(
    book: str,
    setup: Any,
    bots: tuple[str, str] = ("greedy", "random"),
    games: int = 200,
    seed: int | str = 1,
    jobs: int = 1,
    most_orders: int = MOST_ORDERS,
    records: str | Path = "",
) -> Report:
    """Plays a match and reports it."""
    match = Match(book, encode(setup), bots, str(seed), most_orders, str(records))
    began = perf_counter()
    played = list(outcomes(match, games, jobs))
    return summarise(bots, played, perf_counter() - began)
