"""Sealed dice in play: the keys of a match, calls, links and deposits, and the acts that change them.

What stands in the log is read from the log; here are the secrets that the host holds, and what it does with them. They
enter no record, view, log or error.
"""

import secrets
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from hulldown.kernel.checker import AWAITED, HOST, LENGTH, SEAT, Checker, hashed
from hulldown.kernel.dice import Undecided
from hulldown.kernel.game import Declined, Noted, Played, encoded
from hulldown.kernel.record import Anchors, CallLine, DepositLine, KeyLine, KeysLine
from hulldown.kernel.sealed import Chain
from hulldown.kernel.side import RED, Side
from hulldown.kernel.wire import decode
from hulldown.server import acts
from hulldown.server.log import Log
from hulldown.server.protocol import ActName, DiceCall, DiceView, Offer, Waiting
from hulldown.server.store import Sitting
from hulldown.server.vault import KeyRow

MOST_ASKED = 8  # new keys that a side may ask for in a game
WHILE_CALLED: tuple[ActName, ...] = ("resign", "let-bot-finish", "end-game", "decline")


def draw() -> Chain:
    return Chain(secrets.token_bytes(32))


def drawn_set(by_host: tuple[bool, bool]) -> tuple[Anchors, list[KeyRow]]:
    """A set of keys: the host's own, and those that it draws for sides; the others are awaited."""
    host = row_of(draw())
    red, blue = (row_of(draw()) if by_host[side] else None for side in Side)
    anchors = (host.anchor, red.anchor if red else None, blue.anchor if blue else None)
    return anchors, [row for row in (host, red, blue) if row is not None]


def row_of(chain: Chain) -> KeyRow:
    return KeyRow(chain.anchor, chain.secret.hex())


