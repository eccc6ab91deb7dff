"""The server's shelf: works that people put there by their content, and wishes for matches that are made of works."""

import time
from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.wire import encode
from hulldown.kernel.work import Work, bundle
from hulldown.server.judge import NAMED, Judge, Question
from hulldown.server.protocol import NewMatch, SetupProblem, WorkBody, WorkVerdict, WorkView, Wrong
from hulldown.server.store import Store

MOST_KEPT = 20_000
W = TypeVar("W", bound=NewMatch)


class Shelf:
    """Works in the store, and the judge of all works. A work is never overwritten: its name is its content."""

    def __init__(self, store: Store, judge: Judge, most: int = MOST_KEPT) -> None:
        self.store, self.judge, self.most = store, judge, most

    async def verdict(self, works: tuple[Work, ...]) -> WorkVerdict:
        """What a work is, or what is wrong with it."""
        try:
            words = await self.judge.ask(Question("check", works=works))
        except Fault as fault:
            return WorkVerdict(False, faults=(SetupProblem(fault.where, fault.rule, fault.message),))
        return WorkVerdict(True, msgspec.json.decode(words, type=str))

    async def keep(self, work_id: str, body: WorkBody) -> WorkView:
        """Keeps a work that can be played with; the same again is the same answer."""
        try:
            found = bundle(body.works)
        except Fault as fault:
            raise Wrong("work/bad", f"{fault}.") from None
        if found[0].id != work_id:
            raise Wrong("work/name", f"This work is called {found[0].id}; a work is named by its content.")
        verdict = await self.verdict(found)
        if not verdict.ok:
            first = verdict.faults[0]
            raise Wrong("work/bad", f"{Fault(first.where, first.message, first.rule)}.")
        await self.store.keep_works(found, body.licence, int(time.time()), self.most)
        return await self.show(work_id)

    async def show(self, work_id: str) -> WorkView:
        """A work and all that it uses."""
        first = await self.store.work(work_id)
        if first is None:
            told = "There is no work here under this link."
            if len(work_id) != 22:
                told += f" Such links end in 22 signs; this one has {len(work_id)}."
            raise Wrong("work/unknown", told, 404)
        return WorkView(await self._gathered([first.work]), first.licence, first.since)

    async def _gathered(self, works: Iterable[Work]) -> tuple[Work, ...]:
        found = {work.id: work for work in works}
        wanted = [used for work in found.values() for used in work.uses.values()]
        for used in wanted:
            if used not in found and (kept := await self.store.work(used)) is not None:
                found[used] = kept.work
                wanted += kept.work.uses.values()
        return tuple(found.values())

    async def whole(self, wish: W) -> W:
        """A wish with all works that it names: those that it brings, and those that this server keeps."""
        brought = {work.id: work for work in wish.works}
        for part in NAMED:
            named = getattr(wish, part)
            if len(named) == 22 and named not in brought and (kept := await self.store.work(named)) is not None:
                brought |= {work.id: work for work in await self._gathered([kept.work])}
        return msgspec.structs.replace(wish, works=tuple(brought.values()))

    async def ask(self, question: Literal["answer", "build", "fills"], wish: NewMatch) -> bytes:
        """The judge's answer to a wish that is made of works."""
        return await self.judge.ask(Question(question, msgspec.Raw(encode(wish))))
