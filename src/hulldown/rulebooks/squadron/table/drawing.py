"""The mat as text for a terminal: every other row lies half a hex further right, as on the table."""

from hulldown.rulebooks.squadron.setup import OPEN
from hulldown.rulebooks.squadron.state import State, Unit

ARROWS = "↗↘↓↙↖↑"  # by facing


def draw_mat(state: State) -> str:
    """The mat with its tiles and tanks: Red in capitals, Blue in small letters, number and facing; × is a wreck."""
    grid = state.ground.grid
    glyphs = {piece.hex: _glyph(state, piece) for piece in state.units.units if piece.hex >= 0}
    width = max([4, *(len(glyph) + 1 for glyph in glyphs.values())])
    width += width % 2
    cells = [glyphs.get(at, "·" if sign == OPEN else sign) for at, sign in enumerate(state.ground.cells)]
    names = [grid.names[column].rstrip("0123456789") for column in range(grid.columns)]
    lines = ["    " + "".join(f"{name:^{width}}" for name in names).rstrip()]
    for row in range(grid.rows):
        line = "".join(f"{cell:^{width}}" for cell in cells[row * grid.columns : (row + 1) * grid.columns])
        lines.append(f"{row + 1:>3} {' ' * (width // 2 * (row % 2))}{line}".rstrip())
    return "\n".join(lines)


def _glyph(state: State, piece: Unit) -> str:
    letter = state.ground.cards[piece.card].letter
    letter = letter.lower() if piece.side else letter.upper()
    return f"×{letter}{piece.number}" if piece.destroyed else f"{letter}{piece.number}{ARROWS[piece.facing]}"
