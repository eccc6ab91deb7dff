"""Setting up the table: the roll-off, units, zones, command tanks (DYN-08 … DYN-18, DYN-29, DYN-168 … DYN-171)."""

from typing import Any

import pytest

from hulldown.geometry.squares import squares_of
from hulldown.kernel.files import Fault
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import encode
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.deployment import room
from hulldown.rulebooks.panzerstrike.dynamic.events import (
    CommandNamed,
    Deployed,
    Hidden,
    PhaseBegan,
    Revealed,
    RolledOff,
)
from hulldown.rulebooks.panzerstrike.dynamic.orders import Begin, ChooseFirst, Deploy, NameCommand, RollMovement
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase
from tests.marks import rule
from tests.rulebooks.dynamic.cast import Table, setup_of

FIELD = ["." * 12] * 4
BASIC: dict[str, Any] = {"spaa": 2, "lost_spaa": 1, "turn_limit": 9, "blocks": ((0, 1), (36, 37))}


def opened(
    rows: list[str] = FIELD,
    red: dict[str, int] | None = None,
    blue: dict[str, int] | None = None,
    first: Side = RED,
    **more: Any,
) -> Table:
    """A table at its first placing: Red has won the roll-off and said who plays first."""
    t = Table(book.start(setup_of(rows, red or {"medium": 1}, blue or {"medium": 1}, **more)))
    t.play(Begin(), (6, 1))
    t.play(ChooseFirst(first))
    return t


def now(t: Table) -> tuple[Phase, Side]:
    return t.state.phase, t.state.side


@rule("DYN-07", "DYN-Q08", "DYN-H4")
def test_the_roll_off_is_repeated_until_one_die_is_higher() -> None:
    """DYN-Q08: one Red die each, ties again; the winner chooses who plays first."""
    t = Table(book.start(setup_of(FIELD, {"medium": 1}, {"medium": 1})))
    assert t.orders() == [Begin()]
    t.refused(ChooseFirst(RED), "DYN-Q08", "nobody has rolled off yet for who plays first")
    assert t.play(Begin(), (1, 1), (6, 6), (2, 5)) == (RolledOff((1, 6, 2), (1, 6, 5)),)
    assert now(t) == (Phase.CHOICE, BLUE)
    assert t.orders() == [ChooseFirst(RED), ChooseFirst(BLUE)]
    t.refused(Begin(), "DYN-Q08", "the sides have rolled off already")
    t.play(ChooseFirst(RED))
    assert now(t) == (Phase.DEPLOYMENT, RED)


@rule("DYN-05")
def test_a_red_die_of_equal_faces_is_refused_as_nobody_could_win_the_roll_off() -> None:
    with pytest.raises(Fault, match="the roll-off never ends"):
        book.start(setup_of(FIELD, {"medium": 1}, {"medium": 1}, changed={"red": (2, 2)}))


@rule("DYN-09", "DYN-18", "DYN-Q08")
@pytest.mark.parametrize("first", Side)
def test_the_first_player_deploys_his_whole_force_then_the_second_then_play_begins(first: Side) -> None:
    """DYN-Q08: no turns taken in deploying; vehicles and fixed weapons alike."""
    t = opened(red={"heavy": 1, "truck": 2}, blue={"gun": 2, "medium": 1}, first=first)
    places = {RED: ["A1→", "A2→", "A3→"], BLUE: ["L1←", "L2←", "L3←"]}
    kinds = {RED: ["truck", "heavy", "truck"], BLUE: ["gun", "gun", "medium"]}
    for side in (first, first.other):
        for kind, place in zip(kinds[side], places[side], strict=True):
            assert now(t) == (Phase.DEPLOYMENT, side)
            t.play(t.deploy(kind, place))
    assert now(t) == (Phase.ROLL, first)
    assert t.state.round == 1
    assert t.orders() == [RollMovement()]


@rule("DYN-08", "DYN-18", "DYN-178")
@pytest.mark.parametrize(("quick", "cited"), [(False, "DYN-18"), (True, "DYN-178")])
def test_units_start_in_the_five_ranks_of_their_own_edge(quick: bool, cited: str) -> None:
    t = opened(quick=quick)
    assert t.allows(t.deploy("medium", "E4→"))
    t.refused(t.deploy("medium", "F4→"), cited, "F4 is outside Red's first 5 ranks")
    t.refused(Deploy("medium", 48, 2), "DYN-08", "square 48 is not on the board")
    t.play(t.deploy("medium", "E4→"))
    assert t.allows(t.deploy("medium", "H1←"))
    t.refused(t.deploy("medium", "G1←"), cited, "G1 is outside Blue's first 5 ranks")
    t.refused(t.deploy("medium", "A1←"), cited, "A1 is outside Blue's first 5 ranks")


