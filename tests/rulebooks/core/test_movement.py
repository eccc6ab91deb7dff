"""Movement: slots, gears, tracks, wheels, fixed weapons, walls, pushing, turrets (CORE-16 … CORE-39, CORE-158 …)."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from hulldown.geometry.squares import FACING_NAMES
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.rulebook import Band
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import Moved, Pushed, SpeedRolled, TurretTurned, WallFell
from hulldown.rulebooks.panzerstrike.core.movement import movable, way
from hulldown.rulebooks.panzerstrike.core.orders import Move, Order, Push, RollSpeed, TurnTurret
from hulldown.rulebooks.panzerstrike.core.pushing import push_cost
from hulldown.rulebooks.panzerstrike.core.speed import slots
from hulldown.rulebooks.panzerstrike.core.state import Gear, Phase, State, UnderWay
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS
from tests.marks import rule
from tests.rulebooks.core import reference
from tests.rulebooks.core.cast import KINDS, Table, altered, field, table, types

FOE: dict[str, str] = {"A1": "m9→"}  # an enemy out of the way
DUEL = field(9, 5, D3="M1→", I1="m1←")
BACK = Gear.REVERSE


def driven(t: Table, order: Order) -> Moved:
    """Plays a move; returns the event."""
    moved = t.play(order)[0]
    assert isinstance(moved, Moved)
    return moved


def army(many: int, **others: str) -> str:
    """A board with so many Light Tanks of Red's, and one enemy."""
    cells = field(12, 6, L6="m1←", **others).split()
    free = [at for at, cell in enumerate(cells) if cell == "."]
    for number, at in enumerate(free[:many], 1):
        cells[at] = f"L{number}→"
    return "\n".join(" ".join(cells[at : at + 12]) for at in range(0, 72, 12))


# Slots


@rule("CORE-16", "CORE-19", "CORE-Q05")
@pytest.mark.parametrize(
    ("active", "most"),
    [(1, 1), (2, 2), (5, 2), (6, 3), (10, 3), (11, 4), (15, 4), (16, 5), (20, 5), (21, 6), (40, 6)],
)
def test_t_32_coordinated_movements_by_active_vehicles(active: int, most: int) -> None:
    """CORE-Q05: a single one has one."""
    assert slots(table(army(active)).state) == most
    t = table(army(active))
    t.change("L1", command=True)
    assert slots(t.state) == most + 1


@rule("CORE-16", "CORE-Q05")
@pytest.mark.parametrize(
    ("extra", "most"),
    [
        ({}, 2),
        ({"A6": "L9!→"}, 3),
        ({"A6": "L9^→"}, 3),
        ({"A6": "T1→"}, 3),
        ({"A6": "AA1→"}, 3),
        ({"A6": "×L9"}, 2),
        ({"A6": "G1→"}, 2),
        ({"A6": "m9→"}, 2),
    ],
    ids=["five", "immobilised", "injured", "truck", "SPAA", "wreck", "gun", "foe"],
)
def test_all_vehicles_count_but_wrecks_and_fixed_weapons_do_not(extra: dict[str, str], most: int) -> None:
    """CORE-Q05: beside five Light Tanks."""
    assert slots(table(army(5, **extra)).state) == most


@rule("CORE-19")
def test_a_command_tank_that_is_lost_brings_nothing_more() -> None:
    t = table(field(6, 2, A1="M1*→", A2="L1→", F1="m1←"))
    assert slots(t.state) == 3
    t = table(field(6, 2, A1="×M1", A2="L1→", B2="L2→", F1="m1←"), command=True)
    t.change("M1", command=True)
    assert slots(t.state) == 2


@rule("CORE-16", "CORE-17", "CORE-18")
def test_two_steps_take_a_slot_and_everybody_else_has_one_step() -> None:
    t = table(field(8, 4, A1="M1→", A2="M2→", A3="M3→", A4="M4→", H1="m1←"))
    driven(t, t.move("M1", "C1→"))
    driven(t, t.move("M2", "A2↓"))
    assert t.state.coordinated == (t.unit("M1"), t.unit("M2"))
    told = ("C3 facing east is 2 steps away and more than one is a long move", "all 2 long moves of Red's")
    assert t.refused(t.move("M3", "C3→"), "CORE-16", *told).nearest == t.move("M3", "B3→")
    assert driven(t, t.move("M3", "B3→")).steps == 1
    assert driven(t, t.move("M4", "A4↗")).steps == 1
    assert len(t.state.coordinated) == 2


@rule("CORE-18")
@pytest.mark.parametrize("facing", ARROWS, ids=FACING_NAMES)
def test_one_step_without_a_slot_is_ahead_a_turn_or_back(facing: str) -> None:
    t = table(field(5, 5, C3=f"M1{facing}", B1="M2→", C1="M3→", **FOE), coordinated=("M2", "M3"))
    at = ARROWS.index(facing)

    def there(way_of: int) -> str:
        dx, dy = reference.WAYS[way_of % 8]
        return f"{'ABCDE'[2 + dx]}{3 + dy}{facing}"

    assert t.moves("M1") == {f"C3{ARROWS[at - 1]}", f"C3{ARROWS[(at + 1) % 8]}", there(at)}
    assert t.moves("M1", BACK) == {there(at + 4)}


@rule("CORE-18", "CORE-21")
@pytest.mark.parametrize("movers", [(), ("M1",), ("M1", "M2", "M3")])
def test_nobody_has_to_move_and_nobody_moves_after_movement(movers: tuple[str, ...]) -> None:
    t = table(field(8, 3, A1="M1→", A2="M2→", A3="M3→", H1="m1←"))
    for name in movers:
        driven(t, t.move(name, f"B{name[1]}→"))
    t.end_movement()
    assert t.state.phase is Phase.ANNOUNCING
    t.refused(t.move("M1", "C1→"), "CORE-21", "Red has ended its movement; nothing moves any more in this turn")


@rule("CORE-18", "CORE-25", "CORE-H7")
def test_one_move_a_vehicle_and_turn() -> None:
    t = table(field(8, 2, A1="M1→", A2="M2→", H1="m1←"))
    driven(t, t.move("M1", "B1→"))
    t.refused(t.move("M1", "C1→"), "CORE-H7", "Medium Tank 1 has moved already in this turn")
    driven(t, t.move("M2", "F2→"))
    t.refused(t.move("M2", "F2↗"), "CORE-H7", "Medium Tank 2 has moved already in this turn")


