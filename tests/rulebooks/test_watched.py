"""What a unit of the other side sees and bears on: shown while a hand holds it down."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.record import Record
from hulldown.kernel.replay import steps
from hulldown.kernel.rulebook import SEES
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike.core import gunnery
from hulldown.rulebooks.panzerstrike.dynamic import shooting as dynamic
from hulldown.rulebooks.panzerstrike.france1944 import shooting as france
from hulldown.rulebooks.squadron import sight

RECORDS = Path(__file__).parent


def hit_from(state: Any, unit: int) -> Iterator[int]:
    """Squadron: where tanks stand that this one could hit."""
    dark = set(sight.screened(state, unit))
    for other in state.units.units:
        if other.side is not state.units.units[unit].side and not other.destroyed and other.hex not in dark:
            yield other.hex


def squares_hit(targets: Callable[[Any, int], list[int]]) -> Callable[[Any, int], Iterator[int]]:
    return lambda state, unit: (state.units.units[target].square for target in targets(state, unit))


@pytest.mark.parametrize(
    ("book_id", "name", "hit"),
    [
        ("france1944", "crossroads", squares_hit(france.targets)),
        ("dynamic", "walls-and-blades", squares_hit(dynamic.targets)),
        ("core", "duel", squares_hit(gunnery.targets)),
        ("squadron", "colmar", hit_from),
    ],
)
def test_whoever_could_be_hit_stands_where_an_enemy_sees(
    book_id: str, name: str, hit: Callable[[Any, int], Iterator[int]]
) -> None:
    book, hits = load(book_id), 0
    for at, (_, game) in enumerate(steps(Record.read(RECORDS / book_id / "records" / f"{name}.jsonl"), book)):
        state = game.state
        if at % 7 or game.result() is not None or book.picture(state).tray.phase in ("deployment", "tiles"):
            continue
        for piece in book.picture(state).pieces:
            outlines = book.survey(state, piece.id).outlines
            seen = [one for one in outlines if one.mode == SEES]
            if piece.side is book.to_act(state) or piece.pose is None or piece.wreck:
                assert seen == []
                continue
            [outline] = seen
            assert outline.rule in book.rules
            there = list(hit(state, piece.id))
            assert set(there) <= set(outline.cells)
            hits += len(there)
    assert hits > 0


def test_nothing_is_told_of_it_while_armies_are_set_up_unseen() -> None:
    book = load("france1944")
    for _, game in steps(Record.read(RECORDS / "france1944" / "records" / "two-flags.jsonl"), book):
        if game.state.phase == "deployment":
            assert all(not book.survey(game.state, unit).outlines for unit in range(len(game.state.tanks.units)))
