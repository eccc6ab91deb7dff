"""The same duel across books: the figures of `hulldown compare`, and who stands for whom."""

from fractions import Fraction

from hulldown.kernel.question import odds_between
from hulldown.rulebooks import BOOKS, load
from tests.server.conftest import Table, wrong


def test_every_chance_is_that_of_the_shot_and_books_without_the_names_are_named(table: Table) -> None:
    found = table.client.post("/api/compare", json={"one": "panther", "other": "sherman"}).json()
    assert {book["book"] for book in found["books"]} >= {"core", "squadron"}
    assert load("france1944").title in found["without"]
    assert len(found["books"]) + len(found["without"]) == len(BOOKS)
    for book in found["books"]:
        library, (one, other) = load(book["book"]).library, (book["one"]["id"], book["other"]["id"])
        for row in book["ranges"]:
            for chance, fires, stands in ((row["own"], one, other), (row["enemy"], other, one)):
                if chance is not None:
                    exactly = {
                        str(key): value
                        for key, value in odds_between(library, fires, stands, row["range"], "front", {}).items()
                    }
                    assert Fraction(chance) == exactly["destroyed"]
        assert book["ranges"][0]["place"] == "near"


def test_firing_first_is_never_worse_than_firing_second(table: Table) -> None:
    found = table.client.post("/api/compare", json={"one": "heavy", "other": "medium", "zone": "side"}).json()
    assert len(found["books"]) >= 3
    for row in (row for book in found["books"] for row in book["ranges"]):
        if row["first"] is not None:
            assert Fraction(row["first"]) >= Fraction(row["second"])


def test_who_stands_in_can_be_chosen_and_a_part_that_is_no_part_is_refused(table: Table) -> None:
    body = {"one": "panther", "other": "sherman", "use": {"squadron": ["panther-g", "sherman-76"]}}
    found = table.client.post("/api/compare", json=body).json()
    squadron = next(book for book in found["books"] if book["book"] == "squadron")
    assert squadron["other"]["id"] == "sherman-76"
    assert {"sherman-75", "sherman-76"} <= {unit["id"] for unit in squadron["other"]["choices"]}
    wrong(table.client.post("/api/compare", json=body | {"zone": "belly"}), 400, "odds/bad")
