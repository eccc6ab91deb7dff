"""The command dice: the pool, when and on whom each is used, how long it lasts, where crates land (PK-105 … PK-125)."""

from typing import Any

import pytest

from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import command, shooting
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.events import (
    Commanded,
    CommandRolled,
    CrateDropped,
    Event,
    PhaseBegan,
    Shelled,
    WindowOpened,
)
from hulldown.rulebooks.panzerkampf.orders import (
    Barrage,
    Command,
    DigIn,
    EndMovement,
    EndStart,
    EndTurn,
    Fire,
    RollCommand,
    Shell,
    Supply,
)
from hulldown.rulebooks.panzerkampf.setup import Army, Setup, command_dice
from hulldown.rulebooks.panzerkampf.state import Crate, Phase, State, Unit, Where
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    CHART,
    allows,
    battle,
    blue,
    bridge,
    change,
    cm,
    ditch,
    feature,
    field,
    figures,
    hedge,
    house,
    lake,
    marsh,
    move,
    play,
    preview,
    red,
    refused,
    wood,
)

FACES = figures().command
DIE = {name: at for at, name in enumerate(FACES, 1)}


def duel(*more: Unit, **options: Any) -> State:
    """Red's medium tank at 20 cm from Blue's, nose to nose, with command dice; Red is to move."""
    units = [red("medium-tank", 40, 40, 90), blue("medium-tank", 60, 40, 270), *more]
    return battle(units, **({"command": True, "turn": 3} | options))


def end_turn(state: State) -> None:
    """To the command dice of the next turn, without doing anything."""
    if state.phase is Phase.START:
        play(state, EndStart())
    if state.phase is Phase.MOVEMENT:
        play(state, EndMovement())
    play(state, EndTurn())


# The pool


@rule("PK-105", "PK-R35")
@pytest.mark.parametrize(("limit", "dice"), [(2500, 2), (999, 0), (1000, 1), (3000, 3)])
def test_x7_a_die_for_each_thousand_points(limit: int, dice: int) -> None:
    army = Army({"infantry": 1})
    setup = Setup("drawn", "standard", limit, field(), CHART, figures(), army, army, command=True)
    assert command_dice(setup) == dice


@rule("PK-105", "PK-108")
def test_a_turn_begins_with_the_dice_which_the_table_reads() -> None:
    state = duel(phase=Phase.SHOOTING, side=BLUE, turn=2, limit=3000)
    assert play(state, EndTurn()) == (PhaseBegan(Phase.COMMAND, RED, 3),)
    refused(state, EndMovement(), "PK-105")
    assert [type(order) for order in book.orders(state)] == [RollCommand]
    events = play(state, RollCommand(), (2, 7, 7))
    assert events[0] == CommandRolled(RED, (2, 7, 7), ("camouflage", "aim", "aim"), 0)
    assert state.pool == ("camouflage", "aim", "aim")
    assert events[1:] == (PhaseBegan(Phase.MOVEMENT, RED, 3),)


@rule("PK-104", "PK-105")
def test_without_the_option_nothing_is_rolled() -> None:
    state = duel(phase=Phase.SHOOTING, side=BLUE, turn=2, command=False)
    assert play(state, EndTurn()) == (PhaseBegan(Phase.MOVEMENT, RED, 3),)


@rule("PK-108")
def test_each_face_is_one_of_the_twelve() -> None:
    told = ["advance", "camouflage", "smoke", "entrench", "dummy", "repair", "aim", "ammunition", "penetration"]
    assert list(FACES) == [*told, "mark", "supplies", "barrage"]
    for face, name in enumerate(FACES, 1):
        state = duel(phase=Phase.COMMAND, limit=1000)
        rolled = play(state, RollCommand(), (face,))[0]
        assert isinstance(rolled, CommandRolled)
        assert rolled.commands == (name,)


@rule("PK-105", "PK-R35")
def test_dice_that_are_not_used_are_gone_after_the_turn() -> None:
    state = duel(phase=Phase.SHOOTING, pool=("aim", "smoke"))
    play(state, EndTurn())
    assert state.pool == ()