class Keys:
    """The keys of a live match. `fresh` are those to be stored with the lines that tell of them."""

    def __init__(self, log: Log, rows: Sequence[KeyRow]) -> None:
        self.log = log
        self.fresh: list[KeyRow] = []
        self.shown: dict[int, str] = {}  # links that seats have shown for the open call, by chain
        self._known: dict[int, Chain] = {}
        own = range(log.row.forked, len(log.entries))
        self.number = 1 + sum(is_renewal(log.entries[place]) for place in own)  # of the set in use
        self._take(rows)

    @property
    def anchors(self) -> list[str | None]:
        """Of the set in use: host, Red and Blue."""
        dice = self.log.row.sitting.dice
        assert dice is not None
        anchors: list[str | None] = [*dice]
        for entry in self.log.entries[self.log.row.forked :]:
            if isinstance(entry, Noted) and isinstance(entry.line, KeysLine):
                anchors = [*entry.line.dice]
            elif isinstance(entry, Noted) and isinstance(entry.line, KeyLine):
                anchors[1 + entry.line.side] = entry.line.anchor
        return anchors

    def _take(self, rows: Sequence[KeyRow]) -> None:
        places = {anchor: place for place, anchor in enumerate(self.anchors)}
        for row in rows:
            if row.anchor in places:
                self._known[places[row.anchor]] = Chain(bytes.fromhex(row.secret))

    def _keep(self, *rows: KeyRow) -> None:
        self.fresh += rows
        self._take(rows)

    @property
    def checked(self) -> Checker:
        assert self.log.keys is not None
        return self.log.keys

    def state_of(self, side: Side) -> str:
        return self.checked.states[1 + side]

    @property
    def call(self) -> CallLine | None:
        """The open call, if there is one."""
        if self.checked.call is None:
            return None
        noted = [entry.line for entry in self.log.entries[-3:] if isinstance(entry, Noted)]
        return next(line for line in reversed(noted) if isinstance(line, CallLine))

    @property
    def call_hash(self) -> str:
        return str(self.checked.call["hash"]) if self.checked.call else ""

    @property
    def awaited(self) -> list[Side]:
        return [side for side in Side if self.state_of(side) == AWAITED]

    def missing(self) -> list[Side]:
        """The sides whose links an open call waits for; the one that did not order comes first."""
        call = self.call
        if call is None:
            return []
        kept = [side for side in Side if self.state_of(side) == SEAT and 1 + side not in self.shown]
        return sorted(kept, key=lambda side: side is call.side)

    def view(self, sitting: Sitting) -> DiceView:
        call, missing = self.call, tuple(sorted(self.missing()))
        open_call = call and DiceCall(call.position, call.roll, call.side, missing, sitting.since)
        kept = (self.state_of(Side.RED), self.state_of(Side.BLUE))
        return DiceView(kept, self.checked.number, open_call, sitting.asked)  # type: ignore[arg-type]

    # Playing

    def play(self, order: Any) -> bool:
        """Plays an order; whether its dice are called instead. Raises `Declined` where they cannot fall yet."""
        if self.call is not None:
            raise Declined("the dice are called, and fall first")
        try:
            self.log.play(order)
        except Undecided:
            self._may_roll()
            if SEAT in self.checked.states:
                self._call(order)
                return True
            self._roll(order)
        return False

    def _may_roll(self) -> None:
        if waits := self.awaited:
            raise Declined(f"the dice wait until {' and '.join(side.label for side in waits)} has taken the seat")
        known = [place for place in range(3) if self.checked.states[place] != SEAT]
        if any(place not in self._known for place in known):
            raise Declined("the host does not have its dice keys any more; ask for new keys")

    def _call(self, order: Any) -> None:
        side = self.log.to_act()
        assert side is not None
        self.shown = {}
        self.log.note(CallLine(len(self.log.entries), side, encoded(order), self.checked.number + 1))

    def roll(self) -> bool:
        """Plays the order that was called, if no link is missing; whether it did."""
        call = self.call
        if call is None or self.missing():
            return False
        self._roll(decode(call.order, self.log.book.order_type))
        return True

    def _roll(self, order: Any) -> None:
        number = self.checked.number + 1
        links = [self.shown[place] if place in self.shown else self._known[place].link(number) for place in range(3)]
        self.log.play(order, tuple(links))
        self.shown = {}
        if self.checked.number == LENGTH and self.log.results[-1] is None:
            self._renew("spent", [self.state_of(side) == HOST for side in Side])

    def fits(self, side: Side, link: str) -> bool:
        """Whether this is the side's link for the open call."""
        told = bytes.fromhex(link)
        return self.state_of(side) == SEAT and hashed(b"link", told) == self.checked.tips[1 + side]

    # Keys

    def bring(self, side: Side, anchor: str) -> None:
        """A side's key: its own, or if it has none the host's."""
        if self.state_of(side) != AWAITED:
            raise Declined(f"{side.label} has its dice key; new keys are asked for by offer-keys")
        if anchor and bytes.fromhex(anchor) in self.checked.tips:
            raise Declined("another key has this anchor; draw one of your own")
        by: Literal["seat", "host"] = "seat" if anchor else "host"
        drawn = [] if anchor else [row_of(draw())]
        self.log.note(KeyLine(len(self.log.entries), side, anchor or drawn[0].anchor, by))
        self._keep(*drawn)

    def deposit(self, side: Side, secret: str) -> None:
        """A side leaves its secret with the host: once all anchors stand in the log, and never before."""
        if self.awaited:
            raise Declined("a dice key is given away only when all three stand in the log")
        if self.call is not None:
            raise Declined("the dice are called, and fall first")
        if self.state_of(side) != SEAT:
            raise Declined(f"{side.label} keeps no dice key")
        chain = Chain(bytes.fromhex(secret))
        if bytes.fromhex(chain.link(self.checked.number)) != self.checked.tips[1 + side]:
            raise Declined("this is not the secret of your dice key")
        self.log.note(DepositLine(len(self.log.entries), side))
        self._keep(row_of(chain))

    def _renew(self, why: Literal["agreed", "spent", "gone"], by_host: Sequence[bool]) -> None:
        self.number += 1
        anchors, rows = drawn_set((by_host[0], by_host[1]))
        self.log.note(KeysLine(len(self.log.entries), anchors, why))
        self.shown, self._known = {}, {}
        self._keep(*rows)

    # Acts

    def act(self, act: ActName, side: Side | None, sitting: Sitting, waiting: Waiting | None) -> Sitting:
        """What players do beside the rules, where dice are sealed. A side of None is the two at one screen."""
        if self.log.results[-1] is not None:
            raise Declined("the game is over")
        if act == "offer-keys":
            return self._offer(side, sitting)
        theirs = [offer for offer in sitting.offers if side is None or offer.side is side.other]
        if act == "accept" and theirs and theirs[-1].kind == "keys":
            return self._agree(theirs[-1].side, sitting)
        if self.call is not None and act not in WHILE_CALLED:
            raise Declined("the dice are called, and fall first")
        after = acts.do(act, side, self.log, sitting, waiting)
        if act == "let-bot-finish" and waiting is not None:
            self._leave(waiting.side)
        return after

    def _offer(self, side: Side | None, sitting: Sitting) -> Sitting:
        """Asks for new keys. Bots accept; at one screen asking is accepting."""
        asker = RED if side is None else side
        asked = sitting.asked[asker] + 1
        if asked > MOST_ASKED:
            raise Declined(f"{asker.label} has asked for new dice keys {MOST_ASKED} times; that is all in one game")
        sitting = msgspec.structs.replace(sitting, asked=acts.seated(sitting.asked, asker, asked))
        if side is None or sitting.bots[side.other] is not None:
            return self._agree(None if side is None else side, sitting)
        offers = tuple(offer for offer in sitting.offers if offer != Offer("keys", side))
        return msgspec.structs.replace(sitting, offers=(*offers, Offer("keys", side)))

    def _agree(self, asker: Side | None, sitting: Sitting) -> Sitting:
        """New keys for all. Whoever asks brings one; the host draws again for whoever had brought none."""
        by_host = [
            sitting.bots[side] is not None or (self.state_of(side) == HOST and asker is side.other) for side in Side
        ]
        self._renew("agreed", by_host)
        return msgspec.structs.replace(sitting, offers=())

    def _leave(self, gone: Side) -> None:
        """A bot plays on for a side: with a key of the host, unless the host has the side's own."""
        state = self.state_of(gone)
        if state == AWAITED:
            self.bring(gone, "")
        elif state == SEAT:
            self._renew("gone", [side is gone or self.state_of(side) == HOST for side in Side])


def is_call(entry: object) -> bool:
    return isinstance(entry, Noted) and isinstance(entry.line, CallLine)


def is_renewal(entry: object) -> bool:
    return isinstance(entry, Noted) and isinstance(entry.line, KeysLine)


def called_at(log: Log, position: int) -> bool:
    """Whether before a line dice are called and have not fallen."""
    for entry in reversed(log.entries[:position]):
        if isinstance(entry, Played) or is_renewal(entry):
            return False
        if is_call(entry):
            return True
    return False
