"""Odds without a battle: the same chances as `hulldown odds`, every setting checked."""

from fractions import Fraction
from typing import Any

import pytest

from hulldown.kernel.question import odds_between, terms_of
from hulldown.kernel.wire import plain
from hulldown.lab.odds import chances_of, ranges
from hulldown.rulebooks import BOOKS, load
from tests.server.conftest import Table, wrong
from tests.server.test_works import CHART

BROUGHT = {"chart": CHART.id, "works": plain([CHART])}


def asked(table: Table, **body: Any) -> Any:
    answer = table.client.post("/api/odds", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_percentage_is_that_of_the_command_line(table: Table, book_id: str) -> None:
    book, told = load(book_id), asked(table, rulebook=book_id)
    library = book.library
    zone, far = told["zone"], told["range"]
    found = odds_between(library, told["attacker"], told["target"], far, zone, {})
    assert {str(outcome): chance for outcome, chance in found.items()} == {
        name: Fraction(chance) for name, chance in told["outcomes"].items()
    }
    question = terms_of(library.QUESTION)
    assert (told["ruler"], tuple(told["zones"])) == (question.ruler, question.zones)
    assert {unit["id"] for unit in told["units"]} == {row.id for row in library.units()}
    kind = library.QUESTION(attacker=told["attacker"], target=told["target"], **{f"range_{told['ruler']}": far})
    _, shots = kind.beside()
    assert tuple(told["shots"]) == tuple(shots)
    for row in told["rows"][:3]:
        for name, chances in zip(told["shots"], row["shots"], strict=True):
            if chances is not None:
                exactly = chances_of(book, shots[name].at(row["range"]))
                assert {one: Fraction(chance) for one, chance in chances.items()} == exactly
    assert [far for far, _ in ranges(book, shots).rows] == [row["range"] for row in told["rows"]]


def test_a_row_of_shots_and_who_outlasts_whom(table: Table) -> None:
    told = asked(table, rulebook="france1944", attacker="heavy", target="light", range=5, zone="side")
    own = Fraction(told["outcomes"]["destroyed"])
    assert [Fraction(chance) for chance in told["row"][:2]] == [own, 1 - (1 - own) ** 2]
    assert Fraction(told["first"]) >= Fraction(told["second"])


def test_two_attackers_stand_side_by_side(table: Table) -> None:
    told = asked(table, rulebook="france1944", attacker="heavy", target="light", range=5, beside="medium")
    assert (told["by"], told["shots"]) == ("attacker", ["heavy", "medium"])


@pytest.mark.parametrize(
    "body",
    [
        {"rulebook": "france1944", "attacker": "dragon", "target": "light"},
        {"rulebook": "france1944", "attacker": "heavy", "target": "light", "zone": "roof"},
        {"rulebook": "squadron", "range": 999},
    ],
)
def test_what_cannot_be_asked_is_told_in_a_sentence(table: Table, body: Any) -> None:
    wrong(table.client.post("/api/odds", json=body), 400, "odds/bad")


def test_odds_by_ones_own_chart_are_those_of_its_figures(table: Table) -> None:
    shot = {"rulebook": "france1944", "attacker": "heavy", "target": "heavy", "range": 7}
    house, own = asked(table, **shot), asked(table, **shot, **BROUGHT)
    assert own["outcomes"] != house["outcomes"]
    assert own["outcomes"] == table.client.post("/api/shot", json=shot | BROUGHT).json()["chances"]
    wrong(table.client.post("/api/odds", json=shot | {"chart": "nowhere"}), 400, "odds/bad")
