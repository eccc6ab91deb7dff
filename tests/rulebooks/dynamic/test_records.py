"""Recorded games: each replays bit for bit and verifies. `--renew` plays and records them anew.

A change of the rules that breaks one is a new ruling: it is said in the change, and the book's version goes up.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hulldown
from hulldown import bots
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.kernel.record import ActLine, EndLine, OrderLine, Record
from hulldown.kernel.replay import replay, steps, verify
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import encode
from hulldown.rulebooks.panzerstrike.dynamic import library
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from tests.marks import rule

HERE = Path(__file__).parent / "records"
MOST_BYTES = 1_500_000
Played = Game[Any, Any, Any]
Recorder = Callable[[str], Played]


def begun(name: str, scenario: str, **choices: Any) -> Played:
    return Game(book, library.build(scenario, **choices), SeededDice(f"record {name}"))


def go_on(game: Played, name: str, bot: str, most_orders: int = 10_000) -> Played:
    players = [bots.make(bot, book, f"{name} {side.label}") for side in (RED, BLUE)]
    while (side := game.to_act()) is not None and len(game.log) < most_orders:
        game.play(players[side].choose(game.view(side)))
    return game


def whole(scenario: str, bot: str, rule_of_end: str, happened: tuple[str, ...] = (), **choices: Any) -> Recorder:
    """A game played to its end: the first of many seeds that ends by this rule and sees these events."""

    def play(name: str) -> Played:
        for attempt in range(300):
            game = go_on(begun(f"{name} {attempt}", scenario, **choices), f"{name} {attempt}", bot)
            result, text = game.result(), game.record().text()
            if result is not None and result.rule == rule_of_end and all(f'"{kind}"' in text for kind in happened):
                return game
        raise AssertionError(f"no game of {scenario} ended by {rule_of_end} with {happened}")

    return play


def with_acts(name: str) -> Played:
    """Every fifth order is taken back, by an undo or, where dice fell, by consent; the dice never go back."""
    game = begun(name, "duel")
    players = [bots.make("greedy", book, f"{name} {side.label}") for side in (RED, BLUE)]
    orders = 0
    while (side := game.to_act()) is not None:
        game.play(players[side].choose(game.view(side)))
        orders += 1
        if orders % 5 == 0 and orders < 60 and game.to_act() is not None:
            if game.may_undo(side):
                game.take_back(side)
            else:
                game.undo(side)
    return game


def resigned(name: str) -> Played:
    game = go_on(begun(name, "gun-line"), name, "greedy", 60)
    game.resign(BLUE)
    return game


def agreed(name: str) -> Played:
    game = go_on(
        begun(name, "open-battle", options={"command": "on", "extra": "on", "hidden": "on"}), name, "greedy", 80
    )
    game.agree_draw()
    return game


GAMES: dict[str, Recorder] = {
    "duel": whole("duel", "greedy", "DYN-17"),
    "duel-at-random": whole("duel", "random", "DYN-17"),
    "quick-start": whole("quick-start", "greedy", "DYN-17"),
    "basic-northern": whole("basic-northern", "greedy", "DYN-173"),
    "out-of-time": whole("basic-central", "random", "DYN-174", options={"turn_limit": "6"}),
    "walls-and-blades": whole("walls-and-blades", "greedy", "DYN-17", ("WallFell", "Pushed")),
    "workshop": whole("workshop", "greedy", "DYN-17", ("Repaired",)),
    "long-arm": whole("long-arm", "greedy", "DYN-17", ("Lobbed",)),
    "miniatures": whole("duel", "greedy", "DYN-17", ("TurretTurned",), options={"turrets": "on"}),
    "taken-back": with_acts,
    "resigned": resigned,
    "agreed": agreed,
}


@pytest.fixture(autouse=True)
def renewed(request: pytest.FixtureRequest) -> None:
    """With `--renew` a game is played again and its record written, before it is tested."""
    name = request.node.callspec.params.get("name") if hasattr(request.node, "callspec") else None
    if name and request.config.getoption("--renew"):
        HERE.mkdir(exist_ok=True)
        GAMES[name](name).record().write(HERE / f"{name}.jsonl")


def read(name: str) -> Record:
    return Record.read(HERE / f"{name}.jsonl")


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_verifies_and_replays_bit_for_bit(name: str) -> None:
    record = read(name)
    assert verify(record, book) == []
    last = record.lines[-1]
    assert isinstance(last, EndLine)
    by_seed = [game for _, game in steps(record, book, SeededDice(last.seed))][-1]
    assert by_seed.record().text() == (HERE / f"{name}.jsonl").read_text()
    by_rolls = hulldown.replay(HERE / f"{name}.jsonl")
    assert encode(by_rolls.state) == encode(by_seed.state)
    assert by_rolls.result() == last.result


@rule("DYN-17", "DYN-173", "DYN-174")
def test_the_records_end_in_every_way_that_a_game_can_end() -> None:
    ends = [line.result for name in GAMES for line in read(name).lines if isinstance(line, EndLine)]
    assert {(result.winner is None, result.rule) for result in ends} >= {
        (False, "DYN-17"),
        (False, "DYN-173"),
        (True, "DYN-174"),
        (False, ""),
        (True, ""),
    }


def events_of(name: str) -> bytes:
    return b"".join(bytes(line.events) for line in read(name).lines if isinstance(line, OrderLine))


@pytest.mark.parametrize(
    ("recorded", "happened"),
    [
        ("duel", ("MovementRolled", "Moved", "Fired", "Destroyed", "GameEnded")),
        ("walls-and-blades", ("WallFell", "Pushed", "Destroyed")),
        ("workshop", ("Damaged", "Repaired")),
        ("long-arm", ("Lobbed", "Fired")),
        ("miniatures", ("TurretTurned",)),
        ("agreed", ("Revealed", "CommandNamed")),
    ],
)
def test_the_records_hold_what_they_are_kept_for(recorded: str, happened: tuple[str, ...]) -> None:
    events = events_of(recorded)
    for kind in happened:
        assert f'"type":"{kind}"'.encode() in events


def test_one_record_has_undos_and_takebacks() -> None:
    acts = [line.act for line in read("taken-back").lines if isinstance(line, ActLine)]
    assert acts.count("undo") >= 2
    assert acts.count("takeback") >= 2


@pytest.mark.parametrize(
    ("old", "new"), [('"steps":4', '"steps":5'), ('"facing":2', '"facing":3'), ('"faces":[3', '"faces":[5')], ids=str
)
def test_a_changed_record_does_not_verify(old: str, new: str) -> None:
    text = (HERE / "duel.jsonl").read_text()
    assert old in text
    assert verify(Record.parse(text.replace(old, new, 1)), book)


def test_there_are_no_other_records_and_they_are_small() -> None:
    kept = {path.stem: path.stat().st_size for path in HERE.iterdir()}
    assert set(kept) == set(GAMES)
    assert sum(kept.values()) < MOST_BYTES


def test_a_record_replays_from_its_own_set_up_alone() -> None:
    """The set-up line holds board, chart and figures, so that an edited scenario breaks no old game."""
    record = read("walls-and-blades")
    game = replay(record, book)
    assert game.setup == library.build("walls-and-blades")
    assert b'"rows":[' in bytes(record.head.setup)
