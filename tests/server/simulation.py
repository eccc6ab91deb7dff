"""The server's matches on a simulated clock, network and disk: `python -m tests.server.simulation --seeds 0..200`.

What runs is the real thing below the web framework: matches, acts, log, invitations, SQL and the sending of streams.
Around it everything is drawn from a seed: how long the disk takes and when it is full, what the network loses, repeats
and delays, when a server is killed, also between a commit and its answer. After each seed what everybody was told is
held against what is stored. A seed that fails prints the command that runs it again.
"""

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

from litestar.exceptions import WebSocketDisconnect

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.kernel.side import Side
from hulldown.kernel.wire import encode, plain
from hulldown.rulebooks import enter, load
from hulldown.server import stream
from hulldown.server.database import StoreFailed
from hulldown.server.log import Eyes
from hulldown.server.match import Match
from hulldown.server.protocol import ActBody, ActName, Answer, ClaimBody, OrdersBody, Wrong
from hulldown.server.store import PLAYS, MatchRow, Seat, Sitting, hashed, promised
from hulldown.server.table import eyes_of
from tests.server.world import PATIENCE, Broken, Lost, Server, World, loop_of_a_world, still
from tests.toy import Setup

BOOK = "toy"
ACTS: tuple[ActName, ...] = ("undo", "offer-takeback", "accept", "offer-draw", "decline")
SECONDS = 20.0  # of simulated play, before all faults end


class Table:
    """A match between friends in a world: who plays and listens there, and all that they were told."""

    def __init__(self, world: World) -> None:
        self.world, self.book, self.match = world, load(BOOK), f"match{world.chance.randrange(10**9)}"
        self.tokens = {Side.RED: f"red {self.match}", Side.BLUE: ""}
        self.accepted: dict[str, tuple[int, Answer, Callable[[Server], Coroutine[Any, Any, Any]]]] = {}
        self.ears: list[Ear] = []
        self.number = 0

    async def lay(self) -> None:
        """Red makes the match; three press for Blue's seat, and one of them gets it."""
        seed = f"{self.world.chance.random()}"
        setup = encode(Setup(turns=4)).decode()
        row = MatchRow(self.match, BOOK, "1", setup, seed, "friend", Sitting(("Red", "Blue"), seed_hash=promised(seed)))
        places = [
            Seat(self.match, hashed(self.tokens[Side.RED]), PLAYS, Side.RED, True),
            Seat(self.match, hashed("link"), "invitation", Side.BLUE),
            Seat(self.match, hashed("watch"), "watch"),
        ]
        await self.world.servers[0].store.add_match(row, places)
        self.world.calm = False
        pressed = [ClaimBody(f"Guest {one}", id=f"claim {one} ".ljust(20, "x").replace(" ", "-")) for one in range(3)]
        came = await asyncio.gather(*map(self.claim, pressed))
        seated = [claimed.token for claimed in came if not isinstance(claimed, Wrong)]
        if len(seated) != 1:
            raise Broken(f"{len(seated)} took one seat")
        self.tokens[Side.BLUE] = seated[0]

    async def claim(self, body: ClaimBody) -> Any:
        return await self.world.insist(lambda server: server.matches.invitations.claim("link", body))

    async def seat(self, server: Server, token: str) -> Seat:
        return await server.matches.seat(self.match, token)

    async def play(self, side: Side) -> None:
        """One page of a player's, of several: looks, orders what can be ordered, and asks again for an old answer."""
        while not self.world.calm:
            await self.world.pause(0.4)
            with suppress(Lost, StoreFailed, Wrong):
                head, order = await self.world.ask(lambda server: self.look(server, side))
                await (self.give(side, head, order) if order is not None else self.act(side, head))
                if self.accepted and self.world.chance.random() < 0.2:
                    await self.again(self.world.chance.choice([*self.accepted]))

    async def look(self, server: Server, side: Side) -> tuple[int, Any]:
        """The head as a page sees it, and an order that can be given there."""
        view = await (await server.matches.get(self.match)).look(await self.seat(server, self.tokens[side]))
        live = await server.matches.get(self.match)
        state = live.log.view(view.head, Eyes(side))
        if view.result is not None or self.book.to_act(state) is not side:
            return view.head, None
        return view.head, plain(self.book.sample(state, SeededDice(f"{self.world.chance.random()}")))

    async def give(self, side: Side, head: int, order: Any) -> None:
        body = OrdersBody(self._name(), head, [order])

        async def send(server: Server) -> Answer:
            return await server.matches.orders(self.match, await self.seat(server, self.tokens[side]), body)

        await self._note(body.id, head, send)

    async def act(self, side: Side, head: int) -> None:
        name = self.world.chance.choice(ACTS)
        body = ActBody(self._name(), head, name)

        async def send(server: Server) -> Answer:
            return await server.matches.act(self.match, await self.seat(server, self.tokens[side]), body)

        if name != "accept" or self.world.chance.random() < 0.2:
            await self._note(body.id, head, send)

    async def _note(self, name: str, head: int, send: Callable[[Server], Coroutine[Any, Any, Answer]]) -> None:
        answer = await self.world.insist(send)
        if isinstance(answer, Answer) and answer.status == "accepted":
            self.accepted[name] = head, answer, send

    async def again(self, name: str) -> None:
        _, first, send = self.accepted[name]
        if (answer := await self.world.insist(send)) != first:
            raise Broken(f"{name} was answered otherwise: {first}, and then {answer}")

    def _name(self) -> str:
        self.number += 1
        return f"message {self.number}"

    async def check(self) -> None:
        """Everybody's history against what is stored, on a server that has just been started."""
        server = Server(self.world)
        live: Match = await server.run(server.matches.get(self.match))
        if live.log.closed:
            raise Broken(f"what is stored does not replay: {live.log.closed}")
        for name in list(self.accepted):
            await self.again(name)
        done = sorted((head, answer.head, name) for name, (head, answer, _) in self.accepted.items())
        at = 0
        for head, then, name in ((head, then, name) for head, then, name in done if then > head):
            if head != at:
                raise Broken(f"{name} was played at {head}, where the others had come to {at}")
            at = then
        if at != live.head:
            raise Broken(f"what was accepted leads to {at}, and {live.head} lines are stored")
        for ear in self.ears:
            ear.check(live)
        if problems := prove(Record.parse(live.log.record()), self.book).problems:
            raise Broken(f"the record does not prove itself: {problems[0]}")


