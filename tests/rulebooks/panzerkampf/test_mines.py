"""Driving over mine fields: X8, who is struck, where and how often, and an escort that arrives on its way."""

from fractions import Fraction

import pytest

from hulldown.rulebooks.panzerkampf import driving, mines
from hulldown.rulebooks.panzerkampf.events import (
    Damaged,
    Destroyed,
    FieldsRemoved,
    GameEnded,
    MineStruck,
    Moved,
    Part,
    Wrecked,
)
from hulldown.rulebooks.panzerkampf.orders import EndMovement
from hulldown.rulebooks.panzerkampf.state import State, Where
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    altered,
    battle,
    blue,
    change,
    cm,
    field,
    lake,
    move,
    play,
    preview,
    red,
    where,
)

MISSES = (1, 2, 3, 4, 5, 1)
HARMLESS = (1, 1, 1, 1, 1, 1)


def mined(kind: str = "medium-tank", *more: tuple[int, float, float], **options: object) -> State:
    """A unit at 20, 40 that looks right, a friend and an enemy far off, and a mine field from 28 to 32."""
    units = [red(kind, 20, 40, 90), blue("minelayer", 110, 70), red("infantry", 10, 10)]
    return battle(units, mines=[(1, 30, 40), *more], **options)  # type: ignore[arg-type]


@rule("PK-52", "PK-65", "PK-66", "PK-78")
def test_x8_six_hits_on_the_bottom() -> None:
    """PEN 6 against 12: 6 is needed, and the twelve brings another die. Of 4 hit points none is left: a wreck."""
    at = mined()
    events = play(at, move(0, (0, 18)), (6, 5, 12, 3, 8, 1, 7))
    assert events == (
        Moved(0, ((20000, 40000, 90, 6501),), 26501, 40000, 90, 6501, 0),
        MineStruck(0, 0),
        Damaged(0, Part.BOTTOM, 12, 6, 6, (6, 5, 12, 3, 8, 1, 7), 4, (), 4, 0),
        Wrecked(0),
    )
    assert where(at, 0) == (26.501, 40, 90)
    assert at.units[0].wreck


@rule("PK-66", "PK-R31")
def test_a_survivor_drives_on() -> None:
    """PK-R31: the second way has the whole path, so that it can be drawn and flown over."""
    at = mined()
    first, struck, hurt, moved = play(at, move(0, (0, 10), (90, 8)), (6, *MISSES[1:]))
    assert isinstance(first, Moved)
    assert isinstance(hurt, Damaged)
    assert (struck, hurt.hp) == (MineStruck(0, 0), 3)
    assert moved == Moved(0, ((20000, 40000, 90, 10000), (30000, 40000, 180, 8000)), 30000, 48000, 180, 18000, 90)
    assert at.units[0].flown == moved.legs
    assert at.mines[0].struck == (0,)


@rule("PK-80")
def test_who_explodes_on_a_field_leaves_nothing() -> None:
    at = mined()
    *_, hurt, gone = play(at, move(0, (0, 18)), (6, 6, 6, 6, 6, 1))
    assert isinstance(hurt, Damaged)
    assert (hurt.hp, gone, at.units[0].where) == (-1, Destroyed(0, True), Where.GONE)


@rule("PK-65")
def test_a_field_is_four_centimetres_square_and_touching_it_is_nothing() -> None:
    for y, struck in ((43, False), (42.999, True), (37, False), (37.001, True)):
        at = battle([red("medium-tank", 20, y, 90), blue("minelayer", 110, 70)], mines=[(1, 30, 40)])
        events = play(at, move(0, (0, 18)), *[HARMLESS] * struck)
        assert (MineStruck(0, 0) in events) is struck
    at = mined()
    assert len(play(at, move(0, (0, 6.5)))) == 1
    at = mined()
    assert len(play(at, move(0, (0, 6.501)), HARMLESS)) == 3
    at = mined(changed={"mine": {"size": 2000}})
    assert len(play(at, move(0, (0, 7.5)))) == 1


