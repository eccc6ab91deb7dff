"""All faults of a text at once: each at its place, with what puts it right, by the one judge of all."""

import json
from pathlib import Path
from time import perf_counter

import pytest

from hulldown.kernel.files import Fault, TextRepair
from hulldown.kernel.spans import spans_of
from hulldown.rulebooks import BOOKS, load
from hulldown.rulebooks.works import check_file, told_all

SCENARIO = """\
name = "Two farms"
sumary = "A short fight."
minutes = 0
map = "farms.txt"
total = 12
red = { heavy = 1 }
blue = { medium = 4 }
"""


def faults(path: Path, text: str, book: str = "") -> tuple[Fault, ...]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Fault) as raised:
        check_file(path, [book] if book else [])
    return raised.value.all


def mended(text: str, repair: TextRepair) -> str:
    for change in sorted(repair.changes, key=lambda change: -change.start):
        text = text[: change.start] + change.text + text[change.end :]
    return text


def test_a_board_tells_all_its_faults_each_at_its_square(tmp_path: Path) -> None:
    text = "name: Farms\nnorth: inside\n\n....\n...\n..?.\n.....\n"
    found = faults(tmp_path / "farms.txt", text, "france1944")
    assert [fault.line for fault in found] == [2, 5, 6, 7]
    places = [(fault.place.row, fault.place.column) for fault in found if fault.place]
    assert places[1] == (2, 2)
    assert [places[0][0], places[2][0]] == [1, 3]
    short, long = (found[at].repairs[0] for at in (1, 3))
    assert short.label == "Add a street at its end"
    assert mended(text, short).split("\n")[4] == "...."
    assert mended(text, long).split("\n")[6] == "...."


def test_a_scenario_tells_its_own_faults_and_those_of_the_files_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "farms.txt").write_text("name: Farms\n\n....\n...\n")
    found = faults(tmp_path / "two.toml", SCENARIO, "france1944")
    told = told_all(found[0], tmp_path / "two.toml")
    assert [(Path(one.file).name, one.line, one.field) for one in told] == [
        ("farms.txt", 4, ""),
        ("", 2, "sumary"),
        ("", 3, "minutes"),
    ]
    assert told[1].message == "there is no field 'sumary' here; did you mean 'summary'?"
    assert told[2].message == "minutes is 0; a whole number from 1 to 600 is needed"
    assert 'summary = "A short' in mended(SCENARIO, told[1].repairs[0])
    assert "sumary" not in mended(SCENARIO, told[1].repairs[1])


def test_what_does_not_suit_a_scenario_is_told_at_its_field_with_repairs(tmp_path: Path) -> None:
    text = SCENARIO.replace("sumary", "summary").replace("minutes = 0", "minutes = 5").replace("farms.txt", "centre")
    text = text.replace("heavy = 1", "heavy = 5, medum = 1").replace("medium = 4", "medium = 9")
    found = faults(tmp_path / "two.toml", text + "flags = { red = 1, blue = 2 }\n", "france1944")
    assert [(fault.line, fault.rule, fault.field) for fault in found] == [
        (6, "FR-09", "red.medum"),
        (7, "FR-04", "blue"),
        (8, "FR-48", "flags"),
    ]
    labels = [[repair.label for repair in fault.repairs] for fault in found]
    assert labels == [["Write medium"], ["Agree on 18"], ["1 : 1", "2 : 2", "Only Red", "Only Blue"]]
    assert "total = 18\n" in mended(text, found[1].repairs[0])


def test_a_board_that_there_is_not_is_told_at_its_line_with_the_nearest(tmp_path: Path) -> None:
    text = load("france1944").library.works("scenario")["crossroads"].replace('map = "centre"', 'map = "centr"')
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(Fault) as wrong:
        check_file(tmp_path / "mine.toml", ["france1944"])
    (told,) = told_all(wrong.value, tmp_path / "mine.toml")
    assert (told.line, told.field, told.repairs[0].label) == (6, "map", "Write centre")
    (tmp_path / "mine.toml").write_text(text.replace("centr", "centre").replace("medium = 5", "medim = 5"))
    with pytest.raises(Fault, match="medim"):
        check_file(tmp_path / "mine.toml")  # no other book has such a board


@pytest.mark.parametrize("book", BOOKS)
def test_a_chart_tells_every_faulty_cell_by_unit_and_figure(book: str, tmp_path: Path) -> None:
    works = load(book).library.works("chart")
    text = next(iter(works.values()))
    found = faults(
        tmp_path / "own.toml", text.replace("\nfront = ", '\nfront = "x" # ').replace("\nside = ", "\nsied = "), book
    )
    units = [row.id for row in load(book).library.units()]
    assert len(found) > 2
    assert all(fault.line and fault.place and fault.place.unit in units for fault in found)
    assert {fault.place.figure for fault in found if fault.place} == {"front", "sied"}


def test_a_table_tells_the_corner_that_lies_beyond_its_edge(tmp_path: Path) -> None:
    text = 'name = "T"\nwidth = 60\nheight = 60\n' + "".join(
        f'[[feature]]\nkind = "house"\nmovement = "impassable"\nsight = "blocks"\nrectangle = [{left}, 5, 10, 5]\n'
        for left in (5, 55, 58)
    )
    found = faults(tmp_path / "table.toml", text, "panzerkampf")
    assert [(fault.place.feature, fault.place.corner) for fault in found if fault.place] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]


def test_a_hundred_faults_are_told_and_no_more(tmp_path: Path) -> None:
    rows = "\n".join("." * (4 + number % 2) for number in range(190))
    found = faults(tmp_path / "board.txt", f"name: x\n\n....\n{rows}\n", "france1944")
    assert len(found) == 95
    found = faults(
        tmp_path / "army.toml", 'name = "x"\ntotal = 9\n[tanks]\n' + "".join(f"k{n} = 1\n" for n in range(400))
    )
    assert len(found) == 100


def test_the_largest_chart_is_judged_in_a_moment(tmp_path: Path) -> None:
    text = load("core").library.works("chart")["types"]
    (tmp_path / "own.toml").write_text(text.replace("\nfront = ", '\nfront = "x" # '))
    began = perf_counter()
    with pytest.raises(Fault):
        check_file(tmp_path / "own.toml", ["core"])
    assert perf_counter() - began < 1.5  # 150 ms where nothing else runs


def test_json_has_what_a_program_needs_to_mend_it(tmp_path: Path) -> None:
    text = 'name = "x"\ntotal = 9\ntanks = { heavvy = 1 }\n'
    found = faults(tmp_path / "army.toml", text)
    assert json.dumps([repair.label for repair in found[0].repairs]) == '["Write heavy"]'
    assert found[0].line == 3


def test_places_of_fields_are_found_in_every_form() -> None:
    text = 'a.b = 1\nc = { d = [1, { e = 2 }], "f g" = """\nx = 1\n""" }\n[[t]]\nk = 3 # [[t]]\n[[t]]\n[t.u]\nk = 4\n'
    found = spans_of(text)
    said = {path: text[span.start : span.end] for path, span in found.items()}
    assert [said[path] for path in ("$.a.b", "$.c.d[1].e", "$.t[0].k", "$.t[1].u.k")] == ["1", "2", "3", "4"]
    assert said["$.c.f g"].startswith('"""')
    assert "$.x" not in found
