"""The door: who comes in has a time to say what it wants, and to read the answer; no address holds all the chairs.

Without it, a stranger who sends a byte a second, or reads none, keeps a connection for ever, and one who says what it
wants in countless small pieces keeps the server from all others: each piece takes its time where all wait.
"""

import asyncio
import socket
import struct
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hulldown.server.limits import guest_at

SECONDS_FOR_HEADERS = 10.0
SECONDS_FOR_BODY = 30.0
SECONDS_TO_READ = 10.0  # something of what was sent
LOOKS = 10  # in this time, at what lies there
MOST_SAID, SAID_A_SECOND = 8 << 10, 256  # bytes to a stream, which is greeted and then only answers pings
MOST_HEAD, MOST_HEADERS = 8 << 10, 100  # bytes of a request's head, within one reading, and its headers
MOST_PIECES, A_PIECE = 256, 256  # of a body, and one more for so many bytes
AT_ONCE = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)  # the system keeps nothing for the reader either
MOST_OF_ONE = 128  # connections from an address


class Reader:
    """Whoever is at the other end of a connection: one who reads nothing of what lies there is left.

    That holds while the connection is being closed, too, as it would wait for the reader.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop, self._transport = loop, transport
        self._lay, self._since = 0, 0.0  # bytes at the last look, and when it was last seen that they became fewer
        self._next = loop.call_later(SECONDS_TO_READ, self._look)

    def _look(self) -> None:
        lies, now = self._transport.get_write_buffer_size(), self._loop.time()
        if not self._lay or lies < self._lay:
            self._since = now
        elif now - self._since >= SECONDS_TO_READ:
            self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self._transport.abort()
            return
        self._lay = lies
        self._next = self._loop.call_later(SECONDS_TO_READ / (LOOKS if lies else 1), self._look)

    def leave(self) -> None:
        self._next.cancel()


class Streamed(WebSocketsSansIOProtocol):
    """A stream that ends when nobody reads it, or when it is talked to without end; what is too much is not read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._reader = Reader(self.loop, self.transport)
        self._may_say, self._since = float(MOST_SAID), self.loop.time()  # bytes, and when that was so

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        now = self.loop.time()
        left = min(MOST_SAID, self._may_say + (now - self._since) * SAID_A_SECOND) - len(data)
        self._may_say, self._since = left, now
        if left >= 0:
            super().data_received(data)
            return
        if self.handshake_complete and not self.close_sent:
            self.conn.fail(1008, "too much was said")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._reader.leave()
        super().connection_lost(exc)


class Crumbs(Exception):
    """What somebody wants comes in too many pieces."""


class Whole(h11.Connection):
    """What is said on a connection, as long as that is not in crumbs."""

    _pieces = _bytes = 0  # of the body that is being read

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._pieces = self._bytes = 0
            if len(event.headers) > MOST_HEADERS:
                raise Crumbs
        elif isinstance(event, h11.Data):
            self._pieces, self._bytes = self._pieces + 1, self._bytes + len(event.data)
            if self._pieces > MOST_PIECES + self._bytes // A_PIECE:
                raise Crumbs
        return event


class Door(H11Protocol):
    """A connection with a deadline for the headers of a request, its body, and whoever reads the answer."""

    def __init__(
        self, *given: Any, guests: Counter[str], most_of_one: int, proxies: Sequence[str], **named: Any
    ) -> None:
        super().__init__(*given, **named)
        self.conn = Whole(h11.SERVER, MOST_HEAD)
        self._guests, self._most_of_one = guests, most_of_one
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._deadline: asyncio.TimerHandle | None = None
        self._for = ""  # what the deadline is for
        self._address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._address = guest_at(host)
        self._guests[self._address] += 1
        self._reader = Reader(self.loop, transport)
        if self._guests[self._address] > self._most_of_one and not self._is_proxy(host):
            transport.abort()
            return
        self._wait_for("headers")

    def _is_proxy(self, host: str) -> bool:
        return bool(self._proxies) and any(ip_address(host.partition("%")[0]) in proxy for proxy in self._proxies)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._reader.leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()  # streams are counted by themselves
        self._reader.leave()
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        """Reads the head of a request a little at a time, so that an endless one is refused before it is sorted."""
        while data and not self.transport.is_closing():
            most = MOST_HEAD if self.conn.their_state is h11.IDLE else len(data)
            super().data_received(data[:most])
            data = data[most:]

    def handle_events(self) -> None:
        try:
            super().handle_events()
        except Crumbs:
            self.transport.abort()
            return
        self._wait_for({h11.IDLE: "headers", h11.SEND_BODY: "body"}.get(self.conn.their_state, ""))

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:
            self._wait_for("")  # between two requests the time to keep alive counts

    def _wait_for(self, what: str) -> None:
        """Sets the deadline for what has to come next; one that runs is not set again."""
        if what == self._for or not self._address:
            return
        if self._deadline is not None:
            self._deadline.cancel()
        self._for, self._deadline = what, None
        if what:
            seconds = SECONDS_FOR_HEADERS if what == "headers" else SECONDS_FOR_BODY
            self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _leave(self) -> None:
        if not self._address:
            return
        self._wait_for("")
        self._guests[self._address] -= 1
        if not self._guests[self._address]:
            del self._guests[self._address]
        self._address = ""


def door(most_of_one: int, proxies: Sequence[str] = ()) -> Any:
    """What makes the connections of one server; through a proxy come many."""
    return partial(Door, guests=Counter(), most_of_one=most_of_one, proxies=proxies)
