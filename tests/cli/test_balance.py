"""`balance`: is it fair, what is a unit worth, what does an option change."""

import json
from pathlib import Path

import pytest

from hulldown.rulebooks import load
from tests.cli.conftest import BOOK, Run, refused

WORDS = ("balance", BOOK, "--scenario", "first-steps", "--bot", "random")


def test_one_scenario_gets_its_sentence_and_prices_for_its_units(run: Run, tmp_path: Path) -> None:
    ran = run(*WORDS, "--games", "4", "--armies", "8", "--json", "--out", tmp_path / "b.html")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    (scenario,) = found["scenarios"]
    assert (scenario["id"], scenario["games"]) == ("first-steps", 4)
    assert scenario["verdict"] in ("fair", "favours Red", "favours Blue", "not settled")
    units = found["prices"]["units"]
    assert {unit["id"] for unit in units} <= {"heavy", "medium", "light"}
    assert all(unit["source"] == "book" for unit in units)
    assert "Is first-steps fair?" in (tmp_path / "b.html").read_text()
    told = run(*WORDS, "--games", "4", "--armies", "8")
    assert any(line.startswith("Is first-steps fair?") for line in told.lines)
    assert max(map(len, told.lines)) <= 80


def test_without_a_scenario_all_are_judged(run: Run) -> None:
    found = json.loads(run("balance", BOOK, "--bot", "random", "--games", "1", "--armies", "0", "--json").out)
    assert [row["id"] for row in found["scenarios"]] == [row.id for row in load(BOOK).library.scenarios()]
    assert "prices" not in found


def test_limits_that_were_set_are_told(run: Run) -> None:
    words = ("balance", "panzerkampf", "--bot", "random", "--games", "1", "--armies", "0", "--json", "--scenario")
    assert json.loads(run(*words, "first-shots").out)["remarks"] == [
        "first-shots: No limit is set, and games that nobody watches end after 15 rounds (PK-R46)."
    ]


def test_an_option_is_compared_with_the_same_games_without_it(run: Run) -> None:
    words = (*WORDS, "--games", "3", "--option", "damage=on", "--option", "barricades=2")
    found = json.loads(run(*words, "--json").out)
    assert [row["option"] for row in found["options"]] == ["damage=on", "barricades=2"]
    assert all(row["games"] == 3 for row in found["options"])
    told = run(*words)
    assert any(line.startswith("What does damage=on change in first-steps?") for line in told.lines)


def test_the_same_seed_gives_the_same_file_whatever_the_jobs(run: Run, tmp_path: Path) -> None:
    words = (*WORDS, "--games", "4", "--armies", "6")
    run(*words, "--out", tmp_path / "1.json")
    run(*words, "--jobs", "2", "--out", tmp_path / "2.json")
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()


def test_a_run_goes_on_from_its_state(run: Run, tmp_path: Path) -> None:
    words = (*WORDS, "--games", "4", "--armies", "6", "--state", tmp_path / "state")
    first = run(*words, "--json")
    kept = (tmp_path / "state").read_bytes()
    assert run(*words, "--json").out == first.out
    assert (tmp_path / "state").read_bytes() == kept


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--bot", "deep"), ("deep",)),
        (("--bot", "greedy,random"), ("--bot", "one")),
        (("--games", "0", "--armies", "0"), ("--games", "--armies")),
        (("--games", "-1"), ("--games",)),
        (("--scenario", "nowhere"), ("nowhere",)),
        (("--until", "2"), ("--until", "0.05")),
        (("--until", "soon"), ("--until", "soon")),
        (("--option", "fog=on"), ("fog",)),
        (("--option", "damage"), ("damage=on",)),
        (("--scenario", "first-steps", "--option", "damage=off"), ("damage=off", "anyway")),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_a_wrong_question_is_misuse_and_plays_nothing(run: Run, words: tuple[str, ...], told: tuple[str, ...]) -> None:
    refused(run("balance", BOOK, *words), 2, *told)
