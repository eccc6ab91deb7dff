"""Who may fire, and at what: arcs, range, sight and cover, parabolic fire and its spotters (CORE-22 … CORE-171)."""

from typing import Any

import pytest

from hulldown.geometry.squares import Grid, Seen, seen
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerstrike.core import gunnery, volley
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.orders import Announce, AnnounceWall
from hulldown.rulebooks.panzerstrike.core.shot import facts_of
from hulldown.rulebooks.panzerstrike.core.state import Colour, Mode, Phase
from tests.marks import rule
from tests.rulebooks.core.cast import CHART, KINDS, TYPES, Table, altered, field, table

HIGH = Mode.PARABOLIC


def firing(drawing: str, **more: Any) -> Table:
    return table(drawing, phase=Phase.ANNOUNCING, **more)


def place(east: int, north: int) -> str:
    """A square of a 19 × 19 board, counted from its middle, J10: the ledger's coordinates."""
    return f"{chr(ord('J') + east)}{10 - north}"


def around(gun: str, *offsets: tuple[int, int], target: str = "l", **more: Any) -> Table:
    """A gun in the middle, and targets at these offsets east and north of it."""
    words = {place(*offset): f"{target}{number}↓" for number, offset in enumerate(offsets, 1)}
    return firing(field(19, 19, J10=gun, **words), **more)


# Who may fire


@rule("CORE-22", "CORE-87", "CORE-Q43")
@pytest.mark.parametrize("kind", [kind for kind in CHART if kind.weapon is None], ids=lambda kind: kind.id)
def test_unarmed_units_do_not_fire(kind: Any) -> None:
    t = around(f"{kind.letter}1↑", (0, 4))
    t.refused(t.announce(f"{kind.letter}1", "l1"), "CORE-Q43", "no weapon")


@rule("CORE-22", "CORE-23", "CORE-175")
def test_each_armed_unit_has_one_shot_on_the_list_whether_it_moved_or_not() -> None:
    t = around("M1↑", (0, 4), (1, 4), moved=["M1"])
    assert t.targets("M1") == {"l1", "l2"}
    t.play(t.announce("M1", "l1"))
    t.refused(t.announce("M1", "l2"), "CORE-22", "once a round")


@rule("CORE-22", "CORE-23", "CORE-Q40")
def test_targets_are_active_enemies_and_walls() -> None:
    t = firing(field(12, 3, A2="M1→", D1="L1→", E2="l1←", F3="×l2", G3="="))
    assert t.targets("M1") == {"l1"}
    t.refused(t.announce("M1", "L1"), "CORE-Q40", "a friend")
    t.refused(t.announce("M1", "l2"), "CORE-Q40", "a wreck")
    t.refused(t.announce("l1", "M1"), "CORE-15", "Blue Light Tank 1 does not fire in Red's turn")
    t.refused(Announce(t.unit("M1"), 77), "CORE-07", "no unit 77")
    t.refused(Announce(77, t.unit("l1")), "CORE-07", "no unit 77")


@rule("CORE-93", "CORE-96", "CORE-131", "CORE-141", "CORE-144", "CORE-167", "CORE-Q26")
@pytest.mark.parametrize(
    ("gun", "more", "changes", "cited"),
    [
        ("M1^↑", {"moved": ["M1"]}, {}, "CORE-96"),
        ("G1↑", {"moved": ["G1"], "turned": ["G1"]}, {}, "CORE-131"),
        ("G1↑", {"moved": ["G1"]}, {}, "CORE-Q26"),
        ("M1!(3)↑", {}, {}, "CORE-141"),
        ("M1!↑", {}, {"stopped": 2}, "CORE-144"),
        ("M1↑", {"moved": ["M1"], "broke": ["M1"]}, {}, "CORE-167"),
    ],
    ids=["injured and moved", "turned gun", "pulled gun", "under repair", "repairs stopped", "broke a wall"],
)
def test_who_is_silent(gun: str, more: dict[str, Any], changes: dict[str, int], cited: str) -> None:
    t = around(gun, (0, 4), **more)
    name = gun.rstrip("!^()3↑")
    if changes:
        t.change(name, **changes)
    t.refused(t.announce(name, "l1"), cited)


