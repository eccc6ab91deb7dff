"""Who asks in German is answered in German where there is any; the referee speaks English to everybody."""

from typing import Any

import pytest

from hulldown.rulebooks import BOOKS
from hulldown.server.languages import VARY

BOOK = "france1944"


def asked(table: Any, path: str, language: str = "de") -> Any:
    answer = table.client.get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    if path != "/api/languages":
        assert answer.headers["vary"].lower().startswith(VARY["vary"])
    return answer.json()


def test_a_rulebook_is_read_in_german(table: Any) -> None:
    book = asked(table, f"/api/handbooks/{BOOK}")
    rule = next(one for one in book["rules"] if one["id"] == "FR-37")
    assert (rule["title"], rule["section"]) == ("Freie Bahn", "Schießen und Panzerung")
    assert next(one for one in book["rulings"] if one["id"] == "FR-Q33")["why"].startswith("Zwei Seiten")
    assert (book["chapters"][0]["title"], book["chapters"][0]["place"]) == ("Vor dem Spiel", "before-play")
    assert next(one for one in book["words"] if one["id"] == "luck")["name"] == "Glück"
    assert next(one for one in book["figures"] if one["id"] == "FR-42")["caption"].startswith("Ein Nachbar")
    assert book["lessons"][0]["title"] == "Um das Haus herum"
    assert book["name"] == "France 1944"


def test_a_lesson_is_told_in_german_and_its_refusal_in_english(table: Any) -> None:
    lesson = asked(table, "/api/lessons/france1944-first")
    english = asked(table, "/api/lessons/france1944-first", "en")
    assert lesson["row"]["title"] == "Um das Haus herum"
    assert lesson["steps"][0]["say"].startswith("Die drei auf den achteckigen Platten")
    assert "Front" in lesson["steps"][1]["other"]
    assert [step["sentence"] for step in lesson["steps"]] == [step["sentence"] for step in english["steps"]]
    assert lesson["row"]["hash"] == english["row"]["hash"]  # the same lesson: progress holds
    chapters = {row["id"]: row["chapter"] for row in asked(table, "/api/lessons")}
    assert chapters["france1944-weak-side"] == "Schießen und Panzerung"
    assert chapters["core-half-hidden"] == "Cover"


def test_covers_notes_diagrams_and_advice(table: Any) -> None:
    covers = {line["id"]: line for line in asked(table, "/api/rulebooks")}
    assert covers[BOOK]["sentence"].startswith("Drei Panzerklassen")
    assert covers[BOOK]["weight_word"] == "leicht"
    assert (covers["dynamic"]["sentence"][:9], covers["dynamic"]["weight_word"]) == ("Fahrzeuge", "einfach")
    assert "Flaggen auf freien Feldern" in [
        one["title"] for one in asked(table, f"/api/handbooks/{BOOK}/FR-63")["also"]
    ]
    assert asked(table, "/api/handbooks/core/CORE-40")["kin"][0]["title"] == "Freie Bahn"
    assert asked(table, f"/api/figures/{BOOK}/FR-42")["caption"].startswith("Ein Nachbar")
    for part in ("all", "table"):
        assert asked(table, f"/api/rulebooks/{BOOK}?part={part}")["advice"]["movement"].startswith("Gib den großen")
    assert asked(table, f"/api/rulebooks/{BOOK}")["rules"][0]["title"] == "Das Motto"
    assert asked(table, f"/api/rulebooks/{BOOK}", "en")["rules"][0]["title"] == "The motto"


@pytest.mark.parametrize(
    ("wished", "title"),
    [
        ("de", "Das Motto"),
        ("de-AT,de;q=0.9,en;q=0.5", "Das Motto"),
        ("fr, de;q=0.4, en;q=0.3", "Das Motto"),
        ("en;q=0.3, de;q=0.7", "Das Motto"),
        ("en-GB,de;q=0.8", "The motto"),
        ("fr", "The motto"),
        ("", "The motto"),
        ("de;q=0", "The motto"),
        ("de;q=much, ;;;,", "The motto"),
    ],
)
def test_the_language_is_the_one_that_is_wished_for_most_of_those_there_are(
    table: Any, wished: str, title: str
) -> None:
    assert asked(table, f"/api/handbooks/{BOOK}", wished)["rules"][0]["title"] == title


def test_how_much_is_told_in_each_language(table: Any) -> None:
    english, german = asked(table, "/api/languages")
    assert (english["id"], german["name"]) == ("en", "Deutsch")
    assert [one["book"] for one in german["books"]] == list(BOOKS)
    assert all(one["told"] == one["entries"] for one in english["books"])
    france, dynamic = german["books"][:2]
    assert france["told"] == france["entries"] > 220
    assert 0 < dynamic["told"] < 30 < dynamic["entries"]
