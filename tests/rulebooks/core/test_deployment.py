"""Setting up the table: the lot, units, zones, command tanks (CORE-06 … CORE-12, CORE-19, CORE-173 … CORE-175)."""

from typing import Any

import pytest

from hulldown.geometry.squares import squares_of
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import encode
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.deployment import room, towards_enemy
from hulldown.rulebooks.panzerstrike.core.events import (
    CommandNamed,
    Deployed,
    FirstDrawn,
    Hidden,
    PhaseBegan,
    Revealed,
)
from hulldown.rulebooks.panzerstrike.core.orders import Begin, Deploy, EndMovement, NameCommand
from hulldown.rulebooks.panzerstrike.core.speed import slots
from hulldown.rulebooks.panzerstrike.core.state import Phase
from tests.marks import rule
from tests.rulebooks.core.cast import Table, setup_of

FIELD = ["." * 4] * 12
BASIC: dict[str, Any] = {"spaa": 2, "lost_spaa": 1, "turn_limit": 9, "zone_b": (1, 2, 5, 6)}  # B1:C2


def opened(
    rows: list[str] = FIELD,
    red: dict[str, int] | None = None,
    blue: dict[str, int] | None = None,
    first: Side = BLUE,
    **more: Any,
) -> Table:
    """A table at its first placing: the lot has fallen. With Blue first, Red deploys first."""
    t = Table(book.start(setup_of(rows, red or {"medium": 1}, blue or {"medium": 1}, **more)))
    t.play(Begin(), (first,))
    return t


def now(t: Table) -> tuple[Phase, Side]:
    return t.state.phase, t.state.side


@rule("CORE-15", "CORE-Q02")
@pytest.mark.parametrize("first", Side)
def test_a_lot_says_who_plays_first_and_the_other_deploys_first(first: Side) -> None:
    t = Table(book.start(setup_of(FIELD, {"medium": 1}, {"medium": 1})))
    assert t.orders() == [Begin()]
    t.refused(EndMovement(), "CORE-Q02", "no lot has been drawn yet for who plays first")
    events = t.play(Begin(), (first,))
    assert events == (FirstDrawn(first), PhaseBegan(Phase.DEPLOYMENT, first.other, 0))
    t.refused(Begin(), "CORE-Q02", f"the lot has been drawn already: {first.label} plays first")
    t.refused(EndMovement(), "CORE-Q02", f"{first.other.label} has not put down all its units yet")


@rule("CORE-09", "CORE-12", "CORE-15", "CORE-Q02")
@pytest.mark.parametrize("first", Side)
def test_the_second_player_deploys_his_whole_force_then_the_first_then_play_begins(first: Side) -> None:
    """CORE-Q02: no turns taken in deploying; vehicles and fixed weapons alike."""
    t = opened(red={"heavy": 1, "truck": 2}, blue={"gun": 2, "medium": 1}, first=first)
    places = {RED: ["A1↓", "A2↓", "A3↓"], BLUE: ["A12↑", "B12↑", "C12↑"]}
    kinds = {RED: ["truck", "heavy", "truck"], BLUE: ["gun", "gun", "medium"]}
    for side in (first.other, first):
        for kind, place in zip(kinds[side], places[side], strict=True):
            assert now(t) == (Phase.DEPLOYMENT, side)
            t.play(t.deploy(kind, place))
    assert now(t) == (Phase.MOVEMENT, first)
    assert t.state.round == 1
    own = [piece for piece in t.state.units.units if piece.side == first]
    assert [piece.began for piece in own] == [piece.square for piece in own]


@rule("CORE-06", "CORE-12")
def test_units_start_in_the_five_rows_of_their_own_edge() -> None:
    t = opened()
    assert t.allows(t.deploy("medium", "D5↓"))
    t.refused(t.deploy("medium", "A6↓"), "CORE-12", "A6 is outside Red's first 5 rows")
    t.refused(Deploy("medium", 48, 2), "CORE-06", "square 48 is not on the board")
    t.play(t.deploy("medium", "D5↓"))
    assert t.allows(t.deploy("medium", "A8↑"))
    t.refused(t.deploy("medium", "A7↑"), "CORE-12", "A7 is outside Blue's first 5 rows")
    t.refused(t.deploy("medium", "A1↑"), "CORE-12", "A1 is outside Blue's first 5 rows")


