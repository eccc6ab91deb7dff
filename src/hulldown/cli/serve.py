"""`hulldown serve`."""

from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import Whole
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import show

Database = Annotated[str, Parameter(help="The path of a SQLite file, or a URL; your data folder if not given.")]
Port = Annotated[Whole, Parameter(help="The port to listen on; 0 takes any.")]


def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on; 0.0.0.0 is every one.")] = "127.0.0.1",
    port: Port = 8421,
    database: Database = "",
    patience: Annotated[Whole, Parameter(help="Hours that friends wait before one may go on without the other.")] = 72,
) -> None:
    """The server for others: players come by links, and each match is kept in the database."""
    from hulldown.server.run import address_of, database_url, listen, run

    url = database_url(database)
    if patience < 0:
        raise Misuse(f"--patience is {patience}; expected hours, 0 or more")
    listener = listen(host, port)
    listening = f"Hulldown listens on {address_of(listener)} and stops with Ctrl-C."
    run(listener, url, lambda: show(listening), patience_hours=patience)
