"""Many tables at once, each with somebody who acts and streams that hear of it."""

import asyncio
import json
import random
import time
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.server.conftest import Player

# The server hangs up after five seconds of silence; a message must not meet it at the door.
FRESH = httpx.Limits(keepalive_expiry=2.0)


class Crowd:
    """Many tables, each with somebody who acts, and streams that hear of it."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.acknowledged, self.heard, self.wrong = list[float](), list[float](), list[str]()

    async def play(self, tables: int, seconds: float) -> None:
        until = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for number in range(tables):
                group.create_task(self.table(number, until + 10 * tables / 500))
                await asyncio.sleep(0.02)

    async def table(self, number: int, until: float) -> None:
        here = f"127.0.{2 + number // 250}.{1 + number % 250}"
        transport = httpx.AsyncHTTPTransport(local_address=here, limits=FRESH)
        async with httpx.AsyncClient(base_url=self.base, transport=transport, timeout=60) as client:
            wish = {"rulebook": "france1944", "scenario": "first-steps", "opponent": "hotseat"}
            made = (await client.post("/api/matches", json=wish)).raise_for_status().json()
            sent: dict[int, float] = {}
            streams = [
                asyncio.create_task(self.listen(made["match"], made[token], here, sent))
                for token in ("token", "token", "watch", "watch")
            ]
            await self.act(client, made, here, sent, until)
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)

    def begin(self, made: Any, here: str) -> tuple[int, Any]:
        """The first dice fall; then there is an order that can be taken back."""
        transport = httpx.HTTPTransport(local_address=here)
        with httpx.Client(base_url=self.base, transport=transport, timeout=60) as client:
            player = Player(client, made["match"], made["token"])
            head: int = player.give()["head"]
            return head, player.order()

    async def act(self, client: httpx.AsyncClient, made: Any, here: str, sent: dict[int, float], until: float) -> None:
        """An order, and then its undoing, every ten seconds."""
        path, headers = f"/api/matches/{made['match']}", {"Authorization": f"Bearer {made['token']}"}
        head, order = await asyncio.to_thread(self.begin, made, here)
        await asyncio.sleep(random.uniform(0, 10))
        while time.monotonic() < until:
            began = sent[head] = time.monotonic()
            body = {"id": f"a{head}", "position": head}
            what, more = ("orders", {"orders": [order]}) if head % 2 else ("acts", {"act": "undo"})
            answer = (await client.post(f"{path}/{what}", json=body | more, headers=headers)).json()
            if answer.get("status") != "accepted":
                self.wrong.append(str(answer))
                return
            self.acknowledged.append(time.monotonic() - began)
            head = answer["head"]
            await asyncio.sleep(10)

    async def listen(self, match: str, token: str, here: str, sent: dict[int, float]) -> None:
        at = f"{self.base.replace('http', 'ws')}/api/matches/{match}/stream"
        async with connect(at, local_addr=(here, 0), open_timeout=60, ping_interval=None) as stream:
            await stream.send(json.dumps({"token": token, "from": 0}))
            async for text in stream:
                message = json.loads(text)
                if message["type"] == "line" and message["position"] in sent:
                    self.heard.append(time.monotonic() - sent[message["position"]])
