"""Exact chances over all ranges: of a shot by zone, of several beside each other, of the same duel in every book."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from hulldown.kernel.duels import StandIn, in_turn, near_middle_far, stand_in
from hulldown.kernel.question import Question, ask, terms_of
from hulldown.kernel.ranges import Chances, outlast, tabled, worst
from hulldown.kernel.ranges import chances_of as by_name
from hulldown.kernel.rulebook import Rulebook
from hulldown.lab.findings import Cell, Findings, Origin, Sheet
from hulldown.lab.plots import Lines, Series

__all__ = ["Chances", "chances_of", "duel", "exact", "findings", "outlast", "ranges", "stand_in", "worst"]

Book = Rulebook[Any, Any, Any]


def chances_of(book: Book, question: Question) -> Chances:
    """The chances of a shot by the names of its outcomes."""
    return by_name(book.library, question)


def ruler_of(book: Book) -> str:
    return terms_of(book.library.QUESTION).ruler


class Ranges(msgspec.Struct, frozen=True):
    """The chance of the worst by range, for each of some shots; nothing where a shot is impossible.

    `endless` says that the last row holds for all that is farther.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Fraction | None, ...]], ...]
    endless: bool

    def told(self, far: int) -> str:
        return f"{far} or more" if self.endless and far == self.rows[-1][0] else str(far)

    def sheet(self, title: str) -> Sheet:
        rows = tuple((self.told(far), *map(in_percent, row)) for far, row in self.rows)
        return Sheet(title, ("range", *self.names), rows)

    def plot(self, title: str, ruler: str) -> Lines:
        columns = [[(far, row[at]) for far, row in self.rows] for at in range(len(self.names))]
        series = tuple(
            Series(name, tuple((far, float(100 * chance)) for far, chance in column if chance is not None))
            for name, column in zip(self.names, columns, strict=True)
        )
        return Lines(title, f"range in {ruler}", "percent", series)


def ranges(book: Book, shots: Mapping[str, Question], high_arc: bool = False) -> Ranges:
    """The chance of the worst at each range at which any of the shots can still hurt."""
    table = tabled(book.library, shots, high_arc)
    rows = [
        (far, tuple([None if chances is None else chances[worst(chances)] for chances in row]))
        for far, row in table.rows
    ]
    while table.endless and len(rows) > 1 and rows[-1][1] == rows[-2][1]:  # what is alike but for lesser outcomes
        rows.pop()
    return Ranges(tuple(shots), tuple(rows), table.endless)


def in_percent(chance: Fraction | None) -> Cell:
    return None if chance is None else round(float(100 * chance), 2)


def exact(chance: Fraction) -> dict[str, Any]:
    return {"fraction": f"{chance.numerator}/{chance.denominator}", "percent": in_percent(chance)}


def findings(book: Book, title: str, chances: Chances, by_range: Ranges, heading: str, command: str) -> Findings:
    outcomes = tuple((name, str(chance), in_percent(chance)) for name, chance in chances.items())
    table = [
        {"range": far, **{name: exact(one) for name, one in zip(by_range.names, row, strict=True) if one is not None}}
        for far, row in by_range.rows
    ]
    return Findings(
        title,
        Origin.of(command, "", book.id),
        (),
        (Sheet("Outcomes", ("outcome", "exactly", "percent"), outcomes), by_range.sheet(heading)),
        (by_range.plot(heading, ruler_of(book)),),
        {"outcomes": {name: exact(chance) for name, chance in chances.items()}, "table": table},
    )


# The same duel in every book


class Duel(msgspec.Struct, frozen=True):
    """Two units in one book, and by range the chance that each destroys the other."""

    book: str
    title: str
    ruler: str
    one: StandIn
    other: StandIn
    by_range: Ranges

    def near_middle_far(self) -> list[tuple[str, int, tuple[Fraction | None, ...]]]:
        rows = self.by_range.rows
        return [(name, *rows[at]) for name, at in near_middle_far(len(rows))]


def duel(book: Book, one: StandIn, other: StandIn, zone: str) -> Duel:
    kind = book.library.QUESTION
    shots = {
        f"{one.name} fires": ask(kind, one.id, other.id, 0, zone, {}),
        f"{other.name} fires": ask(kind, other.id, one.id, 0, zone, {}),
    }
    return Duel(book.id, book.title, ruler_of(book), one, other, ranges(book, shots))


def duels_findings(
    asked: tuple[str, str], zone: str, duels: Sequence[Duel], without: Sequence[str], command: str
) -> Findings:
    one, other = asked
    rows: list[tuple[Cell, ...]] = []
    data: list[dict[str, Any]] = []
    for found in duels:
        shown = []
        for place, far, (own, enemy) in found.near_middle_far():
            first, last = in_turn(own or Fraction(0), enemy or Fraction(0))
            shares = map(in_percent, (own, enemy, first, last))
            rows.append((found.book, place, found.by_range.told(far), *shares))
            chances = {
                "one": own,
                "other": enemy,
                "one_first": first,
                "other_first": None if last is None else 1 - last,
            }
            exactly = {name: exact(chance) for name, chance in chances.items() if chance is not None}
            shown.append({"place": place, "range": far, **exactly})
        stand = {"one": found.one.id, "other": found.other.id}
        data.append({"book": found.book, "ruler": found.ruler, **stand, "ranges": shown})
    units = tuple((found.book, found.one.told, found.other.told, found.ruler) for found in duels)
    lacking = [f"Not in {', '.join(without)}: no unit there has such a name."] * bool(without)
    columns = ("book", "where", "range", f"{one} %", f"{other} %", "first %", "second %")
    note = (
        f"{one} %, {other} %: its shot at the {zone} destroys the other. first %, second %: {one} outlasts {other}, "
        f"if both fire in turn and {one} fires first or second. Each book has its own ruler: near, middle and far are "
        "of the ranges at which one of them can still hurt."
    )
    return Findings(
        f"{one} against {other}, {zone}",
        Origin.of(command, "", *(found.book for found in duels)),
        tuple(lacking),
        (
            Sheet("Who stands for whom", ("book", one, other, "ranges in"), units),
            Sheet("The duel", columns, tuple(rows), note),
        ),
        tuple(found.by_range.plot(f"{found.title}: destroyed by one shot", found.ruler) for found in duels),
        {"zone": zone, "books": data, "without": [*without]},
    )
