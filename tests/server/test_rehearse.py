"""Rehearsing: the table as orders would leave it, and no trace of it anywhere."""

import logging
from typing import Any

import pytest

from hulldown.kernel.wire import plain
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike.core.state import Phase
from tests.rulebooks.core import cast
from tests.server.conftest import Json, Player, Table, wrong


def rehearse(player: Player, *orders: Json, position: int | None = None) -> Json:
    at = player.view()["head"] if position is None else position
    answer = player.post("/rehearse", {"position": at, "orders": orders})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def placed(picture: Json) -> int:
    return sum(piece["pose"] is not None for piece in picture["pieces"])


def places(player: Player, many: int) -> list[Json]:
    """So many orders to put down a piece, of the side that deploys first."""
    view = player.play_until("deployment")
    piece = next(piece for piece in view["picture"]["pieces"] if piece["side"] == view["picture"]["tray"]["side"])
    band = player.get(f"/survey?unit={piece['id']}").json()["survey"]["bands"][0]
    squares = sorted({pose >> 3 for pose in band["poses"]})[:many]
    return [{**band["order"], "square": square, "facing": 2} for square in squares]


def test_orders_are_played_on_a_copy(table: Table) -> None:
    player = table.hotseat()
    (first,) = places(player, 1)
    before, lines = player.view(), player.lines()
    found = rehearse(player, first)
    assert (found["position"], found["played"], found["refusal"]) == (before["head"], 1, None)
    assert placed(found["picture"]) == placed(before["picture"]) + 1
    assert (player.view(), player.lines()) == (before, lines)
    assert player.give(first)["status"] == "accepted"
    assert player.view()["picture"] == found["picture"]
    assert rehearse(player)["picture"] == found["picture"], "no orders: the table as it is"


def test_it_stops_at_the_first_refusal(table: Table) -> None:
    player = table.hotseat()
    first, second = places(player, 2)
    found = rehearse(player, first, first, second)
    assert found["played"] == 1
    assert found["refusal"]["rule"].startswith("FR-")
    assert placed(found["picture"]) == 1


def test_dice_do_not_fall(table: Table) -> None:
    player, twin = table.hotseat(), table.hotseat()
    for _ in range(2):
        found = rehearse(player, {"type": "Begin"})
        assert (found["played"], found["picture"]["tray"]["phase"]) == (0, "begin")
        assert found["refusal"] == {
            "rule": "",
            "sentence": "dice fall for this order, and they fall only once it is given",
        }
    assert player.give({"type": "Begin"})["status"] == "accepted"
    assert twin.view()["picture"] == found["picture"]


def test_no_die_of_the_match_is_used(table: Table) -> None:
    """The record proves its dice: a roll that was taken before would show in it."""
    player = table.hotseat()
    rehearse(player, {"type": "Begin"})
    dice: Any = player.client.app.state.matches._live[player.match].log.dice
    assert dice.number == 0
    player.give({"type": "Begin"})
    assert dice.number > 0  # a tied roll-off is thrown again


def test_it_stops_where_the_other_side_is_to_act(table: Table) -> None:
    player = table.hotseat(rulebook="core", scenario="duel")
    while (view := player.view())["picture"]["tray"]["phase"] != "movement":
        orders = player.get("/placing").json()["orders"]
        player.give(*orders)
    found = rehearse(player, {"type": "EndMovement"}, {"type": "EndTurn"}, {"type": "EndMovement"})
    assert (found["played"], found["refusal"]) == (2, None)
    assert found["picture"]["tray"]["side"] != view["picture"]["tray"]["side"]


def test_a_stale_draft_is_not_played(table: Table) -> None:
    player = table.hotseat()
    (first,) = places(player, 1)
    head = player.view()["head"]
    for position in (head - 1, head + 1):
        found = rehearse(player, first, position=position)
        assert (found["position"], found["played"], found["refusal"]) == (head, 0, None)
        assert found["picture"] == player.view()["picture"]


def test_only_the_side_to_act_rehearses(table: Table) -> None:
    red, blue = table.friends()
    for _ in range(2):
        side = red.view()["picture"]["tray"]["side"]
        (red, blue)[side].give()
    side = red.view()["picture"]["tray"]["side"]
    mover, other = (red, blue) if side == 0 else (blue, red)
    order = mover.order()
    assert rehearse(mover, order)["played"] == 1
    found = rehearse(other, order)
    assert (found["played"], "choice" in found["refusal"]["sentence"]) == (0, True)


