"""A live match: what is accepted is stored, then told. One lock a match; whatever goes wrong stays at its table."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from hulldown.bots import titled
from hulldown.bots.placing import placing
from hulldown.bots.thinking_time import turn_of
from hulldown.kernel.checker import HOST
from hulldown.kernel.dice import HeldDice, SeededDice, Undecided
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Declined, Game, Noted, Played, ahead
from hulldown.kernel.position import OWN, name_of, story_of
from hulldown.kernel.record import TYPED, Anchors, Typed
from hulldown.kernel.rule import Refusal, Refused
from hulldown.kernel.rulebook import Preview, Survey
from hulldown.kernel.side import Side
from hulldown.kernel.takeover import BACK, Takeover
from hulldown.kernel.wire import decode, encode, plain
from hulldown.rulebooks import positions
from hulldown.rulebooks.differing import units_of
from hulldown.server import acts, clock, substitutes
from hulldown.server.database import Conflict, StoreFailed
from hulldown.server.ending import ending
from hulldown.server.judge import Judge, Question
from hulldown.server.keys import Keys, drawn_set, is_call
from hulldown.server.lessons import CHANGED, GO_BACK, KIND, Teaching
from hulldown.server.log import Book, Eyes, Log
from hulldown.server.protocol import (
    MOST_ORDERS,
    ActBody,
    Answer,
    Cited,
    DiceView,
    DiceWanted,
    Ending,
    Inviting,
    KeysBody,
    MatchView,
    Notice,
    OrdersBody,
    OrderWaits,
    PlacingAnswer,
    Rehearsal,
    RehearsalBody,
    Standing,
    StandingBody,
    SurveyAnswer,
    TableText,
    Waiting,
    Wrong,
)
from hulldown.server.store import (
    BOTH,
    HERE,
    HURRY,
    INVITES,
    PLAYS,
    WITHDRAWN,
    MatchRow,
    Reasons,
    Seat,
    Sitting,
    Store,
    promised,
)
from hulldown.server.thinker import BotFailed, Choosing
from hulldown.server.typed import Given, Typing
from hulldown.server.typed import Waiting as OrderWaiting
from hulldown.server.vault import KeyRow

MOST_LINES_AT_ONCE = 100
SECONDS_REMEMBERED = 40.0  # of who is at another server, which says so at every heartbeat
SECONDS_TO_FINISH = 5.0  # for a bot, before the server stops
SECONDS_FOR_OTHERS = 0.02  # between two orders of one message at a large table
TOUCHED_SECONDS = 3600  # how exactly it is known when a lesson was last opened
OVER = "The game is over."
logger = logging.getLogger("hulldown.server")


def eyes_of(seat: Seat) -> Eyes:
    if seat.role == BOTH:
        return Eyes.BOTH
    return Eyes(seat.side) if seat.role == PLAYS and seat.side is not None else Eyes.NOBODY


class Listener:
    """Somebody on a stream: woken when there is something new."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.news = asyncio.Event()


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


class Elsewhere:
    """Who looks at a table at other servers, as they said not long ago."""

    def __init__(self) -> None:
        self._servers: dict[str, tuple[float, frozenset[Eyes]]] = {}

    def hear(self, server: str, told: str) -> None:
        self._servers[server] = time.monotonic(), frozenset(Eyes(int(sign)) for sign in told)

    def seen(self) -> set[Eyes]:
        now = time.monotonic()
        return {one for at, eyes in self._servers.values() if now - at < SECONDS_REMEMBERED for one in eyes}


