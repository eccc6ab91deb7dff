"""Lessons: the list of all, their steps, and what orders come to in one."""

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import Side
from hulldown.server.protocol.words import Order, StepNumber


class Taught(msgspec.Struct, frozen=True, omit_defaults=True):
    """What orders came to in a lesson: whether the step is done, or the refusal that it wanted was met.

    What is `other` is allowed, and the lesson goes another way: nothing of it was played.
    """

    done: bool = False
    played: int = 0
    taught: bool = False
    other: bool = False
    refusal: Refusal | None = None


class LessonRow(msgspec.Struct, frozen=True):
    """A lesson in the list of all: a first battle of a book, or of a chapter. The hash changes with its text."""

    id: str
    book: str
    title: str
    chapter: str
    minutes: int
    you: Side
    goal: str
    steps: int
    hash: str


class LessonOrder(msgspec.Struct, frozen=True):
    """An order of a lesson, and how it is said in words."""

    said: str
    order: Order


class LessonShow(msgspec.Struct, frozen=True, omit_defaults=True):
    """An overlay that a step shows: of a unit, towards another, at a place in 1/100 mm, or cells."""

    kind: str
    unit: int | None = None
    target: int | None = None
    place: tuple[int, int] | None = None
    cells: tuple[int, ...] = ()


class LessonStep(msgspec.Struct, frozen=True):
    """A step: what is said, the unit to take in hand, the orders that solve it, or the one to be refused.

    `start` is how many orders were given before it; `sentence` is what the refusal will say.
    """

    say: str
    well: str
    other: str
    unit: int | None
    do: tuple[LessonOrder, ...]
    refused: str
    start: int
    replies: int
    rules: tuple[str, ...]
    show: tuple[LessonShow, ...]
    attempt: LessonOrder | UnsetType = UNSET
    sentence: str = ""


class LessonView(msgspec.Struct, frozen=True):
    """A lesson as it is played: its rules, its position as a text, and its steps."""

    row: LessonRow
    rules: tuple[str, ...]
    position: str
    steps: tuple[LessonStep, ...]


class LessonBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At which step a match of a lesson begins."""

    step: StepNumber = 0
