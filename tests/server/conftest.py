"""A server in this process, and players who make their orders as a client does: from pictures and surveys."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from litestar import Litestar
from litestar.testing import TestClient

from hulldown.bots import make
from hulldown.kernel.template import filled
from hulldown.kernel.wire import decode
from hulldown.rulebooks import load
from hulldown.server.app import create_app
from hulldown.server.thinker import Thought, thought_of

ROOT = Path(__file__).parents[2]
BOOK, SCENARIO = "france1944", "first-steps"
Json = dict[str, Any]


class Inside:
    """Bots that think here and now, so that most tests need no other process."""

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        rules = load(book)
        return thought_of(make(bot, rules).choose(decode(view, rules.state_type)))

    async def close(self) -> None:
        return


class Player:
    """Somebody with a token, who knows no rules."""

    def __init__(self, client: Any, match: str, token: str) -> None:
        self.client, self.match, self.token = client, match, token
        self.numbers = count()
        self.given: list[Json] = []  # the orders that were sent, whatever became of them

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, rest: str = "") -> Any:
        return self.client.get(f"/api/matches/{self.match}{rest}", headers=self.headers)

    def post(self, rest: str, body: Any) -> Any:
        return self.client.post(f"/api/matches/{self.match}{rest}", headers=self.headers, json=body)

    def view(self) -> Json:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def order(self, view: Json | None = None) -> Json:
        """An order that can be given now: the first button, a place for the next piece, a deed, or a stride."""
        shown = view or self.view()
        tray = shown["picture"]["tray"]
        for button in tray["buttons"]:
            return dict(button["order"])
        for spots in tray["spots"]:
            return filled(spots["order"], cell=spots["cells"][0])
        for row in (tray["plan"] or {"rows": ()})["rows"]:
            if row["order"] is not None:
                return dict(row["order"])
        for piece in shown["picture"]["pieces"]:
            if piece["pose"] is None and piece["side"] == tray["side"]:
                band = self.get(f"/survey?unit={piece['id']}").json()["survey"]["bands"][0]
                return filled(band["order"], cell=band["poses"][0] >> 3, facing=band["poses"][0] & 7)
        for todo in tray["todo"]:
            survey = self.get(f"/survey?unit={todo['unit']}").json()["survey"]
            for deed in survey["deeds"]:
                return dict(deed["order"])
            poses = {pose for band in survey["bands"] for pose in band["poses"]}
            for band in survey["bands"]:
                for before, stride in zip(band["before"], band["strides"], strict=True):
                    if before not in poses:
                        return dict(stride)
        raise AssertionError(tray)

    def give(self, *orders: Json, position: int | None = None, name: str = "") -> Json:
        """Gives orders, or the next one that can be given."""
        view = self.view()
        sent = [*orders] or [self.order(view)]
        self.given += sent
        body = {
            "id": name or f"{self.token[:8]}-{next(self.numbers)}",
            "position": view["head"] if position is None else position,
            "orders": sent,
        }
        answer = self.post("/orders", body)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def act(self, act: str, position: int | None = None, name: str = "") -> Json:
        at = self.view()["head"] if position is None else position
        answer = self.post("/acts", {"id": name or f"act-{next(self.numbers)}", "position": at, "act": act})
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def play_until(self, phase: str) -> Json:
        """Goes on until the tray shows this phase."""
        while (view := self.view())["picture"]["tray"]["phase"] != phase:
            assert self.give(self.order(view))["status"] == "accepted"
        return view

    def lines(self, first: int = 0, last: int = 100) -> list[Json]:
        found: list[Json] = self.get(f"/lines?from={first}&to={last}").json()
        return found


class Table:
    """A client of one server, and matches on it."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client

    def create(self, **wish: Any) -> Json:
        answer = self.client.post("/api/matches", json={"rulebook": BOOK, "scenario": SCENARIO, **wish})
        assert answer.status_code == 201, answer.text
        found: Json = answer.json()
        return found

    def player(self, created: Json, token: str = "token") -> Player:
        return Player(self.client, created["match"], created[token])

    def hotseat(self, **wish: Any) -> Player:
        return self.player(self.create(opponent="hotseat", **wish))

    def friends(self, **wish: Any) -> tuple[Player, Player]:
        """Red and Blue, who came by an invitation."""
        created = self.create(opponent="friend", side=0, name="Ann", **wish)
        claimed = self.client.post(f"/api/invitations/{created['invitation']}", json={"name": "Bob"})
        assert claimed.status_code == 200, claimed.text
        return self.player(created), self.player(claimed.json())

    def watcher(self, created: Json) -> Player:
        return self.player(created, "watch")


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path}/matches.db"


@pytest.fixture
def table(database: str) -> Iterator[Table]:
    with TestClient(create_app(database, Inside(), most_matches_a_minute=10_000, heartbeat=0.2)) as client:
        yield Table(client)


def wrong(answer: Any, status: int, code: str) -> str:
    """An error as the protocol has it: a code and one sentence."""
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body) == {"error", "sentence"}
    assert body["error"] == code
    assert body["sentence"].endswith((".", "!")), body
    sentence: str = body["sentence"]
    return sentence


def patiently(done: Callable[[], bool]) -> None:
    """Waits for a bot."""
    until = time.monotonic() + 60
    while not done():
        assert time.monotonic() < until, "the bot did not play"
        time.sleep(0.01)


@contextmanager
def serving(app: Any, listener: socket.socket, **config: Any) -> Iterator[int]:
    """An application behind a real socket; its port."""
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", **config))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()


class Nursery:
    """Real server processes on one database and one port, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "matches.db"
        # Bound all the while and never listening, so that nobody else is given the port between two servers.
        self.held = socket.socket()
        self.held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.held.bind(("127.0.0.1", 0))
        self.port: int = self.held.getsockname()[1]
        if sys.platform != "linux":  # elsewhere a server could not bind it as well
            self.held.close()
        words = [sys.executable, "-m", "tests.server.nursery"]
        self.process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pid = 0

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=60)

    def start(self, point: str = "") -> None:
        """Starts a server, which falls at a point if one is named (`failpoints`)."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{self.database} {self.port} {point}\n")
        self.process.stdin.flush()
        self.pid = int(self.process.stdout.readline())
        assert self.pid, "the server did not start"

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def wait(self) -> None:
        """Until the server has fallen and its port is free again."""
        with suppress(ProcessLookupError):
            while True:
                os.kill(self.pid, 0)
                time.sleep(0.001)
        self.pid = 0

    def close(self) -> None:
        if self.pid:
            self.kill()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()
        self.held.close()


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    nursery = Nursery(tmp_path)
    yield nursery
    nursery.close()
