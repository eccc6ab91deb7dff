"""A bad network between pages and a server: `python -m tests.server.chaos --games 20`.

A proxy on the loopback, one a game, that delays what it carries, cuts connections at any byte, or falls silent, all
drawn from a seed. Behind it plays the client itself (`pages.mjs`): its store, its outbox and its stream, two pages a
game. At the end both have to show what the server has stored.
"""

import argparse
import asyncio
import json
import random
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from tests.server.attacks import server
from tests.server.conftest import BOOK, ROOT, SCENARIO, Json

SECONDS_OF_A_GAME = 600.0
LONGEST = 3.0  # seconds that a piece of a message may be held up
CLIENT = tuple(f"web/src/{name}.ts" for name in ("match/store", "api/client", "api/stream", "api/template"))


class Fate(NamedTuple):
    """How a connection ends, and after how many bytes; one that is `mute` ends when the page leaves it."""

    end: str  # whole, cut, halt, mute
    after: int = 0


class Network:
    """The way to a server, for the pages of one game."""

    def __init__(self, base: str, seed: int, here: str, mute: float = 0.0) -> None:
        url = httpx.URL(base)
        self.host, self.port, self.here, self.mute = url.host, url.port, here, mute
        self.chance, self.ends = random.Random(seed), Counter[str]()
        self._tasks = set[asyncio.Task[None]]()

    async def open(self) -> str:
        """Its own address, which pages take for the server's."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def fate(self) -> Fate:
        chance = self.chance
        after = chance.choice((chance.randrange(600), chance.randrange(20_000), chance.randrange(200_000)))
        if chance.random() < self.mute:
            return Fate("mute", after)
        return Fate(chance.choices(("whole", "cut", "halt"), (4, 5, 1))[0], after)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(asyncio.CancelledError):  # all are, once the games are over
                await self._connect(reader, writer)
        finally:
            self._tasks.discard(task)
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        fate, carried = self.fate(), [0]
        with suppress(OSError):
            there, upstream = await asyncio.open_connection(self.host, self.port, local_addr=(self.here, 0))
            try:
                ways = [
                    asyncio.create_task(self._way(one, other, fate, carried))
                    for one, other in ((reader, upstream), (there, writer))
                ]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
                if fate.end != "whole" and carried[0] >= fate.after:
                    self.ends[fate.end] += 1
                if fate.end == "halt":
                    await asyncio.sleep(self.chance.uniform(0, LONGEST))
                elif fate.end == "mute":
                    while await reader.read(1 << 16):
                        pass
            finally:
                upstream.transport.abort()

    async def _way(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fate: Fate, carried: list[int]
    ) -> None:
        """Carries one way until it is over, or the connection has carried what it may."""
        while data := await reader.read(self.chance.choice((100, 1_400, 60_000))):
            if self.chance.random() < 0.02:
                await asyncio.sleep(self.chance.uniform(0, LONGEST) ** 2 / LONGEST)
            elif self.chance.random() < 0.3:
                await asyncio.sleep(self.chance.uniform(0, 0.02))
            left = fate.after - carried[0] if fate.end != "whole" else len(data)
            carried[0] += len(data)
            writer.write(data[: max(0, left)])
            await writer.drain()
            if left < len(data):
                return


@contextmanager
def networks(base: str, seed: int, first: int, many: int, mute: float) -> Iterator[list[tuple[Network, str]]]:
    """So many networks, beside all else."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="networks", daemon=True)
    thread.start()

    def do(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)

    ways = [
        Network(base, seed + one, f"127.0.{6 + (first + one) // 200}.{1 + (first + one) % 200}", mute)
        for one in range(many)
    ]
    try:
        yield [(way, do(way.open())) for way in ways]
    finally:
        for way in ways:
            do(way.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join(30)
        loop.close()


@cache
def client_modules() -> Path:
    """The modules of the client that need no screen, as node reads them."""
    folder = tempfile.mkdtemp(prefix="hulldown-client-")
    words = ["node", "web/node_modules/rolldown/bin/cli.mjs", *CLIENT, "-f", "esm", "-d", folder, "--platform", "node"]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return Path(folder)


class Played(NamedTuple):
    """What came of games: how many lines there are, how connections ended, how long a page was behind the other."""

    lines: int
    ends: Counter[str]
    longest_seconds: float


def play(base: str, seed: int, many: int, first: int = 0, mute: float = 0.0) -> Played:
    """So many games at once; raises where somebody was told what is not so."""
    with ExitStack() as stack:
        found = stack.enter_context(networks(base, seed, first, many, mute))
        direct = [
            stack.enter_context(
                httpx.Client(base_url=base, transport=httpx.HTTPTransport(local_address=way.here), timeout=60)
            )
            for way, _ in found
        ]
        games = [begun(one) | {"base": at} for one, (_, at) in zip(direct, found, strict=True)]
        told = pages(games)
        for one, game, came in zip(direct, games, told, strict=True):
            check(one, game, came)
        ends = sum((way.ends for way, _ in found), Counter[str]())
        return Played(sum(came["head"] for came in told), ends, max(came["late"] for came in told) / 1000)


def begun(client: httpx.Client) -> Json:
    """A match of two friends."""
    wish = {"rulebook": BOOK, "scenario": SCENARIO, "opponent": "friend", "side": 0, "name": "Ann"}
    made = client.post("/api/matches", json=wish).raise_for_status().json()
    claimed = client.post(f"/api/invitations/{made['invitation']}", json={"name": "Bob"}).raise_for_status().json()
    return {"match": made["match"], "tokens": [made["token"], claimed["token"]]}


def pages(games: Sequence[Json]) -> list[Json]:
    """Plays games in pages without a screen; what came of each."""
    words = ["node", "--experimental-websocket", "--no-warnings", str(Path(__file__).with_name("pages.mjs"))]
    ran = subprocess.run(
        [*words, str(client_modules())],
        input=json.dumps(games),
        capture_output=True,
        text=True,
        timeout=SECONDS_OF_A_GAME,
    )
    assert ran.returncode == 0, ran.stderr
    found: list[Json] = json.loads(ran.stdout)
    return found


def check(client: httpx.Client, game: Json, came: Json) -> None:
    """What both pages show, and what they were answered, against what is stored."""
    path, headers = f"/api/matches/{game['match']}", {"Authorization": f"Bearer {game['tokens'][0]}"}
    record = Record.parse(client.get(f"{path}/record", headers=headers).raise_for_status().text)
    assert not prove(record, load(BOOK)).problems
    view = client.get(path, headers=headers).json()
    assert view["result"] is not None
    for page in came["pages"]:
        assert page["positions"] == [*range(view["head"])], "a line is missing, or was told twice"
        assert page["picture"] == view["picture"], "a page shows another table"
    done = sorted((head - played, head) for head, played in came["accepted"])
    at = 0
    for begins, ends in done:
        assert begins == at, f"an order was played at {begins}, where the others had come to {at}"
        at = ends
    assert at == view["head"], f"what was accepted leads to {at}, and {view['head']} lines are stored"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.chaos")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--mute", type=float, default=0.0, help="the share of connections that fall silent for ever")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as base:
        print(play(base, given.seed, given.games, mute=given.mute), f"seed {given.seed}")


if __name__ == "__main__":
    main()
