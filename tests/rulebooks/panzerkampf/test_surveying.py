"""What a hand is told about the unit that it picks up."""

from typing import Any

import pytest

from hulldown.geometry.plane import TableTrace
from hulldown.kernel.conformance import check_survey
from hulldown.kernel.odds import per_cent
from hulldown.kernel.picture import Place, Pose
from hulldown.kernel.rulebook import Mode, Survey
from hulldown.kernel.side import BLUE
from hulldown.kernel.template import template
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.odds import destroyed
from hulldown.rulebooks.panzerkampf.orders import (
    Bomb,
    Defuse,
    DigIn,
    Dive,
    Fire,
    FireAtCrate,
    LayBridge,
    Move,
    Order,
    Plant,
    Shell,
    Surface,
)
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where, Window
from hulldown.rulebooks.panzerkampf.table.scenes import name_of
from hulldown.rulebooks.panzerkampf.table.surveying import figures_of
from tests.rulebooks.panzerkampf import cast
from tests.rulebooks.panzerkampf.cast import BY_ID, armed, battle, blue, cm, field, house, lake, move, red


def surveyed(state: State, unit: int) -> Survey:
    """The survey, which keeps all that a survey promises."""
    check_survey(book, state, unit)
    return book.survey(state, unit)


def completed(template: Any, **fields: Any) -> Order:
    """An order as the browser makes it: a template and what the hand adds."""
    order: Order = decode(encode(template | fields), book.order_type)
    return order


def mode(found: Survey, name: str) -> Mode:
    return next(mode for mode in found.modes if mode.name == name)


# Weapons


def test_a_weapon_is_a_row_of_figures_in_the_words_of_the_house() -> None:
    told = {weapon.name: figures_of(weapon) for row in BY_ID.values() for weapon in row.weapon}
    assert told["Long 88"] == "heavy · reaches 65 cm · swings 15° · 1 shot · aims 4 · pierces 8 · harms 3"
    assert told["Quad 20 mm"] == (
        "normal · reaches 40 cm · swings 180° · 4 shots · aims 6 · pierces 2 · harms 1"
        " · Counter-attack · Fast mount (2)"
    )
    assert told["Bombs"] == "bomb · 8 shots · aims 4 · pierces 4 · harms 3"
    assert told["Depth charges"].endswith("Anti-Submarine")
    assert told["Torpedo"].endswith("Reload · Ships only")
    assert told["Repair crew"] == "repair · reaches 6 cm · swings 180° · 2 throws · aims 6"
    assert told["Bridge"] == "becomes a bridge"


def test_a_weapon_has_its_arc_from_its_mount() -> None:
    state = battle([red("super-heavy", 20, 30, 90), blue("infantry", 90, 30)])
    gun, left, right = surveyed(state, 0).modes
    assert (gun.reach, gun.spread, gun.bearing) == (60000, 180, 0)
    assert (left.reach, left.spread, left.bearing) == (20000, 60, 270)
    assert (right.name, right.bearing) == ("Sponson MG right", 90)


def test_weapons_of_one_name_are_told_apart() -> None:
    chart = armed("medium-tank", {"name": "MG"}, {"name": "MG"}, {"name": "gun"})
    state = battle([red("medium-tank", 20, 30, 90), blue("infantry", 30, 30)], chart=chart, phase=Phase.SHOOTING)
    assert [name_of(state, 0, number) for number in range(3)] == ["MG", "MG 2", "gun"]
    assert [(aim.mode, aim.order) for aim in surveyed(state, 0).aims] == [
        ("MG", Fire(0, 0, 1)),
        ("MG 2", Fire(0, 1, 1)),
        ("gun", Fire(0, 2, 1)),
    ]


# Movement


def test_a_unit_to_move_has_an_order_that_a_path_completes() -> None:
    state = battle([red("medium-tank", 20, 30, 90), blue("infantry", 90, 30)])
    found = surveyed(state, 0)
    assert found.move == template({"type": "Move", "unit": 0}, path="path")
    order = completed(found.move, path=[[30, 4000], [-10, 0]])
    assert order == Move(0, ((30, 4000), (-10, 0)))
    assert book.refuse(state, order) is None
    assert found.refusal is None
    assert [mode.refusal and mode.refusal.rule for mode in found.modes] == ["PK-25", "PK-25"], "shooting comes later"


