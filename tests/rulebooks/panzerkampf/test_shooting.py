"""Who may fire what at whom, the hit test, and repairs: the ledger's cases Y2 … Y5, Y13, and our own."""

from typing import Any

import pytest

from hulldown.kernel.rule import Modifier
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerkampf import shooting
from hulldown.rulebooks.panzerkampf.events import Damaged, Event, Fired, GameEnded, Repaired
from hulldown.rulebooks.panzerkampf.orders import Bomb, Fire, FireAtCrate, Shell
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit, Where
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    allows,
    altered,
    armed,
    battle,
    blue,
    change,
    field,
    lake,
    play,
    red,
    refused,
)

SHOT = Fire(0, 0, 1)
FAR = blue("heavy-tank", 110, 70)  # so that the game goes on whoever falls


def phase(*units: Unit, **more: Any) -> State:
    return battle([*units, FAR], **({"phase": Phase.SHOOTING} | more))


def duel(gun: dict[str, Any], target: str = "medium-tank", fields: dict[str, Any] | None = None, **more: Any) -> State:
    """Red's super-heavy with one weapon at a target 20 cm away that looks at it."""
    return phase(
        red("super-heavy", 40, 40, 90, **more.pop("shooter", {})),
        blue(target, 60, 40, 270, **(fields or {})),
        chart=armed("super-heavy", gun, chart=more.pop("chart", altered("super-heavy", fast=0))),
        **more,
    )


def fired(events: tuple[Event, ...]) -> Fired:
    found = events[0]
    assert isinstance(found, Fired)
    return found


def amounts(found: tuple[Modifier, ...]) -> dict[str, int]:
    return {modifier.rule: modifier.amount for modifier in found}


# The hit test


@rule("PK-33", "PK-40", "PK-55", "PK-56", "PK-R16")
def test_y2_fast_against_fast_mount() -> None:
    """Y2, PK-R16: ATT 2, ACC 6, Fast (2) against Fast mount (1): 7 is needed, and 6, 7 are one hit."""
    state = duel({"attacks": 2, "accuracy": 6, "fast_mount": 1, "penetration": 0}, "recon-car")
    found = fired(play(state, SHOT, (6, 7), (2,)))
    assert (found.needed, found.hits, amounts(found.modifiers)) == (7, 1, {"PK-55": -2, "PK-56": 1})


@rule("PK-110", "PK-116", "PK-R17")
@pytest.mark.parametrize(("die", "hits"), [(6, 0), (7, 1)])
def test_y3_camouflage_and_perfect_aim(die: int, hits: int) -> None:
    """Y3, PK-R17: 6 − 2 + 2 against ACC 6 and Fast (1)."""
    aim = {"command": "aim", "commanded": 3}
    state = duel({"accuracy": 6}, "light-tank", {"camouflaged": True}, shooter=aim)
    found = fired(play(state, SHOT, (die,), *[(1,)] * hits))
    assert (found.needed, found.hits) == (7, hits)
    assert amounts(found.modifiers) == {"PK-55": -1, "PK-110": -2, "PK-116": 2}


@rule("PK-50", "PK-111", "PK-R18")
def test_y4_a_12_always_hits_and_its_further_die_is_tested() -> None:
    """Y4, PK-R18: needed 6 + 2 + 3 = 11."""
    hidden = {"camouflaged": True, "command": "smoke", "commanded": 2}
    state = duel({"accuracy": 6}, "recon-car", hidden)
    found = fired(play(state, SHOT, (12, 11), (1, 1)))
    assert (found.needed, found.hits, found.dice) == (11, 2, (12, 11))
    state = duel({"accuracy": 6}, "recon-car", hidden)
    assert fired(play(state, SHOT, (12, 10), (1,))).hits == 1


@rule("PK-49", "PK-50")
def test_y5_twelves_go_on() -> None:
    """Y5."""
    state = duel({"accuracy": 5})
    found = fired(play(state, SHOT, (12, 12, 3), (1, 1)))
    assert (found.hits, found.dice) == (2, (12, 12, 3))


