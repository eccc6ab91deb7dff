"""The text of a lesson: what stands in its file, and where what is wrong with it."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import Fault, parse_toml
from hulldown.kernel.position import SideName, lines_of

MOST_WORDS = 55
MOST_STEPS = 40
MOST_SHOWN = 2
Said = Annotated[str, msgspec.Meta(max_length=500)]
Ordered = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Orders = Annotated[tuple[Ordered, ...], msgspec.Meta(max_length=20)]
Kind = Literal["zones", "sight", "lines", "arc", "reach", "trajectory", "falls", "cells"]


class Shown(msgspec.Struct, frozen=True):
    """An overlay that a step asks for: of a unit, maybe towards another, at a place, or over cells."""

    kind: Kind
    words: tuple[str, ...]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing said, and one act wanted: a unit chosen, orders given, or an order that will be refused.

    `do` is the solution; whatever leads to the same events counts, or what `want` says of them. `attempt` (in the file:
    `try`) is the order that `refused`, a rule, refuses. `reply` are the other side's orders.
    """

    say: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    choose: Annotated[str, msgspec.Meta(max_length=20)] = ""
    do: Orders = ()
    want: Mapping[str, str | int | bool] = {}
    also: Orders = ()
    other: Said = msgspec.field(name="else", default="")
    attempt: Annotated[str, msgspec.Meta(max_length=200)] = msgspec.field(name="try", default="")
    refused: Annotated[str, msgspec.Meta(max_length=20)] = ""
    show: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_SHOWN)] = ()
    well: Said = ""
    reply: Orders = ()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson. One with a `chapter` is a chapter's; without one it is the first battle of its book."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{2,59}$")]
    book: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    chapter: Annotated[str, msgspec.Meta(max_length=60)] = ""
    order: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    minutes: Annotated[int, msgspec.Meta(ge=1, le=30)]
    you: SideName
    goal: Annotated[str, msgspec.Meta(min_length=1, max_length=140)]
    rules: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=40)]
    position: Mapping[str, Any]
    step: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]


class Places:
    """Where something of a lesson stands in its file."""

    def __init__(self, text: str, where: str) -> None:
        self._lines, self._where = lines_of(text), where

    def of(self, step: int, field: str = "") -> str:
        path = f"$.step[{step}]"
        line = self._lines.get(f"{path}.{field}", self._lines.get(path, 0))
        return f"{self._where}:{line}" if line else self._where

    def at(self, field: str) -> str:
        line = self._lines.get(f"$.{field}", 0)
        return f"{self._where}:{line}" if line else self._where


def is_lesson(data: Mapping[str, Any]) -> bool:
    return "step" in data and "position" in data


def parse_lesson(text: str, where: str) -> tuple[Lesson, Places]:
    """A lesson from its text; each step wants one kind of act."""
    data, places = parse_toml(text, where), Places(text, where)
    try:
        lesson = msgspec.convert(data, Lesson)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at ")
        told = f"{message[:1].lower()}{message[1:]}".replace("`", "'")
        found = re.match(r"\$\.step\[(\d+)\](?:\.([\w-]+))?", path.strip("`"))
        spot = places.of(int(found[1]), found[2] or "") if found else places.at(path.strip("`").removeprefix("$."))
        raise Fault(spot, told + (f" in {path.strip('`')}" if path and not found else "")) from None
    for number, step in enumerate(lesson.step):
        _check_step(step, number, places)
    return lesson, places


def _check_step(step: Step, number: int, places: Places) -> None:
    wanted = [name for name, there in (("do", step.do), ("try", step.attempt)) if there]
    if len(wanted) > 1 or not (wanted or step.choose):
        raise Fault(places.of(number), "a step has do, or try, or chooses a unit: one of them")
    if bool(step.attempt) != bool(step.refused):
        raise Fault(places.of(number, "try"), "a try says by which rule it is refused, and only a try is refused")
    if (step.want or step.also or step.reply) and not step.do:
        raise Fault(places.of(number), "only a step that has a solution, do, has also, want or reply")
    for field, told in (("say", step.say), ("well", step.well), ("else", step.other)):
        if (words := len(told.split())) > MOST_WORDS:
            raise Fault(places.of(number, field), f"{field} has {words} words; at most {MOST_WORDS} are read")


def position_text(lesson: Lesson, text: str) -> str:
    """The position of a lesson as a text of its own, in which everything has the line that it has in the lesson."""
    head = [f'book = "{lesson.book}"', f"name = {msgspec.json.encode(lesson.title).decode()}"]
    if "side" not in lesson.position:
        head.append(f'side = "{lesson.you}"')
    kept, inside = list[str](), False
    for line in text.split("\n"):
        table = re.match(r"\s*\[\[?\s*([\w.-]+)", line) if not _in_block(kept) else None
        if table:
            inside = table[1] == "position" or table[1].startswith("position.")
            line = "" if table[1] == "position" else line.replace("position.", "", 1)
        kept.append(line if inside else "")
    at = [number for number, line in enumerate(kept) if not line.strip()][: len(head)]
    for number, line in zip(at, head, strict=False):
        kept[number] = line
    return "\n".join([*kept, ""])


def _in_block(lines: list[str]) -> bool:
    """Whether the lines end within a text of several lines."""
    return sum(line.count('"""') for line in lines) % 2 == 1