@rule("CORE-96", "CORE-100", "CORE-129")
def test_injured_immobilised_and_fixed_units_fire_from_where_they_stand() -> None:
    for gun in ("M1^↑", "M1!↑", "G1↑", "G1^↑"):
        t = around(gun, (0, 4))
        assert t.targets(gun[:2]) == {"l1"}


@rule("CORE-96", "CORE-108", "CORE-Q41")
def test_a_turn_of_the_hull_is_a_move_and_laying_a_turret_is_none() -> None:
    words = {"A5": "HSP1→", "A9": "M1^→", "J5": "l1←", "J9": "l2←", "A1": "M2^→"}
    t = table(field(12, 9, **words))
    t.play(t.move("HSP1", "A5↗"))
    t.play(t.move("M1", "A9↗"))
    t.play(t.lay("M2", "↘"))
    t.end_movement()
    t.refused(t.lob("HSP1", "l1"), "CORE-108", "has moved in this round")
    t.refused(t.announce("M1", "l2"), "CORE-96", "has moved, and its crew is injured")
    assert gunnery.may_shoot(t.state, t.unit("M2")) is None


# The arc


@rule("CORE-46", "CORE-51", "CORE-129")
@pytest.mark.parametrize("gun", ["HTD1", "G1", "M1"])
def test_t_13_a_gun_bears_on_less_than_45_degrees(gun: str) -> None:
    """T-13."""
    t = around(f"{gun}↑", (0, 5), (2, 3), (3, 3), (-1, 2), (3, 2))
    assert t.targets(gun) == {"l1", "l2", "l4"}
    cited = "CORE-129" if gun == "G1" else "CORE-51"
    t.refused(t.announce(gun, "l3"), cited, "exactly 45°")
    t.refused(t.announce(gun, "l5"), cited, "57°")


@rule("CORE-51")
def test_t_14_and_the_same_along_a_diagonal() -> None:
    """T-14."""
    t = around("HTD1↗", (3, 3), (1, 6), (0, 4), (4, 0))
    assert t.targets("HTD1") == {"l1", "l2"}


@rule("CORE-47", "CORE-48", "CORE-51", "CORE-52")
def test_a_turret_bears_where_it_points_against_its_hull() -> None:
    t = around("M1↑→", (0, 4), (4, 0), (4, 3), (-4, 0))
    assert t.targets("M1") == {"l2", "l3"}
    t.change("M1", facing=2)
    assert t.targets("M1") == set()
    t.change("M1", turret=6)
    assert t.targets("M1") == {"l1"}


@rule("CORE-50", "CORE-Q15")
def test_moulded_turrets_fire_all_round_and_hulls_do_not() -> None:
    """CORE-Q15: also with option 3."""
    spots = [(0, 4), (4, 0), (-3, -4), (0, -5)]
    assert around("M1↑", *spots, moulded=True, free_turrets=True).targets("M1") == {"l1", "l2", "l3", "l4"}
    assert around("HTD1↑", *spots, moulded=True).targets("HTD1") == {"l1"}


@rule("CORE-53")
def test_with_option_3_a_turret_is_laid_on_its_target_within_135_degrees() -> None:
    t = around("M1↑", (0, 4), (4, -4), (3, -4), (-4, -3), (-4, 0), free_turrets=True)
    assert t.targets("M1") == {"l1", "l2", "l4", "l5"}
    t.refused(t.announce("M1", "l3"), "CORE-53", "135°", "144° off")
    t.play(t.announce("M1", "l2"))
    assert t.piece("M1").aim == (1, -1)  # to the right, and behind
    fixed = around("HTD1↑", (0, 4), (3, 3), free_turrets=True)
    assert fixed.targets("HTD1") == {"l1"}


@rule("CORE-53")
def test_a_free_turret_turns_with_its_hull() -> None:
    t = around("M1→", (4, 0), (-4, 0), (-1, -4), free_turrets=True)
    t.change("M1", aim=(0, 1))
    assert t.targets("M1") == {"l1", "l3"}
    t.change("M1", aim=(-1, -1))  # to the left, and behind: north-west on the board
    assert t.targets("M1") == {"l1", "l2", "l3"}
    t.change("M1", aim=(-1, 0))
    assert t.targets("M1") == {"l1", "l2"}


