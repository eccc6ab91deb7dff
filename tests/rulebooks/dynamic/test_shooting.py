"""Direct fire (DYN-68 … DYN-117), at walls (DYN-152 … DYN-165), and in the Quick Start (DYN-182 … DYN-188)."""

from typing import Any

import pytest

from hulldown.geometry.squares import FACING_NAMES, Zone
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.dynamic.events import Damaged, Destroyed, Fired, FiredAtWall, GameEnded, WallFell
from hulldown.rulebooks.panzerstrike.dynamic.orders import EndTurn, Fire, FireAtWall
from hulldown.rulebooks.panzerstrike.dynamic.setup import UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.shooting import odds_of, shot_at
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase
from hulldown.rulebooks.panzerstrike.firing import Verdict, zone_hit
from hulldown.rulebooks.panzerstrike.ground import RULERS
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS
from tests.marks import rule
from tests.rulebooks.dynamic import plain
from tests.rulebooks.dynamic.cast import CHART, Table, field, table

FIRING = Phase.FIRING
NOTHING, DAMAGED, DESTROYED = Verdict.NOTHING, Verdict.DAMAGED, Verdict.DESTROYED


def firing(drawing: str, **more: Any) -> Table:
    return table(drawing, phase=FIRING, **more)


def place(east: int, north: int) -> str:
    """A square of a 15 × 15 board, counted from its middle, H8."""
    return f"{chr(ord('H') + east)}{8 - north}"


def around(shooter: str, *offsets: tuple[int, int]) -> str:
    """A gun in the middle, and Light Tanks at these offsets east and north of it."""
    lights = {place(*offset): f"l{number}↓" for number, offset in enumerate(offsets, 1)}
    return field(15, 15, H8=shooter, **lights)


# Armour


@rule("DYN-69", "DYN-182")
@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
@pytest.mark.parametrize("kind", CHART, ids=lambda kind: kind.id)
def test_each_class_has_its_own_armour_in_front_at_the_side_and_behind(kind: UnitClass, quick: bool) -> None:
    letter = kind.letter.lower()
    for facing, armour in (("←", kind.front), ("↑", kind.side), ("↓", kind.side), ("→", kind.rear)):
        t = firing(field(8, 1, A1="H1→", G1=f"{letter}1{facing}"), quick=quick)
        assert shot_at(t.state.ground, t.piece("H1"), t.piece(f"{letter}1")).needed == 6 + armour


@rule("DYN-71", "DYN-72", "DYN-182", "DYN-G6")
@pytest.mark.parametrize(
    ("facing", "shooter", "zone"),
    [
        ("↑", (4, 5), Zone.FRONT),
        ("↑", (5, 5), Zone.SIDE),
        ("↑", (5, -5), Zone.SIDE),
        ("↑", (4, -5), Zone.REAR),
        ("↗", (0, 5), Zone.SIDE),
        ("↗", (1, 5), Zone.FRONT),
        ("↗", (-5, 0), Zone.SIDE),
        ("↗", (-5, -1), Zone.REAR),
    ],
    ids=str,
)
def test_the_exact_45_degree_lines_belong_to_the_side(facing: str, shooter: tuple[int, int], zone: Zone) -> None:
    t = firing(field(15, 15, H8=f"m1{facing}", **{place(*shooter): "H1↑"}))
    (fired, *_) = t.play(t.fire("H1", "m1"), (1, 1, 1, 1))
    assert isinstance(fired, Fired)
    assert fired.zone is zone
    assert fired.armour == {Zone.FRONT: 7, Zone.SIDE: 4, Zone.REAR: 2}[zone]


@rule("DYN-70", "DYN-71", "DYN-72")
@pytest.mark.parametrize("facing", range(8), ids=FACING_NAMES)
def test_the_zone_follows_from_the_two_squares_and_the_hull_alone(facing: int) -> None:
    """Where the turret points does not matter."""
    grid = table(field(15, 15, H8="m1↑")).state.ground.grid
    middle = grid.number("H8")
    for square in set(range(grid.size)) - {middle}:
        assert zone_hit(grid, square, middle, facing) == plain.zone(facing, *grid.offset(middle, square))
    straight, turned = (firing(field(7, 1, A1="H1→", G1=word), turrets=True) for word in ("m1↑↑", "m1↑←"))
    assert [shot_at(t.state.ground, t.piece("H1"), t.piece("m1")).armour for t in (straight, turned)] == [4, 4]


