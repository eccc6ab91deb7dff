"""Hundreds of streams that nobody reads: `python -m tests.server.readers --readers 200`.

Each is opened by somebody with a small window, who reads nothing from then on. The server has to leave them all, and
nobody else may notice. How long a guest's look takes is told beside the quiet minutes of the same run.
"""

import argparse
import json
import select
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from typing import NamedTuple

from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from tests.server.attacks import BOOK, Guest, Running, client, running, told
from tests.server.conftest import Player

LINES = 100
SMALL = 4096  # bytes that the system keeps for whoever does not read
SMALLEST = 536  # bytes of a packet, with which the server's system keeps little, too
OF_ONE = 25  # streams from an address, whose share at one of two workers is 32
MOST_SECONDS = 90.0  # until all are left


class Stuck(NamedTuple):
    """What came of it: milliseconds of the 99th of a hundred looks, quiet and beside them; what a reader cost."""

    quiet: float
    late: float
    seconds: float
    bytes_each: float


def reader(running: Running, player: Player, here: str) -> socket.socket:
    """Somebody who opens a stream, and then reads nothing of it."""
    host, port = running.base.removeprefix("http://").split(":")
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SMALLEST)
    one.settimeout(60)
    one.bind((here, 0))
    one.connect((host, int(port)))
    protocol = ClientProtocol(parse_uri(f"ws://{host}:{port}/api/matches/{player.match}/stream"))
    protocol.send_request(protocol.connect())
    one.sendall(b"".join(protocol.data_to_send()))
    while not protocol.events_received():
        protocol.receive_data(one.recv(1))
    protocol.send_text(json.dumps({"token": player.token, "from": 0}).encode())
    one.sendall(b"".join(protocol.data_to_send()))
    return one


def played(running: Running) -> Player:
    """A match of many lines."""
    wish = {"rulebook": BOOK, "scenario": "crossroads", "opponent": "hotseat"}
    with client(running.base, 3) as one:
        made = one.post("/api/matches", json=wish).raise_for_status().json()
        found = Player(one, made["match"], made["token"])
        while (view := found.view())["result"] is None and view["head"] < LINES:
            found.give(found.order(view), position=view["head"])
    return found


@contextmanager
def most_memory(running: Running) -> Iterator[list[int]]:
    """The most bytes that a server holds while this lasts, as the only one of a list."""
    most, stop = [running.memory()], Event()

    def look() -> None:
        while not stop.wait(0.2):
            most[0] = max(most[0], running.memory())

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield most
    finally:
        stop.set()
        thread.join()


def seconds_until_left(readers: Sequence[socket.socket]) -> float:
    """How long until the server has given them all up; raises where it keeps one."""
    began, poll = time.monotonic(), select.poll()
    open_ = {one.fileno() for one in readers}
    for number in open_:
        poll.register(number, select.POLLHUP)
    while open_:
        assert time.monotonic() < began + MOST_SECONDS, f"{len(open_)} streams are kept that nobody reads"
        for number, _ in poll.poll(1_000):
            poll.unregister(number)
            open_.discard(number)
    return time.monotonic() - began


def stuck(running: Running, many: int, seconds: float) -> Stuck:
    player, guest = played(running), Guest(running.base)
    guest.looks(1)
    quiet = told("quiet", guest.looks(seconds))
    readers: list[socket.socket] = []
    try:
        before = running.memory()
        with most_memory(running) as most:
            readers.extend(reader(running, player, f"127.0.5.{1 + number // OF_ONE}") for number in range(many))
            late = told(f"{many} streams that nobody reads", guest.looks(seconds))
            took = seconds_until_left(readers)
    finally:
        for one in readers:
            one.close()
    return Stuck(quiet, late, took + seconds, max(0, most[0] - before) / many)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.readers")
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(f"{folder}/matches.db") as found:
        print(stuck(found, given.readers, given.seconds))


if __name__ == "__main__":
    main()