@rule("CORE-18", "CORE-93", "CORE-100", "CORE-141")
def test_only_own_units_that_live_and_can_drive_move() -> None:
    t = table(field(8, 4, A1="M1!→", A2="×M2", A3="M3→", A4="M4!(3)→", H1="m1←"))
    t.refused(t.move("m1", "G1←"), "CORE-15", "Blue Medium Tank 1 does not move in Red's turn")
    for pose in ("B1→", "A1↗"):
        t.refused(t.move("M1", pose), "CORE-100", "Medium Tank 1 is immobilised: it neither drives nor turns")
    t.refused(t.back("M1", "A1↗"), "CORE-100", "immobilised")
    t.refused(t.move("M2", "B2→"), "CORE-93", "Medium Tank 2 is destroyed")
    t.refused(t.move("M4", "A4↗"), "CORE-141", "Medium Tank 4 is under repair and does not move before that is done")
    for unit in (-1, 5):
        t.refused(Move(unit, 0, 0), "CORE-07", f"there is no unit {unit}; they are numbered 0 to 4")
        t.refused(Push(unit), "CORE-07", f"there is no unit {unit}")
        t.refused(TurnTurret(unit, 1), "CORE-07", f"there is no unit {unit}")


# Gears and speeds


@rule("CORE-25", "CORE-31", "CORE-32", "CORE-30")
@pytest.mark.parametrize(("name", "most", "back"), [("H1", 4, 1), ("M1", 5, 2), ("L1", 6, 2), ("TH1", 7, 3)])
def test_each_gear_has_its_own_speed(name: str, most: int, back: int) -> None:
    t = table(field(20, 1, J1=f"{name}→", A1="m9→"))
    east = [f"{chr(ord('J') + far)}1→" for far in range(most + 2)]
    west = [f"{chr(ord('J') - far)}1→" for far in range(back + 2)]
    assert {pose for pose in east if pose in t.moves(name)} == {"J1→", *east[1 : most + 1]}  # turned and turned back
    assert {pose for pose in west if pose in t.moves(name, BACK)} == set(west[1 : back + 1])
    told = f"is {most + 1} steps away; {KINDS[t.piece(name).kind].name} 1 has {most} in forward gear"
    t.refused(t.move(name, east[-1]), "CORE-25", told)
    t.refused(t.back(name, west[-1]), "CORE-32", f"is {back + 1} steps away", f"has {back} in reverse gear")


@rule("CORE-25")
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5])
def test_fewer_steps_than_the_speed_may_be_taken(steps: int) -> None:
    t = table(field(8, 2, A1="M1→", H2="m1←"))
    moved = driven(t, t.move("M1", f"{'ABCDEF'[steps]}1→"))
    assert (moved.steps, moved.turned) == (steps, False)
    assert t.state.coordinated == ((t.unit("M1"),) if steps > 1 else ())


@rule("CORE-26", "CORE-30", "CORE-31", "CORE-32")
def test_a_gear_is_one_thing_or_the_other() -> None:
    """Backing with a turn is reverse gear; ahead and back in one turn there is none."""
    t = table(field(9, 9, E5="M1↑", A1="m9→"))
    refusal = t.refused(t.move("M1", "E6↑"), "CORE-26", "comes to E6 like that in reverse gear, not in forward")
    assert refusal.nearest == t.back("M1", "E6↑")
    t.refused(t.back("M1", "E4↑"), "CORE-26", "comes to E4 like that in forward gear, not in reverse")
    assert "E6↗" in t.moves("M1", BACK)
    t.refused(t.back("M1", "D7↗"), "CORE-32", "is 3 steps away; Medium Tank 1 has 2 in reverse gear")
    moved = driven(t, t.back("M1", "E6↗"))
    assert (moved.steps, moved.gear, moved.turned) == (2, BACK, True)
    assert t.state.coordinated == (t.unit("M1"),)
    t.refused(t.move("M1", "F5↗"), "CORE-H7", "has moved already in this turn")


@rule("CORE-33", "CORE-Q46")
@pytest.mark.parametrize(("face", "turns"), [(-1, 2), (0, 3), (1, 4)])
def test_turns_on_the_spot_are_counted_after_the_die(face: int, turns: int) -> None:
    t = table(field(5, 5, C3="M1↑", **FOE), chart=altered("medium", max=3, reverse=1), speed_die=True)
    t.roll_speed("M1", face)
    assert max(len(way(t.state, t.move("M1", f"C3{arrow}"))) - 1 for arrow in "↗→↘↓"[:turns]) == turns
    if turns < 4:
        t.refused(t.move("M1", "C3↓"), "CORE-33", f"turns on the spot by {turns} at most")


@rule("CORE-26", "CORE-51", "CORE-133", "CORE-Q45")
def test_what_dynamic_has_otherwise_is_not_taken_over() -> None:
    """CORE-Q45: there a vehicle backs one step, a gun bears on 27° to either side, and nothing is towed."""
    t = table(field(9, 9, E5="M1↑", C8="G1↓", C7="M2↑", **FOE))
    assert "E7↑" in t.moves("M1", BACK), "two steps back"
    t.state.hitched = ((t.unit("M2"), t.unit("G1")),)
    assert t.moves("M2", tow="G1")
    t = table(field(9, 9, E5="G1↑", H1="l1↓", **FOE), phase=Phase.ANNOUNCING)
    assert t.targets("G1") == {"l1"}, "37° off"


@rule("CORE-33")
def test_t_26_turning_on_the_spot_goes_by_the_higher_speed() -> None:
    t = table(field(5, 5, C3="M1↑", **FOE))
    assert {pose for pose in t.moves("M1") if pose.startswith("C3")} == {f"C3{arrow}" for arrow in ARROWS}
    assert driven(t, t.move("M1", "C3↓")).steps == 4
    slow = table(field(5, 5, C3="M1↑", **FOE), chart=altered("medium", max=1, reverse=3))
    assert {pose for pose in slow.moves("M1") if pose.startswith("C3")} == {f"C3{arrow}" for arrow in "↗→↘↖←↙"} | {
        "C3↑"
    }
    slow.refused(slow.move("M1", "C3↓"), "CORE-33", "is 4 steps away; Medium Tank 1 turns on the spot by 3 at most")
    refusal = slow.refused(slow.back("M1", "C3→"), "CORE-33", "Medium Tank 1 turns on the spot in forward gear")
    assert refusal.nearest == slow.move("M1", "C3→")
    assert driven(slow, slow.move("M1", "C3↘")).steps == 3
    assert slow.state.coordinated == (slow.unit("M1"),)


@rule("CORE-30", "CORE-33", "CORE-32")
def test_t_26_with_a_step_back_the_total_is_the_reverse_speed() -> None:
    t = table(field(5, 6, C3="M1↑", **FOE))
    assert t.moves("M1", BACK) == {"C4↑", "C5↑", "C4↗", "C4↖", "B4↗", "D4↖"}


# Wheels