# Who fires


@rule("DYN-36", "DYN-37", "DYN-73", "DYN-79", "DYN-80")
def test_every_armed_unit_fires_once_a_turn_moved_or_damaged_or_not() -> None:
    drawing = field(9, 5, A1="M1→", A2="L1!→", A3="G1→", A4="LSP1→", A5="AA1→", I3="h1←")
    t = firing(drawing, moved=["M1"])
    names = ["M1", "L1", "G1", "LSP1", "AA1"]
    assert {order.unit for order in t.orders() if isinstance(order, Fire)} == {t.unit(name) for name in names}
    for name in names:
        half = t.state.kind(t.unit(name)).half
        t.shoot(name, "h1", *[1] * (t.state.kind(t.unit(name)).dice + half))
        t.refused(t.fire(name, "h1"), "DYN-37", "has fired already in this turn")
    assert t.orders() == [EndTurn()]
    t.end_turn()
    t.pass_turn()
    t.roll(3, 4)
    t.end_movement()
    assert t.allows(t.fire("M1", "h1")), "in the next turn it may fire again"


@rule("DYN-37")
def test_a_unit_may_hold_its_fire() -> None:
    t = firing(field(8, 1, A1="M1→", H1="m1←"))
    t.end_turn()
    assert (t.state.phase, t.state.side) == (Phase.ROLL, BLUE)


@rule("DYN-36")
def test_nobody_fires_before_movement_is_over_or_moves_after_it() -> None:
    t = table(field(8, 2, A1="M1→", A2="M2→", H1="m1←"), rolled=(3, 4))
    t.refused(t.fire("M1", "m1"), "DYN-36", "Red has not ended its movement, and firing comes after all of it")
    t.end_movement()
    assert t.allows(t.fire("M1", "m1"))
    t.refused(t.move("M2", "B2→"), "DYN-36", "Red's firing has begun; nothing moves any more in this turn")


@rule("DYN-75")
@pytest.mark.parametrize("word", ["T", "HT", "RV"])
def test_the_unarmed_never_fire(word: str) -> None:
    t = firing(field(8, 2, A1=f"{word}1→", A2="M1→", H1="m1←", E2="="))
    t.refused(t.fire(f"{word}1", "m1"), "DYN-75", "has no gun")
    t.refused(t.fire_at_wall(f"{word}1", "E2"), "DYN-75", "has no gun")
    t.refused(t.lob(f"{word}1", "m1"), "DYN-75", "has no gun")


@rule("DYN-24", "DYN-37", "DYN-112", "DYN-179", "DYN-187")
def test_the_enemy_s_units_and_wrecks_do_not_fire_for_a_side() -> None:
    for quick, turn, by in ((False, "DYN-24", "DYN-112"), (True, "DYN-179", "DYN-187")):
        t = firing(field(8, 2, A1="M1→", A2="×M2", H1="m1←"), quick=quick)
        t.refused(t.fire("m1", "M1"), turn, "Blue Medium Tank 1 does not fire in Red's turn")
        t.refused(t.fire("M2", "m1"), by, "Medium Tank 2 is destroyed")
        t.refused(Fire(9, 2), "DYN-37", "there is no unit 9; they are numbered 0 to 2")


@rule("DYN-66", "DYN-68")
def test_dt_20_a_fixed_weapon_turns_or_fires() -> None:
    t = table(field(9, 9, E5="G1↑", E1="m1↓", I1="m2↓"), rolled=())
    t.play(t.move("G1", "E5↗"))
    t.refused(t.move("G1", "E5→"), "DYN-66")
    t.end_movement()
    t.refused(t.fire("G1", "m2"), "DYN-68", "was turned in this turn")
    t.end_turn()
    t.pass_turn()
    t.roll()
    t.end_movement()
    assert t.targets("G1") == {"m2"}, "in the next turn it fires the way it was turned"


@rule("DYN-68", "DYN-74")
def test_a_fixed_howitzer_that_turned_does_not_fire_in_a_high_arc_either() -> None:
    t = firing(field(12, 1, A1="HOW1→", K1="m1←"), moved=["HOW1"])
    t.refused(t.lob("HOW1", "m1"), "DYN-68", "was turned in this turn")


@rule("DYN-158")
def test_a_vehicle_that_broke_a_wall_does_not_fire_in_that_turn() -> None:
    t = firing(field(8, 1, A1="M1→", H1="m1←"), moved=["M1"], broke=["M1"])
    assert t.targets("M1") == set()
    t.refused(t.fire("M1", "m1"), "DYN-158", "drove into a wall")


