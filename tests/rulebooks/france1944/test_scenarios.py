"""The ready scenarios: what each promises a newcomer, and that it can be set up."""

from functools import cache

import pytest

from hulldown.kernel.library import ScenarioForce, ScenarioRow
from hulldown.rulebooks.panzerstrike.france1944 import files, library
from hulldown.rulebooks.panzerstrike.france1944.assembly import BOARDS
from hulldown.rulebooks.panzerstrike.france1944.rules import HERE
from hulldown.rulebooks.panzerstrike.france1944.setup import Setup, defender, value_of
from tests.marks import rule

ALL = sorted(path.stem for path in (HERE / "scenarios").glob("*.toml"))


@cache
def rows() -> dict[str, ScenarioRow]:
    return {row.id: row for row in library.scenarios()}


def built(scenario: str) -> Setup:
    return library.build(scenario)


@pytest.mark.parametrize("scenario", ALL)
def test_a_scenario_is_presented_in_one_plain_sentence(scenario: str) -> None:
    row = rows()[scenario]
    assert row.name
    assert row.summary.endswith(".")
    assert ". " not in row.summary, "one sentence"
    assert 40 <= len(row.summary) <= 200
    assert 5 <= row.minutes <= 240
    assert row.map in BOARDS


@rule("FR-03", "FR-04")
@pytest.mark.parametrize("scenario", ALL)
def test_the_armies_of_a_scenario_spend_what_was_agreed(scenario: str) -> None:
    setup = built(scenario)
    for army in (setup.red, setup.blue):
        assert value_of(setup.chart, army) == army.total


def test_names_are_not_used_twice_and_every_board_is_played_on() -> None:
    assert len({row.name for row in rows().values()}) == len(rows()) >= 8
    assert {row.map for row in rows().values()} == set(BOARDS)


def test_the_first_game_is_short_and_has_no_options() -> None:
    row = rows()["first-steps"]
    assert row.minutes == 10
    assert row.options == ()
    assert 3 <= sum(row.red.units.values()) <= 4
    assert row.red == row.blue


@rule("FR-Q36")
def test_crossroads_is_the_standard_game() -> None:
    """FR-Q36: 20 points, 2 Heavy, 5 Medium and 4 Light, no options."""
    setup = built("crossroads")
    assert setup.red == setup.blue
    assert (setup.red.tanks, setup.red.total) == ({"heavy": 2, "medium": 5, "light": 4}, 20)
    assert (setup.flags, setup.barricades, setup.turn_limit, setup.damage, setup.hidden) == ((0, 0), 0, 0, False, False)


def test_ten_tanks_has_ten_tanks_a_side_in_the_centre() -> None:
    row = rows()["ten-tanks"]
    for side in (row.red, row.blue):
        assert side == ScenarioForce({"heavy": 2, "medium": 4, "light": 4}, 18, flags=0)
    assert (row.map, row.options, row.turn_limit) == ("centre", (), 0)


@rule("FR-48")
@pytest.mark.parametrize(("scenario", "many"), [("one-flag", 1), ("two-flags", 2)])
def test_flags_come_one_each_and_two_each(scenario: str, many: int) -> None:
    assert built(scenario).flags == (many, many)


@rule("FR-49", "FR-58", "FR-Q28")
def test_the_attack_has_half_as_many_points_again_and_25_rounds() -> None:
    """FR-Q28: 24 against 16, and the defender wins after round 25."""
    setup = built("hold-the-square")
    holder = defender(setup)
    assert holder is not None
    attack, defence = setup.army(holder.other), setup.army(holder)
    assert (attack.total, defence.total, setup.turn_limit) == (24, 16, 25)
    assert 1 <= setup.flags[holder] <= 4


@rule("FR-H10")
def test_a_scenario_says_what_of_it_is_the_house_s() -> None:
    house = {scenario: row.house for scenario, row in rows().items()}
    assert {scenario: words for scenario, words in house.items() if words} == {"ambush": ("hidden deployment",)}
    assert [option.name for option in library.OPTIONS if option.house] == ["hidden"]


def test_the_options_are_each_to_be_found_in_a_scenario() -> None:
    assert built("barricades").damage
    assert built("barricades").barricades
    assert built("ambush").hidden
    whole = built("whole-front")
    assert whole.red.total >= 30
    assert whole.board.grid.columns == 48


@pytest.mark.parametrize("scenario", ALL)
def test_the_players_may_agree_otherwise(scenario: str) -> None:
    setup = library.build(
        scenario, red="light=3", blue="light=2", board="south", options={"damage": "on", "total": "9"}
    )
    assert (setup.red.tanks, setup.blue.tanks, setup.damage) == ({"light": 3}, {"light": 2}, True)
    assert setup.board == files.read_board("south")
