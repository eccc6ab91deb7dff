"""Luck and skill of one game, apart, in chances to win: start + luck + play is the result exactly.

The luck of an order with dice is the value of what fell less the mean over all that could fall, nothing of what follows
counted. The error of a decision is what the best orders found are worth more than those given. Play is all that is not
luck: both sides' errors, and what the model itself misjudged. `docs/analysis.md` says what that proves and what not.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.fates import Fates, fates, table
from hulldown.kernel.files import Fault
from hulldown.kernel.fortunes import Analysis, Decision, Moment, Sum, accounted
from hulldown.kernel.game import Act, Game, Played
from hulldown.kernel.record import Record
from hulldown.kernel.replay import begin, steps
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import RED
from hulldown.lab.decisions import Given, decisions_of
from hulldown.outcome.model import Model, model_of
from hulldown.rulebooks import load

Book = Rulebook[Any, Any, Any]


class Luck(NamedTuple):
    """The mean over all that could fall, how far it spreads, how likely the table was that came, the rolls sampled."""

    expected: float
    size: float
    chance: float | None
    sampled: int


def luck_of(model: Model, found: Fates, after: Any) -> Luck:
    """What came beside all that could have fallen in its place."""
    values = [(fate.chance, model.value(fate.state)) for fate in found.rows]
    mean = sum(chance * value for chance, value in values)
    size = sqrt(max(0.0, sum(chance * (value - mean) ** 2 for chance, value in values)))
    came = None
    if not found.throws:
        key = table(after)
        came = sum(fate.chance for fate in found.rows if table(fate.state) == key) or None
    return Luck(mean, size, came, found.throws)


# A record


def standing(record: Record, book: Book) -> tuple[list[Given], Game[Any, Any, Any]]:
    """The orders of a record that were not taken back, and the game as it ended; raises `Fault` where it breaks."""
    stand: list[Given] = []
    number, state = 0, begin(record, book, ScriptedDice()).state
    game: Game[Any, Any, Any] | None = None
    for _, game in steps(record, book):
        last = game.log[-1] if game.log else None
        if isinstance(last, Played) and game.state is not state:
            number += 1
            stand.append(Given(number, last.side, state, last.order, bool(last.rolls), last.events, game.state))
        elif isinstance(last, Act) and last.to is not None and stand and game.state is not state:
            stand.pop()
        elif game.state is not state:
            raise Fault("record", "the players ruled otherwise in it; such a game can be watched, not analysed")
        state = game.state
    if game is None or not stand:
        raise Fault("record", "it has no orders; there is nothing to analyse")
    return stand, game


Progress = Callable[[int, int], None]


def analysed(record: Record, progress: Progress = lambda done, of: None) -> Analysis:
    """The luck of each roll and the error of each decision of a game, as its book's model sees them."""
    book = load(record.head.rulebook)
    if (model := model_of(book.id)) is None:
        raise Fault("record", f"there is no outcome model of {book.title}; the game can be watched, not analysed")
    given, game = standing(record, book)
    if game.result() is None:
        raise Fault("record", "the game is not over; it can be analysed when it is")
    name = record.lines[-1].hash
    moments: list[Moment] = []
    for at, one in enumerate(given):
        moments.append(_moment(model, one, moments[-1].after if moments else model.value(one.before), name))
        progress(at + 1, 2 * len(given))
    decisions: list[Decision] = []
    for decision in decisions_of(model, given, [moment.expected for moment in moments], name):
        decisions.append(decision)
        progress(len(given) + decision.last, 2 * len(given))
    result = game.result()
    assert result is not None
    return Analysis(
        book.id,
        model.version,
        name,
        result.sentence,
        _sum(moments, game, book),
        tuple(moments),
        tuple(decisions),
        units={number: unit.name for number, unit in book.units(game.state).items()},
    )


def _moment(model: Model, one: Given, before: float, name: str) -> Moment:
    book, after = model.book, model.value(one.after)
    luck = None
    if one.rolled:
        luck = luck_of(model, fates(book, one.before, one.order, f"{name} {one.number}"), one.after)
    turn, expected = book.turn(one.before), luck.expected if luck else after
    return Moment(
        one.number,
        one.side,
        turn.round,
        turn.phase,
        _sentence(book, one),
        book.unit_of(one.order),
        before,
        expected,
        after,
        luck is not None,
        (after - expected) * (1 if one.side is RED else -1),
        luck.size if luck else 0.0,
        luck.chance if luck else None,
        luck.sampled if luck else 0,
    )


def _sentence(book: Book, one: Given) -> str:
    """What was ordered and what came of it, as the log tells it."""
    state, told = one.before.copy(), list[str]()
    for event in one.events:
        if sentence := book.tell(state, event).sentence:
            told.append(sentence)
        book.evolve(state, event)
    return " ".join(told)


def _sum(moments: Sequence[Moment], game: Game[Any, Any, Any], book: Book) -> Sum:
    """A game that its players ended ends where it stood; a draw that they agreed on is one."""
    ended, last = game.result(), game.log[-1]
    agreed = book.result(game.state) is None and ended is not None and isinstance(last, Act) and last.kind == "draw"
    return accounted(moments, 0.5 if agreed else moments[-1].after)
