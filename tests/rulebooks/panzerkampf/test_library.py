"""What lies beside the rules: scenarios, tables, options and files, and what is told about mistakes in them."""

from itertools import product
from pathlib import Path

import pytest

from hulldown.kernel.files import Fault, read_text
from hulldown.kernel.library import ScenarioForce
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks.panzerkampf import files, library, options
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.rules import HERE
from hulldown.rulebooks.panzerkampf.setup import (
    Army,
    Setup,
    allowance,
    battle_zone,
    command_dice,
    long_edges,
    unplaced,
    value_of,
)
from hulldown.rulebooks.panzerkampf.tables import LEGEND
from tests.marks import rule

SCENARIOS = sorted(path.stem for path in (HERE / "scenarios").glob("*.toml"))
SCENARIO = """name = "Two farms"
summary = "A short fight."
minutes = 15
table = "village"
campaign = "standard"
limit = 500
red = { medium-tank = 2 }
blue = { light-tank = 2 }
"""
TABLE = """name = "A pond"
width = 100
height = 60

[[feature]]
kind = "water"
name = "pond"
movement = "water"
sight = "open"
polygon = [[40, 20], [60.25, 22], [50, 40]]

[[feature]]
kind = "house"
movement = "impassable"
sight = "blocks"
rectangle = [70, 20, 5, 4.05]
"""


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# Scenarios


@rule("PK-82", "PK-88", "PK-97")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_set_up_close_to_its_points(scenario: str) -> None:
    setup = library.build(scenario)
    for side in Side:
        attacks = setup.campaign != "standard" and side is not setup.defending  # with all that he may have he wins
        least = (0.5 if attacks else 0.87) * allowance(setup, side)
        assert least <= value_of(setup.chart, setup.army(side)) <= allowance(setup, side)
    if setup.campaign == "standard":
        red, blue = (value_of(setup.chart, setup.army(side)) for side in Side)
        assert abs(red - blue) <= 40
    assert decode(encode(setup), Setup) == setup


def test_the_ten_scenarios_have_all_campaigns_tables_and_units() -> None:
    rows = {row.id: row for row in library.scenarios()}
    assert set(rows) == set(SCENARIOS)
    assert len(rows) == 10
    assert {row.campaign for row in rows.values()} == {"standard", "escort", "encircled"}
    assert {row.map for row in rows.values()} == set(files.tables())
    armies = [side.units for row in rows.values() for side in (row.red, row.blue)]
    assert {kind for army in armies for kind in army} == {row.id for row in files.chart()}
    assert rows["pocket"].red.relief == ScenarioForce(
        {"medium-tank": 4, "heavy-tank": 1, "light-tank": 2, "recon-car": 1}, 1950
    )
    assert rows["ridge"].options == ("standard", "2 command dice a turn")
    assert (rows["convoy"].options, rows["convoy"].turn_limit) == (("escort", "last_support"), 15)


@rule("PK-R43", "PK-R44", "PK-R46", "PK-R53")
def test_a_scenario_says_what_the_house_adds_and_one_of_each_campaign_is_the_printed_game() -> None:
    rows = {row.id: row for row in library.scenarios()}
    assert rows["convoy"].house == ("convoy pace", "clear destination", "last support", "round limit")
    assert rows["pocket"].house == ("dug in", "silent start", "round limit")
    assert rows["dogfight"].house == ("a third flying", "round limit")
    printed = [row for row in rows.values() if not row.house]
    assert {row.campaign for row in printed} == {"standard", "escort", "encircled"}
    assert all(row.turn_limit == 0 for row in printed)


@rule("PK-R43", "PK-R44", "PK-R46", "PK-R53", "PK-R58")
def test_house_options_are_off_unless_somebody_switches_them_on() -> None:
    wanted = {"pace": "7", "clear": "5", "rounds": "9", "third_flying": "on"}
    wanted |= dict.fromkeys(("last_support", "dug_in", "silent_start"), "on")
    setup = library.build("first-shots", options=wanted)
    assert (setup.figures.escort.pace, setup.figures.escort.clear, setup.figures.rounds) == (7, 5, 9)
    switches = ("last_support", "dug_in", "silent_start", "third_flying")
    assert [getattr(setup, name) for name in switches] == [True] * 4
    off = library.build("first-shots")
    assert (off.figures.escort.pace, off.figures.escort.clear, off.figures.rounds) == (0, 0, 0)
    assert [getattr(off, name) for name in switches] == [False] * 4
    assert library.build("convoy", options={"rounds": "0", "pace": "0"}).figures.rounds == 0


