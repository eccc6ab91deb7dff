"""What is hidden stays hidden at every door of the server: two matches that differ only in it answer alike."""

import re
import secrets
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from hulldown.rulebooks.panzerstrike import deployment
from tests.server.conftest import Json, Player, Table, wrong
from tests.server.test_stream import Ear, listen

GAMES = [("france1944", "ambush"), ("dynamic", "duel"), ("core", "duel")]
HIDDEN = {"hidden": "on"}
games = pytest.mark.parametrize(("book", "scenario"), GAMES)


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice fall in all matches."""
    made = SimpleNamespace(**vars(secrets) | {"token_hex": lambda many: "5" * many})
    monkeypatch.setattr("hulldown.server.matches.secrets", made)


class Both:
    """Two matches under the same dice, and in each somebody with the same seat."""

    def __init__(self, *players: Player) -> None:
        self.players = players

    def give(self, *orders: Json) -> None:
        """An order in each match, or the same one in both."""
        for player, order in zip(self.players, orders * (2 // len(orders)), strict=True):
            assert player.give(order)["status"] == "accepted"

    def same(self, what: str, body: Any = None) -> Json:
        """The answer to a question, which is the same in both."""
        told = [self._ask(player, what, body) for player in self.players]
        assert told[0] == told[1], (what, body)
        return told[0]

    def _ask(self, player: Player, what: str, body: Any) -> Json:
        answer = player.get(what) if body is None else player.post(what, body)
        text = re.sub(r'"(since|until)":\d+', "", answer.text.replace(player.match, "the match"))
        return {"status": answer.status_code, "text": text}

    def heard(self) -> list[list[Json]]:
        """All lines, as the stream tells them; the same in both."""
        told = []
        for player in self.players:
            with listen(player) as socket:
                told.append(Ear(socket).lines(player.view()["head"]))
        assert told[0] == told[1]
        return told

    def undo(self) -> None:
        for player in self.players:
            assert player.act("undo")["status"] == "accepted"


def acting(player: Player) -> int:
    return int(player.view()["picture"]["tray"]["side"])


def places(player: Player) -> Iterator[Json]:
    """Every way to put down the next piece of the side to act."""
    view = player.view()
    for piece in view["picture"]["pieces"]:
        if piece["pose"] is None and piece["side"] == view["picture"]["tray"]["side"]:
            (band,) = player.get(f"/survey?unit={piece['id']}").json()["survey"]["bands"]
            yield from ({**band["order"], "square": pose >> 3, "facing": pose & 7} for pose in band["poses"])
            return


def hide(hider: Both) -> list[Json]:
    """The next piece, on another square in each match; the two orders."""
    one, other = (list(places(player)) for player in hider.players)
    orders = [one[0], other[-1]]
    assert orders[0] != orders[1]
    hider.give(*orders)
    return orders


def sides(table: Table, book: str, scenario: str) -> tuple[Both, Both, Both]:
    """Who hides, who seeks and who watches, in two matches with a friend that wait for the first deployment."""
    made = [table.create(opponent="friend", side=0, rulebook=book, scenario=scenario, options=HIDDEN) for _ in "ab"]
    blue = []
    for one in made:
        claimed = table.client.post(f"/api/invitations/{one['invitation']}", json={"name": "Bob"}).json()
        blue.append(table.player(claimed))
    seats = [Both(*(table.player(one) for one in made)), Both(*blue)]
    while seats[0].players[0].view()["picture"]["tray"]["phase"] != "deployment":
        mover = seats[acting(seats[0].players[0])]
        mover.give(mover.players[0].order())
    first = acting(seats[0].players[0])
    return seats[first], seats[1 - first], Both(*(table.watcher(one) for one in made))


def look(eyes: Both) -> None:
    """All that can only be looked at."""
    for what in ("", "/lines", "/why", "/placing"):
        eyes.same(what)
    eyes.heard()
    assert "record/hidden" in eyes.same("/record")["text"]
    assert "match/running" in eyes.same("/ending")["text"]
    for position in (0, eyes.players[0].view()["head"]):
        assert "record/hidden" in eyes.same("/fork", {"position": position})["text"]
    for piece in eyes.players[0].view()["picture"]["pieces"][::3]:
        eyes.same(f"/survey?unit={piece['id']}")


def ask(seeker: Both, hidden: list[Json], own: Json) -> None:
    """All that can be asked with the orders that are hidden, and with an own one that has their fields."""
    view = seeker.players[0].view()
    head = view["head"]
    for order in hidden:
        for asked in (order, own | {"square": order["square"]}, own | {"facing": order["facing"]}):
            seeker.same("/preview", {"order": asked})
            seeker.same("/rehearse", {"position": head, "orders": [asked, own, order]})
        seeker.same("/orders", {"id": f"{head} {order}"[:64], "position": head, "orders": [order, own]})
        seeker.same("/orders", {"id": f"{order}"[:64], "position": head, "orders": [own | {"square": order["square"]}]})
    for act in ("accept", "decline", *(["undo"] if view["undo"] else [])):
        seeker.same("/acts", {"id": f"{act} {head}", "position": head, "act": act})
    seeker.same("/standing", {"all": {"ask": "never"}})
    seeker.same("/orders", {"id": "stale", "position": head + 1, "orders": [own]})


@games
def test_a_seat_and_a_spectator_are_told_the_same_whatever_is_hidden(table: Table, book: str, scenario: str) -> None:
    hider, seeker, watcher = sides(table, book, scenario)
    side, hidden = acting(hider.players[0]), list[Json]()
    while acting(hider.players[0]) == side:
        hidden += hide(hider)
        look(seeker)
        look(watcher)
        ask(seeker, hidden[-2:], hidden[-1])
    assert len(hidden) > 3
    while acting(hider.players[0]) != side and seeker.players[0].view()["hidden"]:
        own = next(places(seeker.players[0]))
        ask(seeker, hidden[:2] + hidden[-2:], own)
        look(seeker)
        look(watcher)
        if len(list(seeker.players[0].view()["picture"]["tray"]["todo"])) > 1:
            seeker.give(own)
            seeker.undo()
            seeker.same("")
        seeker.give(own)
    assert not seeker.players[0].view()["hidden"], "both stand revealed"
    assert wherever(seeker.players[0]) != wherever(seeker.players[1])


def handed_on(player: Player) -> Player:
    """Whoever is sent a link to a moment of this player's game."""
    return Player(player.client, player.match, player.post("/watch", None).json()["watch"])


