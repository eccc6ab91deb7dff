"""What was played in secret, told in full once it may be known, and only to those who have not heard it yet."""

from collections.abc import Iterator, Sequence
from typing import Any

from hulldown.kernel.game import Act, Entry, Played, Ruled
from hulldown.kernel.rulebook import Rulebook, Told
from hulldown.kernel.side import Side


def unveiled(
    book: Rulebook[Any, Any, Any], states: Sequence[Any], entries: Sequence[Entry], side: Side | None
) -> tuple[Told, ...]:
    """What a side heard only in part of the orders that stand, now in full; `states` are those before each of them."""
    return tuple([told for place in _standing(entries) for told in _in_full(book, states[place], entries[place], side)])


def kept_back(book: Rulebook[Any, Any, Any], state: Any, entry: Entry, side: Side | None) -> bool:
    """Whether a side hears an order only in part."""
    return bool(_in_full(book, state, entry, side))


def _standing(entries: Sequence[Entry]) -> Iterator[int]:
    """The places of the orders that were not taken back."""
    standing: list[int] = []
    for place, entry in enumerate(entries):
        if isinstance(entry, Played | Ruled):
            standing.append(place)
        elif isinstance(entry, Act) and entry.to is not None:
            standing.pop()
    return iter(standing)


def _in_full(book: Rulebook[Any, Any, Any], state: Any, entry: Entry, side: Side | None) -> list[Told]:
    if not isinstance(entry, Played):
        return []
    now, found = state.copy(), []
    for event in entry.events:
        if book.hear(now, event, side) != event:
            found.append(book.tell(now, event))
        book.evolve(now, event)
    return found
