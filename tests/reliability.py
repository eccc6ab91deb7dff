"""The scoreboard of the server: `make reliability`, or `python -m tests.reliability [PART …] [--share 0.1]`.

Each part is run by itself, is bounded in count and in time, and prints its seed. What came of it is kept in
`reliability.json` beside this file, with machine, date and commit, and `docs/reliability.md` is written anew from all
that is there. A share of less than 1 runs so much of each part, `--seconds` ends each earlier, and the page says so.
"""

import argparse
import asyncio
import json
import logging
import os
import platform
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from litestar.testing import TestClient

from hulldown.server.app import create_app
from hulldown.server.backup import back_up, restore
from tests.planted import BUGS, is_noticed
from tests.server import chaos, checkpoint
from tests.server.attacks import Running, attacked, running, server
from tests.server.conftest import Inside, Nursery, Table
from tests.server.crowd import Crowd
from tests.server.damage import damaged
from tests.server.failpoints import POINTS
from tests.server.postgres import fresh
from tests.server.power import power_cuts, traced, untimely
from tests.server.readers import stuck
from tests.server.simulation import simulated
from tests.server.test_hostile import bombard, mutated
from tests.server.test_kill import cycles, falls
from tests.server.test_postgres import kill_workers

ROOT = Path(__file__).parents[1]
KEPT, PAGE = ROOT / "tests" / "reliability.json", ROOT / "docs" / "reliability.md"
MOST_SECONDS = 3_300.0  # a part; what is not done by then is not counted
GAMES_AT_ONCE = 10  # on bad networks
PLAYED = 40  # kills that a database lives through before the next one begins


class Part(NamedTuple):
    """What is claimed, how often it is to be tried, and what does it: trials, seed, until when → how often, and how."""

    claim: str
    trials: int
    run: Callable[[int, int, float], tuple[int, str]]


class Came(msgspec.Struct, frozen=True):
    """What came of a part."""

    part: str
    trials: int
    how: str
    seconds: float
    seed: int
    commit: str
    date: str
    machine: str


def bound(trials: int) -> str:
    """What none in so many trials says, at 95 %: the rule of three."""
    return f"below {300 / trials:.3g} % at 95 %" if trials else "nothing is known"


def kills_on_sqlite(trials: int, seed: int, until: float) -> tuple[int, str]:
    done, orders = 0, 0
    while done < trials and time.monotonic() < until:
        with tempfile.TemporaryDirectory() as folder:
            nursery = Nursery(Path(folder))
            try:
                many = min(PLAYED, trials - done)
                orders += cycles(nursery, many, seed + done)
                done += many
            finally:
                nursery.close()
    return done, f"none of {orders:,} acknowledged orders lost or doubled: {bound(done)} a kill"


def kills_on_postgresql(trials: int, seed: int, until: float) -> tuple[int, str]:
    done, orders = 0, 0
    while done < trials and time.monotonic() < until:
        with tempfile.TemporaryDirectory() as folder, fresh() as database:
            many = min(PLAYED, trials - done)
            orders += kill_workers(database, Path(folder), many, seed + done)
            done += many
    return done, f"none of {orders:,} acknowledged orders lost or doubled: {bound(done)} a kill"


def chosen_points(trials: int, seed: int, until: float) -> tuple[int, str]:
    done, orders = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        nursery = Nursery(Path(folder))
        try:
            while done < trials and time.monotonic() < until:
                for point in POINTS:
                    orders += falls(nursery, point, 2, seed + done)
                    done += 2
        finally:
            nursery.close()
    told = f"{done // len(POINTS)} at each of {len(POINTS)} ({', '.join(POINTS)})"
    return done, f"{told}: none of {orders:,} acknowledged orders lost or doubled, nothing shown has vanished"


def cuts(trials: int, seed: int, until: float) -> tuple[int, str]:
    with tempfile.TemporaryDirectory() as folder:
        found = traced(Path(folder), 500 if trials > 2_000 else 100)
        told = sum(step.what == "told" for step in found)
        assert not untimely(found)
        done = power_cuts(found, trials, seed, Path(folder), until)
    each = f"each of {told} answers went out after the disk had its lines"
    return done, f"all that was told is in every image, and nothing else: {bound(done)} a power cut; {each}"


