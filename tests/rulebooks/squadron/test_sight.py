"""Lines of fire, armour parts, and what tiles do to both: the ledger's cases W2 … W5 and W24 … W28, and our own."""

import pytest

from hulldown.geometry.hexes import LinesTrace, Zone
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.orders import Fire
from hulldown.rulebooks.squadron.sight import Look, look
from tests.marks import rule
from tests.rulebooks.squadron.cast import Table, case, field, table


def seen(at: Table, order: Fire) -> Look:
    return look(at.state, order.unit, order.target, order.corner)


def lines(at: Table, order: Fire) -> dict[int, bool]:
    """The lines by the target's corners: whether each is clear."""
    trace = book.preview(at.state, order).trace
    assert isinstance(trace, LinesTrace)
    return {line.corner: line.clear for line in trace.lines}


@rule("SQ-49", "SQ-50", "SQ-86")
def test_w2_one_clear_line_is_too_few() -> None:
    at = case({(0, 0): "TE1↗", (4, -1): "pa1↙", (2, -1): "×te1"})
    shot = at.fire("TE1", "pa1")
    assert lines(at, shot) == {2: True, 3: False, 4: False, 5: False}
    at.refused(shot, "SQ-50", "only 1 of 4 lines is clear and 2 are needed", "the wreck at")


@rule("SQ-51", "SQ-52", "SQ-78", "SQ-96", "SQ-Q20")
def test_w3_a_line_that_is_cut_costs_1() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (3, -1): "H"})
    shot = at.fire("TE1", "pa1")
    assert lines(at, shot) == {2: False, 3: True, 4: True}
    assert seen(at, shot).zone is Zone.FRONT
    assert at.modifiers(shot)["SQ-78"] == -1


@rule("SQ-51", "SQ-53")
def test_w4_a_line_to_a_part_that_is_not_fired_at_costs_nothing() -> None:
    at = case({(0, 0): "TE1↗", (4, -1): "pa1↓", (3, 0): "H"})
    shot = at.fire("TE1", "pa1")
    assert lines(at, shot) == {2: False, 3: True, 4: True, 5: True}
    assert seen(at, shot).zone is Zone.SIDE
    assert "SQ-78" not in at.modifiers(shot)
    assert "SQ-65" not in at.modifiers(shot)


@rule("SQ-63", "SQ-64", "SQ-65", "SQ-Q21")
@pytest.mark.parametrize(("facing", "part"), [("↑", Zone.FRONT), ("↓", Zone.REAR)])
def test_w5_behind_a_covered_side_the_front_or_the_rear_is_hit(facing: str, part: Zone) -> None:
    at = case({(0, 0): "TE1↗", (4, -1): f"pa1{facing}", (2, 0): "H"})
    shot = at.fire("TE1", "pa1")
    assert lines(at, shot) == {2: False, 3: False, 4: True, 5: True}
    assert seen(at, shot).zone is part
    modifiers = at.modifiers(shot)
    assert modifiers["SQ-65"] == -1
    assert "SQ-78" not in modifiers


@rule("SQ-64")
def test_an_exceptional_shot_needs_two_lines_as_well() -> None:
    at = case({(0, 0): "TE1↗", (4, -1): "pa1↑", (2, 0): "H", (2, -1): "H"})
    at.refused(at.fire("TE1", "pa1"), "SQ-50", "2 are needed")


@rule("SQ-108", "SQ-109")
def test_w24_a_hedge_beside_the_target_cuts_nothing_and_costs_2() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (3, -1): "%"})
    shot = at.fire("TE1", "pa1")
    assert all(lines(at, shot).values())
    assert at.modifiers(shot)["SQ-109"] == -2
    assert "SQ-78" not in at.modifiers(shot)


@rule("SQ-108", "SQ-Q22")
def test_w25_a_hedge_beside_neither_closes_the_view() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (2, -1): "%"})
    at.refused(at.fire("TE1", "pa1"), "SQ-50", "no line is clear", "the hedge at")