@rule("CORE-29", "CORE-34", "CORE-35", "CORE-38")
@pytest.mark.parametrize("name", ["AC1", "T1", "HT1"])
def test_t_24_two_turns_to_the_right_on_wheels(name: str) -> None:
    drawing = field(5, 5, B3=f"{name}↑", A1="m9→")
    t = table(drawing)
    assert driven(t, t.move(name, "C2↗")).steps == 1
    t = table(drawing)
    moved = driven(t, t.move(name, "D2→"))
    assert (moved.steps, moved.turned) == (2, True)
    poses = way(table(drawing).state, moved)
    assert [t.state.place(pose >> 3) + ARROWS[pose & 7] for pose in poses] == ["B3↑", "C2↗", "D2→"]


@rule("CORE-34", "CORE-36")
def test_wheels_never_turn_on_the_spot_nor_sharper_than_45_degrees() -> None:
    t = table(field(5, 6, C3="AC1↑", C1="M1→", D1="M2→", **FOE), coordinated=("M1", "M2"))
    for pose in ("C3→", "C3↗"):
        t.refused(t.move("AC1", pose), "CORE-34", "Armoured Car 1 has wheels and never turns on the spot")
    for pose in ("D3→", "D2↑", "D2→"):
        t.refused(t.move("AC1", pose), "CORE-36", "turns by 45° at most in a step, and faces the way it drove")
    assert t.allows(t.move("AC1", "D2↗"))


@rule("CORE-36")
@pytest.mark.parametrize("name", ["T1", "AC1", "HT1"])
def test_after_each_wheeled_step_the_square_just_left_lies_behind(name: str) -> None:
    t = table(field(15, 15, G12=f"{name}↑", E10="#", **FOE))
    grid = t.state.ground.grid
    for pose in t.moves(name):
        event = next(iter(book.decide(t.state, t.move(name, pose), SeededDice(1))))
        assert isinstance(event, Moved)
        for before, after in pairwise(way(t.state, event)):
            assert grid.ahead(after >> 3, (after + 4) % 8) == before >> 3


@rule("CORE-37")
def test_t_25_wheels_back_straight_and_may_then_turn_by_45_degrees() -> None:
    t = table(field(5, 6, C3="AC1↑", C1="M1→", D1="M2→", **FOE), coordinated=("M1", "M2"))
    assert t.moves("AC1", BACK) == {"C4↑", "C4↗", "C4↖"}
    for pose in ("B4↑", "D4↗", "C4→"):
        t.refused(t.back("AC1", pose), "CORE-37", "Armoured Car 1 backs straight and then turns by 45° at most")
    moved = driven(t, t.back("AC1", "C4↗"))
    assert (moved.steps, moved.turned) == (1, True)


@rule("CORE-37", "CORE-25")
def test_wheels_back_as_far_as_their_reverse_speed() -> None:
    """The Puma drives as fast backwards as ahead."""
    t = types(field(3, 12, B2="PU1↑", C12="sh1↑"))
    assert "B10↑" in t.moves("PU1", BACK)
    t = table(field(3, 12, B2="AC1↑", C12="m1↑"))
    assert {"B5↑", "A5↗", "C5↖"} <= t.moves("AC1", BACK)
    t.refused(t.back("AC1", "B6↑"), "CORE-37", "is 4 steps away; Armoured Car 1 has 3 in reverse gear")


@rule("CORE-39", "CORE-18")
def test_wheels_that_are_boxed_in_have_nothing_to_do() -> None:
    t = table(field(3, 3, B2="T1↑", A1="#", B1="#", C1="#", B3="m1↑", C3="G1↑"))
    assert t.moves("T1") | t.moves("T1", BACK) == set()
    assert t.unit("T1") not in movable(t.state)


# What is in the way


@rule("CORE-39", "CORE-08", "CORE-93", "CORE-166", "CORE-170")
@pytest.mark.parametrize(
    ("thing", "cited", "told"),
    [
        ("#", "CORE-39", "a house stands there"),
        ("L1→", "CORE-39", "Light Tank 1 stands there"),
        ("l1→", "CORE-39", "Blue Light Tank 1 stands there"),
        ("×h1", "CORE-93", "the wreck of Blue Heavy Tank 1 lies there"),
        ("G1→", "CORE-39", "Fixed Gun 1 stands there"),
        ("-", "CORE-170", "a barricade stands there"),
        ("+", "CORE-170", "a barricade stands there"),
        ("=", "CORE-166", "a wall stands there, which yields to 15 t and more; it weighs 10 t"),
    ],
    ids=["house", "friend", "foe", "wreck", "gun", "low", "high", "wall"],
)
def test_nothing_is_entered_backed_into_or_driven_through(thing: str, cited: str, told: str) -> None:
    """Here by a car of 10 t."""
    t = table(field(6, 1, A1="AC1→", C1=thing, F1="m1←"))
    refusal = t.refused(t.move("AC1", "C1→"), cited, "Armoured Car 1 cannot enter C1", told)
    assert refusal.nearest == t.move("AC1", "B1→")
    way = "the wall" if thing == "=" else told.split(" there")[0]
    t.refused(t.move("AC1", "D1→"), cited, f"Armoured Car 1 cannot reach D1 facing east: {way} in the way at C1")
    t = table(field(6, 1, C1="AC1→", B1=thing, F1="m1←"))
    t.refused(t.back("AC1", "B1→"), cited, "cannot enter B1", told)


@rule("CORE-39", "CORE-07")
@pytest.mark.parametrize("facing", ARROWS, ids=FACING_NAMES)
def test_nobody_leaves_the_board(facing: str) -> None:
    t = table(field(1, 1, A1=f"M1{facing}"))
    assert {pose[:-1] for pose in t.moves("M1")} == {"A1"}
    assert t.moves("M1", BACK) == set()
    t.refused(Move(t.unit("M1"), 1, 0), "CORE-39", "square 1 is not on the board")
    t.refused(Move(t.unit("M1"), -1, 0), "CORE-39", "square -1 is not on the board")
    t.refused(Move(t.unit("M1"), 0, 8), "CORE-07", "facing 8 is none of the eight")


@rule("CORE-39", "CORE-Q35")
@pytest.mark.parametrize(
    ("one", "other", "passes"),
    [
        ("#", "#", False),
        ("#", "=", False),
        ("=", "-", False),
        ("+", "-", False),
        ("#", "~", True),
        ("#", ".", True),
        ("#", "×l1", True),
        ("L1↑", "l1↑", True),
    ],
)
@pytest.mark.parametrize("name", ["M1", "AC1"])
def test_a_diagonal_step_does_not_squeeze_between_two_closed_squares(
    name: str, one: str, other: str, passes: bool
) -> None:
    """CORE-Q35: buildings, standing walls and barricades close the gap; units, wrecks and dust do not."""
    for arrow, gear in (("↘", Gear.FORWARD), ("↖", BACK)):
        t = table(field(3, 3, B2=f"{name}{arrow}", C2=one, B3=other, A1="m1→", A3="M8→", C1="M9→"))
        t.state.coordinated = (t.unit("M8"), t.unit("M9"))
        assert (f"C3{arrow}" in t.moves(name, gear)) is passes


