"""Analyses of finished games: worked out beside the server, one after the other, and kept by what they are of.

An analysis has the name of its record's last hash and of the model that made it, so it is the same for all who ask. One
decision of it can be measured by battles, which are kept with it. A visitor has one of either under way at a time, and
is told its place. What was not done when the server stopped begins again.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from contextlib import suppress
from typing import TypeVar

from msgspec.structs import replace

from hulldown.kernel.files import Fault
from hulldown.kernel.fortunes import Analysis, Asked, Decision, Progressed
from hulldown.kernel.record import Record
from hulldown.kernel.wire import decode, encode
from hulldown.outcome import model_of
from hulldown.server.child import Child, NotStarted
from hulldown.server.protocol import AnalysisView, BattlesView, Wrong
from hulldown.server.store import Store

SECONDS = 300.0  # for one game
BATTLES, SECONDS_OF_BATTLES = 400, 60.0  # for one decision, whichever is less
MOST_WAITING = 32
MOST_TOLD = 200  # refusals that are remembered
FULL = Wrong("analysis/full", "Too many games are waiting to be analysed; try again in a few minutes.", 503)
BUSY = AnalysisView("busy", sentence="Another game of yours is being analysed; this one can follow it.")
ENGAGED = BattlesView("busy", sentence="Something else of yours is being analysed; this order can follow it.")
NOT_YET = Wrong("analysis/none", "This game has not been analysed yet; analyse it first.", 409)
View = TypeVar("View", AnalysisView, BattlesView)
logger = logging.getLogger("hulldown.server")


class Job:
    """An analysis or battles that are asked for: by whom, of what, and how far they are."""

    def __init__(self, name: str, model: str, asked: Asked, visitor: str) -> None:
        self.name, self.model, self.asked, self.visitor = name, model, asked, visitor
        self.key = _key(name, asked.decision)
        self.steps, self.of = 0, 0


class Analyst:
    """The queue and the process. Jobs are in the order in which they were asked for; the first is under way."""

    def __init__(self, store: Store, seconds: float = SECONDS) -> None:
        self.store, self.seconds = store, seconds
        self.child = Child("-m", "hulldown.lab.analysing", bots=False)
        self.jobs: OrderedDict[str, Job] = OrderedDict()
        self.refused: OrderedDict[str, str] = OrderedDict()
        self._working: asyncio.Task[None] | None = None

    async def view(self, text: str) -> AnalysisView:
        """How far the analysis of a record is; nothing is begun by asking."""
        name, model = named(text)
        if model is None:
            return AnalysisView("refused", sentence="There is no outcome model of this book; its games can be watched.")
        if (kept := await self._kept(name, model)) is not None:
            return AnalysisView("done", analysis=kept)
        return self._far(AnalysisView, name, model)

    async def ask(self, text: str, visitor: str) -> AnalysisView:
        """Begins the analysis of a record, unless it is there or under way."""
        found = await self.view(text)
        name, model = named(text)
        if found.state != "none" or model is None:
            return found
        return self._far(AnalysisView, name, model) if self._begin(Job(name, model, Asked(text), visitor)) else BUSY

    async def battles(self, text: str, order: int) -> BattlesView:
        """How far the battles are that measure the decision of an order; none are begun by asking."""
        name, model, decision = await self._decision(text, order)
        if decision.fought is not None:
            return BattlesView("done", fought=decision.fought)
        return self._far(BattlesView, _key(name, decision), model)

    async def fight(self, text: str, order: int, visitor: str) -> BattlesView:
        """Begins battles, unless they have been fought or are under way."""
        found = await self.battles(text, order)
        if found.state != "none":
            return found
        name, model, decision = await self._decision(text, order)
        asked = Asked(text, decision, BATTLES, SECONDS_OF_BATTLES)
        if not self._begin(Job(name, model, asked, visitor)):
            return ENGAGED
        return self._far(BattlesView, _key(name, decision), model)

    async def _decision(self, text: str, order: int) -> tuple[str, str, Decision]:
        """The decision that an order belongs to, in the analysis that is kept."""
        name, model = named(text)
        if model is None or (found := await self._kept(name, model)) is None:
            raise NOT_YET
        for decision in found.decisions:
            if decision.first <= order <= decision.last:
                return name, model, decision
        why = f"Order {order} is no choice among several; only such orders are measured by battles."
        raise Wrong("analysis/order", why, 404)

    async def _kept(self, name: str, model: str) -> Analysis | None:
        kept = await self.store.analysis(name, model)
        return None if kept is None else decode(kept.encode(), Analysis)

    def _far(self, kind: type[View], key: str, model: str) -> View:
        """How far something is that has not been found yet."""
        if (why := self.refused.get(f"{key} {model}")) is not None:
            return kind("refused", sentence=why)
        if (job := self.jobs.get(key)) is None:
            return kind("none")
        place = list(self.jobs).index(key)
        return kind("waiting" if place else "running", job.steps, job.of, place)

    def _begin(self, job: Job) -> bool:
        """Puts a job in line, unless its visitor has another one there."""
        if job.key in self.jobs:
            return True
        if any(other.visitor == job.visitor for other in self.jobs.values()):
            return False
        if len(self.jobs) >= MOST_WAITING:
            raise FULL
        self.jobs[job.key] = job
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return True

    async def _work(self) -> None:
        while self.jobs:
            job = next(iter(self.jobs.values()))
            try:
                await self._done(job)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("an analysis failed")
                self._refuse(job, "This game could not be analysed; please report it.")
            finally:
                self.jobs.pop(job.key, None)

    async def _done(self, job: Job) -> None:
        try:
            said = await asyncio.wait_for(self._said(job), self.seconds)
        except NotStarted:
            return self._refuse(job, "This game could not be analysed: the process for it did not start; ask again.")
        except TimeoutError:
            await self.child.stop()
            return self._refuse(job, "This game takes too long to analyse here; `hulldown analyse` has all the time.")
        except (OSError, ValueError, asyncio.IncompleteReadError):
            await self.child.stop()
            return self._refuse(job, "This game could not be analysed: it takes too much memory.")
        if (found := await self._found(job, said)) is None:
            return self._refuse(job, said.wrong)
        await self.store.keep_analysis(job.name, job.model, encode(found).decode(), int(time.time()))
        return None

    async def _found(self, job: Job, said: Progressed) -> Analysis | None:
        """The analysis as it is now to be kept; battles are told in the one that is there."""
        asked = job.asked.decision
        if asked is None or said.fought is None:
            return said.analysis
        kept = await self._kept(job.name, job.model)
        if kept is None:
            return None
        rows = [replace(one, fought=said.fought) if one.first == asked.first else one for one in kept.decisions]
        return replace(kept, decisions=tuple(rows))

    async def _said(self, job: Job) -> Progressed:
        hear = await self.child.ask(encode(job.asked))
        while True:
            said: Progressed = decode(await hear(), Progressed)
            if said.done:
                return said
            job.steps, job.of = said.steps, said.of

    def _refuse(self, job: Job, why: str) -> None:
        self.refused[f"{job.key} {job.model}"] = why
        while len(self.refused) > MOST_TOLD:
            self.refused.popitem(last=False)

    async def close(self) -> None:
        if self._working is not None:
            self._working.cancel()
            with suppress(asyncio.CancelledError):
                await self._working
        await self.child.stop()


def _key(name: str, decision: Decision | None) -> str:
    """What stands in line: an analysis by its name, battles by that and the first order of their decision."""
    return name if decision is None else f"{name} {decision.first}"


def named(text: str) -> tuple[str, str | None]:
    """The name of a record's analysis, and the version of the model that it is made by, if there is one."""
    try:
        record = Record.parse(text)
    except Fault as fault:
        raise Wrong("record/bad", f"{fault}.") from None
    model = model_of(record.head.rulebook)
    return record.lines[-1].hash, model.version if model else None
