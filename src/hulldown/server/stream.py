"""The stream of a match: every line from a position on, and what else changes, for as long as somebody reads."""

import asyncio
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from hulldown.kernel.wire import encode
from hulldown.server import strict
from hulldown.server.database import StoreFailed
from hulldown.server.guests import all_matches, check_host, check_origin
from hulldown.server.limits import guest_at
from hulldown.server.manners import STORE_FAILED
from hulldown.server.match import Match
from hulldown.server.protocol import Heartbeat, Hello, StreamError, Wrong
from hulldown.server.store import Seat
from hulldown.server.table import eyes_of

HELLO_SECONDS = 5.0
SECONDS_TO_READ = 10.0
MOST_MESSAGES = 10  # on a stream, which nothing is said to but hello
A_STREAM = 3  # points, whenever it is opened


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
        raise Wrong("stream/late", "The first message of the stream came too late; open it again.", 408) from None
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
