"""The host's secrets, apart from the matches: dice keys that it drew or that were left with it, and seeds.

With SQLite they have a file of their own, beside that of the matches; in another database, tables of their own. So a
backup can leave them out. What lacks them can be watched and downloaded; new keys can be agreed on.

A secret is stored before the line that tells of its anchor. One whose line was never written does no harm.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import sqlalchemy as sql

from hulldown.server.database import Database

metadata = sql.MetaData()
keys = sql.Table(
    "secret_keys",
    metadata,
    sql.Column("match", sql.String(40), primary_key=True),
    sql.Column("anchor", sql.String(64), primary_key=True),
    sql.Column("secret", sql.String(64), nullable=False),
)
seeds = sql.Table(
    "secret_seeds",
    metadata,
    sql.Column("match", sql.String(40), primary_key=True),
    sql.Column("seed", sql.String(80), nullable=False),
)


class KeyRow(msgspec.Struct, frozen=True):
    """A dice key whose secret the host has, by its anchor."""

    anchor: str
    secret: str


def vault_url(url: sql.URL) -> sql.URL:
    """Where the secrets of a database of matches are: beside its file, `matches.secrets.db` for `matches.db`."""
    return url.set(database=str(path_beside(Path(str(url.database)))))


def path_beside(path: Path) -> Path:
    """The file of the secrets beside that of the matches."""
    return path.with_name(f"{path.stem}.secrets{path.suffix}")


class Vault:
    """Seeds and secrets, by matches."""

    def __init__(self, beside: Database) -> None:
        self._own = Database(vault_url(beside.url)) if beside.path else None
        self._database = self._own or beside
        self.path = self._own.path if self._own else ""

    async def open(self) -> None:
        self._database.close_to_others()
        async with self._database.alone() as connection:
            await connection.run_sync(metadata.create_all)

    async def is_empty(self) -> bool:
        async with self._database.begin() as connection:
            found = [(await connection.execute(sql.select(table).limit(1))).first() for table in (keys, seeds)]
        return found == [None, None]

    async def put(self, match: str, rows: Sequence[KeyRow], seed: str = "") -> None:
        if not rows and not seed:
            return
        async with self._database.begin() as connection:
            for row in rows:
                same = (keys.c.match == match, keys.c.anchor == row.anchor)
                await connection.execute(sql.delete(keys).where(*same))
                await connection.execute(sql.insert(keys).values(match=match, **msgspec.structs.asdict(row)))
            if seed:
                await connection.execute(sql.delete(seeds).where(seeds.c.match == match))
                await connection.execute(sql.insert(seeds).values(match=match, seed=seed))

    async def keys(self, match: str) -> list[KeyRow]:
        chosen = sql.select(keys.c.anchor, keys.c.secret).where(keys.c.match == match)
        async with self._database.begin() as connection:
            return [KeyRow(*row) for row in await connection.execute(chosen)]

    async def seed(self, match: str) -> str:
        """The seed of a match; empty where it has none, or where it is not here any more."""
        async with self._database.begin() as connection:
            found = await connection.execute(sql.select(seeds.c.seed).where(seeds.c.match == match))
            return str(found.scalar_one_or_none() or "")

    async def close(self) -> None:
        if self._own:
            await self._own.close()
