"""The picture of a table: what is drawn, what is asked, and what can be chosen."""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.picture import Badge, Mark, Part, Piece, Place, Plan, Pose, Slots, Tray
from hulldown.kernel.rulebook import Deed
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerstrike.core import files, library
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.orders import (
    Begin,
    Deploy,
    EndMovement,
    EndTurn,
    NameCommand,
    OpenFire,
    Resolve,
    RollSpeed,
)
from hulldown.rulebooks.panzerstrike.core.state import Colour, Phase
from hulldown.rulebooks.panzerstrike.core.table.showing import free_from
from hulldown.rulebooks.panzerstrike.table.drawing import signs_of
from tests.marks import rule
from tests.rulebooks.core.cast import CHART, TYPES, Table, field, setup_of, table

PIECES = Path(__file__).parents[3] / "web/src/look/pieces.svg"
ANNOUNCING = Phase.ANNOUNCING


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


def plan(t: Table) -> Plan:
    found = tray(t).plan
    assert found is not None
    return found


def todo(t: Table) -> dict[str, str]:
    return {t.name(one.unit): one.sentence for one in tray(t).todo}


# Pieces


def test_every_type_of_both_charts_has_a_drawing() -> None:
    drawn = set(re.findall(r'id="hd-([a-z-]+)"', PIECES.read_text()))
    assert {kind.silhouette for kind in (*CHART, *TYPES)} <= drawn


@rule("CORE-46", "CORE-47")
def test_pieces_stand_where_the_units_are_with_what_turns_on_them() -> None:
    t = table(field(6, 3, A1="H1→↓", C2="HTD1↙", F3="m1↑", E1="×l1", A3="G1→", B3="RV1→↗"))
    shown = piece(t, "H1")
    assert (shown.silhouette, shown.label, shown.name, shown.side) == ("heavy-tank", "H1", "Red Heavy Tank 1", RED)
    assert (shown.pose, shown.parts, shown.wreck) == (Pose(0, 0, 90), (Part("turret", 90),), False)
    assert piece(t, "HTD1").parts == piece(t, "G1").parts == ()
    assert piece(t, "RV1").parts == (Part("turret", 315),)  # the crane
    assert (piece(t, "l1").wreck, piece(t, "l1").parts) == (True, ())


@rule("CORE-53")
def test_with_option_3_a_turret_stands_as_it_was_laid() -> None:
    t = table(field(12, 8, A1="M1→", I3="m1←"), phase=ANNOUNCING, free_turrets=True)
    assert piece(t, "M1").parts == (Part("turret", 0),)
    t.play(t.announce("M1", "m1"))
    assert piece(t, "M1").parts == (Part("turret", 14),)  # 2 in 8, to the right


@rule("CORE-96", "CORE-99", "CORE-100", "CORE-102", "CORE-103", "CORE-104")
def test_damage_is_worn_by_both_sides_with_what_it_leaves() -> None:
    words = {"A1": "M1!^→", "A2": "AC1½→", "A3": "RV1!→", "F1": "m1½←", "F2": "g1^←", "F3": "t1!←"}
    t = table(field(6, 3, **words), semi=True)
    assert badges(t, "M1") == ["immobilised", "injured"]
    for name, which, sentence, cited in (
        ("M1", "immobilised", "Immobilised: it neither drives nor turns, but turns its turret and fires.", "CORE-100"),
        ("RV1", "immobilised", "Immobilised: it neither drives nor turns, but turns its crane.", "CORE-100"),
        ("t1", "immobilised", "Immobilised: it neither drives nor turns.", "CORE-100"),
        ("m1", "semi-immobilised", "Semi-immobilised: it only turns on the spot, by up to 3 steps.", "CORE-103"),
        ("AC1", "semi-immobilised", "Semi-immobilised: it drives at half speed.", "CORE-104"),
        ("g1", "injured", "Crew injured: it misses more often.", "CORE-97"),
    ):
        found = badge(t, name, which)
        assert (found.sentence, found.rule) == (sentence, cited)


@rule("CORE-141", "CORE-142", "CORE-143")
@pytest.mark.parametrize("first", [RED, BLUE])
def test_a_timer_says_in_which_round_the_vehicle_is_free(first: Any) -> None:
    """T-11 without its hit: begun in round 8, free in round 14, whoever plays first."""
    t = table(field(8, 4, A1="m1!↓", H4="M1↑"), side=BLUE, first=first, round=8, phase=ANNOUNCING)
    t.play(t.start_repair("m1"))
    told = set()
    while t.piece("m1").timer:
        told.add(badge(t, "m1", "repair").sentence)
        assert free_from(t.state, t.piece("m1")) == 14
        t.play(EndTurn() if t.state.phase is ANNOUNCING else EndMovement())
    assert told == {f"Repair timer {timer}: it is free from round 14 on if nobody interferes." for timer in range(1, 6)}
    assert (t.state.round, t.state.side) == ((13, RED) if first is BLUE else (14, RED))


