"""The server: routes, streams, the built client, and the manners of the house (headers, origins, bounds)."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Literal, get_args

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, put, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, InternalServerException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.types import Message, Scope

import hulldown
from hulldown.bots import opponents
from hulldown.kernel.files import Fault
from hulldown.kernel.handbook import advice_of
from hulldown.kernel.library import stand_ins
from hulldown.kernel.picture import Terrain
from hulldown.kernel.position import PositionTerms
from hulldown.kernel.position import terms_of as position_terms
from hulldown.kernel.proof import Proof
from hulldown.kernel.prospect import GroundReply
from hulldown.kernel.question import terms_of
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview
from hulldown.kernel.wire import encode
from hulldown.kernel.work import Kind
from hulldown.rulebooks import BOOKS, home_of, load, openings, positions
from hulldown.rulebooks.asking import PositionReply
from hulldown.rulebooks.charting import ChartForm, form_of
from hulldown.rulebooks.differing import Differing
from hulldown.rulebooks.fills import Fill
from hulldown.rulebooks.languages import ENGLISH
from hulldown.rulebooks.shares import shares
from hulldown.server import diagrams, parcels, reading, strict
from hulldown.server.analyst import Analyst
from hulldown.server.asking import answered, bad, compared
from hulldown.server.client import client_file
from hulldown.server.counting import TALLY
from hulldown.server.database import StoreFailed
from hulldown.server.diagrams import FigureView
from hulldown.server.fairness import Fairness
from hulldown.server.health import Health, healthz, readyz
from hulldown.server.journal import noted
from hulldown.server.judge import Judge, Question
from hulldown.server.languages import (
    VARY,
    LanguageLine,
    book_in,
    cover_in,
    figure_in,
    handbook_in,
    language_of,
    lesson_in,
    lesson_row_in,
    notes_in,
)
from hulldown.server.languages import languages as all_languages
from hulldown.server.lessons import first_lesson
from hulldown.server.lessons import rows as lesson_rows
from hulldown.server.lessons import view_of as lesson_view
from hulldown.server.limits import (
    A_SEAT,
    AN_ADDRESS,
    COST,
    TO_KEEP,
    TO_SEND,
    USUAL,
    Limits,
    Pace,
    Sockets,
    guest_at,
    shared,
)
from hulldown.server.match import Match, eyes_of
from hulldown.server.matches import PATIENCE_HOURS, Matches
from hulldown.server.packing import PLAIN, accepted, packed
from hulldown.server.protocol import (
    ActBody,
    AnalysisView,
    Answer,
    AskBody,
    BattlesView,
    Book,
    BookLine,
    Cited,
    ClaimBody,
    Claimed,
    CompareAnswer,
    CompareBody,
    Created,
    DifferBody,
    Ending,
    ErrorBody,
    FairBot,
    FairnessBody,
    FairnessStop,
    FairnessView,
    FillsBody,
    ForkBody,
    Heartbeat,
    Hello,
    InvitationView,
    Invited,
    InvitingBody,
    KeysBody,
    LessonBody,
    LessonRow,
    LessonView,
    LineMessage,
    MatchView,
    NewMatch,
    OddsAnswer,
    OddsBody,
    OrdersBody,
    Parcel,
    ParcelSent,
    PlacingAnswer,
    PreviewBody,
    ProspectBody,
    Rehearsal,
    RehearsalBody,
    SetupAnswer,
    ShotAnswer,
    ShotBody,
    StandingBody,
    StreamError,
    SurveyAnswer,
    TableText,
    Watched,
    WorkBody,
    WorkPicture,
    WorkVerdict,
    WorkView,
    Wrong,
)
from hulldown.server.reading import Handbook, RuleNotes
from hulldown.server.setups import check as check_setup
from hulldown.server.setups import find_book, only_ids, refused
from hulldown.server.setups import quick_fills as fills_of
from hulldown.server.shelf import Shelf
from hulldown.server.shots import fire
from hulldown.server.store import Seat, Store
from hulldown.server.thinker import Choosing, Thinker
from hulldown.server.thinkers import Thinkers
from hulldown.server.turns import Crowded, Turns

MOST_RECORD_BYTES = 4 << 20
HEARTBEAT_SECONDS = 15.0
HELLO_SECONDS = 5.0
SECONDS_TO_READ = 10.0
MOST_MESSAGES = 10  # on a stream, which nothing is said to but hello
MOST_SOCKETS, MOST_SOCKETS_OF_ONE = 4_000, 64
MATCHES_A_MINUTE, MATCHES_A_DAY = 60, 600
MOST_LISTINGS, MOST_LISTINGS_OF_ONE = 1_000, 64  # that wait, as one is made at a time
DEAREST = 60  # points
A_STREAM = 3  # points, whenever it is opened
OF_LARGE = 3  # times as much costs what is asked at a large table
LISTED = Wrong("rate/limit", "Too many listings are asked for at once; try again in a moment.", 429)
OF_ADDRESS = "Too much was asked from this address in a short time"
OF_SEAT = "Too much was asked from this seat in a short time"
BROUGHT = "This address has brought as much as it may in a day"
SENT = "This address has sent as many shelves as it may in an hour"
FOR_EVER = "public, max-age=31536000, immutable"
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
logger = logging.getLogger("hulldown.server")
Part = Literal["all", "table"]
MOST_WORK_BYTES = 4 << 20  # a bundle of works, as JSON
LARGE = {"most_bytes": MOST_WORK_BYTES}
WorkId = Annotated[str, PathParameter(max_length=40)]
MatchId = Annotated[str, PathParameter(max_length=40)]
LessonId = Annotated[str, PathParameter(max_length=60)]
Here = NamedDependency[Seat]
Token = Annotated[str, PathParameter(max_length=100)]


# Who asks


async def seat_of(request: Request[Any, Any, Any], state: State, match_id: MatchId) -> Seat:
    """The seat that the token of a request opens."""
    if not (token := bearer_of(request)):
        await all_matches(state).get(match_id)
        told = "A token is needed, as `Authorization: Bearer TOKEN`; the link to the match carries it."
        raise Wrong("auth/token", told, 401)
    seat = await all_matches(state).seat(match_id, token)
    charge_seat(request, seat)
    return seat


def bearer_of(request: Request[Any, Any, Any]) -> str:
    """The token that a request carries; empty, if there is none that could be one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and len(token) <= 100 else ""


