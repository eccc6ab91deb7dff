"""What servers on one PostgreSQL tell each other: that a match went on, who is at a table, and that a bot is hurried.

News are told with the commit that they are about, and name the match and never the event: whoever wants to know reads
the log. On SQLite there is one server, and nobody to tell.
"""

import asyncio
import logging
import secrets
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Protocol

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

CHANNEL = "hulldown"
SECONDS_TO_TRY_AGAIN = 1.0
logger = logging.getLogger("hulldown.server")


class Listening(Protocol):
    """Somebody who wants to hear: what a server says of a match, and that news may have been missed."""

    def hear(self, server: str, match: str, word: str) -> None: ...
    def missed(self) -> None: ...


class News:
    """The line to other servers; here nobody is at the other end."""

    shared = False  # whether other servers may write to the same matches

    async def open(self, listener: Listening) -> None:
        return

    async def tell(self, connection: AsyncConnection, match: str, word: str) -> None:
        """Tells the others as soon as the transaction is committed."""

    async def say(self, match: str, word: str) -> None:
        """Tells the others now."""

    async def take(self, match: str) -> bool:
        """Whether this server alone thinks for a match from now on."""
        return True

    async def leave(self, match: str) -> None:
        """Lets others think for it."""

    async def close(self) -> None:
        return


class PostgresNews(News):
    """A connection that listens, and holds this server's locks: when it dies, another takes over."""

    shared = True

    def __init__(self, url: sql.URL) -> None:
        self.name = secrets.token_hex(4)  # of this server, which does not listen to itself
        self._url = url
        self._connection: Any = None
        self._listener: Listening | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._taken = set[str]()

    async def open(self, listener: Listening) -> None:
        self._listener = listener
        await self._connect()
        self._keeping = asyncio.create_task(self._keep())

    async def _connect(self) -> None:
        import asyncpg

        given = self._url.translate_connect_args(username="user")
        self._connection = await asyncpg.connect(**given, **self._url.query)
        self._taken.clear()
        await self._connection.add_listener(CHANNEL, self._heard)

    def _heard(self, connection: Any, pid: int, channel: str, text: str) -> None:
        name, match, word = text.split(" ", 2)
        if name != self.name and self._listener is not None:
            self._listener.hear(name, match, word)

    async def _keep(self) -> None:
        """Connects anew when the line is cut; what was said meanwhile is missed."""
        while True:
            await asyncio.sleep(SECONDS_TO_TRY_AGAIN)
            if not self._connection.is_closed():
                continue
            try:
                await self._connect()
            except Exception as error:  # the database is away for a while
                logger.warning("news are not heard: %s", type(error).__name__)
                continue
            if self._listener is not None:
                self._listener.missed()

    async def tell(self, connection: AsyncConnection, match: str, word: str) -> None:
        said = sql.select(sql.func.pg_notify(CHANNEL, f"{self.name} {match} {word}"))
        await connection.execute(said)

    async def say(self, match: str, word: str) -> None:
        await self._ask("SELECT pg_notify($1, $2)", CHANNEL, f"{self.name} {match} {word}")

    async def take(self, match: str) -> bool:
        if match not in self._taken and await self._ask("SELECT pg_try_advisory_lock($1)", _number(match)):
            self._taken.add(match)
        return match in self._taken

    async def leave(self, match: str) -> None:
        if match in self._taken:
            self._taken.discard(match)
            await self._ask("SELECT pg_advisory_unlock($1)", _number(match))

    async def _ask(self, text: str, *given: Any) -> Any:
        """An answer of the database; none while the line is cut, which frees all locks by itself."""
        async with self._turn:
            try:
                return await self._connection.fetchval(text, *given)
            except Exception as error:
                logger.warning("the line to other servers is cut: %s", type(error).__name__)
                return None

    async def close(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
        if self._connection is not None:
            with suppress(Exception):  # it is left in any case
                await self._connection.close(timeout=2)


def _number(match: str) -> int:
    """A match as an advisory lock has it."""
    return int.from_bytes(blake2b(match.encode(), digest_size=8, person=b"hulldown think").digest(), signed=True)


def news_on(url: sql.URL) -> News:
    """The line to other servers on a database."""
    return PostgresNews(url) if url.get_backend_name() == "postgresql" else News()
