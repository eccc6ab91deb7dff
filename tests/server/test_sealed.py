"""Sealed dice at a table: keys, calls, links, deposits, and what the server refuses."""

import json
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from hulldown.kernel.checker import Checker, chain, check
from hulldown.kernel.game import encoded
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.kernel.sealed import Chain
from hulldown.kernel.wire import encode
from hulldown.rulebooks import load
from hulldown.server.app import create_app
from tests.server.conftest import BOOK, Inside, Json, Player, Table, patiently, wrong


class Foreign(Exception):
    """Dice are called for an order in a keeper's name that it has not given."""


class Keeper:
    """What a client does for its seat: it checks every line, and shows its links only for calls that it has checked."""

    def __init__(self, player: Player, secret: bytes, side: int) -> None:
        self.player, self.side, self.secret = player, side, secret
        self.links = chain(secret)
        self.checker = Checker()
        self.checker.take(player.get("/first").content)

    @property
    def anchor(self) -> str:
        return self.links[0].hex()

    def see(self) -> Checker:
        """Takes the lines that are new."""
        for line in self.player.lines(len(self.checker.hashes) - 1, 10_000):
            self.checker.take(f'{line["text"]},"hash":"{line["hash"]}"}}'.encode())
        return self.checker

    def post(self, **body: Any) -> Any:
        return self.player.post("/keys", {"side": self.side, **body})

    def deposit(self) -> Json:
        found: Json = self.post(deposit=self.secret.hex()).json()
        return found

    def show(self, number: int | None = None, call: str | None = None) -> Json:
        """The link for the open call; none for an order in its own name that it has not sent, all of it as it is."""
        checker = self.see()
        assert call or checker.call
        called = checker.call or {"side": None}
        if called["side"] == self.side and called["order"] not in self.player.given:
            raise Foreign(called["order"])
        roll = checker.number + 1 if number is None else number
        found: Json = self.post(call=call or checker.hashes[-1], link=self.links[roll].hex()).json()
        return found


RED, BLUE = b"\x11" * 32, b"\x22" * 32


def anchor(secret: bytes) -> str:
    return Chain(secret).anchor


def friends(table: Table, red: bytes | None = RED, blue: bytes | None = BLUE, **wish: Any) -> tuple[Player, Player]:
    """Two with keys of their own, or without."""
    keys = [] if red is None else [anchor(red)]
    created = table.create(opponent="friend", side=0, name="Ann", keys=keys, **wish)
    body = {"name": "Bob"} | ({} if blue is None else {"key": anchor(blue)})
    claimed = table.client.post(f"/api/invitations/{created['invitation']}", json=body)
    assert claimed.status_code == 200, claimed.text
    return table.player(created), table.player(claimed.json())


def keepers(*players: Player) -> tuple[Keeper, Keeper]:
    return Keeper(players[0], RED, 0), Keeper(players[1], BLUE, 1)


def mover(red: Player, blue: Player) -> Player:
    return (red, blue)[red.view()["picture"]["tray"]["side"]]


def play_to_call(red: Player, blue: Player) -> Json:
    """Orders until one is called."""
    for _ in range(100):
        answer = mover(red, blue).give()
        assert answer["status"] == "accepted", answer
        if "call" in answer:
            return answer
    raise AssertionError("no dice fell")


def called(player: Player) -> bool:
    return player.view()["dice"]["call"] is not None


def proved(player: Player) -> Any:
    text = player.get("/record").text
    report = prove(Record.parse(text), load(BOOK))
    assert report.problems == ()
    return report


# Who has the keys


@pytest.mark.parametrize("opponent", ["bot", "hotseat"])
def test_without_a_key_the_host_draws_all_and_dice_fall_at_once(table: Table, opponent: str) -> None:
    player = table.player(table.create(opponent=opponent, side=0, keys=[]))
    assert player.view()["dice"] == {"kept": ["host", "host"], "number": 0, "call": None, "asked": [0, 0]}
    answer = player.give()
    assert (answer["status"], answer["played"], "call" in answer) == ("accepted", 1, False)
    assert player.view()["dice"]["number"] == 1
    assert (proved(player).status, proved(player).dice) == (3, "unproved")


