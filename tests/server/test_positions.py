"""Matches that begin with a position."""

from typing import Any

import pytest

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import BOOKS, load, openings
from tests.kernel.test_position import TEXT
from tests.server.conftest import BOOK, SCENARIO, Json, Table, wrong

WISH: dict[str, Any] = {"rulebook": BOOK, "position": TEXT, "opponent": "hotseat"}


def created(table: Table, wish: dict[str, Any]) -> Json:
    answer = table.client.post("/api/matches", json=wish)
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def test_a_match_begins_with_the_position_that_was_sent_and_goes_on(table: Table) -> None:
    player = table.player(created(table, WISH))
    picture = player.view()["picture"]
    assert (picture["tray"]["phase"], len(picture["pieces"])) == ("roll", 2)
    player.give({"type": "RollMovement"})
    assert player.view()["head"] == 1
    player.act("resign")
    record = Record.parse(player.get("/record").text)
    assert prove(record, load(BOOK)).status == 0
    assert b"position" in bytes(record.head.setup)


def test_a_setup_with_a_position_is_checked_without_a_match(table: Table) -> None:
    good = table.client.post("/api/setup", json={"rulebook": BOOK, "position": TEXT}).json()
    assert (good["ok"], good["red"]["units"], good["blue"]["units"]) == (True, {"light": 1}, {"light": 1})
    bad = table.client.post("/api/setup", json={"rulebook": BOOK, "position": TEXT.replace("A1", "C1")}).json()
    assert (bad["problem"]["where"], bad["problem"]["rule"]) == ("position:10", "FR-27")


@pytest.mark.parametrize(
    "wish",
    [
        {"position": ""},
        {"position": TEXT.replace("A1", "C1")},
        {"position": TEXT.replace('"north"', '"/etc/passwd.txt"')},
        {"position": TEXT.replace('map = "north"', 'scenario = "mine.toml"')},
        {"position": "[" * 5000},
        {"scenario": SCENARIO},
        {"red": "light=2"},
        {"board": "south"},
        {"options": {"damage": "on"}},
        {"rulebook": "core"},
    ],
    ids=lambda wish: str(wish)[:40],
)
def test_a_bad_position_makes_no_match(table: Table, wish: dict[str, Any]) -> None:
    assert len(wrong(table.client.post("/api/matches", json=WISH | wish), 400, "setup/bad")) < 700


def test_a_position_is_bounded(table: Table) -> None:
    wrong(table.client.post("/api/matches", json=WISH | {"position": "x" * 60_001}), 400, "order/bad")


# Ready openings

FIRST: dict[str, Any] = {"rulebook": BOOK, "opening": "first", "opponent": "hotseat"}


def test_a_match_begins_with_a_ready_opening_and_its_record_is_that_of_a_position(table: Table) -> None:
    player = table.player(created(table, FIRST))
    view = player.view()
    assert (view["scenario"], view["picture"]["tray"]["side"], view["picture"]["tray"]["round"]) == ("Your shot", 0, 2)
    assert view["before"] == [
        "Blue Medium 1 fired at Red Heavy 1: range 6 + side 7 = 13, rolled 5 4 3 = 12. No effect."
    ]
    assert "before" not in table.player(created(table, WISH)).view()
    player.act("resign")
    record = Record.parse(player.get("/record").text)
    assert prove(record, load(BOOK)).status == 0
    setup = bytes(record.head.setup)
    assert b"position" in setup
    assert b"opening" not in setup
    assert b"camera" not in setup


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_book_begins_with_a_shot_of_red(table: Table, book_id: str) -> None:
    view = table.player(created(table, FIRST | {"rulebook": book_id})).view()
    tray = view["picture"]["tray"]
    assert (view["scenario"], tray["side"]) == (openings(book_id)[0].name, 0)
    assert tray["todo"][0]["chance"]


def test_the_list_of_books_has_the_opening_that_each_begins_with(table: Table) -> None:
    lines = {line["id"]: line["opening"] for line in table.client.get("/api/rulebooks").json()}
    assert lines[BOOK]["id"] == "first"
    assert lines[BOOK]["headline"]
    assert lines[BOOK]["camera"] == openings(BOOK)[0].camera


@pytest.mark.parametrize(
    "wish",
    [
        {"opening": "last"},
        {"opening": "../maps/tiles"},
        {"position": TEXT},
        {"scenario": SCENARIO},
        {"options": {"damage": "on"}},
        {"rulebook": "chess"},
    ],
    ids=lambda wish: str(wish)[:40],
)
def test_a_bad_opening_makes_no_match(table: Table, wish: dict[str, Any]) -> None:
    status = 404 if "rulebook" in wish else 400
    assert len(wrong(table.client.post("/api/matches", json=FIRST | wish), status, "setup/bad")) < 300
