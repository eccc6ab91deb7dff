"""What the researcher's page runs in processes, and the policy that comes with the project."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hulldown.bots import make
from hulldown.envs import Battle
from hulldown.envs.policy import WEIGHTS, Learned, inputs, read, rows_of
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.lab.simulate import play_one
from hulldown.rulebooks import load

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_example_that_begins_processes_runs_as_a_file(tmp_path: Path) -> None:
    """All others are run with those of every page."""
    [example] = [block for block in BLOCKS if "__main__" in block]
    file = tmp_path / "example.py"
    file.write_text(example, encoding="utf-8")
    ran = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("(2, ")


def test_the_policy_plays_without_torch_and_beats_chance() -> None:
    book = load("france1944")
    battle = Battle("france1944")
    wins = 0
    for seed in range(6):
        bots = (Learned(book, SeededDice(seed)), make("random", book, seed))
        outcome = play_one(book, battle.setup, bots, seed)
        wins += outcome.result is not None and outcome.result.winner == 0
    assert wins >= 4
    assert "torch" not in sys.modules


def test_its_weights_are_plain_small_and_of_the_features_that_there_are() -> None:
    [path] = WEIGHTS.glob("*.json")
    assert path.stat().st_size < 5_000_000
    net, battle = read(path), Battle("france1944", seed=1)
    assert net.inputs == inputs(battle.features)
    seen = battle.see()
    assert np.isfinite(net.scores(rows_of(seen))).all()


def test_a_book_that_was_not_learnt_is_told() -> None:
    with pytest.raises(Fault, match="has not learnt Panzer Squadron; it knows france1944"):
        Learned(load("squadron"), SeededDice(1))
