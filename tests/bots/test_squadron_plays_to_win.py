"""What the player of Panzer Squadron does in every phase to win: guns stay laid on the enemy.

Each position is played as it is drawn, and turned by half for the other side.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from hulldown.bots import make
from hulldown.bots.players import tactics_of
from hulldown.bots.squadron.playout import Playout
from hulldown.bots.squadron.prospects import Prospects
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.squadron import tiles, turn
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.orders import KeepTurrets
from hulldown.rulebooks.squadron.state import Phase
from tests.rulebooks.squadron.cast import Table, field, table

PLAYERS = "greedy", "planner:veteran/10"
TURNED = str.maketrans("↗↘↓↙↖↑", "↙↖↑↗↘↓")


def images(drawing: str) -> list[tuple[str, Side]]:
    """A drawing for Red; and turned by half with the colours exchanged, for Blue."""
    rows = [row.split() for row in drawing.split("\n") if row.strip()]
    assert len(rows) % 2, "rows that lie half a hex further right would lie otherwise after half a turn"
    turned = [
        [cell.translate(TURNED) if len(cell) == 1 else exchanged(cell) for cell in row[::-1]] for row in rows[::-1]
    ]
    return [(drawing, RED), ("\n".join(" ".join(row) for row in turned), BLUE)]


def exchanged(unit: str) -> str:
    return unit.swapcase().translate(TURNED)


def choice(at: Table, player: str) -> Any:
    return make(player, book, 1).choose(at.state)


LAID = field(14, 9, D5="PZ1↓↘", E5="H", M8="te1↖")


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(("drawing", "side"), images(LAID))
def test_a_gun_that_is_laid_towards_the_only_enemy_is_not_swung_back(drawing: str, side: Side, player: str) -> None:
    at = table(drawing, side=side, first=side, phase=Phase.TURRETS)
    assert choice(at, player) == KeepTurrets()


@pytest.mark.parametrize("player", PLAYERS)
def test_a_gun_that_points_away_from_the_enemy_is_swung_back(player: str) -> None:
    at = table(field(14, 9, D5="PZ1↘↖", M8="te1↖"), phase=Phase.TURRETS)
    assert choice(at, player) == at.swing_back("PZ1")


# Both foremost tanks have four rows to go, and the enemy has acted: whoever is one row further on wins.
LEVEL = field(12, 9, F5="PZ1↓", A5="te1↑")


@pytest.mark.parametrize(("drawing", "side"), images(LEVEL))
def test_level_in_the_last_turn_the_foremost_tank_goes_on_and_not_after_the_enemy(drawing: str, side: Side) -> None:
    at = table(
        drawing, side=side, first=side.other, turn=12, activated=["TE1" if side else "te1"], changed={"turns": 12}
    )
    bot, before = make("planner:veteran/10", book, 1), turn.rows_to_go(at.state, side)
    for number in range(30):
        if book.to_act(at.state) is side:
            for event in book.decide(at.state, bot.choose(book.view(at.state, side)), SeededDice(f"go {number}")):
                book.evolve(at.state, event)
    assert turn.rows_to_go(at.state, side) < before


@pytest.mark.parametrize(("drawing", "side"), images(LEVEL))
def test_the_bot_says_how_it_stands_in_the_last_turns(drawing: str, side: Side) -> None:
    for at_turn, told in ((12, "This is the last turn and the sides are level"), (5, "")):
        at = table(drawing, side=side, first=side, turn=at_turn, changed={"turns": 12})
        assert tactics_of(book).stance(at.state, side).startswith(told)
        assert bool(told) is bool(tactics_of(book).stance(at.state, side))


def to_deploy(drawing: str, side: Side, name: str) -> Table:
    """A table on which one tank is still beside the mat."""
    at = table(drawing, side=side, first=side, turn=0, phase=Phase.DEPLOYMENT)
    at.change(name, hex=-1)
    return at


CORNER = field(12, 9, A1="ST1↓", L5="kv1↖", L9="kv2↖", **{f"{column}1": "H" for column in "GHIJKL"})


@pytest.mark.parametrize(("drawing", "side"), images(CORNER))
def test_a_fixed_gun_is_deployed_towards_where_the_enemy_stands(drawing: str, side: Side) -> None:
    """It can only fire ahead, and all enemies stand at the end of the mat where houses are."""
    at = to_deploy(drawing, side, "st1" if side else "ST1")
    order = choice(at, "planner:veteran/5")
    assert order.facing != tiles.ahead(side)


# Two heavy tanks look over the mat; a T-34/76 can harm neither from ahead. Behind the house at F2 nobody sees it.
WATCHED = field(12, 9, C1="TS1↓", D9="kt1↑", I9="kt2↑", F2="H", G2="H", E2="H")


@pytest.mark.parametrize("player", ["greedy", "planner:veteran/5"])
@pytest.mark.parametrize(("drawing", "side"), images(WATCHED))
def test_a_thin_tank_is_not_deployed_where_guns_see_it_and_it_harms_nobody(
    drawing: str, side: Side, player: str
) -> None:
    at = to_deploy(drawing, side, next(word[:3] for word in drawing.split() if word[:2] in ("TS", "ts")))
    order = choice(at, player)
    unit = tiles.next_of(at.state, order.card)
    at.state.units.put(unit, replace(at.state.units.units[unit], hex=order.hex, facing=order.facing))
    assert not any(chance for _, chance in Prospects(at.state, unit).harmed(order.hex, order.facing, False))


def test_whoever_reacts_has_spent_its_activation_and_the_mover_goes_on() -> None:
    """In the battles by which a window is judged."""
    at = table(field(12, 5, B3="PZ1↗", H3="te1↙"))
    fire = at.fire("PZ1", "te1")
    for battle in range(8):
        fight = Playout(at.state, 0, battle, hasty=False)
        fight.reacted((fire,))
        assert fight.gains[0] > 0
        assert {tank.side: tank.done for tank in fight.tanks} in ({0: True, 1: False}, {0: True})
