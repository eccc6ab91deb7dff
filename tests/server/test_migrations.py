"""Databases that Hulldowns of their time wrote, games running in them (`databases/`): they open, and are played on."""

import asyncio
import hashlib
import json
import sqlite3
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from litestar.testing import TestClient

from hulldown.kernel.files import Fault
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from hulldown.server import migrations, vault
from hulldown.server.app import create_app
from hulldown.server.run import _try
from hulldown.server.store import Store, metadata
from tests.server.conftest import BOOK, Inside, Json, Player, Table
from tests.server.postgres import postgres

__all__ = ["postgres"]
OLD = sorted((Path(__file__).parent / "databases").glob("*.sql"))
NAMES = [path.stem for path in OLD]
OTHER_RULES = {"version1"}  # a rule has changed since; such games can be watched


def laid(path: Path, folder: Path) -> list[Json]:
    """An old database in a folder; who played in it, with their tokens."""
    head, text = path.read_text().split("\n", 2)[1:]
    for part in text.split("-- matches")[1:]:
        name, _, script = part.partition(".db\n")
        with sqlite3.connect(folder / f"matches{name}.db") as database:
            database.executescript(script)
        database.close()
    told: list[Json] = json.loads(head.removeprefix("-- "))
    return told


def written(folder: Path) -> bytes:
    """All that is on the disk of the matches, but for their secrets."""
    return b"".join(path.read_bytes() for path in folder.glob("matches.db*"))


@pytest.mark.parametrize("path", OLD, ids=NAMES)
def test_games_that_ran_in_an_older_database_are_there_and_played_on(
    path: Path, database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    told = {row["name"]: row for row in laid(path, tmp_path)}
    with TestClient(create_app(database, Inside())) as client:
        assert "secrets" not in caplog.text
        players = {name: Player(client, row["match"], row["tokens"][0]) for name, row in told.items()}
        assert players["hotseat"].give()["head"] == 1, "what was answered then is answered the same, whatever is sent"
        for name, row in told.items():
            assert players[name].view()["head"] == row["head"], name
            if path.stem in OTHER_RULES:
                assert players[name].view()["closed"].startswith("The rules have changed" if row["head"] else ""), name
                assert len(players[name].lines()) == row["head"], name
                continue
            assert players[name].view()["closed"] == "", name
            if row["record"]:
                assert hashlib.sha256(players[name].get("/record").text.encode()).hexdigest() == row["record"], name
        if path.stem in OTHER_RULES:
            return
        assert players["over"].view()["result"] is not None
        for name in players.keys() - {"over", "friends", "invitation"}:
            assert play_on(players[name]) >= told[name]["head"] + 2
        blue = Player(client, told["friends"]["match"], told["friends"]["tokens"][1])
        mover = blue if blue.view()["picture"]["tray"]["side"] == 1 else players["friends"]
        assert mover.give()["status"] == "accepted"
        claimed = client.post(f"/api/invitations/{told['invitation']['tokens'][1]}", json={"name": "Bob"})
        assert claimed.status_code == 200
        players["hotseat"].act("resign")
        assert prove(Record.parse(players["hotseat"].get("/record").text), load(BOOK)).status == 0
        assert Table(client).hotseat(keys=[]).give()["status"] == "accepted"
    asyncio.run(_try(database))


def play_on(player: Player) -> int:
    player.numbers = count(100)
    for _ in range(2):
        assert player.give()["status"] == "accepted"
    head: int = player.view()["head"]
    return head


@pytest.mark.parametrize("path", OLD, ids=NAMES)
def test_an_older_database_becomes_what_a_new_one_is(path: Path, database: str, tmp_path: Path) -> None:
    laid(path, tmp_path)
    asyncio.run(_try(database))
    engine = sql.create_engine(f"sqlite:///{tmp_path}/matches.db")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


@pytest.mark.parametrize("path", OLD[:2], ids=NAMES[:2])
def test_seeds_and_keys_that_lay_with_the_matches_are_put_away(path: Path, database: str, tmp_path: Path) -> None:
    laid(path, tmp_path)
    with sqlite3.connect(tmp_path / "matches.db") as old:
        seeds = old.execute("SELECT seed FROM matches WHERE seed != ''").fetchall()
        keys = old.execute("SELECT secret FROM keys").fetchall() if "version2" in path.name else []
    old.close()
    secrets = {str(secret) for (secret,) in seeds + keys}
    assert len(secrets) >= 5
    assert all(secret.encode() in written(tmp_path) for secret in secrets)
    asyncio.run(_try(database))
    assert not [secret for secret in secrets if secret.encode() in written(tmp_path)]
    with sqlite3.connect(tmp_path / "matches.secrets.db") as safe:
        found = safe.execute("SELECT seed FROM secret_seeds UNION SELECT secret FROM secret_keys").fetchall()
    safe.close()
    assert secrets <= {secret for (secret,) in found}


def test_a_migration_that_fails_changes_nothing(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid(OLD[2], tmp_path)

    def broken(connection: sql.Connection) -> None:
        upgrade(connection)
        raise RuntimeError("the power failed")

    upgrade = migrations.upgrade
    monkeypatch.setattr(migrations, "upgrade", broken)
    with pytest.raises(RuntimeError, match="the power failed"):
        asyncio.run(_try(database))
    with sqlite3.connect(tmp_path / "matches.db") as now:
        assert now.execute("SELECT version_num FROM alembic_version").fetchall() == [("0003",)]
        assert not now.execute("SELECT name FROM sqlite_master WHERE name = 'archive'").fetchall()
    now.close()
    monkeypatch.undo()
    asyncio.run(_try(database))


@pytest.mark.parametrize("change", ["alembic_version set version_num = '0099'", "versions set number = 99"])
def test_a_newer_database_is_left_alone(database: str, tmp_path: Path, change: str) -> None:
    asyncio.run(_try(database))
    with sqlite3.connect(tmp_path / "matches.db") as connection:
        if change.startswith("versions"):
            connection.execute("drop table alembic_version")
        connection.execute(f"update {change}")
    connection.close()
    before = (tmp_path / "matches.db").read_bytes()
    with pytest.raises(Fault, match=r"newer Hulldown made it \(version 99; .* another database"):
        asyncio.run(_try(database))
    assert (tmp_path / "matches.db").read_bytes() == before


def test_programs_that_knew_no_migrations_leave_todays_database_alone(database: str, tmp_path: Path) -> None:
    """They looked at the number alone, and the last of them knew 4."""
    asyncio.run(_try(database))
    with sqlite3.connect(tmp_path / "matches.db") as connection:
        ((number,),) = connection.execute("select number from versions").fetchall()
    connection.close()
    assert number > migrations.LAST_NUMBER == 4


def test_the_last_migration_is_the_one_that_new_databases_are_stamped_with() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [migrations.HEAD]


def test_postgresql_gets_the_same_tables_and_servers_that_start_at_once_agree(postgres: str) -> None:
    async def open_at_once() -> Any:
        stores = [Store(postgres) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        async with stores[0]._begin() as connection:
            found = await connection.run_sync(differing)
        for store in stores:
            await store.close()
        return found

    assert asyncio.run(open_at_once()) == []


def differing(connection: sql.Connection) -> list[Any]:
    whole = sql.MetaData()
    for table in (*metadata.tables.values(), *vault.metadata.tables.values()):
        table.to_metadata(whole)
    return list(compare_metadata(MigrationContext.configure(connection), whole))
