"""The database: which ones are taken, and what is said of those that are not."""

import asyncio
import sqlite3
import sys
from pathlib import Path

import pytest
from sqlalchemy import Dialect
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from hulldown.kernel.files import Fault
from hulldown.server.migrations import HEAD, TAKEN_OVER
from hulldown.server.run import _try, database_url
from hulldown.server.store import Store, metadata


def test_a_database_keeps_its_version_and_is_opened_again(database: str, tmp_path: Path) -> None:
    for _ in range(2):
        asyncio.run(_try(database))
    with sqlite3.connect(tmp_path / "matches.db") as connection:
        assert connection.execute("select number from versions").fetchall() == [(TAKEN_OVER,)]
        assert connection.execute("select version_num from alembic_version").fetchall() == [(HEAD,)]
    connection.close()


def test_a_driver_that_is_lacking_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(Fault, match="driver asyncpg, which is not installed; `pip install asyncpg`"):
        asyncio.run(_try(database_url("postgresql://somebody:secret@localhost/games")))


def test_a_terrain_that_another_server_has_kept_meanwhile_is_no_trouble(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unseen(self: Store, terrain: str) -> None:
        return None

    async def keep_twice() -> None:
        store = Store(database)
        await store.open()
        for _ in range(2):
            await store.keep_terrain("t", "{}")
        await store.close()

    monkeypatch.setattr(Store, "terrain", unseen)
    asyncio.run(keep_twice())


def test_every_table_can_be_made_by_postgresql() -> None:
    dialect: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in metadata.sorted_tables:
        assert table.name in str(CreateTable(table).compile(dialect=dialect))
