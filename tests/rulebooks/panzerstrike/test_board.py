"""Boards as text: what is read, and how a mistake is told."""

import pytest

from hulldown.geometry.squares import squares_of
from hulldown.kernel.files import Fault
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike.board import COMPASS, LEGEND, PIECES, draw_map, parse_board, parse_map
from hulldown.rulebooks.panzerstrike.france1944.state import Tank, Tanks
from hulldown.rulebooks.panzerstrike.pieces import Condition

FARM = """; a farm
name: Two farms
north: left
legend:
  x house
  o garden

..x
o.x
"""


def test_a_board_has_a_name_a_north_and_a_sign_for_each_square() -> None:
    board = parse_board(FARM, "farm.txt")
    assert (board.name, board.north, board.rows) == ("Two farms", "left", ("..#", ",.#"))
    assert [board.grid.names[square] for square in squares_of(board.buildings)] == ["C1", "C2"]
    assert [board.grid.names[square] for square in squares_of(board.streets)] == ["A1", "B1", "B2"]
    assert board.terrain(board.grid.number("A2")) == "garden"


def test_squares_of_one_kind_that_touch_along_a_side_are_one_building() -> None:
    board = parse_board("\n##.C\n.#C.\n#...\n", "town.txt")
    blocks = [[board.grid.names[square] for square in squares_of(block)] for block in board.blocks]
    assert blocks == [["A1", "B1", "B2"], ["D1"], ["C2"], ["A3"]]


def test_without_a_legend_the_usual_signs_hold() -> None:
    board = parse_board("\n" + "".join(LEGEND) + "\n", "signs.txt")
    assert [board.terrain(square) for square in range(len(LEGEND))] == list(LEGEND.values())
    assert board.buildings.bit_count() == 4
    assert board.streets.bit_count() == 2


@pytest.mark.parametrize(("north", "up"), [("up", "north"), ("left", "east"), ("down", "south"), ("right", "west")])
def test_compass_words_follow_the_north_of_the_drawing(north: str, up: str) -> None:
    board = parse_board(f"north: {north}\n\n..\n", "compass.txt")
    assert board.compass(0) == up
    assert {board.compass(facing) for facing in range(8)} == set(COMPASS)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "b.txt: the board has no squares"),
        ("name: x\n\n...\n..\n", "b.txt:4: row 2 has 2 squares; row 1 has 3"),
        ("name: x\n\n..\n; told apart\n.?\n", "b.txt:5: row 2, column 2 is '?'; the signs are . : , # C T F"),
        ("north: nowhere\n\n..\n", "b.txt:1: north is 'nowhere'; it must be one of up, right, down, left"),
        ("name: x\ncolour: red\n\n..\n", "b.txt:2: the header has lines"),
        ("legend:\n  x\n\n..\n", "b.txt:2: a legend line is one sign and one of: street"),
        ("legend:\n  xy house\n\n..\n", "b.txt:2: a legend line is one sign"),
        ("\n" + "." * 201 + "\n", "b.txt: the board has 201 columns and 1 rows; at most 200 of each"),
        ("\n" + ".\n" * 201, "b.txt: the board has 1 columns and 201 rows"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, told: str) -> None:
    with pytest.raises(Fault) as fault:
        parse_board(text, "b.txt")
    assert str(fault.value).startswith(told)


WALLED = """name: A walled yard
legend:
  C church 3
  | wall

.||=
-CXC
"""


def test_a_map_has_walls_and_barricades_on_its_ground() -> None:
    """The squares of the pieces, what lies beneath them, and how high buildings are."""
    found = parse_map(WALLED, "yard.txt")
    assert found.board.rows == (".===", ".C.C")
    assert (found.walls, found.low, found.high) == ((1, 2), (4,), (6,))
    assert found.heights == ((5, 3), (7, 3))
    assert draw_map(found) == (".WW=", "-CXC")
    assert found.board.streets.bit_count() == 3, "remains of walls are no street"


def test_without_a_legend_the_usual_signs_of_pieces_hold_and_buildings_are_one_high() -> None:
    found = parse_map("\n" + "".join(LEGEND | PIECES) + "\n", "signs.txt")
    assert [len(squares) for squares in (found.walls, found.low, found.high, found.heights)] == [1, 1, 1, 0]
    assert found.board.buildings.bit_count() == 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n.W\n", "b.txt:2: row 1, column 2 is 'W'; the signs are . : , # C T F ="),
        ("\n.X\n", "b.txt:2: row 1, column 2 is 'X'"),
        ("legend:\n  | wall\n\n.|\n", "b.txt:2: a legend line is one sign and one of: street"),
        ("legend:\n  C church 3\n\n.C\n", "b.txt:2: a legend line is one sign and one of: street"),
    ],
)
def test_a_game_without_walls_and_heights_refuses_them(text: str, told: str) -> None:
    parse_map(text, "b.txt")
    with pytest.raises(Fault) as fault:
        parse_board(text, "b.txt")
    assert str(fault.value).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n.?\n", "m.txt:2: row 1, column 2 is '?'; the signs are . : , # C T F = W - X"),
        ("legend:\n  , garden 2\n\n.,\n", "m.txt:2: a garden has no height; only buildings have"),
        ("legend:\n  W wall 2\n\n.W\n", "m.txt:2: a wall has no height"),
        ("legend:\n  C church 12\n\n.C\n", "m.txt:2: a legend line is one sign"),
        ("legend:\n  C church 0\n\n.C\n", "m.txt:2: a legend line is one sign"),
        ("\n.W\n.\n", "m.txt:3: row 2 has 1 squares; row 1 has 2"),
    ],
)
def test_a_mistake_in_a_map_is_told_with_its_line(text: str, told: str) -> None:
    with pytest.raises(Fault) as fault:
        parse_map(text, "m.txt")
    assert str(fault.value).startswith(told)


def tank(side: Side, square: int, condition: Condition = Condition.SOUND) -> Tank:
    return Tank(side, "light", 1, square, 0, condition)


def test_the_masks_follow_the_tanks() -> None:
    tanks = Tanks([tank(RED, 3), tank(BLUE, 5), tank(BLUE, -1)])
    assert (tanks.occupied, tanks.active(RED), tanks.active(BLUE)) == (0b101000, 0b001000, 0b100000)
    tanks.put(0, tank(RED, 0))
    tanks.put(1, tank(BLUE, 5, Condition.DESTROYED))
    tanks.put(2, tank(BLUE, 7, Condition.DAMAGED))
    assert (tanks.occupied, tanks.active(RED), tanks.active(BLUE)) == (0b10100001, 0b1, 0b10000000)
    assert [tanks.standing_on(square) for square in (0, 5, 7, 6)] == [0, 1, 2, -1]


def test_a_copy_of_the_tanks_is_a_table_of_its_own() -> None:
    tanks = Tanks([tank(RED, 3)])
    copy = tanks.copy()
    copy.put(0, tank(RED, 4))
    assert (tanks.occupied, copy.occupied) == (0b1000, 0b10000)
