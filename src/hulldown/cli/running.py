"""What the commands of the laboratory share: how games are run, and what becomes of their findings."""

import shlex
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter

from hulldown.cli.arguments import Book, Whole
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import clean, heading, progress, say, show, show_json, table

if TYPE_CHECKING:
    from rich.table import Table

    from hulldown.lab.findings import Findings, Sheet
    from hulldown.lab.report import Outcome
    from hulldown.lab.simulate import Fixture

MOST_GAMES = 1_000_000
MOST_JOBS = 256
MOST_FAILURES_TOLD = 5
LINE_SECONDS, MOST_LINE_SECONDS = 30.0, 300.0  # between two lines that say how far it is
Out = Annotated[
    list[str] | None,
    Parameter(name="--out", help="A file for the result, .html, .csv or .json; may be given again."),
]
Until = Annotated[str, Parameter(help="Stop when the 95 % interval of the score reaches no farther, such as 0.05.")]
Raw = Annotated[
    bool,
    Parameter(help="Scores as they are alone: no luck is taken off, and no losses are noted, which is quicker."),
]


@Parameter(name="*")
@dataclass(frozen=True)
class Running:
    """How games are run; none of it changes a result."""

    seed: Annotated[str, Parameter(help="Any number or word; the same seed gives the same games.")] = "1"
    jobs: Annotated[Whole, Parameter(help="How many processes; the result is the same.")] = 1
    cluster: Annotated[str, Parameter(help="A dask scheduler's address, such as tcp://host:8786.")] = ""
    state: Annotated[str, Parameter(help="A file that keeps finished games: run again, it goes on.")] = ""

    def check(self) -> None:
        within("--jobs", self.jobs, MOST_JOBS)
        if not self.seed or len(self.seed) > 200 or not self.seed.isprintable():
            raise Misuse("--seed is expected to be a number or a word of up to 200 letters")
        if self.cluster and self.jobs > 1:
            raise Misuse("--cluster and --jobs are two ways to share the work; give one of them")
        if self.cluster and not self.cluster.isprintable():
            raise Misuse("--cluster is expected to be an address, as tcp://host:8786")


def within(name: str, number: int, most: int, least: int = 1) -> None:
    if not least <= number <= most:
        raise Misuse(f"{name} is {number}; expected a number from {least} to {most:,}")


def read_until(text: str) -> float:
    """A reach such as 0.05; nothing means that all games are played."""
    if not text:
        return 0.0
    try:
        until = float(text)
    except ValueError:
        until = 0.0
    if not 0.001 <= until <= 0.5:
        raise Misuse(f"--until is {text[:40]!r}; expected a reach from 0.001 to 0.5, as 0.05 for ± 5 %")
    return until


def check_bots(book: Book, text: str, option: str = "--bots") -> list[str]:
    """The bots that are named, each one known."""
    from hulldown.bots import make
    from hulldown.kernel.files import Fault

    names = [name.strip() for name in text.split(",")]
    for name in names:
        try:
            make(name, book, 0)
        except Fault as fault:
            raise Misuse(f"{option}: {fault.message}") from None
    return names


def check_out(out: Iterable[str] | None) -> None:
    """Said before hours of games, not after."""
    from hulldown.kernel.files import Fault
    from hulldown.lab.findings import check_kind

    for path in out or ():
        try:
            check_kind(Path(path))
        except Fault as fault:
            raise Misuse(f"--out: {fault}") from None
        if not Path(path).absolute().parent.is_dir():
            raise Misuse(f"--out: {path!r} is in a folder that does not exist; make it first")


class Series(NamedTuple):
    """The games that were played, how long it took, and how many orders are of games that were kept from before."""

    played: "list[Outcome]"
    seconds: float
    kept: int