def test_a_match_without_keys_is_as_it_was(table: Table) -> None:
    player = table.hotseat()
    player.give()
    assert "dice" not in player.view()
    assert not {"hash", "text", "digest", "opened"} & set(player.lines()[0])
    assert '"format":1' in player.get("/record").text
    assert "no dice keys" in player.act("offer-keys")["refusal"]["sentence"]
    assert "not sealed" in wrong(player.post("/keys", {"draw": "host", "side": 0}), 409, "keys/none")


def test_dice_wait_until_the_seat_is_taken(table: Table) -> None:
    created = table.create(opponent="friend", side=0, keys=[anchor(RED)])
    red = table.player(created)
    assert red.view()["dice"]["kept"] == ["seat", "awaited"]
    assert red.view()["head"] == 1
    refused = red.give()
    assert (refused["status"], refused["refusal"]["sentence"]) == (
        "refused",
        "the dice wait until Blue has taken the seat",
    )
    keeper = Keeper(red, RED, 0)
    assert "only when all three stand" in keeper.deposit()["refusal"]["sentence"]
    table.client.post(f"/api/invitations/{created['invitation']}", json={"name": "Bob"})
    assert red.view()["dice"]["kept"] == ["seat", "host"]
    assert red.give()["call"] == 1


def test_kept_keys_are_asked_for_each_roll_and_the_host_shows_its_link_last(table: Table) -> None:
    red, blue = friends(table)
    ann, bob = keepers(red, blue)
    assert play_to_call(red, blue)["call"] == 1
    view = red.view()
    assert view["dice"]["call"]["missing"] == [0, 1]
    assert view["dice"]["kept"] == ["seat", "seat"]
    assert ann.show()["status"] == "accepted"
    assert blue.view()["dice"]["call"]["missing"] == [1]
    assert blue.view()["head"] == view["head"]
    assert bob.show()["status"] == "accepted"
    assert red.view()["dice"] == {"kept": ["seat", "seat"], "number": 1, "call": None, "asked": [0, 0]}
    assert ann.see().hashes == bob.see().hashes
    assert ann.checker.rolls == 1
    assert proved(red).dice == "sealed"


def test_deposited_keys_need_no_answer(table: Table) -> None:
    red, blue = friends(table)
    ann, bob = keepers(red, blue)
    assert [ann.deposit()["status"], bob.deposit()["status"]] == ["accepted", "accepted"]
    assert red.view()["dice"]["kept"] == ["deposited", "deposited"]
    answer = mover(red, blue).give()
    assert (answer["status"], answer["played"], "call" in answer) == ("accepted", 1, False)
    assert (proved(red).status, proved(red).dice) == (0, "sealed")


def test_a_whole_game_with_kept_keys_is_proved_line_by_line(table: Table) -> None:
    red, blue = friends(table)
    ann, bob = keepers(red, blue)
    for _ in range(60):
        if red.view()["result"] is not None:
            break
        answer = mover(red, blue).give()
        assert answer["status"] == "accepted", answer
        if "call" in answer:
            ann.show()
            bob.show()
    assert ann.see().rolls == bob.see().rolls > 2
    red.act("resign")
    report = proved(red)
    assert (report.status, report.dice) == (0, "sealed")


def test_at_one_screen_two_keys_are_kept_or_none(table: Table) -> None:
    player = table.player(table.create(opponent="hotseat", keys=[anchor(RED), anchor(BLUE)]))
    ann, bob = keepers(player, player)
    assert player.give()["call"] == 1
    assert [ann.show()["status"], bob.show()["status"]] == ["accepted", "accepted"]
    assert player.view()["dice"]["number"] == 1
    wish = {"rulebook": BOOK, "scenario": "first-steps", "opponent": "hotseat", "keys": [anchor(RED)]}
    wrong(table.client.post("/api/matches", json=wish), 400, "setup/bad")
    wish |= {"keys": [anchor(RED), anchor(RED)]}
    wrong(table.client.post("/api/matches", json=wish), 400, "setup/bad")
    wish |= {"keys": ["x"]}
    wrong(table.client.post("/api/matches", json=wish), 400, "order/bad")


def test_a_bot_waits_for_a_key_that_is_kept(table: Table) -> None:
    player = table.player(table.create(opponent="bot", bot="random", side=0, keys=[anchor(RED)]))
    keeper = Keeper(player, RED, 0)
    for _ in range(12):
        view = player.view()
        if view["result"] is not None:
            break
        if view["dice"]["call"] is not None:
            assert view["dice"]["call"]["missing"] == [0]
            assert keeper.show()["status"] == "accepted"
        elif view["picture"]["tray"]["side"] == 0:
            player.give()
        else:
            patiently(
                lambda: player.view()["dice"]["call"] is not None or player.view()["picture"]["tray"]["side"] == 0
            )
    assert keeper.see().rolls >= 2
    assert proved(player).dice == "sealed"


