"""Cameras: the part of a table that a picture of it shows.

On squares and hexes a camera is two cells, the top left and the bottom right of what is shown, as "F3:L8". On a free
table it is [left, top, width, height] in centimetres.
"""

import re
from typing import NamedTuple

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
            return f"{name} is outside the board, which goes from A1 to {_named(table.columns - 1, table.rows - 1)}"
    (left, top), (right, bottom) = map(_cell, names)
    if left > right or top > bottom:
        first, last = _named(min(left, right), min(top, bottom)), _named(max(left, right), max(top, bottom))
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
    found = _CELL.fullmatch(name)
    assert found
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - 64
    return column - 1, int(found[2]) - 1


def _named(column: int, row: int) -> str:
    letters, left = "", column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{row + 1}"