# At what


@rule("DYN-81", "DYN-Q34")
def test_only_active_enemies_are_targets() -> None:
    """DYN-Q34: not friends, not wrecks."""
    t = firing(field(8, 3, A1="M1→", H1="m1←", H2="×m2", H3="M2→"))
    t.refused(t.fire("M1", "m2"), "DYN-81", "Blue Medium Tank 2 is a wreck", "active enemy units")
    t.refused(t.fire("M1", "M2"), "DYN-Q34", "Medium Tank 2 is a friend", "active enemy units")
    t.refused(t.fire("M1", "M1"), "DYN-Q34", "Medium Tank 1 is a friend")
    t.refused(Fire(t.unit("M1"), 7), "DYN-81", "there is no unit 7; they are numbered 0 to 3")


@rule("DYN-81", "DYN-110", "DYN-Q35")
def test_two_units_may_fire_at_the_same_target_until_it_is_destroyed() -> None:
    """DYN-Q35: each result is applied before the next shot."""
    t = firing(field(8, 3, A1="M1→", A3="M2→", G1="l1←", G3="l2←"))
    assert t.targets("M2") == {"l1", "l2"}
    assert t.shoot("M1", "l1", 6, 6, 6) is DESTROYED
    assert t.targets("M2") == {"l2"}
    t.refused(t.fire("M2", "l1"), "DYN-81", "Blue Light Tank 1 is a wreck")


@rule("DYN-78", "DYN-104", "DYN-184")
@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
def test_nobody_fires_at_a_neighbour(quick: bool) -> None:
    for square in ("B1", "A2", "B2"):
        t = firing(field(4, 4, A1="M1→", **{square: "m1←"}), quick=quick)
        t.refused(t.fire("M1", "m1"), "DYN-184" if quick else "DYN-78", "1 square away", "least range is 2")
    for square in ("C1", "C2", "B3", "C3"):
        t = firing(field(4, 4, A1="M1→", **{square: "m1←"}), quick=quick)
        assert t.allows(t.fire("M1", "m1")), square


# Which way

ROUND = ((0, 5), (5, 5), (5, 0), (5, -5), (0, -5), (-5, -5), (-5, 0), (-5, 5))


@rule("DYN-82", "DYN-83", "DYN-183")
@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
@pytest.mark.parametrize("facing", range(8), ids=FACING_NAMES)
def test_a_turret_that_stood_still_fires_all_round(facing: int, quick: bool) -> None:
    t = firing(around(f"M1{ARROWS[facing]}", *ROUND), quick=quick)
    assert t.targets("M1") == {f"l{n}" for n in range(1, 9)}


@rule("DYN-84", "DYN-85", "DYN-92", "DYN-94", "DYN-183")
@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
@pytest.mark.parametrize("facing", range(8), ids=FACING_NAMES)
def test_a_turret_that_moved_fires_90_degrees_to_each_side_the_line_included(facing: int, quick: bool) -> None:
    t = firing(around(f"M1{ARROWS[facing]}", *ROUND), moved=["M1"], quick=quick)
    assert t.targets("M1") == {f"l{(facing + turn) % 8 + 1}" for turn in (-2, -1, 0, 1, 2)}
    behind = t.fire("M1", f"l{(facing + 4) % 8 + 1}")
    t.refused(behind, "DYN-183" if quick else "DYN-84", "has moved", "90° to each side", "180° off")
    t.end_turn()
    t.pass_turn()
    t.roll(3, 4)
    t.end_movement()
    assert len(t.targets("M1")) == 8, "having moved lasts one turn"


@rule("DYN-83", "DYN-84", "DYN-85", "DYN-92")
def test_dt_22_three_tanks_and_one_target() -> None:
    """A stood still and fires behind itself; B moved and has it exactly abeam; C moved and has it behind the beam."""
    for offset, moved, allowed in (((0, -4), [], True), ((4, 0), ["M1"], True), ((3, -1), ["M1"], False)):
        t = firing(around("M1↑", offset), moved=moved)
        assert (t.targets("M1") == {"l1"}) is allowed


INSIDE = {"↑": [(0, 5), (2, 4), (-1, 6)], "↗": [(4, 4), (6, 2), (1, 3)]}
OUTSIDE = {"↑": [(3, 4), (4, 4)], "↗": [(1, 5), (5, 1), (0, 4)]}


