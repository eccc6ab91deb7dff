"""The picture, the tray and the survey: what a hand sees and can do."""

from fractions import Fraction

import pytest

from hulldown.kernel.conformance import check_way
from hulldown.kernel.picture import Part, Place, Pose
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.template import filled, template
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks.squadron import library
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.orders import Activate, Begin, EndActivation, Fire, Pass, RollInitiative, Step, Turn
from hulldown.rulebooks.squadron.sight import corners_seen
from hulldown.rulebooks.squadron.state import Phase
from tests.marks import rule
from tests.rulebooks.squadron.cast import Table, case, field, table


def under_way(word: str = "TE1↗", dice: tuple[int, ...] = (4,)) -> Table:
    at = case({(0, 0): word, (5, -2): "ch1↙", (-4, 2): "SH1↗", (1, 0): "h"}, activated=["ch1"])
    at.play(at.roll("TE1"), dice)
    return at


# The picture


def test_the_ground_is_a_mat_of_hexes_and_its_tiles_are_marks() -> None:
    state = book.start(library.build("colmar"))
    terrain, picture = book.terrain(state), book.picture(state)
    assert (terrain.table, terrain.columns, terrain.rows) == ("hexes", 20, 14)
    assert picture.terrain == terrain.id
    assert {mark.kind for mark in picture.marks} == {
        "crater",
        "house-large",
        "house-small",
        "house-ruined",
        "hedge",
        "zone",
    }
    assert [mark.side for mark in picture.marks if mark.kind == "zone"] == [RED, BLUE]
    hedge = next(mark for mark in picture.marks if mark.kind == "hedge")
    assert hedge.at == (Place(3, 1),)
    assert hedge.sentence == "Hedge at D2: crossing costs 3; it closes the view but for tanks beside it."


def test_a_tank_is_drawn_where_it_faces_with_its_turret() -> None:
    at = table(field(6, 6, B2="TE1↑↘", C3="ST1↓", D4="×ch1"))
    tank, assault_gun, wreck = (book.picture(at.state).pieces[at.unit(name)] for name in ("TE1", "ST1", "ch1"))
    assert (tank.pose, tank.parts, tank.label) == (Pose(1, 1, 0), (Part("turret", 120),), "TE1")
    assert (assault_gun.pose, assault_gun.parts) == (Pose(2, 2, 180), ())
    assert wreck.wreck
    assert wreck.parts == ()


def test_what_a_tank_did_is_a_badge() -> None:
    at = table(field(8, 6, A1="TE1~↓", B1="TE2*↓", C1="TE3↓", D1="PA1↓", H6="ch1↑"), activated=["TE3", "PA1"])
    at.change("PA1", broken=2)
    shown = {
        name: [badge.name for badge in book.picture(at.state).pieces[at.unit(name)].badges]
        for name in ("TE1", "TE2", "TE3", "PA1", "ch1")
    }
    assert shown == {
        "TE1": ["moving"],
        "TE2": ["ambush"],
        "TE3": ["activated"],
        "PA1": ["broken", "activated"],
        "ch1": [],
    }


# The tray


def test_points_are_slots_and_the_duty_is_in_the_prompt() -> None:
    at = under_way("TE1~↗", (4, 4))
    tray = book.picture(at.state).tray
    assert tray.slots is not None
    assert (tray.slots.name, tray.slots.total, tray.slots.units) == ("movement points", 8, ())
    assert (tray.slots.keep, tray.slots.keep_for, tray.slots.duty) == (3, "a shot", "enter a hex")
    assert (tray.prompt, tray.rule) == ("Red: T-34/85 1 has 8 of 8 points and must enter a hex.", "SQ-39")
    assert tray.buttons == ()
    at.play(at.step((1, -1)))
    tray = book.picture(at.state).tray
    assert tray.slots is not None
    assert tray.slots.units == (at.unit("TE1"),)
    assert tray.slots.duty == ""
    assert tray.prompt == "Red: T-34/85 1 has 7 of 8 points; a shot takes 3."
    assert [button.label for button in tray.buttons] == ["Stop here", "Keep rolling · 2D4 next turn"]
    assert [button.order for button in tray.buttons] == [EndActivation(False), EndActivation(True)]


