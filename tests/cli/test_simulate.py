"""`simulate`: many games, one report."""

import json
from pathlib import Path
from typing import Any

import pytest

from hulldown.bots.random import Random
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.rulebooks import load
from tests.cli.conftest import BOOK, SCENARIO, Run, refused

MATCH = ("simulate", BOOK, "--scenario", SCENARIO)
RANDOM = (*MATCH, "--bots", "random,random")


def report(run: Run, *words: str | Path) -> dict[str, Any]:
    ran = run(*words, "--json")
    assert (ran.status, ran.err) == (0, "")
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_the_report_has_its_shape_and_its_games_add_up(run: Run) -> None:
    found = report(run, *RANDOM, "--games", "5")
    assert {
        "games",
        "players",
        "sides",
        "draws",
        "win_rate",
        "decisions",
        "seconds",
        "errors",
    } <= found.keys()
    assert [list(player) for player in found["players"]] == [["bot", "wins"]] * 2
    assert list(found["sides"]) == ["red", "blue"]
    assert [list(rate) for rate in found["win_rate"]] == [["bot", "low", "mid", "high"]] * 2
    wins = sum(player["wins"] for player in found["players"])
    assert wins == sum(found["sides"].values())
    assert wins + found["draws"] + found["errors"] == found["games"] == 5
    for rate in found["win_rate"]:
        assert 0 <= rate["low"] <= rate["mid"] <= rate["high"] <= 1
    assert found["decisions"] > 0


def test_where_a_scenario_has_no_end_one_is_set_and_told(run: Run) -> None:
    """The laboratory plays 15 rounds of a game of Panzerkampf that has no limit (PK-R46)."""
    words = ("simulate", "panzerkampf", "--scenario", "first-shots", "--bots", "random,random", "--games", "1")
    remark = "No limit is set, and games that nobody watches end after 15 rounds (PK-R46)."
    found = report(run, *words)
    assert found["remark"] == remark
    assert found["length"]["rounds"] <= 15
    assert remark in " ".join(run(*words).out.split())
    assert "remark" not in report(run, *words, "--option", "rounds=2")


def test_greedy_plays_random(run: Run) -> None:
    found = report(run, *MATCH, "--bots", "greedy,random", "--games", "2")
    assert [player["bot"] for player in found["players"]] == ["greedy", "random"]


def test_the_same_seed_gives_the_same_report_whatever_the_jobs(run: Run) -> None:
    one, two = (report(run, *RANDOM, "--games", "6", "--seed", "x", "--jobs", jobs) for jobs in ("1", "2"))
    assert {key: one[key] for key in one if key != "seconds"} == {key: two[key] for key in two if key != "seconds"}
    other = report(run, *RANDOM, "--games", "6", "--seed", "y")
    assert other["decisions"] != one["decisions"]


def test_the_table_names_both_bots_the_draws_the_sides_and_the_speed(run: Run) -> None:
    ran = run(*RANDOM, "--games", "2")
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.lines)) <= 80
    starts = [line.split()[0] for line in ran.lines if line.strip()]
    for start in ("random", "draws", "Red", "By", "Length", "Losses", "Decisions", "How", "Blue"):
        assert start in starts


def test_records_are_of_the_same_games_and_verify(run: Run, tmp_path: Path) -> None:
    plain = report(run, *RANDOM, "--games", "3")
    recorded = report(run, *RANDOM, "--games", "3", "--records", tmp_path / "new" / "games")
    assert plain["decisions"] == recorded["decisions"]
    files = sorted((tmp_path / "new" / "games").iterdir())
    assert len(files) == 3
    for file in files:
        assert prove(Record.read(file), load(BOOK)).problems == ()


def test_records_that_lie_there_are_left_alone(run: Run, tmp_path: Path) -> None:
    report(run, *RANDOM, "--games", "1", "--records", tmp_path)
    (file,) = tmp_path.iterdir()
    before = file.read_bytes()
    refused(run(*RANDOM, "--games", "2", "--records", tmp_path), 2, "--records", "new directory")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]


def test_other_armies_maps_and_options_are_taken(run: Run, tmp_path: Path) -> None:
    board = load(BOOK).library.maps()[0]
    assert report(run, *RANDOM, "--games", "1", "--red", "light=1", "--blue", "light=2", "--map", board.id)
    army = tmp_path / "army.toml"
    army.write_text('name = "Two"\ntotal = 5\ntanks = { light = 2 }\n')
    ground = tmp_path / "ground.txt"
    ground.write_text("name: Ground\nnorth: up\n\n" + f"{'.' * 16}\n" * 8)
    assert report(run, *RANDOM, "--games", "1", "--red", army, "--map", ground, "--blue", "light=1")
    assert report(run, *RANDOM, "--games", "1", "--option", "damage=on", "--option", "total=99:98")


