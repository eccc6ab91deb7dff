"""Exact chances over all ranges: of a shot by zone, of several beside each other, of the same duel in every book."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.question import Question, ask, terms_of
from hulldown.kernel.rulebook import Rulebook
from hulldown.lab.findings import Cell, Findings, Origin, Sheet
from hulldown.lab.plots import Lines, Series

HARMLESS, WORST = "nothing", "destroyed"
MOST_RANGE = 200
Book = Rulebook[Any, Any, Any]
Chances = dict[str, Fraction]


def chances_of(book: Book, question: Question) -> Chances:
    """The chances of a shot by the names of its outcomes."""
    return {str(outcome): chance for outcome, chance in book.library.chances(question).items()}


def chances_or_none(book: Book, question: Question) -> Chances | None:
    try:
        return chances_of(book, question)
    except Fault:
        return None


def ruler_of(book: Book) -> str:
    return terms_of(book.library.QUESTION).ruler


def worst(chances: Chances) -> str:
    """What one fires for: to destroy, or that a wall falls."""
    return WORST if WORST in chances else next(iter(chances))


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
    """A row for each range at which any of the shots can still hurt. Shells in a high arc also begin somewhere."""
    rows: list[tuple[int, tuple[Fraction | None, ...]]] = []
    for far in range(MOST_RANGE):
        asked = [chances_or_none(book, shot.at(far)) for shot in shots.values()]
        found = [chances for chances in asked if chances is not None]
        if not found:  # nearer than a gun can fire, or beyond its limits
            continue
        if all(chances.get(HARMLESS) == 1 for chances in found):
            if high_arc and not rows:  # short of what the dice must show
                continue
            break
        rows.append((far, tuple(None if chances is None else chances[worst(chances)] for chances in asked)))
    endless = bool(rows) and rows[-1][0] == MOST_RANGE - 1
    while endless and len(rows) > 1 and rows[-1][1] == rows[-2][1]:  # one row for all that is alike from there on
        rows.pop()
    return Ranges(tuple(shots), tuple(rows), endless)


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


class StandIn(msgspec.Struct, frozen=True):
    """The unit that stands for a name in a book, and the others that might."""

    id: str
    name: str
    others: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        return f"{self.name} (also there: {', '.join(self.others)})" if self.others else self.name


def stand_in(book: Book, asked: str, wanted: Sequence[str] = ()) -> StandIn | None:
    """The unit that is called so, or has all these words in its name; of several the one wanted, or the first."""
    rows = book.library.units()
    alike = [row for row in rows if _words(asked) <= _words(row.name) | _words(row.id)]
    exactly = [row for row in alike if asked.casefold() in (row.id.casefold(), row.name.casefold())]
    if not alike:
        return None
    chosen = next((row for row in alike if row.id in wanted), (exactly or alike)[0])
    others = [row.name for row in alike if row is not chosen]
    return StandIn(chosen.id, chosen.name, () if chosen in exactly else tuple(others))


def _words(name: str) -> set[str]:
    return {*re.findall(r"\w+", name.casefold())}


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
        places = {0: "near", len(rows) // 2: "middle", len(rows) - 1: "far"} if rows else {}
        return [(name, *rows[at]) for at, name in places.items()]


def outlast(own: Fraction, enemy: Fraction) -> Fraction | None:
    """The chance to destroy before one is destroyed, when both fire in turn and one fires first."""
    both = own + enemy - own * enemy
    return own / both if both else None


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
            first = outlast(own or Fraction(0), enemy or Fraction(0))
            second = outlast(enemy or Fraction(0), own or Fraction(0))
            last = None if second is None else 1 - second
            shares = map(in_percent, (own, enemy, first, last))
            rows.append((found.book, place, found.by_range.told(far), *shares))
            chances = {"one": own, "other": enemy, "one_first": first, "other_first": second}
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