@games
def test_a_watcher_of_a_moment_learns_nothing_of_what_is_hidden(table: Table, book: str, scenario: str) -> None:
    hider, _, _ = sides(table, book, scenario)
    watchers = Both(*(handed_on(player) for player in hider.players))
    side = acting(hider.players[0])
    while acting(hider.players[0]) == side:
        hide(hider)
        look(watchers)
        head = hider.players[0].view()["head"]
        for position in range(head):
            watchers.same(f"/lines?from={position}&to={position + 1}")
            friend = {"position": position, "opponent": "friend"}
            assert "record/hidden" in watchers.same("/fork", friend)["text"]


def wherever(player: Player) -> list[Any]:
    return [piece["pose"] for piece in player.view()["picture"]["pieces"]]


def test_who_saw_the_reveal_does_not_take_back_the_order_that_led_to_it(table: Table) -> None:
    red, blue = table.friends(scenario="ambush", options=HIDDEN)
    while red.view()["picture"]["tray"]["phase"] != "roll":
        mover = (red, blue)[acting(red)]
        mover.give()
    assert mover.view()["undo"] == "what was hidden has been shown; ask for a takeback"
    assert mover.act("undo")["status"] == "refused"


@pytest.mark.parametrize("good", [0, 1])
def test_a_game_that_no_longer_replays_does_not_tell_why_while_something_is_hidden(
    table: Table, monkeypatch: pytest.MonkeyPatch, good: int
) -> None:
    red, blue = table.friends(scenario="ambush", options=HIDDEN)
    for _ in range(5):
        (red, blue)[acting(red)].give()
    matches: Any = table.client.app.state.matches
    matches._live.clear()
    judged = deployment.may_be_deployed
    many: list[int] = []

    def may_be_deployed(state: Any, order: Any, *rest: Any, **rules: Any) -> Any:
        many.append(order.square)
        if len(many) > good:
            return rules["board"].refuse(f"nobody deploys on {order.square} any more")
        return judged(state, order, *rest, **rules)

    monkeypatch.setattr(deployment, "may_be_deployed", may_be_deployed)
    told = blue.view()["closed"]
    assert "no longer comes out as it was played (Refused)" in told


# Two at one screen


def screens(table: Table, book: str, scenario: str) -> tuple[Both, int]:
    """Two matches at one screen, where one side has hidden all that it has; and the side that is to act now."""
    both = Both(*(table.hotseat(rulebook=book, scenario=scenario, options=HIDDEN) for _ in "ab"))
    one = both.players[0]
    while one.view()["picture"]["tray"]["phase"] != "deployment":
        both.give(one.order())
    side = acting(one)
    while acting(one) == side:
        hide(both)
    return both, 1 - side


