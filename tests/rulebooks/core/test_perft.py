"""Perft: how many sequences of legal orders a small position has, by the kind of their last order.

Each file in `perft/` is a position (a head, then a drawing in the words of `cast`) with its counts below it. The dice
show the face of the head, by its place, again and again; `on` are the options, `truck` is a truck's speed. A rule that
changes moves a number; `--renew` writes the counts anew.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hulldown.geometry.squares import squares_of
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.deployment import due, empty_table
from hulldown.rulebooks.panzerstrike.core.orders import (
    Announce,
    AnnounceWall,
    Begin,
    Deploy,
    EndMovement,
    EndTurn,
    Move,
    NameCommand,
    OpenFire,
    Order,
    Push,
    Resolve,
    RollSpeed,
    StartRepair,
    StopRepair,
    TurnTurret,
)
from hulldown.rulebooks.panzerstrike.core.state import Colour, Gear, Mode, Phase, State
from tests.conftest import Golden
from tests.marks import rule
from tests.rulebooks.core import reference
from tests.rulebooks.core.cast import Always, Table, altered, setup_of, table
from tests.rulebooks.played import counted, written_by_hand

HERE = Path(__file__).parent / "perft"
POSITIONS = sorted(path.stem for path in HERE.glob("*.txt"))


class Position:
    """A file: what was written by hand, and the state it means."""

    def __init__(self, name: str) -> None:
        self.text, self.head, self.drawing = written_by_hand((HERE / f"{name}.txt").read_text())
        self.dice = Always(int(self.head.get("face", "0")))
        self.table = self._deploying() if "army" in self.head else self._fighting()

    def _words(self, key: str) -> list[str]:
        return self.head.get(key, "").split()

    def _fighting(self) -> Table:
        options: dict[str, Any] = dict.fromkeys(self._words("on"), True)
        hitched = [pair.split(":") for pair in self._words("hitched")]
        return table(
            self.drawing,
            phase=Phase(self.head["phase"]),
            side=BLUE if self.head.get("side") == "blue" else RED,
            round=int(self.head["round"]),
            moved=self._words("moved"),
            coordinated=self._words("coordinated"),
            hitched=[(vehicle, weapon) for vehicle, weapon in hitched],
            chart=altered("truck", max=int(self.head.get("truck", "7"))),
            **options,
        )

    def _deploying(self) -> Table:
        """A table at its first deployment."""
        head, ground = self.head, table(self.drawing).state.ground
        army = {word.split("=")[0]: int(word.split("=")[1]) for word in self._words("army")}
        setup = setup_of(
            ground.setup.board.rows,
            army,
            army,
            walls=ground.walls,
            low=ground.setup.low,
            spaa=int(head["spaa"]),
            lost_spaa=1,
            turn_limit=9,
            zone_b=tuple(map(ground.grid.number, self._words("zone_b"))),
            command=True,
            changed={"ranks": int(head["ranks"])},
        )
        state = empty_table(setup)
        state.phase, state.side = due(state)
        return Table(state)


def conceivable(state: State) -> Iterator[Order]:
    """Every order that could be written down: all units, squares, facings, gears, modes and colours; tows of what is
    hitched, as far as it could be pulled."""
    squares, units = range(state.ground.grid.size), range(len(state.units.units))
    yield from (Begin(), EndMovement(), OpenFire(), EndTurn())
    for unit in units:
        yield from (NameCommand(unit), RollSpeed(unit), Push(unit), StartRepair(unit), StopRepair(unit), Resolve(unit))
        yield from (TurnTurret(unit, turret) for turret in range(-1, 9))
        yield from (AnnounceWall(unit, square) for square in squares)
        for target in units:
            yield from (Announce(unit, target, mode, colour) for mode in Mode for colour in Colour)
        for square in squares:
            yield from (Move(unit, square, facing, gear) for facing in range(8) for gear in Gear)
    for kind in state.ground.chart:
        yield from (Deploy(kind, square, facing) for square in squares for facing in range(8))
    around = state.ground.grid.around
    for vehicle, weapon in state.hitched:
        for square in squares_of(around(state.units.units[vehicle].square, state.kind(vehicle).max)):
            for trail in squares_of(around(square, 1)):
                yield from (Move(vehicle, square, way, gear, weapon, trail) for way in range(8) for gear in Gear)


@rule("CORE-16", "CORE-18", "CORE-25", "CORE-26", "CORE-27", "CORE-39", "CORE-73", "CORE-103", "CORE-133", "CORE-138")
@rule("CORE-22", "CORE-23", "CORE-106", "CORE-124", "CORE-130", "CORE-140", "CORE-144", "CORE-158", "CORE-174")
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


@pytest.mark.parametrize("name", ["gears", "tow"])
def test_movement_is_that_of_a_second_reading_of_the_rules(name: str) -> None:
    """Depth 1, and after each order that leaves something to do, by other code altogether."""
    position = Position(name)
    t = position.table
    assert set(t.orders()) == reference.movements(t.state) | {EndMovement()}
    for order in t.orders():
        if isinstance(order, Push | RollSpeed | TurnTurret):
            after = Table(t.state)
            after.play_with(order, position.dice)
            assert set(after.orders()) == reference.movements(after.state) | {EndMovement()}


def test_there_are_positions_enough_and_each_is_small() -> None:
    assert len(POSITIONS) >= 3
    for name in POSITIONS:
        grid = Position(name).table.state.ground.grid
        assert (grid.columns, grid.rows) == (10, 10)