# Range


@rule("CORE-42", "CORE-44", "CORE-56")
@pytest.mark.parametrize(
    ("offset", "sections"),
    [
        ((1, 0), 1),
        ((2, 0), 1),
        ((2, 1), 1),
        ((2, 2), 2),
        ((3, 0), 2),
        ((4, 2), 2),
        ((6, 6), 4),
        ((16, 0), 8),
        ((17, 0), 9),
    ],
    ids=str,
)
def test_t_18_direct_range(offset: tuple[int, int], sections: int) -> None:
    """T-18."""
    t = firing(field(19, 19, A1="L1→"))
    assert gunnery.distance(t.state.ground, 0, t.state.ground.grid.square(*offset)) == sections


@rule("CORE-109")
@pytest.mark.parametrize(("offset", "sections"), [((2, 1), 2), ((4, 2), 3), ((6, 6), 5)], ids=str)
def test_t_19_parabolic_range(offset: tuple[int, int], sections: int) -> None:
    """T-19."""
    t = firing(field(19, 19, A1="L1→"))
    assert gunnery.distance(t.state.ground, 0, t.state.ground.grid.square(*offset), HIGH) == sections


@rule("CORE-42")
@pytest.mark.parametrize("kind", [kind for kind in CHART if kind.weapon], ids=lambda kind: kind.id)
def test_no_weapon_fires_beyond_its_range(kind: Any) -> None:
    name, last = f"{kind.letter}1", 2 * kind.weapon.range
    t = firing(field(19, 1, A1=f"{name}→", **{Grid.of(19, 1).names[last]: "t1←"}))
    assert t.targets(name) == {"t1"}
    t = firing(field(19, 1, A1=f"{name}→", **{Grid.of(19, 1).names[last + 1]: "t1←"}))
    t.refused(t.announce(name, "t1"), "CORE-42", f"range {kind.weapon.range + 1}", f"up to range {kind.weapon.range}")


@rule("CORE-43", "CORE-44")
def test_only_weapons_for_immediate_proximity_fire_at_neighbours() -> None:
    t = around("M1↑", (0, 1))
    t.refused(t.announce("M1", "l1"), "CORE-43", "next to")
    t = around("L1↑", (0, 1))
    assert t.allows(t.announce("L1", "l1"))
    assert facts_of(t.state, gunnery.shot_of(t.state, t.announce("L1", "l1")))[0].range == 1


# Sight and cover


@rule("CORE-40", "CORE-60", "CORE-93")
def test_t_20_a_wreck_hides_what_is_behind_it() -> None:
    """T-20."""
    t = firing(field(9, 9, A9="H1→", C9="×l2", E9="l1←"))
    t.refused(t.announce("H1", "l1"), "CORE-93", "a wreck, at C9")


@rule("CORE-60")
def test_t_21_to_t_23_how_much_is_hidden() -> None:
    """T-21 … T-23: 20 of 25 lines by a building, 12 by a unit, 18 by one that is nearer."""
    for words, target, lines, judged in (
        ({"C9": "#"}, "E8", 20, Seen.COVERED),
        ({"C9": "L1→"}, "E8", 12, Seen.CLEAR),
        ({"C8": "L1→"}, "D8", 18, Seen.COVERED),
    ):
        t = firing(field(9, 9, A9="H1→", **words, **{target: "l1←"}))
        masked = t.state.ground.cover.masked(t.square("A9"), t.square(target), t.state.units.occupied)
        assert (masked.bit_count(), seen(masked)) == (lines, judged)
        assert t.targets("H1") == {"l1"}


