"""Running the server: a socket, a database, and a word when people may come in."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

import uvicorn
from litestar import Litestar
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from hulldown.bots import name_own
from hulldown.kernel.files import Fault
from hulldown.rulebooks import BOOKS, load
from hulldown.server import strict
from hulldown.server.alone import alone_on
from hulldown.server.app import MATCHES_A_MINUTE, create_app
from hulldown.server.counting import TALLY, telling
from hulldown.server.covers import book_answer, cover
from hulldown.server.database import StoreFailed
from hulldown.server.door import MOST_OF_ONE, Streamed, door
from hulldown.server.journal import keep_journal
from hulldown.server.settings import Settings
from hulldown.server.store import Store
from hulldown.server.workers import supervise

SWITCH_SECONDS = 0.001  # a log that is played again in a thread lets tables have their turn this often
LITE = "sqlite+aiosqlite:///"
DAMAGED = ("malformed", "not a database")  # what SQLite says of a file that it cannot read
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


def database_url(database: str, make: Callable[[Path], bool] = lambda folder: False, new: bool = True) -> str:
    """A database as SQLAlchemy names it: a URL, the path of a SQLite file, or the user's own.

    A file that is not there is made unless it has to be there; its folder where `make` says so, since its name may be
    a slip of the hand.
    """
    scheme, mark, rest = database.partition("://")
    if mark and scheme not in (*DRIVERS, *DRIVERS.values()):
        told = f"{scheme[:40]!r} is no kind of database that Hulldown knows; give the path of a SQLite file"
        raise Fault("database", f"{told}, or postgresql://…")
    if mark:
        return f"{DRIVERS.get(scheme, scheme)}://{rest}"
    path = Path(database).expanduser() if database else data_folder() / "matches.db"
    if not new and not path.is_file():
        raise Fault(str(path), "there is no such database; name another with --database")
    try:
        if database and not path.parent.is_dir() and not make(path.parent):
            raise Fault(str(path), f"there is no folder {path.parent}; make it first, or name another")
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with path.open("ab"):  # said here, in one sentence, and not by the database later
            pass
    except OSError as error:
        raise Fault(str(path), f"the database cannot be written there ({error.strerror}); name another") from None
    return f"{LITE}{path.resolve()}"


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; none of any other."""
    return Path(url.removeprefix(LITE)) if url.startswith(LITE) else None


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
        told = " ".join(str(error).partition("(Background on")[0].split())
        if any(sign in told for sign in DAMAGED):
            what = "it is damaged, or no database at all, and was left as it is; `hulldown doctor` looks at it, and"
            raise Fault(
                "database", f"{what} `hulldown restore BACKUP --database NEW.db` brings a backup back"
            ) from None
        raise Fault("database", f"it cannot be used ({told[:200]}); give the path of another file") from None


def read_ahead() -> None:
    """Opens every rulebook, so that the first page does not wait for it: what all pages need, and then the rest."""
    for prepare in (load, cover, book_answer):
        for book_id in BOOKS:
            prepare(book_id)


class _Server(uvicorn.Server):
    """A server that says when it is ready, and lets bots finish before it goes."""

    def __init__(self, app: Litestar, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._ready = app, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Guests are sent elsewhere, bots finish, and then the streams end with the word that they may come back."""
        state = self._app.state
        if self.started and not self.force_exit:
            state.health.stopping = True
            await state.matches.rest()
        await super().shutdown(sockets)


def run(listener: socket.socket, settings: Settings, ready: Callable[[], None]) -> None:
    """Serves until it is interrupted, in this process or in several."""
    try:
        with alone_on(file_of(settings.database)):
            asyncio.run(_try(settings.database))
            if settings.workers > 1:
                supervise(listener, settings, ready)
            else:
                with telling(settings.metrics, lambda: TALLY.counts() | {"hulldown_workers": 1.0}):
                    serve(listener, settings, ready)
    finally:
        listener.close()


def serve(listener: socket.socket, settings: Settings, ready: Callable[[], None]) -> None:
    """Serves in this process."""
    if settings.strangers:
        keep_journal(settings.log)
    name_own(settings.bots)
    Thread(target=read_ahead, name="read ahead", daemon=True).start()
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(
        settings.database,
        hosts=settings.hosts,
        most_matches_a_minute=sys.maxsize if settings.hosts else MATCHES_A_MINUTE,
        patience_hours=settings.patience,
        strangers=settings.strangers,
        processes=max(1, (os.cpu_count() or 1) // settings.workers),
        archive_days=settings.archive,
        workers=settings.workers,
    )
    config = uvicorn.Config(
        app,
        http=door(max(8, MOST_OF_ONE // settings.workers) if settings.strangers else sys.maxsize, settings.proxies),
        ws=Streamed,
        ws_max_size=strict.MOST_BYTES,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        lifespan="on",
        timeout_graceful_shutdown=2,
    )
    server = _Server(app, config, ready)
    signal.signal(signal.SIGTERM, lambda *_: None)  # the server hears it, stops, and raises it once more
    with suppress(KeyboardInterrupt):  # it was asked to stop, and has
        server.run(sockets=[listener])
    if not server.started:
        raise Fault("server", "it could not start; the lines above say why")
