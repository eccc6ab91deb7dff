"""For whoever runs a server: its health, its counts, its journal, and how it stops."""

import asyncio
import json
import logging
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hulldown.kernel.files import Fault
from hulldown.server import health
from hulldown.server.app import create_app
from hulldown.server.counting import BOUNDS, TALLY, Tally, added, telling, told
from hulldown.server.database import StoreFailed
from hulldown.server.doctor import findings, of_sqlite
from hulldown.server.journal import AsJson
from hulldown.server.migrations import HEAD
from hulldown.server.run import _try
from hulldown.server.settings import settings_and_sources
from tests.server.conftest import BOOK, ROOT, Inside, Json, Table, wrong
from tests.server.postgres import postgres

__all__ = ["postgres"]
WISH = {"rulebook": BOOK, "scenario": "first-steps"}


# Health


@pytest.fixture
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "SECONDS", 0.0)


@pytest.mark.usefixtures("asked_anew")
def test_a_full_database_is_not_well_until_there_is_room_and_can_be_read_all_the_while(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    player = table.hotseat()
    player.give()
    client, head = table.client, player.view()["head"]
    assert (client.get("/healthz").status_code, client.get("/healthz").text) == (200, "well\n")
    fill(client)
    told = wrong(client.get("/healthz"), 503, "store/failed")
    assert told == "The database takes nothing now; what is stored can be looked at."
    wrong(client.get("/readyz"), 503, "store/failed")
    refused = [player.post("/orders", order(player)) for _ in range(40)]
    wrong(refused[-1], 503, "store/failed")
    head += sum(answer.status_code == 200 for answer in refused)  # a little room was left in the pages that there are
    assert player.view()["head"] == head
    give_room(client, pages_more=1_000)
    assert client.get("/healthz").status_code == 200
    assert player.give()["status"] == "accepted"
    assert player.view()["head"] == head + 1
    assert [record.message for record in caplog.records if "takes" in record.message and "given" in record.message]


def order(player: Any) -> Json:
    view = player.view()
    return {"id": f"x{time.monotonic_ns()}", "position": view["head"], "orders": [player.order(view)]}


def fill(client: TestClient[Any]) -> None:
    """Leaves no page of a database empty, and none to grow by."""
    database = client.app.state.matches.store._database
    give_room(client, 0)

    async def write() -> None:
        for number in range(1_000):
            async with database.begin() as connection:
                row = f"INSERT INTO pulse VALUES ('filling {number}', zeroblob(3000))"
                await connection.exec_driver_sql(row)

    with pytest.raises(StoreFailed, match="full"):
        client.blocking_portal.call(write)


def give_room(client: TestClient[Any], pages_more: int) -> None:
    """Leaves a database so many pages to grow by."""
    database = client.app.state.matches.store._database

    async def limit() -> None:
        async with database.begin() as connection:
            pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
            await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + pages_more}")

    client.blocking_portal.call(limit)


def test_a_server_that_is_about_to_stop_sends_guests_elsewhere_and_is_well(table: Table) -> None:
    assert table.client.get("/readyz").status_code == 200
    table.client.app.state.health.stopping = True
    answer = table.client.get("/readyz")
    assert wrong(answer, 503, "server/stopping") == "The server is being restarted; come back in a moment."
    assert answer.headers["retry-after"] == "5"
    assert table.client.get("/healthz").status_code == 200


def test_whoever_asks_for_health_without_end_makes_no_work_and_is_never_told_to_wait(database: str) -> None:
    with TestClient(create_app(database, Inside(), strangers=True)) as client:
        beats = list[str]()
        store, beat = client.app.state.matches.store, client.app.state.matches.store.beat

        async def count(name: str) -> None:
            beats.append(name)
            await beat(name)

        store.beat = count
        assert {client.get("/healthz").status_code for _ in range(1_500)} == {200}
        assert len(beats) < 60


# Counts


def test_counts_of_several_processes_are_added_and_of_what_is_late_the_worst_is_told() -> None:
    one, other = Tally(), Tally()
    for tally, seconds in ((one, 0.003), (one, 0.3), (other, 20.0)):
        tally.answer(200, seconds)
    other.answer(503, 0.01)
    one._late.append((0.0, 0.25))
    one.gauges["hulldown_streams_open"] = lambda: 3
    text = told(added((one.counts(), other.counts())))
    rows = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert rows['hulldown_answers_total{status="2xx"}'] == "3"
    assert rows['hulldown_answers_total{status="5xx"}'] == "1"
    assert [rows[f'hulldown_answer_seconds_bucket{{le="{bound}"}}'] for bound in (*BOUNDS, "+Inf")] == [
        *("1", "2", "2", "2", "2", "2", "3", "3", "3", "3", "3", "4")
    ]
    assert rows["hulldown_answer_seconds_count"] == "4"
    assert rows["hulldown_late_seconds"] == "0.25"
    assert rows["hulldown_streams_open"] == "3"
    assert len(rows) == len(text.splitlines()) - text.count("#"), "each name is told once"