def seeds(trials: int, seed: int, until: float) -> tuple[int, str]:
    done, lines = 0, 0
    logging.disable(logging.CRITICAL)
    try:
        while done < trials and time.monotonic() < until:
            lines += simulated(seed % 1_000_000 + done)
            done += 1
    finally:
        logging.disable(logging.NOTSET)
    return done, f"every promise kept in {lines:,} stored lines, with one server and with two"


def planted(trials: int, seed: int, until: float) -> tuple[int, str]:
    done, missed = 0, list[str]()
    for bug in BUGS[:trials]:
        if time.monotonic() > until:
            break
        done += 1
        if not is_noticed(bug):
            missed.append(bug.told)
    assert not missed, missed
    return done, f"{done} of {done} noticed by the tests"


def files(trials: int, seed: int, until: float) -> tuple[int, str]:
    with tempfile.TemporaryDirectory() as folder:
        came = damaged(Path(folder), trials, seed, until)
    told = ", ".join(f"{many:,} {what}" for what, many in sorted(came.items()))
    return sum(came.values()), f"{told}; none opened with another game"


def messages_inside(trials: int, seed: int, until: float) -> tuple[int, str]:
    done, broken = 0, 0
    while done < trials and time.monotonic() < until:
        many = min(20_000, trials - done)
        came = asyncio.run(bombard(many, seed + done))
        broken += came["rule/broken"]
        done += many
    assert not broken
    return done, "an answer or a sentence for each, no exception"


def messages_over_sockets(trials: int, seed: int, until: float) -> tuple[int, str]:
    chance, done, failed = random.Random(seed), 0, 0
    wish = {"rulebook": "france1944", "scenario": "first-steps", "opponent": "hotseat"}
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as base:
        guests = [
            httpx.Client(base_url=base, transport=httpx.HTTPTransport(local_address=f"127.0.1.{one}"), timeout=60)
            for one in range(1, 201)
        ]
        made = [guest.post("/api/matches", json=wish).raise_for_status().json() for guest in guests[:50]]
        orders = {"id": "x", "position": 0, "orders": [{"type": "Begin"}]}
        calls: dict[str, Any] = {
            "/api/matches/{}/orders": orders,
            "/api/matches/{}/preview": {"order": {"type": "Deploy", "kind": "heavy", "square": 3}},
            "/api/matches/{}/acts": {"id": "y", "position": 0, "act": "undo"},
            "/api/setup": wish,
            "/api/odds": {"rulebook": "france1944"},
            "/api/check": {"works": [{"kind": "board", "book": "france1944", "text": "x"}]},
        }
        while done < trials and time.monotonic() < until:
            path, match = chance.choice([*calls]), chance.choice(made)
            headers = {"Authorization": f"Bearer {match['token']}", "content-type": "application/json"}
            body = mutated(chance, json.dumps(calls[path]).encode())
            guest = chance.choice(guests)
            try:
                failed += guest.post(path.format(match["match"]), content=body, headers=headers).status_code >= 500
            except httpx.HTTPError:
                failed += 1
            done += 1
        alive = guests[0].get("/healthz").status_code == 200
        for guest in guests:
            guest.close()
    assert alive
    assert not failed, f"{failed} failures"
    return done, "no answer of 500 or above, no connection lost, and the server well after it"


def backups(trials: int, seed: int, until: float) -> tuple[int, str]:
    """Backups of a server that runs while somebody plays; each is restored, and its logs have no gap."""
    from tests.server.test_postgres import Witness

    done = 0
    with tempfile.TemporaryDirectory() as name, server(Path(name)) as base:
        folder, url = Path(name), f"sqlite+aiosqlite:///{name}/matches.db"
        witness = Witness(base, seed)
        witness.start()
        while done < trials and time.monotonic() < until:
            to = folder / f"{done}.db"
            copied = asyncio.run(back_up(url, to))
            again = asyncio.run(restore(to, f"sqlite+aiosqlite:///{folder}/again{done}.db"))
            assert again == copied
            done += 1
        witness.stop.set()
        witness.join(60)
    return done, f"each restored whole, {len(witness.acknowledged):,} orders given beside them"


