"""A server that falls in the midst of a checkpoint, while the log of writes goes into the database itself.

The server runs under `strace`, which kills it at a chosen write into the database's own file; with a write-ahead log
only checkpoints write there. They come often here, as the log is kept short.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.server.conftest import BOOK, ROOT, Nursery
from tests.server.test_kill import Witness, stands

PAGES = 12  # of the log of writes, after which it goes into the database
WRITES = 60  # into the database, at one of which the server falls
START = """
from hulldown.rulebooks import load
from hulldown.server import database
from tests.server.nursery import serve
careful = database._careful
def often(connection, record):
    careful(connection, record)
    cursor = connection.cursor()
    cursor.execute("PRAGMA wal_autocheckpoint={pages}")
    cursor.close()
database._careful = often
load({book!r})
serve({path!r}, {port})
"""
STRACE = shutil.which("strace") or ""


@contextmanager
def fragile(nursery: Nursery, trace: Path, write: int) -> Iterator[subprocess.Popen[str]]:
    """A server that is killed as a thread of it has begun so many writes into the database's own file."""
    source = START.format(pages=PAGES, book=BOOK, path=str(nursery.database), port=nursery.port)
    kill = f"inject=pwrite64:signal=SIGKILL:when={write}"
    words = [STRACE, "-f", "-qq", "-P", str(nursery.database), "-e", "trace=pwrite64,fdatasync", "-e", kill]
    process = subprocess.Popen(
        [*words, "-o", str(trace), sys.executable, "-c", source], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(60)
        assert process.stdout is not None
        process.stdout.close()


def falls(nursery: Nursery, folder: Path, many: int, seed: int, until: float) -> tuple[int, int]:
    """Falls in so many checkpoints, with a look at all that was told after each.

    How many there were, and how many orders were acknowledged, none of which was lost.
    """
    chance, witness, orders, done = random.Random(seed), Witness(nursery), 0, 0
    nursery.start()  # which makes the database
    while done < many and time.monotonic() < until:
        orders += stands(nursery, witness)
        nursery.kill()
        done += _falls_at(nursery, folder / "trace", chance.randrange(1, WRITES), witness)
        nursery.start()
    orders += stands(nursery, witness)
    nursery.kill()
    return done, orders + len(witness.acknowledged)


def _falls_at(nursery: Nursery, trace: Path, write: int, witness: Witness) -> bool:
    """Whether the server fell at a write into its database, before the game was over."""
    with fragile(nursery, trace, write) as process:
        assert process.stdout is not None
        if pid := process.stdout.readline():  # else it fell as it started, when it put away the log of the one before
            threads = [threading.Thread(target=work) for work in (witness.listen, witness.play)]
            for thread in threads:
                thread.start()
            threads[-1].join(120)
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)  # where the game was over first
            for thread in threads:
                thread.join(60)
                assert not thread.is_alive()
        process.wait(60)
    return any("pwrite64" in line and line.endswith("= ?") for line in trace.read_text().splitlines())
