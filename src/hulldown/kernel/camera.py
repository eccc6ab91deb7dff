"""Cameras: the part of a table that a picture of it shows.

On squares and hexes a camera is two cells, the top left and the bottom right of what is shown, as "F3:L8". On a free
table it is [left, top, width, height] in centimetres.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hulldown.kernel.side import Side

# Its bounds stand in `misplaced`: msgspec 0.22 mistakes those of a text for the length of the tuple beside it.
Camera = str | tuple[float, float, float, float]

CENTIMETRE = 1000  # of the hundredths of a millimetre in which a free table is measured
_CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,3})")


class Extent(NamedTuple):
    """What is looked at: the kind of table, and its columns and rows; a free one's sides are in 1/100 mm."""

    kind: str
    columns: int
    rows: int


def misplaced(camera: Camera, table: Extent) -> str:
    """What is wrong with a camera on this table, in words; nothing, if it can be looked through."""
    if table.kind == "free":
        return _misplaced_window(camera, table)
    if not isinstance(camera, str):
        return 'a camera on squares and hexes is two cells, as "F3:L8"'
    names = camera.split(":")
    if len(names) != 2 or not all(map(_CELL.fullmatch, names)):
        return f'{camera[:20]!r} is no camera; write two cells, the top left and the bottom right, as "F3:L8"'
    for name in names:
        column, row = _cell(name)
        if column >= table.columns or row >= table.rows:
            return f"{name} is outside the board, which goes from A1 to {cell_name(table.columns - 1, table.rows - 1)}"
    (left, top), (right, bottom) = map(_cell, names)
    if left > right or top > bottom:
        first, last = cell_name(min(left, right), min(top, bottom)), cell_name(max(left, right), max(top, bottom))
        return f"the top left cell comes first; write {f'{first}:{last}'!r}"
    return ""


def _misplaced_window(camera: Camera, table: Extent) -> str:
    width, height = table.columns / CENTIMETRE, table.rows / CENTIMETRE
    if isinstance(camera, str):
        return "a camera on a free table is [left, top, width, height] in centimetres"
    left, top, across, down = camera
    if not (left >= 0 <= top and across > 0 < down):
        return "a camera lies on the table, and has a width and a height: [left, top, width, height] in centimetres"
    if left + across > width or top + down > height:
        reach = f"to {left + across:g} cm across and {top + down:g} cm down"
        return f"the camera reaches {reach}, and the table is {width:g} x {height:g} cm"
    return ""


def _cell(name: str) -> tuple[int, int]:
    """Column and row of a cell, from 0."""
    parts = _CELL.fullmatch(name)
    assert parts
    column = 0
    for letter in parts[1]:
        column = 26 * column + ord(letter) - 64
    return column - 1, int(parts[2]) - 1


def cell_name(column: int, row: int) -> str:
    """A cell by its letters and number, from A1 on."""
    letters, left = "", column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{row + 1}"


# Where nobody chose one

SIZES = ((8, 5), (10, 6), (12, 7))  # in cells; in the largest one a piece is 24 pixels of a card of 320 x 200
MODEL = 3000  # what stands for a cell on a free table: the length of a tank


class Seen(NamedTuple):
    """Whatever a picture had better show: a unit of a side, or a goal, which is nobody's."""

    x: int
    y: int
    side: Side | None = None


def found(table: Extent, seen: Sequence[Seen]) -> Camera:
    """The window that holds most units of both sides, or else of one side at its front, with its goal.

    It is the smallest that holds as many as the largest.
    """
    windows = [max(_windows(table, *size), key=lambda one: _worth(one, seen)) for size in SIZES]
    best = _worth(windows[-1], seen)[:2]
    return _told(next(window for window in windows if _worth(window, seen)[:2] >= best), table)


class _Window(NamedTuple):
    left: int
    top: int
    width: int
    height: int

    def holds(self, one: Seen) -> bool:
        return self.left <= one.x < self.left + self.width and self.top <= one.y < self.top + self.height

    def far(self, one: Seen) -> int:
        """How far its middle is from that of something, squared, in halves of a cell."""
        across, down = 2 * self.left + self.width - 2 * one.x - 1, 2 * self.top + self.height - 2 * one.y - 1
        return across * across + down * down


def _windows(table: Extent, columns: int, rows: int) -> Iterator[_Window]:
    cell, step = (MODEL, MODEL // 2) if table.kind == "free" else (1, 1)
    width, height = min(columns * cell, table.columns), min(rows * cell, table.rows)
    for top in range(0, table.rows - height + 1, step):
        for left in range(0, table.columns - width + 1, step):
            yield _Window(left, top, width, height)


def _worth(window: _Window, seen: Sequence[Seen]) -> tuple[bool, int, int, int]:
    """Both sides are in it; how many units and goals; how evenly; and how near its middle is to the rest."""
    held = [one for one in seen if window.holds(one)]
    red, blue = (sum(one.side is side for one in held) for side in Side)
    goals = len(held) - red - blue
    few, many = sorted((red, blue))
    held_or_enemies = held if few else [one for one in seen if one not in held]
    return few > 0, (few + many if few else many) + goals, few, -sum(map(window.far, held_or_enemies))


def _told(window: _Window, table: Extent) -> Camera:
    left, top, width, height = window
    if table.kind != "free":
        return f"{cell_name(left, top)}:{cell_name(left + width - 1, top + height - 1)}"
    return left / CENTIMETRE, top / CENTIMETRE, width / CENTIMETRE, height / CENTIMETRE
