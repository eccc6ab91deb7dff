"""Perft: how many sequences of legal orders a small position has, by the kind of their last order.

Each file in `perft/` is a position (a head, then a drawing in the words of `cast`) with its counts below it. The dice
show the faces of the head again and again. A rule that changes moves a number; `--renew` writes the counts anew.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.deployment import due, empty_table
from hulldown.rulebooks.panzerstrike.france1944.orders import (
    Begin,
    ChooseFirst,
    Deploy,
    EndBarricades,
    EndMovement,
    EndTurn,
    Fire,
    Move,
    Order,
    PlaceBarricade,
    PlaceFlag,
    RollMovement,
)
from hulldown.rulebooks.panzerstrike.france1944.state import Flag, Ground, Phase, State
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS
from tests.conftest import Golden
from tests.marks import rule
from tests.rulebooks.france1944 import reference
from tests.rulebooks.france1944.cast import Always, Table, setup_of, table
from tests.rulebooks.played import counted, numbers, written_by_hand

HERE = Path(__file__).parent / "perft"
POSITIONS = sorted(path.stem for path in HERE.glob("*.txt"))


class Position:
    """A file: what was written by hand, and the state it means."""

    def __init__(self, name: str) -> None:
        self.text, self.head, self.drawing = written_by_hand((HERE / f"{name}.txt").read_text())
        self.dice = Always(numbers(self.head, "large"), numbers(self.head, "small"))
        self.table = self._deploying() if "army" in self.head else self._fighting()

    def _fighting(self) -> Table:
        head = self.head
        return table(
            self.drawing,
            phase=Phase(head["phase"]),
            side=BLUE if head.get("side") == "blue" else RED,
            round=int(head.get("round", "2")),
            rolled=numbers(self.head, "rolled"),
            moved=head.get("moved", "").split(),
            fired=head.get("fired", "").split(),
            damage=head.get("damage") == "on",
        )

    def _deploying(self) -> Table:
        """A table at its first placing, with what the drawing has of flags and barricades."""
        head = self.head
        army = {word.split("=")[0]: int(word.split("=")[1]) for word in head["army"].split()}
        drawn = table(self.drawing).state
        setup = setup_of(
            drawn.ground.setup.board.rows,
            army,
            army,
            flags=(numbers(self.head, "flags")[0], numbers(self.head, "flags")[1]),
            barricades=int(head.get("barricades", "0")),
            changed={"ranks": int(head["ranks"])},
        )
        state = empty_table(setup)
        state.flags = tuple(Flag(flag.side, flag.square) for flag in drawn.flags)
        state.ground = Ground.of(setup, drawn.ground.barricades)
        state.phase, state.side = due(state)
        return Table(state)


def conceivable(state: State) -> Iterator[Order]:
    """Every order that could be written down: all tanks, squares, facings, and the dice with one that is not there."""
    grid = state.ground.grid
    units = range(len(state.tanks.units))
    choices: list[Order] = [Begin(), EndBarricades(), RollMovement(), EndMovement(), EndTurn(), *map(ChooseFirst, Side)]
    yield from choices
    yield from map(PlaceFlag, range(grid.size))
    yield from map(PlaceBarricade, range(grid.size))
    yield from (Fire(unit, target) for unit in units for target in units)
    for kind in state.ground.chart:
        yield from (Deploy(kind, square, facing) for square in range(grid.size) for facing in range(8))
    absent = next(die for die in (3, 4, 5, 6, 2) if die not in state.dice)
    for unit in units:
        for die in sorted({*state.dice, absent}):
            for square in range(grid.size):
                yield from (Move(unit, die, square, facing) for facing in range(8))


@rule("FR-18", "FR-22", "FR-24", "FR-26", "FR-27", "FR-34", "FR-37", "FR-42", "FR-50", "FR-52", "FR-63", "FR-64")
@pytest.mark.parametrize("name", POSITIONS)
def test_the_number_of_order_sequences_is_what_it_was(name: str, golden: Golden) -> None:
    position = Position(name)
    golden(f"../perft/{name}.txt", counted(book, position.text, position.table.state, position.dice))


@pytest.mark.parametrize("name", POSITIONS)
def test_the_listed_orders_are_all_that_the_judge_accepts(name: str) -> None:
    """Depth 1 by brute force: whatever can be written down, through the referee."""
    state = Position(name).table.state
    accepted = {order for order in conceivable(state) if book.refuse(state, order) is None}
    listed = list(book.orders(state))
    assert set(listed) == accepted
    assert len(listed) == len(accepted), "no order is listed twice"


@pytest.mark.parametrize("name", POSITIONS)
def test_moves_and_shots_are_those_of_a_second_reading_of_the_rules(name: str) -> None:
    """Depth 1 by other code altogether: steps and lines on coordinates."""
    t = Position(name).table
    state = t.state
    moves: set[tuple[int, int, str]] = set()
    shots: set[tuple[int, int]] = set()
    for unit, tank in enumerate(state.tanks.units):
        if tank.side == state.side and tank.condition == 0 and tank.moved != state.round:
            moves |= {(unit, die, pose) for die in set(state.dice) for pose in reference.moves(state, unit, die)}
        if tank.side == state.side and state.phase is Phase.SHOOTING:
            shots |= {(unit, target) for target in reference.targets(state, unit)}
    orders = t.orders()
    assert {(o.unit, o.die, state.place(o.square) + ARROWS[o.facing]) for o in orders if isinstance(o, Move)} == moves
    assert {(o.unit, o.target) for o in orders if isinstance(o, Fire)} == shots


def test_there_are_positions_enough_and_each_is_small() -> None:
    assert len(POSITIONS) >= 4
    for name in POSITIONS:
        grid = Position(name).table.state.ground.grid
        assert (grid.columns, grid.rows) == (10, 10)