def all_works(state: State) -> Shelf:
    found: Shelf = state.shelf
    return found


def all_matches(state: State) -> Matches:
    found: Matches = state.matches
    return found


def analyst_of(state: State) -> Analyst:
    analyst: Analyst = state.analyst
    return analyst


def fairness_in(state: State) -> Fairness:
    found: Fairness = state.fairness
    return found


def address_of(request: Request[Any, Any, Any]) -> str:
    return guest_at(request.client.host) if request.client else ""


def check_origin(headers: Any) -> None:
    """A page of another site must not act here."""
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower():
        raise Wrong("auth/origin", "The request comes from a page of another site; open Hulldown itself.", 403)


def check_host(headers: Any, hosts: frozenset[str]) -> None:
    """A server for this machine alone answers to no other name, whatever that name leads to."""
    if hosts and headers.get("host", "").partition(":")[0].lower() not in hosts:
        raise Wrong("auth/origin", f"This server answers to {' and '.join(sorted(hosts))} only.", 403)


def charge(request: Request[Any, Any, Any]) -> None:
    """What a call costs its address; nothing on a server for this machine alone."""
    if (purses := request.app.state.of_address) is not None:
        purses.spend(address_of(request), cost_of(request))


def charge_seat(request: Request[Any, Any, Any], seat: Seat) -> None:
    """What a call costs at a match, whose sides and watchers have a purse each: none of them empties another's."""
    state = request.app.state
    if state.of_seat is None:
        return
    cost, large = cost_of(request), all_matches(state).is_large(seat.match)
    if large:
        state.of_address.spend(address_of(request), cost * (OF_LARGE - 1))
    state.of_seat.spend(f"{seat.match} {seat.role} {seat.side}", cost * (OF_LARGE if large else 1))


def cost_of(request: Request[Any, Any, Any]) -> int:
    cost: int = request.route_handler.opt.get(COST, USUAL)
    return cost


def weigh(request: Request[Any, Any, Any], many_bytes: int) -> None:
    """What somebody brings to be kept; nothing on a server for this machine alone."""
    if (to_keep := request.app.state.to_keep) is not None:
        to_keep.spend(address_of(request), many_bytes)


async def check_request(request: Request[Any, Any, Any]) -> None:
    """Who sends it, how much, and whether it is what it should be: the framework would take "0" for 0."""
    check_host(request.headers, request.app.state.hosts)
    if "\0" in request.scope["path"]:  # no database looks for it
        raise Wrong("page/unknown", "There is no such page; the games are at /.", 404)
    charge(request)
    if request.method in ("POST", "PUT"):
        check_origin(request.headers)
        if (field := request.route_handler.parsed_data_field) is not None:
            most = request.route_handler.opt.get("most_bytes", strict.MOST_BYTES)
            strict.parse(await body_of(request), field.annotation, most)


async def body_of(request: Request[Any, Any, Any]) -> bytes:
    """The body of a request; whoever left before its end hears no answer, and is no failure of the server's."""
    try:
        return await request.body()
    except InternalServerException:
        raise Wrong("order/bad", "The message ended in its midst; send it again.", 400) from None


# Rulebooks and set-ups


@get("/api/rulebooks", sync_to_thread=True, response_headers=VARY)
def rulebooks(request: Request[Any, Any, Any]) -> list[BookLine]:
    """The rulebooks there are, as their covers tell them."""
    return [cover_in(cover(book), language_of(request)) for book in BOOKS]


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


def json_response(body: bytes, headers: dict[str, str] | None = None) -> Response[Any]:
    """What was written as JSON before."""
    return Response(body, media_type=MediaType.JSON, headers=headers)


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


@post("/api/setup", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 5})
async def setup(
    data: JSONBody[NewMatch], state: State, request: Request[Any, Any, Any]
) -> SetupAnswer | Response[SetupAnswer]:
    """Checks a set-up without making a match."""
    shelf = all_works(state)
    wish = await shelf.whole(data)
    if not wish.works and not shelf.elsewhere:
        return await asyncio.to_thread(check_setup, wish)
    try:
        nameless = msgspec.structs.replace(wish, name="Red", keys=None)  # what many ask is answered once
        return json_response(await shelf.ask("answer", nameless, address_of(request)))
    except Fault as fault:
        return refused(fault)


