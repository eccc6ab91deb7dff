"""The rulebooks, by id. A book is imported when it is first asked for."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hulldown.kernel.files import Fault, read_text
from hulldown.kernel.library import Library, OpeningLine
from hulldown.kernel.lines import Lines
from hulldown.kernel.position import Paper, Positions
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side
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


def entered(book_id: str = "") -> tuple[str, ...]:
    """The modules of all books from elsewhere; or of one book, where it is one of them."""
    return tuple(module for one, module in _entered.items() if book_id in ("", one))


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


def lines(book_id: str) -> Lines[Any]:
    """How the orders of a book are said in lines of text."""
    module = f"{module_of(book_id)}.lines"
    if find_spec(module) is None:
        raise Fault("order", f"the rulebook {book_id!r} reads no orders in words")
    found: Lines[Any] = import_module(module).LINES
    return found


def begun_with(book_id: str, text: str, where: str, beside: Path | None = None) -> Any:
    """The set-up that begins with a position, which is judged. Files that it names lie in the folder `beside` it."""
    return positions(book_id).check(load(book_id), text, where, beside)


def setup_for(book_id: str, scenario: str = "", *, position: str | Path = "", opening: str = "", **choices: Any) -> Any:
    """The set-up of a scenario with other choices, of a position (its text or its file), or of a ready opening.

    A position says its armies, its board and its options itself; an opening takes a `chart`, a file.
    """
    named = {"scenario": scenario, "position": position, "opening": opening}
    begins = [name for name, given in named.items() if given]
    if len(begins) > 1:
        raise Fault(begins[-1], f"a game begins in one way, and there is a {begins[0]} too; leave one of them out")
    told = [name for name, given in choices.items() if given and not (opening and name == "chart")]
    if told and not scenario and begins:
        why = "a position says its armies, board and options itself"
        raise Fault(begins[0], f"{why}; leave out {', '.join(told)}, or name a scenario instead")
    if opening:
        return opened(book_id, opening, choices.get("chart", ""))
    if not position:
        return load(book_id).library.build(scenario, **choices)
    if isinstance(position, str) and "\n" in position:
        return begun_with(book_id, position, "position")
    path = Path(position)
    return begun_with(book_id, read_text(path), str(path), path.parent)


def openings(book_id: str) -> list[OpeningLine]:
    """The ready openings of a book: positions in its folder that battles begin with at once."""
    return [_opening(book_id, path) for path in _opening_files(book_id).values()]


def opened(book_id: str, opening: str, chart: str = "") -> Any:
    """The set-up that begins with a ready opening, with the figures of a chart's file if one is given."""
    text, where = read_text(opening_file(book_id, opening)), f"opening {opening}"
    setup = begun_with(book_id, text, where)
    if not chart:
        return setup
    _check_charted(load(book_id).library, setup, chart)
    path = Path(chart)
    return begun_with(book_id, f'chart = "{path.name}"\n{text}', where, path.parent)


def _check_charted(library: Library, setup: Any, chart: str) -> None:
    """An opening is fought with the units that stand in it, so a chart in its place has them all."""
    there = {row.id for row in library.units(chart)}
    names = {row.id: row.name for row in library.units()}
    needed = [kind for side in Side for kind in library.force(setup, side).units]
    if missing := [names.get(kind, kind) for kind in dict.fromkeys(needed) if kind not in there]:
        raise Fault("chart", f"it has no {' and no '.join(missing)}, and this opening is fought with one")


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
