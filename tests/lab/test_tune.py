"""Tuning: what the parts of a value say of the result, and which weights are kept after which matches."""

from math import exp
from types import SimpleNamespace

import pytest

from hulldown.bots.players import tactics_of
from hulldown.bots.tactics import Weights
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import Side
from hulldown.lab import tune
from hulldown.lab.scores import Scored, scores_of
from hulldown.rulebooks import load


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "BUDGET", 0.002)


@pytest.mark.usefixtures("quick")
def test_a_side_that_has_more_to_fear_loses_more_often() -> None:
    book = load("france1944")
    found = {part: says for part, says, _ in tune.told(book, book.library.build("ten-tanks"), 20, "test")}
    assert list(found) == ["risk", "hope"]  # there is no other goal
    assert all(says > 0 for says in found.values())


def test_each_part_says_what_it_is_worth_to_the_units_whatever_it_is_thought_to_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Results that follow a value that is known: a goal counts less in it than the book thinks, and fear more."""
    dice, usual = SeededDice("parts"), Weights(risk=1.0, hope=0.5, way=1.0, goal=2.0)

    def value(state: tuple[float, ...], _side: Side, weights: Weights) -> float:
        units, goal, risk, hope = state
        return units + weights.goal * goal - weights.risk * risk + weights.hope * hope

    def played(_book: object, _setup: object, _weights: object, _seed: str, watch: tune.Heard) -> Side:
        state = tuple([dice.pick(1000) / 250 - 2 for _ in range(4)])
        watch(state, Side.RED)
        ahead = value(state, Side.RED, Weights(risk=1.5, hope=0.2, way=0.0, goal=0.25))
        return Side.RED if dice.pick(1000) < 1000 / (1 + exp(-2 * ahead)) else Side.BLUE

    monkeypatch.setattr(tune, "played", played)
    monkeypatch.setattr(tune, "tactics_of", lambda _: SimpleNamespace(value=value, WEIGHTS=usual))
    found = {part: (says, error) for part, says, error in tune.told(load("france1944"), None, 2000, "test")}
    assert list(found) == ["goal", "risk", "hope"]
    for (says, error), true in zip(found.values(), (0.25, 1.5, 0.2), strict=True):
        assert error < 0.1
        assert abs(says - true) < 3 * error


def test_what_is_clearly_better_is_kept_and_tried_from(monkeypatch: pytest.MonkeyPatch) -> None:
    book = load("france1944")
    asked: list[tuple[Weights, Weights]] = []

    def duel(_book: object, _setup: object, new: Weights, old: Weights, _games: int, _seed: str) -> tune.Contest:
        asked.append((new, old))
        won = 45 if new.hope > old.hope else 33
        return tune.Contest(scores_of([Scored(float(at < won)) for at in range(60)], always=True))

    monkeypatch.setattr(tune, "duel", duel)
    found = list(tune.tuned(book, None, 2, "test"))
    usual = tactics_of(book).WEIGHTS
    assert found[-1][0].hope == usual.hope * 1.5
    assert found[-1][0].risk == usual.risk
    assert [old.hope for _, old in asked[:4]] == [usual.hope] * 4  # risk twice, hope smaller, hope larger
    assert all(old.hope == usual.hope * 1.5 for _, old in asked[4:])


def test_few_matches_between_equals_seem_clear_though_they_are_looked_at_after_every_other_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book, dice = load("france1944"), SeededDice("equals")
    monkeypatch.setattr(tune, "played", lambda *_, **__: Side(dice.pick(2)))
    usual, clear = tactics_of(book).WEIGHTS, 0
    for match in range(400):
        found = tune.duel(book, None, usual, usual, 60, f"{match}")
        clear += found.score.best.outside(0.5, 0.5)
    assert clear <= 28  # one in twenty, and what chance adds


@pytest.mark.usefixtures("quick")
def test_weights_that_fear_nothing_and_hope_for_nothing_lose_and_the_match_ends_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tune, "BUDGET", 0.02)
    book = load("france1944")
    blind = Weights(risk=0.0, hope=0.0, way=0.0, goal=0.0)
    found = tune.duel(book, book.library.build("first-steps"), blind, tactics_of(book).WEIGHTS, 60, "test")
    assert found.score.best.high < 0.5
    assert tune.LEAST <= found.games < 60
    assert found.games % 2 == 0
