"""`hulldown check`."""

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
    what, problems = _judge(Path(file), [book] if book else [])
    if json:
        show_json({"ok": not problems, "problems": problem_rows(problems)})
    elif problems:
        say_problems(problems)
    else:
        show(clean(f"{file}: {what}."))
    return 1 if problems else 0


def _judge(path: Path, books: list[str]) -> "tuple[str, list[Problem]]":
    from hulldown.kernel.files import Fault
    from hulldown.kernel.proof import Problem
    from hulldown.rulebooks.works import check_file

    try:
        return check_file(path, books)[1], []
    except Fault as fault:
        return "", [Problem(fault.where, fault.rule, fault.message)]