@post("/api/fills", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 5})
async def quick_fills(
    data: JSONBody[FillsBody], state: State, request: Request[Any, Any, Any]
) -> list[Fill] | Response[list[Fill]]:
    """Armies in a few styles for a side of a set-up."""
    shelf = all_works(state)
    wish = await shelf.whole(data)
    try:
        if wish.works or shelf.elsewhere:
            return json_response(await shelf.ask("fills", wish, address_of(request)))
        only_ids(wish)
    except Fault as fault:
        raise Wrong("setup/bad", f"{fault}.") from None
    return await asyncio.to_thread(fills_of, wish)


# Works


@get("/api/rulebooks/{book_id:str}/works/{kind:str}", sync_to_thread=True)
def shipped_works(
    book_id: Annotated[str, PathParameter(max_length=60)], kind: Annotated[str, PathParameter(max_length=20)]
) -> dict[str, str]:
    """What a book ships of a kind as files, to begin with: their texts by id."""
    found = next((one for one in get_args(Kind) if one == kind), None)
    if found is None:
        raise Wrong("work/kind", f"{kind!r} is none of {', '.join(get_args(Kind))}.", 404)
    return dict(find_book(book_id).library.works(found))


@post("/api/odds", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 3})
async def odds(
    data: JSONBody[OddsBody], state: State, request: Request[Any, Any, Any]
) -> OddsAnswer | Response[OddsAnswer]:
    """The exact chances of a shot without a battle, at one range and over all."""
    find_book(data.rulebook)
    try:
        if data.chart:
            return json_response(await all_works(state).odds(data, address_of(request)))
    except Fault as fault:
        raise bad(fault) from None
    return await asyncio.to_thread(answered, data)


@post("/api/compare", status_code=200, sync_to_thread=True, opt={COST: 10})
def compare(data: JSONBody[CompareBody]) -> CompareAnswer:
    """The same duel under every book that has it, side by side."""
    return compared(data)


@get("/api/works/{work_id:str}")
async def work(work_id: WorkId, state: State) -> WorkView:
    """A work that is kept here, with all that it uses."""
    return await all_works(state).show(work_id)


@put("/api/works/{work_id:str}", request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 20})
async def keep_work(
    work_id: WorkId, data: JSONBody[WorkBody], state: State, request: Request[Any, Any, Any]
) -> WorkView:
    """Keeps a work under the name that its content gives it. The same again is the same; nothing is overwritten."""
    state.pace.step(address_of(request))
    weigh(request, len(await request.body()))
    return await all_works(state).keep(work_id, data, address_of(request))


@post("/api/parcels", request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 20})
async def send_parcel(data: JSONBody[Parcel], state: State, request: Request[Any, Any, Any]) -> ParcelSent:
    """Keeps somebody's shelf for an hour, on its way to another device of theirs."""
    state.pace.step(address_of(request))
    if (to_send := state.to_send) is not None:
        to_send.spend(address_of(request), 1)
    weigh(request, len(data.text))
    return await parcels.send(all_works(state).store, data)


@post("/api/parcels/{parcel_id:str}", status_code=200, opt={COST: 20})
async def fetch_parcel(parcel_id: WorkId, state: State) -> Parcel:
    """Such a shelf, for the first who asks."""
    return await parcels.fetch(all_works(state).store, parcel_id)


@post("/api/check", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 5})
async def check_work(data: JSONBody[WorkBody], state: State, request: Request[Any, Any, Any]) -> WorkVerdict:
    """What a work is, or what is wrong with it; nothing is kept."""
    return await all_works(state).verdict(data.works, address_of(request))


@post("/api/differ", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 10})
async def differ(data: JSONBody[DifferBody], state: State, request: Request[Any, Any, Any]) -> Response[Differing]:
    """What differs between two charts: the figures, and the shots whose exact chances they move most."""
    find_book(data.book)
    return json_response(await all_works(state).differing(data, address_of(request)))


@get("/api/rulebooks/{book_id:str}/chart", sync_to_thread=True)
def chart_form(book_id: Annotated[str, PathParameter(max_length=60)]) -> Response[ChartForm]:
    """What a chart of a rulebook is made of, with the bounds of the format and the house's charts as texts."""
    return json_response(_chart_form(find_book(book_id).id))


@cache
def _chart_form(book_id: str) -> bytes:
    return encode(form_of(load(book_id)))


@post("/api/pictures", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 5})
async def show_work(data: JSONBody[WorkBody], state: State, request: Request[Any, Any, Any]) -> Response[WorkPicture]:
    """What a work looks like; nothing is kept. What is faulty looks like nothing: the check says why."""
    try:
        return json_response(await all_works(state).judge.ask(Question("show", works=data.works), address_of(request)))
    except Fault:
        return json_response(encode(WorkPicture()))


# Languages


@get("/api/languages", sync_to_thread=True)
def languages() -> list[LanguageLine]:
    """The languages that the books are told in, and how much of each."""
    return all_languages()


# Lessons


