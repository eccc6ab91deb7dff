"""What a finished game came to: who decided it, what is left of the armies, and how long it took."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.conftest import Json, Table, wrong
from tests.server.test_records import upload

RECORDS = Path(__file__).parents[1] / "rulebooks"
# By record: who decided it, what Red and Blue have left of their points, and the rounds.
CAME_TO: dict[str, tuple[str | None, Any, int]] = {
    "france1944/crossroads": ("Red Light 1", [[6, 20], [0, 20]], 11),
    "france1944/one-flag": ("Blue Light 1", [[4, 12], [1, 12]], 9),  # it captured the flag, when its turn was over
    "france1944/held": (None, [[24, 24], [16, 16]], 25),
    "france1944/resigned": (None, [[7, 12], [7, 12]], 3),
    "dynamic/duel": ("Blue Heavy Tank 1", [[0, 6], [6, 6]], 7),
    "dynamic/out-of-time": (None, [[28, 28], [28, 28]], 6),
    "core/duel": ("Red Heavy Tank 1", [[48, 60], [0, 60]], 11),
    "squadron/duel": ("Blue Sherman 76 1", [[0, 100], [100, 100]], 3),
    "squadron/out-of-time": (None, [[100, 100], [100, 100]], 2),  # the last to act decided nothing
    "panzerkampf/convoy": ("Red Repair vehicle 1", [[1280, 1870], [1040, 2230]], 8),  # it reached the destination
    "panzerkampf/last-support": ("Blue Super-heavy tank 1", [[730, 1870], [2790, 3580]], 15),
}


def named(view: Json, unit: int | None) -> str | None:
    return next((piece["name"] for piece in view["picture"]["pieces"] if piece["id"] == unit), None)


@pytest.mark.parametrize("name", CAME_TO)
def test_a_finished_game_tells_who_decided_it_and_what_is_left(table: Table, name: str) -> None:
    book, record = name.split("/")
    watcher = upload(table, (RECORDS / book / "records" / f"{record}.jsonl").read_text(encoding="utf-8"))
    view, ending = watcher.view(), watcher.get("/ending").json()
    assert (named(view, ending["unit"]), ending["points"], ending["rounds"]) == CAME_TO[name]
    assert ending["position"] == view["head"]
    assert "minutes" not in ending, "nobody knows how long a record took"


def test_it_is_told_when_the_game_is_over_and_not_before(table: Table) -> None:
    red, blue = table.friends()
    for _ in range(4):
        (red, blue)[red.view()["picture"]["tray"]["side"]].give()
    wrong(red.get("/ending"), 409, "match/running")
    blue.act("resign")
    ending = red.get("/ending").json()
    assert ending == blue.get("/ending").json()
    assert (ending["unit"], ending["orders"], ending["minutes"]) == (None, 4, 1)


def test_an_order_that_was_taken_back_is_not_counted_nor_a_fork_timed(table: Table) -> None:
    origin = table.hotseat()
    origin.play_until("roll")
    head = origin.view()["head"]
    fork = table.player(origin.post("/fork", {"position": head, "opponent": "hotseat"}).json())
    fork.act("offer-takeback")
    fork.act("resign")
    ending = fork.get("/ending").json()
    assert (ending["orders"], ending["position"]) == (head - 1, head + 2)
    assert "minutes" not in ending
