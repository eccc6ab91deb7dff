"""Is all well with a server? What whoever runs it would look at one by one; nothing is changed."""

import asyncio
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

import msgspec
import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncConnection

from hulldown import __version__
from hulldown.kernel.files import Fault
from hulldown.server import migrations
from hulldown.server.alone import is_taken
from hulldown.server.backup import reading
from hulldown.server.client import client_folder
from hulldown.server.database import StoreFailed
from hulldown.server.run import database_url, file_of
from hulldown.server.settings import OPEN, Settings
from hulldown.server.store import matches
from hulldown.server.vault import path_beside

LITTLE, TOO_LITTLE = 1 << 30, 100 << 20  # bytes on a disk
MANY_FILES = 8_192  # that a server of thousands of streams has open
CONNECTIONS = 16  # to PostgreSQL that a worker may have
MENDED = ((3, 44, 6), (3, 45, 0)), ((3, 50, 7), (3, 51, 0)), ((3, 51, 3), (99, 0, 0))
"""The versions of SQLite without the fault of its write-ahead log that was found in March 2026."""
Grade = Literal["well", "look", "bad"]


class Finding(msgspec.Struct, frozen=True):
    """What was looked at, how it is, and what to do about it."""

    grade: Grade
    what: str
    sentence: str


def well(what: str, sentence: str) -> Finding:
    return Finding("well", what, sentence)


def look(what: str, sentence: str) -> Finding:
    return Finding("look", what, sentence)


def bad(what: str, sentence: str) -> Finding:
    return Finding("bad", what, sentence)


