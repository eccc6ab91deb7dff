"""A terminal of 80 columns, and a recorded game to look at."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hulldown.bots import make
from hulldown.cli import main
from hulldown.kernel.files import MOST_FAULTS
from hulldown.lab.simulate import play_recorded
from hulldown.rulebooks import load

BOOK = "france1944"
SCENARIO: str = load(BOOK).library.scenarios()[0].id


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("HULLDOWN_TRACEBACK", "1")  # a failure of our own is shown whole

    def command(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        status = main([str(word) for word in arguments])
        return Ran(status, *capsys.readouterr())

    return command


@pytest.fixture(scope="session")
def record_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of two random players, to its end."""
    book = load(BOOK)
    bots = [make("random", book, "red"), make("random", book, "blue")]
    outcome, record = play_recorded(book, book.library.build(SCENARIO), bots, seed=1)
    assert record is not None
    assert not outcome.error
    path = tmp_path_factory.mktemp("records") / "battle.jsonl"
    record.write(path)
    return path


def faulty(ran: Ran, *words: Any) -> None:
    """A sentence on stderr for each fault, these words among them, nothing on stdout, status 1."""
    assert (ran.status, ran.out) == (1, ""), ran
    assert ran.err.strip()
    assert ran.err.endswith("\n"), ran
    lines = ran.err.splitlines()
    assert len(lines) <= MOST_FAULTS
    assert all(1 <= len(line) <= 601 for line in lines)
    for word in words:
        assert str(word) in ran.err, ran.err


def refused(ran: Ran, status: int, *words: Any) -> None:
    """One sentence on stderr that has these words, nothing on stdout, this status."""
    assert (ran.status, ran.out) == (status, ""), ran
    assert ran.err.endswith("\n"), ran
    assert len(ran.err.splitlines()) == 1, ran.err
    assert len(ran.err) <= 601
    assert ran.err.strip()
    for word in words:
        assert str(word) in ran.err, ran.err
