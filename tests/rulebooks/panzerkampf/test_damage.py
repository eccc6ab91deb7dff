"""Armour, wounds, wrecks and dummies: the ledger's cases X3, X9, Y10, Y11, Y15, Y16, Y18, and our own."""

import pytest

from hulldown.kernel.dice import ScriptedDice
from hulldown.rulebooks.panzerkampf import damage
from hulldown.rulebooks.panzerkampf.changes import CHANGES
from hulldown.rulebooks.panzerkampf.damage import armour_of, part_of
from hulldown.rulebooks.panzerkampf.events import CrateHit, Damaged, Destroyed, Event, Part, Wrecked
from hulldown.rulebooks.panzerkampf.orders import Fire, FireAtCrate
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import armed, battle, blue, field, lake, play, red, refused


def strike(
    state: State, unit: int, hits: int, dmg: int, pen: int, *rolls: tuple[int, ...], part: Part = Part.FRONT
) -> list[Event]:
    dice, events = ScriptedDice(rolls), []
    for event in damage.strike(state, unit, hits, dmg, pen, part, dice):
        CHANGES[type(event)](state, event)
        events.append(event)
    dice.done()
    return events


def damaged(events: list[Event]) -> Damaged:
    found = events[0]
    assert isinstance(found, Damaged)
    return found


def tank(**fields: object) -> State:
    return battle([blue("medium-tank", 40, 40, 0, **fields), red("medium-tank", 60, 40)], phase=Phase.SHOOTING)


# Armour tests


@rule("PK-70", "PK-75", "PK-80", "PK-R25")
def test_y10_more_wounds_than_hit_points_explode() -> None:
    """Y10, PK-R25: all hits of a weapon are rolled before anyone looks."""
    state = tank()
    events = strike(state, 0, 2, 3, 7, (5, 9, 4, 6, 11, 8))
    found = damaged(events)
    assert (found.armour, found.needed, found.wounds, found.hp) == (12, 5, 5, -1)
    assert events[1:] == [Destroyed(0, exploded=True)]
    assert state.units[0].where is Where.GONE


@rule("PK-77", "PK-78", "PK-81", "PK-R33")
def test_y11_exactly_0_is_a_wreck_and_the_next_wound_removes_it() -> None:
    """Y11, PK-R33."""
    state = tank(dug_in=True, camouflaged=True)
    events = strike(state, 0, 2, 3, 8, (5, 9, 4, 6, 11, 2), part=Part.FRONT)
    assert (damaged(events).armour, damaged(events).hp) == (13, 0)
    assert events[1:] == [Wrecked(0)]
    piece = state.units[0]
    assert (piece.wreck, piece.where, piece.dug_in, piece.camouflaged) == (True, Where.TABLE, False, False)
    assert armour_of(state, 0, Part.FRONT) == 12
    assert len(strike(state, 0, 1, 1, 5, (6,))) == 1
    assert strike(state, 0, 1, 1, 5, (7,))[1:] == [Destroyed(0, exploded=True)]
    assert state.units[0].where is Where.GONE


@rule("PK-76")
def test_x3_one_or_less_needed_is_an_automatic_wound() -> None:
    """X3: and a 12 still brings another die."""
    state = battle([blue("infantry", 40, 40), red("medium-tank", 60, 40)])
    assert damaged(strike(state, 0, 2, 1, 7, (1, 1))).wounds == 2
    state = tank()
    found = damaged(strike(state, 0, 1, 2, 12, (1, 12, 1)))
    assert (found.needed, found.wounds) == (0, 3)


@rule("PK-52", "PK-R18")
def test_a_12_brings_another_damage_die_again_and_again() -> None:
    """PK-R18: the further die is tested too."""
    state = tank()
    found = damaged(strike(state, 0, 1, 1, 7, (12, 12, 4)))
    assert (found.dice, found.wounds) == ((12, 12, 4), 2)


@rule("PK-75", "PK-R19")
def test_a_natural_12_passes_whatever_is_needed() -> None:
    state = battle([blue("super-heavy", 40, 40), red("medium-tank", 60, 40)])
    found = damaged(strike(state, 0, 1, 3, 0, (11, 11, 12, 3)))
    assert (found.needed, found.wounds) == (15, 1)


