"""Boards as text: one character a square, a header and a legend, readable in a diff and in a mail."""

from functools import cached_property
from typing import Literal

import msgspec

from hulldown.geometry.squares import MOST, Grid
from hulldown.kernel.files import Fault

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
LEGEND = {
    ".": "street",
    ":": "square",
    ",": "garden",
    "#": "house",
    "C": "church",
    "T": "town hall",
    "F": "works",
}
BUILDINGS = frozenset({"house", "church", "town hall", "works"})
PAVED = frozenset({"street", "square"})
NORTH = {"up": 0, "right": 2, "down": 4, "left": 6}


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The ground that a game is played on: its name, where north is on the drawing, and a character for each square."""

    name: str
    north: Literal["up", "right", "down", "left"]
    rows: tuple[str, ...]

    @cached_property
    def grid(self) -> Grid:
        return Grid.of(len(self.rows[0]), len(self.rows))

    @cached_property
    def buildings(self) -> int:
        """Squares with parts of buildings."""
        return self._squares(BUILDINGS)

    @cached_property
    def streets(self) -> int:
        return self._squares(PAVED)

    def _squares(self, terrains: frozenset[str]) -> int:
        signs = {sign for sign, terrain in LEGEND.items() if terrain in terrains}
        text = "".join(self.rows)
        return sum(1 << square for square, sign in enumerate(text) if sign in signs)

    def compass(self, facing: int) -> str:
        """The word for a facing, by where north lies on the drawing."""
        return COMPASS[(facing - NORTH[self.north]) % 8]

    def terrain(self, square: int) -> str:
        row, column = divmod(square, len(self.rows[0]))
        return LEGEND[self.rows[row][column]]


def check_board(board: Board, where: str = "board") -> None:
    """Refuses a board that is empty, ragged, too large or has an unknown character, naming the row."""
    if not board.rows or not board.rows[0]:
        raise Fault(where, "the board has no squares; write a row of characters for each row of squares")
    columns, rows = len(board.rows[0]), len(board.rows)
    if max(columns, rows) > MOST:
        raise Fault(where, f"the board has {columns} columns and {rows} rows; at most {MOST} of each are allowed")
    for number, row in enumerate(board.rows, 1):
        if len(row) != columns:
            raise Fault(where, f"row {number} has {len(row)} squares; row 1 has {columns}")
        for column, sign in enumerate(row, 1):
            if sign not in LEGEND:
                known = " ".join(LEGEND)
                raise Fault(where, f"row {number}, column {column} is {sign!r}; the signs are {known}")


def parse_board(text: str, where: str) -> Board:
    """A board from its file: `name:` and `north:`, an optional `legend:` of indented lines, an empty line, the rows."""
    head: dict[str, str] = {}
    legend: dict[str, str] = {}
    lines = text.splitlines()
    at = 0
    while at < len(lines) and lines[at].strip():
        line = lines[at]
        place = f"{where}:{at + 1}"
        at += 1
        if line.startswith(";"):
            continue
        if line[0] in " \t":
            sign, _, terrain = line.strip().partition(" ")
            if len(sign) != 1 or terrain.strip() not in LEGEND.values():
                raise Fault(place, f"a legend line is one sign and one of: {', '.join(LEGEND.values())}")
            legend[sign] = terrain.strip()
            continue
        key, colon, value = line.partition(":")
        if not colon or key not in ("name", "north", "legend"):
            raise Fault(place, "the header has lines `name: …`, `north: up|right|down|left` and `legend:`")
        head[key] = value.strip()
    north = head.get("north", "up")
    if north not in NORTH:
        raise Fault(where, f"north is {north!r}; it must be one of {', '.join(NORTH)}")
    rows = [row.rstrip() for row in lines[at:] if row.strip() and not row.startswith(";")]
    signs = {sign: own for own, terrain in LEGEND.items() for sign, named in legend.items() if named == terrain}
    if len(rows) > MOST or any(len(row) > MOST for row in rows):
        raise Fault(where, f"the board is larger than {MOST} x {MOST} squares")
    drawn = tuple("".join(signs.get(sign, sign) for sign in row) for row in rows)
    board = Board(head.get("name", "Unnamed board")[:80], north, drawn)  # type: ignore[arg-type]
    check_board(board, where)
    return board