class Match:
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
        self.id = row.id
        self.asker = asker or row.id  # for whom its bots think
        self.row, self.log, self.book = row, log, log.book
        played = row.kind != "record"
        self.sealed = Keys(log, keys) if log.keys is not None and not log.typed and played else None
        self.typed = Typing(log) if log.typed and played else None
        self.lesson = Teaching(log, row.sitting.lesson) if row.kind == KIND else None
        self._called_why: tuple[str, ...] = ()  # a bot gave the order whose dice are called
        self.sitting = row.sitting
        self.inviting = inviting(places)
        self.head = len(log.texts)
        self.lock = asyncio.Lock()
        self.dropped = False
        self.listeners: dict[Listener, None] = {}  # in the order in which they came
        self.elsewhere = Elsewhere()
        self.visited = 0  # when somebody opened it last, as far as that was kept
        self._store, self._thinker, self._judge, self._drop, self._patience_seconds, self._resting = room
        self._thinking: asyncio.Task[None] | None = None
        self._turn, self._tries = "", 0  # of the bot that was asked last, and how often it has failed there
        self._hurry = asyncio.Event()  # in that turn, once somebody does not want to wait for it
        self._why = {place: told for place, told in why.items() if place < self.head}  # a bot gave its orders, by lines

    # Looking

    def view_for(self, seat: Seat) -> MatchView:
        eyes, log = eyes_of(seat), self.log
        with self._rules():
            picture = log.picture(self.head, eyes)
            last, acted = log.last(eyes)
        return MatchView(
            match=self.id,
            rulebook=self.row.rulebook,
            title=self.book.title,
            scenario=scenario_of(log.setup),
            before=before(log.setup) or msgspec.UNSET,
            side=seat.side if eyes in (Eyes.RED, Eyes.BLUE) else None,
            both=eyes is Eyes.BOTH,
            watching=eyes is Eyes.NOBODY,
            names=self.sitting.names,
            bots=self.sitting.bots,
            head=self.head,
            terrain=picture.terrain,
            picture=picture,
            hidden=log.hides(Eyes.NOBODY, self.head),
            result=log.results[self.head],
            undo=log.undo(self.head, eyes),
            offers=self.sitting.offers,
            waiting=self.waiting(),
            closed=log.closed,
            rematch=self.sitting.rematch,
            standing=self._standing(seat),
            last=last,
            acted=acted,
            dice=self._dice(),
            inviting=self._inviting(),
            typed=True if self.log.typed else msgspec.UNSET,
            waits=self._waits(),
            units=own_units(self.book, log.setup),
        )

    def _waits(self) -> OrderWaits | msgspec.UnsetType:
        """The order that the table itself has given, and whose dice people have to roll."""
        return self.typed.waits.view if self.typed is not None and self.typed.waits is not None else msgspec.UNSET

    def _inviting(self) -> Inviting | msgspec.UnsetType:
        """What is told of a seat that nobody has: nothing once the game is over, or a bot plays for it."""
        waits = self._next() is not None and self.sitting.bots == (None, None)
        return self.inviting if self.inviting is not None and waits else msgspec.UNSET

    def present(self, side: Side) -> bool:
        """Whether somebody, or a bot, sits there now."""
        here = {listener.eyes for listener in self.listeners} | self.elsewhere.seen()
        return Eyes.BOTH in here or Eyes(side) in here or self.sitting.bots[side] is not None

    def _dice(self) -> DiceView | msgspec.UnsetType:
        return msgspec.UNSET if self.sealed is None else self.sealed.view(self.sitting)

    def _standing(self, seat: Seat) -> Standing | None:
        """Whose standing orders a seat may see: its own, and at one screen those of the side to act."""
        side = seat.side if seat.role == PLAYS else self.log.to_act() if seat.role == BOTH else None
        with self._rules():
            return None if side is None else acts.standing_of(self.log, self.head, self.sitting, side)

    async def look(self, seat: Seat) -> MatchView:
        async with self.lock:
            when = clock.now()
            if self.lesson is not None and self.sitting.since < when - TOUCHED_SECONDS:
                self.sitting = msgspec.structs.replace(self.sitting, since=when)
                await self._store.touch(self.id, self.sitting)
            return self.view_for(seat)

    async def survey(self, seat: Seat, unit: int) -> SurveyAnswer:
        async with self.lock:
            head, book = self.head, self.book
            with self._rules():
                view = self.log.view(head, eyes_of(seat))
                known = unit in book.units(view)
                over = not known or self._over()
                elsewhere = not over and self.log.large
                survey = Survey(unit) if over or elsewhere else book.survey(view, unit)
        if not known:
            raise Wrong("order/bad", f"There is no unit {unit} on this table; the picture has their numbers.")
        if elsewhere:
            asked = Question("survey", book=book.id, view=msgspec.Raw(encode(view)), unit=unit)
            survey = await self._from_elsewhere(asked, Survey)
        return SurveyAnswer(head, self.log.compass.fill(survey))

    async def _from_elsewhere(self, question: Question, kind: Any) -> Any:
        """An answer about a large table, which would keep all others waiting here."""
        try:
            return decode(await self._judge.ask(question, self.id), kind)
        except Fault as fault:
            raise Wrong("rule/broken", f"The referee has no answer about this table: {fault.message}.", 409) from None

    async def preview(self, seat: Seat, order: dict[str, Any], before: Sequence[dict[str, Any]] = ()) -> Preview:
        async with self.lock:
            parsed, played = self._order(order), [self._order(one) for one in before]
            with self._rules():
                view = self.log.view(self.head, eyes_of(seat))
                then = ahead(self.book, view, played) if played else view
                return Preview() if then is None else self.log.compass.fill(self.book.preview(then, parsed))

    async def placing(self, seat: Seat) -> PlacingAnswer:
        """What is left to set up, placed as `greedy` would; nothing, where there is nothing to place."""
        async with self.lock:
            head, view = self.head, self.log.view(self.head, eyes_of(seat))
            with self._rules():
                mine = seat.role == BOTH or (seat.role == PLAYS and seat.side == self.book.to_act(view))
                if not mine or not self.book.to_place(view):
                    return PlacingAnswer(head, [])
                if not self.log.large:
                    orders = await asyncio.to_thread(placing, self.book, view, MOST_ORDERS)
                    return PlacingAnswer(head, plain(orders))
        asked = Question("placing", book=self.book.id, view=msgspec.Raw(encode(view)))
        return PlacingAnswer(head, await self._from_elsewhere(asked, list[Any]))

    async def rehearse(self, seat: Seat, body: RehearsalBody) -> Rehearsal:
        """Orders on a copy of what this seat sees: nothing is stored or told, and no die of the match falls."""
        async with self.lock:
            orders = [self._order(order) for order in body.orders]
            played, refusal = 0, None
            ahead = self.log.game.copy(HeldDice())
            ahead.state = self.log.view(self.head, eyes_of(seat))
            with self._rules():
                if (now := self._not_now(seat, body.position)) is not None:
                    refusal = now.refusal
                elif (refusal := self._not_yours(seat, side := self._to_act())) is None:
                    played, refusal = _try(ahead, orders, side)
                found = Rehearsal(self.head, played, self.book.picture(ahead.state), refusal)
                return self.log.compass.fill(found)

    def lines(self, seat: Seat, first: int, last: int) -> list[bytes]:
        """Lines as they are told, from `first` up to and without `last`."""
        with self._rules():
            return [
                self.message(position, eyes_of(seat))
                for position in range(first, min(last, first + MOST_LINES_AT_ONCE, self.head))
            ]

    def message(self, position: int, eyes: Eyes) -> bytes:
        """A line as it is sent; to the two at one screen the last one with what the side to act sees of the table."""
        if eyes is not Eyes.BOTH or position + 1 != self.head or not self.log.hides(Eyes.NOBODY, self.head):
            return self.log.message(position, eyes)
        own = self.log.picture(self.head, eyes)
        return encode(msgspec.structs.replace(self.log.line(position, eyes), own=own))

    async def record(self, seat: Seat) -> str:
        async with self.lock:
            self.open_to(seat)
            return self.log.record()

    async def ending(self) -> Ending:
        async with self.lock:
            with self._rules():
                return ending(self.log, self.head, self.sitting)

    def cited(self, seat: Seat) -> dict[str, Cited]:
        """By rule in how many lines it decided something, and in which last."""
        found: dict[str, Cited] = {}
        with self._rules():
            for position, rule in self.log.cited(self.head, eyes_of(seat)):
                found[rule] = Cited(found[rule].lines + 1 if rule in found else 1, position)
        return found

    def open_to(self, seat: Seat) -> None:
        if self.log.hides(eyes_of(seat)):
            told = "The record holds what the other side has not shown yet; it can be had when both stand revealed."
            raise Wrong("record/hidden", told, 409)

    def notice(self) -> Notice:
        red, blue = (self.present(side) for side in Side)
        sitting = self.sitting
        last = max(self._why, default=0)
        since = self._turn_began(last, self.log.mover(last)) if self._why else 0
        why = {place: told for place, told in self.why().items() if place >= since}
        table = sitting.offers, sitting.names, (red, blue), sitting.bots, self.waiting(), sitting.rematch
        return Notice(*table, why, self._dice(), self._inviting(), self._waits())

    def why(self) -> Reasons:
        """Why bots gave their orders, by their lines; nothing of a turn that is not over."""
        side = self._next()
        if not self._why or side is None:
            return self._why
        if self._interrupted(self.head):
            side = side.other
        since = self._turn_began(self.head, side)
        return {at: told for at, told in self._why.items() if at < since or self.log.mover(at) is not side}

    def _turn_began(self, place: int, side: Side) -> int:
        """The first line of a side's turn that goes on at a line."""
        while place and (self.log.entries[place - 1].side is side or self._interrupted(place - 1)):
            place -= 1
        return place

    def waiting(self) -> Waiting | None:
        """Whom friends wait for: nobody while a bot is to act, and nobody in other games."""
        side, since = self._next(), self.sitting.since
        if side is not None and self.sealed is not None:
            side = next(iter(self.sealed.missing()), side)
        if self.row.kind != "friend" or side is None or self.sitting.bots[side] is not None or not since:
            return None
        return Waiting(side, since, since + self._patience_seconds)

    def _next(self) -> Side | None:
        """Whose choice it is after the lines that are stored."""
        log = self.log
        return None if log.closed or log.results[self.head] is not None else self.book.to_act(log.states[self.head])

    @contextmanager
    def listening(self, eyes: Eyes) -> Iterator[Listener]:
        listener = Listener(eyes)
        self.listeners[listener] = None
        self.wake()
        try:
            yield listener
        finally:
            self.listeners.pop(listener, None)
            self.wake()

    async def tell_who_is_here(self) -> None:
        """Other servers hear who looks at the table here, and forget it after a while."""
        if self._store.news.shared:
            here = "".join(sorted({str(int(listener.eyes)) for listener in self.listeners}))
            await self._store.news.say(self.id, f"{HERE}{here}")

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
            self._decline(self.sitting)
            call = self.sealed.call if self.sealed is not None else None
            roll = msgspec.UNSET if call is None else call.roll
            answer = Answer("accepted", len(self.log.texts), played, refusal, roll)
            offers = tuple(offer for offer in self.sitting.offers if offer.kind == "draw" and offer.side is side)
            sitting = msgspec.structs.replace(self.sitting, offers=offers)
            await self._commit(seat, body.id, answer, sitting, explained)
        self.call_bots()
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
        await self._commit(seat, body.id, answer, self.sitting)
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
        await self._commit(seat, body.id, answer, self.sitting)
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

    def _order(self, order: dict[str, Any]) -> Any:
        try:
            return decode(encode(order), self.book.order_type, "order")
        except Fault as fault:
            raise Wrong("order/bad", f"This is not an order of {self.book.title}: {fault.message}.") from None

    def _to_act(self) -> Side:
        if (side := self.log.to_act()) is None:
            raise Wrong("match/over", OVER, 409)
        return side

    def _not_yours(self, seat: Seat, side: Side) -> Refusal | None:
        if seat.role == PLAYS and seat.side is not side:
            return Refusal("", f"it is {side.label}'s choice; yours comes after it")
        return None

    def _play(self, orders: Sequence[Any], side: Side, given: Given = ()) -> Refusal | None:
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
            return self._play(orders, side, given)
        try:
            for order in orders:
                if (refusal := self._play([order], side, given)) is not None:
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

    def _decline(self, sitting: Sitting) -> None:
        """Passes for a side whose standing orders decline, before anybody hears of the window."""
        try:
            while not self._held() and (order := acts.declined(self.log, sitting)) is not None:
                if self._must_wait(order):
                    return
                self._give(order)
                self.log.line(len(self.log.texts) - 1, Eyes.NOBODY)
        except Declined:
            return  # dice cannot fall now; whoever is to act will be told why
        except Exception as error:
            self._broke(error)

    def _must_wait(self, order: Any, why: tuple[str, ...] = ()) -> bool:
        """Whether an order that the table itself gives waits, as people have to roll its dice."""
        side = self.log.to_act()
        if self.typed is None or side is None:
            return False
        lacking = self.typed.lacks([order], side, (), len(self.log.texts))
        if isinstance(lacking, DiceWanted):
            self.typed.waits = OrderWaiting(side, order, lacking, len(self.log.texts), why)
            return True
        return False

    def _held(self) -> bool:
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
        if seat.side is not None and (bot := self.sitting.bots[seat.side]) is not None and not self._over():
            told = f"{titled(bot)} plays on for {seat.side.label}, which was away for long; you can watch"
            return Answer("refused", self.head, 0, Refusal("", told))
        return None if self._is_current(position) else Answer("stale", self.head)

    def _is_current(self, position: int) -> bool:
        """Whether nothing has happened since a position but that keys were brought or deposited."""
        since = self.log.entries[position : self.head]
        return position <= self.head and all(isinstance(one, Noted) and not is_call(one) for one in since)

    async def _commit(
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

    def _over(self) -> bool:
        return self.log.results[-1] is not None

    async def catch_up(self) -> None:
        """Reads what other servers have written since; what cannot be followed is left, and built anew."""
        async with self.lock:
            if self.dropped or self.log.closed:
                return
            called = self._is_called()
            if not called and await self._store.mark(self.id) == (self.head, self.sitting):
                return
            try:
                await self._follow_others()
            except Exception:
                logger.exception("match %s: what another server wrote cannot be followed; it is built anew", self.id)
                self.drop()
                return
        self.call_bots()

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
            await self._commit(seat, body.id, answer, sitting)
        self.call_bots()
        return answer

    async def table(self, seat: Seat, at: int | None = None, whole: bool = False) -> TableText:
        """The table as the text of a position, now or after so many lines: with its head, or as rulings have it."""
        async with self.lock:
            self.open_to(seat)
            known, position = positions(self.book.id), self.head if at is None else min(at, self.head)
            with self._rules():
                state = self.log.states[position]
                return TableText(position, known.write(state) if whole else known.table(state))

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
        await self._commit(seat, body.id, answer, sitting)
        self.call_bots()
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
            self._decline(sitting)
            await self._commit(None, "", None, sitting)
        self.call_bots()
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
        self.call_bots()
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
        await self._commit(None, "", None, self.sitting)

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
        place, why = self.log.kept[-1], self._called_why
        self._called_why = ()
        self._decline(self.sitting)
        await self._commit(None, "", None, self.sitting, {place: why} if why else {})

    async def resume(self) -> None:
        """After a restart: dice that were called, and whose links are all there, fall."""
        if self.typed is not None and not self.log.closed and not self._over():
            async with self.lock:
                self._decline(self.sitting)
                if len(self.log.texts) != self.head:
                    await self._commit(None, "", None, self.sitting)
            return
        if self.sealed is None or self.sealed.call is None or self.log.closed or self._over():
            return
        async with self.lock:
            await self._roll_if_complete(self.sealed)

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
        new_id = secrets.token_urlsafe(12)
        red, blue = self.sitting.names
        swap = self.row.kind != "hotseat"
        # Whoever was away may play again.
        bots = (None, None) if self.row.kind == "friend" else self.sitting.bots
        dice, keys = self._next_keys(swap)
        names, bots = ((blue, red), bots[::-1]) if swap else ((red, blue), bots)
        seed, when = "" if dice and dice != TYPED else secrets.token_hex(20), clock.now()
        row = MatchRow(
            new_id,
            self.row.rulebook,
            self.book.rules.book.version,
            self.row.setup,
            seed,
            self.row.kind,
            Sitting(names, bots, since=when, began=when, seed_hash="" if dice else promised(seed), dice=dice),
        )
        swapped = [
            Seat(new_id, place.token, place.role, place.side if place.side is None else place.side.other, True)
            for place in places
        ]
        sitting = msgspec.structs.replace(self.sitting, rematch=new_id)
        kept = (seat.token, client_id, encode(answer).decode())
        await self._store.add_rematch(self.id, self.head, sitting, kept, row, swapped, keys)
        self.sitting = sitting
        self.wake()
        return answer

    def _next_keys(self, swap: bool) -> tuple[Anchors | Typed | None, list[KeyRow]]:
        """The keys of a rematch: the host draws again for whoever had none. What people rolled they roll again."""
        if self.log.typed:
            return TYPED, []
        if self.sealed is None:
            return None, []
        red, blue = (self.sealed.state_of(side) == HOST for side in Side)
        return drawn_set((blue, red) if swap else (red, blue))

    # Bots

    def call_bots(self) -> None:
        """Lets a bot think if it is its turn and it is not at it already."""
        side = self.log.to_act()
        if side is None or self.dropped or self.sitting.bots[side] is None or self._held() or self._resting.is_set():
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._let_bots_play(), name=f"bots of {self.id}")

    async def _let_bots_play(self) -> None:
        """Bots play until somebody else is to act; of several servers, one lets them think."""
        news = self._store.news
        if await news.take(self.id):
            try:
                await self._play_bots()
            finally:
                await news.leave(self.id)

    async def _play_bots(self) -> None:
        try:
            while await self._let_a_bot_play() and not self._resting.is_set():
                pass
        except (Wrong, StoreFailed, Moved) as error:
            logger.warning("match %s: the bot waits: %s", self.id, error)
        except Exception:
            logger.exception("match %s: the bot's turn failed", self.id)
            self.log.closed = "A rule failed while the computer was to play; the game can be watched and downloaded."
            self.wake()

    async def _let_a_bot_play(self) -> bool:
        """One order of a bot, or another bot in its place; whether a bot is still to act."""
        async with self.lock:
            side, head = self.log.to_act(), self.head
            if side is None or self.dropped or (bot := self.sitting.bots[side]) is None or self._held():
                self._thinking = None
                return False
            if regular := substitutes.returning(self.log, side):
                await self._replace(side, Takeover(bot, regular, BACK))
                return True
            view = self.book.view(self.log.states[-1], side)
            turn = self._turn_now()
        why, order, reasons = "", None, tuple[str, ...]()
        if substitutes.is_last_resort(self.log, side, bot):
            order = self.book.sample(view, SeededDice())  # the last resort thinks here, where nothing can be late
        else:
            try:
                thought = await self._thinker.choose(self.book.id, bot, turn, encode(view), self._hurry, self.asker)
                reasons, order = thought.why, decode(thought.order, self.book.order_type)
            except BotFailed as failed:
                why = failed.why
            except Fault:
                why = "illegal"
        async with self.lock:
            if self.head != head or self.dropped:
                return True
            if not why and self._waits_for_bot(order, reasons):
                self._thinking = None
                self.wake()
                return False
            if not why:
                why = self._play_for_bot(order, side)
            if not why:
                explained = dict[int, tuple[str, ...]]()
                if reasons and not self.book.turn(self.log.states[-1]).setting_up:  # then nothing is told
                    if self.sealed is not None and self.sealed.call is not None:
                        self._called_why = reasons
                    else:
                        explained[self.log.kept[-1]] = reasons
                self._decline(self.sitting)
                await self._commit(None, "", None, self.sitting, explained)
            elif not self._asks_again(why):
                await self._replace(side, substitutes.takeover(self.log, side, bot, why))
        return True

    def _asks_again(self, why: str) -> bool:
        """Whether the bot that failed has another try, in which it answers with the best that it has at once."""
        self._tries += 1
        self._hurry.set()
        return why != "illegal" and self._tries < substitutes.TRIES

    async def _replace(self, side: Side, takeover: Takeover) -> None:
        self.log.act(takeover.act, side)
        logger.warning("match %s: %s", self.id, takeover.told(side.label))
        bots = acts.seated(self.sitting.bots, side, takeover.new)
        await self._commit(None, "", None, msgspec.structs.replace(self.sitting, bots=bots))

    def _turn_now(self) -> str:
        """The turn in which a bot is asked: with every act, as a takeback is one, it is another."""
        log = self.log
        turn = f"{self.id} {len(log.texts) - len(log.kept)} {turn_of(self.book, log.states[-1])}"
        if turn != self._turn:
            self._turn, self._tries = turn, 0
            self._hurry.clear()
        return turn

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
            self._turn_now()
            self._hurry.set()
        await self._store.news.say(self.id, HURRY)
        self.call_bots()
        return Answer("accepted", self.head)

    def hurry(self) -> None:
        """Somebody at another server does not want to wait for the bot that thinks here."""
        self._hurry.set()

    def _interrupted(self, place: int) -> bool:
        """Whether before a line a turn waits in its midst for the other side's answer."""
        return self.book.window(self.log.states[place]) is not None

    def _waits_for_bot(self, order: Any, reasons: tuple[str, ...]) -> bool:
        """Whether people have to roll for a bot's order first; if that cannot be found out, it is played and fails."""
        try:
            return self._must_wait(order, reasons)
        except Exception:
            return False

    def _play_for_bot(self, order: Any, side: Side) -> str:
        """Plays a bot's order; why it cannot be played, or nothing."""
        try:
            return "" if self._play([order], side) is None else "illegal"
        except Wrong:
            if self.dropped:
                raise
            return "failed"

    async def rest(self) -> None:
        """Waits for the order of the bot that thinks, which is hurried, and for what is being stored."""
        self.hurry()
        if self._thinking is not None:
            await asyncio.wait([self._thinking], timeout=SECONDS_TO_FINISH)
        async with self.lock:
            return

    async def stop(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)


