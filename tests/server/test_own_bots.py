"""Bots that whoever runs a server named when it started: they play, they are survived, and nobody can name another."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from hulldown import bots
from hulldown.bots import name_own, own
from hulldown.kernel.files import Fault
from hulldown.server import covers
from hulldown.server.analyst import Analyst
from hulldown.server.app import create_app
from hulldown.server.fairness import Fairness
from hulldown.server.judge import Judge
from hulldown.server.settings import settings_of
from hulldown.server.store import Store
from hulldown.server.thinker import Thinker
from tests.cli.conftest import Run, run  # noqa: F401  a fixture
from tests.server.conftest import Table, patiently
from tests.server.test_bots import play_out

FILE = str(Path(__file__).parents[1] / "bots" / "misbehaving.py")


@pytest.fixture(autouse=True)
def _none_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(own, "_own", {})
    monkeypatch.setattr(bots, "_named", [])
    covers._book.cache_clear()
    covers._book_answer.cache_clear()
    yield
    covers._book.cache_clear()
    covers._book_answer.cache_clear()


def test_a_bot_of_ones_own_is_offered_by_its_short_name_and_plays_a_match(database: str) -> None:
    name_own([f"{FILE}:Behaves"])
    with TestClient(create_app(database, Thinker(seconds=60))) as client:
        table = Table(client)
        [offered] = [bot for bot in client.get("/api/rulebooks/france1944").json()["bots"] if bot["name"] == "Behaves"]
        assert offered["sentence"] == "Any order that the rules allow."
        view = play_out(table.player(table.create(side=0, bot="Behaves")))
        assert view["bots"] == [None, "Behaves"]
        assert FILE not in client.get("/api/rulebooks/france1944").text


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("GivesWhatIsNotAllowed", "which gave an order that the rules do not allow."),
        ("CannotChoose", "which failed."),
    ],
)
def test_a_bot_of_ones_own_that_does_wrong_is_replaced(database: str, bot: str, told: str) -> None:
    name_own([f"{FILE}:{bot}"])
    with TestClient(create_app(database, Thinker(seconds=60))) as client:
        table = Table(client)
        player = table.player(table.create(side=1, bot=bot))
        patiently(lambda: player.view()["head"] >= 2)
        sentence = player.lines()[0]["told"][0]["sentence"]
        assert sentence.startswith("Greedy ")
        assert sentence.endswith(f"for {bot}, {told}")


def test_whatever_works_beside_the_server_starts_where_a_bot_is_named() -> None:
    name_own([f"{FILE}:Behaves"])

    async def start() -> None:
        store = Store("sqlite+aiosqlite://")
        judge = Judge(processes=1)
        for child in (Analyst(store).child, Fairness(store, judge).child, *judge.children, Thinker().child):
            await child.ready()
            await child.stop()

    asyncio.run(start())


def test_a_file_cannot_be_named_from_outside(database: str) -> None:
    name_own([f"{FILE}:Behaves"])
    with TestClient(create_app(database, Thinker())) as client:
        for bot in (f"{FILE}:Behaves", f"{FILE}:Prints", "Prints"):
            wish = {"rulebook": "france1944", "scenario": "first-steps", "opponent": "bot", "bot": bot, "side": 0}
            answer = client.post("/api/matches", json=wish)
            assert answer.status_code == 400
            told = f"There is no bot {bot[:40]!r}; there is greedy, planner, random, Behaves."
            assert answer.json()["sentence"] == told


@pytest.mark.parametrize(
    ("plugins", "told"),
    [
        (["nowhere.py:Charge"], "nowhere.py:Charge is not there: there is no such file"),
        ([f"{FILE}:CannotBeMade"], f"{FILE}:CannotBeMade cannot be made in line 21: RuntimeError: no engine"),
        (["random"], "there is no bot 'random'; name one of your own as mybot.py:Charge"),
        ([f"{FILE}:Behaves"] * 2, "'Behaves' is a name that there is already; give it another"),
    ],
)
def test_what_cannot_be_offered_is_told_before_the_server_starts(plugins: list[str], told: str) -> None:
    with pytest.raises(Fault) as caught:
        name_own(plugins)
    assert told in caught.value.message


def test_the_setting_takes_several() -> None:
    assert settings_of("", {}, {"HULLDOWN_BOTS": "a.py:A, b.py:B"}).bots == ("a.py:A", "b.py:B")


def test_play_says_what_is_wrong_with_a_bot(run: Run, tmp_path: Path) -> None:  # noqa: F811
    told = run("play", "--no-browser", "--port", "0", "--database", str(tmp_path / "m.db"), "--bots", "no.py:Charge")
    assert told.err == "bot: no.py:Charge is not there: there is no such file\n"
