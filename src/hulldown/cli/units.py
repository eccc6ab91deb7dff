"""`hulldown units`."""

from typing import Any

from hulldown.cli.arguments import BookId, Json, find_book
from hulldown.cli.page import show, show_json, table


def units(book: BookId, /, *, json: Json = False) -> None:
    """The units of a book. Each figure is the book's, or a house figure (marked *) where the print has lost it."""
    rows = find_book(book).library.units()
    if json:
        return show_json(rows)
    figures = [key for key in rows[0] if key not in ("id", "name", "source")]
    sheet = table("id", "name", *figures, right=figures, keep=("id", "name"))
    for row in rows:
        sheet.add_row(row["id"], row["name"], *[_figure(row, key) for key in figures])
    house = any("house" in row["source"].values() for row in rows)
    return show(sheet, *["\n* house figure: it stands in for one that the print has lost"] * house)


def _figure(row: dict[str, Any], key: str) -> str:
    """A figure with room for the mark of the house, so that the numbers stand below each other."""
    return f"{row[key]}{'*' if row['source'].get(key) == 'house' else ' '}"
