"""The examples run, and say what they should."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("first_game.py", "The record replays to the same result: True"),
        ("first_bot.py", "of 20 games against random"),
        ("first_experiment.py", "six lights"),
    ],
)
def test_an_example_runs(name: str, told: str) -> None:
    run = subprocess.run([sys.executable, EXAMPLES / name], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert told in run.stdout


def test_every_example_is_tested() -> None:
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == [
        "first_bot.py",
        "first_experiment.py",
        "first_game.py",
    ]
