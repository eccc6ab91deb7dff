"""Steps a second of the environments, beside PettingZoo's chess and catanatron's gym: random play by the mask."""

import random
import warnings
from collections.abc import Callable
from itertools import count
from time import process_time
from typing import Any

import numpy as np

from hulldown.kernel.files import Fault
from hulldown.rulebooks import BOOKS

ROUNDS, SECONDS = 3, 1.0
Game = Callable[[int], int]


def run(report: Callable[[str], None]) -> list[dict[str, Any]]:
    """A row for each book and each peer, measured in turns; the best round of each counts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            games = _games()
        except ImportError as error:
            raise Fault("bench", f"{error.name} is not installed; `make bench` installs the peers") from None
        paces = dict.fromkeys(games, 0.0)
        for _ in range(ROUNDS):
            for name, game in games.items():
                report(f"environments: {name}")
                paces[name] = max(paces[name], pace(game))
    peers = [name for name in games if name not in BOOKS]
    return [
        {"name": f"environment steps a second, {book}, to {peer}", "ours": one, "peer": other, "ratio": one / other}
        for peer in peers
        for book, one, other in [(book, paces[book], paces[peer]) for book in BOOKS]
    ]


def _games() -> dict[str, Game]:
    from catanatron_gym.envs.catanatron_env import CatanatronEnv
    from pettingzoo import make

    import hulldown.envs.aec  # noqa: F401  it registers itself

    def of(env: Any) -> Game:
        return lambda seed: _aec(env, seed)

    ours = {book: of(make("aec", "hulldown/Battle-v0", book=book)) for book in BOOKS}
    catan = CatanatronEnv()
    return ours | {
        "PettingZoo's chess": of(make("aec", "classic/chess-v6")),
        "catanatron's gym": lambda seed: _catan(catan, seed),
    }


def pace(game: Game) -> float:
    """Whole games until the time is up."""
    began, steps, seeds = process_time(), 0, count()
    while process_time() < began + SECONDS:
        steps += game(next(seeds))
    return steps / (process_time() - began)


def _aec(env: Any, seed: int) -> int:
    env.reset(seed=seed)
    chance, steps = random.Random(seed), 0
    for _ in env.agent_iter():
        seen, _, over, cut, info = env.last()
        if over or cut:
            break
        mask = info["action_mask"] if "action_mask" in info else seen["action_mask"]
        env.step(int(chance.choice(np.flatnonzero(mask))))
        steps += 1
    return steps


def _catan(env: Any, seed: int) -> int:
    _, info = env.reset(seed=seed)
    chance, steps, over = random.Random(seed), 0, False
    while not over:
        _, _, ended, cut, info = env.step(chance.choice(info["valid_actions"]))
        steps, over = steps + 1, ended or cut
    return steps
