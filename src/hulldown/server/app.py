"""The server: routes, streams, the built client, and the manners of the house (headers, origins, bounds)."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Literal

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, put, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.types import Message, Scope

import hulldown
from hulldown.bots import OPPONENTS
from hulldown.kernel.files import Fault
from hulldown.kernel.library import stand_ins
from hulldown.kernel.picture import Terrain
from hulldown.kernel.proof import Proof
from hulldown.kernel.rulebook import Preview
from hulldown.kernel.wire import encode
from hulldown.rulebooks import BOOKS, load, openings
from hulldown.rulebooks.fills import Fill
from hulldown.server import strict
from hulldown.server.client import client_file
from hulldown.server.database import StoreFailed
from hulldown.server.judge import Judge
from hulldown.server.match import Match, eyes_of
from hulldown.server.matches import PATIENCE_HOURS, Matches
from hulldown.server.packing import PLAIN, accepted, packed
from hulldown.server.protocol import (
    ActBody,
    Answer,
    Book,
    BookLine,
    ClaimBody,
    Claimed,
    Created,
    Ending,
    ErrorBody,
    FillsBody,
    ForkBody,
    Heartbeat,
    Hello,
    InvitationView,
    Invited,
    InvitingBody,
    KeysBody,
    LineMessage,
    MatchView,
    NewMatch,
    OrdersBody,
    PlacingAnswer,
    PreviewBody,
    Rehearsal,
    RehearsalBody,
    SetupAnswer,
    StandingBody,
    StreamError,
    SurveyAnswer,
    TableText,
    Watched,
    WorkBody,
    WorkVerdict,
    WorkView,
    Wrong,
)
from hulldown.server.setups import check as check_setup
from hulldown.server.setups import find_book, only_ids, refused
from hulldown.server.setups import quick_fills as fills_of
from hulldown.server.shelf import Shelf
from hulldown.server.store import Seat, Store
from hulldown.server.thinker import Choosing, Thinker

MOST_RECORD_BYTES = 4 << 20
HEARTBEAT_SECONDS = 15.0
HELLO_SECONDS = 10.0
MATCHES_A_MINUTE = 60
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
Here = NamedDependency[Seat]
Token = Annotated[str, PathParameter(max_length=100)]


class Pace:
    """How many matches an address may make: so many a minute."""

    def __init__(self, most: int, seconds: float = 60.0) -> None:
        self.most, self.seconds = most, seconds
        self._made: dict[str, deque[float]] = {}

    def step(self, address: str) -> None:
        now = time.monotonic()
        made = self._made.setdefault(address, deque())
        while made and now - made[0] > self.seconds:
            made.popleft()
        if len(made) >= self.most:
            raise Wrong("rate/limit", f"At most {self.most} new matches a minute; wait a little.", 429)
        made.append(now)
        if len(self._made) > 10_000:
            self._made.clear()


# Who asks


async def seat_of(request: Request[Any, Any, Any], state: State, match_id: MatchId) -> Seat:
    """The seat that the token of a request opens."""
    if not (token := bearer_of(request)):
        await all_matches(state).get(match_id)
        told = "A token is needed, as `Authorization: Bearer TOKEN`; the link to the match carries it."
        raise Wrong("auth/token", told, 401)
    return await all_matches(state).seat(match_id, token)


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


def address_of(request: Request[Any, Any, Any]) -> str:
    return request.client.host if request.client else ""


def check_origin(headers: Any) -> None:
    """A page of another site must not act here."""
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower():
        raise Wrong("auth/origin", "The request comes from a page of another site; open Hulldown itself.", 403)


def check_host(headers: Any, hosts: frozenset[str]) -> None:
    """A server for this machine alone answers to no other name, whatever that name leads to."""
    if hosts and headers.get("host", "").partition(":")[0].lower() not in hosts:
        raise Wrong("auth/origin", f"This server answers to {' and '.join(sorted(hosts))} only.", 403)


async def check_request(request: Request[Any, Any, Any]) -> None:
    """Who sends it, how much, and whether it is what it should be: the framework would take "0" for 0."""
    check_host(request.headers, request.app.state.hosts)
    if "\0" in request.scope["path"]:  # no database looks for it
        raise Wrong("page/unknown", "There is no such page; the games are at /.", 404)
    if request.method in ("POST", "PUT"):
        check_origin(request.headers)
        if (field := request.route_handler.parsed_data_field) is not None:
            most = request.route_handler.opt.get("most_bytes", strict.MOST_BYTES)
            strict.parse(await request.body(), field.annotation, most)


# Rulebooks and set-ups


@get("/api/rulebooks", sync_to_thread=True)
def rulebooks() -> list[BookLine]:
    """The rulebooks there are, as their covers tell them."""
    return [cover(book) for book in BOOKS]


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
    )


# Whoever asks for what is just being made waits for it, and makes no other.
MAKING = {book_id: Lock() for book_id in BOOKS}


def cover(book_id: str) -> BookLine:
    """A rulebook in the list of all."""
    with MAKING[book_id]:
        return _cover(book_id)


def book_answer(book_id: str, part: Part = "all") -> bytes:
    """A rulebook as it is sent; for a table only what is looked at while playing."""
    with MAKING.setdefault(book_id, Lock()):
        return _book_answer(book_id, part)


@cache
def _book_answer(book_id: str, part: Part) -> bytes:
    book = _book(book_id)
    if part == "table":
        book = msgspec.structs.replace(book, maps=(), rules=[], rulings=[], options=(), agreed={})
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
        bots=OPPONENTS,
        labels=library.LABELS,
    )


def json_response(body: bytes, headers: dict[str, str] | None = None) -> Response[Any]:
    """What was written as JSON before."""
    return Response(body, media_type=MediaType.JSON, headers=headers)


@get("/api/rulebooks/{book_id:str}", sync_to_thread=True)
def rulebook(
    book_id: Annotated[str, PathParameter(max_length=60)], part: Annotated[Part, QueryParameter()] = "all"
) -> Response[Book]:
    """All that a set-up page shows of a rulebook, or what a table needs of it."""
    return json_response(book_answer(find_book(book_id).id, part))


@post("/api/setup", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE)
async def setup(data: JSONBody[NewMatch], state: State) -> SetupAnswer | Response[SetupAnswer]:
    """Checks a set-up without making a match."""
    wish = await all_works(state).whole(data)
    if not wish.works:
        return await asyncio.to_thread(check_setup, wish)
    try:
        return json_response(await all_works(state).ask("answer", wish))
    except Fault as fault:
        return refused(fault)


@post("/api/fills", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE)
async def quick_fills(data: JSONBody[FillsBody], state: State) -> list[Fill] | Response[list[Fill]]:
    """Armies in a few styles for a side of a set-up."""
    wish = await all_works(state).whole(data)
    try:
        if wish.works:
            return json_response(await all_works(state).ask("fills", wish))
        only_ids(wish)
    except Fault as fault:
        raise Wrong("setup/bad", f"{fault}.") from None
    return await asyncio.to_thread(fills_of, wish)


# Works


@get("/api/works/{work_id:str}")
async def work(work_id: WorkId, state: State) -> WorkView:
    """A work that is kept here, with all that it uses."""
    return await all_works(state).show(work_id)


@put("/api/works/{work_id:str}", request_max_body_size=MOST_WORK_BYTES, opt=LARGE)
async def keep_work(
    work_id: WorkId, data: JSONBody[WorkBody], state: State, request: Request[Any, Any, Any]
) -> WorkView:
    """Keeps a work under the name that its content gives it. The same again is the same; nothing is overwritten."""
    state.pace.step(address_of(request))
    return await all_works(state).keep(work_id, data)


@post("/api/check", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE)
async def check_work(data: JSONBody[WorkBody], state: State) -> WorkVerdict:
    """What a work is, or what is wrong with it; nothing is kept."""
    return await all_works(state).verdict(data.works)


# Matches


@post("/api/matches", request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {PLAIN: True})
async def create(data: JSONBody[NewMatch], state: State, request: Request[Any, Any, Any]) -> Created:
    """A new match, and the secrets that open it."""
    state.pace.step(address_of(request))
    return await all_matches(state).create(data)


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
async def table(match_id: MatchId, seat: Here, state: State) -> TableText:
    """The table as the text of a position."""
    return await (await all_matches(state).get(match_id)).table(seat)


@get("/api/matches/{match_id:str}/placing")
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


@get("/api/matches/{match_id:str}/lines")
async def lines(
    match_id: MatchId,
    seat: Here,
    state: State,
    first: Annotated[int, QueryParameter(name="from", ge=0, le=1_000_000)] = 0,
    last: Annotated[int, QueryParameter(name="to", ge=0, le=1_000_000)] = 100,
) -> Response[list[LineMessage]]:
    """Lines of the log as this viewer may know them, at most 100."""
    found = (await all_matches(state).get(match_id)).lines(seat, first, last)
    return json_response(b"[" + b",".join(found) + b"]")


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


@get("/api/matches/{match_id:str}/proofs")
async def proofs(match_id: MatchId, seat: Here, state: State) -> list[Proof]:
    """What the record of a match proves, line by line, as `hulldown verify` says it."""
    return list(await all_matches(state).proofs(match_id, seat))


@dataclass
class Upload(Operation):
    """The call whose body is text."""

    def __post_init__(self) -> None:
        text = OpenAPIMediaType(Schema(type=OpenAPIType.STRING, description="a record, line by line"))
        self.request_body = RequestBody({"text/plain": text}, required=True)


@post("/api/records", opt={PLAIN: True}, request_max_body_size=MOST_RECORD_BYTES, operation_class=Upload)
async def upload(state: State, request: Request[Any, Any, Any]) -> Watched:
    """A record as a match that can only be watched."""
    state.pace.step(address_of(request))
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise Wrong("record/bad", "The record is not UTF-8 text.") from None
    return await all_matches(state).upload(text)


@post("/api/matches/{match_id:str}/fork", opt={PLAIN: True})
async def fork(
    match_id: MatchId, seat: Here, data: JSONBody[ForkBody], state: State, request: Request[Any, Any, Any]
) -> Created:
    """Play on from a position, in a match of its own."""
    state.pace.step(address_of(request))
    return await all_matches(state).fork(match_id, seat, data)


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
    try:
        check_host(socket.headers, state.hosts)
        check_origin(socket.headers)
        hello, seat = await _greet(socket, match_id, state)
        await _send_until_gone(socket, match_id, seat, hello.from_, state)
    except Wrong as wrong:
        await _say_goodbye(socket, wrong)
    except StoreFailed:
        await _say_goodbye(socket, STORE_FAILED)
    except WebSocketDisconnect:
        return


async def _say_goodbye(socket: WebSocket[Any, Any, Any], wrong: Wrong) -> None:
    try:
        await socket.send_data(encode(StreamError(wrong.error, wrong.sentence)).decode())
        await socket.close(code=1008)
    except (WebSocketDisconnect, RuntimeError):
        return


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
    finally:
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)


async def _wait_for_end(socket: WebSocket[Any, Any, Any]) -> None:
    """Whatever else comes in is read past."""
    try:
        while True:
            await socket.receive_data(mode="text")
    except (WebSocketDisconnect, KeyError, RuntimeError):
        return


async def _send_lines(
    socket: WebSocket[Any, Any, Any],
    match: Match,
    seat: Seat,
    position: int,
    gone: "asyncio.Task[None]",
    heartbeat: float,
) -> int:
    """Lines and notices of one live match as they come; the position to go on from when it was left."""
    said: bytes = b""
    with match.listening(eyes := eyes_of(seat)) as listener:
        gone.add_done_callback(lambda _: listener.news.set())
        while not gone.done():
            listener.news.clear()
            while position < match.head:
                await socket.send_data(match.message(position, eyes).decode())
                position += 1
            if (notice := encode(match.notice())) != said:
                await socket.send_data(notice.decode())
                said = notice
            if match.dropped:
                await asyncio.sleep(0.2)
                break
            try:
                await asyncio.wait_for(listener.news.wait(), heartbeat)
            except TimeoutError:
                await socket.send_data(encode(Heartbeat(match.head)).decode())
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
) -> Litestar:
    """The server on a database. `hosts` are the names it answers to, all if none are given.

    `patience_hours` is how long friends wait for each other before one may go on without the other.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = Store(database)
        await store.open()
        app.state.shelf = Shelf(store, judge := Judge())
        app.state.matches = Matches(store, thinker or Thinker(), patience_hours, app.state.shelf)
        try:
            yield
        finally:
            await judge.close()
            await app.state.matches.close()

    routes = [rulebooks, rulebook, setup, create, look, give_orders, do_act, stand, move_now, why, survey, proofs]
    routes += [work, keep_work, check_work, give_key, first, quick_fills, ending, watch, invite, table]
    return Litestar(
        [*routes, placing, preview, rehearse, lines, record, upload, fork, terrain, invitation, claim, stream, page],
        lifespan=[lifespan],
        state=State({"pace": Pace(most_matches_a_minute), "heartbeat": heartbeat, "hosts": frozenset(hosts)}),
        dependencies={"seat": Provide(seat_of)},
        before_request=check_request,
        middleware=[packed],
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
            title="Hulldown", version=hulldown.__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
    )
