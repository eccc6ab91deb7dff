"""`hulldown maps`."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import BookOrFile, Json, book_of_file, find_book, find_row
from hulldown.cli.board import ruled
from hulldown.cli.page import heading, show, show_drawing, show_json, table
from hulldown.kernel.library import MapRow
from hulldown.kernel.wire import plain
from hulldown.kernel.work import FILES


def maps(
    book: BookOrFile,
    id: Annotated[str, Parameter(help="A map's id or its file; without it all are listed.")] = "",  # noqa: A002
    /,
    *,
    json: Json = False,
) -> None:
    """The maps of a book; with an id it is drawn, one character a square, a hex or 2 × 2 cm of a table."""
    book, id = book_of_file(book, id)  # noqa: A001
    rules = find_book(book)
    own = id if id.endswith(FILES) else ""
    rows, cells = rules.library.maps(own), rules.rules.book.table
    if id and not own:
        rows = [find_row(rows, id, "map")]
    if json:
        return show_json(plain(rows))
    if id:
        return _show_whole(rows[0], cells)
    size = "size" if cells == "free" else cells
    sheet = table("id", "name", size, "built over", right=(size, "built over"), keep=("id",))
    for row in rows:
        sheet.add_row(row.id, row.name, _size(row), f"{row.buildings:.0%}")
    return show(sheet)


def _size(row: MapRow) -> str:
    """A free table says its own; all others count their cells."""
    return row.size or f"{row.columns} × {row.rows}"


def _show_whole(row: MapRow, cells: str) -> None:
    free = cells == "free"
    show(heading(row.name), f"{_size(row)}{'' if free else f' {cells}'}\n")
    show_drawing(ruled(row.text) if free else drawing(row.text, apart=cells == "hexes"))
    drawn = set("".join(row.text))
    show("\n" + "   ".join(f"{sign} {terrain}" for sign, terrain in row.legend.items() if sign in drawn))


def drawing(rows: Sequence[str], apart: bool) -> Iterator[str]:
    """The rows of a map with its columns' letters above and its rows' numbers beside them.

    Hexes stand apart, every other row half a hex further right.
    """
    from hulldown.geometry.squares import Grid

    names, gap = Grid.of(len(rows[0]), len(rows)).names, " " * apart
    letters = [names[column].rstrip("0123456789") for column in range(len(rows[0]))]
    for line in range(-max(map(len, letters)), 0):
        yield "    " + gap.join(f"{name:>9}"[line] for name in letters).rstrip()
    for number, row in enumerate(rows):
        yield f"{number + 1:>3} {gap * (number % 2)}{gap.join(row)}"
