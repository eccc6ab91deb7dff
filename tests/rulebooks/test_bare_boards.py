"""What bare boards of squares and hexes say to whoever draws them."""

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.prospect import GroundQuery, GroundReply
from hulldown.rulebooks import load, positions
from hulldown.rulebooks.panzerstrike.board import parse_map
from tests.marks import rule

LANES = """name: Lanes
legend:
  . street
  # house
  W wall
  X high barricade

............
..#.........
..#.W.......
..#.........
............
############
........#...
........##..
"""
BLOCK = "name: Block\n\n" + "\n".join(("." * 20,) * 3 + ("." * 9 + "#" + "." * 10,) + ("." * 20,) * 3) + "\n"
COURT = f"""name: Court

{"." * 20}
.......##.##........
.......#...#........
.......#####........
{"." * 20}
"""
MAT = """name: A hedge

. . . . . .
 . . % . . .
. . % . . .
 . H . . . O
"""


def asked(book: str, text: str, query: GroundQuery) -> GroundReply:
    return positions(book).prospect(text, query, "board")


@rule("DYN-76")
def test_a_wall_closes_a_line_in_dynamic_and_a_house_does() -> None:
    seen = asked("dynamic", LANES, GroundQuery("sight", square=3 * 12)).cells
    assert seen is not None
    assert (seen.columns, seen.rows) == (12, 8)
    assert {0, 1, 3 * 12 + 1, 1 * 12 + 2} <= set(seen.cells)
    assert not {3 * 12, 3 * 12 + 3, 2 * 12 + 6} & set(seen.cells)
    assert asked("dynamic", LANES, GroundQuery("line", square=2 * 12 + 3, to=2 * 12 + 7)).told == (
        "4 squares from D3 to H3, not in sight."
    )
    assert asked("dynamic", LANES, GroundQuery("longest")).told == "Longest line on the board: A1 to L1, 11."


@rule("CORE-40")
def test_core_sees_what_is_seen_in_part() -> None:
    line = GroundQuery("line", square=3 * 20 + 4, to=2 * 20 + 14)
    assert asked("core", BLOCK, line).told.endswith("in sight.")
    assert asked("core", BLOCK, GroundQuery("line", square=63, to=73)).told.endswith("not in sight.")


@rule("DYN-18")
def test_ranks_are_counted_without_what_stands_in_them_and_say_where_they_do_not_fit() -> None:
    found = asked("dynamic", LANES, GroundQuery("zones"))
    assert found.told == "31 : 32 open squares in the ranks, smaller than its own, 24 × 18"
    sides = [zone for zone in found.zones if zone.campaign == "long sides"]
    assert [(zone.fits, zone.rule) for zone in sides] == [(False, "DYN-18")]
    assert "the board is 8 squares from side to side" in sides[0].told


def test_squares_that_nobody_can_drive_to_are_told() -> None:
    assert asked("dynamic", COURT, GroundQuery("zones")).remarks == ()
    (remark,) = asked("dynamic", COURT.replace("##.##", "#####", 1), GroundQuery("zones")).remarks
    assert remark.told == "3 open squares can be reached by nobody."
    assert remark.cells == (2 * 20 + 8, 2 * 20 + 9, 2 * 20 + 10)
    cut = "\n".join(row[:9] + "#" + row[10:] if len(row) == 20 else row for row in COURT.split("\n"))
    assert [one.told for one in asked("dynamic", cut, GroundQuery("zones")).remarks] == [
        "2 open squares can be reached by nobody.",
        "There is no way from Red's ranks to Blue's.",
    ]


@rule("FR-63")
def test_france_has_no_walls_and_offers_the_board_without_them() -> None:
    orchard = load("dynamic").library.works("board")["orchard"]
    found = asked("france1944", orchard, GroundQuery("zones"))
    assert found.refusal is not None
    assert found.refusal.rule == "FR-63"
    (repair,) = found.repairs
    plain = orchard
    for change in sorted(repair.changes, key=lambda one: -one.start):
        plain = plain[: change.start] + change.text + plain[change.end :]
    assert plain.startswith(orchard.split("\n")[0])
    assert "open squares in the ranks" in asked("france1944", plain, GroundQuery("zones")).told


def test_each_sign_of_a_legend_has_its_own_height() -> None:
    text = "name: T\nlegend:\n  # house\n  A house 3\n\n.#A\nA..\n"
    drawn = parse_map(text, "board")
    assert drawn.board.rows == (".##", "#..")
    assert drawn.heights == ((2, 3), (3, 3))


@rule("SQ-50", "SQ-16", "SQ-19")
def test_a_mat_tells_sight_borders_and_tiles_beside_both_hands() -> None:
    assert asked("squadron", MAT, GroundQuery("line", square=0, to=5)).told == (
        "5 hexes from A1 to F1; 4 of 4 lines are clear, in sight."
    )
    assert "not in sight" in asked("squadron", MAT, GroundQuery("line", square=18, to=22)).told
    found = asked("squadron", MAT, GroundQuery("zones"))
    assert found.told == "6 free hexes on Red's border, 4 on Blue's."
    assert {one.sign: (one.now, one.hands) for one in found.counts} == {
        "h": (0, 8),
        "H": (1, 6),
        "O": (1, 6),
        "%": (2, 8),
        "r": (0, 2),
    }


@pytest.mark.parametrize("book", ["dynamic", "core", "squadron"])
def test_on_very_large_boards_one_looks_as_far_as_is_quick(book: str) -> None:
    apart = " " if book == "squadron" else ""
    house = "H" if book == "squadron" else "#"
    text = "name: Plain\n\n" + f"{apart.join('.' * 199 + house)}\n" * 200
    found = asked(book, text, GroundQuery("sight", square=100 * 200 + 199 - 5))
    assert " in sight within " in found.told
    assert found.cells is not None
    assert 100 * 200 + 199 in found.cells.cells
    with pytest.raises(Fault, match="at most"):
        asked(book, text, GroundQuery("longest"))
