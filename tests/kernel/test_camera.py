"""Cameras: what is wrong with one, and the one that is found where nobody chose."""

import pytest

from hulldown.kernel.camera import Camera, Extent, Seen, found, misplaced
from hulldown.kernel.side import BLUE, RED

BOARD, TABLE = Extent("squares", 24, 18), Extent("free", 120_000, 80_000)


@pytest.mark.parametrize("camera", ["A1:X18", "F3:L8", "B2:B2"])
def test_two_cells_of_the_board_are_a_camera(camera: str) -> None:
    assert misplaced(camera, BOARD) == ""


@pytest.mark.parametrize(
    ("camera", "told"),
    [
        ("F3:Y8", "Y8 is outside the board, which goes from A1 to X18"),
        ("F3:L19", "L19 is outside the board"),
        ("L8:F3", "the top left cell comes first; write 'F3:L8'"),
        ("L3:F8", "write 'F3:L8'"),
        ("F3", "'F3' is no camera; write two cells"),
        ("F0:L8", "is no camera"),
        ("f3:l8", "is no camera"),
        ((0, 0, 40, 25), 'is two cells, as "F3:L8"'),
    ],
)
def test_a_camera_on_squares_is_refused_with_what_is_wrong(camera: Camera, told: str) -> None:
    assert told in misplaced(camera, BOARD)


def test_columns_go_on_after_z() -> None:
    assert misplaced("Y1:AV18", Extent("squares", 48, 18)) == ""
    assert "A1 to AV18" in misplaced("Y1:AW18", Extent("squares", 48, 18))


@pytest.mark.parametrize("camera", [(0, 0, 120, 80), (37.5, 3, 39, 24)])
def test_a_window_of_the_table_is_a_camera(camera: Camera) -> None:
    assert misplaced(camera, TABLE) == ""


@pytest.mark.parametrize(
    ("camera", "told"),
    [
        ((90, 3, 39, 24), "reaches to 129 cm across and 27 cm down, and the table is 120 x 80 cm"),
        ((0, 60, 39, 24), "84 cm down"),
        ((-1, 3, 39, 24), "lies on the table"),
        ((1, 3, 0, 24), "has a width and a height"),
        ("F3:L8", "[left, top, width, height] in centimetres"),
    ],
)
def test_a_camera_on_a_free_table_is_refused_with_what_is_wrong(camera: Camera, told: str) -> None:
    assert told in misplaced(camera, TABLE)


def test_the_window_holds_most_units_of_both_sides() -> None:
    lonely = [Seen(0, 0, RED), Seen(1, 0, RED), Seen(2, 0, RED), Seen(3, 1, RED)]
    assert found(BOARD, [*lonely, Seen(16, 12, RED), Seen(19, 13, BLUE)]) == "O11:V15"


def test_where_the_sides_are_far_apart_it_is_one_of_them_with_its_goal() -> None:
    reds = [Seen(2, 16, RED), Seen(4, 16, RED), Seen(20, 16, RED), Seen(22, 16, RED)]
    camera = found(BOARD, [*reds, Seen(12, 0, BLUE), Seen(21, 14)])
    assert camera == "P13:W17"


def test_a_larger_window_is_taken_only_if_it_holds_more() -> None:
    near = [Seen(5, 5, RED), Seen(8, 6, BLUE)]
    assert found(BOARD, near) == "D4:K8"
    assert found(BOARD, [*near, Seen(14, 6, BLUE)]) == "F4:O9"


def test_on_a_free_table_it_is_told_in_centimetres() -> None:
    camera = found(TABLE, [Seen(50_000, 40_000, RED), Seen(60_000, 40_000, BLUE)])
    assert camera[2:] == (24, 15)
    assert misplaced(camera, TABLE) == ""
