"""Trains a policy by playing against itself: `python -m hulldown.envs.learn BOOK SCENARIO MINUTES FILE [SEED]`.

Both sides are the same net, which scores each legal order by its features. A batch of games is played, and each order
is made likelier by as much as what came of it was better than expected: what each side lost from then on, and the
result (proximal policy optimisation, clipped). Needs torch, which is in no lock file.
"""

import sys
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

try:
    import torch
    from torch import nn
except ImportError:
    sys.exit("Training needs torch, which is not installed: pip install torch==2.13.0")

from hulldown.envs.battle import Battle
from hulldown.envs.policy import Layer, Net, inputs, rows_of
from hulldown.kernel.side import Side
from hulldown.kernel.wire import encode
from hulldown.rulebooks import openings

GAMES, EPOCHS = 16, 8
HIDDEN = 48
FADE = 0.97  # of what comes later, an order of one's own later
CLIP, RATE, ENTROPY = 0.2, 3e-3, 0.004
MOST_ORDERS = 600  # of a game
LOOKED_AT = 48  # orders of a choice, drawn by lot, besides all shots: of most choices that is enough to learn from


class Step:
    """A choice: its rows, which was taken, how likely that was, and what came of it for its side."""

    def __init__(self, side: Side, rows: Any, taken: int, log_chance: float, balance: float) -> None:
        self.side, self.rows, self.taken, self.log_chance = side, rows, taken, log_chance
        self.balance, self.came = balance, 0.0


def played(battle: Battle, net: nn.Module, seed: str, chance: np.random.Generator) -> list[Step]:
    """The choices of a game of the net against itself."""
    battle.reset(seed)
    steps: list[Step] = []
    while (side := battle.side) is not None and battle.given < MOST_ORDERS:
        seen = battle.see()
        if len(seen.orders) == 1:
            battle.give(seen.orders[0])
            continue
        seen.orders = _some(battle, seen.orders, chance)
        rows = rows_of(seen)
        with torch.no_grad():
            logs = torch.log_softmax(net(torch.from_numpy(rows))[:, 0], 0).numpy()
        taken = int(np.argmax(logs + chance.gumbel(size=len(logs))))
        steps.append(Step(side, rows, taken, float(logs[taken]), battle.balance(side)))
        battle.give(seen.orders[taken])
    for side in Side:
        _reckon([step for step in steps if step.side is side], battle.balance(side), battle.score(side))
    return steps


def _some(battle: Battle, orders: list[Any], chance: np.random.Generator) -> list[Any]:
    if len(orders) <= LOOKED_AT:
        return orders
    drawn = set(chance.choice(len(orders), LOOKED_AT, replace=False).tolist())
    book = battle.book
    return [one for at, one in enumerate(orders) if at in drawn or book.target_of(one) is not None]


def _reckon(steps: list[Step], balance: float, score: float) -> None:
    """What came of each choice, from the last one back."""
    came, after = score, balance
    for step in reversed(steps):
        came += 4 * (after - step.balance)
        step.came, after = came, step.balance
        came *= FADE


class Batch:
    """The choices of some games, row by row."""

    def __init__(self, steps: list[Step]) -> None:
        sizes = [len(step.rows) for step in steps]
        self.rows = torch.from_numpy(np.concatenate([step.rows for step in steps]))
        self.of = torch.repeat_interleave(torch.arange(len(steps)), torch.tensor(sizes))
        firsts = np.cumsum([0, *sizes[:-1]])
        self.taken = torch.tensor([int(first) + step.taken for first, step in zip(firsts, steps, strict=True)])
        self.before = torch.tensor([step.log_chance for step in steps])
        self.came = torch.tensor([step.came for step in steps])
        self.count = len(steps)

    def mean(self, values: Any) -> Any:
        """The mean over the rows of each choice."""
        many = torch.zeros(self.count).index_add(0, self.of, torch.ones(len(self.of)))
        total = torch.zeros(self.count, values.shape[1]).index_add(0, self.of, values)
        return total / many[:, None]

    def logs(self, scores: Any) -> Any:
        """The logarithm of each row's chance within its choice."""
        most = torch.full((self.count,), -1e9).scatter_reduce(0, self.of, scores.detach(), "amax")
        shifted = scores - most[self.of]
        total = torch.zeros(self.count).index_add(0, self.of, shifted.exp())
        return shifted - total.log()[self.of]


def improve(net: nn.Module, judge: nn.Module, optimiser: Any, batch: Batch) -> None:
    for _ in range(EPOCHS):
        logs = batch.logs(net(batch.rows)[:, 0])
        expected = judge(batch.mean(batch.rows))[:, 0]
        better = (batch.came - expected).detach()
        better = (better - better.mean()) / (better.std() + 1e-6)
        ratio = (logs[batch.taken] - batch.before).exp()
        gain = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
        entropy = torch.zeros(batch.count).index_add(0, batch.of, -logs.exp() * logs).mean()
        loss = -gain - ENTROPY * entropy + 0.5 * ((batch.came - expected) ** 2).mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_([*net.parameters(), *judge.parameters()], 1.0)
        optimiser.step()


def write(net: nn.Module, battle: Battle, path: Path, told: str) -> None:
    layers = [
        Layer(
            [[round(value, 4) for value in row] for row in one.weight.detach().numpy().T.tolist()],
            [round(value, 4) for value in one.bias.detach().numpy().tolist()],
        )
        for one in net.modules()
        if isinstance(one, nn.Linear)
    ]
    path.write_bytes(encode(Net(battle.book.id, inputs(battle.features), layers, told)))


def main(book: str, scenario: str, minutes: str, file: str, seed: str = "1") -> None:
    """Trains for so many minutes of a processor; the scenario may be an opening's name."""
    torch.set_num_threads(1)
    torch.manual_seed(int(seed))
    opening = any(one.id == scenario for one in openings(book))
    battle = Battle(book, opening=scenario) if opening else Battle(book, scenario)
    chance = np.random.default_rng(int(seed))
    width = len(inputs(battle.features))
    net = nn.Sequential(nn.Linear(width, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))
    judge = nn.Sequential(nn.Linear(width, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))
    optimiser = torch.optim.Adam([*net.parameters(), *judge.parameters()], RATE)
    began, games = process_time(), 0
    while (gone := (process_time() - began) / (60 * float(minutes))) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.1, 1 - gone)
        steps = [step for game in range(GAMES) for step in played(battle, net, f"{seed} {games + game}", chance)]
        games += GAMES
        improve(net, judge, optimiser, Batch(steps))
        told = (
            f"{games} games of {book}, {scenario}, against itself; seed {seed}; {100 * gone:.0f} % of {minutes} minutes"
        )
        write(net, battle, Path(file), told)
        print(told, flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        sys.exit("Expected: python -m hulldown.envs.learn BOOK SCENARIO MINUTES FILE [SEED]")
    main(*sys.argv[1:])
