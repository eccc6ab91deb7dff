"""Where the time goes: `greedy` against itself in each book's main scenario, and the functions that take most of it.

Games are played three times: to fill what later games find, by the processor's clock, and under the profiler, which
makes small functions look dearer than they are. Time in what Python itself is made of counts for whoever calls it.
"""

from collections.abc import Callable, Iterable
from cProfile import Profile
from pathlib import Path
from time import process_time
from types import CodeType
from typing import Any

import msgspec

from hulldown.kernel.wire import encode
from hulldown.lab.scenarios import MAIN
from hulldown.lab.simulate import Match, play
from hulldown.rulebooks import load

GAMES = {"france1944": 60, "dynamic": 12, "core": 5, "squadron": 10, "panzerkampf": 4}  # that take some seconds
PLAYED = {book: (scenario, GAMES[book]) for book, scenario in MAIN.items()}
MOST = 5
HOME = Path(__file__).parents[1]


class Function(msgspec.Struct, frozen=True):
    """What a function took itself, without those it calls, as a share of all; and how often it was called a game."""

    name: str
    share: float
    calls: float


class BookProfile(msgspec.Struct, frozen=True):
    """The functions of one book that took most, and what a game takes without the profiler."""

    book: str
    scenario: str
    seconds: float
    functions: list[Function]


class Profiled(msgspec.Struct, frozen=True):
    """All books; of the whole each of them counts alike, however long its games are."""

    whole: list[Function]
    books: list[BookProfile]


def run(report: Callable[[str], None], played: dict[str, tuple[str, int]] = PLAYED) -> dict[str, Any]:
    """All of it; `report` hears what is being played."""
    books, every = list[BookProfile](), dict[str, Function]()
    for book, (scenario, games) in played.items():
        report(f"{book}, {scenario}")
        match = Match(book, encode(load(book).library.build(scenario)), ("greedy", "greedy"), "profile")

        def go(match: Match = match, games: int = games) -> float:
            began = process_time()
            for number in range(1, games + 1):
                play(match.fixture(number))
            return process_time() - began

        go()
        seconds = go()
        profiler = Profile(builtins=False)
        profiler.runcall(go)
        found = _functions(profiler, games)
        books.append(BookProfile(book, scenario, seconds / games, _most(found)))
        for one in found:
            known = every.get(one.name, Function(one.name, 0.0, 0.0))
            share, calls = one.share / len(played), one.calls / len(played)
            every[one.name] = Function(one.name, known.share + share, known.calls + calls)
    told: dict[str, Any] = msgspec.to_builtins(Profiled(_most(every.values()), books))
    return told


def _functions(profiler: Profile, games: int) -> list[Function]:
    found: dict[str, tuple[float, int]] = {}
    for entry in profiler.getstats():
        name = _name(entry.code)
        seconds, calls = found.get(name, (0.0, 0))
        found[name] = seconds + entry.inlinetime, calls + entry.callcount
    whole = sum(seconds for seconds, _ in found.values())
    return [Function(name, seconds / whole, calls / games) for name, (seconds, calls) in found.items()]


def _name(code: CodeType | str) -> str:
    """The module below `hulldown`, or the file, and the function with its class."""
    if isinstance(code, str):
        return code
    path = Path(code.co_filename)
    module = path.relative_to(HOME).with_suffix("").as_posix() if path.is_relative_to(HOME) else path.stem
    return f"{module.replace('/', '.')}.{code.co_qualname.replace('.<locals>', '')}"


def _most(functions: Iterable[Function]) -> list[Function]:
    return sorted(functions, key=lambda one: -one.share)[:MOST]
