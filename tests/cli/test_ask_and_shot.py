"""`ask` and `shot`: questions without a match, and dice typed at a terminal."""

import io
import json

import pytest

from hulldown.rulebooks import opening_file
from tests.cli.conftest import Run

FIRST = str(opening_file("france1944", "first"))
SHOT = ("shot", "france1944", "--attacker", "heavy", "--target", "medium", "--range", "7")


def test_a_line_is_told_with_its_odds_and_rule(run: Run) -> None:
    told = " ".join(run("ask", FIRST, "line", "I9", "O12").out.split())
    assert told.startswith("A Red unit on I9 → a Blue unit on O12, side: destroyed 55.6 %.")
    assert told.endswith("[FR-36]")
    shown = json.loads(run("ask", FIRST, "sight", "I9", "--json").out)
    assert len(shown["reply"]["cells"]) == 122


def test_an_order_is_given_as_json(run: Run) -> None:
    told = run("ask", FIRST, "order", '{"type": "Fire", "unit": 0, "target": 3}').out
    assert "the church at M9 is in the way" in " ".join(told.split())
    wrong = run("ask", FIRST, "order", '{"type": "Sing"}')
    assert (wrong.status, wrong.err.startswith("order: ")) == (1, True)


def test_a_line_has_two_ends(run: Run) -> None:
    assert run("ask", FIRST, "line", "I9").status == 2
    assert run("ask", FIRST, "fire", "I9", "O12").status == 2
    assert run("ask", FIRST, "fire", "nobody").err.startswith("question: there is no unit 'nobody'")


def test_dice_are_asked_for_until_the_last_is_there(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("five\n5 4\n7\n3 2\n"))
    told = " ".join(run(*SHOT).out.split())
    assert "'five' is no row of faces" in told
    assert "there is no 7 on it" in told
    assert told.endswith("Firepower: 5, 4, 3, 2 [FR-39] Heavy at Medium, front, 7 squares: destroyed. [FR-39]")


def test_words_on_dice_are_typed_as_words(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("5 5\ntrack\n2\n"))
    told = " ".join(run("shot", "core", "--attacker", "heavy", "--target", "medium", "--range", "3").out.split())
    assert told.endswith("3 sections: immobilised. [CORE-84]")


def test_faces_on_the_command_line(run: Run) -> None:
    assert json.loads(run(*SHOT, "--faces", "1 1 1 1", "--json").out)["outcome"] == "nothing"
    assert "Still to roll" in run(*SHOT, "--faces", "1 1").out
    wrong = run(*SHOT, "--faces", "9 1 1 1")
    assert (wrong.status, "there is no 9 on it" in wrong.err) == (2, True)
    assert run("shot", "france1944", "--attacker", "whale", "--target", "medium", "--range", "7").status == 2