@rule("SQ-108", "SQ-109")
def test_a_hedge_beside_the_firer_alone_neither_cuts_nor_protects() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (1, -1): "%", (1, 0): "%"})
    shot = at.fire("TE1", "pa1")
    assert all(lines(at, shot).values())
    assert "SQ-109" not in at.modifiers(shot)


@rule("SQ-109", "SQ-Q23")
def test_a_hedge_behind_the_target_does_not_protect_it() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (5, -3): "%", (5, -2): "%"})
    assert "SQ-109" not in at.modifiers(at.fire("TE1", "pa1"))


@rule("SQ-75", "SQ-Q14")
@pytest.mark.parametrize(("facing", "turret"), [("↗", 0), ("↘", 0), ("↑", -2), ("↓", -2)])
def test_w26_along_a_row_two_corners_will_do(facing: str, turret: int) -> None:
    at = case({(0, 0): f"TE1{facing}", (4, 0): "pa1↙"})
    corners = {order.corner for order in at.orders() if isinstance(order, Fire)}
    assert corners == {0, 1}
    assert max(at.modifiers(at.fire("TE1", "pa1", arrow)).get("SQ-75", 0) for arrow in "↗↘") == turret


@rule("SQ-86", "SQ-91", "SQ-Q17")
def test_w27_a_line_between_two_wrecks_is_cut() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (1, 0): "×te1", (1, -1): "×te2"})
    at.refused(at.fire("TE1", "pa1"), "SQ-50", "no line is clear")


@rule("SQ-91")
def test_a_line_between_a_wreck_and_open_ground_is_clear() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (1, 0): "×te1"})
    assert lines(at, at.fire("TE1", "pa1"))[3]


@rule("SQ-49", "SQ-79")
def test_w28_a_neighbour_is_always_seen() -> None:
    at = case({(0, 0): "TE1↗", (1, 0): "pa1↙", (1, -1): "H", (0, 1): "H", (2, -1): "H"})
    shot = at.fire("TE1", "pa1", "↗")
    assert all(lines(at, shot).values())
    modifiers = at.modifiers(shot)
    assert modifiers["SQ-79"] == 1
    assert "SQ-78" not in modifiers


@rule("SQ-93")
def test_tanks_fire_across_craters() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (1, -1): "O", (1, 0): "O", (2, -1): "O", (3, -1): "O", (3, -2): "O"})
    shot = at.fire("TE1", "pa1")
    assert all(lines(at, shot).values())
    assert set(at.modifiers(shot)) == {"SQ-73", "SQ-79"}


@rule("SQ-98", "SQ-105")
def test_a_small_house_closes_the_view_and_its_ruin_does_not() -> None:
    house = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (2, -1): "h"})
    house.refused(house.fire("TE1", "pa1"), "SQ-50", "small house")
    ruin = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (2, -1): "r"})
    assert ruin.modifiers(ruin.fire("TE1", "pa1"))["SQ-104"] == -1


@rule("SQ-103", "SQ-104", "SQ-Q24")
def test_in_a_ruin_a_second_one_in_front_adds_nothing() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "r:pa1↙", (2, -1): "r"})
    modifiers = at.modifiers(at.fire("TE1", "pa1"))
    assert modifiers["SQ-103"] == -2
    assert "SQ-104" not in modifiers


@rule("SQ-80", "SQ-103", "SQ-109", "SQ-Q25")
def test_the_target_s_own_tile_and_a_hedge_before_it_add_up() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "r:pa1↙", (3, -1): "%"})
    modifiers = at.modifiers(at.fire("TE1", "pa1"))
    assert (modifiers["SQ-103"], modifiers["SQ-109"]) == (-2, -2)
    at = case({(0, 0): "TE1↗", (4, -2): "%:pa1↙", (3, -1): "%"})
    modifiers = at.modifiers(at.fire("TE1", "pa1"))
    assert modifiers["SQ-109"] == -2, "hedges count once"


