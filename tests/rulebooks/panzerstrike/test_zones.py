"""Zones of deployment: the two sides' never overlap, so that nobody learns where the other stands by deploying."""

from typing import Any

import msgspec
import pytest

from hulldown.kernel.files import Fault
from hulldown.rulebooks import load

BOOKS = {"france1944": "crossroads", "dynamic": "basic-northern", "core": "basic-northern"}


def deeper(book_id: str, ranks: int) -> Any:
    """A set-up whose zones are so many ranks deep."""
    setup = load(book_id).library.build(BOOKS[book_id])
    return msgspec.structs.replace(setup, figures=msgspec.structs.replace(setup.figures, ranks=ranks))


@pytest.mark.parametrize("book_id", BOOKS)
def test_zones_that_would_overlap_are_refused(book_id: str) -> None:
    grid = deeper(book_id, 1).board.grid
    across = grid.rows if book_id == "core" else grid.columns
    ground = load(book_id).start(deeper(book_id, across // 2)).ground
    assert not ground.zones[0] & ground.zones[1]
    with pytest.raises(Fault, match=f"two zones of {across // 2 + 1}"):
        load(book_id).start(deeper(book_id, across // 2 + 1))
    with pytest.raises(Fault, match="two zones of 100"):
        load(book_id).start(deeper(book_id, 100))


@pytest.mark.parametrize("book_id", ["dynamic", "core"])
def test_zones_b_lie_in_the_ranks_of_their_side(book_id: str) -> None:
    setup = deeper(book_id, 5)
    field = "blocks" if book_id == "dynamic" else "zone_b"
    last = setup.board.grid.size - 1  # in Blue's ranks
    squares = ((last,), *setup.blocks[1:]) if book_id == "dynamic" else (*setup.zone_b, last)
    with pytest.raises(Fault, match="zone B must lie in Red's"):
        load(book_id).start(msgspec.structs.replace(setup, **{field: squares}))
