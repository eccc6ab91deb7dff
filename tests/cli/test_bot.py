"""`hulldown bot`: a bot to begin with, and the way of a newcomer from nothing to a tournament."""

import re
import shutil
from pathlib import Path

import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.rulebooks import BOOKS, load, opened
from tests.cli.conftest import Run

PAGE = (Path(__file__).parents[2] / "docs" / "first-bot.md").read_text(encoding="utf-8")


def test_the_page_for_newcomers_is_followed_word_by_word(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^(hulldown .*|cp .*)$", PAGE, re.MULTILINE)
    named = [command.removeprefix("hulldown ").split()[0] for command in commands]
    assert named == ["bot", "tournament", "cp", "simulate", "replay", "duel", "play"]
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    for command in commands[:-1]:  # the last one opens a browser
        program, *words = re.sub(r"--games \d+", "--games 2", command).split()
        if program == "cp":
            shutil.copy(*words)
            continue
        told = run(*words)
        assert (told.status, told.err) == (0, ""), command
    assert (tmp_path / "games" / "france1944-0001.jsonl").is_file()


@pytest.mark.parametrize("book_id", BOOKS)
def test_the_bot_to_begin_with_gives_orders_that_are_allowed_in_every_book(book_id: str) -> None:
    from hulldown.bots.template import MyBot

    book, dice = load(book_id), SeededDice(1)
    state, bot = book.start(opened(book_id, "first")), MyBot(book, SeededDice(2))
    for _ in range(20):
        if (side := book.to_act(state)) is None:
            break
        view = book.view(state, side)
        order = bot.choose(view)
        assert book.refuse(view, order) is None
        for event in book.decide(state, order, dice):
            book.evolve(state, event)


def test_a_file_that_is_there_stays_and_a_bad_name_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "charge.py"
    file.write_text("mine")
    assert "is there already; name another file" in run("bot", str(file)).err
    assert file.read_text() == "mine"
    assert "is no name for one; name a file such as charge.py" in run("bot", str(tmp_path / "charge.txt")).err
    assert "cannot be written" in run("bot", str(tmp_path / "nowhere" / "charge.py")).err
