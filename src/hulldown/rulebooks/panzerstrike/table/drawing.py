"""Boards as text for a terminal: three characters a square where they do, so that 24 columns fit into 80."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from hulldown.rulebooks.panzerstrike.board import BUILDINGS, Board
from hulldown.rulebooks.panzerstrike.pieces import Condition, Piece
from hulldown.rulebooks.panzerstrike.states import WalledGround

ARROWS = "↑↗→↘↓↙←↖"
DAMAGED_ARROWS = "⇑⇗⇒⇘⇓⇙⇐⇖"
GROUND = {"street": "·", "square": "∙", "garden": ",", "wall remains": "="}
BUILDING = "▒"
BARRICADE, LOW_BARRICADE, WALL, DUST = "+", "-", "#", "░"  # all but the low barricade close the view
SIGNS = {sign: terrain for terrain, sign in GROUND.items()} | {BUILDING: "building"}
SIGNS_OF_WALLS = {WALL: "wall", LOW_BARRICADE: "low barricade", BARRICADE: "high barricade", DUST: "dust"}


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
    board: Board, units: Iterable[Drawn], chart: Mapping[str, Lettered], marks: Mapping[int, str] | None = None
) -> str:
    """The board with its pieces: Red in capitals, Blue in small letters, number and facing.

    Damaged units have double arrows, wrecks are crossed out. Where the longest name needs it the squares get wider.
    """
    grid = board.grid
    glyphs = {unit.square: _glyph(unit, chart[unit.kind].letter) for unit in units if unit.square >= 0}
    width = max([3, *map(len, glyphs.values())])
    cells = [_ground(board.terrain(square), width) for square in range(grid.size)]
    for square, mark in (marks or {}).items():
        cells[square] = f"{mark:^{width}}"
    for square, glyph in glyphs.items():
        cells[square] = f"{glyph:^{width}}"
    letters = "".join(f"{grid.names[x].rstrip('0123456789'):^{width}}" for x in range(grid.columns))
    rows = ["    " + letters.rstrip()]
    for y in range(grid.rows):
        line = "".join(cells[y * grid.columns : (y + 1) * grid.columns])
        rows.append(f"{y + 1:>3} {line}".rstrip())
    return "\n".join(rows)


def signs_of(ground: WalledGround) -> dict[int, str]:
    """What stands on the ground."""
    parts = (
        (ground.walls, WALL),
        (ground.dust, DUST),
        (ground.setup.low, LOW_BARRICADE),
        (ground.setup.high, BARRICADE),
    )
    return {square: sign for squares, sign in parts for square in squares}


def _ground(terrain: str, width: int) -> str:
    return BUILDING * width if terrain in BUILDINGS else f"{GROUND[terrain]:^{width}}"


def _glyph(unit: Drawn, letter: str) -> str:
    letter = letter.lower() if unit.side else letter.upper()
    if unit.condition is Condition.DESTROYED:
        return f"×{letter}×"
    arrows = DAMAGED_ARROWS if unit.condition is Condition.DAMAGED else ARROWS
    return f"{letter}{unit.number}{arrows[unit.facing]}"
