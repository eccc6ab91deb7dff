"""Bots think elsewhere, in time, or are replaced; the table never freezes."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Timer

import msgspec
import pytest
from litestar.testing import TestClient

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import load
from hulldown.server import thinker as thinking
from hulldown.server.app import create_app
from hulldown.server.thinker import BotFailed, Choosing, Thinker, Thought
from tests.server.conftest import BOOK, SCENARIO, Inside, Json, Player, Table, patiently


def view_of_a_new_game() -> bytes:
    book = load(BOOK)
    return encode(book.start(book.library.build(SCENARIO)))


@contextmanager
def table_with(database: str, thinker: Choosing) -> Iterator[Table]:
    with TestClient(create_app(database, thinker)) as client:
        yield Table(client)


def play_out(player: Player) -> Json:
    """Plays a bot match to its end."""
    side = player.view()["side"]
    while (view := player.view())["result"] is None:
        if view["picture"]["tray"]["side"] == side:
            player.give(player.order(view), position=view["head"])
        else:
            head = view["head"]
            patiently(lambda head=head: player.view()["head"] > head)  # type: ignore[misc]
    return view


def test_a_match_against_a_bot_in_its_own_process_goes_to_the_end(database: str) -> None:
    with table_with(database, Thinker(seconds=60)) as table:
        player = table.player(table.create(side=0))
        view = play_out(player)
        assert view["bots"] == [None, "greedy"]
        assert not [line for line in player.lines() if line["kind"] == "act"]
    with table_with(database, Inside()) as table:
        assert Player(table.client, player.match, player.token).view() == view


def test_the_table_does_not_freeze_while_a_bot_thinks(database: str) -> None:
    class Slow(Inside):
        thought = False

        async def choose(
            self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str
        ) -> Thought:
            await asyncio.sleep(60)
            self.thought = True
            return await super().choose(book, bot, turn, view, hurry, asker)

    with table_with(database, slow := Slow()) as table:
        player = table.player(table.create(side=1))
        assert player.view()["head"] == 0
        assert player.act("resign")["status"] == "accepted"
        assert table.hotseat().give()["status"] == "accepted"
        assert not slow.thought


class Cheating(Inside):
    """A bot that breaks the rules, in one way or another, unless it is greedy."""

    def __init__(self, why: str) -> None:
        self.why = why

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        if bot == "greedy":
            return await super().choose(book, bot, turn, view, hurry, asker)
        return Thought(msgspec.Raw({"illegal": b'{"type":"EndTurn"}', "garbage": b"garbage"}[self.why]))


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("illegal", "Greedy took over for Random, which gave an order that the rules do not allow."),
        ("garbage", "Greedy took over for Random, which gave an order that the rules do not allow."),
    ],
)
def test_a_bot_that_breaks_the_rules_is_replaced_and_the_log_says_so(database: str, why: str, told: str) -> None:
    with table_with(database, Cheating(why)) as table:
        player = table.player(table.create(side=1, bot="random"))
        patiently(lambda: player.view()["head"] >= 2)
        line = player.lines()[0]
        assert (line["kind"], line["side"], line["told"][0]["sentence"]) == ("act", 0, told)
        assert player.lines()[1]["kind"] == "order"
        assert player.view()["bots"] == ["greedy", None]
        view = play_out(player)
    with table_with(database, Inside()) as table:
        assert Player(table.client, player.match, player.token).view() == view


class Late(Inside):
    """Bots, but for the one that may stand in, that do not answer in time: so many times, or ever again."""

    def __init__(self, times: int = 10**9, why: str = "late", able: str = "") -> None:
        self.times, self.why, self.able = times, why, able
        self.hurried: list[bool] = []

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        self.hurried.append(hurry.is_set())
        if bot == self.able or len(self.hurried) > self.times:
            return await super().choose(book, bot, turn, view, hurry, asker)
        raise BotFailed(self.why)


def acts_of(player: Player) -> list[str]:
    last = player.view()["head"]
    lines = [line for first in range(0, last, 100) for line in player.lines(first, first + 100)]
    return [line["told"][0]["sentence"] for line in lines if line["kind"] == "act"]


def test_a_bot_that_is_late_once_is_asked_again_and_plays_on(database: str) -> None:
    with table_with(database, late := Late(times=1)) as table:
        player = table.player(table.create(side=1))
        patiently(lambda: player.view()["head"] >= 1)
        assert late.hurried[:2] == [False, True], "the second time it has to answer with the best that it has"
        view = play_out(player)
        assert (view["bots"], acts_of(player)) == (["greedy", None], [])


def test_a_bot_that_is_late_again_misses_a_turn_and_is_back_in_the_next(database: str) -> None:
    with table_with(database, Late(times=2)) as table:
        player = table.player(table.create(side=1))
        play_out(player)
        assert player.view()["bots"] == ["greedy", None]
        assert acts_of(player) == [
            "Random plays this turn for Greedy, which did not answer in time.",
            "Greedy plays again.",
        ]
        record = player.get("/record").text
    assert '"act":"takeover/greedy/random/late/turn"' in record
    assert '"act":"takeover/random/greedy/back"' in record
    assert prove(Record.parse(record), load(BOOK)).problems == ()


@pytest.mark.parametrize(("why", "told"), [("late", "did not answer in time"), ("failed", "failed")])
def test_a_bot_that_never_answers_is_replaced_for_good_the_third_time(database: str, why: str, told: str) -> None:
    once = [f"Greedy plays this turn for Planner, which {told}.", "Planner plays again."]
    with table_with(database, late := Late(why=why, able="greedy")) as table:
        player = table.player(table.create(side=0, bot="planner:ace"))
        view = play_out(player)
        assert view["bots"] == [None, "greedy"]
        assert acts_of(player) == [*once, *once, f"Greedy took over for Planner, which {told}."]
        asked = len(late.hurried)
    with table_with(database, Inside()) as table:
        again = Player(table.client, player.match, player.token)
        assert (again.view(), len(late.hurried)) == (view, asked)


def test_a_bot_whose_turn_another_plays_is_back_after_a_restart_too(database: str) -> None:
    class AtLast(Inside):
        """Late with the last unit that it has to put down: the next turn is the player's."""

        async def choose(
            self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str
        ) -> Thought:
            rules = load(book)
            if len(rules.to_place(decode(view, rules.state_type))) == 1:
                raise BotFailed("late")
            return await super().choose(book, bot, turn, view, hurry, asker)

    with table_with(database, AtLast()) as table:
        player = table.player(table.create(side=0))
        while player.view()["bots"] != [None, "random"]:
            if (view := player.view())["picture"]["tray"]["side"] == 0:
                player.give(player.order(view), position=view["head"])
        patiently(lambda: player.view()["picture"]["tray"]["side"] == 0)
    with table_with(database, Inside()) as table:
        player = Player(table.client, player.match, player.token)
        assert player.view()["bots"] == [None, "random"]
        assert play_out(player)["bots"] == [None, "greedy"]
        assert acts_of(player)[1:] == ["Greedy plays again."]


