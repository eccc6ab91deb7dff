"""Where bots think: in a process of their own, with a time for it, so that no table waits for a bot that hangs.

The process is told on its command line of books and bots from elsewhere. It reads one question a line (book,
bot, turn and the view as JSON) and writes one answer a line: the order, and why. All questions of a turn go to the same
bot, which has a plan and a time for it. An empty line hurries the bot that thinks: it answers with the best it has. The
process ends when its input does, so it never outlives the server.
"""

import asyncio
import contextlib
import gc
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from hulldown.bots.answering import ready
from hulldown.kernel.wire import decode, encode
from hulldown.server.child import Child
from hulldown.server.counting import TALLY

if TYPE_CHECKING:
    from hulldown.bots.bot import Bot

MOST_KEPT = 64  # bots in the midst of their turns
HURRY = b"\n"
LONGER = 5  # times as long as at first, for a bot that is late
IDLE = 2.0  # seconds without a question, and there is time to sweep


Asking = Coroutine[Any, Any, "Thought"]


class Question(msgspec.Struct, frozen=True):
    """What a bot is to order in a view; `turn` is the same for all questions of a turn of a match."""

    book: str
    bot: str
    turn: str
    view: msgspec.Raw


class Thought(msgspec.Struct, frozen=True):
    """An answer: the order, and in sentences why it was chosen."""

    order: msgspec.Raw
    why: tuple[str, ...] = ()


def thought_of(order: Any, why: tuple[str, ...] = ()) -> Thought:
    return Thought(msgspec.Raw(encode(order)), why)


class BotFailed(Exception):
    """A bot gave no order: it was `late`, or it `failed`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        TALLY.count("hulldown_bots_failed_total")
        self.why = why


class Choosing(Protocol):
    """Somewhere for bots to think for whoever asks; as soon as `hurry` is set, with no more time."""

    async def choose(
        self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str
    ) -> Thought: ...
    async def close(self) -> None: ...


class Thinker:
    """One process that bots think in, started when it is first needed and replaced when it hangs or dies."""

    command: tuple[str, ...] = ("-m", "hulldown.server.thinker")

    def __init__(self, seconds: float = 2.0) -> None:
        self.seconds = seconds
        self.child = Child(*self.command)
        self._turn = asyncio.Lock()

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        """The order that a bot gives, and why; raises `BotFailed`."""
        from hulldown.bots import seconds_of

        question = Question(book, bot, turn, msgspec.Raw(view))
        async with self._turn:
            try:
                process = await self.child.ready()
                return await self._in_time(process, self._ask(process, question, hurry), seconds_of(bot))
            except TimeoutError:
                await self.child.stop()
                raise BotFailed("late") from None
            except (OSError, ValueError, asyncio.IncompleteReadError):
                await self.child.stop()
                raise BotFailed("failed") from None
            except asyncio.CancelledError:
                await self.child.stop()
                raise

    async def _in_time(self, process: asyncio.subprocess.Process, ask: Asking, seconds: float) -> Thought:
        """The answer. A bot that has not given it in time is asked for the best that it has, and given longer."""
        assert process.stdin is not None
        asking = asyncio.create_task(ask)
        try:
            done, _ = await asyncio.wait([asking], timeout=self.seconds + seconds)
            if not done:
                process.stdin.write(HURRY)
            return await asyncio.wait_for(asking, LONGER * self.seconds)
        finally:
            asking.cancel()

    async def _ask(self, process: asyncio.subprocess.Process, question: Question, hurry: asyncio.Event) -> Thought:
        assert process.stdin is not None
        hear = await self.child.ask(encode(question))
        hurrying = asyncio.create_task(self._hurry(process.stdin, hurry))
        try:
            answer = await hear()
        finally:
            hurrying.cancel()
        thought: Thought | str = decode(answer, Thought | str)
        if isinstance(thought, str):
            raise BotFailed(thought)
        return thought

    async def _hurry(self, stdin: asyncio.StreamWriter, hurry: asyncio.Event) -> None:
        await hurry.wait()
        stdin.write(HURRY)

    async def close(self) -> None:
        async with self._turn:
            await self.child.stop()


class Bots:
    """The bots of this process; while somebody waits for one, it is `hurried`."""

    def __init__(self, hurried: Callable[[], bool]) -> None:
        self.hurried = hurried
        self._kept: OrderedDict[tuple[str, str], Bot] = OrderedDict()

    def answer(self, line: bytes) -> bytes:
        """A bot's order to one question and its reasons, or how it failed."""
        from hulldown.bots.plugged import Misplayed
        from hulldown.rulebooks import load

        try:
            question: Question = decode(line, Question)
            book: Any = load(question.book)
            view = decode(question.view, book.state_type)
            bot = self._bot(question, book)
            order = bot.choose(view)
            self._keep(question, bot)
            return encode(thought_of(order, _reasons(bot)))
        except Misplayed as error:
            print(f"hulldown: a bot failed ({error})", file=sys.stderr)
            return encode(error.why)
        except Exception as error:
            print(f"hulldown: a bot failed ({type(error).__name__}: {error})", file=sys.stderr)
            return b'"failed"'

    def _bot(self, question: Question, book: Any) -> "Bot":
        """The one that was asked before in this turn, or a new one; not one that failed there."""
        from hulldown.bots import make

        bot = self._kept.pop((question.turn, question.bot), None)
        return bot or make(question.bot, book, clock=monotonic, hurried=self.hurried)

    def _keep(self, question: Question, bot: "Bot") -> None:
        self._kept[question.turn, question.bot] = bot
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def _reasons(bot: "Bot") -> tuple[str, ...]:
    """Why a bot gave its order; one that cannot say it has given an order all the same."""
    try:
        why = bot.explain()
    except Exception as error:
        print(f"hulldown: a bot cannot explain itself ({type(error).__name__}: {error})", file=sys.stderr)
        return ()
    return why.sentences if why else ()


def listen(questions: "SimpleQueue[bytes]", hurry: Event) -> None:
    """Reads on while a bot thinks. With the input, the time of whoever thinks is over.

    It reads by a file of its own: an interpreter that ends would wait for the usual one.
    """
    for line in os.fdopen(os.dup(sys.stdin.fileno()), "rb"):
        if line == HURRY:
            hurry.set()
        else:
            hurry.clear()
            questions.put(line)
    hurry.set()
    questions.put(b"")


def next_of(questions: "SimpleQueue[bytes]") -> bytes:
    """The next question. What bots have left behind is swept when none has come for a while."""
    try:
        return questions.get(timeout=IDLE)
    except Empty:
        gc.collect()
        return questions.get()


def main() -> None:
    signal.signal(signal.SIGINT, lambda *_: os._exit(0))  # an exception may be lost, if it is raised in a destructor
    tell = ready()
    questions, hurry = SimpleQueue[bytes](), Event()
    Thread(target=listen, args=(questions, hurry), daemon=True).start()
    bots = Bots(hurry.is_set)
    gc.disable()  # bots keep so much that to sweep it takes longer than a recruit has for its turn
    while line := next_of(questions):
        tell(bots.answer(line))
        gc.collect(1)  # only what is new


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main()
