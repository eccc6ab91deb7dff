"""Tables to make pictures of."""

import json

import pytest

from hulldown.kernel.camera import Extent, misplaced
from hulldown.lab.tables import main, opening_table, scenario_table
from hulldown.rulebooks import BOOKS, load, openings


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_scenario_is_set_up_on_both_sides_and_looked_at_where_it_is(book_id: str) -> None:
    row = load(book_id).library.scenarios()[0]
    table = scenario_table(book_id, row.id)
    placed = [piece for piece in table.picture.pieces if piece.pose is not None]
    assert {piece.side for piece in placed} == {0, 1}
    assert table.terrain.id == table.picture.terrain
    assert misplaced(table.camera, Extent(table.terrain.table, table.terrain.columns, table.terrain.rows)) == ""
    assert scenario_table(book_id, row.id) == table


def test_an_opening_is_shown_through_its_own_camera() -> None:
    (line,) = openings("france1944")
    table = opening_table("france1944", "first")
    assert (table.camera, table.name, len(table.picture.pieces)) == (line.camera, line.name, 6)


def test_the_command_writes_a_line_for_each(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["france1944"]) == 0
    lines = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    many = len(load("france1944").library.scenarios())
    assert [line["kind"] for line in lines] == ["scenario"] * many + ["opening"]
    assert set(lines[0]) == {"book", "kind", "id", "name", "terrain", "picture", "camera"}
    assert main(["chess"]) == 2
