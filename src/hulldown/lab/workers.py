"""Who does the work: this process, several, or the machines of a dask cluster.

Work comes in numbered batches of bytes, and a batch always gives the same bytes. So it does not matter who does it,
when it is finished or whether it was begun twice: its answer is taken once, under its number.
"""

import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from hashlib import blake2b
from itertools import islice
from math import ceil, inf
from time import perf_counter
from typing import Any, Protocol

from hulldown.kernel.files import Fault

AHEAD = 3  # tasks for each worker: it never waits, and a million games take no more memory
BUNDLE_SECONDS = 0.5  # of a task on a cluster: a hundred times what handing it over costs
SHARES = 2  # bundles that are held back for each thread, to be cut smaller if no more come
ASK_SECONDS = 2  # before a scheduler is asked again how many threads its workers have
PATIENCE_SECONDS = 30  # with a scheduler that does not answer
WORKERS_SECONDS = 60  # with one that has no workers yet
Task = Callable[[bytes], bytes]
Batch = tuple[int, bytes]
_BROKEN = (
    "a worker process did not start or was killed; use one job, or fewer, "
    'and in a script call this under `if __name__ == "__main__":`'
)


class Workers(Protocol):
    def run(self, task: Task, batches: Iterable[Batch]) -> Iterator[Batch]:
        """The answer to each batch under its number, as they are finished."""
        ...


class Here:
    """One batch after the other, in this process."""

    def run(self, task: Task, batches: Iterable[Batch]) -> Iterator[Batch]:
        for number, data in batches:
            yield number, task(data)


class Processes:
    """Several processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, task: Task, batches: Iterable[Batch]) -> Iterator[Batch]:
        others = set(multiprocessing.active_children())
        context = multiprocessing.get_context(_start_method())
        pool = ProcessPoolExecutor(self.jobs, context, _leave_interrupts_to_the_parent)
        due: dict[Future[bytes], int] = {}
        try:
            for number, data in batches:
                due[pool.submit(task, data)] = number
                if len(due) >= AHEAD * self.jobs:
                    yield from _finished(due)
            while due:
                yield from _finished(due)
            pool.shutdown()
        except BrokenProcessPool:
            raise Fault("jobs", _BROKEN) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
            raise


def _finished(due: dict[Future[bytes], int]) -> Iterator[Batch]:
    for future in wait(due, return_when=FIRST_COMPLETED).done:
        yield due.pop(future), future.result()


def _start_method() -> str:
    """A fork has everything loaded already, but copies the locks that other threads hold: then a fresh process."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster:
    """The workers of a dask scheduler. What a lost worker had in hand is given to another one by the scheduler.

    A task costs the scheduler and the client milliseconds, so short batches go together in one.
    """

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, task: Task, batches: Iterable[Batch]) -> Iterator[Batch]:
        try:
            from distributed import as_completed
        except ImportError:
            raise Fault("cluster", "dask is not installed here; install hulldown[cluster]") from None
        client = self._client()
        try:
            bundles, threads = Bundles(batches), _Threads(client)
            due, numbers = as_completed(loop=client.loop), {}

            def send() -> None:
                while due.count() < AHEAD * threads.many() and (bundle := bundles.next(threads.many())):
                    data = [one for _, one in bundle]
                    name = f"hulldown-{bundle[0][0]}-{blake2b(b''.join(data), digest_size=12).hexdigest()}"
                    future = client.submit(_do, task, data, key=name)
                    numbers[future.key] = [number for number, _ in bundle]
                    due.add(future)

            send()
            for future in due:
                answers, seconds = self._answer(future)
                bundles.learn(len(answers), seconds)
                send()
                yield from zip(numbers.pop(future.key), answers, strict=True)
        finally:
            client.close()

    def _answer(self, future: Any) -> tuple[list[bytes], float]:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            found: tuple[list[bytes], float] = future.result()
        except KilledWorker:
            raise Fault("cluster", "one batch has lost worker after worker; look at their logs") from None
        except (FutureCancelledError, CancelledError, OSError):
            raise Fault("cluster", f"the scheduler at {self.address} has gone; start it and run this again") from None
        return found

    def _client(self) -> Any:
        from distributed import Client

        try:
            client = Client(self.address, timeout=PATIENCE_SECONDS, set_as_default=False)
        except (OSError, ValueError):
            told = f"no scheduler answers at {self.address}; start one with `dask scheduler`"
            raise Fault("cluster", told) from None
        try:
            client.wait_for_workers(1, timeout=WORKERS_SECONDS)
        except TimeoutError:
            client.close()
            told = f"the scheduler at {self.address} has no workers; start some with `dask worker ADDRESS --nthreads 1`"
            raise Fault("cluster", told) from None
        return client


class Bundles:
    """Batches in the bundles that they are sent in: as many as take about half a second, by what others took.

    A bundle has at most twice as many as one that was answered, and at most a share of what is left, so that towards
    the end no worker has much to do while another one has nothing.
    """

    def __init__(self, batches: Iterable[Batch]) -> None:
        self._batches = iter(batches)
        self._hand: deque[Batch] = deque()
        self._size = 1

    def next(self, threads: int) -> list[Batch]:
        """The next bundle for one of so many threads; an empty one at the end."""
        shares = SHARES * threads
        self._hand.extend(islice(self._batches, max(0, self._size * shares - len(self._hand))))
        many = min(self._size, ceil(len(self._hand) / shares))
        return [self._hand.popleft() for _ in range(many)]

    def learn(self, many: int, seconds: float) -> None:
        """So many batches took so long."""
        self._size = max(1, min(2 * many, round(many * BUNDLE_SECONDS / seconds)))


def _do(task: Task, bundle: list[bytes]) -> tuple[list[bytes], float]:
    """What a worker of a cluster does; and how long it took."""
    began = perf_counter()
    return [task(data) for data in bundle], perf_counter() - began


class _Threads:
    """How many threads the workers have by now. The scheduler is asked now and then: workers come and go slowly."""

    def __init__(self, client: Any) -> None:
        self._client, self._asked, self._many = client, -inf, 1

    def many(self) -> int:
        if perf_counter() >= self._asked + ASK_SECONDS:
            self._many = max(1, sum(self._client.nthreads().values()))
            self._asked = perf_counter()
        return self._many


def workers_of(jobs: int = 1, cluster: str = "") -> Workers:
    """The cluster at an address, or so many processes."""
    if cluster:
        return Cluster(cluster)
    return Processes(jobs) if jobs > 1 else Here()
