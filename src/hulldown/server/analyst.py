"""Analyses of finished games: worked out beside the server and kept by what they are of.

An analysis has the name of its record's last hash and of the model that made it, so it is the same for all who ask.
Battles make it surer: those of one decision, or a look at the whole game, whose rolls and decisions are kept one by
one. A glance at a game goes before all battles, which take turns, a few seconds each. A visitor has one of either under
way at a time, and is told its place. What was not done when the server stopped begins again; a look goes on.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from contextlib import suppress
from hashlib import blake2b
from math import inf
from typing import NamedTuple, TypeVar

from msgspec import Raw
from msgspec.structs import replace

from hulldown.kernel.files import Fault
from hulldown.kernel.fortunes import JUDGE, LOOK, Analysis, Asked, Decision, Moment, Progressed, Scores
from hulldown.kernel.record import Record
from hulldown.kernel.wire import decode, encode
from hulldown.outcome import model_of
from hulldown.server.child import Child, NotStarted
from hulldown.server.protocol import AnalysisView, AnotherBody, AnotherView, BattlesView, Wrong
from hulldown.server.store import Store

SECONDS = 300.0  # for one game at a glance
BATTLES, SECONDS_OF_BATTLES = 400, 60.0  # for one decision, whichever is less
BETTER = 2 * LOOK  # battles in any case for one that was looked at, so that it gets surer
SECONDS_OF_LOOK = 600.0  # for a look that strangers ask for; asked for again, it goes on
TURN = 2.0  # seconds of battles, before something else may come
MOST_WAITING = 32
MOST_TOLD = 200  # refusals that are remembered
FULL = Wrong("analysis/full", "Too many games are waiting to be analysed; try again in a few minutes.", 503)
BUSY = AnalysisView("busy", sentence="Another game of yours is being analysed; this one can follow it.")
ENGAGED = "Something else of yours is being analysed; this order can follow it."
NOT_YET = Wrong("analysis/none", "This game has not been analysed yet; analyse it first.", 409)
View = TypeVar("View", AnalysisView, AnotherView, BattlesView)
logger = logging.getLogger("hulldown.server")


class Job:
    """Something that is asked for: of which record, by whom, and how far it is. This one is a glance at a game."""

    urgent = True

    def __init__(self, name: str, model: str, text: str, visitor: str) -> None:
        self.name, self.model, self.text = name, model, text
        self.key = name
        self.askers = {visitor}
        self.steps, self.of = 0, 0
        self.begun, self.spent = False, 0.0

    def asked(self) -> Asked:
        """What the process is asked for next."""
        return Asked(self.text)

    def progressed(self, said: Progressed) -> None:
        self.steps, self.of = said.steps, said.of

    def found(self, kept: Analysis | None, said: Progressed) -> Analysis | Decision | None:
        """What is now to be kept, if there is something new."""
        return said.analysis

    def done(self) -> bool:
        return True


class Battles(Job):
    """Battles that measure one decision."""

    urgent = False

    def __init__(self, name: str, model: str, text: str, visitor: str, decision: Decision) -> None:
        super().__init__(name, model, text, visitor)
        self.key, self.decision = _key(name, decision), decision
        self.least = BETTER if decision.fought is not None else 0
        self.scores = Scores()

    def asked(self) -> Asked:
        return Asked(self.text, None, self.decision, BATTLES, TURN, self.scores)

    def found(self, kept: Analysis | None, said: Progressed) -> Analysis | Decision | None:
        self.scores = said.scores or self.scores
        if kept is None or said.decision is None or not self.done():
            return None
        now = next(one for one in kept.decisions if one.first == self.decision.first)
        # Where the game was not looked at, all but this stays as it was at a glance.
        return kept.told_by_battles(said.decision if now.doubt else replace(now, fought=said.decision.fought))

    def done(self) -> bool:
        late = self.spent > SECONDS_OF_BATTLES and len(self.scores) >= self.least
        return late or len(self.scores) >= BATTLES


class Another(Battles):
    """Battles that hold a decision against orders of somebody's own; they are kept beside the analysis."""

    def __init__(self, key: str, model: str, text: str, visitor: str, decision: Decision, orders: list[Raw]) -> None:
        super().__init__(key, model, text, visitor, decision)
        self.key, self.least, self.orders = key, 0, tuple(orders)
        self.told: Decision | None = None

    def asked(self) -> Asked:
        return replace(super().asked(), orders=self.orders)

    def found(self, kept: Analysis | None, said: Progressed) -> Decision | None:
        self.scores, self.told = said.scores or self.scores, said.decision
        return self.told if self.done() else None


