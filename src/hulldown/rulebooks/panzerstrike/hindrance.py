"""What a vehicle met on the way: the one thing but for which a pose would have been within its steps.

An order to move names only the pose at its end. Where that is out of reach, the same wavefront is asked again with one
thing lifted at a time: a unit or wreck, a wall, a barricade, a flag, a building, the gap between two of them, or a rule
about how vehicles move. Only refusals ask, so listing moves and judging good ones costs nothing more.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from hulldown.geometry.squares import Pathfinder, Reach, squares_of
from hulldown.rulebooks.panzerstrike.states import Table

Poses = tuple[int, ...]
Way = Callable[[Pathfinder, int], Poses | None]  # over such ground, with such squares free: the way, if the steps last
SQUARE, GAP = "square", "gap"
FAR = 60  # steps: further than any allowance; beyond that nobody counts


class Hindrance(NamedTuple):
    """A thing that was met; the least of several is told, and so the one but for which the way would be shortest.

    `what` is `SQUARE`: something stands on `square`; `GAP`: between `square` and `across`, which are closed, there is
    no way through; or else the name of the manner in which the vehicle would have had to move.
    """

    steps: int  # to the pose, without it
    after: int  # so many steps it was met
    what: str
    square: int
    across: int = -1


def met(
    state: Table, start: int, free: int, steps: int, way: Way, manners: Mapping[str, Poses | None]
) -> Hindrance | None:
    """The one thing that keeps a vehicle from a pose; None where no single thing does.

    `way` is the vehicle's way to the pose from its square `start`, if it could enter the squares `free` and had so many
    steps; `manners` are ways to it by steps that the rules do not allow.
    """
    near = state.ground.grid.near[start, steps] & ~free
    found = [Hindrance(len(poses) - 1, 0, name, start) for name, poses in manners.items() if poses]
    found += [
        _first(state, poses, thing)
        for thing in _things(state, near)
        if (poses := way(_without(state.ground.drive, thing), free | thing))
    ]
    return min(found, default=None)


def way_by(reach: Reach, pose: int) -> Poses | None:
    """The way to a pose, if a reach has it."""
    return None if reach.steps_to(pose) is None else reach.path(pose)


def away(far: int | None) -> str:
    """How far away a pose is to which there is a way; without a number it is farther than steps are counted."""
    return f"more than {FAR} steps away" if far is None else f"{far} step{'s' * (far != 1)} away"


def _things(state: Table, near: int) -> Iterator[int]:
    """What stands on any of these squares, each thing as the squares that it takes: a building has some."""
    board = state.ground.setup.board
    for building in board.blocks:
        if building & near:
            yield building
    for square in squares_of(near & ~board.buildings):
        yield 1 << square


def _without(drive: Pathfinder, thing: int) -> Pathfinder:
    return Pathfinder(drive.grid, drive.closed & ~thing) if drive.closed & thing else drive


def _first(state: Table, poses: Poses, thing: int) -> Hindrance:
    """Where a way first meets a thing: by entering its square, or by squeezing past it through a gap."""
    for after, (here, there) in enumerate(pairwise([pose >> 3 for pose in poses]), 1):
        if thing >> there & 1:
            return Hindrance(len(poses) - 1, after, SQUARE, there)
        if sides := _gap(state, here, there):
            return Hindrance(len(poses) - 1, after, GAP, *sides)
    raise AssertionError("nothing was met, so the way was open")


def _gap(state: Table, here: int, there: int) -> tuple[int, int] | None:
    """The two squares beside a diagonal step, if both are closed."""
    grid, closed = state.ground.grid, state.ground.drive.closed
    (x, y), (to_x, to_y) = grid.xy(here), grid.xy(there)
    one, other = sorted((grid.square(x, to_y), grid.square(to_x, y)))
    return (one, other) if x != to_x and y != to_y and closed >> one & closed >> other & 1 else None