@rule("CORE-149")
def test_with_option_7_the_first_cycle_frees_but_half() -> None:
    t = table(field(8, 2, A1="M1!(2)→", A2="M2½(2)→", H1="m1←"), semi=True)
    found = badge(t, "M1", "repair")
    assert "it is only semi-immobilised from round 4 on" in found.sentence
    assert found.rule == "CORE-149"
    assert "it is free from round 4 on" in badge(t, "M2", "repair").sentence


@rule("CORE-22", "CORE-74", "CORE-75", "CORE-96", "CORE-108", "CORE-131", "CORE-167")
def test_badges_say_what_a_move_did_to_the_weapon() -> None:
    words = {
        "A1": "H1→",
        "A2": "HTD1→",
        "A3": "LSP1→",
        "A4": "G1→",
        "A5": "L1→",
        "A6": "M1^→",
        "A7": "T1→",
        "F3": "m1↑",
    }
    moved = ["H1", "HTD1", "LSP1", "G1", "L1", "M1", "T1", "m1"]

    def told(**more: Any) -> dict[str, list[tuple[str, str]]]:
        t = table(field(6, 7, **words), moved=moved, turned=["HTD1", "H1"], broke=["L1"], phase=ANNOUNCING, **more)
        return {name: [(one.name, one.rule) for one in piece(t, name).badges] for name in moved}

    assert told() == {
        "H1": [("moved", "CORE-22")],
        "HTD1": [("moved", "CORE-22")],
        "LSP1": [("moved", "CORE-108")],
        "G1": [("moved", "CORE-Q26")],
        "L1": [("broke", "CORE-167")],
        "M1": [("injured", "CORE-96"), ("moved", "CORE-96")],
        "T1": [("moved", "CORE-H7")],
        "m1": [],  # the other side's marks are cleared
    }
    on_the_move = told(on_the_move=True)
    assert on_the_move["H1"] == [("moved", "CORE-74")]
    assert on_the_move["HTD1"] == [("moved", "CORE-75")]


@rule("CORE-19")
def test_the_command_tank_has_its_pennant() -> None:
    t = table(field(6, 3, A1="M1*→", F3="m1↑"), fired=["M1"], phase=ANNOUNCING)
    assert badges(t, "M1") == ["command", "fired"]
    told = "Command tank: while it is active, Red has one coordinated movement more."
    assert badge(t, "M1", "command").sentence == told


@rule("CORE-25", "CORE-158")
def test_a_vehicle_that_may_go_on_wears_what_is_left_of_its_steps() -> None:
    t = table(field(8, 3, A2="M1→", C2="×l1", H1="m1←"))
    t.play(t.move("M1", "B2→"))
    assert badge(t, "M1", "driving").sentence == "May go on: 4 of 5 steps are left."
    assert todo(t)["M1"] == "Medium Tank 1 can go on"
    t.play(t.push("M1"))
    assert badge(t, "M1", "driving").sentence == "May go on: 2 of 5 steps are left."
    t.end_movement()
    assert badges(t, "M1") == ["moved"]
    t = table(field(8, 3, A2="M1→", H1="m1←"))
    t.play(t.move("M1", "B2→"))
    assert badges(t, "M1") == ["moved"]


# Marks


@rule("CORE-166", "CORE-169", "CORE-171")
def test_walls_barricades_and_dust_lie_on_the_ground() -> None:
    t = table(field(6, 3, A1="M1→", B2="=", C2="~", D2="-", E2="+", F3="m1↑"))
    for kind, at, cited in (
        ("wall", Place(1, 1), "CORE-166"),
        ("dust", Place(2, 1), "CORE-169"),
        ("barricade-low", Place(3, 1), "CORE-171"),
        ("barricade-high", Place(4, 1), "CORE-171"),
    ):
        [mark] = marks(t, kind)
        assert (mark.at, mark.rule) == ((at,), cited)
    assert marks(t, "wall")[0].sentence == "Wall at B2: it gives way to 15 t, and guns shoot it down."
    assert signs_of(t.state.ground) == {7: "#", 8: "░", 9: "-", 10: "+"}
    assert "#" in book.draw(t.state)


