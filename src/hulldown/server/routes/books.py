"""Rulebooks: their covers, what a table needs of them, what is read, and what they ship."""

from typing import Annotated, Any, get_args

from litestar import Request, Response, get
from litestar.params import PathParameter, QueryParameter

from hulldown.kernel.wire import encode
from hulldown.kernel.work import Kind
from hulldown.rulebooks import BOOKS
from hulldown.rulebooks.charting import ChartForm
from hulldown.server import diagrams, reading
from hulldown.server.covers import Part, book_answer, chart_answer, cover
from hulldown.server.diagrams import FigureView
from hulldown.server.languages import VARY, LanguageLine, cover_in, figure_in, handbook_in, language_of, notes_in
from hulldown.server.languages import languages as all_languages
from hulldown.server.manners import json_response
from hulldown.server.protocol import Book, BookLine, Wrong
from hulldown.server.reading import Handbook, RuleNotes
from hulldown.server.setups import find_book


@get("/api/rulebooks", sync_to_thread=True, response_headers=VARY)
def rulebooks(request: Request[Any, Any, Any]) -> list[BookLine]:
    """The rulebooks there are, as their covers tell them."""
    return [cover_in(cover(book), language_of(request)) for book in BOOKS]


@get("/api/rulebooks/{book_id:str}", sync_to_thread=True, response_headers=VARY)
def rulebook(
    book_id: Annotated[str, PathParameter(max_length=60)],
    request: Request[Any, Any, Any],
    part: Annotated[Part, QueryParameter()] = "all",
) -> Response[Book]:
    """All that a set-up page shows of a rulebook, or what a table needs of it."""
    return json_response(book_answer(find_book(book_id).id, part, language_of(request)))


@get("/api/handbooks/{book_id:str}", sync_to_thread=True, response_headers=VARY)
def handbook(
    book_id: Annotated[str, PathParameter(max_length=60)], request: Request[Any, Any, Any]
) -> Response[Handbook]:
    """A rulebook to be read: chapters, rules, rulings and words."""
    found = handbook_in(reading.handbook(find_book(book_id).id), language_of(request))
    return json_response(encode(found))


@get("/api/handbooks/{book_id:str}/{rule_id:str}", sync_to_thread=True, response_headers=VARY)
def rule_notes(
    book_id: Annotated[str, PathParameter(max_length=60)],
    rule_id: Annotated[str, PathParameter(max_length=60)],
    request: Request[Any, Any, Any],
) -> RuleNotes:
    """What stands beside a rule: what is said by it, what is near it, the figures it gives."""
    return notes_in(reading.notes(find_book(book_id).id, rule_id), language_of(request))


@get("/api/figures/{book_id:str}/{name:str}", sync_to_thread=True, response_headers=VARY)
def figure(
    book_id: Annotated[str, PathParameter(max_length=60)],
    name: Annotated[str, PathParameter(max_length=60)],
    request: Request[Any, Any, Any],
) -> Response[FigureView]:
    """A diagram of a rule: a small position, and what the referee says to a few orders in it."""
    book = find_book(book_id).id
    return json_response(encode(figure_in(book, diagrams.figure_view(book, name), language_of(request))))


@get("/api/rulebooks/{book_id:str}/works/{kind:str}", sync_to_thread=True)
def shipped_works(
    book_id: Annotated[str, PathParameter(max_length=60)], kind: Annotated[str, PathParameter(max_length=20)]
) -> dict[str, str]:
    """What a book ships of a kind as files, to begin with: their texts by id."""
    found = next((one for one in get_args(Kind) if one == kind), None)
    if found is None:
        raise Wrong("work/kind", f"{kind!r} is none of {', '.join(get_args(Kind))}.", 404)
    return dict(find_book(book_id).library.works(found))


@get("/api/rulebooks/{book_id:str}/chart", sync_to_thread=True)
def chart_form(book_id: Annotated[str, PathParameter(max_length=60)]) -> Response[ChartForm]:
    """What a chart of a rulebook is made of, with the bounds of the format and the house's charts as texts."""
    return json_response(chart_answer(find_book(book_id).id))


@get("/api/languages", sync_to_thread=True)
def languages() -> list[LanguageLine]:
    """The languages that the books are told in, and how much of each."""
    return all_languages()
