"""Planes: the least flight, the table's edge and the way back over it: Y12, and our own cases."""

import pytest

from hulldown.rulebooks.panzerkampf import driving
from hulldown.rulebooks.panzerkampf.events import Moved
from hulldown.rulebooks.panzerkampf.orders import EndMovement, Enter, Move, Path
from hulldown.rulebooks.panzerkampf.paths import left_over
from hulldown.rulebooks.panzerkampf.setup import EDGES, Edge
from hulldown.rulebooks.panzerkampf.state import State, Where
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    allows,
    altered,
    battle,
    blue,
    change,
    cm,
    field,
    house,
    move,
    play,
    red,
    refusal,
    refused,
    where,
)


def plane(x: float, y: float, heading: int, kind: str = "fighter", *others: object, **more: object) -> State:
    return battle([red(kind, x, y, heading), *others], **more)  # type: ignore[list-item, arg-type]


@rule("PK-03", "PK-22", "PK-109", "PK-R37")
def test_y12_a_plane_flies_half_its_mov_at_least() -> None:
    """PK-R37: Advance doubles the most and not the least."""
    at = plane(10, 40, 90, chart=altered("fighter", move=60))
    assert refused(at, move(0, (0, 29.999)), "PK-22", "29.999 cm", "30 cm").nearest == move(0, (0, 30))
    assert allows(at, move(0, (0, 30)))
    assert allows(at, move(0, (0, 60)))
    refused(at, move(0, (0, 60.001)), "PK-03", "60 of 60 cm")
    change(at, 0, command="advance", commanded=at.turn)
    refused(at, move(0, (0, 29)), "PK-22", "30 cm")
    assert allows(at, move(0, (0, 100)))
    assert allows(at, move(0, (0, 120)))
    refused(at, move(0, (0, 121)), "PK-03", "120 of 120 cm")


@rule("PK-22")
def test_the_whole_path_counts_and_a_turn_does_not() -> None:
    at = plane(60, 40, 90)
    assert allows(at, move(0, (30, 10), (-30, 10), (20, 15)))
    refused(at, move(0, (30, 10), (-30, 10), (20, 14)), "PK-22", "34 cm", "35 cm")
    assert refused(at, move(0, (30, 0)), "PK-22", "0 cm").nearest == move(0, (30, 35))
    assert refused(at, Move(0, ()), "PK-22", "35 cm").nearest == move(0, (0, 35))


@rule("PK-02", "PK-22")
def test_the_phase_does_not_end_before_every_plane_has_flown() -> None:
    at = battle(
        [red("fighter", 60, 40, 90), red("helicopter", 20, 20), red("bomber", 60, 60, 90), blue("fighter", 9, 9)]
    )
    assert driving.owed(at) == [0, 2]
    first = refused(at, EndMovement(), "PK-22", "Fighter 1", "35 cm").nearest
    play(at, first)
    assert driving.owed(at) == [2]
    refused(at, EndMovement(), "PK-22", "Bomber 1", "25 cm")
    change(at, 2, wreck=True)
    assert driving.owed(at) == []
    assert allows(at, EndMovement())


@rule("PK-22", "PK-R55")
def test_a_plane_that_finds_no_place_to_end_stays() -> None:
    """PK-R55: with other planes wherever it could go, the phase may end."""
    at = plane(60, 60, 0, chart=altered("fighter", move=2, turn=0))
    assert not allows(at, EndMovement())
    at.units += [blue("bomber", 60, 59, 0, number=1)]
    assert driving.owed(at) == [0]
    assert driving.moves(at, 0) == []
    assert allows(at, EndMovement())


# Over the edge


@rule("PK-22", "PK-R7")
@pytest.mark.parametrize(
    ("x", "y", "heading", "edge"),
    [(60, 10, 0, "north"), (110, 40, 90, "east"), (60, 70, 180, "south"), (9, 40, 270, "west")],
)
def test_a_plane_leaves_over_an_edge(x: float, y: float, heading: int, edge: Edge) -> None:
    """PK-R7: where its middle ends decides."""
    at = plane(x, y, heading)
    way = driving.preview(at, move(0, (0, 40))).way
    assert way is not None
    assert way.leaves
    (moved,) = play(at, move(0, (0, 40)))
    assert isinstance(moved, Moved)
    assert moved.edge == edge
    assert (at.units[0].where, at.units[0].edge) == (Where.AWAY, edge)
    assert at.units[0].alive
    assert list(at.standing()) == []


@rule("PK-15", "PK-22")
def test_on_the_edge_a_plane_is_on_the_table() -> None:
    at = plane(60, 40, 0)
    (moved,) = play(at, move(0, (0, 40)))
    assert (moved, at.units[0].where) == (Moved(0, ((60000, 40000, 0, 40000),), 60000, 0, 0, 40000, 0), Where.TABLE)


