"""The same duel in several books: which unit stands for a name, and the chances near, in the middle and far away."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from hulldown.kernel.question import ask
from hulldown.kernel.ranges import Table, outlast, tabled, worst
from hulldown.kernel.rulebook import Rulebook

PLACES = ("near", "middle", "far")
Book = Rulebook[Any, Any, Any]


class Called(msgspec.Struct, frozen=True):
    """A unit by its id and its name."""

    id: str
    name: str


class StandIn(msgspec.Struct, frozen=True):
    """The unit that stands for a name in a book; the others that might, and all that bear the name."""

    id: str
    name: str
    others: tuple[str, ...] = ()
    choices: tuple[Called, ...] = ()

    @property
    def told(self) -> str:
        return f"{self.name} (also there: {', '.join(self.others)})" if self.others else self.name


class Facing(msgspec.Struct, frozen=True):
    """Two units at some range: the chance that a shot of each destroys the other; none where it cannot fire.

    `first` and `second` are the one's chances to outlast the other where both fire in turn, by who fires first.
    """

    place: str
    range: int
    endless: bool
    own: Fraction | None
    enemy: Fraction | None
    first: Fraction | None
    second: Fraction | None


def stand_in(book: Book, asked: str, wanted: Sequence[str] = ()) -> StandIn | None:
    """The unit that is called so, or has all these words in its name; of several the one wanted, or the first."""
    rows = book.library.units()
    alike = [row for row in rows if _words(asked) <= _words(row.name) | _words(row.id)]
    exactly = [row for row in alike if asked.casefold() in (row.id.casefold(), row.name.casefold())]
    if not alike:
        return None
    chosen = next((row for row in alike if row.id in wanted), (exactly or alike)[0])
    others = () if chosen in exactly else tuple([row.name for row in alike if row is not chosen])
    return StandIn(chosen.id, chosen.name, others, tuple([Called(row.id, row.name) for row in alike]))


def _words(name: str) -> set[str]:
    return {*re.findall(r"\w+", name.casefold())}


def facings(book: Book, one: StandIn, other: StandIn, zone: str) -> tuple[Facing, ...]:
    """Near, middle and far of the ranges at which one of them can still hurt."""
    kind = book.library.QUESTION
    shots = {"own": ask(kind, one.id, other.id, 0, zone, {}), "enemy": ask(kind, other.id, one.id, 0, zone, {})}
    table = tabled(book.library, shots)
    return tuple([_facing(table, place, at) for place, at in near_middle_far(len(table.rows))])


def near_middle_far(rows: int) -> list[tuple[str, int]]:
    """Which of so many rows are told."""
    places = {0: PLACES[0], rows // 2: PLACES[1], rows - 1: PLACES[2]} if rows else {}
    return [(name, at) for at, name in places.items()]


def _facing(table: Table, place: str, at: int) -> Facing:
    far, shots = table.rows[at]
    own, enemy = (None if chances is None else chances[worst(chances)] for chances in shots)
    first, second = in_turn(own or Fraction(0), enemy or Fraction(0))
    return Facing(place, far, table.endless and at == len(table.rows) - 1, own, enemy, first, second)


def in_turn(own: Fraction, enemy: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """The chances to outlast the other, firing first and firing second."""
    last = outlast(enemy, own)
    return outlast(own, enemy), None if last is None else 1 - last
