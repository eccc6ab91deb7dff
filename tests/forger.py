"""What a forger does to a record: changes a field, a list or a line, and mends all hashes and numbers."""

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

from hulldown.kernel.files import Fault
from hulldown.kernel.proof import Report, prove
from hulldown.kernel.record import Record
from hulldown.kernel.rulebook import Rulebook

Lines = list[dict[str, Any]]
Path = tuple[str | int, ...]
TAKEOVER = {"line": "act", "position": 0, "act": "takeover/planner/greedy/late", "side": 0, "to": None, "hash": ""}


class Forgery(NamedTuple):
    """What was done to a record, and the record."""

    told: str
    lines: Lines

    def text(self) -> str:
        """As it is written down, with hashes that fit."""
        return "".join(row + "\n" for row in chained(self.lines))


def lines_of(record: Record) -> Lines:
    return [json.loads(row) for row in record.text().splitlines()]


def chained(lines: Lines) -> Iterator[str]:
    previous = ""
    for line in lines:
        bare = written(line | {"hash": ""})
        previous = blake2b(previous.encode() + bare.encode(), digest_size=20).hexdigest()
        yield written(line | {"hash": previous})


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def report_on(forgery: Forgery, book: Rulebook[Any, Any, Any]) -> Report | None:
    """What is said of it; nothing if it cannot be read as a record."""
    try:
        return prove(Record.parse(forgery.text()), book)
    except Fault:
        return None


def said(report: Report) -> tuple[tuple[str, str], ...]:
    """What a report says but for the chain, whose last hash is never the same."""
    return tuple((proof.what, proof.sentence) for proof in report.proofs if proof.what != "chain")


# One field


def changed_fields(lines: Lines) -> Iterator[Forgery]:
    """Every field of every line, each by every value that might be taken for it; lists and tables as well."""
    for number, line in enumerate(lines):
        for path in paths(line):
            if path == ("hash",):
                continue
            for value in other_values(at(line, path)):
                if written(value) == written(at(line, path)):
                    continue
                told = f"line {number + 1} {'.'.join(map(str, path))}: {str(at(line, path))[:40]} to {str(value)[:40]}"
                yield Forgery(told, [*lines[:number], put(line, path, value), *lines[number + 1 :]])


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in entries:
        yield from paths(one, (*path, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def put(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


def other_values(value: Any) -> Iterator[Any]:
    """Those of the same kind first, then what some readers take for the same."""
    if isinstance(value, bool):
        yield from (not value, int(value))
    elif isinstance(value, int | float):
        yield from (value + 1, value - 1, 0, -value, float(value) if isinstance(value, int) else int(value))
    elif isinstance(value, str):
        yield from (f"{value}x", f"{value} ", value[:-1], value.swapcase(), value.replace("a", "\u0430"), "", "0" * 40)
    elif isinstance(value, list):
        yield from (value[:-1], [*value, *value[-1:]], value[::-1])
    elif isinstance(value, dict):
        first, *rest = value or {"": 0}
        yield {key: value[key] for key in rest}
        yield {key: value[key] for key in (*rest, first) if key in value}
        yield value | {"note": 1}
    else:
        yield from (0, "x", False)


# Whole lines


def changed_lines(lines: Lines) -> Iterator[Forgery]:
    """A line that is missing, doubled, moved or new, with the numbers after it mended or not, and an end cut off."""
    for number in range(1, len(lines)):
        rest = lines[number + 1 :]
        for told, forged in (
            ("missing", [*lines[:number], *rest]),
            ("doubled", [*lines[: number + 1], *lines[number:]]),
            ("moved", [*lines[:number], *rest[:1], lines[number], *rest[1:]]),
            ("a takeover before", [*lines[:number], TAKEOVER, *lines[number:]]),
            ("a resignation before", [*lines[:number], TAKEOVER | {"act": "resign"}, *lines[number:]]),
            ("an undo after", [*lines[: number + 1], TAKEOVER | {"act": "undo", "to": number - 1}, *rest]),
        ):
            yield Forgery(f"line {number + 1} {told}", forged)
            yield Forgery(f"line {number + 1} {told}, renumbered", renumbered(forged))
        yield Forgery(f"cut before line {number + 1}", lines[:number])
        if number < len(lines) - 1:
            yield Forgery(f"ended before line {number + 1}", [*lines[:number], lines[-1]])


def renumbered(lines: Lines) -> Lines:
    return [line | {"position": place} if "position" in line else line for place, line in enumerate(lines, -1)]
