"""Boards as text: one character a square, a header and a legend, readable in a diff and in a mail."""

from collections.abc import Sequence
from functools import cached_property
from typing import Literal, cast

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
North = Literal["up", "right", "down", "left"]
NORTH = {"up": 0, "right": 2, "down": 4, "left": 6}


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The ground that a game is played on: its name, where north is on the drawing, and a character for each square."""

    name: str
    north: North
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


def check_board(board: Board, where: str = "board", lines: Sequence[int] = ()) -> None:
    """Refuses a board that is empty, ragged, too large or has an unknown sign; `lines` are the rows' in a file."""
    if not board.rows or not board.rows[0]:
        raise Fault(where, "the board has no squares; write a row of signs for each row of squares")
    columns, rows = len(board.rows[0]), len(board.rows)
    if max(columns, rows) > MOST:
        raise Fault(where, f"the board has {columns} columns and {rows} rows; at most {MOST} of each are allowed")
    for number, row in enumerate(board.rows, 1):
        place = f"{where}:{lines[number - 1]}" if lines else where
        if len(row) != columns:
            raise Fault(place, f"row {number} has {len(row)} squares; row 1 has {columns}")
        for column, sign in enumerate(row, 1):
            if sign not in LEGEND:
                raise Fault(place, f"row {number}, column {column} is {sign!r}; the signs are {' '.join(LEGEND)}")


def parse_board(text: str, where: str) -> Board:
    """A board from its file: `name:` and `north:`, an optional `legend:` of indented lines, an empty line, the rows."""
    name = "Unnamed board"
    north: North = "up"
    signs: dict[str, str] = {}  # the file's own signs, and ours for the same terrain
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not line.startswith(";")]
    ends = next((at for at, (_, line) in enumerate(lines) if not line.strip()), len(lines))
    for number, line in lines[:ends]:
        place = f"{where}:{number}"
        key, _, value = line.partition(":")
        if line[0] in " \t":
            signs |= _legend_line(line, place)
        elif key == "name":
            name = value.strip()[:80] or name
        elif key == "north":
            if value.strip() not in NORTH:
                raise Fault(place, f"north is {value.strip()[:40]!r}; it must be one of {', '.join(NORTH)}")
            north = cast(North, value.strip())
        elif line.strip() != "legend:":
            raise Fault(place, "the header has lines `name: …`, `north: up|right|down|left` and `legend:`")
    rows = [(number, line.rstrip()) for number, line in lines[ends:] if line.strip()]
    drawn = tuple("".join(signs.get(sign, sign) for sign in row) for _, row in rows)
    board = Board(name, north, drawn)
    check_board(board, where, [number for number, _ in rows])
    return board


def _legend_line(line: str, place: str) -> dict[str, str]:
    sign, _, terrain = line.strip().partition(" ")
    for own, named in LEGEND.items():
        if len(sign) == 1 and terrain.strip() == named:
            return {sign: own}
    raise Fault(place, f"a legend line is one sign and one of: {', '.join(LEGEND.values())}")
