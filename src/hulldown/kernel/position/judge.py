"""The judge: whether a game can go on from a position, and if not, which field of its text is the culprit."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from hulldown.kernel.files import Fault
from hulldown.kernel.position.loader import Loader
from hulldown.kernel.position.paper import Paper
from hulldown.kernel.position.sheet import HEAD, SHOWN
from hulldown.kernel.position.writing import is_rows, told_fields
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side

MOST_TRIES, MOST_WORK = 120, 6000  # texts that are read to find what is wrong in one, and units in them
FRESH = ("side", "kind", "number", "at", "facing", "heading", "command", "relief")  # what a unit has before play
KEPT = ("side", "kind", "wreck")
PLACES = ("at", "facing", "heading", "number")
S = TypeVar("S")
Book = Rulebook[Any, Any, Any]


class Problem(NamedTuple):
    sentence: str
    rule: str


def judged(own: Loader[S], book: Book, paper: Paper, setup: Any) -> S:
    """The state that a text tells on a set-up's ground, or what is wrong with it."""
    bare = replace(setup, position=msgspec.UNSET)
    sheet: Any = paper.sheet(own.words)
    state = own.read(sheet, paper, bare)
    if not own.in_play(state):
        _check_fresh(own, sheet, paper)
        own.check_setup(bare, paper.where)
    if problem := _problem(own, book, state):
        raise paper.fault(_culprit(own, book, paper, bare, problem), *problem)
    if any(book.view(state, side) is not state for side in Side):
        told = "units are deployed unseen, and both sides read a set-up; begin before them, or after both stand"
        raise paper.fault("$.phase", told, own.hidden_rule)
    return state


def _check_fresh(own: Loader[S], sheet: Any, paper: Paper) -> None:
    """Before play no round is counted, and nothing has happened to any unit."""
    if sheet.round:
        raise paper.fault("$.round", "rounds are counted once all units stand", own.fresh_rule)
    for place, row in enumerate(sheet.unit):
        if marks := [name for name, _ in told_fields(row) if name not in FRESH]:
            told = f"nothing can have happened to a unit before play, and this one has {marks[0]!r}"
            raise paper.fault(f"$.unit[{place}].{marks[0]}", told, own.fresh_rule)


def _problem(own: Loader[S], book: Book, state: S) -> Problem | None:
    """The first thing that keeps a state from being played on."""
    if result := book.result(state) or own.decided(state):
        return Problem(f"the game is over: {result.sentence}", result.rule)
    for fault in book.faults(state):
        found = re.fullmatch(r"(.*) \(([^()]*)\)", fault, re.DOTALL)
        return Problem(found[1], found[2]) if found else Problem(fault, "")
    if next(iter(book.orders(state)), None) is None:
        return Problem("nobody could do anything in this position", "")
    return None


def _culprit(own: Loader[S], book: Book, paper: Paper, setup: Any, problem: Problem) -> str:
    """The field without which nothing would be wrong, or at least something else; failing that the phase."""
    other = ""
    for path, data in _without_one(paper.data):
        try:
            left = _problem(own, book, own.read(paper.sheet(own.words, data), paper, setup))
        except Fault:
            continue
        if left is None:
            return path
        other = other or (path if left != problem else "")
    return other or "$.phase"


def _without_one(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The data of a text without one of its fields, each in turn, with the path of the field; then without all of a
    name. Places come last, since every unit has one. The more units there are, the fewer are tried."""
    units: Any = data.get("unit")
    most = min(MOST_TRIES, MOST_WORK // max(1, len(units) if isinstance(units, list) else 1))
    each = islice(chain(_thinner(data, places=False), _thinner(data, places=True)), most)
    return chain(each, _without_all(data, units if is_rows(units) else []))


def _without_all(data: Mapping[str, Any], units: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The data without a field of units, wherever it is, and the path of the first; but for places."""
    names = dict.fromkeys(name for row in units for name in row if name not in (*PLACES, *KEPT))
    for name in names:
        first = next(place for place, row in enumerate(units) if name in row)
        bare = [{key: value for key, value in row.items() if key != name} for row in units]
        yield f"$.unit[{first}].{name}", {**data, "unit": bare}


def _thinner(data: Mapping[str, Any], places: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    for key, value in data.items():
        if key in (*HEAD, *SHOWN) or key in ("side", "phase", "name"):
            continue
        for at, row in enumerate(value if is_rows(value) else []):
            for field, less in _less(row):
                if (field in PLACES) is places:
                    yield f"$.{key}[{at}].{field}", {**data, key: [*value[:at], less, *value[at + 1 :]]}
            if key != "unit" and not places:
                yield f"$.{key}[{at}]", {**data, key: [*value[:at], *value[at + 1 :]]}
        if places:
            continue
        for field, less in _less(value if isinstance(value, dict) else {}):
            yield f"$.{key}.{field}", {**data, key: less}
        if not is_rows(value):
            yield f"$.{key}", {name: one for name, one in data.items() if name != key}


def _less(row: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A table without one of its fields, each in turn."""
    for field in row:
        if field not in KEPT:
            yield field, {name: one for name, one in row.items() if name != field}
