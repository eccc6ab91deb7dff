"""Files of the laboratory: they stand alone, say where they come from, and are the same for the same command."""

import csv
import json
import re
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from hulldown import __version__
from hulldown.kernel.files import Fault
from hulldown.kernel.interval import Interval
from hulldown.kernel.side import BLUE, RED
from hulldown.lab.findings import Findings, Origin, Sheet, figures, shown
from hulldown.lab.places import Lost, Places, gathered
from hulldown.lab.plots import Bars, Estimate, Estimates, Lines, Plot, Series, ticks
from hulldown.rulebooks import load

SHARE = Interval(0.25, 0.5, 0.75)
LINES = Lines(
    "Chance <b>", "range", "percent", (Series("front", ((1, 10.0), (2, 5.0))), Series("seen", ((1, 50.0),), (SHARE,)))
)
MARKS = Estimates(
    "Ratings", "Elo", (Estimate("a & b", SHARE, "note"), Estimate("c", Interval(-inf, 0.1, inf))), 0.5, (0.4, 0.6)
)
BARS = Bars("Rounds", "rounds", tuple([(str(at), at) for at in range(60)]))
GROUND = load("squadron").terrain(load("squadron").start(load("squadron").library.build("village")))
MAP = Places("Where", GROUND, gathered(GROUND, [(RED, 0, 0), (RED, 0, 0), (BLUE, 19, 13)]))
FINDINGS = Findings(
    "Title & <more>",
    Origin.of("hulldown odds france1944 --by 'a b'", "7", "france1944"),
    ("One clear sentence.",),
    (Sheet("Table", ("name", "value"), (("a<b>", 1.5), ("c,d", None)), "How to read it."),),
    (LINES, MARKS),
    {"value": 1, "seconds": 1.23},
)


def test_the_page_stands_alone_and_escapes_what_it_is_given() -> None:
    page = FINDINGS.html()
    assert not re.search(r"<script|<link|<img|@import|url\(|https?://(?!www\.w3\.org/2000/svg)", page)
    assert "Title &amp; &lt;more&gt;" in page
    assert "a&lt;b&gt;" in page
    assert "<b>" not in page
    assert page.count("<svg") == 2
    assert "One clear sentence." in page
    assert "How to read it." in page


def test_a_file_says_versions_seed_and_command() -> None:
    for text in (FINDINGS.html(), FINDINGS.csv(), FINDINGS.json()):
        assert __version__ in text
        assert "--by" in text
        assert "france1944" in text
    assert "seed 7" in FINDINGS.html()
    assert json.loads(FINDINGS.json())["facts"] == {
        "command": "hulldown odds france1944 --by 'a b'",
        "seed": "7",
        "hulldown": __version__,
        "rules": {"france1944": load("france1944").rules.book.version},
    }


def test_no_clock_reaches_a_file() -> None:
    assert json.loads(FINDINGS.json())["value"] == 1
    assert "seconds" not in FINDINGS.json()


def test_all_tables_are_read_from_csv_in_one_go() -> None:
    rows = [*csv.DictReader(FINDINGS.csv().splitlines())]
    assert [(row["name"], row["value"]) for row in rows if row["table"] == "Table"] == [("a<b>", "1.5"), ("c,d", "")]
    assert [row["what"] for row in rows if row["table"] == "Made by"] == ["command", "made by"]
    assert all(None not in row and None not in row.values() for row in rows)


def test_a_page_links_to_files_as_they_are_found_from_it_and_shows_the_first_rows() -> None:
    rows = tuple((number, f"games/a b-{number}.jsonl") for number in range(1, 5))
    found = replace(FINDINGS, sheets=(Sheet("Games", ("game", "record"), rows, links="record", most=2),))
    page = found.html(Path("reports/found.html"))
    assert '<a href="../games/a%20b-1.jsonl">a b-1.jsonl</a>' in page
    assert "b-3" not in page
    assert "The first 2 of 4; .csv has them all." in page
    assert "b-4" in found.csv()


@pytest.mark.parametrize("plot", [LINES, MARKS, BARS, MAP], ids=["lines", "marks", "bars", "map"])
def test_a_plot_is_well_formed_and_has_a_spoken_name(plot: Plot) -> None:
    root = ElementTree.fromstring(plot.svg())
    assert root.get("role") == "img"
    assert root.get("aria-label") == plot.title
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    for text in root.iter("{http://www.w3.org/2000/svg}text"):
        assert left <= float(text.get("x") or 0) <= width
        assert top <= float(text.get("y") or 0) <= height
    assert "nan" not in plot.svg()
    assert "inf" not in plot.svg()


def test_series_differ_by_more_than_colour() -> None:
    many = Lines("t", "x", "y", tuple(Series(str(at), ((1, at), (2, at))) for at in range(6)))
    drawn = re.findall(r"<polyline[^>]*?(stroke-dasharray=\"[^\"]*\")?/>", many.svg())
    assert len({*drawn}) == 6


def test_losses_in_one_place_are_one_disc_and_near_ones_on_a_free_table_too() -> None:
    assert MAP.lost == (Lost(RED, 0, 0, 2), Lost(BLUE, 19, 13, 1))
    book = load("panzerkampf")
    free = book.terrain(book.start(book.library.build("ridge")))
    near = gathered(free, [(RED, 60_000, 40_000), (RED, 60_500, 40_500), (RED, 90_000, 40_000)])
    assert [one.many for one in near] == [2, 1]


def test_an_empty_plot_is_drawn() -> None:
    ElementTree.fromstring(Lines("t", "x", "y", ()).svg())
    ElementTree.fromstring(Estimates("t", "x", ()).svg())
    ElementTree.fromstring(Bars("t", "x", ()).svg())
    ElementTree.fromstring(Places("t", GROUND, ()).svg())


def test_a_long_name_is_written_out_beside_its_mark() -> None:
    name = "Heavy Self-Propelled Howitzer"
    drawn = ElementTree.fromstring(Estimates("t", "x", (Estimate(name, SHARE),)).svg())
    label = next(one for one in drawn.iter() if one.text == name)
    assert label.get("text-anchor") == "end"
    assert float(label.get("x", "0")) > 6 * len(name)


@pytest.mark.parametrize(
    ("low", "high", "least", "found"),
    [(0, 1, 0, [0, 0.2, 0.4, 0.6, 0.8, 1.0]), (1, 6, 1, [1, 2, 3, 4, 5, 6]), (-3, 7, 0, [-4, -2, 0, 2, 4, 6, 8])],
)
def test_ticks_are_round_and_cover_the_span(low: float, high: float, least: float, found: list[float]) -> None:
    assert ticks(low, high, 6, least) == found


def test_numbers_are_shown_plainly() -> None:
    assert [shown(cell) for cell in (1234.5, -2, None, "x", inf)] == ["1,234.5", "−2", "–", "x", "–"]
    assert figures(Interval(-inf, 0.5, 0.75)) == (50.0, None, 75.0)


def test_a_file_must_be_of_a_kind_that_is_known(tmp_path: Path) -> None:
    for kind in ("html", "csv", "json"):
        FINDINGS.write(tmp_path / f"found.{kind}")
    assert (tmp_path / "found.json").read_text() == FINDINGS.json()
    with pytest.raises(Fault, match=r"must end in \.html, \.csv or \.json"):
        FINDINGS.write(tmp_path / "found.pdf")
    with pytest.raises(Fault, match="cannot be written"):
        FINDINGS.write(tmp_path / "no" / "found.csv")