@get("/api/lessons", sync_to_thread=True, response_headers=VARY)
def lessons(request: Request[Any, Any, Any]) -> list[LessonRow]:
    """All lessons: of each book its first battle, then its chapters."""
    return [lesson_row_in(row, language_of(request)) for row in lesson_rows()]


@get(
    "/api/lessons/{lesson_id:str}",
    sync_to_thread=True,
    response_headers=VARY,
    summary="Lesson",
    description="A lesson with its steps, whose orders are orders.",  # the docstring is not found behind the thread
)
def lesson(lesson_id: LessonId, request: Request[Any, Any, Any]) -> LessonView:
    """A lesson with its steps, whose orders are orders."""
    return lesson_in(lesson_view(lesson_id), language_of(request))


@post("/api/lessons/{lesson_id:str}", opt={PLAIN: True, COST: 10})
async def learn(
    lesson_id: LessonId, data: JSONBody[LessonBody], state: State, request: Request[Any, Any, Any]
) -> Created:
    """A match of a lesson, at the beginning of a step."""
    state.pace.step(address_of(request))
    return await all_matches(state).learn(lesson_id, data.step)


# Questions without a match


@post("/api/ask", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 2})
async def ask_position(
    data: JSONBody[AskBody], state: State, request: Request[Any, Any, Any]
) -> Response[PositionReply]:
    """A question about a position, which need not be whole; nothing is played or kept."""
    try:
        return json_response(await all_works(state).asked(data, address_of(request)))
    except Fault as fault:
        raise Wrong("ask/bad", f"{fault}.") from None


@post("/api/prospect", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 2})
async def ask_ground(
    data: JSONBody[ProspectBody], state: State, request: Request[Any, Any, Any]
) -> Response[GroundReply]:
    """A question about a board on which nobody stands yet; nothing is kept. A faulty one is answered with why not."""
    try:
        return json_response(await all_works(state).prospect(data, address_of(request)))
    except Fault as fault:
        return json_response(encode(GroundReply(refusal=Refusal(fault.rule, f"{fault}"))))


@get("/api/fairness/{work_id:str}")
async def fairness(work_id: WorkId, state: State, bot: Annotated[FairBot, QueryParameter()] = "greedy") -> FairnessView:
    """Whether a scenario is fair, as far as that is known here; nothing is begun."""
    return await fairness_in(state).view(work_id, bot)


@post("/api/fairness", status_code=202, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 20})
async def ask_fairness(data: JSONBody[FairnessBody], state: State, request: Request[Any, Any, Any]) -> FairnessView:
    """Has a scenario played by a bot on both sides, to see how fair it is."""
    return await fairness_in(state).ask(data, address_of(request))


@post("/api/fairness/{work_id:str}/stop", status_code=200)
async def stop_fairness(
    work_id: WorkId, data: JSONBody[FairnessStop], state: State, request: Request[Any, Any, Any]
) -> FairnessView:
    """Stops it, if nobody else waits for it; what is known is kept."""
    return await fairness_in(state).stop(work_id, data.bot, address_of(request))


@post("/api/shot", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 2})
async def shoot(
    data: JSONBody[ShotBody], state: State, request: Request[Any, Any, Any]
) -> ShotAnswer | Response[ShotAnswer]:
    """One shot without any table, with dice that people type."""
    find_book(data.rulebook)
    try:
        if data.chart:
            return json_response(await all_works(state).shot(data, address_of(request)))
    except Fault as fault:
        return ShotAnswer(refusal=Refusal(fault.rule, f"{fault}"))
    return await asyncio.to_thread(fire, data)


# Matches


@post("/api/matches", request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {PLAIN: True} | {COST: 20})
async def create(data: JSONBody[NewMatch], state: State, request: Request[Any, Any, Any]) -> Created:
    """A new match, and the secrets that open it."""
    state.pace.step(address_of(request))
    return await all_matches(state).create(data, address_of(request))


@get("/api/matches/{match_id:str}")
async def look(match_id: MatchId, seat: Here, state: State) -> MatchView:
    """A match as the holder of the token may see it."""
    return await (await all_matches(state).get(match_id)).look(seat)


@post("/api/matches/{match_id:str}/orders", status_code=200)
async def give_orders(match_id: MatchId, seat: Here, data: JSONBody[OrdersBody], state: State) -> Answer:
    """Plays orders until one is refused, a die falls or the other side is to act."""
    return await all_matches(state).orders(match_id, seat, data)


@post("/api/matches/{match_id:str}/acts", status_code=200)
async def do_act(match_id: MatchId, seat: Here, data: JSONBody[ActBody], state: State) -> Answer:
    """Undo, resign, offers and their answers, rematch."""
    return await all_matches(state).act(match_id, seat, data)


@post("/api/matches/{match_id:str}/keys", status_code=200)
async def give_key(match_id: MatchId, seat: Here, data: JSONBody[KeysBody], state: State) -> Answer:
    """Sealed dice: a seat's key, its deposit, or the link for dice that are called."""
    return await all_matches(state).keys(match_id, seat, data)