class Look(Job):
    """Battles that measure the greater rolls and errors of a game, one after the other."""

    urgent = False

    def __init__(self, name: str, model: str, text: str, visitor: str, kept: Analysis, seconds: float) -> None:
        super().__init__(name, model, text, visitor)
        self.key, self.seconds = look_of(name), seconds
        self.scores = Scores()
        self._see(kept)

    def _see(self, kept: Analysis) -> None:
        self.left = left_of(kept)
        self.of = len(kept.looked_at())
        self.steps = self.of - len(self.left)

    def asked(self) -> Asked:
        one = self.left[0]
        moment, decision = (one, None) if isinstance(one, Moment) else (None, one)
        return Asked(self.text, moment, decision, LOOK, TURN, self.scores)

    def progressed(self, said: Progressed) -> None:
        """It is told by rolls and decisions, not by battles."""

    def found(self, kept: Analysis | None, said: Progressed) -> Analysis | None:
        self.scores = said.scores or self.scores
        told = said.moment or said.decision
        if kept is None or told is None or len(self.scores) < LOOK:
            return None
        self.scores = Scores()
        kept = kept.told_by_battles(told)
        self._see(kept)
        return kept if self.left else looked_at(kept)

    def done(self) -> bool:
        return not self.left or self.spent > self.seconds


class Refusal(NamedTuple):
    """Why nothing came of something, and whether it may be asked for again."""

    sentence: str
    again: bool = False


