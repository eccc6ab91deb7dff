"""The rulebooks, by id. A book is imported when it is first asked for."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hulldown.kernel.files import Fault, read_text
from hulldown.kernel.library import OpeningLine
from hulldown.kernel.position import Paper, Positions
from hulldown.kernel.rulebook import Rulebook
from hulldown.rulebooks.shares import shares

BOOKS = {
    "france1944": "hulldown.rulebooks.panzerstrike.france1944",
    "dynamic": "hulldown.rulebooks.panzerstrike.dynamic",
    "core": "hulldown.rulebooks.panzerstrike.core",
    "squadron": "hulldown.rulebooks.squadron",
    "panzerkampf": "hulldown.rulebooks.panzerkampf",
}
_entered: dict[str, str] = {}  # books from elsewhere


def enter(module: str) -> str:
    """Takes in a book from elsewhere by the name of the module that offers `book`; its id.

    Processes that find books by id alone, where bots think and games are simulated, are told of it on their way.
    """
    book_id: str = import_module(module).book.id
    if book_id in BOOKS:
        raise Fault("rulebook", f"{module} offers a book {book_id!r}, and there is one already")
    _entered[book_id] = module
    return book_id


def entered() -> tuple[str, ...]:
    """The modules of all books from elsewhere."""
    return tuple(_entered.values())


def module_of(book_id: str) -> str:
    modules = BOOKS | _entered
    if book_id not in modules:
        raise Fault("rulebook", f"there is no rulebook {book_id!r}; there are {', '.join(modules)}")
    return modules[book_id]


def load(book_id: str) -> Rulebook[Any, Any, Any]:
    return _book(module_of(book_id))


def positions(book_id: str) -> Positions[Any]:
    """How the positions of a book are read, judged and written."""
    module = f"{module_of(book_id)}.position"
    if find_spec(module) is None:
        raise Fault("position", f"the rulebook {book_id!r} reads no positions")
    found: Positions[Any] = import_module(module).POSITIONS
    return found


def begun_with(book_id: str, text: str, where: str, beside: Path | None = None) -> Any:
    """The set-up that begins with a position, which is judged. Files that it names lie in the folder `beside` it."""
    return positions(book_id).check(load(book_id), text, where, beside)


def openings(book_id: str) -> list[OpeningLine]:
    """The ready openings of a book: positions in its folder that battles begin with at once."""
    return [_opening(book_id, path) for path in _opening_files(book_id).values()]


def opened(book_id: str, opening: str) -> Any:
    """The set-up that begins with a ready opening."""
    return begun_with(book_id, read_text(opening_file(book_id, opening)), f"opening {opening}")


def opening_file(book_id: str, opening: str) -> Path:
    known = _opening_files(book_id)
    if opening not in known:
        told = f"there is {', '.join(known)}" if known else "the book has none"
        raise Fault("opening", f"there is no opening {opening[:40]!r}; {told}")
    return known[opening]


def home_of(book_id: str) -> Path:
    """The folder of a book."""
    return Path(import_module(module_of(book_id)).__file__ or "").parent


def _opening_files(book_id: str) -> dict[str, Path]:
    return {path.stem: path for path in sorted((home_of(book_id) / "openings").glob("*.toml"))}


def _opening(book_id: str, path: Path) -> OpeningLine:
    paper = Paper(read_text(path), str(path))
    sheet: Any = paper.sheet(positions(book_id).words)
    if sheet.opening is None or not sheet.camera:
        raise paper.fault("$", "a ready opening has a camera, and a table [opening] with words, headline and text")
    words = sheet.opening
    return OpeningLine(
        id=path.stem,
        name=sheet.name,
        words=words.words,
        headline=words.headline,
        text=words.text,
        camera=sheet.camera,
        fair=shares(home_of(book_id)).fair("opening", path.stem),
    )


@cache
def _book(module: str) -> Rulebook[Any, Any, Any]:
    book: Rulebook[Any, Any, Any] = import_module(module).book
    return book