def test_counts_are_told_at_their_own_address_and_not_to_guests(table: Table) -> None:
    table.client.get("/api/matches/nothing")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with telling(f"127.0.0.1:{port}", TALLY.counts):
        text = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
        assert httpx.get(f"http://127.0.0.1:{port}/", trust_env=False).status_code == 404
        with pytest.raises(Fault, match=r"cannot be told there \(.*\); name another --metrics"):
            telling(f"127.0.0.1:{port}", TALLY.counts).__enter__()
    assert 'hulldown_answers_total{status="4xx"}' in text
    assert "hulldown_answers" not in table.client.get("/metrics").text
    with pytest.raises(Fault, match="--metrics HOST:PORT"):
        telling("nonsense", TALLY.counts).__enter__()


# The journal


def test_a_line_of_the_journal_has_the_number_that_its_answer_carries_and_no_secret(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "hulldown.requests")
    caplog.handler.setFormatter(AsJson())
    created = table.create(opponent="friend", side=0)
    answer = table.client.get(f"/api/invitations/{created['invitation']}")
    player = table.player(created)
    player.view()
    lines = [json.loads(line) for line in caplog.text.splitlines()]
    (line,) = [line for line in lines if line["request"] == answer.headers["x-request-id"]]
    assert line["route"] == "/api/invitations/{token}"
    assert (line["method"], line["status"], line["level"]) == ("GET", 200, "info")
    assert lines[-1]["match"] == created["match"]
    for secret in (created["token"], created["invitation"], created["watch"]):
        assert secret not in caplog.text
    assert len({line["request"] for line in lines}) == len(lines)


def test_what_fails_is_a_line_with_its_trace_and_the_number_of_the_request(
    table: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING, "hulldown.requests")
    caplog.handler.setFormatter(AsJson())
    monkeypatch.setattr("hulldown.server.routes.lessons.lesson_rows", lambda: 1 / 0)
    answer = table.client.get("/api/lessons")
    assert answer.status_code == 500
    lines = [json.loads(line) for line in caplog.text.splitlines()]
    assert {line["request"] for line in lines} == {answer.headers["x-request-id"]}
    assert any("ZeroDivisionError" in line.get("trace", "") for line in lines)
    assert any(line.get("route") == "/api/lessons" for line in lines)


# Stopping, as servers are really run


