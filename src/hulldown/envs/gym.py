"""Gymnasium: a battle against any bot. `gymnasium.make("hulldown.envs.gym:hulldown/Battle-v0", book="squadron")`.

An action is a unit, a verb and a target (`face="factored"`), or the number of an order (`face="list"`). What is not
allowed is refused: `info["refused"]` has the rule and a sentence, the state is as it was, and after `most_refused`
refusals in a row the episode is truncated. It is 1 for a game won, −1 for one lost, 0 for all else.
"""

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete

from hulldown.bots import make
from hulldown.bots.bot import Bot
from hulldown.envs.battle import Battle
from hulldown.envs.features import BOUND, MOST_UNITS
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import Side

MOST_ORDERS = 8192  # that a list has room for: the longest that was seen has 5,944


class BattleEnv(gymnasium.Env[Any, Any]):
    """One side of a battle; a bot plays the other. With `rows` there are features of orders in `info["rows"]`."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  as gymnasium wants it

    def __init__(
        self,
        book: str = "france1944",
        scenario: str = "",
        *,
        opponent: str = "greedy",
        side: Side | Literal["red", "blue"] = Side.RED,
        face: Literal["factored", "list"] = "factored",
        rows: bool = False,
        most_refused: int = 100,
        most_orders: int = 5_000,
        render_mode: str | None = None,
        **choices: Any,
    ) -> None:
        self.battle = Battle(book, scenario, **choices)
        self.side = Side[side.upper()] if isinstance(side, str) else side
        self.opponent, self.face, self.rows = opponent, face, rows
        self.most_refused, self.most_orders, self.render_mode = most_refused, most_orders, render_mode
        make(opponent, self.battle.book, 0)  # one that there is not is told of here
        self._bot: Bot | None = None
        self._refused = 0
        self.observation_space = Box(-BOUND, BOUND, (self.battle.features.size,), np.float32)
        kinds = len(self.battle.features.kinds)
        self.action_space = (
            MultiDiscrete([MOST_UNITS + 1, kinds, MOST_ORDERS]) if face == "factored" else Discrete(MOST_ORDERS)
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        own = int(self.np_random.integers(1 << 62))
        self.battle.reset(own)
        self._bot, self._refused = make(self.opponent, self.battle.book, f"opponent {own}"), 0
        self._let_play()
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        refusal = self._give(action)
        self._refused = self._refused + 1 if refusal else 0
        if refusal is None:
            self._let_play()
        over = self.battle.side is None
        cut = not over and (self._refused >= self.most_refused or self.battle.given >= self.most_orders)
        return self._observed(), self.battle.score(self.side), over, cut, self._info(refusal)

    def _give(self, action: Any) -> Refusal | None:
        if self.battle.side is None:
            return Refusal("", "the game is over; reset begins a new one")
        if self.face == "list":
            return self.battle.pick(int(action))
        own, verb, target = (int(part) for part in action)
        return self.battle.choose((own, verb, target))

    def _let_play(self) -> None:
        """The opponent plays until it is one's own choice, or nobody's."""
        while self.battle.side is self.side.other and self.battle.given < self.most_orders:
            assert self._bot is not None
            self.battle.give(self._bot.choose(self.battle.see().view))

    def _observed(self) -> Any:
        return self.battle.seen_by(self.side)

    def _info(self, refusal: Refusal | None = None) -> dict[str, Any]:
        """What an agent may know besides: which actions are allowed, what was refused, and who has lost more."""
        info: dict[str, Any] = {"balance": self.battle.balance(self.side)}
        if refusal is not None:
            info["refused"] = {"rule": refusal.rule, "sentence": refusal.sentence}
        if self.battle.side is self.side:
            seen = self.battle.see()
            if self.face == "factored":
                info["actions"] = np.array(seen.factored.triples, np.int64)
            else:
                info["action_mask"] = masked(len(seen.orders))
            if self.rows:
                info["rows"] = seen.rows.copy()
        return info

    def render(self) -> str | None:
        return self.battle.drawn() if self.render_mode == "ansi" else None


def masked(many: int) -> Any:
    """The mask of a list: the first so many."""
    mask: Any = np.zeros(MOST_ORDERS, np.int8)
    mask[:many] = 1
    return mask


gymnasium.register("hulldown/Battle-v0", "hulldown.envs.gym:BattleEnv", order_enforce=True, disable_env_checker=True)
