"""Analyses of finished games: worked out beside the server, kept, one at a time a visitor."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.fortunes import Asked, Decision, Progressed, Scores
from hulldown.kernel.record import Record
from hulldown.kernel.wire import decode, encode
from hulldown.lab.analysing import _field, answers
from hulldown.lab.analysis import analysed
from hulldown.lab.battles import looked, measured
from hulldown.server.analyst import Analyst, named
from hulldown.server.protocol import AnotherBody, AnotherView, Wrong
from hulldown.server.store import Store
from tests.server.conftest import BOOK, Table, wrong
from tests.server.test_records import upload

RECORDS = Path(__file__).parents[1] / "rulebooks" / BOOK / "records"
TEXT = (RECORDS / "first-steps.jsonl").read_text(encoding="utf-8")
OTHER = (RECORDS / "crossroads.jsonl").read_text(encoding="utf-8")


def waited(watcher: Any, seconds: float = 60, rest: str = "/analysis") -> Any:
    """The analysis when it is done, or battles."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = watcher.get(rest).json()
        if found["state"] not in ("running", "waiting"):
            return found
        time.sleep(0.1)
    raise AssertionError("the analysis was never done")


def test_a_finished_game_is_analysed_once_for_all(table: Table) -> None:
    watcher = upload(table, TEXT)
    assert watcher.get("/analysis").json()["state"] == "none"
    asked = table.client.post(f"/api/matches/{watcher.match}/analysis", headers=watcher.headers)
    assert asked.status_code == 202
    assert asked.json()["state"] in ("running", "waiting")
    found = waited(watcher)
    assert found["state"] == "done"
    account = found["analysis"]["sum"]
    luck = account["red_luck"] - account["blue_luck"]
    assert account["start"] + luck + account["play"] == pytest.approx(account["result"], abs=1e-9)
    assert upload(table, TEXT).get("/analysis").json() == found