# A host that cheats


@pytest.mark.parametrize(
    "change",
    [
        lambda order: order | {"die": 1},
        lambda order: {**order, "type": "Roll"},
        lambda order: {},
    ],
    ids=["a field is added", "a field is changed", "all fields are left out"],
)
def test_a_keeper_answers_no_call_for_an_order_that_it_has_not_given(
    table: Table, monkeypatch: pytest.MonkeyPatch, change: Callable[[Json], Json]
) -> None:
    monkeypatch.setattr(
        "hulldown.server.keys.encoded", lambda order: msgspec.Raw(encode(change(json.loads(bytes(encoded(order))))))
    )
    red, blue = friends(table)
    ann, bob = keepers(red, blue)
    assert red.give({"type": "Begin"})["call"] == 1
    with pytest.raises(Foreign):
        ann.show()
    assert bob.show()["status"] == "accepted"  # it is not in Blue's name
    assert red.view()["dice"]["number"] == 0


def test_how_often_a_side_has_asked_for_new_keys_is_told(table: Table) -> None:
    red, blue = friends(table)
    for asked in (1, 2):
        red.act("offer-keys")
        assert blue.view()["dice"]["asked"] == [asked, 0]
        blue.act("decline")


# Links


def test_a_wrong_link_is_refused_and_the_same_twice_is_once(table: Table) -> None:
    red, blue = friends(table)
    ann, bob = keepers(red, blue)
    play_to_call(red, blue)
    call = ann.see().hashes[-1]
    for number in (0, 2, 3):
        assert "not the link" in ann.show(number)["refusal"]["sentence"]
    assert "not the link" in bob.post(call=call, link=ann.links[1].hex()).json()["refusal"]["sentence"]
    assert "no such call" in ann.show(1, "0" * 64)["refusal"]["sentence"]
    assert [ann.show()["status"] for _ in range(3)] == ["accepted"] * 3
    assert bob.show()["status"] == "accepted"
    assert ann.show(1, call)["status"] == bob.show(1, call)["status"] == "accepted"
    assert "no such call" in ann.show(2, call)["refusal"]["sentence"]
    assert red.view()["dice"]["number"] == 1


def test_with_a_call_open_nothing_else_is_taken(table: Table) -> None:
    red, blue = friends(table)
    ann, _ = keepers(red, blue)
    play_to_call(red, blue)
    head = red.view()["head"]
    order = {"type": "Begin"}
    assert "called" in mover(red, blue).give(order)["refusal"]["sentence"]
    for act in ("undo", "offer-takeback", "offer-draw"):
        assert "called" in red.act(act)["refusal"]["sentence"], act
    assert "called" in ann.deposit()["refusal"]["sentence"]
    assert "new keys" in ann.post(anchor="0" * 64).json()["refusal"]["sentence"]
    standing = red.post("/standing", {"all": {"ask": "never"}}).json()
    assert "called" in standing["refusal"]["sentence"]
    assert red.view()["head"] == head
    assert red.act("resign")["status"] == "accepted"
    assert proved(red).status == 3


def test_orders_before_a_call_stand_and_those_after_it_are_not_played(table: Table) -> None:
    red, blue = friends(table)
    ann, bob = keepers(red, blue)
    first = red.give({"type": "Begin"}, {"type": "Begin"})
    assert (first["played"], first["call"]) == (0, 1)
    assert red.give({"type": "Begin"}, position=first["head"] - 1, name="again")["status"] == "stale"
    ann.show()
    bob.show()
    assert red.view()["head"] == first["head"] + 1


def test_keys_that_come_meanwhile_make_no_order_stale(table: Table) -> None:
    red, blue = friends(table)
    position = red.view()["head"]
    assert Keeper(blue, BLUE, 1).deposit()["status"] == "accepted"
    assert red.give({"type": "Begin"}, position=position - 1)["call"] == 1
    assert red.give({"type": "Begin"}, position=position)["status"] == "stale"


