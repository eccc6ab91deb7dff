"""A book that is read: handbooks, what stands beside a rule, diagrams, and where a rule applied."""

import pytest

from hulldown.rulebooks import BOOKS, load
from tests.server.conftest import BOOK, Table, wrong


@pytest.mark.parametrize("book", BOOKS)
def test_a_handbook_has_all_rules_by_chapters_and_is_light(table: Table, book: str) -> None:
    answer = table.client.get(f"/api/handbooks/{book}")
    found = answer.json()
    printed = [rule.id for rule in load(book).rules.printed]
    assert [rule["id"] for rule in found["rules"]] == printed
    assert [rule for chapter in found["chapters"] for rule in chapter["rules"]] == printed
    assert len(found["words"]) > 20
    assert len(found["figures"]) > 10
    assert found["lessons"]
    assert int(answer.headers.get("content-length", "0")) < 40_000


def test_beside_a_rule_stands_what_is_near_it(table: Table) -> None:
    notes = table.client.get(f"/api/handbooks/{BOOK}/FR-37").json()
    assert "is in the way" in notes["said"]["sentence"]
    assert notes["said"]["refused"]
    assert [one["rule"] for one in notes["kin"]] == ["DYN-76", "CORE-40", "SQ-49", "PK-38"]
    assert notes["kin"][0]["name"] == "Dynamic"
    assert "FR-36" in [one["rule"] for one in notes["also"]]
    assert notes["code"]
    assert notes["tests"]
    columns = table.client.get(f"/api/handbooks/{BOOK}/FR-28").json()["columns"]
    assert [one["id"] for one in columns] == ["front", "side", "rear"]
    assert columns[0]["values"][0] == {"unit": "Heavy", "value": "10", "house": False}


def test_a_rule_and_a_diagram_that_are_not_there_are_said(table: Table) -> None:
    told = wrong(table.client.get(f"/api/handbooks/{BOOK}/FR-99"), 404, "page/unknown")
    assert told == "There is no rule FR-99; France 1944 has FR-01 to FR-65."
    wrong(table.client.get("/api/handbooks/chess"), 404, "setup/bad")
    wrong(table.client.get(f"/api/figures/{BOOK}/FR-01"), 404, "page/unknown")


def test_a_diagram_is_sent_with_the_referees_answers(table: Table) -> None:
    figure = table.client.get(f"/api/figures/{BOOK}/FR-37").json()
    shot, wreck, friend = figure["orders"]
    assert shot["chance"] == "25.9 %"
    assert shot["sentence"] == "Allowed: 25.9 % to destroy. It would meet the front."
    assert wreck["refusal"]["rule"] == "FR-37"
    assert wreck["aim"]["preview"]["trace"]
    assert friend["sentence"] == "Medium 3 cannot hit Blue Medium 3: Light 1 at C6 is in the way."
    begun = table.client.post(
        "/api/matches", json={"rulebook": BOOK, "position": figure["position"], "opponent": "hotseat"}
    )
    assert begun.status_code == 201


def test_a_match_says_which_rules_decided_something(table: Table) -> None:
    player = table.hotseat()
    assert player.get("/cited").json() == {}
    player.give(player.order())
    cited = player.get("/cited").json()
    assert cited
    assert all(row["lines"] >= 1 and row["last"] >= 0 for row in cited.values())