@rule("PK-104", "PK-R33")
def test_a_scenario_tells_every_switch_that_is_on() -> None:
    """Infantry leaves wrecks unless somebody says otherwise."""

    def on(scenario: str) -> set[str]:
        return {name for name, value in library.agreed(library.build(scenario)).items() if value == "on"}

    assert on("first-shots") == {"infantry_wrecks"}
    assert on("ridge") == {"command", "infantry_wrecks"}
    assert on("pocket") == {"infantry_wrecks", "dug_in", "silent_start"}


@rule("PK-R46")
def test_games_that_nobody_watches_have_an_end() -> None:
    setup, told = library.bounded(library.build("first-shots"))
    assert setup.figures.rounds == 15
    assert told == "No limit is set, and games that nobody watches end after 15 rounds (PK-R46)."
    own = library.build("first-shots", options={"rounds": "9"})
    assert library.bounded(own) == (own, "")


BATTLES = [
    *product(files.tables(), ["first-shots", "ridge"]),
    *product({*files.tables()} - {"harbour"}, ["convoy"]),
]


@pytest.mark.parametrize(("table", "scenario"), sorted(BATTLES))
def test_every_table_has_room_for_battles_and_all_but_one_for_escorts(table: str, scenario: str) -> None:
    assert library.build(scenario, board=table).table.name == files.tables()[table].name


@rule("PK-90")
def test_no_convoy_starts_on_the_sea() -> None:
    """The attacker may choose any edge for the escorter."""
    with pytest.raises(Fault, match="the west zone lacks open ground for Red's Medium tank — PK-90"):
        library.build("convoy", board="harbour")


@rule("PK-84")
@pytest.mark.parametrize("table", files.tables())
def test_a_zone_holds_a_large_army_with_room_to_spare(table: str) -> None:
    """Sixty models, thirty a side, as on a full table."""
    setup = library.build("first-shots", board=table)
    army = Army({"medium-tank": 12, "heavy-tank": 4, "infantry": 8, "howitzer": 4, "super-heavy": 2})
    for edge in long_edges(setup.table):
        assert unplaced(setup, army, (battle_zone(setup, edge),)) is None


def test_the_force_and_the_remark_tell_the_points() -> None:
    setup = library.build("first-shots")
    red = library.force(setup, RED)
    assert (red.units, red.points, red.total) == ({"medium-tank": 2, "at-gun": 1, "infantry": 1}, 750, 750)
    assert library.remark(setup) == "Red has 750 points and Blue 740"
    assert library.force(library.build("convoy"), BLUE).total == 935
    assert library.remark(library.build("convoy")) == ""


# Options


def test_options_change_a_scenario() -> None:
    on = dict.fromkeys(options.SWITCHES, "on") | {"limit": "3000", "rounds": "9"}
    setup = library.build("first-shots", options=on)
    assert (setup.limit, setup.figures.rounds, command_dice(setup), setup.reverse) == (3000, 9, 3, True)
    off = library.build("first-shots", options=dict.fromkeys(options.SWITCHES, "off"))
    assert (off.command, off.infantry_wrecks, off.last_support, off.dug_in) == (False, False, False, False)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"weather": "rain"}, "option weather: there is no such option; there is limit, command, reverse, .*"),
        ({"command": "yes"}, "option command: 'yes' must be on or off"),
        ({"rounds": "-1"}, "option rounds: '-1' is not a whole number"),
        ({"rounds": "1000"}, "option rounds: '1000' is not a whole number from 0 to 100"),
        ({"limit": "99999"}, "option limit: '99999' is not a whole number from 0 to 50000"),
        ({"limit": "700"}, "red army: the army costs 750 points; 700 are allowed — PK-82"),
    ],
)
def test_a_wrong_option_is_told(options: dict[str, str], told: str) -> None:
    with pytest.raises(Fault, match=told):
        library.build("first-shots", options=options)