@get("/api/matches/{match_id:str}/first", media_type="application/json")
async def first(match_id: MatchId, seat: Here, state: State) -> Response[str]:
    """The set-up line of the record, with which a client begins to check sealed dice."""
    live = await all_matches(state).get(match_id)
    return Response(encode(live.log.first).decode(), media_type="application/json")


@post("/api/matches/{match_id:str}/standing", status_code=200)
async def stand(match_id: MatchId, seat: Here, data: JSONBody[StandingBody], state: State) -> Answer:
    """Standing orders: when to be asked in a window of this round."""
    return await all_matches(state).stand(match_id, seat, data)


@post("/api/matches/{match_id:str}/move-now", status_code=200)
async def move_now(match_id: MatchId, seat: Here, state: State) -> Answer:
    """The bot that thinks plays the best that it has, for the rest of its turn."""
    return await all_matches(state).move_now(match_id, seat)


@get("/api/matches/{match_id:str}/why")
async def why(match_id: MatchId, seat: Here, state: State) -> dict[int, tuple[str, ...]]:
    """Why bots gave their orders, by positions; nothing of a turn that is not over."""
    return (await all_matches(state).get(match_id)).why()


@get("/api/matches/{match_id:str}/survey")
async def survey(
    match_id: MatchId, seat: Here, state: State, unit: Annotated[int, QueryParameter(ge=0, le=100_000)]
) -> SurveyAnswer:
    """Where a unit can go and what it can hit."""
    return await (await all_matches(state).get(match_id)).survey(seat, unit)


@get("/api/matches/{match_id:str}/table")
async def table(
    match_id: MatchId,
    seat: Here,
    state: State,
    at: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
    whole: Annotated[bool, QueryParameter()] = False,
) -> TableText:
    """The table as the text of a position."""
    return await (await all_matches(state).get(match_id)).table(seat, at, whole)


@get("/api/matches/{match_id:str}/placing", opt={COST: 5})
async def placing(match_id: MatchId, seat: Here, state: State) -> PlacingAnswer:
    """Orders that set up what is left."""
    return await (await all_matches(state).get(match_id)).placing(seat)


@post("/api/matches/{match_id:str}/preview", status_code=200)
async def preview(match_id: MatchId, seat: Here, data: JSONBody[PreviewBody], state: State) -> Preview:
    """What an order would meet."""
    return await (await all_matches(state).get(match_id)).preview(seat, data.order, data.before)


@post("/api/matches/{match_id:str}/rehearse", status_code=200)
async def rehearse(match_id: MatchId, seat: Here, data: JSONBody[RehearsalBody], state: State) -> Rehearsal:
    """The table as orders would leave it; nothing is played."""
    return await (await all_matches(state).get(match_id)).rehearse(seat, data)


@get("/api/matches/{match_id:str}/lines", opt={COST: 3})
async def lines(
    match_id: MatchId,
    seat: Here,
    state: State,
    request: Request[Any, Any, Any],
    first: Annotated[int, QueryParameter(name="from", ge=0, le=1_000_000)] = 0,
    last: Annotated[int, QueryParameter(name="to", ge=0, le=1_000_000)] = 100,
) -> Response[list[LineMessage]]:
    """Lines of the log as this viewer may know them, at most 100."""
    live = await all_matches(state).get(match_id)
    try:
        async with state.listing.turn(address_of(request)) if live.log.large else nullcontext():
            found = await asyncio.to_thread(live.lines, seat, first, last)
    except Crowded:
        raise LISTED from None
    return json_response(b"[" + b",".join(found) + b"]")


@get("/api/matches/{match_id:str}/cited")
async def cited(match_id: MatchId, seat: Here, state: State) -> dict[str, Cited]:
    """Which rules decided something in a match, how often, and where last."""
    return await asyncio.to_thread((await all_matches(state).get(match_id)).cited, seat)


@get("/api/matches/{match_id:str}/ending")
async def ending(match_id: MatchId, seat: Here, state: State) -> Ending:
    """What a finished game came to: who decided it, what is left of the armies, how long it took."""
    return await (await all_matches(state).get(match_id)).ending()


@post("/api/matches/{match_id:str}/watch", status_code=200, opt={PLAIN: True})
async def watch(match_id: MatchId, seat: Here, state: State, request: Request[Any, Any, Any]) -> Watched:
    """A token that watches and does nothing else, to be handed on; a seat gets the same one whenever it asks."""
    return await all_matches(state).watcher(match_id, seat, bearer_of(request))


@get("/api/matches/{match_id:str}/record", media_type="application/jsonl")
async def record(match_id: MatchId, seat: Here, state: State) -> Response[str]:
    """The record of a match, as `hulldown verify` reads it."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    told = {"content-disposition": f'attachment; filename="hulldown-{match_id}.jsonl"'}
    return Response(text, media_type="application/jsonl", headers=told)


@get("/api/matches/{match_id:str}/proofs", opt={COST: DEAREST})
async def proofs(match_id: MatchId, seat: Here, state: State, request: Request[Any, Any, Any]) -> list[Proof]:
    """What the record of a match proves, line by line, as `hulldown verify` says it."""
    return list(await all_matches(state).proofs(match_id, seat, address_of(request)))


@get("/api/matches/{match_id:str}/analysis")
async def analysis(match_id: MatchId, seat: Here, state: State) -> AnalysisView:
    """How far the analysis of a finished game is, and the analysis itself when it is done."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).view(text)


