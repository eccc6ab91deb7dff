"""`hulldown serve`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from hulldown.cli.arguments import Whole
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import show
from hulldown.kernel.files import Fault

if TYPE_CHECKING:
    from hulldown.server.settings import Settings

Database = Annotated[str, Parameter(help="The path of a SQLite file, or a URL; your data folder if not given.")]
Served = Annotated[
    str | None, Parameter(help="The database, as `hulldown serve` takes it; your data folder if nothing is said.")
]
SettingsFile = Annotated[str, Parameter(help="A file of settings in TOML, with the names of `serve`'s options.")]
OwnBots = Annotated[
    str | None, Parameter(help="Bots of your own that are offered too, as mybot.py:Charge; commas between several.")
]
Port = Annotated[Whole, Parameter(help="The port to listen on; 0 takes any.")]


def _wants_folder(folder: Path) -> bool:
    """Whether whoever sits at the terminal wants a folder that is not there; nobody is asked in a script."""
    if not sys.stdin.isatty():
        return False
    return input(f"There is no folder {folder}. Make it? [y/N] ").strip().lower() in ("y", "yes")


def named(bots: str | None) -> tuple[str, ...] | None:
    """The bots of a flag; nothing if there is no flag."""
    return None if bots is None else tuple([bot.strip() for bot in bots.split(",") if bot.strip()])


def settings_for(file: str, **flags: Any) -> "Settings":
    """The settings from flags, environment and file; a wrong flag is a misuse."""
    return settings_and_sources(file, **flags)[0]


def settings_and_sources(file: str, **flags: Any) -> "tuple[Settings, dict[str, str]]":
    """The settings, and where each that was said was said."""
    from hulldown.server.settings import FLAGS, settings_and_sources

    try:
        return settings_and_sources(file, flags)
    except Fault as fault:
        raise Misuse(fault.message) if fault.where == FLAGS else fault from None


def serve(
    *,
    host: Annotated[
        str | None, Parameter(help="The address to listen on; 0.0.0.0 is every one. 127.0.0.1 if nothing is said.")
    ] = None,
    port: Annotated[Whole | None, Parameter(help="The port to listen on; 0 takes any. 8421 if none is said.")] = None,
    database: Annotated[
        str | None, Parameter(help="The path of a SQLite file, or a URL; your data folder if nothing is said.")
    ] = None,
    workers: Annotated[
        Whole | None, Parameter(help="Processes behind the port; more than one needs PostgreSQL. 1 if nothing is said.")
    ] = None,
    patience: Annotated[
        Whole | None,
        Parameter(help="Hours that friends wait before one may go on without the other. 72 if nothing is said."),
    ] = None,
    proxy: Annotated[
        list[str] | None, Parameter(help="The address of a proxy that is believed when it says for whom it asks.")
    ] = None,
    metrics: Annotated[
        str | None, Parameter(help="HOST:PORT where Prometheus finds the counts; nowhere if nothing is said.")
    ] = None,
    log: Annotated[str | None, Parameter(help="What the journal on stderr has: `problems`, or all `requests`.")] = None,
    bots: OwnBots = None,
    archive: Annotated[
        Whole | None,
        Parameter(help="Days after which a match that nobody opens is packed; 0 is never. 90 if nothing is said."),
    ] = None,
    settings: SettingsFile = "",
) -> None:
    """The server for others: players come by links, and each match is kept in the database.

    What no option says is taken from the environment (`HULLDOWN_PORT`), then from the file of settings.
    """
    from hulldown.server.run import address_of, database_url, file_of, listen, run

    found = settings_for(
        settings,
        host=host,
        port=port,
        database=database,
        workers=workers,
        patience=patience,
        proxies=proxy,
        metrics=metrics,
        log=log,
        bots=named(bots),
        archive=archive,
    )
    url = database_url(found.database, _wants_folder)
    if found.workers > 1 and file_of(url) is not None:
        told = "several workers need PostgreSQL (--database postgresql://…), as SQLite is for one process"
        raise Misuse(f"--workers is {found.workers}; {told}")
    listener = listen(found.host, found.port)
    listening = f"Hulldown listens on {address_of(listener)} and stops with Ctrl-C."
    run(listener, msgspec.structs.replace(found, database=url), lambda: show(listening))
