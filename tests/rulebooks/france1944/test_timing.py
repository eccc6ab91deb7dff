"""An order at the wrong time: the refusal says what comes first or is done already, never the name of a phase."""

import pytest

from hulldown.kernel.side import RED
from hulldown.rulebooks.panzerstrike.france1944.orders import (
    Begin,
    ChooseFirst,
    Deploy,
    EndBarricades,
    EndMovement,
    EndTurn,
    Fire,
    Move,
    Order,
    PlaceBarricade,
    PlaceFlag,
    RollMovement,
)
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from tests.marks import rule
from tests.rulebooks.france1944.cast import field, table

DRAWING = field(8, 3, A1="M1→", H1="m1←", B3="R¶", G3="b¶")
ORDERS: tuple[Order, ...] = (
    Begin(),
    ChooseFirst(RED),
    PlaceFlag(3),
    PlaceBarricade(3),
    EndBarricades(),
    Deploy("medium", 3, 2),
    RollMovement(),
    Move(0, 4, 1, 2),
    EndMovement(),
    Fire(0, 1),
    EndTurn(),
)


def refused(phase: Phase, order: Order, rule_id: str, told: str) -> None:
    """In a game with flags and barricades, in which it is Red's turn."""
    t = table(DRAWING, phase=phase, rolled=(3, 4) if phase is Phase.MOVEMENT else (), barricades=1)
    refusal = t.book.refuse(t.state, order)
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == (rule_id, told)


@rule("FR-16", "FR-31", "FR-H1", "FR-Q06")
@pytest.mark.parametrize(
    ("phase", "order", "cited", "told"),
    [
        (Phase.BEGIN, PlaceFlag(3), "FR-Q06", "nobody has rolled off yet for who plays first"),
        (Phase.CHOICE, RollMovement(), "FR-Q06", "Red won the roll-off and has not said yet who plays first"),
        (Phase.FLAGS, Deploy("medium", 3, 2), "FR-H1", "Red has not set all its flags yet"),
        (Phase.BARRICADES, Deploy("medium", 3, 2), "FR-H1", "Red has not ended building its barricades"),
        (Phase.DEPLOYMENT, RollMovement(), "FR-Q06", "Red has not put down all its tanks yet"),
        (Phase.ROLL, Fire(0, 1), "FR-16", "Red has not rolled for movement yet"),
        (Phase.MOVEMENT, EndTurn(), "FR-31", "Red has not ended its movement, and shooting comes after all of it"),
    ],
)
def test_an_order_that_comes_too_early_hears_what_comes_first(
    phase: Phase, order: Order, cited: str, told: str
) -> None:
    refused(phase, order, cited, told)


@rule("FR-06", "FR-16", "FR-31", "FR-H1", "FR-Q06")
@pytest.mark.parametrize(
    ("order", "cited", "told"),
    [
        (Begin(), "FR-Q06", "the sides have rolled off already"),
        (ChooseFirst(RED), "FR-Q06", "it is settled that Red plays first"),
        (PlaceFlag(3), "FR-H1", "all flags stand already"),
        (EndBarricades(), "FR-H1", "both sides have built their barricades already"),
        (Deploy("medium", 3, 2), "FR-06", "all tanks stand already"),
        (RollMovement(), "FR-16", "Red has rolled for movement already in this turn"),
        (Move(0, 4, 1, 2), "FR-31", "Red's shooting has begun; nobody drives any more in this turn"),
    ],
)
def test_an_order_that_comes_too_late_hears_what_is_done(order: Order, cited: str, told: str) -> None:
    refused(Phase.SHOOTING, order, cited, told)


@rule("FR-47", "FR-63")
@pytest.mark.parametrize("phase", [Phase.BEGIN, Phase.DEPLOYMENT, Phase.MOVEMENT])
def test_what_is_not_played_with_is_refused_as_that(phase: Phase) -> None:
    t = table(field(8, 1, A1="M1→", H1="m1←"), phase=phase)
    t.refused(PlaceFlag(3), "FR-47", "this game is played without flags")
    t.refused(PlaceBarricade(3), "FR-63", "this game is played without barricades")


@rule("FR-46")
@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
def test_when_the_game_is_over_every_order_hears_that(order: Order) -> None:
    t = table(field(8, 1, A1="M1→", H1="l1←"), phase=Phase.SHOOTING)
    t.play(t.fire("M1", "l1"), (6, 6, 6))
    t.refused(order, "FR-46", "the game is over")


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
def test_no_refusal_names_a_phase_or_an_order(phase: Phase, order: Order) -> None:
    t = table(DRAWING, phase=phase, rolled=(3, 4) if phase is Phase.MOVEMENT else (), barricades=1)
    if refusal := t.book.refuse(t.state, order):
        assert type(order).__name__ not in refusal.sentence
        assert "phase" not in refusal.sentence
        assert refusal.rule in t.book.rules
