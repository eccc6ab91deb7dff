"""Matches that nobody opens for long are packed, and go on as if nothing had been when somebody does."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from litestar.testing import TestClient

from hulldown.server import clock, matches
from hulldown.server.app import create_app
from hulldown.server.store import Store
from tests.server.conftest import Inside, Player, Table, patiently
from tests.server.postgres import postgres

__all__ = ["postgres"]
DAY = 86_400


async def packed(url: str, before: int) -> int:
    store = Store(url)
    await store.open()
    try:
        return await store.archive(before)
    finally:
        await store.close()


def count(folder: Path, table: str) -> int:
    with sqlite3.connect(folder / "matches.db") as database:
        ((found,),) = database.execute(f"SELECT COUNT(*) FROM {table}").fetchall()
    database.close()
    return int(found)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_was_packed_is_the_same_when_it_is_opened(
    kind: str, database: str, request: pytest.FixtureRequest
) -> None:
    url = database if kind == "sqlite" else request.getfixturevalue("postgres")
    with TestClient(create_app(url, Inside())) as client:
        table = Table(client)
        players = [table.hotseat(), table.hotseat(keys=[])]
        for player in players:
            for _ in range(5):
                assert player.give()["status"] == "accepted"
        records = [player.get("/record").text for player in players]
        whys = [player.get("/why").text for player in players]
        first = players[0].post("/orders", {"id": f"{players[0].token[:8]}-0", "position": 0, "orders": [{}]}).json()
    assert asyncio.run(packed(url, clock.now() - DAY)) == 0
    assert asyncio.run(packed(url, clock.now() + DAY)) == 2
    if kind == "sqlite":
        folder = Path(database.partition("///")[2]).parent
        assert (count(folder, "lines"), count(folder, "answers"), count(folder, "archive")) == (0, 0, 2)
    with TestClient(create_app(url, Inside())) as client:
        again = [Player(client, player.match, player.token) for player in players]
        assert [player.get("/record").text for player in again] == records
        assert [player.get("/why").text for player in again] == whys
        body = {"id": f"{again[0].token[:8]}-0", "position": 0, "orders": [{}]}
        assert again[0].post("/orders", body).json() == first, "what was answered is known for ever"
        assert again[0].give(name="later")["status"] == "accepted"
    if kind == "sqlite":
        assert count(folder, "archive") == 0


def test_a_server_packs_by_itself_what_it_has_not_open(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TestClient(create_app(database, Inside())) as client:
        old, open_here = Table(client).hotseat(), Table(client).hotseat()
        for player in (old, open_here):
            player.give()
    monkeypatch.setattr(matches, "SECONDS_TO_ARCHIVE", 0.3)
    began = clock.now()
    with TestClient(create_app(database, Inside(), archive_days=30)) as client:
        Player(client, open_here.match, open_here.token).view()
        monkeypatch.setattr(clock, "now", lambda: began + 31 * DAY)
        patiently(lambda: count(tmp_path, "archive") == 1)
        assert Player(client, open_here.match, open_here.token).give(name="x")["status"] == "accepted"
        assert Player(client, old.match, old.token).give(name="x")["status"] == "accepted"
        assert count(tmp_path, "archive") == 0


def test_another_server_that_has_a_packed_match_open_goes_on(postgres: str) -> None:
    with TestClient(create_app(postgres, Inside())) as client:
        player = Table(client).hotseat()
        for _ in range(3):
            player.give()
        assert asyncio.run(packed(postgres, clock.now() + DAY)) == 1
        assert player.give()["head"] == 4
        assert len(player.lines()) == 4
