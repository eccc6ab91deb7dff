"""MOV and TRN along a path, obstacles, slow ground, bases in the way, trenches: X1, Y1, Y17, and our own cases."""

import random
from fractions import Fraction
from math import isqrt

import pytest

from hulldown.geometry.plane import Base, Field, overlap
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerkampf import driving, files, ground, paths
from hulldown.rulebooks.panzerkampf.events import Digging, Moved
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import DigIn, Dive, EndMovement, Fire, Move
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from hulldown.rulebooks.panzerkampf.tables import Table
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    BY_ID,
    allows,
    altered,
    battle,
    blue,
    bridge,
    change,
    cm,
    ditch,
    field,
    hedge,
    house,
    lake,
    marsh,
    move,
    play,
    red,
    refused,
    where,
    wood,
)


def tank(kind: str = "medium-tank", *others: object, heading: int = 90, **more: object) -> State:
    """A unit at 20, 40 that looks right."""
    return battle([red(kind, 20, 40, heading), *others], **more)  # type: ignore[list-item, arg-type]


def farthest(state: State, unit: int = 0, turn: int = 0) -> float:
    """How many centimetres ahead a unit can go after a turn."""
    way = driving.preview(state, move(unit, (turn, 200))).way
    assert way is not None
    start, *_, end = way.poses
    return round(isqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2) / CM, 3)


# MOV and TRN


@rule("PK-03")
def test_a_unit_travels_as_far_as_its_mov() -> None:
    at = tank()
    assert allows(at, move(0, (0, 18)))
    assert refused(at, move(0, (0, 18.001)), "PK-03", "18.001 cm", "18 of 18 cm").nearest == move(0, (0, 18))
    assert refused(at, move(0, (0, 10), (30, 9)), "PK-03", "8 of 18 cm").nearest == move(0, (0, 10), (30, 8))
    (moved,) = play(at, move(0, (0, 10), (90, 8)))
    assert moved == Moved(0, ((20000, 40000, 90, 10000), (30000, 40000, 180, 8000)), 30000, 48000, 180, 18000, 90)
    assert where(at, 0) == (30, 48, 180)
    assert at.units[0].flown == moved.legs


@rule("PK-02", "PK-03")
def test_a_unit_moves_once_in_a_turn() -> None:
    at = tank()
    play(at, move(0, (0, 1)))
    refused(at, move(0, (0, 1)), "PK-03", "Medium tank 1 has moved")
    assert driving.moves(at, 0) == []
    at.turn += 2
    assert allows(at, move(0, (0, 1)))


@rule("PK-03")
@pytest.mark.parametrize("path", [(), ((0, 0),), ((0, 0), (0, 0))])
def test_a_path_leads_somewhere(path: tuple[tuple[int, int], ...]) -> None:
    refused(tank(), Move(0, path), "PK-R2", "leads nowhere")


@rule("PK-04", "PK-05", "PK-06")
def test_x1_turns_to_either_hand_add_up() -> None:
    chart = altered("medium-tank", turn=90)
    both = move(0, (-45, 3), (45, 3))
    (moved,) = play(battle([red("medium-tank", 20, 40)], chart=chart), both)
    assert isinstance(moved, Moved)
    assert (moved.turned, moved.heading) == (90, 0)
    at = battle([red("medium-tank", 20, 40)], chart=altered("medium-tank", turn=89))
    assert refused(at, both, "PK-04", "45°", "44 of 89°").nearest == move(0, (-45, 3), (44, 0))


@rule("PK-04", "PK-05")
def test_trn_is_split_over_any_number_of_turns() -> None:
    at = tank()
    many = [(1, 0.1)] * 60
    (moved,) = play(at, move(0, *many[:59], (61, 0)))
    assert isinstance(moved, Moved)
    assert moved.turned == 120
    at = tank()
    assert refused(at, move(0, *many[:59], (62, 1)), "PK-04", "62°", "61 of 120°").nearest == move(
        0, *many[:59], (61, 0)
    )


