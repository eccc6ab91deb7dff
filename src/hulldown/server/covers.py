"""Rulebooks as they are sent: each is made once, and told in any language."""

from functools import cache
from threading import Lock
from typing import Literal

import msgspec

from hulldown.bots import opponents
from hulldown.kernel.files import Fault
from hulldown.kernel.handbook import advice_of
from hulldown.kernel.library import stand_ins
from hulldown.kernel.position import PositionTerms
from hulldown.kernel.position import terms_of as position_terms
from hulldown.kernel.question import terms_of
from hulldown.kernel.wire import encode
from hulldown.rulebooks import BOOKS, home_of, load, openings, positions
from hulldown.rulebooks.charting import form_of
from hulldown.rulebooks.languages import ENGLISH
from hulldown.rulebooks.shares import shares
from hulldown.server.languages import book_in
from hulldown.server.lessons import first_lesson
from hulldown.server.protocol import Book, BookLine

Part = Literal["all", "table"]


@cache
def _cover(book_id: str) -> BookLine:
    book = load(book_id)
    head, scenarios = book.rules.book, book.library.scenarios()
    minutes = [row.minutes for row in scenarios]
    return BookLine(
        id=book.id,
        title=book.title,
        table=head.table,
        rules=len(book.rules.printed),
        name=head.called,
        sentence=head.sentence,
        weight=head.weight,
        weight_word=head.weight_word,
        minutes_least=min(minutes),
        minutes_most=max(minutes),
        battles=len(scenarios),
        stand_ins=stand_ins(book.library),
        opening=next(iter(openings(book.id)), None),
        lesson=first_lesson(book.id),
    )


# Whoever asks for what is just being made waits for it, and makes no other.
MAKING = {book_id: Lock() for book_id in BOOKS}


def cover(book_id: str) -> BookLine:
    """A rulebook in the list of all."""
    with MAKING[book_id]:
        return _cover(book_id)


def book_answer(book_id: str, part: Part = "all", language: str = ENGLISH) -> bytes:
    """A rulebook as it is sent; for a table only what is looked at while playing."""
    with MAKING.setdefault(book_id, Lock()):
        return _book_answer(book_id, part, language)


@cache
def _book_answer(book_id: str, part: Part, language: str) -> bytes:
    book = book_in(_book(book_id), language)
    if part == "table":
        book = msgspec.structs.replace(book, maps=(), rules=[], rulings=[], options=(), agreed={}, differences={})
    return encode(book)


@cache
def _book(book_id: str) -> Book:
    book = load(book_id)
    library = book.library
    scenarios = library.scenarios()
    return Book(
        id=book.id,
        title=book.title,
        table=book.rules.book.table,
        units=[row.flat() for row in library.units()],
        scenarios=scenarios,
        maps=library.maps(),
        rules=list(book.rules.printed),
        rulings=list(book.rules.rulings),
        options=library.OPTIONS,
        agreed={row.id: library.agreed(library.build(row.id)) for row in scenarios},
        bots=opponents(),
        labels=library.LABELS,
        differences=shares(home_of(book_id)).differences(),
        shot=terms_of(library.QUESTION),
        position=_positions_of(book_id),
        advice=advice_of(home_of(book_id) / "advice.toml"),
    )


def _positions_of(book_id: str) -> PositionTerms | None:
    try:
        return position_terms(positions(book_id))
    except Fault:
        return None


@cache
def chart_answer(book_id: str) -> bytes:
    return encode(form_of(load(book_id)))
