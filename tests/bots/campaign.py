"""A campaign of the players as they are against those of another commit: `python -m tests.bots.campaign`.

    git worktree add /tmp/old COMMIT
    python -m tests.bots.campaign squadron --old /tmp/old --level veteran/4 --games 40 --out games.jsonl
    python -m tests.bots.campaign --out games.jsonl

Each player sits in a process of its own, with its commit's code, and has the same seconds of processor time a turn as
its level has in live play; with `--untimed` it has its evaluations and no seconds, as on a busy machine parts of a
second are too few for a plan. What is played is kept a line a game, so a campaign can be stopped at any time and goes
on where it was; how many games there are is fixed before. Without a book it tells what there is: the scores of the
players as they are, by the results and with luck taken off, each with its interval.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.wire import decode, encode
from hulldown.lab.scenarios import MAIN
from hulldown.lab.scores import Scored, scores_of
from hulldown.lab.watch import Watch
from hulldown.outcome import model_of
from hulldown.rulebooks import load

HERE = Path(__file__).resolve()
MOST_ORDERS = 20_000


class Played(msgspec.Struct, frozen=True):
    """A game: its number, what the new player came to, its luck, and the slowest turn of each."""

    book: str
    scenario: str
    level: str
    old_level: str
    seed: str
    number: int
    new: str
    old: str
    score: float
    luck: float | None
    slowest: tuple[float, float]
    timed: bool = True


class Seat:
    """One player in its process."""

    def __init__(self, home: Path) -> None:
        script = [sys.executable, str(HERE.parent / "seat.py")]
        self.process = subprocess.Popen(
            script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PYTHONPATH": str(home / "src")}
        )
        self.turn: Any = None
        self.slowest = self.spent = 0.0

    def tell(self, **what: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(encode(what) + b"\n")
        self.process.stdin.flush()

    def ask(self, turn: Any) -> Any:
        assert self.process.stdout is not None
        self.tell(what="choose")
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a player ended its process; its reason stands above")
        found = msgspec.json.decode(line)
        if turn != self.turn:
            self.turn, self.spent = turn, 0.0
        self.spent += found["seconds"]
        self.slowest = max(self.slowest, self.spent)
        return found["order"]

    def leave(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@contextmanager
def seats(*homes: Path) -> Iterator[list[Seat]]:
    there = [Seat(home) for home in homes]
    try:
        yield there
    finally:
        for seat in there:
            seat.leave()


def play(asked: argparse.Namespace, scenario: str, number: int, names: tuple[str, str]) -> Played:
    """One game; the new player is Red in the first one, and then every other time."""
    book, seed = load(asked.book), f"{asked.seed}/{number}"
    setup, _ = book.library.bounded(book.library.build(scenario))
    red = number % 2 == 1
    levels = asked.level, asked.old_level or asked.level
    watch, dice = Watch(book, model_of(book.id), f"{seed} luck"), SeededDice(seed)
    state: Any = book.start(setup)
    with seats(HERE.parents[2], Path(asked.old)) as both:
        for seat, level, name in zip(both, levels, ("new", "old"), strict=True):
            seat.tell(
                what="game", book=book.id, setup=setup, bot=f"planner:{level}", seed=f"{name} {seed}", timed=asked.timed
            )
        for _ in range(MOST_ORDERS):
            if (side := book.to_act(state)) is None:
                break
            mover, turn = both[(side == 0) != red], book.turn(state)
            order = decode(encode(mover.ask((turn.side, turn.round, turn.part))), book.order_type)
            if (refusal := book.refuse(state, order)) is not None:
                raise SystemExit(f"game {number}: {refusal}")
            before, events = state.copy(), []
            dice.rolls.clear()
            for event in book.decide(state, order, dice):
                book.evolve(state, event)
                events.append(event)
            watch.step(before, order, bool(dice.rolls), state)
            for seat in both:
                seat.tell(what="order", events=events)
        slowest = round(both[0].slowest, 2), round(both[1].slowest, 2)
    result = book.result(state)
    winner = None if result is None else result.winner
    score = 0.5 if winner is None else float((winner == 0) == red)
    luck = None if watch.model is None else watch.luck if red else -watch.luck
    return Played(book.id, scenario, *levels, asked.seed, number, *names, score, luck, slowest, asked.timed)


def commit_of(home: Path) -> str:
    """The commit of a work tree, with a + where something in it is not committed."""
    told = ["git", "-C", str(home), "describe", "--always", "--dirty=+", "--exclude=*"]
    return subprocess.run(told, capture_output=True, text=True, check=True).stdout.strip()


def read(file: Path) -> list[Played]:
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Played) for line in lines]


def told(found: list[Played]) -> Iterator[str]:
    """A line for each pair of players in a scenario."""
    groups: dict[tuple[bool, tuple[str, ...]], list[Played]] = {}
    for one in found:
        players = one.book, one.scenario, one.level, one.old_level, one.new, one.old
        groups.setdefault((one.timed, players), []).append(one)
    for (timed, (book, scenario, level, old_level, new, old)), games in groups.items():
        scores = scores_of([Scored(one.score, one.luck) for one in games])
        shown = [
            f"{name} {100 * part.mid:.0f} % ({100 * part.low:.0f} – {100 * part.high:.0f})"
            for name, part in (("raw", scores.raw), ("without luck", scores.adjusted))
            if part is not None
        ]
        slow = [max(one.slowest[at] for one in games) for at in (0, 1)]
        who = f"{level} of {new} against {old_level} of {old}{'' if timed else ', untimed'}"
        yield f"{book} {scenario}, {who}: {len(games)} games, {', '.join(shown)}; slowest turns {slow} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", nargs="?", choices=sorted(MAIN))
    parser.add_argument("--scenario", default="")
    parser.add_argument("--old", default="", help="a work tree of the commit to play against")
    parser.add_argument("--level", default="veteran/4")
    parser.add_argument("--old-level", default="", help="of the old player, if it has another one")
    parser.add_argument("--untimed", dest="timed", action="store_false", help="by evaluations, without seconds")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="campaign")
    parser.add_argument("--out", default="campaign.jsonl")
    asked = parser.parse_args()
    out = Path(asked.out)
    if asked.book:
        scenario = asked.scenario or MAIN[asked.book]
        names = commit_of(HERE.parents[2]), commit_of(Path(asked.old))
        wanted = (asked.book, scenario, asked.level, asked.old_level or asked.level, asked.seed, asked.timed, *names)
        there = {
            one.number
            for one in read(out)
            if (one.book, one.scenario, one.level, one.old_level, one.seed, one.timed, one.new, one.old) == wanted
        }
        for number in range(1, asked.games + 1):
            if number not in there:
                with out.open("ab") as file:
                    file.write(encode(play(asked, scenario, number, names)) + b"\n")
    for line in told(read(out)):
        print(line)


if __name__ == "__main__":
    main()
