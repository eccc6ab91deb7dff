"""Quick fills: armies for a set-up in a few styles, by the prices of its chart; and armies drawn by lot.

A book says of each class what it is in an army (`Arm`). A style says how many hundredths of the points go to which of
them; what cannot be spent so goes to whatever still fits, the dearest first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from hulldown.kernel.dice import Dice, SeededDice
from hulldown.kernel.library import Arm, Flaw, Library, flaws_of
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import Side

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
        more = {**force.units, arm.id: force.units.get(arm.id, 0) + 1}
        flaw = army_flaw(library, library.with_army(setup, side, more), side)
        if arm.points > left:
            found[arm.id] = Refusal(
                force.limit_rule, f"{_points(arm.points)}; {f'{left:g}' if left else 'none'} are left"
            )
        elif flaw is not None and (now is None or now.rule != flaw.rule):
            found[arm.id] = Refusal(flaw.rule, flaw.message)
    return found


def _points(number: float) -> str:
    return f"{number:g} point{'s' * (number != 1)}"


def on_sale(library: Library, setup: Any, side: Side) -> list[Arm]:
    """The classes that an army of this battle may have, beside those that it must have."""
    arms, start = library.arms(setup, side), first_army(library, setup, side)
    total = library.force(setup, side).total
    costs = sum(arm.points * arm.least for arm in arms)

    def sold(arm: Arm) -> bool:
        army = {**start, arm.id: start.get(arm.id, 0) + 1}
        return army_flaw(library, library.with_army(setup, side, army), side) is None

    return [arm for arm in arms if 0 < arm.points <= total - costs and sold(arm)]


def first_army(library: Library, setup: Any, side: Side) -> Army:
    """What an army must have in this battle."""
    return {arm.id: arm.least for arm in library.arms(setup, side) if arm.least}


# Styles


def _spread(arms: Sequence[Arm], share: float) -> Shares:
    return {arm.id: share / len(arms) for arm in arms}


def _of(arms: Sequence[Arm], role: str) -> list[Arm]:
    """The classes of a role, the dearest first."""
    return sorted((arm for arm in arms if arm.role == role), key=lambda arm: (-arm.points, arm.id))


def _balanced(arms: Sequence[Arm]) -> Shares:
    """Something of everything that fights, most of it tanks."""
    parts = {role: part for role, part in (("line", 70), ("gun", 15), ("arc", 15)) if _of(arms, role)}
    whole = sum(parts.values())
    shares: Shares = {}
    for role, part in parts.items():
        shares |= _spread(_of(arms, role), part / whole)
    return shares


def _heavy_fist(arms: Sequence[Arm]) -> Shares:
    """Three quarters for the dearest tank."""
    line = _of(arms, "line")
    return _spread(line[:1], 0.75) | _spread(line[1:], 0.25) if _differ(line) else {}


def _swarm(arms: Sequence[Arm]) -> Shares:
    """Nearly all for the cheapest tank."""
    line = _of(arms, "line")
    return _spread(line[-1:], 0.85) | _spread(line[:-1], 0.15) if _differ(line) else {}


def _gun_line(arms: Sequence[Arm]) -> Shares:
    """Three fifths for guns that aim with their hull or stand, the rest tanks before them."""
    guns, line = _of(arms, "gun"), _of(arms, "line")
    return _spread(guns, 0.6 if line else 1) | (_spread(line, 0.4) if line else {}) if guns else {}


def _long_arm(arms: Sequence[Arm]) -> Shares:
    """A third for what fires over the roofs, the rest tanks that see for it."""
    arc, line = _of(arms, "arc"), _of(arms, "line")
    return _spread(arc, 0.35) | _spread(line, 0.65) if arc and line else {}


def _differ(line: Sequence[Arm]) -> bool:
    return len({arm.points for arm in line}) > 1


STYLES: dict[str, tuple[str, str, Callable[[Sequence[Arm]], Shares]]] = {
    "balanced": ("Balanced", "something of everything that fights, by price", _balanced),
    "heavy-fist": ("Heavy fist", "most of the points for the dearest tank", _heavy_fist),
    "swarm": ("Swarm", "most of the points for the cheapest tank", _swarm),
    "gun-line": ("Gun line", "guns first, tanks before them, by price", _gun_line),
    "long-arm": ("Long arm", "what fires over the roofs, and tanks that see for it, by price", _long_arm),
}
SURPRISE = "surprise"


# Armies


class _Purse:
    """An army that is being filled: what it has, what is left, and how many it may be."""

    def __init__(self, arms: Sequence[Arm], limit: float, most: int, start: Army) -> None:
        self.prices = {arm.id: arm.points for arm in arms}
        self.fighting = [arm.id for arm in arms if arm.role != "other"]
        self.limit, self.most, self.army = limit, most, dict(start)

    @property
    def left(self) -> float:
        return self.limit - sum(self.prices[unit] * count for unit, count in self.army.items())

    def affordable(self, units: Sequence[str]) -> list[str]:
        left, room = self.left, self.most - sum(self.army.values())
        return [unit for unit in units if room > 0 and self.prices[unit] <= left]

    def buy(self, unit: str) -> None:
        self.army[unit] = self.army.get(unit, 0) + 1

    def by_shares(self, shares: Shares) -> None:
        """Buys what is furthest behind its share of the points."""
        while fits := self.affordable([*shares]):
            spent = {unit: self.prices[unit] * self.army.get(unit, 0) for unit in fits}
            self.buy(max(fits, key=lambda unit: shares[unit] * self.limit - spent[unit]))

    def top_up(self) -> None:
        """Buys whatever fits into the rest, the dearest first; where there are enough already, dearer ones instead."""
        while fits := self.affordable(self.fighting):
            self.buy(max(fits, key=lambda unit: self.prices[unit]))
        while swap := self._swap():
            old, new = swap
            self.army[old] -= 1
            self.buy(new)
        self.army = {unit: count for unit, count in self.army.items() if count}

    def _swap(self) -> tuple[str, str] | None:
        """The cheapest unit, and the dearest that can stand in its place."""
        owned = [unit for unit in self.fighting if self.army.get(unit)]
        if not owned or sum(self.army.values()) < self.most:
            return None
        old = min(owned, key=lambda unit: self.prices[unit])
        dearer = [unit for unit in self.fighting if 0 < self.prices[unit] - self.prices[old] <= self.left]
        return (old, max(dearer, key=lambda unit: self.prices[unit])) if dearer else None


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


def fills(library: Library, setup: Any, side: Side, number: int = 0) -> Iterator[Fill]:
    """An army in each style that this battle has units for, all of them different; the surprise by its number."""
    arms = on_sale(library, setup, side)
    known: list[Army] = []
    for style, (label, words, share) in STYLES.items():
        shares = share([arm for arm in arms if arm.role != "other"])
        if shares and (army := _fitting(library, setup, side, arms, shares)) and army not in known:
            known.append(army)
            yield _fill(library, setup, side, style, label, words, army)
    prices = {arm.id: arm.points for arm in arms if arm.role != "other"}
    if prices and (army := _surprise(library, setup, side, arms, number)):
        yield _fill(library, setup, side, SURPRISE, "Surprise me", "a few classes by lot", army)


def _fill(library: Library, setup: Any, side: Side, style: str, label: str, words: str, army: Army) -> Fill:
    force = library.force(library.with_army(setup, side, army), side)
    return Fill(style, label, words, force.units, force.points)


def _fitting(library: Library, setup: Any, side: Side, arms: Sequence[Arm], shares: Shares) -> Army:
    """An army by shares, of as many units as find room; nothing if none do."""
    limit, start = library.force(setup, side).total, first_army(library, setup, side)
    required = [arm for arm in library.arms(setup, side) if arm.least and arm.id not in {one.id for one in arms}]

    def made(most: int) -> Army:
        purse = _Purse([*arms, *required], limit, most, start)
        purse.by_shares(shares)
        purse.top_up()
        return purse.army

    return _most_that_fit(made, lambda army: _sound(library, setup, side, army))


def _surprise(library: Library, setup: Any, side: Side, arms: Sequence[Arm], number: int) -> Army:
    limit, start = library.force(setup, side).total, first_army(library, setup, side)
    prices = {arm.id: arm.points for arm in arms if arm.role != "other"}
    every = {arm.id: arm for arm in (*library.arms(setup, side), *arms)}
    left = limit - sum(every[unit].points * count for unit, count in start.items())
    drawn = by_lot(prices, left, SeededDice(f"surprise {number}"))
    army = {unit: start.get(unit, 0) + drawn.get(unit, 0) for unit in every if start.get(unit) or drawn.get(unit)}

    def made(most: int) -> Army:
        purse = _Purse([*every.values()], limit, most, army if sum(army.values()) <= most else start)
        purse.fighting = [*prices]
        purse.by_shares({unit: 1 / len(drawn) for unit in drawn})
        purse.top_up()
        return purse.army

    return _most_that_fit(made, lambda army: _sound(library, setup, side, army))


def _most_that_fit(made: Callable[[int], Army], sound: Callable[[Army], bool]) -> Army:
    """The army with the most units, up to a bound, that is sound; found by halves."""
    if sound(army := made(MOST_UNITS)):
        return army
    least, most, best = 0, sum(army.values()), Army()
    while most - least > 1:
        middle = (least + most) // 2
        if sound(army := made(middle)):
            least, best = middle, army
        else:
            most = middle
    return best


def _sound(library: Library, setup: Any, side: Side, army: Army) -> bool:
    """Whether an army brings no flaw to a set-up that it had not."""
    if not army:
        return False
    known = {(flaw.part, flaw.side, flaw.rule) for flaw in flaws_of(library.checks(setup)) if flaw.side is not side}
    found = flaws_of(library.checks(library.with_army(setup, side, army)))
    return all((flaw.part, flaw.side, flaw.rule) in known for flaw in found)