@rule("PK-40", "PK-50", "PK-R17")
def test_more_than_12_needed_still_hits_with_a_12() -> None:
    state = duel({"accuracy": 12}, "recon-car")
    found = fired(play(state, SHOT, (12, 11), (1,)))
    assert (found.needed, found.hits) == (12, 1)


@rule("PK-56", "PK-R28")
@pytest.mark.parametrize(("own", "mount", "needed"), [(0, 0, 9), (1, 0, 8), (2, 1, 7), (1, 2, 7), (3, 3, 6), (5, 0, 6)])
def test_the_greater_of_fast_and_fast_mount_counts_and_never_helps_beyond(own: int, mount: int, needed: int) -> None:
    chart = altered("super-heavy", fast=own)
    state = duel({"accuracy": 6, "fast_mount": mount}, "fighter", chart=chart)
    assert fired(play(state, SHOT, (1,))).needed == needed


@rule("PK-55", "PK-81", "PK-R33")
def test_a_wreck_is_not_fast() -> None:
    state = duel({"accuracy": 6}, "recon-car", {"wreck": True, "hp": 0})
    assert fired(play(state, SHOT, (5,))).needed == 6


@rule("PK-111", "PK-R11")
@pytest.mark.parametrize(("x", "needed"), [(60 + 1.5 + 2, 7), (60 + 1.5 + 2.001, 6)])
def test_smoke_hides_who_is_within_2_cm(x: float, needed: int) -> None:
    """PK-R11: the gap between the bases; of the smoke of friend or foe."""
    for other in (red, blue):
        # the infantry's base ends 1 cm left of its middle, the tank's 1.5 cm right of its own
        smoking = other("infantry", x + 1, 40, command="smoke", commanded=3)
        state = phase(
            red("super-heavy", 40, 40, 90),
            blue("medium-tank", 60, 40, 270),
            smoking,
            chart=armed("super-heavy", {"accuracy": 6}),
        )
        assert fired(play(state, SHOT, (1,))).needed == needed


@rule("PK-111", "PK-R17")
def test_two_smokes_count_once() -> None:
    smoke: dict[str, Any] = {"command": "smoke", "commanded": 3}
    state = phase(
        red("medium-tank", 40, 40, 90),
        blue("medium-tank", 60, 40, 270, **smoke),
        blue("infantry", 60, 43, **smoke),
    )
    assert fired(play(state, SHOT, (1,))).needed == 6


@rule("PK-121", "PK-R40")
def test_ones_are_rolled_again_beside_a_crate_once() -> None:
    """Each die that shows a 1 is rolled again once; a die that a 12 of these brings is a die of its own, and so on."""
    gun = {"attacks": 3, "accuracy": 6}
    state = duel(gun, crates=[(40, 43.25, 0)])
    found = fired(play(state, SHOT, (1, 12, 7, 1), (1, 12), (1,), (6,), (1, 1, 1, 1)))
    assert (found.dice, found.hits) == ((1, 12, 7, 1, 1, 12, 1, 6), 4)
    state = duel(gun, crates=[(40, 44.251, 0)])
    assert fired(play(state, SHOT, (1, 2, 1))).hits == 0


@rule("PK-121", "PK-R40")
def test_a_one_that_would_hit_is_rolled_again_too_and_cannot_lose_by_it() -> None:
    state = duel({"accuracy": 1}, crates=[(40, 43, 0)])
    assert fired(play(state, SHOT, (1,), (1,), (1,))).hits == 1
    state = duel({"accuracy": 1}, crates=[(40, 43, 0)])
    assert fired(play(state, SHOT, (1,), (12,), (2,), (1, 1))).hits == 2


