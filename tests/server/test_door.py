"""The door: whoever says nothing, or a byte at a time, is shown out; whoever says what it wants is not."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import h11
import pytest

from hulldown.server import door
from tests.server.conftest import serving

SECONDS = 0.4
REQUEST = b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 5\r\n\r\n"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers when the whole body is there."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(door, "SECONDS_FOR_HEADERS", SECONDS)
    monkeypatch.setattr(door, "SECONDS_FOR_BODY", SECONDS)
    listener = socket.create_server(("127.0.0.1", 0))
    with serving(echo, listener, http=door.door(3), lifespan="off", timeout_keep_alive=20) as port:
        yield port


def connected(port: int) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), timeout=10)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def answer_of(one: socket.socket) -> bytes:
    """All of an answer, which may come in pieces."""
    found = b""
    while not found.endswith(b"ok"):
        more = one.recv(1000)
        assert more, "it was shown out"
        found += more
    return found


def is_shown_out(one: socket.socket) -> bool:
    """Whether the other end hangs up instead of waiting for ever."""
    try:
        return one.recv(1000) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("said", [b"", b"GET / HT", REQUEST, REQUEST + b"12"])
def test_whoever_does_not_come_to_an_end_is_shown_out(port: int, said: bytes) -> None:
    with connected(port) as one:
        one.sendall(said)
        assert is_shown_out(one)


def dribble(one: socket.socket) -> None:
    for byte in REQUEST * 100:
        one.sendall(bytes([byte]))
        time.sleep(SECONDS / 20)


def test_a_byte_at_a_time_is_no_way_to_stay(port: int) -> None:
    with connected(port) as one, pytest.raises(ConnectionError):
        dribble(one)


def test_whoever_says_what_it_wants_stays_and_may_think_before_it_asks_again(port: int) -> None:
    with connected(port) as one:
        for _ in range(2):
            one.sendall(REQUEST + b"12345")
            assert b"200" in answer_of(one)
            time.sleep(2 * SECONDS)
        one.sendall(b"GET / HT")
        assert is_shown_out(one)


def said_until_shown_out(one: socket.socket, more: bytes) -> int:
    """How many bytes were taken before the other end hung up; it is never more than a few megabytes."""
    taken = 0
    with suppress(ConnectionError):
        while taken < 32 << 20:
            taken += one.send(more)
    return taken


CHUNKED = b"POST / HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("first", "more"),
    [(CHUNKED, b"1\r\n \r\n" * 1000), (b"GET / HTTP/1.1\r\nhost: here\r\n", b"a:\r\n" * 4000)],
    ids=["a body", "headers"],
)
def test_whoever_comes_in_countless_pieces_is_shown_out_before_they_are_sorted(
    port: int, monkeypatch: pytest.MonkeyPatch, first: bytes, more: bytes
) -> None:
    monkeypatch.setattr(door, "SECONDS_FOR_HEADERS", 60)
    monkeypatch.setattr(door, "SECONDS_FOR_BODY", 60)
    looked_at, sort = list[object](), h11.Connection.next_event

    def next_event(conn: h11.Connection) -> object:
        looked_at.append(event := sort(conn))
        return event

    monkeypatch.setattr(h11.Connection, "next_event", next_event)
    with connected(port) as one:
        one.sendall(first)
        assert said_until_shown_out(one, more) < 32 << 20
    assert len(looked_at) < 2 * door.MOST_PIECES


def test_a_request_of_many_headers_is_not_heard(port: int) -> None:
    with connected(port) as one:
        one.sendall(REQUEST[:-2] + b"a:\r\n" * door.MOST_HEADERS + b"\r\n12345")
        assert is_shown_out(one)


def test_a_body_in_pieces_of_some_size_is_read(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SECONDS_FOR_BODY", 60)
    piece = b"100\r\n" + b" " * 0x100 + b"\r\n"
    with connected(port) as one:
        one.sendall(CHUNKED + piece * 2000 + b"0\r\n\r\n")
        assert b"200" in answer_of(one)


def test_an_address_has_only_so_many_connections(port: int) -> None:
    guests = [connected(port) for _ in range(3)]
    for one in guests:
        one.sendall(REQUEST)
    with connected(port) as more:
        assert is_shown_out(more)
    for one in guests:
        one.close()
    time.sleep(SECONDS / 2)
    with connected(port) as again:
        again.sendall(REQUEST + b"12345")
        assert b"200" in answer_of(again)
