"""Water: who swims, who sails, who is slowed by it, bridges over it, and submarines that dive."""

import pytest

from hulldown.rulebooks.panzerkampf import driving, ground
from hulldown.rulebooks.panzerkampf.events import Dived, Moved, Surfaced
from hulldown.rulebooks.panzerkampf.orders import Dive, Surface
from hulldown.rulebooks.panzerkampf.state import State
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    allows,
    altered,
    battle,
    blue,
    bridge,
    change,
    cm,
    ditch,
    field,
    house,
    lake,
    marsh,
    move,
    play,
    red,
    refused,
    where,
)

SHORE = field(lake(30, 0, 60, 80))
SEA = field(lake(0, 0, 120, 80))


def taken(state: State, *stretches: tuple[int, float]) -> float:
    """What a move takes of MOV, in centimetres."""
    (moved,) = play(state, move(0, *stretches))
    assert isinstance(moved, Moved)
    return moved.cost / 1000


@rule("PK-16")
def test_only_who_swims_enters_water() -> None:
    at = battle([red("medium-tank", 20, 40, 90)], table=SHORE)
    assert refused(at, move(0, (0, 10)), "PK-16", "8.5 of 10 cm", "the lake is water").nearest == move(0, (0, 8.5))
    assert allows(battle([red("apc", 20, 40, 90)], table=SHORE), move(0, (0, 15)))
    walker = battle([red("walker", 20, 40, 90)], table=SHORE)
    refused(walker, move(0, (0, 10)), "PK-16", "9 of 10 cm")


@rule("PK-17")
def test_a_swimmer_pays_double_on_water() -> None:
    at = battle([red("apc", 20, 40, 90)], table=SHORE)
    assert refused(at, move(0, (0, 18)), "PK-17", "26 cm", "24 of 24 cm").nearest == move(0, (0, 17))
    assert taken(at, (0, 15)) == 20
    at = battle([red("apc", 20, 40, 90)], table=SHORE, changed={"swimming": 3})
    assert taken(at, (0, 14)) == 22
    at = battle([red("apc", 20, 40, 90)], table=SHORE, changed={"slow": 5, "swimming": 1})
    assert taken(at, (0, 24)) == 24


@rule("PK-11", "PK-16", "PK-17", "PK-R5")
def test_a_swimming_walker_is_not_slowed() -> None:
    at = battle([red("walker", 20, 40, 90)], table=SHORE, chart=altered("walker", swim=True))
    assert taken(at, (0, 14)) == 14


@rule("PK-17", "PK-R4", "PK-R52")
def test_a_marsh_in_a_lake_slows_a_swimmer_once_and_by_what_is_dearer() -> None:
    """From 28 to 34 cm: 2 cm of marsh on land, 2 cm of both, 2 cm of water alone."""
    table = field(lake(30, 0, 60, 80), marsh(28, 0, 4, 80))
    at = battle([red("apc", 26, 40, 90)], table=table)
    assert taken(at, (0, 8)) == 2 + 2 * 6
    at = battle([red("apc", 26, 40, 90)], table=table, changed={"swimming": 3})
    assert taken(at, (0, 8)) == 2 + 2 * 2 + 3 * 4


@rule("PK-07", "PK-08", "PK-18", "PK-R52")
def test_whatever_lies_on_the_water_counts_for_ships_too() -> None:
    at = battle([red("patrol-ship", 40, 40, 90)], table=field(lake(0, 0, 120, 80), ditch(50, 30, 5, 20)))
    refused(at, move(0, (0, 10)), "PK-07", "8 of 10 cm", "ditch")
    at = battle([red("patrol-ship", 40, 40, 90)], table=field(lake(0, 0, 120, 80), marsh(45, 30, 5, 20)))
    assert taken(at, (0, 10)) == 15
    refused(battle([red("patrol-ship", 40, 40, 90)], table=at.table), move(0, (0, 24)), "PK-08", "29 cm")


@rule("PK-13")
def test_a_hover_unit_crosses_water_at_the_usual_cost() -> None:
    assert taken(battle([red("hover-tank", 20, 40, 90)], table=SHORE), (0, 26)) == 26


@rule("PK-18")
def test_ships_and_submarines_stay_on_water_and_are_not_slowed() -> None:
    for kind, far in (("patrol-ship", 24), ("submarine", 14)):
        at = battle([red(kind, 60, 40, 90)], table=SHORE)
        assert taken(at, (0, far)) == far
        at = battle([red(kind, 40, 40, 270)], table=SHORE)
        refused(at, move(0, (0, 14)), "PK-R5", "no water there")
    at = battle([red("destroyer", 10, 40, 270)], table=SEA)
    refused(at, move(0, (0, 20)), "PK-R3", "6.5 of 20 cm", "the table ends")


