"""Exact odds: a rule run under every roll. What is shown before a shot comes from the code that resolves it."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations_with_replacement, product
from math import factorial, lcm, prod
from typing import Any, Generic, TypeVar

import msgspec

from hulldown.kernel.dice import Dice, DiceError, Die
from hulldown.kernel.endless import thrown
from hulldown.kernel.rule import Rule

T = TypeVar("T", bound=Hashable)
F = TypeVar("F", bound=Hashable)
Odds = Mapping[T, Fraction]
Weights = tuple[tuple[Any, int], ...]
MOST_ROLLS = 100
MOST_LISTED = 100_000  # ways for dice to fall that are told apart
MOST_TOLD = 200  # successes: beyond, as many are told apart as come about more often than once in
SELDOM = 10**12


@lru_cache(maxsize=1024)
def weights_of_sum(die: Die, count: int) -> Weights:
    """Each sum of some equal dice, and in how many ways it falls."""
    ways = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, many in ways.items():
            for face in die:
                longer[total + face] = longer.get(total + face, 0) + many
        ways = longer
    return tuple(sorted(ways.items()))


@lru_cache(maxsize=64)
def weights_of_pair(one: Die, other: Die) -> Weights:
    """Each sum of two different dice, and in how many ways it falls."""
    ways: dict[int, int] = {}
    for faces in product(one, other):
        ways[sum(faces)] = ways.get(sum(faces), 0) + 1
    return tuple(sorted(ways.items()))


@lru_cache(maxsize=64)
def weights_of_words(words: tuple[str, ...]) -> Weights:
    """Each word on a die, and on how many of its faces it is."""
    return tuple([(word, words.count(word)) for word in dict.fromkeys(words)])


@lru_cache(maxsize=64)
def weights_of_faces(die: Die, count: int) -> Weights:
    """Each row of dice that are told apart, and in how many ways it falls."""
    ways: dict[tuple[int, ...], int] = {}
    for faces in product(die, repeat=count):
        ways[faces] = ways.get(faces, 0) + 1
    return tuple(sorted(ways.items()))


@lru_cache(maxsize=1024)
def weights_of_hand(die: Die, count: int) -> Weights:
    """Each handful in ascending order, and in how many ways it falls."""
    ways: dict[tuple[int, ...], int] = {}
    for places in combinations_with_replacement(range(len(die)), count):
        many = factorial(count)
        for place in set(places):
            many //= factorial(places.count(place))
        hand = tuple(sorted(die[place] for place in places))
        ways[hand] = ways.get(hand, 0) + many
    return tuple(sorted(ways.items()))


@lru_cache(maxsize=1024)
def weights_of_best(die: Die, count: int, keep: int) -> Weights:
    ways: dict[int, int] = {}
    for hand, many in weights_of_hand(die, count):
        best = sum(hand[max(0, count - keep) :])
        ways[best] = ways.get(best, 0) + many
    return tuple(sorted(ways.items()))


@lru_cache(maxsize=1024)
def weights_of_successes(die: Die, count: int, least: int, again: int, cap: int) -> Weights:
    """Successes up to a cap, exactly, though dice that come up again may go on for ever.

    A chain of dice that each fell again ends at every length with a chance of its own; all that reaches the cap is
    one outcome, so what is left over after the shorter ones is exactly its chance.
    """
    sides = len(die)
    won = Fraction(sum(least <= face < again for face in die), sides)
    more = Fraction(sum(face >= max(least, again) for face in die), sides)
    idle = Fraction(sum(again <= face < least for face in die), sides)
    lost = 1 - won - more - idle
    if idle == 1:
        return ((0, 1),)
    # A die that falls again without success changes nothing: condition it away.
    won, more, lost = (part / (1 - idle) for part in (won, more, lost))
    chain = {0: lost} | {length: more ** (length - 1) * won + more**length * lost for length in range(1, cap)}
    dist = {0: Fraction(1)}
    for _ in range(count):
        longer: dict[int, Fraction] = {}
        for had, chance in dist.items():
            for length, part in chain.items():
                if had + length < cap:
                    longer[had + length] = longer.get(had + length, Fraction(0)) + chance * part
        dist = longer
    dist[cap] = 1 - sum((chance for had, chance in dist.items() if had < cap), Fraction(0))
    scale = lcm(*(chance.denominator for chance in dist.values()))
    return tuple((value, int(chance * scale)) for value, chance in sorted(dist.items()) if chance)


@lru_cache(maxsize=1024)
def weights_of_many(die: Die, count: int, least: int, again: int) -> Weights:
    """Successes without a cap: as many as come about oftener than once in 10¹² throws; the last stands for more."""
    return _long_enough(lambda cap: weights_of_successes(die, count, least, again, cap), count)


@lru_cache(maxsize=1024)
def weights_of_volley(die: Die, count: int, least: int) -> Weights:
    """The same where ones are rolled once again."""
    return _long_enough(lambda cap: _volley(die, count, least, cap), count)


def _volley(die: Die, count: int, least: int, cap: int) -> Weights:
    hit = (Fraction(0), Fraction(1), *[Fraction(0)] * cap)[:cap]
    row = thrown(len(die), least, count, hit, again=True)
    chances = {hits: chance for hits, chance in enumerate(row) if chance} | {cap: 1 - sum(row, Fraction(0))}
    scale = lcm(*[chance.denominator for chance in chances.values()])
    return tuple([(hits, int(chance * scale)) for hits, chance in chances.items() if chance])


def _long_enough(weights: Callable[[int], Weights], count: int) -> Weights:
    cap = count + 8
    while True:
        found = weights(cap)
        value, many = found[-1]
        if value < cap or many * SELDOM < sum([ways for _, ways in found]):
            return found
        cap += 8


@lru_cache(maxsize=64)
def weights_of_roll_off(die: Die) -> Weights:
    """The throw that decides: each two faces that differ, though equal ones may fall again and again before."""
    return tuple([(((red, blue),), 1) for red in die for blue in die if red != blue])


@lru_cache(maxsize=64)
def weights_of_lowest(die: Die, count: int) -> Weights:
    """Each lowest face of dice that are rolled again while they show the highest one: it is as if it was not there."""
    faces = [face for face in die if face != die[-1]]
    ways = {low: sum(face >= low for face in faces) ** count for low in faces}
    more = {low: sum(face > low for face in faces) ** count for low in faces}
    return tuple([(low, ways[low] - more[low]) for low in sorted(ways)])


@lru_cache(maxsize=64)
def weights_of_any_below(die: Die, least: int, most: int) -> Weights:
    """Whether one of so many dice shows less than this."""
    none, of = sum(face >= least for face in die) ** most, len(die) ** most
    return tuple([(below, ways) for below, ways in ((False, none), (True, of - none)) if ways])


class EveryRoll(Dice):
    """Dice that fall every way: the caller runs a rule again and again, and each run goes down another branch."""

    def __init__(self) -> None:
        super().__init__()
        self._branches: list[tuple[Weights, int, int]] = []  # what a roll comes to, which it is now, of how many ways
        self._depth = 0
        self.weight = 1
        self.total = 1
        self.figures: list[Any] = []  # what each roll of this branch came to

    def _branch(self, weights: Weights) -> Any:
        depth = self._depth
        if depth == len(self._branches):
            if depth == MOST_ROLLS:
                raise DiceError(
                    f"a rule rolled {MOST_ROLLS} times in one go; what may go on for ever has no list of outcomes"
                )
            self._branches.append((weights, 0, sum([ways for _, ways in weights])))
        weights, at, of = self._branches[depth]
        self._depth = depth + 1
        value, many = weights[at]
        self.weight *= many
        self.total *= of
        self.figures.append(value)
        return value

    def advance(self) -> bool:
        """Turns to the next branch; False when all have been taken."""
        self._depth, self.weight, self.total, self.figures = 0, 1, 1, []
        while self._branches:
            weights, at, of = self._branches.pop()
            if at + 1 < len(weights):
                self._branches.append((weights, at + 1, of))
                return True
        return False

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        if len(die) ** count > MOST_LISTED:
            raise DiceError(f"{rule.id} tells {count} dice apart; they fall in more than {MOST_LISTED:,} ways")
        faces: tuple[int, ...] = self._branch(weights_of_faces(die, count))
        return faces

    def faces(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        return self.throw(rule, die, count)

    def hand(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        hand: tuple[int, ...] = self._branch(weights_of_hand(die, count))
        return hand

    def sum(self, rule: Rule, die: Die, count: int) -> int:
        total: int = self._branch(weights_of_sum(die, count))
        return total

    def pair(self, rule: Rule, one: Die, other: Die) -> int:
        total: int = self._branch(weights_of_pair(one, other))
        return total

    def word(self, rule: Rule, words: tuple[str, ...]) -> str:
        word: str = self._branch(weights_of_words(words))
        return word

    def best(self, rule: Rule, die: Die, count: int, keep: int) -> int:
        best: int = self._branch(weights_of_best(die, count, keep))
        return best

    def successes(
        self, rule: Rule, die: Die, count: int, least: int, again: int, cap: int, matter: int | None = None
    ) -> int:
        cap = cap if matter is None else min(cap, matter)
        many = cap > MOST_TOLD and again <= die[-1]
        hits: int = self._branch(
            weights_of_many(die, count, least, again) if many else weights_of_successes(die, count, least, again, cap)
        )
        return hits

    def volley(self, rule: Rule, die: Die, count: int, least: int, ones: Rule) -> int:
        hits: int = self._branch(weights_of_volley(die, count, least))
        return hits

    def roll_off(self, rule: Rule, die: Die, again: Rule | None = None) -> tuple[tuple[int, int], ...]:
        throws: tuple[tuple[int, int], ...] = self._branch(weights_of_roll_off(die))
        return throws

    def lowest(self, rule: Rule, die: Die, count: int) -> int:
        face: int = self._branch(weights_of_lowest(die, count))
        return face

    def any_below(self, rule: Rule, die: Die, least: int, most: int) -> bool:
        below: bool = self._branch(weights_of_any_below(die, least, most))
        return below

    @property
    def ways(self) -> int:
        """About how many branches there are, by those of this one's rolls."""
        return prod([len(weights) for weights, _, _ in self._branches])

    @property
    def fallen(self) -> tuple[int, ...]:
        """Nothing falls here: a rule that went by the faces beyond what it asked for would come to wrong odds."""
        raise DiceError("dice that fall every way do not tell their faces; ask them for what the rule goes by")


