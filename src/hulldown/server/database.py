"""A database: transactions one after the other. SQLite keeps what it said it kept, for its owner only."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from hulldown.kernel.files import Fault
from hulldown.server.counting import TALLY

TABLES = 0x68756C6C  # the lock of whoever makes or changes tables

# Whoever listens to everything would hear each value that is stored, and some are secrets.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class Conflict(Exception):
    """Somebody else has written there already."""


class StoreFailed(Exception):
    """The database did not take it; nothing was kept."""


def _careful(connection: Any, record: Any) -> None:
    """SQLite keeps what it said it kept, also when the power fails, and nothing of what was deleted."""
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
        "secure_delete=ON",
        "cell_size_check=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Database:
    """An engine, and transactions on it; one that only `looks` leaves a file of SQLite as it is."""

    def __init__(self, url: sql.URL, looks: bool = False) -> None:
        self.url = url
        lite = url.get_backend_name() == "sqlite"
        self._engine: AsyncEngine = (
            create_async_engine(url, poolclass=StaticPool, hide_parameters=True)
            if lite
            else create_async_engine(url, hide_parameters=True)  # errors are logged, and some values are secrets
        )
        # SQLite has one connection for all: a reader must not look into a transaction that is under way.
        self._turn = asyncio.Lock() if lite else None
        if lite and not looks:
            sql.event.listen(self._engine.sync_engine, "connect", _careful)

    @property
    def path(self) -> str:
        """The file of an SQLite database; empty where there is none."""
        path = self.url.database or ""
        return "" if self._turn is None or path == ":memory:" or path.startswith("file:") else path

    def close_to_others(self) -> None:
        """A file is for its owner only, from its first byte on."""
        if self.path:
            with suppress(OSError):  # what cannot be opened at all is told by the database
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
                os.chmod(self.path, 0o600)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction. What was begun is finished, also when the one who asked for it has gone."""
        try:
            if self._turn is None:
                async with self._engine.begin() as connection:
                    yield connection
            else:
                async with self._turn, self._engine.begin() as connection:
                    yield connection
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error
        except SQLAlchemyError as error:
            TALLY.count("hulldown_store_failed_total")
            raise StoreFailed(str(error)) from error

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[AsyncConnection]:
        """A transaction beside which no other server makes or changes tables. Here SQLite takes tables back, too."""
        async with self.begin() as connection:
            if self._turn is None:
                await connection.execute(sql.select(sql.func.pg_advisory_xact_lock(TABLES)))
            else:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    async def check(self, connection: AsyncConnection) -> None:
        """Raises `Fault` where the database would say that something is kept before it is."""
        if self._turn is not None:
            return
        said = await connection.scalar(sql.text("SHOW synchronous_commit"))
        if said not in ("on", "remote_apply"):
            told = f"it has synchronous_commit = {said}, so what was answered could be lost; set it to on"
            raise Fault("database", told)

    async def close(self) -> None:
        await self._engine.dispose()
