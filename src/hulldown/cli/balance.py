"""`hulldown balance`."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Json, Options, Whole, find_book, read_options
from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.page import clean
from hulldown.cli.running import (
    MOST_GAMES,
    Out,
    Raw,
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
    from hulldown.lab.report import Outcome


DRAWN = 200  # games with armies drawn by lot, where nobody says how many


def balance(
    book: BookId,
    /,
    *,
    scenario: Annotated[str, Parameter(help="One scenario; without it all, and prices in an even one.")] = "",
    bot: Annotated[str, Parameter(help="The bot that plays both sides.")] = "greedy",
    games: Annotated[Whole, Parameter(help="How many games of each scenario; 0 for none.")] = 100,
    armies: Annotated[
        Whole | None, Parameter(help="How many games with armies drawn by lot; 0 for none. 200, with --option 0.")
    ] = None,
    until: Until = "",
    option: Options = None,
    raw: Raw = False,
    running: Running = Running(),  # noqa: B008  frozen
    out: Out = None,
    json: Json = False,
) -> int:
    """Is it fair? Scenarios by side, the first move, and a fitted price for each unit beside the one it has.

    With --option: the same games with and without it, and what changes; of several, each by itself; and with --armies
    what units are worth then. Scores are told with luck and without.
    """
    from hulldown.lab.findings import Findings, Origin

    rules = find_book(book)
    if len(check_bots(rules, bot)) != 1:
        raise Misuse("--bot: one bot plays both sides")
    within("--games", games, MOST_GAMES, 0)
    drawn = (0 if option else DRAWN) if armies is None else armies
    within("--armies", drawn, MOST_GAMES, 0)
    running.check()
    check_out(out)
    reach = read_until(until)
    game = Games(rules, scenario, bot, running, not raw)
    if option:
        read_options(option)
        parts = [game.options(games, option)] if games else []
        command = {"games": str(games), "armies": str(drawn or ""), "option": option}
    else:
        parts = [game.scenarios(games, reach)] if games else []
        command = {"games": str(games), "armies": str(drawn), "until": until}
    if drawn:
        parts += [game.prices(drawn, one) for one in option or [""]]
    if not parts:
        raise Misuse("--games and --armies are both 0; at least one of them must be played")
    line = command_line("balance", book, scenario=scenario, bot=bot, **command, seed=running.seed)
    line += " --raw" if raw else ""
    title = f"Balance of {rules.title} · {bot} plays both sides · seed {clean(running.seed)}"
    data = {key: value for part in parts for key, value in part.data.items()}
    errors = sum(outcome.score is None for outcome in game.played)
    findings = Findings(
        title,
        Origin.of(line, running.seed, book),
        tuple(answer for part in parts for answer in part.answers),
        tuple(sheet for part in parts for sheet in part.sheets),
        tuple(plot for part in parts for plot in part.plots),
        {"bot": bot, **data, "errors": errors},
    )
    hand_over(with_limits(findings, rules, *_set_ups(rules, scenario, option or [])), json, out)
    return 1 if tell_failures(game.played) else 0


def _set_ups(book: Book, scenario: str, option: list[str]) -> list[Any]:
    """What was played: all scenarios, or one with and without each option."""
    from hulldown.lab.scenarios import usual

    rows = book.library.scenarios()
    names = [scenario or usual(book)] if option else [scenario] if scenario else [row.id for row in rows]
    build = book.library.build
    return [build(name, options=read_options([one]) if one else {}) for name in names for one in ("", *option)]


class Games:
    """The games of one command, and all that were played so far."""

    def __init__(self, book: Book, scenario: str, bot: str, running: Running, luck: bool) -> None:
        self.book, self.scenario, self.bot, self.running, self.luck = book, scenario, bot, running, luck
        self.played: list[Outcome] = []

    def scenarios(self, games: int, until: float) -> "Section":
        from hulldown.kernel.wire import encode
        from hulldown.lab.balance import fairness, red_score, scenarios_part
        from hulldown.lab.simulate import Match, until_narrow

        found, every = [], []
        for name in [self.scenario] if self.scenario else [row.id for row in self.book.library.scenarios()]:
            setup = build_setup(self.book, name, "", "", "", {})
            match = Match(self.book.id, encode(setup), (self.bot, self.bot), self.running.seed, watched=self.luck)
            outcomes = play_all(
                self.running, clean(name), match.fixture, games, lambda given: until_narrow(given, until, red_score)
            ).played
            found.append(fairness(clean(setup.scenario), outcomes))
            every += outcomes
        self.played += every
        return scenarios_part(self.book.id, found, every)

    def prices(self, games: int, option: str) -> "Section":
        from hulldown.lab.armies import Market
        from hulldown.lab.prices import prices_part

        agreed = read_options([option] if option else [])
        with misused():
            market = Market(self.book, self._place(), self.bot, self.running.seed, agreed, self.luck)
        what = f"Drawn armies, {clean(option)}" if option else "Drawn armies"
        outcomes = play_all(self.running, what, market.fixture, games).played
        self.played += outcomes
        return prices_part(market, outcomes)

    def options(self, games: int, given: list[str]) -> "Section":
        from hulldown.kernel.wire import encode
        from hulldown.lab.balance import Options as Asked
        from hulldown.lab.balance import options_part

        place = self._place()
        setups = [build_setup(self.book, place, "", "", "", read_options([one]) if one else {}) for one in ("", *given)]
        encoded = tuple(map(encode, setups))
        for one, made in zip(given, encoded[1:], strict=True):
            if made == encoded[0]:
                raise Misuse(f"--option: {one[:60]!r} is how {place} is played anyway; give what differs from it")
        seed, scenario = self.running.seed, clean(setups[0].scenario)
        asked = Asked(self.book.id, encoded, tuple(given), self.bot, seed, scenario, self.luck)
        outcomes = play_all(self.running, "With and without", asked.fixture, games * len(encoded)).played
        self.played += outcomes
        return options_part(asked, outcomes)

    def _place(self) -> str:
        from hulldown.lab.scenarios import usual

        return self.scenario or usual(self.book)
