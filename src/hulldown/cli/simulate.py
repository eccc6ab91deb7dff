"""`hulldown simulate`."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Json, Options, Whole, find_book, read_options
from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.page import bar, clean, heading, room, say, show, show_json, table
from hulldown.cli.running import (
    MOST_GAMES,
    Out,
    Raw,
    Running,
    Until,
    check_bots,
    check_out,
    command_line,
    play_all,
    read_until,
    sheet_table,
    tell_failures,
    within,
)

if TYPE_CHECKING:
    from rich.table import Table

    from hulldown.kernel.interval import Interval
    from hulldown.lab.findings import Findings, Origin
    from hulldown.lab.report import Outcome, Report
    from hulldown.lab.simulate import Match

FILES = (".toml", ".txt", ".map")
Scenario = Annotated[str, Parameter(help="A scenario's id, or a .toml file; without one the book's main scenario.")]
Position = Annotated[str, Parameter(help="A position's .toml file instead, from which every game begins.")]
Opening = Annotated[str, Parameter(help="A ready opening of the book instead, such as first.")]
Army = Annotated[str, Parameter(help="Another army, such as heavy=2,light=4 or a .toml file.")]


def simulate(
    book: BookId,
    /,
    *,
    scenario: Scenario = "",
    position: Position = "",
    opening: Opening = "",
    bots: Annotated[str, Parameter(help="Two bots; they swap sides every game.")] = "greedy,random",
    games: Annotated[Whole, Parameter(help="How many games; with --until, at most.")] = 200,
    until: Until = "",
    option: Options = None,
    red: Army = "",
    blue: Army = "",
    map: Annotated[str, Parameter(help="Another map's id, or a .txt file.")] = "",  # noqa: A002
    chart: Annotated[str, Parameter(help="A chart's .toml file: figures of your own instead of the book's.")] = "",
    records: Annotated[str, Parameter(help="A directory to write every game into, as a record.")] = "",
    raw: Raw = False,
    running: Running = Running(),  # noqa: B008  frozen
    out: Out = None,
    json: Json = False,
) -> int:
    """Many games between two bots: wins and scores, with luck and without; how games ended, and what fell where."""
    from msgspec.structs import replace

    from hulldown.kernel.wire import encode
    from hulldown.lab.findings import Origin
    from hulldown.lab.report import so_far, summarise
    from hulldown.lab.simulate import Match, until_narrow

    rules = find_book(book)
    names = check_bots(rules, bots)
    if len(names) != 2:
        raise Misuse(f"--bots: {len(names)} named; two play each other, as greedy,random")
    within("--games", games, MOST_GAMES)
    running.check()
    check_out(out)
    reach = read_until(until)
    if position or opening:
        setup = positioned(book, position, opening, (scenario, red, blue, map, *(option or ())), chart)
    else:
        scenario = scenario or taken_for(rules)
        setup = build_setup(rules, scenario, red, blue, map, read_options(option), chart)
    match = Match(book, encode(setup), (names[0], names[1]), running.seed, records=records, watched=not raw)
    if records:
        _make_room(match, running)
    played, seconds, kept = play_all(
        running, "Playing", match.fixture, games, lambda found: until_narrow(found, reach, so_far)
    )
    remark = rules.library.bounded(setup)[1]
    report = replace(summarise(match.bots, played, seconds, remark, always=bool(reach)), kept=kept)
    tell_failures(played)
    command = command_line(
        "simulate",
        book,
        scenario=scenario,
        position=position,
        opening=opening,
        bots=bots,
        games=games,
        until=until,
        seed=running.seed,
        option=option or [],
        red=red,
        blue=blue,
        map=map,
        chart=chart,
    )
    command += " --raw" if raw else ""
    begun = f"opening {opening}" if opening else clean(setup.scenario)
    title = f"{rules.title} · {begun} · {report.games:,} games · seed {clean(running.seed)}"
    origin = Origin.of(command, running.seed, book)
    if out:
        found = _findings(report, title, origin, rules, match, setup, played)
        for path in out:
            found.write(path)
    if json:
        show_json(report.plain() | _more(rules, played))
    else:
        _show(report, title, rules, played)
    return 1 if report.failures else 0


def _more(book: Book, played: "list[Outcome]") -> dict[str, Any]:
    """How games ended, how long they were, and what became of the units, as data."""
    from hulldown.lab.course import lengths, units, ways

    sheets = [("endings", ways(book, played)), *[("units", sheet) for sheet in units(played)]]
    found: dict[str, Any] = {
        name: [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows] for name, sheet in sheets
    }
    return found | {"rounds": dict(lengths(played).bars)}


def _findings(
    report: "Report", title: str, origin: "Origin", book: Book, match: "Match", setup: Any, played: "list[Outcome]"
) -> "Findings":
    from hulldown.lab.course import effects, games, lengths, places, units, ways
    from hulldown.lab.findings import Findings, Sheet, figures
    from hulldown.lab.plots import Estimate, Estimates
    from hulldown.lab.scores import sheet

    rows = tuple(
        (bot, wins, *figures(rate), *sides)
        for bot, wins, rate, sides in zip(report.bots, report.wins, report.rates, report.won, strict=True)
    )
    red, blue = report.sides
    lost = report.losses
    facts = (
        ("games", report.games),
        ("draws", report.draws),
        ("won by Red", red),
        ("won by Blue", blue),
        ("orders a game", round(report.orders, 1)),
        ("rounds a game", round(report.rounds, 1)),
        ("units lost by Red", round(lost[0], 2)),
        ("units lost by Blue", round(lost[1], 2)),
        ("games that raised an error", len(report.failures)),
    )
    marks = tuple(
        Estimate(bot, rate, f"{wins:,} wins")
        for bot, wins, rate in zip(report.bots, report.wins, report.rates, strict=True)
    )
    seats = [match.seats(number) for number in range(1, len(played) + 1)]
    records = [match.fixture(number).record for number in range(1, len(played) + 1)] if match.records else []
    ground = book.terrain(book.start(book.library.bounded(setup)[0]))
    scores = [(report.bots[0], report.score), ("Red", report.side), ("first to move", report.first)]
    return Findings(
        title,
        origin,
        (
            f"The bots swapped sides every game; {report.draws:,} of {report.finished:,} games were drawn.",
            *[report.remark] * bool(report.remark),
        ),
        (
            sheet("Scores", "of", scores, book.id),
            Sheet("Wins", ("bot", "wins", "percent", "low", "high", "as Red", "as Blue"), rows),
            Sheet("The games", ("what", "how many"), facts),
            ways(book, played),
            *units(played),
            games(played, seats, records),
        ),
        (
            Estimates("Share of the games won, with 95 % interval", "share of wins", marks, reference=0.5),
            effects(report),
            lengths(played),
            *places(ground, played),
        ),
        report.plain() | _more(book, played),
    )


def positioned(book: str, position: str, opening: str, choices: Iterable[str], chart: str = "") -> Any:
    """The set-up that begins with a position's file or a ready opening, which says all that could be chosen.

    An opening takes a chart all the same.
    """
    from hulldown.kernel.files import read_text
    from hulldown.rulebooks import begun_with, opened

    if any(choices) or (position and chart):
        given = "--position" if position else "--opening"
        raise Misuse(f"{given}: a position says its scenario, armies, map and options itself; leave them out")
    if position and opening:
        raise Misuse("--opening: an opening is a position of the book's own; leave out --position")
    if opening:
        with misused():
            return opened(book, opening, chart)
    path = Path(position)
    return begun_with(book, read_text(path), position, path.parent)


def taken_for(book: Book) -> str:
    """The book's main scenario, where none is named; and it is said."""
    from hulldown.lab.scenarios import main_scenario

    scenario = main_scenario(book)
    say(f"No scenario is named, so it is {scenario}, the main one of {book.title}.")
    return scenario


