"""Standing orders: when a player is asked in a window, and who passes for him when he is not."""

import asyncio
import json
from fractions import Fraction
from typing import Any

import pytest
from litestar.testing import TestClient

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.kernel.wire import encode, plain
from hulldown.rulebooks.squadron.book import Squadron, book
from hulldown.rulebooks.squadron.orders import EndActivation, Order, Pass
from hulldown.server.acts import declined
from hulldown.server.app import create_app
from hulldown.server.log import Log
from hulldown.server.protocol import Asking, Standing
from hulldown.server.store import MatchRow, Sitting
from hulldown.server.thinker import Thought, thought_of
from tests.rulebooks.squadron import cast
from tests.server.conftest import Inside, Json, Nursery, Player, Table, patiently, wrong

ALWAYS, NEVER = {"ask": "always"}, {"ask": "never"}
SQUADRON = {"rulebook": "squadron", "scenario": "duel"}


def drawn(**more: Any) -> cast.Table:
    """Red's TE1 is under way with four points, past two enemies that have a shot after each hex; a friend waits."""
    words = {(0, 0): "TE1↗", (5, -2): "ch1↙", (5, 0): "ch2↙", (-4, 2): "SH1↗"}
    at = cast.case(words, **more)
    at.play(at.roll("TE1"), (4,))
    return at


def steps(at: cast.Table) -> list[Json]:
    return [dict(plain(at.step(place))) for place in ((1, 0), (2, 0), (3, 0))]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> cast.Table:
    """The table from which every match of a test begins."""
    at = drawn()
    monkeypatch.setattr(Squadron, "start", lambda self, setup: at.state)
    return at


def stand(player: Player, for_all: Json, units: Json | None = None, **more: Any) -> Json:
    answer = player.post("/standing", {"all": for_all, "units": units or {}, **more})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def tray(player: Player) -> Json:
    found: Json = player.view()["picture"]["tray"]
    return found


def chances(player: Player) -> dict[int, Fraction]:
    return {todo["unit"]: Fraction(todo["chance"]) for todo in tray(player)["todo"]}


def asked(player: Player) -> bool:
    shown = tray(player)
    return bool(shown["window"] == "reaction" and shown["side"] == 1)


