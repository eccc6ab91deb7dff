"""PettingZoo's own tests, untouched, and what they do not look at."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo import make
from pettingzoo.test import api_test, render_test, seed_test

import hulldown.envs.aec  # noqa: F401  it registers itself
from hulldown.rulebooks import BOOKS

ID = "hulldown/Battle-v0"


def made(book: str = "france1944", **choices: Any) -> Any:
    return make("aec", ID, book=book, **choices)


@pytest.mark.parametrize("book", BOOKS)
def test_the_api_test_passes(book: str) -> None:
    api_test(made(book), num_cycles=100)


@pytest.mark.parametrize("book", BOOKS)
def test_the_seed_test_passes(book: str) -> None:
    seed_test(partial(made, book), num_cycles=30)


@pytest.mark.parametrize("book", BOOKS)
def test_the_render_test_passes(book: str) -> None:
    render_test(partial(made, book))


def test_a_number_beyond_the_orders_is_refused_and_in_the_end_cut_short() -> None:
    env = made(most_refused=2)
    env.reset(seed=1)
    agent, before = env.agent_selection, env.battle.game.state
    many = len(env.battle.see().orders)
    env.step(many)
    assert env.battle.game.state is before
    assert env.agent_selection == agent
    assert env.infos[agent]["refused"]["sentence"].endswith(f"there is no {many}")
    env.step(many)
    assert env.truncations == {"player_0": True, "player_1": True}


def test_one_wins_what_the_other_loses() -> None:
    env = made("squadron")
    env.reset(seed=4)
    last = {}
    for agent in env.agent_iter():
        _, reward, over, cut, info = env.last()
        last[agent] = reward
        env.step(None if over or cut else int(np.flatnonzero(info["action_mask"])[-1]))
    assert sum(last.values()) == 0
    assert {abs(reward) for reward in last.values()} == {1.0}
