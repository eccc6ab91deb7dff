"""Movement: the free step and the dice, tracks, wheels, fixed weapons, walls, pushing, turrets (DYN-25 … DYN-68 …)."""

import re
from itertools import pairwise, product

import pytest

from hulldown.geometry.squares import FACING_NAMES, Grid
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.driving import allowance, dice_for, dice_to_give
from hulldown.rulebooks.panzerstrike.dynamic.events import Moved, MovementRolled, Pushed, TurretTurned, WallFell
from hulldown.rulebooks.panzerstrike.dynamic.movement import movable, way
from hulldown.rulebooks.panzerstrike.dynamic.orders import EndMovement, Move, Push, RollMovement, TurnTurret
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State, UnderWay
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS
from tests.marks import rule
from tests.rulebooks.drawn import cells_of
from tests.rulebooks.dynamic import reference
from tests.rulebooks.dynamic.cast import KINDS, Table, altered, field, figures, table

FOE = {"A1": "m9→"}  # an enemy out of the way
DUEL = field(8, 5, D3="M1→", H1="m1←")
DOZER = field(9, 3, A2="MD1→", C2="×m1↑", I1="m2←")


def driven(t: Table, name: str, pose: str, die: int = 0) -> Moved:
    """Drives a unit; returns the event."""
    moved = t.play(t.move(name, pose, die))[0]
    assert isinstance(moved, Moved)
    return moved


def army(many: int, word: str = "L", **others: str) -> str:
    """A board with so many active units of a class of Red's, and one enemy."""
    drawing = field(12, 6, L6="m1←", **others)
    cells = drawing.split()
    free = [at for at, cell in enumerate(cells) if cell == "."]
    for number, at in enumerate(free[:many], 1):
        cells[at] = f"{word}{number}→"
    return "\n".join(" ".join(cells[at : at + 12]) for at in range(0, 72, 12))


# The dice


@rule("DYN-04")
def test_blue_dice_have_the_faces_of_the_book() -> None:
    assert figures().blue == (3, 4, 4, 5, 5, 6)
    t = table(DUEL, phase=Phase.ROLL, changed={"blue": (9, 9)})
    (rolled,) = t.play_with(RollMovement(), SeededDice(1))
    assert rolled == MovementRolled((9, 9))


@rule("DYN-24", "DYN-38", "DYN-36")
def test_a_turn_opens_with_all_blue_dice_at_once() -> None:
    t = table(DUEL, phase=Phase.ROLL)
    assert t.orders() == [RollMovement()]
    t.refused(t.move("M1", "E3→"), "DYN-38", "Red has not rolled for movement yet")
    t.refused(EndMovement(), "DYN-38", "Red has not rolled for movement yet")
    t.roll(6, 3)
    assert (t.state.rolled, t.state.dice) == ((3, 6), (3, 6))
    t.refused(RollMovement(), "DYN-38", "Red has rolled for movement already in this turn")


@rule("DYN-27", "DYN-Q05")
@pytest.mark.parametrize(
    ("active", "dice"),
    [(1, 2), (2, 2), (5, 2), (6, 3), (10, 3), (11, 4), (15, 4), (16, 5), (20, 5), (21, 6), (40, 6)],
)
def test_dt_42_the_dice_table(active: int, dice: int) -> None:
    """DT-04, DT-10: 18 vehicles have five dice, six have three. DYN-Q05: a single one rolls as two do."""
    assert dice_for(table(army(active), phase=Phase.ROLL).state) == dice


@rule("DYN-28", "DYN-180", "DYN-Q07")
@pytest.mark.parametrize(
    ("extra", "dice"),
    [
        ({}, 2),
        ({"A6": "L9!→"}, 3),
        ({"A6": "T1→"}, 3),
        ({"A6": "AA1→"}, 3),
        ({"A6": "RV1→"}, 3),
        ({"A6": "×L9"}, 2),
        ({"A6": "G1→"}, 2),
        ({"A6": "HOW1→"}, 2),
        ({"A6": "m9→"}, 2),
    ],
    ids=["five", "damaged", "truck", "SPAA", "recovery", "wreck", "gun", "howitzer", "foe"],
)
def test_the_damaged_and_the_unarmed_count_but_wrecks_and_fixed_weapons_do_not(
    extra: dict[str, str], dice: int
) -> None:
    """DYN-Q07: beside five Light Tanks."""
    assert dice_for(table(army(5, **extra), phase=Phase.ROLL).state) == dice


@rule("DYN-28", "DYN-Q05")
def test_a_side_without_vehicles_rolls_nothing() -> None:
    """DYN-Q05: fixed weapons turn without dice."""
    t = table(field(4, 2, A1="G1→", D2="m1←"), phase=Phase.ROLL)
    t.roll()
    assert t.state.phase is Phase.MOVEMENT
    assert t.moves("G1") == {"A1↗", "A1↘"}


@rule("DYN-30", "DYN-31", "DYN-Q04")
def test_the_command_tank_brings_a_die_while_it_lives() -> None:
    """DYN-Q04: no limit, unless the box has one."""
    assert dice_for(table(army(4, A6="M1*→"), phase=Phase.ROLL).state) == 3
    assert dice_for(table(army(4, A6="M1*!→"), phase=Phase.ROLL).state) == 3
    assert dice_for(table(army(30, L5="M1*→"), phase=Phase.ROLL).state) == 7
    assert dice_for(table(army(30, L5="M1*→"), phase=Phase.ROLL, changed={"dice_in_the_box": 6}).state) == 6
    t = table(field(8, 2, A1="M1*→", A2="L1→", H1="h1←", H2="h2←"), phase=Phase.FIRING, side=BLUE, first=BLUE)
    t.shoot("h1", "M1", 6, 6, 6, 6)
    t.end_turn()
    assert dice_for(t.state) == 2


@rule("DYN-35", "DYN-Q06", "DYN-Q49")
def test_dt_26_equal_dice_move_one_vehicle_more_with_optional_rule_2() -> None:
    """DYN-Q06: the extra one has the common number. DYN-Q49: the command tank's die must be equal too."""
    for extra, many in ((True, 4), (False, 3)):
        t = table(army(6), phase=Phase.ROLL, extra=extra)
        t.roll(5, 5, 5)
        assert t.state.dice == (5,) * many
    setup = table(army(6), extra=True).state.ground.setup
    assert dice_to_give(setup, (4, 4)) == (4, 4, 4)
    assert dice_to_give(setup, (4, 4, 5)) == (4, 4, 5)
    assert dice_to_give(setup, (4,)) == (4,)


@rule("DYN-35", "DYN-26", "DYN-25")
def test_dt_32_four_drive_by_dice_and_all_others_take_a_step() -> None:
    lights = {f"A{at}": f"L{at}→" for at in range(1, 6)}
    t = table(field(8, 6, A6="LTD1→", H6="m1←", **lights), phase=Phase.ROLL, extra=True)
    t.roll(5, 5, 5)
    for number in range(1, 5):
        assert driven(t, f"L{number}", f"E{number}→").die == 5
    assert t.state.dice == ()
    t.refused(t.move("L5", "C5→"), "DYN-26", "2 steps away", "needs a die", "all of Red's 4 are used")
    assert driven(t, "LTD1", "B6→").die == 0
    assert driven(t, "L5", "B5→").die == 0


# The free step and the allowance


