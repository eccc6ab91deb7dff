"""Tokens: what each opens, and that nothing else opens anything."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.server.conftest import Json, Table, wrong

RECORD = Path(__file__).parents[1] / "rulebooks" / "france1944" / "records" / "first-steps.jsonl"
CALLS: list[tuple[str, str, Any]] = [
    ("GET", "", None),
    ("POST", "/orders", {"id": "a", "position": 0, "orders": [{"type": "Begin"}]}),
    ("POST", "/acts", {"id": "a", "position": 0, "act": "resign"}),
    ("POST", "/standing", {"all": {"ask": "never"}}),
    ("GET", "/survey?unit=0", None),
    ("POST", "/preview", {"order": {"type": "Begin"}}),
    ("GET", "/placing", None),
    ("POST", "/rehearse", {"position": 0, "orders": [{"type": "Begin"}]}),
    ("GET", "/lines", None),
    ("GET", "/record", None),
    ("POST", "/fork", {"position": 0}),
    ("GET", "/ending", None),
    ("POST", "/watch", None),
]


def credentials(created: Json, other: Json) -> dict[str, str | None]:
    """Everything that is not a token of this match."""
    return {
        "none": None,
        "empty": "Bearer ",
        "nonsense": "Bearer nonsense",
        "cut": f"Bearer {created['token'][:-1]}",
        "longer": f"Bearer {created['token']}x",
        "another match's": f"Bearer {other['token']}",
        "an invitation": f"Bearer {created['invitation']}",
        "basic": f"Basic {created['token']}",
        "bare": created["token"],
        "the match": f"Bearer {created['match']}",
        "endless": "Bearer " + "x" * 5000,
    }


@pytest.mark.parametrize(("method", "rest", "body"), CALLS, ids=[f"{method} {rest}" for method, rest, _ in CALLS])
def test_every_call_with_every_wrong_credential(table: Table, method: str, rest: str, body: Any) -> None:
    created, other = table.create(opponent="friend"), table.create(opponent="hotseat")
    for value in credentials(created, other).values():
        headers = {} if value is None else {"Authorization": value}
        answer = table.client.request(method, f"/api/matches/{created['match']}{rest}", headers=headers, json=body)
        wrong(answer, 401, "auth/token")
    headers = {"Authorization": f"Bearer {created['token']}"}
    for unknown in ("nowhere", other["match"][::-1]):
        answer = table.client.request(method, f"/api/matches/{unknown}{rest}", headers=headers, json=body)
        wrong(answer, 404, "match/unknown")
    assert table.player(created).view()["head"] == 0


def test_a_spectator_sees_and_cannot_act(table: Table) -> None:
    created = table.create(opponent="friend", side=0)
    watcher = table.watcher(created)
    view = watcher.view()
    assert (view["side"], view["both"], view["watching"]) == (None, False, True)
    assert view["undo"]
    order = {"id": "a", "position": 0, "orders": [{"type": "Begin"}]}
    wrong(watcher.post("/orders", order), 403, "auth/seat")
    wrong(watcher.post("/rehearse", {"position": 0, "orders": []}), 403, "auth/seat")
    wrong(watcher.post("/standing", {"all": {"ask": "never"}}), 403, "auth/seat")
    for act in (
        "undo",
        "resign",
        "offer-takeback",
        "offer-draw",
        "accept",
        "decline",
        "let-bot-finish",
        "end-game",
        "rematch",
    ):
        wrong(watcher.post("/acts", {"id": act, "position": 0, "act": act}), 403, "auth/seat")
    assert watcher.get("/lines").json() == []
    assert watcher.view()["head"] == 0


def test_a_side_cannot_act_for_the_other(table: Table) -> None:
    red, blue = table.friends()
    early, late = (blue, red) if red.view()["picture"]["tray"]["side"] == 0 else (red, blue)
    answer = early.give(late.order())
    assert (answer["status"], answer["head"]) == ("refused", 0)
    assert "choice" in answer["refusal"]["sentence"]
    assert late.give()["status"] == "accepted"


def test_an_invitation_is_claimed_by_post_alone_and_once(table: Table) -> None:
    created = table.create(opponent="friend", side=1, name="Ann")
    path = f"/api/invitations/{created['invitation']}"
    for _ in range(3):
        seen = table.client.get(path).json()
        assert (seen["match"], seen["side"], seen["by"], seen["claimed"]) == (created["match"], 0, "Ann", False)
    for name in ("", "x" * 41):
        wrong(table.client.post(path, json={"name": name}), 400, "order/bad")
    claimed = table.client.post(path, json={"name": "Bob"}).json()
    assert (claimed["match"], claimed["side"]) == (created["match"], 0)
    assert table.client.get(path).json()["claimed"] is True
    wrong(table.client.post(path, json={"name": "Eve"}), 409, "invitation/taken")
    view = table.player(claimed).view()
    assert (view["side"], view["names"]) == (0, ["Bob", "Ann"])
    assert claimed["token"] != created["invitation"]


def test_an_invitation_tells_what_is_to_be_played(table: Table) -> None:
    created = table.create(opponent="friend", side=0, red="light=2")
    seen = table.client.get(f"/api/invitations/{created['invitation']}").json()
    assert seen["red"]["units"] == {"light": 2}
    assert seen["blue"]["points"] > 0
    assert table.client.get(f"/api/terrains/{seen['terrain']}").status_code == 200


def test_an_invitation_can_be_used_to_watch_and_then_to_sit_down(table: Table) -> None:
    created = table.create(opponent="friend", side=0)
    path = f"/api/invitations/{created['invitation']}"
    seen = table.client.get(path).json()
    assert seen["watch"] == created["watch"]
    watcher = table.player(seen, "watch")
    assert watcher.view()["watching"] is True
    wrong(watcher.post("/acts", {"id": "a", "position": 0, "act": "resign"}), 403, "auth/seat")
    wrong(table.client.get(f"/api/invitations/{seen['watch']}"), 404, "invitation/unknown")
    assert table.client.post(path, json={"name": "Bob"}).status_code == 200
    assert "watch" in wrong(table.client.post(path, json={"name": "Eve"}), 409, "invitation/taken")
    assert watcher.view()["names"] == ["Red", "Bob"]


def test_only_invitations_are_invitations(table: Table) -> None:
    created = table.create(opponent="friend")
    for token in ("nonsense", created["token"], created["watch"], created["match"]):
        wrong(table.client.get(f"/api/invitations/{token}"), 404, "invitation/unknown")
        wrong(table.client.post(f"/api/invitations/{token}", json={"name": "Eve"}), 404, "invitation/unknown")


def test_two_at_one_screen_have_both_sides(table: Table) -> None:
    created = table.create(opponent="hotseat")
    assert created["side"] is None
    player = table.player(created)
    view = player.view()
    assert (view["side"], view["both"], view["names"]) == (None, True, ["Red", "Blue"])
    player.play_until("roll")


def test_names_are_kept_as_they_are_and_nothing_more(table: Table) -> None:
    name = "<script>alert('é')</script>"
    answer = table.player(table.create(side=0, name=name)).get()
    assert answer.json()["names"][0] == name
    assert answer.headers["content-type"].startswith("application/json")


def test_no_secret_is_in_the_database(table: Table, tmp_path: Path) -> None:
    created = table.create(opponent="friend")
    with sqlite3.connect(tmp_path / "matches.db") as connection:
        kept = "\n".join(connection.iterdump())
    connection.close()
    assert created["match"] in kept
    for secret in ("token", "invitation", "watch"):
        assert len(created[secret]) >= 27  # 160 bits
        assert created[secret] not in kept


def test_matches_of_the_same_moment_have_dice_of_their_own(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1_700_000_000.0)
    monkeypatch.setattr("hulldown.server.clock.now", lambda: 1_700_000_000)
    promised = {table.hotseat().get("/first").json()["seed_hash"] for _ in range(20)}
    assert len(promised) == 20


def test_a_view_has_the_last_two_sentences_and_who_acted(table: Table) -> None:
    red, _ = table.friends()
    assert (red.view()["last"], red.view()["acted"]) == ([], [])
    watched = table.client.post(
        "/api/records", content=RECORD.read_bytes(), headers={"Content-Type": "application/jsonl"}
    ).json()
    eyes = table.watcher(watched)
    told = [told for line in eyes.lines() for told in line["told"] if told["sentence"]]
    assert eyes.view()["last"] == [one["sentence"] for one in told[-2:]]
    shot = [stroke for one in told for stroke in one["strokes"] if stroke["type"] == "shot"][-1]
    assert eyes.view()["acted"] == [shot["piece"], shot["target"]], "the game ended with a shot"


def test_hidden_deployment_stays_hidden_from_the_other_and_from_spectators(table: Table) -> None:
    created = table.create(opponent="friend", side=0, options={"hidden": "on"})
    claimed = table.client.post(f"/api/invitations/{created['invitation']}", json={"name": "Bob"}).json()
    seats = [table.player(created), table.player(claimed)]
    for _ in range(3):
        seats[seats[0].view()["picture"]["tray"]["side"]].give()
    side = seats[0].view()["picture"]["tray"]["side"]
    mover, other, watcher = seats[side], seats[1 - side], table.watcher(created)
    placed = [piece for piece in mover.view()["picture"]["pieces"] if piece["pose"]]
    assert placed
    for eyes in (other, watcher):
        assert not [piece for piece in eyes.view()["picture"]["pieces"] if piece["pose"]]
        assert not [piece for line in eyes.lines() for piece in line["picture"]["pieces"] if piece["pose"]]
        wrong(eyes.get("/record"), 409, "record/hidden")
        wrong(eyes.post("/fork", {"position": 0}), 409, "record/hidden")
        assert not any("strokes" in told and told["strokes"] for told in eyes.lines()[-1]["told"])
        assert eyes.view()["last"][-1] == eyes.lines()[-1]["told"][-1]["sentence"], "as much as the line tells"
        assert not eyes.view()["acted"]
    while other.view()["picture"]["tray"]["phase"] == "deployment":
        seats[other.view()["picture"]["tray"]["side"]].give()
    assert watcher.get("/record").status_code == 200
