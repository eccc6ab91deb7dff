"""The shares that books tell: as they were played, and with how sure they are."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from hulldown.kernel.interval import wilson
from hulldown.lab import fair
from hulldown.lab.fair import main, measured, measured_again, paired, share_of, written
from hulldown.rulebooks import BOOKS, home_of, load, opened, openings
from hulldown.rulebooks.files import read_sheet
from hulldown.rulebooks.shares import FILE, Paired, Share, Shares, shares


@pytest.mark.parametrize("book_id", BOOKS)
def test_each_share_is_of_a_battle_of_its_book(book_id: str) -> None:
    found = shares(home_of(book_id))
    assert (found.book, found.bots, found.seed) == (book_id, "greedy,greedy", fair.SEED)
    assert {*found.scenario} <= {row.id for row in load(book_id).library.scenarios()}
    assert {*found.opening} <= {line.id for line in openings(book_id)}
    assert all(share.games % 2 == 0 and share.games >= 20 for share in (found.scenario | found.opening).values())
    assert (home_of(book_id) / FILE).read_text("utf-8") == written(found)


def test_a_scenario_tells_its_share_with_an_interval_and_the_command() -> None:
    told = shares(home_of("france1944")).scenario["crossroads"]
    row = next(row for row in load("france1944").library.scenarios() if row.id == "crossroads")
    assert isinstance(row.fair, msgspec.Struct)
    seen = wilson(told.red + told.draws / 2, told.games)
    assert (row.fair.red, row.fair.blue, row.fair.draws, row.fair.games) == (*msgspec.structs.astuple(told), told.games)
    assert (row.fair.low, row.fair.mid, row.fair.high) == pytest.approx((seen.low, seen.mid, seen.high), abs=1e-4)
    assert row.fair.command.startswith(
        "hulldown simulate france1944 --scenario crossroads --bots greedy,greedy --games"
    )


def test_what_was_not_measured_says_nothing(tmp_path: Path) -> None:
    assert shares(tmp_path).fair("scenario", "crossroads") is msgspec.UNSET
    assert Shares("x", "a,b", "s", {"one": Share(1, 2, 3)}).fair("opening", "one") is msgspec.UNSET


def test_the_command_of_a_share_plays_those_very_games() -> None:
    setup = opened("france1944", "first")
    assert share_of("france1944", setup, 10) == share_of("france1944", setup, 10)


def test_books_are_measured_again_as_often_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Shares("france1944", "greedy,greedy", "fair", {"ambush": Share(2, 2, 0)})
    (tmp_path / FILE).write_text(written(old), "utf-8")
    monkeypatch.setattr(fair, "home_of", lambda book_id: tmp_path)
    assert measured("france1944").scenario.keys() == {"ambush"}
    assert main(["2", "france1944"]) == 0
    found = read_sheet(tmp_path / FILE, Shares)
    assert found.scenario["ambush"].games == 4
    assert found.scenario["crossroads"].games == found.opening["first"].games == 2
    assert main(["chess"]) == 2


def test_named_battles_and_options_are_measured_and_the_rest_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Shares("france1944", "greedy,greedy", "fair", {"ambush": Share(2, 2, 0)})
    (tmp_path / FILE).write_text(written(old), "utf-8")
    monkeypatch.setattr(fair, "home_of", lambda book_id: tmp_path)
    assert main(["6", "france1944/first-steps", "france1944/first-steps+damage=on"]) == 0
    found = read_sheet(tmp_path / FILE, Shares)
    assert found.scenario["ambush"] == Share(2, 2, 0)
    assert found.scenario["first-steps"].games == found.option["damage"].games == 6
    assert written(found) == (tmp_path / FILE).read_text("utf-8")
    shares.cache_clear()
    assert measured_again("france1944", ["first-steps+damage=on"]).option == found.option
    assert "hidden" not in measured_again("france1944", ["first-steps+hidden=on"]).option  # Greedy makes nothing of it
    assert main(["france1944/nowhere"]) == main(["2", "france1944/first-steps+damage=off"]) == 2


def test_what_an_option_changes_is_what_the_command_of_the_page_finds() -> None:
    told = paired("france1944", "first-steps", "damage", "on", 6)
    book = Shares("france1944", "greedy,greedy", "fair", option={"damage": told})
    difference = book.differences()["damage"]
    assert not difference.clear or difference.low * difference.high > 0
    run = subprocess.run(
        [sys.executable, "-m", *difference.command.replace("hulldown", "hulldown.cli", 1).split(), "--json"],
        capture_output=True,
        check=True,
    )
    rounds = msgspec.json.decode(run.stdout)["options"][0]["measures"]["rounds"]
    assert (rounds["without"], rounds["with"]) == (told.before, told.after)
    assert rounds["change"]["low"] == pytest.approx(told.low, abs=0.01)
    spaced = Shares("x", "a,a", "s", option={"edges": Paired("one", "long sides", 2, 1.0, 1.0, 0.0, 0.0)})
    assert "'edges=long sides'" in spaced.differences()["edges"].command


@pytest.mark.parametrize("book_id", BOOKS)
def test_each_difference_is_of_an_option_of_its_book(book_id: str) -> None:
    library = load(book_id).library
    known = {option.name: option for option in library.OPTIONS}
    for name, one in shares(home_of(book_id)).option.items():
        assert library.agreed(library.build(one.scenario)).get(name) != one.value
        known[name].read(one.value)
        assert one.games >= 20
        assert one.differs
        assert one.low - 0.01 <= one.after - one.before <= one.high + 0.01