@rule("PK-53", "PK-110", "PK-112", "PK-114", "PK-R8")
def test_y17_a_turn_is_a_move() -> None:
    """PK-R8: whatever lasts until a move is over, and a Reload weapon is not ready."""
    at = tank("infantry", blue("medium-tank", 24, 40))
    change(at, 0, dug_in=True, camouflaged=True, dummy=True)
    rocket = Fire(0, 1, 1)
    at.phase = Phase.SHOOTING
    assert allows(at, rocket)
    at.phase = Phase.MOVEMENT
    play(at, move(0, (10, 0)))
    piece = at.units[0]
    assert (piece.moved, piece.dug_in, piece.camouflaged, piece.dummy) == (at.turn, False, False, False)
    assert piece.flown == ()
    at.phase = Phase.SHOOTING
    refused(at, rocket, "PK-53")


@rule("PK-03", "PK-R2", "PK-R54")
def test_nobody_reverses_unless_it_was_agreed() -> None:
    refused(tank(), move(0, (0, -1)), "PK-R2", "does not move backwards")
    at = tank(reverse=True, table=field(marsh(0, 30, 17, 20)))
    assert allows(at, move(0, (0, -3), (0, 3)))  # 6 and 3
    assert refused(at, move(0, (0, -7)), "PK-R54", "7 cm, which take 22 cm of MOV").nearest == move(0, (0, -6))
    (moved,) = play(at, move(0, (0, -6)))
    assert moved == Moved(0, ((20000, 40000, 90, -6000),), 14000, 40000, 90, 18000, 0)
    refused(battle([red("fighter", 60, 40)], reverse=True), move(0, (0, -40)), "PK-R2", "backwards")


# Obstacles


@rule("PK-08")
def test_y1_slow_ground_costs_double() -> None:
    at = tank(table=field(marsh(30, 30, 20, 20)))
    nearest = refused(at, move(0, (0, 18)), "PK-08", "18 cm", "26 cm", "18 of 18 cm").nearest
    assert nearest == move(0, (0, 14))
    way = driving.preview(at, nearest).way
    assert way is not None
    assert (way.cost, way.move) == (18000, 18000)
    assert [(one.start.x, one.end.x, one.factor) for one in way.slow] == [(30000, 34000, 2)]
    (moved,) = play(at, nearest)
    assert isinstance(moved, Moved)
    assert moved.cost == 18000


@rule("PK-08", "PK-R4", "PK-R32")
def test_slow_areas_that_overlap_count_once_and_a_bridge_counts_as_free() -> None:
    """PK-R4, PK-R32: by the centre's path."""
    assert farthest(tank(table=field(wood(30, 30, 10, 20), wood(32, 30, 20, 20)))) == 14
    assert farthest(tank(table=field(marsh(30, 30, 20, 20), bridge(30, 38, 20, 4)))) == 18
    assert farthest(tank(table=field(marsh(30, 30, 20, 20)), bridges=[(32, 40, 90)])) == 16.5
    assert farthest(tank(table=field(marsh(30, 40.001, 20, 20)))) == 18
    assert farthest(tank(table=field(marsh(30, 40, 20, 20)))) == 18  # along its edge one is not in it


@rule("PK-08")
def test_the_cost_of_a_slanting_way_is_an_exact_fraction_rounded_up() -> None:
    at = battle([red("medium-tank", 20, 40, 45)], table=field(marsh(22, 30, 1, 20)))
    (moved,) = play(at, move(0, (0, 10)))
    assert isinstance(moved, Moved)
    slow = Fraction(1000 * 1_000_000, 707_107)
    assert 10000 + slow == pytest.approx(moved.cost, abs=1)
    assert moved.cost >= 10000 + slow


