"""Towing: who may pull, how fast, where both end (CORE-133 … CORE-139)."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerstrike.core import movement, tow
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import Moved, WallFell
from hulldown.rulebooks.panzerstrike.core.movement import way
from hulldown.rulebooks.panzerstrike.core.orders import EndMovement, Move, Push, RollSpeed
from hulldown.rulebooks.panzerstrike.core.speed import allowance
from hulldown.rulebooks.panzerstrike.core.state import Gear
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS
from tests.marks import rule, soak_times
from tests.rulebooks.core import reference
from tests.rulebooks.core.cast import Table, altered, field, table
from tests.rulebooks.core.test_movement import listed, offered

TRACKS = field(7, 9, D8="G1↓", D7="M1↑", A1="m9→")  # T-29: the gun looks down, the tank up
WHEELS = field(9, 9, E8="G1↓", E7="HT1↑", A1="m9→")


def pair(drawing: str, vehicle: str = "M1", gun: str = "G1", **more: Any) -> Table:
    """A table on which a vehicle was hitched when the turn began."""
    return table(drawing, hitched=((vehicle, gun),), **more)


def pulled(t: Table, vehicle: str, pose: str, trail: str, gun: str = "G1") -> Moved:
    moved = t.play(t.move(vehicle, pose, tow=gun, trail=trail))[0]
    assert isinstance(moved, Moved)
    return moved


# Hitching


@rule("CORE-133", "CORE-134", "CORE-135")
@pytest.mark.parametrize(
    ("name", "arrow", "ready"),
    [
        ("HT1", "↑", True),
        ("HT1", "↗", False),
        ("HT1", "↖", False),
        ("HT1", "↓", False),
        ("M1", "↑", True),
        ("M1", "↗", True),
        ("M1", "↖", True),
        ("M1", "→", False),
        ("M1", "↓", False),
    ],
)
def test_wheels_turn_their_rear_to_the_weapon_exactly_and_tracks_within_45_degrees(
    name: str, arrow: str, ready: bool
) -> None:
    t = table(field(5, 5, C4="G1↓", C3=f"{name}{arrow}", A1="m9→"))
    assert tow.hitched(t.state) == (((t.unit(name), t.unit("G1")),) if ready else ())


@rule("CORE-133")
@pytest.mark.parametrize(
    "drawing",
    [
        field(5, 5, C4="G1→", C3="M1↑", A1="m9→"),
        field(5, 5, C5="G1↓", C3="M1↑", A1="m9→"),
        field(5, 5, C4="×G1↓", C3="M1↑", A1="m9→"),
        field(5, 5, C4="g1↓", C3="M1↑", A1="m9→"),
        field(5, 5, C4="L1↓", C3="M1↑", A1="m9→"),
        field(5, 5, C4="G1↓", C3="×M1↑", A1="m9→"),
        field(5, 5, C4="G1↓", C3="G2↑", A1="m9→"),
        field(5, 5, C1="G1↓", C3="M1↑", A1="m9→"),
    ],
    ids=["looks aside", "too far", "wreck", "enemy", "no gun", "wrecked tower", "gun to gun", "at the edge"],
)
def test_what_is_not_hitched(drawing: str) -> None:
    assert tow.hitched(table(drawing).state) == ()


@rule("CORE-133")
def test_a_vehicle_that_came_this_turn_pulls_from_the_next_on() -> None:
    t = table(field(5, 8, C7="G1↓", C5="M1↑", A1="m9→"))
    t.play(t.back("M1", "C6↑"))
    t.refused(t.move("M1", "C5↑", tow="G1", trail="C6"), "CORE-H7", "has moved already")
    t = table(field(5, 8, C7="G1↓", C6="M1↑", A1="m9→"))
    told = "Medium Tank 1 came to Fixed Gun 1 in this turn and pulls it from the next on"
    t.refused(t.move("M1", "C5↑", tow="G1", trail="C6"), "CORE-133", told)
    t.pass_turn()
    t.pass_turn()
    assert t.state.hitched == ((t.unit("M1"), t.unit("G1")),)
    assert pulled(t, "M1", "C5↑", "C6").steps == 1


@rule("CORE-133", "CORE-Q27")
def test_who_cannot_pull_what() -> None:
    t = pair(field(5, 8, C7="G1↓", C6="M1↑", A8="G2↓", A1="m9→"))
    t.refused(t.move("M1", "C5↑", tow="G2", trail="C6"), "CORE-133", "does not stand on the square behind Fixed Gun 2")
    t.refused(Move(t.unit("M1"), t.square("C5"), 0, Gear.FORWARD, 9, 0), "CORE-07", "there is no unit 9 to tow")
    t.refused(Move(t.unit("M1"), t.square("C5"), 0, Gear.FORWARD, -1, 0), "CORE-07", "there is no unit -1 to tow")
    t.refused(t.move("M1", "C7↑", Gear.REVERSE, "G1", "C6"), "CORE-Q27", "in forward gear only")
    t.play(t.move("G1", "C7↘"))
    t.refused(t.move("M1", "C5↑", tow="G1", trail="C6"), "CORE-Q27", "Fixed Gun 1 has been turned in this turn")
    t = pair(field(5, 8, C7="G1↓", C6="M1½↑", A1="m9→"), semi=True)
    t.refused(t.move("M1", "C5↑", tow="G1", trail="C6"), "CORE-103", "only turns on the spot")
    t = pair(field(5, 8, C7="G1↓", C6="M1↑", C5="×ac1", A1="m9→"))
    t.play(t.push("M1"))
    t.refused(t.move("M1", "C5↗", tow="G1", trail="C6"), "CORE-133", "does not stand on the square behind")


# Speed


@rule("CORE-136")
@pytest.mark.parametrize(
    ("name", "gun", "most"),
    [("T1", "G1", 4), ("HT1", "G1", 6), ("HT1", "HOW1", 3), ("L1", "HOW1", 3), ("M1", "HOW1", 5), ("L1", "G1", 6)],
    ids=["5 t and 2 t", "10 t and 2 t", "10 t and 5 t", "15 t and 5 t", "30 t and 5 t", "15 t and 2 t"],
)
def test_t_28_four_times_the_mass_keeps_its_speed_and_others_have_half(name: str, gun: str, most: int) -> None:
    t = pair(field(3, 12, B12=f"{gun}↓", B11=f"{name}↑", A1="m9→"), name, gun)
    assert allowance(t.state, t.unit(name), Gear.FORWARD, t.unit(gun)) == most
    assert f"B{11 - most}↑ B{12 - most}" in t.moves(name, tow=gun)
    order = t.move(name, f"B{10 - most}↑", tow=gun, trail=f"B{11 - most}")
    if most == t.state.kind(t.unit(name)).max:
        t.refused(order, "CORE-25", f"is {most + 1} steps away", f"has {most} in forward gear")
    else:
        t.refused(order, "CORE-136", f"is {most + 1} steps away", f"in tow, has {most}")


@rule("CORE-136", "CORE-27", "CORE-104", "CORE-Q39")
def test_the_die_is_added_before_speeds_are_halved() -> None:
    """CORE-Q39: 7 and 1 of a Truck make 8, half of that 4; with hurt wheels half again."""
    t = pair(field(3, 12, B12="G1↓", B11="T1↑", A1="m9→"), "T1", speed_die=True)
    assert t.moves("T1", tow="G1") == {"B10↑ B11", "A10↖ B11", "C10↗ B11"}, "one step without a roll"
    t.refused(t.move("T1", "B9↑", tow="G1", trail="B10"), "CORE-27", "rolls the speed die before more than one")
    t.roll_speed("T1", 1)
    assert allowance(t.state, t.unit("T1"), Gear.FORWARD, t.unit("G1")) == 4
    t = pair(field(3, 12, B12="G1↓", B11="T1½↑", A1="m9→"), "T1", semi=True)
    assert allowance(t.state, t.unit("T1"), Gear.FORWARD, t.unit("G1")) == 2


@rule("CORE-16", "CORE-17")
def test_towing_takes_a_slot_from_the_second_step_on() -> None:
    t = pair(TRACKS)
    assert pulled(t, "M1", "D6↑", "D7").steps == 1
    assert t.state.coordinated == ()
    t = pair(TRACKS)
    assert pulled(t, "M1", "D5↑", "D6").steps == 2
    assert t.state.coordinated == (t.unit("M1"),)
    t.refused(t.push("M1"), "CORE-H7", "has ended its move")


# Where both end


@rule("CORE-138", "CORE-139", "CORE-Q26")
def test_t_29_a_tank_pulls_its_gun_to_the_last_square_that_it_left() -> None:
    t = pair(TRACKS)
    moved = pulled(t, "M1", "D5↗", "D6")
    assert (moved.steps, moved.turned, moved.trail_facing) == (3, True, 4)
    assert (t.where("M1"), t.where("G1")) == ("D5↗", "D6↓")
    assert t.piece("G1").moved == t.state.round
    t.refused(t.move("G1", "D6→"), "CORE-Q26", "Fixed Gun 1 has been pulled in this turn and does not turn")


@rule("CORE-139")
def test_between_two_turns_of_a_tank_lies_a_straight_step() -> None:
    t = pair(TRACKS)
    ends = t.moves("M1", tow="G1")
    assert "E5↗ D6" in ends, "ahead, right, ahead"
    assert not any(end.startswith(("D6→", "D5→")) for end in ends), "nobody turns twice on one square"
    told = "it would turn twice without a straight step in between"
    t.refused(t.move("M1", "D6→", tow="G1", trail="D7"), "CORE-139", told)


@rule("CORE-39", "CORE-93", "CORE-166", "CORE-170")
@pytest.mark.parametrize(
    ("thing", "cited", "told"),
    [
        ("L1↑", "CORE-39", "Light Tank 1 stands in the way at B6"),
        ("×l1", "CORE-93", "the wreck of Blue Light Tank 1 lies in the way at B6"),
        ("+", "CORE-170", "a barricade stands in the way at B6"),
        ("=", "CORE-166", "it would drive into the wall at B6 and stop there"),
    ],
    ids=["friend", "wreck", "barricade", "wall"],
)
def test_what_stands_in_the_way_of_a_tow_is_named_with_its_place(thing: str, cited: str, told: str) -> None:
    t = pair(field(3, 9, B9="G1↓", B8="M1↑", B6=thing, A6="#", C6="#", A1="m9→"))
    order = t.move("M1", "B5↑", tow="G1", trail="B6")
    t.refused(order, cited, f"Medium Tank 1 with Fixed Gun 1 in tow cannot reach B5 facing north: {told}")


@rule("CORE-25", "CORE-39")
def test_a_tow_very_far_away_is_told_from_one_without_a_way() -> None:
    t = pair(field(90, 1, A1="G1←", B1="M1→", CB1="m1←"))
    t.refused(t.move("M1", "BZ1→", tow="G1", trail="BY1"), "CORE-25", "BZ1 facing east is not within 60 steps")
    t = pair(field(90, 1, A1="G1←", B1="M1→", BA1="#", CB1="m1←"))
    told = "there is no way for Medium Tank 1 with Fixed Gun 1 in tow to BZ1 facing east"
    t.refused(t.move("M1", "BZ1→", tow="G1", trail="BY1"), "CORE-39", told)


@rule("CORE-34", "CORE-137")
def test_wheels_with_a_tow_do_not_turn_on_the_spot_either() -> None:
    t = pair(field(7, 9, D8="G1↓", D7="HT1↑", A1="m9→"), "HT1")
    t.refused(t.move("HT1", "D5→", tow="G1", trail="D6"), "CORE-34", "it would turn on the spot, which wheels never do")


@rule("CORE-133", "CORE-134", "CORE-135", "CORE-Q27")
def test_what_is_amiss_with_a_hitch_is_said() -> None:
    words = {"C7": "G1↓", "A1": "m9→", "E7": "G2↓", "A7": "×G3↓", "E1": "g1↓"}
    t = pair(field(5, 8, **words, C6="M1←"))
    t.refused(t.move("M1", "B6←", tow="G1", trail="C6"), "CORE-135", "its rear has to point to it to within 45°")
    t.refused(t.move("M1", "B6←", tow="G3", trail="C6"), "CORE-Q27", "Fixed Gun 3 is a wreck")
    t.refused(t.move("M1", "B6←", tow="g1", trail="C6"), "CORE-Q27", "Blue Fixed Gun 1 is not Red's")
    t.refused(t.move("M1", "B6←", tow="m9", trail="C6"), "CORE-133", "Blue Medium Tank 9 is a vehicle")
    t.refused(t.move("G2", "E7↓", tow="G1", trail="C6"), "CORE-133", "Fixed Gun 2 is fixed itself and pulls nothing")
    t = pair(field(5, 8, **words, C6="T1↗"), "T1")
    t.refused(t.move("T1", "D5↗", tow="G1", trail="C6"), "CORE-134", "its rear has to point to it exactly")


@rule("CORE-135", "CORE-139", "CORE-Q27")
def test_a_tank_hitched_at_45_degrees_goes_straight_before_it_turns_further_away() -> None:
    """CORE-Q27. It may turn back to the weapon first."""
    t = pair(field(7, 9, D8="G1↓", D7="M1↗", A1="m9→"))
    ends = t.moves("M1", tow="G1")
    assert {"E6↗ D7", "D6↑ D7"} <= ends
    assert "E7→ D7" not in ends
    assert "C6↖ D7" not in ends, "back to straight is one turn, and the next needs a step between"
    told = "it would turn away from the weapon by more than 45°"
    t.refused(t.move("M1", "E7→", tow="G1", trail="D7"), "CORE-Q27", told)
    assert pulled(t, "M1", "D6↑", "D7").steps == 2


@rule("CORE-138", "CORE-Q27")
def test_only_to_turn_leaves_the_weapon_where_it_is() -> None:
    t = pair(TRACKS)
    told = "only to turn leaves Fixed Gun 1 where it is; Medium Tank 1 pulls it by at least a square"
    t.refused(t.move("M1", "D7↗", tow="G1", trail="D8"), "CORE-Q27", told)
    moved = t.play(t.move("M1", "D7↗"))[0]
    assert isinstance(moved, Moved)
    assert (moved.tow, t.where("G1")) == (-1, "D8↓")


@rule("CORE-138")
def test_a_pose_with_two_ends_of_the_weapon_has_both() -> None:
    """Straight on and turned, or turned and straight on: the same pose, with another square left last."""
    t = pair(TRACKS)
    assert {end for end in t.moves("M1", tow="G1") if end.startswith("E4↑")} == {"E4↑ E5", "E4↑ D5"}
    told = "with Medium Tank 1 so on E4, Fixed Gun 1 ends on D5 or E5"
    t.refused(t.move("M1", "E4↑", tow="G1", trail="F5"), "CORE-138", told)
    assert pulled(t, "M1", "E4↑", "D5").steps == 5
    assert t.where("G1") == "D5↙"


@rule("CORE-137", "CORE-134")
def test_wheels_pull_the_weapon_to_the_square_behind_them() -> None:
    t = pair(WHEELS, "HT1")
    moved = pulled(t, "HT1", "G5→", "F5")
    assert (moved.trail_facing, t.where("G1")) == (6, "F5←")
    t = pair(WHEELS, "HT1")
    grid = t.state.ground.grid
    for move in book.orders(t.state, t.unit("HT1")):
        if isinstance(move, Move) and move.tow >= 0:
            assert grid.ahead(move.square, (move.facing + 4) % 8) == move.trail


@rule("CORE-133", "CORE-137")
def test_the_square_that_the_weapon_leaves_is_free_for_its_vehicle() -> None:
    """A car with eight steps comes round over it."""
    t = pair(field(9, 9, E6="G1↓", E5="AC1↑", A1="m9→"), "AC1")
    assert "E6↖ F7" in t.moves("AC1", tow="G1")
    pulled(t, "AC1", "E6↖", "F7")
    assert (t.where("AC1"), t.where("G1")) == ("E6↖", "F7↘")


@rule("CORE-166", "CORE-133", "CORE-39", "CORE-Q27")
def test_a_vehicle_with_a_tow_breaks_walls_if_it_is_heavy_enough() -> None:
    t = pair(field(3, 9, B9="G1↓", B8="M1↑", B6="=", A1="m9→"))
    assert "B5↑ B6" not in t.moves("M1", tow="G1")
    moved, fell = t.play(t.move("M1", "B6↑", tow="G1", trail="B7"))
    assert isinstance(moved, Moved)
    assert isinstance(fell, WallFell)
    assert (t.where("M1"), t.where("G1"), t.dust()) == ("B6↑", "B7↓", {"B6"})
    t = pair(field(3, 9, B9="G1↓", B8="HT1↑", B6="=", A1="m9→"), "HT1")
    t.refused(t.move("HT1", "B6↑", tow="G1", trail="B7"), "CORE-166", "which yields to 15 t and more; it weighs 10 t")
    t = pair(field(3, 9, B9="G1↓", B8="HT1↑", B6="L1↑", A1="m9→"), "HT1")
    t.refused(t.move("HT1", "B6↑", tow="G1", trail="B7"), "CORE-39", "Light Tank 1 stands there")


@rule("CORE-133")
def test_the_next_turn_finds_the_pair_hitched_again() -> None:
    t = pair(TRACKS)
    pulled(t, "M1", "D5↗", "D6")
    t.pass_turn()
    t.pass_turn()
    assert t.state.hitched == ((t.unit("M1"), t.unit("G1")),)
    pulled(t, "M1", "E4↗", "D5")
    assert t.where("G1") == "D5↙"


# What the hand sees


@rule("CORE-138", "CORE-136")
def test_bands_with_a_tow_say_where_the_weapon_ends() -> None:
    t = pair(TRACKS)
    unit = t.unit("M1")
    bands = [band for band in book.survey(t.state, unit).bands if band.trails]
    assert [band.name for band in bands] == ["with Fixed Gun 1 in tow", "with Fixed Gun 1 in tow, ending elsewhere"]
    assert offered(t.state, unit) == listed(t.state, unit)
    for band in bands:
        assert len(set(band.poses)) == len(band.poses)
        move = Move(unit, 0, 0, Gear.FORWARD, t.unit("G1"))
        assert band.order == template(move, square="cell", facing="facing", trail="trail")
        assert band.tow == t.unit("G1")
    at = bands[0].poses.index(t.square("D6") * 8)
    assert (bands[0].steps[at], bands[0].before[at], bands[0].trails[at]) == (1, t.square("D7") * 8, t.square("D7"))


@rule("CORE-137", "CORE-138", "CORE-139")
@pytest.mark.parametrize("drawing", [TRACKS, WHEELS], ids=["tracks", "wheels"])
def test_the_way_with_a_tow_is_made_of_single_steps_and_the_shortest(drawing: str) -> None:
    name = "M1" if drawing is TRACKS else "HT1"
    t = pair(drawing, name)
    town, kind = reference.Town(t.state), t.state.kind(t.unit(name))
    town.bodies -= {town.place(t.piece("G1").square)}
    start = town.place(t.piece(name).square)
    for move in list(book.orders(t.state, t.unit(name))):
        if not isinstance(move, Move) or move.tow < 0:
            continue
        event = next(iter(book.decide(t.state, move, SeededDice(1))))
        assert isinstance(event, Moved)
        poses = [(town.place(at >> 3), at & 7) for at in way(t.state, event)]
        assert len(poses) == event.steps + 1
        last = [before[0] for before, after in pairwise(poses) if before[0] != after[0]][-1]
        assert town.square(last) == event.trail
        assert reference.ahead(last, event.trail_facing + 4) == town.place(event.square)
        for before, after in pairwise(poses):
            assert after in set(reference.one_step(town, kind, start, before, Gear.FORWARD))
        shorter = reference.trains(town, kind, start, (start, t.piece(name).facing), 0, event.steps - 1)
        assert ((town.place(event.square), event.facing), last) not in shorter


# The second reading

LETTERS = ("H", "M", "MD", "L", "AC", "TH", "HT", "T", "RV", "G", "HOW", "LTD")


def scattered(dice: Random) -> str:
    """A small board full of things, with guns behind many vehicles."""
    columns, rows = dice.randint(4, 7), dice.randint(4, 7)
    cells = ["."] * (columns * rows)
    for at in range(len(cells)):
        kind = dice.random()
        if kind < 0.15:
            cells[at] = dice.choice("##==-+~")
        elif kind < 0.37:
            letter, arrow = dice.choice(LETTERS), dice.choice(ARROWS)
            letter = letter.lower() if dice.random() < 0.3 else letter
            mark = dice.choice(("", "", "", "!", "½", "!(3)")) if letter.upper() not in ("G", "HOW") else ""
            cells[at] = f"×{letter}{at}{arrow}" if dice.random() < 0.3 else f"{letter}{at}{mark}{arrow}"
    for at, cell in enumerate([*cells]):
        if cell[0].isupper() and dice.random() < 0.6:
            away = (ARROWS.index(cell[-1]) + dice.choice((0, 0, 1, 7))) % 8
            x, y = reference.ahead((at % columns, at // columns), away + 4)
            if 0 <= x < columns and 0 <= y < rows and cells[y * columns + x] == ".":
                cells[y * columns + x] = f"{dice.choice(('G', 'HOW'))}{100 + at}{ARROWS[(away + 4) % 8]}"
    cells[0], cells[-1] = "M999→", "m999←"
    return "\n".join(" ".join(cells[at : at + columns]) for at in range(0, len(cells), columns))


@rule("CORE-16", "CORE-26", "CORE-31", "CORE-32", "CORE-35", "CORE-37", "CORE-39", "CORE-139", "CORE-158", "CORE-166")
@pytest.mark.parametrize("seed", range(8))
def test_lists_judges_bands_and_a_plain_reading_agree_along_random_movements(seed: int) -> None:
    dice = Random(seed)
    for number in range(soak_times(12)):
        options: dict[str, Any] = {"speed_die": dice.random() < 0.3, "free_turrets": dice.random() < 0.2}
        t = table(scattered(dice), semi=True, **options)
        t.state.hitched = tow.hitched(t.state)
        for _ in range(8):
            orders = [order for order in t.orders() if not isinstance(order, EndMovement)]
            assert len(orders) == len(set(orders))
            assert set(orders) == reference.movements(t.state), book.draw(t.state)
            units, size = len(t.state.units.units), t.state.ground.grid.size
            for _ in range(10):
                unit, square, facing = dice.randrange(units), dice.randrange(size), dice.randrange(8)
                tried = dice.choice(
                    (
                        Move(unit, square, facing, dice.choice([*Gear])),
                        Move(unit, square, facing, Gear.FORWARD, dice.randrange(units), dice.randrange(size)),
                        Push(unit),
                        RollSpeed(unit),
                    )
                )
                refusal = book.refuse(t.state, tried)
                assert (refusal is None) is (tried in orders), (tried, refusal)
                assert refusal is None or refusal.nearest is None or refusal.nearest in orders
            for unit in range(units):
                assert offered(t.state, unit) == listed(t.state, unit)
            if not orders:
                break
            rare = [order for order in orders if isinstance(order, Push) or getattr(order, "tow", -1) >= 0]
            seeded = SeededDice(f"{seed} {number}")
            sampled = movement.sample(t.state, movement.movable(t.state), seeded)
            assert sampled in orders
            t.play_with(dice.choice(rare) if rare and dice.random() < 0.5 else sampled, seeded)


@rule("CORE-136")
def test_a_ratio_of_another_figure_is_kept_to() -> None:
    t = pair(TRACKS, changed={"tow_ratio": 16})
    assert allowance(t.state, t.unit("M1"), Gear.FORWARD, t.unit("G1")) == 3
    t = pair(TRACKS, chart=altered("gun", mass=8))
    assert allowance(t.state, t.unit("M1"), Gear.FORWARD, t.unit("G1")) == 3
