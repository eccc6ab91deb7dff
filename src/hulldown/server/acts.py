"""Acts: what players do beside the rules. Each gives the table after it, or is declined with a sentence.

A side of None is the two at one screen, who agree by themselves.
"""

from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from hulldown.kernel.game import Declined
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.server import clock
from hulldown.server.log import Eyes, Log
from hulldown.server.protocol import ActName, Offer, Standing, StandingBody, Waiting
from hulldown.server.store import Sitting

FINISHER = "greedy"  # who plays on for somebody who is away
Offers = tuple[Offer, ...]
T = TypeVar("T")


def do(act: ActName, side: Side | None, log: Log, sitting: Sitting, waiting: Waiting | None) -> Sitting:
    """Does an act in the log or on the table, and gives the table after it."""
    if log.results[-1] is not None:
        raise Declined("the game is over")
    if act == "offer-keys":
        raise Declined("the dice of this match are not sealed; it has no dice keys")
    own = side if side is not None else log.to_act()
    assert own is not None
    offers = sitting.offers
    if act == "undo":
        log.act("undo", side)
        offers = _without(offers, "takeback")
    elif act == "resign":
        log.act("resign", own)
    elif act == "offer-takeback":
        offers = _offer_takeback(side, log, sitting)
    elif act == "offer-draw":
        offers = _offer_draw(side, log, sitting)
    elif act == "accept":
        _accept(own, side is None, log, offers)
        offers = ()
    elif act == "let-bot-finish":
        gone = _gone(side, waiting)
        log.act(f"takeover/player/{FINISHER}/gone", gone)
        return msgspec.structs.replace(sitting, bots=seated(sitting.bots, gone, FINISHER), offers=())
    elif act == "end-game":
        log.act("abandon", _gone(side, waiting))
    else:
        offers = _decline(own, side is None, offers)
    return msgspec.structs.replace(sitting, offers=offers)


def _offer_takeback(side: Side | None, log: Log, sitting: Sitting) -> Offers:
    """A bot grants every takeback; a player is asked."""
    if side is None or sitting.bots[side.other] is not None:
        log.take_back(side)
        return sitting.offers
    if not any(log.mover(place) is side for place in log.kept):
        raise Declined("there is no order of yours to take back")
    return (*_without(sitting.offers, "takeback", side), Offer("takeback", side))


def _offer_draw(side: Side | None, log: Log, sitting: Sitting) -> Offers:
    if side is None:
        log.act("draw", None)
        return ()
    if (bot := sitting.bots[side.other]) is not None:
        raise Declined(f"{bot} plays on: a bot takes no draw")
    return (*_without(sitting.offers, "draw", side), Offer("draw", side))


def _accept(own: Side, both: bool, log: Log, offers: Offers) -> None:
    offered = [offer for offer in offers if both or offer.side is own.other]
    if not offered:
        raise Declined("there is nothing to accept")
    if offered[-1].kind == "draw":
        log.act("draw", None)
    else:
        log.take_back(offered[-1].side)


def _decline(own: Side, both: bool, offers: Offers) -> Offers:
    """Refuses what the other side offers; without that, takes one's own offer back."""
    if not offers:
        raise Declined("there is nothing to decline")
    theirs = [offer for offer in offers if offer.side is own.other]
    return () if both or not theirs else tuple(offer for offer in offers if offer not in theirs)


def _gone(side: Side | None, waiting: Waiting | None) -> Side:
    """The side that has been away for long enough to go on without."""
    if waiting is None:
        raise Declined("nobody is waited for here; only a friend can be away for long")
    if waiting.side is side:
        raise Declined("it is your own choice that is waited for; you can resign")
    if clock.now() < waiting.until:
        when = datetime.fromtimestamp(waiting.until, UTC)
        raise Declined(f"{waiting.side.label} is waited for until {when:%Y-%m-%d %H:%M} UTC; try again then")
    return waiting.side


def _without(offers: Offers, kind: str, side: Side | None = None) -> Offers:
    return tuple(offer for offer in offers if offer.kind != kind or (side is not None and offer.side is not side))


def seated(pair: tuple[T, T], side: Side, one: T) -> tuple[T, T]:
    """What the sides of a table have, with this one on a side."""
    return (pair[RED], one) if side is BLUE else (one, pair[BLUE])


# Standing orders


def standing_of(log: Log, position: int, sitting: Sitting, side: Side) -> Standing | None:
    """A side's standing orders, unless the round for which they were given is over."""
    kept = sitting.standing[side]
    return kept if kept is not None and kept.round == log.book.turn(log.states[position]).round else None


def stand(body: StandingBody, side: Side, log: Log, sitting: Sitting) -> Sitting:
    """The table with these standing orders of a side, for this round."""
    state, book = log.states[-1], log.book
    own = {number for number, unit in book.units(state).items() if unit.side is side}
    if strange := sorted(body.units.keys() - own):
        raise Declined(f"{side.label} has no unit {strange[0]}; the picture has their numbers")
    wishes = {asking.ask for asking in (body.all, *body.units.values())}
    standing = None if wishes == {"always"} else Standing(book.turn(state).round, body.all, body.units)
    return msgspec.structs.replace(sitting, standing=seated(sitting.standing, side, standing))


def declined(log: Log, sitting: Sitting) -> Any | None:
    """The order that passes, where a window is open and standing orders decline for every unit that may react."""
    side, position = log.to_act(), len(log.texts)
    if side is None or sitting.bots[side] is not None:
        return None
    standing = standing_of(log, position, sitting, side)
    if standing is None or (window := log.book.window(log.view(position, Eyes(side)))) is None:
        return None
    if any(standing.units.get(one.unit, standing.all).wants(one.chance) for one in window.reactions):
        return None
    return window.decline
