"""Attacks on a real server, measured beside its quiet hours in the same run: `python -m tests.server.attacks`.

Attackers come from addresses of their own on the loopback, as strangers would. All loops are bounded in time; what is
printed is a table for `docs/reliability.md`. Attackers share the machine with the server, so the figures are no better
than that.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.server.conftest import Player

SECONDS = 10.0
STRANGERS = 20
FORKS = 50
BOOK = "france1944"
OPTIONS = ("damage", "hidden")
PAGE = os.sysconf("SC_PAGE_SIZE")  # bytes


class Running(NamedTuple):
    """A server by its address and its process."""

    base: str
    pid: int

    def memory(self) -> int:
        """Bytes that it and all its processes hold."""
        found, asked = 0, [self.pid]
        for pid in asked:
            with suppress(OSError):
                found += PAGE * int(Path(f"/proc/{pid}/statm").read_text().split()[1])
                for thread in Path(f"/proc/{pid}/task").iterdir():
                    asked += map(int, (thread / "children").read_text().split())
        return found


@contextmanager
def server(folder: Path) -> Iterator[str]:
    with running(str(folder / "matches.db")) as found:
        yield found.base


@contextmanager
def running(database: str, workers: int = 1) -> Iterator[Running]:
    """A server for strangers, as it is really run."""
    words = [sys.executable, "-m", "hulldown.cli", "serve", "--port", "0", "--workers", str(workers)]
    environment = os.environ | {"HULLDOWN_DATABASE": database}
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield Running(process.stdout.readline().split("listens on ")[1].split("/ ")[0], process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()
        process.stdout.close()


def client(base: str, number: int) -> httpx.Client:
    """Somebody with an address of its own."""
    here = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
    return httpx.Client(base_url=base, transport=here, trust_env=False, timeout=120)


class Guest:
    """A player in a quiet match, who looks at it again and again."""

    def __init__(self, base: str) -> None:
        self.client = client(base, 2)
        self.match, self.headers = self.begin("hotseat")

    def begin(self, opponent: str, **wish: Any) -> tuple[str, dict[str, str]]:
        body = {"rulebook": BOOK, "opponent": opponent, "scenario": "first-steps", **wish}
        created = self.client.post("/api/matches", json=body).raise_for_status().json()
        return created["match"], {"Authorization": f"Bearer {created['token']}"}

    def look(self) -> float:
        began = time.perf_counter()
        self.client.get(f"/api/matches/{self.match}", headers=self.headers).raise_for_status()
        return time.perf_counter() - began

    def looks(self, seconds: float) -> list[float]:
        """How long each look took; five a second, as somebody's page would."""
        until, found = time.monotonic() + seconds, list[float]()
        while time.monotonic() < until:
            found.append(self.look())
            time.sleep(max(0.0, 0.2 - found[-1]))
        return sorted(found)

    def waits_for_greedy(self) -> float:
        """How long until the bot gives its first order, in a match where it begins."""
        match, headers = self.begin("bot", bot="greedy", side=1)
        began = time.perf_counter()
        while not self.client.get(f"/api/matches/{match}", headers=headers).json()["head"]:
            time.sleep(0.02)
        return time.perf_counter() - began


def told(name: str, times: list[float]) -> float:
    middle, late = (1000 * times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.99))
    print(f"| {name} | {len(times)} | {middle:.0f} | {late:.0f} | {1000 * times[-1]:.0f} |", flush=True)
    return late


@contextmanager
def crowd(act: Callable[[int, threading.Event], None], number: int) -> Iterator[None]:
    """Strangers who do the same until they are told to stop."""
    stop = threading.Event()
    threads = [threading.Thread(target=act, args=(one, stop), daemon=True) for one in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)


def wish(chance: random.Random) -> dict[str, Any]:
    """A set-up that was not asked about before."""
    army = ",".join(f"{kind}={chance.randint(0, 9)}" for kind in ("heavy", "medium", "light"))
    total = str(chance.randint(6, 40))
    options = {"total": total, **{name: chance.choice(("yes", "no")) for name in OPTIONS}}
    return {"rulebook": BOOK, "scenario": "crossroads", "red": army, "options": options}


