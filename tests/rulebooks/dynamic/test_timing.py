"""Orders at the wrong time: what is still to be done before them, or is done already."""

import pytest

from hulldown.kernel.side import RED
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.orders import (
    Begin,
    ChooseFirst,
    Deploy,
    EndMovement,
    EndTurn,
    Fire,
    FireAtWall,
    Lob,
    Move,
    NameCommand,
    Order,
    Push,
    RollMovement,
    TurnTurret,
)
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase
from tests.marks import rule
from tests.rulebooks.dynamic.cast import Table, field, setup_of, table

DUEL = field(8, 2, A1="M1→", H1="m1←")
IN_MOVEMENT: list[Order] = [Move(0, 1, 2), Push(0), EndMovement()]
IN_FIRING: list[Order] = [Fire(0, 1), FireAtWall(0, 5), Lob(0, 1), EndTurn()]


def setting_up(*orders: tuple[Order, tuple[int, ...]]) -> Table:
    t = Table(book.start(setup_of(["." * 12] * 2, {"medium": 1}, {"medium": 1}, command=True)))
    for order, roll in orders:
        t.play(order, *([roll] if roll else []))
    return t


BEGUN, CHOSEN = (Begin(), (6, 1)), (ChooseFirst(RED), ())
STAND = (Deploy("medium", 0, 2), ()), (Deploy("medium", 11, 6), ())


@rule("DYN-29", "DYN-Q08")
def test_before_the_first_turn_an_order_hears_what_comes_first() -> None:
    t = setting_up()
    for order in (ChooseFirst(RED), Deploy("medium", 0, 2), RollMovement(), *IN_MOVEMENT, *IN_FIRING):
        t.refused(order, "DYN-Q08", "nobody has rolled off yet for who plays first")
    t = setting_up(BEGUN)
    t.refused(Deploy("medium", 0, 2), "DYN-Q08", "Red won the roll-off and has not said yet who plays first")
    t = setting_up(BEGUN, CHOSEN)
    for order in (NameCommand(0), RollMovement(), *IN_MOVEMENT, *IN_FIRING):
        t.refused(order, "DYN-Q08", "Red has not put down all its units yet")
    t = setting_up(BEGUN, CHOSEN, *STAND)
    for order in (RollMovement(), *IN_MOVEMENT, *IN_FIRING):
        t.refused(order, "DYN-29", "Red has not named its command tank yet")


@rule("DYN-29", "DYN-Q08")
def test_what_is_set_up_is_not_set_up_again() -> None:
    t = setting_up(BEGUN, CHOSEN, *STAND, (NameCommand(0), ()), (NameCommand(1), ()))
    t.refused(Begin(), "DYN-Q08", "the sides have rolled off already")
    t.refused(ChooseFirst(RED), "DYN-Q08", "it is settled that Red plays first")
    t.refused(Deploy("medium", 0, 2), "DYN-Q08", "all units stand already")
    t.refused(NameCommand(0), "DYN-29", "each side that has a tank has named the one that commands")


@rule("DYN-36", "DYN-38", "DYN-97", "DYN-179")
@pytest.mark.parametrize(("quick", "cited"), [(False, "DYN-36"), (True, "DYN-179")], ids=["full rules", "Quick Start"])
def test_a_turn_is_the_dice_then_movement_then_firing(quick: bool, cited: str) -> None:
    t = table(DUEL, phase=Phase.ROLL, quick=quick)
    for order in (*IN_MOVEMENT, *IN_FIRING):
        t.refused(order, "DYN-38", "Red has not rolled for movement yet")
    t = table(DUEL, rolled=(3, 4), quick=quick)
    t.refused(RollMovement(), "DYN-38", "Red has rolled for movement already in this turn")
    for order in IN_FIRING:
        t.refused(order, cited, "Red has not ended its movement, and firing comes after all of it")
    t = table(DUEL, phase=Phase.FIRING, quick=quick)
    for order in IN_MOVEMENT:
        t.refused(order, cited, "Red's firing has begun; nothing moves any more in this turn")


@rule("DYN-02", "DYN-29", "DYN-97")
def test_what_is_not_played_is_told_at_any_time() -> None:
    for phase in (Phase.ROLL, Phase.MOVEMENT, Phase.FIRING):
        t = table(DUEL, phase=phase)
        t.refused(NameCommand(0), "DYN-29", "this game is played without command tanks")
        t.refused(TurnTurret(0, 1), "DYN-02", "turrets turn only in a game with realistic miniatures")
    t = table(DUEL, phase=Phase.FIRING, turrets=True)
    t.refused(TurnTurret(0, 1), "DYN-97", "Red's firing has begun; turrets are laid before it")


@rule("DYN-17", "DYN-Q38")
def test_when_the_game_is_over_every_order_hears_so_by_the_rule_of_its_end() -> None:
    won = table(field(8, 2, A1="H1→", F1="l1←"), phase=Phase.FIRING)
    won.shoot("H1", "l1", 6, 6, 6, 6)
    drawn = table(field(8, 2, A1="T1→", H1="t1←"), phase=Phase.FIRING)
    drawn.end_turn()
    for t, cited in ((won, "DYN-17"), (drawn, "DYN-Q38")):
        for order in (Begin(), Deploy("medium", 0, 2), RollMovement(), *IN_MOVEMENT, *IN_FIRING, TurnTurret(0, 1)):
            assert t.refused(order, cited).sentence == "the game is over"
