"""The match that two play after another: sides swapped, and everybody keeps their token."""

import secrets
from collections.abc import Iterable

from hulldown.kernel.checker import HOST
from hulldown.kernel.record import TYPED, Anchors, Typed
from hulldown.kernel.side import Side
from hulldown.server import clock
from hulldown.server.keys import drawn_set
from hulldown.server.store import MatchRow, Seat, Sitting, promised
from hulldown.server.table import Table
from hulldown.server.vault import KeyRow


def next_match(table: Table, places: Iterable[Seat]) -> tuple[MatchRow, list[Seat], list[KeyRow]]:
    """The match that follows one, its seats, and what dice keys the host has drawn for it."""
    old, new_id = table.row, secrets.token_urlsafe(12)
    red, blue = table.sitting.names
    swap = old.kind != "hotseat"
    # Whoever was away may play again.
    bots = (None, None) if old.kind == "friend" else table.sitting.bots
    dice, keys = _next_keys(table, swap)
    names, bots = ((blue, red), bots[::-1]) if swap else ((red, blue), bots)
    seed, when = "" if dice and dice != TYPED else secrets.token_hex(20), clock.now()
    sitting = Sitting(names, bots, since=when, began=when, seed_hash="" if dice else promised(seed), dice=dice)
    row = MatchRow(new_id, old.rulebook, table.book.rules.book.version, old.setup, seed, old.kind, sitting)
    swapped = [
        Seat(new_id, place.token, place.role, place.side if place.side is None else place.side.other, True)
        for place in places
    ]
    return row, swapped, keys


def _next_keys(table: Table, swap: bool) -> tuple[Anchors | Typed | None, list[KeyRow]]:
    """The keys of a rematch: the host draws again for whoever had none. What people rolled they roll again."""
    if table.log.typed:
        return TYPED, []
    if table.sealed is None:
        return None, []
    red, blue = (table.sealed.state_of(side) == HOST for side in Side)
    return drawn_set((blue, red) if swap else (red, blue))
