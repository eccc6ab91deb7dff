"""The rulings: each is written down with its rules and its reason, and each has a test that names it."""

import re
from pathlib import Path

from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.rules import HERE

RULINGS = (HERE / "rulings.md").read_text(encoding="utf-8")
ENTRIES = re.findall(r"^\*\*(Q\d+|H\d+) · (.+?)\*\* \((.+?)\)(.+?)(?=^\*\*|^## |\Z)", RULINGS, re.M | re.S)
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
NUMBERED = [f"Q{number}" for number in range(1, 42)]


def test_all_rulings_are_written_down_once() -> None:
    named = [entry[0] for entry in ENTRIES]
    assert sorted(named) == sorted([*NUMBERED, "H1", "H2"])


def test_each_ruling_says_what_it_decides_why_and_for_which_rules() -> None:
    for name, title, rules, body in ENTRIES:
        assert title.endswith("?"), name
        assert "*Why:*" in body, name
        for cited in re.sub(r"\s+", " ", rules).split(", "):
            assert cited in book.rules, f"{name} cites {cited}"


def test_each_ruling_is_named_by_a_test() -> None:
    named = set(re.findall(r"Q\d+", TESTS))
    assert [name for name in NUMBERED if name not in named] == []


def test_every_ruling_that_the_code_names_is_there() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in [*HERE.glob("*.py"), *HERE.glob("*.toml")])
    assert set(re.findall(r"\b[QH]\d+\b", code)) <= {entry[0] for entry in ENTRIES}


def test_titles_are_told_apart_and_summaries_are_sentences() -> None:
    assert len({entry.title for entry in book.rules.values()}) == len(book.rules)
    for entry in book.rules.values():
        assert entry.summary.endswith("."), entry.id
