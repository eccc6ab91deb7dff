"""Whatever is sent: an answer or a sentence, never an unhandled exception."""

import asyncio
import json
import random
from collections import Counter
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from litestar.testing import TestClient

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.wire import plain
from hulldown.server import strict
from hulldown.server.app import create_app
from hulldown.server.matches import Matches
from hulldown.server.protocol import (
    ActBody,
    Hello,
    NewMatch,
    OrdersBody,
    PreviewBody,
    RehearsalBody,
    StandingBody,
    Wrong,
)
from hulldown.server.setups import check as check_setup
from hulldown.server.store import Store
from tests.marks import soak_times
from tests.server.conftest import BOOK, SCENARIO, Inside

MESSAGES = 20_000
WORDS = [
    *(b"null", b"true", b"0", b"-1", b"1e999", b"NaN", b"1.5", b"99999999999999999999", b'""', b'"\\ud800"', b"[]"),
    *(b"{}", b'{"type":"Move","unit":-1,"die":0,"square":-9,"facing":99}', b'{"type":"PlaceFlag","square":-1}'),
    *(b'{"type":"Deploy","kind":"tiger","square":431,"facing":-1}', b"\x00", b"\xff"),
]


def mutated(chance: random.Random, text: bytes) -> bytes:
    """A message with a few things wrong with it: values, bytes, words, pieces left out or said twice."""
    if chance.random() < 0.6:
        return _value_changed(chance, text)
    data = bytearray(text)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.randint(0, 12))
        kind = chance.randrange(4)
        if kind == 0 and data:
            data[at % len(data)] = chance.randrange(256)
        elif kind == 1:
            del data[at:to]
        elif kind == 2:
            data[at:at] = data[at:to]
        else:
            data[at:to] = chance.choice(WORDS)
    return bytes(data)


def _value_changed(chance: random.Random, text: bytes) -> bytes:
    """The same JSON with another value somewhere, so that many messages get as far as the rules."""
    value = json.loads(text)
    holder = _holders(value)[-1] if chance.random() < 0.8 else chance.choice(_holders(value))
    key = chance.choice(list(holder)) if isinstance(holder, dict) else chance.randrange(len(holder))
    old = holder[key]
    if type(old) is int and chance.random() < 0.9:
        near, far, huge = old + chance.randint(-9, 9), chance.randint(-500, 500), (-1) ** chance.randrange(2) << 70
        holder[key] = chance.choice([near, near, near, far, far, huge])
    else:
        holder[key] = chance.choice([old, "x", None, [], {}, True, 1.5, 0])
    return json.dumps(value).encode()


def _holders(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = [value] if isinstance(value, dict | list) else []
    return own + [holder for part in inner for holder in _holders(part)]


class Target:
    """A hot-seat match that goes on beside the messages, and a good order to begin with."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.chance = SeededDice("good orders")

    async def begin(self) -> None:
        created = await self.matches.create(NewMatch(BOOK, SCENARIO, opponent="hotseat"))
        self.token = created.token
        self.match = await self.matches.get(created.match)
        self.seat = await self.matches.seat(created.match, created.token)

    def messages(self, number: int) -> list[tuple[Any, Any]]:
        good = plain(self.match.book.sample(self.match.log.states[-1], self.chance))
        at, name = self.match.head, f"message {number}"
        return [
            (OrdersBody, {"id": name, "position": at, "orders": [good, good]}),
            (OrdersBody, {"id": name, "position": at, "orders": [good]}),
            (ActBody, {"id": name, "position": at, "act": "undo"}),
            (PreviewBody, {"order": good}),
            (RehearsalBody, {"position": at, "orders": [good, good]}),
            (StandingBody, {"all": {"ask": "from", "chance": 30}, "units": {"0": {"ask": "never"}}, "position": at}),
            (Hello, {"token": self.token, "from": at}),
            (NewMatch, {"rulebook": BOOK, "scenario": SCENARIO, "red": "heavy=1", "options": {"flags": "1"}}),
        ]

    async def send(self, kind: Any, raw: bytes) -> str:
        """A message's way through the handlers, without the network; what came of it."""
        try:
            body = strict.parse(raw, kind)
            if kind is OrdersBody:
                return (await self.matches.orders(self.match.id, self.seat, body)).status
            if kind is ActBody:
                return (await self.matches.act(self.match.id, self.seat, body)).status
            if kind is StandingBody:
                return (await self.matches.stand(self.match.id, self.seat, body)).status
            if kind is PreviewBody:
                await self.match.preview(self.seat, body.order)
            elif kind is RehearsalBody:
                await self.match.rehearse(self.seat, body)
            elif kind is NewMatch:
                check_setup(body)
            return "answered"
        except Wrong as wrong:
            return wrong.error


async def bombard(messages: int, seed: int) -> Counter[str]:
    """Mutated messages, one after the other, and a count of what came of them."""
    chance = random.Random(seed)
    came: Counter[str] = Counter()
    store = Store("sqlite+aiosqlite://")
    await store.open()
    matches = Matches(store, Inside())
    target = Target(matches)
    try:
        for number in range(messages):
            if number % 2_000 == 0 or target.match.dropped or target.match.log.to_act() is None:
                await target.begin()
            kind, message = chance.choice(target.messages(number))
            came[await target.send(kind, mutated(chance, json.dumps(message).encode()))] += 1
    finally:
        await matches.close()
    return came


def test_mutated_messages_get_an_answer_or_a_sentence() -> None:
    came = asyncio.run(bombard(soak_times(MESSAGES, 10), seed=1))
    assert came["rule/broken"] == 0
    assert sum(came.values()) >= MESSAGES
    assert min(came["accepted"], came["refused"], came["stale"], came["order/bad"], came["answered"]) > 200, came


def test_schemathesis_finds_no_failure_of_the_server(database: str) -> None:
    app = create_app(database, Inside(), most_matches_a_minute=1_000_000)
    with TestClient(app) as client:
        document = client.get("/api/schema/openapi.json").json()
        created = client.post("/api/matches", json={"rulebook": BOOK, "scenario": SCENARIO, "opponent": "hotseat"})
        match, token = created.json()["match"], created.json()["token"]
        found: list[Any] = list(schemathesis.openapi.from_dict(document).get_all_operations())
        calls = [result.ok() for result in found]
        assert len(calls) >= 15
        for call in calls:
            bombard_call(client, call, match, token)
        assert client.get(f"/api/matches/{match}", headers={"Authorization": f"Bearer {token}"}).status_code == 200


def bombard_call(client: TestClient[Any], call: Any, match: str, token: str) -> None:
    """A call with what its description allows and forbids; any answer will do but a failure."""

    @given(case=call.as_strategy())
    @settings(
        max_examples=soak_times(25),
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
        database=None,
    )
    def ask(case: Any) -> None:
        path = call.path
        for name, value in {**(case.path_parameters or {}), "match_id": match}.items():
            path = path.replace(f"{{{name}}}", str(value))
        body = None if case.body is None or type(case.body).__name__ == "NotSet" else json.dumps(case.body, default=str)
        answer = client.request(
            call.method,
            path,
            params={key: str(value) for key, value in (case.query or {}).items()},
            content=body,
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert set(answer.json()) == {"error", "sentence"}

    ask()
