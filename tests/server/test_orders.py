"""Orders: what is accepted is kept, what is refused leaves no trace, what is repeated is answered as before."""

import asyncio
import logging
from typing import Any

import pytest
from litestar.testing import TestClient

from hulldown.rulebooks import load
from hulldown.server.app import create_app
from tests.server.conftest import BOOK, Inside, Player, Table, wrong


def test_a_repeat_gets_the_first_answer_for_ever(table: Table) -> None:
    player = table.hotseat()
    first = player.give(name="once")
    assert first == {"status": "accepted", "head": 1, "played": 1, "refusal": None}
    player.give()
    assert player.give({"type": "Begin"}, position=0, name="once") == first
    assert player.give({"type": "EndTurn"}, position=2, name="once") == first
    assert player.view()["head"] == 2


def test_a_repeat_is_known_after_a_restart(database: str) -> None:
    with TestClient(create_app(database, Inside())) as client:
        player = Table(client).hotseat()
        first = player.give(name="once")
        view = player.view()
    with TestClient(create_app(database, Inside())) as client:
        again = Player(client, player.match, player.token)
        assert again.view() == view
        assert again.give({"type": "Begin"}, position=0, name="once") == first
        again.play_until("roll")
    with TestClient(create_app(database, Inside())) as client:
        last = Player(client, player.match, player.token)
        assert last.view()["closed"] == ""
        assert last.give()["status"] == "accepted"


def test_the_same_id_of_two_players_is_two_ids(table: Table) -> None:
    seats = table.friends()
    first = seats[seats[0].view()["picture"]["tray"]["side"]]
    assert first.give(name="same")["status"] == "accepted"
    second = seats[0] if first is seats[1] else seats[1]
    assert second.give(name="same")["status"] == "refused" or second.view()["head"] == 2


def test_a_refused_order_is_judged_again(table: Table) -> None:
    player = table.hotseat()
    refused = player.give({"type": "EndTurn"}, name="again")
    assert (refused["status"], refused["head"], refused["played"]) == ("refused", 0, 0)
    assert refused["refusal"]["rule"] == "FR-Q06"
    assert player.lines() == []
    assert player.give({"type": "Begin"}, name="again")["status"] == "accepted"


def test_a_stale_order_is_told_the_head_and_not_played(table: Table) -> None:
    player = table.hotseat()
    player.give()
    for position in (0, 2, 1_000_000):
        answer = player.give(player.order(), position=position)
        assert answer == {"status": "stale", "head": 1, "played": 0, "refusal": None}
    assert player.view()["head"] == 1


def test_messages_that_come_in_the_wrong_order(table: Table) -> None:
    player = table.hotseat()
    assert player.give({"type": "ChooseFirst", "first": 0}, position=1, name="second")["status"] == "stale"
    assert player.give({"type": "Begin"}, position=0, name="first")["status"] == "accepted"
    assert player.give({"type": "ChooseFirst", "first": 0}, position=1, name="second")["status"] == "accepted"
    assert player.give({"type": "Begin"}, position=0, name="first")["head"] == 1
    assert player.view()["head"] == 2


def deployments(player: Player, many: int) -> list[dict[str, Any]]:
    view = player.play_until("deployment")
    piece = next(piece for piece in view["picture"]["pieces"] if piece["side"] == view["picture"]["tray"]["side"])
    band = player.get(f"/survey?unit={piece['id']}").json()["survey"]["bands"][0]
    squares = sorted({pose >> 3 for pose in band["poses"]})[:many]
    return [{**band["order"], "square": square, "facing": 2} for square in squares]


def test_several_orders_are_played_until_one_is_refused(table: Table) -> None:
    player = table.hotseat()
    first, second = deployments(player, 2)
    head = player.view()["head"]
    answer = player.give(first, first, second)
    assert (answer["status"], answer["played"], answer["head"]) == ("accepted", 1, head + 1)
    assert answer["refusal"]["rule"] or player.view()["picture"]["tray"]["side"] is not None


def test_several_orders_stop_where_a_die_falls(table: Table) -> None:
    player = table.hotseat()
    answer = player.give({"type": "Begin"}, {"type": "ChooseFirst", "first": 0})
    assert (answer["status"], answer["played"], answer["refusal"]) == ("accepted", 1, None)


