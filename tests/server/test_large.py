"""Large tables, where each order takes long: others have their turn between, and long listings are made beside them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from litestar.testing import TestClient

from hulldown.kernel.wire import plain
from hulldown.server import log
from hulldown.server.app import create_app
from hulldown.server.limits import Rate
from hulldown.server.match import Match
from hulldown.server.matches import Matches
from hulldown.server.protocol import Answer, NewMatch, OrdersBody
from hulldown.server.store import Seat, Store
from tests.server.conftest import BOOK, Inside, Table

ORDERS = 10


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MANY_UNITS", 0)


def placing(database: str, act: Callable[[Matches, Match, Seat, OrdersBody], Awaitable[None]]) -> None:
    """A match in which somebody is about to place many units with one message."""

    async def run() -> None:
        store = Store(database)
        await store.open()
        matches = Matches(store, Inside())
        made = await matches.create(NewMatch(BOOK, "crossroads", opponent="hotseat"))
        seat, live = await matches.seat(made.match, made.token), await matches.get(made.match)
        while not (orders := (await live.placing(seat)).orders):
            first = next(iter(live.book.orders(live.log.states[-1])))
            await live.orders(seat, OrdersBody(f"{live.head}", live.head, [plain(first)]))
        await act(matches, live, seat, OrdersBody("all", live.head, orders[:ORDERS]))
        await matches.close()

    asyncio.run(run())


def test_orders_of_one_message_leave_others_their_turn_and_come_to_the_same(database: str) -> None:
    async def act(matches: Matches, live: Match, seat: Seat, body: OrdersBody) -> None:
        before, seen = live.head, set[int]()
        giving = asyncio.create_task(live.orders(seat, body))
        while not giving.done():
            seen.add(len(live.log.texts) - before)
            await asyncio.sleep(0)
        assert giving.result() == Answer("accepted", before + ORDERS, ORDERS)
        assert seen >= {1, ORDERS // 2, ORDERS - 1}

    placing(database, act)


def test_whoever_leaves_in_the_midst_of_them_leaves_nothing_behind(database: str) -> None:
    async def act(matches: Matches, live: Match, seat: Seat, body: OrdersBody) -> None:
        before = live.head
        giving = asyncio.create_task(live.orders(seat, body))
        while len(live.log.texts) < before + ORDERS // 2:
            await asyncio.sleep(0)
        giving.cancel()
        await asyncio.gather(giving, return_exceptions=True)
        again = await matches.get(live.id)
        assert len(again.log.texts) == again.head == before
        assert (await again.orders(seat, body)).head == before + ORDERS

    placing(database, act)


def test_a_listing_is_made_beside_the_loop(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    player, where, made = table.hotseat(), list[str](), Match.lines

    def lines(self: Match, seat: Seat, first: int, last: int) -> list[bytes]:
        with suppress(RuntimeError):
            asyncio.get_running_loop()
            where.append("in the loop")
        where.append("made")
        return made(self, seat, first, last)

    monkeypatch.setattr(Match, "lines", lines)
    player.give()
    assert [line["position"] for line in player.lines()] == [0]
    assert where == ["made"]


def test_what_is_asked_at_a_large_table_costs_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hulldown.server.app.A_SEAT", Rate(30, 0.01))
    with TestClient(create_app(database, Inside(), strangers=True)) as client:
        asked = Table(client).hotseat()
        assert [asked.get().status_code for _ in range(12)] == [200] * 10 + [429] * 2