def test_only_turns_that_are_missed_in_a_row_replace_a_bot_for_good(database: str) -> None:
    class Sometimes(Inside):
        """Late in every other turn of the battle."""

        async def choose(
            self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str
        ) -> Thought:
            if decode(view, load(book).state_type).round % 2 == 1:
                raise BotFailed("late")
            return await super().choose(book, bot, turn, view, hurry, asker)

    with table_with(database, Sometimes()) as table:
        player = table.player(table.create(side=0))
        play_out(player)
        told = acts_of(player)
        assert len(told) > 2 * 3, "it was often late"
        assert {*told} == {"Random plays this turn for Greedy, which did not answer in time.", "Greedy plays again."}


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_when_every_bot_fails_the_game_still_goes_on(database: str, bot: str) -> None:
    with table_with(database, Late(why="failed")) as table:
        player = table.player(table.create(side=0, bot=bot))
        view = play_out(player)
        assert view["bots"] == [None, "random"]
        once = ["Random plays this turn for Greedy, which failed.", "Greedy plays again."]
        own = ["Greedy plays this turn for Random, which failed.", once[0], "Random plays again."]
        # Random as the last resort thinks where nothing can be late, and so it does when it is back.
        assert acts_of(player) == (
            [*once, *once, "Random took over for Greedy, which failed."] if bot == "greedy" else own
        )


