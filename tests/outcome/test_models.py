"""The outcome models: bounded, the same for both sides, exact where a game is over, and told by their version."""

from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hulldown.kernel.record import Record
from hulldown.kernel.side import Side
from hulldown.lab.analysis import standing
from hulldown.outcome import Fortune, Model, model_of
from hulldown.outcome.model import BOOKS as MODELLED
from hulldown.outcome.model import chance, features_of
from hulldown.rulebooks import BOOKS, load

RECORDS = Path(__file__).parents[1] / "rulebooks"
NAMES = {
    "france1944": "two-flags",
    "dynamic": "basic-northern",
    "core": "basic-northern",
    "squadron": "village",
    "panzerkampf": "first-shots",
}


def model(book_id: str) -> Model:
    found = model_of(book_id)
    assert found is not None
    return found


def positions(book_id: str, step: int = 17) -> list[Any]:
    record = Record.read(RECORDS / book_id / "records" / f"{NAMES[book_id]}.jsonl")
    given, _ = standing(record, load(book_id))
    return [one.before for one in islice(given, 0, None, step)]


def exchanged(state: Any) -> Any:
    """The same table with the sides exchanged: every unit, every flag, and whose turn it is."""
    other = state.copy()
    holder = other if isinstance(other.units, list) else other.units
    for place, piece in enumerate(holder.units):
        holder.units[place] = msgspec.structs.replace(piece, side=piece.side.other)
    if holder is not other:
        units = type(holder)(holder.units)
        setattr(other, "tanks" if "tanks" in other.__struct_fields__ else "units", units)
    other.side, other.first = other.side.other, other.first.other
    if "flags" in other.__struct_fields__:
        other.flags = tuple(msgspec.structs.replace(flag, side=flag.side.other) for flag in other.flags)
    if "counters" in other.__struct_fields__:
        other.counters = other.counters[::-1]
    return other


def test_every_book_has_a_model() -> None:
    assert set(MODELLED) == set(BOOKS)
    assert all(model_of(book_id) for book_id in BOOKS)
    assert model_of("toy") is None


@pytest.mark.parametrize("book_id", MODELLED)
def test_exchanged_sides_exchange_the_chances(book_id: str) -> None:
    for state in positions(book_id):
        here, there = model(book_id).fortune(state), model(book_id).fortune(exchanged(state))
        assert there.red == pytest.approx(here.blue, abs=1e-9)
        assert there.draw == pytest.approx(here.draw, abs=1e-9)


@pytest.mark.parametrize("book_id", MODELLED)
def test_chances_are_chances_and_a_game_that_is_over_is_its_result(book_id: str) -> None:
    book = load(book_id)
    for state in positions(book_id):
        fortune = model(book_id).fortune(state)
        assert 0 < fortune.red < 1
        assert 0 <= fortune.draw < 1
        assert fortune.red + fortune.draw + fortune.blue == pytest.approx(1)
        assert fortune.value == fortune.red + fortune.draw / 2
    record = Record.read(RECORDS / book_id / "records" / f"{NAMES[book_id]}.jsonl")
    _, game = standing(record, book)
    result = book.result(game.state)
    assert result is not None
    assert result.winner is not None
    assert model(book_id).fortune(game.state) == Fortune(float(result.winner is Side.RED))


@pytest.mark.parametrize("book_id", MODELLED)
def test_the_winner_is_ahead_before_the_last_order(book_id: str) -> None:
    record = Record.read(RECORDS / book_id / "records" / f"{NAMES[book_id]}.jsonl")
    given, game = standing(record, load(book_id))
    result = load(book_id).result(game.state)
    assert result is not None
    assert (model(book_id).value(given[-1].before) > 0.5) is (result.winner is Side.RED)


@pytest.mark.parametrize("book_id", MODELLED)
def test_the_weights_are_of_the_features_that_there_are(book_id: str) -> None:
    source, fitted = features_of(book_id), model(book_id).fitted
    assert tuple(fitted.odd) == source.ODD
    assert tuple(fitted.even) == source.EVEN
    found = source.features(positions(book_id)[-1])
    assert len(found.odd) == len(source.ODD)
    assert len(found.even) in (0, len(source.EVEN))
    assert fitted.games >= 100


def test_a_version_is_of_the_weights_and_of_the_book() -> None:
    versions = {model(book_id).version for book_id in MODELLED}
    assert len(versions) == len(MODELLED)


def test_chances_of_any_odds_stay_between_nothing_and_certainty() -> None:
    assert [chance(odds) for odds in (-800.0, 0.0, 800.0)] == [0.0, 0.5, 1.0]