@rule("PK-75")
def test_armour_less_penetration_exactly_wounds() -> None:
    state = tank()
    assert damaged(strike(state, 0, 1, 2, 5, (6, 7))).wounds == 1


# The part that is struck


@rule("PK-71", "PK-R26")
def test_y15_limits_belong_to_the_defender() -> None:
    """Y15, PK-R26: exactly 45° is the front, exactly 135° the side."""
    gun = {"damage": 1}
    for x, y, part in (
        (40, 30, Part.FRONT),
        (50, 30, Part.FRONT),
        (50.001, 30, Part.SIDE),
        (30, 30, Part.FRONT),
        (50, 40, Part.SIDE),
        (50, 50, Part.SIDE),
        (50, 50.001, Part.BACK),
        (30, 50, Part.SIDE),
        (40, 50, Part.BACK),
    ):
        state = battle([red("medium-tank", x, y), blue("medium-tank", 40, 40, 0)], chart=armed("medium-tank", gun))
        assert part_of(state, 0, 1, state.weapon(0, 0)) is part, (x, y)


@rule("PK-71")
def test_the_angles_are_measured_from_where_the_target_looks() -> None:
    for heading, part in ((0, Part.SIDE), (90, Part.FRONT), (180, Part.SIDE), (270, Part.BACK), (46, Part.FRONT)):
        state = battle([red("medium-tank", 50, 40), blue("medium-tank", 40, 40, heading)])
        assert part_of(state, 0, 1, state.weapon(0, 0)) is part


@rule("PK-73", "PK-74", "PK-R27")
@pytest.mark.parametrize(
    ("shooter", "target", "part"),
    [
        ("light-tank", "fighter", Part.BOTTOM),
        ("patrol-ship", "fighter", Part.BOTTOM),
        ("light-tank", "helicopter", Part.SIDE),
        ("helicopter", "medium-tank", Part.SIDE),
        ("helicopter", "fighter", Part.SIDE),
        ("fighter", "medium-tank", Part.TOP),
        ("fighter", "fighter", Part.TOP),
        ("fighter", "helicopter", Part.TOP),
    ],
)
def test_y18_air_and_ground(shooter: str, target: str, part: Part) -> None:
    """Y18, PK-R27."""
    state = battle([red(shooter, 50, 40), blue(target, 40, 40, 0)])
    assert part_of(state, 0, 1, state.weapon(0, 0)) is part


@rule("PK-72", "PK-R24")
def test_artillery_strikes_the_top_and_so_do_bombs_of_a_helicopter() -> None:
    state = battle([red("howitzer", 50, 40), blue("medium-tank", 40, 40)])
    assert part_of(state, 0, 1, state.weapon(0, 0)) is Part.TOP
    chart = armed("helicopter", {"kind": "bomb", "range": 0, "angle": 0})
    state = battle([red("helicopter", 50, 40), blue("medium-tank", 40, 40)], chart=chart)
    assert part_of(state, 0, 1, state.weapon(0, 0)) is Part.TOP


@rule("PK-59", "PK-71", "PK-R27")
def test_depth_charges_go_by_the_arc() -> None:
    state = battle(
        [red("destroyer", 50, 40), blue("submarine", 40, 40, 0, dived=True)], table=field(lake(0, 0, 120, 80))
    )
    assert part_of(state, 0, 1, state.weapon(0, 3)) is Part.SIDE


@rule("PK-24", "PK-112", "PK-R10")
def test_a_trench_adds_to_the_front_alone() -> None:
    state = battle([blue("infantry", 40, 40, dug_in=True), blue("medium-tank", 50, 40, dug_in=True)])
    assert [armour_of(state, 0, part) for part in Part] == [9, 8, 8, 7, 10]
    assert [armour_of(state, 1, part) for part in Part] == [13, 10, 9, 8, 12]


@rule("PK-112")
def test_entrench_has_a_figure_of_its_own() -> None:
    state = battle([blue("medium-tank", 40, 40, dug_in=True)], changed={"entrench": 3, "trench": 2})
    assert armour_of(state, 0, Part.FRONT) == 15


# What is left


