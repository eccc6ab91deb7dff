"""A board as text: with columns and rows named, and in strips where the terminal is narrower than the board."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hulldown.cli.arguments import Book
from hulldown.cli.page import width

MARGIN = 4  # columns that a row's name takes
RULED = 5  # signs between two numbers of a ruler; a sign is 2 × 2 cm


def board_lines(book: Book, view: Any) -> Iterator[str]:
    """The table as somebody sees it, no wider than the terminal."""
    lines, terrain = book.draw(view).splitlines(), book.terrain(view)
    if terrain.table != "free":
        first, second = [name.start() for name in re.finditer(r"\S+", lines[0])][:2]
        cell = second - first
        yield from strips(lines, cell, range(terrain.columns + 1), cell // 2 if terrain.table == "hexes" else 0)
        return
    signs = len(lines[0])
    rows = terrain.rows * signs // terrain.columns
    hulls = [line.split()[0] for line in lines[rows:]]
    cuts = [at for at in range(0, signs + 1, RULED) if not _splits(lines[:rows], hulls, at)]
    yield from strips([*ruled(lines[:rows])], 1, cuts)
    yield from lines[rows:]


def _splits(rows: Sequence[str], words: Iterable[str], at: int) -> bool:
    """Whether a cut before this sign would part one of these words."""
    return any(0 < at - found < len(word) for row in rows for word in words if (found := row.find(word)) >= 0)


def strips(lines: Sequence[str], cell: int, cuts: Sequence[int], shift: int = 0) -> Iterator[str]:
    """A drawing that is too wide, in strips one below the other, cut before some of its cells.

    Every other row of a hex mat is shifted by half a cell.
    """
    fit = max(1, (width() - MARGIN - shift) // cell)
    first, last = cuts[0], cuts[-1]
    while first < last:
        many = -(-(last - first) // fit)
        even = first + (last - first) / many
        then = min([cut for cut in cuts if first < cut <= first + fit] or [cuts[-1]], key=lambda cut: abs(cut - even))
        yield from [""] * (first > 0)
        for number, line in enumerate(lines):
            aside = shift if number and number % 2 == 0 else 0
            start, end = (MARGIN + aside + at * cell for at in (first, then))
            yield f"{line[:MARGIN]:{MARGIN + aside}}{line[start:end]}".rstrip()
        first = then


def ruled(rows: Sequence[str]) -> Iterator[str]:
    """The sketch of a free table with centimetres above and beside it; a sign is 2 × 2 cm."""
    yield "    " + "".join(f"{2 * column:<5}" for column in range(0, len(rows[0]), RULED)).rstrip()
    for number, row in enumerate(rows):
        yield f"{'' if number % RULED else 2 * number:>3} {row}"
