"""`hulldown verify`."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Book, Json
from hulldown.cli.page import clean, console, heading, room, say, show, show_json

if TYPE_CHECKING:
    from rich.text import Text

    from hulldown.kernel.proof import Problem, Proof, Report
    from hulldown.kernel.record import Record
    from hulldown.rulebooks.works import WorkFault

RecordFile = Annotated[str, Parameter(help="A recorded game, a .jsonl file.")]
Receipts = Annotated[
    tuple[str, ...],
    Parameter(help="What a client has seen, LINES:HASH; may be given more than once.", consume_multiple=False),
]
WHAT, SENTENCE = 17, 63  # columns, where the terminal has them
SUMMARY = {
    0: "orders, chain and dice are proved",
    1: "something is wrong",
    3: "nothing is wrong, but not all is proved",
}
STYLE = {"wrong": "red", "broken": "red"} | dict.fromkeys(("changed", "not provable", "not yet provable"), "yellow")


def verify(
    file: RecordFile,
    /,
    *,
    dice_only: Annotated[bool, Parameter(help="Check hashes and sealed dice alone: needs no rulebook.")] = False,
    receipt: Receipts = (),
    strict: Annotated[bool, Parameter(help="Dice that are not proved are an error.")] = False,
    json: Json = False,
) -> int:
    """Say what a record proves, line by line: orders, hashes, dice, acts, and its set-up beside what is shipped.

    Status 0: orders, chain and dice are proved. 1: something is wrong. 3: nothing is, but not all is provable, or not
    yet.
    """
    return judge_record(file, json, dice_only, tuple(receipt), strict)


def judge_record(
    file: str, json: bool, dice_only: bool = False, receipts: tuple[str, ...] = (), strict: bool = False
) -> int:
    """Shows what is proved of a record, and gives the exit status."""
    from hulldown.kernel.files import Fault
    from hulldown.kernel.proof import Problem, Report

    try:
        report = _prove(file, dice_only, receipts)
        if strict and report.dice in ("unproved", "typed") and not report.problems:
            report = Report(report.proofs, (Problem("dice", "", "the dice are not proved"),))
        problems = [Problem(place_in(file, one.where), one.rule, one.message) for one in report.problems]
    except Fault as fault:
        problems = [Problem(fault.where, fault.rule, fault.message)]
        report = Report((), tuple(problems))
    if json:
        proofs = [{"what": one.what, "verdict": one.verdict, "sentence": clean(one.sentence)} for one in report.proofs]
        rows = problem_rows(problems)
        show_json({"ok": report.status == 0, "problems": rows, "proofs": proofs, "dice": report.dice})
    else:
        say_problems(problems)
        if report.proofs:
            changed = "; the set-up is changed" if any(one.verdict == "changed" for one in report.proofs) else ""
            summary = SUMMARY[report.status].replace("orders, ", "" if dice_only else "orders, ")
            show(heading(clean(f"{file}: {summary}{changed}")), *_texts(report.proofs))
    return report.status


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


def _prove(file: str, dice_only: bool, receipts: tuple[str, ...]) -> "Report":
    from hulldown.kernel.proof import prove, prove_dice
    from hulldown.kernel.record import Record

    with console(stderr=True).status("Verifying…") if sys.stderr.isatty() else nullcontext():
        if dice_only:
            return prove_dice(Record.read(file), receipts)
        return prove(*read_record(file), receipts)


def place_in(file: str, where: str) -> str:
    """`line 3` of a record as editors write it: the file, a colon, the line."""
    return f"{file}:{where.removeprefix('line ')}" if where.startswith("line ") else f"{file}: {where}"


def problem_rows(problems: "Iterable[Problem]") -> list[dict[str, Any]]:
    return [{"where": clean(one.where), "rule": one.rule, "message": clean(one.message)} for one in problems]


def say_problems(problems: "Iterable[Problem | WorkFault]") -> None:
    """Each on stderr, with its place."""
    for problem in problems:
        cited = f" — {problem.rule}" if problem.rule else ""
        say(f"{problem.where}: {problem.message}{cited}")


def _texts(proofs: "Iterable[Proof]") -> "Iterator[Text]":
    """What it is about, once, and the sentence beside it, wrapped."""
    from textwrap import wrap

    from rich.text import Text

    last = ""
    for proof in proofs:
        rows = wrap(clean(proof.sentence), room(SENTENCE, WHAT), break_on_hyphens=False)
        text = Text(f"{proof.what if proof.what != last else '':<{WHAT}}", style="bold")
        yield text.append(f"\n{'':{WHAT}}".join(rows), style=f"not bold {STYLE.get(proof.verdict, '')}".strip())
        last = proof.what
