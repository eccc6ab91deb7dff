"""Many games: random ones under the conformance kit, and greedy ones, in every scenario and on crowded tables."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from hulldown.kernel.conformance import check_told, play_through
from hulldown.kernel.game import Game, Played
from hulldown.rulebooks.panzerkampf import files, library
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.setup import Army, Setup
from tests.marks import rule, soak
from tests.rulebooks.duels import duel, fight
from tests.rulebooks.panzerkampf.cast import altered
from tests.rulebooks.panzerkampf.test_book import GROUNDS, small

SCENARIOS = [row.id for row in library.scenarios()]


def happened(game: Game[Any, Any, Any]) -> Counter[str]:
    return Counter(type(event).__name__ for entry in game.log if isinstance(entry, Played) for event in entry.events)


def crowded(**more: Any) -> Setup:
    """Engineers and guns of both sides on a small table, with many command dice."""
    army = Army({"minelayer": 2, "infantry": 2, "medium-tank": 2, "howitzer": 1, "repair-vehicle": 1})
    setup = small("land", command=True, changed={"rounds": 12, "command_points": 500} | more)
    return msgspec.structs.replace(setup, red=army, blue=army)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_greedy_game_of_every_scenario_keeps_every_promise(scenario: str) -> None:
    game = duel(book, scenario, 1, ("greedy", "greedy"))
    check_told(book, game)
    assert happened(game)["Fired"] > 0


@rule("PK-23", "PK-45", "PK-63", "PK-64", "PK-68", "PK-94", "PK-101")
def test_greedy_games_see_all_that_can_happen() -> None:
    """Bombs, bridges, mines and crates too: greedy has a use for each order of the book. Where tools for mines reach
    far and supplies often come, it defuses and shoots at crates."""
    seen: Counter[str] = Counter()
    for scenario, seed in (("convoy", 1), ("dogfight", 3), ("harbour", 1), ("pocket", 2), ("river-crossing", 3)):
        seen += happened(duel(book, scenario, seed, ("greedy", "greedy")))
    often = {"command": ["supplies"] * 8 + ["aim", "mark", "smoke", "barrage"]}
    setup = msgspec.structs.replace(crowded(**often), chart=altered("minelayer", 0, range=40))
    for seed in range(2):
        seen += happened(fight(book, setup, f"seen {seed}", ("greedy", "greedy")))
    assert set(seen) == {kind.__name__ for kind in book.event_type.__args__}


def test_greedy_uses_every_command_die() -> None:
    used: Counter[str] = Counter()
    for seed in range(3):
        game = fight(book, crowded(command_points=300), f"dice {seed}", ("greedy", "greedy"))
        used += Counter(
            event.command
            for entry in game.log
            if isinstance(entry, Played)
            for event in entry.events
            if type(event).__name__ == "Commanded"
        )
    dice = set(files.usual().command) - {"supplies", "barrage"}  # which are no commands to a unit
    assert set(used) == dice


@pytest.mark.parametrize(
    "more",
    [
        {"directions": 8, "slow": 3, "least_flight": [1, 4]},
        {"die": 8, "command": ["advance", "camouflage", "smoke", "entrench", "aim", "mark", "supplies", "barrage"]},
    ],
)
def test_greedy_plays_with_other_figures(more: dict[str, Any]) -> None:
    fight(book, crowded(**more), "other", ("greedy", "greedy"))


@soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_long_campaign_of_greedy_games(scenario: str) -> None:
    for seed in range(1_000, 1_013):
        check_told(book, duel(book, scenario, seed, ("greedy", "greedy")))


@soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_long_campaign_of_random_games(scenario: str) -> None:
    setup = library.build(scenario)
    for seed in range(1_000, 1_063):
        play_through(book, setup, f"{scenario} {seed}", dear_every=150, exact=False)


@soak
@pytest.mark.parametrize("ground", GROUNDS)
def test_a_long_campaign_on_crowded_tables(ground: str) -> None:
    for seed in range(1_000, 1_020):
        fight(book, small(ground, command=True), f"{ground} {seed}", ("greedy", "greedy"))
        fight(book, crowded(), f"crowded {seed}", ("greedy", "random"))