@rule("DYN-25", "DYN-42", "DYN-48")
@pytest.mark.parametrize("facing", ARROWS, ids=FACING_NAMES)
def test_one_step_without_a_die_is_ahead_a_turn_or_back(facing: str) -> None:
    t = table(field(5, 5, C3=f"H1{facing}", **FOE))
    at = ARROWS.index(facing)
    steps = {f"C3{ARROWS[at - 1]}", f"C3{ARROWS[(at + 1) % 8]}"}
    for way_of in (at, (at + 4) % 8):
        dx, dy = reference.WAYS[way_of]
        steps.add(f"{'ABCDE'[2 + dx]}{3 + dy}{facing}")
    assert t.moves("H1") == steps
    assert driven(t, "H1", sorted(steps)[0]).die == 0


@rule("DYN-25", "DYN-26", "DYN-180", "DYN-Q56")
def test_one_move_a_vehicle_and_turn() -> None:
    """DYN-Q56: one order. DYN-42: the free step is not added to the die's."""
    t = table(field(8, 2, A1="M1→", A2="M2→", H1="m1←"), rolled=(3, 4))
    driven(t, "M1", "B1→")
    t.refused(t.move("M1", "C1→"), "DYN-Q56", "Medium Tank 1 has moved already in this turn")
    driven(t, "M2", "D2→")
    t.refused(t.move("M2", "E2→"), "DYN-Q56", "has moved already")
    assert t.state.dice == (4,)


@rule("DYN-26", "DYN-39")
def test_the_smallest_die_that_covers_the_way_is_taken_unless_another_is_named() -> None:
    t = table(field(8, 2, A1="M1→", A2="M2→", H1="m1←"), rolled=(3, 5, 6))
    assert driven(t, "M1", "E1→").die == 5
    assert t.state.given == ((5, t.unit("M1")),)
    assert driven(t, "M2", "D2→", 6).die == 6
    assert t.state.dice == (3,)


@rule("DYN-26", "DYN-51", "DYN-Q15", "DYN-Q56")
@pytest.mark.parametrize("pose", ["E3→", "D3↗", "C3→"], ids=["ahead", "turn", "back"])
def test_a_single_step_never_takes_a_die_but_a_named_one_must_be_there(pose: str) -> None:
    t = table(DUEL, rolled=(3, 5))
    refusal = t.refused(t.move("M1", pose, 4), "DYN-Q56", "there is no 4 in the tray; it has 3, 5")
    assert refusal.nearest == t.move("M1", pose)
    assert driven(t, "M1", pose, 5).die == 0
    assert t.state.dice == (3, 5)
    t = table(DUEL)
    t.refused(t.move("M1", pose, 4), "DYN-Q56", "there is no 4 in the tray; it is empty")


@rule("DYN-34")
@pytest.mark.parametrize("movers", [(), ("M1",), ("M1", "M2", "M3")])
def test_nobody_has_to_move(movers: tuple[str, ...]) -> None:
    t = table(field(8, 3, A1="M1→", A2="M2→", A3="M3→", H1="m1←"), rolled=(3, 4))
    for name in movers:
        driven(t, name, f"B{name[1]}→")
    t.end_movement()
    assert t.state.phase is Phase.FIRING
    assert (t.state.dice, t.state.rolled, t.state.given) == ((), (), ())


@rule("DYN-40", "DYN-13")
def test_the_allowance_is_the_die_and_the_speed_of_the_class() -> None:
    speeds = {"heavy": -1, "medium": 0, "light": 1, "hunter": 2, "car": 2, "truck": 2, "half-track": 1, "dozer": -1}
    for kind, speed in speeds.items():
        assert [allowance(KINDS[kind], die) for die in (3, 4, 5, 6)] == [die + speed for die in (3, 4, 5, 6)]
    assert allowance(KINDS["heavy"], 1) == 1


@rule("DYN-40", "DYN-41")
def test_a_pose_too_far_for_a_die_is_offered_with_another() -> None:
    t = table(DUEL, rolled=(3, 5))
    told = ("H3 facing east is 4 steps away", "the 3 gives Medium Tank 1 3")
    assert t.refused(t.move("M1", "H3→", 3), "DYN-40", *told).nearest == t.move("M1", "H3→")
    t.refused(t.move("M1", "H5↓"), "DYN-40", "steps away; the 5 gives Medium Tank 1 5")


@rule("DYN-41")
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 6])
def test_fewer_steps_than_the_allowance_may_be_taken(steps: int) -> None:
    t = table(field(8, 2, A1="M1→", H2="m1←"), rolled=(5, 6))
    moved = driven(t, "M1", f"{'ABCDEFG'[steps]}1→", 6)
    assert (moved.steps, moved.die) == (steps, 6 if steps > 1 else 0)


# The printed examples


@rule("DYN-40", "DYN-45", "DYN-46", "DYN-47", "DYN-13")
@pytest.mark.parametrize(
    ("name", "die", "pose", "steps", "most"),
    [
        pytest.param("M1", 3, "G3↑", 3, 3, id="DT-05 F F F"),
        pytest.param("L1", 5, "H2↑", 6, 6, id="DT-06 F F Rr F Rl F"),
        pytest.param("TH1", 4, "G8↓", 6, 6, id="DT-07 Rr Rr Rr Rr F F"),
        pytest.param("H1", 3, "F5↖", 2, 2, id="DT-08 Rl F"),
        pytest.param("M1", 6, "E3↑", 5, 6, id="DT-09 Rl F F Rr F"),
        pytest.param("M1", 6, "G6←", 2, 6, id="DT-11 Rl Rl"),
        pytest.param("L1", 5, "D3←", 5, 6, id="DT-12 F Rl F F Rl F, which Rl F F F Rl shortens"),
    ],
)
def test_tracked_examples(name: str, die: int, pose: str, steps: int, most: int) -> None:
    """From G6 facing up. The ledger counts y upwards, the board downwards."""
    t = table(field(12, 12, G6=f"{name}↑", **FOE), rolled=(die, die))
    assert allowance(KINDS[t.piece(name).kind], die) == most
    moved = driven(t, name, pose, die)
    assert (moved.steps, moved.die) == (steps, die)
    assert t.where(name) == pose
    assert t.piece(name).moved == t.state.round


@rule("DYN-40")
def test_dt_05_a_fourth_step_on_a_3_is_refused() -> None:
    t = table(field(12, 12, G6="M1↑", **FOE), rolled=(3, 3))
    t.refused(t.move("M1", "G2↑"), "DYN-40", "4 steps away; the 3 gives Medium Tank 1 3")


@rule("DYN-49", "DYN-50", "DYN-51", "DYN-181")
def test_dt_13_tracks_back_one_square_without_a_die_and_do_nothing_else() -> None:
    t = table(field(5, 8, C3="H1↑", **FOE), rolled=(3, 3))
    t.refused(t.move("H1", "C5↑"), "DYN-50", "Heavy Tank 1 backs one square, its facing kept")
    t.refused(t.move("H1", "C4↗"), "DYN-50", "does nothing else in that move")
    moved = driven(t, "H1", "C4↑")
    assert (moved.die, moved.steps) == (0, 1)
    assert t.state.dice == (3, 3)
    t.refused(t.move("H1", "C5↑"), "DYN-Q56", "has moved already")
    t.refused(t.move("H1", "C4↗"), "DYN-Q56", "has moved already")


