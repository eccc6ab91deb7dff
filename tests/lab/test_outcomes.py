"""Fitting the outcome models: games are found again from their line, and a fit finds the weights that made them."""

from math import exp
from pathlib import Path

import msgspec
import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.lab.equals import GROUNDS, HELD_OUT, PlayedGame, played_game, read, write
from hulldown.lab.outcomes import Seen, fitted, judged, judging, plot, seen, valued
from hulldown.outcome.model import BOOKS, Features, features_of, model_of
from hulldown.rulebooks import load


def test_a_game_is_found_again_from_its_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    write("france1944", 3, file)
    games = list(read(file))
    assert [game.number for game in games] == [0, 1, 2]
    for game in games:
        *_, (last, order) = game.positions()
        result = load("france1944").result(last)
        assert order is None
        assert result is not None
        assert game.score == (0.5 if result.winner is None else 1 - int(result.winner))
    assert games[1] == played_game("france1944", 1)
    text = file.read_bytes()
    write("france1944", 3, file)
    assert file.read_bytes() == text


def test_games_that_are_held_out_are_the_same_whether_or_not_others_are_played(tmp_path: Path) -> None:
    write("france1944", 12, tmp_path / "all.jsonl")
    write("france1944", 12, tmp_path / "held.jsonl", held=True)
    some = [game for game in read(tmp_path / "all.jsonl") if game.held_out]
    assert 0 < len(some) < 12
    assert list(read(tmp_path / "held.jsonl")) == some


@pytest.mark.parametrize("book_id", BOOKS)
def test_games_are_of_scenarios_that_there_are(book_id: str) -> None:
    assert set(GROUNDS[book_id]) <= {row.id for row in load(book_id).library.scenarios()}


def made_up(number: int, weights: dict[str, float]) -> Seen:
    """A game of one position, won by the chance that these weights give it."""
    dice = SeededDice(f"made up {number}")
    source = features_of("france1944")
    odd = tuple([(dice.pick(2001) - 1000) / 1000 if name in weights else 0.0 for name in source.ODD])
    odds = sum(weights.get(name, 0.0) * figure for name, figure in zip(source.ODD, odd, strict=True))
    won = dice.pick(10_000) / 10_000 < 1 / (1 + exp(-odds))
    game = PlayedGame("france1944", "ten-tanks", number, False, msgspec.Raw(), f"made up {number}", (), float(won))
    return Seen(game, [Features(odd)])


def test_a_fit_finds_the_weights_that_made_the_games() -> None:
    weights = {"material": 2.0, "fire": -1.0}
    games = [made_up(number, weights) for number in range(3000)]
    fit = fitted("france1944", games, "made up", tuple(weights))
    assert fit.odd["material"] == pytest.approx(2.0, abs=0.3)
    assert fit.odd["fire"] == pytest.approx(-1.0, abs=0.3)
    found = judged(fit, games)
    assert found.games == 3000
    for tenth in found.tenths:
        assert tenth is None or tenth.came.low - 0.03 <= tenth.said <= tenth.came.high + 0.03
    assert found.brier.mid < judged(fitted("france1944", games, "made up", ("fire",)), games).brier.mid


def test_what_is_judged_is_the_model_that_is_kept() -> None:
    lines = [*judging("france1944", [made_up(number, {"material": 2.0}) for number in range(40)])]
    assert model_of("france1944").version in lines[0]  # type: ignore[union-attr]
    told = [line.split(" games")[0].strip() for line in lines if "Brier" in line]
    assert told[-2:] == ["armies of the scenario: 40", "all: 40"]


def test_games_with_armies_by_lot_are_judged_apart() -> None:
    games = [made_up(number, {"material": 2.0}) for number in range(40)]
    mixed = [
        one._replace(game=msgspec.structs.replace(one.game, by_lot=number < 15)) for number, one in enumerate(games)
    ]
    told = [line.split(" games")[0].strip() for line in judging("france1944", mixed) if "Brier" in line]
    assert told[-3:] == ["armies of the scenario: 25", "armies by lot: 15", "all: 40"]


def test_a_value_is_turned_round_with_its_features() -> None:
    games = [made_up(number, {"material": 2.0}) for number in range(50)]
    fit = fitted("france1944", games, "made up")
    for one in games:
        row = one.rows[0]
        assert valued(fit, row) == pytest.approx(1 - valued(fit, Features(tuple([-figure for figure in row.odd]))))


def test_positions_are_drawn_by_the_game_and_some_games_are_held_out() -> None:
    game = played_game("france1944", 1)
    assert game is not None
    assert seen(game).rows == seen(game).rows
    held = [made_up(number, {}).game.held_out for number in range(500)]
    assert 1 / HELD_OUT / 2 < sum(held) / 500 < 2 / HELD_OUT


def test_the_plot_shows_what_came_of_what_was_said() -> None:
    games = [made_up(number, {"material": 2.0}) for number in range(400)]
    found = judged(fitted("france1944", games, "made up"), games)
    drawn = plot("france1944", found)
    assert "400 games" in drawn.title
    assert len(drawn.series[1].points) == len([tenth for tenth in found.tenths if tenth is not None])
    assert drawn.svg().startswith("<svg")
