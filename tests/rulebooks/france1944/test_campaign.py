"""Many games under the conformance kit: every scenario, crowded little boards, and bots that mean it."""

from collections import Counter
from typing import Any

import pytest

from hulldown.kernel.conformance import check_told, play_through
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game, Played
from hulldown.rulebooks.panzerstrike.france1944 import library
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.rules import HERE
from hulldown.rulebooks.panzerstrike.france1944.setup import Setup
from tests.marks import rule, soak
from tests.rulebooks.duels import duel
from tests.rulebooks.france1944.cast import setup_of

SCENARIOS = sorted(path.stem for path in (HERE / "scenarios").glob("*.toml"))
ALLEYS = [
    "..#....#..",
    "..........",
    "#..##.,,.#",
    "...##.,,..",
    "..........",
    "#.,..#...#",
    "....:#....",
    "..#.::..#.",
]
CROWDED: dict[str, dict[str, Any]] = {
    "bare": {},
    "damage": {"damage": True},
    "barricades": {"barricades": 3, "damage": True},
    "one flag": {"flags": (1, 1)},
    "two flags": {"flags": (2, 2), "hidden": True},
    "attack": {"flags": (0, 3), "turn_limit": 8, "barricades": 1},
    "defence": {"flags": (4, 0), "turn_limit": 6, "damage": True},
    "sideways": {"edges": "long sides", "changed": {"ranks": 3, "quiet_rounds": 9}, "flags": (1, 1), "damage": True},
}


def crowded(name: str) -> Setup:
    """A board on which even random games come to blows, and to flags."""
    return setup_of(ALLEYS, {"heavy": 1, "medium": 1, "light": 1}, {"heavy": 1, "light": 2}, **CROWDED[name])


def happened(game: Game[Any, Any, Any]) -> Counter[str]:
    return Counter(type(event).__name__ for entry in game.log if isinstance(entry, Played) for event in entry.events)


def march(scenario: str, seeds: range) -> None:
    setup = library.build(scenario)
    for seed in seeds:
        game = play_through(book, setup, f"{scenario} {seed}")
        if seed % 4 == 0:
            check_told(book, game)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_of_every_scenario_keep_every_promise(scenario: str) -> None:
    march(scenario, range(12))


@pytest.mark.parametrize("name", CROWDED)
def test_random_games_on_a_crowded_board_keep_every_promise(name: str) -> None:
    setup = crowded(name)
    for seed in range(5):
        check_told(book, play_through(book, setup, f"{name} {seed}", dear_every=20))


@rule("FR-44", "FR-46", "FR-55", "FR-57", "FR-58", "FR-59", "FR-Q27", "FR-Q33")
def test_the_crowded_games_see_all_that_can_happen() -> None:
    """Else the campaign would prove little: random games of all these set-ups meet every kind of event."""
    seen: Counter[str] = Counter()
    ends: set[str] = set()
    for name in CROWDED:
        for seed in range(12):
            game = Game(book, crowded(name), SeededDice(f"seen {name} {seed}"))
            chooser = SeededDice(f"seen {name} {seed} choices")
            while game.to_act() is not None:
                game.play(book.sample(game.state, chooser))
            seen += happened(game)
            if result := game.result():
                ends.add(result.rule)
    assert {"Destroyed", "Damaged", "FlagCaptured", "BarricadePlaced", "Revealed", "Moved"} <= set(seen)
    assert ends == {"FR-46", "FR-57", "FR-58", "FR-Q27", "FR-Q33"}


GREEDY_GAMES = [
    (scenario, seed) for seed in range(3) for scenario in SCENARIOS if scenario != "whole-front" or seed == 0
]


@pytest.mark.parametrize(("scenario", "seed"), GREEDY_GAMES)
def test_greedy_games_keep_every_promise(scenario: str, seed: int) -> None:
    game = duel(book, scenario, seed, ("greedy", "greedy"))
    check_told(book, game)
    assert happened(game)["Fired"] > 0


@soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_long_campaign_of_random_games(scenario: str) -> None:
    march(scenario, range(1_000, 1_120))


@soak
@pytest.mark.parametrize("name", CROWDED)
def test_a_long_campaign_on_the_crowded_board(name: str) -> None:
    setup = crowded(name)
    for seed in range(1_000, 1_100):
        play_through(book, setup, f"{name} {seed}", dear_every=10)


@soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_long_campaign_of_greedy_games(scenario: str) -> None:
    for seed in range(1_000, 1_025):
        check_told(book, duel(book, scenario, seed, ("greedy", "greedy")))
        duel(book, scenario, seed, ("greedy", "random"))
