"""`hulldown verify`."""

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import Book, Json
from hulldown.cli.page import clean, console, say, show, show_json

if TYPE_CHECKING:
    from hulldown.kernel.record import Record
    from hulldown.kernel.replay import Problem

RecordFile = Annotated[str, Parameter(help="A recorded game, a .jsonl file.")]


def verify(file: RecordFile, /, *, json: Json = False) -> int:
    """Prove a record: every order by the rules, every line by its hash, every die by the seed told at the end."""
    problems = record_problems(file)
    return conclude(problems, f"{file}: every order, hash and die is right.", json)


def read_record(file: str) -> "tuple[Record, Book]":
    """A record and the book that it is played by."""
    from hulldown.kernel.files import Fault
    from hulldown.kernel.record import Record
    from hulldown.rulebooks import load

    record = Record.read(file)
    try:
        return record, load(record.head.rulebook)
    except Fault as fault:
        raise Fault(f"{file}:1", fault.message) from None


def record_problems(file: str) -> "list[Problem]":
    """All that is wrong with a record, each with its line in the file."""
    from hulldown.kernel.files import Fault
    from hulldown.kernel.replay import Problem
    from hulldown.kernel.replay import verify as prove

    try:
        record, book = read_record(file)
    except Fault as fault:
        return [Problem(fault.where, fault.rule, fault.message)]
    with console(stderr=True).status("Verifying…") if sys.stderr.isatty() else nullcontext():
        found = prove(record, book)
    return [Problem(place_in(file, problem.where), problem.rule, problem.message) for problem in found]


def place_in(file: str, where: str) -> str:
    """`line 3` of a record as editors write it: the file, a colon, the line."""
    return f"{file}:{where.removeprefix('line ')}" if where.startswith("line ") else f"{file}: {where}"


def conclude(problems: "list[Problem]", praise: str, json: bool) -> int:
    """Shows what was found, and gives the exit status."""
    if json:
        rows = [{"where": clean(one.where), "rule": one.rule, "message": clean(one.message)} for one in problems]
        show_json({"ok": not problems, "problems": rows})
    elif problems:
        for problem in problems:
            cited = f" — {problem.rule}" if problem.rule else ""
            say(f"{problem.where}: {problem.message}{cited}")
    else:
        show(clean(praise))
    return 1 if problems else 0