@rule("PK-16", "PK-18", "PK-68", "PK-R5", "PK-R32")
def test_a_bridge_makes_land_of_water() -> None:
    """PK-R5, PK-R32: of the table or laid; one does not turn off it, and ships do not pass under it."""
    over = field(lake(30, 0, 10, 80), bridge(28, 37, 14, 5))
    at = battle([red("medium-tank", 20, 40, 90), red("patrol-ship", 35, 60, 0)], table=over)
    refused(at, move(1, (0, 24)), "PK-R5", "no water there")
    assert taken(at, (0, 15)) == 15
    at.turn += 2
    refused(at, move(0, (90, 5)), "PK-R32", "the bridge ends there")
    assert taken(at, (0, 18)) == 18
    assert where(at, 0) == (53, 40, 90)
    river = field(lake(30, 0, 5, 80))
    at = battle([red("medium-tank", 20, 40, 90)], table=river)
    assert not allows(at, move(0, (0, 18)))
    at = battle([red("medium-tank", 20, 40, 90)], table=river, bridges=[(32.5, 40, 90)])
    assert taken(at, (0, 18)) == 18


@rule("PK-07", "PK-68", "PK-R32")
def test_a_laid_bridge_spans_a_ditch_and_no_house() -> None:
    for thing, free in ((ditch, True), (house, False)):
        table = field(thing(30, 20, 5, 40))
        at = battle([red("medium-tank", 20, 40, 90)], table=table, bridges=[(32.5, 40, 90)])
        assert allows(at, move(0, (0, 18))) is free


@rule("PK-16", "PK-R33")
def test_what_is_afloat() -> None:
    """PK-R33: by the middle of the base; on a bridge one stands on land."""
    at = battle([red("apc", 20, 40)], table=field(lake(30, 0, 10, 80), bridge(28, 37, 14, 5)))
    assert [ground.afloat(at.ground, *cm(x, y)) for x, y in ((35, 20), (35, 40), (20, 40))] == [True, False, False]


# Submarines


def sea(*others: object, **fields: object) -> State:
    return battle([red("submarine", 60, 40, 90, **fields), *others], table=SEA)  # type: ignore[list-item]


@rule("PK-19", "PK-R9")
def test_a_submarine_decides_before_it_moves() -> None:
    """PK-R9: and keeps to it until its owner's next movement phase."""
    at = sea()
    refused(at, Surface(0), "PK-19", "on the surface already")
    assert play(at, Dive(0)) == (Dived(0),)
    assert at.units[0].dived
    assert (at.units[0].moved, at.units[0].done) == (0, 0)  # no movement
    refused(at, Surface(0), "PK-R9", "has decided in this turn")
    refused(at, Dive(0), "PK-R9", "has decided in this turn")
    play(at, move(0, (0, 5)))
    assert at.units[0].dived
    at.turn += 2
    refused(at, Dive(0), "PK-19", "is dived already")
    assert play(at, Surface(0)) == (Surfaced(0),)
    play(at, move(0, (0, 5)))
    at.turn += 2
    play(at, move(0, (0, 5)))
    refused(at, Dive(0), "PK-03", "has moved")


@rule("PK-19", "PK-21", "PK-R3")
def test_a_dived_submarine_passes_under_bases_and_does_not_end_there() -> None:
    at = sea(blue("patrol-ship", 67, 40, 0), dived=True)
    assert allows(at, move(0, (0, 14)))
    refusal = refused(at, move(0, (0, 9)), "PK-R3", "cannot end under Blue Patrol ship 1")
    assert refusal.nearest == move(0, (0, 3.75))
    change(at, 0, dived=False)
    refused(at, move(0, (0, 14)), "PK-R3", "3.75 of 14 cm", "Blue Patrol ship 1")


@rule("PK-18", "PK-21", "PK-R9")
def test_a_dived_submarine_is_in_nobodys_way() -> None:
    """PK-R9: ships may stop above it."""
    at = battle([red("destroyer", 40, 40, 90), blue("submarine", 50, 40, 0, dived=True)], table=SEA)
    assert allows(at, move(0, (0, 10)))
    change(at, 1, dived=False)
    refused(at, move(0, (0, 10)), "PK-R3", "5.75 of 10 cm")
    lake_side = battle([red("submarine", 40, 40, 270, dived=True)], table=SHORE)
    refused(lake_side, move(0, (0, 14)), "PK-R5", "7.5 of 14 cm")


@rule("PK-19", "PK-R9")
def test_what_lies_under_a_base_stays_dived() -> None:
    at = sea(blue("patrol-ship", 60, 40, 0), dived=True)
    refused(at, Surface(0), "PK-R9", "stays dived", "Blue Patrol ship 1 lies over it")
    play(at, move(0, (0, 10)))
    change(at, 0, x=cm(75))
    at.turn += 2
    assert allows(at, Surface(0))
    at = sea(blue("helicopter", 60, 40, 0), dived=True)
    assert allows(at, Surface(0))


@rule("PK-18", "PK-19")
@pytest.mark.parametrize("dived", [True, False])
def test_submarines_have_moves(dived: bool) -> None:
    at = sea(blue("destroyer", 66, 40, 0), dived=dived)
    ahead = [order for order in driving.moves(at, 0) if order.path == ((0, cm(14)),)]
    assert bool(ahead) is dived
    assert all(allows(at, order) for order in driving.moves(at, 0))
