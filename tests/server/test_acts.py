"""What players do beside the rules: take back, offer, resign, play again."""

import pytest
from litestar.testing import TestClient

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from hulldown.server.app import create_app
from tests.server.conftest import BOOK, Inside, Player, Table


def to_act(seats: tuple[Player, Player]) -> tuple[Player, Player]:
    """The player who is to act, and the other."""
    side = seats[0].view()["picture"]["tray"]["side"]
    return seats[side], seats[1 - side]


def deploying(table: Table) -> tuple[Player, Player]:
    """Two players, of whom the first has just put a tank down."""
    seats = table.friends()
    while seats[0].view()["picture"]["tray"]["phase"] != "deployment":
        to_act(seats)[0].give()
    mover, other = to_act(seats)
    mover.give()
    return mover, other


def test_undo_takes_the_last_order_back_and_is_a_line(table: Table) -> None:
    mover, other = deploying(table)
    view = mover.view()
    assert view["undo"] == ""
    assert other.view()["undo"] != ""
    assert mover.act("undo") == {"status": "accepted", "head": view["head"] + 1, "played": 0, "refusal": None}
    line = other.lines()[-1]
    assert (line["kind"], line["side"]) == ("act", mover.view()["side"])
    assert line["told"][0]["sentence"].endswith("took back its last order.")
    assert not [piece for piece in line["picture"]["pieces"] if piece["pose"]]


def test_undo_is_the_movers_alone(table: Table) -> None:
    mover, other = deploying(table)
    answer = other.act("undo")
    assert (answer["status"], answer["refusal"]["rule"]) == ("refused", "")
    assert "takeback" in answer["refusal"]["sentence"]
    assert mover.act("undo")["status"] == "accepted"


def test_what_dice_decided_is_not_undone(table: Table) -> None:
    player = table.hotseat()
    player.give({"type": "Begin"})
    answer = player.act("undo")
    assert answer["status"] == "refused"
    assert "dice" in answer["refusal"]["sentence"]


def test_a_takeback_needs_consent_and_goes_back_to_ones_own_order(table: Table) -> None:
    mover, other = deploying(table)
    before = mover.view()["picture"]["pieces"]
    side = mover.view()["side"]
    assert mover.act("offer-takeback")["status"] == "accepted"
    assert other.view()["offers"] == [{"kind": "takeback", "side": side}]
    assert mover.act("accept")["status"] == "refused"
    assert other.act("accept")["status"] == "accepted"
    view = other.view()
    assert view["offers"] == []
    assert view["picture"]["pieces"] != before
    assert prove(Record.parse(mover.get("/record").text), load(BOOK)).problems == ()


def test_a_takeback_goes_past_what_the_other_did_since(table: Table) -> None:
    seats = deploying(table)
    mover, other = seats
    while to_act((seats[0], seats[1]) if seats[0].view()["side"] == 0 else (seats[1], seats[0]))[0] is mover:
        mover.give()
    other.give()
    head = mover.view()["head"]
    mover.act("offer-takeback")
    other.act("accept")
    assert mover.view()["head"] == head + 2
    assert mover.view()["picture"]["tray"]["side"] == mover.view()["side"]


def test_offers_can_be_declined_withdrawn_and_lapse(table: Table) -> None:
    mover, other = deploying(table)
    mover.act("offer-draw")
    assert other.act("decline")["status"] == "accepted"
    assert mover.view()["offers"] == []
    mover.act("offer-draw")
    assert mover.act("decline")["status"] == "accepted"
    assert other.act("accept")["status"] == "refused"
    mover.act("offer-takeback")
    (mover if mover.view()["picture"]["tray"]["side"] == mover.view()["side"] else other).give()
    assert mover.view()["offers"] == []
    assert other.act("decline")["status"] == "refused"


def test_offering_twice_is_one_offer(table: Table) -> None:
    mover, other = deploying(table)
    mover.act("offer-draw")
    mover.act("offer-draw")
    assert len(other.view()["offers"]) == 1


