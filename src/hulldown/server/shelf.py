"""The server's shelf: works that people put there by their content, and wishes for matches that are made of works."""

from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.wire import encode
from hulldown.kernel.work import Work, bundle
from hulldown.rulebooks.asking import Query
from hulldown.rulebooks.works import WorkFault
from hulldown.server import clock
from hulldown.server.judge import NAMED, Judge, Question
from hulldown.server.protocol import (
    AskBody,
    DifferBody,
    NewMatch,
    OddsBody,
    ProspectBody,
    ShotBody,
    WorkBody,
    WorkVerdict,
    WorkView,
    Wrong,
)
from hulldown.server.store import Store

MOST_KEPT = 20_000
W = TypeVar("W", bound=NewMatch)


class Shelf:
    """Works in the store, and the judge of all works. A work is never overwritten: its name is its content."""

    def __init__(self, store: Store, judge: Judge, most: int = MOST_KEPT, elsewhere: bool = False) -> None:
        self.store, self.judge, self.most = store, judge, most
        self.elsewhere = elsewhere  # whether the judge is asked of every wish, and not only of those made of works

    async def verdict(self, works: tuple[Work, ...], asker: str) -> WorkVerdict:
        """What a work is, or what is wrong with it."""
        try:
            return msgspec.json.decode(await self.judge.ask(Question("check", works=works), asker), type=WorkVerdict)
        except Fault as fault:  # he was not done with it
            return WorkVerdict(False, faults=(WorkFault(fault.where, fault.rule, fault.message),))

    async def keep(self, work_id: str, body: WorkBody, asker: str) -> WorkView:
        """Keeps a work that can be played with; the same again is the same answer."""
        try:
            found = bundle(body.works)
        except Fault as fault:
            raise Wrong("work/bad", f"{fault}.") from None
        if found[0].id != work_id:
            raise Wrong("work/name", f"This work is called {found[0].id}; a work is named by its content.")
        verdict = await self.verdict(found, asker)
        if not verdict.ok:
            first = verdict.faults[0]
            raise Wrong("work/bad", f"{Fault(first.where, first.message, first.rule)}.")
        await self.store.keep_works(found, body.licence, clock.now(), self.most)
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

    async def ask(self, question: Literal["answer", "build", "fills"], wish: NewMatch, asker: str) -> bytes:
        """The judge's answer to a wish."""
        return await self.judge.ask(Question(question, msgspec.Raw(encode(wish))), asker)

    async def differing(self, body: DifferBody, asker: str) -> bytes:
        """What differs between two charts."""
        try:
            return await self.judge.ask(Question("differ", msgspec.Raw(encode(body))), asker)
        except Fault as fault:
            raise Wrong("work/bad", f"{fault}.") from None

    async def asked(self, body: AskBody, asker: str) -> bytes:
        """The judge's answer to a question about a position."""
        works = await self._gathered(body.works)
        return await self.judge.ask(Question("ask", msgspec.Raw(encode(body.query or Query())), works), asker)

    async def prospect(self, body: ProspectBody, asker: str) -> bytes:
        """The judge's answer to a question about bare ground."""
        return await self.judge.ask(Question("prospect", msgspec.Raw(encode(body.query)), body.works), asker)

    async def shot(self, body: ShotBody, asker: str) -> bytes:
        """What comes of a shot by a chart that is a work."""
        return await self._by_chart("shot", body, asker)

    async def odds(self, body: OddsBody, asker: str) -> bytes:
        """The odds of a shot by such a chart."""
        return await self._by_chart("odds", body, asker)

    async def _by_chart(self, what: Literal["shot", "odds"], body: ShotBody | OddsBody, asker: str) -> bytes:
        brought = {work.id: work for work in body.works}
        if body.chart not in brought and (kept := await self.store.work(body.chart)) is not None:
            brought |= {work.id: work for work in await self._gathered([kept.work])}
        if body.chart not in brought:
            raise Fault("chart", f"there is no work {body.chart[:40]!r} here; bring it with the shot")
        whole = msgspec.structs.replace(body, works=tuple(brought.values()))
        return await self.judge.ask(Question(what, msgspec.Raw(encode(whole))), asker)
