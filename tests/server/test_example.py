"""The bot of `examples/` joins a match by its link and plays."""

import subprocess
import sys
import threading
from runpy import run_path

import pytest

from tests.server.conftest import BOOK, ROOT, SCENARIO, Json, Nursery, Player

BOT = ROOT / "examples" / "network_bot.py"


def test_the_bot_is_short_enough_to_read() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 65


def test_the_network_bot_orders_nothing_when_the_game_has_ended_since_it_looked() -> None:
    class Over:
        match = "/matches/m"

        def call(self, path: str) -> Json:
            return {"survey": {"bands": [], "deeds": [], "aims": []}}

    tray = {"buttons": [], "spots": [], "todo": [{"unit": 0}]}
    assert run_path(str(BOT))["choose"](Over(), {"tray": tray}) is None


@pytest.mark.parametrize(("book", "scenario"), [(BOOK, SCENARIO), ("core", "duel"), ("squadron", "first-tiles")])
def test_the_network_bot_joins_by_a_link_and_plays(nursery: Nursery, book: str, scenario: str) -> None:
    nursery.start()
    with nursery.client() as client:
        wish = {"rulebook": book, "scenario": scenario, "opponent": "friend", "side": 0}
        created = client.post("/api/matches", json=wish).json()
        link = f"http://127.0.0.1:{nursery.port}/#/invitation/{created['invitation']}"
        bot = subprocess.Popen([sys.executable, BOT, link], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        late = threading.Timer(300, bot.kill)
        late.start()
        player = Player(client, created["match"], created["token"])
        while (view := player.view())["result"] is None and bot.poll() is None:
            tray = view["picture"]["tray"]
            if tray["round"] == 4:
                player.act("resign", position=view["head"])
            elif tray["side"] == 0:
                player.give(player.order(view), position=view["head"])
        told, failed = bot.communicate()
        late.cancel()
        lines = player.lines()
    assert (bot.returncode, failed) == (0, "")
    assert told.strip() == view["result"]["sentence"]
    orders = [line for line in lines if line["side"] == 1 and line["kind"] == "order"]
    assert len(orders) >= 4
    assert view["names"] == ["Red", "Network bot"]