@rule("DYN-82", "DYN-86", "DYN-87", "DYN-88", "DYN-89", "DYN-90", "DYN-183", "DYN-G7")
@pytest.mark.parametrize("moved", [False, True], ids=["still", "moved"])
@pytest.mark.parametrize("facing", INSIDE)
@pytest.mark.parametrize(
    ("gun", "by"), [("LTD", "DYN-86"), ("HTD", "DYN-86"), ("LSP", "DYN-86"), ("HSP", "DYN-86"), ("G", "DYN-87")]
)
def test_dt_23_and_24_hull_and_fixed_guns_bear_27_degrees_to_each_side(
    gun: str, by: str, facing: str, moved: bool
) -> None:
    """Straight and on the diagonal; one aside for two ahead is inside."""
    t = firing(
        around(f"{gun}1{facing}", *INSIDE[facing], *OUTSIDE[facing]), moved=[f"{gun}1"] if moved and gun != "G" else []
    )
    assert t.targets(f"{gun}1") == {f"l{n}" for n in range(1, len(INSIDE[facing]) + 1)}
    t.refused(t.fire(f"{gun}1", "l4"), by, "27° to each side", "° off")


@rule("DYN-183")
def test_a_hull_gun_of_the_quick_start_bears_as_far() -> None:
    t = firing(around("LTD1↑", (2, 4), (3, 4)), quick=True)
    assert t.targets("LTD1") == {"l1"}
    t.refused(t.fire("LTD1", "l2"), "DYN-183", "27° to each side", "37° off")


@rule("DYN-93")
def test_the_arc_goes_by_the_facing_after_movement() -> None:
    t = table(around("LTD1↑", (0, 5), (5, 5)), rolled=(3, 4))
    t.play(t.move("LTD1", f"{place(0, 0)}↗"))
    t.end_movement()
    assert t.targets("LTD1") == {"l2"}


@rule("DYN-02", "DYN-95", "DYN-99", "DYN-100")
@pytest.mark.parametrize("moved", [[], ["M1"]], ids=["still", "moved"])
def test_a_turning_turret_bears_27_degrees_to_each_side_of_where_it_points(moved: list[str]) -> None:
    """Whether the hull moved no longer matters; hull guns are as ever."""
    t = firing(around("M1↑→", *ROUND, (4, 2), (4, 3)), moved=moved)
    assert t.targets("M1") == {"l3", "l9"}
    t.refused(t.fire("M1", "l1"), "DYN-99", "of its turret", "90° off")
    t = firing(around("LTD1↑", *ROUND), turrets=True)
    assert t.targets("LTD1") == {"l1"}
    t.refused(t.fire("LTD1", "l3"), "DYN-86", "90° off")


# The line


@rule("DYN-76", "DYN-112")
def test_dt_21_a_wreck_in_the_line_blocks_it_and_one_beside_it_does_not() -> None:
    t = firing(field(5, 2, A1="M1→", C1="×l1", E1="m1←"))
    t.refused(t.fire("M1", "m1"), "DYN-112", "Blue Light Tank 1, a wreck, at C1 is in the way")
    t = firing(field(5, 2, A1="M1→", C2="×l1", E1="m1←"))
    assert t.allows(t.fire("M1", "m1"))


@rule("DYN-76", "DYN-77", "DYN-112", "DYN-184")
@pytest.mark.parametrize(
    ("between", "by", "told"),
    [
        ("L1↑", "DYN-77", "Light Tank 1 at D1"),
        ("l1↑", "DYN-76", "Blue Light Tank 1 at D1"),
        ("G1↑", "DYN-77", "Fixed Gun 1 at D1"),
        ("×L1", "DYN-112", "Light Tank 1, a wreck, at D1"),
        ("#", "DYN-76", "the house at D1"),
        ("=", "DYN-159", "the wall at D1"),
        ("~", "DYN-160", "the wall at D1 fell in this turn"),
        ("+", "DYN-165", "the high barricade at D1"),
    ],
    ids=["friend", "foe", "gun", "wreck", "house", "wall", "dust", "barricade"],
)
def test_what_stands_between_blocks_direct_fire(between: str, by: str, told: str) -> None:
    t = firing(field(7, 1, A1="M1→", G1="m1←", D1=between))
    assert "m1" not in t.targets("M1")
    t.refused(t.fire("M1", "m1"), by, "Medium Tank 1 cannot hit Blue Medium Tank 1", told)
    if between in ("L1↑", "#"):
        t = firing(field(7, 1, A1="M1→", G1="m1←", D1=between), quick=True)
        t.refused(t.fire("M1", "m1"), "DYN-184", told)


