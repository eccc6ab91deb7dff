"""The rulings: each is written down with its rules and its reason, and each has a test that names it."""

import re
from pathlib import Path

import pytest

from hulldown.kernel.files import read_text
from hulldown.rulebooks.panzerkampf.rules import HERE, RULES

ENTRIES = re.findall(
    r"^\*\*([RH]\d+) · (.+?)\*\* \((.+?)\)(.+?)(?=^\*\*|^## |\Z)", read_text(HERE / "rulings.md"), re.M | re.S
)
TESTS = "\n".join(read_text(path) for path in sorted(Path(__file__).parent.glob("test_*.py")))
# R1 to R53 are those of the ledger and of the data; the engine's have tens of their own.
NUMBERED = [f"R{number}" for number in (*range(1, 59), *range(60, 66), *range(70, 76))]


def test_all_rulings_are_written_down_once() -> None:
    assert sorted(name for name, *_ in ENTRIES) == sorted([*NUMBERED, "H1"])


def test_each_ruling_says_what_it_decides_why_and_for_which_rules() -> None:
    for name, title, rules, body in ENTRIES:
        assert title.endswith("?"), name
        assert "*Why:*" in body, name
        assert set(re.sub(r"\s+", " ", rules).split(", ")) <= set(RULES), name


def test_each_ruling_is_named_by_a_test() -> None:
    named = {f"R{number}" for number in re.findall(r"(?:\bR|_r)(\d+)", TESTS)}
    assert [name for name in NUMBERED if name not in named] == []


@pytest.mark.parametrize("path", [path for path in sorted(HERE.rglob("*")) if path.suffix in {".md", ".toml", ".py"}])
def test_every_rule_and_ruling_that_code_and_data_cite_is_there(path: Path) -> None:
    text, rulings = read_text(path), {name for name, *_ in ENTRIES}
    assert set(re.findall(r"PK-\d+", text)) <= set(RULES)
    assert set(re.findall(r"\(?\b([RH]\d+)\b", text)) <= rulings
