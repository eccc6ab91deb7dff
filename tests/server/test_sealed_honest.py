"""Honest matches with sealed dice: whoever listens checks every line, and nobody is alarmed, whatever happens."""

import json
import random
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from hulldown.kernel.checker import DEPOSITED, HOST, SEAT, check
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Declined
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.kernel.sealed import Chain
from hulldown.kernel.side import Side
from hulldown.kernel.wire import encode, plain
from hulldown.rulebooks import BOOKS, load
from hulldown.server.app import create_app
from hulldown.server.keys import Keys, draw, drawn_set
from hulldown.server.log import Eyes, Log
from hulldown.server.protocol import Waiting
from hulldown.server.store import MatchRow, Sitting
from hulldown.server.vault import KeyRow
from tests.marks import soak
from tests.sealed import Listener
from tests.server.conftest import BOOK, ROOT, Inside, Json, Nursery, Player, Table
from tests.server.test_sealed import BLUE, RED, Keeper, friends, keepers, mover, play_to_call, proved
from tests.server.test_secrets import GAMES, HIDDEN, acting

# Hidden deployment


def listening(player: Player) -> Listener:
    found = Listener()
    found.take(player.get("/first").content)
    return found


def catch_up(listener: Listener, player: Player) -> list[Json]:
    lines = player.lines(len(listener.hashes) - 1, 10_000)
    for line in lines:
        listener.hear(line)
    return lines


@pytest.mark.parametrize(("book", "scenario"), GAMES)
def test_hidden_lines_are_told_by_digests_and_opened_with_the_line_that_reveals(
    table: Table, book: str, scenario: str
) -> None:
    red, blue = friends(table, rulebook=book, scenario=scenario, options=HIDDEN)
    keys = [Keeper(red, RED, 0), Keeper(blue, BLUE, 1)]
    for key in keys:
        assert key.deposit()["status"] == "accepted"
    eyes = [(red, listening(red)), (blue, listening(blue))]
    digests, opened = 0, 0
    for _ in range(80):
        mover(red, blue).give()
        for player, listener in eyes:
            lines = catch_up(listener, player)
            digests += sum("digest" in line for line in lines)
            opened += sum(len(line.get("opened", {})) for line in lines)
        if digests and not red.view()["hidden"]:
            break
    assert digests == opened > 4
    assert [listener.hidden for _, listener in eyes] == [{}, {}]
    assert eyes[0][1].hashes == eyes[1][1].hashes
    text = red.get("/record").text
    salts = [line["salt"] for line in map(json.loads, text.splitlines()) if "salt" in line]
    assert len(set(salts)) == len(salts) >= digests // 2
    assert prove(Record.parse(text), load(book)).status == 0


def test_a_hidden_line_cannot_be_guessed_by_its_digest(table: Table) -> None:
    """The same order hidden in two matches has two digests."""
    told = []
    for _ in range(2):
        red, blue = friends(table, None, None, rulebook="core", scenario="duel", options=HIDDEN)
        players = (red, blue)
        while red.view()["picture"]["tray"]["phase"] != "deployment":
            players[acting(red)].give()
        hider = acting(red)
        players[hider].give()
        told.append(players[1 - hider].lines()[-1]["digest"])
    assert told[0] != told[1]


# Two servers on one database


def test_two_servers_play_one_roll_once(database: str) -> None:
    with (
        TestClient(create_app(database, Inside(), most_matches_a_minute=1_000)) as one,
        TestClient(create_app(database, Inside(), most_matches_a_minute=1_000)) as other,
    ):
        red, blue = friends(Table(one))
        there = Player(other, blue.match, blue.token)
        assert there.view()["head"] == 2  # it has the match, and hears of nothing
        ann, bob = keepers(red, blue)
        play_to_call(red, blue)
        bob.see()
        call = bob.checker.hashes[-1]
        assert ann.show()["status"] == "accepted"
        body = {"call": call, "link": bob.links[1].hex()}
        assert there.post("/keys", body).json()["status"] == "accepted"
        assert there.view()["dice"]["number"] == 1
        assert there.post("/keys", body).json()["status"] == "accepted"
        # The first one has not heard of it: the same link again leads it to the roll, which is the same line.
        assert blue.post("/keys", body).json()["status"] == "accepted"
        assert red.get("/record").text == there.get("/record").text
        assert proved(red).dice == "sealed"


