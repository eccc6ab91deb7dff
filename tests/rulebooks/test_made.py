"""What people make: whatever can be saved is accepted and plays to its end, and its link is read by the client too."""

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Game
from hulldown.kernel.wire import plain
from hulldown.kernel.work import Kind, Work, pack, unpack
from hulldown.rulebooks import BOOKS, begun_with, load
from hulldown.rulebooks.works import judge, lay
from tests.rulebooks.changed import changed

WEB = Path(__file__).parents[2] / "web"
KINDS: tuple[Kind, ...] = ("scenario", "board", "chart", "position")
SHIPPED = [
    Work(kind, book, text) for book in BOOKS for kind in KINDS for text in load(book).library.works(kind).values()
]
MOST_ORDERS = 20_000


def test_links_of_all_shipped_works_are_read_and_written_alike_by_the_client() -> None:
    rows = [{"works": plain([work]), "link": pack([work])} for work in SHIPPED]
    command = ["node", str(Path(__file__).with_name("links.mjs")), str(WEB)]
    ran = subprocess.run(command, input=json.dumps(rows), capture_output=True, text=True, timeout=120, check=True)
    found = json.loads(ran.stdout)
    assert len(found) == len(SHIPPED) > 60
    for work, row in zip(SHIPPED, found, strict=True):
        assert (row["id"], row["alike"]) == (work.id, True)
        assert unpack(row["link"]) == (work,)


def setup_of(work: Work, path: Path) -> Any:
    """What a game with a work begins from; boards and charts are played in the first battle that they suit."""
    library = load(work.book).library
    if work.kind == "position":
        return begun_with(work.book, work.text, "position", path.parent)
    if work.kind == "scenario":
        return library.build(str(path))
    for row in library.scenarios():
        try:
            if work.kind == "board":
                return library.build(row.id, board=str(path))
            return library.build(row.id, chart=str(path))
        except Fault:
            continue
    return None


def plays(work: Work, seed: int) -> str:
    """Judges a work; if it is accepted, plays a random game with it. What came of it, in a word."""
    book = load(work.book)
    try:
        judge((work,))
    except Fault:
        return "refused"
    with TemporaryDirectory() as folder:
        setup = setup_of(work, lay((work,), Path(folder)))
    if setup is None:
        return "suits no battle"
    game = Game(book, book.library.bounded(setup)[0], SeededDice(f"table {seed}"))
    chooser = SeededDice(f"chooser {seed}")
    while (side := game.to_act()) is not None:
        assert len(game.log) < MOST_ORDERS, "it does not end"
        game.play(book.sample(book.view(game.state, side), chooser))
    assert not list(book.faults(game.state))
    return "played"


@pytest.mark.parametrize(
    "seeds",
    [range(6), *(pytest.param(range(at, at + 40), marks=pytest.mark.soak) for at in range(6, 966, 40))],
    ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}",
)
@pytest.mark.parametrize("kind", ["scenario", "board", "chart", "position"])
def test_what_can_be_saved_is_accepted_and_a_random_game_with_it_ends(kind: Kind, seeds: range) -> None:
    works = [work for work in SHIPPED if work.kind == kind]
    came: list[str] = []
    for seed in seeds:
        work = works[seed * 7 % len(works)]
        text = changed(work.text, kind, work.book, seed)
        came.append(plays(Work(kind, work.book, text), seed))
    if len(seeds) > 10:
        assert "played" in came
        assert "refused" in came
