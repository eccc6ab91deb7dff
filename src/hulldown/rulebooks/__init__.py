"""The rulebooks, by id. A book is imported when it is first asked for."""

from functools import cache
from importlib import import_module
from typing import Any

from hulldown.kernel.files import Fault
from hulldown.kernel.rulebook import Rulebook

BOOKS = {
    "france1944": "hulldown.rulebooks.panzerstrike.france1944",
    "dynamic": "hulldown.rulebooks.panzerstrike.dynamic",
    "core": "hulldown.rulebooks.panzerstrike.core",
    "squadron": "hulldown.rulebooks.squadron",
    "panzerkampf": "hulldown.rulebooks.panzerkampf",
}


@cache
def load(book_id: str) -> Rulebook[Any, Any, Any]:
    if book_id not in BOOKS:
        raise Fault("rulebook", f"there is no rulebook {book_id!r}; there are {', '.join(BOOKS)}")
    book: Rulebook[Any, Any, Any] = import_module(BOOKS[book_id]).book
    return book