@rule("PK-82")
def test_armies_are_given_as_words_or_files(tmp_path: Path) -> None:
    file = written(tmp_path, 'name = "Guns"\nlimit = 700\nunits = { at-gun = 5 }\n')
    setup = library.build("first-shots", red="medium-tank=1, light-tank=2", blue=str(file))
    assert (setup.red.units, setup.blue.units) == ({"medium-tank": 1, "light-tank": 2}, {"at-gun": 5})
    with pytest.raises(Fault, match="'two tanks' is not a unit and a count; write medium-tank=2,infantry=3 — PK-82"):
        library.build("first-shots", red="two tanks")


@pytest.mark.parametrize(
    ("scenario", "board", "told"),
    [
        ("nothing", "", "scenario: there is no scenario 'nothing'; there is bocage, .*, or give a .toml file"),
        ("convoy", "moon", "table: there is no table 'moon'; there is airfield, .* — PK-10"),
    ],
)
def test_what_is_not_there_is_told(scenario: str, board: str, told: str) -> None:
    with pytest.raises(Fault, match=told):
        library.build(scenario, board=board)


# Files


def test_check_tells_what_a_file_is(tmp_path: Path) -> None:
    assert library.check(HERE / "units.toml") == "a chart of 25 units"
    assert library.check(HERE / "tables" / "village.toml").startswith("a table of 120 × 80 cm with ")
    assert library.check(written(tmp_path, TABLE)) == "a table of 100 × 60 cm with 2 features, A pond"
    assert library.check(written(tmp_path, 'name = "Guns"\nlimit = 700\nunits = { at-gun = 5 }\n')) == (
        "an army of 650 points, Guns"
    )
    assert library.check(written(tmp_path, SCENARIO)) == "a scenario, Two farms (Red has 500 points and Blue 360)"
    with pytest.raises(Fault, match=r"tables, units, armies and scenarios are \.toml files"):
        library.check(tmp_path / "table.txt")


def test_a_scenario_finds_a_table_beside_it(tmp_path: Path) -> None:
    written(tmp_path, TABLE, "pond.toml")
    path = written(tmp_path, SCENARIO.replace('"village"', '"pond.toml"'), "fight.toml")
    setup = library.build(str(path))
    assert (setup.table.name, setup.table.width, setup.table.height) == ("A pond", 100 * CM, 60 * CM)
    pond, house = setup.table.features
    assert pond.corners == ((40_000, 20_000), (60_250, 22_000), (50_000, 40_000))
    assert house.corners == ((70_000, 20_000), (75_000, 20_000), (75_000, 24_050), (70_000, 24_050))


def test_a_scenario_changes_single_figures_of_a_group(tmp_path: Path) -> None:
    path = written(tmp_path, SCENARIO + "\n[figures]\ntrench = 2\nmine = { hits = 4 }\n")
    figures = library.build(str(path)).figures
    assert (figures.trench, figures.mine.hits, figures.mine.penetration) == (2, 4, 6)