@rule("CORE-40", "CORE-168", "CORE-169", "CORE-170", "CORE-171")
@pytest.mark.parametrize(
    ("sign", "cited", "told"),
    [
        ("#", "CORE-40", "the house at E2"),
        ("L1→", "CORE-40", "Light Tank 1 at E2"),
        ("l2→", "CORE-40", "Blue Light Tank 2 at E2"),
        ("=", "CORE-168", "the wall at E2"),
        ("~", "CORE-169", "fell at E2"),
        ("+", "CORE-171", "the high barricade at E2"),
    ],
)
def test_what_stops_direct_fire(sign: str, cited: str, told: str) -> None:
    t = firing(field(12, 3, A2="H1→", E2=sign, I2="l1←"))
    refusal = t.refused(t.announce("H1", "l1"), cited, told)
    assert refusal.nearest == (t.announce_wall("H1", "E2") if sign == "=" else None)


@rule("CORE-171", "CORE-Q34")
def test_a_low_barricade_neither_stops_nor_covers() -> None:
    t = firing(field(12, 3, A2="H1→", E2="-", I2="l1←"))
    assert t.targets("H1") == {"l1"}
    assert not gunnery.covered(t.state, t.square("A2"), t.square("I2"))


# Walls as targets


@rule("CORE-165", "CORE-170", "CORE-Q33")
def test_any_weapon_may_fire_at_a_standing_wall_and_at_no_barricade() -> None:
    """CORE-Q33: by range, arc, sight and the rule for neighbours."""
    drawing = field(12, 5, A3="H1→", B4="=", E1="=", F4="-", G5="+", H2="~", A1="=", L1="l1←")
    t = firing(drawing)
    assert t.wall_targets("H1") == {"E1"}
    t.refused(t.announce_wall("H1", "B4"), "CORE-43")
    t.refused(t.announce_wall("H1", "A1"), "CORE-51")
    t.refused(t.announce_wall("H1", "F4"), "CORE-170", "cannot be destroyed")
    t.refused(t.announce_wall("H1", "H2"), "CORE-165", "no wall stands at H2")
    t.refused(AnnounceWall(t.unit("H1"), 999), "CORE-06", "no square 999")
    assert firing(field(12, 1, A1="HT1→", C1="=", L1="l1←")).wall_targets("HT1") == {"C1"}


# The hit die of option 4


@rule("CORE-64", "CORE-71", "CORE-72", "CORE-73")
def test_t_31_orange_and_green_only_near_enough() -> None:
    """T-31: class ② up to range 2, announced with the shot."""
    near, far = "E1", "F1"
    t = firing(field(12, 1, A1="M1→", **{near: "l1←"}), aimed=True)
    assert all(t.allows(t.announce("M1", "l1", colour=colour)) for colour in Colour)
    t = firing(field(12, 1, A1="M1→", **{far: "l1←"}), aimed=True)
    for colour in (Colour.ORANGE, Colour.GREEN):
        refusal = t.refused(t.announce("M1", "l1", colour=colour), "CORE-73", "range 3", "up to range 2")
        assert refusal.nearest == t.announce("M1", "l1")


@rule("CORE-71", "CORE-72", "CORE-110")
def test_without_option_4_or_in_a_high_arc_there_is_no_choice() -> None:
    t = firing(field(12, 1, A1="M1→", D1="l1←"))
    t.refused(t.announce("M1", "l1", colour=Colour.ORANGE), "CORE-71", "not played")
    t.refused(t.announce("M1", "l1", colour=Colour.GREEN), "CORE-72", "not played")
    t = firing(field(12, 1, A1="LSP1→", H1="l1←"), aimed=True)
    t.refused(t.announce("LSP1", "l1", HIGH, Colour.GREEN), "CORE-110", "blue")


# Parabolic fire


@rule("CORE-106", "CORE-107", "CORE-108", "CORE-109", "CORE-112", "CORE-113", "CORE-114")
def test_who_fires_in_a_high_arc_and_how_far() -> None:
    t = firing(field(19, 3, A2="HSP1→", C2="×l2", G2="l3←", H2="l4←", Q2="l5←", R2="l6←", A1="M1→"))
    assert t.targets("HSP1", HIGH) == {"l4", "l5"}  # 4 to 8 sections, and over whatever stands between
    t.refused(t.lob("HSP1", "l3"), "CORE-107", "range 3", "4–8")
    t.refused(t.lob("HSP1", "l6"), "CORE-107", "range 9", "4–8")
    t.refused(t.lob("M1", "l4"), "CORE-106", "no parabolic range")
    t.change("HSP1", moved=2)
    t.refused(t.lob("HSP1", "l4"), "CORE-108", "has moved")


