"""kill -9 at any moment: no acknowledged order is lost, and nothing that was shown has vanished."""

import json
import random
import threading
import time
from contextlib import suppress

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from tests.marks import soak_times
from tests.server.conftest import BOOK, Json, Nursery, Player
from tests.server.failpoints import POINTS

CYCLES = 50


class Witness:
    """A player with a stream open, who notes all that was acknowledged and all that was shown."""

    def __init__(self, nursery: Nursery) -> None:
        self.nursery = nursery
        self.shown: list[Json] = []
        self.acknowledged: list[tuple[str, Json]] = []
        self.pending: tuple[str, Json] | None = None
        self.match = self.token = ""
        self.sent = 0

    def player(self, client: httpx.Client) -> Player:
        return Player(client, self.match, self.token)

    def begin(self, client: httpx.Client) -> None:
        wish = {"rulebook": BOOK, "scenario": "first-steps", "opponent": "hotseat"}
        created = client.post("/api/matches", json=wish).json()
        self.match, self.token = created["match"], created["token"]
        self.shown, self.acknowledged, self.pending = [], [], None

    def listen(self) -> None:
        """Until the server is gone."""
        address = f"ws://127.0.0.1:{self.nursery.port}/api/matches/{self.match}/stream"
        with suppress(OSError, WebSocketException), connect(address, close_timeout=0.1) as stream:
            stream.send(json.dumps({"token": self.token, "from": len(self.shown)}))
            for text in stream:
                message = json.loads(text)
                if message["type"] == "line":
                    assert message["position"] == len(self.shown)
                    self.shown.append(message)

    def play(self) -> None:
        """Until the server is gone, or the game is over."""
        with suppress(httpx.HTTPError), self.nursery.client() as client:
            player = self.player(client)
            while (view := player.view())["result"] is None:
                self.sent += 1
                body = {"id": f"order {self.sent}", "position": view["head"], "orders": [player.order(view)]}
                self.pending = (body["id"], body)
                answer = player.post("/orders", body).json()
                assert answer["status"] == "accepted", answer
                self.acknowledged.append((body["id"], answer))
                self.pending = None

    def check(self, client: httpx.Client) -> None:
        """After the server came back."""
        player = self.player(client)
        view = player.view()
        assert view["closed"] == ""
        lines: list[Json] = []
        while len(lines) < view["head"]:
            lines += player.lines(len(lines), len(lines) + 100)
        assert lines[: len(self.shown)] == self.shown, "what was shown has vanished"
        for client_id, answer in self.acknowledged[-3:]:
            assert answer["head"] <= view["head"], "an acknowledged order was lost"
            again = player.give({"type": "Begin"}, position=0, name=client_id)
            assert again == answer, "a repeat was not answered as the first time"
        if self.pending is not None:
            client_id, body = self.pending
            answer = player.post("/orders", body).json()
            assert answer["status"] == "accepted"
            assert answer["head"] == body["position"] + 1
            assert player.view()["head"] == body["position"] + 1, "an order was played twice"
            self.acknowledged.append((client_id, answer))
            self.pending = None
        assert prove(Record.parse(player.get("/record").text), load(BOOK)).problems == ()


def stands(nursery: Nursery, witness: Witness) -> int:
    """Looks at a server that came back, and begins a match where there is none that goes on; how many orders ended."""
    ended = 0
    with nursery.client() as client:
        if witness.match:
            witness.check(client)
        if not witness.match or witness.player(client).view()["result"] is not None:
            ended = len(witness.acknowledged)
            witness.begin(client)
    return ended


def cycles(nursery: Nursery, many: int, seed: int) -> int:
    """Each kill waits for some orders, and comes at a random moment of about as long as an order takes.

    How many orders were acknowledged; none of them was lost.
    """
    chance = random.Random(seed)
    witness = Witness(nursery)
    orders = 0
    for _ in range(many):
        nursery.start()
        orders += stands(nursery, witness)
        listening, playing = (threading.Thread(target=work) for work in (witness.listen, witness.play))
        before, wanted, begun = len(witness.acknowledged), chance.randrange(5), time.monotonic()
        listening.start()
        playing.start()
        while len(witness.acknowledged) < before + wanted and playing.is_alive():
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 2 * (time.monotonic() - begun) / wanted if wanted else 0.05))
        nursery.kill()
        for thread in (listening, playing):
            thread.join(60)
            assert not thread.is_alive()
    orders += len(witness.acknowledged)
    assert orders > many / 2
    return orders


def falls(nursery: Nursery, point: str, many: int, seed: int) -> int:
    """Servers that fall at a point, each after some orders; how many orders were acknowledged, and none lost.

    Two listen to each match, so that of some lines one has heard and the other not.
    """
    chance = random.Random(seed)
    witness, other = Witness(nursery), Witness(nursery)
    orders = 0
    for _ in range(many):
        nursery.start()
        orders += stands(nursery, witness)
        if other.match != witness.match:
            other.match, other.token, other.shown = witness.match, witness.token, []
        nursery.kill()
        nursery.start(f"{point} {chance.randrange(4)}")
        threads = [threading.Thread(target=work) for work in (witness.listen, other.listen, witness.play)]
        for thread in threads:
            thread.start()
        threads[-1].join(60)
        nursery.kill()  # where the game was over before the server fell
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
    nursery.start()
    orders += stands(nursery, witness)
    with nursery.client() as client:
        other.check(client)
    nursery.kill()
    return orders + len(witness.acknowledged)


def test_nothing_is_lost_or_doubled_wherever_in_a_commit_the_server_falls(nursery: Nursery) -> None:
    for point in POINTS:
        falls(nursery, point, soak_times(2, 50), seed=11)


def test_nothing_is_lost_when_the_server_is_killed(nursery: Nursery) -> None:
    cycles(nursery, CYCLES, seed=1)


@pytest.mark.soak
def test_nothing_is_lost_in_many_kills(nursery: Nursery) -> None:
    cycles(nursery, soak_times(CYCLES, 10), seed=int(time.time()))
