"""What lies beside the rules of a book: its units, boards and scenarios as typed rows, and set-ups made from them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Protocol, Self

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.camera import Camera
from hulldown.kernel.files import Fault, faults_of, raise_all
from hulldown.kernel.option import Option
from hulldown.kernel.question import Question, ReadyShot
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import Side
from hulldown.kernel.wire import plain
from hulldown.kernel.work import Kind


class Label(msgspec.Struct, frozen=True):
    """What a figure is called: on the card in at most nine letters of the house, in full in the book's word, by a rule.

    The sentence says what the figure does.
    """

    short: str
    full: str
    rule: str
    sentence: str


class UnitRow(msgspec.Struct, frozen=True):
    """A unit of a chart: its figures in the chart's order, letter and points among them, and the source of each."""

    id: str
    name: str
    figures: Mapping[str, Any]
    source: Mapping[str, str] = {}

    @classmethod
    def of(cls, row: msgspec.Struct | Mapping[str, Any]) -> Self:
        """A row of a chart's file, as it is or as a book lists it."""
        figures = dict(plain(row))
        return cls(figures.pop("id"), figures.pop("name"), source=figures.pop("source", {}), figures=figures)

    @property
    def letter(self) -> str:
        return str(self.figures.get("letter", ""))

    @property
    def points(self) -> float:
        return float(self.figures["points"])

    def called(self, name: str) -> bool:
        """Whether it is meant by an id, a name or a letter."""
        return name.lower() in (self.id, self.name.lower(), self.letter.lower())

    def flat(self) -> dict[str, Any]:
        """As it is listed: the figures beside id and name."""
        return {"id": self.id, "name": self.name, **self.figures, "source": dict(self.source)}


class Excerpt(msgspec.Struct, frozen=True):
    """A board that is a part of another: which one, and where on it its top left square lies."""

    of: str
    column: int
    row: int


class MapRow(msgspec.Struct, frozen=True):
    """A board, a mat or a table, drawn by signs.

    A free table also says its size in words, its sides in 1/100 mm, and has features in the same.
    """

    id: str
    name: str
    columns: int
    rows: int
    buildings: float
    north: str
    legend: Mapping[str, str]
    text: tuple[str, ...]
    size: str | UnsetType = UNSET
    features: tuple[Any, ...] | UnsetType = UNSET
    sides: tuple[int, int] | UnsetType = UNSET
    excerpt: Excerpt | UnsetType = UNSET


class Follow(msgspec.Struct, frozen=True):
    """What follows from an army, by a rule: dice, movements, what may fly; and what the next step would be."""

    sentence: str
    rule: str


class Force(msgspec.Struct, frozen=True):
    """An army: how many of each class, what they cost, what was agreed and what of it is left, by which rule.

    `refused` says of classes why not one more of them can be had.
    """

    units: Mapping[str, int]
    points: float
    total: float
    left: float = 0
    limit_rule: str = ""
    follows: tuple[Follow, ...] = ()
    refused: Mapping[str, Refusal] = {}


class ScenarioForce(msgspec.Struct, frozen=True):
    """What a scenario gives to a side; what a book does not have is left out."""

    units: Mapping[str, int]
    points: float
    flags: int | UnsetType = UNSET
    spaa: int | UnsetType = UNSET
    relief: "ScenarioForce | UnsetType" = UNSET