@rule("PK-105", "PK-119", "PK-120")
@pytest.mark.parametrize(
    ("face", "phase"), [(10, Phase.START), (11, Phase.START), (1, Phase.MOVEMENT), (12, Phase.MOVEMENT)]
)
def test_the_start_of_the_turn_is_for_marks_and_supplies(face: int, phase: Phase) -> None:
    state = duel(phase=Phase.COMMAND, limit=1000)
    play(state, RollCommand(), (face,))
    assert state.phase is phase


@rule("PK-105")
def test_a_die_is_used_up() -> None:
    state = duel(red("medium-tank", 40, 60, 90), pool=("smoke", "advance"))
    assert play(state, Command("smoke", 0)) == (Commanded("smoke", 0),)
    assert state.pool == ("advance",)
    refused(state, Command("smoke", 2), "PK-105", "smoke", "advance")
    refused(state, Command("fireworks", 2), "PK-105", "fireworks")
    refused(state, Command("supplies", 2), "PK-105")


@rule("PK-106")
def test_a_unit_has_one_die_a_round() -> None:
    state = duel(red("medium-tank", 40, 60, 90), pool=("aim", "penetration"))
    play(state, Command("aim", 0))
    refused(state, Command("penetration", 0), "PK-106", "aim", "Medium tank 1")
    assert allows(state, Command("penetration", 2))
    end_turn(state)
    end_turn_of_other(state)
    state.phase, state.pool = Phase.MOVEMENT, ("penetration",)
    assert allows(state, Command("penetration", 0))  # a round later


def end_turn_of_other(state: State) -> None:
    state.phase = Phase.MOVEMENT
    end_turn(state)


@rule("PK-106")
@pytest.mark.parametrize("name", [name for name in FACES if name not in ("mark", "supplies", "barrage", "repair")])
def test_dice_are_for_units_of_ones_own_on_the_table(name: str) -> None:
    units = [red("medium-tank", 20, 20, wreck=True, hp=0), red("medium-tank", 30, 20, where=Where.GONE, hp=-1)]
    state = duel(*units, pool=(name,))
    found = command.RULE_OF[name].id
    refused(state, Command(name, 1), found, "Blue Medium tank 1")
    refused(state, Command(name, 2), "PK-78", "wreck")
    refused(state, Command(name, 3), "PK-77", "gone from the table")
    refused(state, Command(name, 99), found, "the last is 3")
    assert allows(state, Command(name, 0))
    assert Command(name, 0) in list(book.orders(state, 0))


@rule(
    "PK-107",
    "PK-109",
    "PK-110",
    "PK-111",
    "PK-112",
    "PK-113",
    "PK-115",
    "PK-116",
    "PK-117",
    "PK-118",
    "PK-119",
    "PK-R74",
)
@pytest.mark.parametrize("name", [name for name in FACES if name not in ("barrage", "supplies")])
@pytest.mark.parametrize("phase", [Phase.START, Phase.MOVEMENT, Phase.SHOOTING])
def test_each_die_has_its_time(name: str, phase: Phase) -> None:
    state = duel(pool=(name,), phase=phase)
    change(state, 0, hp=2)
    able = {
        **dict.fromkeys(("advance", "camouflage", "smoke", "entrench", "dummy", "repair"), (Phase.MOVEMENT,)),
        **dict.fromkeys(("aim", "ammunition", "penetration"), (Phase.MOVEMENT, Phase.SHOOTING)),
        "mark": (Phase.START,),
    }[name]
    order = Command(name, 1 if name == "mark" else 0)
    if phase in able:
        assert allows(state, order)
    else:
        going_on = {Phase.START: "has only begun", Phase.MOVEMENT: "has not ended", Phase.SHOOTING: "has ended"}
        refused(state, order, command.RULE_OF[name].id, going_on[phase])


