"""Turns at work that is dear: so many places, and whoever waits is served in turn, one asker after the other.

Who asks for much waits behind itself and not before others.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Crowded(Exception):
    """Too many wait, or too many of one asker's."""


class Left(Exception):
    """Whoever waited does not want to wait any more, or has waited as long as it may."""


class Waiting(NamedTuple):
    """A piece of work that waits for a place, or for one place alone."""

    place: asyncio.Future[int]
    only: int | None
    long: bool


class Turns:
    """Places, numbered from 0. What is short goes before what is long, but for every `PATIENCE`th time."""

    PATIENCE = 4

    def __init__(self, places: int, most: int, most_of_one: int) -> None:
        self.places, self.most, self.most_of_one = places, most, most_of_one
        self.waiting = 0
        self._free = list(range(places))
        self._askers: OrderedDict[str, deque[Waiting]] = OrderedDict()
        self._given = 0

    @asynccontextmanager
    async def turn(
        self,
        asker: str,
        only: int | None = None,
        long: bool = False,
        until: asyncio.Event | None = None,
        seconds: float | None = None,
    ) -> AsyncIterator[int]:
        """A place, as soon as it is this asker's turn; raises `Crowded` where no more may wait.

        Whoever waits leaves with `Left` as soon as `until` is set, or after so many seconds.
        """
        place = await self._place(asker, only, long, until or asyncio.Event(), seconds)
        try:
            yield place
        finally:
            self._free.append(place)
            self._hand_out()

    async def _place(
        self, asker: str, only: int | None, long: bool, until: asyncio.Event, seconds: float | None
    ) -> int:
        queue = self._askers.get(asker, ())
        if self.waiting >= self.most or len(queue) >= self.most_of_one:
            raise Crowded
        waiting = Waiting(asyncio.get_running_loop().create_future(), only, long)
        self._askers.setdefault(asker, deque()).append(waiting)
        self.waiting += 1
        self._hand_out()
        try:
            return await _given(waiting.place, until, seconds)
        except (asyncio.CancelledError, Left):
            self._leave(asker, waiting)
            raise

    def _leave(self, asker: str, waiting: Waiting) -> None:
        """Whoever does not wait any more leaves the queue, or the place that was just given."""
        if waiting.place.done() and not waiting.place.cancelled():
            self._free.append(waiting.place.result())
            self._hand_out()
            return
        queue = self._askers.get(asker)
        if queue is not None and waiting in queue:
            self._remove(asker, queue, waiting)

    def _remove(self, asker: str, queue: deque[Waiting], waiting: Waiting) -> None:
        queue.remove(waiting)
        self.waiting -= 1
        if not queue:
            del self._askers[asker]

    def _hand_out(self) -> None:
        while self._free and (found := self._next()) is not None:
            asker, waiting, place = found
            queue = self._askers[asker]
            self._remove(asker, queue, waiting)
            if asker in self._askers:
                self._askers.move_to_end(asker)
            self._free.remove(place)
            self._given += 1
            waiting.place.set_result(place)

    def _next(self) -> tuple[str, Waiting, int] | None:
        """Whose turn it is, and at which place."""
        fitting = [
            (asker, waiting, self._free[0] if waiting.only is None else waiting.only)
            for asker, queue in self._askers.items()
            if (waiting := next(filter(self._fits, queue), None)) is not None
        ]
        if self._given % self.PATIENCE:
            fitting.sort(key=lambda one: one[1].long)
        return next(iter(fitting), None)

    def _fits(self, waiting: Waiting) -> bool:
        return not waiting.place.done() and (waiting.only is None or waiting.only in self._free)


async def _given(place: asyncio.Future[int], until: asyncio.Event, seconds: float | None) -> int:
    """A place that is given before it is too late."""
    late = asyncio.create_task(until.wait())
    try:
        await asyncio.wait((place, late), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        late.cancel()
    if not place.done():
        raise Left
    return place.result()
