"""`compare`: the same duel in every book that has it."""

import json
from fractions import Fraction
from pathlib import Path

from hulldown.kernel.question import odds_between
from hulldown.lab.odds import outlast, stand_in
from hulldown.rulebooks import load
from tests.cli.conftest import Run, refused


def test_a_duel_is_shown_in_every_book_that_has_it(run: Run, tmp_path: Path) -> None:
    ran = run("compare", "Panther", "Sherman", "--json", "--out", tmp_path / "c.html")
    found = json.loads(ran.out)
    books = {row["book"]: row for row in found["books"]}
    assert {"core", "squadron"} <= books.keys()
    assert {"france1944", "dynamic"} <= {*found["without"]}
    assert (books["core"]["one"], books["core"]["other"]) == ("panther", "sherman")
    near = books["squadron"]["ranges"][0]
    exact = odds_between(load("squadron").library, "panther-g", "sherman-75", near["range"], "front", {})
    assert near["one"]["fraction"] == str({str(key): value for key, value in exact.items()}["destroyed"])
    assert "Sherman 76" in (tmp_path / "c.html").read_text(), "who else might stand for it is said"
    told = run("compare", "Panther", "Sherman")
    assert max(map(len, told.lines)) <= 80
    assert any("no unit there has such a name" in line for line in told.lines)


def test_classes_are_compared_too(run: Run) -> None:
    found = json.loads(run("compare", "heavy", "medium", "--zone", "rear", "--json").out)
    assert {"france1944", "dynamic", "core"} <= {row["book"] for row in found["books"]}


def test_who_stands_in_can_be_chosen(run: Run) -> None:
    found = json.loads(run("compare", "panther", "sherman", "--use", "squadron:sherman-76", "--json").out)
    assert {row["book"]: row["other"] for row in found["books"]}["squadron"] == "sherman-76"


def test_a_name_is_matched_by_whole_words() -> None:
    core = load("core")
    panther = stand_in(core, "panther")
    assert panther is not None
    assert (panther.id, panther.others) == ("panther", ())  # not the Bergepanther
    assert stand_in(core, "pan") is None
    tiger = stand_in(load("squadron"), "tiger")
    assert tiger is not None
    assert (tiger.id, tiger.others) == ("tiger-i", ("Tiger II",))


def test_who_fires_first_more_often_outlasts_the_other() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert outlast(half, half) == Fraction(2, 3)
    first, second = outlast(half, third), outlast(third, half)
    assert (first, second) == (Fraction(3, 4), Fraction(1, 2))
    assert outlast(Fraction(0), Fraction(0)) is None


def test_a_wrong_duel_is_misuse(run: Run) -> None:
    refused(run("compare", "panther", "zeppelin"), 2, "zeppelin", "hulldown units")
    refused(run("compare", "panther"), 2, "OTHER", "missing")
    refused(run("compare", "panther", "sherman", "--zone", "top"), 2, "top", "front")
    refused(run("compare", "panther", "sherman", "--use", "sherman-76"), 2, "--use", "squadron:sherman-76")
    refused(run("compare", "panther", "sherman", "--use", "squadron:maus"), 2, "maus")
