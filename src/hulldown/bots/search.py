"""The search behind `planner`: over the rest of a turn as a row of orders, and over single orders for which dice fall.

A row starts as `greedy` would play it. Single orders are tried one by one; what they win is remembered, and rows are
then bred from them: an order is put in, taken out or exchanged, two rows are crossed. An order that is not legal any
more is left out. A row is worth what the position after it is worth, up to where the first die falls.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from hulldown.bots.bot import HELD, played
from hulldown.bots.players import tactics_of
from hulldown.bots.tactics import Ways, Weights
from hulldown.kernel.dice import Dice, DiceError, SeededDice, Undecided
from hulldown.kernel.odds import EveryRoll
from hulldown.kernel.rulebook import Rulebook

KEPT = 8  # rows that are bred from
SINGLES = 0.5  # of the evaluations are for single orders
NEAR = 6  # places in a listing that are near to each other
BRANCHES = 40  # the most ways for dice to fall that are all looked at
THROWS = 12  # else so many are thrown, the same for every order
IDLE = 4  # attempts for each evaluation, before a search that finds nothing new ends

Row = tuple[Any, ...]


class Found(NamedTuple):
    """What a search came to: the rows it found with what each wins over the position as it is, the best first."""

    rows: list[tuple[float, Row]]

    @property
    def best(self) -> Row:
        return self.rows[0][1]


class Search:
    """One search from one position, with so many evaluations; `late` ends it before that."""

    def __init__(
        self,
        book: Rulebook[Any, Any, Any],
        state: Any,
        weights: Weights,
        dice: Dice,
        evaluations: int,
        late: Callable[[], bool],
    ) -> None:
        side = book.to_act(state)
        assert side is not None
        self.book, self.state, self.side, self.weights, self.late = book, state, side, weights, late
        self.tactics, self.unit_of = tactics_of(book), book.unit_of
        self.pick, self.left = dice.pick, max(1, evaluations)
        self._values: dict[Row, float] = {}

    def over(self) -> bool:
        return self.left <= 0 or self.late()

    def value(self, state: Any) -> float:
        self.left -= 1
        return self.tactics.value(state, self.side, self.weights)

    # Rows

    def judged(self, row: Row) -> tuple[float, Row]:
        """What a row is worth, and what could be played of it."""
        if (known := self._values.get(row)) is not None:
            return known, row
        book, state, side, given = self.book, self.state.copy(), self.side, list[Any]()
        for order in row:
            if book.to_act(state) is not side:
                break
            if book.refuse(state, order) is None:
                try:
                    for event in book.decide(state, order, HELD):
                        book.evolve(state, event)
                except Undecided:  # nothing was changed: an event comes after its dice
                    continue
                given.append(order)
        done = tuple(given)
        worth = self._values.get(done)
        if worth is None:
            worth = self._values[done] = self.value(state)
        return worth, done

    def rows(self, line: Row) -> Found:
        """The best rows of orders of units, from a first one on."""
        start = self.judged(())[0]
        rows = [self.judged(line), (start, ())]
        pool = self._singles(line)
        rows.append(self.judged(tuple([order for worth, order in pool if worth > start])))
        rows.sort(key=worth_of, reverse=True)
        tries = IDLE * self.left
        while pool and tries > 0 and not self.over():
            tries -= 1
            row = self.judged(self._bred(rows, pool))
            if row not in rows:
                rows.append(row)
                rows.sort(key=worth_of, reverse=True)
                del rows[KEPT:]
        rows[0] = self._needed(rows[0])
        single = [(worth, (order,)) for worth, order in pool[:KEPT]]
        return Found([(worth - start, row) for worth, row in (*rows, *single)])

    def _needed(self, best: tuple[float, Row]) -> tuple[float, Row]:
        """A row without turns on the spot that win next to nothing in it."""
        worth, row = best
        for order in self._turns(row):
            less, done = self.judged(tuple([one for one in row if one is not order]))
            if less > worth - self.tactics.WORTHWHILE and len(done) == len(row) - 1:
                worth, row = less, done
        return worth, row

    def _turns(self, row: Row) -> list[Any]:
        """The orders of a row by which a unit only turns, the last first."""
        book, state, found = self.book, self.state, list[Any]()
        for order in row:
            after, unit = played(book, state, order), self.unit_of(order)
            if after is None or self.late():
                break
            if unit is not None:
                now, then = book.units(state)[unit].pose, book.units(after)[unit].pose
                if now is not None and then is not None and now != then and (now.x, now.y) == (then.x, then.y):
                    found.append(order)
            state = after
        return found[::-1]

    def _singles(self, line: Row) -> list[tuple[float, Any]]:
        """Single orders by what each is worth alone, the best first: those of the line and other promising ones, any,
        and those near to good ones."""
        enough = (1 - SINGLES) * self.left
        pool = [(self.judged((order,))[0], order) for order in line if not self.late()]
        for _, order in self.tactics.promising(self.state):
            if self.unit_of(order) is not None and (order,) not in self._values and not self.over():
                pool.append((self.judged((order,))[0], order))
        listed = self._listed()
        units, good, tries = list(listed), list[tuple[float, int, int]](), IDLE * self.left
        while units and tries > 0 and self.left > enough and not self.over():
            tries -= 1
            if good and self.pick(2):
                _, unit, at = good[self.pick(len(good))]
                at += self.pick(2 * NEAR + 1) - NEAR
            else:
                unit = units[self.pick(len(units))]
                at = self.pick(len(listed[unit]))
            orders = listed[unit]
            if 0 <= at < len(orders) and (orders[at],) not in self._values:
                worth = self.judged((orders[at],))[0]
                pool.append((worth, orders[at]))
                good.append((worth, unit, at))
                good.sort(reverse=True)
                del good[KEPT:]
        pool.sort(key=worth_of, reverse=True)
        return pool

    def _listed(self) -> dict[int, list[Any]]:
        """All legal orders of each unit, or those that could be listed in time."""
        found: dict[int, list[Any]] = {}
        for order in self.book.orders(self.state):
            if self.late():
                break
            if (unit := self.unit_of(order)) is not None:
                found.setdefault(unit, []).append(order)
        return found

    def _bred(self, rows: list[tuple[float, Row]], pool: list[tuple[float, Any]]) -> Row:
        """A new row from those there are; the better ones are taken more often."""
        pick = self.pick
        row = rows[pick(1 + pick(len(rows)))][1]
        deed = pick(4)
        if deed == 0 and row:
            at = pick(len(row))
            return row[:at] + row[at + 1 :]
        if deed == 1:
            other = rows[pick(len(rows))][1]
            cut = pick(len(row) + 1)
            taken = {self.unit_of(order) for order in row[:cut]}
            return row[:cut] + tuple([order for order in other if self.unit_of(order) not in taken])
        order = pool[pick(1 + pick(len(pool)))][1]
        others = tuple([one for one in row if self.unit_of(one) != self.unit_of(order)])
        at = pick(len(others) + 1)
        return (*others[:at], order, *others[at:])

    # Ways that the book lists

    def ways(self) -> Found:
        """The rows that the book lists and judges itself, as far as the evaluations go."""
        lists = cast(Ways, self.tactics)
        start, found = self.value(self.state), list[tuple[float, Row]]()
        for worth, row in lists.ways(self.state, self.weights, self.left, self.late, self.pick):
            found.append((worth - start, row))
            self.left -= 1
            if self.over():
                break
        return Found(sorted(found, key=worth_of, reverse=True))

    # Orders for which dice fall

    def firsts(self, orders: list[Any]) -> Found:
        """Single orders, the most promising first, as far as the evaluations go; dice may fall for them."""
        start, salt, found = self.value(self.state), self.pick(1 << 30), list[tuple[float, Row]]()
        for order in orders:
            found.append((self._expected(order, salt) - start, (order,)))
            if self.over():
                break
        return Found(sorted(found, key=worth_of, reverse=True))

    def _expected(self, order: Any, salt: int) -> float:
        after = played(self.book, self.state, order)
        if after is not None:
            return self.value(after)
        total, of = 0.0, 0.0
        for weight, state in self._merged(order, salt):
            total += weight * self.value(state)
            of += weight
        return total / of

    def _merged(self, order: Any, salt: int) -> Iterator[tuple[float, Any]]:
        """The states that an order may lead to, with their weights; equal ones are one."""
        found: dict[Any, tuple[float, Any]] = {}
        for weight, state in self._outcomes(order, salt):
            mark = self.book.mark(state)
            found[mark] = weight + found.get(mark, (0.0, None))[0], state
        yield from found.values()

    def _outcomes(self, order: Any, salt: int) -> list[tuple[float, Any]]:
        """All of them if they are few, else as the same throws lead to them."""
        dice = EveryRoll()
        found: list[tuple[float, Any]] = []
        try:
            while len(found) < BRANCHES:
                after = self._rolled(order, dice)
                found.append((dice.weight / dice.total, after))
                if not dice.advance():
                    return found
        except DiceError:
            pass
        return [(1.0, self._rolled(order, SeededDice(f"{salt} {throw}"))) for throw in range(THROWS)]

    def _rolled(self, order: Any, dice: Dice) -> Any:
        after = self.state.copy()
        for event in self.book.decide(after, order, dice):
            self.book.evolve(after, event)
        return after


def worth_of(one: tuple[float, Any]) -> float:
    return one[0]
