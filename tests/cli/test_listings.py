"""`rulebooks`, `rules`, `units`, `scenarios`, `maps`: what there is."""

import json
from typing import Any

import pytest

from hulldown.kernel.wire import encode
from hulldown.rulebooks import BOOKS, load
from hulldown.rulebooks.shares import Shares
from tests.cli.conftest import BOOK, SCENARIO, Run, refused

RULES = load(BOOK).rules
LIBRARY = load(BOOK).library


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Any]]:
    """A rule index in which one rule has code and two tests."""
    places = {
        "FR-40": {"code": ["src/fire.py:12"], "tests": ["tests/test_fire.py::test_a", "tests/test_fire.py::test_b"]}
    }
    monkeypatch.setattr("hulldown.index.rules_index", lambda: {BOOK: places})
    return places


def test_rulebooks_counts_the_rules_and_those_with_tests(run: Run, index: object) -> None:
    rows = json.loads(run("rulebooks", "--json").out)
    assert [row["id"] for row in rows] == list(BOOKS)
    found = next(row for row in rows if row["id"] == BOOK)
    counts = {"rules": 65, "tested": 1, "rulings": len(RULES.rulings)}
    assert found == {"id": BOOK, "title": load(BOOK).title, "table": "squares"} | counts


def test_rulebooks_says_whose_the_games_are(run: Run, index: object) -> None:
    assert "their publishers'" in run("rulebooks").out


def test_rules_lists_each_with_its_code_and_its_tests(run: Run, index: dict[str, Any]) -> None:
    rows = json.loads(run("rules", BOOK, "--json").out)
    assert [row["id"] for row in rows] == list(RULES)
    shape = ["id", "section", "kind", "title", "summary", "code", "tests"]
    assert all(list(row)[:7] == shape for row in rows)
    found = {row["id"]: row for row in rows}
    assert found["FR-40"]["code"] == index["FR-40"]["code"]
    assert found["FR-40"]["tests"] == index["FR-40"]["tests"]
    assert found["FR-01"]["code"] == found["FR-01"]["tests"] == []


def test_rules_are_found_by_kind_and_by_any_word(run: Run, index: object) -> None:
    optional = json.loads(run("rules", BOOK, "--kind", "optional", "--json").out)
    assert optional
    assert {row["kind"] for row in optional} == {"optional"}
    flags = json.loads(run("rules", BOOK, "--search", "FLAG", "--json").out)
    assert flags
    assert all("flag" in str(row).lower() for row in flags)
    both = run("rules", BOOK, "--search", "no rule says this", "--kind", "base")
    assert (both.status, both.out) == (0, "No rule is like that.\n")


def test_a_rule_is_shown_whole_with_its_code_and_its_tests(run: Run, index: object) -> None:
    ran = run("rules", BOOK, "fr-40")
    assert ran.status == 0
    shown = " ".join(ran.out.split())
    for words in (RULES["FR-40"].title, RULES["FR-40"].summary, "src/fire.py:12", "tests/test_fire.py test_a test_b"):
        assert " ".join(words.split()) in shown
    assert [row["id"] for row in json.loads(run("rules", BOOK, "FR-40", "--json").out)] == ["FR-40"]


def test_a_rule_names_its_rulings_and_a_ruling_its_rules_its_ground_and_why(run: Run) -> None:
    (row,) = json.loads(run("rules", BOOK, "FR-06", "--json").out)
    assert "FR-Q06" in row["rulings"]
    (ruling,) = json.loads(run("rules", BOOK, "fr-q06", "--json").out)
    assert (ruling["kind"], ruling["rules"]) == ("ruling", ["FR-05", "FR-06"])
    assert ruling["why"]
    shown = " ".join(run("rules", BOOK, "FR-Q06").out.split())
    assert "ruling · the text is" in shown
    assert f"Why: {ruling['why'][:30]}" in shown
    assert f"FR-06 {RULES['FR-06'].title}" in shown


def test_rulings_are_listed_behind_the_rules_and_by_themselves(run: Run, index: object) -> None:
    rows = json.loads(run("rules", BOOK, "--kind", "ruling", "--json").out)
    assert [row["id"] for row in rows] == [ruling.id for ruling in RULES.rulings]
    assert {row["ground"] for row in rows} <= {"silent", "ambiguous", "lost", "house"}


def test_a_rule_without_code_or_tests_says_none(run: Run, index: object) -> None:
    assert run("rules", BOOK, "FR-01").out.split().count("none") == 2


def test_an_unknown_rule_is_misuse(run: Run, index: object) -> None:
    refused(run("rules", BOOK, "FR-999"), 2, "FR-999", f"hulldown rules {BOOK}")


def test_units_marks_house_figures_and_only_those(run: Run) -> None:
    lines = run("units", BOOK).lines
    assert any(line.startswith("* house figure") for line in lines)
    for row in LIBRARY.units():
        shown = next(line for line in lines if line.startswith(row.id)).split()[2:]
        for (figure, value), text in zip(row.figures.items(), shown, strict=True):
            assert text == f"{value}{'*' if row.source.get(figure) == 'house' else ''}"