@pytest.mark.parametrize(
    "body",
    [
        {"id": "a", "position": 0, "orders": []},
        {"id": "a", "position": 0, "orders": [{"type": "Begin"}] * 51},
        {"id": "", "position": 0, "orders": [{"type": "Begin"}]},
        {"id": "x" * 65, "position": 0, "orders": [{"type": "Begin"}]},
        {"id": "a", "position": -1, "orders": [{"type": "Begin"}]},
        {"id": "a", "position": "0", "orders": [{"type": "Begin"}]},
        {"id": "a", "position": 0, "orders": [{}]},
        {"id": "a", "position": 0, "orders": [{"type": "Move", "unit": "x"}]},
        {"id": "a", "position": 0, "orders": ["Begin"]},
        {"id": "a", "position": 0},
        [],
        None,
    ],
    ids=str,
)
def test_a_message_that_is_none_is_refused_whole(table: Table, body: Any) -> None:
    player = table.hotseat()
    wrong(player.post("/orders", body), 400, "order/bad")
    assert player.view()["head"] == 0


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        (b'{"id":"a","id":"b","position":0,"orders":[{"type":"Begin"}]}', 400, "order/bad"),
        (b'{"id":"a","position":0,"orders":[{"type":"Begin","type":"Begin"}]}', 400, "order/bad"),
        (b'{"id":"a","position":NaN,"orders":[{"type":"Begin"}]}', 400, "order/bad"),
        (b'{"id":"a","position":0,"orders":[{"type":"Begin","x":Infinity}]}', 400, "order/bad"),
        (b'{"id":"a","position":0,"orders":[' + b"[" * 5000 + b"]" * 5000 + b"]}", 400, "order/bad"),
        (b'{"id":"a","position":' + b"9" * 5000 + b"}", 400, "order/bad"),
        (b"\xff\xfe", 400, "order/bad"),
        (b"", 400, "order/bad"),
        (b'{"id":"' + b"x" * 70_000 + b'"}', 413, "order/size"),
    ],
    ids=["key twice", "inner key twice", "NaN", "infinity", "deep", "long number", "not UTF-8", "empty", "large"],
)
def test_json_that_readers_disagree_about(table: Table, text: bytes, status: int, code: str) -> None:
    player = table.hotseat()
    headers = {**player.headers, "Content-Type": "application/json"}
    wrong(table.client.post(f"/api/matches/{player.match}/orders", content=text, headers=headers), status, code)
    assert player.view()["head"] == 0


def test_a_rule_that_fails_costs_its_order_and_nothing_else(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = table.hotseat(), table.hotseat()
    book: Any = type(load(BOOK))
    with monkeypatch.context() as patch, caplog.at_level(logging.CRITICAL):
        patch.setattr(book, "decide", lambda *_: 1 / 0)
        order = {"id": "a", "position": 0, "orders": [{"type": "Begin"}]}
        wrong(broken.post("/orders", order), 409, "rule/broken")
        assert broken.view()["head"] == 0
    assert other.give()["status"] == "accepted"
    assert broken.give({"type": "Begin"}, name="a")["status"] == "accepted"


def test_what_cannot_be_told_is_not_played(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    player = table.hotseat()
    with monkeypatch.context() as patch, caplog.at_level(logging.CRITICAL):
        patch.setattr(type(load(BOOK)), "tell", lambda *_: 1 / 0)
        order = {"id": "a", "position": 0, "orders": [{"type": "Begin"}]}
        wrong(player.post("/orders", order), 409, "rule/broken")
    assert player.view()["head"] == 0
    assert player.lines() == []
    player.play_until("roll")


def test_what_the_database_does_not_take_never_was(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from hulldown.server.database import StoreFailed
    from hulldown.server.store import Store

    player = table.hotseat()

    async def fail(*_: Any) -> None:
        await asyncio.sleep(0)
        raise StoreFailed("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", fail)
        order = {"id": "a", "position": 0, "orders": [{"type": "Begin"}]}
        wrong(player.post("/orders", order), 503, "store/failed")
        assert player.view()["head"] == 0
    assert player.give({"type": "Begin"}, name="a")["status"] == "accepted"


def test_two_servers_on_one_database_never_overwrite_each_other(database: str) -> None:
    with (
        TestClient(create_app(database, Inside())) as one,
        TestClient(create_app(database, Inside())) as two,
    ):
        here = Table(one).hotseat()
        there = Player(two, here.match, here.token)
        assert there.view()["head"] == 0
        assert here.give(name="here")["status"] == "accepted"
        body = {"id": "there", "position": 0, "orders": [{"type": "Begin"}]}
        answer = there.post("/orders", body).json()
        assert (answer["status"], answer["head"]) == ("stale", 1)
        assert there.view() == here.view()
