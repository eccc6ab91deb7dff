"""Turrets, as the books of the family lay them: in eighths off the bow, so many at most from where the turn found them.

A book says which pieces have one that can be laid, and which rule refuses what.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import msgspec

from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Deed
from hulldown.rulebooks.panzerstrike.states import Table


class Turning(Protocol):
    @property
    def turret(self) -> int: ...
    @property
    def rested(self) -> int: ...


def may_lay(
    state: Table, order: Any, what: str, most: int, time: str, *, eight: Rule, there: Rule, far: Rule
) -> Refusal | None:
    """One of the eight directions, another than now, and not too far to turn in that time."""
    piece, name = state.units.units[order.unit], state.name(order.unit, state.side)
    if not 0 <= order.turret < 8:
        told = f"turret {order.turret} is none of the eight; they are numbered 0 to 7, clockwise off the bow"
        return eight.refuse(told)
    if order.turret == piece.turret:
        return there.refuse(f"{name}'s {what} points there already")
    turn = (order.turret - piece.rested) % 8
    if min(turn, 8 - turn) <= most:
        return None
    limit = (piece.rested + (most if turn <= 4 else -most)) % 8
    nearest = msgspec.structs.replace(order, turret=limit) if limit != piece.turret else None
    told = f"{name}'s {what} would turn by {45 * min(turn, 8 - turn)}°; {45 * most}° are the most in a {time}"
    return far.refuse(told, nearest)


def directions(piece: Turning, most: int) -> list[int]:
    """Where a turret can be laid, in eighths off the bow."""
    laid = dict.fromkeys((piece.rested + turn) % 8 for turn in range(-most, most + 1))
    return [turret for turret in laid if turret != piece.turret]


def deeds(state: Table, orders: Iterable[Any], what: str, rule: Rule) -> Iterator[Deed]:
    board = state.ground.setup.board
    for order in orders:
        facing = state.units.units[order.unit].facing
        yield Deed(
            f"{what} to the {board.compass((facing + order.turret) % 8)}", order, rule.id, lays=45 * order.turret
        )
