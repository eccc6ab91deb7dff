"""Every call of the protocol, and what it answers."""

import re
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import hulldown.server
from hulldown.bots import BOTS
from hulldown.bots.planner import PERSONALITIES
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record, SetupLine
from hulldown.kernel.template import filled
from hulldown.rulebooks import BOOKS, load
from hulldown.server.app import create_app
from hulldown.server.schema import schema
from hulldown.server.typescript import Writer, types
from tests.server.conftest import BOOK, SCENARIO, Inside, Json, Table, wrong

ROOT = Path(__file__).parents[2]


def test_rulebooks_are_listed(table: Table) -> None:
    lines = {line["id"]: line for line in table.client.get("/api/rulebooks").json()}
    assert list(lines) == list(BOOKS)
    line = lines[BOOK]
    assert line.pop("opening")["id"] == "first"
    assert line.pop("lesson") == {"id": f"{BOOK}-first", "minutes": 5}
    assert line == {
        "id": BOOK,
        "title": load(BOOK).title,
        "table": "squares",
        "rules": 65,
        "name": "France 1944",
        "sentence": "Three classes of tank, streets, flags and a handful of dice. The way in.",
        "weight": 1,
        "weight_word": "light",
        "minutes_least": 10,
        "minutes_most": 120,
        "battles": 9,
        "stand_ins": 22,
    }


def test_a_rulebook_tells_all_that_a_setup_page_shows(table: Table) -> None:
    book = table.client.get(f"/api/rulebooks/{BOOK}").json()
    lists = {"units", "scenarios", "maps", "rules", "rulings", "options", "agreed", "bots", "labels", "differences"}
    assert set(book) == {"id", "title", "table"} | lists | {"shot", "position", "advice"}
    assert [bot["name"] for bot in book["bots"]] == list(BOTS)
    planner = book["bots"][list(BOTS).index("planner")]
    assert planner["levels"] == {"recruit": 0.2, "veteran": 1.0, "ace": 5.0}
    assert set(planner["personalities"]) == set(PERSONALITIES)
    assert set(book["rules"][0]) == {"id", "section", "kind", "title", "summary", "geometric"}
    assert set(book["rulings"][0]) == set(book["rules"][0]) | {"rules", "ground", "why", "options"}
    assert SCENARIO in [row["id"] for row in book["scenarios"]]
    hidden = next(option for option in book["options"] if option["name"] == "hidden")
    assert (hidden["kind"], hidden["house"], hidden["rules"]) == ({"type": "switch"}, True, ["FR-H10"])
    assert book["agreed"][SCENARIO]["hidden"] == "off"
    wrong(table.client.get("/api/rulebooks/chess"), 404, "setup/bad")


def test_a_setup_is_checked_without_a_match(table: Table) -> None:
    good = table.client.post("/api/setup", json={"rulebook": BOOK, "scenario": SCENARIO}).json()
    assert (good["ok"], good["problem"]) == (True, None)
    assert good["red"]["points"] <= good["red"]["total"]
    assert len(good["terrain"]["cells"]) == good["terrain"]["rows"]
    bad = table.client.post("/api/setup", json={"rulebook": BOOK, "scenario": SCENARIO, "red": "heavy=90"}).json()
    assert (bad["ok"], bad["red"]["left"], bad["terrain"]) == (False, -264, good["terrain"])
    assert bad["problem"]["rule"] == "FR-04"
    assert "270" in bad["problem"]["message"]
    even, uneven = (
        table.client.post("/api/setup", json={"rulebook": "dynamic", "scenario": "duel", "red": red}).json()
        for red in ("", "heavy=1")
    )
    assert (even["remark"], uneven["remark"]) == ("", "Red has 3 points and Blue 6; the book wants them equal")