class Analyst:
    """The jobs and the process, which works on one of them at a time."""

    def __init__(self, store: Store, strangers: bool = False, seconds: float = SECONDS) -> None:
        self.store, self.strangers, self.seconds = store, strangers, seconds
        self.child = Child("-m", "hulldown.lab.analysing")
        self.jobs: OrderedDict[str, Job] = OrderedDict()
        self.refused: OrderedDict[str, Refusal] = OrderedDict()
        self._working: asyncio.Task[None] | None = None

    # What is asked

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
        name, model = named(text)
        self._forgive(name, model)
        found = await self.view(text)
        if found.state != "none" or model is None:
            return found
        return self._far(AnalysisView, name, model) if self._begin(Job(name, model, text, visitor), visitor) else BUSY

    async def battles(self, text: str, order: int) -> BattlesView:
        """How far the battles are that measure the decision of an order; none are begun by asking."""
        name, model, decision = await self._decision(text, order)
        found = self._far(BattlesView, _key(name, decision), model)
        if decision.fought is None or found.state != "none":
            return found
        # One that was looked at can be measured better.
        return BattlesView("none" if decision.fought.battles == LOOK else "done", fought=decision.fought)

    async def fight(self, text: str, order: int, visitor: str) -> BattlesView:
        """Begins battles, unless they have been fought or are under way."""
        name, model, decision = await self._decision(text, order)
        self._forgive(_key(name, decision), model)
        found = await self.battles(text, order)
        if found.state != "none":
            return found
        if not self._begin(Battles(name, model, text, visitor, decision), visitor):
            return BattlesView("busy", sentence=ENGAGED)
        return self._far(BattlesView, _key(name, decision), model)

    async def another(self, text: str, order: int, body: AnotherBody, visitor: str) -> AnotherView:
        """Begins battles for orders of somebody's own, unless they have been fought, or says how far they are."""
        name, model, decision = await self._decision(text, order)
        key = another_of(name, decision, body)
        if (kept := await self.store.analysis(key, model)) is not None:
            return _told(AnotherView("done"), decode(kept.encode(), Decision))
        self._forgive(key, model)
        found = self._far(AnotherView, key, model)
        if found.state == "none":
            orders = [Raw(encode(one)) for one in body.orders]
            if not self._begin(Another(key, model, text, visitor, decision, orders), visitor):
                return AnotherView("busy", sentence=ENGAGED)
            found = self._far(AnotherView, key, model)
        job = self.jobs.get(key)
        return _told(found, job.told if isinstance(job, Another) else None)

    async def look(self, text: str) -> AnalysisView:
        """How far a look at the whole game is; none is begun by asking."""
        name, model, kept = await self._analysis(text)
        found = self._far(AnalysisView, look_of(name), model)
        if found.state != "none":
            return found
        left, of = len(left_of(kept)), len(kept.looked_at())
        return AnalysisView("done" if kept.battles or not of else "none", of - left, of)

    async def begin_look(self, text: str, visitor: str) -> AnalysisView:
        """Begins a look, unless it is done or under way, or goes on with it."""
        name, model, kept = await self._analysis(text)
        self._forgive(look_of(name), model)
        found = await self.look(text)
        if (job := self.jobs.get(look_of(name))) is not None:
            job.askers.add(visitor)
        if found.state != "none":
            return found
        if not left_of(kept):  # each was measured by itself
            await self._keep(name, model, looked_at(kept))
            return await self.look(text)
        seconds = SECONDS_OF_LOOK if self.strangers else inf
        if not self._begin(Look(name, model, text, visitor, kept, seconds), visitor):
            return replace(found, state="busy", sentence=BUSY.sentence)
        return await self.look(text)

    async def stop_look(self, text: str, visitor: str) -> AnalysisView:
        """Whoever asked for a look does not want more of it; it ends when nobody does. What was measured is kept."""
        job = self.jobs.get(look_of(named(text)[0]))
        if job is not None:
            job.askers.discard(visitor)
            if not job.askers:
                self.jobs.pop(job.key)
        return await self.look(text)

    async def _analysis(self, text: str) -> tuple[str, str, Analysis]:
        """The analysis that is kept."""
        name, model = named(text)
        if model is None or (found := await self._kept(name, model)) is None:
            raise NOT_YET
        return name, model, found

    async def _decision(self, text: str, order: int) -> tuple[str, str, Decision]:
        """The decision that an order belongs to, in the analysis that is kept."""
        name, model, found = await self._analysis(text)
        for decision in found.decisions:
            if decision.first <= order <= decision.last:
                return name, model, decision
        why = f"Order {order} is no choice among several; only such orders are measured by battles."
        raise Wrong("analysis/order", why, 404)

    async def _kept(self, name: str, model: str) -> Analysis | None:
        kept = await self.store.analysis(name, model)
        return None if kept is None else decode(kept.encode(), Analysis)

    async def _keep(self, name: str, model: str, found: Analysis | Decision) -> None:
        await self.store.keep_analysis(name, model, encode(found).decode(), int(time.time()))

    # Whose turn it is

    def _far(self, kind: type[View], key: str, model: str) -> View:
        """How far something is that has not been found yet."""
        if (refusal := self.refused.get(f"{key} {model}")) is not None:
            return kind("refused", sentence=refusal.sentence)
        if (job := self.jobs.get(key)) is None:
            return kind("none")
        place = 0 if job.begun else self._line().index(job)
        return kind("waiting" if place else "running", job.steps, job.of, place)

    def _line(self) -> list[Job]:
        """The jobs as they come: glances, and then battles."""
        return sorted(self.jobs.values(), key=lambda job: not job.urgent)

    def _begin(self, job: Job, visitor: str) -> bool:
        """Puts a job in line, unless its visitor has another one of the kind there."""
        if job.key in self.jobs:
            return True
        if any(visitor in other.askers and other.urgent == job.urgent for other in self.jobs.values()):
            return False
        if len(self.jobs) >= MOST_WAITING:
            raise FULL
        self.jobs[job.key] = job
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return True

    async def _work(self) -> None:
        while self.jobs:
            job = self._line()[0]
            job.begun, done = True, True
            try:
                done = await self._some(job)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("an analysis failed")
                self._refuse(job, Refusal("This game could not be analysed; please report it."))
            if self._wanted(job):
                self.jobs.pop(job.key) if done else self.jobs.move_to_end(job.key)

    def _wanted(self, job: Job) -> bool:
        """Nobody stopped it meanwhile."""
        return self.jobs.get(job.key) is job

    async def _some(self, job: Job) -> bool:
        """Works on a job for a while, and keeps what came of it; whether it is done."""
        began = time.monotonic()
        try:
            said = await asyncio.wait_for(self._said(job), self.seconds)
        except NotStarted:
            why = "This game could not be analysed: the process for it did not start; ask again."
            return self._refuse(job, Refusal(why, again=True))
        except TimeoutError:
            await self.child.stop()
            why = "This game takes too long to analyse here; `hulldown analyse` has all the time."
            return self._refuse(job, Refusal(why))
        except (OSError, ValueError, asyncio.IncompleteReadError):
            await self.child.stop()
            return self._refuse(job, Refusal("This game could not be analysed: it takes too much memory."))
        if said.wrong:
            return self._refuse(job, Refusal(said.wrong))
        job.spent += time.monotonic() - began
        if self._wanted(job):
            found = job.found(await self._kept(job.name, job.model), said)
            if found is not None:
                await self._keep(job.name, job.model, found)
        return job.done()

    async def _said(self, job: Job) -> Progressed:
        hear = await self.child.ask(encode(job.asked()))
        while True:
            said: Progressed = decode(await hear(), Progressed)
            if said.done:
                return said
            job.progressed(said)

    def _refuse(self, job: Job, why: Refusal) -> bool:
        self.refused[f"{job.key} {job.model}"] = why
        while len(self.refused) > MOST_TOLD:
            self.refused.popitem(last=False)
        return True

    def _forgive(self, key: str, model: str | None) -> None:
        """What may be asked for again was not refused for good."""
        refusal = self.refused.get(f"{key} {model}")
        if refusal is not None and refusal.again:
            del self.refused[f"{key} {model}"]

    async def close(self) -> None:
        if self._working is not None:
            self._working.cancel()
            with suppress(asyncio.CancelledError):
                await self._working
        await self.child.stop()


