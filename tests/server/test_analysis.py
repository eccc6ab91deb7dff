"""Analyses of finished games: worked out beside the server, kept, one at a time a visitor."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.fortunes import Asked, Decision, Progressed
from hulldown.kernel.record import Record
from hulldown.kernel.wire import decode, encode
from hulldown.lab.analysing import answers
from hulldown.lab.battles import measured
from hulldown.server.analyst import Analyst, named
from hulldown.server.protocol import Wrong
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
