"""Drafts of lessons: a record as the text of a lesson, its sentences left to be written."""

from collections.abc import Iterator, Sequence
from typing import Any

from hulldown.kernel.files import Fault
from hulldown.kernel.game import Played
from hulldown.kernel.lesson.text import MOST_STEPS
from hulldown.kernel.position import side_name
from hulldown.kernel.record import Record
from hulldown.kernel.replay import replay, steps
from hulldown.kernel.side import Side
from hulldown.rulebooks import lines, load, positions

UNWRITTEN = "Say what is to be done, and why."


def draft(record: Record, side: Side, start: int, title: str) -> str:
    """The text of a lesson that begins after so many lines of a record: each order of a side is a step."""
    book_id = record.head.rulebook
    book, said = load(book_id), lines(book_id)
    game, orders = replay(record, book), list[tuple[Side, str]]()
    if start >= len(game.log):
        raise Fault("--from", f"the record has {len(game.log)} lines; the lesson begins before the last")
    state = _state_after(record, book, start)
    position = positions(book_id).write(state, title)
    for entry in game.log[start:]:
        if not isinstance(entry, Played):
            raise Fault("record", "a game in which something was taken back or agreed makes no lesson; play it through")
        orders.append((entry.side, _line(said.said(state, entry.order), entry.rolls)))
        state = state.copy()
        for event in entry.events:
            book.evolve(state, event)
    return "\n".join([*_head(book_id, side, title), *_position(position), *_steps(orders, side)]) + "\n"


def _state_after(record: Record, book: Any, start: int) -> Any:
    if start == 0:
        return book.start(next(iter(steps(record, book)))[1].setup)
    return next(game.state for number, game in steps(record, book) if number == start + 1)


def _line(said: str, rolls: Sequence[Any]) -> str:
    handfuls = ", ".join(" ".join(map(str, roll.faces)) for roll in rolls)
    return f"{said} | {handfuls}" if handfuls else said


def _head(book: str, side: Side, title: str) -> list[str]:
    name = "".join(sign if sign.isalnum() else "-" for sign in title.lower()).strip("-")[:40]
    return [
        f'id = "{book}-{name}"',
        f'book = "{book}"',
        f'title = "{title}"',
        'chapter = "Its chapter"',
        "minutes = 2",
        f'you = "{side_name(side)}"',
        'goal = "What it is about, in a sentence."',
        f'rules = ["{next(iter(load(book).rules))}"]',
        "",
        "[position]",
    ]


def _position(text: str) -> Iterator[str]:
    """A position as a part of a lesson: its tables are tables of it, and what the lesson says itself is left out."""
    for line in text.rstrip("\n").split("\n"):
        if line.startswith(("book = ", "name = ")):
            continue
        yield (
            line.replace("[[", "[[position.")
            if line.startswith("[[")
            else line.replace("[", "[position.", 1)
            if (line.startswith("["))
            else line
        )


def _steps(orders: Sequence[tuple[Side, str]], side: Side) -> Iterator[str]:
    """A step for each order of the learner's, and after it whatever the other side does."""
    many, open_reply = 0, list[str]()
    for whose, line in orders:
        if whose is not side:
            open_reply.append(line)
            continue
        yield from _reply(open_reply)
        open_reply = []
        if many == MOST_STEPS:
            return
        many += 1
        yield from ["", "[[step]]", f'say = "{UNWRITTEN}"', f'do = ["{line}"]']
    yield from _reply(open_reply)


def _reply(replies: Sequence[str]) -> list[str]:
    return ["reply = [" + ", ".join(f'"{line}"' for line in replies) + "]"] if replies else []
