"""Perft: how many sequences of legal orders a small position has, by the kind of their last order.

Each file in `perft/` is a position (a head, then a drawing in the words of `cast`) with its counts below it. The dice
show the face at a place, and each further one of a handful the next. A rule that changes moves a number; `--renew`
writes the counts anew.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.squadron import orders
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.orders import Order
from hulldown.rulebooks.squadron.setup import TILES
from hulldown.rulebooks.squadron.state import Phase, State
from tests.conftest import Golden
from tests.marks import rule
from tests.rulebooks.played import counted, numbers, written_by_hand
from tests.rulebooks.squadron.cast import Table, table

HERE = Path(__file__).parent / "perft"
POSITIONS = sorted(path.stem for path in HERE.glob("*.txt"))


class Steady(Dice):
    """Dice that fall alike again and again; in a handful no two are equal, so that nothing is rolled for ever."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        return tuple(die[(self.at + more) % len(die)] for more in range(count))


def position(name: str) -> tuple[str, Table, Steady]:
    text, head, drawing = written_by_hand((HERE / f"{name}.txt").read_text(encoding="utf-8"))
    (face,) = numbers(head, "face")
    at = table(
        drawing,
        phase=Phase(head["phase"]),
        side=BLUE if head["side"] == "blue" else RED,
        turn=int(head["turn"]),
        activated=head.get("activated", "").split(),
    )
    assert list(book.faults(at.state)) == []
    return text, at, Steady(face)


def conceivable(state: State) -> Iterator[Order]:
    """Every order that could be written down: all tanks, hexes, facings, and some that are not there."""
    hexes, units, corners = range(-1, state.ground.grid.size + 1), range(-1, len(state.units.units) + 1), range(-1, 7)
    plain: list[Order] = [
        orders.Begin(),
        orders.RollInitiative(),
        orders.SwingAllBack(),
        orders.KeepTurrets(),
        orders.Pass(),
    ]
    yield from plain
    for kind in (orders.SwingBack, orders.Activate, orders.RollMovement, orders.Ambush):
        yield from map(kind, units)
    yield from map(orders.EndActivation, (False, True))
    yield from map(orders.Step, hexes)
    yield from map(orders.Turn, corners)
    yield from (orders.PlaceTile(kind, place) for kind in TILES for place in hexes)
    yield from (orders.Fire(unit, target, corner) for unit in units for target in units for corner in corners)
    cards = {piece.card for piece in state.units.units}
    yield from (orders.Deploy(card, place, facing) for card in cards for place in hexes for facing in corners)


@rule("SQ-22", "SQ-26", "SQ-32", "SQ-36", "SQ-39", "SQ-41", "SQ-43", "SQ-50", "SQ-55", "SQ-57", "SQ-76", "SQ-108")
@pytest.mark.parametrize("name", POSITIONS)
def test_the_number_of_order_sequences_is_what_it_was(name: str, golden: Golden) -> None:
    text, at, dice = position(name)
    golden(f"../perft/{name}.txt", counted(book, text, at.state, dice))


@pytest.mark.parametrize("name", POSITIONS)
def test_the_listed_orders_are_all_that_the_judge_accepts(name: str) -> None:
    """Two orders deep by brute force: whatever can be written down, through the referee."""
    _, at, dice = position(name)
    states = [at.state]
    for order in at.orders():
        after = Table(at.state)
        after.play_with(order, dice)
        states.append(after.state)
    for state in states:
        accepted = {order for order in conceivable(state) if book.refuse(state, order) is None}
        listed = list(book.orders(state))
        assert set(listed) == accepted
        assert len(listed) == len(accepted), "no order is listed twice"