def test_the_facing_towards_the_enemy_is_down_for_red_and_up_for_blue() -> None:
    assert (towards_enemy(RED), towards_enemy(BLUE)) == (4, 0)


@rule("CORE-07")
def test_each_unit_has_a_square_and_one_of_eight_facings() -> None:
    t = opened(["#..."] * 12, red={"medium": 1, "light": 1})
    deployments = [order for order in t.orders() if isinstance(order, Deploy)]
    assert len(deployments) == 2 * 15 * 8
    assert {order.facing for order in deployments} == set(range(8))
    for facing in (-1, 8, 22):
        t.refused(Deploy("medium", 1, facing), "CORE-07", f"facing {facing} is none of the eight")


@rule("CORE-08", "CORE-39", "CORE-164", "CORE-170")
def test_a_square_that_is_built_over_or_taken_is_refused() -> None:
    t = opened(["#...", *FIELD[1:]], red={"medium": 2}, walls=(4,), low=(8,), high=(12,))
    t.play(t.deploy("medium", "B1↓"))
    t.refused(t.deploy("medium", "A1↓"), "CORE-39", "A1 is built over")
    t.refused(t.deploy("medium", "B1↓"), "CORE-08", "Red Medium Tank 1 stands on B1")
    t.refused(t.deploy("medium", "A2↓"), "CORE-164", "A2 has a wall")
    t.refused(t.deploy("medium", "A3↓"), "CORE-170", "A3 has a barricade")
    t.refused(t.deploy("medium", "A4↓"), "CORE-170", "A4 has a barricade")


@rule("CORE-09", "CORE-13")
def test_units_of_a_type_are_deployed_in_the_order_of_their_numbers() -> None:
    t = opened(red={"light": 2, "heavy": 1})
    t.refused(t.deploy("medium", "A1↓"), "CORE-13", "Red has no Medium Tank left to deploy")
    t.refused(t.deploy("tiger", "A1↓"), "CORE-09", "no type 'tiger'")
    t.play(t.deploy("light", "A2↓"))
    t.play(t.deploy("light", "A1↓"))
    assert (t.where("L1"), t.where("L2")) == ("A2↓", "A1↓")
    t.refused(t.deploy("light", "A3↓"), "CORE-13", "Red has no Light Tank left to deploy")


# The basic scenario


def placed() -> Table:
    t = opened(**BASIC)
    for kind, place in (("spaa", "B1↓"), ("spaa", "C2↓"), ("medium", "A5↓")):
        t.play(t.deploy(kind, place))
    for kind, place in (("spaa", "B12↑"), ("spaa", "C11↑"), ("medium", "A8↑")):
        t.play(t.deploy(kind, place))
    return t


@rule("CORE-173", "CORE-174", "CORE-Q36")
def test_spaa_come_free_and_deploy_in_zone_b_and_all_else_in_zone_a() -> None:
    """CORE-Q36: zone A is the rest of the five rows, and Blue's zone B lies opposite."""
    t = opened(**BASIC)
    assert [t.name(unit) for unit in range(len(t.state.units.units))] == ["M1", "AA1", "AA2", "m1", "aa1", "aa2"]
    t.refused(t.deploy("spaa", "A1↓"), "CORE-174", "A1 is outside Red's zone B, where the SPAA deploy")
    t.refused(t.deploy("medium", "B1↓"), "CORE-173", "B1 is outside Red's zone A, where the Medium Tank deploys")
    t.refused(t.deploy("medium", "A6↓"), "CORE-173", "A6 is outside Red's zone A")
    t.play(t.deploy("spaa", "B1↓"))
    assert [t.state.place(square) for square in squares_of(room(t.state, "spaa"))] == ["C1", "B2", "C2"]
    assert room(t.state, "medium").bit_count() == 16
    t = placed()
    assert now(t) == (Phase.MOVEMENT, BLUE)


@rule("CORE-175")
def test_spaa_may_leave_zone_b_and_fire() -> None:
    t = placed()
    t.play(t.move("aa1", "B9↑"))
    t.end_movement()
    assert "M1" in t.targets("aa1")


# Hidden deployment


