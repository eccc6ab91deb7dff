"""The conformance kit: what every rulebook must hold, checked on games that play themselves.

Cheap checks run at each step: `faults` (the book's own invariants), progress, no refusal of a sampled order. Dear ones
run at every so-manieth: listed ⇔ accepted with mutated orders, round trips through JSON, copies, undo, previews.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from hulldown.kernel.dice import KeyedDice, SeededDice
from hulldown.kernel.game import Game, Played
from hulldown.kernel.record import Record
from hulldown.kernel.replay import replay, verify
from hulldown.kernel.rule import Refused
from hulldown.kernel.rulebook import Rulebook, Side
from hulldown.kernel.wire import decode, encode

Book = Rulebook[Any, Any, Any]


class Nonconformity(AssertionError):
    """A promise that a rulebook does not keep."""


def _hold(promise: bool, what: str) -> None:
    if not promise:
        raise Nonconformity(what)


def play_through(
    book: Book, setup: Any, seed: int | str, most_orders: int = 20_000, dear_every: int = 50, exact: bool = True
) -> Game[Any, Any, Any]:
    """Plays one random game to its end under every check; raises `Nonconformity` at the first broken promise.

    `exact` says that listings are complete (grids): what is accepted is listed. On a free table they are samples.
    """
    game = Game(book, setup, SeededDice(f"table {seed}"))
    chooser = SeededDice(f"chooser {seed}")
    while (side := game.to_act()) is not None:
        _hold(len(game.log) < most_orders, f"the game has not ended after {most_orders} orders")
        check_state(book, game.state)
        if len(game.log) % dear_every == 0:
            check_listing(book, game.state, chooser, exact)
            check_wire(book, game.state)
            check_view(book, game.state)
            check_refused_leaves_no_trace(game, chooser)
        order = book.sample(game.state, chooser)
        before, bytes_before = game.state, encode(game.state)
        heard = [book.hear(before, event, viewer) for event in game.play(order) for viewer in (*Side, None)]
        _hold(encode(before) == bytes_before, f"playing {order} changed a state that was handed out")
        _hold(encode(game.state) != bytes_before, f"{order} changed nothing, so it could be given for ever")
        for event in filter(None, heard):
            _check_event(book, before, event)
        last = game.log[-1]
        if len(game.log) % dear_every == 0 and isinstance(last, Played) and not last.rolls:
            check_undo(game, side)
    check_state(book, game.state)
    _hold(book.result(game.state) is not None, "nobody is to act, yet there is no result")
    _hold(not list(book.orders(game.state)), "the game is over, yet orders are listed")
    check_record(game)
    return game


def check_state(book: Book, state: Any) -> None:
    for fault in book.faults(state):
        raise Nonconformity(fault)


def check_listing(book: Book, state: Any, dice: KeyedDice, exact: bool = True) -> None:
    """Listed ⇒ accepted, no twins, and on grids accepted ⇒ listed, tried with orders that are nearly right."""
    before = encode(state)
    listed = list(book.orders(state))
    _hold(bool(listed), "a side is to act and has no order")
    known = set(map(encode, listed))
    _hold(len(known) == len(listed), "an order is listed twice")
    for order in listed:
        refusal = book.refuse(state, order)
        _hold(refusal is None, f"listed but refused: {order}: {refusal}")
    for order in mutants(listed, dice):
        refusal = book.refuse(state, order)
        if refusal is None:
            _hold(not exact or encode(order) in known, f"accepted but not listed: {order}")
        else:
            _hold(refusal.rule in book.rules, f"{order} is refused by {refusal.rule!r}, which is no rule of {book.id}")
            if refusal.nearest is not None:
                _hold(book.refuse(state, refusal.nearest) is None, f"the nearest to {order} is refused as well")
        _hold(book.preview(state, order).refusal == refusal, f"preview and judge differ over {order}")
    _hold(encode(state) == before, "listing and judging changed the state")


def mutants(listed: list[Any], dice: KeyedDice, most: int = 60) -> Iterator[Any]:
    """Orders nearly like the listed ones: a number one off or far off, a field of another order."""
    for _ in range(most):
        order, donor = listed[dice.pick(len(listed))], listed[dice.pick(len(listed))]
        fields = order.__struct_fields__
        if not fields:
            continue
        name = fields[dice.pick(len(fields))]
        value = getattr(order, name)
        if type(value) is int:
            value = (value + 1, value - 1, value + 37, dice.pick(1000), -1)[dice.pick(5)]
        else:
            value = getattr(donor, name, value)
        yield msgspec.structs.replace(order, **{name: value})


def check_wire(book: Book, state: Any) -> None:
    """JSON there and back gives the same state, orders included, and the copy plays alike."""
    text = encode(state)
    again = decode(text, book.state_type)
    _hold(encode(again) == text, "a state does not survive JSON")
    listed = list(book.orders(state))
    _hold(
        [encode(order) for order in book.orders(again)] == list(map(encode, listed)), "a decoded state lists otherwise"
    )
    for order in listed[:: max(1, len(listed) // 20)]:
        _hold(decode(encode(order), book.order_type) == order, f"{order} does not survive JSON")


def check_view(book: Book, state: Any) -> None:
    """A view is a state that bots can use, and looking at it changes nothing."""
    before = encode(state)
    for viewer in (*Side, None):
        view = book.view(state, viewer)
        _hold(book.to_act(view) == book.to_act(state), "a view differs in who is to act")
    acting = book.to_act(state)
    if acting is not None:
        listed = [encode(order) for order in book.orders(book.view(state, acting))]
        _hold(listed == [encode(order) for order in book.orders(state)], "a side's view lists other orders than it has")
    _hold(encode(state) == before, "viewing changed the state")


def check_refused_leaves_no_trace(game: Game[Any, Any, Any], dice: KeyedDice) -> None:
    state, position = game.state, len(game.log)
    rolled = getattr(game.dice, "number", 0)
    text = encode(state)
    for order in mutants(list(game.orders()), dice, 10):
        if game.rulebook.refuse(state, order) is None:
            continue
        try:
            game.play(order)
        except Refused:
            pass
        else:
            raise Nonconformity(f"{order} was refused and played all the same")
        _hold(
            game.state is state and len(game.log) == position and getattr(game.dice, "number", 0) == rolled,
            f"the refused {order} left a trace",
        )
    _hold(encode(state) == text, "a refused order changed the state")


def check_undo(game: Game[Any, Any, Any], side: Side) -> None:
    """Undo after an order without dice brings the very state back, and the order can be played again alike."""
    last = game.log[-1]
    assert isinstance(last, Played)
    after = encode(game.state)
    game.undo(side)
    _hold(game.to_act() == side, "after an undo another side is to act")
    _hold(
        game.play(last.order) == last.events and encode(game.state) == after, f"{last.order} plays otherwise after undo"
    )


def _check_event(book: Book, state: Any, event: Any) -> None:
    _hold(decode(encode(event), book.event_type) == event, f"{event} does not survive JSON")


def check_told(book: Book, game: Game[Any, Any, Any]) -> None:
    """Every event of a game has a sentence, and cites rules of its book."""
    state = book.start(game.setup)
    before: list[Any] = []
    for entry in game.log:
        before.append(state)
        state = state.copy()
        if not isinstance(entry, Played):
            state = state if entry.to is None else before[entry.to]
            continue
        for event in entry.events:
            told = book.tell(state, event)
            _hold(bool(told.sentence) and told.sentence[-1] in ".!", f"{event} is told as {told.sentence!r}")
            for rule in told.rules:
                _hold(rule in book.rules, f"{event} cites {rule!r}, which is no rule of {book.id}")
            book.evolve(state, event)


def check_record(game: Game[Any, Any, Any]) -> None:
    """The record replays to the same state, verifies, and notices a changed line."""
    record = Record.parse(game.record().text())
    twin = replay(record, game.rulebook)
    _hold(encode(twin.state) == encode(game.state), "the record replays to another state")
    problems = verify(record, game.rulebook)
    _hold(not problems, f"the record does not verify: {problems}")
