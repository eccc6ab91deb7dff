"""A link to a moment carries the right to watch and nothing more; a moment is played on with a friend."""

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from tests.server.conftest import BOOK, Json, Player, Table, wrong
from tests.server.test_records import RECORDS, upload
from tests.server.test_sealed import BLUE, RED, Keeper, anchor, mover


def watcher_of(player: Player) -> Player:
    answer = player.post("/watch", None)
    assert answer.status_code == 200, answer.text
    return Player(player.client, player.match, answer.json()["watch"])


def test_whoever_has_a_seat_gets_a_token_that_watches_and_nothing_else(table: Table) -> None:
    red, blue = table.friends()
    given = {player.token: watcher_of(player) for player in (red, blue, table.hotseat())}
    for token, watcher in given.items():
        view = watcher.view()
        assert (view["watching"], view["side"], view["both"]) == (True, None, False)
        assert watcher.token != token
        assert watcher_of(watcher).token == watcher.token, "it is handed on as it is"
        body = {"id": "a", "position": view["head"], "orders": [watcher.order(view)]}
        refused = watcher.post("/orders", body)
        assert "accepted" not in refused.text
        assert "accepted" not in watcher.post("/acts", {"id": "b", "position": view["head"], "act": "resign"}).text
        assert watcher.view()["head"] == view["head"]
    assert given[red.token].token != given[blue.token].token
    assert watcher_of(red).token == given[red.token].token, "whoever asks again gets the same"


def test_the_token_watches_the_rematch_too(table: Table) -> None:
    red, _ = table.friends()
    watcher = watcher_of(red)
    red.act("resign")
    red.act("rematch")
    assert Player(table.client, red.view()["rematch"], watcher.token).view()["watching"]


def friends_from(table: Table, origin: Player, position: int, **more: object) -> tuple[Json, Player, Player]:
    """A moment that Ann plays on as Blue, with Bob, who comes by the invitation."""
    body = {"position": position, "opponent": "friend", "side": 1, "name": "Ann", **more}
    created = origin.post("/fork", body)
    assert created.status_code == 201, created.text
    key = {"key": anchor(RED)} if "keys" in more else {}
    claimed = table.client.post(f"/api/invitations/{created.json()['invitation']}", json={"name": "Bob", **key})
    assert claimed.status_code == 200, claimed.text
    return created.json(), table.player(claimed.json()), table.player(created.json())


def test_a_record_is_played_on_with_a_friend(table: Table) -> None:
    watcher = upload(table, next(path for path in RECORDS if path.stem == "first-steps").read_text(encoding="utf-8"))
    created, red, blue = friends_from(table, watcher, 30)
    assert (created["side"], created["invitation"] is None) == (1, False)
    assert blue.view()["picture"] == watcher.lines(29, 30)[0]["picture"]
    assert (red.view()["names"], red.view()["side"], blue.view()["side"]) == (["Bob", "Ann"], 0, 1)
    for _ in range(10):
        assert mover(red, blue).give()["status"] == "accepted"
    assert table.client.post(f"/api/invitations/{created['invitation']}", json={"name": "Eve"}).status_code == 409
    assert prove(Record.parse(blue.get("/record").text), load(BOOK)).problems == ()


def test_an_invitation_to_a_moment_shows_where_it_begins_and_who_invites(table: Table) -> None:
    origin = table.hotseat()
    origin.play_until("roll")
    body = {"position": origin.view()["head"], "opponent": "friend", "side": 0, "name": "Ann"}
    created = origin.post("/fork", body).json()
    view = table.client.get(f"/api/invitations/{created['invitation']}").json()
    assert (view["by"], view["side"], view["claimed"], view["match"]) == ("Ann", 1, False, created["match"])
    assert view["forked"] == body["position"]
    watcher = Player(table.client, created["match"], view["watch"])
    assert watcher.view()["head"] == body["position"]


def test_a_friend_brings_a_key_for_sealed_dice_to_a_moment(table: Table) -> None:
    origin = table.hotseat()
    origin.play_until("roll")
    head = origin.view()["head"]
    _, red, blue = friends_from(table, origin, head, keys=[anchor(BLUE)])
    assert red.view()["dice"]["kept"] == ["seat", "seat"]
    keepers = Keeper(red, RED, 0), Keeper(blue, BLUE, 1)
    for _ in range(4):
        if "call" in mover(red, blue).give():
            for keeper in keepers:
                assert keeper.show()["status"] == "accepted"
    assert red.view()["dice"]["number"] >= 1
    report = prove(Record.parse(red.get("/record").text), load(BOOK))
    assert report.problems == ()
    assert f"{head} lines were played elsewhere" in str(report.proofs)


def test_what_was_sealed_stays_so_when_a_friend_comes_without_a_key(table: Table) -> None:
    origin = table.player(table.create(opponent="hotseat", keys=[]))
    origin.play_until("roll")
    _, red, blue = friends_from(table, origin, origin.view()["head"])
    assert red.view()["dice"]["kept"] == ["host", "host"]
    for _ in range(4):
        mover(red, blue).give()
    assert prove(Record.parse(red.get("/record").text), load(BOOK)).problems == ()


def test_nobody_comes_to_a_moment_at_which_the_game_was_over(table: Table) -> None:
    red, _ = table.friends()
    red.act("resign")
    body = {"position": red.view()["head"], "opponent": "friend"}
    wrong(red.post("/fork", body), 409, "match/over")
