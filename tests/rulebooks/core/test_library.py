"""What lies beside the rules: options, scenarios, files, and the exact odds between types."""

from fractions import Fraction
from pathlib import Path

import pytest

from hulldown.geometry.squares import squares_of
from hulldown.kernel.files import Fault
from hulldown.kernel.question import odds_between
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.board import LEGEND, PIECES
from hulldown.rulebooks.panzerstrike.core import files, library, options
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.rules import HERE
from hulldown.rulebooks.panzerstrike.core.setup import Setup, ranks_of, value_of, zone_b_of
from tests.marks import rule

SCENARIO = """name = "Two farms"
summary = "A short fight."
minutes = 15
map = "suburb"
total = 30
red = { heavy = 1, light-destroyer = 2 }
blue = { medium = 4 }
"""
SCENARIOS = sorted(path.stem for path in (HERE / "scenarios").glob("*.toml"))


def build(**options: str) -> Setup:
    return library.build("duel", options=options)


def names(setup: Setup, squares: tuple[int, ...]) -> list[str]:
    return [setup.board.grid.names[square] for square in squares]


# Scenarios


@rule("CORE-13", "CORE-14")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_set_up_within_its_total(scenario: str) -> None:
    """CORE-14: from 60 to 220 points a side."""
    setup = library.build(scenario)
    for side in (RED, BLUE):
        value = value_of(setup.chart, setup.army(side))
        assert setup.army(side).total - 1 <= value <= setup.army(side).total
        assert 60 <= value <= 220
    assert book.start(setup).units.units


def test_there_are_scenarios_of_all_kinds() -> None:
    rows = {row.id: row for row in library.scenarios()}
    assert set(rows) == set(SCENARIOS)
    assert len(rows) >= 6
    assert {row.map for row in rows.values()} == set(files.boards())
    assert {row.chart for row in rows.values()} == set(files.CHARTS)
    assert {rows["duel"].red.points, rows["whole-front"].red.points} == {60, 220}
    used = {option for row in rows.values() for option in row.options}
    assert used >= {*options.OPTIONAL}
    assert (rows["duel"].options, rows["duel"].turn_limit) == ((), 0)
    assert {name: row.house for name, row in rows.items() if row.house} == {"whole-front": ("hidden deployment",)}


@rule("CORE-13")
def test_t_01_the_open_battle_is_that_of_example_1() -> None:
    setup = library.build("open-battle")
    assert [value_of(setup.chart, setup.army(side)) for side in (RED, BLUE)] == [129, 130]
    assert (sum(setup.red.units.values()), sum(setup.blue.units.values())) == (19, 12)


@rule("CORE-172", "CORE-173", "CORE-174", "CORE-176", "CORE-177", "CORE-Q36", "CORE-H3")
@pytest.mark.parametrize("board", ["northern", "central"])
def test_the_basic_scenario_is_that_of_the_book_on_both_its_boards(board: str) -> None:
    """CORE-Q36, CORE-H3: zone B is I1:P4 and what lies opposite; the free SPAA are generic in both charts."""
    setup = library.build(f"basic-{board}")
    assert (setup.spaa, setup.lost_spaa, setup.turn_limit) == (3, 2, 30)
    assert setup.red.total == setup.blue.total == 100
    zones = [names(setup, tuple(squares_of(zone_b_of(setup, side)))) for side in (RED, BLUE)]
    assert (zones[0][0], zones[0][-1], len(zones[0])) == ("I1", "P4", 32)
    assert (zones[1][0], zones[1][-1], len(zones[1])) == ("I29", "P32", 32)
    for side in (RED, BLUE):
        assert zone_b_of(setup, side) & ~ranks_of(setup, side) == 0
    assert [kind.name for kind in setup.chart if kind.id == "spaa"] == ["SPAA"]
    assert library.force(setup, RED).points == 100, "SPAA are free of cost"


# Options


@rule("CORE-01", "CORE-02")
@pytest.mark.parametrize("name", options.SWITCHES)
def test_each_switch_is_off_unless_it_is_put_on(name: str) -> None:
    assert not getattr(build(), name)
    setup = build(**{name: "on"})
    assert [switch for switch in options.SWITCHES if getattr(setup, switch)] == [name]
    assert not getattr(library.build("whole-front", options={name: "off"}), name)
    with pytest.raises(Fault, match=f"option {name}: 'yes' must be on or off"):
        build(**{name: "yes"})


def test_every_option_is_explained_with_its_rule() -> None:
    assert all(rule.startswith("CORE-") for option in library.OPTIONS for rule in option.rules)
    for number, option in enumerate(library.OPTIONS[:9], 1):
        assert option.label.endswith(f"(option {number})")
        assert option.name in options.OPTIONAL
    with pytest.raises(Fault, match="option radar: there is no such option; there is command"):
        build(radar="on")