def test_a_scenario_may_be_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'name = "Mine"\nsummary = "s"\nminutes = 5\nmap = "north"\ntotal = 5\n'
        "red = { light = 1 }\nblue = { light = 1 }\n"
    )
    assert report(run, "simulate", BOOK, "--scenario", file, "--bots", "random,random", "--games", "1")
    refused(run("simulate", BOOK, "--scenario", file, "--red", "heavy=9", "--games", "1"), 2, "27", "FR-04")


def test_a_game_that_raises_is_counted_and_told_with_its_seed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Random, view: object) -> None:
        raise LookupError("no idea\nat all")

    monkeypatch.setattr(Random, "choose", fail)
    ran = run(*RANDOM, "--games", "7", "--json")
    assert ran.status == 1
    found = json.loads(ran.out)
    assert (found["errors"], found["games"], found["draws"]) == (7, 7, 0)
    assert found["failures"][2] == {"game": 3, "seed": "1/3", "message": "LookupError: no idea at all"}
    told = ran.err.splitlines()
    assert told[0] == "game 1 (seed 1/1): LookupError: no idea at all"
    assert told[5:] == ["… and 2 more games that raised an error"]
    table = run(*RANDOM, "--games", "2")
    assert (table.status, "2 of 2 games" in table.out) == (1, True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--scenario", "nowhere"), ("nowhere", SCENARIO)),
        (("--scenario", SCENARIO, "--bots", "deep,blue"), ("deep", "greedy", "random")),
        (("--scenario", SCENARIO, "--bots", "random"), ("--bots", "two")),
        (("--scenario", SCENARIO, "--bots", "random,random,random"), ("--bots", "two")),
        (("--scenario", SCENARIO, "--bots", ""), ("--bots",)),
        (("--scenario", SCENARIO, "--games", "0"), ("--games", "0", "1")),
        (("--scenario", SCENARIO, "--games", "-1"), ("--games", "-1")),
        (("--scenario", SCENARIO, "--games", "1.5"), ("--games", "1.5", "whole number")),
        (("--scenario", SCENARIO, "--games", "99999999"), ("--games", "1,000,000")),
        (("--scenario", SCENARIO, "--jobs", "0"), ("--jobs", "0")),
        (("--scenario", SCENARIO, "--jobs", "1000"), ("--jobs", "256")),
        (("--scenario", SCENARIO, "--seed", ""), ("--seed",)),
        (("--scenario", SCENARIO, "--seed", "\udcff"), ("--seed",)),
        (("--scenario", SCENARIO, "--seed", "x" * 1000), ("--seed",)),
        (("--scenario", SCENARIO, "--red", "heavy=1000000"), ("red", "heavy=1000000")),
        (("--scenario", SCENARIO, "--red", "heavy=400"), ("red", "1200 points", "FR-04")),
        (("--scenario", SCENARIO, "--blue", "tiger=1"), ("blue", "tiger", "FR-09")),
        (("--scenario", SCENARIO, "--blue", "heavy"), ("blue", "heavy")),
        (("--scenario", SCENARIO, "--map", "nowhere"), ("nowhere",)),
        (("--scenario", SCENARIO, "--option", "fog=on"), ("fog", "damage")),
        (("--scenario", SCENARIO, "--option", "damage=perhaps"), ("damage", "perhaps", "on or off")),
        (("--scenario", SCENARIO, "--option", "=on"), ("--option",)),
        (("--scenario", SCENARIO, "--option", "turn_limit=7", "--option", "flags=0"), ("turn limit", "FR-49")),
        (("--scenario", SCENARIO, "--records", __file__), ("--records", "directory")),
        (("--scenario", SCENARIO, "--games", "1", "--games", "2"), ("--games", "twice")),
        (("--scenario", SCENARIO, "--fast"), ("--fast",)),
        (("extra", "--scenario", SCENARIO), ("extra",)),
    ],
    ids=lambda words: " ".join(words)[:60].encode("ascii", "replace").decode(),
)
def test_a_wrong_match_is_misuse_and_plays_nothing(run: Run, words: tuple[str, ...], told: tuple[str, ...]) -> None:
    refused(run("simulate", BOOK, *words), 2, *told)


@pytest.mark.parametrize("option", ["--red", "--blue", "--scenario"])
def test_a_wrong_file_is_the_files_fault(run: Run, tmp_path: Path, option: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('name = "x"\ntotal = "many"\n')
    words = ("simulate", BOOK, option, file, *(() if option == "--scenario" else ("--scenario", SCENARIO)))
    refused(run(*words), 1, f"{file}:")
    refused(run(*words[:3], tmp_path / "none.toml", *words[4:]), 1, "none.toml", "no such file")