class Served:
    """A server in a process of its own."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hulldown.cli", "serve", "--port", "0", *words],
            cwd=ROOT,
            env=os.environ | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().split("listens on ")[1].split("/ ")[0]

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        _, err = self.process.communicate(timeout=60)
        return self.process.returncode, err


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served("--database", str(tmp_path / "matches.db"))
    yield found
    found.process.kill()
    found.process.communicate()


def test_a_server_that_stops_lets_a_bot_finish_and_tells_its_guests_to_come_back(
    served: Served, tmp_path: Path
) -> None:
    with httpx.Client(base_url=served.base, trust_env=False, timeout=60) as client:
        body = WISH | {"opponent": "bot", "bot": "planner:ace", "side": 1}
        created = client.post("/api/matches", json=body).raise_for_status().json()
    path = f"{served.base.replace('http', 'ws')}/api/matches/{created['match']}/stream"
    heard, codes = list[Json](), list[int]()

    def listen() -> None:
        try:
            with connect(path) as stream:
                stream.send(json.dumps({"token": created["token"], "from": 0}))
                while True:
                    heard.append(json.loads(stream.recv(timeout=60)))
        except ConnectionClosed as closed:
            codes.append(closed.rcvd.code if closed.rcvd else 0)

    listening = threading.Thread(target=listen)
    listening.start()
    while not any(message["type"] == "line" for message in heard):
        time.sleep(0.05)  # the ace has begun; it thinks about its next orders now
    status, err = served.stop()
    listening.join(10)
    assert (status, {json.loads(line)["says"] for line in err.splitlines()} - {"an answer took long"}) == (0, set())
    assert codes == [1012], "the service restarts: come back"
    lines = [message["position"] for message in heard if message["type"] == "line"]
    with sqlite3.connect(tmp_path / "matches.db") as database:
        ((stored,),) = database.execute("SELECT COUNT(*) FROM lines").fetchall()
    database.close()
    assert lines == list(range(stored)), "what is stored was told"


def test_a_proxy_is_believed_for_whom_it_asks_and_nobody_else_is(tmp_path: Path) -> None:
    served = Served("--database", str(tmp_path / "matches.db"), "--proxy", "127.0.0.2", "--log", "requests")
    try:
        for here in ("127.0.0.2", "127.0.0.3"):
            transport = httpx.HTTPTransport(local_address=here)
            with httpx.Client(base_url=served.base, transport=transport, trust_env=False, timeout=60) as client:
                headers = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
                assert client.get("/api/languages", headers=headers).status_code == 200
    finally:
        _, err = served.stop()
    asked = [line for line in map(json.loads, err.splitlines()) if line.get("route") == "/api/languages"]
    assert [line["address"] for line in asked] == ["203.0.113.9", "127.0.0.3"]


def test_all_workers_are_counted_and_what_a_dead_one_counted_stays(postgres: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    served = Served("--workers", "2", "--metrics", f"127.0.0.1:{port}", HULLDOWN_DATABASE=postgres)

    def counts() -> dict[str, float]:
        text = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
        rows = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, value in rows}

    try:
        for _ in range(12):
            httpx.get(f"{served.base}/api/matches/nothing", trust_env=False, timeout=60)
        until = time.monotonic() + 20
        while counts().get('hulldown_answers_total{status="4xx"}') != 12 and time.monotonic() < until:
            time.sleep(0.1)
        before = counts()
        assert before['hulldown_answers_total{status="4xx"}'] == 12
        assert before["hulldown_workers"] == 2
        children = Path(f"/proc/{served.process.pid}/task/{served.process.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        while (now := counts())["hulldown_workers_ended_total"] < 2 and time.monotonic() < until:
            time.sleep(0.1)
        assert now["hulldown_workers_ended_total"] == 2
        assert now['hulldown_answers_total{status="4xx"}'] == 12
    finally:
        status, err = served.stop()
    assert status == 0
    said = [says for line in err.splitlines() if (says := json.loads(line)["says"]) != "an answer took long"]
    assert said == ["a worker ended (-9) and is started again"] * 2


# The doctor


def test_the_doctor_says_what_is_well_what_to_look_at_and_what_is_bad(table: Table, tmp_path: Path) -> None:
    table.hotseat()
    path = tmp_path / "matches.db"
    settings, sources = settings_and_sources("", {"database": str(path), "host": "0.0.0.0"}, {})
    grades = {one.what: (one.grade, one.sentence) for one in findings(settings, sources)}
    assert grades["database"] == ("well", f"it answers, and is of version {int(HEAD)}, as this Hulldown has it")
    assert grades["matches"] == ("well", "1")
    assert grades["address"][0] == "look"
    assert "TLS" in grades["address"][1]
    assert "host = '0.0.0.0' (options)" in grades["settings"][1]
    path.chmod(0o644)
    (tmp_path / "matches.secrets.db").unlink()
    found = list(findings(settings, sources))
    assert [one.sentence for one in found if one.what == "files"] == [
        f"{path} can be read by others; `chmod 600` it",
    ]
    assert any(one.what == "secrets" and one.grade == "look" for one in found)


@pytest.mark.parametrize(
    ("version", "grade"),
    [((3, 40, 1), "look"), ((3, 44, 6), "well"), ((3, 50, 6), "look"), ((3, 51, 2), "look"), ((3, 51, 3), "well")],
)
def test_the_doctor_knows_which_sqlite_has_the_fault(version: tuple[int, int, int], grade: str) -> None:
    assert of_sqlite(version).grade == grade


def test_the_doctor_keeps_a_password_to_itself(capsys: pytest.CaptureFixture[str]) -> None:
    settings, sources = settings_and_sources("", {}, {"HULLDOWN_DATABASE": "postgresql://u:p4ss@127.0.0.1:1/x"})
    found = [*findings(settings, sources)]
    assert [one.grade for one in found if one.what == "database"] == ["bad"]
    assert "u@127.0.0.1:1/x" in str(found)
    assert "p4ss" not in str(found)


def test_the_doctor_looks_at_postgresql(postgres: str) -> None:
    asyncio.run(_try(postgres))
    settings, sources = settings_and_sources("", {"database": postgres, "workers": 64}, {})
    found = {one.what: one.grade for one in findings(settings, sources)}
    assert (found["database"], found["connections"]) == ("well", "look")
    assert "SQLite" not in found