def play_all(
    running: Running,
    what: str,
    fixture: "Callable[[int], Fixture]",
    games: int,
    stop: "Callable[[Generator[Outcome, None, None]], Iterator[Outcome]] | None" = None,
) -> Series:
    """All games, or as many as `stop` lets through, with a bar, or without a terminal a line now and then."""
    from hulldown.lab.journal import Journal
    from hulldown.lab.simulate import outcomes
    from hulldown.lab.workers import workers_of

    began = drawn = perf_counter()
    played: list[Outcome] = []
    jobs = min(running.jobs, games)
    lines = NowAndThen(what, games)
    with closing(Journal(running.state)) as journal, progress(what) as shown:
        task = shown.add_task("", total=games)
        found = outcomes(fixture, games, workers_of(jobs, running.cluster), journal)
        try:
            for outcome in stop(found) if stop else found:
                played.append(outcome)
                lines.tell(len(played), journal.games)
                if (now := perf_counter()) - drawn > 0.1:
                    drawn = now
                    shown.update(task, completed=len(played), refresh=True)
        except KeyboardInterrupt:
            shown.stop()
            say(_stopped(what, len(played), games, running.state))
            raise
        return Series(played, perf_counter() - began, journal.orders)


class NowAndThen:
    """Says how far it is where no bar can be seen: after half a minute, and then ever more rarely."""

    def __init__(self, what: str, games: int, seconds: float = LINE_SECONDS, noun: str = "games") -> None:
        self.what, self.games, self.wait, self.noun = what, games, seconds, noun
        self.began = self.last = perf_counter()
        self.shown = not sys.stderr.isatty()

    def tell(self, many: int, kept: int) -> None:
        """So many games are there, of which some were kept from before and took no time."""
        now = perf_counter()
        if not self.shown or now - self.last < self.wait or many == self.games:
            return
        self.last, self.wait = now, min(MOST_LINE_SECONDS, 1.5 * self.wait)
        left = (now - self.began) / max(1, many - kept) * (self.games - many)
        say(f"{self.what}: {many:,} of {self.games:,} {self.noun}; {_lasting(left)} to go at most")


def _lasting(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes > 90 else f"{minutes} min" if minutes > 1 else "a minute"


def _stopped(what: str, played: int, games: int, state: str) -> str:
    told = f"{what}: stopped after {played:,} of {games:,} games"
    if state:
        return f"{told}; those that were finished are kept in {state}, and the same command goes on from there"
    return f"{told}; none of them is kept: with --state FILE they would be, and the same command would go on from there"


def tell_failures(played: "Iterable[Outcome]") -> int:
    """Games that raised are told, the first few; and how many there are."""
    raised = [(number, outcome) for number, outcome in enumerate(played, 1) if outcome.score is None]
    for number, outcome in raised[:MOST_FAILURES_TOLD]:
        say(f"game {number} (seed {outcome.seed}): {outcome.error or 'the game ended without a result'}")
    if (more := len(raised) - MOST_FAILURES_TOLD) > 0:
        say(f"… and {more:,} more games that raised an error")
    return len(raised)


def command_line(name: str, *words: str, **options: object) -> str:
    """The command as a file tells it: what settles the result, and nothing else."""
    parts = ["hulldown", name, *words]
    for key, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            if one not in ("", None, 0):
                parts += [f"--{key}", str(one)]
    return shlex.join(parts)


def with_limits(findings: "Findings", book: Book, *setups: Any) -> "Findings":
    """The findings, and a word on each scenario that has no end of its own, so that one was set."""
    from msgspec.structs import replace

    told = [(setup.scenario, book.library.bounded(setup)[1]) for setup in setups]
    remarks = list(dict.fromkeys(f"{clean(scenario)}: {remark}" for scenario, remark in told if remark))
    data = findings.data | ({"remarks": remarks} if remarks else {})
    return replace(findings, answers=(*findings.answers, *remarks), data=data)


def hand_over(findings: "Findings", json: bool, out: Iterable[str] | None) -> None:
    """Prints the findings and writes the files that were asked for."""
    for path in out or ():
        findings.write(path)
    if json:
        return show_json(findings.data)
    show(heading(f"{clean(findings.title)}\n"))
    for sheet in findings.sheets:
        show(heading(sheet.title), "", sheet_table(sheet), *[sheet.note] * bool(sheet.note), "")
    return show(*findings.answers)


def sheet_table(sheet: "Sheet") -> "Table":
    from hulldown.lab.findings import numeric, shown

    numbers = [name for at, name in enumerate(sheet.columns) if numeric(sheet, at)]
    made = table(*sheet.columns, right=numbers, keep=sheet.columns[:1])
    for row in sheet.rows:
        made.add_row(*map(shown, row))
    return made