@rule("CORE-113")
def test_a_high_arc_keeps_to_the_arc_of_the_gun() -> None:
    t = around("HSP1↑", (5, 5), (4, 5), (0, -7))
    assert t.targets("HSP1", HIGH) == {"l2"}
    t.refused(t.lob("HSP1", "l1"), "CORE-113", "exactly 45°")


@rule("CORE-116")
def test_t_09_no_building_on_the_trajectory_next_to_either_end() -> None:
    """T-09: A is open, B is too near to the building, and so is the howitzer for C."""
    t = firing(field(12, 9, A9="HSP1→", G9="#", K9="l1←", H9="l2←", L1="M1↓"))
    t.change("M1", began=t.square("L1"))
    assert t.allows(t.lob("HSP1", "l1"))
    t.refused(t.lob("HSP1", "l2"), "CORE-116", "the house at G9", "Blue Light Tank 2")
    t = firing(field(12, 9, A9="HSP1↑", A8="#", A1="l3←", L1="M1↓"))
    t.refused(t.lob("HSP1", "l3"), "CORE-116", "the house at A8", "Heavy Self-Propelled Howitzer 1")


@rule("CORE-116", "CORE-H5")
def test_a_shell_passes_between_two_buildings_that_meet_at_a_corner() -> None:
    """CORE-H5: on a trajectory lie the buildings that the line runs through."""
    t = firing(field(12, 9, A9="HSP1↗", A8="#", B9="#", G3="l1←", L1="M1↓"))
    assert t.allows(t.lob("HSP1", "l1"))


@rule("CORE-115")
@pytest.mark.parametrize(("height", "target", "clear"), [(2, "H9", False), (2, "I9", True), (3, "I9", False)])
def test_t_08_over_3d_buildings_at_45_degrees(height: int, target: str, clear: bool) -> None:
    """T-08: a building of two squares at F9, and the target two squares behind it."""
    square = Grid.of(12, 9).number("F9")
    drawing = field(12, 9, A9="HSP1→", F9="#", L1="M1↓", **{target: "l1←"})
    t = firing(drawing, solid=True, heights=((square, height),))
    if clear:
        assert t.allows(t.lob("HSP1", "l1"))
    else:
        t.refused(t.lob("HSP1", "l1"), "CORE-115", f"{height} high", "Blue Light Tank 1")


# Spotting


HIDDEN = {"A5": "HSP1→", "F5": "#", "F4": "#", "F6": "#", "J5": "l1←"}


@rule("CORE-117", "CORE-119")
def test_t_10c_a_howitzer_that_sees_its_target_needs_no_radio() -> None:
    """T-10c: vehicles between do not count."""
    t = firing(field(12, 9, A5="HSP1→", E5="M1→", F5="×l2", J5="l1←"))
    shot = gunnery.shot_of(t.state, t.lob("HSP1", "l1"))
    assert (shot.spotter, shot.late) == (-1, False)
    t.refused(t.announce("HSP1", "l1"), "CORE-40")


@rule("CORE-118", "CORE-119", "CORE-122", "CORE-Q23")
def test_t_10_who_reports_and_whether_it_is_late() -> None:
    """T-10, T-10b: a report is late unless one and the same vehicle saw the target when the turn began (CORE-Q23)."""
    t = firing(field(12, 9, **HIDDEN))
    t.refused(t.lob("HSP1", "l1"), "CORE-118", "neither Heavy Self-Propelled Howitzer 1", "sees Blue Light Tank 1")
    t = firing(field(12, 9, **HIDDEN, I9="L1↑", C5="L2↑"))
    assert gunnery.shot_of(t.state, t.lob("HSP1", "l1")).spotter == t.unit("L1")
    assert gunnery.shot_of(t.state, t.lob("HSP1", "l1")).late is False
    t.change("L1", began=t.square("B5"))
    late = gunnery.shot_of(t.state, t.lob("HSP1", "l1"))
    assert (late.spotter, late.late) == (t.unit("L1"), True)
    assert book.preview(t.state, t.lob("HSP1", "l1")).spotters == (t.unit("L1"),)
    t.change("L1", began=t.square("I8"))  # it moved, and saw the target from both places
    assert gunnery.shot_of(t.state, t.lob("HSP1", "l1")).late is False


