"""Several servers on one PostgreSQL: what one accepts all others tell, and nothing is lost or doubled."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from hulldown.server.app import create_app
from hulldown.server.matches import Matches
from hulldown.server.protocol import NewMatch, OrdersBody
from hulldown.server.store import Store
from hulldown.server.thinker import Thought
from tests.marks import soak_times
from tests.server.conftest import BOOK, ROOT, SCENARIO, Inside, Json, Player, Table, patiently
from tests.server.postgres import postgres

__all__ = ["postgres"]


class Counting(Inside):
    """Bots that think here, and are counted by what they were asked."""

    def __init__(self, asked: Counter[str]) -> None:
        self.asked = asked

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        self.asked[view.decode()] += 1
        await asyncio.sleep(0.01)
        return await super().choose(book, bot, turn, view, hurry, asker)


@pytest.fixture
def two(postgres: str) -> Iterator[tuple[Table, Table]]:
    """Two servers on one database."""
    with ExitStack() as stack:
        clients = [stack.enter_context(TestClient(create_app(postgres, Inside(), heartbeat=0.2))) for _ in range(2)]
        yield Table(clients[0]), Table(clients[1])


def at(table: Table, player: Player) -> Player:
    """The same player, at another server."""
    found = Player(table.client, player.match, player.token)
    found.numbers = player.numbers  # of its orders, which no two may share
    return found


@pytest.mark.parametrize("sealed", [False, True])
def test_a_game_goes_on_at_either_server_order_by_order(two: tuple[Table, Table], sealed: bool) -> None:
    first = two[0].hotseat(**({"keys": []} if sealed else {}))
    players = [first, at(two[1], first)]
    chance = random.Random(5)
    for _ in range(30):
        here = chance.choice(players)
        view = here.view()
        if view["result"] is not None:
            break
        assert here.give(here.order(view), position=view["head"])["status"] == "accepted"
    views = [player.view() for player in players]
    assert views[0] == views[1]
    assert views[0]["head"] >= 30
    text = players[1].get("/record").text
    assert text == players[0].get("/record").text
    assert not prove(Record.parse(text), load(BOOK)).problems


def test_a_stream_tells_what_another_server_accepts_and_who_is_there(two: tuple[Table, Table]) -> None:
    created = two[0].create(opponent="friend", side=0)
    invited = two[1].client.get(f"/api/invitations/{created['invitation']}").json()
    assert not invited["present"]
    host = two[0].player(created)
    with two[0].client.websocket_connect(f"/api/matches/{host.match}/stream") as stream:
        stream.send_json({"token": host.token, "from": 0})
        patiently(lambda: two[1].client.get(f"/api/invitations/{created['invitation']}").json()["present"])
        claimed = two[1].client.post(f"/api/invitations/{created['invitation']}", json={"name": "Kestrel"}).json()
        guest = two[1].player(claimed)
        for head in range(3):
            mover = guest if guest.view()["picture"]["tray"]["side"] == 1 else at(two[1], host)
            answer = mover.give(mover.order(), position=head)
            assert answer["status"] == "accepted", answer
        heard: list[Json] = []
        while sum(message["type"] == "line" for message in heard) < 3:
            heard.append(stream.receive_json(timeout=60))
        assert [message["position"] for message in heard if message["type"] == "line"] == [0, 1, 2]
        while not any(message.get("names") == ["Red", "Kestrel"] for message in heard):
            heard.append(stream.receive_json(timeout=60))


def test_of_many_who_order_at_once_at_two_servers_one_is_first(postgres: str) -> None:
    async def race() -> Counter[str]:
        servers = [Matches(Store(postgres), Inside()) for _ in range(2)]
        for server in servers:
            await server.store.open()
            await server.open()
        created = await servers[0].create(NewMatch(BOOK, SCENARIO, opponent="hotseat"))
        came: Counter[str] = Counter()

        async def press(number: int) -> None:
            server = servers[number % 2]
            seat = await server.seat(created.match, created.token)
            body = OrdersBody(f"order {number // 4}", 0, [{"type": "Begin"}])  # two at each server send the same
            came[(await server.orders(created.match, seat, body)).status] += 1

        await asyncio.gather(*map(press, range(40)))
        heads = {(await server.get(created.match)).head for server in servers}
        for server in servers:
            await server.close()
        assert heads == {1}
        return came

    came = asyncio.run(race())
    assert 1 <= came["accepted"] <= 4, "the one that was accepted, and its repetitions"
    assert came["accepted"] + came["stale"] == 40


def test_nobody_is_shown_an_old_head_while_a_match_is_busy(postgres: str) -> None:
    async def read() -> int:
        here, other = servers = [Matches(Store(postgres), Inside()) for _ in range(2)]
        for server in servers:
            await server.store.open()  # and hears no news
        created = await here.create(NewMatch(BOOK, SCENARIO, opponent="hotseat"))
        seat = await other.seat(created.match, created.token)
        async with (await here.get(created.match)).lock:
            body = OrdersBody("begin", 0, [{"type": "Begin"}])
            assert (await other.orders(created.match, seat, body)).status == "accepted"
            reading = asyncio.create_task(here.get(created.match))
            await asyncio.sleep(0.2)
        head = (await reading).head
        for server in servers:
            await server.close()
        return head

    assert asyncio.run(read()) == 1


def test_of_two_servers_one_thinks(postgres: str) -> None:
    asked: Counter[str] = Counter()
    with ExitStack() as stack:
        tables = [
            Table(stack.enter_context(TestClient(create_app(postgres, Counting(asked), heartbeat=0.2))))
            for _ in range(2)
        ]
        player = tables[0].player(tables[0].create(side=0))
        other = at(tables[1], player)
        while player.view()["picture"]["tray"]["round"] < 3 and (view := other.view())["result"] is None:
            if view["picture"]["tray"]["side"] == 0:
                other.give(other.order(view), position=view["head"])
            else:
                patiently(lambda head=view["head"]: player.view()["head"] > head)  # type: ignore[misc]
        assert player.view()["bots"] == [None, "greedy"]
        patiently(lambda: player.view()["picture"]["tray"]["side"] == 0)  # greedy thinks of nothing any more
        assert player.lines() == other.lines()
    assert asked
    assert max(asked.values()) == 1, "nobody was asked twice about the same table"


class Workers:
    """Two workers behind one port, as they are really run."""

    def __init__(self, database: str, folder: Path) -> None:
        words = [sys.executable, "-m", "hulldown.cli", "serve", "--port", "0", "--workers", "2"]
        environment = os.environ | {"HULLDOWN_DATABASE": database}
        self.process = subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().split("listens on ")[1].split("/ ")[0]

    def pids(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]

    def kill_one(self, chance: random.Random) -> None:
        while not (pids := self.pids()):  # on a busy machine both may be starting again
            time.sleep(0.05)
        with suppress(ProcessLookupError):
            os.kill(chance.choice(pids), signal.SIGKILL)

    def close(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Witness(threading.Thread):
    """A hot-seat game by itself, whose orders are sent again until somebody answers."""

    def __init__(self, base: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.base, self.acknowledged, self.stop = base, list[tuple[str, int]](), threading.Event()
        self.wrong: str = ""
        with self.client() as client:
            wish = {"rulebook": BOOK, "scenario": SCENARIO, "opponent": "hotseat"}
            self.created: Json = client.post("/api/matches", json=wish).raise_for_status().json()

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.base, trust_env=False, timeout=30)

    def player(self, client: Any) -> Player:
        return Player(client, self.created["match"], self.created["token"])

    def run(self) -> None:
        number = 0
        while not self.stop.is_set():
            with suppress(httpx.HTTPError, KeyError), self.client() as client:
                player = self.player(client)
                view = player.view()
                if view["result"] is not None:
                    return
                number += 1
                self.send(client, f"order {number}", view["head"], player.order(view))

    def send(self, client: httpx.Client, name: str, head: int, order: Json) -> None:
        """Once more with each error, as a page does."""
        while not self.stop.is_set():
            try:
                body = {"id": name, "position": head, "orders": [order]}
                answer = self.player(client).post("/orders", body).json()
            except httpx.HTTPError:
                continue
            if answer.get("status") == "accepted":
                self.acknowledged.append((name, answer["head"]))
            return


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="workers are found in /proc")
def test_workers_that_are_killed_lose_and_double_nothing(postgres: str, tmp_path: Path) -> None:
    assert kill_workers(postgres, tmp_path, soak_times(2, 200), seed=20) > 6


def kill_workers(database: str, folder: Path, kills: int, seed: int) -> int:
    """Kills one of two workers again and again while people play; how many orders were acknowledged, and none lost."""
    chance = random.Random(seed)
    workers = Workers(database, folder)
    try:
        witnesses = [Witness(workers.base, seed) for seed in range(2)]
        for witness in witnesses:
            witness.start()
        for _ in range(kills):
            time.sleep(chance.uniform(0.3, 1.5))
            workers.kill_one(chance)
        until = time.monotonic() + 60
        while min(len(witness.acknowledged) for witness in witnesses) <= 3 and time.monotonic() < until:
            time.sleep(0.1)
        for witness in witnesses:
            witness.stop.set()
            witness.join(60)
        for witness in witnesses:
            with witness.client() as client:
                record = Record.parse(witness.player(client).get("/record").text)
            assert not prove(record, load(BOOK)).problems
            heads = [head for _, head in witness.acknowledged]
            assert heads == sorted(set(heads)), "each order was played once"
            assert len(record.lines) - 1 >= heads[-1], "what was acknowledged is there"
            assert len(heads) > 3
        return sum(len(witness.acknowledged) for witness in witnesses)
    finally:
        workers.close()
