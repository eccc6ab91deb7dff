"""What lies beside the rules: options, files, and the exact odds between classes."""

from fractions import Fraction
from pathlib import Path

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.question import odds_between
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.board import LEGEND, PIECES
from hulldown.rulebooks.panzerstrike.dynamic import files, library, options
from hulldown.rulebooks.panzerstrike.dynamic.rules import HERE
from hulldown.rulebooks.panzerstrike.dynamic.setup import Setup
from hulldown.rulebooks.panzerstrike.firing import Verdict
from tests.marks import rule

SCENARIO = """name = "Two farms"
summary = "A short fight."
minutes = 15
map = "mill"
total = 12.5
red = { heavy = 1, light-destroyer = 2 }
blue = { medium = 4 }
"""
# The parabolic table: percent by range, from 8 for 4/5 and from 11 for 5/6.
PARABOLIC = {
    ("light-howitzer", "off"): "10.0 15.8 22.2 28.7 34.2 38.2 39.7 38.2 34.2 28.7 22.2 15.8 10.0",
    ("light-howitzer", "on"): "15.8 23.3 30.8 37.2 40.8 41.9 39.7 34.5 27.6 20.2 13.7 8.3 4.3",
    ("heavy-howitzer", "off"): "10.9 16.0 21.7 27.6 33.0 37.0 39.2 39.2 37.0 33.0 27.6 21.7 16.0 10.9",
    ("heavy-howitzer", "on"): "16.6 23.1 29.6 35.4 39.7 41.5 40.8 37.6 32.5 26.3 19.8 13.9 8.9 5.3",
}


def build(**options: str) -> Setup:
    return library.build("open-battle", options=options)


def names(setup: Setup, squares: tuple[int, ...]) -> list[str]:
    return [setup.board.grid.names[square] for square in squares]


# Options


@rule("DYN-29", "DYN-35", "DYN-95", "DYN-130", "DYN-Q58")
@pytest.mark.parametrize("name", ["command", "extra", "turrets", "solid", "hidden", "quick"])
def test_each_switch_is_off_unless_it_is_put_on(name: str) -> None:
    """DYN-Q58: all are off in the standard game, and each can be put on by itself."""
    assert not getattr(build(), name)
    setup = build(**{name: "on"})
    assert [switch for switch in options.SWITCHES if getattr(setup, switch)] == [name]
    assert not getattr(library.build("fifty" if name != "quick" else "quick-start", options={name: "off"}), name)
    with pytest.raises(Fault, match=f"option {name}: 'yes' must be on or off"):
        build(**{name: "yes"})


def test_every_option_is_explained_with_its_rule() -> None:
    assert all(rule.startswith("DYN-") for option in library.OPTIONS for rule in option.rules)
    with pytest.raises(Fault, match="option radar: there is no such option; there is command"):
        build(radar="on")


@rule("DYN-152", "DYN-162", "DYN-Q37")
def test_walls_and_barricades_can_be_agreed_on() -> None:
    """DYN-Q37: those of the map unless others are named, by squares or areas; `none` for none."""
    assert len(build().walls) == 8
    setup = build(walls="k7,K8", low="N3:O2", high="none")
    assert names(setup, setup.walls) == ["K7", "K8"]
    assert names(setup, setup.low) == ["N2", "O2", "N3", "O3"]
    assert setup.high == ()
    assert build(walls="none").walls == ()


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("K7;K8", "open-battle.toml, walls: 'K7;K8' is no square; write K7"),
        ("K99", "there is no square 'K99' on a board that goes from A1 to X18"),
        ("D2", "the wall on D2 is in a house; it needs open ground — DYN-152"),
        ("K7,K7", "K7 has a wall and a wall; one is enough — DYN-152"),
    ],
)
def test_a_wall_that_cannot_stand_is_told(value: str, told: str) -> None:
    with pytest.raises(Fault) as caught:
        build(walls=value)
    assert told in str(caught.value)


def test_walls_named_by_a_scenario_belong_to_its_own_map() -> None:
    assert len(library.build("walls-and-blades").walls) == 10
    elsewhere = library.build("walls-and-blades", board="station")
    assert elsewhere.walls == files.boards()["station"].walls


