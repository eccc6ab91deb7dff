"""How games went: what is noted of them is what happened, and the tables add up."""

import csv
from collections import Counter
from functools import cache
from typing import Any

import pytest

from hulldown.bots import make
from hulldown.kernel.fates import Fate, Fates, fates
from hulldown.kernel.interval import mean, student
from hulldown.kernel.side import Side
from hulldown.kernel.wire import encode
from hulldown.lab import watch
from hulldown.lab.course import games, lengths, places, units, ways
from hulldown.lab.findings import Findings, Origin
from hulldown.lab.report import Outcome, of_player
from hulldown.lab.simulate import Match, outcomes, play, play_one, play_recorded
from hulldown.lab.watch import Watch, kind_of
from hulldown.outcome import model_of
from hulldown.rulebooks import BOOKS, load

SMALL = {
    "france1944": "first-steps",
    "core": "duel",
    "squadron": "duel",
    "panzerkampf": "first-shots",
    "dynamic": "duel",
}


def match_of(book_id: str) -> Match:
    return Match(
        book_id, encode(load(book_id).library.build(SMALL[book_id])), ("greedy", "random"), "course", watched=True
    )


@cache
def played(book_id: str) -> tuple[Outcome, ...]:
    return tuple(outcomes(match_of(book_id).fixture, 4))


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_unit_that_was_lost_is_noted_once(book_id: str) -> None:
    for outcome in played(book_id):
        assert outcome.error == ""
        assert outcome.notes is not None
        found = Counter(fall.side for fall in outcome.notes.fallen)
        assert (found[Side.RED], found[Side.BLUE]) == outcome.losses


def test_a_watch_changes_nothing_and_a_recorded_game_is_watched_alike() -> None:
    book = load("france1944")
    setup = book.library.build("first-steps")

    def bots() -> list[Any]:
        return [make("greedy", book, f"x {side.label}") for side in Side]

    def watching() -> Watch:
        return Watch(book, model_of(book.id), "x luck")

    alone = play_one(book, setup, bots(), "x")
    watched = play_one(book, setup, bots(), "x", watch=watching())
    assert (alone.orders, alone.losses, alone.result) == (watched.orders, watched.losses, watched.result)
    assert alone.notes is None
    assert play_recorded(book, setup, bots(), "x", watch=watching())[0] == watched


def test_luck_is_that_of_the_side_and_turned_round_for_the_other_player() -> None:
    found = played("france1944")
    for player in (0, 1):
        scores = [*of_player(found, player)]
        for number, (one, outcome) in enumerate(zip(scores, found, strict=True), 1):
            red = (number % 2 == 1) == (player == 0)
            assert outcome.scored is not None
            assert one == (outcome.scored if red else outcome.scored.of_other())


def net(games: int) -> float:
    """How many standard errors Red's mean luck is from nothing, in games of the laboratory."""
    setup = encode(load("france1944").library.build("first-steps"))
    fixture = Match("france1944", setup, ("greedy", "greedy"), "net", watched=True).fixture
    found = mean([one.scored.luck or 0.0 for one in outcomes(fixture, games) if one.scored])
    return abs(found.mid) / found.reach * student(games - 1)


def test_the_luck_that_is_taken_off_is_nothing_on_average() -> None:
    assert net(30) < 4


@pytest.mark.soak
def test_the_luck_that_is_taken_off_is_nothing_on_average_over_hundreds_of_games() -> None:
    assert net(600) < 4


def test_a_branch_that_is_left_out_shows_in_the_luck_that_is_taken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    model = model_of("france1944")
    assert model is not None

    def without_reds_best(*asked: Any) -> Fates:
        rows = sorted(fates(*asked).rows, key=lambda fate: model.value(fate.state))[:-1] or fates(*asked).rows
        whole = sum(fate.chance for fate in rows)
        return Fates(tuple([Fate(fate.chance / whole, fate.state) for fate in rows]))

    monkeypatch.setattr(watch, "fates", without_reds_best)
    assert net(16) > 4


def test_kills_of_one_side_and_own_losses_are_the_losses_of_the_other() -> None:
    (sheet,) = units(played("france1944"))
    rows = [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]
    for side in Side:
        lost = sum(outcome.losses[side] for outcome in played("france1944"))
        own = sum(int(row["own order"] or 0) for row in rows if row["side"] == side.label)
        assert sum(int(row["lost"] or 0) for row in rows if row["side"] == side.label) == lost
        assert sum(int(row["kills"] or 0) for row in rows if row["side"] != side.label) == lost - own


def test_endings_lengths_and_places_count_every_game() -> None:
    book, found = load("france1944"), played("france1944")
    sheet = ways(book, found)
    assert sum(int(cell or 0) for row in sheet.rows for cell in row[2:5] if isinstance(cell, int)) == len(found)
    assert {row[0] for row in sheet.rows} == {outcome.result.rule for outcome in found if outcome.result}
    assert sum(many for _, many in lengths(found).bars) == len(found)
    (plot,) = places(book.terrain(book.start(book.library.build("first-steps"))), found)
    assert sum(one.many for one in plot.lost) == sum(sum(outcome.losses) for outcome in found)


def test_a_row_a_game_says_its_score_with_luck_and_without_and_its_record() -> None:
    found, match = played("france1944"), match_of("france1944")
    sheet = games(
        found, [match.seats(number) for number in range(1, 5)], [f"r/{number}.jsonl" for number in range(1, 5)]
    )
    text = Findings("t", Origin.of("c", "s", "france1944"), (), (sheet,), (), {}).csv()
    rows = [row for row in csv.DictReader(text.splitlines()) if row["table"] == "Games"]
    assert [row["record"] for row in rows] == [f"r/{number}.jsonl" for number in range(1, 5)]
    for row, outcome in zip(rows, found, strict=True):
        assert outcome.scored is not None
        assert float(row["Red's score"]) == outcome.score
        assert float(row["without luck"]) == pytest.approx(outcome.scored.adjusted, abs=1e-3)


def test_games_that_nobody_watched_tell_of_no_units() -> None:
    outcome = play(Match("france1944", match_of("france1944").setup, ("random", "random"), "x").fixture(1))
    assert units([outcome]) == ()
    assert outcome.scored is not None
    assert outcome.scored.adjusted is None


@pytest.mark.parametrize(
    ("name", "kind"), [("Red Heavy tank 2", "Heavy tank"), ("Blue Panzer IV H 1", "Panzer IV H"), ("Tiger", "Tiger")]
)
def test_a_kind_is_a_name_without_side_and_number(name: str, kind: str) -> None:
    assert kind_of(name) == kind
