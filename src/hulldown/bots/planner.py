"""`planner`: thinks the rest of its turn through, and what the enemy may answer to it.

A level is a number of evaluations, the same wherever it is played; where somebody waits, a clock may end a search
earlier. A personality changes how positions are judged.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from hulldown.bots.bot import Bot, Why, played
from hulldown.bots.greedy import Greedy
from hulldown.bots.players import tactics_of
from hulldown.bots.reasons import why
from hulldown.bots.search import Found, Search
from hulldown.bots.tactics import Horizon, Weights
from hulldown.bots.thinking_time import Clock, ThinkingTime, never, turn_of
from hulldown.kernel.dice import Dice
from hulldown.kernel.rulebook import Rulebook

SECONDS = 1.0  # that a veteran takes for a turn, about
LEVELS = {"recruit": 0.2, "veteran": 1.0, "ace": 5.0}  # of a veteran's evaluations
SLIPS = {"recruit": 1.0}  # how far a level errs, of what its book says that a beginner's error costs at the most
ERRORS = 100  # sizes that an error may have
PERSONALITIES: Mapping[str, Mapping[str, float]] = {
    "cautious": {"risk": 1.6, "way": 0.4},
    "aggressive": {"risk": 0.5, "hope": 1.3, "way": 3.0},
    "objective": {"goal": 2.5, "way": 1.5},
}
ROWS = 0.7  # of a turn's evaluations are for a row of orders,
FIRSTS = 0.05  # and so many for one order for which dice fall
LEAST = 0.2  # of a turn's seconds are left, or there is no other search for a row in it
MOST_ORDERS = 60


class Planner(Bot):
    def __init__(
        self,
        rulebook: Rulebook[Any, Any, Any],
        dice: Dice,
        budget: float = 1.0,
        personality: str = "",
        clock: Clock | None = None,
        hurried: Callable[[], bool] = never,
        slips: float = 0.0,
    ) -> None:
        """`budget` is in a veteran's evaluations; with a clock a turn keeps to it in seconds as well."""
        super().__init__(rulebook, dice)
        self.budget, self.time = budget, ThinkingTime(budget * SECONDS, clock, hurried)
        self.slips = slips
        self.weights = scaled(tactics_of(rulebook).WEIGHTS, personality)
        self._greedy = Greedy(rulebook, dice)
        self._plan: list[Any] = []
        self._awaited: Any = None
        self._last: tuple[Any, Any] | None = None
        self._found: Found | None = None

    def choose(self, view: Any) -> Any:
        with self.time.spending(turn_of(self.rulebook, view)):
            return self._chosen(view)

    def explain(self) -> Why | None:
        """What the plan was expected to win, and the best plans that do without the order."""
        with self.time.spending():
            return self._explained()

    def _chosen(self, view: Any) -> Any:
        if not self.awaits(view):
            self._plan = self._planned(view)
        order, *self._plan = self._plan
        after = played(self.rulebook, view, order) if self._plan else None
        self._awaited = None if after is None else self.rulebook.mark(after)
        self._last = view, order
        return order

    def awaits(self, view: Any) -> bool:
        """Whether its plan has come to this view, and would go on from there."""
        if not self._plan or self._awaited != self.rulebook.mark(view):
            return False
        return self.rulebook.refuse(view, self._plan[0]) is None

    def _explained(self) -> Why | None:
        if self._last is None:
            return None
        if self._found is None:
            return self._greedy.explain()
        view, order = self._last
        plan = self._found.best
        others: dict[Any, float] = {}
        for worth, row in self._found.rows:
            other = next((one for one in row if one not in plan), None)
            if other is not None and order not in row and self.rulebook.refuse(view, other) is None:
                others.setdefault(other, worth)
        found = [(self._found.rows[0][0], order), *[(worth, other) for other, worth in others.items()]]
        brief = not self.time.has(0.0)
        return why(self.rulebook, view, order, found, self._plan, brief) if len(found) > 1 else None

    def _planned(self, view: Any) -> list[Any]:
        """The orders to give from here, at least one. Setting up is left to greedy, unless a book lists ways for it."""
        book, tactics = self.rulebook, tactics_of(self.rulebook)
        horizon, turn = tactics.horizon(view), book.turn(view)
        if turn.setting_up and horizon is not Horizon.WAYS:
            horizon = Horizon.NONE
        self._found = None
        if turn.setting_up and self.time.clock is not None:
            # What is seen from where is found once on a map: rather now than in the first turn.
            tactics.value(view, turn.side, self.weights)
        if horizon is Horizon.NONE or not self.time.has(LEAST if horizon is Horizon.ROW else 0.0):
            return [self._set_up(view) if turn.setting_up else self._greedy.choose(view)]
        if horizon is Horizon.ORDER:
            ranked = sorted(tactics.promising(view), key=lambda one: -one[0])
            self._found = self._slipped(self._search(view, FIRSTS).firsts([order for _, order in ranked]))
            return list(self._found.best)
        if horizon is Horizon.WAYS:
            search = self._search(view, ROWS)
            found = search.ways()
            if search.late() and all(book.unit_of(order) is None for _, row in found.rows for order in row):
                return [self._greedy.choose(view)]  # late, and nothing better was found than to stand still
            self._found = self._slipped(found)
            return list(self._found.best)
        self._found = self._slipped(self._search(view, ROWS).rows(self._line(view)))
        row, state = list(self._found.best), view
        for order in row:
            state = played(book, state, order)
        for order in tactics.closing(state):
            row.append(order)
            state = played(book, state, order)
        ends = [one for one in tactics.promising(state) if book.unit_of(one[1]) is None]
        if ends:
            row.append(max(ends, key=lambda one: one[0])[1])
        elif not row:  # something must be ordered, and the search did without
            self._found = None
            return [self._greedy.choose(view)]
        return row

    def _set_up(self, view: Any) -> Any:
        """One of the places that are about as good as the best, by lot, so that no two games begin alike."""
        tactics = tactics_of(self.rulebook)
        found = list(tactics.promising(view))
        least = max(worth for worth, _ in found) - tactics.ALIKE
        good = [order for worth, order in found if worth >= least]
        return good[self.dice.pick(len(good))]

    def _slipped(self, found: Found) -> Found:
        """A beginner does not tell apart what differs by less than an error whose size is drawn by lot: what it gives
        looks sensible, and costs a little."""
        if not self.slips:
            return found
        error = self.slips * tactics_of(self.rulebook).SLIP * self.dice.pick(ERRORS) / ERRORS
        best = found.rows[0][0]
        able = [row for row in found.rows if row[1] and best - row[0] <= error] or found.rows[:1]
        chosen = able[self.dice.pick(len(able))]
        return Found([chosen, *[row for row in found.rows if row is not chosen]])

    def _search(self, view: Any, part: float) -> Search:
        book, budget = self.rulebook, self.budget * part
        evaluations = round(budget * tactics_of(book).EVALUATIONS)
        return Search(book, view, self.weights, self.dice, evaluations, self.time.until(part))

    def _line(self, state: Any) -> tuple[Any, ...]:
        """What greedy would order until its units have nothing left to do, a die falls or the other side is to act."""
        book, side, line = self.rulebook, self.rulebook.to_act(state), list[Any]()
        while book.to_act(state) is side and len(line) < MOST_ORDERS:
            order = self._greedy.choose(state)
            if book.unit_of(order) is None:
                break
            state = played(book, state, order)
            if state is None:
                break
            line.append(order)
        return tuple(line)


def scaled(weights: Weights, personality: str) -> Weights:
    factors = PERSONALITIES.get(personality, {})
    return msgspec.structs.replace(weights, **{name: getattr(weights, name) * by for name, by in factors.items()})
