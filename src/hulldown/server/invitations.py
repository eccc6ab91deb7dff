"""Invitations: what a link leads to, whoever takes the seat, and the host who takes the link back.

A seat is taken once. Whoever takes it names a claim, and its token is made of that and the invitation's: so an answer
that got lost can be asked for again, and nothing secret is stored.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.bots import titled
from hulldown.kernel.game import Declined
from hulldown.kernel.side import BLUE, Side
from hulldown.rulebooks.differing import Differing, from_house
from hulldown.rulebooks.sentence import agreed_in, game_told, option_told, scenario_row, seats_told
from hulldown.server import clock
from hulldown.server.database import Conflict, StoreFailed
from hulldown.server.log import Book, Eyes
from hulldown.server.match import Match
from hulldown.server.protocol import (
    ClaimBody,
    Claimed,
    Fact,
    InvitationView,
    Invited,
    Inviting,
    InvitingBody,
    Wrong,
)
from hulldown.server.store import (
    INVITES,
    PLAYS,
    WATCHES,
    WITHDRAWN,
    Seat,
    Sitting,
    Store,
    claimed_token,
    hashed,
    new_token,
    watch_token,
)
from hulldown.server.table import own_chart, scenario_of

OPENED_SECONDS = 60  # looks within a minute are one
TRIES = 5  # while other servers write to the same match
TAKEN = "Somebody has taken this seat already; you can still watch."


class Invitations:
    """The links to seats that wait for somebody. `get` finds a live match."""

    def __init__(self, store: Store, get: Callable[[str], Awaitable[Match]]) -> None:
        self._store, self._get = store, get

    async def look(self, token: str, own: str = "") -> InvitationView:
        """What an invitation is to, for whoever has the link, or sits there already with a token of their own."""
        seat, match = await self._find(token)
        assert seat.side is not None
        if not own or await self._store.seat(match.id, own) is None:
            await self._keep_opened(seat, match)
        setup, log = match.log.setup, match.log
        picture = log.picture(match.head, Eyes.NOBODY)
        return InvitationView(
            match=match.id,
            rulebook=match.row.rulebook,
            title=match.book.title,
            scenario=scenario_of(setup),
            terrain=picture.terrain,
            red=match.book.library.force(setup, Side.RED),
            blue=match.book.library.force(setup, Side.BLUE),
            side=seat.side,
            by=match.sitting.names[seat.side.other],
            present=match.present(seat.side.other),
            claimed=seat.claimed or match.sitting.bots[seat.side] is not None,
            watch=watch_token(token),
            sentence=game_told(match.book, setup, *seats_told(seat.side, match.sitting.names[seat.side.other])),
            picture=picture,
            facts=tuple(facts(match.book, setup)),
            result=log.results[match.head],
            sealed=match.sealed is not None,
            forked=match.row.forked,
            typed=match.typed is not None,
            figures=own_figures(match.book, setup),
        )

    async def _find(self, token: str, held: Match | None = None) -> tuple[Seat, Match]:
        """The seat that a link leads to, and its match; one whose lock is held is not looked up again."""
        if (seat := await self._store.invitation(token)) is None:
            raise Wrong("invitation/unknown", "There is no such invitation; ask for the link again.", 404)
        match = held or await self._get(seat.match)
        assert seat.side is not None
        if seat.role == WITHDRAWN:
            told = f"{match.sitting.names[seat.side.other]} has taken this invitation back; ask for a new link."
            raise Wrong("invitation/withdrawn", told, 410)
        return seat, match

    async def _keep_opened(self, seat: Seat, match: Match) -> None:
        when = clock.now()
        if seat.claimed or (seat.opened is not None and 0 <= when - seat.opened < OPENED_SECONDS):
            return
        with suppress(StoreFailed):  # it can be looked at all the same
            await self._store.keep_opened(seat, when)
        if match.inviting is not None and match.inviting.open:
            match.inviting = Inviting(True, when)
            match.wake()

    async def claim(self, token: str, body: ClaimBody) -> Claimed:
        """Takes a seat. The same claim again gets the same answer, another one that it is taken."""
        own = claimed_token(token, body.id or new_token())
        for _ in range(TRIES):
            _, match = await self._find(token)
            async with match.lock:
                if match.dropped:
                    continue
                seat, _ = await self._find(token, match)  # as it is when that nobody else is at it
                assert seat.side is not None
                if await self._store.seat(match.id, own) is None:
                    try:
                        await self._take(match, seat, own, body)
                    except Conflict:
                        continue  # another server has written to this match; it is built anew
                return Claimed(match.id, own, seat.side)
        raise Wrong("store/failed", "Others are writing to this match and nothing has changed; try again.", 503)

    async def _take(self, match: Match, seat: Seat, own: str, body: ClaimBody) -> None:
        """Takes a seat and, where dice are sealed, brings its key in the same breath."""
        assert seat.side is not None
        if seat.claimed or match.sitting.bots[seat.side] is not None:
            raise Wrong("invitation/taken", TAKEN, 409)
        if match.log.results[match.head] is not None:
            raise Wrong("match/over", "This battle is over; you can still watch it.", 409)
        sitting = msgspec.structs.replace(match.sitting, names=_named(match.sitting, seat.side, body.name))
        sitting = msgspec.structs.replace(sitting, since=clock.now())
        try:
            if match.sealed is not None and seat.side in match.sealed.awaited:
                match.sealed.bring(seat.side, body.key or "")
            texts, rows = match.log.texts[match.head :], match.sealed.fresh if match.sealed is not None else []
            taken = await self._store.claim(seat, own, sitting, match.head, texts, rows, match.sitting)
        except Declined as declined:
            raise Wrong("keys/none", f"{str(declined)[:1].upper()}{str(declined)[1:]}.", 409) from None
        except BaseException:
            match.drop()
            raise
        if not taken:
            match.drop()  # what another server wrote is read again
            raise Wrong("invitation/taken", TAKEN, 409)
        match.inviting = None
        match.told(sitting)

    async def invite(self, match_id: str, seat: Seat, body: InvitingBody) -> Invited:
        """The host takes the link back, and makes a new one if that is wished for."""
        match = await self._get(match_id)
        async with match.lock:
            if match.row.kind != "friend" or seat.role != PLAYS or seat.side is None:
                told = "Only whoever made a match against a friend has a link to the other seat."
                raise Wrong("auth/seat", told, 403)
            other = seat.side.other
            if (bot := match.sitting.bots[other]) is not None:
                raise Wrong("invitation/taken", f"{titled(bot)} plays for {other.label}; the seat is not free.", 409)
            token = new_token() if body.do == "renew" else ""
            places = (
                [
                    Seat(match_id, hashed(token), INVITES, other),
                    Seat(match_id, hashed(watch_token(token)), WATCHES),
                ]
                if token
                else []
            )
            if not await self._store.invite(match_id, places):
                told = f"{match.sitting.names[other]} has sat down as {other.label}; the link is used up."
                raise Wrong("invitation/taken", told, 409)
            match.inviting = Inviting(bool(token))
            match.wake()
        return Invited(token, watch_token(token)) if token else Invited()


def _named(sitting: Sitting, side: Side, name: str) -> tuple[str, str]:
    red, blue = sitting.names
    return (red, name) if side is BLUE else (name, blue)


def own_figures(book: Book, setup: Any) -> Differing | UnsetType:
    """What a match that was made with a chart of somebody's own has otherwise than the house's."""
    return from_house(book.library, setup) if own_chart(setup) else UNSET


def facts(book: Book, setup: Any) -> Iterator[Fact]:
    """What was agreed otherwise than usual: by the scenario, or by the players."""
    library, name = book.library, scenario_of(setup)
    agreed = library.agreed(setup)
    scenario = agreed_in(library, name) if scenario_row(library, name) else {}
    for option in library.OPTIONS:
        value, usual = agreed.get(option.name, ""), scenario.get(option.name, option.default)
        if value and (value != usual or (option.default and value != option.default)):
            told = option_told(option, value)
            yield Fact(f"{told[:1].upper()}{told[1:]}", option.words, next(iter(option.rules), ""), value != usual)