def asks_for_setups(base: str) -> Callable[[int, threading.Event], None]:
    def act(number: int, stop: threading.Event) -> None:
        chance = random.Random(number)
        with client(base, 10 + number) as stranger:
            while not stop.is_set():
                stranger.post("/api/setup", json=wish(chance))

    return act


def big(folder: Path) -> dict[str, Any]:
    """A battle on the largest board there may be, with as many tanks as there may be."""
    chance = random.Random(7)
    rows = ["".join("#" if 6 < row < 193 and chance.random() < 0.1 else "." for _ in range(200)) for row in range(200)]
    from hulldown.kernel.wire import plain
    from hulldown.kernel.work import Work

    board = Work("board", BOOK, "name: plain\n\n" + "\n".join(rows) + "\n")
    army = "total = 500\nred = { light = 500 }\nblue = { light = 500 }\n"
    text = f'name = "Huge"\nsummary = "Five hundred a side."\nminutes = 500\nmap = "plain.txt"\n{army}'
    scenario = Work("scenario", BOOK, text, {"plain.txt": board.id})
    return {"scenario": scenario.id, "works": plain([scenario, board])}


def deploys(guest: Guest, match: str, headers: dict[str, str], lines: int = 100) -> None:
    """Sets up some of a huge army, so that there is a log to be read."""
    player = Player(guest.client, match, headers["Authorization"].removeprefix("Bearer "))
    while (head := player.view()["head"]) < lines:
        orders = player.get("/placing").json()["orders"]
        player.give(*orders, position=head)


def reads(base: str, match: str, headers: dict[str, str]) -> Callable[[int, threading.Event], None]:
    def act(number: int, stop: threading.Event) -> None:
        with client(base, 40 + number) as stranger:
            while not stop.is_set():
                stranger.get(f"/api/matches/{match}", headers=headers)
                stranger.get(f"/api/matches/{match}/survey?unit={number}", headers=headers)
                stranger.get(f"/api/matches/{match}/placing", headers=headers)
                stranger.get(f"/api/matches/{match}/lines?from=0&to=100", headers=headers)

    return act


def attacked(seconds: float = SECONDS) -> Iterator[tuple[str, float, float]]:
    """Each attack, with how long the 99th of a hundred looks took in quiet and under it."""
    print("| a guest's look at a quiet match | looks | middle | 99th | worst |\n|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as name, server(Path(name)) as base:
        guest = Guest(base)
        guest.looks(1)
        quiet = told("quiet", guest.looks(seconds))
        with crowd(asks_for_setups(base), STRANGERS):
            yield f"{STRANGERS} strangers ask for set-ups", quiet, told("set-ups", guest.looks(seconds))
        alone = guest.waits_for_greedy()
        with client(base, 90) as stranger:
            body = {"rulebook": BOOK, "opponent": "bot", "bot": "planner:ace", "side": 1, "scenario": "crossroads"}
            for _ in range(FORKS):
                stranger.post("/api/matches", json=body)
            starved = guest.waits_for_greedy()
            yield f"{FORKS} matches wait for an ace", quiet, told("aces", guest.looks(seconds))
        yield f"a greedy bot's first order behind {FORKS} aces", 1000 * alone, 1000 * starved
        try:
            match, headers = guest.begin("hotseat", **big(Path(name)))
        except httpx.HTTPStatusError as refused:
            print(f"a huge board is refused: {refused.response.json()['sentence']}")
        else:
            deploys(guest, match, headers)
            with crowd(reads(base, match, headers), 6):
                huge = told("six readers of 200 × 200 with 500 tanks a side", guest.looks(seconds))
            yield "six readers of 200 × 200 with 500 tanks a side", quiet, huge


def main() -> None:
    print(f"{os.cpu_count()} cores; attackers on the same machine; {SECONDS:g} s each; milliseconds\n")
    for attack, quiet, late in [*attacked()]:
        print(f"{attack}: {late:.0f} ms, {late / quiet:.1f} times the quiet {quiet:.0f}.")


if __name__ == "__main__":
    main()
