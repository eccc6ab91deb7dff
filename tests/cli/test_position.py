"""Positions on the command line: judged by `check`, and played from by `simulate`."""

import json
from pathlib import Path

import pytest

from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import BOOKS, home_of, load, positions
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
    refused(run("simulate", "dynamic", "--position", file), 1, f"{file}:1", "for the book 'france1944'")
    refused(run(*words, file.with_name("none.toml")), 1, "no such file")


# Cameras


@pytest.mark.parametrize(
    ("camera", "told"),
    [
        ('"F3:Y8"', "Y8 is outside the board, which goes from A1 to X18"),
        ('"L8:F3"', "the top left cell comes first; write 'F3:L8'"),
        ("[1, 2, 3, 4]", 'a camera on squares and hexes is two cells, as "F3:L8"'),
    ],
)
def test_check_points_at_the_camera_of_a_position(run: Run, file: Path, camera: str, told: str) -> None:
    text = file.read_text("utf-8")
    file.write_text(text.replace('map = "north"', 'map = "north"\ncamera = "F3:L8"'), "utf-8")
    assert run("check", file).status == 0
    file.write_text(text.replace('map = "north"', f'map = "north"\ncamera = {camera}'), "utf-8")
    (problem,) = json.loads(run("check", file, "--json").out)["problems"]
    assert (problem["where"], problem["message"]) == (f"{file}:4", told)


@pytest.mark.parametrize(
    ("book_id", "scenario", "good", "bad", "told"),
    [
        ("france1944", "crossroads", '"F3:L8"', '"F3:L19"', "L19 is outside the board"),
        ("dynamic", "duel", '"F3:L8"', '"F3"', "is no camera"),
        ("core", "duel", '"F3:L32"', '"L8:F3"', "write 'F3:L8'"),
        ("squadron", "duel", '"A1:J10"', '"A1:K10"', "K10 is outside the board"),
        ("panzerkampf", "ridge", "[37.5, 3, 39, 24]", "[90, 3, 39, 24]", "the table is 120 x 80 cm"),
    ],
)
def test_check_points_at_the_camera_of_a_scenario(
    run: Run, tmp_path: Path, book_id: str, scenario: str, good: str, bad: str, told: str
) -> None:
    text = (home_of(book_id) / "scenarios" / f"{scenario}.toml").read_text("utf-8")
    for camera, problems in ((good, []), (bad, [told])):
        path = tmp_path / "mine.toml"
        path.write_text(f"camera = {camera}\n{text}", "utf-8")
        found = json.loads(run("check", path, "--book", book_id, "--json").out)["problems"]
        assert [told in problem["message"] for problem in found] == [True] * len(problems)
        assert all(problem["where"] == f"{path}:1" for problem in found)


# Ready openings


def test_simulate_and_tournament_play_from_a_ready_opening(run: Run, tmp_path: Path) -> None:
    words = ("france1944", "--opening", "first", "--bots", "random,greedy", "--games", "2")
    assert "2 games" in run("simulate", *words).out
    page = tmp_path / "page.json"
    ran = run("tournament", *words, "--out", page)
    assert (ran.status, ran.err) == (0, "")
    assert "--opening first" in page.read_text("utf-8")


def test_a_tournament_is_played_from_a_position(run: Run, file: Path) -> None:
    ran = run("tournament", "france1944", "--position", file, "--bots", "random,greedy", "--games", "2")
    assert (ran.status, ran.err) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        ("--opening", "last"),
        ("--opening", "first", "--scenario", "crossroads"),
        ("--opening", "first", "--option", "damage=on"),
        ("--opening", "first", "--position", "mine.toml"),
    ],
    ids=" ".join,
)
def test_an_opening_stands_alone(run: Run, words: tuple[str, ...]) -> None:
    for command in ("simulate", "tournament"):
        refused(run(command, "france1944", *words), 2, "opening")