@rule("CORE-164", "CORE-170")
def test_walls_and_barricades_can_be_agreed_on() -> None:
    """Those of the map unless others are named, by squares or areas; `none` for none."""
    assert build().walls == files.boards()["suburb"].walls
    setup = build(walls="k6,K7", low="A11:B10", high="none")
    assert names(setup, setup.walls) == ["K6", "K7"]
    assert names(setup, setup.low) == ["A10", "B10", "A11", "B11"]
    assert setup.high == ()
    assert build(walls="none").walls == ()


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("K6;K7", "duel.toml, walls: 'K6;K7' is no square; write K7"),
        ("K99", "there is no square 'K99' on a board that goes from A1 to X32"),
        ("C3", "the wall on C3 is in a house; it needs open ground — CORE-164"),
        ("K6,K6", "K6 has a wall and a wall; one is enough — CORE-164"),
    ],
)
def test_a_wall_that_cannot_stand_is_told(value: str, told: str) -> None:
    with pytest.raises(Fault) as caught:
        build(walls=value)
    assert told in str(caught.value)


@rule("CORE-174", "CORE-176", "CORE-177")
def test_the_basic_scenario_can_be_put_on_and_off() -> None:
    setup = build(spaa="3")
    assert (setup.spaa, setup.lost_spaa, setup.turn_limit, len(setup.zone_b)) == (3, 2, 30, 32)
    assert build(spaa="1").lost_spaa == 1
    changed = build(spaa="3", lost_spaa="3", turn_limit="12")
    assert (changed.lost_spaa, changed.turn_limit) == (3, 12)
    plain = library.build("basic-northern", options={"spaa": "0"})
    assert (plain.spaa, plain.lost_spaa, plain.turn_limit, plain.zone_b) == (0, 0, 0, ())
    for value, told in (("99", "from 0 to 9"), ("-1", "not a whole number")):
        with pytest.raises(Fault, match=told):
            build(spaa=value)


@rule("CORE-13")
def test_totals_are_whole_and_may_be_two() -> None:
    setup = build(total="90:60")
    assert (setup.red.total, setup.blue.total) == (90, 60)
    for value in ("many", "25.5", "5001", "60:", "-1"):
        with pytest.raises(Fault, match="is not a whole number from 0 to 5000, or two as RED:BLUE"):
            build(total=value)


@rule("CORE-09")
def test_the_chart_is_generic_or_types_or_a_file(tmp_path: Path) -> None:
    setup = library.build("duel", red="sherman=8", blue="tiger=5", options={"chart": "types"})
    assert (setup.red.units, len(setup.chart)) == ({"sherman": 8}, 31)
    with pytest.raises(Fault, match="there is no type 'heavy'; the chart has sherman"):
        build(chart="types")
    with pytest.raises(Fault, match="option chart: 'secret' must be generic or types"):
        build(chart="secret")
    (tmp_path / "mine.toml").write_text((HERE / "units" / "generic.toml").read_text().replace("= 11", "= 12"))
    path = tmp_path / "farms.toml"
    path.write_text(SCENARIO.replace("blue =", 'chart = "mine.toml"\nblue ='))
    assert library.build(str(path)).chart[0].effectiveness == 12


@rule("CORE-115")
def test_buildings_have_heights_on_a_board_in_3d() -> None:
    flat, solid = (library.build("open-battle", options={"solid": switch}) for switch in ("off", "on"))
    assert flat.heights == ()
    assert {solid.board.terrain(square): height for square, height in solid.heights} == {"church": 3, "town hall": 2}


def test_figures_can_be_changed_by_a_scenario_and_only_those_of_a_set_up(tmp_path: Path) -> None:
    path = tmp_path / "farms.toml"
    path.write_text(SCENARIO + "[figures]\nsection = 3\n")
    assert library.build(str(path)).figures.section == 3
    path.write_text(SCENARIO + "[figures]\nsamples = [0]\n")
    with pytest.raises(Fault, match=r"farms\.toml, figures"):
        library.build(str(path))


# Files


def test_all_files_of_the_book_are_sound() -> None:
    assert library.check(HERE / "units" / "generic.toml") == "a chart of 16 types"
    assert library.check(HERE / "units" / "types.toml") == "a chart of 31 types"
    assert library.check(HERE / "maps" / "works.txt").startswith("a board of 24 x 32 squares, The works, with ")
    for path in (HERE / "scenarios").glob("*.toml"):
        assert library.check(path).startswith("a scenario, ")


