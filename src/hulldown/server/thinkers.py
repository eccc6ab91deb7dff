"""Many bots, few cores: thinkers side by side, and turns at them that are fair between matches and those who made them.

All questions of a turn go to the thinker that has its plan. While others wait, nobody thinks longer than its share of
`SECONDS`; a bot that is stopped by it plays the best that it has, and says so. Who does not want to wait for it, or has
waited long, gets an order at once from a thinker that is there for nothing else.
"""

import asyncio
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from time import monotonic

import msgspec

from hulldown.bots import seconds_of
from hulldown.server.counting import TALLY
from hulldown.server.thinker import Thinker, Thought
from hulldown.server.turns import Left, Turns

SECONDS = 8.0  # in which all who wait have their turn, as long as `LEAST` allows
LEAST = 0.1  # of thought for anybody
SECONDS_TO_WAIT = 15.0  # for a thinker; then a bot plays at once
LOOK = 0.05  # how often it is looked whether others have come
SHORT = 1.0  # second for a thought that goes before long ones
MOST_WAITING = 100_000  # a match waits with one question at a time, and there are fewer matches than that
MOST_KEPT = 1_000  # turns whose thinker is remembered


class Thinkers:
    """A thinker a core. A bot that hangs or dies takes nobody along but itself."""

    def __init__(self, of: Callable[[], Thinker] = Thinker, processes: int = 0, seconds: float = SECONDS) -> None:
        self.thinkers: Sequence[Thinker] = [of() for _ in range(processes or os.cpu_count() or 1)]
        self.turns = Turns(len(self.thinkers), MOST_WAITING, MOST_WAITING)
        self.quick, self._quick_turns = of(), Turns(1, MOST_WAITING, MOST_WAITING)
        TALLY.gauges["hulldown_thoughts_waiting"] = lambda: self.turns.waiting + self._quick_turns.waiting
        self.seconds = seconds
        self._places: OrderedDict[str, int] = OrderedDict()  # where a turn is thought about

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        """The order that a bot gives, and why; raises `BotFailed`."""
        usual, place = seconds_of(bot), self._places.get(turn)
        try:
            async with self.turns.turn(asker, place, usual > SHORT, hurry, SECONDS_TO_WAIT) as place:
                self._remember(turn, place)
                began = monotonic()
                async with self._share(hurry, began) as soon:
                    thought = await self.thinkers[place].choose(book, bot, turn, view, soon, asker)
                took = monotonic() - began
        except Left:
            thought, took = await self._at_once(book, bot, turn, view, asker), 0.0
        else:
            if not soon.is_set():
                return thought
        return thought if hurry.is_set() else _cut_short(thought, took, usual)

    async def _at_once(self, book: str, bot: str, turn: str, view: bytes, asker: str) -> Thought:
        """What a bot orders at first sight, while all thinkers are busy with others."""
        now = asyncio.Event()
        now.set()
        async with self._quick_turns.turn(asker):
            return await self.quick.choose(book, bot, turn, view, now, asker)

    @asynccontextmanager
    async def _share(self, hurry: asyncio.Event, began: float) -> AsyncIterator[asyncio.Event]:
        """An event that is set as soon as the one who thinks should come to an end."""
        soon = asyncio.Event()
        watching = asyncio.create_task(self._watch(soon, hurry, began))
        try:
            yield soon
        finally:
            watching.cancel()

    async def _watch(self, soon: asyncio.Event, hurry: asyncio.Event, began: float) -> None:
        while not hurry.is_set() and not (self.turns.waiting and monotonic() - began >= self.share):
            try:
                await asyncio.wait_for(hurry.wait(), LOOK)
            except TimeoutError:
                continue
        soon.set()

    @property
    def share(self) -> float:
        """How long each may think, so that all who wait now have their turn in time."""
        return max(LEAST, self.seconds * len(self.thinkers) / (self.turns.waiting + len(self.thinkers)))

    def _remember(self, turn: str, place: int) -> None:
        self._places[turn] = place
        self._places.move_to_end(turn)
        if len(self._places) > MOST_KEPT:
            self._places.popitem(last=False)

    async def close(self) -> None:
        for thinker in (*self.thinkers, self.quick):
            await thinker.close()


def _cut_short(thought: Thought, took: float, usual: float) -> Thought:
    """What a bot that had to come to an end says of it."""
    if took >= usual or not thought.why:
        return thought
    told = f"Others waited for their bots, so this one had {took:.1f} of its {usual:g} seconds."
    return msgspec.structs.replace(thought, why=(*thought.why, told))
