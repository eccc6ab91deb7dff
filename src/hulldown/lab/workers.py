"""Who does the work: this process, several, or the machines of a dask cluster.

Work comes in numbered batches of bytes, and a batch always gives the same bytes. So it does not matter who does it,
when it is finished or whether it was begun twice: its answer is taken once, under its number.
"""

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from hashlib import blake2b
from typing import Any, Protocol

from hulldown.kernel.files import Fault

AHEAD = 3  # batches for each worker: it never waits, and a million games take no more memory
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
    """The workers of a dask scheduler. A batch whose worker is lost is given to another one by the scheduler."""

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, task: Task, batches: Iterable[Batch]) -> Iterator[Batch]:
        try:
            from distributed import as_completed
        except ImportError:
            raise Fault("cluster", "dask is not installed here; install hulldown[cluster]") from None
        client = self._client()
        try:
            due, numbers = as_completed(loop=client.loop), {}
            for number, data in batches:
                future = client.submit(task, data, key=f"hulldown-{number}-{blake2b(data, digest_size=12).hexdigest()}")
                numbers[future.key] = number
                due.add(future)
                if due.count() >= AHEAD * max(1, sum(client.nthreads().values())):
                    yield self._answer(next(due), numbers)
            for future in due:
                yield self._answer(future, numbers)
        finally:
            client.close()

    def _answer(self, future: Any, numbers: dict[str, int]) -> Batch:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            answer: bytes = future.result()
        except KilledWorker:
            raise Fault("cluster", "one batch has lost worker after worker; look at their logs") from None
        except (FutureCancelledError, CancelledError, OSError):
            raise Fault("cluster", f"the scheduler at {self.address} has gone; start it and run this again") from None
        return numbers.pop(future.key), answer

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


def workers_of(jobs: int = 1, cluster: str = "") -> Workers:
    """The cluster at an address, or so many processes."""
    if cluster:
        return Cluster(cluster)
    return Processes(jobs) if jobs > 1 else Here()
