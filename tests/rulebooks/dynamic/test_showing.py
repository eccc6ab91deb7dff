"""The picture of a table: what is drawn, what is asked, and what can be chosen."""

import re
from pathlib import Path
from typing import Any

from hulldown.kernel.picture import Badge, Die, Mark, Part, Piece, Place, Pose, Tray
from hulldown.kernel.rulebook import Deed
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.orders import (
    Begin,
    ChooseFirst,
    Deploy,
    EndMovement,
    EndTurn,
    NameCommand,
    RollMovement,
)
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.table.drawing import signs_of
from tests.marks import rule
from tests.rulebooks.dynamic.cast import CHART, Table, field, setup_of, table

PIECES = Path(__file__).parents[3] / "web/src/look/pieces.svg"


def piece(t: Table, name: str) -> Piece:
    return book.picture(t.state).pieces[t.unit(name)]


def badges(t: Table, name: str) -> list[str]:
    return [badge.name for badge in piece(t, name).badges]


def badge(t: Table, name: str, which: str) -> Badge:
    return next(badge for badge in piece(t, name).badges if badge.name == which)


def marks(t: Table, kind: str) -> list[Mark]:
    return [mark for mark in book.picture(t.state).marks if mark.kind == kind]


def tray(t: Table) -> Tray:
    return book.picture(t.state).tray


# Pieces


def test_every_class_of_the_chart_has_a_drawing() -> None:
    drawn = set(re.findall(r'id="hd-([a-z-]+)"', PIECES.read_text()))
    assert {kind.silhouette for kind in CHART} <= drawn
    assert len({kind.silhouette for kind in CHART}) == len(CHART)


def test_pieces_stand_where_the_units_are_with_turrets_where_they_have_one() -> None:
    t = table(field(6, 3, A1="H1→", C2="HTD1↙", F3="m1!↑", E1="×l1", A3="G1→"), phase=Phase.FIRING)
    shown = piece(t, "H1")
    assert (shown.silhouette, shown.label, shown.name, shown.side) == ("heavy-tank", "H1", "Red Heavy Tank 1", RED)
    assert (shown.pose, shown.parts, shown.wreck) == (Pose(0, 0, 90), (Part("turret", 0),), False)
    assert piece(t, "HTD1").parts == ()
    assert piece(t, "G1").parts == ()
    assert (piece(t, "l1").wreck, piece(t, "l1").parts) == (True, ())
    assert badges(t, "m1") == ["damaged"]


@rule("DYN-95", "DYN-96")
def test_a_laid_turret_is_drawn_against_its_hull() -> None:
    t = table(field(6, 3, A1="M1→↓", F3="m1↑"))
    assert piece(t, "M1").parts == (Part("turret", 90),)


@rule("DYN-33", "DYN-68", "DYN-84", "DYN-119", "DYN-158")
def test_badges_say_what_a_move_did_to_the_gun() -> None:
    words = {"A1": "H1→", "A2": "HTD1→", "A3": "LSP1→", "A4": "G1→", "A5": "L1→", "F3": "m1↑"}
    t = table(field(6, 5, **words), moved=["H1", "HTD1", "LSP1", "G1", "L1", "m1"], broke=["L1"], phase=Phase.FIRING)
    for name, which, cited in (
        ("H1", "moved", "DYN-84"),
        ("HTD1", "moved", "DYN-63"),
        ("LSP1", "moved", "DYN-119"),
        ("G1", "moved", "DYN-68"),
        ("L1", "broke", "DYN-158"),
    ):
        assert badges(t, name) == [which]
        assert badge(t, name, which).rule == cited
    assert badges(t, "m1") == []  # the marks of the other side are cleared
    later = table(field(6, 3, A1="H1→", F3="m1↑"), moved=["H1"], phase=Phase.FIRING)
    later.state.round += 1
    assert badges(later, "H1") == []


@rule("DYN-100")
def test_with_realistic_miniatures_a_move_does_not_narrow_the_arc() -> None:
    t = table(field(6, 3, A1="H1→", F3="m1↑"), moved=["H1"], phase=Phase.FIRING, turrets=True)
    assert badge(t, "H1", "moved").rule == "DYN-63"