def test_a_window_asks_the_other_side() -> None:
    at = case({(0, 0): "TE1↗", (5, -2): "pa1↙", (-4, 2): "SH1↗"})
    at.play(at.roll("TE1"), (4,))
    at.play(at.step((1, 0)))
    tray = book.picture(at.state).tray
    assert tray.side is BLUE
    assert tray.prompt == "Blue: Red T-34/85 1 has moved to F6. Fire now?"
    assert [button.order for button in tray.buttons] == [Pass()]
    (todo,) = tray.todo
    assert (todo.unit, todo.sentence) == (at.unit("pa1"), "Panther G 1 can fire")
    assert todo.chance == (at.preview(at.fire("pa1", "TE1")).odds or {})["destroyed"]


def test_tiles_in_hand_are_spots() -> None:
    at = Table(book.start(library.build("first-tiles")))
    assert [button.order for button in book.picture(at.state).tray.buttons] == [Begin()]
    at.play(Begin(), (1, 2))
    spots = book.picture(at.state).tray.spots
    assert [spot.label for spot in spots] == [
        "small house · 2 left",
        "large house · 1 left",
        "bomb crater · 1 left",
        "hedge · 2 left",
    ]
    assert spots[0].order == template({"type": "PlaceTile", "kind": "small_house"}, square="cell")
    assert len(spots[0].cells) == 14 * 8


@pytest.mark.parametrize("phase", [Phase.INITIATIVE, Phase.TURRETS, Phase.ACTIVATION])
def test_every_phase_has_a_prompt_and_a_rule(phase: Phase) -> None:
    at = table(field(6, 6, A1="TE1↓↘", F6="ch1↑"), phase=phase)
    tray = book.picture(at.state).tray
    assert tray.prompt.startswith("Red: ")
    assert tray.rule in book.rules
    if phase is Phase.INITIATIVE:
        assert [button.order for button in tray.buttons] == [RollInitiative()]


def test_the_goals_name_the_last_turns() -> None:
    early, late = (table(field(6, 6, A1="TE1↓", F6="ch1↑", E6="×ch2"), turn=turn) for turn in (2, 9))
    assert book.picture(early.state).tray.goals == (
        "destroyed 1 of Blue's 2, 95 points",
        "destroyed 0 of Red's 1, 0 points",
    )
    assert book.picture(late.state).tray.goals[0] == "destroyed 1 of Blue's 2, 95 points; turn 9 of 12"


# The survey


def test_the_reach_says_where_one_can_still_fire_and_what_each_pose_costs() -> None:
    at = under_way()
    survey = book.survey(at.state, at.unit("TE1"))
    names = [(band.name, band.rule, band.reverse) for band in survey.bands]
    assert names == [
        ("can still fire", "SQ-34", False),
        ("cannot fire any more", "SQ-32", False),
        ("can still fire in reverse", "SQ-34", True),
        ("cannot fire any more in reverse", "SQ-44", True),
    ]
    near, far, *_ = survey.bands
    assert max(near.steps) == 1
    assert set(far.steps) == {2, 3, 4}
    house = at.hex((1, 0)) * 8
    assert dict(zip(far.poses, far.steps, strict=True))[house] == 3
    order = decode(encode(far.strides[far.poses.index(house)]), book.order_type)
    assert order == Step(at.hex((1, 0)))
    for band in survey.bands:
        for pose in band.poses:
            check_way(book, at.state, survey, band, pose)


@rule("SQ-Q3")
@pytest.mark.parametrize("turned", ["↘", "↘↗", "↙"])
def test_the_reach_goes_on_from_the_corners_that_were_turned(turned: str) -> None:
    at = under_way("TE1~↗", (4, 4))
    for arrow in turned:
        at.play(at.turn(arrow))
    survey, here = book.survey(at.state, at.unit("TE1")), at.hex((0, 0))
    turns = {pose & 7 for band in survey.bands for pose in band.poses if pose >> 3 == here}
    able = {order.facing for order in at.orders() if isinstance(order, Turn)}
    assert len(able) == {"↘": 4, "↘↗": 2, "↙": 0}[turned]
    assert able < turns, "to the others a way leads out and back"
    for band in survey.bands:
        for pose in band.poses:
            check_way(book, at.state, survey, band, pose)


