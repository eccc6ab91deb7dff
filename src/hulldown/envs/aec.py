"""PettingZoo: both sides of a battle, in turns. After `import hulldown.envs.aec`, `make("aec", "hulldown/Battle-v0")`.

An action is the number of an order; `infos[agent]["action_mask"]` says how many there are. What is not allowed is
refused: `infos[agent]["refused"]` has why, the state is as it was, and after `most_refused` refusals in a row both are
truncated. Red is `player_0`.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv, register

from hulldown.envs.battle import Battle
from hulldown.envs.features import BOUND
from hulldown.envs.gym import MOST_ORDERS, masked
from hulldown.kernel.side import Side

AGENTS = ("player_0", "player_1")


class BattleAEC(AECEnv[str, Any, Any]):
    metadata = {"name": "hulldown/Battle-v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        book: str = "france1944",
        scenario: str = "",
        *,
        rows: bool = False,
        most_refused: int = 100,
        max_cycles: int = 5_000,
        render_mode: str | None = None,
        **choices: Any,
    ) -> None:
        super().__init__()
        self.battle, self.rows = Battle(book, scenario, **choices), rows
        self.most_refused, self.max_cycles, self.render_mode = most_refused, max_cycles, render_mode
        self.possible_agents = list(AGENTS)
        self._random = np.random.default_rng()

    @lru_cache(None)  # noqa: B019  the very same space each time, as is asked for
    def observation_space(self, agent: str) -> Box:
        return Box(-BOUND, BOUND, (self.battle.features.size,), np.float32)

    @lru_cache(None)  # noqa: B019
    def action_space(self, agent: str) -> Discrete:
        return Discrete(MOST_ORDERS)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.battle.reset(int(self._random.integers(1 << 62)))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations, self.truncations = dict.fromkeys(AGENTS, False), dict.fromkeys(AGENTS, False)
        self._refused = 0
        self._look()

    def observe(self, agent: str) -> Any:
        return self.battle.seen_by(Side(AGENTS.index(agent)))

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        refusal = self.battle.pick(int(action))
        self._refused = self._refused + 1 if refusal else 0
        self._cumulative_rewards[agent] = 0.0
        for side, one in enumerate(AGENTS):
            self.rewards[one] = self.battle.score(Side(side))
        over = self.battle.side is None
        cut = not over and (self._refused >= self.most_refused or self.battle.given >= self.max_cycles)
        self.terminations, self.truncations = dict.fromkeys(AGENTS, over), dict.fromkeys(AGENTS, cut)
        self._look()
        if refusal is not None:
            self.infos[agent]["refused"] = {"rule": refusal.rule, "sentence": refusal.sentence}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Whose choice it is, and what he may order."""
        side = self.battle.side
        self.infos = {agent: {"action_mask": masked(0)} for agent in AGENTS}
        if side is None:
            return
        self.agent_selection = AGENTS[side]
        seen = self.battle.see()
        self.infos[AGENTS[side]] = {"action_mask": masked(len(seen.orders))}
        if self.rows:
            self.infos[AGENTS[side]]["rows"] = seen.rows.copy()

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self.battle.drawn())
            return None
        return self.battle.drawn() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


register("aec", "hulldown/Battle-v0", "hulldown.envs.aec:BattleAEC")
