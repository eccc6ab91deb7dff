"""`hulldown units`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hulldown.cli.arguments import BookId, Json, find_book
from hulldown.cli.page import show, show_json, table

if TYPE_CHECKING:
    from rich.table import Table

MARKS = {"house": "*", "france": "†"}
TOLD = {
    "*": "* house figure: it stands in for one that the print has lost",
    "†": "† taken from the table of France 1944",
}
UNTOLD = ("id", "name", "source", "silhouette", "category", "half")


def units(book: BookId, /, *, json: Json = False) -> None:
    """The units of a book. Each figure is the book's, or a house figure (marked *) where the print has lost it."""
    rows = find_book(book).library.units()
    if json:
        return show_json(rows)
    told = {key: value for key, value in rows[0].items() if key not in UNTOLD}
    words = [key for key, value in told.items() if isinstance(value, str | bool) and key != "letter"]
    figures = [key for key in told if key not in words]
    used = {MARKS[source] for row in rows for source in row["source"].values() if source in MARKS}
    marks = ["\n" + "\n".join(sentence for mark, sentence in TOLD.items() if mark in used)] * bool(used)
    if not words:
        return show(_sheet(rows, ("id", "name"), figures), *marks)
    named = table("id", "name", "what it is", keep=("id", "name"))
    for row in rows:
        named.add_row(row["id"], row["name"], ", ".join(_words(row, words)))
    return show(named, "", _sheet(rows, ("id",), figures), *marks)


def _sheet(rows: list[dict[str, Any]], names: tuple[str, ...], figures: list[str]) -> "Table":
    sheet = table(*names, *figures, right=figures, keep=names)
    for row in rows:
        sheet.add_row(*[row[name] for name in names], *[_figure(row, key) for key in figures])
    return sheet


def _words(row: dict[str, Any], words: list[str]) -> Iterator[str]:
    """What is said of a unit in words: values such as `tracked`, and the names of what is true of it."""
    for key in words:
        word = key if row[key] is True else row[key]
        if word and word != "none":
            yield f"{word}{MARKS.get(row['source'].get(key), '')}"


def _figure(row: dict[str, Any], key: str) -> str:
    """A figure with room for its mark, so that the numbers stand below each other."""
    value = row[key]
    if isinstance(value, dict):  # an entry for parabolic fire
        value = f"{value['choose']}/{value['roll']}, {value['least']}–{value['most']}"
    elif isinstance(value, float):
        value = f"{value:g}"
    half = "½" if key == "dice" and row.get("half") else ""
    return f"{'–' if value is None else value}{half}{MARKS.get(row['source'].get(key), ' ')}"
