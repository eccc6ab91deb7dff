"""The ready scenarios: what each promises a newcomer, and that it can be set up."""

from functools import cache

import pytest

from hulldown.kernel.library import ScenarioRow
from hulldown.rulebooks.panzerstrike.dynamic import files, library
from hulldown.rulebooks.panzerstrike.dynamic.rules import HERE
from hulldown.rulebooks.panzerstrike.dynamic.setup import Setup, uneven, value_of
from tests.marks import rule

ALL = sorted(path.stem for path in (HERE / "scenarios").glob("*.toml"))
STANDARD = {"heavy": 2, "medium": 4, "light": 3, "hunter": 1, "light-destroyer": 2, "car": 1, "light-howitzer": 1}
SWITCHES = ("command", "extra", "turrets", "solid", "quick", "hidden")


@cache
def rows() -> dict[str, ScenarioRow]:
    return {row.id: row for row in library.scenarios()}


def built(scenario: str) -> Setup:
    return library.build(scenario)


def on(setup: Setup) -> set[str]:
    return {name for name in SWITCHES if getattr(setup, name)}


@pytest.mark.parametrize("scenario", ALL)
def test_a_scenario_is_presented_in_two_plain_sentences_at_most(scenario: str) -> None:
    row = rows()[scenario]
    assert row.name
    assert row.summary.endswith(".")
    assert row.summary.count(". ") <= 1
    assert 40 <= len(row.summary) <= 200
    assert 5 <= row.minutes <= 240
    assert row.map in files.boards()


@rule("DYN-20")
@pytest.mark.parametrize("scenario", ALL)
def test_the_armies_of_a_scenario_spend_what_was_agreed(scenario: str) -> None:
    setup = built(scenario)
    for army in (setup.red, setup.blue):
        assert value_of(setup.chart, army) == army.total
    assert uneven(setup) == ""


def test_names_are_not_used_twice_and_every_map_and_class_is_played() -> None:
    assert len({row.name for row in rows().values()}) == len(rows()) >= 8
    assert {row.map for row in rows().values()} == set(files.boards())
    played = {kind for row in rows().values() for side in (row.red, row.blue) for kind in side.units}
    assert played == {kind.id for kind in files.generic()} - {"spaa"}


def test_the_duel_is_short_and_plain() -> None:
    row = rows()["duel"]
    assert (row.minutes, row.options, row.red) == (10, (), row.blue)
    assert sum(row.red.units.values()) == 3


@rule("DYN-166", "DYN-167", "DYN-169", "DYN-172", "DYN-173", "DYN-175", "DYN-Q36", "DYN-Q40", "DYN-Q58")
@pytest.mark.parametrize("board", ["northern", "central"])
def test_the_basic_scenario_is_the_same_for_both_on_two_boards(board: str) -> None:
    """DYN-Q36, DYN-Q40, DYN-Q58: 25 points, three free SPAA, two to destroy, 30 rounds."""
    setup = built(f"basic-{board}")
    assert setup.board == files.boards()[board].board
    assert setup.red == setup.blue
    assert (setup.red.units, setup.red.total) == (STANDARD, 25)
    assert (setup.spaa, setup.lost_spaa, setup.turn_limit) == (3, 2, 30)
    names = [[setup.board.grid.names[square] for square in block] for block in setup.blocks]
    assert names == [["A3", "B3", "A4", "B4"], ["A9", "B9", "A10", "B10"], ["A15", "B15", "A16", "B16"]]
    assert on(setup) == set()


@rule("DYN-16", "DYN-17", "DYN-Q58")
def test_the_open_battle_has_no_scenario_and_the_standard_army() -> None:
    """DYN-Q58: 25 points, all options off."""
    setup = built("open-battle")
    assert (setup.red.units, setup.blue.units) == (STANDARD, STANDARD)
    assert (setup.spaa, setup.turn_limit, setup.blocks, on(setup)) == (0, 0, (), set())


@rule("DYN-177", "DYN-188", "DYN-H5")
def test_the_quick_start_has_combat_vehicles_and_an_empty_map() -> None:
    """DYN-H5: the walls of its map are not set up."""
    setup = built("quick-start")
    assert on(setup) == {"quick"}
    assert (setup.walls, setup.low, setup.high) == ((), (), ())
    assert files.boards()["central"].walls
    fought = {kind.category for kind in setup.chart if setup.red.units.get(kind.id)}
    assert fought == {"combat"}


def test_each_part_of_the_book_has_a_scenario() -> None:
    assert built("walls-and-blades").red.units["dozer"] == 2
    assert len(built("walls-and-blades").walls) == 10
    assert built("workshop").red.units["recovery"] == 3
    long_arm = built("long-arm")
    assert sum(long_arm.red.units.get(kind.id, 0) for kind in long_arm.chart if kind.parabolic) == 5
    line = built("gun-line")
    assert (line.red.total, line.blue.total, line.blue.units["gun"]) == (16, 16, 10)
    assert not any(line.red.units.get(kind.id) for kind in line.chart if not kind.vehicle)


def test_fifty_points_come_with_all_options() -> None:
    setup = built("fifty")
    assert setup.red.total == setup.blue.total == 50
    assert on(setup) == set(SWITCHES) - {"quick"}
    assert setup.heights


@rule("DYN-H8")
def test_a_scenario_says_what_of_it_is_the_house_s() -> None:
    house = {row.id: row.house for row in library.scenarios() if row.house}
    assert house == {"fifty": ("hidden deployment",)}


@pytest.mark.parametrize("scenario", ALL)
def test_the_players_may_agree_otherwise(scenario: str) -> None:
    setup = library.build(scenario, red="light=3", blue="light=2", board="mill", options={"hidden": "on", "total": "9"})
    assert (setup.red.units, setup.blue.units, setup.hidden) == ({"light": 3}, {"light": 2}, True)
    assert setup.board == files.boards()["mill"].board
