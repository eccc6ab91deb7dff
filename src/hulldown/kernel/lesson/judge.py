"""Whether what a learner does is what a step wants."""

from typing import Any

import msgspec

from hulldown.kernel.dice import DiceError, Undecided
from hulldown.kernel.lesson.playing import PlayedLesson, PlayedStep, Turned, rolled, wanted
from hulldown.kernel.lines import Lines, Table
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Rulebook


class Met(msgspec.Struct, frozen=True):
    """The order is what was wanted: this one is played, with these dice; `further` says how far the row is done."""

    order: Any
    rolls: tuple[tuple[int, ...], ...]
    further: int


class Ruled(msgspec.Struct, frozen=True):
    """The order is refused; `taught` says that just this was to be met."""

    refusal: Refusal
    taught: bool


class Other(msgspec.Struct, frozen=True):
    """The order is allowed, and the lesson goes another way."""


class Judge:
    """Judges orders in the steps of a lesson."""

    def __init__(self, lesson: PlayedLesson, book: Rulebook[Any, Any, Any], lines: Lines[Any]) -> None:
        self.lesson, self.book, self._lines = lesson, book, lines

    def place(self, number: int, given: int) -> int | None:
        """How far a step is done when so many orders were given in all; nothing, if that is another step's place."""
        step = self.lesson.steps[number] if 0 <= number < len(self.lesson.steps) else None
        if step is None or not step.start <= given <= step.start + max(0, len(step.do) - 1):
            return None
        return given - step.start

    def judge(self, number: int, done: int, state: Any, order: Any) -> Met | Ruled | Other:
        step = self.lesson.steps[number]
        if (refusal := self.book.refuse(state, order)) is not None:
            return Ruled(refusal, self._teaches(step, order, refusal))
        if done >= len(step.do):
            return Other()
        solution = step.do[done]
        if order in solution.alike:
            return Met(order, solution.rolls, done + 1)
        if self._lines.near(state, order, solution.order):
            return Met(solution.order, solution.rolls, done + 1)
        for other in step.also if done == 0 else ():
            if order in other.alike:
                return Met(order, other.rolls, len(step.do))
        if self._leads_on(step, state, order, solution):
            return Met(order, solution.rolls, done + 1)
        return Other()

    def _teaches(self, step: PlayedStep, order: Any, refusal: Refusal) -> bool:
        """Whether this is the refusal that the step wants: its rule, met by the unit that was to meet it."""
        book = self.book
        same = step.attempt is not None and book.unit_of(order) == book.unit_of(step.attempt)
        return same and refusal.rule == step.text.refused

    def _leads_on(self, step: PlayedStep, state: Any, order: Any, solution: Turned) -> bool:
        """Whether an order leads to what the solution leads to, or to what is wanted."""
        try:
            _, events, used = rolled(self.book, state, order, solution.rolls)
        except (DiceError, Undecided):
            return False
        if step.text.want:
            return used and wanted(step.text.want, events, Table(self.book, state, "lesson"))
        return used and events == solution.events
