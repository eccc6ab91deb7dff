"""`hulldown simulate`."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Json, Options, Whole, find_book, read_options
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import bar, clean, heading, progress, say, show, show_json, table

if TYPE_CHECKING:
    from hulldown.lab.interval import Interval
    from hulldown.lab.simulate import Match, Report

MOST_GAMES = 1_000_000
MOST_JOBS = 256
MOST_FAILURES_TOLD = 5
FILES = (".toml", ".txt", ".map")
Army = Annotated[str, Parameter(help="Another army, as heavy=2,light=4 or a .toml file.")]


def simulate(
    book: BookId,
    /,
    *,
    scenario: Annotated[str, Parameter(help="A scenario's id, or a .toml file.")],
    bots: Annotated[str, Parameter(help="Two bots; they swap sides every game.")] = "greedy,random",
    games: Annotated[Whole, Parameter(help="How many games.")] = 200,
    seed: Annotated[str, Parameter(help="Any number or word; the same seed gives the same games.")] = "1",
    jobs: Annotated[Whole, Parameter(help="How many processes; the result is the same.")] = 1,
    option: Options = None,
    red: Army = "",
    blue: Army = "",
    map: Annotated[str, Parameter(help="Another map's id, or a .txt file.")] = "",  # noqa: A002
    records: Annotated[str, Parameter(help="A directory to write every game into, as a record.")] = "",
    json: Json = False,
) -> int:
    """Many games between two bots: wins with 95 % intervals, by side; lengths, losses, decisions a second."""
    from hulldown.kernel.wire import encode
    from hulldown.lab.simulate import Match

    rules = find_book(book)
    names = _bots(bots)
    _within("--games", games, MOST_GAMES)
    _within("--jobs", jobs, MOST_JOBS)
    setup = _setup(rules, scenario, red, blue, map, read_options(option))
    match = Match(book, encode(setup), names, _seed(seed), records=records)
    if records:
        _make_room(match)
    report = _run(match, games, jobs)
    for failure in report.failures[:MOST_FAILURES_TOLD]:
        say(f"game {failure.game} (seed {failure.seed}): {failure.message}")
    if (more := len(report.failures) - MOST_FAILURES_TOLD) > 0:
        say(f"… and {more:,} more games that raised an error")
    if json:
        show_json(report.plain())
    else:
        _show(report, f"{rules.title} · {clean(setup.scenario)} · {games:,} games · seed {clean(seed)}")
    return 1 if report.failures else 0


def _bots(text: str) -> tuple[str, str]:
    from hulldown.bots import BOTS

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            raise Misuse(f"--bots: there is no bot {name[:40]!r}; there is {', '.join(BOTS)}")
    if len(names) != 2:
        raise Misuse(f"--bots: {len(names)} named; two play each other, as greedy,random")
    return names[0], names[1]


def _within(name: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise Misuse(f"{name} is {number}; expected a number from 1 to {most:,}")


def _seed(text: str) -> str:
    if not text or len(text) > 200 or not text.isprintable():
        raise Misuse("--seed is expected to be a number or a word of up to 200 letters")
    return text


def _setup(book: Book, scenario: str, red: str, blue: str, board: str, options: dict[str, str]) -> Any:
    """The set-up. A fault in a file that was named is the file's; any other is the command's."""
    from hulldown.kernel.files import Fault

    build = book.library.build
    if scenario.endswith(FILES):
        build(scenario)
    try:
        return build(scenario, red, blue, board, options)
    except Fault as fault:
        for given, part in ((red, "red army"), (blue, "blue army"), (board, "board")):
            if given.endswith(FILES) and fault.where.startswith(given):
                raise
            if given.endswith(FILES) and fault.where.endswith(f", {part}"):
                raise Fault(given, fault.message, fault.rule) from None
        raise Misuse(str(fault)) from None


def _make_room(match: "Match") -> None:
    """The directory for the records. Records that lie there are somebody's games, and stay."""
    directory = Path(match.records)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        taken = next(directory.glob(f"{match.book}-*.jsonl"), None)
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or error
        raise Misuse(f"--records: {match.records!r} cannot be a directory ({told})") from None
    if taken is not None:
        raise Misuse(f"--records: there are records in {match.records!r} already; name a new directory")


def _run(match: "Match", games: int, jobs: int) -> "Report":
    from hulldown.lab.simulate import outcomes, summarise

    began = perf_counter()
    played = []
    with progress("Playing") as shown:
        task = shown.add_task("", total=games)
        drawn = began
        for outcome in outcomes(match, games, jobs):
            played.append(outcome)
            if (now := perf_counter()) - drawn > 0.1:
                drawn = now
                shown.update(task, completed=len(played), refresh=True)
    return summarise(match.bots, played, perf_counter() - began)


def _show(report: "Report", title: str) -> None:
    numbers = ("wins", "percent", "as Red", "as Blue")
    sheet = table("bot", "wins", "percent", "95 % interval", "", "as Red", "as Blue", right=numbers)
    for bot, wins, rate, (red, blue) in zip(report.bots, report.wins, report.rates, report.won, strict=True):
        sheet.add_row(
            bot, f"{wins:,}", f"{100 * rate.mid:.1f}", _interval(rate), bar(rate.mid, 20), f"{red:,}", f"{blue:,}"
        )
    sheet.add_row("draws", f"{report.draws:,}", f"{100 * report.draws / (report.finished or 1):.1f}")
    red_won, blue_won = report.sides
    red_lost, blue_lost = report.losses
    speed = report.decisions / report.seconds if report.seconds else 0
    show(
        heading(f"{title}\n"),
        sheet,
        "",
        f"By side      Red won {red_won:,}, Blue {blue_won:,}; the bots swapped sides every game.",
        f"Length       {report.orders:,.0f} orders and {report.rounds:,.1f} rounds a game.",
        f"Losses       Red {red_lost:.1f} and Blue {blue_lost:.1f} units a game.",
        f"Decisions    {report.decisions:,} in {report.seconds:,.1f} s: {speed:,.0f} a second.",
    )
    if report.failures:
        show(f"Errors       {len(report.failures):,} of {report.games:,} games, told above; they count for nobody.")


def _interval(rate: "Interval") -> str:
    return f"{100 * rate.low:.1f} – {100 * rate.high:.1f}"