@rule("CORE-115")
def test_heights_are_shown_where_they_count() -> None:
    drawing = field(6, 3, A1="M1→", C2="#", D2="#", F3="m1↑")
    assert marks(table(drawing, heights=((8, 3),)), "height") == []
    found = marks(table(drawing, heights=((8, 3), (9, 2)), solid=True), "height")
    assert [(mark.at, mark.sentence, mark.rule) for mark in found] == [
        ((Place(3, 1),), "Buildings 2 squares high.", "CORE-115"),
        ((Place(2, 1),), "Buildings 3 squares high.", "CORE-115"),
    ]


TASK: dict[str, Any] = {"spaa": 1, "lost_spaa": 1, "turn_limit": 30, "zone_b": (0, 1)}


@rule("CORE-12", "CORE-173", "CORE-174")
def test_zones_are_shown_until_the_units_stand() -> None:
    army = {"medium": 1}
    t = Table(book.start(setup_of(["." * 4] * 12, army, army)))
    assert [(mark.side, mark.rule, len(mark.at)) for mark in marks(t, "zone")] == [
        (RED, "CORE-12", 20),
        (BLUE, "CORE-12", 20),
    ]
    t = Table(book.start(setup_of(["." * 4] * 12, army, army, **TASK)))
    assert [(mark.side, mark.rule, mark.at) for mark in marks(t, "zone-b")] == [
        (RED, "CORE-174", (Place(0, 0), Place(1, 0))),
        (BLUE, "CORE-174", (Place(2, 11), Place(3, 11))),
    ]
    assert [(mark.rule, len(mark.at)) for mark in marks(t, "zone")] == [("CORE-173", 18), ("CORE-173", 18)]
    assert not marks(table(field(6, 3, A1="H1→", F3="m1↑")), "zone")


@rule("CORE-133")
def test_a_hook_shows_who_may_pull_what_and_from_when() -> None:
    drawing = field(5, 6, C6="G1↓", C5="H1↑", A1="m1↓")
    [hook] = marks(table(drawing, hitched=[("H1", "G1")]), "hook")
    assert (hook.at, hook.side, hook.rule) == ((Place(2, 4), Place(2, 5)), RED, "CORE-133")
    assert hook.sentence == "Red Heavy Tank 1 may pull Fixed Gun 1 in this turn."
    [hook] = marks(table(drawing), "hook")
    assert hook.sentence == "Red Heavy Tank 1 may pull Fixed Gun 1 from the next turn on."
    assert marks(table(field(5, 6, C6="G1↑", C5="H1↑", A1="m1↓")), "hook") == []


@rule("CORE-133")
def test_a_fixed_weapon_shows_where_a_vehicle_hitches() -> None:
    t = table(field(5, 6, C4="G1↘", E1="HOW1↓", B6="G2←", A1="M1→", A6="m1↓", C6="#"))
    [outline] = book.survey(t.state, t.unit("G1")).outlines
    assert (outline.cells, outline.rule) == ((t.square("B3"),), "CORE-133")
    for name in ("HOW1", "G2", "M1"):  # the edge is behind one, a house behind the other, and a tank is not pulled
        assert book.survey(t.state, t.unit(name)).outlines == ()


@rule("CORE-151", "CORE-152", "CORE-154")
def test_a_recovery_under_way_is_a_thread_that_says_what_it_needs() -> None:
    drawing = field(8, 2, A1="RV1→", B1="M1!→", H1="m1←")
    t = table(drawing, phase=ANNOUNCING)
    [thread] = marks(t, "thread")
    told = "Red Recovery Vehicle 1 mends Medium Tank 1 at the end of this turn if both stay still and silent."
    assert (thread.at, thread.side, thread.rule, thread.sentence) == ((Place(0, 0), Place(1, 0)), RED, "CORE-152", told)
    assert todo(t)["M1"] == "Medium Tank 1 can fire or start repairs, which stops the recovery"
    assert tray(t).buttons[0].left == ()
    assert todo(table(drawing))["RV1"] == "Recovery Vehicle 1 can move, which stops the recovery"
    theirs = table(drawing, phase=ANNOUNCING, side=BLUE)
    assert "at the end of Red's next turn" in marks(theirs, "thread")[0].sentence
    heavy = field(8, 2, A1="RV1→", B1="H1!→", H1="m1←")
    t = table(heavy, phase=ANNOUNCING)
    assert "begins to mend Heavy Tank 1, which is heavier, at the end of this turn" in marks(t, "thread")[0].sentence
    t.change("H1", waiting=True)
    assert "mends Heavy Tank 1 at the end of this turn" in marks(t, "thread")[0].sentence
    assert badge(t, "H1", "waiting").rule == "CORE-154"


