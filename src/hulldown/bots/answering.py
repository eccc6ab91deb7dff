"""A process beside a server: what it takes in, and how it answers lines. `server/child.py` is the other end.

It is told on its command line of books and bots from elsewhere, says that it is ready, and ends when its input does.
"""

import contextlib
import os
import resource
import sys
from collections.abc import Callable, Iterable

from hulldown.bots import own
from hulldown.rulebooks import BOOKS, enter, load

MOST_MEMORY = 1 << 30
Tell = Callable[[bytes], None]


def ready() -> Tell:
    """Takes in all books and bots, and says so; what answers with a line, which nothing that is printed disturbs."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr

    def tell(line: bytes) -> None:
        out.write(line + b"\n")
        out.flush()

    modules, bots = own.split(sys.argv[1:])
    for bot in bots:
        own.enter(bot)
    for book in (*BOOKS, *map(enter, modules)):
        load(book)
    tell(b"ready")
    return tell


def serve_lines(answers: Callable[[bytes], Iterable[bytes]], nice: int) -> None:
    """Answers each line with one or more, as soon as it has them, with little memory and little priority."""
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    os.nice(nice)
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        tell = ready()
        for line in sys.stdin.buffer:
            for answer in answers(line):
                tell(answer)
