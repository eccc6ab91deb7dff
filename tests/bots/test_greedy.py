"""What the greedy bot does in named situations of France 1944, and how it fares over many games."""

import pytest

from hulldown.bots import make
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.side import BLUE, RED
from hulldown.lab.simulate import simulate
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.orders import EndMovement, EndTurn, Move
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from tests.bots.situations import choice
from tests.marks import soak_times
from tests.rulebooks.france1944.cast import field, table


def test_a_flank_shot_on_offer_is_taken_rather_than_one_at_the_front() -> None:
    drawn = table(field(12, 5, A3="M1→", G1="m1←", G5="m2↑"), phase=Phase.SHOOTING)
    assert choice(drawn) == drawn.fire("M1", "m2")


def test_of_two_equal_chances_the_dearer_tank_is_the_target() -> None:
    drawn = table(field(12, 7, A4="H1→", F1="l1←", F7="h1→"), phase=Phase.SHOOTING)
    assert choice(drawn) == drawn.fire("H1", "h1")


def test_a_shot_that_cannot_hit_is_not_fired() -> None:
    drawn = table(field(16, 1, A1="L1→", P1="h1←"), phase=Phase.SHOOTING)
    assert drawn.targets("L1") == {"h1"}
    assert choice(drawn) == EndTurn()


def test_a_tank_with_no_enemy_in_sight_goes_to_find_one() -> None:
    drawn = table(field(16, 3, A2="M1→", P2="m1←", H1="#", H2="#", I1="#", I2="#"), rolled=(4, 5))
    order = choice(drawn)
    assert isinstance(order, Move)
    assert drawn.state.ground.grid.xy(order.square)[0] > 0


def test_a_good_shot_is_not_given_up_for_a_worse_place() -> None:
    drawn = table(field(12, 3, C2="M1→", F2="m1→"), rolled=(3, 4))
    assert choice(drawn) == EndMovement()


def test_the_front_is_turned_to_the_enemy() -> None:
    drawn = table(field(14, 1, A1="H1←", N1="h1←"), rolled=(6, 6))
    order = choice(drawn)
    assert isinstance(order, Move)
    assert order.facing in (1, 2, 3)


def test_a_tank_beside_a_flag_stands_still_to_capture_it() -> None:
    drawn = table(field(14, 5, A1="l1↑", A3="R¶", M3="b¶", L3="M1→"), rolled=(3, 4), flags=(1, 1))
    assert choice(drawn) == EndMovement()


def test_an_enemy_beside_an_own_flag_is_shot_before_a_dearer_one() -> None:
    drawn = table(field(12, 9, F5="M1→", C2="R¶", C3="l1↑", F1="m1↓", L9="b¶"), phase=Phase.SHOOTING, flags=(1, 1))
    assert choice(drawn) == drawn.fire("M1", "l1")


def test_a_wreck_is_not_made_in_the_only_gate_to_another_enemy() -> None:
    """The enemy at A2 can be reached only through the gate at C2, where a wreck would stay for good."""
    walls = {"B1": "#", "B3": "#", "C1": "#", "C3": "#"}
    gate = table(field(16, 3, **walls, A2="m1→", C2="l1→", F2="M1←", N2="l2←"), phase=Phase.SHOOTING)
    assert choice(gate) == gate.fire("M1", "l2")
    no_gate = table(field(16, 3, C2="l1→", F2="M1←", N2="l2←"), phase=Phase.SHOOTING)
    assert choice(no_gate) == no_gate.fire("M1", "l1")


def test_a_bot_sees_nothing_of_a_hidden_deployment() -> None:
    setup = book.library.build("first-steps", options={"hidden": "on"})
    state = book.start(setup)
    state.phase, state.side = Phase.DEPLOYMENT, RED
    for event in book.decide(state, next(book.orders(state)), SeededDice(1)):
        book.evolve(state, event)
    assert any(tank.square >= 0 for tank in state.tanks.units)
    assert all(tank.square < 0 for tank in book.view(state, BLUE).tanks.units)


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(Fault, match="there is no bot 'genius'; there is greedy, planner, random"):
        make("genius", book)


@pytest.mark.parametrize("scenario", ["ten-tanks", "crossroads"])
def test_greedy_beats_random_in_95_of_100_games(scenario: str) -> None:
    report = simulate("france1944", book.library.build(scenario), ("greedy", "random"), 100, seed=f"contest {scenario}")
    assert not report.failures
    assert report.wins[0] >= 95, f"greedy won {report.wins[0]}, random {report.wins[1]}, {report.draws} draws"


def test_greedy_against_itself_is_decided_in_80_of_100_games() -> None:
    games = soak_times(100, 3)
    report = simulate("france1944", book.library.build("ten-tanks"), ("greedy", "greedy"), games, seed="itself")
    assert not report.failures
    assert games - report.draws >= 0.8 * games


@pytest.mark.parametrize("scenario", [row.id for row in book.library.scenarios()])
def test_greedy_wins_most_games_of_every_scenario(scenario: str) -> None:
    games = 10
    report = simulate("france1944", book.library.build(scenario), ("greedy", "random"), games, seed=f"all {scenario}")
    assert not report.failures
    assert report.wins[0] >= 0.8 * games, f"greedy won {report.wins[0]} of {games}, {report.draws} draws"


def test_the_same_seed_gives_the_same_games() -> None:
    setup = book.library.build("first-steps")
    first, again, other = (simulate("france1944", setup, ("greedy", "greedy"), 6, seed=seed) for seed in (3, 3, 4))
    assert (first.won, first.decisions) == (again.won, again.decisions)
    assert first.decisions != other.decisions
