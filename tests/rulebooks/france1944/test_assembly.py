"""The board from its tiles (FR-10 … FR-14)."""

from pathlib import Path

import pytest
from msgspec import UNSET

from hulldown.kernel.files import Fault
from hulldown.kernel.library import Excerpt
from hulldown.rulebooks.panzerstrike.france1944 import assembly, library
from hulldown.rulebooks.panzerstrike.france1944.assembly import BOARDS, assemble, board_of, faces
from hulldown.rulebooks.panzerstrike.france1944.rules import HERE
from tests.marks import rule
from tests.rulebooks.france1944.cast import field, table

TILES = HERE / "maps" / "tiles.txt"


@rule("FR-10", "FR-Q30")
def test_twelve_tiles_have_two_faces_each() -> None:
    """FR-Q30: 4 rows of 3 tiles of 6 × 6 squares; the back of row r is row r + 4."""
    heads = [line.split()[1:4] for line in TILES.read_text().splitlines() if line.startswith("tile ")]
    for tile in range(1, 13):
        (front, front_mark), (back, back_mark) = ((side, mark) for number, side, mark in heads if number == str(tile))
        assert (front, back) == ("front", "back")
        assert back_mark == f"{int(front_mark[0]) + 4}{front_mark[1]}"
    assert set(faces()) == {(row, column) for row in range(8) for column in range(3)}
    assert all(len(face) == 6 and {len(line) for line in face} == {6} for face in faces().values())


@rule("FR-11", "FR-Q30")
def test_a_board_is_any_four_tile_rows_from_the_north_to_the_south() -> None:
    """FR-Q30: 24 × 18 squares, with each tile used once."""
    for start in range(5):
        board = assemble(start)
        assert (board.grid.columns, board.grid.rows) == (24, 18)
        assert len({row % 4 for row in range(start, start + 4)}) == 4
        assert [line[:6] for line in board.rows[:6]] == list(faces()[start, 0])
    assert [start for start, _ in list(BOARDS.values())[:5]] == [0, 1, 2, 3, 4]
    for start in (-1, 5):
        with pytest.raises(Fault) as caught:
            assemble(start)
        assert caught.value.rule == "FR-Q30"
        assert f"not at {start}" in caught.value.message
    with pytest.raises(Fault, match="no map 'west'"):
        board_of("west")


@rule("FR-12")
def test_a_tile_lies_where_its_mark_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of the tiles in the box does not matter; a face with another tile's mark does."""
    lines = [line for line in TILES.read_text().splitlines() if line and not line.startswith(";")]
    tiles = [lines[at : at + 7] for at in range(0, len(lines), 7)]
    whole = assemble(0, 8)

    def lay(drawn: list[list[str]]) -> None:
        faces.cache_clear()
        (tmp_path / "maps").mkdir(exist_ok=True)
        (tmp_path / "maps" / "tiles.txt").write_text("\n".join("\n".join(tile) for tile in drawn))

    monkeypatch.setattr(assembly, "HERE", tmp_path)
    try:
        lay(tiles[::-1])
        assert assemble(0, 8) == whole
        swapped = [tile[:] for tile in tiles]
        swapped[0][1:], swapped[5][1:] = tiles[5][1:], tiles[0][1:]
        lay(swapped)
        assert assemble(0, 8) != whole
        wrong = [tile[:] for tile in tiles]
        wrong[0][0] = wrong[0][0].replace("1A", "1B")
        lay(wrong)
        with pytest.raises(Fault, match="mark 1B"):
            faces()
        lay(tiles[1:])
        with pytest.raises(Fault, match="23 tile faces"):
            faces()
    finally:
        faces.cache_clear()


@rule("FR-11", "FR-12", "FR-Q30")
def test_the_boards_are_drawn_with_north_at_the_left() -> None:
    """FR-Q30: tile rows go from left to right, so a tank that faces left faces north."""
    board = assemble(0)
    assert [line[6:12] for line in board.rows[:6]] == list(faces()[1, 0])
    assert [line[:6] for line in board.rows[6:12]] == list(faces()[0, 1])
    assert [board.compass(facing) for facing in (6, 0, 2, 4, 7)] == ["north", "east", "south", "west", "north-east"]


@rule("FR-13", "FR-Q30")
def test_two_sets_make_a_board_of_all_24_faces() -> None:
    """FR-Q30: 48 × 18 squares, the same edges 48 squares apart."""
    board = board_of("whole")
    assert (board.grid.columns, board.grid.rows) == (48, 18)
    for (row, column), face in faces().items():
        drawn = [line[6 * row : 6 * row + 6] for line in board.rows[6 * column : 6 * column + 6]]
        assert drawn == list(face)
    assert [north + south for north, south in zip(assemble(0).rows, assemble(4).rows, strict=True)] == list(board.rows)
    with pytest.raises(Fault):
        assemble(1, 8)


@rule("FR-Q31")
@pytest.mark.parametrize("map_id", BOARDS)
def test_a_board_is_a_sixth_to_a_quarter_built_over_and_all_of_it_can_be_reached(map_id: str) -> None:
    """FR-Q31: house maps, 15 to 25 % buildings, with streets for barricades."""
    board = board_of(map_id)
    grid, free = board.grid, board.grid.all & ~board.buildings
    assert 0.15 <= board.buildings.bit_count() / grid.size <= 0.25
    assert board.streets
    assert not board.streets & board.buildings
    reached, wave = 0, [(free & -free).bit_length() - 1]
    while wave:
        square = wave.pop()
        if square >= 0 and free >> square & 1 and not reached >> square & 1:
            reached |= 1 << square
            wave += [grid.ahead(square, facing) for facing in (0, 2, 4, 6)]
    assert reached == free, "some open square cannot be driven to"


@rule("FR-14", "FR-Q16")
@pytest.mark.parametrize("building", ["#", "C", "T", "F"])
def test_every_kind_of_building_fills_its_square_and_stops_tanks_and_shells(building: str) -> None:
    """FR-Q16: a square is built over as a whole, or open as a whole."""
    drawing = field(6, 2, A1="M1→", D1=building, F1="m1←")
    t = table(drawing, rolled=(3, 4))
    t.refused(t.move("M1", 4, "D1→"), "FR-27", "Medium 1 cannot enter D1", "stands there")
    t.end_movement()
    t.refused(t.fire("M1", "m1"), "FR-37", "at D1 is in the way")


@rule("FR-14")
@pytest.mark.parametrize("ground", [".", ":", ","])
def test_open_ground_of_every_kind_is_driven_and_shot_over(ground: str) -> None:
    t = table(field(6, 2, A1="M1→", D1=ground, F1="m1←"), rolled=(3, 4))
    assert t.allows(t.move("M1", 4, "D1→"))
    t.end_movement()
    assert t.allows(t.fire("M1", "m1"))


@rule("FR-11")
def test_each_board_of_one_set_says_where_on_the_whole_map_it_lies() -> None:
    """A page lays its frame there."""
    rows = {row.id: row for row in library.maps()}
    whole = rows.pop("whole")
    assert whole.excerpt is UNSET
    for row in rows.values():
        assert isinstance(row.excerpt, Excerpt)
        assert row.excerpt.of == "whole"
        left = row.excerpt.column
        assert [line[left : left + row.columns] for line in whole.text[row.excerpt.row :]] == list(row.text)
