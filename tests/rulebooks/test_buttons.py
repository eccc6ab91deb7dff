"""What a tray says is true: buttons of what comes next and who is left, units of what they can do, in few words."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.conformance import LINE, PROMPT
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.foresight import THE_END
from hulldown.kernel.picture import Button
from hulldown.kernel.record import Record
from hulldown.kernel.replay import steps
from hulldown.rulebooks import BOOKS, load

HERE = Path(__file__).parent
SOME = 40  # positions of each recorded game
FIRING = ("shooting", "firing", "announcing", "activation")
IN_VAIN = ("nothing", "lost", "not fired", "missed", "no effect", "ricochet", "dud")
NO_WORK = ("StopRepair", "FireAtCrate", "Command", "Activate", "RollMovement", "Ambush")
MOUSE = re.compile(r"\b(click|clicks|drag|tap|press|mouse|finger|pointer)\b", re.IGNORECASE)


@cache
def games(book_id: str) -> tuple[Path, ...]:
    return tuple(sorted((HERE / book_id / "records").glob("*.jsonl")))


def positions(book_id: str, most: int = SOME) -> Iterator[tuple[Any, Any]]:
    """Positions of all recorded games of a book, evenly taken, with the book."""
    book = load(book_id)
    for path in games(book_id):
        record = Record.read(path)
        every = max(1, len(record.lines) // most)
        for number, (_, game) in enumerate(steps(record, book)):
            if number % every == 0:
                yield book, game.state


def pressed(book: Any, state: Any, button: Button, seed: str) -> tuple[bool, Any, Any]:
    """What comes of a button: whether dice fell, who is to act then, and the position."""
    after, dice = state.copy(), SeededDice(seed)
    for event in book.decide(after, button.order, dice):
        book.evolve(after, event)
    return bool(dice.rolls), book.to_act(after), after


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_button_says_what_comes_of_it(book_id: str) -> None:
    told = set()
    for book, state in positions(book_id):
        own = book.to_act(state)
        for button in book.picture(state).tray.buttons:
            came = [pressed(book, state, button, f"button {seed}") for seed in range(4)]
            assert {rolled for rolled, _, _ in came} == {button.rolls}, button
            sides = {side for _, side, _ in came}
            if button.rolls and button.next is None:
                assert button.then == "the dice decide"
                continue
            assert sides == {button.next}, button
            [side] = sides
            told.add(button.then)
            if side is None:
                assert button.then == THE_END
            elif side is own:
                assert button.then.startswith("then ")
            else:
                assert button.then.startswith(side.label)
                assert button.then.endswith(" next")
            assert max(len(button.then), len(button.still)) <= LINE
    assert len(told) > 3


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_button_leads_to_the_phase_that_it_names(book_id: str) -> None:
    """One word stands for one phase: "then fire" never leads to a movement."""
    phases: dict[str, set[str]] = {}
    for book, state in positions(book_id):
        for button in book.picture(state).tray.buttons:
            _, side, after = pressed(book, state, button, "button")
            if side is not None and not (button.rolls and button.next is None):
                words = button.then.removesuffix(" next").split(" ", 1)[1]
                verb = re.sub(r"^(\w+?)s\b", r"\1", words)
                phases.setdefault(verb, set()).add("window" if book.window(after) else str(after.phase))
    ambiguous = {verb: found for verb, found in phases.items() if len(found) > 1}
    assert ambiguous.keys() <= {"roll", "use them", "choose", "place"}, ambiguous


def does_something(book: Any, state: Any, order: Any) -> bool:
    """Whether an order of a unit is worth giving when guns are fired: a shot that may harm, or a deed."""
    if type(order).__name__ in NO_WORK:
        return False
    target = book.target_of(order)
    if target is not None and book.units(state)[target].lost:
        return False
    odds = book.preview(state, order).odds
    if odds is None:
        return True
    return any(chance for word, chance in odds.items() if word not in IN_VAIN and ":" not in word)


@pytest.mark.parametrize("book_id", [book for book in BOOKS if book != "squadron"])
def test_whoever_can_do_something_when_guns_are_fired_is_named_and_nobody_else(book_id: str) -> None:
    seen = 0
    for book, state in positions(book_id, 12 if book_id == "panzerkampf" else SOME):
        tray = book.picture(state).tray
        if tray.phase not in FIRING or tray.window or (tray.plan and tray.plan.fixed):
            continue
        able = set()
        for order in book.orders(state):
            unit = book.unit_of(order)
            if unit is not None and unit not in able and does_something(book, state, order):
                able.add(unit)
        assert {todo.unit for todo in tray.todo} == able
        [end] = tray.buttons
        assert {*end.units} <= able
        assert all(todo.unit in end.units for todo in tray.todo if todo.chance and "stops" not in todo.sentence)
        seen += len(able)
    assert seen > 20


@pytest.mark.parametrize("book_id", BOOKS)
def test_those_with_a_shot_come_first_the_best_before_the_others(book_id: str) -> None:
    for book, state in positions(book_id):
        chances = [todo.chance for todo in book.picture(state).tray.todo]
        if book.picture(state).tray.plan and book.picture(state).tray.plan.fixed:
            continue  # shots on a list stand as they were announced
        shown = [chance for chance in chances if chance is not None]
        assert chances[: len(shown)] == sorted(shown, reverse=True)


@pytest.mark.parametrize("book_id", BOOKS)
def test_whoever_can_still_move_is_counted(book_id: str) -> None:
    for book, state in positions(book_id):
        tray = book.picture(state).tray
        for button in tray.buttons:
            assert bool(button.units) == bool(re.match(r"\d+ can still", button.still)), button
            if button.units:
                assert button.still.startswith(f"{len(button.units)} can still ")
            for unit in button.units[:3]:
                listed = next(iter(book.orders(state, unit)), None)
                assert listed is not None or book.survey(state, unit).move is not None


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_prompt_is_short_and_speaks_of_the_table_that_there_is(book_id: str) -> None:
    for book, state in positions(book_id):
        tray = book.picture(state).tray
        table = book.terrain(state).table
        words = [tray.prompt, tray.ends, *[button.label for button in tray.buttons], *tray.goals]
        words += [todo.sentence for todo in tray.todo]
        assert 0 < len(tray.prompt) <= PROMPT
        for text in words:
            assert not MOUSE.search(text), text
            assert table == "squares" or "square" not in text.lower(), text
            assert table == "hexes" or not re.search(r"\bhex", text), text


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_phase_without_a_button_says_how_it_ends(book_id: str) -> None:
    for book, state in positions(book_id):
        tray = book.picture(state).tray
        assert tray.buttons or tray.ends or tray.side is None, tray.phase
        assert not (tray.buttons and tray.ends)


@pytest.mark.parametrize("book_id", BOOKS)
def test_the_words_of_a_card_have_nine_letters_at_most(book_id: str) -> None:
    book = load(book_id)
    rows = [row.flat() for row in book.library.units()]
    weapons = [weapon for row in rows for weapon in row.get("weapon") or ()]
    shorts = [label.short for label in book.library.LABELS.values()]
    assert len(set(shorts)) == len(shorts)
    for key, label in book.library.LABELS.items():
        _, _, of_weapon = key.partition("weapon.")
        assert any(of_weapon in weapon for weapon in weapons) if of_weapon else any(key in row for row in rows), key
        assert 0 < len(label.short) <= 9, label
        assert label.full
        assert label.sentence.endswith(".")
        assert label.rule in book.rules
