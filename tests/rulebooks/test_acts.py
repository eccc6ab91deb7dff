"""Every shot of a recorded game has the line that counted and an end that agrees with its word; a drive has moved."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from hulldown.kernel.game import Act, Played
from hulldown.kernel.gist import settled
from hulldown.kernel.picture import Drive, Shot
from hulldown.kernel.record import Record
from hulldown.kernel.replay import replay
from hulldown.kernel.rulebook import Gist, Told
from hulldown.rulebooks import load

HERE = Path(__file__).parent
BOOKS = ("france1944", "dynamic", "core", "squadron", "panzerkampf")
HIT = ("held", "harmed", "destroyed")
# Which ends a book's word may have.
ENDS = {
    "destroyed": ("destroyed",),
    "wall removed": ("destroyed",),
    "damaged": ("harmed",),
    "crew injured": ("harmed",),
    "semi-immobilised": ("harmed",),
    "immobilised": ("harmed",),
    "nothing": ("missed", "held"),
    "no effect": ("held",),
    "ricochet": ("held",),
    "dud": ("held",),
    "missed": ("missed",),
    "hit": HIT,
}


@cache
def orders_of(book: str) -> tuple[tuple[tuple[Told, ...], ...], Any]:
    """All orders of a book's recorded games as they are told, and the book."""
    rulebook, found = load(book), list[tuple[Told, ...]]()
    for file in sorted((HERE / book / "records").glob("*.jsonl")):
        game = replay(Record.parse(file.read_text()), rulebook)
        found += tell_all(rulebook, game)
    return tuple(found), rulebook


def tell_all(book: Any, game: Any) -> Iterator[tuple[Told, ...]]:
    state, before = book.start(game.setup), list[Any]()
    for entry in game.log:
        before.append(state)
        if isinstance(entry, Act) and entry.to is not None:
            state = before[entry.to]
        if not isinstance(entry, Played):
            continue
        state, told = state.copy(), []
        for event in entry.events:
            told.append(book.tell(state, event))
            book.evolve(state, event)
        yield settled(told)


def shots(book: str) -> list[tuple[Gist, Shot]]:
    found = []
    for order in orders_of(book)[0]:
        for told in order:
            for stroke in told.strokes:
                if isinstance(stroke, Shot):
                    assert told.act is not UNSET, told.sentence
                    found.append((told.act, stroke))
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_every_shot_has_a_line_and_an_end_that_agrees_with_its_word(book: str) -> None:
    assert len(shots(book)) > 20
    for gist, shot in shots(book):
        word = shot.outcome.rsplit(": ", 1)[-1]
        assert shot.end in ENDS["hit" if word.endswith(("hit", "hits")) else word], shot
        assert shot.end == gist.end
        assert gist.word
        assert shot.line
        assert len(shot.line) == (1 if shot.piece < 0 else 2)


@pytest.mark.parametrize("book", BOOKS)
def test_every_end_occurs_in_the_recorded_games(book: str) -> None:
    """Panzer Squadron has no end between a hull that holds and one that does not."""
    ends = {shot.end for _, shot in shots(book)}
    assert ends >= {"missed", "held", "destroyed"}
    assert ("harmed" in ends) == (book != "squadron")


@pytest.mark.parametrize("book", BOOKS)
def test_every_drive_has_moved(book: str) -> None:
    drives = [
        told.act
        for order in orders_of(book)[0]
        for told in order
        if any(isinstance(stroke, Drive) for stroke in told.strokes)
    ]
    assert len(drives) > 100
    assert {"no act" if act is UNSET else act.end for act in drives} == {"moved"}


@pytest.mark.parametrize("book", BOOKS)
def test_an_act_names_a_unit_and_no_bearing(book: str) -> None:
    """The short form is read beside a silhouette, on a screen that may be turned."""
    for order in orders_of(book)[0]:
        for gist in (told.act for told in order if told.act is not UNSET):
            assert not any(wind in gist.word for wind in ("north", "south", "east", "west")), gist
            assert gist.unit is None or gist.unit >= 0