@rule("CORE-122", "CORE-Q23")
def test_one_who_saw_it_only_before_does_not_help_one_who_sees_it_only_now() -> None:
    t = firing(field(12, 9, **HIDDEN, I9="L1↑", C5="L2↑"))
    t.change("L1", began=t.square("B5"))
    t.change("L2", began=t.square("I8"))
    assert gunnery.shot_of(t.state, t.lob("HSP1", "l1")).late is True
    t.change("L2", square=t.square("I1"), began=t.square("I1"))
    known = gunnery.shot_of(t.state, t.lob("HSP1", "l1"))
    assert (known.spotter, known.late) == (t.unit("L2"), False)


@rule("CORE-118", "CORE-124", "CORE-Q24")
def test_who_may_report() -> None:
    """CORE-Q24: any vehicle, also immobilised or with injured crew, but no fixed weapon and no crew outside."""
    for spotter in ("T1↑", "L1!^↑"):
        assert firing(field(12, 9, **HIDDEN, I9=spotter)).allows(Announce(*_lob(spotter)))
    for silent in ("×L1", "l2↑"):
        t = firing(field(12, 9, **HIDDEN, I9=silent))
        t.refused(t.lob("HSP1", "l1"), "CORE-118", "nor another vehicle of Red's sees Blue Light Tank 1")
    for silent, told in (
        ("G1↑", "Fixed Gun 1 does, but fixed weapons do not report"),
        ("L1!(4)↑", "Light Tank 1 does, but its crew was outside, repairing, when movement ended"),
    ):
        t = firing(field(12, 9, **HIDDEN, I9=silent))
        t.refused(t.lob("HSP1", "l1"), "CORE-Q24", "Howitzer 1 does not see Blue Light Tank 1", told)
    t = firing(field(12, 9, **HIDDEN, I9="T1↑"), radios=True)
    t.refused(t.lob("HSP1", "l1"), "CORE-124", "Truck 1 does, but it has no radio to report by")
    assert KINDS["light"].radio
    assert firing(field(12, 9, **HIDDEN, I9="L1↑"), radios=True).allows(Announce(*_lob("L1↑")))
    deaf = firing(field(12, 9, **HIDDEN, I9="L1↑"), radios=True, chart=altered("light", radio=False))
    deaf.refused(deaf.lob("HSP1", "l1"), "CORE-124")


@rule("CORE-118", "CORE-Q24", "CORE-144")
def test_a_crew_called_back_with_the_announcement_does_not_report_in_this_round() -> None:
    t = firing(field(12, 9, **HIDDEN, I9="L1!(4)↑"))
    t.play(t.stop_repair("L1"))
    assert t.piece("L1").timer == 0
    t.refused(t.lob("HSP1", "l1"), "CORE-Q24", "its crew was outside, repairing, when movement ended")
    assert t.targets("HSP1", HIGH) == set()
    t.end_turn()
    t.pass_turn()
    t.end_movement()
    assert t.allows(t.lob("HSP1", "l1")), "in the next round its crew is inside"


@rule("CORE-118", "CORE-Q24", "CORE-140")
def test_a_crew_sent_out_with_the_announcement_still_reports_in_this_round() -> None:
    t = firing(field(12, 9, **HIDDEN, I9="L1!↑"))
    t.play(t.start_repair("L1"))
    assert t.piece("L1").timer == 5
    assert gunnery.shot_of(t.state, t.lob("HSP1", "l1")).spotter == t.unit("L1")
    assert book.preview(t.state, t.lob("HSP1", "l1")).spotters == (t.unit("L1"),)
    t.end_turn()
    t.pass_turn()
    t.end_movement()
    t.refused(t.lob("HSP1", "l1"), "CORE-Q24", "its crew was outside, repairing, when movement ended")


