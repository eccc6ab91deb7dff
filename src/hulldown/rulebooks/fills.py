"""Quick fills: armies for a set-up in a few styles, by the prices of its chart; and armies drawn by lot.

A book says of each class what it is in an army (`Arm`). A style says how many hundredths of the points go to which of
them; what cannot be spent so goes to whatever still fits, the dearest first.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from hulldown.kernel.dice import Dice, SeededDice
from hulldown.kernel.library import Arm, Flaw, Library, Role, flaws_of
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import Side
from hulldown.rulebooks.sentence import points_told

Army = dict[str, int]
Shares = dict[str, float]  # of the points, by class
MOST_KINDS = 5  # in an army drawn by lot, so that armies differ
MOST_UNITS = 60


class Fill(msgspec.Struct, frozen=True):
    """An army for one side, in a style that has a name, and how it was made."""

    style: str
    label: str
    words: str
    units: Mapping[str, int]
    points: float


def written(army: Mapping[str, int]) -> str:
    """An army as it is written in one line."""
    return ",".join(f"{unit}={count}" for unit, count in army.items() if count)


# What can be bought


def army_flaw(library: Library, setup: Any, side: Side) -> Flaw | None:
    """What is wrong with a side's army, wherever it is to stand."""
    own = (check for check in library.checks(setup) if check.part == "armies" and check.side is side)
    return next(flaws_of(own), None)


def refusals(library: Library, setup: Any, side: Side) -> dict[str, Refusal]:
    """Why not one more of a class can be had; nothing is said of those that can."""
    force = library.force(setup, side)
    now, left = army_flaw(library, setup, side), max(0, force.left)
    found: dict[str, Refusal] = {}
    for arm in library.arms(setup, side):
        if arm.points > left:
            rest = f"{left:g} {'is' if left == 1 else 'are'}" if left else "none are"
            found[arm.id] = Refusal(force.limit_rule, f"{points_told(arm.points)}; {rest} left")
            continue
        more = {**force.units, arm.id: force.units.get(arm.id, 0) + 1}
        flaw = army_flaw(library, library.with_army(setup, side, more), side)
        if flaw is not None and (now is None or now.rule != flaw.rule):
            found[arm.id] = Refusal(flaw.rule, flaw.message)
    return found


def on_sale(library: Library, setup: Any, side: Side) -> list[Arm]:
    """The classes that an army of this battle may have, beside those that it must have."""
    arms, total = library.arms(setup, side), library.force(setup, side).total
    start = {arm.id: arm.least for arm in arms if arm.least}
    costs = sum(arm.points * arm.least for arm in arms)

    def sold(arm: Arm) -> bool:
        army = {**start, arm.id: start.get(arm.id, 0) + 1}
        return army_flaw(library, library.with_army(setup, side, army), side) is None

    return [arm for arm in arms if 0 < arm.points <= total - costs and sold(arm)]


# Styles


