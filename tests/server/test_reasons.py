"""Why a bot gave an order: thought of with it, and told when its turn is over."""

import asyncio
from typing import Any

import msgspec
import pytest

from hulldown.bots.greedy import Greedy
from hulldown.bots.thinking_time import never
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.wire import decode, encode, plain
from hulldown.rulebooks import load
from hulldown.rulebooks.squadron.book import Squadron
from hulldown.rulebooks.squadron.orders import EndActivation, Pass
from hulldown.server.thinker import Bots, Question, Thinker, Thought, thought_of
from tests.rulebooks.france1944.cast import field, table
from tests.rulebooks.squadron import cast
from tests.server.conftest import Inside, Player, patiently
from tests.server.test_bots import table_with
from tests.server.test_standing import SQUADRON, drawn, steps
from tests.server.test_stream import listen


def asked(bots: Bots, state: Any, bot: str = "planner:recruit") -> Thought:
    answer = bots.answer(encode(Question("france1944", bot, "1", msgspec.Raw(encode(state)))))
    thought: Thought = decode(answer, Thought)
    return thought


def test_a_bot_goes_on_with_its_plan_from_question_to_question() -> None:
    drawn = table(field(16, 7, B2="M1→", B4="M2→", B6="L1→", O2="m1←", O4="m2←", H4="#"), rolled=(5, 5, 5))
    book, bots = load("france1944"), Bots(never)
    while drawn.state.phase == "movement":
        thought = asked(bots, drawn.state)
        drawn.play_with(decode(thought.order, book.order_type), SeededDice(1))
    assert len(bots._kept) == 1, "one bot for the whole row"


def test_an_order_comes_with_its_reasons() -> None:
    drawn = table(field(16, 7, B2="M1→", B4="M2→", O2="m1←", O4="m2←", H4="#"), rolled=(5, 5))
    for bot in ("greedy", "planner:recruit"):
        thought = asked(Bots(never), drawn.state, bot)
        assert len(thought.why) == 2
        assert " then has " in thought.why[0]
    assert asked(Bots(never), drawn.state, "random").why == ()


def test_a_bot_that_cannot_say_why_has_given_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def dumb(self: Greedy) -> None:
        raise ValueError("words fail")

    monkeypatch.setattr(Greedy, "explain", dumb)
    drawn = table(field(16, 7, B2="M1→", B4="M2→", O2="m1←", O4="m2←", H4="#"), rolled=(5, 5))
    thought = asked(Bots(never), drawn.state, "greedy")
    assert thought.why == ()
    assert drawn.book.refuse(drawn.state, decode(thought.order, drawn.book.order_type)) is None


def test_reasons_are_told_when_the_turn_is_over_and_not_while_armies_are_set_up(database: str) -> None:
    with table_with(database, Thinker(seconds=60)) as at:
        player = at.player(at.create(side=0))
        with listen(player) as socket:
            why: dict[str, list[str]] = {}
            while not why:
                view = player.view()
                if view["picture"]["tray"]["side"] == 0:
                    player.give(player.order(view), position=view["head"])
                message = socket.receive_json(timeout=60)
                why = message.get("why", {})
                assert not why or message["type"] == "notice"
        lines = player.lines()
        assert {lines[int(position)]["side"] for position in why} == {1}
        assert all(sentences[0].endswith(".") for sentences in why.values())
        after = max(map(int, why))
        assert lines[after]["picture"]["tray"]["round"] >= 1


class Walker(Thinker):
    """Drives past two enemies that may fire after each step, and has a reason for every step."""

    def __init__(self, at: cast.Table) -> None:
        super().__init__()
        self.orders: list[Any] = [*steps(at), EndActivation(True)]

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        if not self.orders:
            return await super().choose(book, bot, turn, view, hurry, asker)
        return thought_of(self.orders.pop(0), (f"Reason {len(self.orders) + 1}.",))


def test_nothing_is_told_while_a_turn_waits_for_an_answer(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at = drawn()
    monkeypatch.setattr(Squadron, "start", lambda self, setup: at.state)
    with table_with(database, Walker(at)) as here:
        blue = here.player(here.create(**SQUADRON, side=1))
        windows, why = 0, dict[str, list[str]]()
        with listen(blue) as socket:
            while not why:
                message = socket.receive_json(timeout=60)
                why = message.get("why", {})
                if message["type"] == "line" and message["picture"]["tray"]["window"]:
                    windows += 1
                    blue.give(plain(Pass()))
        assert windows == 3
        assert why == {"0": ["Reason 4."], "2": ["Reason 3."], "4": ["Reason 2."], "6": ["Reason 1."]}


def test_reasons_outlast_the_page_and_the_server(database: str) -> None:
    with table_with(database, Thinker(seconds=60)) as at:
        player = at.player(created := at.create(side=0))
        told = dict[str, list[str]]()
        with listen(player) as socket:
            while len(told) < 3:
                view = player.view()
                if view["picture"]["tray"]["side"] == 0:
                    player.give(player.order(view), position=view["head"])
                message = socket.receive_json(timeout=60)
                told |= message.get("why", {})
        while player.act("resign")["status"] == "stale":
            pass
        kept, record = player.get("/why").json(), player.get("/record").text
        assert told.items() <= kept.items()
        assert at.watcher(created).get("/why").json() == kept
    with table_with(database, Inside()) as at:
        again = Player(at.client, player.match, player.token)
        assert again.get("/why").json() == kept
        assert again.get("/record").text == record, "records are as they were"
        assert not any(sentence in record for sentences in kept.values() for sentence in sentences)
        uploaded = at.client.post("/api/records", content=record).json()
        assert at.watcher(uploaded).get("/why").json() == {}


def test_what_was_stored_of_a_turn_is_kept_back_until_it_is_over(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends in the midst of a bot's turn, and another goes on."""
    at = drawn()
    monkeypatch.setattr(Squadron, "start", lambda self, setup: at.state)
    walker = Walker(at)
    with table_with(database, walker) as here:
        blue = here.player(here.create(**SQUADRON, side=1))
        patiently(lambda: bool(blue.view()["picture"]["tray"]["window"]))
        assert blue.get("/why").json() == {}
    with table_with(database, walker) as here:
        blue = Player(here.client, blue.match, blue.token)
        assert blue.get("/why").json() == {}
        for _ in range(3):
            patiently(lambda: bool(blue.view()["picture"]["tray"]["window"]))
            blue.give(plain(Pass()))
        patiently(lambda: len(blue.get("/why").json()) == 4)
        assert blue.get("/why").json()["0"] == ["Reason 4."]
