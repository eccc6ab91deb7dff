"""Mine fields planted and defused, and bridges."""

from fractions import Fraction
from typing import Any

import pytest

from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerkampf import engineers
from hulldown.rulebooks.panzerkampf.events import BridgeLaid, Defused, GameEnded, Planted
from hulldown.rulebooks.panzerkampf.orders import Defuse, LayBridge, Plant
from hulldown.rulebooks.panzerkampf.state import MineField, Phase, State, Unit, Where, Window
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    allows,
    altered,
    battle,
    blue,
    change,
    cm,
    ditch,
    field,
    hedge,
    house,
    lake,
    marsh,
    play,
    red,
    refused,
)


def phase(*units: Unit, **more: Any) -> State:
    return battle([*units, blue("heavy-tank", 110, 70)], **({"phase": Phase.SHOOTING} | more))


def plant(x: float, y: float) -> Plant:
    return Plant(0, 0, *cm(x, y))


# Mines


@rule("PK-64", "PK-65", "PK-R31", "PK-R49")
def test_one_success_plants_the_field() -> None:
    state = phase(red("minelayer", 40, 40))
    assert play(state, plant(45, 40), (5, 6)) == (Planted(0, 0, cm(45), cm(40), 6, (5, 6), True),)
    assert state.mines == (MineField(0, *cm(45, 40)),)


@rule("PK-64")
def test_without_a_success_nothing_lies_and_the_tool_is_used() -> None:
    state = phase(red("minelayer", 40, 40))
    assert play(state, plant(45, 40), (5, 1)) == (Planted(0, 0, cm(45), cm(40), 6, (5, 1), False),)
    assert state.mines == ()
    refused(state, plant(45, 40), "PK-26", "has fired")


@rule("PK-64", "PK-R31")
def test_a_minelayer_has_one_field_at_a_time() -> None:
    """PK-R31: another one's field is no hindrance."""
    state = phase(red("minelayer", 40, 40), red("minelayer", 60, 40), mines=[(0, 20, 20)])
    refused(state, plant(45, 40), "PK-R31", "already")
    assert allows(state, Plant(1, 0, *cm(65, 40)))


@rule("PK-64", "PK-29", "PK-R31")
def test_the_middle_of_the_field_is_in_range() -> None:
    state = phase(red("minelayer", 40, 40))
    assert allows(state, plant(46, 40))
    assert refused(state, plant(46.001, 40), "PK-29", "6.01 cm", "6 cm").nearest == plant(46, 40)
    narrow = phase(red("minelayer", 40, 40, 90), chart=altered("minelayer", 0, angle=30))
    assert allows(narrow, plant(45, 40))
    refused(narrow, plant(35, 40), "PK-30", "180°")


@rule("PK-65", "PK-R31")
def test_a_field_lies_on_land_and_over_nothing() -> None:
    """PK-R31: touching is allowed."""
    table = field(lake(44, 0, 10, 36), ditch(44, 44, 10, 10), marsh(0, 0, 30, 80))
    state = phase(red("minelayer", 40, 40), blue("infantry", 37, 45), table=table, mines=[(9, 40, 32)])
    refused(state, plant(44, 37), "PK-R31", "4 × 4 cm", "land")
    refused(state, plant(44, 43), "PK-R31", "land")
    assert allows(state, plant(46, 40))
    refused(state, plant(42.5, 40), "PK-R31", "Minelayer 1")
    refused(state, plant(39, 45), "PK-R31", "Infantry platoon 1")
    refused(state, plant(40, 35.9), "PK-R31")
    refused(phase(red("minelayer", 3, 40, 0)), plant(1.5, 44), "PK-R31", "land")
    state = phase(red("minelayer", 40, 40), mines=[(9, 40, 32)])
    refused(state, plant(42, 35), "PK-R31", "another")


@rule("PK-64", "PK-R31")
def test_one_success_defuses_a_field_of_either_side() -> None:
    """PK-R31: its middle is in range, all round."""
    for owner in (0, 1):
        state = phase(red("minelayer", 40, 40), blue("minelayer", 60, 40), mines=[(1, 10, 10), (owner, 40, 46)])
        assert play(state, Defuse(0, 0, 1), (12, 1, 1)) == (Defused(0, 0, 1, 6, (12, 1, 1), True),)
        assert state.mines == (MineField(1, *cm(10, 10)),)
    state = phase(red("minelayer", 40, 40), mines=[(0, 40, 46.001)])
    refused(state, Defuse(0, 0, 0), "PK-29", "6.01 cm", "6 cm")
    refused(state, Defuse(0, 0, 1), "PK-64", "no mine field 1", "the last is 0")
    refused(phase(red("minelayer", 40, 40)), Defuse(0, 0, 0), "PK-64", "none")
    play(state := phase(red("minelayer", 40, 40), mines=[(0, 40, 45)]), Defuse(0, 0, 0), (5, 5))
    assert len(state.mines) == 1