@rule("DYN-43", "DYN-44", "DYN-53", "DYN-54", "DYN-55", "DYN-181")
@pytest.mark.parametrize(
    ("name", "die", "pose", "steps", "most"),
    [
        pytest.param("T1", 6, "H5→", 8, 8, id="DT-14 F F F L R F R R"),
        pytest.param("AC1", 4, "H14←", 6, 6, id="DT-15 six turns to the right"),
        pytest.param("HT1", 5, "F9↖", 3, 6, id="DT-16 F F L"),
    ],
)
def test_wheeled_examples(name: str, die: int, pose: str, steps: int, most: int) -> None:
    """From G12 facing up."""
    t = table(field(15, 15, G12=f"{name}↑", **FOE), rolled=(die, die))
    assert allowance(KINDS[t.piece(name).kind], die) == most
    assert driven(t, name, pose, die).steps == steps
    assert t.where(name) == pose


@rule("DYN-55")
@pytest.mark.parametrize("name", ["T1", "AC1", "HT1"])
def test_after_each_wheeled_step_the_square_just_left_lies_behind(name: str) -> None:
    t = table(field(15, 15, G12=f"{name}↑", E10="#", **FOE), rolled=(6, 6))
    grid = t.state.ground.grid
    for pose in t.moves(name) - {"G13↑", "G13↖", "G13↗"}:  # all but those behind
        event = next(iter(book.decide(t.state, t.move(name, pose), SeededDice(1))))
        assert isinstance(event, Moved)
        poses = way(t.state, event)
        for before, after in pairwise(poses):
            assert grid.ahead(after >> 3, (after + 4) % 8) == before >> 3


@rule("DYN-52", "DYN-56")
def test_dt_17_wheels_never_turn_on_the_spot_nor_sharper_than_45_degrees() -> None:
    t = table(field(5, 6, C3="AC1↑", **FOE), rolled=(3, 3))
    for pose in ("C3→", "C3↗"):
        t.refused(t.move("AC1", pose), "DYN-52", "Armoured Car 1 has wheels and never turns on the spot")
    for pose in ("D3→", "D2↑", "D2→"):
        t.refused(t.move("AC1", pose), "DYN-56", "turns by 45° at most in a step, and faces the way it drove")
    assert t.allows(t.move("AC1", "D2↗"))


@rule("DYN-57", "DYN-58", "DYN-60")
@pytest.mark.parametrize("pose", ["C4↑", "C4↗", "C4↖"])
def test_dt_18_wheels_back_straight_and_may_then_turn_by_45_degrees(pose: str) -> None:
    t = table(field(5, 6, C3="AC1↑", **FOE), rolled=(3, 3))
    moved = driven(t, "AC1", pose)
    assert (moved.steps, moved.die) == (1, 0)
    t.refused(t.move("AC1", "C5↑"), "DYN-Q56", "has moved already")


@rule("DYN-59", "DYN-60")
def test_dt_19_wheels_do_not_back_on_the_slant_nor_turn_further() -> None:
    t = table(field(5, 6, C3="AC1↑", **FOE), rolled=(3, 3))
    for pose in ("B4↑", "D4↑", "B4↗", "C4→", "C4←"):
        t.refused(t.move("AC1", pose), "DYN-59", "Armoured Car 1 backs straight and then turns by 45° at most")
    t.refused(t.move("AC1", "C5↑"), "DYN-60", "backs one square and no further; so it does not come to C5")


@rule("DYN-58", "DYN-H6")
def test_a_loop_on_wheels_to_where_backing_leads_is_told_and_paid_as_backing() -> None:
    """A Truck comes round to the square behind it in seven steps; one step back does it without a die."""
    t = table(field(9, 9, C4="T1↑", I9="m1←"), rolled=(6, 6))
    orders = [order for order in t.orders() if isinstance(order, Move)]
    assert len(set(orders)) == len(orders)
    assert driven(t, "T1", "C5↖", 6).die == 0


@rule("DYN-26", "DYN-61")
def test_wheels_that_are_boxed_in_have_nothing_to_do() -> None:
    t = table(field(3, 3, B2="AC1↑", A1="#", B1="#", C1="#", B3="m1↑", C3="G1↑"), rolled=(3, 3))
    assert t.moves("AC1") == set()
    assert t.unit("AC1") not in movable(t.state)
    t.refused(t.move("AC1", "B1↑"), "DYN-62", "Armoured Car 1 cannot enter B1: a house stands there")


# Fixed weapons


@rule("DYN-64", "DYN-66", "DYN-67", "DYN-68")
def test_dt_20_a_fixed_weapon_turns_once_by_45_degrees_and_then_does_not_fire() -> None:
    t = table(field(8, 8, A8="G1↑", A2="m1→", H1="m2←"), rolled=())
    assert t.moves("G1") == {"A8↗", "A8↖"}
    t.refused(t.move("G1", "A8→"), "DYN-66", "Fixed Gun 1 turns by 45° to the left or right and no further")
    assert t.refused(t.move("G1", "A7↑"), "DYN-64", "Fixed Gun 1 is fixed and cannot go to A7").nearest is not None
    moved = driven(t, "G1", "A8↗")
    assert moved.die == 0
    t.refused(t.move("G1", "A8→"), "DYN-66", "Fixed Gun 1 has turned already in this turn")
    t.end_movement()
    assert t.targets("G1") == set()
    t.refused(t.fire("G1", "m2"), "DYN-68")


@rule("DYN-67")
def test_all_fixed_weapons_may_turn_and_no_die_is_used() -> None:
    guns = {f"A{at}": f"G{at}→" for at in range(1, 5)}
    t = table(field(8, 4, H4="m1←", B1="L1→", **guns), rolled=(3, 4))
    for at in range(1, 5):
        driven(t, f"G{at}", f"A{at}↗", 3)
    assert t.state.dice == (3, 4)


@rule("DYN-65", "DYN-64")
def test_nothing_moves_a_fixed_weapon_from_its_square() -> None:
    """No towing: no vehicle has such an order, and a dozer pushes wrecks only."""
    t = table(field(6, 1, A1="MD1→", B1="G1→", F1="m1←"), rolled=(5, 5))
    t.refused(t.push("MD1"), "DYN-149", "Fixed Gun 1 ahead of it is none")
    t.refused(t.move("MD1", "B1→"), "DYN-61", "Fixed Gun 1 stands there")
    assert {type(order) for order in t.orders()} == {Move, EndMovement}


@rule("DYN-115", "DYN-Q18")
def test_a_damaged_fixed_weapon_does_not_turn() -> None:
    t = table(field(8, 1, A1="G1!→", H1="m1←"))
    t.refused(t.move("G1", "A1↗"), "DYN-Q18", "Fixed Gun 1 is damaged and cannot turn")


# Who may be moved


@rule("DYN-25", "DYN-112", "DYN-115")
def test_only_own_active_undamaged_units_move() -> None:
    t = table(field(8, 3, A1="M1!→", A2="×M2", A3="M3→", H1="m1←"), rolled=(3, 5))
    t.refused(t.move("m1", "G1←"), "DYN-24", "Blue Medium Tank 1 does not move in Red's turn")
    t.refused(t.move("M1", "B1→"), "DYN-115", "Medium Tank 1 is damaged and cannot move")
    t.refused(t.move("M2", "B2→"), "DYN-112", "Medium Tank 2 is destroyed")
    for unit in (-1, 4):
        t.refused(Move(unit, 0, 0), "DYN-25", f"there is no unit {unit}; they are numbered 0 to 3")
        t.refused(Push(unit), "DYN-25", f"there is no unit {unit}")
    t.state.side = BLUE
    assert t.allows(t.move("m1", "G1←"))


