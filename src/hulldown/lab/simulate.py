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
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from hulldown.bots import make
from hulldown.bots.bot import Bot
from hulldown.bots.code import code as code
from hulldown.bots.plugged import code_of
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Game
from hulldown.kernel.interval import Interval
from hulldown.kernel.record import Record
from hulldown.kernel.rule import Refused
from hulldown.kernel.rulebook import Result, Rulebook
from hulldown.kernel.side import Side
from hulldown.kernel.wire import decode, encode
from hulldown.lab.journal import Journal
from hulldown.lab.report import Outcome, Report, so_far, summarise
from hulldown.lab.watch import Watch
from hulldown.lab.workers import Here, Workers, workers_of
from hulldown.outcome import model_of
from hulldown.rulebooks import enter, entered, load

MOST_ORDERS = 20_000
BATCH = 2  # games: mostly the same one with the sides swapped
FEWEST, LOOK = 40, 20  # games before it is first asked whether they are enough, and then again


class Endless(Exception):
    """A game went on for longer than it was given."""


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played. `setup` is on the wire already, since it goes to other processes and machines."""

    book: str
    setup: bytes
    bots: tuple[str, str]  # Red's and Blue's
    seed: str
    most_orders: int = MOST_ORDERS
    record: str = ""  # the file for it
    watched: bool = False  # whether its luck and its losses are noted


class Match(msgspec.Struct, frozen=True):
    """What is played again and again."""

    book: str
    setup: bytes
    bots: tuple[str, str]
    seed: str
    most_orders: int = MOST_ORDERS
    records: str = ""
    watched: bool = False

    def seed_of(self, number: int) -> str:
        """The seed of one game, numbered from 1."""
        return f"{self.seed}/{number}"

    def seats(self, number: int) -> tuple[str, str]:
        """Red's bot and Blue's: the first one is Red in the first game, and then every other time."""
        first, second = self.bots
        return (first, second) if number % 2 else (second, first)

    def fixture(self, number: int) -> Fixture:
        record = str(Path(self.records) / f"{self.book}-{number:04}.jsonl") if self.records else ""
        bots, seed = self.seats(number), self.seed_of(number)
        return Fixture(self.book, self.setup, bots, seed, self.most_orders, record, self.watched)


def play_one(
    book: Rulebook[Any, Any, Any],
    setup: Any,
    bots: Sequence[Bot],
    seed: int | str,
    most_orders: int = MOST_ORDERS,
    watch: Watch | None = None,
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
            before = state.copy() if watch else None
            for event in decide(state, order, dice):
                evolve(state, event)
            orders += 1
            if watch:
                watch.step(before, order, bool(dice.rolls), state)
        return _outcome(book, dice.seed, book.result(state), orders, state, opening, watch=watch)
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
    book: Rulebook[Any, Any, Any],
    setup: Any,
    bots: Sequence[Bot],
    seed: int | str,
    most_orders: int = MOST_ORDERS,
    watch: Watch | None = None,
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
            before, order = game.state, bots[side].choose(game.view(side))
            game.play(order)
            if watch:
                watch.step(before, order, bool(game.dice.rolls), game.state)
        ended = _outcome(book, dice.seed, game.result(), len(game.log), game.state, opening, watch=watch)
        return ended, game.record()
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
    watch: Watch | None = None,
) -> Outcome:
    told = "" if error is None else f"{type(error).__name__}: {' '.join(str(error).split())}"
    losses, rounds = ((0, 0), 0) if state is None else (book.losses(state), book.turn(state).round)
    notes = None if state is None or watch is None else watch.notes(state)
    return Outcome(seed, result, orders, rounds, losses, told, opening.first, notes)


def play(fixture: Fixture) -> Outcome:
    """One game; the fixture settles everything."""
    book, seed = load(fixture.book), fixture.seed
    setup = _setup(fixture.book, fixture.setup)
    bots = [make(name, book, f"{seed} {side.label}") for side, name in zip(Side, fixture.bots, strict=True)]
    watch = Watch(book, model_of(book.id), f"{seed} luck") if fixture.watched else None
    if not fixture.record:
        return play_one(book, setup, bots, seed, fixture.most_orders, watch)
    outcome, record = play_recorded(book, setup, bots, seed, fixture.most_orders, watch)
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
    return msgspec.msgpack.encode(_Batch(_code_for(games), entered(), games))


def play_batch(data: bytes) -> bytes:
    """What a worker does. One that has other code says so, and plays nothing."""
    batch = msgspec.msgpack.decode(data, type=_Batch)
    for module in batch.books:
        enter(module)
    here = _code_for(batch.games)
    played = [play(fixture) for fixture in batch.games] if batch.code == here else []
    return msgspec.json.encode(_Answer(here, played))


def _code_for(games: list[Fixture]) -> str:
    """The code, and that of the bots from elsewhere who play these games."""
    return code() + code_of({name for fixture in games for name in fixture.bots})


def outcomes(
    fixture: Callable[[int], Fixture], games: int, workers: Workers | None = None, journal: Journal | None = None
) -> Generator[Outcome, None, None]:
    """The outcomes of games 1, 2, 3 … in turn, whoever plays them and in whatever order they are finished."""
    journal = journal or Journal()
    sent: dict[int, bytes] = {}
    done: dict[int, bytes] = {}
    kept: set[int] = set()
    due = 1

    def unfinished() -> Iterator[tuple[int, bytes]]:
        for start in range(1, games + 1, BATCH):
            numbers = range(start, min(start + BATCH, games + 1))
            data = batch_of([fixture(number) for number in numbers])
            if (known := journal.find(data)) is not None:
                done[start] = known
                kept.add(start)
            else:
                sent[start] = data
                yield start, data

    def in_turn() -> Iterator[Outcome]:
        nonlocal due
        while due in done:
            found = msgspec.json.decode(done.pop(due), type=_Answer).outcomes
            if due in kept:
                journal.games += len(found)
                journal.orders += sum(outcome.orders for outcome in found)
            yield from found
            due += BATCH

    for start, answer in (workers or Here()).run(play_batch, unfinished()):
        data = sent.pop(start)
        here = msgspec.msgpack.decode(data, type=_Batch).code
        if (found := msgspec.json.decode(answer, type=_Answer).code) != here:
            raise Fault("workers", f"one has Hulldown {found}, and here is {here}; install the same everywhere")
        journal.keep(data, answer)
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
    watched: bool = False,
) -> Report:
    """Plays a match and reports it; with `until` only as many games as it takes for a score that is so sure.

    `watched` games are noted: the luck of their rolls, and what fell where.
    """
    match = Match(book, encode(setup), bots, str(seed), most_orders, str(records), watched)
    began = perf_counter()
    played = [*until_narrow(outcomes(match.fixture, games, workers_of(jobs)), until, so_far)]
    remark = load(book).library.bounded(setup)[1]
    return summarise(bots, played, perf_counter() - began, remark, always=bool(until))