class ScenarioRow(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario: its head, its forces, and what it is played with, in words; `house` is what the print has not."""

    id: str
    name: str
    summary: str
    minutes: int
    map: str
    chart: str | UnsetType = UNSET
    campaign: str | UnsetType = UNSET
    limit: int | UnsetType = UNSET
    red: ScenarioForce
    blue: ScenarioForce
    turn_limit: int
    options: tuple[str, ...]
    fixed: bool | UnsetType = UNSET  # whether its armies are prescribed
    house: tuple[str, ...] | UnsetType = UNSET
    camera: Camera | UnsetType = UNSET  # what its picture shows
    fair: "Fair | UnsetType" = UNSET  # where it was measured


class Fair(msgspec.Struct, frozen=True, kw_only=True):
    """How many games Red and Blue won between bots, and the command that says so again.

    `mid` is the share that Red has of them, with draws as half a win each, and between `low` and `high` the truth lies
    nineteen times in twenty.
    """

    red: int
    blue: int
    draws: int
    games: int
    bots: str
    seed: str
    command: str
    low: float
    mid: float
    high: float


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """What an option changes, as bots have found it: the rounds of a game of a scenario before and after, and by which
    command that is said again.

    The mean difference lies between `low` and `high` nineteen times in twenty.
    """

    scenario: str
    value: str
    games: int
    bots: str
    seed: str
    command: str
    before: float
    after: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether it is more than the chance of so few games."""
        return self.low > 0 or self.high < 0


class OpeningLine(msgspec.Struct, frozen=True, kw_only=True):
    """A ready opening of a book, a position that a battle begins with at once.

    `words` is its size and length, `headline` and `text` say what is to be done.
    """

    id: str
    name: str
    words: str
    headline: str
    text: str
    camera: Camera
    fair: Fair | UnsetType = UNSET


SetupPart = Literal["", "book", "battle", "armies", "options", "board", "opponent", "side"]


class Check(msgspec.Struct, frozen=True):
    """One thing that must be right about a set-up: `run` raises `Fault` if it is not.

    It belongs to a part, maybe to a side's army, or to options that do not go together; what is said of a board and a
    side is that the side has no room on it.
    """

    part: SetupPart
    run: Callable[[], None]
    side: Side | None = None
    options: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """The field of a scenario's file that it is about."""
        army = self.side.label.lower() if self.part == "armies" and self.side is not None else ""
        return self.options[0] if self.options else army


class Flaw(msgspec.Struct, frozen=True):
    """What is wrong with a set-up, the part that it belongs to, and by which rule."""

    part: SetupPart
    message: str
    rule: str
    where: str
    side: Side | None = None
    options: tuple[str, ...] = ()


def check_all(checks: Iterable[Check]) -> None:
    """Raises the first thing that is wrong, with the others: each of a side's army, or of an option."""
    raise_all(fault.at(fault.where, fault.field or check.field) for check, fault in _found(checks))


def flaws_of(checks: Iterable[Check]) -> Iterator[Flaw]:
    """Everything that is wrong."""
    for check, fault in _found(checks):
        yield Flaw(check.part, fault.message, fault.rule, fault.where, check.side, check.options)


def _found(checks: Iterable[Check]) -> Iterator[tuple[Check, Fault]]:
    """What each check finds. One that stands on what is wrong already may not be able to look."""
    any_found = False
    for check in checks:
        try:
            faults = [fault for found in faults_of(check.run) for fault in found.all]
        except (ValueError, LookupError):
            if not any_found:
                raise
            continue
        any_found = any_found or bool(faults)
        yield from ((check, fault) for fault in faults)


Role = Literal["line", "screen", "gun", "arc", "other"]


class Arm(msgspec.Struct, frozen=True):
    """A class as part of an army: what it costs, and what it is there for.

    Tanks are the line; lighter things that fight are its screen; guns aim with their hull, or stand; an arc falls over
    the roofs. Whatever else there is, no army is made of. The army in question has `least` of it.
    """

    id: str
    points: float
    role: Role
    nation: str = ""
    least: int = 0


class Library(Protocol):
    """What lies beside the rules of a book. `build` makes a set-up of a scenario; everything else lists or judges."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: N802
    @property
    def PARTS(self) -> Mapping[str, str]: ...  # noqa: N802  a set-up's fields by part (`kernel.shipped`); else options
    @property
    def CHART(self) -> type[msgspec.Struct]: ...  # noqa: N802  what a chart's file holds
    @property
    def SOURCES(self) -> Mapping[str, Any]: ...  # noqa: N802  whose each die and figure is that is no unit's
    @property
    def LABELS(self) -> Mapping[str, Label]: ...  # noqa: N802  the figures of a card, the weightiest first
    @property
    def SIGNS(self) -> Mapping[str, str]: ...  # noqa: N802  what the signs of a drawn board mean
    @property
    def QUESTION(self) -> type[Question]: ...  # noqa: N802  what is asked about a shot
    def units(self, chart: str = "") -> Sequence[UnitRow]: ...  # of the book, or of a chart's file
    def maps(self, board: str = "") -> Sequence[MapRow]: ...  # of the book, or the one of a file
    def works(self, kind: Kind) -> Mapping[str, str]: ...  # what is shipped as files: their texts by id
    def scenarios(self) -> Sequence[ScenarioRow]: ...
    def build(
        self,
        scenario: str,
        red: str = "",
        blue: str = "",
        board: str = "",
        options: Mapping[str, str] | None = None,
        chart: str = "",
    ) -> Any: ...
    def draft(
        self,
        scenario: str,
        red: str = "",
        blue: str = "",
        board: str = "",
        options: Mapping[str, str] | None = None,
        chart: str = "",
    ) -> Any: ...  # as `build`, but not judged
    def checks(self, setup: Any) -> Iterator[Check]: ...  # all that must be right about a draft
    def with_army(self, setup: Any, side: Side, units: Mapping[str, int]) -> Any: ...
    def arms(self, setup: Any, side: Side) -> Sequence[Arm]: ...  # the classes of its chart
    def board_name(self, setup: Any) -> str: ...
    def force(self, setup: Any, side: Side) -> Force: ...
    def agreed(self, setup: Any) -> Mapping[str, str]: ...  # each option as `build` would read it
    def remark(self, setup: Any) -> str: ...  # a word on what is allowed but worth knowing
    def bounded(
        self, setup: Any
    ) -> tuple[Any, str]: ...  # for games that nobody watches: with an end, and a word on it
    def check(self, path: Path) -> str: ...  # what kind of file it is; raises `Fault` where it is wrong
    def chances(self, question: Any) -> Mapping[Any, Fraction]: ...
    def shot(self, question: Any) -> ReadyShot: ...  # the same, to be fired with dice


def stand_ins(library: Library) -> int:
    """How many hundredths of the figures in a book's charts are ours, where the print has lost its own.

    Figures taken from another of the books are not ours. Dice are not counted: what a house has printed is its cards.
    """
    sources = [source for row in library.units() for source in row.source.values()]
    return round(100 * sources.count("house") / len(sources)) if sources else 0
