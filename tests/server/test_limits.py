"""What strangers may ask for: a store of points by address and by seat, streams, a clock that does not jump."""

import pytest
from litestar.testing import TestClient

from hulldown.server import clock
from hulldown.server.app import create_app
from hulldown.server.limits import MOST_KEPT, Limits, Pace, Rate, Sockets, guest_at, shared
from hulldown.server.protocol import Wrong
from tests.server.conftest import Inside, Table


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_whoever_has_spent_all_waits_as_long_as_it_says() -> None:
    limits = Limits(Rate(10, 2), "Too much was asked", hands := Hands())
    for _ in range(5):
        limits.spend("stranger", 2)
    with pytest.raises(Wrong, match="wait 3 seconds") as wrong:
        limits.spend("stranger", 6)
    assert (wrong.value.status, wrong.value.error) == (429, "rate/limit")
    limits.spend("friend", 10)
    hands.now += 3
    limits.spend("stranger", 6)
    with pytest.raises(Wrong, match="wait 1 second\\."):
        limits.spend("stranger", 2)


def test_a_refusal_costs_nothing_and_nobody_is_banned() -> None:
    limits = Limits(Rate(10, 1), "Too much was asked", hands := Hands())
    limits.spend("stranger", 10)
    for _ in range(1_000):
        with pytest.raises(Wrong):
            limits.spend("stranger", 1)
    hands.now += 1
    limits.spend("stranger", 1)


def test_each_of_several_workers_gives_its_share_and_the_dearest_call_can_still_be_made(database: str) -> None:
    assert shared(Rate(100, 10), 4, 60) == Rate(60, 2.5)
    alone, one_of_four = (create_app(database, Inside(), strangers=True, workers=many).state for many in (1, 4))
    for name in ("of_address", "of_seat"):
        assert getattr(one_of_four, name).rate.a_second == getattr(alone, name).rate.a_second / 4
    assert one_of_four.sockets.most_of_one == alone.sockets.most_of_one // 4
    assert [most for most, _, _ in one_of_four.pace.bounds] == [most // 4 for most, _, _ in alone.pace.bounds]


@pytest.mark.parametrize(
    ("host", "guest"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_guest_with_a_whole_network_of_addresses_is_one_guest(host: str, guest: str) -> None:
    assert guest_at(host) == guest


def test_an_address_makes_so_many_matches_a_minute_and_a_day() -> None:
    pace = Pace(3, 7, hands := Hands())
    for _ in range(3):
        pace.step("stranger")
    with pytest.raises(Wrong, match="At most 3 new matches a minute from an address; wait 60 seconds"):
        pace.step("stranger")
    for _ in range(4):
        hands.now += 60
        pace.step("stranger")
    hands.now += 60
    with pytest.raises(Wrong, match="At most 7 new matches a day from an address; wait 1,435 minutes"):
        pace.step("stranger")
    pace.step("friend")
    hands.now += 86_400
    pace.step("stranger")


def test_a_crowd_of_addresses_makes_nobody_forget_who_was_here_last() -> None:
    pace = Pace(1, 10, Hands())
    for number in range(MOST_KEPT - 1):
        pace.step(f"stranger {number}")
    pace.step("greedy")
    for number in range(MOST_KEPT - 1):
        pace.step(f"other {number}")
    with pytest.raises(Wrong):
        pace.step("greedy")


def test_what_an_address_brings_to_be_kept_is_weighed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hulldown.server.app.TO_KEEP", Rate(20_000, 1))
    with TestClient(create_app(database, Inside(), strangers=True)) as client:
        assert client.post("/api/records", content="x" * 15_000).status_code == 400
        answer = client.post("/api/records", content="x" * 15_000)
        assert answer.status_code == 429
        assert answer.json()["sentence"].startswith("This address has brought as much as it may in a day; wait 167 min")
    with TestClient(create_app(database, Inside())) as client:
        assert {client.post("/api/records", content="x" * 15_000).status_code for _ in range(3)} == {400}


def test_an_address_has_so_many_streams_and_gives_them_back() -> None:
    sockets = Sockets(most=3, most_of_one=2)
    with sockets.inside("a"), sockets.inside("a"):
        with pytest.raises(Wrong, match="has 2 streams open"), sockets.inside("a"):
            pass
        with sockets.inside("b"), pytest.raises(Wrong, match="as many guests"), sockets.inside("c"):
            pass
    assert not sockets.open
    with sockets.inside("a"):
        assert sockets.open["a"] == 1


def test_a_stranger_who_asks_without_end_is_told_to_wait_and_on_ones_own_machine_nobody_is(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hulldown.server.app.AN_ADDRESS", Rate(20, 0.01))
    with TestClient(create_app(database, Inside(), strangers=True)) as client:
        answers = [client.get("/api/matches/nothing") for _ in range(30)]
        assert [answer.status_code for answer in answers] == [404] * 20 + [429] * 10
        assert answers[-1].json()["sentence"].startswith("Too much was asked from this address in a short time; wait")
    with TestClient(create_app(database, Inside())) as client:
        assert {client.get("/api/matches/nothing").status_code for _ in range(30)} == {404}


def test_a_seat_that_asks_without_end_rests_and_no_other_does(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hulldown.server.app.A_SEAT", Rate(20, 0.01))
    with TestClient(create_app(database, Inside(), strangers=True)) as client:
        table = Table(client)
        asking, other = table.friends()
        answers = [asking.get() for _ in range(30)]
        assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 10
        assert answers[-1].json()["sentence"].startswith("Too much was asked from this seat in a short time; wait")
        assert other.get().status_code == 200
        assert table.hotseat().get().status_code == 200


@pytest.mark.parametrize("token", ["watch", "made up", ""])
def test_nobody_who_only_knows_of_a_match_keeps_its_players_from_it(
    database: str, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setattr("hulldown.server.app.A_SEAT", Rate(20, 0.01))
    with TestClient(create_app(database, Inside(), strangers=True)) as client:
        created = Table(client).create(opponent="hotseat")
        bearer = {"Authorization": f"Bearer {created.get(token, token)}"}
        for _ in range(30):
            client.get(f"/api/matches/{created['match']}", headers=bearer)
        assert Table(client).player(created).get().status_code == 200


def test_a_stream_that_is_talked_to_is_closed(table: Table) -> None:
    player = table.hotseat()
    with table.client.websocket_connect(f"/api/matches/{player.match}/stream") as stream:
        stream.send_json({"token": player.token, "from": 0})
        for _ in range(20):
            stream.send_json({"hello": "again"})
        while (told := stream.receive_json())["type"] != "error":
            pass
    assert told["sentence"] == "The stream only tells; it was sent too many messages and is closed."
    assert player.view()["head"] == 0


def test_the_servers_clock_does_not_jump_with_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clock.now()
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert 0 <= clock.now() - before <= 2


@pytest.mark.parametrize("name", ["x\u202egnp.exe", "a\u200bb", "\n", "\u0007", "\u2028", "a" * 41])
def test_a_name_has_no_sign_that_hides_or_turns_others(table: Table, name: str) -> None:
    body = {"rulebook": "france1944", "scenario": "first-steps", "opponent": "friend", "name": name}
    assert table.client.post("/api/matches", json=body).status_code == 400


def test_a_name_is_kept_composed_and_without_needless_space(table: Table) -> None:
    body = {"rulebook": "france1944", "scenario": "first-steps", "opponent": "friend", "side": 0}
    created = table.client.post("/api/matches", json=body | {"name": "  E\u0301ric  le  Rouge "}).json()
    assert table.player(created).view()["names"][0] == "\u00c9ric le Rouge"