@rule("DYN-164", "DYN-165")
def test_a_low_barricade_is_fired_over_and_a_high_one_is_not() -> None:
    t = firing(field(7, 2, A1="M1→", G1="m1←", D1="-", A2="M2→", G2="m2←", D2="+"))
    assert t.targets("M1") >= {"m1"}
    assert "m2" not in t.targets("M2")


@rule("DYN-76", "DYN-G4", "DYN-G5")
def test_a_line_that_only_touches_a_corner_is_free_unless_both_sides_are_closed() -> None:
    """DYN-G4; two units beside a diagonal line leave it free (DYN-G5)."""
    diagonal: dict[str, str] = {"A1": "M1↘", "D4": "m1↖"}
    assert firing(field(4, 4, **diagonal, B1="#")).targets("M1") == {"m1"}
    assert firing(field(4, 4, **diagonal, B1="L1→", A2="L2→")).targets("M1") == {"m1"}
    t = firing(field(4, 4, **diagonal, B1="#", A2="#"))
    t.refused(t.fire("M1", "m1"), "DYN-G4", "the house at B1 and the house at A2 leave no gap")
    t = firing(field(4, 4, **diagonal, B1="+", A2="#"))
    t.refused(t.fire("M1", "m1"), "DYN-G4", "the high barricade at B1 and the house at A2 leave no gap")
    t = firing(field(5, 5, B2="M1↘", E5="m1↖", D3="#", C4="="))
    refusal = t.refused(t.fire("M1", "m1"), "DYN-G4", "the wall at C4")
    assert refusal.nearest == t.fire_at_wall("M1", "C4"), "the wall of the two can be shot away"


@rule("DYN-76", "DYN-78", "DYN-83", "DYN-84", "DYN-86", "DYN-153", "DYN-G1", "DYN-G8")
@pytest.mark.parametrize("turrets", [False, True], ids=["moulded", "miniatures"])
@pytest.mark.parametrize("seed", range(8))
def test_the_targets_are_those_of_a_plain_search_on_random_boards(seed: int, turrets: bool) -> None:
    """DYN-G1 … DYN-G8: against the same rules worked out corner by corner."""
    dice = SeededDice(f"fields of fire {seed}")
    guns = [f"{letter}{n}" for n in (1, 2) for letter in ("M", "LTD", "LSP", "G")] + ["T1", "AC1"]
    words = ["#"] * 9 + ["="] * 5 + ["~", "-", "-", "+", "+", "×m9", "×L9"]
    words += [
        f"{gun}{ARROWS[dice.pick(8)]}{ARROWS[dice.pick(8)] if turrets and gun[0] in 'MA' else ''}" for gun in guns
    ]
    words += [f"l{n}{ARROWS[dice.pick(8)]}" for n in range(1, 9)] + ["t1↑"]
    free = [f"{column}{row}" for column in "ABCDEFGHIJKL" for row in range(1, 13)]
    drawing = field(12, 12, **{free.pop(dice.pick(len(free))): word for word in words})
    t = firing(drawing, moved=["M1", "LTD1", "G1", "AC1"], fired=["M2"] if seed % 2 else [], turrets=turrets)
    for name in guns:
        unit = t.unit(name)
        assert t.targets(name) == {t.name(other) for other in plain.targets(t.state, unit)}
        assert t.wall_targets(name) == {t.state.place(square) for square in plain.wall_targets(t.state, unit)}


# The ruler


@rule("DYN-103", "DYN-104", "DYN-184", "DYN-G1")
def test_direct_range_is_between_centres_to_the_nearest_square() -> None:
    """DYN-G1: 1 for exactly the eight neighbours; straight on, the number of squares."""
    ruler = RULERS["centre"]
    listed = {
        2: [(2, 0), (2, 1)],
        3: [(3, 0), (3, 1), (2, 2)],
        6: [(6, 2), (5, 3), (5, 4), (4, 4)],
        9: [(8, 5), (7, 6)],
    }
    for far, offsets in listed.items():
        assert [ruler(*offset) for offset in offsets] == [far] * len(offsets)
    for dx in range(-24, 25):
        for dy in range(-18, 19):
            assert ruler(dx, dy) == plain.direct_range(dx, dy)
            assert (ruler(dx, dy) == 1) is (max(abs(dx), abs(dy)) == 1)


