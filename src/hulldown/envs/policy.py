"""A policy that was learnt: a small net that scores each legal order by its features, played without torch.

Its weights are plain arrays in JSON. `python -m hulldown.envs.learn` trains them.
"""

from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from hulldown.bots.bot import Bot
from hulldown.envs.battle import Seen
from hulldown.envs.features import Features
from hulldown.kernel.dice import Dice
from hulldown.kernel.files import Fault
from hulldown.kernel.rulebook import Rulebook

WEIGHTS = Path(__file__).parent / "weights"


class Layer(msgspec.Struct, frozen=True, dict=True):
    """A row of weights for each input, and what is added."""

    weights: list[list[float]]
    bias: list[float]

    @cached_property
    def arrays(self) -> tuple[Any, Any]:
        return np.array(self.weights, np.float32), np.array(self.bias, np.float32)

    def of(self, values: Any) -> Any:
        weights, bias = self.arrays
        return values @ weights + bias


class Net(msgspec.Struct, frozen=True):
    """What was learnt, for which book, and what its inputs are called: those of an order, then those of the table."""

    book: str
    inputs: list[str]
    layers: list[Layer]
    told: str  # how it was trained

    def scores(self, rows: Any) -> Any:
        """A number for each row; the largest is what it likes best."""
        values = rows
        for layer in self.layers[:-1]:
            values = np.tanh(layer.of(values))
        return self.layers[-1].of(values)[:, 0]


def inputs(features: Features) -> list[str]:
    return [*features.names, *features.table_names]


def rows_of(seen: Seen) -> Any:
    """What the net is given: a row for each order, with the table beside it."""
    table = seen.observation[: len(seen.features.table_names)]
    return np.hstack([seen.rows, np.tile(table, (len(seen.orders), 1))])


def read(path: Path) -> Net:
    return msgspec.json.decode(path.read_bytes(), type=Net)


class Learned(Bot):
    """A small net, trained by playing against itself."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], dice: Dice) -> None:
        super().__init__(rulebook, dice)
        path = WEIGHTS / f"{rulebook.id}.json"
        if not path.is_file():
            trained = ", ".join(sorted(one.stem for one in WEIGHTS.glob("*.json")))
            raise Fault("bot", f"has not learnt {rulebook.title}; it knows {trained}")
        self.net = read(path)
        self.features: Features | None = None

    def choose(self, view: Any) -> Any:
        side = self.rulebook.to_act(view)
        assert side is not None
        if self.features is None:
            self.features = Features(self.rulebook, view)
            if self.net.inputs != inputs(self.features):
                raise Fault("bot", "has learnt other features than there are now; train it again")
        seen = Seen(self.features, view, side)
        return seen.orders[int(np.argmax(self.net.scores(rows_of(seen))))] if len(seen.orders) > 1 else seen.orders[0]
