"""The table as text for a terminal: a sign for each 2 × 2 cm, the units on it, and a list of where each is."""

from functools import lru_cache

from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.state import State, Where
from hulldown.rulebooks.panzerkampf.tables import CELL, Table, sketch

MINES, CRATE, BRIDGE = "m", "c", "I"


def draw_table(state: State) -> str:
    """The sketch with mines, crates, bridges and units (Red in capitals, Blue in small letters; × is a wreck)."""
    rows = [list(row) for row in _sketch(state.table)]
    for signs, things in ((BRIDGE, state.ground.bridges), (MINES, state.mines), (CRATE, state.crates)):
        for thing in things:
            _write(rows, thing.x, thing.y, signs)
    listed = []
    for unit, piece in enumerate(state.units):
        if piece.where is Where.TABLE:
            _write(rows, piece.x, piece.y, _label(state, unit))
            listed.append(_line(state, unit))
    return "\n".join([*("".join(row) for row in rows), *listed])


@lru_cache(maxsize=16)
def _sketch(table: Table) -> tuple[str, ...]:
    return tuple(sketch(table))


def _write(rows: list[list[str]], x: int, y: int, text: str) -> None:
    """A word with its middle at a place, cut off at the edges of the table."""
    row, column = min(y // CELL, len(rows) - 1), x // CELL - (len(text) - 1) // 2
    for at, sign in enumerate(text, column):
        if 0 <= at < len(rows[row]):
            rows[row][at] = sign


def _label(state: State, unit: int) -> str:
    piece, letter = state.units[unit], state.type(unit).letter
    label = f"{letter.lower() if piece.side else letter}{piece.number}"
    return f"×{label}" if piece.wreck else label


def _line(state: State, unit: int) -> str:
    """A unit, where it is, and what holds for it."""
    piece, row = state.units[unit], state.type(unit)
    marks = ("dived", "dug_in", "camouflaged", "dummy")
    held = ["wreck"] if piece.wreck else [f"HP {piece.hp}/{row.hp}"]
    held += [mark.replace("_", " ") for mark in marks if getattr(piece, mark)]
    where = f"{piece.x / CM:g}, {piece.y / CM:g} cm, {piece.heading}°"
    return f"{_label(state, unit):<5} {state.name(unit)}: {where}, {', '.join(held)}"
