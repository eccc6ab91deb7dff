"""`hulldown duel`: a battle in the terminal."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from hulldown.cli.board import strips
from hulldown.rulebooks import BOOKS, load
from tests.cli.conftest import Run

Says = Callable[[Sequence[str]], None]


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Says:
    """Lets a player say these lines, and then go."""

    def say(lines: Sequence[str]) -> None:
        left = list(lines)

        def read(_: str) -> str:
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr("builtins.input", read)

    return say


def test_an_order_is_typed_judged_and_played(run: Run, says: Says, tmp_path: Path) -> None:
    says(["odds fire H1 m1", "fire M1 m1", "fire H1 m1", "undo", "9", "zap", "log 2", "units", "quit"])
    file = tmp_path / "battle.jsonl"
    told = run("duel", "france1944", "--seed", "3", "--record", str(file))
    assert told.status == 0
    page = " ".join(told.out.split())
    assert "fire H1 m1: 66.4 % destroyed, 33.6 % nothing (+6 range [FR-36], +7 front armour [FR-28])" in page
    assert "Medium 1 cannot hit Blue Medium 1: the house at L4 is in the way. [FR-37]" in page
    # As it fell, and in the log.
    assert page.count("range 6 + front 7 = 13, rolled 5 5 2 2 = 14. Destroyed. [FR-40]") == 2
    assert "The order cannot be taken back: dice have fallen. There is no choice 9; there is one." in page
    assert "'zap' is no order of Panzer Strike: France 1944" in page
    assert "m1 Blue Medium 1, L1, wreck" in page
    assert "legal" in run("verify", str(file)).out


@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_of_each_book_is_played_to_its_end_with_help(run: Run, says: Says, book: str) -> None:
    says(["orders", *["auto all"] * 200])
    told = run("duel", book, "--bot", "random", "--seed", "5")
    assert told.status == 0
    assert "You win." in told.out or "You lose." in told.out or "A draw." in told.out


@pytest.mark.parametrize("book", BOOKS)
def test_the_board_fits_into_sixty_columns_and_no_unit_is_cut(
    run: Run, says: Says, monkeypatch: pytest.MonkeyPatch, book: str
) -> None:
    shown = {}
    for columns in ("200", "60"):
        says(["signs"])
        monkeypatch.setenv("COLUMNS", columns)
        told = run("duel", book, "--seed", "4").out
        shown[columns] = told.partition("Round 2")[0]
        assert max(map(len, told.splitlines())) <= int(columns)
        assert f" {next(iter(load(book).library.SIGNS.values()))}" in told
    hulls = {
        "france1944": "H1 m1",
        "dynamic": "LSP1 h1",
        "core": "M1 m2",
        "squadron": "SU1 st1",
        "panzerkampf": "SG1 lt1",
    }
    for hull in hulls[book].split():
        assert shown["60"].count(hull) == shown["200"].count(hull) > 0


def test_a_board_in_strips_is_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = ["     A  B  C  D", "  1  a  b  c  d", "  2   e  f  g  h"]
    monkeypatch.setenv("COLUMNS", "12")
    assert [*strips(drawn, 3, range(5), shift=1)] == [
        *("     A  B", "  1  a  b", "  2   e  f", ""),
        *("     C  D", "  1  c  d", "  2   g  h"),
    ]


def test_units_are_told_in_sentences_where_no_board_is_wanted(run: Run, says: Says) -> None:
    says(["1", "why", "1", "q"])
    told = run("duel", "france1944", "--seed", "3", "--words")
    assert told.status == 0
    page = " ".join(told.out.split())
    assert "A B C D" not in page
    assert "H1 Red Heavy 1, G4↗, moved M1 Red Medium 1" in page
    assert "Next best, clearly worse" in page


def test_where_nothing_has_a_number_the_words_are_told(run: Run, says: Says) -> None:
    says(["1"])
    page = " ".join(run("duel", "squadron", "--seed", "3").out.split())
    assert "orders tells what can be said, auto lets a bot choose." in page
    assert "There is nothing with a number now" in page


def test_what_is_wrong_is_one_sentence(run: Run) -> None:
    assert run("duel", "france1944", "--bot", "nobody").err.startswith("--bot: there is no bot 'nobody'")
    assert run("duel", "france1944", "--red", "heavy=2").err.startswith("--scenario is missing")
    assert run("duel", "nobook").status == 2


def test_a_bot_that_fails_is_told_of_and_greedy_gives_that_order(run: Run, says: Says) -> None:
    bot = f"{Path(__file__).parents[1] / 'bots' / 'misbehaving.py'}:GivesNothing"
    says(["auto all"] * 4)
    told = run("duel", "france1944", "--bot", bot, "--seed", "5")
    assert told.status == 0
    page = " ".join(told.out.split())
    assert "gave what is no order" in page
    assert "Greedy gives this order in its place." in page
