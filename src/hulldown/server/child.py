"""A process beside the server that answers each line it is sent with lines; `bots/answering.py` is its own end.

It is started when it is first needed, told on its command line of books and bots from elsewhere, and replaced when it
hangs or dies. It ends when its input does, so it never outlives the server.
"""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable
from functools import partial

from hulldown.bots import own
from hulldown.rulebooks import entered

MOST_BYTES = 16 << 20
SECONDS_TO_START = 30.0
logger = logging.getLogger("hulldown.server")


class NotStarted(OSError):
    """The process could not be started: there is none to answer."""


class Child:
    """The process, if it runs. Its first line says that it is ready."""

    def __init__(self, *command: str) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None

    async def ready(self) -> asyncio.subprocess.Process:
        """The process, started if it does not run; raises `NotStarted` where that fails."""
        if self.process is None or self.process.returncode is not None:
            try:
                await self._start()
            except (OSError, asyncio.IncompleteReadError) as error:
                await self.stop()
                logger.error("%s did not start: %s: %s", " ".join(self.command), type(error).__name__, error)
                raise NotStarted(f"{' '.join(self.command)} did not start") from error
            assert self.process is not None
        return self.process

    async def _start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self.command,
            *entered(),
            *own.told(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MOST_BYTES,
            start_new_session=True,  # an interrupt at the terminal is for the server
        )
        assert self.process.stdout is not None
        await asyncio.wait_for(self.process.stdout.readuntil(b"\n"), SECONDS_TO_START)

    async def ask(self, question: bytes) -> Callable[[], Awaitable[bytes]]:
        """Sends a line, to the process that runs or is started for it; what waits for the next line of the answer."""
        process = await self.ready()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(question + b"\n")
        await process.stdin.drain()
        return partial(process.stdout.readuntil, b"\n")

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if process.stdin is not None:
            process.stdin.close()
