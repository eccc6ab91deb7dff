"""What the player of Panzerkampf knows of the end: behind in points near the last round it comes, ahead it waits.

Each position is played as it is, and turned by half with the sides exchanged.
"""

import pytest
from msgspec.structs import replace

from hulldown.bots import make
from hulldown.bots.panzerkampf.routes import lattice
from hulldown.bots.players import tactics_of
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerkampf import sight
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit, Where
from tests.rulebooks.panzerkampf.cast import battle, blue, cm, house, play_with, red
from tests.rulebooks.panzerkampf.cast import field as table

LOST = {"hp": 0, "where": Where.GONE}
LENGTH, WIDTH = 120, 80


def images(units: list[Unit]) -> list[tuple[list[Unit], Side]]:
    """The units as they are, and turned by half with the sides exchanged."""
    turned = [
        replace(
            unit, side=unit.side.other, x=cm(LENGTH) - unit.x, y=cm(WIDTH) - unit.y, heading=(unit.heading + 180) % 360
        )
        for unit in units
    ]
    return [(units, RED), (turned, BLUE)]


def moved(units: list[Unit], side: Side, round_: int, box: tuple[int, int, int, int] = (52, 46, 16, 5)) -> State:
    """The state after the planner's movement phase; a house stands in the box."""
    left, top, width, height = box
    shelter = house(*box) if side is RED else house(LENGTH - left - width, WIDTH - top - height, width, height)
    state: State = battle(
        units,
        side=side,
        first=side,
        turn=2 * round_ - 1,
        changed={"rounds": 15},
        table=table(shelter, width=LENGTH, height=WIDTH),
    )
    bot = make("planner:veteran/5", book, 1)
    for number in range(20):
        if state.phase is Phase.MOVEMENT:
            play_with(state, bot.choose(book.view(state, side)), SeededDice(number))
    return state


# Three guns look past the house behind which the tank is; north is ahead.
GUNS = [blue("tank-destroyer", x, 12, 180) for x in (50, 60, 70)]
BEHIND = [red("medium-tank", 60, 56, 0), *GUNS, red("light-tank", 4, 76, 0, **LOST)]


@pytest.mark.parametrize(("units", "side"), images(BEHIND))
def test_behind_in_the_last_rounds_a_tank_leaves_its_shelter(units: list[Unit], side: Side) -> None:
    for round_, comes in ((5, False), (14, True)):
        state = moved(units, side, round_)
        place = state.units[0].x, state.units[0].y
        assert any(sight.sees(state, gun, place, 0) for gun in (1, 2, 3)) is comes


AHEAD = [red("medium-tank", 60, 76, 0), blue("tank-destroyer", 60, 6, 180), blue("light-tank", 4, 4, 0, **LOST)]


@pytest.mark.parametrize(("units", "side"), images(AHEAD))
def test_ahead_in_the_last_round_it_waits(units: list[Unit], side: Side) -> None:
    """There is no turn of its own any more in which it could fire."""
    for round_, comes in ((5, True), (15, False)):
        way = abs(moved(units, side, round_).units[0].y - units[0].y)
        assert (way > cm(8)) is comes


FAR = red("medium-tank", 110, 67, 0)
DUEL = [red("howitzer", 30, 70, 0), FAR, blue("howitzer", 56, 9, 180), blue("at-gun", 98, 42, 180)]
BATTERY = [
    red("howitzer", 30, 70, 0),
    red("medium-tank", 108, 72, 0),
    blue("at-gun", 53, 16, 180),
    blue("howitzer", 11, 35, 180),
]


@pytest.mark.parametrize(("units", "side"), [*images(DUEL), *images(BATTERY)])
def test_a_howitzer_that_would_have_to_reload_fires_instead_of_driving(units: list[Unit], side: Side) -> None:
    """What it aims at may be gone by its next turn."""
    state = moved(units, side, 3, (1, 1, 1, 1))
    assert state.units[0].moved != state.turn


def test_nobody_is_deployed_in_slow_ground_where_there_is_open_ground_beside_it() -> None:
    """Where guns belong behind trees they may be: of the others nobody starts in a wood or a marsh."""
    for scenario in ("bocage", "ridge"):
        slow = 0
        state = book.start(book.library.build(scenario))
        bots = [make("greedy", book, f"{scenario} {side}") for side in Side]
        while book.turn(state).setting_up:
            play_with(state, bots[book.turn(state).side].choose(state), SeededDice(scenario))
        for unit, piece in enumerate(state.units):
            row = state.type(unit)
            artillery = any(weapon.kind == "artillery" for weapon in row.weapon)
            if piece.standing and not (row.flying or row.naval or artillery):
                grid = lattice(state.ground, row)
                slow += grid.costs[grid.at(piece.x, piece.y)] > 1
        assert not slow


@pytest.mark.parametrize(("units", "side"), images(BEHIND))
def test_the_bot_says_that_it_attacks_because_it_is_behind(units: list[Unit], side: Side) -> None:
    for round_, told in ((14, f"2 rounds are left and {side.label} is behind in points, so it attacks."), (5, "")):
        state = battle(units, side=side, first=side, turn=2 * round_ - 1, changed={"rounds": 15})
        assert tactics_of(book).stance(state, side) == told
