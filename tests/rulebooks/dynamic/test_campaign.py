"""Many games under the conformance kit: every scenario, and crowded little boards with everything on them."""

from collections import Counter
from typing import Any

import pytest

from hulldown.kernel.conformance import check_told, play_through
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game, Played
from hulldown.rulebooks.panzerstrike.dynamic import library
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.orders import EndMovement, Move
from hulldown.rulebooks.panzerstrike.dynamic.rules import HERE
from hulldown.rulebooks.panzerstrike.dynamic.setup import Parabolic, Setup
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State
from tests.marks import rule, soak, soak_times
from tests.rulebooks.duels import duel
from tests.rulebooks.dynamic import reference
from tests.rulebooks.dynamic.cast import altered, setup_of

SCENARIOS = sorted(path.stem for path in (HERE / "scenarios").glob("*.toml"))
ALLEYS = [
    "..#....#..",
    "..........",
    "#...#.,,.#",
    "....#.,,..",
    "..........",
    "#.,..#...#",
    "....:#....",
    "..#.::..#.",
]
WALLS = {"walls": (14, 25, 44, 54), "low": (35,), "high": (64,)}  # in the two columns in the middle
# Howitzers that reach their enemies on so small a board.
CHART = altered("light-howitzer", parabolic=Parabolic(2, 3, 3, 9, 6))
EVERYTHING: dict[str, int] = {"medium": 1, "dozer": 1, "recovery": 1, "car": 1, "light-howitzer": 1, "gun": 1}
OTHERS: dict[str, int] = {"heavy": 1, "light": 1, "half-track": 1, "howitzer": 1, "light-destroyer": 1, "truck": 1}
TANKS: dict[str, int] = {"heavy": 1, "medium": 1, "light": 1}
CROWDED: dict[str, tuple[dict[str, int], dict[str, int], dict[str, Any]]] = {
    "bare": (TANKS, TANKS, {}),
    "everything": (EVERYTHING, OTHERS, {**WALLS, "command": True}),
    "equal dice": (EVERYTHING, EVERYTHING, {**WALLS, "extra": True, "hidden": True}),
    "miniatures": (TANKS, OTHERS, {"turrets": True, "command": True, "extra": True}),
    "workshop": (
        {"recovery": 12, "heavy": 3},
        {"recovery": 12, "heavy": 3},
        {"changed": {"quiet_rounds": 9, "red": (2, 3)}},
    ),
    "quick": (TANKS, {"hunter": 1, "light-howitzer": 1, "car": 1}, {"quick": True}),
    "guns alone": ({"gun": 3}, {"howitzer": 2, "light": 1}, {"changed": {"quiet_rounds": 6}}),
    "dozers": ({"dozer": 3}, {"dozer": 3}, {**WALLS, "changed": {"blue": (5, 6, 6), "quiet_rounds": 9}}),
    "sideways": (TANKS, EVERYTHING, {"edges": "long sides", "changed": {"ranks": 3}, "solid": True}),
    "basic": (
        TANKS,
        EVERYTHING,
        {"spaa": 2, "lost_spaa": 1, "turn_limit": 9, "blocks": ((10, 11), (40, 41))},
    ),
}


def crowded(name: str) -> Setup:
    """A board on which even random games come to blows, to walls and to wrecks."""
    red, blue, more = CROWDED[name]
    more = {**more, "changed": {"ranks": 4, **more.get("changed", {})}}
    return setup_of(ALLEYS, red, blue, chart=CHART, **more)


def happened(game: Game[Any, Any, Any]) -> Counter[str]:
    return Counter(type(event).__name__ for entry in game.log if isinstance(entry, Played) for event in entry.events)


def march(scenario: str, seeds: range, dear_every: int = 50) -> None:
    setup = library.build(scenario)
    for seed in seeds:
        game = play_through(book, setup, f"{scenario} {seed}", dear_every=dear_every)
        if seed % 4 == 0:
            check_told(book, game)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_of_every_scenario_keep_every_promise(scenario: str) -> None:
    march(scenario, range(2), 100)