@pytest.mark.parametrize(
    "wish",
    [
        {"rulebook": "chess"},
        {"scenario": "no-such"},
        {"scenario": "/etc/passwd"},
        {"scenario": "mine.toml"},
        {"scenario": "mine.TOML "},
        {"board": "../../secret.txt"},
        {"board": "mine.map"},
        {"red": "army.toml"},
        {"red": "heavy"},
        {"blue": "heavy=99999"},
        {"options": {"dance": "on"}},
        {"options": {"flags": "9:9"}},
        {"bot": "hal"},
    ],
    ids=str,
)
def test_a_bad_setup_makes_no_match(table: Table, wish: dict[str, Any]) -> None:
    answer = table.client.post("/api/matches", json={"rulebook": BOOK, "scenario": SCENARIO, **wish})
    wrong(answer, 404 if "rulebook" in wish else 400, "setup/bad")


@pytest.mark.parametrize(
    "body",
    [
        {"name": ""},
        {"name": "x" * 41},
        {"side": 2},
        {"opponent": "nobody"},
        {"extra": 1},
        {"options": {str(number): "on" for number in range(31)}},
        {"rulebook": 7},
    ],
    ids=str,
)
def test_a_wish_is_bounded(table: Table, body: dict[str, Any]) -> None:
    answer = table.client.post("/api/matches", json={"rulebook": BOOK, "scenario": SCENARIO, **body})
    wrong(answer, 400, "order/bad")


def test_a_match_tells_all_that_a_client_draws(table: Table) -> None:
    created = table.create(side=1, name="Ann")
    assert set(created) == {"match", "side", "token", "invitation", "watch", "forked"}
    assert (created["side"], created["invitation"]) == (1, None)
    view = table.player(created).view()
    assert (view["match"], view["rulebook"], view["scenario"]) == (created["match"], BOOK, SCENARIO)
    assert (view["side"], view["both"], view["watching"]) == (1, False, False)
    assert (view["names"], view["bots"]) == (["Greedy", "Ann"], ["greedy", None])
    assert (view["result"], view["offers"], view["closed"], view["rematch"]) == (None, [], "", None)
    assert view["terrain"] == view["picture"]["terrain"]
    assert view["head"] <= len(table.player(created).lines())  # the bot may have played since


def test_a_bot_sits_down_under_a_name_that_people_read(table: Table) -> None:
    view = table.player(table.create(side=0, bot="planner:recruit+cautious", name="Ann")).view()
    assert view["names"] == ["Ann", "Planner (recruit, cautious)"]
    assert view["bots"] == [None, "planner:recruit+cautious"]


def test_a_side_can_be_drawn_by_lot(table: Table) -> None:
    assert {table.create()["side"] for _ in range(30)} == {0, 1}


def test_a_terrain_is_kept_for_ever(table: Table) -> None:
    view = table.hotseat().view()
    answer = table.client.get(f"/api/terrains/{view['terrain']}")
    assert answer.json()["id"] == view["terrain"]
    assert "immutable" in answer.headers["cache-control"]
    wrong(table.client.get("/api/terrains/nowhere"), 404, "page/unknown")


def test_surveys_and_previews(table: Table) -> None:
    player = table.hotseat()
    view = player.play_until("deployment")
    piece = next(piece for piece in view["picture"]["pieces"] if piece["side"] == view["picture"]["tray"]["side"])
    found = player.get(f"/survey?unit={piece['id']}").json()
    assert found["position"] == view["head"]
    assert found["survey"]["bands"][0]["poses"]
    assert player.post("/preview", {"order": player.order(view)}).json() == {}
    refused = player.post("/preview", {"order": {"type": "EndTurn"}}).json()
    assert refused["refusal"]["rule"] == "FR-Q06"
    wrong(player.get("/survey?unit=99"), 400, "order/bad")
    wrong(player.get("/survey?unit=-1"), 400, "order/bad")
    wrong(player.get("/survey"), 400, "order/bad")
    wrong(player.post("/preview", {"order": {"type": "Dance"}}), 400, "order/bad")