def findings(settings: Settings, sources: Mapping[str, str]) -> Iterator[Finding]:
    """Everything, in the order in which one would look."""
    yield well("Hulldown", f"{__version__} on Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    yield from of_settings(settings, sources)
    if "://" not in settings.database:
        yield of_sqlite(sqlite3.sqlite_version_info)
    yield from of_database(settings)
    yield of_files()
    yield of_address(settings)
    yield of_client()


def of_settings(settings: Settings, sources: Mapping[str, str]) -> Iterator[Finding]:
    told = {name: getattr(settings, name) for name in OPEN if name in sources}
    if isinstance(told.get("database"), str):
        told["database"] = without_password(told["database"])
    said = "; ".join(f"{name} = {value!r} ({sources[name]})" for name, value in told.items())
    yield well("settings", said or "as they come")


def without_password(database: str) -> str:
    scheme, mark, rest = database.partition("://")
    user, at, place = rest.rpartition("@")
    return f"{scheme}{mark}{user.partition(':')[0]}{at}{place}"


def of_sqlite(version: tuple[int, int, int]) -> Finding:
    name = ".".join(map(str, version))
    if any(first <= version < end for first, end in MENDED):
        return well("SQLite", f"{name}, without a known fault that matters here")
    told = "can damage a database when two programs write to it at the same moment; the server is the only one that"
    return look("SQLite", f"{name} {told} writes, so let no other program write to its file, or use 3.51.3 and newer")


def of_database(settings: Settings) -> Iterator[Finding]:
    try:
        url = database_url(settings.database, new=False)
    except Fault as fault:
        yield bad("database", f"{fault}") if "://" in settings.database else look("database", f"{fault}, or serve it")
        return
    path = file_of(url)
    if path is not None and settings.workers > 1:
        yield bad("workers", f"there are to be {settings.workers}, and SQLite is for one; name a PostgreSQL")
    if path is not None:
        yield from of_file(path)
    yield from asyncio.run(_asked(url, settings))


async def _asked(url: str, settings: Settings) -> list[Finding]:
    """What the database itself says."""
    try:
        database = reading(url)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        return [bad("database", f"it cannot be used ({' '.join(str(error).split())[:200]}); see docs/operating.md")]
    try:
        async with database.begin() as connection:
            await database.check(connection)
            names = await connection.run_sync(lambda found: sql.inspect(found).get_table_names())
            found = [await _revision(connection, names)]
            if matches.name in names:
                many = await connection.scalar(sql.select(sql.func.count()).select_from(matches))
                found.append(well("matches", f"{many:,}"))
            if file_of(url) is None:
                found += [one async for one in _of_postgres(connection, settings)]
            else:
                found.append(await _whole(connection))
            return found
    except Fault as fault:
        return [bad("database", fault.message)]
    except (StoreFailed, OSError) as error:
        return [bad("database", f"it does not answer ({' '.join(str(error).split())[:200]})")]
    finally:
        await database.close()


async def _whole(connection: AsyncConnection) -> Finding:
    """Whether SQLite can read all of its file."""
    said = str(await connection.scalar(sql.text("PRAGMA quick_check(1)")))
    if said == "ok":
        return well("file", "all of it can be read")
    told = " ".join(said.split())[:200]
    return bad("file", f"it is damaged ({told}); `hulldown restore BACKUP --database NEW.db` brings a backup back")


async def _revision(connection: AsyncConnection, names: list[str]) -> Finding:
    stamps = migrations.revisions
    revision = await connection.scalar(sql.select(stamps.c.version_num)) if stamps.name in names else None
    if revision == migrations.HEAD:
        return well("database", f"it answers, and is of version {int(revision)}, as this Hulldown has it")
    if not names:
        return well("database", "it answers, and is empty")
    if revision is not None and str(revision) > migrations.HEAD:
        return bad("database", f"a newer Hulldown made it (version {int(revision)}); update Hulldown")
    return look("database", "it is of an older Hulldown, and the next start brings it up to date; back it up before")


async def _of_postgres(connection: AsyncConnection, settings: Settings) -> AsyncIterator[Finding]:
    most = int(await connection.scalar(sql.text("SHOW max_connections")) or 0)
    needed = settings.workers * CONNECTIONS
    told = f"it takes {most} connections; {settings.workers} workers may ask for {needed}"
    yield well("connections", told) if most > needed else look("connections", f"{told}: raise max_connections")


def of_file(path: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(path.parent).free
    size = path.stat().st_size / (1 << 20)
    told = f"{free / (1 << 30):,.1f} GiB free at {path.parent}; the matches have {size:,.1f} MiB"
    yield (bad if free < TOO_LITTLE else look if free < LITTLE else well)("disk", told)
    for one in (path, path_beside(path)):
        if not one.is_file():
            yield look("secrets", f"{one} is not there; without it sealed dice need new keys")
        elif not os.access(one, os.W_OK):
            yield bad("files", f"{one} cannot be written by this user; give it to the one who serves")
        elif stat.S_IMODE(one.stat().st_mode) & 0o077:
            yield look("files", f"{one} can be read by others; `chmod 600` it")
    if is_taken(path):
        yield well("server", "one runs on this database")


def of_files() -> Finding:
    try:
        import resource
    except ModuleNotFoundError:
        return well("open files", "as many as the system gives")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    told = f"{most:,} at once"
    if most >= MANY_FILES:
        return well("open files", told)
    return look("open files", f"{told}, which is few for thousands of guests; raise it (`ulimit -n {MANY_FILES}`)")


def of_address(settings: Settings) -> Finding:
    host = settings.host
    try:
        alone = ip_address(host).is_loopback
    except ValueError:
        alone = host == "localhost"
    at = f"{host}:{settings.port}"
    if not settings.proxies and not alone:
        told = "is open to others without a proxy, so links go over plain http; put a proxy with TLS before it"
        return look("address", f"{at} {told}")
    if alone and not settings.proxies:
        return well("address", f"{at}, for this machine alone")
    return well("address", f"{at}, behind {', '.join(settings.proxies)}")


def of_client() -> Finding:
    folder = client_folder()
    if folder is None:
        return bad("pages", "they are not built; `make client` in the project's folder builds them")
    return well("pages", f"they are in {folder}")