def test_a_repeat_of_orders_that_ended_in_a_call_gets_the_first_answer(table: Table) -> None:
    red, blue = friends(table)
    position = red.view()["head"]
    first = red.give({"type": "Begin"}, position=position, name="one")
    assert first == red.give({"type": "Begin"}, position=position, name="one")
    assert first["call"] == 1
    assert blue.view()["head"] == position + 1


# New keys


def test_new_keys_are_agreed_and_bring_no_link_back(table: Table) -> None:
    red, blue = friends(table)
    ann, bob = keepers(red, blue)
    play_to_call(red, blue)
    ann.show()
    assert red.act("offer-keys")["status"] == "accepted"
    assert blue.view()["offers"] == [{"kind": "keys", "side": 0}]
    assert blue.act("accept")["status"] == "accepted"
    view = red.view()
    assert (view["dice"], view["offers"]) == (
        {"kept": ["awaited", "awaited"], "number": 0, "call": None, "asked": [1, 0]},
        [],
    )
    assert "wait until Red and Blue" in mover(red, blue).give({"type": "Begin"})["refusal"]["sentence"]
    for keeper, byte in ((ann, 0x33), (bob, 0x44)):
        keeper.secret = bytes([byte]) * 32
        keeper.links = chain(keeper.secret)
        assert keeper.post(anchor=keeper.anchor).json()["status"] == "accepted"
    play_to_call(red, blue)
    assert [ann.show()["status"], bob.show()["status"]] == ["accepted", "accepted"]
    checker = ann.see()
    assert (len(checker.given_up), len(checker.agreed), checker.rolls) == (1, 1, 1)
    assert proved(red).dice == "sealed"


def test_new_keys_can_be_declined_and_are_not_asked_for_without_end(table: Table) -> None:
    red, blue = friends(table)
    for _ in range(8):
        assert red.act("offer-keys")["status"] == "accepted"
        assert blue.act("decline")["status"] == "accepted"
    assert "8 times" in red.act("offer-keys")["refusal"]["sentence"]
    assert red.view()["dice"]["kept"] == ["seat", "seat"]


def test_a_bot_accepts_new_keys_and_a_deposit_ends_with_them(table: Table) -> None:
    player = table.player(table.create(opponent="bot", bot="random", side=0, keys=[anchor(RED)]))
    keeper = Keeper(player, RED, 0)
    keeper.deposit()
    assert player.view()["dice"]["kept"] == ["deposited", "host"]
    player.act("offer-keys")
    assert player.view()["dice"]["kept"] == ["awaited", "host"]
    assert keeper.post(draw="host").json()["status"] == "accepted"
    assert player.view()["dice"]["kept"] == ["host", "host"]


def test_a_bot_that_plays_on_for_somebody_gets_a_key_of_the_host(database: str) -> None:
    app = create_app(database, Inside(), most_matches_a_minute=10_000, patience_hours=0)
    with TestClient(app) as client:
        table = Table(client)
        red, blue = friends(table)
        ann, _ = keepers(red, blue)
        play_to_call(red, blue)
        ann.show()
        assert red.view()["waiting"]["side"] == 1
        assert red.act("let-bot-finish")["status"] == "accepted"
        assert red.view()["dice"]["kept"] == ["awaited", "host"]
        ann.secret = b"\x33" * 32
        ann.links = chain(ann.secret)
        assert ann.post(anchor=ann.anchor).json()["status"] == "accepted"
        assert ann.deposit()["status"] == "accepted"
        checker = ann.see()
        assert (checker.given_up, checker.agreed) == ([6], [])
        assert proved(red).problems == ()


def test_whoever_lacks_a_link_is_waited_for(table: Table) -> None:
    red, blue = friends(table)
    ann, _ = keepers(red, blue)
    answer = play_to_call(red, blue)
    order_of = ann.see().call
    assert order_of is not None
    assert answer["call"] == 1
    assert red.view()["waiting"]["side"] == 1 - order_of["side"]
    Keeper(blue, BLUE, 1).show() if order_of["side"] == 0 else ann.show()
    assert red.view()["waiting"]["side"] == order_of["side"]


# Rematches and forks


