"""`hulldown balance`."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Json, Options, Whole, find_book, read_options
from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.page import clean
from hulldown.cli.running import (
    MOST_GAMES,
    Out,
    Running,
    Until,
    check_bots,
    check_out,
    command_line,
    hand_over,
    play_all,
    read_until,
    tell_failures,
    with_limits,
    within,
)
from hulldown.cli.simulate import build_setup

if TYPE_CHECKING:
    from hulldown.lab.balance import Section
    from hulldown.lab.simulate import Outcome


def balance(
    book: BookId,
    /,
    *,
    scenario: Annotated[str, Parameter(help="One scenario; without it all, and prices in an even one.")] = "",
    bot: Annotated[str, Parameter(help="The bot that plays both sides.")] = "greedy",
    games: Annotated[Whole, Parameter(help="How many games of each scenario; 0 for none.")] = 100,
    armies: Annotated[Whole, Parameter(help="How many games with armies drawn by lot; 0 for none.")] = 200,
    until: Until = "",
    option: Options = None,
    running: Running = Running(),  # noqa: B008  frozen
    out: Out = None,
    json: Json = False,
) -> int:
    """Is it fair? Scenarios by side, the first move, and a fitted price for each unit beside the one it has.

    With --option: the same games with and without it, and what changes; of several, each by itself.
    """
    from hulldown.lab.findings import Findings, Origin

    rules = find_book(book)
    if len(check_bots(rules, bot)) != 1:
        raise Misuse("--bot: one bot plays both sides")
    within("--games", games, MOST_GAMES, 0)
    within("--armies", armies, MOST_GAMES, 0)
    running.check()
    check_out(out)
    reach = read_until(until)
    played: list[Outcome] = []
    if option:
        read_options(option)
        parts = [_options(rules, scenario, bot, games, option, running, played)]
        command = {"games": games, "option": option}
    else:
        parts = []
        if games:
            parts.append(_scenarios(rules, scenario, bot, games, reach, running, played))
        if armies:
            parts.append(_prices(rules, scenario, bot, armies, running, played))
        command = {"games": str(games), "armies": str(armies), "until": until}
    if not parts:
        raise Misuse("--games and --armies are both 0; at least one of them must be played")
    line = command_line("balance", book, scenario=scenario, bot=bot, **command, seed=running.seed)
    title = f"Balance of {rules.title} · {bot} plays both sides · seed {clean(running.seed)}"
    data = {key: value for part in parts for key, value in part.data.items()}
    errors = sum(outcome.score is None for outcome in played)
    findings = Findings(
        title,
        Origin.of(line, running.seed, book),
        tuple(answer for part in parts for answer in part.answers),
        tuple(sheet for part in parts for sheet in part.sheets),
        tuple(plot for part in parts for plot in part.plots),
        {"bot": bot, **data, "errors": errors},
    )
    hand_over(with_limits(findings, rules, *_set_ups(rules, scenario, option or [])), json, out)
    return 1 if tell_failures(played) else 0


def _set_ups(book: Book, scenario: str, option: list[str]) -> list[Any]:
    """What was played: all scenarios, or one with and without each option."""
    from hulldown.lab.scenarios import usual

    rows = book.library.scenarios()
    names = [scenario or usual(book)] if option else [scenario] if scenario else [row.id for row in rows]
    build = book.library.build
    return [build(name, options=read_options([one]) if one else {}) for name in names for one in ("", *option)]


def _scenarios(
    book: Book, scenario: str, bot: str, games: int, until: float, running: Running, played: "list[Outcome]"
) -> "Section":
    from hulldown.kernel.wire import encode
    from hulldown.lab.balance import fairness, red_score, scenarios_part
    from hulldown.lab.simulate import Match, until_narrow

    found = []
    for name in [scenario] if scenario else [row.id for row in book.library.scenarios()]:
        setup = build_setup(book, name, "", "", "", {})
        match = Match(book.id, encode(setup), (bot, bot), running.seed)
        outcomes, _ = play_all(
            running, clean(name), match.fixture, games, lambda given: until_narrow(given, until, red_score)
        )
        found.append(fairness(clean(setup.scenario), outcomes))
        played += outcomes
    return scenarios_part(found, played)


def _prices(book: Book, scenario: str, bot: str, games: int, running: Running, played: "list[Outcome]") -> "Section":
    from hulldown.lab.armies import Market
    from hulldown.lab.balance import prices_part
    from hulldown.lab.scenarios import usual

    with misused():
        market = Market(book, scenario or usual(book), bot, running.seed)
    outcomes, _ = play_all(running, "Drawn armies", market.fixture, games)
    played += outcomes
    return prices_part(market, outcomes)


def _options(
    book: Book, scenario: str, bot: str, games: int, given: list[str], running: Running, played: "list[Outcome]"
) -> "Section":
    from hulldown.kernel.wire import encode
    from hulldown.lab.balance import Options as Asked
    from hulldown.lab.balance import options_part
    from hulldown.lab.scenarios import usual

    place = scenario or usual(book)
    setups = [build_setup(book, place, "", "", "", read_options([one]) if one else {}) for one in ("", *given)]
    encoded = tuple(map(encode, setups))
    for one, made in zip(given, encoded[1:], strict=True):
        if made == encoded[0]:
            raise Misuse(f"--option: {one[:60]!r} is how {place} is played anyway; give what differs from it")
    asked = Asked(book.id, encoded, tuple(given), bot, running.seed, clean(setups[0].scenario))
    outcomes, _ = play_all(running, "With and without", asked.fixture, games * len(encoded))
    played += outcomes
    return options_part(asked, outcomes)
