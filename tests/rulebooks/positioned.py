"""Positions as text: what is written of any state is read again as that state, and the same game follows from it."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from hulldown.kernel.conformance import Book
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Game
from hulldown.kernel.position import HEAD, Paper, Positions, written
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.kernel.replay import replay, steps
from hulldown.kernel.wire import encode, plain
from tests.rulebooks.recorded import Records


def recorded_states(records: Records, every: int) -> Iterator[Any]:
    """The states of a book's recorded games, every so many orders."""
    for path in sorted(records.here.glob("*.jsonl")):
        record = Record.read(path)
        for number, (_, game) in enumerate(steps(record, records.book)):
            if number % every == 0:
                yield game.state


def random_states(book: Book, scenario: str, seed: str, orders: int, every: int, **choices: Any) -> Iterator[Any]:
    """The states of a random game, every so many orders."""
    game = Game(book, book.library.build(scenario, **choices), SeededDice(f"{seed} dice"))
    chooser = SeededDice(f"{seed} choices")
    for number in range(orders):
        if game.to_act() is None:
            return
        if number % every == 0:
            yield game.state
        game.play(book.sample(game.state, chooser))


def table_of(state: Any) -> dict[str, Any]:
    """A state as plain data, but for its set-up."""
    found: dict[str, Any] = plain(state)
    found["ground"].pop("setup")
    return found


def read_again(positions: Positions[Any], state: Any) -> Any:
    """A state that was written and read again, whatever may be wrong with it as the beginning of a game."""
    text = positions.write(state, "a test")
    setup = positions.setup(text)
    return positions.read(Paper(text, "text").sheet(positions.words), Paper(text, "text"), setup)


def check_round_trip(positions: Positions[Any], state: Any) -> str:
    """Every field of a state is carried, and the text is canonical."""
    text = positions.write(state, "a test")
    again = read_again(positions, state)
    assert table_of(again) == table_of(state), text
    assert positions.write(again, "a test") == text
    return text


def check_same_game(book: Book, positions: Positions[Any], state: Any, orders: int, seed: str) -> None:
    """From a position that was written and read again the same orders are legal, and the same dice bring the same."""
    setup = positions.setup(positions.write(state))
    read, kept = book.start(setup), state.copy()
    choosers = SeededDice(f"{seed} choices"), SeededDice(f"{seed} choices")
    dice = SeededDice(seed), SeededDice(seed)
    for _ in range(orders):
        assert encode(list(book.orders(read))) == encode(list(book.orders(kept)))
        if book.to_act(kept) is None:
            return
        chosen = [book.sample(one, chooser) for one, chooser in zip((read, kept), choosers, strict=True)]
        assert encode(chosen[0]) == encode(chosen[1])
        happened = []
        for one, own in zip((read, kept), dice, strict=True):
            events = []
            for event in book.decide(one, chosen[0], own):
                book.evolve(one, event)
                events.append(event)
            happened.append(encode(events))
        assert happened[0] == happened[1]
    assert table_of(read) == table_of(kept)


def begun(book: Book, positions: Positions[Any], text: str) -> Any:
    """The state with which a game begins that begins with a text."""
    return book.start(positions.check(book, text, "text"))


def check_record(book: Book, positions: Positions[Any], text: str, orders: int, seed: str) -> None:
    """A game that begins with a position is recorded, read again, and proved to the last order."""
    game = Game(book, positions.check(book, text, "text"), SeededDice(seed))
    chooser = SeededDice(f"{seed} choices")
    for _ in range(orders):
        if game.to_act() is not None:
            game.play(book.sample(game.state, chooser))
    if game.result() is None:
        game.agree_draw()
    record = Record.parse(game.record().text())
    assert encode(replay(record, book).state) == encode(game.state)
    report = prove(record, book)
    assert report.status in (0, 3), report
    assert record.text() == game.record().text()


def can_begin(book: Book, state: Any) -> bool:
    """Whether a game may begin with a state: it goes on, and nothing in it is hidden."""
    return book.to_act(state) is not None and all(book.view(state, side) is state for side in (0, 1))  # type: ignore[arg-type]


def pointed(told: str, text: str) -> tuple[str, str]:
    """The line of a text at which a fault points, and the rule that it names."""
    line = int(told.split(":")[1])
    return text.split("\n")[line - 1], told.rpartition(" — ")[2] if " — " in told else ""


def decoded(row: Any, change: Mapping[str, Any]) -> Any:
    """A small struct with some fields otherwise, by the words of the wire."""
    return msgspec.convert(plain(row) | change, type(row))


