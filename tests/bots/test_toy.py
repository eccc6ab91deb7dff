"""A book from elsewhere is played by every bot, in the laboratory and on a server, with tactics of five lines or none.

The toy and its twin without tactics come to each process by the names of their modules alone.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from hulldown.bots import make
from hulldown.bots.players import tactics_of
from hulldown.bots.playouts import Playouts
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.kernel.interval import wilson
from hulldown.kernel.wire import decode, encode
from hulldown.lab import workers
from hulldown.lab.simulate import simulate
from hulldown.rulebooks import enter, load
from hulldown.server.app import create_app
from hulldown.server.thinker import Thinker
from tests.server.conftest import Player, patiently
from tests.toy import Setup

MODULES = {"toy": "tests.toy", "untaught": "tests.untaught"}
BOTS = ("random", "greedy", "planner:veteran/40")


@pytest.fixture(params=MODULES)
def book(request: pytest.FixtureRequest) -> Any:
    return load(enter(MODULES[request.param]))


def test_a_book_without_tactics_is_known_by_the_protocol_alone() -> None:
    toy, untaught = (load(enter(module)) for module in MODULES.values())
    assert type(tactics_of(untaught)) is Playouts
    assert type(tactics_of(toy)) is not Playouts


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_it_to_the_end_and_alike_from_the_same_seed(book: Any, name: str) -> None:
    games = []
    for _ in range(2):
        game = Game(book, Setup(), SeededDice(3))
        bots = [make(name, book, f"bot {side}") for side in range(2)]
        while (side := game.to_act()) is not None:
            game.play(bots[side].choose(game.view(side)))
            bots[side].explain()
        games.append(encode(game.state))
    assert games[0] == games[1]


def test_without_tactics_planner_beats_random() -> None:
    """No clock, two sets of fixed seeds. A draw is half a win, and of the decided games alone more are won too."""
    untaught = enter("tests.untaught")
    sets = [simulate(untaught, Setup(), ("planner:veteran/10", "random"), 40, seed=seed, jobs=2) for seed in (1, 2)]
    assert not any(report.failures for report in sets)
    games, won, lost = (sum(many) for many in zip(*[(one.games, *one.wins) for one in sets], strict=True))
    told = f"{won} won, {lost} lost of {games}"
    assert wilson((games + won - lost) / 2, games).low > 0.5, told
    assert wilson(won, won + lost).low > 0.5, told
    assert all(report.wins[0] > report.wins[1] for report in sets), "each set by itself"


@pytest.mark.parametrize(("name", "games"), [("greedy", 60), ("planner:veteran/40", 20)])
def test_with_five_lines_of_tactics_it_beats_random(name: str, games: int) -> None:
    report = simulate(enter("tests.toy"), Setup(), (name, "random"), games, seed=1, jobs=2)
    assert not report.failures
    score = report.wins[0] + report.draws / 2
    assert wilson(score, report.games).low > 0.5, f"{score} of {report.games}"


def test_workers_that_know_nothing_are_told_of_it(book: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fresh process has not heard of any book from elsewhere."""
    monkeypatch.setattr(workers, "_start_method", lambda: "spawn")
    elsewhere = simulate(book.id, Setup(), ("greedy", "random"), 4, seed=2, jobs=2)
    here = simulate(book.id, Setup(), ("greedy", "random"), 4, seed=2)
    assert not elsewhere.failures
    assert (elsewhere.won, elsewhere.decisions) == (here.won, here.decisions)


def test_thinkers_are_told_of_it_on_their_command_line(book: Any) -> None:
    async def think() -> None:
        thinker = Thinker(seconds=60)
        try:
            for bot in BOTS:
                view = book.view(book.start(Setup()), book.to_act(book.start(Setup())))
                thought = await thinker.choose(book.id, bot, "1", encode(view), asyncio.Event(), "")
                assert book.refuse(view, decode(thought.order, book.order_type)) is None
        finally:
            await thinker.close()

    asyncio.run(think())


def test_a_server_plays_it_against_a_bot_in_its_own_process(book: Any, tmp_path: Path) -> None:
    with TestClient(create_app(f"sqlite+aiosqlite:///{tmp_path}/matches.db", Thinker(seconds=60))) as client:
        wish = {"rulebook": book.id, "scenario": "ambush", "side": 0, "bot": "greedy"}
        created = client.post("/api/matches", json=wish)
        assert created.status_code == 201, created.text
        player = Player(client, created.json()["match"], created.json()["token"])
        while (view := player.view())["result"] is None:
            if view["picture"]["tray"]["side"] == 0:
                assert player.give(order_in(view), position=view["head"])["status"] == "accepted"
            else:
                patiently(lambda head=view["head"]: player.view()["head"] > head)  # type: ignore[misc]
        assert not [line for line in player.lines() if line["kind"] == "act"]


def order_in(view: dict[str, Any]) -> dict[str, Any]:
    """The button, or one of the two choices of the toy that have none."""
    tray = view["picture"]["tray"]
    if tray["buttons"]:
        return dict(tray["buttons"][0]["order"])
    return {"type": "Name", "unit": 0} if tray["phase"] == "name" else {"type": "Choose", "drive": False}