def told_elsewhere(trials: int, seed: int, until: float) -> tuple[int, str]:
    """From the answer of one worker to the line on a stream of another."""
    late = list[float]()
    with ExitStack() as stack:
        database = stack.enter_context(fresh())
        here, there = (Table(stack.enter_context(TestClient(create_app(database, Inside())))) for _ in range(2))
        while len(late) < trials and time.monotonic() < until:
            created = here.create(opponent="hotseat")
            player = there.player(created)
            with here.client.websocket_connect(f"/api/matches/{player.match}/stream") as stream:
                stream.send_json({"token": player.token, "from": 0})
                for head in range(min(30, trials - len(late))):
                    assert player.give(position=head)["status"] == "accepted"
                    answered = time.perf_counter()
                    while stream.receive_json(timeout=60).get("position") != head:
                        pass
                    late.append(1000 * (time.perf_counter() - answered))
    late.sort()
    middle, last = (late[int(len(late) * part)] for part in (0.5, 0.99))
    return len(late), f"heard {middle:.0f} ms after the answer in the middle, the 99th of a hundred {last:.0f} ms"


def freezing(trials: int, seed: int, until: float) -> tuple[int, str]:
    told = [f"{name}: {late:.0f} ms, {late / quiet:.1f} × quiet" for name, quiet, late in attacked(trials)]
    return trials, "the 99th of a hundred looks of a stranger; " + "; ".join(told)


@contextmanager
def a_server(postgresql: bool) -> Iterator[Running]:
    """A server on a database of its own; on PostgreSQL it has two workers."""
    with ExitStack() as stack:
        if postgresql:
            yield stack.enter_context(running(stack.enter_context(fresh()), workers=2))
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            yield stack.enter_context(running(f"{folder}/matches.db"))


def crowded(trials: int, seed: int, until: float, postgresql: bool = False) -> tuple[int, str]:
    """Matches with four streams each, in each an order or its undoing every ten seconds; short runs have fewer."""
    tables = 500 if trials >= 300 else 50
    with a_server(postgresql) as found:
        crowd = Crowd(found.base)
        asyncio.run(crowd.play(tables, min(float(trials), until - time.monotonic())))
    acks, lines = sorted(crowd.acknowledged), sorted(crowd.heard)
    assert not crowd.wrong, crowd.wrong[:3]
    middle, late = (1000 * acks[int(len(acks) * part)] for part in (0.5, 0.99))
    told = f"{4 * tables:,} streams, {len(acks) / trials:.0f} orders a second: answers in the middle {middle:.0f} ms"
    heard = f"told to all streams after {1000 * lines[int(len(lines) * 0.99)]:.0f} ms (99th)"
    return trials, f"{told}, the 99th of a hundred {late:.0f} ms, {heard}; no error"


def unread(trials: int, seed: int, until: float, postgresql: bool = False) -> tuple[int, str]:
    """Streams that nobody reads."""
    with a_server(postgresql) as found:
        came = stuck(found, trials, 10.0)
    told = f"all left {came.seconds:.0f} s after they came, {came.bytes_each / 1024:.0f} KiB each at most"
    look = f"{came.late:.0f} ms, {came.late / came.quiet:.1f} × quiet"
    return trials, f"{told}; the 99th of a hundred looks of another guest beside them: {look}"


def chaotic(trials: int, seed: int, until: float) -> tuple[int, str]:
    """Games of two pages each over bad networks; one connection in twenty falls silent for ever."""
    done, lines, longest, ends = 0, 0, 0.0, Counter[str]()
    with a_server(postgresql=False) as found:
        while done < trials and time.monotonic() < until:
            many = min(GAMES_AT_ONCE, trials - done)
            came = chaos.play(found.base, seed + done, many, first=done, mute=0.05)
            done, lines, longest = done + many, lines + came.lines, max(longest, came.longest_seconds)
            ends += came.ends
    told = f"{ends['cut']:,} connections cut, {ends['halt']:,} halted and {ends['mute']:,} silent for ever"
    page = f"a page was {longest:.0f} s behind the other at most"
    return done, f"{told}: both pages show the {lines:,} lines that are stored, no order lost or doubled, and {page}"


def checkpoints(trials: int, seed: int, until: float) -> tuple[int, str]:
    with tempfile.TemporaryDirectory() as folder:
        nursery = Nursery(Path(folder))
        try:
            done, orders = checkpoint.falls(nursery, Path(folder), trials, seed, until)
        finally:
            nursery.close()
    return done, f"none of {orders:,} acknowledged orders lost or doubled, nothing shown has vanished"


