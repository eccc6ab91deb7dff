"""How the errors of levels are counted from battles."""

from tests.bots.errors import Decided, errors


def decided(**scores: list[float]) -> Decided:
    return Decided("france1944", "ten-tanks", "seed", 1, 1, "movement", scores)


def test_the_best_decision_is_chosen_by_half_of_the_battles_and_counted_by_the_other() -> None:
    assert errors(decided(one=[1, 0, 1, 0], other=[0, 0, 0, 0])) == {"one": 0.0, "other": 0.5}


def test_a_lucky_choice_is_not_charged_to_anybody() -> None:
    assert errors(decided(one=[1, 0, 1, 0], other=[0, 1, 0, 1])) == {"one": -0.5, "other": -0.5}


def test_where_all_decide_alike_nobody_errs() -> None:
    assert errors(decided(one=[], other=[])) == {"one": 0.0, "other": 0.0}
