"""What is wrong with a database: another program that holds it, a file that is damaged."""

import math
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from litestar.testing import TestClient

from hulldown.server import database as careful
from hulldown.server.app import create_app
from tests.marks import soak_times
from tests.server.conftest import Inside, Table, wrong
from tests.server.damage import damaged


def test_no_damaged_file_opens_with_another_game(tmp_path: Path) -> None:
    came = damaged(tmp_path, soak_times(40), seed=4, until=math.inf)
    assert came["refused"] + came["closed"] > 3, came


def test_a_file_that_is_no_database_is_left_alone_and_the_way_back_is_named(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    path.write_bytes(b"all that was is gone" * 500)
    before = path.read_bytes()
    words = [sys.executable, "-m", "hulldown.cli", "serve", "--port", "0", "--database", str(path)]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 1
    assert len(ran.stderr.splitlines()) == 1
    assert "`hulldown restore BACKUP --database NEW.db`" in ran.stderr
    assert path.read_bytes() == before


def test_while_another_program_holds_the_database_orders_are_told_to_try_again_and_then_are_played_once(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = careful._careful

    def hasty(connection: object, record: object) -> None:
        usual(connection, record)
        connection.cursor().execute("PRAGMA busy_timeout=50")  # type: ignore[attr-defined]

    monkeypatch.setattr(careful, "_careful", hasty)
    with TestClient(create_app(database, Inside())) as client:
        player = Table(client).hotseat()
        body = {"id": "the same", "position": 0, "orders": [player.order()]}
        other = sqlite3.connect(tmp_path / "matches.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert "try again" in wrong(player.post("/orders", body), 503, "store/failed")
        assert player.view()["head"] == 0
        other.execute("ROLLBACK")
        other.close()
        first = player.post("/orders", body).json()
        assert (first["status"], first["head"]) == ("accepted", 1)
        assert player.post("/orders", body).json() == first
        assert player.view()["head"] == 1
