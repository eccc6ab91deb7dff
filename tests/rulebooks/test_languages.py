"""What the books tell in other languages: entry by entry what the English says now, or the English itself."""

from pathlib import Path

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.language import Translation, entries_in, seal_of
from hulldown.kernel.rule import Rule
from hulldown.rulebooks import BOOKS
from hulldown.rulebooks.languages import ENGLISH, LANGUAGES, begun, english_of, translation

RULE = {"title": "Two dice", "summary": "A shot at 7 needs 2 dice or 1.5."}
OTHER = {"title": "Der Rest", "summary": "Der Rest bleibt stehen."}


def german(**fields: str) -> Translation:
    entry = {"of": seal_of(RULE), "title": "Zwei Würfel", "summary": "Ein Schuss auf 7 braucht 2 Würfel oder 1,5."}
    return Translation({"T-01": RULE, "T-02": OTHER}, {"T-01": entry | fields})


def test_the_german_france_1944_is_whole_and_of_the_english_that_stands() -> None:
    found = translation("france1944", "de")
    assert (found.missing, found.changed, list(found.faults())) == ((), (), [])
    assert found.told == len(found.english) > 220
    assert begun("de") == list(BOOKS)


@pytest.mark.parametrize("book", BOOKS)
def test_in_english_a_book_is_as_it_is(book: str) -> None:
    found = translation(book, ENGLISH)
    assert found.text("book", "sentence", "as it is") == "as it is"
    assert len(found.english) > 200


def test_the_words_of_all_books_are_told_in_each() -> None:
    assert translation("dynamic", "de").text("word luck", "name", "luck") == "Glück"


def test_what_is_told_takes_the_place_of_the_english() -> None:
    rule = Rule("T-01", "Dice", "base", RULE["title"], RULE["summary"])
    assert german().of("T-01", rule, "title", "summary").title == "Zwei Würfel"
    assert german().of("T-02", rule, "title") == rule
    assert german().missing == ("T-02",)


def test_what_is_made_from_an_older_english_is_left_aside_and_listed() -> None:
    old = german(of="00000000")
    assert old.text("T-01", "title", "Two dice") == "Two dice"
    assert old.changed == ("T-01",)
    assert list(old.faults()) == []
    assert (german().changed, german().told, old.told) == ((), 1, 0)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"summary": "Ein Schuss auf 8 braucht 2 Würfel oder 1,5."}, "figures of its summary"),
        ({"summery": "Ein Schuss."}, "the English has summary, title"),
    ],
)
def test_other_figures_and_other_fields_are_faults(fields: dict[str, str], told: str) -> None:
    (fault,) = german(**fields).faults()
    assert told in fault


def test_what_nothing_is_called_is_a_fault() -> None:
    (fault,) = Translation({"T-01": RULE}, {"T-99": RULE}).faults()
    assert fault == "'T-99' names nothing that the book tells"


def test_an_entry_is_told_once(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text('["lesson x 1"]\nsay = "Fahr."\n')
    with pytest.raises(Fault, match="told twice"):
        entries_in(tmp_path)


def test_a_changed_rule_changes_its_seal_and_no_other() -> None:
    assert seal_of(RULE) != seal_of(RULE | {"title": "Three dice"})
    found = english_of("france1944")
    assert len({seal_of(fields) for fields in found.values()}) > 200
    assert set(LANGUAGES) == {"de"}
