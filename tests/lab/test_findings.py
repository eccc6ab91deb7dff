"""Files of the laboratory: they stand alone, say where they come from, and are the same for the same command."""

import csv
import json
import re
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hulldown import __version__
from hulldown.kernel.files import Fault
from hulldown.kernel.interval import Interval
from hulldown.lab.findings import Findings, Origin, Sheet, figures, shown
from hulldown.lab.plots import Estimate, Estimates, Lines, Series, ticks
from hulldown.rulebooks import load

SHARE = Interval(0.25, 0.5, 0.75)
LINES = Lines(
    "Chance <b>", "range", "percent", (Series("front", ((1, 10.0), (2, 5.0))), Series("seen", ((1, 50.0),), (SHARE,)))
)
MARKS = Estimates(
    "Ratings", "Elo", (Estimate("a & b", SHARE, "note"), Estimate("c", Interval(-inf, 0.1, inf))), 0.5, (0.4, 0.6)
)
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


def test_a_table_can_be_read_back_from_csv() -> None:
    lines = FINDINGS.csv().splitlines()
    start = lines.index("# Table")
    assert [*csv.reader(lines[start + 1 :])] == [["name", "value"], ["a<b>", "1.5"], ["c,d", ""]]


@pytest.mark.parametrize("plot", [LINES, MARKS], ids=["lines", "marks"])
def test_a_plot_is_well_formed_and_has_a_spoken_name(plot: Lines | Estimates) -> None:
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


def test_an_empty_plot_is_drawn() -> None:
    ElementTree.fromstring(Lines("t", "x", "y", ()).svg())
    ElementTree.fromstring(Estimates("t", "x", ()).svg())


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
