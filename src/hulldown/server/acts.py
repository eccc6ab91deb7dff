"""Acts: what players do beside the rules. Each gives the table after it, or is declined with a sentence.

A side of None is the two at one screen, who agree by themselves.
"""

import time
from datetime import UTC, datetime

import msgspec

from hulldown.kernel.game import Declined
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.server.log import Log
from hulldown.server.protocol import ActName, Bots, Offer, Waiting
from hulldown.server.store import Sitting

FINISHER = "greedy"  # who plays on for somebody who is away
Offers = tuple[Offer, ...]


def do(act: ActName, side: Side | None, log: Log, sitting: Sitting, waiting: Waiting | None) -> Sitting:
    """Does an act in the log or on the table, and gives the table after it."""
    if log.results[-1] is not None:
        raise Declined("the game is over")
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
    if not any(log.mover(place) is side for place in log.standing):
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
    if time.time() < waiting.until:
        when = datetime.fromtimestamp(waiting.until, UTC)
        raise Declined(f"{waiting.side.label} is waited for until {when:%Y-%m-%d %H:%M} UTC; try again then")
    return waiting.side


def _without(offers: Offers, kind: str, side: Side | None = None) -> Offers:
    return tuple(offer for offer in offers if offer.kind != kind or (side is not None and offer.side is not side))


def seated(bots: Bots, side: Side, bot: str) -> Bots:
    """The bots of a table with this one on a side."""
    return (bots[RED], bot) if side is BLUE else (bot, bots[BLUE])
