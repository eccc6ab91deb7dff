"""Boards as text for a terminal: three characters a square, so that 24 columns fit into 80."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from hulldown.rulebooks.panzerstrike.board import BUILDINGS, Board
from hulldown.rulebooks.panzerstrike.pieces import Condition, Piece

ARROWS = "↑↗→↘↓↙←↖"
GROUND = {"street": " · ", "square": " ∙ ", "garden": " , "}


class Drawn(Piece, Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def facing(self) -> int: ...


class Lettered(Protocol):
    @property
    def letter(self) -> str: ...


def draw_board(
    board: Board, units: Iterable[Drawn], chart: Mapping[str, Lettered], glyphs: Mapping[int, str] | None = None
) -> str:
    """The board with its pieces: Red in capitals, Blue in small letters, number and facing; wrecks crossed out."""
    grid = board.grid
    cells = [
        "▒▒▒" if board.terrain(square) in BUILDINGS else GROUND[board.terrain(square)] for square in range(grid.size)
    ]
    for square, glyph in (glyphs or {}).items():
        cells[square] = glyph
    for unit in units:
        if unit.square >= 0:
            cells[unit.square] = _glyph(unit, chart[unit.kind].letter)
    letters = "".join(f"{grid.names[x].rstrip('0123456789'):^3}" for x in range(grid.columns))
    rows = ["    " + letters.rstrip()]
    for y in range(grid.rows):
        line = "".join(cells[y * grid.columns : (y + 1) * grid.columns])
        rows.append(f"{y + 1:>3} {line}".rstrip())
    return "\n".join(rows)


def _glyph(unit: Drawn, letter: str) -> str:
    letter = letter.lower() if unit.side else letter.upper()
    if unit.condition is Condition.DESTROYED:
        return f"×{letter}×"[:3]
    mark = "!" if unit.condition is Condition.DAMAGED else ""
    text = f"{letter[:1]}{unit.number}"
    return f"{text:<2}{mark or ARROWS[unit.facing]}"[-3:]
