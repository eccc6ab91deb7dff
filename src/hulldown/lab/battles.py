"""Rolls and decisions judged by battles, which are played on by a bot against itself with the same dice.

A roll: from what fell, and from one of the tables that could have come, drawn by its chance. A decision: from the
orders that were given, and from the best of the others, both with the same dice. The mean difference is the luck of the
roll, or the error of the decision, without the model's bias, and with an interval.
"""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from time import monotonic
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from hulldown.bots import make
from hulldown.bots.code import code
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.fates import Fates, fates
from hulldown.kernel.files import Fault
from hulldown.kernel.fortunes import JUDGE, Analysis, Decision, Fought, Moment, Scores, Sure
from hulldown.kernel.interval import Interval, mean, student
from hulldown.kernel.record import Record
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import RED, Side
from hulldown.kernel.wire import decode, encode
from hulldown.lab.analysis import Progress, standing
from hulldown.lab.decisions import Given, another_of
from hulldown.lab.journal import Journal
from hulldown.outcome.model import model_of
from hulldown.rulebooks import load

ENDS = (-1.0, 1.0)  # what a battle can differ by at most: a few that come out alike are no certainty
CHANCES = (0.0, 1.0)  # what a battle can come to, likewise
LEAST = 2  # battles that an interval needs
MOST_ORDERS = 2_000
NONE = Scores()
Book = Rulebook[Any, Any, Any]
Pair = Callable[
    [int], tuple[float, float]
]  # what the battles of a number come to: as it was, and as it could have been


def _quiet(done: int, of: int) -> None:
    """Nobody wants to know how far it is."""


class Measured(NamedTuple):
    """What a roll gave to Red, and the variance of that."""

    luck: float
    variance: float


class Field:
    """A record whose rolls and decisions are measured by battles of one bot against itself."""

    def __init__(self, record: Record, bot: str = JUDGE) -> None:
        self.book, self.bot = load(record.head.rulebook), bot
        self.name = record.lines[-1].hash
        self.given = standing(record, self.book)[0]

    def pair(self, asked: Moment | Decision) -> Pair:
        """The battles that measure a roll or a decision."""
        if isinstance(asked, Moment):
            one = next(one for one in self.given if one.number == asked.number)
            return of_roll(self.book, one, f"{self.name} {asked.number}", self.bot)
        row = [one for one in self.given if asked.first <= one.number <= asked.last]
        return of_decision(self.book, row, asked, f"{self.name} {asked.first}", self.bot)

    def against(self, decision: Decision, orders: Sequence[Raw]) -> Decision:
        """A decision with orders of somebody's own in the place of the others, valued as those are."""
        model = model_of(self.book.id)
        if model is None:
            raise Fault("record", f"there is no outcome model of {self.book.title}")
        before = next(one for one in self.given if one.number == decision.first).before
        meant = [decode(bytes(raw), self.book.order_type, "order") for raw in orders]
        other = another_of(model, before, meant, f"{self.name} {decision.first}")
        return replace(decision, others=(other,))

    def told(self, asked: Moment | Decision, scores: Scores) -> Moment | Decision:
        """A roll or a decision as its battles tell it."""
        if isinstance(asked, Moment):
            return _rolled(asked, scores)
        return asked.as_fought(fought(asked, scores, self.bot))


def looked(
    record: Record,
    found: Analysis,
    battles: int,
    progress: Progress = _quiet,
    bot: str = JUDGE,
    journal: Journal | None = None,
) -> Analysis:
    """An analysis whose greater rolls and errors are measured by battles; the rest keeps what the model says.

    What a journal has of them is not fought again.
    """
    journal = journal or Journal()
    field, asked = Field(record, bot), found.looked_at()
    for at, one in enumerate(asked, 1):
        found = found.told_by_battles(field.told(one, _kept(field, found, one, battles, journal)))
        progress(at, len(asked))
    return replace(found, battles=battles, judge=bot)


def _kept(field: Field, found: Analysis, one: Moment | Decision, battles: int, journal: Journal) -> Scores:
    """The battles of a roll or a decision, from the journal if they are there."""
    question = encode((code(), found.record, found.model, field.bot, battles, one))
    answer = journal.find(question)
    if answer is not None:
        kept: Scores = decode(answer, Scores)
        return kept
    scores = played_out(field.pair(one), battles)
    journal.keep(question, encode(scores))
    return scores


def measured(
    record: Record, decision: Decision, battles: int, seconds: float = inf, progress: Progress = _quiet
) -> Fought:
    """What battles say of one decision of a record: the same as when all of it is looked at with so many battles."""
    field = Field(record)
    scores = played_out(field.pair(decision), battles, NONE, seconds, progress)
    return fought(decision, scores)