def test_units_that_need_words_have_a_table_for_them(run: Run) -> None:
    out = run("units", "dynamic").out
    assert "…" not in out
    for row in load("dynamic").library.units():
        assert out.count(f"{row.id} ") >= 2
        assert row.name in out
    assert "tracked, turret, tank, dozer" in out
    assert "4/5, 8–16*" in out
    assert "2½*" in out


def test_figures_that_do_not_fit_beside_each_other_go_into_a_second_table(run: Run) -> None:
    ran = run("units", "core")
    assert "…" not in ran.out
    heads = [line.split() for line in ran.lines if line.startswith("id ")]
    assert [head[1] for head in heads] == ["name", "points", "tracks"]
    assert "die II*" in ran.out
    assert "point blank*" in ran.out
    tiger = [line.split() for line in ran.lines if line.startswith("tiger ")]
    assert tiger[1:] == [
        ["tiger", "11", "T", "10", "8*", "8*", "3*", "55*", "4*", "1*"],
        ["tiger", "3*", "8*", "4*", "13*", "–"],
    ]


def test_units_as_json_give_the_source_of_each_figure(run: Run) -> None:
    rows = json.loads(run("units", BOOK, "--json").out)
    assert rows == [row.flat() for row in LIBRARY.units()]
    for row in rows:
        assert {"id", "name", "points", "source"} <= row.keys()
        assert set(row["source"].values()) <= {"book", "house"}


def test_scenarios_lists_all_and_tells_all_about_one(run: Run) -> None:
    rows = json.loads(run("scenarios", BOOK, "--json").out)
    assert rows == json.loads(encode(LIBRARY.scenarios()))
    listed = run("scenarios", BOOK).out
    assert all(row["id"] in listed for row in rows)
    whole = run("scenarios", BOOK, SCENARIO).out
    assert rows[0]["name"] in whole
    assert f"--scenario {SCENARIO}" in whole
    assert json.loads(run("scenarios", BOOK, SCENARIO, "--json").out) == rows[:1]


def test_a_scenario_says_what_of_it_is_the_houses(run: Run) -> None:
    """By the words of the house, and not by the names of its options as well."""
    told = " ".join(run("scenarios", "panzerkampf", "pocket").out.split())
    assert "15 rounds, encircled; house: dug in, silent start, round limit" in told
    assert "house" not in run("scenarios", "panzerkampf", "last-stand").out.partition("option")[0]


def test_a_scenario_lists_the_options_with_what_they_are_here_and_may_be(run: Run) -> None:
    lines = {line.split()[0]: line.split() for line in run("scenarios", "squadron", "battle").lines if line.split()}
    assert lines["tiles"][1:4] == ["hand", "hand,", "none"]
    assert lines["turns"][1:5] == ["12", "1", "…", "200"]
    assert lines["narrow"][1:4] == ["off", "on,", "off"]
    assert lines["narrow"][-1] == "SQ-Q19"


def test_maps_lists_all_and_draws_one(run: Run) -> None:
    rows = LIBRARY.maps()
    assert json.loads(run("maps", BOOK, "--json").out) == json.loads(encode(rows))
    assert all(row.id in run("maps", BOOK).out for row in rows)
    drawn = run("maps", BOOK, rows[0].id).lines
    for number, text in enumerate(rows[0].text, 1):
        assert f"{number:>3} {text}" in drawn
    assert any("# house" in line for line in drawn)


def test_a_mat_of_hexes_is_drawn_with_every_other_row_half_a_hex_further_right(run: Run) -> None:
    row = next(row for row in load("squadron").library.maps() if row.id == "lane")
    drawn = run("maps", "squadron", "lane").lines
    assert "10 × 10 hexes" in drawn
    assert "    A B C D E F G H I J" in drawn
    assert f"  1 {' '.join(row.text[0])}" in drawn
    assert f"  2  {' '.join(row.text[1])}" in drawn
    assert run("maps", "squadron").lines[0].split() == ["id", "name", "hexes", "built", "over"]


def test_a_unit_is_shown_whole_with_the_history_side_of_its_card(run: Run) -> None:
    ran = run("units", "squadron", "PANTHER-G")
    assert ran.lines[0] == "Panther G"
    shown = [line.split() for line in ran.lines]
    assert ["front", "177"] in shown
    assert ["side", "61*"] in shown
    assert "Germany, 1944: crew of 5, 45 tonnes, 8.66 m long, 3.27 m wide, 75 mm." in " ".join(ran.out.split())
    assert "the ambush pattern." in " ".join(ran.out.split())
    assert "m long" not in run("units", "squadron", "hetzer").out, "what is not certain is left out"
    assert json.loads(run("units", "squadron", "panther-g", "--json").out)[0]["history"]["crew"] == 5
    assert ["gun", "4*"] in [line.split() for line in run("units", BOOK, "heavy").lines]
    refused(run("units", "squadron", "maus"), 2, "maus", "panther-g")


