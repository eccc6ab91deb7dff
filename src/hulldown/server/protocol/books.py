"""Rulebooks: as their covers tell them, and all that a set-up page shows."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.bots import Opponent
from hulldown.kernel.library import Difference, Label, MapRow, OpeningLine, ScenarioRow
from hulldown.kernel.option import Option
from hulldown.kernel.position import PositionTerms
from hulldown.kernel.question import Terms
from hulldown.kernel.rule import Rule, Ruling


class FirstLesson(msgspec.Struct, frozen=True):
    """The first battle of a book, as a lesson."""

    id: str
    minutes: int


class BookLine(msgspec.Struct, frozen=True):
    """A rulebook in the list of all: its cover. `stand_ins` is how many hundredths of its cards' figures are ours."""

    id: str
    title: str
    table: str
    rules: int
    name: str
    sentence: str
    weight: int
    weight_word: str
    minutes_least: int
    minutes_most: int
    battles: int
    stand_ins: int
    opening: OpeningLine | None = None
    lesson: FirstLesson | UnsetType = UNSET


class Book(msgspec.Struct, frozen=True):
    """All that a set-up page shows of a rulebook.

    `agreed` tells by scenario what each option is there, as written, and `differences` by option what it changes, where
    that was measured. `labels` are words for the figures of a card, and `advice` has a sentence by the phase in which
    something is chosen.
    """

    id: str
    title: str
    table: str
    units: list[dict[str, Any]]
    scenarios: Sequence[ScenarioRow]
    maps: Sequence[MapRow]
    rules: list[Rule]
    rulings: list[Ruling]
    options: tuple[Option, ...]
    agreed: Mapping[str, Mapping[str, str]]
    bots: tuple[Opponent, ...]
    labels: Mapping[str, Label] = {}
    differences: Mapping[str, Difference] = {}
    shot: Terms | None = None  # what may be asked about a shot
    position: PositionTerms | None = None  # what positions are made of, where there are any
    advice: Mapping[str, str] = {}