class Ear:
    """Somebody who listens to a match, and comes back whenever the stream ends."""

    def __init__(self, table: Table, token: str) -> None:
        self.table, self.world, self.token = table, table.world, token
        self.heard: list[str] = []
        self.eyes: Eyes | None = None
        table.ears.append(self)

    async def listen(self) -> None:
        while not self.world.calm:
            with suppress(Lost, StoreFailed, WebSocketDisconnect):
                await self.once()
            await self.world.pause(0.5)

    async def once(self) -> None:
        server, pipe = self.world.any_server(), Pipe(self)
        state: Any = SimpleNamespace(matches=server.matches, heartbeat=1.0)

        async def sending() -> None:
            seat = await self.table.seat(server, self.token)
            self.eyes = eyes_of(seat)
            await stream._send_until_gone(pipe, self.table.match, seat, len(self.heard), state)  # type: ignore[arg-type]

        task = server.run(sending())
        await asyncio.wait([task], timeout=self.world.chance.uniform(0.2, 5.0))
        pipe.gone.set()
        await asyncio.wait([task], timeout=PATIENCE)
        if not task.done():
            raise Broken("a stream does not end, whose reader has gone")
        if not task.cancelled() and isinstance(error := task.exception(), Wrong):
            if len(self.world.servers) == 1:  # of two, one may have to read first what the other has written
                raise Broken(f"a stream was refused: {error.sentence}")
        elif not task.cancelled() and error is not None and not isinstance(error, WebSocketDisconnect | StoreFailed):
            raise error

    def hear(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "line":
            if message["position"] != len(self.heard):
                raise Broken(f"line {message['position']} was told to somebody who had {len(self.heard)}")
            self.heard.append(text)
        elif message["type"] == "heartbeat" and message["head"] != len(self.heard):
            raise Broken(f"the heart beats with {message['head']}, and {len(self.heard)} lines were told")

    def check(self, live: Match) -> None:
        eyes = Eyes.NOBODY if self.eyes is None else self.eyes
        stored = [live.message(at, eyes).decode() for at in range(min(live.head, len(self.heard)))]
        if stored != self.heard:
            raise Broken("somebody was shown what is not stored")


class Pipe:
    """A socket as the server sees it; what is told arrives late, or the line is cut."""

    def __init__(self, ear: Ear) -> None:
        self.ear, self.gone = ear, asyncio.Event()

    async def send_data(self, text: str) -> None:
        await self.ear.world.pause(0.02)
        if self.gone.is_set():
            raise WebSocketDisconnect(detail="gone")
        self.ear.hear(text)

    async def receive_data(self, mode: str) -> str:
        await self.gone.wait()
        raise WebSocketDisconnect(detail="gone")


async def world_of(seed: int) -> int:
    """Plays a seed to its end; how many lines were stored. Raises `Broken`."""
    world = World(seed)
    await world.start()
    table = Table(world)
    await table.lay()
    for token in (table.tokens[Side.RED], "watch"):
        Ear(table, token)
    players = [table.play(side) for side in (*Side, *Side)]
    listeners = [ear.listen() for ear in table.ears]
    async with asyncio.TaskGroup() as group:
        for one in (*players, *listeners, world.trouble()):
            group.create_task(one)
        await asyncio.sleep(SECONDS)
        world.calm = True
    await table.check()
    if world.wrong:
        raise Broken(world.wrong[0])
    for server in world.servers:
        await server.kill()
    world.engine.dispose()
    return max(answer.head for _, answer, _ in table.accepted.values()) if table.accepted else 0


def simulated(seed: int) -> int:
    """Plays a seed; how many lines came of it. Raises `Broken`."""
    if BOOK not in ENTERED:
        ENTERED.add(enter("tests.toy"))
    loop = loop_of_a_world()
    try:
        with still(seed, loop):
            try:
                return loop.run_until_complete(world_of(seed))
            finally:
                end(loop)
    except BaseExceptionGroup as group:
        raise group.exceptions[0] from None
    finally:
        loop.close()


def end(loop: asyncio.AbstractEventLoop) -> None:
    """Ends what a world that broke has left at work."""
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(asyncio.wait(left))


ENTERED = set[str]()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.simulation")
    parser.add_argument("--seeds", default="0..200", help="a seed, or the first and the one after the last")
    logging.disable(logging.CRITICAL)  # matches that are built anew say why
    first, _, last = parser.parse_args().seeds.partition("..")
    for seed in range(int(first), int(last or int(first) + 1)):
        try:
            simulated(seed)
        except Exception as error:
            print(f"seed {seed}: {type(error).__name__}: {error}\npython -m tests.server.simulation --seeds {seed}")
            sys.exit(1)


if __name__ == "__main__":
    main()
