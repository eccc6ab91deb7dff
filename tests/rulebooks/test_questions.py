"""What every book lets one ask about a shot, in its own terms."""

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.question import ask, terms_of
from hulldown.rulebooks import BOOKS, load

RULERS = {
    "france1944": "squares",
    "dynamic": "squares",
    "core": "sections",
    "squadron": "hexes",
    "panzerkampf": "centimetres",
}


@pytest.mark.parametrize("book", BOOKS)
def test_each_book_counts_ranges_by_its_own_ruler(book: str) -> None:
    kind = load(book).library.QUESTION
    question = ask(kind, "a", "b", 7, "side", {})
    assert terms_of(kind).ruler == RULERS[book]
    assert (question.far, question.at(9).far) == (7, 9)
    assert question.at(9).at(7) == question


@pytest.mark.parametrize("book", BOOKS)
def test_each_condition_is_taken_in_all_its_values_and_in_no_other(book: str) -> None:
    kind = load(book).library.QUESTION
    terms = terms_of(kind)
    question = ask(kind, "a", "b", 7, "front", {})
    for name, values in terms.conditions.items():
        asked = [question.altered(name, value) for value in values]
        assert len({*asked}) == len(values)
        with pytest.raises(Fault, match=f"option {name}: the options are .*{name}="):
            question.altered(name, "perhaps")
    with pytest.raises(Fault, match="option wind: the options are"):
        ask(kind, "a", "b", 7, "front", {"wind": "on"})


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_of_shots_compares_the_parts_of_the_armour(book: str) -> None:
    question = ask(load(book).library.QUESTION, "a", "b", 7, "rear", {})
    across, shots = question.beside()
    assert (across, [*shots]) == ("zone", ["front", "side", "rear"])
    assert shots["rear"] == question
    with pytest.raises(Fault, match="zone: 'roof' is none of front, side, rear"):
        question.altered("zone", "roof")


def test_shells_in_a_high_arc_know_no_parts_but_a_choice_of_dice() -> None:
    question = ask(load("dynamic").library.QUESTION, "a", "b", 7, "front", {"mode": "parabolic", "half": "on"})
    across, shots = question.beside()
    assert (across, [*shots]) == ("dice", ["standard dice", "with half-die"])
    assert shots["with half-die"] == question