def every_way(run: Callable[[Dice], T]) -> tuple[dict[T, int], int]:
    """In how many ways a rule comes to each value, and how many ways there are."""
    dice = EveryRoll()
    found: dict[int, dict[T, int]] = {}
    more = True
    while more:
        value = run(dice)
        outcomes = found.setdefault(dice.total, {})
        outcomes[value] = outcomes.get(value, 0) + dice.weight
        more = dice.advance()
    if len(found) == 1:
        ((total, outcomes),) = found.items()
        return outcomes, total
    of, ways = lcm(*found), dict[T, int]()
    for total, outcomes in found.items():
        for value, many in outcomes.items():
            ways[value] = ways.get(value, 0) + of // total * many
    return ways, of


def every(run: Callable[[Dice], T]) -> dict[T, Fraction]:
    """The chance of each value that a rule can come to."""
    ways, of = every_way(run)
    return {value: Fraction(many, of) for value, many in ways.items()}


class Stretch(msgspec.Struct, frozen=True):
    """The figures, from the first to the last, that have one outcome."""

    outcome: str
    first: int
    last: int


class Spread(msgspec.Struct, frozen=True):
    """How a sum falls: in how many throws, `of` so many, each comes up from `first` on, and what follows from it.

    `dice` says what is rolled; `needed` is the sum that the arithmetic asks for, which may lie outside. Where dice are
    chosen after the throw one throw can make several sums: then the ways add up to more, and only some sums are named
    in the stretches.
    """

    dice: str
    first: int
    ways: tuple[int, ...]
    of: int
    needed: int
    stretches: tuple[Stretch, ...]