def test_a_unit_with_weapons_has_a_line_for_each(run: Run) -> None:
    ran = run("units", "panzerkampf", "destroyer")
    assert "length  7 cm*" in ran.out
    (charges,) = [line.split() for line in ran.lines if line.startswith("Depth charges")]
    assert charges == ["Depth", "charges", "(back)*", "normal", "12", "90", "3", "6", "6", "2", "anti", "submarine"]
    assert [line.split()[0] for line in run("units", "panzerkampf").lines[2:4]] == ["light-tank", "medium-tank"]


def test_a_free_table_is_measured_in_centimetres(run: Run) -> None:
    assert "120 × 80 cm" in run("maps", "panzerkampf").out
    lines = run("maps", "panzerkampf", "river").lines
    top = next(at for at, line in enumerate(lines) if line.split()[:3] == ["0", "10", "20"])
    rows = next(row for row in load("panzerkampf").library.maps() if row.id == "river").text
    assert lines[top + 1] == f"  0 {rows[0]}"
    assert lines[top + 6] == f" 10 {rows[5]}"


def test_columns_beyond_z_have_their_letters_above_each_other(run: Run) -> None:
    wide = next(row for row in LIBRARY.maps() if row.columns > 26)
    tens, ones = run("maps", BOOK, wide.id).lines[3:5]
    assert ones.startswith("    ABC")
    assert (tens[4 + 26], ones[4 + 26]) == ("A", "A")
    assert (tens[4 + 27], ones[4 + 27]) == ("A", "B")


@pytest.mark.parametrize(
    "words",
    [
        ("rulebooks",),
        ("rules", BOOK),
        ("rules", BOOK, "FR-40"),
        ("units", BOOK),
        ("scenarios", BOOK),
        *[("scenarios", BOOK, row.id) for row in LIBRARY.scenarios()],
        ("maps", BOOK),
        *[("maps", BOOK, row.id) for row in LIBRARY.maps()],
        ("odds", BOOK, "--attacker", "heavy", "--target", "light", "--range", "5", "--option", "damage=on"),
        ("rules", "dynamic"),
        ("rules", "dynamic", "DYN-134"),
        ("units", "dynamic"),
        ("scenarios", "dynamic"),
        *[("scenarios", "dynamic", row.id) for row in load("dynamic").library.scenarios()],
        ("maps", "dynamic", "northern"),
        ("odds", "dynamic", "--attacker", "heavy", "--target", "light", "--range", "5"),
        (
            "odds",
            "dynamic",
            "--attacker",
            "howitzer",
            "--target",
            "light",
            "--range",
            "9",
            "--option",
            "mode=parabolic",
        ),
        ("rules", "core"),
        ("rules", "core", "CORE-45"),
        ("units", "core"),
        ("scenarios", "core"),
        *[("scenarios", "core", row.id) for row in load("core").library.scenarios()],
        ("maps", "core", "works"),
        ("odds", "core", "--attacker", "tiger-ii", "--target", "wall", "--range", "5"),
        ("odds", "core", "--attacker", "hummel", "--target", "light", "--range", "5", "--option", "mode=parabolic"),
        ("rules", "squadron"),
        ("rules", "squadron", "SQ-52"),
        ("units", "squadron"),
        ("units", "squadron", "panther-g"),
        ("scenarios", "squadron"),
        *[("scenarios", "squadron", row.id) for row in load("squadron").library.scenarios()],
        *[("maps", "squadron", row.id) for row in load("squadron").library.maps()],
        ("odds", "squadron", "--attacker", "t-34-85", "--target", "panther-g", "--range", "5"),
        ("--help",),
        ("simulate", "--help"),
    ],
    ids=" ".join,
)
def test_what_is_shown_fits_into_80_columns(run: Run, index: object, words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.lines)) <= 80
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("command", ["rules", "units", "scenarios", "maps"])
def test_an_unknown_book_is_misuse(run: Run, index: object, command: str) -> None:
    refused(run(command, "chess"), 2, "chess", BOOK)


@pytest.mark.parametrize("command", ["scenarios", "maps"])
def test_an_unknown_id_is_misuse_and_the_known_ones_are_named(run: Run, command: str) -> None:
    known = [row.id for row in getattr(LIBRARY, command)()]
    refused(run(command, BOOK, "nowhere"), 2, "nowhere", *known)


def test_the_shipped_index_is_read(run: Run) -> None:
    rows = json.loads(run("rules", BOOK, "--json").out)
    assert len(rows) == len(RULES)


def test_a_scenario_says_how_it_comes_out_between_bots(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told = " ".join(run("scenarios", "france1944", "crossroads").out.split())
    fair = next(row.fair for row in load("france1944").library.scenarios() if row.id == "crossroads")
    assert fair
    assert f"fair? Red scores {100 * fair.mid:.0f} % (" in told
    assert f"of {fair.games} games of greedy against greedy" in told
    monkeypatch.setattr("hulldown.rulebooks.library.shares", lambda home: Shares("france1944", "", ""))
    assert "fair? not measured yet" in run("scenarios", "france1944", "crossroads").out