@rule("CORE-13", "CORE-Q01")
def test_uneven_armies_are_spoken_of_and_played(tmp_path: Path) -> None:
    path = tmp_path / "farms.toml"
    path.write_text(SCENARIO)
    told = "a scenario, Two farms (Red has 23 points and Blue 28; the book wants them equal)"
    assert library.check(path) == told
    assert library.remark(library.build(str(path))) in told
    assert library.remark(library.build("duel")) == ""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("total = 30", "total = 30.5", "farms.toml:5: "),
        ("minutes = 15", "minutes = 0", "farms.toml:3: "),
        ('map = "suburb"', 'map = "moon"', "there is no map 'moon'"),
        ("medium = 4", "medium = 4, tram = 1", "there is no type 'tram'"),
        ("medium = 4", "medium = 5", "the army costs 35 points; 30 were agreed"),
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
    path.write_text('name = "Wheels"\ntotal = 40\nunits = { car = 7, truck = 3 }\n')
    assert library.check(path) == "an army of 38 points, Wheels"
    setup = library.build("duel", red=str(path), blue="car=3, car=2")
    assert (setup.red.units, setup.red.total, setup.blue.units) == ({"car": 7, "truck": 3}, 40, {"car": 5})
    path.write_text('name = "Cats"\nchart = "types"\ntotal = 40\nunits = { tiger = 3 }\n')
    assert library.check(path) == "an army of 33 points, Cats"
    with pytest.raises(Fault, match="blue army: 'car' is not a type and a count"):
        library.build("duel", blue="car")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('drive = "tracked"', 'drive = "legs"', "unit[0].drive"),
        ("effectiveness = 11", "effectiveness = 11.5", "unit[0].effectiveness"),
        ('letter = "H"', 'letter = "HEAVY"', "unit[0].letter"),
        (
            ', radio = "house" }',
            " }",
            "the Heavy Tank does not say whether its radio is from the book, the house or print",
        ),
        (', point_blank = "house"', "", "does not say whether its point_blank"),
        ('limits = "house"', 'reach = "house"', "does not say whether its limits"),
        ('id = "medium"', 'id = "heavy"', "two types have the id 'heavy'"),
        ("least = 3", "least = 9", "parabolic.least"),
    ],
)
def test_a_mistake_in_a_chart_is_told_with_its_field(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "chart.toml"
    text = (HERE / "units" / "generic.toml").read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(Fault) as caught:
        library.check(path)
    assert told in f"{caught.value} in {caught.value.field}"


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"a board is a \.txt file"):
        library.check(tmp_path / "army.doc")
    with pytest.raises(Fault, match="there is no scenario 'nowhere'; there is basic-central"):
        library.build("nowhere")


# What is offered


@rule("CORE-09")
def test_the_units_of_both_charts_are_offered_flat_with_their_sources() -> None:
    rows = {row.id: row for row in library.units()}
    assert len(rows) == 47
    tiger, truck, hummel = rows["tiger"], rows["truck"], rows["hummel"]
    figures = tiger.figures
    assert (tiger.points, figures["front"], tiger.source["front"], figures["chart"]) == (11, 10, "book", "types")
    assert (figures["range"], figures["die"], figures["nation"]) == (8, "II", "german")
    assert [truck.figures[name] for name in ("range", "parabolic", "chart")] == [None, None, "generic"]
    assert hummel.figures["parabolic"] == "4–8"


def test_maps_are_shown_with_their_walls() -> None:
    rows = {row.id: row for row in library.maps()}
    assert set(rows) == {"northern", "central", "works", "suburb"}
    assert "".join(rows["works"].text).count("W") == len(files.boards()["works"].walls)
    assert rows["works"].legend == LEGEND | PIECES


# Odds


def odds(attacker: str, target: str, far: int, zone: str = "front", **options: str) -> dict[Outcome, Fraction]:
    return dict(odds_between(library, attacker, target, far, zone, options))


@rule("CORE-84", "CORE-86", "CORE-89", "CORE-92", "CORE-94")
def test_a_hellcat_at_a_tiger_s_front_two_sections_away() -> None:
    """As Example 7 has it: 12 and the die, less 1, against 10; two body faces of three, and tracks of 3."""
    found = odds("hellcat", "tiger", 2)
    hits = Fraction(33, 36)
    assert found == {
        Outcome.DESTROYED: hits * Fraction(4, 6) * Fraction(4, 6),  # 0, 0, +1, +2
        Outcome.INJURED: hits * Fraction(4, 6) * Fraction(1, 6),  # −1
        Outcome.IMMOBILISED: hits * Fraction(2, 6),
        Outcome.BOUNCED: hits * Fraction(4, 6) * Fraction(1, 6),  # −2, as in the example
        Outcome.MISSED: 1 - hits,
    }