@rule("PK-22", "PK-R56")
def test_out_and_back_in_one_flight_is_no_leaving() -> None:
    """PK-R56: only where it ends counts, and the edge that it crossed last."""
    at = plane(60, 5, 0, chart=altered("fighter", turn=400))
    (moved,) = play(at, move(0, (0, 10), (180, 30)))
    assert isinstance(moved, Moved)
    assert (moved.edge, where(at, 0)) == ("", (60, 25, 180))
    table = at.table
    over = ((60000, 5000, 0, 10000), (60000, -5000, 90, 62000), (122000, -5000, 225, 20000), (107858, 9142, 90, 20000))
    assert left_over(over, table) == "east"
    assert left_over(over[:2], table) == "north"
    assert left_over(((60000, 5000, 0, 5000), (60000, 0, 0, 1)), table) == "north"
    assert left_over((), table) == ""


@rule("PK-15", "PK-22")
def test_who_ends_outside_is_in_nobodys_way() -> None:
    at = plane(60, 35, 0, "fighter", blue("bomber", 60, 1, 0))
    refused(at, move(0, (0, 35)), "PK-R3", "cannot end over Blue Bomber 1")
    assert allows(at, move(0, (0, 35.001)))


@rule("PK-22")
def test_the_sample_stays_on_the_table_if_it_can() -> None:
    at = plane(60, 40, 90)
    assert all(not driving.preview(at, order).way.leaves for order in driving.moves(at, 0))  # type: ignore[union-attr]
    at = plane(5, 5, 315, "bomber")
    sample = driving.moves(at, 0)
    assert sample
    assert all(driving.preview(at, order).way.leaves for order in sample)  # type: ignore[union-attr]


# Back again


def away(edge: Edge = "north", kind: str = "fighter", *others: object, **more: object) -> State:
    return battle([red(kind, 60, -5, 0, where=Where.AWAY, edge=edge), *others], **more)  # type: ignore[list-item, arg-type]


def enter(x: float, y: float, heading: int, *path: tuple[int, float]) -> Enter:
    flown: Path = tuple((turn, cm(length)) for turn, length in path)
    return Enter(0, cm(x), cm(y), heading, flown)


@rule("PK-22", "PK-R7")
def test_a_plane_comes_back_over_the_edge_that_it_left_by() -> None:
    """PK-R7: at any place of it, its flight counted from there."""
    at = away()
    refused(at, EndMovement(), "PK-R7", "come back over the north edge")
    refused(at, move(0, (0, 40)), "PK-R7", "off the table", "north")
    for x, y in ((60, 0.001), (60, -5), (-1, 0), (121, 0), (0, 40), (60, 80)):
        refused(at, enter(x, y, 180, (0, 40)), "PK-R7", "is not on it")
    refused(at, enter(30, 0, 180, (0, 34)), "PK-22", "35 cm at least")
    (moved,) = play(at, enter(30, 0, 170, (10, 40)))
    assert moved == Moved(0, ((30000, 0, 180, 40000),), 30000, 40000, 180, 40000, 10, "", "north")
    assert (at.units[0].where, at.units[0].edge) == (Where.TABLE, "")
    at.turn += 2
    refused(at, enter(30, 0, 180, (0, 40)), "PK-R7", "is on the table")


@rule("PK-22")
@pytest.mark.parametrize(
    ("edge", "x", "y", "inwards"),
    [("north", 60, 0, 180), ("east", 120, 40, 270), ("south", 60, 80, 0), ("west", 0, 40, 90)],
)
def test_it_comes_back_inwards(edge: Edge, x: float, y: float, inwards: int) -> None:
    at = away(edge)
    for turn in (-90, 0, 90):
        assert allows(at, enter(x, y, (inwards + turn) % 360, (0, 36)))
    for turn in (-91, 91, 180):
        refused(at, enter(x, y, (inwards + turn) % 360, (0, 36)), "PK-R7", f"within 90° of {inwards}°")
    sample = driving.moves(at, 0)
    assert 20 < len(sample) <= 60
    for order in sample:
        assert allows(at, order)
        assert driving.preview(at, order).way.leaves is False  # type: ignore[union-attr]


@rule("PK-22", "PK-R7")
def test_it_ends_on_the_table_if_it_can() -> None:
    at = away()
    refused(at, enter(60, 0, 90, (-10, 40)), "PK-R7", "must end on the table")
    assert refused(at, enter(60, 0, 90, (-10, 80)), "PK-03").nearest is None
    assert refused(at, enter(60, 0, 90, (-10, 10)), "PK-22", "35 cm at least").nearest is None
    assert refused(at, enter(60, 0, 180, (0, 80)), "PK-03").nearest == enter(60, 0, 180, (0, 70))
    tiny = field(width=20, height=20)
    at = away(table=tiny, chart=altered("fighter", turn=0))
    assert allows(at, enter(10, 0, 180, (0, 35)))
    (moved,) = play(at, enter(10, 0, 180, (0, 35)))
    assert isinstance(moved, Moved)
    assert (moved.edge, moved.entered, at.units[0].where) == ("south", "north", Where.AWAY)


@rule("PK-22")
def test_every_edge_has_its_inwards() -> None:
    assert set(driving.INWARDS) == set(EDGES)


@rule("PK-02")
def test_only_what_is_off_the_table_enters() -> None:
    at = battle([red("medium-tank", 60, 40), red("fighter", 60, 20)], table=field(house(0, 0, 5, 5)))
    refused(at, Enter(0, 0, 0, 180, ()), "PK-R7", "is on the table")
    found = refusal(at, Enter(9, 0, 0, 180, ()))
    assert found is not None
    assert found.rule == "PK-02"