def build_setup(
    book: Book, scenario: str, red: str, blue: str, board: str, options: dict[str, str], chart: str = ""
) -> Any:
    """The set-up. A fault in a file that was named is the file's; any other is the command's."""
    from hulldown.kernel.files import Fault

    build = book.library.build
    if scenario.endswith(FILES):
        build(scenario)
    try:
        return build(scenario, red, blue, board, options, chart)
    except Fault as fault:
        for given, part in ((red, "red army"), (blue, "blue army"), (board, "board"), (chart, "figures")):
            if given.endswith(FILES) and fault.where.startswith(given):
                raise
            if given.endswith(FILES) and fault.where.endswith(f", {part}"):
                raise Fault(given, fault.message, fault.rule) from None
        raise Misuse(str(fault)) from None


def _make_room(match: "Match", running: Running) -> None:
    """The directory for the records. Records that lie there are somebody's games, and stay."""
    if running.cluster or running.state:
        raise Misuse("--records are written by this machine, all in one go; leave out --cluster and --state")
    directory = Path(match.records)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        taken = next(directory.glob(f"{match.book}-*.jsonl"), None)
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or error
        raise Misuse(f"--records: {match.records!r} cannot be a directory ({told})") from None
    if taken is not None:
        raise Misuse(f"--records: there are records in {match.records!r} already; name a new directory")