def test_a_preview_is_of_the_table_after_other_orders(table: Table) -> None:
    """What comes before is played on a copy; where it cannot be, nothing is told."""
    player = table.hotseat()
    view = player.play_until("movement")
    tray, pieces = view["picture"]["tray"], view["picture"]["pieces"]
    unit = next(piece["id"] for piece in pieces if piece["side"] == tray["side"])
    band = player.get(f"/survey?unit={unit}").json()["survey"]["bands"][0]
    far = filled(band["order"], cell=band["poses"][-1] >> 3, facing=band["poses"][-1] & 7)
    said = player.post("/preview", {"order": far}).json()["forecast"]["said"]
    assert said[0]["text"].startswith("It takes")
    again = player.post("/preview", {"order": far, "before": [far]}).json()
    assert again["refusal"]["rule"] == "FR-18"
    nowhere = [{"type": "EndTurn"}]
    assert player.post("/preview", {"order": far, "before": nowhere}).json() == {}
    assert player.view()["head"] == view["head"]


def test_lines_are_given_in_pieces(table: Table) -> None:
    player = table.hotseat()
    player.play_until("deployment")
    lines = player.lines()
    assert [line["position"] for line in lines] == list(range(player.view()["head"]))
    names = {"type", "position", "kind", "side", "told", "picture", "undo", "result", "hidden", "own"}
    names |= {"turn", "round", "mover", "act"}
    assert set(lines[0]) == names
    assert (lines[0]["type"], lines[0]["kind"]) == ("line", "order")
    assert lines[0]["told"][0]["rules"] == ["FR-Q06"]
    assert player.lines(1, 2) == lines[1:2]
    assert player.lines(50, 60) == []
    wrong(player.get("/lines?from=-1"), 400, "order/bad")


def test_the_record_of_a_running_game_proves_itself_and_keeps_the_seed(table: Table) -> None:
    player = table.hotseat()
    player.play_until("roll")
    answer = player.get("/record")
    assert answer.headers["content-type"].startswith("application/jsonl")
    record = Record.parse(answer.text)
    assert prove(record, load(BOOK)).problems == ()
    assert isinstance(record.head, SetupLine)
    assert record.head.seed_hash
    assert '"seed"' not in answer.text


