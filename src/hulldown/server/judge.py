"""Where texts of strangers are judged: in a process of its own, with little memory and a time for each.

It reads one question a line and writes one answer a line. Works are laid out as files for the while, and files that no
work brought are never read.
"""

import asyncio
import contextlib
import os
import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeVar

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.wire import decode, encode
from hulldown.kernel.work import Origins, Work, bundle
from hulldown.rulebooks.works import judge, lay
from hulldown.server import setups
from hulldown.server.child import Child
from hulldown.server.protocol import FillsBody, NewMatch, Wrong

SECONDS = 5.0  # for one question
MOST_MEMORY = 1 << 30
NICE = 5
NAMED = ("scenario", "board", "chart", "red", "blue", "position")  # what of a wish may be a work
BUSY = Wrong("judge/busy", "The referee has too many texts before him; try again in a moment.", 503)
MOST_WAITING = 32


W = TypeVar("W", bound=NewMatch)


class Question(msgspec.Struct, frozen=True):
    """What is asked of a wish or of works."""

    ask: Literal["check", "build", "answer", "fills"]
    wish: msgspec.Raw = msgspec.Raw(b"null")
    works: tuple[Work, ...] = ()


class Verdict(msgspec.Struct, frozen=True):
    """The answer as JSON, or what is wrong: where, by which rule, in one sentence."""

    answer: msgspec.Raw = msgspec.Raw(b"null")
    wrong: tuple[str, str, str] | None = None


class Judge:
    """The judging process. One question is before it at a time; whoever comes when too many wait is sent away."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.child = Child("-m", "hulldown.server.judge")
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def ask(self, question: Question) -> bytes:
        """The answer as JSON; raises `Fault` with what is wrong, `Wrong` where there is none."""
        if self._waiting >= MOST_WAITING:
            raise BUSY
        self._waiting += 1
        try:
            async with self._turn:
                verdict = await self._asked(question)
        finally:
            self._waiting -= 1
        if verdict.wrong is not None:
            where, rule, message = verdict.wrong
            raise Fault(where, message, rule)
        return bytes(verdict.answer)

    async def _asked(self, question: Question) -> Verdict:
        try:
            process = await self.child.ready()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(encode(question) + b"\n")
            await process.stdin.drain()
            line = await asyncio.wait_for(process.stdout.readuntil(b"\n"), self.seconds)
            verdict: Verdict = decode(line, Verdict)
        except TimeoutError:
            await self.child.stop()
            told = f"the referee was not done with it after {self.seconds:g} seconds; make it smaller"
            raise Fault("work", told) from None
        except (OSError, ValueError, asyncio.IncompleteReadError):
            await self.child.stop()
            raise Fault("work", "the referee could not read it: it takes too much memory; make it smaller") from None
        except asyncio.CancelledError:
            await self.child.stop()
            raise
        return verdict

    async def close(self) -> None:
        async with self._turn:
            await self.child.stop()


# In the process


def laid_out(wish: W, folder: Path) -> tuple[W, Origins]:
    """A wish with files in the place of works, each bundle in a folder of its own, and what it was made of."""
    by_id = {work.id: work for work in wish.works}
    paths: dict[str, str] = {}
    origins: dict[str, str] = {}
    for part in NAMED:
        if (wanted := getattr(wish, part)) not in by_id:
            continue
        home = folder / part
        home.mkdir()
        path = lay(_with_what_it_uses(by_id[wanted], by_id), home)
        paths[part] = str(path)
        origins[part] = wanted
    return msgspec.structs.replace(wish, works=(), **paths), Origins(**origins)


def _with_what_it_uses(work: Work, by_id: dict[str, Work]) -> tuple[Work, ...]:
    found, seen = [work], {work.id}
    for one in found:
        for used in one.uses.values():
            if used in by_id and used not in seen:
                seen.add(used)
                found.append(by_id[used])
    return bundle(found)


def answer(question: Question) -> bytes:
    """What is asked, as JSON."""
    if question.ask == "check":
        return encode(judge(bundle(question.works)))
    kind = FillsBody if question.ask == "fills" else NewMatch
    given: Any = decode(question.wish, kind)
    with TemporaryDirectory(prefix="hulldown-") as folder:
        try:
            wish, origins = laid_out(given, Path(folder))
            if question.ask == "answer":
                return _placeless(encode(setups.judged(wish)), folder)
            if question.ask == "fills":
                return encode(setups.quick_fills(wish))
            _, setup = setups.build(wish)
            return encode(msgspec.structs.replace(setup, works=origins))
        except Fault as fault:
            raise _without(fault, folder) from None
        except Wrong as wrong:
            raise _without(Fault("set-up", wrong.sentence.rstrip(".")), folder) from None


def _placeless(told: bytes, folder: str) -> bytes:
    """What is told of files, without a word of this machine."""
    for part in NAMED:
        told = told.replace(f"{folder}/{part}/".encode(), b"")
    return told


def _without(fault: Fault, folder: str) -> Fault:
    where, message = (_placeless(text.encode(), folder).decode() for text in (fault.where, fault.message))
    return Fault(where, message, fault.rule)


def verdict_on(line: bytes) -> bytes:
    try:
        return encode(Verdict(msgspec.Raw(answer(decode(line, Question)))))
    except Fault as fault:
        return encode(Verdict(wrong=(fault.where, fault.rule, fault.message)))
    except MemoryError:
        raise
    except Exception as error:
        print(f"hulldown: a judge failed ({type(error).__name__}: {error})", file=sys.stderr)
        return encode(Verdict(wrong=("work", "", "the referee cannot make anything of it; please report it")))


def main() -> None:
    from hulldown.rulebooks import BOOKS, enter, load

    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    os.nice(NICE)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    for book in (*BOOKS, *map(enter, sys.argv[1:])):
        load(book)
    out.write(b"ready\n")
    out.flush()
    for line in sys.stdin.buffer:
        out.write(verdict_on(line) + b"\n")
        out.flush()


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
