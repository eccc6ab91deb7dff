"""Records come in, are watched and played on from; a game that no longer replays is closed, not guessed at."""

import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Line, OrderLine, Record, SetupLine, chain
from hulldown.rulebooks import load
from hulldown.server.app import create_app
from tests.server.conftest import BOOK, Inside, Player, Table, wrong

RECORDS = sorted((Path(__file__).parents[1] / "rulebooks" / BOOK / "records").glob("*.jsonl"))
JSONL = {"Content-Type": "application/jsonl"}


def upload(table: Table, text: str) -> Player:
    answer = table.client.post("/api/records", content=text.encode(), headers=JSONL)
    assert answer.status_code == 201, answer.text
    return table.player(answer.json(), "watch")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_watched_and_comes_out_as_it_went_in(table: Table, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    watcher = upload(table, text)
    view = watcher.view()
    assert (view["watching"], view["result"] is not None) == (True, '"line":"end"' in text)
    assert "record" in view["closed"]
    assert watcher.get("/record").text == text
    lines = watcher.lines(0, 100)
    assert [line["position"] for line in lines] == list(range(min(100, view["head"])))


def test_a_watched_record_outlives_a_restart(database: str) -> None:
    text = RECORDS[0].read_text(encoding="utf-8")
    with TestClient(create_app(database, Inside())) as client:
        watcher = upload(Table(client), text)
        view = watcher.view()
    with TestClient(create_app(database, Inside())) as client:
        again = Player(client, watcher.match, watcher.token)
        assert again.view() == view
        assert again.get("/record").text == text


def test_what_is_no_record_is_refused(table: Table) -> None:
    text = RECORDS[0].read_text(encoding="utf-8")
    rows = text.splitlines(keepends=True)
    for bad in (
        "",
        "hello",
        "{}",
        text.replace('"version":"', '"version":"9'),
        "".join(rows[:5] + rows[6:]),
        rows[0].replace(BOOK, "chess"),
        text.replace('"side":0', '"side":1', 1),
        "[" * 100_000,
    ):
        wrong(table.client.post("/api/records", content=bad.encode(), headers=JSONL), 400, "record/bad")
    wrong(table.client.post("/api/records", content=b"\xff\xfe", headers=JSONL), 400, "record/bad")
    wrong(table.client.post("/api/records", content=b" " * (4 << 20) + b"x", headers=JSONL), 413, "order/size")


def mended(lines: list[Line]) -> str:
    """A record whose hashes were made to fit."""
    return Record(chain(lines)).text()


def kept(name: str) -> Record:
    return Record.read(next(path for path in RECORDS if path.stem == name))


def verdicts(watcher: Player) -> dict[str, str]:
    return {proof["what"]: proof["verdict"] for proof in watcher.get("/proofs").json()}


def test_what_a_record_proves_can_be_asked_by_who_watches_it(table: Table) -> None:
    record = kept("first-steps")
    watcher = upload(table, record.text())
    proofs = watcher.get("/proofs").json()
    assert proofs == [msgspec.structs.asdict(proof) for proof in prove(record, load(BOOK)).proofs]
    assert [proof["what"] for proof in proofs][:3] == ["orders", "chain", "dice"]


def test_a_record_of_a_running_game_is_watched_with_dice_that_are_not_yet_provable(table: Table) -> None:
    watcher = upload(table, mended(kept("first-steps").lines[:-3]))
    assert (watcher.view()["result"], verdicts(watcher)["dice"]) == (None, "not yet provable")


def test_a_record_without_a_promise_is_watched_and_says_so(table: Table) -> None:
    head, *lines, end = kept("first-steps").lines
    text = mended([msgspec.structs.replace(head, seed_hash=""), *lines, msgspec.structs.replace(end, seed="")])
    assert verdicts(upload(table, text))["dice"] == "not provable"


def test_a_record_with_a_changed_set_up_is_watched_and_says_so(table: Table) -> None:
    head, *lines = kept("first-steps").lines
    assert isinstance(head, SetupLine)
    setup = bytes(head.setup).replace(b'"name":"Heavy"', b'"name":"Tiger"')
    watcher = upload(table, mended([msgspec.structs.replace(head, setup=msgspec.Raw(setup)), *lines]))
    assert verdicts(watcher)["set-up figures"] == "changed"


def test_a_forged_record_is_refused_with_the_sentence(table: Table) -> None:
    head, *lines = kept("first-steps").lines
    text = mended([msgspec.structs.replace(head, seed_hash="0" * 40), *lines])
    answer = table.client.post("/api/records", content=text.encode(), headers=JSONL)
    wrong(answer, 400, "record/bad")
    assert "the seed told at the end is not the one whose hash the set-up carries" in answer.text


def test_a_record_of_another_version_is_watched_only_where_its_orders_replay(table: Table) -> None:
    head, first, *lines = kept("first-steps").lines
    older = msgspec.structs.replace(head, version="0")
    watcher = upload(table, mended([older, first, *lines]))
    assert watcher.get("/proofs").json()[0]["sentence"].startswith("made under version 0, legal under version ")
    assert isinstance(first, OrderLine)
    forged = msgspec.structs.replace(first, events=msgspec.Raw(b"[]"))
    answer = table.client.post("/api/records", content=mended([older, forged, *lines]).encode(), headers=JSONL)
    wrong(answer, 400, "record/bad")
    assert "not provable here: made under version 0" in answer.text


def test_what_a_hidden_game_proves_is_not_told_before_its_record_is(table: Table) -> None:
    created = table.create(opponent="friend", side=0, options={"hidden": "on"})
    claimed = table.client.post(f"/api/invitations/{created['invitation']}", json={"name": "Bob"}).json()
    seats = [table.player(created), table.player(claimed)]
    for _ in range(3):
        seats[seats[0].view()["picture"]["tray"]["side"]].give()
    other = seats[1 - seats[0].view()["picture"]["tray"]["side"]]
    for eyes in (other, table.watcher(created)):
        wrong(eyes.get("/proofs"), 409, "record/hidden")


def test_a_record_is_played_on_from_any_position(table: Table) -> None:
    watcher = upload(table, next(path for path in RECORDS if path.stem == "first-steps").read_text(encoding="utf-8"))
    head = watcher.view()["head"]
    for position in (0, 1, head // 2, head - 1):
        created = watcher.post("/fork", {"position": position, "opponent": "hotseat"}).json()
        player = table.player(created)
        view = player.view()
        assert (view["head"], view["closed"], view["both"]) == (position, "", True)
        if position:
            assert view["picture"] == watcher.lines(position - 1, position)[0]["picture"]
        assert player.give()["status"] == "accepted"
        assert prove(Record.parse(player.get("/record").text), load(BOOK)).problems == ()
    wrong(watcher.post("/fork", {"position": head}), 409, "match/over")
    wrong(watcher.post("/fork", {"position": head + 1}), 400, "order/bad")
    wrong(watcher.post("/fork", {"position": 1, "bot": "hal"}), 400, "setup/bad")


def test_a_fork_goes_on_after_a_restart_with_its_own_dice(database: str) -> None:
    with TestClient(create_app(database, Inside())) as client:
        table = Table(client)
        origin = table.hotseat()
        origin.play_until("roll")
        created = origin.post("/fork", {"position": origin.view()["head"], "opponent": "hotseat"}).json()
        fork = table.player(created)
        for _ in range(6):
            fork.give()
        view = fork.view()
    with TestClient(create_app(database, Inside())) as client:
        again = Player(client, fork.match, fork.token)
        assert again.view() == view
        assert again.give(name="later")["status"] == "accepted"
        assert Player(client, origin.match, origin.token).view()["head"] < view["head"]


def test_a_game_under_changed_rules_can_be_watched_and_downloaded_only(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with TestClient(create_app(database, Inside())) as client:
        player = Table(client).hotseat()
        player.play_until("roll")
        player.give()
        view, text, lines = player.view(), player.get("/record").text, player.lines()
    book: Any = type(load(BOOK))
    real = book.refuse

    def stricter(self: Any, state: Any, order: Any) -> Any:
        if type(order).__name__ == "Deploy":
            return load(BOOK).rules["FR-06"].refuse("nobody deploys any more")
        return real(self, state, order)

    monkeypatch.setattr(book, "refuse", stricter)
    with TestClient(create_app(database, Inside())) as client, caplog.at_level(logging.CRITICAL):
        again = Player(client, player.match, player.token)
        shown = again.view()
        assert "rules have changed" in shown["closed"]
        assert (shown["head"], shown["picture"]["pieces"]) == (view["head"], view["picture"]["pieces"])
        assert [line["told"] for line in again.lines()] == [line["told"] for line in lines]
        assert again.get("/record").text == text
        body = {"id": "new", "position": shown["head"], "orders": [{"type": "EndMovement"}]}
        wrong(again.post("/orders", body), 409, "match/over")
        wrong(again.post("/acts", {"id": "new", "position": shown["head"], "act": "undo"}), 409, "match/over")
    monkeypatch.undo()
    with TestClient(create_app(database, Inside())) as client:
        assert Player(client, player.match, player.token).view() == view


def test_a_log_that_was_tampered_with_is_closed(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    import sqlite3

    with TestClient(create_app(database, Inside())) as client:
        player = Table(client).hotseat()
        player.play_until("deployment")
    connection = sqlite3.connect(tmp_path / "matches.db")
    with connection:
        connection.execute("""update lines set text = replace(text, '"faces":[', '"faces":[9,') where position = 0""")
    connection.close()
    with TestClient(create_app(database, Inside())) as client, caplog.at_level(logging.CRITICAL):
        assert Player(client, player.match, player.token).view()["closed"]
