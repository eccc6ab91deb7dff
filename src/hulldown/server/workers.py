"""Several workers behind one port: processes that listen on the same socket and share a PostgreSQL.

Settings come over the input of each, since a database's address may have a password in it, and what it counts goes out
over its output. A worker that dies is started again; when this process is told to stop, all are, and each lets its
tables go.
"""

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import msgspec

from hulldown.kernel.files import Fault
from hulldown.rulebooks import entered
from hulldown.server.counting import TALLY, Counts, added, is_gauge, telling
from hulldown.server.journal import keep_journal
from hulldown.server.settings import Settings

SECONDS_TO_STOP = 20.0
SECONDS_BETWEEN = 1.0  # before a worker that died is started again
SECONDS_TO_COUNT = 1.0  # between two words of what a worker counts
LOOK = 0.2
logger = logging.getLogger("hulldown.server")


class Worker:
    """A process that serves, and what it has counted."""

    def __init__(self, listener: socket.socket, settings: Settings) -> None:
        number = listener.fileno()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hulldown.server.workers", str(number), *entered()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=(number,),
            start_new_session=True,  # an interrupt at the terminal is for this process, which tells the others
        )
        self.counts: Counts = {}
        self._ready = Event()
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(settings).decode() + "\n")
        self.process.stdin.flush()  # it stays open: a worker whose input ends has lost this process, and stops
        self._listening = Thread(target=self._listen, name="worker", daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        """Hears that the worker is ready, and then what it counts, until it ends."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.counts = msgspec.json.decode(line, type=Counts)
            self._ready.set()
        self._ready.set()

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def is_ready(self) -> bool:
        self._ready.wait()
        return bool(self.counts)

    def leave(self) -> Counts:
        """What a worker had counted that has ended, taken from it."""
        self._listening.join()
        counts, self.counts = self.counts, {}
        return {name: value for name, value in counts.items() if not is_gauge(name)}

    def stop(self) -> None:
        if not self.ended:
            self.process.terminate()

    def end(self, seconds: float) -> None:
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Crew:
    """All workers, and what they have counted, the dead included."""

    def __init__(self, listener: socket.socket, settings: Settings) -> None:
        self._listener, self._settings = listener, settings
        self._gone: Counts = {}
        self.workers = [Worker(listener, settings) for _ in range(settings.workers)]

    def replace_the_dead(self) -> None:
        for at, worker in enumerate(self.workers):
            if worker.ended:
                TALLY.count("hulldown_workers_ended_total")
                logger.warning("a worker ended (%s) and is started again", worker.process.returncode)
                self._gone = added((self._gone, worker.leave()))
                time.sleep(SECONDS_BETWEEN)
                self.workers[at] = Worker(self._listener, self._settings)

    def counts(self) -> Counts:
        own = {name: value for name, value in TALLY.counts().items() if name == "hulldown_workers_ended_total"}
        running = float(sum(not worker.ended for worker in self.workers))
        theirs = ({k: v for k, v in worker.counts.items() if k not in own} for worker in self.workers)
        return added((self._gone, *theirs)) | own | {"hulldown_workers": running}

    def close(self) -> None:
        for worker in self.workers:
            worker.stop()
        until = time.monotonic() + SECONDS_TO_STOP
        for worker in self.workers:
            worker.end(max(0.1, until - time.monotonic()))


def supervise(listener: socket.socket, settings: Settings, ready: Callable[[], None]) -> None:
    """Keeps the workers running until it is told to stop."""
    keep_journal(settings.log)
    with _told_to_stop() as told, _crew(listener, settings) as crew, telling(settings.metrics, crew.counts):
        if all(worker.is_ready() for worker in crew.workers):
            ready()
        elif not told():
            raise Fault("server", "a worker could not start; the lines above say why")
        while not told():
            time.sleep(LOOK)
            if not told():
                crew.replace_the_dead()


@contextmanager
def _crew(listener: socket.socket, settings: Settings) -> Iterator[Crew]:
    crew = Crew(listener, settings)
    try:
        yield crew
    finally:
        crew.close()


@contextmanager
def _told_to_stop() -> Iterator[Callable[[], bool]]:
    told = list[int]()
    words = signal.SIGINT, signal.SIGTERM
    handlers = {word: signal.signal(word, lambda number, _: told.append(number)) for word in words}
    try:
        yield lambda: bool(told)
    finally:
        for word, handler in handlers.items():
            signal.signal(word, handler)


def _tell_counts() -> None:
    """Tells for ever what this worker counts; the first word says that it is ready."""
    while True:
        print(msgspec.json.encode(TALLY.counts()).decode(), flush=True)
        time.sleep(SECONDS_TO_COUNT)


def main() -> None:
    from hulldown.rulebooks import enter
    from hulldown.server.run import serve

    number, *books = sys.argv[1:]
    for book in books:
        enter(book)
    settings = msgspec.json.decode(sys.stdin.readline(), type=Settings)

    def orphaned() -> None:
        sys.stdin.read()
        os.kill(os.getpid(), signal.SIGTERM)

    def ready() -> None:
        Thread(target=_tell_counts, daemon=True).start()

    Thread(target=orphaned, daemon=True).start()
    try:
        serve(socket.socket(fileno=int(number)), settings, ready)
    except Fault as fault:
        print(f"hulldown: {fault}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
