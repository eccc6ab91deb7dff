"""What differs between two charts, what a chart is made of, and what of it is worth another look."""

from fractions import Fraction
from pathlib import Path

import pytest

from hulldown.kernel.handbook import constants_of
from hulldown.kernel.question import odds_between
from hulldown.rulebooks import BOOKS, home_of, load
from hulldown.rulebooks.charting import form_of, look_again
from hulldown.rulebooks.differing import differ, from_house, units_of

FRANCE, CORE = load("france1944").library, load("core").library


def written(folder: Path, book: str, *changes: tuple[str, str], name: str = "") -> str:
    works = load(book).library.works("chart")
    text = works[name or next(iter(works))]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_figures_dice_and_the_shots_that_move_most_are_told_exactly(tmp_path: Path) -> None:
    own = written(
        tmp_path, "france1944", ("front = 10", "front = 12"), ("[[unit]]", "[figures]\nsmall = [2, 2]\n\n[[unit]]")
    )
    found = differ(FRANCE, "", own, "heavy")
    assert [(one.unit, one.figure, one.before, one.after) for one in found.figures] == [
        ("heavy", "front", "10", "12"),
        ("", "small", "1 2 3 4 5 6", "2 2"),
    ]
    assert found.figures[0].label == "front armour"
    assert 1 <= len(found.shots) <= 3
    for shot in found.shots:
        assert "heavy" in (shot.attacker, shot.target)
        for chart, chance in (("", shot.before), (own, shot.after)):
            odds = odds_between(FRANCE, shot.attacker, shot.target, shot.far, shot.zone, {}, chart)
            assert odds[shot.outcome] == chance
    moved = [abs(shot.after - shot.before) for shot in found.shots]
    assert moved == sorted(moved, reverse=True)
    assert moved[-1] > 0


@pytest.mark.parametrize("book", BOOKS)
def test_the_charts_of_the_house_differ_in_nothing(book: str, tmp_path: Path) -> None:
    library = load(book).library
    for name in library.works("chart"):
        found = differ(library, "", written(tmp_path, book, name=name))
        assert (found.figures, found.added, found.gone, found.shots) == ((), (), (), ())


def test_the_sides_of_a_base_are_told_and_typed_in_millimetres(tmp_path: Path) -> None:
    book = load("panzerkampf")
    found = differ(book.library, "", written(tmp_path, "panzerkampf", ("length = 2500", "length = 3050")))
    assert [(one.figure, one.before, one.after) for one in found.figures] == [("length", "25 mm", "30.5 mm")]
    sides = [column for column in form_of(book).columns if column.group == "base"]
    assert [(one.figure, one.measure, one.parts) for one in sides] == [("length", "mm", 100), ("width", "mm", 100)]
    assert {one.parts for one in form_of(load("core")).columns} == {1}


def test_units_that_come_and_go_are_named(tmp_path: Path) -> None:
    own = written(tmp_path, "france1944", ('id = "light"\nname = "Light"', 'id = "scout"\nname = "Scout"'))
    found = differ(FRANCE, "", own)
    assert (found.added, found.gone) == (("Scout",), ("Light",))


def test_a_set_up_tells_what_it_has_otherwise_and_lists_it_as_typed(tmp_path: Path) -> None:
    own = written(tmp_path, "core", ("front = 8", "front = 9"), ("penetration = 9", "penetration = 10"), name="types")
    scenario = next(row.id for row in CORE.scenarios() if row.chart == "types")
    setup = CORE.build(scenario, chart=own)
    assert {(one.figure, one.after) for one in from_house(CORE, setup).figures} == {
        ("front", "9"),
        ("weapon.penetration", "10"),
    }
    sherman = next(row for row in units_of(CORE, setup) if row["id"] == "sherman")
    assert (sherman["front"], sherman["penetration"], sherman["points"]) == (9, 10, 7)
    assert [name for name, source in sherman["source"].items() if source == "print"] == ["front", "penetration"]


@pytest.mark.parametrize("book", BOOKS)
def test_the_form_of_a_chart_has_every_figure_that_says_whose_it_is(book: str) -> None:
    library = load(book).library
    form = form_of(load(book))
    sources = {column.source for column in (*form.columns, *form.weapon)}
    named = {figure for row in library.units() for figure in row.source} - {"points"}
    assert {figure for figure in named if figure not in ("range",)} <= sources | {"parabolic", "effectiveness"}
    assert {figure.source for figure in form.figures} <= {"book", "house", "derived"}
    for column in form.columns:
        assert column.kind != "number" or column.most is not None


@pytest.mark.parametrize("book", BOOKS)
def test_every_die_table_and_number_of_a_chart_is_named_and_explained(book: str) -> None:
    form = form_of(load(book))
    assert not [figure.figure for figure in form.figures if not figure.says]
    named = [figure.label for figure in form.figures]
    assert len(set(named)) == len(named)
    for figure in form.figures:
        if figure.kind == "numbers":
            assert isinstance(figure.value, tuple)
            row = figure.value[0] if isinstance(figure.value[0], tuple) else figure.value
            assert len(figure.heads) == len(row), f"{figure.figure} has other heads than cells"
    told = constants_of(load(book).rules, home_of(book) / "constants.toml")
    assert set(told) == {figure.figure for figure in form.figures}


def test_what_is_out_of_line_is_advice(tmp_path: Path) -> None:
    typed = ('points = "book", speed = "book", front = "book"', 'points = "book", speed = "book", front = "print"')
    own = written(tmp_path, "france1944", ("front = 10", "front = 3"), typed)
    told = [fault.message for fault in look_again(FRANCE, own)]
    assert "Heavy: its side armour, 7, is more than its front, 3" in told
    assert "Heavy: front 3 is far from the house's 10" in told
    assert "Heavy: it has 7 less armour than the house's, and its price stayed 3" in told
    assert not list(look_again(FRANCE, written(tmp_path, "france1944")))


def test_chances_are_fractions(tmp_path: Path) -> None:
    found = differ(FRANCE, "", written(tmp_path, "france1944", ("gun = 4", "gun = 6")), "heavy")
    assert all(isinstance(shot.before, Fraction) for shot in found.shots)