@rule("DYN-31", "DYN-114", "DYN-115")
def test_damage_and_command_are_worn_by_both_sides() -> None:
    t = table(field(6, 3, A1="M1*→", A2="G1!→", F3="m1!*↑", F1="rv1!↑"), fired=["M1"], phase=Phase.FIRING)
    assert badges(t, "M1") == ["command", "fired"]
    assert badges(t, "m1") == ["damaged", "command"]
    assert badge(t, "M1", "command").sentence == "Command tank: while it is active, Red rolls one die more."
    assert badge(t, "m1", "damaged").sentence == "Damaged: it fires but no longer moves."
    assert badge(t, "G1", "damaged").sentence == "Damaged: it fires but no longer turns."
    assert badge(t, "rv1", "damaged").sentence == "Damaged: it no longer moves."


@rule("DYN-149")
def test_a_dozer_wears_what_is_left_of_its_steps() -> None:
    t = table(field(8, 3, A2="MD1→", C2="×l1", H1="m1←"), rolled=(5, 5))
    t.play(t.move("MD1", "B2→"))
    assert badge(t, "MD1", "dozer").sentence == "Has taken its free step, and may still push with a die."
    assert [todo.sentence for todo in tray(t).todo if todo.unit == t.unit("MD1")] == [
        "Medium Tank with Dozer 1 can go on"
    ]
    t.play(t.push("MD1"))
    assert badge(t, "MD1", "dozer").sentence == "Has pushed: 1 of 4 steps are left."
    t = table(field(8, 3, A2="MD1→", D2="×l1", H1="m1←"), rolled=(5, 5))
    t.play(t.move("MD1", "C2→"))
    assert badge(t, "MD1", "dozer").sentence == "Has moved: 2 of 4 steps are left for a push."
    t.end_movement()
    assert badges(t, "MD1") == ["moved"]


# Marks


@rule("DYN-152", "DYN-160", "DYN-164", "DYN-165")
def test_walls_barricades_and_dust_lie_on_the_ground() -> None:
    t = table(field(6, 3, A1="M1→", B2="=", C2="~", D2="-", E2="+", F3="m1↑"), phase=Phase.FIRING)
    for kind, at, cited in (
        ("wall", Place(1, 1), "DYN-152"),
        ("dust", Place(2, 1), "DYN-160"),
        ("barricade-low", Place(3, 1), "DYN-164"),
        ("barricade-high", Place(4, 1), "DYN-165"),
    ):
        [mark] = marks(t, kind)
        assert (mark.at, mark.rule) == ((at,), cited)
    assert signs_of(t.state.ground) == {7: "#", 8: "░", 9: "-", 10: "+"}
    assert "#" in book.draw(t.state)


@rule("DYN-130")
def test_heights_are_shown_where_they_count() -> None:
    drawing = field(6, 3, A1="M1→", C2="#", D2="#", F3="m1↑")
    flat = table(drawing, heights=((8, 3),))
    assert marks(flat, "height") == []
    [mark] = marks(table(drawing, heights=((8, 3),), solid=True), "height")
    assert (mark.at, mark.sentence, mark.rule) == ((Place(2, 1),), "Buildings 3 squares high.", "DYN-130")


@rule("DYN-18", "DYN-168", "DYN-170")
def test_zones_are_shown_until_the_units_stand() -> None:
    t = Table(book.start(setup_of(["." * 12] * 4, {"medium": 1}, {"medium": 1})))
    assert {(mark.side, mark.rule, len(mark.at)) for mark in marks(t, "zone")} == {
        (RED, "DYN-18", 20),
        (BLUE, "DYN-18", 20),
    }
    basic = setup_of(["." * 12] * 4, {"medium": 1}, {"medium": 1}, spaa=1, blocks=((0, 1),), lost_spaa=1, turn_limit=30)
    t = Table(book.start(basic))
    assert [(mark.side, mark.rule, mark.at) for mark in marks(t, "zone-b")] == [
        (RED, "DYN-170", (Place(0, 0), Place(1, 0))),
        (BLUE, "DYN-170", (Place(10, 3), Place(11, 3))),
    ]
    assert [mark.rule for mark in marks(t, "zone")] == ["DYN-168", "DYN-168"]
    assert not marks(table(field(6, 3, A1="H1→", F3="m1↑")), "zone")


