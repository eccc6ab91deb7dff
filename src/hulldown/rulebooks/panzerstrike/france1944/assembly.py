"""Board assembly (FR-10 … FR-13): twelve double-sided tiles, laid by their marks from north to south.

The whole map has eight rows of three tiles; the back of a tile in row r is the face of row r + 4. So any four rows in
a row can be laid with one set, and all eight with two. Boards are drawn with north at the left.
"""

import re
from functools import cache

from msgspec import UNSET, UnsetType

from hulldown.kernel.files import Fault, read_text
from hulldown.kernel.library import Excerpt
from hulldown.rulebooks.panzerstrike.board import Board
from hulldown.rulebooks.panzerstrike.france1944.rules import HERE, RULES

FR_11 = RULES["FR-11"]
FR_Q30 = RULES["FR-Q30"]
TILE = 6
TILE_ROWS, TILE_COLUMNS = 8, 3
ROWS_OF_A_SET = 4
BOARDS = {
    "north": (0, "The northern end"),
    "north-centre": (1, "North of the centre"),
    "centre": (2, "The centre"),
    "south-centre": (3, "South of the centre"),
    "south": (4, "The southern end"),
    "whole": (0, "The whole map, from two sets"),
}
WHOLE = "whole"
_HEAD = re.compile(r'tile (\d+) (front|back) ([1-8])([ABC]) "([^"]+)"')


@cache
def faces() -> dict[tuple[int, int], tuple[str, ...]]:
    """FR-10, FR-12, FR-Q30: the drawn faces by the place that their marks give: tile row and column."""
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    path = HERE / "maps" / "tiles.txt"
    lines = [line for line in read_text(path).splitlines() if line and not line.startswith(";")]
    for at in range(0, len(lines), TILE + 1):
        head = _HEAD.fullmatch(lines[at])
        face = tuple(lines[at + 1 : at + 1 + TILE])
        if not head or [len(row) for row in face] != [TILE] * TILE:
            raise Fault(path.name, f"{lines[at]!r} is not a tile's mark with {TILE} rows of {TILE} squares below it")
        row, column = int(head[3]) - 1, "ABC".index(head[4])
        tile = row % ROWS_OF_A_SET * TILE_COLUMNS + column + 1
        if (int(head[1]), head[2]) != (tile, "front" if row < ROWS_OF_A_SET else "back"):
            raise Fault(path.name, f"the mark {head[3]}{head[4]} is on tile {tile}, not on {head[1]} {head[2]}")
        found[row, column] = face
    if len(found) != TILE_ROWS * TILE_COLUMNS:
        raise Fault(path.name, f"{len(found)} tile faces are drawn; the map has {TILE_ROWS * TILE_COLUMNS}")
    return found


def assemble(start: int, rows: int = ROWS_OF_A_SET, name: str = "") -> Board:
    """FR-11, FR-13, FR-Q30: the board of some tile rows, counted from the north; eight rows take two sets."""
    if rows not in (ROWS_OF_A_SET, TILE_ROWS) or not 0 <= start <= TILE_ROWS - rows:
        last = TILE_ROWS - ROWS_OF_A_SET
        raise Fault("map", f"a board starts at tile row 0 (north) to {last} (south), not at {start}", FR_Q30.id)
    squares = tuple(
        "".join(faces()[row, column][line] for row in range(start, start + rows))
        for column in range(TILE_COLUMNS)
        for line in range(TILE)
    )
    return Board(name or f"Tile rows {start + 1} to {start + rows}", "left", squares)


def board_of(map_id: str) -> Board:
    """A board by its id: one of the named playing areas."""
    if map_id not in BOARDS:
        raise Fault("map", f"there is no map {map_id[:40]!r}; there is {', '.join(BOARDS)}", FR_11.id)
    start, name = BOARDS[map_id]
    return assemble(start, TILE_ROWS if map_id == WHOLE else ROWS_OF_A_SET, name)


def excerpt_of(map_id: str) -> Excerpt | UnsetType:
    """FR-11: where on the whole map a board of one set lies."""
    return UNSET if map_id == WHOLE else Excerpt(WHOLE, BOARDS[map_id][0] * TILE, 0)
