"""`hulldown play`."""

from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.page import show
from hulldown.cli.serve import Database, Port


def play(
    *,
    port: Port = 8421,
    database: Database = "",
    no_browser: Annotated[bool, Parameter(help="Only print the address.")] = False,
) -> None:
    """Play in the browser: starts a server for this machine alone and opens its page."""
    import threading
    import webbrowser

    from hulldown.server.client import client_folder
    from hulldown.server.run import address_of, database_url, listen, run

    url = database_url(database)
    listener = listen("127.0.0.1", port, or_any=True)
    address = address_of(listener)

    def ready() -> None:
        show(f"Hulldown plays at {address} and stops with Ctrl-C.")
        if client_folder() is None:
            show("Its pages are not built yet: `make play` in the project's folder builds them.")
        if not no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(listener, url, ready, hosts=("127.0.0.1", "localhost"))
