"""A world for servers: their clock, their disk, their network and what goes wrong, all drawn from a seed."""

import asyncio
import contextvars
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import StaticPool

from hulldown.server import clock
from hulldown.server.database import Conflict, Database, StoreFailed
from hulldown.server.matches import Matches
from hulldown.server.news import News
from hulldown.server.protocol import Wrong
from hulldown.server.store import Store
from hulldown.server.vault import Vault

PATIENCE = 60.0  # simulated seconds, in which a server that lives has answered
HERE: "contextvars.ContextVar[Server | None]" = contextvars.ContextVar("server", default=None)


class Broken(AssertionError):
    """A promise that was not kept."""


class Lost(Exception):
    """A message or its answer did not arrive."""


class Loop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to what is next, and whose threads are none."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self.now = max(self.now, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


class Told:
    """A connection as the store knows it, on one that does not wait; and what is to be told with its commit."""

    def __init__(self, connection: sql.Connection, world: "World") -> None:
        self._connection, self._world = connection, world
        self.news: list[tuple[str, str]] = []

    async def execute(self, *given: Any) -> Any:
        await self._world.pause(0.002)
        return self._connection.execute(*given)

    async def scalar(self, *given: Any) -> Any:
        return (await self.execute(*given)).scalar()

    async def run_sync(self, act: Callable[[sql.Connection], Any]) -> Any:
        return act(self._connection)


class Disk(Database):
    """The database of all servers of a world, as one of them sees it. What was not committed dies with its server."""

    def __init__(self, server: "Server") -> None:
        self.server, self.world = server, server.world
        self.url = sql.make_url("sqlite+aiosqlite://")
        self._turn = self.world.turn

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Any]:
        async with self.world.turn:
            self.server.live()
            try:
                with self.world.engine.begin() as connection:
                    told = Told(connection, self.world)
                    yield told
                    await self.world.pause(0.02)  # whoever is killed here has written nothing
                    if self.world.strikes(0.01):
                        raise StoreFailed("the disk is full")
            except IntegrityError as error:
                raise Conflict(str(error)) from error
        for match, word in told.news:
            self.world.spread(self.server, match, word)
        await self.world.pause(0.02)  # whoever is killed here has told nobody

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[Any]:
        async with self.begin() as connection:
            yield connection

    async def close(self) -> None:
        return


class Line(News):
    """What servers tell each other: late, and sometimes not before the line is there again."""

    shared = True

    def __init__(self, server: "Server") -> None:
        self.server, self.world = server, server.world

    async def tell(self, connection: Any, match: str, word: str) -> None:
        connection.news.append((match, word))

    async def say(self, match: str, word: str) -> None:
        self.world.spread(self.server, match, word)

    async def take(self, match: str) -> bool:
        return self.world.thinks.setdefault(match, self.server) is self.server

    async def leave(self, match: str) -> None:
        self.world.thinks.pop(match, None)