@rule("PK-66", "PK-67")
def test_a_field_strikes_once_and_each_field_for_itself() -> None:
    at = mined("medium-tank", (1, 36, 40), (1, 60, 60))
    events = play(at, move(0, (0, 18)), HARMLESS, HARMLESS)
    assert [type(event).__name__ for event in events] == ["Moved", "MineStruck", "Damaged"] * 2 + ["Moved"]
    assert [event.field for event in events if isinstance(event, MineStruck)] == [0, 1]
    assert [event.x for event in events if isinstance(event, Moved)] == [26501, 32501, 38000]
    at = mined(chart=altered("medium-tank", turn=400))
    assert len(play(at, move(0, (0, 9), (180, 9)), HARMLESS)) == 4  # back over the same field


@rule("PK-66")
def test_two_fields_met_at_one_place_strike_one_after_the_other() -> None:
    at = battle([red("medium-tank", 20, 40, 90), blue("minelayer", 110, 70)], mines=[(1, 30, 42.5), (1, 30, 37.5)])
    events = play(at, move(0, (0, 18)), HARMLESS, HARMLESS)
    assert [type(event).__name__ for event in events] == ["Moved", *["MineStruck", "Damaged"] * 2, "Moved"]


@rule("PK-66", "PK-R57")
def test_a_turn_onto_a_field_is_contact_too() -> None:
    """PK-R57: the last pose of a turn counts."""
    at = battle([red("medium-tank", 20, 40, 0), blue("minelayer", 110, 70)], mines=[(1, 23.2, 40)])
    moved, struck, *_ = play(at, move(0, (90, 0)), HARMLESS)
    assert moved == Moved(0, (), 20000, 40000, 90, 0, 90)
    assert struck == MineStruck(0, 0)


@rule("PK-66")
def test_backwards_over_a_field() -> None:
    at = battle([red("medium-tank", 40, 40, 90), blue("minelayer", 110, 70)], mines=[(1, 33, 40)], reverse=True)
    first, *_, last = play(at, move(0, (0, -8)), HARMLESS)
    assert first == Moved(0, ((40000, 40000, 90, -3501),), 36499, 40000, 90, 7002, 0)
    assert isinstance(last, Moved)
    assert last.x == 32000


@rule("PK-67")
@pytest.mark.parametrize("kind", ["medium-tank", "apc", "infantry", "walker"])
def test_mines_strike_whatever_drives_or_walks(kind: str) -> None:
    at = mined(kind, chart=altered(kind, move=30))
    assert MineStruck(0, 0) in play(at, move(0, (0, 14)), HARMLESS)


@rule("PK-12", "PK-15", "PK-67", "PK-R6")
@pytest.mark.parametrize("kind", ["hover-tank", "helicopter", "fighter"])
def test_mines_do_not_strike_what_hovers_or_flies(kind: str) -> None:
    assert len(play(mined(kind), move(0, (0, 14 if kind != "fighter" else 40)))) == 1
    sea = battle([red("submarine", 20, 40, 90)], mines=[(0, 30, 40)], table=field(lake(0, 0, 120, 80)))
    assert len(play(sea, move(0, (0, 14)))) == 1


@rule("PK-67", "PK-R31")
def test_a_field_strikes_all_in_that_phase_and_is_removed_afterwards() -> None:
    """Friends of the minelayer too (PK-R31)."""
    at = battle(
        [red("medium-tank", 20, 40, 90), red("medium-tank", 30, 30, 180), blue("medium-tank", 110, 70)],
        mines=[(0, 30, 40), (0, 60, 60)],
    )
    play(at, move(0, (0, 8)), (6, 6, 6, 6, 1, 1))
    assert at.units[0].wreck
    play(at, move(1, (0, 6.6)), HARMLESS)
    assert at.mines[0].struck == (0, 1)
    events = play(at, EndMovement())
    assert FieldsRemoved((0,)) in events
    assert [(mine.x, mine.y) for mine in at.mines] == [(60000, 60000)]


