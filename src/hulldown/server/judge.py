"""Where what is dear or comes from strangers is worked out: in processes of their own, with little memory and a time.

Set-ups, texts, records and surveys of large tables are judged there, so that no stranger keeps the server from its
tables. `judging` is what each process does.
"""

import asyncio
import os
from collections import OrderedDict
from hashlib import blake2b
from typing import Literal

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.wire import decode, encode
from hulldown.kernel.work import Work
from hulldown.server.child import Child, NotStarted
from hulldown.server.counting import TALLY
from hulldown.server.protocol import Wrong
from hulldown.server.turns import Crowded, Turns

SECONDS = 5.0  # for one question
NAMED = ("scenario", "board", "chart", "red", "blue", "position")  # what of a wish may be a work
BUSY = Wrong("judge/busy", "The referee has too many texts before him; try again in a moment.", 503)
ABSENT = Wrong(
    "judge/absent",
    "The referee's process did not start on this server; try again, and tell whoever runs it if this stays so.",
    503,
)
MOST_WAITING, MOST_OF_ONE = 256, 32
MOST_KEPT, MOST_KEPT_BYTES = 256, 128 << 10  # answers that many ask for, and how large one may be
SAME = frozenset({"answer", "fills", "show", "ask", "prospect"})  # what is answered the same whoever asks
LONG = {"prove": 60.0}  # seconds for what takes long by its nature; it waits behind what is short


Ask = Literal[
    "check",
    "differ",
    "show",
    "build",
    "answer",
    "fills",
    "prove",
    "survey",
    "placing",
    "ask",
    "prospect",
    "shot",
    "odds",
]


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is asked of a wish, of works, of a record, or of the view of a large table."""

    ask: Ask
    wish: msgspec.Raw = msgspec.Raw(b"null")
    works: tuple[Work, ...] = ()
    text: str = ""
    book: str = ""
    view: msgspec.Raw = msgspec.Raw(b"null")
    unit: int = 0


class Verdict(msgspec.Struct, frozen=True):
    """The answer as JSON, or what is wrong: where, by which rule, in one sentence."""

    answer: msgspec.Raw = msgspec.Raw(b"null")
    wrong: tuple[str, str, str] | None = None


class Judge:
    """The judging processes, one a core. Who asks waits its turn; whoever comes when too many wait is sent away."""

    def __init__(self, seconds: float = SECONDS, processes: int = 0) -> None:
        self.seconds = seconds
        self.children = [Child("-m", "hulldown.server.judging") for _ in range(processes or os.cpu_count() or 1)]
        self.turns = Turns(len(self.children), MOST_WAITING, MOST_OF_ONE)
        TALLY.gauges["hulldown_questions_waiting"] = lambda: self.turns.waiting
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()

    async def begin(self) -> None:
        """Has the children ready before the first question, which would wait for them."""
        for place, child in enumerate(self.children):
            async with self.turns.turn("", place):
                await child.ready()

    async def ask(self, question: Question, asker: str = "") -> bytes:
        """The answer as JSON; raises `Fault` with what is wrong, `Wrong` where there is none."""
        if question.ask not in SAME:
            return await self._answer(question, asker)
        name = blake2b(encode(question), digest_size=20).digest()
        answer = self._kept.pop(name, None) or await self._answer(question, asker)
        if len(answer) <= MOST_KEPT_BYTES:
            self._kept[name] = answer
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return answer

    async def _answer(self, question: Question, asker: str) -> bytes:
        try:
            async with self.turns.turn(asker, long=question.ask in LONG) as place:
                verdict = await self._asked(self.children[place], question)
        except Crowded:
            raise BUSY from None
        if verdict.wrong is not None:
            where, rule, message = verdict.wrong
            raise Fault(where, message, rule)
        return bytes(verdict.answer)

    async def _asked(self, child: Child, question: Question) -> Verdict:
        seconds = LONG.get(question.ask, self.seconds)
        try:
            hear = await child.ask(encode(question))
            verdict: Verdict = decode(await asyncio.wait_for(hear(), seconds), Verdict)
        except NotStarted:
            raise ABSENT from None
        except TimeoutError:
            await child.stop()
            told = f"the referee was not done with it after {seconds:g} seconds; make it smaller"
            raise Fault("work", told) from None
        except (OSError, ValueError, asyncio.IncompleteReadError):
            await child.stop()
            raise Fault("work", "the referee could not read it: it takes too much memory; make it smaller") from None
        except asyncio.CancelledError:
            await child.stop()
            raise
        return verdict

    async def close(self) -> None:
        for child in self.children:
            await child.stop()