def played_out(
    pair: Pair, battles: int, scores: Scores = NONE, seconds: float = inf, progress: Progress = _quiet
) -> Scores:
    """Battles in pairs, after those that have been fought, up to so many.

    None is begun after so many seconds, whatever came of those before; but one is, and an interval needs two.
    """
    ours, theirs, until = [*scores.ours], [*scores.theirs], monotonic() + seconds
    for number in range(len(scores), battles):
        if number >= LEAST and number > len(scores) and monotonic() > until:
            break
        our, their = pair(number)
        ours.append(our)
        theirs.append(their)
        progress(number + 1, battles)
    return Scores(tuple(ours), tuple(theirs))


# A decision


def of_decision(book: Book, row: Sequence[Given], decision: Decision, salt: str, bot: str = JUDGE) -> Pair:
    """Battles after the orders that were given, and after the best of the others, with the same dice."""
    before, given = row[0].before, [one.order for one in row]
    better = [decode(bytes(raw), book.order_type, "order") for raw in decision.others[0].orders]

    def pair(number: int) -> tuple[float, float]:
        seed = f"{salt} decision {number}"
        ours, theirs = (
            score(book, _given(book, before, orders, f"{seed} orders"), seed, bot) for orders in (given, better)
        )
        return ours, theirs

    return pair


def fought(decision: Decision, scores: Scores, bot: str = JUDGE) -> Fought:
    """What the battles of a decision come to."""
    sign = 1 if decision.side is RED else -1
    gaps = [sign * (other - own) for own, other in zip(scores.ours, scores.theirs, strict=True)]
    played, best, error = mean(scores.ours, CHANCES), mean(scores.theirs, CHANCES), mean(gaps, ENDS)
    return Fought(len(gaps), bot, _sure(played), _sure(best), _sure(error))


def decided(
    book: Book, row: Sequence[Given], decision: Decision, battles: int, salt: str, bot: str = JUDGE
) -> Decision:
    """A decision whose error is what the best of the others won more, in battles with the same dice."""
    scores = played_out(of_decision(book, row, decision, salt, bot), battles)
    return decision.as_fought(fought(decision, scores, bot))


def _sure(found: Interval) -> Sure:
    return Sure(found.mid, found.reach)


def _given(book: Book, state: Any, orders: Sequence[Any], seed: str) -> Any:
    """The table after some orders, with dice of their own."""
    state, dice = state.copy(), SeededDice(seed)
    for order in orders:
        dice.rolls.clear()
        for event in book.decide(state, order, dice):
            book.evolve(state, event)
    return state


# A roll


def of_roll(book: Book, one: Given, salt: str, bot: str = JUDGE) -> Pair:
    """Battles from what fell, and from one of the tables that could have come, drawn by its chance."""
    found = fates(book, one.before, one.order, salt)

    def pair(number: int) -> tuple[float, float]:
        seed = f"{salt} battle {number}"
        instead = _drawn(found, SeededDice(f"{seed} fate"))
        return score(book, one.after, seed, bot), score(book, instead, seed, bot)

    return pair


def by_battles(book: Book, one: Given, battles: int, salt: str, bot: str = JUDGE) -> Measured:
    """The luck of an order by battles that are paired by their numbers."""
    return _measured(played_out(of_roll(book, one, salt, bot), battles))


def _measured(scores: Scores) -> Measured:
    gaps = [own - other for own, other in zip(scores.ours, scores.theirs, strict=True)]
    luck = sum(gaps) / len(gaps)
    return Measured(luck, sum((gap - luck) ** 2 for gap in gaps) / max(1, len(gaps) - 1) / len(gaps))


def _rolled(moment: Moment, scores: Scores) -> Moment:
    found, many = _measured(scores), len(scores)
    luck, doubt = found.luck if moment.side is RED else -found.luck, student(many - 1) * sqrt(found.variance)
    return replace(moment, luck=luck, expected=moment.after - found.luck, battles=many, doubt=doubt)


def _drawn(found: Fates, dice: SeededDice) -> Any:
    """One of the tables, by its chance."""
    left = dice.pick(1 << 30) / (1 << 30)
    for fate in found.rows:
        left -= fate.chance
        if left < 0:
            return fate.state
    return found.rows[-1].state


def score(book: Book, state: Any, seed: str, bot: str = JUDGE) -> float:
    """What a battle from here comes to for Red; one without an end is a draw."""
    state, dice = state.copy(), SeededDice(seed)
    bots = [make(bot, book, f"{seed} {side.label}") for side in Side]
    for _ in range(MOST_ORDERS):
        if (side := book.to_act(state)) is None:
            break
        order = bots[side].choose(book.view(state, side))
        dice.rolls.clear()
        for event in book.decide(state, order, dice):
            book.evolve(state, event)
    result = book.result(state)
    return 0.5 if result is None or result.winner is None else float(result.winner is RED)