# What was met on the way


STREET = {"A1": "#", "B1": "#", "C1": "#", "D1": "#", "E1": "#", "A3": "#", "B3": "#", "C3": "#", "D3": "#", "E3": "#"}


@rule("CORE-39", "CORE-93", "CORE-166", "CORE-170")
@pytest.mark.parametrize(
    ("thing", "cited", "told"),
    [
        ("M2↑", "CORE-39", "Medium Tank 2 stands in the way at C2"),
        ("m2↑", "CORE-39", "Blue Medium Tank 2 stands in the way at C2"),
        ("×m2", "CORE-93", "the wreck of Blue Medium Tank 2 lies in the way at C2"),
        ("-", "CORE-170", "a barricade stands in the way at C2"),
        ("#", "CORE-39", "a house stands in the way at C2"),
        ("=", "CORE-166", "it would drive into the wall at C2 and stop there"),
    ],
    ids=["friend", "foe", "wreck", "barricade", "house", "wall"],
)
@pytest.mark.parametrize("gear", Gear)
def test_a_pose_behind_something_names_that_and_its_place(thing: str, cited: str, told: str, gear: Gear) -> None:
    """A street of one square's width; ahead and in reverse."""
    here, there, arrow = ("A2", "E2", "→") if gear is Gear.FORWARD else ("D2", "B2", "→")
    t = table(field(8, 3, **STREET, **{here: f"M1{arrow}"}, C2=thing, H1="m1←"))
    t.refused(t.move("M1", f"{there}{arrow}", gear), cited, f"Medium Tank 1 cannot reach {there} facing east: {told}")


@rule("CORE-25", "CORE-39")
def test_what_lies_aside_or_would_not_help_is_not_blamed() -> None:
    t = table(field(9, 3, A2="M1→", C1="M2→", E2="=", I1="m1←"))
    t.refused(t.move("M1", "G2→"), "CORE-25", "G2 facing east is 10 steps away; Medium Tank 1 has 5 in forward gear")
    t = table(field(9, 3, **STREET, A2="M1→", C2="×m2", D2="×m3", I1="m1←"))
    t.refused(t.move("M1", "E2→"), "CORE-39", "there is no way for Medium Tank 1 to E2 facing east")


@rule("CORE-25", "CORE-39")
def test_a_pose_very_far_away_is_told_from_one_without_a_way() -> None:
    t = table(field(90, 1, A1="M1→", CB1="m1←"))
    t.refused(t.move("M1", "BI1→"), "CORE-25", "BI1 facing east is 60 steps away; Medium Tank 1 has 5 in forward gear")
    t.refused(t.move("M1", "BZ1→"), "CORE-25", "BZ1 facing east is more than 60 steps away; Medium Tank 1 has 5")
    t = table(field(90, 1, A1="M1→", BA1="#", CB1="m1←"))
    t.refused(t.move("M1", "BZ1→"), "CORE-39", "there is no way for Medium Tank 1 to BZ1 facing east")
    t = table(field(90, 1, A1="m1→", CB1="M1→"))
    t.refused(t.move("M1", "C1→", BACK), "CORE-32", "C1 facing east is more than 60 steps away")
    t = table(field(90, 1, A1="HT1→", CB1="m1←"))
    t.refused(t.move("HT1", "BZ1→"), "CORE-25", "BZ1 facing east is more than 60 steps away")
    t.refused(t.move("HT1", "BZ1←"), "CORE-39", "there is no way for Half-track 1 to BZ1 facing west")


@rule("CORE-39", "CORE-Q35")
@pytest.mark.parametrize("name", ["M1", "AC1"])
def test_a_closed_gap_on_the_way_is_named_by_its_two_sides(name: str) -> None:
    t = table(field(5, 5, A5=f"{name}↗", B3="#", C4="=", D1="m1←"), chart=altered("car", mass=10))
    told = "between B3 and C4 there is no gap to drive through"
    t.refused(t.move(name, "C3↗"), "CORE-Q35", f"cannot reach C3 facing north-east: {told}")


@rule("CORE-26", "CORE-32", "CORE-37")
def test_a_way_back_beyond_the_reverse_speed_says_so() -> None:
    t = table(field(5, 9, C4="M1↑", **FOE))
    t.refused(t.move("M1", "C7↑"), "CORE-32", "would back 3 steps to C7 facing north; it has 2 in reverse gear")
    t = table(field(5, 9, C4="AC1↑", **FOE))
    t.refused(t.move("AC1", "C8↑"), "CORE-37", "would back 4 steps to C8 facing north; it has 3 in reverse gear")


@rule("CORE-26")
def test_a_way_in_both_gears_is_named_as_that() -> None:
    t = table(field(9, 9, E5="H1↑", **FOE))
    told = "it would drive both ahead and back, and a round allows one of them"
    t.refused(t.move("H1", "G4↗"), "CORE-26", f"Heavy Tank 1 cannot reach G4 facing north-east: {told}")


@rule("CORE-34", "CORE-36")
def test_a_turn_on_the_spot_is_what_wheels_lack() -> None:
    t = table(field(9, 9, E5="AC1↑", **FOE))
    told = "it would turn on the spot, which wheels never do"
    t.refused(t.move("AC1", "E3↗"), "CORE-34", f"Armoured Car 1 cannot reach E3 facing north-east: {told}")


@rule("CORE-16", "CORE-39")
def test_with_one_step_only_what_stands_within_it_is_met() -> None:
    """Who has no slot left hears of that, if nothing stands in his one step."""
    t = table(field(8, 4, A2="M1→", B2="×m2", A3="M2→", A4="M3→", H1="m1←"), coordinated=["M2", "M3"])
    t.refused(t.move("M1", "C2→"), "CORE-16", "all 2 long moves of Red's are used")


# Fixed weapons


@rule("CORE-130", "CORE-132", "CORE-Q03", "CORE-Q06")
def test_a_fixed_weapon_turns_by_45_degrees_and_a_light_one_by_90() -> None:
    """CORE-Q03: the gun has 2 t, the howitzer 5 t. CORE-Q06: neither takes a slot."""
    t = table(field(8, 8, A8="G1↑", C8="HOW1↑", H1="m1←"))
    assert t.moves("G1") == {"A8←", "A8↖", "A8↗", "A8→"}
    assert t.moves("HOW1") == {"C8↖", "C8↗"}
    t.refused(t.move("HOW1", "C8→"), "CORE-130", "Fixed Howitzer 1 weighs 5 t and turns by 45° at most")
    t.refused(t.move("G1", "A8↓"), "CORE-130", "weighs 2 t and turns by 90° at most")
    t.refused(t.back("G1", "A8→"), "CORE-130", "has no gears")
    t.refused(t.move("G1", "A7↑"), "CORE-130", "Fixed Gun 1 is fixed and cannot go to A7")
    t.refused(t.move("G1", "A8↑"), "CORE-130", "Fixed Gun 1 faces north already")
    assert driven(t, t.move("G1", "A8→")).turned
    assert (t.state.coordinated, t.state.driving) == ((), None)
    t.refused(t.move("G1", "A8↗"), "CORE-130", "has been turned already in this turn")


