"""The glossary: whatever a book sends under a name has a word, and no word stands for what is never sent."""

import re
from pathlib import Path

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.handbook import advice_of, chapters_of, kin_of, words_of
from hulldown.rulebooks import BOOKS, home_of, load
from hulldown.server.reading import SHARED, handbook
from tests.marks import soak_times
from tests.rulebooks import sent

ORDERS = 40


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_a_book_sends_under_a_name_has_a_word(book: str) -> None:
    explained = {name for word in handbook(book).words for name in word.stands_for}
    known = sent.columns(book) | sent.badges(book) | sent.outcomes(book) | sent.in_games(book, soak_times(ORDERS, 10))
    assert sorted(known - explained) == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_word_is_one_or_two_sentences_that_stand_alone(book: str) -> None:
    wrong = [word.id for word in handbook(book).words if not re.fullmatch(r"[A-Z0-9“].{15,240}[.!]", word.says)]
    assert wrong == []
    words = handbook(book).words
    assert len({word.id for word in words}) == len(words)
    assert {word.where for word in words} == {"card", "pieces", "dice", "table"}


def test_a_name_has_one_word_and_names_rules_that_there_are(tmp_path: Path) -> None:
    rules = load("france1944").rules
    row = '[[word]]\nid = "{0}"\nname = "a toy"\nwhere = "card"\nsays = "It is a toy."\n'
    for second, told in (
        (row.format("toy"), "there twice"),
        (row.format("doll") + 'rules = ["FR-99"]\n', "FR-99"),
        (row.format("doll") + 'stands_for = ["badge toy"]\n', "explained by toy and by doll"),
    ):
        file = tmp_path / "words.toml"
        file.write_text(row.format("toy") + 'stands_for = ["badge toy"]\n' + second)
        with pytest.raises(Fault, match=told):
            words_of(rules, file)


@pytest.mark.parametrize("book", BOOKS)
def test_there_is_a_sentence_of_advice_for_every_kind_of_choice(book: str) -> None:
    advice = advice_of(home_of(book) / "advice.toml")
    phases = {name.removeprefix("phase ") for name in sent.in_games(book, ORDERS) if name.startswith("phase ")}
    assert phases == set(advice) - {"window"}
    assert ("window" in advice) is (book in ("squadron", "panzerkampf"))
    assert [told for told in advice.values() if not (told[0].isupper() and told.endswith("."))] == []


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_stands_in_one_chapter(book: str) -> None:
    rules = [rule for chapter in handbook(book).chapters for rule in chapter.rules]
    assert rules == [rule.id for rule in load(book).rules.printed]
    assert len(handbook(book).chapters) > 5


@pytest.mark.parametrize(
    ("chapters", "told"),
    [
        ([("FR-01", "FR-10")], "no chapter has FR-11"),
        ([("FR-01", "FR-10"), ("FR-12", "FR-65")], "has to begin with FR-11"),
        ([("FR-01", "FR-99")], "names a rule"),
    ],
)
def test_chapters_that_leave_a_rule_out_are_refused(tmp_path: Path, chapters: list[tuple[str, str]], told: str) -> None:
    file = tmp_path / "chapters.toml"
    file.write_text("".join(f'[[chapter]]\ntitle = "A"\nfirst = "{a}"\nlast = "{b}"\n' for a, b in chapters))
    with pytest.raises(Fault, match=told):
        chapters_of(load("france1944").rules, file)


def test_rules_of_different_books_are_kin() -> None:
    homes = {rule: book for book in BOOKS for rule in load(book).rules}
    for rule, others in kin_of(SHARED / "kin.toml").items():
        assert len({homes[one] for one in (rule, *others)}) == len(others) + 1, f"{rule} and {others}"
