"""Running the server: a socket, a database, and a word when people may come in."""

import asyncio
import os
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread

import uvicorn
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from hulldown.kernel.files import Fault
from hulldown.rulebooks import BOOKS, load
from hulldown.server import strict
from hulldown.server.app import MATCHES_A_MINUTE, book_answer, cover, create_app
from hulldown.server.database import StoreFailed
from hulldown.server.matches import PATIENCE_HOURS
from hulldown.server.store import Store

LITE = "sqlite+aiosqlite:///"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "hulldown"


def database_url(database: str) -> str:
    """A database as SQLAlchemy names it: a URL, the path of a SQLite file, or the user's own."""
    scheme, mark, rest = database.partition("://")
    if mark:
        return f"{DRIVERS.get(scheme, scheme)}://{rest}"
    path = Path(database).expanduser() if database else data_folder() / "matches.db"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with path.open("ab"):  # said here, in one sentence, and not by the database later
            pass
    except OSError as error:
        raise Fault(str(path), f"the database cannot be written there ({error.strerror}); name another") from None
    return f"{LITE}{path.resolve()}"


def listen(host: str, port: int, or_any: bool = False) -> socket.socket:
    """A socket that listens, on another port if that one is taken and any will do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that asyncio sends small answers at once instead of 40 ms later.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError:
            if not or_any:
                raise
            listener.bind((host, 0))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        told = getattr(error, "strerror", None) or error
        raise Fault(f"{host}:{port}", f"the server cannot listen there ({told}); choose another --port") from None
    return listener


def address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


async def _try(database: str) -> None:
    """Opens a database once, so that what is wrong with it is one sentence."""
    try:
        store = Store(database)
        try:
            await store.open()
        finally:
            await store.close()
    except ModuleNotFoundError as error:
        told = f"it needs the driver {error.name}, which is not installed; `pip install {error.name}`"
        raise Fault("database", f"{told}, or give the path of a SQLite file") from None
    except (ArgumentError, NoSuchModuleError, StoreFailed, OSError) as error:
        told = " ".join(str(error).split())
        raise Fault("database", f"it cannot be used ({told[:200]}); give the path of another file") from None


def read_ahead() -> None:
    """Opens every rulebook, so that the first page does not wait for it: what all pages need, and then the rest."""
    for prepare in (load, cover, book_answer):
        for book_id in BOOKS:
            prepare(book_id)


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()


def run(
    listener: socket.socket,
    database: str,
    ready: Callable[[], None],
    hosts: Sequence[str] = (),
    patience_hours: int = PATIENCE_HOURS,
) -> None:
    """Serves until it is interrupted."""
    Thread(target=read_ahead, name="read ahead", daemon=True).start()
    try:
        asyncio.run(_try(database))
    except Fault:
        listener.close()
        raise
    most = sys.maxsize if hosts else MATCHES_A_MINUTE  # nobody crowds a server for this machine alone
    config = uvicorn.Config(
        create_app(database, hosts=hosts, most_matches_a_minute=most, patience_hours=patience_hours),
        ws="websockets-sansio",
        ws_max_size=strict.MOST_BYTES,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        timeout_graceful_shutdown=2,
    )
    server = _Server(config, ready)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # it was asked to stop, and has
    finally:
        listener.close()
    if not server.started:
        raise Fault("server", "it could not start; the lines above say why")
