"""The command line as a whole: its help, its statuses, its manners."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hulldown
from hulldown.cli import COMMANDS, main
from tests.cli.conftest import BOOK, SCENARIO, Run, refused

HULLDOWN = (sys.executable, "-m", "hulldown.cli")


def test_version(run: Run) -> None:
    assert run("--version").out == f"hulldown {hulldown.__version__}\n"


def test_help_names_every_command(run: Run) -> None:
    for words in ((), ("--help",)):
        ran = run(*words)
        assert (ran.status, ran.err) == (0, "")
        assert all(f" {name} " in ran.out for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert f"hulldown {command}" in ran.out
    assert max(map(len, ran.lines)) <= 80


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("waltz",), ("waltz", "hulldown --help")),
        (("simulat",), ("simulat", "simulate")),
        (("--dance",), ("option", "--dance")),
        (("rules",), ("BOOK", "missing", "hulldown rules --help")),
        (("verify",), ("FILE", "missing")),
        (("rulebooks", "now"), ("now",)),
        (("units", BOOK, "--jsn"), ("--jsn", "hulldown units --help")),
        (("rules", BOOK, "--kind", "odd"), ("--kind", "odd", "base", "optional")),
        (("units", BOOK, "--json=maybe"), ("--json", "maybe")),
        (("x" * 10_000,), ("xxx",)),
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_misuse_is_one_plain_sentence(run: Run, words: tuple[str, ...], told: tuple[str, ...]) -> None:
    refused(run(*words), 2, *told)


def test_a_failure_of_our_own_is_one_sentence_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(book_id: str) -> None:
        raise KeyError("gone")

    monkeypatch.delenv("HULLDOWN_TRACEBACK")
    monkeypatch.setattr("hulldown.cli.units.find_book", fail)
    refused(run("units", BOOK), 1, "Hulldown itself failed", "KeyError", "HULLDOWN_TRACEBACK")


def test_an_interrupt_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(book_id: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hulldown.cli.units.find_book", interrupt)
    refused(run("units", BOOK), 130, "Stopped.")


def test_a_reader_that_has_seen_enough_is_no_error(record_file: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*HULLDOWN, "replay", record_file, "--board"], stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_progress_is_for_terminals_and_stdout_for_the_result() -> None:
    words = [*HULLDOWN, "simulate", BOOK, "--scenario", SCENARIO, "--bots", "random,random", "--games", "4"]
    done = subprocess.run([*words, "--jobs", "2", "--json"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"{")


def test_a_terminal_without_arrows_still_gets_its_table() -> None:
    done = subprocess.run(
        [*HULLDOWN, "odds", BOOK, "--attacker", "heavy", "--target", "light", "--range", "5"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_output_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["units", "chess"]) == 2
    sys.stdout.close()
    sys.stderr.close()


def test_asking_for_the_version_loads_no_rulebook_and_no_table() -> None:
    told = (
        "import sys; from hulldown.cli import main; main(['--version']); print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, check=True, text=True)
    loaded = done.stderr.split()
    assert not [name for name in loaded if name.startswith(("hulldown.rulebooks", "hulldown.lab", "multiprocessing"))]


def test_completion_is_installed_for_the_shell_and_completes_commands(tmp_path: Path) -> None:
    environment = os.environ | {"HOME": str(tmp_path), "SHELL": "/bin/bash", "COLUMNS": "80"}
    done = subprocess.run([*HULLDOWN, "--install-completion"], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    (script,) = tmp_path.rglob("completions/hulldown")
    asked = "COMP_WORDS=(hulldown tourn); COMP_CWORD=1; _hulldown; echo ${COMPREPLY[@]}"
    words = ["bash", "-c", f"source {script}; {asked}"]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == "tournament\n"