# The volley


def volley() -> Table:
    """Three tanks and a howitzer against a tank, and a wall."""
    words = {"A1": "M1→", "A2": "M2→", "A3": "M3→", "A5": "HSP1→", "J2": "m1←", "E4": "=", "A4": "L1→", "L6": "m2←"}
    return table(field(12, 6, **words), phase=ANNOUNCING)


@rule("CORE-23")
def test_announced_shots_are_arrows_with_their_chance() -> None:
    t = volley()
    assert marks(t, "shot") == []
    order = t.announce("M2", "m1")
    odds = book.preview(t.state, order).odds
    assert odds is not None
    t.play(order)
    [arrow] = marks(t, "shot")
    assert (arrow.at, arrow.side, arrow.rule) == ((Place(0, 1), Place(9, 1)), RED, "CORE-23")
    percent = f"{100 * float(odds[Outcome.DESTROYED]):.1f} %"
    assert arrow.sentence == f"Medium Tank 2 fires at Blue Medium Tank 1: {percent} to destroy it."
    t.play(t.announce_wall("L1", "E4"))
    assert marks(t, "shot")[1].sentence.startswith("Light Tank 1 fires at the wall at E4: ")
    assert marks(t, "shot")[1].sentence.endswith(" to bring it down.")
    t.play(t.lob("HSP1", "m1"))
    [high] = marks(t, "shot-high")
    assert high.sentence.startswith("Heavy Self-Propelled Howitzer 1 fires at Blue Medium Tank 1 in a high arc: ")


@rule("CORE-23")
def test_the_plan_is_there_from_announcing_to_the_last_shot() -> None:
    t = volley()
    assert plan(t) == Plan((), (), fixed=False)
    for order in (t.announce("M1", "m1"), t.announce_wall("L1", "E4"), t.lob("HSP1", "m1")):
        t.play(order)
    tank, wall, howitzer = plan(t).rows
    assert (tank.unit, tank.target, tank.cell, tank.order) == (t.unit("M1"), t.unit("m1"), None, None)
    assert (wall.target, wall.cell, wall.sentence) == (None, t.square("E4"), "Light Tank 1 fires at the wall at E4")
    assert howitzer.sentence.endswith("fires at Blue Medium Tank 1 in a high arc")
    for row, word in ((tank, Outcome.DESTROYED), (wall, Outcome.WALL_FELL)):
        order = t.announce("M1", "m1") if row is tank else t.announce_wall("L1", "E4")
        odds = book.preview(volley().state, order).odds
        assert odds is not None
        assert row.chance == odds[word]
    [total] = plan(t).totals
    assert (total.target, total.rule, sum(total.odds.values())) == (t.unit("m1"), "CORE-23", 1)
    assert next(iter(total.odds)) == Outcome.DESTROYED
    assert [*total.odds][-1] == "sound"
    assert total.sentence == badge(t, "m1", "target").sentence
    assert badge(t, "m1", "target").value == f"{100 * float(total.odds[Outcome.DESTROYED]):.1f} %"
    t.open_fire()
    assert plan(t).fixed
    assert [row.order for row in plan(t).rows] == [Resolve(t.unit(name)) for name in ("M1", "L1", "HSP1")]
    for phase in set(Phase) - {ANNOUNCING, Phase.FIRING, Phase.OVER}:
        assert tray(table(field(6, 3, A1="H1→", F3="m1↑"), phase=phase)).plan is None


@rule("CORE-63")
def test_a_row_names_the_friends_that_it_may_hit() -> None:
    drawing = field(5, 10, C10="H1↑", D5="h1↓", C8="L1→")
    order = table(drawing).announce("H1", "h1")
    odds = book.preview(table(drawing, phase=ANNOUNCING).state, order).odds
    assert odds is not None
    friend = sum(chance for word, chance in odds.items() if word.startswith("Light Tank 1: "))
    t = table(drawing, phase=ANNOUNCING)
    t.play(order)
    assert plan(t).rows[0].note == f"{100 * float(friend):.1f} % to hit Light Tank 1"


