"""Boards as text: one character a square, a header and a legend, readable in a diff and in a mail."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from operator import or_
from typing import Literal, cast

import msgspec

from hulldown.geometry.squares import MOST, Grid
from hulldown.kernel.files import Fault, Pointed, TextChange, TextRepair, change_of, faults_of, raise_all
from hulldown.rulebooks.files import row_repair

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
LEGEND = {
    ".": "street",
    ":": "square",
    ",": "garden",
    "#": "house",
    "C": "church",
    "T": "town hall",
    "F": "works",
    "=": "wall remains",
}
PIECES = {"W": "wall", "-": "low barricade", "X": "high barricade"}
BENEATH = str.maketrans("W-X", "=..")  # the ground that they stand on
BUILDINGS = frozenset({"house", "church", "town hall", "works"})
PAVED = frozenset({"street", "square"})
North = Literal["up", "right", "down", "left"]
NORTH = {"up": 0, "right": 2, "down": 4, "left": 6}
_HEIGHT = re.compile(r"(\D+?) +([1-9])")


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
        """FR-14, FR-Q16: the squares with parts of buildings; each is built over as a whole."""
        return self._squares(BUILDINGS)

    @cached_property
    def blocks(self) -> tuple[int, ...]:
        """The buildings one by one: squares of the same kind that touch along a side are one."""
        found, left = list[int](), self.buildings
        while left:
            first = (left & -left).bit_length() - 1
            found.append(self._block(first))
            left &= ~found[-1]
        return tuple(found)

    def _block(self, square: int) -> int:
        alike, block, wave = self._squares(frozenset({self.terrain(square)})), 0, 1 << square
        while wave:
            block |= wave
            wave = reduce(or_, [self.grid.moved(wave, side) for side in (0, 2, 4, 6)]) & alike & ~block
        return block

    @cached_property
    def streets(self) -> int:
        return self._squares(PAVED)

    def _squares(self, terrains: frozenset[str]) -> int:
        signs = {sign for sign, terrain in LEGEND.items() if terrain in terrains}
        text = "".join(self.rows)
        return sum(1 << square for square, sign in enumerate(text) if sign in signs)

    def compass(self, facing: int) -> str:
        """FR-H9: the word for a facing, by where north lies on the drawing."""
        return COMPASS[(facing - NORTH[self.north]) % 8]

    def terrain(self, square: int) -> str:
        row, column = divmod(square, len(self.rows[0]))
        return LEGEND[self.rows[row][column]]


class Map(msgspec.Struct, frozen=True):
    """A board with the pieces that its file sets on it, and the heights of building squares other than 1."""

    board: Board
    walls: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    heights: tuple[tuple[int, int], ...]


def check_board(board: Board, where: str = "board", lines: Sequence[int] = (), signs: Collection[str] = LEGEND) -> None:
    """Refuses a board that is empty, ragged, too large or has unknown signs; `lines` are the rows' in a file."""
    raise_all(board_faults(board, where, lines, signs))


def board_faults(board: Board, where: str, lines: Sequence[int], signs: Collection[str]) -> Iterator[Fault]:
    """All that is wrong with the drawing of a board."""
    if not board.rows or not board.rows[0]:
        yield Fault(where, "the board has no squares; write a row of signs for each row of squares")
        return
    columns, rows = len(board.rows[0]), len(board.rows)
    if max(columns, rows) > MOST:
        yield Fault(where, f"the board has {columns} columns and {rows} rows; at most {MOST} of each are allowed")
        return
    for number, row in enumerate(board.rows, 1):
        place = f"{where}:{lines[number - 1]}" if lines else where
        if len(row) != columns:
            told = f"row {number} has {len(row)} squares; row 1 has {columns}"
            yield Fault(place, told, place=Pointed(row=number - 1))
        for column, sign in enumerate(row, 1):
            if sign not in signs:
                told = f"row {number}, column {column} is {sign!r}; the signs are {' '.join(signs)}"
                yield Fault(place, told, place=Pointed(row=number - 1, column=column - 1))


def parse_board(text: str, where: str) -> Board:
    """A board from its file: `name:` and `north:`, an optional `legend:` of indented lines, an empty line, the rows."""
    return _parse(text, where, LEGEND)[0]


def parse_map(text: str, where: str) -> Map:
    """A board as `parse_board` reads it, on which walls and barricades may stand; the legend may say how high a
    building of its sign is, as `C church 3`."""
    drawn, heights = _parse(text, where, LEGEND | PIECES)
    cells = "".join(drawn.rows)
    walls, low, high = (tuple(at for at, sign in enumerate(cells) if sign == piece) for piece in PIECES)
    rows = tuple(row.translate(BENEATH) for row in drawn.rows)
    return Map(Board(drawn.name, drawn.north, rows), walls, low, high, heights)


