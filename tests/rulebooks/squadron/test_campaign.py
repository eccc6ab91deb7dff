"""Many games: random ones under the conformance kit, and greedy ones, in every scenario and on crowded mats."""

from collections import Counter
from typing import Any

import pytest

from hulldown.kernel.conformance import check_told, play_through
from hulldown.kernel.game import Game, Played
from hulldown.rulebooks.squadron import library
from hulldown.rulebooks.squadron.book import book
from tests.marks import rule, soak
from tests.rulebooks.duels import duel, fight
from tests.rulebooks.squadron.test_book import ARMIES, CROWDED, crowded

SCENARIOS = [row.id for row in library.scenarios()]


def happened(game: Game[Any, Any, Any]) -> Counter[str]:
    return Counter(type(event).__name__ for entry in game.log if isinstance(entry, Played) for event in entry.events)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_greedy_game_of_every_scenario_keeps_every_promise(scenario: str) -> None:
    game = duel(book, scenario, 1, ("greedy", "greedy"))
    check_told(book, game)
    assert happened(game)["Fired"] > 0


@rule("SQ-23", "SQ-55", "SQ-60")
def test_greedy_games_see_all_that_can_happen() -> None:
    """Ambushes, reactions, passes and fallen houses too: greedy has a use for each order of the book."""
    seen: Counter[str] = Counter()
    for mat in CROWDED:
        for armies in range(len(ARMIES)):
            seen += happened(fight(book, crowded(mat, armies), f"seen {mat} {armies}", ("greedy", "greedy")))
    seen += happened(duel(book, "first-tiles", 2, ("greedy", "greedy")))
    assert set(seen) == {kind.__name__ for kind in book.event_type.__args__}


@pytest.mark.parametrize(
    "more",
    [
        {"free_stop": True, "narrow": True},
        {"changed": {"turn_cost": (0, 0, 1, 1), "clear_lines": 3}},
        {"changed": {"turn_cost": (0, 3, 1, 0), "shot_cost": 0, "standing_dice": 3, "critical": 50}},
    ],
)
def test_greedy_plays_with_other_figures(more: dict[str, Any]) -> None:
    fight(book, crowded("open", 0, **more), "other", ("greedy", "greedy"))


@soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_long_campaign_of_greedy_games(scenario: str) -> None:
    for seed in range(1_000, 1_034):
        check_told(book, duel(book, scenario, seed, ("greedy", "greedy")))


@soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_long_campaign_of_random_games(scenario: str) -> None:
    setup = library.build(scenario)
    for seed in range(1_000, 1_100):
        play_through(book, setup, f"{scenario} {seed}", dear_every=50)


@soak
@pytest.mark.parametrize("armies", range(len(ARMIES)))
@pytest.mark.parametrize("mat", CROWDED)
def test_a_long_campaign_on_crowded_mats(mat: str, armies: int) -> None:
    for seed in range(1_000, 1_040):
        play_through(book, crowded(mat, armies), f"{mat} {armies} {seed}", dear_every=10)
        fight(book, crowded(mat, armies), f"{mat} {armies} {seed}", ("greedy", "greedy"))