@rule("PK-07")
def test_impassable_terrain_stops_the_whole_base() -> None:
    at = tank(table=field(house(30, 40.9, 5, 5)))
    assert refused(at, move(0, (0, 10)), "PK-07", "8.5 of 10 cm", "the house is impassable").nearest == move(
        0, (0, 8.5)
    )
    assert farthest(tank(table=field(house(30, 41, 5, 5)))) == 18  # it drives along the wall
    assert farthest(tank(table=field(ditch(30, 20, 1, 40)))) == 8.5
    assert farthest(tank(table=field(hedge(30, 20, 1, 40)))) == 18


@rule("PK-07", "PK-R3")
def test_the_whole_base_stays_on_the_table() -> None:
    at = battle([red("medium-tank", 3, 40, 270)])
    assert refused(at, move(0, (0, 10)), "PK-R3", "1.5 of 10 cm", "the table ends").nearest == move(0, (0, 1.5))
    at = battle([red("medium-tank", 1, 40, 0)])
    assert refused(at, move(0, (90, 0)), "PK-R3", "90°", "the table ends").nearest is None


@rule("PK-07", "PK-79", "PK-R3")
def test_bases_and_wrecks_are_in_the_way() -> None:
    """PK-R3: friends too; touching is allowed."""
    at = tank("medium-tank", red("medium-tank", 33, 40, 90), blue("infantry", 20, 50))
    assert refused(at, move(0, (0, 12)), "PK-R3", "10 of 12 cm", "Medium tank 2").nearest == move(0, (0, 10))
    refused(at, move(0, (90, 12)), "PK-R3", "Blue Infantry")
    change(at, 1, wreck=True)
    refused(at, move(0, (0, 12)), "PK-79", "the wreck of Medium tank 2")
    change(at, 1, where=Where.GONE)
    assert allows(at, move(0, (0, 12)))


@rule("PK-07", "PK-R3")
def test_of_a_turn_only_the_last_pose_counts() -> None:
    """PK-R3: a base turns past a wall if its last pose is clear of it, and is cut at the last free degree."""
    at = battle([red("medium-tank", 20, 40, 0)], table=field(house(21.2, 30, 5, 20)))
    assert allows(at, move(0, (180, 0))) is False  # TRN is 120
    at = battle([red("recon-car", 20, 40, 0)], table=field(house(20.8, 30, 5, 20)))
    assert allows(at, move(0, (180, 0)))
    refusal = refused(at, move(0, (170, 0)), "PK-07", "170°", "the house")
    turn = refusal.nearest.path[0][0]
    assert 0 < turn < 170
    for degrees in range(turn + 1, 171):
        assert not allows(at, move(0, (degrees, 0)))


@rule("PK-11")
@pytest.mark.parametrize("kind", ["walker", "infantry", "at-gun"])
def test_walkers_and_infantry_are_not_slowed(kind: str) -> None:
    row = BY_ID[kind]
    assert farthest(tank(kind, table=field(wood(21, 20, 60, 40)))) == row.move
    assert farthest(tank(kind, table=field(house(23, 20, 5, 40)))) == 3 - row.length / 2000


@rule("PK-12", "PK-13", "PK-14")
def test_hover_units_are_stopped_and_never_slowed() -> None:
    assert farthest(tank("hover-tank", table=field(wood(22, 20, 10, 40), lake(32, 20, 60, 40)))) == 26
    at = tank("hover-tank", table=field(ditch(30, 20, 1, 40)))
    refused(at, move(0, (0, 20)), "PK-14", "8.75 of 20 cm", "the ditch is impassable")


@rule("PK-15")
def test_flying_units_ignore_every_obstacle() -> None:
    everything = field(house(30, 30, 5, 20), lake(36, 30, 5, 20), wood(42, 30, 5, 20), ditch(48, 30, 5, 20))
    at = battle([red("helicopter", 20, 40, 90), blue("medium-tank", 28, 40)], table=everything)
    (moved,) = play(at, move(0, (0, 12)))
    assert isinstance(moved, Moved)
    assert moved.cost == 12000
    at = battle([red("fighter", 20, 40, 90), blue("medium-tank", 28, 40)], table=everything)
    assert allows(at, move(0, (0, 70)))