class Moved(Exception):
    """This copy of a match was left; ask for the match again."""


def _try(ahead: Game[Any, Any, Any], orders: Sequence[Any], side: Side) -> tuple[int, Refusal | None]:
    """How many orders were played until one was refused or the other side is to act; the refusal, if one was."""
    for played, order in enumerate(orders):
        if ahead.to_act() is not side:
            return played, None
        try:
            ahead.play(order)
        except Refused as refused:
            return played, refused.refusal
        except Undecided:
            return played, Refusal("", "dice fall for this order, and they fall only once it is given")
    return len(orders), None


def inviting(places: Sequence[Seat]) -> Inviting | None:
    """The seat of a match that nobody has taken, if there is one."""
    links = [place for place in places if place.role in (INVITES, WITHDRAWN)]
    if not links or sum(place.role == PLAYS for place in places) != 1:
        return None
    return next((Inviting(True, link.opened) for link in links if link.role == INVITES), Inviting(False))


def before(setup: Any) -> tuple[str, ...]:
    """What happened before the first line, where the game began with a position that tells it."""
    position = getattr(setup, "position", "")
    return story_of(position) if position else ()


def scenario_of(setup: Any) -> str:
    """The scenario's id; of a game that began with a position and without a scenario, what the position is called."""
    scenario, position = str(getattr(setup, "scenario", "")), getattr(setup, "position", "")
    return (position and scenario == OWN and name_of(position)) or scenario


def own_chart(setup: Any) -> bool:
    """Whether a set-up was made with figures of somebody's own."""
    works = getattr(setup, "works", msgspec.UNSET)
    return works is not msgspec.UNSET and works.chart != ""


def own_units(book: Book, setup: Any) -> list[dict[str, Any]] | msgspec.UnsetType:
    """The units of a match that is played with figures of somebody's own."""
    return units_of(book.library, setup) if own_chart(setup) else msgspec.UNSET