def spread_of(run: Callable[[Dice], Hashable], dice: str, needed: int) -> Spread:
    """The spread of a rule that adds up all it rolls: the rule itself says what each sum leads to."""
    rolls = EveryRoll()
    ways: dict[int, int] = {}
    outcomes: dict[int, str] = {}
    totals: set[int] = set()
    more = True
    while more:
        outcome = str(run(rolls))
        figure = sum(rolls.figures)
        totals.add(rolls.total)
        if outcomes.setdefault(figure, outcome) != outcome or len(totals) > 1:
            raise DiceError("a rule that does more with its dice than to add them up has no spread of one sum")
        ways[figure] = ways.get(figure, 0) + rolls.weight
        more = rolls.advance()
    stretches: list[Stretch] = []
    for figure in sorted(ways):
        same = stretches and stretches[-1].outcome == outcomes[figure]
        first = stretches.pop().first if same else figure
        stretches.append(Stretch(outcomes[figure], first, figure))
    least, most = min(ways), max(ways)
    every_way = tuple([ways.get(at, 0) for at in range(least, most + 1)])
    return Spread(dice, least, every_way, totals.pop(), needed, tuple(stretches))


class Procedure(Generic[F, T]):
    """A resolution in the book's stages, each from a small value to the next: `(value, dice) -> value`.

    With real dice the stages simply follow each other; for odds, equal values merge between them.
    """

    def __init__(self, *stages: Callable[[Any, Dice], Any]) -> None:
        self.stages = stages
        self._cached = lru_cache(maxsize=65_536)(self._odds)

    def resolve(self, facts: F, dice: Dice) -> T:
        value: Any = facts
        for stage in self.stages:
            value = stage(value, dice)
        verdict: T = value
        return verdict

    def odds(self, facts: F) -> Odds[T]:
        """The exact chance of each verdict, remembered by the facts."""
        return self._cached(facts)

    def forget(self) -> None:
        """Forgets the odds that it remembers."""
        self._cached.cache_clear()

    def _odds(self, facts: Any) -> dict[Any, Fraction]:
        spread, of = {facts: 1}, 1
        for stage in self.stages:
            rolled = [(many, *every_way(partial(stage, value))) for value, many in spread.items()]
            scale, merged = lcm(*[total for _, _, total in rolled]), dict[Any, int]()
            for many, ways, total in rolled:
                part = scale // total * many
                for value, more in ways.items():
                    merged[value] = merged.get(value, 0) + part * more
            spread, of = merged, of * scale
        return {value: Fraction(many, of) for value, many in spread.items()}


def per_cent(exactly: Fraction) -> str:
    """A chance as people read it: one place behind the point, none where it is sure or impossible."""
    chance = float(exactly)
    return f"{100 * chance:.1f} %" if 0 < chance < 1 else f"{100 * chance:.0f} %"