@post("/api/matches/{match_id:str}/analysis", status_code=202, opt={PLAIN: True})
async def analyse(match_id: MatchId, seat: Here, state: State, request: Request[Any, Any, Any]) -> AnalysisView:
    """Begins the analysis of a finished game, unless it is there or under way."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).ask(text, address_of(request))


@get("/api/matches/{match_id:str}/analysis/{order:int}/battles")
async def battles(match_id: MatchId, order: FromPath[int], seat: Here, state: State) -> BattlesView:
    """How far the battles are that measure an order's decision, and what they say when they have been fought."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).battles(text, order)


@post("/api/matches/{match_id:str}/analysis/{order:int}/battles", status_code=202, opt={PLAIN: True})
async def fight(
    match_id: MatchId, order: FromPath[int], seat: Here, state: State, request: Request[Any, Any, Any]
) -> BattlesView:
    """Begins to measure an order's decision by battles, unless that is done or under way."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).fight(text, order, address_of(request))


@get("/api/matches/{match_id:str}/analysis/look")
async def look_at_game(match_id: MatchId, seat: Here, state: State) -> AnalysisView:
    """How far a look at the whole game is: of how many rolls and decisions so many are measured by battles."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).look(text)


@post("/api/matches/{match_id:str}/analysis/look", status_code=202, opt={PLAIN: True})
async def ask_look(match_id: MatchId, seat: Here, state: State, request: Request[Any, Any, Any]) -> AnalysisView:
    """Begins a look at the whole game by battles, or goes on with it."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).begin_look(text, address_of(request))


@post("/api/matches/{match_id:str}/analysis/look/stop", status_code=200, opt={PLAIN: True})
async def stop_look(match_id: MatchId, seat: Here, state: State, request: Request[Any, Any, Any]) -> AnalysisView:
    """Ends a look that nobody else asked for; what was measured is kept."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).stop_look(text, address_of(request))


@dataclass
class Upload(Operation):
    """The call whose body is text."""

    def __post_init__(self) -> None:
        text = OpenAPIMediaType(Schema(type=OpenAPIType.STRING, description="a record, line by line"))
        self.request_body = RequestBody({"text/plain": text}, required=True)


@post("/api/records", opt={PLAIN: True, COST: DEAREST}, request_max_body_size=MOST_RECORD_BYTES, operation_class=Upload)
async def upload(state: State, request: Request[Any, Any, Any]) -> Watched:
    """A record as a match that can only be watched."""
    state.pace.step(address_of(request))
    try:
        body = await body_of(request)
        weigh(request, len(body))
        text = body.decode()
    except UnicodeDecodeError:
        raise Wrong("record/bad", "The record is not UTF-8 text.") from None
    return await all_matches(state).upload(text, address_of(request))


@post("/api/matches/{match_id:str}/fork", opt={PLAIN: True, COST: 20})
async def fork(
    match_id: MatchId, seat: Here, data: JSONBody[ForkBody], state: State, request: Request[Any, Any, Any]
) -> Created:
    """Play on from a position, in a match of its own."""
    state.pace.step(address_of(request))
    return await all_matches(state).fork(match_id, seat, data, address_of(request))


@get("/api/terrains/{terrain_id:str}")
async def terrain(terrain_id: Annotated[str, PathParameter(max_length=60)], state: State) -> Response[Terrain]:
    """The ground of a map; it never changes."""
    if (text := await all_matches(state).store.terrain(terrain_id)) is None:
        raise Wrong("page/unknown", "There is no such terrain; a picture names the one it stands on.", 404)
    return json_response(text.encode(), {"cache-control": FOR_EVER})


@get("/api/invitations/{token:str}", opt={PLAIN: True})
async def invitation(token: Token, state: State, request: Request[Any, Any, Any]) -> InvitationView:
    """What an invitation is to. Opening the link claims nothing; when somebody did is kept, unless they sit there."""
    return await all_matches(state).invitations.look(token, bearer_of(request))


@post("/api/invitations/{token:str}", status_code=200, opt={PLAIN: True})
async def claim(token: Token, data: JSONBody[ClaimBody], state: State) -> Claimed:
    """Takes the seat of an invitation; the same claim again is answered as the first time."""
    return await all_matches(state).invitations.claim(token, data)


@post("/api/matches/{match_id:str}/invitation", status_code=200, opt={PLAIN: True})
async def invite(match_id: MatchId, seat: Here, data: JSONBody[InvitingBody], state: State) -> Invited:
    """Takes back the link to the other seat while nobody has it, and makes a new one if that is wished for."""
    return await all_matches(state).invitations.invite(match_id, seat, data)


# The stream


@websocket("/api/matches/{match_id:str}/stream")
async def stream(socket: WebSocket[Any, Any, Any], match_id: FromPath[str], state: State) -> None:
    """Every line from a position on, once and in order; what else changes; a heartbeat with the head."""
    await socket.accept()
    address = guest_at(socket.client.host) if socket.client else ""
    try:
        check_host(socket.headers, state.hosts)
        check_origin(socket.headers)
        with state.sockets.inside(address):
            if state.of_address is not None:
                state.of_address.spend(address, A_STREAM)
            hello, seat = await _greet(socket, match_id, state)
            await _send_until_gone(socket, match_id, seat, hello.from_, state)
    except Wrong as wrong:
        await _say_goodbye(socket, wrong)
    except StoreFailed:
        await _say_goodbye(socket, STORE_FAILED)
    except TooSlow:
        await _close(socket, 1013)
    except WebSocketDisconnect:
        return


