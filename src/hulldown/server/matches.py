"""Live matches: what is accepted is stored, then told. One lock a match; whatever goes wrong stays at its table."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Protocol

import msgspec

from hulldown.bots import BOTS
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Declined, Played
from hulldown.kernel.record import Record
from hulldown.kernel.replay import verify
from hulldown.kernel.rule import Refusal, Refused
from hulldown.kernel.rulebook import Preview, Survey
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import load
from hulldown.server.log import Book, Eyes, Log
from hulldown.server.protocol import (
    ActBody,
    Answer,
    Bots,
    Claimed,
    Created,
    ForkBody,
    InvitationView,
    MatchView,
    NewMatch,
    Notice,
    Offer,
    OrdersBody,
    SurveyAnswer,
    Watched,
    Wrong,
)
from hulldown.server.setups import build
from hulldown.server.store import (
    BOTH,
    INVITES,
    PLAYS,
    WATCHES,
    Conflict,
    MatchRow,
    Seat,
    Sitting,
    Store,
    StoreFailed,
    hashed,
)
from hulldown.server.thinker import BotFailed

MOST_LIVE = 500
MOST_LINES_AT_ONCE = 100
OVER = "The game is over."
logger = logging.getLogger("hulldown.server")


class Choosing(Protocol):
    """Somewhere for bots to think."""

    async def choose(self, book: str, bot: str, view: bytes) -> bytes: ...
    async def close(self) -> None: ...


def new_token() -> str:
    """160 bits that nobody can guess."""
    return secrets.token_urlsafe(20)


def eyes_of(seat: Seat) -> Eyes:
    if seat.role == BOTH:
        return Eyes.BOTH
    return Eyes(seat.side) if seat.role == PLAYS and seat.side is not None else Eyes.NOBODY


class Listener:
    """Somebody on a stream: woken when there is something new."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.news = asyncio.Event()


