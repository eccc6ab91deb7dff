"""`hulldown lesson`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.page import show_drawing

if TYPE_CHECKING:
    from hulldown.kernel.side import Side


def lesson(
    file: Annotated[str, Parameter(help="A record (.jsonl) of a game that was played on purpose.")],
    /,
    *,
    side: Annotated[str, Parameter(help="Whose orders become the steps: red or blue.")] = "red",
    start: Annotated[int, Parameter(name="--from", help="How many lines of the record lie before the lesson.")] = 0,
    title: Annotated[str, Parameter(help="What the lesson is called.")] = "A lesson",
) -> None:
    """Make a lesson of a record: a side's orders as steps, with their dice, and the sentences left to be written.

    The lesson begins with the table after so many lines. What it says is checked by `hulldown check`.
    """
    from hulldown.kernel.record import Record
    from hulldown.rulebooks.drafts import draft

    with misused():
        record = Record.read(Path(file))
        show_drawing(draft(record, _side(side), start, title).rstrip("\n").split("\n"))


def _side(name: str) -> "Side":
    from hulldown.kernel.side import Side

    if name.lower() not in ("red", "blue"):
        raise Misuse(f"--side: {name!r} is neither red nor blue")
    return Side(name.lower() == "blue")
