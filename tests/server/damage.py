"""Files that were damaged: bytes that changed, ends that are lacking. None may open and tell another game."""

import asyncio
import random
import shutil
import time
from pathlib import Path

from hulldown.kernel.files import Fault
from hulldown.server.database import StoreFailed
from hulldown.server.matches import Matches
from hulldown.server.protocol import NewMatch, OrdersBody, Wrong
from hulldown.server.store import Store
from tests.server.conftest import BOOK, SCENARIO, Inside

Told = dict[str, list[str]]


async def played(path: Path, games: int = 3, orders: int = 20) -> Told:
    """Some matches in a database, and the lines of each."""
    from hulldown.kernel.dice import SeededDice
    from hulldown.kernel.wire import plain

    store = Store(f"sqlite+aiosqlite:///{path}")
    await store.open()
    matches, found, dice = Matches(store, Inside()), Told(), SeededDice("damage")
    for _ in range(games):
        made = await matches.create(NewMatch(BOOK, SCENARIO, opponent="hotseat"))
        seat = await matches.seat(made.match, made.token)
        match = await matches.get(made.match)
        for number in range(orders):
            order = plain(match.book.sample(match.log.states[-1], dice))
            await matches.orders(made.match, seat, OrdersBody(f"{number}", match.head, [order]))
        found[made.match] = list(match.log.texts)
    await matches.close()
    return found


def hurt(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    if chance.random() < 0.2:
        del data[chance.randrange(len(data)) :]
    else:
        for _ in range(chance.choice((1, 1, 2, 8, 64))):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


async def opened(path: Path, told: Told) -> str:
    """What comes of a damaged file: `refused`, `closed` where a match says so, or `whole`; raises if it tells lies."""
    store, came = Store(f"sqlite+aiosqlite:///{path}"), "whole"
    matches = Matches(store, Inside())
    try:
        await store.open()
        for match, texts in told.items():
            try:
                log = (await matches.get(match)).log
            except Wrong:
                came = "closed"
                continue
            if log.closed:
                came = "closed"
            elif log.texts != texts:
                raise AssertionError(f"{match} opens with another game than was played there: {len(log.texts)} lines")
        return came
    except (Fault, StoreFailed, UnicodeDecodeError):
        return "refused"
    finally:
        await matches.close()


def damaged(folder: Path, many: int, seed: int, until: float) -> dict[str, int]:
    """How often which of the three came of a damaged file."""
    chance, whole = random.Random(seed), folder / "whole.db"
    told = asyncio.run(played(whole))
    came: dict[str, int] = {}
    for number in range(many):
        if time.monotonic() > until:
            break
        copy = folder / f"{number}.db"
        shutil.copy(whole, copy)
        shutil.copy(folder / "whole.secrets.db", folder / f"{number}.secrets.db")
        hurt(copy, chance)
        what = asyncio.run(opened(copy, told))
        came[what] = came.get(what, 0) + 1
        for path in folder.glob(f"{number}.*"):
            path.unlink()
    return came
