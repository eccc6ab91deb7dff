"""Whoever does not read what it is sent is left, and nobody else notices."""

import json
import select
import socket
import time
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.uri import parse_uri

from hulldown.server import door
from hulldown.server.app import create_app
from hulldown.server.counting import TALLY
from tests.server.conftest import BOOK, Inside, Player, patiently, serving

WISH = {"rulebook": BOOK, "scenario": "crossroads", "opponent": "hotseat"}
LINES = 60  # about as many bytes as are kept for a reader, several times
SMALL = 4096  # bytes that the system keeps for a socket, so that little is enough to fill it


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """Somebody in a match of some lines, on a server that waits half a second for its readers."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
    app = create_app(f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('slow')}/matches.db", Inside(), heartbeat=0.1)
    with (
        pytest.MonkeyPatch.context() as patch,
        serving(app, listener, http=door.door(10), ws=door.Streamed, lifespan="on") as port,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as client,
    ):
        patch.setattr("hulldown.server.stream.SECONDS_TO_READ", 0.5)
        patch.setattr(door, "SECONDS_TO_READ", 0.5)
        made = client.post("/api/matches", json=WISH).json()
        found = Player(client, made["match"], made["token"])
        while found.view()["head"] < LINES:
            found.give()
        yield found


def few_words(player: Player) -> socket.socket:
    """A connection on which little fits that is not read."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    one.settimeout(60)
    one.connect((player.client.base_url.host, player.client.base_url.port))
    return one


def is_left(one: socket.socket) -> bool:
    """Whether the other end gives a connection up, although nothing is read of it."""
    poll = select.poll()
    poll.register(one, select.POLLHUP)
    return bool(poll.poll(60_000))


def stuck_reader(player: Player, at: str, hello: str) -> socket.socket:
    """Somebody who opens a stream, and then reads nothing of it."""
    one = few_words(player)
    protocol = ClientProtocol(parse_uri(at))
    protocol.send_request(protocol.connect())
    one.sendall(b"".join(protocol.data_to_send()))
    while not protocol.events_received():
        protocol.receive_data(one.recv(1))
    protocol.send_text(hello.encode())
    one.sendall(b"".join(protocol.data_to_send()))
    return one


def left_over(one: socket.socket) -> int:
    """How many bytes can still be read before the stream is at its end."""
    count = 0
    try:
        while more := one.recv(1 << 16):
            count += len(more)
    except ConnectionResetError:
        pass
    return count


def test_a_stream_that_nobody_reads_is_closed_and_the_table_goes_on(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "SECONDS_TO_READ", 60)  # it is the stream that does not wait, and not the connection
    at = f"ws://127.0.0.1:{player.client.base_url.port}/api/matches/{player.match}/stream"
    hello = json.dumps({"token": player.token, "from": 0})
    with closing(stuck_reader(player, at, hello)) as stuck, connect(at, ping_interval=None) as reading:
        reading.send(hello)
        lines, size, beats = 0, 0, 0
        while lines < LINES or beats < 10:  # from then on a second, in which the other has read nothing
            text = reading.recv(timeout=60)
            kind = json.loads(text)["type"]
            size += len(text) * (kind == "line")
            lines, beats = lines + (kind == "line"), beats + (kind == "heartbeat")
        assert player.give()["status"] == "accepted"
        assert left_over(stuck) < size / 2


def test_a_stream_that_nobody_reads_is_not_kept_until_somebody_does(player: Player) -> None:
    at = f"ws://127.0.0.1:{player.client.base_url.port}/api/matches/{player.match}/stream"
    with closing(stuck_reader(player, at, json.dumps({"token": player.token, "from": 0}))) as stuck:
        assert is_left(stuck)


def hear(stream: ClientConnection, messages: int) -> None:
    for _ in range(messages):
        stream.recv(timeout=60)


@pytest.mark.parametrize(
    "frame", [b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0"], ids=["ping", "pong", "fragment"]
)
def test_a_stream_that_is_talked_to_in_crumbs_is_closed(player: Player, frame: bytes) -> None:
    at = f"ws://127.0.0.1:{player.client.base_url.port}/api/matches/{player.match}/stream"
    with connect(at, ping_interval=None) as stream:
        stream.send(json.dumps({"token": player.token, "from": LINES}))
        stream.socket.sendall(b"\x01\x80\0\0\0\0" * (frame[0] == 0) + frame * (door.MOST_SAID // len(frame)))
        with pytest.raises(ConnectionClosed) as closed:
            hear(stream, 100)  # heartbeats come all the while
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_a_stream_that_says_little_now_and_then_stays(player: Player) -> None:
    at = f"ws://127.0.0.1:{player.client.base_url.port}/api/matches/{player.match}/stream"
    with connect(at, ping_interval=None) as stream:
        stream.send(json.dumps({"token": player.token, "from": LINES}))
        for _ in range(20):
            assert stream.ping().wait(60)
            stream.recv(timeout=60)


def test_an_answer_that_nobody_reads_is_not_kept_until_somebody_does(player: Player) -> None:
    with closing(few_words(player)) as stuck:
        path = f"/api/matches/{player.match}/lines?from=0&to={LINES}"
        head = f"GET {path} HTTP/1.1\r\nhost: here\r\nauthorization: Bearer {player.token}\r\n\r\n"
        stuck.sendall(head.encode())
        assert is_left(stuck)


def test_whoever_reads_slowly_is_waited_for(player: Player) -> None:
    path, seconds, found = f"/api/matches/{player.match}/lines?from=0&to={LINES}", 1.5, 0
    with closing(few_words(player)) as slow:
        head = f"GET {path} HTTP/1.1\r\nhost: here\r\nauthorization: Bearer {player.token}\r\nconnection: close\r\n\r\n"
        slow.sendall(head.encode())
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found += len(slow.recv(2_000))
            time.sleep(0.01)
        while more := slow.recv(1 << 16):
            found += len(more)
    assert found > len(player.get(f"/lines?from=0&to={LINES}").content)


def test_whoever_leaves_in_the_midst_of_a_message_is_no_failure_of_the_servers(
    player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    def answers(of: str) -> float:
        return TALLY.counts().get(f'hulldown_answers_total{{status="{of}xx"}}', 0)

    refused, failed = answers("4"), answers("5")
    with closing(few_words(player)) as one:
        head = f"POST /api/matches/{player.match}/orders HTTP/1.1\r\nhost: here\r\n"
        one.sendall(f"{head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{{".encode())
        player.view()
    patiently(lambda: answers("4") > refused)
    assert answers("5") == failed
    assert not caplog.records
