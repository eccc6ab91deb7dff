"""What a unit is worth: a price fitted over games with armies drawn by lot, in the book's own points."""

from collections.abc import Iterator, Sequence
from math import ceil, inf

import msgspec
from msgspec.structs import replace

from hulldown.kernel.interval import Interval, wilson
from hulldown.kernel.side import RED
from hulldown.lab.armies import Market
from hulldown.lab.balance import Section, percent
from hulldown.lab.findings import Cell, Sheet, figures, plain, shown
from hulldown.lab.fit import Fit, chance, logistic, ratio, spread
from hulldown.lab.plots import Estimate, Estimates, Lines, Series
from hulldown.lab.report import Outcome
from hulldown.lab.scores import version_of

PRINTED = "book"  # the source of a price that was not ours to choose
OFF = 0.2  # how far a price may be off, as a share
BIN, BINS = 0.1, 6  # how many more points, by tens of percent; the last bin is open
RICHER = "Score of the side with more points"


class Price(msgspec.Struct, frozen=True):
    """What a unit costs, and what it is worth in the same points, by scores as they are and by those without luck."""

    unit: str
    name: str
    printed: float
    source: str
    raw: Interval
    without: Interval | None = None

    @property
    def fitted(self) -> Interval:
        return self.raw if self.without is None else self.without

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
    """What the games tell, without their luck if it was noted, and what each price is with it."""
    raw = worth_by(market, played, [one.scored.raw if one.scored else 0.0 for one in played])
    adjusted = [one.scored.adjusted for one in played if one.scored]
    if not adjusted or None in adjusted:
        return raw
    found = worth_by(market, played, [one.scored.adjusted or 0.0 if one.scored else 0.0 for one in played])
    with_luck = {price.unit: price.raw for price in raw.prices}
    prices = [replace(price, raw=with_luck[price.unit], without=price.raw) for price in found.prices]
    return replace(found, prices=prices)


def worth_by(market: Market, played: Sequence[Outcome], by_game: Sequence[float]) -> Worth:
    """The result as a matter of which units each side has. A unit's log-odds, in units of what a point brings.

    Scores without luck may lie beyond 0 and 1; the fit asks for their mean alone, and its errors are by games.

    What a point brings is told by the units whose price is printed, if there are any: they keep their cost on average.
    """
    games = [(number, outcome) for number, outcome in enumerate(played, 1) if outcome.score is not None]
    armies = [market.armies(number) for number, _ in games]
    used = {unit: sum(army.get(unit, 0) for both in armies for army in both) for unit in market.prices}
    units = [unit for unit, many in used.items() if many]
    moved = [0.0 if outcome.first is None else 1.0 if outcome.first is RED else -1.0 for _, outcome in games]
    scores = [by_game[number - 1] for number, _ in games]
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
    title, axis = f"What a unit is worth{market.agreed}, as a share of its price", "fitted price ÷ price"
    return Section(
        tuple(_prices_told(market, found)),
        (_prices_sheet(market, found, many), _by_points(market, played)),
        (Estimates(title, axis, shares, 1.0, (1 - OFF, 1 + OFF)), _curve(market, played, found.curve)),
        {
            f"prices{market.agreed}": {
                "scenario": market.scenario,
                "games": many,
                "units": [
                    {"id": price.unit, "name": price.name, "price": price.printed, "source": price.source}
                    | {"fitted": plain(price.fitted), "raw": plain(price.raw), "verdict": price.verdict}
                    for price in found.prices
                ],
                "model": version_of(market.book.id),
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
        f"Prices in {market.scenario}{market.agreed}: {len(off)} of {len(found.prices)} are off by more than a fifth, "
        f"{fits} fit, and of {len(found.prices) - len(off) - fits} the games do not tell."
    )
    for price in off:
        mid, low, high = map(shown, figures(price.fitted, 2, 1))
        price_told = f"{price.name} is {price.verdict} at a price of {shown(price.printed)}"
        yield f"{price_told}: it is worth {mid} ({low} – {high})."
    yield f"With a tenth more points a side scores {percent(found.tenth)}."
    yield f"With equal armies Red scores {percent(found.side)}, and whoever moves first {percent(found.first)}."


def _prices_sheet(market: Market, found: Worth, games: int) -> Sheet:
    columns = ("unit", "price", "source", "fitted", "low", "high", "without luck", "its low", "its high", "verdict")
    rows = tuple(
        (price.name, price.printed, price.source, *figures(price.raw, 2, 1), *_without(price), price.verdict)
        for price in found.prices
    )
    by = f" Without luck: by scores less the luck of the rolls, by the outcome model {version_of(market.book.id)}."
    note = (
        f"Fitted over {games:,} games with armies drawn by lot in {market.scenario}; low, high: the 95 % interval. "
        "Units with a printed price keep their cost on average. Off means that the whole interval is more than "
        f"{100 * OFF:.0f} % away from the price."
    )
    told = note + by * any(price.without for price in found.prices)
    return Sheet(f"Prices{market.agreed}", columns, rows, told)


def _without(price: Price) -> tuple[Cell, Cell, Cell]:
    return (None, None, None) if price.without is None else figures(price.without, 2, 1)


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
    return Sheet(
        f"Score of the side with more points{market.agreed}", ("more points", "games", "score %", "low", "high"), rows
    )


def _tens(most: int) -> str:
    return f"more than {100 * BIN * (most - 1):.0f} %" if most == BINS else f"up to {100 * BIN * most:.0f} %"


def _curve(market: Market, played: Sequence[Outcome], curve: Fit) -> Lines:
    binned = _binned(market, played)
    seen = tuple((100 * BIN * (most - 0.5), 100 * score.mid) for most, _, score in binned)
    reach = tuple(Interval(100 * score.low, 100 * score.mid, 100 * score.high) for *_, score in binned)
    steps = [BIN * BINS * step / 20 for step in range(21)]
    fitted = tuple((100 * at, 100 * chance(curve.unknowns[0] * at)) for at in steps)
    series = (Series("fitted", fitted), Series("seen", seen, reach))
    return Lines(
        f"Score of the side with more points{market.agreed}", "percent more points", "score in percent", series
    )