class TooSlow(Exception):
    """Somebody does not read what is sent."""


async def _send(socket: WebSocket[Any, Any, Any], text: bytes) -> None:
    """Sends to whoever reads; what a reader leaves lying for long is not kept for it."""
    try:
        await asyncio.wait_for(socket.send_data(text.decode()), SECONDS_TO_READ)
    except TimeoutError:
        raise TooSlow from None


async def _close(socket: WebSocket[Any, Any, Any], code: int) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        await asyncio.wait_for(socket.close(code=code), 1)


async def _say_goodbye(socket: WebSocket[Any, Any, Any], wrong: Wrong) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, TooSlow):
        await _send(socket, encode(StreamError(wrong.error, wrong.sentence)))
        await socket.close(code=1008)


async def _greet(socket: WebSocket[Any, Any, Any], match_id: str, state: State) -> tuple[Hello, Seat]:
    try:
        text = await asyncio.wait_for(socket.receive_data(mode="text"), HELLO_SECONDS)
    except TimeoutError:
        raise Wrong("auth/token", 'The stream waits for its first message, {"token": …, "from": 0}.', 401) from None
    hello: Hello = strict.parse(text.encode("utf-8", "replace"), Hello)
    return hello, await all_matches(state).seat(match_id, hello.token)


async def _send_until_gone(
    socket: WebSocket[Any, Any, Any], match_id: str, seat: Seat, position: int, state: State
) -> None:
    """Sends until the other end is gone; a match that was built anew is gone on with from the same position."""
    gone = asyncio.create_task(_wait_for_end(socket))
    try:
        while not gone.done():
            match = await all_matches(state).get(match_id)
            if position > match.head:
                told = f"The match has {match.head} lines; there is nothing from {position} on yet. Look at it again."
                raise Wrong("order/stale", told, 409)
            position = await _send_lines(socket, match, seat, position, gone, state.heartbeat)
        if gone.result():
            raise Wrong("rate/limit", "The stream only tells; it was sent too many messages and is closed.", 429)
    finally:
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)


async def _wait_for_end(socket: WebSocket[Any, Any, Any]) -> bool:
    """Waits until the other end is gone. What else comes in is read past, but not for ever: whether it was too much."""
    try:
        for _ in range(MOST_MESSAGES):
            await socket.receive_data(mode="text")
    except (WebSocketDisconnect, KeyError, RuntimeError):
        return False
    return True


async def _send_lines(
    socket: WebSocket[Any, Any, Any],
    match: Match,
    seat: Seat,
    position: int,
    gone: "asyncio.Task[bool]",
    heartbeat: float,
) -> int:
    """Lines and notices of one live match as they come; the position to go on from when it was left."""
    said: bytes = b""
    with match.listening(eyes := eyes_of(seat)) as listener:
        gone.add_done_callback(lambda _: listener.news.set())
        await match.tell_who_is_here()
        while not gone.done():
            listener.news.clear()
            while position < match.head:
                await _send(socket, match.message(position, eyes))
                position += 1
            if (notice := encode(match.notice())) != said:
                await _send(socket, notice)
                said = notice
            if match.dropped:
                await asyncio.sleep(0.2)
                break
            try:
                await asyncio.wait_for(listener.news.wait(), heartbeat)
            except TimeoutError:
                await _send(socket, encode(Heartbeat(match.head)))
                await match.tell_who_is_here()
    return position


# The client


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any], path: FromPath[Path | None] = None) -> Response[bytes]:
    """A file of the built client; every address that is none of them is the client's own affair."""
    wanted = "" if path is None else path.as_posix().lstrip("/")
    if wanted == "api" or wanted.startswith("api/"):
        raise Wrong("page/unknown", "There is no such call; /api/schema/openapi.json lists them.", 404)
    found = client_file(wanted, accepted(request.headers.get("accept-encoding", "")))
    if found is None:
        raise Wrong("page/unknown", "There is no such page; the games are at /.", 404)
    headers = {"cache-control": FOR_EVER if found.lasting else "no-cache", "vary": "Accept-Encoding"}
    if found.packing:
        headers["content-encoding"] = found.packing
    return Response(found.body, media_type=found.kind, headers=headers)


# What goes wrong

STORE_FAILED = Wrong("store/failed", "The database did not take it and nothing has changed; try again.", 503)


def error_response(wrong: Wrong) -> Response[ErrorBody]:
    return Response(wrong.body, status_code=wrong.status, media_type=MediaType.JSON)


def on_wrong(request: Request[Any, Any, Any], wrong: Wrong) -> Response[ErrorBody]:
    return error_response(wrong)


