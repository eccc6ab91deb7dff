"""Attacks of opportunity: the ledger's cases W21 and W22, and our own."""

from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.events import Fired, Outcome, PhaseBegan, WindowClosed, WindowOpened
from hulldown.rulebooks.squadron.orders import EndActivation, Fire, Pass
from hulldown.rulebooks.squadron.state import Phase, Window
from tests.marks import rule
from tests.rulebooks.squadron.cast import Table, case


def crossing(mover: str = "TE1↗", **more: object) -> Table:
    """A tank that drives past two enemies; a friend waits."""
    words = {(0, 0): mover, (5, -2): "ch1↙", (5, 0): "ch2↙", (-4, 2): "SH1↗"}
    return case(words, **more)


def moved(at: Table, *places: tuple[int, int]) -> Table:
    at.play(at.roll("TE1"), (4, 4) if at.piece("TE1").began else (4,))
    for place in places:
        at.play(at.step(place))
    return at


@rule("SQ-55", "SQ-57", "SQ-58", "SQ-59", "SQ-60", "SQ-77", "SQ-Q10")
def test_w21_two_enemies_react_one_after_another() -> None:
    """SQ-Q10: the tank that is moved is in movement."""
    at = moved(crossing(), (1, 0))
    assert book.to_act(at.state) is BLUE
    assert at.state.window == Window(BLUE, (at.unit("ch1"), at.unit("ch2")))
    assert at.modifiers(at.fire("ch1", "TE1"))["SQ-77"] == -1
    fired, opened = at.play(at.fire("ch1", "TE1"), (1,))
    assert isinstance(fired, Fired)
    assert fired.reaction
    assert opened == WindowOpened(BLUE, (at.unit("ch2"),))
    assert at.piece("ch1").activated == at.state.turn
    at.refused(at.fire("ch1", "TE1"), "SQ-59", "Churchill VII 1 has made an attack of opportunity in this turn")
    *_, closed = at.play(at.fire("ch2", "TE1"), (1,))
    assert closed == WindowClosed(BLUE, passed=False)
    assert book.to_act(at.state) is RED
    assert at.left == 3


@rule("SQ-55", "SQ-57", "SQ-Q13")
def test_w21_if_the_first_destroys_it_the_second_keeps_its_activation() -> None:
    """SQ-Q13: the wreck lies where it was hit."""
    at = moved(crossing(), (1, 0))
    events = at.play(at.fire("ch1", "TE1"), (10,), (99,))
    assert events[-1] == PhaseBegan(Phase.ACTIVATION, BLUE, 2)
    assert at.piece("TE1").destroyed
    assert at.state.active is None
    assert at.state.window is None
    assert at.piece("ch2").activated != at.state.turn
    assert at.state.units.wrecks == 1 << at.hex((1, 0))


@rule("SQ-58")
def test_w22_a_tank_that_only_turned_cannot_be_fired_at() -> None:
    at = crossing()
    at.play(at.roll("TE1"), (4,))
    at.play(at.turn("↘"))
    assert at.state.window is None
    assert book.to_act(at.state) is RED


@rule("SQ-57", "SQ-60", "SQ-Q12")
def test_after_the_first_hex_a_turn_opens_a_window_as_well() -> None:
    at = moved(crossing(), (1, 0))
    at.hold_fire()
    assert WindowOpened(BLUE, (at.unit("ch1"), at.unit("ch2"))) in at.play(at.turn("↘"))


@rule("SQ-57", "SQ-60")
def test_no_window_opens_when_nobody_has_a_shot() -> None:
    at = case({(0, 0): "TE1↗", (5, -2): "ch1↙", (-4, 2): "SH1↗", (2, -1): "H", (3, -1): "H", (2, 0): "H"})
    at.play(at.roll("TE1"), (4,))
    at.play(at.step((1, 0)))
    assert at.state.window is None


