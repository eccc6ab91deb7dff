"""A run that was stopped goes on where it was, and nothing is lent to another question."""

import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.wire import encode
from hulldown.lab import simulate as lab
from hulldown.lab.journal import HEAD, Journal
from hulldown.lab.report import Outcome
from hulldown.lab.simulate import Match, outcomes
from hulldown.rulebooks import load

BOOK = "france1944"
SETUP = encode(load(BOOK).library.build("first-steps"))
MATCH = Match(BOOK, SETUP, ("random", "random"), "journal")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seeds of the games that are really played."""
    seeds: list[str] = []
    play = lab.play

    def watched(fixture: lab.Fixture) -> Outcome:
        seeds.append(fixture.seed)
        return play(fixture)

    monkeypatch.setattr(lab, "play", watched)
    return seeds


def run(file: Path, match: Match = MATCH, games: int = 6) -> list[Outcome]:
    journal = Journal(file)
    found = [*outcomes(match.fixture, games, journal=journal)]
    journal.close()
    return found


def test_what_is_finished_is_not_played_again(tmp_path: Path, played: list[str]) -> None:
    file = tmp_path / "state"
    first = run(file)
    assert len(played) == 6
    assert run(file) == first
    assert len(played) == 6
    assert run(file, games=10)[:6] == first
    assert played[6:] == [f"journal/{number}" for number in (7, 8, 9, 10)]


def test_an_odd_end_is_played_anew_when_more_games_are_asked_for(tmp_path: Path, played: list[str]) -> None:
    file = tmp_path / "state"
    run(file, games=5)
    assert run(file, games=6) == [*outcomes(MATCH.fixture, 6)]


def test_another_question_finds_nothing(tmp_path: Path, played: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "state"
    run(file)
    run(file, Match(BOOK, SETUP, ("random", "random"), "another seed"))
    run(file, Match(BOOK, SETUP, ("greedy", "random"), "journal"))
    run(file, Match(BOOK, encode(load(BOOK).library.build("ambush")), ("random", "random"), "journal"))
    assert len(played) == 24
    monkeypatch.setattr(lab, "code", lambda: "newer rules")
    run(file)
    assert len(played) == 30
    monkeypatch.undo()
    assert run(file) == [*outcomes(MATCH.fixture, 6)]


def test_half_a_line_of_a_killed_run_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "state"
    first = run(file)
    whole = file.read_text()
    file.write_text(whole[:-30])
    assert run(file) == first
    assert file.read_text() == whole


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary\n")
    with pytest.raises(Fault, match="no state file of Hulldown"):
        Journal(file)
    assert file.read_text() == "Dear diary\n"
    with pytest.raises(Fault, match="no state file"):
        Journal(tmp_path)
    with pytest.raises(Fault, match="cannot be written"):
        Journal(tmp_path / "no" / "folder")


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "state"
    file.write_text(HEAD + "{}\n")
    with pytest.raises(Fault, match=r"state:2: the line is damaged"):
        Journal(file)


def test_a_run_that_is_killed_goes_on_and_ends_with_the_same_report(tmp_path: Path) -> None:
    file = tmp_path / "state"
    words = ("simulate", BOOK, "--scenario", "first-steps", "--bots", "greedy,random", "--games", "80", "--out")
    command = [sys.executable, "-m", "hulldown.cli", *words]
    process = subprocess.Popen([*command, tmp_path / "killed.json", "--state", file], stdout=subprocess.DEVNULL)
    while not file.exists() or file.read_text().count("\n") < 5:
        assert process.poll() is None
        sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    finished = file.read_text().splitlines()
    assert 5 <= len(finished) < 41
    assert not (tmp_path / "killed.json").exists()
    for name, more in (("resumed", ("--state", str(file), "--jobs", "2")), ("fresh", ())):
        subprocess.run([*command, tmp_path / f"{name}.json", *more], stdout=subprocess.DEVNULL, check=True)
    assert (tmp_path / "resumed.json").read_bytes() == (tmp_path / "fresh.json").read_bytes()
    lines = file.read_text().splitlines()
    assert len(lines) == len({*lines}) == 41
    assert {*finished[:-1]} <= {*lines}
