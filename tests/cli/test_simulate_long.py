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