@rule("CORE-140", "CORE-144", "CORE-149")
def test_what_crews_are_told_is_in_the_plan() -> None:
    words = {"A1": "M1!→", "A2": "M2!(3)→", "A3": "M3!(1)→", "A4": "M4!(4)→", "H1": "m1!(4)←"}
    t = table(field(8, 4, **words), phase=ANNOUNCING, semi=True)
    t.change("M4", stopped=1)  # in the round before
    assert plan(t).rows == ()
    for order in (t.start_repair("M1"), t.stop_repair("M2"), t.start_repair("M3")):
        t.play(order)
    assert [(t.name(row.unit), row.sentence, row.rule, row.note) for row in plan(t).rows] == [
        ("M1", "The crew of Medium Tank 1 starts repairs", "CORE-140", "done from round 8 on if nobody interferes"),
        ("M2", "The crew of Medium Tank 2 stops repairs", "CORE-144", ""),
        ("M3", "The crew of Medium Tank 3 goes on with a second cycle", "CORE-149", ""),
    ]
    assert [row.order for row in plan(t).rows] == [None, None, None]
    assert badge(t, "M1", "repair").value == "5"


@rule("CORE-71")
def test_the_chosen_die_is_in_the_row() -> None:
    t = table(field(8, 3, A1="M1→", E1="m1←"), phase=ANNOUNCING, aimed=True)
    t.play(t.announce("M1", "m1", colour=Colour.ORANGE))
    assert "at Blue Medium Tank 1 with the orange die: " in marks(t, "shot")[0].sentence


@rule("CORE-23")
def test_a_target_wears_what_all_shots_at_it_do_together() -> None:
    t = volley()
    t.play(t.announce("M1", "m1"))
    single = book.preview(volley().state, t.announce("M1", "m1")).odds
    assert single is not None
    chance = single[Outcome.DESTROYED]
    assert badge(t, "m1", "target").sentence.startswith(f"1 shot announced: {100 * float(chance):.1f} % destroyed, ")
    t.play(t.announce("M2", "m1"))
    told = badge(t, "m1", "target").sentence
    found = re.match(r"2 shots announced: ([\d.]+) % destroyed", told)
    assert found is not None
    assert float(found[1]) > 100 * (1 - float(1 - chance) ** 2) - 0.1  # an injured crew dies more easily
    assert badges(t, "m2") == []


@rule("CORE-24")
def test_a_shot_that_adds_little_says_so() -> None:
    t = table(field(6, 3, A1="H1→", A2="H2→", A3="HT1→", D2="t1←", F3="m1←"), phase=ANNOUNCING)
    t.play(t.announce("H1", "t1"))
    t.play(t.announce("H2", "t1"))
    assert [row.note for row in plan(t).rows] == ["", ""]
    t.play(t.announce("HT1", "t1"))
    assert re.fullmatch(r"the third shot adds \d\.\d %", plan(t).rows[2].note)


@rule("CORE-23", "CORE-24")
def test_the_volley_is_opened_and_then_rolled_for_shot_by_shot() -> None:
    t = volley()
    assert (tray(t).prompt, tray(t).rule) == ("Red: announce who fires at what; every unit may fire once.", "CORE-23")
    [button] = tray(t).buttons
    assert (button.label, button.order) == ("End turn", EndTurn())
    assert "Medium Tank 2 can still fire" in button.left
    t.play(t.announce("M1", "m1"))
    t.play(t.announce("M2", "m1"))
    assert tray(t).prompt == "Red: 2 shots announced; nothing rolls before all are."
    [button] = tray(t).buttons
    assert (button.label, button.order, button.rule) == ("Open fire · 2 shots · then fixed", OpenFire(), "CORE-23")
    assert "Medium Tank 2 can still fire" not in button.left
    t.play(OpenFire())
    assert tray(t).prompt == "Red: 2 shots to roll for, in any order."
    assert [(row.sentence, row.order) for row in plan(t).rows] == [
        ("Medium Tank 1 fires at Blue Medium Tank 1", Resolve(t.unit("M1"))),
        ("Medium Tank 2 fires at Blue Medium Tank 1", Resolve(t.unit("M2"))),
    ]
    assert tray(t).buttons == (), "the rows are the buttons"
    assert book.survey(t.state, t.unit("M1")).deeds == (
        Deed("Fire at Blue Medium Tank 1", Resolve(t.unit("M1")), "CORE-23"),
    )
    assert book.survey(t.state, t.unit("M3")).deeds == ()
    t.play(Resolve(t.unit("M1")), (4,), (5,), (1,), (2,))
    assert marks(t, "shot")[0].sentence == "Medium Tank 2 fires at Blue Medium Tank 1: lost, no dice."
    [row] = plan(t).rows
    assert (row.lost, row.chance, row.order) == (True, Fraction(0), Resolve(t.unit("M2")))
    assert plan(t).totals == ()
    t.play(Resolve(t.unit("M2")))
    assert tray(t).prompt == "Red: all shots are fired."
    assert [button.order for button in tray(t).buttons] == [EndTurn()]


