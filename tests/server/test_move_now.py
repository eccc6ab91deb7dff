"""*Move now*: who waits for a bot lets it play the best that it has."""

import asyncio
from typing import Any

import msgspec
import pytest

from hulldown.bots.players import tactics_of
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import load
from hulldown.server import thinker
from hulldown.server.thinker import Bots, Question, Thinker, Thought
from tests.rulebooks.france1944.cast import field, table
from tests.server.conftest import Inside, Table, patiently, wrong
from tests.server.test_bots import table_with, view_of_a_new_game


class Pondering(Inside):
    """Thinks until it is hurried, and remembers how often it was asked, and in which turns it was hurried at once."""

    def __init__(self) -> None:
        self.turns: list[tuple[str, bool]] = []

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        self.turns.append((turn, hurry.is_set()))
        if decode(view, load(book).state_type).round:
            await hurry.wait()
        return await super().choose(book, bot, turn, view, hurry, asker)


def until_the_bot_ponders(at: Table, pondering: Pondering, **wish: Any) -> Any:
    """A game in which the player has ended a turn, and the bot thinks about its own."""
    player = at.player(at.create(side=0, **wish))
    head = -1
    while not pondering.turns or (view := player.view())["picture"]["tray"]["round"] == 0 or view["head"] != head:
        view = player.view()
        head = view["head"]
        if view["picture"]["tray"]["side"] == 0:
            player.give(player.order(view), position=head)
    return player


def test_a_press_ends_the_search_and_holds_for_the_whole_turn(database: str) -> None:
    with table_with(database, pondering := Pondering()) as at:
        player = until_the_bot_ponders(at, pondering)
        before = len(pondering.turns)
        turn, hurried = pondering.turns[-1]
        assert not hurried
        assert player.post("/move-now", None).json()["status"] == "accepted"
        patiently(lambda: player.view()["picture"]["tray"]["side"] == 0)
        assert len(pondering.turns) > before + 1, "a turn of the bot is several orders"
        assert set(pondering.turns[before:]) == {(turn, True)}
        while player.view()["picture"]["tray"]["side"] == 0:
            player.give()
        patiently(lambda: pondering.turns[-1][0] != turn)
        assert pondering.turns[-1][1] is False, "the next turn has its own time"


def test_a_turn_that_is_played_again_after_a_takeback_has_its_time_again(database: str) -> None:
    with table_with(database, pondering := Pondering()) as at:
        player = until_the_bot_ponders(at, pondering)
        turn, _ = pondering.turns[-1]
        player.post("/move-now", None)
        patiently(lambda: player.view()["picture"]["tray"]["side"] == 0)
        assert player.act("offer-takeback")["status"] == "accepted"
        while player.view()["picture"]["tray"]["side"] == 0:
            player.give()
        patiently(lambda: pondering.turns[-1][0] != turn)
        assert pondering.turns[-1][0].split(" ", 2)[2] == turn.split(" ", 2)[2], "the same side and round"
        assert pondering.turns[-1][1] is False


def test_it_is_refused_where_no_bot_thinks_and_to_whoever_only_watches(database: str) -> None:
    with table_with(database, pondering := Pondering()) as at:
        red, blue = at.friends()
        for player in (red, blue):
            answer = player.post("/move-now", None).json()
            assert (answer["status"], answer["head"]) == ("refused", 0)
            assert answer["refusal"]["sentence"].startswith("no bot is thinking; it is Red's choice")
        created = at.create(side=1)
        assert "only watch" in wrong(at.watcher(created).post("/move-now", None), 403, "auth/seat")
        stranger = at.player(created)
        stranger.token = red.token
        wrong(stranger.post("/move-now", None), 401, "auth/token")
        player = until_the_bot_ponders(at, pondering)
        player.act("resign")
        assert "over" in wrong(player.post("/move-now", None), 409, "match/over")


# In the process where bots think


def asked(bots: Bots, state: Any, turn: str = "1") -> Thought:
    answer = bots.answer(encode(Question("france1944", "planner:ace", turn, msgspec.Raw(encode(state)))))
    thought: Thought = decode(answer, Thought)
    return thought


def test_a_hurried_bot_plays_as_far_as_it_has_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still: an ace that nobody hurries would ask for all its evaluations."""
    drawn = table(field(16, 7, B2="M1→", B4="M2→", O2="m1←", O4="m2←", H4="#"), rolled=(5, 5))
    book, valued = load("france1944"), list[Any]()
    value = tactics_of(book).value

    def noted(state: Any, *facts: Any) -> float:
        valued.append(state)
        return value(state, *facts)

    monkeypatch.setattr(tactics_of(book), "value", noted)
    monkeypatch.setattr(thinker, "monotonic", lambda: 0.0)
    thought = asked(Bots(lambda: len(valued) >= 50), drawn.state)
    assert book.refuse(drawn.state, decode(thought.order, book.order_type)) is None
    assert 50 <= len(valued) < 60
    at_once = asked(Bots(lambda: True), drawn.state)
    assert decode(at_once.order, book.order_type) in {order for _, order in tactics_of(book).promising(drawn.state)}


def test_a_bot_is_asked_again_in_its_turn_and_a_new_one_in_the_next() -> None:
    drawn = table(field(16, 7, B2="M1→", B4="M2→", O2="m1←", O4="m2←", H4="#"), rolled=(5, 5))
    bots = Bots(lambda: True)
    for turn in ("1", "1", "2"):
        asked(bots, drawn.state, turn)
    assert len(bots._kept) == 2
    for number in range(100):
        asked(bots, drawn.state, str(number))
    assert list(bots._kept) == [(str(number), "planner:ace") for number in range(36, 100)]


BEGIN = msgspec.Raw(b'{"type":"Begin"}')


class Stubborn(Thinker):
    """Its bots think until they are hurried, in a process as it is in play."""

    source = """
from time import sleep
from hulldown.server import thinker
usual = thinker.Bots.answer
def answer(self, line):
    while not self.hurried():
        sleep(0.01)
    return usual(self, line)
thinker.Bots.answer = answer
thinker.main()
"""
    command = ("-c", source)


def test_a_process_hears_while_its_bot_thinks_and_only_that_one_is_hurried() -> None:
    async def think() -> None:
        here, hurry = Stubborn(seconds=600), asyncio.Event()
        view = view_of_a_new_game()
        first, second = (
            asyncio.create_task(here.choose("france1944", "greedy", str(turn), view, one, ""))
            for turn, one in enumerate((hurry, asyncio.Event()))
        )
        try:
            await asyncio.sleep(0.1)
            assert not first.done()
            hurry.set()
            assert (await first).order == BEGIN
            await asyncio.sleep(0.1)
            assert not second.done(), "that of another table has its own time"
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)
            assert (await here.choose("france1944", "greedy", "1", view, hurry, "")).order == BEGIN
        finally:
            await here.close()

    asyncio.run(think())


def test_a_bot_that_is_late_is_asked_for_the_best_that_it_has() -> None:
    async def think() -> None:
        here, never = Stubborn(seconds=0.2), asyncio.Event()
        try:
            await here.child.ready()
            assert here.child.process is not None
            process = here.child.process.pid
            assert (await here.choose("france1944", "greedy", "1", view_of_a_new_game(), never, "")).order == BEGIN
            assert here.child.process.pid == process, "it was given longer, and not stopped"
        finally:
            await here.close()

    asyncio.run(think())