@rule("DYN-144", "DYN-145", "DYN-147")
def test_a_repair_under_way_is_a_thread_that_says_what_it_needs() -> None:
    drawing = field(8, 2, A1="RV1→", B1="M1!→", H1="m1←")
    t = table(drawing, phase=Phase.FIRING)
    [thread] = marks(t, "thread")
    now = "Red Recovery Vehicle 1 repairs Medium Tank 1 at the end of this fire phase if both stay still and silent."
    assert (thread.at, thread.side, thread.rule, thread.sentence) == ((Place(0, 0), Place(1, 0)), RED, "DYN-145", now)
    assert badge(t, "RV1", "repair").sentence == badge(t, "M1", "repair").sentence == now
    assert tray(t).prompt == "Red: every unit may fire once; firing stops a repair."
    [todo] = tray(t).todo
    assert todo.sentence == "Medium Tank 1 can fire, which stops its repair"
    assert tray(t).buttons[0].left == ()
    t = table(drawing, rolled=(3, 4))
    assert tray(t).prompt.endswith("; moving stops a repair.")
    assert [todo.sentence for todo in tray(t).todo] == ["Recovery Vehicle 1 can take a die, which stops the repair"]
    disturbed = table(drawing, phase=Phase.FIRING, fired=["M1"])
    [thread] = marks(disturbed, "thread")
    assert "at the end of Red's next fire phase" in thread.sentence
    assert "repair" not in tray(disturbed).prompt
    theirs = table(drawing, phase=Phase.FIRING, side=BLUE)
    assert "at the end of Red's next fire phase" in marks(theirs, "thread")[0].sentence


# The tray


@rule("DYN-26", "DYN-27", "DYN-35", "DYN-39")
def test_the_tray_shows_dice_free_used_and_extra() -> None:
    t = table(field(8, 3, A1="M1→", A3="L1→", H2="m1←"), phase=Phase.ROLL, extra=True)
    [button] = tray(t).buttons
    assert (button.label, button.order, button.rule) == ("Roll 2 dice", RollMovement(), "DYN-27")
    t.roll(4, 4)
    assert tray(t).dice == (Die(4, "free"), Die(4, "free"), Die(4, "extra"))
    t.play(t.move("M1", "C1→"))
    assert tray(t).dice == (Die(4, "used", t.unit("M1")), Die(4, "free"), Die(4, "extra"))
    assert [todo.sentence for todo in tray(t).todo] == ["Light Tank 1 can take a die"]
    [button] = tray(t).buttons
    assert (button.order, button.left) == (EndMovement(), ("1 die unused",))


@rule("DYN-25", "DYN-34")
def test_without_dice_a_vehicle_has_its_free_step_left_and_nobody_has_to_take_it() -> None:
    t = table(field(8, 3, A1="M1→", A3="G1→", H2="m1←"))
    assert [todo.sentence for todo in tray(t).todo] == ["Medium Tank 1 can take one step", "Fixed Gun 1 can turn"]
    assert tray(t).prompt == "Red: all dice are used; a vehicle takes one step free."
    [button] = tray(t).buttons
    assert (button.order, button.left) == (EndMovement(), ())
    stuck = table(field(8, 3, A1="M1!→", H2="m1←"), rolled=(3, 4))
    assert (tray(stuck).prompt, tray(stuck).todo) == ("Red: nothing more can move.", ())


@rule("DYN-30")
def test_the_die_of_the_command_tank_has_its_pennant() -> None:
    t = table(field(8, 3, A1="M1*→", A3="L1→", H2="m1←"), phase=Phase.ROLL)
    assert tray(t).buttons[0].label == "Roll 3 dice"
    t.roll(4, 5, 4)
    assert tray(t).dice == (Die(4, "free"), Die(4, "free"), Die(5, "free", badge="command"))
    t.play(t.move("M1", "C1→"))
    assert tray(t).dice == (Die(4, "used", t.unit("M1")), Die(4, "free"), Die(5, "free", badge="command"))
    t.play(t.move("L1", "C3→", 5))
    assert tray(t).dice[1] == Die(5, "used", t.unit("L1"), "command")
    without = table(field(8, 3, A1="M1→", A3="L1→", H2="m1←"), rolled=(4, 5))
    assert all(die.badge == "" for die in tray(without).dice)


def test_the_tray_says_who_can_still_fire_and_how_well() -> None:
    words = {"A2": "LSP1→", "K2": "m1↑", "A1": "L1↑", "A4": "M1↓", "A7": "="}
    t = table(field(12, 7, **words), phase=Phase.FIRING)
    found = {t.name(todo.unit): (todo.sentence, todo.chance) for todo in tray(t).todo}
    lob = book.preview(t.state, t.lob("LSP1", "m1", half=True)).odds
    fire = book.preview(t.state, t.fire("L1", "m1")).odds
    assert lob is not None
    assert fire is not None
    assert found["LSP1"] == ("Light Self-Propelled Howitzer 1 can fire", lob[Verdict.DESTROYED])
    assert fire == {Verdict.NOTHING: 1}
    assert "L1" not in found, "a shot that can do nothing is nothing left to do"
    [button] = tray(t).buttons
    assert (button.label, button.order) == ("End turn", EndTurn())
    assert button.left == ("Light Self-Propelled Howitzer 1 can still fire", "Medium Tank 1 can still fire")
    assert (button.still, button.units) == ("2 can still fire", (t.unit("LSP1"), t.unit("M1")))