@rule("SQ-Q3")
@pytest.mark.parametrize("turned", ["↘", "↘↗", "↙"])
def test_a_way_that_comes_back_to_its_first_hex_can_be_driven(turned: str) -> None:
    """With points for more than one round trip; a turn there is one of the new stay, never of the old one."""
    at = table(field(8, 8, D4="TE1~↗", H8="ch1↑"), activated=["ch1"], changed={"moving_dice": 5})
    at.play(at.roll("TE1"), (4, 4, 4, 4, 4))
    for arrow in turned:
        at.play(at.turn(arrow))
    survey, here = book.survey(at.state, at.unit("TE1")), at.hex("D4")
    found = [(band, pose) for band in survey.bands for pose in band.poses if pose >> 3 == here]
    assert {pose & 7 for _, pose in found} == set(range(6)) - {at.piece("TE1").facing}
    for band, pose in found:
        check_way(book, at.state, survey, band, pose)


@rule("SQ-Q14", "SQ-Q15", "SQ-Q29", "SQ-59")
def test_what_a_ruling_decides_is_shown_with_it() -> None:
    at = case({(0, 0): "TE1↗↘", (5, -2): "ch1↙", (-4, 2): "SH1↗", (-4, 3): "ST1↗"}, activated=["ch1"])
    assert [outline.rule for outline in book.survey(at.state, at.unit("TE1")).outlines] == ["SQ-Q14"]
    assert [outline.rule for outline in book.survey(at.state, at.unit("ST1")).outlines] == ["SQ-13"]
    badges = {badge.name: badge.rule for badge in book.picture(at.state).pieces[at.unit("TE1")].badges}
    assert badges["turret"] == "SQ-Q15"
    at.change("ch1", reacted=2)
    (badge,) = book.picture(at.state).pieces[at.unit("ch1")].badges
    assert (badge.name, badge.rule) == ("activated", "SQ-59")
    tray = book.picture(book.start(library.build("first-tiles"))).tray
    assert (tray.rule, tray.buttons[0].rule) == ("SQ-Q29", "SQ-Q29")


def test_a_turn_that_breaks_the_duty_is_not_in_the_reach() -> None:
    at = case({(0, 0): "TE1~↗", (5, -2): "ch1↙", (-4, 2): "SH1↗"}, activated=["ch1"])
    at.play(at.roll("TE1"), (1, 1))
    survey = book.survey(at.state, at.unit("TE1"))
    here = at.hex((0, 0))
    turns = {pose & 7 for band in survey.bands for pose in band.poses if pose >> 3 == here}
    assert turns == {order.facing for order in at.orders() if isinstance(order, Turn)} == {1, 5}


def test_targets_have_their_chance_and_a_word_for_the_turret() -> None:
    houses = dict.fromkeys(((3, 0), (3, 1), (4, 1), (4, 0)), "H")
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (1, 2): "pa2↖", (5, 1): "pa3↙"} | houses)
    aims = book.survey(at.state, at.unit("TE1")).aims
    words = {(at.name(aim.unit), aim.choice): aim.word for aim in aims if aim.unit is not None}
    assert words["pa1", ""] == "44.7 %"
    assert words["pa2", ""].endswith(" · turret −2")
    assert words["pa3", ""] == "no sight"
    for aim in aims:
        assert aim.preview == book.preview(at.state, aim.order)


def test_a_choice_of_corners_is_offered_the_better_first() -> None:
    at = case({(0, 0): "TE1↗", (4, 0): "pa1↙"})
    aims = book.survey(at.state, at.unit("TE1")).aims
    assert [aim.choice for aim in aims] == ["gun north-east", "gun south-east"]
    chances = [(aim.preview.odds or {})["destroyed"] for aim in aims]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[1]


def test_actions_are_deeds_with_their_dice() -> None:
    at = case({(0, 0): "TI1~↗", (4, -2): "ch1↙", (-3, 2): "PA1↗", (-4, 3): "ST1↗"})
    labels = {
        name: [deed.label for deed in book.survey(at.state, at.unit(name)).deeds] for name in ("TI1", "PA1", "ST1")
    }
    assert labels == {
        "TI1": ["Move (2D4 −1)"],
        "PA1": ["Activate (D6, breaks down on 1)"],
        "ST1": ["Move (D4)", "Ambush"],
    }
    (deed,) = book.survey(at.state, at.unit("PA1")).deeds
    assert deed.order == Activate(at.unit("PA1"))