@rule("PK-15", "PK-R3")
def test_flying_units_do_not_end_over_each_other() -> None:
    """PK-R3: bases of flying units touch at most."""
    at = battle([red("helicopter", 20, 40, 90), blue("fighter", 40, 40, 90)])
    assert allows(at, move(0, (0, 30)))
    refusal = refused(at, move(0, (0, 20)), "PK-R3", "cannot end over Blue Fighter 1")
    assert refusal.nearest == move(0, (0, 17))
    assert refused(at, move(0, (10, 0), (-10, 19)), "PK-R3").nearest == move(0, (10, 0), (-10, 17))


@rule("PK-15")
def test_who_cannot_end_there_goes_back_to_the_last_clear_turn() -> None:
    at = battle([red("helicopter", 20, 40, 90), blue("helicopter", 20, 37.6, 90)])
    nearest = refused(at, move(0, (-90, 0.2)), "PK-R3", "cannot end over Blue Attack helicopter 1").nearest
    ((turn, length),) = nearest.path
    assert -90 < turn < 0 == length
    assert not allows(at, move(0, (turn - 1, 0)))
    hemmed = battle([red("helicopter", 20, 40, 90), blue("helicopter", 20, 40, 90)])
    assert refused(hemmed, move(0, (0, 1)), "PK-R3").nearest is None


@rule("PK-15", "PK-R47")
def test_a_helicopter_stays_over_the_table() -> None:
    """PK-R47: it has no least move; its base may hang over the edge."""
    at = battle([red("helicopter", 20, 40, 270)])
    assert refused(at, move(0, (0, 30)), "PK-R47", "20 of 30 cm").nearest == move(0, (0, 20))
    assert allows(at, EndMovement())


@rule("PK-109", "PK-R37")
def test_advance_doubles_mov_and_not_trn() -> None:
    at = tank(command=True)
    change(at, 0, command="advance", commanded=at.turn)
    assert farthest(at) == 36
    refused(at, move(0, (0, 40)), "PK-03", "36 of 36 cm")
    refused(at, move(0, (121, 1)), "PK-04", "120 of 120°")
    change(at, 0, commanded=at.turn - 2)
    assert farthest(at) == 18


@rule("PK-96", "PK-R43", "PK-R58")
def test_in_an_escort_support_units_keep_its_pace() -> None:
    units = [red("supply-truck", 20, 40, 90), red("light-tank", 20, 50, 90)]
    paced = {"escort": {"pace": 8}}
    at = battle(units, campaign="escort", changed=paced)
    refused(at, move(0, (0, 9)), "PK-R43", "8 of 8 cm")
    assert farthest(at, 1) == 24
    change(at, 0, command="advance", commanded=at.turn)
    assert farthest(at) == 16
    assert farthest(battle(units, changed=paced)) == farthest(battle(units, campaign="escort")) == 20
    slow = field(marsh(22, 30, 20, 20))
    at = battle(units, campaign="escort", table=slow, changed=paced)
    assert farthest(at) == 5
    refused(at, move(0, (0, 6)), "PK-R58", "cannot go 6 cm, which take 10 cm of MOV here: 8 of 8 cm are left")


# Who may move


@rule("PK-04", "PK-R3")
def test_a_turn_beyond_trn_says_so_even_if_something_stands_in_its_way() -> None:
    """A tank beside a house cannot turn by 90° for the house, and not by 200° for its TRN of 120°."""
    at = battle([red("medium-tank", 20, 40), blue("infantry", 90, 40)], table=field(house(21, 38, 5, 4)))
    refused(
        at,
        move(0, (45, 0)),
        "PK-07",
        "cannot turn by 45° to the right: a corner of its base would stick out; the house",
    )
    refused(at, move(0, (200, 0)), "PK-04", "cannot turn by 200°: 120 of 120° are left")
    refused(at, move(0, (-200, 0)), "PK-04", "120 of 120°")


