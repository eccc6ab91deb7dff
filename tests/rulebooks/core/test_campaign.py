"""Many games under the conformance kit: every scenario, crowded little boards with everything, all sets of options."""

from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

from hulldown.kernel.conformance import check_told, play_through
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game, Played
from hulldown.rulebooks.panzerstrike.core import library, options
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.orders import Announce, AnnounceWall, Move
from hulldown.rulebooks.panzerstrike.core.rules import HERE
from hulldown.rulebooks.panzerstrike.core.setup import Parabolic, Setup
from hulldown.rulebooks.panzerstrike.core.state import Phase, State
from tests.marks import rule, soak
from tests.rulebooks.core.cast import altered, setup_of
from tests.rulebooks.duels import duel, fight

SCENARIOS = sorted(path.stem for path in (HERE / "scenarios").glob("*.toml"))
ALLEYS = [
    "..#....#",
    "........",
    "#...#.,,",
    "....#.,,",
    "........",
    "........",
    "#.,..#..",
    "....:#..",
    "..#.::..",
    "........",
]
WALLS: dict[str, Any] = {"walls": (35, 38, 44), "low": (33,), "high": (46,)}  # in the two rows in the middle
# Howitzers that reach their enemies on so small a board.
CHART = altered("light-howitzer", parabolic=Parabolic(2, 6))
TANKS: dict[str, int] = {"heavy": 1, "medium": 1, "light": 1}
EVERYTHING: dict[str, int] = {"medium": 1, "dozer": 1, "recovery": 1, "car": 1, "light-howitzer": 1, "gun": 1}
OTHERS: dict[str, int] = {"heavy": 1, "light": 1, "half-track": 1, "howitzer": 1, "light-destroyer": 1, "truck": 1}
TRACKS = dict.fromkeys(("white", "orange", "green", "blue"), ("track", "track", "body"))
ALL_ON = dict.fromkeys(options.OPTIONAL, True)
CROWDED: dict[str, tuple[dict[str, int], dict[str, int], dict[str, Any]]] = {
    "bare": (TANKS, TANKS, {}),
    "everything": (EVERYTHING, OTHERS, {**WALLS, **ALL_ON}),
    "without options": (EVERYTHING, OTHERS, {**WALLS, "hidden": True}),
    "moulded": (TANKS, OTHERS, {"moulded": True, "solid": True, **ALL_ON}),
    "gunners": ({"gun": 3, "truck": 2, "medium": 1}, {"howitzer": 2, "half-track": 3, "gun": 1}, {"speed_die": True}),
    "guns alone": ({"gun": 3}, {"howitzer": 2}, {"command": True}),
    "workshop": ({"recovery": 12, "heavy": 3}, {"recovery": 12, "heavy": 3}, {"changed": {"hit": TRACKS}}),
    "workshop in stages": ({"recovery": 4, "medium": 3}, {"recovery": 4, "medium": 3}, {"aimed": True, "semi": True}),
    "barrage": (
        {"light-howitzer": 3, "car": 2},
        {"light-howitzer": 3, "truck": 2},
        {"scatter": True, "radios": True, "on_the_move": True},
    ),
    "dozers": ({"dozer": 3, "light": 1}, {"dozer": 3, "truck": 2}, WALLS),
    "basic": (TANKS, EVERYTHING, {"spaa": 2, "lost_spaa": 1, "turn_limit": 12, "zone_b": (3, 4, 11, 12)}),
}


def crowded(name: str) -> Setup:
    """A board on which even random games come to blows, to walls and to wrecks."""
    red, blue, more = CROWDED[name]
    more = {**more, "changed": {"ranks": 4, "rounds": 25, **more.get("changed", {})}}
    return setup_of(ALLEYS, red, blue, chart=CHART, **more)


def happened(game: Game[Any, Any, Any]) -> Counter[str]:
    return Counter(type(event).__name__ for entry in game.log if isinstance(entry, Played) for event in entry.events)


def random_game(setup: Setup, seed: str) -> Game[Any, Any, Any]:
    game = Game(book, setup, SeededDice(seed))
    chooser = SeededDice(f"{seed} choices")
    while game.to_act() is not None:
        game.play(book.sample(game.state, chooser))
    return game


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


@rule("CORE-12", "CORE-91", "CORE-92", "CORE-176", "CORE-177", "CORE-Q44")
def test_the_crowded_games_see_all_that_can_happen() -> None:
    """Else the campaign would prove little: random games of all these set-ups meet every kind of event and end."""
    seen: Counter[str] = Counter()
    ends: set[tuple[str, bool]] = set()
    for name in CROWDED:
        for seed in range(20):
            game = random_game(crowded(name), f"seen {name} {seed}")
            seen += happened(game)
            if result := game.result():
                ends.add((result.rule, result.winner is None))
    assert set(seen) == {kind.__name__ for kind in book.event_type.__args__} - {"Hidden"}
    assert ends == {("CORE-12", False), ("CORE-Q44", True), ("CORE-176", False), ("CORE-177", True)}