@rule("PK-109", "PK-110", "PK-111", "PK-112", "PK-113", "PK-115")
@pytest.mark.parametrize("name", ["advance", "camouflage", "smoke", "entrench", "dummy", "repair"])
def test_dice_before_or_instead_of_moving_come_too_late_after_it(name: str) -> None:
    state = duel(pool=(name,))
    change(state, 0, hp=2)
    play(state, move(0, (0, 1)))
    refused(state, Command(name, 0), command.RULE_OF[name].id, "has moved")


@rule("PK-110", "PK-111", "PK-112", "PK-113", "PK-115", "PK-R36")
@pytest.mark.parametrize("name", ["camouflage", "smoke", "entrench", "dummy", "repair"])
def test_a_unit_that_used_one_instead_of_moving_stays(name: str) -> None:
    state = duel(pool=(name,))
    change(state, 0, hp=2)
    play(state, Command(name, 0))
    refused(state, move(0, (0, 1)), command.RULE_OF[name].id, name)
    refused(state, move(0, (10, 0)), command.RULE_OF[name].id, name)


@rule("PK-110", "PK-111", "PK-112", "PK-113", "PK-115", "PK-R36")
@pytest.mark.parametrize("name", ["camouflage", "smoke", "entrench", "repair"])
def test_planes_cannot_stop_and_helicopters_can(name: str) -> None:
    state = battle(
        [red("fighter", 40, 40, hp=1), red("helicopter", 60, 60, hp=1), blue("infantry", 9, 9)], pool=(name,)
    )
    refused(state, Command(name, 0), "PK-R36", "plane")
    assert allows(state, Command(name, 1))


# One after the other


@rule("PK-109", "PK-R37")
def test_advance_doubles_the_way_for_one_turn() -> None:
    state = battle([red("medium-tank", 10, 40, 90), blue("infantry", 110, 10)], pool=("advance",))
    refused(state, move(0, (0, 36)), "PK-03", 18)
    play(state, Command("advance", 0))
    assert allows(state, move(0, (0, 36)))
    assert not allows(state, move(0, (0, 36.01)))
    refused(state, move(0, (130, 1)), "PK-04", 120)  # TRN stays
    state.turn += 2
    assert not allows(state, move(0, (0, 36)))


@rule("PK-109")
def test_advance_is_for_a_plane_off_the_table_too() -> None:
    plane = red("fighter", 40, -1, where=Where.AWAY, edge="north")
    state = battle([plane, blue("infantry", 60, 60)], pool=("advance", "aim"))
    assert allows(state, Command("advance", 0))
    refused(state, Command("aim", 0), "PK-R7", "off the table")


def needed(state: State, shooter: int = 1, target: int = 0, weapon: int = 0) -> dict[str, int]:
    """The modifiers of a shot, by rule."""
    return {one.rule: one.amount for one in preview(state, Fire(shooter, weapon, target)).modifiers}


def shooting_of(state: State, side: Any) -> State:
    """The same table in a shooting phase, this turn's or the next one's."""
    found = state.copy()
    if side is not found.side:
        found.side, found.turn = side, found.turn + 1
    found.phase = Phase.SHOOTING
    return found


@rule("PK-107", "PK-110")
def test_camouflage_lasts_until_the_unit_moves() -> None:
    state = duel(pool=("camouflage",))
    play(state, Command("camouflage", 0))
    assert state.units[0].camouflaged
    assert needed(shooting_of(state, BLUE))["PK-110"] == -2
    state.turn += 4
    assert needed(shooting_of(state, BLUE))["PK-110"] == -2
    state.pool = ("camouflage",)
    refused(state, Command("camouflage", 0), "PK-R74", "camouflaged already")
    play(state, move(0, (5, 0)))
    assert "PK-110" not in needed(shooting_of(state, BLUE))


