"""Pushing wrecks, as the books of the family do it: what lies ahead and beyond, and where both end.

A book says who pushes and what it costs, and which rule refuses what.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

from hulldown.kernel.picture import Drive, Pose
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Ghost
from hulldown.rulebooks.panzerstrike.states import Table
from hulldown.rulebooks.panzerstrike.table.showing import pose_of

S = TypeVar("S", bound=Table)


def wreck_ahead(state: Table, unit: int) -> int:
    """DYN-149, CORE-158: the wreck in the square straight ahead of a unit; −1 if there is none."""
    piece, units = state.units.units[unit], state.units
    ahead = state.ground.grid.ahead(piece.square, piece.facing) if piece.square >= 0 else -1
    if ahead < 0 or not units.wrecks & 1 << ahead:
        return -1
    return units.standing_on(ahead)


def may_give_way(
    state: S,
    unit: int,
    wreck: int,
    obstacle: Callable[[S, int], tuple[Rule, str] | None],
    rule: Rule,
    gap: Rule | None = None,
) -> Refusal | None:
    """DYN-150, CORE-159: nothing in the square beyond a wreck, and no closed gap on the way."""
    facing, ground = state.units.units[unit].facing, state.ground
    here, at = state.units.units[unit].square, state.units.units[wreck].square
    beyond = ground.grid.ahead(at, facing)
    pushes = f"{state.name(unit, state.side)} cannot push {state.name(wreck, state.side)}"
    if beyond < 0:
        return rule.refuse(f"{pushes} off the board")
    if found := obstacle(state, beyond):
        return rule.refuse(f"{pushes} to {state.place(beyond)}: {found[1].split(',')[0]}")
    if not (ground.drive.may_step(here, facing) and ground.drive.may_step(at, facing)):
        return (gap or rule).refuse(f"{pushes} to {state.place(beyond)}: the gap there is closed")
    return None


def ghosts(state: Table, unit: int, wreck: int) -> tuple[Ghost, ...]:
    return tuple([Ghost(who, there) for who, _, there in _ends(state, unit, wreck)])


def drives(state: Table, unit: int, wreck: int) -> tuple[Drive, ...]:
    """The way of both, one beside the other."""
    return tuple([Drive(who, (here, there), who == wreck) for who, here, there in _ends(state, unit, wreck)])


def _ends(state: Table, unit: int, wreck: int) -> Iterator[tuple[int, Pose, Pose]]:
    """DYN-151, CORE-160: both go on by one square, each as it stands."""
    grid, facing = state.ground.grid, state.units.units[unit].facing
    for who in (unit, wreck):
        piece = state.units.units[who]
        there = grid.ahead(piece.square, facing)
        yield who, pose_of(grid, piece.square * 8 + piece.facing), pose_of(grid, there * 8 + piece.facing)
