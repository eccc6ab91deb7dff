"""Whether scenarios that people make are fair: played out beside the server, one at a time, and kept.

A result belongs to a work, which is its content with all that it uses, to the bot that plays both sides and to the
code: under another one it is played anew. Whoever stops a run keeps the games that are over, and those that are wished
for later come after them.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from typing import Literal

import msgspec

from hulldown.bots.code import code
from hulldown.kernel.fairness import FairFound, FairKept, FairRun, FairTold, Played
from hulldown.kernel.files import Fault
from hulldown.kernel.wire import decode, encode
from hulldown.kernel.work import Work, bundle
from hulldown.server.child import Child, NotStarted
from hulldown.server.judge import Judge, Question
from hulldown.server.protocol import FairnessBody, FairnessView, NewMatch, Wrong
from hulldown.server.store import Store

MINUTES = 15.0  # for one run
A_GAME = 120.0  # seconds more, for the game that is being played when they are over
MOST_GAMES = 2_400  # of one scenario
MOST_WAITING = 32
MOST_TOLD = 200  # refusals that are remembered
FULL = Wrong("fairness/full", "Too many scenarios are waiting to be played; try again in a few minutes.", 503)
BUSY = Wrong("fairness/busy", "Another scenario of yours is being played; this can follow it, or stop that one.", 409)
NO_SCENARIO = Wrong("fairness/bad", "Fairness is asked of a scenario; a work of another kind has none.")
logger = logging.getLogger("hulldown.server")


class Job:
    """A run that is asked for: of what, by whom, up to which game, and what it has come to."""

    def __init__(self, name: str, works: tuple[Work, ...], bot: str, last: int) -> None:
        self.name, self.works, self.bot, self.last = name, works, bot, last
        self.askers: set[str] = set()
        self.played: list[Played] = []
        self.found: FairFound | None = None
        self.why: Literal["", "stopped", "late"] = ""
        self.stopped, self.gone = asyncio.Event(), asyncio.Event()


class Fairness:
    """The queue and the process. Jobs are in the order in which they were asked for; the first is under way."""

    def __init__(self, store: Store, judge: Judge, strangers: bool = False, minutes: float = MINUTES) -> None:
        self.store, self.judge, self.strangers, self.minutes = store, judge, strangers, minutes
        self.child = Child("-m", "hulldown.lab.fairing")
        self.jobs: OrderedDict[str, Job] = OrderedDict()
        self.refused: OrderedDict[str, str] = OrderedDict()
        self._working: asyncio.Task[None] | None = None

    async def view(self, work_id: str, bot: str) -> FairnessView:
        """What is known of a scenario; nothing is begun by asking."""
        name = named(work_id, bot)
        if (job := self.jobs.get(name)) is not None:
            place = list(self.jobs).index(name)
            return FairnessView("waiting" if place else "running", len(job.played), job.last, place, found=job.found)
        if (kept := await self._kept(name)) is not None:
            return FairnessView("done", len(kept.played), len(kept.played), why=kept.why, found=kept.found)
        if (wrong := self.refused.get(name)) is not None:
            return FairnessView("refused", sentence=wrong)
        return FairnessView("none")

    async def ask(self, body: FairnessBody, visitor: str) -> FairnessView:
        """Begins a run, unless so many games are known, or it is under way; after a save only on one's own server."""
        try:
            works = bundle(body.works)
        except Fault as fault:
            raise Wrong("fairness/bad", f"{fault}.") from None
        if works[0].kind != "scenario":
            raise NO_SCENARIO
        name = named(works[0].id, body.bot)
        if body.after_save and self.strangers:
            return await self.view(works[0].id, body.bot)
        if (job := self.jobs.get(name)) is None:
            kept = await self._kept(name)
            if kept is not None and (len(kept.played) >= body.games or body.after_save):
                return await self.view(works[0].id, body.bot)
            self._make_room(visitor)
            job = self.jobs.setdefault(name, Job(name, works, body.bot, body.games))
            if kept is not None and not job.played:
                job.played, job.found = [*kept.played], kept.found
        job.askers.add(visitor)
        job.last = max(job.last, body.games)
        self.refused.pop(name, None)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await self.view(works[0].id, body.bot)

    def _make_room(self, visitor: str) -> None:
        if self.strangers and any(visitor in job.askers for job in self.jobs.values()):
            raise BUSY
        if len(self.jobs) >= MOST_WAITING:
            raise FULL

    async def stop(self, work_id: str, bot: str, visitor: str) -> FairnessView:
        """Whoever asked for a run does not want more of it; it ends when nobody does, and its games are kept."""
        job = self.jobs.get(named(work_id, bot))
        if job is None or visitor not in job.askers:
            return await self.view(work_id, bot)
        job.askers.discard(visitor)
        if not job.askers:
            job.why = "stopped"
            job.stopped.set()
            if next(iter(self.jobs.values())) is job:
                await job.gone.wait()
            else:
                await self._done_with(job)
        return await self.view(work_id, bot)

    async def _done_with(self, job: Job) -> None:
        """Keeps what is known, and goes on to the next one."""
        try:
            if job.found is not None and job.played:
                kept = FairKept(tuple(job.played), job.found, job.why)
                await self.store.keep_analysis(job.name, _code(), encode(kept).decode(), int(time.time()))
        finally:
            self.jobs.pop(job.name, None)
            job.gone.set()

    async def _kept(self, name: str) -> FairKept | None:
        text = await self.store.analysis(name, _code())
        return None if text is None else decode(text.encode(), FairKept)

    async def _work(self) -> None:
        while self.jobs:
            job = next(iter(self.jobs.values()))
            try:
                await self._until_stopped(job)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("a fairness run failed")
                self._refuse(job, "This scenario could not be played; please report it.")
            finally:
                await self._done_with(job)

    async def _until_stopped(self, job: Job) -> None:
        """Plays a job, and leaves the game that is being played where it is as soon as nobody wants more."""
        playing, stopped = asyncio.create_task(self._play(job)), asyncio.create_task(job.stopped.wait())
        try:
            await asyncio.wait((playing, stopped), return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                playing.result()
        finally:
            stopped.cancel()
            if not playing.done():
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                await self.child.stop()

    async def _play(self, job: Job) -> None:
        """Plays a job to its end; games are told one by one, and more may be asked for meanwhile."""
        try:
            setup = await self._setup(job)
        except (Fault, Wrong) as wrong:
            return self._refuse(job, wrong.sentence if isinstance(wrong, Wrong) else f"{wrong}.")
        until = time.monotonic() + 60 * self.minutes
        while not job.why and len(job.played) < job.last:
            try:
                await asyncio.wait_for(self._run(job, setup, until), until - time.monotonic() + A_GAME)
            except NotStarted:
                return self._refuse(
                    job, "This scenario could not be played: the process for it did not start; ask again."
                )
            except TimeoutError:
                await self.child.stop()
                job.why = "late"
            except (OSError, ValueError, asyncio.IncompleteReadError):
                await self.child.stop()
                return self._refuse(job, "This scenario could not be played here: it takes too much memory.")
        return None

    async def _setup(self, job: Job) -> bytes:
        wish = NewMatch(rulebook=job.works[0].book, scenario=job.works[0].id, works=job.works)
        return await self.judge.ask(Question("build", msgspec.Raw(encode(wish))))

    async def _run(self, job: Job, setup: bytes, until: float) -> None:
        await self.child.ready()
        left = max(0.0, until - time.monotonic())
        run = FairRun(job.works[0].book, setup, job.bot, tuple(job.played), job.last, left)
        hear = await self.child.ask(encode(run))
        while True:
            told: FairTold = decode(await hear(), FairTold)
            if told.game is None:
                break
            job.played.append(told.game)
            job.found = told.found
        if told.wrong:
            self._refuse(job, told.wrong)
        elif told.late:
            job.why = "late"

    def _refuse(self, job: Job, why: str) -> None:
        job.why = job.why or "stopped"
        self.refused[job.name] = why
        while len(self.refused) > MOST_TOLD:
            self.refused.popitem(last=False)

    async def close(self) -> None:
        if self._working is not None:
            self._working.cancel()
            with suppress(asyncio.CancelledError):
                await self._working
        await self.child.stop()


def named(work_id: str, bot: str) -> str:
    """Under what the fairness of a scenario is kept."""
    return blake2b(f"fairness {work_id} {bot}".encode(), digest_size=20).hexdigest()


@cache
def _code() -> str:
    return blake2b(code().encode(), digest_size=8).hexdigest()