def test_it_shows_what_the_seat_may_see(table: Table) -> None:
    red, blue = table.friends(options={"hidden": "on"})
    for _ in range(2):
        (red, blue)[red.view()["picture"]["tray"]["side"]].give()
    first = (red, blue)[red.view()["picture"]["tray"]["side"]]
    second = blue if first is red else red
    while first.view()["picture"]["tray"]["side"] == first.view()["side"]:
        first.give()
    found = rehearse(second, second.order())
    assert (found["played"], placed(found["picture"])) == (1, 1), "its own, and nothing of what is hidden"


@pytest.mark.parametrize(
    "body",
    [
        {"position": 0, "orders": [{"type": "Begin"}] * 51},
        {"position": -1, "orders": []},
        {"position": "0", "orders": []},
        {"position": 0, "orders": [{"type": "Dance"}]},
        {"position": 0, "orders": [{"type": "Begin"}], "id": "a"},
        {"position": 0},
        {"orders": []},
    ],
    ids=str,
)
def test_a_rehearsal_is_bounded(table: Table, body: Any) -> None:
    wrong(table.hotseat().post("/rehearse", body), 400, "order/bad")


def test_a_game_that_is_over_is_not_rehearsed(table: Table) -> None:
    player = table.player(table.create(side=0))
    player.act("resign")
    body = {"position": player.view()["head"], "orders": []}
    wrong(player.post("/rehearse", body), 409, "match/over")


def test_a_rule_that_fails_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    player = table.hotseat()
    with monkeypatch.context() as patch, caplog.at_level(logging.CRITICAL):
        patch.setattr(type(load("france1944")), "decide", lambda *_: 1 / 0)
        wrong(player.post("/rehearse", {"position": 0, "orders": [{"type": "Begin"}]}), 409, "rule/broken")
    assert player.give()["status"] == "accepted"


def firing(table: Table) -> tuple[Player, Any]:
    """A hot-seat match of Core in which two tanks and a damaged third are to announce."""
    player = table.hotseat(rulebook="core", scenario="duel")
    assert player.lines() == []
    words = {"A1": "M1→", "A2": "M2→", "A3": "M3!→", "H1": "m1←", "H2": "m2←"}
    drawn = cast.table(cast.field(8, 3, **words), phase=Phase.ANNOUNCING)
    log: Any = table.client.app.state.matches._live[player.match].log
    log.states[-1] = log.game.state = drawn.state
    return player, drawn


def test_a_draft_is_changed_until_it_is_sent_as_one(table: Table) -> None:
    player, drawn = firing(table)
    assert player.view()["picture"]["tray"]["plan"] == {"rows": [], "totals": [], "fixed": False}
    one, other = (plain(drawn.announce("M1", target)) for target in ("m1", "m2"))
    second, repair = plain(drawn.announce("M2", "m1")), plain(drawn.start_repair("M3"))
    for draft in ([one], [one, second], [other, second], [other, second, repair]):
        found = rehearse(player, *draft)
        assert (found["played"], found["refusal"], found["position"]) == (len(draft), None, 0)
        tray = found["picture"]["tray"]
        assert [row["unit"] for row in tray["plan"]["rows"]] == [order["unit"] for order in draft]
        assert tray["buttons"][0]["order"] == {"type": "OpenFire"}
    assert [total["target"] for total in tray["plan"]["totals"]] == [drawn.unit("m2"), drawn.unit("m1")]
    fixed = rehearse(player, *draft, tray["buttons"][0]["order"])["picture"]["tray"]["plan"]
    assert fixed["fixed"]
    kept = rehearse(player, *draft, {"type": "OpenFire"}, fixed["rows"][0]["order"])
    assert (kept["played"], kept["refusal"]["rule"]) == (4, ""), "the first die"
    assert player.lines() == []
    answer = player.give(*draft, {"type": "OpenFire"}, fixed["rows"][0]["order"], fixed["rows"][1]["order"])
    assert (answer["status"], answer["played"], answer["refusal"]) == ("accepted", 5, None), "up to the first die"


def test_of_a_draft_with_a_wrong_order_those_before_it_stand(table: Table) -> None:
    player, drawn = firing(table)
    good, twice = plain(drawn.announce("M1", "m1")), plain(drawn.announce("M1", "m2"))
    assert rehearse(player, good, twice, {"type": "OpenFire"})["played"] == 1
    answer = player.give(good, twice, {"type": "OpenFire"})
    assert (answer["status"], answer["played"], answer["refusal"]["rule"]) == ("accepted", 1, "CORE-22")
    assert player.act("undo")["status"] == "accepted"
    assert player.view()["picture"]["tray"]["plan"]["rows"] == []
