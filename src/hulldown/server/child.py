"""A process beside the server that answers a line for each line it is sent.

It is started when it is first needed, told on its command line of books from elsewhere, and replaced when it hangs or
dies. It ends when its input does, so it never outlives the server.
"""

import asyncio
import contextlib
import sys

from hulldown.rulebooks import entered

MOST_BYTES = 16 << 20
SECONDS_TO_START = 30.0


class Child:
    """The process, if it runs. Its first line says that it is ready."""

    def __init__(self, *command: str) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None

    async def ready(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self.command,
                *entered(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=MOST_BYTES,
                start_new_session=True,  # an interrupt at the terminal is for the server
            )
            assert self.process.stdout is not None
            await asyncio.wait_for(self.process.stdout.readuntil(b"\n"), SECONDS_TO_START)
        return self.process

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if process.stdin is not None:
            process.stdin.close()
