"""The stream: every line once and in order, whatever happens to the connection."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from litestar.testing import TestClient

from hulldown.server.app import create_app
from tests.server.conftest import Inside, Json, Player, Table


class Ear:
    """An open stream, and what was heard on it."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    def hear(self, kind: str) -> Json:
        """The next message of a kind; others of no interest are left out, lines never."""
        while (message := self.socket.receive_json(timeout=60))["type"] != kind:
            assert message["type"] in ("heartbeat", "notice"), message
        found: Json = message
        return found

    def lines(self, many: int) -> list[Json]:
        return [self.hear("line") for _ in range(many)]


@contextmanager
def listen(player: Player, first: int = 0) -> Iterator[Any]:
    with player.client.websocket_connect(f"/api/matches/{player.match}/stream") as socket:
        socket.send_json({"token": player.token, "from": first})
        yield socket


def test_lines_come_as_they_are_played_and_as_they_are_asked_for(table: Table) -> None:
    player = table.hotseat()
    player.give()
    with listen(player) as socket:
        ear = Ear(socket)
        first = ear.lines(1)
        while len(first) < player.view()["head"] or len(first) < 6:
            player.give()
            first += ear.lines(1)
    assert first == player.lines()


def test_a_stream_resumes_without_gap_and_without_repeat(table: Table) -> None:
    player = table.hotseat()
    heard: list[Json] = []
    for _ in range(6):
        with listen(player, len(heard)) as socket:
            ear = Ear(socket)
            heard += ear.lines(player.view()["head"] - len(heard))
            player.give()
            heard += ear.lines(1)
        player.give()
        player.give()
    with listen(player, len(heard)) as socket:
        heard += Ear(socket).lines(2)
    assert [line["position"] for line in heard] == list(range(player.view()["head"]))
    assert heard == player.lines()


def test_a_stream_resumes_after_a_restart(database: str) -> None:
    with TestClient(create_app(database, Inside())) as client:
        player = Table(client).hotseat()
        player.play_until("deployment")
        before = player.lines()
    with TestClient(create_app(database, Inside())) as client:
        player = Player(client, player.match, player.token)
        with listen(player) as socket:
            assert Ear(socket).lines(len(before)) == before


def test_everyone_hears_the_same_lines(table: Table) -> None:
    created = table.create(opponent="hotseat")
    player, watcher = table.player(created), table.watcher(created)
    with listen(player) as here, listen(watcher) as there:
        for _ in range(5):
            player.give()
        own, seen = Ear(here).lines(5), Ear(there).lines(5)
    assert [line["told"] for line in own] == [line["told"] for line in seen]
    assert seen[0]["undo"]


def test_the_heart_beats_with_the_head(table: Table) -> None:
    player = table.hotseat()
    player.give()
    with listen(player, 1) as socket:
        assert Ear(socket).hear("heartbeat") == {"type": "heartbeat", "head": 1}


def test_notices_tell_who_is_there_and_what_is_offered(table: Table) -> None:
    red, blue = table.friends()
    with listen(red) as here:
        ear = Ear(here)
        first = ear.hear("notice")
        assert (first["names"], first["offers"], first["connected"]) == (["Ann", "Bob"], [], [True, False])
        with listen(blue):
            assert ear.hear("notice")["connected"] == [True, True]
            blue.act("offer-draw")
            assert ear.hear("notice")["offers"] == [{"kind": "draw", "side": 1}]
        assert ear.hear("notice")["connected"] == [True, False]


@pytest.mark.parametrize(
    ("hello", "error"),
    [
        ('{"token": "nonsense", "from": 0}', "auth/token"),
        ('{"from": 0}', "order/bad"),
        ('{"token": "x", "token": "y", "from": 0}', "order/bad"),
        ('{"token": "x", "from": -1}', "order/bad"),
        ('{"token": "x", "from": NaN}', "order/bad"),
        ("hello", "order/bad"),
        ("", "order/bad"),
        ("[" * 10_000, "order/bad"),
    ],
    ids=str,
)
def test_a_bad_greeting_is_told_and_the_stream_closed(table: Table, hello: str, error: str) -> None:
    player = table.hotseat()
    with player.client.websocket_connect(f"/api/matches/{player.match}/stream") as socket:
        socket.send_text(hello)
        told = socket.receive_json(timeout=60)
        assert (told["type"], told["error"]) == ("error", error)
        assert told["sentence"].endswith(".")


def test_a_greeting_that_comes_late_is_no_wrong_token(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hulldown.server.stream.HELLO_SECONDS", 0.01)
    player = table.hotseat()
    with player.client.websocket_connect(f"/api/matches/{player.match}/stream") as socket:
        told = socket.receive_json(timeout=60)
    assert (told["type"], told["error"]) == ("error", "stream/late")
    monkeypatch.undo()
    with listen(player) as socket:
        assert Ear(socket).hear("notice")["names"]


def test_a_stream_of_no_match_or_beyond_the_head(table: Table) -> None:
    player = table.hotseat()
    lost = Player(player.client, "nowhere", player.token)
    with listen(lost) as socket:
        assert socket.receive_json(timeout=60)["error"] == "match/unknown"
    with listen(player, 1) as socket:
        assert socket.receive_json(timeout=60)["error"] == "order/stale"


def test_a_page_of_another_site_hears_nothing(table: Table) -> None:
    player = table.hotseat()
    path = f"/api/matches/{player.match}/stream"
    with player.client.websocket_connect(path, headers={"Origin": "https://evil.example"}) as socket:
        assert socket.receive_json(timeout=60)["error"] == "auth/origin"


def test_what_a_listener_says_later_is_read_past(table: Table) -> None:
    player = table.hotseat()
    with listen(player) as socket:
        socket.send_text("hello?")
        player.give()
        assert Ear(socket).lines(1) == player.lines()


def test_a_listener_stays_when_the_match_is_built_anew(table: Table) -> None:
    player = table.hotseat()
    with listen(player) as socket:
        ear = Ear(socket)
        player.give()
        ear.lines(1)
        matches = table.client.app.state.matches
        matches._live[player.match].drop()
        player.give()
        assert ear.lines(1) == player.lines(1)