@rule("DYN-103")
def test_a_ruler_laid_to_the_nearest_point_is_a_switch() -> None:
    for ruler, squares in (("centre", 6), ("nearest point", 5)):
        t = firing(field(6, 5, A1="M1→", E5="m1↑"), changed={"ruler": ruler})
        (fired,) = t.play(t.fire("M1", "m1"), (1, 1, 1))
        assert isinstance(fired, Fired)
        assert fired.range == squares


@rule("DYN-111")
def test_there_is_no_longest_range_but_the_dice_find_one() -> None:
    t = firing(field(48, 1, A1="H1→", W1="l1→"))
    assert t.shoot("H1", "l1", 6, 6, 6, 6) is DESTROYED
    t = firing(field(48, 1, A1="H1→", AV1="l1→"))
    assert t.allows(t.fire("H1", "l1"))
    assert odds_of(shot_at(t.state.ground, t.piece("H1"), t.piece("l1"))) == {NOTHING: 1}


# The dice and what they do


@rule("DYN-101", "DYN-102")
def test_an_illegal_shot_is_refused_without_dice() -> None:
    t = firing(field(8, 1, A1="M1→", D1="#", H1="m1←"))
    before = t.state
    t.refused(t.fire("M1", "m1"), "DYN-76")
    assert t.state is before


@rule("DYN-105")
@pytest.mark.parametrize("kind", [kind for kind in CHART if kind.armed], ids=lambda kind: kind.id)
def test_the_class_says_how_many_dice_are_rolled_and_whether_the_half_die_is(kind: UnitClass) -> None:
    t = firing(field(9, 1, A1=f"{kind.letter}1→", I1="h1←"))
    rolls = [(6,) * kind.dice] + [(3,)] * kind.half
    (fired, *_) = t.play(t.fire(f"{kind.letter}1", "h1"), *rolls)
    assert isinstance(fired, Fired)
    assert fired.rolled == (6,) * kind.dice + (3,) * kind.half, "the half-die is the last"


@rule("DYN-107", "DYN-108", "DYN-109", "DYN-185", "DYN-186", "DYN-Q01")
def test_dt_25_sixteen_against_seven_and_nine() -> None:
    """Example 14: 15 does nothing, 16 damages, 17 destroys; in the Quick Start 16 destroys (DYN-Q01)."""
    drawing = field(10, 1, A1="H1→", J1="m1←")
    for faces, full, quick in (
        ((6, 6, 2, 1), NOTHING, NOTHING),
        ((6, 6, 2, 2), DAMAGED, DESTROYED),
        ((6, 6, 3, 2), DESTROYED, DESTROYED),
    ):
        assert firing(drawing).shoot("H1", "m1", *faces) is full
        assert firing(drawing, quick=True).shoot("H1", "m1", *faces) is quick


@rule("DYN-107", "DYN-108")
def test_dt_27_28_30_31_the_shots_of_example_15() -> None:
    a = firing(field(8, 1, A1="L1→", C1="m1↑"), moved=["L1"])
    assert a.play(a.fire("L1", "m1"), (4, 1)) == (Fired(0, 1, 2, Zone.SIDE, 4, (4, 1), NOTHING),)
    b = firing(field(8, 1, A1="H1→", G1="h1↑", H1="l1←"), moved=["H1"])
    fired = Fired(b.unit("H1"), b.unit("h1"), 6, Zone.SIDE, 7, (6, 5, 2, 2), DESTROYED)
    assert b.play(b.fire("H1", "h1"), (6, 5, 2, 2)) == (fired, Destroyed(b.unit("h1")))
    d = firing(field(8, 1, A1="M1→", G1="ac1↑"), moved=["M1"])
    assert d.play(d.fire("M1", "ac1"), (3, 2, 1)) == (Fired(0, 1, 6, Zone.SIDE, 1, (3, 2, 1), NOTHING),)
    e = firing(field(8, 1, E1="L1→", B1="m1→", H1="l1←"))
    fired = Fired(e.unit("L1"), e.unit("m1"), 3, Zone.FRONT, 7, (6, 6), DESTROYED)
    assert e.play(e.fire("L1", "m1"), (6, 6)) == (fired, Destroyed(e.unit("m1")))


