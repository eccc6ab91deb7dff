"""Recorded games: each is proved and replays bit for bit. `--renew` plays and records them anew.

A change of the rules that breaks one is a new ruling: it is said in the change, and the book's version goes up.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import hulldown
from hulldown import bots
from hulldown.kernel.conformance import Book
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.kernel.proof import prove
from hulldown.kernel.record import ActLine, EndLine, OrderLine, Record, chain
from hulldown.kernel.replay import replay, steps
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import encode

MOST_BYTES = 1_500_000
Played = Game[Any, Any, Any]
Recorder = Callable[[str], Played]


class Records:
    """The recorded games of a book, in the folder `records` beside a test, and how each was played."""

    def __init__(self, book: Book, test: str) -> None:
        self.book = book
        self.here = Path(test).parent / "records"
        self.games: dict[str, Recorder] = {}

    # how they are played

    def begun(self, name: str, scenario: str, **choices: Any) -> Played:
        return Game(self.book, self.book.library.build(scenario, **choices), SeededDice(f"record {name}"))

    def go_on(self, game: Played, name: str, bot: str, most_orders: int = 10_000) -> Played:
        players = [bots.make(bot, self.book, f"{name} {side.label}") for side in (RED, BLUE)]
        while (side := game.to_act()) is not None and len(game.log) < most_orders:
            game.play(players[side].choose(game.view(side)))
        return game

    def whole(
        self, scenario: str, bot: str, rule_of_end: str, happened: tuple[str, ...] = (), **choices: Any
    ) -> Recorder:
        """A game played to its end: the first of many seeds that ends by this rule and sees these events."""

        def play(name: str) -> Played:
            for attempt in range(500):
                game = self.go_on(self.begun(f"{name} {attempt}", scenario, **choices), f"{name} {attempt}", bot)
                result, text = game.result(), game.record().text()
                if result is not None and result.rule == rule_of_end and all(f'"{kind}"' in text for kind in happened):
                    return game
            raise AssertionError(f"no game of {scenario} ended by {rule_of_end} with {happened}")

        return play

    def taken_back(self, scenario: str, until: int = 60) -> Recorder:
        """Every fifth order until then is undone or, where dice fell, taken back by consent; the dice never go back."""

        def play(name: str) -> Played:
            game = self.begun(name, scenario)
            players = [bots.make("greedy", self.book, f"{name} {side.label}") for side in (RED, BLUE)]
            orders = 0
            while (side := game.to_act()) is not None:
                game.play(players[side].choose(game.view(side)))
                orders += 1
                if orders % 5 == 0 and orders < until and game.to_act() is not None:
                    if game.may_undo(side):
                        game.take_back(side)
                    else:
                        game.undo(side)
            return game

        return play

    def resigned(self, scenario: str, orders: int) -> Recorder:
        """Blue gives up after so many orders."""

        def play(name: str) -> Played:
            game = self.go_on(self.begun(name, scenario), name, "greedy", orders)
            game.resign(BLUE)
            return game

        return play

    def agreed(self, scenario: str, orders: int, **choices: Any) -> Recorder:
        """Both agree on a draw after so many orders."""

        def play(name: str) -> Played:
            game = self.go_on(self.begun(name, scenario, **choices), name, "greedy", orders)
            game.agree_draw()
            return game

        return play

    def renew(self, request: pytest.FixtureRequest) -> None:
        """With `--renew` the game that a test names is played again and its record written, before it is tested."""
        name = request.node.callspec.params.get("name") if hasattr(request.node, "callspec") else None
        if name and request.config.getoption("--renew"):
            self.here.mkdir(exist_ok=True)
            self.games[name](name).record().write(self.path(name))

    # what must hold of them

    def path(self, name: str) -> Path:
        return self.here / f"{name}.jsonl"

    def read(self, name: str) -> Record:
        return Record.read(self.path(name))

    def check_replay(self, name: str) -> None:
        """It is proved; by its seed it is played again to the letter, and by its rolls to the same end.

        One that was made under an earlier version of the book keeps the name of that version, and nothing else.
        """
        record = self.read(name)
        report = prove(record, self.book)
        assert report.status == 0, report
        last = record.lines[-1]
        assert isinstance(last, EndLine)
        by_seed = [game for _, game in steps(record, self.book, SeededDice(last.seed))][-1]
        again = by_seed.record()
        head = msgspec.structs.replace(again.head, version=record.head.version)
        assert Record(chain([head, *again.lines[1:]])).text() == self.path(name).read_text()
        by_rolls = hulldown.replay(self.path(name))
        assert encode(by_rolls.state) == encode(by_seed.state)
        assert by_rolls.result() == last.result

    def check_own_set_up(self, name: str, scenario: str, holds: str = "rows") -> None:
        """The set-up line holds board, chart and figures, so that an edited scenario breaks no old game."""
        record = self.read(name)
        assert replay(record, self.book).setup == self.book.library.build(scenario)
        assert f'"{holds}":['.encode() in bytes(record.head.setup)

    def check_changed(self, name: str, old: str, new: str) -> None:
        """A record in which somebody changed something does not verify."""
        text = self.path(name).read_text()
        assert old in text
        assert prove(Record.parse(text.replace(old, new, 1)), self.book).status == 1

    def check_happened(self, name: str, happened: tuple[str, ...]) -> None:
        lines = [line for line in self.read(name).lines if isinstance(line, OrderLine)]
        events = b"".join(bytes(line.events) for line in lines)
        for kind in happened:
            assert f'"type":"{kind}"'.encode() in events, f"{name} has no {kind}"

    def check_takebacks(self, name: str) -> None:
        acts = [line.act for line in self.read(name).lines if isinstance(line, ActLine)]
        assert acts.count("undo") >= 2
        assert acts.count("takeback") >= 2

    def check_folder(self) -> None:
        """There are no other records, and together they are small."""
        kept = {path.stem: path.stat().st_size for path in self.here.iterdir()}
        assert set(kept) == set(self.games)
        assert sum(kept.values()) < MOST_BYTES

    def ends(self) -> set[tuple[bool, str]]:
        """How the games ended: whether drawn, and by which rule."""
        lines = [line for name in self.games for line in self.read(name).lines if isinstance(line, EndLine)]
        return {(line.result.winner is None, line.result.rule) for line in lines}
