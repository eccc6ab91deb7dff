"""The sheet: the words that every book's positions have, and what they mean."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.camera import Camera
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side

MOST_UNITS, MOST_ROUNDS = 1000, 10_000
HEAD = ("book", "scenario", "map", "chart", "options")  # what the set-up says, so that its position does not
SHOWN = ("camera", "opening")  # what is for those who look on from outside, and no part of a game

SideName = Literal["red", "blue"]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Words = Annotated[str, msgspec.Meta(max_length=400)]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)]
Few = Annotated[int, msgspec.Meta(ge=-99, le=999)]
Done = bool | Number  # in this round, or in which one
Refs = Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_UNITS)]
Places = Annotated[tuple[Name, ...], msgspec.Meta(max_length=40_000)]


class UnitRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit, or what is left of one. Without a number it is the next of its side and kind."""

    side: SideName
    kind: Name
    number: Number = 0
    wreck: bool = False


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended, where it is over."""

    rule: Name
    sentence: Words
    winner: SideName | Literal[""] = ""


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a position is offered as a battle to begin at once: its size and length, a headline, and what is to be done.

    `words` is short enough for a button: "three tanks a side · 10 minutes".
    """

    words: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    headline: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every book's positions have. Fields that are not there are as on a fresh table.

    `told` says in words what happened before, for those who begin here; nothing follows from it.
    """

    book: Annotated[str, msgspec.Meta(max_length=40)] = ""
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    scenario: Annotated[str, msgspec.Meta(max_length=400)] = ""
    map: str = ""
    chart: Annotated[str, msgspec.Meta(max_length=400)] = ""
    side: SideName
    phase: Name
    round: Number = 0
    options: dict[str, Any] = {}
    result: Ended | None = None
    told: Annotated[tuple[Words, ...], msgspec.Meta(max_length=4)] = ()
    camera: Camera = ""
    opening: Opening | None = None


def side_of(name: str) -> Side:
    return Side(name == "blue")


def side_name(side: Side) -> SideName:
    return "blue" if side else "red"


def round_of(done: Done, now: int) -> int:
    """The round in which something was done: this one where it is only said that it was."""
    return now if done is True else int(done)


def told_round(done: int, now: int) -> Done:
    """As `round_of` reads it."""
    return False if not done else True if done == now else done


def rounds_of(row: UnitRow, deeds: Iterable[str], now: int) -> dict[str, Any]:
    """The rounds of several deeds of a unit."""
    return {deed: round_of(getattr(row, deed), now) for deed in deeds}


def told_rounds(piece: Any, deeds: Iterable[str], now: int) -> dict[str, Any]:
    """As `rounds_of` reads them."""
    return {deed: told_round(getattr(piece, deed), now) for deed in deeds}


def ended(state_result: Result | None) -> Ended | None:
    if state_result is None:
        return None
    winner: SideName | Literal[""] = "" if state_result.winner is None else side_name(state_result.winner)
    return Ended(state_result.rule, state_result.sentence, winner)


def result_of(told: Ended | None) -> Result | None:
    return None if told is None else Result(side_of(told.winner) if told.winner else None, told.rule, told.sentence)
