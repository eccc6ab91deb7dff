"""Many games between bots: who wins, from which side, how long it takes, what is lost.

    if __name__ == "__main__":  # jobs are other processes, which read this file again
        setup = load("france1944").library.build("crossroads")
        report = simulate("france1944", setup, ("greedy", "random"), games=200, seed=1, jobs=2)

The bots swap sides every game. A game depends on the seed and its number alone, so the same seed gives the same report
whatever the jobs. Bulk games keep no log and no hashes; with `records` each is written down and can be verified. Where
a set-up has no end, one is set, and the report says so.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from hulldown import __version__
from hulldown.bots import make
from hulldown.bots.bot import Bot
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Game
from hulldown.kernel.interval import Interval, wilson
from hulldown.kernel.record import Record
from hulldown.kernel.rule import Refused
from hulldown.kernel.rulebook import Result, Rulebook
from hulldown.kernel.side import RED, Side
from hulldown.kernel.wire import decode, encode
from hulldown.lab.journal import Journal
from hulldown.lab.workers import Here, Workers, workers_of
from hulldown.rulebooks import enter, entered, load

MOST_ORDERS = 20_000
BATCH = 2  # games: mostly the same one with the sides swapped
FEWEST, LOOK = 40, 20  # games before it is first asked whether they are enough, and then again
PLAYS = ("bots", "geometry", "kernel", "rulebooks")  # the packages that settle how a game goes


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
    first: Side | None = None  # who moved first

    @property
    def score(self) -> float | None:
        """Red's: 1 for a win, a half for a draw; nothing for a game that raised."""
        if self.error or self.result is None:
            return None
        return 0.5 if self.result.winner is None else float(self.result.winner is RED)


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played. `setup` is on the wire already, since it goes to other processes and machines."""

    book: str
    setup: bytes
    bots: tuple[str, str]  # Red's and Blue's
    seed: str
    most_orders: int = MOST_ORDERS
    record: str = ""  # the file for it


class Match(msgspec.Struct, frozen=True):
    """What is played again and again."""

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

    def fixture(self, number: int) -> Fixture:
        record = str(Path(self.records) / f"{self.book}-{number:04}.jsonl") if self.records else ""
        return Fixture(self.book, self.setup, self.seats(number), self.seed_of(number), self.most_orders, record)


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
            **({"remark": self.remark} if self.remark else {}),
        }


def play_one(
    book: Rulebook[Any, Any, Any], setup: Any, bots: Sequence[Bot], seed: int | str, most_orders: int = MOST_ORDERS
) -> Outcome:
    """One game of Red's bot against Blue's, to its end, on one state and without a log."""
    dice = SeededDice(seed)
    decide, evolve, to_act, view = book.decide, book.evolve, book.to_act, book.view
    state: Any = None
    orders, opening = 0, _Opening()
    try:
        state = book.start(setup)
        while (side := to_act(state)) is not None:
            if orders == most_orders:
                raise Endless(f"the game has not ended after {most_orders:,} orders")
            if opening.first is None:
                opening.watch(book, state, side)
            known = view(state, side)
            order = bots[side].choose(known)
            if (refusal := book.refuse(known, order)) is not None:
                raise Refused(refusal)
            dice.rolls.clear()
            for event in decide(state, order, dice):
                evolve(state, event)
            orders += 1
        return _outcome(book, dice.seed, book.result(state), orders, state, opening)
    except Exception as error:  # a broken rule or bot is a finding; the games after it still count
        return _outcome(book, dice.seed, None, orders, state, opening, error)


class _Opening:
    """Finds who moves first: whoever gives the second order of the first round, as the first may be a roll for it."""

    def __init__(self) -> None:
        self.first: Side | None = None
        self._begun = False

    def watch(self, book: Rulebook[Any, Any, Any], state: Any, side: Side) -> None:
        if self._begun:
            self.first = side
        self._begun = not book.turn(state).setting_up


def play_recorded(
    book: Rulebook[Any, Any, Any], setup: Any, bots: Sequence[Bot], seed: int | str, most_orders: int = MOST_ORDERS
) -> tuple[Outcome, Record | None]:
    """The same game with its record, which ends where the game did, or where it raised."""
    dice, opening = SeededDice(seed), _Opening()
    game: Game[Any, Any, Any] | None = None
    try:
        game = Game(book, setup, dice)
        while (side := game.to_act()) is not None:
            if len(game.log) == most_orders:
                raise Endless(f"the game has not ended after {most_orders:,} orders")
            if opening.first is None:
                opening.watch(book, game.state, side)
            game.play(bots[side].choose(game.view(side)))
        return _outcome(book, dice.seed, game.result(), len(game.log), game.state, opening), game.record()
    except Exception as error:
        if game is None:
            return _outcome(book, dice.seed, None, 0, None, opening, error), None
        return _outcome(book, dice.seed, None, len(game.log), game.state, opening, error), game.record()


def _outcome(
    book: Rulebook[Any, Any, Any],
    seed: str,
    result: Result | None,
    orders: int,
    state: Any,
    opening: _Opening,
    error: Exception | None = None,
) -> Outcome:
    told = "" if error is None else f"{type(error).__name__}: {' '.join(str(error).split())}"
    losses, rounds = ((0, 0), 0) if state is None else (book.losses(state), book.turn(state).round)
    return Outcome(seed, result, orders, rounds, losses, told, opening.first)


def play(fixture: Fixture) -> Outcome:
    """One game; the fixture settles everything."""
    book, seed = load(fixture.book), fixture.seed
    setup = _setup(fixture.book, fixture.setup)
    bots = [make(name, book, f"{seed} {side.label}") for side, name in zip(Side, fixture.bots, strict=True)]
    if not fixture.record:
        return play_one(book, setup, bots, seed, fixture.most_orders)
    outcome, record = play_recorded(book, setup, bots, seed, fixture.most_orders)
    if record is not None:
        record.write(fixture.record)
    return outcome


@lru_cache(maxsize=4)
def _setup(book: str, setup: bytes) -> Any:
    """The set-up, with an end where it has none: nobody watches these games."""
    rules = load(book)
    return rules.library.bounded(decode(setup, rules.setup_type, "set-up"))[0]


class _Batch(msgspec.Struct, frozen=True):
    """Some games, the modules of books from elsewhere, and the code that they are to be played by."""

    code: str
    books: tuple[str, ...]
    games: list[Fixture]


class _Answer(msgspec.Struct, frozen=True):
    code: str
    outcomes: list[Outcome]


def batch_of(games: list[Fixture]) -> bytes:
    """What a worker is given."""
    return msgspec.msgpack.encode(_Batch(code(), entered(), games))


def play_batch(data: bytes) -> bytes:
    """What a worker does. One that has other code says so, and plays nothing."""
    batch = msgspec.msgpack.decode(data, type=_Batch)
    for module in batch.books:
        enter(module)
    played = [play(fixture) for fixture in batch.games] if batch.code == code() else []
    return msgspec.json.encode(_Answer(code(), played))


def code() -> str:
    """The version, and a hash over all code and data that settle how a game goes, books from elsewhere included."""
    return _code(entered())


@cache
def _code(modules: tuple[str, ...]) -> str:
    home = Path(__file__).parents[1]
    found = blake2b(digest_size=8)
    for root in (*[home / package for package in PLAYS], *map(_home_of, modules)):
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.suffix in (".py", ".toml", ".txt"):
                found.update(f"{path.relative_to(root.parent).as_posix()}\n".encode() + path.read_bytes())
    return f"{__version__}+{found.hexdigest()}"


def _home_of(module: str) -> Path:
    """The file of a module, or the folder of a package."""
    file = Path(import_module(module).__file__ or "")
    return file.parent if file.name == "__init__.py" else file


def outcomes(
    fixture: Callable[[int], Fixture], games: int, workers: Workers | None = None, journal: Journal | None = None
) -> Generator[Outcome, None, None]:
    """The outcomes of games 1, 2, 3 … in turn, whoever plays them and in whatever order they are finished."""
    journal = journal or Journal()
    sent: dict[int, bytes] = {}
    done: dict[int, bytes] = {}
    due = 1

    def unfinished() -> Iterator[tuple[int, bytes]]:
        for start in range(1, games + 1, BATCH):
            numbers = range(start, min(start + BATCH, games + 1))
            data = batch_of([fixture(number) for number in numbers])
            if (known := journal.find(data)) is not None:
                done[start] = known
            else:
                sent[start] = data
                yield start, data

    def in_turn() -> Iterator[Outcome]:
        nonlocal due
        while due in done:
            yield from msgspec.json.decode(done.pop(due), type=_Answer).outcomes
            due += BATCH

    for start, answer in (workers or Here()).run(play_batch, unfinished()):
        if (found := msgspec.json.decode(answer, type=_Answer).code) != code():
            raise Fault("workers", f"one has Hulldown {found}, and here is {code()}; install the same everywhere")
        journal.keep(sent.pop(start), answer)
        done[start] = answer
        yield from in_turn()
    yield from in_turn()


def until_narrow(
    played: Generator[Outcome, None, None], until: float, interval: Callable[[Sequence[Outcome]], Interval]
) -> Iterator[Outcome]:
    """Games until the interval reaches no farther than this; 0 means all of them.

    It is looked at after fixed numbers of games only, ever more rarely, so that the end too is the same for all jobs.
    """
    seen: list[Outcome] = []
    look = FEWEST
    with closing(played):
        for outcome in played:
            seen.append(outcome)
            yield outcome
            if until and len(seen) == look:
                if interval(seen).reach <= until:
                    return
                look += max(LOOK, look // 50 * 2)


def summarise(bots: tuple[str, str], played: Sequence[Outcome], seconds: float, remark: str = "") -> Report:
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
        remark=remark,
    )


def widest_rate(bots: tuple[str, str]) -> Callable[[Sequence[Outcome]], Interval]:
    """The less certain of the two bots' shares of wins."""
    return lambda played: max(summarise(bots, played, 0).rates, key=lambda rate: rate.reach)


def simulate(
    book: str,
    setup: Any,
    bots: tuple[str, str] = ("greedy", "random"),
    games: int = 200,
    seed: int | str = 1,
    jobs: int = 1,
    most_orders: int = MOST_ORDERS,
    records: str | Path = "",
    until: float = 0.0,
) -> Report:
    """Plays a match and reports it; with `until` only as many games as it takes for intervals that reach so far."""
    match = Match(book, encode(setup), bots, str(seed), most_orders, str(records))
    began = perf_counter()
    played = [*until_narrow(outcomes(match.fixture, games, workers_of(jobs)), until, widest_rate(bots))]
    return summarise(bots, played, perf_counter() - began, load(book).library.bounded(setup)[1])