class Server:
    """A server, from its start until it is killed."""

    def __init__(self, world: "World") -> None:
        self.world, self.dead, self.tasks = world, False, dict[asyncio.Task[Any], None]()
        store = Store("sqlite+aiosqlite://")
        store._database = Disk(self)
        store._vault, store._begin = Vault(store._database), store._database.begin
        if len(world.servers) > 1:
            store.news = Line(self)
        self.store, self.matches = store, Matches(store, None)  # type: ignore[arg-type]  # nobody thinks here

    def live(self) -> None:
        if self.dead:
            raise asyncio.CancelledError

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Work of this server, which dies with it."""
        context = contextvars.copy_context()
        context.run(HERE.set, self)
        return asyncio.get_running_loop().create_task(work, context=context)

    async def kill(self) -> None:
        self.dead = True
        tasks = [task for task in self.tasks if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for match in [match for match, server in self.world.thinks.items() if server is self]:
            del self.world.thinks[match]


class World:
    """Servers, whoever plays there, and all that goes wrong."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.calm, self.wrong = True, list[str]()  # nothing goes wrong before anybody plays
        self.turn = asyncio.Lock()
        self.engine = sql.create_engine("sqlite://", poolclass=StaticPool)
        self.thinks: dict[str, Server] = {}
        self.servers: list[Server] = [None] * self.chance.choice((1, 2))  # type: ignore[list-item]

    def strikes(self, share: float) -> bool:
        return not self.calm and self.chance.random() < share

    async def pause(self, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(0, most))

    def spread(self, server: Server, match: str, word: str) -> None:
        for other in self.servers:
            if other is server or other is None:
                continue
            hear: Callable[[], None] = partial(other.matches.hear, "another", match, word)
            after = self.chance.uniform(0, 0.05)
            if self.strikes(0.1):
                hear, after = other.matches.missed, 1.0
            context = contextvars.copy_context()
            context.run(HERE.set, other)
            asyncio.get_running_loop().call_later(after, hear, context=context)

    def any_server(self) -> Server:
        return self.chance.choice(self.servers)

    async def start(self) -> None:
        for place in range(len(self.servers)):
            self.servers[place] = Server(self)
        await self.servers[0].store.prepare()

    async def trouble(self) -> None:
        """Kills a server now and then, and starts another in its place."""
        while not self.calm:
            await self.pause(4.0)
            place = self.chance.randrange(len(self.servers))
            await self.servers[place].kill()
            self.servers[place] = Server(self)

    async def ask(self, act: Callable[[Server], Coroutine[Any, Any, Any]]) -> Any:
        """An answer to a message over the network; raises `Lost`, or what the server raises."""
        await self.pause(0.1)
        if self.strikes(0.1):
            raise Lost
        server = self.any_server()
        task = server.run(act(server))
        if self.strikes(0.1):  # it arrives twice, and the second time perhaps elsewhere
            other = self.any_server()
            self._watch(other.run(self._later(act, other)))
        await asyncio.wait([task], timeout=PATIENCE)
        if not task.done():
            raise Broken("a message was never answered")
        if task.cancelled() or server.dead:
            task.cancelled() or task.exception()
            raise Lost
        answer = task.result()
        await self.pause(0.1)
        if self.strikes(0.1):
            raise Lost
        return answer

    async def _later(self, act: Callable[[Server], Coroutine[Any, Any, Any]], server: Server) -> None:
        await self.pause(1.0)
        with suppress(Wrong, StoreFailed):
            await act(server)

    def _watch(self, task: asyncio.Task[Any]) -> None:
        def ended(one: asyncio.Task[Any]) -> None:
            if not one.cancelled() and (error := one.exception()) is not None:
                self.wrong.append(repr(error))

        task.add_done_callback(ended)

    async def insist(self, act: Callable[[Server], Coroutine[Any, Any, Any]]) -> Any:
        """The same again until there is an answer, as a page does; a refusal in a sentence is one, too."""
        while True:
            try:
                return await self.ask(act)
            except (Lost, StoreFailed):
                continue
            except Wrong as wrong:
                if wrong.error in ("rule/broken", "server/failed"):
                    raise Broken(wrong.sentence) from wrong
                return wrong


@contextmanager
def still(seed: int, loop: Loop) -> Iterator[None]:
    """Nothing is drawn but from the seed, and no clock goes but the loop's."""
    chance = random.Random(f"tokens {seed}")
    tokens = SimpleNamespace(
        token_hex=lambda many: f"{chance.getrandbits(8 * many):0{2 * many}x}",
        token_urlsafe=lambda many: f"{chance.getrandbits(8 * many):x}",
    )
    with ExitStack() as stack:
        for module in ("matches", "store", "rematch"):
            stack.enter_context(patch(f"hulldown.server.{module}.secrets", tokens))
        stack.enter_context(patch.object(clock, "now", lambda: 1_000_000 + int(loop.time())))
        yield


def loop_of_a_world() -> Loop:
    """A loop that knows which work is whose, so that it dies with its server."""
    loop = Loop()

    def task(loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> asyncio.Task[Any]:
        made = asyncio.Task(work, loop=loop, **named)
        context = named.get("context") or contextvars.copy_context()
        if (server := context.get(HERE)) is not None:
            server.tasks[made] = None
            made.add_done_callback(lambda one: server.tasks.pop(one, None))
        return made

    loop.set_task_factory(task)
    return loop