@rule("DYN-169", "DYN-170", "DYN-172", "DYN-173", "DYN-Q36")
def test_the_basic_scenario_can_be_put_on_and_off() -> None:
    """DYN-Q36: with the house's zone B, two SPAA to destroy and 30 rounds, unless others are agreed."""
    setup = build(spaa="3")
    assert (setup.spaa, setup.lost_spaa, setup.turn_limit, len(setup.blocks)) == (3, 2, 30, 3)
    assert (build(spaa="1").lost_spaa, len(build(spaa="1").blocks)) == (1, 1)
    changed = build(spaa="3", lost_spaa="3", turn_limit="12")
    assert (changed.lost_spaa, changed.turn_limit) == (3, 12)
    plain = library.build("basic-northern", options={"spaa": "0"})
    assert (plain.spaa, plain.lost_spaa, plain.turn_limit, plain.blocks) == (0, 0, 0, ())
    for value, told in (("4", "zone B has 3 parts for 4 SPAA"), ("99", "from 0 to 9"), ("-1", "not a whole number")):
        with pytest.raises(Fault, match=told):
            build(spaa=value)


@rule("DYN-20")
def test_totals_are_in_halves_and_may_be_two() -> None:
    setup = build(total="30:25.5")
    assert (setup.red.total, setup.blue.total) == (30, 25.5)
    for value in ("many", "25.3", "1501", "25:", "nan", "inf"):
        with pytest.raises(Fault, match="is not a number, in halves at most, from 0 to 1500, or two as RED:BLUE"):
            build(total=value)


def test_the_edges_are_the_ends_or_the_long_sides() -> None:
    assert build(edges="long sides").edges == "long sides"
    with pytest.raises(Fault, match="edges"):
        build(edges="corners")


@rule("DYN-130", "DYN-G10")
def test_heights_come_with_the_3d_buildings() -> None:
    """DYN-G10: a church is 3 high, works and town halls 2, as the legend of the map says."""
    flat, solid = (library.build("workshop", options={"solid": switch}) for switch in ("off", "on"))
    assert flat.heights == ()
    assert {solid.board.terrain(square): height for square, height in solid.heights} == {"church": 3, "town hall": 2}


def test_heights_are_left_at_home_on_a_flat_board() -> None:
    assert build().heights == ()


# Files


def test_all_files_of_the_book_are_sound() -> None:
    assert library.check(HERE / "units" / "generic.toml") == "a chart of 16 classes"
    assert library.check(HERE / "maps" / "mill.txt") == "a board of 24 x 18 squares, The mill quarter, with 8 walls"
    for path in (HERE / "scenarios").glob("*.toml"):
        assert library.check(path).startswith("a scenario, ")