@rule("CORE-22")
def test_the_tray_says_who_can_still_fire_and_how_well() -> None:
    t = volley()
    shown = {t.name(one.unit): (one.sentence, one.chance) for one in tray(t).todo}
    lob, direct = (book.preview(t.state, order).odds for order in (t.lob("HSP1", "m1"), t.announce("M2", "m1")))
    assert lob is not None
    assert direct is not None
    assert shown["M2"] == ("Medium Tank 2 can fire", direct[Outcome.DESTROYED])
    best = shown["HSP1"][1]
    assert best is not None
    assert best >= lob[Outcome.DESTROYED]
    assert all(chance is None or isinstance(chance, Fraction) for _, chance in shown.values())
    walled = table(field(12, 2, A1="M1→", E1="=", E2="#", L1="m1←", B2="M2!←"), phase=ANNOUNCING)
    assert [(one.sentence, one.chance) for one in tray(walled).todo] == [
        ("Medium Tank 1 can fire at a wall", None),
        ("Medium Tank 2 can start repairs", None),
    ]
    assert (tray(walled).prompt, tray(walled).buttons[0].left) == ("Red: only walls and repairs are left.", ())
    nothing = table(field(12, 2, A1="T1→", L1="m1←"), phase=ANNOUNCING)
    assert (tray(nothing).prompt, tray(nothing).todo) == ("Red: nobody has a useful shot.", ())


# Movement


@rule("CORE-16", "CORE-18")
def test_the_tray_counts_the_coordinated_movements() -> None:
    t = table(field(8, 4, A1="M1→", A2="M2→", A3="M3→", A4="G1→", H1="m1←"))
    assert tray(t).prompt == "Red: 0 of 2 long moves used; every other vehicle may take one step."
    assert tray(t).rule == "CORE-16"
    assert tray(t).slots == Slots("long moves", "CORE-16", 2, ())
    assert todo(t) == {
        "M1": "Medium Tank 1 can move",
        "M2": "Medium Tank 2 can move",
        "M3": "Medium Tank 3 can move",
        "G1": "Fixed Gun 1 can turn",
    }
    assert tray(t).buttons[0].left == ("2 long moves unused",)
    t.play(t.move("M1", "D1→"))
    t.play(t.move("M2", "D2→"))
    assert (tray(t).prompt.split(";")[0], tray(t).rule) == ("Red: 2 of 2 long moves used", "CORE-18")
    assert tray(t).slots == Slots("long moves", "CORE-16", 2, (t.unit("M1"), t.unit("M2")))
    assert todo(t)["M3"] == "Medium Tank 3 can take one step"
    assert todo(t)["M1"] == "Medium Tank 1 can turn its turret"
    t.play(t.lay("M1", "↓"))
    assert "M1" not in todo(t)
    [end] = tray(t).buttons
    assert (end.label, end.order, end.rule, end.left) == ("End movement", EndMovement(), "CORE-21", ())
    assert (end.then, end.next, end.rolls) == ("then announce fire", t.state.side, False)
    assert (end.still, len(end.units)) == ("2 can still move", 2)


@rule("CORE-27")
def test_a_rolled_speed_is_something_left_to_do() -> None:
    t = table(field(8, 4, A1="M1→", A2="M2→", H1="m1←"), speed_die=True)
    t.play(RollSpeed(t.unit("M1")), (1,))
    assert badge(t, "M1", "driving").sentence == "May go on: 6 of 6 steps are left."
    assert todo(t)["M1"] == "Medium Tank 1 can go on"
    assert tray(t).prompt.startswith("Red: 1 of 2 long moves used")


@rule("CORE-100")
def test_nothing_more_can_move_where_all_are_stuck() -> None:
    stuck = table(field(8, 3, A1="HTD1!→", H2="m1←"))
    assert (tray(stuck).prompt, tray(stuck).todo) == ("Red: nothing more can move.", ())


# Why not


def why_not(t: Table, name: str) -> tuple[str, str] | None:
    refusal = book.survey(t.state, t.unit(name)).refusal
    return None if refusal is None else (refusal.rule, refusal.sentence)


def done(t: Table, name: str) -> str:
    """What a survey tells of a unit that has done its part: a fact, and no refusal."""
    survey = book.survey(t.state, t.unit(name))
    assert survey.refusal is None
    return survey.done


