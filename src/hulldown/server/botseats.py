"""The bots of a match: they are asked when it is their turn, hurried, and replaced where they fail."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec

from hulldown.bots.thinking_time import turn_of
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.side import Side
from hulldown.kernel.takeover import BACK, Takeover
from hulldown.kernel.wire import decode, encode
from hulldown.server import acts, substitutes
from hulldown.server.database import StoreFailed
from hulldown.server.news import News
from hulldown.server.protocol import Wrong
from hulldown.server.table import Moved
from hulldown.server.thinker import BotFailed, Choosing

if TYPE_CHECKING:
    from hulldown.server.match import Match

logger = logging.getLogger("hulldown.server")
SECONDS_TO_FINISH = 5.0  # for a bot, before the server stops


class BotSeats:
    """The bots of a match. `asker` is for whom they think."""

    def __init__(self, match: "Match", news: News, thinker: Choosing, resting: asyncio.Event, asker: str) -> None:
        self.match, self.asker = match, asker
        self._news, self._thinker, self._resting = news, thinker, resting
        self._thinking: asyncio.Task[None] | None = None
        self._turn, self._tries = "", 0  # of the bot that was asked last, and how often it has failed there
        self._hurry = asyncio.Event()  # in that turn, once somebody does not want to wait for it

    def call(self) -> None:
        """Lets a bot think if it is its turn and it is not at it already."""
        match = self.match
        side = match.log.to_act()
        if side is None or match.dropped or match.sitting.bots[side] is None or match.held() or self._resting.is_set():
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._let_them_play(), name=f"bots of {match.id}")

    async def _let_them_play(self) -> None:
        """Bots play until somebody else is to act; of several servers, one lets them think."""
        if await self._news.take(self.match.id):
            try:
                if self._news.shared:
                    await self.match.catch_up()  # whoever let them think before has played
                await self._play_on()
            finally:
                await self._news.leave(self.match.id)

    async def _play_on(self) -> None:
        match = self.match
        try:
            while await self._let_one_play() and not self._resting.is_set():
                pass
        except (Wrong, StoreFailed, Moved) as error:
            logger.warning("match %s: the bot waits: %s", match.id, error)
        except Exception:
            logger.exception("match %s: the bot's turn failed", match.id)
            match.log.closed = "A rule failed while the computer was to play; the game can be watched and downloaded."
            match.wake()

    async def _let_one_play(self) -> bool:
        """One order of a bot, or another bot in its place; whether a bot is still to act."""
        match, log, book = self.match, self.match.log, self.match.book
        async with match.lock:
            side, head = log.to_act(), match.head
            if side is None or match.dropped or (bot := match.sitting.bots[side]) is None or match.held():
                self._thinking = None
                return False
            if regular := substitutes.returning(log, side):
                await self._replace(side, Takeover(bot, regular, BACK))
                return True
            view = book.view(log.states[-1], side)
            turn = self.turn()
        why, order, reasons = "", None, tuple[str, ...]()
        if substitutes.is_last_resort(log, side, bot):
            order = book.sample(view, SeededDice())  # the last resort thinks here, where nothing can be late
        else:
            try:
                thought = await self._thinker.choose(book.id, bot, turn, encode(view), self._hurry, self.asker)
                reasons, order = thought.why, decode(thought.order, book.order_type)
            except BotFailed as failed:
                why = failed.why
            except Fault:
                why = "illegal"
        async with match.lock:
            if match.head != head or match.dropped:
                return True
            if not why and self._waits(order, reasons):
                self._thinking = None
                match.wake()
                return False
            if not why:
                why = self._play(order, side)
            if not why:
                explained = dict[int, tuple[str, ...]]()
                if reasons and not book.turn(log.states[-1]).setting_up:  # then nothing is told
                    if match.sealed is not None and match.sealed.call is not None:
                        match.called_why = reasons
                    else:
                        explained[log.kept[-1]] = reasons
                match.decline(match.sitting)
                await match.commit(None, "", None, match.sitting, explained)
            elif not self._asks_again(why):
                await self._replace(side, substitutes.takeover(log, side, bot, why))
        return True

    def _asks_again(self, why: str) -> bool:
        """Whether the bot that failed has another try, in which it answers with the best that it has at once."""
        self._tries += 1
        self._hurry.set()
        return why != "illegal" and self._tries < substitutes.TRIES

    async def _replace(self, side: Side, takeover: Takeover) -> None:
        self.match.log.act(takeover.act, side)
        logger.warning("match %s: %s", self.match.id, takeover.told(side.label))
        bots = acts.seated(self.match.sitting.bots, side, takeover.new)
        await self.match.commit(None, "", None, msgspec.structs.replace(self.match.sitting, bots=bots))

    def turn(self) -> str:
        """The turn in which a bot is asked: with every act, as a takeback is one, it is another."""
        log = self.match.log
        turn = f"{self.match.id} {len(log.texts) - len(log.kept)} {turn_of(self.match.book, log.states[-1])}"
        if turn != self._turn:
            self._turn, self._tries = turn, 0
            self._hurry.clear()
        return turn

    def hurry_turn(self) -> None:
        """Whoever is to act now answers with the best that it has, for the rest of its turn."""
        self.turn()
        self._hurry.set()

    def hurry(self) -> None:
        """Somebody at another server does not want to wait for the bot that thinks here."""
        self._hurry.set()

    def _waits(self, order: Any, reasons: tuple[str, ...]) -> bool:
        """Whether people have to roll for a bot's order first; if that cannot be found out, it is played and fails."""
        try:
            return self.match.must_wait(order, reasons)
        except Exception:
            return False

    def _play(self, order: Any, side: Side) -> str:
        """Plays a bot's order; why it cannot be played, or nothing."""
        try:
            return "" if self.match.play([order], side) is None else "illegal"
        except Wrong:
            if self.match.dropped:
                raise
            return "failed"

    async def rest(self) -> None:
        """Waits for the order of the bot that thinks, which is hurried, and for what is being stored."""
        self.hurry()
        if self._thinking is not None:
            await asyncio.wait([self._thinking], timeout=SECONDS_TO_FINISH)
        async with self.match.lock:
            return

    async def stop(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)