@rule("SQ-86", "SQ-109", "SQ-Q25")
def test_a_wreck_overrides_the_hedge_that_it_lies_in() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (3, -1): "%:×te1"})
    modifiers = at.modifiers(at.fire("TE1", "pa1"))
    assert modifiers["SQ-78"] == -1
    assert "SQ-109" not in modifiers


@rule("SQ-86", "SQ-Q18")
def test_a_tank_that_is_whole_closes_no_view() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (2, -1): "te1↙"})
    assert all(lines(at, at.fire("TE1", "pa1")).values())


@rule("SQ-62", "SQ-Q19")
@pytest.mark.parametrize(
    ("place", "part"),
    [
        ((2, -1), Zone.FRONT),  # straight ahead of the corner that it faces
        ((2, -2), Zone.FRONT),
        ((2, 0), Zone.FRONT),
        ((1, 1), Zone.FRONT),  # exactly on the limit: to the front
        ((0, 2), Zone.SIDE),
        ((-1, 2), Zone.SIDE),  # exactly on the limit: to the side
        ((-2, 2), Zone.REAR),
        ((-2, 1), Zone.REAR),
        ((-2, 0), Zone.REAR),
        ((0, -2), Zone.SIDE),
    ],
)
def test_where_the_firer_stands_decides_what_is_hit(place: tuple[int, int], part: Zone) -> None:
    at = case({(0, 0): "PA1↗", place: "te1↑"}, side=BLUE)
    (order, *_) = [order for order in at.orders() if isinstance(order, Fire)]
    assert seen(at, order).zone is part


@rule("SQ-62")
def test_with_narrow_fields_the_front_is_60_degrees_wide() -> None:
    words = {(0, 0): "PA1↗", (2, 1): "te1↑"}
    wide, narrow = case(words, side=BLUE), case(words, side=1, narrow=True)
    assert seen(wide, wide.fire("te1", "PA1")).zone is Zone.FRONT
    assert seen(narrow, narrow.fire("te1", "PA1")).zone is Zone.SIDE


@rule("SQ-13", "SQ-14", "SQ-Q16")
def test_a_fixed_cannon_fires_at_the_corner_that_the_hull_faces_only() -> None:
    at = case({(0, 0): "ST1↗", (3, -1): "te1↙", (-3, 1): "te2↙", (3, 0): "te3↙"})
    assert at.targets("ST1") == {"te1", "te3"}
    at.refused(at.fire("ST1", "te2"), "SQ-13", "fixed cannon", "north-east", "south-west")
    at.refused(at.fire("ST1", "te3", "↘"), "SQ-13", "north-east only")
    assert all("SQ-75" not in at.modifiers(order) for order in at.orders() if isinstance(order, Fire))


@rule("SQ-49", "SQ-Q14")
def test_a_gun_fires_at_the_corner_behind_which_its_target_lies() -> None:
    at = case({(0, 0): "TE1↗", (3, -1): "pa1↙"})
    at.refused(at.fire("TE1", "pa1", "↘"), "SQ-Q14", "north-east", "not south-east")
    at.refused(Fire(at.unit("TE1"), at.unit("pa1"), 7), "SQ-41", "no corner 7")


@rule("SQ-49", "SQ-Q35")
def test_with_a_turned_turret_the_lines_start_where_the_gun_is() -> None:
    at = case({(0, 0): "TE1↗↙", (-4, 2): "pa1↗"})
    trace = at.preview(at.fire("TE1", "pa1")).trace
    assert isinstance(trace, LinesTrace)
    assert trace.gun_corner == 3


@rule("SQ-48")
def test_only_intact_enemies_are_targets() -> None:
    at = table(field(6, 6, A1="TE1↘", C1="TE2↘", D4="pa1↖", E4="×pa2"))
    assert at.targets("TE1") == {"pa1"}
    at.refused(Fire(at.unit("TE1"), at.unit("TE2"), 1), "SQ-48", "Red's own")
    at.refused(Fire(at.unit("TE1"), at.unit("pa2"), 1), "SQ-48", "wreck already")
    at.refused(Fire(at.unit("TE1"), 9, 1), "SQ-48", "numbered 0 to 3")