@rule("PK-07", "PK-09")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("width = 100", "width = 0", r"mine.toml:2: width is 0; a whole number from 1 to 240"),
        ("width = 100", "width = 1e300", r"mine.toml:2: width is 1e\+300; a whole number"),
        ('kind = "house"', 'kind = "hut"', r"mine.toml:12: there is no kind 'hut'; there is field, .* — PK-07"),
        (
            'sight = "blocks"',
            'sight = "dark"',
            r"mine.toml:15: feature\[1\]: sight is 'dark'; one of blocks, open is needed",
        ),
        ('movement = "water"', 'movement = "slow"', r"mine.toml:5: the pond has the kind water and .* — PK-16"),
        ("60.25", "60.255", r"mine.toml:5: the pond has a measure of 60.255 cm; at most two decimals are allowed"),
        ("60.25", '"60"', r"mine.toml:10: pond: .* is '60'; a number from 0 to 240"),
        ("60.25", "nan", r"mine.toml:10: pond: .* is nan; a number from 0 to 240"),
        ("60.25", "inf", r"mine.toml:10: .* is inf; a number from 0 to 240"),
        ("60.25", "-1", r"mine.toml:10: .* is -1; a number from 0 to 240"),
        ("60.25", "1e300", r"mine.toml:10: .* is 1e\+300; a number from 0 to 240"),
        ("[50, 40]", "[50, 22], [50, 40], [52, 20]", r"mine.toml:5: the pond cannot be drawn: .* — PK-07"),
        ("[50, 40]", "[50, 61]", r"mine.toml:5: the pond has a corner 50 × 61 cm from the top left; the table is 100"),
        (", [50, 40]", "", r"mine.toml:5: the pond cannot be drawn: .* — PK-07"),
        (
            "rectangle = [70, 20,",
            "rectangle = [98, 20,",
            r"mine.toml:12: the house has a corner 103 × 20 cm .* — PK-07",
        ),
        ("rectangle = [70, 20, 5, 4.05]", "", r"mine.toml:12: the house needs a polygon or a rectangle, and not both"),
        ("rectangle", "polygon = [[0, 0], [1, 0], [1, 1]]\nrectangle", r"mine.toml:12: the house needs a polygon or a"),
        ("rectangle", "height = 3\nrectangle", r"mine.toml:16: feature.1.: there is no field 'height' here"),
    ],
)
def test_a_table_that_is_wrong_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert TABLE.count(old) >= 1
    with pytest.raises(Fault, match=told):
        library.check(written(tmp_path, TABLE.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'letter = "MT"',
            'letter = "LT"',
            r"mine.toml:\d+: two units have the letter 'LT'; each needs its own — PK-82",
        ),
        ("range = 45", "range = 999", r"mine.toml:\d+: .*: range is 999; a whole number from 0 to 240"),
        (
            "range = 45",
            "range = 0",
            r"mine.toml:\d+: the Medium tank's 75 mm gun needs a range and an angle .* — PK-28",
        ),
        (
            'hp = "house", weapon = "house" }',
            'weapon = "house" }',
            r"mine.toml:\d+: the Medium tank does not say .* hp",
        ),
    ],
)
def test_a_chart_that_is_wrong_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    text = read_text(HERE / "units.toml")
    assert text.count(old) >= 1
    at = text.index(old)
    changed = text[:at] + new + text[at + len(old) :]
    line = text.count("\n", 0, at) + 1
    with pytest.raises(Fault, match=told.replace(r"\d+", str(line))):
        library.check(written(tmp_path, changed))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("medium-tank = 2", "medium-tank = -1", r"mine.toml:7: red: medium-tank is -1; a whole number from 0"),
        (
            'campaign = "standard"',
            'campaign = "siege"',
            r"mine.toml:5: campaign is 'siege'; one of encircled, escort, standard is needed",
        ),
        ("minutes = 15", "minutes = nan", r"mine.toml:3: minutes is nan; a whole number from 1"),
        ("limit = 500\n", "", r"mine.toml: limit is missing; a whole number"),
        ("medium-tank = 2", "medium-tank = 3", "red army: the army costs 750 points; 500 are allowed — PK-82"),
    ],
)
def test_a_scenario_that_is_wrong_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(Fault, match=told):
        library.check(written(tmp_path, SCENARIO.replace(old, new)))


def test_an_army_that_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, 'name = "Guns"\nlimit = 600\nunits = { at-gun = 5 }\n')
    with pytest.raises(Fault, match=r"mine\.toml:3: the army costs 650 points; 600 are allowed — PK-82"):
        library.check(path)


# Listings


def test_units_are_listed_with_their_sources() -> None:
    rows = {row.id: row for row in library.units()}
    assert (len(rows), rows["bomber"].points, rows["bomber"].source["points"]) == (25, 380, "house")


def test_tables_are_listed_with_a_sketch() -> None:
    rows = {row.id: row for row in library.maps()}
    river = rows["river"]
    assert (river.size, river.columns, river.rows) == ("120 × 80 cm", 60, 40)
    assert {len(line) for line in river.text} == {60}
    assert set("".join(river.text)) <= set(LEGEND)
    assert 0 < river.buildings < 0.1
    middle = [line[31] for line in river.text]
    assert 2 <= middle.count("~") <= 4
    assert river.features == files.tables()["river"].features