# Walls


@rule("CORE-166")
@pytest.mark.parametrize(("name", "mass", "breaks"), [("ST1", 15, True), ("LT1", 10, False), ("KT1", 70, True)])
def test_t_35_a_wall_yields_to_15_tonnes_and_ends_the_way(name: str, mass: int, breaks: bool) -> None:
    t = types(field(8, 1, A1=f"{name}→", C1="=", H1="sh1←"))
    assert t.state.kind(t.unit(name)).mass == mass
    if not breaks:
        t.refused(t.move(name, "C1→"), "CORE-166", "a wall stands there, which yields to 15 t and more; it weighs 10 t")
        return
    assert {pose for pose in t.moves(name) if pose.startswith(("C1", "D1"))} == {"C1→"}
    t.refused(t.move(name, "D1→"), "CORE-166", "it would drive into the wall at C1 and stop there")
    moved, fell = t.play(t.move(name, "C1→"))
    assert isinstance(moved, Moved)
    assert moved.steps == 2
    assert fell == WallFell(t.square("C1"), t.unit(name))
    assert (t.walls(), t.dust(), t.where(name)) == (set(), {"C1"}, "C1→")
    assert t.piece(name).broke == t.state.round
    t.refused(t.move(name, "D1→"), "CORE-H7", "has moved already")
    assert t.allows(t.lay(name, "↗")), "CORE-Q33: the turret may still traverse"


@rule("CORE-96", "CORE-167")
@pytest.mark.parametrize(
    ("there", "cited"), [("M1→ C1→", "CORE-167"), ("M1^→ B1→", "CORE-96"), ("M1→ B1→", "")], ids=str
)
def test_the_forecast_of_a_move_says_that_it_forbids_to_fire(there: str, cited: str) -> None:
    tank, pose = there.split()
    t = table(field(8, 2, A1=tank, C1="=", H2="l1←"))
    forecast = book.preview(t.state, t.move("M1", pose)).forecast
    assert forecast is not None
    assert [reason.rule for reason in forecast.reasons] == ([cited] if cited else [])
    silent = "After that it may not fire in this round."
    assert (forecast.said[-1].text == silent) == bool(cited)


@rule("CORE-166", "CORE-37", "CORE-Q33")
def test_walls_are_entered_on_wheels_and_in_reverse_too() -> None:
    """CORE-Q33: by mass alone; on wheels with a turn before it ahead, and after it in reverse."""
    heavy = altered("car", mass=15)
    t = table(field(5, 5, C3="AC1↑", C4="=", D2="=", B1="M1→", C1="M2→", **FOE), chart=heavy, coordinated=("M1", "M2"))
    assert t.moves("AC1", BACK) == {"C4↑", "C4↗", "C4↖"}
    assert "D2↗" in t.moves("AC1")
    driven(t, t.back("AC1", "C4↗"))
    assert (t.dust(), t.piece("AC1").broke) == ({"C4"}, t.state.round)
    t = table(field(5, 5, C3="M1↑", C5="=", **FOE))
    assert {pose for pose in t.moves("M1", BACK) if pose.startswith("C5")} == {"C5↑"}


@rule("CORE-166")
def test_dust_can_be_driven_over() -> None:
    t = table(field(8, 1, A1="T1→", C1="~", H1="m1←"))
    assert driven(t, t.move("T1", "D1→")).steps == 3
    assert t.piece("T1").broke == 0


# Option 2


SPEED = field(9, 3, A1="M1→", A2="M2→", A3="M3→", I1="m1←")


@rule("CORE-27", "CORE-16")
@pytest.mark.parametrize(("face", "most", "back"), [(-1, 4, 1), (0, 5, 2), (1, 6, 3)])
def test_the_speed_die_changes_both_gears(face: int, most: int, back: int) -> None:
    t = table(field(12, 1, E1="M1→", A1="m1→"), speed_die=True)
    assert t.moves("M1") == {"F1→", "E1↗", "E1↘"}
    refusal = t.refused(t.move("M1", "G1→"), "CORE-27", "2 steps away", "rolls the speed die before more than one")
    assert refusal.nearest == RollSpeed(t.unit("M1"))
    assert t.roll_speed("M1", face) == (SpeedRolled(t.unit("M1"), face),)
    assert t.state.coordinated == (t.unit("M1"),)
    assert {pose for pose in t.moves("M1") if pose.endswith("→")} == {f"{'EFGHIJK'[far]}1→" for far in range(most + 1)}
    assert {pose for pose in t.moves("M1", BACK) if pose.endswith("→")} == {
        f"{'EDCB'[far]}1→" for far in range(1, back + 1)
    }
    t.refused(RollSpeed(t.unit("M1")), "CORE-Q07", "has rolled the speed die already")
    driven(t, t.move("M1", "F1→"))
    assert t.state.coordinated == (t.unit("M1"),), "CORE-Q07: the slot is gone though the way was short"


@rule("CORE-27", "CORE-16", "CORE-H7", "CORE-Q07")
def test_a_roll_takes_a_slot_and_a_single_step_needs_none() -> None:
    t = table(SPEED, speed_die=True)
    assert driven(t, t.move("M1", "B1→")).steps == 1
    t.refused(RollSpeed(t.unit("M1")), "CORE-H7", "has moved already")
    t.roll_speed("M2", 1)
    t.roll_speed("M3", 0)
    assert len(t.state.coordinated) == 2
    t.refused(t.move("M2", "C2→"), "CORE-H7", "rolled, but another vehicle rolled or moved since: it has one step")
    assert t.allows(t.move("M2", "B2→"))
    driven(t, t.move("M3", "F3→"))
    t = table(SPEED, speed_die=True, coordinated=("M1", "M2"), moved=("M1", "M2"))
    t.refused(RollSpeed(t.unit("M3")), "CORE-16", "all 2 long moves of Red's are used")
    t.refused(t.move("M3", "C3→"), "CORE-16", "all 2 long moves of Red's are used")


@rule("CORE-27")
def test_the_speed_die_is_for_vehicles_and_its_option() -> None:
    t = table(DUEL)
    t.refused(RollSpeed(t.unit("M1")), "CORE-27", "only with optional rule 2")
    t = table(field(8, 2, A1="G1→", A2="M1→", H1="m1←"), speed_die=True)
    t.refused(RollSpeed(t.unit("G1")), "CORE-27", "Fixed Gun 1 is fixed and has no speed")
    t.end_movement()
    t.refused(RollSpeed(t.unit("M1")), "CORE-21", "Red has ended its movement")
    t = table(DUEL, phase=Phase.ANNOUNCING)
    t.refused(RollSpeed(t.unit("M1")), "CORE-27", "played without the speed die")


