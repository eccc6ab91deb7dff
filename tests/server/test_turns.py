"""Turns at work that is dear: whoever asks for much waits behind itself."""

import asyncio
from typing import Any

import pytest

from hulldown.server.turns import Crowded, Left, Turns


class Desk:
    """Work that goes on until it is told to end, and the order in which it was begun."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.begun = turns, list[str]()
        self.places = dict[str, int]()
        self._ends = dict[str, asyncio.Event]()
        self._tasks = dict[str, asyncio.Task[None]]()

    async def ask(self, name: str, asker: str, only: int | None = None, long: bool = False) -> None:
        self._ends[name] = asyncio.Event()
        self._tasks[name] = asyncio.create_task(self._work(name, asker, only, long))
        await asyncio.sleep(0)

    async def _work(self, name: str, asker: str, only: int | None, long: bool) -> None:
        async with self.turns.turn(asker, only, long) as place:
            self.begun.append(name)
            self.places[name] = place
            await self._ends[name].wait()

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await self._tasks[name]
        await asyncio.sleep(0)

    async def leave(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.gather(self._tasks[name], return_exceptions=True)

    async def end_all(self) -> None:
        while waiting := [name for name in self.begun if not self._tasks[name].done()]:
            await self.end(waiting[0])


def at_a_desk(places: int, act: Any, most: int = 100, most_of_one: int = 100) -> Desk:
    desk = Desk(Turns(places, most, most_of_one))

    async def go() -> None:
        await act(desk)
        await desk.end_all()

    asyncio.run(go())
    return desk


def test_one_who_asks_for_much_waits_behind_itself() -> None:
    async def act(desk: Desk) -> None:
        for number in range(5):
            await desk.ask(f"flood {number}", "stranger")
        await desk.ask("friend", "friend")

    assert at_a_desk(1, act).begun == ["flood 0", "flood 1", "friend", "flood 2", "flood 3", "flood 4"]


def test_what_is_short_goes_first_and_what_is_long_is_not_forgotten() -> None:
    async def act(desk: Desk) -> None:
        await desk.ask("now", "a")
        await desk.ask("long", "b", long=True)
        for number in range(6):
            await desk.ask(f"short {number}", f"c{number}")

    begun = at_a_desk(1, act).begun
    assert begun[:4] == ["now", "short 0", "short 1", "short 2"]
    assert begun.index("long") == Turns.PATIENCE


def test_work_that_belongs_to_one_place_waits_for_it_while_others_go_on() -> None:
    async def act(desk: Desk) -> None:
        await desk.ask("first", "a")
        await desk.ask("second", "a")
        await desk.ask("more of the second", "b", only=1)
        await desk.ask("anywhere", "b")
        await desk.end("first")
        assert desk.begun == ["first", "second", "anywhere"]
        await desk.end("second")

    desk = at_a_desk(2, act)
    assert desk.places["more of the second"] == desk.places["second"] == 1
    assert desk.places["anywhere"] == 0


def test_whoever_leaves_gives_the_place_back() -> None:
    async def act(desk: Desk) -> None:
        await desk.ask("one", "a")
        await desk.ask("gone", "b")
        await desk.ask("two", "c")
        await desk.leave("gone")
        assert desk.turns.waiting == 1
        await desk.leave("one")

    desk = at_a_desk(1, act)
    assert desk.begun == ["one", "two"]
    assert desk.turns.waiting == 0


@pytest.mark.parametrize(("most", "of_one", "asker"), [(2, 9, "other"), (9, 2, "a")])
def test_too_many_are_sent_away(most: int, of_one: int, asker: str) -> None:
    async def act(desk: Desk) -> None:
        for number in range(3):
            await desk.ask(str(number), "a")
        with pytest.raises(Crowded):
            await _entered(desk.turns, asker)

    at_a_desk(1, act, most, of_one)


@pytest.mark.parametrize("seconds", [None, 0.01])
def test_whoever_does_not_want_to_wait_any_more_leaves_and_those_behind_go_on(seconds: float | None) -> None:
    async def act(desk: Desk) -> None:
        until = asyncio.Event()
        await desk.ask("one", "a")
        leaving = asyncio.create_task(_entered(desk.turns, "b", until, seconds))
        await asyncio.sleep(0)
        await desk.ask("two", "c")
        if seconds is None:
            until.set()
        with pytest.raises(Left):
            await leaving

    desk = at_a_desk(1, act)
    assert desk.begun == ["one", "two"]
    assert desk.turns.waiting == 0


def test_a_place_that_is_free_is_taken_also_by_whoever_would_not_wait() -> None:
    async def act(desk: Desk) -> None:
        until = asyncio.Event()
        until.set()
        await _entered(desk.turns, "a", until)

    assert at_a_desk(1, act).turns.waiting == 0


async def _entered(turns: Turns, asker: str, until: asyncio.Event | None = None, seconds: float | None = None) -> None:
    async with turns.turn(asker, until=until, seconds=seconds):
        return