def test_declarations_before_a_move_are_deeds() -> None:
    state = battle(
        [
            red("submarine", 20, 30),
            red("submarine", 40, 30, dived=True),
            red("infantry", 80, 30),
            red("infantry", 90, 30, dug_in=True),
            blue("infantry", 110, 30),
        ],
        table=field(lake(0, 0, 60, 80)),
    )
    deeds = [[(deed.label, deed.order) for deed in surveyed(state, unit).deeds] for unit in range(4)]
    assert deeds == [[("Dive", Dive(0))], [("Surface", Surface(1))], [("Dig in", DigIn(2))], []]


def test_a_unit_that_is_done_is_told_as_a_fact() -> None:
    state = battle([red("medium-tank", 20, 30, 90), blue("infantry", 90, 30)])
    cast.play(state, move(0, (0, 5)))
    found = surveyed(state, 0)
    assert (found.move, found.deeds) == (None, ())
    assert (found.refusal, found.done) == (None, "Medium tank 1 has moved in this turn")
    assert found.stays is not None
    assert found.stays.rule == "PK-03"


def test_a_plane_off_the_table_comes_back_on_its_edge_and_flies_on() -> None:
    state = battle([red("fighter", 0, 0, where=Where.AWAY, edge="east"), blue("infantry", 90, 30)])
    found = surveyed(state, 0)
    enter = template({"type": "Enter", "unit": 0}, x="x", y="y", heading="heading", path="path")
    assert (found.move, found.puts) == (enter, ())
    assert found.entry is not None
    assert found.entry.label == "Come back over the east edge"
    assert (found.entry.heading, found.entry.turns, found.entry.unit) == (270, True, 0)
    assert found.entry.zones == ((Place(120000, 0), Place(120000, 80000)),)
    order = completed(found.move, x=120000, y=20000, heading=260, path=[[0, 20000], [30, 20000]])
    assert book.refuse(state, order) is None


# Shooting


def test_every_weapon_aims_at_every_enemy_with_a_word() -> None:
    state = battle(
        [
            red("medium-tank", 20, 30, 90),
            blue("medium-tank", 35, 30, 270),
            blue("infantry", 100, 30),
            blue("infantry", 20, 45),
            blue("fighter", 30, 60),
            blue("light-tank", 35, 10, wreck=True, hp=0),
        ],
        phase=Phase.SHOOTING,
        table=field(house(18, 37, 6, 2)),
    )
    found = surveyed(state, 0)
    words = {(aim.mode, aim.unit): aim.word for aim in found.aims}
    odds = cast.preview(state, Fire(0, 0, 1)).odds
    assert odds is not None
    assert words["75 mm gun", 1] == f"{per_cent(1 - odds['nothing'])} · kills {per_cent(destroyed(odds))}"
    assert words["75 mm gun", 2] == "out of range"
    assert words["75 mm gun", 3] == "no sight"
    assert words["75 mm gun", 4] == "flies"
    assert words["75 mm gun", 5].endswith("%"), "wrecks may be fired at"
    assert words["MG", 3] == "out of arc"
    assert len(found.aims) == 10
    seen = found.aims[0].preview.trace
    assert isinstance(seen, TableTrace)
    assert (seen.start, seen.end) == (cm(20, 30), cm(35, 30))


def test_a_weapon_that_fired_is_closed_and_the_next_still_aims() -> None:
    state = battle([red("medium-tank", 20, 30, 90), blue("medium-tank", 35, 30, 270)], phase=Phase.SHOOTING)
    cast.play(state, Fire(0, 0, 1), (1,))
    found = surveyed(state, 0)
    closed = mode(found, "75 mm gun").refusal
    assert closed is not None
    assert closed.rule == "PK-26"
    assert {aim.mode for aim in found.aims} == {"MG"}
    assert found.refusal is None
    cast.play(state, Fire(0, 1, 1), (1, 1, 1))
    found = surveyed(state, 0)
    assert found.aims == ()
    assert (found.refusal, found.done) == (None, "Medium tank 1 has fired")
    assert found.stays is not None
    assert found.stays.sentence == "the movement of this turn is over; Red shoots"


