"""`hulldown simulate`."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Json, Options, Whole, find_book, read_options
from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.page import bar, clean, heading, show, show_json, table
from hulldown.cli.running import (
    MOST_GAMES,
    Out,
    Running,
    Until,
    check_bots,
    check_out,
    command_line,
    play_all,
    read_until,
    tell_failures,
    within,
)

if TYPE_CHECKING:
    from hulldown.kernel.interval import Interval
    from hulldown.lab.findings import Findings
    from hulldown.lab.simulate import Match, Report

FILES = (".toml", ".txt", ".map")
Position = Annotated[str, Parameter(help="A position's .toml file instead, from which every game begins.")]
Opening = Annotated[str, Parameter(help="A ready opening of the book instead, such as first.")]
Army = Annotated[str, Parameter(help="Another army, such as heavy=2,light=4 or a .toml file.")]


def simulate(
    book: BookId,
    /,
    *,
    scenario: Annotated[str, Parameter(help="A scenario's id, or a .toml file.")] = "",
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
    running: Running = Running(),  # noqa: B008  frozen
    out: Out = None,
    json: Json = False,
) -> int:
    """Many games between two bots: wins with 95 % intervals, by side; lengths, losses, decisions a second."""
    from hulldown.kernel.wire import encode
    from hulldown.lab.simulate import Match, summarise, until_narrow, widest_rate

    rules = find_book(book)
    names = check_bots(rules, bots)
    if len(names) != 2:
        raise Misuse(f"--bots: {len(names)} named; two play each other, as greedy,random")
    within("--games", games, MOST_GAMES)
    running.check()
    check_out(out)
    reach = read_until(until)
    if position or opening:
        setup = positioned(book, position, opening, (scenario, red, blue, map, chart, *(option or ())))
    else:
        setup = build_setup(rules, scenario, red, blue, map, read_options(option), chart)
    match = Match(book, encode(setup), (names[0], names[1]), running.seed, records=records)
    if records:
        _make_room(match, running)
    played, seconds = play_all(
        running, "Playing", match.fixture, games, lambda found: until_narrow(found, reach, widest_rate(match.bots))
    )
    report = summarise(match.bots, played, seconds, rules.library.bounded(setup)[1])
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
    title = f"{rules.title} · {clean(setup.scenario)} · {report.games:,} games · seed {clean(running.seed)}"
    for path in out or ():
        _findings(report, title, command, running.seed, book).write(path)
    if json:
        show_json(report.plain())
    else:
        _show(report, title)
    return 1 if report.failures else 0


def _findings(report: "Report", title: str, command: str, seed: str, book: str) -> "Findings":
    from hulldown.lab.findings import Findings, Origin, Sheet, figures
    from hulldown.lab.plots import Estimate, Estimates

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
    return Findings(
        title,
        Origin.of(command, seed, book),
        (
            f"The bots swapped sides every game; {report.draws:,} of {report.finished:,} games were drawn.",
            *[report.remark] * bool(report.remark),
        ),
        (
            Sheet("Wins", ("bot", "wins", "percent", "low", "high", "as Red", "as Blue"), rows),
            Sheet("The games", ("what", "how many"), facts),
        ),
        (Estimates("Share of the games won, with 95 % interval", "share of wins", marks, reference=0.5),),
        report.plain(),
    )


def positioned(book: str, position: str, opening: str, choices: Iterable[str]) -> Any:
    """The set-up that begins with a position's file or a ready opening, which says all that could be chosen."""
    from hulldown.kernel.files import read_text
    from hulldown.rulebooks import begun_with, opened

    if any(choices):
        given = "--position" if position else "--opening"
        raise Misuse(f"{given}: a position says its scenario, armies, map and options itself; leave them out")
    if position and opening:
        raise Misuse("--opening: an opening is a position of the book's own; leave out --position")
    if opening:
        with misused():
            return opened(book, opening)
    path = Path(position)
    return begun_with(book, read_text(path), position, path.parent)


def build_setup(
    book: Book, scenario: str, red: str, blue: str, board: str, options: dict[str, str], chart: str = ""
) -> Any:
    """The set-up. A fault in a file that was named is the file's; any other is the command's."""
    from hulldown.kernel.files import Fault

    if not scenario:
        raise Misuse("simulate: --scenario is missing; name one, or a position by --position or --opening")
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
    if report.remark:
        show(f"End          {report.remark}")
    if report.failures:
        show(f"Errors       {len(report.failures):,} of {report.games:,} games, told above; they count for nobody.")


def _interval(rate: "Interval") -> str:
    return f"{100 * rate.low:.1f} – {100 * rate.high:.1f}"
