"""`simulate` for long runs: it stops when it is sure enough, goes on where it was, and writes files."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import BOOK, SCENARIO, Run, refused

RANDOM = ("simulate", BOOK, "--scenario", SCENARIO, "--bots", "random,random")


def test_it_stops_when_the_interval_is_narrow_enough(run: Run) -> None:
    found = json.loads(run(*RANDOM, "--games", "400", "--until", "0.14", "--json").out)
    assert found["games"] < 400
    assert all(rate["high"] - rate["low"] <= 0.28 for rate in found["win_rate"])


def test_files_are_the_same_for_the_same_seed_whatever_the_jobs(run: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "1.html", tmp_path / "2.html"
    run(*RANDOM, "--games", "6", "--out", one)
    run(*RANDOM, "--games", "6", "--jobs", "2", "--state", tmp_path / "state", "--out", two)
    assert one.read_bytes() == two.read_bytes()
    assert f"hulldown simulate {BOOK} --scenario {SCENARIO} --bots random,random --games 6 --seed 1" in one.read_text()


def test_more_games_go_on_from_those_that_are_kept(run: Run, tmp_path: Path) -> None:
    state = tmp_path / "state"
    run(*RANDOM, "--games", "4", "--state", state)
    kept = state.read_text()
    more = json.loads(run(*RANDOM, "--games", "8", "--state", state, "--json").out)
    assert state.read_text().startswith(kept)
    fresh = json.loads(run(*RANDOM, "--games", "8", "--json").out)
    assert {**more, "seconds": 0} == {**fresh, "seconds": 0}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--until", "0"), ("--until", "0.05")),
        (("--until", "nan"), ("--until", "nan")),
        (("--out", "report.txt"), ("--out", ".csv")),
        (("--jobs", "2", "--cluster", "tcp://127.0.0.1:1"), ("--cluster", "--jobs")),
        (("--records", "here", "--state", "there"), ("--records", "--state")),
        (("--records", "here", "--cluster", "tcp://127.0.0.1:1"), ("--records", "--cluster")),
    ],
    ids=lambda words: " ".join(words),
)
def test_what_cannot_go_together_is_misuse_and_plays_nothing(
    run: Run, words: tuple[str, ...], told: tuple[str, ...]
) -> None:
    refused(run(*RANDOM, "--games", "2", *words), 2, *told)


def test_a_file_that_is_no_state_is_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("mine\n")
    refused(run(*RANDOM, "--games", "2", "--state", file), 1, "notes", "no state file")
    assert file.read_text() == "mine\n"


def test_whoever_stops_it_is_told_what_is_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hulldown.bots.random import Random

    asked, choose = [0], Random.choose

    def stopped(self: Random, view: object) -> object:
        asked[0] += 1
        if asked[0] == 900:
            raise KeyboardInterrupt
        return choose(self, view)

    for words, told in (
        ((), "none of them is kept: with --state FILE"),
        (("--state", tmp_path / "s"), f"{tmp_path / 's'}"),
    ):
        asked[0] = 0
        monkeypatch.setattr(Random, "choose", stopped)
        ran = run(*RANDOM, "--games", "40", "--raw", *words)
        assert ran.status == 130
        assert "of 40 games" in ran.err
        assert told in ran.err


def test_without_a_terminal_a_line_now_and_then_says_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from hulldown.cli import running

    clock = [0.0]
    monkeypatch.setattr(running, "perf_counter", lambda: clock[0])
    lines = running.NowAndThen("Playing", 100)
    for many in range(1, 101):
        clock[0] += 10
        lines.tell(many, kept=0)
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "Playing: 3 of 100 games; 16 min to go at most"
    assert 4 < len(told) < 12


def test_after_a_resume_the_speed_is_that_of_the_games_that_were_played(run: Run, tmp_path: Path) -> None:
    words = (*RANDOM, "--games", "4", "--raw", "--state", tmp_path / "state")
    run(*words)
    again = run(*words).out
    assert "Decisions    0 in" in again
    assert "decisions of games that had been played before" in again