def test_a_unit_that_reaches_nobody_says_so() -> None:
    state = battle(
        [red("infantry", 20, 30), red("supply-truck", 20, 40), blue("infantry", 90, 30)], phase=Phase.SHOOTING
    )
    found = surveyed(state, 0)
    assert {aim.word for aim in found.aims} == {"out of range"}
    assert found.refusal is not None
    assert found.refusal.sentence == "Infantry platoon 1 has nothing in reach"
    unarmed = surveyed(state, 1).refusal
    assert unarmed is not None
    assert unarmed.sentence == "Supply truck 1 has no weapons"


def test_artillery_carries_an_aim_point() -> None:
    state = battle([red("howitzer", 20, 30, 90), blue("infantry", 60, 30)], phase=Phase.SHOOTING)
    found = surveyed(state, 0)
    put = mode(found, "150 mm howitzer").put
    assert put is not None
    assert (put.label, put.unit, put.length) == ("150 mm howitzer: aim", 0, 0)
    order = completed(put.order, x=60000, y=30000)
    assert order == Shell(0, 0, 60000, 30000)
    fall = cast.preview(state, order).fall
    assert fall is not None
    assert [struck.unit for struck in fall.struck] == [1]
    assert found.refusal is None


def test_a_bomb_run_has_its_path_and_an_order_that_a_length_completes() -> None:
    state = battle([red("bomber", 20, 30, 90), blue("infantry", 60, 30)])
    cast.play(state, move(0, (0, 20), (30, 10)))
    state.phase = Phase.SHOOTING
    bombs = mode(surveyed(state, 0), "Bombs")
    assert bombs.path == (
        Pose(20000, 30000, 90),
        Pose(40000, 30000, 90),
        Pose(40000, 30000, 120),
        Pose(48660, 35000, 120),
    )
    order = completed(bombs.order, along=25000)
    assert order == Bomb(0, 0, 25000)
    assert book.refuse(state, order) is None
    cast.change(state, 0, moved=1, flown=())
    idle = mode(surveyed(state, 0), "Bombs")
    assert (idle.order, idle.path) == (None, ())
    assert idle.refusal is not None
    assert idle.refusal.rule == "PK-45"


def test_a_helicopter_that_only_turned_has_no_path_to_bomb_along() -> None:
    chart = armed("helicopter", {"name": "Bombs", "kind": "bomb", "range": 0, "angle": 0})
    state = battle([red("helicopter", 20, 30), blue("infantry", 60, 30)], chart=chart)
    cast.play(state, move(0, (30, 0)))
    state.phase = Phase.SHOOTING
    bombs = mode(surveyed(state, 0), "Bombs")
    assert bombs.refusal is not None
    assert bombs.refusal.rule == "PK-45"
    assert [mark for mark in book.picture(state).marks if mark.kind == "flown"] == []


def test_mines_are_put_and_fields_defused() -> None:
    state = battle([red("minelayer", 20, 30, 90), blue("minelayer", 90, 30)], phase=Phase.SHOOTING)
    put = mode(surveyed(state, 0), "Mines").put
    assert put is not None
    assert (put.length, put.width, put.turns) == (4000, 4000, False)
    assert completed(put.order, x=25000, y=30000) == Plant(0, 0, 25000, 30000)
    assert surveyed(state, 0).deeds == ()
    state = battle(
        [red("minelayer", 20, 30, 90), blue("minelayer", 90, 30)],
        phase=Phase.SHOOTING,
        mines=[(1, 24, 30), (1, 60, 30)],
    )
    assert [(deed.label, deed.order) for deed in surveyed(state, 0).deeds] == [
        ("Defuse the field at 24.0, 30.0", Defuse(0, 0, 0))
    ]


def test_a_bridge_is_shown_where_it_would_lie() -> None:
    state = battle([red("bridge-layer", 20, 30, 90), blue("infantry", 90, 30)], phase=Phase.SHOOTING)
    (deed,) = surveyed(state, 0).deeds
    assert deed.order == LayBridge(0)
    assert {(at.x, at.y) for at in deed.outline} == {(x, y) for x in (21250, 27250) for y in (28500, 31500)}
    state = battle([red("bridge-layer", 118, 30, 90), blue("infantry", 90, 30)], phase=Phase.SHOOTING)
    assert surveyed(state, 0).deeds == ()