@rule("CORE-H6")
def test_both_sides_deploy_unseen_by_the_switch() -> None:
    """Each sees its own, and all is shown when both stand."""
    t = opened(hidden=True)
    (deployed, began) = t.play(t.deploy("medium", "A1↓"))
    assert isinstance(deployed, Deployed)
    assert isinstance(began, PhaseBegan)
    before = opened(hidden=True).state
    assert book.hear(before, deployed, RED) == deployed
    assert book.hear(before, deployed, BLUE) == Hidden(RED)
    assert book.hear(before, deployed, None) == Hidden(RED)
    assert book.view(t.state, BLUE).units.units[0].square == -1
    assert encode(book.view(t.state, RED)) == encode(t.state)
    events = t.play(t.deploy("medium", "D12↑"))
    assert isinstance(events[1], Revealed)
    assert book.view(t.state, BLUE) is t.state


@rule("CORE-12", "CORE-173", "CORE-174", "CORE-H6")
def test_on_its_view_a_side_hears_of_its_zone_and_never_of_a_hidden_unit() -> None:
    t = opened(hidden=True)
    t.play(t.deploy("medium", "A1↓"))
    seen = Table(book.view(t.state, BLUE))
    for square in ("A1", "B1"):
        seen.refused(seen.deploy("medium", f"{square}↑"), "CORE-12", f"{square} is outside Blue's first 5 rows")
    t = opened(**BASIC, hidden=True)
    for kind, place in (("spaa", "B1↓"), ("spaa", "C2↓"), ("medium", "A5↓")):
        t.play(t.deploy(kind, place))
    seen = Table(book.view(t.state, BLUE))
    for square in ("A5", "A4", "B1", "B2"):
        seen.refused(seen.deploy("medium", f"{square}↑"), "CORE-173", f"{square} is outside Blue's zone A")
        seen.refused(seen.deploy("spaa", f"{square}↑"), "CORE-174", f"{square} is outside Blue's zone B")


# The command tank


@rule("CORE-19", "CORE-Q47")
def test_each_player_names_one_tank_to_command_before_play() -> None:
    """CORE-Q47: tanks, tank destroyers and tank hunters; the second player first, as in deploying."""
    t = opened(red={"medium": 1, "car": 1, "hunter": 1}, blue={"light": 1}, command=True, hidden=True)
    for kind, place in (("medium", "A1↓"), ("car", "A2↓"), ("hunter", "A3↓")):
        t.play(t.deploy(kind, place))
    events = t.play(t.deploy("light", "A12↑"))
    assert isinstance(events[1], Revealed)
    assert now(t) == (Phase.COMMAND, RED)
    t.refused(t.command("l1"), "CORE-19", "Blue Light Tank 1 cannot command for Red")
    t.refused(NameCommand(9), "CORE-19", "there is no unit 9")
    t.refused(t.command("AC1"), "CORE-Q47", "Armoured Car 1 is no tank", "Medium Tank 1, Tank Hunter 1")
    assert t.orders() == [t.command("M1"), t.command("TH1")]
    assert [deed.order for deed in book.survey(t.state, t.unit("TH1")).deeds] == [t.command("TH1")]
    assert t.play(t.command("TH1"))[0] == CommandNamed(t.unit("TH1"))
    assert now(t) == (Phase.COMMAND, BLUE)
    t.play(t.command("l1"))
    assert now(t) == (Phase.MOVEMENT, BLUE)
    assert slots(t.state) == 2, "one for a single vehicle, and one more"
    assert t.piece("TH1").command
    assert not t.piece("M1").command


@rule("CORE-19", "CORE-Q47")
def test_without_tanks_any_vehicle_commands_and_without_vehicles_none() -> None:
    t = opened(red={"car": 1, "truck": 1, "gun": 1}, blue={"gun": 1}, command=True)
    for kind, place in (("car", "A1↓"), ("truck", "A2↓"), ("gun", "A3↓"), ("gun", "A12↑")):
        t.play(t.deploy(kind, place))
    assert now(t) == (Phase.COMMAND, RED)
    assert t.orders() == [t.command("AC1"), t.command("T1")]
    t.play(t.command("T1"))
    assert now(t) == (Phase.MOVEMENT, BLUE)


@rule("CORE-01", "CORE-19")
def test_without_the_option_nobody_commands() -> None:
    t = opened()
    t.play(t.deploy("medium", "A1↓"))
    t.refused(t.command("M1"), "CORE-19", "this game is played without command tanks, which are optional rule 1")
    t.play(t.deploy("medium", "A12↑"))
    assert now(t) == (Phase.MOVEMENT, BLUE)