# Killed at any point


class Players:
    """Two with kept keys, who go on whenever the server is there."""

    def __init__(self, nursery: Nursery) -> None:
        self.nursery = nursery
        self.match, self.tokens = "", ("", "")
        self.seen: list[list[str]] = [[], []]
        self.given: tuple[list[Json], list[Json]] = ([], [])
        self.steps = 0

    def begin(self, client: httpx.Client) -> None:
        wish = {"rulebook": BOOK, "scenario": "first-steps", "opponent": "friend", "side": 0, "keys": [self.anchor(0)]}
        created = client.post("/api/matches", json=wish).json()
        body = {"name": "Bob", "key": self.anchor(1)}
        claimed = client.post(f"/api/invitations/{created['invitation']}", json=body).json()
        self.match, self.tokens, self.seen = created["match"], (created["token"], claimed["token"]), [[], []]

    def anchor(self, side: int) -> str:
        return Chain((RED, BLUE)[side]).anchor

    def both(self, client: httpx.Client) -> list[Keeper]:
        seats = [Player(client, self.match, token) for token in self.tokens]
        for player, given in zip(seats, self.given, strict=True):
            player.given = given
        return [Keeper(player, (RED, BLUE)[side], side) for side, player in enumerate(seats)]

    def check(self, client: httpx.Client) -> None:
        for side, keeper in enumerate(self.both(client)):
            hashes = keeper.see().hashes
            assert hashes[: len(self.seen[side])] == self.seen[side], "what was seen has vanished"
            self.seen[side] = hashes

    def play(self) -> None:
        """Until the server is gone, or the game is over."""
        with suppress(httpx.HTTPError), self.nursery.client() as client:
            red, blue = self.both(client)
            while (view := red.player.view())["result"] is None:
                if view["dice"]["call"] is None:
                    mover(red.player, blue.player).give()
                else:
                    for keeper in (red, blue):
                        if keeper.see().call is not None:
                            keeper.show()
                for side, keeper in enumerate((red, blue)):
                    self.seen[side] = [*keeper.see().hashes]
                self.steps += 1


def kills(nursery: Nursery, many: int, seed: int) -> None:
    chance, players = random.Random(seed), Players(nursery)
    for _ in range(many):
        nursery.start()
        with nursery.client() as client:
            if players.match:
                players.check(client)
            if not players.match or players.both(client)[0].player.view()["result"] is not None:
                players.begin(client)
        playing = threading.Thread(target=players.play)
        playing.start()
        time.sleep(chance.uniform(0.02, 0.4))
        nursery.kill()
        playing.join(60)
        assert not playing.is_alive()
    nursery.start()
    with nursery.client() as client:
        players.check(client)
        rows = players.both(client)[0].player.get("/record").content.splitlines()
        assert check(rows).given_up == []
    assert players.steps > many / 4


def test_no_link_and_no_call_is_lost_when_the_server_is_killed(nursery: Nursery) -> None:
    kills(nursery, 20, seed=1)


@soak
@pytest.mark.parametrize("batch", range(20))
def test_no_link_and_no_call_is_lost_in_many_kills(nursery: Nursery, batch: int) -> None:
    """Five hundred of them."""
    kills(nursery, 25, seed=int(time.time()) + batch)


# Many honest games