def test_a_bot_takes_no_draw_and_grants_every_takeback(database: str) -> None:
    with table_with(database, Inside()) as table:
        player = table.player(table.create(side=0))
        while not any(line["kind"] == "order" and line["side"] == 0 for line in player.lines()):
            view = player.view()
            if view["picture"]["tray"]["side"] == 0:
                player.give(player.order(view), position=view["head"])
        patiently(lambda: player.view()["picture"]["tray"]["side"] == 0)
        assert "draw" in player.act("offer-draw")["refusal"]["sentence"]
        assert player.act("offer-takeback")["status"] == "accepted"
        assert any(line["kind"] == "act" for line in player.lines())


def test_a_bot_goes_on_after_a_restart(database: str) -> None:
    class Never(Inside):
        async def choose(
            self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str
        ) -> Thought:
            await asyncio.sleep(60)
            raise BotFailed("late")

    with table_with(database, Never()) as table:
        player = table.player(table.create(side=1))
        assert player.view()["head"] == 0
    with table_with(database, Inside()) as table:
        again = Player(table.client, player.match, player.token)
        patiently(lambda: again.view()["head"] > 0)


def test_a_thinker_that_is_late_is_stopped_and_started_anew() -> None:
    async def think() -> None:
        thinker = Thinker(seconds=60)
        view = view_of_a_new_game()

        async def choose(bot: str, view: bytes) -> bytes:
            return bytes((await thinker.choose(BOOK, bot, "1", view, asyncio.Event(), "")).order)

        try:
            assert await choose("greedy", view) == b'{"type":"Begin"}'
            assert thinker.child.process is not None
            first = thinker.child.process.pid
            thinker.seconds = 0
            with pytest.raises(BotFailed, match="late"):
                await choose("greedy", view)
            thinker.seconds = 60
            assert await choose("random", view) == b'{"type":"Begin"}'
            assert thinker.child.process.pid != first
            thinker.child.process.kill()
            with pytest.raises(BotFailed, match="failed"):
                await choose("greedy", view)
            assert await choose("greedy", view) == b'{"type":"Begin"}'
            with pytest.raises(BotFailed, match="failed"):
                await choose("hal", view)
            with pytest.raises(BotFailed, match="failed"):
                await choose("greedy", b"{}")
        finally:
            await thinker.close()

    asyncio.run(think())


def test_a_thinker_ends_with_the_server_that_started_it() -> None:
    words = [sys.executable, "-m", "hulldown.server.thinker"]
    done = subprocess.run(words, input=b"garbage\n", capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, b'ready\n"failed"\n')
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there it cannot be sent to a process alone")
def test_a_thinker_that_is_interrupted_while_it_listens_ends_quietly() -> None:
    words = [sys.executable, "-m", "hulldown.server.thinker"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGINT)
        assert (process.wait(60), process.stderr.read()) == (0, b"")


def test_a_thinker_sweeps_while_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not when the next question has come already: somebody waits for that."""
    swept, questions = list[str](), SimpleQueue[bytes]()
    monkeypatch.setattr(thinking, "IDLE", 0.01)
    monkeypatch.setattr("gc.collect", lambda: swept.append("all"))
    questions.put(b"first")
    assert (thinking.next_of(questions), swept) == (b"first", [])
    Timer(0.2, questions.put, [b"second"]).start()
    assert (thinking.next_of(questions), swept) == (b"second", ["all"])