@rule("DYN-20", "DYN-Q10")
def test_a_scenario_file_is_read_and_its_uneven_armies_are_spoken_of(tmp_path: Path) -> None:
    """DYN-Q10: said by the check, and played."""
    path = tmp_path / "farms.toml"
    path.write_text(SCENARIO)
    told = "a scenario, Two farms (Red has 6 points and Blue 8; the book wants them equal)"
    assert library.check(path) == told
    assert library.build(str(path)).red.total == 12.5


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("total = 12.5", "total = 12.3", "farms.toml:5: "),
        ("minutes = 15", "minutes = 0", "farms.toml:3: "),
        ('map = "mill"', 'map = "moon"', "there is no map 'moon'"),
        ("medium = 4", "medium = 4, tram = 1", "there is no class 'tram'"),
        ("blue", 'fog = "thick"\nblue', "farms.toml:7: "),
        ("blue", 'low = ["Z1"]\nblue', "farms.toml, low: there is no square 'Z1'"),
        ("blue", "turn_limit = 9\nblue", "a turn limit belongs to the basic scenario"),
    ],
)
def test_a_mistake_in_a_scenario_is_told_with_its_line_or_field(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "farms.toml"
    path.write_text(SCENARIO.replace(old, new))
    with pytest.raises(Fault) as caught:
        library.check(path)
    assert told in str(caught.value)


def test_an_army_is_read_from_text_or_file(tmp_path: Path) -> None:
    path = tmp_path / "army.toml"
    path.write_text('name = "Wheels"\ntotal = 10\nunits = { car = 7, truck = 3 }\n')
    assert library.check(path) == "an army of 8.5 points, Wheels"
    setup = library.build("open-battle", red=str(path), blue="car=3, car=2")
    assert (setup.red.units, setup.red.total, setup.blue.units) == ({"car": 7, "truck": 3}, 10, {"car": 5})
    path.write_text('name = "Wheels"\ntotal = 8\nunits = { car = 7, truck = 3 }\n')
    with pytest.raises(Fault, match=r"the army costs 8\.5 points; 8 were agreed"):
        library.check(path)
    with pytest.raises(Fault, match="blue army: 'car' is not a class and a count"):
        library.build("open-battle", blue="car")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('drive = "tracked"', 'drive = "legs"', "unit[0].drive"),
        ("points = 3", "points = 3.2", "unit[0].points"),
        ('letter = "H"', 'letter = "HEAVY"', "unit[0].letter"),
        (', dice = "book" }', " }", "chart.toml:23: the Heavy Tank does not say whether its dice is from the book"),
        ("choose = 5", "choose = 9", "unit[8].parabolic.choose"),
        ('range = "house"', 'reach = "house"', "does not say whether its range"),
        ('id = "medium"', 'id = "heavy"', "chart.toml:26: two classes have the id 'heavy'"),
        ("choose = 5, roll = 6", "choose = 5, roll = 4", "the Heavy Self-Propelled Howitzer chooses 5 of 4 dice"),
    ],
)
def test_a_mistake_in_a_chart_is_told_with_its_field(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "chart.toml"
    path.write_text((HERE / "units" / "generic.toml").read_text().replace(old, new, 1))
    with pytest.raises(Fault) as caught:
        library.check(path)
    assert told in f"{caught.value} in {caught.value.field}"


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"a board is a \.txt file"):
        library.check(tmp_path / "army.doc")
    with pytest.raises(Fault, match="there is no scenario 'nowhere'; there is basic-central"):
        library.build("nowhere")


# What is offered


def test_maps_are_shown_with_their_walls() -> None:
    rows = {row.id: row for row in library.maps()}
    assert "".join(rows["mill"].text).count("W") == 8
    assert rows["mill"].legend == LEGEND | PIECES
    assert all(0.15 <= row.buildings <= 0.25 for row in rows.values())


def test_a_force_is_told_with_what_it_costs() -> None:
    setup = library.build("gun-line")
    assert [library.force(setup, side).points for side in (RED, BLUE)] == [16, 16]
    assert library.force(setup, BLUE).units["gun"] == 10
    force = library.force(library.build("open-battle", red="truck=3"), RED)
    assert (force.units, force.points, force.total, force.left) == ({"truck": 3}, 1.5, 25, 23.5)


# Odds


@rule("DYN-133", "DYN-134", "DYN-135", "DYN-136", "DYN-141", "DYN-Q31", "DYN-Q32")
@pytest.mark.parametrize(("howitzer", "half"), PARABOLIC)
def test_the_parabolic_table(howitzer: str, half: str) -> None:
    """DYN-Q31, DYN-Q32: all ranges that the dice can make, beyond the house's limits too."""
    first = 8 if howitzer == "light-howitzer" else 11
    for far, percent in enumerate(PARABOLIC[howitzer, half].split(), first):
        odds = odds_between(
            library, howitzer, "heavy", far, "rear", {"mode": "parabolic", "half": half, "limits": "off"}
        )
        assert f"{100 * float(odds[Verdict.DESTROYED]):.1f}" == percent
        assert odds[Verdict.DAMAGED] == 0
        assert sum(odds.values()) == 1


