"""`verify` and `check`: what is wrong, and where."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import BOOK, Run, refused

GOOD_ARMY = 'name = "Mine"\ntotal = 9\n\n[tanks]\nheavy = 2\nlight = 3\n'


def judged(run: Run, command: str, file: Path) -> tuple[int, dict[str, Any]]:
    ran = run(command, file, "--json")
    assert ran.err == ""
    found: dict[str, Any] = json.loads(ran.out)
    assert list(found) == ["ok", "problems"]
    assert all(list(problem) == ["where", "rule", "message"] for problem in found["problems"])
    return ran.status, found


@pytest.mark.parametrize("command", ["verify", "check"])
def test_a_good_record_is_right(run: Run, record_file: Path, command: str) -> None:
    assert judged(run, command, record_file) == (0, {"ok": True, "problems": []})
    ran = run(command, record_file)
    assert (ran.status, ran.err) == (0, "")
    assert "every order, hash and die is right" in " ".join(ran.out.split())


@pytest.mark.parametrize("command", ["verify", "check"])
def test_a_changed_line_is_named(run: Run, record_file: Path, tmp_path: Path, command: str) -> None:
    lines = record_file.read_text().splitlines()
    at = next(at for at, line in enumerate(lines) if '"Deployed"' in line)
    lines[at] = lines[at].replace('"facing":', '"facing":1')
    changed = tmp_path / "changed.jsonl"
    changed.write_text("\n".join(lines) + "\n")
    status, found = judged(run, command, changed)
    assert (status, found["ok"]) == (1, False)
    assert found["problems"][0]["where"] == f"{changed}:{at + 1}"
    ran = run(command, changed)
    assert (ran.status, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == len(found["problems"])
    assert all(line.startswith(f"{changed}:") for line in ran.err.splitlines())


def test_a_record_of_an_unknown_book_is_wrong_not_misuse(run: Run, record_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(record_file.read_text().replace(f'"{BOOK}"', '"chess"'))
    for command in ("verify", "check", "replay"):
        refused(run(command, other), 1, f"{other}:1", "chess")


def test_a_good_army_is_called_by_its_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "army.toml"
    file.write_text(GOOD_ARMY)
    ran = run("check", file)
    assert (ran.status, ran.err) == (0, "")
    assert "army" in ran.out
    assert "Mine" in ran.out
    assert judged(run, "check", file) == (0, {"ok": True, "problems": []})
    assert run("check", file, "--book", BOOK).status == 0


def test_a_mistake_is_named_with_its_line_and_its_field(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "army.toml"
    file.write_text(GOOD_ARMY.replace("light = 3", 'light = "three"'))
    refused(run("check", file), 1, f"{file}:", "tanks", "int", "str")
    file.write_text(GOOD_ARMY.replace("light = 3", "light = 4"))
    status, found = judged(run, "check", file)
    assert status == 1
    assert found["problems"][0]["rule"] == "FR-04"


def test_a_bundled_map_copied_by_hand_is_good(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_text("name: Mine\nnorth: left\n\n....\n.##.\n")
    ran = run("check", file)
    assert ran.status == 0
    assert "4 x 2" in ran.out


def test_an_unknown_book_is_misuse(run: Run, tmp_path: Path) -> None:
    refused(run("check", tmp_path / "army.toml", "--book", "chess"), 2, "chess", BOOK)


def test_a_file_of_no_known_kind_is_told_what_kinds_there_are(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.doc"
    file.write_text("Dear players")
    refused(run("check", file), 1, ".txt", ".toml", ".jsonl")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("army.toml", 'name = "Mine"\ntotal = 9\n\n[units]\nheavy = "two"\n', (":4", "units", "int")),
        ("army.toml", 'name = "Mine"\ntotal = 9\n\n[tanks]\nheavy = "two"\n', (":4", "tanks", "int")),
        ("board.txt", "name: Mine\n\n.W..\n..?.\n", (":4", "'?'", "W")),
    ],
)
def test_a_mistake_is_told_by_the_book_that_the_file_is_meant_for(
    run: Run, tmp_path: Path, name: str, text: str, told: tuple[str, ...]
) -> None:
    file = tmp_path / name
    file.write_text(text)
    refused(run("check", file), 1, f"{file}", *told)