def on_store_failed(request: Request[Any, Any, Any], error: StoreFailed) -> Response[ErrorBody]:
    logger.error("the database failed: %s", error)
    return error_response(STORE_FAILED)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    """What the framework refuses, in the house voice."""
    status = error.status_code
    if status == 413:
        return error_response(Wrong("order/size", "The message is too large to be read.", 413))
    if status in (404, 405):
        return error_response(Wrong("page/unknown", f"{request.method} is not possible at this address.", status))
    if status >= 500:
        logger.error("a request failed", exc_info=error)
        return error_response(Wrong("server/failed", "That failed on the server's side; nothing has changed.", status))
    extra = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    where = extra.get("key", "") if isinstance(extra, dict) else ""
    what = extra.get("message", "") if isinstance(extra, dict) else ""
    told = ": ".join(filter(None, (where, what))) or error.detail
    return error_response(Wrong("order/bad", f"The message is not as it should be: {told[:300]}.", status))


def on_failure(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    logger.exception("a request failed", exc_info=error)
    return error_response(Wrong("server/failed", "That failed on the server's side; nothing has changed.", 500))


async def add_headers(message: Message, scope: Scope) -> None:
    """The same manners on every answer, errors included."""
    if message["type"] == "http.response.start":
        known = {name.lower() for name, _ in message["headers"]}
        extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        if b"cache-control" not in known:
            extra.append((b"cache-control", b"no-store"))
        message["headers"] = [*message["headers"], *extra]


def create_app(
    database: str,
    thinker: Choosing | None = None,
    hosts: Sequence[str] = (),
    most_matches_a_minute: int = MATCHES_A_MINUTE,
    heartbeat: float = HEARTBEAT_SECONDS,
    patience_hours: int = PATIENCE_HOURS,
    strangers: bool = False,
    processes: int = 0,
    archive_days: int = 0,
    workers: int = 1,
) -> Litestar:
    """The server on a database. `hosts` are the names it answers to, all if none are given.

    `patience_hours` is how long friends wait for each other before one may go on without the other. Where `strangers`
    come, what is dear is worked out in other processes, and nobody may ask for more than his share. `processes` are
    how many judge and how many think, one a core if it is not said. What nobody opens for `archive_days` is packed,
    unless that is 0. Of several `workers`, each counts for itself and gives its share of what strangers may have.
    """
    may_come, may_hold = MOST_SOCKETS // workers, max(1, MOST_SOCKETS_OF_ONE // workers)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = Store(database)
        await store.open()
        app.state.shelf = Shelf(store, judge := Judge(processes=processes), elsewhere=strangers)
        app.state.analyst = Analyst(store, strangers)
        app.state.fairness = Fairness(store, judge, strangers)
        thinks = thinker or Thinkers(Thinker, processes)
        app.state.matches = Matches(store, thinks, patience_hours, app.state.shelf, archive_days)
        await app.state.matches.open()
        app.state.health = Health(store)
        beside = [asyncio.create_task(TALLY.watch_the_loop())]
        if strangers:
            beside.append(asyncio.create_task(judge.begin()))
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await judge.close()
            await app.state.analyst.close()
            await app.state.fairness.close()
            await app.state.matches.close()

    routes = [rulebooks, rulebook, setup, create, look, give_orders, do_act, stand, move_now, why, survey, proofs]
    routes += [send_parcel, fetch_parcel]
    routes += [work, keep_work, check_work, show_work, differ, chart_form, shipped_works, give_key, first, quick_fills]
    routes += [ending, watch, invite, table]
    routes += [handbook, rule_notes, figure, cited]
    routes += [languages, lessons, lesson, learn]
    routes += [ask_position, ask_ground, shoot, fairness, ask_fairness, stop_fairness]
    routes += [analysis, analyse, battles, fight, look_at_game, ask_look, stop_look, odds, compare]
    routes += [healthz, readyz]
    return Litestar(
        [
            *routes,
            placing,
            preview,
            rehearse,
            lines,
            record,
            upload,
            fork,
            terrain,
            invitation,
            claim,
            stream,
            page,
        ],
        lifespan=[lifespan],
        state=State(
            {
                "pace": Pace(
                    max(1, most_matches_a_minute // workers), MATCHES_A_DAY // workers if strangers else sys.maxsize
                ),
                "to_keep": Limits(shared(TO_KEEP, workers, MOST_WORK_BYTES), BROUGHT) if strangers else None,
                "to_send": Limits(shared(TO_SEND, workers, 1), SENT) if strangers else None,
                "heartbeat": heartbeat,
                "listing": Turns(1, MOST_LISTINGS, MOST_LISTINGS_OF_ONE),
                "hosts": frozenset(hosts),
                "of_address": Limits(shared(AN_ADDRESS, workers, DEAREST), OF_ADDRESS) if strangers else None,
                "of_seat": Limits(shared(A_SEAT, workers, DEAREST), OF_SEAT) if strangers else None,
                "sockets": Sockets(may_come, may_hold if strangers else may_come),
            }
        ),
        dependencies={"seat": Provide(seat_of)},
        before_request=check_request,
        middleware=[noted, packed],
        before_send=[add_headers],
        exception_handlers={
            Wrong: on_wrong,
            StoreFailed: on_store_failed,
            HTTPException: on_http,
            Exception: on_failure,
        },
        type_encoders={Fraction: str},
        request_max_body_size=strict.MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Hulldown",
            version=hulldown.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )
