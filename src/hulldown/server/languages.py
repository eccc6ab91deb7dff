"""Which language somebody reads, and the books in it. What the referee says himself is English."""

from typing import Any, TypeVar

import msgspec
from litestar import Request
from msgspec.structs import replace

from hulldown.kernel.rule import Rule, Ruling
from hulldown.rulebooks import BOOKS, load
from hulldown.rulebooks.languages import ENGLISH, LANGUAGES, translation
from hulldown.server.diagrams import FigureLine, FigureView
from hulldown.server.protocol import Book, BookLine, LessonRow, LessonStep, LessonView
from hulldown.server.reading import Handbook, LessonRef, RuleNotes, RuleRef

MOST_TAGS = 20
Captioned = TypeVar("Captioned", FigureLine, FigureView)
VARY = {"vary": "accept-language"}


class BookTold(msgspec.Struct, frozen=True):
    """How many of a book's entries are told in a language: a rule, a ruling, a word, a step of a lesson is one."""

    book: str
    name: str
    told: int
    entries: int


class LanguageLine(msgspec.Struct, frozen=True):
    """A language by its own name, and how much of the books is told in it."""

    id: str
    name: str
    books: tuple[BookTold, ...]


def language_of(request: Request[Any, Any, Any]) -> str:
    """The language that a request would rather have, of those there are; English, if it names none of them."""
    wished = list[tuple[float, str]]()
    for tag in request.headers.get("accept-language", "").split(",")[:MOST_TAGS]:
        name, _, weight = tag.strip().partition(";q=")
        wished.append((-_weight(weight), name.partition("-")[0].lower()))
    known = {ENGLISH, *LANGUAGES}
    return next((name for weight, name in sorted(wished, key=lambda one: one[0]) if name in known and weight), ENGLISH)


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


def languages() -> list[LanguageLine]:
    """All languages, English first."""
    return [_line(language, name) for language, name in {ENGLISH: "English", **LANGUAGES}.items()]


def _line(language: str, name: str) -> LanguageLine:
    books = []
    for book in BOOKS:
        found = translation(book, language)
        told = len(found.english) if language == ENGLISH else found.told
        books.append(BookTold(book, load(book).rules.book.called, told, len(found.english)))
    return LanguageLine(language, name, tuple(books))


def cover_in(line: BookLine, language: str) -> BookLine:
    found = translation(line.id, language)
    return replace(
        line,
        sentence=found.text("book", "sentence", line.sentence),
        weight_word=found.text(f"weight {line.weight_word}", "name", line.weight_word),
    )


def book_in(book: Book, language: str) -> Book:
    """A rulebook beside a table: its rules, rulings and advice."""
    found = translation(book.id, language)
    return replace(
        book,
        rules=[_rule(one, language, book.id) for one in book.rules],
        rulings=[_ruling(one, language, book.id) for one in book.rulings],
        advice={phase: found.text(f"advice {phase}", "says", says) for phase, says in book.advice.items()},
    )


def handbook_in(book: Handbook, language: str) -> Handbook:
    """A rulebook to be read."""
    found = translation(book.id, language)
    return replace(
        book,
        chapters=tuple(found.of(f"chapter {one.title}", one, "title") for one in book.chapters),
        rules=tuple(_rule(one, language, book.id) for one in book.rules),
        rulings=tuple(_ruling(one, language, book.id) for one in book.rulings),
        words=tuple(found.of(f"word {one.id}", one, "name", "says") for one in book.words),
        figures=tuple(figure_in(book.id, one, language) for one in book.figures),
        lessons=tuple(_ref(one, language, book.id) for one in book.lessons),
    )


def _rule(rule: Rule, language: str, book: str) -> Rule:
    found = translation(book, language)
    section = found.text(f"section {rule.section}", "name", rule.section)
    return replace(found.of(rule.id, rule, "title", "summary"), section=section)


def _ruling(ruling: Ruling, language: str, book: str) -> Ruling:
    found = translation(book, language)
    section = found.text(f"section {ruling.section}", "name", ruling.section)
    return replace(found.of(ruling.id, ruling, "title", "summary", "why"), section=section)


def _ref(lesson: LessonRef, language: str, book: str) -> LessonRef:
    return translation(book, language).of(f"lesson {lesson.id}", lesson, "title")


def notes_in(notes: RuleNotes, language: str) -> RuleNotes:
    def named(one: RuleRef) -> RuleRef:
        return translation(one.book, language).of(one.rule, one, "title")

    return replace(notes, also=tuple(map(named, notes.also)), kin=tuple(map(named, notes.kin)))


def figure_in(book: str, figure: Captioned, language: str) -> Captioned:
    """A diagram, or its line in a list, with its caption."""
    return translation(book, language).of(f"figure {figure.id}", figure, "caption")


def lesson_row_in(row: LessonRow, language: str) -> LessonRow:
    found = translation(row.book, language)
    chapter = found.text(f"chapter {row.chapter}", "title", row.chapter)
    return replace(found.of(f"lesson {row.id}", row, "title", "goal"), chapter=chapter)


def lesson_in(lesson: LessonView, language: str) -> LessonView:
    """A lesson with what its steps say."""
    found, name = translation(lesson.row.book, language), f"lesson {lesson.row.id}"

    def told(number: int, step: LessonStep) -> LessonStep:
        here = f"{name} {number}"
        other = found.text(here, "else", step.other)
        return replace(found.of(here, step, "say", "well"), other=other)

    steps = tuple(told(number, step) for number, step in enumerate(lesson.steps, 1))
    return replace(lesson, row=lesson_row_in(lesson.row, language), steps=steps)
