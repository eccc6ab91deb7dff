"""`hulldown play`."""

from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.page import show
from hulldown.cli.serve import Database, OwnBots, Port, named


def play(
    *,
    port: Port = 8421,
    database: Database = "",
    bots: OwnBots = None,
    no_browser: Annotated[bool, Parameter(help="Only print the address.")] = False,
) -> None:
    """Play in the browser: starts a server for this machine alone and opens its page."""
    import threading
    import webbrowser

    from hulldown.server.client import client_folder
    from hulldown.server.run import address_of, database_url, listen, run
    from hulldown.server.settings import Settings

    url = database_url(database)
    listener = listen("127.0.0.1", port, or_any=True)
    address = address_of(listener)
    taken = port not in (0, listener.getsockname()[1])
    elsewhere = f"Port {port} is taken, so this is another one. " if taken else ""

    def ready() -> None:
        show(f"{elsewhere}Hulldown plays at {address} and stops with Ctrl-C.")
        if client_folder() is None:
            show("Its pages are not built yet: `make play` in the project's folder builds them.")
        if not no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(
        listener,
        Settings(database=url, hosts=("127.0.0.1", "localhost"), strangers=False, bots=named(bots) or ()),
        ready,
    )