@rule("PK-107", "PK-111", "PK-R34")
def test_smoke_lasts_until_the_owners_next_turn_and_hides_who_is_near() -> None:
    """The second tank's base is exactly 2 cm away, the third's a little more."""
    units = [red("medium-tank", 40, 44, 90), red("medium-tank", 40, 36 - 0.01, 90)]
    state = duel(*units, pool=("smoke",))
    play(state, Command("smoke", 0))
    later = shooting_of(state, BLUE)
    assert needed(later)["PK-111"] == -1
    assert needed(later, target=2)["PK-111"] == -1
    assert "PK-111" not in needed(later, target=3)
    state.turn += 2
    assert not state.commanded(0, "smoke")
    assert "PK-111" not in needed(shooting_of(state, BLUE))


@rule("PK-107", "PK-112", "PK-R10")
def test_entrenching_lasts_until_the_unit_moves_and_is_a_trench() -> None:
    state = duel(red("infantry", 20, 20), pool=("entrench",))
    play(state, Command("entrench", 0))
    assert state.units[0].dug_in
    state.turn, state.pool = 9, ("entrench",)
    refused(state, Command("entrench", 0), "PK-R10", "dug in already")
    assert allows(state, Command("entrench", 2))
    play(state, move(0, (0, 1)))
    assert not state.units[0].dug_in


@rule("PK-113", "PK-R41")
def test_dummies_are_for_standard_battle_tanks() -> None:
    units = [red("heavy-tank", 20, 20), red("tank-destroyer", 30, 20), red("medium-tank", 40, 20, dummy=True)]
    state = duel(*units, pool=("dummy",))
    refused(state, Command("dummy", 3), "PK-113", "Tank destroyer 1", "battle tank")
    refused(state, Command("dummy", 4), "PK-R74", "already")
    play(state, Command("dummy", 2))
    assert state.units[2].dummy


@rule("PK-114")
def test_a_dummy_goes_when_the_unit_moves_or_shoots() -> None:
    state = duel(pool=("dummy",))
    play(state, Command("dummy", 0))
    assert state.units[0].dummy
    moved = state.copy()
    moved.turn += 2
    play(moved, move(0, (0, 1)))
    assert not moved.units[0].dummy
    shot = shooting_of(state, RED)
    assert allows(shot, Fire(0, 0, 1))
    play(shot, Fire(0, 0, 1), (1,))
    assert not shot.units[0].dummy


@rule("PK-107", "PK-115", "PK-R50")
def test_repair_gives_a_hit_point_instead_of_everything_until_the_next_turn() -> None:
    state = duel(pool=("repair",))
    refused(state, Command("repair", 0), "PK-R50", "all its 4")
    change(state, 0, hp=3)
    play(state, Command("repair", 0))
    assert state.units[0].hp == 4
    refused(shooting_of(state, RED), Fire(0, 0, 1), "PK-115")
    assert shooting.may_shoot(shooting_of(state, RED), 0) is not None
    state.turn += 2
    assert allows(shooting_of(state, RED), Fire(0, 0, 1))


@rule("PK-115", "PK-R50")
def test_who_is_repaired_makes_no_counter_attack() -> None:
    units = [red("medium-tank", 40, 40, 90), blue("aa-half-track", 60, 40, hp=2)]
    state = battle(units, side=BLUE, pool=("repair",))
    play(state, Command("repair", 1))
    state.side, state.turn = RED, state.turn + 1
    assert not any(isinstance(event, WindowOpened) for event in play(state, EndMovement()))
    again = battle(units, side=RED)
    assert any(isinstance(event, WindowOpened) for event in play(again, EndMovement()))


@rule("PK-107", "PK-116")
def test_perfect_aim_helps_direct_fire_in_this_turn() -> None:
    state = duel(pool=("aim",))
    play(state, Command("aim", 0))
    assert needed(shooting_of(state, RED), 0, 1)["PK-116"] == 2
    assert "PK-116" not in needed(shooting_of(state, BLUE))
    state.turn += 1
    assert not state.commanded(0, "aim")


