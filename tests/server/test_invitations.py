"""Invitations: a seat is taken once and never lost, and the link to it can be taken back."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from litestar.testing import TestClient

from hulldown.server.app import create_app
from hulldown.server.matches import Matches
from hulldown.server.protocol import ClaimBody, Claimed, NewMatch, Wrong
from hulldown.server.store import Store
from tests.sealed import NEW as ANCHORS
from tests.server.conftest import BOOK, SCENARIO, Inside, Json, Nursery, Table, wrong

CLAIM = "the-first-claim-of-them-all"
OTHER = "another-claim-of-somebody-else"


def path_to(created: Json) -> str:
    return f"/api/invitations/{created['invitation']}"


@pytest.fixture
def invited(table: Table) -> Json:
    return table.create(opponent="friend", side=0, name="Heron")


# Claims


def test_the_same_claim_gets_the_same_seat_again_and_another_one_none(table: Table, invited: Json) -> None:
    first = table.client.post(path_to(invited), json={"name": "Kestrel", "id": CLAIM})
    assert first.status_code == 200
    for name in ("Kestrel", "Somebody"):
        again = table.client.post(path_to(invited), json={"name": name, "id": CLAIM})
        assert again.json() == first.json()
    for body in ({"name": "Wren", "id": OTHER}, {"name": "Wren"}):
        assert "watch" in wrong(table.client.post(path_to(invited), json=body), 409, "invitation/taken")
    assert table.player(first.json()).view()["names"] == ["Heron", "Kestrel"]


@pytest.mark.parametrize("claim", ["", "short", "x" * 65, "with a space in the midst of it", "zero\0" * 6])
def test_a_claim_is_hard_to_guess(table: Table, invited: Json, claim: str) -> None:
    wrong(table.client.post(path_to(invited), json={"name": "Kestrel", "id": claim}), 400, "order/bad")
    assert table.client.get(path_to(invited)).json()["claimed"] is False


def test_a_claim_is_good_for_one_invitation(table: Table, invited: Json) -> None:
    other = table.create(opponent="friend", side=0)
    tokens = {
        table.client.post(path_to(one), json={"name": "Kestrel", "id": CLAIM}).json()["token"]
        for one in (invited, other)
    }
    assert len(tokens) == 2


def test_a_claim_with_a_dice_key_brings_it_once(table: Table) -> None:
    created = table.create(opponent="friend", side=0, keys=[ANCHORS[0]])
    body = {"name": "Kestrel", "id": CLAIM, "key": ANCHORS[1]}
    first, again = (table.client.post(path_to(created), json=body).json() for _ in range(2))
    assert first == again
    view = table.player(first).view()
    assert (view["dice"]["kept"], view["head"]) == (["seat", "seat"], 2)


def test_a_claim_outlives_a_server_that_is_killed_before_it_answers(nursery: Nursery) -> None:
    nursery.start()
    with nursery.client() as client:
        wish = {"rulebook": BOOK, "scenario": SCENARIO, "opponent": "friend", "side": 0}
        created = client.post("/api/matches", json=wish).json()
        first = client.post(path_to(created), json={"name": "Kestrel", "id": CLAIM}).json()
    nursery.kill()
    nursery.start()
    with nursery.client() as client:
        assert client.post(path_to(created), json={"name": "Kestrel", "id": CLAIM}).json() == first
        wrong(client.post(path_to(created), json={"name": "Wren", "id": OTHER}), 409, "invitation/taken")
        headers = {"Authorization": f"Bearer {first['token']}"}
        assert client.get(f"/api/matches/{first['match']}", headers=headers).json()["side"] == 1


def test_of_many_who_press_at_once_one_sits_down(table: Table, invited: Json) -> None:
    def press(number: int) -> int:
        body = {"name": f"Bird {number}", "id": f"a-claim-of-its-own-{number:08}"}
        return table.client.post(path_to(invited), json=body).status_code

    with ThreadPoolExecutor(24) as crowd:
        answers = sorted(crowd.map(press, range(48)))
    assert answers == [200] + [409] * 47


def test_of_many_who_press_at_once_on_two_servers_one_sits_down(database: str) -> None:
    """Every second one presses twice, as somebody does whose answer does not come."""

    async def race() -> list[Claimed | str]:
        servers = [Matches(Store(database), Inside()) for _ in range(2)]
        for server in servers:
            await server.store.open()
        wish = NewMatch(BOOK, SCENARIO, opponent="friend", side=None, keys=(ANCHORS[0],))
        token = (await servers[0].create(wish)).invitation or ""

        async def press(number: int) -> Claimed | str:
            body = ClaimBody(f"Bird {number}", ANCHORS[1], f"a-claim-of-its-own-{number:08}")
            try:
                return await servers[number % 2].invitations.claim(token, body)
            except Wrong as wrong:
                return wrong.error

        found = await asyncio.gather(*(press(number % 24) for number in range(48)))
        for server in servers:
            await server.close()
        return found

    found = asyncio.run(race())
    taken = [claimed for claimed in found if isinstance(claimed, Claimed)]
    assert len(taken) == 2
    assert taken[0] == taken[1]
    assert [other for other in found if other not in taken] == ["invitation/taken"] * 46


def test_a_seat_that_a_bot_plays_for_is_still_the_one_of_its_claim(database: str) -> None:
    with TestClient(create_app(database, Inside(), patience_hours=0)) as client:
        table = Table(client)
        created = table.create(opponent="friend", side=0)
        host = table.player(created)
        claimed = client.post(path_to(created), json={"name": "Kestrel", "id": CLAIM}).json()
        while host.view()["waiting"]["side"] == 0:
            host.give()
        assert host.act("let-bot-finish")["status"] == "accepted"
        assert client.post(path_to(created), json={"name": "Kestrel", "id": CLAIM}).json() == claimed


def test_nobody_sits_down_when_the_battle_is_over(table: Table, invited: Json) -> None:
    table.player(invited).act("resign")
    seen = table.client.get(path_to(invited)).json()
    assert seen["result"]["winner"] == 1
    assert "watch" in wrong(table.client.post(path_to(invited), json={"name": "Kestrel"}), 409, "match/over")


# Looking


def test_an_invitation_shows_the_table_and_what_was_agreed(table: Table) -> None:
    wish = {"scenario": "barricades", "options": {"hidden": "on", "damage": "off"}}
    seen = table.client.get(path_to(table.create(opponent="friend", side=0, **wish))).json()
    zones = [mark for mark in seen["picture"]["marks"] if mark["kind"] == "zone"]
    assert {zone["side"] for zone in zones} == {0, 1}
    told = {fact["title"]: fact for fact in seen["facts"]}
    assert told["Barricades 4"] == {
        "title": "Barricades 4",
        "sentence": "how many barricades each side may place",
        "rule": "FR-63",
        "changed": False,
    }
    (hidden,) = (fact for fact in seen["facts"] if fact["rule"] == "FR-H10")
    assert (hidden["sentence"], hidden["changed"]) == ("both sides deploy unseen", True)
    assert told["Without damage"]["changed"] is True
    assert not [title for title in told if title.startswith("Total")]


def test_a_guest_hears_whether_the_host_is_there(table: Table, invited: Json) -> None:
    assert table.client.get(path_to(invited)).json()["present"] is False
    with table.client.websocket_connect(f"/api/matches/{invited['match']}/stream") as stream:
        stream.send_json({"token": invited["token"]})
        stream.receive_json()
        assert table.client.get(path_to(invited)).json()["present"] is True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    now = [1_800_000_000]
    monkeypatch.setattr("hulldown.server.clock.now", lambda: now[0])
    return now


def test_the_host_hears_when_the_link_was_opened(table: Table, invited: Json, clock: list[int]) -> None:
    host = table.player(invited)
    assert host.view()["inviting"] == {"open": True, "opened": None}
    table.client.get(path_to(invited), headers=host.headers)
    assert host.view()["inviting"]["opened"] is None, "the host's own look is none"
    table.client.get(path_to(invited))
    assert host.view()["inviting"]["opened"] == clock[0]
    clock[0] += 59
    table.client.get(path_to(invited))
    assert host.view()["inviting"]["opened"] == clock[0] - 59, "looks within a minute are one"
    clock[0] += 1
    table.client.get(path_to(invited), headers={"Authorization": "Bearer of-something-else"})
    assert host.view()["inviting"]["opened"] == clock[0]


def test_the_host_hears_on_the_stream_who_has_sat_down(table: Table, invited: Json) -> None:
    with table.client.websocket_connect(f"/api/matches/{invited['match']}/stream") as stream:
        stream.send_json({"token": invited["token"]})
        assert stream.receive_json()["inviting"] == {"open": True, "opened": None}
        table.client.get(path_to(invited))
        while (notice := stream.receive_json())["type"] != "notice":
            pass
        assert abs(notice["inviting"]["opened"] - time.time()) < 60
        table.client.post(path_to(invited), json={"name": "Kestrel"})
        while (notice := stream.receive_json())["type"] != "notice":
            pass
        assert "inviting" not in notice
        assert notice["names"] == ["Heron", "Kestrel"]


# Taking back


def test_an_invitation_that_was_taken_back_is_void_and_says_so(table: Table, invited: Json) -> None:
    host = table.player(invited)
    assert host.post("/invitation", {"do": "take-back"}).json() == {"invitation": None, "watch": None}
    assert host.view()["inviting"] == {"open": False, "opened": None}
    told = wrong(table.client.get(path_to(invited)), 410, "invitation/withdrawn")
    assert told == "Heron has taken this invitation back; ask for a new link."
    wrong(table.client.post(path_to(invited), json={"name": "Kestrel", "id": CLAIM}), 410, "invitation/withdrawn")
    wrong(table.player(invited, "invitation").get(), 401, "auth/token")
    assert table.watcher(invited).view()["watching"], "whoever watches may go on"


def test_a_new_link_opens_the_seat_and_the_old_one_does_not(database: str) -> None:
    with TestClient(create_app(database, Inside())) as client:
        created = Table(client).create(opponent="friend", side=0, name="Heron")
        new = Table(client).player(created).post("/invitation", {"do": "renew"}).json()
    with TestClient(create_app(database, Inside())) as client:  # and after a restart
        host = Table(client).player(created)
        assert host.view()["inviting"] == {"open": True, "opened": None}
        wrong(client.get(path_to(created)), 410, "invitation/withdrawn")
        seen = client.get(path_to(new)).json()
        assert (seen["claimed"], seen["watch"]) == (False, new["watch"])
        assert Table(client).player({"match": created["match"], **new}, "watch").view()["watching"]
        assert client.post(path_to(new), json={"name": "Kestrel"}).status_code == 200
        assert "inviting" not in host.view()


def test_a_link_that_was_used_cannot_be_taken_back(table: Table, invited: Json) -> None:
    claimed = table.client.post(path_to(invited), json={"name": "Kestrel", "id": CLAIM}).json()
    for do in ("take-back", "renew"):
        told = wrong(table.player(invited).post("/invitation", {"do": do}), 409, "invitation/taken")
        assert told == "Kestrel has sat down as Blue; the link is used up."
    assert table.client.get(path_to(invited)).json()["claimed"] is True
    assert table.player(claimed).view()["side"] == 1


def test_only_whoever_waits_for_a_friend_has_a_link_to_take_back(table: Table, invited: Json) -> None:
    wrong(table.watcher(invited).post("/invitation", {"do": "take-back"}), 403, "auth/seat")
    for opponent in ("bot", "hotseat"):
        player = table.player(table.create(opponent=opponent))
        wrong(player.post("/invitation", {"do": "renew"}), 403, "auth/seat")
    assert table.client.get(path_to(invited)).status_code == 200