@rule("DYN-105", "DYN-109", "DYN-114", "DYN-119")
def test_dt_29_a_light_howitzer_fires_directly_after_its_move() -> None:
    t = firing(field(14, 1, A1="LSP1→", D1="h1↑", N1="m1←"), moved=["LSP1"])
    events = t.play(t.fire("LSP1", "h1"), (5, 4), (1,))
    assert events == (
        Fired(t.unit("LSP1"), t.unit("h1"), 3, Zone.SIDE, 7, (5, 4, 1), DAMAGED),
        Damaged(t.unit("h1")),
    )
    assert t.piece("h1").condition is Condition.DAMAGED
    t = firing(field(14, 1, A1="LSP1→", N1="m1←"), moved=["LSP1"])
    t.refused(t.lob("LSP1", "m1"), "DYN-119", "has moved in this turn")


@rule("DYN-116", "DYN-117", "DYN-Q18")
def test_dt_43_a_damaged_unit_that_is_hit_exactly_again_is_destroyed() -> None:
    """Also a fixed weapon (DYN-Q18). With less nothing changes, with more it is destroyed as any other."""
    for target, needed in (("m1!↑", 8), ("g1!↑", 5)):
        drawing = field(8, 1, A1="H1→", E1=target, H1="l1←")
        name = target[:2]
        exact = (1, 1, 1, needed - 3)
        assert firing(drawing).shoot("H1", name, *exact) is DESTROYED
        assert firing(drawing).shoot("H1", name, 1, 1, 1, needed - 2) is DESTROYED
        t = firing(drawing)
        assert t.shoot("H1", name, 1, 1, 1, 1) is NOTHING
        assert t.piece(name).condition is Condition.DAMAGED


@rule("DYN-106", "DYN-110")
def test_the_dice_are_rolled_anew_for_each_shot() -> None:
    t = firing(field(8, 2, A1="M1→", A2="M2→", H1="m1↑"))
    for name, faces, verdict in (("M1", (4, 4, 3), DAMAGED), ("M2", (4, 4, 2), NOTHING)):
        assert t.shoot(name, "m1", *faces) is verdict


@rule("DYN-112", "DYN-187")
@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
def test_a_destroyed_unit_stays_where_it_is_and_blocks(quick: bool) -> None:
    t = firing(field(8, 2, A1="M1→", A2="M2→", E1="l1←", H1="l2←"), quick=quick)
    events = t.play(t.fire("M1", "l1"), (6, 6, 6))
    assert events[1:] == (Destroyed(t.unit("l1")),)
    assert (t.piece("l1").condition, t.where("l1")) == (Condition.DESTROYED, "E1←")
    t.end_turn()
    t.roll(*[3, 4])
    t.refused(t.move("l2", "E1←"), "DYN-61", "Light Tank 1")
    t.end_movement()
    t.refused(t.fire("l2", "M1"), "DYN-184" if quick else "DYN-112", "Light Tank 1, a wreck, at E1")


@rule("DYN-17", "DYN-110")
def test_who_destroys_the_last_enemy_wins_at_once() -> None:
    t = firing(field(8, 3, A1="M1→", A3="M2→", H1="×l1", H3="l2←"))
    events = t.play(t.fire("M1", "l2"), (6, 6, 6))
    assert isinstance(events[-1], GameEnded)
    assert events[-1].result.winner is RED
    assert t.orders() == []


# Walls


@rule("DYN-153", "DYN-154")
def test_dt_39_a_wall_falls_to_the_range_and_three() -> None:
    """At five squares 8 is enough and 7 is not; there is no damage."""
    drawing = field(8, 1, A1="M1→", F1="=", H1="m1←")
    t = firing(drawing)
    assert t.play(t.fire_at_wall("M1", "F1"), (3, 3, 1)) == (FiredAtWall(0, 5, 5, (3, 3, 1), NOTHING),)
    assert t.walls() == {"F1"}
    t.refused(t.fire_at_wall("M1", "F1"), "DYN-37", "has fired already")
    t = firing(drawing)
    assert t.play(t.fire_at_wall("M1", "F1"), (3, 3, 2)) == (
        FiredAtWall(0, 5, 5, (3, 3, 2), DESTROYED),
        WallFell(5, 0),
    )
    assert (t.walls(), t.dust()) == (set(), {"F1"})