def test_without_them_a_player_is_asked_and_a_batch_stops_there(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    answer = red.give(*steps(at))
    assert (answer["status"], answer["played"], answer["head"]) == ("accepted", 1, 1)
    assert asked(blue)
    assert set(chances(blue)) == {at.unit("ch1"), at.unit("ch2")}
    assert blue.view()["standing"] is None


def test_never_is_answered_by_a_pass_that_is_a_line_like_any_other(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    assert stand(blue, NEVER) == {"status": "accepted", "head": 0, "played": 0, "refusal": None}
    answer = red.give(*steps(at))
    assert (answer["status"], answer["played"], answer["head"]) == ("accepted", 1, 2)
    assert (tray(blue)["window"], tray(blue)["side"]) == ("", 0)
    line = red.lines()[-1]
    assert (line["kind"], line["side"], line["told"][-1]["sentence"]) == ("order", 1, "Blue held its fire.")
    rest = red.give(*steps(at)[1:])
    assert (rest["played"], rest["head"]) == (1, 4)
    text = red.get("/record").text
    assert '"order":{"type":"Pass"}' in text
    assert prove(Record.parse(text), book).problems == ()


def test_from_a_chance_on(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    red.give(steps(at)[0])
    best = max(chances(blue).values())
    blue.give({"type": "Pass"})
    red.act("offer-takeback")
    blue.act("accept")
    low, high = int(best * 100), int(best * 100) + 1
    assert low <= best * 100 < high
    stand(blue, {"ask": "from", "chance": high})
    red.give(steps(at)[0])
    assert not asked(blue)
    red.act("offer-takeback")
    blue.act("accept")
    stand(blue, {"ask": "from", "chance": low})
    red.give(steps(at)[0])
    assert asked(blue)


def test_one_tank_by_itself(table: Table, at: cast.Table) -> None:
    one, other = (str(at.unit(name)) for name in ("ch1", "ch2"))
    cases: list[tuple[Json, Json, bool]] = [
        (ALWAYS, {one: NEVER}, True),
        (ALWAYS, {one: NEVER, other: NEVER}, False),
        (NEVER, {other: ALWAYS}, True),
        (NEVER, {other: {"ask": "from", "chance": 100}}, False),
    ]
    for all_units, units, is_asked in cases:
        red, blue = table.friends(**SQUADRON)
        stand(blue, all_units, units)
        red.give(steps(at)[0])
        assert asked(blue) is is_asked, (all_units, units)


def test_a_window_that_is_open_is_answered_as_well(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    red.give(steps(at)[0])
    assert stand(blue, NEVER, position=1)["head"] == 2
    assert tray(red)["side"] == 0


def test_they_last_for_the_round_in_which_they_were_given(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    at = drawn(activated=["ch1", "ch2", "SH1"])
    monkeypatch.setattr(Squadron, "start", lambda self, setup: at.state)
    red, blue = table.friends(**SQUADRON)
    stand(blue, NEVER)
    assert blue.view()["standing"] == {"round": 2, "all": {"ask": "never", "chance": 0}, "units": {}}
    red.give(steps(at)[0])
    red.give({"type": "EndActivation", "moving": False})
    assert (tray(blue)["round"], blue.view()["standing"]) == (3, None)
    seats = red, blue
    seats[tray(red)["side"]].give()  # who has the initiative
    if tray(red)["side"] == 1:
        blue.give(dict(plain(at.ambush("ch1"))))
    red.give(dict(plain(at.roll("TE1"))))
    red.give(steps(at)[1])
    assert asked(blue)


def test_always_takes_them_back(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    stand(blue, NEVER)
    stand(blue, ALWAYS)
    assert blue.view()["standing"] is None
    red.give(steps(at)[0])
    assert asked(blue)


def test_only_their_owner_sees_them(table: Table, at: cast.Table) -> None:
    created = table.create(opponent="friend", side=0, **SQUADRON)
    claimed = table.client.post(f"/api/invitations/{created['invitation']}", json={"name": "Bob"}).json()
    red, blue, watcher = table.player(created), table.player(claimed), table.watcher(created)
    notices = []
    for _ in range(2):
        with table.client.websocket_connect(f"/api/matches/{red.match}/stream") as stream:
            stream.send_text(json.dumps({"token": red.token, "from": 0}))
            notices.append(stream.receive_text())
        before = {name: player.view() for name, player in (("red", red), ("watcher", watcher))}
        stand(blue, {"ask": "from", "chance": 77}, {str(at.unit("ch1")): NEVER})
        assert {"red": red.view(), "watcher": watcher.view()} == before
    assert notices[0] == notices[1]
    assert "standing" not in notices[0]
    assert (red.view()["standing"], watcher.view()["standing"]) == (None, None)
    own = blue.view()["standing"]
    assert own["all"] == {"ask": "from", "chance": 77}
    assert own["units"] == {str(at.unit("ch1")): {"ask": "never", "chance": 0}}
    red.give(steps(at)[0])
    for text in (red.get("/lines").text, watcher.get("/lines").text, red.get("/record").text):
        assert '"chance":77' not in text
        assert '"never"' not in text


def test_the_stream_has_the_window_and_its_pass_together(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    stand(blue, NEVER)
    with table.client.websocket_connect(f"/api/matches/{blue.match}/stream") as stream:
        stream.send_text(json.dumps({"token": blue.token, "from": 0}))
        assert json.loads(stream.receive_text())["type"] == "notice"
        red.give(steps(at)[0])
        heard: list[Json] = []
        while len(heard) < 2:
            message = json.loads(stream.receive_text())
            heard += [message] if message["type"] != "heartbeat" else []
    assert [message["type"] for message in heard] == ["line", "line"]
    assert [message["picture"]["tray"]["side"] for message in heard] == [1, 0]


def test_they_are_kept_in_a_restart(database: str, at: cast.Table) -> None:
    with TestClient(create_app(database, Inside())) as client:
        red, blue = Table(client).friends(**SQUADRON)
        stand(blue, NEVER)
        kept = blue.view()["standing"]
        assert kept
    with TestClient(create_app(database, Inside())) as client:
        red, blue = (Player(client, player.match, player.token) for player in (red, blue))
        assert blue.view()["standing"] == kept
        assert red.give(steps(at)[0])["head"] == 2
        assert not asked(blue)


def test_they_outlive_a_kill(nursery: Nursery) -> None:
    nursery.start()
    with nursery.client() as client:
        created = client.post("/api/matches", json={**SQUADRON, "opponent": "friend", "side": 0}).json()
        player = Player(client, created["match"], created["token"])
        stand(player, {"ask": "from", "chance": 40})
    nursery.kill()
    nursery.start()
    with nursery.client() as client:
        kept = Player(client, created["match"], created["token"]).view()["standing"]
    assert kept["all"] == {"ask": "from", "chance": 40}


class Scripted:
    """A bot that gives these orders, and then ends its move."""

    def __init__(self, orders: list[Order]) -> None:
        self.orders = orders

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        return thought_of(self.orders.pop(0) if self.orders else EndActivation(False))

    async def close(self) -> None:
        return


def test_a_bot_that_moves_is_answered_too(database: str, at: cast.Table) -> None:
    moves: list[Order] = [at.step((1, 0)), at.step((2, 0))]
    with TestClient(create_app(database, Scripted(moves))) as client:
        blue = Table(client).player(Table(client).create(side=1, **SQUADRON))
        patiently(lambda: asked(blue))
        stand(blue, NEVER)
        patiently(lambda: tray(blue)["phase"] == "activation")
        told = [line["told"][-1]["sentence"] for line in blue.lines() if line["side"] == 1]
        assert told == ["Blue held its fire."] * 2


def test_at_one_screen_they_are_those_of_the_side_to_act(table: Table, at: cast.Table) -> None:
    player = table.hotseat(**SQUADRON)
    stand(player, NEVER)
    assert player.view()["standing"]["all"]["ask"] == "never"
    player.give(steps(at)[0])
    assert asked(player), "those were Red's"
    assert player.view()["standing"] is None
    assert stand(player, NEVER)["head"] == 2
    player.give(steps(at)[1])
    assert not asked(player)


def test_a_bot_in_a_players_place_decides_by_itself(at: cast.Table) -> None:
    standing = Standing(2, Asking("never"))
    setup = encode(at.state.ground.setup).decode()
    log = Log(book, MatchRow("m", "squadron", "1", setup, "seed", "friend", Sitting(("Red", "Blue"))))
    log.play(at.step((1, 0)))
    assert declined(log, Sitting(("Red", "Blue"), standing=(None, standing))) == Pass()
    assert declined(log, Sitting(("Red", "Blue"), bots=(None, "greedy"), standing=(None, standing))) is None


# Undo


def test_a_pass_by_standing_orders_counts_as_an_answer(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    stand(blue, NEVER)
    red.give(steps(at)[0])
    assert "Blue has decided something since" in red.view()["undo"]
    assert red.act("undo")["status"] == "refused"
    red.give({"type": "Turn", "facing": 1})
    head = red.view()["head"]
    assert red.lines()[-1]["side"] == 1, "a turn after a hex opens a window as well"
    assert red.act("undo")["status"] == "refused"
    assert red.view()["head"] == head


def test_a_pass_by_a_player_counts_as_an_answer(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    red.give(steps(at)[0])
    assert red.view()["undo"] == "", "nobody has decided anything yet"
    blue.give({"type": "Pass"})
    assert "Blue has decided something since" in red.view()["undo"]
    assert blue.view()["undo"] == ""


def test_who_takes_a_pass_back_is_asked(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    stand(blue, NEVER)
    red.give(steps(at)[0])
    assert blue.act("undo")["status"] == "accepted"
    assert asked(blue)


def test_undo_of_a_step_closes_the_window_that_it_opened(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    red.give(steps(at)[0])
    assert asked(blue)
    assert red.act("undo")["status"] == "accepted"
    assert (tray(blue)["window"], tray(blue)["side"]) == ("", 0)


# What is refused

HOSTILE: list[Any] = [
    {},
    [],
    None,
    {"all": "never"},
    {"all": {"ask": "sometimes"}},
    {"all": {"ask": "from", "chance": 101}},
    {"all": {"ask": "from", "chance": -1}},
    {"all": {"ask": "from", "chance": 0.5}},
    {"all": {"ask": "from", "chance": "30"}},
    {"all": {"ask": "never", "more": 1}},
    {"all": NEVER, "more": 1},
    {"all": NEVER, "side": 0},
    {"all": NEVER, "units": []},
    {"all": NEVER, "units": {"ch1": NEVER}},
    {"all": NEVER, "units": {"-1": NEVER}},
    {"all": NEVER, "units": {"99999999999999999999": NEVER}},
    {"all": NEVER, "units": {"1": None}},
    {"all": NEVER, "units": {str(unit): NEVER for unit in range(1001)}},
    {"all": NEVER, "position": -1},
    {"all": NEVER, "position": "0"},
]


@pytest.mark.parametrize("body", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_bodies_are_refused(table: Table, at: cast.Table, body: Any) -> None:
    _, blue = table.friends(**SQUADRON)
    wrong(blue.post("/standing", body), 400, "order/bad")
    assert blue.view()["standing"] is None


def test_units_are_ones_own(table: Table, at: cast.Table) -> None:
    _, blue = table.friends(**SQUADRON)
    for unit in (at.unit("TE1"), 999):
        answer = stand(blue, ALWAYS, {str(unit): NEVER})
        assert answer["status"] == "refused"
        assert answer["refusal"]["sentence"] == f"Blue has no unit {unit}; the picture has their numbers"
    assert blue.view()["standing"] is None


def test_those_made_at_another_position_are_stale(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    red.give(steps(at)[0])
    assert stand(blue, NEVER, position=0) == {"status": "stale", "head": 1, "played": 0, "refusal": None}
    assert asked(blue)


def test_after_the_end_there_are_none(table: Table, at: cast.Table) -> None:
    red, blue = table.friends(**SQUADRON)
    red.act("resign")
    wrong(blue.post("/standing", {"all": NEVER}), 409, "match/over")


def test_in_a_book_without_windows_they_do_nothing(table: Table) -> None:
    red, _ = table.friends()
    assert stand(red, NEVER)["status"] == "accepted"
    assert red.view()["head"] == 0
