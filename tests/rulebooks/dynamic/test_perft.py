"""Perft: how many sequences of legal orders a small position has, by the kind of their last order.

Each file in `perft/` is a position (a head, then a drawing in the words of `cast`) with its counts below it. The dice
show the faces of the head again and again. A rule that changes moves a number; `--renew` writes the counts anew.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.deployment import due, empty_table
from hulldown.rulebooks.panzerstrike.dynamic.orders import (
    Begin,
    ChooseFirst,
    Deploy,
    EndMovement,
    EndTurn,
    Fire,
    FireAtWall,
    Lob,
    Move,
    NameCommand,
    Order,
    Push,
    RollMovement,
    TurnTurret,
)
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State
from tests.conftest import Golden
from tests.marks import rule
from tests.rulebooks.dynamic import plain, reference
from tests.rulebooks.dynamic.cast import Always, Table, setup_of, table
from tests.rulebooks.played import counted, numbers, written_by_hand

HERE = Path(__file__).parent / "perft"
POSITIONS = sorted(path.stem for path in HERE.glob("*.txt"))


class Position:
    """A file: what was written by hand, and the state it means."""

    def __init__(self, name: str) -> None:
        self.text, self.head, self.drawing = written_by_hand((HERE / f"{name}.txt").read_text())
        self.dice = Always(numbers(self.head, "blue"), numbers(self.head, "red"))
        self.table = self._deploying() if "army" in self.head else self._fighting()

    def _fighting(self) -> Table:
        head = self.head
        return table(
            self.drawing,
            phase=Phase(head["phase"]),
            side=BLUE if head.get("side") == "blue" else RED,
            round=int(head["round"]),
            rolled=numbers(self.head, "rolled"),
            moved=head.get("moved", "").split(),
            broke=head.get("broke", "").split(),
            turrets=head.get("turrets") == "on",
            extra=head.get("extra") == "on",
        )

    def _deploying(self) -> Table:
        """A table at its first deployment."""
        head, ground = self.head, table(self.drawing).state.ground
        army = {word.split("=")[0]: int(word.split("=")[1]) for word in head["army"].split()}
        setup = setup_of(
            ground.setup.board.rows,
            army,
            army,
            walls=ground.walls,
            low=ground.setup.low,
            spaa=int(head["spaa"]),
            lost_spaa=1,
            turn_limit=9,
            blocks=(tuple(map(ground.grid.number, head["blocks"].split())),),
            command=head["command"] == "on",
            changed={"ranks": int(head["ranks"])},
        )
        state = empty_table(setup)
        state.phase, state.side = due(state)
        return Table(state)


def conceivable(state: State) -> Iterator[Order]:
    """Every order that could be written down: all units, squares, facings, and the dice with one that is not there."""
    squares, units = range(state.ground.grid.size), range(len(state.units.units))
    choices: list[Order] = [Begin(), RollMovement(), EndMovement(), EndTurn(), *map(ChooseFirst, Side)]
    yield from choices
    yield from map(NameCommand, units)
    yield from (Fire(unit, target) for unit in units for target in units)
    yield from (Lob(unit, target, half) for unit in units for target in units for half in (False, True))
    yield from (FireAtWall(unit, square) for unit in units for square in squares)
    yield from (TurnTurret(unit, turret) for unit in units for turret in range(-1, 9))
    for kind in state.ground.chart:
        yield from (Deploy(kind, square, facing) for square in squares for facing in range(8))
    absent = next(die for die in (3, 4, 5, 6, 2) if die not in state.dice)
    for unit in units:
        for die in sorted({0, *state.dice, absent}):
            yield Push(unit, die)
            yield from (Move(unit, square, facing, die) for square in squares for facing in range(8))


@rule("DYN-25", "DYN-26", "DYN-61", "DYN-78", "DYN-84", "DYN-98", "DYN-121", "DYN-150", "DYN-155", "DYN-170")
@pytest.mark.parametrize("name", POSITIONS)
def test_the_number_of_order_sequences_is_what_it_was(name: str, golden: Golden) -> None:
    position = Position(name)
    golden(f"../perft/{name}.txt", counted(book, position.text, position.table.state, position.dice))


@pytest.mark.parametrize("name", POSITIONS)
def test_the_listed_orders_are_all_that_the_judge_accepts(name: str) -> None:
    """Depth 1 by brute force: whatever can be written down, through the referee."""
    position = Position(name)
    states = [position.table.state]
    if states[0].phase is Phase.ROLL:
        position.table.play_with(RollMovement(), position.dice)
        states.append(position.table.state)
    for state in states:
        accepted = {order for order in conceivable(state) if book.refuse(state, order) is None}
        listed = list(book.orders(state))
        assert set(listed) == accepted
        assert len(listed) == len(accepted), "no order is listed twice"


@pytest.mark.parametrize("name", [name for name in POSITIONS if name != "zone-b"])
def test_movement_is_that_of_a_second_reading_of_the_rules(name: str) -> None:
    """Depth 1, and after each push, by other code altogether."""
    position = Position(name)
    t = position.table
    if t.state.phase is Phase.ROLL:
        t.play_with(RollMovement(), position.dice)
    if t.state.phase is Phase.FIRING:
        t.state.phase = Phase.MOVEMENT
    assert set(t.orders()) == reference.movements(t.state) | {EndMovement()}
    for push in [order for order in t.orders() if isinstance(order, Push)]:
        after = Table(t.state)
        after.play(push)
        assert set(after.orders()) == reference.movements(after.state) | {EndMovement()}


def test_shots_are_those_of_a_second_reading_of_the_rules() -> None:
    t = Position("barrage").table
    state, found = t.state, t.orders()
    units = range(len(state.units.units))
    fired = {(order.unit, order.target) for order in found if isinstance(order, Fire)}
    assert fired == {(unit, target) for unit in units for target in plain.targets(state, unit)}
    walls = {(order.unit, order.square) for order in found if isinstance(order, FireAtWall)}
    assert walls == {(unit, square) for unit in units for square in plain.wall_targets(state, unit)}
    lobbed = {(order.unit, order.target) for order in found if isinstance(order, Lob)}
    assert lobbed == {(unit, target) for unit in units for target in plain.lob_targets(state, unit)}
    assert fired
    assert walls
    assert lobbed


def test_there_are_positions_enough_and_each_is_small() -> None:
    assert len(POSITIONS) >= 3
    for name in POSITIONS:
        grid = Position(name).table.state.ground.grid
        assert (grid.columns, grid.rows) == (10, 10)