@rule("PK-64", "PK-R30")
def test_aim_and_crates_do_nothing_to_mine_rolls() -> None:
    state = phase(red("minelayer", 40, 40, command="aim", commanded=3), crates=[(40, 43, 0)])
    found = play(state, plant(45, 40), (1, 5))[0]
    assert isinstance(found, Planted)
    assert (found.needed, found.planted) == (6, False)


@rule("PK-64")
def test_only_tools_for_mines_plant() -> None:
    state = phase(red("medium-tank", 40, 40), red("bridge-layer", 50, 40))
    refused(state, plant(45, 40), "PK-64", "75 mm gun")
    refused(state, Plant(1, 0, *cm(55, 40)), "PK-64")
    refused(state, LayBridge(0), "PK-68", "no bridge layer")


@rule("PK-57", "PK-R61")
def test_engineers_never_counter_attack() -> None:
    chart = altered("bridge-layer", 0, altered("minelayer", 0, counter_attack=True), counter_attack=True)
    units = [blue("minelayer", 40, 40), blue("bridge-layer", 60, 40), red("medium-tank", 90, 40)]
    state = battle(units, chart=chart, phase=Phase.COUNTER, window=Window(BLUE, (0, 1)), mines=[(0, 40, 45)])
    refused(state, plant(45, 40), "PK-R61", "mines are no counter-attack")
    refused(state, Defuse(0, 0, 0), "PK-R61")
    refused(state, LayBridge(1), "PK-R61")
    assert engineers.deeds(state, 0) == engineers.deeds(state, 1) == []


# The bridge


@rule("PK-68", "PK-69", "PK-R32")
@pytest.mark.parametrize(("heading", "x", "y"), [(0, 40, 35.75), (90, 44.25, 40), (180, 40, 44.25)])
def test_the_bridge_lies_ahead_of_the_vehicle_for_good(heading: int, x: float, y: float) -> None:
    """PK-R32: its rear end half a centimetre behind the front edge: 1.75 − 0.5 + 3 = 4.25 cm ahead."""
    state = phase(red("bridge-layer", 40, 40, heading), red("medium-tank", 20, 20))
    assert play(state, LayBridge(0)) == (BridgeLaid(0, cm(x), cm(y), heading),)
    assert state.units[0].where is Where.GONE
    (span,) = state.ground.spans
    (left, top), (right, bottom) = min(span.drawn), max(span.drawn)
    assert (right - left, bottom - top) == ((6000, 3000) if heading == 90 else (3000, 6000))
    refused(state, LayBridge(0), "PK-69", "is a bridge now")


@rule("PK-68", "PK-R32", "PK-R64")
def test_a_bridge_lies_over_no_base_and_nothing_that_blocks_sight() -> None:
    state = phase(red("bridge-layer", 40, 40, 90), blue("infantry", 48, 40))
    refused(state, LayBridge(0), "PK-R32", "Infantry platoon 1")
    change(state, 1, x=cm(48.25))
    assert allows(state, LayBridge(0))
    for screen in (house(45, 35, 5, 10), hedge(45, 35, 1, 10)):
        refused(phase(red("bridge-layer", 40, 40, 90), table=field(screen)), LayBridge(0), "PK-R64", screen.kind)
    for open_ground in (lake(43, 30, 5, 20), ditch(43, 30, 4, 20), marsh(43, 30, 9, 9)):
        assert allows(phase(red("bridge-layer", 40, 40, 90), table=field(open_ground)), LayBridge(0))
    refused(phase(red("bridge-layer", 114, 40, 90)), LayBridge(0), "PK-R64", "edge")
    assert allows(phase(red("bridge-layer", 112, 40, 90)), LayBridge(0))


@rule("PK-68", "PK-87")
def test_a_side_whose_last_vehicle_became_a_bridge_has_no_unit_left() -> None:
    state = battle([red("bridge-layer", 40, 40, 90), blue("medium-tank", 90, 40)], phase=Phase.SHOOTING)
    assert isinstance(play(state, LayBridge(0))[-1], GameEnded)


# Beforehand


@rule("PK-64", "PK-68")
def test_deeds_that_are_listed_are_legal() -> None:
    units = red("minelayer", 40, 40), red("bridge-layer", 60, 40), red("medium-tank", 80, 40), red("minelayer", 20, 20)
    state = phase(*units, mines=[(3, 40, 45), (3, 90, 40)])
    laid = engineers.deeds(state, 0)
    assert {type(order) for order in laid} == {Plant, Defuse}
    assert [order for order in laid if isinstance(order, Defuse)] == [Defuse(0, 0, 0)]
    assert all(allows(state, order) for order in laid)
    assert engineers.deeds(state, 1) == [LayBridge(1)]
    assert engineers.deeds(state, 2) == []
    assert not any(isinstance(order, Plant) for order in engineers.deeds(state, 3))


@rule("PK-64")
def test_the_chance_to_plant() -> None:
    """Two dice that need 6: 1 − (5/12)²."""
    state = phase(red("minelayer", 40, 40))
    seen = engineers.preview(state, plant(45, 40))
    assert seen.odds == {"planted": 1 - Fraction(25, 144), "nothing": Fraction(25, 144)}