@rule("DYN-18")
def test_the_sides_may_start_on_the_long_edges() -> None:
    t = opened(["." * 6] * 12, edges="long sides")
    assert t.allows(t.deploy("medium", "F5↓"))
    t.refused(t.deploy("medium", "A6↓"), "DYN-18", "A6 is outside Red's first 5 ranks")
    t.play(t.deploy("medium", "F5↓"))
    assert t.allows(t.deploy("medium", "A8↑"))


@rule("DYN-10", "DYN-11", "DYN-179", "DYN-Q09")
def test_dt_01_each_unit_has_a_square_and_one_of_eight_facings() -> None:
    """DYN-Q09: the facing is free."""
    t = opened(["#..........." for _ in range(4)], red={"medium": 1, "light": 1})
    deployments = [order for order in t.orders() if isinstance(order, Deploy)]
    assert len(deployments) == 2 * 16 * 8
    assert {order.facing for order in deployments} == set(range(8))
    for facing in (-1, 8, 22):
        t.refused(Deploy("medium", 1, facing), "DYN-11", f"facing {facing} is none of the eight")


@rule("DYN-12", "DYN-152", "DYN-163", "DYN-179", "DYN-Q08")
def test_dt_01_a_square_that_is_built_over_or_taken_is_refused() -> None:
    t = opened(["#..........."] + ["." * 12] * 3, red={"medium": 2}, walls=(12,), low=(24,), high=(36,))
    t.play(t.deploy("medium", "B1→"))
    t.refused(t.deploy("medium", "A1→"), "DYN-Q08", "A1 is built over")
    t.refused(t.deploy("medium", "B1→"), "DYN-12", "Red Medium Tank 1 stands on B1")
    t.refused(t.deploy("medium", "A2→"), "DYN-Q08", "A2 has a wall")
    t.refused(t.deploy("medium", "A3→"), "DYN-Q08", "A3 has a barricade")
    t.refused(t.deploy("medium", "A4→"), "DYN-Q08", "A4 has a barricade")


@rule("DYN-13", "DYN-20", "DYN-H2")
def test_units_of_a_class_are_deployed_in_the_order_of_their_numbers() -> None:
    t = opened(red={"light": 2, "heavy": 1})
    t.refused(t.deploy("medium", "A1→"), "DYN-20", "Red has no Medium Tank left to deploy")
    t.refused(t.deploy("tiger", "A1→"), "DYN-13", "no class 'tiger'")
    t.play(t.deploy("light", "A2→"))
    t.play(t.deploy("light", "A1→"))
    assert (t.where("L1"), t.where("L2")) == ("A2→", "A1→")
    t.refused(t.deploy("light", "A3→"), "DYN-20", "Red has no Light Tank left to deploy")


# The basic scenario


@rule("DYN-168", "DYN-169", "DYN-170", "DYN-Q36")
def test_spaa_come_free_and_deploy_in_zone_b_one_to_a_part_and_all_else_in_zone_a() -> None:
    t = opened(**BASIC)
    assert [t.name(unit) for unit in range(len(t.state.units.units))] == ["M1", "AA1", "AA2", "m1", "aa1", "aa2"]
    t.refused(t.deploy("spaa", "C3→"), "DYN-170", "C3 is outside Red's zone B, where the SPAA deploy")
    t.refused(t.deploy("medium", "A1→"), "DYN-168", "A1 is outside Red's zone A, where Medium Tanks deploy")
    t.refused(t.deploy("medium", "F1→"), "DYN-168", "F1 is outside Red's zone A")
    assert room(t.state, "spaa").bit_count() == 4
    t.play(t.deploy("spaa", "B1→"))
    t.refused(t.deploy("spaa", "A1→"), "DYN-Q36", "A1 is in a part of Red's zone B that has its SPAA already")
    assert [t.state.place(square) for square in squares_of(room(t.state, "spaa"))] == ["A4", "B4"]
    t.play(t.deploy("spaa", "A4→"))
    t.play(t.deploy("medium", "E4→"))
    assert now(t) == (Phase.DEPLOYMENT, BLUE)
    t.play(t.deploy("spaa", "L4←"))
    t.play(t.deploy("spaa", "K1←"))
    t.play(t.deploy("medium", "H1←"))
    assert now(t) == (Phase.ROLL, RED)


@rule("DYN-171")
def test_spaa_may_leave_zone_b_and_fire() -> None:
    t = opened(**BASIC)
    for order in (t.deploy("spaa", "B1→"), t.deploy("spaa", "A4→"), t.deploy("medium", "E4→")):
        t.play(order)
    for order in (t.deploy("spaa", "L4←"), t.deploy("spaa", "K1←"), t.deploy("medium", "H1←")):
        t.play(order)
    t.roll(3, 4)
    t.play(t.move("AA1", "D1→"))
    t.end_movement()
    assert "m1" in t.targets("AA1")


