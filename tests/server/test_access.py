"""Every address of the server, and who may come in there: the table is held against the routes that there are.

Whoever makes a new route says here whom it serves; without its row this fails.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from hulldown.server.app import create_app
from tests.server.conftest import Inside, Json, Player, Table, wrong

BEGIN = {"type": "Begin"}
ANYBODY = frozenset(
    {
        *("GET /", "GET /{path}", "GET /healthz", "GET /readyz"),
        *("GET /api/schema", "GET /api/schema/openapi.json", "GET /api/schema/{path}"),
        *("GET /api/rulebooks", "GET /api/rulebooks/{book_id}", "GET /api/rulebooks/{book_id}/chart"),
        *("GET /api/rulebooks/{book_id}/works/{kind}", "GET /api/figures/{book_id}/{name}"),
        *("GET /api/handbooks/{book_id}", "GET /api/handbooks/{book_id}/{rule_id}", "GET /api/languages"),
        *("GET /api/lessons", "GET /api/lessons/{lesson_id}", "POST /api/lessons/{lesson_id}"),
        *("POST /api/setup", "POST /api/fills", "POST /api/matches", "POST /api/records"),
        *("GET /api/works/{work_id}", "PUT /api/works/{work_id}", "POST /api/check", "POST /api/differ"),
        *("POST /api/pictures", "POST /api/odds", "POST /api/ask", "POST /api/prospect", "POST /api/shot"),
        *("GET /api/fairness/{work_id}", "POST /api/fairness", "POST /api/fairness/{work_id}/stop"),
        *("POST /api/compare", "GET /api/terrains/{terrain_id}"),
        *("POST /api/parcels", "POST /api/parcels/{parcel_id}"),  # whoever has the name
        *("GET /api/invitations/{token}", "POST /api/invitations/{token}"),  # whoever has the token
    }
)
"""What is open to whoever comes; some of it makes something, and then has a pace."""


class Door(NamedTuple):
    """What is asked at an address of a match, and whether whoever only watches is served there."""

    watcher: bool
    body: Any = None
    query: str = ""


WATCHED, SEATED = Door(True), Door(False)
A_MATCH = {
    "GET ": WATCHED,
    "POST /orders": SEATED._replace(body={"id": "a", "position": 0, "orders": [BEGIN]}),
    "POST /acts": SEATED._replace(body={"id": "b", "position": 0, "act": "resign"}),
    "POST /standing": SEATED._replace(body={"all": {"ask": "never"}}),
    "POST /move-now": SEATED,
    "POST /keys": SEATED._replace(body={"draw": "host"}),
    "POST /invitation": SEATED._replace(body={"do": "renew"}),
    "POST /rehearse": SEATED._replace(body={"position": 0, "orders": []}),
    "GET /why": WATCHED,
    "GET /survey": WATCHED._replace(query="?unit=0"),
    "GET /table": WATCHED,
    "GET /proofs": WATCHED,
    "GET /first": WATCHED,
    "GET /ending": WATCHED,
    "POST /watch": WATCHED,
    "GET /cited": WATCHED,
    "GET /analysis": WATCHED,
    "POST /analysis": WATCHED,
    "GET /analysis/1/battles": WATCHED,
    "POST /analysis/1/battles": WATCHED,
    "POST /analysis/1/another": WATCHED._replace(body={"orders": [BEGIN]}),
    "GET /analysis/look": WATCHED,
    "POST /analysis/look": WATCHED,
    "POST /analysis/look/stop": WATCHED,
    "GET /placing": WATCHED,
    "POST /preview": WATCHED._replace(body={"order": BEGIN}),
    "GET /lines": WATCHED,
    "GET /record": WATCHED,
    "POST /fork": WATCHED._replace(body={"position": 0}),
    "WS /stream": WATCHED,
}
HTTP = [name for name in A_MATCH if not name.startswith("WS")]


def routes(app: Litestar) -> Iterator[str]:
    """All that can be asked, as METHOD and path."""
    for route in app.routes:
        path = route.path.replace(":str", "").replace(":path", "").replace("{order:int}", "1")
        handlers: list[Any] = getattr(route, "route_handlers", None) or [route.route_handler]  # type: ignore[union-attr]
        for handler in handlers:
            methods = set(getattr(handler, "http_methods", {"WS"})) - {"OPTIONS"}
            yield from (f"{method} {path}" for method in methods)


def test_every_route_has_a_row_that_says_whom_it_serves() -> None:
    there = set(routes(create_app("sqlite+aiosqlite://", Inside())))
    of_matches = {name.replace(" ", " /api/matches/{match_id}", 1) for name in A_MATCH}
    assert there == ANYBODY | of_matches


class House(NamedTuple):
    """A match between friends, another one, and all that opens nothing in the first."""

    table: Table
    red: Player
    blue: Player
    watcher: Player
    wrong: dict[str, str | None]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    database = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('access')}/matches.db"
    with TestClient(create_app(database, Inside(), most_matches_a_minute=10_000)) as client:
        table = Table(client)
        created, other = table.create(opponent="friend", side=0), table.create(opponent="hotseat")
        old = created["invitation"]
        red = table.player(created)
        new = red.post("/invitation", {"do": "renew"}).json()["invitation"]
        blue = table.player(client.post(f"/api/invitations/{new}", json={"name": "Bob"}).json())
        yield House(table, red, blue, table.watcher(created), wrong_tokens(created, other, old, new))


def wrong_tokens(created: Json, other: Json, old: str, new: str) -> dict[str, str | None]:
    """Everything that is not a token of the match."""
    return {
        "none": None,
        "empty": "Bearer ",
        "nonsense": "Bearer nonsense",
        "cut": f"Bearer {created['token'][:-1]}",
        "longer": f"Bearer {created['token']}x",
        "turned": f"Bearer {created['token'].swapcase()}",
        "wild": "Bearer %",
        "another match's": f"Bearer {other['token']}",
        "a link that was taken back": f"Bearer {old}",
        "a link that was used": f"Bearer {new}",
        "basic": f"Basic {created['token']}",
        "bare": created["token"],
        "the match": f"Bearer {created['match']}",
        "endless": "Bearer " + "x" * 5000,
    }


@pytest.mark.parametrize("name", HTTP)
def test_no_wrong_token_opens_a_match_anywhere(house: House, name: str) -> None:
    method, _, rest = name.partition(" ")
    path = f"/api/matches/{house.red.match}{rest}{A_MATCH[name].query}"
    before = house.red.view()
    for what, value in house.wrong.items():
        headers = {} if value is None else {"Authorization": value}
        answer = house.table.client.request(method, path, headers=headers, json=A_MATCH[name].body)
        assert (what, answer.status_code) == (what, 401)
        wrong(answer, 401, "auth/token")
    assert house.red.view() == before


@pytest.mark.parametrize("name", HTTP)
def test_whoever_watches_is_served_where_it_says_so_and_changes_nothing(house: House, name: str) -> None:
    method, _, rest = name.partition(" ")
    door, head = A_MATCH[name], house.red.view()["head"]
    path = f"/api/matches/{house.red.match}{rest}{door.query}"
    answer = house.table.client.request(method, path, headers=house.watcher.headers, json=door.body)
    if door.watcher:
        assert answer.status_code not in (401, 403), answer.text
    else:
        wrong(answer, 403, "auth/seat")
    assert house.red.view()["head"] == head


def test_no_wrong_token_hears_a_stream_and_nobody_counts_it_as_present(house: House) -> None:
    live = house.table.client.app.state.matches._live[house.red.match]
    said = {what: (value or "").removeprefix("Bearer ")[:200] for what, value in house.wrong.items()}
    said.pop("bare")  # on a stream a token is said without a word before it
    for what, token in said.items():
        with house.table.client.websocket_connect(f"/api/matches/{house.red.match}/stream") as socket:
            socket.send_json({"token": token, "from": 0})
            told = socket.receive_json(timeout=60)
            assert (what, told["type"]) == (what, "error")
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json(timeout=60)
            assert not live.listeners, what
