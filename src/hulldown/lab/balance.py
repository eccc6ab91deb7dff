"""Is it fair? What a unit and the first move are worth, whether a scenario favours a side, what an option changes.

One bot plays both sides, so that what is left is the game's. Draws count as half a win.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, inf
from typing import Any

import msgspec

from hulldown.kernel.interval import Interval, mean, wilson
from hulldown.kernel.side import RED
from hulldown.lab.armies import Market
from hulldown.lab.findings import Cell, Sheet, figures, plain, shown
from hulldown.lab.fit import Fit, chance, logistic, ratio, spread
from hulldown.lab.plots import Estimate, Estimates, Lines, Plot, Series
from hulldown.lab.simulate import Fixture, Outcome

FAIR = (0.4, 0.6)  # Red's share in a scenario that may be called fair: the whole interval lies within
EVEN = (0.45, 0.55)  # and in one that favours nobody; else all of it lies outside
PRINTED = "book"  # the source of a price that was not ours to choose
OFF = 0.2  # how far a price may be off, as a share
BIN, BINS = 0.1, 6  # how many more points, by tens of percent; the last bin is open


class Section(msgspec.Struct, frozen=True):
    """One answer of the report: its sentences, tables, plots and data."""

    answers: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    plots: tuple[Plot, ...]
    data: dict[str, Any]


def percent(value: Interval) -> str:
    return f"{100 * value.mid:.0f} % ({100 * value.low:.0f} – {100 * value.high:.0f} %)"


# Scenarios


class Fairness(msgspec.Struct, frozen=True):
    """How the sides of a scenario did: Red's score, and that of whoever moved first."""

    scenario: str
    games: int
    red: int
    blue: int
    draws: int
    score: Interval
    first: Interval

    @property
    def verdict(self) -> str:
        if self.score.within(*FAIR):
            return "fair"
        if self.score.low > EVEN[1]:
            return "favours Red"
        return "favours Blue" if self.score.high < EVEN[0] else "not settled"

    @property
    def sentence(self) -> str:
        asked, score, games = f"Is {self.scenario} fair?", self.score, f"{self.games:,} games"
        if self.verdict == "fair":
            return f"{asked} Yes: Red scores {percent(score)} of {games}."
        if self.verdict == "favours Red":
            return f"{asked} No, it favours Red, who scores {percent(score)} of {games}."
        if self.verdict == "favours Blue":
            blue = Interval(1 - score.high, 1 - score.mid, 1 - score.low)
            return f"{asked} No, it favours Blue, who scores {percent(blue)} of {games}."
        return f"{asked} That is not settled: Red scores {percent(score)} of {games}; play four times as many."


def red_score(played: Sequence[Outcome]) -> Interval:
    scores = [outcome.score for outcome in played if outcome.score is not None]
    return wilson(sum(scores), len(scores))


def first_score(played: Sequence[Outcome]) -> Interval:
    """That of whoever moved first."""
    scores = [
        outcome.score if outcome.first is RED else 1 - outcome.score
        for outcome in played
        if outcome.score is not None and outcome.first is not None
    ]
    return wilson(sum(scores), len(scores))


def fairness(scenario: str, played: Sequence[Outcome]) -> Fairness:
    scores = [outcome.score for outcome in played if outcome.score is not None]
    red, blue, draws = (scores.count(score) for score in (1.0, 0.0, 0.5))
    return Fairness(scenario, len(scores), red, blue, draws, red_score(played), first_score(played))