# Hidden deployment


@rule("DYN-18", "DYN-H8")
def test_both_sides_deploy_unseen_by_the_switch() -> None:
    """DYN-H8: each sees its own, and all is shown when both stand."""
    t = opened(hidden=True)
    (deployed, began) = t.play(t.deploy("medium", "A1→"))
    assert isinstance(deployed, Deployed)
    assert isinstance(began, PhaseBegan)
    before = opened(hidden=True).state
    assert book.hear(before, deployed, RED) == deployed
    assert book.hear(before, deployed, BLUE) == Hidden(RED)
    assert book.hear(before, deployed, None) == Hidden(RED)
    assert book.view(t.state, BLUE).units.units[0].square == -1
    assert encode(book.view(t.state, RED)) == encode(t.state)
    events = t.play(t.deploy("medium", "L4←"))
    assert isinstance(events[1], Revealed)
    assert book.view(t.state, BLUE) is t.state


@rule("DYN-18", "DYN-168", "DYN-170", "DYN-178", "DYN-H8")
@pytest.mark.parametrize(
    ("more", "kind", "cited", "told"),
    [
        ({}, "medium", "DYN-18", "E2 is outside Blue's first 5 ranks"),
        ({"quick": True}, "medium", "DYN-178", "E2 is outside Blue's first 5 ranks"),
        (BASIC, "medium", "DYN-168", "E2 is outside Blue's zone A, where Medium Tanks deploy"),
        (BASIC, "spaa", "DYN-170", "E2 is outside Blue's zone B, where the SPAA deploy"),
    ],
)
def test_a_square_in_the_other_s_zone_is_refused_by_the_zone_whether_or_not_somebody_stands_there(
    more: dict[str, Any], kind: str, cited: str, told: str
) -> None:
    """What is hidden is not to be had by asking, on the table as little as on the view."""
    answers = set()
    for stands in ("E2→", "D3→"):
        t = opened(hidden=True, **more)
        t.play(t.deploy("medium", stands))
        for square in ("A1→", "A4→") if "spaa" in more else ():
            t.play(t.deploy("spaa", square))
        order = t.deploy(kind, "E2←")
        answers |= {str(book.refuse(seen, order)) for seen in (t.state, book.view(t.state, BLUE))}
    assert answers == {f"{told} — {cited}"}


# The command tank


@rule("DYN-29", "DYN-Q41")
def test_each_player_names_one_tank_to_command_before_play() -> None:
    """DYN-Q41: a Heavy, Medium or Light Tank, with or without a blade; the first player first."""
    t = opened(red={"medium": 1, "hunter": 1, "dozer": 1}, blue={"light": 1}, first=BLUE, command=True, hidden=True)
    t.play(t.deploy("light", "L1←"))
    for kind, place in (("medium", "A1→"), ("hunter", "A2→"), ("dozer", "A3→")):
        assert now(t) == (Phase.DEPLOYMENT, RED)
        events = t.play(t.deploy(kind, place))
    assert isinstance(events[1], Revealed)
    assert now(t) == (Phase.COMMAND, BLUE)
    t.refused(t.command("M1"), "DYN-29", "Red Medium Tank 1 cannot command for Blue")
    t.refused(NameCommand(9), "DYN-29", "there is no unit 9")
    assert t.play(t.command("l1"))[0] == CommandNamed(t.unit("l1"))
    assert now(t) == (Phase.COMMAND, RED)
    assert t.orders() == [t.command("M1"), t.command("MD1")]
    assert [deed.order for deed in book.survey(t.state, t.unit("MD1")).deeds] == [t.command("MD1")]
    t.refused(t.command("TH1"), "DYN-Q41", "Tank Hunter 1 is no tank", "Heavy Tank, Medium Tank, Light Tank")
    t.play(t.command("MD1"))
    assert now(t) == (Phase.ROLL, BLUE)
    assert t.piece("MD1").command
    assert not t.piece("M1").command


@rule("DYN-29")
def test_a_side_without_tanks_names_none_and_without_the_option_nobody_does() -> None:
    t = opened(red={"car": 1}, blue={"gun": 1}, command=True)
    t.play(t.deploy("car", "A1→"))
    t.play(t.deploy("gun", "L1←"))
    assert now(t) == (Phase.ROLL, RED)
    t = opened()
    t.play(t.deploy("medium", "A1→"))
    t.refused(t.command("M1"), "DYN-29", "this game is played without command tanks")
    t.play(t.deploy("medium", "L1←"))
    assert now(t) == (Phase.ROLL, RED)