def test_a_decision_is_measured_by_battles_once_for_all(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hulldown.server.analyst.BATTLES", 6)
    watcher = upload(table, TEXT)

    def asked(order: int) -> Any:
        return table.client.post(f"/api/matches/{watcher.match}/analysis/{order}/battles", headers=watcher.headers)

    wrong(asked(10), 409, "analysis/none")
    table.client.post(f"/api/matches/{watcher.match}/analysis", headers=watcher.headers)
    glance = waited(watcher)["analysis"]
    one = next(row for row in glance["decisions"] if row["first"] < row["last"])
    wrong(asked(0), 404, "analysis/order")
    here = f"/analysis/{one['last']}/battles"
    assert watcher.get(here).json()["state"] == "none"
    assert asked(one["last"]).json()["state"] in ("running", "waiting")
    fought = waited(watcher, rest=here)["fought"]
    record = Record.parse(TEXT)
    assert fought == json.loads(encode(measured(record, decode(json.dumps(one).encode(), Decision), 6)))
    assert fought["error"]["value"] == pytest.approx(
        (fought["best"]["value"] - fought["played"]["value"]) * (1 if one["side"] == 0 else -1)
    )
    found = upload(table, TEXT).get("/analysis").json()["analysis"]
    told = {row["first"]: row.pop("fought") for row in found["decisions"]}
    assert {first: row for first, row in told.items() if row} == {one["first"]: fought}
    assert all(row.pop("fought") is None for row in glance["decisions"])
    assert found == glance


def test_a_look_at_the_whole_game_says_what_the_command_line_says(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hulldown.server.analyst.LOOK", 4)
    monkeypatch.setattr("hulldown.server.analyst.TURN", 0.01)  # so that most of it takes several turns
    watcher = upload(table, TEXT)

    def ask(rest: str = "") -> Any:
        return table.client.post(f"/api/matches/{watcher.match}/analysis{rest}", headers=watcher.headers)

    wrong(ask("/look"), 409, "analysis/none")
    ask()
    waited(watcher)
    before = watcher.get("/analysis/look").json()
    assert (before["state"], before["steps"]) == ("none", 0)
    assert ask("/look").json()["state"] in ("running", "waiting")
    done = waited(watcher, rest="/analysis/look")
    assert (done["state"], done["steps"]) == ("done", before["of"])
    record = Record.parse(TEXT)
    told = watcher.get("/analysis").json()["analysis"]
    assert told == json.loads(encode(looked(record, analysed(record), 4)))
    assert told["battles"] == 4
    assert ask("/look").json()["state"] == "done"


def test_a_look_that_was_stopped_keeps_what_was_measured_and_goes_on(tmp_path: Path) -> None:
    async def visit() -> None:
        store = await opened(tmp_path)
        analyst = Pointed(store)
        await analysed_by(analyst, TEXT)
        begun = await analyst.begin_look(TEXT, "one")
        while analyst.slices < 3:
            await asyncio.sleep(0.01)
        assert (await analyst.begin_look(TEXT, "two")).state == "running"
        assert (await analyst.stop_look(TEXT, "one")).state == "running"  # another one still wants it
        assert (await analyst.stop_look(TEXT, "three")).state == "running"
        stopped = await analyst.stop_look(TEXT, "two")
        assert (stopped.state, stopped.of) == ("none", begun.of)
        assert 2 <= stopped.steps < stopped.of
        await analyst.close()
        again = Pointed(store)
        assert (await again.look(TEXT)).steps == stopped.steps
        await again.begin_look(TEXT, "one")
        while again.jobs:
            await asyncio.sleep(0.01)
        assert (await again.look(TEXT)).state == "done"
        assert again.slices == stopped.of - stopped.steps
        await again.close()
        await store.close()

    asyncio.run(visit())


def test_a_look_of_strangers_ends_with_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hulldown.server.analyst.SECONDS_OF_LOOK", 0.0)

    async def visit() -> None:
        store = await opened(tmp_path)
        analyst = Pointed(store, strangers=True)
        await analysed_by(analyst, TEXT)
        for steps in (1, 2):
            await analyst.begin_look(TEXT, "one")
            while analyst.jobs:
                await asyncio.sleep(0.01)
            found = await analyst.look(TEXT)
            assert (found.state, found.steps) == ("none", steps)
        await analyst.close()
        await store.close()

    asyncio.run(visit())


def test_a_glance_goes_before_battles_and_those_take_turns(tmp_path: Path) -> None:
    async def visit() -> None:
        store = await opened(tmp_path)
        analyst = Pointed(store)
        await analysed_by(analyst, TEXT)
        analyst.turns.clear()
        analyst.let.clear()
        decision = (await analyst.view(TEXT)).analysis.decisions[0]  # type: ignore[union-attr]
        await analyst.begin_look(TEXT, "one")
        while not analyst.turns:
            await asyncio.sleep(0.01)
        assert (await analyst.fight(TEXT, decision.first, "one")).state == "busy"
        await analyst.fight(TEXT, decision.first, "two")
        glance = await analyst.ask(OTHER, "one")  # beside battles of one's own
        assert (glance.state, glance.place) == ("running", 0)
        assert (await analyst.battles(TEXT, decision.first)).place == 2
        analyst.let.set()
        while len(analyst.turns) < 5:
            await asyncio.sleep(0.01)
        name = named(TEXT)[0]
        look, order = f"{name} look", f"{name} {decision.first}"
        assert analyst.turns[:5] == [look, named(OTHER)[0], order, look, order]
        await analyst.close()
        await store.close()

    asyncio.run(visit())


def test_a_game_that_goes_on_is_refused_in_a_sentence(table: Table) -> None:
    watcher = upload(table, "".join(TEXT.splitlines(keepends=True)[:30]))
    table.client.post(f"/api/matches/{watcher.match}/analysis", headers=watcher.headers)
    found = waited(watcher)
    assert (found["state"], found["analysis"]) == ("refused", None)
    assert "not over" in found["sentence"]


def test_only_who_may_see_a_game_may_have_it_analysed(table: Table) -> None:
    watcher = upload(table, TEXT)
    answer = table.client.get(f"/api/matches/{watcher.match}/analysis", headers={"Authorization": "Bearer none"})
    wrong(answer, 401, "auth/token")


class Slow(Analyst):
    """An analyst whose child says nothing until it is let."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.let = asyncio.Event()

    async def _said(self, job: Any) -> Progressed:
        await self.let.wait()
        return Progressed(done=True, wrong="Nothing was found.")


def test_a_visitor_has_one_under_way_and_is_told_its_place(tmp_path: Path) -> None:
    async def visit() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path}/hulldown.sqlite")
        await store.open()
        analyst = Slow(store)
        assert (await analyst.ask(TEXT, "one")).state == "running"
        assert (await analyst.ask(TEXT, "one")).state == "running"
        assert (await analyst.ask(OTHER, "one")).state == "busy"
        second = await analyst.ask(OTHER, "two")
        assert (second.state, second.place) == ("waiting", 1)
        analyst.let.set()
        while analyst.jobs:
            await asyncio.sleep(0.01)
        assert (await analyst.view(TEXT)).sentence == "Nothing was found."
        await analyst.close()
        await store.close()

    asyncio.run(visit())


async def opened(home: Path) -> Store:
    store = Store(f"sqlite+aiosqlite:///{home}/hulldown.sqlite")
    await store.open()
    return store


async def analysed_by(analyst: Analyst, text: str) -> None:
    await analyst.ask(text, "")
    while analyst.jobs:
        await asyncio.sleep(0.01)


class Pointed(Analyst):
    """An analyst whose child is this process and whose battles are a point each; it can be held."""

    def __init__(self, store: Store, strangers: bool = False) -> None:
        super().__init__(store, strangers)
        self.let = asyncio.Event()
        self.let.set()
        self.turns: list[str] = []
        self.slices = 0

    async def _said(self, job: Any) -> Progressed:
        await asyncio.sleep(0.005)
        self.turns.append(job.key)
        await self.let.wait()
        asked = job.asked()
        if (one := asked.moment or asked.decision) is None:
            (*_, said) = answers(encode(asked))
            return said
        self.slices += 1
        fewer = job.key.endswith("look")
        many = asked.battles if fewer else len(asked.scores) + 1
        scores = Scores((0.5,) * many, (0.5,) * many)
        told = _field(asked.record).told(one, scores)
        if isinstance(told, Decision):
            return Progressed(done=True, scores=scores, decision=told)
        return Progressed(done=True, scores=scores, moment=told)


class Itself(Analyst):
    """An analyst whose child is this process."""

    async def _said(self, job: Any) -> Progressed:
        await asyncio.sleep(0)
        (*_, said) = answers(encode(job.asked()))
        return said


def test_orders_of_ones_own_are_measured_in_the_place_of_a_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hulldown.server.analyst.BATTLES", 4)
    begin = AnotherBody([{"type": "Begin"}])

    async def visit() -> None:
        store = await opened(tmp_path)
        analyst = Itself(store)

        async def answered(order: int, body: AnotherBody) -> AnotherView:
            await analyst.another(TEXT, order, body, "one")
            while analyst.jobs:
                await asyncio.sleep(0.01)
            return await analyst.another(TEXT, order, body, "two")

        with pytest.raises(Wrong):
            await analyst.another(TEXT, 10, begin, "one")
        await analysed_by(analyst, TEXT)
        glance = (await analyst.view(TEXT)).analysis
        assert glance is not None
        one = next(row for row in glance.decisions if row.first == row.last and len(row.others) > 1)
        mine = one.others[-1]
        body = AnotherBody([json.loads(bytes(raw)) for raw in mine.orders])
        assert (await analyst.another(TEXT, one.first, body, "one")).state == "running"
        assert (await analyst.another(TEXT, one.first, begin, "one")).state == "busy"
        done = await answered(one.first, body)
        assert (done.state, done.other) == ("done", mine)
        assert done.fought is not None
        assert done.fought.battles == 4
        # Whoever looks at the game sees nothing of it, and what is not allowed is told.
        assert (await analyst.view(TEXT)).analysis == glance
        refused = await answered(one.first, begin)
        assert (refused.state, refused.other) == ("refused", None)
        assert refused.sentence.startswith("orders: ")
        await analyst.close()
        await store.close()

    asyncio.run(visit())


def test_an_analyst_whose_process_does_not_start_says_that(tmp_path: Path) -> None:
    async def visit() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path}/hulldown.sqlite")
        await store.open()
        analyst = Analyst(store)
        analyst.child.command = ("-c", "raise SystemExit(3)")
        await analyst.ask(TEXT, "one")
        while analyst.jobs:
            await asyncio.sleep(0.01)
        assert (await analyst.view(TEXT)).sentence == (
            "This game could not be analysed: the process for it did not start; ask again."
        )
        analyst.child.command = ("-m", "hulldown.lab.analysing")
        assert (await analyst.ask(TEXT, "one")).state == "running"
        await analyst.close()
        await store.close()

    asyncio.run(visit())


def test_an_analysis_is_named_by_the_record_and_the_model() -> None:
    name, model = named(TEXT)
    assert name == Record.parse(TEXT).lines[-1].hash
    assert model is not None
    assert named(OTHER)[0] != name
    with pytest.raises(Wrong):
        named("no record")


def test_the_child_says_what_is_wrong_and_goes_on() -> None:
    (bad,) = answers(encode(Asked("no record")))
    assert bad.done
    assert bad.wrong
    (good,) = answers(encode(Asked(TEXT)))
    assert good.analysis is not None
