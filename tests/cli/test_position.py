"""Positions on the command line: judged by `check`, and played from by `simulate`."""

import json
from pathlib import Path

import pytest

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import BOOKS, load, positions
from tests.cli.conftest import Run, refused
from tests.kernel.test_position import TEXT


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace('map = "north"', 'name = "Two lights"\nmap = "north"'), encoding="utf-8")
    return path


def test_check_says_what_a_position_is(run: Run, file: Path) -> None:
    ran = run("check", file)
    assert (ran.status, ran.err) == (0, "")
    assert "a position of france1944, Two lights." in " ".join(ran.out.split())
    assert json.loads(run("check", file, "--json").out) == {"ok": True, "problems": []}


def test_check_points_at_what_cannot_stand(run: Run, file: Path) -> None:
    file.write_text(TEXT.replace('at = "A1"', 'at = "C1"'), encoding="utf-8")
    ran = run("check", file, "--json")
    (problem,) = json.loads(ran.out)["problems"]
    assert ran.status == 1
    assert problem["where"] == f"{file}:10"
    assert problem["rule"] == "FR-27"
    file.write_text(TEXT.replace("france1944", "chess"), encoding="utf-8")
    assert run("check", file).status == 1


@pytest.mark.parametrize("book_id", BOOKS)
def test_check_judges_a_position_of_every_book(run: Run, book_id: str, tmp_path: Path) -> None:
    book = load(book_id)
    path = tmp_path / "mine.toml"
    path.write_text(
        positions(book_id).write(book.start(book.library.build(book.library.scenarios()[0].id)), "x"), "utf-8"
    )
    assert run("check", path).status == 0


def test_simulate_plays_from_a_position_and_its_records_are_proved(run: Run, file: Path, tmp_path: Path) -> None:
    records = tmp_path / "records"
    words = ("simulate", "france1944", "--position", file, "--bots", "random,random", "--games", "3")
    ran = run(*words, "--records", records)
    assert (ran.status, ran.err) == (0, "")
    assert "3 games" in ran.out
    for path in sorted(records.iterdir()):
        record = Record.read(path)
        assert prove(record, load("france1944")).status == 0
        assert b'"position":' in bytes(record.head.setup)


def test_simulate_says_what_is_wrong_with_a_position_or_its_use(run: Run, file: Path) -> None:
    words = ("simulate", "france1944", "--position")
    refused(run(*words, file, "--scenario", "first-steps"), 2, "--position", "leave them out")
    refused(run(*words, file, "--option", "damage=on"), 2, "leave them out")
    refused(run("simulate", "france1944"), 2, "--scenario is missing")
    refused(run("simulate", "dynamic", "--position", file), 1, f"{file}:1", "for the book 'france1944'")
    refused(run(*words, file.with_name("none.toml")), 1, "no such file")
