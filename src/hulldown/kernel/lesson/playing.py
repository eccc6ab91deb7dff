"""A lesson as it is played by its own solution, and everything that would be wrong with it at a table."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from hulldown.kernel.dice import DiceError, ScriptedDice, Undecided
from hulldown.kernel.files import Fault
from hulldown.kernel.lesson.text import Lesson, Places, Shown, Step, parse_lesson, position_text
from hulldown.kernel.lines import Line, Lines, Table, chance_shown, parse_line
from hulldown.kernel.position import Positions, side_of
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.wire import plain

KINDS = {"zones": 1, "arc": 1, "reach": 1, "sight": 2, "lines": 2, "trajectory": 2, "falls": 3, "cells": 1}


class Turned(msgspec.Struct, frozen=True):
    """An order of a lesson: as it is said, as it is played, what else it may be where the line leaves something open,
    the dice it is given, and what happens."""

    said: str
    order: Any
    alike: tuple[Any, ...]
    rolls: tuple[tuple[int, ...], ...]
    events: tuple[Any, ...]


class PlayedStep(msgspec.Struct, frozen=True):
    """A step with its orders. `start` is how many orders were given before it; `unit` whom the hand takes first."""

    text: Step
    start: int
    unit: int | None
    do: tuple[Turned, ...]
    also: tuple[Turned, ...]
    attempt: Any
    attempted: str
    refusal: Any
    reply: tuple[Turned, ...]
    show: tuple[Shown, ...]


class PlayedLesson(msgspec.Struct, frozen=True):
    """A lesson, its set-up, its steps, and the states before each of its orders, the last one after them all."""

    lesson: Lesson
    setup: Any
    steps: tuple[PlayedStep, ...]
    states: tuple[Any, ...]

    def orders(self) -> list[Turned]:
        """All orders of the solution, those of the other side too."""
        return [turned for step in self.steps for turned in (*step.do, *step.reply)]


def played(
    text: str, where: str, book: Rulebook[Any, Any, Any], lines: Lines[Any], positions: Positions[Any]
) -> PlayedLesson:
    """A lesson from its text, once it is played; raises `Fault` at the line of whatever is wrong."""
    lesson, places = parse_lesson(text, where)
    for rule in lesson.rules:
        if rule not in book.rules:
            raise Fault(places.at("rules"), f"there is no rule {rule!r} in {book.title}")
    setup = positions.check(book, position_text(lesson, text), where)
    player = _Player(lesson, places, book, lines, book.start(setup))
    steps = tuple(player.step(number, step) for number, step in enumerate(lesson.step))
    if not lesson.chapter:
        _check_end(lesson, book, player.states[-1], places)
    return PlayedLesson(lesson, setup, steps, tuple(player.states))


def _check_end(lesson: Lesson, book: Rulebook[Any, Any, Any], state: Any, places: Places) -> None:
    """The last step of a first battle wins it."""
    result = book.result(state)
    if result is None or result.winner is not side_of(lesson.you):
        told = "nobody has won" if result is None else f"it ends otherwise: {result.sentence}"
        raise Fault(places.of(len(lesson.step) - 1), f"the last step of a first battle wins it; here {told}")


class _Player:
    """Plays a lesson step by step."""

    def __init__(
        self, lesson: Lesson, places: Places, book: Rulebook[Any, Any, Any], lines: Lines[Any], state: Any
    ) -> None:
        self.states = [state]
        self._lesson, self._places, self._book, self._lines = lesson, places, book, lines
        self._you = side_of(lesson.you)

    def step(self, number: int, step: Step) -> PlayedStep:
        book, state, start = self._book, self.states[-1], len(self.states) - 1
        spot = self._places.of
        if book.to_act(state) is not self._you:
            raise Fault(spot(number), "it is not the learner's choice here; the other side's orders are a reply")
        table = Table(book, state, spot(number, "choose"))
        unit = table.unit(step.choose) if step.choose else None
        show = tuple(self._shown(told, state, spot(number, "show")) for told in step.show)
        attempt, said, refusal = self._attempt(step, spot(number, "try")) if step.attempt else (None, "", None)
        also = tuple(self._turned(told, state, spot(number, "also"))[0] for told in step.also)
        do = tuple(self._go_on(told, spot(number, "do"), yours=True) for told in step.do)
        if step.want and not wanted(step.want, self._events(do), table):
            raise Fault(spot(number, "want"), "what is wanted does not happen in the step's own solution")
        reply = tuple(self._go_on(told, spot(number, "reply"), yours=False) for told in step.reply)
        first = attempt if attempt is not None else do[0].order if do else None
        hand = unit if unit is not None or first is None else book.unit_of(first)
        return PlayedStep(step, start, hand, do, also, attempt, said, refusal, reply, show)

    def _events(self, do: Sequence[Turned]) -> list[Any]:
        return [event for turned in do for event in turned.events]

    def _go_on(self, told: str, where: str, yours: bool) -> Turned:
        """Plays an order of a line; the game goes on from there."""
        state = self.states[-1]
        if (self._book.to_act(state) is self._you) is not yours:
            who = "the learner's choice" if yours else "the other side's"
            raise Fault(where, f"{told!r}: here it is not {who}")
        turned, after = self._turned(told, state, where)
        self.states.append(after)
        return turned

    def _turned(self, told: str, state: Any, where: str) -> tuple[Turned, Any]:
        book, line = self._book, parse_line(told, where)
        found = self._lines.orders(state, line, where)
        allowed = [order for order in found if book.refuse(state, order) is None]
        if not allowed:
            refusal = book.refuse(state, found[0])
            assert refusal is not None
            raise Fault(where, f"{line.said!r} is refused: {refusal.sentence}", refusal.rule)
        self._check_chance(state, allowed[0], line, where)
        try:
            after, events, used = rolled(book, state, allowed[0], line.rolls)
        except (DiceError, Undecided) as error:
            raise Fault(where, f"{line.said!r}: {error}") from None
        if not used:
            raise Fault(where, f"{line.said!r} does not use all of its dice")
        return Turned(line.said, allowed[0], tuple(allowed), line.rolls, events), after

    def _check_chance(self, state: Any, order: Any, line: Line, where: str) -> None:
        if line.chance is None:
            return
        shown = chance_shown(self._book.preview(state, order), line.outcome)
        if shown != line.chance:
            told = "no such chance" if shown is None else f"{shown} %"
            raise Fault(where, f"{line.said!r} says {line.chance} %; the referee shows {told}")

    def _attempt(self, step: Step, where: str) -> tuple[Any, str, Any]:
        """An order that is tried: nothing that the line means is allowed, and the rule refuses it."""
        state, line = self.states[-1], parse_line(step.attempt, where)
        refusals = [(order, self._book.refuse(state, order)) for order in self._lines.orders(state, line, where)]
        if any(refusal is None for _, refusal in refusals):
            raise Fault(where, f"{line.said!r} is allowed; a try is refused")
        for order, refusal in refusals:
            if refusal is not None and refusal.rule == step.refused:
                return order, line.said, refusal
        _, other = refusals[0]
        assert other is not None
        raise Fault(where, f"{line.said!r} is refused by {other.rule}, not by {step.refused}: {other.sentence}")

    def _shown(self, told: str, state: Any, where: str) -> Shown:
        kind, *words = told.split()
        if kind not in KINDS or len(words) != KINDS[kind]:
            known = ", ".join(f"{one} with {many}" for one, many in KINDS.items())
            raise Fault(where, f"{told!r} is no overlay; there is {known} words after it")
        table = Table(self._book, state, where)
        for name in words[: 0 if kind == "cells" else 1 if kind == "falls" else len(words)]:
            table.unit(name)
        for cell in words[0].split(":") if kind == "cells" else ():
            table.cell(cell)
        shown: Any = kind
        return Shown(shown, tuple(words))


def rolled(
    book: Rulebook[Any, Any, Any], state: Any, order: Any, rolls: Sequence[Sequence[int]]
) -> tuple[Any, tuple[Any, ...], bool]:
    """An order on a copy with these dice: the state after it, what happened, and whether all dice were used."""
    dice, after, events = ScriptedDice(rolls), state.copy(), list[Any]()
    for event in book.decide(after, order, dice):
        book.evolve(after, event)
        events.append(event)
    return after, tuple(events), not dice.left


def wanted(want: Mapping[str, str | int | bool], events: Sequence[Any], table: Table[Any]) -> bool:
    """Whether one of the events is as a predicate says: its kind, units by hull, places by name, other fields as is."""
    return any(_is(plain(event), want, table) for event in events)


def _is(event: Mapping[str, Any], want: Mapping[str, str | int | bool], table: Table[Any]) -> bool:
    for field, told in want.items():
        if field not in event:
            return False
        meant: Any = told
        if isinstance(told, str) and isinstance(event[field], int):
            meant = table.cell(told) if field in ("square", "hex") else table.unit(told)
        if event[field] != meant:
            return False
    return True
