"""Set-ups as people wish them: by ids, never by files of this machine, and what is wrong with them in one sentence."""

import re
from typing import Any

from hulldown.kernel.files import Fault
from hulldown.kernel.side import Side
from hulldown.rulebooks import begun_with, load, opened
from hulldown.server.log import Book
from hulldown.server.protocol import NewMatch, SetupAnswer, SetupProblem, Wrong

_FILE = re.compile(r"[/\\\0]|\.(?:toml|txt|map)\s*$", re.IGNORECASE)


def find_book(book_id: str) -> Book:
    try:
        return load(book_id)
    except Fault as fault:
        raise Wrong("setup/bad", f"{fault.message[:1].upper()}{fault.message[1:]}.", 404) from None


def _only_ids(wish: NewMatch) -> None:
    for where in ("scenario", "board", "red", "blue"):
        if _FILE.search(getattr(wish, where)):
            raise Fault(where, "files are not read here; give an id, or an army such as heavy=2,medium=5")


def _setup(book: Book, wish: NewMatch) -> Any:
    if wish.opening or wish.position:
        return _positioned(wish)
    _only_ids(wish)
    setup = book.library.build(wish.scenario, wish.red, wish.blue, wish.board, wish.options)
    book.start(setup)
    return setup


def _positioned(wish: NewMatch) -> Any:
    for given in ("scenario", "red", "blue", "board", "options"):
        if getattr(wish, given):
            raise Fault(given, "a position says its scenario, armies, map and options itself; leave them out")
    if wish.opening and wish.position:
        raise Fault("opening", "an opening is a position of the book's own; leave one of the two out")
    if wish.opening:
        return opened(wish.rulebook, wish.opening)
    return begun_with(wish.rulebook, wish.position, "position")


def build(wish: NewMatch) -> tuple[Book, Any]:
    """The book and the set-up of a match; raises `Wrong` with the first thing that is wrong."""
    book = find_book(wish.rulebook)
    try:
        return book, _setup(book, wish)
    except Fault as fault:
        raise Wrong("setup/bad", f"{fault}.") from None


def check(wish: NewMatch) -> SetupAnswer:
    """What a wish comes to, without making a match of it."""
    try:
        book = load(wish.rulebook)
        setup = _setup(book, wish)
    except Fault as fault:
        problem = SetupProblem(fault.where, fault.rule, fault.message)
        return SetupAnswer(False, problem)
    red, blue = (book.library.force(setup, side) for side in Side)
    return SetupAnswer(True, None, red, blue, book.terrain(book.start(setup)), book.library.remark(setup))