PARTS = {
    "kills-sqlite": Part("kills of a server on SQLite", 1_000, kills_on_sqlite),
    "kills-postgresql": Part("kills of one of two workers on PostgreSQL", 200, kills_on_postgresql),
    "news": Part("orders at one worker, heard at another on PostgreSQL", 1_000, told_elsewhere),
    "points": Part("servers that fall at chosen points of a commit", 500, chosen_points),
    "checkpoints": Part("servers that fall in the midst of a checkpoint", 100, checkpoints),
    "power": Part("power cuts", 10_000, cuts),
    "damage": Part("damaged files", 1_000, files),
    "chaos": Part("games of two pages over networks that cut and delay", 500, chaotic),
    "simulation": Part("seeds of a simulated clock, network and disk", 50_000, seeds),
    "planted": Part("planted bugs", 20, planted),
    "messages-inside": Part("mutated messages in the process", 1_000_000, messages_inside),
    "messages-sockets": Part("mutated messages over sockets", 100_000, messages_over_sockets),
    "backups": Part("backups of a server that runs", 100, backups),
    "crowd": Part("seconds of many guests", 600, crowded),
    "crowd-postgresql": Part("the same at two workers on PostgreSQL", 600, partial(crowded, postgresql=True)),
    "readers": Part("streams that nobody reads", 400, unread),
    "readers-postgresql": Part("the same at two workers on PostgreSQL", 400, partial(unread, postgresql=True)),
    "freezing": Part("seconds of each attack", 60, freezing),
}
HEAD = """\
# How reliable the server is

What was tried against a real server, and what came of it. `make reliability` renews this page, and
`make reliability ONLY=kills-sqlite SHARE=0.1` runs a tenth of one part. Whoever attacks shares the machine with the
server. None lost in so many trials does not mean never: the bound is the rule of three.
"""
TAIL = """
Pages of games over bad networks have no screen: they are the client's own store, outbox and stream, run by node.
"""


def run(name: str, share: float, most_seconds: float) -> Came:
    part, seed = PARTS[name], int(time.time())
    trials = max(1, round(part.trials * share))
    print(f"{name}: {trials:,} of {part.trials:,} {part.claim}, seed {seed}", flush=True)
    began = time.monotonic()
    done, how = part.run(trials, seed, began + most_seconds)
    seconds = round(time.monotonic() - began, 1)
    commit = subprocess.check_output(("git", "rev-parse", "--short", "HEAD"), cwd=ROOT, text=True).strip()
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    busy = os.getloadavg()[0]
    if busy > (os.cpu_count() or 1):
        machine += f", busy with other work (load {busy:.0f})"
    return Came(name, done, how, seconds, seed, commit, time.strftime("%Y-%m-%d"), machine)


def page(found: dict[str, Came]) -> str:
    """The scoreboard."""
    lines = [
        HEAD,
        "| | aim | tried | came of it | when and where |",
        "|---|--:|--:|---|---|",
    ]
    for name, part in PARTS.items():
        if (came := found.get(name)) is None:
            lines.append(f"| {part.claim} | {part.trials:,} | 0 | not run yet | |")
            continue
        short = "" if came.trials >= part.trials else " (short)"
        where = f"{came.date}, {came.commit}, {came.machine}; {came.seconds:,.0f} s, seed {came.seed}"
        lines.append(f"| {part.claim} | {part.trials:,} | {came.trials:,}{short} | {came.how} | {where} |")
    return "\n".join(lines) + "\n" + TAIL


def kept() -> dict[str, Came]:
    if not KEPT.is_file():
        return {}
    return {came.part: came for came in msgspec.json.decode(KEPT.read_bytes(), type=list[Came])}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability", description="The scoreboard of the server.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all, if none is named")
    parser.add_argument("--share", type=float, default=1.0, help="how much of each part is run")
    parser.add_argument("--seconds", type=float, default=MOST_SECONDS, help="when a part ends that is not done")
    given = parser.parse_args()
    if unknown := sorted({*given.parts} - {*PARTS}):
        parser.error(f"there is no part {unknown[0]!r}; there is {', '.join(PARTS)}")
    for name in given.parts or PARTS:
        came = run(name, given.share, given.seconds)
        found = kept() | {name: came}
        rows = [found[one] for one in PARTS if one in found]
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(rows), indent=2) + b"\n")
        PAGE.write_text(page(found), encoding="utf-8")
        print(f"  {found[name].how}", flush=True)


if __name__ == "__main__":
    main()