@rule("DYN-121", "DYN-135", "DYN-Q31")
@pytest.mark.parametrize(
    ("howitzer", "least", "most", "low"),
    [("light-howitzer", 8, 16, 14), ("howitzer", 8, 16, 14), ("heavy-howitzer", 11, 18, 17)],
)
def test_parabolic_odds_keep_to_the_ranges_of_the_chart(howitzer: str, least: int, most: int, low: int) -> None:
    """DYN-Q31: low is as far as the half-die does not lower the chance."""

    def chance(far: int, half: str = "off", **more: str) -> Fraction:
        odds = odds_between(library, howitzer, "car", far, "front", {"mode": "parabolic", "half": half, **more})
        return odds[Verdict.DESTROYED]

    assert chance(least) > 0 < chance(most)
    for far in (least - 1, most + 1):
        with pytest.raises(Fault, match="DYN-121"):
            chance(far)
    assert chance(low, "on") >= chance(low)
    assert chance(low + 1, "on", limits="off") < chance(low + 1)
    with pytest.raises(Fault, match=f"the half-die is for up to {low} — DYN-Q31"):
        chance(low + 1, "on")


@rule("DYN-107", "DYN-109", "DYN-185", "DYN-186", "DYN-Q01")
def test_dt_25_a_heavy_at_a_medium_s_front_nine_squares_away() -> None:
    """DYN-Q01: an equal sum damages, in the Quick Start it destroys."""
    odds = odds_between(library, "heavy", "medium", 9, "front", {})
    assert odds == {
        Verdict.NOTHING: Fraction(861, 1296),
        Verdict.DAMAGED: Fraction(125, 1296),
        Verdict.DESTROYED: Fraction(310, 1296),
    }
    quick = odds_between(library, "H", "M", 9, "front", {"quick": "on"})
    assert (quick[Verdict.DAMAGED], quick[Verdict.DESTROYED]) == (Fraction(0), Fraction(435, 1296))
    hurt = odds_between(library, "Heavy Tank", "Medium Tank", 9, "front", {"damaged": "on"})
    assert hurt == quick


@rule("DYN-154", "DYN-Q57")
def test_dt_39_a_medium_at_a_wall_five_squares_away() -> None:
    """DYN-Q57: eight or more of three dice, whatever the zone."""
    odds = odds_between(library, "medium", "wall", 5, "front", {})
    assert (odds[Verdict.DESTROYED], odds[Verdict.DAMAGED]) == (Fraction(181, 216), Fraction(0))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("zeppelin", "heavy", 5, "front", {}), "no class 'zeppelin'"),
        (("heavy", "zeppelin", 5, "front", {}), "no class 'zeppelin'"),
        (("howitzer", "zeppelin", 12, "front", {"mode": "parabolic"}), "no class 'zeppelin'"),
        (("truck", "heavy", 5, "front", {}), "Truck is unarmed; it never fires — DYN-75"),
        (("heavy", "light", 12, "front", {"mode": "parabolic"}), "is no howitzer; .* — DYN-74"),
        (("howitzer", "wall", 12, "front", {"mode": "parabolic"}), "fired at directly only"),
        (("howitzer", "light", 12, "front", {"mode": "parabolic", "quick": "on"}), "no parabolic fire .* — DYN-188"),
        (("heavy", "wall", 5, "front", {"quick": "on"}), "no walls in the Quick Start — DYN-188"),
        (("heavy", "light", 5, "front", {"quick": "on", "damaged": "on"}), "nothing is damaged .* — DYN-186"),
        (("gun", "light", 5, "front", {"quick": "on"}), "for combat vehicles — DYN-177"),
        (("heavy", "truck", 5, "front", {"quick": "on"}), "for combat vehicles — DYN-177"),
        (("heavy", "light", 1, "front", {}), "the least range is 2 — DYN-104"),
        (("heavy", "light", 301, "front", {}), "boards end at 300"),
        (("heavy", "light", 5, "belly", {}), "'belly' is none of front, side, rear"),
        (("heavy", "light", 5, "front", {"mode": "upwards"}), "the options are mode=direct|parabolic"),
        (("heavy", "light", 5, "front", {"wind": "on"}), "the options are"),
    ],
)
def test_a_question_without_an_answer_is_told_why(asked: tuple[str, str, int, str, dict[str, str]], told: str) -> None:
    with pytest.raises(Fault, match=told.replace("|", r"\|")):
        odds_between(library, *asked)
