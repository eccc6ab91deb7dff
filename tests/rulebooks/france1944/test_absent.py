"""What this game does not have (FR-65): the orders, the figures and the events leave no room for it."""

from typing import get_args

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.side import RED
from hulldown.rulebooks.panzerstrike.board import BUILDINGS, LEGEND, PAVED, PIECES, parse_board
from hulldown.rulebooks.panzerstrike.france1944 import events, orders
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.setup import Setup, TankClass
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, Tank
from tests.marks import rule
from tests.rulebooks.france1944.cast import field, table


@rule("FR-65")
def test_these_are_all_the_orders_there_are() -> None:
    """No push, no recovery, no breach, no spotting, no command, no indirect fire."""
    assert {kind.__name__ for kind in get_args(orders.Order)} == {
        "Begin",
        "ChooseFirst",
        "PlaceFlag",
        "PlaceBarricade",
        "EndBarricades",
        "Deploy",
        "RollMovement",
        "Move",
        "EndMovement",
        "Fire",
        "EndTurn",
    }
    assert orders.Move.__struct_fields__ == ("unit", "die", "square", "facing")
    assert orders.Fire.__struct_fields__ == ("unit", "target")


@rule("FR-65")
def test_nothing_else_can_happen() -> None:
    assert {kind.__name__ for kind in get_args(events.Event)} == {
        "RolledOff",
        "FirstChosen",
        "FlagPlaced",
        "BarricadePlaced",
        "BarricadesEnded",
        "Deployed",
        "Hidden",
        "Revealed",
        "PhaseBegan",
        "MovementRolled",
        "Moved",
        "Fired",
        "Destroyed",
        "Damaged",
        "FlagCaptured",
        "GameEnded",
    }


@rule("FR-09", "FR-65")
def test_a_class_has_one_drive_and_one_mount_so_neither_is_a_figure() -> None:
    """No wheels, fixed weapons, hull guns, howitzers or command tanks: the chart has no column for them."""
    figures = {"id", "name", "letter", "points", "speed", "front", "side", "rear", "gun"}
    assert set(TankClass.__struct_fields__) == figures
    assert set(Tank.__struct_fields__) == {
        "side",
        "kind",
        "number",
        "square",
        "facing",
        "condition",
        "moved",
        "fired",
    }


@rule("FR-65")
def test_there_is_no_round_limit_but_that_of_attack_and_defence_and_no_other_option() -> None:
    options = {"flags", "barricades", "turn_limit", "damage", "hidden", "edges"}
    given = {"scenario", "board", "chart", "figures", "red", "blue", "position", "works"}
    assert set(Setup.__struct_fields__) - options == given


@rule("FR-65")
def test_the_ground_has_no_walls_and_no_low_barricades() -> None:
    """The family draws the remains of walls, which are open ground; what stands is refused here."""
    assert set(LEGEND.values()) == BUILDINGS | PAVED | {"garden", "wall remains"}
    for piece in PIECES:
        with pytest.raises(Fault, match="the signs are"):
            parse_board(f"name: Walled\n\n..{piece}..\n", "walled.txt")


@rule("FR-09", "FR-65")
@pytest.mark.parametrize("letter", "HML")
def test_every_class_turns_on_the_spot_and_fires_behind_itself(letter: str) -> None:
    """Tracks, and a turret."""
    drawing = field(9, 3, E2=f"{letter}1→", A2="m1→")
    t = table(drawing, rolled=(3, 6))
    assert {"E2↗", "E2↘"} <= t.moves(f"{letter}1", 3)
    t.end_movement()
    assert t.targets(f"{letter}1") == {"m1"}


@rule("FR-37", "FR-65")
def test_no_gun_fires_over_a_building_whatever_its_class() -> None:
    t = table(field(9, 3, A1="H1→", A2="M1→", A3="L1→", E1="#", E2="#", E3="#", I2="m1←"), phase=Phase.SHOOTING)
    assert {order for order in t.orders() if isinstance(order, orders.Fire)} == set()


@rule("FR-27", "FR-65")
def test_wrecks_are_not_pushed() -> None:
    t = table(field(5, 1, A1="H1→", B1="×l1", E1="l2←"), rolled=(6, 6))
    assert {pose[0] for pose in t.moves("H1", 6)} == {"A"}


@rule("FR-19", "FR-65")
def test_no_tank_moves_without_a_die() -> None:
    t = table(field(6, 2, A1="M1→", A2="M2→", F1="m1←"), rolled=(3, 4), dice=(), moved=["M1", "M2"])
    assert t.orders() == [orders.EndMovement()]
    assert book.to_act(t.state) is RED