@rule("DYN-63", "DYN-Q11")
def test_a_turn_on_the_spot_counts_as_having_moved() -> None:
    """DYN-Q11: even if it ends where it began."""
    t = table(field(8, 3, D2="M1→", A2="m1→", H2="m2←"), rolled=(3, 4))
    assert driven(t, "M1", "D2→").steps == 2
    t.end_movement()
    assert t.targets("M1") == {"m2"}


# Obstacles


@rule("DYN-12", "DYN-61", "DYN-62", "DYN-112", "DYN-163", "DYN-155", "DYN-Q16")
@pytest.mark.parametrize(
    ("thing", "cited", "told"),
    [
        ("#", "DYN-62", "a house stands"),
        ("L1↑", "DYN-61", "Light Tank 1 stands"),
        ("l1↑", "DYN-61", "Blue Light Tank 1 stands"),
        ("×L1", "DYN-61", "the wreck of Light Tank 1 lies"),
        ("g1↑", "DYN-61", "Blue Fixed Gun 1 stands"),
        ("-", "DYN-163", "a barricade stands"),
        ("+", "DYN-163", "a barricade stands"),
        ("=", "DYN-155", "a wall stands"),
    ],
    ids=["house", "friend", "foe", "wreck", "gun", "low", "high", "wall"],
)
def test_nothing_is_entered_backed_into_or_driven_through(thing: str, cited: str, told: str) -> None:
    """DYN-Q16: never through anything. Here on wheels; tracks enter walls."""
    t = table(field(6, 1, A1="AC1→", C1=thing, F1="m1←"), rolled=(3, 4))
    refusal = t.refused(t.move("AC1", "C1→"), cited, "Armoured Car 1 cannot enter C1", f"{told} there")
    assert refusal.nearest == t.move("AC1", "B1→")
    t.refused(t.move("AC1", "D1→"), cited, "Armoured Car 1 cannot reach D1 facing east", f"{told} in the way at C1")
    t = table(field(6, 1, C1="AC1→", B1=thing, F1="m1←"), rolled=(3, 4))
    t.refused(t.move("AC1", "B1→"), cited, "cannot enter B1", told)


@rule("DYN-61", "DYN-11")
@pytest.mark.parametrize("facing", ARROWS, ids=FACING_NAMES)
def test_nobody_leaves_the_board(facing: str) -> None:
    t = table(field(1, 1, A1=f"M1{facing}"), rolled=(3, 4))
    assert {pose[:-1] for pose in t.moves("M1")} == {"A1"}
    t.refused(Move(t.unit("M1"), 1, 0), "DYN-61", "square 1 is not on the board")
    t.refused(Move(t.unit("M1"), -1, 0), "DYN-61", "square -1 is not on the board")
    t.refused(Move(t.unit("M1"), 0, 8), "DYN-11", "facing 8 is none of the eight")


