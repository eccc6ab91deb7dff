"""The board as text: what a player reads off it."""

from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.board import Board
from hulldown.rulebooks.panzerstrike.dynamic import files
from hulldown.rulebooks.panzerstrike.dynamic.state import Unit
from hulldown.rulebooks.panzerstrike.france1944.files import classes, table_a
from hulldown.rulebooks.panzerstrike.france1944.state import Tank
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.table.drawing import draw_board

CHART = {kind.id: kind for kind in classes(table_a())}
BOARD = Board("A corner", "up", (".,#", ":..", "..."))


def test_a_board_shows_ground_pieces_and_marks() -> None:
    units = [
        Tank(RED, "heavy", 1, 0, 2),
        Tank(BLUE, "medium", 2, 4, 5, Condition.DAMAGED),
        Tank(BLUE, "light", 3, 5, 0, Condition.DESTROYED),
        Tank(RED, "light", 4),
    ]
    assert draw_board(BOARD, units, CHART, {6: "+", 8: "R¶"}).splitlines() == [
        "     A  B  C",
        "  1 H1→ , ▒▒▒",
        "  2  ∙ m2⇙×l×",
        "  3  +  · R¶",
    ]


def test_numbers_of_two_digits_make_the_squares_wider() -> None:
    drawn = draw_board(BOARD, [Tank(RED, "medium", 10, 8, 7), Tank(RED, "medium", 1, 6, 1)], CHART)
    assert drawn.splitlines()[3] == "  3 M1↗  ·  M10↖"


def test_a_board_of_24_columns_fits_into_80() -> None:
    board = Board("Wide", "up", ("." * 24,) * 18)
    assert max(map(len, draw_board(board, [], CHART).splitlines())) <= 80


def test_long_letters_make_the_squares_wider_too() -> None:
    chart = {kind.id: kind for kind in files.classes(files.generic())}
    board = Board("A corner", "up", (".=",))
    units = [Unit(RED, "heavy-destroyer", 1, 0, 2)]
    assert draw_board(board, units, chart, {1: "#"}).splitlines() == ["      A    B", "  1 HTD1→  #"]
    assert draw_board(board, [], chart).splitlines()[1] == "  1  ·  ="
