"""Rolls and decisions judged by battles, which are played on by a bot against itself with the same dice.

A roll: from what fell, and from one of the tables that could have come, drawn by its chance. A decision: from the
orders that were given, and from the best of the others, both with the same dice. The mean difference is the luck of the
roll, or the error of the decision, without the model's bias, and with an interval.
"""

from collections.abc import Sequence
from math import inf, sqrt
from time import monotonic
from typing import Any, NamedTuple

from msgspec.structs import replace

from hulldown.bots import make
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.fates import Fates, fates
from hulldown.kernel.fortunes import Analysis, Decision, Fought, Moment, Sure
from hulldown.kernel.interval import Interval, mean, student
from hulldown.kernel.record import Record
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import RED, Side
from hulldown.kernel.wire import decode
from hulldown.lab.analysis import Progress, accounted, standing
from hulldown.lab.decisions import Given
from hulldown.rulebooks import load

BOT = "greedy"
WORTH = 0.03  # what a roll moves on average at a glance, from which on it is looked at
DOUBTED = 0.05  # what a decision cost at a glance, from which on it is looked at
ENDS = (-1.0, 1.0)  # what a battle can differ by at most: a few that come out alike are no certainty
CHANCES = (0.0, 1.0)  # what a battle can come to, likewise
LEAST = 2  # battles that an interval needs
MOST_ORDERS = 2_000
Book = Rulebook[Any, Any, Any]


def _quiet(done: int, of: int) -> None:
    """Nobody wants to know how far it is."""


class Measured(NamedTuple):
    """What a roll gave to Red, and the variance of that."""

    luck: float
    variance: float


def looked(record: Record, found: Analysis, battles: int, progress: Progress = _quiet, bot: str = BOT) -> Analysis:
    """An analysis whose greater rolls and errors are measured by battles; the rest keeps what the model says."""
    book = load(found.book)
    given, _ = standing(record, book)
    by_number = {one.number: one for one in given}
    rolls = [moment for moment in found.moments if moment.size >= WORTH]
    asked = [decision for decision in found.decisions if decision.error >= DOUBTED]
    whole = len(rolls) + len(asked)
    measured: dict[int, Measured] = {}
    for at, moment in enumerate(rolls):
        salt = f"{found.record} {moment.number}"
        measured[moment.number] = by_battles(book, by_number[moment.number], battles, salt, bot)
        progress(at + 1, whole)
    errors: dict[int, Decision] = {}
    for at, decision in enumerate(asked):
        row, salt = _row(given, decision), _salt(found.record, decision)
        errors[decision.first] = decided(book, row, decision, battles, salt, bot)
        progress(len(rolls) + at + 1, whole)
    moments = tuple([_with(moment, measured.get(moment.number)) for moment in found.moments])
    reach = student(battles - 1) * sqrt(sum(one.variance for one in measured.values()))
    account = replace(accounted(moments, found.sum.result), reach=reach)
    decisions = tuple([errors.get(decision.first, decision) for decision in found.decisions])
    return replace(found, moments=moments, decisions=decisions, sum=account, battles=battles, judge=bot)


def decided(book: Book, row: Sequence[Given], decision: Decision, battles: int, salt: str, bot: str = BOT) -> Decision:
    """A decision whose error is what the best of the others won more, in battles with the same dice."""
    found = fought(book, row, decision, battles, salt, bot)
    return replace(decision, error=max(0.0, found.error.value), doubt=found.error.doubt, fought=found)


def measured(
    record: Record, decision: Decision, battles: int, seconds: float = inf, progress: Progress = _quiet
) -> Fought:
    """What battles say of one decision of a record: the same as when all of it is looked at with so many battles."""
    book = load(record.head.rulebook)
    given, _ = standing(record, book)
    salt = _salt(record.lines[-1].hash, decision)
    return fought(book, _row(given, decision), decision, battles, salt, seconds=seconds, progress=progress)


def fought(
    book: Book,
    row: Sequence[Given],
    decision: Decision,
    battles: int,
    salt: str,
    bot: str = BOT,
    seconds: float = inf,
    progress: Progress = _quiet,
) -> Fought:
    """Battles after the orders that were given, and after the best of the others, with the same dice.

    None is begun after so many seconds, whatever came of those before.
    """
    before, sign = row[0].before, 1 if decision.side is RED else -1
    given = [one.order for one in row]
    better = [decode(bytes(raw), book.order_type, "order") for raw in decision.others[0].orders]
    ours, theirs, until = list[float](), list[float](), monotonic() + seconds
    for number in range(battles):
        if number >= LEAST and monotonic() > until:
            break
        seed = f"{salt} decision {number}"
        for orders, scores in ((given, ours), (better, theirs)):
            scores.append(score(book, _given(book, before, orders, f"{seed} orders"), seed, bot))
        progress(number + 1, battles)
    gaps = [sign * (other - own) for own, other in zip(ours, theirs, strict=True)]
    played, best, error = mean(ours, CHANCES), mean(theirs, CHANCES), mean(gaps, ENDS)
    return Fought(len(gaps), bot, _sure(played), _sure(best), _sure(error))


def _sure(found: Interval) -> Sure:
    return Sure(found.mid, found.reach)


def _row(given: Sequence[Given], decision: Decision) -> list[Given]:
    """The orders of a decision."""
    return [one for one in given if decision.first <= one.number <= decision.last]


def _salt(record: str, decision: Decision) -> str:
    return f"{record} {decision.first}"


def _given(book: Book, state: Any, orders: Sequence[Any], seed: str) -> Any:
    """The table after some orders, with dice of their own."""
    state, dice = state.copy(), SeededDice(seed)
    for order in orders:
        dice.rolls.clear()
        for event in book.decide(state, order, dice):
            book.evolve(state, event)
    return state


def _measured(gaps: Sequence[float]) -> Measured:
    luck = sum(gaps) / len(gaps)
    return Measured(luck, sum((gap - luck) ** 2 for gap in gaps) / max(1, len(gaps) - 1) / len(gaps))


def _with(moment: Moment, measured: Measured | None) -> Moment:
    if measured is None:
        return moment
    luck = measured.luck if moment.side is RED else -measured.luck
    return replace(moment, luck=luck, expected=moment.after - measured.luck)


def by_battles(book: Book, one: Given, battles: int, salt: str, bot: str = BOT) -> Measured:
    """The luck of an order by battles that are paired by their numbers."""
    found, gaps = fates(book, one.before, one.order, salt), list[float]()
    for number in range(battles):
        seed = f"{salt} battle {number}"
        instead = _drawn(found, SeededDice(f"{seed} fate"))
        gaps.append(score(book, one.after, seed, bot) - score(book, instead, seed, bot))
    return _measured(gaps)


def _drawn(found: Fates, dice: SeededDice) -> Any:
    """One of the tables, by its chance."""
    left = dice.pick(1 << 30) / (1 << 30)
    for fate in found.rows:
        left -= fate.chance
        if left < 0:
            return fate.state
    return found.rows[-1].state


def score(book: Book, state: Any, seed: str, bot: str = BOT) -> float:
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