def _picked(arms: Sequence[Arm], role: Role, most: int) -> list[Arm]:
    """So many classes of a role, from the dearest to the cheapest and evenly between; one alone is of middle price."""
    by_price = {arm.points: arm for arm in reversed(arms) if arm.role == role}  # of equal prices, the chart's first
    found = [by_price[points] for points in sorted(by_price, reverse=True)]
    if len(found) <= most:
        return found
    last = len(found) - 1
    return [found[last // 2]] if most == 1 else [found[round(at * last / (most - 1))] for at in range(most)]


def _spread(arms: Sequence[Arm], share: float) -> Shares:
    return {arm.id: share / len(arms) for arm in arms}


def _whole(*parts: Shares) -> Shares:
    """Parts of an army, as shares of all of it."""
    shares = {unit: share for part in parts for unit, share in part.items()}
    return {unit: share / sum(shares.values()) for unit, share in shares.items()}


def _balanced(arms: Sequence[Arm]) -> Shares:
    """Mostly tanks, those of middle price most of all, and something of all else that fights."""
    line = _picked(arms, "line", 3)
    tanks = {arm.id: share for arm, share in zip(line, (20.0, 30.0, 15.0), strict=False)}
    guns, screen, arc = (_picked(arms, "gun", 1), _picked(arms, "screen", 1), _picked(arms, "arc", 1))
    return _whole(tanks, _spread(guns, 15), _spread(screen, 10), _spread(arc, 10))


def _heavy_fist(arms: Sequence[Arm]) -> Shares:
    """Three quarters for the dearest tank."""
    line = _picked(arms, "line", 3)
    return _whole(_spread(line[:1], 75), _spread(line[1:], 25)) if len(line) > 1 else {}


def _swarm(arms: Sequence[Arm]) -> Shares:
    """Nearly all for the cheapest tank."""
    line = _picked(arms, "line", 3)
    return _whole(_spread(line[-1:], 85), _spread(line[:-1], 15)) if len(line) > 1 else {}


def _gun_line(arms: Sequence[Arm]) -> Shares:
    """Three fifths for guns, and tanks before them."""
    guns = _picked(arms, "gun", 3)
    return _whole(_spread(guns, 60), _spread(_picked(arms, "line", 2), 40)) if guns else {}


def _long_arm(arms: Sequence[Arm]) -> Shares:
    """A third for what fires over the roofs, and eyes for it."""
    arc, eyes = _picked(arms, "arc", 3), _picked(arms, "screen", 1)
    return _whole(_spread(arc, 35), _spread(eyes, 20), _spread(_picked(arms, "line", 2), 45)) if arc else {}


class Style(NamedTuple):
    """How an army is filled: the shares of its points, and up to which part of them a class may cost."""

    id: str
    label: str
    words: str
    shares: Callable[[Sequence[Arm]], Shares]
    dearest: float = 1 / 2


STYLES = (
    Style("balanced", "Balanced", "Mostly tanks, and something of all else that fights; by price.", _balanced, 1 / 3),
    Style("heavy-fist", "Heavy fist", "Three quarters of the points for the dearest tank.", _heavy_fist),
    Style("swarm", "Swarm", "Nearly all points for the cheapest tank.", _swarm),
    Style("gun-line", "Gun line", "Mostly guns that aim with their hull or stand; by price.", _gun_line),
    Style("long-arm", "Long arm", "A third for what fires over the roofs, and eyes for it; by price.", _long_arm),
)
SURPRISE = "surprise", "Surprise me", "A few classes, drawn by lot."


# Armies


class Purse:
    """An army that is being filled: what it has, what is left, and how many it may be."""

    def __init__(self, prices: Mapping[str, float], limit: float, most: int, start: Army) -> None:
        self.prices, self.limit, self.most, self.army = prices, limit, most, dict(start)

    @property
    def left(self) -> float:
        return self.limit - sum(self.prices[unit] * count for unit, count in self.army.items())

    def affordable(self, units: Iterable[str]) -> list[str]:
        left, room = self.left, self.most - sum(self.army.values())
        return [unit for unit in units if room > 0 and self.prices[unit] <= left]

    def buy(self, unit: str) -> None:
        self.army[unit] = self.army.get(unit, 0) + 1

    def by_shares(self, shares: Shares) -> None:
        """Buys one of what is named first, and then whatever is furthest behind its share of the points."""
        for unit in self.affordable([*shares][:1]):
            self.buy(unit)
        while fits := self.affordable(shares):
            spent = {unit: self.prices[unit] * self.army.get(unit, 0) for unit in fits}
            self.buy(max(fits, key=lambda unit: shares[unit] * self.limit - spent[unit]))

    def top_up(self, arms: Sequence[Arm]) -> None:
        """Buys whatever of these fits into the rest, the dearest first; then swaps units for dearer ones of a role."""
        units = [arm.id for arm in arms]
        while fits := self.affordable(units):
            self.buy(max(fits, key=lambda unit: self.prices[unit]))
        while swap := self._swap(arms):
            self.army[swap[0]] -= 1
            self.buy(swap[1])
        self.army = {unit: count for unit, count in self.army.items() if count}

    def _swap(self, arms: Sequence[Arm]) -> tuple[str, str] | None:
        """The two classes whose exchange costs the most that there is."""
        left, owned = self.left, [arm for arm in arms if self.army.get(arm.id)]
        pairs = [(old, new) for old in owned for new in arms if old.role == new.role]
        gains = {(old.id, new.id): gain for old, new in pairs if 0 < (gain := new.points - old.points) <= left}
        return max(gains, key=lambda swap: gains[swap], default=None)


def by_lot(prices: Mapping[str, float], left: float, dice: Dice) -> Army:
    """A few kinds drawn by lot, and units of them drawn by lot, as long as the points last."""
    market = [*prices]
    kinds = [market.pop(dice.pick(len(market))) for _ in range(min(len(market), 1 + dice.pick(MOST_KINDS)))]
    army: Army = {}
    while sum(army.values()) < MOST_UNITS and (kinds := [kind for kind in kinds if prices[kind] <= left]):
        kind = kinds[dice.pick(len(kinds))]
        army[kind] = army.get(kind, 0) + 1
        left -= prices[kind]
    return army


# Fills


class Quartermaster:
    """Fills the army of one side of a set-up."""

    def __init__(self, library: Library, setup: Any, side: Side) -> None:
        self.library, self.setup, self.side = library, setup, side
        self.limit = library.force(setup, side).total
        every = library.arms(setup, side)
        self.start = {arm.id: arm.least for arm in every if arm.least}
        self.prices = {arm.id: arm.points for arm in every}
        self.arms = self._of_nation([arm for arm in on_sale(library, setup, side) if arm.role != "other"])
        self._amiss = {_key(flaw) for flaw in flaws_of(library.checks(setup)) if flaw.side is not side}

    def _of_nation(self, arms: list[Arm]) -> list[Arm]:
        """The classes of the nations that the side has already; else Red has the one with the most classes, and Blue
        the one after it."""
        units = self.library.force(self.setup, self.side).units
        here = {arm.nation for arm in arms if units.get(arm.id)}
        if arms and not here:
            largest = [nation for nation, _ in Counter(arm.nation for arm in arms).most_common(2)]
            here = {largest[self.side % len(largest)]}
        return [arm for arm in arms if arm.nation in here]

    def fills(self, number: int) -> Iterator[Fill]:
        """An army in each style that there are units for, all of them different; the surprise by its number."""
        known: list[Army] = []
        for style in STYLES:
            army = self._fitting(style.shares(self._within(self.limit * style.dearest)))
            if army and army not in known:
                known.append(army)
                yield self._fill(style.id, style.label, style.words, army)
        if self.arms:
            yield from [self._fill(*SURPRISE, army) for army in [self._surprise(number)] if army]

    def _within(self, dearest: float) -> list[Arm]:
        """The classes of which an army can have several; all, where that leaves none."""
        return [arm for arm in self.arms if arm.points <= dearest] or self.arms

    def _fill(self, style: str, label: str, words: str, army: Army) -> Fill:
        points = sum(self.prices[unit] * count for unit, count in army.items())
        return Fill(style, label, words, {unit: army[unit] for unit in self.prices if army.get(unit)}, points)

    def _fitting(self, shares: Shares) -> Army:
        """An army by shares of the points, of as many units as find room; nobody, if there are no such units."""

        def made(most: int) -> Army:
            purse = Purse(self.prices, self.limit, most, self.start)
            purse.by_shares(shares)
            purse.top_up(self.arms)
            return purse.army

        return self._most_that_fit(made) if shares else {}

    def _surprise(self, number: int) -> Army:
        left = self.limit - sum(self.prices[unit] * count for unit, count in self.start.items())
        drawn = by_lot({arm.id: arm.points for arm in self.arms}, left, SeededDice(f"surprise {number}"))
        return self._fitting({unit: count * self.prices[unit] / self.limit for unit, count in drawn.items()})

    def _most_that_fit(self, made: Callable[[int], Army]) -> Army:
        """The army with the most units that is sound, found by halves."""
        if self._sound(army := made(MOST_UNITS)):
            return army
        least, most, best = 0, sum(army.values()), Army()
        while most - least > 1:
            middle = (least + most) // 2
            if self._sound(army := made(middle)):
                least, best = middle, army
            else:
                most = middle
        return best

    def _sound(self, army: Army) -> bool:
        """Whether an army brings no flaw to the set-up."""
        filled = self.library.with_army(self.setup, self.side, army)
        return bool(army) and all(_key(flaw) in self._amiss for flaw in flaws_of(self.library.checks(filled)))


def _key(flaw: Flaw) -> tuple[object, ...]:
    return flaw.part, flaw.side, flaw.rule, flaw.options


def fills(library: Library, setup: Any, side: Side, number: int = 0) -> Iterator[Fill]:
    """Armies for a side of a set-up, in a few styles."""
    return Quartermaster(library, setup, side).fills(number)