def _show(report: "Report", title: str, book: Book, played: "list[Outcome]") -> None:
    from hulldown.lab.course import units, ways

    numbers = ("wins", "percent", "as Red", "as Blue")
    sheet = table("bot", "wins", "percent", "95 % interval", "", "as Red", "as Blue", right=numbers)
    for bot, wins, rate, (red, blue) in zip(report.bots, report.wins, report.rates, report.won, strict=True):
        sheet.add_row(
            bot,
            f"{wins:,}",
            f"{100 * rate.mid:.1f}",
            _interval(rate),
            bar(rate.mid, room(20, 60)),
            f"{red:,}",
            f"{blue:,}",
        )
    sheet.add_row("draws", f"{report.draws:,}", f"{100 * report.draws / (report.finished or 1):.1f}")
    red_won, blue_won = report.sides
    red_lost, blue_lost = report.losses
    fresh = report.decisions - report.kept
    speed = fresh / report.seconds if report.seconds else 0
    show(
        heading(f"{title}\n"),
        sheet,
        "",
        *_scores(report, book.id),
        f"By side      Red won {red_won:,}, Blue {blue_won:,}; the bots swapped sides every game.",
        f"Length       {report.orders:,.0f} orders and {report.rounds:,.1f} rounds a game.",
        f"Losses       Red {red_lost:.1f} and Blue {blue_lost:.1f} units a game.",
        f"Decisions    {fresh:,} in {report.seconds:,.1f} s: {speed:,.0f} a second.",
    )
    if report.kept:
        show(f"Kept         {report.kept:,} decisions of games that had been played before.")
    if report.remark:
        show(f"End          {report.remark}")
    if report.failures:
        show(f"Errors       {len(report.failures):,} of {report.games:,} games, told above; they count for nobody.")

    for made in (ways(book, played), *units(played)):
        show("", heading(made.title), "", sheet_table(made))


def _scores(report: "Report", book: str) -> "list[str | Table]":
    """With luck and without, side by side."""
    from hulldown.lab.scores import note
    from hulldown.lab.simulate import FEWEST

    numbers = ("score %", "without luck %")
    made = table("score of", "score %", "95 % interval", "without luck %", "95 % interval", right=numbers)
    for name, found in ((report.bots[0], report.score), ("Red", report.side), ("first to move", report.first)):
        if found.games:
            without = found.adjusted
            told = (_percent(without.mid), _interval(without)) if without else ("", "")
            made.add_row(name, f"{100 * found.raw.mid:.1f}", _interval(found.raw), *told)
    worth = ""
    if report.score.spared is not None and report.finished >= FEWEST:
        worth = f" Without luck {report.finished:,} games say as much as {report.score.spared * report.finished:,.0f}."
    return [made, "", note([report.score], book) + worth, ""]


def _interval(rate: "Interval") -> str:
    return f"{_percent(rate.low)} – {_percent(rate.high)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}".replace("-", "−")
