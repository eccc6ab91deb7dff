"""The examples and the README run, and say what they should."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hulldown.cli import main

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
README = (ROOT / "README.md").read_text(encoding="utf-8")


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


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [block] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(block, {})
    assert (tmp_path / "battle.jsonl").is_file()


def test_the_commands_of_the_readme_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^hulldown (.*?)(?:   .*)?$", README, re.MULTILINE)
    assert len(commands) >= 7
    for command in commands:
        assert main(command.split()) == 0, f"hulldown {command}: {capsys.readouterr().err}"
        assert capsys.readouterr().out


@pytest.mark.parametrize("page", [*sorted(ROOT.glob("docs/**/*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert link.startswith("http") or (page.parent / link).exists(), f"{page.name} links to {link}"