@rule("DYN-153", "DYN-154")
def test_what_a_wall_adds_is_data_and_any_gun_may_fire_at_it() -> None:
    for kind in CHART:
        if kind.armed:
            t = firing(field(8, 1, A1=f"{kind.letter}1→", F1="=", H1="m1←"), changed={"wall": 4})
            rolls = [(1,) * kind.dice] + [(3,)] * kind.half
            (fired, *_) = t.play(t.fire_at_wall(f"{kind.letter}1", "F1"), *rolls)
            assert isinstance(fired, FiredAtWall)
            assert (fired.verdict is DESTROYED) is (kind.dice + 3 * kind.half >= 9)


@rule("DYN-159", "DYN-160")
def test_dt_40_through_a_wall_that_fell_nobody_fires_in_the_same_turn() -> None:
    t = firing(field(8, 2, A1="M1→", A2="M2→", E1="=", H1="m1←", H2="m2←"))
    t.refused(t.fire("M1", "m1"), "DYN-159", "the wall at E1")
    assert t.shoot_wall("M1", "E1", 6, 6, 6) is DESTROYED
    t.refused(t.fire_at_wall("M2", "E1"), "DYN-153", "no wall stands at E1")
    assert "m1" not in t.targets("M2")
    t.refused(t.fire("M2", "m1"), "DYN-160", "the wall at E1 fell in this turn")
    t.end_turn()
    t.roll(3, 4)
    t.end_movement()
    assert t.dust() == set()
    assert t.targets("m1") == {"M1", "M2"}, "open from the enemy's turn"


@rule("DYN-78", "DYN-81", "DYN-152", "DYN-153", "DYN-161", "DYN-Q20", "DYN-Q57")
def test_only_a_standing_wall_farther_than_a_neighbour_and_in_sight_is_fired_at() -> None:
    """DYN-Q20, DYN-Q57: the wall itself does not hide itself, but one before it does."""
    t = firing(field(9, 3, A1="M1→", B1="=", E1="=", A2="LTD1→", E2="=", G2="=", I2="-", E3="=", I3="m1←"))
    t.refused(t.fire_at_wall("M1", "B1"), "DYN-Q20", "the wall at B1 is 1 square away")
    t.refused(t.fire_at_wall("M1", "E1"), "DYN-159", "the wall at B1 is in the way")
    t.refused(t.fire_at_wall("LTD1", "G2"), "DYN-159", "the wall at E2 is in the way")
    t.refused(t.fire_at_wall("M1", "I2"), "DYN-161", "the barricade at I2 cannot be destroyed")
    t.refused(t.fire_at_wall("M1", "C2"), "DYN-153", "no wall stands at C2")
    t.refused(FireAtWall(t.unit("M1"), 99), "DYN-153", "there is no square 99; they are numbered 0 to 26")
    assert t.wall_targets("LTD1") == {"E1", "E2", "E3"}
    t = firing(field(9, 1, A1="LTD1←", E1="=", I1="m1←"))
    t.refused(t.fire_at_wall("LTD1", "E1"), "DYN-86", "the wall at E1 is 180° off")


@rule("DYN-159")
def test_a_shot_that_a_wall_cuts_offers_the_wall() -> None:
    drawing = field(9, 1, A1="M1→", E1="=", I1="m1←")
    t = firing(drawing)
    assert t.refused(t.fire("M1", "m1"), "DYN-159").nearest == t.fire_at_wall("M1", "E1")
    t = firing(field(9, 1, A1="M1→", B1="=", I1="m1←"))
    assert t.refused(t.fire("M1", "m1"), "DYN-159").nearest is None, "a neighbour cannot be fired at"
    t = firing(field(9, 1, A1="M1→", E1="=", G1="#", I1="m1←"))
    assert t.refused(t.fire("M1", "m1"), "DYN-159").nearest is None, "the house behind it stays"


# The Quick Start


@rule("DYN-188")
def test_the_quick_start_has_neither_walls_nor_parabolic_fire() -> None:
    """Howitzers may be chosen, and fire directly."""
    t = firing(field(12, 2, A1="LSP1→", L1="m1←", F2="="), quick=True)
    assert t.wall_targets("LSP1") == set()
    t.refused(t.fire_at_wall("LSP1", "F2"), "DYN-188", "no walls in the Quick Start")
    t.refused(t.lob("LSP1", "m1"), "DYN-188", "no parabolic fire in the Quick Start")
    assert t.allows(t.fire("LSP1", "m1"))
