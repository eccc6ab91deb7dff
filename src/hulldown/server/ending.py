"""What a finished game came to: the unit that decided it, what is left of both armies, and how long it took."""

from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from hulldown.kernel.game import Played
from hulldown.kernel.gist import settled
from hulldown.kernel.picture import End
from hulldown.kernel.side import Side
from hulldown.server.log import Log
from hulldown.server.protocol import Ending, Wrong
from hulldown.server.store import Sitting


def ending(log: Log, head: int, sitting: Sitting) -> Ending:
    """Nothing of it is told before the game is over."""
    if log.results[head] is None:
        raise Wrong("match/running", "The game is not over yet; what it came to is told when it is.", 409)
    end = next(place for place, result in enumerate(log.results) if result is not None)
    state, book = log.states[end], log.book
    red, blue = (_points(book, state, side) for side in Side)
    return Ending(
        position=end,
        unit=_decider(log, end),
        points=(red, blue),
        rounds=book.turn(state).round,
        orders=sum(place < end for place in log.kept),
        minutes=_minutes(log, sitting),
    )


def _points(book: Any, state: Any, side: Side) -> tuple[float, float]:
    """What a side has left of its points."""
    prices = book.prices(state)
    own = {number: unit for number, unit in book.units(state).items() if unit.side is side}
    left = sum(prices[number] for number, unit in own.items() if not unit.lost)
    return left, sum(prices[number] for number in own)


def _decider(log: Log, end: int) -> int | None:
    """Who did what ended the game; where that is looked at when a turn is over, who destroyed the loser's last unit."""
    result, last = log.results[end], log.entries[end - 1] if end else None
    assert result is not None
    if not isinstance(last, Played) or result.winner is None:
        return None  # somebody resigned or was away, or nobody has won
    units, deeds = log.book.units(log.states[end]), _deeds(log, end - 1)
    for deed in reversed(deeds):
        if deed.end == "destroyed" or (deed.unit in units and units[deed.unit].name in result.sentence):
            return deed.unit
    if log.book.unit_of(last.order) is not None:
        return None  # it was the last to act, and a limit was reached
    if deeds:
        return deeds[-1].unit
    if not all(unit.lost for unit in units.values() if unit.side is not result.winner):
        return None
    places = [place for place in log.kept if place < end]
    kills = (
        deed.unit for place in reversed(places) for deed in reversed(_deeds(log, place)) if deed.end == "destroyed"
    )
    return next(kills, None)


class Deed(NamedTuple):
    """A unit that did something in an order, and how that ended."""

    unit: int
    end: End


def _deeds(log: Log, place: int) -> list[Deed]:
    """What units did in an order; now that the game is over everybody may know it."""
    entry = log.entries[place]
    assert isinstance(entry, Played)
    state, told = log.states[place].copy(), []
    for event in entry.events:
        told.append(log.book.tell(state, event))
        log.book.evolve(state, event)
    gists = [one.act for one in settled(told) if one.act is not UNSET]
    return [Deed(gist.unit, gist.end) for gist in gists if gist.unit is not None]


def _minutes(log: Log, sitting: Sitting) -> int | UnsetType:
    """How long it was played here; nobody knows it of a record, nor of what was begun elsewhere."""
    if not sitting.began or log.row.forked or log.row.kind == "record":
        return UNSET
    return max(1, round((sitting.since - sitting.began) / 60))
