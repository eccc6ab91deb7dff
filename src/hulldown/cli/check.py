"""`hulldown check`."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import Json, find_book
from hulldown.cli.page import clean, show, show_json
from hulldown.cli.verify import judge_record, problem_rows, say_problems

if TYPE_CHECKING:
    from hulldown.kernel.proof import Problem


def check(
    file: Annotated[
        str, Parameter(help="A map (.txt), an army, chart, scenario or position (.toml), or a record (.jsonl).")
    ],
    /,
    *,
    book: Annotated[str, Parameter(help="The rulebook that it is for; without it, any that takes it.")] = "",
    json: Json = False,
) -> int:
    """Validate a file that somebody wrote: the first mistake with its line and field, and what was expected.

    Of a record it says what `hulldown verify` says.
    """
    if book:
        find_book(book)
    if Path(file).suffix == ".jsonl":
        return judge_record(file, json)
    what, problems = _position(Path(file)) or _judge(Path(file), [book] if book else _books_for(Path(file)))
    if json:
        show_json({"ok": not problems, "problems": problem_rows(problems)})
    elif problems:
        say_problems(problems)
    else:
        show(clean(f"{file}: {what}."))
    return 1 if problems else 0


def _books_for(path: Path) -> list[str]:
    """The book that the file names, or all."""
    from hulldown.kernel.files import Fault, read_toml
    from hulldown.rulebooks import BOOKS

    if path.suffix == ".toml" and len(BOOKS) > 1:
        try:
            named = read_toml(path)[1].get("rulebook")
        except Fault:
            named = None
        if named in BOOKS:
            return [str(named)]
    return list(BOOKS)


def _position(path: Path) -> "tuple[str, list[Problem]] | None":
    """What is to be said of a position, which names its book; nothing if the file is something else."""
    from hulldown.kernel.files import Fault, read_text, read_toml
    from hulldown.kernel.proof import Problem
    from hulldown.rulebooks import begun_with

    try:
        data = read_toml(path)[1] if path.suffix == ".toml" else {}
    except Fault:
        return None
    if not isinstance(data.get("book"), str):
        return None
    try:
        begun_with(data["book"], read_text(path), str(path), path.parent)
    except Fault as fault:
        return "", [Problem(fault.where, fault.rule, fault.message)]
    return f"a position of {data['book']}, {data.get('name') or 'without a name'}", []


def _judge(path: Path, books: list[str]) -> "tuple[str, list[Problem]]":
    """What the file is for the first book that takes it; else what is wrong with it for the book it seems meant for."""
    from hulldown.kernel.files import Fault
    from hulldown.kernel.proof import Problem
    from hulldown.rulebooks import load

    problems: list[Problem] = []
    for book_id in books:
        try:
            return load(book_id).library.check(path), []
        except Fault as fault:
            problems.append(Problem(fault.where, fault.rule, fault.message))
    return "", [max(problems, key=_meant)]


def _meant(problem: "Problem") -> tuple[bool, int]:
    """How likely a book that says this is the one meant: it knows the fields of the file, and has read far."""
    line = re.search(r":(\d+)(:\d+)?$", problem.where)
    return "unknown field" not in problem.message, int(line[1]) if line else 0
