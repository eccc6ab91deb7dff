"""The announced shots and their dice, stage by stage (CORE-23, CORE-24, CORE-45 … CORE-102, CORE-110 … CORE-148)."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from hulldown.geometry.squares import CoverTrace, Seen, Zone
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerstrike.core import gunnery, volley
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import (
    Area,
    Destroyed,
    Fired,
    FireOpened,
    GameEnded,
    Immobilised,
    Injured,
    Outcome,
    TimerSet,
    WallFell,
)
from hulldown.rulebooks.panzerstrike.core.orders import OpenFire, Resolve
from hulldown.rulebooks.panzerstrike.core.shot import letters_of, thicker, victim_of
from hulldown.rulebooks.panzerstrike.core.state import Colour, Ground, Mode, Phase, Tracks
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks.core.cast import KINDS, TYPES, Table, altered, field, figures, table

HIGH = Mode.PARABOLIC
FIGURES = figures()


def firing(drawing: str, **more: Any) -> Table:
    return table(drawing, phase=Phase.ANNOUNCING, **more)


def duel(gun: str, target: str, squares: int = 4, **more: Any) -> Table:
    """Two units in a row, so many squares apart, and another enemy far off, so that the game goes on."""
    row = {"A2": f"{gun}→", f"{chr(ord('A') + squares)}2": target}
    own, other = ("ST9→", "st9←") if more.get("chart") is TYPES else ("L9→", "l9←")
    return firing(field(19, 6, **row, A6=own, S6=other), **more)


def face(colour: str, word: str) -> tuple[int]:
    """The roll of a hit die that shows this."""
    return (getattr(FIGURES.hit, colour).index(word) + 1,)


def pair(accuracy: int, total: int) -> tuple[int, int]:
    """Accuracy dice with this sum."""
    one, other = FIGURES.accuracy[accuracy - 1]
    return next((a, b) for a in one for b in other if a + b == total)


BODY = face("white", "body side")
TRACK = face("white", "track moved")


# The list


@rule("CORE-23", "CORE-24", "CORE-21")
def test_fire_is_opened_once_something_is_announced_and_then_fixed() -> None:
    t = duel("M1", "l1←")
    t.refused(OpenFire(), "CORE-23", "no shot is announced")
    t.play(t.announce("M1", "l1"))
    (opened,) = t.open_fire()
    assert isinstance(opened, FireOpened)
    assert [shot.unit for shot in opened.shots] == [t.unit("M1")]
    t.refused(t.announce("L9", "l1"), "CORE-23", "Red has opened fire; what is on the list is fixed")
    t.refused(Resolve(t.unit("L9")), "CORE-23", "no shot left")
    t.refused(Resolve(99), "CORE-07", "no unit 99")
    t.resolve("M1", (0, 0))
    t.refused(Resolve(t.unit("M1")), "CORE-23", "no shot left")
    assert t.piece("M1").fired == t.state.round


@rule("CORE-24", "CORE-Q08")
def test_a_shot_at_what_is_destroyed_already_is_lost_without_dice() -> None:
    """CORE-Q08: the order is free."""
    t = firing(field(12, 3, A1="H1→", A3="H2→", G2="l1←", L3="l2←"))
    t.play(t.announce("H1", "l1"))
    t.play(t.announce("H2", "l1"))
    t.open_fire()
    assert t.resolve("H2", pair(3, 8), BODY, (0,)).outcome is Outcome.DESTROYED
    fired = t.resolve("H1")
    assert fired.outcome is Outcome.LOST
    assert book.preview(t.state, Resolve(t.unit("H1"))).refusal is not None


@rule("CORE-24", "CORE-165", "CORE-169")
def test_a_shot_at_a_wall_that_fell_already_is_lost_and_its_dust_still_hides() -> None:
    t = firing(field(12, 3, A1="H1→", A2="H2→", E1="=", L3="l2←"))
    t.play(t.announce_wall("H1", "E1"))
    t.play(t.announce_wall("H2", "E1"))
    t.open_fire()
    fired, fell = t.play(Resolve(t.unit("H1")), pair(3, 2))
    assert isinstance(fired, Fired)
    assert (fired.outcome, fell) == (Outcome.WALL_FELL, WallFell(t.square("E1"), t.unit("H1")))
    assert (t.walls(), t.dust()) == (set(), {"E1"})
    assert t.resolve("H2").outcome is Outcome.LOST


@rule("CORE-165", "CORE-Q33")
def test_a_wall_asks_for_no_hit_die_and_none_of_its_misses() -> None:
    """CORE-Q33: also from an injured crew, and on the move."""
    t = firing(field(12, 1, A1="M1^→", E1="=", L1="l2←"), on_the_move=True)
    assert t.shoot(t.announce_wall("M1", "E1"), pair(2, 1)).outcome is Outcome.MISSED
    t = firing(field(12, 1, A1="M1^→", E1="=", L1="l2←"), on_the_move=True)
    assert t.shoot(t.announce_wall("M1", "E1"), pair(2, 2)).outcome is Outcome.WALL_FELL


# Accuracy


@rule("CORE-45", "CORE-54", "CORE-55", "CORE-56", "CORE-91")
@pytest.mark.parametrize(("total", "hit"), [(2, False), (3, True), (4, True)])
def test_t_03_the_sum_must_reach_the_range(total: int, hit: bool) -> None:
    """T-03: range 3; a miss ends the shot without further dice."""
    t = duel("M1", "h1←", 5)
    rest = [BODY, (0,)] if hit else []
    fired = t.shoot(t.announce("M1", "h1"), pair(2, total), *rest)
    assert fired.range == 3
    assert fired.outcome is (Outcome.BOUNCED if hit else Outcome.MISSED)


# Cover


def behind(obstacle: str, **more: Any) -> Table:
    """T-23: of a target at range 2 more than half is hidden by what stands on C8."""
    return firing(field(12, 9, A9="H1→", C8=obstacle, D8="h1←", L1="l9←"), **more)


@rule("CORE-60", "CORE-61", "CORE-62")
def test_t_21_a_building_in_the_way_takes_the_shot_that_is_just_good_enough() -> None:
    """T-21: range 2 and one for cover."""
    for total, outcome in ((1, Outcome.MISSED), (2, Outcome.MISSED), (3, Outcome.BOUNCED)):
        t = firing(field(12, 9, A9="H1→", C9="#", E8="h1←", L1="l9←"))
        rest = [BODY, (-2,)] if total == 3 else []
        fired = t.shoot(t.announce("H1", "h1"), pair(3, total), *rest)
        assert (fired.covered, fired.outcome, fired.range) == (True, outcome, 2)


@rule("CORE-61", "CORE-63", "CORE-89")
@pytest.mark.parametrize("who", ["L1→", "l2→"], ids=["friend", "foe"])
def test_t_23_a_unit_in_the_way_is_struck_at_its_own_range(who: str) -> None:
    """T-23: at range 1 AP loses nothing."""
    t = behind(who)
    name = who[:2]
    fired, *rest = _play(t, t.announce("H1", "h1"), pair(3, 2), BODY, (0,))
    assert (fired.range, fired.struck, fired.penetration) == (2, t.unit(name), 13)
    assert fired.outcome is Outcome.DESTROYED
    assert rest == [Destroyed(t.unit(name))]
    t = behind(who)
    fired, *_ = _play(t, t.announce("H1", "h1"), pair(3, 3), BODY, (0,))
    assert (fired.struck, fired.penetration) == (t.unit("h1"), 12)


@rule("CORE-40", "CORE-42", "CORE-60")
def test_a_preview_traces_what_covers_or_hides_a_target_and_nothing_else() -> None:
    covered = behind("L1→")
    trace = volley.preview(covered.state, covered.announce("H1", "h1")).trace
    assert isinstance(trace, CoverTrace)
    assert [thing.square for thing in trace.obstacles] == [covered.square("C8")]
    assert trace.masked == trace.obstacles[0].lines
    assert trace.seen is Seen.COVERED
    hidden = firing(field(12, 1, A1="H1→", C1="#", E1="h1←", L1="l9←"))
    found = volley.preview(hidden.state, hidden.announce("H1", "h1"))
    assert found.refusal is not None
    assert isinstance(found.trace, CoverTrace)
    assert (found.trace.seen, found.trace.obstacles[0].square) == (Seen.HIDDEN, hidden.square("C1"))
    aside = firing(field(12, 9, A9="H1↑", E9="h1←", L1="l9←"))
    assert volley.preview(aside.state, aside.announce("H1", "h1")).trace is None


def _play(t: Table, order: Any, *rolls: tuple[int, ...]) -> tuple[Any, ...]:
    t.play(order)
    t.open_fire()
    return t.play(Resolve(order.unit), *rolls)


@rule("CORE-62", "CORE-63", "CORE-168", "CORE-171", "CORE-Q11", "CORE-Q51")
def test_other_obstacles_walls_fall_and_wrecks_barricades_and_dust_make_it_a_miss() -> None:
    """CORE-Q11, CORE-Q51: what it is is read when the shot is rolled."""
    for obstacle in ("×l2", "+", "~"):
        t = behind(obstacle)
        assert _play(t, t.announce("H1", "h1"), pair(3, 2))[0].outcome is Outcome.MISSED
    t = behind("=")
    fired, fell = _play(t, t.announce("H1", "h1"), pair(3, 2))
    assert (fired.outcome, fired.struck, fell) == (Outcome.WALL_FELL, -1, WallFell(t.square("C8"), t.unit("H1")))
    t = behind("=")
    odds = volley.odds_of(t.state, gunnery.shot_of(t.state, t.announce("H1", "h1")))
    assert odds["the wall at C8: wall removed"] == Fraction(3, 36)


@rule("CORE-64", "CORE-71", "CORE-Q48")
def test_the_announced_die_is_rolled_for_the_obstacle_too() -> None:
    t = behind("L1→", aimed=True)
    orange = face("orange", "track")
    fired, *_ = _play(t, t.announce("H1", "h1", colour=Colour.ORANGE), pair(3, 2), orange, (0,))
    assert (fired.struck, fired.colour, fired.outcome) == (t.unit("L1"), "orange", Outcome.IMMOBILISED)


# The hit die


@rule("CORE-65", "CORE-66", "CORE-67")
def test_the_white_die_says_body_or_tracks() -> None:
    t = duel("M1", "m1←")
    fired = t.shoot(t.announce("M1", "m1"), pair(2, 5), BODY, (-2,))
    assert (fired.area, fired.zone, fired.armour, fired.faces) == (Area.BODY, Zone.FRONT, 7, ("body side",))
    t = duel("M1", "m1←")
    fired = t.shoot(t.announce("M1", "m1"), pair(2, 5), TRACK, (-2,))
    assert (fired.area, fired.zone, fired.armour) == (Area.TRACK, None, 2)


@rule("CORE-71", "CORE-72")
@pytest.mark.parametrize(("colour", "tracks"), [("white", 2), ("orange", 4), ("green", 0)])
def test_how_often_each_die_hits_the_tracks(colour: str, tracks: int) -> None:
    t = duel("M1", "m1←", aimed=True)
    preview = book.preview(t.state, t.announce("M1", "m1", colour=Colour(colour)))
    (area,) = [stage for stage in preview.stages if stage.name == "hit area"]
    assert (area.odds or {}).get("tracks 2", 0) == Fraction(tracks, 6)


@rule("CORE-69", "CORE-70")
def test_a_fixed_weapon_is_hit_on_the_body_without_a_hit_die() -> None:
    t = duel("M1", "g1←")
    fired = t.shoot(t.announce("M1", "g1"), pair(2, 5), (0,))
    assert (fired.area, fired.faces, fired.outcome) == (Area.BODY, (), Outcome.DESTROYED)


@rule("CORE-69", "CORE-70", "CORE-97", "CORE-Q18")
@pytest.mark.parametrize(
    ("gun", "options", "moved"),
    [("M1^", {}, ()), ("M1", {"on_the_move": True}, ("M1",)), ("M1", {"angled": True}, ())],
    ids=["injured", "moved", "angled"],
)
def test_unless_one_of_its_symbols_matters(gun: str, options: dict[str, bool], moved: tuple[str, ...]) -> None:
    """CORE-Q18: the stripe is ignored then."""
    t = duel(gun, "g1↖" if options.get("angled") else "g1←", moved=moved, **options)
    word = "track injured" if moved else "track moved"
    fired = t.shoot(t.announce("M1", "g1"), pair(2, 5), face("white", word), (0,))
    assert (fired.area, fired.outcome) == (Area.BODY, Outcome.DESTROYED)


@rule("CORE-74", "CORE-75", "CORE-Q17")
def test_option_5_the_moving_symbol_and_the_turning_one() -> None:
    """CORE-Q17: a turret does not mind the turn, and a turretless vehicle misses on either."""
    moving, turning = face("white", "track moved"), face("white", "body turned")
    for gun, turned, roll, missed in (
        ("M1", True, moving, True),
        ("M1", True, turning, False),
        ("LTD1", True, moving, True),
        ("LTD1", True, turning, True),
        ("LTD1", False, turning, False),
    ):
        t = duel(gun, "h1←", on_the_move=True, moved=[gun], turned=[gun] if turned else [])
        rest = [] if missed else [(0,)]
        fired = t.shoot(t.announce(gun, "h1"), pair(2 if gun == "M1" else 3, 6), roll, *rest)
        assert (fired.outcome is Outcome.MISSED) is missed
    t = duel("M1", "h1←", moved=["M1"])
    assert t.shoot(t.announce("M1", "h1"), pair(2, 6), moving, (0,)).outcome is Outcome.IMMOBILISED


@rule("CORE-97", "CORE-96")
def test_an_injured_crew_misses_by_its_symbol() -> None:
    for word, missed in (("body injured", True), ("body side", False)):
        t = duel("M1^", "h1←")
        rest = [] if missed else [(0,)]
        fired = t.shoot(t.announce("M1", "h1"), pair(2, 6), face("white", word), *rest)
        assert (fired.outcome is Outcome.MISSED) is missed


@rule("CORE-94", "CORE-97", "CORE-Q42")
def test_the_crew_of_a_fixed_weapon_is_injured_and_does_not_recover() -> None:
    t = duel("M1", "g1←", 4, chart=altered("gun", front=9))
    assert t.shoot(t.announce("M1", "g1"), pair(2, 5), (0,)).outcome is Outcome.INJURED
    for _ in range(4):
        t.end_turn()
        t.end_movement()
    assert t.piece("g1").injured
    t.end_turn()
    t.end_movement()
    assert t.shoot(t.announce("g1", "M1"), pair(3, 6), face("white", "body injured")).outcome is Outcome.MISSED


@rule("CORE-05", "CORE-92", "CORE-Q50")
def test_markers_stand_side_by_side_and_a_wreck_bears_none_of_them() -> None:
    t = duel("H1", "m1!^←")
    assert (t.piece("m1").tracks, t.piece("m1").injured) == (Tracks.IMMOBILE, True)
    t.shoot(t.announce("H1", "m1"), pair(3, 6), BODY, (0,))
    wreck = t.piece("m1")
    assert (wreck.condition, wreck.tracks, wreck.injured) == (Condition.DESTROYED, Tracks.WHOLE, False)
    t = duel("H1", "m1!(3)←")
    t.change("m1", waiting=True)
    assert list(book.faults(t.state)) == []
    t.shoot(t.announce("H1", "m1"), pair(3, 6), BODY, (0,))
    assert (t.piece("m1").timer, t.piece("m1").waiting) == (0, False)


# Armour


@rule("CORE-76", "CORE-77", "CORE-78")
@pytest.mark.parametrize(
    ("shooter", "zone", "armour"),
    [((2, 5), "front", 11), ((4, 4), "side", 8), ((5, 2), "side", 8), ((-3, -3), "side", 8), ((1, -4), "rear", 7)],
    ids=str,
)
def test_t_15_zones(shooter: tuple[int, int], zone: str, armour: int) -> None:
    """T-15: a Heavy Tank that faces north."""
    t = _from(shooter, "h1↑")
    victim = victim_of(t.state, t.piece("H1"), t.unit("h1"), Mode.DIRECT)
    assert (victim.zone, victim.armour, victim.angled) == (zone, armour, False)


@rule("CORE-77", "CORE-Q12")
@pytest.mark.parametrize("turret", range(8))
def test_armour_faces_as_the_hull_does_wherever_the_turret_points(turret: int) -> None:
    t = _from((1, -4), "h1↑")
    t.change("h1", turret=turret)
    victim = victim_of(t.state, t.piece("H1"), t.unit("h1"), Mode.DIRECT)
    assert (victim.zone, victim.armour) == ("rear", 7)


def _from(shooter: tuple[int, int], target: str, **more: Any) -> Table:
    east, north = shooter
    return firing(field(13, 13, G7=target, **{f"{chr(ord('G') + east)}{7 - north}": "H1↑"}), moulded=True, **more)


@rule("CORE-79", "CORE-80", "CORE-81", "CORE-82", "CORE-Q13")
@pytest.mark.parametrize(
    ("shooter", "facing", "is_angled"),
    [
        ((1, 2), "↑", True),
        ((2, 3), "↑", True),
        ((1, 3), "↑", False),
        ((1, 2), "↗", False),
        ((2, 3), "↗", False),
        ((1, 3), "↗", True),
    ],
    ids=str,
)
def test_t_16_t_17_angled_sectors(shooter: tuple[int, int], facing: str, is_angled: bool) -> None:
    """T-16, T-17: in one either zone can be hit, and armour counts a third more; without option 6 there are none."""
    t = _from(shooter, f"h1{facing}", angled=True)
    victim = victim_of(t.state, t.piece("H1"), t.unit("h1"), Mode.DIRECT)
    assert victim.angled is is_angled
    assert (victim.zone, victim.armour) == (Zone.FRONT, 15 if is_angled else 11)
    assert victim.side == (11 if is_angled else 8)
    plain = _from(shooter, f"h1{facing}")
    assert victim_of(plain.state, plain.piece("H1"), plain.unit("h1"), Mode.DIRECT).armour == 11


@rule("CORE-81", "CORE-83")
def test_the_side_symbol_decides_between_the_two_zones() -> None:
    for word, zone, armour in (("body side", "side", 11), ("body turned", "front", 15), ("track moved", None, 3)):
        t = _from((2, 3), "h1↑", angled=True)
        fired, *_ = _play(t, t.announce("H1", "h1"), pair(3, 6), face("white", word), (0,))
        assert (fired.zone, fired.armour, fired.angled) == (zone, armour, zone is not None)


@rule("CORE-82")
def test_t_12_the_table_of_angled_armour() -> None:
    """T-12."""
    printed = [
        1,
        3,
        4,
        5,
        7,
        8,
        9,
        11,
        12,
        13,
        15,
        16,
        17,
        19,
        20,
        21,
        23,
        24,
        25,
        27,
        28,
        29,
        31,
        32,
        33,
        35,
        36,
        37,
        39,
        40,
    ]
    assert [thicker(FIGURES, armour) for armour in range(31)] == [0, *printed]


# Penetration and outcome: the book's examples


@rule("CORE-84", "CORE-86", "CORE-89", "CORE-91", "CORE-92", "CORE-94", "CORE-99", "CORE-Q49")
@pytest.mark.parametrize(
    ("gun", "target", "sections", "roll", "die", "value", "outcome"),
    [
        ("HC1", "t1←", 2, BODY, -2, 9, Outcome.BOUNCED),
        ("SH1", "n1←", 4, BODY, -1, 5, Outcome.DESTROYED),
        ("P1", "j1←", 3, BODY, 1, 14, Outcome.INJURED),
        ("PZ1", "ch1←", 4, TRACK, 2, 10, Outcome.IMMOBILISED),
    ],
    ids=["T-04", "T-05", "T-06", "T-07"],
)
def test_examples_7_to_10(
    gun: str, target: str, sections: int, roll: tuple[int], die: int, value: int, outcome: Outcome
) -> None:
    """T-04 … T-07."""
    t = duel(gun, target, 2 * sections, chart=TYPES)
    accuracy = gunnery.weapon_of(t.state, t.unit(gun)).accuracy
    fired, *rest = _play(t, t.announce(gun, target[:-1]), pair(accuracy, 8), roll, (die,))
    assert (fired.range, fired.penetration, fired.outcome) == (sections, value, outcome)
    told = {
        Outcome.DESTROYED: [Destroyed(t.unit(target[:-1]))],
        Outcome.INJURED: [Injured(t.unit(target[:-1]))],
        Outcome.IMMOBILISED: [Immobilised(t.unit(target[:-1]), Tracks.IMMOBILE)],
    }
    assert rest == told.get(outcome, [])


@rule("CORE-87", "CORE-90")
def test_he_loses_nothing_with_range() -> None:
    for far in (4, 10):
        t = duel("HSP1", "h1←", far)
        victim = victim_of(t.state, t.piece("HSP1"), t.unit("h1"), Mode.DIRECT)
        assert victim.penetration == 6


@rule("CORE-95", "CORE-98", "CORE-99", "CORE-Q20")
def test_t_30_nothing_against_nothing() -> None:
    """T-30: 2 − 1 − 2 against armour 0 injures, the second time it destroys; tracks of 0 are penetrated (CORE-Q20)."""
    weapon = KINDS["car"].weapon
    assert weapon
    chart = altered("car", weapon=msgspec.structs.replace(weapon, penetration=2))
    for target, roll, outcome in (
        ("t1←", BODY, Outcome.INJURED),
        ("t1^←", BODY, Outcome.DESTROYED),
        ("t1←", TRACK, Outcome.IMMOBILISED),
    ):
        t = duel("AC1", target, 5, chart=chart)
        fired, *_ = _play(t, t.announce("AC1", "t1"), pair(2, 5), roll, (-1,))
        assert (fired.penetration, fired.armour, fired.outcome) == (-1, 0, outcome)


@rule("CORE-98", "CORE-05")
def test_an_equal_hit_destroys_an_injured_crew() -> None:
    t = duel("M1", "m1^←", 8)
    fired, *rest = _play(t, t.announce("M1", "m1"), pair(2, 5), BODY, (0,))
    assert (fired.penetration, fired.armour, fired.outcome) == (7, 7, Outcome.DESTROYED)
    assert rest == [Destroyed(t.unit("m1"))]


@rule("CORE-101", "CORE-102")
def test_tracks_never_kill_and_with_option_7_it_takes_two_hits() -> None:
    for target, semi, tracks in (
        ("m1←", False, Tracks.IMMOBILE),
        ("m1!←", False, Tracks.IMMOBILE),
        ("m1←", True, Tracks.SEMI),
        ("m1½←", True, Tracks.IMMOBILE),
        ("m1!←", True, Tracks.IMMOBILE),
    ):
        t = duel("M1", target, semi=semi)
        _, told = _play(t, t.announce("M1", "m1"), pair(2, 5), TRACK, (2,))
        assert told == Immobilised(t.unit("m1"), tracks)
        assert t.piece("m1").active


# A unit under repair


@rule("CORE-145", "CORE-146", "CORE-147", "CORE-148")
@pytest.mark.parametrize(
    ("timer", "roll", "die", "told"),
    [
        (2, BODY, -1, 3),  # 6 against 7
        (2, BODY, 0, 3),  # 7 against 7: the crew is outside
        (5, BODY, -1, None),
        (2, TRACK, 0, 5),
        (5, TRACK, 0, None),
        (2, BODY, 1, 0),
    ],
    ids=["bounced", "equal", "T-11b", "T-11c", "reset at 5", "destroyed"],
)
def test_hits_during_repairs(timer: int, roll: tuple[int], die: int, told: int | None) -> None:
    """T-11b, T-11c."""
    t = duel("M1", f"m1!({timer})←", 8)
    _, *rest = _play(t, t.announce("M1", "m1"), pair(2, 5), roll, (die,))
    unit = t.unit("m1")
    timers = [event.timer for event in rest if isinstance(event, TimerSet)]
    assert timers == ([told] if told else [])
    assert not t.piece("m1").injured
    if told == 0:
        assert rest == [Destroyed(unit)]
    assert (t.piece("m1").timer, t.piece("m1").active) == ((told if told is not None else timer), told != 0)


@rule("CORE-147")
def test_a_semi_immobilised_vehicle_under_repair_is_immobilised() -> None:
    t = duel("M1", "m1½(2)←", semi=True)
    assert _play(t, t.announce("M1", "m1"), pair(2, 5), TRACK, (0,))[1:] == (
        Immobilised(t.unit("m1"), Tracks.IMMOBILE),
        TimerSet(t.unit("m1"), 5),
    )


# Parabolic fire


def lofted(**more: Any) -> Table:
    """A howitzer at range 4 of its target, in the open."""
    return firing(field(16, 9, A5="HSP1→", I5="h1←", **more.pop("words", {}), P1="l9←"), **more)


@rule("CORE-110", "CORE-111", "CORE-112", "CORE-83", "CORE-Q21")
@pytest.mark.parametrize(
    ("word", "area", "armour"),
    [("top", Area.TOP, 3), ("body side", Area.BODY, 11), ("track injured", Area.TRACK, 3)],
)
def test_the_blue_die(word: str, area: Area, armour: int) -> None:
    """CORE-Q21: a hit on the top does what one on the body does."""
    t = lofted()
    fired, *_ = _play(t, t.lob("HSP1", "h1"), pair(2, 4), face("blue", word), (0,))
    assert (fired.range, fired.colour, fired.area, fired.armour, fired.penetration) == (4, "blue", area, armour, 6)


@rule("CORE-69", "CORE-111")
def test_a_fixed_weapon_is_hit_on_top_or_else_on_the_body() -> None:
    for word, area in (("top", Area.TOP), ("track injured", Area.BODY)):
        t = firing(field(16, 9, A5="HSP1→", I5="g1←", P1="l9←"))
        fired, *_ = _play(t, t.lob("HSP1", "g1"), pair(2, 4), face("blue", word), (0,))
        assert fired.area is area


@rule("CORE-112", "CORE-60", "CORE-Q22")
def test_nothing_is_added_for_cover_in_a_high_arc() -> None:
    t = firing(field(16, 9, A5="HSP1→", H5="l1←", I5="h1←", P1="l9←"))
    fired, *_ = _play(t, t.lob("HSP1", "h1"), pair(2, 4), face("blue", "body"), (0,))
    assert (fired.covered, fired.struck) == (False, t.unit("h1"))


RADIO = {"red": (1,), "X": (2,), "blank": (4,)}


@rule("CORE-120", "CORE-121", "CORE-122")
@pytest.mark.parametrize(
    ("began", "radio", "silent"),
    [
        ("B5", "red", True),
        ("B5", "X", True),
        ("B5", "blank", False),
        ("", "red", True),
        ("", "X", False),
        ("", "blank", False),
    ],
    ids=str,
)
def test_t_10_the_radio_die(began: str, radio: str, silent: bool) -> None:
    """T-10, T-10b: the report fails on red, and a late one on the purple X too; a shot that is not fired is used up."""
    words = {"F4": "#", "F5": "#", "F6": "#", "I9": "L1↑"}
    t = lofted(words=words, scatter=True)
    if began:
        t.change("L1", began=t.square(began))
    rest = [] if silent else [pair(2, 4), face("blue", "body"), (0,)]
    fired, *_ = _play(t, t.lob("HSP1", "h1"), RADIO[radio], *rest)
    assert (fired.outcome is Outcome.SILENT) is silent
    assert fired.radio == {"red": "failed", "X": "late", "blank": ""}[radio]
    assert t.state.announced == ()


@rule("CORE-118", "CORE-Q52")
def test_a_report_stays_good_when_its_maker_is_lost() -> None:
    t = lofted(words={"F4": "#", "F5": "#", "F6": "#", "I9": "L1↑"})
    t.play(t.lob("HSP1", "h1"))
    t.open_fire()
    t.change("L1", condition=Condition.DESTROYED)
    t.resolve("HSP1", RADIO["X"], (0, 0))


@rule("CORE-63", "CORE-96", "CORE-Q52")
def test_a_firer_that_was_hit_by_its_own_side() -> None:
    """CORE-Q52: destroyed, or injured after moving, its shot is lost; injured in place or immobilised it fires."""
    for changes, moved, outcome in (
        ({"condition": Condition.DESTROYED}, (), Outcome.LOST),
        ({"injured": True}, ("M1",), Outcome.LOST),
        ({"injured": True}, (), Outcome.MISSED),
        ({"tracks": Tracks.IMMOBILE, "hurt": 2}, ("M1",), Outcome.MISSED),
    ):
        t = duel("M1", "m1←", moved=moved)
        t.play(t.announce("M1", "m1"))
        t.open_fire()
        t.change("M1", **changes)
        assert t.resolve("M1", *([] if outcome is Outcome.LOST else [(0, 0)])).outcome is outcome


# Where a miss falls


NORTH_SOUTH, EAST_WEST = {"N": (1,), "S": (3,), "": (5,)}, {"E": (1,), "W": (3,), "": (5,)}


@rule("CORE-125", "CORE-126", "CORE-127")
@pytest.mark.parametrize(
    ("north", "east", "square", "struck"),
    [("N", "", "I4", True), ("", "", "I5", False), ("S", "W", "H6", True), ("S", "E", "H6", False)],
    ids=str,
)
def test_t_34_the_miss_dice(north: str, east: str, square: str, struck: bool) -> None:
    """T-34: friend or foe next to the target, by the compass."""
    words = {square: "L1↑"} if square != "I5" else {"I4": "L1↑"}
    t = lofted(words=words, scatter=True)
    rest = [face("blue", "top injured"), (0,)] if struck else []
    fired, *_ = _play(t, t.lob("HSP1", "h1"), pair(2, 3), NORTH_SOUTH[north], EAST_WEST[east], *rest)
    assert fired.scattered == (north, east)
    assert fired.struck == (t.unit("L1") if struck else -1)
    assert fired.outcome is (Outcome.DESTROYED if struck else Outcome.MISSED)


@rule("CORE-125")
def test_the_compass_is_the_boards() -> None:
    """On a board whose north is to the right, N is the square to the right of the target."""
    t = lofted(words={"J5": "L1↑"}, scatter=True)
    setup = t.state.ground.setup
    assert letters_of(t.state, t.square("I5"), t.square("J5")) == "E"
    board = msgspec.structs.replace(setup.board, north="right")
    t.state.ground = Ground.of(msgspec.structs.replace(setup, board=board), ())
    assert letters_of(t.state, t.square("I5"), t.square("J5")) == "N"


@rule("CORE-97", "CORE-125", "CORE-Q25")
def test_a_miss_by_an_injured_crew_falls_elsewhere_once() -> None:
    """CORE-Q25: for the shell that landed elsewhere the symbol means nothing."""
    t = firing(field(16, 9, A5="HSP1^→", I5="h1←", I4="l1←", P1="l9←"), scatter=True)
    injured = face("blue", "top injured")
    rolls = [pair(2, 4), injured, NORTH_SOUTH["N"], EAST_WEST[""], injured, (0,)]
    fired, *_ = _play(t, t.lob("HSP1", "h1"), *rolls)
    assert (fired.struck, fired.outcome) == (t.unit("l1"), Outcome.DESTROYED)


@rule("CORE-127")
def test_a_miss_hits_nothing_that_a_building_shields_and_no_wreck() -> None:
    """CORE-116 is asked for the square on which it falls."""
    for words in ({"J4": "l1←", "I4": "#"}, {"J4": "×l1"}):
        t = lofted(words=words, scatter=True)
        fired, *_ = _play(t, t.lob("HSP1", "h1"), pair(2, 3), NORTH_SOUTH["N"], EAST_WEST["E"])
        assert (fired.struck, fired.outcome) == (-1, Outcome.MISSED)


@rule("CORE-125")
def test_without_option_9_a_miss_is_a_miss() -> None:
    t = lofted(words={"I4": "l1←"})
    assert _play(t, t.lob("HSP1", "h1"), pair(2, 3))[0].outcome is Outcome.MISSED


# The end, and before it


@rule("CORE-11", "CORE-92")
def test_the_last_enemy_destroyed_wins_and_nothing_follows() -> None:
    t = firing(field(12, 3, A1="H1→", A3="H2→", G2="l1←"))
    t.play(t.announce("H1", "l1"))
    t.play(t.announce("H2", "l1"))
    t.open_fire()
    *_, ended = t.play(Resolve(t.unit("H1")), pair(3, 8), BODY, (0,))
    assert isinstance(ended, GameEnded)
    assert ended.result.winner is t.state.side
    assert t.state.phase is Phase.OVER


@rule("CORE-63", "CORE-176", "CORE-Q37")
def test_a_spaa_lost_to_its_own_side_counts_for_the_other() -> None:
    t = firing(field(12, 9, A9="H1→", C8="AA1→", D8="h1←", L1="aa1←"), spaa=1, lost_spaa=1, turn_limit=30)
    *_, ended = _play(t, t.announce("H1", "h1"), pair(3, 2), BODY, (0,))
    assert isinstance(ended, GameEnded)
    told = "Red has lost 1 of its SPAA, so Blue wins: its own shot counts."
    assert ended.result == Result(BLUE, "CORE-Q37", told)


@rule("CORE-45", "CORE-54", "CORE-60", "CORE-84", "CORE-89")
def test_a_preview_goes_in_stages_and_names_friend_and_foe() -> None:
    t = behind("L1→")
    preview = book.preview(t.state, t.announce("H1", "h1"))
    assert [(part.rule, part.amount) for part in preview.modifiers] == [("CORE-56", 2), ("CORE-60", 1)]
    names = [stage.name for stage in preview.stages]
    assert names == ["aims", "hit area", "gun, front 11", "gun, tracks 3"]
    assert preview.stages[0].odds == {
        "hit": Fraction(30, 36),
        "Light Tank 1 struck": Fraction(3, 36),
        "missed": Fraction(3, 36),
    }
    assert [(part.amount, part.reason) for part in preview.stages[2].modifiers] == [
        (13, "gun"),
        (-1, "AP over the range"),
    ]
    odds = preview.odds or {}
    assert odds["Light Tank 1: destroyed"] == Fraction(3, 36) * Fraction(4, 6)
    assert sum(odds.values()) == 1
    assert all(sum((stage.odds or {}).values()) == 1 for stage in preview.stages)
    assert next(iter(odds)) == "destroyed"


@rule("CORE-23", "CORE-24")
def test_the_prospect_of_a_target_shot_by_shot() -> None:
    t = firing(field(12, 3, A1="H1→", A3="H2→", G2="h1←", L3="l2←"), semi=True)
    t.play(t.announce("H1", "h1"))
    t.play(t.announce("H2", "h1"))
    (prospect,) = volley.prospects(t.state)
    assert prospect.target == t.unit("h1")
    assert prospect.shots == (t.unit("H1"), t.unit("H2"))
    one, both = prospect.odds
    assert sum(one.values()) == sum(both.values()) == 1
    single = volley.odds_of(t.state, gunnery.shot_of(_bare(t).state, t.announce("H1", "h1")))
    assert one["destroyed"] == single["destroyed"]
    # the second destroys what the first left, and an injured crew by an equal hit as well
    survived = 1 - one["destroyed"]
    equal = single["crew injured"]
    injured = sum(chance for word, chance in one.items() if "injured" in word)
    assert both["destroyed"] == one["destroyed"] + survived * single["destroyed"] + injured * equal
    assert both["immobilised"] == single["semi-immobilised"] ** 2


def _bare(t: Table) -> Table:
    state = t.state.copy()
    state.announced = ()
    return Table(state)
