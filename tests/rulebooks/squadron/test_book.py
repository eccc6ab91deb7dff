"""The conformance kit on random games, on crowded mats and on the scenarios, and the invariants."""

from typing import Any

import pytest

from hulldown.kernel.conformance import play_through
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks.squadron import library
from hulldown.rulebooks.squadron.book import Squadron, book
from hulldown.rulebooks.squadron.events import Fired, HouseFlattened, WindowOpened
from hulldown.rulebooks.squadron.orders import Order
from hulldown.rulebooks.squadron.setup import Army, Hand, Mat, Setup
from hulldown.rulebooks.squadron.state import Phase, Window
from tests.marks import rule, soak_times
from tests.rulebooks.squadron.cast import CARDS, Table, case, field, figures, table

CROWDED = {
    "hedges": Mat("hedges", ("......", "%.h.%.", ".r..O.", "..%h..", ".%..r.", "......")),
    "narrow": Mat("narrow", ("....", "hH.%", ".r%.", "%.hO", "....")),
    "open": Mat("open", ("......",) * 5),
    "houses": Mat("houses", ("h.hh..", "hh.hhh", "h.hh.h", "hhh.hh", ".hh..h")),
    "lane": Mat("lane", (".....", "H.h.H", "H.%.H", "H.r.H", ".....")),
}
ARMIES = (
    ({"panther-g": 2, "stug-iii-g": 1, "tiger-ii": 1}, {"kv-1": 1, "t-34-85": 2, "su-100": 1}),
    ({"hetzer": 2, "firefly": 1}, {"is-2": 1, "jagdpanther": 1, "churchill-vii": 1}),
)


def crowded(mat: str, armies: int, **more: Any) -> Setup:
    red, blue = ARMIES[armies]
    changed = {"turns": 6} | more.pop("changed", {})
    return Setup(mat, CROWDED[mat], CARDS, figures(**changed), Army(red, 9_999), Army(blue, 9_999), **more)


@pytest.mark.parametrize("armies", range(len(ARMIES)))
@pytest.mark.parametrize("mat", CROWDED)
def test_random_games_on_crowded_mats_keep_every_promise(mat: str, armies: int) -> None:
    for seed in range(soak_times(2)):
        play_through(book, crowded(mat, armies), f"{mat} {armies} {seed}", dear_every=7)


@pytest.mark.parametrize(
    "more",
    [
        {"free_stop": True, "narrow": True},
        {"red_tiles": Hand(1, 1, 1, 1, 1), "blue_tiles": Hand(hedge=3)},
        {"changed": {"turn_cost": (0, 0, 1, 1), "clear_lines": 3}},
        {"changed": {"turn_cost": (0, 3, 1, 0), "shot_cost": 0, "standing_dice": 3, "critical": 50}},
    ],
)
def test_random_games_with_other_figures_keep_every_promise(more: dict[str, Any]) -> None:
    for seed in range(soak_times(2)):
        play_through(book, crowded("open", 0, **more), f"other {seed}", dear_every=7)


@pytest.mark.parametrize("scenario", [row.id for row in library.scenarios()])
def test_random_games_of_the_scenarios_keep_every_promise(scenario: str) -> None:
    for seed in range(soak_times(1)):
        play_through(book, library.build(scenario), f"{scenario} {seed}", dear_every=40)


@rule("SQ-57", "SQ-100")
def test_random_games_have_reactions_and_fallen_houses() -> None:
    """Else the games above would try less than they seem to."""
    kinds: dict[type, int] = {}
    reactions = 0
    for seed in range(10):
        setup = crowded("hedges" if seed % 2 else "houses", 0)
        game = play_through(book, setup, f"much {seed}", dear_every=1000)
        for entry in game.log:
            for event in getattr(entry, "events", ()):
                kinds[type(event)] = kinds.get(type(event), 0) + 1
                reactions += isinstance(event, Fired) and event.reaction
    assert kinds[WindowOpened] > 10
    assert kinds[HouseFlattened] > 1
    assert reactions > 5


@pytest.mark.parametrize("mat", ["hedges", "narrow"])
def test_every_order_of_every_unit_has_a_chance_to_be_sampled(mat: str) -> None:
    chooser = SeededDice("samples")
    game = play_through(book, crowded(mat, 1), "before", dear_every=1000)
    state = book.start(game.setup)
    for entry in game.log[:40]:
        listed = {encode(order) for order in book.orders(state)}
        sampled = {encode(book.sample(state, chooser)) for _ in range(60 * len(listed))}
        assert sampled == listed
        for event in getattr(entry, "events", ()):
            book.evolve(state, event)


