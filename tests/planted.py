"""Who tests the tests: twenty bugs that game servers have really had, each planted in a copy of the source.

    python -m tests.planted [NUMBER …]

Each has the tests that must notice it, which pass on the source as it is. The shipped code has no switch for bugs: the
copy stands in the way of it while those tests run.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SECONDS = 600.0  # within which a test has to notice


class Bug(NamedTuple):
    """What is wrong, where it is planted, and what has to notice it."""

    told: str
    file: str
    good: str
    bad: str
    noticed_by: str
    picked: str = ""


SIMULATION = "tests.server.simulation"
WRITE = "await self._store.write(self.id, self.head, texts, sitting, kept, why or {}, keys, self.sitting)"
BUGS = (
    Bug(
        "told before it is stored",
        "server/match.py",
        f"        try:\n            {WRITE}",
        "        old, head = self.sitting, self.head\n        self.told(sitting)\n        try:\n"
        "            await self._store.write(self.id, head, texts, sitting, kept, why or {}, keys, old)",
        SIMULATION,
    ),
    Bug(
        "acknowledged before it is stored",
        "server/match.py",
        f"            {WRITE}",
        f"            asyncio.get_running_loop().create_task({WRITE.removeprefix('await ')})",
        SIMULATION,
    ),
    Bug(
        "the database does not wait for the disk",
        "server/database.py",
        "synchronous=FULL",
        "synchronous=NORMAL",
        "tests/server/test_power.py",
        "answered",
    ),
    Bug(
        "a position that lives in memory begins anew with the server",
        "server/table.py",
        "self.head = len(log.texts)\n        self.lock",
        "self.head = 0\n        self.lock",
        SIMULATION,
    ),
    Bug(
        "a message that comes twice is played twice",
        "server/match.py",
        "return None if first is None else decode(first.encode(), Answer)",
        "return None",
        SIMULATION,
    ),
    Bug(
        "a stale order is dropped without a word",
        "server/match.py",
        "            if (answer := self._not_now(seat, body.position)) is not None:\n                return answer\n"
        "            if self.lesson is not None:\n                return await self._learn",
        "            if (answer := self._not_now(seat, body.position)) is not None:\n"
        "                await asyncio.Event().wait()\n"
        "            if self.lesson is not None:\n                return await self._learn",
        SIMULATION,
    ),
    Bug(
        "whoever knows a match may read it",
        "server/store.py",
        "seats.c.match == match, seats.c.token == hashed(token), opens)",
        "seats.c.match == match, opens)",
        "tests/server/test_access.py",
    ),
    Bug(
        "a stream whose token is wrong stays open",
        "server/stream.py",
        "    return hello, await all_matches(state).seat(match_id, hello.token)",
        "    try:\n        return hello, await all_matches(state).seat(match_id, hello.token)\n    except Wrong:\n"
        '        return hello, Seat(match_id, "", "watch")',
        "tests/server/test_access.py",
    ),
    Bug(
        "a link that was taken back still opens the seat",
        "server/store.py",
        ".values(role=WITHDRAWN)",
        ".values(role=INVITES)",
        "tests/server/test_invitations.py",
        "taken_back or new_link",
    ),
    Bug(
        "two who read that a seat is free both get it",
        "server/store.py",
        "            if (await connection.execute(taking)).rowcount != 1:\n                return False\n"
        "            seat = Seat(invitation.match, hashed(token), PLAYS, invitation.side, True)\n"
        "            await connection.execute(sql.insert(seats), [msgspec.structs.asdict(seat)])\n"
        "            await self._unchanged(connection, invitation.match, head, before)",
        "            await connection.execute(taking)\n"
        "            seat = Seat(invitation.match, hashed(token), PLAYS, invitation.side, True)\n"
        "            await connection.execute(sql.insert(seats), [msgspec.structs.asdict(seat)])",
        SIMULATION,
    ),
    Bug(
        "a heartbeat does not say how far the game is",
        "server/stream.py",
        "Heartbeat(match.head)",
        "Heartbeat(0)",
        SIMULATION,
    ),
    Bug(
        "a stream begins at the head and not where the page is",
        "server/stream.py",
        "                await _send(socket, match.message(position, eyes))",
        "                position = match.head - 1\n                await _send(socket, match.message(position, eyes))",
        SIMULATION,
    ),
    Bug(
        "dice come from the clock",
        "server/matches.py",
        "seed = secrets.token_hex(20)",
        "seed = str(clock.now())",
        "tests/server/test_seats.py",
        "same_moment",
    ),
    Bug(
        "low faces are favoured",
        "kernel/checker.py",
        "for word in source if word < limit",
        "for word in source",
        "tests/kernel/test_sealed.py",
        "published or vectors or compares",
    ),
    Bug(
        "dice are known before the choice",
        "server/table.py",
        "self.log.game.copy(HeldDice())",
        "self.log.game.copy(SeededDice(self.row.seed))",
        "tests/server/test_rehearse.py",
    ),
    Bug(
        "rules go through a set in whatever order it has",
        "rulebooks/panzerstrike/france1944/movement.py",
        "for die in sorted(set(state.dice)):",
        "for die in set(state.dice):",
        "tests/test_purity.py",
    ),
    Bug(
        "what is sent waits for a reader without end",
        "server/stream.py",
        "        await asyncio.wait_for(socket.send_data(text.decode()), SECONDS_TO_READ)",
        "        asyncio.get_running_loop().create_task(socket.send_data(text.decode()))",
        "tests/server/test_slow.py",
    ),
    Bug(
        "headers may take for ever",
        "server/door.py",
        "        if what:\n            seconds",
        '        if what == "body":\n            seconds',
        "tests/server/test_door.py",
    ),
    Bug(
        "an empty origin is anybody's",
        "server/guests.py",
        "if origin is not None and",
        "if origin and",
        "tests/server/test_routes.py",
        "another_site",
    ),
    Bug(
        "the server believes that an order is legal",
        "kernel/game.py",
        "        if (refusal := rulebook.refuse(known, order)) is not None:\n            raise Refused(refusal)\n"
        "        state = before.copy()",
        "        state = before.copy()",
        "tests/server/test_orders.py",
        "refused",
    ),
)


def copied(bug: Bug, folder: Path) -> Path:
    """The source with a bug in it."""
    source = folder / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    path = source / "hulldown" / bug.file
    text = path.read_text(encoding="utf-8")
    assert text.count(bug.good) >= 1, f"{bug.file} has changed: {bug.good!r} is not there"
    path.write_text(text.replace(bug.good, bug.bad), encoding="utf-8")
    return source


def words_of(bug: Bug) -> list[str]:
    if bug.noticed_by == SIMULATION:
        return ["-m", SIMULATION, "--seeds", "0..40"]
    picked = ["-k", bug.picked] if bug.picked else []
    return ["-m", "pytest", bug.noticed_by, *picked, "-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly"]


def is_noticed(bug: Bug) -> bool:
    """Whether the tests that pass on the source fail on the one with the bug; raises if none of them ran."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(copied(bug, Path(folder))), str(ROOT)))}
        words = [sys.executable, *words_of(bug)]
        try:
            ran = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return False
        if ran.returncode not in (0, 1):
            raise RuntimeError(ran.stdout + ran.stderr)
        return ran.returncode == 1


def main() -> None:
    chosen = [int(number) for number in sys.argv[1:]] or range(1, len(BUGS) + 1)
    missed = 0
    for number in chosen:
        noticed = is_noticed(BUGS[number - 1])
        missed += not noticed
        print(f"{number:2} {'noticed' if noticed else 'MISSED '}  {BUGS[number - 1].told}", flush=True)
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