@rule("DYN-153")
def test_a_unit_with_nothing_but_a_wall_to_fire_at_comes_last_and_is_not_missed() -> None:
    t = table(field(12, 4, A1="M1→", F1="=", A2="L1→", L2="m1←", L3="#"), phase=Phase.FIRING)
    walled = table(field(12, 2, A1="M1→", F1="=", L1="m1←"), phase=Phase.FIRING)
    assert [(todo.sentence, todo.chance) for todo in tray(walled).todo] == [("Medium Tank 1 can fire at a wall", None)]
    assert tray(walled).buttons[0].left == ()
    assert (tray(walled).prompt, tray(walled).rule) == ("Red: only walls can be hit.", "DYN-153")
    assert [todo.chance is None for todo in tray(t).todo] == sorted(todo.chance is None for todo in tray(t).todo)


def test_a_side_without_targets_or_vehicles_is_told_so() -> None:
    t = table(field(8, 3, A1="G1→", H3="#", A3="#", H1="m1←", D1="#"), phase=Phase.FIRING)
    assert (tray(t).prompt, tray(t).todo) == ("Red: nobody has a useful shot.", ())
    t = table(field(8, 3, A1="G1→", H1="m1←"), phase=Phase.ROLL)
    assert tray(t).buttons[0].label == "Begin movement"


SPAA = ("destroyed 0 of Blue's SPAA; 2 win", "destroyed 1 of Red's SPAA; 2 win")


@rule("DYN-17", "DYN-172", "DYN-173")
def test_the_goals_tell_how_near_each_side_is() -> None:
    one = tray(table(field(6, 3, A1="H1→", E1="×l1", F3="m1↑")))
    assert one.goals == ("destroyed 1 of Blue's 2", "destroyed 0 of Red's 1")
    words = {"A1": "H1→", "A2": "AA1→", "A3": "×AA2", "F1": "aa1←", "F2": "aa2←", "F3": "×m1"}
    basic: dict[str, Any] = {"spaa": 2, "blocks": ((6,), (12,)), "lost_spaa": 2, "turn_limit": 30}
    assert tray(table(field(6, 3, **words), **basic)).goals == SPAA
    late = table(field(6, 3, **words), round=23, **basic)
    assert tray(late).goals == (f"{SPAA[0]}; round 23 of 30", f"{SPAA[1]}; round 23 of 30")
    quiet = table(field(6, 3, A1="H1→", F3="m1↑"), round=17, last_change=1)
    assert tray(quiet).goals[0] == "destroyed 0 of Blue's 1; 16 of 20 rounds without a change"


# Setting up


@rule("DYN-29", "DYN-168", "DYN-170")
def test_set_up_offers_its_choices_one_after_another() -> None:
    army = {"medium": 1, "truck": 1}
    basic = setup_of(["." * 12] * 4, army, army, spaa=1, blocks=((0, 1),), lost_spaa=1, turn_limit=30, command=True)
    t = Table(book.start(basic))
    assert [button.order for button in tray(t).buttons] == [Begin()]
    t.play(Begin(), (5, 2))
    assert [button.order for button in tray(t).buttons] == [ChooseFirst(RED), ChooseFirst(BLUE)]
    t.play(ChooseFirst(RED))
    assert tray(t).prompt == "Red: put the units down in zone A, an SPAA in each zone B."
    assert [todo.sentence for todo in tray(t).todo] == [
        "Medium Tank: 1 to deploy",
        "SPAA: 1 to deploy",
        "Truck: 1 to deploy",
    ]
    for todo in tray(t).todo:
        [band] = book.survey(t.state, todo.unit).bands
        kind = t.state.units.units[todo.unit].kind
        assert band.order == template({"type": "Deploy", "kind": kind}, square="cell", facing="facing")
        assert band.rule == ("DYN-170" if kind == "spaa" else "DYN-168")
        listed = [order for order in t.orders() if isinstance(order, Deploy) and order.kind == kind]
        assert sorted(band.poses) == sorted(order.square * 8 + order.facing for order in listed)
        assert band.poses[0] & 7 == 2  # towards the enemy
    for order in ("C1→", "A1→", "C3→"), ("J1←", "L4←", "J3←"):
        for kind, pose in zip(("medium", "spaa", "truck"), order, strict=True):
            t.play(t.deploy(kind, pose))
    assert tray(t).prompt == "Red: choose the tank that commands."
    [todo] = tray(t).todo
    assert todo.sentence == "Medium Tank 1 can command"
    assert book.survey(t.state, todo.unit).deeds == (Deed("Medium Tank 1 commands", NameCommand(todo.unit), "DYN-29"),)
    assert book.survey(t.state, t.unit("T1")).deeds == ()