@rule("PK-R4", "PK-R52")
def test_slow_ground_on_slow_ground_is_slow_once() -> None:
    at = tank(table=field(marsh(30, 30, 4, 20), wood(32, 30, 4, 20)))
    refused(at, move(0, (0, 18)), "PK-08", "24 cm of MOV")
    refused(at, move(0, (0, 20)), "PK-03", "26 cm of MOV")
    both = tank(table=field(marsh(22, 30, 20, 20), wood(22, 30, 20, 20)))
    refused(both, move(0, (0, 11)), "PK-08", "20 cm of MOV", "18 of 18 cm")


@rule("PK-07", "PK-09", "PK-R52")
def test_where_terrain_overlaps_every_piece_counts() -> None:
    """A ditch in a wood stops, and the wood around it slows; a hedge on a lake hides, and the lake is water still."""
    at = tank(table=field(wood(25, 30, 30, 20), ditch(30, 30, 5, 20)))
    refused(at, move(0, (0, 12)), "PK-07", "8.5 of 12 cm", "ditch")
    seen = battle(
        [red("medium-tank", 20, 40, 90), blue("medium-tank", 55, 40, 270)],
        table=field(lake(30, 20, 15, 40), hedge(35, 30, 2, 20)),
        phase=Phase.SHOOTING,
    )
    refused(seen, Fire(0, 0, 1), "PK-38", "hedge")
    assert ground.afloat(seen.ground, *cm(36, 40))


@rule("PK-43", "PK-R1")
@pytest.mark.parametrize(("heading", "across", "down"), [(0, 1, 1.5), (90, 1.5, 1), (180, 1, 1.5), (270, 1.5, 1)])
def test_a_model_is_a_rectangle_about_its_centre_that_turns_with_its_heading(
    heading: int, across: float, down: float
) -> None:
    """A medium tank is 3 × 2 cm, its long side along the heading; 0° is up the table, and 90° to the right."""
    at = battle([red("medium-tank", 40, 40, heading), blue("infantry", 90, 40)])
    corners = {cm(40 + x, 40 + y) for x in (-across, across) for y in (-down, down)}
    assert set(at.base(0).shape.drawn) == corners
    play(at, move(0, (0, 5)))
    ahead = {0: (40, 35), 90: (45, 40), 180: (40, 45), 270: (35, 40)}[heading]
    assert where(at, 0) == (*ahead, heading)


@rule("PK-02", "PK-79")
def test_only_ones_own_units_on_the_table_move() -> None:
    at = tank("medium-tank", blue("medium-tank", 40, 40), red("infantry", 60, 60, where=Where.WAITING, number=7))
    refused(at, move(1, (0, 1)), "PK-02", "Blue Medium tank 1 is not Red's")
    refused(at, move(2, (0, 1)), "PK-85", "Infantry platoon 7 is not on the table yet")
    refused(at, move(3, (0, 1)), "PK-02", "no unit 3", "the last is 2")
    change(at, 0, where=Where.GONE)
    refused(at, move(0, (0, 1)), "PK-69", "is a bridge now")
    change(at, 0, hp=-1)
    refused(at, move(0, (0, 1)), "PK-77", "gone")
    change(at, 0, where=Where.TABLE, wreck=True, hp=0)
    refused(at, move(0, (0, 1)), "PK-78", "is a wreck")
    at.side = BLUE
    assert allows(at, move(1, (0, 1)))