@rule("PK-78", "PK-R33")
def test_who_leaves_a_wreck() -> None:
    kinds = {"medium-tank": True, "infantry": True, "walker": True, "hover-tank": True, "fighter": False}
    kinds |= {"helicopter": False, "destroyer": False, "submarine": False}
    for kind, leaves in kinds.items():
        state = battle([blue(kind, 40, 40, hp=1), red("medium-tank", 60, 40)])
        end = strike(state, 0, 1, 1, 20, (5,))[-1]
        assert end == (Wrecked(0) if leaves else Destroyed(0, exploded=False)), kind
    state = battle([blue("infantry", 40, 40)], infantry_wrecks=False)
    assert not damage.leaves_wreck(state, 0)


@rule("PK-78", "PK-R33")
def test_what_floats_is_removed_unless_a_bridge_is_under_it() -> None:
    water = field(lake(30, 30, 20, 20))
    for kind in ("apc", "hover-tank"):
        assert not damage.leaves_wreck(battle([blue(kind, 40, 40)], table=water), 0)
        assert damage.leaves_wreck(battle([blue(kind, 20, 40)], table=water), 0)
        assert damage.leaves_wreck(battle([blue(kind, 40, 40)], table=water, bridges=[(40, 40, 0)]), 0)


@rule("PK-80", "PK-R33")
def test_an_explosion_harms_nobody() -> None:
    state = battle([blue("medium-tank", 40, 40), blue("infantry", 42.5, 40), red("medium-tank", 60, 40)])
    strike(state, 0, 5, 1, 11, (5, 5, 5, 5, 5))
    assert state.units[1].hp == 3


# Dummies


@rule("PK-113", "PK-114", "PK-R49")
def test_y16_the_dummy_takes_one_point() -> None:
    """Y16, PK-R49: 9 is real, 4 destroys the dummy, the third is real; a dummy die never brings another."""
    state = tank(dummy=True)
    found = damaged(strike(state, 0, 3, 1, 7, (5, 6, 7), (9,), (4,)))
    assert (found.tests, found.wounds, found.lost, found.hp) == ((9, 4), 3, 2, 2)
    assert not state.units[0].dummy


@rule("PK-113")
def test_a_dummy_that_never_fails_stays() -> None:
    state = tank(dummy=True)
    found = damaged(strike(state, 0, 2, 1, 7, (5, 6), (7,), (12,)))
    assert (found.tests, found.lost) == ((7, 12), 2)
    assert state.units[0].dummy
    assert damaged(strike(state, 0, 1, 1, 7, (4,))).tests == ()
    assert state.units[0].dummy


# The crate


@rule("PK-123", "PK-R51")
@pytest.mark.parametrize(("pen", "die", "left"), [(0, 2, 0), (0, 1, 1), (1, 1, 0)])
def test_x9_the_crate(pen: int, die: int, left: int) -> None:
    """X9, PK-R51: armour 2 and 1 hit point; PEN 1 or more is automatic."""
    chart = armed("medium-tank", {"accuracy": 6, "penetration": pen})
    units = [red("medium-tank", 20, 40), blue("medium-tank", 90, 40)]
    state = battle(units, chart=chart, crates=[(40, 40, 0)], phase=Phase.SHOOTING)
    events = play(state, FireAtCrate(0, 0, 0), (6,), (die,))
    assert events[-1] == CrateHit(0, 2 - pen, (die,), left)
    assert len(state.crates) == left


@rule("PK-123", "PK-R15", "PK-R51")
def test_the_crate_as_a_target() -> None:
    """PK-R15, PK-R51: heavy weapons too; not by weapons for ships or submarines, and not where there is none."""
    units = [red("medium-tank", 20, 40), blue("medium-tank", 90, 40), red("submarine", 20, 30, 90)]
    state = battle(units, crates=[(40, 40, 0)], phase=Phase.SHOOTING)
    events = play(state, FireAtCrate(0, 0, 0), (4,))
    assert len(events) == 1
    refused(state, FireAtCrate(0, 1, 1), "PK-123", "no crate 1", "the last is 0")
    refused(state, FireAtCrate(2, 0, 0), "PK-62", "no ship")


@rule("PK-81", "PK-R62")
def test_wrecks_of_either_side_may_be_shot_at() -> None:
    units = [red("medium-tank", 20, 40), red("light-tank", 30, 40, wreck=True, hp=0), blue("medium-tank", 90, 40)]
    state = battle(units, phase=Phase.SHOOTING)
    events = play(state, Fire(0, 0, 1), (5,), (12, 3, 1))
    assert events[-1] == Destroyed(1, exploded=True)
