"""Charts of people's own: figures and dice typed from print, before the book's and behind a scenario's."""

import re
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.question import odds_between
from hulldown.kernel.wire import decode, encode, plain
from hulldown.rulebooks import load

SHIPPED = Path(__file__).parents[2] / "src" / "hulldown" / "rulebooks"
CHARTS = {
    "france1944": "panzerstrike/france1944/units/table-a.toml",
    "dynamic": "panzerstrike/dynamic/units/generic.toml",
    "core": "panzerstrike/core/units/generic.toml",
    "squadron": "squadron/cards.toml",
    "panzerkampf": "panzerkampf/units.toml",
}
# By book: a scenario, a figure of dice.toml with another value, a unit and how its front is written there.
CASES: dict[str, tuple[str, str, Any, str]] = {
    "france1944": ("first-steps", "quiet_rounds = 33", {"quiet_rounds": 33}, "heavy"),
    "dynamic": ("duel", "red = [2, 2, 2, 2, 2, 3]", {"red": [2, 2, 2, 2, 2, 3]}, "heavy"),
    "core": ("duel", "speed = [-2, -1, 0, 0, 1, 2]", {"speed": [-2, -1, 0, 0, 1, 2]}, "heavy"),
    "squadron": ("duel", "dud = 9", {"dud": 9}, "panther-g"),
    "panzerkampf": ("first-shots", "mine = { hits = 5 }", {"mine": {"hits": 5}}, "medium-tank"),
}

# What each figure is in the book, for a scenario that says it again.
THEIRS = {
    "france1944": "quiet_rounds = 20",
    "dynamic": "red = [1, 2, 3, 4, 5, 6]",
    "core": "speed = [-1, -1, 0, 0, 1, 1]",
    "squadron": "dud = 5",
    "panzerkampf": "mine = { hits = 6 }",
}


def own_chart(book: str, folder: Path) -> Path:
    """The chart of the house with one figure typed from print, and one of its dice or constants."""
    head, start, row = (SHIPPED / CHARTS[book]).read_text().partition(f'id = "{CASES[book][3]}"')
    row = re.sub(r"^front = \d+", "front = 19", row, count=1, flags=re.MULTILINE)
    row = re.sub(r'front = "\w+"', 'front = "print"', row, count=1)
    path = folder / "mine.toml"
    path.write_text(f'{head}{start}{row}\n[figures]\n{CASES[book][1]}\n[source]\n{_key(book)} = "print"\n')
    return path


def _key(book: str) -> str:
    return str(next(iter(CASES[book][2])))


def front_of(rows: Any, unit: str) -> int:
    found = next(row for row in plain(rows) if row["id"] == unit)
    return int(found["front"])


@pytest.mark.parametrize("book", CASES)
def test_a_chart_of_ones_own_is_played_with(book: str, tmp_path: Path) -> None:
    scenario, _, figures, unit = CASES[book]
    path = own_chart(book, tmp_path)
    library = load(book).library
    setup, usual = library.build(scenario, chart=str(path)), library.build(scenario)
    field = "cards" if book == "squadron" else "chart"
    assert front_of(getattr(setup, field), unit) == 19 != front_of(getattr(usual, field), unit)
    for key, value in figures.items():
        found, before = (decode(encode(getattr(one.figures, key)), Any) for one in (setup, usual))
        assert found == (before | value if isinstance(before, dict) else value) != before
    load(book).start(setup)


@pytest.mark.parametrize("book", CASES)
def test_it_is_listed_and_checked_with_its_sources(book: str, tmp_path: Path) -> None:
    path, unit = own_chart(book, tmp_path), CASES[book][3]
    library = load(book).library
    row = next(row for row in library.units(str(path)) if row.id == unit)
    assert row.figures["front"] == 19
    assert row.source["front"] == "print"
    assert library.check(path).startswith("a ")


@pytest.mark.parametrize("book", CASES)
def test_a_scenario_names_it_and_its_own_figures_come_first(book: str, tmp_path: Path) -> None:
    own_chart(book, tmp_path)
    scenario, key = CASES[book][0], _key(book)
    folder = (SHIPPED / CHARTS[book].split("/units")[0]).with_suffix("")
    shipped = (folder if folder.is_dir() else folder.parent) / "scenarios" / f"{scenario}.toml"
    text = re.sub(r"^chart = .*$", "", shipped.read_text(), flags=re.MULTILINE)
    path = tmp_path / "own.toml"
    path.write_text(f'chart = "mine.toml"\n{text}')
    library = load(book).library
    assert getattr(library.build(str(path)).figures, key) != getattr(library.build(scenario).figures, key)
    if "[figures]" not in text:
        path.write_text(f"{path.read_text()}\n[figures]\n{THEIRS[book]}\n")
        assert getattr(library.build(str(path)).figures, key) == getattr(library.build(scenario).figures, key)


@pytest.mark.parametrize(
    ("book", "far", "unit"),
    [("france1944", 5, "heavy"), ("dynamic", 5, "heavy"), ("core", 2, "heavy"), ("squadron", 6, "panther-g")],
)
def test_odds_are_asked_under_it(book: str, far: int, unit: str, tmp_path: Path) -> None:
    path, library = own_chart(book, tmp_path), load(book).library
    usual = odds_between(library, unit, unit, far, "front", {})
    assert odds_between(library, unit, unit, far, "front", {}, str(path)) != usual


@pytest.mark.parametrize("book", CASES)
def test_a_wrong_figure_of_a_chart_is_told_with_its_place(book: str, tmp_path: Path) -> None:
    path = own_chart(book, tmp_path)
    path.write_text(path.read_text() + "[figures.wings]\nspan = 3\n")
    with pytest.raises(Fault, match="wings"):
        load(book).library.check(path)