@pytest.mark.parametrize("name", CROWDED)
def test_random_games_on_a_crowded_board_keep_every_promise(name: str) -> None:
    setup = crowded(name)
    for seed in range(4):
        check_told(book, play_through(book, setup, f"{name} {seed}", dear_every=20))


@rule("DYN-17", "DYN-112", "DYN-173", "DYN-174", "DYN-Q38")
def test_the_crowded_games_see_all_that_can_happen() -> None:
    """Else the campaign would prove little: random games of all these set-ups meet every kind of event."""
    seen: Counter[str] = Counter()
    ends: set[tuple[str, bool]] = set()
    for name in CROWDED:
        for seed in range(80 if name == "workshop" else 10):  # repairs by chance are rare
            game = Game(book, crowded(name), SeededDice(f"seen {name} {seed}"))
            chooser = SeededDice(f"seen {name} {seed} choices")
            while game.to_act() is not None:
                game.play(book.sample(game.state, chooser))
            seen += happened(game)
            if result := game.result():
                ends.add((result.rule, result.winner is None))
    assert set(seen) == {kind.__name__ for kind in book.event_type.__args__} - {"Hidden"}
    assert ends == {("DYN-17", False), ("DYN-Q38", True), ("DYN-173", False), ("DYN-174", True)}


def check_hand(state: State) -> None:
    """What a hand is shown of each unit is what it may do: all poses, each once, and deeds that are legal."""
    for unit in range(len(state.units.units)):
        survey, orders = book.survey(state, unit), list(book.orders(state, unit))
        shown = [pose for band in survey.bands for pose in band.poses]
        assert len(shown) == len(set(shown))
        assert set(shown) == {move.square * 8 + move.facing for move in orders if isinstance(move, Move)}
        assert {deed.order for deed in survey.deeds} <= set(orders)
        assert bool(survey.deeds) == any(not isinstance(order, Move) for order in orders)


@rule("DYN-45", "DYN-46", "DYN-47", "DYN-49", "DYN-53", "DYN-54", "DYN-57", "DYN-58", "DYN-150", "DYN-155", "DYN-156")
@pytest.mark.parametrize("name", CROWDED)
def test_movement_is_that_of_a_second_reading_of_the_rules(name: str) -> None:
    """All orders of movement, in positions that random games come to, by other code altogether."""
    for seed in range(soak_times(2)):
        game = Game(book, crowded(name), SeededDice(f"second {name} {seed}"))
        chooser = SeededDice(f"second {name} {seed} choices")
        while game.to_act() is not None and len(game.log) < 400:
            if game.state.phase is Phase.MOVEMENT and len(game.log) % 4 == 0:
                assert set(book.orders(game.state)) == reference.movements(game.state) | {EndMovement()}
                check_hand(game.state)
            game.play(book.sample(game.state, chooser))


@soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_long_campaign_of_random_games(scenario: str) -> None:
    march(scenario, range(1_000, 1_060))


@soak
@pytest.mark.parametrize("name", CROWDED)
def test_a_long_campaign_on_the_crowded_board(name: str) -> None:
    setup = crowded(name)
    for seed in range(1_000, 1_075):
        play_through(book, setup, f"{name} {seed}", dear_every=10)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_greedy_game_of_every_scenario_keeps_every_promise(scenario: str) -> None:
    game = duel(book, scenario, 1, ("greedy", "greedy"))
    check_told(book, game)
    assert happened(game)["Fired"] > 0


@soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_long_campaign_of_greedy_games(scenario: str) -> None:
    for seed in range(1_000, 1_020):
        check_told(book, duel(book, scenario, seed, ("greedy", "greedy")))
        duel(book, scenario, seed, ("greedy", "random"))
