"""Backups of a server that runs, and servers made of them.

A backup is a SQLite file with all matches of one moment, whatever database they are from, and beside it one with their
secrets. They are copied in this order, since a secret is stored before the line that tells of it: what the backup has
lines of, it has the secrets of.
"""

import os
import shutil
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from hulldown.kernel.files import Fault
from hulldown.server import migrations, vault
from hulldown.server.database import Database, StoreFailed
from hulldown.server.run import LITE, file_of
from hulldown.server.store import Store, lines, matches, metadata, pulse, versions

MANY = 500  # rows at once
LEFT = {pulse.name, versions.name}  # what every database has of its own


class Copied(NamedTuple):
    """How much was copied, and whether the secrets came along."""

    matches: int
    lines: int
    secrets: bool


def reading(url: str) -> Database:
    """A database that is only looked at; raises `Fault` where there is none."""
    if (path := file_of(url)) is None:
        return Database(sql.make_url(url))
    if not path.is_file():
        raise Fault(str(path), "there is no such database; name another with --database")
    return Database(sql.make_url(f"{LITE}file:{path}?mode=ro&uri=true"), looks=True)


@asynccontextmanager
async def one_moment(database: Database) -> AsyncIterator[AsyncConnection]:
    """A transaction that sees nothing of what is written while it lasts."""
    async with database.begin() as connection:
        lite = database.url.get_backend_name() == "sqlite"
        told = "BEGIN" if lite else "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
        await connection.exec_driver_sql(told)
        yield connection


async def back_up(url: str, to: Path, public: bool = False) -> Copied:
    """Copies a database into new files, which are there once they are whole; raises `Fault`."""
    beside = vault.path_beside(to)
    for path in (to, beside):
        if path.exists():
            raise Fault(str(path), "there is a file of this name; name another, as nothing is overwritten")
    with TemporaryDirectory(prefix=".hulldown-", dir=_folder(to)) as folder:
        part = Path(folder) / to.name
        copied = await _copied(url, f"{LITE}{part}", public)
        await _check(f"{LITE}{part}")
        if copied.secrets:
            _settle(vault.path_beside(part), beside)
        _settle(part, to)
    return copied


async def restore(found: Path, url: str) -> Copied:
    """Fills a database that has no matches yet from a backup, which may be of an older Hulldown; raises `Fault`."""
    if not found.is_file():
        raise Fault(str(found), "there is no such backup")
    with TemporaryDirectory(prefix="hulldown-") as folder:
        part = Path(folder) / "backup.db"
        shutil.copyfile(found, part)
        with suppress(FileNotFoundError):
            shutil.copyfile(vault.path_beside(found), vault.path_beside(part))
        await _check(f"{LITE}{part}", str(found))
        await _opened(f"{LITE}{part}")
        return await _copied(f"{LITE}{part}", url, not vault.path_beside(found).is_file())


def _folder(to: Path) -> Path:
    if not to.parent.is_dir():
        raise Fault(str(to), f"there is no folder {to.parent}; make it first")
    return to.parent


def _settle(part: Path, to: Path) -> None:
    """Gives a file its name once it is on the disk."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.rename(to)


async def _opened(url: str) -> None:
    """Makes what is lacking in a database, and brings up to date what is old."""
    store = Store(url)
    try:
        await store.prepare()
    finally:
        await store.close()


async def _copied(source: str, target: str, public: bool) -> Copied:
    """Copies all rows into a database without matches: all or nothing."""
    async with _using(reading(source)) as old, _using(Database(sql.make_url(target))) as new:
        async with one_moment(old) as found:
            await _check_revision(found)
        await _opened(target)
        async with one_moment(old) as found, new.begin() as into:
            if await into.scalar(sql.select(matches.c.id).limit(1)) is not None:
                raise Fault("database", "there are matches in it; name one that is new or empty with --database")
            await _copy(found, into, [table for table in metadata.sorted_tables if table.name not in LEFT])
            secrets = not public and await _copy_secrets(source, target)
            counted = [await into.scalar(sql.select(sql.func.count()).select_from(one)) for one in (matches, lines)]
    return Copied(int(counted[0] or 0), int(counted[1] or 0), secrets)


@asynccontextmanager
async def _using(database: Database) -> AsyncIterator[Database]:
    try:
        yield database
    finally:
        await database.close()


async def _check_revision(connection: AsyncConnection) -> None:
    """A database is copied by the Hulldown that serves it, as only that one knows what is in it."""
    names = await connection.run_sync(lambda found: sql.inspect(found).get_table_names())
    there = migrations.revisions.name in names
    revision = await connection.scalar(sql.select(migrations.revisions.c.version_num)) if there else None
    if revision != migrations.HEAD:
        told = "it is of another version of Hulldown, or of none; use the one that serves it"
        raise Fault("database", told)


async def _copy(found: AsyncConnection, into: AsyncConnection, tables: Iterable[sql.Table]) -> None:
    for table in tables:
        rows = await found.stream(sql.select(table))
        async for part in rows.mappings().partitions(MANY):
            await into.execute(sql.insert(table), [dict(row) for row in part])


async def _copy_secrets(source: str, target: str) -> bool:
    """Copies the secrets, if there are any."""
    async with _using(_vault_of(source)) as old, _using(_vault_of(target, new=True)) as new:
        if (path := file_of(source)) is not None and not vault.path_beside(path).is_file():
            return False
        async with one_moment(old) as found, new.begin() as into:
            await _copy(found, into, vault.metadata.sorted_tables)
    return True


def _vault_of(url: str, new: bool = False) -> Database:
    path = file_of(url)
    beside = url if path is None else f"{LITE}{vault.path_beside(path)}"
    known = new or path is None or vault.path_beside(path).is_file()
    return reading(beside) if known and not new else Database(sql.make_url(beside))


async def _check(url: str, name: str = "backup") -> None:
    """Raises `Fault` where a copy is damaged, or a log in it has a gap."""
    path = file_of(url)
    assert path is not None
    many, last = sql.func.count(), sql.func.max(lines.c.position)
    gaps = sql.select(lines.c.match).group_by(lines.c.match).having(many != last + 1).limit(1)
    async with _using(reading(url)) as database:
        try:
            async with one_moment(database) as found:
                said = (await found.exec_driver_sql("PRAGMA integrity_check")).scalar_one()
                match = await found.scalar(gaps) if said == "ok" else None
        except StoreFailed:
            raise Fault(name, "this is no backup of Hulldown's, or it is damaged; take another one") from None
    if said != "ok":
        raise Fault(name, f"it is damaged ({said[:80]}); take another backup")
    if match is not None:
        raise Fault(name, f"the log of match {match} has a gap; take another backup")