def mutants(text: str, many: int, seed: str) -> Iterator[str]:
    """A text with lines, words and signs changed at random."""
    dice = SeededDice(seed)
    words = [
        "-1", "0", "7", "99999999999999999999", "1e400", "nan", "inf", '""', '"red"', '"A1"', '"ZZ99"', "[]", "{}",
        "true", "false", "[[[[]]]]", '"→"', '"red medium 1"', "1979-05-27", "'''\n'''", '"\\u0000"', "[-5, 3]",
    ]  # fmt: skip
    for _ in range(many):
        lines = text.split("\n")
        for _ in range(1 + dice.pick(3)):
            at = dice.pick(len(lines))
            match dice.pick(9):
                case 0:
                    del lines[at]
                case 1:
                    lines.insert(dice.pick(len(lines)), lines[at])
                case 2 | 3 | 4 if " = " in lines[at]:
                    lines[at] = lines[at].split(" = ")[0] + " = " + words[dice.pick(len(words))]
                case 5 | 6 | 7 if " = " in lines[at]:
                    other = lines[dice.pick(len(lines))]
                    if " = " in other:
                        lines[at] = lines[at].split(" = ")[0] + " = " + other.split(" = ", 1)[1]
                case _:
                    spot = dice.pick(len(lines[at]) + 1)
                    lines[at] = lines[at][:spot] + "x5→[\"'="[dice.pick(7)] + lines[at][spot + 1 :]
            if not lines:
                lines = [""]
        yield "\n".join(lines)


def strangers(positions: Positions[Any], text: str, many: int, seed: str) -> Iterator[str]:
    """A text in which some fields have other values that a book's words allow: well written, and mostly impossible."""
    dice = SeededDice(seed)
    words = sorted({word for word in re.findall(r'"([^"\n]*)"', text) if word} | {"", "off", "red", "over", "semi"})
    kind: Any = msgspec.inspect.type_info(positions.words)
    for _ in range(many):
        data = Paper(text, "text").data
        for _ in range(1 + dice.pick(3)):
            rows = [row for value in data.values() if isinstance(value, list) for row in value if isinstance(row, dict)]
            own = dice.pick(3) == 0 or not rows
            fields = kind.fields if own else _row_fields(kind)
            field = fields[dice.pick(len(fields))]
            if field.encode_name not in HEAD:
                (data if own else rows[dice.pick(len(rows))])[field.encode_name] = _any_value(field.type, words, dice)
        try:
            yield written(Paper(text, "text").sheet(positions.words, data))
        except Fault:
            yield text


def _row_fields(kind: Any) -> list[Any]:
    unit = next(field.type for field in kind.fields if field.name == "unit")
    return list(unit.item_type.fields)


def _any_value(kind: Any, words: list[str], dice: SeededDice) -> Any:
    """Some value of a type."""
    info = msgspec.inspect
    if isinstance(kind, info.UnionType):
        some = [one for one in kind.types if not isinstance(one, info.NoneType)]
        return _any_value(some[dice.pick(len(some))], words, dice)
    if isinstance(kind, info.StructType):
        return {field.encode_name: _any_value(field.type, words, dice) for field in kind.fields}
    if isinstance(kind, info.VarTupleType):
        return [_any_value(kind.item_type, words, dice) for _ in range(dice.pick(3))]
    if isinstance(kind, info.TupleType):
        return [_any_value(one, words, dice) for one in kind.item_types]
    if isinstance(kind, info.LiteralType):
        return kind.values[dice.pick(len(kind.values))]
    if isinstance(kind, info.BoolType):
        return bool(dice.pick(2))
    if isinstance(kind, info.IntType):
        return (0, 1, 2, 3, 5, 8, -1, 40)[dice.pick(8)]
    if isinstance(kind, info.FloatType):
        return (0, 1, 20, 30.5, 60, -3, 0.125)[dice.pick(7)]
    return words[dice.pick(len(words))]


def check_mutants(book: Book, positions: Positions[Any], text: str, many: int, seed: str) -> int:
    """A text that was spoilt is read, or is a `Fault`; nothing else ever comes. How many were faults."""
    spoilt = chain(mutants(text, many, seed), strangers(positions, text, many, seed))
    found = [fault_of(book, positions, mutant) for mutant in spoilt]
    assert all(len(told) < 700 for told in found)
    return sum(map(bool, found))


def fault_of(book: Book, positions: Positions[Any], text: str) -> str:
    """What is wrong with a text, in one sentence; nothing if a game can begin with it."""
    try:
        book.start(positions.check(book, text, "text"))
    except Fault as fault:
        return str(fault)
    return ""


def unheard(positions: Positions[Any], state: Any, changes: Mapping[str, Any]) -> set[str]:
    """The fields of a state that could change without a trace in its text, and those that nobody has thought of.

    `changes` has another value for each.
    """
    fields = {field.name for field in msgspec.structs.fields(state)} - {"ground", "units", "tanks"}
    text = positions.write(state)
    same = {name for name, value in changes.items() if positions.write(replace(state, **{name: value})) == text}
    return same | (fields ^ set(changes))


def unheard_of_units(positions: Positions[Any], state: Any, changes: Mapping[str, Any]) -> set[str]:
    """The same of the first unit's fields."""
    units = state.units if isinstance(state.units, list) else state.units.units
    fields, text = {field.name for field in msgspec.structs.fields(units[0])}, positions.write(state)
    same = set[str]()
    for name, value in changes.items():
        changed = state.copy()
        own = changed.units if isinstance(changed.units, list) else changed.units.units
        own[0] = replace(units[0], **{name: value})
        if positions.write(changed) == text:
            same.add(name)
    return same | (fields ^ set(changes))