class Honest:
    """A match of any kind with its keys, as the server plays it, and everybody who listens."""

    def __init__(self, seed: int, book_id: str = "", kept: str = "") -> None:
        self.chance = random.Random(seed)
        self.dice = SeededDice(f"honest {seed}")
        book: Any = load(book_id or self.chance.choice([*BOOKS]))
        scenario = self.chance.choice(book.library.scenarios()).id
        hides = any(option.name == "hidden" for option in book.library.OPTIONS)
        options = HIDDEN if hides and self.chance.random() < 0.5 else {}
        setup = encode(book.library.build(scenario, options=options)).decode()
        self.kept = [kept or self.chance.choice((SEAT, DEPOSITED, HOST)) for _ in Side]
        self.chains = [draw(), draw()]
        anchors, rows = drawn_set((self.kept[0] == HOST, self.kept[1] == HOST))
        sitting = Sitting(("Ann", "Bob"), dice=anchors)
        self.row = MatchRow(f"honest {seed}", book.id, book.rules.book.version, setup, "", "friend", sitting)
        self.log = Log(book, self.row)
        self.keys = Keys(self.log, rows)
        self.stored: list[KeyRow] = [*rows]
        self.events: dict[Eyes, list[Json]] = {eyes: [] for eyes in Eyes}  # for the client's keepers
        self.ears = {eyes: Listener() for eyes in Eyes}
        for listener in self.ears.values():
            listener.take(encode(self.log.first))

    def tell(self) -> None:
        """What is stored is told to everybody; a page that was closed hears all from the start."""
        self.stored += self.keys.fresh
        self.keys.fresh = []
        for eyes in Eyes:
            if self.chance.random() < 0.02:
                self.ears[eyes] = Listener()
                self.ears[eyes].take(encode(self.log.first))
                self.events[eyes].append({self.chance.choice(("reload", "tab")): True})
            listener = self.ears[eyes]
            for place in range(len(listener.hashes) - 1, len(self.log.texts)):
                heard = msgspec.json.decode(self.log.message(place, eyes))
                listener.hear(heard)
                self.events[eyes].append({"line": without_scenery(heard)})
        if self.chance.random() < 0.02:
            self.restart()

    def restart(self) -> None:
        shown = self.keys.shown
        self.log = Log.load(self.log.book, self.row, [*self.log.texts])
        assert self.log.closed == ""
        self.keys = Keys(self.log, self.stored)
        self.keys.shown = shown

    def bring(self) -> None:
        """Seats do what their clients do by themselves."""
        for side in self.keys.awaited:
            self.chains[side] = draw()
            if self.kept[side] != HOST:
                self.events[Eyes(side)].append({"secret": self.chains[side].secret.hex()})
            self.keys.bring(side, "" if self.kept[side] == HOST else self.chains[side].anchor)
        for side in Side:
            if self.kept[side] == DEPOSITED and self.keys.state_of(side) == SEAT:
                self.keys.deposit(side, self.chains[side].secret.hex())

    def show(self) -> None:
        for side in self.keys.missing():
            link = self.chains[side].link(self.keys.checked.number + 1)
            assert self.keys.fits(side, link)
            self.keys.shown[1 + side] = link
        assert self.keys.roll()

    def do(self) -> None:
        """Something that players do beside the rules."""
        sitting, waiting = Sitting(("Ann", "Bob")), Waiting(self.chance.choice((*Side,)), 0, 0)
        act = self.chance.choice(("undo", "offer-takeback", "offer-keys", "let-bot-finish"))
        side = None if act == "undo" else waiting.side.other
        if act == "offer-keys":
            for eyes in (Eyes.RED, Eyes.BLUE):
                self.events[eyes].append({"agree": True})
        if act == "let-bot-finish" and self.keys.state_of(waiting.side) == SEAT:
            self.kept[waiting.side] = HOST
        with suppress(Declined):
            asked = self.keys.act(act, side, sitting, waiting)  # type: ignore[arg-type]
            if asked.offers:
                self.keys.act("accept", asked.offers[-1].side.other, asked, waiting)

    def play(self, most: int) -> None:
        for _ in range(most):
            if self.log.to_act() is None:
                break
            self.step()
            self.tell()
        if self.log.to_act() is not None:
            self.keys.act("resign", Side.RED, Sitting(("Ann", "Bob")), None)
            self.tell()

    def step(self) -> None:
        if self.keys.call is not None:
            if self.chance.random() < 0.1:
                self.do()
            else:
                self.show()
        elif self.keys.awaited or self.chance.random() < 0.1:
            self.bring()
        elif self.chance.random() < 0.1:
            self.do()
        else:
            order, side = self.log.book.sample(self.log.states[-1], self.dice), self.log.to_act()
            assert side is not None
            self.events[Eyes(side)].append({"orders": [plain(order)], "position": len(self.log.texts)})
            self.keys.play(order)

    def rows(self) -> list[Json]:
        """What each pair of eyes heard and did, for the client's keeper."""
        first = encode(self.log.first).decode()
        return [
            {
                "side": None if eyes is Eyes.NOBODY else int(eyes),
                "first": first,
                "deposit": eyes is not Eyes.NOBODY and self.kept[eyes] == DEPOSITED,
                "forked": None if eyes is Eyes.NOBODY else 0,
                "events": self.events[eyes],
            }
            for eyes in (Eyes.RED, Eyes.BLUE, Eyes.NOBODY)
        ]

    def check(self) -> None:
        heads = {listener.hashes[-1] for listener in self.ears.values()}
        assert heads == {self.log.hash}
        assert all(listener.hidden == {} for listener in self.ears.values())
        report = prove(Record.parse(self.log.record()), self.log.book)
        assert report.problems == (), report.problems


