"""Armies drawn by lot from what a scenario offers, so that games tell what each unit is worth."""

from collections.abc import Mapping
from typing import Any

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import RED, Side
from hulldown.kernel.wire import encode
from hulldown.lab.simulate import Fixture
from hulldown.rulebooks.fills import Army, by_lot, written

LEAST = 2 / 3  # of the agreed points: armies of unlike totals tell what a point is worth
TRIES = 200


class Market:
    """What can be bought in a scenario, at which price, and the armies drawn from it: two for every two games."""

    def __init__(
        self,
        book: Rulebook[Any, Any, Any],
        scenario: str,
        bot: str,
        seed: str,
        options: Mapping[str, str] | None = None,
        watched: bool = False,
    ) -> None:
        self.book, self.scenario, self.bot, self.seed, self.watched = book, scenario, bot, seed, watched
        self.options = dict(options or {})
        self.agreed = "".join([f", {name}={value}" for name, value in self.options.items()])
        setup = book.library.build(scenario, options=self.options)
        self.budget = min(float(book.library.force(setup, side).total) for side in Side)
        self.prices: dict[str, float] = {}
        for row in book.library.units():
            price = self._price(row.id)
            if 0 < price <= self.budget:
                self.prices[row.id] = price
        if not self.prices:
            raise Fault(scenario, "no unit can be bought in this scenario; name another one")
        self._drawn: dict[int, tuple[Army, Army]] = {}

    def _price(self, unit: str) -> float:
        """In points; 0 for what is not for sale here."""
        try:
            setup = self.book.library.build(self.scenario, red=f"{unit}=1", options=self.options)
        except Fault:
            return 0.0
        return float(self.book.library.force(setup, RED).points)

    def points(self, army: Mapping[str, int]) -> float:
        return sum(self.prices[unit] * count for unit, count in army.items())

    def armies(self, number: int) -> tuple[Army, Army]:
        """Red's and Blue's in a game: of every two games the second has them swapped."""
        pair = (number + 1) // 2
        if pair not in self._drawn:
            self._drawn[pair] = self._draw(pair)
        one, other = self._drawn[pair]
        return (one, other) if number % 2 else (other, one)

    def _draw(self, pair: int) -> tuple[Army, Army]:
        for attempt in range(TRIES):
            dice = SeededDice(f"{self.seed} armies {pair} {attempt}")
            one, other = self._army(dice), self._army(dice)
            try:
                self._build(one, other)
                self._build(other, one)
            except Fault:  # too many for the room there is, or against a rule of this scenario
                continue
            return one, other
        raise Fault(self.scenario, "no two armies that were drawn could be set up; name another scenario")

    def _army(self, dice: SeededDice) -> Army:
        left = self.budget * (LEAST + (1 - LEAST) * dice.pick(101) / 100)
        return by_lot(self.prices, left, dice) or {min(self.prices, key=lambda kind: self.prices[kind]): 1}

    def _build(self, red: Army, blue: Army) -> Any:
        return self.book.library.build(self.scenario, red=written(red), blue=written(blue), options=self.options)

    def fixture(self, number: int) -> Fixture:
        setup = encode(self._build(*self.armies(number)))
        bots, seed = (self.bot, self.bot), f"{self.seed}/armies/{number}"
        return Fixture(self.book.id, setup, bots, seed, watched=self.watched)
