"""Starts servers in a fraction of a second: everything is imported once, and each server is a fork of it.

It reads a database and a port from each line of its input, and answers with the process id of a server that is ready.
"""

import os
import signal
import sys

from hulldown.rulebooks import BOOKS, load
from hulldown.server.run import database_url, listen, run


def serve(database: str, port: int) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    run(listen("127.0.0.1", port), database_url(database), lambda: print(os.getpid(), flush=True))


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a server died
    for book in BOOKS:
        load(book)
    for line in sys.stdin:
        database, port = line.split()
        if os.fork() == 0:
            try:
                serve(database, int(port))
            finally:
                print(0, flush=True)
                os._exit(0)


if __name__ == "__main__":
    main()