def without_pieces(text: str) -> TextRepair | None:
    """What takes walls, barricades and heights out of the file of a map; nothing if it has none."""
    head, changes, at, drawn = _Head(LEGEND | PIECES), list[TextChange](), 0, False
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        if line.startswith(";"):
            continue
        if drawn:
            changes += _cleared(text, start, line.rstrip(), head.signs)
        elif not (drawn := not line.strip()):
            head.read(line, "legend")
            if line[0] in " \t" and (kept := _plain_legend(line)) != line:
                changes.append(change_of(text, start, at - 1 if kept else at, kept))
    return TextRepair("Copy without them", tuple(changes)) if changes else None


def _plain_legend(line: str) -> str:
    """A line of a legend without a height; nothing if it is about a wall or a barricade."""
    sign, _, terrain = line.strip().partition(" ")
    height = _HEIGHT.fullmatch(terrain.strip())
    if terrain.strip() in PIECES.values():
        return ""
    return line[: line.index(sign)] + f"{sign} {height[1]}" if height else line


def _cleared(text: str, start: int, row: str, signs: Mapping[str, str]) -> Iterator[TextChange]:
    """The ground in the place of each piece of a row, by the signs of the file."""
    written = {own: sign for sign, own in signs.items()}
    for column, sign in enumerate(row):
        if (own := signs.get(sign, sign)) in PIECES:
            ground = own.translate(BENEATH)
            yield change_of(text, start + column, start + column + 1, written.get(ground, ground))


def board_text(board: Board) -> str:
    """A board as the text of a file, with our signs, which need no legend."""
    return "\n".join((f"name: {board.name}", f"north: {board.north}", "", *board.rows, ""))


def draw_map(drawn: Map) -> tuple[str, ...]:
    """The rows of a map with its pieces on them, as in its file."""
    cells = list("".join(drawn.board.rows))
    for piece, squares in zip(PIECES, (drawn.walls, drawn.low, drawn.high), strict=True):
        for square in squares:
            cells[square] = piece
    columns = drawn.board.grid.columns
    return tuple("".join(cells[at : at + columns]) for at in range(0, len(cells), columns))


def _parse(text: str, where: str, known: Mapping[str, str]) -> tuple[Board, tuple[tuple[int, int], ...]]:
    """The drawing in a file, with our signs for what the file's own ones mean, and the heights that they say."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not line.startswith(";")]
    ends = next((at for at, (_, line) in enumerate(lines) if not line.strip()), len(lines))
    head, faults = _Head(known), list[Fault]()
    for number, line in lines[:ends]:
        faults += faults_of(partial(head.read, line, f"{where}:{number}"))
    rows = [(number, line.rstrip()) for number, line in lines[ends:] if line.strip()]
    drawn = tuple("".join(head.signs.get(sign, sign) for sign in row) for _, row in rows)
    board = Board(head.name, head.north, drawn)
    mended = partial(row_repair, text=text, street=".")
    found = board_faults(board, where, [number for number, _ in rows], known)
    raise_all((*faults, *(mended(fault, board.rows) for fault in found)))
    written = "".join(row for _, row in rows)
    return board, tuple((at, head.tall[sign]) for at, sign in enumerate(written) if head.tall.get(sign, 1) != 1)


class _Head:
    """The lines above a drawing: its name, where north is, what its signs mean, and how high they say it is."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known
        self.name = "Unnamed board"
        self.north: North = "up"
        self.signs: dict[str, str] = {}
        self.tall: dict[str, int] = {}

    def read(self, line: str, place: str) -> None:
        key, _, value = line.partition(":")
        if line[0] in " \t":
            self.signs[line.strip()[0]] = "."  # whatever it is: a line that is wrong is told once, not at each square
            sign, own, height = _legend_line(line, place, self.known)
            self.signs[sign], self.tall[sign] = own, height
        elif key == "name":
            self.name = value.strip()[:80] or self.name
        elif key == "north":
            if value.strip() not in NORTH:
                told = f"north is {value.strip()[:40]!r}; it must be one of {', '.join(NORTH)}"
                raise Fault(place, told, field="north")
            self.north = cast(North, value.strip())
        elif line.strip() != "legend:":
            raise Fault(place, "the header has lines `name: …`, `north: up|right|down|left` and `legend:`")


def _legend_line(line: str, place: str, known: Mapping[str, str]) -> tuple[str, str, int]:
    """A sign of the file, our own sign for what it means, and how high that is."""
    sign, _, terrain = line.strip().partition(" ")
    height = _HEIGHT.fullmatch(terrain.strip()) if known is not LEGEND else None
    for own, named in known.items():
        if len(sign) == 1 and (height[1] if height else terrain.strip()) == named:
            if height and named not in BUILDINGS:
                raise Fault(place, f"a {named} has no height; only buildings have")
            return sign, own, int(height[2]) if height else 1
    raise Fault(place, f"a legend line is one sign and one of: {', '.join(known.values())}")
