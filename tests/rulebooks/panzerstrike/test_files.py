"""What all books of the family say of files and options."""

from pathlib import Path

import pytest

from hulldown.kernel.conformance import Book
from hulldown.kernel.files import Fault, convert
from hulldown.kernel.question import odds_between
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike import files
from hulldown.rulebooks.panzerstrike.board import Board

FIELD = Board("A field", "up", ("....",) * 3)
FAMILY = Path(files.__file__).parent


@pytest.fixture(params=["france1944", "dynamic", "core"])
def book(request: pytest.FixtureRequest) -> Book:
    return load(request.param)


def test_an_area_goes_from_corner_to_corner_whichever_is_named_first() -> None:
    names = [FIELD.grid.names[square] for square in files.squares(["c2:B1", " D3 "], FIELD, "walls")]
    assert names == ["B1", "C1", "B2", "C2", "D3"]
    for wrong, told in (("B", "'B' is no square"), ("B1:B9", "B9"), ("B1:C1:D1", "is no square")):
        with pytest.raises(Fault, match=told) as caught:
            files.squares([wrong], FIELD, "walls")
        assert caught.value.where == "walls"


@pytest.mark.parametrize("total", [20, {"red": 20, "blue": 20}])
def test_one_total_is_for_both_sides(total: object) -> None:
    assert files.for_both(convert(total, int | files.Pair[int], "total")) == files.Pair(20, 20)  # type: ignore[arg-type]


def test_a_figure_without_a_source_is_named_with_its_line(book: Book, tmp_path: Path) -> None:
    chart = next((FAMILY / book.id / "units").glob("*.toml")).read_text()
    lines = chart.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("source"))
    lines[at] = lines[at].replace("front =", "bow =")
    path = tmp_path / "chart.toml"
    path.write_text("\n".join(lines))
    with pytest.raises(Fault, match="does not say whether its front is from the book") as caught:
        book.library.check(path)
    assert caught.value.where == f"{path}:{at + 1}"


def test_an_option_that_is_not_there_is_answered_with_those_that_are(book: Book) -> None:
    scenario = book.library.scenarios()[0].id
    with pytest.raises(Fault, match=r"option weather: there is no such option; there is .*hidden.*, total"):
        book.library.build(scenario, options={"weather": "rain"})
    with pytest.raises(Fault, match="option hidden: 'perhaps' must be on or off"):
        book.library.build(scenario, options={"hidden": "perhaps"})
    with pytest.raises(Fault, match=r"option wind: the options are .*=on\|off and \w+=on\|off$"):
        odds_between(book.library, "heavy", "light", 3, "front", {"wind": "on"})


def test_whatever_is_no_file_of_a_book_is_told_what_there_is(book: Book, tmp_path: Path) -> None:
    (tmp_path / "notes.doc").write_text("x")
    with pytest.raises(Fault, match=r"a board is a \.txt file; charts, armies and scenarios are \.toml files"):
        book.library.check(tmp_path / "notes.doc")
    with pytest.raises(Fault, match=r"there is no scenario 'nowhere'; there is .*, or give a \.toml file"):
        book.library.build("nowhere")
    with pytest.raises(Fault, match=r"'heavy' is not a (class|type) and a count; write heavy=2"):
        book.library.build(book.library.scenarios()[0].id, red="heavy")


@pytest.mark.parametrize("none", ["0", "00"])
def test_without_spaa_nothing_is_left_of_the_basic_scenario(none: str) -> None:
    setup = load("dynamic").library.build("basic-northern", options={"spaa": none})
    assert (setup.spaa, setup.lost_spaa, setup.turn_limit, setup.blocks) == (0, 0, 0, ())