@rule("PK-116", "PK-117", "PK-118", "PK-R74")
@pytest.mark.parametrize(
    ("name", "kind", "helps"),
    [
        ("aim", "howitzer", False),
        ("aim", "repair-vehicle", False),
        ("aim", "infantry", True),
        ("penetration", "howitzer", True),
        ("penetration", "repair-vehicle", False),
        ("ammunition", "repair-vehicle", True),
        ("ammunition", "bridge-layer", False),
        ("ammunition", "supply-truck", False),
    ],
)
def test_a_die_before_shooting_is_for_who_can_use_it(name: str, kind: str, helps: bool) -> None:
    state = duel(red(kind, 20, 20), pool=(name,))
    if helps:
        assert allows(state, Command(name, 2))
    else:
        refused(state, Command(name, 2), "PK-R74", name)


@rule("PK-116", "PK-117", "PK-118")
@pytest.mark.parametrize("name", ["aim", "ammunition", "penetration"])
def test_dice_before_shooting_come_too_late_after_it(name: str) -> None:
    state = duel(pool=(name,), phase=Phase.SHOOTING)
    play(state, Fire(0, 0, 1), (1,))
    refused(state, Command(name, 0), command.RULE_OF[name].id, "has fired")
    digs = duel(red("infantry", 20, 20), pool=(name,))
    play(digs, DigIn(2))
    refused(digs, Command(name, 2), "PK-23", "digs")


@rule("PK-107", "PK-117", "PK-R38")
def test_extra_ammunition_is_one_more_round_also_at_others() -> None:
    state = duel(blue("medium-tank", 60, 50, 270), pool=("ammunition",), phase=Phase.SHOOTING)
    play(state, Command("ammunition", 0))
    play(state, Fire(0, 0, 1), (1,))
    play(state, Fire(0, 0, 2), (1,))
    refused(state, Fire(0, 0, 1), "PK-117")
    assert allows(state, Fire(0, 1, 1))  # the other weapon
    play(state, EndTurn())
    state.turn, state.side, state.phase = state.turn + 1, RED, Phase.SHOOTING
    play(state, Fire(0, 0, 1), (1,))
    refused(state, Fire(0, 0, 1), "PK-26")


@rule("PK-107", "PK-118")
def test_penetrating_ammunition_adds_to_pen_in_this_turn() -> None:
    state = duel(pool=("penetration",))
    gun = state.weapon(0, 0)
    play(state, Command("penetration", 0))
    assert shooting.penetration_of(state, 0, gun) == gun.penetration + 2
    state.turn += 1
    assert shooting.penetration_of(state, 0, gun) == gun.penetration


@rule("PK-119")
def test_a_mark_is_for_an_enemy_on_the_table() -> None:
    units = [blue("fighter", 20, 20, where=Where.AWAY, edge="west"), blue("infantry", 30, 30, wreck=True, hp=0)]
    state = duel(*units, pool=("mark",), phase=Phase.START)
    refused(state, Command("mark", 0), "PK-119", "own")
    refused(state, Command("mark", 2), "PK-R7", "off the table")
    refused(state, Command("mark", 3), "PK-78", "wreck")
    assert play(state, Command("mark", 1)) == (Commanded("mark", 1), PhaseBegan(Phase.MOVEMENT, RED, 3))
    assert state.marked == 1


@rule("PK-107", "PK-119", "PK-R39")
def test_artillery_at_the_marked_unit_rolls_one_more_die_in_this_turn() -> None:
    units = [red("howitzer", 20, 40, 90), blue("medium-tank", 60, 40, 270)]
    state = battle(units, pool=("mark",), phase=Phase.START)
    play(state, Command("mark", 1))
    now = shooting_of(state, RED)
    shelled = play(now, Shell(0, 0, *cm(60, 40)), (11, 7), (12,))[0]
    assert isinstance(shelled, Shelled)
    assert shelled.impacts == (cm(60, 38),)  # 7 − 5
    beside = shooting_of(state, RED)
    play(beside, Shell(0, 0, *cm(60, 45)), (7,), (12,))
    end_turn(state)
    assert state.marked == -1


