"""The diagrams: what they say of their orders is what the referee says, and every geometric rule has one."""

from typing import Any

import pytest

from hulldown.kernel.figure import Figure, drawn
from hulldown.kernel.files import Fault
from hulldown.rulebooks import BOOKS, begun_with, lines, load, positions
from hulldown.rulebooks.figures import figure_drawn, figures
from hulldown.server.diagrams import figure_view
from hulldown.server.reading import handbook
from tests.rulebooks.conftest import TAKEN

FIRST = {
    "FR": "22 24 26 30 34 37 42 53",
    "DYN": "48 54 58 72 88 127 134 144 151 156",
    "CORE": "30 37 49 51 60 78 81 116 133 162",
    "SQ": "42 49 50 52 53 63 104 108",
    "PK": "06 08 30 38 42 47 71",
}
ALL = [(book, name) for book in BOOKS for name in figures(book)]


@pytest.mark.parametrize(("book", "name"), ALL, ids=[name for _, name in ALL])
def test_the_referee_answers_as_a_diagram_says(book: str, name: str) -> None:
    """Orders are accepted with the chance that is written, or refused by the rule; its position can begin a battle."""
    found = figure_drawn(book, name)
    assert load(book).start(begun_with(book, found.text, name)) is not None
    view = figure_view(book, name)
    assert len(view.orders) == len(found.figure.orders)
    for order in view.orders:
        assert order.aim or order.cell is not None or order.pose is not None or order.way or order.fall or order.survey


@pytest.mark.parametrize("book", BOOKS)
def test_every_geometric_rule_has_a_diagram_and_no_other_is_drawn(book: str) -> None:
    geometric = {rule.id for rule in load(book).rules.printed if rule.geometric}
    assert geometric == {rule for line in handbook(book).figures for rule in line.rules}


def test_the_first_wave_is_there() -> None:
    first = {f"{letters}-{number}" for letters, numbers in FIRST.items() for number in numbers.split()}
    assert len(first) == 43
    shown = {rule for book in BOOKS for line in handbook(book).figures for rule in line.rules}
    assert first <= shown


def test_the_page_says_what_some_test_has_brought_about() -> None:
    rules = {rule for book in BOOKS for rule in load(book).rules}
    taken = [rule for said in TAKEN.values() for rule, _, _ in said]
    assert set(taken) <= rules
    assert len(taken) > 400


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"orders": ("fire M1 m1 (26.0 %)",)}, "the referee shows 25.9 %"),
        ({"orders": ("fire M1 m1 ✕ FR-37",)}, "is allowed"),
        ({"orders": ("fire M2 m2 ✕ FR-42",)}, "refused by FR-37, not by FR-42"),
        ({"orders": ("fire M2 m2",)}, "is refused by FR-37"),
        ({"rule": "FR-99"}, "no rule 'FR-99'"),
        ({"before": ("fire M1 m1 | 1 1 1, 4",)}, "does not use all of its dice"),
    ],
)
def test_a_diagram_that_is_wrong_says_where(changed: dict[str, Any], told: str) -> None:
    usual: dict[str, Any] = {
        "rule": "FR-37",
        "caption": "A wreck is in the way.",
        "board": "M1→ . . . . . m1←\n. . . . . . .\nM2→ . ×l1 . . . m2←\n",
        "position": {"phase": "shooting", "round": 2},
        "orders": ("fire M1 m1 (25.9 %)",),
    }
    book = "france1944"
    with pytest.raises(Fault, match=told):
        drawn(Figure(**usual | changed), "here", load(book), lines(book), positions(book))
