"""The maps: alike from both ends, a town, and fair to the SPAA of the basic scenario (DYN-Q36, DYN-Q37, DYN-H1)."""

from itertools import product

import pytest

from hulldown.geometry.squares import Sight, mask_of, squares_of
from hulldown.kernel.files import Fault
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.board import Map, draw_map
from hulldown.rulebooks.panzerstrike.dynamic import files, library
from hulldown.rulebooks.panzerstrike.dynamic.setup import Setup, blocks_of, ranks_of
from tests.marks import rule

MAPS = files.boards()
ALL = sorted(MAPS)


def basic_on(map_id: str) -> Setup:
    return library.build("basic-northern", board=map_id)


def reached(ground: Map, closed: int) -> int:
    """The squares that can be come to from the first open one by steps along rows and columns."""
    grid = ground.board.grid
    frontier = found = 1 << squares_of(grid.all & ~closed)[0]
    while frontier:
        near = 0
        for facing in (0, 2, 4, 6):
            near |= grid.moved(frontier, facing)
        frontier = near & ~closed & ~found
        found |= frontier
    return found


def parts_of(ground: Map) -> list[list[tuple[int, int]]]:
    """The buildings that hang together, diagonally too, as lists of places."""
    grid, left, found = ground.board.grid, ground.board.buildings, []
    while left:
        part = left & -left
        while (
            wider := (part | mask_of(s for b in squares_of(part) for s in squares_of(grid.neighbours(b)))) & left
        ) != part:
            part = wider
        left &= ~part
        found.append([grid.xy(square) for square in squares_of(part)])
    return found


@rule("DYN-08", "DYN-175")
def test_there_are_northern_and_central_and_three_more() -> None:
    assert ALL == ["central", "mill", "northern", "orchard", "station"]
    assert len({ground.board.name for ground in MAPS.values()}) == 5
    for ground in MAPS.values():
        assert (ground.board.grid.columns, ground.board.grid.rows) == (24, 18)


@rule("DYN-166", "DYN-H1")
@pytest.mark.parametrize("map_id", ALL)
def test_a_map_is_the_same_from_both_ends(map_id: str) -> None:
    """DYN-H1: turned by half a turn it is the same map, signs and pieces."""
    rows = draw_map(MAPS[map_id])
    assert tuple(row[::-1] for row in rows[::-1]) == rows
    tall = dict(MAPS[map_id].heights)
    assert {431 - square: height for square, height in tall.items()} == tall


@rule("DYN-Q37")
@pytest.mark.parametrize("map_id", ALL)
def test_a_map_is_a_town(map_id: str) -> None:
    """DYN-Q37: 15 to 25 % built over, in blocks of 1 × 2 to 3 × 3."""
    ground = MAPS[map_id]
    assert 0.15 <= ground.board.buildings.bit_count() / 432 <= 0.25
    for part in parts_of(ground):
        across, down = (max(axis) - min(axis) + 1 for axis in zip(*part, strict=True))
        assert 2 <= len(part) == across * down, "a block is a full rectangle of two squares at least"
        assert max(across, down) <= 3


@rule("DYN-Q37")
@pytest.mark.parametrize("map_id", ALL)
def test_streets_are_two_squares_wide_but_for_a_few_alleys(map_id: str) -> None:
    """DYN-Q37: a square between two buildings across is an alley; few are, and none is longer than a block."""
    grid, built = MAPS[map_id].board.grid, MAPS[map_id].board.buildings
    alleys = [
        (x, y)
        for x, y in product(range(1, 23), range(1, 17))
        if not built >> grid.square(x, y) & 1
        and (
            (built >> grid.square(x - 1, y) & 1 and built >> grid.square(x + 1, y) & 1)
            or (built >> grid.square(x, y - 1) & 1 and built >> grid.square(x, y + 1) & 1)
        )
    ]
    assert len(alleys) <= 20
    for x, y in alleys:
        assert not {(x, y + step) for step in range(4)} <= set(alleys)
        assert not {(x + step, y) for step in range(4)} <= set(alleys)


@rule("DYN-Q37")
@pytest.mark.parametrize("map_id", ALL)
def test_every_open_square_can_be_reached_on_wheels(map_id: str) -> None:
    """DYN-Q37: even with all walls and barricades standing."""
    ground = MAPS[map_id]
    pieces = mask_of((*ground.walls, *ground.low, *ground.high))
    for closed in (ground.board.buildings, ground.board.buildings | pieces):
        assert reached(ground, closed) == ground.board.grid.all & ~closed


@rule("DYN-152", "DYN-162", "DYN-Q22", "DYN-Q37")
@pytest.mark.parametrize("map_id", ALL)
def test_walls_and_barricades_stand_between_the_zones(map_id: str) -> None:
    """DYN-Q22, DYN-Q37: 4 to 8 wall squares, on drawn remains, and up to 4 barricades, in columns 6 to 19."""
    ground = MAPS[map_id]
    assert 4 <= len(ground.walls) <= 8
    assert len(ground.low) + len(ground.high) <= 4
    for square in (*ground.walls, *ground.low, *ground.high):
        assert 5 <= ground.board.grid.xy(square)[0] <= 18
        assert not ground.board.buildings >> square & 1
    assert {ground.board.terrain(square) for square in ground.walls} == {"wall remains"}


@rule("DYN-168", "DYN-170", "DYN-175", "DYN-Q36")
@pytest.mark.parametrize("map_id", ALL)
def test_spaa_can_hide_in_each_part_of_zone_b(map_id: str) -> None:
    """DYN-Q36: no part is built over, and each has two squares that nobody sees from the enemy's zone A."""
    setup = basic_on(map_id)
    built = setup.board.buildings
    contact = Sight(setup.board.grid, built)
    for side in (RED, BLUE):
        enemies = ranks_of(setup, side.other) & ~sum(blocks_of(setup, side.other)) & ~built
        for part in blocks_of(setup, side):
            assert part.bit_count() == 4
            assert not part & built
            assert sum(not contact.seen(square) & enemies for square in squares_of(part)) >= 2


@rule("DYN-Q37")
def test_an_unknown_map_is_named_with_those_there_are() -> None:
    with pytest.raises(Fault) as caught:
        library.build("duel", board="atlantis")
    assert caught.value.rule == "DYN-Q37"
    assert "no map 'atlantis'; there is central, mill, northern, orchard, station" in caught.value.message