@rule("CORE-25", "CORE-39", "CORE-100", "CORE-141")
def test_a_survey_says_why_a_unit_cannot_move() -> None:
    words = {"A1": "M1→", "A2": "M2!→", "A3": "M3!(2)→", "A4": "AC1↑", "B4": "M4→", "H1": "m1!←", "A5": "#", "B5": "#"}
    t = table(field(8, 5, **words, B3="×l1"), moved=["M4"])
    assert why_not(t, "M1") is None
    assert why_not(t, "m1") is None, "it is not its turn"
    assert why_not(t, "M2") == ("CORE-100", "Medium Tank 2 is immobilised: it neither drives nor turns")
    assert why_not(t, "M3") == ("CORE-141", "Medium Tank 3 is under repair and does not move before that is done")
    assert done(t, "M4") == "Medium Tank 4 has moved"
    assert why_not(t, "AC1") == ("CORE-39", "Armoured Car 1 has no step left that it can take")


@rule("CORE-22", "CORE-96")
def test_a_survey_says_why_a_unit_cannot_fire() -> None:
    t = table(field(12, 4, A1="M1→", A2="M2^→", A3="M3←", A4="T1→", H1="m1←"), phase=ANNOUNCING, moved=["M2"])
    assert why_not(t, "M1") is None
    assert why_not(t, "M2") == ("CORE-96", "Medium Tank 2 has moved, and its crew is injured; it may move or fire")
    assert why_not(t, "M3") == ("CORE-22", "Medium Tank 3 has no target: nothing is in its range, arc and sight")
    assert why_not(t, "T1") == ("CORE-Q43", "Truck 1 has no weapon; only armed units fire")
    t.play(t.announce("M1", "m1"))
    assert done(t, "M1") == "Medium Tank 1 fires at Blue Medium Tank 1"
    t.open_fire()
    assert why_not(t, "M1") is None
    assert why_not(t, "M3") == ("CORE-23", "Medium Tank 3 has no shot left on the list")


@rule("CORE-12", "CORE-19")
def test_a_survey_says_why_a_unit_is_not_to_be_put_down_or_named() -> None:
    army = {"medium": 1, "truck": 1}
    t = Table(book.start(setup_of(["." * 4] * 12, army, army, command=True)))
    t.play(Begin(), (BLUE,))
    assert why_not(t, "M1") is None
    t.play(t.deploy("medium", "C1↓"))
    assert done(t, "M1") == "Medium Tank 1 stands on C1"
    for kind, pose in (("truck", "D2↓"), ("medium", "B12↑"), ("truck", "A12↑")):
        t.play(t.deploy(kind, pose))
    assert why_not(t, "M1") is None
    assert why_not(t, "T1") == ("CORE-Q47", "Truck 1 is no tank; those that can command are: Medium Tank 1")


# The goal, and before the first turn


SPAA = ("destroyed 0 of Blue's SPAA; 2 win", "destroyed 1 of Red's SPAA; 2 win")


@rule("CORE-12", "CORE-176", "CORE-177")
def test_the_goals_tell_how_near_each_side_is() -> None:
    one = tray(table(field(6, 3, A1="H1→", E1="×l1", F3="m1↑")))
    assert one.goals == ("destroyed 1 of Blue's 2", "destroyed 0 of Red's 1")
    late = table(field(6, 3, A1="H1→", F3="m1↑"), round=45)
    assert tray(late).goals[0] == "destroyed 0 of Blue's 1; round 45 of 60"
    words = {"A1": "H1→", "A2": "AA1→", "A3": "×AA2", "F1": "aa1←", "F2": "aa2←", "F3": "×m1"}
    basic: dict[str, Any] = {"spaa": 2, "zone_b": (0, 1), "lost_spaa": 2, "turn_limit": 30}
    assert tray(table(field(6, 3, **words), **basic)).goals == SPAA
    late = table(field(6, 3, **words), round=23, **basic)
    assert tray(late).goals == (f"{SPAA[0]}; round 23 of 30", f"{SPAA[1]}; round 23 of 30")


