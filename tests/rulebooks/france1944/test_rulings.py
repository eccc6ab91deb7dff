"""The rulings: each is written down with its rules, and each has a test that names it."""

import re
from pathlib import Path

from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.rules import HERE

RULINGS = (HERE / "rulings.md").read_text()
ENTRIES = re.findall(r"^\*\*(FQ-\d\d|H-\d+) · (.+?)\*\* \((.+?)\)(.+?)(?=^\*\*|^## |\Z)", RULINGS, re.M | re.S)
TESTS = "\n".join(path.read_text() for path in sorted(Path(__file__).parent.glob("test_*.py")))
NUMBERED = [f"FQ-{number:02}" for number in range(1, 38)]


def test_all_rulings_are_written_down_once() -> None:
    named = [entry[0] for entry in ENTRIES]
    assert sorted(name for name in named if name.startswith("FQ")) == NUMBERED
    assert [name for name in named if name.startswith("H-")] == [f"H-{n}" for n in range(1, len(named) - 36)]


def test_each_ruling_says_what_it_decides_why_and_for_which_rules() -> None:
    for name, title, rules, body in ENTRIES:
        assert title.endswith(("?", ".")), name
        assert "*Why:*" in body, name
        for rule in rules.split(", "):
            assert rule in book.rules, f"{name} cites {rule}"


def test_each_ruling_is_named_by_a_test() -> None:
    assert [name for name in NUMBERED if name not in TESTS] == []


def test_each_rule_but_the_motto_is_marked_on_a_test() -> None:
    marks = " ".join(re.findall(r"^@rule\((.+?)\)$", TESTS, re.M | re.S))
    marked = re.findall(r"FR-\d\d", marks)
    assert [rule for rule in book.rules if rule not in marked] == ["FR-01"]


def test_figures_in_the_rulings_are_those_of_the_data() -> None:
    """The two must not drift apart: dice, ranks, spacing, rounds."""
    figures = book.library.build("crossroads").figures
    assert ", ".join(map(str, figures.large)) in RULINGS
    assert (figures.ranks, figures.flag_spacing, figures.flag_neighbours, figures.quiet_rounds) == (5, 2, 3, 20)
    assert f"after {figures.quiet_rounds} rounds" in RULINGS
