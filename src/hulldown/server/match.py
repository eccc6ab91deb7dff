"""A live match: what is accepted is stored, then told. One lock a match; whatever goes wrong stays at its table."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.game import Declined, Played
from hulldown.kernel.rule import Refusal, Refused
from hulldown.kernel.side import Side
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import positions
from hulldown.server import acts, clock
from hulldown.server.botseats import BotSeats
from hulldown.server.database import Conflict
from hulldown.server.judge import Judge
from hulldown.server.keys import Keys
from hulldown.server.lessons import CHANGED, GO_BACK, Teaching
from hulldown.server.log import Eyes, Log
from hulldown.server.protocol import ActBody, Answer, DiceWanted, KeysBody, OrdersBody, StandingBody, Wrong
from hulldown.server.rematch import next_match
from hulldown.server.store import HURRY, INVITES, PLAYS, WITHDRAWN, MatchRow, Reasons, Seat, Sitting, Store
from hulldown.server.table import Moved, Table, inviting
from hulldown.server.thinker import Choosing
from hulldown.server.typed import Given
from hulldown.server.typed import Waiting as OrderWaiting
from hulldown.server.vault import KeyRow

SECONDS_FOR_OTHERS = 0.02  # between two orders of one message at a large table
logger = logging.getLogger("hulldown.server")


class Room(NamedTuple):
    """What all matches of a server share: where they are kept, where bots think, where what is dear is worked out, who
    forgets a match that is left, how long friends wait for each other, and whether bots rest, as the server is about to
    stop."""

    store: Store
    thinker: Choosing
    judge: Judge
    forget: Callable[["Match"], None]
    patience_seconds: int
    resting: asyncio.Event


class Match(Table):
    """A match that is being played or watched. `head` counts the lines that are stored; nobody hears of more."""

    def __init__(
        self,
        row: MatchRow,
        log: Log,
        room: Room,
        why: Reasons,
        keys: Sequence[KeyRow] = (),
        places: Sequence[Seat] = (),
        asker: str = "",
    ) -> None:
        super().__init__(row, log, room.store, room.judge, room.patience_seconds, why, keys, places)
        self.dropped = False
        self.visited = 0  # when somebody opened it last, as far as that was kept
        self.called_why: tuple[str, ...] = ()  # a bot gave the order whose dice are called
        self.bots = BotSeats(self, room.store.news, room.thinker, room.resting, asker or row.id)
        self._drop = room.forget

    # Playing

    async def orders(self, seat: Seat, body: OrdersBody) -> Answer:
        async with self.lock:
            if (first := await self._first_answer(seat, body.id)) is not None:
                return first
            orders = [self._order(order) for order in body.orders]
            if (answer := self._not_now(seat, body.position)) is not None:
                return answer
            if self.lesson is not None:
                return await self._learn(self.lesson, seat, body, orders)
            side = self._to_act()
            mine, given = self._not_yours(seat, side), tuple(body.faces)
            waiting = self._rolls_for(orders)
            if self.typed is not None and (mine is None or waiting is not None):
                given = tuple(self.typed.rolled(orders, side, given, self.head)) if body.roll_here else given
                lacking = self._lacks(orders, side, given)
                if isinstance(lacking, DiceWanted):
                    return Answer("dice", self.head, wanted=lacking)
                mine = lacking
            elif given or body.roll_here:
                mine = mine or Refusal("", "nobody types dice in this match; they are rolled for you")
            refusal = self.log.compass.fill(mine or await self._play_by_turns(orders, side, given))
            if len(self.log.texts) == self.head:
                return Answer("refused", self.head, 0, refusal)
            played = sum(isinstance(entry, Played) for entry in self.log.entries[self.head :])
            explained = {self.head: waiting.why} if waiting is not None and waiting.why else {}
            self.decline(self.sitting)
            call = self.sealed.call if self.sealed is not None else None
            roll = msgspec.UNSET if call is None else call.roll
            answer = Answer("accepted", len(self.log.texts), played, refusal, roll)
            offers = tuple(offer for offer in self.sitting.offers if offer.kind == "draw" and offer.side is side)
            sitting = msgspec.structs.replace(self.sitting, offers=offers)
            await self.commit(seat, body.id, answer, sitting, explained)
        self.bots.call()
        return answer

    async def _learn(self, lesson: Teaching, seat: Seat, body: OrdersBody, orders: Sequence[Any]) -> Answer:
        """Orders in a lesson: what its step wants is played, with the step's dice; anything else is answered."""
        self._check_lesson(lesson)
        try:
            taught = lesson.take(body.step, orders)
        except Wrong:
            raise
        except Exception as error:
            self._broke(error)
            raise
        if taught.other:
            return Answer("other", self.head, lesson=taught)
        refusal = self.log.compass.fill(taught.refusal)
        if len(self.log.texts) == self.head:
            return Answer("refused", self.head, 0, refusal, lesson=taught)
        answer = Answer("accepted", len(self.log.texts), taught.played, refusal, lesson=taught)
        await self.commit(seat, body.id, answer, self.sitting)
        return answer

    async def _go_to(self, lesson: Teaching, seat: Seat, body: ActBody) -> Answer:
        """In a lesson: to the beginning of a step."""
        self._check_lesson(lesson)
        if body.act != "step":
            return Answer("refused", self.head, 0, Refusal("", GO_BACK))
        try:
            lesson.go(body.step)
        except Wrong:
            raise
        except Exception as error:
            self._broke(error)
            raise
        answer = Answer("accepted", len(self.log.texts))
        await self.commit(seat, body.id, answer, self.sitting)
        return answer

    def _check_lesson(self, lesson: Teaching) -> None:
        if lesson.changed:
            raise Wrong("lesson/changed", CHANGED, 409)

    def _rolls_for(self, orders: Sequence[Any]) -> OrderWaiting | None:
        """The order that waits at the table, if it is this one for which somebody rolls."""
        waits = self.typed.waits if self.typed is not None else None
        return waits if waits is not None and [*orders] == [waits.order] else None

    def _lacks(self, orders: Sequence[Any], side: Side, given: Given) -> DiceWanted | Refusal | None:
        assert self.typed is not None
        try:
            return self.typed.lacks(orders, side, given, self.head)
        except Exception as error:
            self._broke(error)
            raise

    def play(self, orders: Sequence[Any], side: Side, given: Given = ()) -> Refusal | None:
        """Plays orders until one is refused, a die falls or the other side is to act; the refusal, if one was."""
        for order in orders:
            try:
                called = self._give(order, given)
                self.log.line(len(self.log.texts) - 1, Eyes.NOBODY)  # what cannot be told is not played
            except Refused as refused:
                return refused.refusal
            except Declined as declined:
                return Refusal("", str(declined))
            except Exception as error:
                self._broke(error)
            if called or self._rolled() or self.log.to_act() is not side:
                break
        return None

    async def _play_by_turns(self, orders: Sequence[Any], side: Side, given: Given) -> Refusal | None:
        """The same; at a large table, where each order takes long, all others have their turn after each."""
        if not self.log.large:
            return self.play(orders, side, given)
        try:
            for order in orders:
                if (refusal := self.play([order], side, given)) is not None:
                    return refusal
                if self._is_called() or self._rolled() or self.log.to_act() is not side:
                    break
                await asyncio.sleep(SECONDS_FOR_OTHERS)
        except BaseException:
            if len(self.log.texts) != self.head:
                self.drop()
            raise
        return None

    def _is_called(self) -> bool:
        """Whether dice are called, and have not fallen."""
        return self.sealed is not None and self.sealed.call is not None

    def _give(self, order: Any, given: Given = ()) -> bool:
        """Plays an order, or calls its dice; whether they were called."""
        if self.sealed is not None:
            return self.sealed.play(order)
        if self.typed is not None:
            self.log.play_typed(order, self.typed.dice(order, given, self.head))
            return False
        self.log.play(order)
        return False

    def _rolled(self) -> bool:
        """Whether dice fell in the last order."""
        last = self.log.entries[self.log.kept[-1]] if self.log.kept else None
        return isinstance(last, Played) and bool(last.rolls)

    def decline(self, sitting: Sitting) -> None:
        """Passes for a side whose standing orders decline, before anybody hears of the window."""
        try:
            while not self.held() and (order := acts.declined(self.log, sitting)) is not None:
                if self.must_wait(order):
                    return
                self._give(order)
                self.log.line(len(self.log.texts) - 1, Eyes.NOBODY)
        except Declined:
            return  # dice cannot fall now; whoever is to act will be told why
        except Exception as error:
            self._broke(error)

    def must_wait(self, order: Any, why: tuple[str, ...] = ()) -> bool:
        """Whether an order that the table itself gives waits, as people have to roll its dice."""
        side = self.log.to_act()
        if self.typed is None or side is None:
            return False
        lacking = self.typed.lacks([order], side, (), len(self.log.texts))
        if isinstance(lacking, DiceWanted):
            self.typed.waits = OrderWaiting(side, order, lacking, len(self.log.texts), why)
            return True
        return False

    def held(self) -> bool:
        """Whether nothing can be rolled now: dice are called, a key is awaited, or people have to roll."""
        if self.typed is not None:
            return self.typed.waits is not None
        return self._is_called() or (self.sealed is not None and bool(self.sealed.awaited))

    def _broke(self, error: Exception) -> None:
        """A rule failed. What was played since the last commit is left: the match is built anew from what is stored."""
        logger.exception("match %s: a rule failed and its order was rolled back", self.id, exc_info=error)
        if len(self.log.texts) != self.head:
            self.drop()
        told = "A rule failed on this order and nothing has changed; please report it, and try another order."
        raise Wrong("rule/broken", told, 409) from error

    async def _first_answer(self, seat: Seat, client_id: str) -> Answer | None:
        if self.dropped:
            raise Moved
        first = await self._store.answer(self.id, seat.token, client_id)
        return None if first is None else decode(first.encode(), Answer)

    async def commit(
        self, seat: Seat | None, client_id: str, answer: Answer | None, sitting: Sitting, why: Reasons | None = None
    ) -> None:
        """Stores what is new, and then tells of it. What cannot be stored never was."""
        if self._over() and self.lesson is None:
            sitting = msgspec.structs.replace(sitting, offers=(), end=self.log.told_seed() or sitting.end)
        if len(self.log.texts) > self.head:
            sitting = msgspec.structs.replace(sitting, since=clock.now())
        kept = (seat.token, client_id, encode(answer).decode()) if seat and answer else None
        texts, keys = self.log.texts[self.head :], self.sealed.fresh if self.sealed is not None else []
        try:
            await self._store.write(self.id, self.head, texts, sitting, kept, why or {}, keys, self.sitting)
        except Conflict:
            self.drop()
            raise Moved from None
        except BaseException:
            self.drop()
            raise
        self.told(sitting)
        self._why = self._why | (why or {})

    def told(self, sitting: Sitting) -> None:
        """What is stored may be heard of."""
        if self.sealed is not None:
            self.sealed.fresh = []
        self.sitting = sitting
        self.head = len(self.log.texts)
        if self.typed is not None and (waits := self.typed.waits) is not None and waits.head != self.head:
            self.typed.waits = None
        self.wake()

    async def catch_up(self) -> None:
        """Reads what other servers have written since; what cannot be followed is left, and built anew."""
        if not self._is_called() and await self._store.mark(self.id) == (self.head, self.sitting):
            return
        async with self.lock:
            if self.dropped or self.log.closed:
                return
            try:
                await self._follow_others()
            except Exception:
                logger.exception("match %s: what another server wrote cannot be followed; it is built anew", self.id)
                self.drop()
                return
        self.bots.call()

    async def _follow_others(self) -> None:
        sitting, texts, why = await self._store.since(self.id, self.head)
        self.log.follow(texts)
        if self.sealed is not None and texts:
            self.sealed = Keys(self.log, await self._store.keys(self.id))
        if self.sealed is not None and self.sealed.call is not None:
            self.sealed.shown = await self._store.links(self.id, self.sealed.number, self.sealed.checked.number + 1)
        if sitting.names != self.sitting.names:
            await self.read_seats()
        self.told(sitting)
        self._why = self._why | why

    async def read_seats(self) -> None:
        """Whether the link to a seat is open still, as another server has changed it."""
        self.inviting = inviting(await self._store.seats_of(self.id))
        self.wake()

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
            if self.lesson is not None:
                return await self._go_to(self.lesson, seat, body)
            try:
                if body.act == "rematch":
                    return await self._rematch(seat, body.id)
                if body.act == "ruled":
                    return await self._rule_otherwise(seat, body)
                side = seat.side if seat.role == PLAYS else None
                if self.sealed is not None:
                    sitting = self.sealed.act(body.act, side, self.sitting, self.waiting())
                else:
                    sitting = acts.do(body.act, side, self.log, self.sitting, self.waiting())
            except Declined as declined:
                return Answer("refused", self.head, 0, Refusal("", str(declined)))
            except Exception as error:
                self._broke(error)
                raise
            answer = Answer("accepted", len(self.log.texts))
            await self.commit(seat, body.id, answer, sitting)
        self.bots.call()
        return answer

    async def _rule_otherwise(self, seat: Seat, body: ActBody) -> Answer:
        """Goes on from a table that the players put right by hand: only where they roll the dice."""
        side, why = seat.side if seat.side is not None else self._to_act(), " ".join(body.why.split())
        if self.typed is None:
            raise Declined("only where people roll the dice can they rule otherwise")
        if not why:
            raise Declined("a ruling says in a sentence what was ruled")
        try:
            text = positions(self.book.id).ruling(self.book, self.log.setup, body.table)
            self.log.rule_otherwise(side, text, why if why.endswith((".", "!", "?")) else f"{why}.")
        except Fault as fault:
            where = fault.where.replace("position:", "line ").replace("position", "the table")
            return Answer("refused", self.head, 0, Refusal(fault.rule, f"{where}: {fault.message}"))
        terrain = self.book.terrain(self.log.states[-1])
        await self._store.keep_terrain(terrain.id, encode(terrain).decode())
        answer = Answer("accepted", len(self.log.texts))
        sitting = msgspec.structs.replace(self.sitting, offers=(), standing=(None, None))
        await self.commit(seat, body.id, answer, sitting)
        self.bots.call()
        return answer

    async def stand(self, seat: Seat, body: StandingBody) -> Answer:
        """Keeps standing orders for this round; a window that is open is answered by them at once."""
        async with self.lock:
            if self.dropped:
                raise Moved
            if (answer := self._not_now(seat, self.head if body.position is None else body.position)) is not None:
                return answer
            if self.lesson is not None:
                return Answer("refused", self.head, 0, Refusal("", "a lesson asks at every step"))
            now = self._to_act()
            if self.sealed is not None and self.sealed.call is not None:
                return Answer("refused", self.head, 0, Refusal("", "the dice are called, and fall first"))
            own = now if seat.side is None else seat.side
            try:
                sitting = acts.stand(body, own, self.log, self.sitting)
            except Declined as declined:
                return Answer("refused", self.head, 0, Refusal("", str(declined)))
            self.decline(sitting)
            await self.commit(None, "", None, sitting)
        self.bots.call()
        return Answer("accepted", self.head)

    async def _rematch(self, seat: Seat, client_id: str) -> Answer:
        """A new match with sides swapped. Everybody keeps their token: what it opens here, it opens there."""
        if not self._over():
            raise Declined("the game is not over yet; resign it or offer a draw first")
        answer = Answer("accepted", self.head)
        if self.sitting.rematch is not None:
            return answer
        places = [place for place in await self._store.seats_of(self.id) if place.role not in (INVITES, WITHDRAWN)]
        if self.row.kind == "friend" and sum(place.role == PLAYS for place in places) < 2:
            raise Declined("nobody has taken the other seat yet")
        row, swapped, keys = next_match(self, places)
        sitting = msgspec.structs.replace(self.sitting, rematch=row.id)
        kept = (seat.token, client_id, encode(answer).decode())
        await self._store.add_rematch(self.id, self.head, sitting, kept, row, swapped, keys)
        self.sitting = sitting
        self.wake()
        return answer

    async def move_now(self, seat: Seat) -> Answer:
        """Lets the bot that thinks play the best that it has, for the rest of its turn."""
        async with self.lock:
            if self.dropped:
                raise Moved
            if (answer := self._not_now(seat, self.head)) is not None:
                return answer
            side = self._to_act()
            if self.sitting.bots[side] is None:
                told = f"no bot is thinking; it is {side.label}'s choice, and nobody else is waited for"
                return Answer("refused", self.head, 0, Refusal("", told))
            self.bots.hurry_turn()
        await self._store.news.say(self.id, HURRY)
        self.bots.call()
        return Answer("accepted", self.head)

    # Keys

    async def keys(self, seat: Seat, body: KeysBody) -> Answer:
        """A key, a deposit, or the link for a call."""
        async with self.lock:
            if self.dropped:
                raise Moved
            if (answer := self._not_now(seat, self.head)) is not None:
                return answer
            side = seat.side if seat.role == PLAYS else body.side
            if self.sealed is None or side is None or self._over():
                told = "The dice of this match are not sealed, the game is over, or it is not said for which side."
                raise Wrong("keys/none", told, 409)
            try:
                await self._take_key(self.sealed, side, body)
            except Declined as declined:
                return Answer("refused", self.head, 0, Refusal("", str(declined)))
        self.bots.call()
        return Answer("accepted", self.head)

    async def _take_key(self, sealed: Keys, side: Side, body: KeysBody) -> None:
        given = [name for name in ("anchor", "draw", "deposit", "link") if getattr(body, name) is not None]
        if len(given) != 1 or (body.link is None) != (body.call is None):
            raise Wrong("order/bad", "Give one of: an anchor, draw, a deposit, or a call with its link.")
        if body.link is not None and body.call is not None:
            await self._take_link(sealed, side, body.call, body.link)
            return
        if body.deposit is not None:
            sealed.deposit(side, body.deposit)
        else:
            sealed.bring(side, body.anchor or "")
        await self.commit(None, "", None, self.sitting)

    async def _take_link(self, sealed: Keys, side: Side, call: str, link: str) -> None:
        """Stores a link, and then looks which there are: of two servers, the one that stored last sees them all."""
        if sealed.call_hash != call:
            if await self._store.has_link(self.id, 1 + side, link):
                return
            if await self._store.head(self.id) > self.head:
                self.drop()
                raise Moved
            raise Declined("there is no such call")
        if not sealed.fits(side, link):
            raise Declined("this is not the link of your dice key for the call")
        roll = sealed.checked.number + 1
        await self._store.keep_link(self.id, sealed.number, roll, 1 + side, link)
        await self._roll_if_complete(sealed)

    async def _roll_if_complete(self, sealed: Keys) -> None:
        """Plays the order that was called, as soon as no link is missing."""
        sealed.shown = await self._store.links(self.id, sealed.number, sealed.checked.number + 1)
        try:
            if not sealed.roll():
                self.wake()
                return
            self.log.line(len(self.log.texts) - 1, Eyes.NOBODY)
        except Exception as error:
            self._broke(error)
        place, why = self.log.kept[-1], self.called_why
        self.called_why = ()
        self.decline(self.sitting)
        await self.commit(None, "", None, self.sitting, {place: why} if why else {})

    async def resume(self) -> None:
        """After a restart: dice that were called, and whose links are all there, fall."""
        if self.typed is not None and not self.log.closed and not self._over():
            async with self.lock:
                self.decline(self.sitting)
                if len(self.log.texts) != self.head:
                    await self.commit(None, "", None, self.sitting)
            return
        if self.sealed is None or self.sealed.call is None or self.log.closed or self._over():
            return
        async with self.lock:
            await self._roll_if_complete(self.sealed)