@rule("DYN-17")
def test_the_end_is_in_the_prompt_and_offers_nothing() -> None:
    t = table(field(8, 3, A1="H1→", F1="l1←"), phase=Phase.FIRING)
    t.play(t.fire("H1", "l1"), (6, 6, 6, 6))
    shown = tray(t)
    assert (shown.prompt, shown.rule) == ("Red has destroyed all of Blue's units and wins.", "DYN-17")
    assert (shown.side, shown.buttons, shown.todo, shown.goals[0]) == (None, (), (), "destroyed 1 of Blue's 1")


# Why not


def why_not(t: Table, name: str) -> tuple[str, str] | None:
    refusal = book.survey(t.state, t.unit(name)).refusal
    return None if refusal is None else (refusal.rule, refusal.sentence)


def done(t: Table, name: str) -> str:
    """What a survey tells of a unit that has done its part: a fact, and no refusal."""
    survey = book.survey(t.state, t.unit(name))
    assert survey.refusal is None
    return survey.done


@rule("DYN-41", "DYN-61", "DYN-115", "DYN-Q56")
def test_a_survey_says_why_a_unit_cannot_move() -> None:
    words = {"A1": "M1→", "A2": "M2!→", "A3": "M3→", "H1": "m1!←", "A5": "AC1↑", "A4": "#", "B4": "#", "B5": "#"}
    t = table(field(8, 5, **words), moved=["M3"])
    assert why_not(t, "M1") is None
    assert why_not(t, "m1") is None, "it is not its turn"
    assert why_not(t, "M2") == ("DYN-115", "Medium Tank 2 is damaged and cannot move")
    assert done(t, "M3") == "Medium Tank 3 has moved"
    assert why_not(t, "AC1") == ("DYN-61", "Armoured Car 1 is boxed in: it can enter no square ahead or behind")
    t = table(field(8, 1, A1="MD1→", B1="×m1", H1="m2←"), rolled=(3, 3))
    t.play(t.push("MD1"))
    assert done(t, "MD1") == "Medium Tank with Dozer 1 has used all 2 of its steps"


@rule("DYN-37", "DYN-75")
def test_a_survey_says_why_a_unit_cannot_fire() -> None:
    t = table(field(8, 4, A1="M1→", A2="M2→", A3="T1→", A4="M3→", B4="#", H1="m1←"), phase=Phase.FIRING, fired=["M2"])
    assert why_not(t, "M1") is None
    assert done(t, "M2") == "Medium Tank 2 has fired"
    assert why_not(t, "T1") == ("DYN-75", "Truck 1 has no gun; only armed units fire")
    alone = table(field(8, 3, A3="H1→", C3="#", D3="#", H3="m1←"), phase=Phase.FIRING)
    assert why_not(alone, "H1") == ("DYN-37", "Heavy Tank 1 has no target: nothing is in its range, arc and sight")


@rule("DYN-29", "DYN-Q08", "DYN-Q41")
def test_a_survey_says_why_a_unit_is_not_to_be_put_down_or_named() -> None:
    army = {"medium": 1, "truck": 1}
    t = Table(book.start(setup_of(["." * 12] * 4, army, army, command=True)))
    t.play(Begin(), (5, 2))
    t.play(ChooseFirst(RED))
    assert why_not(t, "M1") is None
    t.play(t.deploy("medium", "A1→"))
    assert done(t, "M1") == "Medium Tank 1 stands on A1"
    while t.state.phase is Phase.DEPLOYMENT:
        t.play(next(book.orders(t.state)))
    tank, truck = ("m1", "t1") if t.state.side else ("M1", "T1")
    assert why_not(t, tank) is None
    told = why_not(t, truck)
    assert told is not None
    assert told[1].startswith("Truck 1")
