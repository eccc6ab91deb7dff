"""Cards, figures, mats, scenarios and options: what is in the files, and what is wrong with a bad one."""

import math
from pathlib import Path

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.question import odds_between
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.squadron import files, library
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.mats import parse_mat
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import Army, Hand, Mat, Setup, check_setup
from tests.marks import rule
from tests.rulebooks.squadron.cast import CARDS, altered, figures


def setup(**changed: object) -> Setup:
    given = {
        "scenario": "small",
        "mat": Mat("A small mat", ("......",) * 6),
        "cards": CARDS,
        "figures": figures(),
        "red": Army({"t-34-85": 1}, 500),
        "blue": Army({"panther-g": 1}, 500),
    }
    return Setup(**(given | changed))  # type: ignore[arg-type]


def test_the_book_has_its_114_rules() -> None:
    assert len(RULES.printed) == 114
    assert [rule.id for rule in RULES.values() if not rule.binds] == [
        "SQ-01",
        "SQ-02",
        "SQ-04",
        "SQ-61",
        "SQ-112",
        "SQ-114",
    ]
    assert [rule.id for rule in RULES.printed] == [f"SQ-{number:02}" for number in range(1, 115)]


# Cards


@rule("SQ-03", "SQ-05", "SQ-06", "SQ-07")
def test_the_cards_have_two_sides_and_say_where_each_figure_is_from() -> None:
    rows = {row.id: row for row in library.units()}
    assert len(rows) == 17
    printed = {(card, figure) for card, row in rows.items() for figure, of in row.source.items() if of == "book"}
    assert printed == {("t-34-85", "penetration"), ("panther-g", "front")}
    assert rows["t-34-85"].figures["penetration"] == 118
    assert rows["panther-g"].figures["front"] == 177
    for row in rows.values():
        assert set(files.FIGURES) <= set(row.source)
        assert 1940 <= row.figures["history"]["year"] <= 1945
        assert row.figures["history"]["story"].endswith(".")


@rule("SQ-04")
def test_the_history_sides_have_size_and_paint_and_leave_out_what_is_not_certain() -> None:
    sides = {row.id: row.figures["history"] for row in library.units()}
    assert (sides["panther-g"]["length"], sides["panther-g"]["width"]) == (8.66, 3.27)
    assert all(side["camouflage"].endswith(".") for side in sides.values())
    assert {card for card, side in sides.items() if "length" not in side} == {
        "stug-iii-g",
        "hetzer",
        "t-34-76",
        "sherman-75",
    }
    assert {card for card, side in sides.items() if "width" not in side} == {"tiger-i"}


@rule("SQ-05", "SQ-06", "SQ-07", "SQ-H1")
def test_the_figures_of_the_house_are_on_a_scale_that_meets_the_printed_ones() -> None:
    """A plate of 80 mm at 55 degrees is the 177 of the Panther; others are on the same scale."""
    assert round(80 / math.cos(math.radians(55)) ** 1.43) == 177
    cards = {card.id: card for card in CARDS}
    assert cards["jagdpanther"].front == cards["panther-g"].front == 177
    assert cards["t-34-85"].points == 100


@rule("SQ-77", "SQ-113", "SQ-H2")
def test_a_moving_target_costs_what_the_text_says() -> None:
    assert files.usual().moving_target == -1


@rule("SQ-07")
def test_the_special_characteristics_of_the_cards() -> None:
    cards = {card.id: card for card in CARDS}
    assert {card.id for card in CARDS if card.fixed} == {"stug-iii-g", "hetzer", "jagdpanther", "su-100"}
    assert (cards["tiger-ii"].breakdown, cards["tiger-ii"].movement) == (1, 1)
    assert cards["kv-1"].breakdown == 6
    assert {card.id for card in CARDS if card.shot} == {"hetzer", "t-34-76", "is-2", "firefly"}


def test_every_figure_says_whose_it_is() -> None:
    found = files.dice_file()
    assert set(found) - {"source"} == set(found["source"])


# Scenarios


def test_there_are_eight_scenarios_that_can_be_played() -> None:
    rows = {row.id: row for row in library.scenarios()}
    assert set(rows) == {"duel", "hunters", "first-tiles", "village", "colmar", "battle", "platoons", "company"}
    assert rows["battle"].red.points == 500
    assert (rows["platoons"].red.points, rows["platoons"].blue.points) == (600, 600)
    assert (rows["company"].red.points, rows["company"].blue.points) == (905, 914)
    assert sum(bool(library.build(name).red_tiles.total) for name in rows) == 2
    for name in rows:
        assert book.to_act(book.start(library.build(name))) is RED