@rule("CORE-19", "CORE-173", "CORE-174")
def test_set_up_offers_its_choices_one_after_another() -> None:
    army = {"medium": 1, "truck": 1}
    t = Table(book.start(setup_of(["." * 4] * 12, army, army, command=True, **TASK)))
    assert [button.order for button in tray(t).buttons] == [Begin()]
    assert tray(t).prompt == "Draw by lot who plays first; the other side deploys first."
    t.play(Begin(), (BLUE,))
    assert tray(t).prompt == "Red: put the units down in zone A, the SPAA in zone B."
    assert [one.sentence for one in tray(t).todo] == [
        "Medium Tank: 1 to deploy",
        "SPAA: 1 to deploy",
        "Truck: 1 to deploy",
    ]
    for one in tray(t).todo:
        [band] = book.survey(t.state, one.unit).bands
        kind = t.state.units.units[one.unit].kind
        assert band.order == template({"type": "Deploy", "kind": kind}, square="cell", facing="facing")
        assert band.rule == ("CORE-174" if kind == "spaa" else "CORE-173")
        listed = [order for order in t.orders() if isinstance(order, Deploy) and order.kind == kind]
        assert sorted(band.poses) == sorted(order.square * 8 + order.facing for order in listed)
        assert band.poses[0] & 7 == 4  # towards the enemy
    for kind, pose in (("medium", "C1↓"), ("spaa", "A1↓"), ("truck", "D2↓")):
        t.play(t.deploy(kind, pose))
    for kind, pose in (("medium", "B12↑"), ("spaa", "D12↑"), ("truck", "A12↑")):
        t.play(t.deploy(kind, pose))
    assert tray(t).prompt.endswith(": choose the tank that commands.")
    [one] = tray(t).todo
    assert one.sentence == "Medium Tank 1 can command"
    assert book.survey(t.state, one.unit).deeds == (Deed("Medium Tank 1 commands", NameCommand(one.unit), "CORE-19"),)
    assert book.survey(t.state, t.unit("T1")).deeds == book.survey(t.state, t.unit("t1")).deeds == ()


@rule("CORE-11", "CORE-12")
def test_the_end_is_in_the_prompt_and_offers_nothing() -> None:
    t = table(field(8, 3, A1="H1→", F1="l1←"), phase=ANNOUNCING)
    t.shoot(t.announce("H1", "l1"), (4,), (5,), (1,), (2,))
    shown = tray(t)
    assert (shown.prompt, shown.rule) == ("All of Blue's units are destroyed, so Red wins.", "CORE-12")
    assert (shown.side, shown.buttons, shown.todo, shown.goals[0]) == (None, (), (), "destroyed 1 of Blue's 1")


# The page for players

PAGE = (Path(__file__).parents[3] / "docs" / "rulebooks" / "core.md").read_text()
CLASSES = "①②③④"


@rule("CORE-09")
@pytest.mark.parametrize("row", [row.flat() for row in library.units()], ids=lambda row: row["id"])
def test_the_charts_on_the_page_are_those_of_the_data(row: dict[str, Any]) -> None:
    """What the book prints is bold, the rest is the house's."""
    [shown] = [line for line in PAGE.splitlines() if line.startswith(f"| {row['name']} |") and line.count("|") == 13]
    _, _, points, speed, _, armour, tracks, mount, far, accuracy, penetration, parabolic, mass, _ = (
        cell.strip() for cell in shown.split("|")
    )

    def told(figure: str, value: Any) -> str:
        return f"**{value}**" if row["source"].get(figure) == "book" else f"{value}"

    assert points == told("points", row["points"])
    assert armour == " / ".join(told(part, row[part]) for part in ("front", "side", "rear", "top"))
    assert tracks == ("–" if row["tracks"] is None else told("tracks", row["tracks"]))
    assert mount == told("mount", row["mount"])
    assert (mass, parabolic) == (str(row["mass"]), row["parabolic"] or "")
    assert speed == (f"{row['max']} / {row['reverse']}" if row["max"] else f"turns {90 if row['mass'] < 5 else 45}°")
    if row["range"]:
        assert far == f"{row['range']}{'◦' * row['point_blank']}"
        assert accuracy == CLASSES[row["accuracy"] - 1]
        pierce, ammunition = (told(figure, row[figure]) for figure in ("penetration", "ammunition"))
        assert penetration == f"{pierce} {row['die']} {ammunition}"
    else:
        assert (far, accuracy, penetration) == ("–", "–", "–")


@rule("CORE-58")
def test_the_hit_chances_on_the_page_are_those_of_the_dice() -> None:
    for name, pair in zip(CLASSES, files.usual().accuracy, strict=True):
        sums = [a + b for a, b in product(*pair)]
        chances = [f"{100 * sum(total >= far for total in sums) / len(sums):.0f}" for far in range(1, 9)]
        assert f"| {name} | {' | '.join(chances)} |" in PAGE


def test_the_page_names_every_scenario_and_option() -> None:
    for row in library.scenarios():
        assert f"`{row.id}`" in PAGE
    for option in library.OPTIONS:
        assert f"`{option.name}`" in PAGE
