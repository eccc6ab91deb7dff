"""A shelf on its way to another device of whoever made it."""

from typing import Any

import pytest
from litestar.testing import TestClient

from hulldown.server import clock, parcels
from hulldown.server.app import create_app
from hulldown.server.limits import TO_SEND, Rate
from hulldown.server.store import hashed
from tests.server.conftest import Inside, Table

SHELF = "1.eJyrVkrOz00tBgALQwKj"


def send(table: Table, text: str = SHELF) -> Any:
    return table.client.post("/api/parcels", json={"text": text})


def fetch(table: Table, name: str) -> Any:
    return table.client.post(f"/api/parcels/{name}")


def test_a_shelf_is_fetched_once(table: Table) -> None:
    name = send(table).json()["id"]
    assert len(name) == 22
    assert fetch(table, name).json() == {"text": SHELF}
    again = fetch(table, name)
    assert (again.status_code, again.json()["sentence"]) == (404, parcels.GONE)


def test_a_shelf_waits_for_an_hour(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = send(table).json()
    kept = send(table).json()
    monkeypatch.setattr(clock, "now", lambda: sent["until"] + 1)
    assert fetch(table, sent["id"]).status_code == 404
    monkeypatch.setattr(clock, "now", lambda: kept["until"])
    assert fetch(table, kept["id"]).json() == {"text": SHELF}


def test_too_many_at_once_are_refused_until_the_old_ones_are_gone(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parcels, "MOST_KEPT", 2)
    until = [send(table).json()["until"] for _ in range(2)][-1]
    full = send(table)
    assert (full.status_code, full.json()["error"]) == (507, "parcel/full")
    monkeypatch.setattr(clock, "now", lambda: until + 1)
    assert send(table).status_code == 201


def test_an_address_leaves_room_for_the_shelves_of_others(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert TO_SEND.most + parcels.KEPT_SECONDS * TO_SEND.a_second <= parcels.MOST_KEPT / 10
    monkeypatch.setattr("hulldown.server.app.TO_SEND", Rate(2, 1 / 360))
    with TestClient(create_app(database, Inside(), strangers=True)) as client:
        answers = [send(Table(client)) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert answers[-1].json()["sentence"] == (
            "This address has sent as many shelves as it may in an hour; wait 6 minutes."
        )
    with TestClient(create_app(database, Inside())) as client:
        assert {send(Table(client)).status_code for _ in range(3)} == {201}


def test_the_name_of_a_shelf_stands_in_no_database(table: Table) -> None:
    name = send(table).json()["id"]
    assert table.client.post(f"/api/parcels/{hashed(name)}").status_code == 404
    assert fetch(table, name).status_code == 200


@pytest.mark.parametrize("text", ["", "<script>", "a b", "x" * ((3 << 20) + 1)])
def test_what_no_browser_packed_is_refused(table: Table, text: str) -> None:
    assert send(table, text).status_code in (400, 413)
