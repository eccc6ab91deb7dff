"""What a beginner gets wrong, and how personalities differ."""

import pytest

from hulldown.bots import make
from hulldown.bots.planner import Planner
from hulldown.bots.players import tactics_of
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from tests.bots.images import images
from tests.rulebooks.france1944.cast import Table, field, table

# A shot at a front and one at a flank, at tanks of the same worth.
CHOICE = field(12, 5, A3="M1→", G1="m1←", G5="m2↑")
NEARLY = field(12, 5, A3="M1→", G1="m1←", H5="m2←")  # two shots at fronts, one of them from a little nearer


def planner(level: str, seed: int) -> Planner:
    bot = make(f"planner:{level}", book, seed)
    assert isinstance(bot, Planner)
    return bot


def test_a_recruit_errs_but_never_by_more_than_a_beginner_may() -> None:
    chosen = set()
    for seed in range(30):
        bot = planner("recruit", seed)
        order = bot.choose(table(NEARLY, phase=Phase.SHOOTING).state)
        assert order == planner("recruit", seed).choose(table(NEARLY, phase=Phase.SHOOTING).state)
        assert bot._found is not None
        worths = {row[0]: worth for worth, row in bot._found.rows}
        assert worths[order] >= max(worths.values()) - tactics_of(book).SLIP
        chosen.add(order)
    assert len(chosen) > 1


@pytest.mark.parametrize("level", ["veteran", "ace"])
def test_nobody_else_errs_on_purpose(level: str) -> None:
    at = table(CHOICE, phase=Phase.SHOOTING)
    assert {planner(level, seed).choose(at.state) for seed in range(4)} == {at.fire("M1", "m2")}


def test_a_recruit_does_not_miss_what_costs_more_than_a_beginner_may_lose() -> None:
    """A heavy tank that is destroyed nearly for certain, or a light one far away that hardly is."""
    at = table(field(16, 5, A3="H1→", E3="h1→", P1="l1←"), phase=Phase.SHOOTING)
    assert {planner("recruit", seed).choose(at.state) for seed in range(20)} == {at.fire("H1", "h1")}


# The gun at the other end sees all of the street but what lies behind the house.
STREET = """
. . . # . . . . . . . . . .
M1→ . . # . . . . . . . . . h1←
. . . . . . . . . . . . . .
M2→ . . # . . . . . . . . . .
. . . # . . . . . . . . . .
"""


def seen(at: Table, personality: str) -> int:
    """How many of its tanks a bot leaves in the gun's sight, when it has moved them all."""
    bot = planner(f"veteran/3+{personality}", 1)
    while at.state.phase is Phase.MOVEMENT:
        at.play(bot.choose(at.state))
    eyes = at.state.ground.in_view(at.state.tanks.units[at.unit("h1")].square)
    return sum(eyes >> at.state.tanks.units[at.unit(name)].square & 1 for name in ("M1", "M2"))


def test_a_cautious_player_and_an_aggressive_one_can_be_told_apart_in_one_turn() -> None:
    for drawing in [*images(STREET)][::3]:
        left = {name: seen(table(drawing, rolled=(6, 6)), name) for name in ("cautious", "aggressive")}
        assert left["aggressive"] > left["cautious"]
