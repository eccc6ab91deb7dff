"""`hulldown tournament`."""

from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import BookId, Json, Options, Whole, find_book, read_options
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import clean
from hulldown.cli.running import (
    MOST_GAMES,
    Out,
    Raw,
    Running,
    check_bots,
    check_out,
    command_line,
    hand_over,
    play_all,
    tell_failures,
    with_limits,
    within,
)
from hulldown.cli.simulate import Opening, Position, Scenario, build_setup, positioned, taken_for

MOST_BOTS = 20


def tournament(
    book: BookId,
    /,
    *,
    bots: Annotated[str, Parameter(help="Two bots or more.")] = "greedy,random",
    scenario: Scenario = "",
    position: Position = "",
    opening: Opening = "",
    games: Annotated[Whole, Parameter(help="How many games each pair plays; an even number.")] = 100,
    option: Options = None,
    raw: Raw = False,
    running: Running = Running(),  # noqa: B008  frozen
    out: Out = None,
    json: Json = False,
) -> int:
    """Everybody against everybody, sides swapped: Elo ratings, scores with luck and without, each against each."""
    from hulldown.kernel.wire import encode
    from hulldown.lab.findings import Origin
    from hulldown.lab.tournament import Tournament, findings

    rules = find_book(book)
    names = check_bots(rules, bots)
    if not 2 <= len(names) <= MOST_BOTS or len({*names}) < len(names):
        raise Misuse(f"--bots: {len(names)} named; a tournament has 2 to {MOST_BOTS} different ones")
    within("--games", games, MOST_GAMES)
    if games % 2:
        raise Misuse(f"--games is {games}; the sides are swapped, so give an even number")
    running.check()
    check_out(out)
    if position or opening:
        place, setup = "", positioned(book, position, opening, (scenario, *(option or ())))
    else:
        place = scenario or taken_for(rules)
        setup = build_setup(rules, place, "", "", "", read_options(option))
    played_by = Tournament(book, encode(setup), tuple(names), games, running.seed, not raw)
    played = play_all(running, "Playing", played_by.fixture, played_by.total).played
    command = command_line(
        "tournament",
        book,
        bots=bots,
        scenario=place,
        position=position,
        opening=opening,
        games=games,
        option=option or [],
        seed=running.seed,
    )
    command += " --raw" if raw else ""
    begun = f"opening {opening}" if opening else clean(setup.scenario)
    title = f"{rules.title} · {begun} · {games:,} games a pair · seed {clean(running.seed)}"
    found = findings(played_by, played, title, Origin.of(command, running.seed, book))
    hand_over(with_limits(found, rules, setup), json, out)
    return 1 if tell_failures(played) else 0