def test_a_rematch_and_a_fork_have_keys_of_their_own(table: Table) -> None:
    red, blue = friends(table, blue=None)
    ann = Keeper(red, RED, 0)
    ann.deposit()
    for _ in range(3):
        mover(red, blue).give()
    fork = red.post("/fork", {"position": red.view()["head"], "opponent": "hotseat"}).json()
    forked = table.player(fork)
    assert forked.view()["dice"]["kept"] == ["host", "host"]
    first = json.loads(forked.get("/first").text)
    assert (first["forked"], first["format"]) == (red.view()["head"], 2)
    while "number" in forked.view()["dice"] and forked.view()["dice"]["number"] < 1:
        forked.give()
    assert f"{first['forked']} lines were played elsewhere" in str(proved(forked).proofs)
    red.act("resign")
    red.act("rematch")
    again = Player(table.client, red.view()["rematch"], red.token)
    assert again.view()["side"] == 1
    assert again.view()["dice"]["kept"] == ["host", "awaited"]
    assert Keeper(again, b"\x55" * 32, 1).post(anchor=anchor(b"\x55" * 32)).json()["status"] == "accepted"


def test_a_seeded_match_is_forked_with_sealed_dice_and_an_open_call_from_before_it(table: Table) -> None:
    player = table.hotseat()
    for _ in range(5):
        player.give()
    body = {"position": 5, "opponent": "hotseat", "keys": [anchor(RED), anchor(BLUE)]}
    fork = table.player(player.post("/fork", body).json())
    assert fork.view()["head"] == 7
    assert check(fork.get("/record").content.splitlines()).forked == 5
    while "call" not in fork.give():
        pass
    head = fork.view()["head"]
    created = fork.post("/fork", {"position": head, "opponent": "hotseat"}).json()
    assert created["forked"] == head - 1
    again = table.player(created)
    assert (again.view()["head"], again.view()["dice"]["call"]) == (head - 1, None)
    assert again.view()["picture"] == fork.view()["picture"], "a call changes nothing on the table"


def test_a_takeback_brings_no_link_back(table: Table) -> None:
    red, blue = friends(table)
    ann, bob = keepers(red, blue)
    ann.deposit()
    bob.deposit()
    mover(red, blue).give()
    number = red.view()["dice"]["number"]
    assert number == 1
    who = red if red.act("offer-takeback")["status"] == "accepted" else blue
    other = blue if who is red else red
    if who is blue:
        blue.act("offer-takeback")
    assert other.act("accept")["status"] == "accepted"
    mover(red, blue).give({"type": "Begin"})
    assert red.view()["dice"]["number"] == 2
    assert proved(red).dice == "sealed"


def test_a_record_of_sealed_dice_can_be_uploaded_and_watched(table: Table) -> None:
    red, blue = friends(table)
    ann, bob = keepers(red, blue)
    play_to_call(red, blue)
    ann.show()
    bob.show()
    red.act("resign")
    text = red.get("/record").text
    watched = table.client.post("/api/records", content=text)
    assert watched.status_code == 201, watched.text
    watcher = table.watcher(watched.json())
    assert watcher.get("/record").text == text
    assert {proof["what"]: proof["verdict"] for proof in watcher.get("/proofs").json()}["dice"] == "proved"


# What is kept


def test_a_match_goes_on_after_a_restart_and_called_dice_fall(database: str, tmp_path: Path) -> None:
    with TestClient(create_app(database, Inside(), most_matches_a_minute=10_000)) as client:
        red, blue = friends(Table(client))
        ann, bob = keepers(red, blue)
        play_to_call(red, blue)
        ann.show()
        match, tokens = red.match, (red.token, blue.token)
        # Killed between the last link and the roll: the link is stored, and the line is not.
        link = bob.links[1].hex()
    with sqlite3.connect(tmp_path / "matches.db") as stored:
        stored.execute('INSERT INTO links (match, "set", roll, chain, link) VALUES (?, 1, 1, 2, ?)', (match, link))
    with TestClient(create_app(database, Inside(), most_matches_a_minute=10_000)) as client:
        red, blue = (Player(client, match, token) for token in tokens)
        assert red.view()["dice"] == {"kept": ["seat", "seat"], "number": 1, "call": None, "asked": [0, 0]}
        ann.player = red
        assert ann.see().rolls == 1
        play_to_call(red, blue)
        assert proved(red).problems == ()


def test_a_chain_gives_any_link() -> None:
    secret = sha256(b"some secret").digest()
    links, kept = chain(secret), Chain(secret)
    for number in (0, 1, 2, 63, 64, 65, 128, 4032, 4033, 4095, 4096):
        assert kept.link(number) == links[number].hex()
    assert kept.anchor == links[0].hex()
