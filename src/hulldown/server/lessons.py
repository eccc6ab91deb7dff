"""Lessons at the table: what the browser is told of them, and how a match of one goes on step by step.

A lesson is a match of its own kind: the learner has its one seat, the dice of its orders are the lesson's, and the
other side's orders follow the learner's by themselves.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.files import Fault, read_text
from hulldown.kernel.lesson import Judge, Lesson, Met, Other, PlayedStep, Ruled, Shown, Turned, position_text
from hulldown.kernel.lesson.playing import rolled
from hulldown.kernel.lines import Table
from hulldown.kernel.position import side_of
from hulldown.kernel.wire import plain
from hulldown.rulebooks.lessons import lesson_files, lesson_of, listed_lessons
from hulldown.server.log import Log
from hulldown.server.protocol import (
    FirstLesson,
    LessonOrder,
    LessonRow,
    LessonShow,
    LessonStep,
    LessonView,
    Taught,
    Wrong,
)

KIND = "lesson"
KEPT_SECONDS = 24 * 3600  # after a lesson was last opened
CHANGED = "This lesson has changed since you left it. It starts again."
ELSEWHERE = "The table stands at another step of the lesson; go back to the beginning of this one."
GO_BACK = "in a lesson go back to the beginning of a step instead"


def known(lesson: str) -> tuple[Judge, str]:
    """A lesson with its judge and its hash."""
    try:
        return lesson_of(lesson)
    except Fault as fault:
        raise Wrong("lesson/unknown", f"{fault.message[:1].upper()}{fault.message[1:]}.", 404) from None


@lru_cache(maxsize=1)
def rows() -> list[LessonRow]:
    """All lessons, as the page of them lists them."""
    return [row_of(lesson) for lesson in listed_lessons()]


def first_lesson(book: str) -> FirstLesson | msgspec.UnsetType:
    """The first battle of a book; some have none."""
    own = (lesson for lesson in listed_lessons() if lesson.book == book and not lesson.chapter)
    return next((FirstLesson(lesson.id, lesson.minutes) for lesson in own), msgspec.UNSET)


def row_of(lesson: Lesson) -> LessonRow:
    _, told = lesson_of(lesson.id)
    return LessonRow(
        id=lesson.id,
        book=lesson.book,
        title=lesson.title,
        chapter=lesson.chapter,
        minutes=lesson.minutes,
        you=side_of(lesson.you),
        goal=lesson.goal,
        steps=len(lesson.step),
        hash=told,
    )


@lru_cache(maxsize=64)
def view_of(lesson: str) -> LessonView:
    """A lesson as the player shows it, its orders as orders."""
    judge, _ = known(lesson)
    found, text = judge.lesson, read_text(lesson_files()[lesson])
    steps = tuple(_step(judge, number) for number in range(len(found.steps)))
    return LessonView(row_of(found.lesson), found.lesson.rules, position_text(found.lesson, text), steps)


def _step(judge: Judge, number: int) -> LessonStep:
    lesson, step = judge.lesson, judge.lesson.steps[number]
    text, state = step.text, lesson.states[step.start]
    tried = LessonOrder(step.attempted, plain(step.attempt)) if step.attempt is not None else msgspec.UNSET
    return LessonStep(
        say=text.say,
        well=text.well,
        other=text.other,
        unit=step.unit,
        do=tuple(LessonOrder(turned.said, plain(turned.order)) for turned in step.do),
        refused=text.refused,
        start=step.start,
        replies=len(step.reply),
        rules=_rules(judge, step),
        show=tuple(_shown(judge, state, shown) for shown in step.show),
        attempt=tried,
        sentence=step.refusal.sentence if step.refusal is not None else "",
    )


def _rules(judge: Judge, step: PlayedStep) -> tuple[str, ...]:
    """The rules that a step meets, as its log names them; of those only what the lesson is about."""
    lesson, found = judge.lesson, dict[str, None]()
    if step.text.refused:
        found[step.text.refused] = None
    for at, turned in enumerate(step.do, step.start):
        state = lesson.states[at].copy()
        for event in turned.events:
            found |= dict.fromkeys(judge.book.tell(state, event).rules)
            judge.book.evolve(state, event)
    about = [rule for rule in found if rule in lesson.lesson.rules]
    return tuple(about or found)[:4]


def _shown(judge: Judge, state: Any, shown: Shown) -> LessonShow:
    table, words = Table(judge.book, state, "show"), shown.words
    if shown.kind == "cells":
        first, _, last = words[0].partition(":")
        columns = table.columns
        (top, left), (bottom, right) = divmod(table.cell(first), columns), divmod(table.cell(last or first), columns)
        cells = tuple(row * columns + at for row in range(top, bottom + 1) for at in range(left, right + 1))
        return LessonShow(shown.kind, cells=cells)
    unit = table.unit(words[0])
    if shown.kind == "falls":
        return LessonShow(shown.kind, unit, place=(round(float(words[1]) * 1000), round(float(words[2]) * 1000)))
    return LessonShow(shown.kind, unit, table.unit(words[1]) if len(words) > 1 else None)


class Teaching:
    """A match that is a lesson: which orders are played, with which dice, and what the other side answers."""

    def __init__(self, log: Log, lesson: str) -> None:
        name, _, told = lesson.partition("@")
        self.name, self._log = name, log
        self._judge, now = known(name)
        self.changed = told != now

    def take(self, number: int, orders: Sequence[Any]) -> Taught:
        """Plays what of a learner's orders the step wants, and what follows from it, or says why nothing is played."""
        log, judge = self._log, self._judge
        done = judge.place(number, len(log.kept))
        if done is None:
            raise Wrong("lesson/step", ELSEWHERE, 409)
        step, state, side = judge.lesson.steps[number], log.states[-1], log.to_act()
        met, refusal = list[Met](), None
        for order in orders:
            verdict = judge.judge(number, done, state, order)
            if isinstance(verdict, Other):
                return Taught(other=True)
            if isinstance(verdict, Ruled):
                refusal = verdict
                break
            state, _, _ = rolled(log.book, state, verdict.order, verdict.rolls)
            met, done = [*met, verdict], verdict.further
            if done >= len(step.do) or verdict.rolls or log.book.to_act(state) is not side:
                break
        for one in met:
            self._play(one.order, one.rolls)
        over = bool(met) and done >= len(step.do)
        for turned in step.reply if over else ():
            self._play(turned.order, turned.rolls)
        if refusal is None:
            return Taught(done=over, played=len(met))
        return Taught(played=len(met), taught=refusal.taught, refusal=refusal.refusal)

    def _play(self, order: Any, rolls: Sequence[Sequence[int]]) -> None:
        self._log.play_scripted(order, ScriptedDice(rolls))

    def go(self, number: int) -> None:
        """To the beginning of a step: back, with its dice, or on by the lesson's own orders."""
        log, steps = self._log, self._judge.lesson.steps
        if not 0 <= number < len(steps):
            raise Wrong("lesson/step", f"The lesson has {len(steps)} steps; there is no step {number + 1}.", 404)
        given, start = len(log.kept), steps[number].start
        if given > start:
            log.go_back(side_of(self._judge.lesson.lesson.you), log.kept[start])
        for turned in self._between(given, start):
            self._play(turned.order, turned.rolls)

    def _between(self, given: int, start: int) -> list[Turned]:
        return self._judge.lesson.orders()[given:start]
