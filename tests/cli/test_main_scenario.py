"""Where no scenario is named, the book's main one is played, and it is said."""

import pytest

from hulldown.lab.scenarios import MAIN, main_scenario
from hulldown.rulebooks import BOOKS, load
from tests.cli.conftest import BOOK, Run


@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_games_are_of_the_main_scenario_and_it_is_said(run: Run, command: str) -> None:
    ran = run(command, BOOK, "--bots", "greedy,random", "--games", "2")
    assert ran.status == 0
    assert ran.err == "No scenario is named, so it is ten-tanks, the main one of Panzer Strike: France 1944.\n"
    assert " · ten-tanks · " in ran.lines[0]


def test_nothing_is_said_where_one_is_named(run: Run) -> None:
    assert run("simulate", BOOK, "--scenario", "first-steps", "--bots", "random,random", "--games", "2").err == ""


@pytest.mark.parametrize("book", BOOKS)
def test_odds_of_a_shot_that_nobody_named_are_those_of_the_main_scenario(run: Run, book: str) -> None:
    ran = run("odds", book)
    assert ran.status == 0
    assert f"{MAIN[book]}, the main scenario" in ran.err
    said = ran.err.partition("scenario: ")[2].strip(". \n")
    shot, _, far = said.partition(", range ")
    attacker, _, target = shot.partition(" at ")
    named = run("odds", book, "--attacker", attacker, "--target", target, "--range", far)
    assert (named.out, named.err) == (ran.out, "")


def test_what_is_named_is_kept(run: Run) -> None:
    ran = run("odds", BOOK, "--attacker", "light", "--range", "5")
    assert "light at heavy, range 5" in ran.err
    assert ran.lines[0].startswith("Light fires at Heavy, front, 5 squares")


@pytest.mark.parametrize("book", BOOKS)
def test_every_main_scenario_is_there(book: str) -> None:
    assert main_scenario(load(book)) in [row.id for row in load(book).library.scenarios()]