@rule("SQ-60")
def test_the_mover_waits_and_then_may_change_his_mind() -> None:
    at = moved(crossing(), (1, 0))
    at.refused(at.step((2, 0)), "SQ-60", "Blue may react first")
    at.refused(EndActivation(False), "SQ-60", "Blue may react first")
    assert at.hold_fire() == (WindowClosed(BLUE, passed=True),)
    for order in (at.step((2, 0)), at.turn("↘"), EndActivation(False), EndActivation(True)):
        assert at.allows(order)
    at.refused(Pass(), "SQ-60", "Blue has held its fire at this step already")


@rule("SQ-60")
def test_the_moment_is_chosen_step_by_step() -> None:
    at = moved(crossing(), (1, 0))
    at.hold_fire()
    at.play(at.step((2, 0)))
    assert at.state.window is not None
    at.shoot(at.fire("ch2", "TE1"), 1)
    assert at.piece("ch2").activated == at.state.turn


@rule("SQ-56", "SQ-59", "SQ-Q41")
def test_a_tank_in_ambush_reacts_once() -> None:
    at = case({(0, 0): "TE1↗", (5, -2): "ch1*↙", (-4, 2): "SH1↗", (9, 3): "ch2↑"}, activated=["ch2"])
    moved(at, (1, 0))
    assert at.state.window == Window(BLUE, (at.unit("ch1"),))
    at.shoot(at.fire("ch1", "TE1"), 1)
    assert at.piece("ch1").ambush == 0
    at.play(at.step((2, -1)))
    assert at.state.window is None


@rule("SQ-55", "SQ-59")
def test_a_tank_that_was_activated_does_not_react() -> None:
    at = moved(crossing(activated=["ch1"]), (1, 0))
    assert at.state.window == Window(BLUE, (at.unit("ch2"),))
    at.refused(at.fire("ch1", "TE1"), "SQ-55", "has been activated in this turn and does not lie in ambush")


@rule("SQ-57")
def test_only_the_tank_that_moves_can_be_fired_at() -> None:
    at = case({(0, 0): "TE1↗", (5, -2): "ch1↙", (3, 0): "SH1↗"})
    moved(at, (1, -1))
    assert {order.target for order in at.orders() if isinstance(order, Fire)} == {at.unit("TE1")}
    at.refused(at.fire("ch1", "SH1"), "SQ-57", "Red T-34/85 1 is the tank that moves")
    at.refused(Fire(at.unit("ch1"), 99, 0), "SQ-57", "no tank 99")


@rule("SQ-60")
def test_the_mover_does_not_fire_before_the_reaction_is_decided() -> None:
    at = moved(crossing(), (1, 0))
    at.refused(at.fire("TE1", "ch1"), "SQ-60", "Blue may react first")


# Outside a window


@rule("SQ-57")
def test_while_nobody_moves_nobody_reacts() -> None:
    at = crossing(activated=["ch2"])
    for name in ("ch1", "ch2"):
        at.refused(at.fire(name, "TE1"), "SQ-57", "none of Red's tanks is moving")
    at = crossing("PA1↗")
    at.play(at.activate("PA1"), (1,))
    at.refused(at.fire("ch1", "PA1"), "SQ-57", "none of Red's tanks is moving")
    at.refused(Pass(), "SQ-57", "none of Red's tanks is moving")


@rule("SQ-58")
def test_nobody_reacts_before_a_hex_was_entered() -> None:
    at = crossing()
    at.play(at.roll("TE1"), (4,))
    at.refused(at.fire("ch1", "TE1"), "SQ-58", "Red T-34/85 1 has not entered a hex yet")
    at.refused(Pass(), "SQ-58", "Red T-34/85 1 has not entered a hex yet")
    at.play(at.turn("↘"))
    at.refused(at.fire("ch1", "TE1"), "SQ-58", "Red T-34/85 1 has not entered a hex yet")


