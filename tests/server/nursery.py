"""Starts servers in a fraction of a second: everything is imported once, and each server is a fork of it.

It reads a database and a port from each line of its input, and answers with the process id of a server that is ready.
A third word names the point at which that server is to fall, and a fourth how often it may pass there.
"""

import os
import signal
import sys

from hulldown.rulebooks import BOOKS, load
from hulldown.server.run import database_url, listen, run
from hulldown.server.settings import Settings
from tests.server.failpoints import plant


def serve(database: str, port: int, point: str = "", times: str = "0") -> None:
    if point:
        plant(point, int(times))
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    settings = Settings(database=database_url(database), strangers=False)
    run(listen("127.0.0.1", port), settings, lambda: print(os.getpid(), flush=True))


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a server died
    for book in BOOKS:
        load(book)
    for line in sys.stdin:
        database, port, *point = line.split()
        if os.fork() == 0:
            try:
                serve(database, int(port), *point)
            finally:
                print(0, flush=True)
                os._exit(0)


if __name__ == "__main__":
    main()