def test_actions_that_are_closed_say_why() -> None:
    at = case({(0, 0): "TI1~↗", (4, -2): "ch1↙"})
    modes = book.survey(at.state, at.unit("TI1")).modes
    assert [(mode.name, mode.refusal and mode.refusal.rule) for mode in modes] == [
        ("fire", "SQ-37"),
        ("ambush", "SQ-37"),
    ]


def test_a_tank_that_has_acted_is_told_as_a_fact() -> None:
    at = table(field(6, 6, A1="TE1↓", C1="TE2↓", D4="ch1↖", E4="×ch2"), activated=["TE1"])
    survey = book.survey(at.state, at.unit("TE1"))
    assert (survey.done, survey.refusal) == ("T-34/85 1 has acted in this turn", None)
    assert survey.stays is not None
    assert survey.stays.rule == "SQ-23"
    assert book.survey(at.state, at.unit("TE2")).refusal is None
    assert book.survey(at.state, at.unit("ch1")).refusal is None
    assert book.survey(at.state, 99).refusal is None


@rule("SQ-09", "SQ-32")
def test_a_tank_that_goes_nowhere_says_why() -> None:
    at = table(field(6, 6, A1="TE1↓", C1="PA1↓", D4="ch1↖"))
    stays = book.survey(at.state, at.unit("TE1")).stays
    assert stays is not None
    assert (stays.rule, stays.nearest) == ("SQ-32", at.roll("TE1"))
    at.play(at.activate("PA1"), (at.state.card(at.unit("PA1")).breakdown,))
    broken = book.survey(at.state, at.unit("PA1"))
    assert (broken.refusal, broken.done) == (None, ""), "it may still fire"
    assert broken.stays is not None
    assert (broken.stays.rule, broken.stays.sentence.split("; ")[1]) == ("SQ-09", "it does not move in this turn")


@rule("SQ-17", "SQ-Q31")
def test_a_tile_on_a_wrong_hex_is_refused_beforehand() -> None:
    at = Table(book.start(library.build("battle")))
    at.play(Begin(), (1, 2))
    spots = book.picture(at.state).tray.spots
    tile = decode(encode(filled(spots[0].order, cell=0)), book.order_type)
    refusal = book.preview(at.state, tile).refusal
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == ("SQ-Q31", "A1 is on a border; tiles lie between the borders")


def test_the_gun_s_wedge_and_what_it_does_not_see() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙", (2, 0): "H"})
    survey = book.survey(at.state, at.unit("TE1"))
    (wedge,) = survey.outlines
    assert at.hex((4, -2)) in wedge.cells
    assert at.hex((0, 3)) not in wedge.cells
    assert at.hex((4, 0)) in survey.veil
    assert at.hex((4, -2)) not in survey.veil


@pytest.mark.parametrize("gun", ["TE1↗", "ST1↗", "ST1↘"])
def test_the_veil_lies_where_no_target_could_be_fired_at(gun: str) -> None:
    ground = {(2, 0): "H", (1, -1): "%", (3, -2): "%", (-2, 1): "h", (-1, 3): "×sh9", (0, -3): "%", (4, -1): "r"}
    at = case({(0, 0): gun, (5, 2): "pa1↙"} | ground)
    unit, target = at.unit(gun[:3]), at.unit("pa1")
    veil = set(book.survey(at.state, unit).veil)
    for place in range(at.state.ground.grid.size):
        if place != at.hex((0, 0)) and not at.state.units.wrecks >> place & 1:
            at.change("pa1", hex=place)
            assert (place in veil) is not bool(corners_seen(at.state, unit, target)), at.state.place(place)


def test_the_window_surveys_who_may_react() -> None:
    at = case({(0, 0): "TE1↗", (5, -2): "ch1↙", (5, 0): "ch2↙", (-4, 2): "SH1↗"}, activated=["ch2"])
    at.play(at.roll("TE1"), (4,))
    assert book.picture(at.state).tray.window == ""
    at.play(at.step((1, 0)))
    assert book.picture(at.state).tray.window == "reaction"
    (aim,) = book.survey(at.state, at.unit("ch1")).aims
    assert isinstance(aim.order, Fire)
    assert aim.unit == at.unit("TE1")
    refusal = book.survey(at.state, at.unit("ch2")).refusal
    assert refusal is not None
    assert refusal.rule == "SQ-55"


def test_the_chance_on_a_badge_is_the_preview_s() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "pa1↙"})
    (todo,) = book.picture(at.state).tray.todo
    assert todo.chance == Fraction("0.447")
