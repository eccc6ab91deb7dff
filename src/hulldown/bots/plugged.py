"""Bots from elsewhere: `mybot.py:Charge`, or what a package offers as an entry point in `hulldown.bots`.

Each plays in a process of its own, within limits of time and memory. It is given its side's view, and never the game;
what it prints goes to stderr. Whatever it does wrong is told in a sentence.
"""

import atexit
import contextlib
import itertools
import os
import re
import selectors
import signal
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from importlib.metadata import entry_points
from pathlib import Path
from time import monotonic
from typing import Any, Literal

import msgspec

from hulldown.bots import own
from hulldown.bots.bot import Bot, Candidate, Why
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import entered

START_SECONDS, ORDER_SECONDS = 20.0, 10.0
LONGEST = int(2 * START_SECONDS + ORDER_SECONDS)  # that an answer can take: then the process ends, whoever asked it
MOST_BYTES = 1 << 30  # of memory
MOST_ANSWER = 1 << 20  # bytes of an order
GROUP = "hulldown.bots"
_FILE = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)")


Wrong = Literal["late", "illegal", "failed"]


class Misplayed(Exception):
    """A bot from elsewhere gave no order, or none that is allowed."""

    def __init__(self, sentence: str, why: Wrong = "failed") -> None:
        super().__init__(sentence)
        self.why: Wrong = why


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that begins, by its seed; or what to order in a view."""

    game: int
    seed: str = ""
    view: msgspec.Raw = msgspec.Raw()


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order and why; what a bot that was made says of itself; or what went wrong."""

    order: msgspec.Raw = msgspec.Raw()
    why: tuple[str, ...] = ()
    about: str = ""
    wrong: str = ""
    late: bool = False


def plugin_of(name: str) -> str:
    """Where a bot is that does not belong to the house, as `FILE.py:CLASS` or `MODULE:CLASS`; nothing of any other."""
    return own.where(name) or (name if _FILE.fullmatch(name) else offered().get(name, ""))


@cache
def offered() -> dict[str, str]:
    """The bots that installed packages offer, by their names."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def code_of(names: Iterable[str]) -> str:
    """A hash over the files of the bots from elsewhere among some names; nothing where there is none."""
    files = [found["file"] for name in names if (found := _FILE.fullmatch(name))]
    told = b"".join(Path(file).read_bytes() for file in sorted(set(files)))
    return f"+{blake2b(told, digest_size=8).hexdigest()}" if files else ""


class Plugged(Bot):
    """A bot in another process. It is made there at once, so one that cannot be made is told of before a game."""

    _games = itertools.count()

    def __init__(self, name: str, rulebook: Rulebook[Any, Any, Any], seed: int | str | None = None) -> None:
        super().__init__(rulebook, SeededDice(None))
        self.name = name
        self.game = next(self._games)
        self._why: tuple[str, ...] = ()
        self._order = ""
        answer = self._ask(Asked(self.game, seed=f"{name} {seed}" if seed is not None else ""), START_SECONDS)
        if answer.wrong:
            raise Fault("bot", f"{name} {answer.wrong}")
        self.about = answer.about

    def choose(self, view: Any) -> Any:
        answer = self._ask(Asked(self.game, view=msgspec.Raw(encode(view))), ORDER_SECONDS)
        if answer.wrong:
            raise Misplayed(f"{self.name} {answer.wrong}", "late" if answer.late else "failed")
        try:
            order = decode(answer.order, self.rulebook.order_type, "order")
        except Fault as fault:
            raise Misplayed(f"{self.name} gave what is no order: {fault.message}", "illegal") from None
        if (refusal := self.rulebook.refuse(view, order)) is not None:
            raise Misplayed(f"{self.name} gave an order that is not allowed: {refusal}", "illegal")
        self._order, self._why = type(order).__name__, answer.why
        return order

    def explain(self) -> Why | None:
        return Why(Candidate(self._order, 0.0), sentences=self._why) if self._why else None

    def leave(self) -> None:
        """Ends the process. If the bot is asked again, it is not the one that it was."""
        self._host.stop()

    def _ask(self, asked: Asked, seconds: float) -> Answer:
        return self._host.ask(asked, seconds)

    @property
    def _host(self) -> "_Host":
        return _host(plugin_of(self.name), self.rulebook.id, entered(self.rulebook.id))


# The process, from outside


@cache
def _host(plugin: str, book: str, modules: tuple[str, ...]) -> "_Host":
    return _Host(plugin, book, modules)


class _Host:
    """The process that a bot plays in; one that hangs or dies is replaced when it is next needed."""

    def __init__(self, plugin: str, book: str, modules: tuple[str, ...]) -> None:
        self.command = [sys.executable, "-m", "hulldown.bots.plugin", plugin, book, *modules]
        self.process: subprocess.Popen[bytes] | None = None
        atexit.register(self.stop)

    def ask(self, asked: Asked, seconds: float) -> Answer:
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            seconds += START_SECONDS
        line = self._line(encode(asked) + b"\n", seconds)
        if line is None:
            self.stop()
            return Answer(wrong=f"gave no answer within {seconds:g} seconds", late=True)
        if not line.endswith(b"\n"):
            status = self.stop()
            died = f"was ended by {signal.Signals(-status).name}" if status < 0 else f"ended its process ({status})"
            return Answer(wrong=died if len(line) < MOST_ANSWER else "gave an order without end")
        answer: Answer = decode(line, Answer, "bot")
        return answer

    def _line(self, asked: bytes, seconds: float) -> bytes | None:
        """What it writes until the end of a line, or until it ends; nothing if that takes too long."""
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(OSError):
            self.process.stdin.write(asked)
            self.process.stdin.flush()
        line, until, out = b"", monotonic() + seconds, self.process.stdout.fileno()
        with selectors.DefaultSelector() as ready:
            ready.register(out, selectors.EVENT_READ)
            while not line.endswith(b"\n") and len(line) < MOST_ANSWER:
                if not ready.select(until - monotonic()):
                    return None
                if not (more := os.read(out, 1 << 16)):
                    break
                line += more
        return line

    def stop(self) -> int:
        """Ends the process and returns how it ended."""
        process, self.process = self.process, None
        if process is None:
            return 0
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        try:
            return process.wait(0.2)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()
