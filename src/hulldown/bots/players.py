"""Which player knows a book: found by the book's id, and never by the book itself."""

from functools import cache
from importlib import import_module
from typing import Any

from hulldown.bots.playouts import Playouts
from hulldown.bots.tactics import Tactics
from hulldown.kernel.rulebook import Rulebook
from hulldown.rulebooks import module_of

# The house's own players; a book from elsewhere may bring one as `tactics` beside its `book`.
PLAYERS = {
    "france1944": "hulldown.bots.panzerstrike.france1944.tactics",
    "dynamic": "hulldown.bots.panzerstrike.dynamic.tactics",
    "core": "hulldown.bots.panzerstrike.core.tactics",
    "squadron": "hulldown.bots.squadron.tactics",
    "panzerkampf": "hulldown.bots.panzerkampf.tactics",
}


def tactics_of(book: Rulebook[Any, Any, Any]) -> Tactics:
    """Those of a book's own player, or what the protocol alone tells of the book."""
    return _tactics(book.id) or Playouts(book)


@cache
def _tactics(book_id: str) -> Tactics | None:
    """A module of functions, or whatever else keeps the protocol; a book from elsewhere may bring none."""
    if book_id in PLAYERS:
        player: Any = import_module(PLAYERS[book_id])
    else:
        player = getattr(import_module(module_of(book_id)), "tactics", None)
    found: Tactics | None = player
    return found