@rule("CORE-28")
def test_one_step_there_always_is() -> None:
    t = table(field(8, 1, C1="H1→", H1="m1←"), speed_die=True)
    t.roll_speed("H1", -1)
    assert t.moves("H1", BACK) == {"B1→"}, "a reverse speed of 1 − 1"
    slow = table(field(8, 1, C1="H1→", H1="m1←"), speed_die=True, chart=altered("heavy", max=1))
    slow.roll_speed("H1", -1)
    assert slow.moves("H1") == {"D1→", "C1↗", "C1↘"}


# Option 7


@rule("CORE-103")
def test_semi_immobilised_tracks_only_turn_by_half_the_higher_speed() -> None:
    t = table(field(5, 5, C3="M1½↑", D4="=", C4="=", C2="×m1", A1="m9→"), semi=True)
    assert t.moves("M1") == {f"C3{arrow}" for arrow in "↑↗→↘↖←↙"}
    assert t.moves("M1", BACK) == set()
    t.refused(t.move("M1", "B2↖"), "CORE-103", "Medium Tank 1 is semi-immobilised and only turns on the spot")
    t.refused(t.move("M1", "C3↓"), "CORE-103", "is 4 steps away; Medium Tank 1 is semi-immobilised and has 3")
    t.refused(t.push("M1"), "CORE-103", "only turns on the spot")
    assert driven(t, t.move("M1", "C3→")).steps == 2
    assert t.state.coordinated == (t.unit("M1"),)


@rule("CORE-104", "CORE-Q39")
def test_semi_immobilised_wheels_have_half_of_each_speed_rounded_up() -> None:
    """CORE-Q39: 7 and 2 of a Truck, 8 and 3 of an Armoured Car; the die is added before."""
    for name, most, back in (("T1", 4, 1), ("AC1", 4, 2)):
        t = table(field(12, 1, F1=f"{name}½→", A1="m1→"), semi=True)
        assert {pose for pose in t.moves(name) if pose.endswith("→")} == {f"{'GHIJ'[far]}1→" for far in range(most)}
        assert {pose for pose in t.moves(name, BACK) if pose.endswith("→")} == {f"{'ED'[far]}1→" for far in range(back)}
    t = table(field(12, 1, F1="AC1½→", A1="m1→"), semi=True, speed_die=True)
    t.roll_speed("AC1", 1)
    assert "K1→" in t.moves("AC1")


# Pushing


@rule("CORE-162", "CORE-163", "CORE-161")
@pytest.mark.parametrize(
    ("wreck", "plain", "blade"), [(10, 1, 1), (15, 2, 1), (25, 3, 2), (30, 3, 2), (35, None, None)]
)
def test_t_27_the_steps_of_a_push_by_the_masses(wreck: int, plain: int | None, blade: int | None) -> None:
    state = table(DUEL).state
    lies = msgspec.structs.replace(KINDS["light"], mass=wreck)
    assert push_cost(state, KINDS["medium"], lies) == plain
    assert push_cost(state, KINDS["dozer"], lies) == blade


@rule("CORE-158", "CORE-160", "CORE-162", "CORE-17", "CORE-Q06")
def test_a_vehicle_pushes_a_wreck_square_by_square() -> None:
    """CORE-Q06: a push of two steps takes a slot."""
    t = table(field(3, 8, B7="M1↑", B6="×l1→", A1="m2→"))
    assert t.play(t.push("M1")) == (Pushed(t.unit("M1"), t.unit("l1"), 2),)
    assert (t.where("M1"), t.where("l1")) == ("B6↑", "B5→")
    assert t.state.driving == UnderWay(t.unit("M1"), 2, 5, True)
    assert t.state.coordinated == (t.unit("M1"),)
    t.play(t.push("M1"))
    assert (t.where("M1"), t.where("l1")) == ("B5↑", "B4→")
    t.refused(t.push("M1"), "CORE-162", "30 t against 15 t: the push takes 2 steps; Medium Tank 1 has 1 left")
    assert t.moves("M1") == {"B5↗", "B5↖"}
    assert t.moves("M1", BACK) == set()
    t.refused(t.back("M1", "B6↑"), "CORE-26", "Medium Tank 1 has driven ahead in this turn and does not back any more")
    t.refused(t.move("M1", "B5→"), "CORE-25", "is 2 steps away; Medium Tank 1 has 1 left of its 5")
    driven(t, t.move("M1", "B5↗"))
    t.refused(t.move("M1", "B5→"), "CORE-H7", "has moved already")


@rule("CORE-161")
def test_a_heavier_wreck_stays_where_it_is() -> None:
    t = table(field(6, 1, A1="M1→", B1="×h1", F1="m2←"))
    t.refused(t.push("M1"), "CORE-161", "cannot push Blue Heavy Tank 1: 30 t against 50 t")


@rule("CORE-162", "CORE-16", "CORE-18")
def test_a_push_of_one_step_needs_no_slot_and_dearer_ones_do() -> None:
    drawing = field(9, 2, A1="M1→", B1="×ac1", A2="M2→", B2="×l1", I1="m2←", H1="M3→", H2="M4→")
    t = table(drawing, coordinated=("M3", "M4"))
    assert t.play(t.push("M1")) == (Pushed(t.unit("M1"), t.unit("ac1"), 1),)
    assert len(t.state.coordinated) == 2
    t.refused(t.push("M1"), "CORE-16", "30 t against 10 t: the push takes 1 step", "all 2 long moves")
    t.refused(t.push("M2"), "CORE-16", "30 t against 15 t: the push takes 2 steps; all 2 long moves")


@rule("CORE-162", "CORE-27", "CORE-28", "CORE-Q32")
def test_the_free_step_does_not_buy_a_push() -> None:
    drawing = field(9, 1, A1="H1→", B1="×ac1", I1="m2←")
    t = table(drawing, speed_die=True, chart=altered("heavy", max=1))
    t.roll_speed("H1", -1)
    t.refused(
        t.push("H1"), "CORE-Q32", "the push takes 1 step; Heavy Tank 1 has only the one step that there always is"
    )
    t = table(field(9, 1, A1="H1→", B1="×l1", I1="m2←"), speed_die=True)
    assert t.play(t.push("H1")) == (Pushed(t.unit("H1"), t.unit("l1"), 1),)
    t.refused(t.push("H1"), "CORE-27", "has not rolled the speed die for more than one")
    t.refused(RollSpeed(t.unit("H1")), "CORE-27", "the speed die is rolled before the first one")
    t = table(field(9, 1, A1="M1→", B1="×l1", I1="m2←"), speed_die=True)
    refusal = t.refused(t.push("M1"), "CORE-27", "the push takes 2 steps; Medium Tank 1 rolls the speed die")
    assert refusal.nearest == RollSpeed(t.unit("M1"))
    t.roll_speed("M1", -1)
    t.play(t.push("M1"))
    assert t.state.driving == UnderWay(t.unit("M1"), 2, 4, True)