@rule("PK-118")
def test_penetrating_ammo() -> None:
    state = duel({"penetration": 5}, shooter={"command": "penetration", "commanded": 3})
    events = play(state, SHOT, (6,), (4,))
    assert isinstance(events[1], Damaged)
    assert (events[1].penetration, events[1].needed) == (7, 5)
    state = duel({"penetration": 5}, shooter={"command": "penetration", "commanded": 1})
    assert shooting.penetration_of(state, 0, state.weapon(0, 0)) == 5


# All weapons, one target each


@rule("PK-26", "PK-34")
def test_each_weapon_fires_once_at_one_target() -> None:
    state = phase(red("medium-tank", 40, 40, 90), blue("medium-tank", 55, 40, 270), blue("infantry", 55, 43))
    play(state, Fire(0, 0, 1), (4,))
    refused(state, Fire(0, 0, 2), "PK-26", "has fired its 75 mm gun")
    play(state, Fire(0, 1, 2), (1, 2, 3))
    assert shooting.shots(state, 0) == []


@rule("PK-117", "PK-R38")
def test_extra_ammo_is_a_second_round_at_any_target() -> None:
    extra = {"command": "ammunition", "commanded": 3}
    state = phase(red("medium-tank", 40, 40, 90, **extra), blue("medium-tank", 55, 40, 270), blue("infantry", 55, 43))
    play(state, Fire(0, 0, 1), (4,))
    play(state, Fire(0, 0, 2), (4,))
    refused(state, Fire(0, 0, 1), "PK-117", "has fired")


@rule("PK-26")
def test_weapons_that_are_not_there() -> None:
    state = phase(red("medium-tank", 40, 40, 90), blue("medium-tank", 55, 40), red("supply-truck", 40, 50))
    refused(state, Fire(0, 2, 1), "PK-26", "no weapon 2", "the last is 1")
    refused(state, Fire(2, 0, 1), "PK-26", "there are none")
    refused(state, Fire(9, 0, 1), "PK-26", "no unit 9")
    refused(state, Fire(1, 0, 0), "PK-25", "Red's units")
    refused(state, Fire(0, 0, 77), "PK-36", "no unit 77")


@rule("PK-25")
def test_nobody_shoots_before_the_movement_is_over() -> None:
    state = phase(red("medium-tank", 40, 40, 90), blue("medium-tank", 55, 40), phase=Phase.MOVEMENT)
    refused(state, SHOT, "PK-25", "Red has not ended its movement yet")
    assert shooting.shots(state, 0) == []


@rule("PK-27", "PK-R45")
def test_the_four_classes_have_orders_of_their_own() -> None:
    state = phase(
        red("howitzer", 40, 40, 90), blue("medium-tank", 55, 40), red("bomber", 30, 30, 90), red("minelayer", 20, 20)
    )
    refused(state, Fire(0, 0, 1), "PK-41", "artillery")
    refused(state, Fire(2, 0, 1), "PK-45", "bomb")
    refused(state, Fire(3, 0, 1), "PK-64", "plant or defuse")
    refused(state, Shell(2, 1, 0, 0), "PK-41")
    refused(state, Bomb(0, 0, 0), "PK-45")


# Who may be shot at


@rule("PK-36", "PK-37", "PK-R15")
def test_heavy_weapons_fire_at_the_ground_only() -> None:
    """PK-R15: ships, hover units and wrecks are on the ground."""
    state = phase(
        red("medium-tank", 40, 40, 90), blue("fighter", 50, 40), blue("helicopter", 50, 50), blue("hover-tank", 50, 30)
    )
    refused(state, Fire(0, 0, 1), "PK-37", "flies")
    refused(state, Fire(0, 0, 2), "PK-37")
    assert allows(state, Fire(0, 0, 3))
    assert allows(state, Fire(0, 1, 1))
    state = phase(red("medium-tank", 40, 40, 90), blue("destroyer", 50, 40), table=field(lake(45, 0, 50, 80)))
    assert allows(state, SHOT)


