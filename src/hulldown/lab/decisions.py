"""What a side decided, and what would have been better: the errors of a game at a glance.

Orders of one side that no die, no choice of the other side and no new phase separates are one decision: a movement
phase, a volley that is announced, a shot. What else could have been ordered are the orders that the book's own player
finds promising. All are valued by the model where the decision ends, over all that the dice could do.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hulldown.bots.bot import played
from hulldown.bots.players import tactics_of
from hulldown.bots.reasons import described
from hulldown.kernel.fates import fates
from hulldown.kernel.files import Fault
from hulldown.kernel.fortunes import Decision, Other
from hulldown.kernel.game import encoded
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import RED, Side
from hulldown.outcome.model import Model

THOUGHT_OF = 5  # other orders that are valued
MOST_ROW = 60  # orders of a row that is thought of instead
WAYS, THROWS = 400, 60  # for dice to fall, of an order that was not given; else so many rolls
Book = Rulebook[Any, Any, Any]


class Given(NamedTuple):
    """An order that stands: its number, the states around it, whether dice fell, and what happened."""

    number: int
    side: Side
    before: Any
    order: Any
    rolled: bool
    events: tuple[Any, ...]
    after: Any


def decisions_of(model: Model, given: Sequence[Given], expected: Sequence[float], name: str) -> Iterator[Decision]:
    """The real decisions of a game: those in which there was a choice, once armies are set up."""
    for first, last in spans(model.book, given):
        turn = model.book.turn(given[first].before)
        if turn.setting_up:
            continue
        side, came = given[first].side, expected[last]
        others = others_of(model, given[first].before, given[first : last + 1], f"{name} {given[first].number}")
        if not others:
            continue
        sign = 1 if side is RED else -1
        best = max(sign * other.value for other in others)
        ranked = tuple(sorted(others, key=lambda other: -sign * other.value))
        error = max(0.0, best - sign * came)
        yield Decision(given[first].number, given[last].number, side, turn.round, turn.phase, came, error, ranked)


def spans(book: Book, given: Sequence[Given]) -> Iterator[tuple[int, int]]:
    """The first and last place of each decision among the orders given."""
    first = 0
    for at, one in enumerate(given):
        ahead = given[at + 1] if at + 1 < len(given) else None
        if ahead is None or one.rolled or ahead.rolled or not _together(book, one, ahead):
            yield first, at
            first = at + 1


def _together(book: Book, one: Given, other: Given) -> bool:
    return one.side is other.side and _one_phase(book, one.before, other.before)


def _one_phase(book: Book, one: Any, other: Any) -> bool:
    here, there = book.turn(one), book.turn(other)
    return (here.phase, here.round, here.side) == (there.phase, there.round, there.side)


def others_of(model: Model, state: Any, row: Sequence[Given], salt: str) -> list[Other]:
    """What else could have been ordered from here, valued where this decision ended."""
    book, found = model.book, list[Other]()
    orders = [one.order for one in row]
    if len(row) == 1:
        for order in _promising(book, state, orders[0]):
            found.append(
                Other(described(book, state, order), (encoded(order),), expected_of(model, state, order, salt))
            )
        return found
    for other in _rows(book, state):
        if other.orders and other.orders != orders:
            words = "; ".join(_in_words(book, state, other))
            found.append(Other(words, tuple(map(encoded, other.orders)), model.value(other.states[-1])))
    return found


def _promising(book: Book, state: Any, order: Any) -> list[Any]:
    """The orders that the book's player finds most promising, but for the one that was given."""
    view = book.view(state, book.to_act(state))
    ranked = sorted(tactics_of(book).promising(view), key=lambda one: -one[0])
    others = [other for _, other in ranked if other != order]
    return list(dict.fromkeys(others))[:THOUGHT_OF]


def another_of(model: Model, state: Any, orders: Sequence[Any], salt: str) -> Other:
    """Orders of somebody's own, as far as they belong to one decision, valued as the others are.

    What comes after a roll or in the next phase is left out; raises `Fault` where one is not allowed.
    """
    book, row, words = model.book, list[Any](), list[str]()
    before, side, value = state, book.to_act(state), 0.0
    for order in orders:
        if row and not (book.to_act(state) is side and _one_phase(book, before, state)):
            break
        if (refusal := book.refuse(state, order)) is not None:
            raise Fault("orders", refusal.sentence, refusal.rule)
        after = played(book, state, order)
        if after is None and row:
            break
        words.append(described(book, state, order))
        row.append(order)
        if after is None:
            value = expected_of(model, state, order, salt)
            break
        state, value = after, model.value(after)
    return Other("; ".join(words), tuple(map(encoded, row)), value)


def expected_of(model: Model, state: Any, order: Any, salt: str) -> float:
    """The value of an order, over all that dice could do."""
    after = played(model.book, state, order)
    if after is not None:
        return model.value(after)
    rows = fates(model.book, state, order, f"{salt} other", WAYS, THROWS).rows
    return sum(fate.chance * model.value(fate.state) for fate in rows)


class Row(NamedTuple):
    """Orders without dice, one after the other, and the state after each."""

    orders: list[Any]
    states: list[Any]


def _rows(book: Book, state: Any) -> Iterator[Row]:
    """The rest of a phase as greedy would play it, and without any unit moved."""
    first = _thought_of(book, state)
    yield _row(book, state, first, still=False)
    yield _row(book, state, first, still=True)


def _thought_of(book: Book, state: Any) -> list[tuple[float, Any]]:
    return list(tactics_of(book).promising(book.view(state, book.to_act(state))))


def _row(book: Book, state: Any, found: list[tuple[float, Any]], still: bool) -> Row:
    """Orders without dice until the phase ends; `still` takes those that name no unit, if there are any.

    Found is what is thought of first.
    """
    side, phase, row = book.to_act(state), book.turn(state).phase, Row([], [])
    while True:
        ends = [one for one in found if book.unit_of(one[1]) is None]
        order = max(ends if still and ends else found, key=lambda one: one[0])[1]
        after = played(book, state, order)
        if after is None:
            break
        state = after
        row.orders.append(order)
        row.states.append(after)
        if book.to_act(state) is not side or book.turn(state).phase != phase or len(row.orders) == MOST_ROW:
            break
        found = _thought_of(book, state)
    return row


def _in_words(book: Book, state: Any, row: Row) -> Iterator[str]:
    for order, after in zip(row.orders, row.states, strict=True):
        yield described(book, state, order)
        state = after