@rule("PK-67", "PK-87")
def test_the_last_unit_lost_on_mines_ends_the_game() -> None:
    at = mined()
    change(at, 2, where=Where.GONE)
    *_, ended = play(at, move(0, (0, 18)), (6, 6, 6, 6, 6, 6))
    assert isinstance(ended, GameEnded)
    assert ended.result.rule == "PK-87"


@rule("PK-66")
def test_the_preview_tells_of_mines_on_the_way() -> None:
    """Six dice that pass on 6 or more, with another one for each 12."""
    at = mined("medium-tank", (1, 36, 40))
    assert preview(at, move(0, (0, 6.5))).stages == ()
    first, second = preview(at, move(0, (0, 18))).stages
    assert (first.name, first.rule, first.dice) == ("mine field: bottom 12 − PEN 6 = 6", "PK-66", "6D12")
    assert first.odds is not None
    assert first.odds["nothing"] == Fraction(5, 12) ** 6
    assert sum(first.odds.values()) == 1
    assert float(first.odds["explodes"] + first.odds["wreck"]) == pytest.approx(0.58, abs=0.005)
    assert second.odds is None


def test_no_mines_no_contacts() -> None:
    at = battle([red("medium-tank", 20, 40, 90)])
    assert mines.contacts(at, 0, [(at.base(0), 18000)]) == []


# Arrival


def convoy(x: float, y: float = 40, heading: int = 90, **options: object) -> State:
    """A truck on its way to 60, 40 from the west, where the gap to its base has to be 3 cm."""
    units = [red("supply-truck", x, y, heading), red("medium-tank", 10, 10), blue("medium-tank", 110, 70)]
    return battle(units, campaign="escort", edges=("west", "north"), **options)  # type: ignore[arg-type]


@rule("PK-96", "PK-R43")
def test_the_escort_wins_when_a_support_unit_comes_near_enough() -> None:
    """PK-R43: 3 cm between the base and the destination."""
    at = convoy(50)
    assert len(play(at, move(0, (0, 5.749)))) == 1
    at = convoy(50)
    moved, ended = play(at, move(0, (0, 5.75)))
    assert isinstance(moved, Moved)
    assert isinstance(ended, GameEnded)
    assert ended.result.rule == "PK-96"
    at = convoy(52)
    change(at, 1, x=cm(50))
    assert len(play(at, move(1, (0, 5)))) == 1  # no support unit


@rule("PK-96")
def test_it_may_arrive_on_the_way_and_drive_on() -> None:
    at = convoy(58, 36.3, 90)
    assert isinstance(play(at, move(0, (0, 8)))[-1], GameEnded)
    at = convoy(58, 36.2, 90)
    assert len(play(at, move(0, (0, 8)))) == 1
    at = convoy(60, 44.3, 90)  # 3.55 cm away; turned, its bow is 3.05 cm from there
    assert len(play(at, move(0, (-90, 0)))) == 1
    at = convoy(60, 44.2, 90)
    assert isinstance(play(at, move(0, (-90, 0)))[-1], GameEnded)


@rule("PK-66", "PK-96")
def test_whoever_falls_on_the_way_does_not_arrive() -> None:
    at = convoy(50, mines=[(2, 54.7, 40)])
    events = play(at, move(0, (0, 8)), (9, 9, 9, 1, 1, 1))
    assert not any(isinstance(event, GameEnded) for event in events)
    at = convoy(50, mines=[(2, 54.7, 40)])
    assert not driving.arrives(at, 0, ())
    events = play(at, move(0, (0, 8)), HARMLESS)
    assert isinstance(events[-1], GameEnded)
    assert events[-1].result.winner is at.setup.defending


@rule("PK-96")
def test_the_enemy_and_other_campaigns_arrive_nowhere() -> None:
    at = battle([red("supply-truck", 50, 40, 90), blue("medium-tank", 110, 70)], edges=("west", "north"))
    assert len(play(at, move(0, (0, 8)))) == 1
    at = convoy(50, defender="blue")
    assert len(play(at, move(0, (0, 8)))) == 1