@rule("PK-36")
def test_neither_friends_nor_who_is_off_the_table() -> None:
    state = phase(red("medium-tank", 40, 40, 90), red("light-tank", 50, 40), blue("fighter", 55, 40, where=Where.AWAY))
    refused(state, Fire(0, 0, 1), "PK-R62", "Red's own")
    refused(state, Fire(0, 0, 2), "PK-R7", "off the table")
    change(state, 0, where=Where.AWAY)
    refused(state, Fire(0, 0, 1), "PK-R7", "off the table")
    change(state, 0, where=Where.TABLE, wreck=True)
    refused(state, Fire(0, 0, 1), "PK-78", "a wreck")


@rule("PK-20", "PK-21", "PK-54", "PK-59", "PK-R9")
def test_y13_guns_and_depth_charges() -> None:
    """Y13, PK-R9."""
    water = field(lake(0, 0, 120, 80))
    ships = [red("destroyer", 40, 40, 0), blue("submarine", 48, 46, 0, dived=True), blue("destroyer", 100, 40)]
    state = phase(*ships, table=water)
    refused(state, Fire(0, 0, 1), "PK-21", "dived")
    assert allows(state, Fire(0, 3, 1))
    change(state, 1, dived=False)
    assert allows(state, Fire(0, 0, 1))
    refused(state, Fire(0, 3, 1), "PK-54", "no dived submarine")
    change(state, 1, dived=True, side=BLUE)
    state.side = BLUE
    refused(state, Fire(1, 1, 0), "PK-20", "dived")


@rule("PK-62")
def test_ships_only() -> None:
    water = field(lake(0, 0, 120, 60))
    units = [
        red("submarine", 40, 40, 90),
        blue("patrol-ship", 60, 40),
        blue("submarine", 60, 43),
        blue("medium-tank", 60, 37),
    ]
    state = phase(*units, table=water)
    assert allows(state, Fire(0, 0, 1))
    assert allows(state, Fire(0, 0, 2))
    refused(state, Fire(0, 0, 3), "PK-62", "no ship")


# Reload, trenches, repairs by command


@rule("PK-53", "PK-R8", "PK-R29")
def test_reload_needs_a_unit_that_did_not_move() -> None:
    """PK-R8, PK-R29: in its owner's latest movement phase, and before the first one it has not moved."""
    state = phase(red("infantry", 40, 40, 90), blue("medium-tank", 48, 40))
    rocket = Fire(0, 1, 1)
    assert allows(state, rocket)
    change(state, 0, moved=3)
    refused(state, rocket, "PK-53", "AT rocket")
    assert allows(state, Fire(0, 0, 1))
    change(state, 0, moved=1)
    assert allows(state, rocket)


@rule("PK-23", "PK-R10")
def test_who_digs_does_not_shoot() -> None:
    state = phase(red("infantry", 40, 40, 90, digging=3), blue("medium-tank", 48, 40))
    refused(state, SHOT, "PK-23", "digs")
    change(state, 0, digging=1)
    assert allows(state, SHOT)


@rule("PK-115", "PK-R50")
def test_who_is_repaired_by_command_does_not_shoot() -> None:
    state = phase(red("infantry", 40, 40, 90, command="repair", commanded=3), blue("medium-tank", 48, 40))
    refused(state, SHOT, "PK-115", "repaired")


@rule("PK-114", "PK-R36")
def test_shooting_ends_a_dummy() -> None:
    state = phase(red("medium-tank", 40, 40, 90, dummy=True), blue("medium-tank", 55, 40, 270))
    play(state, SHOT, (4,))
    assert not state.units[0].dummy


@rule("PK-99", "PK-R44")
def test_the_attacker_of_an_encirclement_only_moves_in_his_first_turn() -> None:
    units = [red("infantry", 60, 60), blue("medium-tank", 60, 30)]
    more: dict[str, Any] = {"campaign": "encircled", "side": BLUE, "turn": 2, "relief": {"medium-tank": 1}}
    state = battle(units, phase=Phase.SHOOTING, silent_start=True, **more)
    refused(state, Fire(1, 0, 0), "PK-R44", "movement only")
    assert allows(battle(units, phase=Phase.SHOOTING, dug_in=True, **more), Fire(1, 0, 0))
    state.turn = 4
    assert allows(state, Fire(1, 0, 0))