def test_crates_are_fired_at_by_deeds() -> None:
    state = battle(
        [red("light-tank", 20, 30, 90), blue("infantry", 90, 30)],
        phase=Phase.SHOOTING,
        crates=[(40, 30, 0), (90, 70, 0)],
    )
    found = surveyed(state, 0)
    odds = cast.preview(state, FireAtCrate(0, 0, 0)).odds
    assert odds is not None
    chance = per_cent(1 - odds["nothing"])
    assert [(deed.label, deed.order) for deed in found.deeds] == [
        (f"Gun at the crate at 40.0, 30.0, {chance}", FireAtCrate(0, 0, 0)),
        (found.deeds[1].label, FireAtCrate(0, 1, 0)),
    ]
    assert found.refusal is None


def test_repairs_aim_at_friends() -> None:
    state = battle(
        [
            red("repair-vehicle", 20, 30),
            red("medium-tank", 23, 30, hp=2),
            red("infantry", 20, 33),
            red("infantry", 17, 30, wreck=True, hp=0),
            blue("infantry", 90, 30),
        ],
        phase=Phase.SHOOTING,
    )
    aims = {aim.unit: aim.word for aim in surveyed(state, 0).aims}
    odds = cast.preview(state, Fire(0, 0, 1)).odds
    assert odds is not None
    assert aims == {1: per_cent(1 - odds["nothing"]), 2: "no repair"}


def test_in_a_window_only_weapons_of_counter_attack_aim() -> None:
    state = battle(
        [red("fighter", 60, 30, 90), blue("aa-half-track", 60, 40, 0), blue("infantry", 60, 20)],
        phase=Phase.COUNTER,
        window=Window(BLUE, (1,)),
    )
    assert [aim.order for aim in surveyed(state, 1).aims] == [Fire(1, 0, 0)]
    other = surveyed(state, 2)
    assert other.aims == ()
    assert other.refusal is not None
    assert other.refusal.rule == "PK-57"


# All others


def test_a_unit_that_waits_is_put_into_its_zone() -> None:
    state = battle(
        [red("heavy-tank", 0, 0, where=Where.WAITING), blue("infantry", 0, 0, where=Where.WAITING)],
        phase=Phase.DEPLOYMENT,
        turn=0,
    )
    (put,) = surveyed(state, 0).puts
    assert (put.label, put.rule, put.length, put.width, put.heading) == ("Heavy tank", "PK-84", 3500, 2000, 0)
    assert put.zones == ((Place(0, 60000), Place(120000, 60000), Place(120000, 80000), Place(0, 80000)),)
    assert book.refuse(state, completed(put.order, x=60000, y=70000, heading=0)) is None
    assert surveyed(state, 1) == Survey(1), "the other side's units are no business of this hand"


def test_a_unit_of_the_large_army_waits_for_its_time() -> None:
    state = cast.pocket()
    early = surveyed(state, 1)
    assert early.puts == ()
    assert early.refusal is not None
    assert early.refusal.rule == "PK-101"
    state.relief = "north"
    (put,) = surveyed(state, 1).puts
    assert (put.heading, put.unit) == (180, 1)
    assert book.refuse(state, completed(put.order, x=60000, y=2000, heading=180)) is None


@pytest.mark.parametrize("unit", [-1, 99])
def test_there_is_nothing_to_say_of_no_unit(unit: int) -> None:
    state = battle([red("infantry", 60, 60), blue("infantry", 10, 10)])
    assert book.survey(state, unit) == Survey(unit)


def test_the_enemys_weapons_can_be_looked_at() -> None:
    state = battle([red("infantry", 60, 60), blue("medium-tank", 10, 10), blue("infantry", 5, 5, wreck=True, hp=0)])
    found = surveyed(state, 1)
    assert [mode.name for mode in found.modes] == ["75 mm gun", "MG"]
    assert all(mode.refusal for mode in found.modes)
    assert (found.aims, found.move, found.refusal) == ((), None, None)
    assert surveyed(state, 2) == Survey(2)
