"""`odds`: the same numbers as the rule that resolves the shot."""

import json
from fractions import Fraction

import pytest

from hulldown.kernel.question import odds_between
from hulldown.rulebooks import load
from tests.cli.conftest import BOOK, Run, refused

LIBRARY = load(BOOK).library
SHOT = ("odds", BOOK, "--attacker", "heavy", "--target", "medium")


def test_outcomes_are_exact_and_add_up_to_one(run: Run) -> None:
    outcomes = json.loads(run(*SHOT, "--range", "9", "--zone", "front", "--json").out)["outcomes"]
    expected = odds_between(LIBRARY, "heavy", "medium", 9, "front", {})
    assert {name: Fraction(row["fraction"]) for name, row in outcomes.items()} == expected
    assert sum(Fraction(row["fraction"]) for row in outcomes.values()) == 1
    for row in outcomes.values():
        assert row["percent"] == round(float(Fraction(row["fraction"]) * 100), 2)
        assert "/" in row["fraction"]


def test_the_damage_option_changes_the_odds(run: Run) -> None:
    plain = json.loads(run(*SHOT, "--range", "9", "--json").out)["outcomes"]
    damage = json.loads(run(*SHOT, "--range", "9", "--option", "damage=on", "--json").out)["outcomes"]
    assert plain["damaged"]["fraction"] == "0/1"
    assert damage["damaged"]["percent"] > 0
    assert damage["destroyed"]["percent"] < plain["destroyed"]["percent"]


def test_the_table_goes_from_the_least_range_until_nothing_can_happen(run: Run) -> None:
    lines = run(*SHOT, "--range", "9").lines
    start = next(at for at, line in enumerate(lines) if line.startswith("range"))
    ranges = [int(line.split()[0]) for line in lines[start + 2 :]]
    assert ranges == list(range(2, ranges[-1] + 1))
    for zone in ("front", "side", "rear"):
        assert odds_between(LIBRARY, "heavy", "medium", ranges[-1] + 1, zone, {})["nothing"] == 1
    assert any(
        odds_between(LIBRARY, "heavy", "medium", ranges[-1], zone, {})["nothing"] < 1
        for zone in ("front", "side", "rear")
    )


def test_the_shot_asked_about_is_pointed_at_in_the_table(run: Run) -> None:
    lines = run(*SHOT, "--range", "9", "--zone", "side").lines
    (pointed,) = [line for line in lines if "◂" in line]
    chance = odds_between(LIBRARY, "heavy", "medium", 9, "side", {})["destroyed"]
    assert pointed.split("◂")[0].rstrip(" █▏▎▍▌▋▊▉").endswith(f"{float(chance * 100):.2f}")


@pytest.mark.parametrize(("asked", "row"), [("5", "5"), ("6", "6 or more"), ("300", "6 or more")])
def test_ranges_that_are_alike_for_ever_are_one_row(run: Run, asked: str, row: str) -> None:
    lines = run("odds", "squadron", "--attacker", "t-34-85", "--target", "panther-g", "--range", asked).lines
    start = next(at for at, line in enumerate(lines) if line.split()[:1] == ["range"])
    assert [line.split()[0] for line in lines[start + 2 :]] == list("123456")
    (pointed,) = [line for line in lines if "◂" in line]
    assert pointed.strip().startswith(f"{row} ")


