"""The examples run, and say what they should."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hulldown.cli import main

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("first_game.py", "The record replays to the same result: True"),
        ("first_bot.py", "The charge won 19 of 20 games against random."),
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
        "network_bot.py",  # in tests/server
    ]


def test_the_files_of_core_in_the_docs_are_taken(tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "files.md").read_text(encoding="utf-8"), re.DOTALL)
    (scenario,) = (block for block in blocks if "speed_die" in block)
    (chart,) = (block for block in blocks if "point_blank" in block)
    figures = "effectiveness drive max reverse front side rear top tracks mount mass radio"
    figures += " range accuracy penetration die ammunition point_blank"
    source = ", ".join(f'{figure} = "print"' for figure in figures.split())
    head = 'name = "Town"\nsummary = "A fight."\nminutes = 20\nmap = "central"\n'
    for name, text in (("town", head + scenario), ("mine", f"{chart}source = {{ {source} }}\n")):
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
        assert main(["check", str(tmp_path / f"{name}.toml"), "--book", "core"]) == 0
