"""Fairness of scenarios that people make: played beside the server, one at a time, stopped, kept and gone on with."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.fairness import FairFound, FairRun, FairTold, Played
from hulldown.kernel.interval import Interval
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import encode, plain
from hulldown.kernel.work import Work
from hulldown.lab.fairing import answers, found_of
from hulldown.lab.simulate import simulate
from hulldown.rulebooks import load
from hulldown.server.fairness import Fairness, named
from hulldown.server.judge import Judge
from hulldown.server.protocol import FairnessBody, Wrong
from hulldown.server.store import Store
from tests.server.conftest import Table, wrong

BOOK = "france1944"
LIBRARY = load(BOOK).library
TOWN = Work("board", BOOK, LIBRARY.works("board")["north"].replace("name: ", "name: My ", 1))


def scenario(name: str) -> Work:
    text = LIBRARY.works("scenario")["first-steps"].replace('"north"', '"town.txt"').replace("First steps", name)
    return Work("scenario", BOOK, text, {"town.txt": TOWN.id})


OWN, OTHER, THIRD = scenario("Quays"), scenario("More quays"), scenario("No more quays")


def asked(table: Table, games: int, work: Work = OWN, **more: Any) -> Any:
    return table.client.post("/api/fairness", json={"works": plain([work, TOWN]), "games": games, **more})


def seen(table: Table, work: Work = OWN) -> Any:
    return table.client.get(f"/api/fairness/{work.id}").json()


def waited(table: Table, until: Callable[[Any], bool] = lambda found: found["state"] == "done") -> Any:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if until(found := seen(table)):
            return found
        time.sleep(0.05)
    raise AssertionError(f"it never came so far: {found}")


def test_a_scenario_is_played_and_the_result_is_the_laboratorys(table: Table) -> None:
    assert seen(table)["state"] == "none"
    first = asked(table, 6)
    assert first.status_code == 202, first.text
    assert first.json()["state"] in ("running", "waiting")
    found = waited(table)
    setup = LIBRARY.build("first-steps")
    report = simulate(BOOK, setup, ("greedy", "greedy"), games=6, seed="fair", watched=True)
    red, blue = report.sides
    assert (found["games"], found["found"]["red"], found["found"]["blue"]) == (6, red, blue)
    assert found["found"]["rounds"] == pytest.approx(report.rounds)
    assert asked(table, 6).json() == found  # it is known, and played no second time


def test_more_games_go_on_where_the_others_ended(table: Table) -> None:
    asked(table, 4)
    four = waited(table)
    asked(table, 6)
    six = waited(table, lambda found: found["state"] == "done" and found["games"] == 6)
    assert six["found"]["red"] >= four["found"]["red"]
    report = simulate(BOOK, LIBRARY.build("first-steps"), ("greedy", "greedy"), games=6, seed="fair")
    assert (six["found"]["red"], six["found"]["blue"]) == report.sides


def test_a_run_that_is_stopped_tells_what_it_knows(table: Table) -> None:
    asked(table, 2_000)
    waited(table, lambda found: found["games"] >= 2)
    found = table.client.post(f"/api/fairness/{OWN.id}/stop", json={}).json()
    assert (found["state"], found["why"]) == ("done", "stopped")
    assert 2 <= found["games"] < 2_000
    assert found["found"]["games"] == found["games"]
    assert found["found"]["score"]["low"] <= found["found"]["score"]["mid"] <= found["found"]["score"]["high"]
    assert seen(table) == found


def test_what_is_no_scenario_or_is_faulty_is_refused_in_a_sentence(table: Table) -> None:
    told = wrong(table.client.post("/api/fairness", json={"works": plain([TOWN])}), 400, "fairness/bad")
    assert "scenario" in told
    broken = Work("scenario", BOOK, OWN.text.replace("heavy = 1", "heavy = 100"), OWN.uses)
    asked(table, 4, broken)
    end = time.monotonic() + 60
    while (found := seen(table, broken))["state"] in ("waiting", "running") and time.monotonic() < end:
        time.sleep(0.05)
    assert found["state"] == "refused"
    assert "points" in found["sentence"]


# The queue, without a process

FOUND = FairFound(
    bot="greedy",
    games=1,
    red=1,
    blue=0,
    draws=0,
    score=Interval(0, 1, 1),
    verdict="not settled",
    without_luck=False,
    first=None,
    rounds=3.0,
    lost=2.0,
)


class Slow(Fairness):
    """Plays a game whenever it is let."""

    def __init__(self, store: Store, judge: Judge, strangers: bool) -> None:
        super().__init__(store, judge, strangers)
        self.let = asyncio.Semaphore(0)

    async def _setup(self, job: Any) -> bytes:
        return b""

    async def _run(self, job: Any, setup: bytes, until: float) -> None:
        while len(job.played) < job.last:
            await self.let.acquire()
            job.played.append(Played(1.0, 3, (0, 2)))
            job.found = FOUND


class Real(Slow):
    """Plays in a process, as the server does."""

    async def _run(self, job: Any, setup: bytes, until: float) -> None:
        await Fairness._run(self, job, setup, until)


def queued(
    tmp_path: Path, strangers: bool, visit: Callable[[Slow], Coroutine[Any, Any, None]], kind: type[Slow] = Slow
) -> None:
    async def run() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path}/hulldown.sqlite")
        await store.open()
        fairness = kind(store, judge := Judge(processes=1), strangers)
        try:
            await visit(fairness)
        finally:
            await fairness.close()
            await judge.close()
            await store.close()

    asyncio.run(run())


def body(work: Work, games: int = 3, after_save: bool = False) -> FairnessBody:
    return FairnessBody((work, TOWN), games=games, after_save=after_save)


def test_one_is_played_at_a_time_and_the_next_is_told_its_place(tmp_path: Path) -> None:
    async def visit(fairness: Slow) -> None:
        assert (await fairness.ask(body(OWN), "one")).state == "running"
        second = await fairness.ask(body(OTHER), "two")
        assert (second.state, second.place) == ("waiting", 1)
        with pytest.raises(Wrong, match="Another scenario of yours"):
            await fairness.ask(body(THIRD), "one")
        for _ in range(3):
            fairness.let.release()
        while len(fairness.jobs) > 1:
            await asyncio.sleep(0.01)
        assert (await fairness.view(OWN.id, "greedy")).state == "done"
        assert (await fairness.view(OTHER.id, "greedy")).state == "running"

    queued(tmp_path, True, visit)


def test_a_run_whose_process_does_not_start_says_that(tmp_path: Path) -> None:
    async def visit(fairness: Slow) -> None:
        fairness.child.command = ("-c", "raise SystemExit(3)")
        await fairness.ask(body(OWN), "one")
        while fairness.jobs:
            await asyncio.sleep(0.01)
        told = (await fairness.view(OWN.id, "greedy")).sentence
        assert told == "This scenario could not be played: the process for it did not start; ask again."

    queued(tmp_path, True, visit, Real)


def test_a_run_ends_when_nobody_wants_it_and_not_before(tmp_path: Path) -> None:
    async def visit(fairness: Slow) -> None:
        await fairness.ask(body(OWN), "one")
        await fairness.ask(body(OWN), "two")
        await fairness.ask(body(OTHER), "three")
        fairness.let.release()
        while not (await fairness.view(OWN.id, "greedy")).games:
            await asyncio.sleep(0.01)
        assert (await fairness.stop(OWN.id, "greedy", "a stranger")).state == "running"
        assert (await fairness.stop(OWN.id, "greedy", "one")).state == "running"
        stopped = await fairness.stop(OWN.id, "greedy", "two")
        assert (stopped.state, stopped.why, stopped.games) == ("done", "stopped", 1)
        assert (await fairness.stop(OTHER.id, "greedy", "three")).state == "none"  # it had not begun

    queued(tmp_path, True, visit)


def test_a_save_begins_a_run_on_ones_own_server_only(tmp_path: Path) -> None:
    async def on_ones_own(fairness: Slow) -> None:
        assert (await fairness.ask(body(OWN, after_save=True), "one")).state == "running"

    async def among_strangers(fairness: Slow) -> None:
        assert (await fairness.ask(body(OWN, after_save=True), "one")).state == "none"

    for name, strangers, visit in (("own", False, on_ones_own), ("strangers", True, among_strangers)):
        (tmp_path / name).mkdir()
        queued(tmp_path / name, strangers, visit)


# The process, without a server


def test_the_process_says_each_game_and_goes_on_after_those_that_it_is_given() -> None:
    setup = encode(LIBRARY.build("first-steps"))
    *games, end = answers(encode(FairRun(BOOK, setup, "greedy", (), 2, 600)))
    assert [one.game is not None for one in games] == [True, True]
    assert end == FairTold()
    given = tuple(one.game for one in games if one.game)
    third, _ = answers(encode(FairRun(BOOK, setup, "greedy", given, 3, 600)))
    assert third.found is not None
    assert third.found.games == 3
    (late,) = answers(encode(FairRun(BOOK, setup, "greedy", given, 3, 0)))
    assert late.late
    (bad,) = answers(b"{}")
    assert bad.wrong


def test_games_that_broke_count_for_nobody_and_are_named() -> None:
    games = [Played(1.0, 4, (1, 3), RED), Played(None, 2, (0, 0), error="ValueError"), Played(0.5, 6, (2, 2), BLUE)]
    found = found_of("greedy", games)
    assert (found.games, found.red, found.draws, found.broken) == (2, 1, 1, (2,))
    assert (found.rounds, found.lost, found.first) == (5, 4, 0.75)


def test_a_result_is_named_by_the_work_and_the_bot() -> None:
    assert len({named(work.id, bot) for work in (OWN, OTHER) for bot in ("greedy", "planner:recruit")}) == 4
