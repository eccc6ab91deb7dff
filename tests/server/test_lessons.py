"""Matches that are lessons: dice by step, one seat, back to the beginning of a step, and gone after a day."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from litestar.testing import TestClient

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from hulldown.rulebooks.lessons import lesson_files, lesson_of
from hulldown.server import clock
from hulldown.server.app import create_app
from tests.server.conftest import Inside, Json, Player, Table, wrong

FIRST = "france1944-first"


@contextmanager
def at(database: str) -> Iterator[Table]:
    with TestClient(create_app(database, Inside(), most_matches_a_minute=10_000, heartbeat=0.2)) as client:
        yield Table(client)


def begun(table: Table, lesson: str = FIRST, step: int = 0) -> tuple[Player, Json]:
    answer = table.client.post(f"/api/lessons/{lesson}", json={"step": step})
    assert answer.status_code == 201, answer.text
    return table.player(answer.json()), view(table, lesson)


def view(table: Table, lesson: str) -> Json:
    found: Json = table.client.get(f"/api/lessons/{lesson}").json()
    return found


def give(player: Player, step: int, orders: list[Any]) -> Json:
    answer = sent(player, step, orders)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def sent(player: Player, step: int, orders: list[Any]) -> Any:
    body = {"id": f"order-{next(player.numbers)}", "position": player.view()["head"], "orders": orders, "step": step}
    return player.post("/orders", body)


def go(player: Player, step: int) -> Json:
    answer = acted(player, "step", step)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def acted(player: Player, act: str, step: int = 0) -> Any:
    body = {"id": f"act-{next(player.numbers)}", "position": player.view()["head"], "act": act, "step": step}
    return player.post("/acts", body)


def record_of(player: Player) -> list[Json]:
    return [json.loads(line) for line in player.get("/record").text.splitlines()]


def test_all_lessons_are_listed_first_battles_first(table: Table) -> None:
    rows = table.client.get("/api/lessons").json()
    assert [row["id"] for row in rows] == list(lesson_files())
    firsts = [row["book"] for row in rows if not row["chapter"]]
    assert firsts == ["france1944", "dynamic", "core", "squadron", "panzerkampf"]


@pytest.mark.parametrize("lesson", [name for name in lesson_files() if name.endswith("-first")])
def test_a_first_battle_is_won_by_its_own_orders(table: Table, lesson: str) -> None:
    player, told = begun(table, lesson)
    for number, step in enumerate(told["steps"]):
        if "attempt" in step:
            answer = give(player, number, [step["attempt"]["order"]])
            assert (answer["status"], answer["refusal"]["rule"]) == ("refused", step["refused"])
            assert answer["lesson"]["taught"]
        for at, one in enumerate(step["do"], 1):
            answer = give(player, number, [one["order"]])
            assert answer["status"] == "accepted", (number, answer)
            assert answer["lesson"].get("done", False) is (at == len(step["do"]))
    assert player.view()["result"]["winner"] == told["row"]["you"]
    record = Record.parse(player.get("/record").text)
    assert prove(record, load(told["row"]["book"])).problems == ()


def test_what_is_allowed_but_not_asked_for_is_not_played(table: Table) -> None:
    player, told = begun(table)
    move = told["steps"][1]["do"][0]["order"]
    answer = give(player, 1, [move | {"square": 14, "facing": 2}])
    assert (answer["status"], answer["lesson"]) == ("other", {"other": True})
    assert player.view()["head"] == 0
    assert give(player, 1, [{"type": "EndMovement"}])["status"] == "other"


def test_a_refusal_that_was_not_asked_for_is_told_and_teaches_nothing(table: Table) -> None:
    player, _ = begun(table, step=3)
    answer = give(player, 3, [{"type": "Move", "unit": 2, "die": 3, "square": 0, "facing": 0}])
    assert (answer["status"], answer["lesson"].get("taught", False)) == ("refused", False)


def test_back_to_the_beginning_of_a_step_takes_its_dice_along(table: Table) -> None:
    player, told = begun(table)
    for number in (1, 2, 4, 5):
        assert give(player, number, [told["steps"][number]["do"][0]["order"]])["lesson"]["done"]
    assert go(player, 5)["status"] == "accepted"
    again = give(player, 5, [told["steps"][5]["do"][0]["order"]])
    assert again["lesson"]["done"]
    rolls = [line["rolls"] for line in record_of(player) if line["line"] == "order" and line["rolls"]]
    assert rolls[-1] == rolls[-2]


def test_a_lesson_begins_at_any_step_and_goes_on_and_back_after_its_end(table: Table) -> None:
    player, told = begun(table, step=11)
    last = told["steps"][11]["do"][0]["order"]
    assert give(player, 11, [last])["lesson"]["done"]
    assert player.view()["result"] is not None
    assert go(player, 1)["status"] == "accepted"
    assert player.view()["result"] is None
    assert player.view()["picture"]["tray"]["round"] == 1
    assert give(player, 1, [told["steps"][1]["do"][0]["order"]])["lesson"]["done"]


def test_a_lesson_is_the_same_after_a_restart(database: str) -> None:
    with at(database) as table:
        player, told = begun(table)
        give(player, 1, [told["steps"][1]["do"][0]["order"]])
        go(player, 1)
        give(player, 1, [told["steps"][1]["do"][0]["order"]])
        before = player.view()
    with at(database) as table:
        again = Player(table.client, player.match, player.token)
        again.numbers = player.numbers
        assert again.view() == before
        assert give(again, 2, [told["steps"][2]["do"][0]["order"]])["lesson"]["done"]


def test_a_lesson_that_nobody_opened_for_a_day_is_removed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with at(database) as table:
        old, _ = begun(table)
        late = clock.now() + 25 * 3600
        monkeypatch.setattr(clock, "now", lambda: late)
        young, _ = begun(table)
        assert old.get().status_code in (401, 404)
        assert young.view()["head"] == 0


def test_a_lesson_that_is_opened_again_stays_for_another_day(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with at(database) as table:
        old, _ = begun(table)
        now = clock.now()
        monkeypatch.setattr(clock, "now", lambda: now + 20 * 3600)
        old.view()
        monkeypatch.setattr(clock, "now", lambda: now + 40 * 3600)
        begun(table)
        assert old.view()["head"] == 0


def test_a_changed_lesson_says_so(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    player, told = begun(table)
    judge, _ = lesson_of(FIRST)
    monkeypatch.setattr("hulldown.server.lessons.lesson_of", lambda lesson: (judge, "another"))
    live = table.client.app.state.matches
    live._live.clear()
    sentence = wrong(sent(player, 1, [told["steps"][1]["do"][0]["order"]]), 409, "lesson/changed")
    assert sentence == "This lesson has changed since you left it. It starts again."


def test_orders_for_another_step_are_not_played(table: Table) -> None:
    player, told = begun(table)
    wrong(sent(player, 5, [told["steps"][5]["do"][0]["order"]]), 409, "lesson/step")
    wrong(acted(player, "step", 99), 404, "lesson/step")


def test_in_a_lesson_there_is_no_undo_and_nobody_resigns(table: Table) -> None:
    player, told = begun(table)
    give(player, 1, [told["steps"][1]["do"][0]["order"]])
    assert player.view()["undo"] == "go back one step instead"
    for act in ("undo", "resign", "rematch"):
        assert acted(player, act).json()["status"] == "refused"


def test_a_way_that_a_hand_may_well_have_meant_is_the_lessons_own(table: Table) -> None:
    player, _ = begun(table, "panzerkampf-first")
    near = {"type": "Move", "unit": 0, "path": [[44, 12500], [-46, 5500]]}
    assert give(player, 1, [near])["lesson"]["done"]
    piece = next(one for one in player.view()["picture"]["pieces"] if one["id"] == 0)
    assert piece["pose"]["bearing"] == 90
    far = {"type": "Move", "unit": 0, "path": [[0, 3000]]}
    again, _ = begun(table, "panzerkampf-first")
    assert give(again, 1, [far])["status"] == "other"


def test_no_such_lesson_is_told_in_a_sentence(table: Table) -> None:
    wrong(table.client.get("/api/lessons/nowhere"), 404, "lesson/unknown")
    wrong(table.client.post("/api/lessons/nowhere", json={}), 404, "lesson/unknown")
    wrong(table.client.post(f"/api/lessons/{FIRST}", json={"step": 50}), 404, "lesson/step")