def _lob(spotter: str) -> tuple[int, int, Mode]:
    t = firing(field(12, 9, **HIDDEN, I9=spotter))
    return t.unit("HSP1"), t.unit("l1"), HIGH


# The list, the hand and the masks


@rule("CORE-22", "CORE-23", "CORE-73", "CORE-107", "CORE-165")
@pytest.mark.parametrize(
    "options", [{}, {"aimed": True}, {"free_turrets": True}, {"moulded": True}, {"solid": True}], ids=str
)
@pytest.mark.parametrize("side", [0, 1])
def test_the_masks_find_what_the_judge_allows(options: dict[str, bool], side: int) -> None:
    """All orders that could be thought of, against the list."""
    t = firing(
        field(
            16, 12, B2="H1↘", D4="HSP1→", C9="L1^↗", F1="HTD1↓", A6="HOW1→", H6="AC1←", E7="#", F7="#", J4="=", K9="+",
            H9="C", L3="-", G11="×L2", N3="m1←", O10="g1↖", L7="hsp1←", M11="ht1↑", I2="l1↓", J8="=", P6="lsp1←",
        ),
        **options,
    )  # fmt: skip
    t.state.side = BLUE if side else t.state.side
    units = range(len(t.state.units.units))
    thought = [
        Announce(unit, other, mode, colour) for unit in units for other in units for mode in Mode for colour in Colour
    ]
    walls = [AnnounceWall(unit, square) for unit in units for square in range(t.state.ground.grid.size)]
    orders: list[Announce | AnnounceWall] = [*thought, *walls]
    legal = {order for order in orders if book.refuse(t.state, order) is None}
    listed = [order for _, found in gunnery.shooters(t.state) for order in found]
    assert len(listed) == len(set(listed)) > 10
    assert set(listed) == legal
    for unit in units:
        if unit in gunnery.ready(t.state):
            direct = {o.target for o in legal if isinstance(o, Announce) and o.unit == unit and o.mode is Mode.DIRECT}
            assert set(gunnery.targets(t.state, unit)) == direct


@rule("CORE-51", "CORE-53", "CORE-106", "CORE-107")
def test_what_the_hand_needs() -> None:
    t = firing(field(12, 9, A5="HSP1→", F5="l1←", L5="l2←", A9="M1→"))
    survey = book.survey(t.state, t.unit("HSP1"))
    assert [mode.name for mode in survey.modes] == ["direct", "parabolic"]
    assert next(aim.word for aim in survey.aims if aim.mode == "parabolic") == "out of range"
    (outline,) = survey.outlines
    assert t.square("L5") in outline.cells
    assert t.square("F5") not in outline.cells
    assert t.square("A1") in survey.veil
    assert t.square("F5") not in survey.veil
    assert not book.survey(t.state, t.unit("M1")).outlines
    free = firing(field(12, 9, E5="M1→", L5="l2←"), free_turrets=True)
    veil = gunnery.veil(free.state, free.unit("M1"))
    assert free.square("D5") in veil
    assert free.square("E1") not in veil


@rule("CORE-73", "CORE-165")
def test_a_near_target_has_an_aim_for_each_hit_die_the_best_first() -> None:
    t = firing(field(12, 3, A2="M1→", D2="h1↑", G1="="), aimed=True)
    aims = volley.aims(t.state, t.unit("M1"))
    assert next(aim.choice for aim in aims if aim.unit == t.unit("h1")) == "green die"
    chances = [(aim.preview.odds or {})["destroyed"] for aim in aims if aim.unit == t.unit("h1")]
    assert chances == sorted(chances, reverse=True)
    assert len(chances) == 3
    assert [t.state.place(aim.cell) for aim in aims if aim.cell is not None] == ["G1"]


def test_the_charts_agree_on_what_is_a_howitzer() -> None:
    assert all(
        (kind.parabolic is not None) == (kind.weapon.ammunition == "HE") for kind in (*CHART, *TYPES) if kind.weapon
    )
