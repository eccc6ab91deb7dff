"""Whatever a forger changes in a finished record, and however well he mends its hashes, it is found or told.

Every mutant of a small record of each book is wrong, or some line of the report says what was changed in it: another
sentence than the honest record's, and another than any other mutant's.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.kernel.proof import prove
from hulldown.kernel.record import EndLine, Record
from hulldown.kernel.replay import steps
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks import BOOKS, load
from tests.forger import Forgery, changed_fields, changed_lines, lines_of, report_on, said
from tests.kernel.table import with_acts
from tests.marks import soak, soak_times
from tests.toy import toy

HERE = Path(__file__).parent
LINES = 30  # of the short records, at most
MUTANTS = dict.fromkeys([*BOOKS, "toy"], 250) | {"panzerkampf": 60}  # whose games take ten times as long
Book = Rulebook[Any, Any, Any]


def book_of(name: str) -> Book:
    return toy if name == "toy" else load(name)


@cache
def kept(book_id: str) -> Record:
    """The smallest record of a book that is kept, as this version of the book writes it."""
    record = Record.read(min((HERE / book_id / "records").glob("*.jsonl"), key=lambda path: path.stat().st_size))
    return followed(record, load(book_id), len(record.lines)).record()


def followed(record: Record, book: Book, lines: int) -> Game[Any, Any, Any]:
    """The game of a record after so many lines, with its own dice."""
    end = record.lines[-1]
    assert isinstance(end, EndLine)
    return [game for _, game in islice(steps(record, book, SeededDice(end.seed)), lines)][-1]


@cache
def short(name: str) -> Record:
    """Its beginning, with all that players may do beside the rules, given up at last."""
    game = with_acts(1, LINES) if name == "toy" else followed(kept(name), load(name), most_lines(kept(name)))
    game.take_back(RED)
    game.replace_bot(BLUE, "takeover/planner:ace/greedy/late")
    game.resign(BLUE)
    return game.record()


def most_lines(record: Record) -> int:
    """As many as a short record has, and fewer than end the game."""
    return min(LINES, len(record.lines) - 3)


def sampled(all_of_them: Iterable[Forgery], most: int) -> Iterator[Forgery]:
    """So many of them, evenly."""
    found = list(all_of_them)
    return (found[at * len(found) // most] for at in range(most)) if len(found) > most else iter(found)


def unnoticed(record: Record, book: Book, forgeries: Iterable[Forgery]) -> list[str]:
    """What was forged, is not wrong, and reads as the honest record does, or as another forgery."""
    honest = prove(record, book)
    assert (honest.status, honest.problems) == (0, ())
    heard, found = {said(honest): record.text()}, []
    for forgery in forgeries:
        report = report_on(forgery, book)
        if report is None or report.status == 1:
            continue
        if heard.setdefault(said(report), forgery.text()) != forgery.text():
            found.append(forgery.told)
    return found


@pytest.mark.parametrize("name", [*BOOKS, "toy"])
def test_a_changed_field_is_wrong_or_named(name: str) -> None:
    record = short(name)
    assert unnoticed(record, book_of(name), sampled(changed_fields(lines_of(record)), soak_times(MUTANTS[name]))) == []


@pytest.mark.parametrize("name", [*BOOKS, "toy"])
def test_a_line_more_or_less_is_wrong_or_named(name: str) -> None:
    """Orders that were moved may make another legal game, of which nothing but the last hash can tell."""
    record, book = short(name), book_of(name)
    honest = said(prove(record, book))
    lines = (one for one in changed_lines(lines_of(record)) if "moved" not in one.told)
    for forgery in sampled(lines, soak_times(MUTANTS[name] // 2)):
        report = report_on(forgery, book)
        assert report is None or report.status == 1 or said(report) != honest, forgery.told


@pytest.mark.parametrize("name", [*BOOKS, "toy"])
def test_a_changed_set_up_is_told_even_where_it_makes_the_record_wrong(name: str) -> None:
    record, book = short(name), book_of(name)
    head, *rest = lines_of(record)
    honest = {proof.sentence for proof in prove(record, book).proofs}
    forged = [one for one in changed_fields([head]) if one.told.startswith("line 1 setup.")]
    for forgery in sampled(forged, soak_times(MUTANTS[name] // 2)):
        if report := report_on(Forgery(forgery.told, [*forgery.lines, *rest]), book):
            changed = {proof.what for proof in report.proofs if proof.sentence not in honest}
            assert any(what.startswith("set-up") for what in changed), forgery.told


@soak
@pytest.mark.parametrize("book_id", BOOKS)
def test_a_changed_field_of_a_whole_game_is_wrong_or_named(book_id: str) -> None:
    record = kept(book_id)
    assert unnoticed(record, load(book_id), sampled(changed_fields(lines_of(record)), 2_000)) == []
