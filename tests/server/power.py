"""What a disk would hold if the power failed: images made of a server's writes and syncs, as the system saw them.

A server plays under `strace`. Each image is what was synced before a moment, and of what was written since then a part
drawn by lot, the last piece torn: any of it may or may not have come to the disk.
"""

import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.server.conftest import BOOK, ROOT, SCENARIO, Player

CALLS = "pwrite64,write,writev,sendto,sendmsg,ftruncate,fdatasync,fsync,unlink"
START = """
import sys
from hulldown.server import database
from tests.server.nursery import serve
from hulldown.rulebooks import load
if {careless}:
    careful = database._careful
    def careless(connection, record):
        careful(connection, record)
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.close()
    database._careful = careless
load({book!r})
serve({path!r}, {port})
"""
LINE = re.compile(r"^\d+ +(\w+)\((?:(\d+)<([^>]*)>)?(.*)\) += (-?\d+)")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
ACK = re.compile(rb'"status":"accepted","head":(\d+)')


class Step(NamedTuple):
    """A write, a cut, a sync, or an answer that went out."""

    what: str  # write, cut, sync, told
    file: str = ""
    data: bytes = b""
    at: int = 0  # where it was written, how much was left, or the head that was told


def traced(folder: Path, orders: int, careless: bool = False) -> list[Step]:
    """What a server did with its database while orders were given to it, in order; the lines are there at the end."""
    with closing(socket.create_server(("127.0.0.1", 0))) as held:
        port: int = held.getsockname()[1]
    trace, database = folder / "trace", folder / "matches.db"
    source = START.format(careless=careless, book=BOOK, path=str(database), port=port)
    words = ["strace", "-f", "-y", "-xx", "-s", "9000", "-e", f"trace={CALLS}", "-e", "signal=none", "-o", str(trace)]
    process = subprocess.Popen([*words, sys.executable, "-c", source], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        pid = int(process.stdout.readline())
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=120) as client:
            play(client, orders)
        os.kill(pid, signal.SIGKILL)
        process.wait(60)
    finally:
        process.kill()
        process.stdout.close()
    return list(steps(trace.read_text(errors="replace").splitlines(), database.name))


def play(client: httpx.Client, orders: int) -> None:
    """So many accepted lines, in one match or several."""
    given = 0
    while given < orders:
        made = client.post("/api/matches", json={"rulebook": BOOK, "scenario": SCENARIO, "opponent": "hotseat"}).json()
        player = Player(client, made["match"], made["token"])
        while given < orders and (view := player.view())["result"] is None:
            assert player.give(player.order(view), position=view["head"])["status"] == "accepted"
            given += 1


def whole(lines: Iterable[str]) -> Iterator[str]:
    """Calls that strace has told in two parts, at the place of their end; reads of others are left out."""
    begun: dict[str, str] = {}
    for line in lines:
        pid, _, rest = line.partition(" ")
        if rest.endswith("<unfinished ...>"):
            begun[pid] = rest.removesuffix("<unfinished ...>")
        elif (resumed := re.match(r" *<\.\.\. \w+ resumed>(.*)", rest)) is not None:
            yield f"{pid} {begun.pop(pid, '')}{resumed[1]}"
        else:
            yield line


def read(text: str) -> bytes:
    """A text as strace writes it with `-xx`."""
    return bytes.fromhex(text.replace("\\x", "")) if text.startswith("\\x") else text.encode()


def steps(lines: Iterable[str], name: str) -> Iterator[Step]:
    for line in whole(lines):
        if (found := LINE.match(line)) is None or int(found[5]) < 0:
            continue
        call, file, rest = found[1], Path(read(found[3] or "").decode(errors="replace")).name, found[4]
        data = b"".join(map(read, TEXT.findall(rest)))
        if call == "unlink" and Path(data.decode()).name in (name, f"{name}-wal"):
            yield Step("cut", Path(data.decode()).name)
        elif file in (name, f"{name}-wal"):
            if call == "pwrite64":
                yield Step("write", file, data, int(rest.rpartition(", ")[2]))
            elif call == "ftruncate":
                yield Step("cut", file, at=int(rest.rpartition(", ")[2]))
            elif call in ("fdatasync", "fsync"):
                yield Step("sync", file)
        elif call in ("write", "writev", "sendto", "sendmsg") and (told := ACK.search(data)) is not None:
            yield Step("told", at=int(told[1]))


def untimely(found: Sequence[Step], name: str = "matches.db-wal") -> int:
    """How many answers went out while something of the log of writes was not synced."""
    lying, count = False, 0
    for step in found:
        if step.file == name:
            lying = step.what != "sync"
        elif step.what == "told":
            count += lying
    return count


def image(found: Sequence[Step], until: int, chance: random.Random, folder: Path) -> None:
    """The files as the disk may hold them after a power cut before a step."""
    for file in {step.file for step in found[:until] if step.file}:
        own = [step for step in found[:until] if step.file == file]
        last = max((place for place, step in enumerate(own) if step.what == "sync"), default=-1)
        sure, open_ = own[: last + 1], [step for step in own[last + 1 :] if chance.random() < 0.5]
        if open_ and chance.random() < 0.5 and open_[-1].what == "write":
            torn = open_[-1]
            open_[-1] = torn._replace(data=torn.data[: chance.randrange(len(torn.data) + 1)])
        held = bytearray()
        for step in (*sure, *open_):
            _do(step, held)
        (folder / file).write_bytes(held)


def _do(step: Step, held: bytearray) -> None:
    if step.what == "cut":
        del held[step.at :]
    elif step.what == "write":
        held.extend(bytes(max(0, step.at - len(held))))
        held[step.at : step.at + len(step.data)] = step.data


def stored(database: Path) -> dict[str, list[str]]:
    """The lines of each match that a database holds, after it has put itself right."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = connection.execute("SELECT match, position, text FROM lines ORDER BY match, position").fetchall()
    found: dict[str, list[str]] = {}
    for match, position, text in rows:
        lines = found.setdefault(match, [])
        assert position == len(lines), "a line is missing"
        lines.append(text)
    return found


def power_cuts(found: Sequence[Step], many: int, seed: int, folder: Path, until: float) -> int:
    """Cuts the power again and again; in each image there is all that was told, and nothing that was not written.

    How many images there were.
    """
    chance = random.Random(seed)
    first = next(place for place, step in enumerate(found) if step.what == "told")
    final: dict[str, list[str]] = {}
    for number in range(many):
        if time.monotonic() > until:
            return number
        home = folder / "image"
        home.mkdir()
        cut = len(found) if not number else chance.randrange(first + 1, len(found) + 1)
        image(found, cut, chance if number else random.Random(0), home)
        lines = stored(home / "matches.db")
        if not number:
            final = lines
        told = sum(step.what == "told" for step in found[:cut])
        assert sum(map(len, lines.values())) >= told, "what was told is lost"
        assert all(final[match][: len(own)] == own for match, own in lines.items()), "it holds what nobody wrote"
        with suppress(OSError):
            shutil.rmtree(home)
    return many
