"""Setting up the table, as the books of the family do it: units beside the board, a roll-off, one unit after another.

A book says which rule refuses what.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, TypeVar

from hulldown.geometry.squares import squares_of
from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.states import Table, WalledTable

O = TypeVar("O")  # noqa: E741  an order that deploys
P = TypeVar("P")


class Deploy(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def square(self) -> int: ...
    @property
    def facing(self) -> int: ...


def beside_the_board(strength: Callable[[Side], Mapping[str, int]], piece: Callable[[Side, str, int], P]) -> list[P]:
    """All pieces of both sides before they are deployed, numbered within their kind."""
    return [
        piece(side, kind, number)
        for side in Side
        for kind, many in strength(side).items()
        for number in range(1, many + 1)
    ]


def roll_off(dice: Dice, rule: Rule, die: Die) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One die each, ties again: Red's throws and Blue's."""
    red, blue = zip(*dice.roll_off(rule, die), strict=True)
    return red, blue


def next_of(state: Table, kind: str) -> int:
    """The id of the next unit of a kind that the side has still to deploy; −1 if there is none."""
    for unit, piece in enumerate(state.units.units):
        if piece.square < 0 and piece.kind == kind and piece.side == state.side:
            return unit
    return -1


def all_deployed(state: Table, side: Side) -> bool:
    return not any(piece.side == side and piece.square < 0 for piece in state.units.units)


def poses(state: Table) -> tuple[tuple[int, int, int], ...]:
    """Where all units stand and face, as it is told when a hidden deployment is over."""
    return tuple((unit, piece.square, piece.facing) for unit, piece in enumerate(state.units.units))


def may_be_deployed(
    state: Table, order: Deploy, what: str, *, kind: Rule, left: Rule, facing: Rule, board: Rule
) -> Refusal | None:
    """The next unit of a kind, on a square of the board, facing any of eight ways."""
    chart = state.ground.chart
    if order.kind not in chart:
        return kind.refuse(f"there is no {what} {order.kind[:40]!r}; there are {', '.join(chart)}")
    if next_of(state, order.kind) < 0:
        return left.refuse(f"{state.side.label} has no {chart[order.kind].name} left to deploy")
    if not 0 <= order.facing < 8:
        return facing.refuse(f"facing {order.facing} is none of the eight; they are numbered 0 to 7")
    if not 0 <= order.square < state.ground.grid.size:
        return board.refuse(f"square {order.square} is not on the board")
    return None


def may_stand(
    state: WalledTable, square: int, *, built: Rule, wall: Rule, barricade: Rule, taken: Rule
) -> Refusal | None:
    """On ground that is open, with nothing on it."""
    ground, here = state.ground, state.place(square)
    if ground.buildings >> square & 1:
        return built.refuse(f"{here} is built over")
    if ground.standing >> square & 1:
        return wall.refuse(f"{here} has a wall")
    if (ground.low | ground.high) >> square & 1:
        return barricade.refuse(f"{here} has a barricade")
    if state.units.occupied >> square & 1:
        return taken.refuse(f"{state.name(state.units.standing_on(square))} stands on {here}")
    return None


def may_be_named(state: Table, unit: int, rule: Rule) -> Refusal | None:
    """One of the side's own units."""
    units = state.units.units
    if not 0 <= unit < len(units):
        return rule.refuse(f"there is no unit {unit}; they are numbered 0 to {len(units) - 1}")
    if units[unit].side != state.side:
        return rule.refuse(f"{state.name(unit)} cannot command for {state.side.label}")
    return None


def list_deployments(
    state: Table, room: Callable[[str], int], order: Callable[[str, int, int], O], unit: int | None
) -> Iterator[O]:
    """Every way to deploy the next unit of each kind, or this unit, in the room that there is for its kind."""
    for kind in state.ground.chart:
        if (next_unit := next_of(state, kind)) >= 0 and unit in (None, next_unit):
            for square in squares_of(room(kind)):
                yield from [order(kind, square, facing) for facing in range(8)]


def sample_deployment(state: Table, room: Callable[[str], int], order: Callable[[str, int, int], O], dice: Dice) -> O:
    """One of them: its kind, then its square, then its facing, each evenly."""
    waiting = {piece.kind for piece in state.units.units if piece.square < 0 and piece.side == state.side}
    kinds = [kind for kind in state.ground.chart if kind in waiting]
    kind = kinds[dice.pick(len(kinds))]
    squares = squares_of(room(kind))
    return order(kind, squares[dice.pick(len(squares))], dice.pick(8))
