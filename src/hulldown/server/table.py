"""The table of a match: what is stored of it, and what those who look at it may know."""

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from hulldown.bots import titled
from hulldown.bots.placing import placing
from hulldown.kernel.dice import HeldDice, Undecided
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Game, Noted, ahead
from hulldown.kernel.position import OWN, name_of, story_of
from hulldown.kernel.rule import Refusal, Refused
from hulldown.kernel.rulebook import Preview, Survey
from hulldown.kernel.side import Side
from hulldown.kernel.wire import decode, encode, plain
from hulldown.rulebooks import positions
from hulldown.rulebooks.differing import units_of
from hulldown.server import acts, clock
from hulldown.server.ending import ending
from hulldown.server.judge import Judge, Question
from hulldown.server.keys import Keys, is_call
from hulldown.server.lessons import KIND, Teaching
from hulldown.server.log import Book, Eyes, Log
from hulldown.server.protocol import (
    MOST_ORDERS,
    Answer,
    Cited,
    DiceView,
    Ending,
    Inviting,
    MatchView,
    Notice,
    OrderWaits,
    PlacingAnswer,
    Rehearsal,
    RehearsalBody,
    Standing,
    SurveyAnswer,
    TableText,
    Waiting,
    Wrong,
)
from hulldown.server.store import BOTH, HERE, INVITES, PLAYS, WITHDRAWN, MatchRow, Reasons, Seat, Store
from hulldown.server.typed import Typing
from hulldown.server.vault import KeyRow

MOST_LINES_AT_ONCE = 100
SECONDS_REMEMBERED = 40.0  # of who is at another server, which says so at every heartbeat
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


class Elsewhere:
    """Who looks at a table at other servers, as they said not long ago."""

    def __init__(self) -> None:
        self._servers: dict[str, tuple[float, frozenset[Eyes]]] = {}

    def hear(self, server: str, told: str) -> None:
        self._servers[server] = time.monotonic(), frozenset(Eyes(int(sign)) for sign in told)

    def seen(self) -> set[Eyes]:
        now = time.monotonic()
        return {one for at, eyes in self._servers.values() if now - at < SECONDS_REMEMBERED for one in eyes}


class Moved(Exception):
    """This copy of a match was left; ask for the match again."""


class Table:
    """A match as it is seen: what is stored of it, who looks at it, and what each may know."""

    def __init__(
        self,
        row: MatchRow,
        log: Log,
        store: Store,
        judge: Judge,
        patience_seconds: int,
        why: Reasons,
        keys: Sequence[KeyRow] = (),
        places: Sequence[Seat] = (),
    ) -> None:
        self.id = row.id
        self.row, self.log, self.book = row, log, log.book
        played = row.kind != "record"
        self.sealed = Keys(log, keys) if log.keys is not None and not log.typed and played else None
        self.typed = Typing(log) if log.typed and played else None
        self.lesson = Teaching(log, row.sitting.lesson) if row.kind == KIND else None
        self.sitting = row.sitting
        self.inviting = inviting(places)
        self.head = len(log.texts)
        self.lock = asyncio.Lock()
        self.listeners: dict[Listener, None] = {}  # in the order in which they came
        self.elsewhere = Elsewhere()
        self._store, self._judge, self._patience_seconds = store, judge, patience_seconds
        self._why = {place: told for place, told in why.items() if place < self.head}  # a bot gave its orders, by lines

    # Who may do what

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

    def _over(self) -> bool:
        return self.log.results[-1] is not None

    def _interrupted(self, place: int) -> bool:
        """Whether before a line a turn waits in its midst for the other side's answer."""
        return self.book.window(self.log.states[place]) is not None

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

    async def table(self, seat: Seat, at: int | None = None, whole: bool = False) -> TableText:
        """The table as the text of a position, now or after so many lines: with its head, or as rulings have it."""
        async with self.lock:
            self.open_to(seat)
            known, position = positions(self.book.id), self.head if at is None else min(at, self.head)
            with self._rules():
                state = self.log.states[position]
                return TableText(position, known.write(state) if whole else known.table(state))

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