@rule("PK-106", "PK-119", "PK-R35")
def test_a_mark_binds_no_unit() -> None:
    state = duel(pool=("mark", "aim"), phase=Phase.START)
    play(state, Command("mark", 1))
    state.side, state.turn, state.pool = BLUE, state.turn + 1, ("aim",)
    assert allows(state, Command("aim", 1))


# Supplies


def drop(state: State, x: float, y: float, *rolls: tuple[int, ...]) -> CrateDropped:
    dropped = play(state, Supply(*cm(x, y)), *rolls)[0]
    assert isinstance(dropped, CrateDropped)
    return dropped


@rule("PK-120")
def test_a_crate_falls_like_a_shell_with_acc_five() -> None:
    state = duel(pool=("supplies",), phase=Phase.START)
    assert drop(state, 50, 60, (9,), (3,)) == CrateDropped(RED, cm(50, 60), 9, 3, cm(54, 60), 0)
    assert state.crates == (Crate(*cm(54, 60), 0, 1),)
    assert (state.pool, state.phase) == ((), Phase.MOVEMENT)
    near = duel(pool=("supplies",), phase=Phase.START)
    assert drop(near, 50, 60, (12,), (4,), (6,)).at == cm(50, 60)  # 12 again: 4


@rule("PK-120", "PK-R40")
def test_supplies_are_dropped_on_the_table_at_the_beginning_of_the_turn() -> None:
    state = duel(pool=("supplies",), phase=Phase.START)
    refused(state, Supply(*cm(120.01, 10)), "PK-R40", "not on the table", "120 × 80")
    refused(state, Supply(-1, 0), "PK-R40")
    assert allows(state, Supply(*cm(120, 80)))
    refused(state, Command("supplies", 0), "PK-120", "place")
    state.phase = Phase.MOVEMENT
    refused(state, Supply(*cm(50, 60)), "PK-120")
    refused(duel(phase=Phase.START, pool=("mark",)), Supply(*cm(50, 60)), "PK-105")


@rule("PK-122", "PK-R40")
@pytest.mark.parametrize(
    "thing",
    [
        house(49, 59, 2, 2),
        wood(49, 59, 2, 2),
        marsh(49, 59, 2, 2),
        ditch(49, 59, 2, 2),
        hedge(49, 59, 2, 2),
        lake(49, 59, 2, 2),
    ],
)
def test_a_crate_on_anything_but_flat_ground_is_destroyed(thing: Any) -> None:
    state = duel(pool=("supplies",), phase=Phase.START, table=field(thing))
    assert drop(state, 50, 60, (1,), (1,)).heading == -1
    assert state.crates == ()


@rule("PK-122", "PK-R40")
def test_fields_and_roads_are_flat_and_bridges_over_water_are_not() -> None:
    flat = field(feature("field", "free", "open", (40, 50), (60, 70)))
    assert drop(duel(pool=("supplies",), phase=Phase.START, table=flat), 50, 60, (1,), (1,)).heading == 0
    wet = field(lake(40, 50, 20, 20), bridge(47, 50, 6, 20))
    assert drop(duel(pool=("supplies",), phase=Phase.START, table=wet), 50, 60, (1,), (1,)).heading == -1


@rule("PK-122", "PK-R40")
@pytest.mark.parametrize(
    ("options", "lies"),
    [
        ({"mines": [(0, 50, 60)]}, False),
        ({"crates": [(50, 61, 0)]}, False),
        ({"bridges": [(50, 60, 0)]}, False),
        ({"units": [blue("infantry", 50, 61)]}, False),
        ({"units": [blue("infantry", 50, 61, wreck=True, hp=0)]}, False),
        ({"units": [blue("helicopter", 50, 60)]}, True),
        ({"units": [blue("infantry", 50, 62)]}, True),
    ],
)
def test_units_wrecks_mines_crates_and_bridges_are_not_flat_ground(options: dict[str, Any], lies: bool) -> None:
    more = options.pop("units", []) if "units" in (options := dict(options)) else []
    state = duel(*more, pool=("supplies",), phase=Phase.START, **options)
    assert (drop(state, 50, 60, (1,), (1,)).heading >= 0) is lies


