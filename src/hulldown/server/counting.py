"""What a server counts, told as Prometheus reads it, at an address of its own that is not for strangers.

Each worker counts for itself and tells the process that started it, which adds the counts up: whoever asks hears of
all. What a worker had counted that died stays counted.
"""

import asyncio
import time
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import accumulate
from threading import Thread
from typing import Any

from hulldown.kernel.files import Fault

Counts = dict[str, float]
"""By name, with its labels as Prometheus writes them."""

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
ANSWERS, SECONDS, LATE = "hulldown_answers_total", "hulldown_answer_seconds", "hulldown_late_seconds"
TOLD = {
    ANSWERS: ("counter", "Answers, by the first figure of their status."),
    SECONDS: ("histogram", "Seconds from a request to its answer."),
    "hulldown_matches_open": ("gauge", "Matches in memory."),
    "hulldown_streams_open": ("gauge", "Streams that are open."),
    "hulldown_thoughts_waiting": ("gauge", "Bots that wait for a thinker."),
    "hulldown_questions_waiting": ("gauge", "Set-ups, texts and records that wait for a judge."),
    "hulldown_bots_failed_total": ("counter", "Orders that a bot did not give, or gave too late."),
    "hulldown_store_failed_total": ("counter", "Times that the database did not take something."),
    LATE: ("gauge", "The longest wait of the event loop in the last half minute."),
    "hulldown_workers": ("gauge", "Workers that run."),
    "hulldown_workers_ended_total": ("counter", "Workers that ended and were started again."),
}
WINDOW = 30.0  # seconds
LOOK = 0.25


class Tally:
    """The counts of one process."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._times = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0
        self._late: deque[tuple[float, float]] = deque()
        self.gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str) -> None:
        self._counts[name] += 1

    def answer(self, status: int, seconds: float) -> None:
        self._counts[f'{ANSWERS}{{status="{status // 100}xx"}}'] += 1
        self._times[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    async def watch_the_loop(self) -> None:
        """Measures for ever how late the loop is with what it has to do."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(LOOK)
            now = time.monotonic()
            self._late.append((now, now - began - LOOK))
            while now - self._late[0][0] > WINDOW:
                self._late.popleft()

    def counts(self) -> Counts:
        found: Counts = {name: 0.0 for name, (kind, _) in TOLD.items() if kind == "counter" and name != ANSWERS}
        found |= self._counts
        upper = (*map(str, BOUNDS), "+Inf")
        for bound, many in zip(upper, accumulate(self._times), strict=True):
            found[f'{SECONDS}_bucket{{le="{bound}"}}'] = many
        found |= {f"{SECONDS}_sum": self._seconds, f"{SECONDS}_count": sum(self._times)}
        found[LATE] = max((late for _, late in list(self._late)), default=0.0)
        return found | {name: gauge() for name, gauge in self.gauges.items()}


TALLY = Tally()
"""What this process counts."""


def is_gauge(name: str) -> bool:
    return TOLD.get(name, ("",))[0] == "gauge"


def added(all_counts: Iterable[Mapping[str, float]]) -> Counts:
    """The counts of several processes as one; of what is late the worst."""
    found: Counts = {}
    for counts in all_counts:
        for name, value in counts.items():
            found[name] = max(found.get(name, 0.0), value) if name == LATE else found.get(name, 0.0) + value
    return found


def told(counts: Mapping[str, float]) -> str:
    """Counts as Prometheus reads them."""
    lines: list[str] = []
    for name, (kind, what) in TOLD.items():
        parts = (name, *(f"{name}_{part}" for part in ("bucket", "sum", "count") if kind == "histogram"))
        own = {one: value for one, value in counts.items() if one.partition("{")[0] in parts}
        if own:
            lines += [f"# HELP {name} {what}", f"# TYPE {name} {kind}"]
            lines += [f"{one} {value:.6g}" for one, value in own.items()]
    return "\n".join(lines) + "\n"


@contextmanager
def telling(address: str, counts: Callable[[], Counts]) -> Iterator[None]:
    """Tells counts at `host:port`, if there is one, in a thread beside all else; raises `Fault` where it cannot."""
    if not address:
        yield
        return
    server = _teller(address, counts)
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def _teller(address: str, counts: Callable[[], Counts]) -> ThreadingHTTPServer:

    class Teller(BaseHTTPRequestHandler):
        timeout = 5
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            found = self.path == "/metrics"
            body = told(counts()).encode() if found else b"The counts are at /metrics.\n"
            self.send_response(200 if found else 404)
            self.send_header("content-type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *given: Any) -> None:
            return

    host, _, port = address.rpartition(":")
    try:
        server = ThreadingHTTPServer((host.strip("[]") or "127.0.0.1", int(port)), Teller)
    except (OSError, OverflowError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Fault(address, f"the metrics cannot be told there ({why}); name another --metrics HOST:PORT") from None
    server.daemon_threads = True
    return server