# The nine optional rules

# 32 of the 512 sets of options, by parities over five bits: of any three options all eight combinations are there.
MASKS = [mask for mask in range(32) if mask.bit_count() % 2][: len(options.OPTIONAL)]
COVERING = [tuple(bool((row & mask).bit_count() % 2) for mask in MASKS) for row in range(32)]


def test_the_sample_of_options_has_every_combination_of_any_three() -> None:
    for three in combinations(range(9), 3):
        assert len({tuple(row[at] for at in three) for row in COVERING}) == 8


def with_options(chosen: tuple[bool, ...], rounds: int) -> Setup:
    switched = dict(zip(options.OPTIONAL, chosen, strict=True))
    changed = {"ranks": 4, "rounds": rounds}
    return setup_of(ALLEYS, EVERYTHING, OTHERS, chart=CHART, changed=changed, **WALLS, **switched)


@rule("CORE-01", "CORE-02")
@pytest.mark.parametrize("chosen", COVERING, ids=lambda chosen: "".join("01"[on] for on in chosen))
def test_options_go_together_in_any_combination_of_three(chosen: tuple[bool, ...]) -> None:
    play_through(book, with_options(chosen, 12), f"options {chosen}", dear_every=25)


@rule("CORE-02")
def test_all_512_sets_of_options_set_up_play_and_end() -> None:
    for chosen in product((False, True), repeat=9):
        setup = with_options(chosen, 2)
        assert [name for name in options.OPTIONAL if getattr(setup, name)] == [
            name for name, on in zip(options.OPTIONAL, chosen, strict=True) if on
        ]
        assert random_game(setup, f"all {chosen}").result() is not None


# Greedy


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_greedy_game_of_every_scenario_keeps_every_promise(scenario: str) -> None:
    game = duel(book, scenario, 1, ("greedy", "greedy"))
    check_told(book, game)
    assert happened(game)["Fired"] > 0


@pytest.mark.parametrize("chosen", COVERING, ids=lambda chosen: "".join("01"[on] for on in chosen))
def test_greedy_plays_with_options_in_any_combination_of_three(chosen: tuple[bool, ...]) -> None:
    assert happened(fight(book, with_options(chosen, 8), f"{chosen}", ("greedy", "greedy")))["Fired"] > 0


@pytest.mark.parametrize("name", CROWDED)
def test_greedy_plays_on_a_crowded_board(name: str) -> None:
    fight(book, crowded(name), name, ("greedy", "greedy"))


@soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_long_campaign_of_greedy_games(scenario: str) -> None:
    for seed in range(1_000, 1_020):
        check_told(book, duel(book, scenario, seed, ("greedy", "greedy")))
        duel(book, scenario, seed, ("greedy", "random"))


@soak
@pytest.mark.parametrize("chosen", COVERING, ids=lambda chosen: "".join("01"[on] for on in chosen))
def test_a_long_campaign_of_greedy_games_with_options(chosen: tuple[bool, ...]) -> None:
    for seed in range(10):
        fight(book, with_options(chosen, 30), f"{chosen} {seed}", ("greedy", "greedy"))


# What the hand is shown


def check_hand(state: State) -> None:
    """What a hand is shown of each unit is what it may do: all poses, all targets, and deeds that are legal."""
    for unit in range(len(state.units.units)):
        survey, orders = book.survey(state, unit), list(book.orders(state, unit))
        shown = {pose for band in survey.bands for pose in band.poses}
        assert shown == {move.square * 8 + move.facing for move in orders if isinstance(move, Move)}
        assert {deed.order for deed in survey.deeds} <= set(orders)
        aimed = {aim.order for aim in survey.aims if aim.preview.refusal is None}
        assert aimed == {order for order in orders if isinstance(order, Announce | AnnounceWall)}


@pytest.mark.parametrize("name", CROWDED)
def test_the_hand_is_shown_what_may_be_done(name: str) -> None:
    game = Game(book, crowded(name), SeededDice(f"hand {name}"))
    chooser = SeededDice(f"hand {name} choices")
    while game.to_act() is not None:
        if game.state.phase in (Phase.MOVEMENT, Phase.ANNOUNCING) and len(game.log) % 5 == 0:
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


@soak
@pytest.mark.parametrize("chosen", COVERING, ids=lambda chosen: "".join("01"[on] for on in chosen))
def test_a_long_campaign_with_options(chosen: tuple[bool, ...]) -> None:
    for seed in range(20):
        play_through(book, with_options(chosen, 30), f"options {chosen} {seed}", dear_every=10)