def left_of(kept: Analysis) -> tuple[Moment | Decision, ...]:
    """What a look has still to measure."""
    return tuple([one for one in kept.looked_at() if _battles_of(one) < LOOK])


def _battles_of(one: Moment | Decision) -> int:
    if isinstance(one, Moment):
        return one.battles
    return one.fought.battles if one.fought is not None else 0


def looked_at(kept: Analysis) -> Analysis:
    """An analysis all of whose greater rolls and errors are measured."""
    rows = [one.as_fought(one.fought) if one.fought is not None else one for one in kept.decisions]
    return replace(kept, battles=LOOK, judge=JUDGE, decisions=tuple(rows))


def look_of(name: str) -> str:
    """As what a look stands in line."""
    return f"{name} look"


def _key(name: str, decision: Decision) -> str:
    """As what the battles of a decision stand in line."""
    return f"{name} {decision.first}"


def another_of(name: str, decision: Decision, body: AnotherBody) -> str:
    """As what orders of somebody's own stand in line, and are kept."""
    return blake2b(b" ".join((_key(name, decision).encode(), encode(body))), digest_size=20).hexdigest()


def _told(view: AnotherView, said: Decision | None) -> AnotherView:
    return view if said is None else replace(view, other=said.others[0], fought=said.fought)


def named(text: str) -> tuple[str, str | None]:
    """The name of a record's analysis, and the version of the model that it is made by, if there is one."""
    try:
        record = Record.parse(text)
    except Fault as fault:
        raise Wrong("record/bad", f"{fault}.") from None
    model = model_of(record.head.rulebook)
    return record.lines[-1].hash, model.version if model else None