# The wire


def test_a_hex_is_called_square_on_the_wire() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "ch1↙"})
    assert encode(at.step((1, 0))) == b'{"type":"Step","square":%d}' % at.hex((1, 0))
    order: Any = decode(b'{"type":"Deploy","card":"m10","square":3,"facing":2}', Order)
    assert order.hex == 3


@rule("SQ-60")
def test_nothing_is_hidden() -> None:
    at = case({(0, 0): "TE1↗", (4, -2): "ch1↙"})
    for side in (RED, BLUE, None):
        assert book.view(at.state, side) is at.state
    event = at.play(at.ambush("TE1"))[0]
    assert book.hear(at.state, event, None) is event


def test_losses_are_the_wrecks() -> None:
    at = case({(0, 0): "TE1↗", (1, 0): "×TE2", (4, -2): "ch1↙", (5, -2): "×ch2", (6, -2): "×ch3"})
    assert book.losses(at.state) == (1, 2)


def test_the_mat_is_drawn() -> None:
    at = table(field(4, 3, A1="PA1↘", B2="h", C3="te1↖", D3="×te2"))
    assert book.draw(at.state).split("\n") == [
        "      A     B     C     D",
        "  1  PA1↘   ·     ·     ·",
        "  2      ·     h     ·     ·",
        "  3   ·     ·    te1↖  ×te2",
    ]


# Invariants


def broken(name: str = "TE1", **fields: Any) -> str:
    at = table(field(6, 6, A1="TE1↘", C1="PA1↘", E1="ST1↘", D4="ch1↖", B3="h", C3="H", D3="O"))
    at.change(name, **fields)
    return " ".join(book.faults(at.state))


def test_the_invariants_find_a_broken_tank() -> None:
    assert broken() == ""
    assert "SQ-Q4" in broken(hex=2)
    for place in (13, 14, 15):  # B3, C3, D3
        assert "SQ-92" in broken(hex=place)
    assert "SQ-41" in broken(facing=6)
    assert "SQ-13" in broken("ST1", turret=1)
    assert "SQ-84" in broken(destroyed=True, moving=True)
    assert "SQ-08" in broken(broken=1)
    assert "SQ-59" in broken(reacted=2)
    assert "SQ-09" in broken("PA1", broken=2, moving=True)
    assert "SQ-03" in broken(side=BLUE)
    assert "SQ-23" in broken(activated=3)
    assert "SQ-28" in broken(ambush=2)
    assert "SQ-28" in broken(ambush=2, activated=2, moving=True)
    assert "SQ-19" in broken(hex=-1)


def test_the_invariants_find_a_broken_turn() -> None:
    def faults(at: Table) -> str:
        return " ".join(book.faults(at.state))

    at = table(field(6, 6, A1="TE1↘", D4="ch1↖"))
    at.state.phase = Phase.MOVEMENT
    assert "SQ-26" in faults(at)
    at.state.phase = Phase.TURRETS
    assert "SQ-76" in faults(at)
    at.state.phase = Phase.ACTIVATION
    at.change("TE1", activated=2)
    assert "SQ-24" in faults(at)
    at = table(field(6, 6, A1="TE1↘", D4="×ch1"))
    assert "SQ-Q33" in faults(at)
    at = table(field(6, 6, A1="TE1↘", D4="ch1↖"))
    at.state.window = Window(BLUE, (1,))
    assert "SQ-58" in faults(at)
    at = table(field(6, 6, A1="TE1↘", D4="ch1↖"), turn=13)
    assert "SQ-Q33" in faults(at)
    at = table(field(6, 6, A1="TE1↘", D4="ch1↖", B3="H"))
    at.state.ground = at.state.ground.with_tile(at.hex("B3"), "O")
    assert "SQ-97" in faults(at)
    at.state.ground = at.state.ground.with_tile(at.hex("B3"), "H").with_tile(at.hex("B1"), "O")
    assert "SQ-Q31" in faults(at)


def test_the_book_says_what_it_is() -> None:
    assert (book.id, book.title, book.rules.book.table) == ("squadron", "Panzer Squadron", "hexes")
    assert isinstance(book, Squadron)