@rule("PK-122", "PK-R40")
def test_a_crate_is_turned_to_lie_flat() -> None:
    """Two corners of houses 0.8 cm to its left and above, and to its right and below: it must turn by 17.1° or more."""
    corners = field(house(40, 50, 9.2, 9.2), house(50.8, 60.8, 9, 9))
    state = duel(pool=("supplies",), phase=Phase.START, table=corners)
    assert command.flat_heading(state, *cm(50, 60)) == 18
    lane = field(house(40, 50, 8.9, 20), house(51.1, 50, 9, 20))
    assert command.flat_heading(duel(table=lane), *cm(50, 60)) == 0


@rule("PK-122", "PK-R40")
def test_a_crate_over_the_edge_is_destroyed() -> None:
    state = duel(pool=("supplies",), phase=Phase.START)
    assert drop(state, 119, 60, (6,), (3,)).heading == -1  # its middle on the edge
    assert command.flat_heading(state, *cm(119, 60)) == 0
    assert command.flat_heading(state, *cm(130, 60)) == -1


@rule("PK-121", "PK-123")
def test_a_crate_stays_until_it_is_destroyed_and_helps_who_is_near() -> None:
    state = duel(pool=("supplies",), phase=Phase.START)
    drop(state, 40, 44, (1,), (1,))
    assert shooting.supplied(state, 0)  # 2 cm and no more lie between
    assert not shooting.supplied(state, 1)
    for _ in range(4):
        state.phase = Phase.MOVEMENT
        end_turn(state)
    assert len(state.crates) == 1


# Barrage


@rule("PK-124")
def test_counters_are_kept_for_later_rounds() -> None:
    state = duel(phase=Phase.COMMAND, limit=2000)
    rolled = play(state, RollCommand(), (12, 12))[0]
    assert rolled == CommandRolled(RED, (12, 12), ("barrage", "barrage"), 2)
    assert (state.pool, state.counters) == ((), (2, 0))
    end_turn(state)
    play(state, RollCommand(), (12, 1))
    assert state.counters == (2, 1)
    end_turn(state)
    play(state, RollCommand(), (12, 1))
    assert state.counters == (3, 1)


@rule("PK-124", "PK-125")
def test_three_counters_buy_a_barrage_in_the_shooting_phase() -> None:
    state = duel(phase=Phase.SHOOTING, counters=(4, 3))
    shelled = play(state, Barrage(*cm(60, 70)), (6,), (12,), (3, 3))[0]
    assert isinstance(shelled, Shelled)
    assert shelled.impacts == (cm(60, 65), cm(61, 65), cm(62, 65))
    assert state.counters == (1, 3)
    refused(state, Barrage(*cm(60, 70)), "PK-125", "3 counters", "Red has 1")
    state.phase, state.counters = Phase.MOVEMENT, (3, 3)
    refused(state, Barrage(*cm(60, 70)), "PK-125")


# Timing in a whole turn


@rule("PK-107", "PK-116", "PK-57", "PK-R74")
def test_aim_counts_in_the_counter_attack_of_ones_own_turn() -> None:
    units = [red("aa-half-track", 40, 40, 90), blue("medium-tank", 60, 40, 270)]
    state = battle(units, pool=("aim",), command=True)
    play(state, Command("aim", 0))
    events: tuple[Event, ...] = play(state, EndMovement())
    assert events[-1] == WindowOpened(RED, (0,))
    assert needed(state, 0, 1)["PK-116"] == 2


@rule("PK-105")
def test_another_table_of_commands_is_read() -> None:
    other = ["aim"] * 12
    state = duel(phase=Phase.COMMAND, limit=1000, changed={"command": other})
    play(state, RollCommand(), (12,))
    assert state.pool == ("aim",)