@rule("SQ-55", "SQ-56", "SQ-57", "SQ-59")
def test_without_a_window_each_tank_hears_why_it_cannot_react() -> None:
    words = {(0, 0): "TE1↗", (5, -2): "st1↗", (5, 0): "ch1↙", (6, 0): "ch2↙", (-4, 2): "SH1↗", (-3, 2): "×ch3"}
    at = moved(case(words | {(3, 0): "H", (4, 0): "H", (4, -1): "H"}, activated=["ch2"]), (1, 0))
    assert at.state.window is None
    at.refused(
        at.fire("st1", "TE1"), "SQ-13", "StuG III G 1 has a fixed cannon, which points north-east; Red T-34/85 1"
    )
    at.refused(at.fire("ch1", "TE1"), "SQ-50", "are needed")
    at.refused(at.fire("ch1", "TE1", "↗"), "SQ-Q14", "not north-east")
    at.refused(at.fire("ch1", "SH1"), "SQ-57", "Red T-34/85 1 is the tank that moves")
    at.refused(at.fire("ch2", "TE1"), "SQ-55", "Churchill VII 2 has been activated in this turn")
    at.refused(at.fire("ch3", "TE1"), "SQ-55", "Churchill VII 3 is a wreck")
    at.refused(Pass(), "SQ-Q12", "Blue has no tank that may fire now")
    at.change("ch2", reacted=2)
    at.refused(at.fire("ch2", "TE1"), "SQ-59", "has made an attack of opportunity")


@rule("SQ-60")
def test_a_side_that_held_its_fire_waits_for_the_next_step() -> None:
    at = moved(crossing(), (1, 0))
    at.hold_fire()
    at.refused(at.fire("ch1", "TE1"), "SQ-60", "Blue has held its fire at this step")
    at.play(at.turn("↘"))
    assert at.allows(at.fire("ch1", "TE1"))


@rule("SQ-59", "SQ-74", "SQ-Q11")
def test_a_tank_in_movement_reacts_with_1_less_and_loses_its_marker() -> None:
    at = case({(0, 0): "TE1↗", (5, -2): "ch1~↙", (-4, 2): "SH1↗"})
    moved(at, (1, 0))
    assert at.modifiers(at.fire("ch1", "TE1"))["SQ-74"] == -1
    at.shoot(at.fire("ch1", "TE1"), 1)
    assert not at.piece("ch1").moving


@rule("SQ-13", "SQ-55", "SQ-Q16")
def test_a_fixed_cannon_reacts_only_where_it_points() -> None:
    at = case({(0, 0): "TE1↗", (5, -2): "st1↗", (5, 0): "st2↖", (-4, 2): "SH1↗"})
    moved(at, (1, -1))
    assert at.state.window == Window(BLUE, (at.unit("st2"),))


@rule("SQ-08", "SQ-55")
def test_a_reaction_rolls_no_breakdown_die() -> None:
    at = case({(0, 0): "TE1↗", (5, -2): "pa1↙", (-4, 2): "SH1↗"})
    moved(at, (1, 0))
    assert at.shoot(at.fire("pa1", "TE1"), 1).outcome is Outcome.MISSED


@rule("SQ-10", "SQ-56", "SQ-Q38")
def test_a_tank_that_broke_down_reacts_only_from_an_ambush() -> None:
    at = case({(0, 0): "TE1↗", (5, -2): "pa1*↙", (5, 0): "pa2↙", (-4, 2): "SH1↗"}, activated=["pa2"])
    for name in ("pa1", "pa2"):
        at.change(name, broken=2)
    moved(at, (1, 0))
    assert at.state.window == Window(BLUE, (at.unit("pa1"),))


@rule("SQ-44", "SQ-58", "SQ-Q38")
def test_reversing_is_moving() -> None:
    at = moved(crossing(), (-1, 0))
    assert at.state.window is not None


@rule("SQ-55", "SQ-59")
def test_a_tank_that_reacted_is_not_activated_any_more() -> None:
    at = moved(crossing(), (1, 0))
    at.shoot(at.fire("ch1", "TE1"), 1)
    at.hold_fire()
    at.stop()
    assert book.to_act(at.state) is BLUE
    at.refused(at.roll("ch1"), "SQ-59", "has made an attack of opportunity in this turn")
    assert at.allows(at.roll("ch2"))


@rule("SQ-57")
def test_a_tank_that_cannot_be_meant_is_refused() -> None:
    at = moved(crossing(), (1, 0))
    at.refused(Fire(77, 0, 0), "SQ-55", "no tank 77")