def scenarios_part(found: Sequence[Fairness], played: Sequence[Outcome]) -> Section:
    """All scenarios; of all games together, what it is worth to move first."""
    first = first_score(played)
    columns = ("scenario", "games", "Red", "Blue", "draws", "Red %", "low", "high", "first %", "verdict")
    rows = tuple(
        (one.scenario, one.games, one.red, one.blue, one.draws, *figures(one.score), figures(one.first)[0], one.verdict)
        for one in found
    )
    note = (
        f"Fair: the whole 95 % interval of Red's score lies within {100 * FAIR[0]:.0f} – {100 * FAIR[1]:.0f} %; a side "
        f"is favoured: all of it lies beyond {100 * EVEN[0]:.0f} – {100 * EVEN[1]:.0f} %. "
        "first %: the score of whoever moved first."
    )
    marks = tuple(Estimate(one.scenario, one.score, one.verdict) for one in found)
    clear = first.outside(0.5, 0.5)
    told = "" if clear else ", which is no clear advantage"
    return Section(
        (*(one.sentence for one in found), f"Whoever moves first scores {percent(first)}{told}."),
        (Sheet("Scenarios by side", columns, rows, note),),
        (Estimates("Red's score by scenario, with 95 % interval", "Red's score", marks, 0.5, FAIR),),
        {
            "scenarios": [
                {"id": one.scenario, "games": one.games, "red": one.red, "blue": one.blue, "draws": one.draws}
                | {"score": plain(one.score), "first": plain(one.first), "verdict": one.verdict}
                for one in found
            ],
            "first_move": plain(first),
        },
    )


# Prices


class Price(msgspec.Struct, frozen=True):
    """What a unit costs, and what it is worth in the same points."""

    unit: str
    name: str
    printed: float
    source: str
    fitted: Interval

    @property
    def verdict(self) -> str:
        least, most = self.printed * (1 - OFF), self.printed * (1 + OFF)
        if self.fitted.within(least, most):
            return "fits"
        if self.fitted.high < least:
            return "too dear"
        return "too cheap" if self.fitted.low > most else "open"


class Worth(msgspec.Struct, frozen=True):
    """What the games with drawn armies tell: prices, the advantage of a side and of the first move, what a point is."""

    prices: list[Price]
    side: Interval
    first: Interval
    tenth: Interval  # the score of a side that has a tenth more points
    curve: Fit


