"""Where bots think: in a process of their own, with a time for it, so that no table waits for a bot that hangs.

The process reads one question a line (book, bot and the view as JSON) and writes one answer a line. It ends when its
input does, so it never outlives the server.
"""

import asyncio
import contextlib
import os
import sys
from typing import Any, Protocol

import msgspec

from hulldown.kernel.wire import decode, encode

MOST_BYTES = 16 << 20
SECONDS_TO_START = 30.0


class Question(msgspec.Struct, frozen=True):
    book: str
    bot: str
    view: msgspec.Raw


class BotFailed(Exception):
    """A bot gave no order: it was `late`, or it `failed`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Choosing(Protocol):
    """Somewhere for bots to think."""

    async def choose(self, book: str, bot: str, view: bytes) -> bytes: ...
    async def close(self) -> None: ...


class Thinker:
    """One process that bots think in, started when it is first needed and replaced when it hangs or dies."""

    def __init__(self, seconds: float = 2.0) -> None:
        self.seconds = seconds
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def choose(self, book: str, bot: str, view: bytes) -> bytes:
        """The order that a bot gives, as JSON; raises `BotFailed`."""
        async with self._turn:
            try:
                process = await self._ready()
                return await asyncio.wait_for(self._ask(process, book, bot, view), self.seconds)
            except TimeoutError:
                await self._stop()
                raise BotFailed("late") from None
            except (OSError, ValueError, asyncio.IncompleteReadError):
                await self._stop()
                raise BotFailed("failed") from None
            except asyncio.CancelledError:
                await self._stop()
                raise

    async def _ask(self, process: asyncio.subprocess.Process, book: str, bot: str, view: bytes) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(encode(Question(book, bot, msgspec.Raw(view))) + b"\n")
        await process.stdin.drain()
        answer = await process.stdout.readuntil(b"\n")
        if answer == b"null\n":
            raise BotFailed("failed")
        return answer

    async def _ready(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "hulldown.server.thinker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=MOST_BYTES,
                start_new_session=True,  # an interrupt at the terminal is for the server
            )
            assert self._process.stdout is not None
            await asyncio.wait_for(self._process.stdout.readuntil(b"\n"), SECONDS_TO_START)
        return self._process

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if process.stdin is not None:
            process.stdin.close()

    async def close(self) -> None:
        async with self._turn:
            await self._stop()


def answer(line: bytes) -> bytes:
    """A bot's order to one question, or null."""
    from hulldown.bots import make
    from hulldown.rulebooks import load

    try:
        question: Question = decode(line, Question)
        book: Any = load(question.book)
        order = make(question.bot, book).choose(decode(question.view, book.state_type))
        return encode(order)
    except Exception as error:
        print(f"hulldown: a bot failed ({type(error).__name__}: {error})", file=sys.stderr)
        return b"null"


def main() -> None:
    from hulldown.rulebooks import BOOKS, load

    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # a bot that prints must not disturb the answers
    for book in BOOKS:
        load(book)
    out.write(b"ready\n")
    out.flush()
    for line in sys.stdin.buffer:
        out.write(answer(line) + b"\n")
        out.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