class Match:
    """A match that is being played or watched. `head` counts the lines that are stored; nobody hears of more."""

    def __init__(
        self, row: MatchRow, log: Log, store: Store, thinker: Choosing, drop: Callable[["Match"], None]
    ) -> None:
        self.id = row.id
        self.row, self.log, self.book = row, log, log.book
        self.sitting = row.sitting
        self.head = len(log.texts)
        self.lock = asyncio.Lock()
        self.dropped = False
        self.listeners: set[Listener] = set()
        self._store, self._thinker, self._drop = store, thinker, drop
        self._thinking: asyncio.Task[None] | None = None

    # Looking

    def view_for(self, seat: Seat) -> MatchView:
        eyes, log = eyes_of(seat), self.log
        with self._rules():
            picture = self.book.picture(log.view(self.head, eyes))
        return MatchView(
            match=self.id,
            rulebook=self.row.rulebook,
            title=self.book.title,
            scenario=scenario_of(log.setup),
            side=seat.side if eyes in (Eyes.RED, Eyes.BLUE) else None,
            both=eyes is Eyes.BOTH,
            watching=eyes is Eyes.NOBODY,
            names=self.sitting.names,
            bots=self.sitting.bots,
            head=self.head,
            terrain=picture.terrain,
            picture=picture,
            result=log.results[self.head],
            undo=log.undo(self.head, eyes),
            offers=self.sitting.offers,
            closed=log.closed,
            rematch=self.sitting.rematch,
        )

    async def look(self, seat: Seat) -> MatchView:
        async with self.lock:
            return self.view_for(seat)

    async def survey(self, seat: Seat, unit: int) -> SurveyAnswer:
        async with self.lock:
            view = self.log.view(self.head, eyes_of(seat))
            with self._rules():
                known = any(piece.id == unit for piece in self.book.picture(view).pieces)
                survey = self.book.survey(view, unit) if known and not self._over() else Survey(unit)
        if not known:
            raise Wrong("order/bad", f"There is no unit {unit} on this table; the picture has their numbers.")
        return SurveyAnswer(self.head, survey)

    async def preview(self, seat: Seat, order: dict[str, Any]) -> Preview:
        async with self.lock:
            parsed = self._order(order)
            with self._rules():
                return self.book.preview(self.log.view(self.head, eyes_of(seat)), parsed)

    def lines(self, seat: Seat, first: int, last: int) -> list[bytes]:
        """Lines as they are told, from `first` up to and without `last`."""
        with self._rules():
            return [
                self.log.message(position, eyes_of(seat))
                for position in range(first, min(last, first + MOST_LINES_AT_ONCE, self.head))
            ]

    async def record(self, seat: Seat) -> str:
        async with self.lock:
            self._open_to(seat)
            return self.log.record()

    def _open_to(self, seat: Seat) -> None:
        if self.log.hides(eyes_of(seat)):
            told = "The record holds what the other side has not shown yet; it can be had when both stand revealed."
            raise Wrong("record/hidden", told, 409)

    def notice(self) -> Notice:
        here = {listener.eyes for listener in self.listeners}
        red, blue = (Eyes.BOTH in here or Eyes(side) in here or self.sitting.bots[side] is not None for side in Side)
        sitting = self.sitting
        return Notice(sitting.offers, sitting.names, (red, blue), sitting.bots, sitting.rematch)

    @contextmanager
    def listening(self, eyes: Eyes) -> Iterator[Listener]:
        listener = Listener(eyes)
        self.listeners.add(listener)
        self.wake()
        try:
            yield listener
        finally:
            self.listeners.discard(listener)
            self.wake()

    def wake(self) -> None:
        for listener in self.listeners:
            listener.news.set()

    # Playing

    async def orders(self, seat: Seat, body: OrdersBody) -> Answer:
        async with self.lock:
            if (first := await self._first_answer(seat, body.id)) is not None:
                return first
            orders = [self._order(order) for order in body.orders]
            if (answer := self._not_now(seat, body.position)) is not None:
                return answer
            side = self.log.to_act()
            if side is None:
                raise Wrong("match/over", OVER, 409)
            if seat.role == PLAYS and seat.side is not side:
                refusal = Refusal("", f"it is {side.label}'s choice; yours comes after it")
                return Answer("refused", self.head, 0, refusal)
            refusal_or_none = self._play(orders, side)
            played = len(self.log.texts) - self.head
            if not played:
                return Answer("refused", self.head, 0, refusal_or_none)
            answer = Answer("accepted", self.head + played, played, refusal_or_none)
            offers = tuple(offer for offer in self.sitting.offers if offer.kind == "draw" and offer.side is side)
            await self._commit(seat, body.id, answer, msgspec.structs.replace(self.sitting, offers=offers))
        self.call_bots()
        return answer

    def _order(self, order: dict[str, Any]) -> Any:
        try:
            return decode(encode(order), self.book.order_type, "order")
        except Fault as fault:
            raise Wrong("order/bad", f"This is not an order of {self.book.title}: {fault.message}.") from None

    def _play(self, orders: Sequence[Any], side: Side) -> Refusal | None:
        """Plays orders until one is refused, a die falls or the other side is to act; the refusal, if one was."""
        for order in orders:
            try:
                self.log.play(order)
                self.log.line(len(self.log.texts) - 1, Eyes.NOBODY)  # what cannot be told is not played
            except Refused as refused:
                return refused.refusal
            except Declined as declined:
                return Refusal("", str(declined))
            except Exception as error:
                self._broke(error)
            entry = self.log.entries[-1]
            if (isinstance(entry, Played) and entry.rolls) or self.log.to_act() is not side:
                break
        return None

    def _broke(self, error: Exception) -> None:
        """A rule failed. What was played since the last commit is left: the match is built anew from what is stored."""
        logger.exception("match %s: a rule failed and its order was rolled back", self.id, exc_info=error)
        if len(self.log.texts) != self.head:
            self.drop()
        told = "A rule failed on this order and nothing has changed; please report it, and try another order."
        raise Wrong("rule/broken", told, 409) from error

    @contextmanager
    def _rules(self) -> Iterator[None]:
        """What a rule raises while somebody only looks."""
        try:
            yield
        except Wrong:
            raise
        except Exception as error:
            logger.exception("match %s: a rule failed while it was looked at", self.id)
            told = "A rule failed on this question and nothing has changed; please report it."
            raise Wrong("rule/broken", told, 409) from error

    async def _first_answer(self, seat: Seat, client_id: str) -> Answer | None:
        if self.dropped:
            raise Moved
        first = await self._store.answer(self.id, seat.token, client_id)
        return None if first is None else decode(first.encode(), Answer)

    def _not_now(self, seat: Seat, position: int) -> Answer | None:
        """Who may act, where, and at which position."""
        if not seat.acts:
            raise Wrong("auth/seat", "This link can only watch; the players have links of their own.", 403)
        if self.log.closed:
            raise Wrong("match/over", self.log.closed, 409)
        return None if position == self.head else Answer("stale", self.head)

    async def _commit(self, seat: Seat | None, client_id: str, answer: Answer | None, sitting: Sitting) -> None:
        """Stores what is new, and then tells of it. What cannot be stored never was."""
        if self._over():
            sitting = msgspec.structs.replace(sitting, offers=())
        kept = (seat.token, client_id, encode(answer).decode()) if seat and answer else None
        try:
            await self._store.write(self.id, self.head, self.log.texts[self.head :], sitting, kept)
        except Conflict:
            self.drop()
            raise Wrong("order/stale", "Another server has played on in this match; look at it again.", 409) from None
        except BaseException:
            self.drop()
            raise
        self.sitting = sitting
        self.head = len(self.log.texts)
        self.wake()

    def _over(self) -> bool:
        return self.log.results[-1] is not None

    def drop(self) -> None:
        """Leaves this copy; the next one who asks gets the match as it is stored."""
        self.dropped = True
        self._drop(self)
        self.wake()

    # Acts

    async def act(self, seat: Seat, body: ActBody) -> Answer:
        async with self.lock:
            if (first := await self._first_answer(seat, body.id)) is not None:
                return first
            if (answer := self._not_now(seat, body.position)) is not None:
                return answer
            try:
                if body.act == "rematch":
                    return await self._rematch(seat, body.id)
                sitting = self._do(seat, body.act)
            except Declined as declined:
                return Answer("refused", self.head, 0, Refusal("", str(declined)))
            except Exception as error:
                self._broke(error)
                raise
            answer = Answer("accepted", len(self.log.texts))
            await self._commit(seat, body.id, answer, sitting)
        self.call_bots()
        return answer

    def _do(self, seat: Seat, act: str) -> Sitting:
        """Does an act in the log or on the table, and gives the table after it."""
        if self._over():
            raise Declined("the game is over")
        side = seat.side if seat.role == PLAYS else None
        own = side if side is not None else self.log.to_act()
        assert own is not None
        offers = self.sitting.offers
        if act == "undo":
            self.log.act("undo", side)
            offers = _without(offers, "takeback")
        elif act == "resign":
            self.log.act("resign", own)
        elif act == "offer-takeback":
            if side is None or self.sitting.bots[side.other] is not None:
                self.log.take_back(side)
            else:
                self._may_ask_back(side)
                offers = (*_without(offers, "takeback", side), Offer("takeback", side))
        elif act == "offer-draw":
            offers = self._offer_draw(side, offers)
        elif act == "accept":
            self._accept(own, side is None)
            offers = ()
        else:
            offers = self._decline(own, side is None)
        return msgspec.structs.replace(self.sitting, offers=offers)

    def _may_ask_back(self, side: Side) -> None:
        if not any(self.log._mover(place) is side for place in self.log.standing):
            raise Declined("there is no order of yours to take back")

    def _offer_draw(self, side: Side | None, offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
        if side is None:
            self.log.act("draw", None)
            return ()
        if (bot := self.sitting.bots[side.other]) is not None:
            raise Declined(f"{bot} plays on: a bot takes no draw")
        return (*_without(offers, "draw", side), Offer("draw", side))

    def _accept(self, own: Side, both: bool) -> None:
        offered = [offer for offer in self.sitting.offers if both or offer.side is own.other]
        if not offered:
            raise Declined("there is nothing to accept")
        if offered[-1].kind == "draw":
            self.log.act("draw", None)
        else:
            self.log.take_back(offered[-1].side)

    def _decline(self, own: Side, both: bool) -> tuple[Offer, ...]:
        """Refuses what the other side offers; without that, takes one's own offer back."""
        if not self.sitting.offers:
            raise Declined("there is nothing to decline")
        theirs = [offer for offer in self.sitting.offers if offer.side is own.other]
        return () if both or not theirs else tuple(offer for offer in self.sitting.offers if offer not in theirs)

    async def _rematch(self, seat: Seat, client_id: str) -> Answer:
        """A new match with sides swapped. Everybody keeps their token: what it opens here, it opens there."""
        if not self._over():
            raise Declined("the game is not over yet; resign it or offer a draw first")
        answer = Answer("accepted", self.head)
        if self.sitting.rematch is not None:
            return answer
        places = [place for place in await self._store.seats_of(self.id) if place.role != INVITES]
        if self.row.kind == "friend" and sum(place.role == PLAYS for place in places) < 2:
            raise Declined("nobody has taken the other seat yet")
        new_id = secrets.token_urlsafe(12)
        red, blue = self.sitting.names
        swap = self.row.kind != "hotseat"
        row = MatchRow(
            new_id,
            self.row.rulebook,
            self.book.rules.book.version,
            self.row.setup,
            secrets.token_hex(20),
            self.row.kind,
            Sitting((blue, red) if swap else (red, blue), self.sitting.bots[::-1] if swap else self.sitting.bots),
        )
        swapped = [
            Seat(new_id, place.token, place.role, place.side if place.side is None else place.side.other, True)
            for place in places
        ]
        sitting = msgspec.structs.replace(self.sitting, rematch=new_id)
        kept = (seat.token, client_id, encode(answer).decode())
        await self._store.add_rematch(self.id, self.head, sitting, kept, row, swapped)
        self.sitting = sitting
        self.wake()
        return answer

    # Bots

    def call_bots(self) -> None:
        """Lets a bot think if it is its turn and it is not at it already."""
        side = self.log.to_act()
        if side is None or self.dropped or self.sitting.bots[side] is None:
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._let_bots_play(), name=f"bots of {self.id}")

    async def _let_bots_play(self) -> None:
        try:
            while await self._let_a_bot_play():
                pass
        except (Wrong, StoreFailed) as error:
            logger.warning("match %s: the bot waits: %s", self.id, error)
        except Exception:
            logger.exception("match %s: the bot's turn failed", self.id)
            self.log.closed = "A rule failed while the computer was to play; the game can be watched and downloaded."
            self.wake()

    async def _let_a_bot_play(self) -> bool:
        """One order of a bot, or another bot in its place; whether a bot is still to act."""
        async with self.lock:
            side, head = self.log.to_act(), self.head
            if side is None or self.dropped or (bot := self.sitting.bots[side]) is None:
                self._thinking = None
                return False
            view = self.book.view(self.log.states[-1], side)
        why, order = "", None
        if bot == "random" and self.log.takeovers(side):
            order = self.book.sample(view, SeededDice())  # the last resort thinks here, where nothing can be late
        else:
            try:
                text = await self._thinker.choose(self.book.id, bot, encode(view))
                order = decode(text, self.book.order_type)
            except BotFailed as failed:
                why = failed.why
            except Fault:
                why = "illegal"
        async with self.lock:
            if self.head != head or self.dropped:
                return True
            sitting = self.sitting
            if not why:
                why = self._play_for_bot(order, side)
            if why:
                new = "random" if bot == "greedy" or self.log.takeovers(side) else "greedy"
                if bot == "random" and new == "random":
                    raise RuntimeError("the last resort gave an illegal order")
                self.log.act(f"takeover/{bot}/{new}/{why}", side)
                sitting = msgspec.structs.replace(sitting, bots=_with(sitting.bots, side, new))
                logger.warning("match %s: %s was replaced by %s: %s", self.id, bot, new, why)
            await self._commit(None, "", None, sitting)
        return True

    def _play_for_bot(self, order: Any, side: Side) -> str:
        """Plays a bot's order; why it cannot be played, or nothing."""
        try:
            return "" if self._play([order], side) is None else "illegal"
        except Wrong:
            if self.dropped:
                raise
            return "failed"

    async def stop(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)


