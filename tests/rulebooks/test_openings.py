"""Ready openings: every book has a battle that begins with a choice between two shots, and keeps to what is asked."""

import json
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

import hulldown
from hulldown.kernel.camera import CENTIMETRE, MODEL
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.position import Paper
from hulldown.kernel.side import BLUE, RED
from hulldown.lab.tables import opening_table
from hulldown.rulebooks import BOOKS, begun_with, load, opened, opening_file, openings, positions

FIRST = [(book_id, line.id) for book_id in BOOKS for line in openings(book_id)]
SCREEN, PIECE = (1092, 732), 40  # pixels of the board at 1440 x 900, and of a piece
each = pytest.mark.parametrize(("book_id", "opening"), FIRST, ids=[" ".join(one) for one in FIRST])


def state_of(book_id: str, opening: str) -> Any:
    return load(book_id).start(opened(book_id, opening))


def chance_of(odds: Any) -> Fraction:
    """Of destroying, or where units have several lives, of any harm."""
    chances = {str(getattr(word, "value", word)): chance for word, chance in odds.items()}
    harm = 1 - chances["nothing"] if "wreck" in chances else chances.get("destroyed", Fraction(0))
    return Fraction(harm)


def shots(book_id: str, state: Any) -> dict[int, Fraction]:
    """The best chance of each unit that can fire at another, by preview of every order."""
    book, found = load(book_id), dict[int, Fraction]()
    for order in book.orders(state):
        if book.target_of(order) is None or not (odds := book.preview(state, order).odds):
            continue
        unit = book.unit_of(order)
        assert unit is not None
        found[unit] = max(found.get(unit, Fraction(0)), chance_of(odds))
    return found


def test_every_book_has_an_opening() -> None:
    assert {book_id for book_id, _ in FIRST} == set(BOOKS)


@each
def test_it_is_the_turn_of_red_who_chooses_between_two_shots(book_id: str, opening: str) -> None:
    book, state = load(book_id), state_of(book_id, opening)
    assert book.to_act(state) is RED
    assert book.turn(state).side is RED
    assert book.window(state) is None
    best, second, *_ = sorted(shots(book_id, state).values(), reverse=True)
    assert Fraction(55, 100) <= best <= Fraction(75, 100)
    assert second >= Fraction(25, 100)
    todo = book.picture(state).tray.todo
    assert (todo[0].chance, todo[1].chance) == (best, second)


def test_what_went_before_in_france_is_what_the_engine_rolled() -> None:
    """Blue fires at the heavy tank while that still shows it its side; then Red has turned it, and begins."""
    text = opening_file("france1944", "first").read_text("utf-8")
    told = tomllib.loads(text)["told"]
    before = text.replace(f"told = {json.dumps(told, ensure_ascii=False)}\n", "").replace(
        'side = "red"', 'side = "blue"', 1
    )
    before = before.replace('facing = "↗"\nmoved = true', 'facing = "↘"').replace("fired = 1\n", "")
    book = load("france1944")
    state = book.start(begun_with("france1944", before, "the shot before"))
    blue, red = (
        next(number for number, unit in book.units(state).items() if unit.name == name)
        for name in ("Blue Medium 1", "Red Heavy 1")
    )
    shot = next(order for order in book.orders(state) if (book.unit_of(order), book.target_of(order)) == (blue, red))
    events = book.decide(state, shot, SeededDice("first"))
    assert [f"Blue {book.tell(state, event).sentence}" for event in events] == told


def test_the_shots_of_france_are_those_of_the_hero() -> None:
    assert shots("france1944", state_of("france1944", "first")) == {0: Fraction(287, 432), 1: Fraction(5, 8)}


@each
def test_there_are_three_or_four_sound_units_a_side_and_no_options(book_id: str, opening: str) -> None:
    units = list(load(book_id).units(state_of(book_id, opening)).values())
    assert all(sum(unit.side is side for unit in units) in (3, 4) for side in (RED, BLUE))
    assert all(unit.pose is not None and not unit.lost for unit in units)
    path = opening_file(book_id, opening)
    sheet: Any = Paper(path.read_text("utf-8"), path.name).sheet(positions(book_id).words)
    assert (sheet.options, sheet.scenario) == ({}, "")


@each
def test_the_whole_fight_is_within_its_camera_and_one_screen(book_id: str, opening: str) -> None:
    table = opening_table(book_id, opening)
    poses = [piece.pose for piece in table.picture.pieces if piece.pose is not None]
    if isinstance(table.camera, str):
        left, top, right, bottom = corners(table.camera)
        width, height = (right - left + 1) * PIECE, (bottom - top + 1) * PIECE
    else:
        left, top, across, down = (int(edge * CENTIMETRE) for edge in table.camera)
        right, bottom = left + across, top + down
        width, height = across * PIECE // MODEL, down * PIECE // MODEL
    assert all(left <= pose.x <= right and top <= pose.y <= bottom for pose in poses)
    assert width <= SCREEN[0]
    assert height <= SCREEN[1]


def corners(camera: str) -> tuple[int, int, int, int]:
    first, last = camera.split(":")
    return ord(first[0]) - 65, int(first[1:]) - 1, ord(last[0]) - 65, int(last[1:]) - 1


@each
def test_it_was_measured_and_red_has_a_little_more_than_half(book_id: str, opening: str) -> None:
    fair = next(line.fair for line in openings(book_id) if line.id == opening)
    assert fair is not UNSET
    assert fair.games >= 400
    assert 0.5 <= fair.red / fair.games <= 0.65
    assert fair.command == (
        f"hulldown simulate {book_id} --opening {opening} --bots greedy,greedy --games {fair.games} --seed fair"
    )


def test_a_game_begins_with_an_opening_and_its_setup_is_that_of_a_position() -> None:
    game = hulldown.new_game("france1944", opening="first", seed=1)
    text = opening_file("france1944", "first").read_text("utf-8")
    same = hulldown.new_game("france1944", position=text, seed=1)
    assert (game.setup, game.to_act()) == (same.setup, RED)
    assert "camera" not in game.setup.position
    assert "headline" not in game.setup.position


@pytest.mark.parametrize("name", ["last", "", "../units/table-a"])
def test_an_opening_that_is_not_there_is_told_with_those_that_are(name: str) -> None:
    with pytest.raises(Fault, match="there is first"):
        opened("france1944", name)


def test_an_opening_without_words_or_camera_is_pointed_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = opening_file("france1944", "first").read_text("utf-8")
    (tmp_path / "openings").mkdir()
    (tmp_path / "openings" / "mine.toml").write_text(text.partition("[opening]")[0], "utf-8")
    monkeypatch.setattr("hulldown.rulebooks.home_of", lambda book_id: tmp_path)
    with pytest.raises(Fault, match="a ready opening has a camera"):
        openings("france1944")
