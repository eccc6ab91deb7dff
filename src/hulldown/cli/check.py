"""`hulldown check`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Json, find_book
from hulldown.cli.page import clean, show, show_json
from hulldown.cli.verify import judge_record, say_problems

if TYPE_CHECKING:
    from hulldown.rulebooks.works import WorkFault


def check(
    file: Annotated[
        str, Parameter(help="A map (.txt), an army, chart, scenario, position or lesson (.toml), or a record (.jsonl).")
    ],
    /,
    *,
    book: Annotated[str, Parameter(help="The rulebook that it is for; without it, any that takes it.")] = "",
    json: Json = False,
) -> int:
    """Validate a file that somebody wrote: all mistakes with their lines and fields, and what was expected.

    Of a record it says what `hulldown verify` says.
    """
    if book:
        find_book(book)
    if Path(file).suffix == ".jsonl":
        return judge_record(file, json)
    what, faults = _judge(Path(file), [book] if book else [])
    if json:
        show_json({"ok": not faults, "problems": [_row(fault) for fault in faults]})
    elif faults:
        say_problems(faults)
    else:
        show(clean(f"{file}: {what}."))
    return 1 if faults else 0


def _judge(path: Path, books: list[str]) -> "tuple[str, list[WorkFault]]":
    from hulldown.kernel.files import Fault
    from hulldown.rulebooks.works import check_file, told_all

    try:
        return check_file(path, books)[1], []
    except Fault as fault:
        return "", told_all(fault, path)


def _row(fault: "WorkFault") -> dict[str, Any]:
    """Where it is and what is wrong; then whatever a program can point at and put right."""
    from hulldown.kernel.wire import plain

    told = {"where": clean(fault.where), "rule": fault.rule, "message": clean(fault.message)}
    return told | {name: value for name, value in plain(fault).items() if value and name not in told}
