"""A player who is away for long: the other waits, lets a bot finish, or ends the game."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from hulldown.server.app import create_app
from tests.server.conftest import BOOK, Inside, Player, Table, wrong

ACTS = ("let-bot-finish", "end-game")


@pytest.fixture
def hasty(database: str) -> Iterator[Table]:
    """A table where nobody is waited for."""
    with TestClient(create_app(database, Inside(), heartbeat=0.2, patience_hours=0)) as client:
        yield Table(client)


def present_and_gone(seats: tuple[Player, Player]) -> tuple[Player, Player]:
    """Who may only wait, and whose choice it is."""
    side = seats[0].view()["waiting"]["side"]
    return seats[1 - side], seats[side]


def finished(player: Player) -> dict[str, Any]:
    while (view := player.view())["result"] is None:
        if view["picture"]["tray"]["side"] == view["side"]:
            player.give(player.order(view))
    return view


@pytest.mark.parametrize("act", ACTS)
def test_nobody_is_gone_on_without_before_the_time_that_is_stated(table: Table, act: str) -> None:
    present, _ = present_and_gone(table.friends())
    waiting = present.view()["waiting"]
    assert waiting["until"] - waiting["since"] == 3 * 24 * 3600
    answer = present.act(act)
    assert answer["status"] == "refused"
    assert "until" in answer["refusal"]["sentence"]
    assert "UTC" in answer["refusal"]["sentence"]
    assert present.view()["head"] == 0


@pytest.mark.parametrize("act", ACTS)
def test_only_the_one_who_waits_goes_on(hasty: Table, act: str) -> None:
    _, gone = present_and_gone(hasty.friends())
    assert "your own choice" in gone.act(act)["refusal"]["sentence"]
    for player in (hasty.hotseat(), hasty.player(hasty.create(side=0, bot="random"))):
        answer = player.act(act)
        while answer["status"] == "stale":
            answer = player.act(act)
        assert "nobody is waited for" in answer["refusal"]["sentence"]
        assert player.view()["waiting"] is None


def test_a_game_is_ended_without_a_winner_and_the_record_says_so(hasty: Table) -> None:
    present, gone = present_and_gone(hasty.friends())
    label = ("Red", "Blue")[gone.view()["side"]]
    assert present.act("end-game")["status"] == "accepted"
    view = gone.view()
    told = f"{label} was away for long: the game was ended without a winner."
    assert view["result"] == {"winner": None, "rule": "", "sentence": told}
    assert (view["waiting"], present.lines()[-1]["told"][0]["sentence"]) == (None, told)
    text = present.get("/record").text
    assert '"act":"abandon"' in text
    assert prove(Record.parse(text), load(BOOK)).problems == ()


def test_a_bot_finishes_for_the_one_who_is_away(hasty: Table) -> None:
    present, gone = present_and_gone(hasty.friends())
    side = gone.view()["side"]
    assert present.act("let-bot-finish")["status"] == "accepted"
    assert present.view()["bots"][side] == "greedy"
    told = f"Greedy took over for {('Red', 'Blue')[side]}, which was away for long."
    assert present.lines()[0]["told"][0]["sentence"] == told
    for answer in (gone.act("resign"), gone.give({"type": "Begin"})):
        assert answer["status"] == "refused"
        assert "plays on" in answer["refusal"]["sentence"]
    finished(present)
    text = present.get("/record").text
    assert "takeover/player/greedy/gone" in text
    assert prove(Record.parse(text), load(BOOK)).problems == ()
    assert gone.act("rematch")["status"] == "accepted"
    assert Player(gone.client, gone.view()["rematch"], gone.token).view()["bots"] == [None, None]


def test_a_seat_that_a_bot_has_taken_is_no_longer_offered(hasty: Table) -> None:
    for side in (0, 1):
        created = hasty.create(opponent="friend", side=side)
        player = hasty.player(created)
        if player.view()["waiting"]["side"] != side:
            break
    assert player.act("let-bot-finish")["status"] == "accepted"
    path = f"/api/invitations/{created['invitation']}"
    assert hasty.client.get(path).json()["claimed"] is True
    wrong(hasty.client.post(path, json={"name": "Late"}), 409, "invitation/taken")


def test_an_order_and_a_seat_taken_begin_the_waiting_anew(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("hulldown.server.clock.now", lambda: int(now))
    with TestClient(create_app(database, Inside())) as client:
        created = Table(client).create(opponent="friend", side=0)
        now += 100
        claimed = client.post(f"/api/invitations/{created['invitation']}", json={"name": "Bob"}).json()
        seats = Table(client).player(created), Table(client).player(claimed)
        assert seats[0].view()["waiting"]["since"] == 1_000_100
        now += 100
        present, gone = present_and_gone(seats)
        present.act("offer-draw")
        assert gone.view()["waiting"]["since"] == 1_000_100
        gone.give()
        assert gone.view()["waiting"]["since"] == 1_000_200
    now += 71.9 * 3600
    with TestClient(create_app(database, Inside())) as client:
        seats = Player(client, seats[0].match, seats[0].token), Player(client, seats[1].match, seats[1].token)
        present, gone = present_and_gone(seats)
        assert present.act("end-game", name="soon")["status"] == "refused"
        now += 0.2 * 3600
        assert present.act("end-game", name="now")["status"] == "accepted"
