"""`replay`: a record read aloud."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hulldown.bots import make
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game, Played
from hulldown.kernel.record import Record, chain
from hulldown.kernel.replay import replay
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks import BOOKS, load
from tests.cli.conftest import BOOK, SCENARIO, Run, refused

RULEBOOK = load(BOOK)


@pytest.fixture
def played(tmp_path: Path) -> tuple[Game[Any, Any, Any], Path]:
    """A game that has begun."""
    game = Game(RULEBOOK, RULEBOOK.library.build(SCENARIO), SeededDice(3))
    bot = make("random", RULEBOOK, 3)
    for _ in range(4):
        game.play(bot.choose(game.state))
    return game, tmp_path / "begun.jsonl"


def test_every_event_is_a_sentence_with_its_rules_and_its_line(run: Run, record_file: Path) -> None:
    ran = run("replay", record_file)
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.lines)) <= 80
    game = replay(Record.read(record_file), RULEBOOK)
    numbered = [line for line in ran.lines if line[:4].strip().isdigit()]
    events = [
        (position + 2) for position, entry in enumerate(game.log) if isinstance(entry, Played) for _ in entry.events
    ]
    assert [int(line[:4]) for line in numbered[:-1]] == events
    assert all("FR-" in line for line in numbered[:-1])
    assert numbered[-1].endswith("seed of its dice: 1")
    result = game.result()
    assert result is not None
    assert " ".join(result.sentence.split()) in " ".join(ran.out.split()).replace(f" {result.rule}", "")


@pytest.mark.parametrize("book", BOOKS)
def test_a_simulated_game_of_any_book_is_told_in_80_columns(run: Run, tmp_path: Path, book: str) -> None:
    scenario = load(book).library.scenarios()[-1].id
    two = ("--bots", "random,random", "--games", "1", "--records", tmp_path / "games")
    assert run("simulate", book, "--scenario", scenario, *two).status == 0
    record = tmp_path / "games" / f"{book}-0001.jsonl"
    ran = run("replay", record)
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.lines)) <= 80
    assert sum("'s turn." in line or "activates a tank." in line for line in ran.lines) > 2
    assert run("replay", record, "--board").status == 0
    assert run("verify", record).status == 0


def test_words_with_hyphens_stay_whole(run: Run, record_file: Path) -> None:
    assert "north-" in run("replay", record_file).out
    assert not [line for line in run("replay", record_file).lines if line.split("  FR-")[0].rstrip().endswith("-")]


def test_turns_have_headings_and_the_board_is_drawn_after_each(run: Run, record_file: Path) -> None:
    plain, drawn = run("replay", record_file).lines, run("replay", record_file, "--board").lines
    turns = [line for line in plain if "'s turn." in line]
    assert len(turns) > 2
    for turn in turns:
        assert plain[plain.index(turn) - 1] == ""
    boards = [at for at, line in enumerate(drawn) if line.split()[:3] == ["A", "B", "C"]]
    assert len(boards) == len(turns) + 1
    game = replay(Record.read(record_file), RULEBOOK)
    assert drawn[boards[-1] :] == RULEBOOK.draw(game.state).splitlines()
    assert max(map(len, drawn)) <= 80


def test_a_part_can_be_shown_with_the_board_that_it_begins_on(run: Run, record_file: Path) -> None:
    ran = run("replay", record_file, "--from", "5", "--to", "6", "--board")
    numbers = [line[:4].strip() for line in ran.lines if "FR-" in line]
    assert set(numbers) == {"5", "6"}
    assert ran.out.count(" A  B  C") == 2
    assert run("replay", record_file, "--to", "3").out.count("FR-") < 5


def test_events_are_printed_as_the_record_has_them(run: Run, record_file: Path) -> None:
    line = Record.read(record_file).lines[1]
    ran = run("replay", record_file, "--to", "2", "--events")
    shown = [text.strip() for text in ran.lines if text.strip().startswith("{")]
    assert f"[{','.join(shown)}]".encode() == bytes(line.events)  # type: ignore[union-attr]


def test_acts_of_the_table_are_sentences(run: Run, played: tuple[Game[Any, Any, Any], Path]) -> None:
    game, path = played
    game.undo()
    game.take_back(BLUE)
    game.resign(RED)
    game.record().write(path)
    out = run("replay", path).out
    side = game.log[4].side
    assert side is not None
    assert f"{side.label} took back its last order." in out
    assert "The last order was taken back at Blue's request." in out
    assert "Red resigned: Blue wins." in out
    assert "not over" not in out


def test_an_agreed_draw_is_told(run: Run, played: tuple[Game[Any, Any, Any], Path]) -> None:
    game, path = played
    game.agree_draw()
    game.record().write(path)
    assert "Both sides agreed on a draw." in run("replay", path).out


def test_a_game_that_goes_on_says_who_is_to_act(run: Run, played: tuple[Game[Any, Any, Any], Path]) -> None:
    game, path = played
    game.record().write(path)
    side = game.to_act()
    assert side is not None
    assert run("replay", path).lines[-1] == f"The game is not over: {side.label} is to act."
    assert "not over" not in run("replay", path, "--to", "3").out


def test_a_broken_record_is_told_up_to_the_line_that_breaks(run: Run, record_file: Path, tmp_path: Path) -> None:
    lines = record_file.read_text().splitlines()
    del lines[10]
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join(lines) + "\n")
    ran = run("replay", broken)
    assert ran.status == 1
    assert ran.err.startswith(f"{broken}:11: ")
    assert len(ran.err.splitlines()) == 1
    assert "  10 " in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--from", "0"), ("--from", "0", "1")),
        (("--from", "x"), ("--from", "whole number")),
        (("--from", "999999"), ("--from", "999999", "lines")),
        (("--from", "9", "--to", "3"), ("--to", "3", "9")),
    ],
)
def test_a_part_that_is_not_there_is_misuse(
    run: Run, record_file: Path, words: tuple[str, ...], told: tuple[str, ...]
) -> None:
    refused(run("replay", record_file, *words), 2, *told)


def test_a_broken_record_of_another_version_says_so(run: Run, record_file: Path, tmp_path: Path) -> None:
    head, first, *lines = Record.read(record_file).lines
    older = msgspec.structs.replace(head, version="0")
    Record(chain([older, first, *lines])).write(tmp_path / "older.jsonl")
    assert run("replay", tmp_path / "older.jsonl").status == 0
    Record(chain([older, msgspec.structs.replace(first, events=msgspec.Raw(b"[]")), *lines])).write(
        tmp_path / "x.jsonl"
    )
    ran = run("replay", tmp_path / "x.jsonl")
    refused(ran._replace(out=""), 1, f"{tmp_path / 'x.jsonl'}:2", "it was made under version 0 of the book; this is")


def test_names_in_a_record_cannot_reach_the_terminal(run: Run, tmp_path: Path) -> None:
    scenario = tmp_path / "mine.toml"
    chart = tmp_path / "chart.toml"
    chart.write_text(
        '[[unit]]\nid = "x"\nname = "\\u001b[2JBad"\nletter = "B"\npoints = 1\nspeed = 0\nfront = 1\nside = 1\n'
        'rear = 1\ngun = 1\nsource = { points = "house", speed = "house", front = "house", side = "house", '
        'rear = "house", gun = "house" }\n'
    )
    scenario.write_text(
        'name = "Mine"\nsummary = "s"\nminutes = 5\nmap = "north"\ntotal = 5\nchart = "chart.toml"\n'
        "red = { x = 1 }\nblue = { x = 1 }\n"
    )
    game = Game(RULEBOOK, RULEBOOK.library.build(str(scenario)), SeededDice(1))
    bot = make("random", RULEBOOK, 1)
    while len(game.log) < 6:
        game.play(bot.choose(game.state))
    game.record().write(tmp_path / "bad.jsonl")
    ran = run("replay", tmp_path / "bad.jsonl")
    assert ran.status == 0
    assert "Bad" in ran.out
    assert "\x1b" not in ran.out


def test_a_bot_says_what_it_would_have_ordered_and_why(run: Run, record_file: Path) -> None:
    ran = run("replay", record_file, "--explain", "greedy", "--from", "30", "--to", "60")
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.lines)) <= 80
    told = " ".join(ran.out.split())
    assert "of 100" in told
    assert "Next best, clearly worse: " in told
    assert "The bot agrees." in told or "The bot would rather:" in told
    assert "Next best" not in run("replay", record_file, "--from", "30", "--to", "60").out


def test_a_bot_that_there_is_not_explains_nothing(run: Run, record_file: Path) -> None:
    told = "--explain: there is no bot 'hal'; there is greedy, planner, random"
    refused(run("replay", record_file, "--explain", "hal"), 2, told)