def test_a_class_may_be_named_by_its_letter(run: Run) -> None:
    ran = run("odds", BOOK, "--attacker", "h", "--target", "m", "--range", "9")
    assert ran.out == run(*SHOT, "--range", "9").out
    assert ran.lines[0].startswith("Heavy fires at Medium")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--attacker", "tiger", "--target", "light", "--range", "5"), ("tiger", "heavy")),
        (("--attacker", "heavy", "--target", "light", "--range", "1"), ("1", "2", "FR-42")),
        (("--attacker", "heavy", "--target", "light", "--range", "-4"), ("-4",)),
        (("--attacker", "heavy", "--target", "light", "--range", "far"), ("--range", "far", "whole number")),
        (("--attacker", "heavy", "--target", "light", "--range", "5.5"), ("--range", "5.5", "whole number")),
        (("--attacker", "heavy", "--target", "light", "--range", "9" * 5000), ("--range", "whole number")),
        (("--attacker", "heavy", "--target", "light", "--range", "5", "--zone", "top"), ("top", "front")),
        (("--attacker", "heavy", "--target", "light", "--range", "5", "--option", "damage"), ("damage", "damage=on")),
        (("--attacker", "heavy", "--target", "light", "--range", "5", "--option", "fog=on"), ("fog",)),
        (
            ("--attacker", "heavy", "--target", "light", "--range", "5", *["--option", "damage=on"] * 2),
            ("damage", "twice"),
        ),
        (("--attacker", "heavy", "--target", "light", "--range"), ("--range", "needs a value")),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_a_wrong_shot_is_misuse(run: Run, words: tuple[str, ...], told: tuple[str, ...]) -> None:
    refused(run("odds", BOOK, *words), 2, *told)


def test_a_parabolic_shot_has_a_column_for_each_choice_of_dice(run: Run) -> None:
    """By the chart's ranges, or all that the dice can make."""
    shot = ("odds", "dynamic", "--attacker", "heavy-howitzer", "--target", "heavy", "--range", "12")
    lofted = (*shot, "--option", "mode=parabolic", "--option", "half=on")
    lines = run(*lofted).lines
    assert lines[0].startswith("Heavy Self-Propelled Howitzer fires at Heavy Tank, 12 squares away")
    start = next(at for at, line in enumerate(lines) if line.startswith("range  standard dice"))
    rows = {int(line.split()[0]): line for line in lines[start + 2 :]}
    assert sorted(rows) == list(range(11, 19))
    assert "16.00" in rows[12]
    assert "23.06" in rows[12]
    assert rows[12].rstrip().endswith("◂")
    assert rows[18].rstrip().endswith("–"), "beyond low range there is no half-die"
    unlimited = run(*lofted, "--option", "limits=off").lines
    ranges = [int(line.split()[0]) for line in unlimited[start + 2 :]]
    assert ranges == list(range(5, 31)), "from five ones to five sixes"


def test_odds_of_dynamic_are_refused_with_their_rule(run: Run) -> None:
    shot = ("odds", "dynamic", "--attacker", "light-howitzer", "--target", "heavy", "--option", "mode=parabolic")
    refused(run(*shot, "--range", "7"), 2, "7 squares", "from 8 to 16", "DYN-121")
    refused(run(*shot, "--range", "15", "--option", "half=on"), 2, "up to 14", "DYN-Q31")


def test_ranges_of_core_are_sections_and_a_high_arc_meets_zones(run: Run) -> None:
    shot = ("odds", "core", "--attacker", "heavy-howitzer", "--target", "heavy", "--option", "mode=parabolic")
    lines = run(*shot, "--range", "5").lines
    assert lines[0].startswith("Heavy Self-Propelled Howitzer fires at Heavy Tank, front, 5 sections away")
    start = next(at for at, line in enumerate(lines) if line.startswith("range  front"))
    rows = [line.split()[:2] for line in lines[start + 2 :]]
    assert rows == [["4", "30.56"], ["5", "22.22"], ["6", "13.89"], ["7", "8.33"], ["8", "4.17"]]
    refused(run(*shot, "--range", "3"), 2, "3 sections", "from 4 to 8", "CORE-107")


def test_of_a_wall_the_chance_is_that_it_falls(run: Run) -> None:
    lines = run("odds", "core", "--attacker", "heavy", "--target", "wall", "--range", "1").lines
    assert lines[0] == "Heavy Tank fires at wall, front, 1 section away"
    assert "Percent wall removed, by range and zone" in lines
    assert any(line.split()[:2] == ["1", "97.22"] for line in lines)
