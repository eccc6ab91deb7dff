"""Odds without a battle: what a book may be asked about a shot, its exact chances, and the same over all ranges."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hulldown.kernel.duels import facings, stand_in
from hulldown.kernel.files import Fault
from hulldown.kernel.question import Question, ask, terms_of
from hulldown.kernel.ranges import chances_of, chances_or_none, outlast, tabled, worst
from hulldown.kernel.rulebook import Rulebook
from hulldown.rulebooks import BOOKS, load
from hulldown.server.protocol import (
    CompareAnswer,
    CompareBody,
    Compared,
    OddsAnswer,
    OddsBody,
    OddsRow,
    OddsUnit,
    Wrong,
)
from hulldown.server.setups import find_book

NEAR = 6  # how far it is where nothing is said
SHOTS = 5  # in a row, for "and then?"
MOST_TRIES = 40  # units that are looked at for one that can fire
Book = Rulebook[Any, Any, Any]


def answered(body: OddsBody) -> OddsAnswer:
    """The answer to a question about a shot; what is left out is chosen so that there is one."""
    book = find_book(body.rulebook)
    try:
        return odds_of(book, body)
    except Fault as fault:
        raise bad(fault) from None


def bad(fault: Fault) -> Wrong:
    """What is wrong with a question about a shot."""
    return Wrong("odds/bad", f"{fault.message[0].upper()}{fault.message[1:]}.")


def odds_of(book: Book, body: OddsBody, chart: str = "") -> OddsAnswer:
    """The same; a chart of one's own is a file."""
    library, terms = book.library, terms_of(book.library.QUESTION)
    units = tuple(
        OddsUnit(row.id, row.name, row.points, "house" in row.source.values()) for row in library.units(chart)
    )
    known = {name: text for name, text in body.conditions.items() if name in terms.conditions}
    far, zone = body.range if body.range is not None else NEAR, body.zone or terms.zones[0]
    attacker, target = _chosen(book, body, units, far, zone, known, chart)
    question = ask(library.QUESTION, attacker, target, far, zone, known, chart)
    chances = chances_of(library, question)
    key, beside = question.beside()
    shots: dict[str, Question] = dict(beside)
    if body.beside:
        key, shots = "attacker", {name: question.altered("attacker", name) for name in (attacker, body.beside)}
    table = tabled(library, shots, high_arc=key not in ("zone", "attacker"))
    own = chances[worst(chances)]
    back = chances_or_none(library, ask(library.QUESTION, target, attacker, far, zone, known, chart))
    enemy = back[worst(back)] if back else Fraction(0)
    return OddsAnswer(
        book.id,
        book.title,
        terms.ruler,
        terms.zones,
        dict(terms.conditions),
        units,
        attacker,
        target,
        far,
        zone,
        known,
        worst(chances),
        chances,
        tuple(1 - (1 - own) ** many for many in range(1, SHOTS + 1)),
        outlast(own, enemy),
        None if (last := outlast(enemy, own)) is None else 1 - last,
        key,
        tuple(shots),
        tuple(OddsRow(at, row) for at, row in table.rows),
        table.endless,
    )


def _chosen(
    book: Book,
    body: OddsBody,
    units: tuple[OddsUnit, ...],
    far: int,
    zone: str,
    known: Mapping[str, str],
    chart: str,
) -> tuple[str, str]:
    """Who fires at whom: as was asked, or the first two of the chart between whom there is a shot."""
    if body.attacker and body.target:
        return body.attacker, body.target
    fires = [body.attacker] if body.attacker else [unit.id for unit in units[:MOST_TRIES]]
    stands = body.target or units[0].id
    for one in fires:
        found = chances_or_none(book.library, ask(book.library.QUESTION, one, stands, far, zone, known, chart))
        if found is not None and found.get("nothing") != 1:
            return one, stands
    return fires[0], stands


def compared(body: CompareBody) -> CompareAnswer:
    """The same duel in every book that has both names."""
    found, without = [], []
    for book_id in BOOKS:
        book = load(book_id)
        wanted = body.use.get(book_id, ())
        one, other = stand_in(book, body.one, wanted[:1]), stand_in(book, body.other, wanted[1:])
        if one is None or other is None:
            without.append(book.title)
            continue
        try:
            ranges = facings(book, one, other, body.zone)
        except Fault as fault:
            raise bad(fault) from None
        found.append(Compared(book.id, book.title, terms_of(book.library.QUESTION).ruler, one, other, ranges))
    return CompareAnswer(tuple(found), tuple(without))
