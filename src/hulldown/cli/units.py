"""`hulldown units`."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import BookOrFile, Json, book_of_file, find_book, find_row
from hulldown.cli.page import heading, room, show, show_json, table
from hulldown.kernel.library import UnitRow

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

MARKS = {"house": "*", "france": "†"}
TOLD = {
    "*": "* house figure: it stands in for one that the print has lost",
    "†": "† taken from the table of France 1944",
}
WIDTH = 80  # columns of the page, where the terminal has them
UNTOLD = ("silhouette", "category", "half", "history", "weapon")
LENGTHS = ("length", "width")  # of bases, in 1/100 mm
GUN = ("weapon", "class", "RNG", "ANG", "ATT", "ACC", "PEN", "DMG", "special")
MEASURES = {
    "crew": "crew of {}",
    "mass": "{} tonnes",
    "length": "{} m long",
    "width": "{} m wide",
    "calibre": "{} mm",
}


def units(
    book: BookOrFile,
    id: Annotated[str, Parameter(help="A unit's id, or a chart's .toml file; without it all are listed.")] = "",  # noqa: A002
    /,
    *,
    json: Json = False,
) -> None:
    """The units of a book. Each figure is the book's, or a house figure (marked *) where the print has lost it."""
    book, id = book_of_file(book, id)  # noqa: A001
    own = id if id.endswith(".toml") else ""
    rows, id = find_book(book).library.units(own), "" if own else id  # noqa: A001
    if id:
        rows = [find_row(rows, id, "unit")]
    if json:
        return show_json([row.flat() for row in rows])
    told = {key: value for key, value in rows[0].figures.items() if key not in UNTOLD}
    words = [key for key, value in told.items() if isinstance(value, str | bool) and key != "letter"]
    figures = [key for key in told if key not in words]
    used = {MARKS[source] for row in rows for source in row.source.values() if source in MARKS}
    marks = ["\n" + "\n".join(sentence for mark, sentence in TOLD.items() if mark in used)] * bool(used)
    if id:
        return show(*_whole(rows[0], words, figures), *marks)
    if not words:
        return show(*_sheets(rows, ("id", "name"), figures), *marks)
    named = table("id", "name", "what it is", keep=("id", "name"))
    for row in rows:
        named.add_row(row.id, row.name, ", ".join(_words(row, words)))
    return show(named, "", *_sheets(rows, ("id",), figures), *marks)


def _whole(row: UnitRow, words: list[str], figures: list[str]) -> "Iterator[Table | Text | str]":
    """All of one unit, and the other side of its card if it has one."""
    yield heading(f"{row.name}\n")
    sheet = table("", "", right=("",))
    sheet.show_header = False
    for key in figures:
        sheet.add_row(key.replace("_", " "), _figure(row, key))
    yield sheet
    if weapons := row.figures.get("weapon"):
        yield ""
        yield _weapons(weapons, _mark(row, "weapon"))
    if told := ", ".join(_words(row, words)):
        yield f"\n{told}"
    if history := row.figures.get("history"):
        known = [word.format(history[key]) for key, word in MEASURES.items() if history.get(key)]
        yield f"\n{history['nation']}, {history['year']}: {', '.join(known)}. {history['story']}"
        if paint := history.get("camouflage"):
            yield f"\n{paint}"


def _weapons(weapons: list[dict[str, Any]], mark: str) -> "Table":
    """The weapons of a unit, a line each; what they cannot have is left empty."""
    sheet = table(*GUN, right=GUN[2:-1], keep=("weapon",))
    for gun in weapons:
        special = [key.replace("_", " ") for key, value in gun.items() if value is True]
        special += [f"fast mount {gun['fast_mount']}"] * bool(gun["fast_mount"])
        mount = "" if gun["mount"] == "front" else f" ({gun['mount']})"
        figures = [gun[key] for key in ("range", "angle", "attacks", "accuracy", "penetration", "damage")]
        kind = gun["kind"] if gun["use"] == "fire" else gun["use"]
        cells = [str(figure) if figure else "" for figure in figures]
        sheet.add_row(f"{gun['name']}{mount}{mark}", kind, *cells, ", ".join(special))
    return sheet


def _sheets(rows: Sequence[UnitRow], names: tuple[str, ...], figures: list[str]) -> "Iterator[Table | str]":
    """The figures in as few tables as fit into the page, an empty line between them."""
    cells = {key: [str(getattr(row, key)) for row in rows] for key in names} | {
        key: [_figure(row, key) for row in rows] for key in figures
    }
    wide = {key: 2 + max(map(len, (key, *column))) for key, column in cells.items()}
    groups: list[list[str]] = [[]]
    width = room(WIDTH)
    for key in figures:
        if sum(wide[column] for column in (*names, *groups[-1], key)) > width + 2:
            groups.append([])
        groups[-1].append(key)
    for at, group in enumerate(groups):
        if at:
            yield ""
        sheet = table(*names, *group, right=group, keep=names)
        for row in zip(*[cells[key] for key in (*names, *group)], strict=True):
            sheet.add_row(*row)
        yield sheet


def _words(row: UnitRow, words: list[str]) -> Iterator[str]:
    """What is said of a unit in words: values such as `tracked`, and the names of what is true of it."""
    for key in words:
        value = row.figures[key]
        word = key.replace("_", " ") if value is True else value
        if word and word != "none":
            word = f"die {word}" if key == "die" else word
            yield f"{word}{_mark(row, key)}"


def _figure(row: UnitRow, key: str) -> str:
    """A figure with room for its mark, so that the numbers stand below each other."""
    value = row.figures[key]
    if isinstance(value, dict):  # an entry for parabolic fire
        value = f"{value['choose']}/{value['roll']}, {value['least']}–{value['most']}"
    elif key in LENGTHS:
        value = f"{value / 1000:g} cm"
    elif isinstance(value, float):
        value = f"{value:g}"
    half = "½" if key == "dice" and row.figures.get("half") else ""
    return f"{'–' if value is None else value}{half}{_mark(row, key) or ' '}"


def _mark(row: UnitRow, figure: str) -> str:
    """The sign of a figure that is not the book's."""
    return MARKS.get(row.source.get(figure, ""), "")