def worth(market: Market, played: Sequence[Outcome]) -> Worth:
    """The result as a matter of which units each side has. A unit's log-odds, in units of what a point brings.

    What a point brings is told by the units whose price is printed, if there are any: they keep their cost on average.
    """
    games = [(number, outcome) for number, outcome in enumerate(played, 1) if outcome.score is not None]
    armies = [market.armies(number) for number, _ in games]
    used = {unit: sum(army.get(unit, 0) for both in armies for army in both) for unit in market.prices}
    units = [unit for unit, many in used.items() if many]
    moved = [0.0 if outcome.first is None else 1.0 if outcome.first is RED else -1.0 for _, outcome in games]
    scores = [outcome.score or 0.0 for _, outcome in games]
    pairs = [(number + 1) // 2 for number, _ in games]
    rows = [
        [*(float(red.get(unit, 0) - blue.get(unit, 0)) for unit in units), 1.0, first]
        for (red, blue), first in zip(armies, moved, strict=True)
    ]
    fit = logistic(rows, scores, groups=pairs)
    freedom = len({*pairs}) - len(units) - 2
    listed = {row.id: row for row in market.book.library.units()}
    source = {unit: listed[unit].source.get("points", "") for unit in units}
    known = [unit for unit in units if source[unit] == PRINTED] or units
    spent = sum(used[unit] * market.prices[unit] for unit in known) or 1.0
    point = [*(used[unit] / spent * (unit in known) for unit in units), 0.0, 0.0]

    def alone(at: int) -> list[float]:
        return [float(at == place) for place in range(len(units) + 2)]

    prices = [
        Price(
            unit,
            listed[unit].name,
            market.prices[unit],
            source[unit],
            ratio(fit, alone(at), point, freedom) if freedom > 0 else Interval(-inf, inf, inf),
        )
        for at, unit in enumerate(units)
    ]
    ahead = [[_ahead(market, *both), 1.0, first] for both, first in zip(armies, moved, strict=True)]
    curve = logistic(ahead, scores, groups=pairs)
    return Worth(
        sorted(prices, key=lambda price: (-price.printed, price.name)),
        _share(spread(fit, alone(len(units)), freedom)),
        _share(spread(fit, alone(len(units) + 1), freedom)),
        _share(spread(curve, [0.1, 0.0, 0.0], len({*pairs}) - 3)),
        curve,
    )


def _share(odds: Interval) -> Interval:
    return Interval(chance(odds.low), chance(odds.mid), chance(odds.high))


def _ahead(market: Market, red: dict[str, int], blue: dict[str, int]) -> float:
    """How many more points Red has, as a share of the smaller army."""
    own, other = market.points(red), market.points(blue)
    return (own - other) / min(own, other)


def prices_part(market: Market, played: Sequence[Outcome]) -> Section:
    found = worth(market, played)
    many = sum(outcome.score is not None for outcome in played)
    shares = tuple(Estimate(price.name, _relative(price), price.verdict) for price in found.prices)
    title, axis = "What a unit is worth, as a share of its price", "fitted price ÷ price"
    return Section(
        tuple(_prices_told(market, found)),
        (_prices_sheet(market, found, many), _by_points(market, played)),
        (Estimates(title, axis, shares, 1.0, (1 - OFF, 1 + OFF)), _curve(market, played, found.curve)),
        {
            "prices": {
                "scenario": market.scenario,
                "games": many,
                "units": [
                    {"id": price.unit, "name": price.name, "price": price.printed, "source": price.source}
                    | {"fitted": plain(price.fitted), "verdict": price.verdict}
                    for price in found.prices
                ],
                "tenth_more_points": plain(found.tenth),
                "red": plain(found.side),
                "first_move": plain(found.first),
            }
        },
    )


def _prices_told(market: Market, found: Worth) -> Iterator[str]:
    """How many prices are off, which, and what points, sides and the first move bring."""
    off = [price for price in found.prices if price.verdict in ("too dear", "too cheap")]
    fits = sum(price.verdict == "fits" for price in found.prices)
    yield (
        f"Prices in {market.scenario}: {len(off)} of {len(found.prices)} are off by more than a fifth, {fits} fit, "
        f"and of {len(found.prices) - len(off) - fits} the games do not tell."
    )
    for price in off:
        mid, low, high = map(shown, figures(price.fitted, 2, 1))
        price_told = f"{price.name} is {price.verdict} at a price of {shown(price.printed)}"
        yield f"{price_told}: it is worth {mid} ({low} – {high})."
    yield f"With a tenth more points a side scores {percent(found.tenth)}."
    yield f"With equal armies Red scores {percent(found.side)}, and whoever moves first {percent(found.first)}."


def _prices_sheet(market: Market, found: Worth, games: int) -> Sheet:
    columns = ("unit", "price", "source", "fitted", "low", "high", "verdict")
    rows = tuple(
        (price.name, price.printed, price.source, *figures(price.fitted, 2, 1), price.verdict) for price in found.prices
    )
    note = (
        f"Fitted over {games:,} games with armies drawn by lot in {market.scenario}; low, high: the 95 % interval. "
        "Units with a printed price keep their cost on average. Off means that the whole interval is more than "
        f"{100 * OFF:.0f} % away from the price."
    )
    return Sheet("Prices", columns, rows, note)


def _relative(price: Price) -> Interval:
    low, mid, high = (end / price.printed for end in (price.fitted.low, price.fitted.mid, price.fitted.high))
    return Interval(low, mid, high)


def _binned(market: Market, played: Sequence[Outcome]) -> list[tuple[int, int, Interval]]:
    """The richer side's score by how much richer it is: up to so many percent, in tens; games; score."""
    found: dict[int, list[float]] = {}
    for number, outcome in enumerate(played, 1):
        ahead = _ahead(market, *market.armies(number))
        if outcome.score is not None and ahead:
            most = min(ceil(abs(ahead) / BIN), BINS)
            found.setdefault(most, []).append(outcome.score if ahead > 0 else 1 - outcome.score)
    return [(most, len(found[most]), wilson(sum(found[most]), len(found[most]))) for most in sorted(found)]


def _by_points(market: Market, played: Sequence[Outcome]) -> Sheet:
    rows = tuple((_tens(most), many, *figures(score)) for most, many, score in _binned(market, played))
    return Sheet("Score of the side with more points", ("more points", "games", "score %", "low", "high"), rows)


def _tens(most: int) -> str:
    return f"more than {100 * BIN * (most - 1):.0f} %" if most == BINS else f"up to {100 * BIN * most:.0f} %"


def _curve(market: Market, played: Sequence[Outcome], curve: Fit) -> Lines:
    binned = _binned(market, played)
    seen = tuple((100 * BIN * (most - 0.5), 100 * score.mid) for most, _, score in binned)
    reach = tuple(Interval(100 * score.low, 100 * score.mid, 100 * score.high) for *_, score in binned)
    steps = [BIN * BINS * step / 20 for step in range(21)]
    fitted = tuple((100 * at, 100 * chance(curve.unknowns[0] * at)) for at in steps)
    series = (Series("fitted", fitted), Series("seen", seen, reach))
    return Lines("Score of the side with more points", "percent more points", "score in percent", series)


# Options

MEASURES: dict[str, Callable[[Outcome], float]] = {
    "Red's score, %": lambda outcome: 100 * (outcome.score or 0.0),
    "draws, %": lambda outcome: 100.0 * (outcome.score == 0.5),
    "first mover's score, %": lambda outcome: 100 * _of_first(outcome),
    "rounds": lambda outcome: outcome.rounds,
    "orders": lambda outcome: outcome.orders,
    "units lost": lambda outcome: sum(outcome.losses),
}


def _of_first(outcome: Outcome) -> float:
    score = outcome.score or 0.0
    return 0.5 if outcome.first is None else score if outcome.first is RED else 1 - score


class Options(msgspec.Struct, frozen=True):
    """The same games under several set-ups: as the scenario is, and with each option by itself."""

    book: str
    setups: tuple[bytes, ...]
    options: tuple[str, ...]
    bot: str
    seed: str
    scenario: str

    def fixture(self, number: int) -> Fixture:
        game, which = divmod(number - 1, len(self.setups))
        return Fixture(self.book, self.setups[which], (self.bot, self.bot), f"{self.seed}/{game + 1}")


def options_part(asked: Options, played: Sequence[Outcome]) -> Section:
    answers: list[str] = []
    sheets: list[Sheet] = []
    marks: list[Estimate] = []
    data: list[dict[str, Any]] = []
    every = len(asked.setups)
    for which, option in enumerate(asked.options, 1):
        pairs = [
            (played[at], played[at + which])
            for at in range(0, len(played) - every + 1, every)
            if played[at].score is not None and played[at + which].score is not None
        ]
        turned = wilson(sum(one.score != other.score for one, other in pairs), len(pairs))
        rows: list[tuple[Cell, ...]] = []
        clear: list[str] = []
        changes: dict[str, Any] = {}
        for name, measure in MEASURES.items():
            before, after = ([measure(pair[at]) for pair in pairs] for at in (0, 1))
            change = mean([late - early for early, late in zip(before, after, strict=True)])
            averages = [round(sum(values) / (len(values) or 1), 2) for values in (before, after)]
            rows.append((name, *averages, *figures(change, 2, 1), "yes" if change.outside(0, 0) else "no"))
            changes[name] = {"without": averages[0], "with": averages[1], "change": plain(change)}
            if change.outside(0, 0):
                clear.append(
                    f"{name.replace(', %', ' (%)')} by {change.mid:+.3g} ({change.low:+.3g} … {change.high:+.3g})"
                )
        told = f"it changes {'; '.join(clear)}" if clear else "of what is measured nothing changes clearly"
        ended = f"{percent(turned)} of {len(pairs):,} games end otherwise"
        answers.append(f"What does {option} change in {asked.scenario}? {ended}, and {told}.")
        columns = ("measured", "without", "with", "change", "low", "high", "clear")
        sheets.append(Sheet(f"With {option}", columns, tuple(rows), "The same games with the same seeds, paired."))
        marks.append(Estimate(option, turned, f"{len(pairs):,} games"))
        data.append({"option": option, "games": len(pairs), "turned": plain(turned), "measures": changes})
    return Section(
        tuple(answers),
        tuple(sheets),
        (Estimates("Share of the games that end otherwise", "share", tuple(marks), 0.0),),
        {"scenario": asked.scenario, "options": data},
    )