def test_an_agreed_draw_ends_the_game_and_tells_the_seed(table: Table) -> None:
    mover, other = deploying(table)
    mover.act("offer-draw")
    other.act("accept")
    view = mover.view()
    assert view["result"] == {"winner": None, "rule": "", "sentence": "Both sides agreed on a draw."}
    assert view["offers"] == []
    text = mover.get("/record").text
    assert '"line":"end"' in text
    assert prove(Record.parse(text), load(BOOK)).problems == ()


def test_resigning_ends_the_game(table: Table) -> None:
    red, blue = table.friends()
    answer = red.act("resign", name="r")
    assert answer["status"] == "accepted"
    assert red.act("resign", position=0, name="r") == answer
    assert blue.view()["result"]["winner"] == 1
    assert blue.act("resign")["status"] == "refused"
    body = {"id": "late", "position": 1, "orders": [{"type": "Begin"}]}
    assert red.post("/orders", body).json()["error"] == "match/over"
    assert blue.lines()[-1]["told"][0]["sentence"] == "Red resigned: Blue wins."


def test_acts_are_stale_as_orders_are(table: Table) -> None:
    red, _ = table.friends()
    assert red.act("resign", position=5)["status"] == "stale"
    assert red.view()["result"] is None


@pytest.mark.parametrize("act", ["dance", "", "takeover/greedy/random/late", "takeback", "draw"])
def test_other_acts_are_none(table: Table, act: str) -> None:
    red, _ = table.friends()
    assert red.post("/acts", {"id": "a", "position": 0, "act": act}).json()["error"] == "order/bad"


def test_two_at_one_screen_agree_by_themselves(table: Table) -> None:
    player = table.hotseat()
    player.give()
    assert player.act("offer-takeback")["status"] == "accepted"
    assert player.view()["picture"]["tray"]["phase"] == "begin"
    assert player.act("offer-draw")["status"] == "accepted"
    assert player.view()["result"]["winner"] is None


def test_a_rematch_swaps_sides_and_keeps_the_tokens(table: Table) -> None:
    red, blue = table.friends()
    assert red.act("rematch")["status"] == "refused"
    red.act("resign")
    assert blue.act("rematch")["status"] == "accepted"
    again = red.view()["rematch"]
    assert red.act("rematch")["status"] == "accepted"
    assert blue.view()["rematch"] == again
    new_blue, new_red = Player(red.client, again, red.token), Player(red.client, again, blue.token)
    assert (new_blue.view()["side"], new_red.view()["side"]) == (1, 0)
    assert new_red.view()["names"] == ["Bob", "Ann"]
    assert to_act((new_red, new_blue))[0].give()["status"] == "accepted"


def test_a_rematch_needs_somebody_to_play_with(table: Table) -> None:
    player = table.player(table.create(opponent="friend", side=0))
    player.act("resign")
    assert "seat" in player.act("rematch")["refusal"]["sentence"]


def test_a_rematch_with_a_bot(table: Table) -> None:
    player = table.player(table.create(side=0))
    while player.act("resign")["status"] == "stale":
        pass
    player.act("rematch")
    view = Player(player.client, player.view()["rematch"], player.token).view()
    assert (view["side"], view["bots"]) == (1, ["greedy", None])


def test_acts_outlive_a_restart(database: str) -> None:
    with TestClient(create_app(database, Inside())) as client:
        mover, other = deploying(Table(client))
        mover.act("undo")
        mover.give()
        mover.act("offer-takeback")
        other.act("accept")
        mover.act("offer-draw")
        view = mover.view()
    with TestClient(create_app(database, Inside())) as client:
        assert Player(client, mover.match, mover.token).view() == view
        again = Player(client, other.match, other.token)
        again.act("accept", name="later")
        assert again.view()["result"]["winner"] is None
        assert prove(Record.parse(again.get("/record").text), load(BOOK)).problems == ()