@rule("DYN-61", "DYN-G13")
@pytest.mark.parametrize(
    ("one", "other", "passes"),
    [
        ("#", "#", False),
        ("#", "=", False),
        ("=", "=", False),
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
    """DYN-G13: buildings, standing walls and barricades close the gap; units, wrecks and dust do not."""
    t = table(field(3, 3, B2=f"{name}↘", C2=one, B3=other, A1="m1→"))
    assert ("C3↘" in t.moves(name)) is passes
    t = table(field(3, 3, B2=f"{name}↖", C2=one, B3=other, A1="m1→"))
    assert ("C3↖" in t.moves(name)) is passes, "backing out is no different"
    if not passes:
        t.refused(t.move(name, "C3↖"), "DYN-G13", "cannot reach C3", "between C2 and B3 there is no gap")


# Walls


@rule("DYN-155", "DYN-156", "DYN-157", "DYN-158")
def test_dt_41_tracks_drive_into_a_wall_which_falls_and_stops_them() -> None:
    t = table(field(8, 2, A1="M1→", C1="=", H2="m1←"), rolled=(5, 5))
    moved, fell = t.play(t.move("M1", "C1→"))
    assert moved == Moved(t.unit("M1"), t.square("C1"), 2, 5, 2)
    assert fell == WallFell(t.square("C1"), t.unit("M1"))
    assert (t.walls(), t.dust(), t.where("M1")) == (set(), {"C1"}, "C1→")
    assert t.state.last_change == t.state.round
    t.refused(t.move("M1", "D1→"), "DYN-156", "drove into a wall in this turn and stops there")
    t.end_movement()
    t.refused(t.fire("M1", "m1"), "DYN-158")
    t.end_turn()
    assert t.dust() == set()
    t.pass_turn()
    t.roll(3, 3)
    t.end_movement()
    assert t.targets("M1") == {"m1"}


@rule("DYN-156")
def test_a_wall_ends_the_way() -> None:
    t = table(field(8, 1, A1="M1→", C1="=", H1="m1←"), rolled=(5, 6))
    assert {pose[:-1] for pose in t.moves("M1", 6)} == {"A1", "B1", "C1"}
    assert {pose for pose in t.moves("M1", 6) if pose.startswith("C")} == {"C1→"}
    t.refused(t.move("M1", "D1→"), "DYN-156", "cannot reach D1 facing east: the wall at C1 would stop it")
    t.refused(t.move("M1", "C1↗"), "DYN-156", "cannot reach C1 facing north-east: the wall at C1 would stop it")


@rule("DYN-40", "DYN-155", "DYN-G13")
def test_a_wall_costs_a_step_like_any_other_and_its_gap_must_be_open() -> None:
    t = table(field(8, 1, A1="M1→", E1="=", H1="m1←"), rolled=(3, 3))
    t.refused(t.move("M1", "E1→"), "DYN-40", "E1 facing east is 4 steps away; the 3 gives Medium Tank 1 3")
    t = table(field(3, 3, B2="M1↘", C3="=", C2="#", B3="-", A1="m1→"), rolled=(3, 3))
    t.refused(t.move("M1", "C3↘"), "DYN-G13", "between C2 and B3 there is no gap")
    t = table(field(3, 3, B2="M1↘", C3="=", C2="#", A1="m1→"), rolled=(3, 3))
    assert t.allows(t.move("M1", "C3↘"))


@rule("DYN-155", "DYN-44", "DYN-Q23")
@pytest.mark.parametrize("name", ["AC1", "T1", "HT1"])
def test_wheels_and_half_tracks_do_not_enter_walls(name: str) -> None:
    t = table(field(8, 1, B1=f"{name}→", C1="=", A1="=", H1="m1←"), rolled=(5, 6))
    assert t.moves(name) == set()


@rule("DYN-25", "DYN-156", "DYN-Q24")
def test_a_wall_next_to_a_vehicle_takes_the_free_step_ahead_or_back() -> None:
    """DYN-Q24: tracks may back into a wall."""
    for pose in ("C1→", "A1→"):
        t = table(field(8, 1, B1="RV1→", A1="=", C1="=", H1="m1←"))
        assert driven(t, "RV1", pose).die == 0
        assert t.piece("RV1").broke == t.state.round
        assert t.dust() == {pose[:-1]}


@rule("DYN-160")
def test_dust_can_be_driven_over_in_the_same_turn() -> None:
    t = table(field(8, 1, A1="M1→", C1="~", H1="m1←"), rolled=(5, 6))
    assert driven(t, "M1", "D1→").steps == 3
    assert t.piece("M1").broke == 0


# Pushing


@rule("DYN-149", "DYN-150", "DYN-151")
def test_dt_38_a_dozer_pushes_a_wreck_square_by_square() -> None:
    t = table(field(3, 6, B5="MD1↑", B4="×m1→", A1="m2→"), rolled=(5, 3))
    (pushed,) = t.play(t.push("MD1", 5))
    assert pushed == Pushed(t.unit("MD1"), t.unit("m1"), 5)
    assert (t.where("MD1"), t.where("m1")) == ("B4↑", "B3→")
    assert t.state.driving == UnderWay(t.unit("MD1"), 5, 2, True)
    assert t.play(t.push("MD1")) == (Pushed(t.unit("MD1"), t.unit("m1"), 0),)
    assert (t.where("MD1"), t.where("m1")) == ("B3↑", "B2→")
    assert t.state.dice == (3,)
    t.refused(t.push("MD1"), "DYN-151", "a push takes 2 steps; Medium Tank with Dozer 1 has 0 left")


@rule("DYN-150", "DYN-61")
@pytest.mark.parametrize(
    ("thing", "told"),
    [
        ("#", "a house stands there"),
        ("=", "a wall stands there"),
        ("+", "a barricade stands there"),
        ("L1↑", "Light Tank 1 stands there"),
        ("×L1", "the wreck of Light Tank 1 lies there"),
    ],
)
def test_the_square_beyond_the_wreck_must_be_empty(thing: str, told: str) -> None:
    """One wreck at a time."""
    t = table(field(6, 1, A1="MD1→", B1="×m1", C1=thing, F1="m2←"), rolled=(5, 5))
    t.refused(t.push("MD1"), "DYN-150", "cannot push Blue Medium Tank 1 to C1", told)
    t = table(field(2, 2, A1="MD1→", B1="×m1", A2="m2←"), rolled=(5, 5))
    t.refused(t.push("MD1"), "DYN-150", "off the board")


@rule("DYN-150", "DYN-151", "DYN-Q30", "DYN-G13")
def test_a_push_may_be_diagonal_but_not_through_a_closed_gap() -> None:
    t = table(field(4, 4, A1="MD1↘", B2="×m1", D1="m2←"), rolled=(5, 5))
    t.play(t.push("MD1"))
    assert (t.where("MD1"), t.where("m1")) == ("B2↘", "C3↑")
    for walls in ({"B1": "#", "A2": "="}, {"C2": "#", "B3": "-"}):
        t = table(field(4, 4, A1="MD1↘", B2="×m1", D1="m2←", **walls), rolled=(5, 5))
        t.refused(t.push("MD1"), "DYN-G13", "the gap there is closed")


@rule("DYN-149")
def test_only_dozers_push_and_only_wrecks() -> None:
    t = table(field(6, 3, A1="M1→", B1="×m1", A2="MD1→", B2="l1→", A3="MD2!→", B3="×m2"), rolled=(5, 5))
    t.refused(t.push("M1"), "DYN-149", "Medium Tank 1 has no dozer blade")
    t.refused(t.push("MD1"), "DYN-149", "pushes wrecks only; Blue Light Tank 1 ahead of it is none")
    t.refused(t.push("MD2"), "DYN-115", "is damaged")
    t.refused(t.push("l1"), "DYN-24", "in Red's turn")
    t = table(field(6, 3, A2="MD1→", A3="×m2", F1="l1→"), rolled=(5, 5))
    t.refused(t.push("MD1"), "DYN-151", "Medium Tank with Dozer 1 has no wreck straight ahead to push")


@rule("DYN-26", "DYN-151", "DYN-Q30")
def test_a_push_needs_a_die() -> None:
    """DYN-Q30: the free step does not do."""
    drawing = field(6, 1, A1="MD1→", B1="×m1", F1="m2←")
    t = table(drawing)
    t.refused(t.push("MD1"), "DYN-26", "a push takes 2 steps and so a die", "the tray is empty")
    t = table(drawing, rolled=(3, 6))
    assert t.refused(t.push("MD1", 4), "DYN-Q56", "there is no 4 in the tray").nearest == t.push("MD1")
    t.play(t.push("MD1"))
    assert t.state.dice == (6,)
    weak = table(drawing, rolled=(3, 6), chart=altered("dozer", speed=-2))
    told = "a push takes 2 steps; Medium Tank with Dozer 1 has 1 left"
    assert weak.refused(weak.push("MD1", 3), "DYN-151", told).nearest == weak.push("MD1")
    weak.play(weak.push("MD1"))
    assert weak.state.dice == (3,)


@rule("DYN-26", "DYN-149", "DYN-151", "DYN-Q53", "DYN-H7")
def test_a_dozer_drives_pushes_and_drives_on_within_one_allowance() -> None:
    """DYN-Q53. The die is bound at the second step; going on takes no other."""
    t = table(DOZER, rolled=(4, 6, 6))
    assert driven(t, "MD1", "B2→").die == 0
    assert t.state.driving == UnderWay(t.unit("MD1"), 0, 1, False)
    t.refused(t.move("MD1", "B2↗"), "DYN-H7", "it can go on only by pushing a wreck")
    assert t.play(t.push("MD1")) == (Pushed(t.unit("MD1"), t.unit("m1"), 4),)
    refusal = t.refused(t.push("MD1", 6), "DYN-26", "goes on with its 4; it takes no other die")
    assert refusal.nearest is None
    t.refused(t.push("MD1"), "DYN-151", "has 0 left")
    assert t.moves("MD1") == set()
    t = table(DOZER, rolled=(4, 6, 6))
    driven(t, "MD1", "B2→")
    t.play(t.push("MD1", 6))
    assert t.refused(t.push("MD1", 6), "DYN-26", "goes on with its 6").nearest == t.push("MD1")
    assert t.moves("MD1") == {"C2↑", "C2→", "C2↓", "C2↗", "C2↘", "D1↗", "D3↘"}
    t.refused(t.move("MD1", "D1↑"), "DYN-41", "is 3 steps away; Medium Tank with Dozer 1 has 2 left of its 5")
    t.refused(t.move("MD1", "B2→"), "DYN-50", "has driven already, and backing is a whole move")
    moved = driven(t, "MD1", "C2↘")
    assert (moved.die, moved.steps) == (0, 1)
    t.refused(t.move("MD1", "D3↘"), "DYN-H7", "only by pushing")
    assert t.state.dice == (4, 6)


@rule("DYN-149", "DYN-Q14", "DYN-Q12")
def test_another_units_move_ends_a_dozers_but_a_turret_does_not() -> None:
    """DYN-Q14: no interleaving. DYN-Q12: laying a turret is no move."""
    drawing = field(9, 3, A2="MD1→", B2="×m1", A3="M1→", I1="m2←")
    t = table(drawing, rolled=(6, 6), turrets=True)
    t.play(t.push("MD1"))
    t.play(t.lay("M1", "↗"))
    assert t.allows(t.push("MD1"))
    driven(t, "M1", "B3→")
    assert t.state.driving is None
    t.refused(t.push("MD1"), "DYN-H7", "has ended its move in this turn")
    t.refused(t.move("MD1", "B2↗"), "DYN-Q56", "has moved already")


@rule("DYN-50", "DYN-156")
def test_backing_and_walls_end_a_dozers_move() -> None:
    t = table(field(6, 3, B2="MD1→", C2="×m1", F1="m2←"), rolled=(6, 6))
    driven(t, "MD1", "A2→")
    assert t.state.driving is None
    t = table(field(6, 3, A2="MD1→", B2="=", C2="×m1", F1="m2←"), rolled=(6, 6))
    driven(t, "MD1", "B2→")
    t.refused(t.push("MD1"), "DYN-156", "drove into a wall in this turn and stops there")


@rule("DYN-156", "DYN-149")
def test_a_dozer_may_push_and_then_drive_into_a_wall() -> None:
    t = table(field(6, 3, A2="MD1→", B2="×m1", C1="=", F1="m2←"), rolled=(6, 6))
    t.play(t.push("MD1"))
    assert driven(t, "MD1", "C1↗").steps == 2
    assert t.dust() == {"C1"}
    assert t.state.driving is None


@rule("DYN-149", "DYN-188")
def test_there_is_no_pushing_in_the_quick_start() -> None:
    t = table(field(6, 1, A1="MD1→", B1="×m1", F1="m2←"), rolled=(6, 6), quick=True)
    t.refused(t.push("MD1"), "DYN-188", "no pushing in the Quick Start")


@rule("DYN-61")
def test_driving_at_a_wreck_offers_the_push() -> None:
    t = table(field(6, 1, A1="MD1→", B1="×m1", F1="m2←"), rolled=(6, 6))
    assert t.refused(t.move("MD1", "B1→"), "DYN-61", "the wreck of Blue Medium Tank 1 lies there").nearest == t.push(
        "MD1"
    )


# What was met on the way


@rule("DYN-61", "DYN-62", "DYN-112", "DYN-155", "DYN-156", "DYN-163")
@pytest.mark.parametrize(
    ("thing", "cited", "told"),
    [
        ("M2↑", "DYN-61", "Medium Tank 2 stands in the way at E2"),
        ("×m2", "DYN-61", "the wreck of Blue Medium Tank 2 lies in the way at E2"),
        ("g1↑", "DYN-61", "Blue Fixed Gun 1 stands in the way at E2"),
        ("C", "DYN-62", "a church stands in the way at E2"),
        ("-", "DYN-163", "a barricade stands in the way at E2"),
        ("=", "DYN-156", "the wall at E2 would stop it"),
    ],
    ids=["friend", "wreck", "gun", "church", "barricade", "wall"],
)
def test_a_pose_that_one_thing_keeps_out_of_reach_is_refused_by_that_thing(thing: str, cited: str, told: str) -> None:
    """Three steps straight on would do; round the thing it is seven."""
    t = table(field(9, 3, C2="M1→", E2=thing, I1="m1←"), rolled=(4, 7), changed={"blue": (4, 7)})
    t.refused(t.move("M1", "F2→", 4), cited, "Medium Tank 1 cannot reach F2 facing east", told)
    assert t.allows(t.move("M1", "F2→", 7)), "with a 7 there is a way round"


@rule("DYN-26", "DYN-40", "DYN-41")
def test_where_the_steps_would_not_last_without_it_either_they_are_counted() -> None:
    t = table(field(9, 3, C2="M1→", E2="M2↑", I1="m1←"), rolled=(3, 6))
    t.refused(t.move("M1", "G2→", 3), "DYN-40", "G2 facing east is 8 steps away; the 3 gives Medium Tank 1 3")
    t = table(field(9, 3, C2="M1→", E2="M2↑", I1="m1←"))
    t.refused(t.move("M1", "F2→"), "DYN-26", "F2 facing east is 7 steps away and more than one step needs a die")
    t = table(field(9, 3, A2="MD1→", B2="×m2", G2="M2↑", I1="m1←"), rolled=(6, 6))
    t.play(t.push("MD1"))
    t.play(t.push("MD1"))
    t.refused(t.move("MD1", "H3→"), "DYN-41", "steps away; Medium Tank with Dozer 1 has 1 left of its 5")


@rule("DYN-40", "DYN-61")
def test_a_pose_very_far_away_is_told_from_one_without_a_way() -> None:
    t = table(field(80, 1, A1="M1→", CB1="m1←"), rolled=(3, 6))
    t.refused(t.move("M1", "BI1→"), "DYN-40", "BI1 facing east is 60 steps away; the 6 gives Medium Tank 1 6")
    t.refused(t.move("M1", "BZ1→"), "DYN-40", "BZ1 facing east is more than 60 steps away")
    t = table(field(80, 1, A1="M1→", BA1="#", CB1="m1←"), rolled=(3, 6))
    t.refused(t.move("M1", "BZ1→"), "DYN-61", "there is no way for Medium Tank 1 to BZ1 facing east")


@rule("DYN-40", "DYN-61")
def test_where_there_is_no_way_it_is_said_even_if_other_ways_go_on_for_ever() -> None:
    """The street goes on beyond the steps that are counted, and what lies behind the house is not on it."""
    t = table(
        field(90, 3, A1="M1→", CB3="m1←", **dict.fromkeys(("BZ2", "BY2", "CA2", "BY3", "CA3"), "#")), rolled=(3, 6)
    )
    t.refused(t.move("M1", "BZ3→"), "DYN-61", "there is no way for Medium Tank 1 to BZ3 facing east")
    t = table(field(90, 1, A1="T1→", CB1="m1←"), rolled=(3, 6))
    t.refused(t.move("T1", "BZ1→"), "DYN-40", "BZ1 facing east is more than 60 steps away")
    t.refused(t.move("T1", "BZ1←"), "DYN-61", "there is no way for Truck 1 to BZ1 facing west")
    t = table(field(90, 1, A1="M1→", BZ1="=", CB1="m1←"), rolled=(3, 6))
    t.refused(t.move("M1", "BZ1→"), "DYN-40", "BZ1 facing east is more than 60 steps away")


@rule("DYN-155")
def test_a_wall_in_the_way_of_wheels_is_told_as_what_only_tracks_drive_into() -> None:
    t = table(field(6, 1, A1="T1→", C1="=", F1="m1←"), rolled=(3, 4))
    told = "cannot reach D1 facing east: a wall stands in the way at C1, and only tracks drive into walls"
    t.refused(t.move("T1", "D1→"), "DYN-155", told)


@rule("DYN-61", "DYN-156")
def test_a_unit_before_a_wall_is_what_keeps_tracks_from_it() -> None:
    t = table(field(6, 1, A1="M1→", B1="M2→", C1="=", F1="m1←"), rolled=(3, 4))
    t.refused(t.move("M1", "C1→"), "DYN-61", "cannot reach C1 facing east: Medium Tank 2 stands in the way at B1")


@rule("DYN-G13")
@pytest.mark.parametrize("name", ["M1", "AC1"])
def test_a_closed_gap_on_the_way_is_named_by_the_squares_beside_it(name: str) -> None:
    t = table(field(4, 4, A1=f"{name}↘", C2="#", B3="=", D1="m1←"), rolled=(3, 4))
    told = "cannot reach D4 facing south-east: between C2 and B3 there is no gap to drive through"
    t.refused(t.move(name, "D4↘", 3), "DYN-G13", told)


@rule("DYN-50", "DYN-40")
@pytest.mark.parametrize(
    ("pose", "steps"), [("C2↗", 2), ("B2→", 2), ("A2→", 3), ("C1→", 3)], ids=["turned", "two", "three", "aslant"]
)
def test_more_backing_than_one_square_is_what_a_pose_behind_tracks_is_refused_by(pose: str, steps: int) -> None:
    """Backing further, or backing and turning, would do with so many steps; with fewer it is a matter of steps."""
    t = table(field(8, 3, D2="M1→", H1="m1←"), rolled=(steps, steps + 1), changed={"blue": (1, 2, 3, 4)})
    told = "Medium Tank 1 backs one square, its facing kept, and does nothing else in that move; so it does not come to"
    t.refused(t.move("M1", pose, steps), "DYN-50", told)
    t = table(field(8, 3, D2="M1→", H1="m1←"), rolled=(steps - 1, steps), changed={"blue": (1, 2, 3, 4)})
    t.refused(t.move("M1", pose, steps - 1), "DYN-40", f"the {steps - 1} gives Medium Tank 1 {steps - 1}")


@rule("DYN-50")
def test_a_dozer_that_goes_on_cannot_back() -> None:
    t = table(field(6, 1, A1="MD1→", B1="×m2", F1="m1←"), rolled=(6, 6))
    t.play(t.push("MD1"))
    t.refused(t.move("MD1", "A1→"), "DYN-50", "has driven already, and backing is a whole move")


@rule("DYN-52", "DYN-56", "DYN-59", "DYN-60", "DYN-Q54")
@pytest.mark.parametrize(
    ("pose", "cited", "told"),
    [
        ("D5→", "DYN-52", "has wheels and never turns on the spot, as it would have to at D5"),
        ("D7↓", "DYN-52", "has wheels and never turns on the spot, as it would have to at D5"),
        ("E5→", "DYN-56", "turns by 45° at most in a step, and faces the way it drove"),
        ("D4→", "DYN-56", "turns by 45° at most in a step, and faces the way it drove"),
        ("D2→", "DYN-56", "faces the way it drove, at D2 north, north-east or north-west"),
        ("C6↑", "DYN-59", "backs straight and then turns by 45° at most"),
        ("D6→", "DYN-59", "backs straight and then turns by 45° at most"),
        ("D7↑", "DYN-60", "backs one square and no further"),
        ("C7↗", "DYN-60", "backs one square and no further"),
        ("E5↗", "DYN-56", "turns by 45° at most in a step"),
        ("E6↗", "DYN-59", "backs straight and then turns by 45° at most"),
    ],
)
def test_what_wheels_cannot_do_is_what_a_pose_is_refused_by(pose: str, cited: str, told: str) -> None:
    """With five steps, which all of these would be within."""
    t = table(field(9, 9, D5="HT1↑", I9="m1←"), rolled=(4, 4))
    t.refused(t.move("HT1", pose), cited, f"Half-track 1 {told}", "so it does not come to")


@rule("DYN-60", "DYN-Q54")
def test_wheels_do_not_back_and_drive_on() -> None:
    """From C5 one step back and two turns would lead to B4."""
    t = table(field(4, 6, C5="HT1↑", C4="#", B4="#", D4="#", D5="#", D6="#", B6="#", A1="m1→"), rolled=(4, 4))
    t.refused(t.move("HT1", "A4↖"), "DYN-Q54", "Half-track 1 backs one square as its whole move")


@rule("DYN-52", "DYN-61")
def test_what_stands_in_the_way_comes_before_a_turn_that_would_help_too() -> None:
    t = table(field(9, 3, A2="AC1→", B2="M1→", I1="m1←"), rolled=(3, 4))
    t.refused(t.move("AC1", "D2→", 3), "DYN-61", "Medium Tank 1 stands in the way at B2")


CROWD = """
    .   .   .   #   .   .   .   .
    .   .   #   .   .   =   .   .
    .   H1↗ .   .   +   .   .   .
    .   .   =   ×m2 .   .   M2↓ .
    .   M1← .   #   #   L1↓ .   .
    .   .   -   .   .   T1↙ +   .
    .   AC1→ .  .   =   C   .   .
    .   .   .   g1↑ .   .   .   m1←
"""
THINGS = [
    "D1", "C2", "F2", "B3", "E3", "C4", "D4", "G4", "B5", "D5+E5", "F5", "C6", "F6", "G6", "B7", "E7", "F7", "D8", "H8"
]  # fmt: skip
OF_MANNER = {"DYN-50", "DYN-52", "DYN-56", "DYN-59", "DYN-60", "DYN-Q54"}


@rule("DYN-40", "DYN-61", "DYN-62", "DYN-156", "DYN-G13")
@pytest.mark.parametrize("mover", ["H1", "M1", "L1", "M2", "AC1", "T1"])
def test_what_a_refusal_says_of_the_way_is_true(mover: str) -> None:
    """Without the thing that it names a plain search finds the way; where it counts steps, no one thing is to blame."""
    t = table(CROWD, rolled=(4, 5))
    without = {thing: _reachable_without(thing, mover) for thing in THINGS if t.where(mover)[:2] != thing}
    told = set()
    for square, facing in product(t.state.ground.grid.names, ARROWS):
        refusal = book.refuse(t.state, t.move(mover, square + facing, 5))
        if refusal is None or "cannot enter" in refusal.sentence:
            continue
        told.add(refusal.rule)
        blamed = {thing for thing, reached in without.items() if square + facing in reached}
        if found := re.search(
            r"in the way at (..)|the wall at (..) would|between (..) and (..) there", refusal.sentence
        ):
            assert {part for part in found.groups() if part} & {part for thing in blamed for part in thing.split("+")}
        elif refusal.rule not in OF_MANNER:
            assert not blamed, refusal
    assert len(told) > 2


def _reachable_without(thing: str, mover: str) -> set[str]:
    cells, columns = cells_of(CROWD)
    for square in thing.split("+"):
        cells[Grid.of(columns, columns).number(square)] = "."
    rows = [" ".join(cells[at : at + columns]) for at in range(0, len(cells), columns)]
    t = table("\n".join(rows), rolled=(4, 5))
    return reference.poses(t.state, t.unit(mover), 5)


# Turrets


@rule("DYN-02", "DYN-95", "DYN-97")
def test_turrets_turn_only_with_realistic_miniatures_and_where_there_is_one() -> None:
    t = table(DUEL, rolled=(3, 5))
    t.refused(t.lay("M1", "↗"), "DYN-02", "realistic miniatures")
    t = table(field(8, 3, A1="HTD1→", A2="G1→", A3="T1→", H1="m1←"), turrets=True)
    for name in ("HTD1", "G1", "T1"):
        t.refused(t.lay(name, "↗"), "DYN-95", "has no turret")
    t = table(DUEL, turrets=True)
    t.refused(TurnTurret(t.unit("M1"), 8), "DYN-95", "turret 8 is none of the eight")
    t.refused(t.lay("m1", "↓"), "DYN-24", "in Red's turn")
    t.end_movement()
    t.refused(t.lay("M1", "↗"), "DYN-97", "Red's firing has begun; turrets are laid before it")


@rule("DYN-98", "DYN-Q59")
def test_a_turret_turns_by_a_quarter_at_most_in_a_turn() -> None:
    """DYN-Q59: measured off the hull, and from where it was when the turn began."""
    t = table(DUEL, turrets=True)
    laid = [order for order in t.orders() if isinstance(order, TurnTurret)]
    assert {order.turret for order in laid} == {6, 7, 1, 2}
    refusal = t.refused(t.lay("M1", "↙"), "DYN-98", "would turn by 135°; 90° are the most")
    assert refusal.nearest == t.lay("M1", "↓")
    t.refused(t.lay("M1", "→"), "DYN-Q59", "points there already")
    assert t.play(t.lay("M1", "↓")) == (TurretTurned(t.unit("M1"), 2),)
    t.refused(t.lay("M1", "↙"), "DYN-98", "would turn by 135°; 90° are the most")
    t.play(t.lay("M1", "↑"))
    t.play(t.lay("M1", "↓"))
    t.end_movement()
    t.end_turn()
    assert t.piece("M1").rested == 2
    t.pass_turn()
    t.roll(3, 4)
    t.play(t.lay("M1", "←"))
    assert (t.piece("M1").turret, t.piece("M1").rested) == (4, 2)


@rule("DYN-96")
def test_the_turret_turns_with_the_hull() -> None:
    t = table(field(8, 5, D3="M1→↗", H1="m1←"), rolled=(3, 5))
    driven(t, "M1", "D3↓")
    assert t.piece("M1").turret == 7
    assert t.allows(t.lay("M1", "↓")), "DYN-Q12: laying is no step, before or after driving"


@rule("DYN-97", "DYN-Q12")
def test_laying_a_turret_is_no_move_and_the_damaged_do_it_too() -> None:
    t = table(field(8, 3, D2="M1!→", A2="m1→", H2="m2←"), turrets=True)
    t.play(t.lay("M1", "↓"))
    assert t.piece("M1").moved == 0


# What the hand sees


def offered(state: State, unit: int) -> set[Move]:
    return {
        Move(unit, pose >> 3, pose & 7, band.order["die"])
        for band in book.survey(state, unit).bands
        for pose in band.poses
    }


@rule("DYN-25", "DYN-40", "DYN-51")
def test_the_bands_are_the_free_step_a_contour_for_each_die_and_the_way_back() -> None:
    t = table(field(8, 5, D3="M1→", H1="m1←"), rolled=(3, 5))
    survey = book.survey(t.state, t.unit("M1"))
    assert [band.name for band in survey.bands] == [
        "one step, no die",
        "with the 3",
        "with the 5",
        "back, the whole move",
    ]
    assert [band.reverse for band in survey.bands] == [False, False, False, True]
    poses = [pose for band in survey.bands for pose in band.poses]
    assert len(poses) == len(set(poses))
    assert {t.state.place(pose >> 3) + ARROWS[pose & 7] for pose in poses} == t.moves("M1")


@rule("DYN-156", "DYN-158")
def test_ways_into_walls_are_bands_that_say_what_comes_of_it() -> None:
    t = table(field(9, 3, D2="M1→", C2="=", E2="=", D3="=", G1="=", I1="m1←"), rolled=(3, 6))
    bands = book.survey(t.state, t.unit("M1")).bands
    walled = [band for band in bands if band.name.startswith("breaks the wall")]
    assert [(band.name, band.rule, band.token, band.reverse) for band in walled] == [
        ("breaks the wall, stops, no fire", "DYN-156", 0, False),
        ("breaks the wall with the 3, stops, no fire", "DYN-156", 3, False),
        ("breaks the wall with the 6, stops, no fire", "DYN-156", 6, False),
        ("breaks the wall backwards, stops, no fire", "DYN-156", 0, True),
    ]
    for band in bands:
        assert all((t.state.ground.standing >> (pose >> 3) & 1) == (band in walled) for pose in band.poses)
    assert [t.state.place(pose >> 3) for pose in walled[0].poses] == ["E2"]
    down = t.square("D3") * 8 + 4
    at = walled[1].poses.index(down)
    assert (walled[1].steps[at], walled[1].before[at]) == (3, t.square("D2") * 8 + 4)
    poses = [pose for band in bands for pose in band.poses]
    assert len(poses) == len(set(poses))
    assert {t.state.place(pose >> 3) + ARROWS[pose & 7] for pose in poses} == t.moves("M1")


@rule("DYN-156")
def test_a_dozer_that_goes_on_into_a_wall_reads_what_comes_of_it() -> None:
    t = table(field(9, 1, A1="MD1→", B1="×m1", D1="=", I1="m2←"), rolled=(6, 6))
    t.play(t.push("MD1"))
    assert "breaks the wall" not in str([band.name for band in book.survey(t.state, t.unit("MD1")).bands])
    t = table(field(9, 2, A1="MD1→", B1="×m1", B2="=", I1="m2←"), rolled=(6, 6))
    t.play(t.push("MD1"))
    bands = book.survey(t.state, t.unit("MD1")).bands
    assert [band.name for band in bands] == ["on with the 6", "breaks the wall with the 6, stops, no fire"]


@rule("DYN-58", "DYN-66", "DYN-41")
def test_bands_of_wheels_guns_and_dozers_that_go_on() -> None:
    t = table(field(9, 3, D2="AC1→", A1="G1→", A3="MD1→", B3="×m1", I1="m2←"), rolled=(6, 6))
    back = book.survey(t.state, t.unit("AC1")).bands[-1]
    assert (len(back.poses), back.reverse) == (3, True)
    (turn,) = book.survey(t.state, t.unit("G1")).bands
    assert (turn.rule, len(turn.poses)) == ("DYN-66", 2)
    t.play(t.push("MD1"))
    (on,) = book.survey(t.state, t.unit("MD1")).bands
    move = template(Move(t.unit("MD1"), 0, 0), square="cell", facing="facing")
    assert (on.name, max(on.steps), on.order) == ("on with the 6", 3, move)
    assert offered(t.state, t.unit("MD1")) == set(reference.moves(t.state, t.unit("MD1")))


@rule("DYN-97", "DYN-151")
def test_deeds_are_pushes_with_the_ghosts_of_both_and_turrets() -> None:
    t = table(field(9, 3, A2="MD1→", B2="×m1↓", I1="m2←"), rolled=(3, 6), turrets=True)
    deeds = book.survey(t.state, t.unit("MD1")).deeds
    pushes = [deed for deed in deeds if isinstance(deed.order, Push)]
    assert [deed.order.die for deed in pushes] == [3, 6]
    dozer, wreck = pushes[0].ghosts
    assert (dozer.piece, dozer.pose.x, dozer.pose.y, dozer.pose.bearing) == (t.unit("MD1"), 1, 1, 90)
    assert (wreck.piece, wreck.pose.x, wreck.pose.y, wreck.pose.bearing) == (t.unit("m1"), 2, 1, 180)
    assert [deed.label for deed in deeds if isinstance(deed.order, TurnTurret)] == [
        "Turret to the north",
        "Turret to the north-east",
        "Turret to the south-east",
        "Turret to the south",
    ]
    for deed in deeds:
        assert t.allows(deed.order)


@rule("DYN-45", "DYN-46", "DYN-54", "DYN-155")
@pytest.mark.parametrize("name", ["H1", "L1", "TH1", "AC1", "T1", "HT1", "MD1"])
def test_the_way_to_every_pose_is_made_of_single_steps(name: str) -> None:
    t = table(field(9, 9, E5=f"{name}↗", D3="=", F5="#", G3="=", B6="×m1", C4="-", D7="m2↑", I9="m3←"), rolled=(4, 6))
    unit = t.unit(name)
    town = reference.Town(t.state)
    for pose in t.moves(name):
        event = next(iter(book.decide(t.state, t.move(name, pose), SeededDice(1))))
        assert isinstance(event, Moved)
        poses = [(town.place(at >> 3), at & 7) for at in way(t.state, event)]
        assert len(poses) == event.steps + 1
        piece = t.state.units.units[unit]
        start = town.place(piece.square)
        for before, after in pairwise(poses):
            forwards = set(reference.one_step(town, piece.kind, start, before))
            backs = reference.backward(town, piece) if len(poses) == 2 else set()
            assert after in forwards | backs