def test_every_answer_has_the_manners_of_the_house(table: Table) -> None:
    for answer in (
        table.client.get("/"),
        table.client.get("/api/rulebooks"),
        table.client.get("/api/nowhere"),
        table.client.get("/api/matches/none"),
        table.client.post("/api/matches", content=b"{"),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_addresses_that_are_none(table: Table) -> None:
    for path in ("/api/nowhere", "/api", "/api/matches/x/y/z"):
        wrong(table.client.get(path), 404, "page/unknown")
    wrong(table.client.delete("/api/rulebooks"), 405, "page/unknown")
    wrong(table.client.get("/no-such-file.js"), 404, "page/unknown")


def test_no_file_outside_the_client_is_served(table: Table) -> None:
    for path in (
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/%00",
        "/" + "x" * 5000,
    ):
        answer = table.client.get(path)
        assert answer.status_code in (200, 404)
        assert "root:" not in answer.text


def test_a_page_of_another_site_cannot_act(table: Table) -> None:
    wish = {"rulebook": BOOK, "scenario": SCENARIO}
    for origin in ("https://evil.example", "null", "http://[", "", "http://testserver.local.evil.example"):
        wrong(table.client.post("/api/matches", json=wish, headers={"Origin": origin}), 403, "auth/origin")
    own = str(table.client.base_url)
    assert table.client.post("/api/matches", json=wish, headers={"Origin": own}).status_code == 201


def test_a_server_for_this_machine_answers_to_no_other_name(database: str) -> None:
    with TestClient(create_app(database, Inside(), hosts=("127.0.0.1", "localhost"))) as client:
        for host in ("127.0.0.1:8421", "localhost", "localhost:1"):
            assert client.get("/api/rulebooks", headers={"Host": host}).status_code == 200
        for host in ("evil.example", "127.0.0.1.evil.example:8421", "", "[", "[::1]:8421"):
            wrong(client.get("/api/rulebooks", headers={"Host": host}), 403, "auth/origin")


def test_making_matches_has_a_pace(table: Table) -> None:
    table.client.app.state.pace.bounds = ((2, 60.0, "a minute"),)
    table.create()
    table.create()
    wish = {"rulebook": BOOK, "scenario": SCENARIO}
    wrong(table.client.post("/api/matches", json=wish), 429, "rate/limit")


def test_the_document_of_the_api_names_every_call(table: Table) -> None:
    document = table.client.get("/api/schema/openapi.json").json()
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for path, calls in document["paths"].items():
        for method in calls:
            plain = re.sub(r"\{(?:match|book|terrain|parcel)_id\}", "{id}", path)
            assert f"{method.upper()} {plain}" in protocol, f"docs/protocol.md does not tell of {method} {plain}"


def test_the_document_of_the_api_says_in_a_sentence_what_each_call_is_for(table: Table) -> None:
    document = table.client.get("/api/schema/openapi.json").json()
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            assert re.fullmatch(r"[A-Z][^\n]+\.", call.get("description", "")), f"{method} {path}"


def test_the_body_of_every_post_is_in_the_document(table: Table) -> None:
    document = table.client.get("/api/schema/openapi.json").json()
    posts = {path: calls["post"] for path, calls in document["paths"].items() if "post" in calls}
    looking = ("analysis", "analysis/{order}/battles", "analysis/look", "analysis/look/stop")
    for bare in ("move-now", "watch", *looking):
        assert "requestBody" not in posts.pop(f"/api/matches/{{match_id}}/{bare}")
    assert "requestBody" not in posts.pop("/api/parcels/{parcel_id}")
    assert len(posts) > 5
    for path, call in posts.items():
        assert call.get("requestBody", {}).get("content"), path


def test_every_error_has_a_row_in_the_document() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(hulldown.server.__path__[0]).rglob("*.py"))
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    rows = protocol.partition("## Errors")[2]
    code = r"[a-z]+/[a-z]+"
    told = re.findall(code, " ".join(re.findall(rf"^\| ({code}(?:, {code})*) \|", rows, re.MULTILINE)))
    assert sorted(told) == sorted(set(re.findall(rf'Wrong\(\s*"({code})"', sources)))


def test_the_clients_types_are_made_from_the_structs_of_now() -> None:
    kept = (ROOT / "web" / "src" / "api" / "types.ts").read_text(encoding="utf-8")
    assert kept == types(), "run: make types"


def test_what_a_struct_leaves_open_is_named_for_the_client() -> None:
    writer = Writer({**schema()["$defs"], "Lost": {"type": "object", "properties": {"thing": {}}}})
    with pytest.raises(ValueError, match=r"Lost\.thing"):
        list(writer.lines())


@pytest.mark.parametrize(
    "wish",
    [
        {"scenario": "one-flag", "options": {"barricades": "1"}},
        {"rulebook": "dynamic", "scenario": "basic-central"},
        {"rulebook": "squadron", "scenario": "first-tiles"},
    ],
)
def test_what_is_left_is_placed_as_greedy_would(table: Table, wish: Json) -> None:
    player = table.hotseat(**wish)
    assert player.get("/placing").json()["orders"] == [], "before the roll-off there is nothing to place"
    while (view := player.view())["picture"]["tray"]["round"] == 0:
        found = player.get("/placing").json()
        assert found["position"] == view["head"]
        answer = player.give(*found["orders"])
        assert (answer["status"], answer["played"]) == ("accepted", len(found["orders"]) or 1)
    assert all(piece["pose"] for piece in view["picture"]["pieces"])
    assert player.get("/placing").json()["orders"] == []


def test_nobody_places_for_the_other_side(table: Table) -> None:
    players = table.friends()
    players[0].give()
    for _ in range(2):
        side = players[0].view()["picture"]["tray"]["side"]
        assert not players[not side].get("/placing").json()["orders"]
        players[side].give()
    side = players[0].view()["picture"]["tray"]["side"]
    assert [bool(player.get("/placing").json()["orders"]) for player in players] == [side == 0, side == 1]