def test_a_scenario_can_be_played_with_other_armies_mats_and_options() -> None:
    options = {"tiles": "none", "turns": "5", "free_stop": "on", "narrow": "on", "total": "300"}
    found = library.build("battle", "panther-g=2", "tiger-i=1", "lane", options)
    assert found.red.units == {"panther-g": 2}
    assert (found.figures.turns, found.free_stop, found.narrow, found.red.total) == (5, True, True, 300)
    assert found.red_tiles == Hand()
    assert found.mat.name == "The sunken lane"
    assert library.force(found, BLUE).points == 90
    assert library.remark(found) == "Red has 260 points and Blue 90"


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ({"scenario": "nowhere"}, "there is no scenario 'nowhere'"),
        ({"scenario": "duel", "board": "moon"}, "there is no map 'moon'"),
        ({"scenario": "duel", "red": "panther"}, "not a card and a count"),
        ({"scenario": "duel", "red": "boat=1"}, "there is no card 'boat'"),
        ({"scenario": "duel", "red": "tiger-ii=1"}, "costs 185 points; 100 were agreed"),
        ({"scenario": "duel", "options": {"wind": "on"}}, "there is no such option"),
        ({"scenario": "duel", "options": {"turns": "soon"}}, "not a whole number"),
        ({"scenario": "duel", "options": {"narrow": "yes"}}, "must be on or off"),
        ({"scenario": "duel", "options": {"tiles": "all"}}, "must be hand or none"),
        ({"scenario": "duel", "options": {"tiles": "hand", "turns": "0"}}, "'0' is not a whole number from 1 to 200"),
    ],
)
def test_a_wish_that_cannot_be_met_is_told(made: dict[str, object], told: str) -> None:
    with pytest.raises(Fault, match=told.replace("(", r"\(")):
        library.build(**made)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"mat": Mat("m", ())}, "no hexes"),
        ({"mat": Mat("m", ("...", ".."))}, "row 2 has 2 hexes; row 1 has 3"),
        ({"mat": Mat("m", ("...", ".x."))}, "row 2, column 2 is 'x'"),
        ({"mat": Mat("m", ("...",))}, "one row"),
        ({"mat": Mat("m", ("." * 201, "." * 201))}, "at most 200"),
        ({"mat": Mat("m", ("HHH", "..."))}, "1 tanks and 0 hexes"),
        ({"cards": ()}, "there must be 1 to 80"),
        ({"cards": (*CARDS, CARDS[0])}, "two cards have the id"),
        ({"cards": altered("panther-g", breakdown=7)}, "the die has 6 faces"),
        ({"figures": figures(hit=((8, 10), (6, 0)))}, "must rise"),
        ({"red": Army({}, 500)}, "the army has no tanks"),
        ({"red_tiles": Hand(hedge=13), "blue_tiles": Hand(hedge=12)}, "25 tiles to place and 24 hexes"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused(changed: dict[str, object], told: str) -> None:
    with pytest.raises(Fault, match=told):
        check_setup(setup(**changed))


# Files


def test_a_mat_is_read_from_text() -> None:
    mat = parse_mat("; a note\nname: Two rows\n\n. H h\n O r %\n", "mat")
    assert (mat.name, mat.rows) == ("Two rows", (".Hh", "Or%"))
    with pytest.raises(Fault, match="mat:2: the header"):
        parse_mat("name: x\ncolour: red\n\n. .\n", "mat")
    with pytest.raises(Fault, match="mat:4: row 2, column 1"):
        parse_mat("name: x\n\n. .\n z .\n", "mat")


def test_files_are_checked(tmp_path: Path) -> None:
    home = Path(library.__file__).parent
    assert library.check(home / "cards.toml") == "a pack of 17 cards"
    assert library.check(home / "maps" / "lane.txt").startswith("a mat of 10 x 10 hexes with ")
    assert library.check(home / "scenarios" / "colmar.toml").startswith("a scenario, La Poche de Colmar (Red has 300")
    army = tmp_path / "army.toml"
    army.write_text('name = "Two"\ntotal = 200\nunits = { t-34-85 = 2 }\n', encoding="utf-8")
    assert library.check(army) == "an army of 200 points, Two"
    assert library.build("duel", red=str(army)).red.units == {"t-34-85": 2}
    with pytest.raises(Fault, match="a mat is a"):
        library.check(tmp_path / "x.jsonl")
    bad = tmp_path / "cards.toml"
    text = (home / "cards.toml").read_text(encoding="utf-8")
    bad.write_text(text.replace(', fixed = "house" }', " }", 1), encoding="utf-8")
    with pytest.raises(Fault, match="does not say whether its fixed"):
        library.check(bad)


def test_the_maps_are_listed() -> None:
    rows = {row.id: row for row in library.maps()}
    assert {"mat", "lane", "field", "village", "colmar"} == set(rows)
    assert (rows["mat"].columns, rows["mat"].rows, rows["mat"].buildings) == (20, 14, 0)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("x", "panther-g", 3, "front", {}), "no card 'x'"),
        (("m10", "panther-g", 3, "top", {}), "none of front, side, rear"),
        (("m10", "panther-g", 0, "front", {}), "1 to 400"),
        (("m10", "panther-g", 3, "front", {"wind": "on"}), "the options are"),
        (("su-100", "panther-g", 3, "front", {"turret": "on"}), "fixed cannon"),
    ],
)
def test_odds_that_cannot_be(asked: tuple[str, str, int, str, dict[str, str]], told: str) -> None:
    with pytest.raises(Fault, match=told):
        odds_between(library, *asked)
