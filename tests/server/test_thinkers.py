"""Many bots, few thinkers: nobody's flood of forks keeps another table's bot from its order."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any

import pytest

from hulldown.server import thinkers as thinkers_of
from hulldown.server.thinker import Thinker, Thought, thought_of
from hulldown.server.thinkers import LEAST, Thinkers

ACE, GREEDY = "planner:ace", "greedy"


class Slow(Thinker):
    """Thinks for long if its bot is a planner, unless it is hurried; notes whom it thought for."""

    def __init__(self) -> None:
        super().__init__()
        self.turns = list[str]()

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        self.turns.append(turn)
        if bot == ACE:
            with suppress(TimeoutError):
                await asyncio.wait_for(hurry.wait(), 30)
        return thought_of({"type": "Begin"}, ("It is best.",))


def thinking(act: Any, processes: int = 1, seconds: float = 1.0) -> Any:
    async def go() -> Any:
        return await act(Thinkers(Slow, processes, seconds))

    return asyncio.run(go())


def test_fifty_forks_of_a_stranger_do_not_keep_a_greedy_bot_waiting() -> None:
    async def act(thinkers: Thinkers) -> float:
        never = asyncio.Event()
        flood = [
            asyncio.create_task(thinkers.choose("b", ACE, f"fork {number}", b"", never, "stranger"))
            for number in range(50)
        ]
        await asyncio.sleep(0)
        began = monotonic()
        await thinkers.choose("b", GREEDY, "game", b"", never, "friend")
        waited = monotonic() - began
        cut, others = await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)
        assert any("Others waited for their bots, so this one had" in one.result().why[-1] for one in cut)
        for one in others:
            one.cancel()
        return waited

    assert thinking(act) < 50 * LEAST / 2


def test_without_others_a_bot_has_all_its_time() -> None:
    async def act(thinkers: Thinkers) -> bool:
        task = asyncio.create_task(thinkers.choose("b", ACE, "1", b"", hurry := asyncio.Event(), "a"))
        await asyncio.wait([task], timeout=0.5)
        ended = task.done()
        hurry.set()
        assert (await task).why == ("It is best.",), "whoever is hurried by its own table says nothing of others"
        return ended

    assert not thinking(act, seconds=0.1)


def test_a_turn_is_thought_about_in_one_place() -> None:
    async def act(thinkers: Thinkers) -> list[list[str]]:
        never = asyncio.Event()
        for number in range(6):
            await thinkers.choose("b", GREEDY, f"turn {number % 3}", b"", never, f"asker {number}")
        return [one.turns for one in thinkers.thinkers if isinstance(one, Slow)]

    first, second = thinking(act, processes=2)
    assert sorted(first + second) == sorted(f"turn {number % 3}" for number in range(6))
    assert not set(first) & set(second)


def test_the_share_shrinks_with_those_who_wait_and_not_below_the_least() -> None:
    thinkers = Thinkers(Slow, 2, 8.0)
    assert thinkers.share == 8.0
    thinkers.turns.waiting = 6
    assert thinkers.share == 2.0
    thinkers.turns.waiting = 10_000
    assert thinkers.share == LEAST


async def busy(thinkers: Thinkers) -> asyncio.Task[Thought]:
    """An ace of somebody else's, who has the only thinker."""
    task = asyncio.create_task(thinkers.choose("b", ACE, "of another", b"", asyncio.Event(), "stranger"))
    await asyncio.sleep(0)
    return task


def test_who_does_not_want_to_wait_has_an_order_at_once_though_all_thinkers_are_busy() -> None:
    async def act(thinkers: Thinkers) -> Thought:
        other, hurry = await busy(thinkers), asyncio.Event()
        mine = asyncio.create_task(thinkers.choose("b", ACE, "mine", b"", hurry, "friend"))
        await asyncio.sleep(0)
        assert thinkers.turns.waiting == 1
        hurry.set()
        thought = await asyncio.wait_for(mine, 10)
        assert not other.done(), "nobody else is hurried by it"
        assert thinkers.turns.waiting == 0
        other.cancel()
        return thought

    assert thinking(act, seconds=600).why == ("It is best.",)


def test_a_bot_waits_no_longer_than_is_stated_and_then_says_that_it_had_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinkers_of, "SECONDS_TO_WAIT", 0.05)

    async def act(thinkers: Thinkers) -> Thought:
        other = await busy(thinkers)
        thought = await asyncio.wait_for(thinkers.choose("b", ACE, "mine", b"", asyncio.Event(), "friend"), 10)
        other.cancel()
        return thought

    why = thinking(act, seconds=600).why
    assert why[-1] == "Others waited for their bots, so this one had 0.0 of its 5 seconds."