@pytest.fixture
def same_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys drawn alike in every run, so that the same games are played."""
    monkeypatch.setattr("hulldown.server.keys.secrets.token_bytes", random.Random("keys").randbytes)


def check_in_client(games: list[Honest], folder: Path) -> None:
    """The client's own keepers hear the same games: none is alarmed, and each shows the links of its rolls."""
    (attend,) = (ROOT / "web" / "dist" / "assets").glob("attend-*.js")  # `make test` builds it
    rows = [row for game in games for row in game.rows()]
    (folder / "games").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    words = ["node", str(Path(__file__).with_name("listen.mjs")), str(attend), str(folder / "games")]
    ran = subprocess.run(words, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    found = [json.loads(row) for row in ran.stdout.splitlines()]
    assert len(found) == len(rows)
    for game, at in zip(games, range(0, len(rows), 3), strict=True):
        lines = [json.loads(text) for text in game.log.texts]
        rolled = [line["links"] for line in lines if line["line"] == "order" and line["links"]]
        for side, told in enumerate(found[at : at + 3]):
            assert (told["alarm"], told["strange"], told["hash"]) == ("", 0, game.log.hash), game.row.id
            assert told["rolls"] == len(rolled)
            if side < 2:
                shown = {*told["links"]} & {links[1 + side] for links in rolled}
                assert len(shown) == game.ears[Eyes.NOBODY].under[1 + side][SEAT]


def without_scenery(heard: Json) -> Json:
    """What a keeper reads of a line."""
    tray = heard["picture"]["tray"]
    shown = {"tray": {"window": tray["window"], "buttons": tray["buttons"][:1]}}
    names = ("position", "kind", "result", "hash", "text", "digest", "opened")
    return {name: heard[name] for name in names if name in heard} | {"picture": shown}


@pytest.mark.usefixtures("same_keys")
@pytest.mark.parametrize("batch", [0, *(pytest.param(batch, marks=soak) for batch in range(1, 41))])
def test_nobody_is_alarmed_in_honest_games(batch: int, tmp_path: Path) -> None:
    """Fifty games; in a soak two thousand others."""
    seen: set[str] = set()
    games = [Honest(seed) for seed in range(50 * batch, 50 * batch + 50)]
    for game in games:
        game.play(60)
        game.check()
        seen |= {json.loads(text)["line"] for text in game.log.texts}
        seen |= {json.loads(text)["why"] for text in game.log.texts if '"why":' in text}
    assert seen >= {"key", "deposit", "call", "order", "keys", "act", "agreed", "gone"}
    check_in_client(games, tmp_path)


@pytest.mark.usefixtures("same_keys")
@pytest.mark.parametrize("kept", [SEAT, DEPOSITED, HOST])
def test_keys_that_are_spent_are_drawn_anew(monkeypatch: pytest.MonkeyPatch, kept: str) -> None:
    for module in ("hulldown.kernel.checker", "hulldown.kernel.sealed", "hulldown.server.keys"):
        monkeypatch.setattr(f"{module}.LENGTH", 8)  # fewer than any game has
    monkeypatch.setattr("hulldown.kernel.sealed.STRIDE", 8)
    game = Honest(1, "dynamic", kept)
    game.chance.random = lambda: 0.9  # type: ignore[method-assign]
    game.bring()
    game.play(2_000)
    assert sum('"why":"spent"' in text for text in game.log.texts) == game.keys.number - 1 > 0
    game.check()
