"""`hulldown analyse`: the account of a game, in words and as JSON."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, refused

RECORDS = Path(__file__).parents[1] / "rulebooks" / "france1944" / "records"


def test_the_account_adds_up_as_it_is_printed(run: Run) -> None:
    told = json.loads(run("analyse", RECORDS / "crossroads.jsonl", "--json").out)
    account = told["sum"]
    assert account["start"] + account["luck"] + account["play"] == pytest.approx(account["result"], abs=1e-9)
    assert account["adjusted"] == pytest.approx(account["result"] - account["luck"], abs=1e-9)
    assert account["luck"] == pytest.approx(account["red_luck"] - account["blue_luck"], abs=1e-9)
    numbers = [moment["number"] for moment in told["moments"]]
    assert set(told["luckiest"]) <= set(numbers)
    assert len(told["model"]) == 16


def test_it_is_told_in_words(run: Run) -> None:
    told = run("analyse", RECORDS / "crossroads.jsonl").out
    for words in ("at a glance", "result without luck", "the luckiest rolls", "the luckier one", "luck by phase"):
        assert words in told


def test_luck_by_unit_and_by_phase_add_up_to_that_of_the_sides(run: Run) -> None:
    found = json.loads(run("analyse", RECORDS / "crossroads.jsonl", "--json").out)
    for side, whole in enumerate((found["sum"]["red_luck"], found["sum"]["blue_luck"])):
        rolls = [one for one in found["moments"] if one["rolled"] and one["side"] == side]
        assert sum(one["luck"] for one in rolls) == pytest.approx(whole)
        assert all(one["unit"] is None or str(one["unit"]) in found["units"] for one in rolls)
    told = run("analyse", RECORDS / "crossroads.jsonl").out
    assert "luck by unit, for its side" in told
    assert any(name in told for name in found["units"].values())


def test_battles_bring_an_interval(run: Run) -> None:
    told = run("analyse", RECORDS / "first-steps.jsonl", "--battles", "4").out
    assert "4 battles of greedy an order" in told
    assert " ± " in told


def test_what_battles_have_measured_is_kept_and_not_fought_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("analyse", RECORDS / "first-steps.jsonl", "--battles", "2", "--state", tmp_path / "kept", "--json")
    told = run(*asked).out

    def fought(*_: object) -> float:
        raise AssertionError("a battle is fought again")

    monkeypatch.setattr("hulldown.lab.battles.score", fought)
    assert run(*asked).out == told


def test_a_look_that_is_stopped_says_what_is_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr("hulldown.lab.battles.score", stopped)
    asked = ("analyse", RECORDS / "first-steps.jsonl", "--battles", "2")
    said = run(*asked, "--state", tmp_path / "kept").err
    assert "stopped after 0 of " in said
    assert f"kept in {tmp_path / 'kept'}" in said.replace("\n", "")
    assert "none of them is kept" in run(*asked).err


def test_what_cannot_be_analysed_is_told_in_a_sentence(run: Run, tmp_path: Path) -> None:
    going = tmp_path / "going.jsonl"
    lines = (RECORDS / "crossroads.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    going.write_text("".join(lines[:40]), encoding="utf-8")
    refused(run("analyse", going), 1, "the game is not over")
    refused(run("analyse", going, "--battles", "1"), 2, "needs 2 at least")
    refused(run("analyse", RECORDS / "crossroads.jsonl", "--state", "kept"), 2, "--battles")
    refused(run("analyse", going, "--by", "nobody"), 2, "--by: ")
    refused(run("analyse", going, "--by", "greedy,random"), 2, "one fights for both sides")
    refused(run("analyse", tmp_path / "none.jsonl"), 1, "none.jsonl")
