"""How much strangers may ask for: by address and by seat, so that nobody keeps others from playing.

A call costs what it takes to answer. Everybody has a store of points that fills up again; who has emptied it hears how
long to wait. On a server for this machine alone nothing is counted.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import ip_address, ip_network
from time import monotonic
from typing import NamedTuple

from hulldown.server.counting import TALLY
from hulldown.server.protocol import Wrong

COST = "cost"
"""The option of a route that says what a call costs in points; without it, `USUAL`."""
USUAL = 1
MOST_KEPT = 20_000  # addresses and seats


class Rate(NamedTuple):
    """So many points at once, and so many more a second."""

    most: float
    a_second: float


def shared(rate: Rate, workers: int, least: float) -> Rate:
    """A worker's share of a rate, with which the dearest call can still be made."""
    return Rate(max(rate.most / workers, min(rate.most, least)), rate.a_second / workers)


class Purse(NamedTuple):
    """What was left at a time."""

    points: float
    at: float


AN_ADDRESS = Rate(most=1200, a_second=40)  # a table of friends behind one address plays well within it
A_SEAT = Rate(most=900, a_second=30)  # of a match; all who watch have one together
TO_KEEP = Rate(most=50 << 20, a_second=(50 << 20) / 86_400)  # bytes that an address brings to be kept
TO_SEND = Rate(most=10, a_second=10 / 3600)  # shelves on their way: an address has 20 at once, a tenth of all


@lru_cache(4_096)
def guest_at(host: str) -> str:
    """Whom an address stands for: of the new kind, where everybody has as many as stars, the network."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


class Limits:
    """The points of everybody; whoever was not here for longest is forgotten first, with a full purse anyway."""

    def __init__(self, rate: Rate, told: str, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.told, self.clock = rate, told, clock
        self._purses: OrderedDict[str, Purse] = OrderedDict()

    def spend(self, who: str, points: float) -> None:
        """Takes points, or raises `Wrong` with how long to wait; a refusal costs nothing."""
        now, rate = self.clock(), self.rate
        left = self._purses.pop(who, Purse(rate.most, now))
        points_now = min(rate.most, left.points + (now - left.at) * rate.a_second)
        enough = points <= points_now
        self._purses[who] = Purse(points_now - points * enough, now)
        while len(self._purses) > MOST_KEPT:
            self._purses.popitem(last=False)
        if not enough:
            wait = _told(max(1, round((points - points_now) / rate.a_second)))
            raise Wrong("rate/limit", f"{self.told}; wait {wait}.", 429)


def _told(seconds: int) -> str:
    """A time to wait, as people say it."""
    many, of_what = (seconds, "second") if seconds < 120 else (-(-seconds // 60), "minute")
    return f"{many:,} {of_what}{'s' * (many > 1)}"


class Pace:
    """How many matches an address may make: so many a minute, and so many a day."""

    def __init__(self, a_minute: int, a_day: int, clock: Callable[[], float] = monotonic) -> None:
        self.bounds = ((a_minute, 60.0, "a minute"), (a_day, 86_400.0, "a day"))
        self.clock = clock
        self._made: OrderedDict[str, deque[float]] = OrderedDict()

    def step(self, address: str) -> None:
        now = self.clock()
        made = self._made.pop(address, deque(maxlen=max(most for most, _, _ in self.bounds)))
        self._made[address] = made
        for most, seconds, told in self.bounds:
            if len(made) >= most and now - made[-most] < seconds:
                wait = _told(max(1, round(made[-most] + seconds - now)))
                raise Wrong("rate/limit", f"At most {most} new matches {told} from an address; wait {wait}.", 429)
        made.append(now)
        while len(self._made) > MOST_KEPT:
            self._made.popitem(last=False)


class Sockets:
    """How many streams are open, in all and from an address."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most, self.most_of_one = most, most_of_one
        self.open = Counter[str]()
        TALLY.gauges["hulldown_streams_open"] = self.open.total

    @contextmanager
    def inside(self, address: str) -> Iterator[None]:
        """A stream from an address, for as long as it is open; raises `Wrong` where there is no room."""
        mine = self.open.get(address, 0)
        if mine >= self.most_of_one:
            told = f"This address has {mine} streams open, which is all it may have; close a page and come back."
            raise Wrong("rate/limit", told, 429)
        if self.open.total() >= self.most:
            raise Wrong("rate/limit", "The server has as many guests as it can serve; come back in a moment.", 429)
        self.open[address] += 1
        try:
            yield
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]