@rule("PK-110", "PK-111", "PK-112", "PK-113", "PK-115")
@pytest.mark.parametrize(
    ("command", "cited"),
    [("camouflage", "PK-110"), ("smoke", "PK-111"), ("entrench", "PK-112"), ("dummy", "PK-113"), ("repair", "PK-115")],
)
def test_who_did_something_instead_of_moving_stays(command: str, cited: str) -> None:
    at = tank(command=True)
    change(at, 0, command=command, commanded=at.turn, done=at.turn)
    refused(at, move(0, (0, 1)), cited, command)


# Trenches


@rule("PK-23", "PK-R10")
def test_infantry_digs_instead_of_moving() -> None:
    at = battle([red("infantry", 20, 40), red("medium-tank", 30, 40), red("infantry", 40, 40, dug_in=True)])
    assert play(at, DigIn(0)) == (Digging(0),)
    assert (at.units[0].digging, at.units[0].done, at.units[0].dug_in) == (at.turn, at.turn, False)
    refused(at, move(0, (0, 1)), "PK-23", "digs a trench")
    refused(at, DigIn(0), "PK-23", "digs a trench")
    refused(at, DigIn(1), "PK-23", "no infantry")
    refused(at, DigIn(2), "PK-R10", "dug in already")
    play(at, move(2, (0, 1)))
    refused(at, DigIn(2), "PK-03", "has moved")


# Standing


@rule("PK-07", "PK-16", "PK-18", "PK-67", "PK-79")
def test_where_a_base_may_be_put() -> None:
    at = battle(
        [red("medium-tank", 20, 40), blue("fighter", 60, 40), red("submarine", 100, 40, dived=True)],
        table=field(house(30, 30, 5, 5), lake(80, 20, 40, 60), marsh(40, 60, 10, 10)),
        mines=[(0, 50, 20)],
    )

    def told(kind: str, x: float, y: float) -> str:
        refusal = driving.standing_room(at, BY_ID[kind], cm(x), cm(y), 0)
        return "" if refusal is None else refusal.rule

    assert told("light-tank", 10, 10) == told("light-tank", 45, 65) == told("light-tank", 60, 40) == ""
    assert told("light-tank", 21.75, 40) == ""  # side by side
    assert told("light-tank", 21.7, 40) == "PK-R3"
    assert (told("light-tank", 32, 32), told("hover-tank", 32, 32)) == ("PK-07", "PK-14")
    assert told("light-tank", 80.5, 40) == "PK-16"
    assert told("apc", 85, 40) == told("hover-tank", 85, 40) == told("destroyer", 100, 40) == ""
    assert told("destroyer", 80.9, 40) == "PK-R5"
    assert told("light-tank", 0.7, 40) == "PK-R3"
    assert told("light-tank", 51, 22) == told("hover-tank", 51, 22) == "PK-R31"
    assert told("helicopter", 51, 22) == told("helicopter", 0, 10) == told("helicopter", 20, 40) == ""
    assert told("helicopter", 61, 40) == "PK-R3"
    assert (told("helicopter", -1, 40), told("bomber", -1, 40)) == ("PK-R47", "PK-R7")
    change(at, 0, wreck=True)
    assert told("light-tank", 20, 40) == "PK-79"


# The sample


def crowd(table: Table, seed: int, many: int = 60) -> State:
    """So many units of all kinds, wherever they have room."""
    luck = random.Random(seed)
    at = battle([red("infantry", 1, 1)], table=table)
    at.units.clear()
    while len(at.units) < many:
        row = BY_ID[luck.choice(sorted(BY_ID))]
        x, y = luck.randrange(table.width), luck.randrange(table.height)
        heading = luck.randrange(360)
        if driving.standing_room(at, row, x, y, heading) is None:
            side = red if luck.random() < 0.5 else blue
            at.units.append(side(row.id, x / CM, y / CM, heading, number=len(at.units) + 1))
    return at


