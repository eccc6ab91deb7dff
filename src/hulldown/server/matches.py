"""All matches of a server: finding them, making them, and the invitations to them."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec

from hulldown.bots import check_offered, titled
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Declined
from hulldown.kernel.position import side_of
from hulldown.kernel.proof import Proof, Report
from hulldown.kernel.record import TYPED, Anchors, Record, SealedSetup, Typed
from hulldown.kernel.side import Side
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import load
from hulldown.rulebooks.lessons import setup_of
from hulldown.server import clock
from hulldown.server.acts import seated
from hulldown.server.counting import TALLY
from hulldown.server.database import StoreFailed
from hulldown.server.invitations import Invitations
from hulldown.server.judge import Judge, Question
from hulldown.server.keys import Keys, called_at, drawn_set
from hulldown.server.lessons import KEPT_SECONDS, KIND, Teaching, known
from hulldown.server.log import Book, Log
from hulldown.server.match import Match, Room
from hulldown.server.protocol import (
    ActBody,
    Answer,
    Bots,
    Created,
    ForkBody,
    KeysBody,
    NewMatch,
    OrdersBody,
    StandingBody,
    Watched,
    Wrong,
)
from hulldown.server.setups import build, find_book, only_ids
from hulldown.server.shelf import Shelf
from hulldown.server.store import (
    BOTH,
    HERE,
    HURRY,
    INVITED,
    INVITES,
    PLAYS,
    WATCHES,
    WENT_ON,
    MatchRow,
    Reasons,
    Seat,
    Sitting,
    Store,
    hashed,
    new_token,
    promised,
    watch_token,
)
from hulldown.server.table import Moved
from hulldown.server.thinker import Choosing
from hulldown.server.vault import KeyRow

MOST_LIVE = 500
TRIES = 4
A_DAY = 86_400  # seconds
SECONDS_TO_ARCHIVE = 600.0
SECONDS_TO_TAKE_OVER = 3.0
PATIENCE_HOURS = 72  # how long friends wait for each other
logger = logging.getLogger("hulldown.server")


def first_keys(
    kind: Literal["bot", "hotseat", "friend"], side: Side, keys: tuple[str, ...]
) -> tuple[Anchors, list[KeyRow]]:
    """The keys of a new match: the host draws its own and those of bots, and for a seat that brings none."""
    if len(keys) not in ((0, 2) if kind == "hotseat" else (0, 1)):
        raise Wrong("setup/bad", "A seat has one dice key; at one screen there are two, or none.")
    own, other = not keys, not keys if kind == "hotseat" else kind == "bot"
    return drawn_set((own, other) if side is Side.RED else (other, own))


def bring_first(log: Log, rows: Sequence[KeyRow], brought: Iterable[tuple[Side, str]]) -> list[KeyRow]:
    """Keys that come with the wish for a match, as the first lines of its log."""
    keys = Keys(log, rows)
    try:
        for side, anchor in brought:
            keys.bring(side, anchor)
    except Declined as declined:
        raise Wrong("setup/bad", f"{str(declined)[:1].upper()}{str(declined)[1:]}.") from None
    return keys.fresh


class Matches:
    """All matches of a server: those in memory, and through the store all others."""

    def __init__(
        self,
        store: Store,
        thinker: Choosing,
        patience_hours: int = PATIENCE_HOURS,
        shelf: Shelf | None = None,
        archive_days: int = 0,
    ) -> None:
        self.archive_seconds = archive_days * A_DAY
        self.shelf = shelf or Shelf(store, Judge())
        self.judge = self.shelf.judge
        self.store, self.thinker, self.patience_seconds = store, thinker, patience_hours * 3600
        self._replaying = asyncio.Semaphore(1)  # logs are played again one after the other, beside all else
        self.invitations = Invitations(store, self.get)
        self._live: dict[str, Match] = {}
        self._loading: dict[str, asyncio.Task[Match]] = {}
        self._work = set[asyncio.Task[None]]()
        self._resting = asyncio.Event()
        TALLY.gauges["hulldown_matches_open"] = self._live.__len__

    async def get(self, match: str) -> Match:
        """The live match of this id, rebuilt from its lines if need be."""
        if (found := self._live.pop(match, None)) is not None:
            self._live[match] = found  # the last one asked for is the last one to go
            self._visit(found)
            if self.store.news.shared:
                await found.catch_up()
            if not found.dropped:
                return found
        if match not in self._loading:
            task = self._loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(self._loading[match])

    def is_large(self, match: str) -> bool:
        """Whether a match that is open here is played at a large table."""
        return (found := self._live.get(match)) is not None and found.log.large

    def _visit(self, match: Match) -> None:
        """Keeps once a day that somebody opens a match."""
        if (now := clock.now()) - match.visited > A_DAY:
            match.visited = now
            self._soon(self.store.keep_visited(match.id, now))

    async def _archive(self) -> None:
        """Packs for ever what nobody has opened for long; what is open here stays."""
        while True:
            await asyncio.sleep(SECONDS_TO_ARCHIVE)
            with suppress(StoreFailed):
                while await self.store.archive(clock.now() - self.archive_seconds, [*self._live, *self._loading]):
                    await asyncio.sleep(1)

    async def _load(self, match: str) -> Match:
        try:
            stored = await self.store.match(match)
        except (Fault, msgspec.MsgspecError) as error:
            logger.error("match %s is damaged: %s", match, error)
            told = "What is stored of this match is damaged; whoever runs this server can bring a backup back."
            raise Wrong("match/over", told, 409) from error
        if stored is None:
            raise Wrong("match/unknown", "There is no such match; look at the link again.", 404)
        row, texts, why = stored
        keys, places = await self.store.keys(match), await self.store.seats_of(match)
        try:
            log = await self._replayed(load(row.rulebook), row, texts)
        except Exception as error:
            logger.exception("match %s cannot be loaded", match)
            told = f"This match cannot be shown by this version of Hulldown ({type(error).__name__})."
            raise Wrong("match/over", told, 409) from error
        live = self._seat_at_table(row, log, why, keys, places)
        self._visit(live)
        try:
            await live.resume()
        except (Wrong, Moved) as error:
            logger.warning("match %s: the dice that were called do not fall: %s", match, error)
        return live

    async def _replayed(self, book: Book, row: MatchRow, texts: Sequence[str], prove: bool = True) -> Log:
        async with self._replaying:
            return await asyncio.to_thread(Log.load, book, row, texts, prove=prove)

    def _seat_at_table(
        self,
        row: MatchRow,
        log: Log,
        why: Reasons,
        keys: Sequence[KeyRow] = (),
        places: Sequence[Seat] = (),
        asker: str = "",
    ) -> Match:
        room = Room(self.store, self.thinker, self.judge, self._forget, self.patience_seconds, self._resting)
        live = Match(row, log, room, why, keys, places, asker)
        self._live[row.id] = live
        for old in [match for match in self._live.values() if not match.listeners and not match.lock.locked()]:
            if len(self._live) <= MOST_LIVE:
                break
            if old is not live:
                del self._live[old.id]
        live.bots.call()
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
        return await self._done(match, lambda live: live.orders(seat, body))

    async def act(self, match: str, seat: Seat, body: ActBody) -> Answer:
        return await self._done(match, lambda live: live.act(seat, body))

    async def keys(self, match: str, seat: Seat, body: KeysBody) -> Answer:
        return await self._done(match, lambda live: live.keys(seat, body))

    async def stand(self, match: str, seat: Seat, body: StandingBody) -> Answer:
        return await self._done(match, lambda live: live.stand(seat, body))

    async def move_now(self, match: str, seat: Seat) -> Answer:
        return await self._done(match, lambda live: live.move_now(seat))

    async def _done(self, match: str, act: Callable[[Match], Awaitable[Answer]]) -> Answer:
        """What somebody does in a match; where another server was faster, it is judged anew on what is stored now."""
        for _ in range(TRIES):
            try:
                return await act(await self.get(match))
            except Moved:
                continue
        raise Wrong("order/stale", "Others play on in this match; look at it again.", 409)

    # What other servers say

    def hear(self, server: str, match: str, word: str) -> None:
        """News of a match; one that nobody has open here is read when somebody asks for it."""
        if (live := self._live.get(match)) is None:
            return
        if word == WENT_ON:
            self._soon(live.catch_up())
        elif word == INVITED:
            self._soon(live.read_seats())
        elif word == HURRY:
            live.bots.hurry()
        elif word.startswith(HERE):
            live.elsewhere.hear(server, word.removeprefix(HERE))
            live.wake()

    def missed(self) -> None:
        """The line to the others was cut for a while."""
        for live in self._live.values():
            self._soon(live.catch_up())

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def open(self) -> None:
        """Listens to other servers on the same database."""
        await self.store.news.open(self)
        if self.store.news.shared:
            self._soon(self._take_over())
        if self.archive_seconds:
            self._soon(self._archive())

    async def _take_over(self) -> None:
        """Lets bots think whose server has died."""
        while True:
            await asyncio.sleep(SECONDS_TO_TAKE_OVER)
            for live in list(self._live.values()):
                live.bots.call()

    # Making matches

    async def create(self, wish: NewMatch, asker: str = "") -> Created:
        book, setup = await self._built(wish, asker)
        side = Side(secrets.randbelow(2)) if wish.side is None else wish.side
        seat = wish.opponent, wish.bot, side, wish.name
        return await self._add(book, setup, *seat, keys=wish.keys, typed=wish.typed, asker=asker)

    async def learn(self, lesson: str, step: int) -> Created:
        """A match of a lesson, at the beginning of a step. Those that nobody has opened for a day are removed."""
        when = clock.now()
        for gone in await self.store.forget(KIND, when - KEPT_SECONDS):
            self._live.pop(gone, None)
        judge, told = await asyncio.to_thread(known, lesson)
        found = judge.lesson.lesson
        book, new_id, token = load(found.book), secrets.token_urlsafe(12), new_token()
        side = side_of(found.you)
        names = ("Red", "Blue")
        sitting = Sitting(names, since=when, began=when, lesson=f"{lesson}@{told}")
        row = MatchRow(new_id, book.id, book.rules.book.version, setup_of(judge.lesson), "", KIND, sitting)
        log = await asyncio.to_thread(Log, book, row)
        await asyncio.to_thread(Teaching(log, sitting.lesson).go, step)
        watch = watch_token(token)
        places = [Seat(new_id, hashed(token), PLAYS, side, True), Seat(new_id, hashed(watch), WATCHES)]
        await self._keep_terrain(log)
        await self.store.add_match(row, places, log.texts)
        self._seat_at_table(row, log, {}, (), places)
        return Created(new_id, side, token, None, watch)

    async def _built(self, wish: NewMatch, asker: str) -> tuple[Book, str]:
        """The book and the set-up of a wish, as it is stored; where it is made of works, by the judge."""
        wish = await self.shelf.whole(wish)
        try:
            if wish.works or self.shelf.elsewhere:
                return find_book(wish.rulebook), (await self.shelf.ask("build", wish, asker)).decode()
            only_ids(wish)
        except Fault as fault:
            raise Wrong("setup/bad", f"{fault}.") from None
        book, setup = build(wish)
        return book, encode(setup).decode()

    async def _add(
        self,
        book: Book,
        setup: str,
        kind: Literal["bot", "hotseat", "friend"],
        bot: str,
        side: Side,
        name: str,
        texts: Sequence[str] = (),
        keys: tuple[str, ...] | None = None,
        typed: bool = False,
        asker: str = "",
    ) -> Created:
        if typed and kind == "bot" and self.store.news.shared:
            told = (
                "Where people roll for a bot, one server has to keep the order that waits; play it with hulldown play."
            )
            raise Wrong("setup/bad", told)
        if typed and keys is not None:
            raise Wrong("setup/bad", "Where people roll the dice there are no dice keys; give one or the other.")
        if kind == "bot":
            try:
                check_offered(bot)
            except Fault as fault:
                raise Wrong("setup/bad", f"{fault.message[:1].upper()}{fault.message[1:]}.") from None
        new_id, token = secrets.token_urlsafe(12), new_token()
        invitation = new_token() if kind == "friend" else None
        watch = new_token() if invitation is None else watch_token(invitation)
        names = ["Red", "Blue"]
        bots: Bots = (None, None)
        if kind != "hotseat":
            names[side] = name
        if kind == "bot":
            names[side.other] = titled(bot)
            bots = seated(bots, side.other, bot)
        dice: Anchors | Typed | None = TYPED if typed else None
        rows = list[KeyRow]()
        if keys is not None:
            dice, rows = first_keys(kind, side, keys)
        seed = secrets.token_hex(20) if dice is None or typed else ""
        promise, when = promised(seed, len(texts)) if dice is None else "", clock.now()
        row = MatchRow(
            new_id,
            book.id,
            book.rules.book.version,
            setup,
            seed,
            kind,
            Sitting((names[0], names[1]), bots, since=when, began=when, seed_hash=promise, dice=dice),
            len(texts),
        )
        log = await self._replayed(book, row, texts, prove=False)
        if log.closed:
            raise Wrong("record/bad", log.closed, 409)
        if keys:
            rows += bring_first(log, rows, zip(Side if kind == "hotseat" else (side,), keys, strict=True))
        own = Seat(new_id, hashed(token), PLAYS, side, True)
        if kind == "hotseat":
            own = Seat(new_id, hashed(token), BOTH, None, True)
        places = [own, Seat(new_id, hashed(watch), WATCHES)]
        if invitation is not None:
            places.append(Seat(new_id, hashed(invitation), INVITES, side.other))
        await self._keep_terrain(log)
        await self.store.add_match(row, places, log.texts, rows)
        self._seat_at_table(row, log, {}, rows, places, asker)
        return Created(new_id, own.side, token, invitation, watch, row.forked)

    async def _keep_terrain(self, log: Log) -> None:
        terrain = log.book.terrain(log.states[0])
        await self.store.keep_terrain(terrain.id, encode(terrain).decode())

    async def upload(self, text: str, asker: str) -> Watched:
        """A record as a match that can only be watched, if nothing in it is wrong and its orders replay."""
        try:
            record = Record.parse(text)
            book = load(record.head.rulebook)
        except Fault as fault:
            raise Wrong("record/bad", f"This is no record that can be watched: {fault}.") from None
        report = await self._proved(text, asker)
        if report.problems:
            wrong = report.problems[0]
            raise Wrong("record/bad", f"This record does not prove itself: {wrong.where}: {wrong.message}.")
        if not report.replays:
            raise Wrong("record/bad", f"This record cannot be watched: {report.proofs[0].sentence}.")
        texts = [encode(line).decode() for line in record.lines[1:]]
        end = texts.pop() if texts and texts[-1].startswith('{"line":"end"') else ""
        head = record.head
        new_id, watch = secrets.token_urlsafe(12), new_token()
        sitting = Sitting(("Red", "Blue"), end=end)
        forked = 0
        if isinstance(head, SealedSetup):
            sitting, forked = msgspec.structs.replace(sitting, dice=head.dice), head.forked
        else:
            sitting = msgspec.structs.replace(sitting, seed_hash=head.seed_hash)
        row = MatchRow(new_id, book.id, head.version, bytes(head.setup).decode(), "", "record", sitting, forked)
        log = await self._replayed(book, row, texts)
        await self._keep_terrain(log)
        await self.store.add_match(row, [Seat(new_id, hashed(watch), WATCHES)], texts)
        self._seat_at_table(row, log, {})
        return Watched(new_id, watch)

    async def watcher(self, match: str, seat: Seat, token: str) -> Watched:
        """A token that watches and does nothing else, for whoever may look; the same one for ever."""
        if seat.role == WATCHES:
            return Watched(match, token)
        watch = watch_token(token)
        await self.store.add_watcher(match, watch)
        return Watched(match, watch)

    async def proofs(self, match: str, seat: Seat, asker: str) -> tuple[Proof, ...]:
        """What the record of a match proves, line by line."""
        live = await self.get(match)
        return (await self._proved(await live.record(seat), asker)).proofs

    async def _proved(self, text: str, asker: str) -> Report:
        """All that can be said of a record; it is played again elsewhere."""
        try:
            found: Report = decode(await self.judge.ask(Question("prove", text=text), asker), Report)
        except Fault as fault:
            raise Wrong("record/bad", f"This is no record that can be watched: {fault}.") from None
        return found

    async def fork(self, match: str, seat: Seat, body: ForkBody, asker: str) -> Created:
        """A match of its own that begins with the lines before a position."""
        live = await self.get(match)
        async with live.lock:
            live.open_to(seat)
            if body.position > live.head:
                told = f"The game has {live.head} lines; it cannot be played on from position {body.position}."
                raise Wrong("order/bad", told)
            if live.log.results[body.position] is not None:
                raise Wrong("match/over", "The game was over there; choose an earlier position to play on from.", 409)
            sealed, position = live.log.keys is not None, body.position
            while sealed and called_at(live.log, position):
                position -= 1  # dice that were called there had not fallen: the order is given anew
            texts, setup, book = live.log.texts[:position], live.row.setup, live.book
        keys = () if sealed and body.keys is None and not body.typed else body.keys  # what is sealed stays so
        seat_of = body.opponent, body.bot, body.side, body.name
        return await self._add(book, setup, *seat_of, texts, keys, body.typed, asker)

    async def rest(self) -> None:
        """Bots play the best that they have at once, and no more after that; the next server goes on from there."""
        self._resting.set()
        await asyncio.gather(*(match.bots.rest() for match in list(self._live.values())))

    async def close(self) -> None:
        work = list(self._work)
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)  # what is cut off in the database waits there for ever
        for match in list(self._live.values()):
            await match.bots.stop()
        await self.thinker.close()
        await self.store.close()
