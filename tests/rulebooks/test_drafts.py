"""Lessons made from records, and orders as lines say them."""

from pathlib import Path

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.game import Played
from hulldown.kernel.lines import parse_line
from hulldown.kernel.record import Record
from hulldown.kernel.replay import replay
from hulldown.kernel.side import RED
from hulldown.rulebooks import lines, load
from hulldown.rulebooks.drafts import draft
from hulldown.rulebooks.lessons import check_lesson

HERE = Path(__file__).parent
RECORDS = {
    "france1944": "first-steps",
    "dynamic": "walls-and-blades",
    "core": "duel",
    "squadron": "duel",
    "panzerkampf": "first-shots",
}
SETTING_UP = {"Deploy", "PlaceTile", "Begin", "ChooseFirst", "TakeEdge", "SetUpFirst", "TakeTurn", "AssignEdges"}


def record_of(book: str) -> Record:
    return Record.read(next((HERE / book / "records").glob(f"{RECORDS[book]}*.jsonl")))


@pytest.mark.parametrize("book", RECORDS)
def test_each_order_of_a_recorded_game_is_said_and_read_again(book: str) -> None:
    game, said = replay(record_of(book), load(book)), lines(book)
    state, many = load(book).start(game.setup), 0
    for entry in game.log:
        assert isinstance(entry, Played)
        if type(entry.order).__name__ not in SETTING_UP:
            line = said.said(state, entry.order)
            assert entry.order in said.orders(state, parse_line(line, "line"), "line"), line
            many += 1
        for event in entry.events:
            load(book).evolve(state, event)
    assert many > 15


def test_a_record_makes_a_lesson_that_plays() -> None:
    record = record_of("france1944")
    game = replay(record, load("france1944"))
    played = [one for one in game.log if isinstance(one, Played)]
    start = next(at for at, one in enumerate(played) if type(one.order).__name__ == "RollMovement" and one.side == RED)
    text = draft(record, RED, start, "A game of mine")
    found = check_lesson(text, "draft.toml")
    assert len(found.orders()) == sum(isinstance(one, Played) for one in game.log[start : start + len(found.orders())])
    assert found.steps[0].do[0].said == "roll"


def test_what_is_no_lesson_is_told() -> None:
    with pytest.raises(Fault, match="the lesson begins before the last"):
        draft(record_of("france1944"), RED, 10_000, "Too late")
    taken = Record.read(HERE / "france1944" / "records" / "taken-back.jsonl")
    with pytest.raises(Fault, match=r"play it through|no words"):
        draft(taken, RED, 0, "Taken back")