@rule("PK-03", "PK-04", "PK-07", "PK-22")
@pytest.mark.parametrize("name", sorted(files.tables()))
def test_every_move_of_the_sample_is_legal_and_so_is_every_nearest_one(name: str) -> None:
    at, luck = crowd(files.tables()[name], 5, 24), random.Random(name)
    for unit, piece in enumerate(at.units):
        sample = driving.moves(at, unit)
        assert len(sample) <= 60
        assert len(set(sample)) == len(sample)
        assert bool(sample) == (piece.side is at.side)
        for order in sample:
            assert allows(at, order)
        for _ in range(20 if sample else 0):
            row = at.type(unit)
            wish = tuple((luck.randint(-90, 90), luck.randint(0, row.move * 700)) for _ in range(luck.randint(1, 4)))
            told = driving.preview(at, Move(unit, wish))
            assert told.way is not None
            assert told.way.cost <= told.way.move
            assert told.way.turned <= told.way.turn
            if told.refusal is not None and told.refusal.nearest is not None:
                assert allows(at, told.refusal.nearest)
                ends_where_drawn(at, told.refusal.nearest, told.way.poses[-1])


def ends_where_drawn(at: State, order: Move, drawn: object) -> None:
    way = driving.preview(at, order).way
    assert way is not None
    if at.type(order.unit).type != "plane":  # a plane's nearest flight may be a longer one
        assert way.poses[-1] == drawn


@rule("PK-03", "PK-07")
@pytest.mark.parametrize("seed", range(6))
def test_a_cut_path_could_not_be_a_hundredth_of_a_millimetre_longer(seed: int) -> None:
    luck = random.Random(seed)
    at = crowd(files.tables()[luck.choice(sorted(files.tables()))], seed, 30)
    for unit, piece in enumerate(at.units):
        row = at.type(unit)
        if piece.side is not at.side or row.flying:
            continue
        refusal = driving.may_move(at, Move(unit, ((luck.randint(-60, 60), row.move * CM), (0, row.move * CM))))
        if refusal is None or refusal.nearest is None:
            continue
        *before, (turn, length) = refusal.nearest.path
        if length:
            assert not allows(at, Move(unit, (*before, (turn, length + 1))))


@rule("PK-07", "PK-15", "PK-79")
@pytest.mark.parametrize("seed", range(2))
def test_random_moves_never_overlap(seed: int) -> None:
    luck = random.Random(seed)
    at = crowd(files.tables()["harbour"], seed, 40)
    for turn in range(6):
        at.turn, at.side = at.turn + 1, at.side.other
        for unit in list(at.standing(at.side)):
            if sample := driving.moves(at, unit):
                play(at, luck.choice(sample))
        assert_apart(at, turn)


def assert_apart(at: State, turn: int) -> None:
    for flying in (True, False):
        shapes = paths.bodies(at, flying)
        for number, (one, shape) in enumerate(shapes):
            for other, body in shapes[:number]:
                assert not overlap(shape, body), (turn, at.name(one), at.name(other))
    for unit in at.standing():
        row, base = at.type(unit), at.base(unit)
        if not row.flying:
            going = ground.going(at.ground, row)
            assert Field([], going.off, going.on).blocked(base) is None, (turn, at.name(unit))


@rule("PK-02")
def test_outside_the_movement_phase_there_is_no_move() -> None:
    at = tank(phase=Phase.SHOOTING)
    assert driving.moves(at, 0) == []


@rule("PK-19")
def test_what_is_no_submarine_does_not_dive() -> None:
    refused(tank(), Dive(0), "PK-19", "no submarine")


def test_a_base_that_was_put_by_hand_on_a_house_may_only_say_so() -> None:
    """A position that no rule made is judged, and nothing breaks."""
    at = battle([red("medium-tank", 32, 32)], table=field(house(30, 30, 5, 5)))
    refused(at, move(0, (10, 5)), "PK-07", "the house is impassable")
    assert driving.moves(at, 0) == []
    assert isinstance(at.base(0), Base)
