"""The laboratory in full, for every book. What is finished is kept in pytest's cache, so a soak can go on."""

from pathlib import Path

import pytest

from hulldown.cli import main
from hulldown.lab.findings import KINDS
from hulldown.rulebooks import BOOKS

pytestmark = pytest.mark.soak


@pytest.fixture
def home(pytestconfig: pytest.Config) -> Path:
    cache = pytestconfig.cache
    assert cache is not None
    return Path(cache.mkdir("lab"))


@pytest.mark.parametrize("book", BOOKS)
def test_the_balance_of_a_book(book: str, home: Path) -> None:
    files = [word for kind in KINDS for word in ("--out", str(home / f"{book}{kind}"))]
    words = ["balance", book, "--games", "200", "--armies", "800", "--state", str(home / f"{book}.state")]
    assert main([*words, *files]) == 0


@pytest.mark.parametrize("book", BOOKS)
def test_greedy_is_stronger_than_random(book: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", book, "--bots", "greedy,random", "--games", "200"]
    assert main([*words, "--state", str(home / f"{book}-tournament.state")]) == 0
    told = capsys.readouterr().out.strip().splitlines()[-1]
    assert told.startswith("greedy is the strongest")
    assert "overlap" not in told
