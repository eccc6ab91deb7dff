"""`tournament`: a table of ratings, in every form."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import BOOK, Run, refused

WORDS = ("tournament", BOOK, "--scenario", "first-steps", "--games", "4")


def test_the_table_the_json_and_the_files_agree(run: Run, tmp_path: Path) -> None:
    files = [tmp_path / f"t.{kind}" for kind in ("html", "csv", "json")]
    ran = run(*WORDS, "--json", *[word for file in files for word in ("--out", file)])
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert (found["games"], found["errors"]) == (4, 0)
    assert [row["bot"] for row in found["ratings"]] == ["greedy", "random"]
    for row in found["ratings"]:
        assert row["elo"]["low"] <= row["elo"]["mid"] <= row["elo"]["high"]
        assert row["wins"] + row["draws"] + row["losses"] == 4
    written = json.loads(files[2].read_text())
    assert written.pop("facts")["command"] == f"hulldown {' '.join(WORDS[:2])} --bots greedy,random " + " ".join(
        (*WORDS[2:], "--seed", "1")
    )
    assert written == found
    assert "greedy" in files[0].read_text()
    table = run(*WORDS)
    assert max(map(len, table.lines)) <= 80
    assert table.lines[-1].startswith("greedy is the strongest")


def test_a_limit_that_was_set_is_told(run: Run) -> None:
    words = ("tournament", "panzerkampf", "--bots", "greedy,random", "--games", "2", "--scenario")
    assert json.loads(run(*words, "first-shots", "--json").out)["remarks"] == [
        "first-shots: No limit is set, and games that nobody watches end after 15 rounds (PK-R46)."
    ]
    assert "remarks" not in json.loads(run(*words, "bocage", "--option", "rounds=1", "--json").out)


def test_the_same_seed_gives_the_same_file_whatever_the_jobs(run: Run, tmp_path: Path) -> None:
    one, two, other = (tmp_path / name for name in ("1.html", "2.html", "3.html"))
    run(*WORDS, "--bots", "random,greedy", "--out", one)
    run(*WORDS, "--bots", "random,greedy", "--jobs", "2", "--state", tmp_path / "state", "--out", two)
    run(*WORDS, "--bots", "random,greedy", "--seed", "other", "--out", other)
    assert one.read_bytes() == two.read_bytes() != other.read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--bots", "greedy"), ("--bots", "2 to 20")),
        (("--bots", "greedy,greedy"), ("--bots", "different")),
        (("--bots", "greedy,deep"), ("--bots", "deep", "random")),
        (("--games", "3"), ("--games", "even")),
        (("--games", "0"), ("--games",)),
        (("--scenario", "nowhere"), ("nowhere",)),
        (("--scenario", "ambush", "--option", "fog=on"), ("fog",)),
        (("--out", "report.pdf"), ("--out", ".html")),
        (("--out", "no/such/folder/x.csv"), ("--out", "folder")),
        (("--jobs", "2", "--cluster", "tcp://x:1"), ("--cluster", "--jobs")),
        (("--seed", ""), ("--seed",)),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_a_wrong_tournament_is_misuse_and_plays_nothing(
    run: Run, words: tuple[str, ...], told: tuple[str, ...]
) -> None:
    refused(run("tournament", BOOK, *words), 2, *told)
