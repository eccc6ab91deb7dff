"""Gymnasium: its own check passes, what is not allowed is refused with its rule, and seeds give the same games."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import hulldown.envs.gym  # noqa: F401  it registers itself
from hulldown.kernel.side import Side
from hulldown.rulebooks import BOOKS

ID = "hulldown/Battle-v0"


def made(**choices: Any) -> Any:
    return gymnasium.make(ID, **choices).unwrapped


@pytest.mark.parametrize("face", ["factored", "list"])
@pytest.mark.parametrize("book", BOOKS)
def test_gymnasiums_own_check_passes(book: str, face: str) -> None:
    check_env(made(book=book, face=face, opponent="random"), skip_render_check=True)


def test_what_the_rules_do_not_allow_is_refused_with_its_rule_and_nothing_has_changed() -> None:
    env = made()
    env.reset(seed=1)
    battle = env.battle
    while "Fire" not in {type(order).__name__ for order in battle.see().orders}:
        env.step(battle.see().factored.triples[-1])
    before, verb = battle.game.state, battle.features.kinds.index("Fire")
    seen, reward, over, cut, info = env.step((1, verb, 1))  # at a friend
    assert (reward, over, cut) == (0.0, False, False)
    assert battle.game.state is before
    assert np.array_equal(seen, battle.seen_by(Side.RED))
    assert info["refused"]["rule"].startswith("FR-")
    assert info["refused"]["sentence"]
    assert [tuple(one) for one in info["actions"]] == battle.see().factored.triples


@pytest.mark.parametrize("face", ["factored", "list"])
def test_who_only_gives_what_is_not_allowed_is_cut_short(face: str) -> None:
    env = made(face=face, most_refused=3)
    env.reset(seed=1)
    wrong = (64, 0, 8000) if face == "factored" else 8000
    assert [env.step(wrong)[3] for _ in range(3)] == [False, False, True]


def played(env: Any, seed: int) -> tuple[float, int, bytes]:
    seen, info = env.reset(seed=seed)
    chance, steps, reward, over, cut = np.random.default_rng(seed), 0, 0.0, False, False
    while not over and not cut:
        seen, reward, over, cut, info = env.step(chance.choice(info["actions"]))
        steps += 1
    return float(reward), steps, seen.tobytes()


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    env = made(opponent="random")
    assert played(env, 5) == played(env, 5) == played(made(opponent="random"), 5)
    assert played(env, 5) != played(env, 6)


def test_a_won_game_is_worth_one_and_the_bot_on_the_other_side_loses_it() -> None:
    for seed in range(4):
        env = made(opponent="random", side="blue", scenario="first-steps")
        reward, _, _ = played(env, seed)
        result = env.battle.result
        assert result is not None
        assert reward == (0 if result.winner is None else 1 if result.winner is Side.BLUE else -1)


def test_battles_in_processes_of_their_own_go_as_in_one() -> None:
    choices = {"opponent": "random", "face": "list"}
    alone = gymnasium.make_vec(ID, 2, vectorization_mode="sync", **choices)
    beside = gymnasium.make_vec(f"hulldown.envs.gym:{ID}", 2, vectorization_mode="async", **choices)
    try:
        first, other = alone.reset(seed=3), beside.reset(seed=3)
        assert np.array_equal(first[0], other[0])
        for _ in range(5):
            one, another = alone.step(np.array([0, 0])), beside.step(np.array([0, 0]))
            for ours, theirs in zip(one[:4], another[:4], strict=True):
                assert np.array_equal(ours, theirs)
    finally:
        alone.close()
        beside.close()


def test_an_opponent_that_there_is_not_is_told_of() -> None:
    with pytest.raises(Exception, match="there is no bot 'nobody'"):
        made(opponent="nobody")