@rule("CORE-159", "CORE-39")
@pytest.mark.parametrize(
    ("thing", "told"),
    [
        ("#", "a house stands there"),
        ("=", "a wall stands there"),
        ("+", "a barricade stands there"),
        ("-", "a barricade stands there"),
        ("L1↑", "Light Tank 1 stands there"),
        ("×L1", "the wreck of Light Tank 1 lies there"),
    ],
)
def test_the_square_beyond_the_wreck_must_be_empty(thing: str, told: str) -> None:
    """CORE-158: one wreck at a time."""
    t = table(field(6, 1, A1="M1→", B1="×m1", C1=thing, F1="m2←"))
    t.refused(t.push("M1"), "CORE-159", "cannot push Blue Medium Tank 1 to C1", told)
    t = table(field(2, 2, A1="M1→", B1="×m1", A2="m2←"))
    t.refused(t.push("M1"), "CORE-159", "off the board")


@rule("CORE-159", "CORE-160", "CORE-Q35")
def test_a_push_may_be_diagonal_but_not_through_a_closed_gap() -> None:
    t = table(field(4, 4, A1="M1↘", B2="×m1", D1="m2←"))
    t.play(t.push("M1"))
    assert (t.where("M1"), t.where("m1")) == ("B2↘", "C3↑")
    for walls in ({"B1": "#", "A2": "="}, {"C2": "#", "B3": "-"}):
        t = table(field(4, 4, A1="M1↘", B2="×m1", D1="m2←", **walls))
        t.refused(t.push("M1"), "CORE-Q35", "the gap there is closed")


@rule("CORE-158", "CORE-100")
def test_only_vehicles_that_drive_push_and_only_wrecks() -> None:
    t = table(field(6, 4, A1="G1→", B1="×g1", A2="M1→", B2="g2→", A3="M2!→", B3="×m2", F4="m3←"))
    t.refused(t.push("G1"), "CORE-158", "Fixed Gun 1 is fixed and pushes nothing")
    t.refused(t.push("M1"), "CORE-158", "Medium Tank 1 cannot push Blue Fixed Gun 2, which is no wreck")
    t.refused(t.push("M2"), "CORE-100", "is immobilised")
    t.refused(t.push("m3"), "CORE-15", "does not move in Red's turn")
    t = table(DUEL)
    t.refused(t.push("M1"), "CORE-158", "has no wreck straight ahead to push")


@rule("CORE-158", "CORE-25", "CORE-26", "CORE-H7")
def test_driving_pushing_and_driving_on_share_one_speed() -> None:
    drawing = field(9, 3, A2="M1→", C2="×l1↑", A3="M2→", I1="m2←")
    t = table(drawing)
    driven(t, t.move("M1", "B2→"))
    assert t.state.driving == UnderWay(t.unit("M1"), 1, 5, False)
    t.refused(t.move("M1", "B2↗"), "CORE-H7", "it can go on only by pushing a wreck")
    t.play(t.push("M1"))
    assert (t.state.driving, t.state.coordinated) == (UnderWay(t.unit("M1"), 3, 5, True), (t.unit("M1"),))
    assert t.moves("M1") == {"C2→", "C2↑", "C2↗", "C2↘", "C2↓", "D1↗", "D3↘"}
    assert driven(t, t.move("M1", "D1↗")).steps == 2
    t.refused(t.push("M1"), "CORE-H7", "has ended its move")
    assert t.state.coordinated == (t.unit("M1"),)
    t = table(drawing)
    driven(t, t.move("M1", "B2→"))
    t.play(t.lay("M2", "↗"))
    assert t.allows(t.push("M1")), "a turret ends nobody's move"
    driven(t, t.move("M2", "B3→"))
    t.refused(t.push("M1"), "CORE-H7", "Medium Tank 1 has ended its move in this turn")


@rule("CORE-26", "CORE-158", "CORE-166")
def test_backing_and_walls_end_a_move() -> None:
    t = table(field(6, 3, B2="M1→", C2="×m1", F1="m2←"))
    driven(t, t.back("M1", "A2→"))
    t.refused(t.push("M1"), "CORE-H7", "has ended its move")
    t = table(field(6, 3, A2="M1→", B2="=", C2="×l1", F1="m2←"))
    driven(t, t.move("M1", "B2→"))
    t.refused(t.push("M1"), "CORE-166", "Medium Tank 1 drove into a wall in this turn, which ended its move")


@rule("CORE-39", "CORE-158")
def test_driving_at_a_wreck_offers_the_push() -> None:
    t = table(field(6, 1, A1="M1→", B1="×m1", F1="m2←"))
    refusal = t.refused(t.move("M1", "B1→"), "CORE-93", "the wreck of Blue Medium Tank 1 lies there")
    assert refusal.nearest == t.push("M1")


# Turrets


@rule("CORE-47", "CORE-49", "CORE-46")
def test_turrets_and_cranes_are_laid_and_hulls_are_not() -> None:
    t = table(field(8, 5, A1="HTD1→", A2="G1→", A3="T1→", A4="RV1→", A5="M1→", H1="m1←"))
    for name in ("HTD1", "G1", "T1"):
        t.refused(t.lay(name, "↗"), "CORE-47", "has no turret")
    t.refused(TurnTurret(t.unit("M1"), 8), "CORE-47", "turret 8 is none of the eight")
    t.refused(t.lay("m1", "↓"), "CORE-15", "does not move in Red's turn")
    t.refused(
        t.lay("RV1", "←"), "CORE-49", "Recovery Vehicle 1's crane would turn by 180°; 90° are the most in a round"
    )
    for name in ("RV1", "M1"):
        assert t.play(t.lay(name, "↓")) == (TurretTurned(t.unit(name), 2),)


@rule("CORE-49", "CORE-Q14")
def test_a_turret_turns_by_a_quarter_at_most_in_a_round() -> None:
    """CORE-Q14: measured off the hull, from where it was when the turn began."""
    t = table(DUEL)
    laid = [order for order in t.orders() if isinstance(order, TurnTurret)]
    assert {order.turret for order in laid} == {6, 7, 1, 2}
    refusal = t.refused(t.lay("M1", "↙"), "CORE-49", "would turn by 135°; 90° are the most")
    assert refusal.nearest == t.lay("M1", "↓")
    t.refused(t.lay("M1", "→"), "CORE-49", "points there already")
    t.play(t.lay("M1", "↓"))
    t.refused(t.lay("M1", "↙"), "CORE-49", "would turn by 135°; 90° are the most")
    t.play(t.lay("M1", "↑"))
    t.play(t.lay("M1", "↓"))
    t.pass_turn()
    t.pass_turn()
    assert t.piece("M1").rested == 2
    t.play(t.lay("M1", "←"))
    assert (t.piece("M1").turret, t.piece("M1").rested) == (4, 2)