# Repair


@rule("PK-63", "PK-R30")
def test_each_hit_restores_a_hit_point_up_to_the_full_number() -> None:
    """PK-R30: with twelves, and never above full."""
    state = phase(red("repair-vehicle", 40, 40), red("medium-tank", 43, 40, hp=1, camouflaged=True))
    events = play(state, SHOT, (6, 5))
    assert events == (Repaired(0, 0, 1, 6, (6, 5), 1),)
    assert state.units[1].hp == 2
    state.turn = 5
    events = play(state, SHOT, (12, 12, 12, 6, 5))
    assert state.units[1].hp == 4
    assert isinstance(events[0], Repaired)
    assert events[0].hp == 2


@rule("PK-63", "PK-R30", "PK-R63")
def test_who_can_be_repaired() -> None:
    state = phase(
        red("repair-vehicle", 40, 40, hp=1),
        red("medium-tank", 43, 40, hp=1, wreck=True),
        red("medium-tank", 40, 44),
        blue("medium-tank", 37, 40, hp=1),
        red("medium-tank", 40, 47, hp=1),
        red("submarine", 40, 36, hp=1, dived=True),
    )
    refused(state, Fire(0, 0, 0), "PK-R30", "itself")
    refused(state, Fire(0, 0, 1), "PK-R30", "wreck")
    refused(state, Fire(0, 0, 2), "PK-R63", "all of its 4")
    refused(state, Fire(0, 0, 3), "PK-63", "enemy")
    refused(state, Fire(0, 0, 4), "PK-29", "7 cm", "6 cm")
    refused(state, Fire(0, 0, 5), "PK-R63", "dived")


@rule("PK-63", "PK-R30")
def test_aim_and_crates_do_nothing_to_a_repair() -> None:
    aim: dict[str, Any] = {"command": "aim", "commanded": 3}
    state = phase(red("repair-vehicle", 40, 40, **aim), red("medium-tank", 43, 40, hp=1), crates=[(40, 43, 0)])
    events = play(state, SHOT, (1, 5))
    assert isinstance(events[0], Repaired)
    assert (events[0].needed, events[0].hp) == (6, 0)


# What follows


@rule("PK-77", "PK-87")
def test_the_last_enemy_destroyed_ends_the_game() -> None:
    state = battle([red("medium-tank", 40, 40, 90), blue("infantry", 60, 40, 270, hp=1)], phase=Phase.SHOOTING)
    events = play(state, SHOT, (5,), (3, 1))
    assert isinstance(events[-1], GameEnded)


@rule("PK-26", "PK-36")
def test_all_shots_that_are_listed_are_legal_and_all_others_are_not() -> None:
    water = field(lake(60, 0, 60, 80))
    units = [
        red("medium-tank", 40, 40, 90),
        red("destroyer", 70, 20, 180),
        red("repair-vehicle", 40, 45),
        red("fighter", 55, 60, 0),
        blue("infantry", 50, 40, hp=2),
        blue("submarine", 66, 30, dived=True),
        blue("fighter", 50, 30),
        blue("light-tank", 45, 47, wreck=True, hp=0),
        red("infantry", 42, 47, hp=1),
    ]
    state = phase(*units, table=water, crates=[(36, 36, 0)])
    for unit in range(4):
        listed = set(shooting.shots(state, unit))
        assert listed
        for weapon in range(len(state.type(unit).weapon)):
            for target in range(len(state.units)):
                assert allows(state, Fire(unit, weapon, target)) == (Fire(unit, weapon, target) in listed)
            assert allows(state, FireAtCrate(unit, weapon, 0)) == (FireAtCrate(unit, weapon, 0) in listed)
