"""A terminal of 50 columns loses nothing that one of 200 has."""

from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from hulldown.cli import COMMANDS, app
from hulldown.rulebooks import BOOKS
from tests.cli.conftest import BOOK, SCENARIO, Run

NARROW, WIDE = "50", "200"
LISTINGS = [
    "rulebooks",
    "rules france1944",
    "rules france1944 FR-37",
    "odds dynamic --by target=heavy,medium,light",
    "compare Panther Sherman",
    f"simulate {BOOK} --scenario {SCENARIO} --bots random,random --games 2",
    f"tournament {BOOK} --scenario {SCENARIO} --bots greedy,random --games 2",
    f"balance {BOOK} --scenario {SCENARIO} --games 2 --armies 2",
    "replay RECORD",
    "verify RECORD",
    "analyse RECORD --battles 0",
    *[f"{command} {book}" for book in BOOKS for command in ("units", "scenarios", "maps", "odds")],
    "units squadron panther-g",
    "units panzerkampf at-gun",
    "scenarios core basic-northern",
]


def signs(text: str) -> Counter[str]:
    return Counter(sign for sign in text if sign.isalpha())


def helped(command: str, width: str) -> str:
    page = StringIO()
    app.help_print([command], console=Console(file=page, width=int(width)))
    return page.getvalue()


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_into_fifty_columns(command: str) -> None:
    narrow = helped(command, NARROW)
    assert max(map(len, narrow.splitlines())) <= int(NARROW)
    assert not signs(helped(command, WIDE)) - signs(narrow)


@pytest.mark.parametrize("words", LISTINGS)
def test_no_letter_is_cut_in_fifty_columns(
    run: Run, monkeypatch: pytest.MonkeyPatch, record_file: Path, words: str
) -> None:
    told = {}
    for width in (WIDE, NARROW):
        monkeypatch.setenv("COLUMNS", width)
        told[width] = run(*[str(record_file) if word == "RECORD" else word for word in words.split()])
        assert told[width].status in (0, 3), told[width]
    drawn = ("maps", "rules", "verify")  # paths and boards are left to the terminal to break
    if not words.startswith(drawn):
        assert max(map(len, told[NARROW].lines)) <= int(NARROW)
    assert not signs(told[WIDE].out) - signs(told[NARROW].out)