class Moved(Exception):
    """This copy of a match was left; ask for the match again."""


def _without(offers: tuple[Offer, ...], kind: str, side: Side | None = None) -> tuple[Offer, ...]:
    return tuple(offer for offer in offers if offer.kind != kind or (side is not None and offer.side is not side))


def _with(bots: tuple[str | None, str | None], side: Side, bot: str | None) -> tuple[str | None, str | None]:
    return (bots[RED], bot) if side is BLUE else (bot, bots[BLUE])


def scenario_of(setup: Any) -> str:
    return str(getattr(setup, "scenario", ""))


class Matches:
    """All matches of a server: those in memory, and through the store all others."""

    def __init__(self, store: Store, thinker: Choosing) -> None:
        self.store, self.thinker = store, thinker
        self._live: dict[str, Match] = {}
        self._loading: dict[str, asyncio.Task[Match]] = {}

    async def get(self, match: str) -> Match:
        """The live match of this id, rebuilt from its lines if need be."""
        if (found := self._live.pop(match, None)) is not None:
            self._live[match] = found  # the last one asked for is the last one to go
            return found
        if match not in self._loading:
            task = self._loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str) -> Match:
        stored = await self.store.match(match)
        if stored is None:
            raise Wrong("match/unknown", "There is no such match; look at the link again.", 404)
        row, texts = stored
        try:
            book = load(row.rulebook)
            log = await asyncio.to_thread(Log.load, book, row, texts)
        except Exception as error:
            logger.exception("match %s cannot be loaded", match)
            told = f"This match cannot be shown by this version of Hulldown ({type(error).__name__})."
            raise Wrong("match/over", told, 409) from error
        return self._seat_at_table(row, log)

    def _seat_at_table(self, row: MatchRow, log: Log) -> Match:
        live = Match(row, log, self.store, self.thinker, self._forget)
        self._live[row.id] = live
        for old in [match for match in self._live.values() if not match.listeners and not match.lock.locked()]:
            if len(self._live) <= MOST_LIVE:
                break
            if old is not live:
                del self._live[old.id]
        live.call_bots()
        return live

    def _forget(self, match: Match) -> None:
        if self._live.get(match.id) is match:
            del self._live[match.id]

    async def seat(self, match: str, token: str) -> Seat:
        """What a token is good for in a match."""
        if (found := await self.store.seat(match, token)) is not None:
            return found
        await self.get(match)
        raise Wrong("auth/token", "This link does not open this match; ask for a new one.", 401)

    async def orders(self, match: str, seat: Seat, body: OrdersBody) -> Answer:
        try:
            return await (await self.get(match)).orders(seat, body)
        except Moved:
            return await (await self.get(match)).orders(seat, body)

    async def act(self, match: str, seat: Seat, body: ActBody) -> Answer:
        try:
            return await (await self.get(match)).act(seat, body)
        except Moved:
            return await (await self.get(match)).act(seat, body)

    # Making matches

    async def create(self, wish: NewMatch) -> Created:
        book, setup = build(wish)
        side = Side(secrets.randbelow(2)) if wish.side is None else wish.side
        return await self._add(book, encode(setup).decode(), wish.opponent, wish.bot, side, wish.name)

    async def _add(
        self,
        book: Book,
        setup: str,
        kind: Literal["bot", "hotseat", "friend"],
        bot: str,
        side: Side,
        name: str,
        texts: Sequence[str] = (),
    ) -> Created:
        if kind == "bot" and bot not in BOTS:
            raise Wrong("setup/bad", f"There is no bot {bot!r}; there is {', '.join(BOTS)}.")
        new_id, token, watch = secrets.token_urlsafe(12), new_token(), new_token()
        invitation = new_token() if kind == "friend" else None
        names = ["Red", "Blue"]
        bots: Bots = (None, None)
        if kind != "hotseat":
            names[side] = name
        if kind == "bot":
            names[side.other] = bot.capitalize()
            bots = _with(bots, side.other, bot)
        row = MatchRow(
            new_id,
            book.id,
            book.rules.book.version,
            setup,
            secrets.token_hex(20),
            kind,
            Sitting((names[0], names[1]), bots),
            len(texts),
        )
        log = await asyncio.to_thread(Log.load, book, row, texts, prove=False)
        if log.closed:
            raise Wrong("record/bad", log.closed, 409)
        own = Seat(new_id, hashed(token), PLAYS, side, True)
        if kind == "hotseat":
            own = Seat(new_id, hashed(token), BOTH, None, True)
        places = [own, Seat(new_id, hashed(watch), WATCHES)]
        if invitation is not None:
            places.append(Seat(new_id, hashed(invitation), INVITES, side.other))
        await self._keep_terrain(log)
        await self.store.add_match(row, places, log.texts)
        self._seat_at_table(row, log)
        return Created(new_id, own.side, token, invitation, watch)

    async def _keep_terrain(self, log: Log) -> None:
        terrain = log.book.terrain(log.states[0])
        await self.store.keep_terrain(terrain.id, encode(terrain).decode())

    async def upload(self, text: str) -> Watched:
        """A record as a match that can only be watched, if it can be proved."""
        try:
            record = Record.parse(text)
            book = load(record.head.rulebook)
            problems = await asyncio.to_thread(verify, record, book)
        except Fault as fault:
            raise Wrong("record/bad", f"This is no record that can be watched: {fault}.") from None
        except Exception as error:
            logger.warning("an uploaded record broke a rule", exc_info=error)
            raise Wrong("record/bad", "This record cannot be replayed.") from None
        if problems:
            told = f"This record does not prove itself: {problems[0].where}: {problems[0].message}."
            raise Wrong("record/bad", told)
        texts = [encode(line).decode() for line in record.lines[1:]]
        end = texts.pop() if texts and texts[-1].startswith('{"line":"end"') else ""
        head = record.head
        new_id, watch = secrets.token_urlsafe(12), new_token()
        sitting = Sitting(("Red", "Blue"), seed_hash=head.seed_hash, end=end)
        row = MatchRow(new_id, book.id, head.version, bytes(head.setup).decode(), "", "record", sitting)
        log = await asyncio.to_thread(Log.load, book, row, texts)
        await self._keep_terrain(log)
        await self.store.add_match(row, [Seat(new_id, hashed(watch), WATCHES)], texts)
        self._seat_at_table(row, log)
        return Watched(new_id, watch)

    async def fork(self, match: str, seat: Seat, body: ForkBody) -> Created:
        """A match of its own that begins with the lines before a position."""
        live = await self.get(match)
        async with live.lock:
            live._open_to(seat)
            if body.position > live.head:
                told = f"The game has {live.head} lines; it cannot be played on from position {body.position}."
                raise Wrong("order/bad", told)
            if live.log.results[body.position] is not None:
                raise Wrong("match/over", "The game was over there; choose an earlier position to play on from.", 409)
            texts, setup, book = live.log.texts[: body.position], live.row.setup, live.book
        return await self._add(book, setup, body.opponent, body.bot, body.side, body.name, texts)

    # Invitations

    async def invitation(self, token: str) -> InvitationView:
        seat = await self._invitation(token)
        match = await self.get(seat.match)
        assert seat.side is not None
        return InvitationView(
            match=match.id,
            rulebook=match.row.rulebook,
            title=match.book.title,
            scenario=scenario_of(match.log.setup),
            side=seat.side,
            by=match.sitting.names[seat.side.other],
            claimed=seat.claimed,
        )

    async def _invitation(self, token: str) -> Seat:
        if (seat := await self.store.invitation(token)) is None:
            raise Wrong("invitation/unknown", "There is no such invitation; ask for the link again.", 404)
        return seat

    async def claim(self, token: str, name: str) -> Claimed:
        seat = await self._invitation(token)
        match = await self.get(seat.match)
        assert seat.side is not None
        async with match.lock:
            red, blue = match.sitting.names
            names = (red, name) if seat.side is BLUE else (name, blue)
            sitting = msgspec.structs.replace(match.sitting, names=names)
            own = new_token()
            if not await self.store.claim(seat, own, sitting):
                raise Wrong("invitation/taken", "Somebody has taken this seat already; ask for a link to watch.", 409)
            match.sitting = sitting
            match.wake()
        return Claimed(match.id, own, seat.side)

    async def close(self) -> None:
        for match in list(self._live.values()):
            await match.stop()
        await self.thinker.close()
        await self.store.close()
