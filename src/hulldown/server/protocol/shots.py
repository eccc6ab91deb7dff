"""Shots without any table: one with dice that fall, and the chances of many."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

import msgspec

from hulldown.kernel.duels import Facing, StandIn
from hulldown.kernel.forecast import Forecast
from hulldown.kernel.rule import Refusal
from hulldown.kernel.work import MOST_WORKS, Work
from hulldown.server.protocol.dice import DiceWanted
from hulldown.server.protocol.words import MOST_FACES, Face, Word


class ShotBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One shot without any table: who fires at whom, how far, at which part, under which conditions.

    The faces are those that have fallen, in the order of rolling; null is a die that the server rolls, and with
    `roll_here` it rolls all that are missing: under the same `lot` a die of the same shot always falls alike. The chart
    may be a work.
    """

    rulebook: Word
    attacker: Word
    target: Word
    range: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    zone: Word = "front"
    conditions: Annotated[dict[Word, Word], msgspec.Meta(max_length=30)] = {}
    chart: Word = ""
    works: Annotated[tuple[Work, ...], msgspec.Meta(max_length=MOST_WORKS)] = ()
    faces: Annotated[list[Face | None], msgspec.Meta(max_length=MOST_FACES)] = []
    roll_here: bool = False
    lot: Word = ""


class ShotRoll(msgspec.Struct, frozen=True):
    """Dice of a shot that have fallen: the rule that asked, and what they show."""

    rule: str
    title: str
    faces: tuple[int, ...]
    labels: tuple[str, ...]


class ShotAnswer(msgspec.Struct, frozen=True):
    """What may come of a shot, and what came of it; or the roll that is `wanted` next; or why there is no such shot."""

    title: str = ""
    chances: Mapping[str, Fraction] = {}
    forecast: Forecast | None = None
    given: tuple[int, ...] = ()
    rolls: tuple[ShotRoll, ...] = ()
    wanted: DiceWanted | None = None
    outcome: str = ""
    sentence: str = ""
    rule: str = ""
    refusal: Refusal | None = None


class OddsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question about a shot: what is left out is chosen. `beside` is another attacker to be compared.

    The chart may be a work.
    """

    rulebook: Annotated[str, msgspec.Meta(max_length=40)]
    attacker: Annotated[str, msgspec.Meta(max_length=60)] = ""
    target: Annotated[str, msgspec.Meta(max_length=60)] = ""
    range: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    zone: Annotated[str, msgspec.Meta(max_length=20)] = ""
    conditions: Annotated[
        dict[Annotated[str, msgspec.Meta(max_length=40)], Annotated[str, msgspec.Meta(max_length=40)]],
        msgspec.Meta(max_length=20),
    ] = {}
    beside: Annotated[str, msgspec.Meta(max_length=60)] = ""
    chart: Word = ""
    works: Annotated[tuple[Work, ...], msgspec.Meta(max_length=MOST_WORKS)] = ()


class OddsUnit(msgspec.Struct, frozen=True):
    """A unit that may fire or be fired at; `house` says that some of its figures are the house's."""

    id: str
    name: str
    points: float
    house: bool


class OddsRow(msgspec.Struct, frozen=True):
    """The chances of each shot at a range; nothing where it is impossible."""

    range: int
    shots: tuple[dict[str, Fraction] | None, ...]


class OddsAnswer(msgspec.Struct, frozen=True):
    """The exact chances of a shot, what may be asked about it, and the same over all ranges.

    `harm` is the outcome that one fires for. `row` are the chances that one of 1, 2, 3 … shots brings it; `first` and
    `second` those to outlast the target where it fires back, by who fires first. `by` is what the shots of the rows
    differ in: the zone, the attacker, or something that the book has in the place of zones.
    """

    rulebook: str
    title: str
    ruler: str
    zones: tuple[str, ...]
    terms: dict[str, tuple[str, ...]]
    units: tuple[OddsUnit, ...]
    attacker: str
    target: str
    range: int
    zone: str
    conditions: dict[str, str]
    harm: str
    outcomes: dict[str, Fraction]
    row: tuple[Fraction, ...]
    first: Fraction | None
    second: Fraction | None
    by: str
    shots: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    endless: bool


class CompareBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two names, or parts of them, to be compared across books; `use` says which units are to stand for them."""

    one: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    other: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    zone: Annotated[str, msgspec.Meta(max_length=20)] = "front"
    use: Annotated[
        dict[
            Annotated[str, msgspec.Meta(max_length=40)],
            Annotated[tuple[Annotated[str, msgspec.Meta(max_length=60)], ...], msgspec.Meta(max_length=2)],
        ],
        msgspec.Meta(max_length=10),
    ] = {}


class Compared(msgspec.Struct, frozen=True):
    """A duel in one book: by its own ruler, who stands for whom, and what each can do to the other."""

    book: str
    title: str
    ruler: str
    one: StandIn
    other: StandIn
    ranges: tuple[Facing, ...]


class CompareAnswer(msgspec.Struct, frozen=True):
    """The same duel in every book that has both names; the titles of those that have not."""

    books: tuple[Compared, ...]
    without: tuple[str, ...]
