"""How the planner fares over many games, and that more evaluations play better: small here, in full in a soak."""

from pathlib import Path

import pytest

from hulldown.kernel.wire import decode, encode
from hulldown.lab.report import Outcome, Report, summarise
from hulldown.lab.scenarios import MAIN
from hulldown.lab.simulate import Match, play, simulate
from hulldown.rulebooks import load
from tests.marks import soak

KEPT = Path(__file__).parents[2] / ".soak"  # games of long matches, so that a soak that was stopped goes on


def score(report: Report) -> float:
    return (report.wins[0] + report.draws / 2) / report.games


def test_a_tenth_of_a_veteran_beats_greedy() -> None:
    setup = load("france1944").library.build("ten-tanks")
    report = simulate("france1944", setup, ("planner:veteran/10", "greedy"), 10, "small")
    assert not report.failures
    assert score(report) >= 0.6


@soak
@pytest.mark.parametrize("book", MAIN)
def test_a_tenth_of_a_veteran_scores_70_of_100_against_greedy(book: str) -> None:
    report = simulate(book, load(book).library.build(MAIN[book]), ("planner:veteran/10", "greedy"), 100, "greedy")
    assert not report.failures
    assert report.draws <= 20
    assert score(report) >= 0.7


@soak
@pytest.mark.parametrize("book", MAIN)
def test_five_times_as_many_evaluations_score_60_of_100(book: str) -> None:
    bots = ("planner:veteran/2", "planner:veteran/10")
    report = simulate(book, load(book).library.build(MAIN[book]), bots, 100, "more")
    assert not report.failures
    assert score(report) >= 0.6


@soak
@pytest.mark.parametrize("book", MAIN)
@pytest.mark.parametrize("bots", [("planner:veteran", "greedy"), ("planner:ace", "planner:veteran")])
def test_at_full_budgets_too(book: str, bots: tuple[str, str]) -> None:
    """Hours: each game is kept, and a soak that was stopped goes on with the next."""
    rules = load(book)
    match = Match(book, encode(rules.library.build(MAIN[book])), bots, "full")
    kept = KEPT / f"{book}-{'-'.join(bots).replace(':', '_')}-{rules.rules.book.version}.jsonl"
    kept.parent.mkdir(exist_ok=True)
    lines = kept.read_bytes().splitlines() if kept.exists() else []
    played = [decode(line, Outcome) for line in lines]
    for number in range(len(played) + 1, 101):
        played.append(play(match.fixture(number)))
        with kept.open("ab") as file:
            file.write(encode(played[-1]) + b"\n")
    report = summarise(bots, played, 1.0)
    assert not report.failures
    assert score(report) >= (0.7 if bots[1] == "greedy" else 0.6)
