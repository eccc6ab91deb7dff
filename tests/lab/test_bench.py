"""What the benchmark measures when it needs no peer from outside; how fast it is, is for `make bench` to say."""

import pytest

from hulldown.lab import bench
from hulldown.lab.bench import Sharing, Table
from hulldown.rulebooks.panzerkampf import driving


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "ORDERS", 50)


def test_two_books_are_measured_beside_each_other() -> None:
    found = bench._books(Table("dynamic", "duel", 2), Table("france1944", "first-steps", 2))
    assert [ratio.name.split(",")[0] for ratio in found] == [
        "listing a move",
        "listing a shot",
        "a random order",
        "survey of a unit",
    ]
    assert all(ratio.ratio == pytest.approx(ratio.ours / ratio.peer) and ratio.ours > 0 for ratio in found)


def test_sealed_dice_are_measured_beside_those_of_a_seed() -> None:
    roll, game = bench._sealed(Table("france1944", "first-steps", 0))
    assert roll.ratio == pytest.approx(roll.ours / roll.peer)
    assert roll.ratio > 1
    assert 0 < game.ours < game.peer


def test_cover_is_measured_with_its_lines_drawn_before_and_first() -> None:
    before, first = bench._cover(Table("core", "duel", 1))
    assert 0 < before.value < first.value


def test_squadron_is_measured_beside_a_book_on_squares_and_by_itself() -> None:
    table = Table("squadron", "duel", 2)
    ratios = bench._books(table, Table("france1944", "first-steps", 2))
    assert all(ratio.name.endswith("Panzer Squadron to France 1944") and ratio.ours > 0 for ratio in ratios)
    assert [result.unit for result in bench._squadron(table)] == ["µs", "µs", "µs", "s a game"]


def test_panzerkampf_is_measured_on_a_full_table(monkeypatch: pytest.MonkeyPatch) -> None:
    drags = bench._drags()
    state = drags[0][0]
    assert len(list(state.standing())) == 60
    judged = [driving.preview(*drag) for drag in drags[::20]]
    assert {preview.refusal is None for preview in judged} == {True, False}
    monkeypatch.setattr(bench, "_drags", lambda: drags[:5])
    assert [result.unit for result in bench._panzerkampf()] == ["ms"] * 5 + ["s a game"]


def test_a_table_without_an_end_gets_one_and_says_so() -> None:
    printed = Table("panzerkampf", "first-shots", 0)
    assert printed.setup.figures.rounds == 15
    assert printed.limit == "No limit is set, and games that nobody watches end after 15 rounds (PK-R46)."
    assert Table("panzerkampf", "ridge", 0).limit == Table("france1944", "first-steps", 0).limit == ""


def test_the_slowest_turn_is_measured_by_its_budget() -> None:
    found = bench._turns("france1944", "first-steps", "planner:veteran/10", 2)
    assert found.peer == 0.1
    assert found.ratio == pytest.approx(found.ours / found.peer)
    assert 0 < found.ours < 60


def test_two_processes_are_measured_beside_one() -> None:
    found = Sharing(batches=4, seconds=0.001).processes()
    assert found.ratio == pytest.approx(found.ours / found.peer)
    assert found.ours > 0


@pytest.mark.soak
def test_a_cluster_is_measured_beside_two_processes() -> None:
    assert Sharing(batches=4, seconds=0.001).cluster(10.0).peer == 10