@rule("CORE-48", "CORE-49")
def test_the_turret_turns_with_the_hull_and_laying_it_is_no_step() -> None:
    t = table(field(9, 5, D3="M1→↗", I1="m1←"))
    driven(t, t.move("M1", "D3↓"))
    assert t.piece("M1").turret == 7
    assert t.allows(t.lay("M1", "↓")), "before or after driving"
    t = table(field(9, 5, D3="M1!→", I1="m1←"))
    t.play(t.lay("M1", "↓"))
    assert (t.piece("M1").moved, t.state.coordinated) == (0, ())


@rule("CORE-141", "CORE-100", "CORE-Q29")
def test_under_repair_the_turret_rests() -> None:
    t = table(field(9, 5, D3="M1!(4)→", I1="m1←"))
    t.refused(t.lay("M1", "↓"), "CORE-Q29", "Medium Tank 1 is under repair; neither hull nor turret moves")


@rule("CORE-50", "CORE-53")
@pytest.mark.parametrize(
    ("option", "cited", "told"),
    [
        ("moulded", "CORE-50", "fire all round"),
        ("free_turrets", "CORE-53", "laid on its target when that is announced"),
    ],
)
def test_turrets_that_need_no_laying_have_none_but_cranes_turn(option: str, cited: str, told: str) -> None:
    chosen: dict[str, Any] = {option: True}
    t = table(field(8, 2, A1="M1→", A2="RV1→", H1="m1←"), **chosen)
    t.refused(t.lay("M1", "↓"), cited, told)
    t.play(t.lay("RV1", "↓"))


# What the hand sees


def offered(state: State, unit: int) -> list[tuple[int, Gear, int, int]]:
    found = []
    for band in book.survey(state, unit).bands:
        trails = band.trails or (-1,) * len(band.poses)
        tow = band.order.get("tow", -1)
        found += [(pose, band.order["gear"], tow, trail) for pose, trail in zip(band.poses, trails, strict=True)]
    return sorted(found)


def listed(state: State, unit: int) -> list[tuple[int, Gear, int, int]]:
    moves = [order for order in book.orders(state, unit) if isinstance(order, Move)]
    return sorted((move.square * 8 + move.facing, move.gear, move.tow, move.trail) for move in moves)


def named(t: Table, name: str) -> list[Band]:
    bands = book.survey(t.state, t.unit(name)).bands
    assert offered(t.state, t.unit(name)) == listed(t.state, t.unit(name))
    return list(bands)


@rule("CORE-18", "CORE-25", "CORE-32")
def test_the_bands_are_the_single_step_and_the_slot_in_each_gear() -> None:
    t = table(field(9, 5, D3="M1→", F3="=", I1="m1←"))
    bands = named(t, "M1")
    assert [(band.name, band.token, band.reverse) for band in bands] == [
        ("one step", 0, False),
        ("ahead, a long move", 1, False),
        ("one step back", 0, True),
        ("back, a long move", 1, True),
    ]
    assert {step for band in bands[::2] for step in band.steps} == {1}
    wall = t.square("F3") * 8 + 2
    at = bands[1].poses.index(wall)
    assert (bands[1].steps[at], bands[1].before[at]) == (2, t.square("E3") * 8 + 2)


@rule("CORE-16", "CORE-27", "CORE-130", "CORE-25")
def test_bands_without_a_slot_of_guns_and_of_who_goes_on() -> None:
    t = table(field(9, 4, D2="AC1→", A1="G1→", A3="M1→", B3="×l1", A4="L1→", I1="m2←"))
    (turn,) = named(t, "G1")
    assert (turn.rule, len(turn.poses)) == ("CORE-130", 4)
    t.play(t.push("M1"))
    (on,) = named(t, "M1")
    assert (on.name, max(on.steps)) == ("on, 3 left", 3)
    driven(t, t.move("AC1", "F2→"))
    assert [band.name for band in named(t, "L1")] == ["one step"], "at the edge, and both slots are used"
    assert named(t, "AC1") == []
    t = table(SPEED, speed_die=True)
    assert [band.name for band in named(t, "M1")] == ["one step"]
    (roll, *_) = book.survey(t.state, t.unit("M1")).deeds
    assert (roll.label, roll.order) == ("Roll speed die (a long move)", RollSpeed(t.unit("M1")))
    t.roll_speed("M1", 1)
    assert [band.name for band in named(t, "M1")] == ["one step", "ahead, rolled"]


@rule("CORE-49", "CORE-162")
def test_deeds_are_pushes_with_the_ghosts_of_both_and_turrets() -> None:
    t = table(field(9, 3, A2="M1→", B2="×l1↓", I1="m2←"))
    push, *turrets = book.survey(t.state, t.unit("M1")).deeds
    assert (push.label, push.rule) == ("Push Blue Light Tank 1, 30 t against 15 t: 2 steps", "CORE-162")
    pusher, wreck = push.ghosts
    assert (pusher.piece, pusher.pose.x, pusher.pose.y, pusher.pose.bearing) == (t.unit("M1"), 1, 1, 90)
    assert (wreck.piece, wreck.pose.x, wreck.pose.y, wreck.pose.bearing) == (t.unit("l1"), 2, 1, 180)
    assert [deed.label for deed in turrets] == [
        "Turret to the north",
        "Turret to the north-east",
        "Turret to the south-east",
        "Turret to the south",
    ]
    for deed in (push, *turrets):
        assert t.allows(deed.order)


@rule("CORE-30", "CORE-35", "CORE-37", "CORE-166")
@pytest.mark.parametrize("name", ["H1", "L1", "TH1", "AC1", "T1", "HT1", "MD1"])
def test_the_way_to_every_pose_is_made_of_single_steps(name: str) -> None:
    t = table(field(9, 9, E5=f"{name}↗", D3="=", F5="#", G3="=", D6="=", B6="×m1", C4="-", D7="m2↑", I9="m3←"))
    unit = t.unit(name)
    town, kind = reference.Town(t.state), t.state.kind(unit)
    start = town.place(t.piece(name).square)
    for gear in Gear:
        for pose in t.moves(name, gear):
            event = next(iter(book.decide(t.state, t.move(name, pose, gear), SeededDice(1))))
            assert isinstance(event, Moved)
            poses = [(town.place(at >> 3), at & 7) for at in way(t.state, event)]
            assert len(poses) == event.steps + 1
            assert event.turned == any(one[1] != other[1] for one, other in pairwise(poses))
            for before, after in pairwise(poses):
                assert after in set(reference.one_step(town, kind, start, before, gear))