@games
def test_at_one_screen_nothing_is_told_of_what_the_other_side_hid(table: Table, book: str, scenario: str) -> None:
    both, side = screens(table, book, scenario)
    one = both.players[0]
    while acting(one) == side and one.view()["hidden"]:
        look(both)
        own = next(places(one))
        both.same("/preview", {"order": own})
        both.same("/rehearse", {"position": one.view()["head"], "orders": [own]})
        both.give(own)
    assert not one.view()["hidden"]
    assert wherever(one) != wherever(both.players[1])
    assert one.get("/record").status_code == 200
    assert one.post("/fork", {"position": 3}).status_code == 201


def test_at_one_screen_lines_are_told_as_to_a_spectator(table: Table) -> None:
    created = table.create(opponent="hotseat", scenario="ambush", options=HIDDEN)
    player, watcher = table.player(created), table.watcher(created)
    while (view := player.view())["picture"]["tray"]["phase"] != "roll":
        for own, told in zip(player.lines(), watcher.lines(), strict=True):
            assert own | {"own": None, "undo": ""} == told | {"undo": ""}
        player.give(player.order(view))
    assert player.view()["picture"] == watcher.view()["picture"]
    sentences = [line["told"][0]["sentence"] for line in player.lines()]
    assert "Red placed 1 tank in secret." in sentences
    assert "all tanks are shown" in player.lines()[-1]["told"][1]["sentence"]


def test_at_one_screen_the_side_to_act_sees_its_own(table: Table) -> None:
    player = table.hotseat(scenario="ambush", options=HIDDEN)
    view = player.play_until("deployment")
    side, many = acting(player), 0
    assert not view["hidden"]
    with listen(player, view["head"]) as socket:
        while acting(player) == side:
            player.give()
            many += 1
            line = Ear(socket).hear("line")
            now = player.view()
            assert (line["hidden"], line["own"]) == (True, now["picture"])
            assert not [piece for piece in line["picture"]["pieces"] if piece["pose"]]
            shown = [piece for piece in now["picture"]["pieces"] if piece["pose"]]
            assert len(shown) == (many if acting(player) == side else 0)
    assert [line["own"] for line in player.lines()[:-1]] == [None] * (now["head"] - 1), "with the last line only"


@pytest.mark.parametrize("act", ["undo", "offer-takeback"])
def test_at_one_screen_nothing_goes_back_across_the_curtain(table: Table, act: str) -> None:
    both, side = screens(table, "dynamic", "duel")
    player = both.players[0]
    now, then = ("Blue", "Red") if side else ("Red", "Blue")
    why = f"the screen is {now}'s now; {then} hides something"
    assert player.view()["undo"] == why
    answer = player.act(act)
    assert (answer["status"], answer["refusal"]["sentence"]) == ("refused", f"the order cannot be taken back: {why}")
    player.give(next(places(player)))
    assert player.view()["undo"] == ""
    assert player.act(act)["status"] == "accepted"
    assert (player.view()["undo"], acting(player)) == (why, side)


def test_without_anything_hidden_the_two_at_one_screen_go_back_as_they_like(table: Table) -> None:
    player = table.hotseat(scenario="ambush", options={"hidden": "off"})
    player.play_until("deployment")
    side = acting(player)
    while acting(player) == side:
        player.give()
    assert player.view()["undo"] == ""
    assert player.act("undo")["status"] == "accepted"
    assert acting(player) == side


def test_a_watcher_cannot_have_the_record_of_what_one_screen_hides(table: Table) -> None:
    created = table.create(opponent="hotseat", scenario="ambush", options=HIDDEN)
    player = table.player(created)
    player.play_until("deployment")
    player.give()
    for eyes in (player, table.watcher(created)):
        wrong(eyes.get("/record"), 409, "record/hidden")


@games
def test_the_placing_follows_in_full_once_when_it_is_lifted(table: Table, book: str, scenario: str) -> None:
    hider, seeker, watcher = sides(table, book, scenario)
    first, side = hider.players[0], acting(hider.players[0])
    many = 0
    while first.view()["picture"]["tray"]["phase"] == "deployment":
        mover = hider if acting(first) == side else seeker
        mover.players[0].give(next(places(mover.players[0])))
        many += 1
    for eyes in (hider, seeker, watcher):
        lines = eyes.players[0].lines()
        sentences = [told["sentence"] for line in lines for told in line["told"]]
        placed = [sentence for sentence in sentences if " deployed on " in sentence]
        assert len(placed) == len(set(placed)) == many
    red, blue = (f"{name} placed" for name in ("Red", "Blue"))
    told = [one["sentence"] for line in watcher.players[0].lines() for one in line["told"]]
    counted = [sentence for sentence in told if sentence.startswith((red, blue))]
    assert len(counted) == many
    assert all(sentence.endswith("in secret.") for sentence in counted)