@rule("CORE-60", "CORE-71", "CORE-73", "CORE-74", "CORE-82", "CORE-97", "CORE-102", "CORE-121")
def test_each_option_has_its_say() -> None:
    bare = odds("heavy", "medium", 3)
    assert bare[Outcome.MISSED] == Fraction(6, 36)
    assert odds("heavy", "medium", 3, cover="on")[Outcome.MISSED] == Fraction(10, 36)
    assert odds("heavy", "medium", 3, colour="orange")[Outcome.IMMOBILISED] == 2 * bare[Outcome.IMMOBILISED]
    assert odds("heavy", "medium", 3, moved="on")[Outcome.MISSED] == 1 - Fraction(30, 36) * Fraction(4, 6)
    assert odds("heavy", "medium", 3, injured="on") != bare
    assert Outcome.SEMI in odds("heavy", "medium", 3, semi="on")
    assert odds("heavy", "heavy", 3, angled="on")[Outcome.DESTROYED] < odds("heavy", "heavy", 3)[Outcome.DESTROYED]
    assert Outcome.INJURED not in odds("hellcat", "tiger", 2, weakened="on")
    high = {"mode": "parabolic"}
    for report, silent in (("none", 0), ("old", Fraction(1, 6)), ("late", Fraction(1, 2))):
        assert odds("hummel", "tiger", 5, report=report, **high).get(Outcome.SILENT, 0) == silent
    for found in (bare, odds("howitzer", "light", 4, mode="parabolic")):
        assert sum(found.values()) == 1


@rule("CORE-74", "CORE-75", "CORE-Q17", "CORE-Q41")
def test_who_turned_has_moved_and_only_without_a_turret_misses_more_by_it() -> None:
    hits, still = Fraction(30, 36), Fraction(4, 6)
    turned = odds("heavy", "medium", 3, turned="on")
    assert turned == odds("heavy", "medium", 3, moved="on") == odds("heavy", "medium", 3, moved="on", turned="on")
    assert turned[Outcome.MISSED] == 1 - hits * still
    hull = odds("heavy-destroyer", "medium", 3, turned="on")[Outcome.MISSED]
    assert hull == odds("heavy-destroyer", "medium", 3, moved="on", turned="on")[Outcome.MISSED]
    assert odds("heavy-destroyer", "medium", 3, moved="on")[Outcome.MISSED] < hull == 1 - Fraction(33, 36) / 2


@rule("CORE-165")
def test_a_wall_falls_when_the_range_is_reached() -> None:
    assert odds("medium", "wall", 4) == {
        Outcome.WALL_FELL: Fraction(22, 36),
        Outcome.MISSED: Fraction(14, 36),
    }


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("zeppelin", "heavy", 5, "front", {}), "no type 'zeppelin'"),
        (("heavy", "zeppelin", 5, "front", {}), "no type 'zeppelin'"),
        (("truck", "heavy", 5, "front", {}), "Truck is unarmed; it never fires — CORE-Q43"),
        (("heavy", "light", 4, "front", {"mode": "parabolic"}), "is no howitzer; .* — CORE-106"),
        (("howitzer", "wall", 4, "front", {"mode": "parabolic"}), "fired at directly only — CORE-Q33"),
        (("howitzer", "light", 2, "front", {"mode": "parabolic"}), "reaches from 3 to 8 — CORE-107"),
        (("heavy", "light", 9, "front", {}), "reaches from 1 to 8 — CORE-42"),
        (("heavy", "light", 0, "front", {}), "reaches from 1 to 8 — CORE-42"),
        (("medium", "light", 3, "front", {"colour": "orange"}), "uses the orange die up to 2 — CORE-73"),
        (("heavy", "light", 5, "side", {"angled": "on"}), "from its front or its rear, .* — CORE-81"),
        (("heavy", "light", 5, "front", {"moved": "on", "injured": "on"}), "may move or fire — CORE-96"),
        (("heavy", "wall", 5, "front", {"turned": "on", "injured": "on"}), "may move or fire — CORE-96"),
        (("howitzer", "light", 4, "front", {"turned": "on"}), "a fixed weapon .* — CORE-131"),
        (("gun", "light", 4, "front", {"moved": "on"}), "a fixed weapon .* — CORE-131"),
        (("hummel", "tiger", 5, "front", {"mode": "parabolic", "turned": "on"}), "must stand still .* — CORE-108"),
        (("hummel", "tiger", 5, "front", {"mode": "parabolic", "colour": "green"}), "the blue hit die .* — CORE-110"),
        (("heavy", "light", 5, "belly", {}), "'belly' is none of front, side, rear"),
        (("heavy", "light", 5, "front", {"mode": "upwards"}), "the options are mode=direct|parabolic"),
        (("heavy", "light", 5, "front", {"wind": "on"}), "the options are"),
    ],
)
def test_a_question_without_an_answer_is_told_why(asked: tuple[str, str, int, str, dict[str, str]], told: str) -> None:
    with pytest.raises(Fault, match=told.replace("|", r"\|")):
        odds_between(library, *asked)
