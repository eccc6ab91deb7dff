"""The native face: what is seen, orders as numbers and as triples, and refusals that change nothing."""

from typing import Any

import numpy as np
import pytest

from hulldown.envs import Battle
from hulldown.envs.factored import Factored
from hulldown.envs.features import BOUND, MOST_UNITS, ORDER, UNIT
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.side import Side
from hulldown.kernel.wire import encode
from hulldown.rulebooks import BOOKS


@pytest.mark.parametrize("book", BOOKS)
def test_every_decision_is_numbers_of_one_width_and_every_order_has_a_triple_of_its_own(book: str) -> None:
    battle, chance = Battle(book, seed=1), np.random.default_rng(1)
    for _ in range(60):
        if battle.side is None:
            break
        seen = battle.see()
        assert seen.observation.shape == (battle.features.size,)
        assert np.abs(seen.observation).max() <= BOUND
        assert seen.rows.shape == (len(seen.orders), len(battle.features.names))
        assert np.isfinite(seen.rows).all()
        assert (seen.rows[:, : len(battle.features.kinds)].sum(1) == 1).all()
        assert len(set(seen.factored.triples)) == len(seen.orders)
        own, verb, target = seen.factored.triples[chance.integers(len(seen.orders))]
        assert own in seen.factored.units()
        assert verb in seen.factored.verbs(own)
        assert target in seen.factored.targets(own, verb)
        assert battle.choose((own, verb, target)) is None
    assert battle.given


def test_the_chance_of_a_shot_is_that_of_its_preview() -> None:
    battle = Battle("france1944", seed=1)
    dice = SeededDice(1)
    while not (shots := [one for one in battle.see().orders if battle.book.target_of(one) is not None]):
        battle.give(battle.book.sample(battle.see().view, dice))
    seen = battle.see()
    column = battle.features.names.index("chance to destroy")
    for shot in shots:
        odds = battle.book.preview(seen.view, shot).odds
        assert odds is not None
        assert seen.rows[seen.orders.index(shot), column] == pytest.approx(float(odds.get("destroyed", 0)))


def test_a_move_says_where_it_leads() -> None:
    battle = Battle("france1944", seed=1)
    dice = SeededDice(1)
    while not (moves := [one for one in battle.see().orders if type(one).__name__ == "Move"]):
        battle.give(battle.book.sample(battle.see().view, dice))
    seen, names = battle.see(), battle.features.names
    row = seen.rows[seen.orders.index(moves[-1])]
    unit = battle.book.unit_of(moves[-1])
    assert unit is not None
    battle.give(moves[-1])
    there = battle.features.place(battle.book.units(battle.game.state)[unit].pose)
    assert there is not None
    assert row[names.index("place x")] == pytest.approx(there.x)
    assert row[names.index("place y")] == pytest.approx(there.y)


def test_what_is_hidden_is_not_observed() -> None:
    battle = Battle("france1944", "first-steps", options={"hidden": "on"}, seed=2)
    dice = SeededDice(2)
    while not any(unit.pose for unit in battle.book.units(battle.game.state).values()):
        battle.give(battle.book.sample(battle.see().view, dice))
    placed, side = next((n, one.side) for n, one in battle.book.units(battle.game.state).items() if one.pose)
    first = len(battle.features.table_names) + placed * len(UNIT)
    assert battle.seen_by(side)[first] == 1
    assert battle.seen_by(side.other)[first] == 0


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_refused_changes_nothing_and_a_number_too_many_is_refused(book: str) -> None:
    battle = Battle(book, seed=1)
    state = battle.game.state
    refusal = battle.pick(len(battle.see().orders))
    assert refusal is not None
    assert refusal.sentence.startswith(f"there are {len(battle.see().orders)} orders")
    for verb in range(-1, len(battle.features.kinds) + 1):
        triple = (MOST_UNITS, verb, 9)
        assert battle.choose(triple) is not None or triple in Factored(battle.book, battle.see().orders).by
    assert battle.game.state is state
    assert battle.given == 0


def test_the_same_seed_rolls_the_same_dice_and_none_are_in_the_state() -> None:
    def told(seed: int) -> bytes:
        battle = Battle("squadron", seed=seed)
        while battle.side is not None:
            battle.pick(len(battle.see().orders) - 1)
        return encode(battle.game.record().lines)

    assert told(1) == told(1)
    assert {told(seed) for seed in range(2, 6)} != {told(1)}


def test_what_a_side_has_won_is_what_the_other_has_lost() -> None:
    battle, dice = Battle("squadron", seed=3), SeededDice(3)
    while battle.side is not None:
        battle.give(battle.book.sample(battle.see().view, dice))
    assert battle.balance(Side.RED) == -battle.balance(Side.BLUE) != 0
    assert battle.score(Side.RED) == -battle.score(Side.BLUE)
    with pytest.raises(ValueError, match="the game is over"):
        battle.see()


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"red": "heavy=2"}, "a position says its armies, board and options itself; leave out red, or name a scenario"),
        ({"scenario": "first-steps", "opening": "first"}, "a game begins in one way, and there is a scenario too"),
        ({"opening": "none"}, "there is no opening 'none'"),
    ],
)
def test_what_cannot_be_begun_is_told_and_nothing_is_left_out_in_silence(choices: dict[str, Any], told: str) -> None:
    with pytest.raises(Fault, match=told):
        Battle("france1944", **choices)


def test_the_columns_have_names() -> None:
    features = Battle("panzerkampf").features
    assert features.names == (*features.kinds, *ORDER)
    assert features.ground.tolist() == [[0]], "a free table has no cells"
    terrain = Battle("core").features.terrain
    assert Battle("core").features.ground.shape == (terrain.rows, terrain.columns)
